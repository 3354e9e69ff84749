#!/usr/bin/env python3
"""AlphaZero in one file: self-play, training and match of a small network on the graph of neighbours, from nothing.

    python3 az.py train az.npz --minutes 20      self-play on all processors but for the time that training takes
    python3 az.py match az.npz                   against random and the reference, on boards that it has not seen
    python3 az.py serve az.npz                   an engine of the protocol

The network knows a board by its neighbours alone, so one set of weights plays on all of them: each iteration trains
on boards made from other words. It plays Triancey, Selacata and Archipel. With torch it is trained by torch (--torch). A numpy with a
fast BLAS (Debian: libopenblas0-pthread) plays three times as many games.
"""
import argparse
import multiprocessing
import os
import random
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the processors have games of their own
import numpy as np  # noqa: E402

import triancey  # noqa: E402

INPUTS, WIDTH, LAYERS = 6, 32, 4
VISITS, LEAVES, PARALLEL = 48, 4, 24  # of a move of self-play; and games at the same time
BUFFER, BATCH, RATE = 40000, 256, 2e-3
EARLY = 8  # moves of a half that are drawn by their visits
HELD_OUT = ("cestlavie", "foiegras", "degaulle", "crepe", "cancan", "gerard", "calais", "porte", "loire", "eau", "creme", "notredame")


# ---- the network: cells exchange what they know with their neighbours, and with all ------------


def new_weights(source):
    def matrix(rows, columns):
        return (source.standard_normal((rows, columns)) * np.sqrt(1.0 / rows)).astype(np.float32)

    weights = {"in": matrix(INPUTS, WIDTH), "policy": matrix(WIDTH, WIDTH), "logit": 0.1 * matrix(WIDTH, 1),
               "value": matrix(2 * WIDTH, WIDTH), "margin": 0.1 * matrix(WIDTH, 1)}
    for layer in range(LAYERS):
        weights.update({"own%d" % layer: matrix(WIDTH, WIDTH), "near%d" % layer: 0.5 * matrix(WIDTH, WIDTH),
                        "all%d" % layer: matrix(WIDTH, WIDTH), "bias%d" % layer: np.zeros(WIDTH, np.float32)})
    return weights


def graph(board):
    """The neighbours of each cell, (3, cells), where all borders are one more cell that is always 0; and how many borders of
    either seat each cell has."""
    sides = np.array(board.neighbours())
    return np.where(sides < 0, board.cells, sides).T, [(sides == -2).sum(1), (sides == -3).sum(1)]


def inputs(planes, mover, borders):
    """float32 (cells, positions, INPUTS), from (positions, 4, cells)."""
    x = np.zeros((planes.shape[2], planes.shape[0], INPUTS), np.float32)
    x[:, :, :4] = planes.transpose(2, 0, 1)
    x[:, :, 3] /= 10
    for seat in range(2):
        x[:, mover == seat, 4] = borders[seat][:, None]
        x[:, mover == seat, 5] = borders[1 - seat][:, None]
    return x


def relu(x):
    return np.maximum(x, 0) if isinstance(x, np.ndarray) else x.clamp(min=0)


def join(parts, axis):
    """Arrays of numpy or tensors of torch, one after the other."""
    if isinstance(parts[0], np.ndarray):
        return np.concatenate(parts, axis)
    import torch
    return torch.cat(parts, axis)


def around(h, near):
    """The sum over the neighbours of each cell."""
    if near.max() == len(h):
        h = join([h, 0 * h[:1]], 0)
    total = h[near[0]] + h[near[1]]
    total += h[near[2]]
    return total


def forward(w, x, near, keep=None):
    """Logits (cells, positions) and values (positions,) of the seat to move, by numpy or by torch."""
    h = relu(x @ w["in"])
    for layer in range(LAYERS):
        s, g = around(h, near), h.mean(0)
        z = h @ w["own%d" % layer]
        z += s @ w["near%d" % layer]
        z += g @ w["all%d" % layer] + w["bias%d" % layer]
        if keep is not None:
            keep.append((h, s, g, z))
        h = h + relu(z)
    p = h @ w["policy"]
    pooled = h.mean(0)
    both = join([pooled, pooled * pooled], 1)
    v = both @ w["value"]
    logits, value = (relu(p) @ w["logit"])[:, :, 0], (relu(v) @ w["margin"])[:, 0]
    if keep is not None:
        keep.append((h, p, pooled, both, v))
    return logits, value / (1 + abs(value))


def policy_of(logits, mask):
    """Probabilities (positions, actions) of legal actions."""
    x = np.where(mask, logits.T, -1e9)
    x = np.exp(x - x.max(1, keepdims=True))
    return x / x.sum(1, keepdims=True)


def gradients(w, x, near, mask, visits, results):
    """The gradient of the loss: cross-entropy of the policy, and twice the squared error of the value."""
    keep, n, grad = [], x.shape[1], {}
    logits, value = forward(w, x, near, keep)
    h, p, pooled, both, v = keep.pop()
    raw = value / (1 - np.abs(value))
    d_logits = ((policy_of(logits, mask) - visits) / n).T[:, :, None].astype(np.float32)
    d_value = (4 * (value - results) / n / (1 + np.abs(raw)) ** 2)[:, None].astype(np.float32)

    def outer(a, b):
        return a.reshape(-1, a.shape[-1]).T @ b.reshape(-1, b.shape[-1])

    grad["logit"], grad["margin"] = outer(relu(p), d_logits), outer(relu(v), d_value)
    dp, dv = (d_logits @ w["logit"].T) * (p > 0), (d_value @ w["margin"].T) * (v > 0)
    grad["policy"], grad["value"] = outer(h, dp), outer(both, dv)
    d_both = dv @ w["value"].T
    dh = dp @ w["policy"].T + (d_both[:, :WIDTH] + 2 * pooled * d_both[:, WIDTH:]) / len(h)
    for layer in reversed(range(LAYERS)):
        before, s, g, z = keep[layer]
        dz = dh * (z > 0)
        total = dz.sum(0)
        grad["own%d" % layer], grad["near%d" % layer] = outer(before, dz), outer(s, dz)
        grad["all%d" % layer], grad["bias%d" % layer] = outer(g, total), total.sum(0)
        dh = dh + dz @ w["own%d" % layer].T + around(dz @ w["near%d" % layer].T, near) + (total @ w["all%d" % layer].T) / len(h)
    grad["in"] = outer(x, dh * ((x @ w["in"]) > 0))
    loss = -(visits * np.log(policy_of(logits, mask) + 1e-9)).sum(1).mean(), ((value - results) ** 2).mean()
    return grad, loss


def torch_gradients(w, x, near, mask, visits, results):
    """What gradients() answers, by torch."""
    import torch
    tensors = {name: torch.from_numpy(value).requires_grad_() for name, value in w.items()}
    logits, value = forward(tensors, torch.from_numpy(x), near)
    log_policy = torch.log_softmax(logits.T.masked_fill(~torch.from_numpy(mask), -1e9), 1)
    parts = -(torch.from_numpy(visits) * log_policy).sum(1).mean(), ((value - torch.from_numpy(results)) ** 2).mean()
    (parts[0] + 2 * parts[1]).backward()
    return {name: tensor.grad.numpy() for name, tensor in tensors.items()}, tuple(float(part) for part in parts)


class Adam:
    def __init__(self, weights):
        self.weights, self.time = weights, 0
        self.mean = {name: np.zeros_like(value) for name, value in weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in weights.items()}

    def step(self, grad, rate):
        self.time += 1
        for name, g in grad.items():
            m, s = self.mean[name], self.square[name]
            m += 0.1 * (g - m)
            s += 0.001 * (g * g - s)
            self.weights[name] -= rate * (m / (1 - 0.9 ** self.time)) / (np.sqrt(s / (1 - 0.999 ** self.time)) + 1e-8)


# ---- self-play ---------------------------------------------------------------------------------


class Judge:
    """The network as tree_search() asks it. With noise, at the roots, which it is asked about first."""

    def __init__(self, weights, board, noise=None):
        self.weights, self.noise, self.first = weights, noise, True
        self.near, self.borders = graph(board)

    def __call__(self, planes, mask, mover):
        logits, value = forward(self.weights, inputs(planes, mover, self.borders), self.near)
        priors = policy_of(logits, mask).astype(np.float32)
        if self.first and self.noise is not None:
            for row, legal in zip(priors, mask):
                row[legal] = 0.75 * row[legal] + 0.25 * self.noise.dirichlet(np.full(legal.sum(), 0.3)).astype(np.float32)
        self.first = False
        values = np.empty((len(mover), 2), np.float32)
        values[np.arange(len(mover)), mover], values[np.arange(len(mover)), 1 - mover] = value, -value
        return priors, values


def self_play(task):
    """Plays PARALLEL halves on one board: planes, masks, visits, results and movers of all their positions."""
    weights, line, seed = task
    board, source = triancey.Board(line), np.random.default_rng(seed)
    states = [triancey.State(board) for _ in range(PARALLEL)]
    rows, owners, finished = [], [], {}
    numbers = list(range(PARALLEL))
    while states:
        visits, _ = triancey.tree_search(states, Judge(weights, board, source), VISITS, LEAVES, 1.5, int(source.integers(2**63)))
        left = []
        for state, number, count in zip(states, numbers, visits):
            share = count / count.sum()
            rows.append((state.observe(), np.array(state.legal_actions_mask(), bool), share.astype(np.float32), state.current_player()))
            owners.append(number)
            early = state.move_number() < EARLY + 10
            state.apply_action(int(source.choice(len(share), p=share) if early else np.argmax(share)))
            if state.is_terminal():
                finished[number] = state.returns()
            else:
                left.append((state, number))
        states, numbers = [state for state, _ in left], [number for _, number in left]
    movers = np.array([row[3] for row in rows], np.int8)
    results = np.array([finished[number][mover] for number, mover in zip(owners, movers)], np.float32) / board.worst
    return line, np.stack([row[0] for row in rows]), np.stack([row[1] for row in rows]), np.stack([row[2] for row in rows]), results, movers


def word(source):
    """A word from which a board is made; none of those held out."""
    while True:
        made = "".join(source.choice("bcdfglmnprst") + source.choice("aeiou") for _ in range(3))
        if made not in HELD_OUT:
            return made


def train(path, minutes, game, use_torch, quiet=False):
    source, weights = random.Random(1), new_weights(np.random.default_rng(1))
    adam, memory, began, iteration = Adam(weights), [], time.monotonic(), 0
    step = torch_gradients if use_torch else gradients
    processors = len(os.sched_getaffinity(0))
    draw = np.random.default_rng(2)
    with multiprocessing.get_context("fork").Pool(processors) as pool:
        while time.monotonic() - began < 60 * minutes:
            tasks = [(weights, "%s %s" % (word(source), game), source.randrange(2**63)) for _ in range(processors)]
            memory += pool.map(self_play, tasks)
            while sum(len(part[4]) for part in memory) > BUFFER:
                memory.pop(0)
            rate = RATE * min(1.0, 2.2 - 2 * (time.monotonic() - began) / 60 / minutes)
            losses = []
            for _ in range(12 * processors):
                line, planes, mask, visits, results, movers = memory[draw.integers(len(memory))]
                chosen = draw.permutation(len(results))[:BATCH]
                near, borders = graph(triancey.Board(line))
                x = inputs(planes[chosen], movers[chosen], borders)
                grad, loss = step(weights, x, near, mask[chosen], visits[chosen], results[chosen])
                adam.step(grad, rate)
                losses.append(loss)
            iteration += 1
            if not quiet:
                policy, value = np.mean(losses, 0)
                print("%5.0f s  iteration %d  %d halves  policy %.3f  value %.3f"
                      % (time.monotonic() - began, iteration, iteration * processors * PARALLEL, policy, value), flush=True)
            np.savez(path, **weights)


# ---- play --------------------------------------------------------------------------------------


class Agent:
    def __init__(self, weights, visits):
        self.weights, self.visits, self.line = weights, visits, None

    def __call__(self, state, limit):
        if self.line != state.board.line:
            self.line, self.judge = state.board.line, Judge(self.weights, state.board)
        visits, _ = triancey.tree_search([state], self.judge, limit.nodes or self.visits, 8)
        return int(np.argmax(visits[0]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("train", "match", "serve"))
    parser.add_argument("weights", help="the file of the weights")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--game", default="selacata", choices=("triancey", "selacata", "archipel"))
    parser.add_argument("--torch", action="store_true", help="train by torch")
    parser.add_argument("--visits", type=int, default=200, help="for a move of a match")
    parser.add_argument("--rounds", type=int, default=2, help="of a match")
    parser.add_argument("--opponent", action="append", help="of a match; may be repeated")
    chosen = parser.parse_args()
    if chosen.what == "train":
        train(chosen.weights, chosen.minutes, chosen.game, chosen.torch)
        return
    with np.load(chosen.weights) as file:
        agent = Agent({name: file[name] for name in file.files}, chosen.visits)
    if chosen.what == "serve":
        triancey.serve(agent, name="az", author="an example", games=["triancey", "selacata", "archipel"])
        return
    for opponent in chosen.opponent or ["builtin:random", "builtin:reference"]:
        boards = HELD_OUT if chosen.game != "archipel" else ()
        verdict = triancey.evaluate(agent, opponent, game=chosen.game, boards=boards, rounds=chosen.rounds, movetime=5000)
        print("against %s: margin %+.1f +- %.1f a game, %d won, %d drawn, %d lost, %d faults"
              % (opponent, verdict.margin or 0, verdict.error or 0, verdict.won, verdict.drawn, verdict.lost, verdict.faults))


if __name__ == "__main__":
    sys.exit(main())
