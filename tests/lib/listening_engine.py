#!/usr/bin/env python3
"""An engine that appends every byte of its input to the file named on its command line, and has no move."""
import sys

with open(sys.argv[1], "ab", buffering=0) as heard:
    for line in sys.stdin.buffer:
        heard.write(line)
        words = line.decode().split()
        if words[0] == "tgi":
            print("id name listener\nid author triancey\nprotocol 1\ngame trioker-rapid\ntgiok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "go":
            print("bestmove none id", words[words.index("id") + 1], flush=True)
        elif words[0] == "quit":
            break
