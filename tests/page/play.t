#!/usr/bin/env python3
"""A whole half of each game is played on the page by the mouse, and another by keys alone. The native
engine counts the same moves to the same end and the same score. A game has its half-time, and hidden
hands are passed from hand to hand. Only `make nightly` plays whole halves: in `make check` the engine has played all but
the last moves, which are made by the mouse and by keys by turns."""
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import Browser, skip_without  # noqa: E402
from person import Person, Stuck, open_page, read_link, some_moves  # noqa: E402
from tgi import NIGHTLY, Engine, done, enough, ok  # noqa: E402

skip_without()
WHOLE = int(os.environ.get("TRIANCEY_PAGE_GAMES", "20")) >= 100  # usual boards instead of small ones
PERSON, REFERENCE, RANDOM = {"kind": "person"}, {"kind": "computer", "level": "reference"}, {"kind": "computer", "level": "random"}
browser = Browser(1100, 950)
native = Engine()


def ask(*lines):
    native.send(*lines, "isready")
    return native.until("readyok")[:-1]


def setgrid(setup):
    keys = "".join(" %s %d" % item for item in setup.get("keys", {}).items())
    return "setgrid " + (setup["grid"] + " " if "grid" in setup else "") + setup["game"] + keys


def kept_game():
    """The game on the page, from the link that it gives away."""
    browser.run("document.querySelector('[data-command=share]').click()")
    return read_link(browser.wait("return document.querySelector('dialog[open] input[readonly]').value"))


def margins(game, half, carry):
    """What the native engine says of a half: how it ended, and each seat's margin and points."""
    refused = ask(setgrid(game), "position half %d carry %s seed %d moves %s" %
                  (half + 1, " ".join(map(str, carry)), game["seed"], " ".join(game["halves"][half]["moves"])))
    score = ask("score")[0]
    seats = [line for line in ask("state") if line.startswith("state seat")]
    return {"refused": refused, "over": score.split(" over ")[1], "points": [int(n) for n in re.findall(r" p\d (-?\d+)", score)],
            "margins": [int(re.search(" margin (-?\\d+)", line)[1]) for line in seats]}


SHOWN = """const { game } = document.getElementById("page").page;
    return game.halves.map((half) => ({over: half.end.over, points: half.end.points, margins: half.end.margins}));"""


def said(margin, game):
    """The sentence about a result that is shown."""
    if game in ("tritt", "triangulation") and max(margin) == 1 and len(margin) == 2:
        return "win"  # by one, as always
    best = max(margin)
    return "A draw." if margin.count(best) == len(margin) else "The win is shared" if margin.count(best) > 1 else "by %s%d." % (
        "+" if len(margin) > 2 and best > 0 else "", best) if best >= 0 else "by "


def check(name, seen, steps):
    """The half that was just played is worth the same natively. Returns its margins."""
    browser.run("document.querySelector('dialog[open]')?.close()")
    game = kept_game()
    browser.run("document.querySelector('dialog[open]').close()")
    shown, carry = browser.run(SHOWN), [0] * len(game["seats"])
    for half, its in enumerate(shown):
        there = margins(game, half, carry)
        carry = [a + b for a, b in zip(carry, there["margins"])]
        ok(there == {"refused": [], **its} and its["over"] != "no",
           "%s: half %d ends as for the native engine, %d moves" % (name, half + 1, len(game["halves"][half]["moves"])), there, its)
    if len(game["seats"]) > 1:
        ok(said(shown[-1]["margins"], game["game"]) in seen["text"], name + ": and that is said", shown, seen["text"])
    return shown[-1]["margins"]


def search(game):
    """For a person who plays well with the first seat: words of the move to choose there."""
    def wanted(turn):
        kept = browser.run("""const { game } = document.getElementById("page").page, moves = [];
            for (let n = game.node; n.parent; n = n.parent) moves.unshift(n.move);
            return moves;""")
        ask("setgrid " + game, "position moves " + " ".join(kept) if kept else "newgame")
        native.send("go nodes 3000" if turn == 1 else "go nodes 1")
        return re.split("[-/:=+@]", native.until("bestmove")[-1].split()[1])
    return wanted


def beginning(setup, left, led=False):
    """The moves of a half at random, but the last few. `led`: the first seat is led by a search, so that it ends soon."""
    if not led:
        return some_moves(native, setup, 1000, random.Random(1))[:-left]
    ask(setgrid(setup), "newgame seed 1")
    moves = []
    while ask("score")[0].endswith(" over no"):
        native.send("go nodes %d" % (1 if len(moves) % 2 else 3000))
        moves.append(native.until("bestmove")[-1].split()[1])
        native.send("play " + moves[-1])
    return moves[:-left]


def play(keys, setup, *seats, wanted=None, seed=1, left=3):
    """Plays a half to its end: in `make check` only the last moves of it, about `left`."""
    how = "keys" if keys else "mouse"
    person = Person(browser, random.Random(seed), keys)
    name = "%s, %s" % (setgrid(setup)[8:], how)
    try:
        if NIGHTLY or WHOLE:
            person.begin(setup, *seats)
        else:
            person.open(setup, beginning(setup, left, bool(wanted)), *seats)
        seen, titles = person.play_half(wanted)
    except Stuck as error:
        ok(False, name + " goes on", error, browser.run("return document.body.innerText"))
        return None
    check(name, seen, titles)
    return titles


TINY = ({"game": "selacata", "grid": "torus 4x2"}, {"game": "triancey", "grid": "torus 4x2"},
        {"game": "archipel", "grid": "cylinder 4x2"}, {"game": "tritt", "keys": {"size": 4}},
        {"game": "trioker-duel", "keys": {"hatched": 0}}, {"game": "trioker-puzzle", "grid": "triangle 3"})
SMALL = ({"game": "selacata", "grid": "torus 4x4"}, {"game": "triancey", "grid": "torus 4x4"},
         {"game": "archipel", "grid": "cylinder 4x3"}, {"game": "tritt", "keys": {"size": 4}},
         {"game": "trioker-duel", "keys": {"hatched": 0}}, {"game": "trioker-puzzle", "grid": "triangle 4"})
USUAL = ({"game": "selacata", "grid": "crepe"}, {"game": "triancey", "grid": "crepe"}, {"game": "triancey", "grid": "torus 6x4"},
         {"game": "archipel", "grid": "archipel"}, {"game": "tritt", "keys": {"size": 6}},
         {"game": "trioker-duel", "keys": {"hatched": 1}}, {"game": "trioker-puzzle", "grid": "duck"})

open_page(browser, {"motion": "reduced"})
for number, setup in enumerate(USUAL + SMALL if WHOLE else SMALL if NIGHTLY else TINY):
    if setup == TINY[0]:
        continue  # of which both halves are played below
    family = setup["game"]
    computer = REFERENCE if family in ("selacata", "triancey", "archipel") else RANDOM
    alone = family == "trioker-puzzle"
    if NIGHTLY or WHOLE or number % 2 == 0:
        play(False, setup, *[PERSON] if alone else [computer, PERSON])
    if WHOLE or (family != "trioker-duel" if NIGHTLY else number % 2):
        play(True, setup, *[PERSON] if alone else [PERSON, PERSON], left=1 if alone else 2)

# Three armies take hundreds of moves at random, so a search leads the first one.
for players in (2, 3) if WHOLE else (2,):
    setup = {"game": "triangulation", "keys": {"players": players}}
    others = [RANDOM] * (players - 1)
    play(False, setup, PERSON, *others, wanted=search(setgrid(setup)[8:]), left=2)
    if WHOLE:
        play(True, setup, PERSON, *others, wanted=search(setgrid(setup)[8:]))

# ---- hidden hands -------------------------------------------------------------------------------------

for keys in (False, True) if WHOLE else (False,):
    setup = {"game": "trioker-rapid", "keys": {"players": 2, "deals": 1}}
    titles = play(keys, setup, PERSON, PERSON, left=4)
    ok(titles and len(titles) > 2, "the screen is passed on from hand to hand", titles)
if WHOLE:
    play(False, {"game": "trioker-rapid", "keys": {"players": 4, "deals": 2}}, PERSON, RANDOM, PERSON, RANDOM)

# ---- the focus ------------------------------------------------------------------------------------------

# A button that is made again keeps the focus, for people who play with the keyboard.
person = Person(browser, random.Random(2), True)
person.begin({"game": "trioker-duel", "keys": {"hatched": 0}}, PERSON, PERSON)
seen = person.look()
number = next(i for i, one in enumerate(seen["buttons"]) if one["name"].startswith("Piece "))
person.tab_to(".choice [data-test='%d']" % number)
browser.press("Enter")
held = browser.wait("const active = document.activeElement; return active.getAttribute('aria-pressed') === 'true' && active.getAttribute('aria-label')")
ok(held == seen["buttons"][number]["name"], "a piece that was chosen keeps the focus", held, seen["buttons"][number])

# ---- both halves --------------------------------------------------------------------------------------

person = Person(browser, random.Random(5))
person.begin({"game": "selacata", "grid": "crepe" if WHOLE else "torus 6x4" if NIGHTLY else "torus 4x2"}, PERSON, REFERENCE)
person.play_half()
ok(browser.wait("return document.querySelector('.play .result').textContent.includes('In the next half')"), "half-time is announced")
browser.click(".play .result .primary")
browser.wait("const { game } = document.getElementById('page').page; return game.half === 1 && !game.is_over()")
seen, _ = person.play_half()
ok("The last half: " in seen["text"] and "Rematch" in seen["text"], "so is the end, the game's result first", seen)
check("both halves", seen, [])
game = browser.run("const { game } = document.getElementById('page').page; return [game.halves.map((half) => half.end.margins[0]), "
                   "[...document.querySelectorAll('.totals .sum td')].map((cell) => cell.textContent)]")
ok(game[1][0].replace("\u2212", "-").lstrip("+") == str(sum(game[0])), "and the halves are added up", game)

# ---- a torus that was dragged -------------------------------------------------------------------------

person.begin({"game": "triancey", "grid": "torus 6x4"}, PERSON, PERSON)
middle = browser.run("const box = document.querySelector('.board-svg').getBoundingClientRect();"
                     "return [box.left + box.width / 2, box.top + box.height / 2]")
wrong, home = [], 0
DRAGS = enough(3, 6)
for number in range(DRAGS):
    x, y = (person.dice.uniform(-260, 260) for _ in "xy")
    browser.drag(*middle, middle[0] + x, middle[1] + y)
    browser.run("await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))")
    seen = person.look()
    home += seen["ply"] == number
    one = person.dice.choice(seen["places"])
    browser.click_at(*one["at"])
    person.look()
    played = browser.run("return document.getElementById('page').page.game.node.move")
    if played != one["place"]:
        wrong.append((x, y, one, played))
ok(not wrong and home == DRAGS, "a drag is no move, and a click after it chooses the cell that is there", home, *wrong)
complaints = browser.complaints()
ok(not complaints, "nobody complains in the console", *complaints)
browser.close()
native.close()
done()
