#!/usr/bin/env python3
"""The page of a league in a browser: a step by keys or buttons shows the position that the engine has
after the same moves, in every family of games; reactions come wave by wave; boards can be dragged; the
page is bound by its policy."""
import os
import re
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import browser  # noqa: E402
from modules import Table  # noqa: E402
from referee import ask, path, run  # noqa: E402
from tgi import NIGHTLY, done, enough, ok  # noqa: E402

if not browser.program():
    print("1..0 # SKIP no chromium")
    raise SystemExit(0)

LEAGUES = [("selacata", "crepe, torus 6x4"), ("triancey", "classic, word report cells 80"), ("archipel", "archipel"),
           ("tritt size 5", ""), ("triangulation players 2", ""), ("triangulation players 3", ""), ("trioker-duel", ""),
           ("trioker-rapid players 3", "")]
if not NIGHTLY:  # one of each kind of board and of pieces
    LEAGUES = [("selacata", "crepe"), *LEAGUES[1:5], *LEAGUES[6:]]
    LEAGUES[1] = "triancey", "word report cells 80"
ENDS = enough(5, 100000)  # how many positions at the beginning and at the end of a half are looked at
VIEWER = "const viewer = document.getElementById('viewer').viewer;"
# What is drawn: of each cell its colour, values and marks; and the pieces.
SHOWN = """const shown = () => {
    const cells = [...document.querySelectorAll("#board .tiles > .tile")].map((tile) => [
        [...tile.classList].find((name) => name.startsWith("c-")).slice(2),
        [...tile.querySelectorAll(".value")].map((text) => text.textContent.replace("★", "*")).join(""),
        tile.querySelector(".value-ring, .ring:not(.dots)") ? "last" : tile.querySelector(".ring.dots") ? "taken" : ""]);
    const {pieces, layers} = viewer.board.drawing;
    const lines = layers.pieces.querySelectorAll(".line-made").length, {state} = viewer.board.drawing;
    if (lines !== (state.line ? 1 : 0)) throw new Error("a line is not drawn");
    viewer.lines = (viewer.lines || 0) + lines;
    if (layers.pieces.children.length !== pieces.length + lines) throw new Error("a piece is not drawn");
    return [cells, pieces.map(({piece, group}) => [piece.at, piece.colours, piece.label,
        group.classList.contains("last") ? "last" : group.classList.contains("taken") ? "taken" : ""])];
};
const key = (name) => document.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true}));"""


def play(game, grids, *efforts):
    """Plays a small league, and has it analysed if it is said how; returns the address of its page."""
    seats = int(game.split()[-1]) if "players" in game else 2
    engines = sum((["--engine", "cmd=builtin:random", "name=" + name] for name in ("anna, whose name is long and has many words", "bob", "carl")[:seats]), [])
    boards = ["--grids", grids] if grids else []
    played = run("match", *engines, "--game", game, *boards, "--rounds", "1", "--record", path("steps.db"), "--quiet")
    if efforts:
        run("analyse", path("steps.db"), *efforts, "--quiet")
    made = run("report", path("steps.db"), "--html", path("steps.html"))
    ok(played[0] == 0 and made[0] == 0, "a league of %s and its page" % game, played, made)
    return "file://" + path("steps.html")


def halves_of():
    """The halves in the order of the page: what to set up, the number and the moves."""
    record = sqlite3.connect(path("steps.db"))
    rows = record.execute("SELECT spelled, number, moves FROM half JOIN game ON game.id = game JOIN board ON board.id = board"
                          " ORDER BY half.id").fetchall()
    record.close()
    os.remove(path("steps.db"))
    return [(spelled, number, moves.split()) for spelled, number, moves in rows]


def position(table, cells):
    """What the engine's position looks like, in the form of SHOWN."""
    shown, pieces = [["empty", "", ""] for _ in range(cells)], []
    for line in table.state():
        found = re.match(r"state cell (\d+)(?: colour (\w+))?(?: value (\S+))?((?: \w+)*)$", line)
        if found:
            marks = found[4].split()
            shown[int(found[1])] = [found[2] or "empty", found[3] or "",
                                    "last" if "last" in marks else "taken" if "taken" in marks else ""]
        found = re.match(r"state piece at (.*) colours (.*?)(?: seat \d+)?(?: label (\S+))?( last)?( taken)?$", line)
        if found:
            pieces.append([found[1].split(), found[2].split(), found[3] or "", (found[4] or found[5] or "").strip()])
    return [shown, pieces]


def waves(table, move):
    """The waves of a move as the engine gives them; all pawns are one."""
    line = table.preview(move)
    told = line.split(" waves ")[1].split() if " waves " in line else []
    found = [[]]
    for word in told:
        if word == "/":
            found.append([])
        else:
            place, _, causes = word.partition("<")
            found[-1].append([place, [re.sub("^p[12]$", "p", cause) for cause in causes.split(",") if causes]])
    return found


table = Table()
window = browser.Browser(1000, 900)
for game, grids in LEAGUES:
    window.open(play(game, grids))
    window.run("document.documentElement.dataset.motion = 'reduced'")
    # From the first position of the first half to the last of the last, as keys lead; a game's halves follow each other.
    seen = window.run(VIEWER + SHOWN + """
        const found = [];
        viewer.board.animate = ((animate) => function (preview, after) {
            this.waves = preview.waves.map((wave) => wave.map(({place, causes}) => [place, causes.map((one) => one.replace(/^p[12]$/, "p"))]));
            return animate.call(this, preview, after);
        })(viewer.board.animate);
        for (let game = 0; game < viewer.list.length; game++) {
            for (let half = 0, ply = -1; viewer.half !== half || viewer.ply !== ply;) {
                half = viewer.half;
                ply = viewer.ply;
                found.push([viewer.ply ? viewer.board.waves : null, shown()]);
                viewer.board.waves = null;
                if (viewer.ply === args[0] && viewer.positions.length > 2 * args[0]) viewer.go_to(viewer.positions.length - args[0] - 1);
                key("ArrowRight");
            }
            key("PageDown");
        }
        return found;""", ENDS)
    lines = window.run(VIEWER + "return viewer.lines;")
    ok(lines > 0 or not game.startswith("tritt"), "%s: lines are drawn where they are made" % game, lines)
    wrong, wrong_waves, at, reactions = [], [], 0, 0
    for spelled, number, moves in halves_of():
        table.send(spelled, "newgame half %d" % number)
        for ply in range(len(moves) + 1):
            told = None
            if ply:
                told = waves(table, moves[ply - 1])
                table.send("play " + moves[ply - 1])
            if ENDS < ply < len(moves) + 1 - ENDS:
                continue
            found, drawn = seen[at] if at < len(seen) else (None, [[], []])
            at += 1
            if drawn != position(table, len(drawn[0])):
                wrong.append((spelled[:40], number, moves[:ply][-3:], [pair for pair in zip(drawn[0], position(table, len(drawn[0]))[0]) if pair[0] != pair[1]][:4],
                              drawn[1][:3], position(table, len(drawn[0]))[1][:3]))
            if told and any(causes for wave in told for _, causes in wave):
                reactions += 1
                if found != told:
                    wrong_waves.append((moves[:ply][-2:], found, told))
    ok(at == len(seen) and not wrong, "%s: %d positions are drawn as the engine has them" % (game, at), len(seen), len(wrong), wrong[:2])
    ok(not wrong_waves and (reactions > enough(5, 10)) == bool(grids), "%s: %d reactions go as the engine says" % (game, reactions), wrong_waves[:2])
    ok(window.complaints() == [], "%s: no errors in the console" % game)

# ---- a person at the page --------------------------------------------------------------------------
window.open(play("selacata", "torus 6x4, crepe", "--nodes", "50"))
lost = ask(path("steps.db"), "SELECT ply, margin - moved, best, (margin > 0) - (margin < 0) > (moved > 0) - (moved < 0) FROM analysis"
           " WHERE margin > moved AND half = (SELECT MIN(half) FROM analysis) ORDER BY ply")
window.watch_requests()
moves = halves_of()[0][2]
WHAT = "return document.getElementById('what').textContent"
ok("Game 1, round 1, torus 6x4, half 1 of 2" in window.run(WHAT) and "Before the first move" in window.run(WHAT), "the first game is open",
   window.run(WHAT))
told = window.run(VIEWER + "return [...viewer.judged].map(([ply, one]) => [ply, one.loss, one.best, one.turned ? 1 : 0])")
ok(told == [list(row) for row in lost] and len(lost) > 3, "what an analysis found of its moves is there", told, lost)
ply, loss, best, turned = max(lost, key=lambda row: row[1])
window.run(VIEWER + "viewer.go_to(args[0])", ply)
ok("ost %d. Best: %s." % (loss, best) in window.run(WHAT) and ("It turned the result." in window.run(WHAT)) == bool(turned) and
   window.run("return document.querySelector('#moves [aria-current] .bad').textContent") == ("??" if loss >= 4 else "?"), "and marked", window.run(WHAT))
window.run(VIEWER + "viewer.go_to(0)")
window.press("Right", "Right")
ok("Move 2 of %d: %s" % (len(moves), moves[1]) in window.run(WHAT), "keys step through it", window.run(WHAT))
window.press("End")
ok("Move %d of %d: " % (len(moves), len(moves)) in window.run(WHAT) and
   window.run("return document.querySelector('[data-command=last]').disabled"), "to its end", window.run(WHAT))
window.press("Right")
ok("half 2 of 2" in window.run(WHAT) and "Before" in window.run(WHAT), "and on to its second half", window.run(WHAT))
window.click("[data-command=next]")
window.click("[data-command=after]")
ok("Game 2" in window.run(WHAT) and "Before" in window.run(WHAT), "buttons do so too", window.run(WHAT))
lefts = window.run("return [...document.querySelectorAll('#moves .by-2 > .ply:not(.start)')].slice(0, 4).map((one) => Math.round(one.getBoundingClientRect().left))")
ok(lefts[:2] == lefts[2:] and lefts[0] < lefts[1], "it has a column for each player", lefts)
ok(window.run("return [...document.querySelectorAll('#moves .ply[aria-current]')].map((one) => one.textContent)") == ["Start"],
   "the list of moves knows where it is")
window.click("#moves .ply:nth-child(4)")
ok("Move 3 of" in window.run(WHAT), "a move of the list is gone to", window.run(WHAT))
found = window.run("""const place = document.getElementById("where"), game = document.getElementById("game"), all = game.length;
    place.selectedIndex = 2;
    place.dispatchEvent(new Event("change"));
    return [all, game.length, document.getElementById("what").textContent]""")
ok(found[:2] == [2, 1] and "crepe" in found[2], "a board is chosen", found)
window.run("const place = document.getElementById('where'); place.selectedIndex = 0; place.dispatchEvent(new Event('change'))")

# A reaction is in motion, and ends where it must; a step that comes meanwhile ends it.
found = window.run(VIEWER + SHOWN + """
    const {positions} = viewer, wave = positions.findIndex((position) => position.waves.length > 2), seen = [];
    viewer.go_to(wave - 1);
    viewer.step(1);
    for (let frame = 0; viewer.board.drawing.layers.waves.children.length || !frame; frame++) {
        seen.push(viewer.board.drawing.layers.waves.querySelectorAll(".grow").length);
        await new Promise(requestAnimationFrame);
    }
    await viewer.board.motion.done;
    const moved = shown();
    viewer.step(-1);
    viewer.step(1);
    viewer.step(1);
    viewer.step(-1);
    const stepped = shown();
    viewer.go_to(0);
    viewer.go_to(wave);
    return [wave, Math.max(...seen), positions[wave].waves.flat().length, [moved, stepped].map((one) => JSON.stringify(one) === JSON.stringify(shown()))]""")
ok(found[0] > 0 and found[1] > 0 and found[3] == [True, True], "a reaction is shown in motion and ends in its position", found)

# The torus of the first game.
box = window.run("document.getElementById('board').scrollIntoView({block: 'center'}); const box = document.getElementById('board').getBoundingClientRect();"
                 "return [box.left + box.width / 2, box.top + box.height / 2, box.width].map(Math.round)")
window.drag(*box[:2], box[0] + 96, box[1] + 24, 8)
HOME = VIEWER + "const {x, y} = viewer.board.drawing.offset; return [x, y, document.querySelector('.board-reset').hidden]"
found = window.run(HOME)
ok(found[0] > 20 and found[1] > 5 and not found[2], "a torus is dragged", found)
window.click(".board-reset")
ok(window.wait(HOME.replace("return [x, y,", "return x === 0 && y === 0 &&").replace("hidden]", "hidden")), "and goes back", window.run(HOME))
ok(window.run("return document.querySelectorAll('#board .ghost').length") > 8, "glued neighbours stand around it")

# What the policy allows.
window.run("const script = document.createElement('script'); script.textContent = 'globalThis.broken = 1'; document.body.append(script);"
           "const style = document.createElement('style'); style.textContent = 'body { display: none }'; document.body.append(style);")
ok(window.run("return [typeof broken, getComputedStyle(document.body).display]") == ["undefined", "block"], "scripts and styles of others are refused")
ok(all("Content Security Policy" in one for one in window.complaints()), "no other complaints")
ok(window.run("return fetch('data:,x').then(() => true, () => false)") is False, "nothing can be asked for")
ok(window.requests() == [], "and nothing was")

# On a telephone and in the dark: board and buttons together, nothing beyond the edge.
for width, height in (360, 640), (320, 560), (800, 900), (1400, 800):
    window.size(width, height)
    found = window.run(VIEWER + """viewer.open_half(0, 4);
        const [board, buttons] = ["#board", "#buttons"].map((name) => document.querySelector(name).getBoundingClientRect());
        const names = [...document.querySelectorAll(".chart .name")].map((one) => [one.getBBox(), one.ownerSVGElement.viewBox.baseVal]);
        return [document.documentElement.scrollWidth, board.width, buttons.bottom - board.top, board.height,
            Math.min(...[...document.querySelectorAll("#viewer button, nav a")].map((one) => Math.min(one.offsetWidth, one.offsetHeight)).filter(Boolean)),
            names.map(([box, chart]) => [box.x, box.x + box.width, chart.x, chart.width])]""")
    ok(found[0] <= width and found[1] > 0.5 * width * (width < 1000) and found[2] < height and found[3] > 100 and found[4] >= 24 and all(left >= start and right <= start + size for left, right, start, size in found[5]) and found[5],
       "%d by %d: board and buttons can be seen together" % (width, height), found)
done()
