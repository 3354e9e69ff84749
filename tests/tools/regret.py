#!/usr/bin/env python3
"""What the engine's moves lose on positions whose exact margins are known: cells a move, by empty cells.

    tests/tools/regret.py [EMPTY...]

The positions are those of tests/engine/positions.txt with so many empty cells (30 34). NODES is for each move (20000), or with
TIME its milliseconds; GAME one of the family's (selacata), STYLE `greedy` or `sound`, OPTIONS more of them, NAME=VALUE with
commas between. FILE is another file of positions with margins, as `triancey-engine evaluate` prints them. Where the nodes suffice,
the engine solves the position, and loses nothing; SOLVE=0 keeps it from that.
"""
import math
import os
import re
import subprocess
import sys

ENGINE = os.environ.get("TRIANCEY_ENGINE", "./triancey-engine")
FILE = os.environ.get("FILE", "tests/engine/positions.txt")
GAME = os.environ.get("GAME", "selacata")
GO = "movetime " + os.environ["TIME"] if "TIME" in os.environ else "nodes " + os.environ.get("NODES", "20000")
OPTIONS = ["Style=" + os.environ.get("STYLE", "greedy"), *filter(None, os.environ.get("OPTIONS", "").split(","))]
if os.environ.get("SOLVE") == "0":
    OPTIONS.append("SolveShare=0")


def chosen(positions):
    """The move that is chosen in each position: (setgrid, position); None if the half is over then, which the solver takes for an error."""
    with subprocess.Popen([ENGINE, "--tuning"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as engine:
        for option in OPTIONS:
            engine.stdin.write("setoption name %s value %s\n" % tuple(option.split("=", 1)))
        for setgrid, position in positions:
            engine.stdin.write("%s\nnewgame seed 1\n%s\ngo %s\n" % (setgrid, position, GO))
            for answer in engine.stdout:
                if answer.startswith("error "):
                    sys.exit("regret.py: the engine answers: " + answer.strip())
                if answer.startswith("bestmove "):
                    move = answer.split()[1]
                    engine.stdin.write("play %s\nscore\n" % move)
                if answer.startswith("score "):
                    yield None if " over no" not in answer else move
                    break
        engine.stdin.write("quit\n")


def worth(lines):
    """The exact margins of positions for those who move."""
    answer = subprocess.run([ENGINE, "-o", "Hash=512", "evaluate", "-"], input="".join(line + "\n" for line in lines),
                            stdout=subprocess.PIPE, check=True, text=True).stdout
    return [int(margin) for margin in re.findall(r"; margin ([+-]\d+)", answer)]


wanted = {int(word) for word in sys.argv[1:] or ("30", "34")}
by_empty = {}
with open(FILE, encoding="utf-8") as file:
    for line in file:
        field = [field.strip() for field in line.split(";")]
        if line.startswith("#") or len(field) < 5 or GAME not in field[1].split() or int(field[3].split()[1]) not in wanted:
            continue
        by_empty.setdefault(int(field[3].split()[1]), []).append((field[1], field[2], int(field[4].split()[1])))
for empty, rows in sorted(by_empty.items()):
    played = [(row, move) for row, move in zip(rows, chosen([row[:2] for row in rows])) if move]
    after = worth("%d; %s; %s %s" % (number, setgrid, position, move) for number, ((setgrid, position, _), move) in enumerate(played))
    losses = [margin + answer for ((_, _, margin), _), answer in zip(played, after)]
    mean = sum(losses) / len(losses)
    error = math.sqrt(sum((loss - mean) ** 2 for loss in losses) / max(1, len(losses) - 1) / len(losses))
    print("%s, %d empty, go %s, %s: %.2f +- %.2f cells a move, %d positions, %d best moves" % (
        GAME, empty, GO, " ".join(OPTIONS), mean, error, len(losses), losses.count(0)), flush=True)
