#!/usr/bin/env python3
"""What engines say of their moves: heard, recorded, shown, exported, imported and merged; bounded whatever an engine
or a stranger's record says; and records that were made before there was such a table."""
import csv
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import REFEREE, ask, folder, path, run  # noqa: E402
from tgi import BUILD, SOURCE, done, ok  # noqa: E402

ENGINE = os.path.abspath(os.path.join(BUILD, "triancey-engine"))
TALKING = os.path.abspath(os.path.join(SOURCE, "tests", "lib", "talking_engine.py"))
ROWS = "SELECT half, ply, margin, bound, depth, nodes, time, pv FROM said ORDER BY half, ply"
csv.field_size_limit(1 << 24)


def talking(name, script):
    """The engine that says these lines before its moves."""
    with open(path(name + ".py"), "w") as file:
        file.write(ascii(script))
    return ["--engine", "cmd=%s -I -S %s %s %s" % (sys.executable, TALKING, ENGINE, path(name + ".py")), "name=" + name]


def play(record, *words):
    status, said = run("match", *words, "--grid", "cestlavie", "--record", record, "--quiet")
    ok(status == 0, "played %s" % record, said)


def works(*words):
    status, said = run(*words)
    ok(status == 0, " ".join(words), said)
    return said


def execute(record, *statements):
    link = sqlite3.connect(path(record))
    for statement in statements:
        link.execute(statement)
    link.commit()
    link.close()


SILENT = ["--engine", "builtin:random", "name=silent"]

# ---- what is heard ---------------------------------------------------------------------------
SCRIPT = [["info depth 3 margin 4 bound lower nodes 120 nps 9 time 2 pv 5 6 7", "info depth 3 multipv 2 margin 2 pv 9"],
          ["info margin -6 pv 1", "info depth 9 nodes 4 time 1", "info string margin 99"], [],
          ["info depth 1 margin 8 bound exact pv 3", "info depth 2 margin -10"], ["info colour blue depth 7"]]
HEARD = [(4, "lower", 3, 120, 2, "5 6 7"), (-6, None, 9, 4, 1, "1"), None, (-10, None, 2, None, None, None)]
LATER = (None, None, 7, None, None, None)
play("told.db", *talking("talker", SCRIPT), *SILENT)
told = {row[:2]: row[2:] for row in ask("told.db", ROWS)}
wanted = {}
for half, number, plies in ask("told.db", "SELECT id, number, plies FROM half"):
    own = [ply for ply in range(1, plies + 1) if ply % 2 == number % 2]
    for i, ply in enumerate(own):
        row = HEARD[i] if i < len(HEARD) else LATER
        if row:
            wanted[half, ply] = row
ok(told == wanted and len(told) > 10, "each move has what was said before it, by who made it", told, wanted)
ok("nothing is wrong" in works("verify", "told.db"), "which is as it must be")
shown = works("replay", "told.db", "1.1").split("\n")
move = [i for i, line in enumerate(shown) if line.startswith("move 1:")][0]
ok(shown[move + 1] == "  sure of a margin of +4 or more, depth 3, 120 nodes, 2 ms: 5 6 7", "a replay shows it", shown[move + 1])
ok("expects" not in shown[[i for i, line in enumerate(shown) if line.startswith("move 2:")][0] + 1], "where there is anything")

# ---- not asked for ---------------------------------------------------------------------------
play("none.db", *talking("talker", SCRIPT), *SILENT, "--info", "no")
ok(ask("none.db", ROWS) == [], "info=no keeps nothing")
play("none.db", *talking("talker", SCRIPT), *SILENT, "--rounds", "2")
ok({row[0] >> 4 for row in ask("none.db", ROWS)} == {2}, "and makes no other league: what follows is recorded",
   ask("none.db", ROWS)[:2])
status, said = run("match", *SILENT, "--engine", "builtin:reference", "--info", "perhaps")
ok(status == 2 and "info" in said, "info is yes or no", said)

# ---- out and in again ------------------------------------------------------------------------
works("export", "told.db", "--format", "json", "--output", "told.json")
works("export", "told.db", "--format", "csv", "--output", "told.csv")
with open(path("told.json")) as file:
    document = json.load(file)
there = {}
for game in document["games"]:
    for half in game["halves"]:
        for one in half.get("said", []):
            there[game["id"] if isinstance(game["id"], int) else int(game["id"]), half["half"], one["ply"]] = (
                one.get("margin"), one.get("bound"), one.get("depth"), one.get("nodes"), one.get("time"),
                " ".join(one["pv"]) if "pv" in one else None)
ok({(16 * game + half, ply): row for (game, half, ply), row in there.items()} == told, "JSON has all of it")
for name in ("told.json", "told.csv"):
    works("import", name, "--into", name + ".db")
    ok([row[1:] for row in ask(name + ".db", ROWS)] == [row[1:] for row in ask("told.db", ROWS)],
       "what is imported from %s is the same" % name)
    ok("nothing is wrong" in works("verify", name + ".db"), "and verified")


def import_changed(what, change, wanted):
    copy = json.loads(json.dumps(document))
    change(copy["games"][0]["halves"][0]["said"])
    with open(path("changed.json"), "w") as file:
        json.dump(copy, file)
    status, out = run("import", "changed.json", "--into", "changed.db")
    ok(status == 1 and wanted in out and not os.path.exists(path("changed.db")), "refused: " + what, out)


import_changed("a move that is not there", lambda said: said[0].update(ply=4000), "the number of a move from 1 to")
import_changed("moves out of order", lambda said: said.reverse(), "not the number of a move from")
import_changed("a bound that is none", lambda said: said[0].update(bound="about"), "a bound is exact")
import_changed("a margin that is text", lambda said: said[0].update(margin="4"), "whole number")
import_changed("a line of play with a blank", lambda said: said[0].update(pv=["1 2"]), "one word")
import_changed("nothing at all", lambda said: said.insert(0, {"ply": 1}), "not in the form of an info line")

# ---- merged ----------------------------------------------------------------------------------
PARTS = ["part.1-of-2.db", "part.2-of-2.db"]
for shard in (1, 2):
    play("part.db", *talking("talker", SCRIPT), *SILENT, "--rounds", "4", "--shard", "%d/2" % shard)
works("merge", *PARTS, "--into", "whole.db")
ok(sorted(ask(PARTS[0], ROWS) + ask(PARTS[1], ROWS)) == ask("whole.db", ROWS), "a merged record has what its parts have")
ok("nothing is wrong" in works("verify", "whole.db"), "which is as it must be")

# ---- records from before ---------------------------------------------------------------------
OLD = "old.2-of-2.db"
shutil.copy(path(PARTS[1]), path(OLD))
execute(OLD, "DROP TABLE said")
ok("nothing is wrong" in works("verify", OLD), "a record without the table is a record")
works("replay", OLD, "1.1") if ask(OLD, "SELECT 1 FROM game WHERE id = 1") else works("export", OLD)
works("report", OLD, "--html", "old.html")
works("merge", PARTS[0], OLD, "--into", "mixed.db")
ok(ask("mixed.db", ROWS) == ask(PARTS[0], ROWS), "it is merged with one that has it")
execute(OLD, "DELETE FROM fault", "DELETE FROM half WHERE game = (SELECT MAX(game) FROM half)",
        "DELETE FROM game WHERE id = (SELECT MAX(id) FROM game)")
play("old.db", *talking("talker", SCRIPT), *SILENT, "--rounds", "4", "--shard", "2/2")
ok({row[0] >> 4 for row in ask(OLD, ROWS)} == {ask(OLD, "SELECT MAX(id) FROM game")[0][0]},
   "and gets it when its league goes on", ask(OLD, ROWS)[:1])

# ---- hostile engines -------------------------------------------------------------------------
dice = random.Random(19)
WORDS = ["depth", "margin", "bound", "nodes", "time", "pv", "multipv", "string", "exact", "upper", "\x1b[2J", "\xe9", "\x7f",
         "9223372036854775807", "-9223372036854775808", "99999999999999999999", "-1", "0", "7", "a" * 300, "%s%n", "';--", "\t"]
hostile = [["info " + " ".join(dice.choice(WORDS) for _ in range(dice.randrange(40))) for _ in range(30)] for _ in range(12)]
hostile.append(["info margin 3 pv " + "1234 " * 12000])  # 60 KB, nearly the longest line
play("hostile.db", *talking("hostile", hostile), *talking("worse", hostile[::-1]), "--rounds", "3")
rows = ask("hostile.db", ROWS)
ok(len(rows) > 20 and ask("hostile.db", "SELECT COUNT(*) FROM fault WHERE kind <> 'warning'") == [(0,)],
   "what hostile engines say is no fault, and some of it is kept", len(rows))
ok(all(pv is None or (len(pv) < 400 and all(" " <= c <= "~" for c in pv)) for *_, pv in rows) and any(pv for *_, pv in rows),
   "lines of play are bounded, and visible")
ok(all(value is None or value >= 0 for row in rows for value in row[4:7]) and
   all(row[2] is None or abs(row[2]) <= 10 ** 7 for row in rows) and
   all(row[3] in (None, "exact", "lower", "upper") for row in rows), "so are numbers and words")
ok("nothing is wrong" in works("verify", "hostile.db"), "the record is as it must be")
ok(os.path.getsize(path("hostile.db")) < 400000, "and small", os.path.getsize(path("hostile.db")))

# ---- strangers' records ----------------------------------------------------------------------
shutil.copy(path("told.db"), path("view.db"))
execute("view.db", "DROP TABLE said", "CREATE VIEW said AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
        " SELECT 17 AS half, i AS ply, 1 AS margin, NULL AS bound, 1 AS depth, 1 AS nodes, 1 AS time, '1' AS pv FROM n")
for words in (["replay", "view.db", "1"], ["export", "view.db", "--format", "json"], ["report", "view.db", "--html", "view.html"],
              ["merge", "view.db", "--into", "joined.db"], ["verify", "view.db"]):
    status, said = run(*words)
    ok(status == 1 and "not those of a record" in said, "a view in its place is refused: " + words[0], said)
shutil.copy(path("told.db"), path("strange.db"))
NONSENSE = ["(17, 'x', 1, NULL, 1, 1, 1, '1')", "(17, 1.5, 1, NULL, 1, 1, 1, '1')", "(17, -3, 1, NULL, 1, 1, 1, '1')",
            "(17, 9223372036854775807, 1, NULL, 1, 1, 1, '1')", "(17, 2, 'm' || char(27), 'b' || char(27), 'd', 'n', 't', char(27) || '[2J')",
            "(17, 4, 9223372036854775807, 'exact', -5, 2.5, x'1b', '1 ' || char(27) || ' 2')",
            "(17, 6, 3, 'about', 1, 1, 1, '1  2')", "(17, 8, 3, NULL, 1, 1, 1, replace(hex(zeroblob(2000000)), '00', '12 '))"]
execute("strange.db", *("INSERT INTO said VALUES " + row for row in NONSENSE))
status, said = run("verify", "strange.db")
ok(status == 1 and said.count("which does not exist") == 4 and said.count("no engine can have said") == 4 and "\x1b" not in said,
   "nonsense in it is wrong", said)
for words in (["replay", "strange.db", "1"], ["export", "strange.db", "--format", "json"], ["export", "strange.db", "--format", "csv"]):
    got = subprocess.run([REFEREE, *words], cwd=folder, capture_output=True)
    ok(got.returncode == 0 and b"\x1b" not in got.stdout and len(got.stdout) < 100000, "and says nothing: " + " ".join(words),
       got.returncode, got.stderr, len(got.stdout))
works("report", "strange.db", "--html", "strange.html")
with open(path("strange.html"), "rb") as file:
    ok(b"\x1b" not in file.read(), "nor in a report")

# ---- people and the page ---------------------------------------------------------------------
works("report", "told.db", "--html", "told.html")
with open(path("told.html")) as file:
    data = json.loads(file.read().split('<script id=data type="application/json">')[1].split("</script>")[0])
packed = data["games"][0][4][0][6]
first = {row[1]: row for row in ask("told.db", ROWS) if row[0] == 17 and row[2] is not None}
bounds = [None, "exact", "lower", "upper"]
ok([tuple(packed[i:i + 4]) for i in range(0, len(packed), 4)] ==
   [(ply, (ply - 1) % 2, row[2], bounds.index(row[3])) for ply, row in sorted(first.items())], "the report has what was expected", packed)
done()
