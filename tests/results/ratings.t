#!/usr/bin/env python3
"""Ratings of players over several records, against a naive fit of their games."""
import csv
import io
import json
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import ask, path, run  # noqa: E402
from tgi import done, ok  # noqa: E402


def play(record, names, *words):
    engines = [word for name in names for word in
               ("--engine", "cmd=builtin:" + ("reference" if name == "reference" else "random"), "name=" + name)]
    status, said = run("match", *engines, *words, "--record", record, "--quiet")
    ok(status == 0, "played " + record, said)


def encounters(record, size):
    """Pairs of names with the mean margin and score of the first, each encounter once by its moves."""
    games = {}
    for game, pair, board, one, two, number, margin, moves in ask(
            record, "SELECT game.id, pair, board.spelled, one.name, two.name, number, margin1, moves FROM game"
            " JOIN half ON half.game = game.id JOIN engine AS one ON one.id = seat1 JOIN engine AS two ON two.id = seat2"
            " JOIN board ON board.id = board ORDER BY half.id"):
        entry = games.setdefault(game, {"pair": pair, "seats": (one, two), "margin": 0, "halves": []})
        entry["margin"] += margin
        entry["halves"].append((board, (one, two) if number == 1 else (two, one), moves))
    of_pair = {}
    for game in games.values():
        of_pair.setdefault(game["pair"], []).append(game)
    for games in of_pair.values():
        if len(games) == size:
            first = min(games[0]["seats"])
            other = max(games[0]["seats"])
            margins = [game["margin"] if game["seats"][0] == first else -game["margin"] for game in games]
            yield (first, other, sum(margins) / size, sum((m > 0) + (m == 0) / 2 for m in margins) / size,
                   tuple(sorted(tuple(sorted(game["halves"])) for game in games)))


def naive(rows, anchor, elo):
    """Ratings by coordinate ascent: each player in turn is set to what suits all others, but for the anchor, or anchors
    with their ratings."""
    known = anchor if isinstance(anchor, dict) else {anchor: 0.0}
    names = sorted({name for row in rows for name in row[:2]})
    rating = dict(dict.fromkeys(names, max(known.values())), **known)
    for _ in range(3000):
        moved = 0
        for name in names:
            if name in known:
                continue
            mine = [(row[1], row[2], row[3]) if row[0] == name else (row[0], -row[2], 1 - row[3])
                    for row in rows if name in row[:2]]
            if elo:
                expected = [1 / (1 + 10 ** ((rating[other] - rating[name]) / 400)) for other, _, _ in mine]
                slope = sum(score - e for (_, _, score), e in zip(mine, expected))
                step = slope / sum(e * (1 - e) for e in expected) * 400 / math.log(10)
            else:
                step = sum(margin + rating[other] for other, margin, _ in mine) / len(mine) - rating[name]
            rating[name] += step
            moved = max(moved, abs(step))
        if moved < 1e-9:
            break
    return rating


def rated(*words):
    status, said = run("ratings", *words, "--json")
    ok(status == 0, "ratings " + " ".join(words), said)
    return json.loads(said)


play("one.db", ["reference", "ann", "bob"], "--grid", "cestlavie,crepe", "--rounds", "4", "--game", "triancey")
play("two.db", ["ann", "carl", "dora"], "--grid", "crepe,foiegras", "--rounds", "5", "--game", "triancey", "--seed", "2")
rows = list(encounters("one.db", 2)) + list(encounters("two.db", 2))
got = rated("one.db", "two.db")
margins, elos = naive(rows, "reference", False), naive([row for row in rows if "reference" not in row[:2]], "ann", True)
middle = sum(elos.values()) / len(elos)
ok(got["anchor"] == "reference" and got["encounters"] == len(rows) and len(got["players"]) == 5, "all players of both", got)
ok(all(abs(player["margin"] - margins[player["name"]]) < 1e-6 for player in got["players"]), "margins as by a naive fit", margins)
ok(got["elo_anchor"] is None and all(abs(player["elo"] - elos[player["name"]] + middle) < 1e-4 for player in got["players"]
                                     if player["name"] != "reference"), "Elo of all but the reference, who won all", elos, got["players"])
ok([player["elo"] for player in got["players"] if player["name"] == "reference"] == [None], "and has none")
both = rated("two.db", "--anchor", "carl")
elos = naive(list(encounters("two.db", 2)), "carl", True)
ok(both["elo_anchor"] == "carl" and all(abs(player["elo"] - elos[player["name"]]) < 1e-4 for player in both["players"]), "Elo with an anchor", elos)
three = rated("two.db", "--anchor", "carl=2500")
ok(all(abs(player["elo"] - elos[player["name"]] - 2500) < 1e-4 for player in three["players"]) and three["anchor"] == "carl", "and with a value", three)
three = rated("two.db", "--anchor", "carl=2500,dora=2600.5")
elos = naive(list(encounters("two.db", 2)), {"carl": 2500, "dora": 2600.5}, True)
ok(all(abs(player["elo"] - elos[player["name"]]) < 1e-4 for player in three["players"]) and three["players"] and
   [p["elo_error"] for p in three["players"] if p["name"] in ("carl", "dora")] == [0, 0], "two anchors with values", elos, three["players"])
ok([p["margin"] for p in three["players"]] == [p["margin"] for p in both["players"]], "margins are those of the first", three)
ok([p["margin"] for p in got["players"]] == sorted((p["margin"] for p in got["players"]), reverse=True), "the best first")
for pair in got["pairs"]:
    mine = [row[2] if row[0] == pair["name"] else -row[2] for row in rows if {pair["name"], pair["against"]} == set(row[:2])]
    ok(pair["encounters"] == len(mine) and abs(pair["mean"] - sum(mine) / len(mine)) < 1e-9 and
       abs(pair["expected"] - (margins[pair["name"]] - margins[pair["against"]])) < 1e-6, "%s against %s" % (pair["name"], pair["against"]), pair)

twice = rated("one.db", "two.db", "one.db")
ok([p["margin"] for p in twice["players"]] == [p["margin"] for p in got["players"]] and twice["repeated"] == len(list(encounters("one.db", 2))),
   "a record that is given twice changes nothing", twice)
some = rated("one.db", "two.db", "--exclude", "d*,bob")
left = [row for row in rows if not {"dora", "bob"} & set(row[:2])]
ok(some["encounters"] == len(left) and {p["name"] for p in some["players"]} == {"reference", "ann", "carl"}, "without some", some)
ok(rated("one.db", "two.db", "--include", "reference,[a-c]*", "--exclude", "bob")["players"] == some["players"], "or with others alone")
free = rated("two.db")
ok(free["anchor"] is None and abs(sum(p["margin"] for p in free["players"])) < 1e-9, "without a reference the mean is 0", free)
ok(rated("two.db", "--anchor", "carl")["anchor"] == "carl", "unless somebody is named")

status, said = run("ratings", "two.db", "--anchor", "carl=2500,carl=2600")
ok(status == 1 and "carl is given twice" in said, "an anchor has one value", said)
status, said = run("ratings", "one.db", "two.db", "--csv")
table = list(csv.DictReader(io.StringIO(said)))
ok(status == 0 and [row["name"] for row in table] == [p["name"] for p in got["players"]] and
   all(abs(float(row["margin"]) - p["margin"]) < 1e-6 for row, p in zip(table, got["players"])), "the same as a table", said)
status, said = run("ratings", "one.db", "two.db", "--pairs")
ok(status == 0 and "5 players, %d encounters" % len(rows) in said and "expected" in said, "for people", said)

status, said = run("ratings", "one.db", "two.db", "--html", "ratings.html")
with open(path("ratings.html"), encoding="utf-8") as file:
    page = file.read()
charts = [chart.split("</svg>")[0] for chart in page.split("<svg")[1:]]
ok(status == 0 and len(charts) == 2 and not re.search(r"(src|href)=", page), "a page with two charts", status, said)
for chart, kind, anchor in zip(charts, ("margin", "elo"), ("reference", None)):
    shown = [player for player in got["players"] if player[kind] is not None]
    titles = [float(title) for title in re.findall(r"<title>([^<]*)", chart)]
    ok(all(abs(title - player[kind]) < 0.06 for title, player in zip(titles, shown)) and len(titles) == len(shown),
       "it has each %s" % kind, titles)
    ends = [(float(a), float(b)) for a, b in re.findall(r'class=error d="M([0-9.]+) [0-9.]+H([0-9.]+)', chart)]
    middles = [float(x) for x in re.findall(r"cx=([0-9.]+)", chart)]
    unit = (middles[0] - middles[-1]) / (shown[0][kind] - shown[-1][kind])
    wide = [player[kind + "_error"] for player in shown if player["name"] != anchor]
    ok(len(ends) == len(wide) and all(abs(b - a - 2 * unit * error) < 1 for (a, b), error in zip(ends, wide)), "with its interval", ends, wide)

# More players than a dense matrix has room for: what is left of the normal equations is nothing.
MANY = 1500
names = ["p%d" % number for number in range(MANY)]
games = [(number, (number * 7 + step * step * 13 + 1) % MANY, 2 * ((number * 31 + step * 17) % 19 - 9))
         for number in range(MANY) for step in range(3)]
games = [game for game in games if game[0] != game[1]]
with open(path("many.csv"), "w") as file:
    file.write("id,time,player,opponent,margin1,margin2,board\n")
    for number, (one, two, margin) in enumerate(games):
        file.write("%d,2026-01-01,%s,%s,%d,%d,crepe\n" % (number, names[one], names[two], margin, 2 * (number % 3)))
games = [(one, two, margin + 2 * (number % 3)) for number, (one, two, margin) in enumerate(games)]
status, said = run("import", "many.csv", "--into", "many.db")
ok(status == 0, "%d games of %d players" % (len(games), MANY), said)
many = rated("many.db", "--anchor", "p3")
rating = {player["name"]: player["margin"] for player in many["players"]}
left = dict.fromkeys(names, 0.0)
for one, two, margin in games:
    left[names[one]] += margin - (rating[names[one]] - rating[names[two]])
    left[names[two]] -= margin - (rating[names[one]] - rating[names[two]])
left.pop("p3")
ok(many["encounters"] == len(games) and len(rating) == MANY and rating["p3"] == 0 and max(map(abs, left.values())) < 1e-6,
   "are fitted", max(map(abs, left.values())), many["encounters"])
ok(sum(pair["encounters"] for pair in many["pairs"]) == len(games) and
   len(many["pairs"]) == len({frozenset(game[:2]) for game in games}), "with their pairs")
place = {player["name"]: player["rank"] for player in many["players"]}
ok([(place[pair["name"]], place[pair["against"]]) for pair in many["pairs"]] ==
   sorted((min(place[names[one]], place[names[two]]), max(place[names[one]], place[names[two]]))
          for one, two in {tuple(sorted(game[:2])) for game in games}), "in the order of ranks")
status, said = run("ratings", "many.db", "--html", "many.html")
with open(path("many.html"), encoding="utf-8") as file:
    page = file.read()
ok(status == 0 and page.count("first 100 of %d players" % MANY) == 2 and page.count("<th scope=row>") == MANY,
   "a page with all of them, and the first in charts", status, said)

run("ratings", "one.db", "two.db", "--html", "zero.html")
with open(path("zero.html"), encoding="utf-8") as file:
    ok("since reference has won or lost all games" in file.read() and "since reference" in run("ratings", "one.db", "two.db")[1],
       "a page says, too, what an Elo of 0 is")

for words, wanted in ((["none.db"], "cannot read the record none.db"), (["one.db", "--anchor", "eve"], "nobody is called eve"),
                      (["one.db", "--anchor", "ann,eve=1"], "nobody is called eve"), (["one.db", "--anchor", "ann=x"], "must be a number, not 'x'"),
                      (["one.db", "--include", "x*"], "no complete encounter")):
    status, said = run("ratings", *words)
    ok(status == 1 and wanted in said, "refused: " + " ".join(words), said)
play("other.db", ["ann", "bob"], "--game", "tritt")
status, said = run("ratings", "one.db", "other.db")
ok(status == 1 and "its game is tritt, but that of the previous record is triancey" in said, "two games", said)
done()
