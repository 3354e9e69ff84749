#!/usr/bin/env python3
"""The engine on the games of Trioker: shapes of puzzles as boards, and what is solved."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import Engine, done, ok  # noqa: E402


def solve(engine, *lines, line="go solve"):
    """The last line of a search and its answer."""
    engine.send(*lines, line)
    answer = engine.until("bestmove")
    said = [text for text in answer if text.startswith("info depth")]
    return said[-1], answer[-1].split()[1]


# ---- puzzles ---------------------------------------------------------------------------------
engine = Engine()
info, best = solve(engine, "setgrid duck trioker-puzzle")
line = info.split(" pv ")[1].split()
ok("margin 18 bound exact" in info and len(line) == 18 and line[0] == best, "a duck is filled", info)
engine.send("play " + " ".join(line), "show", "score", "isready")
answer = "\n".join(engine.until("readyok"))
ok("over solved" in answer and "pieces left 0" in answer, "with its own pieces", answer)
info, best = solve(engine, "newgame", line="go solve searchmoves " + line[5])
ok("bound exact" in info and best == line[5], "beginning with any piece", info)
info, best = solve(engine, "newgame", "play " + " ".join(line[3:9]))
ok("margin 18 bound exact" in info and info.count(":") == 12, "from the pieces that lie there", info)
info, best = solve(engine, "setgrid hexagon 2 trioker-puzzle")
ok("margin 23 bound upper" in info, "no solution without the Joker", info)
info, best = solve(engine, "setgrid hexagon 2 trioker-puzzle joker 1")
ok("margin 24 bound exact" in info and info.count(" 0:") + info.count("*") >= 1, "one with it", info)
info, best = solve(engine, "setgrid inline trioker-puzzle tip cells 4 sides 1,2,3 0,p1,p1 0,p1,p1 0,p1,p1")
ok("margin 4 bound exact" in info, "a shape that is given by its sides", info)
engine.send("setgrid duck trioker-puzzle joker 1", "show", "isready")
answer = "\n".join(engine.until("readyok"))
ok("pieces left 25" in answer, "other pieces are taken if they are said", answer)
answer = engine.ask("setgrid nowhere.ini trioker-puzzle", answer="error")
ok(re.match("error range setgrid: nowhere.ini", answer), "a file that is not there", answer)

# ---- the duel --------------------------------------------------------------------------------
info, best = solve(engine, "setgrid trioker-duel", line="go depth 3")
ok("depth 3 margin" in info and "bound" not in info and best.startswith("33:"), "a duel begins", info)
engine.send("setoption name MultiPV value 4", "go depth 4")
lines = [text for text in engine.until("bestmove") if text.startswith("info depth 4 ")]
margins = [int(re.search("margin (-?\\d+)", text).group(1)) for text in lines]
ok(len(margins) == 4 and margins == sorted(margins, reverse=True), "MultiPV: the best first", lines)
engine.send("eval", "isready")
ok("burden" in "\n".join(engine.until("readyok")), "what is counted")
engine.close()
done()
