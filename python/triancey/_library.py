"""libtriancey by ctypes: where it is found, what its functions take, and its errors as exceptions.

library/triancey.h is the contract; nothing here says again what it says. Pointers are passed as addresses, so
whoever calls keeps the memory alive.
"""
from __future__ import annotations

import ctypes
import operator
import os
import threading
from ctypes import POINTER, c_char, c_char_p, c_float, c_int, c_int64, c_uint8, c_uint64, c_void_p
from typing import Any, Dict, List, Optional, Sequence, Tuple, Type

ABI = 1
SONAME = "libtriancey.so.1"
PLAYERS_MAX, STATE_ALIGN, TEXT_SIZE, POSITION_SIZE = 4, 16, 64, 4096
TURN_OVER, TURN_CHANCE, TURN_BAD = -1, -2, -3
NO_VALUE = -(2**31)
INT_MAX = 2**31 - 1


# ---- errors -------------------------------------------------------------------------------------


class TrianceyError(Exception):
    """What the library or the module refuses. The text names the argument and the reason."""


class InvalidInput(TrianceyError, ValueError):
    """A text, an array or a state is not what it should be."""


class OutOfRange(TrianceyError, ValueError):
    """A number is out of its bounds."""


class IllegalAction(TrianceyError, ValueError):
    """The rules do not allow the action; the text names the rule."""


class NoTurn(TrianceyError, ValueError):
    """No seat has the turn: the half is over, or chance draws."""


class ResetNeeded(NoTurn, AssertionError):
    """An environment was used before its reset(). PettingZoo's OrderEnforcingWrapper raises an AssertionError there."""


class Unsupported(TrianceyError, NotImplementedError):
    """This game or board does not have it."""


class BudgetExceeded(TrianceyError, TimeoutError):
    """The time was not enough. `results` has what is known, where there is anything."""

    results: Any = None


class OutOfMemory(TrianceyError, MemoryError):
    """There is not enough memory."""


class SystemRefused(TrianceyError, OSError):
    """The system refused something, such as a thread."""


class Stopped(TrianceyError):
    """The caller's own function asked to stop."""


class LibraryError(TrianceyError, ImportError):
    """The library is not found, or is one of another version."""


# In the order of enum tri_code, from TRI_INPUT.
_ERRORS: List[Type[TrianceyError]] = [
    InvalidInput, OutOfRange, IllegalAction, NoTurn, Unsupported, BudgetExceeded, OutOfMemory, SystemRefused, Stopped]


class Error(ctypes.Structure):
    _fields_ = [("code", c_int), ("text", c_char * 508)]


class _OfThread(threading.local):
    """Calls release Python's lock, so each thread has an error of its own."""

    def __init__(self) -> None:
        self.error = Error()
        self.address = ctypes.addressof(self.error)


_of_thread = _OfThread()


def error_address() -> int:
    """Where a call of this thread writes its error."""
    return _of_thread.address


def check(code: int) -> None:
    """Raises what a call of this thread has refused."""
    if code:
        text = _of_thread.error.text.decode("utf-8", "replace")
        raise _ERRORS[code - 1](text) if 0 < code <= len(_ERRORS) else TrianceyError("error %d: %s" % (code, text))


def whole(name: str, value: Any, low: int, high: int) -> int:
    """A whole number within bounds: ctypes would cut off what does not fit into C's."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError("%s: needs a whole number, not %s" % (name, type(value).__name__)) from None
    if not low <= number <= high:
        raise OutOfRange("%s: %d is not from %d to %d" % (name, number, low, high))
    return number


def instance(name: str, value: Any, kind: Any, what: str) -> Any:
    """A value of this kind, `what` in words."""
    if not isinstance(value, kind):
        raise TypeError("%s: needs %s, not %s" % (name, what, type(value).__name__))
    return value


def one_of(name: str, value: Any, words: Sequence[Optional[str]]) -> Any:
    """One of these words; None may be among them."""
    if not (value is None or isinstance(value, str)) or value not in words:
        raise InvalidInput("%s: %.80r is not %s" % (name, value, " or ".join(map(repr, words))))
    return value


def real(name: str, value: Any, low: float, high: float) -> float:
    """A number within bounds."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError("%s: needs a number, not %s" % (name, type(value).__name__)) from None
    if not low <= number <= high:
        raise OutOfRange("%s: %g is not from %g to %g" % (name, number, low, high))
    return number


# ---- structures ---------------------------------------------------------------------------------


class Facts(ctypes.Structure):
    _fields_ = [("game", c_char * 32)] + [(name, c_int) for name in (
        "players", "halves", "cells", "corners", "actions", "legal_max", "planes", "places", "state_bytes", "worst",
        "symmetries", "has_chance", "has_hidden")]


class ViewPointers(ctypes.Structure):
    _fields_ = [(name, c_void_p) for name in ("planes", "mask", "rewards", "done", "mover")]


class Budget(ctypes.Structure):
    _fields_ = [("nodes", c_int64), ("milliseconds", c_int)]


class SearchOptions(ctypes.Structure):
    _fields_ = [("visits", c_int), ("leaves", c_int), ("exploration", c_float), ("seed", c_uint64)]


JUDGE = ctypes.CFUNCTYPE(c_int, c_void_p, c_int, POINTER(c_uint8), POINTER(c_uint8), POINTER(ctypes.c_int8),
                         POINTER(c_float), POINTER(c_float))

P, I = c_void_p, c_int
_FUNCTIONS: Dict[str, Tuple[Any, Sequence[Any]]] = {
    "tri_abi": (I, ()),
    "tri_version": (c_char_p, ()),
    "tri_board_new": (I, (c_char_p, P, P)),
    "tri_board_free": (None, (P,)),
    "tri_board_facts": (I, (P, P, P)),
    "tri_neighbours": (I, (P, P, P)),
    "tri_corners": (I, (P, P, P)),
    "tri_coordinates": (I, (P, P, P)),
    "tri_symmetry": (I, (P, I, P, P)),
    "tri_action_move": (I, (P, I, P, P)),
    "tri_start": (I, (P, I, P, P)),
    "tri_position_text": (I, (P, P, P, P)),
    "tri_position_read": (I, (P, I, c_char_p, P, P)),
    "tri_turn": (I, (P, P)),
    "tri_legal": (I, (P, P, P, P)),
    "tri_play": (I, (P, P, I, P)),
    "tri_score": (I, (P, P, P, P, P, P)),
    "tri_key": (I, (P, P, P, P)),
    "tri_observe": (I, (P, P, I, P, P)),
    "tri_action_text": (I, (P, P, I, P, P)),
    "tri_action_shown": (I, (P, P, I, I, P, P)),
    "tri_action_read": (I, (P, P, c_char_p, P, P)),
    "tri_tell": (I, (P, P, I, I, P, P)),
    "tri_play_text": (I, (P, P, c_char_p, P, P)),
    "tri_guess": (I, (P, P, c_uint64, P, P)),
    "tri_batch_new": (I, (P, I, I, c_uint64, P, P)),
    "tri_batch_free": (None, (P,)),
    "tri_batch_reset": (I, (P, P, P)),
    "tri_batch_step": (I, (P, P, P, P)),
    "tri_batch_look": (I, (P, P, P)),
    "tri_batch_save": (I, (P, I, P, P)),
    "tri_batch_load": (I, (P, I, P, P)),
    "tri_player_new": (I, (P, c_char_p, I, c_uint64, P, P)),
    "tri_player_free": (None, (P,)),
    "tri_player_choose": (I, (P, P, P, P, P)),
    "tri_player_choose_batch": (I, (P, P, P, P, P)),
    "tri_solve": (I, (P, P, I, I, I, I, P, P, P)),
    "tri_playouts": (I, (P, P, I, c_uint64, P, P)),
    "tri_search": (I, (P, P, I, P, JUDGE, P, P, P, P)),
}


# ---- loading ------------------------------------------------------------------------------------


def _candidates() -> List[str]:
    """Where the library may be: as told, in the wheel, in a build of the tree, where it was installed, where the
    system looks."""
    here = os.path.dirname(os.path.realpath(__file__))
    up = [here]
    for _ in range(5):
        up.append(os.path.dirname(up[-1]))
    paths = [os.path.join(here, SONAME), os.path.join(up[2], "library", ".libs", SONAME)]
    paths += [os.path.join(folder, name, SONAME) for folder in up[2:] for name in ("", "lib")]
    return [path for path in paths if os.path.exists(path)] + [SONAME]


_loaded: Optional[ctypes.CDLL] = None


def library() -> ctypes.CDLL:
    """The library, loaded when it is first needed. LibraryError: it is not found, or is of another version."""
    global _loaded
    if _loaded is not None:
        return _loaded
    told = os.environ.get("TRIANCEY_LIBRARY")
    reason = ""
    for path in [told] if told else _candidates():
        try:
            found = ctypes.CDLL(path)
            break
        except OSError as error:
            reason = str(error)
    else:
        raise LibraryError("%s cannot be loaded (%s); install it by `make install`, or name it in TRIANCEY_LIBRARY"
                           % (told or SONAME, reason))
    try:
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(found, name)
            function.restype, function.argtypes = result, list(arguments)
    except AttributeError as error:
        raise LibraryError("%s is another library, or too old: %s" % (path, error)) from None
    if found.tri_abi() != ABI:
        raise LibraryError("%s has the interface %d, and this module needs %d" % (path, found.tri_abi(), ABI))
    _loaded = found
    return found


def library_version() -> str:
    """The version of the library that is loaded, such as "0.2.0"."""
    return str(library().tri_version().decode())


class Memory:
    """Aligned room for `count` states of `size` bytes each, all zero."""

    __slots__ = ("address", "_owner", "size", "count")

    def __init__(self, size: int, count: int = 1) -> None:
        self.size, self.count = size, count
        self._owner = (c_char * (size * count + STATE_ALIGN))()
        start = ctypes.addressof(self._owner)
        self.address = start + -start % STATE_ALIGN

    def copy_from(self, address: int, index: int = 0) -> None:
        ctypes.memmove(self.address + index * self.size, address, self.size)

    def bytes(self) -> bytes:
        return ctypes.string_at(self.address, self.size * self.count)
