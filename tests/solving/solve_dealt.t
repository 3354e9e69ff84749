#!/usr/bin/env python3
"""`solve --scheduler`, where GNU parallel and Slurm are scripts that play a part (tests/lib/fake_scheduler.sh): the value that is
found without them, machines that are lost, tasks and records that do not fit, and a coordinator that is killed."""
import json
import os
import signal
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import Run, path, run, value  # noqa: E402
from tgi import NIGHTLY, SOURCE, done, ok, until  # noqa: E402

os.mkdir(path("bin"))
for tool in ("parallel", "sbatch", "squeue", "scancel", "scontrol"):
    with open(path("bin/" + tool), "w") as file:
        file.write("#!/bin/sh\nname=%s\n. '%s'\n" % (tool, os.path.abspath(os.path.join(SOURCE, "tests", "lib", "fake_scheduler.sh"))))
    os.chmod(path("bin/" + tool), 0o755)
os.environ["PYTHON"] = sys.executable
os.environ["PATH"] = path("bin") + ":" + os.environ["PATH"]
BOARD = ["word", "crepe", "cells", "18", "--game", "triancey", "--stones", "2", "--hash", "1"]
TASKS = "SELECT count(*) FROM position WHERE nodes IS NOT NULL"


def begin(name, *words, size="400", **acts):
    """Started; what its scheduler was asked is in the file NAME.asked."""
    environment = {"ASKED": path(name + ".asked"), **{"ACT_" + tool: act for tool, act in acts.items()}}
    return Run("solve", *BOARD, "--into", name, "--quiet", "--json", "--task-size", size, *words, environment=environment)


def solved(program):
    status = program.finish()
    try:
        answer = json.loads(program.said())
    except ValueError:
        answer = {}
    return (status, answer.get("low"), answer.get("high")), program.said()


def folder_is_gone(name):
    return not os.path.exists(path(name[:-3] + ".tasks"))


status, said = run("solve", *BOARD, "--into", "here.db", "--quiet", "--json")
wanted = (0, json.loads(said)["low"], json.loads(said)["low"])
for scheduler in ("parallel", "slurm") if NIGHTLY else ("parallel",):
    for size in ("50", "400"):
        name = "%s-%s.db" % (scheduler, size)
        answer, said = solved(begin(name, "--scheduler", scheduler, size=size))
        ok(answer == wanted and folder_is_gone(name), "%s finds the value" % scheduler, said)
        status, said = run("solve", "--verify", name, "--hash", "1")
        ok(status == 0, "it is proved again", said)

# The first task of a batch is lost with its machine: it leaves nothing the first time it is played.
LOSE = 'for task in $tasks; do if [ "$task" = task-000001 ] && ! [ -e "$ASKED.lost" ]; then : >"$ASKED.lost"; else play "$task"; fi; done'
answer, said = solved(begin("lost.db", "--scheduler", "slurm", sbatch=LOSE))
ok(answer == wanted and os.path.exists(path("lost.db.asked.lost")), "a task is handed out again if its machine is lost", said)

for change, expected in (("UPDATE board SET version = '0.0.1 1'", "it was solved by version 0.0.1 1, this is"),
                         ("UPDATE board SET stones = 3", "its tasks have 3 stones, not 2"),
                         ("UPDATE position SET low = 7", "it is not a position of this board"),
                         ("UPDATE OR REPLACE position SET own = 0, other = 0", "it is not a position of a task")):
    answer, said = solved(begin("refused.db", "--scheduler", "parallel", "--retries", "1", parallel='play_and_change "%s"' % change))
    ok(answer[0] == 1 and expected in said and value("refused.db", TASKS) == 0, "refused: " + change, said)

status, said = run("solve", *BOARD, "--task", "nowhere/task-000001", "--quiet")
ok(status == 1 and "nowhere/task-000001" in said, "a task that is not there", said)
with open(path("task-1"), "w") as file:
    file.write("triancey task 1 of 0.0.1 1 triancey crepe-18\nwith 2 1,2,0,0\n")
status, said = run("solve", *BOARD, "--task", "task-1", "--quiet")
ok(status == 1 and "it belongs to another league, schedule 0.0.1 1 triancey crepe-18, not " in said, "a task of another version", said)

# Killed while its tasks wait, then gone on with.
program = begin("killed.db", "--scheduler", "slurm", sbatch=":", squeue="false")
until(lambda: os.path.exists(path("killed.tasks/batch-000001")))
os.kill(program.process.pid, signal.SIGKILL)
program.finish()
answer, said = solved(begin("killed.db", "--scheduler", "slurm"))
ok(answer == wanted and folder_is_gone("killed.db"), "a coordinator goes on after one that was killed", said)
done()
