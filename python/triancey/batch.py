"""Batches: n halves of one board, stepped together; what they show is written into numpy arrays, without a copy."""
from __future__ import annotations

import ctypes
import weakref
from ctypes import byref, c_void_p
from typing import Any, Dict, Optional

from ._arrays import into, numpy
from ._library import InvalidInput, ViewPointers, check, error_address, instance, library, whole
from .board import Board, State, same_board

N_MAX, THREADS_MAX = 2**24, 256

# Per view: its shape after n, in facts of the board, and the types that it may have.
_VIEWS: Dict[str, Any] = {
    "planes": (("planes", "places"), ("uint8",)),
    "mask": (("actions",), ("bool", "uint8")),
    "rewards": (("players",), ("float32",)),
    "done": ((), ("bool", "uint8")),
    "mover": ((), ("int8",)),
}


class Views:
    """Arrays that a batch fills, checked once. Those that were not given are None, and cost nothing:

    planes   uint8    (n, planes, places)   what the seat to move sees, its own things first
    mask     bool     (n, actions)          whether an action is legal
    rewards  float32  (n, players)          margins of a half that this step has ended, else 0
    done     bool     (n,)                  whether this step has ended the half
    mover    int8     (n,)                  the seat to move now
    """

    def __init__(self, board: Board, n: int, **arrays: Any) -> None:
        self.pointers = ViewPointers()
        self.n, self.board = n, board
        for name in arrays:
            if name not in _VIEWS:
                raise TypeError("%s: no view has this name; there are %s" % (name, ", ".join(_VIEWS)))
        for name, (facts, kinds) in _VIEWS.items():
            array = arrays.get(name)
            setattr(self, name, array)
            if array is not None:
                shape = (n, *(getattr(board, fact) for fact in facts))
                setattr(self.pointers, name, into(name, array, shape, kinds))
        self.address = ctypes.addressof(self.pointers)


class Batch:
    """n halves of one board (at most 16,777,216), stepped by as many threads (at most 256). Chance is drawn from the
    seed: the same seed and actions give the same halves, whatever the threads. A half that is over begins again as the
    next half of its game, so that seats take turns to begin.

    The attributes planes, mask, rewards, done and mover are arrays that each step fills (see Views): the batch makes
    them, or `out` has the caller's own, such as {"planes": tensor.numpy(), "mask": None}; None is not wanted.
    Two threads may not use the same batch at the same time.
    """

    planes: Any
    mask: Any
    rewards: Any
    done: Any
    mover: Any

    def __init__(self, board: Board, n: int, threads: int = 1, seed: int = 0, out: Optional[Dict[str, Any]] = None) -> None:
        if not isinstance(board, Board):
            raise TypeError("board: needs a Board, not %s" % type(board).__name__)
        np = numpy()
        self.board = board
        arrays = dict(instance("out", {} if out is None else out, dict, "a dictionary of arrays"))
        self.n = n = whole("n", n, 1, N_MAX)
        threads, seed = whole("threads", threads, 1, THREADS_MAX), whole("seed", seed, 0, 2**64 - 1)
        self._library = library()
        handle = c_void_p()
        check(self._library.tri_batch_new(board._handle, n, threads, seed, byref(handle), error_address()))
        self._handle: int = handle.value or 0
        weakref.finalize(self, self._library.tri_batch_free, self._handle)
        for name, (facts, kinds) in _VIEWS.items():
            if name not in arrays:
                arrays[name] = np.zeros((n, *(getattr(board, fact) for fact in facts)), kinds[0])
        self._views = Views(board, n, **arrays)
        for name in _VIEWS:
            setattr(self, name, getattr(self._views, name))
        self._actions = np.zeros(n, np.int32)
        self._actions_address = into("actions", self._actions, (n,), ("int32",))
        self._int32 = self._actions.dtype
        self._shape = (n,)
        self._step = self._library.tri_batch_step
        self._views_address = self._views.address
        self.reset()

    def __len__(self) -> int:
        return self.n

    def views(self, **arrays: Any) -> Views:
        """Other arrays for step(), look() and reset(), such as the rows of a rollout. They are checked here, once."""
        return Views(self.board, self.n, **arrays)

    def _address(self, views: Optional[Views]) -> int:
        if views is None:
            return self._views_address
        instance("views", views, Views, "what views() returns")
        if views.n != self.n or (views.board is not self.board and views.board.line != self.board.line):
            raise InvalidInput("views: they were made for another batch")
        return views.address

    def step(self, actions: Any, views: Optional[Views] = None) -> None:
        """Plays one action in each half and fills the views: rewards and done tell of the half that was played, the
        others of what is to be played next. `actions` is an array of int32, (n,), in C's order. If an action is not
        legal (IllegalAction, OutOfRange), none is played, and the text names its index."""
        try:
            good = actions.dtype == self._int32 and actions.shape == self._shape and actions.flags.c_contiguous
        except AttributeError:
            good = False
        if not good:
            into("actions", actions, self._shape, ("int32",), written=False)
        self._actions[:] = actions
        code = self._step(self._handle, self._actions_address, self._views_address if views is None else self._address(views),
                          error_address())
        if code:
            check(code)

    def look(self, views: Optional[Views] = None) -> None:
        """Fills the views as things stand; rewards and done are 0."""
        check(self._library.tri_batch_look(self._handle, self._address(views), error_address()))

    def reset(self, views: Optional[Views] = None) -> None:
        """Begins all halves again and fills the views."""
        check(self._library.tri_batch_reset(self._handle, self._address(views), error_address()))

    def save(self, index: int) -> State:
        """A copy of the position of one half, to search elsewhere. A batch does not keep moves: history() of the copy begins
        here."""
        state = self._saved(index)
        for half in range(2, self.board.halves + 1):
            try:
                again = State.from_position(self.board, state.position(), half)
            except InvalidInput:
                continue
            if again._memory.bytes() == state._memory.bytes():
                state.half = half
        return state

    def _saved(self, index: int) -> State:
        """As save(), but `half` is 1 whatever half it is."""
        state = State(self.board)
        index = whole("index", index, 0, self.n - 1)
        check(self._library.tri_batch_save(self._handle, index, state._memory.address, error_address()))
        state._complete = False
        if state._views is not None:
            state._views = [None] * self.board.players
        return state

    def load(self, index: int, state: State) -> None:
        """Puts a position in the place of one half: one of this board in which a seat has the turn. look() shows it."""
        same_board("state", state, self.board)
        index = whole("index", index, 0, self.n - 1)
        check(self._library.tri_batch_load(self._handle, index, state._memory.address, error_address()))
