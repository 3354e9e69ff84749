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
ok("margin 23 bound exact" in info, "no solution without the Joker, proved", info)
engine.send("play " + " ".join(info.split(" pv ")[1].split()), "score", "isready")
ok("margin 23 half 1 total 23 over stuck" in "\n".join(engine.until("readyok")), "but 23 pieces can be laid")
info, best = solve(engine, "setgrid hexagon 2 trioker-puzzle joker 1")
ok("margin 24 bound exact" in info and info.count(" 0:") + info.count("*") >= 1, "one with it", info)
info, best = solve(engine, "setgrid inline trioker-puzzle tip cells 4 sides 1,2,3 0,p1,p1 0,p1,p1 0,p1,p1")
ok("margin 4 bound exact" in info, "a shape that is given by its sides", info)
engine.send("setgrid duck trioker-puzzle joker 1", "show", "isready")
answer = "\n".join(engine.until("readyok"))
ok("pieces left 25" in answer, "other pieces are taken if they are said", answer)

# The most that can be laid, by the rules alone: the longest sequence of moves.
wrong, holes = [], 0
for draw in range(1, 25):
    pieces = sum({1 << (draw * k * k + 7 * k) % 24 for k in range(1, 8)})
    info, best = solve(engine, "setgrid triangle 2 trioker-puzzle pieces %d" % pieces)
    said = re.search("margin (\\d) bound exact", info)
    most = max(n for n in range(1, 5) if int(engine.ask("perft %d" % n, answer="perft").split()[2]) > 0)
    holes += most < 4
    if not said or int(said.group(1)) != most:
        wrong.append((pieces, most, info))
ok(not wrong and 0 < holes < 24, "as many pieces as can be laid, whether that is all or not", (holes, wrong))

# Moves to choose among that are in no solution, or not in the first that is found.
engine.send("setgrid duck trioker-puzzle", "legal")
legal = engine.until("legal")[-1].split()[1:]
info, best = solve(engine, line="go solve")
first = info.split(" pv ")[1].split()
info, best = solve(engine, line="go solve searchmoves " + " ".join(move for move in legal if move not in first))
ok("margin 18 bound exact" in info and best in legal and best not in first, "another move that fills the duck", info)
info, best = solve(engine, line="go solve searchmoves %s %s" % (first[4], first[2]))
ok("margin 18 bound exact" in info and best in (first[4], first[2]), "one of two that do", info)

# Time that is too short for a proof: how many cells can be filled at most, and a move that leaves room.
engine.send("setgrid hexagon 2 trioker-puzzle", "legal")
legal = engine.until("legal")[-1].split()[1:]
for words in ("movetime 0", "movetime 1"):
    engine.send("go " + words)
    lines = engine.until("bestmove")
    ok(lines[-1].split()[1] in legal and re.search(r" margin 2[34] bound (upper|exact) ", lines[-2]), "go " + words, lines)
engine.send("setgrid parallelogram 3x4 trioker-puzzle", "go infinite", "stop")
lines = engine.until("bestmove")
ok(re.search(r" margin 24 bound (upper|exact) ", lines[-2]) and lines[-1].split()[1] in lines[-2], "stopped", lines)

# ---- chance ----------------------------------------------------------------------------------
# Where chance comes next no player is asked, so all of them draw, and by the seed alone.
said = {}
for player in ("search", "mcts", "response", "greedy", "random"):
    engine.send("setoption name Player value " + player, "setgrid trioker-rapid", "newgame seed 5", "legal", "go nodes 300")
    answer = engine.until("bestmove")
    legal = [line for line in answer if line.startswith("legal ")][-1].split()[1:]
    ok(answer[-1].split()[1] in legal and not any(line.startswith("info") for line in answer), player + " draws", answer)
    said[player] = answer[-1]
ok(len(set(said.values())) == 1, "and the same", said)
engine.send("setoption name Player value search")

# ---- other Jokers ----------------------------------------------------------------------------
info, best = solve(engine, "setgrid super-triangle trioker-puzzle")
wild = re.search(r" (0:\*23|16:23\*|16:3\*2|16:\*23|24:23\*|24:3\*2|24:\*23|0:23\*|0:3\*2)", info)
ok("margin 25 bound exact" in info and wild, "the super triangle, its Joker at a tip", info)
engine.send("play " + " ".join(info.split(" pv ")[1].split()), "score", "isready")
ok("over solved" in "\n".join(engine.until("readyok")), "the game agrees")
answer = engine.ask("newgame", "play 5:*23", answer="error")
ok("error illegal play: 5:*23: the wild corner of the Joker must lie on a free tip" in answer, "which it must", answer)
engine.send("legal", "isready")
jokers = sorted(word for word in " ".join(engine.until("readyok")).split() if "*" in word)
ok(len(jokers) == 3 and {word.split(":")[0] for word in jokers} == {"0", "16", "24"}, "its three places", jokers)
info, best = solve(engine, "setgrid hexagon 2 trioker-puzzle joker 1 values 12")
ok("margin 24 bound exact" in info and re.search(r"\*12|2\*1|12\*", info), "a Joker 12 fills the hexagon, too", info)
engine.send("play " + " ".join(info.split(" pv ")[1].split()), "score", "isready")
ok("over solved" in "\n".join(engine.until("readyok")), "by the rules of the game")
answer = engine.ask("newgame", "play 0:*23", answer="error")
ok(re.search("syntax|illegal", answer), "it has no Joker 23", answer)
answer = engine.ask("setgrid hexagon 2 trioker-puzzle joker 1 values 14", answer="error")
ok("two digits from 0 to 3, not 14" in answer, "values that no piece has", answer)
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
