#!/usr/bin/env python3
"""The board that a person plays on (page/board.js), with positions of the native engine: each place
is a labelled button and is hit where it is drawn, keys lead over sides, a torus is dragged, what a
move changes is shown as the engine says, and pictures carry their looks with them."""
import os
import random
import re
import sys
sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import modules  # noqa: E402
from browser import Browser  # noqa: E402
from tgi import SOURCE, done, enough, ok  # noqa: E402

modules.skip_without()
with open(os.path.join(SOURCE, "page", "board.css"), encoding="utf-8") as file:
    ADDRESS = modules.build("tgi", "board", style=file.read())
SETUPS = ("ancey selacata", "torus 6x4 triancey", "archipel archipel", "tritt", "triangulation", "trioker-duel",
          "trioker-rapid", "duck trioker-puzzle")
FIRST_WORD = re.compile("[-/:=+@]")
table = modules.Table()
window = Browser(1000, 1000)
window.open(ADDRESS)
window.run("globalThis.calls = []")


def load(setup, moves=()):
    """A new board with a position; all places that a legal move begins with are lit."""
    lines = table.board(setup)
    for move in moves:
        table.send("play " + move)
    window.run("""here.replaceChildren(); calls.length = 0;
        globalThis.b = new m.board.Board(here);
        b.onchoose = (place) => calls.push(place);
        b.set_board(m.tgi.parse_board(args[0]));""", lines)
    show()


def show():
    lit = sorted({FIRST_WORD.split(move)[0] for move in table.moves()})
    window.run("b.show(m.tgi.parse_state(args[0]), {legal: new Set(args[1])})", table.state(), lit)
    return lit


def names(lines):
    """What moves call the places of a board."""
    points = [line.split()[2] for line in lines if line.startswith("board point")]
    return points or [re.search(" name (\\S+)", line)[1] for line in lines if re.match("board cell .* name ", line)]


# ---- buttons ------------------------------------------------------------------------------------------

# What lies in the middle of each place where it is drawn.
HIT = """return [...here.querySelectorAll("[role=button]")].map((group) => {
    const box = (group.querySelector(".hole") || group.querySelector(".lit") || group).getBoundingClientRect(), at = b.drawing.layout.by_name.get(group.dataset.place);
    const m = b.drawing.svg.getScreenCTM(), c = b.drawing.centre_of(at.index), o = b.drawing.offset;
    const hit = document.elementFromPoint(m.a * (c.x + o.x) + m.e, m.d * (c.y + o.y) + m.f);
    return [group.dataset.place, hit?.closest("[data-place]")?.dataset.place];
}).filter(([place, hit]) => place !== hit)"""
for setup in SETUPS:
    load(setup)
    known = names(table.lines("board", "boardok"))
    found = window.run("""const all = [...here.querySelectorAll("[role=button]")];
        return [all.map((one) => one.dataset.place), all.filter((one) => one.tabIndex === 0).length,
            all.filter((one) => !one.getAttribute("aria-label").includes(one.dataset.place)).length,
            here.querySelectorAll(".ghost[role], .ghost[tabindex]").length]""")
    ok(sorted(found[0]) == sorted(known) and found[1:] == [1, 0, 0], setup + ": each place is one labelled button", found)
    missed = window.run(HIT)
    ok(missed == [], setup + ": each place is hit where it is drawn", missed)
    lit = show()
    found = window.run("""return [...here.querySelectorAll("[role=button][aria-disabled=false]")].map((one) => one.dataset.place).sort()""")
    ok(found == sorted(set(lit) & set(known)), setup + ": those that may be chosen say so", found, lit)

# Pieces of an army that was taken stand under another's command.
load("triangulation")
random.seed(0)
taken = []
while not taken:
    moves = table.moves()
    table.send("play " + random.choice(moves) if moves else "newgame")
    state = table.state()
    colour = {line.split()[2]: line.split()[4] for line in state if line.startswith("state seat")}
    pieces = [re.match("state piece at (\\S+) colours (\\S+) seat (\\S+)", line).groups() for line in state if line.startswith("state piece")]
    taken = [(place, own, colour[seat]) for place, own, seat in pieces if colour[seat] != own]
window.run("b.show(m.tgi.parse_state(args[0]))", state)
said = window.run("return [...here.querySelectorAll('[aria-label*=commanded]')].map((one) => one.getAttribute('aria-label'))")
ok(len(said) == len(taken) and all(any(place in label and own in label and label.endswith("commanded by " + other) or
                                       "commanded by %s, " % other in label for label in said) for place, own, other in taken),
   "triangulation: pieces under another's command say so", said, taken)

# A line that has ended a game of Tritt is drawn around its points and no other, and is said.
IN_LINE = """return [[...here.querySelectorAll("[role=button]")].filter((one) => /line that ended/.test(one.getAttribute("aria-label"))).map((one) => one.dataset.place).sort(),
    b.drawing.layout.spots.filter((spot) => here.querySelector(".line-ring")?.isPointInFill(new DOMPoint(spot.centre.x, spot.centre.y))).map((spot) => spot.name).sort()]"""
load("tritt size 4", ["d1-d3", "a3-c3", "e5-g7"])
ok(window.run(IN_LINE) == [[], []], "tritt: no line yet")
table.send("play e4-g6/d2-d6")
show()
ok(window.run(IN_LINE) == [["d5", "e5", "f5"]] * 2, "tritt: the line that ended the game is marked", window.run(IN_LINE))
table.send("newgame")
show()
ok(window.run(IN_LINE) == [[], []], "tritt: and not beyond it")

# ---- keys ---------------------------------------------------------------------------------------------

load("ancey triancey", ["0", "5"])
sides = {line.split()[2]: line.split(" sides ")[1].split()[0].split(",") for line in table.lines("board", "boardok")
         if line.startswith("board cell")}
window.press("Tab")
place = "return document.activeElement.dataset.place"
walked, wrong = [window.run(place)], []
random.seed(7)
for key in random.choices(("Left", "Right", "Up", "Down"), k=enough(20, 60)):
    window.press(key)
    walked.append(window.run(place))
    if walked[-1] not in sides[walked[-2]]:
        wrong.append((key, walked[-2:]))
ok(not wrong and len(set(walked)) > enough(5, 10), "arrows go to neighbours over sides", wrong, walked)
window.press("Enter", "Space")
ok(window.run("return calls") == [walked[-1]] * 2, "Enter and Space choose")
window.press("Home")
first = window.run(place)
window.press("End", "Tab")
ok(first == "0" and window.run("return b.drawing.spots[47].tabIndex + here.querySelectorAll('[role=button][tabindex=\"0\"]').length") == 1 and
   window.run(place) is None, "Home, End, and one place in the order of Tab", first)
label = window.run("return [0, 5, 12].map((i) => b.drawing.spots[i].getAttribute('aria-label'))")
ok(label == ["cell 0, yellow", "cell 5, red, last move", "cell 12, free, can be chosen"], "labels say number, owner and state", label)

# ---- dragging -----------------------------------------------------------------------------------------

HOME = "return b.drawing.offset.x === 0 && b.drawing.offset.y === 0 && b.reset.hidden"
load("ancey triancey", ["0", "5"])
ok(window.run(HOME), "a board begins where the engine draws it")
window.drag(500, 450, 760, 300)
ok(window.wait("return !b.reset.hidden") and window.run("return calls.length") == 0, "a torus is dragged, which is no click")
missed = window.run(HIT)
ok(missed == [], "each cell is hit where it was dragged", missed)
ghosts = window.run("""const wrong = [];
    for (const group of here.querySelectorAll(".ghost")) {
        calls.length = 0;
        group.querySelector(".face").dispatchEvent(new MouseEvent("click", {bubbles: true}));
        if (calls.join() !== group.dataset.place) wrong.push([group.dataset.place, calls.join()]);
    }
    return [here.querySelectorAll(".ghost").length, wrong]""")
ok(ghosts[0] > 10 and ghosts[1] == [], "a ghost is clicked as its cell", ghosts)
centred = window.run("""for (const spot of b.drawing.layout.spots) { b.torus.centre(spot.index); b.torus.home(); }
    document.documentElement.dataset.motion = "reduced"; const far = [];
    const middle = {x: 0, y: 0}, d = b.drawing;
    d.layout.tiles.forEach((tile) => { middle.x += tile.centre.x / d.layout.tiles.length; middle.y += tile.centre.y / d.layout.tiles.length; });
    for (const spot of d.layout.spots) {
        b.torus.centre(spot.index);
        const at = d.centre_of(spot.index);
        far.push(Math.hypot(at.x + d.offset.x - middle.x, at.y + d.offset.y - middle.y));
    }
    delete document.documentElement.dataset.motion;
    return Math.max(...far)""")
ok(centred < 0.01, "any cell can be in the middle", centred)
window.click(".board-reset")
ok(window.wait(HOME), "a button puts the board back")
window.run("b.focus('14')")
window.press("c")
ok(window.wait("return !b.reset.hidden"), "c brings the cell at hand to the middle")
load("archipel archipel")
window.drag(500, 450, 700, 250)
moved = window.run("return b.drawing.offset")
ok(abs(moved["x"]) > 50 and moved["y"] == 0, "a cylinder is dragged round, not up", moved)
load("trioker-duel")
window.drag(500, 450, 700, 250)
ok(window.run(HOME), "a plane board stays")

# ---- moves --------------------------------------------------------------------------------------------

SHOWN = """return b.drawing.tiles.map((view) => [...view.group.classList].filter((name) => /^(c-|is-)/.test(name)).sort().join(" ") +
    " " + [...view.group.querySelectorAll(".value")].map((v) => v.textContent).join("")).join("|") + "|" +
    b.drawing.pieces.map((one) => one.piece.at + one.piece.label + one.group.getAttribute("class")).sort().join("|")"""
# The same from the page and from the engine's lines, read without page/tgi.js.
SEEN = """return [b.drawing.tiles.map((view) => [/c-(\\w+)/.exec(view.group.getAttribute("class"))[1],
    [...view.group.querySelectorAll(".value")].map((text) => text.textContent).join("").replace("★", "*")]),
    [...here.querySelectorAll(".pieces > .piece")].map((group) => [/c-(\\w+)/.exec(group.getAttribute("class"))[1],
        group.querySelectorAll(".stone, .symbol").length]).sort()]"""


def told(lines, cells):
    """Colour and values of each cell; colour of the middle and number of signs of each piece."""
    seen = [["empty", ""] for _ in range(cells)]
    for line in lines:
        found = re.match("state cell (\\d+)(?: colour (\\w+))?(?: value (\\S+))?", line)
        if found:
            seen[int(found[1])] = [found[2] or "empty", found[3] or ""]
    pieces = [line.split(" colours ")[1].split() for line in lines if line.startswith("state piece")]
    pieces = [(words, 3 if words[1] not in ("seat", "label") else 1) for words in pieces]
    return [seen, sorted([words[stones // 2], stones] for words, stones in pieces)]


for setup in SETUPS:
    load(setup)
    wrong = []
    cells = int(table.lines("board", "boardok")[0].split(" cells ")[1].split()[0])
    for number in range(enough(3, 24)):
        moves = table.moves()
        if not moves:
            break
        move = random.choice(moves)
        preview = table.preview(move)
        table.send("play " + move)
        after = table.state()
        # Quick motions now and then; a position that is shown at once is compared with.
        window.run("await b.animate(m.tgi.parse_preview(args[0]), m.tgi.parse_state(args[1]), {speed: args[2]})",
                   preview, after, 20 if number % 4 == 0 else 0)
        shown = window.run(SHOWN)
        if window.run(SEEN) != told(after, cells):
            wrong.append((move, window.run(SEEN), told(after, cells)))
        window.run("const board = b.drawing.board; b.set_board(board); b.show(m.tgi.parse_state(args[0]))", after)
        if shown != window.run(SHOWN):
            wrong.append((move, shown, window.run(SHOWN)))
    ok(number > enough(1, 5) and not wrong, setup + ": after each move the board shows what the engine says", *wrong[:2])


def reaction(setup, seed, least):
    """Moves to a position, and the preview of one that takes many cells in it."""
    random.seed(seed)
    table.board(setup)
    played = []
    while True:
        moves = table.moves()
        previews = [table.preview(move) for move in moves]
        best = max(previews, key=lambda line: line.count("<"))
        if best.count("<") >= least:
            return played, best
        calm = [move for move, line in zip(moves, previews) if "<" not in line]
        played.append(random.choice(calm or moves))
        table.send("play " + played[-1])


played, preview = reaction("ancey triancey", 3, 8)
waves = [[word.split("<")[0] for word in wave.split()] for wave in preview.split(" waves ")[1].split(" / ")]
load("ancey triancey", played)
table.send("play " + waves[0][0])
order = window.run("""const seen = [], p = m.tgi.parse_preview(args[0]), after = m.tgi.parse_state(args[1]), colour = after.cells.get(Number(p.move)).colour;
    const watch = new MutationObserver((list) => { for (const one of list) { const {place} = one.target.dataset;
        if (one.target.classList.contains("c-" + colour) && !one.oldValue.includes("c-" + colour) && !seen.some((one) => one[0] === place))
            seen.push([place, document.timeline.currentTime]); } });
    for (const view of b.drawing.tiles) watch.observe(view.group, {attributes: true, attributeFilter: ["class"], attributeOldValue: true});
    await b.animate(p, after, {speed: 3});
    watch.disconnect();
    return seen""", preview, table.state())
rank = {place: i for i, wave in enumerate(waves) for place in wave}
# A slow machine draws few frames: what becomes coloured within one is in no order.
order = [place for place, _ in sorted(order, key=lambda one: (one[1], rank.get(one[0], -1)))]
ok(sorted(order) == sorted(rank) and [rank[p] for p in order] == sorted(rank.values()), "a reaction goes wave by wave", order, waves)
spoken = window.run("return b.live.textContent")
wanted = [" and ".join(wave) if len(wave) < 3 else ", ".join(wave[:-1]) + ", and " + wave[-1] for wave in waves]
count = sum(map(len, waves[1:]))
ok(spoken == ("%s takes %d cells." % (wanted[0], count) if count > 8 else "%s takes %s" % (wanted[0], wanted[1]) + "".join(", then " + wave for wave in wanted[2:]) + "."), "the live region tells it", spoken, waves)

window.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
load("ancey triancey", played)
table.send("play " + waves[0][0])
still = window.run("""const done = b.animate(m.tgi.parse_preview(args[0]), m.tgi.parse_state(args[1])); await null; await null;
    const motions = document.getAnimations().length; await done; return [motions, b.drawing.look_of(args[2]).colour]""",
                   preview, table.state(), int(waves[-1][0]))
ok(still[0] == 0 and still[1] in ("yellow", "red"), "nothing moves for who wants no motion", still)
window.command("Emulation.setEmulatedMedia", features=[])

load("ancey triancey", played)
table.send("play " + waves[0][0])
cut = window.run("""const p = m.tgi.parse_preview(args[0]), after = m.tgi.parse_state(args[1]), due = new Map();
    const {setTimeout, clearTimeout} = window; // those of the page run when the test says so
    Object.assign(window, {setTimeout: (run) => due.set(due.size + 1, run).size, clearTimeout: (number) => due.delete(number)});
    const motion = b.animate(p, after);
    while (!due.size) await new Promise(requestAnimationFrame);
    b.show(after); const at_once = (() => {""" + SHOWN + """})();
    for (const run of due.values()) run();
    await motion; Object.assign(window, {setTimeout, clearTimeout});
    return at_once === (() => {""" + SHOWN + """})() && document.getAnimations().length === 0""",
                 preview, table.state())
ok(cut, "a position shown in the middle of a motion ends it")

# ---- pictures -----------------------------------------------------------------------------------------

for setup in ("archipel archipel", "triangulation", "trioker-rapid", "tritt"):
    load(setup)
    text = window.run("return b.svg_text()")
    read = window.run("""const d = new DOMParser().parseFromString(args[0], "image/svg+xml");
        return [d.querySelector("parsererror") === null, d.documentElement.localName,
            d.querySelectorAll("[class], [role], [tabindex], [style], script").length, d.querySelector("title")?.textContent]""", text)
    ok(read[:3] == [True, "svg", 0] and read[3] and "var(" not in text and "url(&quot;" not in text,
       setup + ": a picture by itself", read)
png = window.run("const bytes = new Uint8Array(await (await b.png_blob(640)).arrayBuffer()); return [...bytes.slice(0, 24)]")
ok(bytes(png[:8]) == b"\x89PNG\r\n\x1a\n" and int.from_bytes(bytes(png[16:20]), "big") == 640, "PNG of the width that is asked for", png)
complaints = window.complaints()
ok(not complaints, "no errors in the console", *complaints)
window.close()
done()
