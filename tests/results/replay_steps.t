#!/usr/bin/env python3
"""Steps through a recorded game: what is shown at each is what the whole replay shows there."""
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from prompt import ENVIRONMENT, FOLDER, REFEREE, Terminal  # noqa: E402
from tgi import PATIENCE, done, ok  # noqa: E402

FRENCH = {"LC_ALL": "fr_FR.UTF-8", "LANGUAGE": "fr"}


def run(*words, lines=None, **environment):
    typed = None if lines is None else "".join(line + "\n" for line in lines)
    answer = subprocess.run([REFEREE, *words], input=typed, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env={**ENVIRONMENT, **environment}, cwd=FOLDER, timeout=PATIENCE)
    return answer.stdout, answer.returncode


def parts(text):
    """Each position that was shown, by its half and move, in the order of showing; 0 is the beginning."""
    shown, half = [], 0
    for head, number, rest in re.findall(r"^(half|move|the beginning of half) (\d+)(.*?)(?=^half |^move |^the beginning|^end of|\Z)",
                                         text, re.M | re.S):
        if head == "half":
            half = int(number)
        else:
            shown.append((half, int(number) if head == "move" else 0, rest if head == "move" else None))
    return shown


run("match", "--engine", "builtin:random", "--engine", "builtin:reference", "--grid", "ancey", "--seed", "5",
    "--record", "steps.db")
whole, status = run("replay", "steps.db", "1")
truth = {(half, move): text for half, move, text in parts(whole)}
length = {half: max(m for h, m in truth if h == half) for half in (1, 2)}
ok(status == 0 and len(truth) == length[1] + length[2] and length[1] > 10, "a game is there", whole[:300])


def walk(lines):
    """Where the lines lead, half and move by half and move, as the manual page has it."""
    places, half, move = [(1, 1)], 1, 1
    for line in lines:
        word = line.strip().lower()
        if word in ("quit", "q", "exit", "quitter"):
            return places
        if word in ("", "next", "n", "suivant", "s"):
            move += 1
        elif word in ("back", "b", "p", "pr\u00e9c\u00e9dent"):
            move -= 1
        elif word in ("first", "f", "premier"):
            move = 0
        elif word in ("last", "l", "dernier"):
            move = length[half]
        else:
            move = int(word)
        if move > length[half] and half == 2:
            return places
        if move > length[half]:
            half, move = half + 1, 1
        elif move < 0 and half == 2:
            half, move = 1, length[1]
        elif move < 0:
            move = 0
            continue
        places.append((half, move))
    return places


chance = random.Random(8)
wrong = []
for turn in range(30):
    lines = [chance.choice(["", "next", "N", "back", "b", "p", "pr\u00e9c\u00e9dent", "first", "LAST", " last ", "dernier", "7",
                            "0", "s"]) for _ in range(25)] + ["quit"]
    out, status = run("replay", "steps.db", "1", "--step", lines=lines)
    got = parts(out)
    expected = walk(lines)
    if status != 0 or [p[:2] for p in got] != expected or any(p[2].strip() != truth[p[:2]].strip() for p in got if p[1]):
        wrong.append((turn, lines, [p[:2] for p in got], expected))
ok(not wrong, "steps lead where they are to, forwards and backwards and into the other half", wrong[:1])
out, status = run("replay", "steps.db", "1", "--step", lines=["last", "", "back", "back", "q"])
ok(status == 0 and [p[:2] for p in parts(out)] == [(1, 1), (1, length[1]), (2, 1), (2, 0), (1, length[1])],
   "from the beginning of a half back into the one before", out[-200:])
out, status = run("replay", "steps.db", "1", "--step", lines=["last", "", "b", "b", "next", "last", "next"])
total = re.search(r"^score of the game\n(.*)", whole, re.M | re.S).group(1)
ok(status == 0 and out.endswith(total), "and the score of the game is the same after that", out[-200:])
out, status = run("replay", "steps.db", "1.2", "--step", lines=["0", "back", "back", "q"])
ok(out.count("This is the beginning.") == 2 and [p[:2] for p in parts(out)] == [(2, 1), (2, 0)], "one half alone has its beginning", out)
out, status = run("replay", "steps.db", "1", "--step", lines=["5"])
ok(status == 0 and [p[:2] for p in parts(out)] == [(1, 1)] + [(1, m) for m in range(5, length[1] + 1)] + [(2, m) for m in range(1, length[2] + 1)],
   "at the end of input the rest is shown", [p[:2] for p in parts(out)])
for line, said in (("99", "There is no move 99: moves are numbered from 1 to %d" % length[1]), ("-1", "There is no move -1"),
                   ("foo", "There is no command 'foo' here."), ("1 2", "There is no command '1 2' here."), ("help", "the number of a move")):
    out, status = run("replay", "steps.db", "1", "--step", lines=[line, "q"])
    ok(status == 0 and said in out and len(parts(out)) == 1, "%s is answered" % line, out[-300:])

# ---- on a terminal ------------------------------------------------------------------------------

for language, question in (({}, "move %d of %d> "), (FRENCH, "coup %d sur %d> ")):
    terminal = Terminal("steps.db", "1", "--step", command="replay", **language)
    ok(terminal.wait(question % (1, length[1])), "the prompt says where it is")
    for line, place in (("\n", 2), ("back\n", 1), ("last\n", length[1]), ("0\n", 0)):
        terminal.type(line)
        ok(terminal.wait(question % (place, length[1])), "%r leads to %d" % (line, place), terminal.text[-300:])
    terminal.type("q\n")
    ok(terminal.end() == 0, "and it can be left")

done()
