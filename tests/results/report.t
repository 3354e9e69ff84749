#!/usr/bin/env python3
"""The page of a league: its numbers against the record, and its games against independent rules. report_steps.t tests
it in a browser."""
import base64
import hashlib
import html.parser
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from prepared import run_prepared  # noqa: E402
from tgi import BUILD, PATIENCE, done, ok  # noqa: E402

REFEREE = os.path.join(BUILD, "triancey-referee")
COLOURS = "!#$%()*+"
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
EMPTY, YELLOW, RED, WHITE = 0, 3, 4, 5
folder = tempfile.TemporaryDirectory()


def path(name):
    return os.path.join(folder.name, name)


def referee(*words):
    return subprocess.run((REFEREE,) + words, capture_output=True, text=True, timeout=PATIENCE)


def play(name, game, grids, rounds="1"):
    """A league of three players, one with a name that needs escaping."""
    played = referee("match", "--engine", "builtin:reference", "--engine", "builtin:random",
                     "--engine", "cmd=builtin:random", 'name=<a>&"b"', "--game", game, "--grids", grids,
                     "--rounds", rounds, "--concurrency", "2", "--record", path(name), "--quiet")
    ok(played.returncode == 0, "a league of %s is played" % game, played.stderr)
    return sqlite3.connect(path(name))


def page_of(name, *words):
    made = referee("report", path(name), "--html", path("page.html"), *words)
    ok(made.returncode == 0 and not made.stdout and not made.stderr, "its page is made", made.stderr)
    with open(path("page.html"), encoding="utf-8") as file:
        return file.read()


class Reader(html.parser.HTMLParser):
    """Whether every element that is opened is closed, and what it refers to."""
    VOID = {"meta", "input", "br"}

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.text, self.references = [], [], [], []

    def handle_starttag(self, tag, attributes):
        self.references += [v for k, v in attributes if k in ("src", "href", "action")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data):
        self.text.append(data)


# ---- the games ---------------------------------------------------------------------------------
def sides_of(spelled):
    groups = spelled.split(" sides ")[1].split()
    return [[side if side.startswith("p") else int(side) for side in group.split(",")] for group in groups]


def decoded(part, cells):
    """The colour and the cells of a move's changes, wave by wave."""
    width, waves = 2 if cells > 64 else 1, []
    for digits in part[1:].split("."):
        waves.append([])
        for i in range(0, len(digits), width):
            number = 0
            for digit in digits[i:i + width]:
                number = number * 64 + DIGITS.index(digit)
            waves[-1].append(number)
    return COLOURS.index(part[0]), waves


def reaction(sides, colour, cell, mover, pawns):
    """All that a move changes, wave by wave: every cell that the waves before have given two neighbours."""
    waves = [[cell]]
    while waves[-1]:
        for changed in waves[-1]:
            colour[changed] = mover
        waves.append([other for other, around in enumerate(sides) if colour[other] != mover and
                      sum((pawns.get(side) if isinstance(side, str) else colour[side]) == mover for side in around) >= 2])
    return waves[:-1]


def check_games(name, game, record, data, first):
    fewest = game == "selacata"
    pawns = {"p1": first, "p2": RED}
    spelled = dict(record.execute("SELECT name, spelled FROM board WHERE spelled NOT NULL"))
    played = {row[:2]: row[2] for row in record.execute("SELECT game, number, moves FROM half")}
    wrong, margins, checked = [], [], 0
    for number, _, board, seats, halves in data["games"]:
        sides = sides_of(spelled[data["boards"][board]["name"]])
        for half, (margin, ended, moves, changes, pieces) in enumerate(halves):
            colour = [EMPTY] * len(sides)
            for ply, (move, part) in enumerate(zip(played[number, half + 1].split(), changes.split(","), strict=True)):
                mover = (first, RED)[(half + ply) % 2]  # seats keep their colours
                if decoded(part, len(sides)) != (mover, reaction(sides, colour, int(move), mover, pawns)):
                    wrong.append((number, half, ply))
                checked += 1
            result = colour.count(first) - colour.count(RED)
            result = (-result if fewest else result) if ended == "" else 0
            if margin[0] != result or margin[1] != -result or pieces is not None or moves:
                margins.append((number, half))
    ok(checked > 200 and not wrong, "%s: %d moves take what the rules say" % (name, checked), wrong[:5])
    ok(not margins, "%s: and lead to the margins of the record" % name, margins[:5])
    stored = {row[0] for row in record.execute("SELECT id FROM game")}
    ok({one[0] for one in data["games"]} == stored, "%s: all games are there" % name)


def data_of(page):
    return json.loads(re.search('<script id=data type="application/json">(.*?)</script>', page, re.S)[1])


# ---- a league of two halves --------------------------------------------------------------------
record = play("selacata.db", "selacata", "crepe, torus 6x4, word report cells 80", "2")
page = page_of("selacata.db")
reader = Reader()
reader.feed(re.sub("<(style|script).*?</\\1>", "", page, flags=re.S))
ok(not reader.wrong and not reader.open, "elements are closed",
   reader.wrong, reader.open)
ok(all(reference.startswith("#") for reference in reader.references) and "://" not in
   page.replace("http://www.w3.org/2000/svg", ""), "nothing comes from elsewhere", reader.references)
ok("<a>" not in page and "&lt;a&gt;&amp;&quot;b&quot;" in page, "names are text, not elements")
check_games("selacata", "selacata", record, data_of(page), YELLOW)
ok(all(board["sides"] == 2 * [[["yellow", YELLOW, 0], ["red", RED, 1]]]
       for board in data_of(page)["boards"]), "who plays which colour in which half")

totals = {}
for one, two, margin in record.execute(
        "SELECT a.name, b.name, SUM(margin1) FROM half JOIN game ON game.id = game JOIN engine a ON a.id = seat1"
        " JOIN engine b ON b.id = seat2 GROUP BY game.id"):
    totals.setdefault((one, two), []).append(margin)
    totals.setdefault((two, one), []).append(-margin)
mean = sum(totals["random", "reference"]) / len(totals["random", "reference"])
row = page.split("id=cross")[1].split("<th scope=row>random</th>")[1].split("</tr>")[0]
ok(">%+.1f</td>" % mean in row, "the mean of a pair stands in the table", mean, row)
row = page.split("id=standings")[1].split("<th scope=row>random</th>")[1].split("</tr>")[0]
ok("<td>%+d</td><td>%+.2f &plusmn; " % (sum(totals["random", "reference"]), mean) in row,
   "and in the standings, with its error", row)
halves = sum(int(n) for n in re.findall(": ([0-9]+) hal(?:f|ves)</title>", page))
ok(halves == 2 * record.execute("SELECT COUNT(*) FROM half").fetchone()[0], "each half counts for each player")

# What the policy lets a browser run is the one script of the page, by its hash.
policy = re.search('http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
allowed = {rule.split()[0]: rule.split()[1:] for rule in policy.split("; ")}
for kind, element in ("script-src", "script"), ("style-src-elem", "style"):
    found = re.findall("<%s>(.*?)</%s>" % (element, element), page, re.S)
    hashes = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in found]
    ok(len(found) == 1 and allowed[kind] == ["'sha256-%s'" % hashes[0]], "the one %s may be used" % element, allowed)
ok(allowed["default-src"] == ["'none'"], "and nothing is loaded")
ok(page_of("selacata.db") == page, "another report of the same record is the same")
few = page_of("selacata.db", "--games", "3")
ok(len(data_of(few)["games"]) == 3 and "3 of 18 games can be stepped through" in few, "fewer games when asked")
none = page_of("selacata.db", "--games", "0")
ok(data_of(none)["games"] == [], "or none")

# ---- games outside a schedule: imported, or of people at the prompt ----------------------------
PUBLISHED = os.path.join(os.environ.get("srcdir", "."), "tests", "pairing", "published-games.csv")


def add_games(source, into):
    csv = source if source.endswith(".csv") else path("games.csv")
    if csv != source:
        referee("export", path(source), "--format", "csv", "--output", csv)
    added = referee("import", csv, "--into", path(into))
    ok(added.returncode == 0, "games are imported", added.stderr)


add_games("selacata.db", "guests.db")
add_games(PUBLISHED, "guests.db")
page = page_of("guests.db")
guests = sqlite3.connect(path("guests.db"))
data = data_of(page)
ok("<th scope=row>prof</th>" in page.split("id=boards")[0].split("id=cross")[1] and
   len(data["games"]) == 18 and all(one[1] == 0 for one in data["games"]), "those with moves can be seen",
   len(data["games"]))
few = page_of("guests.db", "--games", "3")
ok([one[0] for one in data_of(few)["games"]] == [one[0] for one in data["games"][-3:]],
   "imported results do not take the places of games with moves", [one[0] for one in data_of(few)["games"]])
hidden = data["games"][0][0]
guests.execute("UPDATE half SET moves = NULL, clocks = NULL WHERE game = %d AND number = 1" % hidden)
guests.execute("UPDATE engine SET name = CAST(X'c3a9ff' AS TEXT) WHERE name = 'joyeux'")
guests.commit()
page = page_of("guests.db", "--svg", path("guests.svg"))
data = data_of(page)
ok(len(data["games"]) == 17 and hidden not in [one[0] for one in data["games"]],
   "a game of which one half's moves are not known is none of them")
name = "\N{LATIN SMALL LETTER E WITH ACUTE}\N{REPLACEMENT CHARACTER}"
title = xml.etree.ElementTree.parse(path("guests.svg"))
ok(name in data["players"] and page.count(name) > 4 and name in [one.text for one in title.iter()],
   "names beyond ASCII stay, bytes that are no UTF-8 are marked", data["players"])
guests.execute("DELETE FROM game WHERE id = %d" % hidden)
guests.execute("DELETE FROM half WHERE game = %d OR moves IS NULL" % hidden)
guests.execute("DELETE FROM game WHERE id NOT IN (SELECT game FROM half)")
guests.commit()
check_games("selacata, imported", "selacata", guests, data, YELLOW)
guests.close()
# The boards of a league whose games come back from elsewhere are the same, and so is one without sides.
shutil.copy(path("selacata.db"), path("again.db"))
referee("export", path("selacata.db"), "--format", "csv", "--output", path("games.csv"))
with open(path("games.csv"), encoding="utf-8") as file:
    text = file.read()
name = data_of(page_of("selacata.db"))["boards"][0]["name"]
with open(path("games.csv"), "w", encoding="utf-8") as file:
    file.write(re.sub("^([0-9]+),", "elsewhere\\1,", text, flags=re.M))
add_games(path("games.csv"), "again.db")
with open(path("games.csv"), "w", encoding="utf-8") as file:
    file.write("id,time,player,margin1,margin2,board\n1,2010-11-02,anna,2,2,%s\n" % name)
add_games(path("games.csv"), "again.db")
table = page_of("again.db").split("id=boards")[1].split("id=halves")[0]
ok(table.count("<th scope=row>%s</th>" % name) == 1, "a board stands once in the table", table[-600:])
os.remove(path("again.db"))
for players in 2, 3:
    engines = sum((["--engine", "cmd=builtin:random", "name=" + name] for name in "abc"[:players]), [])
    referee("match", *engines, "--game", "triangulation players %d" % players, "--rounds", "1",
            "--record", path("seats.db"), "--quiet")
    add_games("seats.db", "armies.db")
    os.remove(path("seats.db"))
data = data_of(page_of("armies.db"))
ok({len(one[3]) for one in data["games"]} == {2, 3} and
   all(len(half[0]) == len(one[3]) and all(side[2] < len(one[3]) for side in data["boards"][one[2]]["sides"][0])
       for one in data["games"] for half in one[4]), "games of two and of three on one page",
   [one[3] for one in data["games"]])
for name in "guests.db", "guests.svg", "armies.db", "games.csv":
    os.remove(path(name))

# ---- other games, and a record in which nothing was played -------------------------------------
check_games("archipel", "archipel", play("archipel.db", "archipel", "archipel", "3"),
            data_of(page_of("archipel.db")), WHITE)
check_games("triancey", "triancey", play("triancey.db", "triancey", "classic"),
            data_of(page_of("triancey.db")), YELLOW)
# Every piece of Trioker shows its values; chance lays none.
for game, players in ("trioker-duel", ""), ("trioker-rapid", " players 3"):
    engines = sum((["--engine", "cmd=builtin:random", "name=" + name] for name in ("abc" if players else "ab")), [])
    referee("match", *engines, "--game", game + players, "--rounds", "1", "--record", path("trioker.db"), "--quiet")
    data, wrong = data_of(page_of("trioker.db")), []
    for number, _, _, _, halves in data["games"]:
        for half in halves:
            moves, changes = half[2:4]
            for move, part in zip(moves.split(), changes.split(",")):
                shown = re.search("=(.*)", part)
                laid = re.fullmatch(r"\d+:([0-3*]{3})", move)
                if (laid and laid.group(1)) != (shown and shown.group(1)) and "=" in part:
                    wrong.append((number, move, part))
                if laid and not shown:
                    wrong.append((number, move, part))
    ok(data["games"] and not wrong, "%s: pieces on the page have their values" % game, wrong[:5])
    # Beside the board: what was dealt or drawn and is not laid or shown is in the hands. The last
    # position is that of the last deal, and the money is that of the record.
    record_of = sqlite3.connect(path("trioker.db"))
    for number, _, board, seats, ((margins, _, moves, changes, _, beside),) in data["games"]:
        moves, sides, values, held, dealt, cells = moves.split(), {}, {}, set(), 0, data["boards"][board]["cells"]
        if not players:
            held = set("000 222 002 110 112 220 330 332 023 032 123 132 111 333 001 003 113 221 223 331 012 021 031 301".split())
            held = {min(p[i:] + p[:i] for i in range(3)) for p in held}
        for move, part, changed in zip([None] + moves, [""] + changes.split(","), beside):
            sides.update((one[0], one[1:]) for one in changed)
            word = re.match(r"(?:(deal|draw):|(show):\d:|(\d+):)(...)$", move or "")
            if word:
                piece = min(word.group(4)[i:] + word.group(4)[:i] for i in range(3))
                held = (held | {piece}) if word.group(1) else held - {piece}
            hands = [set(sides.get(i, (0, 0, ""))[2].split()) for i in range(len(seats))]
            if set().union(*hands) != held or sum(map(len, hands)) != len(held):
                wrong.append((number, move, hands))
        lays = [m for m in (moves[len(moves) - 1 - moves[::-1].index([m for m in moves if m.startswith("first:")][-1]):]
                            if players else moves) if re.match(r"\d", m)]
        for part in changes.split(","):
            for cell, value in re.findall(r"[!#$%()*+]*(..)(?:=(...))?", part):
                values[cell] = value
        if len([v for v in values.values() if v]) != len(lays):
            wrong.append((number, "last position", values, lays))
        points = record_of.execute("SELECT points1, points2, points3 FROM half WHERE game = ?", (number,)).fetchone()
        if [sides[i][0] for i in range(len(seats))] != list(points)[:len(seats)]:
            wrong.append((number, "points", sides, points))
        if players and (sum(sides[i][1] for i in range(3)) != sum(m.startswith("first:") for m in moves) or "deals 3" not in sides[3][2]):
            wrong.append((number, "deals", sides))
        if bool(players) != any(len(cell) > 8 and cell[8] == "-5*" for cell in cells) or any(len(edge) > 3 for edge in data["boards"][board]["edges"]):
            wrong.append((number, "board"))
    ok(not wrong, "%s: hands, money, deals and the last position" % game, wrong[:3])
    record_of.close()
    told = json.loads(run_prepared(REFEREE, ["standings", path("trioker.db"), "--json"]).out)["players"]
    ok(all(("deals" in one) == bool(players) for one in told) and
       (not players or sum(one["deals_won"] for one in told) == told[0]["deals"] == 3 * len(data["games"])),
       "%s: the standings count deals" % game, told)
    os.remove(path("trioker.db"))
# Every turn of Tritt places one piece, and may slide another one. A line that ends a half is reported.
tritt = sqlite3.connect(path("tritt.db"))
played = referee("match", "--engine", "builtin:greedy", "--engine", "builtin:random", "--game", "tritt size 5",
                 "--rounds", "5", "--record", path("tritt.db"), "--quiet")
data, wrong, lines = data_of(page_of("tritt.db")), [], 0
for number, _, _, _, ((margins, _, moves, changes, pieces, *more),) in data["games"]:
    lying = {}
    for ply, (move, changed) in enumerate(zip(moves.split(), pieces), 1):
        before = {str(one[3:]) for one in lying.values()}
        lying.update((one[0], one[1:]) for one in changed)
        after = {str(one[3:]) for one in lying.values()}
        if (len(lying) != ply or len(before - after) != move.count("/") or
                any(len(one) != 9 for one in lying.values())):
            wrong.append((number, ply, move, changed))
    if len(pieces) != len(moves.split()) or changes.strip(","):
        wrong.append(number)
    line = more[2] if len(more) > 2 else None
    on = {one[k + 1]: one[k] for one in lying.values() for k in (3, 5, 7)}
    if bool(line) != any(margins) or (line and [on.get(place) for place in line[1:]] != 3 * [line[0]]):
        wrong.append((number, "line", line, margins))
    lines += bool(line)
ok(lines > 0, "lines were made", lines)
ok(len(data["games"]) == 10 and not wrong, "the pieces of Tritt", wrong[:3])
tritt.close()
os.remove(path("tritt.db"))
record.execute("DELETE FROM fault")
record.execute("DELETE FROM half")
record.execute("DELETE FROM game")
record.commit()
empty = page_of("selacata.db")
text = re.sub("<(style|script).*?</\\1>", "", empty, flags=re.S)
ok(data_of(empty)["games"] == [] and not re.search("[^a-z](nan|inf)[^a-z]", text), "a page of no games",
   re.findall(".*[^a-z](?:nan|inf)[^a-z].*", text)[:3])

# ---- what is refused ---------------------------------------------------------------------------
with open(path("page.html"), "w") as file:
    file.write("as it was")
archipel = sqlite3.connect(path("archipel.db"))
archipel.execute("UPDATE half SET moves = '0 0 ' || moves WHERE id = (SELECT MAX(id) FROM half)")
archipel.commit()
for words, status, wanted in [
    (("report", path("archipel.db"), "--html", path("page.html")), 1, "game 18, half 1"),
    (("report", path("nothing.db"), "--html", path("page.html")), 1, "nothing.db"),
    (("report", path("page.html"), "--html", path("other.html")), 1, "page.html"),
    (("report", path("triancey.db"), "--html", path("no/page.html")), 1, "no/page.html"),
    (("report", path("triancey.db")), 2, "--html"), (("report", "--html", "x"), 2, "FILE.db"),
    (("report", path("triancey.db"), "--html"), 2, "--html needs FILE"),
    (("report", path("triancey.db"), "--html", "x", "--games", "-1"), 2, "'-1'"),
    (("report", path("triancey.db"), "--html", "x", "--games", "1x"), 2, "'1x'"),
    (("report", path("triancey.db"), "more", "--html", "x"), 2, "unexpected 'more'; report --help says more"),
    (("report", path("triancey.db"), "--pdf", "x"), 2, "unknown option --pdf"),
]:
    refused = referee(*words)
    ok(refused.returncode == status and wanted in refused.stderr and refused.stderr.count("\n") == 1,
       "refused: " + wanted, refused.returncode, refused.stderr)
with open(path("page.html")) as file:
    ok(file.read() == "as it was", "a page that was there is left as it was")
ok(sorted(os.listdir(folder.name)) == ["archipel.db", "page.html", "selacata.db", "triancey.db"],
   "nothing half made is left", os.listdir(folder.name))

done()
