#!/usr/bin/env python3
"""Puzzles of Trioker at the prompt: laid, taken back, checked, left, resumed, solved, drawn."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import pseudo  # noqa: E402
from prepared import run_prepared  # noqa: E402
from prompt import Terminal  # noqa: E402
from tgi import BUILD, ENGINE, PATIENCE, SOURCE, done, ok  # noqa: E402

REFEREE = os.path.abspath(os.path.join(BUILD, "triancey-referee"))
FOLDER = tempfile.mkdtemp(prefix="triancey-puzzle-")
ENVIRONMENT = dict(os.environ, XDG_STATE_HOME=os.path.join(FOLDER, "state"), LC_ALL="C.UTF-8")
KEPT = os.path.join(FOLDER, "state", "triancey", "puzzle.kept")


def puzzle(lines, *words, **more):
    """What was printed, errors too, and the exit status."""
    answer = pseudo.run([REFEREE, "puzzle", *words], input="".join(line + "\n" for line in lines),
                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                        env={**ENVIRONMENT, **more}, timeout=PATIENCE, cwd=FOLDER)
    return answer.stdout, answer.returncode


def says(lines, text, name, *words):
    out, status = puzzle(lines, *words)
    ok(text in out and status == 0, name, out)


def solutions(shape, *words):
    return re.findall(r'"solution":"([^"]+)"', run_prepared(ENGINE, ["puzzle", shape, "--all", "--json", *words]).out.decode())


def values_of(svg):
    """The pieces that are drawn, the values of each in ascending order."""
    texts = [t.text for t in xml.fromstring(svg).iter("{http://www.w3.org/2000/svg}text") if t.text in list("0123*")]
    return sorted("".join(sorted(texts[i:i + 3])) for i in range(0, len(texts), 3))


DUCK = solutions("duck")
FIRST = DUCK[0].split()

# ---- solving ---------------------------------------------------------------------------------------

out, status = puzzle(FIRST, "duck")
ok(status == 0 and "Solved, with 0 hints!" in out and "18 of 18 cells" in out, "a solution is one", out)
ok(not os.path.exists(KEPT), "and nothing is kept of it")
says(FIRST[:1] + ["check"], "So far so good: %d solution" % sum(FIRST[0] in s.split() for s in DUCK),
     "check counts the solutions that are left", "duck")
wrong = next(w for w in ("1:%s" % p for p in ("000", "001", "012", "123", "233", "021", "111", "130", "103"))
             if not any(w in s.split() for s in DUCK))
says([wrong, "check"], "No solution has the 1 piece that lies there: %s is wrong." % wrong,
     "and says what is wrong", "duck")
says([wrong, "hint"], wrong, "so does a hint", "duck")
says([FIRST[0], "back 0", "back 0"], "There is no piece on cell 0.", "a piece is taken back once", "duck")
says(FIRST[:3] + ["back 1", FIRST[1], "back", "show"], "2 of 18 cells filled", "from any cell, or the last one", "duck")
says(FIRST[:3] + ["restart", "show"], "0 of 18 cells filled", "or all are", "duck")

# ---- names of commands ---------------------------------------------------------------------------

ENGLISH = ["help", "show", "back", "back 0", "back ?", "hint", "check", "svg", "check 1", "restart", "save a-name", "quit"]
FRENCH = ["aide", "plateau", "retirer", "retirer 0", "retirer ?", "indice", "v\u00e9rifier", "dessiner", "verifier 1",
          "recommencer", "enregistrer a-name", "quitter"]
told = []
for words in ENGLISH, FRENCH, [word.upper() if "a-name" not in word else word for word in FRENCH]:
    out, status = puzzle(FIRST[:3] + words + ["check"], "duck")
    told.append(out)
    ok(status == 0 and "not a command" not in out and "not possible" not in out, "each is a command", out)
    ok("svg needs FILE." in out and "check takes no argument, not '1'." in out
       and "The number of a cell is needed, not '?'." in out, "and says what it needs", out)
    ok(out.count("So far so good") == 1 and "back [CELL]" in out, "nothing is obeyed after quit", out)
    if words is not ENGLISH:
        ok(out == told[0], "French names are the same commands", out)
    os.remove(os.path.join(FOLDER, "a-name"))
out, _ = puzzle(["aide", "help back", "retirer ?"], "duck", LC_ALL="fr_FR.UTF-8", LANGUAGE="fr")
ok(out.count("\n  retirer ") == 2 and "\n  indice " in out and "hint" not in out, "in French, help shows the French ones", out)
for word in "q", "exit":
    ok(puzzle([word, "check"], "duck")[0].count("So far") == 0, "%s leaves" % word)
says([FIRST[0], "17:" + FIRST[0].split(":")[1]], "has already been placed.", "a piece is placed once", "duck")
says([FIRST[0], "1:333"], "1:333 is not possible: 333 is not among the pieces", "of the puzzle's own", "duck")
says(["99:000", "foo", "back ?", "svg"], "'foo' is neither a piece on a cell, like 7:012, nor a command.",
     "what is no word is reported", "duck")

says(["18:000"], "18:000 is not possible: there is no cell 18: cells are numbered from 0 to 17.", "a cell that is not there", "duck")
says(["0:999"], "0:999 is not possible: there is no piece 999: values are 0 to 3.", "nor is a piece", "duck")
says(["restart"], "No piece has been placed yet.", "nothing to take back", "duck")
out, status = puzzle(["help hint"], "duck")
ok(re.search(r"\n  hint +a piece that every", out) and status == 0, "help of one command", out)
out, _ = puzzle(["help hint", "help rules", "help x"], "duck")
ok(out.count("7:012  ") == 1 and "There is no command 'x'." in out and out.count("must have the same value") == 1, "help of each is its own", out)
for words, known in (["hexagon"], True), (["duck"], False), (["hexagon", "--joker"], False):
    out, _ = puzzle(["quit"], *words)
    ok(("This puzzle has no solution at all." in out) == known, "puzzle %s: whether it is known to have none" % " ".join(words), out)

# Hints lead to the end, and what every solution is said to have it has.
laid, sure = [], 0
for _ in range(18):
    out, _ = puzzle(laid + ["hint"], "duck")
    said = re.search(r"(Every solution has )?(\d+:\d\d\d)( leads to a solution)?\.", out)
    if not said:
        break
    left = [s.split() for s in DUCK if set(laid) <= set(s.split())]
    if said.group(1):
        sure += all(said.group(2) in s for s in left) or -99
    laid.append(said.group(2))
ok(len(laid) == 18 and " ".join(sorted(laid)) in [" ".join(sorted(s.split())) for s in DUCK], "hints solve it", laid)
ok(sure > 0, "and are right where they are sure", sure)

# ---- kept and resumed ------------------------------------------------------------------------------

out, _ = puzzle(FIRST[:5], "duck")
ok(os.path.exists(KEPT) and "--resume continues" in out, "a puzzle that is left is kept", out)
out, status = puzzle(FIRST[5:], "--resume")
ok(status == 0 and "Solved" in out, "and goes on", out)
ok(not os.path.exists(KEPT), "once")
out, status = puzzle([], "--resume")
ok(status == 1 and "puzzle.kept" in out, "no puzzle is left then", out)
puzzle(FIRST[:2] + ["save mine", "save mine"], "duck", "--joker")
os.remove(KEPT)
says(["show"], "2 of 18 cells", "it is saved in a file", "--resume", "mine")
says(["show"], "*23", "with its Joker", "--resume", "mine")
with open(os.path.join(FOLDER, "bad"), "w") as file:
    file.write("[puzzle]\nshape = duck\npieces = 000 00x\n")
out, status = puzzle([], "--resume", "bad")
ok(status == 1 and "is not a saved puzzle" in out, "what is no such file is refused", out)

for name, text in (("no section", "shape = duck\n"), ("no such Joker", "[puzzle]\nshape = duck\npieces = 000 *77\n"),
                   ("another section", "[puzzel]\nshape = duck\npieces = 000\n"), ("no shape", "[puzzle]\npieces = 000\n"),
                   ("no pieces", "[puzzle]\nshape = duck\nlaid = 0:000\n"), ("another key", "[puzzle]\nshape = duck\npieces = 000\ncolour = red\n")):
    with open(os.path.join(FOLDER, "bad"), "w") as file:
        file.write(text)
    out, status = puzzle([], "--resume", "bad")
    ok(status == 1 and "bad is not a saved puzzle" in out, "refused: " + name, out)
with open(os.path.join(FOLDER, "mine")) as file:
    kept = file.read()
shutil.copy(os.path.join(SOURCE, "games", "puzzles", "duck.ini"), os.path.join(FOLDER, "own.ini"))
for shape in "own.ini", "./own.ini", os.path.join(FOLDER, "own.ini"):
    with open(os.path.join(FOLDER, "bad"), "w") as file:
        file.write(kept.replace("shape = duck", "shape = " + shape))
    out, status = puzzle([], "--resume", "bad")
    ok(status == 1 and "it names %s: add --shape FILE" % shape in out, "no shape is opened because a puzzle from elsewhere names it: " + shape, out)
says(["show"], "2 of 18 cells", "but one that a person names", "--resume", "bad", "--shape", "own.ini")
out, status = puzzle([], "--resume", "mine", "--shape", "own.ini")
ok(status == 1 and "it names no file that --shape could replace" in out, "which replaces one", out)
out, status = puzzle([], "duck", "--shape", "own.ini")
ok(status == 2 and "--shape needs --resume" in out, "where there is one", out)
puzzle(FIRST[:1], "own.ini")
says(["show"], "1 of 18 cells", "a puzzle that is kept knows its file", "--resume")
os.remove(KEPT)
for name, old, new, wanted in (("a piece twice", "laid = ", "laid = 5:000 5:000 ", "bad: 5:000 is not possible"), ("another shape", "shape = duck", "shape = nosuch", "bad: nosuch: neither"),
                               ("too few pieces", "pieces = ", "pieces = 000\n; ", "bad: duck has 18 cells")):
    with open(os.path.join(FOLDER, "bad"), "w") as file:
        file.write(kept.replace(old, new))
    out, status = puzzle([], "--resume", "bad")
    ok(status == 1 and wanted in out, "refused: " + name, out)
out, status = puzzle([FIRST[0], "save here", "save /no/such/folder/file", "save"], "duck")
ok("It is not saved: /no/such/folder/file" in out and "--resume %s continues" % KEPT in out, "it is saved where it can be", out)
os.remove(KEPT)
out, _ = puzzle(FIRST[:1], "duck", XDG_STATE_HOME="/dev/null/folder")
ok("It is not saved: cannot make the folder" in out and "is kept" not in out, "what cannot be kept is not said to be", out)
out, _ = puzzle(FIRST[:1] + ["save"], "duck", XDG_STATE_HOME="", HOME="")
ok("save needs the name of a file." in out and "is kept" not in out, "without a home nothing is kept", out)
out, status = puzzle(FIRST, "duck", XDG_STATE_HOME="", HOME="")
ok(status == 0 and "Solved" in out, "but it can be solved", out)
out, status = puzzle([], "--resume", XDG_STATE_HOME="", HOME="")
ok(status == 1 and "no puzzle is kept" in out, "or resumed", out)

# ---- few pieces, many solutions --------------------------------------------------------------------

with open(os.path.join(FOLDER, "stuck.ini"), "w") as file:
    file.write("[puzzle]\npieces = 000 111\n[grid]\nname = stuck\ncells = 2\n[cells]\n0 = 1500,0 2000,866 1000,866\n1 = 1500,0 2500,0 2000,866\n")
out, status = puzzle(["rules", "back", "check", "0:000", "hint", "svg stuck.svg", "svg stuck.svg", "svg /no/such/folder/file"], "stuck.ini")
ok(status == 0 and "Corners that meet must have the same value." in out, "the rules are told", out)
ok(re.search("No piece has been placed yet.\nThis puzzle has no solution at all.\nNo piece fits any more: take some back.\n"
             "This puzzle has no solution at all.\nDrawn in stuck.svg.\nstuck.svg already exists; choose another name.\n"
             "It is not drawn: /no/such/folder/file", out), "two pieces that do not go together", out)
with open(os.path.join(FOLDER, "stuck.svg")) as file:
    drawn = file.read()
ok("<title>stuck.ini</title>" in drawn and drawn.count(">0</text>") == 3, "it is drawn as it is, and has the name of its file", drawn[:200])
out, status = puzzle(["check", "hint", "0:000", "check"], "triangle", "2")
ok("So far so good: at least 2000 solutions." in out and re.search(r"^0:\d+ leads to a solution", out, re.M), "a shape with many solutions", out)

# ---- without the engine ----------------------------------------------------------------------------

shutil.copy(REFEREE, FOLDER)
for words, lines, wanted in ((["duck"], ["check", "hint"], "The engine has no answer: "), (["--list"], [], "triancey-engine"), ([], [], "triancey-engine"),
                             (["--patience"], [], "triancey-engine"), (["duck", "--svg", "-"], [], "triancey-engine")):
    answer = subprocess.run([os.path.join(FOLDER, "triancey-referee"), "puzzle", *words], input="\n".join(lines), capture_output=True, text=True,
                            env={**ENVIRONMENT, "PATH": FOLDER, "TRIANCEY_DATADIR": os.path.abspath(SOURCE)}, timeout=PATIENCE, cwd=FOLDER)
    ok(answer.returncode == (0 if lines else 1) and (answer.stdout + answer.stderr).count(wanted) == (len(lines) or 1),
       "without the engine: puzzle " + " ".join(words), answer)

# ---- other Jokers ----------------------------------------------------------------------------------

with open(os.path.join(SOURCE, "games", "puzzles", "hexagon-joker.ini")) as file:
    ini = file.read()
with open(os.path.join(FOLDER, "other.ini"), "w") as file:
    file.write(re.sub("solutions.*\nnodes.*\n", "", ini.replace("joker = 23", "joker = 12")))
PATH = os.path.join(FOLDER, "other.ini")
OTHER = solutions(PATH, "--limit", "40")
ok(len(OTHER) == 40 and all(re.search(r":(\*12|12\*|2\*1)", text) for text in OTHER), "a hexagon with a Joker 12", OTHER[:1])
words = OTHER[0].split()
out, status = puzzle(words[:-1] + ["check", "hint"], PATH)
ok("So far so good: 1 solution." in out and "Every solution has %s." % words[-1] in out, "is checked, and hinted at", out)
says([words[-1]], "Solved", "resumed with its Joker, and solved", "--resume")
says(["0:*23"], "0:*23 is not possible: there is no piece *23: the Joker is *12.", "it has no Joker 23", PATH)
puzzle(words[:2] + ["save other"], PATH)
with open(os.path.join(FOLDER, "other")) as file:
    kept = file.read()
with open(os.path.join(FOLDER, "other"), "w") as file:
    file.write(kept.replace("*12", "*23"))
out, status = puzzle([], "--resume", "other", "--shape", PATH)
ok(status == 1 and "the Joker of %s is 12, not 23" % PATH in out, "a Joker that the shape does not have", out)
out, status = puzzle([], PATH, "--svg", "-")
ok(status == 0 and values_of(out) == sorted("".join(sorted(w.split(":")[1])) for w in words), "as SVG it has its values", out[:300])

TRIANGLE = solutions("super-triangle")
ok(len(TRIANGLE) == 36, "the super triangle", len(TRIANGLE))
says(["5:*23"], "5:*23 is not possible: the wild corner of the Joker must lie on a free tip", "its Joker lies on a tip", "super-triangle")
says(TRIANGLE[5].split(), "Solved, with 0 hints!", "where all its solutions have it", "super-triangle")

# ---- which one -------------------------------------------------------------------------------------

out, _ = puzzle([], "--list")
rows = re.findall(r"^(\S+) +\S.*? (\*+)? +(\d+) +\d+(?:  [JC ]+)?$", out, re.M)
ok(len(rows) > 30 and {"duck", "hexagon"} <= {row[0] for row in rows}, "the list", out)
ok(len([r for r in rows if 12 <= int(r[2]) <= 21 and r[1]]) >= 21, "at least 21 of 12 to 21 pieces", out)
ok(re.search(r"^butterfly.* C$", out, re.M) and re.search(r"^C|C: .*champions", out, re.M), "those without free tips are for champions", out)
ok(max(map(len, out.split("\n")[:-2])) < 80, "the rows fit into 80 columns", out)
alone = tempfile.mkdtemp(dir=FOLDER)
out, status = puzzle([], "--list", TRIANCEY_DATADIR=alone)
ok(status == 1 and "no puzzles found; set TRIANCEY_DATADIR to their folder" in out, "without puzzles, it says so", out)
days = [puzzle([], "--day", "2026-11-%02d" % day)[0].split("\n")[0] for day in range(1, 9)]
ok(len({d.split(": ")[1] for d in days}) > 3, "each day has its puzzle", days)
ok(puzzle([], "--day", "2026-11-03")[0].split("\n")[0] == days[2], "the same one each time")
out, status = puzzle([], "--day", "soon")
ok(status == 2, "a day that is none is refused", out)
out, status = puzzle([], "nosuch")
ok(status == 1 and "nosuch" in out, "so is a shape", out)
for words, wanted in ((["--patience", "nosuch"], "nosuch: neither"), (["x" * 200], "at most 159 bytes"), (["--patience", "--seed", "-1"], "--seed")):
    out, status = puzzle([], *words)
    ok(status != 0 and wanted in out, "refused: " + " ".join(words)[:30], out)
ok(puzzle([], "--resume", "--joker")[1] == puzzle([], "--resume", "--day", "2026-01-01")[1] == puzzle([], "--resume", "--patience")[1] == 2
   and puzzle([], "--patience", "--day", "2026-01-01")[1] == 2, "nor do these")
ok(puzzle([], "duck", "--seed", "3")[1] == 2 and puzzle([], "--patience", "--joker")[1] == 2, "and what does not go together")

out, status = puzzle(["check", "hint", "show"], "--patience", "--seed", "4")
odds = re.search(r"of (\d+) such draws (\d+) can fill the shape", out)
ok(odds and int(odds.group(1)) == 1961256 and 0 < int(odds.group(2)) < 1961256, "the odds of the patience", out)
hand = re.search(r"pieces left: (.*)", out).group(1).split()
ok(len(hand) == 10 and ("no solution at all" in out) == (solutions("hexagon6", "--pieces", " ".join(hand)) == []),
   "ten pieces, and whether they will do", out)

# ---- their shapes among the boards -----------------------------------------------------------------


def grid(*words):
    return pseudo.run([REFEREE, "grid", *words], capture_output=True, env=ENVIRONMENT, timeout=PATIENCE, cwd=FOLDER)


shown = grid("show", "puzzle", "duck")
ok("cells    18\nsurface  plane" in shown.stdout and not shown.stderr, "grid show knows the shape of a puzzle", shown)
shown = grid("show", "duck")
ok("cells    48\nsurface  torus" in shown.stdout and "`puzzle duck` names the shape" in shown.stderr,
   "a word stays the board that it makes, and the puzzle is named", shown)
ok("puzzle" not in grid("show", "crepe").stderr, "but only where there is one")
ok("cells    25" in grid("show", "super-triangle").stdout and "cells    24" in grid("show", PATH).stdout,
   "what is no board may be a puzzle, or its file")
shown = grid("draw", "puzzle", "nosuch")
ok(shown.returncode == 1 and "nosuch: neither a known shape" in shown.stderr, "or neither", shown)
shown = grid("draw", "puzzle", "duck", "--svg", "-")
ok(shown.returncode == 0 and len(set(range(18)) - {int(n) for n in re.findall(r">(\d+)</text>", shown.stdout)}) == 0, "it is drawn", shown.stdout[:300])

# ---- drawn -----------------------------------------------------------------------------------------

out, status = puzzle([], "duck", "--svg", "-")
ok(status == 0 and values_of(out) == sorted("".join(sorted(word.split(":")[1])) for word in FIRST),
   "a solution as SVG has its values", values_of(out))
out, status = puzzle([], "hexagon", "--svg", "none.svg")
ok(status == 1 and "no solution" in out and not os.path.exists(os.path.join(FOLDER, "none.svg")), "one without solutions", out)

# ---- on a terminal -------------------------------------------------------------------------------------

terminal = Terminal("duck", columns=160, command="puzzle")
terminal.wait("puzzle> ")
terminal.type("\x1b[D")
ok(terminal.wait("type the piece and its cell here.") is not None, "keys that choose moves in games say that they do not here")
terminal.wait("puzzle> ")
terminal.type("\x1b[C\x1b[Drules\n")
said = terminal.wait("must have the same value.")
ok(said is not None and "Keys and mouse" not in said, "once", said)
terminal.wait("puzzle> ")
terminal.type("\x04")
ok(terminal.end() == 0, "and the line goes on")

# ---- other folders of puzzles ------------------------------------------------------------------------

OTHER = os.path.join(FOLDER, "data")
os.makedirs(os.path.join(OTHER, "games", "puzzles"))
with open(os.path.join(SOURCE, "games", "puzzles", "duck.ini")) as file:
    ini = file.read()
for name, text in (("untitled", re.sub("title.*\n", "", ini)), ("none", re.sub("solutions.*\n", "solutions = 0\n", ini))):
    with open(os.path.join(OTHER, "games", "puzzles", name + ".ini"), "w") as file:
        file.write(text)
out, status = puzzle([], "--list", TRIANCEY_DATADIR=OTHER)
ok(status == 0 and re.search("^untitled +\\*+ +18 +40$", out, re.M) and re.search("^none +Duck .* 0$", out, re.M), "a puzzle without a title is listed", out)
out, status = puzzle([], "--day", "2026-01-01", "--svg", "day.svg", TRIANCEY_DATADIR=OTHER)
ok(status == 0 and "The puzzle of 2026-01-01: untitled." in out, "the puzzle of a day has a solution", out)
with open(os.path.join(FOLDER, "day.svg")) as file:
    ok("<title>untitled</title>" in file.read(), "and is drawn under its name")
os.remove(os.path.join(OTHER, "games", "puzzles", "untitled.ini"))
out, status = puzzle([], "--day", "2026-01-01", TRIANCEY_DATADIR=OTHER)
ok(status == 1 and "no puzzle is short enough for a day" in out, "if there is one", out)
out, status = puzzle([], "--svg", "no.svg", "stuck.ini")
ok(status == 1 and "has no solution" in out and not os.path.exists(os.path.join(FOLDER, "no.svg")), "what has no solution is not drawn", out)

done()
