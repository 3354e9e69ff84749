#!/usr/bin/env python3
"""Records that come and go: rankings, import, export, replay, verify, merge, by the program."""
import csv
import fcntl
import io
import itertools
import json
import os
import re
import shutil
import signal
import sqlite3
import stat
import struct
import subprocess
import sys
import tempfile
import termios

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from prepared import run_prepared  # noqa: E402
from tgi import NIGHTLY, PATIENCE, SOURCE, done, enough, ok, until  # noqa: E402

REFEREE = os.path.abspath(os.path.join(os.environ.get("top_builddir", "."), "triancey-referee"))
PUBLISHED = os.path.abspath(os.path.join(SOURCE, "tests", "pairing", "published-games.csv"))
FOLDER = tempfile.TemporaryDirectory(prefix="triancey-records-")
os.chdir(FOLDER.name)


def run(*words, text=None):
    """Exit status, standard output, standard error."""
    got = run_prepared(REFEREE, words, (text or "").encode())
    return got.status, got.out.decode().replace("\r\n", "\n"), got.err.decode()


def sample(rows):
    """All of them at night."""
    return rows[::enough(3, 1)]


def works(*words, what=None, text=None):
    status, out, err = run(*words, text=text)
    ok(status == 0 and err == "", what or " ".join(words)[:70], err)
    return out


def fails(wanted, *words, status=1, what=None):
    got, out, err = run(*words)
    ok(got == status and all(text in out + err for text in wanted),
       what or "refused: " + " ".join(words)[:60], "%d: %s" % (got, out + err))


def write(path, text):
    with open(path, "w", newline="", encoding="utf-8") as file:
        file.write(text)
    return path


def change(source, path, *statements):
    """A copy of a record in which something was changed."""
    shutil.copy(source, path)
    with sqlite3.connect(path) as database:
        for statement in statements:
            database.execute(statement)
    database.close()
    return path


def content(path):
    """All that a record says but for times."""
    whole = json.loads(works("export", path, "--format", "json", what="%s as JSON" % path))
    del whole["league"]["started"], whole["programs"]
    for game in whole["games"]:
        for half in game["halves"]:
            del half["clocks_us"], half["finished"]
            for said in half.get("said", []):
                said.pop("time", None)
    return whole


# ---- the published league --------------------------------------------------------------------
def table(*words):
    """The rows of a ranking: player, games counted, total, average; and its last line."""
    lines = works("rank", *words).splitlines()
    rows = [line.split() for line in lines[2:-3]]
    ok(lines[-3] == "Ordered by the number of games counted, then by the average." and re.search(r"the best \d+ games? of each player", lines[-2]), "below it the rule", lines[-3:-1])
    return [(row[1], int(row[3]), int(row[4]), float(row[5])) for row in rows], lines[0], lines[-1]


works("import", PUBLISHED, "--into", "league.db", "--reference", "computer")
rows, title, champion = table("league.db", "--week", "2010-44")
ok(rows == [("jlancey", 5, 249, 49.8), ("joyeux", 5, 212, 42.4), ("prof", 5, 204, 40.8),
            ("simplet", 5, 198, 39.6), ("blancheneige", 5, 74, 14.8), ("atchoum", 5, 16, 3.2),
            ("dormeur", 5, 16, 3.2), ("timide", 5, -34, -6.8), ("grincheux", 5, -68, -13.6)],
   "the published table of week 2010-44", rows)
ok("2010-11-01 to 2010-11-07" in title and "provisional" not in title, "its days", title)
ok(champion == "champion of the week: jlancey", "its champion", champion)
rows, title, leader = table("league.db", "--week", "2010-W45", "--at", "2010-11-10")
ok(rows == [("jlancey", 2, 12, 6.0), ("prof", 1, 26, 26.0), ("timide", 1, 18, 18.0),
            ("dormeur", 1, 12, 12.0), ("joyeux", 1, 8, 8.0), ("blancheneige", 1, -18, -18.0),
            ("grincheux", 1, -38, -38.0), ("atchoum", 1, -56, -56.0)],
   "the published table of the running week 2010-45", rows)
ok("provisional" in title and leader == "leader so far: jlancey", "provisional", title + leader)
rows, title, _ = table("league.db", "--week", "2010-44", "--at", "2010-11-05T12:00:00Z")
games = {row[0]: row[1] for row in rows}
ok("provisional" in title and games["prof"] == 8, "while it runs all games count", games)
rows, _, _ = table("league.db", "--week", "2010-44", "--best", "1")
ok(rows[0][:3] == ("prof", 1, 88) and rows[-1][2] == 0, "the best game alone", rows)
_, title, _ = table("league.db")
ok("week 2010-45" in title, "the newest week if none is named", title)
ok("no tournament game was finished" in works("rank", "league.db", "--week", "2010-46"),
   "a week without games")
places = [line.split()[0] for line in works("rank", "league.db", "--week", "2010-44").splitlines() if line.split()[0].isdigit()]
ok(places == ["1", "2", "3", "4", "5", "6", "6", "8", "9"], "who is equal shares a place", places)
with open("equal.csv", "w") as file:
    file.write("id,time,player,opponent,board,margin1,margin2,tournament\n"
               "1,2010-11-01T20:00:00Z,Zoe,computer,crepe,10,-2,yes\n2,2010-11-02T20:00:00Z,Adam,computer,crepe,4,4,yes\n"
               "3,2010-11-03T20:00:00Z,Max,computer,crepe,2,2,yes\n")
works("import", "equal.csv", "--into", "equal.db", "--reference", "computer", "--game", "selacata")
said = works("rank", "equal.db").splitlines()
ok([line.split()[:2] for line in said[2:5]] == [["1", "Adam"], ["1", "Zoe"], ["3", "Max"]] and
   said[-1] == "champions of the week: Adam, Zoe", "also the first one", said)
shown, _, _ = table("league.db", "--week", "2010-44")
told = json.loads(works("rank", "league.db", "--week", "2010-44", "--json"))
listed = list(csv.DictReader(io.StringIO(works("rank", "league.db", "--week", "2010-44", "--csv"))))
ok([(row["name"], row["counted"], row["total"], row["average"]) for row in told["players"]] == shown, "the same as JSON", told)
ok([(row["name"], int(row["counted"]), int(row["total"]), float(row["average"])) for row in listed] == shown, "and as CSV", listed)
ok([str(row["rank"]) for row in told["players"]] == places and [row["rank"] for row in listed] == places, "both with the places")
ok([told[key] for key in ("type", "reference", "week", "first_day", "last_day", "provisional", "best")] ==
   ["ranking", "computer", "2010-44", "2010-11-01", "2010-11-07", False, 5] and "best 5 games of each player counted" in told["rule"],
   "JSON says what is ranked, and how", told)
ok({(row["week"], row["provisional"], row["best"]) for row in listed} == {("2010-44", "no", "5")}, "and so does each row", listed)
told = json.loads(works("rank", "league.db", "--week", "2010-45", "--json", "--at", "2010-11-10"))
ok(told["provisional"] and [(week["week"], week["names"], week["total"]) for week in told["champions"]] == [("2010-44", ["jlancey"], 249)],
   "the running week has no champion, the one before has", told)
told = json.loads(works("rank", "equal.db", "--json", "--best", "3"))
ok([(week["names"], week["counted"], week["players"]) for week in told["champions"]] == [(["Adam", "Zoe"], 1, 3)] and told["best"] == 3,
   "all who share the first place are champions", told)
told = json.loads(works("rank", "league.db", "--week", "2010-46", "--json"))
ok(told["players"] == [] and works("rank", "league.db", "--week", "2010-46", "--csv").count("\n") == 1, "a week without games has no rows")
fails(["not a week such as"], "rank", "league.db", "--week", "44", status=2)
fails(["has only 52 weeks"], "rank", "league.db", "--week", "2010-53", status=2)
fails(["from 1 to 1000"], "rank", "league.db", "--best", "0", status=2)
fails(["is neither a date"], "rank", "league.db", "--at", "yesterday", status=2)
fails(["unknown option --weak"], "rank", "league.db", "--weak", status=2)
fails(["given twice"], "rank", "league.db", "--best=3", "--best", "4", status=2)
fails(["FILE.db is missing"], "rank", status=2)

# Names of people hold single blanks, as names do.
write("persons.csv", "id,time,player,opponent,margin1,margin2\n1,2010-11-02T20:00Z,Zoë Müller,bot,4,4\n")
works("import", "persons.csv", "--into", "persons.db", "--reference", "bot")
champion = works("rank", "persons.db", "--week", "2010-44").splitlines()[-1]
ok("Zoë Müller" in champion, "a person with two names", champion)
ok("Zoë Müller" in works("export", "persons.db", "--format", "csv"), "who is exported so")
for name in sample(("Zoë  Müller", "Zoë ", " Zoë", "Zoë\tMüller", "Zoë ;Müller", "Zoë/Müller", "")):
    write("nobody.csv", 'id,time,player,opponent,margin1\n1,2010-11-02T20:00Z,"%s",bot,4\n' % name)
    fails(["nobody.csv:2:"], "import", "nobody.csv", "--into", "nobody.db", what="no name: '%s'" % name)

# A margin is possible on its board, or on some board.
for board, margin, wanted in (("ancey", 300, "on this board it is at most 48"), ("ancey", 50, "on this board it is at most 48"),
                              ("ancey", 47, "on this board it must be even"), ("attic", 300, "no board has more than 256 cells"),
                              ("", 258, "no board has more than 256 cells")):
    for moves in ("", "1 2 3"):
        write("wide.csv", "id,time,player,opponent,board,margin1,moves1\n1,2010-11-02T20:00Z,anne,bot,%s,%d,%s\n"
              % (board, margin, moves))
        fails([wanted], "import", "wide.csv", "--into", "wide.db", what="a margin of %d on '%s'" % (margin, board))
write("wide.csv", "id,time,player,opponent,board,margin1\n1,2010-11-02T20:00Z,anne,bot,ancey,48\n2,2010-11-02T20:00Z,anne,bot,attic,256\n")
works("import", "wide.csv", "--into", "wide.db", what="the widest margins")
for margin, game, wanted in ((300, 1000000001, "at most 48"), (300, 1000000002, "no board has more than 256 cells")):
    change("wide.db", "wider.db", "UPDATE half SET margin1 = %d, margin2 = -%d WHERE game = %d" % (margin, margin, game))
    fails([wanted, "game %d" % game], "verify", "wider.db", what="verify sees a margin of %d" % margin)

# A record without a reference: what the message advises helps, with the same file or the record's own games.
write("club.csv", "id,time,player,opponent,margin1,margin2\n1,2010-11-02T20:00Z,anne,bot,4,6\n")
works("import", "club.csv", "--into", "club.db")
fails(["club.db has no reference computer", "'import FILE.csv --into club.db --reference NAME'"], "rank", "club.db")
works("import", "club.csv", "--into", "club.db", "--reference", "bot")
rows, title, _ = table("club.db")
ok("against bot" in title and rows == [("anne", 1, 10, 10.0)], "with a reference named later", title, rows)
works("match", "--engine", "cmd=builtin:random", "name=one", "--engine", "cmd=builtin:random", "name=two",
      "--each", "nodes=1", "--grid", "ancey", "--rounds", "2", "--record", "pair.db", "--quiet")
fails(["pair.db has no reference computer"], "rank", "pair.db")
works("export", "pair.db", "--format", "csv", "--output", "pair.csv")
works("import", "pair.csv", "--into", "pair.db", "--reference", "two")
rows, title, _ = table("pair.db")
ok("against two" in title and [row[:2] for row in rows] == [("one", 2)], "or of a match", title, rows)

# The week is that of the last half, from Monday's first second to Sunday's last; in UTC.
write("edges.csv", "id,time,player,margin1,finished1,margin2,finished2\n"
      "a,2010-11-01,early,1,2010-10-31T23:59:59Z,1,2010-11-01T00:00:00Z\n"
      "b,2010-11-07,late,2,2010-11-07T20:00:00Z,2,2010-11-07T23:59:59Z\n"
      "c,2010-11-07,over,3,2010-11-07T23:59:59Z,3,2010-11-08T00:00:00Z\n"
      "d,2010-11-08T00:30+01:00,zone,4,,4,\n"
      "e,2010-11-03,half,5,,,\n")
works("import", "edges.csv")
rows, _, _ = table("edges.db", "--week", "2010-44")
ok([row[:3] for row in rows] == [("zone", 1, 8), ("late", 1, 4), ("early", 1, 2)],
   "games at the edges of a week; one without its second half is none", rows)

# ---- import ----------------------------------------------------------------------------------
ok("0 games added, 79 were there already" in works("import", PUBLISHED, "--into", "league.db"),
   "imported twice, it is there once")
write("moved.csv", "\ufeffnote,\"margin2\",player,time,margin1,id\r\n"
      "\"a \"\"quoted\"\" note,\r\nof two lines\",-4,anna,2010-11-02 20:15,6,1\r\n\r\n"
      ",,bert,2010-11-02,7,2")
works("import", "moved.csv", what="columns in any order, quotes, CR LF, a byte order mark")
for separator in ";\t":
    write("moved.csv", "id,time,player,opponent,margin1\nx1,2010-11-02,anna,bot,6\n".replace(",", separator))
    works("import", "moved.csv", "--into", "separated.db", what="fields separated by %r" % separator)
with open("latin.csv", "wb") as file:
    file.write("id,time,player,opponent,margin1\nx1,2010-11-02,Jérôme,bot,6\n".encode("latin-1"))
fails(["latin.csv:2:16: this is not UTF-8"], "import", "latin.csv", "--into", "latin.db", what="a name in Latin-1")
text = works("export", "moved.db")
ok("half 1: +6 -6" in text and "half 2: -4 +4" in text and "half 1: +7 -7" in text
   and text.count("half 2") == 1, "its halves", text)

HEAD = "id,time,player,margin1,margin2\n"
for text, *wanted in sample([
    ("", ": it is empty"), (HEAD, "there is no game in it"),
    ("id,time,player\n", ":1: there is no column margin1"),
    ("id,time,player,margin1,colour\n", ":1:24: there is no column 'colour'"),
    ("id,time,player,margin1,margin1_9\n", ":1:24: there is no column 'margin1_9'"),
    ("id,time,player,margin1,id\n", ":1:24: there are two columns id"),
    (HEAD + "1,2010-11-02,anna,6\n", ":2: 4 fields, but there are 5 columns"),
    (HEAD + "1,2010-11-02,anna,6,8,9\n", ":2: 6 fields, but there are 5 columns"),
    (HEAD + "1,2010-11-31,anna,6,8\n", ":2:3: time: '2010-11-31' is neither a date"),
    (HEAD + "1,2010-11-02,anna,6,8\n2,2010-11-02,anna,six,8\n", ":3:19: margin1: 'six' is no"),
    (HEAD + "1,2010-11-02,anna,,8\n", ":2:19: margin1: it is empty"),
    ("id,time,player,margin1,board\n1,2010-11-02,anna,300,crepe\n", "seat 1 is 300; on this board it is at most 48"),
    ("id,time,player,margin1,board\n1,2010-11-02,anna,-7,crepe\n", "seat 1 is -7; on this board it must be even"),
    (HEAD + "1,2010-11-02,,6,8\n", ":2:14: player: a name must have 1 to 63 bytes"),
    (HEAD + "1,2010-11-02,reference,6,8\n", "reference has two seats"),
    (HEAD + ",2010-11-02,anna,6,8\n", ":2:1: id: it must have 1 to 100 bytes"),
    (HEAD + '1,2010-11-02,"anna,6,8\n', ":2:14: a quote is not closed"),
    (HEAD + '1,2010-11-02,an"na,6,8\n', ":2:16: a quote inside a field without"),
    (HEAD + '1,2010-11-02,"anna"x,6,8\n', ":2:20: only a separator may follow"),
    (HEAD + "1,2010-11-02,an\0na,6,8\n", ":2:16: a NUL byte"),
    (HEAD + "1,2010-11-02,anna,6,8\r1,2010-11-02,anna,6,8", ":2:22: a carriage return inside a line"),
    (HEAD + "1,2010-11-02,anna,6,8\n1,2010-11-02,anna,6,10\n", ":3:21: margin2: game 1 is already",
     "in the record, but its half 2 differs"),
    (HEAD + "1,2010-11-02,anna,6,8\n1,2010-11-02,bert,6,8\n", ":3:1: id: game 1 is already in the record, but differs"),
    ("id,time,player,margin1,margin2,margin3\n1,2010-11-02,anna,1,2,3\n",
     ":2:23: margin3: selacata has 2 halves"),
    ("id,time,player,margin1,moves2\n1,2010-11-02,anna,1,3 4\n", ":2:21: moves2: it must be empty"),
    ("id,time,player,margin1,game\n1,2010-11-02,anna,1,chess\n", "game: there is no such game"),
    ("id,time,player,margin1,tournament\n1,2010-11-02,anna,1,maybe\n", "neither yes nor no"),
    ("id,time,player,margin1,spelled\n1,2010-11-02,anna,1,setgrid crepe\n",
     "spelled: its board is not written out"),
    ("id,time,player,margin1,margin1_2\n1,2010-11-02,anna,1,1\n", "do not cancel out"),
]):
    write("bad.csv", text)
    fails(["import: bad.csv:" if wanted[0][0] == ":" else "import: bad.csv"] + wanted, "import",
          "bad.csv", what="refused: " + wanted[0])
ok(not os.path.exists("bad.db"), "and no record is made of them")
before = content("league.db")
write("bad.csv", HEAD + "x1,2010-11-02,anna,6,8\nx2,2010-11-02,anna,6,nine\n")
fails([":3:"], "import", "bad.csv", "--into", "league.db")
ok(content("league.db") == before, "all or nothing: the record is as it was")
fails(["is for selacata, not for triancey"], "import", PUBLISHED, "--into", "league.db",
      "--game", "triancey")
fails(["the reference should be nobody, but no player has that name"], "import", PUBLISHED, "--into", "new.db", "--reference",
      "nobody", what="a reference that is not there")
ok(not os.path.exists("new.db"), "makes no record")
fails(["No such file"], "import", "none.csv")
fails(["no/such.db: No such file or directory; its folder is missing: make it, or choose another"], "import", PUBLISHED, "--into",
      "no/such.db")
os.mkfifo("fifo.db")
fails(["record fifo.db: it is not a regular file"], "import", PUBLISHED, "--into", "fifo.db")
works("import", PUBLISHED, "--into", ":memory:", what="a name that SQLite keeps for memory")
ok("79 games" in works("verify", ":memory:"), "is that of a file")
works("merge", ":memory:", "--into", "memory.db")
os.remove(":memory:")

# ---- export ----------------------------------------------------------------------------------
PLAY = ["match", "--engine", "builtin:reference", "--engine", "builtin:random", "--engine",
        "builtin:search", "option.Hash=1", "nodes=20", "--grid", "torus 6x4,torus 4x4", "--rounds", "2", "--quiet"]
works(*PLAY, "--record", "played.db", what="a league to look at")
whole = content("played.db")
ok(len(whole["games"]) == 12 and all(len(game["halves"]) == 2 for game in whole["games"]),
   "JSON has all games and halves")
shutil.copy("played.db", "half_written.db")
subprocess.run([sys.executable, "-c", """
import os, signal, sqlite3
database = sqlite3.connect("half_written.db", isolation_level=None)
database.execute("PRAGMA cache_size = 1")
database.execute("BEGIN")
for _ in range(20):
    database.execute("UPDATE half SET text = hex(randomblob(2000)), plies = plies + 1")
os.kill(os.getpid(), signal.SIGKILL)
"""])
ok(os.path.exists("half_written.db-journal"), "a program that wrote a record was killed")
bytes_then = open("half_written.db", "rb").read()
fails(["record half_written.db: a program was stopped while it wrote this file; run any command that writes to it"],
      "standings", "half_written.db", what="who only reads it says so")
ok(open("half_written.db", "rb").read() == bytes_then and os.path.exists("half_written.db-journal"), "and changes nothing")
with sqlite3.connect("half_written.db") as database:
    ok(database.execute("SELECT COUNT(*) FROM half").fetchone() == (24,), "a program that may write to it opens it")
database.close()
ok(content("half_written.db") == whole, "which undoes the change")
ok("12 games" in works("verify", "half_written.db"), "and then it can be read")
halves = [half for game in json.loads(works("export", "played.db", "--format=json"))["games"]
          for half in game["halves"]]
half = [half for half in halves if half["termination"] == "full"][5]
ok(half["plies"] == len(half["moves"]) == len(half["clocks_us"]) > 10
   and half["margins"][0] == -half["margins"][1] == half["points"][1] - half["points"][0],
   "a half in JSON: moves, clocks, margins, points", half)


def exported_again(path, name):
    """CSV that is imported and exported again is the same."""
    works("export", path, "--format", "csv", "--output", name + ".csv")
    works("import", name + ".csv", what="%s is read back" % name)
    works("export", name + ".db", "--format", "csv", "--output", name + "-again.csv")
    with open(name + ".csv") as first, open(name + "-again.csv") as second:
        ok(first.read() == second.read(), "and the same when it is exported again")


exported_again("played.db", "once")
exported_again("league.db", "published")
exported_again("moved.db", "unfinished")
ok("12 were there already" in works("import", "once.csv", "--into", "played.db"),
   "a league knows its own games again")


def games_of(document, *without):
    """What the JSON of a record says of its games, but for their numbers in this record."""
    boards = {board["id"]: (board["name"], board["spelled"]) for board in document["boards"]}
    place = ("game", "round", "pair", "leg")
    return [{key: boards[value] if key == "board" else
             [{k: v for k, v in half.items() if k not in without} for half in value] if key == "halves" else value
             for key, value in game.items() if key not in place} for game in document["games"]]


def exported_as_json(path, name):
    """JSON that is imported and exported again has the same games and players, and again as a whole."""
    works("export", path, "--format", "json", "--output", name + ".json")
    works("import", name + ".json", what="%s is read back from JSON" % name)
    works("export", name + ".db", "--format", "json", "--output", name + "2.json")
    works("import", name + "2.json", "--into", name + "3.db")
    works("export", name + "3.db", "--format", "json", "--output", name + "3.json")
    first, second, third = (json.load(open(name + number + ".json")) for number in ("", "2", "3"))
    ok(len(first["games"]) > 0 and games_of(first) == games_of(second), "its games are the same")
    kinds = [{engine["name"]: engine["kind"] for engine in one["engines"]} for one in (first, second)]
    ok(all(kinds[0][name] == kind for name, kind in kinds[1].items()), "so are the kinds of players", kinds)
    ok([second[part] for part in ("engines", "boards", "games")] == [third[part] for part in ("engines", "boards", "games")],
       "and once more all of it")
    csv_of = [works("export", record, "--format", "csv") for record in (path, name + ".db")]
    ok(csv_of[0] == csv_of[1], "CSV of both is the same, too")


shutil.copy("played.db", "faulty.db")
faulty = sqlite3.connect("faulty.db")
half, engine = faulty.execute("SELECT half.id, seat2 FROM half JOIN game ON game.id = game WHERE number = 2").fetchall()[3]
faulty.executemany("INSERT INTO fault (half, engine, kind, text) VALUES (?, ?, ?, ?)",
                   [(half, engine, "warning", "two\nlines \u00e9"), (half, engine, "time", "")])
faulty.execute("UPDATE engine SET kind = 'human' WHERE id = ?", (engine,))
faulty.execute("UPDATE engine SET kind = 'helped' WHERE id = (SELECT MAX(id) FROM engine)")
faulty.execute("UPDATE fault SET text = replace(text, char(10), ' ')")
faulty.commit()
faulty.close()
exported_as_json("faulty.db", "json-faulty")
ok([fault["text"] for game in content("json-faulty.db")["games"] for half in game["halves"] for fault in half["faults"]] ==
   ["two lines \u00e9", ""], "faults are there")
os.remove("faulty.db")
exported_as_json("played.db", "json-played")
if NIGHTLY:
    exported_as_json("league.db", "json-published")
exported_as_json("moved.db", "json-unfinished")
ok("12 were there already" in works("import", "json-played.json", "--into", "played.db"), "a league knows its own games in JSON")
rows = list(csv.DictReader(io.StringIO(works("export", "played.db", "--format", "csv"))))
ok([row["moves2"].split() for row in rows] == [game["halves"][1]["moves"] for game in
                                               whole["games"]], "CSV by another reader")
text = works("export", "played.db")
ok("game 12, round 2" in text and "seat 1: " in text and text.count("half 2:") == 12, "text")
fails(["must be json, csv or text"], "export", "played.db", "--format", "xml", status=2)
fails(["No such file"], "export", "played.db", "--output", "no/such/folder")
ok(not [name for name in os.listdir() if "csv." in name], "no temporary file is left")

# Moves that are imported with their board are played by the rules.
rows[0]["moves1"] = rows[0]["moves1"].rsplit(" ", 1)[0]
with open("short.csv", "w", newline="") as file:
    writer = csv.DictWriter(file, rows[0])
    writer.writeheader()
    writer.writerows(rows[:1])
fails(["margin1: half 1: there are "], "import", "short.csv")

# The same of JSON, of which each part may be wrong.
with open("json-played.json", encoding="utf-8") as file:
    GOOD = file.read()


def wrong(what, *wanted, tried=itertools.count()):
    """A file in which something was changed; a sample of them in `make check`."""
    if next(tried) % enough(3, 1):
        return
    document = json.loads(GOOD)
    what(document)
    write("bad.json", json.dumps(document))
    fails(["import: bad.json: " + wanted[0], *wanted[1:]], "import", "bad.json", "--into", "bad.db",
          what="refused: %s" % (wanted,))
    ok(not os.path.exists("bad.db"), "and nothing is left of it")


def has(change):
    """A change of the last of the games."""
    return lambda document: change(document["games"][11])


wrong(lambda d: d.pop("games"), "it must be an object with league, boards and games")
wrong(lambda d: d.update(games={}), "games: it must be an array")
wrong(lambda d: d["league"].update(game=7), "league.game: it must be a string")
wrong(lambda d: d["league"].update(game="chess"), "league.game: there is no such game")
wrong(lambda d: d["league"].update(game="trioker-puzzle"), "league.game: trioker-puzzle is for one player")
wrong(lambda d: d["boards"][0].update(spelled="setgrid crepe"), "boards[0].spelled: its board is not written out")
wrong(lambda d: d["games"].append(3), "games[12]: it must be an object")
wrong(lambda d: d["boards"].clear(), "games[0].board: no board has this id")
wrong(has(lambda g: g.pop("seats")), "games[11].seats: it must be an array")
wrong(has(lambda g: g["seats"].append("third")), "games[11].halves[0].margins[0]: it must have one number for each seat")
wrong(has(lambda g: g["seats"].__setitem__(1, None)), "games[11].seats[1]: it must be a string")
wrong(has(lambda g: g["seats"].__setitem__(1, g["seats"][0])), "games[11].seats[1]: ", "has two seats")
wrong(has(lambda g: g["seats"].__setitem__(0, "")), "games[11].seats[0]: ")
wrong(has(lambda g: g["seats"].__setitem__(0, "a\0b")), "games[11].seats[0]: it has a NUL byte")
seeds = [game["seed"] for game in json.loads(GOOD)["games"]]
ok(seeds and all(isinstance(seed, str) == (int(seed) > 2 ** 53) for seed in seeds) and str in map(type, seeds),
   "seeds that numbers of JSON would round are texts", seeds)
wrong(has(lambda g: g.update(seed="x")), "games[11].seed: 'x' is not a whole number")
wrong(has(lambda g: g.update(seed=1.5)), "games[11].seed: it must be a whole number")
wrong(has(lambda g: g.update(seed=2 ** 63)), "games[11].seed: '9223372036854775808' is not a whole number")
wrong(has(lambda g: g.update(tournament="yes")), "games[11].tournament: it must be true or false")
wrong(has(lambda g: g.pop("id")), "games[11].id: it must have 1 to 100 bytes")
wrong(has(lambda g: g["halves"][1].update(finished="yesterday")), "games[11].halves: 'yesterday' is neither a date")
wrong(has(lambda g: g["halves"].extend(g["halves"] * 4)), "games[11].halves: there are too many")
wrong(has(lambda g: g["halves"].append(g["halves"][0])), "games[11].halves[2].margins[0]: selacata has 2 halves")
wrong(has(lambda g: g["halves"].__setitem__(1, None)), "games[11].halves[1].margins[0]: it must be an object")
wrong(has(lambda g: g["halves"][0]["moves"].pop()), "games[11].halves[0].margins[0]: half 1: there are ")
wrong(has(lambda g: g["halves"][0]["moves"].__setitem__(0, "999")), "games[11].halves[0].margins[0]: half 1: ")
wrong(has(lambda g: g["halves"][0]["moves"].__setitem__(0, "1 2")), "games[11].halves[0].moves: a move must be one word")
wrong(has(lambda g: g["halves"][0]["moves"].__setitem__(0, 1)), "games[11].halves[0].moves: it must be a string")
wrong(has(lambda g: g["halves"][0].update(margins=[200, -200])), "games[11].halves[0].margins[0]: half 1: ")
wrong(has(lambda g: g["halves"][0].update(faults={})), "games[11].halves[0].faults: it must be an array")
wrong(has(lambda g: g["halves"][0].update(faults=["time"])), "games[11].halves[0].faults: it must be an object")
wrong(has(lambda g: g["halves"][0].update(faults=[{"kind": "time"}])), "games[11].halves[0].faults: it must be a string")
wrong(has(lambda g: g["halves"][0].update(faults=[{"engine": g["seats"][0], "kind": "no such"}])), "games[11].halves[0].faults: the player and the kind")
wrong(has(lambda g: g["halves"][0].update(faults=[{"engine": g["seats"][0], "kind": "nonsense"}])), "games[11].halves[0].faults: 'nonsense' is not a kind of fault")
wrong(has(lambda g: g["halves"][0].update(faults=[{"engine": "nobody", "kind": "time"}])), "games[11].halves[0].faults: nobody has no seat in this game")
wrong(lambda d: d.update(engines=3), "engines: it must be an array")
wrong(lambda d: d["engines"][0].update(kind="robot"), "engines[0].kind: it is none of engine, human, helped, imported")
wrong(has(lambda g: g["halves"][0].update(margins=["4", -4])), "games[11].halves[0].margins[0]: it must be a whole number")
wrong(has(lambda g: g["halves"][0].update(points=[[], 0])), "games[11].halves[0].points[0]: it must be a whole number")
for text, *wanted in [
    ("{", ":1:2: it is not JSON: it ends too early"), (GOOD[:9000], "it is not JSON"),
    ('{"league":\n  nothing}', ":2:4: it is not JSON"), (GOOD + "x", "it is not JSON"), ("[1]", "it must be an object with"),
    ('{"league":\n"\xff"}', ":2:2: it is not JSON"), ('{"a": [{"b": "}\\"", "c": {"b": 0}},\n {"b": {"a": ","}, "c": 0, "\\u0062": 1}]}', ':2:28: the object has "b" twice'),
    (GOOD.replace('"games"', '"games": [], "games"', 1), 'the object has "games" twice'),
]:
    with open("bad.json", "w", encoding="latin-1") as file:
        file.write(text)
    fails(["import: bad.json:", *wanted], "import", "bad.json", what="refused: " + wanted[0])
write("bad.json", "[" * 100000)
fails(["it is not JSON"], "import", "bad.json", what="refused: brackets without end")
write("named", "\n" + GOOD)
fails(["named"], "import", "named", what="JSON behind a blank line needs the name of JSON")
write("marked.json", "\ufeff\n" + GOOD)
ok("12 games added" in works("import", "marked.json"), "a mark and blanks before JSON are skipped")
write("game.csv", "id,time,player,margin1,game\n1,2020-01-01,a,0,trioker-puzzle\n")
fails([":2:18: game: trioker-puzzle is for one player; a record has games between players"], "import", "game.csv")

# ---- replay ----------------------------------------------------------------------------------
game = whole["games"][4]
text = works("replay", "played.db", "5")
shown = [line.split(", ")[1].split()[0] for line in text.splitlines() if line.startswith("move ")]
ok(shown == game["halves"][0]["moves"] + game["halves"][1]["moves"], "replay shows all moves")
ok(text.count("\nselacata on ") == len(shown), "with the position after each")
ok("%s: %+d" % (game["seats"][0], sum(half["margins"][0] for half in game["halves"]))
   in text.split("score of the game")[1], "and the score", text[-200:])
text = works("replay", "played.db", "5.2")
ok("\nhalf 2\n" in text and "half 1\n" not in text, "one half alone")
text = works("replay", "played.db", "5", "--step", text="\n\nq\n")
ok(text.count("\nmove ") == 3, "step by step, until q")
text = works("replay", "played.db", "5", "--step", text="\n")
ok(text.count("\nmove ") == len(shown), "at the end of the input all the rest")
text = works("replay", "league.db", "1000000001")
ok("Its board is not known" in text and "prof: +88" in text, "a game of which the result is known")
fails(["there is no game 99"], "replay", "played.db", "99")
fails(["half 3 is not recorded"], "replay", "played.db", "5.3")
for word in ("x", "5.", "5.x", "0", "5.16", "-1", "99999999999999999999"):
    fails(["is neither a game such as"], "replay", "played.db", word, status=2)

change("played.db", "bare.db", "UPDATE half SET moves = NULL, clocks = NULL WHERE game = 5 AND number = 1")
works("replay", "bare.db", "5", "--svg", "-", what="the last half is drawn, though the moves of the first are unknown")
fails(["the moves of half 1 are not known"], "replay", "bare.db", "5.1", "--svg", "-")

# ---- verify ----------------------------------------------------------------------------------


def moves_hash(moves):
    """As the record has it: FNV-1a, odd, as a number with a sign."""
    number = 0xcbf29ce484222325
    for byte in moves.encode():
        number = (number ^ byte) * 0x100000001b3 % (1 << 64)
    return (number | 1) - (1 << 64 if number >> 63 else 0)


ok("12 games, 24 halves: nothing is wrong" in works("verify", "played.db"), "a good record")
ok("158 without moves or board): nothing is wrong" in works("verify", "league.db"),
   "one with results alone")
first = whole["games"][0]["halves"][0]
HALF = "WHERE game = 1 AND number = 1"
for statement, *wanted in sample([
    ("UPDATE half SET margin1 = margin1 + 2 " + HALF, "game 1, half 1: the margin of seat 1 is"),
    ("UPDATE half SET points2 = points2 + 1 " + HALF, "game 1, half 1: the points of seat 2 are"),
    ("UPDATE half SET plies = 3 " + HALF, ", but the record says 3"),
    ("UPDATE half SET moves = moves || ' 1' " + HALF, ": 1: the half is over"),
    ("UPDATE half SET moves = '%s' || substr(moves, instr(moves, ' ')) %s"
     % (first["moves"][1], HALF), "move 2: %s: " % first["moves"][1]),
    ("UPDATE half SET moves = '', clocks = '', plies = 0 " + HALF, "but the game was not over"),
    ("UPDATE half SET moves = 'x' || moves " + HALF, "is not a move"),
    ("UPDATE half SET moves = replace(moves, ' ', '  ') " + HALF, "two blanks in a row"),
    ("UPDATE half SET clocks = '1 2' " + HALF, "move 3 has no clock"),
    ("UPDATE half SET clocks = clocks || ' 7' " + HALF, "more clocks than moves"),
    ("UPDATE half SET termination = 'stalemate' " + HALF, "it ended by full, but the record says"),
    ("UPDATE half SET termination = 'time', at_fault = 1 " + HALF, "it ended by full"),
    ("UPDATE half SET at_fault = 2 " + HALF, "said to be at fault"),
    ("UPDATE half SET finished = 'noon' " + HALF, "the time when it was finished is missing"),
    ("UPDATE game SET seed = 1 WHERE id = 1", "game 1: its seed is not that of pair 1"),
    ("UPDATE game SET round = 9 WHERE id = 1", "game 1: there is no round 9"),
    ("UPDATE game SET seat2 = seat1 WHERE id = 1", "game 1: a player has two seats"),
    ("UPDATE game SET pair = 2 WHERE id = 1", "pair 2: its legs differ"),
    ("UPDATE game SET leg = 2 WHERE id = 1", "game 1: it is not leg 2 of pair 1"),
    ("UPDATE game SET seat3 = (SELECT id FROM engine WHERE id NOT IN (seat1, seat2)) WHERE id = 1",
     "game 1: it has 3 seats, not 2"),
    ("UPDATE game SET board = 9 WHERE id = 1", "table game, row 1: it refers to a row of table board"),
    ("UPDATE board SET spelled = 'setgrid crepe'", "its board is not written out"),
    ("UPDATE board SET spelled = replace(spelled, 'selacata', 'triancey')", "is for triancey"),
    ("UPDATE board SET spelled = replace(spelled, 'cells 48', 'cells 46')", "its board: "),
    ("DELETE FROM half " + HALF, "game 1, half 2: the previous half is missing"),
    ("INSERT INTO half SELECT 19, 1, 3, margin1, margin2, NULL, NULL, points1, points2, NULL, NULL,"
     " termination, text, NULL, plies, moves, clocks, finished, moves_hash FROM half " + HALF,
     "game 1, half 3: there is no such half"),
    ("INSERT INTO fault (half, engine, kind, text) VALUES (17, 3, 'crash', '')",
     "fault 1: its engine did not play that game"),
    ("UPDATE league SET config = config || 'more'", "does not match the name of its schedule"),
    ("UPDATE league SET game = 'chess'", "there is no game 'chess'"),
    ("UPDATE league SET shard = 2, shards = 2", "game 1: it belongs to another shard"),
    ("UPDATE league SET reference = 77", "table league, row 1: it refers to a row of table engine"),
]):
    change("played.db", "wrong.db", "PRAGMA foreign_keys = OFF", statement)
    fails(wanted, "verify", "wrong.db", what="told: " + wanted[0])

# A forfeit: the moves end early, the worst margin, and its fault.
SPOIL = ("UPDATE half SET moves = '%s', clocks = '5', plies = 1, termination = 'crash',"
         " at_fault = 2, margin1 = 48, margin2 = -48, points1 = 1, points2 = 0, moves_hash = %d %s"
         % (first["moves"][0], moves_hash(first["moves"][0]), HALF))
FAULT = "INSERT INTO fault (half, engine, kind, text) SELECT 17, seat2, 'crash', '' FROM game" \
        " WHERE id = 1"
works("verify", change("played.db", "forfeit.db", SPOIL, FAULT), what="a forfeit is consistent")
fails(["no fault 'crash' of seat 2"], "verify", change("played.db", "wrong.db", SPOIL))
fails(["the margin of seat 1 is 46, but by forfeit it is 48"], "verify",
      change("played.db", "wrong.db", SPOIL, FAULT,
             "UPDATE half SET margin1 = 46, margin2 = -46 " + HALF))
fails(["but the game was not over"], "verify",
      change("played.db", "wrong.db", SPOIL, "UPDATE half SET termination = 'full' " + HALF))

# Files that are damaged.
with open("played.db", "rb") as file:
    whole_file = bytearray(file.read())
for name, damaged in [("cut.db", whole_file[:len(whole_file) // 2]),
                      ("page.db", whole_file[:8192] + b"\xa5" * 4096 + whole_file[12288:]),
                      ("empty.db", b""), ("noise.db", b"noise" * 1000)]:
    with open(name, "wb") as file:
        file.write(damaged)
    status, out, err = run("verify", name)
    ok(status == 1 and name in out + err, "%s: %s" % (name, (err or out).strip()[:90]))
fails(["No such file"], "verify", "none.db")
change("played.db", "wrong.db", "DELETE FROM league")
for words in ["standings"], ["rank"], ["export"], ["verify"], ["report", "--html", "page.html"]:
    fails(["record wrong.db: its table league is empty"], words[0], "wrong.db", *words[1:])

# ---- names beyond ASCII ----------------------------------------------------------------------
write("accents.csv", "id,time,player,margin1,margin2\n1,2010-11-02,Zo\u00e9,4,2\n2,2010-11-02,anna,2,2\n")
works("import", "accents.csv")
os.environ["LC_ALL"] = "C.UTF-8"
for words in ("rank",), ("standings",), ("export",), ("replay", "1000000001"):
    text = works(words[0], "accents.db", *words[1:])
    ok("Zo\u00e9" in text, "%s leaves a name its accents" % words[0], text)
columns = {line.rindex("+") for line in works("rank", "accents.db").splitlines() if "+" in line}
ok(len(columns) == 1, "and its columns below each other", columns)
os.environ["LC_ALL"] = "C"
ok("Zo..  " in works("rank", "accents.db"), "unless the terminal has none")
ok(json.loads(works("rank", "accents.db", "--json"))["players"][0]["name"] == "Zo\u00e9" and ",Zo\u00e9," in works("rank", "accents.db", "--csv"),
   "while programs always read UTF-8")
del os.environ["LC_ALL"]

# ---- where an export goes --------------------------------------------------------------------
os.mkfifo("pipe")
reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
works("export", "league.db", "--format", "csv", "--output", "pipe", what="a pipe takes it")
ok(stat.S_ISFIFO(os.stat("pipe").st_mode) and os.read(reader, 3) == b"id,", "and is still one")
os.close(reader)
shutil.copy("played.db", "kept.db")
for words in ["export", "kept.db", "--output"], ["report", "played.db", "--html"], ["replay", "played.db", "1", "--svg"]:
    fails(["kept.db is a record: choose another name"], *words, "kept.db")
works("verify", "kept.db", what="no record is written over")
change("played.db", "wrong.db", "DELETE FROM half WHERE id = (SELECT MAX(id) - 1 FROM half)")
fails(["its halves are not numbered"], "export", "wrong.db", "--format", "csv", what="the last game is not as it must be")
reader, writer = os.pipe()
os.close(reader)
got = subprocess.run([REFEREE, "export", "wrong.db", "--format", "csv"], stdout=writer, stderr=subprocess.PIPE, text=True)
os.close(writer)
ok(got.returncode == -signal.SIGPIPE and not got.stderr, "which is not reached if nobody reads any more", got.stderr)
os.mkdir("target")
write("target/real.csv", "old")
os.symlink("target/real.csv", "link.csv")
works("export", "league.db", "--format", "csv", "--output", "link.csv", what="the file at the end of a symbolic link")
ok(os.path.islink("link.csv") and open("target/real.csv").read(3) == "id,", "is replaced, not the link")
with open("standard.txt", "w") as file:
    file.write("before\n")
    file.flush()
    # Under a name that is no device's, so that a program that fails this test does no harm.
    os.symlink("/proc/self/fd/1", "out")
    got = subprocess.run([REFEREE, "export", "league.db", "--format", "csv", "--output", "out"], stdout=file)
ok(got.returncode == 0 and open("standard.txt").read(10) == "before\nid,", "standard output by a name goes on")
ok(os.path.islink("out"), "and the name is left alone")

# ---- signals ---------------------------------------------------------------------------------
def interrupt(ready, *words):
    """Waits until the program has `ready` and waits for more, and interrupts it."""
    asked = subprocess.Popen([REFEREE, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    rest = ready(asked)
    until(lambda: open("/proc/%d/stat" % asked.pid).read().rsplit(")", 1)[1].split()[0] == "S")
    asked.send_signal(signal.SIGINT)
    out, err = asked.communicate(timeout=PATIENCE)
    return asked.returncode, rest + out, err


def first_move(asked):
    text = b""
    while b"\nselacata on " not in text:
        text += os.read(asked.stdout.fileno(), 65536)
    return text


def first_row(asked):
    asked.stdin.write(b"id,time,player,margin1,margin2\n1,2010-11-02,anna,6,8\n")
    asked.stdin.flush()
    until(lambda: fcntl.ioctl(asked.stdin.fileno(), termios.FIONREAD, struct.pack("i", 0)) == struct.pack("i", 0))
    return b""


status, out, err = interrupt(first_move, "replay", "played.db", "5", "--step")
ok(status == 128 + signal.SIGINT and out.count(b"\nmove ") == 1, "Ctrl-C ends a replay at once",
   status, out.count(b"\nmove "))
status, out, err = interrupt(first_row, "import", "/dev/stdin", "--into", "stopped.db")
ok(status == 128 + signal.SIGINT and err and not os.path.exists("stopped.db"), "and an import, which leaves nothing",
   status, err)

# ---- merge -----------------------------------------------------------------------------------


def shard(number, shards):
    """The part of the league that a shard plays."""
    works(*PLAY, "--record", "shard.db", "--shard", "%d/%d" % (number, shards), what="shard %d" % number)
    return "shard.%d-of-%d.db" % (number, shards)


shards = [shard(number, 3) for number in (1, 2, 3)]
works("verify", shards[1], what="a shard is a good record")
works("merge", shards[2], shards[0], shards[1], "--into", "merged.db")
ok(content("merged.db") == whole, "three shards merged are the league in one, but for times")
ok(works("standings", *shards, "--all") == works("standings", "merged.db", "--all"), "shards have the standings of the league in one")
ok(works("standings", *shards[:2]).splitlines()[0].endswith("8 games"), "and some of them have their part")
fails(["it belongs to another league"], "standings", shards[0], "pair.db", what="standings of two leagues")
works("verify", "merged.db")
works("merge", *("/" + os.path.abspath(shard) for shard in shards), "--into", "slashes.db",
      what="paths that begin with two slashes")
fails(["8 of 12 games finished; no record has shard 2/3"], "merge", shards[0],
      shards[2], "--into", "gap.db")
ok(not [name for name in os.listdir() if name.startswith("gap.db")], "and nothing is made")
ok("8 of the league's 12" in works("merge", shards[0], shards[2], "--into", "gap.db", "--partial"),
   "unless a part is wanted")
works("merge", "gap.db", "--into", "whole.db", "--partial", what="a part of one record")
fails(["already exists"], "merge", *shards, "--into", "gap.db")
change(shards[1], "late.db", "DELETE FROM half WHERE id = (SELECT MAX(id) FROM half)")
fails(["11 of 12 games finished; finish the others first"], "merge", shards[0], "late.db",
      shards[2], "--into", "gap2.db", what="a shard that is not finished")

# Shards that were really played, on boards that are new in each round, two games at a time.
NEW = ["match", "--engine", "builtin:reference", "--engine", "builtin:random", "--engine",
       "builtin:search", "option.Hash=1", "nodes=20", "--boards", "words:2", "--word-cells", "24", "--rounds", "3", "--quiet"]
works(*NEW, "--record", "one.db", what="a league on new boards in one piece")
for number in (1, 2):
    works(*NEW, "--record", "part.db", "--shard", "%d/2" % number, "--concurrency", "2",
          what="shard %d/2 of it" % number)
fails(["9 of 18 games finished; no record has shard 2/2"], "merge",
      "part.1-of-2.db", "--into", "parts.db")
works("merge", "part.2-of-2.db", "part.1-of-2.db", "--into", "parts.db")
ok(content("parts.db") == content("one.db"), "merged, they are the league in one piece")
works("verify", "parts.db")

# A Swiss league and a knockout keep the results of their meetings.
for form in ("swiss", "knockout")[:enough(1, 2)]:
    works(*PLAY[:-5], "--grid", "torus 4x4", "--format", form, "--quiet", "--record", form + ".db",
          what="a " + form)
    works("verify", form + ".db")
    works("merge", form + ".db", "--into", form + "-again.db")
    standings = [works("standings", name + ".db") for name in (form, form + "-again")]
    ok(standings[0] == standings[1] and content(form + ".db") == content(form + "-again.db"),
       "merged alone it is the same")

# Names that SQLite would take for something else are files like any other.
for name in (":memory:", "file:odd.db?mode=memory"):
    works(*PLAY[:5], "--rounds", "1", "--quiet", "--record", name, what="a league recorded in " + name)
    ok("2 halves: nothing is wrong" in works("verify", name), "which is there afterwards")
    works("merge", name, "--into", name + "2", what="and can be merged")
    ok(content(name) == content(name + "2"), "to the same")

# The same games played twice: only times differ; another result is refused.
works(*PLAY, "--record", "twice.db", "--concurrency", "2", what="the league once more")
works("merge", "played.db", "twice.db", "--into", "both.db")
ok(content("both.db") == whole, "games that both have come once")
fails(["other.db: game 2, half 1 differs from"], "merge", "played.db",
      change("twice.db", "other.db", "UPDATE half SET plies = plies + 1 WHERE id = 33"),
      "--into", "no.db")
fails(["other.db: game 2 differs from"], "merge", "played.db",
      change("twice.db", "other.db", "UPDATE game SET seed = 1 WHERE id = 2"), "--into", "no.db")
fails(["other.db: board 1 differs from"], "merge", "played.db",
      change("twice.db", "other.db", "UPDATE board SET name = 'x' WHERE id = 1"), "--into", "no.db")
works(*PLAY[:-3], "--rounds", "1", "--quiet", "--seed", "2", "--record", "foreign.db", what="another league")
fails(["foreign.db: it belongs to another league"], "merge", "played.db", "foreign.db", "--into",
      "no.db")
fails(["its rounds and shards are 2 and 1, not 2 and 3"], "merge", shards[0], "played.db", "--into",
      "no.db")
fails(["No such file"], "merge", "played.db", "none.db", "--into", "no.db")
fails(["--into FILE.db is missing"], "merge", "played.db", status=2)

# Games outside the schedule go along, and come once.
works("import", PUBLISHED, "--into", "played.db", "--reference", "reference")
works("import", "edges.csv", "--into", "twice.db")
works("import", PUBLISHED, "--into", "twice.db")
ok("96 games, 12 of the league's 12" in works("merge", "played.db", "twice.db", "--into",
                                              "people.db"), "with imported games")
works("verify", "people.db")
ok({row[0] for row in table("people.db", "--week", "2010-44")[0]} == {"zone", "late", "early"},
   "which are ranked")
os.mkdir("a%20?#b")
shutil.copy("twice.db", "a%20?#b/a%3f.db")
works("merge", "a%20?#b/a%3f.db", "--into", "odd.db", what="a path with odd characters")

done()
