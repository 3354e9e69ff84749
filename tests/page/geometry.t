#!/usr/bin/env python3
"""The answers of the engine as page/tgi.js reads them, and the geometry of boards that
page/board_geometry.js makes of them, compared with the structure of each board according to the engine: every board of
the library, shapes, words, and the boards that games bring along."""
import os
import sys
sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import modules  # noqa: E402
from node import Node, skip_without  # noqa: E402
from tgi import done, enough, ok  # noqa: E402

skip_without("esbuild")
table = modules.Table()
grids = table.lines("grids", "gridsok")
setups = [line.split()[1] + " " + line[line.index(" games ") + 7:].split()[0] for line in grids if line.startswith("grid ")]
setups += ["torus 6x4 triancey", "torus 2x7 triancey", "torus 8x3 selacata", "cylinder 6x5 archipel", "cylinder 3x4 archipel",
           "hexagon 3 trioker-puzzle", "triangle 5 trioker-puzzle", "parallelogram 4x3 trioker-puzzle",
           "tritt", "tritt size 4", "triangulation", "triangulation players 2", "trioker-duel", "trioker-rapid"]
setups += ["word %s cells %d surface %s %s" % (word, cells, surface, game)
           for surface, game in (("torus", "triancey"), ("cylinder", "archipel"))
           for word in ("ariane", "Lune", "x7") for cells in (30, 48, 120, 256)]

window = Node("tgi", "board_geometry")
window.run("""
    globalThis.g = m.board_geometry;
    globalThis.load = (lines) => { const board = m.tgi.parse_board(lines); return g.layout_of(board); };
    globalThis.plus = (a, b) => ({x: a.x + b.x, y: a.y + b.y});
    globalThis.far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
    globalThis.random = (() => { let s = 12345; return () => (s = (s * 1103515245 + 12345) % 2147483648) / 2147483648; })();
""")

# ---- what is read is what was said --------------------------------------------------------------------

SIDES = """
    const bad = [];
    layout.board.cells.forEach((cell, i) => {
        const told = cell.sides.filter((side) => /^[0-9]+$/.test(side)).sort().join();
        const found = layout.tiles[i].near.map((near) => String(near.to)).sort().join();
        if (told !== found) bad.push(`cell ${i}: ${told} but ${found}`);
        for (const near of layout.tiles[i].near)
            if (cell.sides[near.side] !== String(near.to)) bad.push(`cell ${i} side ${near.side}`);
    });
    return [layout.tiles.length, Number(layout.board.fields.cells), bad.length, bad[0] || ""];
"""
# The side of a neighbour, moved by the translate that leads there, lies on the cell's own side.
FIT = """
    const c = layout.tiles; let worst = 0;
    c.forEach((tile) => tile.near.forEach(({to, by, side}) => {
        const shift = g.shift_of(by, layout.periods), other = c[to].corners.map((p) => plus(p, shift));
        for (const end of [tile.corners[side], tile.corners[(side + 1) % 3]])
            worst = Math.max(worst, Math.min(...other.map((p) => far(p, end))));
    }));
    return worst;
"""
# Wherever a surface is dragged, each cell lies in the window, and each neighbour is drawn beside each
# cell: itself or a ghost.
WRAP = """
    const size = g.window_of(layout), middle = g.middle_of(layout), bad = [];
    for (let i = 0; i < args[0]; i++) {
        const offset = i ? {x: (random() - 0.5) * 4000, y: layout.periods.length > 1 ? (random() - 0.5) * 4000 : 0} : {x: 0, y: 0};
        const {at, ghosts} = g.wrap_tiles(layout, offset), shown = new Set(ghosts.map((ghost) => ghost.key));
        layout.tiles.forEach((tile, k) => {
            const there = plus(plus(tile.centre, g.shift_of(at[k], layout.periods)), offset);
            if (layout.periods.length && Math.abs(there.x - middle.x) > size.width / 2 + 0.01) bad.push(`x of ${k}`);
            if (layout.periods.length > 1 && Math.abs(there.y - middle.y) > size.height / 2 + 0.01) bad.push(`y of ${k}`);
            for (const near of tile.near) {
                const by = [at[k][0] + near.by[0], at[k][1] + near.by[1]];
                if (String(by) !== String(at[near.to]) && !shown.has(`${near.to}:${by}`)) bad.push(`${near.to} beside ${k}`);
            }
        });
    }
    return bad.slice(0, 3);
"""
# From every place, every other can be reached by arrows; each step leads over a side.
REACH = """
    const playable = layout.spots.filter((spot) => spot.name !== null), keys = Object.values(g.directions);
    const next = layout.spots.map((spot, i) => keys.map((key) => g.step_towards(layout, i, key, 0)).filter(Boolean));
    const back = layout.spots.map(() => []);
    next.forEach((steps, i) => steps.forEach((step) => back[step.to].push({to: i})));
    const reached = (from, edges) => { const seen = new Set([from]), left = [from];
        while (left.length) for (const {to} of edges[left.pop()]) if (!seen.has(to)) { seen.add(to); left.push(to); }
        return seen.size; };
    const first = playable[0].index;
    return [playable.length, reached(first, next), reached(first, back)];
"""
# A walk goes on in its direction. Where no edge of the board leads it away it keeps to its line: on a
# lattice within half a side.
WALK = """
    const bad = [];
    for (const [key, direction] of Object.entries(g.directions)) for (const spot of layout.spots) {
        if (spot.name === null) continue;
        let at = spot.index, drift = 0;
        for (let i = 0; i < 30; i++) {
            const step = g.step_towards(layout, at, direction, drift);
            if (!step) break;
            const way = plus(plus(layout.spots[step.to].centre, g.shift_of(step.by, layout.periods)),
                {x: -layout.spots[at].centre.x, y: -layout.spots[at].centre.y});
            if (way.x * direction.x + way.y * direction.y <= 0) bad.push(`${key} from ${at} goes back`);
            if (!layout.spots[at].near.some((near) => near.to === step.to)) bad.push(`${key} from ${at} leaps`);
            if (Math.abs(step.drift) > (layout.board.name.startsWith('torus') ? 0.5 : layout.periods.length > 1 ? 2.5 : Infinity) * g.SIDE + 0.001) bad.push(`${key} from ${spot.index} drifts by ${step.drift}`);
            at = step.to; drift = step.drift;
        }
    }
    return [bad.length, bad.slice(0, 3)];
"""
found = {"sides": [], "fit": [], "wrap": [], "reach": [], "walk": []}
for setup in setups:
    window.run("globalThis.layout = load(args[0])", table.board(setup))
    cells, told, bad, first = window.run(SIDES)
    if cells != told or bad:
        found["sides"].append((setup, cells, told, bad, first))
    worst = window.run(FIT)
    if not worst < 1e-6:
        found["fit"].append((setup, worst))
    bad = window.run(WRAP, enough(10, 40))
    if bad:
        found["wrap"].append((setup, bad))
    places, there, back = window.run(REACH)
    if not places == there == back:
        found["reach"].append((setup, places, there, back))
    number, bad = window.run(WALK)
    if number:
        found["walk"].append((setup, number, bad))
ok(len(setups) > 50 and not found["sides"], "neighbours by coordinates are those by structure", *found["sides"][:9])
ok(not found["fit"], "a glued neighbour is drawn side to side", *found["fit"][:9])
ok(not found["wrap"], "wherever a board is dragged, each cell and all its neighbours are shown", *found["wrap"][:9])
ok(not found["reach"], "arrows lead from every place to every other", *found["reach"][:9])
ok(not found["walk"], "a walk by arrows goes straight on over sides", *found["walk"][:9])

# ---- the shape of the picture -----------------------------------------------------------------------

equal = window.run("""const layout = load(args[0]);
    return Math.max(...layout.tiles.flatMap((t) => [0, 1, 2].map((k) => Math.abs(far(t.corners[k], t.corners[(k + 1) % 3]) - g.SIDE))));
""", table.board("torus 5x3 triancey"))
ok(equal < 1e-6, "a torus of squares cut in two is drawn of equilateral triangles", equal)
kept = window.run("""const layout = load(args[0]), board = layout.board; let least = Infinity, most = 0;
    board.cells.forEach((cell, i) => [0, 1, 2].forEach((k) => {
        const part = far(layout.tiles[i].corners[k], layout.tiles[i].corners[(k + 1) % 3]) / far(cell.corners[k], cell.corners[(k + 1) % 3]);
        least = Math.min(least, part); most = Math.max(most, part); }));
    return most / least;
""", table.board("ancey triancey"))
ok(abs(kept - 1) < 1e-9, "other boards keep their shape", kept)

# ---- answers ------------------------------------------------------------------------------------------

head = window.run("const b = m.tgi.parse_board(args[0]); return [b.game, b.name, b.surface, b.keys.size, b.fields.cells, b.points.length]",
                  table.board("tritt size 4"))
ok(head == ["tritt", "tritt", "plane", "4", "54", 37], "board: game, name, surface, keys", head)
table.send("setgrid trioker-rapid", "play deal:000")
state = window.run("const s = m.tgi.parse_state(args[0]); return [s.turn, s.history, s.hands.get(1).pieces, s.counts.get('bank')]",
                   table.state())
ok(state == ["chance", ["deal:000"], ["000"], 200], "state: chance to move, history, a hand, the bank", state)
table.send("setgrid ancey selacata", "play 0")
state = window.run("""const s = m.tgi.parse_state(args[0]); return [s.half, s.turn, s.moves, s.over, s.seats.map((x) => [x.seat, x.colour, x.points]),
    s.cells.get(0).colour, s.cells.get(0).last, s.cells.get(1).closed]""", table.state())
ok(state == [1, 2, 1, None, [[1, "yellow", 1], [2, "red", 0]], "yellow", True, True], "state: seats, cells and their marks", state)
why = window.run("const p = m.tgi.parse_preview(args[0]); return [p.legal, p.why, p.waves.length]", table.preview("1"))
ok(why[0] is False and "archipelago" in why[1] and why[2] == 0, "preview: the rule against a move", why)
line = "preview 5 legal yes turn 2 over no p1 4 p2 1 margin 3 told 2=? waves 5 / 6<5,p1 7<5,8 / 9<6,7"
read = window.run("const p = m.tgi.parse_preview(args[0]); return [p.turn, p.over, [...p.points], p.margin, [...p.told], p.waves]", line)
ok(read == [2, None, [[1, 4], [2, 1]], 3, [[2, "?"]],
            [[{"place": "5", "causes": []}],
             [{"place": "6", "causes": ["5", "p1"]}, {"place": "7", "causes": ["5", "8"]}],
             [{"place": "9", "causes": ["6", "7"]}]]], "preview: waves and their causes", read)
table.send("setgrid tritt")
moves = table.moves()
table.send("play %s" % moves[0])
lines = table.legal()
read = window.run("return m.tgi.parse_legal(args[0])", lines)
ok(len(read) == sum(len(line.split()) - 1 for line in lines) - (len(lines) - 1) and "more" not in read,
   "legal: all lines, without the word that says there are more", len(read))
about = window.run("""const t = m.tgi.parse_tgi(args[0]); const hash = t.options.find((o) => o.name === "Hash");
    return [t.protocol, t.features.has("preview"), t.games.map((x) => x.name).includes("tritt"), hash,
        t.options.find((o) => o.name === "Player").choices.includes("reference")]""", table.lines("tgi", "tgiok"))
ok(about[:3] == [1, True, True] and about[3]["min"] == 1 and about[3]["standard"] == "64" and about[4],
   "tgi: features, games, options", about)
info = window.run("return m.tgi.parse_info(args[0])",
                  "info depth 9 multipv 2 margin -10 bound exact nodes 5 pv 3 4 5")
ok(info == {"text": "", "pv": ["3", "4", "5"], "multipv": 2, "depth": 9, "margin": -10, "bound": "exact", "nodes": 5},
   "info: numbers, bound, moves", info)
for line in ("board cell 0 at 1,2 3,4", "board label text A", "board period x,3"):
    why = window.run("try { m.tgi.parse_board(['board game b cells 1 points 0 surface plane name a', args[0]]); } catch (e) { return [e instanceof m.tgi.TgiError, e.message] }", line)
    ok(why and why[0] and line in why[1], "a line that does not fit is named: " + line, why)
window.close()
done()
