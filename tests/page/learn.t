#!/usr/bin/env python3
"""Learning on the page: each lesson is done, some by clicks, one by keys; wrong tries are answered and taken
back; what the lessons say of their positions is counted by the native engine; the rules of each
game are there in both languages, with pictures. What is no matter of looks is asked in node first."""
import json
import os
import re
import sys
sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import modules  # noqa: E402
from browser import Browser, page  # noqa: E402
from node import Node, need_browser, skip_without  # noqa: E402
from tgi import BUILD, NIGHTLY, SOURCE, done, enough, ok  # noqa: E402

skip_without("esbuild")
GAMES = ("triancey", "selacata", "archipel", "tritt", "triangulation", "trioker-duel", "trioker-rapid", "trioker-puzzle")
FIRST_WORD = re.compile("[-/:=+@]")
node = Node("embedded", "lessons", "lessons_session", "texts", "transport_worker")

# ---- what the lessons say ------------------------------------------------------------------------------

courses = node.run("return m.lessons.courses")
lessons = [lesson for course in courses for lesson in course["lessons"]]
pictures = json.loads(node.run("return m.embedded.embedded('pictures')"))
steps = [(lesson, i, step) for lesson in lessons for i, step in enumerate(lesson["steps"])]
ok(all(len(course["lessons"]) >= 5 for course in courses) and len({lesson["name"] for lesson in lessons}) == len(lessons) and
   {game for course in courses for game in course["games"]} == set(GAMES), "there are five lessons for every game, or more")
with open(os.path.join(BUILD, "club", "site", "lesson_heads.c"), encoding="utf-8") as file:
    ok(re.findall('{"(.*?)", "(.*?)", "(.*?)", "(.*?)"}', file.read()) == [(course["title"], course["games"][0], lesson["title"], lesson["about"]) for course in courses for lesson in course["lessons"]],
       "the heads of their addresses have their titles, and the boards of their games")
table = modules.Table()
table.send("setoption name Hash value 1")  # a larger one takes longer to clear than to fill


def setgrid_of(setup):
    return " ".join([word for word in (setup.get("grid"), setup["game"]) if word] + ["%s %d" % key for key in setup.get("keys", {}).items()])


def reach(step, moves=()):
    table.send("setgrid " + setgrid_of(step["setup"]))
    words = ["position"]
    if step.get("half"):
        words += ["half", str(step["half"]), "carry", str(step["carry"]), str(-step["carry"])]
    if step.get("at"):
        words += ["at", step["at"]]
    moves = list(step.get("moves", ())) + list(moves)
    table.send(" ".join(words + (["moves"] + moves if moves else [])))


def reaction(move):
    """The cells that a move takes besides its own; None if it is not allowed."""
    match = re.search(" waves (.*)", table.preview(move))
    return match and [word.split("<")[0] for word in match[1].split(" / ", 1)[1].split() if word != "/"] if match and " / " in match[1] else match and []


def colours():
    return dict(re.findall(r"state cell (\d+) colour (\w+)", "\n".join(table.state())))


def row_of(lines, seat):
    """What `state` says of a seat: its points and its prisoners."""
    row = re.search("state seat %d colour \\S+ points (-?\\d+) .*" % seat, "\n".join(lines))
    holds = re.search(" holds (.*) name ", row[0])
    return int(row[1]), holds[1].split() if holds else []


def piece_on(lines, at):
    """The line of the piece that covers these points; "" if there is none."""
    return next((line for line in lines if line.startswith("state piece at ") and set(at) <= set(line.split(" colours ")[0].split()[3:])), "")


def over():
    return re.search(" over (\\S+)", table.state()[0])[1]


def solved():
    """The best move, and the margin that the player to move is sure of."""
    table.send("go solve")
    margin = None
    while True:
        line = table.line()
        margin = re.search(" margin (-?\\d+)", line) or margin
        if line.startswith("bestmove"):
            return line.split()[1], int(margin[1])


def margin_of(step, seat):
    """Of a position, for a seat, with best play."""
    lines = table.state()
    if " over no" not in lines[0]:
        return int(re.search("state seat %d .*margin (-?\\d+)" % seat, "\n".join(lines))[1])
    return solved()[1] * (1 if " turn %d " % seat in lines[0] else -1)


def seat_of(step):
    reach(step)
    return int(re.search(" turn (\\d+) ", table.state()[0])[1])


def does(step, move):
    """Whether a move does the task, counted here once more."""
    task, kind = step["task"], step["task"]["kind"]
    seat, before, took = seat_of(step), table.state(), reaction(move)
    reach(step, [move])
    after = table.state()
    head, (points, holds) = after[0] + " ", row_of(after, seat)
    if kind == "any":
        return True
    if kind == "plays":
        return move in task["moves"]
    if kind == "stands":
        line = piece_on(after, task["at"]) + " "
        return line != " " and (" seat %s " % task.get("seat", "")) in line + " seat  " and (" label %s " % task.get("label", "")) in line + " label  "
    if kind == "captures":
        return len(holds) > len(row_of(before, seat)[1]) and task.get("piece", holds[0]) in holds
    if kind == "gains":
        return points - row_of(before, seat)[0] >= task["points"]
    if kind == "fills":
        return all(re.search("state cell %s .*value \\S*%s" % (cell, re.escape(task.get("value", ""))), "\n".join(after)) for cell in task["cells"])
    if kind == "again":
        return " turn %d " % seat in head
    if kind == "blocks":
        return table.moves() == ["pass"]
    if kind == "checks":
        return " phase check " in head and (not task.get("mates") or " mated" in next(line for line in after if line.startswith("state position")))
    if kind == "keeps":
        replies = [table.preview(reply) for reply in table.moves()]
        return all(" over no " in line and int(re.search(" p%d (-?\\d+)" % seat, line)[1]) >= points for line in replies)
    if kind == "safe":
        return not any(" over %s " % task["over"] in table.preview(reply) for reply in table.moves())
    if kind == "solvable":
        return margin_of(step, 1) == len([line for line in table.board(setgrid_of(step["setup"])) if line.startswith("board cell")])
    if kind == "takes":
        return len(took) >= task["least"]
    if kind == "spares":
        return len(took) <= task["most"]
    if kind == "reaches":
        return set(task["cells"]) <= set(took)
    if kind == "owns":
        return {colours().get(cell) for cell in task["cells"]} == {"yellow"}
    if kind == "ends":
        return over() == task["over"]
    if kind == "limits":
        return max(len(reaction(reply)) for reply in table.moves()) <= task["most"]
    if kind == "starves":
        return not took and all(reaction(reply) for reply in table.moves())
    return margin_of(step, seat) + step.get("carry", 0) > 0


def answers(step):
    """All moves that do the task, and how many there are."""
    reach(step)
    moves = table.moves()
    good = []
    for move in moves:
        reach(step)
        if does(step, move):
            good.append(move)
    return good, moves


found = {}
for lesson, i, step in steps:
    name = "%s %d" % (lesson["name"], i + 1)
    if step["task"]["kind"] == "refused":
        reach(step)
        ok(" legal no " in table.preview(step["solution"][0]) and step["solution"][0] not in colours(), name + ": what is asked for is refused")
        continue
    good, moves = found[name] = answers(step)
    wanted = len(moves) if step["task"].get("over") in ("full", "solved") or step["task"]["kind"] == "any" else len(moves) - 1
    ok(step["solution"][0] in good and len(good) <= wanted, name + ": its solution is one, and not every move is", good)

# What the texts count.
ok(len(found["chains 1"][0]) == 1, "only one cell takes three")
ok(len(found["chains 2"][0]) == 1, "only one cell takes six")
ok(len(found["rings 1"][0]) == len(found["rings 3"][0]) == 1, "each ring is closed by one cell")
ok(len(found["selacata 3"][0]) == 4, "there are four quiet moves", found["selacata 3"][0])
ok(len(found["selacata 4"][0]) == 1, "one move takes three cells or fewer")
ok(len(found["tempo 1"][0]) == len(found["tempo 3"][0]) == 1, "one move is right in the endgames")
by_name = {"%s %d" % (lesson["name"], i + 1): step for lesson, i, step in steps}
reach(by_name["chains 2"])
ok(table.preview("30").count(" / ") == 5 and max(len(reaction(move)) for move in table.moves()) == 6, "the six fall in five waves, and more are not to be had")
reach(by_name["corridors 2"])
ok(set(reaction("21")) == set(by_name["corridors 2"]["mark"]), "from outside the whole corridor falls")
for lesson, i, step in steps:
    if step["task"]["kind"] == "takes" and lesson["name"] == "corridors" and i != 1:
        reach(step)
        ok(set(step["mark"]) <= set(reaction(step["solution"][0])) | {step["solution"][0]}, "corridor %d falls as a whole" % (i + 1))
reach(by_name["rings 2"])
ring = set(by_name["rings 2"]["mark"])
ok(not any(ring & set(reaction(move)) for move in table.moves()), "no red move takes a cell of the ring")
reach(by_name["selacata 4"])
sizes = sorted(len(reaction(move)) for move in table.moves())
ok(sizes[0] == 3 and sizes[-1] == 13, "three cells at least and thirteen at most", sizes)
reach(by_name["tempo 2"])
ok(sorted(move for move in table.moves() if not reaction(move)) == sorted(by_name["tempo 2"]["mark"]), "the outlined cells are the quiet ones")
reach(by_name["tempo 1"])
ok([move for move in table.moves() if not reaction(move)] == by_name["tempo 1"]["solution"], "there is one quiet move")
for name, yellow, red in (("ends 1", 14, 10), ("halves 1", 11, 21)):
    reach(by_name[name], by_name[name]["solution"])
    counts = list(colours().values())
    ok(counts.count("yellow") == yellow and counts.count("red") == red, name + ": the counts that the text says", counts)
best = []
for move in found["halves 2"][1]:
    reach(by_name["halves 2"], [move])
    best.append(margin_of(by_name["halves 2"], 1))
ok(max(best) < 0 < max(best) + by_name["halves 2"]["carry"], "halves 2: the half is lost, the game is not", best)

# ---- lessons without the page ----------------------------------------------------------------------------

node.run("globalThis.session = new m.lessons_session.Session(() => m.transport_worker.open_worker())")
TRY = """
    await session.play(args[0]);
    const fault = await session.judge();
    if (fault || !session.step.reply || session.game.is_over()) return [fault, true];
    await session.answer();
    return ["", session.step.reply === "once" || session.game.is_over()];"""


def best_move(step, moves):
    """The solver's choice in a step that goes on."""
    reach(step, moves)
    return solved()[0]


wrong_moves = {}
for lesson, i, step in steps:
    name = "%s %d" % (lesson["name"], i + 1)
    reach(step)
    legal = node.run("return (await session.begin(args[0])).choice.legal", step)
    if step.get("half"):
        own = node.run("const { state } = session.game; return [state.seats.map((seat) => seat.colour), state.turn, [...state.cells.values()].find((cell) => cell.last).colour]")
        ok(own == [["yellow", "red"], 1, "red"], name + ": the colours are those of the first half", own)
    ok(legal == table.moves() and len(legal) > 0, name + " begins where it should", legal)
    if name not in found:
        said = node.run("return session.game.preview(args[0])", step["solution"][0])
        ok(not said["legal"] and len(said["why"]) > 10, name + ": a reason is given", said)
        continue
    good, moves = found[name]
    wrong_moves[name] = [move for move in moves if move not in good]
    for wrong in wrong_moves[name][:1]:
        fault, over_now = node.run(TRY, wrong)
        ok(len(fault) > 10 and over_now, name + ": a wrong try has an answer", fault)
        ok(node.run("await session.take_back(); return session.game.choice.legal") == moves, name + ": and is undone")
    fault, over_now = node.run(TRY, step["solution"][0])
    for _ in range(20):
        if fault or over_now:
            break
        fault, over_now = node.run(TRY, best_move(step, node.run("return session.played")))
    ok(fault == "" and over_now, name + " is done", fault)

# ---- positions of the rules --------------------------------------------------------------------------

marks = {}
for language, name in (("en", "RULES.md"), ("fr", "RULES.fr.md")):
    with open(os.path.join(SOURCE, "games", name), encoding="utf-8") as file:
        marks[language] = re.findall("<!-- picture: (\\S+) -->", file.read())
ok(marks["en"] == marks["fr"] and len(set(marks["en"])) == len(marks["en"]) > 10 and set(marks["en"]) <= set(pictures),
   "both languages have pictures at the same places", marks)
for name, picture in pictures.items():
    table.send("setgrid " + picture["board"])
    table.send("position" + (" moves " + picture["moves"] if picture["moves"] else ""))
    table.send("isready")
    answer = table.until("readyok")
    ok(not any(line.startswith("error") for line in answer if line), "the position of '%s' is legal" % name, answer)

# ---- texts of the rules ----------------------------------------------------------------------------------

ok(node.run("await m.texts.learn_language('fr'); m.texts.speak('fr'); const said = [m.texts._(''), m.texts._('Tritt')]; m.texts.speak('en'); return said") == ["", "Tritt"], "no text has no translation")
RULES = """const chunks = await m.texts.texts_in("rules", args[0]);
    return chunks.filter((chunk) => chunk.games.includes(args[1])).map((chunk) => chunk.html).join("")"""
for language in ("en", "fr"):
    for game in GAMES:
        html = node.run(RULES, language, game)
        plain = re.sub("<[^>]*>", "", re.sub("<code>.*?</code>", "code", html))
        ok(len(plain) > 800 and '<em class="ours">' in html and not re.search("<!--|\\*\\*|^\\|", plain, re.M),
           "%s, %s: rules are there, ours marked" % (game, language), plain[:200])
        ok(not re.search("\u00ab | [:;!?\u00bb]", plain), "%s, %s: no line ends before a colon or inside a quotation mark" % (game, language),
           re.findall(".{20}(?:\u00ab | [:;!?\u00bb])", plain))

# ---- lessons by clicks ---------------------------------------------------------------------------------

node.close()
need_browser("learning on the page")
window = Browser(1200, 900)


def start(fragment, language="en"):
    window.open("%s?lang=%s%s" % (page(), language, fragment))
    ok(window.wait("return document.getElementById('page')?.page?.game?.state && document.querySelector('dialog[open]')"),
       "%s opens a dialog" % fragment)


def follow(fragment):
    """Goes to another address and waits until the dialog that was open is closed; what there is then."""
    return window.run("""const old = document.querySelector("dialog[open]") ?? window, closed = new Promise((resolve) =>
            old.addEventListener(old === window ? "hashchange" : "close", resolve, { once: true }));
        location.hash = args[0];
        await closed;
        return [location.hash, document.querySelectorAll("dialog[open]").length]""", fragment)


def text(selector):
    return window.run("return document.querySelector(args[0])?.textContent || ''", selector)


def ready():
    return window.wait("const {lesson} = document.querySelector('.lesson-dialog'); return !lesson.busy")


DONE = "document.querySelector('.lesson-ways .primary, .lesson-play:not([hidden])') !== null"


def is_done():
    return window.run("return " + DONE)


WORDS = re.compile("[-/:=+@]")
CLICK = """const tile = document.querySelector(`.lesson-board [role=button][data-place="${args[0]}"]`), box = tile.querySelector(".lit, .hit").getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height * 0.5].map(Math.round)"""


def touch(place):
    x, y = window.run(CLICK, place)
    window.click_at(x, y)


def play(move):
    """Chooses a move word by word, by clicks: places, pieces of a hand, and words on buttons."""
    if re.match("\\d+:[0-9*]{3}$", move):
        place, values = move.split(":")
        turns = sorted(values[i:] + values[:i] for i in range(3))
        window.run("""const tiles = [...document.querySelectorAll(".lesson-board .hand.turn .hand-tile:not(:disabled)")];
            tiles.find((one) => args[0].some((turn) => one.getAttribute("aria-label").endsWith([...turn].join(" ")))).click()""", turns)
        touch(place)
        if not ready():
            return
        window.run("""const { lesson } = document.querySelector(".lesson-dialog");
            for (let i = 0; i < 3 && lesson.game.choice.lying() && lesson.game.choice.lying().shown !== args[0]; i++) lesson.turn();
            document.querySelector(".lesson-board .words .primary")?.click()""", values)
        return
    for word in WORDS.split(move):
        if window.run("return document.querySelector('.lesson-dialog').lesson.game.is_place(args[0])", word):
            touch(word)
        else:
            window.run("document.querySelector('.lesson-dialog').lesson.choose(args[0])", word)
    if ready() and not is_done():
        window.run("[...document.querySelectorAll('.lesson-board .words .primary')].at(0)?.click()")


def settled():
    return window.wait("return " + DONE)


# A lesson from its beginning to its end, the step before it, and one where a cell is refused.
CLICKED = ("tempo", "tritt-slides", "triangulation-rescue", "trioker-rule", "rapid-giving")
LESSON = "const {lesson} = document.querySelector('.lesson-dialog');"


def number_of(name):
    return next(i for i, lesson in enumerate(lessons) if lesson["name"] == name)


def slide_is_shown():
    """What a slide of Tritt may begin with, and where it may end, is seen also where pieces lie."""
    window.run(LESSON + "await lesson.show(args[0], 0)", number_of("tritt-line"))
    ready()
    rings = []
    for word in "a1", "a3", "d2":
        window.run(LESSON + "await lesson.choose(args[0])", word)
        rings.append(window.run("return document.querySelectorAll('.lesson-board .ring-over').length"))
    marks = window.run("""const marks = document.querySelector(".lesson-board .mark-over"), bars = [...document.querySelectorAll(".lesson-board .bar")];
        return [marks.children.length, bars.every((bar) => bar.compareDocumentPosition(marks) & Node.DOCUMENT_POSITION_FOLLOWING)]""")
    ok(marks == [3, True], "the points that a step speaks of are outlined also where pieces lie", marks)
    said = text(".lesson-said")
    ok(rings == [0, 2, 2] and said == "Now the point to which it slides.", "rings on pieces say what may slide, and where to", rings, said)
    window.run(LESSON + "await lesson.choose('a4')")
    shown = window.run(LESSON + "return [lesson.game.choice.chosen, document.querySelectorAll('.lesson-board .laid .bar').length]")
    ok(shown == [["a1", "a3", "d2"], 1] and "choose again" in text(".lesson-said"), "the new piece is seen, and a point that leads nowhere takes nothing back", shown, text(".lesson-said"))
    window.run(LESSON + "await lesson.choose('f4')")
    ok(ready() and window.run(LESSON + "return lesson.session.played") == ["a1-a3/d2-e3"] and is_done(), "a slide is named by the point to which an end comes, too", text(".lesson-said"))
    for lesson, step, word, why in (("tritt-line", 2, "f3", "f3 can only be the centre of a piece: choose its two ends, such as e2 and g4."),
                                    ("tritt-line", 0, "c4", "No piece fits on c4: its three points must be free."),
                                    ("tritt-rows", 0, "c1", "three red points would lie in a row at c2")):
        window.run(LESSON + "await lesson.show(args[0], args[1]); await lesson.choose(args[2])", number_of(lesson), step, word)
        ok(window.wait(LESSON + "return !lesson.busy") and why in text(".lesson-said"), "%s: why no piece begins there" % word, text(".lesson-said"))


def refutation_is_shown():
    """After a move that loses, the winning answer is seen; both are taken back."""
    window.run(LESSON + "await lesson.show(args[0], 0)", number_of("tritt-defence"))
    ready()
    window.run(LESSON + "await lesson.choose('a1'); await lesson.choose('a3')")
    seen = window.wait(LESSON + "return !lesson.busy && lesson.wrong && [lesson.session.played, document.querySelectorAll('.lesson-board .line-made').length]")
    ok(seen == [["a1-a3", "f3-f5/b4-c4"], 1] and text(".lesson-said").startswith("Then your opponent wins"), "a move that loses is answered on the board", seen, text(".lesson-said"))
    window.click(".lesson-help button.primary:not([hidden])")
    ok(window.wait(LESSON + "return !lesson.busy && !lesson.wrong && lesson.game.choice.legal.includes('a1-a3')") and window.run(LESSON + "return lesson.session.played") == [], "and both are taken back")


clicked = [one for one in steps if NIGHTLY or one[0]["name"] in CLICKED or one[2] is lessons[6]["steps"][-1] or one[0]["name"] == "selacata" and one[1] == 0]
before = {lesson["name"]: [i for i, step in enumerate(lesson["steps"]) if (lesson, i, step) not in clicked] for lesson in lessons}
start("#learn/1")
window.run("document.documentElement.dataset.motion = 'reduced'; localStorage.setItem('triancey.lessons', JSON.stringify(args[0]))", before)
ready()
slide_is_shown()
refutation_is_shown()
for lesson, i, step in clicked:
    name, address = "%s %d" % (lesson["name"], i + 1), "#learn/%d" % (lessons.index(lesson) + 1)
    if window.run("return location.hash !== args[0]", address):
        follow(address)
    ready()
    ok(lesson["title"] in text(".lesson-dialog h2") and window.run("return document.querySelector('.lesson-steps [aria-current=step]').getAttribute('aria-label')") == "Step %d" % (i + 1),
       name + " is shown", text(".lesson-dialog h2"))
    if step["task"]["kind"] == "refused":
        place, *piece = WORDS.split(step["solution"][0])
        for word in piece[:1] + [place] if re.match("[0-9*]{3}$", (piece or [""])[0]) else [place] + piece:
            window.run("await document.querySelector('.lesson-dialog').lesson.choose(args[0])", word)
    for wrong in wrong_moves.get(name, [])[:1]:
        play(wrong)
        ok(window.wait("return document.querySelector('.lesson-help button.primary:not([hidden])') !== null") and
           window.run("return document.querySelector('.lesson-said').dataset.kind") == "wrong" and len(text(".lesson-said")) > 10,
           name + ": a wrong try is answered", text(".lesson-said"))
        window.click(".lesson-help button.primary")
        ok(window.wait("return document.querySelector('.lesson-dialog').lesson.game.choice.legal.includes(args[0])", wrong), name + ": and taken back")
        ready()
    if step["task"]["kind"] != "refused":
        play(step["solution"][0])
    for _ in range(20):
        if ready() and is_done():
            break
        line = window.run("return document.querySelector('.lesson-dialog').lesson.session.played")
        play(best_move(step, line))
    ok(settled() and window.run("return document.querySelector('.lesson-said').dataset.kind") == "good", name + " is done by clicks", text(".lesson-said"))
    if text(".lesson-ways button:last-child") != "Finish":
        window.click(".lesson-ways button:last-child")
        window.wait("return !document.querySelector('.lesson-ways .primary')")
    elif lesson["name"] == "tempo":
        ok(text(".lesson-play") == "Play a game of Triancey", "who has done the last lesson can play at once", text(".lesson-play"))
        window.click(".lesson-ways button:last-child")
        ok(window.wait("return !document.querySelector('dialog[open]') && location.hash === ''"), "the last step of a game closes the dialog")
window.press("Escape")
window.run("document.getElementById('page').page.show_tab('learn')")
ok(window.run("return document.querySelectorAll('.lesson-list .is-done').length") == len(lessons), "all lessons are marked as done")
follow("#learn/8")
window.run("""const kept = JSON.parse(localStorage.getItem("triancey.lessons"));
    localStorage.setItem("triancey.lessons", JSON.stringify({ ...kept, chains: [] }))""")
for address in ("#rules/tritt", "#learn/4", "#learn/2"):
    ok(follow(address) == [address, 1], "%s takes the place of what was open, and keeps its address" % address)

# ---- by keys ---------------------------------------------------------------------------------------------

ready()
ok(window.run("return document.activeElement === document.querySelector('.lesson-dialog h2')"), "the focus begins at the title")


def press_to(place):
    """Goes to a cell by Tab and arrows, each towards it."""
    for _ in range(12):
        if window.run("return document.activeElement.matches('.lesson-board [role=button]')"):
            break
        window.press("Tab")
    visited = set()
    for _ in range(40):
        at, x, y = window.run("""const middle = (one) => { const box = one.querySelector(".lit").getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
            const here = document.activeElement, there = document.querySelector(`.lesson-board [role=button][data-place="${args[0]}"]`);
            const a = middle(here), b = middle(there); return [here.dataset.place, b[0] - a[0], b[1] - a[1]]""", place)
        if at == place:
            return True
        across, along = "Right" if x > 0 else "Left", "Down" if y > 0 else "Up"
        key = along if abs(y) > 40 and (at, along) not in visited else across
        visited.add((at, key))
        window.press(key)
    return False


for i, step in enumerate(lessons[1]["steps"][:enough(1, 3)]):
    ready()
    ok(press_to(step["solution"][0]), "arrows lead to cell " + step["solution"][0])
    window.press("Enter")
    ok(settled() and window.run("return document.activeElement.matches('.lesson-ways .primary')"), "chains %d is done by keys, and the focus goes on" % (i + 1))
    window.press("Enter")
    window.wait("return !document.querySelector('.lesson-ways .primary')")
window.press("Escape")
ok(window.wait("return !document.querySelector('dialog[open]')"), "Escape closes the lesson")

# ---- why -------------------------------------------------------------------------------------------------

STATUS = "document.querySelector('.choice .said').textContent"
HERE = """const box = document.querySelector(`.board-frame [role=button][data-place="${args[0]}"] .lit`).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round)"""


def rest_on(place):
    x, y = window.run(HERE, place)
    window.mouse("Moved", x, y)


window.run("""return document.getElementById("page").page.begin({setup: {game: "selacata", grid: "torus 5x4", keys: {}},
    seats: [{kind: "person"}, {kind: "person"}]})""")
window.run("const { game } = document.getElementById('page').page; for (const move of ['20', '19']) await game.play(move);")
before = window.run("return " + STATUS)
table.send("setgrid torus 5x4 selacata")
table.send("position moves 20 19")


def sentence(text):
    return text[0].upper() + text[1:] + "."


reason = sentence(re.search(" why (.*)", table.preview("21"))[1])
rest_on("21")
ok(window.wait("return %s === args[0]" % STATUS, reason), "resting on a closed cell says why, in the engine's words", reason)
rest_on("34")
ok(window.wait("return %s === args[0]" % STATUS, before), "it goes with the mouse")
window.run("document.getElementById('page').page.board.onlongpress('34')")
ok(window.wait("return %s.includes('34')" % STATUS), "a long press says what an open cell would do")
window.run("document.getElementById('page').page.board.onchoose('19')")
ok(window.wait("return %s === args[0]" % STATUS, sentence(re.search(" why (.*)", table.preview("19"))[1])), "a touch says why a taken cell is not to be had")

# ---- rules -----------------------------------------------------------------------------------------------

for language, games in (("en", GAMES if NIGHTLY else GAMES[::4]), ("fr", GAMES if NIGHTLY else GAMES[3::4])):
    if language == "fr":
        start("#learn/8", language)
        ok(window.run("return document.querySelectorAll('.lesson-steps .is-done').length") == len(lessons[7]["steps"]), "progress is kept in the browser")
    for game in games:
        ok(follow("#rules/" + game) == ["#rules/" + game, 1], "#rules/%s opens a dialog" % game)
        ok(window.wait("return document.querySelector('.rules figure') && ![...document.querySelectorAll('.rules figure')].some((one) => !one.children.length)"),
           "%s, %s: pictures are drawn" % (game, language))
        found = window.run("""const rules = document.querySelector(".rules"); return [rules.textContent, rules.querySelectorAll("em.ours").length,
            rules.querySelectorAll("figure svg[role=img][aria-label]").length, rules.querySelectorAll("figure").length]""")
        ok(len(found[0]) > 800 and found[1] > 0 and found[2] == found[3] > 0, "%s, %s: rules are shown, ours marked" % (game, language), found[1:])
complaints = window.complaints()
ok(complaints == [], "no error in the console", *complaints)
window.close()
done()
