#!/usr/bin/env python3
"""Engines that join a league: they play what they would have had, nothing is played twice, and in the end
all have met on the same boards in the same rounds."""
import itertools
import os
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import Run, ask, path, run  # noqa: E402
from tgi import done, ok  # noqa: E402

BOARDS = ("calais", "eau", "crepe", "ancey")


def write(names, rounds, name="joined", more="", boards="draw:3"):
    with open(path(name + ".ini"), "w", encoding="utf-8") as file:
        file.write("[league]\ngrids = %s\nboards = %s\nrounds = %d\nopenings = random:4\n%s" % (", ".join(BOARDS), boards, rounds, more))
        for engine in names:
            file.write("[engine %s]\ncmd = builtin:random\n" % engine)


def games(name="joined"):
    """By round and board: who has met whom; and what was played."""
    rows = ask(name + ".db", "SELECT game.id, round, board, one.name, two.name, game.seed, opening FROM game"
               " JOIN engine AS one ON one.id = seat1 JOIN engine AS two ON two.id = seat2 ORDER BY game.id")
    halves = ask(name + ".db", "SELECT id, moves, clocks, finished FROM half ORDER BY id")
    return rows, halves


def play(title, name="joined"):
    status, said = run("league", name + ".ini", "--quiet")
    ok(status == 0, title, said)
    return games(name)


def check(names, rounds, title):
    """All have met all, on each board of a round, in the seats that the round gives: once."""
    rows, halves = games()
    met = sorted((row[1], row[2], tuple(sorted(row[3:5]))) for row in rows)
    boards = {number: sorted({row[2] for row in rows if row[1] == number}) for number in range(1, rounds + 1)}
    wanted = sorted((number, board, tuple(sorted(pair))) for number in boards for board in boards[number]
                    for pair in itertools.combinations(names, 2))
    ok(met == wanted and all(len(of_round) == 3 for of_round in boards.values()), title, met, wanted)
    ok(len({row[5] for row in rows}) == len(rows), "each encounter has a seed of its own")
    first = {(row[1], tuple(sorted(row[3:5]))): row[3] for row in rows}
    ok(all(first[row[1], tuple(sorted(row[3:5]))] == row[3] for row in rows), "the round decides who begins")
    ok([row[0] for row in rows] == list(range(1, len(rows) + 1)) and len(halves) == 2 * len(rows), "games are numbered in order")


write(["a", "b"], 2)
first = play("two engines")
check(["a", "b"], 2, "two have met")
write(["a", "b", "c"], 2)
second = play("a third joins")
check(["a", "b", "c"], 2, "three have met")
ok(second[0][:len(first[0])] == first[0] and second[1][:len(first[1])] == first[1], "what was played stays as it is")
ok(all("c" in row[3:5] for row in second[0][len(first[0]):]), "only the new one and its opponents play")
again = play("the same once more")
ok(again == second, "nothing is left")
write(["a", "b", "c"], 3)
third = play("a round more")
check(["a", "b", "c"], 3, "in which all meet")
ok(third[0][:len(second[0])] == second[0], "behind what was played")
write(["a", "b", "c", "d", "e"], 4)
program = Run("league", "joined.ini", "--quiet")
for _ in range(3000):
    time.sleep(0.002)
    if len(ask("joined.db", "SELECT id FROM half")) > 2 * len(third[0]) + 8 or program.look():
        break
program.process.send_signal(signal.SIGKILL)
program.finish()
fourth = play("two more join, with another round, killed and gone on with")
check(["a", "b", "c", "d", "e"], 4, "five have met")
ok(fourth[1][:len(third[1])] == third[1], "what was played stays")
status, said = run("verify", "joined.db")
ok(status == 0, "the record is sound", said)
status, said = run("standings", "joined.db")
ok(status == 0 and "%d games" % (10 * 3 * 4) in said, "and has all games", said)


def refused(wanted, title, name="joined"):
    before = games(name)
    status, said = run("league", name + ".ini", "--quiet")
    ok(status == 1 and wanted in said and games(name) == before, title, status, said)


write(["a", "b", "c", "d", "e"], 3)
refused("has games of round 4 already", "rounds are not taken away")
write(["a", "b", "c", "d", "e"], 2)
refused("engines have joined when there were 3", "nor those in which others have joined")
write(["x", "a", "b", "c", "d", "e"], 4)
refused("belongs to another league", "who joins stands behind the others")
write(["a", "b", "c", "d"], 4)
refused("belongs to another league", "nobody leaves")
write(["a", "b", "c", "d", "e", "f"], 4, boards="all")
refused("belongs to another league", "nothing else may change")
write(["a", "b"], 1, "gauntlet", "format = gauntlet\ngauntlet = a\n")
play("a gauntlet", "gauntlet")
write(["a", "b", "c"], 1, "gauntlet", "format = gauntlet\ngauntlet = a\n")
refused("belongs to another league", "engines join only where all meet all", "gauntlet")
done()
