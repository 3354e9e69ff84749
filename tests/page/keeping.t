#!/usr/bin/env python3
"""What the page keeps and reads: trees of moves, choosing word by word, links, games of the browser, CSV, levels; each module
by itself, against what its form says."""
import os
import random
import re
import sys
import zlib
import base64
import csv
import io
import json
sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from node import Node, skip_without  # noqa: E402
from tgi import SOURCE, Engine, done, enough, ok  # noqa: E402

skip_without("esbuild")
window = Node("tree", "choice", "link", "csv", "levels", "files", "shelf", "names", "site_game", "transport_worker", "panel_result", "panel_seats", "panel_games", "games", "texts", "client")

# Trees of moves.
LIST = ["a", "b", ["c", "d", ["e"]], "f"]
ok(window.run("return m.tree.to_list(m.tree.from_list(args[0]))", LIST) == LIST, "a tree is written as it was read")
ok(window.run("""const root = m.tree.from_list(args[0]), b = root.children[0].children[0];
    return [m.tree.path_to(m.tree.tip_of(root)).map((n) => n.move).join(""), m.tree.path_to(b.parent.children[1].children[0]).map((n) => n.move).join("")]""",
              LIST) == ["abf", "acd"], "stepping follows the main line, a variation has its own")
ok(window.run("""const root = m.tree.from_list(args[0]); m.tree.prune(root.children[0].children[0]);
    return m.tree.to_list(root)""", LIST) == ["a", "c", "d", ["e"]], "a line that is taken away leaves its variation")


# Moves, word by word.
def choose(legal, places, words, either=False):
    """What each word leads to, and the move at the end."""
    return window.run("""const [legal, places, words, either] = args, set = new Set(places);
        const c = new m.choice.Choice(legal, (word) => set.has(word), {either});
        return words.map((word) => { const got = c.choose(word); return got.move || got.what; })""",
                      legal, places, words, either)


ok(choose(["3", "4"], ["3", "4", "5"], ["5", "4"]) == ["no", "4"], "one place is one move")
ok(choose(["A1-B2", "A1-C3", "D4-C3"], ["A1", "B2", "C3", "D4"], ["A1", "C3"]) == ["more", "A1-C3"], "two places, one after the other")
ok(choose(["A1-B2", "D4-C3"], ["A1", "B2", "C3", "D4"], ["A1", "D4", "C3"]) == ["more", "more", "D4-C3"], "another first place begins anew")
ok(choose(["a1-a3"], ["a1", "a3"], ["a3", "a1"], True) == ["more", "a1-a3"], "two places in either order")
ok(choose(["a1-a3", "a1-a3/c1-c2"], ["a1", "a3", "c1", "c2"], ["a1", "a3", "c1", "c2"]) ==
   ["more", "more", "more", "a1-a3/c1-c2"], "a move goes on where a shorter one could end")
ok(choose(["34:012", "34:120", "35:012"], ["34", "35"], ["201", "35"]) == ["more", "35:012"], "a piece first, however it is turned")
ok(choose(["34:012", "34:120", "35:012"], ["34", "35"], ["34", "012", "120"]) == ["more", "more", "34:120"], "a place first, then the piece, then its turn")
# Every legal move can be chosen, place first or piece first, and no word of it takes back what was chosen before.
ALL = """const [legal, places] = args, set = new Set(places), lost = [];
    const is_place = (word) => set.has(word), proto = new m.choice.Choice(legal, is_place);
    for (const { move, words } of proto.entries) {
        const c = new m.choice.Choice(legal, is_place);
        let got = { what: "more" };
        for (const word of words) {
            if (got.what !== "more" || c.takes_back(word)) break;
            got = c.choose(word);
        }
        if (got.move !== move && !(got.what === "more" && c.complete().includes(move))) lost.push(move);
    }
    return lost;"""
chance = random.Random(11)
engine = Engine()
for setup in ("torus 4x4 selacata", "torus 4x4 triancey", "archipel", "tritt size 4", "trioker-duel", "trioker-rapid players 3", "star trioker-puzzle",
              "triangulation", "triangulation players 2"):
    engine.send("setgrid " + setup, "newgame seed 3", "board", "isready")
    places = [words[4] for words in (line.split() for line in engine.until("readyok")) if words[:2] in (["board", "cell"], ["board", "point"])]
    lost, seen = [], 0
    for _ in range(enough(20, 200)):
        engine.send("legal", "isready")
        legal = " ".join(line.partition(" ")[2] for line in engine.until("readyok")[:-1]).replace(" more", "").split()
        if not legal:
            break
        if "!" not in legal[0]:
            lost += window.run(ALL, legal, places)
            seen += len(legal)
        engine.send("play " + chance.choice(legal))
    ok(seen > 20 and not lost, "%s: each of %d legal moves can be chosen" % (setup, seen), lost[:10])
engine.close()
ok(choose(["34:012", "34:120"], ["34"], ["34", "012", "012"]) == ["more", "more", "34:012"], "also the turn that has the name of the piece")
ok(choose(["pass", "draw"], [], ["draw"]) == ["draw"], "words that are no places")
ok(choose(["give:2:012", "give:3:012"], ["12"], ["give", "3"]) == ["more", "give:3:012"], "what is left without choice is chosen")

ok(choose(["34:012", "35:120"], ["34", "35"], ["34", "012"]) == ["more", "34:012"], "a cell alone places no piece, though only one fits")
ok(choose(["34:012", "34:120", "35:012", "35:201"], ["34", "35"], ["012", "34", "35", "201"]) == ["more", "more", "more", "35:201"], "another cell for a piece that was chosen")
ok(choose(["a1-a3/c1-c2", "a1-a3/d1-d2"], ["a1", "a3", "c1", "c2", "d1", "d2"], ["a1", "a3", "c1", "d1", "d2"])[2:] == ["more", "more", "a1-a3/d1-d2"],
   "another piece to slide, after the one that was laid")
ok(window.run("""const c = new m.choice.Choice(["34:012", "34:120", "35:012"], (word) => word.length === 2), seen = [];
    for (const word of ["012", "34"]) c.choose(word);
    for (let i = 0; i < 3; i++, c.turned++) seen.push(c.lying().shown);
    c.hold("34:120");
    return [seen, c.complete()]""") == [["012", "120", "012"], ["34:120"]], "a piece is turned on its cell, and a move is held until it is confirmed")

# What may come next after an end.
NEXT = """const [level, total, value] = args, game = {players: value === undefined ? 2 : 1, setup: {game: "trioker-puzzle", grid: "b"}, seats: [{kind: "person"}, {kind: "computer", level}],
        totals: () => [total, -total], persons: () => [1], board: {cells: [{name: "0", index: 0}]}, state: {cells: new Map([[0, {value}]])}};
    m.games.grids.splice(0, 9, ...["a", "b", "c"].map((name) => ({name, games: ["trioker-puzzle"]})));
    let began = null;
    const next = m.panel_result.ResultPanel.prototype.onwards.call({page: {game, play_again: (...how) => (began = how)}});
    if (next && next[0] !== "Take a move back") next[1]();
    return [next && next[0], began]"""
ok([window.run(NEXT, "2", total) for total in (3, 0, -3)] == [["Next level", [False, {"level": "3"}]], [None, None], [None, None]], "the next level after a win")
ok(window.run(NEXT, "6", 3) == [None, None], "none after the last")
ok([window.run(NEXT, "", 0, value) for value in ("012", None)] == [["Next puzzle", [False, {"grid": "c"}]], ["Take a move back", None]], "the next puzzle once one is solved")
ok(window.run("""const shown = [{}, {}], panel = {element: {querySelectorAll: () => shown}}, points = (...of) => ({seats: of.map((points) => ({points}))});
    return [0.25, 0.5, 1].map((part) => { m.panel_seats.SeatsPanel.prototype.count.call(panel, points(3, 5), points(7, 1), part); return shown.map((one) => one.textContent); })""") ==
   [["4", "4"], ["5", "3"], ["7", "1"]], "points count along with the waves")

# Links.
GAME = {"v": 1, "game": "tritt", "halves": [{"moves": ["a1-a3", ["é"]]}]}
link = window.run("return m.link.write_link(args[0])", GAME)
version, payload, check = link[3:].split(".")
packed = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
ok(link.startswith("#g=1."), "a link says its version")
ok(json.loads(zlib.decompress(packed, -15).decode()) == GAME, "its payload is JSON, packed by deflate")
ok(int(check, 36) == zlib.crc32(payload.encode()), "its check is the CRC-32 of the payload")
ok(window.run("return m.link.read_link(args[0])", link) == GAME, "it is read back")
plain = base64.urlsafe_b64encode(json.dumps(GAME).encode()).decode().rstrip("=")


def base36(number):
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"


def broken(text):
    return window.run("try { await m.link.read_link(args[0]); return ''; } catch (e) { return e.message; }", text)


def with_check(version, payload):
    return "#g=%s.%s.%s" % (version, payload, base36(zlib.crc32(payload.encode())))


ok(window.run("return m.link.read_link(args[0])", with_check("0", plain)) == GAME, "one that is not packed is read, too")
ok(all(broken(link[:-n]) in ("check", "form") for n in range(1, len(link) - 3, 7)), "one that lost its end is refused")
ok(broken(with_check("2", plain)) == "version", "so is one of a later version")
ok(broken(with_check("1", plain)) == "form", "and one whose payload is something else")
# People paste links: other signs stand around them, some programs write them in their own way.
for pasted in ("%s)", "%s,", "%s>", "<%s>.", "%s%%3E", "https://example.org/%s.", "Look: https://example.org/%s and play on", "%s\u200b", "%s%%E2%%80%%8B",
               "%s\u00a0", "\u200b%s", "%s%%20"):
    ok(window.run("return [m.link.is_link(args[0]), await m.link.read_link(args[0])]", pasted % link) == [True, GAME], "a link that was pasted as %r" % (pasted % "LINK"))
for name, altered in (("%3D", link.replace("=", "%3D")), ("%3d and %2E", link.replace("=", "%3d").replace(".", "%2E")),
                      ("line breaks", link[:20] + "\r\n" + link[20:31] + "\n " + link[31:]), ("blanks that nobody sees", link[:9] + "\u200b" + link[9:])):
    ok(window.run("return [m.link.is_link(args[0]), await m.link.read_link(args[0])]", altered) == [True, GAME], "a link with " + name)
ok(not any(window.run("return args.map(m.link.is_link)", "", "#", "#play", "#g", "#game/3", "#learn/2")), "other fragments are no links")
bomb = zlib.compressobj(9, zlib.DEFLATED, -15)
bomb = base64.urlsafe_b64encode(bomb.compress(b" " * 50000000) + bomb.flush()).decode().rstrip("=")
ok(broken(with_check("1", bomb)) == "form", "and one that would grow to 50 MB")

# Games that the browser keeps: an entry for each; another window has a shelf of its own.
window.run("""const kept = new Map();
    globalThis.full = false;
    globalThis.localStorage = new Proxy({}, {
        ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        get: (_, name) => ({
            getItem: (key) => kept.get(key) ?? null, removeItem: (key) => kept.delete(key),
            setItem: (key, text) => { if (full) throw new DOMException("full", "QuotaExceededError"); kept.set(key, text); },
        })[name],
    });
    globalThis.here = new m.shelf.Shelf(); globalThis.there = new m.shelf.Shelf();
    globalThis.a_game = (id, ...moves) => ({ v: 1, id, started: "2026-01-01", game: "tritt", seats: [{ kind: "person" }, { kind: "person" }], halves: [{ moves, end: null }] });
    globalThis.more = (over = false, begun = true) => ({ begun, over, about: null });
    globalThis.moves_of = (id) => JSON.parse(kept.get("triancey.game." + id)).halves[0].moves;
    kept.set("triancey.game", JSON.stringify(a_game("old", "x")));""")
ok(window.run("here.take_over(); here.take_over(); return [localStorage.getItem('triancey.game'), here.list().map((one) => [one.id, one.begun])]") ==
   [None, [["old", True]]], "what earlier versions kept is one of them")
ok(window.run("return [here.write(a_game('one', 'a'), more()), there.write(a_game('two', 'b'), more()), moves_of('one'), moves_of('two')]") ==
   [True, True, ["a"], ["b"]], "two windows keep two games")
ok(window.run("there.take('one'); return [there.write(a_game('one', 'a', 'b'), more()), here.write(a_game('one', 'a', 'c'), more()), moves_of('one')]") ==
   [True, False, ["a", "b"]], "a window does not write over what another one has played")
ok(window.run("return [here.write(a_game('one', 'a'), more()), moves_of('one')]") == [True, ["a", "b"]], "and whoever only looks there may")
ok(window.run("return [here.same(a_game('other', 'b'))?.id, here.same(a_game('two', 'c')), here.same(null), here.same({ halves: 3 })]") ==
   ["two", None, None, None], "a game that comes again is found by its moves")
ok(window.run("const gone = here.remove('two'), without = here.has('two'); here.put_back(gone); return [without, moves_of('two')]") == [False, ["b"]],
   "what was removed can be put back")
ok(window.run("""here.write(a_game("idle"), more(false, false));
    for (let i = 0; i < m.shelf.FINISHED_MOST + 20; i++) here.write({ ...a_game(`done${i}`, "a", String(i)), seed: i }, more(true));
    const list = here.list();
    return [list.filter((one) => one.over).length === m.shelf.FINISHED_MOST, list.filter((one) => !one.over).map((one) => one.id).sort(), here.has("done0"), here.list()[0].over]""") ==
   [True, ["old", "one", "two"], False, True], "of the finished ones a bounded number stays; the others all do, except what nobody has begun")
ok(window.run("""full = true;
    try { here.write(a_game("late", "a"), more()); } finally { full = false; }
    return [here.has("late"), here.write(a_game("late", "a", "b"), more()), here.has("late")]""") == [False, True, True], "a store that was full is tried again")

# Comma-separated values, as Python's module has them.
ROWS = [["a", "b,c", 'd"e'], ["", "f\ng", "h\r\ni"], ["é", "", ""]]
text = window.run("return m.csv.write_csv(args[0])", ROWS)
ok(list(csv.reader(io.StringIO(text, newline=""))) == ROWS, "Python reads the values that the page writes")
out = io.StringIO(newline="")
csv.writer(out).writerows(ROWS)
ok(window.run("return m.csv.read_csv(args[0])", "\ufeff" + out.getvalue()) == ROWS, "the page reads those that Python writes")
ok(window.run("return m.csv.read_csv(args[0])", 'a,"b') is None, "a quote without an end is refused")

with open(os.path.join(SOURCE, "tests", "base", "csv.c"), encoding="utf-8") as file:
    FIELDS = [field.encode().decode("unicode_escape").encode("latin-1").decode() for field in re.findall(r'"((?:[^"\\]|\\.)*)"', re.search(r"fields\[\] = \{(.*?)\};", file.read(), re.S)[1])]
text = window.run("return m.csv.write_csv(args[0])", [FIELDS])
shown = next(csv.reader(io.StringIO(text, newline="")))
ok(len(shown) == len(FIELDS) > 20 and not [one for one in shown if re.match(r"[=@\t]|[+-](?![\d.]*$)", one)] and window.run("return m.csv.read_csv(args[0])", text) == [FIELDS],
   "no field is a formula in a spreadsheet, and each comes back", shown)

# Names.
ok(window.run("return ['  Zo\u00e9 \u202edlog', 'a\u200bb\u0007', '\u2066\u2069'].map(m.names.clean_name)") == ["Zo\u00e9 dlog", "ab", ""],
   "a name turns nothing around that stands beside it")
ok(window.run("return args.map(m.files.plain_name)", "Zo\u00e9  A/B", " Random (1) ", "a ; b", "\u00e9" * 40) == ["Zo\u00e9 A_B", "Random (1)", "a; b", "\u00e9" * 31],
   "and becomes one of a record")
ok(window.run("return m.panel_games.entry_state({over: true, seats: [{kind: 'person'}, {kind: 'computer', level: '2'}], about: {margins: [3, -3]}})") == "You win by 3",
   "a row of My games has no full stop in the middle")

# Levels: a move that costs more, or stands further back, is played less often.
COUNTS = window.run("""const level = m.levels.levels[args[0]], counts = {};
    const lines = [["best", 5], ["near", 4], ["far", -20]].map(([move, margin]) => ({move, margin}));
    for (let i = 0; i < 3000; i++) { const move = m.levels.pick(lines, level, args[1], () => (i + 0.5) / 3000); counts[move] = (counts[move] || 0) + 1; }
    return counts""", 2, 48)
ok(COUNTS["best"] > COUNTS["near"] > COUNTS.get("far", 0), "a level plays the best most often, the worst seldom")
ok(window.run("""const seen = new Set(); for (let i = 0; i < 2000; i++) seen.add(m.levels.lot(5));
    return [...seen].sort()""") == [0, 1, 2, 3, 4], "lots are drawn among all")

# A live game that is followed does not look back while a move is in motion, only once somebody steps back.
ok(window.run("""const seen = [], at = [], open = () => m.transport_worker.open_worker({language: "en"});
    const ui = {moving: async () => seen.push(game.looks_back()), changed: () => at.push(game.looks_back()), failed: (error) => { throw error; }};
    const game = new m.site_game.ServedGame({setup: {game: "triancey", grid: "torus 4x2", keys: {}}, seats: [{kind: "person"}, {kind: "person"}], mine: 0, halves: 1}, open, ui);
    await game.open_board();
    for (const moves of [[], ["0"], ["0", "1", "2"]]) await game.sync({halves: [{moves, margins: null, termination: ""}], mine: false});
    await game.step(-1);
    game.end();
    return [seen, at.slice(0, -1), at[at.length - 1]]""") == [[False] * 3, [False] * 3, True], "a live game that is followed never looks back")

# Each way to end, by the rules (protocol/PROTOCOL.md) or by a fault (half/verdict.c), has a sentence in each language.
ENDS = """await m.texts.learn_language(args[0]);
  m.texts.set_language(args[0]);
    const client = new m.client.Client(() => m.transport_worker.open_worker({language: args[0]}));
    m.games.learn_games(await client.ask("tgi"), await client.ask("grids"));
    client.end();
    return [...args[1].map(([game, word]) => [word, m.names.end_name({setup: {game}}, word)]), ...args[2].map((word) => [word, m.names.termination_text(word)])]"""
with open(os.path.join(SOURCE, "protocol", "PROTOCOL.md"), encoding="utf-8") as file:
    rows = re.findall(r"^\| *(.*?) *\| `([\w-]+)` \|", re.search(r"^## 11\..*?^## 12", file.read(), re.S | re.M)[0], re.M)
by_rules = []
last = []
for games, word in rows[1:]:  # the first one is the head of the table
    last = re.findall("`(.*?)`", games) or last
    by_rules += [[game, word] for game in last]
with open(os.path.join(SOURCE, "half", "verdict.c"), encoding="utf-8") as file:
    words = re.findall(r'\[VERDICT_\w+\] = \D*?"(\w+)"', file.read())
faults = [word for word in words if word not in ("ok", "stopped", "memory", "score", "warning")]  # those that end no half
english, french = (window.run(ENDS, language, by_rules, faults) for language in ("en", "fr"))
poor = [(word, text, other) for (word, text), (_, other) in zip(english, french) if word != "resigned" and text in ("", word.capitalize() + ".") or other == text]
ok(len(by_rules) > 15 and len(faults) > 7 and not poor, "each end of a half has a sentence in both languages", *poor)
window.run("m.texts.set_language('en')")

# Files that are no games.
for text, why in (("", "none"), ("{", "json"), ("{}", "none"), ("a,b\n1,2\n", "none"), ("player,margin1\nx,3\n", "moves")):
    ok(window.run("try { m.files.read_game(args[0]); return ''; } catch (e) { return e.message; }", text) == why,
       "a file that is no game: %r" % text)
window.close()
done()
