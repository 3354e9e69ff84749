#!/usr/bin/env python3
"""`grid`: boards are listed, shown, drawn, checked and made from words."""
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import BUILD, PATIENCE, SOURCE, done, ok  # noqa: E402

REFEREE = os.path.abspath(os.path.join(BUILD, "triancey-referee"))
BOARDS = os.path.abspath(os.path.join(SOURCE, "grids"))
folder = tempfile.TemporaryDirectory(prefix="triancey-grid-")
TRIANGLES = "0 = 0,0 1000,0 500,866\n1 = 1000,0 1500,866 500,866\n"


def written(name, text):
    path = os.path.join(folder.name, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def grid(*words, **more):
    run = subprocess.run([REFEREE, "grid", *words], capture_output=True, text=True, timeout=PATIENCE, cwd=folder.name,
                         env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "en", **more})
    return run.returncode, run.stdout, run.stderr


def library(name, **files):
    """A folder of boards; the name of each is its file's unless the text has another."""
    for board, text in files.items():
        written("%s/grids/%s.ini" % (name, board), text)
    return os.path.join(folder.name, name)


with open(os.path.join(BOARDS, "crepe.ini"), encoding="utf-8") as file:
    CREPE = file.read()
PLANE = "[grid]\nname = %s\ncells = 2\n[cells]\n" + TRIANGLES

# ---- list ------------------------------------------------------------------------------------------

status, out, said = grid("list")
rows = re.findall(r"^(\S+) +(\d+)  (\w+) +(its word|drawn or chosen)$", out, re.M)
names = sorted(os.path.basename(path)[:-4] for path in glob.glob(os.path.join(BOARDS, "*.ini")))
ok(status == 0 and [row[0] for row in rows] == names and "Also torus WxH" in out, "all boards are listed", out, said)
for name, cells, surface, origin in rows:
    status, shown, _ = grid("show", name)
    made = grid("make", name, "--cells", cells, "--surface", surface)[1] if surface != "plane" else ""
    status, remade, _ = grid("show", written("made.ini", made)) if made else (1, "", "")
    same = shown.split("cell  neighbours")[1] == remade.split("cell  neighbours")[-1]
    ok("cells    %s\nsurface  %s\n" % (cells, surface) in shown and same == (origin == "its word"),
       "%s is what the list says: %s" % (name, origin), shown[:200], remade[:200])
status, out, said = grid("list", TRIANCEY_DATADIR=folder.name)
ok(status == 1 and not out and "no boards found; set TRIANCEY_DATADIR to their folder" in said, "no boards", out, said)
mixed = library("mixed", good=PLANE % "good", broken="[grid]\nname = broken\ncells = 2\n[cells]\n0 = 1 1 1\n")
status, out, said = grid("list", TRIANCEY_DATADIR=mixed)
ok(status == 1 and re.search(r"^good +2  plane +drawn or chosen$", out, re.M) and "broken.ini: [cells] 0: must be three corners" in said
   and "Also torus" not in out, "a board that cannot be read does not hide the others", out, said)

# ---- show ------------------------------------------------------------------------------------------

for words, *wanted in (
    (["torus", "2x2"], "name     torus-2x2", "4 with 6 cells around", "Triancey family: yes", "\n   0     1    3    5\n"),
    (["cylinder 4x3"], "8 on the border with 3 cells", "\n   0     1    7   b2\n", "  b1"),
    (["triangle", "2"], "Triancey family: no (cell 0: one of its sides is open)", "\n   0     b    2    b\n", "3 on the border with 1 cell\n"),
    (["hexagon", "1"], "cells    6", "1 with 6 cells around"), (["hexagon", "1,2"], "cells    "), (["parallelogram", "2x3"], "cells    12"),
    (["word bonjour cells 60 surface torus"], "cells    60"), (["puzzle", "duck"], "cells    18"),
    (["puzzle"], "name     puzzle", "cells    48"),
):
    status, out, said = grid("show", *words)
    ok(status == 0 and all(text in out for text in wanted), "grid show " + " ".join(words), out, said)
for words, wanted in ((["no_board!"], "no_board!"), (["torus 0x2"], "torus"), (["puzzle", "nothing"], "nothing: neither"), (["/no/such.ini"], "such"), (["word", "x!"], "letters and digits")):
    status, out, said = grid("show", *words)
    ok(status == 1 and not out and wanted in said, "grid show refuses " + " ".join(words), out, said)

# ---- draw ------------------------------------------------------------------------------------------

status, out, said = grid("draw", "triangle", "2")
ok(status == 0 and all(digit in out for digit in "0123") and not out.isascii(), "drawn in characters", out, said)
status, out, said = grid("draw", "triangle", "2", "--ascii")
ok(status == 0 and all(digit in out for digit in "0123") and out.isascii(), "in plain ones, too", out, said)
for theme, colours in (("light", 0), ("dark", 0), ("auto", 1)):
    status, out, said = grid("draw", "crepe", "--svg", "-", "--theme", theme)
    ok(status == 0 and out.count("prefers-color-scheme") == colours and "<title>crepe: 48 cells, torus</title>" in out, "as SVG, " + theme, said)
for words, wanted in ((["--theme", "dark"], "--theme needs --svg"), (["--svg", "-", "--theme", "red"], "auto, light or dark, not 'red'"),
                      (["--ascii", "--svg", "-"], "--ascii is for the terminal, not for --svg")):
    status, out, said = grid("draw", "crepe", *words)
    ok(status == 2 and wanted in said and not out, "grid draw refuses " + " ".join(words), said)
status, out, said = grid("draw", "crepe", "--svg", "/no/such/folder/file.svg")
ok(status == 1 and "/no/such/folder/file.svg" in said, "where nothing can be drawn", said)
ok(grid("draw", "no_board!")[0] == 1, "no board, no picture")

# ---- check -----------------------------------------------------------------------------------------

crepe = written("crepe.ini", CREPE)
named = written("elsewhere.ini", CREPE)
plane = written("plane.ini", PLANE % "plane")
broken = written("broken.ini", "[grid]\nname = broken\ncells = 2\n[cells]\n0 = 1 1 1\n1 = 2\n")
within = os.path.join(library("known", other=CREPE, crepe=CREPE), "grids")
for files, expected, *wanted in (
    ([crepe], 0, "crepe.ini: 48 cells, torus, good for the Triancey family"),
    ([plane], 0, "plane.ini: 2 cells, plane, not for the Triancey family (cell "),
    ([named], 0, "good for", "crepe is not the name of the file, which matters only in the library"),
    ([os.path.join(within, "crepe.ini")], 0, "good for"),
    ([os.path.join(within, "other.ini")], 1, "crepe is not the name of the file; in the library it must be"),
    ([broken], 1, "[cells] 0: must be", "[cells] 1: must be"), (["/no/such.ini"], 1, "/no/such.ini: No such file"),
    ([crepe, broken, plane], 1, "crepe.ini: 48", "broken.ini: ", "plane.ini: 2"),
):
    status, out, said = grid("check", *files, TRIANCEY_DATADIR=os.path.dirname(within))
    ok(status == expected and all(text in out + said for text in wanted), "grid check " + " ".join(map(os.path.basename, files)), status, out, said)

# ---- make ------------------------------------------------------------------------------------------

for words, cells, surface in ((["paris"], 48, "torus"), (["paris", "--cells", "8", "--surface", "cylinder"], 8, "cylinder"), (["a", "--cells", "256"], 256, "torus"),
                              (["zo\u00eb", "--surface", "torus"], 48, "torus")):
    status, out, said = grid("make", *words)
    name = re.search("^name = (.*)$", out, re.M)
    ok(status == 0 and out.startswith("; made from the word %s: %d cells, %s\n" % (words[0], cells, surface)), "grid make " + " ".join(words), out[:200], said)
    status, out, said = grid("check", written("made/%s.ini" % name.group(1), out))
    ok(status == 0 and "%d cells, %s, good for the Triancey family" % (cells, surface) in out and not said, "makes a good board", out, said)
for words, status, wanted in ((["x", "--cells", "7"], 2, "an even number from 8 to 256, not 7"), (["x", "--cells", "9"], 2, "not 9"), (["x", "--cells", "258"], 2, "not 258"),
                              (["x", "--cells", "z"], 2, "not z"), (["x", "--surface", "klein"], 2, "torus or cylinder, not klein"),
                              (["x!"], 1, "1 to 32 letters and digits"), (["x" * 33], 1, "1 to 32 letters")):
    got, out, said = grid("make", *words)
    ok(got == status and wanted in said and not out, "grid make refuses " + " ".join(words), got, said)

done()
