#!/usr/bin/env python3
"""AlphaZero in one file: self-play, training and match of a small network on the graph of neighbours, from nothing.

    python3 az.py train az.npz                   self-play and training, 20 minutes on two processors
    python3 az.py match az.npz                   against random and the reference, on boards that it has not seen
    python3 az.py serve az.npz                   an engine of the protocol

The network knows a board by its neighbours alone, so one set of weights plays on all of them, and symmetries teach it nothing: each
iteration trains on boards made from other words. It plays Triancey, Selacata and Archipel. With torch it is trained by torch (--torch).
A numpy with a fast BLAS (Debian: libopenblas0-pthread) plays three times as many games.

Two ideas of KataGo (Wu, "Accelerating Self-Play Learning in Go", 2019) make the most of few games. The network learns what each cell
will be worth at the end, and the value of a position is the sum. And most moves of self-play are searched briefly: they bring the
half to its end; only the others, which are searched well, teach the policy.
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

INPUTS, WIDTH, LAYERS = 8, 32, 4
FIRST, LAST = 32, 128  # visits of a full search in self-play, when the time begins and when it ends: many halves teach values first
FULL, BRIEF = 0.3, 4  # share of moves that are searched in full; the others have as many visits divided by this
LEAVES, PARALLEL = 2, 32  # evaluated together: leaves of one tree; halves, each with its tree
EXPLORATION = 1.0
BUFFER, BATCH, STEPS, RATE = 60000, 256, 14, 2e-3  # positions that are kept; positions of a step; steps of an iteration for each task
WORTH, VALUE = 2.0, 4.0  # weights in the loss
HELD_OUT = ("cestlavie", "foiegras", "degaulle", "crepe", "cancan", "gerard", "calais", "porte", "loire", "eau", "creme", "notredame")


# ---- the network: cells exchange what they know with their neighbours, and with all ------------


def new_weights(source):
    def matrix(rows, columns):
        return (source.standard_normal((rows, columns)) * np.sqrt(1.0 / rows)).astype(np.float32)

    weights = {"in": matrix(INPUTS, WIDTH), "head": matrix(WIDTH, WIDTH), "pool": matrix(WIDTH, WIDTH), "out": 0.1 * matrix(WIDTH, 2)}
    for layer in range(LAYERS):
        weights.update({"own%d" % layer: matrix(WIDTH, WIDTH), "near%d" % layer: 0.5 * matrix(WIDTH, WIDTH),
                        "all%d" % layer: matrix(WIDTH, WIDTH), "bias%d" % layer: np.zeros(WIDTH, np.float32)})
    return weights


def graph(board):
    """The neighbours of each cell, (3, cells), where all borders are one more cell that is always 0; and how many borders of
    either seat each cell has."""
    sides = np.array(board.neighbours())
    return np.where(sides < 0, board.cells, sides).T, [(sides == -2).sum(1), (sides == -3).sum(1)]


def inputs(planes, mover, near, borders):
    """float32 (cells, positions, INPUTS), from (positions, 4, cells): the planes, borders of the mover and of the other seat, and how
    many neighbours are the mover's and the other's."""
    x = np.zeros((planes.shape[2], planes.shape[0], INPUTS), np.float32)
    x[:, :, :4] = planes.transpose(2, 0, 1)
    for seat in range(2):
        x[:, mover == seat, 4] = borders[seat][:, None]
        x[:, mover == seat, 5] = borders[1 - seat][:, None]
    x[:, :, 6:] = around(x[:, :, :2], near)
    return x


def relu(x):
    return np.maximum(x, 0) if isinstance(x, np.ndarray) else x.clamp(min=0)


def around(h, near):
    """The sum over the neighbours of each cell."""
    if near.max() == len(h):
        if isinstance(h, np.ndarray):
            h = np.concatenate([h, 0 * h[:1]])
        else:
            import torch
            h = torch.cat([h, 0 * h[:1]])
    total = h[near[0]] + h[near[1]]
    total += h[near[2]]
    return total


def forward(w, x, near, keep=None):
    """Logits and what each cell will be worth to the seat to move, from -1 to 1, both (cells, positions), by numpy or by torch. The mean of
    the worths is the value."""
    h = relu(x @ w["in"])
    for layer in range(LAYERS):
        s, g = around(h, near), h.mean(0)
        z = h @ w["own%d" % layer]
        z += s @ w["near%d" % layer]
        z += g @ w["all%d" % layer] + w["bias%d" % layer]
        if keep is not None:
            keep.append((h, s, g, z))
        h = h + relu(z)
    g = h.mean(0)
    p = relu(h @ w["head"] + g @ w["pool"])
    out = p @ w["out"]
    if keep is not None:
        keep.append((h, g, p))
    worth = out[:, :, 1]
    return out[:, :, 0], np.tanh(worth) if isinstance(worth, np.ndarray) else worth.tanh()


def policy_of(logits, mask):
    """Probabilities (positions, actions) of legal actions."""
    x = np.where(mask, logits.T, -1e9)
    x = np.exp(x - x.max(1, keepdims=True))
    return x / x.sum(1, keepdims=True)


def gradients(w, x, near, mask, visits, full, ends):
    """The gradient of the loss, and its three parts: the cross-entropy of the policy in positions that were searched in full, and the
    squared errors of worths and values. `ends` (positions, cells) is what cells were worth at the end."""
    keep, n, grad = [], x.shape[1], {}
    logits, worth = forward(w, x, near, keep)
    h, g, p = keep.pop()
    policy, off, miss = policy_of(logits, mask), worth - ends.T, worth.mean(0) - ends.mean(1)
    share = full / max(full.sum(), 1)
    d_worth = (2 / n / len(h)) * (WORTH * off + VALUE * miss) * (1 - worth * worth)
    d_out = np.stack([((policy - visits) * share[:, None]).T, d_worth], 2).astype(x.dtype)

    def outer(a, b):
        return a.reshape(-1, a.shape[-1]).T @ b.reshape(-1, b.shape[-1])

    dp = (d_out @ w["out"].T) * (p > 0)
    total = dp.sum(0)
    grad["out"], grad["head"], grad["pool"] = outer(p, d_out), outer(h, dp), outer(g, total)
    dh = dp @ w["head"].T + (total @ w["pool"].T) / len(h)
    for layer in reversed(range(LAYERS)):
        before, s, g, z = keep[layer]
        dz = dh * (z > 0)
        total = dz.sum(0)
        grad["own%d" % layer], grad["near%d" % layer] = outer(before, dz), outer(s, dz)
        grad["all%d" % layer], grad["bias%d" % layer] = outer(g, total), total.sum(0)
        dh = dh + dz @ w["own%d" % layer].T + around(dz @ w["near%d" % layer].T, near) + (total @ w["all%d" % layer].T) / len(h)
    grad["in"] = outer(x, dh * ((x @ w["in"]) > 0))
    return grad, (-(share[:, None] * visits * np.log(policy + 1e-9)).sum(), (off * off).mean(), (miss * miss).mean())


def torch_gradients(w, x, near, mask, visits, full, ends):
    """What gradients() answers, by torch."""
    import torch
    tensors = {name: torch.from_numpy(value).requires_grad_() for name, value in w.items()}
    logits, worth = forward(tensors, torch.from_numpy(x), near)
    log_policy = torch.log_softmax(logits.T.masked_fill(~torch.from_numpy(mask), -1e9), 1)
    share, target = torch.from_numpy((full / max(full.sum(), 1)).astype(x.dtype)), torch.from_numpy(ends.T)
    off, miss = worth - target, worth.mean(0) - target.mean(0)
    parts = -(share[:, None] * torch.from_numpy(visits) * log_policy).sum(), (off * off).mean(), (miss * miss).mean()
    (parts[0] + WORTH * parts[1] + VALUE * parts[2]).backward()
    return {name: tensor.grad.numpy() for name, tensor in tensors.items()}, tuple(float(part) for part in parts)


class Adam:
    """Steps of Adam, and `mean`, the average of late weights, which plays better than the last ones."""

    def __init__(self, weights):
        self.weights, self.time = weights, 0
        self.mean = {name: value.copy() for name, value in weights.items()}
        self.first = {name: np.zeros_like(value) for name, value in weights.items()}
        self.second = {name: np.zeros_like(value) for name, value in weights.items()}

    def step(self, grad, rate):
        self.time += 1
        for name, g in grad.items():
            m, s = self.first[name], self.second[name]
            m += 0.1 * (g - m)
            s += 0.001 * (g * g - s)
            self.weights[name] -= rate * (m / (1 - 0.9 ** self.time)) / (np.sqrt(s / (1 - 0.999 ** self.time)) + 1e-8)
            self.mean[name] += max(0.01, 1 / self.time) * (self.weights[name] - self.mean[name])


# ---- self-play ---------------------------------------------------------------------------------


class Judge:
    """The network as tree_search() asks it. With noise, at the roots, which it is asked about first."""

    def __init__(self, weights, board):
        self.weights, self.noise = weights, None
        self.near, self.borders = graph(board)

    def __call__(self, planes, mask, mover):
        logits, worth = forward(self.weights, inputs(planes, mover, self.near, self.borders), self.near)
        priors, value = policy_of(logits, mask).astype(np.float32), worth.mean(0)
        if self.noise is not None:
            for row, legal in zip(priors, mask):
                row[legal] = 0.75 * row[legal] + 0.25 * self.noise.dirichlet(np.full(legal.sum(), 0.3)).astype(np.float32)
        self.noise = None
        return priors, np.stack([np.where(mover == seat, value, -value) for seat in range(2)], 1)


def self_play(task):
    """Plays PARALLEL halves on one board: planes, masks, visits, whether they are full, ends and movers of all their positions; and the seconds
    of processor time that it took."""
    weights, line, visits_full, seed = task
    began = time.process_time()
    board, source = triancey.Board(line), np.random.default_rng(seed)
    judge, rows, ends = Judge(weights, board), [], {}
    states = [(number, triancey.State(board)) for number in range(PARALLEL)]
    while states:
        full = source.random() < FULL
        judge.noise = source if full else None
        visits, _ = triancey.tree_search([state for _, state in states], judge, visits_full if full else visits_full // BRIEF, LEAVES,
                                         EXPLORATION, int(source.integers(2**63)))
        left = []
        for (number, state), count in zip(states, visits):
            share = count / count.sum()
            rows.append((state.observe(), np.array(state.legal_actions_mask(), bool), share.astype(np.float32), full, number,
                         state.current_player()))
            likely = share ** (1 / max(0.2, 1 - state.move_number() / 15))
            state.apply_action(int(source.choice(len(share), p=likely / likely.sum())))
            if state.is_terminal():
                ends[number] = worth_at_end(state)
            else:
                left.append((number, state))
        states = left
    planes, mask, visits, full, numbers, movers = (np.array(column) for column in zip(*rows))
    worth = np.array([ends[number] for number in numbers]) * np.where(movers == 0, 1, -1)[:, None]
    return line, planes, mask, visits, full, worth.astype(np.float32), movers, time.process_time() - began


def worth_at_end(state):
    """1 for each cell that is good for seat 0, -1 for one that is bad: their sum is its margin. All 0 after a stalemate."""
    own, other = state.observe(0)[:2].astype(np.float32)
    worth = own - other if state.board.game == "triancey" else other - own
    return worth if worth.sum() == state.returns()[0] else 0 * worth


def word(source):
    """A word from which a board is made; none of those held out."""
    while True:
        made = "".join(source.choice("bcdfglmnprst") + source.choice("aeiou") for _ in range(3))
        if made not in HELD_OUT:
            return made


def train(path, seconds, game, use_torch, quiet=False):
    """Plays and learns at the same time: the processors play by the weights of the iteration before."""
    source, weights, draw = random.Random(1), new_weights(np.random.default_rng(1)), np.random.default_rng(2)
    adam, memory, iteration, used, spent = Adam(weights), [], 0, 0.0, 0.0
    step = torch_gradients if use_torch else gradients
    processors = len(os.sched_getaffinity(0))
    with multiprocessing.get_context("fork").Pool(processors) as pool:
        def play():
            visits = round(FIRST + (LAST - FIRST) * spent)
            return pool.map_async(self_play, [(adam.mean, "%s %s" % (word(source), game), visits, source.randrange(2**63))
                                              for _ in range(processors)])

        playing = play()
        while playing:
            played = playing.get()
            memory += played
            used += sum(part[-1] for part in played)
            spent = (used + time.process_time()) / seconds
            playing = play() if spent < 1 else None
            while sum(len(part[1]) for part in memory) > BUFFER:
                memory.pop(0)
            losses = []
            for _ in range(STEPS * processors):
                line, planes, mask, visits, full, ends, movers, _ = memory[draw.integers(len(memory))]
                chosen = draw.permutation(len(movers))[:BATCH]
                near, borders = graph(triancey.Board(line))
                x = inputs(planes[chosen], movers[chosen], near, borders)
                grad, loss = step(weights, x, near, mask[chosen], visits[chosen], full[chosen], ends[chosen])
                adam.step(grad, RATE * min(1.0, max(0.1, 2.1 - 2 * spent)))
                losses.append(loss)
            iteration += 1
            if not quiet:
                print("%5.0f s  %d halves  policy %.3f  worth %.3f  value %.4f"
                      % (used + time.process_time(), iteration * processors * PARALLEL, *np.mean(losses, 0)), flush=True)
            with open(path + ".new", "wb") as file:
                np.savez(file, **adam.mean)
            os.replace(path + ".new", path)


# ---- play --------------------------------------------------------------------------------------


class Agent:
    """Searches by as many visits as are asked for: those of the limit, else `visits` or what its time allows."""

    def __init__(self, weights, visits):
        self.weights, self.visits, self.speed = weights, visits, 500.0

    def __call__(self, state, limit):
        visits, began = limit.nodes or self.visits, time.monotonic()
        if limit.time is not None:
            visits = min(visits, max(8, int(0.6 * limit.time * self.speed)))
        counts, _ = triancey.tree_search([state], Judge(self.weights, state.board), visits, 4, EXPLORATION)
        self.speed = visits / max(time.monotonic() - began, 1e-6)
        return int(np.argmax(counts[0]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("train", "match", "serve"))
    parser.add_argument("weights", help="the file of the weights")
    parser.add_argument("--seconds", type=float, default=2400, help="of all processors together, for train")
    parser.add_argument("--game", default="selacata", choices=("triancey", "selacata", "archipel"))
    parser.add_argument("--torch", action="store_true", help="train by torch")
    parser.add_argument("--visits", type=int, default=400, help="of a move, at most")
    parser.add_argument("--rounds", type=int, default=2, help="of a match")
    parser.add_argument("--opponent", action="append", help="of a match; may be repeated")
    chosen = parser.parse_args()
    if chosen.what == "train":
        train(chosen.weights, chosen.seconds, chosen.game, chosen.torch)
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
