#!/usr/bin/env python3
"""Ratings on the page of a site: the list of a game, the page of a player with the curve and the rivals, the rating beside a
name at a table; what is said while nobody is rated; and what axe-core says of them."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import axe  # noqa: E402
import clock  # noqa: E402
from browser import skip_without  # noqa: E402
from serve import Player  # noqa: E402
from tgi import done, ok, until  # noqa: E402
from visitor import Visitor, open_site  # noqa: E402

skip_without()
site = open_site(program=clock.CLUB)
visitor = Visitor(site, view="#ratings")
said = visitor.browser.wait("return document.querySelector('main.site .site-empty') && document.querySelector('main.site').innerText")
ok("Nobody is rated here yet" in said and "Open a table" in said, "an empty list says what to do next", said)
names = ("Anna", "Bert", "Carl", "Dora")
people = {name: Player(site, name) for name in names}


def sit(one, other):
    table = people[one].post("api/tables", {"game": "selacata", "opponent": "link", "clock_ms": 600000, "rated": True})[1]["table"]
    return people[other].post("api/tables/%s/join" % table["table"], {"secret": table["invite"].split("/")[-1]})[1]


def play(*pairs):
    for winner, loser in pairs:
        table = sit(winner, loser)
        for half in (1, 2):
            people[loser].post("api/tables/%s/resign" % table["table"], {"half": half})


def rated(count):
    clock.advance(1.5)
    return site.ask("GET", "api/players/%d" % people["Anna"].id)[2]["ratings"][0]["encounters"] == count


def axes(name):
    try:
        found = axe.broken(visitor.browser, axe.script(), "main.site")
    except OSError:
        return
    ok(found == [], "axe finds nothing on %s" % name, *found)


play(("Anna", "Bert"), ("Bert", "Carl"), ("Anna", "Carl"), ("Carl", "Dora"))
ok(until(lambda: rated(2)), "the games are fitted")
clock.advance(24 * 3600)
for one in people.values():  # the server closes connections that were silent for so long
    one.link.close()
    one.link = site.connect()
play(("Bert", "Anna"))
ok(until(lambda: rated(3)), "and once more the day after")
visitor.visit("#ratings")
rows = visitor.browser.wait("const rows = [...document.querySelectorAll('main.site tbody tr')]; return rows.length === 3 && rows.map((row) => row.innerText)")
ok(rows and all("provisional" in row and "±" in row for row in rows) and "Dora" not in "".join(rows), "the list has those with two opponents, and errors", rows)
axes("the list")
visitor.press("Engines")
ok("Nobody is rated here yet" in visitor.browser.wait("return document.querySelector('main.site .site-empty')?.innerText"), "each class has its own")
visitor.follow("#player/%d" % people["Anna"].id)
said = visitor.browser.wait("return document.querySelectorAll('main.site .site-chart .dot').length === 2 && document.querySelector('main.site').innerText")
ok("Rating: Selacata" in said and "2 rivals" in said, "the page of a player has the rating, its course and the rivals", said)
spoken = visitor.browser.run("return document.querySelector('main.site .site-chart svg').getAttribute('aria-label')")
ok(spoken.startswith("The rating on 2 days"), "the curve is told to those who listen", spoken)
rows = visitor.browser.run("return [...document.querySelectorAll('main.site details tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))")
ok([row[:5] for row in rows] == [["Bert", "2", "1", "0", "1"], ["Carl", "1", "1", "0", "0"]], "against each", rows)
axes("the page of a player")
table = sit("Anna", "Dora")
visitor.follow("#table/" + table["table"])
plates = visitor.browser.wait("const plates = [...document.querySelectorAll('main.site .plate')].map((plate) => plate.innerText); return plates.length === 2 && plates.join().includes('Anna') && plates")
ok(sum("rating" in plate for plate in plates) == 1, "a table shows the rating beside the name", plates)
ok("rated" in visitor.text(), "and that it is rated")
visitor.browser.size(320, 640)
visitor.follow("#ratings")
visitor.browser.wait("return document.querySelectorAll('main.site tbody tr').length === 3")
ok(visitor.browser.run("return document.documentElement.scrollWidth <= innerWidth"), "320 pixels are enough")
ok(visitor.browser.run("return document.querySelector('.site-links [aria-current], nav [aria-current=page]')?.textContent") in ("Ranking", "Ratings"), "the way here is marked")
site.end()
done()
