#!/usr/bin/env python3
"""What the operator does while a site runs, and what reads its file: rank, verify, replay, export, merge."""
import hashlib
import json
import os
import re
import shutil
import sqlite3
import stat
import sys
import threading

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from prepared import run_prepared  # noqa: E402
from referee import path, program_of  # noqa: E402
from serve import Player, Rules, Site, play_half  # noqa: E402
from tgi import PATIENCE, done, enough, ok  # noqa: E402


def refer(*words):
    """Status, standard output, standard error."""
    got = run_prepared(program_of(words), words)
    return got.status, got.out.decode(), got.err.decode()


def operate(command, *words):
    return refer("site", command, *words, "--data", site.data)


def people(kind="human"):
    return [(row["name"], row["games"]) for row in site.ask("GET", "api/weeks/current/ranking?class=" + kind)[2]["rows"]]


def play(player, board):
    game = play_half(player, player.begin(board), rules)
    return game and play_half(player, player.half(game)[1], rules, max)


site, rules = Site(), Rules()
anna, bert, clara = (Player(site, name) for name in ("Anna Bell", "Bert", "Clara"))
ok(all([play(anna, 1), play(anna, 2), play(bert, 1), play(clara, 2), play(clara, 3)]), "five games")
ok(sorted(people()) == [("Anna Bell", 2), ("Bert", 1), ("Clara", 2)], "three people", people())

# ---- accounts -----------------------------------------------------------------------------------

status, said, error = operate("ban", "bert", "plays by a program")
ok(status == 0 and "Bert" in said, "one is banned", said, error)
ok(sorted(people()) == [("Anna Bell", 2), ("Clara", 2)], "his games do not count, at once", people())
status, answer = bert.post("api/tables", {"board": 4})
ok(status == 403 and "plays by a program" in answer["error"], "and he is told why", answer)
answer = bert.ask("GET", "api/site")[2]["account"]
ok(answer["banned"] and answer["reason"] == "plays by a program", "wherever he looks", answer)
ok(operate("unban", "Bert")[0] == 0 and ("Bert", 1) in people() and bert.begin(4), "the ban is lifted")
ok(operate("class", "Bert", "helped")[0] == 0 and people("helped") == [("Bert", 1)] and len(people()) == 2, "another class")
ok(operate("class", "Bert", "robot")[0] == 1 and operate("ban", "Nobody", "x")[0] == 1 and
   operate("ban", "Bert")[0] == 2 and operate("ban", "Bert", "")[0] == 2 and operate("rename", "Bert", "<b>")[0] == 1 and
   operate("rename", "Bert", "CIara")[0] == 1, "what makes no sense is refused")
ok(people("helped") == [("Bert", 1)], "and changes nothing")
ok(operate("rename", "Bert", "Bertram")[0] == 0 and people("helped") == [("Bertram", 1)], "a new name")
status, said, error = operate("merge", "Clara", "Anna Bell")
ok(status == 0 and people() == [("Anna Bell", 3)], "two accounts of one person: three boards", said, error, people())
ok(clara.ask("GET", "api/account")[0] == 401, "the other one is gone")
status, said, error = operate("recover", "Anna Bell")
code = said.split(" is ")[1].split()[0]
status, _, answer = site.ask("POST", "api/session", {"name": "Anna Bell", "recovery": code, "key": True})
ok(status == 200 and answer["account"]["id"] == anna.id, "a new recovery code opens", said, answer)
status, _, _ = site.ask("POST", "api/session", {"name": "Anna Bell", "recovery": anna.recovery, "key": True})
ok(status in (401, 403), "the old one does not", status)
status, said, error = operate("show", "Anna Bell")
ok(status == 0 and json.loads(said)["name"] == "Anna Bell" and "recovery" not in said, "all that is kept", said, error)
status, said, error = operate("check", site.ask("GET", "api/site")[2]["week"])
ok(status == 1 and "not over" in error, "a week that runs tells no secret, not to its operator either", said, error)
status, said, error = operate("stats", "--json")
stats = json.loads(said)
ok(status == 0 and (stats["people"], stats["helped"], stats["games"], stats["halves"], stats["open"]) == (1, 1, 4, 10, 1) and
   stats["bytes"] > 4096, "figures", said, error)
ok(len(operate("stats")[1].splitlines()) == len(stats) - 1, "and for people")

status, said, error = operate("check")
ok(status == 0 and said == "0 accounts have names that would be refused now.\n", "no name is refused", said, error)
with sqlite3.connect(site.club) as club:
    club.execute("UPDATE club_account SET name = 'Anna_Bell' WHERE name = 'Anna Bell'")
status, said, error = operate("check")
ok(status == 0 and said.split()[:2] == [str(anna.id), "Anna_Bell"] and "1 account has a name" in said, "one is", said, error)
ok(operate("rename", anna.id, "Anna Bell")[0] == 0 and operate("check")[1].startswith("0 "), "and is found by its number")

# While somebody plays as fast as they can, nothing is refused to them or to the operator.
trouble, playing = [], threading.Event()


def play_on():
    player = Player(site, "Dora")
    for board in range(1, 5):
        if not play(player, board):
            trouble.append("board %d" % board)
    playing.set()


thread = threading.Thread(target=play_on)
thread.start()
changes = 0
while not playing.is_set():
    if changes >= enough(16, 10000):
        playing.wait(PATIENCE)
    elif operate("ban", "Bertram", "again")[0] or operate("unban", "Bertram")[0]:
        trouble.append("ban")
    else:
        changes += 2
thread.join()
ok(not trouble and changes and ("Dora", 4) in people(), "%d changes while somebody plays" % changes, trouble, people())

# ---- the file -----------------------------------------------------------------------------------

copy = path("copy.db")
status, said, error = operate("backup", copy)
ok(status == 0 and stat.S_IMODE(os.stat(copy).st_mode) == 0o600 and not os.path.exists(copy + "-wal") and
   not os.path.exists(copy + ".new"), "a backup, for its owner alone", said, error)
with sqlite3.connect(copy) as one, sqlite3.connect(site.club) as other:
    for table in ("half", "club_account", "club_score", "club_week"):
        ask = "SELECT * FROM %s ORDER BY 1, 2" % table
        ok(one.execute(ask).fetchall() == other.execute(ask).fetchall() != [], "the backup has all of " + table)
    ok(one.execute("PRAGMA integrity_check").fetchone() == ("ok",), "and is whole")
ok(operate("backup", copy)[0] == 1 and operate("backup", "/nowhere/x.db")[0] == 1, "no other file is written over")
ok("another referee" in refer("import", os.path.join(os.environ.get("srcdir", "."), "tests/pairing/published-games.csv"),
                              "--into", site.club)[2], "import keeps off while the site is served")

status, said, error = refer("verify", site.club)
ok(status == 0 and "nothing is wrong" in said, "verify, while it is served", said, error)
status, said, error = refer("rank", site.club)
ok(status == 0 and [re.split("  +", line.strip())[1:3] for line in said.splitlines() if line.split()[0].isdigit()] ==
   [["Dora", "4"], ["Anna Bell", "3"], ["Bertram", "1"]], "rank has all classes", said, error)
with sqlite3.connect(copy) as club:
    game, moves = club.execute("SELECT game, moves FROM half WHERE number = 1 ORDER BY id LIMIT 1").fetchone()
status, said, error = refer("replay", copy, game)
ok(status == 0 and said, "replay", error)
status, said, error = refer("export", copy, "--format", "json")
exported = json.loads(said)
ok(status == 0 and len(exported["games"]) == 9 and "secret" not in said and "argon" not in said.lower(),
   "export has the games, and nothing of the club's own", error, said[:200])
status, said, error = refer("export", copy, "--format", "csv")
ok(status == 0 and said.count("\n") == 10, "as CSV, too", error, said[:300])

# Another club: the two of them make one ranking of the world.
second = Site()
erika = Player(second, "Erika")
ok(play(erika, 1), "somebody plays elsewhere")
second.end()
site.end()
world = path("world.db")
status, said, error = refer("merge", site.club, second.club, "--into", world)
ok(status == 0, "records of two clubs are merged", said, error)
status, said, error = refer("rank", world)
ok(status == 0 and ["Dora", "Anna Bell"] == [re.split("  +", line.strip())[1] for line in said.splitlines() if line.split()[0].isdigit()][:2] and
   "Erika" in said, "into one ranking", said, error)
ok(refer("verify", world)[0] == 0, "in which nothing is wrong")

# What is imported into a club's file counts on the site, as rank has it.
with open(path("elsewhere.json"), "w") as file:
    file.write(refer("export", second.club, "--format", "json")[1])
status, said, error = refer("import", path("elsewhere.json"), "--into", site.club)
ok(status == 0, "games of another club are imported", said, error)
site.start()
ok(("Erika", 1) in people() and ("Dora", 4) in people(), "and count on the site", people())
ok("Erika" in refer("rank", site.club)[1] and refer("verify", site.club)[0] == 0, "as for rank and verify")
site.end()

# ---- a week that is over: what its moves have lost, and who plays as the solver does -------------


def past(command, *words):
    return refer("site", command, *words, "--data", path("past"))


def change(*statements):
    with sqlite3.connect(path("past/club.db")) as base:
        for statement, *values in statements:
            base.execute(statement, values)
    base.close()


os.mkdir(path("past"))
shutil.copy(site.club, path("past/club.db"))
status, said, error = past("analyse")
ok(status == 0 and said == "0 halves were analysed.\n", "nothing of a week that runs is analysed", said, error)
with sqlite3.connect(site.club) as base:
    week, secret = base.execute("SELECT week, secret FROM club_week WHERE week IN (SELECT week FROM club_game) ORDER BY week DESC").fetchone()
base.close()
digest = hashlib.sha256(("triancey week 2026-10 %s" % secret).encode()).hexdigest()
change(("INSERT INTO club_week VALUES ('2026-10', ?, ?, 1)", secret, digest))
status, said, error = past("check", "2026-10")
ok(status == 0 and said == "Week 2026-10 is what its secret says: halves 0, moves of the computer 0.\n", "a week without games", said, error)
change(("UPDATE club_game SET week = '2026-10'",), ("UPDATE club_result SET week = '2026-10'",), ("UPDATE half SET finished = '2026-03-04T12:00:00Z'",),
       ("UPDATE game SET foreign_id = replace(foreign_id, ?, '2026-10')", week))
status, said, error = past("marks")
ok(status == 0 and said == "0 games of people were examined; 0 games or weeks agree with the solver more often than people do.\n",
   "nothing is known before the analysis", said, error)
with sqlite3.connect(path("past/club.db")) as base:
    game, = base.execute("SELECT MIN(game) FROM club_result JOIN engine ON engine.id = club_result.player"
                         " JOIN club_account ON club_account.player = engine.id WHERE club_account.name = 'Dora'").fetchone()
base.close()
for loss, wanted in ((2, "game <> %d" % game), (0, "game = %d" % game)):
    change(("INSERT INTO club_analysis SELECT game, number, 29, ?, '1', ? FROM half WHERE " + wanted, 29 * loss,
            ";".join("%d 5 %d 1 20 1" % (ply, loss) for ply in range(1, 30))))
status, said, error = past("marks", "--json")
marks = json.loads(said)["marks"]
ok(status == 0 and [mark["name"] for mark in marks] == ["Dora", "Dora"] and [mark["record"] for mark in marks] == [game, None] and
   marks[0]["decisions"] == marks[0]["best"] == 58 and marks[0]["chance"] < 1e-4, "who always finds the best of twenty moves is marked", said, error)
status, said, error = past("marks")
lines = said.splitlines()
ok(status == 0 and len(lines) == 4 and "; 2 games or weeks agree with the solver more often than people do." in lines[0] and
   lines[1].split()[:3] == ["player", "week", "game"] and lines[2].split()[:3] == ["Dora", "2026-10", str(game)], "and named to people", said, error)

status, said, error = refer("site", "stats", "--data", path("nowhere"))
ok(status == 1 and "club.db" in error, "no club, no figures", error)
status, said, error = refer("import", os.path.join(os.environ.get("srcdir", "."), "tests/pairing/published-games.csv"),
                            "--into", path("club.db"), "--reference", "computer")
ok(status == 0, "a record", said, error)
status, said, error = refer("site", "stats", "--data", path(""))
ok(status == 1 and "but not of a club" in error, "that is no club's", error)
rules.close()
done()
