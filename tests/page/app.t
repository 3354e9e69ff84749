#!/usr/bin/env python3
"""The page of a site as an app, in Chromium: it can be installed, starts without a network, and a game is finished there and
kept; a new version changes nothing before somebody takes it; a worker of an older version is put right."""
import json
import os
import random
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import Browser, page, skip_without  # noqa: E402
from person import Person  # noqa: E402
from serve import Site  # noqa: E402
from tgi import done, ok  # noqa: E402

skip_without()
FOLDER = os.path.join(os.path.dirname(page()[len("file://"):]), "site")
STARTED = "const { page } = document.getElementById('page'); return !!page?.game?.state && page.panels && page.engine_name"
# Once a worker has all files, it is active and answers for the page.
KEPT = "const one = await navigator.serviceWorker.ready; return !!one.active && one.active.state === 'activated' && !!navigator.serviceWorker.controller"
FILES = "return (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length))).sort()"
PERSON, RANDOM = {"kind": "person"}, {"kind": "computer", "level": "random"}


def changed(name, new):
    """The folder as of another version, of which the script and with it the worker differ."""
    folder = os.path.join(tempfile.mkdtemp(prefix="app-"), "site")
    shutil.copytree(FOLDER, folder)
    for file in ("index.html", "sw.js"):
        os.remove(os.path.join(folder, file + ".gz"))
    if os.path.exists(os.path.join(folder, "sw.js.br")):
        os.remove(os.path.join(folder, "sw.js.br"))
    for file, old, text in ((os.path.join(folder, "index.html"), "</body>", "<p hidden id=\"%s\"></p></body>" % name),
                            (os.path.join(folder, "sw.js"), None, new)):
        with open(file, encoding="utf-8") as there:
            content = there.read()
        with open(file, "w", encoding="utf-8") as there:
            there.write(text(content) if callable(text) else content.replace(old, text, 1))
    return folder


def renamed(version):
    return lambda worker: re.sub(r'"version":"\w+"', '"version":"%s"' % version, worker)


def start(folder, port=0):
    return Site("--page", folder, page=False, port=port)


# ---- installed --------------------------------------------------------------------------------------

with open(os.path.join(FOLDER, "index.html"), encoding="utf-8") as file:
    html = file.read()
ok(not re.search(r"""\b(?:src|href)=["']?https?:""", html), "the page fetches nothing from elsewhere")
site = start(FOLDER)
browser = Browser(412, 823)
# The board of first.js is looked at before the scripts come: they are held up.
browser.watch_requests()
browser.command("Network.setBlockedURLs", urls=["*/assets/main-*"])
browser.open(site.address)
first = browser.run("""const board = document.querySelector(".board"), faces = [...board.querySelectorAll(".face")].map((one) => one.getBoundingClientRect());
    return [faces.length, board.getBoundingClientRect(), faces.map(({x, y}) => [Math.round(x), Math.round(y)].join()).sort()]""")
ok(first[0] == 68, "a board is there before the scripts", first[0])
browser.complaints()
browser.command("Network.setBlockedURLs", urls=[])
browser.open(site.address)
ok(browser.wait(STARTED), "the page starts")
then = browser.run("""const board = document.querySelector(".board"), faces = [...board.querySelectorAll(".face")].map((one) => one.getBoundingClientRect());
    return [faces.length, board.getBoundingClientRect(), faces.map(({x, y}) => [Math.round(x), Math.round(y)].join()).sort()]""")
ok(first == then, "its board is what was there before, at the same place", first, then)
ok(browser.wait(KEPT), "a worker keeps it")
told = browser.command("Page.getAppManifest")
manifest = json.loads(told["data"])
ok(not told["errors"] and manifest["start_url"] == "/" and manifest["display"] == "standalone"
   and {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"] if "purpose" in icon}, "the manifest is in order", told)
errors = [one["errorId"] for one in browser.command("Page.getInstallabilityErrors")["installabilityErrors"]]
ok(not [one for one in errors if one != "in-incognito"], "it can be installed", errors)
ok(browser.complaints() == [], "nothing complains")

# ---- without a network ------------------------------------------------------------------------------

site.end()
browser.open("about:blank")
browser.open(site.address)
ok(browser.wait(STARTED), "it starts without the server")
ok(browser.run("return !document.querySelector('.page-note:not([hidden])')"), "and has nothing to say about that")
person = Person(browser, random.Random(3))
person.begin({"game": "selacata", "grid": "torus 4x2"}, PERSON, RANDOM)
person.play_half()
browser.click(".stage .result .primary, .play .result .primary")
browser.wait("const { game } = document.getElementById('page').page; return game.half === 1 && !game.is_over()")
person.play_half()
total = browser.wait("const { game } = document.getElementById('page').page; return game.game_is_over() && game.totals()")
ok(total, "a game is finished there", total)
browser.complaints()  # that the server does not answer
site = start(FOLDER, site.port)
browser.open("about:blank")
browser.open(site.address)
ok(browser.wait(STARTED) and browser.run("const { game } = document.getElementById('page').page; return game.game_is_over() && game.totals()") == total,
   "with the server it is there as it was")

# ---- a new version while a game runs ----------------------------------------------------------------

person.begin({"game": "selacata", "grid": "torus 4x4"}, PERSON, PERSON)
person.choose(person.look())
browser.wait("const { game } = document.getElementById('page').page; return game.node.ply === 1 && !game.busy")
kept = browser.run("const { game } = document.getElementById('page').page; return [game.id, game.node.ply]")
port = site.port
site.end()
site = start(changed("second", renamed("second")), port)
browser.run("await (await navigator.serviceWorker.getRegistration()).update(); return 0")
ok(browser.wait("return !!document.querySelector('.app-offer')"), "a new version is offered")
ok(browser.run("const { game } = document.getElementById('page').page; return [game.id, game.node.ply]") == kept
   and not browser.run("return !!document.getElementById('second')"), "the game goes on as it was")
browser.run("window.before = true")
browser.click(".app-offer button")
ok(browser.wait("return !window.before && !!document.getElementById('second')"), "once it is taken, it is there")
ok(browser.wait(STARTED) and browser.run("const { game } = document.getElementById('page').page; return [game.id, game.node.ply]") == kept,
   "with the game at the same move", kept)
ok(len(browser.run(FILES)) == 2, "the version before is kept for windows that are still open")

# ---- a worker of an older version -------------------------------------------------------------------

OLD = """self.addEventListener("install", (event) => event.waitUntil(caches.open("triancey-page-old").then((cache) => cache.put("/", new Response("an old page")))));
self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
self.addEventListener("fetch", (event) => event.request.mode === "navigate" && event.respondWith(new Response("<p id=old>an old page</p>", {headers: {"Content-Type": "text/html"}})));
self.addEventListener("message", () => self.skipWaiting());"""
site.end()
site = start(changed("none", lambda _worker: OLD), port)
old = Browser(412, 823)
old.open(site.address)
ok(old.wait(STARTED) and old.wait(KEPT), "an old worker is there")
old.run("localStorage.setItem('triancey.game.mine', '{}'); return 0")
old.open(site.address)
ok(old.run("return !!document.getElementById('old')"), "which has a page of its own")
site.end()
site = start(FOLDER, port)
old.run("await (await navigator.serviceWorker.getRegistration()).update(); return 0")
ok(old.wait("return !!(await navigator.serviceWorker.getRegistration()).waiting"), "the new one waits")
old.open("about:blank")  # the last window of the old one
ok(old.wait("return true") is True, "until its windows are closed")
for _ in range(200):
    old.open(site.address)
    if not old.run("return !!document.getElementById('old')"):
        break
    old.open("about:blank")
ok(old.wait(STARTED), "then the page is there")
ok(old.run("return localStorage.getItem('triancey.game.mine')") == "{}", "nothing that was kept is lost")

# ---- no folder any more -----------------------------------------------------------------------------

site.end()
site = Site("--page", page()[len("file://"):], page=False, port=port)
old.run("await (await navigator.serviceWorker.getRegistration()).update(); return 0")
ok(old.wait("return !(await navigator.serviceWorker.getRegistration()) && (await caches.keys()).length === 0"), "where the page is one file, the worker goes")
old.open(site.address)
ok(old.wait(STARTED) and old.run("return !!document.getElementById('embedded-engine')"), "and that file is shown")
old.close()
browser.close()
site.end()
done()
