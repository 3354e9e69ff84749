#!/usr/bin/env python3
"""Openings: the same moves at the beginning of all halves and legs of an encounter, told to engines, kept in
the record; and what they are for: engines that always play the same give intervals that can be trusted."""
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import ask, fake, path, run, value  # noqa: E402
from tgi import ENGINE, SOURCE, done, ok  # noqa: E402

THREE = ["--engine", "builtin:random", "name=three"]
TWO = ["--engine", "builtin:random", "name=one", "--engine", "builtin:random", "name=two"]
HALVES = "SELECT pair, board, opening, moves FROM game JOIN half ON half.game = game.id ORDER BY half.id"


def play(name, *words, engines=TWO):
    status, said = run("match", *engines, *words, "--record", name, "--quiet")
    ok(status == 0, "played: " + " ".join(words), said)
    status, said = run("verify", name)
    ok(status == 0, "and verified", said)
    return ask(name, HALVES)


def is_begun(halves):
    """Each half begins with the opening of its game, and encounters have one."""
    of_pair = {}
    return all((moves + " ").startswith(opening + " ") and of_pair.setdefault(pair, opening) == opening
               for pair, board, opening, moves in halves)


# ---- random moves ----------------------------------------------------------------------------
for game, grids, plies in (("selacata", ["--grid", "cestlavie,crepe"], 4), ("triancey", ["--grid", "cestlavie,crepe"], 7),
                           ("tritt", [], 2), ("trioker-duel", [], 3)):
    halves = play(game + ".db", "--game", game, *grids, "--rounds", "4", "--openings", "random:%d" % plies)
    ok(is_begun(halves), "%s: all halves of an encounter begin alike" % game, halves)
    ok(all(len(opening.split()) == plies for _, _, opening, _ in halves), "with as many moves as are asked for")
    ok(len({(board, opening) for _, board, opening, _ in halves}) == len({pair for pair, _, _, _ in halves}),
       "each encounter in its own way")
halves = play("rapid.db", "--game", "trioker-rapid", "--rounds", "2", "--openings", "random:3")
ok(is_begun(halves) and all(":" in opening for _, _, opening, _ in halves), "with what chance draws, too")

halves = play("three.db", "--grid", "cestlavie,crepe", "--rounds", "7", "--openings", "random:4:3")
order = {board: [opening for pair, b, opening, _ in halves[::2] if b == board] for board in {row[1] for row in halves}}
ok(all(len(set(of_board)) == 3 and of_board == (of_board[:3] * 3)[:7] for of_board in order.values()),
   "three openings a board, one after the other", order)
halves = play("drawn.db", "--grid", "cestlavie", "--rounds", "40", "--openings", "random:4:4", "--opening-order", "draw")
drawn = [row[2] for row in halves[::2]]
laps = [drawn[i:i + 4] for i in range(0, 40, 4)]
ok(all(len(set(lap)) == 4 for lap in laps) and len({tuple(lap) for lap in laps}) > 2, "four openings, shuffled in each lap", laps)
whole = ask("selacata.db", HALVES)
parts = []
for number in (1, 2):
    run("match", *TWO, "--grid", "cestlavie,crepe", "--rounds", "4", "--openings", "random:4", "--record", "part.db",
        "--shard", "%d/2" % number, "--quiet")
    parts += ask("part.%d-of-2.db" % number, HALVES)
ok(sorted(parts) == sorted(whole), "shards begin as the whole does")
status, said = run("merge", "part.1-of-2.db", "part.2-of-2.db", "--into", "merged.db")
ok(status == 0 and ask("merged.db", HALVES) == whole, "and are merged with their openings", said)
status, said = run("match", *TWO, "--grid", "cestlavie,crepe", "--rounds", "5", "--openings", "random:5", "--record", "selacata.db")
ok(status == 1 and "belongs to another league" in said, "other openings make another league", said)

# An engine that cannot begin the second half loses it, and it has no moves, not even those of its opening.
CRASHES = ["--engine", "cmd=" + fake("exit-newgame"), "name=one"]
for name, other in (("late", TWO[3:]), ("nobody", CRASHES[:2] + ["name=two"])):
    halves = play(name + ".db", "--grid", "torus 4x4", "--openings", "random:4", engines=CRASHES + other)
    ok([bool(moves) for _, _, _, moves in halves] == [True, False], "%s: the second half does not begin" % name, halves)

# ---- what engines receive --------------------------------------------------------------------
engines = ["--engine", "builtin:random", "name=able", "--engine", "cmd=" + fake("good"), "name=plain"]
halves = play("told.db", "--grid", "crepe", "--openings", "random:4", "--log", path("told.log"), engines=engines)
with open(path("told.log")) as log:
    lines = [line.rstrip("\n").split(" ", 4) for line in log if line[0] != "#"]
able = [line[4] for line in lines if line[2] == "able" and line[3] == ">" and line[4].startswith(("position", "newgame"))]
plain = [line[4] for line in lines if line[2] == "plain" and line[3] == ">"]
ok(len(able) == 2 and all(line.startswith("position half %d" % (i + 1)) and line.endswith(" moves " + halves[i][2])
                          for i, line in enumerate(able)), "by position, if they have that feature", able)
begun = [plain[i:i + 2] for i, line in enumerate(plain) if line.startswith("newgame")]
ok(len(begun) == 2 and all(line.startswith("play " + halves[0][2]) for _, line in begun), "else by newgame and play", begun)

# ---- the archipelago -------------------------------------------------------------------------
halves = play("islands.db", "--grid", "cestlavie,crepe", "--rounds", "3", "--openings", "archipelago")
ok(is_begun(halves) and all(len(opening.split()) == 10 for _, _, opening, _ in halves), "ten placements that touch nothing")
halves = play("even.db", "--grid", "cestlavie", "--rounds", "2", "--openings", "archipelago:3")
ok(is_begun(halves), "balanced ones")

for game in ("triancey", "triangulation", "trioker-duel", "trioker-rapid"):
    status, said = run("match", *TWO, *THREE * (game == "triangulation"), "--game", game, "--openings", "archipelago")
    ok(status == 2 and "%s has no archipelago" % game in said, "there is none in " + game, status, said)

# ---- a file ----------------------------------------------------------------------------------
halves = play("file.db", "--grid", "cestlavie,crepe", "--openings", os.path.abspath(os.path.join(SOURCE, "tests/engine/positions.txt")))
ok(is_begun(halves) and len(halves) == 4, "positions of the file that ships, each on its board")


def write(text):
    with open(path("book.txt"), "w") as book:
        book.write(text)


write("# two for any board, one for crepe\nmoves 0\nposition moves 5\nname; setgrid crepe selacata; position moves 7\n"
      "setgrid crepe triancey; moves 1 2\n")
halves = play("book.db", "--grid", "cestlavie,crepe", "--rounds", "3", "--openings", "book.txt")
openings = {board: [row[2] for row in halves[::2] if row[1] == board] for board in (1, 2)}
ok(openings == {1: ["0", "5", "0"], 2: ["0", "5", "7"]}, "in the order of the file", openings)

# ---- positions that are spelled out ----------------------------------------------------------
SPELLED = "turn=2 cells=1.2...1" + 41 * "."
write("position at %s\nsetgrid crepe; position half 2 at %s moves 24 35 ; best 3\n" % (SPELLED, SPELLED.translate(str.maketrans("12", "21"))))
halves = play("spelled.db", "--grid", "crepe", "--rounds", "2", "--openings", "book.txt", "--log", path("spelled.log"))
ok([row[2] for row in halves] == ["at " + SPELLED] * 2 + ["at " + SPELLED + " moves 24 35"] * 2 and
   all(row[3].startswith("24 35 ") for row in halves[2:]) and all(len(row[3].split()) < 46 for row in halves), "halves begin at positions", halves)
with open(path("spelled.log")) as log:
    begun = {line.split(" ", 4)[4].rstrip("\n") for line in log if " > position" in line}
turned = SPELLED.translate(str.maketrans("12", "21"))
ok(any(line.endswith("at %s moves 24 35" % SPELLED) and " half 1 " in line for line in begun) and
   any(line.endswith("at " + turned) and " half 2 " in line for line in begun), "in the second half with seats exchanged", *begun)
status, said = run("replay", "spelled.db", "1.2")
ok(status == 0 and "opening: at " + SPELLED in said, "replayed from there", said[-800:])
status, said = run("export", "spelled.db", "--positions", "json")
first = json.loads(said.splitlines()[0])
ok(status == 0 and first["at"] == SPELLED and first["moves"] == [] and first["cells"][:7] == [1, 0, 2, 0, 0, 0, 1], "exported as positions", first)
status, said = run("export", "spelled.db", "--positions", "file", "--exact", "16")
with open(path("back.txt"), "w") as file:
    file.write("".join(line + "\n" for line in said.splitlines() if "; values" in line))
solved = subprocess.run([ENGINE, "bench", "solve", path("back.txt")], capture_output=True, text=True)
ok(solved.returncode == 0, "whose margins are right where the engine reads them", solved.stdout[-500:], solved.stderr)
status, said = run("export", "spelled.db", "--format", "json")
with open(path("spelled.json"), "w") as file:
    file.write(said)
status, said = run("import", "spelled.json", "--into", "again.db")
ok(status == 0 and ask("again.db", "SELECT opening, moves, moves_hash FROM game JOIN half ON half.game = game.id ORDER BY half.id") ==
   ask("spelled.db", "SELECT opening, moves, moves_hash FROM game JOIN half ON half.game = game.id ORDER BY half.id"), "imported", said)
ok(run("verify", "again.db")[0] == 0 and run("report", "spelled.db", "--html", path("spelled.html"))[0] == 0, "verified once more, and reported")
for change, wanted in (("opening = replace(opening, '1.2', '2.1')", "spelled"), ("opening = 'at turn=1'", "cells is missing")):
    shutil.copy(path("spelled.db"), path("wrong.db"))
    with sqlite3.connect(path("wrong.db")) as database:
        database.execute("UPDATE game SET " + change)
    database.close()
    status, said = run("verify", "wrong.db")
    ok(status == 1, "another position: " + wanted, said)
status, said = run("match", *TWO[:3], "--engine", "cmd=" + fake("good"), "name=plain", "--grid", "crepe", "--openings", "book.txt")
ok(status == 1 and "engine plain: it does not have the feature position" in said, "an engine that cannot begin there is known before", said)
for game, moves in (("tritt", "a1-a3 c4-e4"), ("trioker-duel", "33:002"), ("triangulation", "A8o-D7f")):
    said = subprocess.run([ENGINE], input="setgrid %s\nplay %s\nstate\n" % (game, moves), capture_output=True, text=True).stdout
    at = re.search("state position half 1 at (.*)", said)[1].strip()
    write("position at %s\n" % at)
    halves = play("at-%s.db" % game, "--game", game, "--openings", "book.txt", engines=TWO + THREE * (game == "triangulation"))
    ok(all(row[2] == "at " + at for row in halves), game + ": so do other games", halves)

# ---- what is refused -------------------------------------------------------------------------
for text, wanted in (("moves 0 0\n", "book.txt:1: move 2: 0: "), ("\nmoves 0 x\n", "book.txt:2: move 2: 'x' is not a move"), ("", "no position for the board"),
                     ("xmoves 0\nname\nmoves 1 1\n", "book.txt:3: move 2: 1: "), ("setgrid selacata; moves 1 1\n", "book.txt:1: move 2: 1: "),
                     ("setgrid triancey; moves 1 1\n", "no position for the board"),
                     ("setgrid crepe; moves 1\n", "no position for the board cestlavie"),
                     ("position half 3 at turn=1 cells=" + 48 * ".", "book.txt:1: half must be a number from 1 to 2, not '3'"),
                     ("a; position at turn=1 cells=. moves 1\n", "book.txt:1: cells needs 48 characters"),
                     ("\nposition at turn=1 cells=12" + 46 * ".", "book.txt:2: in the archipelago no coloured cells may touch, and cells 0 and 1 do"),
                     ("position at turn=2 cells=1" + 47 * "." + " moves 0\n", "book.txt:1: move 1: 0: "),
                     ("position at turn=1 cells=" + 48 * "1" + "\n", "book.txt:1: ")):
    write(text)
    status, said = run("match", *TWO, "--grid", "cestlavie", "--openings", "book.txt")
    ok(status == 2 and wanted in said, "refused: %r" % text, said)
write("moves " + ask("drawn.db", "SELECT moves FROM half WHERE number = 1")[0][0] + "\n")
status, said = run("match", *TWO, "--grid", "cestlavie", "--openings", "book.txt")
ok(status == 2 and "book.txt:1: the half is over after these moves" in said, "refused: a whole half", said)
status, said = run("match", *TWO, "--game", "trioker-rapid", "--openings", "book.txt")
ok(status == 2 and "a file of positions is not for trioker-rapid, where hands are hidden" in said, "refused: for a game of hidden hands", said)
for words, wanted in ((["random:0"], "openings must be none, random:PLIES"), (["random:4:"], "not 'random:4:'"),
                      (["random:4:2:1"], "not 'random"), (["archipelago:x"], "not 'archipelago:x'"), ([""], "openings must be"),
                      (["archipelago", "--game", "tritt"], "has no archipelago"),
                      (["random:4", "--opening-order", "draw"], "opening_order: only for a file"),
                      (["none", "--opening-order", "best"], "opening_order must be order or draw, not 'best'")):
    status, said = run("match", *TWO, "--openings=" + words[0], *words[1:])
    ok(status == 2 and wanted in said, "refused: " + " ".join(words), said)
status, said = run("match", *TWO, "--openings", "nowhere.txt")
ok(status == 1 and "cannot read nowhere.txt" in said, "refused: a file that is not there", said)
os.mkfifo(path("pipe"))
for name, wanted in (("pipe", "pipe: it is not a regular file"), ("/dev/zero", "/dev/zero: it is not a regular file"), (".", "it is a folder")):
    status, said = run("match", *TWO, "--openings", name)
    ok(status == 1 and wanted in said, "no file that ends: " + name, said)
with open(path("long.txt"), "wb") as file:
    file.truncate((1 << 24) + 1)
status, said = run("match", *TWO, "--openings", "long.txt")
ok(status == 2 and "long.txt: File too large" in said, "one that is too long", said)
status, said = run("match", *TWO, "--boards", "words:1", "--word-cells", "8", "--rounds", "3", "--openings", "random:40", "--record", "none.db")
ok(status == 1 and "a half is over before 40 random moves are made" in said and not os.path.exists(path("none.db")),
   "where no opening is so long, nothing is played", said)
done()
