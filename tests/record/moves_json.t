#!/usr/bin/env python3
"""Moves as JSON while they are made: each one, in its order, with who, time and clock, and what was said of it, as
the record has them afterwards; nothing of that unless it is asked for, and nothing that hands hide."""
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import ask, path, run  # noqa: E402
from tgi import done, ok  # noqa: E402

TWO = ["--engine", "cmd=builtin:search", "name=one", "nodes=40", "--engine", "cmd=builtin:random", "name=two"]
SAID = ("margin", "bound", "depth", "nodes", "time")


def play(record, *words):
    status, said = run("match", *words, "--record", record, "--json")
    ok(status == 0, "played: " + record, said)
    return [json.loads(line) for line in said.splitlines()]


def by_half(lines, kind):
    found = {}
    for line in lines:
        if line["type"] == kind:
            found.setdefault((line["game"], line["half"]), []).append(line)
    return found


def seat_of(half, ply):
    """In games of two seats and two halves, whose turns alternate: seat 1 begins the first half."""
    return 1 if (half + ply) % 2 == 0 else 2


# ---- against the record ----------------------------------------------------------------------
lines = play("plain.db", *TWO, "--grid", "torus 4x4,crepe", "--openings", "random:3", "--concurrency", "3", "--rounds", "2",
             "--moves", "yes")
moves, ends, begins = by_half(lines, "move"), by_half(lines, "half"), by_half(lines, "begin")
recorded = {row[:2]: row[2:] for row in ask("plain.db", "SELECT half.game, number, moves, clocks, opening FROM half"
                                                        " JOIN game ON game.id = half.game")}
ok(len(recorded) == 8 and set(moves) == set(recorded) == set(ends) == set(begins), "each half begins, has moves and ends", moves.keys())
wrong = [key for key, (words, clocks, _) in recorded.items()
         if [one["move"] for one in moves[key]] != words.split() or [one["took_us"] or 0 for one in moves[key]] != [int(c) for c in clocks.split()]
         or [one["ply"] for one in moves[key]] != list(range(1, len(words.split()) + 1))]
ok(not wrong, "the moves and their times are those of the record", wrong)
ok(all(one["opening"] == (one["ply"] <= 3) and (one["took_us"] is None) == one["opening"] for half in moves.values() for one in half),
   "those of the opening are marked")
wrong = [one for (_, half), of_half in moves.items() for one in of_half if one["seat"] != seat_of(half, one["ply"])]
ok(not wrong, "the seat is that of the turn", wrong[:2])
ok(all(one["engine"] == ends[key][0]["seats"][one["seat"] - 1] for key in moves for one in moves[key]), "and the engine sits there")
ok(all(one["left_us"] is None for half in moves.values() for one in half), "without clocks nothing is left on them")
said = {row[:2]: row[2:] for row in ask("plain.db", "SELECT half, ply, margin, bound, depth, nodes, time, pv FROM said")}
wrong = [(one, said.get((16 * one["game"] + one["half"], one["ply"]))) for half in moves.values() for one in half
         if (tuple((one["said"] or {}).get(name) for name in SAID) + (" ".join((one["said"] or {}).get("pv", [])) or None,)
             if one["said"] else None) != said.get((16 * one["game"] + one["half"], one["ply"]))]
ok(not wrong and len(said) > 50, "what was said is that of the record", wrong[:2], len(said))
at = {id(line): number for number, line in enumerate(lines)}
ok(all(at[id(begins[key][0])] < at[id(moves[key][0])] and at[id(moves[key][-1])] < at[id(ends[key][0])] and
       [at[id(one)] for one in moves[key]] == sorted(at[id(one)] for one in moves[key]) for key in moves),
   "a half begins before its moves, and they come before its end")
first = {game: ends[game, 1][0]["margins"] for game, half in ends if half == 1}
ok(all(begin["carry"] == ([0, 0] if half == 1 else first[game]) and
       {name: begin[name] for name in ("round", "pair", "leg", "board", "seats")} ==
       {name: ends[game, half][0][name] for name in ("round", "pair", "leg", "board", "seats")}
       for (game, half), (begin,) in begins.items()), "its beginning says where it stands, and who plays where")

# ---- off, and without what engines said ------------------------------------------------------
for words in ([], ["--moves", "no"]):
    kinds = {line["type"] for line in play("none.db", *TWO, "--grid", "torus 4x4", *words)}
    ok(kinds == {"start", "half", "game", "standings", "end"}, " ".join(words or ["as usual"]) + ": no moves", kinds)
    os.remove(path("none.db"))
quiet = play("quiet.db", *TWO, "--grid", "torus 4x4", "--moves", "yes", "--info", "no")
ok(all(one["said"] is None for half in by_half(quiet, "move").values() for one in half) and
   ask("quiet.db", "SELECT COUNT(*) FROM said") == [(0,)], "info=no: nothing is asked of engines, nothing is shown or kept")
again = play("plain.db", *TWO, "--grid", "torus 4x4,crepe", "--openings", "random:3", "--rounds", "2")
ok({line["type"] for line in again} == {"start", "standings", "end"}, "moves makes no other league", again[:2])

# ---- clocks ----------------------------------------------------------------------------------
lines = play("clock.db", "--engine", "builtin:reference", "--engine", "builtin:random", "--each", "tc=5+0.25", "--grid", "torus 6x4", "--moves", "yes")
wrong = []
for half in by_half(lines, "move").values():
    left = {1: 5000000, 2: 5000000}
    for one in half:
        left[one["seat"]] += 250000 - one["took_us"]
        if one["left_us"] != left[one["seat"]]:
            wrong.append((one, left))
ok(not wrong, "what is left on the clock after the move and its increment", wrong[:1])

# ---- chance and hidden hands -----------------------------------------------------------------
SHOWN = re.compile(r"((?:deal|draw|give:\d):)[\d*]{3}")
THREE = [word for i in range(3) for word in ("--engine", "cmd=builtin:random", "name=e%d" % (i + 1))]
for reveal in ([], ["--reveal"]):
    name = "hidden%d.db" % len(reveal)
    lines = play(name, *THREE, "--game", "trioker-rapid players 3", "--moves", "yes", *reveal)
    moves, ends = by_half(lines, "move"), by_half(lines, "half")
    ok(all([one["move"] for one in moves[key]] == ends[key][0]["moves"] for key in ends) and len(ends) == 3,
       "hidden hands%s: the moves of the half" % " ".join([""] + reveal))
    whole = [row[0] for row in ask(name, "SELECT moves FROM half ORDER BY id")]
    shown = [" ".join(one["move"] for one in moves[key]) for key in sorted(moves)]
    ok(shown == (whole if reveal else [SHOWN.sub(r"\1?", words) for words in whole]), "as they are to be seen", shown[0][:60])
    chance = [one for half in moves.values() for one in half if one["move"].split(":")[0] in ("deal", "draw")]
    ok(chance and all((one["seat"], one["engine"], one["took_us"]) == (None, None, None) for one in chance), "chance is nobody")

# ---- where they cannot be shown --------------------------------------------------------------
with open(path("many.ini"), "w") as file:
    file.write("[league]\ngrids = torus 4x4\nmoves = yes\n[engine a]\ncmd = builtin:random\n[engine b]\ncmd = builtin:random\n")
status, said = run("league", "many.ini", "--json", "--scheduler", "parallel")
ok(status == 1 and "leave out the key moves" in said, "moves of other machines are not shown", said)
status, said = run("match", *TWO, "--moves", "some")
ok(status == 2 and "moves" in said and "yes" in said, "moves is yes or no", said)
done()
