#!/usr/bin/env python3
"""The terms that engines play under, and what faults lead to: restart, deadlines, resources, recover,
max_faults; each as a key of all and of one engine. The clock is given (given_clock.h): only engines let time pass."""
import hashlib
import itertools
import json
import os
import shutil
import socket
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402, F401 (gives the clock)
from referee import LINUX, REFEREE, SANITIZED, Run, ask, fake, numbers, path, value  # noqa: E402
from referee import run as run_by_its_clock  # noqa: E402
from tgi import BUILD, ENGINE, done, enough, ok, until  # noqa: E402

CLOCKED = os.path.abspath(os.path.join(BUILD, "tests", "clocked", "triancey-referee"))

HALVES = "SELECT COUNT(*) FROM half"
WITHDRAWN = "SELECT COUNT(*) FROM half WHERE termination = 'withdrawn'"


def run(*words, program=CLOCKED, **how):
    return run_by_its_clock(*words, program=program, **how)


def engine(name, mode, *keys):
    return ["--engine", "cmd=" + fake(mode, path(name)), "name=" + name, *keys]


def match(record, *words, grid="torus 4x4"):
    return run("match", *words, "--grid", grid, "--record", record, "--quiet")


# ---- restart ---------------------------------------------------------------------------------
for words, started in (([], 2), (["--restart", "yes"], 4), (["--restart", "no"], 2), (["--each", "restart=yes"], 4))[:enough(2, 4)]:
    name = "kept" + "".join(words).replace("-", "").replace("=", "")
    status, said = match(name + ".db", *engine(name, "register"), *engine("other", "good"), "--rounds", "3", *words)
    count = len(set(numbers(name)))
    ok(status == 0 and count == started, "%d processes for a trial and three games, %s" % (started, words), count, said)
status, said = match("one.db", *engine("fresh", "register", "restart=yes"), *engine("lasting", "register"), "--rounds", "3")
ok((len(numbers("fresh")), len(numbers("lasting"))) == (4, 2), "one engine is restarted, the other is not", said)
ok(value("one.db", "SELECT COUNT(*) FROM fault") == 0, "and that is no fault")

# ---- deadlines -------------------------------------------------------------------------------
status, said = match("a.db", *engine("mute", "hang-tgi", "start=300"), *engine("other", "good"))
ok(status == 1 and "engine mute: no tgiok within 0.300 seconds" in said, "start", said)
status, said = match("a.db", *engine("mute", "hang-isready"), *engine("other", "good"), "--wait", "300")
ok(status == 1 and "engine mute: no readyok within 0.300 seconds" in said, "wait", said)
status, said = match("leaving.db", *engine("leaving", "slow-quit", "quit=60000"), *engine("other", "good"))
ok(status == 0 and len(numbers("leaving")) == 2, "an engine that takes its time to end, quit = 60000", said)
status, said = match("staying.db", "--engine", "cmd=sh -c \"%s; sleep 600; echo 1 >>'%s'\"" % (fake("good"), path("staying")),
                     "name=staying", "quit=0", *engine("other", "good"))
ok(status == 0 and len(numbers("staying")) == 0, "an engine that takes its time to end, quit = 0", said)

# ---- resources -------------------------------------------------------------------------------
# A second of a processor is a second: one half has to do.
for key, mode, halves, wanted in (("memory=40", "fill-memory", 2, "exceeded its memory limit: "),
                                  ("processes=20", "fork", 2, "exceeded its process limit: "),
                                  ("cpu_time=1", *enough(("half2:spin", 1), ("spin-quietly", 2)), "used up its cpu_time: 1 s")):
    if (SANITIZED and mode == "fill-memory") or (not LINUX and not key.startswith("cpu_time")):
        continue  # portable.t: they are refused
    name = key + ".db"
    status, said = match(name, *engine("greedy", mode), *engine("other", "good"), "--each", key, "--wait", "600000")
    texts = {text for (text,) in ask(name, "SELECT text FROM fault WHERE kind = 'limit'")}
    ok(status == 0 and len(texts) > 0 and all(text.startswith(wanted) for text in texts), key, said, texts)
    ok(value(name, "SELECT COUNT(*) FROM half WHERE termination = 'limit' AND text <> ''") == halves, "the halves are forfeited")
    ok(value(name, "SELECT limits FROM engine WHERE name = 'greedy'").startswith(key), "and the bound is in the record")
status, said = match("few.db", *engine("few", "good", "files=8"), *engine("other", "good"))
ok(status == 0 and value("few.db", HALVES) == 2, "an engine that opens few files needs no more", said)
status, said = match("files.db", "--engine", "cmd=sh -c \"ulimit -n >&2; exit 3\"", "name=a", "files=77", *engine("other", "good"))
ok(status == 1 and "its last words: 77" in said, "files", said)

# ---- recover ---------------------------------------------------------------------------------
stopping = [*engine("weak", "exit-go"), *engine("other", "good"), "--rounds", "2"]
for number in (1, 2):
    status, said = match("recover.db", *stopping, "--recover", "no")
    ok(status == 1 and "recover = no: game 1 ends the league: crash by weak: exited with status 7" in said,
       "recover = no ends a league", said)
    ok(value("recover.db", HALVES) == number, "after the half, which is recorded")
status, said = match("recover.db", *stopping)
ok(status == 0 and value("recover.db", HALVES) == 4, "it goes on with recover = yes", said)
for mode in ("twice", "wrong-score"):
    status, said = match(mode + ".db", *engine("odd", mode), *engine("other", "good"), "--recover", "no")
    ok(status == 0 and value(mode + ".db", "SELECT COUNT(*) FROM fault") > 0, mode + " does not end it", said)

# ---- max_faults ------------------------------------------------------------------------------
strict = [*engine("weak", "exit-go"), *engine("other", "good"), "--max-faults", "3"]
status, said = match("strict.db", *strict, "--rounds", "4")
ok(status == 0 and value("strict.db", HALVES) == 8, "a league with an engine that is withdrawn is whole", said)
ok(value("strict.db", "SELECT COUNT(*) FROM fault") == 3, "no fault after the third")
ok(value("strict.db", WITHDRAWN) == 5, "all halves after it are forfeited")
rows = ask("strict.db", "SELECT plies, moves, clocks, text, CASE at_fault WHEN 1 THEN seat1 ELSE seat2 END,"
                        " CASE at_fault WHEN 1 THEN margin1 ELSE margin2 END, margin1 + margin2"
                        " FROM half, game ON game.id = half.game WHERE termination = 'withdrawn'")
ok(set(rows) == {(0, "", "", "weak is withdrawn after 3 faults", 1, -32, 0)}, "by that engine, at the worst margin", rows)
status, said = match("strict.db", *strict, "--rounds", "6")
ok(value("strict.db", HALVES) == 12 and value("strict.db", WITHDRAWN) == 9, "it stays withdrawn when the league goes on", said)
ok(value("strict.db", "SELECT COUNT(*) FROM fault") == 3, "by the faults in the record")
status, said = match("both.db", *engine("weak", "hang-newgame"), *engine("frail", "hang-newgame"), "--max-faults", "1", "--wait", "300")
rows = ask("both.db", "SELECT number, at_fault, margin1, margin2, termination, text FROM half ORDER BY number")
ok(rows == [(1, None, 0, 0, "stall", "several players could not begin"),
            (2, None, 0, 0, "withdrawn", "weak is withdrawn after 1 faults, frail is withdrawn after 1 faults")],
   "two that are withdrawn: nobody wins", rows)
status, said = match("warned.db", *engine("odd", "twice"), *engine("other", "good"), "--max-faults", "1", "--rounds", "2")
ok(status == 0 and value("warned.db", WITHDRAWN) == 0, "warnings do not count", said)
for record in ("strict.db", "both.db", "cpu_time=1.db", "recover.db"):
    status, said = run("verify", record)
    ok(status == 0, record + " is verified", said)

# ---- clocks ----------------------------------------------------------------------------------
status, said = match("clocks.db", *engine("slow", "slow", "tc=30+0.25"), *engine("quick", "good", "tc=20"), "--log", "clocks.log")
with open(path("clocks.log")) as file:
    shown = [line.split() for line in file if " > go id " in line and "time" in line]
wanted = []
for number, clocks in ask("clocks.db", "SELECT number, clocks FROM half ORDER BY number"):
    left, increment = [30000000, 20000000], [250000, 0]
    for ply, took in enumerate(int(word) for word in clocks.split()):
        wanted.append([left[0] // 1000, left[1] // 1000])
        seat = (number - 1 + ply) % 2
        left[seat] += increment[seat] - took
told = [[int(line[line.index("p%dtime" % seat) + 1]) for seat in (1, 2)] for line in shown]
ok(status == 0 and len(wanted) > 6 and told == wanted, "go shows what the moves in the record have left on the clocks",
   said, told, wanted)
ok(all(line[line.index("p1inc") + 1] == "250" and line[line.index("p2inc") + 1] == "0" for line in shown), "and the increments")

# The margin is there once a half: an engine that takes half a second more than its clock shows at each move has
# 1.2 seconds for two moves, not for each.
with open(path("late.py"), "w", encoding="utf-8") as script:
    script.write("""import mmap, os, struct, subprocess, sys
clock = mmap.mmap(os.open(os.environ["TRIANCEY_CLOCK"], os.O_RDWR), 16)
engine = subprocess.Popen([sys.argv[1], "--player", "random"], stdin=subprocess.PIPE, text=True, bufsize=1)
for line in sys.stdin:
    if line.startswith("go"):
        words = line.split()
        now = struct.unpack("=q", clock[0:8])[0]
        clock[0:8] = struct.pack("=q", now + 1000 * (int(words[words.index("p1time") + 1]) + 500))
    engine.stdin.write(line)
engine.stdin.close()
engine.wait()
""")
late = ["--engine", "cmd='%s' -I -S '%s' '%s'" % (sys.executable, path("late.py"), os.path.abspath(ENGINE)), "name=late"]
for words, own in ((["tc=0.2", "margin=1200"], 3), (["tc=0.2", "margin=5"], 1)):
    status, said = run("match", *late, *words, *engine("quick", "good"), "--grid", "ancey", "--record", "late%d.db" % own)
    moves = value("late%d.db" % own, "SELECT (plies + 2) / 2 FROM half WHERE number = 1 AND termination = 'time'")
    ok(status == 0 and moves == own, "the clock's margin is spent once: the fault comes at move %d" % own, moves, said)

# ---- affinity --------------------------------------------------------------------------------
allowed = sorted(os.sched_getaffinity(0)) if LINUX else []  # elsewhere nothing binds
for processors, games, told in ((allowed[:1], 2, True), (allowed[:1], 1, False), (allowed, len(allowed), False)) if LINUX else ():
    status, said = run("match", *engine("a", "good"), *engine("b", "good"), "--grid", "torus 4x4", "--affinity", "yes",
                       "--concurrency", games, limit=lambda: os.sched_setaffinity(0, processors))
    ok(status == 0 and ("%d games at the same time share %d processor" % (games, len(processors)) in said) == told,
       "%d games on %d processors" % (games, len(processors)), said)
status, said = match("shared.db", *engine("one", "where"), *engine("two", "where"), "--affinity", "yes", "--rounds", "3")
seen = {name: set(numbers(name)) for name in ("one", "two")}
ok(status == 0 and (not LINUX or len(seen["one"]) == 1 and seen["one"] == seen["two"]), "the engines of a game share a processor", seen, said)

# ---- which programs they are -----------------------------------------------------------------
def digest(name):
    with open(name, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


shutil.copy(fake("good").split("'")[1], path("program"))
with open(path("script.sh"), "w", encoding="utf-8") as script:
    script.write('exec "$1" --player random\n')
LEAGUE = ["--engine", "cmd=./program good", "name=program", "--engine", "cmd=sh -u script.sh '%s'" % os.path.abspath(ENGINE),
          "name=script", "--grid", "torus 4x4", "--nodes", "10", "--record", "program.db", "--quiet"]
status, said = run("match", *LEAGUE)
first = digest(path("program"))
SHELL = os.path.realpath(shutil.which("sh"))
ok(status == 0, "a match", said)
ok(ask("program.db", "SELECT engine, digest FROM program ORDER BY engine") ==
   [(1, first), (2, digest(SHELL) + " " + digest(path("script.sh")))], "programs and scripts are known by SHA-256",
   ask("program.db", "SELECT * FROM program"))
ok(ask("program.db", "SELECT host, kernel FROM run") == [(os.uname().nodename, "%s %s" % (os.uname().sysname, os.uname().release))],
   "and machines by their names")
status, said = run("match", *LEAGUE, "--rounds", "2")
ok(status == 0 and value("program.db", "SELECT COUNT(*) FROM run") == 2, "the same ones go on, in another run", said)
for changed, name in (("program", "program"), ("script.sh", "script")):
    with open(path(changed), "ab") as file:
        file.write(b"#\n")
    before = digest(path("program.db"))
    status, said = run("match", *LEAGUE, "--rounds", "3")
    ok(status == 1 and "the program of engine %s has changed" % name in said and digest(path("program.db")) == before,
       "another one under the name %s is refused" % name, said)
    status, said = run("match", *LEAGUE, "--rounds", "3", "--replaced")
    ok(status == 0 and "%s was replaced: 2 different programs" % name in said, "unless that is said, and then told", said)
    status, said = run("match", *LEAGUE, "--rounds", "3")
    ok(status == 0, "from then on it is the one", said)
run("report", "program.db", "--html", "program.html")
with open(path("program.html")) as page:
    ok("program was replaced: 2 different programs" in page.read(), "the report tells it, too")
status, said = run("export", "program.db", "--format", "json")
programs = json.loads(said)["programs"]
ok(len({row["digest"] for row in programs if row["engine"] == 1}) == 2 and programs[0]["digest"] == first, "it is exported", programs)
status, said = run("verify", "program.db")
ok(status == 0, "verified", said)

# ---- how many games at the same time ---------------------------------------------------------
def warned(processors, *words):
    """Whether there is a warning that engines wait for each other."""
    status, said = run("match", *engine("a", "good"), *engine("b", "good"), "--grid", "torus 4x4", *words,
                       limit=lambda: os.sched_setaffinity(0, processors))
    ok(status == 0, "plays with %s" % " ".join(words), said)
    return "engines wait for each other" in said


if allowed:
    ok(warned(allowed[:1], "--concurrency", "2", "--movetime", "100"), "two timed games on one processor: told")
    ok(warned(allowed[:1], "--concurrency", "2", "--tc", "10"), "with clocks, too")
    ok(not warned(allowed[:1], "--concurrency", "2", "--nodes", "10"), "without time: nothing to be told")
    ok(not warned(allowed[:1], "--concurrency", "auto", "--movetime", "100"), "auto takes what fits")
if len(allowed) > 1:
    ok(not warned(allowed[:2], "--concurrency", "2", "--movetime", "100"), "two games on two processors")
    ok(warned(allowed[:2], "--concurrency", "2", "--movetime", "100", "--cpus", str(allowed[1])), "but not on one of them")
    threads = ["--engine", "builtin:search", "option.Threads=2", "--engine", "builtin:reference"]
    for words in (threads, [*engine("a", "good"), *engine("b", "good")]):
        status, said = run("match", *words, "--grid", "torus 4x4", "--movetime", "10", "--concurrency", "auto", "--json",
                           program=REFEREE)  # a search ends by its clock
        started = json.loads(said.splitlines()[0])
        ok(status == 0 and started["concurrency"] == len(allowed) // (2 if words == threads else 1),
           "auto counts the engines' threads", said)
    status, said = match("cpus.db", *engine("up", "where"), *engine("down", "where"), "--cpus", str(allowed[1]), "--rounds", "3")
    ok(status == 0 and set(numbers("up") + numbers("down")) == {allowed[1]}, "cpus are those that are used", said)
status, said = match("none.db", *engine("a", "good"), *engine("b", "good"), "--cpus", "1023")
ok(status == 2 and ("cpus: the referee is not allowed to run on any of these" if LINUX else "cpus: this system cannot choose") in said, "a processor that is not there", said)
for words, wanted in ((["--cpus", "3-1"], "processors are numbers below 1024, such as 0-3,6, not '3-1'"),
                      (["--cpus", "0,"], "not '0,'"), (["--cpus", "1024"], "not '1024'"), (["--cpus", "x"], "not 'x'"),
                      (["--concurrency", "0"], "concurrency must be a whole number from 1 to 1024")):
    status, said = run("match", *engine("a", "good"), *engine("b", "good"), *words)
    ok(status == 2 and wanted in said, "refused: " + " ".join(words), said)

# Two runs at the same time: where the games of the first are, those of the second are not.
if len(allowed) > 1:
    attempts = itertools.count()

    def processors_held():
        try:
            threads = [os.sched_getaffinity(int(thread)) for thread in os.listdir("/proc/%d/task" % busy.process.pid)]
        except OSError:
            threads = []
        return set().union(*[one for one in threads if len(one) == 1])

    def beside():
        """What two runs hold; False: other tests that run now hold processors, too."""
        global busy
        busy = Run("match", *engine("a", "go:mute"), *engine("b", "good"), "--grid", "torus 4x4", "--affinity", "yes", program=CLOCKED)
        until(lambda: processors_held() or busy.look())
        held, attempt = processors_held(), next(attempts)
        names = ["%s%d" % (name, attempt) for name in ("east", "west")]
        status, said = match("beside%d.db" % attempt, *engine(names[0], "where"), *engine(names[1], "where"), "--affinity", "yes")
        if "shares its processor" not in said + busy.said():
            return status, held, set(numbers(names[0]) + numbers(names[1])), said
        busy.process.terminate()
        busy.finish()
        return False

    status, held, there, said = until(beside)
    ok(status == 0 and len(held) == 1 and len(there) == 1 and not held & there, "two runs have two processors", held, there, said)
    locks = [socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in allowed]
    for lock, processor in zip(locks, allowed):
        try:
            lock.bind("\0triancey-processor-%d" % processor)
        except OSError:
            pass  # held by the run above
    status, said = match("held.db", *engine("c", "good"), *engine("d", "good"), "--affinity", "yes")
    ok(status == 0 and "1 game shares its processor with another run" in said, "when none is left that is reported", said)
    for lock in locks:
        lock.close()
    busy.process.terminate()
    busy.finish()

# ---- what is refused -------------------------------------------------------------------------
for words, wanted in ((["--memory", "0"], "memory must be a whole number of MiB from 1 to 16777216, not '0'"),
                      (["--files", "2"], "files must be a whole number of files from 3 to"),
                      (["--cpu-time", "1.5"], "cpu_time must be a whole number of seconds"),
                      (["--processes", "many"], "processes must be a whole number of processes"),
                      (["--restart", "maybe"], "restart must be yes or no, not 'maybe'"),
                      (["--recover", "1"], "recover must be yes or no, not '1'"),
                      (["--max-faults", "0"], "max_faults must be a whole number from 1 to 1000000, not '0'"),
                      (["--start", "0"], "start must be a whole number of milliseconds from 1 to 86400000, not '0'"),
                      (["--quit", "-1"], "quit must be a whole number of milliseconds from 0 to"),
                      (["--each", "rounds=2"], "--each: 'rounds=2' is not KEY=VALUE with a key of a league and")):
    status, said = run("match", *engine("a", "good"), *engine("b", "good"), *words)
    ok(status == 2 and wanted in said, " ".join(words), said)
done()
