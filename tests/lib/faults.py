"""Programs in which one call fails: tests/lib/fail_call.c makes the call fail. This module says which call, runs the program in a folder of
its own, and judges the outcome. A `Run` is one program with its words; `attempt()` fails one of its calls."""
import ctypes
import os
import re
import shutil
import signal
import struct
import subprocess
import tempfile

from referee import LEAVING, SANITIZED, folder, program_of
from tgi import BUILD, PATIENCE, until

LIBRARY = os.path.abspath(os.path.join(BUILD, "tests", "lib", "fail_call.so"))
KINDS = ("memory", "write", "sync", "read", "open", "pipe", "process", "thread", "files", "sqlite", "short", "interrupt")
HEAD, MARKS = 8 * 18, 1 << 18  # struct state of fail_call.c
# The library that finds leaks in a program that was not built for it.
LEAKS = subprocess.run(["gcc", "-print-file-name=liblsan.so.0"], capture_output=True, text=True).stdout.strip() if shutil.which("gcc") else ""
look_for_leaks = False


def spared(program, known={}):
    """The functions that write the counts of a coverage build, but those that fork and exec on its behalf: none of their calls
    may fail, or counts are lost."""
    if program not in known:
        symbols = subprocess.run(["nm", "-S", program], capture_output=True, text=True).stdout
        found = re.findall(r"^([0-9a-f]+) ([0-9a-f]+) [tT] (_*gcov_\w+)", symbols, re.M)
        known[program] = " ".join("%s-%x" % (start, int(start, 16) + int(size, 16)) for start, size, name in found
                                  if not re.match("__gcov_(fork|exec)", name))
    return known[program]


def adopt():
    """Lets processes that a program leaves running become children of this process, so that they are noticed."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def is_child(name):
    try:
        with open("/proc/%s/stat" % name) as file:
            return int(file.read().rsplit(")", 1)[1].split()[1]) == os.getpid()
    except (OSError, ValueError):
        return False


def adopted():
    """Processes that run and are ours by adoption, once they had a moment to go; those that have ended are reaped."""
    def gone():
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            return False
        except ChildProcessError:
            return True

    if until(gone, LEAVING):
        return []
    return [int(name) for name in os.listdir("/proc") if is_child(name)]


class Run:
    """A program, its words and its input. `check(where, status, out)` says what is wrong besides, or None. A run that talks
    to the program has `talk(process)`, which returns what it was told. `same` says what of the output must be as ever if
    the program says that it has done all: all of it, its words, nothing."""

    def __init__(self, name, words, text="", program=None, check=None, talk=None, same=True, statuses=(0,)):
        self.name, self.words, self.text, self.program = name, [str(word) for word in words], text, program or program_of(words)
        self.check, self.talk, self.same, self.statuses = check, talk, same, statuses
        self.expected = None


class Outcome:
    """What came of a run: its status, None if it hung; its output and errors; how many calls of each kind it made, and
    their marks: the number of each, and where it came from."""

    def __init__(self):
        self.status = self.out = self.said = self.where = self.told = None
        self.count, self.struck, self.kind = {}, 0, None
        self.marks, self.left, self.trace, self.leaks = {}, [], "", ""


def environment(program, where, kind, number, on, stacks):
    more = dict(os.environ, LD_PRELOAD=LIBRARY, FAULTS_KIND=kind, FAULTS_AT=str(number), FAULTS_STATE=where + "/../faults-state",
                FAULTS_TRACE=where + "/../faults-trace", FAULTS_SPARE=spared(program), XDG_STATE_HOME=where + "/state", HOME=where, TMPDIR=where, LC_ALL="C.UTF-8")
    if on:
        more["FAULTS_ON"] = "1"
    if look_for_leaks:
        more["LD_PRELOAD"] += " " + LEAKS
        more["LSAN_OPTIONS"] = "exitcode=0:%s:log_path=%s/../leaks" % (
            "fast_unwind_on_malloc=0:malloc_context_size=24" if stacks else "malloc_context_size=2:symbolize=0", where)
    return more


def perform(run, template, kind="all", number=0, on=False, marks=False, stacks=False):
    """Runs it in a copy of the folder `template`, where call `number` of the kind fails, none if 0. With `stacks` a leak is
    reported with the place where it was allocated, which takes three times as long."""
    outcome, above = Outcome(), tempfile.mkdtemp(prefix="faults-", dir=folder)
    outcome.kind = kind
    where = outcome.where = os.path.join(above, "here")
    shutil.copytree(template, where)
    with open(above + "/faults-state", "wb") as file:
        file.truncate(HEAD + (16 * MARKS if marks else 0))
    with open(above + "/out", "w+b") as out, open(above + "/said", "w+b") as said:
        process = subprocess.Popen([run.program] + run.words, cwd=where, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE if run.talk else out, stderr=said,
                                   env=environment(run.program, where, kind, number, on, stacks))
        try:
            if run.talk:
                outcome.told = run.talk(process)
            else:
                try:
                    process.stdin.write(run.text.encode())
                except OSError:
                    pass
            try:
                process.stdin.close()
            except OSError:
                pass
            outcome.status = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if run.talk:
            process.stdout.close()
        outcome.left = adopted()
        for pid in outcome.left:
            os.kill(pid, signal.SIGKILL)
        out.seek(0)
        said.seek(0)
        outcome.out, outcome.said = out.read().decode(errors="replace"), said.read().decode(errors="replace")
    with open(above + "/faults-state", "rb") as file:
        head = struct.unpack("18Q", file.read(HEAD))
        outcome.struck, outcome.count = head[0], dict(zip(KINDS, head[2:]))
        if marks:
            data = file.read(16 * min(head[1], MARKS))
            for call, place in struct.iter_unpack("QQ", data):
                outcome.marks.setdefault(KINDS[call >> 56], []).append((call & (1 << 56) - 1, place))
    for name in os.listdir(above):
        if name.startswith("leaks."):
            with open(os.path.join(above, name), errors="replace") as file:
                outcome.leaks += file.read()
    try:
        with open(above + "/faults-trace") as file:
            outcome.trace = file.read()
    except OSError:
        pass
    return outcome


def without_numbers(text):
    """Output without what differs each time: times and durations."""
    return re.sub(r"[0-9]+", "0", text)


def leaked(report):
    """The functions of our programs in the first stack of a report of leaks."""
    stack = re.split(r"\n\n", report[report.find(" leak of "):])[0]
    return ["%s (%s)" % place for place in re.findall(r"#\d+ \S+ in (\w+) \S*?((?:base|grids|games|protocol|engine|referee)/\S+)", stack)][:8] or [stack[:400]]


def judge(run, outcome, kind):
    """What is wrong with the outcome of an attempt; None: nothing."""
    if outcome.status is None:
        return "it hangs"
    if outcome.left:
        return "it leaves processes running"
    if outcome.status < 0:
        return "it is ended by signal %d" % -outcome.status
    # A file of the command line that cannot be read is wrong use, too.
    usage = (2,) if kind in ("open", "files", "read") else ()
    if outcome.status not in (0, 1) + usage + tuple(run.statuses):
        return "exit status %d" % outcome.status
    if outcome.status not in run.statuses and not outcome.said.strip() and not re.search("error|FAILED", outcome.out):
        return "it fails without a message"
    if kind in ("short", "interrupt") and outcome.status not in run.statuses:
        return "what is to be tried once more is taken for an error"
    if outcome.status in run.statuses and run.same and not outcome.said.strip() and run.expected is not None:
        got, wanted = without_numbers(outcome.out), run.expected
        if run.same == "words":
            got, wanted = got.split(), wanted.split()
        if got != wanted and "error" not in outcome.out:
            return "it says that all is well, but the output is another"
    if "detected memory leaks" in outcome.leaks:
        return "it leaks: " + " < ".join(leaked(outcome.leaks))
    return run.check(outcome) if run.check else None


def attempt(run, template, kind, number, on=False):
    """Makes a call fail; returns what is wrong with the outcome, and the outcome. The folder is removed."""
    outcome = perform(run, template, kind, number, on)
    if outcome.struck and "detected memory leaks" in outcome.leaks:
        shutil.rmtree(os.path.dirname(outcome.where), ignore_errors=True)
        outcome = perform(run, template, kind, number, on, stacks=True)
    wrong = judge(run, outcome, kind) if outcome.struck else None
    shutil.rmtree(os.path.dirname(outcome.where), ignore_errors=True)
    return wrong, outcome


def located(trace):
    """The frames of our programs in a trace, as functions and lines."""
    places = []
    for module, offset in re.findall(r"^(\S+)\(\+(0x[0-9a-f]+)\)", trace, re.M):
        if "triancey" in module:
            answer = subprocess.run(["addr2line", "-f", "-s", "-i", "-e", module, hex(int(offset, 16) - 1)], capture_output=True, text=True)
            lines = answer.stdout.split("\n")
            places += ["%s (%s)" % pair for pair in zip(lines[0::2], lines[1::2])]
    return places
