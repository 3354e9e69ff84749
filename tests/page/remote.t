#!/usr/bin/env python3
"""Engines of `triancey-club gui` at the table of the real page: one that ponders hears of the reply that it expects
and of any other, is stopped without losing its session, and analyses with live arrows; the
smallest engine, which knows none of this, plays too; one that never answers, and one that ends, lose nothing."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import pseudo  # noqa: E402
from browser import Browser, page, skip_without  # noqa: E402
from gui import Gui  # noqa: E402
from referee import fake, path  # noqa: E402
from tgi import SOURCE, done, ok, until  # noqa: E402

skip_without()
gui = Gui("--engine", "builtin:search", "name=strong", "movetime=100", "--engine",
          "cmd=%s %s" % (sys.executable, os.path.abspath(os.path.join(SOURCE, "protocol", "minimal_engine.py"))), "name=small", "nodes=10",
          "--engine", "cmd=" + fake("hang-go"), "name=mute", "movetime=50", "--engine", "cmd=" + fake("play:exit:3"), "name=fragile", "movetime=50",
          "--log", path("log"), "--page", page()[len("file://"):], page=False)
window = Browser(1200, 900)
window.open(gui.address)
THE_PAGE = "const page = document.getElementById('page').page, game = page && page.game;"


def run(script, *arguments):
    return window.run(THE_PAGE + script, *arguments)


def wait(script, *arguments):
    return window.wait(THE_PAGE + script, *arguments)


def said():
    """What the strong engine was sent, without what comes at the beginning of each session."""
    with open(path("log"), encoding="utf-8") as file:
        return [line.split("> ", 1)[1].strip() for line in file if "strong" in line and "> " in line]


def sent(start):
    return [line for line in said() if line.startswith(start)]


wait("return page?.engine_name")
engines = run("return page.engines")
ok([one["name"] for one in engines] == ["strong", "small", "mute", "fragile"], "the page has the engines", engines)


def begin(engine, **more):
    seat = {"kind": "computer", "engine": engine, "name": engines[engine]["name"], "go": engines[engine]["go"], **more}
    ok(run("document.documentElement.dataset.motion = 'reduced'; return page.begin(args[0])",
           {"setup": {"game": "triancey", "grid": "torus 6x4", "keys": {}}, "seats": [{"kind": "person"}, seat]}) == "", "a game begins")


# Pondering is off unless asked for, and offered once the engine is known to be able.
begin(0)
ok(run("return page.panels.play.element.querySelectorAll('.tick').length") == 0, "nothing is offered before the engine is known")
run("await page.play(game.choice.legal[0])")
wait("return game.node.ply === 2 && !game.thinking && game.choice.legal.length")
ok(not sent("go ponder") and "go movetime 100" in sent("go"), "it does not ponder unasked", said()[-5:])
run("page.show_tab('play'); page.panels.play.element.querySelector('.tick input').click()")
ok(run("return game.seats[1].ponder") is True, "a tick in the panel lets it ponder")
run("await page.play(game.choice.legal[0])")
wait("return game.node.ply === 4 && !game.thinking && game.computers[1].pondering?.running")
expected = run("return game.computers[1].pondering.position.split(' ').pop()")
ok(until(lambda: sent("go ponder")[-1:] == ["go ponder movetime 100"]) and sent("play")[-1].endswith(" " + expected), "it is told the reply it expects, and ponders",
   said()[-6:])
ok("\u00b7" in (wait("return [...document.querySelectorAll('.plate .about')].map((e) => e.textContent).find((t) => t.startsWith('ponders:'))") or ""),
   "what it finds is told live")
ok(run("return game.choice.legal.includes(args[0])", expected), "the reply is a move")
run("await page.play(args[0])", expected)
wait("return game.node.ply === 6 && !game.thinking && game.choice.legal.length")
ok(sent("ponderhit") == ["ponderhit"] and not sent("stop"), "it hears that it was right, and plays", said()[-6:])

# Another reply: stop, undo, play; the session is the same.
wait("return game.computers[1].pondering?.running")
expected = run("return game.computers[1].pondering.position.split(' ').pop()")
other = run("return game.choice.legal.find((move) => move !== args[0])", expected)
run("await page.play(args[0])", other)
wait("return game.node.ply === 8 && !game.thinking && game.choice.legal.length")
lines = said()
at = lines.index("stop")
ok([line for line in lines[at:] if line != "isready"][:4] == ["stop", "undo", "play " + other, "go movetime 100"], "or that it was wrong", lines[at:at + 8])
ok(len(sent("newgame")) == 1, "its session went on all the time", sent("newgame"))

# Analysis by the engine, with the arrows of three lines while it thinks: until it is stopped, not only for two seconds. From the start
# of a game, where it does not try to solve the position before it says anything.
begin(0)
run("""page.set_analyst(0);
    const { analyst } = page, { hint } = analyst;
    analyst.hint = (game, node, seed, how) => hint.call(analyst, game, node, seed, { ...how, milliseconds: 600000 });
    page.hints.toggle()""")
ok(wait("const rows = document.querySelectorAll('.hints .lines li'); return rows.length === 3 && /so far/.test(document.querySelector('.hints h3').textContent)"),
   "three lines come while it looks for more")
ok(wait("return document.querySelectorAll('.board .badge').length === 3"), "each marked on the board")
before = len(sent("stop"))
run("page.hints.toggle()")
ok(wait("return !page.analyst.client.searching") and until(lambda: len(sent("stop")) == before + 1) and run("return page.analyst.client.alive"),
   "`stop` ends it, and not the session")

# A game that was kept here finds its engine again; what came from elsewhere chooses none, and says nothing to one.
run("page.panels.analysis.stop(); await page.open_kept(game.id)")
ok(wait("return game.seats[1].engine === 0 && game.seats[1].go === args[0]", engines[0]["go"]), "a kept game goes on with its engine")
heard = len(said())
STRANGE = {"v": 1, "id": "x", "game": "triancey", "grid": "torus 6x4", "keys": {}, "seed": 1, "at": [0, "0"], "halves": [{"moves": ["3"], "end": None}],
           "seats": [{"kind": "person"}, {"kind": "computer", "engine": 0, "name": "strong", "ponder": True,
                                          "go": "movetime 1\nsetoption name LogFile value x"}]}
for how, script in (("link", "await page.open_object(args[0])"), ("file", "await page.open_text(JSON.stringify({ ...args[0], id: 'y', seed: 2 }))")):
    run(script, STRANGE)
    seats = wait("return game.node.ply === 1 && (game.thinking || game.choice.legal.length) && game.seats")
    ok(seats[1] == {"kind": "person", "name": "strong", "was": "engine"} and len(said()) == heard, "of a stranger's %s no engine hears" % how, seats, said()[heard:])

# The smallest engine.
begin(1)
for ply in (2, 4):
    run("await page.play(game.choice.legal[0])")
    ok(wait("return game.node.ply === args[0] && !game.thinking && game.choice.legal.length", ply), "the smallest engine plays", ply)
ok(run("return page.panels.play.element.querySelectorAll('.tick').length") == 0, "nobody offers that it ponders")
run("game.undo()")
ok(wait("return game.node.ply === 2 && game.choice.legal.length"), "a move is taken back")
run("await page.play(game.choice.legal[1])")
ok(wait("return game.node.ply === 4 && !game.thinking && game.choice.legal.length"), "and it plays on")

# One that never answers its second `go`, nor `stop`, and one that ends at every move it hears of.
TOLD = "return document.querySelector('dialog[open]')?.innerText ?? ''"
LEAVE = "[...document.querySelectorAll('dialog[open] button')].find((one) => one.textContent === 'Leave it').click()"
# Ten seconds of the page are a tenth of one.
run("const real = window.setTimeout; window.setTimeout = (act, time, ...more) => real(act, time < 10000 ? time : time / 100, ...more)")
for engine, moves, why in ((2, 1, "mute stopped working: no answer 10 seconds after its time ran out"), (3, 0, "fragile stopped working: exited with status")):
    begin(engine)
    for ply in range(2, 2 * moves + 1, 2):
        run("await page.play(game.choice.legal[0])")
        ok(wait("return game.node.ply === args[0] && !game.thinking && game.choice.legal.length", ply), "a move is answered", ply)
    run("await page.play(game.choice.legal[0])")
    told = wait(TOLD)
    ok(why in told and "Your game is kept." in told, "an engine that does not answer: this is reported", told)
    run(LEAVE)
    ok(wait("return !document.querySelector('dialog[open]')") and run("return [game.node.ply, game.thinking]") == [2 * moves + 1, 0], "it can be left at that")
    run("game.undo()")
    ok(wait("return game.node.ply === args[0] && game.choice.legal.length", 2 * moves), "and the move taken back")
run("game.paused = true; await game.step(1); page.set_analyst(3); page.hints.toggle()")
told = wait("const text = document.querySelector('.hints').innerText; return /^No hint/.test(text) ? text : ''")
ok("exited with status" in told, "why there is no hint is said", told)
if not pseudo.SPOKEN:  # a text that has come in one language is not put into another
    run("page.hints.toggle(); await page.speak('fr'); await page.game.step(1); page.set_analyst(3); page.hints.toggle()")
    told = wait("const text = document.querySelector('.hints').innerText; return text.includes(args[0]) ? text : ''", "avec le code")
    ok(told.startswith("Pas d'indice"), "in French, too", told)
ok(not window.complaints(), "no error in the console", window.complaints())
window.close()
gui.end()
done()
