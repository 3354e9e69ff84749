#!/usr/bin/env python3
"""How fast a client steps through games by a pipe, with the engine's default options (`make bench-pipe`).

    bench_pipe.py [ENGINE [HALVES]]

The least that a program that learns needs: `newgame`, then `play` and `legal` for each move, here at random, 2,000
halves of Selacata on 48 cells. What is quoted is moves for each second of processor time, of the engine alone and of
both, so that a busy machine changes it little.
"""
import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import ENGINE, Engine, processor_seconds  # noqa: E402


def main():
    engine = Engine(sys.argv[1] if len(sys.argv) > 1 else ENGINE)
    halves = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    write = engine.process.stdin.fileno()
    lines = os.fdopen(os.dup(engine.process.stdout.fileno()), "rb")
    engine.send("setgrid crepe selacata", "newgame", "isready")
    lines.readline()
    dice = random.Random(1)
    moves, own, other = 0, time.process_time(), processor_seconds(engine.process.pid)
    for half in range(halves):
        os.write(write, b"newgame seed %d\nlegal\n" % half)
        while True:
            legal = lines.readline().split()
            if len(legal) == 1:
                break
            os.write(write, b"play %s\nlegal\n" % legal[1 + int(dice.random() * (len(legal) - 1))])
            moves += 1
    own, other = time.process_time() - own, processor_seconds(engine.process.pid) - other
    engine.send("quit")
    engine.process.wait()
    print("%d moves: %.0f a processor second of the engine, %.0f of engine and client" %
          (moves, moves / other, moves / (own + other)))


if __name__ == "__main__":
    main()
