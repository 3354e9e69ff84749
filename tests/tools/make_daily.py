#!/usr/bin/env python3
"""Writes page/daily_table.js (`make daily`): the puzzles of the day, each proved by the engine.

    make_daily.py > page/daily_table.js

Rows are walked by date, a week of seven at a time, easy ones first. An ending is a position of Selacata in which yellow has
one best move. A shape of Trioker has pieces laid so that exactly one solution is left.
The same seeds give the same table as long as the engine's reference player and solver choose as they do.
"""
import itertools
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from daily import BOARDS, pack_cells, pack_laid, prove_ending, prove_shape  # noqa: E402
from modules import Table  # noqa: E402
from tgi import ENGINE, SOURCE  # noqa: E402

WEEKS, SHAPE_WEEKS = 52, 26
EMPTY = (8, 10, 11, 12, 14, 16, 18)  # cells, from Monday to Sunday
FREE = (4, 5, 6, 7, 8, 9, 10)  # pieces that are not laid
GAP = 4  # what every other move loses, at least
CARELESS = 0.3  # how often a move of the playout is drawn


def playout(table, rng, board, empty):
    """The cells of a position with so few empty ones, yellow to move; None if the half jumped over it."""
    table.send("setgrid %s selacata" % board, "setoption name Player value reference",
               "setoption name Seed value %d" % rng.randrange(1 << 30), "newgame")
    while True:
        lines = table.state()
        cells = re.search(r" cells=(\S+)", "\n".join(lines))[1]
        left = cells.count(".")
        if left <= empty or " over no" not in lines[0]:
            break
        moves = table.moves()
        move = rng.choice(moves) if rng.random() < CARELESS else table.ask("go nodes 1", answer="bestmove").split()[1]
        table.send("play " + move)
    if left != empty or " over no" not in lines[0]:
        return None
    return cells if " turn 1 " in lines[0] else cells.translate(str.maketrans("12", "21"))


def make_ending(table, rng, day):
    while True:
        board = rng.randrange(len(BOARDS))
        cells = playout(table, rng, BOARDS[board], EMPTY[day])
        found = cells and prove_ending(table, BOARDS[board], cells)
        if not found or found["best"] - found["second"] < GAP:
            continue
        table.send("setoption name Player value greedy")
        if day >= 2 and table.ask("go nodes 1", answer="bestmove").split()[1] == found["move"]:
            continue  # what takes least at once is no riddle
        return "ABCDEFGH"[board] + pack_cells(cells)


def engine(*words):
    return subprocess.run([ENGINE, "puzzle", *words], stdout=subprocess.PIPE, check=True, universal_newlines=True).stdout


def corners_of(shape):
    with open(os.path.join(SOURCE, "games", "puzzles", shape + ".ini"), encoding="utf-8") as file:
        return {int(cell): set(corners.split()) for cell, corners in re.findall(r"^(\d+) = (.*)$", file.read(), re.M)}


def make_shape(rng, shape, solutions, free):
    corners = corners_of(shape)
    for tries in itertools.count():
        solution = dict(word.split(":") for word in rng.choice(solutions).split())
        hole = {rng.choice(sorted(corners))}
        while len(hole) < max(2, free - tries // 60):  # fewer where no hole of that size has one solution
            hole.add(rng.choice(sorted(cell for cell in corners if cell not in hole and any(len(corners[cell] & corners[one]) == 2 for one in hole))))
        laid = {cell: solution[str(cell)] for cell in corners if cell not in hole}
        if prove_shape(shape, laid) == 1:
            return pack_laid(laid)


def main():
    rng, table = random.Random(1), Table()
    table.send("setoption name Hash value 16")
    endings = [make_ending(table, rng, i % 7) for i in range(7 * WEEKS)]
    shapes = [line.split()[0] for line in engine("--list").splitlines() if not re.search(r" 6 cells|\b0 solutions|\b25 pieces", line)]
    solutions = {shape: [line for line in engine(shape, "--all", "--unique", "--limit", "500").splitlines() if re.match(r"\d+:", line)] for shape in shapes}
    shapes = [shape for shape in shapes if not any("*" in line for line in solutions[shape])]
    rows = []
    for i in range(7 * SHAPE_WEEKS):
        if i % len(shapes) == 0:
            order = rng.sample(shapes, len(shapes))
        shape = order[i % len(shapes)]
        rows.append("%s %s" % (shape, make_shape(rng, shape, solutions[shape], FREE[i % 7])))
    print("""// @ts-check
/**
 * daily_table.js - the puzzles of the day, written by tests/tools/make_daily.py (`make daily`), which proves each of them.
 * daily.js reads them and says what the letters mean; tests/page/daily.t proves them again.
 */

/** Endings of Selacata: the board, then three cells a letter. */
export const endings = `
%s`.trim().split("\\n");

/** Shapes of Trioker: the puzzle, then the pieces that are laid: a cell and its three values each. */
export const shapes = `
%s`.trim().split("\\n");""" % ("\n".join(endings), "\n".join(rows)))


main()
