#!/usr/bin/env python3
"""What the prompt says that moves do: lines and slides of Tritt, captures and checks of Triangulation, against games
replayed from records and a board of our own."""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import pseudo  # noqa: E402
from prompt import ENVIRONMENT, FOLDER, REFEREE, forget, play, two  # noqa: E402
from tgi import PATIENCE, done, ok  # noqa: E402


def run(*words):
    return pseudo.run([REFEREE, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT, cwd=FOLDER,
                          timeout=4 * PATIENCE).stdout


def games(game, seats, rounds):
    """The moves of random games, and how each ended."""
    record = game.split()[0] + ".db"
    run("match", *[word for i in range(seats) for word in ("--engine", "builtin:random", "name=%s" % "abc"[i])], "--game", game, "--rounds", str(rounds), "--seed", "9", "--record", record)
    found = json.loads(run("export", record, "--format", "json"))["games"]
    return [(row["halves"][0]["moves"], row["halves"][0]["termination"]) for row in found]


def said_of(out, moves):
    """The lines that follow each move as it was told."""
    parts = re.split(r"^\w+ \(player \d\): (\S+)$", out, flags=re.M)
    assert parts[1::2] == moves, (parts[1::2], moves)
    return [[line.strip() for line in part.split("\n") if line.startswith("  ") and "margin" not in line] for part in parts[2::2]]


# ---- Tritt --------------------------------------------------------------------------------------


def point(text):
    return ord(text[0]) - ord("a"), int(text[1:])


def between(a, b):
    return tuple((x + y) // 2 for x, y in zip(a, b))


class Tritt:
    def __init__(self):
        self.pieces = []  # owner, first end, centre, other end

    def play(self, mover, move):
        placed, _, slide = move.partition("/")
        a, b = map(point, placed.split("-"))
        self.pieces.append((mover, a, between(a, b), b))
        if not slide:
            return None
        source, target = slide.split("-")
        i = [piece[2] for piece in self.pieces].index(point(source))
        by = tuple(x - y for x, y in zip(point(target), point(source)))
        self.pieces[i] = (self.pieces[i][0],) + tuple(tuple(x + y for x, y in zip(p, by)) for p in self.pieces[i][1:])
        return source, target

    def colour(self):
        return {p: ("red", "blue")[owner ^ (k != 1)] for owner, *three in self.pieces for k, p in enumerate(three)}


wrong, ends = [], set()
for moves, end in games("tritt size 4", 2, 20):
    board, script, (out, status) = Tritt(), [], two(moves, "--game", "tritt size 4")
    forget()
    for i, (move, lines) in enumerate(zip(moves, said_of(out, moves))):
        slid = board.play(i % 2, move)
        if slid and "A %s piece slides with its centre from %s to %s." % (("blue", "red")[i % 2], *slid) not in lines:
            wrong.append((move, lines))
        row = [re.match(r"Three (\w+) points lie in a row, (\S+) (\S+) (\S+): that (wins|loses)\.$", line) for line in lines]
        row = [match for match in row if match]
        if bool(row) != (i == len(moves) - 1 and end in ("line", "wrong-line")):
            wrong.append((move, lines, end))
        for match in row:
            name, *three, outcome = match.groups()
            a, b, c = map(point, three)
            step = tuple(x - y for x, y in zip(b, a))
            good = step in ((0, 1), (1, 0), (1, 1)) and c == tuple(x + y for x, y in zip(b, step))
            own = name == ("red", "blue")[i % 2]
            if not good or any(board.colour().get(p) != name for p in (a, b, c)) or (outcome == "wins") != own or (end == "line") != own:
                wrong.append((move, lines, end))
            ends.add(end)
ok(wrong == [] and ends == {"line", "wrong-line"}, "slides and lines of Tritt are named as they are", wrong[:2], ends)

# ---- Triangulation ------------------------------------------------------------------------------

KINDS = {"infantry": "I", "rukh": "R", "cavalry": "C", "general": "G"}
number = wrong = captures = checks = 0
bad = []
for moves, end in games("triangulation players 3", 3, 1)[:3]:
    number += 1
    moves = moves[:160]
    whole = run("replay", "triangulation.db", str(number))
    shown = [part for part in re.split(r"^move \d+: .*$", whole, flags=re.M)[1:]]
    pieces = [re.findall(r"[/\\]([rgb][IRCG])", part) for part in shown]
    out, status = two(moves, "--game", "triangulation players 3")
    forget()
    for i, lines in enumerate(said_of(out, moves)):
        if i == 0:
            continue
        gone = [p for p in set(pieces[i - 1]) if pieces[i - 1].count(p) > pieces[i].count(p)]
        taken = [re.match(r"It takes (\w+)'s (\w+) on (\w+)\.", line) for line in lines]
        taken = [m.group(1)[0].lower() + KINDS[m.group(2)] for m in taken if m and moves[i][4:7] == m.group(3)]
        back = any("brings back" in line for line in lines)
        if (taken != gone and not back) or (not back and len(pieces[i - 1]) - len(pieces[i]) != len(taken)):
            bad.append((i, moves[i], lines, gone))
        captures += len(taken)
        mover = re.search(r"(\w+) \(seat \d\) to move(, in check)?", shown[i])
        told = [re.match(r"It (?:gives check to|checkmates) (\w+)\.", line) for line in lines]
        for match in filter(None, told):
            checks += 1
            if mover and match.group(1) == mover.group(1) and not mover.group(2):
                bad.append((i, moves[i], lines, mover.group(0)))
ok(bad == [] and captures > 5 and checks > 2, "captures and checks of Triangulation are named as they are", bad[:2], captures, checks)
out, _ = play(["legal C6o", "legal c6o", "legal x"], "--game", "triangulation")
first = re.findall(r"^(\d+) possible: ?(.*)$", out, re.M)
ok(first[0] == first[1] and int(first[0][0]) == len(first[0][1].split()) > 0
   and all(move.startswith("C6o-") for move in first[0][1].split()) and first[2][0] == "0", "legal lists the moves of one piece", first)
whole, _ = play(["legal"], "--game", "triangulation")
ok(sum(move.startswith("C6o") for move in re.search(r"possible: (.*)", whole).group(1).split()) == int(first[0][0]), "all of them")
forget()

done()
