#!/usr/bin/env python3
"""bench_levels.py - whether each level of the page beats the one below, and the first one random moves.

    bench_levels.py [games N] [seed N] [GAME...]

Levels are those of page/levels.js: this reads its table, and chooses among the moves that the native engine
reports as pick() does. Searches are limited by nodes, so the figures are the same on every machine. A GAME is
what follows `setgrid`. Seats are exchanged after each game; a draw counts half. It prints the share of wins
for each pair, with the standard error.
"""
import math
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import SOURCE, Engine  # noqa: E402

GAMES = ["crepe triancey", "crepe selacata", "tritt", "triangulation players 2", "trioker-duel", "trioker-rapid"]
PLIES_MAX = 600


def table():
    """The levels, the weakest first, after one that moves at random."""
    with open(os.path.join(SOURCE, "page", "levels.js"), encoding="utf-8") as file:
        text = file.read()
    rows = re.findall(r'\{ name: "(\d)".*?nodes: ([\d.]+), lines: ([\d.]+), slip: ([\d.]+), blur: ([\d.]+)', text)
    return [None] + [(int(nodes), int(lines), float(slip), float(blur)) for _name, nodes, lines, slip, blur in rows]


def pick(lines, level, worst, chance):
    """As levels.js has it. `lines`: (move, margin or None), the best first."""
    best = lines[0][1] or 0
    weights = [level[2] ** rank * math.exp(-(0 if margin is None else max(0, best - margin)) / (level[3] * worst))
               for rank, (_move, margin) in enumerate(lines)]
    return chance.choices([move for move, _margin in lines], weights)[0]


def report(engine, level):
    """The moves of the newest report, and the engine's answer."""
    engine.send("setoption name MultiPV value %d" % level[1], "go nodes %d" % level[0])
    found = {}
    for line in engine.until("bestmove"):
        words = line.split()
        if words[0] == "info" and "pv" in words:
            number = int(words[words.index("multipv") + 1]) if "multipv" in words else 1
            if number == 1:
                found = {}
            margin = int(words[words.index("margin") + 1]) if "margin" in words else None
            found[number] = (words[words.index("pv") + 1], margin)
    return [found[number] for number in sorted(found)] or [(line.split()[1], None)]


def words_of(engine, command, word):
    engine.send(command, "isready")
    return [line.split() for line in engine.until("readyok") if line.startswith(word + " ")]


def play(engine, setgrid, seats, half, worst, chance):
    """The margin of the first seat in one half. An engine of a game that hides something guesses afresh in
    each search, so one engine that sees all serves no seat: each has its own."""
    everything, own = engine
    start = "newgame half %d seed %d" % (half, chance.getrandbits(30))
    for one in {everything, *own}:
        one.send("setgrid " + setgrid, start)
    for _ply in range(PLIES_MAX):
        state = words_of(everything, "state", "state")[0]
        fields = dict(zip(state[1::2], state[2::2]))
        if fields["over"] != "no":
            break
        legal = [move for line in words_of(everything, "legal", "legal") for move in line[1:] if move != "more"]
        turn = fields["turn"]
        level = seats[int(turn) - 1] if turn != "chance" else None
        move = pick(report(own[int(turn) - 1], level), level, worst, chance) if level else chance.choice(legal)
        told = words_of(everything, "preview " + move, "preview")[0]
        reads = dict(word.split("=", 1) for word in told if re.match(r"\d=", word))
        everything.send("play " + move)
        for number, one in enumerate(own):
            if one is not everything:
                one.send("play " + reads.get(str(number + 1), move))
    scores = words_of(everything, "state", "state")
    return int(next(line for line in scores if line[1:3] == ["seat", "1"])[scores[1].index("margin") + 1])


def match(setgrid, low, high, games, seed):
    """The share that the higher level wins, and its error. Games of two halves are played in full."""
    chance = random.Random(seed)
    first = Engine()
    head = words_of(first, "setgrid %s\nboard" % setgrid, "board")[0]
    hidden, halves = head[head.index("hidden") + 1] == "yes", int(head[head.index("halves") + 1])
    worst = int(head[head.index("worst") + 1])
    own = [Engine(), Engine()] if hidden else [first, first]
    points = []
    for game in range(games):
        seats = [high, low] if game % 2 == 0 else [low, high]
        margin = sum(play((first, own), setgrid, seats, half, worst, chance) for half in range(1, halves + 1))
        points.append(0.5 if margin == 0 else float((margin > 0) == (game % 2 == 0)))
    for one in {first, *own}:
        one.close()
    share = sum(points) / games
    return share, math.sqrt(sum((point - share) ** 2 for point in points)) / games


def main():
    words, numbers = sys.argv[1:], {"games": 40, "seed": 1}
    while len(words) > 1 and words[0] in numbers:
        numbers[words[0]] = int(words[1])
        words = words[2:]
    levels = table()
    names = ["random"] + ["level %d" % number for number in range(1, len(levels))]
    for setgrid in words or GAMES:
        for number in range(1, len(levels)):
            share, error = match(setgrid, levels[number - 1], levels[number], numbers["games"], numbers["seed"])
            print("%-24s %s beats %-7s %5.1f %% +- %4.1f" % (setgrid, names[number], names[number - 1], 100 * share, 100 * error), flush=True)


main()
