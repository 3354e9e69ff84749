#!/usr/bin/env python3
"""Help for beginners: a first visitor is pointed to the lessons, once and beside the board; in
games whose moves have several words, a hover shows where each may go on, as the legal moves have it."""
import itertools
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import Browser, page, skip_without  # noqa: E402
from tgi import NIGHTLY, Engine, done, ok  # noqa: E402

skip_without()
window = Browser(1200, 900)
native = Engine()
THE_PAGE = "const page = document.getElementById('page').page, game = page && page.game;"
READY = THE_PAGE + "return !!page?.engine_name && game?.state && !game.busy"

# ---- the first visit -------------------------------------------------------------------------------------

SEEN = """const one = document.querySelector(".welcome:not([hidden])"), board = document.querySelector(".board-frame").getBoundingClientRect();
    if (!one) return null;
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return {apart: right <= board.left || left >= board.right || bottom <= board.top || top >= board.bottom, inside: bottom <= innerHeight, wide: right - left}"""


visits = itertools.count()


def visit():
    """Loads the page, each time by an address of its own."""
    window.open("%s?lang=en&visit=%d" % (page(), next(visits)))
    return window.wait(READY)


def first_visit():
    """Opens the page in a browser that knows nothing of it. The page that is open now has kept its game once it is ready."""
    if window.run("return location.protocol === 'file:'"):
        window.wait(READY)
        window.run("localStorage.clear()")
    return visit()


for width, height in [(1200, 900), (800, 1000), (360, 740)][0 if NIGHTLY else 2:]:
    window.size(width, height)
    ok(first_visit(), "a first visit, %d by %d" % (width, height))
    seen = window.wait(SEEN)
    ok(seen and seen["apart"] and seen["wide"] > 200, "a word on lessons, not over the board", seen)
ok(window.run("return document.activeElement === document.body"), "it takes no focus")
window.size(1200, 900)
window.click(".welcome button.primary")
ok(window.wait("return /lesson 1 of 8/.test(document.querySelector('dialog[open] h2')?.textContent)"), "its button opens the first lesson")
window.press("Escape")
ok(visit() and window.run(SEEN) is None, "later visits go without it")
ok(first_visit() and window.wait(SEEN), "another first visit")
window.run("location.hash = '#learn/2'")
ok(window.wait("return /lesson 2 of 8/.test(document.querySelector('dialog[open] h2')?.textContent)") and window.run(SEEN) is None,
   "who comes to a lesson by its address is told no more")
ok(first_visit() and window.wait(SEEN), "a third one")
window.click(".welcome button:not(.primary)")
ok(window.wait("return !!document.querySelector('.welcome[hidden]')"), "it can be sent away")
window.run("localStorage.removeItem('triancey.game')")
ok(visit() and window.run(SEEN) is None, "for ever, though no game is kept")

# ---- where a move may go on ------------------------------------------------------------------------------

TOLD = """const could = [...new Set([...document.querySelectorAll(".board-frame .could")].map((one) => one.dataset.place))];
    return {could, said: document.querySelector(".choice .said").textContent}"""
CHOICE = THE_PAGE + "return {legal: game.choice.legal, chosen: game.choice.chosen}"


def begin(setup, *moves):
    """A game of two people, or one, after some moves; its legal moves as the native engine has them."""
    window.run("document.documentElement.dataset.motion = 'reduced';" + THE_PAGE + "return page.begin(args[0])",
               {"setup": setup, "seats": [{"kind": "person"}] * 2})
    window.wait(THE_PAGE + "return game.state && !game.busy && game.choice.legal.length")
    for move in moves:
        window.run(THE_PAGE + "return game.play(args[0])", move)
    keys = "".join(" %s %d" % item for item in setup["keys"].items())
    native.send("setgrid %s%s%s" % (setup["grid"] + " " if setup.get("grid") else "", setup["game"], keys),
                "position" + (" moves " + " ".join(moves) if moves else ""), "legal", "isready")
    return [move for line in native.until("readyok") if line.startswith("legal") for move in line.split()[1:] if move != "more"]


def rest_on(selector, words):
    """The mouse comes to rest on a thing, again if that has moved meanwhile; the explanation that appears, with these words in it."""
    for _ in range(3):
        x, y = window.run("""const box = document.querySelector(args[0]).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]""", selector)
        window.mouse("Moved", 2, 2)
        window.mouse("Moved", x, y)
        if window.run("return document.querySelector(args[0]).matches(':hover')", selector):
            break
    return window.wait("const told = (() => {" + TOLD + "})(); return told.said.includes(args[0]) && told", words) or window.run(TOLD)


def place(name):
    return '.board-frame [role=button][data-place="%s"] %s' % (name, ".lit" if name.isdigit() else "")


def sorted_turns(piece):
    return min(piece[i:] + piece[:i] for i in range(3))


# Trioker: which pieces fit on a cell, and where a piece of the hand fits.
legal = begin({"game": "trioker-duel", "keys": {"hatched": 1}}, "33:320", "46:021", "34:332", "22:333")
fits = {}
for move in legal:
    cell, piece = move.split(":")
    fits.setdefault(cell, set()).add(sorted_turns(piece))
cell = min(fits, key=lambda one: (len(fits[one]), int(one)))
told = rest_on(place(cell), " on %s" % cell)
ok(len(fits) > 3 and told["said"].count(" on %s" % cell) == 1 and
   {sorted_turns(piece.replace(" ", "")) for piece in re.findall(r"\d \d \d", told["said"])} == fits[cell],
   "Trioker: resting on a cell names the pieces that fit", told, fits[cell])
window.mouse("Moved", 2, 2)
ok(window.wait("return !document.querySelector('.choice .said').textContent.includes(args[0])", " on %s" % cell), "which goes with the mouse")
tiles = window.run("""return [...document.querySelectorAll(".hand.turn .hand-tile:not(:disabled)")].map((one) => one.getAttribute("aria-label").replace(/\\D/g, ""))""")
for number, piece in enumerate(tiles[:3]):
    window.run("document.querySelectorAll('.hand.turn .hand-tile:not(:disabled)')[args[0]].id = 'tile'", number)
    told = rest_on("#tile", " ".join(piece))
    window.run("document.getElementById('tile').id = ''")
    wanted = {one for one in fits if sorted_turns(piece) in fits[one]}
    ok(set(told["could"]) == wanted and " ".join(piece) in told["said"], "resting on %s outlines the cells that it fits on" % piece, told, wanted)
window.mouse("Moved", 2, 2)
ok(window.wait("return !document.querySelector('.board-frame .could')"), "the outlines go with the mouse")

# Tritt: where a piece may be laid from a point, and where one of the opponent's may be slid.
legal = begin({"game": "tritt", "keys": {"size": 6}}, "a6-c8", "g6-i8")
point = legal[0].split("-")[0]
laid = [move.split("/")[0].split("-") for move in legal]
wanted = {b if a == point else a for a, b in laid if point in (a, b)}
told = rest_on(place(point), "From " + point)
ok(set(told["could"]) == wanted and len(wanted) > 1 and told["said"].startswith("From " + point), "Tritt: resting on a point outlines where a piece may end", told, wanted)
slides = {}
for move in legal:
    if "/" in move:
        slides.setdefault(move.split("/")[1].split("-")[0], set()).add(move.split("/")[1].split("-")[1])
piece = sorted(slides)[0]
told = rest_on(place(piece), "from " + piece)
ok(set(told["could"]) == slides[piece] and told["said"].startswith("Later in this move: from " + piece), "resting on a piece outlines where it may be slid to", told, slides)

# Triangulation: where an army may go.
legal = begin({"game": "triangulation", "keys": {"players": 2}})
first = re.split("[-=:+@]", legal[0])[0]
wanted = {re.split("[-=:+@]", move)[1] for move in legal if re.split("[-=:+@]", move)[0] == first}
told = rest_on('.board-frame [role=button][data-place="%s"] .face' % first, "From " + first)
ok(set(told["could"]) == wanted and told["said"].startswith("From " + first), "Triangulation: resting on a piece outlines where it may go", told, wanted)
complaints = window.complaints()
ok(complaints == [], "no error in the console", *complaints)
window.close()
native.close()
done()
