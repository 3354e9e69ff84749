#!/usr/bin/env python3
"""An engine for tests/lib/nullgame.c: hides the number that it is called with, then takes one counter a turn."""
import sys

hidden = False
for line in sys.stdin:
    words = line.split()
    if words[0] == "tgi":
        print("id name null\nid author triancey\nprotocol 1\ngame nullgame\ntgiok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "newgame":
        hidden = False
    elif words[0] == "go":
        print("bestmove", "take1" if hidden else "hide" + sys.argv[1], "id", words[words.index("id") + 1])
        hidden = True
    elif words[0] == "quit":
        break
    sys.stdout.flush()
