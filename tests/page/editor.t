#!/usr/bin/env python3
"""Positions that are set up by hand: the editor shows what the engine shows, its changes spell positions that the engine
takes, a bad one gets a sentence that names the place; and one is played on, kept, sent as a link and opened again."""
import json
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import modules  # noqa: E402
from browser import Browser, page  # noqa: E402
from node import Node, need_browser, skip_without  # noqa: E402
from tgi import done, enough, ok  # noqa: E402

skip_without("esbuild")
node = Node("choice", "client", "editor", "panel_editor", "tgi", "transport_worker")
table = modules.Table()
SETUPS = ("torus 5x4 triancey", "torus 5x4 selacata", "archipel", "tritt size 4", "tritt", "triangulation", "triangulation players 2",
          "trioker-duel", "trioker-rapid players 3", "hexagon 2 trioker-puzzle")

# ---- what it shows is what the engine shows ---------------------------------------------------------------

node.run("""globalThis.client = new m.client.Client(() => m.transport_worker.open_worker());
    globalThis.words_of = (lines) => lines.find((line) => line.startsWith("state position")).replace(/^.* at /, "")""")
OPEN = """await client.set_grid(args[0]); await client.set_position("position seed 1");
    const lines = await client.ask("state"), state = m.tgi.parse_state(lines);
    globalThis.position = new m.editor.Position(m.tgi.parse_board(await client.ask("board")), state.seats.map((seat) => seat.colour), words_of(lines));
    return [position.text, words_of(lines)]"""
LOOK = """position.read(words_of(args[0])); const shown = position.shown(), state = m.tgi.parse_state(args[0]);
    const cells = (one) => JSON.stringify([...one.cells.values()].filter((cell) => cell.colour || cell.value)
        .map((cell) => [cell.index, position.kind === "cells" ? cell.colour : cell.value]).sort());
    const pieces = (one) => JSON.stringify(one.pieces.map((piece) => [[...piece.at].sort(), piece.colours, piece.seat, piece.label]).sort());
    return [position.text === words_of(args[0]), [cells(shown), pieces(shown)], [cells(state), pieces(state)]]"""
for setup in SETUPS:
    text, start = node.run(OPEN, setup)
    ok(text == start, setup + ": the start is read and written", (text, start))
    chance = random.Random(setup)
    table.send("setgrid " + setup)
    table.send("newgame")
    for ply in range(enough(60, 400)):
        moves = table.moves()
        if not moves:
            break
        table.send("play " + chance.choice(moves))
        lines = table.state()
        if ply % 6 == 0 and " over no" in lines[0]:
            same, shown, wanted = node.run(LOOK, lines)
            if not same or shown != wanted:
                ok(False, "%s: ply %d is shown as it is" % (setup, ply), (shown, wanted))
                break
    else:
        moves = None
    ok(ply > 3, setup + ": positions of a game are shown as they are")

# ---- changes ----------------------------------------------------------------------------------------------

CHANGE = """for (const [what, ...more] of args[0]) position[what](...more); return position.text"""


def taken(setup, words):
    """What the engine says of a position; "" if it takes it."""
    table.send("setgrid " + setup)
    table.send("position at " + words)
    table.send("isready")
    return next((line for line in table.until("readyok") if line and line.startswith("error")), "")


def changed(setup, *changes):
    node.run(OPEN, setup)
    return node.run(CHANGE, changes)


def tool(colour="", value="", fresh=False):
    return {"colour": colour, "value": value, "fresh": fresh}


for setup, changes, wanted in (
        ("torus 5x4 triancey", [("put", "3", tool(value="1")), ("put", "12", tool(value="2"))], {"cells": "...1........2" + "." * 27}),
        ("tritt size 4", [("put_bar", "b1", "b3", 1), ("put_bar", "f4", "d2", 2)], {"pieces1": "b1-b3", "pieces2": "f4-d2"}),
        ("triangulation players 2", [("clear",), ("put", "B8o", tool("red", "G")), ("put", "H1o", tool("green", "G")), ("put", "H8b", tool("blue", "G")), ("put", "C6o", tool("red", "I", True))],
         {"red": "GB8o,IC6o*", "green": "GH1o"}),
        ("trioker-duel", [("put", "33", tool(value="123")), ("put", "33", tool(value="123")), ("set", "turn", "2")], {"laid": "33:231"}),
        ("hexagon 1 trioker-puzzle", [("put", "0", tool(value="012")), ("put", "1", tool(value="012"))], {"laid": "1:012"})):
    text = changed(setup, *changes)
    said, words = taken(setup, text), dict(word.split("=") for word in text.split())
    ok(not said and wanted.items() <= words.items(), setup + ": what was set up is spelled, and the engine takes it", (text, said))
    node.run("while (position.before.length) position.undo()")
    ok(node.run("return position.text") == node.run(OPEN, setup)[1], setup + ": and taken back")
for setup, changes, names in (
        ("torus 5x4 selacata", [("put", "3", tool(value="1")), ("put", "4", tool(value="2"))], "cells 3 and 4"),
        ("archipel", [("put", "1", tool(value="2"))], "cell 0"),
        ("tritt size 4", [("put_bar", "b1", "b3", 1), ("put_bar", "b2", "d2", 2)], "b2"),
        ("triangulation", [("put", "D6o", tool("red", "G"))], "GD6o"),
        ("trioker-duel", [("put", "33", tool(value="123")), ("put", "34", tool(value="000")), ("set", "turn", "1")], "cell 34")):
    said = taken(setup, changed(setup, *changes))
    ok(names in said, "%s: a bad position is refused by name: %s" % (setup, names), said)
ok(changed("tritt size 4", ("put_bar", "b1", "b2", 1), ("put_bar", "b1", "c3", 1)) == "turn=1", "a piece has its ends two points apart, in a line")
node.close()

# ---- in the browser ---------------------------------------------------------------------------------------

need_browser("the editor on the page")
window = Browser(1200, 900)
window.open(page() + "?lang=en")
THE_PAGE = "const page = document.getElementById('page').page;"
EDITOR = "const { editor } = document.querySelector('.editor-dialog');"
window.wait(THE_PAGE + "return !!page?.engine_name && page.game?.state")


def edit(setup):
    window.run(THE_PAGE + "await page.begin({ setup: args[0], seats: [{ kind: 'person' }, { kind: 'person' }] }); page.open_dialog('edit')", setup)
    ok(window.wait("return document.querySelector('.editor-dialog')?.editor.said.textContent.startsWith('It can be played')"), "%s: the editor opens with the game at hand" % setup["game"])


def choose(*places):
    """Clicks on places, and waits until the engine has judged each change."""
    for place in places:
        window.run(EDITOR + "editor.board.onchoose(args[0]); await editor.acting", place)


def take(number):
    window.click(".editor-tool:nth-child(%d)" % number)


def said():
    return window.run(EDITOR + "return [editor.said.textContent, editor.ways.map((way) => way.disabled)]")


edit({"game": "selacata", "grid": "torus 5x4"})
take(1)
choose("20")
ok(said()[0].startswith("It can be played: red to move"), "the turn passes where it has to", said())
choose("21")
ok("cells 20 and 21" in said()[0] and said()[1] == [True] * 3, "a bad position is not played, and the sentence names the cells", said())
window.click(".editor-dialog .actions button")
ok(window.wait(EDITOR + "return editor.said.textContent.startsWith('It can be played')") and said()[1] == [False] * 3, "undone, it can be played")
window.press("Tab")
window.run("document.querySelector('.editor-dialog [data-place=\"5\"][role=button]').focus()")
window.press("Enter")
ok(window.wait(EDITOR + "return editor.position.words.get('cells')[5] === '1'"), "Enter puts a thing on the place that has the focus")
take(2)
choose("5")
ok(window.wait(EDITOR + "return editor.said.textContent.startsWith('It can be played: yellow to move')"), "a colour over another", said())
window.run(EDITOR + "await editor.play('share')")
ok(window.wait("return document.querySelector('dialog[open] input[readonly]')?.value.includes('#g=')"), "what was set up is shared")
link, line = window.run(THE_PAGE + "return [document.querySelector('dialog[open] input[readonly]').value, page.game.position_line(page.game.node)]")
ok(re.search(r"half 1 carry 0 0 seed \d+ at turn=1 cells=\.{5}2\.{14}1\.{19}$", line), "the game begins at the position", line)
window.run(THE_PAGE + "document.querySelector('dialog[open]').close(); await page.game.play('30'); await page.begin({ setup: { game: 'tritt' }, seats: [{ kind: 'person' }, { kind: 'person' }] })")
trouble = window.run(THE_PAGE + "return page.open_link(args[0])", link)
ok(trouble == "" and window.run(THE_PAGE + "return page.game.position_line(page.game.node)") == line, "the link opens it again", trouble)
window.run(THE_PAGE + "await page.game.play('30'); await page.play_again(false)")
ok(window.run(THE_PAGE + "return page.game.from.at") == line.split(" at ")[1], "again is from the position")
whole = window.run(THE_PAGE + "return page.game.from")
for bad in ({**whole, "at": "turn=1 moves 3"}, {**whole, "at": "turn=1\nquit"}, {**whole, "carry": [1]}, {**whole, "half": 0}, "x"):
    trouble = window.run(THE_PAGE + """const { id, started, game, seats, halves } = JSON.parse(args[0]);
        return page.open_text(JSON.stringify({ v: 1, id, started, game, grid: "torus 5x4", seats, halves, from: args[1] }))""",
                         json.dumps({"id": "x", "started": "y", "game": "selacata", "seats": [{"kind": "person"}] * 2, "halves": [{"moves": [], "end": None}]}), bad)
    ok(trouble, "what is no position is refused: %s" % json.dumps(bad)[:40], trouble)

edit({"game": "tritt", "keys": {"size": 4}})
take(1)
choose("b1", "b3")
take(2)
choose("d2", "f4")
ok(window.wait(EDITOR + "return editor.position.text === 'turn=1 pieces1=b1-b3 pieces2=d2-f4' && editor.said.textContent.startsWith('It can be played: red')"), "pieces of Tritt by their ends")
window.run(EDITOR + "await editor.play('analyse')")
ok(window.wait(THE_PAGE + "return !document.querySelector('dialog[open]') && page.game.state.pieces.length === 2 && page.game.persons().length === 2"), "it is analysed by oneself")
complaints = window.complaints()
ok(complaints == [], "no error in the console", *complaints)
window.close()
done()
