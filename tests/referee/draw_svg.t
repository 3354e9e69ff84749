#!/usr/bin/env python3
"""Boards as SVG: well-formed, all cells with their numbers, glued ones beyond the rim, both themes."""
import os
import re
import resource
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import BUILD, done, ok  # noqa: E402

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
done()
