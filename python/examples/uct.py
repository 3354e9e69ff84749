#!/usr/bin/env python3
"""UCT whose leaves are judged by random games in a batch: many games from each leaf at once.

    python3 uct.py            plays a half of Selacata against the reference, and shows the moves
    python3 uct.py serve      is an engine of the protocol

It plays every game in which two or more take turns and nothing is hidden.
"""
import math
import sys
import time

import numpy as np

import triancey

GAMES = 32  # from each leaf


class Node:
    def __init__(self, state):
        self.state, self.children, self.left = state, {}, state.legal_actions()
        self.visits, self.total = 0, np.zeros(state.num_players())


class Playouts:
    """The mean result of GAMES random games from a position."""

    def __init__(self, board, seed=1):
        self.batch = triancey.Batch(board, GAMES, seed=seed, out={"planes": None})
        self.random = np.random.default_rng(seed)

    def __call__(self, state):
        if state.is_terminal():
            return np.array(state.returns())
        batch, playing = self.batch, np.ones(GAMES, bool)
        for index in range(GAMES):
            batch.load(index, state)
        batch.look()
        result = np.zeros((GAMES, batch.board.players))
        while playing.any():
            noise = self.random.random(batch.mask.shape, np.float32)
            batch.step(np.argmax(noise * batch.mask, axis=1).astype(np.int32))
            ended = playing & batch.done
            result[ended] = batch.rewards[ended]
            playing &= ~batch.done
        return result.mean(0)


class Uct:
    def __init__(self, exploration=1.0, seconds=0.2):
        self.exploration, self.seconds, self.playouts = exploration, seconds, None

    def __call__(self, state, limit):
        board = state.board
        if self.playouts is None or self.playouts.batch.board.line != board.line:
            self.playouts = Playouts(board)
        seconds = min(self.seconds, limit.time * 0.8) if limit.time else self.seconds
        root, end = Node(state), time.monotonic() + seconds
        while time.monotonic() < end or not root.children:
            self.visit(root, board.worst)
        return max(root.children, key=lambda action: root.children[action].visits)

    def visit(self, root, worst):
        node, path = root, [root]
        while not node.left and node.children:
            seat, log = node.state.current_player(), math.log(node.visits)
            node = max(node.children.values(), key=lambda child: child.total[seat] / child.visits / worst
                       + self.exploration * math.sqrt(log / child.visits))
            path.append(node)
        if node.left:
            action = node.left.pop()
            node.children[action] = node = Node(node.state.child(action))
            path.append(node)
        result = self.playouts(node.state)
        for node in path:
            node.visits += 1
            node.total += result


def main():
    agent = Uct()
    if sys.argv[1:] == ["serve"]:
        triancey.serve(agent, name="UCT", author="an example")
        return
    board = triancey.Board("crepe selacata")
    state, reference = triancey.State(board), triancey.Player(board, "reference")
    while not state.is_terminal():
        seat = state.current_player()
        action = agent(state, triancey.Limit()) if seat == 0 else reference.choose(state)
        print("seat %d plays %s" % (seat, state.action_to_string(action)))
        state.apply_action(action)
    print(state)


if __name__ == "__main__":
    main()
