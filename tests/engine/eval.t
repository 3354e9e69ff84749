#!/usr/bin/env python3
"""What players say of a position when they are asked by `eval`: of each move, or of the position."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import Engine, done, ok  # noqa: E402

engine = Engine()
engine.send("setoption name Seed value 5")


def opinion(player, *lines):
    """What a player says, without the words before it; an error as it is."""
    engine.send("setoption name Player value " + player, *lines, "eval", "isready")
    return [line.removeprefix("info string ") for line in engine.until("readyok")[:-1]]


def legal():
    return engine.ask("legal").split()[1:]


# ---- the reference -----------------------------------------------------------------------------

for board, moves in (("torus 2x2 triancey", "0 3"), ("torus 6x4 selacata", "0 40")):
    said = opinion("reference", "setgrid " + board, "position moves " + moves)
    rows = [re.fullmatch(r"move (\d+): margin (-?\d+), exposed sides (\d+)", line) for line in said[:-1]]
    ok(all(rows) and [row[1] for row in rows] == legal(), "the reference on %s: each move" % board, said)
    best = max(int(row[2]) for row in rows)
    among = int(re.fullmatch(r"chooses at random among (\d+) of them", said[-1])[1])
    ok(1 <= among <= sum(int(row[2]) == best for row in rows), "and how many are equally good", said[-1])
said = opinion("search", "setgrid torus 2x2 triancey", "newgame", "position moves 0")
ok(len(said) > 3 and any(line.startswith("term ") for line in said), "search has terms", said)

# ---- Tritt -------------------------------------------------------------------------------------

said = opinion("search", "setgrid tritt", "newgame")
ok(len(said) > 3 and said[0].startswith("term "), "search in Tritt has terms, too", said)
said = opinion("greedy", "newgame")
ok(len(said) == 2 and re.fullmatch(r"chooses at random among (\d+) of (\d+) moves", said[0]) and
   said[1].startswith("each of them ends nothing or in a draw; "), "greedy in Tritt", said)
engine.send("setoption name Player value search", "newgame")
won = None
for ply in range(60):  # until a side wins with its next move
    said = opinion("search")
    if said[0].startswith("the player to move wins at once: "):
        won = said[0].split(": ")[1]
        break
    engine.send("setoption name Player value %s" % ("search" if ply % 2 else "random"))
    engine.send("play " + engine.ask("go nodes 200", answer="bestmove").split()[1])
if ok(won is not None and won in legal(), "search sees a move that wins at once", said):
    said = opinion("greedy")
    ok(said[1].startswith("each of them wins; "), "so does greedy", said)
    engine.send("play " + won)
    score = engine.ask("score")
    ok("over no" not in score, "and it does", score)
    ok(opinion("greedy")[-1].startswith("error state eval: "), "then there is nothing to say")

# ---- Triangulation -----------------------------------------------------------------------------

said = opinion("greedy", "setgrid triangulation", "newgame")
rows = [re.fullmatch(r"(\S+): gain (-?\d+), risk (-?\d+)", line) for line in said]
ok(all(rows) and [row[1] for row in rows] == [move for move in legal() if move != "draw"], "greedy in Triangulation: each move", said)
ok(opinion("greedy", "play draw") == ["declines a draw: nobody is ahead"], "an offer of a draw")
best = engine.ask("go", answer="bestmove")
ok(best == "bestmove pass", "which it declines", best)
said = opinion("search", "undo 1")
ok(len(said) > 2 and not said[0].startswith("error"), "search in Triangulation", said)

# Greedy takes what it can, so that one army falls behind soon.
ahead = False
for ply in range(120):
    engine.send("setoption name Player value " + ("greedy" if ply % 3 == 0 else "random"))
    best = engine.ask("go", answer="bestmove").split()[1]
    if best == "none":
        break
    engine.send("play " + best)
    said = opinion("greedy", "play draw")
    if said == ["agrees to a draw: another player is ahead"]:
        ahead = engine.ask("go", answer="bestmove") == "bestmove draw"
        only = engine.ask("go searchmoves pass", answer="bestmove")
        ok(only == "bestmove pass", "unless it may not", only)
        break
    engine.send("undo 1")
ok(ahead, "greedy agrees to a draw when another player is ahead")

# ---- Trioker -----------------------------------------------------------------------------------

said = opinion("greedy", "setgrid trioker-duel", "newgame", "play " + engine.ask("setgrid trioker-duel", "legal").split()[1])
moves = legal()
ok(len(said) == len(moves) and [line.split(":")[0] + ":" + line.split(":")[1] for line in said if line != "pass"] == moves,
   "greedy in the duel: each move", said, moves)
engine.send("setoption name Player value random", "setgrid trioker-rapid", "newgame seed 3")
engine.send("play " + engine.ask("go", answer="bestmove").split()[1])
said = opinion("greedy")
ok(len(said) == len(legal()) and all("margin" in line and "pieces of the receiver" in line for line in said),
   "greedy in the rapid game", said)
for player, game in (("random", "tritt"), ("mcts", "selacata"), ("search", "trioker-puzzle")):
    said = opinion(player, "setgrid " + game, "newgame")
    ok(said[-1].startswith("error unsupported eval: "), "%s has no opinion of %s" % (player, game), said)
ok(engine.close() == 0, "the end")
done()
