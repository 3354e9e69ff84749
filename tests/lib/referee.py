"""What the tests of the referee in Python share: a folder, the program, its records, what is left of it."""
import atexit
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

import contract
from prepared import run_prepared
from tgi import BUILD, PATIENCE, until

REFEREE, CLUB = (os.path.abspath(os.path.join(BUILD, name)) for name in ("triancey-referee", "triancey-club"))
FAKE = os.path.abspath(os.path.join(BUILD, "tests", "lib", "fake_engine"))
with open(FAKE, "rb") as program:
    SANITIZED = b"__asan_init" in program.read()  # needs memory without bounds, and takes much
with open(os.path.join(BUILD, "config.h"), encoding="utf-8") as file:
    LINUX = "#define HAVE_LINUX 1\n" in file.read()  # else there is no sandbox, and some limits are refused
LEAVING = 30  # seconds: processes that are still there after so long were left
MARK = "TRIANCEY_TEST_MARK"

# The referee respects signals that are ignored when it starts, as they are under nohup and in the background of a shell.
for number in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)

folder = tempfile.mkdtemp(prefix="triancey-referee-")
atexit.register(shutil.rmtree, folder, ignore_errors=True)


def path(name):
    return os.path.join(folder, name)


def fake(mode, *arguments):
    """The command line of the fake engine in a mode."""
    return " ".join(["'%s'" % FAKE, mode] + ["'%s'" % argument for argument in arguments])


def program_of(words):
    """The program whose command these words are."""
    return CLUB if words and words[0] in ("serve", "gui", "site") else REFEREE


def surroundings(mark, changes):
    """The environment of a program that bears a mark; None takes a variable away."""
    wanted = {**os.environ, MARK: mark, **changes}
    return {name: value for name, value in wanted.items() if value is not None}


class Run:
    """The referee with these words, in the folder; what it prints is kept, its memory watched."""

    def __init__(self, *words, program=None, limit=None, environment=None):
        self.mark = "%d-%d" % (os.getpid(), time.monotonic_ns())
        self.output = open(path("output-" + self.mark), "a+")  # to be read while it is written
        self.begun, self.elapsed, self.peak, self.gone = time.monotonic(), 0.0, 0, None
        self.process = subprocess.Popen([program or program_of(words)] + [str(word) for word in words], cwd=folder,
                                        stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.output,
                                        env=surroundings(self.mark, environment or {}), preexec_fn=limit)
        atexit.register(self.process.kill)  # of a test that fails midway nothing goes on

    def look(self):
        """Whether it has ended; notes the most memory that it had until now, in KiB."""
        try:
            with open("/proc/%d/status" % self.process.pid) as status:
                for line in status:
                    if line.startswith("VmHWM:"):
                        self.peak = max(self.peak, int(line.split()[1]))
        except OSError:
            pass
        ended = self.process.poll() is not None
        self.elapsed = time.monotonic() - self.begun
        return ended

    def finish(self):
        """Waits; the exit status, or None if it had to be killed."""
        if not until(self.look):
            self.process.kill()
            self.process.wait()
            return None
        return self.process.returncode

    def said(self):
        self.output.seek(0)
        said = self.output.read()
        if self.process.returncode is not None:
            contract.output(self.process.args[0], self.process.args[1:], said)
        return said

    def left(self):
        """The processes that it or its engines have left, once they had a moment to go."""
        return left_by(self.mark)


def run(*words, program=None, limit=None, environment=None):
    """Runs it to its end: exit status and output."""
    if limit:
        once = Run(*words, program=program, limit=limit, environment=environment)
        return once.finish(), once.said()
    answer = run_prepared(program or program_of(words), words, where=folder, environment=surroundings(None, environment or {}), together=True)
    return answer.status, answer.out.decode()


def alive(pid):
    """Whether a process is there, and not only waits to be reaped."""
    try:
        with open("/proc/%d/stat" % pid) as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def marked(mark):
    """Processes that have the mark in their environment."""
    wanted, found = ("%s=%s" % (MARK, mark)).encode(), []
    for name in os.listdir("/proc"):
        try:
            with open("/proc/%s/environ" % name, "rb") as environment:
                if name.isdigit() and wanted in environment.read().split(b"\0") and alive(int(name)):
                    found.append(int(name))
        except OSError:
            pass
    return found


def status_of(process):
    """The exit status of a program that was asked to end; one that does not is killed."""
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def left_by(mark):
    """The processes with this mark that are left, once they had a moment to go."""
    until(lambda: not marked(mark), LEAVING)
    return marked(mark)


def numbers(name):
    """The numbers in a file, one a line."""
    try:
        with open(path(name)) as file:
            return [int(line) for line in file]
    except OSError:
        return []


def ask(record, question, *values):
    """The rows that a query of a record answers."""
    connection = sqlite3.connect(path(record), timeout=PATIENCE)
    try:
        return connection.execute(question, values).fetchall()
    finally:
        connection.close()


def value(record, question, *values):
    """The first of them, its only column."""
    rows = ask(record, question, *values)
    return rows[0][0] if rows else None
