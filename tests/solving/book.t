#!/usr/bin/env python3
"""The engine's book of solved boards: `solve --book` writes it; with it, the engine holds the exact value from the first stone on, whatever
the other side does; values are the same without it; books that do not fit are refused."""
import csv
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import path, run  # noqa: E402
from tgi import ENGINE, NIGHTLY, SOURCE, Engine, done, ok  # noqa: E402

BOOK = path("my.book")
BOARDS = [("word w1 cells 20", "triancey", 2), ("word crepe cells 28", "selacata", 0), ("word crepe cells 24 surface cylinder", "archipel", 0)]


def start(book, *lines):
    engine = Engine(ENGINE, "-o", "Hash=16", "-o", "Seed=1")
    engine.send("setoption name Book value " + book, *lines)
    return engine


def go(engine, moves, words):
    """The move that is played, and the margin and bound that the engine reports for the best moves."""
    engine.send("position" + (" moves " + " ".join(moves) if moves else ""), "go " + words)
    lines = engine.until("bestmove")
    said = {}
    for line in lines:
        found = re.search(r"(?: multipv (\d+))?(?: margin (-?\d+)(?: bound (\w+))?)? nodes (\d+) .* pv (\S+)", line)
        if found:
            said[int(found[1] or 1)] = (found[5], found[2] and int(found[2]), found[3], int(found[4]))
    return lines[-1].split()[1], said


def legal(engine, moves):
    engine.send("position" + (" moves " + " ".join(moves) if moves else ""))
    return engine.ask("legal", answer="legal").split()[1:]


# ---- it is written, a board after the other -------------------------------------------------------

for grid, game, value in BOARDS:
    status, said = run("solve", *grid.split(), "--game", game, "--into", path("board.db"), "--book", BOOK, "--quiet", "--jobs", "1")
    ok(status == 0, "%s on %s is solved into a book" % (game, grid), said)
    if grid != BOARDS[-1][0]:
        os.unlink(path("board.db"))
text = open(BOOK).read()
ok(text.startswith("triancey-book 1\n") and [line.split()[0] for line in text.splitlines()[1:]] == [game for _, game, _ in BOARDS] and len(text) < 1000,
   "a line for each", text)
status, said = run("solve", *BOARDS[-1][0].split(), "--game", BOARDS[-1][1], "--into", path("board.db"), "--book", BOOK, "--quiet", "--jobs", "1")
ok(status == 0 and open(BOOK).read() == text, "the same board again changes nothing", said)

with open(path("cut.book"), "w") as file:
    file.write("\n".join(text.splitlines()[i] for i in (0, 3, 1, 2)))
status, said = run("solve", *BOARDS[-1][0].split(), "--game", BOARDS[-1][1], "--into", path("board.db"), "--book", path("cut.book"), "--quiet", "--jobs", "1")
ok(status == 0 and open(path("cut.book")).read() == text, "nor is a board lost whose line is the last one, without an end", said)

# ---- perfect play ---------------------------------------------------------------------------------

for grid, game, value in BOARDS:
    setgrid = "setgrid %s %s" % (grid, game)
    player, solver = start(BOOK, setgrid), start("none", setgrid)
    move, said = go(player, [], "nodes 1")
    ok(said[1][:3] == (move, value, "exact") and said[1][3] < 10, "%s on %s: the value is known at once" % (game, grid), said)
    wrong, replies = [], legal(player, [])
    for reply in replies:  # the second player's answer to each first move, proved by the solver
        move, said = go(player, [reply], "nodes 1")
        margin, bound = said[1][1:3]
        _, after = go(solver, [reply, move], "solve")
        if bound not in ("exact", "lower") or margin < -value or -after[1][1] < margin:
            wrong.append((reply, said[1], after[1]))
    ok(not wrong and len(replies) > 15, "%s: %d replies of the other side hold it" % (game, len(replies)), wrong[:3])
    for seat in (0, 1):
        moves = []
        while legal(player, moves):
            moves.append(go(player, moves, "nodes 20000")[0] if len(moves) % 2 == seat else go(solver, moves, "solve")[0])
        player.send("position moves " + " ".join(moves))
        score = player.ask("score", answer="score")
        ok(" margin %d " % value in score and " over no" not in score, "%s: seat %d against best replies: %s" % (game, seat + 1, score), score)
    player.close()
    solver.close()

# ---- values are those of the solver ---------------------------------------------------------------

chance = random.Random(37)
for grid, game, value in BOARDS:
    setgrid = "setgrid %s %s" % (grid, game)
    with_book, without = start(BOOK, setgrid), start("none", setgrid)
    different, compared = [], 0
    for _ in range(20 if NIGHTLY else 6):
        moves = []
        for _ in range(1 + chance.randrange(4)):
            moves.append(chance.choice(legal(without, moves)))
        for words in ("solve",) + (("solve searchmoves " + legal(without, moves)[0],) if legal(without, moves) else ()):
            found = [go(engine, moves, words)[1].get(1, (0, 0, 0))[1:3] for engine in (with_book, without)]
            compared += 1
            different += [] if found[0] == found[1] else [(moves, words, found)]
    ok(not different and compared > 5, "%s: %d positions have one value, with the book and without" % (game, compared), different[:3])
    for engine in (with_book, without):
        engine.send("setoption name MultiPV value 3")
    lines = [go(engine, [], "solve")[1] for engine in (with_book, without)]
    ok([row[1:3] for row in lines[0].values()] == [row[1:3] for row in lines[1].values()] and len(lines[0]) == 3, "%s: and so have further lines" % game, lines)
    move, said = go(with_book, [], "nodes 1")
    ok(said[1][1:3] == (value, "exact") and [said[i][1:3] for i in (2, 3)] == [(value, "upper")] * 2, "%s: where nothing is searched, they are bounded" % game, said)
    with_book.close()
    without.close()

# ---- the book that comes with the programs --------------------------------------------------------

with open(os.path.join(SOURCE, "referee", "solving", "atlas.csv"), newline="", encoding="utf-8") as file:
    rows = [row for row in csv.DictReader(file) if not re.match(r"w\d", row["word"]) and int(row["cells"]) <= 32]
engine, wrong = start("usual"), []
for row in rows:
    grid = row["command"].split(" solve ")[1].split(" --")[0]
    engine.send("setgrid %s %s" % (grid, row["game"]), "newgame")
    found = go(engine, [], "nodes 1")[1].get(1)
    wrong += [] if found and found[1:3] == (int(row["margin"]), "exact") else [(grid, row["game"], found)]
ok(len(rows) > 50 and not wrong, "%d boards of the atlas are in it" % len(rows), wrong[:3])
moves = ["0"]  # who errs is not followed by the book's value, but by what is held at least
move, said = go(engine, moves, "nodes 1")
ok(said[1][2] in ("exact", "lower", "upper"), "what follows a bad move is known, too", said)
engine.close()

# ---- what is refused ------------------------------------------------------------------------------

engine = start("none", "setgrid word crepe cells 28 selacata")
shown, lines = text.splitlines(), open(BOOK).read().splitlines(keepends=True)
for name, content, wanted in (("other version", text.replace("book 1", "book 2", 1), "it is a book of version 2, not 1"), ("no book", "hello\n", "it is not a book"),
                              ("nothing", "", "it is not a book"), ("a letter changed", text.replace(shown[2][-3:], "ABC"), "line 3 is damaged"),
                              ("cut", text[:-5], "line 4 is damaged"), ("a word missing", text.replace(" 28 ", " "), "line 3 is damaged"),
                              ("another value", text.replace("w1-20 20 2 ", "w1-20 20 4 "), "line 2 is damaged")):
    with open(path("bad.book"), "w") as file:
        file.write(content)
    answer = engine.ask("setoption name Book value " + path("bad.book"), "isready", answer="error")
    ok(answer and wanted in answer and path("bad.book") in answer, "refused: " + name, answer)
    status, said = run("solve", *BOARDS[-1][0].split(), "--game", BOARDS[-1][1], "--into", path("new.db"), "--book", path("bad.book"), "--quiet")
    ok(status != 0 and wanted in said and open(path("bad.book")).read() == content, "and not written to", said)
    ok(not os.path.exists(path("new.db")), "and nothing is solved before")
answer = engine.ask("setoption name Book value " + path("none.book"), "isready", answer="error")
ok(answer and "none.book: " in answer, "refused: a file that is not there", answer)
engine.ask("isready", answer="readyok")
other = "setgrid inline selacata crepe-28 cells 28 sides " + " ".join("%d,%d,%d" % ((i + 1) % 28, (i + 27) % 28, (i + 14) % 28) for i in range(28))
answer = engine.ask(other, "setoption name Book value " + BOOK, "isready", answer="error")
ok(answer and "its board crepe-28 has other neighbours" in answer, "refused: of another board of that name", answer)
engine.send("setoption name Book value usual")
ok(go(engine, [], "nodes 1")[1].get(1, (0, 0, ""))[2] != "exact", "a board that only has the name of one in the book is not taken for it")
engine.close()
done()
