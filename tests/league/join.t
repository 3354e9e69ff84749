#!/usr/bin/env python3
"""Engines that join a league: they play what they would have played, nothing is played twice, and in the end
all have met on the same boards in the same rounds."""
import itertools
import os
import signal
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import Run, ask, path, run  # noqa: E402
from tgi import done, ok, until  # noqa: E402

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


def check(names, rounds, title, name="joined", champions=()):
    """All have met all, or all champions, on each board of a round, in the seats that the round gives: once."""
    rows, halves = games(name)
    met = sorted((row[1], row[2], tuple(sorted(row[3:5]))) for row in rows)
    boards = {number: sorted({row[2] for row in rows if row[1] == number}) for number in range(1, rounds + 1)}
    wanted = sorted((number, board, tuple(sorted(pair))) for number in boards for board in boards[number]
                    for pair in itertools.combinations(sorted(names), 2) if not champions or (pair[0] in champions) != (pair[1] in champions))
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
until(lambda: len(ask("joined.db", "SELECT id FROM half")) > 2 * len(third[0]) + 8 or program.look())
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
refused("engines joined when there were 3", "nor those in which others have joined")
write(["x", "a", "b", "c", "d", "e"], 4)
refused("belongs to another league", "who joins stands behind the others")
write(["a", "b", "c", "d"], 4)
refused("belongs to another league", "nobody leaves")
write(["a", "b", "c", "d", "e", "f"], 4, boards="all")
refused("belongs to another league", "nothing else may change")

# ---- gauntlets ---------------------------------------------------------------------------------
OF_TWO = "format = gauntlet\ngauntlet = c, b\n"
write(["a", "b", "c"], 2, "gauntlet", OF_TWO)
first = play("a gauntlet of two champions", "gauntlet")
check(["a", "b", "c"], 2, "one has met them", "gauntlet", "bc")
write(["a", "b", "c", "d", "e"], 2, "gauntlet", OF_TWO)
second = play("two more join it", "gauntlet")
check(["a", "b", "c", "d", "e"], 2, "three have met them", "gauntlet", "bc")
ok(second[0][:len(first[0])] == first[0] and second[1][:len(first[1])] == first[1], "what was played stays as it is")
ok(all(set(row[3:5]) & {"d", "e"} for row in second[0][len(first[0]):]), "champions play the new ones alone")
write(["a", "b", "c", "d", "e", "f"], 3, "gauntlet", OF_TWO)
third = play("one more, with another round", "gauntlet")
check(["a", "b", "c", "d", "e", "f"], 3, "all have met them", "gauntlet", "bc")
ok(third[1][:len(second[1])] == second[1], "what was played stays")
ok(play("the same once more", "gauntlet") == third, "nothing is left")
status, said = run("verify", "gauntlet.db")
ok(status == 0, "the record is sound", said)
write(["a", "b", "c", "d", "e", "f", "g"], 3, "gauntlet", "format = gauntlet\ngauntlet = c, b, g\n")
refused("belongs to another league", "nobody joins as a champion", "gauntlet")

# ---- where nobody can join ---------------------------------------------------------------------
for kind in "swiss", "knockout":
    write(["a", "b", "c"], 2, kind, "format = %s\n" % kind)
    play("a %s league" % kind, kind)
    write(["a", "b", "c", "d"], 2, kind, "format = %s\n" % kind)
    refused("engines cannot join a %s league later" % kind, "nobody joins a %s league" % kind, kind)
write(["a", "b"], 2, "part")
status, said = run("league", "part.ini", "--quiet", "--shard", "1/2", "--record", "part.db")
ok(status == 0, "a shard", said)
write(["a", "b", "c"], 2, "part")
status, said = run("league", "part.ini", "--quiet", "--shard", "1/2", "--record", "part.db")
ok(status == 1 and "engines cannot join a league that is played in shards" in said, "nobody joins a shard", said)
done()
