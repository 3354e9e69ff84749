"""The engine's players, the exact solver, playouts and the tree search, without a process."""
from __future__ import annotations

import ctypes
import weakref
from ctypes import byref, c_double, c_int32, c_void_p
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union, overload

from ._arrays import into, numpy
from ._library import (
    INT_MAX, JUDGE, NO_VALUE, Budget, BudgetExceeded, InvalidInput, Stopped, SearchOptions, check, error_address, instance, library, real, whole)
from .batch import Batch
from .board import Board, State, collected, listed as listed_states, same_board

MILLISECONDS_MAX, VISITS_MAX, LEAVES_MAX = 10**9, 10**6, 1024


class Player:
    """A player of triancey-engine: "search", "reference", "greedy", "response", "mcts" or "random". `mebibytes` is the
    size of its table, if it needs one. The seed and the positions decide what it chooses, unless time does.

    InvalidInput: there is no such player, and the text lists them. Unsupported: it does not play this game. Two threads
    may not use the same player at the same time.
    """

    def __init__(self, board: Board, name: str, seed: int = 0, mebibytes: int = 16) -> None:
        if not isinstance(board, Board):
            raise TypeError("board: needs a Board, not %s" % type(board).__name__)
        if not isinstance(name, str):
            raise TypeError("name: needs the name of a player, not %s" % type(name).__name__)
        if "\0" in name:
            raise InvalidInput("name: it has a NUL character")
        self.board, self.name = board, name
        self._library = library()
        handle = c_void_p()
        check(self._library.tri_player_new(board._handle, name.encode("utf-8", "surrogateescape"), whole("mebibytes", mebibytes, 0, INT_MAX),
                                           whole("seed", seed, 0, 2**64 - 1), byref(handle), error_address()))
        self._handle: int = handle.value or 0
        weakref.finalize(self, self._library.tri_player_free, self._handle)

    def choose(self, state: State, nodes: int = 0, milliseconds: int = 0) -> int:
        """The action that it chooses; by default it may think for 100 ms. Where something is hidden, it sees what the seat
        to move knows. NoTurn: no seat has the turn."""
        same_board("state", state, self.board)
        action, seen = c_int32(), state._fair(state.current_player())
        check(self._library.tri_player_choose(self._handle, seen.address, byref(_budget(nodes, milliseconds)),
                                              byref(action), error_address()))
        return action.value

    __call__ = choose

    def choose_batch(self, batch: Batch, nodes: int = 0, milliseconds: int = 0, out: Any = None) -> Any:
        """Its action for each half of a batch of the same board: int32, (n,). The budget is for each of them, and nothing
        is hidden from the player."""
        instance("batch", batch, Batch, "a Batch")
        actions = numpy().zeros(batch.n, "int32") if out is None else out
        address = into("out", actions, (batch.n,), ("int32",))
        check(self._library.tri_player_choose_batch(self._handle, batch._handle, byref(_budget(nodes, milliseconds)), address,
                                                    error_address()))
        return actions


def _budget(nodes: int, milliseconds: int) -> Budget:
    return Budget(whole("nodes", nodes, 0, 2**63 - 1), whole("milliseconds", milliseconds, 0, MILLISECONDS_MAX))


class Exact(NamedTuple):
    """The truth about a position of the Triancey family: the margin of the seat to move if nobody errs, and the same
    after each legal action, if it was asked for. None: not known."""

    margin: Optional[int]
    values: Optional[Dict[int, int]]


@overload
def oracle(states: State, values: bool = ..., threads: int = ..., mebibytes: int = ..., milliseconds: int = ...) -> Exact: ...


@overload
def oracle(states: Sequence[State], values: bool = ..., threads: int = ..., mebibytes: int = ..., milliseconds: int = ...) -> List[Exact]: ...


def oracle(states: Union[State, Sequence[State]], values: bool = False, threads: int = 1, mebibytes: int = 64,
           milliseconds: int = 0) -> Any:
    """Solves a state, or several of one board: an Exact for each, alone for one state and in a list for several.

    It takes some tenths of a second from 30 empty cells, and about three times as long for each two more; `values`
    takes longer. `milliseconds` bounds it all (0: any). BudgetExceeded: not everything was solved; its `results` has what
    is known. Unsupported: the game cannot be solved. NoTurn: a half is over.
    """
    alone = isinstance(states, State)
    listed: Sequence[State] = [states] if isinstance(states, State) else listed_states("states", states)
    instance("values", values, (bool, int), "True or False")
    board, memory = collected(listed)
    n = len(listed)
    margin = (c_int32 * n)(*[NO_VALUE] * n)
    each = (c_int32 * (n * board.actions))() if values else None
    code = library().tri_solve(board._handle, memory.address, n, whole("threads", threads, 1, INT_MAX),
                               whole("mebibytes", mebibytes, 1, INT_MAX), whole("milliseconds", milliseconds, 0, MILLISECONDS_MAX),
                               margin, each, error_address())

    def result(index: int) -> Exact:
        known = margin[index] if margin[index] != NO_VALUE else None
        if each is None:
            return Exact(known, None)
        row = each[index * board.actions:(index + 1) * board.actions]
        return Exact(known, {action: value for action, value in enumerate(row) if value != NO_VALUE})

    try:
        check(code)
    except BudgetExceeded as error:
        error.results = result(0) if alone else [result(index) for index in range(n)]
        raise
    return result(0) if alone else [result(index) for index in range(n)]


def playouts(state: State, count: int, seed: int = 0) -> List[float]:
    """The mean margin of each seat in `count` random games from a state. NoTurn: no seat has the turn."""
    board = instance("state", state, State, "a State").board
    mean = (c_double * board.players)()
    check(library().tri_playouts(board._handle, state._memory.address, whole("count", count, 1, INT_MAX),
                                 whole("seed", seed, 0, 2**64 - 1), mean, error_address()))
    return list(mean)


Judge = Callable[[Any, Any, Any], Tuple[Any, Any]]


def tree_search(states: Union[Batch, Sequence[State]], judge: Judge, visits: int, leaves: int = 1, exploration: float = 1.5,
                seed: int = 0) -> Tuple[Any, Any]:
    """Searches n positions at the same time by Monte Carlo tree search, whose leaves `judge` judges in batches (PUCT).

    judge(planes, mask, mover) gets arrays that are valid during the call: uint8 (count, planes, places), bool (count,
    actions) and int8 (count,), and returns priors, float32 (count, actions), weights of at least 0 of which only
    those of legal actions matter, and values, float32 (count, players): the margin that each seat may expect, divided by
    board.worst, from -1 to 1. Its first call has the n positions themselves, in order. At most `leaves` positions of one
    tree are judged at the same time.

    Returns how often each action was tried, int32 (n, actions), and the mean value of each position, float32 (n, players).
    What the judge raises ends the search and is raised here.
    """
    np = numpy()
    listed = [states._saved(index) for index in range(states.n)] if isinstance(states, Batch) else listed_states("states", states)
    board, memory = collected(listed)
    n = len(listed)
    if not callable(judge):
        raise TypeError("judge: needs a function, not %s" % type(judge).__name__)
    options = SearchOptions(whole("visits", visits, 1, VISITS_MAX), whole("leaves", leaves, 1, LEAVES_MAX), real("exploration", exploration, 0, 1e6),
                            whole("seed", seed, 0, 2**64 - 1))
    counts, values = np.zeros((n, board.actions), np.int32), np.zeros((n, board.players), np.float32)
    raised: List[BaseException] = []

    def ask(_: Any, count: int, planes: Any, mask: Any, mover: Any, priors: Any, worth: Any) -> int:
        try:
            def array(pointer: Any, *shape: int) -> Any:
                return np.ctypeslib.as_array(pointer, shape)

            got = judge(array(planes, count, board.planes, board.places), array(mask, count, board.actions).view(bool),
                        array(mover, count))
            if not isinstance(got, (tuple, list)) or len(got) != 2:
                raise TypeError("judge: needs to return priors and values, not %s" % type(got).__name__)
            for name, part, room, width in (("priors", got[0], priors, board.actions), ("values", got[1], worth, board.players)):
                source = into(name, part, (count, width), ("float32",), written=False)
                ctypes.memmove(room, source, 4 * count * width)
        except BaseException as error:  # it must not be lost in C
            raised.append(error)
            return 1
        return 0

    try:
        check(library().tri_search(board._handle, memory.address, n, byref(options), JUDGE(ask), None,
                                   into("visits", counts, counts.shape, ("int32",)), into("values", values, values.shape, ("float32",)),
                                   error_address()))
    except Stopped:
        raise raised[0] from None
    return counts, values
