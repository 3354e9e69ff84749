#!/usr/bin/env python3
"""How the page feels, in Chromium without a network, as the browser's own tracing has it: from opening it to a
board that can be played on, from a click to the first wave of a reaction, frames while 30 cells and
more turn over, answers of the reference computer.

    bench_page_play.py [ROUNDS]

With 0 rounds it takes a few seconds, and shows only that it works.
Beside each figure stands what it is to be. `picture` is the time from the event of the mouse to the
frame that was drawn, and not only to the script that asked for it."""
import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import Browser, missing, page  # noqa: E402
from person import Person, open_page, some_moves  # noqa: E402
from tgi import Engine  # noqa: E402

PERSON, REFERENCE = {"kind": "person"}, {"kind": "computer", "level": "reference"}
CELLS = 30  # of a reaction that is looked at
FRAME = 1000 / 60  # milliseconds
TRACED = ["devtools.timeline", "devtools.timeline.frame", "blink.user_timing", "viz"]

short = sys.argv[1:] == ["0"]
rounds = 1 if short else int(sys.argv[1]) if len(sys.argv) > 1 else 10
if missing():
    sys.exit("bench_page_play: " + missing())

# Marks in the trace: the page itself has none. Times of events are those of the system.
MARKS = """
    addEventListener("click", (event) => performance.mark("bench-click", {startTime: event.timeStamp}), true);
    const note = (name, selector) => new MutationObserver((all) => {
        if (all.some((one) => [...one.addedNodes].some((node) => node.matches?.(selector) || node.querySelector?.(selector))))
            performance.mark(name);
    }).observe(document, {subtree: true, childList: true});
    note("bench-wave", ".grow");
    const look = () => document.querySelector(".board [role=button][aria-disabled=false]")
        ? requestAnimationFrame(() => { window.bench_playable = performance.now(); }) : setTimeout(look, 1);
    look();
    const Real = window.Worker;
    window.bench_answers = [];
    window.Worker = class extends Real {
        constructor(...how) {
            super(...how);
            this.addEventListener("message", ({data}) => {
                if (String(data).startsWith("bestmove")) window.bench_answers.push(performance.now() - this.began);
            });
        }
        postMessage(line, ...more) {
            if (String(line).startsWith("go")) this.began = performance.now();
            super.postMessage(line, ...more);
        }
    };"""


def show(name, values, wanted=None, unit="ms"):
    values = sorted(values)
    print("%-52s %7.1f %7.1f %7.1f %s  %s" % (name, values[len(values) // 2], values[min(len(values) - 1, int(len(values) * 0.95))],
                                             values[-1], unit, "(%s)" % wanted if wanted else ""))


def taken_by(native, move):
    preview = native.ask("preview " + move, answer="preview")
    return sum("<" in word for word in preview.split(" waves ")[-1].split())


def find_reaction(setup):
    """Moves to a position, and a move there that takes many cells: players who take as little as they
    can leave much to take."""
    native = Engine()
    for seed in range(200):
        dice, moves = random.Random(seed), []
        native.send("setgrid %s %s" % (setup["grid"], setup["game"]), "newgame seed 1")
        while True:
            native.send("legal", "isready")
            legal = " ".join(native.until("readyok")[:-1]).replace("legal", "").replace("more", "").split()
            takes = {move: taken_by(native, move) for move in legal}
            best = max(takes, key=takes.get, default=None)
            if best and takes[best] >= CELLS:
                native.close()
                return moves, best, takes[best]
            if not legal:
                break
            moves.append(dice.choice([move for move in legal if takes[move] == min(takes.values())]))
            native.send("play " + moves[-1])
    raise SystemExit("bench_page_play: no reaction of %d cells was found" % CELLS)


def start():
    """Milliseconds from opening the page to lit cells, by the page's clock."""
    browser.open("about:blank")
    browser.open(page() + "?lang=en")
    return browser.wait("return window.bench_playable")


def react(setup, moves, move):
    """Milliseconds from a click to the first wave's script and picture, and from frame to frame until
    the reaction is over. The frames are those that the browser displayed: it makes most of them without
    the page's thread, as transforms and opacity alone are animated. None if something is missing in the trace."""
    person.open(setup, moves, PERSON, PERSON)
    seen = person.look()
    spot = next(one["at"] for one in seen["places"] if one["place"] == move)
    browser.mouse("Moved", *spot)
    time.sleep(0.5)
    browser.trace(TRACED)
    browser.click_at(*spot)
    browser.wait("const { game } = document.getElementById('page').page; return !game.busy && performance.mark('bench-end')")
    time.sleep(0.3)
    at = {"bench-click": [], "bench-wave": [], "bench-end": [], "AnimationFrame::Presentation": [], "Display::FrameDisplayed": []}
    for event in browser.traced():
        at.get(event["name"], []).append(event["ts"] / 1000)
    click, waves, ends, drawn, displayed = at.values()
    if not click or not waves or not ends:
        return None
    first = min(time for time in drawn if time >= waves[0])
    displayed = [time for time in sorted(displayed) if first <= time <= ends[0]]
    return waves[0] - click[0], first - click[0], [b - a for a, b in zip(displayed, displayed[1:])]


def reactions(*what):
    found = []
    for _ in range(3 * rounds):
        one = react(*what) if len(found) < rounds else None
        found += [one] if one else []
    if not found:
        sys.exit("bench_page_play: the browser traced nothing")
    return zip(*found)


browser = Browser(1200, 950, scale=1)
browser.command("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
browser.command("Page.addScriptToEvaluateOnNewDocument", source=MARKS)
person = Person(browser, random.Random(1))
print("%-52s %7s %7s %7s" % ("", "p50", "p95", "worst"))
show("from opening to playable, a new profile", [start()], "1000")
show("from opening to playable", [start() for _ in range(rounds)], "1000")

for setup in ({"game": "triancey", "grid": "crepe"}, {"game": "triancey", "grid": "torus 10x6"})[:1 if short else 2]:
    moves, move, taken = find_reaction(setup)
    open_page(browser, {"motion": "full"})
    scripts, pictures, frames = reactions(setup, moves, move)
    name = "%s, %d cells: " % (setup["grid"], taken)
    show(name + "click to first wave, script", scripts, "50")
    show(name + "click to first wave, picture", pictures, "50")
    gaps = sum(frames, [])
    show(name + "frame to frame", gaps, "16.7")
    print("%-52s %7.1f frames a second, %.1f%% of the frames in time  (60)" %
          (name, 1000 * len(gaps) / sum(gaps), 100 * sum(gap < 1.5 * FRAME for gap in gaps) / sum(max(1, round(gap / FRAME)) for gap in gaps)))

open_page(browser, {"motion": "reduced"})
for setup in ({"game": "selacata", "grid": "torus 4x3"},) if short else ({"game": "selacata", "grid": "crepe"}, {"game": "triancey", "grid": "torus 10x6"}):
    browser.run("window.bench_answers = []")
    person.begin(setup, PERSON, REFERENCE)
    person.play_half()
    show("%s: the reference computer answers" % setup["grid"], browser.run("return window.bench_answers"), "100")
browser.close()
