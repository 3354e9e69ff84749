#!/usr/bin/env python3
"""From a small phone to a large screen: in every game and both languages nothing stands beyond the edge or is
cut, the board has its room, and a wide window needs no scrolling."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import Browser, page, skip_without  # noqa: E402
from tgi import NIGHTLY, done, ok  # noqa: E402

skip_without()
SIZES = [(320, 568), (360, 740), (800, 1000), (1400, 900), (3840, 2160)]
PERSON, REFERENCE, LEVEL = {"kind": "person"}, {"kind": "computer", "level": "reference"}, {"kind": "computer", "level": "3"}
GAMES = [({"game": "triancey", "grid": "torus 6x4", "keys": {}}, [PERSON, LEVEL]),
         ({"game": "selacata", "grid": "crepe", "keys": {}}, [PERSON, REFERENCE]),
         ({"game": "archipel", "grid": "archipel", "keys": {}}, [PERSON, LEVEL]),
         ({"game": "tritt", "keys": {"size": 7}}, [PERSON, LEVEL]),
         ({"game": "triangulation", "keys": {"players": 3}}, [PERSON, LEVEL, LEVEL]),
         ({"game": "trioker-duel", "keys": {"hatched": 1}}, [PERSON, LEVEL]),
         ({"game": "trioker-rapid", "keys": {"players": 4, "deals": 1}}, [PERSON, LEVEL, LEVEL, LEVEL]),
         ({"game": "trioker-puzzle", "grid": "hexagon", "keys": {}}, [PERSON])]
READY = "const game = document.getElementById('page').page.game; return !!game?.state && !game.busy && !game.thinking"
SETTLED = "return new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(() => end(true))))"
PAGE = """const wide = innerWidth, wrong = [], whole = document.documentElement;
    if (whole.scrollWidth > wide) wrong.push(`the page is ${whole.scrollWidth} wide`);
    for (const one of document.querySelectorAll("#page :is(button, .plate, h2, p, .hand)")) {
        if (!one.offsetParent || one.closest(".only-heard")) continue;
        const { left, right } = one.getBoundingClientRect();
        if (left < -1 || right > wide + 1) wrong.push(`beyond the edge: ${one.textContent}`);
        if (one.matches("button:not(.round)") && one.scrollWidth > one.clientWidth + 1) wrong.push(`cut: ${one.textContent}`);
    }
    for (const one of document.querySelectorAll(".plate .name")) if (one.scrollWidth > one.clientWidth + 1) wrong.push(`cut: ${one.textContent}`);
    const { page } = document.getElementById("page"), range = document.createRange();
    page.game.fewest = page.game.players === 2;
    page.seats.refresh(); // with all that may stand on a plate, such as the clock of a site
    for (const points of document.querySelectorAll(".plate .points")) points.insertAdjacentHTML("beforebegin", "<span class=site-clock>10:00</span>");
    for (const { firstChild: text } of document.querySelectorAll(".plate :is(.name, .about)"))
        for (const { 0: word, index } of text?.textContent.matchAll(/\\S+/g) ?? []) {
            range.setStart(text, index); range.setEnd(text, index + word.length);
            if (range.getClientRects().length > 1) wrong.push(`broken: ${word}`);
        }
    page.game.fewest = false;
    page.seats.refresh();
    const { width, height } = document.querySelector(".board-frame").getBoundingClientRect();
    if (width < wide * (wide < 1000 ? 0.9 : 0.5) || height < innerHeight * 0.3) wrong.push(`the board has ${width} by ${height}`);
    const { choice } = page, { told } = choice, place = () => document.querySelector(".stepper.under").getBoundingClientRect().top, before = place();
    if (told.scrollHeight > told.clientHeight + 1) wrong.push(`what wins is cut: ${told.textContent}`);
    choice.say("the longest refusal ".repeat(7));
    if (place() !== before || told.scrollHeight > told.clientHeight + 1 || !told.classList.contains("only-note")) wrong.push("a refusal moves something, or is cut");
    choice.say("");
    if (wide >= 1000 && whole.scrollHeight > innerHeight + 1) wrong.push(`${whole.scrollHeight} high`);
    return wrong;"""
# A set-up, the seat that resigns, and who plays.
ENDS = [({"game": "selacata", "grid": "torus 4x4", "keys": {}}, 2, [PERSON, REFERENCE]),
        ({"game": "triangulation", "keys": {"players": 3}}, 3, [PERSON, LEVEL, REFERENCE]),
        ({"game": "trioker-rapid", "keys": {"players": 4, "deals": 1}}, 1, [PERSON, LEVEL, LEVEL, LEVEL])]
# A phone on its side, and a window at 200 %: the board and all that belongs to it is seen at once.
LOW = (740, 360), (640, 400)
BESIDE = """const wrong = [], seen = (selector) => document.querySelector(`#page ${selector}`).getBoundingClientRect();
    scrollTo(0, 0);
    for (const part of [".board-frame", ".seats", ".told", ".stepper.under"]) {
        const { bottom, right, height } = seen(part);
        if (bottom > innerHeight + 1 || right > innerWidth + 1 || height < 10) wrong.push(`${part} ends at ${right}, ${bottom}`);
    }
    if (seen(".board-frame").height < 0.7 * innerHeight) wrong.push("the board is small");
    return wrong;"""
DIALOG = """const dialog = document.querySelector("dialog[open]"), { left, right } = dialog.getBoundingClientRect(), wrong = [];
    if (left < 0 || right > innerWidth || dialog.scrollWidth > dialog.clientWidth + 1) wrong.push("the dialog");
    for (const one of dialog.querySelectorAll("button, select, input, p, b"))
        if (one.offsetParent && one.getBoundingClientRect().right > right + 1) wrong.push(one.textContent);
    for (const one of dialog.querySelectorAll("button, select, input:not([type=checkbox], [type=radio])"))
        if (one.checkVisibility() && Math.min(one.offsetWidth, one.offsetHeight) < 24) wrong.push(`small: ${one.outerHTML}`);
    const title = dialog.querySelector("h2"), range = document.createRange();
    range.selectNodeContents(title);
    if (!/\\s/.test(title.textContent) && range.getClientRects().length > 1) wrong.push(`broken: ${title.textContent}`);
    dialog.close();
    return wrong;"""
browser = Browser(1000, 900)
for language in "en", "fr":
    browser.open("%s?lang=%s" % (page(), language))
    ok(browser.wait("return document.getElementById('page').page?.engine_name"), "the page opens in " + language)
    for number, (setup, seats) in enumerate(GAMES if NIGHTLY else GAMES[::2] if language == "en" else GAMES[1::2]):
        browser.run("document.documentElement.dataset.motion = 'reduced'; return document.getElementById('page').page.begin(args[0])",
                    {"setup": setup, "seats": seats})
        browser.wait(READY)
        wrong = {}
        for width, height in SIZES if NIGHTLY else SIZES[::2] if language == "en" else SIZES[1::2]:
            browser.size(width, height)
            browser.run(SETTLED)
            wrong[width] = browser.run(PAGE)
        for width, height in LOW if NIGHTLY else LOW[number % 2:][:1]:
            browser.size(width, height)
            browser.run(SETTLED)
            wrong[width, height] = browser.run(BESIDE)
        ok(not any(wrong.values()), "%s, %s: at every width" % (setup["game"], language), wrong)
    if language == "fr":  # the goal with the most words, in the least room
        browser.size(*SIZES[0])
        browser.run("return document.getElementById('page').page.begin(args[0])", {"setup": GAMES[1][0], "seats": GAMES[1][1]})
        browser.wait(READY)
        browser.run(SETTLED)
        wrong = browser.run(PAGE)
        ok(not wrong, "what wins has its room on the smallest phone", wrong)
    # Ends with much to say: all of it is seen beside the board, without scrolling.
    for number, (setup, loser, seats) in enumerate(ENDS if NIGHTLY or language == "fr" else ()):
        browser.run("return document.getElementById('page').page.begin(args[0])", {"setup": setup, "seats": seats})
        browser.wait(READY)
        for half in range(2 if setup["game"] == "selacata" else 1):
            browser.run("const { game } = document.getElementById('page').page; if (args[1]) await game.next_half(); return game.resign(args[0])", loser, half)
        for width, height in LOW if NIGHTLY else LOW[number % 2:][:1]:
            browser.size(width, height)
            browser.run(SETTLED)
            hidden = browser.run("const { scrollHeight, clientHeight, textContent } = document.querySelector('.stage > .result'); return [scrollHeight - clientHeight, textContent]")
            ok(hidden[1] and hidden[0] <= 0, "%s, %s: the end is seen at %d by %d" % (setup["game"], language, width, height), hidden)
    browser.size(*SIZES[0])
    for name in ("new", "share", "settings", "help") if NIGHTLY or language == "fr" else ():  # French words are the longer ones
        browser.run("return document.getElementById('page').page.open_dialog(args[0])", name)
        browser.run(SETTLED)
        wrong = browser.run(DIALOG)
        ok(not wrong, "the dialog %s, %s" % (name, language), wrong)
    for fragment in ("#rules/triangulation", "#learn/31") if NIGHTLY or language == "fr" else ():
        browser.run("location.hash = args[0]", fragment)
        browser.wait("return !!document.querySelector('dialog[open] :is(.rules figure svg, .lesson-board svg)')")
        wrong = browser.run(DIALOG)
        ok(not wrong, "the dialog %s, %s" % (fragment, language), wrong)
complaints = browser.complaints()
ok(complaints == [], "nobody complains", *complaints)
browser.close()
done()
