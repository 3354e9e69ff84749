#!/usr/bin/env python3
"""axe-core finds nothing against the page: at the start, in the middle of each game, in each tab and
dialog, dark, French and narrow. `make check` looks at one page, in French, whose words are longer."""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import axe  # noqa: E402
from browser import Browser, skip_without  # noqa: E402
from person import Person, open_page, some_moves  # noqa: E402
from tgi import NIGHTLY, Engine, done, ok  # noqa: E402

skip_without()
try:
    CHECKER = axe.script()
except OSError as error:
    print("1..0 # SKIP %s" % error)
    raise SystemExit(0) from None

PERSON, RANDOM = {"kind": "person"}, {"kind": "computer", "level": "random"}
SETUPS = [({"game": "selacata", "grid": "crepe"}, 14, 2), ({"game": "triancey", "grid": "torus 6x4"}, 14, 2),
          ({"game": "archipel", "grid": "archipel"}, 14, 2), ({"game": "tritt", "keys": {"size": 6}}, 6, 2),
          ({"game": "triangulation", "keys": {"players": 3}}, 40, 3), ({"game": "trioker-duel", "keys": {"hatched": 1}}, 10, 2),
          ({"game": "trioker-rapid", "keys": {"players": 2, "deals": 1}}, 26, 2),
          ({"game": "trioker-puzzle", "grid": "duck"}, 7, 1)]
if not NIGHTLY:  # the rules are those of a large board
    SETUPS[0] = {"game": "selacata", "grid": "torus 4x4"}, 6, 2
    SETUPS[3] = {"game": "tritt", "keys": {"size": 4}}, 4, 2
browser, native = Browser(1100, 900), Engine()
person = Person(browser, random.Random(1))
turns = ["light", "dark"]


def check(name, part=None):
    """Checks that the page as it is shown now, or a part of it, breaks no rule of the checker."""
    found = axe.broken(browser, CHECKER, None if NIGHTLY else part)
    ok(found == [], name, *found)


def themes():
    """Sets the themes in which a view is looked at: in `make nightly` both, else light and dark by turns."""
    turns.reverse()
    for theme in ("light", "dark") if NIGHTLY else turns[:1]:
        browser.run("document.documentElement.dataset.theme = args[0]", theme)
        yield theme


def close():
    browser.run("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())")


def visit(**settings):
    open_page(browser, {"motion": "reduced", **settings}, "?lang=" + settings.get("language", "en"))


def middle(number):
    setup, count, seats = SETUPS[number]
    moves = some_moves(native, setup, count, random.Random(7))
    person.open(setup, moves, *[PERSON] * seats)
    return setup["game"]


visit(language="en" if NIGHTLY else "fr")
check("the start")
TABS = browser.run("return [...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)")


def open_tab(tab):
    browser.run("[...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent === args[0]).click()", tab)


# Of boards with cells, pieces and hands one each is enough for a quick look; each has another tab beside it.
for number in range(len(SETUPS)) if NIGHTLY else (4, 6):
    for theme in themes():
        game = middle(number)
        if browser.run("return !!document.querySelector('dialog[open]')"):
            check("%s, %s: the screen is passed on" % (game, theme), "dialog[open]")
            seen = person.look()
            person.answer(seen, seen["buttons"][-1]["name"])
        if not NIGHTLY:
            open_tab(TABS[number % len(TABS)])
        check("%s, %s" % (game, theme))

middle(0)
for tab in TABS if NIGHTLY else ():
    for theme in themes():
        open_tab(tab)
        check("the tab %s, %s" % (tab, theme))
# A dialog of lists, of fields, of keys, and a question; that of a new game comes narrow.
for dialog in ("new", "share", "settings", "help", "edit", "resign") if NIGHTLY else ("settings", "edit", "resign"):
    for theme in themes():
        browser.run("document.querySelectorAll(`[data-command=${args[0]}]`).forEach((button, i) => i || button.click())", dialog)
        ok(browser.wait("return !!document.querySelector('dialog[open]')"), "the dialog of %s opens" % dialog)
        if dialog == "edit":
            browser.wait("return !!document.querySelector('.editor-fields textarea')")
        check("it, %s" % theme, "dialog[open]")
        close()
DIALOGS = (("#learn/3", ".lesson-board .tile.may"), ("#learn/16", ".lesson-board .spot.may"), ("#learn/31", ".lesson-board .hand-tile"), ("#rules/selacata", ".rules figure:last-of-type svg"), ("#rules/triangulation", ".rules figure svg"))
for fragment, shown in DIALOGS if NIGHTLY else DIALOGS[:1]:
    for theme in themes():
        browser.run("location.hash = args[0]", fragment)
        ok(browser.wait("return !!document.querySelector(args[0])", shown), fragment + " opens")
        check("it, %s" % theme, "dialog[open]")
        close()

if NIGHTLY:
    person.begin({"game": "selacata", "grid": "torus 4x2"}, PERSON, RANDOM)
    person.play_half()
    check("half-time")
    browser.click(".play .result .primary")
    browser.wait("const { game } = document.getElementById('page').page; return game.half === 1 && !game.is_over()")
    person.play_half()
    check("the end")
    browser.run("document.querySelectorAll('[data-command=hint]')[0].click()")
for number in (0, 6) if NIGHTLY else (3,):
    for width, height in ((360, 740), (800, 900)) if NIGHTLY else ((360, 740),):
        browser.size(width, height)
        if NIGHTLY:
            visit(language="fr", theme="dark" if width == 800 else "light")
        game = middle(number)
        close()
        check("%s in French, %d pixels" % (game, width))
browser.size(360, 740)
browser.run("document.querySelector('[data-command=new]').click()")
check("a new game in French, 360 pixels", "dialog[open]")
close()
browser.close()
native.close()
done()
