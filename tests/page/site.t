#!/usr/bin/env python3
"""The page of a site, with its server: somebody signs up, plays a tournament game to its end by clicks, loses the
connection in between, finds their name in the ranking, and signs in on another device. In `make check` another program plays
most of each half for them."""
import json
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import Browser, skip_without  # noqa: E402
from tgi import NIGHTLY, Engine, done, enough, ok, until  # noqa: E402
from visitor import Visitor, open_site  # noqa: E402

skip_without()
dice = random.Random(18)
site = open_site()
rosa = Visitor(site)
native = Engine()


def value(line, word):
    """The word after a word of an answer."""
    words = line.split()
    return words[words.index(word) + 1]


def margin_of(game, half):
    """Seat 1's margin of a half that the server tells, by the native engine's count."""
    carry = sum(one["margins"][0] for one in game["done"][:half])
    native.send("setgrid %s selacata" % game["grid"], "newgame half %d carry %d %d" % (half + 1, carry, -carry),
                "play " + " ".join(game["done"][half]["moves"]))
    score = native.ask("score", answer="score")
    return int(value(score, "margin")), value(score, "over")


def colours(visitor):
    """The cells that are somebody's, as the page shows them."""
    return visitor.browser.run("""const found = {};
        for (const group of document.querySelectorAll("main.site .board .tiles [data-place]"))
            for (const colour of ["yellow", "red"]) if (group.classList.contains(`c-${colour}`)) found[group.dataset.place] = colour;
        return found;""")


def colours_of(game, half, moves):
    """The colours of cells after these moves, as the native engine has them."""
    native.send("setgrid %s selacata" % game["grid"], "newgame half %d" % half, *(["play " + " ".join(moves)] if moves else []), "state")
    lines = native.until("stateok")
    return {line.split()[2]: value(line, "colour") for line in lines if line.startswith("state cell ") and " colour " in line}


def near_the_end(few=8):
    """Plays while she is away from the board, until few moves are left: what only `make nightly` plays by clicks."""
    game, address = rosa.ask("weeks/current/tables")["tables"][0], rosa.see()["fragment"]
    if NIGHTLY:
        return
    rosa.follow("#weeks")
    half = game["half"]
    while game["state"] == "open" and game["half"] == half:  # one chain may fill the board
        native.send("setgrid %s selacata" % game["grid"], "newgame half %d" % game["half"], *["play " + move for move in game["moves"]], "legal", "isready")
        legal = [move for line in native.until("readyok") if line.startswith("legal") for move in line.split()[1:] if move != "more"]
        if len(legal) <= few:
            break
        answer = rosa.ask("tables/%s/moves" % game["table"], {"half": game["half"], "before": len(game["moves"]), "move": dice.choice(legal)})
        # A busy server may refuse: then once more from where the game is.
        game = answer if "grid" in answer else until(lambda: rosa.ask("weeks/current/tables").get("tables"))[0]
    rosa.follow(address)


def resign(number, heading):
    """Gives a half away, after she thought better of it once: in `make check` the second one of her game."""
    rosa.press("Resign")
    ok("\u2212%d" % worst in (rosa.dialog("Resign") or ""), "what it costs to resign is said first")
    rosa.press("Play on", "dialog[open]")
    rosa.no_dialog()
    ok(rosa.ask("weeks/current/tables")["tables"][number]["state"] == "open", "one may think better of it")
    rosa.press("Resign")
    rosa.dialog("Resign")
    rosa.press("Resign", "dialog[open]")
    ok(rosa.ended(heading), "then the half is over")
    half = rosa.ask("weeks/current/tables")["tables"][number]["done"][-1]
    ok(half["margins"][0] == -worst and half["termination"] == "resigned", "by the worst margin", half)


# ---- before one is somebody -------------------------------------------------------------------------

rosa.browser.open(rosa.address("#"))
ok(rosa.browser.wait("return !!document.getElementById('page').page?.game?.state"), "the page to play on is there")
links = rosa.browser.run("return [...document.querySelectorAll('#page .site-links a')].map((link) => link.textContent)")
ok(links[:3] == ["Play", "Week", "Ranking"], "with the site's links above it", links)
rosa.press("Week", "#page")
ok(rosa.browser.wait("return document.getElementById('page').address() === '#week' && document.querySelectorAll('main.site .site-board').length === 7"), "the week has seven boards")
ok(rosa.browser.run("return document.getElementById('page').hidden && document.activeElement.tagName"), "the focus goes to the new heading")
week = rosa.ask("weeks/current")
shown = rosa.browser.run("return [...document.querySelectorAll('main.site .site-board h2 a')].map((link) => link.textContent.trim())")
ok(shown == ["%d %s" % (board["board"], board["word"]) for board in week["boards"]], "those of the server", shown)
ok(rosa.browser.wait("return document.querySelectorAll('main.site .site-board svg .tile').length > 200"), "and they are drawn")
ok("Sign in to play" in rosa.text(), "who plays has to sign in first")
rosa.follow("#no/such/view")
rosa.browser.wait("return !document.querySelector('main.site .site-board')")
ok("There is nothing here" in rosa.text(), "an address that leads nowhere says so")
for lost, why in ("#player/999", "There is no such account."), ("#table/nosuchtable", "There is no such table."), ("#record/999", "There is no such game."), ("#player/Nobody", "There is no such account."), ("#player/N", "There is no page at this address. It may be misspelt."):
    rosa.follow("#week")
    rosa.browser.run("location.hash = args[0]", lost)
    said = rosa.browser.wait("const empty = document.querySelector('main.site .site-empty'); return empty && [document.querySelector('main.site h1')?.textContent, document.title, empty.querySelector('p').innerText, empty.querySelector('a').innerText]")
    ok(said[0] == "There is nothing here" and said[1].startswith(said[0]) and said[2:] == [why, "This week"], "so does %s, in a sentence" % lost, said)

# ---- signing up ---------------------------------------------------------------------------------------

rosa.follow("#account")
rosa.browser.wait("return !!document.querySelector('main.site input[name=name]')")
ok("hyphens, apostrophes and one blank may stand between them" in rosa.text("main.site form"), "the form says which names there are, as the server does")
rosa.write("main.site input[name=name]", "x")
rosa.press("Sign up")
refused = rosa.browser.wait("return document.querySelector('main.site .refused:not(:empty)')?.textContent")
ok(refused and refused[0].isalnum() and len(refused) > 12, "a name that is not allowed is refused by a sentence", refused)
rosa.write("main.site input[name=name]", "Rosa")
rosa.browser.press("Enter")
ok(rosa.dialog("recovery code"), "Enter signs up, and the code is shown")
code = rosa.text("dialog[open] .site-code")
ok(re.fullmatch(r"[0-9a-z]{5}(-[0-9a-z]{5}){3}", code), "the code has four groups of five", code)
rosa.browser.press("Escape")
ok(rosa.browser.run("return !!document.querySelector('dialog[open]') && document.querySelector('dialog[open] .actions:last-child button').disabled"),
   "it cannot be closed before one has said that it is saved")
rosa.browser.click("dialog[open] input[type=checkbox]")
rosa.press("Go on", "dialog[open]")
ok(rosa.browser.wait("return document.getElementById('page').address() === '#week' && document.querySelector('main.site .site-account').textContent === 'Rosa'"), "then the week is shown, and her name above it")
ok(rosa.browser.run("return document.cookie") == "", "no script sees her key")

# ---- a game -------------------------------------------------------------------------------------------

said = rosa.begin()
native.send("setgrid %s selacata" % week["boards"][0]["word"], "board")
worst = int(value(native.until("boardok")[0], "worst"))
ok("10 minutes" in said and "5 seconds" in said and "\u2212%d" % worst in said, "the clock and the worst margin are said before it", said)
ok("come back in time" in said and "Leaving" not in said, "and what it means to close the page")
ok(rosa.cells(), "then it is her turn")
game = rosa.ask("weeks/current/tables")["tables"][0]
ok(game["state"] == "open" and game["moves"] == [] and game["board"] == 1, "on the server, too", game)
ok(re.fullmatch(r"9:[345]\d|10:00", rosa.text("main.site .site-clock")), "her clock is shown", rosa.text("main.site .site-clock"))
ok(rosa.browser.run("return document.querySelector('main.site .site-running').hidden"), "her clock is beside her name")
rosa.follow("#ranking")
ok(rosa.browser.wait("const one = document.querySelector('main.site .site-running'); return !one.hidden && /\\d:\\d\\d$/.test(one.textContent)"), "and shown wherever she goes")
rosa.browser.click("main.site .site-running")
ok(rosa.cells(), "from where it leads back")
rosa.play(dice, 3)
commands = rosa.browser.run("return [...document.querySelectorAll('main.site [data-command]')].map((button) => button.dataset.command)")
ok(set(commands) == {"first", "back", "next", "last"}, "no hint, no undo, no analysis: one can only step", commands)
rosa.browser.press("h", "u")
game = rosa.ask("weeks/current/tables")["tables"][0]
ok(len(game["moves"]) == 6 and rosa.browser.run("return !document.querySelector('.board .arrow')"), "nor by keys", game["moves"])
ok(colours(rosa) == colours_of(game, 1, game["moves"]), "the board is that of the server's moves")
rosa.browser.press(",", ",")
ok(rosa.browser.wait("return document.querySelector('main.site .status').textContent.startsWith('An earlier position')"), "she can look back")
ok(rosa.cells is not None and rosa.browser.run("return document.querySelectorAll('main.site .board [aria-disabled=false]').length") == 0, "but not play there")
rosa.browser.click("main.site [data-command=last]")
ok(rosa.cells(), "and comes back")

# Another window of the same browser plays on; this one follows.
first, rosa.browser = rosa.browser, Browser(1200, 900, beside=rosa.browser)
rosa.visit("#" + rosa.browser.run("return 'game/' + args[0]", game["table"]))
ok(rosa.cells(), "the game opens in a second window")
ok(colours(rosa) == colours_of(game, 1, game["moves"]), "as it stands")
rosa.play(dice, 1)
rosa.browser.close()
rosa.browser = first
ok(rosa.browser.wait("return [...document.querySelectorAll('main.site .moves .ply')].length === 9"), "what is played there is seen here")
game = rosa.ask("weeks/current/tables")["tables"][0]
ok(colours(rosa) == colours_of(game, 1, game["moves"]), "with the board of it")

# The server is killed while she thinks, and started again after her move.
cells = rosa.cells()
site.kill()
rosa.browser.click_at(*cells[0]["at"])
ok(rosa.browser.wait("return document.querySelector('main.site .page-note:not([hidden])')?.textContent.includes('will be sent again')"), "a lost connection is reported", rosa.see())
port = site.port
site.words[site.words.index("--port") + 1] = str(port)
site.start()
ok(rosa.browser.wait("return !!document.querySelector('main.site .page-note[hidden]')"), "once the server is back that goes away")
ok(rosa.cells(), "and it is her turn again")
game = rosa.ask("weeks/current/tables")["tables"][0]
ok(len(game["moves"]) == 10 and game["moves"][8] == cells[0]["place"], "her move came once", game["moves"])
rosa.browser.complaints()  # of the server that was away

near_the_end()
rosa.play(dice)
said = rosa.ended("To the second half")
game = rosa.ask("weeks/current/tables")["tables"][0]
ok(game["state"] == "between" and str(abs(game["done"][0]["margins"][0])) in said, "half-time, with the margin", said, game["done"])
ok(margin_of(game, 0) == (game["done"][0]["margins"][0], value(native.ask("score", answer="score"), "over")), "which is that of the moves", game["done"][0])
rosa.press("To the second half")
rosa.dialog("the computer begins")
rosa.press("Begin the half: my clock runs", "dialog[open]")
rosa.browser.wait("return !document.querySelector('dialog[open], main.site .side .result.beside')")  # which is there until the site has answered
ok(rosa.cells(), "the second half begins")
if NIGHTLY:
    rosa.play(dice)
else:
    resign(0, "Your game counts")
said = rosa.ended("number 1 of 1")
game = rosa.ask("weeks/current/tables")["tables"][0]
total = sum(half["margins"][0] for half in game["done"])
ok(game["state"] == "over" and len(game["done"]) == 2, "the game comes to its end by clicks", game)
played = [half for half in (0, 1) if game["done"][half]["termination"] != "resigned"]
ok([margin_of(game, half)[0] for half in played] == [game["done"][half]["margins"][0] for half in played], "with the margins of its moves")
ok(("\u2212%d" % -total if total < 0 else str(total)) in said, "its sum is said", said)
ok(said.startswith("The reference computer wins by %d." % -total if total < 0 else "You win by %d." % total if total else "A draw."), "first who has won, and by how much", said)
ok(rosa.browser.wait("return document.querySelector('main.site .side .result .primary')?.textContent") == "Next board", "the next board is the main thing then")

# ---- the result ---------------------------------------------------------------------------------------

rosa.follow("#ranking")
row = rosa.browser.wait("return document.querySelector('main.site tr.is-mine')?.innerText")
ok(row and "Rosa" in row and ("\u2212%d" % -total if total < 0 else str(total)) in row, "she is in the ranking", row)
ok("provisional" in rosa.text(), "which is provisional")
rosa.follow("#week")
ok(rosa.browser.wait("return document.querySelector('main.site .site-board').textContent.includes('Look at it')"), "her board can be looked at")
rosa.press("Look at it")
ok(rosa.browser.wait("return [...document.querySelectorAll('main.site .moves .ply')].length > args[0]", enough(20, 40)), "with the moves of both halves")
ok(rosa.browser.run("return [...document.querySelectorAll('main.site .moves h3')].length") == 2, "each in its list")
rosa.press("Analyse the game")
ok(rosa.browser.wait("return !document.getElementById('page').hidden && document.getElementById('page').page?.game?.halves?.length === 2"), "and it can be analysed where one plays")
ok(rosa.browser.run("return document.getElementById('page').page.game.totals()[0]") == total, "with the same result")
rosa.follow("#player/%d" % rosa.ask("account")["account"]["id"])
ok(rosa.browser.wait("return document.activeElement.tagName === 'H1'"), "the focus comes to a heading that comes later")
ok("Rosa" in rosa.text("main.site h1") and week["boards"][0]["word"] in rosa.text(), "her own page has the game")
rosa.follow("#board/%s/1" % week["week"])
ok("Rosa" in rosa.text() and week["boards"][0]["word"] in rosa.text("main.site h1"), "that of the board has her")
rosa.follow("#ranking/all")
ok("Rosa" in rosa.text(), "the ranking of all times, too")
rosa.follow("#weeks")
ok("Week" in rosa.text(), "the weeks are listed")

# ---- resigning, and a clock that ran out somewhere else -------------------------------------------------

if NIGHTLY:
    rosa.follow("#week")
    rosa.begin()
    rosa.cells()
    resign(1, "To the second half")

# ---- another device -------------------------------------------------------------------------------------

other = Visitor(site, 390, 800, language="fr")
other.write("main.site .site-section:nth-child(2) input[name=name]", "Rosa")
other.write("main.site input[name=code]", code[:-1] + ("0" if code[-1] != "0" else "1"))
other.press("Se connecter sur cet appareil")
refused = other.browser.wait("return document.querySelector('main.site .site-section:nth-child(2) .refused:not(:empty)')?.textContent")
ok(refused, "a wrong code is refused by a sentence", refused)
other.write("main.site input[name=code]", code.upper().replace("-", " "))
other.press("Se connecter sur cet appareil")
ok(other.browser.wait("return document.getElementById('page').address() === '#week' && document.querySelector('.site-account').textContent === 'Rosa'"), "with the right one, however it is written, she is in")
ok(other.browser.wait("return document.querySelector('main.site .site-board')?.textContent.includes('Votre partie')"), "her game is there, in French")
for fragment in ("#week", "#ranking", "#ranking/all", "#weeks", "#account", "#player/1", "#board/%s/1" % week["week"], "#game/%s" % game["table"]):
    ok(other.follow(fragment) and other.browser.run("return document.documentElement.scrollWidth <= innerWidth"), "%s fits a phone" % fragment)
rest = other.browser.run("return document.querySelector('main.site').innerText")
ok(not re.search(r"\b(the|your|and|week)\b", rest), "nothing of it is English", rest[:300])

# ---- leaving ------------------------------------------------------------------------------------------

rosa.follow("#account")
export = rosa.ask("account/export")
ok(any(str(board["word"]) for board in week["boards"]) and "Rosa" in str(export), "her data can be had", str(export)[:200])
rosa.press("Sign out everywhere")
rosa.dialog("recovery code")
rosa.press("Sign out everywhere", "dialog[open]")
ok(rosa.browser.wait("return document.querySelector('.site-account').textContent === 'Sign in'"), "she signs out everywhere")
other.visit("#account")
ok(other.browser.wait("return document.querySelector('.site-account').textContent === 'Se connecter'"), "there, too")
# For good, by clicks: the name leaves, the results stay under one that says nothing.
ivan = rosa
ivan.sign_up("Ivan")
ivan.begin()
ivan.play(dice, 1)
account = ivan.ask("account")["account"]["id"]
beside = Browser(900, 800, beside=ivan.browser)
beside.open(ivan.address("#week"))
ok(beside.wait("return document.querySelector('main.site .site-account')?.textContent === 'Ivan'"), "another window of his shows his name")
ivan.follow("#account")
ivan.press("Delete my account\u2026")
ok("results stay in the rankings" in ivan.dialog("This cannot be undone"), "what stays is said before an account is deleted")
ivan.write("dialog[open] input[name=name]", "Iwan")
ivan.press("Delete it for good", "dialog[open]")
said = ivan.browser.wait("return document.querySelector('dialog[open] .refused')?.textContent")
ok(said == "That is not your name.", "to delete an account takes its name", said)
ivan.write("dialog[open] input[name=name]", "Ivan")
ivan.press("Delete it for good", "dialog[open]")
ok(ivan.no_dialog() and ivan.browser.wait("return document.querySelector('.site-account').textContent === 'Sign in'"), "with it, he is out")
beside.run("location.hash = '#ranking'")
ok(beside.wait("return document.querySelector('main.site .site-account')?.textContent === 'Sign in'"), "other windows of his notice")
beside.close()
ivan.follow("#ranking/all")
ok("Ivan" not in ivan.text() and "Ivan" not in json.dumps(ivan.ask("players/%d" % account)), "his name is nowhere", ivan.text())
complaints = [one for one in rosa.browser.complaints() + other.browser.complaints() if " 40" not in one]
ok(not complaints, "no browser complains", *complaints)
rosa.close()
other.close()
native.close()
site.end()
done()
