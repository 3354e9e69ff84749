#!/usr/bin/env python3
"""An engine whose strength is a known function of its options: before each of its moves it becomes the
reference computer with the probability

    exp(-((X - 70)^2 + (Y - 30)^2) / 3200)

and moves at random otherwise, so X = 70, Y = 30 is best. It passes the protocol on to the engine of the
project, whose path is its argument; --flaw makes it refuse its options, --dies end now and then.
"""
import math
import random
import subprocess
import sys

child = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
value = {"X": 50, "Y": 50}
chance = random.Random(0)


def say(line):
    print(line, flush=True)


def tell(line):
    child.stdin.write(line + "\n")
    child.stdin.flush()


def answer(last):
    for line in child.stdout:
        if not line.startswith("option "):
            say(line.rstrip("\n"))
        if line.startswith(last):
            return


for line in sys.stdin:
    words = line.split()
    if words[0] == "tgi":
        for name in value:
            say("option name %s type spin default 50 min 0 max 100" % name)
        say("option name Word type string default none")
        tell("tgi")
        answer("tgiok")
    elif words[0] == "setoption" and words[2] in value:
        value[words[2]] = int(words[4])
        if "--flaw" in sys.argv:
            say("error range setoption: not this one")
    elif words[:3] == ["setoption", "name", "Word"]:
        pass
    elif words[0] == "go":
        if "--dies" in sys.argv and chance.random() < 0.01:
            sys.exit(1)
        strength = math.exp(-((value["X"] - 70) ** 2 + (value["Y"] - 30) ** 2) / 3200)
        tell("setoption name Player value " + ("reference" if chance.random() < strength else "random"))
        tell(line.strip())
        answer("bestmove")
    else:
        if words[0] in ("newgame", "position"):
            chance = random.Random(line + repr(value))
        tell(line.strip())
        if words[0] in ("isready", "score"):
            answer("readyok" if words[0] == "isready" else "score")
        if words[0] == "quit":
            break
child.stdin.close()
child.wait()
