#!/usr/bin/env python3
"""What a search says about its best moves: as many lines as asked for, the best first, all of them true, and the last report
final. The move that is chosen does not depend on the number of lines."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import ENGINE, NIGHTLY, Engine, done, enough, ok  # noqa: E402

HALFWAY = "24 5 1 9 32 19 26 34 11 40 10 39 35 38 42 6 41 23 30 13"  # on crepe; 28 cells are empty
LATE = HALFWAY + " 2 46 15 3"  # 24 cells
NUMBERS = ("depth", "multipv", "margin", "nodes", "nps", "time", "hashfull", "visits")


class Line:
    """An info line of a search."""

    def __init__(self, text):
        words = text.split()
        self.text, self.bound, self.margin, self.multipv = text, None, None, None
        at = words.index("pv")
        self.pv = words[at + 1:]
        for name, value in zip(words[1:at], words[2:at]):
            if name in NUMBERS:
                setattr(self, name, int(value))
            if name == "bound":
                self.bound = value


def search(engine, *lines):
    """Sends lines, the last a go; returns what the search said, and its move."""
    engine.send(*lines)
    said = engine.until("bestmove")
    return [Line(text) for text in said[:-1]], said[-1].split()[1]


def blocks(lines, count):
    """The lines as reports of `count` lines each, or None if they are not."""
    if len(lines) % count or not lines:
        return None
    split = [lines[i:i + count] for i in range(0, len(lines), count)]
    good = all([line.multipv for line in block] == list(range(1, count + 1)) and
               len({line.pv[0] for line in block}) == count for block in split)
    return split if good else None


def is_legal(engine, line):
    legal = engine.ask("play %s\nundo %d\nisready" % (" ".join(line.pv), len(line.pv))) == "readyok"
    return legal and len(line.pv) <= 64


def start(*lines):
    engine = Engine()
    engine.send("setoption name Hash value 4", "setgrid crepe selacata", "newgame seed 1", *lines)  # quick to clear
    return engine


# ---- the option ------------------------------------------------------------------------------
engine = start()
engine.send("tgi")
lines = engine.until("tgiok")
ok(any(line.startswith("feature ") and " multipv" in line for line in lines), "the feature is announced")
quick = Engine(ENGINE, "--player", "random")
quick.send("tgi")
ok(not any("multipv" in line for line in quick.until("tgiok")), "but not of a player that answers at once, and reports nothing")
quick.close()
ok("option name MultiPV type spin default 1 min 1 max 256" in lines, "and so is the option")
ok(all(engine.ask("setoption name MultiPV value %s" % value).startswith("error ") for value in ("0", "257", "all")),
   "values that it does not take")
lines, _ = search(engine, "go nodes 3000")
ok(lines and all(line.multipv is None for line in lines), "one line bears no rank")
engine.close()

# ---- every player that thinks ----------------------------------------------------------------
PLAYERS = {"search": [], "search, sound": ["setoption name Style value sound"], "mcts": [], "response": []}
for player, options in PLAYERS.items():
    engine = start("setoption name Player value " + player.split(",")[0], *options)
    for moves in ("", "24 5 1", HALFWAY, LATE):
        place = ["newgame seed 7"] + (["play " + moves] if moves else [])
        engine.send(*place)
        legal = engine.ask("legal").split()[1:]
        alone, first = search(engine, "setoption name MultiPV value 1", *place, "go nodes %d" % enough(1000, 4000))
        lines, best = search(engine, "setoption name MultiPV value 5", *place, "go nodes %d" % enough(1000, 4000))
        reports = blocks(lines, 5)
        name = "%s after %d moves" % (player, len(moves.split()))
        ok(reports, name + ": reports of five different lines", *[line.text for line in lines])
        ok(all(is_legal(engine, line) for line in lines), "that can be played")
        ok(best == first, "and the move is that of a single line", best, first)
        ok(reports and reports[-1][0].pv[0] == best, "which stands first in the last report")
        ok(alone[-1].pv[0] == first, "as it does alone")
        lines, best = search(engine, "setoption name MultiPV value 256", *place, "go nodes 300")
        ok(blocks(lines, len(legal)), "no more lines than moves", len(lines), len(legal))
        last = blocks(lines, len(legal))[-1]
        ok(player != "mcts" or [line.visits or 0 for line in last] == sorted((line.visits or 0 for line in last), reverse=True) and
           0 < sum(line.visits or 0 for line in last) <= last[0].nodes, "a tree says how often it has tried each", [line.text for line in last][:3])
        lines, best = search(engine, "go nodes 300 searchmoves " + " ".join(legal[1:4]))
        reports = blocks(lines, 3)
        ok(reports and {line.pv[0] for line in reports[-1]} == set(legal[1:4]), "or than may be chosen")
    engine.close()

# ---- the last report -------------------------------------------------------------------------
for player, options in PLAYERS.items():
    for several in (1, 3):
        engine = start("setoption name Player value " + player.split(",")[0], *options, "setoption name MultiPV value %d" % several)
        for go in ("go movetime 0", "go infinite\nstop", "go ponder\nstop", "go ponder\nponderhit\nstop",
                   "go nodes 1", "go p1time 0 p2time 0", "go searchmoves 5", "go movetime 20"):
            for moves in ("", HALFWAY):
                lines, best = search(engine, "newgame", *(["play " + moves] if moves else []),
                                     go.replace("searchmoves 5", "searchmoves " + ("7" if moves else "5")))
                count = 1 if "searchmoves" in go else several
                last = lines[-count:]
                good = len(last) == count and last[0].pv[0] == best and len({line.pv[0] for line in last}) == count
                ok(good, "%s, %d lines: the state of things after %r, %d moves" %
                   (player, several, go, len(moves.split())), *[line.text for line in last], best)
        engine.close()

engine = start()
for moves in ("", "24 5 1 9 32 19 26 34 11 40"):  # too early to solve, or solved only after minutes
    engine.send("newgame seed 1", *(["play " + moves] if moves else []), "go infinite")
    line = engine.line()
    ok(line.startswith("info ") and " margin " in line, "go infinite has something to show before it is stopped", line)
    lines, best = search(engine, "stop")
    last = (lines or [Line(line)])[-1]
    ok(last.pv[0] == best, "and a move that goes with it", last.text, best)
engine.send("newgame seed 1", "play " + " ".join(HALFWAY.split()[:14]), "go movetime 100000")  # as an analysis by a GUI, 34 cells empty
first = Line(engine.line())
search(engine, "stop")
ok(first.bound is None and first.margin is not None, "where solving takes long, estimates come before what the solver proves", first.text)
engine.close()

# ---- what the solver says is true ------------------------------------------------------------
engine = start()


def values_of(engine, place):
    """The exact margin of each move, solved on its own from an empty table."""
    engine.send("setoption name MultiPV value 1", *place)
    values = {}
    for move in engine.ask("legal").split()[1:]:
        lines, _ = search(engine, "setoption name ClearHash", "go solve searchmoves " + move)
        values[move] = lines[-1].margin if lines[-1].bound == "exact" else None
    return values


def lies(lines, values):
    """Lines that claim something false."""
    return [line.text for line in lines if
            line.bound == "exact" and line.margin != values[line.pv[0]] or
            line.bound == "upper" and line.margin < values[line.pv[0]] or
            line.bound == "lower" and line.margin > values[line.pv[0]]]


for moves, threads in ([(HALFWAY, 1)] if NIGHTLY else []) + [(LATE, 1), (LATE, 2)]:
    place = ["setoption name Threads value %d" % threads, "newgame seed 1", "play " + moves]
    values = values_of(engine, place)
    ok(None not in values.values() and len(set(values.values())) > 2, "%d moves solved one by one" % len(values), values)
    for several in (1, 4, 256):
        count = min(several, len(values))
        where = "%d moves, %d threads, %d lines" % (len(moves.split()), threads, count)
        lines, best = search(engine, *place, "setoption name MultiPV value %d" % several, "go solve")
        last = lines[-count:]
        ok(all(line.bound == "exact" for line in last), where + ": all exact")
        ok([line.margin for line in last] == sorted(values.values(), reverse=True)[:count],
           "they are the best values, in order", *[line.text for line in last])
        ok(not lies(lines, values) and values[best] == max(values.values()), "nothing false was said", *lies(lines, values))
        ok(all(is_legal(engine, line) for line in lines), "lines that can be played")
        for go in ("go nodes %d" % enough(20000, 400000),
                   "go movetime %d" % enough(50, 300), "go depth 60 movetime %d" % enough(30, 100)):
            lines, best = search(engine, *place, "setoption name MultiPV value %d" % several, go)
            ok(lies([line for line in lines if line.bound], values) == [], go + ": nothing false", *lies(lines, values))
        engine.send(*place, "go infinite")
        while " bound exact" not in (engine.line() or " bound exact"):  # however long that takes
            continue
        lines, best = search(engine, "stop")
        ok(lies(lines, values) == [] and values[best] == max(values.values()), "go infinite: the same", *lies(lines, values))

# ---- the principal variation is play without error -------------------------------------------
place = ["setoption name MultiPV value 1", "newgame seed 1", "play " + LATE]
lines, best = search(engine, *place, "go solve")
line, margin, wrong = lines[-1], lines[-1].margin, []
ok(len(line.pv) > 4, "a line of several moves", line.text)
for ply, move in enumerate(line.pv):
    lines, _ = search(engine, "setoption name ClearHash", "go solve searchmoves " + move)
    if lines[-1].margin != (margin if ply % 2 == 0 else -margin):
        wrong.append((ply, move, lines[-1].text))
    engine.send("play " + move)
ok(wrong == [], "whose moves all keep the margin", wrong)
engine.send("undo %d" % len(line.pv))
ok(engine.ask("score").endswith("over no"), "on a half that goes on")
engine.close()

# ---- players that answer at once -------------------------------------------------------------
engine = start("setoption name MultiPV value 3", "setoption name Player value reference")
lines, best = search(engine, "go")
ok(lines == [], "a player that answers at once says nothing else")
engine.close()
# ---- stopped before anything was found -------------------------------------------------------
engine = Engine()
engine.send("setoption name Hash value 4")
for line in ("setgrid crepe selacata", "setgrid tritt", "setgrid triangulation"):
    engine.send(line, "newgame seed 1", "setoption name MultiPV value 4")
    for limit in ("nodes 1", "movetime 0"):
        lines, best = search(engine, "go " + limit)
        reports = blocks(lines, 4)
        ok(reports and reports[-1][0].pv[0] == best, "%s, %s: a whole report" % (line, limit),
           [text.text for text in lines])
lines, best = search(engine, "go nodes 1 searchmoves C6o-D6o C7f-D7f")
ok(blocks(lines, 2), "no more lines than moves to choose among", [text.text for text in lines])
engine.close()
done()
