#!/usr/bin/env python3
"""Every function of the module with each of its arguments wrong in many ways, one at a time: it works anyway, or raises what names
the argument and has changed nothing."""
import ctypes.util
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from module import need  # noqa: E402
from tgi import ENGINE, done, ok  # noqa: E402

need(numpy=True)
import numpy as np  # noqa: E402

import triancey  # noqa: E402

BOARD, OTHER = triancey.Board("torus 3x2 selacata"), triancey.Board("torus 2x2 selacata")
RAPID = triancey.Board("trioker-rapid")
STATE = BOARD.new_initial_state()
BEGUN, OVER = BOARD.new_initial_state().child(0), BOARD.new_initial_state()
while not OVER.is_terminal():
    OVER.apply_action(OVER.legal_actions()[0])
BATCH = triancey.Batch(BOARD, 3)
PLAYER = triancey.Player(BOARD, "random")
ACTIONS = np.zeros(3, np.int32)
ENVIRONMENT, PARALLEL, GYM = triancey.aec_env(BOARD), triancey.parallel_env(BOARD), triancey.GymEnv(BOARD, "random")
ENVIRONMENT.reset(seed=1)
PARALLEL.reset(seed=1)
GYM.reset(seed=1)


def strided(array):
    return np.repeat(array, 2, axis=-1)[..., ::2]


def read_only(array):
    copy = array.copy()
    copy.flags.writeable = False
    return copy


def unaligned(array):
    room = np.zeros(array.nbytes + 1, np.uint8)
    return room[1:].view(array.dtype).reshape(array.shape)


ODD = [None, "", "x", "a\0b", "turn=1", b"x", -1, 3, 10**6, 2**31, 2**63, 2**70, -2**70, 1.5, float("nan"), float("inf"), True, [], [1], {}, (), object(),
       len, STATE, OVER, OTHER.new_initial_state(), RAPID.new_initial_state(), BATCH.save(0), [STATE, OTHER.new_initial_state()], [OVER], [None],
       BOARD, OTHER, BATCH, triancey.Batch(OTHER, 3), PLAYER, triancey.Limit(nodes=1), triancey.Limit(time=-1), triancey.Limit(nodes="x"),
       ACTIONS, ACTIONS - 1, ACTIONS + 99, ACTIONS.astype(np.int64), ACTIONS.astype(">i4"), ACTIONS.astype(np.float32), np.zeros(4, np.int32),
       np.zeros((3, 1), np.int32), np.int32(0), np.array(0), strided(ACTIONS), read_only(ACTIONS), unaligned(ACTIONS),
       np.zeros((4, 12), np.uint8), read_only(np.zeros((4, 12), np.uint8)), np.zeros((4, 12), np.float32), np.zeros((12, 4), np.uint8).T]


def judge(planes, mask, mover):
    return mask.astype(np.float32), np.zeros((len(mover), 2), np.float32)


def on_copy(method):
    """A method of a state, called on a copy that must be as it was if it was refused."""
    def called(*arguments, **named):
        copy, before = STATE.clone(), STATE.key()
        try:
            return getattr(copy, method)(*arguments, **named)
        except BaseException:
            assert copy.key() == before and copy.history() == [], method
            raise
    called.__qualname__ = method
    return called


def on_batch(function):
    def called(**named):
        before = [BATCH.save(index).key() for index in range(3)], BATCH.planes.copy()
        try:
            return function(**named)
        except BaseException:
            assert [BATCH.save(index).key() for index in range(3)] == before[0] and (BATCH.planes == before[1]).all()
            raise
        finally:
            BATCH.reset()
    called.__qualname__ = function.__qualname__
    return called


CALLS = [
    (triancey.Board, {"line": "torus 3x2"}),
    (BOARD.new_initial_state, {"half": 1}), (BOARD.symmetry, {"number": 0}), (BOARD.action_move, {"action": 0}),
    (triancey.State, {"board": BOARD, "half": 1, "viewer": None}),
    (triancey.State.from_position, {"board": BOARD, "text": STATE.position(), "half": 1, "viewer": None}),
    *((on_copy(name), {"player": 0}) for name in ("player_return", "observe", "observation_tensor", "information_state_string", "resample_from_infostate")),
    *((on_copy(name), {"player": 0}) for name in ("legal_actions", "legal_actions_mask")), (on_copy("apply_actions"), {"actions": [0]}),
    (on_copy("action_to_string"), {"player": 0, "action": 0}), (BEGUN.undo_action, {"player": 0, "action": 0}), (BOARD.setgrid, {"name": "x"}),
    (RAPID.new_initial_state().resample_from_infostate, {"player": 0, "sampler": 1}),
    (triancey.Engine, {"command": "false", "timeout": 1}), (lambda **fields: triancey.Limit(**fields).words(), {name: None for name in triancey.Limit._fields} | {"solve": False}),
    (on_copy("apply_action"), {"action": 0}), (on_copy("child"), {"action": 0}), (on_copy("apply_text"), {"text": "0"}),
    (on_copy("string_to_action"), {"text": "0"}), (on_copy("told"), {"player": 0}), (on_copy("observe"), {"out": np.zeros((4, 12), np.uint8)}),
    (triancey.Batch, {"board": BOARD, "n": 3, "threads": 1, "seed": 1, "out": None}),
    (on_batch(BATCH.step), {"actions": ACTIONS, "views": None}), (on_batch(BATCH.look), {"views": None}), (on_batch(BATCH.reset), {"views": None}),
    (BATCH.save, {"index": 0}), (on_batch(BATCH.load), {"index": 0, "state": STATE}),
    *((BATCH.views, {name: None}) for name in ("planes", "mask", "rewards", "done", "mover")),
    (triancey.Player, {"board": BOARD, "name": "random", "seed": 0, "mebibytes": 1}),
    (PLAYER.choose, {"state": STATE, "nodes": 1, "milliseconds": 0}),
    (PLAYER.choose_batch, {"batch": BATCH, "nodes": 1, "milliseconds": 0, "out": None}),
    (triancey.oracle, {"states": STATE, "values": False, "threads": 1, "mebibytes": 1, "milliseconds": 0}),
    (triancey.playouts, {"state": STATE, "count": 1, "seed": 0}),
    (triancey.tree_search, {"states": [STATE], "judge": judge, "visits": 2, "leaves": 1, "exploration": 1.0, "seed": 1}),
    (triancey.aec_env, {"board": BOARD, "half": 1, "render_mode": None}), (triancey.parallel_env, {"board": BOARD, "half": 1, "render_mode": None}),
    (ENVIRONMENT.reset, {"seed": 1, "options": {}}), (PARALLEL.reset, {"seed": 1, "options": {}}), (GYM.reset, {"seed": 1, "options": {}}),
    (PARALLEL.step, {"actions": {"seat_0": 0}}), (ENVIRONMENT.observe, {"agent": "seat_0"}), (ENVIRONMENT.step, {"action": 0}), (GYM.step, {"action": 0}),
    (triancey.GymEnv, {"board": BOARD, "opponent": "random", "seat": 0, "nodes": 0, "milliseconds": 0, "illegal": "raise", "render_mode": None}),
    (triancey.read_record, {"path": "nothing.db"}),
    (triancey.evaluate, {"agent": "", "opponent": "x", "game": "selacata", "boards": [], "rounds": 1, "movetime": 1, "seed": 1, "record": None, "progress": None}),
    (triancey.measure, {"agent": "", "secret": None, "boards": 1, "concurrency": 1, "record": None, "progress": None}),
    (triancey.serve, {"agent": None, "games": ["x"], "name": "x"}),
]
SLOW = {"count": (10**6, 2**31), "visits": (10**6,), "n": (10**6,), "mebibytes": (10**6, 2**31), "leaves": (), "threads": (3,), "judge": (len, PLAYER),
        "sampler": (len, PLAYER), "agent": (len, PLAYER)}


def try_all(calls, odd):
    wrong, refused, worked = {}, 0, 0
    for function, good in calls:
        for argument in good:
            for value in odd:
                if any(value is one or (type(value) is int and value == one) for one in SLOW.get(argument, ())):
                    continue
                try:
                    function(**{**good, argument: value})
                    worked += 1
                except (triancey.TrianceyError, TypeError, FileNotFoundError, OverflowError) as error:
                    refused += 1
                    if not isinstance(error, (triancey.EngineError, triancey.RefereeError)) and not re.match("(%s)(: |\\[|\\.)" % "|".join([*good, *triancey.Limit._fields]), str(error)):
                        wrong[getattr(function, "__qualname__", function), argument, type(error)] = repr(value)[:80], error
                except Exception as error:
                    wrong[getattr(function, "__qualname__", function), argument, type(error)] = repr(value)[:80], error
    return list(wrong.items()), refused, worked


wrong, refused, worked = try_all(CALLS, ODD)
ok(not wrong, "%d calls refused, each with the name of an argument; %d worked" % (refused, worked), *wrong)
with triancey.Engine.popen([ENGINE]) as engine:
    wrong, refused, worked = try_all([(engine.play, {"state": STATE, "limit": triancey.Limit(nodes=1), "seed": 1, "root_moves": None}),
                                      (engine.analyse, {"state": STATE, "limit": triancey.Limit(nodes=1), "multipv": None}),
                                      (engine.configure, {"options": {}})], ODD)
    ok(not wrong and engine.play(STATE, triancey.Limit(nodes=1)).move is not None, "and of an engine: %d, %d; it still plays" % (refused, worked), *wrong[:20])


# ---- libraries --------------------------------------------------------------------------------------
def load(library, change=""):
    code = "import triancey._library as found\n%s\ntry: found.library()\nexcept found.LibraryError as error: print(error)" % change
    return subprocess.run([sys.executable, "-c", code], env={**os.environ, "TRIANCEY_LIBRARY": library}, capture_output=True, text=True).stdout


said = load(os.environ["TRIANCEY_LIBRARY"], "found.ABI += 1")
ok("has the interface 1, and this module needs 2" in said, "a library of another version", said)
said = load(ctypes.util.find_library("c") or "libc.so.6")
ok("is another library, or too old: " in said, "a library that is another one", said)
said = load("/nowhere/libtriancey.so.1")
ok("/nowhere/libtriancey.so.1 cannot be loaded" in said and "TRIANCEY_LIBRARY" in said, "one that is not there", said)
done()
