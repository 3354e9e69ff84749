#!/usr/bin/env python3
"""Each legal move of every game can be chosen by clicks, by keys and by a finger, on positions at random; the board keeps
its size meanwhile, and each next step is told. A piece is turned on its cell, and pieces are dragged."""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import Browser, skip_without  # noqa: E402
from person import Person, open_page, some_moves  # noqa: E402
from tgi import Engine, done, enough, ok, until  # noqa: E402

skip_without()
PERSON = {"kind": "person"}
dice = random.Random(8)
browser, native = Browser(1280, 800), Engine()
person = Person(browser, dice)
THE_PAGE = "const page = document.getElementById('page').page, { game } = page;"
# What stands for a word of a move, and where it is hit.
THING = THE_PAGE + """
    const { choice } = game, [word, keys] = args, lying = choice.lying(), all = (selector) => [...document.querySelectorAll(selector)];
    const place = (name) => document.querySelector(`.board [role=button][data-place="${name}"]`);
    const words = all(".words button:not(.primary)");
    const element = lying ? (lying.shown === word ? document.querySelector(".words .primary") : place(lying.place))
        : word === "play" ? document.querySelector(".words .primary")
        : place(word) && choice.next().has(word) ? place(word)
        : choice.words().includes(word) ? words[choice.words().indexOf(word)]
        : all(".hand.turn .hand-tile:not(:disabled)").find((tile) => [0, 1, 2].some((i) => {
            const values = tile.getAttribute("aria-label").replace(/Piece /, "").replace(/ /g, "");
            return values.slice(i) + values.slice(0, i) === word; }));
    if (!element || window.got) return null;
    window.before = JSON.stringify([choice.chosen, choice.turned, window.got]);
    if (keys) element.focus();
    else element.scrollIntoView({block: "nearest"});
    const box = (element.querySelector(".hit, .lit") ?? element).getBoundingClientRect();
    return {at: [box.x + box.width / 2, box.y + box.height / 2], turn: !!lying && lying.shown !== word,
        high: document.querySelector(".board-frame").offsetHeight, said: document.querySelector(".said").textContent};"""


def hit(thing, way):
    x, y = thing["at"]
    if way == "keys":
        browser.press("Enter")
    elif way == "clicks":
        browser.click_at(x, y)
    else:
        point = [{"x": x * browser.scale, "y": y * browser.scale}]
        browser.commands(("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point}), ("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []}))


def choose(words, way):
    """Chooses a move word by word; the move that was chosen, the heights of the board and what was said on the way."""
    high, said = set(), []
    for word in words + ["play"]:
        turn = True
        while turn:
            thing = browser.run(THING, word, way == "keys") or {"turn": False}
            if "at" in thing:
                high.add(thing["high"])
                said.append(thing["said"])
                hit(thing, way)
                browser.wait(THE_PAGE + "return JSON.stringify([game.choice.chosen, game.choice.turned, window.got]) !== window.before")
            turn = thing["turn"]
    got = browser.run(THE_PAGE + "const got = window.got; window.got = null; page.unchoose(); return got")
    return got, high, said


def can_choose():
    """Whether somebody may choose a move, once they have asked for their hidden pieces."""
    seen = person.look()
    if seen["what"] == "dialog":
        person.answer(seen, "show my pieces")
    return browser.run(THE_PAGE + "return game.choice.entries.length")


open_page(browser, {"motion": "reduced"})
browser.command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
SETUPS = ({"game": "selacata", "grid": "torus 4x4"}, {"game": "triancey", "grid": "crepe"}, {"game": "archipel", "grid": "archipel"},
          {"game": "tritt", "keys": {"size": 5}}, {"game": "triangulation", "keys": {"players": 2}}, {"game": "triangulation"}, {"game": "trioker-duel"},
          {"game": "trioker-rapid", "keys": {"players": 2}}, {"game": "trioker-puzzle", "grid": "star"})
for setup in SETUPS:
    lost, heights, count, silent = [], set(), 0, []
    for _ in range(enough(1, 6)):
        setup.setdefault("keys", {})
        moves = some_moves(native, setup, dice.randrange(3, 8), dice)
        while moves and moves[-1].startswith(("deal", "draw", "first", "give", "show")):
            moves.pop()
        person.open(setup, moves, *[PERSON] * (1 if setup["game"] == "trioker-puzzle" else 3 if setup["game"] == "triangulation" and not setup["keys"] else 2))
        until(can_choose)
        entries = browser.run(THE_PAGE + """Object.assign(page, {play: (move) => (window.got = move)}); return game.choice.entries.map(({ move, words }) => [move, words])""")
        for way in ("clicks", "keys", "touch"):
            for move, words in dice.sample(entries, min(len(entries), enough(1, 60))):
                got, high, said = choose(words, way)
                count, heights = count + 1, heights | high
                if got != move:
                    lost.append((way, move, words, got))
                silent += [(move, said)] if len(words) > 1 and not all(said[1:]) and "pass" not in words else []
    ok(count and not lost, "%s: each of %d moves is chosen" % (setup, count), *lost[:4])
    ok(len(heights) == 1, "the board keeps its size", heights)
    ok(not silent, "each next step is told", *silent[:3])
browser.run(THE_PAGE + "delete page.play")
browser.command("Emulation.setTouchEmulationEnabled", enabled=False)

# A piece of the hand is dragged to a cell; there a click turns it, and the piece is seen as it would lie.
person.open({"game": "trioker-duel", "keys": {"hatched": 0}}, [], PERSON, PERSON)
person.look()
PLACE = ".board [role=button][data-place='%s']"
MIDDLE = "const box = (document.querySelector(args[0] + ' .lit') ?? document.querySelector(args[0])).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]"
cell = browser.run(THE_PAGE + "return page.game.choice.legal[0].split(':')[0]")
at = browser.run(MIDDLE, PLACE % cell)
browser.drag(*browser.run(MIDDLE, ".hand.turn .hand-tile:not(:disabled)"), *at)
LAID = "return [...document.querySelectorAll('.laid .value')].map((one) => one.textContent)"
laid = browser.run(LAID)
ok(len(laid) == 3 and not browser.run("return document.querySelector('.in-hand')"), "a piece that is dragged to a cell is seen there", laid)
browser.click_at(*at)
ok(browser.run(LAID) == laid[1:] + laid[:1] or browser.run(LAID) == laid[2:] + laid[:2], "a click there turns it", laid, browser.run(LAID))
shown = "".join(browser.run(LAID))
browser.click(".words .primary")
ok(browser.wait(THE_PAGE + "return game.node.ply === 1 && game.node.move") == "%s:%s" % (cell, shown), "and it is placed as it was seen")

# A finger drags a piece, too.
ok(browser.wait(THE_PAGE + "return game.choice.legal.length && !game.busy"), "the next one")
cell, piece = browser.run(THE_PAGE + "return game.choice.entries.find(({ words }) => !game.is_place(words[0])).words.slice(0, 2).reverse()")
browser.command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
ends = [browser.run(MIDDLE, one) for one in (".hand.turn .hand-tile[aria-label='Piece %s']" % " ".join(piece), PLACE % cell)]
for kind, part in ("Start", 0), ("Move", 0.5), ("Move", 1), ("End", None):
    browser.command("Input.dispatchTouchEvent", type="touch" + kind, touchPoints=[] if part is None else [
        {axis: (a + (b - a) * part) * browser.scale for axis, a, b in zip("xy", *ends)}])
    if part == 0.5:
        ok(cell in browser.run("return [...document.querySelectorAll('.board .could')].map((one) => one.dataset.place)"), "cells on which it fits are outlined meanwhile")
seen = browser.run(THE_PAGE + "return [game.node.ply, game.choice.chosen]")
ok(seen[0] == 2 or seen[1] == [piece, cell], "a piece is dragged by a finger", seen, piece, cell)
browser.command("Emulation.setTouchEmulationEnabled", enabled=False)

# An army is dragged by the mouse.
person.open({"game": "triangulation", "keys": {"players": 2}}, [], PERSON, PERSON)
person.look()
move = browser.run(THE_PAGE + "return game.choice.legal.find((one) => /^\\w+-\\w+$/.test(one))")
GOAL = "return document.querySelector('.said').textContent"
goal = browser.run(GOAL)
browser.drag(*(c for place in move.split("-") for c in browser.run(MIDDLE, PLACE % place)))
ok(browser.wait(THE_PAGE + "return game.node.ply === 1 && game.node.move") == move, "a piece of the board is dragged to where it goes", move)
ok(goal == "Choose one of your pieces. Chess for three armies on a triangle of 64 cells: the last general wins." and browser.wait(GOAL + " === args[0]", goal),
   "what wins stands below the board in the first move of each", goal, browser.run(GOAL))

# Draws, and a general in danger.
STATUS = "return document.querySelector('.status').textContent"
for word, said in ("draw", "Player 2 offers a draw."), ("pass", "Player 1 declines the draw."):
    browser.run(THE_PAGE + "return game.play(args[0])", word)
    ok(said in browser.run(STATUS), "it is said: " + said, browser.run(STATUS))
ok(browser.run(THE_PAGE + "game.state.checkers = [1, 2]; return page.choice.phase_text('check')") == "Check by Player 1 and Player 2.", "who gives check is said")

# The moves of each of three armies stand below each other, and so do the numbers.
person.open({"game": "triangulation", "keys": {}}, some_moves(native, {"game": "triangulation"}, 5, dice), PERSON, PERSON, PERSON)
person.look()
edges = browser.run("""return ["ply:not(.start)", "ply-number"].map((name, right) => [...document.querySelectorAll(".play .moves .line > ." + name)]
    .map((one) => Math.round(one.getBoundingClientRect()[right ? "right" : "left"])))""")
ok(edges[0][3:] == edges[0][:2] and len(set(edges[0])) == 3 and len(edges[1]) == 2 and len(set(edges[1])) == 1, "columns of three", edges)
CUT = "return [...document.querySelectorAll('.play .moves .ply')].filter((one) => one.scrollWidth > one.clientWidth || getComputedStyle(one).overflow !== 'visible').map((one) => one.textContent)"
browser.run(THE_PAGE + "game.node.loss = {margin: 9, best: 'draw'}; page.panels.play.refresh()")
ok(browser.run(CUT) == [], "none is cut, not even the one that is shown, with its mark", browser.run(CUT))

person.open({"game": "trioker-puzzle", "grid": "star"}, some_moves(native, {"game": "trioker-puzzle", "grid": "star"}, 4, dice), PERSON)
person.look()
edges = browser.run("return [...document.querySelectorAll('.play .moves .line > .ply:not(.start)')].map((one) => Math.round(one.getBoundingClientRect().left))")
ok(edges[:1] == edges[3:4] and sorted(set(edges)) == edges[:3], "a puzzle's moves stand in rows of three", edges)

# A move that is to be confirmed waits for the same place once more, or for its button.
person.open({"game": "triancey", "grid": "torus 4x3"}, [], PERSON, PERSON)
person.look()
browser.run("document.getElementById('page').page.confirms = () => true")
for place, again, ply in ("4", "4", 1), ("9", ".words .primary", 2):
    browser.click_at(*browser.run(MIDDLE, PLACE % place))
    waiting = browser.run(THE_PAGE + "return [game.node.ply, game.choice.chosen, document.querySelector('.words .primary').textContent, document.querySelector('.said').textContent]")
    ok(waiting == [ply - 1, [place], "Play " + place, "Choose it again to play it."], "a move waits to be confirmed", waiting)
    browser.click_at(*browser.run(MIDDLE, again if "." in again else PLACE % again))
    ok(browser.wait(THE_PAGE + "return game.node.ply === args[0] && game.choice.legal.length", ply), "and is played then")

# The analysis of a finished game goes through all its halves, and shows what a move has cost and the better one.
person.open({"game": "triancey", "grid": "torus 4x3"}, ["0", "5"], PERSON, PERSON)
person.look()
seen = browser.run(THE_PAGE + """const calls = [];
    page.analyst.analyse = async (_game, tip, half) => { calls.push([half, tip.ply]); return true; };
    await game.go_to(game.halves[0].root);
    game.node.next.loss = {margin: 3, best: "7"};
    await page.analyse();
    return [calls, page.tabs.current, [...document.querySelectorAll(".pointers .badge")].map((one) => one.textContent), !!document.querySelector(".pointers .aim.bad")]""")
ok(seen == [[[0, 2]], "analysis", ["\u22123", "\u2713"], True], "Analyse the game analyses, and marks what was lost", seen)
# On a phone the panel below stays where it is while a move is chosen, and the result is next to the board.
browser.size(390, 844)
person.open({"game": "tritt", "keys": {"size": 4}}, ["a1-a3", "c1-c3"], PERSON, PERSON)
person.look()
tops = browser.run(THE_PAGE + """const top = () => document.querySelector(".side").getBoundingClientRect().top + scrollY, tops = [top()];
    for (const word of game.choice.legal.at(-1).split(/[-/]/).slice(0, -1)) { page.choose(word); tops.push(top()); }
    return tops""")
ok(len(tops) > 2 and len(set(tops)) == 1, "the panel of a phone does not jump", tops)
shown = browser.run(THE_PAGE + """page.unchoose(); await game.resign(1); await new Promise(requestAnimationFrame);
    return [...document.querySelectorAll(".result")].map((one) => one.checkVisibility())""")
ok(shown == [True, False], "the result of a phone stands below the board, once", shown)
# Where the lot has dealt pieces first, the goal is told, too.
browser.size(1100, 950)
person.begin({"game": "trioker-rapid", "keys": {"players": 2, "deals": 1}}, PERSON, {"kind": "computer", "level": "2"})
person.look()
said, fits = browser.run(THE_PAGE + "return [document.querySelector('.told').textContent, game.choice.places().size > 0]")  # one hand in some twenty has no piece that fits, and passes
ok(fits == ("Choose a piece and a cell." in said) and "get rich" in said, "the goal is told after pieces were dealt", said)
# A computer that is no name has its article in sentences.
open_page(browser, {"motion": "reduced"}, "?lang=fr")
person.open({"game": "triancey", "grid": "torus 4x3"}, ["0", "5"], PERSON, {"kind": "computer", "level": "reference"})
person.look()
browser.run(THE_PAGE + "return game.resign(1)")
said = browser.wait("return document.querySelector('.result .big')?.textContent")
ok(said.startswith("L'ordinateur de référence gagne de "), "a computer has its article", said)
ok(browser.complaints() == [], "nobody complains")
browser.close()
native.close()
done()
