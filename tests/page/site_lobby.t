#!/usr/bin/env python3
"""The lobby on the page: seats that are offered, taken by a click and withdrawn; whoever waits is led to the game, wherever they
are on the page; challenges; and what waits for a person: in the list at the top, in the title, on the icon and by notification."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import skip_without  # noqa: E402
from serve import Player  # noqa: E402
from tgi import done, ok, until  # noqa: E402
from visitor import Visitor, open_site  # noqa: E402

skip_without()
site = open_site()
SEEKS = "return document.querySelectorAll('main.site .site-seeks li:not(.is-gone)').length === args[0]"
AT_TABLE = "return document.getElementById('page').address().startsWith('#table/')"
PLAYS = "return document.getElementById('page').shell.view.stage?.now?.state === 'open'"
TURNS = "const at = document.querySelector('main.site .site-turns:not([hidden])'); return (at?.querySelectorAll('li').length ?? 0) === args[0]"
ICON = "return atob(document.querySelector('link[rel=icon]').href.split(',')[1]).includes('#d21f1f')"



def tap(visitor, text, inside="main.site"):
    """Clicks the button of that text at once: rows come and go, so that it may be elsewhere a moment later."""
    return visitor.browser.wait("""const one = [...document.querySelectorAll(`${args[0]} :is(button, a)`)].find((element) =>
            element.textContent.trim() === args[1] && !element.disabled && element.checkVisibility());
        one?.click();
        return !!one""", inside, text)


def to_lobby(visitor):
    """Goes there, and waits until the form is whole: a board that is drawn later would move what is clicked."""
    visitor.follow("#lobby")
    return visitor.browser.wait("return !!document.querySelector('main.site .chosen-board .soft')")


# ---- a seat is taken ----------------------------------------------------------------------------------

anna = Visitor(site)
anna.sign_up("Anna")
bert = Visitor(site, 390, 844, view="#lobby")
bert.browser.wait("return !!document.querySelector('main.site .chosen-board .soft')")
ok("Nobody waits at present" in bert.text(), "an empty lobby says what to do")
ok(to_lobby(anna), "the lobby has a form")
anna.choose(("Game", "selacata"))
tap(anna, "Open the table")
ok(anna.browser.wait(AT_TABLE + " && document.querySelector('main.site').innerText.includes('You wait in the lobby')"), "Anna waits")
ok(bert.browser.wait(SEEKS, 1) and "Anna" in bert.text(".site-seeks") and "sides by lot" in bert.text(".site-seeks"), "who is in the lobby sees it at once", bert.text(".site-seeks"))
ok(to_lobby(anna) and anna.browser.wait("return !!document.querySelector('.site-seeks li.is-own')"), "her own is marked")
tap(anna, "Withdraw")
ok(bert.browser.wait(SEEKS, 0) and anna.browser.wait(SEEKS, 0), "and withdrawn")
tap(anna, "Play anybody now")
ok(anna.browser.wait(AT_TABLE) and bert.browser.wait(SEEKS, 1), "nobody else is there: she waits again")
anna.follow("#ranking")
tap(bert, "Play", ".site-seeks")
ok(bert.browser.wait(AT_TABLE) and bert.browser.wait(PLAYS), "a guest takes the seat by a click")
ok(anna.browser.wait(AT_TABLE) and anna.browser.wait(PLAYS), "she is led to the game from where she was")
ok(anna.ask("lobby")["seeks"] == [], "nobody waits any more")

# ---- what comes too late ------------------------------------------------------------------------------

carl, dora = Player(site, "Carl"), Player(site, "Dora")
table = carl.post("api/tables", {"game": "selacata", "days": 3, "opponent": "anybody"})[1]["table"]["table"]
to_lobby(bert)
ok(bert.browser.wait(SEEKS, 1), "Carl waits by correspondence")
# The page does not hear of it in time.
bert.browser.run("const shell = document.getElementById('page').shell; window.fetch_before = window.fetch; window.fetch = async (path, how) => {"
                 " if (path.endsWith('/join')) await window.fetch_before('api/tables/' + args[0]); return window.fetch_before(path, how); }", table)
bert.browser.run("document.getElementById('page').shell.view.ends.splice(0).forEach((end) => end())")
dora.post("api/tables/%s/join" % table, {})
tap(bert, "Play", ".site-seeks")
ok(bert.browser.wait("return document.querySelector('.site-note').textContent.includes('quicker')"), "whoever comes second is told so", bert.text(".site-note"))
ok(bert.browser.run("return document.getElementById('page').address()") == "#lobby", "and stays in the lobby")

# ---- challenges, and what waits -----------------------------------------------------------------------

ok(anna.follow("#account"), "Anna looks at her account")
anna.browser.run("""window.told = []; window.Notification = class { static permission = "default";
    static async requestPermission() { return (this.permission = "granted"); }
    constructor(title, more) { window.told.push(more.body); } close() {} };
    document.hasFocus = () => false;""")
anna.follow("#week")
anna.follow("#account")
before = anna.browser.run("return document.getElementById('page').shell.turns.list.length")
tap(anna, "Notify me")
ok(anna.browser.wait("return document.querySelector('.site-tell').innerText.includes('Do not notify me')"), "she asks for notifications")
dora.post("api/tables", {"game": "selacata", "days": 3, "seat": 2, "opponent": {"person": "anna"}})
ok(anna.browser.wait(TURNS, before + 1) and "Dora challenges you: Selacata" in anna.browser.run("return document.querySelector('main.site .site-turns').textContent"), "a challenge comes into the list on any view")
ok(until(lambda: "Dora challenges you: Selacata" in anna.browser.run("return window.told")), "and is notified")
anna.browser.run("""window.Notification = class { static permission = "granted"; constructor() { throw new TypeError("Illegal constructor"); } };
    const ready = Promise.resolve({ showNotification: async (title, more) => window.told.push([more.body, more.data]) });
    Object.defineProperty(navigator, "serviceWorker", { value: { ready } });""")
ok(anna.browser.run("return document.title").startswith("(%d) " % (before + 1)) and anna.browser.run(ICON), "the title and the icon say it", anna.browser.run("return document.title"))
anna.browser.run("document.querySelector('main.site .site-turns').open = true; [...document.querySelectorAll('main.site .site-turns a')].find((one) => one.textContent.includes('challenges')).click()")
ok(anna.browser.wait(AT_TABLE + " && document.querySelector('main.site').innerText.includes('Dora challenges you')"), "it leads to the table")
tap(anna, "Accept")
ok(anna.browser.wait(PLAYS) and anna.cells(), "she accepts, and begins")
ok(anna.browser.wait("return document.querySelector('main.site .site-turns').textContent.includes('Your turn against Dora')"), "now it is her turn")
ok(until(lambda: [one for one in anna.browser.run("return window.told") if one[0].startswith("Your turn against Dora") and one[1].startswith("/table/")]), "which a phone's browser notifies by the worker", anna.browser.run("return window.told"))
to_lobby(anna)
anna.choose(("Against", "person"))
tap(anna, "Open the table")
ok(anna.browser.wait("return [...document.querySelectorAll('main.site .refused')].some((one) => one.textContent.includes('whom you want'))"), "a challenge needs a name")
anna.browser.run("""const field = [...document.querySelectorAll("main.site .field")].find((one) => one.querySelector("label").textContent === "Name").querySelector("input");
    field.value = "Nobody here"; field.dispatchEvent(new Event("input"))""")
tap(anna, "Open the table")
ok(anna.browser.wait("return [...document.querySelectorAll('main.site .refused')].some((one) => one.textContent.length > 5 && !one.textContent.includes('whom'))"), "of somebody there is")
anna.browser.run("""const field = [...document.querySelectorAll("main.site .field")].find((one) => one.querySelector("label").textContent === "Name").querySelector("input");
    field.value = "Dora"; field.dispatchEvent(new Event("input"))""")
tap(anna, "Open the table")
ok(anna.browser.wait(AT_TABLE + " && document.querySelector('main.site').innerText.includes('You have challenged Dora')"), "then it waits for her")
waiting = [turn for turn in dora.ask("GET", "api/turns")[2]["turns"] if turn["kind"] == "challenge"]
ok(len(waiting) == 1 and waiting[0]["against"] == "Anna", "who finds it", waiting)
tap(anna, "Withdraw")
ok(anna.browser.wait("return document.getElementById('page').address() === '#lobby'"), "withdrawn, she is in the lobby")

# ---- engines, the feed --------------------------------------------------------------------------------

anna.browser.wait("return !!document.querySelector('main.site .chosen-board .soft')")
tap(anna, "Play", "main.site .site-section:nth-of-type(3) li")
ok(anna.browser.wait(AT_TABLE) and anna.browser.wait(PLAYS), "an engine of the site is played by a click")
anna.follow("#account")
tap(anna, "New secret address")
ok(anna.browser.wait("return document.querySelectorAll('.site-tell .site-copy input').length === 2"), "there is a secret address")
feed = anna.browser.run("return (await fetch(document.querySelector('.site-tell .site-copy input').value)).text()")
ok("Your turn against Dora" in feed, "which says whose turn it is", feed)
for visitor in (anna, bert):
    ok(visitor.browser.run("return document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the window")
    visitor.close()
site.end()
done()
