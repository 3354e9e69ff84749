#!/usr/bin/env python3
"""A learner that looks one move ahead: it learns what a position is worth from its own games, in a minute.

    python3 one_ply.py train weights.json            learn
    python3 one_ply.py match weights.json            measure, against a player that moves at random
    python3 one_ply.py serve weights.json            be an engine of the protocol

The value of a position is a weighted sum of a few counts; the weights follow the results of games that the learner plays
against itself (TD(0) on positions after a move). It plays Triancey, Selacata and Archipel.
"""
import json
import random
import sys

import triancey

STEP, EXPLORE, GAMES = 0.01, 0.1, 400


def features(state, seat, near):
    """What a seat sees after its move: cells, contacts and cells in reach, each as a count and as a count times how full the board is."""
    cells = state.board.cells
    planes = state.observation_tensor(seat)
    own, other, empty = planes[:cells], planes[cells:2 * cells], planes[2 * cells:3 * cells]
    mine = theirs = both = 0  # empty cells beside one of mine, of theirs, of both
    for cell in range(cells):
        if empty[cell]:
            touched, met = any(own[n] for n in near[cell]), any(other[n] for n in near[cell])
            mine += touched
            theirs += met
            both += touched and met
    counts = [1.0, (sum(own) - sum(other)) / cells, mine / cells, theirs / cells, both / cells]
    full = 1 - sum(empty) / cells
    return counts + [full * count for count in counts]


def near_cells(board):
    return [[side for side in cell if side >= 0] for cell in board.neighbours()]


def value(weights, vector):
    return sum(w * x for w, x in zip(weights, vector))


class Learner:
    def __init__(self, weights=None):
        self.weights = weights or [0.0] * 10
        self.board, self.near = None, []

    def __call__(self, state):
        return self.choose(state)[0]

    def choose(self, state):
        """The best action, and the features of the position after it."""
        if self.board is not state.board:
            self.board, self.near = state.board, near_cells(state.board)
        seat, best = state.current_player(), None
        for action in state.legal_actions():
            after = state.child(action)
            vector = features(after, seat, self.near)
            worth = after.returns()[seat] / state.board.worst if after.is_terminal() else value(self.weights, vector)
            if best is None or worth > best[0]:
                best = worth, action, vector
        return best[1], best[2]

    def play_and_learn(self, board):
        state, before = triancey.State(board), [None, None]
        while not state.is_terminal():
            seat = state.current_player()
            action, vector = self.choose(state)
            if random.random() < EXPLORE:
                action = random.choice(state.legal_actions())
                vector = features(state.child(action), seat, self.near)
            if before[seat]:
                self.learn(before[seat], value(self.weights, vector))
            before[seat] = vector
            state.apply_action(action)
        for seat in range(2):
            if before[seat]:
                self.learn(before[seat], state.returns()[seat] / board.worst)

    def learn(self, vector, target):
        error = target - value(self.weights, vector)
        self.weights = [w + STEP * error * x for w, x in zip(self.weights, vector)]


def main(what, path):
    if what == "train":
        learner = Learner()
        boards = [triancey.Board(word + " selacata") for word in ("crepe", "bonjour", "lune", "marelle")]
        for game in range(GAMES):
            learner.play_and_learn(boards[game % len(boards)])
        with open(path, "w") as file:
            json.dump(learner.weights, file)
        return
    with open(path) as file:
        learner = Learner(json.load(file))
    if what == "serve":
        triancey.serve(learner, name="one ply", author="an example", games=["triancey", "selacata", "archipel"])
    else:
        verdict = triancey.evaluate(learner, "builtin:random", boards=["cestlavie", "loire"], rounds=10)
        print("margin %+.1f +- %.1f a game, %d won, %d lost" % (verdict.margin, verdict.error or 0, verdict.won, verdict.lost))


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("train", "match", "serve"):
        sys.exit(__doc__)
    main(*sys.argv[1:])
