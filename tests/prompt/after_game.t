#!/usr/bin/env python3
"""What can be done when a game is over: play again, take the other side, have it analysed, look at it, leave."""
import os
import random
import re
import sys
import time

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from prompt import Half, Terminal, best_margin, forget, kept, neighbours_of, play, random_half, two  # noqa: E402
from tgi import NIGHTLY, done, enough, ok  # noqa: E402

FRENCH = {"LC_ALL": "fr_FR.UTF-8", "LANGUAGE": "fr"}
GIVEN_AWAY = ["resign yes", "resign yes"]

# ---- again, with either side --------------------------------------------------------------------


def first_sides(out):
    """Who had yellow in the first half of each game."""
    return [name for half, name in re.findall(r"^Half (\d) begins\.$.*?yellow \((\w+)\)", out, re.M | re.S) if half == "1"]


for words in ("again", "a", "ENCORE", "rejouer", "r", "  Again  ")[::enough(2, 1)]:
    out, status = play(GIVEN_AWAY + [words, "score"] + GIVEN_AWAY, "--grid", "ancey", "--seed", "4")
    ok(status == 0 and first_sides(out) == ["you", "you"] and out.count("Final score") == 2 and kept() == [],
       "%s: the same side again" % words.strip(), out[-600:])
for words in ("other", "other side", "o", "changer", "C")[::enough(2, 1)]:
    out, status = play(GIVEN_AWAY + [words] + GIVEN_AWAY + [words, "score"] + GIVEN_AWAY, "--grid", "ancey", "--seed", "4")
    ok(status == 0 and first_sides(out) == ["you", "reference", "you"] and out.count("Final score") == 3,
       "%s: the other side, and the first one after that" % words, out[-600:])
out, status = play(GIVEN_AWAY + ["again", "13", "quit"], "--seed", "4")
ok(status == 0 and len(kept()) == 1, "a second game that is left is kept", out[-200:])
out, status = play(["legal"], "--resume")
ok(status == 0 and "Resuming the game of" in out, "and goes on", out)
forget()
seeds = []
for _ in range(2):
    out, _ = play(GIVEN_AWAY + ["other", "resign yes", "quit"], "--seed", "4")
    seeds.append(re.search(r"^seed = (\d+)$", open(kept()[0]).read(), re.M).group(1))
    forget()
ok(seeds[0] == seeds[1] != "4", "its seed is another one, the same each time", seeds)
out, status = two(GIVEN_AWAY + ["other"])
ok(status == 0 and "'other' is not one of these" in out, "two people have no other side to take", out[-200:])
out, status = play(GIVEN_AWAY + ["13", "x y", "", "quit", "again"])
ok(status == 0 and "'13' is not one of these" in out and "'x' is not one of these" in out and out.count("Final score") == 1,
   "other lines change nothing, and quit leaves", out[-300:])
out, status = play(GIVEN_AWAY + ["again", "13"], "--league", "after.db", "--name", "Anna")
ok(status == 0 and re.search(r"^It counts in \S*after\.db\.$", out, re.M) and len(kept()) == 1, "a tournament game is entered before one more begins", out[-300:])
forget()

# ---- the analysis -------------------------------------------------------------------------------

# Each move is thought about for as long as it takes: few cells, few moves.
BOARD = "ancey" if NIGHTLY else "torus 6x3"
neighbours = neighbours_of(BOARD)


def positions(moves, half):
    """For each move: who made it, what was on the board, and how many could be chosen."""
    board = Half(neighbours)
    for ply, move in enumerate(moves):
        yield ply + 1, board.mover, board.owner.count(None), len(board.legal())
        board.play(move)


for seed in (6,):
    chance = random.Random(seed)
    halves = [random_half(neighbours, chance)[0] for _ in (1, 2)]
    out, status = two([str(move) for half in halves for move in half] + ["analyse"], "--grid", BOARD)
    judged, good = (int(n) for n in re.search(r"^(\d+) moves were judged;.*, (\d+) cost nothing\.$", out, re.M).groups())
    costly = re.findall(r"^  half (\d), move (\d+) \(player (\d)\): (\d+) cost (\d+); (\d+) was expected to bring ([+-]\d+)\.$", out, re.M)
    choices = sum(legal > 1 for i, half in enumerate(halves) for _, _, _, legal in positions(half, i))
    # An engine that has hardly had a processor within its time cannot judge all, and says so.
    other = sum(map(int, re.findall(r"^(\d+) other moves? cannot be judged", out, re.M)))
    ok(status == 0 and judged + other == choices and 0 < good < judged, "each move that was a choice is judged, or counted",
       judged, other, choices, good)
    ok(1 <= len(costly) <= 5 and [int(row[4]) for row in costly] == sorted((int(row[4]) for row in costly), reverse=True)
       and len(costly) == min(5, judged - good), "the costliest are named, the worst first", costly)
    exact = wrong = 0
    for half, ply, player, move, cost, best, margin in costly:
        half, ply = int(half), int(ply)
        moves = halves[half - 1]
        row = list(positions(moves, half - 1))[ply - 1]
        wrong += moves[ply - 1] != int(move) or int(player) - 1 != (row[1] + half - 1) % 2
        if row[2] > 6:
            continue
        truth = {m: best_margin(neighbours, moves[:ply - 1] + [m], row[1]) for m in
                 (lambda b: b.legal())(next(b for b in [Half(neighbours)] if [b.play(m) for m in moves[:ply - 1]] is not None))}
        exact += 1
        wrong += int(margin) != max(truth.values()) or truth[int(best)] != int(margin) or int(cost) != int(margin) - truth[int(move)]
    ok(wrong == 0, "and what they cost is so near the end of a half (%d)" % exact, costly)
    ok(judged > choices / 2, "where two play, moves can be judged", judged, choices)
out, _ = two(["C7f-D6f", "H3s-H4p", "F8d-F7t", "A8o-C7f", "resign yes", "n"], "--game", "triangulation")
judged, other = (sum(map(int, re.findall(r"^(\d+) %s judged[;.]" % words, out, re.M))) for words in ("moves? w(?:as|ere)", "other moves? cannot be"))
ok(judged + other == 4 or (judged + other == 0 and "No move of this game can be judged." in out),
   "where three play, the others are counted", out)
out, status = two(["e6-g6", "e7-g7", "b2-d2", "resign yes", "n"], "--game", "tritt")
judged, good = map(int, re.search(r"^(\d+) moves were judged;.*, (\d+) cost nothing\.$", out, re.M).groups())
costly = re.findall(r"^  move (\d) \(player (\d)\): (\S+) cost \d+; \S+ was expected to bring [+-]\d+\.$", out, re.M)
ok(status == 0 and judged == 3 and len(costly) == judged - good and set(costly) <= {("1", "1", "e6-g6"), ("2", "2", "e7-g7"), ("3", "1", "b2-d2")},
   "no half is named in a game that has only one", out[-600:])
out, status = play(GIVEN_AWAY + ["n"])
ok(status == 0 and "There was no choice to judge." in out, "a game without moves has nothing to judge", out[-200:])

# ---- looking at it ------------------------------------------------------------------------------

first, second = halves
script = [str(move) for half in halves for move in half]
out, status = two(script + ["look", "", "next", "b", "last", "next", "1", "back", "back", "0", "b", "q", "look", "99"], "--grid", BOARD)
look = out.split("Enter or next: the next move", 1)[1]
shown = re.findall(r"^(The beginning of half \d|This is the beginning|yellow \(player \d\): \d+|red \(player \d\): \d+|There is no move 99)",
                   look, re.M)
mover = lambda half, ply: (ply + half) % 2
name = lambda half, ply: "%s (player %d): %d" % (("yellow", "red")[mover(half, ply)], mover(half, ply) + 1, halves[half - 1][ply - 1])
ok(status == 0 and shown == ["The beginning of half 1", name(1, 1), name(1, 2), name(1, 1), name(1, len(first)),
                             "The beginning of half 2", name(2, 1), "The beginning of half 2", name(1, len(first)),
                             "The beginning of half 1", "This is the beginning", "The beginning of half 1", "There is no move 99"],
   "the halves are shown forwards and backwards", shown)
board = Half(neighbours)
for move in first:
    board.play(move)
out, _ = two(script + ["revoir", "dernier", "suivant"], "--grid", BOARD)
ok(re.search(r"yellow \(player 1\) %d   .*red \(player 2\) %d " % (board.owner.count(0), board.owner.count(1)), out),
   "the position that is shown is that of the rules", out[-800:])
forget()

# What chance does is a part of the step to the next move. What is over has no next move.
out, _ = play(["33:333", "animate", "resign yes", "look", "", "n", "n", "1", "q", "q"], "--game", "trioker-rapid", "--seed", "5")
forget()
before, look = out.split("Enter or next: the next move", 1)
ok("set off no reaction" in before and before.count("Seat 1 begins, with 333.") == 1, "no reaction is shown where there is none, and nothing is told twice", before)
shown = re.findall(r"^(The beginning|Dealt|Seat 1 begins|seat \d \(\w+\):|This is the end)", look, re.M)
ok(shown == ["The beginning", "Dealt", "Seat 1 begins", "seat 1 (you):", "seat 2 (greedy):", "This is the end", "Dealt", "Seat 1 begins", "seat 1 (you):"],
   "a move of a player is a step, with what chance did before it", shown)
ok("bank 200, stock 5\n" in look and "move " not in look.split("quit.\n")[1], "below a game that is over stands no number of a move", look)
lines, out = [], ""
while "The game is over" not in out:
    out, _ = two(lines + ["legal"], "--game", "trioker-rapid players 3 deals 1", "--seed", "3")
    forget()
    lines += re.findall(r"possible: (\S+)", out)[-1:]
ok(re.search(r"^player \d has won\.$", out, re.M), "among three players nobody has won by a margin", out[-500:])

# ---- on a terminal ------------------------------------------------------------------------------

out, _ = play(["draw", "C6o-D5o", "resign yes", "analyse", "look", "last", "quit", "quit"], "--game", "triangulation", "--seed", "1")
forget()
ok("A draw is offered." in out and "The draw is declined." in out, "a draw that is offered and declined is told", out)
ok("is compared with the best one" in out and "cannot be analysed" not in out, "an offer is no move to be judged", out)
ok("\n2 players share the victory.\n" in out and "you -2, green (greedy) +2, blue (greedy) +2." in out, "who of three resigns makes the two others winners", out)
ok("The beginning of the game." in out and "half" not in out.split("analysed")[-1], "a game of one half does not speak of halves", out)

for language, question, again in (({}, "other side (o)", "Press Enter for half 1. "), (FRENCH, "changer de camp (c)", "Entr\u00e9e pour commencer la manche 1.")):
    for last in ("\x04", "q\n") if NIGHTLY else ("q\n",) if language else ("\x04",):
        terminal = Terminal("--grid", "ancey", **language)
        terminal.type("\nresign yes\n\nresign yes\n")
        ok(terminal.wait(question), "the choices are named", terminal.text[-400:])
        ok(kept() == [], "the game is over, and not kept")
        terminal.type("a\n" if last == "q\n" else "o\n")
        ok(terminal.wait(again), "the sides are named before the next one begins", terminal.text[-400:])
        terminal.type("\nresign yes\n\nresign yes\n")
        terminal.wait(question)
        terminal.type(last)
        ok(terminal.end() == 0 and kept() == [], "end of input or quit leaves")
terminal = Terminal("--game", "tritt")
terminal.type("\nresign yes\n")
terminal.wait("other side (o)")
terminal.type("o\n")
ok("You are blue; greedy begins." in (terminal.wait("Press Enter to begin. ") or ""), "where there is one half, the game begins", terminal.text)
terminal.type("\n")
terminal.wait("blue (you)> ")
terminal.type("resign yes\n")
terminal.wait("other side (o)")
terminal.type("analyse\n\x04")
ok(terminal.wait("There was no choice to judge.") and terminal.end() == 0, "and can be analysed", terminal.text)
terminal = Terminal("--grid", "ancey")
terminal.type("\nresign yes\n\nresign yes\n")
terminal.wait("other side (o)")
terminal.type("look\n")
ok(terminal.wait("half 1, move 0 of 0> "), "looking has a prompt of its own", terminal.text[-300:])
terminal.type("q\n")
ok(terminal.wait("other side (o)"), "and leads back to the choices")
terminal.type("\x03")
status = terminal.end()
ok(status in (-2, 130), "Ctrl-C leaves, too", status, terminal.text[-200:])

done()
