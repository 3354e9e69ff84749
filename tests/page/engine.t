#!/usr/bin/env python3
"""The engine of the page says what the native one says: boards, perft, random games, errors. This is asked in
node, of the WebAssembly and the worker that the page holds. In a real browser it keeps its promises as a worker."""
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import Browser, PageEngine, page  # noqa: E402
from node import Node, need_browser, skip_without  # noqa: E402
from tgi import SOURCE, Engine, done, enough, ok  # noqa: E402

GAMES = int(os.environ.get("TRIANCEY_PAGE_GAMES", enough(4, 20)))  # random games of each kind
PERFT_MAX = enough(100000, 1500000)  # leaves

skip_without()
node = Node()
native, module = Engine(), PageEngine(node)


def ask(*lines):
    """What the native engine answers."""
    native.send(*lines, "isready")
    return native.until("readyok")[:-1]


def same(name, *lines):
    here, there = ask(*lines), module.ask(*lines)
    return ok(here == there, name, "sent " + " / ".join(lines), "native", *here[:5], "page", *there[:5])


def first_difference(here, there):
    for a, b in zip(here, there):
        if a != b:
            return "native %s, page %s" % (a, b)
    return "native %d lines, page %d" % (len(here), len(there))


games = [line.split()[1] for line in ask("tgi") if line.startswith("game ")]
# The name of each board of the library, and a game that takes it.
boards = re.findall(r"^grid (\S+) .*? games (\S+)", "\n".join(ask("grids")), re.M)
ok(len(games) >= 8 and len(boards) > 50, "there are games and boards", games, boards)

# ---- boards: the same files, and the same reading of them ------------------------------------------

handshake = [[line for line in lines if not re.match("option name (Kernel|Threads)", line)]
             for lines in (ask("tgi"), module.ask("tgi"))]
ok(handshake[0] == handshake[1], "the handshake is the same", first_difference(*handshake))
ok(ask("grids") == module.ask("grids"), "so is the library")
for engine in (ask, module.ask):
    engine("setoption name Hash value 1")  # each board clears it
for name, game in boards:
    lines = ["setgrid %s %s" % (name, game), "board"]
    here, there = ask(*lines), module.ask(*lines)
    ok(here == there and here[-1] == "boardok", "%s is read alike" % name, first_difference(here, there), here[:1])

# ---- what is solved of whole boards is in the page, too ----------------------------------------------

for grid, game in (("word crepe cells 32", "selacata"), ("word loire cells 24", "triancey")):
    lines = ["setgrid %s %s" % (grid, game), "newgame", "go nodes 1"]
    native.send(*lines)
    here = [re.sub(" nps .*hashfull [0-9]+", "", line) for line in native.until("bestmove")]
    module.send(*lines)
    there = [re.sub(" nps .*hashfull [0-9]+", "", line) for line in module.lines("bestmove")]
    ok(here == there and " bound exact nodes" in here[0], "%s, %s: perfect from the first move" % (grid, game), here, there)

# ---- the levels of computers search as the native engine does ----------------------------------------

with open(os.path.join(SOURCE, "page", "levels.js"), encoding="utf-8") as file:
    nodes, width = re.search(r'name: "6",.* nodes: (\d+), lines: (\d+),', file.read()).groups()
found = []
for engine, style in ((module, None), (native, "greedy"), (native, "sound")):
    lines = ["setoption name Hash value 1", "setoption name MultiPV value " + width, "setgrid crepe selacata", "newgame seed 1",
             "position moves 1 20 31 40 12 26 5 35 47 16", "go nodes " + nodes]
    engine.send(*(["setoption name Style value " + style] if style else []), *lines)
    answer = native.until("bestmove") if style else module.lines("bestmove")
    found.append([re.sub(" time .*hashfull [0-9]+| nps .*hashfull [0-9]+", "", line) for line in answer])
ok(found[0] == found[1] != found[2] and len([line for line in found[0] if " multipv " in line]) >= int(width),
   "level 6 is the search for margin, with patterns, that the native engine has", *(lines[-4:] for lines in found))
native.send("setoption name Style value greedy", "setoption name MultiPV value 1")
module.send("setoption name MultiPV value 1")

# ---- perft ------------------------------------------------------------------------------------------

for game in games:
    ask("setgrid " + game)
    module.ask("setgrid " + game)
    counts, depth = [], 0
    while depth < 8 and (not counts or counts[-1] * counts[-1] / (counts[-2] if depth > 1 else 1) < PERFT_MAX):
        depth += 1
        answer = ask("perft %d" % depth)
        counts.append(int(answer[0].split()[2]))
        if counts[-1] > PERFT_MAX:
            break
    there = module.ask(*["perft %d" % (i + 1) for i in range(depth)])
    here = ["perft %d %d" % (i + 1, count) for i, count in enumerate(counts)]
    ok(here == there, "perft of %s to depth %d" % (game, depth), first_difference(here, there))

# ---- random games -----------------------------------------------------------------------------------


def setups(game, dice):
    """Boards and parameters to play a game on."""
    if game in ("selacata", "triancey"):
        word = "word %s cells %d" % ("".join(dice.choice("abcdefgh") for _ in range(6)), dice.choice([24, 48, 130]))
        return "%s %s" % (dice.choice(["crepe", "ancey", "classic", "torus 6x4", word]), game)
    if game in ("triangulation", "trioker-rapid"):
        return "%s players %d" % (game, dice.choice([2, 3, 4] if game == "trioker-rapid" else [2, 3]))
    if game == "trioker-puzzle":
        return dice.choice([name for name, its in boards if its == game]) + " " + game
    return game


def play_randomly(game, dice):
    """Lines that play a game to its end, whether it has one or not."""
    lines = ["setgrid " + setups(game, dice), "newgame seed %d" % dice.randrange(1000)]
    refused = ask(*lines)
    assert not refused, (lines, refused)
    for _ in range(600):
        moves = " ".join(line.partition(" ")[2] for line in ask("legal")).replace(" more", "").split()
        if not moves:
            break
        move = dice.choice(moves)
        lines.append("play " + move)
        native.send("play " + move)
    return lines


for game in games:
    dice, different, moves, over = random.Random(game), [], 0, 0
    for number in range(GAMES):
        lines = play_randomly(game, dice)
        moves += len(lines) - 2
        questions = ["score", "state", "legal"]
        here, there = ask(*questions), module.ask(*lines, *questions)
        over += " over no" not in here[0]
        if here != there:
            different.append("%s: %s" % (" / ".join(lines), first_difference(here, there)))
    ok(not different and moves > 5 * GAMES and over >= GAMES // 2,
       "%d random games of %s end with the same score, %d moves" % (GAMES, game, moves), over, *different[:2])

# ---- whatever is said -------------------------------------------------------------------------------

with open(os.path.join(SOURCE, "protocol", "PROTOCOL.md"), encoding="utf-8") as file:
    said = [line[2:].rstrip("\n") for line in file if line.startswith("> ")]
said = [line for line in said if not re.match(r"(go|stop|bench|quit|ponderhit|eval|tgi|uci|isready)\b", line)]
said += ["perft", "perft x", "perft 99999999999999999999", "perft -1", "play", "play \t 1\t2 ", "setgrid", "nonsense",
         "setgrid ./crepe.ini", "setgrid inline selacata x cells 1 sides 0,0", "setgrid inline selacata x cells 1 sides 0,p3,0",
         "setoption name Hash value x", "setoption name Nope value 1", "newgame half 3", "newgame carry 1 x",
         "undo 99", "legal legal", "  score  ", "help what", "help go", "setgrid word é", "setgrid é", "setgrid crepe chess"]
same("the state before is the same", "setgrid crepe", "newgame seed 1", "state")
for line in said:
    same("'%.40s' is answered alike" % line, line)
same("and afterwards all is as in the native engine", "state")

# ---- what does not fit ------------------------------------------------------------------------------

ok(module.ask("x" * 65536)[0].startswith("error unknown") and module.ask("x" * 65537)[0].startswith("error toolong")
   and module.ask("é" * 40000)[0].startswith("error toolong"), "the longest line, and longer ones")
ok(module.ask("sco\0re") == ["error syntax ?: a line holds a NUL byte; it is ignored"], "a NUL byte")
answer = module.ask("setoption name Hash value 100000", "setoption name Hash value 4096")
ok(len(answer) == 2 and all(line.startswith("error memory setoption: no memory for a table of ") for line in answer),
   "memory that is not there is an error", *answer)
answer = module.ask("setoption name Hash value 530", "setoption name Hash value 520", "setoption name Hash value 16")
ok(answer and answer[0].startswith("error memory "), "so is memory that was taken", *answer)


def search_largest(nodes):
    module.ask("setoption name Hash value 1", "setoption name Player value search", "setgrid torus 16x8", "newgame seed 1")
    module.send("go nodes %d" % nodes)
    ok(re.match("bestmove [0-9]", module.lines("bestmove")[-1]), "a search of the largest board has memory and stack")


search_largest(20000)
node.close()

# ---- what a worker promises, in a browser -----------------------------------------------------------

need_browser("an engine in a browser")
browser = Browser()
browser.open(page())
module = PageEngine(browser)
lines = play_randomly("selacata", random.Random(1))
ok(ask("grids", "state", "legal") == module.ask(*lines, "grids", "state", "legal"), "in a browser, too, the library and a game are the same", *lines[:2])
search_largest(enough(500, 20000))

# Without threads a search hears nothing; that its lines arrive is seen when it never ends.
module.send("setgrid crepe", "go infinite")
ok(module.lines("info depth"), "lines arrive while a search runs")
module.close()
module = PageEngine(browser)
ok(module.ask("setgrid crepe", "position moves 1 2", "score")[-1].startswith("score p1 "), "a new worker follows an ended one")
module.send("setoption name Player value random", "go infinite")
ok(not any(line.startswith("bestmove") for line in module.ask("score")), "an answer waits")
module.send("stop")
ok(module.lines("bestmove"), "and is given at stop")
module.send("quit")
ok(browser.wait("return window.triancey_engines[arguments[0]].end", module.number) == "quit", "quit ends the worker")

# ---- texts for people -------------------------------------------------------------------------------

french = PageEngine(browser, "fr")
answer = french.ask("setgrid selacata", "play 1", "preview 1")
ok(answer and "case" in answer[-1] and "cell" not in answer[-1], "reasons are told in French", *answer)
ok(french.ask("score")[0].startswith("score p1 "), "but the protocol is not")
complaints = [line for line in browser.complaints() if "favicon" not in line]
ok(not complaints, "nobody complains in the console", *complaints)

# ---- browsers that are too old ------------------------------------------------------------------------

for name in ("WebAssembly", "Worker", "DecompressionStream"):
    without = browser.command("Page.addScriptToEvaluateOnNewDocument", source="delete globalThis.%s" % name)
    browser.open("about:blank")
    browser.open(page() + "?lang=en")
    said = browser.run("return document.body.innerText")
    ok("too old" in said and name in said, "a browser without %s is told so" % name, said)
    browser.command("Page.removeScriptToEvaluateOnNewDocument", **without)
browser.close()
native.close()
done()
