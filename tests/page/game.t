#!/usr/bin/env python3
"""What becomes of a game on the page: undo and variations, half-time, reloading, links, files that the
referee imports, and a worker that dies. Whole games of every kind: play.t."""
import base64
import json
import os
import random
import subprocess
import sys
import tempfile
import zlib
sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import contract  # noqa: E402
import pseudo  # noqa: E402
from browser import Browser, page, skip_without  # noqa: E402
from tgi import BUILD, done, ok, until  # noqa: E402

skip_without()
rng = random.Random(17)
FOLDER = tempfile.TemporaryDirectory()
window = Browser(1200, 900)
window.open(page())
THE_PAGE = "const page = document.getElementById('page').page, game = page && page.game;"


def run(script, *arguments):
    return window.run(THE_PAGE + script, *arguments)


def begin(game, grid=None, keys=None, seats=2):
    """A new game: a person in seat 1, random computers in the others."""
    run("document.querySelectorAll('dialog').forEach((d) => d.close()); document.documentElement.dataset.motion = 'reduced';")
    return run("return page.begin(args[0])", {
        "setup": {"game": game, "grid": grid, "keys": keys or {}},
        "seats": [{"kind": "person"}] + [{"kind": "computer", "level": "random"}] * (seats - 1)})


# What can be clicked now: lit places, words and pieces below the board; and where.
LOOK = """
    if (!game?.state || game.busy || game.thinking) return null;
    if (document.querySelector("dialog[open]")) return {over: true};
    if (!game.choice.legal.length) return game.is_over() ? {over: true} : null;
    const at = (element) => { const r = element.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
    const words = [...document.querySelectorAll(".words button")].filter((b) => b.textContent !== "Choose again");
    const tiles = [...document.querySelectorAll(".hand-tile:not(:disabled):not(.is-chosen)")];
    const places = [...game.choice.places()].filter((place) => !game.choice.chosen.includes(place));
    return {words: words.length, tiles: tiles.length, places, chosen: game.choice.chosen.length, ply: game.node.ply};"""
PRESS = """
    const list = args[0] === "words" ? [...document.querySelectorAll(".words button")].filter((b) => b.textContent !== "Choose again")
        : [...document.querySelectorAll(".hand-tile:not(:disabled):not(.is-chosen)")];
    list[args[1]].click();"""


def click_place(place):
    window.click('.board [data-place="%s"]:not([aria-hidden])' % place)


def play(moves=1000):
    """Clicks at random until the game or this many choices are over."""
    for _ in range(moves):
        seen = window.wait(THE_PAGE + LOOK)
        if not seen or seen.get("over"):
            return
        ways = [kind for kind in ("words", "tiles", "places") if seen[kind]]
        if seen["chosen"] and seen["places"]:
            ways = ["words", "places"] if seen["words"] else ["places"]
        way = rng.choice(ways)
        if way == "places":
            click_place(rng.choice(seen["places"]))
        else:
            run(PRESS, way, rng.randrange(seen[way]))


ok(window.wait(THE_PAGE + "return !!game?.state"), "the page opens with a game")

# Two halves, and what a record makes of them.
ok(begin("selacata", "torus 4x2") == "", "selacata begins")
play()
ok(window.wait("return document.querySelector('.play .result .primary')?.textContent") == "Begin the next half", "half-time has its button")
ok(window.run("return document.querySelector('.board-frame').getBoundingClientRect().right <= document.querySelector('.play .result').getBoundingClientRect().left"),
   "beside the board")
window.run("document.querySelector('.play .result .primary').click()")
window.wait(THE_PAGE + "return game.half === 1 && !game.busy && game.choice.legal.length")
ok(window.run("return document.querySelector('.plate .about').textContent").startswith("yellow"), "colours are kept")
taken = run("return [game.node.by, game.node.move]")
ok(taken[0] == 2 and run("return [...game.state.cells.values()].find((cell) => cell.last).colour") == "red", "also on the board")
heads = window.run("""return [...document.querySelectorAll(".play .line:last-of-type .column-head")].slice(-2).map((one) => [one.getBoundingClientRect().top, one.firstChild.className])""")
ok(heads[0][0] == heads[1][0] and "c-red" in heads[0][1], "and above the moves, side by side", heads)
ok(until(lambda: click_place(taken[1]) or "red" in (window.run("return document.querySelector('.said.refused')?.textContent") or "")),
   "and in the engine's words")
ok(window.run("return document.title") == "Your turn \u00b7 Selacata \u00b7 triancey", "the title says whose turn it is")
play()
window.wait(THE_PAGE + "return game.game_is_over()")
totals = run("return game.totals()")
ok(totals == run("return game.halves.map((h) => h.end.margins).reduce((a, b) => a.map((v, i) => v + b[i]))"), "totals add both halves")


def export(kind):
    """The file that the page writes."""
    return run("""const made = []; const make = URL.createObjectURL; URL.createObjectURL = (blob) => { made.push(blob); return make(blob); };
        document.querySelectorAll("dialog").forEach((d) => d.close()); page.open_dialog("share");
        [...document.querySelectorAll("dialog button")].find((b) => b.textContent === args[0]).click();
        document.querySelectorAll("dialog").forEach((d) => d.close()); URL.createObjectURL = make;
        return made[0].text()""", kind)


path = os.path.join(FOLDER.name, "game.csv")
text = export("CSV")
with open(path, "w", encoding="utf-8", newline="") as file:
    file.write(text)
record = os.path.join(FOLDER.name, "game.db")
referee = os.path.join(BUILD, "triancey-referee")
imported = pseudo.run([referee, "import", path, "--into", record], capture_output=True, check=False)
ok(imported.returncode == 0 and "1 game added" in imported.stdout, "the referee imports the file")
ok("nothing is wrong" in pseudo.run([referee, "verify", record], capture_output=True, check=False).stdout,
   "and finds nothing wrong with it")
exported = json.loads(subprocess.run([referee, "export", record, "--format", "json"], capture_output=True, text=True, check=True).stdout)
ours = json.loads(export("JSON"))
contract.described("files", "triancey-ID.json", [json.dumps(ours)])
ok([half["moves"] for half in ours["games"][0]["halves"]] == [half["moves"] for half in exported["games"][0]["halves"]] and
   [half["margins"] for half in ours["games"][0]["halves"]] == [half["margins"] for half in exported["games"][0]["halves"]],
   "JSON has what the record has")
# A file says when a half was over, not when it was written.
run("globalThis.Date = class extends Date { constructor(...words) { super(...(words.length ? words : [Date.now() + 5000])); } }")
ours = json.loads(export("JSON"))
path = os.path.join(FOLDER.name, "game.json")
with open(path, "w", encoding="utf-8") as file:
    json.dump(ours, file)
imported = pseudo.run([referee, "import", path, "--into", record], capture_output=True, check=False)
ok(imported.returncode == 0 and "1 was there already" in imported.stdout,
   "the referee imports it, and knows that it is the game of the CSV", imported.stdout + imported.stderr)
for kind, text in (("CSV", text), ("JSON of the page", json.dumps(ours)), ("JSON of the referee", json.dumps(exported))):
    ok(run("return page.open_text(args[0])", text) == "" and run("return game.totals()") == totals, kind + " is opened again")

# Who played and what went wrong is kept: kinds of players, faults, a half that was forfeited.
ok([engine["kind"] for engine in ours["engines"]] == ["human", "engine"], "JSON tells people from programs", ours["engines"])
kinds = {engine["name"]: engine["kind"] for engine in json.loads(subprocess.run(
    [referee, "import", path, "--into", record + "2"], capture_output=True, check=True).returncode == 0 and subprocess.run(
    [referee, "export", record + "2", "--format", "json"], capture_output=True, text=True, check=True).stdout)["engines"]}
ok(kinds == {engine["name"]: engine["kind"] for engine in ours["engines"]}, "so does a record", kinds)
run("return page.open_text(args[0])", json.dumps(ours))
ok(run("return game.seats.map((seat) => seat.level || seat.kind)") == ["person", "random"], "the page knows its own computers again")
first, second = ours["games"][0]["seats"]
forfeited = json.loads(json.dumps(exported))
for engine, kind in zip(forfeited["engines"], ("helped", "engine")):
    engine["kind"] = kind
worst = run("return game.worst")
forfeited["games"][0]["halves"][1].update(termination="time", at_fault=2, margins=[worst, -worst], faults=[
    {"engine": second, "kind": "warning", "text": "late"}, {"engine": second, "kind": "time", "text": "2 s \u00e9"}])
for _turn in range(2):  # a record has the game from another program, then from the page
    ok(run("return page.open_text(args[0])", json.dumps(forfeited)) == "", "a record with a forfeit is opened")
    ok(run("return game.halves[1].forfeit") == "time" and run("return game.margins_of(game.halves[1])") == [worst, -worst], "which is lost by it")
    run("return game.go_to(game.halves[1].end, 1)")
    ok("forfeited" in window.run("return document.querySelector('.choice .status').textContent"), "and that is said")
    again = json.loads(export("JSON"))
    ok([engine["kind"] for engine in again["engines"]] == ["helped", "engine"], "the kinds of players stay", again["engines"])
    ok(again["games"][0]["halves"][1]["faults"] == forfeited["games"][0]["halves"][1]["faults"], "and the faults", again["games"][0]["halves"][1])
    ok([half["termination"] for half in again["games"][0]["halves"]] == [half["termination"] for half in forfeited["games"][0]["halves"]], "and how halves ended")
    forfeited = again

# Two computers of one kind have names that differ, on the page and in a file.
run("document.querySelectorAll('dialog').forEach((d) => d.close()); return page.begin(args[0])", {
    "setup": {"game": "triancey", "grid": "torus 4x3", "keys": {}}, "seats": [{"kind": "computer", "level": "random"}] * 2})
names = run("return [...document.querySelectorAll('.plate .name')].map((one) => one.textContent)")
ok(names == ["Random (1)", "Random (2)"], "computers of one kind have numbers", names)
run("return game.resign(1)")
path = os.path.join(FOLDER.name, "twins.csv")
with open(path, "w", encoding="utf-8", newline="") as file:
    file.write(export("CSV"))
imported = pseudo.run([referee, "import", path, "--into", path + ".db"], capture_output=True, check=False)
ok(imported.returncode == 0, "and are two players of a record", imported.stderr)

# Back, variations, reloading, links.
begin("triancey", "torus 4x3")
play(2)
window.wait(THE_PAGE + "return !game.thinking && !game.busy && game.node.ply === 4")
window.press("u")
ok(window.wait(THE_PAGE + "return game.node.ply === 2 && game.choice.legal.length"), "undo goes back to the person's turn")
window.press("r")
ok(window.wait(THE_PAGE + "return game.node.ply === 4"), "redo comes back")
window.press(",", ",")
window.wait(THE_PAGE + "return game.node.ply === 2 && game.choice.legal.length")
other = run("return game.choice.legal.find((move) => game.node.children.every((n) => n.move !== move))")
click_place(other)
ok(window.wait(THE_PAGE + "return game.node.ply === 4 && game.node.parent.parent.children.length === 2"), "another move begins a variation, and is answered")
kept = run("return [game.id, game.position_line(game.node)]")
run("page.open_dialog('share')")
link = window.wait("return document.querySelector('dialog input').value.split('#')[1]")
packed = link.split(".")[1]
contract.described("files", "triancey-ID.json", [zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15)])
run("document.querySelector('dialog').close()")
window.open(page())
ok(window.wait(THE_PAGE + "return game?.state && [game.id, game.position_line(game.node)]") == kept, "the game is there again after reloading")
begin("tritt", None, {"size": 4})
words = run("""page.open_dialog("share"); const dialog = document.querySelector("dialog[open]"), words = dialog.textContent;
    const place = [...dialog.querySelectorAll(".field")].find((one) => one.textContent === "Or a link or a text that you were sent").querySelector("input");
    place.value = `Look: #${args[0]}.`; [...dialog.querySelectorAll("button")].find((one) => one.textContent === "Open it").click();
    return words;""", link)
ok("under \u201cOpen\u201d" in words and window.wait("return !document.querySelector('dialog[open]')") and
   run("return [game.id, game.position_line(game.node)]") == kept, "a page from a file says where its text is pasted, and takes it there")
begin("tritt", None, {"size": 4})
ok(run("return page.open_link(args[0])", "#" + link) == "" and run("return [game.id, game.position_line(game.node)]") == kept, "so it is from its link")
ok("damaged" in run("return page.open_link(args[0])", "#" + link[:-1]) and run("return game.id") == kept[0], "a link that is cut is refused, and nothing is lost")
bomb = zlib.compressobj(9, zlib.DEFLATED, -15)
bomb = base64.urlsafe_b64encode(bomb.compress(b" " * 5000000) + bomb.flush()).decode().rstrip("=")
said = run("return page.open_link(`#g=1.${args[0]}.${args[1].toString(36)}`)", bomb, zlib.crc32(bomb.encode()))
ok(said == "This link holds no game.", "so is one that would grow to 5 MB", said)

# A move is kept before it is seen in motion.
begin("triancey", "torus 4x3", seats=1)
window.wait(THE_PAGE + "return game.choice.legal.length")
ok(run("""const animate = page.board.animate; let kept;
    page.board.animate = () => { kept = page.shelf.list().find((one) => one.id === game.id).halves[0].moves; };
    await game.play("5"); page.board.animate = animate; return kept""") == ["5"], "a move is kept before its motion")

# Hints: moves that are legal, on the board and as buttons that play them.
begin("triancey", "torus 4x3")
window.wait(THE_PAGE + "return game.choice.legal.length")
window.press("h")
rows = window.wait("""const rows = [...document.querySelectorAll(".hints .lines .move")].map((one) => one.textContent);
    return document.querySelector(".hints h3")?.textContent === "The best moves" && rows""")
ok(rows and len(set(rows)) == 3 and set(rows) <= set(run("return game.choice.legal")), "hints are three moves that are legal", rows)
ok(run("return document.querySelectorAll('.hints .value').length") == 3, "with what they are expected to bring")
window.click(".hints .lines button")
ok(window.wait(THE_PAGE + "return game.halves[0].root.children[0]?.move") == rows[0], "a hint is played by its button")
window.wait(THE_PAGE + "return !game.thinking && !game.busy && game.node.ply === 2")

# Another language in the middle of a game: what the page says, and what the engine says.
kept = run("return game.position_line(game.node)")
taken = run("return game.node.move")
window.click("[data-command=settings]")
window.run("""const list = [...document.querySelectorAll("dialog[open] select")].find((one) => [...one.options].some((o) => o.value === "fr"));
    list.value = "fr"; list.dispatchEvent(new Event("change"));""")
ok(window.wait(THE_PAGE + "return document.documentElement.lang === 'fr' && game?.choice?.legal.length && game.position_line(game.node)") == kept,
   "the game goes on in French")
window.run("document.querySelectorAll('dialog').forEach((one) => one.close())")
click_place(taken)
told = window.wait("return document.querySelector('.said.refused')?.textContent")
ok(told and "case" in told and "cell" not in told, "the engine's reasons are French", told)
run("return page.speak('en')")

# A worker that dies.
begin("triancey", "torus 4x3")
play(1)
window.wait(THE_PAGE + "return !game.thinking && !game.busy && game.node.ply === 2 && game.choice.legal.length")
run("game.table.transport.close(); game.table.die('killed');")
click_place(run("return game.choice.legal[0]"))
ok(window.wait(THE_PAGE + "return !game.thinking && !game.busy && game.node.ply === 4"), "the game goes on after its table has died")
complaints = window.complaints()
ok(complaints == [], "no error in the console", complaints)
window.close()
done()
