#!/usr/bin/env python3
"""A finger on the page, by the browser's own touch events: a tap plays, a long press explains, a torus is
dragged and the page stays where it is; beside the board the page is scrolled. Waits for real time: the browser decides by its
own clock what a long press is."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import Browser, page, skip_without  # noqa: E402
from tgi import Engine, done, ok  # noqa: E402

skip_without()
window = Browser(400, 700)
window.command("Emulation.setDeviceMetricsOverride", width=360, height=640, deviceScaleFactor=2, mobile=True)
window.command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
window.open(page())
THE_PAGE = "const page = document.getElementById('page').page, game = page && page.game;"
# The middle of a cell, where it is drawn now.
WHERE = """const box = document.querySelector(`.board-frame [role=button][data-place="${args[0]}"] .lit`).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];"""
SEEN = THE_PAGE + """return {offset: page.board.drawing.offset, ply: game.node.ply, scroll: scrollY,
    said: document.querySelector(".choice .said").textContent};"""
# After these, the motion of a flick and whatever follows a lifted finger are done.
FRAMES = "for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame)"


def begin(game, grid):
    window.run("document.documentElement.dataset.motion = 'reduced'; document.querySelectorAll('dialog').forEach((one) => one.close());" +
               THE_PAGE + "return page.begin(args[0])", {"setup": {"game": game, "grid": grid, "keys": {}}, "seats": [{"kind": "person"}, {"kind": "person"}]})
    window.run("scrollTo(0, 0)")
    ok(window.wait(THE_PAGE + "return game?.state && game.choice.legal.length"), "%s on %s begins" % (game, grid))


def finger(kind, *points):
    window.command("Input.dispatchTouchEvent", type="touch" + kind,
                   touchPoints=[{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)])


def tap(x, y):
    finger("Start", (x, y))
    finger("End")


def drag(x, y, by_x, by_y, steps=8):
    finger("Start", (x, y))
    for i in range(1, steps + 1):
        finger("Move", (x + by_x * i / steps, y + by_y * i / steps))
    finger("End")


ok(window.wait(THE_PAGE + "return !!game?.state"), "the page opens")
ok(window.run("return matchMedia('(pointer: coarse)').matches && navigator.maxTouchPoints === 2"), "in the hands of somebody with fingers")

# A tap plays where it falls, once.
begin("triancey", "torus 6x4")
tap(*window.run(WHERE, "17"))
ok(window.wait(THE_PAGE + "return game.node.ply === 1 && game.node.move === '17' && !game.busy"), "a tap plays")
window.run(FRAMES)
ok(window.run(SEEN)["ply"] == 1, "one move and no other")

# A long press explains and plays nothing, even when it ends: what a free cell would take, why a taken one cannot be
# chosen.
native = Engine()
native.send("setgrid torus 6x4 triancey", "position moves 17", "preview 17", "isready")
reason = next(re.search(" why (.*)", line)[1] for line in native.until("readyok") if line.startswith("preview"))
native.close()
x, y = window.run(WHERE, "30")
finger("Start", (x, y))
ok(window.wait(THE_PAGE + "return document.querySelector('.choice .said').textContent.startsWith('30')"), "a long press tells what a cell would do")
finger("End")
window.run(FRAMES)
ok(window.run(SEEN)["ply"] == 1, "and does not play")
x, y = window.run(WHERE, "17")
finger("Start", (x, y))
ok(window.wait(THE_PAGE + "return document.querySelector('.choice .said').textContent === args[0]", reason[0].upper() + reason[1:] + "."), "or why not, in the engine's words", reason, window.run(SEEN))
finger("End")
ok(window.run(SEEN)["ply"] == 1, "which plays nothing either")

# A torus follows the finger in every direction; the page is not scrolled, and nothing is played.
for by_x, by_y in ((60, 0), (0, 50), (-45, -40)):
    window.run(THE_PAGE + "page.board.go_home()")
    ok(window.wait(THE_PAGE + "const { x, y } = page.board.drawing.offset; return x === 0 && y === 0"), "the board is in the middle")
    before = window.run(WHERE, "17")
    drag(*before, by_x, by_y)
    window.run(FRAMES)
    after, seen = window.run(WHERE, "17"), window.run(SEEN)
    ok(abs(after[0] - before[0] - by_x) < 4 and abs(after[1] - before[1] - by_y) < 4, "a finger drags the torus by %d, %d" % (by_x, by_y), before, after)
    ok(seen["scroll"] == 0 and seen["ply"] == 1, "the page stays, and nothing is played", seen)
tap(*window.run(WHERE, "20"))
ok(window.wait(THE_PAGE + "return game.node.ply === 2 && game.node.move === '20'"), "a tap on the board that was dragged plays what is there")

# Two fingers belong to the browser.
x, y = window.run(WHERE, "17")
offset = window.run(SEEN)["offset"]
finger("Start", (x - 20, y), (x + 20, y))
for i in range(1, 6):
    finger("Move", (x - 20 - 8 * i, y), (x + 20 + 8 * i, y))
finger("End")
window.run(FRAMES)
ok(window.run(SEEN)["ply"] == 2, "two fingers play nothing", offset, window.run(SEEN))
window.command("Emulation.setPageScaleFactor", pageScaleFactor=1)

# A cylinder goes round; along its axis, and on a board without glued edges, a finger scrolls the page.
begin("archipel", "archipel")
x, y = window.run(WHERE, "30")
drag(x, y, 50, 0)
window.run(FRAMES)
seen = window.run(SEEN)
ok(abs(seen["offset"]["x"]) > 20 and seen["scroll"] == 0, "a cylinder is dragged round", seen)
for game, grid, place in (("archipel", "archipel", "30"), ("trioker-puzzle", "hexagon", "12")):
    begin(game, grid)
    x, y = window.run(WHERE, place)
    drag(x, y, 0, -120, 12)
    ok(window.wait("return scrollY > 40"), "%s: up and down the page is scrolled" % game, window.run(SEEN))
    ok(window.run(SEEN)["ply"] == 0, "and nothing is played")
# Beside a torus, where there is nothing to be dragged, a finger scrolls the page.
begin("triancey", "torus 10x5")
x, y = window.run("""scrollTo(0, 0);
    const { left, right, top, bottom } = document.querySelector(".board-frame").getBoundingClientRect();
    for (let y = bottom - 4; y > top; y -= 4) for (let x = left + 4; x < right; x += 8) if (document.elementFromPoint(x, y)?.matches(".board-svg")) return [x, y];""")
drag(x, y, 0, -120, 12)
ok(window.wait("return scrollY > 40"), "beside a torus a finger scrolls the page", window.run(SEEN))
complaints = window.complaints()
ok(complaints == [], "nobody complains", *complaints)
window.close()
done()
