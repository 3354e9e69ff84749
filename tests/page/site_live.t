#!/usr/bin/env python3
"""What is live on the page of a site: two people at a table, each in a browser of their own, and a third who watches;
the computer of the server as the other; and the leagues of a folder, while they are played and afterwards."""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import skip_without  # noqa: E402
from prepared import run_prepared  # noqa: E402
from referee import REFEREE, path  # noqa: E402
from tgi import ENGINE, NIGHTLY, done, enough, ok  # noqa: E402
from visitor import Visitor, open_site  # noqa: E402

skip_without()
dice = random.Random(4)
FOLDER = path("leagues")
os.mkdir(FOLDER)


def match(name, *words):
    return [REFEREE, "match", "--quiet", "--name", name, "--record", os.path.join(FOLDER, name + ".db"), *words]


RANDOM = ("--engine", "cmd=builtin:random", "name=ann", "--engine", "cmd=builtin:random", "name=bob", "--engine", "cmd=builtin:reference", "name=cleo")
over = subprocess.run(match("over", *RANDOM, "--grid", "crepe"), stdout=subprocess.DEVNULL, check=False).returncode
ok(over == 0, "a league is played")
# In the other one each move waits until the test lets it be played: an engine reads a line of a pipe before it hears `go`.
GATE, HELD = path("gate"), path("held")
os.mkfifo(GATE)
gate = os.open(GATE, os.O_RDWR)
with open(HELD, "w", encoding="utf-8") as file:
    file.write("""#!/bin/sh
while read -r line; do
    case $line in go*) read -r gone < '%s' ;; esac
    printf '%%s\\n' "$line"
done | '%s' --player random
""" % (GATE, os.path.abspath(ENGINE)))
os.chmod(HELD, 0o700)
slow = subprocess.Popen(match("slow", "--engine", "cmd=" + HELD, "movetime=600000", "name=dora", "--engine", "cmd=" + HELD, "movetime=600000",
                              "name=emil", "--grid", "crepe"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
os.write(gate, b"\n" * 3)
site = open_site("--leagues", FOLDER)


def moves(visitor):
    """The moves that the page lists."""
    return visitor.browser.run("""return [...document.querySelectorAll("main.site .moves .ply:not(.start)")].map((ply) =>
        ply.textContent.replace(/^\\d+\\./, "").trim())""")


# ---- a table ------------------------------------------------------------------------------------------

TURNS = enough(1, 3)  # of each
anna = Visitor(site, view="#tables")
ok("None yet" in anna.text(), "there is no table yet")
anna.choose(("Game", "selacata"), ("Your seat", "1"))
anna.press("Open the table")
ok(anna.browser.wait("return document.getElementById('page').address().startsWith('#table/') && !!document.querySelector('main.site .site-copy input')"), "it is opened without an account")
invitation = anna.browser.run("return document.querySelector('main.site .site-copy input').value")
table = anna.browser.run("return document.getElementById('page').address().split('/')[1]")
ok(invitation.startswith(site.address) and "/table/%s#invite/" % table in invitation, "with a link to the other seat", invitation)
bert = Visitor(site, 400, 800, view=invitation)
ok(bert.dialog("A seat is free for you"), "whoever has it is offered the seat, whatever the screen")
ok("How it is played" in bert.text("dialog[open]"), "and how it is played")
bert.press("Take the seat", "dialog[open]")
ok(bert.browser.wait("const clock = document.querySelector('main.site .site-clock'); return clock && !document.querySelector('dialog[open]') && clock.getBoundingClientRect().bottom < innerHeight && scrollY === 0"),
   "then clock and board are in view")
ok(bert.text("main.site .plate.turn .site-clock") == "10:00" and bert.browser.run("return document.querySelector('main.site .plate.turn .site-clock').dataset.waits").startswith("starts in"), "ten minutes are ten minutes, and when they start is said")
ok(bert.browser.wait("return document.querySelector('main.site .site-clock')"), "and takes it")
ok(bert.browser.run("return document.getElementById('page').address()") == "#table/" + table, "the secret goes from his address")
ok(anna.cells(), "she begins at once, and did not have to ask")
LOOKS = """return performance.getEntriesByType("resource").filter((one) => one.name.endsWith("api/tables/" + args[0])).length"""


def looks():
    """How often each of them has asked for the table, besides sending moves."""
    return [who.browser.run(LOOKS, table) for who in (anna, bert, watcher)]


watcher = Visitor(site, view="#table/" + table)
ok(watcher.browser.wait("return document.querySelector('main.site').innerText.includes('You are watching.')"), "a third one may watch")
asked = looks()
for turn in range(TURNS):
    for who, other in ((anna, bert), (bert, anna)):
        who.play(dice, 1)
        ok(other.cells(), "move %d is seen by the other" % len(moves(who)))
ok(watcher.browser.wait("return document.querySelectorAll('main.site .moves .ply:not(.start)').length === args[0]", 2 * TURNS), "and by who watches")
ok(min(asked) > 0 and looks() == asked, "the answer and the stream say it all: nobody asks for the table again", asked, looks())
said = anna.ask("tables/" + table)
ok(len(said["moves"]) == 2 * TURNS and moves(anna) == moves(bert) == said["moves"], "both see the server's moves", said["moves"], moves(anna), moves(bert))
ok(watcher.browser.wait("return document.querySelectorAll('main.site .moves .ply:not(.start)').length === args[0]", 2 * TURNS) and moves(watcher) == said["moves"], "and so does who watches")
ok(watcher.browser.run("return document.querySelectorAll('main.site .board [aria-disabled=false]').length") == 0, "who cannot move")
bert.visit("#table/" + table)
bert.browser.wait("return document.querySelectorAll('main.site .moves .ply:not(.start)').length === args[0]", 2 * TURNS)
ok(moves(bert) == said["moves"], "he comes back by the address alone")
ok(anna.cells(), "it is her turn")
for half in (1, 2):
    who = anna if half == 1 else bert
    who.press("Resign")
    who.dialog("Resign this half")
    who.press("Resign", "dialog[open]")
    if half == 1:
        ok(bert.browser.wait("return document.querySelectorAll('main.site .moves h3').length === 2"), "after she resigned the second half begins by itself")
ok((anna.ended("Rematch") or "").startswith("A draw."), "and when he resigned that one it is over for her")
said = anna.ask("tables/" + table)
worst = said["done"][0]["margins"][1]
ok(said["state"] == "over" and worst > 0 and [half["margins"] for half in said["done"]] == [[-worst, worst], [worst, -worst]], "each has given a half away", said["done"])
result = json.loads(anna.browser.run("return (await fetch(document.querySelector('main.site a[download]').href)).text()"))
ok(said["moves"] is not None and str(said["done"][0]["moves"][0]) in json.dumps(result), "the game can be had as a file")
anna.press("Rematch")
ok(anna.browser.wait("return /Send this link/.test(document.querySelector('main.site .side .result')?.innerText)"), "a rematch is another table with a link", anna.text())
again = anna.ask("tables/" + anna.browser.run("return document.getElementById('page').address().slice(7)"))
ok([again[one] for one in ("game", "grid", "clock_ms", "increment_ms")] == [said[one] for one in ("game", "grid", "clock_ms", "increment_ms")] and
   again["seat"] == 3 - said["seat"], "like the one before, and the other one begins", again)
anna.follow("#tables")
ok(anna.browser.wait("return document.querySelectorAll('main.site .site-tables li').length === 2"), "both are in her list")

# The computer of the server.
anna.choose(("Against", "reference"))
anna.press("Open the table")
anna.browser.wait("return document.getElementById('page').address().startsWith('#table/')")
ok(anna.cells(), "a table against the reference computer begins at once")
count = len(moves(anna))
anna.play(dice, 1)
ok(anna.cells() and len(moves(anna)) == count + 2, "and it answers", moves(anna))

# What a table is about: a board made of a word, and games with numbers of their own.
def opened(*choices, word=None):
    """The table that Anna opens, or what is said against it."""
    anna.follow("#tables")
    anna.choose(*choices)
    if word is not None:
        anna.write("main.site .field:not([hidden]) input[type=text]", word)
    anna.press("Open the table")
    said = anna.browser.wait("return document.getElementById('page').address().startsWith('#table/') ? document.getElementById('page').address() : document.querySelector('main.site .site-form .refused').textContent")
    return anna.ask("tables/" + said.split("/")[1]) if said.startswith("#table/") else said


about = opened(("Game", "selacata"), ("Board", "word"), word="Zo\u00eb M\u00fcller")
ok(about["grid"] == "word zo\u00ebm\u00fcller" and about["state"] == "waiting", "a table on the board of a word", about)
ok(opened(("Game", "selacata"), ("Board", "word"), word="?!") == "A board is made of letters and digits; there are none in that word.",
   "a word without letters is refused")
about = opened(("Game", "selacata"), ("Board", "shape"), word="torus 6 \u00d7 3")
ok(about["grid"] == "torus 6x3", "on another shape", about)
about = opened(("Game", "selacata"), ("Board", "shape"), word="torus 900 \u00d7 3")
ok(isinstance(about, str) and "900" in about, "a shape that is none is refused by the engine's own words", about)
about = opened(("Game", "trioker-rapid"), ("Players", "3"), ("Deals", "2"), ("Your seat", "3"))
ok((about["players"], about["parameters"].get("deals"), about["seat"], len(about["seats"])) == (3, 2, 3, 3), "Trioker for three, two deals, at the third seat", about)
if NIGHTLY:
    about = opened(("Game", "tritt"), ("Points on a side", "7"))
    ok(about["game"] == "tritt" and about["parameters"]["size"] == 7, "Tritt of another size", about)

# ---- leagues --------------------------------------------------------------------------------------------

watcher.follow("#leagues")
shown = watcher.browser.wait("return [...document.querySelectorAll('main.site .site-league h2')].map((one) => one.textContent).sort().join() === 'over,slow'")
ok(shown, "the leagues of the folder are listed", watcher.text())
ok(watcher.browser.run("return document.querySelectorAll('main.site .site-league .is-live').length") == 1, "one of them is live")
players = json.loads(run_prepared(REFEREE, ["standings", "--json", os.path.join(FOLDER, "over.db")]).out)["players"]
watcher.press("over")
ok(watcher.browser.wait("return document.querySelectorAll('main.site .site-table tbody tr').length >= 3"), "its standings are shown")
names = watcher.browser.run("return [...document.querySelector('main.site .site-table tbody').rows].map((row) => row.cells[1].textContent)")
ok(names == [one["name"] for one in players], "in the order of the command line", names)
totals = watcher.browser.run("return [...document.querySelectorAll('main.site .site-section')].find((one) => one.querySelector('h2').textContent === 'Cross table').innerText")
ok(all(str(abs(against["total"])) in totals for one in players for against in one["against"]), "the cross table has all totals", totals)
game = watcher.ask("leagues/over.db/games/1")
watcher.follow("#league/over.db/1")
ok(watcher.browser.wait("return document.querySelectorAll('main.site .moves h3').length === 2"), "a game can be stepped through")
ok(moves(watcher) == [move for half in game["halves"] for move in half["moves"]], "move by move")
watcher.browser.wait("return !document.querySelector('main.site [data-command=last]').disabled")
watcher.browser.click("main.site [data-command=last]")
TAKEN = """const here = document.querySelector("main.site .moves .ply.here"), at_end = here && !here.parentElement.querySelector(".here ~ .ply");
    const [yellow, red] = ["yellow", "red"].map((colour) => document.querySelectorAll(`main.site .board .tiles .c-${colour}`).length);
    return at_end && Math.abs(yellow - red) === args[0]"""
ok(watcher.browser.wait(TAKEN, abs(game["halves"][0]["margins"][0])), "the last position has the margin", game["halves"][0])

watcher.follow("#league/slow.db")
ok(watcher.browser.wait("return document.querySelector('main.site [data-game] .is-live')"), "what is being played is shown")
watcher.browser.click("main.site [data-game] a")
ok(watcher.browser.wait("return document.querySelectorAll('main.site .moves .ply:not(.start)').length > 0"), "and can be opened")
before = len(moves(watcher))
os.write(gate, b"\n" * 2)
ok(watcher.browser.wait("return document.querySelectorAll('main.site .moves .ply:not(.start)').length >= args[0] + 2", before), "its moves come as they are played")
ok("This game is being played." in watcher.text(), "which is said")
slow.terminate()
slow.wait()

# A league that is being read just now is asked for again.
complaints = [one for who in (anna, bert, watcher) for one in who.browser.complaints() if " 40" not in one and " 503 " not in one]
ok(not complaints, "no browser complains", *complaints)
for who in (anna, bert, watcher):
    who.close()
site.end()
done()
