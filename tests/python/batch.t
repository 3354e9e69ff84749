#!/usr/bin/env python3
"""Batches: their arrays are what single states say, whatever the threads; arrays that are wrong are refused before anything is
written; players, the tree search and playouts on them."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from module import need, refused  # noqa: E402
from tgi import done, enough, ok, until  # noqa: E402

need(numpy=True)
import numpy as np  # noqa: E402

import triancey  # noqa: E402

LINES = ("crepe selacata", "archipel", "tritt size 4", "triangulation", "trioker-duel", "trioker-rapid", "duck trioker-puzzle")


def random_actions(batch, source):
    return np.argmax(source.random(batch.mask.shape, np.float32) * batch.mask, axis=1).astype(np.int32)


def check_steps():
    for line in LINES:
        board, source, wrong, ended = triancey.Board(line), np.random.default_rng(1), [], 0
        batch, twin = triancey.Batch(board, 40, seed=3), triancey.Batch(board, 40, threads=3, seed=3)
        for number in range(enough(60, 2000)):
            states = [batch.save(index) for index in range(0, 40, 13)]
            for index, state in zip(range(0, 40, 13), states):
                wrong += [(number, index)] * (not (
                    np.array_equal(np.flatnonzero(batch.mask[index]), state.legal_actions()) and batch.mover[index] == state.current_player()
                    and np.array_equal(batch.planes[index], state.observe())))
            actions = random_actions(batch, source)
            batch.step(actions)
            twin.step(actions)
            wrong += [number] * any(not np.array_equal(getattr(batch, name), getattr(twin, name))
                                    for name in ("planes", "mask", "rewards", "done", "mover"))
            wrong += [number] * bool(batch.rewards[~batch.done].any())
            ended += int(batch.done.sum())
            for index, state in zip(range(0, 40, 13), states):
                state.apply_action(int(actions[index]))
                wrong += [(number, index, "end")] * (not state.is_chance_node() and state.is_terminal() != bool(batch.done[index]))
                if state.is_terminal():
                    wrong += [(number, index, "returns")] * (state.returns() != batch.rewards[index].tolist())
        ok(not wrong and (ended or line.startswith("triangulation") or "rapid" in line), "batches of %s" % line, ended, *wrong[:3])


def check_fork():
    """A child that has none of the threads steps by itself, and frees the batch."""
    board = triancey.Board("crepe selacata")
    batch, twin = triancey.Batch(board, 100, threads=3), triancey.Batch(board, 100)
    actions = np.argmax(batch.mask, axis=1).astype(np.int32)
    twin.step(actions)
    child = os.fork()
    if not child:
        batch.step(actions)
        same = np.array_equal(batch.mask, twin.mask)
        del batch
        os._exit(0 if same else 1)
    ended = until(lambda: [status for number, status in [os.waitpid(child, os.WNOHANG)] if number])
    ok(ended == [0], "a forked child goes on with a batch of threads, and frees it", ended)
    batch.step(actions)
    ok(np.array_equal(batch.mask, twin.mask), "and so does its parent")


def check_arrays():
    board = triancey.Board("crepe selacata")
    planes = np.full((4, 4, 48), 9, np.uint8)
    batch = triancey.Batch(board, 4, out={"planes": planes, "rewards": None})
    ok(batch.planes is planes and batch.rewards is None and (planes[:, 2] == 1).all(), "a batch writes into the caller's memory, without a copy")
    rollout = np.zeros((5, 4, 4, 48), np.uint8)
    views = [batch.views(planes=rollout[row], mask=batch.mask) for row in range(5)]
    source = np.random.default_rng(2)
    for row in range(5):
        batch.step(random_actions(batch, source), views[row])
    ok(all(rollout[row, :, 2].sum() == 4 * (48 - row - 1) for row in range(5)), "and into the rows of a rollout")
    saved = batch.save(2)
    batch.reset()
    batch.load(1, saved)
    batch.look()
    ok(np.array_equal(batch.planes[1], rollout[4, 2]) and (batch.planes[0, 2] == 1).all(), "a position is put in the place of another")
    refused(saved.require_history, triancey.Unsupported, "not known", "whose moves a batch does not keep")

    before, good = [batch.planes.copy(), batch.mask.copy()], random_actions(batch, source)
    read_only = np.zeros((4, 48), bool)
    read_only.flags.writeable = False
    taken = int(np.flatnonzero(~batch.mask[1])[0])
    wrong = good.copy()
    wrong[1] = taken
    outside = good.copy()
    outside[3] = 48
    bad = {"a type": (good.astype(np.int64), triancey.InvalidInput, "actions: its type is int64"),
           "floats": (good.astype(np.float32), triancey.InvalidInput, "actions: its type is float32"),
           "another shape": (good[:3].copy(), triancey.InvalidInput, "actions: its shape is (3,)"),
           "two dimensions": (good[None], triancey.InvalidInput, "actions: its shape is (1, 4)"),
           "every second": (np.repeat(good, 2)[::2], triancey.InvalidInput, "actions: its memory is not contiguous"),
           "the other byte order": (good.astype(">i4"), triancey.InvalidInput, "actions: its type is >i4"),
           "a list": (good.tolist(), TypeError, "actions: needs a numpy array"),
           "nothing": (None, TypeError, "actions: needs a numpy array"),
           "an illegal action": (wrong, triancey.IllegalAction, "actions[1]"),
           "no action": (outside, triancey.OutOfRange, "actions[3]: 48")}
    for name, (actions, kind, words) in bad.items():
        refused(lambda: batch.step(actions), kind, words, "actions: " + name)
    for arrays, words in (({"planes": np.zeros((4, 4, 47), np.uint8)}, "planes: its shape"), ({"planes": np.zeros((4, 4, 48), np.int8)}, "planes: its type"),
                          ({"mask": read_only}, "mask: it is read-only"), ({"mask": np.zeros((48, 4), bool).T}, "mask: its memory is not"),
                          ({"rewards": np.zeros((4, 2))}, "rewards: its type is float64"), ({"mover": np.zeros(5, np.int8)}, "mover: its shape")):
        refused(lambda: batch.views(**arrays), triancey.InvalidInput, words, words)
    refused(lambda: batch.views(plane=1), TypeError, "plane: no view", "no such view")
    refused(lambda: batch.step(good, triancey.Batch(board, 5).views()), triancey.InvalidInput, "views", "views of another batch")
    refused(lambda: batch.load(4, saved), triancey.OutOfRange, "index: 4", "no such half")
    refused(lambda: batch.save(-1), triancey.OutOfRange, "index: -1", "none below 0")
    played = triancey.Batch(board, 2, seed=1)
    while not played.done[0]:
        played.step(played.mask.argmax(1).astype(np.int32))
    played.step(played.mask.argmax(1).astype(np.int32))
    second = played.save(0)
    ok(second.half == 2 and triancey.State.from_position(board, second.position(), second.half).key() == second.key(), "a copy knows its half", second)
    refused(lambda: batch.load(0, triancey.Board("ancey").new_initial_state()), triancey.InvalidInput, "another board", "a state of another board")
    refused(lambda: triancey.Batch(board, 0), triancey.OutOfRange, "n: 0", "a batch of nothing")
    refused(lambda: triancey.Batch(board, 2**32 + 1), triancey.OutOfRange, "n: ", "a batch that is too large")
    refused(lambda: triancey.Batch(board, 1, threads=0), triancey.OutOfRange, "threads: 0", "no threads")
    refused(lambda: triancey.Batch(board, 1, seed=2**64), triancey.OutOfRange, "seed: ", "a seed that is too large")
    batch.look()
    ok(np.array_equal(before[0], batch.planes) and np.array_equal(before[1], batch.mask), "after all of this nothing has changed")


def check_players():
    board = triancey.Board("crepe selacata")
    batch = triancey.Batch(board, 6, seed=1)
    player, twin = triancey.Player(board, "reference", seed=4), triancey.Player(board, "reference", seed=4)
    chosen = player.choose_batch(batch)
    ok(chosen.dtype == np.int32 and chosen.tolist() == [twin.choose(batch.save(index)) for index in range(6)], "a player on a batch", chosen)
    refused(lambda: player.choose_batch(batch, out=np.zeros(6)), triancey.InvalidInput, "out: its type is float64", "an array of another type")
    refused(lambda: player.choose_batch(triancey.Batch(triancey.Board("ancey"), 1)), triancey.InvalidInput, "batch", "a batch of another board")

    state, asked = board.new_initial_state(), []

    def judge(planes, mask, mover):
        asked.append(len(mover))
        return mask.astype(np.float32), np.zeros((len(mover), 2), np.float32)

    visits, values = triancey.tree_search([state, state], judge, 50, 4)
    ok(visits.shape == (2, 48) and visits.sum(1).tolist() == [50, 50] and values.shape == (2, 2) and asked[0] == 2 and max(asked) <= 8,
       "a tree search asks for whole batches", visits.sum(1), asked[:5])
    ok(triancey.tree_search(batch, judge, 8)[0].shape == (6, 48), "also from a batch")
    refused(lambda: triancey.tree_search([state], lambda *_: 1 / 0, 9), ZeroDivisionError, "", "what a judge raises comes out")
    refused(lambda: triancey.tree_search([state], lambda p, m, s: (m, s), 9), triancey.InvalidInput, "priors: its type is bool", "priors of another type")
    refused(lambda: triancey.tree_search([state], lambda p, m, s: (-m.astype(np.float32), np.zeros((len(s), 2), np.float32)), 9),
            triancey.InvalidInput, "prior", "a prior below 0")
    refused(lambda: triancey.tree_search([state], judge, 0), triancey.OutOfRange, "visits: 0", "no visits")
    mean = triancey.playouts(state, 200, seed=1)
    ok(len(mean) == 2 and mean[0] == -mean[1] and abs(mean[0]) < 20, "playouts", mean)


for check in (check_steps, check_fork, check_arrays, check_players):
    check()
done()
