#!/usr/bin/env python3
"""Steps per second from Python (`make bench-python`): batches of several sizes with planes and mask, on one thread and on two, a
State at a time, and an engine over a pipe. Random actions are drawn beforehand, so that the steps are what is measured.

    bench_python.py [SECONDS]

A second is one of the processor, so that a busy machine changes little; for two threads it is the clock's, and they take turns with one
thread: the quickest pair of turns counts.
"""
import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from module import need  # noqa: E402
from tgi import ENGINE  # noqa: E402

need(numpy=True)
import numpy as np  # noqa: E402

import triancey  # noqa: E402

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0


def script(board, n):
    """Legal actions for a batch of this size, beyond the end of its halves; they fit from the start on."""
    batch, source, steps = triancey.Batch(board, n, seed=1), np.random.default_rng(1), []
    for _ in range(2 * board.cells):
        steps.append(np.argmax(source.random(batch.mask.shape, np.float32) * batch.mask, axis=1).astype(np.int32))
        batch.step(steps[-1])
    return steps


def measure(board, n):
    actions, batch = script(board, n), triancey.Batch(board, n, seed=1)
    spent, steps = 0.0, 0
    while spent < SECONDS:
        batch.reset()
        begun = time.process_time()
        for one in actions:
            batch.step(one)
        spent += time.process_time() - begun
        steps += n * len(actions)
    return steps / spent


def measure_pair(board, n):
    """Seconds of one thread and of two for the same steps, in the quickest pair of turns, and how many steps a turn has."""
    actions, batches, turns = script(board, n), [triancey.Batch(board, n, threads, seed=1) for threads in (1, 2)], []
    end = time.perf_counter() + 2 * SECONDS
    while not turns or time.perf_counter() < end:
        turn = []
        for batch in batches:
            batch.reset()
            begun = time.perf_counter()
            for one in actions:
                batch.step(one)
            turn.append(time.perf_counter() - begun)
        turns.append(turn)
    return min(turns, key=sum), n * len(actions)


def measure_states(board):
    source, state, actions = random.Random(1), board.new_initial_state(), []
    while not state.is_terminal():
        actions.append(source.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    begun, steps = time.process_time(), 0
    while time.process_time() - begun < SECONDS:
        state = board.new_initial_state()
        for one in actions:
            state.apply_action(one)
        steps += len(actions)
    return steps / (time.process_time() - begun)


def measure_pipe(board):
    """Moves of a whole half, each asked of the engine's random player: seconds are the clock's."""
    state, moves, begun = board.new_initial_state(), 0, time.monotonic()
    with triancey.Engine.popen([ENGINE, "--player", "random"]) as engine:
        while time.monotonic() - begun < SECONDS:
            if state.is_terminal():
                state = board.new_initial_state()
            state.apply_action(engine.play(state).move)
            moves += 1
    return moves / (time.monotonic() - begun)


for line in ("crepe selacata", "torus 16x4 selacata"):
    board = triancey.Board(line)
    print("%s, %d cells" % (line, board.cells))
    for n in (1, 64, 1024):
        print("  batch of %-5d one thread   %10.0f steps a processor second" % (n, measure(board, n)))
    (one, two), steps = measure_pair(board, 1024)
    print("  batch of 1024  two threads  %10.0f steps a second, %.2f of one" % (steps / two, one / two))
    print("  State                       %10.0f actions a processor second" % measure_states(board))
    print("  Engine                      %10.0f moves a second" % measure_pipe(board))
