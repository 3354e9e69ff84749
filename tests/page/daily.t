#!/usr/bin/env python3
"""The puzzles of the day: each one that ships is proved by the native engine, in `make check` a sample; which of them comes on which
day; what counts as solved, and for how many days in a row; in a browser an ending is solved by keys, and a shape by moves."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import Browser, page  # noqa: E402
from daily import BOARDS, prove_ending, prove_shape, unpack_cells, unpack_laid  # noqa: E402
from modules import Table  # noqa: E402
from node import Node, need_browser, skip_without  # noqa: E402
from tgi import done, enough, ok  # noqa: E402

skip_without("esbuild")
node = Node("daily", "daily_table")
node.run("const kept = new Map(); globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => kept.set(name, text) }")
endings, shapes = node.run("return [m.daily_table.endings, m.daily_table.shapes]")
FIRST = node.run("return m.daily.FIRST_DAY")
table = Table()
table.send("setoption name Hash value 16")

# ---- what ships ----------------------------------------------------------------------------------------

ok(len(endings) % 7 == 0 and len(endings) >= 300 and len(set(endings)) == len(endings), "some hundred endings, by weeks", len(endings))
ok(len(shapes) % 7 == 0 and len(shapes) >= 100 and len(set(shapes)) == len(shapes), "some hundred shapes, by weeks", len(shapes))
step = enough(23, 1)
for i, row in list(enumerate(endings))[::step]:
    board = BOARDS["ABCDEFGH".index(row[0])]
    said = node.run("return m.daily.ending_of(args[0])", FIRST + i)
    cells = unpack_cells(row[1:], said["position"].count("1") + said["position"].count("2") + said["position"].count(".") - 2)
    found = prove_ending(table, board, cells)
    ok(said == {"board": board + " selacata", "position": "position half 1 at turn=1 cells=" + cells} and found and found["best"] > found["second"] + 3,
       "ending %d has one best move" % i, row, said, found)
for i, row in list(enumerate(shapes))[::step]:
    shape, laid = row.split()
    said = node.run("return m.daily.shape_of(args[0])", FIRST + i)
    laid = unpack_laid(laid)
    ok(said == {"shape": shape, "laid": ["%d:%s" % one for one in sorted(laid.items())]} and prove_shape(shape, laid) == 1, "shape %d has one solution" % i, row, said)

# ---- days ----------------------------------------------------------------------------------------------

same = node.run("return [0, 1, 500].map((day) => JSON.stringify(m.daily.ending_of(args[0] + day)) === JSON.stringify(m.daily.ending_of(args[0] + day + args[1])))", FIRST, len(endings))
ok(same == [True] * 3, "after the last one they begin anew")
ok(node.run("return m.daily.date_of(args[0]).toISOString()", FIRST) == "2026-01-05T00:00:00.000Z" and node.run("return m.daily.date_of(args[0]).getUTCDay()", FIRST) == 1, "the first day is a Monday")
streaks = node.run("""const { streak } = m.daily;
    return [streak({ ending: {}, shape: {} }, 10), streak({ ending: { 10: 10, 9: 9 }, shape: { 8: 8 } }, 10), streak({ ending: { 9: 9 }, shape: {} }, 10),
      streak({ ending: { 8: 8 }, shape: {} }, 10), streak({ ending: { 10: 10, 9: 10, 8: 8 }, shape: {} }, 10)]""")
ok(streaks == [0, 3, 1, 0, 1], "days in a row: today or yesterday the last; one that was solved later does not count", streaks)
marked = node.run("m.daily.mark_solved('ending', 5, 7); m.daily.mark_solved('ending', 5, 9); m.daily.mark_solved('shape', 6, 6); return m.daily.solved()")
ok(marked == {"ending": {"5": 7}, "shape": {"6": 6}}, "the first time counts", marked)
game = node.run("return m.daily.shape_game(args[0])", FIRST + 3)
moves = game["halves"][0]["moves"]
said = node.run("""const game = { id: args[0].id, setup: args[0] }, { moves } = args[0].halves[0];
    return [m.daily.day_solved(game, [...moves, "x"]), m.daily.day_solved({ ...game, id: game.id + "-xyz" }, moves), m.daily.day_solved(game, moves.slice(1)), m.daily.day_solved({ ...game, id: "other" }, moves)]""", game)
ok(said == [FIRST + 3, FIRST + 3, None, None], "a shape is the day's with the pieces that were laid", said)
node.close()

# ---- in a browser --------------------------------------------------------------------------------------

need_browser("the place of the puzzles")
window = Browser(1200, 900)
window.open(page())
PAGE = "const page = document.getElementById('page').page, game = page?.game;"
ok(window.wait(PAGE + "return !!game?.state"), "the page opens")
window.run("document.documentElement.dataset.motion = 'reduced'; location.hash = '#daily'")
ok(window.wait("return document.querySelectorAll('.daily-picture svg').length === 2"), "its address opens two puzzles with pictures")
window.click(".daily-card button")
VIEW = "const view = document.querySelector('.lesson-dialog')?.exercise;"
ok(window.wait(VIEW + "return view?.best && !view.busy"), "the ending is shown")
window.run(VIEW + "view.board.focus(view.best.move)")
window.press("Enter")
ok(window.wait(VIEW + "return view.settled"), "the best move is chosen by keys")
window.run(VIEW + "view.next.click()")
ok(window.wait("return /streak: 1 day/.test(document.querySelector('.daily-head').innerText) && !!document.querySelector('.daily-day.is-today.has-1')"), "the day counts, and is marked")
window.click(".daily-day:not(:disabled)")
ok(window.wait("return document.querySelector('.daily-day:not(:disabled)').getAttribute('aria-current') === 'date' && !/Today/.test(document.querySelector('.daily-head h2').innerText)"), "an earlier day is there")
window.click(".daily-day.is-today")
window.run("document.querySelectorAll('.daily-card button')[1].click()")
ok(window.wait(PAGE + "return /^daily-/.test(game.id) && !game.busy && game.choice.legal.length > 0 && !document.querySelector('dialog')"), "the shape is played on the page")
shape, laid = window.run(PAGE + "return [game.setup.grid, game.node.ply]")
table.send("setoption name Player value search", "setoption name MultiPV value 1", "setgrid %s trioker-puzzle" % shape, "position moves " + " ".join(window.run(
    PAGE + "const moves = []; for (let node = game.node; node.parent; node = node.parent) moves.unshift(node.move); return moves")), "go solve")
solution = next(re.search(" pv (.*)", line)[1].split() for line in table.until("info depth") if line.startswith("info depth"))
for move in solution:
    window.run(PAGE + "return game.play(args[0])", move)
ok(window.wait(PAGE + "return game.node.over === 'solved' && /shape of the day/.test(page.note.innerText)"), "it is solved, and the page says so")
window.run("location.hash = '#daily'")
ok(window.wait("return !!document.querySelector('.daily-day.is-today.has-2')"), "both are marked")
complaints = window.complaints()
ok(complaints == [], "nobody complains", *complaints)
window.close()
done()
