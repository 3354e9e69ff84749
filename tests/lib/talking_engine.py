#!/usr/bin/env python3
"""An engine with prescribed output: talking_engine.py ENGINE FILE. It plays as the program ENGINE does, and before
the n-th `bestmove` of a half come the lines of FILE that belong to it: a list of lists of lines in Python (as bytes in
Latin-1), the last of which serves for all moves that follow. `info` of the program itself is not passed on."""
import subprocess
import sys

with open(sys.argv[2]) as file:
    script = eval(file.read())
player = subprocess.Popen([sys.argv[1], "-p", "random"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
move = 0
for line in sys.stdin.buffer:
    word = line.split(b" ")[0].strip()
    player.stdin.write(line)
    player.stdin.flush()
    move = 0 if word in (b"newgame", b"position") else move
    last = {b"tgi": b"tgiok", b"isready": b"readyok", b"go": b"bestmove", b"score": b"score"}.get(word)
    while last:
        answer = player.stdout.readline()
        if answer.startswith(b"bestmove") and script:
            for said in script[min(move, len(script) - 1)]:
                sys.stdout.buffer.write(said.encode("latin-1") + b"\n")
            move += 1
        if not answer.startswith(b"info"):
            sys.stdout.buffer.write(answer)
        if not answer or answer.split(b" ")[0].strip() == last:
            break
    sys.stdout.buffer.flush()
    if word == b"quit":
        break
player.stdin.close()
player.wait()
