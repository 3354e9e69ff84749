#!/usr/bin/env python3
"""Hidden hands by the program: what engines hear, what the log has, what is shown, recorded and verified."""
import json
import os
import re
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import ask, path, run, value  # noqa: E402
from tgi import ENGINE, done, ok  # noqa: E402

LINE = re.compile(r"(\d+\.\d{6}) (\d+) (\S+) ([<>!-]) ([ -~]*)")
HIDDEN = re.compile(r"(deal|draw|give:[1-4]):[\d*]{3}")
SEATS = 3
GAME = ["--game", "trioker-rapid players %d deals 2" % SEATS]


def listener(name):
    """Our engine, that also keeps what it hears."""
    command = "sh -c \"tee -a '%s' | '%s' -o Player=random\"" % (path("heard-" + name), os.path.abspath(ENGINE))
    return ["--engine", "cmd=" + command, "name=" + name]


# ---- what engines hear, and the log ----------------------------------------------------------
names = ["e%d" % (i + 1) for i in range(SEATS)]
engines = [word for name in names for word in listener(name)]
status, output = run("match", *engines, *GAME, "--record", "deals.db", "--log", "deals.log", "--quiet")
ok(status == 0, "a match", output)
with open(path("deals.log")) as file:
    lines = [LINE.fullmatch(line.rstrip("\n")) for line in file if line[0] != "#"]
lines = [line.groups() for line in lines if line]


def cut(text):
    """A line as the log has it."""
    return text if len(text) <= 1000 else text[:1000] + "... (%d bytes)" % len(text)


for name in names:
    with open(path("heard-" + name)) as file:
        heard = [cut(line.rstrip("\n")) for line in file]
    logged = [line[4] for line in lines if line[2] == name and line[3] == ">"]
    ok(heard == logged and len(heard) > 20, "the log has what %s was told, and nothing else" % name,
       len(heard), len(logged))

# Each game's moves as the record has them; what engines received of them fits, and is masked.
games = ask("deals.db", "SELECT game.id, moves FROM game JOIN half ON half.game = game.id ORDER BY game.id")
records = [row[1].split() for row in games]
ok(len(games) == SEATS and not any("?" in word for moves in records for word in moves),
   "records keep each piece that is dealt, drawn or given")
for name in names:
    with open(path("heard-" + name)) as file:
        parts = file.read().split("newgame")[-SEATS:]
    told = [[word for line in part.split("\n") if line.startswith("play ") for word in line.split()[1:]]
            for part in parts]
    ok([len(moves) for moves in told] == [len(moves) for moves in records], name + " is told each move")
    pairs = [pair for one, other in zip(told, records) for pair in zip(one, other)]
    ok(all(one == other or one == re.sub(r"[\d*]{3}$", "?", other) for one, other in pairs), "as it is, or masked")
    seen = [sum(1 for word in moves[:7 * SEATS] if word.startswith("deal:") and "?" not in word) for moves in told]
    dealt = [sum(1 for word in moves if word.startswith("deal:")) // 2 // SEATS for moves in records]
    ok(seen == dealt, "of the first deal it sees its own hand alone", seen, dealt)


# ---- seeds -----------------------------------------------------------------------------------
ALL = (1 << 64) - 1


def unshift(value, by):
    found = value
    for _ in range(64 // by + 1):
        found = value ^ found >> by
    return found


def unsplit(value):
    """What splitmix made a number from."""
    value = unshift(value, 31) * pow(0x94d049bb133111eb, -1, 1 << 64) & ALL
    value = unshift(value, 27) * pow(0xbf58476d1ce4e5b9, -1, 1 << 64) & ALL
    return unshift(value, 30) - 0x9e3779b97f4a7c15 & ALL


def guesses(seed):
    """The seeds of the encounter from which an engine's may have been made, as in other games."""
    for top in 0, 1:
        first = unsplit(seed << 1 & ALL | top)
        for engine in range(1, 10):
            yield unsplit(first ^ ((engine * 64 + 1) * 0xd1342543de82ef95 & ALL))


def betrayed(name, record):
    with open(path("heard-" + name)) as file:
        seeds = [int(seed) for seed in re.findall(r"newgame.* seed (\d+)", file.read())]
    wanted = {row[0] for row in ask(record, "SELECT seed FROM game")}
    return any(guess in wanted for seed in seeds for guess in guesses(seed)), len(seeds)


ok(betrayed("e1", "deals.db") == (False, SEATS), "an engine's seed does not tell what chance draws from")
status, output = run("match", *listener("o1"), *listener("o2"), "--game", "tritt", "--record", "open.db", "--quiet")
ok(betrayed("o1", "open.db")[0], "as that of a game without hidden hands does, so this test can fail", output)

# ---- what is shown ---------------------------------------------------------------------------
players = [word for i in range(SEATS) for word in ("--engine", "cmd=builtin:random", "name=e%d" % (i + 1))]


def shown(*words):
    status, output = run("match", *players, *GAME, "--record", "shown.db", *words)
    objects = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    moves = [one["moves"] for one in objects if one["type"] == "half"]
    recorded = [row[0].split() for row in ask("shown.db", "SELECT moves FROM half ORDER BY id")]
    os.remove(path("shown.db"))
    return output, objects, moves, recorded


output, objects, moves, recorded = shown("--json")
ok(len(moves) == SEATS and not HIDDEN.search(output), "--json shows nothing hidden")
ok(all(re.sub(r"((?:deal|draw|give:\d):)[\d*]{3}", r"\1?", " ".join(full)) == " ".join(public)
       for full, public in zip(recorded, moves)), "all else as it was played")
ok(objects[0]["type"] == "start" and objects[0]["seed"] is None, "nor the seed that all follows from")
output, objects, moves, recorded = shown("--json", "--reveal")
ok(moves == recorded and objects[0]["seed"] == 1, "unless it is to be revealed")
output = shown()[0]
ok("game 3 of 3" in output and not re.search(r"(deal|draw|give|show)[:\d]*[\d*]{3}", output), "lines of progress", output)

# ---- verify ----------------------------------------------------------------------------------
status, output = run("verify", "deals.db")
ok(status == 0 and "nothing is wrong" in output, "a good record", output)
for wanted, change in (("hides what a record must show", lambda words: ["deal:?"] + words[1:]),
                       ("deal:%s: a piece of the stock has to be dealt" % records[0][0][5:],
                        lambda words: words[:1] + words[:1] + words[2:])):
    connection = sqlite3.connect(path("deals.db"))
    with connection:
        connection.execute("UPDATE half SET moves = ? WHERE game = ?", (" ".join(change(records[0])), games[0][0]))
    connection.close()
    status, output = run("verify", "deals.db")
    ok(status == 1 and wanted in output, "told: " + wanted, output)

# ---- seats -----------------------------------------------------------------------------------
for wanted, game, count, *more in (
        ("must be from 2 to 4, not 5", "trioker-rapid players 5", 5),
        ("must be 2, not 3", "trioker-duel players 3", 3),
        ("at least 4 engines are needed, but there are 3", "trioker-rapid players 4", 3),
        ("swiss is for games of two players, not of 3", "trioker-rapid players 3", 4, "--format", "swiss")):
    some = [word for i in range(count) for word in ("--engine", "cmd=false", "name=e%d" % i)]
    status, output = run("match", *some, "--game", game, "--record", "none.db", *more)
    ok(status == 2 and wanted in output and not os.path.exists(path("none.db")), "refused: " + wanted, output)
# ---- money -----------------------------------------------------------------------------------
for seats in 2, 3, 4:
    name = "money%d.db" % seats
    some = [word for i in range(seats) for word in ("--engine", "cmd=builtin:random", "name=e%d" % i)]
    run("match", *some, "--game", "trioker-rapid players %d deals 1" % seats, "--rounds", "60", "--record", name,
        "--reference", "e0", "--quiet")
    columns = ["%s%d" % (what, i + 1) for what in ("points", "margin") for i in range(seats)]
    halves = ask(name, "SELECT %s FROM half" % ", ".join(columns))
    ok(len(halves) == 60 * seats and all(half[seats + i] == seats * half[i] - sum(half[:seats])
                                         for half in halves for i in range(seats)),
       "a margin is what a seat has more than each other one, of %d" % seats)
    table = [json.loads(line) for line in run("standings", name, "--json")[1].splitlines()][0]
    totals = {row[0]: row[1] for row in ask(name, """
        SELECT engine.name, SUM(CASE engine.id WHEN seat1 THEN margin1 WHEN seat2 THEN margin2 WHEN seat3 THEN margin3
        ELSE margin4 END) FROM engine JOIN game JOIN half ON half.game = game.id
        WHERE engine.id IN (seat1, seat2, IFNULL(seat3, 0), IFNULL(seat4, 0)) GROUP BY engine.id""")}
    ok({row["name"]: row["total"] for row in table["players"]} == totals, "standings add them up", table, totals)
    ranks = run("rank", name, "--best", "1000")[1]
    ranked = {row[1]: row[4] for row in map(str.split, ranks.splitlines()) if len(row) == 6}
    ok(ranked == {who: "%+d" % total for who, total in totals.items() if who != "e0"}, "and so does the ranking", ranks)
    connection = sqlite3.connect(path(name))
    with connection:
        connection.execute("UPDATE half SET moves = NULL, clocks = NULL")
    connection.close()
    status, output = run("verify", name)
    ok(status == 1 and "the margin of seat" not in output, "no margin is greater than that of a forfeit", output[-300:])
ok(value("deals.db", "SELECT COUNT(*) FROM half WHERE margin1 + margin2 + margin3 <> 0") == 0, "margins cancel out")
done()
