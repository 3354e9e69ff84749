#!/usr/bin/env python3
"""Leagues of good and hostile engines for a long time, with and without sandboxes, with kills (`make soak`).

    soak.py [MINUTES [SEED]]

Two things go on at the same time for MINUTES (30). One referee plays all the time: it is left alone, but its engines and their
keepers are killed. Others are killed, stopped and started again on the same record. In the end, and after each kill:

    nothing is lost       each half that was shown as played is in the record, as it was shown; `verify` passes
    nothing is left       no process, no file in the folder for temporary files or in /dev/shm, no control group
    memory stays flat     that of the referee that plays all the time, in the last tenth of the time beside the second

Exit status 1 if any of this fails. All of it is in real time; between looks at what may be left it sleeps.
"""
import ctypes
import json
import os
import random
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from hostile import ROWS  # noqa: E402
from referee import REFEREE, fake, path  # noqa: E402

MINUTES = float(sys.argv[1]) if len(sys.argv) > 1 else 30
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 20
PATIENCE = 60  # seconds: only what hangs takes so long
RUNS_OF_A_LEAGUE = 12
SANDBOXES = ("no", "auto", "landlock") + (("bwrap",) if shutil.which("bwrap") else ())
SPARE_KIB = 512  # of memory that may be added, besides a tenth
PR_SET_CHILD_SUBREAPER = 36

chance = random.Random(SEED)
wrong, started = [], []


def fail(*what):
    wrong.append(what)
    print("WRONG:", *what, flush=True)


# ---- what is there ---------------------------------------------------------------------------
def children(pid):
    try:
        with open("/proc/%d/task/%d/children" % (pid, pid)) as file:
            found = [int(word) for word in file.read().split()]
    except OSError:
        return []
    for task in os.listdir("/proc/%d/task" % pid) if os.path.exists("/proc/%d" % pid) else []:
        if int(task) != pid:
            try:
                with open("/proc/%d/task/%s/children" % (pid, task)) as file:
                    found += [int(word) for word in file.read().split()]
            except OSError:
                pass
    return found


def reap(known):
    """A process that loses all its parents becomes our child. Those that are not known and live."""
    left = []
    for pid in children(os.getpid()):
        if pid not in known:
            try:
                if os.waitpid(pid, os.WNOHANG)[0] == 0:
                    left.append(pid)
            except ChildProcessError:
                pass
    return left


def resident(pid):
    try:
        with open("/proc/%d/status" % pid) as file:
            return sum(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))
    except OSError:
        return 0


def descriptors(pid):
    try:
        return len(os.listdir("/proc/%d/fd" % pid))
    except OSError:
        return 0


def describe(pid):
    """What a process is, and what each of its threads does."""
    try:
        with open("/proc/%d/cmdline" % pid) as words:
            found = [words.read()[:60].replace("\0", " ")]
        for task in sorted(os.listdir("/proc/%d/task" % pid)):
            with open("/proc/%d/task/%s/stat" % (pid, task)) as stat, open("/proc/%d/task/%s/wchan" % (pid, task)) as where:
                found.append((stat.read().rsplit(")", 1)[1].split()[0], where.read()))
        return tuple(found)
    except OSError:
        return ("gone",)


def describe_kin(pid):
    """describe() for a process and all that it has started, each with its number."""
    return [(pid, *describe(pid))] + sum((describe_kin(child) for child in children(pid)), [])


def control_groups():
    """The control groups of our referees: other programs may have theirs."""
    names = {"triancey-%d" % pid for pid in started}
    return {folder for folder, _, _ in os.walk("/sys/fs/cgroup") if os.path.basename(folder) in names}


def shared_files():
    return {name for name in os.listdir("/dev/shm") if name.startswith("triancey-fake-")}


def kill(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def sweep(folder):
    """A short match removes what those that were killed could not."""
    done = subprocess.run([REFEREE, "match", "--engine", "cmd=" + fake("good"), "name=one", "sandbox=landlock", "--engine", "builtin:random",
                           "--grid", "torus 3x2", "--quiet"], cwd=path(""), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=dict(os.environ, TMPDIR=folder))
    if done.returncode != 0:
        fail("a match fails", done.stdout.decode())


# ---- leagues ---------------------------------------------------------------------------------
def hostile_engine(number, sandboxes):
    """One of the table, limited so that it is harmless even without a sandbox."""
    mode, keys = chance.choice(ROWS)[:2]
    words = ["cmd=" + fake("'%s'" % mode, path("notes")), "name=bad%d" % number, "sandbox=" + chance.choice(sandboxes),
             "restart=" + chance.choice(("yes", "no")), "cap=300", "wait=2000", "quit=100"]
    return ["--engine"] + words + [key for key in keys.split() if not key.startswith(("cap=", "wait=", "quit="))]


class Referee:
    """A league on a record of its own, which goes on when it is started again."""

    def __init__(self, name, hostile, sandboxes=SANDBOXES):
        self.name, self.folder = name, path(name + "-tmp")
        os.mkdir(self.folder)
        good = [["--engine", "cmd=" + fake("good"), "name=good", "sandbox=" + sandboxes[0]],
                ["--engine", "cmd=" + fake("chatter"), "name=shut", "sandbox=" + sandboxes[-1]],
                ["--engine", "builtin:random", "name=random"]]
        engines = good + [hostile_engine(number, sandboxes) for number in range(hostile)]
        self.words = ["match", *sum(engines, []), "--grid", "torus 4x4,torus 3x2", "--rounds", "100000", "--concurrency", "2",
                      "--json", "--record", path(name + ".db")]
        self.shown = 0  # halves that it has said are played, in all its lives

    def start(self):
        self.output = open(path(self.name + ".json"), "w+")
        self.process = subprocess.Popen([REFEREE] + self.words, cwd=path(""), stdin=subprocess.DEVNULL, stdout=self.output,
                                        stderr=subprocess.STDOUT, env=dict(os.environ, TMPDIR=self.folder))
        self.pid = self.process.pid
        started.append(self.pid)

    def play(self, seconds):
        """False: it has ended by itself."""
        try:
            self.process.wait(seconds)
            return False
        except subprocess.TimeoutExpired:
            return True

    def keeper(self):
        return chance.choice(children(self.pid) or [0])

    def engine(self):
        return chance.choice(children(self.keeper()) or [0])

    def finish(self):
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            fail(self.name, "does not end", self.words, *describe_kin(self.pid))
            self.process.kill()
            self.process.wait()

    def check_shown(self, keeper_killed=False):
        """Each line that was written whole is a promise. A league that loses a keeper before its first game does not begin."""
        self.output.seek(0)
        lines = self.output.read().split("\n")[:-1]
        self.output.close()
        connection = sqlite3.connect(path(self.name + ".db"), timeout=20)
        for line in lines:
            half = json.loads(line) if line.startswith("{") else {"type": "words"}
            if half["type"] == "half":
                row = connection.execute("SELECT moves, termination FROM half WHERE game = ? AND number = ?",
                                         (half["game"], half["half"])).fetchone()
                self.shown += 1
                if row != (" ".join(half["moves"]), half["termination"]):
                    fail(self.name, "shown as played, and not so in the record", line, row)
            elif half["type"] == "words" and "the same command continues from here" not in line and not (
                    keeper_killed and ": engine " in line):
                fail(self.name, "says", line, self.words)
        sound = connection.execute("PRAGMA integrity_check").fetchall()
        connection.close()
        if sound != [("ok",)]:
            fail(self.name, "is damaged", sound)

    def check_left(self, others, fault):
        """Nothing is, after a moment."""
        end = time.monotonic() + PATIENCE
        quiet = 0  # looks in which there was none: while processes end, the list of children may be short of some
        while quiet < 10 and time.monotonic() < end:
            quiet = 0 if reap(others) else quiet + 1
            time.sleep(0.02)
        left = reap(others)
        while os.listdir(self.folder) and time.monotonic() < end:
            sweep(self.folder)  # of a referee and a keeper that were killed together: the next one has to remove it
        for pid in left:
            fail(self.name, fault, "process left", pid, *map(describe, [pid] + children(pid)))
            kill(pid, signal.SIGKILL)
        if os.listdir(self.folder):
            fail(self.name, fault, "files left", os.listdir(self.folder), self.words)
            self.folder = path("%s-tmp-%d" % (self.name, len(wrong)))
            os.mkdir(self.folder)

    def verify(self):
        done = subprocess.run([REFEREE, "verify", path(self.name + ".db")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            fail(self.name, "verify", done.stdout.decode()[-2000:])


# ---- what is done to them --------------------------------------------------------------------
def kill_keeper(league):
    keeper = league.keeper()
    if keeper:
        kill(keeper, signal.SIGKILL)
        league.play(2.5)  # the referee sweeps what an engine leaves that kills both at the same moment
    league.process.kill()


def kill_with_stopped_keeper(league):
    """The only one would stay, as SECURITY.md says: there is none to resume it."""
    keeper = league.keeper()
    if len(children(league.pid)) > 1:
        kill(keeper, signal.SIGSTOP)
    league.process.kill()


def kill_with_stopped_engine(league):
    engine = league.engine()
    if engine:
        kill(engine, signal.SIGSTOP)
    league.process.kill()


FAULTS = {"killed": lambda league: league.process.kill(), "killed after its keeper": kill_keeper,
         "killed with a stopped keeper": kill_with_stopped_keeper, "killed with a stopped engine": kill_with_stopped_engine,
         "interrupted": lambda league: kill(league.pid, signal.SIGINT), "terminated": lambda league: kill(league.pid, signal.SIGTERM),
         "hung up": lambda league: kill(league.pid, signal.SIGHUP)}


class Samples:
    """Memory and descriptors of the one that plays all the time."""

    def __init__(self, begin, end):
        self.begin, self.end, self.next, self.kib, self.open = begin, end, begin, {}, {}

    def take(self, pid):
        now = time.monotonic()
        tenth = int(10 * (now - self.begin) / (self.end - self.begin))
        if now >= self.next and resident(pid):
            self.kib.setdefault(tenth, []).append(resident(pid))
            self.open.setdefault(tenth, []).append(descriptors(pid))
            self.next = now + 0.5

    def judge(self):
        for tenth in sorted(self.kib):
            print("tenth %d: %d KiB resident, at most %d descriptors" %
                  (tenth + 1, statistics.median(self.kib[tenth]), max(self.open[tenth])))
        early, late = self.kib.get(1, []), self.kib.get(9, [])

        def most(first, last):
            """The descriptors of games come and go: a leak shows over many of them."""
            return max(max(self.open.get(tenth, [0])) for tenth in range(first, last + 1))

        if not early or not late:
            fail("too few samples of memory")
        elif statistics.median(late) > 1.1 * statistics.median(early) + SPARE_KIB or most(5, 9) > 1.25 * most(1, 5) + 4:
            fail("the referee that plays all the time grows")


def soak():
    begin = time.monotonic()
    end = begin + 60 * MINUTES
    files = shared_files()
    steady = Referee("steady", 6, SANDBOXES)
    steady.start()
    samples, halves, count = Samples(begin, end), 0, dict.fromkeys(FAULTS, 0)
    number = attacks = 0
    while time.monotonic() < end:
        number += 1
        league = Referee("league%d" % number, 4)
        for _ in range(RUNS_OF_A_LEAGUE):
            league.start()
            moment = time.monotonic() + chance.uniform(0.05, 4)
            while time.monotonic() < moment and league.play(0.1):
                samples.take(steady.pid)
            if chance.random() < 0.5:
                victim = chance.choice((steady.keeper, steady.engine))()
                kill(victim, signal.SIGKILL) if victim else None
                attacks += 1
            if league.process.poll() is not None:
                fail(league.name, "ended by itself", league.process.returncode, open(path(league.name + ".json")).read()[-2000:])
            fault = chance.choice(list(FAULTS))
            FAULTS[fault](league)
            count[fault] += 1
            league.finish()
            league.check_left({steady.pid}, fault)
            league.check_shown(fault == "killed after its keeper")
            if steady.process.poll() is not None:
                fail("the one that plays all the time has ended", open(path("steady.json")).read()[-2000:])
                steady.start()
            if time.monotonic() >= end:
                break
        league.verify()
        halves += league.shown
        print("%5.1f minutes: %d leagues, %d halves of them" % ((time.monotonic() - begin) / 60, number, halves), flush=True)
    kill(steady.pid, signal.SIGINT)
    steady.finish()
    steady.check_left(set(), "interrupted")
    steady.check_shown()
    steady.verify()
    sweep(path(""))
    if control_groups() or shared_files() - files:
        fail("left behind", control_groups(), shared_files() - files)
    print("%d leagues, %s; %d engines and keepers killed beside them" %
          (number, ", ".join("%d %s" % (count[fault], fault) for fault in FAULTS), attacks))
    print("%d halves in these, %d in the league that was never killed" % (halves, steady.shown))
    samples.judge()


ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
print("with the sandboxes " + ", ".join(SANDBOXES[1:]))
soak()
sys.exit(bool(wrong))
