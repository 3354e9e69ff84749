#!/usr/bin/env python3
"""Records that are good but unusual: hundreds of games between two players, boards and players without number, rounds that
are still to come, games of four, games of which only the result is known, single games, parts of different leagues."""
import csv
import io
import json
import os
import re
import shutil
import sqlite3
import sys
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import ask, path, run  # noqa: E402
from serve import Site  # noqa: E402
from tgi import done, ok, until  # noqa: E402

HEAD = "id,time,player,opponent,margin1,board\n"


def works(*words):
    status, said = run(*words)
    ok(status == 0, " ".join(words)[:70], said)
    return said


def refuses(text, *words, status=1):
    got, said = run(*words)
    ok(got == status and text in said, "refused: " + text, got, said)


def write(name, text):
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)


def read(name):
    with open(path(name), encoding="utf-8") as file:
        return file.read()


def play(name, players, *words):
    engines = sum((["--engine", "builtin:random", "name=player-%d" % i] for i in range(players)), [])
    return works("match", *engines, "--record", name, "--quiet", *words)


def change(name, into, *statements):
    """Copies a record and changes the copy by SQL."""
    shutil.copy(path(name), path(into))
    with sqlite3.connect(path(into)) as base:
        for statement in statements:
            base.execute(statement)
    base.close()


# ---- many games, players and boards ------------------------------------------------------------

GAMES = 600
rows = [(number, "anna", "bert", 2 * (number * 37 % 41 - 20), "") for number in range(GAMES)]
rows += [(GAMES + number, "p%d" % (number % 30), "p%d" % ((number * 7 + 1) % 30), 2 * (number % 5), "board %d" % number)
         for number in range(60) if number % 30 != (number * 7 + 1) % 30]
write("many.csv", HEAD + "".join("%d,2026-01-%02d,%s,%s,%d,%s\n" % (number + 1, 1 + number % 28, *row)
                                 for number, (_, *row) in enumerate(rows)))
works("import", "many.csv", "--into", "many.db", "--game", "tritt")
works("report", "many.db", "--html", "many.html", "--svg", "many.svg")
page = read("many.html")
paths = [len(re.findall("[ML ]?-?[0-9.]+[ ,]-?[0-9.]+", one)) for one in re.findall(' d="([^"]*)"', page)]
ok(128 <= max(paths) <= 256, "a course of %d games has fewer points" % GAMES, max(paths))
ok("show the first 24 of 32" in page and "board 3" in page, "32 players in tables of 24", re.findall("show the first.*", page))
ok(ElementTree.parse(path("many.svg")) is not None, "a picture of them")
works("standings", "many.db", "--json")
ok("%d games" % len(rows) in works("verify", "many.db"), "all are in the record")

# ---- a knockout that goes on -------------------------------------------------------------------

play("knockout.db", 7, "--format", "knockout", "--grid", "crepe")
for rounds, wanted in ((1, "round 1 of 3"), (2, "round 2 of 3")):
    change("knockout.db", "going.db", "DELETE FROM half WHERE game IN (SELECT id FROM game WHERE round > %d)" % rounds,
           "DELETE FROM game WHERE round > %d" % rounds, "DELETE FROM meeting WHERE round > %d" % rounds)
    works("report", "going.db", "--html", "going.html", "--svg", "going.svg")
    winners = [name for name, in ask("going.db", "SELECT name FROM engine JOIN meeting ON engine.id = winner WHERE round = %d" % rounds)]
    bracket = re.search(r"<svg class=bracket.*?</svg></div>", read("going.html"), re.S)[0]
    ok(bracket.count("<rect class=\"slot\"") == 7 and "has won" not in read("going.html"), "rounds to come are in the bracket of round %d" % rounds)
    ok(sorted(re.findall('<text class="tie" x="8" y="15">(player-.)<', bracket)) == sorted(winners), "with those who go on", winners)
    table = json.loads(works("standings", "going.db", "--json"))
    ok((table["round"], table["rounds"], table["winner"], len(table["bracket"])) == (rounds, 3, None, rounds), "nobody has won", table["winner"])

# ---- games of four -------------------------------------------------------------------------------

play("four.db", 4, "--game", "trioker-rapid players 4")
works("report", "four.db", "--html", "four.html", "--svg", "four.svg")
games = json.loads(re.search('<script id=data type="application/json">(.*?)</script>', read("four.html"), re.S)[1])["games"]
ok(games and all(len(game[3]) == 4 for game in games), "a page with games of four")
said = works("replay", "four.db", "1")
ok(said.count("seat ") >= 4 and "seat 4: " in said, "one is shown again", said[-200:])
refuses("ratings are for games of two, not of 4", "ratings", "four.db")
ok("seat 4: " in works("export", "four.db"), "and exported")
works("export", "four.db", "--format", "json", "--output", "four.json")
works("export", "four.db", "--format", "csv", "--output", "four.csv")
for name in ("four.csv", "four.json"):
    works("import", name, "--into", "again.db")
    ok("nothing is wrong" in works("verify", "again.db"), "and imported: " + name)
    os.remove(path("again.db"))

play("rapid.db", 2, "--game", "trioker-rapid")
said = works("replay", "rapid.db", "1")
won = re.search("deals won by: (.*)", said)
ok(won and len(won[1].split(", ")) == 3 and set(won[1].split(", ")) <= {"player-0", "player-1"}, "who has won which deal", won and won[0])

# ---- results without moves -----------------------------------------------------------------------

works("match", "--engine", "builtin:random", "--engine", "builtin:reference", "--grid", "crepe", "--record", "crepe.db", "--quiet")
row = next(csv.DictReader(io.StringIO(works("export", "crepe.db", "--format", "csv"))))
write("result.csv", 'id,time,player,opponent,spelled,board,margin1,margin2,termination1\n1,2026-01-01,anna,bert,"%s",%s,4,6,full\n'
      '2,2026-01-01,anna,bert,"%s",,4,,full\n' % (row["spelled"], row["board"], row["spelled"]))
works("import", "result.csv")
said = works("replay", "result.db", "1000000001")
ok(said.count("Its moves are not known: only the result is.") == 2 and "margin +4" in said, "a game without moves", said)
ok("game 1000000002\n" in works("replay", "result.db", "1000000002"), "on a board without a name")
works("report", "result.db", "--html", "result.html")
ok("nothing is wrong" in works("verify", "result.db"), "nothing is wrong with that")
write("alone.csv", HEAD + "1,2026-01-01,anna,bert,4,\n")
works("import", "alone.csv")
refuses("there is no complete encounter", "ratings", "alone.db")
BOTH = "id,time,player,opponent,margin1,margin2\n"
write("one.csv", BOTH + "1,2026-01-01,anna,bert,4,2\n")
works("import", "one.csv")
works("ratings", "one.db", "--html", "one.html")
ok("anna" in read("one.html") and not re.search("[^a-z](nan|inf)[^a-z]", read("one.html")), "ratings from one game", read("one.html"))
write("apart.csv", BOTH + "1,2026-01-01,anna,bert,4,0\n2,2026-01-01,carl,dora,4,4\n3,2026-01-02,erik,fred,0,0\n4,2026-01-03,anna,bert,4,0\n")
works("import", "apart.csv")
works("ratings", "apart.db", "--html", "apart.html")
said = works("ratings", "apart.db", "--pairs")
ok(all(name in said and name in read("apart.html") for name in ("anna", "dora", "fred")), "and of players who never met", said)

# ---- what cannot be imported ---------------------------------------------------------------------

HALF = "id,time,player,opponent,player3,player4,margin1,margin1_2,margin1_3,margin1_4"
for text, wanted in ((HEAD[:-1] + ",margin2,margin3\n1,2026-01-01,a,b,1,,,3\n", "margin3: the previous half was not played"),
                     (HEAD[:-1] + ",points1\n1,2026-01-01,a,b,1,,4\n", "points1_2: "),
                     (HEAD[:-1] + ",points1,points1_3\n1,2026-01-01,a,b,1,,,4\n", "points1_3: a seat without a player has points"),
                     (HEAD[:-1] + ",margin1_5\n", "there is no column 'margin1_5'"), (HEAD[:-1] + ",margin1_22\n", "there is no column 'margin1_22'"),
                     (HEAD[:-1] + ",margin0\n", "there is no column 'margin0'"), (HEAD[:-1] + ",times\n", "there is no column 'times'"),
                     (HEAD[:-1] + ",plies1_2\n", "there is no column 'plies1_2'"), (HEAD[:-1] + ",margin1-2\n", "there is no column 'margin1-2'"),
                     (HEAD[:-1] + ",plies1\n1,2026-01-01,a,b,1,,-1\n", "plies1: '-1'"),
                     (HEAD[:-1] + ",at_fault1\n1,2026-01-01,a,b,1,,3\n", "at_fault1: '3'"),
                     (HEAD[:-1] + ",said1\n1,2026-01-01,a,b,1,,1 depth 3\n", "said1: '1' is not the number of a move"),
                     (HALF + ",game\n1,2026-01-01,a,b,,d,1,-1,,,triangulation\n", "player4: the previous seat has no player"),
                     (HALF + ",game\n1,2026-01-01,a,b,c,,1,1,,,triangulation\n", "margin1_3: it is empty; that is allowed only between two players"),
                     (HALF + ",game\n1,2026-01-01,a,b,c,,1,-1,0,,selacata\n", "player3: selacata is a game for at most 2 players")):
    write("wrong.csv", text)
    refuses(wanted, "import", "wrong.csv", "--into", "wrong.db")
    ok(not os.path.exists(path("wrong.db")), "and no record is made")
whole = json.loads(read("four.json"))
whole["games"][0]["seats"] += ["e"]
write("wrong.json", json.dumps(whole))
refuses("games[0].seats[3]: there are too many seats", "import", "wrong.json", "--into", "wrong.db")
os.mkdir(path("in"))
for name, record in (("in/alone", "alone.db"), ("in/.csv", ".csv.db"), ("in/x.y", "x.y.db"), ("in/z.json", "z.db")):
    shutil.copy(path("alone.csv"), path(name))
    status, said = run("import", name)
    ok(record + ": " in said if status == 0 else name.endswith("json"), "%s makes %s" % (name, record), status, said)
works("import", "alone.csv", "--into", "in/no ending")
ok(ask("in/no ending", "SELECT name FROM league") == [("no ending",)], "a record has the name of its file, whatever that is")
refuses("a/b", "import", "alone.csv", "--reference", "a/b", status=2)
change("alone.db", "chess.db", "UPDATE league SET game = 'chess'")
refuses("record chess.db: there is no game chess", "import", "alone.csv", "--into", "chess.db")
refuses("record alone.db is for selacata, not for tritt", "import", "alone.csv", "--into", "alone.db", "--game", "tritt")

# ---- the same on a site --------------------------------------------------------------------------

os.mkdir(path("leagues"))
for name in ("four.db", "result.db", "alone.db", "many.db"):
    shutil.copy(path(name), path("leagues"))
site = Site("--leagues", path("leagues"))


def get(where):
    status, _, answer = site.ask("GET", "api/leagues" + where)
    return answer if status == 200 else status


until(lambda: get("")["total"] == 4)
games = get("/four.db/games")["games"]
ok(games and all(len(game["seats"]) == len(game["margins"]) == 4 for game in games), "games of four", games[:1])
game = get("/four.db/games/1")
ok(len(game["halves"][0]["points"]) == 4 and len(game["halves"][0]["moves"]) == len(game["halves"][0]["clocks_us"]), "have all their moves")
half = get("/result.db/games/1000000001")["halves"][0]
ok((half["moves"], half["clocks_us"], half["points"], half["margins"], half["termination"]) == (None, None, None, [4, -4], "full"), "a result alone", half)
game = get("/alone.db/games/1000000001")
ok(game["line"] is None and len(game["halves"]) == 1 and not game["over"], "on a board that nobody knows", game)
ok(len(get("/many.db/games?count=200")["games"]) == 200 and get("/many.db/games?from=600&count=200")["total"] == len(rows), "pages of many")
site.end()

# ---- parts that do not belong together -----------------------------------------------------------

play("tritt.db", 2, "--game", "tritt")
refuses("tritt.db: its game is tritt, but that of the previous record is selacata", "merge", "crepe.db", "tritt.db", "--into", "merged.db")
refuses("alone.db: it belongs to another league: 'alone', schedule none", "merge", "crepe.db", "alone.db", "--into", "merged.db")
refuses("schedule", "merge", "alone.db", "crepe.db", "--into", "merged.db")
for shard, rounds in ((1, 2), (2, 4)):
    play("part.db", 2, "--grid", "crepe", "--rounds", str(rounds), "--shard", "%d/2" % shard)
refuses("part.2-of-2.db: its rounds and shards are 4 and 2, not 2 and 2", "merge", "part.1-of-2.db", "part.2-of-2.db", "--into", "merged.db")
refuses("another league", "match", "--engine", "builtin:random", "--engine", "builtin:search", "--grid", "crepe", "--record", "alone.db")
ok(not os.path.exists(path("merged.db")), "and no record is made of them")
done()
