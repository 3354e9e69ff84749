#!/usr/bin/env python3
"""The engine with other boards and puzzles than its own: none at all, or ones that it cannot use."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import ENGINE, PATIENCE, Engine, done, ok  # noqa: E402

folder = tempfile.TemporaryDirectory()


def place(*names):
    return os.path.join(folder.name, *names)


def write(name, text):
    os.makedirs(os.path.dirname(place(name)), exist_ok=True)
    with open(place(name), "w") as file:
        file.write(text)


def run(data, *words):
    answer = subprocess.run([ENGINE, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE,
                            env=dict(os.environ, TRIANCEY_DATADIR=place(data)))
    return answer.stdout, answer.stderr, answer.returncode


def start(data):
    return Engine("env", "TRIANCEY_DATADIR=" + place(data), ENGINE)


# ---- nothing -----------------------------------------------------------------------------------

os.mkdir(place("empty"))
engine = start("empty")
ok("selacata on ancey" in engine.ask("show"), "the board to begin with is drawn from its name")
engine.send("newgame", "isready")
engine.until("readyok")
engine.send("grids", "isready")
lines = engine.until("readyok")
ok(any(line.startswith("game tritt ") for line in lines) and not any(line.startswith("grid ") for line in lines),
   "games, but no boards", lines)
for line, said in (("setgrid trioker-rapid", "rapid.ini"), ("setgrid duck trioker-puzzle", "duck")):
    answer = engine.ask(line)
    ok(answer.startswith("error range setgrid: ") and said in answer, "not there: " + line, answer)
answer = engine.ask("bench puzzle duck")
ok(answer.startswith("error range bench: duck: "), "not there: a puzzle", answer)
engine.send("setgrid torus 4x2 triancey")
ok(engine.ask("legal").split() == ["legal"] + [str(cell) for cell in range(16)], "a shape will do")
engine.send("setgrid tritt")
ok(engine.ask("bench strength greedy random games 1 nodes 5").startswith("info string greedy v random"), "or a board of its own")
engine.close()
out, err, status = run("empty", "puzzle", "--list")
ok(status == 1 and "no puzzles found; set TRIANCEY_DATADIR to their folder" in err and not out, "no puzzles", out + err)
out, err, status = run("empty", "puzzle", "parallelogram 2x6")
ok(status == 0 and "solutions" not in err, "but shapes", err)

# ---- boards and puzzles of one's own -----------------------------------------------------------

WELL = ("[grid]\nname = %s\ncells = 2\n[cells]\n0 = 10,0 0,10 0,0\n1 = 0,10 10,0 10,10\n")
write("own/grids/two.ini", WELL % "two")  # open sides: no game of the family
write("own/grids/broken.ini", WELL % "broken" + "2 = 0,0 1,1\n")
write("own/grids/.hidden.ini", WELL % "hidden")
write("own/grids/.ini", WELL % "none")
write("own/grids/two.txt", WELL % "text")
write("own/grids/%s.ini" % ("x" * 80), WELL % "long")
write("own/games/puzzles/pair.ini", WELL % "pair")
write("own/games/puzzles/named.ini", WELL % "named" + "[puzzle]\ntitle = A name\npieces = 000 001 011 111\nwild = anywhere\n")
write("own/games/puzzles/p_torn.ini", WELL % "p_torn" + "[puzzle]\npieces = 000 000\n")
write("own/games/puzzles/p_odd.ini", WELL % "p_odd" + "[puzzle]\nwild = somewhere\n")
write("own/games/rapid.ini", "[panel]\nshape = triangle 2\nstart = 9\n")
engine = start("own")
engine.send("grids", "isready")
lines = engine.until("readyok")[:-1]
names = [line.split()[1] for line in lines if line.startswith("grid ")]
ok(set(names) == {"pair", "named"} or set(names) == {"two", "pair", "named"}, "only what can be played on is listed", lines)
named = next(line for line in lines if line.startswith("grid named "))
bare = next(line for line in lines if line.startswith("grid pair "))
ok(named.endswith(" title A name") and "title" not in bare, "with its title, if it has one", named, bare)
for line, said in (("setgrid broken triancey", "[cells] 2"), ("setgrid p_torn trioker-puzzle", "000 is given twice"),
                   ("setgrid p_odd trioker-puzzle", "must be tip or anywhere"), ("setgrid trioker-rapid", "missing"),
                   ("setgrid .hidden", ".hidden"), ("setgrid .hidden trioker-puzzle", ".hidden")):
    answer = engine.ask(line)
    ok(answer.startswith("error range setgrid: ") and said in answer, "refused: " + line, answer)
engine.send("setgrid named trioker-puzzle", "go solve")
ok(" margin 2 bound exact" in engine.until("bestmove")[-2], "a puzzle of one's own")
engine.close()
out, err, status = run("own", "puzzle", "--list")
ok(status == 1 and sorted(line.split()[0] for line in out.splitlines()) == ["named", "pair"] and
   "p_torn" in err and "p_odd" in err and err.count("\n") == 2, "all puzzles that can be read are listed, and the faults of the others", out + err)
done()
