#!/usr/bin/env python3
"""Records from strangers: damage and tricks in the file of a league. Every command that reads one ends
without a crash, and says what is wrong."""
import os
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from prepared import run_prepared  # noqa: E402
from referee import REFEREE, folder, path, run  # noqa: E402
from tgi import done, enough, ok  # noqa: E402

READERS = {
    "standings": ["standings", "R"],
    "standings --json": ["standings", "--json", "R"],
    "report": ["report", "R", "--html", "r.html", "--svg", "r.svg"],
    "replay": ["replay", "R", "1"],
    "export csv": ["export", "R", "--format", "csv"],
    "export json": ["export", "R", "--format", "json"],
    "export text": ["export", "R"],
    "verify": ["verify", "R"],
    "rank": ["rank", "R"],
    "ratings": ["ratings", "R"],
    "ratings --csv": ["ratings", "R", "--csv"],
    "merge": ["merge", "R", "--into", "joined.db"],
}

STRIDE, turn = enough(4, 1), 0

status, said = run("match", "--engine", "builtin:random", "--engine", "builtin:reference", "--grid", "crepe,eau",
                   "--rounds", "2", "--record", "genuine.db", "--quiet")
ok(status == 0, "a genuine record", said)


def change(name, *statements):
    """A copy of the record in which these were run; a schema that is written to counts at once."""
    shutil.copy(path("genuine.db"), path(name))
    for statement in statements:
        link = sqlite3.connect(path(name))
        link.execute("PRAGMA writable_schema = ON")
        link.execute("PRAGMA ignore_check_constraints = ON")
        link.execute(statement)
        link.execute("PRAGMA schema_version = %d" % (link.execute("PRAGMA schema_version").fetchone()[0] + 1))
        link.commit()
        link.close()


def read(record, command):
    """How it ends: the status (below 0: by a signal; None: it hangs), and what it says."""
    words = [record if word == "R" else word for word in READERS[command]]
    if os.path.exists(path("joined.db")):
        os.unlink(path("joined.db"))
    got = run_prepared(REFEREE, words, where=folder)
    return got.status, got.out + got.err


def refused(name, about, *statements, by=tuple(READERS)):
    """All of them refuse the record, or at least these; none of them crashes or hangs. But for `make nightly` some of them try."""
    global turn
    change(name, *statements)
    turn, wrong = turn + 1, []
    for command in list(READERS)[turn % STRIDE::STRIDE]:
        status, said = read(name, command)
        if status is None or status < 0 or b"Sanitizer" in said or (status == 0 and command in by):
            wrong.append("%s: %s %s" % (command, status, said[-200:]))
    ok(not wrong, about, *wrong)


for command in READERS:
    ok(read("genuine.db", command)[0] == 0, "the genuine one: " + command)



# ---- pipes -------------------------------------------------------------------------------------


def tries(name, about, beside):
    """A record with a pipe or a link beside it, which some commands are to read: all refuse it."""
    global turn
    shutil.copy(path("genuine.db"), path(name))
    beside(path(name))
    turn, wrong = turn + 1, []
    for command in list(READERS)[turn % STRIDE::STRIDE]:
        status, said = read(name, command)
        if status != 1 or b"not a regular file" not in said or b"anitizer" in said:
            wrong.append("%s: %s %s" % (command, status, said[-200:]))
    ok(not wrong, about, *wrong)


for ending in "-journal", "-wal", "-shm":
    tries("piped%s.db" % ending, "a pipe where SQLite looks for its %s" % ending, lambda name: os.mkfifo(name + ending))
    tries("linked%s.db" % ending, "a link there", lambda name: os.symlink(path("genuine.db"), name + ending))
os.symlink(path("piped-journal.db"), path("link.db"))
ok(read("link.db", "replay")[0] == 1, "nor does a link to the record lead past it")
os.mkfifo(path("pipe"))
for words in ["standings", "pipe"], ["import", "pipe"], ["import", "genuine.csv", "--into", "pipe"], ["import", "genuine.csv", "--into", "piped-journal.db"]:
    if not os.path.exists(path("genuine.csv")):
        ok(run("export", "genuine.db", "--format", "csv", "--output", "genuine.csv")[0] == 0, "a file to import")
    status, said = run(*words)
    ok(status == 1 and "not a regular file" in said, "no pipe is opened: " + " ".join(words), status, said)
with open(path("genuine.csv")) as file:
    given = subprocess.run("cat | %s import /dev/stdin --into given.db" % os.path.abspath(REFEREE), shell=True, cwd=folder, input=file.read(), text=True,
                           capture_output=True)
ok(given.returncode == 0 and "4 games added" in given.stdout, "but for one that is meant", given.stderr)

# ---- names of files ----------------------------------------------------------------------------

shutil.copy(os.path.join(os.environ.get("srcdir", "."), "grids", "crepe.ini"), path("secret.ini"))
ok(run("replay", "genuine.db", "1", "--svg", "-")[0] == 0, "a board of the library is drawn")
for name in "secret.ini", "./secret.ini", path("secret.ini"):
    change("named.db", "UPDATE board SET name = '%s' WHERE name = 'crepe'" % name)
    status, said = run("replay", "named.db", "1", "--svg", "-")
    ok(status == 1 and "no file is opened because a record names it" in said, "a record that names a file opens none: " + os.path.basename(name), said[-300:])
ok(run("replay", "named.db", "1", "--svg", "-", "--grid", "secret.ini")[0] == 0, "one that a person names is opened")
ok(run("replay", "named.db", "1", "--grid", "secret.ini")[0] == 0, "also where nothing is drawn")
for board, wanted in (("torus 6x8", "torus 6x8: its sides are not those of the board"), ("absent.ini", "absent.ini: No such file")):
    for words in ([], ["--svg", "-"]):
        status, said = run("replay", "named.db", "1", "--grid", board, *words)
        ok(status == 1 and wanted in said, "and must be the board of the game: " + board, said[-300:])
    status, said = run("report", "named.db", "--html", "named.html", "--grid", board)
    ok(status == 1 and wanted in said, "also for a report", said[-300:])
for words, count in ([], 1), (["--grid", "secret.ini"], 2):  # another board is of the library
    status, said = run("report", "named.db", "--html", "named.html", *words)
    with open(path("named.html")) as file:
        text = file.read().split('{"boards":[', 1)[1].split("],\n\"players\"", 1)[0]
    ok(status == 0 and text.count('"name":') == count, "a report draws boards: %d" % count, said)

# ---- tables ------------------------------------------------------------------------------------

REBUILT = ("ALTER TABLE engine RENAME TO old", "CREATE TABLE engine (id INTEGER, name TEXT, command TEXT, dir TEXT,"
           " options TEXT, limits TEXT, id_name TEXT, id_author TEXT, kind TEXT)")
refused("repeated.db", "engines that come twice, out of order", *REBUILT,
        "INSERT INTO engine SELECT id + 1, name, command, dir, options, limits, id_name, id_author, kind FROM old",
        "INSERT INTO engine SELECT 1, name, command, dir, options, limits, id_name, id_author, kind FROM old")
refused("view.db", "a view that never ends, in the place of a table", "ALTER TABLE half RENAME TO other",
        "CREATE VIEW half AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, 1 AS game,"
        " i AS number, 0 AS margin1, 0 AS margin2, NULL AS margin3, NULL AS margin4, 0 AS points1, 0 AS points2, NULL AS"
        " points3, NULL AS points4, 'full' AS termination, '' AS text, NULL AS at_fault, 0 AS plies, '' AS moves, ''"
        " AS clocks, '2026-01-01T00:00:00Z' AS finished FROM n")
refused("generated.db", "a column that is computed at length", "ALTER TABLE league ADD COLUMN spin AS"
        " (length(hex(zeroblob(400000000))))")
refused("index.db", "an index that is not there", "DROP INDEX half_margins")
status, said = read("index.db", "verify")
ok(b"index.db: its tables are not those of a record: INDEX half_margins ON half is missing or different" in said, "which is named", said)
for column, values in {"halves": (0, -1, 9, 2147483647, 4294967298, "'two'"), "players": (0, 5, 1 << 40, "'x'"),
                       "shards": (0, 2147483647, "'x'"), "shard": (0, 2, -1), "rounds": (-1, 1 << 31, "'many'"),
                       "scheduled": (-1, 100000001, (1 << 63) - 1, "'all'")}.items():
    for value in values:
        refused("numbers.db", "%s = %s" % (column, value), "UPDATE league SET %s = %s" % (column, value))
refused("margins.db", "margins that fit no whole number of 32 bits",
        "UPDATE half SET margin1 = 2147483648 WHERE id = 17", "UPDATE half SET margin1 = 4294967306 WHERE id = 33",
        by=("standings", "standings --json", "report", "rank", "ratings", "replay", "export csv", "export json", "export text",
            "verify"))
refused("least.db", "the least of all numbers", "UPDATE half SET margin1 = -9223372036854775807 - 1 WHERE id = 17",
        by=("standings", "report", "ratings", "replay", "export csv", "verify"))
refused("sums.db", "margins whose sum is none", "UPDATE half SET margin1 = 9223372036854775807",
        by=("standings", "report", "ratings", "verify"))
refused("wide.db", "a margin that overflows a sum", "UPDATE half SET margin1 = 2147483647 WHERE number = 2", by=("standings", "verify"))
refused("null.db", "an end that is NULL though it must not be",
        "UPDATE sqlite_schema SET sql = replace(sql, 'termination TEXT NOT NULL', 'termination TEXT') WHERE name = 'half'",
        "UPDATE half SET termination = NULL, text = ''",
        "UPDATE sqlite_schema SET sql = replace(sql, 'termination TEXT', 'termination TEXT NOT NULL')"
        " WHERE name = 'half'", by=("verify",))
refused("long.db", "moves of 20 MB", "UPDATE half SET moves = replace(hex(zeroblob(5000000)), '00', '12 3') WHERE id = 17",
        by=("replay", "export csv", "export json", "export text", "verify"))
for about, statement in (("a player", "engine SET name = printf('%0300d', id)"), ("a league", "league SET name = printf('%0300d', id)"),
                         ("a command of 100 KB", "engine SET command = hex(zeroblob(50000))")):
    refused("names.db", "too long: " + about, "UPDATE " + statement)
refused("boards.db", "too long: a board", "UPDATE board SET name = printf('%0300d', id)", by=("replay", "export csv", "export json", "export text", "verify"))
for number in (-5, -2147483648, 2147483647, 1 << 40):
    refused("halves.db", "a half with the number %d" % number, "UPDATE half SET number = %d WHERE id = 17" % number,
            by=("verify",))
for number in "-9223372036854775807 - 1", "0", "9223372036854775807":
    refused("engine.db", "an engine with the number %s" % number, "UPDATE engine SET id = %s WHERE id = 1" % number,
            by=("standings", "report", "verify"))
refused("alone.db", "a game of one player", "UPDATE game SET seat2 = NULL WHERE id = 3", by=("standings", "report", "verify"))
refused("zero.db", "a game with the number 0", "UPDATE half SET id = number, game = 0 WHERE game = 1", "UPDATE game SET id = 0 WHERE id = 1",
        by=("verify",))
refused("far.db", "a number after that of the last game that can have halves", "UPDATE half SET id = id + 4611686018427387904, game = 4611686018427387904"
        " WHERE game = 2", "UPDATE game SET id = 4611686018427387904 WHERE id = 2", by=("standings", "report", "verify"))
refused("pair.db", "the least of all numbers for a pair", "UPDATE game SET pair = -9223372036854775807 - 1 WHERE id = 2",
        by=("standings", "report", "verify"))
refused("board.db", "the least of all numbers for a board", "UPDATE game SET board = -9223372036854775807 - 1 WHERE id = 2",
        "UPDATE board SET id = -9223372036854775807 - 1 WHERE id = 1", by=("verify",))
for seat in (0, -2147483648, 3, 2147483647, (1 << 32) + 1):
    refused("fault.db", "a half that was lost by seat %d" % seat, "UPDATE half SET at_fault = %d WHERE id = 17" % seat,
            by=("verify",))
refused("number.db", "the greatest number for a game", "DELETE FROM half", "DELETE FROM game WHERE id > 1",
        "UPDATE game SET id = 9223372036854775807", by=("export csv", "export json", "export text", "verify"))

change("escape.db", "UPDATE engine SET name = name || char(27) || '[31m' || char(7)", "UPDATE league SET name = char(27) || '[2J'",
       "UPDATE board SET name = 'b' || char(155) || char(27) || '[7m'",
       "UPDATE half SET text = char(27) || '[0m', termination = 'x' || char(27) || '[1m'")
leaks = [command for command in READERS if any(byte in read("escape.db", command)[1] for byte in b"\x1b\x07\x7f")]
ok(leaks == ["export csv"], "nothing in a record speaks to the terminal, but for CSV, which is no text for people", leaks)
change("later.db", "UPDATE engine SET name = char(155) || char(127) || name", "UPDATE half SET text = char(155) || char(127)")
leaks = [command for command in READERS if any(byte in read("later.db", command)[1] for byte in (b"\x7f", b"\xc2\x9b"))]
status = read("later.db", "report")[0]
with open(path("r.html"), "rb") as file:
    page = file.read()
ok(leaks == ["export csv"] and status == 0 and b"\x7f" not in page and b"\xc2\x9b" not in page,
   "nor do control characters that come after ASCII's first 32", leaks, status)
change("game.db", "UPDATE league SET game = game || char(27) || '[2J'", "UPDATE half SET moves = char(27) || '[2J ' || moves")
leaks = [command for command in READERS if b"\x1b" in read("game.db", command)[1] and not command.endswith("csv")]
ok(not leaks, "nor does the name of its game", leaks)
status, said = read("escape.db", "verify")
ok(status == 1 and said.count(b"control characters") == 5, "and such names are wrong", said)
refused("format.db", "a format that nobody knows", "UPDATE league SET format = 'zzz'", by=("verify",))

change("players.db", "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)"
        " INSERT INTO engine (id, name, command, options, limits) SELECT i, 'player ' || i, '', '', '' FROM n")
status, said = read("players.db", "report")
with open(path("r.html"), encoding="utf-8") as file:
    page = file.read()
ok("show the first 24 of 29" in page and page.count("<tr><th scope=row>") < 1000, "30,000 players, and tables of 24", status, said)

with open(path("strange.ini"), "w") as file:
    file.write("[grid]\nname = x\x1b[2J\ncells = 1\n[cells]\n0 = \x1b[2J\n")
for name in ("strange.ini", "no\x07file"):
    got = run_prepared(REFEREE, ["grid", "check", name], where=folder)
    ok(got.status == 1 and got.err and not any(byte in got.err + got.out for byte in b"\x1b\x07"),
       "nor a board: " + repr(name), got.err)
for word in ("\x1b[2J", "x\x07"):
    got = run_prepared(REFEREE, [word], where=folder)
    ok(got.status == 2 and b"no command '" in got.err and not any(byte in got.err for byte in b"\x1b\x07"),
       "nor does a command that there is not", got.err)

change("club.db", "CREATE TABLE club_account (id INTEGER PRIMARY KEY)",
       "CREATE TRIGGER club_half AFTER INSERT ON half BEGIN INSERT INTO club_account VALUES (NULL); END")
ok(read("club.db", "standings")[0] == 0, "tables beside ours are nobody's business")
done()
