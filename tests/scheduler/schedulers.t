#!/usr/bin/env python3
"""A league played by `league --scheduler`, and a tuning by `tune --scheduler`, by GNU parallel and by Slurm on one
machine: all games once and the same as alone, whatever is killed or suspended meanwhile. Run by `make check-cluster`.

    schedulers.t [--slurm]

With --slurm it runs in a Slurm of its own (tests/lib/slurm_cluster.sh), and only what belongs there.
"""
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import Run, ask, folder, path, run  # noqa: E402
from tgi import BUILD, ENGINE, SOURCE, done, ok, until  # noqa: E402

HALVES = ("SELECT half.id, round, pair, leg, board.name, spelled, seed, seat1, seat2, margin1, margin2, points1, points2,"
          " termination, text, at_fault, plies, moves FROM half JOIN game ON game.id = half.game"
          " JOIN board ON board.id = board ORDER BY half.id")
LEAGUE = ("SELECT name, players, halves, rounds, seed, schedule, reference, config, scheduled, shard, shards, sprt"
          " FROM league")
MEETINGS = "SELECT * FROM meeting ORDER BY round, number"
SLOTS = 4
LATE = 4  # seconds that a task may take
STEPS = 8  # of a tuning
ALONE = []  # the course of the tuning on one machine
OF = {"parallel": ["--scheduler", "parallel", "--scheduler-options", "-j %d" % SLOTS],
      "slurm": ["--scheduler", "slurm", "--scheduler-options=--ntasks=1"]}


def write(name, league, engines):
    with open(path(name + ".ini"), "w") as file:
        file.write("[league]\n%s\n" % league)
        for engine, keys in engines.items():
            file.write("[engine %s]\n%s\n" % (engine, keys))


def slow(player):
    """An engine whose start takes a while, so that there is time to meet its task."""
    return "cmd = sh -c 'sleep 0.4; exec %s --player %s'" % (os.path.abspath(ENGINE), player)


def tune(name, record, *words):
    return Run("tune", name + ".ini", "--record", record, "--json", *words)


def course(said):
    """The course of all steps, which is in the last line."""
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    return lines[-1].get("course") if lines else None


def league(name, record, *words):
    return Run("league", name + ".ini", "--record", record, "--quiet", *words)


def contents(record, *also):
    return [ask(record, question) for question in (HALVES, LEAGUE, *also)]


def workers(record):
    """The processes that play tasks of a record, and which one."""
    wanted, found = re.compile(rb"\0--task\0(%s/task-\d+)\0$" % record.replace(".db", ".tasks").encode()), []
    for name in os.listdir("/proc"):
        try:
            with open("/proc/%s/cmdline" % name, "rb") as words:
                match = wanted.search(words.read())
            if match and os.path.basename(os.readlink("/proc/%s/exe" % name)).startswith("triancey-referee"):
                found.append((int(name), match.group(1).decode()))
        except OSError:
            pass
    return sorted(found)


def meet(record, but=()):
    """A task that is being played and not in `but`; None: the league ended before one was seen."""
    return until(lambda: next((found for found in workers(record) if found[1] not in but), None))


def forge(scheduler, tasks):
    """Two tasks that are not played yet have records all at once: one of another task, and one that is none."""
    names = set(os.listdir(path(tasks)))
    played = sorted(name for name in names if re.fullmatch(r"task-\d+\.db", name))
    others = sorted(name for name in names if re.fullmatch(r"task-\d+", name) and name + ".db" not in names)[-2:]
    ok(played and len(others) == 2, "%s: its folder of tasks stays" % scheduler, *sorted(names))
    shutil.copy(path(os.path.join(tasks, played[0])), path(os.path.join(tasks, others[0] + ".db")))
    with open(path(os.path.join(tasks, others[1] + ".db")), "wb") as file:
        file.write(b"no record at all " * 1000)


def hurt(scheduler):
    """One task is killed, one suspended past its time, then the coordinator is killed."""
    record = scheduler + "-hurt.db"
    words = [*OF[scheduler], "--task-time", LATE, "--task-size", 1]
    first = league("long", record, *words)
    killed = meet(record)
    if killed:
        os.kill(killed[0], signal.SIGKILL)
    held = meet(record, but=killed[1:] if killed else ())
    if held:
        os.kill(held[0], signal.SIGSTOP)
    ok(killed and held, "%s: tasks are met while they are played" % scheduler)
    other, said = run("league", "long.ini", "--record", record, *words)
    ok(other == 1 and "another referee is writing to it" in said, "%s: one coordinator keeps another out" % scheduler, said)
    until(lambda: first.process.poll() is not None or ask(record, "SELECT COUNT(*) FROM half")[0][0] >= 20)
    running = first.process.poll() is None
    first.process.kill()
    first.process.wait()
    half_way = ask(record, "SELECT COUNT(*) FROM half")[0][0]
    ok(running and 0 < half_way < len(contents("long.db")[0]), "%s: the coordinator is killed in the middle" % scheduler,
       half_way)
    forge(scheduler, record.replace(".db", ".tasks"))
    second = league("long", record, *words)
    ok(second.finish() == 0, "%s: the same command goes on to the end" % scheduler, second.said())
    ok(contents(record) == contents("long.db"), "%s: all games are there, once, and the same as alone, and no forged ones" % scheduler)
    verified, said = run("verify", record)
    ok(verified == 0, "%s: and the record is sound" % scheduler, said)
    ok(not os.path.exists(path(record.replace(".db", ".tasks"))), "%s: nothing is left of the tasks" % scheduler)


def waves(scheduler):
    for name in ("swiss", "knockout"):
        record = "%s-%s.db" % (scheduler, name)
        played = league(name, record, *OF[scheduler])
        ok(played.finish() == 0 and contents(record, MEETINGS) == contents(name + ".db", MEETINGS),
           "%s: the rounds of a %s follow from each other as alone" % (scheduler, name), played.said())


def joined(scheduler):
    """An engine joins, and the games that were missing are dealt out."""
    record = scheduler + "-join.db"
    for count in (3, 4):
        join(count)
        played = league("join", record, *OF[scheduler])
        ok(played.finish() == 0, "%s: a gauntlet of %d" % (scheduler, count), played.said())
    ok(contents(record) == contents("join.db"), "%s: who joins plays the same games as alone" % scheduler)


def leave(count):
    engines = {"one": slow("random"), "two": "cmd = builtin:reference", "three": "cmd = builtin:random"}
    write("left", "grids = torus 4x4, torus 6x4", dict(list(engines.items())[:count]))


def leftovers(scheduler):
    """The tasks of a coordinator that is gone are taken when there are more rounds, and when an engine joins."""
    record = scheduler + "-left.db"
    tasks = path(record.replace(".db", ".tasks"))
    for count, rounds in ((2, 12), (2, 16)):
        leave(count)
        first = league("left", record, *OF[scheduler], "--task-size", 1, "--rounds", rounds)
        before = halves_of(record)
        until(lambda: first.process.poll() is not None or halves_of(record) >= before + 4)
        first.process.send_signal(signal.SIGHUP)  # tasks stay
        first.finish()
        left = [name for name in os.listdir(tasks) if re.fullmatch(r"task-\d+", name)] if os.path.exists(tasks) else []
        ok(left, "%s: tasks of %d rounds are left" % (scheduler, rounds), first.said())
    # Some of them are played meanwhile, where tasks go on without a coordinator.
    until(lambda: any(name.endswith(".db") for name in os.listdir(tasks)), patience=1)
    leave(3)
    last = league("left", record, *OF[scheduler], "--task-size", 1, "--rounds", 16)
    ok(last.finish() == 0 and contents(record) == contents("left.db"),
       "%s: all of them are taken, though there were more rounds and an engine more" % scheduler, last.said())
    ok(not os.path.exists(tasks), "%s: and nothing is left" % scheduler)


def test(scheduler):
    """A sequential test: the same verdict, and at most the wave in which it fell is played to its end."""
    size, wave = 2, 8
    record = scheduler + "-test.db"
    played = league("test", record, *OF[scheduler], "--wave", wave, "--task-size", size)
    status, verdict = played.finish(), re.compile(r"LLR.*accepted after (\d+) encounters")
    alone = verdict.search(run("standings", "test.db")[1])
    here = verdict.search(run("standings", record)[1])
    ok(status == 0 and alone and here and alone.group(0) == here.group(0),
       "%s: a sequential test has the verdict that it has alone" % scheduler, played.said())
    games = ask(record, "SELECT COUNT(*) FROM game")[0][0]
    needed = int(alone.group(1))
    ok(needed <= games < needed + size * wave, "%s: it ends within one wave of it" % scheduler, needed, games)


def halves_of(record):
    try:
        return ask(record, "SELECT COUNT(*) FROM half")[0][0] if os.path.exists(path(record)) else 0
    except sqlite3.OperationalError:  # its tables are not made yet
        return 0


def tuning(scheduler):
    """The values go the same way as alone, though a task is killed, one suspended past its time, and the coordinator
    killed, too."""
    record = scheduler + "-tuning.db"
    words = [*OF[scheduler], "--task-time", 3 * LATE, "--task-size", 1]
    first = tune("tuning", record, *words)
    killed = meet(record)
    if killed:
        os.kill(killed[0], signal.SIGKILL)
    held = meet(record, but=killed[1:] if killed else ())
    if held:
        os.kill(held[0], signal.SIGSTOP)
    ok(killed and held, "%s: tasks of a tuning are met while they are played" % scheduler)
    wanted = len(ask("tuning.db", HALVES))
    until(lambda: first.process.poll() is not None or halves_of(record) >= wanted // 2)
    running = first.process.poll() is None
    first.process.kill()
    first.process.wait()
    ok(running and 0 < halves_of(record) < wanted, "%s: its coordinator is killed in the middle" % scheduler, first.said())
    shown = course(run("tune", "tuning.ini", "--record", record, "--json", "--show")[1])
    ok(shown and len(shown) < STEPS and shown == ALONE[:len(shown)], "%s: --show says how far it is" % scheduler, shown)
    second = tune("tuning", record, *words)
    ok(second.finish() == 0 and course(second.said()) == ALONE, "%s: the same command comes to the values found alone" % scheduler,
       second.said())
    ok(ask(record, HALVES) == ask("tuning.db", HALVES), "%s: by the same games" % scheduler)
    verified, said = run("verify", record)
    ok(verified == 0 and not os.path.exists(path(record.replace(".db", ".tasks"))), "%s: the record is sound, nothing is left" % scheduler,
       said)


def tuning_anew(scheduler):
    """Tasks of a later step that lie in the folder when the record is taken away are not played."""
    record = scheduler + "-anew.db"
    first = tune("tuning", record, *OF[scheduler])
    until(lambda: first.process.poll() is not None or halves_of(record) >= len(ask("tuning.db", HALVES)) // 2)
    first.process.send_signal(signal.SIGHUP)  # tasks stay
    first.finish()
    left = [name for name in os.listdir(path(record.replace(".db", ".tasks"))) if re.fullmatch(r"task-\d+", name)]
    for end in ("", "-wal", "-shm"):
        if os.path.exists(path(record + end)):
            os.remove(path(record + end))
    second = tune("tuning", record, *OF[scheduler])
    ok(left and second.finish() == 0 and course(second.said()) == ALONE,
       "%s: tasks of a record that is gone do no harm to another" % scheduler, left, second.said())


def messages(scheduler):
    """Errors of its own program come through, and so do those of a task."""
    status, said = run("league", "test.ini", "--record", "none.db", "--scheduler", scheduler,
                       "--scheduler-options=--no-such-option")
    ok(status == 1 and "no-such-option" in said.replace("_", "-"), "%s: what its program refuses is reported" % scheduler, said)
    shutil.rmtree(path("none.tasks"), ignore_errors=True)
    with open(path("once.sh"), "w") as file:  # an engine that is there for the coordinator alone
        file.write("case $(tr '\\0' ' ' </proc/$PPID/cmdline) in *--task*) exit 3;; esac\n"
                   "exec '%s' --player random\n" % os.path.abspath(ENGINE))
    write("once", "grids = torus 4x4", {"one": "cmd = sh once.sh", "two": "cmd = builtin:random"})
    status, said = run("league", "once.ini", "--record", scheduler + "-once.db", *OF[scheduler], "--retries", 1)
    ok(status == 1 and "task 1 has failed" in said and "engine one" in said and "exited with status 3" in said,
       "%s: so is what a task has died of" % scheduler, said)


def play_all(scheduler):
    hurt(scheduler)
    waves(scheduler)
    joined(scheduler)
    leftovers(scheduler)
    test(scheduler)
    tuning(scheduler)
    tuning_anew(scheduler)
    messages(scheduler)


def join(count):
    engines = {name: "cmd = builtin:search\nnodes = %d" % nodes for name, nodes in zip("abcd", (5, 50, 100, 200))}
    write("join", "grids = torus 4x4, torus 6x4\nrounds = 2\nformat = gauntlet\ngauntlet = b, c",
          dict(list(engines.items())[:count]))


def prepare():
    """Leagues, and their records when they are played alone."""
    four = {name: "cmd = builtin:search\nnodes = %d" % nodes for name, nodes in zip("abcd", (5, 50, 100, 200))}
    four["e"] = "cmd = builtin:reference"
    boards = "grids = torus 4x4, torus 6x4"
    write("long", boards + "\nrounds = 5", {"one": slow("random"), "two": slow("reference"), "three": slow("random")})
    write("swiss", boards + "\nformat = swiss", four)
    write("knockout", boards + "\nformat = knockout", four)
    write("test", boards + "\nsprt = margin0=0 margin1=5",
          {"one": "cmd = builtin:search\nnodes = 100", "two": "cmd = builtin:random"})
    for name in ("long", "swiss", "knockout", "test"):
        alone = league(name, name + ".db")
        ok(alone.finish() == 0, "the %s league alone" % name, alone.said())
    for count in (3, 4):
        join(count)
        alone = league("join", "join.db")
        ok(alone.finish() == 0, "a gauntlet of %d alone" % count, alone.said())
    for count, rounds in ((2, 12), (2, 16), (3, 16)):
        leave(count)
        alone = league("left", "left.db", "--rounds", rounds)
        ok(alone.finish() == 0, "%d engines alone, %d rounds" % (count, rounds), alone.said())
    engine = os.path.abspath(os.path.join(BUILD, "tests", "lib", "tuned_engine"))
    write("tuning", "boards = words:6", {"tuned": "cmd = '%s' '%s'" % (engine, os.path.abspath(ENGINE))})
    with open(path("tuning.ini"), "a") as file:
        file.write("[tune]\nsteps = %d\nahead = 1\n" % STEPS
                   + "".join("[option %s]\nstart = %d\nC_end = 12\nR_end = 0.06\n" % option for option in (("X", 20), ("Y", 80))))
    alone = tune("tuning", "tuning.db")
    ok(alone.finish() == 0, "a tuning alone", alone.said())
    ALONE.extend(course(alone.said()))


def without_tools():
    """What is missing is named with its package."""
    for scheduler, package in (("slurm", "slurm-client"), ("parallel", "parallel")):
        before = os.environ["PATH"]
        os.environ["PATH"] = path("nothing")
        status, said = run("league", "test.ini", "--record", "none.db", "--scheduler", scheduler)
        os.environ["PATH"] = before
        ok(status == 1 and "Debian's package %s has it" % package in said,
           "without %s its package is named" % scheduler, said)
        ok(not os.path.exists(path("none.db")), "and no record is begun")
    status, said = run("league", "test.ini", "--scheduler", "lottery")
    ok(status == 2 and "slurm, parallel" in said, "a scheduler that there is not", said)
    status, said = run("league", "test.ini", "--scheduler", "parallel", "--log", "x.log")
    ok(status == 1 and "leave out the key log" in said, "no log of other machines", said)
    for words, wanted in ((("--scheduler", "lottery"), "slurm, parallel"), (("--task-size", 0), "--task-size: '0' is not")):
        status, said = run("tune", "tuning.ini", *words)
        ok(status == 2 and wanted in said, "nor for a tuning", said)


def silence():
    """A Slurm that takes tasks and then never answers: the coordinator still ends when it is asked to."""
    os.mkdir(path("silent"))
    for tool, body in (("sbatch", "echo 1"), ("scontrol", "exit 1"), ("scancel", "exit 0"),
                       ("squeue", "echo $$ >>'%s'; exec sleep 100000" % path("asked"))):
        with open(path("silent/" + tool), "w") as file:
            file.write("#!/bin/sh\n%s\n" % body)
        os.chmod(path("silent/" + tool), 0o755)
    before = os.environ["PATH"]
    os.environ["PATH"] = path("silent") + ":" + before
    played = league("left", "silent.db", "--scheduler", "slurm")
    os.environ["PATH"] = before
    until(lambda: played.process.poll() is not None or os.path.exists(path("asked")))
    played.process.send_signal(signal.SIGTERM)
    ok(played.finish() == 128 + signal.SIGTERM, "a Slurm that does not answer: a signal ends the coordinator", played.said())
    with open(path("asked")) as file:
        asked = [int(line) for line in file]
    ok(asked and not any(os.path.exists("/proc/%d" % pid) for pid in asked), "and what it has asked is ended", asked)


def main():
    prepare()
    if "--slurm" in sys.argv:
        play_all("slurm")
        done()
    without_tools()
    silence()
    if shutil.which("parallel"):
        play_all("parallel")
    else:
        ok(True, "parallel # SKIP there is no GNU parallel")
    inside = subprocess.run([os.path.join(SOURCE, "tests", "lib", "slurm_cluster.sh"), sys.executable, __file__, "--slurm"],
                            capture_output=True, text=True)
    if inside.returncode == 77:
        ok(True, "slurm # SKIP " + inside.stderr.split("\n")[0])
    else:
        for line in inside.stdout.split("\n"):
            told = re.match(r"(not )?ok \d+ - (.*)", line)
            if told:
                ok(not told.group(1), "in Slurm: " + told.group(2))
            elif line.startswith("#"):
                print(line)
        ok(inside.returncode == 0, "all that is tested in Slurm", inside.stderr)
    done()


main()
