#!/usr/bin/env python3
"""The examples: they play and learn, and the gradients of az.py are slopes of its loss."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from module import PYTHON, need  # noqa: E402
from tgi import done, ok  # noqa: E402

need(numpy=True)
sys.path.insert(0, os.path.join(PYTHON, "examples"))
import numpy as np  # noqa: E402

import az  # noqa: E402
import one_ply  # noqa: E402
import triancey  # noqa: E402
import uct  # noqa: E402


def check_small():
    board = triancey.Board("torus 4x2 triancey")
    learner = one_ply.Learner()
    for _ in range(3):
        learner.play_and_learn(board)
    ok(any(learner.weights) and learner(board.new_initial_state()) in range(16), "one_ply.py learns and plays", learner.weights)

    agent = uct.Uct(seconds=0.0)
    ok(agent(board.new_initial_state(), triancey.Limit()) in range(16), "uct.py plays")


def check_az():
    az.PARALLEL, az.VISITS = 4, 16
    weights = az.new_weights(np.random.default_rng(1))
    for line in ("torus 4x2 selacata", "cylinder 4x3 archipel"):
        _, planes, mask, visits, results, movers = az.self_play((weights, line, 1))
        near, borders = az.graph(triancey.Board(line))
        x = az.inputs(planes, movers, borders)
        exact = {name: value.astype(float) for name, value in weights.items()}
        grad, _ = az.gradients(exact, x.astype(float), near, mask, visits, results)

        def loss():
            _, (policy, value) = az.gradients(exact, x.astype(float), near, mask, visits, results)
            return policy + 2 * value

        wrong = []
        for name, value in exact.items():
            place = np.unravel_index(np.argmax(np.abs(grad[name])), value.shape)
            kept, ends = value[place], []
            for value[place] in (kept + 1e-5, kept - 1e-5):
                ends.append(loss())
            value[place] = kept
            slope = (ends[0] - ends[1]) / 2e-5
            wrong += [(name, slope, grad[name][place])] * bool(abs(slope - grad[name][place]) > 1e-3 * abs(slope) + 1e-6)
        ok(not wrong and len(results) > 10, "az.py: self-play, and the gradients are slopes: %s" % line, *wrong)
        adam, losses = az.Adam(weights), []
        for _ in range(30):
            grad, parts = az.gradients(weights, x, near, mask, visits, results)
            adam.step(grad, 3e-3)
            losses.append(parts[0] + 2 * parts[1])
        ok(losses[-1] < losses[0], "az.py: training makes the loss smaller", losses[0], losses[-1])
        state = triancey.Board(line).new_initial_state()
        ok(az.Agent(weights, 20)(state, triancey.Limit()) in state.legal_actions(), "az.py plays")


for check in (check_small, check_az):
    check()
done()
