#!/usr/bin/env python3
"""What goes wrong around the page: no network, broken links and files, words without end, a store that
is full or forbidden, engines that die. Each is explained in a sentence, and the game that was there stays and can be
played on."""
import base64
import itertools
import json
import os
import random
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import pseudo  # noqa: E402
from browser import Browser, page, skip_without  # noqa: E402
from person import READY, Person, open_page  # noqa: E402
from tgi import NIGHTLY, done, enough, ok, until  # noqa: E402

skip_without()
SOME = enough(3, 1)  # of rows that say the same of other contents, every third one is tried, or each
BIG = enough(300000, 10000000)  # letters of what is far too long
PERSON, RANDOM = {"kind": "person"}, {"kind": "computer", "level": "random"}
FOLDER = tempfile.TemporaryDirectory()
browser = Browser(1000, 900)
person = Person(browser, random.Random(3))
THE_PAGE = "const page = document.getElementById('page').page, { game } = page;"


def position():
    return browser.run(THE_PAGE + "return [game.id, game.position_line(game.node)]")


def note():
    """What stands above the board."""
    return browser.run("const note = document.querySelector('.page-note'); return note.hidden ? '' : note.innerText")


def goes_on():
    """Whether the next move is played, and answered."""
    if browser.run("return !!document.querySelector('dialog[open]')"):
        browser.run("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())")
    seen = person.look()
    before = seen["ply"]
    while seen["what"] == "choose" and seen["ply"] == before:
        person.choose(seen)
        seen = person.look()
    return seen["what"] == "choose" and seen["ply"] > before


def before_load(script):
    """Something that happens before the page's own script; returns how to take it back."""
    return browser.command("Page.addScriptToEvaluateOnNewDocument", source=script)


visits = itertools.count()


def visit(fragment=""):
    """Loads the page; each time by an address of its own, since another fragment alone loads nothing."""
    browser.open("%s?lang=en&visit=%d%s" % (page(), next(visits), fragment))
    return browser.wait(READY)


def base36(number):
    return (base36(number // 36) if number >= 36 else "") + "0123456789abcdefghijklmnopqrstuvwxyz"[number % 36]


def link_of(text, version="1"):
    """A link that holds a text, as the page would have packed it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(text.encode()) + packer.flush() if version == "1" else text.encode()
    payload = base64.urlsafe_b64encode(data).decode().rstrip("=")
    return "#g=%s.%s.%s" % (version, payload, base36(zlib.crc32(payload.encode())))


# ---- no network ---------------------------------------------------------------------------------------

browser.watch_requests()
browser.command("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
open_page(browser, {"motion": "reduced"})
asked = [address for address in browser.requests() if not address.startswith(("data:", "blob:", "about:")) and not address.endswith("/icon.svg")]
ok(asked == [page() + "?lang=" + (pseudo.CODE if pseudo.SPOKEN else "en")], "the page asks for itself and for nothing else", *asked)
person.begin({"game": "triancey", "grid": "torus 4x4"}, PERSON, RANDOM)
ok(goes_on(), "it is played without a network")
ok(browser.requests() == [] or all(a.startswith("blob:") for a in browser.requests()), "and asks for nothing while it is played")
ok(browser.complaints() == [], "nobody complains")

# ---- links --------------------------------------------------------------------------------------------

GAME = {"v": 1, "game": "triancey", "grid": "torus 4x4", "keys": {}, "seats": [PERSON, PERSON], "seed": 1, "at": [0, ""],
        "halves": [{"moves": ["3", "9"], "end": None}]}
good = link_of(json.dumps(GAME))
middle = len(good) // 2


def with_(**changes):
    return link_of(json.dumps({**GAME, **changes}))


LINKS = [
    ("cut short", good[:-9], "damaged"), ("cut in the middle", good[:middle], "damaged"),
    ("altered", good[:middle] + ("A" if good[middle] != "A" else "B") + good[middle + 1:], "damaged"),
    ("with nothing", "#g=", "holds no game"), ("with something else", "#g=hello", "holds no game"),
    ("of a later version", link_of(json.dumps(GAME), "7"), "newer version"),
    ("with a text", link_of("hello"), "holds no game"), ("with a list", link_of("[1,2,3]"), "does not know that game"),
    ("with null", link_of("null"), "does not know that game"),
    ("with a game that nobody knows", with_(game="chess"), "engine refuses it"),
    ("with a board that is none", with_(grid="torus 0x0"), "engine refuses it"),
    ("with a line break in a board", with_(grid="torus 4x4\nquit"), "does not know that game"),
    ("with a move against the rules", with_(halves=[{"moves": ["3", "3"]}]), "engine refuses it"),
    ("with moves that are none", with_(halves=[{"moves": [{"a": 1}]}]), "does not know that game"),
    ("with a thousand halves", with_(halves=GAME["halves"] * 1000), "does not know that game"),
    ("with halves that do not end", with_(halves=GAME["halves"] * 2), "does not know that game"),
    ("with seats for nobody", with_(seats=[]), "does not know that game"),
    ("of %d letters" % BIG, "#g=1." + "A" * BIG + ".1", "holds no game"),
]
before = position()
for name, link, text in LINKS[2 % SOME::SOME]:
    browser.run("location.hash = args[0]", link)
    told = browser.wait("const note = document.querySelector('.page-note'); return note.hidden ? '' : note.innerText")
    ok(text in told and position() == before, "a link %s is told, the game stays" % name, told, position(), before)
    browser.run("document.querySelector('.page-note button').click(); history.replaceState(null, '', location.pathname + location.search)")
ok(goes_on(), "and goes on")
before = position()
for name, link, text in (LINKS[12], LINKS[0])[:enough(1, 2)]:
    visit(link)
    told = browser.wait("const note = document.querySelector('.page-note'); return note.hidden ? '' : note.innerText")
    ok(text in told and position() == before, "so it is with a link %s that a visit begins with" % name, told, position())
ok(goes_on(), "the game that was kept goes on")
visit(good)
ok(position()[1].endswith(" moves 3 9") or browser.run(THE_PAGE + "return game.halves[0].root.children[0].move") == "3",
   "a good link is opened", position())

# ---- files --------------------------------------------------------------------------------------------


def open_file(data):
    """What the dialog says to a file."""
    path = os.path.join(FOLDER.name, "file.csv")
    with open(path, "wb") as file:
        file.write(data)
    browser.run("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close());"
                "document.querySelector('[data-command=share]').click()")
    root = browser.command("DOM.getDocument")["root"]["nodeId"]
    field = browser.command("DOM.querySelector", nodeId=root, selector="dialog[open] input[type=file]")["nodeId"]
    browser.command("DOM.setFileInputFiles", nodeId=field, files=[path])
    told = browser.wait("return document.querySelector('dialog[open] .note')?.textContent ?? 'closed'")
    browser.run("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())")
    return told


with open(os.path.join(os.environ.get("srcdir", "."), "page", "icon.svg"), "rb") as file:
    picture = file.read()
TINY = "setgrid inline triancey tiny cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4,2"


def spelled(name):
    """A file of a game on a board that it spells out under a name."""
    return ("id,time,player,margin1,game,board,spelled,moves1\n1,2026-01-01,a,0,triancey,%s,\"%s\",0 1\n"
            % (name, TINY.replace("tiny", name))).encode()


FILES = [
    ("a board that is spelled out and has no name that is known", spelled("no-such-board"), "board no-such-board is not in the library"),
    ("a board that is spelled out under the name of another", spelled("crepe"), "cannot be drawn"),
    ("a game on a board spelled out in place of its name", json.dumps({**GAME, "grid": "inline"}).encode(), "engine refuses it"),
    ("nothing", b"", "holds no game"), ("a picture", picture, "holds no game"), ("bytes", bytes(range(256)) * 40, "holds no game"),
    ("JSON of something else", b'{"name": "x", "version": 2}', "holds no game"), ("half a JSON", b'{"games": [', "not JSON"),
    ("a table of something else", b"a,b\n1,2\n", "holds no game"), ("results without moves", b"player,margin1\nx,3\n", "no moves"),
    ("a game that nobody knows", json.dumps({**GAME, "game": "chess"}).encode(), "engine refuses it"),
    ("moves against the rules", json.dumps({**GAME, "halves": [{"moves": ["1", "1"]}]}).encode(), "engine refuses it"),
    ("more than any game has", b" " * 21000000, "too big"),
]
before = position()
for name, data, text in FILES[::SOME]:
    told = open_file(data)
    ok(text in told and position() == before, "a file with %s is told, the game stays" % name, told, position())

# ---- words --------------------------------------------------------------------------------------------

WORDS = [("word", "a" * (BIG // 10), "too long"), ("word", "\u00e9" * 33, "1 to 32 letters and digits"), ("word", "!?", "letters and digits"),
         ("shape", "torus " * (BIG // 6), "too long"), ("shape", "torus 999999999x3", ""), ("shape", "torus 0x0", ""),
         ("shape", "triangle -4", ""), ("shape", "crepe chess", "")]
for kind, text, why in WORDS[::SOME]:
    browser.run("""document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
        document.querySelector("[data-command=new]").click();
        const dialog = document.querySelector("dialog[open]");
        dialog.querySelector("input[value=triancey]").click();
        const list = [...dialog.querySelectorAll("select")].find((s) => [...s.options].some((o) => o.value === "word"));
        list.value = args[0]; list.dispatchEvent(new Event("change"));
        const field = [...dialog.querySelectorAll("input[type=text]")].find((input) => input.closest("label, .field")?.textContent.includes("Word"));
        field.value = args[1];""", kind, text)
    browser.run("document.querySelector('dialog[open] [type=submit]').click()")
    told = browser.wait("return document.querySelector('dialog[open] .refused')?.textContent ?? 'closed'")
    ok(told and told != "closed" and why in told and len(told) < 400 and position() == before,
       "the %s '%.12s' of %d letters is refused, the game stays" % (kind, text, len(text)), told[:300])
browser.run("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())")
ok(goes_on(), "and goes on")
complaints = browser.complaints()
ok(complaints == [], "nobody complains", *complaints)

# ---- the store ----------------------------------------------------------------------------------------

STORES = [("full", "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };", "no room left"),
          ("forbidden", "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }});",
           "stores nothing")]
for name, script, text in STORES:
    added = before_load(script)
    ok(visit(), "a store that is %s: the page opens" % name)
    told = browser.wait("const note = document.querySelector('.page-note'); return note.hidden ? '' : note.innerText")
    ok(text in told and "You can save it as a link" in told, "this is told", told)
    if NIGHTLY or name == "forbidden":
        person.begin({"game": "triancey", "grid": "torus 4x4"}, PERSON, RANDOM)
        ok(goes_on(), "it is played")
    link, before = person.link(), position()
    browser.command("Page.removeScriptToEvaluateOnNewDocument", **added)
    if NIGHTLY or name == "forbidden":
        visit(link[link.index("#"):])
        ok(position() == before, "and a link saves it", position(), before)
for name, kept in (("something else", '"hello"'), ("a game of a later page", '{"v": 2}'), ("half a text", '{"v": 1, "ga'),
                   ("moves against the rules", json.dumps({**GAME, "halves": [{"moves": ["3", "3"]}]})))[-enough(1, 4):]:
    browser.run("document.getElementById('page').page.keep = () => {}; localStorage.setItem('triancey.game', args[0])", kept)
    ok(visit() and goes_on(), "a store with %s: a new game begins" % name)
ok(browser.run("return JSON.parse(localStorage.getItem('triancey.game.earlier')).halves[0].moves") == ["3", "3"], "what could not be opened is kept", note())

# Every worker is known, and may be made to die, at once or when it begins to think, or to fail from the beginning.
WORKERS = """
    const Real = window.Worker;
    window.workers = [];
    window.Worker = class extends Real {
        constructor(...how) { super(...how); window.workers.push(this);
            if (window.broken) setTimeout(() => this.dispatchEvent(new ErrorEvent("error", {message: "broken"}))); }
        postMessage(line, ...more) {
            super.postMessage(line, ...more);
            if (!window.deadly || !String(line).startsWith("go")) return;
            window.deadly = false;
            queueMicrotask(() => this.die());
        }
        die() { this.terminate(); this.dispatchEvent(new ErrorEvent("error", {message: "killed"})); }
    };"""

# ---- games that take each other's place -----------------------------------------------------------------


def games():
    return browser.run(THE_PAGE + "return page.shelf.list().filter((one) => one.begun).map((one) => one.id)")


person.begin({"game": "triancey", "grid": "torus 4x4"}, PERSON, RANDOM)
goes_on()
goes_on()
before, others = position(), games()
browser.press("g")
ok(until(lambda: "kept in My games" in note()) and games() == others and before[0] in others, "a running game that another one takes the place of is kept", note())
browser.press("u")
ok(browser.wait(THE_PAGE + "return game.id === args[0] && !!game.node", before[0]) and position() == before, "undo goes back to it")
for name, act in (("a link", "return page.open_link(args[0])"), ("a file", "return page.open_text(args[1])"), ("sides exchanged", "return page.play_again(true)")):
    browser.run(THE_PAGE + act, good, json.dumps(GAME))
    browser.click(".page-note button:not(.round)")
    ok(browser.wait(THE_PAGE + "return game.id === args[0] && !!game.node", before[0]) and position() == before, "so does the offer after " + name)
count = len(games())
browser.run(THE_PAGE + "return page.open_link(args[0])", good)
ok(len(games()) == count, "a link that is opened twice is one game")
beside = Browser(900, 800, beside=browser)
beside.open(page() + "?lang=en")
beside.wait(READY)
beside.run(THE_PAGE + "return page.begin({ setup: { game: 'tritt', keys: {} }, seats: [{ kind: 'person' }, { kind: 'person' }] })")
beside.run(THE_PAGE + "return game.play(game.choice.legal[0])")
added = before_load(WORKERS)
visit()
ok(position()[1].endswith("moves 3 9") or browser.run(THE_PAGE + "return game.halves[0].root.next.move") == "3", "a window that is loaded again shows its game", position())
ok(browser.run(THE_PAGE + "return game.setup.game") == "triancey" and len(games()) == count + 1, "another window plays another game")
lone = link_of(json.dumps({**GAME, "seats": [PERSON, RANDOM]}))
browser.run(THE_PAGE + "return page.open_link(args[0])", lone)
ok("Player 1" in browser.run("return document.querySelector('.seats').innerText"), "who opens a link is not taken for its player")
browser.press("m")
ok(browser.wait("return document.querySelectorAll('dialog[open] .kept-games li').length") == len(games()), "the games are listed")
browser.run("[...document.querySelectorAll('dialog[open] .kept-game')].find((row) => row.textContent.includes('Tritt')).click()")
ok(browser.wait(THE_PAGE + "return game.setup.game === 'tritt' && !!game.node") and browser.wait("return !document.querySelector('dialog[open]')"), "and opened")
beside.run(THE_PAGE + "return game.play(game.choice.legal[0])")
browser.run(THE_PAGE + "return game.play(game.choice.legal[1])")
ok("in another window" in note() and len(games()) == count + 3, "one game that two windows play on becomes two", note(), games())
beside.close()

# ---- games begun on each other's heels ----------------------------------------------------------------

told = browser.run(THE_PAGE + """const seats = [{kind: 'person'}, {kind: 'computer', level: 'random'}], begun = [];
    const turn = () => new Promise((next) => { // of the event loop
      const {port1, port2} = new MessageChannel();
      port1.onmessage = next, port2.postMessage(0);
    });
    for (const [name, turns] of [['crepe', 0], ['eau', 1], ['loire', 8], ['porte', 40], ['ancey', Infinity], ['creme', 0]]) {
      begun.push(page.begin({ setup: { game: 'selacata', grid: name, keys: {} }, seats }));
      page.game.go_to(page.game.node);
      if (turns === Infinity) await begun.at(-1);
      else for (let i = 0; i < turns; i++) await turn();
    }
    const said = await Promise.all(begun);
    return [said.join(''), page.game.setup.grid];""")
ok(told == ["", "creme"], "of games begun one after the other the last one is played", told)
ok(goes_on(), "it goes on", note())
seen = browser.complaints()
ok(not seen, "and nobody complains of the ones before it", *seen)

# ---- engines that die -----------------------------------------------------------------------------------

person.begin({"game": "triancey", "grid": "torus 4x4"}, PERSON, RANDOM)
goes_on()
before = position()
browser.run("window.workers.forEach((worker) => worker.die())")
ok(position() == before and goes_on(), "all engines die between two moves: the game goes on")
seen = person.look()
browser.run("window.deadly = true")
browser.click_at(*seen["places"][0]["at"])
ok(browser.wait(THE_PAGE + "return game.node.ply === args[0] && !game.thinking && window.deadly === false", seen["ply"] + 2), "one dies while it thinks: it begins anew and moves")
person.begin({"game": "triancey", "grid": "torus 4x4"}, PERSON, RANDOM)
seen = person.look()
browser.run("window.broken = true; window.workers.forEach((worker) => worker.die())")
browser.click_at(*seen["places"][0]["at"])
seen = person.look()
ok(seen["what"] == "dialog" and "Something went wrong" in seen["title"] and "is kept" in seen["text"],
   "engines that never start again are reported", seen)
browser.run("window.broken = false")
person.answer(seen, "Try again")
ok(goes_on(), "and tried again if one wishes")
browser.run("window.broken = true; window.workers.forEach((worker) => worker.die())")
browser.run("document.querySelector('[data-command=hint]').click()")
told = browser.wait("const text = document.querySelector('.hints').innerText; return /No hint/.test(text) ? text : ''")
ok(told, "so are hints that cannot be had", told)
browser.command("Page.removeScriptToEvaluateOnNewDocument", **added)
added = before_load("WebAssembly.compile = () => Promise.reject(new Error('not allowed'));")
browser.open("about:blank")
browser.open(page() + "?lang=en")
told = browser.wait("return document.querySelector('dialog[open], .page-note:not([hidden])')?.innerText")
ok(told and "not allowed" in told, "a browser that compiles nothing is reported", told)
browser.command("Page.removeScriptToEvaluateOnNewDocument", **added)
browser.close()
done()
