#!/usr/bin/env python3
"""The addresses of a site are paths: each view has its own, which can be opened, reloaded, gone back to; those of earlier
versions lead on; a secret stays behind the '#'; and cards of boards."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import skip_without  # noqa: E402
from tgi import NIGHTLY, done, ok  # noqa: E402
from visitor import Visitor, open_site  # noqa: E402

HERE = "document.getElementById('page')?.address?.()"
SHOWN = """const dialog = document.querySelector('dialog[open] h2')?.textContent, title = document.querySelector('main.site:not([hidden]) h1')?.textContent;
    return location.pathname + location.hash === args[0] && %s === args[1] && (dialog || title)""" % HERE

skip_without()
site = open_site("--name", "Calais")
anna = Visitor(site, view="#week")
anna.sign_up("Anna Lea")
week = anna.ask("site")["week"]
iso = week.replace("-", "-W")
browser = anna.browser

# ---- what earlier versions had, and what it is now --------------------------------------------------

VIEWS = [
    ("#week", "/week"), ("#weeks", "/weeks"), ("#weeks/" + week, "/week/" + iso), ("#board/%s/1" % week, "/board/%s/1" % iso),
    ("#ranking", "/ranking"), ("#ranking/all", "/ranking/all"), ("#ranking/" + week, "/ranking/" + iso), ("#player/Anna_Lea", "/player/Anna_Lea"),
    ("#tables", "/tables"), ("#account", "/account"), ("#card", "/card"), ("#card/bonjour", "/card/bonjour"), ("#learn/3", "/learn/3"), ("#rules/tritt", "/rules/tritt")]


def shown(fragment, path):
    return browser.wait(SHOWN, path, fragment)


for language in ("en", "fr") if NIGHTLY else ("fr",):
    anna.language = language
    for fragment, path in VIEWS if NIGHTLY else VIEWS[2::3] + VIEWS[-2:]:
        browser.open(anna.address(fragment.replace("#", "&view=%s#" % path.strip("/").replace("/", "."))))
        first = shown(fragment, path)
        browser.open(browser.run("return location.href"))  # as reload does
        ok(first and shown(fragment, path) == first, "%s leads on to %s, which can be reloaded (%s)" % (fragment, path, language), browser.run("return [location.href, document.body.innerText.slice(0, 300)]"))
browser.open(anna.address("&view=play#play"))
ok(browser.wait("return location.pathname === '/' && !!document.querySelector('#page .board-svg')"), "the page to play on is the beginning")

# ---- from view to view -----------------------------------------------------------------------------

anna.language = "en"
anna.visit("#week")
browser.run("window.same = true")
anna.press("Ranking")
ok(shown("#ranking", "/ranking") and browser.run("return window.same"), "a link loads nothing")
anna.press("Tables")
shown("#tables", "/tables")
browser.run("history.back()")
ok(shown("#ranking", "/ranking"), "back")
browser.run("history.back()")
ok(shown("#week", "/week"), "and back again")
browser.run("history.forward()")
ok(shown("#ranking", "/ranking") and browser.run("return window.same"), "and forward, all in one page")
browser.run("location.hash = '#weeks'")
ok(shown("#weeks", "/weeks"), "a fragment leads on here, too")
ok(browser.run("return document.querySelector('main.site .site-links a[href^=\"/week\"]').getAttribute('href')").startswith("/week?"), "links have paths")
anna.visit("#player/1")
ok(browser.wait("return document.querySelector('main.site h1')?.textContent === 'Anna Lea'"), "a player can be found by number")

# ---- secrets ---------------------------------------------------------------------------------------

anna.visit("#tables")
table = anna.ask("tables", {"game": "tritt", "seat": 1, "days": 3, "opponent": "link"})["table"]
link = table["invite"]
ok(link.startswith("/table/%s#invite/" % table["table"]), "the word of an invitation is not in the path", link)
secret = link.split("/")[-1]
bert = Visitor(site, view="#table/%s/%s" % (table["table"], secret))
ok(bert.browser.wait("return location.pathname === args[0] && location.hash === args[1] && !!document.querySelector('dialog[open]')", "/table/" + table["table"], "#invite/" + secret),
   "nor where an old link leads", bert.browser.run("return location.href"))
bert.press("Take the seat", "dialog[open]")
ok(bert.browser.wait("return location.hash === ''"), "and it goes when the seat is taken")
ok(secret not in bert.browser.run("return performance.getEntries().map((one) => one.name).join(' ')").replace("#invite/" + secret, "").replace("#table/%s/%s" % (table["table"], secret), ""),
   "it was in no request", bert.browser.run("return performance.getEntries().map((one) => one.name)"))

# ---- a card ----------------------------------------------------------------------------------------

anna.visit("#card")
anna.write("main.site input", "Anna-Lea")
anna.press("Show its board")
ok(shown("#card/annalea", "/card/annalea") == "The board of annalea", "a name becomes a board")
ok(browser.wait("return !!document.querySelector('main.site .site-picture svg')"), "which is drawn")
for kind, type_ in ("png", "image/png"), ("svg", "image/svg+xml"):
    ok(browser.run("const answer = await fetch([...document.querySelectorAll('main.site a[download]')].find((one) => one.textContent === args[0]).href); return [answer.status, answer.headers.get('content-type')]", kind.upper()) == [200, type_],
       "and can be had as %s" % kind)
ok(browser.run("return document.querySelector('main.site .site-copy input').value") == site.address + "card/annalea", "the link is that of the view")
anna.press("Play on it")
ok(browser.wait("return location.pathname === '/' && document.querySelector('#page').page?.game?.board?.name === 'annalea'"), "it can be played on", browser.run("return [location.href, document.querySelector('#page').page?.game?.board?.name]"))

# ---- what is nothing -------------------------------------------------------------------------------

for path, said in ("/card/a%20b", "This word makes no board."), ("/rules/nothing", ""):
    browser.open(site.address.rstrip("/") + path)
    ok(browser.wait("return document.body.innerText.includes(args[0]) && !!document.querySelector('.site-links')", said), "%s shows a page" % path)
site.end()
done()
