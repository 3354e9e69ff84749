#!/usr/bin/env python3
"""`solve`: what it prints, what it refuses, what is left when it is stopped, killed or has no room, and that `--verify` finds
what is not true in a file."""
import json
import os
import resource
import shutil
import signal
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import Run, ask, path, run, value  # noqa: E402
from tgi import done, enough, ok, until  # noqa: E402

BOARD = ["word", "crepe", "cells", "20"]
TASKS = "SELECT count(*) FROM position WHERE nodes IS NOT NULL"


def solve(*words):
    return run("solve", *words, "--quiet")


status, said = solve(*BOARD, "--into", "small.db")
ok(status == 0 and said.startswith("Selacata on crepe-20, 20 cells: 0 for the player who starts\nbest line: "), "a value and a line", said)
status, said = solve(*BOARD, "--into", "small.db", "--json")
answer = json.loads(said)
ok(status == 0 and answer["low"] == answer["high"] == 0 and answer["tasks"] == value("small.db", TASKS),
   "the same command reads the file", said)
status, said = run("solve", "--verify", "small.db")
ok(status == 0 and "small.db: 0 for the player who starts; proved again from %d tasks" % answer["tasks"] in said, "proved again", said)
solve("word", "w4", "cells", "32", "--into", "large.db")  # what one question leaves undecided is needed for the next one
status, said = run("solve", "--verify", "large.db")
ok(status == 0 and "large.db: 0 for the player who starts; proved again from " in said, "a larger board, too", said)
status, said = solve(*BOARD, "--game", "triancey", "--into", "most.db", "--json")
most = json.loads(said)
ok(status == 0 and most["game"] == "triancey" and most["low"] == most["high"], "Triancey, too", said)

# ---- refused ----------------------------------------------------------------------------------
shutil.copy(path("small.db"), path("old.db"))
base = sqlite3.connect(path("old.db"))
base.execute("UPDATE board SET version = '0.0.1 1'")
base.commit()
base.close()
shutil.copy(path("small.db"), path("sides.db"))
base = sqlite3.connect(path("sides.db"))
base.execute("UPDATE board SET line = replace(line, substr(line, -6), '9,9,9 ')")
base.commit()
base.close()
sqlite3.connect(path("other.db")).executescript("CREATE TABLE t (a)")
with open(path("text.db"), "w") as file:
    file.write("This is no database, but a text of some length.\n" * 20)
for words, wanted in (
        (["word", "crepe", "cells", "22", "--into", "small.db"],
         "small.db: it is of another board: selacata on crepe-20, 20 cells, not selacata on crepe-22, 22 cells"),
        ([*BOARD, "--game", "triancey", "--into", "small.db"],
         "it is of another board: selacata on crepe-20, 20 cells, not triancey on crepe-20, 20 cells"),
        ([*BOARD, "--into", "sides.db"], "of another board of that name"),
        ([*BOARD, "--into", "old.db"], "old.db: it was solved by version 0.0.1 1, this is "),
        (["--verify", "old.db"], "old.db: it was solved by version 0.0.1 1, this is "),
        ([*BOARD, "--stones", "3", "--into", "small.db"], "its tasks have 10 stones, not 3"),
        ([*BOARD, "--into", "other.db"], "other.db: a database, but not a file of a board that is solved"),
        ([*BOARD, "--into", "text.db"], "text.db"),
        (["--verify", "nowhere.db"], "nowhere.db"),
        (BOARD, "--into names the file of the board"),
        (["--into", "none.db"], "no board is named"),
        ([*BOARD, "--game", "tritt", "--into", "none.db"], "Tritt cannot be solved"),
        ([*BOARD, "--game", "chess", "--into", "none.db"], "there is no game 'chess'"),
        (["torus", "11x3", "--into", "none.db"], "66 cells are too many: boards of up to 64 can be solved"),
        (["cylinder", "8x4", "--game", "archipel", "--into", "none.db"], "too many: boards of up to 62 can be solved"),
        (["nonsense!", "--into", "none.db"], "nonsense!"),
        ([*BOARD, "--jobs", "0", "--into", "none.db"], "--jobs"),
        (["--verify", "small.db", "--json"], "--json cannot be given with --verify"),
        (["--verify", "small.db", "--into", "none.db"], "--into cannot be given with --verify"),
        ([*BOARD, "--into", "none.db", "--sample", "3"], "--sample needs --verify"),
        ([*BOARD, "--into", "none.db", "--task-size", "3"], "--task-size needs --scheduler")):
    status, said = solve(*words)
    ok(status not in (0, None) and wanted in said and said.count("\n") <= 3, "refused: " + " ".join(words), said)
ok(not os.path.exists(path("none.db")), "a refused command makes no file")

# ---- what is not true -------------------------------------------------------------------------
# The proof of the bound rests on these: each is needed, or wrong.
for number, change in enumerate((
        "UPDATE position SET low = 2, high = 2 WHERE nodes IS NOT NULL",
        "UPDATE position SET low = -20 WHERE nodes IS NOT NULL",
        "UPDATE position SET move = 255",
        "DELETE FROM position WHERE nodes IS NULL AND own | other != 0",
        "UPDATE position SET nodes = 1, ns = 1 WHERE nodes IS NULL AND own | other != 0",
        "UPDATE position SET low = 18, high = 18 WHERE own | other = 0",
        "UPDATE OR REPLACE position SET other = own WHERE own != 0",
        "UPDATE position SET low = 100, high = 100",
        "UPDATE OR REPLACE position SET side = 7",
        "UPDATE position SET low = 'much'",
        "DELETE FROM board")):
    name = "false-%d.db" % number
    shutil.copy(path("most.db"), path(name))
    base = sqlite3.connect(path(name))
    base.execute(change)
    base.commit()
    base.close()
    status, said = run("solve", "--verify", name, "--sample", "1000")
    ok(status == 1 and name in said, "found by --verify: " + change, said)

# ---- stopped, killed, full --------------------------------------------------------------------
status, said = solve("torus", "8x4", "--into", "deep.db", "--time", "1")  # there is no task for a long time
ok(status == 0 and said.startswith("Selacata on torus-8x4, 64 cells: between -64 and 64 "), "stopped before the first task", said)

LONG = ["word", "crepe", "cells", "36", "--game", "triancey", "--stones", "6"]


def tasks(name):
    try:
        return value(name, TASKS) or 0
    except sqlite3.Error:
        return 0


def known(name):
    return {row[:3]: row[3:] for row in ask(name, "SELECT own, other, side, low, high FROM position")}


before = {}
for number, ended in enumerate((signal.SIGINT, signal.SIGKILL, signal.SIGTERM, signal.SIGKILL)[:enough(2, 4)]):
    have = len(before)
    program = Run("solve", *LONG, "--into", "long.db", "--jobs", "2", "--quiet")
    until(lambda: os.path.exists(path("long.db")) and tasks("long.db") > 0 and len(known("long.db")) > have)
    if number == 0:
        status, said = solve(*LONG, "--into", "long.db")
        ok(status == 1 and "another referee is writing to it" in said, "a file has one writer", said)
    os.kill(program.process.pid, ended)
    status = program.finish()
    ok(status == (-9 if ended == signal.SIGKILL else 128 + ended) and (ended == signal.SIGKILL or "between" in program.said()),
       "ended by signal %d" % ended, program.said())
    after = known("long.db")
    ok(len(after) > have and all(after[key][0] >= row[0] and after[key][1] <= row[1] for key, row in before.items()),
       "what was found before is there")
    before = after


def small_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) * 40, len(before) * 40))


shutil.copy(path("long.db"), path("full.db"))
status, said = run("solve", *LONG, "--into", "full.db", "--quiet", limit=small_files)
ok(status == 1 and "full.db" in said and known("full.db").keys() >= before.keys(), "no room: nothing is lost", said)
done()
