#!/usr/bin/env python3
"""The examples: they play and learn, and the gradients of az.py are slopes of its loss."""
import importlib.util
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
    az.PARALLEL, az.FULL = 4, 0.5
    weights = az.new_weights(np.random.default_rng(1))
    for line in ("torus 4x2 selacata", "cylinder 4x3 archipel"):
        _, planes, mask, visits, full, ends, movers, _ = az.self_play((weights, line, 16, 1))
        near, borders = az.graph(triancey.Board(line))
        x = az.inputs(planes, movers, near, borders)
        exact = {name: value.astype(float) for name, value in weights.items()}
        rest = near, mask, visits, full, ends

        def loss(step=az.gradients):
            grad, (policy, worth, value) = step(exact, x.astype(float), *rest)
            return grad, policy + az.WORTH * worth + az.VALUE * value

        (grad, _), wrong = loss(), []
        for name, value in exact.items():
            place = np.unravel_index(np.argmax(np.abs(grad[name])), value.shape)
            kept, sides = value[place], []
            for value[place] in (kept + 1e-5, kept - 1e-5):
                sides.append(loss()[1])
            value[place] = kept
            slope = (sides[0] - sides[1]) / 2e-5
            wrong += [(name, slope, grad[name][place])] * bool(abs(slope - grad[name][place]) > 1e-3 * abs(slope) + 1e-6)
        ok(not wrong and len(ends) > 10 and 0 < full.sum() < len(full), "az.py: self-play, and the gradients are slopes: %s" % line, *wrong)
        if importlib.util.find_spec("torch"):
            other, loss_of_torch = loss(az.torch_gradients)
            ok(all(np.allclose(other[name], grad[name], 1e-6, 1e-9) for name in grad) and np.isclose(loss_of_torch, loss()[1]),
               "az.py: those of torch are equal")
        adam, losses = az.Adam(weights), []
        for _ in range(30):
            grad, parts = az.gradients(weights, x, *rest)
            adam.step(grad, 3e-3)
            losses.append(parts[0] + az.WORTH * parts[1] + az.VALUE * parts[2])
        ok(losses[-1] < losses[0] and all(np.isfinite(value).all() for value in adam.mean.values()), "az.py: training makes the loss smaller",
           losses[0], losses[-1])
        state = triancey.Board(line).new_initial_state()
        agent = az.Agent(adam.mean, 20)
        ok({agent(state, triancey.Limit()), agent(state, triancey.Limit(time=0.001)), agent(state, triancey.Limit(nodes=9))}
           <= set(state.legal_actions()), "az.py plays")


for check in (check_small, check_az):
    check()
done()
