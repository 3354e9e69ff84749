#!/usr/bin/env python3
"""Boards as SVG: well-formed, all cells with their numbers, glued ones beyond the rim, both themes."""
import os
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from prompt import ENVIRONMENT, FOLDER, play  # noqa: E402
from tgi import BUILD, SOURCE, done, ok  # noqa: E402

REFEREE = os.path.join(BUILD, "triancey-referee")
SVG = "{http://www.w3.org/2000/svg}"


def draw(*words):
    return subprocess.run([REFEREE, "grid", "draw", *words], capture_output=True, text=True)


def corners(path):
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", path.get("d"))]
    return [tuple(numbers[i:i + 2]) for i in range(0, len(numbers), 2)]


def inside(point, triangle):
    signs = []
    for (ax, ay), (bx, by) in zip(triangle, triangle[1:] + triangle[:1]):
        signs.append((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax))
    return min(signs) > 0 or max(signs) < 0


def place(text):
    """The middle of a number: it stands on a line that is lower by a third of its size."""
    return float(text.get("x")), float(text.get("y")) - 0.36 * float(text.get("font-size"))


def check(board, cells, ghosts):
    root = xml.fromstring(draw(*board.split(), "--svg", "-").stdout)
    _, _, width, height = (float(n) for n in root.get("viewBox").split())
    drawn = [e for e in root if e.tag == SVG + "path" and e.get("class", "").startswith("line ")]
    triangles = [corners(e) for e in drawn if len(corners(e)) == 3]
    numbers = [e for e in root if e.tag == SVG + "text" and e.get("class").startswith("on-")]
    ok(len(triangles) == cells, "%s: %d cells" % (board, cells), len(triangles))
    ok(sorted(int(e.text) for e in numbers) == list(range(cells)), "%s: each with its number" % board)
    ok(all(sum(inside(place(e), t) for t in triangles) == 1 for e in numbers),
       "%s: each number in one cell" % board)
    groups = [e for e in root if e.get("class") == "ghost"]
    ok(len(groups) == ghosts, "%s: %d glued cells beyond the rim" % (board, ghosts), len(groups))
    points = [p for e in root.iter(SVG + "path") if "M" in e.get("d") and len(corners(e)) == 3
              for p in corners(e)]
    ok(all(0 <= x <= width and 0 <= y <= height for x, y in points), "%s: all within the frame" % board)


check("ancey", 48, 20)
check("hexagon 3,4", 73, 0)
check("torus 6x4", 48, 20)
check("cylinder 6x4", 48, 8)

auto, light, dark = (draw("crepe", "--svg", "-", "--theme", t).stdout for t in ("auto", "light", "dark"))
ok("prefers-color-scheme: dark" in auto, "auto leaves the theme to who looks at it")
ok("prefers" not in light + dark and light != dark, "light and dark are settled")
ok(draw("crepe", "--svg", "-").stdout == auto, "auto is the default")
answer = draw("crepe", "--theme", "blue")
ok(answer.returncode == 2 and "auto, light or dark" in answer.stderr, "another theme is refused")
answer = draw("crepe", "--svg", "/nowhere/x.svg")
ok(answer.returncode == 1 and "/nowhere/x.svg" in answer.stderr, "so is a file that cannot be written")
with tempfile.TemporaryDirectory() as folder:
    picture = os.path.join(folder, "x.svg")
    with open(picture, "w") as file:
        file.write("as it was")
    full = subprocess.run([REFEREE, "grid", "draw", "crepe", "--svg", picture], capture_output=True, text=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
    with open(picture) as file:
        ok(full.returncode == 1 and "x.svg: File too large" in full.stderr and file.read() == "as it was" and
           os.listdir(folder) == ["x.svg"], "a picture stays as it was if there is no room for another", full.stderr)
answer = draw("crepe", "--cells", "40")
ok(answer.returncode == 2 and "unknown option --cells" in answer.stderr, "so is an option of another action")

# ---- games ----------------------------------------------------------------------------------------


def classes_of(text):
    """What is drawn, as classes; and the words, which are shown last."""
    root = xml.fromstring(text)
    return [e.get("class", "") for e in root.iter()], [e.text for e in root.iter(SVG + "text")]


def drawn(moves, *words):
    """The picture of a game after these moves of somebody at the prompt."""
    out, _ = play([*moves, "svg game.svg"], "--seed", "5", *words)
    path = os.path.join(FOLDER, "game.svg")
    with open(path) as file:
        text = file.read()
    os.remove(path)
    ok("Drawn in game.svg." in out, "a position of %s is drawn" % words[1], out)
    return text


TWO = ("--vs", "human")
classes, texts = classes_of(drawn([], "--game", "tritt", *TWO))
ok(not [c for c in classes if "red" in c and c != "line red"] and len(classes) > 150, "an empty board of Tritt has no piece", classes)
text = drawn(["e6-g6"], "--game", "tritt", *TWO)
classes, texts = classes_of(text)
ok(sorted(c for c in classes if "marked" in c) == ["line blue marked"] * 2 + ["line red marked"] and text.count('class="line" style="stroke-width') == 1,
   "a piece of three points is held together, and marked as the last", classes)
text = drawn(["e6-g6", "e7-g7"], "--game", "tritt", *TWO)
classes, texts = classes_of(text)
ok(sum("marked" in c for c in classes) == 3 and text.count('class="line" style="stroke-width') == 2, "only the last one is", classes)
for moves, marked in ([], 0), (["C7f-D6f"], 1):
    classes, texts = classes_of(drawn(moves, "--game", "triangulation players 3", *TWO))
    pieces = [name for name in texts if re.fullmatch("[rgb][IRGC]", name)]
    ok(len(pieces) == 27 and all(sum(name[0] == c for name in pieces) == 9 for c in "rgb") and sum("ring" in c for c in classes) == marked,
       "the pieces of Triangulation have letters", pieces)
for players, mine, hidden in (2, 10, 10), (4, 6, 18):
    classes, texts = classes_of(drawn([], "--game", "trioker-rapid players %d" % players))
    ok(texts.count("?") == hidden and sum(c == "on-yellow" for c in classes) == 3 * mine and "+5*" in texts and "seat %d" % players in texts,
       "of %d hands, one is open" % players, texts)

# ---- positions of records -------------------------------------------------------------------------


def referee(*words):
    answer = subprocess.run([REFEREE, *words], capture_output=True, text=True, cwd=FOLDER, env=ENVIRONMENT)
    return answer.returncode, answer.stdout, answer.stderr


referee("match", "--record", "tritt.db", "--game", "tritt", "--engine", "builtin:greedy", "--engine", "builtin:random", "--seed", "2", "--rounds", "1")
_, shown, _ = referee("replay", "tritt.db", "1")
status, text, _ = referee("replay", "tritt.db", "1", "--svg", "-")
ok("end of the half: line" in shown and status == 0 and text.count('style="fill:none;stroke-width') == 3, "three in a row have a ring around each", shown)
status, text, _ = referee("replay", "tritt.db", "1.1", "--svg", "-", "--move", "0")
ok(status == 0 and "move 0</title>" in text and "circle" not in text, "before the first move there is nothing", text[-500:])
status, _, said = referee("replay", "tritt.db", "1.2", "--svg", "-")
ok(status == 1 and "game 1: half 2 is not recorded" in said, "a half that was not played is not drawn", said)
status, _, said = referee("replay", "tritt.db", "99", "--svg", "-")
ok(status == 1 and "there is no game 99" in said, "nor is a game", said)
referee("import", os.path.abspath(os.path.join(SOURCE, "tests", "pairing", "published-games.csv")), "--into", "published.db")
status, _, said = referee("replay", "published.db", "1000000001", "--svg", "-")
ok(status == 1 and "the board of game 1000000001 is not known" in said, "nor one whose board is not known", said)
with open(os.path.join(FOLDER, "own.ini"), "w") as file:
    file.write(referee("grid", "make", "bonjour")[1])
out, _ = play(["resign yes", "resign yes"], "--grid", "own.ini", "--league", "own.db", "--name", "Anna")
ok("It counts in" in out, "a game on a board in a file", out)
link = sqlite3.connect(os.path.join(FOLDER, "own.db"))
for name, why in (None, "no file is opened because a record names it"), ("merci", "the board that now has this name has other sides"):
    with link:
        link.execute("UPDATE board SET name = IFNULL(?, name)", [name])
    status, text, said = referee("replay", "own.db", "1000000001", "--svg", "-")
    ok(status == 1 and "cannot be drawn: " + why in said, "the board %s" % name, status, said)
link.close()

done()
