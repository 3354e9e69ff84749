#!/usr/bin/env python3
"""`measure`: the games of the standard and no others, the regret as an export with all exact margins gives it, secrets that
verify checks, and what goes wrong without losing a game."""
import hashlib
import json
import os
import shutil
import signal
import sqlite3
import statistics
import sys
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402 (gives the clock, so that no engine is late)
from referee import Run, ask, path, run, value  # noqa: E402
from tgi import NIGHTLY, done, ok, until  # noqa: E402

STANDARD, PHASES = "selacata-1", ((26, 19), (18, 11), (10, 1))
RANDOM = ("measure", "--engine", "builtin:random", "--quiet")


def measured(*words):
    """The last line of --json, after success."""
    status, said = run("measure", "--json", *words, program=clock.REFEREE)
    ok(status == 0, "measured: " + " ".join(words)[:60], said)
    return json.loads(said.strip().split("\n")[-1])


def fails(wanted, *words, status=1, name=None, limit=None):
    got, said = run("measure", *words, limit=limit, program=clock.REFEREE)
    ok(got == status and all(text in said for text in wanted), name or "refused: " + " ".join(words)[:60], got, said)


def change(record, name, *statements):
    """A copy of a record in which something was changed."""
    shutil.copy(path(record), path(name))
    connection = sqlite3.connect(path(name))
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return name


def verifies(record, *wanted, status=1):
    got, said = run("verify", record)
    ok(got == status and all(text in said for text in wanted), "verify %s: %s" % (record, ", ".join(wanted)), said)


# ---- the standard's games ---------------------------------------------------------------------------

first = measured("--engine", "builtin:random", "--boards", "2", "--svg", "random.svg", "--html", "random.html")
record = "random.%s.db" % STANDARD
ok((first["standard"], first["is_standard"], first["games"], first["needed"]) == (STANDARD, False, 2, 200), "two boards are not the standard", first)
games = ask(record, "SELECT board.name, game.seed, opening, seat1 FROM game JOIN board ON board.id = game.board ORDER BY game.id")
ok(games == [('hivacifasozuka', 2359597395366492420, '5 45 40 15', 1), ('pagicabupureso', 1126913942334377396, '7 45 27 14', 2)], "the first games of the standard", games)
ok(ask(record, "SELECT name, command FROM engine ORDER BY id") == [("random", "builtin:random"), ("reference", "builtin:reference")], "and its engines")
ok({row[0].split(" cells ")[1].split()[0] for row in ask(record, "SELECT spelled FROM board")} == {"48"}, "its boards have 48 cells")
verifies(record, "nothing is wrong", status=0)
more = measured("--engine", "builtin:random", "--boards", "4")
ok(more["games"] == 4 and ask(record, "SELECT COUNT(*) FROM half") == [(8,)], "the same command plays the rest")
ok(ask(record, "SELECT board.name, game.seed, opening, seat1 FROM game JOIN board ON board.id = game.board ORDER BY game.id LIMIT 2") == games, "which changes nothing before")
margins = [margin for margin, in ask(record, "SELECT SUM(CASE seat1 WHEN 1 THEN margin1 ELSE margin2 END) FROM half JOIN game ON game.id = half.game"
                                             " GROUP BY game.id")]
ok(abs(more["margin"] - statistics.mean(margins)) < 1e-6 and more["lost"] == sum(m < 0 for m in margins), "the margin is the mean of its games", more, margins)
T = 3.1824  # of Student's distribution with three degrees of freedom
ok(abs(more["error"] - T * statistics.stdev(margins) / 2) < 0.01, "its error is half of the 95 % interval", more["error"])
again = measured("--engine", "builtin:random", "--boards", "4")
ok(again == more and ask(record, "SELECT COUNT(*) FROM half") == [(8,)], "what is complete is told again")

# ---- the regret, from an export that has the margin of every move; that of the first phase would take long -------

status, said = run("export", record, "--positions", "json", "--exact", "18", "--output", "positions.json")
ok(status == 0, "positions are exported", said)
seats = dict(ask(record, "SELECT id, CASE seat1 WHEN 1 THEN 1 ELSE 2 END FROM game"))
opening = dict(ask(record, "SELECT id, LENGTH(opening) - LENGTH(REPLACE(opening, ' ', '')) + 1 FROM game"))
lost = {phase: [] for phase in PHASES}
with open(path("positions.json")) as file:
    for line in file:
        position = json.loads(line)
        empty = position["cells"].count(0)
        if position["mover"] != seats[position["game"]] or position["ply"] <= opening[position["game"]] or empty > PHASES[0][0]:
            continue
        exact = position.get("exact")
        lost[next(phase for phase in PHASES if phase[1] <= empty <= phase[0])].append(
            (position["game"], exact["margin"] - exact["values"][position["played"]] if exact else None))
ok(len(lost[PHASES[0]]) == more["regret"][0]["moves"] > 10 and more["regret"][0]["mean"] > 0, "26 to 19 empty cells: moves", more["regret"][0])
for phase, told in list(zip(PHASES, more["regret"]))[1:]:
    losses = [loss for _, loss in lost[phase]]
    ok((told["empty_max"], told["empty_min"], told["moves"], told["best"]) == (*phase, len(losses), losses.count(0)),
       "%d to %d empty cells: moves and best moves" % phase, told, losses)
    ok(len(losses) > 5 and abs(told["mean"] - statistics.mean(losses)) < 1e-6, "and what they lost", told, losses)
    sums = [sum(loss for game, loss in lost[phase] if game == number) for number in seats]
    ok(abs(told["error"] - T * statistics.stdev(sums) / 2 * 4 / len(losses)) < 0.01, "and its error", told, sums)
ok(more["moves"] > 40 and 0 <= more["time_us"] <= more["longest_us"], "there are its times")

if NIGHTLY:  # more games than are judged, on more boards than are kept at a time
    some, many = (measured("--engine", "builtin:random", "--boards", count, "--record", "many.db") for count in ("100", "199"))
    ok(some["regret"] == many["regret"], "the first 100 games are judged", some["regret"], many["regret"])

# ---- what is printed ------------------------------------------------------------------------------------

status, said = run(*RANDOM, "--boards", "4", "--record", record, program=clock.REFEREE)
ok(status == 0 and "%+.2f +- %.2f cells a game" % (more["margin"], more["error"]) in said and "recorded in " + record in said and
   "This is not the number of selacata-1: it has 4 games, and needs 200." in said, "as text", said)
card = xml.etree.ElementTree.parse(path("random.svg")).getroot()
words = " ".join("".join(node.itertext()) for node in card.iter("{http://www.w3.org/2000/svg}text"))
ok("random selacata-1, 2 games" in words and "26-19" in words and "needs 200" in words, "as a picture", words)
with open(path("random.html"), encoding="utf-8") as file:
    page = file.read()
ok("<h2 id=measurement>" in page and "26-19" in page and "<h2 id=standings>" in page, "as a page with all games")
run("report", record, "--html", "report.html")
with open(path("report.html"), encoding="utf-8") as file:
    page = file.read()
ok("<h2 id=measurement>" in page and "26-19" not in page, "a report of it has the margin")
status, said = run("measure", "--engine", "cmd=builtin:random", "name=<b>&", "--boards", "1", "--svg", "odd.svg", "--quiet", "--record", "odd.db", program=clock.REFEREE)
ok(status == 0 and xml.etree.ElementTree.parse(path("odd.svg")) and "inf" not in said, "a name may have signs of XML, and there may be one game", said)

# ---- engines and limits -----------------------------------------------------------------------------------

itself = measured("--engine", "builtin:reference", "--boards", "2")
ok(itself["engine"] == "reference-2" and itself["needed"] == 200, "the reference is measured against itself", itself)
status, said = run("measure", "--engine", "builtin:mcts", "nodes=2", "--boards", "1", "--quiet", program=clock.REFEREE)
ok(status == 0 and "the limit was nodes=2 margin=100, not movetime=100 margin=100" in said, "other limits are not the standard's", said)
fails(["nodes=3", "belongs to another league"], "--engine", "builtin:mcts", "nodes=3", "--boards", "1", name="nor do they go into one record")
fails(["--engine"], "--boards", "1", status=2)
fails(["given twice"], "--engine", "builtin:random", "--engine", "builtin:random", status=2)
fails(["nowhere"], "--engine", "cmd=./nowhere", "--boards", "1")
fails(["does not play selacata"], "--engine", "builtin:greedy", "--boards", "1")
fails(["--boards"], "--engine", "builtin:random", "--boards", "200", status=2)
fails(["ponder"], "--engine", "builtin:mcts", "ponder=yes", "--boards", "1", status=2)

# ---- secrets ------------------------------------------------------------------------------------------------

SECRET = "wonderful-otter"
digest = hashlib.sha256(SECRET.encode()).hexdigest()
seed = int(hashlib.sha256(("%s %s" % (STANDARD, SECRET)).encode()).hexdigest()[:15], 16)
once = Run("measure", "--engine", "builtin:random", "--boards", "2", "--secret", SECRET, "--html", "secret.html", program=clock.REFEREE)
ok(once.finish() == 0 and 0 <= once.said().find("with the digest " + digest) < once.said().find("game 1 of 2"), "the digest is said before the first game", once.said())
ok("which was: " + SECRET in once.said(), "and the secret after the last", once.said())
with open(path("secret.html"), encoding="utf-8") as file:
    ok("<p>The secret was: <code>%s</code></p>" % SECRET in file.read(), "and in the page")
hidden = "random.%s-%s.db" % (STANDARD, digest[:8])
ok(ask(hidden, "SELECT seed FROM league") == [(seed,)] and ask(hidden, "SELECT word FROM secret") == [(SECRET,)], "both are in the record")
ok(not set(ask(hidden, "SELECT name FROM board")) & set(ask(record, "SELECT name FROM board")), "its boards are others")
verifies(hidden, "nothing is wrong", status=0)
verifies(change(hidden, "untold.db", "DROP TABLE secret"), "its secret is not known yet", "nothing is wrong", status=0)
verifies(change(hidden, "lied.db", "UPDATE secret SET word = 'another-otter'"), "its secret does not have the digest")
status, said = run(*RANDOM, "--boards", "2", "--secret", SECRET, "--record", "untold.db", program=clock.REFEREE)
ok(status == 0 and value("untold.db", "SELECT word FROM secret") == SECRET, "a record that lacks the secret gets it", said)
fails(["another league", "secret"], "--engine", "builtin:random", "--boards", "2", "--secret", "another-otter", "--record", hidden)
fails(["another league", "secret"], "--engine", "builtin:random", "--boards", "2", "--record", hidden)
fails(["--secret needs a word"], "--engine", "builtin:random", "--secret", "short", status=2)
fails(["--secret needs a word"], "--engine", "builtin:random", "--secret", "two words of it", status=2)

# ---- what was changed, and other records ------------------------------------------------------------------------

CONFIG = "UPDATE league SET config = REPLACE(config, '%s', '%s'), schedule = ''"
verifies(change(record, "version.db", CONFIG % (STANDARD, "selacata-0")), "not known here")
fails(["selacata-0", "another league"], "--engine", "builtin:random", "--record", "version.db", name="a record of another version is refused")
verifies(change(record, "openings.db", CONFIG % ("random:4:0", "random:2:0")), "it is not the measurement that it says it is")
verifies(change(record, "seed.db", "UPDATE league SET seed = 7", CONFIG % (value(record, "SELECT seed FROM league"), 7)), "it is not the measurement that it says it is")
verifies(change(record, "weak.db", CONFIG % ("engine reference: builtin:reference", "engine reference: builtin:random"),
                "UPDATE engine SET command = 'builtin:random' WHERE name = 'reference'"), "it is not the measurement that it says it is")
status, said = run("match", "--engine", "builtin:random", "--engine", "builtin:reference", "--grid", "crepe", "--record", "match.db", "--quiet")
fails(["belongs to another league"], "--engine", "builtin:random", "--record", "match.db", name="and the record of a match")
ODD = ("--engine", "cmd=builtin:random", "name=<b>&", "--boards", "1", "--record", "odd.db")
before = ask("odd.db", "SELECT * FROM half")
fails(["/dev/full"], *ODD, "--svg", "/dev/full", name="a full disk is told")
fails(["nowhere"], *ODD, "--html", "nowhere/page.html", name="and a folder that is not there")
fails(["nowhere"], *ODD[:-1], "none.db", "--svg", "nowhere/card.svg", name="before anything is played")
ok(not os.path.exists(path("none.db")), "or written")
ok(before and ask("odd.db", "SELECT * FROM half") == before, "all games are still there")

# ---- an interruption --------------------------------------------------------------------------------------------

busy = Run("measure", "--engine", "builtin:mcts", "nodes=2", "--boards", "150", "--record", "cut.db", "--json", program=clock.REFEREE)
until(lambda: os.path.exists(path("cut.db")) and ask("cut.db", "SELECT name FROM sqlite_schema WHERE name = 'half'") and value("cut.db", "SELECT COUNT(*) FROM half") > 1)
busy.process.send_signal(signal.SIGINT)
ok(busy.finish() == 128 + signal.SIGINT and "the same command continues from here" in busy.said(), "a signal ends it", busy.said())
ok(not busy.left(), "and its engines")
said = [json.loads(line) for line in busy.said().split("\n") if line.startswith("{")]
ok(len(said) == 1 and said[0]["games"] < 150 and "regret" not in said[0], "with what is known then", busy.said())
begun = value("cut.db", "SELECT COUNT(*) FROM game")  # also those of which no half is over
rest = measured("--engine", "builtin:mcts", "nodes=2", "--boards", "%d" % (begun + 1), "--record", "cut.db")
ok(rest["games"] == begun + 1 and ask("cut.db", "SELECT COUNT(*) FROM half") == [(2 * rest["games"],)], "it goes on from there", rest)
verifies("cut.db", "nothing is wrong", status=0)
done()
