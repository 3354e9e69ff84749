#!/usr/bin/env python3
"""Standings know the format: who won a knockout stands first and its bracket is a tree; a Swiss league is ranked by
points and what decides between equals, worked out here once more; reports and pictures show the same."""
import itertools
import json
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import ask, path, run  # noqa: E402
from tgi import done, ok  # noqa: E402


def league(name, players, *words):
    """A league of random players with names as different as they may be."""
    engines = itertools.chain.from_iterable(("--engine", "builtin:random", "name=player-%d" % i) for i in range(players))
    status, said = run("match", *engines, "--grid", "crepe", "--record", name, "--quiet", *words)
    ok(status == 0, "%s: %d players" % (name, players), said)


def standings(name):
    status, said = run("standings", "--json", name)
    return json.loads(said) if status == 0 else {}


def meetings(name):
    """Round, both players and the winner, by names."""
    names = dict(ask(name, "SELECT id, name FROM engine"))
    return [(round, names[one], names.get(two), names.get(winner), margins) for round, one, two, winner, *margins in
            ask(name, "SELECT round, engine1, engine2, winner, margin1, margin2 FROM meeting ORDER BY round, number")]


# ---- knockouts -----------------------------------------------------------------------------------

for players in (2, 3, 5, 8, 11):
    name = "knockout%d.db" % players
    league(name, players, "--format", "knockout", "--seed", str(players))
    table, met = standings(name), meetings(name)
    rounds = max(round for round, *_ in met)
    final = [meeting for meeting in met if meeting[0] == rounds]
    ok(len(final) == 1 and table["winner"] == final[0][3] == table["players"][0]["name"] and
       (table["round"], table["rounds"], table["format"]) == (rounds, rounds, "knockout") and table["table"] is None,
       "%d players: who wins the final stands first" % players, table["players"], final)
    out = {}  # the round in which each lost
    for round, one, two, winner, _ in met:
        for player in (one, two):
            if player and player != winner:
                out[player] = round
    order = [out.get(player["name"], rounds + 1) for player in table["players"]]
    ok(order == sorted(order, reverse=True), "the others by how far they came", order)
    bracket = table["bracket"]
    ok(len(bracket) == rounds and [len(one) for one in bracket] == [2 ** (rounds - 1 - i) for i in range(rounds)],
       "the bracket is a tree", [len(one) for one in bracket])
    ok(all(bracket[i][k]["winner"] == bracket[i + 1][k // 2]["players"][k % 2]
           for i in range(rounds - 1) for k in range(len(bracket[i]))), "whose winners go on to where they belong")
    ok(sorted((i + 1, *meeting["players"], meeting["winner"]) for i, one in enumerate(bracket) for meeting in one
              if meeting["players"][1]) == sorted((round, one, two, winner) for round, one, two, winner, _ in met if two) and
       sum(meeting["bye"] for one in bracket for meeting in one) == sum(two is None for _, _, two, _, _ in met),
       "and which has all meetings, each once")

run("report", "knockout5.db", "--html", "knockout.html", "--svg", "knockout.svg")
with open(path("knockout.html")) as file:
    page = file.read()
drawn = re.search(r"<svg class=bracket.*?</svg></div>", page, re.S)
ok(drawn and [drawn[0].count(">player-%d<" % i) for i in range(5)] ==
   [sum("player-%d" % i in meeting["players"] for one in standings("knockout5.db")["bracket"] for meeting in one)
    for i in range(5)], "the report draws the bracket: each player in each of his meetings")
first = re.search(r"class=standings>.*?<th scope=row>(.*?)</th>", page, re.S)
ok(first and first[1] == standings("knockout5.db")["winner"], "and puts the winner first", first and first[1])
picture = "".join(ElementTree.parse(path("knockout.svg")).getroot().itertext())
ok(picture.index(first[1]) < min(picture.index("player-%d" % i) for i in range(5) if "player-%d" % i != first[1]) and
   "bye" in picture, "so does the picture")
ok("%s has won." % first[1] in picture, "which names him, too", picture)

# ---- Swiss leagues -------------------------------------------------------------------------------


def rank(met, players):
    """The players in groups of equals, by points, the meetings among equals, Buchholz and margins."""
    points, margin, opponents = ({player: value() for player in players} for value in (float, int, list))
    for _, one, two, winner, margins in met:
        for player, other, own in ((one, two, margins[0]), (two, one, margins[1])):
            if player is None:
                continue
            points[player] += 1 if winner == player else 0.5 if winner is None else 0
            margin[player] += own
            if other:
                opponents[player].append((other, 1 if winner == player else 0.5 if winner is None else 0))

    def direct(player):
        equals = {other for other in players if points[other] == points[player]}
        for one in equals:
            if not equals - {one} <= {other for other, _ in opponents[one]}:
                return 0
        return sum(got for other, got in opponents[player] if other in equals)

    key = {player: (points[player], direct(player), sum(points[other] for other, _ in opponents[player]), margin[player])
           for player in players}
    return key


for players, rounds in ((4, 3), (7, 3), (8, 3), (10, 5)):
    name = "swiss%d.db" % players
    league(name, players, "--format", "swiss", "--rounds", rounds, "--seed", str(players))
    table = standings(name)
    key = rank(meetings(name), [player["name"] for player in table["players"]])
    order = [key[player["name"]] for player in table["players"]]
    ok(order == sorted(order, reverse=True), "Swiss, %d players: in the order of points and what follows" % players, order)
    columns = [column["name"] for column in table["table"]["columns"]]
    rows = [dict(zip(columns, row)) for row in table["table"]["rows"]]
    ok([row["player"] for row in rows] == [player["name"] for player in table["players"]] and
       [(row["points"], row["buchholz"], row["margin"]) for row in rows] ==
       [(key[row["player"]][0], key[row["player"]][2], key[row["player"]][3]) for row in rows],
       "its table has points, Buchholz and margins", rows)
    alone = order[0] > order[1]
    ok(table["winner"] == (table["players"][0]["name"] if alone else None) and table["bracket"] is None,
       "who stands first alone has won", table["winner"])
    run("report", name, "--html", "swiss.html", "--svg", "swiss.svg")
    with open(path("swiss.html")) as file:
        shown = re.findall(r"<tr><td>(\d+)</td><th scope=row>(.*?)</th><td>([\d.]+)</td>", file.read())
    ok([(int(place), who, float(points)) for place, who, points in shown[:players]] ==
       [(row["rank"], row["player"], row["points"]) for row in rows], "and so the report says", shown)

# ---- the others ----------------------------------------------------------------------------------

league("all.db", 3, "--rounds", "1")
table = standings("all.db")
ok((table["format"], table["round"], table["winner"], table["table"], table["bracket"]) ==
   ("roundrobin", None, None, None, None), "a round robin has nothing of that", table)
league("test.db", 2, "--sprt", "margin0=0 margin1=200", "--rounds", "30")
run("report", "test.db", "--html", "test.html")
with open(path("test.html")) as file:
    page = file.read()
test = standings("test.db")["match"]["sprt"]
ok("LLR %+.2f (%.2f to %.2f)" % (test["llr"], test["lower"], test["upper"]) in page,
   "the report of a sequential test says where it stands", test)
run("report", "test.db", "--svg", "test.svg")
tree = ElementTree.parse(path("test.svg")).getroot()
ok("LLR %+.2f" % test["llr"] in "".join(tree.itertext()), "and so does the picture")
lines = [element.get("d") for element in tree.iter() if element.get("class") == "line l0"]
bounds = {text.text: float(text.get("y")) - 4 for text in tree.iter()
          if text.tag.endswith("text") and text.text in ("%+.2f" % test["lower"], "+0.00", "%+.2f" % test["upper"])}
ends = [float(point.split()[1]) for point in re.split("[ML]", lines[0])[1:]]
unit = (bounds["+0.00"] - bounds["%+.2f" % test["upper"]]) / test["upper"]
ok(len(lines) == 1 and len(bounds) == 3 and len(ends) == test["encounters"] + 1 and abs(ends[0] - bounds["+0.00"]) < 0.2 and
   abs(bounds["+0.00"] - unit * test["llr"] - ends[-1]) < 0.3, "with its course from 0 to where it stands, between the bounds", ends, bounds, test)
done()
