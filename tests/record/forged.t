#!/usr/bin/env python3
"""Forgeries: records of good leagues in which somebody has changed a result, a seat, a time, with all that belongs to it as far as
he thought of it. `verify` finds each. And signatures, which show what it cannot."""
import os
import shutil
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from prepared import run_prepared  # noqa: E402
from referee import REFEREE, folder, path  # noqa: E402
from tgi import done, ok  # noqa: E402


def run(*words):
    got = run_prepared(REFEREE, words, where=folder, environment=dict(os.environ, LC_ALL="C.UTF-8"), together=True)
    return got.status, got.out.decode()


def play(name, engines, *words):
    """A good league of so many players: those who search are given few nodes."""
    given = sum((["--engine", "builtin:search", "option.Hash=1", "nodes=20", "name=" + one] for one in engines), [])
    status, said = run("match", *given, "--record", name, "--quiet", *words)
    verified, told = run("verify", name)
    ok(status == 0 and verified == 0 and "nothing is wrong" in told, "a good league: " + name, said, told)


def forge(name, *statements):
    shutil.copy(path(name), path("forged.db"))
    link = sqlite3.connect(path("forged.db"))
    link.create_function("HASH", 1, digest)
    for statement in statements:
        link.execute(statement)
    link.commit()
    link.close()


def digest(text):
    """FNV-1a, which a forger can compute, too."""
    number = 0xcbf29ce484222325
    for byte in text.encode():
        number = (number ^ byte) * 0x100000001b3 % (1 << 64)
    return "%016x" % number


HEAD = "UPDATE league SET config = replace(config, %s, %s)"
NAME = "UPDATE league SET schedule = HASH(config)"
SWAP = "UPDATE game SET seat1 = seat2, seat2 = seat1 WHERE id = %d"
FIRST = " WHERE game = 1 AND number = 1"
SECOND = " WHERE game = 1 AND number = 2"
LATE = "UPDATE half SET clocks = %s || substr(clocks, instr(clocks, ' '))" + FIRST
EACH = "UPDATE half SET clocks = (WITH RECURSIVE n(text, left) AS (SELECT '%d', plies - 1 UNION ALL SELECT text || ' %d', left - 1 FROM n WHERE left > 0)" \
       " SELECT text FROM n WHERE left = 0)"
CRASH = "UPDATE half SET moves = '', clocks = '', plies = 0, moves_hash = NULL, points1 = 0, points2 = 0, termination = 'crash', at_fault = 2," \
        " margin1 = 48, margin2 = -48, text = 'it died'" + FIRST
GONE = CRASH.replace("crash", "withdrawn").replace("it died", "bert is withdrawn after %d faults")
UNSAID = "DELETE FROM said WHERE half = 17"
TWICE = ["INSERT INTO fault (half, engine, kind, text) SELECT 18, seat2, 'score', 'x' FROM game WHERE id = 1"] * 2
SHORTER = "UPDATE game SET opening = rtrim(rtrim(opening, replace(opening, ' ', '')))"
NOT_DRAWN = "its opening is not the one that was drawn"

play("pairs.db", ["anna", "bert"], "--grid", "crepe,eau", "--rounds", "2", "--margin", "1000")
play("timed.db", ["anna", "bert"], "--grid", "crepe", "--rounds", "2", "--each", "movetime=60000", "margin=0")
play("clocks.db", ["anna", "bert"], "--grid", "crepe", "--each", "tc=600+0.5")
play("legs.db", ["anna", "bert", "carl"], "--game", "triangulation")
play("chance.db", ["anna", "bert"], "--game", "trioker-rapid deals 1", "--rounds", "2")
play("opened.db", ["anna", "bert"], "--game", "tritt", "--openings", "random:2", "--rounds", "2")
play("shuffled.db", ["anna", "bert"], "--grid", "crepe,torus 4x4", "--openings", "random:3:3", "--opening-order", "draw", "--rounds", "3")
play("archipelago.db", ["anna", "bert"], "--grid", "crepe", "--openings", "archipelago:9")
play("dealt.db", ["anna", "bert"], "--game", "trioker-duel", "--openings", "random:2")
play("words.db", ["anna", "bert"], "--boards", "words:2", "--rounds", "2")
play("swiss.db", list("abcdef"), "--format", "swiss", "--grid", "torus 4x4", "--rounds", "3")
play("cup.db", list("abcde"), "--format", "knockout", "--grid", "torus 4x4", "--game", "triancey")
play("gauntlet.db", ["a b", "a", "b", "c"], "--format", "gauntlet", "--gauntlet", "a b,c", "--grid", "torus 4x4")

FORGERIES = {
    "pairs.db": [
        ("seats are exchanged, results are kept", [SWAP % 1], "game 1: by the schedule, engine"),
        ("and so are margins", [SWAP % 1, "UPDATE half SET margin1 = margin2, margin2 = margin1, points1 = points2, points2 = points1 WHERE game = 1"],
         "game 1: by the schedule, engine"),
        ("names of engines are exchanged", ["UPDATE engine SET name = CASE name WHEN 'anna' THEN 'x' ELSE 'anna' END", "UPDATE engine SET name = 'bert' WHERE name = 'x'"],
         "its configuration should have: engine bert"),
        ("an engine has another command", ["UPDATE engine SET command = 'builtin:random' WHERE id = 2"], "its configuration should have: engine bert"),
        ("an engine has other options", ["UPDATE engine SET options = 'Hash=2' || char(10) WHERE id = 2"], "its configuration should have: engine bert"),
        ("an engine had more time", ["UPDATE engine SET limits = replace(limits, 'nodes=20', 'nodes=9') WHERE id = 1"], "its configuration should have: engine anna"),
        ("an engine is a person", ["UPDATE engine SET kind = 'human' WHERE id = 1"], "engine 1: it is said to be no program"),
        ("a third engine", [HEAD % ("'engine bert'", "'engine carl: x' || char(10) || 'engine bert'"), NAME], "its configuration should have: engine bert"),
        ("a board has another name", ["UPDATE board SET name = 'eau2' WHERE name = 'eau'"], "its configuration should have: board eau2"),
        ("a game is on another board", ["UPDATE game SET board = 3 - board WHERE id = 1"], "game 1: by the schedule it is in round 1, on board 1"),
        ("a game of another round", ["UPDATE game SET round = 2 WHERE id = 1"], "game 1: by the schedule it is in round 1, on board 1"),
        ("a game more than there are", ["INSERT INTO game SELECT 5, 2, 5, 1, board, seed, seat1, seat2, NULL, NULL, 1, NULL, NULL, NULL FROM game WHERE id = 1"],
         "game 5: the schedule has no such game"),
        ("another number of games", ["UPDATE league SET scheduled = 3"], "its configuration gives 4 games, on 2 boards in each round, not 3"),
        ("a round more", ["UPDATE league SET rounds = 3"], "its configuration gives 6 games"),
        ("another seed", ["UPDATE league SET seed = seed + 1"], "its configuration should have: game selacata"),
        ("another format", ["UPDATE league SET format = 'swiss'"], "its configuration should have: game selacata"),
        ("boards that are drawn", [HEAD % ("'all:2'", "'draw:9'"), NAME], "no league has its configuration"),
        ("openings that there were not", ["UPDATE game SET opening = (SELECT substr(moves, 1, instr(moves, ' ') - 1) FROM half WHERE game = game.id LIMIT 1) WHERE id = 1"],
         "game 1: it has an opening, but the league has none"),
        ("it does not count", ["UPDATE game SET tournament = 0 WHERE id = 1"], "game 1: it has a source, or does not count"),
        ("it comes from elsewhere", ["UPDATE game SET source = 'a friend' WHERE id = 1"], "game 1: it has a source, or does not count"),
        ("a result without moves", ["UPDATE half SET moves = NULL, clocks = NULL, moves_hash = NULL, points1 = NULL, points2 = NULL, margin1 = 40, margin2 = -40" + FIRST],
         "game 1, half 1: its moves, clocks or points are missing"),
        ("moves without clocks", ["UPDATE half SET clocks = NULL" + FIRST], "game 1, half 1: its moves, clocks or points are missing"),
        ("a half without points", ["UPDATE half SET points1 = NULL, points2 = NULL" + FIRST], "game 1, half 1: its moves, clocks or points are missing"),
        ("a reason without a fault", ["UPDATE half SET text = 'it slept'" + FIRST], "game 1, half 1: it says 'it slept', but no seat is at fault"),
        ("moves of another half", ["UPDATE half SET (moves, clocks, plies, margin1, margin2, points1, points2, termination) = (SELECT moves, clocks, plies, margin1, margin2,"
                                   " points1, points2, termination FROM half AS other WHERE other.game = 1 AND other.number = 2)" + FIRST], "its moves_hash is not that of its moves"),
        ("a fault that there was not", [CRASH], "no fault 'crash' of seat 2"),
        ("a fault of another", [CRASH, "INSERT INTO fault (half, engine, kind, text) SELECT 17, seat1, 'crash', 'it died' FROM game WHERE id = 1"], "no fault 'crash' of seat 2"),
        ("a fault of another kind", [CRASH, "INSERT INTO fault (half, engine, kind, text) SELECT 17, seat2, 'time', 'it died' FROM game WHERE id = 1"], "no fault 'crash' of seat 2"),
        ("a fault with other words", [CRASH, "INSERT INTO fault (half, engine, kind, text) SELECT 17, seat2, 'crash', 'it slept' FROM game WHERE id = 1"],
         "no fault 'crash' of seat 2"),
        ("an engine is withdrawn without a fault", [GONE % 1, UNSAID], "game 1, half 1: an engine is withdrawn that has not had so many faults"),
        ("an engine is withdrawn before it has had its faults", [GONE % 3, UNSAID, *TWICE], "game 1, half 1: an engine is withdrawn that has not had so many faults"),
        ("both are withdrawn", [GONE % 1, UNSAID, "UPDATE half SET margin1 = 0, margin2 = 0, at_fault = NULL" + FIRST],
         "game 1, half 1: an engine is withdrawn that has not had so many faults"),
        ("a fault that nobody knows", ["INSERT INTO fault (half, engine, kind, text) SELECT 17, seat2, 'sleep', 'it slept' FROM game WHERE id = 1"], "there is no fault 'sleep'"),
        ("it was finished before the league began", ["UPDATE half SET finished = '2001-01-01T00:00:00Z' WHERE game = 1"], "half 1: it was finished before the league began"),
        ("the second half before the first", ["UPDATE half SET finished = strftime('%Y-%m-%dT%H:%M:%SZ', finished, '+3 hours')" + FIRST],
         "half 2: it was finished before the previous half"),
        ("a half in the future", ["UPDATE half SET finished = '2999-01-01T00:00:00Z'" + SECOND], "half 2: it was finished in the future"),
        ("a league that began after it was played", ["UPDATE league SET started = '2998-01-01T00:00:00Z'"], "it began after the last of its runs"),
        ("a run at no time", ["UPDATE run SET started = '2001-02-30T00:00:00Z'"], "its time '2001-02-30T00:00:00Z' is impossible"),
        ("more time than there was", [EACH % (50000000, 50000000)], "seconds, for which there was no time"),
        ("a program that is none", ["UPDATE program SET digest = 'mine'"], "the digest of engine 1 is impossible"),
        ("no program", ["DELETE FROM program WHERE engine = 1"], "engine 1: it has played, but no run has its program"),
        ("meetings, where results decide nothing", ["INSERT INTO meeting VALUES (1, 1, 1, 2, 5, -5, 1)"], "there are meetings of rounds that were not played"),
    ],
    "timed.db": [("a move takes 100 seconds of 60", [LATE % "'100000000'", "UPDATE run SET started = '2001-01-01T00:00:00Z'"], "move 1 took 100.000 seconds, which was not allowed"),
                 ("a move takes no longer than there was", [LATE % "'59000000'"], "half 1: its moves took 59 seconds, for which there was no time")],
    "clocks.db": [("a move takes more than the clock has", [LATE % "'700000000'", "UPDATE run SET started = '2001-01-01T00:00:00Z'"], "move 1 took 700.000 seconds, which was not allowed"),
                  ("all moves do", [EACH % (90000000, 90000000), "UPDATE run SET started = '2001-01-01T00:00:00Z'"], "took 90.000 seconds, which was not allowed")],
    "legs.db": [("both legs have the same seats", ["UPDATE game SET (seat1, seat2, seat3) = (SELECT seat1, seat2, seat3 FROM game WHERE id = 1) WHERE id = 2"],
                 "game 2: by the schedule, engine"),
                ("all legs have other seats", ["UPDATE game SET seat1 = seat2, seat2 = seat1"], "game 3: by the schedule, engine"),
                ("legs have other seeds", ["UPDATE game SET seed = seed + 1 WHERE id = 2"], "pair 1: its legs differ"),
                ("one leg has an opening", ["UPDATE game SET opening = '0' WHERE id = 2"], "pair 1: its legs differ")],
    "chance.db": [("another seed, with all that follows from it", [HEAD % ("' seed ' || seed", "' seed ' || (seed + 1)"), NAME, "UPDATE league SET seed = seed + 1",
                                                                "UPDATE game SET seed = NULL"], "chance did not draw move 1"),
                  ("pieces of another game", ["UPDATE half SET (moves, clocks, plies, margin1, margin2, points1, points2, termination, moves_hash) = (SELECT moves, clocks, plies,"
                                              " margin1, margin2, points1, points2, termination, moves_hash FROM half AS other WHERE other.game = 3 LIMIT 1) WHERE game = 1"],
                   "game 1, half 1: chance did not draw move 1"),
                  ("chance that takes time", ["UPDATE half SET clocks = '7' || substr(clocks, 2) WHERE game = 1"], "move 1 took 0.000 seconds, which was not allowed")],
    "opened.db": [("an opening is shorter", [SHORTER], NOT_DRAWN), ("there was none", ["UPDATE game SET opening = NULL"], NOT_DRAWN),
                  ("an opening is longer", ["UPDATE game SET opening = (SELECT substr(moves, 1, length(opening)) || substr(substr(moves, length(opening) + 1), 1, instr(substr("
                                            "moves, length(opening) + 2), ' ')) FROM half WHERE game = game.id AND number = 1)"], NOT_DRAWN)],
    "shuffled.db": [("openings are shorter", [SHORTER], NOT_DRAWN),
                    ("they come in another order", [HEAD % ("' draw' || char(10)", "char(10)"), NAME], NOT_DRAWN),
                    ("a sequence more", [HEAD % ("':3:3'", "':3:4'"), NAME], NOT_DRAWN)],
    "archipelago.db": [("an archipelago is smaller", [SHORTER], NOT_DRAWN),
                       ("another bound", [HEAD % ("'archipelago:9'", "'archipelago:-2'"), NAME], "no league has its configuration")],
    "dealt.db": [("an opening is shorter", [SHORTER], NOT_DRAWN)],
    "words.db": [("a board of another word", ["UPDATE board SET name = 'tarte' WHERE id = 3"], "board 3: it is not the one that its word makes"),
                 ("another board of that name", ["UPDATE board SET spelled = (SELECT replace(spelled, ' ' || name || ' ', ' ' || (SELECT name FROM board WHERE id = 3) || ' ')"
                                                 " FROM board WHERE id = 1) WHERE id = 3"], "board 3: it is not the one that its word makes")],
    "swiss.db": [("others meet in the second round", ["UPDATE game SET seat1 = (SELECT seat1 FROM game WHERE id = 5), seat2 = (SELECT seat2 FROM game WHERE id = 5) WHERE id = 4"],
                  "game 4: by the schedule, engine"),
                 ("a meeting has another winner", ["UPDATE meeting SET winner = CASE winner WHEN engine1 THEN engine2 ELSE engine1 END WHERE round = 1 AND number = 1"],
                  "round 1: its meetings are not those that its games give"),
                 ("a meeting is missing", ["DELETE FROM meeting WHERE round = 1 AND number = 1"], "round 1: its meetings are not those"),
                 ("a game is removed", ["DELETE FROM half WHERE game = 1", "DELETE FROM game WHERE id = 1"], "games of the round before it are missing")],
    "cup.db": [("who has lost goes on", ["UPDATE half SET margin1 = -margin1, margin2 = -margin2"], "the margin of seat 1 is"),
               ("a meeting of a round that is none", ["INSERT INTO meeting SELECT round + 1, number, engine1, engine2, margin1, margin2, winner FROM meeting WHERE round = 3"],
                "its round or a margin is impossible")],
    "gauntlet.db": [("another champion", [HEAD % ("'gauntlet a b c'", "'gauntlet a c'"), NAME], "by the schedule, engine")],
}
for name, forgeries in FORGERIES.items():
    for about, statements, wanted in forgeries:
        forge(name, *statements)
        status, said = run("verify", "forged.db")
        ok(status == 1 and wanted in said and "nothing is wrong" not in said, "%s: %s" % (name, about), wanted, said[:600])
count = sum(map(len, FORGERIES.values()))
ok(count >= 50, "%d forgeries" % count)

# ---- signatures --------------------------------------------------------------------------------

WITH = "with the key "
status, said = run("verify", "--make-key", "organiser.key")
ok(status == 0 and os.stat(path("organiser.key")).st_mode & 0o777 == 0o600, "a key that its owner alone can read", said)
with open(path("organiser.key")) as file:
    secret = file.read()
status, said = run("verify", "--make-key", "organiser.key")
ok(status == 1 and open(path("organiser.key")).read() == secret, "it is never overwritten", said)
os.mknod(path("half.key.pub"))
ok(run("verify", "--make-key", "half.key")[0] == 1 and not os.path.exists(path("half.key")), "nor is its public half, and then there is no key at all")
run("verify", "--make-key", "other.key")
public = open(path("organiser.key.pub")).read().split()[1]


def signed(name, wanted, status=1, key="organiser.key.pub"):
    got, said = run("verify", name, "--key", key)
    ok(got == status and said.splitlines()[-1].startswith("%s: " % name) and wanted in said, "%s: %s" % (name, wanted), said)


signed("pairs.db", "it is not signed")
shutil.copy(path("pairs.db"), path("signed.db"))
status, said = run("verify", "signed.db", "--sign", "organiser.key")
ok(status == 0 and WITH + public in said and os.listdir(folder).count("signed.db") == 1, "a record is signed", said)
signed("signed.db", WITH + public, 0)
signed("signed.db", "it is signed, but not with the key", key="other.key.pub")
run("verify", "signed.db", "--sign", "other.key")
signed("signed.db", WITH, 0, "other.key.pub")
signed("signed.db", WITH + public, 0)
ok(run("verify", "signed.db")[0] == 0 and run("standings", "signed.db")[0] == 0, "a record is read as before")
OTHER_MOVES = "UPDATE half SET finished = strftime('%Y-%m-%dT%H:%M:%SZ', finished, '+1 second')" + SECOND
for name, about, wanted, *statements in (
        ("copied.db", "another order of pages", WITH + public, "VACUUM"),
        ("moved.db", "something that is possible", "it was changed after it was signed", OTHER_MOVES),
        ("digest.db", "its digest, too", "its signature is false", OTHER_MOVES, "UPDATE signature SET digest = HASH('x')"),
        ("later.db", "another time of signing", "its signature is false", "UPDATE signature SET signed = '2001-01-01T00:00:00Z'"),
        ("name.db", "a name", "it was changed after it was signed", "UPDATE league SET name = 'another'"),
        ("stolen.db", "a signature of another key", "its signature is false",
         "UPDATE signature SET signature = (SELECT signature FROM signature AS other WHERE other.key <> signature.key) WHERE key = '%s'" % public),
        ("less.db", "games that are removed", "it was changed after it was signed", "DELETE FROM half WHERE game = 4", "DELETE FROM game WHERE id = 4"),
        ("none.db", "no signature", "it is not signed", "DELETE FROM signature")):
    shutil.copy(path("signed.db"), path(name))
    link = sqlite3.connect(path(name), isolation_level=None)
    link.create_function("HASH", 1, digest)
    for statement in statements:
        link.execute(statement)
    link.close()
    signed(name, wanted, 0 if name == "copied.db" else 1)
play_on = ["match", *sum((["--engine", "builtin:search", "option.Hash=1", "nodes=20", "name=" + one] for one in ("anna", "bert")), []), "--grid", "crepe,eau",
           "--rounds", "3", "--margin", "1000", "--quiet", "--record", "signed.db"]
ok(run(*play_on)[0] == 0, "the league goes on")
signed("signed.db", "4 halves were added after it was signed on 2")
shutil.copy(path("pairs.db"), path("bad.db"))
link = sqlite3.connect(path("bad.db"))
link.execute("UPDATE half SET margin1 = margin1 + 2")
link.commit()
link.close()
ok(run("verify", "bad.db", "--sign", "organiser.key")[0] == 1, "nothing is signed in which anything is wrong")
signed("bad.db", "it is not signed")
os.chmod(path("organiser.key"), 0o640)
status, said = run("verify", "pairs.db", "--sign", "organiser.key")
ok(status == 1 and "others may read this key" in said, "a key that others may read is refused", said)
for words in (["pairs.db", "--key", "organiser.key"], ["pairs.db", "--key", "none.pub"], ["pairs.db", "--sign", "other.key.pub"], ["none", "--sign", "other.key"]):
    status, said = run("verify", *words)
    ok(status == 1 and not os.path.exists(path("none")), "refused: " + " ".join(words), said)
for words in ([], ["--make-key", "x", "pairs.db"], ["pairs.db", "--sign", "x", "--key", "y"]):
    ok(run("verify", *words)[0] == 2, "no command line: " + " ".join(words))
done()
