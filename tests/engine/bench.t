#!/usr/bin/env python3
"""More of `bench`, and commands of the engine that few send; tests/engine/dialogue.t has the others."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import ENGINE, PATIENCE, SOURCE, Engine, done, ok  # noqa: E402

folder = tempfile.TemporaryDirectory()


def run(*words):
    return subprocess.run([ENGINE, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)


# ---- benchmarks --------------------------------------------------------------------------------

engine = Engine()
engine.send("setgrid trioker-rapid", "bench strength greedy random nodes 5 games 2")
said = [engine.line(), engine.line()]
ok("greedy v random, nodes 5" in said[0] and said[1].split()[2:4] == ["all", "2"], "a game with chance, which nobody plays", said)
engine.line()
for words in ("strength nodes 5 nodes 5", "strength games 2x", "solve -x", "solve -"):
    answer = engine.ask("bench " + words)
    ok(re.match("error (syntax|range) bench: ", answer), "refused: bench " + words, answer)

# Values of moves exchanged: another one than the only best move is said to be the best.
with open(os.path.join(SOURCE, "tests", "engine", "positions.txt")) as file:
    known = [line.strip() for line in file if "; empty 12;" in line]
path = os.path.join(folder.name, "exchanged")
for line in known:
    head, best, values = re.match("(.*; margin .*; best )(.*)(; values .*)", line).groups()
    pairs = dict(word.split(":") for word in values.split()[2:])
    other = next((move for move in pairs if pairs[move] != pairs.get(best)), None)
    if " " in best or other is None:
        continue
    pairs[best], pairs[other] = pairs[other], pairs[best]
    with open(path, "w") as file:
        file.write("%s%s; values %s\n" % (head, other, " ".join("%s:%s" % pair for pair in pairs.items())))
    break
solved = run("bench", "solve", path)
ok(solved.returncode == 1 and re.search(r"DIFFERS: in the file this move has [-+]\d+", solved.stdout),
   "a best move that the file does not have is reported", solved.stdout)

# ---- a half with many moves --------------------------------------------------------------------

engine.send("setgrid triangulation", "setoption name Player value random", "newgame seed 3")
played, offered = 0, False
while played < 1100:  # everybody offers a draw each turn, and nobody agrees
    legal = engine.ask("legal", answer="legal").split()[1:]
    if not legal:
        break
    if set(legal) == {"draw", "pass"}:
        engine.send("play pass")
    elif not offered:
        engine.send("play draw")
    else:
        engine.send("play " + legal[played * 13 % len(legal)])
    offered = set(legal) == {"draw", "pass"} or not offered
    played += 1
answer = engine.ask("undo 5000")
ok(answer == "error state undo: only %d moves have been played" % played and played > 1024, "more than a thousand moves", answer, played)
engine.send("undo %d" % (played - 1))
answer = engine.ask("undo 2")
ok(answer == "error state undo: only 1 move has been played", "all but one are undone", answer)
engine.send("undo")
ok(engine.ask("undo").startswith("error state undo: only 0 moves"), "and that one, too")

# ---- words -------------------------------------------------------------------------------------

engine.send("uci")
lines = [line for line in engine.until("uciok") if line.startswith("id ")]
ok(len(lines) == 2 and lines[0].startswith("id name triancey"), "uci is answered, too", lines)
engine.send("help position", "isready")
lines = engine.until("readyok")
ok(len(lines) > 3 and lines[0].startswith("info string position ") and any("  moves:" in line for line in lines), "help of a command", lines)
engine.send("help setgrid", "isready")
lines = engine.until("readyok")[:-1]
ok(len([line for line in lines if line.startswith("info string setgrid")]) == 2, "and of one that has two forms", lines)
for word in ("pos", "positions", "p"):
    answer = engine.ask("help " + word)
    ok(answer.startswith("error range help: there is no command '%s'" % word), "no command: " + word, answer)
answer = engine.ask("setgrid torus triancey 6x4")
ok(answer.startswith("error range setgrid: ") and "torus triancey 6x4" in answer, "a game in the middle is no game", answer)
engine.send("setgrid tritt")
answer = engine.ask("newgame half 2")
ok(answer == "error range newgame: tritt has 1 half, not 2", "a game of one half", answer)
answer = engine.ask("newgame players 3")
ok("is set up for 2 players here, not 3" in answer, "and of two players", answer)
engine.close()
engine = Engine()
engine.send("setoption name ClearHash", "isready")
ok(engine.line() == "readyok", "nothing to clear before the first search")
engine.send("setoption name Kernel value plain", "setgrid torus 4x2 triancey", "go nodes 50")
plain = engine.until("bestmove")[-1]
engine.send("setoption name Kernel value auto", "newgame", "go nodes 50")
ok(plain.split()[1].isdigit() and engine.until("bestmove")[-1] is not None, "kernels by their names", plain)
engine.close()
answer = run("-o", "Hash= 5", "show")
ok(answer.returncode == 2 and "Hash needs a whole number, not ' 5'" in answer.stdout + answer.stderr, "a blank is no number", answer)
done()
