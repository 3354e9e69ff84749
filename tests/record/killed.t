#!/usr/bin/env python3
"""What a record contains when the referee, the disk or another program fails: everything finished, once, and errors are
reported.

    killed.t [KILLS]

A running league is killed at random moments, KILLS times (6 if not said, 12 in `make nightly`), and goes on each time.
"""
import contextlib
import hashlib
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import Run, ask, path, run, value  # noqa: E402
from tgi import done, enough, ok, until  # noqa: E402

KILLS = int(sys.argv[1]) if len(sys.argv) > 1 else enough(6, 12)
PLAYERS = ["--engine", "builtin:random", "--engine", "builtin:reference", "--seed", "7"]
BOARDS = ["--grid", "torus 4x4,torus 3x2", "--concurrency", "2"]
HALVES = "SELECT COUNT(*) FROM half"
WITHOUT_TIMES = ("SELECT game, number, margin1, margin2, points1, points2, termination, text, at_fault, plies, moves FROM half"
                 " ORDER BY game, number")
GAMES = "SELECT id, round, pair, leg, board, seed, seat1, seat2 FROM game ORDER BY id"


def league(record, rounds, *words, **how):
    return Run("match", *PLAYERS, *BOARDS, "--rounds", rounds, "--record", record, *words, **how)


def copy(record):
    """The record as a crash has left it, its log beside it, for us to look at."""
    for end in ("", "-wal"):
        if os.path.exists(path(record + end)):
            shutil.copy(path(record + end), path("copy.db" + end))
        elif os.path.exists(path("copy.db" + end)):
            os.remove(path("copy.db" + end))
    if os.path.exists(path("copy.db-shm")):
        os.remove(path("copy.db-shm"))
    return "copy.db"


def is_sound(record):
    return ask(record, "PRAGMA integrity_check") == [("ok",)] and ask(record, "PRAGMA foreign_key_check") == []


def tables(record):
    return "half" in [name for (name,) in ask(record, "SELECT name FROM sqlite_schema")]


def digest(record):
    with open(path(record), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


# ---- removed, or replaced, while it is written -----------------------------------------------
def begun(record, halves):
    """A league that is running and has this many halves."""
    program = league(record, 1000000)
    until(lambda: program.look() or program.said().count("game ") >= halves)
    return program


for endings in (), ("-wal", "-shm"):
    program = begun("removed.db", 6)
    shown = program.said().count("game ")
    os.remove(path("removed.db"))
    for ending in endings:
        with contextlib.suppress(FileNotFoundError):  # once it is missed, the referee removes them itself
            os.remove(path("removed.db" + ending))
    status, said = program.finish(), program.said()
    ok(status == 1 and "it was removed while it was being written" in said, "a record that is removed is reported", status, said)
    ok(is_sound("removed.db") and value("removed.db", HALVES) >= 2 * shown, "and is there again, with all that was finished")
    status, said = run("verify", "removed.db")
    ok(status == 0, "it is a good record", said)
    os.remove(path("removed.db"))
program = begun("replaced.db", 4)
with open(path("other"), "w") as other:
    other.write("mine")
os.rename(path("other"), path("replaced.db"))
status, said = program.finish(), program.said()
with open(path("replaced.db")) as other:
    ok(status == 1 and "another file has taken its place" in said and other.read() == "mine",
       "another file in its place is told, and left alone", status, said)

# ---- killed again and again ------------------------------------------------------------------
chance = random.Random(2008)
before, complete_before, sound, kept, told, left = [], 0, 0, 0, 0, []
for kill in range(KILLS):
    program = league("killed.db", 1000000)
    if kill % 2:  # every other time it has come to play, however slow the machine is
        until(lambda: program.look() or "game " in program.said())
    until(program.look, chance.uniform(0.0, 0.2))
    program.process.kill()
    program.finish()
    left += program.left()
    if not os.path.exists(path("killed.db")) or not tables(copy("killed.db")):
        sound, kept, told = sound + 1, kept + 1, told + 1  # killed before anything was finished
        continue
    now = ask("copy.db", WITHOUT_TIMES)
    shown = program.said().count("game ")
    complete = value("copy.db", "SELECT COUNT(*) FROM (SELECT game FROM half GROUP BY game HAVING COUNT(*) = 2)")
    sound += is_sound("copy.db")
    kept += set(before) <= set(now) and len({row[:2] for row in now}) == len(now)
    told += complete >= complete_before + shown
    before, complete_before = now, complete
ok(sound == KILLS, "the record is sound after each of %d kills" % KILLS, sound)
ok(kept == KILLS, "what was finished is there each time, once, and the same", kept)
ok(told == KILLS, "every game that was shown as played is among it", told)
ok(not left, "no process is left", left)
rounds = value("copy.db", "SELECT MAX(round) FROM game")
status = league("killed.db", rounds, "--quiet").finish()
ok(status == 0 and value("killed.db", HALVES) == rounds * 4, "the league comes to its end", rounds)
status = league("whole.db", rounds, "--quiet").finish()
ok(status == 0 and ask("whole.db", WITHOUT_TIMES) == ask("killed.db", WITHOUT_TIMES) and
   ask("whole.db", GAMES) == ask("killed.db", GAMES), "which is that of a league that nobody killed")
status, said = run("verify", "killed.db")
ok(is_sound("killed.db") and status == 0, "and verified", said)

# ---- a full disk -----------------------------------------------------------------------------
SMALL, FULL = 320000, enough(60, 1200)  # bytes; rounds that need more


def small_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL))


def check_full(record, program, name):
    """The referee has met the end of the disk; then there is room again."""
    status, said = program.finish(), program.said()
    ok(status == 1 and "record %s: " % record in said and "what was finished is kept" in said, name + ": it is reported", said)
    halves = ask(record, WITHOUT_TIMES)
    ok(len(halves) > 10 and is_sound(record), name + ": what was finished is there", len(halves))
    return halves


halves = check_full("short.db", league("short.db", FULL, "--quiet", limit=small_files), "files that may not grow")
status = league("short.db", FULL + 1, "--quiet").finish()
ok(status == 0 and value("short.db", HALVES) == (FULL + 1) * 4 and set(halves) <= set(ask("short.db", WITHOUT_TIMES)),
   "and the league goes on when there is room")
os.mkdir(path("disk"))
if os.geteuid() == 0 and subprocess.call(["mount", "-t", "tmpfs", "-o", "size=%d" % SMALL, "none", path("disk")],
                                         stderr=subprocess.DEVNULL) == 0:
    try:
        halves = check_full("disk/full.db", league("disk/full.db", FULL, "--quiet"), "a full disk")
        subprocess.call(["mount", "-o", "remount,size=64m", path("disk")])
        status = league("disk/full.db", FULL, "--quiet").finish()
        ok(status == 0 and value("disk/full.db", HALVES) == FULL * 4 and set(halves) <= set(ask("disk/full.db", WITHOUT_TIMES)),
           "and the league goes on when there is room")
    finally:
        subprocess.call(["umount", path("disk")])
else:
    print("# no small disk can be mounted here")

# ---- a record that another program holds -----------------------------------------------------
holder = sqlite3.connect(path("killed.db"), isolation_level=None)
holder.execute("BEGIN IMMEDIATE")
outside = league("killed.db", rounds + 10, "--quiet")
program = league("held.db", 1000000, "--quiet")
until(lambda: program.look() or (os.path.exists(path("held.db")) and tables("held.db") and value("held.db", HALVES) > 20))
second = sqlite3.connect(path("held.db"), isolation_level=None, timeout=20)
second.execute("BEGIN IMMEDIATE")
for name, referee in (("from the beginning", outside), ("in the middle", program)):
    status, said = referee.finish(), referee.said()
    ok(status == 1 and "database is locked; another program is using it" in said, "a record that is locked, " + name, said)
holder.close()
second.close()
halves = ask("held.db", WITHOUT_TIMES)
rounds_held = value("held.db", "SELECT MAX(round) FROM game")
ok(league("held.db", rounds_held, "--quiet").finish() == 0 and set(halves) <= set(ask("held.db", WITHOUT_TIMES)) and
   value("held.db", HALVES) == rounds_held * 4, "it goes on when it is free, and nothing is lost")

# ---- a damaged one ---------------------------------------------------------------------------
size = os.path.getsize(path("whole.db"))
for name, start, count in (("its second half is gone", size // 2, None), ("nothing but its first page is left", 4096, None),
                           ("pages in the middle are noise", 4096, size // 2)):
    shutil.copy(path("whole.db"), path("damaged.db"))
    with open(path("damaged.db"), "r+b") as file:
        file.seek(start)
        if count is None:
            file.truncate()
        else:
            file.write(chance.randbytes(count))
    there = digest("damaged.db")
    for words, advice in ((("match", *PLAYERS, *BOARDS, "--rounds", rounds, "--record", "damaged.db"), ".recover"),
                          (("standings", "damaged.db"), "malformed")):
        status, said = run(*words)
        ok(status == 1 and "record damaged.db: " in said and advice in said, "%s, %s: it is reported" % (name, words[0]), said)
    ok(digest("damaged.db") == there, name + ": it is left as it is")
done()
