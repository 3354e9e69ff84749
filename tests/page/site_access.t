#!/usr/bin/env python3
"""axe-core finds nothing against the views of a site: empty and full, light and dark, wide and on a phone."""
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import axe  # noqa: E402
from browser import skip_without  # noqa: E402
from referee import REFEREE, path  # noqa: E402
from serve import Player, Rules, play_half  # noqa: E402
from tgi import NIGHTLY, done, enough, ok  # noqa: E402
from visitor import Visitor, open_site  # noqa: E402

skip_without()
try:
    CHECKER = axe.script()
except OSError as error:
    print("1..0 # SKIP %s" % error)
    raise SystemExit(0) from None

FOLDER = path("leagues")
os.mkdir(FOLDER)
for form in ("roundrobin", "knockout")[:enough(1, 2)]:
    subprocess.run([REFEREE, "match", "--quiet", "--format", form, "--record", os.path.join(FOLDER, form + ".db"), "--grid", "crepe",
                    *[word for name in ("ann", "bob", "cleo", "dan") for word in ("--engine", "cmd=builtin:random", "name=" + name)]],
                   stdout=subprocess.DEVNULL, check=True)
site = open_site("--leagues", FOLDER)
visitor = Visitor(site)
turns = ["light", "dark"]


def check_themes(name, part="main.site"):
    """In `make nightly` a page is looked at as a whole in both themes, else a part of it, light and dark by turns."""
    turns.reverse()
    for theme in ("light", "dark") if NIGHTLY else turns[:1]:
        visitor.browser.run("document.documentElement.dataset.theme = args[0]", theme)
        found = axe.broken(visitor.browser, CHECKER, None if NIGHTLY else part)
        ok(found == [], "%s, %s" % (name, theme), *found)


def go(fragment):
    """To a view: each is loaded anew in `make nightly`."""
    (visitor.visit if NIGHTLY else visitor.follow)(fragment)


for fragment in ("#week", "#ranking", "#ranking/all", "#weeks", "#tables", "#leagues", "#account", "#daily", "#exercises", "#nothing") if NIGHTLY else ("#daily", "#exercises", "#nothing"):
    go(fragment)
    check_themes(fragment + " of an empty site", None)

anna, rules = Player(site, "Anna"), Rules()
for board in range(1, enough(1, 2) + 1):
    game = anna.begin(board)
    for half in (1, 2):
        if half == 2:
            _, game = anna.half(game)
        game = play_half(anna, game, rules)
# In `make check` each kind of view once: a list, a table, a game, a form, an empty one, a dialog.
for fragment in ("#leagues", "#league/roundrobin.db", "#league/knockout.db", "#league/roundrobin.db/1") if NIGHTLY else ("#leagues", "#league/roundrobin.db"):
    go(fragment)
    visitor.browser.wait("return !document.querySelector('main.site').innerText.includes('is being read') && "
                         "(!document.getElementById('page').address().endsWith('/1') || document.querySelectorAll('main.site .ply').length > 20)")
    check_themes(fragment)
go("#tables")
visitor.press("Open the table")
visitor.browser.wait("return !!document.querySelector('main.site .site-copy')")
check_themes("a table that waits")
code = visitor.sign_up("Rosa")
Player(site, "Bert").post("api/tables", {"game": "selacata", "days": 3, "opponent": "anybody", "rated": True})
Player(site, "Carl").post("api/tables", {"game": "selacata", "days": 3, "opponent": {"person": "Rosa"}})
go("#lobby")
visitor.browser.wait("return !!document.querySelector('.site-seeks li') && !!document.querySelector('main.site .site-turns:not([hidden])')")
visitor.browser.run("document.querySelector('main.site .site-turns').open = true")
check_themes("#lobby, and what waits")
go("#week")
visitor.press("Play", "main.site .site-boards")
visitor.dialog("my clock runs")
if NIGHTLY:
    check_themes("the rules before a game", "dialog[open]")
visitor.press("Begin: my clock runs", "dialog[open]")
visitor.no_dialog()
visitor.play(random.Random(1), enough(1, 6))
check_themes("a game")
# With a clock that runs, somebody who waits, and the longer words, the head of a small phone has two rows, and shows where one is.
running, visitor.language = visitor.see()["fragment"], "fr"
visitor.browser.size(320, 568)
for fragment, place in ("#week", "Semaine"), ("#leagues", "Ligues"), ("#play", "Jouer"):
    if fragment == "#play":
        visitor.browser.run("location.hash = args[0]", fragment)
    else:
        visitor.visit(fragment)
    rows = visitor.browser.wait("""const top = [...document.querySelectorAll("header.top")].find((one) => one.checkVisibility()), box = (one) => one.getBoundingClientRect();
        const here = top?.querySelector(".site-links [aria-current]"), shown = [...top?.querySelectorAll(".logo, .site-running, .site-turns, .site-account, .round") ?? []].filter((one) => one.checkVisibility());
        if (here?.textContent !== args[0] || !shown.some((one) => one.matches(".site-running")) || !shown.some((one) => one.matches(".site-turns"))) return false;
        for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
        return [box(top).height < 2.5 * box(top.querySelector(".round")).height, [...shown, here].every((one) => box(one).left >= 0 && box(one).right <= innerWidth), document.documentElement.scrollWidth <= innerWidth]""", place)
    ok(rows == [True] * 3, "the head of %s at 320 pixels, in French" % fragment, rows)
visitor.language = "en"
visitor.browser.size(1200, 900)
visitor.visit(running)
if NIGHTLY:
    visitor.play(random.Random(1))
else:
    visitor.press("Resign")
    visitor.dialog("Resign")
    visitor.press("Resign", "dialog[open]")
visitor.ended("To the second half")
check_themes("half-time")
contest = visitor.ask("contests", {"title": "Cup", "format": "swiss", "rounds": 2})["contest"]
for name in ("Ada", "Ben", "Cleo"):
    visitor.ask("contests/%s/players" % contest, {"name": name, "team": "6B"})
visitor.ask("contests/%s/pair" % contest, {"round": 1})
slip = visitor.ask("contests/%s/slips?base=%s" % (contest, site.address))["slips"][0]["link"].split("#")[1]
for fragment in ("#contests", "#contest/" + contest, "#contest/%s/wall" % contest, "#contest/%s/print" % contest, "#" + slip):
    go(fragment)
    check_themes(fragment.split("/")[0] + " and " + fragment.split("/")[-1][:5])
week = visitor.ask("weeks/current")["week"]
for width, height in ((1200, 900), (360, 740)):
    visitor.browser.size(width, height)
    views = ["#week", "#ranking", "#player/%d" % anna.id, "#board/%s/1" % week, "#account", "#ranking/all", "#weeks", "#tables"]
    for fragment in views if NIGHTLY else views[:3] if width < 1000 else views[3:5]:
        go(fragment)
        if not NIGHTLY:  # seven boards are as good as one
            visitor.browser.run("document.querySelectorAll('main.site .site-board ~ .site-board').forEach((board) => board.remove())")
        check_themes("%s, %d pixels" % (fragment, width))
go("#account")
visitor.press("New recovery code")
visitor.dialog("new recovery code")
if NIGHTLY:
    check_themes("a question", "dialog[open]")
visitor.press("New recovery code", "dialog[open]")
visitor.dialog("shown only once")
check_themes("a recovery code", "dialog[open]")
visitor.close()
anna.close()
rules.close()
site.end()
done()
