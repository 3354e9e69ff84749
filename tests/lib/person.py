"""A person before the page: sees what is lit and what can be pressed, and chooses by the mouse or by keys alone."""
import base64
import json
import os
import zlib

from browser import page
from tgi import PATIENCE, SOURCE

# What is to be done now, once nothing is in motion and nobody thinks: a dialog to answer, an end, or
# places and buttons to choose from. A place is hit in its middle; nothing here asks what a move is.
LOOK = """
    const page = document.getElementById("page").page, begin = performance.now();
    const rest = (time) => new Promise((resolve) => setTimeout(resolve, time));
    const dialog = () => document.querySelector("dialog[open]");
    const settled = () => page.game?.state && !page.game.busy && !page.game.thinking &&
        (dialog() || page.game.is_over() || page.game.choice.legal.length);
    const at_end = () => page.game.is_over() && !dialog();
    for (let looks = 0; !(settled() && (looks || !at_end())); ) {
        looks = settled() ? looks + 1 : 0;
        if (performance.now() - begin > args[0])
            return {what: "nothing", status: document.querySelector(".status")?.textContent};
        await rest(looks ? 60 : 5); // what follows an end may be about to begin
    }
    const { game } = page, all = (selector, root = document) => [...root.querySelectorAll(selector)];
    const seen = (element) => {
        element.scrollIntoView({block: "nearest"});
        const box = element.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const middles = window.middles_of_shapes ??= new Map(); // which take long
    const middle = (group) => {
        const shape = group.querySelector(".hit") || group.querySelector(".lit"), key = shape.outerHTML;
        if (!middles.has(key)) {
            const length = shape.getTotalLength();
            let x = 0, y = 0;
            for (let i = 0; i < 3; i++) { // a shape without dents: each three points of its edge have their middle inside
                const at = shape.getPointAtLength(length * i / 3);
                x += at.x / 3; y += at.y / 3;
            }
            middles.set(key, new DOMPoint(x, y));
        }
        const { x, y } = middles.get(key).matrixTransform(shape.getScreenCTM());
        return [x, y];
    };
    const named = (button) => button.getAttribute("aria-label") || button.textContent;
    const facts = {half: game.half, ply: game.node.ply, chosen: game.choice.chosen.length, turn: game.state.turn,
        eye: game.eye, status: document.querySelector(".status").textContent};
    if (dialog())
        return {what: "dialog", title: dialog().querySelector("h2").textContent, text: dialog().innerText, ...facts,
            buttons: all("button", dialog()).map((button) => ({name: named(button), at: seen(button)}))};
    if (game.is_over()) return {what: "over", text: document.querySelector(".result").textContent, ...facts};
    const pressed = (element) => element.getAttribute("aria-pressed") === "true";
    const buttons = all(".choice button:not(:disabled)").filter((button) => !pressed(button));
    buttons.forEach((button, i) => (button.dataset.test = i));
    return {what: "choose", ...facts,
        places: all(".board [role=button][aria-disabled=false]").filter((group) => !pressed(group))
            .map((group) => ({place: group.dataset.place, at: middle(group)})),
        buttons: buttons.map((button) => ({name: named(button), at: seen(button)}))};"""

BEGIN = """
    const page = document.getElementById("page").page;
    document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
    return page.begin(args[0]);"""

ACTIVE = """
    const active = document.activeElement, at = args[0] === null ? null : document.querySelector(args[0]);
    const stops = [...(document.querySelector("dialog[open]") ?? document).querySelectorAll("a[href], button, input, select, textarea, [tabindex]")]
        .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility());
    const box = (element) => { const b = element.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; };
    return {place: active.closest?.(".board [data-place]")?.dataset.place, here: active === at,
        lit: active.getAttribute("aria-disabled") === "false" && active.getAttribute("aria-pressed") !== "true",
        stops: Math.abs(stops.indexOf(at) - stops.indexOf(active)), back: !!at && !!(active.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_PRECEDING),
        at: box(active), to: at && box(at)};"""

NEVER_PRESSED = ("Choose again",)  # would undo what was chosen


READY = "return !!document.getElementById('page')?.page?.game?.state"


def open_page(browser, settings=None, query="?lang=en"):
    """The page with an empty store; `settings` as the page keeps them."""
    browser.open("file://" + os.path.abspath(os.path.join(SOURCE, "page", "icon.svg")))  # has the same store, and comes quickly
    browser.run("localStorage.clear(); if (args[0]) localStorage.setItem('triancey.settings', JSON.stringify(args[0]))",
                settings)
    browser.open(page() + query)
    browser.wait(READY)


def some_moves(engine, setup, count, dice):
    """The first moves of a game at random, by an engine of one's own; fewer if it is over before."""
    keys = "".join(" %s %d" % item for item in setup.get("keys", {}).items())
    engine.send("setgrid %s %s%s" % (setup.get("grid", ""), setup["game"], keys), "newgame seed 1")
    moves = []
    while len(moves) < count:
        engine.send("legal", "isready")
        lines = engine.until("readyok")[:-1]
        legal = " ".join(line.partition(" ")[2] for line in lines).replace(" more", "").split()
        if not legal:
            break
        moves.append(dice.choice(legal))
        engine.send("play " + moves[-1])
    return moves


class Stuck(Exception):
    """The page offers nothing to do."""


class Person:
    def __init__(self, browser, dice, keys=False):
        self.browser = browser
        self.dice = dice
        self.keys = keys

    # ---- seeing -----------------------------------------------------------------------------------

    def look(self):
        return self.browser.run(LOOK, PATIENCE * 1000)

    def begin(self, setup, *seats):
        """A game without the dialog for it."""
        refused = self.browser.run(BEGIN, {"setup": setup, "seats": list(seats)})
        if refused:
            raise Stuck(refused)

    def open(self, setup, moves, *seats):
        """A game in which some moves were played."""
        game = {"v": 1, "seed": 1, "keys": {}, **setup, "seats": list(seats), "at": [0, "0*%d" % len(moves)],
                "halves": [{"moves": moves, "end": None}]}
        refused = self.browser.run("""document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
            return document.getElementById("page").page.open_text(args[0]);""", json.dumps(game))
        if refused:
            raise Stuck(refused)

    # ---- doing ------------------------------------------------------------------------------------

    def tab_to(self, selector):
        """Presses Tab until an element has the focus; as often as it seems to need, before it is looked where that led."""
        for tries in range(150):
            active = self.browser.run(ACTIVE, selector)
            if active["here"]:
                return
            times = max(active["stops"], 1) if tries < 4 else 1
            self.browser.press(*["Shift+Tab" if active["back"] else "Tab"] * times)
        raise Stuck("Tab never comes to " + selector)

    def walk_to(self, place):
        """Arrows until a place has the focus, which need not be on the shortest way."""
        selector = '.board [role=button][data-place="%s"]' % place
        if not self.browser.run(ACTIVE, selector)["place"]:
            self.tab_to(".board [role=button][tabindex='0']")
        for step in range(300):
            active = self.browser.run(ACTIVE, selector)
            if active["here"]:
                return
            x, y = (active["to"][i] - active["at"][i] for i in (0, 1))
            key = ("Left" if x < 0 else "Right") if abs(x) > abs(y) else ("Up" if y < 0 else "Down")
            if step % 8 > 4:  # a straight way may be blocked
                key = self.dice.choice(("Left", "Right", "Up", "Down"))
            self.browser.press(key)
        raise Stuck("arrows never come to " + place)

    def answer(self, seen, text):
        """Presses a button of the dialog that is open."""
        names = [button["name"] for button in seen["buttons"]]
        found = [i for i, name in enumerate(names) if text in name]
        if not found:
            raise Stuck("no %s among %s" % (text, names))
        if self.keys:
            self.browser.run("""document.querySelectorAll("dialog[open] button")[args[0]].dataset.answer = 1""", found[0])
            self.tab_to("dialog[open] [data-answer]")
            self.browser.press("Enter")
        else:
            self.browser.click_at(*seen["buttons"][found[0]]["at"])
        self.browser.wait("return !document.querySelector('dialog[open] [data-answer]') && "
                          "(document.querySelector('dialog[open]')?.innerText ?? '') !== args[0]", seen["text"])

    def choose(self, seen, words=None):
        """One step of a move: a lit place, a piece or another word, one of `words` if given."""
        options = [("place", one["place"], one["at"]) for one in seen["places"]]
        options += [("button", i, one["at"]) for i, one in enumerate(seen["buttons"]) if one["name"] not in NEVER_PRESSED]
        if words is not None:
            options = [one for one in options if one[0] == "place" and one[1] in words] or \
                [one for one in options if one[0] == "button"]
        if not options:
            raise Stuck("nothing to choose: %s" % seen)
        kind, which, at = self.dice.choice(options)
        if not self.keys:
            self.browser.click_at(*at)
        elif kind == "place":
            self.walk_to(which)
            self.browser.press("Enter")
        else:
            self.tab_to(".choice [data-test='%d']" % which)
            self.browser.press("Enter")

    def play_half(self, wanted=None, limit=2000):
        """Plays until a half is over; returns what is seen then, and the titles of the dialogs on the way.
        `wanted(turn)`: the move that is to be chosen; without it any."""
        titles, move, of = [], None, None
        for _ in range(limit):
            seen = self.look()
            if seen["what"] == "dialog" and seen["title"] == "Pass the screen on":
                titles.append(seen["title"])
                self.answer(seen, "show my pieces")
            elif seen["what"] != "choose":
                return seen, titles
            else:
                if wanted and of != (seen["half"], seen["ply"]):
                    move, of = wanted(seen["turn"]), (seen["half"], seen["ply"])
                self.choose(seen, move)
        raise Stuck("no end after %d steps" % limit)

    # ---- what the page gives away -----------------------------------------------------------------

    def link(self):
        """The address with the whole game, as the dialog shows it."""
        self.browser.run("document.querySelector('[data-command=share]').click()")
        address = self.browser.wait("return document.querySelector('dialog[open] input[readonly]').value")
        self.browser.run("document.querySelector('dialog[open]').close()")
        return address


def read_link(address):
    """The game of a link, unpacked without the page."""
    version, payload, _ = address.split("#g=")[1].split(".")
    data = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    return json.loads(zlib.decompress(data, -15) if version == "1" else data)
