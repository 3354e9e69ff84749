#!/usr/bin/env python3
"""Mistakes become exercises: which moves of a game do, against the native engine; when they come back; sounds and vibration only
after a setting; the place of exercises in a browser, with nothing and with something in it."""
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import Browser, page  # noqa: E402
from modules import Table  # noqa: E402
from node import Node, need_browser, skip_without  # noqa: E402
from tgi import done, enough, ok, processor_seconds  # noqa: E402

skip_without("esbuild")
node = Node("client", "exercises", "feel", "store", "transport_worker")
node.run("const kept = new Map(); globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => kept.set(name, text), removeItem: (name) => kept.delete(name) }")

# ---- mistakes of games ---------------------------------------------------------------------------------

table = Table()
table.send("setoption name Hash value 16")


def play(rng, board, game, halves, careless):
    """A game of two who are careless sometimes, as the shelf has it: the first of them is the reader."""
    found = []
    for half in range(1, halves + 1):
        table.send("setgrid %s %s" % (board, game), "setoption name Player value reference",
                   "setoption name Seed value %d" % rng.randrange(1 << 30), "position half %d" % half)
        moves = []
        while True:
            legal = table.moves()
            if not legal:
                break
            moves.append(rng.choice(legal) if rng.random() < careless else table.ask("go nodes 1", answer="bestmove").split()[1])
            table.send("play " + moves[-1])
        found.append({"moves": moves, "end": "0*%d" % len(moves), "finished": "2026-11-20T10:00:00Z"})
    return {"v": 1, "id": "one", "stamp": "a", "begun": True, "over": True, "game": game, "grid": board, "keys": {}, "started": "2026-11-20T10:00:00Z",
            "changed": "2026-11-20T10:00:00Z", "seats": [{"kind": "person"}, {"kind": "computer", "level": "2"}], "seed": 1, "at": [0, ""], "halves": found}


FIND = """const client = new m.client.Client(() => m.transport_worker.open_worker({ language: "en" }));
    await client.set_option("Hash", 16);
    const found = await m.exercises.mistakes_of(client, args[0]);
    client.end();
    return found;"""


def proved(line, go):
    """The margin that the native engine proves."""
    table.send("setoption name Player value search", line, "go " + go)
    margin = None
    while True:
        line = table.line()
        told = re.search(" margin (-?\\d+) bound exact", line)
        margin = int(told[1]) if told else margin
        if line.startswith("bestmove"):
            return margin


def check_game(entry):
    """Its exercises; each is what the native engine says, and no larger mistake is left out."""
    pid = node.process.process.pid
    before = processor_seconds(pid)
    found = node.run(FIND, entry)
    spent = processor_seconds(pid) - before
    name = "%s on %s" % (entry["game"], entry["grid"])
    right = bool(found)
    there = {(one["position"], len(one["moves"])) for one in found}
    least = min([one["loss"] for one in found] or [0])
    for half, played in enumerate(entry["halves"], 1):
        table.send("setgrid %s %s" % (entry["grid"], entry["game"]))
        moves = played["moves"]
        for ply in range(len(moves) - 1, len(moves) - enough(5, 14), -1):
            if (ply + half) % 2 == 0:  # the other's move
                continue
            line = "position half %d moves %s" % (half, " ".join(moves[:ply]))
            loss = proved(line, "solve") - proved(line, "solve searchmoves " + moves[ply])
            one = next((one for one in found if one["position"] == "position half %d" % half and len(one["moves"]) == ply), None)
            right &= one["loss"] == loss and one["played"] == moves[ply] and one["moves"] == moves[:ply] if one else loss < 2 or len(found) == 10 and loss <= least
    ok(right and len(there) == len(found) and all(one["loss"] >= 2 for one in found), name + ": each mistake of two cells, as it is proved", found)
    return found, spent


rng = random.Random(3)
play(rng, "torus 6x4", "selacata", 2, 1)
entry = play(rng, "torus 6x4", "selacata", 2, 0.6)
found, spent = check_game(entry)
ok(len(found) == 10 and min(len(half["moves"]) for half in entry["halves"]) >= 24, "ten exercises from a game of more than 24 moves", len(found), [len(half["moves"]) for half in entry["halves"]])
ok(spent < 5, "within five seconds of a processor: %.2f" % spent)
for _ in range(enough(1, 8)):
    check_game(play(rng, "torus 4x4", "triancey", 1, 0.7))
first = entry["halves"][0]["moves"]
table.send("setgrid torus 6x4 selacata", "position half 1 moves " + " ".join(first[:11]))
at = next(line.split(" at ")[1] for line in table.state() if " cells=" in line)
later = node.run(FIND, {**entry, "seats": [{"kind": "computer"}, {"kind": "person"}], "from": {"half": 1, "carry": [0, 0], "at": at}, "halves": [{"moves": first[11:], "end": "0*%d" % (len(first) - 11)}]})
others = node.run(FIND, {**entry, "seats": [{"kind": "computer"}, {"kind": "person"}], "halves": entry["halves"][:1]})
ok(later and [(at, one["played"], one["loss"]) for one in others] == [(one["position"].split(" at ")[1], one["played"], one["loss"]) for one in later],
   "a game from a position gives those of the moves after it", later, others)
for what, no in (({"over": False}, "that goes on"), ({"game": "tritt"}, "of another kind"), ({"seats": [{"kind": "person", "name": "Ann"}, {"kind": "computer"}]}, "of somebody else"),
                 ({"seats": [{"kind": "computer"}, {"kind": "computer"}]}, "of computers")):
    ok(not node.run("return m.exercises.is_usable(args[0])", {**entry, **what}), "none from a game " + no)
ok(node.run("return m.exercises.is_usable(args[0])", entry), "but from this one")
ok(node.run(FIND, {**entry, "halves": [{"moves": entry["halves"][0]["moves"][:12], "end": None}]}) == [], "none from a half that is not over")

# ---- when they come back -------------------------------------------------------------------------------

DAYS = [1, 3, 7, 14, 30, 60]
course = node.run("""let item = { id: "a", step: 0, due: 0 }, day = 100; const seen = [];
    for (let i = 0; i < 7; i++) { item = m.exercises.spaced(item, true, day); seen.push([item.due - day, m.exercises.is_known(item)]); day = item.due; }
    const missed = m.exercises.spaced(item, false, day);
    return [seen, missed.step, missed.due - day];""")
ok([days for days, _ in course[0]][:6] == DAYS and [known for _, known in course[0]] == [False] * 6 + [True], "it comes back after 1, 3, 7, 14, 30, 60 days; then it is known", course)
ok(course[1:] == [0, 1], "one that was missed begins anew tomorrow", course)
due = node.run("""const item = (id, due, loss, step) => ({ id, due, loss, step });
    return m.exercises.due_of([item("later", 101, 9, 1), item("small", 0, 2, 0), item("large", 0, 6, 0), item("old", 99, 8, 2), item("known", 50, 9, 7)], 100).map((one) => one.id)""")
ok(due == ["large", "small", "old"], "those that are due, in order", due)
kept = node.run("""m.exercises.keep(args[0], { one: "a" });
    m.exercises.answered(args[0][0].id, true, 100);
    m.exercises.keep(args[0], { two: "b" });
    const { looked, items } = m.exercises.kept();
    return [looked, items.length, items.filter((one) => one.step === 1 && one.due === 101).map((one) => one.id)]""", found)
ok(kept == [{"one": "a", "two": "b"}, 10, [found[0]["id"]]], "they are kept once, with what is known of them", kept)
many = node.run("""m.exercises.keep(Array.from({ length: 400 }, (_one, i) => ({ id: `x${i}`, moves: [], step: 0, due: 0, loss: i })));
    const { items } = m.exercises.kept(); localStorage.removeItem("triancey.exercises");
    return [items.length, Math.min(...items.map((one) => one.loss)), items.some((one) => one.step === 1)]""")
ok(many[0] == 300 and many[1] >= 90 and not many[2], "no more than there is room for: the largest mistakes that are not known", many)

# ---- what is heard and felt ----------------------------------------------------------------------------

heard = node.run("""let contexts = 0, tones = [], pulses = [];
    const gain = () => ({ gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to });
    globalThis.AudioContext = class {
      constructor() { contexts++; this.currentTime = 0; this.state = "running"; this.destination = {}; }
      createOscillator() { const one = { frequency: {}, connect: (to) => to, start: (at) => tones.push([one.frequency.value, at]), stop() {} }; return one; }
      createGain() { return gain(); }
    };
    navigator.vibrate = (pulse) => pulses.push(pulse);
    globalThis.matchMedia = () => ({ matches: true });
    const reaction = { waves: [[1], [1], [1], [1]] }, play = () => { tones = []; const wave = m.feel.sounds(reaction); for (let i = 0; i < 4; i++) wave(); return tones.map(([hertz]) => Math.round(hertz)); };
    const silent = [play(), (m.feel.sound_of("win"), tones.length), contexts];
    m.store.settings.sound = true;
    const chain = play();
    tones = [];
    m.feel.sound_of("win");
    const win = [tones.length, contexts];
    m.store.settings.haptics = false; m.feel.buzz("move");
    const before = pulses.length;
    m.store.settings.haptics = true; m.feel.buzz("move"); m.feel.buzz("win");
    return { silent, chain, win, before, pulses };""")
ok(heard["silent"] == [[], 0, 0], "nothing sounds before the setting: there is not even an audio context", heard)
ok(len(heard["chain"]) == 4 and heard["chain"][1:] == sorted(heard["chain"][1:]) and len(set(heard["chain"])) == 4, "then a move sounds, and each wave higher than the one before", heard)
ok(heard["win"] == [4, 1], "a win is four tones, in the same context", heard)
ok(heard["before"] == 0 and len(heard["pulses"]) == 2, "vibration is a setting, too", heard)
node.close()

# ---- in a browser --------------------------------------------------------------------------------------

need_browser("the place of exercises")
window = Browser(1200, 900)
window.open(page())
ok(window.wait("return !!document.getElementById('page').page?.game?.state"), "the page opens")
window.run("document.documentElement.dataset.motion = 'reduced'; document.getElementById('page').page.show_tab('learn')")
window.wait("return document.querySelector(\".practice-places a[href='#exercises']\")")
window.click(".practice-places a[href='#exercises']")
ok(window.wait("return /No exercises yet/.test(document.querySelector('.practice-dialog')?.innerText)"), "a link in the tab leads to an empty place, which says what to do")
window.run("document.querySelector('.practice-dialog').close(); localStorage.setItem('triancey.game.one', JSON.stringify(args[0]))", entry)
ok(window.wait("return location.hash === ''"), "its address goes with it")
window.run("location.hash = '#exercises'")
ok(window.wait("const all = document.querySelectorAll('.practice-list li'); return all.length === 10 && document.querySelector('.practice [role=status]').textContent === ''"), "the game gives ten")
window.click(".practice .big-button")
VIEW = "const view = document.querySelector('.lesson-dialog')?.exercise;"
ok(window.wait(VIEW + "return view?.best && !view.busy"), "the first is shown")
worst = max(found, key=lambda one: one["loss"])
task = window.run(VIEW + "return [view.task.moves, view.task.played, view.best.margin]")
ok(task[0] == worst["moves"] and task[1] == worst["played"], "the largest mistake", task)
window.run(VIEW + "view.choose(args[0])", worst["played"])
ok(window.wait(VIEW + "return view.wrong && !view.busy"), "the mistake again")
said = window.run(VIEW + "return view.said.innerText")
ok("the move of your game" in said and "loses %d cells" % worst["loss"] in said, "is said to be one", said)
window.run("document.querySelector('.lesson-help button').click()")
ok(window.wait(VIEW + "return !view.wrong && !view.busy"), "it is taken back")
window.run(VIEW + "view.choose(view.best.move)")
ok(window.wait(VIEW + "return view.settled && !view.next.hidden"), "the best move is right")
due = window.run("return JSON.parse(localStorage.getItem('triancey.exercises')).items.find((one) => one.id === args[0])", worst["id"])
ok(due["step"] == 0 and due["due"] > 20000, "what was missed at first comes back tomorrow", due)
window.run(VIEW + "view.next.click()")
ok(window.wait(VIEW + "return view.task.moves.join() !== args[0] && !view.busy", ",".join(worst["moves"])), "the next one follows")
window.run(VIEW + "view.choose(view.best.move)")
ok(window.wait(VIEW + "return view.settled"), "solved at once")
ok(window.run("const items = JSON.parse(localStorage.getItem('triancey.exercises')).items; return items.filter((one) => one.step === 1).length") == 1, "it has come a step further")
ok(window.run("return document.querySelector('.celebration') === null"), "no motion where none is wanted")
complaints = window.complaints()
ok(complaints == [], "nobody complains", *complaints)
window.close()
done()
