"""Somebody before the page of a site: signs up, plays on its server by clicks, and looks at its views."""
import json

import contract
from browser import Browser, page
from serve import Site

SHOWN = """
    const main = document.querySelector("main.site");
    return main && !main.hidden && !!main.querySelector("h1") && !main.querySelector(".site-shade");"""

# Whether a game is about to change.
BUSY = "((game) => game?.sending || game?.busy)(document.getElementById('page').shell?.view?.stage?.game)"
# The middle of each cell that may be chosen, as it is seen, once there is one; "none" if a dialog comes first.
CELLS = """
    if (document.querySelector("dialog[open], main.site .side .result.beside")) return "none"; // a half is over
    if (""" + BUSY + """ || document.getElementById("page").shell?.view?.stage?.game?.choice.legal.length === 0) return null;
    const lit = [...document.querySelectorAll("main.site .board [role=button][aria-disabled=false]")];
    return lit.length > 0 && lit.map((group) => {
        const shape = group.querySelector(".lit"), matrix = shape.getScreenCTM(), length = shape.getTotalLength();
        let x = 0, y = 0;
        for (let i = 0; i < 3; i++) { // a shape without dents: each three points of its edge have their middle inside
            const at = shape.getPointAtLength(length * i / 3).matrixTransform(matrix);
            x += at.x / 3; y += at.y / 3;
        }
        return {place: group.dataset.place, at: [x, y]};
    });"""

SEEN = """
    const dialog = document.querySelector("dialog[open]");
    return {fragment: document.getElementById('page').address(), dialog: dialog && dialog.innerText, note: document.querySelector("main.site .page-note:not([hidden])")?.textContent ?? "",
        status: document.querySelector("main.site .status")?.textContent ?? "",
        moves: [...document.querySelectorAll("main.site .moves .ply")].length};"""


def open_site(*words, **more):
    """A site with the page that was built."""
    return Site("--page", page()[len("file://"):], *words, page=False, **more)


class Visitor:
    def __init__(self, site, width=1200, height=900, language="en", view="#account", **settings):
        """`view`: the one that is opened first, or an address that somebody else has given."""
        self.browser = Browser(width, height)
        self.browser.size(width, height)
        self.site, self.language, self.visits = site, language, 0
        self.browser.open(site.address.rstrip("/") + "/api/site")  # has the same store, and comes quickly
        self.browser.run("localStorage.setItem('triancey.settings', JSON.stringify(args[0]))", {"motion": "reduced", **settings})
        self.visit(view)

    def address(self, fragment):
        if "://" in fragment:
            return fragment.replace("#", "?lang=%s#" % self.language, 1)
        return "%s?lang=%s%s" % (self.site.address, self.language, fragment)

    def visit(self, fragment):
        """Opens a view as from a link of somebody else's: by an address that is not that of a view before, which would load
        nothing. False if it does not come."""
        self.visits += 1
        self.browser.open(self.address(fragment).replace("#", "&visit=%d#" % self.visits, 1))
        return self.browser.wait(SHOWN)

    def follow(self, fragment):
        """Goes to a view of the page that is open."""
        self.browser.run("location.hash = args[0]", fragment)
        return self.browser.wait("return document.getElementById('page').address() === args[0] && (() => {%s})()" % SHOWN, fragment)

    def see(self):
        return self.browser.run(SEEN)

    def text(self, selector="main.site"):
        return self.browser.run("return document.querySelector(args[0])?.innerText ?? ''", selector)

    def press(self, text, inside="main.site"):
        """The button or link of that text, inside of something."""
        found = self.browser.wait("""const all = [...document.querySelectorAll(`${args[0]} :is(button, a)`)];
            const one = all.find((element) => element.textContent.trim() === args[1] && !element.disabled && element.checkVisibility());
            document.querySelectorAll("[data-press]").forEach((old) => old.removeAttribute("data-press"));
            one?.setAttribute("data-press", "");
            one?.addEventListener("click", () => (window.pressed = true), { capture: true });
            window.pressed = false;
            return !!one""", inside, text)
        if found:
            self.browser.click("[data-press]")
            if self.browser.run("return window.pressed === false"):  # what was drawn meanwhile has moved it
                return self.press(text, inside)
        return found

    def write(self, selector, text):
        self.browser.run("document.querySelector(args[0]).value = ''", selector)
        self.browser.click(selector)
        self.browser.press(*text)

    def choose(self, *choices):
        """Pairs of what a list is called and the value to choose there."""
        for label, value in choices:
            self.browser.run("""const named = (one) => one.querySelector("label").textContent === args[0];
                const list = [...document.querySelectorAll("main.site .field")].find(named).querySelector("select");
                if (![...list.options].some((option) => option.value === args[1])) throw new Error(`${args[0]}: no ${args[1]}`);
                list.value = args[1];
                list.dispatchEvent(new Event("change"));""", label, value)

    def dialog(self, text):
        """Waits for a dialog that says so; what it says."""
        return self.browser.wait("const said = document.querySelector('dialog[open]')?.innerText ?? ''; return said.includes(args[0]) && said", text)

    def ended(self, text):
        """Waits until the end beside the board has this text or button, and returns what it says."""
        return self.browser.wait("const said = document.querySelector('main.site .side .result')?.innerText ?? ''; return said.includes(args[0]) && said", text)

    def no_dialog(self):
        return self.browser.wait("return !document.querySelector('dialog[open]')")

    def ask(self, path, body=None):
        """What the site answers to this browser; to a POST, if there is a body."""
        status, kind, text = self.browser.run("""const answer = await fetch('/api/' + args[0], args[1] && {method: "POST",
            headers: {"Content-Type": "application/json"}, body: JSON.stringify(args[1])});
            return [answer.status, answer.headers.get("Content-Type"), await answer.text()]""", path, body)
        contract.answer("POST" if body else "GET", "/api/" + path, status, {"Content-Type": kind}, text)
        return json.loads(text)

    # ---- acts -------------------------------------------------------------------------------------

    def sign_up(self, name):
        """The recovery code that is shown."""
        self.follow("#account")
        self.browser.wait("return !!document.querySelector('main.site input[name=name]')")
        self.write("main.site input[name=name]", name)
        self.press("Sign up")
        self.dialog("recovery code")
        code = self.text("dialog[open] .site-code")
        self.browser.click("dialog[open] input[type=checkbox]")
        self.press("Go on", "dialog[open]")
        self.browser.wait("return document.getElementById('page').address() === '#week'")
        return code

    def begin(self):
        """Begins a game on the first board that was not played; what the rules before it say."""
        self.press("Play", "main.site .site-boards")
        said = self.dialog("my clock runs")
        self.press("Begin: my clock runs", "dialog[open]")
        self.browser.wait("return document.getElementById('page').address().startsWith('#game/')")
        return said

    def cells(self):
        """The cells that may be chosen, once there are some, or None if something else comes first."""
        cells = self.browser.wait(CELLS)
        return None if cells == "none" else cells

    def play(self, dice, most=1000):
        """Chooses cells until a dialog opens or the half is over, or this many were chosen; how many."""
        for count in range(most):
            cells = self.cells()
            if not cells:
                return count
            cell = dice.choice(cells)
            before = self.see()["moves"]
            self.browser.click_at(*cell["at"])
            self.browser.wait("return !!document.querySelector('dialog[open]') || [...document.querySelectorAll('main.site .moves .ply')].length > args[0]"
                              " && !" + BUSY, before)
        return most

    def close(self):
        self.browser.close()


