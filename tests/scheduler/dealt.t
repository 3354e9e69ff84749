#!/usr/bin/env python3
"""`league` and `tune` with --scheduler, where GNU parallel and Slurm are scripts that play a part
(tests/lib/fake_scheduler.sh): what the coordinator does with tasks that fail, records that do not fit, folders of others and
answers of all kinds. `make check-cluster` plays with the real ones (schedulers.t)."""
import os
import re
import shutil
import signal
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import Run, ask, fake, path, run  # noqa: E402
from tgi import NIGHTLY, SOURCE, done, enough, ok, until  # noqa: E402

os.mkdir(path("bin"))
for tool in ("parallel", "sbatch", "squeue", "scancel", "scontrol"):
    with open(path("bin/" + tool), "w") as file:
        file.write("#!/bin/sh\nname=%s\n. '%s'\n" % (tool, os.path.abspath(os.path.join(SOURCE, "tests", "lib", "fake_scheduler.sh"))))
    os.chmod(path("bin/" + tool), 0o755)
PATH = os.environ["PATH"]
os.environ["PYTHON"] = sys.executable
os.environ["PATH"] = path("bin") + ":" + PATH
HALVES = ("SELECT half.id, seat1, seat2, margin1, margin2, termination, at_fault, moves FROM half JOIN game ON game.id = game"
          " ORDER BY half.id")
ENGINES = {"one": "cmd = " + fake("good"), "two": "cmd = " + fake("good")}
PARALLEL, SLURM = ["--scheduler", "parallel"], ["--scheduler", "slurm"]


def write(name, league, engines=ENGINES):
    with open(path(name + ".ini"), "w") as file:
        file.write("[league]\n%s\n" % league + "".join("[engine %s]\n%s\n" % pair for pair in engines.items()))


def begin(name, record, *words, command="league", **acts):
    """Started; what its scheduler was asked is in the file RECORD.asked."""
    settings = {"ACT_" + tool: act for tool, act in acts.items()}
    settings["ASKED"] = path(record + ".asked")
    before = dict(os.environ)
    os.environ.update(settings)
    program = Run(command, name + ".ini", "--record", record, *words)
    os.environ.clear()
    os.environ.update(before)
    return program


def deal(name, record, *words, **acts):
    program = begin(name, record, "--quiet", *PARALLEL, *words, **acts)
    return program.finish(), program.said()


def asked(record, tool):
    try:
        with open(path(record + ".asked")) as file:
            lines = [line.rstrip("\n").split("\t") for line in file]
    except OSError:
        return []
    return [words[1:] for words in lines if words[0] == tool]


def tasks_of(record):
    return path(record.replace(".db", ".tasks"))


def left(record):
    return sorted(os.listdir(tasks_of(record))) if os.path.isdir(tasks_of(record)) else []


def same(record, other):
    return ask(record, HALVES) == ask(other, HALVES)


WAITING = []


def fails(text, name, record, *words, scheduler=PARALLEL, **acts):
    """Begins a league that must fail with this text; check() waits for all of them together."""
    WAITING.append((begin(name, record, "--quiet", *scheduler, *words, **acts), text, record))


def check():
    for program, text, record in WAITING:
        status = program.finish()
        ok(status == 1 and text in program.said(), "%s: %s" % (record, text.strip()), status, program.said())
    WAITING.clear()


write("two", "grids = torus 2x2, torus 4x4\nrounds = 3")
ok(run("league", "two.ini", "--record", "two.db", "--quiet")[0] == 0, "a league alone")
write("few", "grids = torus 2x2\nrounds = 2")
write("once", "grids = torus 2x2\nrounds = 1")
ok(run("league", "once.ini", "--record", "once.db", "--quiet")[0] == 0, "and one of a single game")
write("slow", "grids = torus 2x2\nrounds = 4\nconcurrency = 2")
SLOW = begin("slow", "slow.db", "--quiet", *SLURM, "--task-size", 1, "--task-time", 60,
             scontrol="echo 'MaxArraySize            = 3'",
             sbatch="""for task in $tasks; do
                    if [ $task != task-000002 ] || [ $(jobs_so_far | wc -l) -gt 1 ]; then play $task; fi
                done""",
             squeue="""first=$(jobs_so_far | head -n 1); printf '%s\n' '7 1 R 0:01 other-1' "7 1 R 0:02 ${first}x" "7 2 R 1-00:00:00 $first" """)  # ended in the last section
KEEPER = begin("few", "keeper.db", "--quiet", *PARALLEL,
               parallel=": >$folder/notes; play_all")
STUBBORN = begin("few", "stubborn.db", "--quiet", *PARALLEL,
                 parallel="trap '' TERM; : >$folder/pid; exec sleep 600")
until(lambda: os.path.exists(path("stubborn.tasks/pid")))
STUBBORN.process.send_signal(signal.SIGTERM)

# ---- as it should be --------------------------------------------------------------------------------------

status, said = deal("two", "it's.db", "--task-size", 1)
ok(status == 0 and same("it's.db", "two.db"), "GNU parallel plays the same games, in a folder with an apostrophe", status, said)
ok(not left("it's.db"), "nothing is left of the tasks")
status, said = deal("once", "plain", "--concurrency", 128, "--scheduler-options=--nice 5 --tag")
ok(status == 0 and same("plain", "once.db"), "a record of another ending", status, said)
words = asked("plain", "parallel")[0]
ok(words[words.index("--jobs") + 1] == "1%" and words[-4:-1] == ["--nice", "5", "--tag"],
   "a task of more processors than there may be is one of few, and options come last", words)
os.environ["TRIANCEY_REFEREE"] = "/nowhere/referee"
fails("/nowhere/referee", "once", "named.db")
del os.environ["TRIANCEY_REFEREE"]
check()
status, said = deal("once", "twice.db", parallel="play $first; play_all")
ok(status == 0 and same("twice.db", "once.db"), "a task that is played twice counts once", status, said)

# ---- what fails -------------------------------------------------------------------------------------------

fails("task 1 has failed: it left no record and no message; its files are in the folder silent.tasks",
      "two", "silent.db", parallel=":")
fails("task 1 has failed: no such host", "two", "told.db", parallel="echo; echo no such host; echo more")
fails("--scheduler-options: ", "two", "quote.db", "--scheduler-options=--tag 'x")
fails("--scheduler-options: more than 200 options", "two", "many.db", "--scheduler-options=" + "--tag " * 201)
for number, (text, wanted, most) in enumerate((
        ("#!/nowhere/sh\n", "cannot run sbatch\n", "echo MaxArraySize = many"),
        ("#!/bin/sh\nkill -9 $$\n", "league: sbatch has failed\n", "echo MaxArraySize = 1"),
        ("#!/bin/sh\necho disk is full >&2; exit 1\n", "league: sbatch: disk is full\n", "echo MaxArraySize = 5000"),
        ("#!/bin/sh\necho sbatch: no node >&2; exit 1\n", "league: sbatch: no node\n", "/usr/bin/head -c 17825792 /dev/zero | /usr/bin/tr '\\0' x"))):
    shutil.copytree(path("bin"), path("bin%d" % number))
    with open(path("bin%d/sbatch" % number), "w") as file:
        file.write(text)
    os.environ["PATH"] = path("bin%d" % number)  # where it is alone
    fails(wanted, "two", "sbatch%d.db" % number, scheduler=SLURM, scontrol=most)
os.environ["PATH"] = path("bin") + ":" + PATH
before = os.environ.pop("PATH")
status, said = run("league", "two.ini", "--record", "no-path.db", *PARALLEL, "--scheduler-options=--tag 'x")
os.environ["PATH"] = before
usual = any(os.access(place + "/parallel", os.X_OK) for place in ("/usr/bin", "/bin"))
ok(status == 1 and ("--scheduler-options" if usual else "is missing") in said, "without PATH the usual folders are searched", said)
os.mkdir(path("folder.tasks"))
os.mkdir(path("folder.tasks/lock"))
fails("folder.tasks/lock: Is a directory", "two", "folder.db")
with open(path("file.tasks"), "w") as file:
    file.write("not a folder\n")
fails("cannot read the folder file.tasks: Not a directory", "two", "file.db")
check()

# ---- records that do not fit ------------------------------------------------------------------------------

write("other", "grids = torus 2x2, torus 4x4\nrounds = 3\nseed = 2")
REFUSED = {
    "DELETE FROM half WHERE number = 2": "game 1 is not the one that the task describes",
    "UPDATE game SET seat1 = seat2, seat2 = seat1": "game 1 is not the one that the task describes",
    "UPDATE half SET margin1 = margin1 + 1 WHERE number = 1": "half 1",
    "UPDATE league SET schedule = '0123456789abcdef'": "it belongs to another league, schedule 0123456789abcdef, not ",
    "DROP TABLE fault": "fault",
    "DELETE FROM half; DELETE FROM game": "it has 0 games, not 1",
}
REFUSED = dict(list(REFUSED.items())[::enough(2, 1)])
for number, (change, text) in enumerate(REFUSED.items()):
    fails(text, "once", "changed%d.db" % number, "--retries", 1, parallel='play_and_change "%s"' % change)
check()
for number, change in enumerate(REFUSED):
    names = left("changed%d.db" % number)
    ok("task-000001" in names and "task-000001.db" not in names, "%s: the record is gone, but not its task" % change, *names)
again = "case $batch in *1) play_and_change 'DELETE FROM half' ;; *) play_all ;; esac"
status, said = deal("once", "again.db", parallel=again)
ok(status == 0 and same("again.db", "once.db") and len(asked("again.db", "parallel")) == 2,
   "what was refused is played again", status, said)
another = "play_and_change \"UPDATE program SET digest = '0' WHERE engine = 2\""
fails("engine two is not the same program on the machine ", "once", "another.db", parallel=another)
status, said = deal("once", "replaced.db", "--replaced", parallel=another)
ok(status == 0 and same("replaced.db", "once.db"), "with --replaced it may be another", status, said)

# ---- faults and games that were begun ---------------------------------------------------------------------

write("faulty", "grids = torus 4x4\nrounds = 4\nmax_faults = 2", {"good": ENGINES["one"], "bad": "cmd = " + fake("illegal")})
begun = begin("faulty", "faulty.db", *PARALLEL, "--task-size", 1,
              parallel="play $first; wait_for faults 02; shift; for task; do play $task; done")
status, said = begun.finish(), begun.said()
ok(status == 0 and said.count("bad is withdrawn after 2 faults; half 2") == 3 and "half 1: illegal by bad: move " in said,
   "tasks know what an engine has done in those before", status, said)
ok(ask("faulty.db", "SELECT COUNT(*), MAX(engine) FROM fault") == [(2, 2)], "and have no faults more")
write("strict", "grids = torus 4x4\nrounds = 2\nrecover = no", {"good": ENGINES["one"], "bad": "cmd = " + fake("exit-go")})
fails("recover = no: game 1 ends the league: crash by bad: exited with status 7", "strict", "strict.db", "--task-size", 1)


def change(record, *statements):
    base = sqlite3.connect(path(record))
    for statement in statements:
        base.execute(statement)
    base.commit()
    base.close()


def begin_record(name, record):
    """As if its coordinator had been killed: of one game a half is there, two are missing."""
    shutil.copy(path(name), path(record))
    change(record, "DELETE FROM half WHERE game > 4 OR (game = 3 AND number = 2)", "DELETE FROM game WHERE id > 4",
           *("DELETE FROM %s WHERE half NOT IN (SELECT id FROM half)" % table
             for (table,) in ask(name, "SELECT name FROM sqlite_schema WHERE name IN ('said', 'visits')")))


def write_task(record, number, *games, schedule=None, begin=""):
    os.makedirs(tasks_of(record), exist_ok=True)
    name = schedule or ask("two.db", "SELECT schedule FROM league")[0][0]
    with open(os.path.join(tasks_of(record), "task-%06d" % number), "w") as file:
        file.write("triancey task 1 of %s\n%s" % (name, begin) + "".join(game + "\n" for game in games))


place = {row[0]: "%d %d %d" % row for row in ask("two.db", "SELECT id, seat1, seat2 FROM game")}
begin_record("two.db", "begun.db")
status, said = deal("two", "begun.db")
ok(status == 0 and same("begun.db", "two.db"), "a game that was begun is ended by the coordinator, others are dealt out",
   status, said)
ok(len(asked("begun.db", "parallel")) == 1, "at once")

# ---- folders of others ------------------------------------------------------------------------------------

begin_record("two.db", "left.db")
write_task("left.db", 2, place[1])
write_task("left.db", 3, place[3], place[5])
write_task("left.db", 5, place[6])
for name, text in (("task-x", ""), ("task-99999999999", ""), ("batch-000001", "notes\ntask-000009\ntask-000005\n")):
    with open(os.path.join(tasks_of("left.db"), name), "w") as file:
        file.write(text)
status, said = deal("two", "left.db", parallel="play_all; rm $folder/task-x $folder/task-99999999999")
ok(status == 0 and same("left.db", "two.db"), "tasks that a coordinator left are played, or dropped if their games were begun",
   status, said)
ok(not left("left.db"), "and nothing is left", *left("left.db"))
write_task("more.db", 1, "7 1 2")
fails("more.tasks: task 1 has games that the league does not have: move the folder away", "two", "more.db")
write_task("late.db", 1, place[1], schedule="0123456789abcdef")
fails("it belongs to another league, schedule 0123456789abcdef, not ", "two", "late.db")
os.makedirs(path("batch.tasks/batch-000001"))
fails("batch.tasks/batch-000001: ", "two", "batch.db")
check()
write_task("with.db", 1, place[1], begin="with something\n")
status, said = run("league", "two.ini", "--task", "with.tasks/task-000001")
ok(status == 1 and "with.tasks/task-000001: it is not a task of a league" in said, "a task of a tuning is none of a league",
   status, said)
status, said = run("league", "two.ini", "--task", "with.tasks/task-000007")
ok(status == 1 and "with.tasks/task-000007: " in said, "a task that is not there", status, said)
for rounds, size in ((1280, 5), (8500, 32))[:enough(1, 2)]:
    record = "size%d.db" % size
    deal("two", record, "--grids", "torus 2x2", "--rounds", rounds, parallel=":")
    lines = open(os.path.join(tasks_of(record), "task-000001")).readlines() if left(record) else []
    ok(len(lines) == 1 + size, "%d encounters: %d in a task" % (rounds, size), len(lines))
check()

# ---- tunings ----------------------------------------------------------------------------------------------

OPTION = "[option Hash]\nstart = 8\nmin = 1\nmax = 16\nC_end = 2\nR_end = 0.1\n"
TUNE = "concurrency = 1\n[tune]\nsteps = %d\nahead = 1\n" % enough(3, 4) + OPTION
PLAYER = {"tuned": "cmd = builtin:search\nnodes = 5"}
write("tune", "grids = torus 2x2\nrounds = 2\n" + TUNE, PLAYER)
write("score", "grids = torus 2x2\nrounds = 2\n" + TUNE.replace("ahead = 1", "measure = score"), PLAYER)
alone, said = run("tune", "tune.ini", "--record", "tune.db", "--json")
ok(alone == 0, "a tuning alone", said)
COURSE = said.splitlines()[-1]


def tune(record, **acts):
    program = begin("tune", record, "--json", *PARALLEL, "--task-size", 1, command="tune", **acts)
    status, said = program.finish(), program.said()
    ok(status == 0 and same(record, "tune.db") and said.splitlines()[-1] == COURSE and not left(record),
       "%s: the tuning has the games and the values that it has alone" % record, status, said, *left(record))


if NIGHTLY:  # what is dealt out is played below, too
    tune("tune-parallel.db")
begin_record("tune.db", "tune-begun.db")
tune("tune-begun.db")
fails("task 1 has failed", "tune", "tune-left.db", "--task-size", 1, command="tune", parallel=":")
check()
texts = []
for name in [name for name in left("tune-left.db") if re.fullmatch(r"task-\d+", name)]:
    with open(os.path.join(tasks_of("tune-left.db"), name)) as file:
        texts.append(file.read())
ok(len(texts) == 4 and [text.split()[7] for text in texts] == ["1", "1", "2", "2"], "tasks of two steps are out", *texts)
head, values, game = texts[1].splitlines()
WRONG = [[head, values[:-1] + "9", game], [head, game], [head, values, game, texts[2].splitlines()[2]],
         [head, values, "7 1 2"], [head, values]]
for number, lines in enumerate(WRONG):
    with open(os.path.join(tasks_of("tune-left.db"), "task-%06d" % (5 + number)), "w") as file:
        file.write("\n".join(lines) + "\n")
os.remove(os.path.join(tasks_of("tune-left.db"), "task-000002"))
tune("tune-left.db")
for number, (words, text) in enumerate((("stop 1 plus 8 minus 8", "it is not a step of a tuning run"),
                                        ("step 1", "it is not a step of a tuning run"),
                                        ("step 1 plus 8", "it is not a step of a tuning run"),
                                        ("step 1 plus 8 less 8", "it is not a step of a tuning run"),
                                        ("step 1 plus", "it has no value for the option Hash"),
                                        ("step 1 plus 8 minus 17", "it has no value for the option Hash"),
                                        ("step 1 plus 8 minus 8 8", "it is not a step of a tuning run"))[::enough(3, 1)]):
    with open(path("wrong-%d" % number), "w") as file:
        file.write("%s\nwith %s\n%s\n" % (head, words, game))
    fails("wrong-%d: %s" % (number, text), "tune", "unused.db", "--task", "wrong-%d" % number, command="tune", scheduler=())
check()
for rounds, size in ((6, 1), (1000, 7))[enough(1, 0):]:
    record = "tune%d.db" % rounds
    write("tune%d" % rounds, "grids = torus 2x2\nrounds = %d\n" % rounds + TUNE, PLAYER)
    fails("task 1 has failed", "tune%d" % rounds, record, command="tune", parallel=":")
    check()
    with open(os.path.join(tasks_of(record), "task-000001")) as file:
        lines = file.readlines()
    ok(len(lines) == 2 + size, "%d encounters a step: %d in a task" % (rounds, size), len(lines))

# ---- Slurm ------------------------------------------------------------------------------------------------

status, said = SLOW.finish(), SLOW.said()
ok(status == 0 and ask("slow.db", "SELECT COUNT(*) FROM half") == [(8,)], "Slurm plays a league", status, said)
jobs = asked("slow.db", "sbatch")
ok("--array=1-2" in jobs[0] and all("--array=1-1" in words for words in jobs[1:]), "no job has more tasks than Slurm takes", *jobs)
ok(all("--cpus-per-task=2" in words and "--time=3" in words for words in jobs), "jobs ask for processors and time", *jobs)
name = jobs[0][3].replace("job-", "")
kills = [words for words in asked("slow.db", "scancel") if "--signal=KILL" in words]
ok(kills and all(words[-1] == "7_2" for words in kills), "a task that takes too long is killed, and no others", *kills)
ok([words for words in asked("slow.db", "scancel") if "--signal=KILL" not in words] == [["--quiet", name]],
   "at the end what Slurm still has is cancelled", name, *asked("slow.db", "scancel"))


# ---- what does not end by itself --------------------------------------------------------------------------

status = KEEPER.finish()
ok(status == 0 and left("keeper.db") == ["notes"], "what is not ours stays in the folder of tasks", KEEPER.said(),
   *left("keeper.db"))
status = STUBBORN.finish()
ok(status == 128 + signal.SIGTERM and not STUBBORN.left(), "a GNU parallel that does not end is killed", status, STUBBORN.said())

done()
