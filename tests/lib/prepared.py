"""A program that is loaded once and runs many times, each time as a child of the one that was loaded (load_once.c): what most short
commands take is the loading of their libraries. Where that does not work, each run is a program started anew."""
import atexit
import os
import resource
import signal
import socket
import struct
import subprocess
import tempfile
import threading

import contract
import pseudo
from tgi import BUILD, PATIENCE

LIBRARY = os.path.abspath(os.path.join(BUILD, "tests", "lib", "load_once.so"))


def scratch():
    """A file that is nowhere."""
    return os.memfd_create("output") if hasattr(os, "memfd_create") else os.dup(tempfile.TemporaryFile().fileno())


def content(descriptor):
    parts, at = [], 0
    while True:
        part = os.pread(descriptor, 1 << 20, at)
        if not part:
            return b"".join(parts)
        parts.append(part)
        at += len(part)


class Loaded:
    """The program, loaded; one run at a time. `process` is None where this does not work."""

    def __init__(self, program):
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.program, self.socket = program, ours
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        with open(program, "rb") as file:
            usable = os.path.exists(LIBRARY) and b"__asan_init" not in file.read()
        self.process = subprocess.Popen([program, "--version"], env=dict(os.environ, LD_PRELOAD=LIBRARY, PREPARED_SOCKET=str(theirs.fileno())),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        pass_fds=[theirs.fileno()]) if usable else None
        theirs.close()
        atexit.register(self.close)

    def close(self):
        self.socket.close()
        if self.process:
            self.process.wait()

    def number(self):
        data = self.socket.recv(4)
        if not data:
            raise OSError("%s has ended" % self.program)
        return struct.unpack("i", data)[0]

    def run(self, words, descriptors, where, environment, memory, patience):
        """The exit status, below 0: of a signal; None: it took longer than this."""
        if not self.process:
            def bound():
                if memory:
                    resource.setrlimit(resource.RLIMIT_AS, (memory << 10, memory << 10))
            try:
                return subprocess.run([self.program, *words], cwd=where, env=environment, timeout=patience, preexec_fn=bound if memory else None,
                                      **dict(zip(("stdin", "stdout", "stderr"), descriptors))).returncode
            except subprocess.TimeoutExpired:
                return None
        strings = [str(memory or ""), where, str(len(words) + 1), self.program, *words, *("%s=%s" % pair for pair in environment.items())]
        request = b"".join(os.fsencode(string) + b"\0" for string in strings)
        socket.send_fds(self.socket, [request], descriptors)
        child = self.number()
        self.socket.settimeout(patience)
        try:
            return os.waitstatus_to_exitcode(self.number())
        except TimeoutError:
            os.kill(child, signal.SIGKILL)
            self.socket.settimeout(None)
            self.number()
            return None
        finally:
            self.socket.settimeout(None)


loaded = threading.local()


class Answer:
    """What came of a run."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err


def run_prepared(program, words, text=b"", where=None, environment=None, memory=None, patience=PATIENCE, together=False):
    """Runs it: an Answer with its status (below 0: of a signal; None: it took longer than `patience`), output and errors, as bytes;
    all of it is output if they are to be `together`. With at most so many KiB of `memory`. Each thread has a loaded program of its own."""
    programs = loaded.__dict__.setdefault("programs", {})
    if program not in programs:
        programs[program] = Loaded(program)
    descriptors = [scratch() for _ in range(2 if together else 3)]
    try:
        for at in range(0, len(text), 1 << 20):
            os.write(descriptors[0], text[at:at + (1 << 20)])
        os.lseek(descriptors[0], 0, os.SEEK_SET)
        status = programs[program].run([str(word) for word in words], (descriptors + descriptors[1:])[:3], where or os.getcwd(),
                                       dict(os.environ) if environment is None else environment, memory, patience)
        answer = Answer(status, *(pseudo.read(content(one)) for one in descriptors[1:]), *([b""] if together else []))
        contract.output(program, words, answer.out)
        return answer
    finally:
        for descriptor in descriptors:
            os.close(descriptor)
