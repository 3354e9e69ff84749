#!/usr/bin/env python3
"""`triancey-referee analyse`: what it finds is the truth, is kept, goes on after a kill, and breaks nothing else in a record."""
import fcntl
import json
import os
import re
import resource
import shutil
import struct
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import faults  # noqa: E402
from referee import Run, ask, path, run, value  # noqa: E402
from tgi import done, ok, until  # noqa: E402

THREE = ["--engine", "builtin:search", "--engine", "builtin:reference", "--engine", "builtin:random", "--each", "nodes=50",
         "--reference", "reference", "--quiet"]
SMALL = ["--boards", "words:1", "--word-cells", "14"]
ROWS = "SELECT * FROM analysis ORDER BY half, ply"


def analysed(name):
    return ask(name, ROWS), ask(name, "SELECT half, effort, referee FROM analysed ORDER BY half")


status, said = run("match", *THREE, *SMALL, "--game", "triancey", "--rounds", 2, "--record", "small.db")
ok(status == 0, "a league on small boards", said)
shutil.copy(path("small.db"), path("plain.db"))
status, first = run("analyse", "small.db", "--jobs", 2)
halves, plies = value("small.db", "SELECT COUNT(*) FROM half"), value("small.db", "SELECT SUM(plies) FROM half")
ok(status == 0 and "%d games, %d halves analysed" % (halves, halves) in first, "is analysed", first)
ok(value("small.db", "SELECT COUNT(*) FROM analysis") == plies, "move by move", plies)

# ---- the truth ------------------------------------------------------------------------------------

status, said = run("export", "small.db", "--positions", "file", "--exact", 32)
wrong, seen = [], 0
for line in said.splitlines():
    fields = [field.strip() for field in line.split(";")]
    if len(fields) < 6 or line.startswith("#"):
        continue
    game, half, ply = map(int, fields[0].split("/")[-1].split("."))
    margin = int(fields[4].split()[1])
    values = dict(word.split(":") for word in fields[6].split()[1:])
    row = ask("small.db", "SELECT margin, bound, moved, moved_bound, best, best_count, empty, legal FROM analysis WHERE half = ? AND ply = ?",
              game * 16 + half, ply)[0]
    played = value("small.db", "SELECT moves FROM half WHERE game = ? AND number = ?", game, half).split()[ply - 1]
    best = {move for move, worth in values.items() if int(worth) == margin}
    seen += 1
    if row[:4] != (margin, "exact", int(values[played]), "exact") or set(row[4].split()) != best or row[5] != len(best) \
            or row[6] != int(fields[3].split()[1]) or row[7] != len(values):
        wrong.append((fields[0], margin, values, played, row))
ok(seen == plies and not wrong, "margins, losses and best moves are those of the solver", seen, wrong[:2])

wrong = []
for half, margin in ask("small.db", "SELECT id, margin1 FROM half"):
    rows = ask("small.db", "SELECT seat, margin, moved FROM analysis WHERE half = ? ORDER BY ply", half)
    start = rows[0][1] * (1 if rows[0][0] == 1 else -1)
    if start + sum((best - moved) * (-1 if seat == 1 else 1) for seat, best, moved in rows) != margin:
        wrong.append((half, margin, rows))
ok(not wrong, "what the position was worth at first, less what one has lost and the other gained, is the result", wrong[:1])

shutil.copy(path("plain.db"), path("rough.db"))  # estimates: a search from a position and one after its move may disagree
status, said = run("analyse", "rough.db", "--nodes", 30)
best = [(margin, moved) for half, moves in ask("rough.db", "SELECT id, moves FROM half")
        for ply, bound, margin, moved, found in ask("rough.db", "SELECT ply, bound, margin, moved, best FROM analysis WHERE half = ?", half)
        if bound is None and moves.split()[ply - 1] in found.split()]
ok(status == 0 and len(best) > 8 and all(margin == moved for margin, moved in best), "the best move that was found loses nothing", [pair for pair in best if pair[0] != pair[1]][:9])

# ---- skill and luck -------------------------------------------------------------------------------

status, said = run("analyse", "small.db", "--json")
told = json.loads(said)
reference = value("small.db", "SELECT reference FROM league")
luck = {}
for game, seat1, seat2, margin in ask("small.db", "SELECT game.id, seat1, seat2, margin1 FROM game JOIN half ON half.game = game.id"
                                      " WHERE ? IN (seat1, seat2)", reference):
    mine, sign = (seat2, -1) if seat1 == reference else (seat1, 1)
    rows = ask("small.db", "SELECT ties, ties_sum, ties_margin, moved, seat FROM analysis WHERE half = ?", game * 16 + 1)
    drawn = [row for row in rows if row[0]]
    wrong = [row for row in rows if (row[0] is not None) != ((row[4] == 1) == (seat1 == reference)) or (row[0] and row[2] != row[3])]
    ok(not wrong and drawn, "game %d: the reference's moves are drawn, and no others" % game, wrong)
    luck.setdefault(mine, []).append((sign * margin, sum(total / ties - chosen for ties, total, chosen, _, _ in drawn)))
for player in told["players"]:
    mine = luck.get(value("small.db", "SELECT id FROM engine WHERE name = ?", player["name"]))
    if mine:
        margin, lucky = sum(m for m, _ in mine) / len(mine), sum(n for _, n in mine) / len(mine)
        ok(abs(player["margin"]["mean"] - margin) < 1e-6 and abs(player["luck"]["mean"] - lucky) < 1e-6
           and abs(player["skill"]["mean"] + player["luck"]["mean"] - margin) < 1e-6,
           "%s: the margin is skill and luck" % player["name"], player, margin, lucky)
ok([p["name"] for p in told["players"]] == ["search", "reference", "random"] and len(luck) == 2
   and all(0 <= p["score"] <= 100 for p in told["players"]), "the best player comes first", said)
turned = [move["turned"] for move in told["costly"]]
ok(turned == sorted(turned, reverse=True) and any(turned), "turning points come first", told["costly"])
for move in told["costly"]:
    rows = ask("small.db", "SELECT margin, moved FROM analysis WHERE half = ? AND ply = ?", move["game"] * 16 + move["half"], move["ply"])
    ok(rows == [(move["margin"], move["moved"])] and ((move["margin"] > 0) - (move["margin"] < 0) > (move["moved"] > 0) - (move["moved"] < 0))
       == move["turned"], "move %d of game %d is told as it is kept" % (move["ply"], move["game"]))

status, said = run("rank", "plain.db", "--skill")
ok(status == 1 and "was not analysed: 'triancey-referee analyse plain.db'" in said, "a ranking by skill needs an analysis", said)
plain, skill = (json.loads(run("rank", "small.db", "--json", *words)[1])["players"] for words in ([], ["--skill"]))
for row in skill:
    player = next(p for p in told["players"] if p["name"] == row["name"])
    other = next(p for p in plain if p["name"] == row["name"])
    ok(abs(row["average"] - player["skill"]["mean"]) < 1e-6 and abs(other["average"] - player["margin"]["mean"]) < 1e-6
       and row["counted"] == other["counted"] == player["reference_games"], "%s is ranked by it" % row["name"], row, other, player)
ok(len(skill) == 2 and "%+9.2f" % skill[0]["total"] in run("rank", "small.db", "--skill")[1], "with two digits", skill)

run("report", "plain.db", "--html", "plain.html")
status, said = run("report", "small.db", "--html", "small.html")
pages = [open(path(name), encoding="utf-8").read() for name in ("plain.html", "small.html")]
section = pages[1].partition("<h2 id=skill>")[2].partition("<section")[0]
ok(status == 0 and "id=skill" not in pages[0] and section.count("<th scope=row>") == 3
   and section.count("<li>") == len(told["costly"]) and "%.1f" % told["players"][0]["score"] in section, "a report has it, too", section)

# ---- again, and in another way --------------------------------------------------------------------

before = analysed("small.db")
status, said = run("analyse", "small.db")
ok(status == 0 and said == first and analysed("small.db") == before, "what was analysed is not analysed again", said)
status, said = run("analyse", "small.db", "2", "--nodes", 40, "--quiet")
ways = dict(ask("small.db", "SELECT half, effort FROM analysed"))
ok(status == 0 and not said and ways[33] == "nodes 40" and set(ways.values()) == {"nodes 40", "exact 26 nodes 20000"},
   "unless another way is asked for", said, ways)
run("analyse", "small.db", "--exact", 26, "--quiet")
ok(analysed("small.db") == before, "and back")
shutil.copy(path("small.db"), path("timed.db"))
run("analyse", "timed.db", "2.1", "--time", "0.002", "--quiet")
change = __import__("sqlite3").connect(path("timed.db"))
with change:
    change.execute("UPDATE analysed SET finished = '2001-01-01T00:00:00Z' WHERE effort = 'time 0.002'")
change.close()
for seconds in ("2e-3", "0.0020"):
    run("analyse", "timed.db", "2.1", "--time", seconds, "--quiet")
ok(ask("timed.db", "SELECT half FROM analysed WHERE finished < '2002'") == [(33,)], "a time is one effort however it is written")
for kills in range(3):
    shutil.copy(path("plain.db"), path("killed.db"))
    going = Run("analyse", "killed.db", "--jobs", 1)
    until(lambda: going.look() or (os.path.exists(path("killed.db-wal")) and os.path.getsize(path("killed.db-wal")) > 9000 * (kills + 1)))
    going.process.kill()
    going.process.wait()
    status, said = run("analyse", "killed.db")
    ok(status == 0 and said == first and analysed("killed.db") == before, "a kill loses nothing that was done", said)

# A thread for which no half is left helps to solve the positions of another one, or the last half keeps all but one processor waiting.
run("match", *THREE, "--boards", "words:1", "--word-cells", 20, "--game", "triancey", "--rounds", 1, "--record", "long.db")
change = __import__("sqlite3").connect(path("long.db"))
with change:  # one half, and one that ended before its first move
    columns = ", ".join(row[1] for row in change.execute("PRAGMA table_info(half)") if row[1] not in ("id", "game", "number", "moves", "plies", "clocks"))
    change.execute("DELETE FROM half WHERE game > 1")
    change.execute("INSERT INTO half (id, game, number, moves, plies, %s) SELECT 18, game, 2, '', 0, %s FROM half" % (columns, columns))
change.close()
# On a busy machine such a thread may get a processor only when all is done; then there is another try.
started, kept = [], []
for jobs in () if faults.SANITIZED or not os.path.exists(faults.LIBRARY) else (1, 2, 2, 2, 2, 2):
    if len(started) > 1 and started[-1] > started[0] + 1:
        break
    shutil.copy(path("long.db"), path("two.db"))
    with open(path("counts"), "wb") as file:
        file.truncate(faults.HEAD)
    going = Run("analyse", "two.db", "--jobs", jobs, environment=dict(LD_PRELOAD=faults.LIBRARY, FAULTS_KIND="all", FAULTS_AT="0", FAULTS_STATE=path("counts")))
    kept.append((going.finish(), ask("two.db", ROWS)))
    with open(path("counts"), "rb") as file:
        started.append(struct.unpack("18Q", file.read(faults.HEAD))[2 + faults.KINDS.index("thread")])
ok(not started or (started[-1] > started[0] + 1 and all(one == kept[0] for one in kept) and kept[0][0] == 0 and kept[0][1]),
   "the threads that are done help the others, and nothing else changes", started, kept)

# ---- the rest of the record -----------------------------------------------------------------------

run("verify", "--make-key", "key")
ok(run("verify", "plain.db", "--sign", "key")[0] == 0, "a record is signed")
run("analyse", "plain.db", "--quiet")
status, said = run("verify", "plain.db", "--key", "key.pub")
ok(status == 0 and "nothing is wrong" in said and analysed("plain.db") == before, "and still is, once it is analysed", said)
status, said = run("export", "small.db", "--format", "json", "--output", "small.json")
status, said = run("import", "small.json", "--into", "again.db")
ok(status == 0 and run("verify", "again.db")[0] == 0 and [row[1:] for row in ask("again.db", ROWS)] == [row[1:] for row in before[0]],
   "JSON has it, and brings it back", said)
with open(path("small.json")) as file:
    exported = json.load(file)
analysis = exported["games"][0]["halves"][0]["analysis"]
ok(analysis["effort"] == "exact 26 nodes 20000" and all(move["loss"] == move["margin"] - move["moved"] for move in analysis["moves"]),
   "with what each move lost", analysis)
status, said = run("merge", "small.db", "--into", "merged.db")
ok(status == 0 and analysed("merged.db") == before and run("verify", "merged.db")[0] == 0, "so does a merged record", said)
for change, wanted in ((lambda a: a.update(effort=3), "effort" and "must be a string"), (lambda a: a["moves"][0].update(ply=99), "no analysis"),
                       (lambda a: a["moves"][1].update(moved=40), "no analysis"), (lambda a: a["moves"][0].update(bound="x y"), "one word"),
                       (lambda a: a.update(moves=7), "must be an array"), (lambda a: a["moves"][0].update(best=["1 2"]), "one word")):
    broken = json.loads(json.dumps(exported))
    change(broken["games"][0]["halves"][0]["analysis"])
    with open(path("broken.json"), "w") as file:
        json.dump(broken, file)
    status, said = run("import", "broken.json", "--into", "broken.db")
    ok(status == 1 and "games[0].halves[0].analysis" in said and wanted in said and not os.path.exists(path("broken.db")),
       "an analysis that is none is refused", said)
status, said = run("replay", "small.db", "1")
worth = ask("small.db", "SELECT margin, moved, best FROM analysis WHERE half = 17 ORDER BY ply")
marks = re.findall(r"^  (?:\?\? |\? )lost (\d+): worth ([+-]\d+); ([\d ]+) worth ([+-]\d+)(?:; drawn among .*)?$", said, re.M)
ok(status == 0 and [(int(a), int(b), c, int(d)) for a, b, c, d in marks] == [(m - n, n, best, m) for m, n, best in worth if m != n]
   and len(re.findall(r"(?:best of \d+ moves|only best move|only move), worth", said)) == sum(m == n for m, n, _ in worth), "replay shows it beside the moves", marks, worth, said)


def forge(*statements):
    """What verify says of a copy of the record in which this was changed."""
    shutil.copy(path("small.db"), path("wrong.db"))
    link = __import__("sqlite3").connect(path("wrong.db"))
    with link:
        for statement in statements:
            link.execute(statement)
    link.close()
    return run("verify", "wrong.db")


status, said = forge("UPDATE analysis SET moved = margin + 2 WHERE half = 17 AND ply = 3",
                     "INSERT INTO analysed VALUES (160001, 'nodes 1', '0', '2026-01-01T00:00:00Z')")
ok(status == 1 and "game 1, half 1, move 3: its analysis is impossible: the column 'moved'" in said and "160001" in said and ": 2 errors" in said,
   "verify finds what is impossible", said)
for change, wanted in (("seat = 3 WHERE", "move 3: its analysis is impossible: the column 'seat'"), ("seat = 3 - seat WHERE", "move 3: its analysis is of seat"),
                       ("best = '47 99' WHERE", "calls 99 the best, which is not legal"), ("best = (SELECT moves FROM half WHERE id = 17) WHERE", "which is not legal"),
                       ("best = '' WHERE", None), ("best_count = legal + 1 WHERE", "the column 'best_count'"), ("legal = legal + 1 WHERE", "legal moves, but there were"),
                       ("empty = 49 WHERE", "counts 49 empty cells, but the board has 14 cells"), ("ply = 99 WHERE", "move 99: its analysis is impossible: the column 'ply'"),
                       ("margin = 49, bound = 'lower' WHERE", "proves a margin of 49; on this board it is at most 14"),
                       ("moved = -50, moved_bound = 'exact' WHERE", "proves a margin of -50"), ("bound = 'sure' WHERE", "the column 'bound'"),
                       ("ply = 0 WHERE", "move 0: its analysis is impossible: the column 'ply'"), ("half = 999 WHERE", "row of table analysed that does not exist")):
    status, said = forge("UPDATE analysis SET %s half = 17 AND ply = 3" % change)
    ok(status == (wanted is not None) and (wanted or "nothing is wrong") in said, "verify of an analysis: " + change, said)
status, said = forge("UPDATE analysed SET finished = 'soon' WHERE half = 17")
ok(status == 1 and "table analysed, row 17: its column 'finished' is impossible" in said, "verify of when it was made", said)
status, said = forge("CREATE TABLE mine (half INTEGER)", "CREATE VIEW lost AS SELECT margin - moved FROM analysis", "CREATE INDEX fast ON mine (half)")
ok(status == 0 and "(besides 2 tables that are none of a record): nothing is wrong" in said, "tables of others are allowed, and not checked", said)

# ---- refusals -------------------------------------------------------------------------------------

for words, code, wanted in ((["small.db", "--time", "1", "--exact", "9"], 2, "three different things"), (["small.db", "--exact", "41"], 2, "41"),
                            (["small.db", "--time", "0"], 2, "is not a number of seconds"), (["small.db", "--time", "1s"], 2, "is not a number of seconds"),
                            (["small.db", "x"], 2, "x"), (["small.db", "--nodes", "0"], 2, "0"), (["small.db", "--jobs", "0"], 2, "0"),
                            (["small.db", "99"], 1, "game 99: it is not recorded"), (["small.db", "1.3"], 1, "game 1, half 3: it is not recorded"),
                            (["none.db"], 1, "cannot read the record none.db"), (["small.json"], 1, "small.json"), ([".", ], 1, ".")):
    status, said = run("analyse", *words)
    ok(status == code and wanted in said and not os.path.exists(path("none.db")), "refused: %s" % " ".join(words), status, said)
with open(path("empty.db"), "w"):
    pass
status, said = run("analyse", "empty.db")
ok(status == 1 and "it is empty" in said and os.path.getsize(path("empty.db")) == 0, "an empty file stays empty", said)
with open(path("small.db")) as held:
    fcntl.flock(held, fcntl.LOCK_EX)  # as a referee does that writes to it
    status, said = run("analyse", "small.db")
    ok(status == 1 and "another referee is writing to it" in said and analysed("small.db") == before, "a record that is being written is refused", said)
shutil.copy(path("small.db"), path("moves.db"))
change = __import__("sqlite3").connect(path("moves.db"))
with change:
    change.execute("UPDATE half SET moves = '0 0' || SUBSTR(moves, INSTR(moves, ' ')) WHERE id = 17")
    change.execute("DELETE FROM analysed")
    change.execute("DELETE FROM analysis")
change.close()
status, said = run("analyse", "moves.db")
ok(status == 1 and "game 1, half 1: move 2: 0" in said and analysed("moves.db")[0] == [row for row in before[0] if row[0] != 17],
   "a half against the rules is named, and the others are analysed", said)
shutil.copy(path("killed.db"), path("full.db"))
size = os.path.getsize(path("full.db"))
status, said = run("analyse", "full.db", "--nodes", 30, limit=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, size // 2)))
ok(status not in (0, None) and run("verify", "full.db")[0] == 0 and len(analysed("full.db")[0]) == len(before[0]), "a full disk loses nothing", status, said)

# ---- other games ----------------------------------------------------------------------------------

for game in ("tritt size 4", "trioker-duel", "triangulation players 2"):
    name = game.replace(" ", "-") + ".db"
    status, said = run("match", "--engine", "builtin:random", "--engine", "name=other", "cmd=builtin:random",
                       "--game", game, "--rounds", 1, "--quiet", "--record", name)
    one = value(name, "SELECT MIN(id) FROM half") // 16
    change = __import__("sqlite3").connect(path(name))
    with change:  # a few moves are enough
        moves = change.execute("SELECT moves FROM half WHERE game = ?", (one,)).fetchone()[0].split()[:6]
        change.execute("UPDATE half SET moves = ?, plies = ? WHERE game = ?", (" ".join(moves), len(moves), one))
        change.execute("UPDATE half SET clocks = NULL WHERE game = ?", (one,))
    change.close()
    status, said = run("analyse", name, one, "--nodes", 60)
    rows = ask(name, "SELECT margin >= moved, empty FROM analysis")
    ok(status == 0 and rows and all(row == (1, None) for row in rows) and "score" not in said, "%s is judged by its search" % game, said, rows)
    status, said = run("analyse", name, "--exact", 9)
    ok(status == 1 and "cannot be solved" in said, "%s is not solved" % game, said)
for game, why in (("trioker-rapid", "what players do not know decides"), ("triangulation", "only for two")):
    run("match", "--engine", "builtin:random", "--engine", "name=other", "cmd=builtin:random", "--engine", "name=third", "cmd=builtin:random",
        "--game", game + " players 3", "--quiet", "--record", game + ".db")
    status, said = run("analyse", game + ".db")
    ok(status == 1 and "cannot be judged" in said and why in said, "%s for three is not judged" % game, said)
done()
