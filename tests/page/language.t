#!/usr/bin/env python3
"""The page in a language that nobody speaks, whose words are half as long again, on a phone: nothing is left in English in any view,
and every text has its room."""
import base64
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import pseudo  # noqa: E402
from browser import Browser, page, skip_without  # noqa: E402
from tgi import BUILD, done, ok  # noqa: E402

skip_without()
pseudo.SPOKEN = False  # no text is read as English here, even where all tests have the page in this language
if not shutil.which("xgettext"):
    print("1..0 # SKIP no xgettext")
    raise SystemExit(0)

BLOCK = '<script type="text/plain" id="embedded-texts-%s">'
# A text of the page that is English still: words of three letters or more with a letter that another should stand for. What people
# or files are called, addresses and languages are nobody's to translate.
ENGLISH = """const word = /[A-Za-z\\u00c0-\\u024f]*[aeiouyAEIOUYcnCN][A-Za-z\\u00c0-\\u024f]*/g, found = new Set(), root = document.querySelector("dialog[open]") ?? document.body;
    const look = (text, where) => {
        for (const { 0: one } of text.matchAll(word))
            if (one.length > 2 && !args[0].includes(one)) found.add(`${one}: ${text.trim().slice(0, 80)} (${where.tagName} ${where.className})`);
    };
    const own = (element) => element.closest("script, style, textarea, code, [lang]:not(html)");
    for (const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT); walker.nextNode();) {
        const { data, parentElement } = walker.currentNode;
        if (!own(parentElement) && parentElement.checkVisibility()) look(data, parentElement);
    }
    for (const element of root.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
        for (const name of ["aria-label", "title", "placeholder", "alt"])
            if (element.hasAttribute(name) && !own(element) && element.checkVisibility()) look(element.getAttribute(name), element);
    return [...found];"""
# What stands beyond the edge, or is cut.
ROOM = """const wrong = new Set(), root = document.querySelector("dialog[open]") ?? document.getElementById("page");
    if (document.documentElement.scrollWidth > innerWidth) wrong.add(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const one of root.querySelectorAll("button, a, label, legend, summary, h1, h2, h3, p, li, th, td, dt, dd, select, output, .plate, .name")) {
        if (!one.checkVisibility() || one.closest(".only-heard, svg")) continue;
        const { left, right, width } = one.getBoundingClientRect(), style = getComputedStyle(one);
        const said = `${one.textContent.trim().slice(0, 60)} (${one.tagName} ${one.className})`;
        let scrolled = false;
        for (let up = one.parentElement; up && up !== root; up = up.parentElement) scrolled ||= ["auto", "scroll"].includes(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth;
        if (width && !scrolled && (left < -1 || right > innerWidth + 1)) wrong.add(`beyond the edge: ${said}`);
        if (one.clientWidth && !["auto", "scroll"].includes(style.overflowX) && one.scrollWidth > one.clientWidth + 1) wrong.add(`cut: ${said}`);
    }
    for (const { textContent, scrollHeight, clientHeight } of root.querySelectorAll(".told")) if (scrollHeight > clientHeight + 1) wrong.add(`cut: ${textContent}`);
    return [...wrong];"""
NAMES = "triancey Triancey English Fran\u00e7ais crepe PNG CSV JSON".split()


def spoken_page():
    """A copy of the page that speaks it, too."""
    subprocess.run(["make", "-s", "po/triancey.pot"], cwd=BUILD, check=True, env={key: value for key, value in os.environ.items() if not key.startswith("MAKE")})
    with open(os.path.join(BUILD, "po", "triancey.pot"), encoding="utf-8") as file:
        texts = json.dumps(pseudo.texts_of_page(file.read())).encode()
    with open(page()[len("file://"):], encoding="utf-8") as file:
        html = file.read()
    block = BLOCK % pseudo.CODE + base64.b64encode(gzip.compress(texts, 1)).decode() + "</script>\n"
    path = os.path.join(folder, "page.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(html.replace(BLOCK % "fr", block + BLOCK % "fr", 1))
    return "file://" + path


def look(name):
    browser.run("return new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(() => end(true))))")
    left = browser.run(ENGLISH, NAMES)
    wrong = browser.run(ROOM)
    ok(not left and not wrong, name, *left, *wrong)


def begin(setup, *seats):
    browser.run("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close());"
                "return document.getElementById('page').page.begin(args[0])", {"setup": setup, "seats": seats})
    browser.wait("const game = document.getElementById('page').page.game; return !!game?.state && !game.busy && !game.thinking")


folder = tempfile.mkdtemp(prefix="triancey-language-")
try:
    address = spoken_page()
    browser = Browser(360, 740)
    browser.open(address + "?lang=" + pseudo.CODE)
    ok(browser.wait("return document.getElementById('page').page?.engine_name"), "the page opens")
    browser.run("document.documentElement.dataset.motion = 'reduced'")
    look("the first view")
    PERSON, LEVEL = {"kind": "person"}, {"kind": "computer", "level": "3"}
    begin({"game": "selacata", "grid": "crepe", "keys": {}}, PERSON, LEVEL)
    for tab in browser.run("return [...document.querySelectorAll('[role=tab]')].map((tab) => tab.id)"):
        browser.run("document.getElementById(args[0]).click()", tab)
        look("the tab " + tab)
    for name in "new", "share", "settings", "help", "resign", "edit":
        browser.run("document.querySelectorAll(`[data-command=${args[0]}]`).forEach((button, i) => i || button.click())", name)
        ok(browser.wait("return !!document.querySelector('dialog[open]')"), "the dialog of %s opens" % name)
        look("it")
        browser.run("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())")
    for setup in ({"game": "triangulation", "keys": {"players": 3}}, {"game": "trioker-rapid", "keys": {"players": 3, "deals": 1}},
                  {"game": "trioker-puzzle", "grid": "duck", "keys": {}}, {"game": "archipel", "grid": "archipel", "keys": {}}):
        begin(setup, *[PERSON] * {"archipel": 2, "trioker-puzzle": 1}.get(setup["game"], 3))
        look(setup["game"])
    begin({"game": "triancey", "grid": "crepe", "keys": {}}, PERSON, LEVEL)
    browser.run("return document.getElementById('page').page.game.resign(1)")
    look("the end")
    for fragment, shown in (("#learn/3", ".lesson-board .tile.may"), ("#learn/16", ".lesson-board .spot.may")):
        browser.run("location.hash = args[0]", fragment)
        browser.wait("return !!document.querySelector(args[0])", shown)
        look(fragment)
    browser.size(1000, 800)
    begin({"game": "triancey", "grid": "crepe", "keys": {}}, PERSON, LEVEL)
    look("on a wide screen, beside a narrow panel")
    browser.run("for (const button of document.querySelectorAll('.acts button')) button.lastChild.textContent = 'Zur\u00fccknehmen'")
    wrong = browser.run(ROOM)
    ok(not wrong, "a command in one long word has its room", *wrong)
    complaints = browser.complaints()
    ok(complaints == [], "nobody complains", *complaints)
    browser.close()
finally:
    shutil.rmtree(folder)
done()
