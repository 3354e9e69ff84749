#!/usr/bin/env python3
"""Games that repeat others count once: what the referee says of a record must agree with a naive reading
of the record."""
import json
import math
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import ENGINE, done, enough, ok  # noqa: E402
from referee import ask, path, run  # noqa: E402


def play(name, *words):
    status, said = run("match", *words, "--record", path(name), "--quiet")
    ok(status == 0, "played %s" % name, said)
    return said


def read_games(name):
    """Each finished game: its pair, its margins by engine, and what makes it this one."""
    games = {}
    for game, pair, board, seats, number, margins, moves in [
            (row[0], row[1], row[2], row[3:5], row[5], row[6:8], row[8]) for row in ask(
                name, "SELECT game.id, pair, board, seat1, seat2, number, margin1, margin2, moves"
                " FROM game JOIN half ON half.game = game.id ORDER BY half.id")]:
        entry = games.setdefault(game, {"pair": pair, "margin": {}, "halves": []})
        for seat, margin in zip(seats, margins):
            entry["margin"][seat] = entry["margin"].get(seat, 0) + margin
        turned = seats if number == 1 else seats[::-1]
        entry["halves"].append((board, turned, moves))
    return list(games.values())


def naive(name, size):
    """How many games are distinct, what engine 1 has in them; encounters: distinct ones, mean, standard error."""
    seen, total, pairs = set(), 0, {}
    for game in read_games(name):
        print_of = tuple(sorted(game["halves"]))
        if print_of not in seen:
            seen.add(print_of)
            total += game["margin"][1]
        pairs.setdefault(game["pair"], []).append((print_of, game["margin"][1]))
    encounters = {}
    for games in pairs.values():
        assert len(games) == size
        encounters.setdefault(tuple(sorted(game[0] for game in games)), sum(game[1] for game in games) / size)
    values = list(encounters.values())
    mean = sum(values) / len(values)
    squares = sum((value - mean) ** 2 for value in values)
    return len(seen), total, len(pairs), len(values), mean, math.sqrt(squares / max(1, len(values) - 1) / len(values))


def compare(name, size):
    games, total, all_pairs, encounters, mean, deviation = naive(name, size)
    status, said = run("standings", path(name), "--json")
    got = json.loads(said)
    match = got["match"]
    first = [row for row in got["players"] if row["name"] == "first"][0]
    ok(status == 0 and first["games"] == games and got["games"] - got["repeated"] == games,
       "%s: %d games are distinct" % (name, games), said)
    ok(first["total"] == total, "their margins", first["total"], total)
    ok(match["encounters"] == encounters and match["repeated"] == all_pairs - encounters,
       "%d of %d encounters are" % (encounters, all_pairs), match)
    ok(abs(match["mean"] - mean) < 1e-9, "the mean of these", match["mean"], mean)
    ok(encounters < 30 or 1.95 * deviation < match["error"] < 2.05 * deviation, "its error", match["error"], deviation)
    return games, all_pairs, encounters


# Random players whose seed is always the same: few of their halves are distinct.
ROUNDS = enough(10, 40)
AGAIN = 3 * ROUNDS - 6  # encounters that were there before
with open(path("seeded.py"), "w", encoding="utf-8") as script:
    script.write("""import re, subprocess, sys
engine = subprocess.Popen([sys.argv[2], "--player", "random"], stdin=subprocess.PIPE, text=True, bufsize=1)
for line in sys.stdin:
    engine.stdin.write(re.sub("seed [0-9]+", "seed " + sys.argv[1], line))
engine.stdin.close()
engine.wait()
""")
COMMAND = "cmd='%s' -I -S '%s' %%d '%s'" % (sys.executable, path("seeded.py"), os.path.abspath(ENGINE))
SEEDED = ("--engine", COMMAND % 4, "name=first",
          "--engine", COMMAND % 9, "name=second")
play("fixed.db", *SEEDED, "--grid", "cestlavie,foiegras,crepe", "--rounds", ROUNDS)
games, pairs, encounters = compare("fixed.db", 1)
ok(pairs == 3 * ROUNDS and encounters == 6, "one encounter is left on each board and in each order of seats", pairs, encounters)
_, said = run("standings", path("fixed.db"))
ok("%d of them repeat others" % AGAIN in said and "%d more" % AGAIN in said, "people can see it", said)
status, said = run("report", path("fixed.db"), "--html", path("fixed.html"))
with open(path("fixed.html"), encoding="utf-8") as page:
    ok(status == 0 and "%d of them repeat others" % AGAIN in page.read(), "and so are those who read the report", said)

SOME = enough(100, 300)
# Random players on a board of eight cells meet the same games by chance.
play("tiny.db", "--game", "triancey", "--engine", "builtin:random", "name=first", "--engine", "builtin:random",
     "name=second", "--grid", "torus 2x2", "--rounds", SOME)
games, pairs, encounters = compare("tiny.db", 2)
ok(SOME < games < 2 * SOME, "some games come again", games)

# A sequential test does not decide on copies, and does not wait for ever.
said = play("idle.db", *SEEDED, "--grid", "cestlavie,crepe", "--sprt", "margin0=-1", "margin1=1")
ok("not decided after 4 encounters" in said and "given up" in said, "nothing is decided by four encounters", said)
ok(ask("idle.db", "SELECT COUNT(*) FROM game")[0][0] < 200, "and soon nothing more is played")
status, said = run("standings", path("idle.db"), "--json")
sprt = json.loads(said)["match"]["sprt"]
ok(sprt["encounters"] == 4 and sprt["verdict"] is None and sprt["given_up"], "programs, too", sprt)
done()
