"""Any engine of the protocol as a process, in the shape of python-chess.

    with Engine.popen(["triancey-engine"]) as engine:
        result = engine.play(state, Limit(time=0.1))
        lines = engine.analyse(state, Limit(nodes=10000), multipv=3)
"""
from __future__ import annotations

import os
import queue
import shlex
import subprocess
import threading
import time
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union, overload

from ._library import PLAYERS_MAX, InvalidInput, TrianceyError, Unsupported, instance, real, whole
from .board import State, as_seen, listed

ConfigValue = Union[str, int, bool, None]
Info = Dict[str, Any]
_MILLISECONDS_MAX, _NUMBER_MAX = 10**9, 2**63 - 1


class EngineError(TrianceyError, RuntimeError):
    """What an engine answered was an error, or not what the protocol says."""


class EngineTerminatedError(EngineError):
    """The engine has ended."""


class EngineTimeoutError(EngineError, TimeoutError):
    """The engine has not answered in time."""


class Limit(NamedTuple):
    """How long to think about a move. Times are seconds, clocks and increments by seat."""

    time: Optional[float] = None  # for this move
    depth: Optional[int] = None  # plies
    nodes: Optional[int] = None
    clocks: Optional[Sequence[float]] = None
    increments: Optional[Sequence[float]] = None
    solve: bool = False  # until the margin is known exactly
    id: Optional[int] = None  # of the request, which bestmove repeats; Engine gives its own

    def words(self) -> List[str]:
        """As fields of `go`."""
        words: List[str] = []
        if self.time is not None:
            words += ["movetime", _milliseconds("time", self.time)]
        for name, bound in (("depth", 10000), ("nodes", _NUMBER_MAX)):
            value = getattr(self, name)
            if value is not None:
                words += [name, str(whole(name, value, 1, bound))]
        for name, field in (("clocks", "time"), ("increments", "inc")):
            seconds_of = getattr(self, name)
            seats = [] if seconds_of is None else listed(name, seconds_of)
            whole("%s: how many" % name, len(seats), 0, PLAYERS_MAX)
            for seat, seconds in enumerate(seats):
                words += ["p%d%s" % (seat + 1, field), _milliseconds("%s[%d]" % (name, seat), seconds)]
        return words + ["solve"] * bool(instance("solve", self.solve, (bool, int), "True or False"))


def _milliseconds(name: str, seconds: float) -> str:
    return str(round(1000 * real(name, seconds, 0, _MILLISECONDS_MAX / 1000)))


class Option(NamedTuple):
    """An option that an engine announces."""

    name: str
    type: str  # spin, check, combo, string or button
    default: Optional[str]
    min: Optional[int]
    max: Optional[int]
    var: List[str]


class PlayResult(NamedTuple):
    """What an engine plays. `ponder` is the reply that it expects, `info` its last report."""

    move: Optional[int]  # an action; None: it knows none, since the half is over
    ponder: Optional[int]
    info: Info


class Engine:
    """A running engine. It is ended by quit(), or by leaving `with`.

    id        its "name" and "author"
    games     the names of the games that it plays
    features  what it does beyond the minimum
    options   its options by name
    """

    def __init__(self, command: Union[str, Sequence[str]], timeout: Optional[float] = 10.0, **popen: Any) -> None:
        try:
            words = shlex.split(command) if isinstance(command, str) else listed("command", command)
        except ValueError as error:
            raise InvalidInput("command: %s" % str(error).lower()) from None
        for word in words:
            instance("command", word, (str, os.PathLike), "a command line, or its words")
        if not words:
            raise InvalidInput("command: it is empty")
        self.timeout = timeout if timeout is None else real("timeout", timeout, 0, _MILLISECONDS_MAX / 1000)
        self.command = words
        self.id: Dict[str, str] = {}
        self.games: List[str] = []
        self.features: List[str] = []
        self.options: Dict[str, Option] = {}
        self._asked, self._searching = 0, False  # requests; whether the last one is not answered yet
        self._told: Optional[Tuple[str, str, List[str]]] = None  # the board, the line that begins the half, the moves
        self._multipv: Optional[int] = None
        popen = {"stderr": subprocess.DEVNULL, **popen}
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **popen)
        except OSError as error:
            raise EngineError("%s: %s" % (words[0], error.strerror)) from None
        except ValueError as error:
            raise InvalidInput("command: %s" % error) from None
        self._lines: "queue.Queue[Optional[str]]" = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._shake_hands()
        except BaseException:
            self.close()
            raise

    @classmethod
    def popen(cls, command: Union[str, Sequence[str]], timeout: Optional[float] = 10.0, **popen: Any) -> "Engine":
        """Starts an engine: a command line, or its words. EngineError: it cannot be started, or does not speak the
        protocol within `timeout` seconds (None: it may take any time)."""
        return cls(command, timeout, **popen)

    # ---- lines

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line.decode("utf-8", "replace").rstrip("\r\n"))
        self._lines.put(None)

    def _send(self, line: str) -> None:
        if "\n" in line or "\r" in line or "\0" in line:
            raise InvalidInput("line: it has an end of line or a NUL character")
        assert self._process.stdin
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineTerminatedError("%s has ended" % self.command[0]) from None

    def _line(self, deadline: Optional[float]) -> str:
        try:
            left = None if deadline is None else max(deadline - time.monotonic(), 0)
            line = self._lines.get(timeout=left)
        except queue.Empty:
            raise EngineTimeoutError("%s has not answered in time" % self.command[0]) from None
        if line is None:
            self._lines.put(None)
            raise EngineTerminatedError("%s has ended" % self.command[0])
        return line

    def _answers(self, last: str, seconds: Optional[float], number: Optional[int] = None) -> Iterator[List[str]]:
        """Lines as words, up to the one that begins with `last`; in place of one with the id of another request, which is late, no words.
        An error is raised, but not before the last line that answers the request, or it would be taken for the answer to the next one."""
        deadline = None if seconds is None else time.monotonic() + seconds
        refused: Optional[EngineError] = None
        while True:
            try:
                line = self._line(deadline)
            except EngineError as error:
                raise refused or error from None
            words = line.split()
            if words[:1] == ["error"]:
                self._told = None  # it may not know the position
                if not refused:
                    refused = EngineError("%s answered: %s" % (self.command[0], line))
                    if last == "bestmove":
                        self._send("stop")  # what it may have begun elsewhere
                    if self.timeout is not None:
                        deadline = time.monotonic() + self.timeout
                if last == "tgiok" or (last == "bestmove" and words[2:3] == ["go:"]):
                    raise refused
            elif words[:1] != [last]:
                yield words
            elif words[-2:-1] == ["id"] and number is not None and words[-1] != str(number):
                yield []
            elif refused:
                raise refused
            else:
                yield words
                return

    def _shake_hands(self) -> None:
        self._send("tgi")
        for words in self._answers("tgiok", self.timeout):
            if words[:1] == ["id"] and len(words) > 2:
                self.id[words[1]] = " ".join(words[2:])
            elif words[:1] == ["game"] and len(words) > 1:
                self.games.append(words[1])
            elif words[:1] == ["feature"]:
                self.features += words[1:]
            elif words[:1] == ["option"]:
                option = _option(words[1:])
                self.options[option.name] = option

    # ---- python-chess's words

    def ping(self) -> None:
        """Waits until it has done all that it was sent; what it refused is raised."""
        self._send("isready")
        for _ in self._answers("readyok", self.timeout):
            pass

    def configure(self, options: Dict[str, ConfigValue]) -> None:
        """Sets options. EngineError: it does not have one, or refuses its value."""
        instance("options", options, dict, "a dictionary of names and values")
        names = {name.lower(): name for name in self.options}
        for name, value in options.items():
            if name.lower() not in names:
                raise EngineError("options: %s has no option %r; it has %s" % (self.command[0], name, ", ".join(self.options) or "none"))
            text = str(value).lower() if isinstance(value, bool) else value
            self._send("setoption name %s" % names[name.lower()] + ("" if text is None else " value %s" % text))
        self.ping()
        self._told = None

    def _tell(self, state: State, seed: int) -> None:
        """Sends what it does not know yet of a position."""
        if not isinstance(state, State):
            raise TypeError("state: needs a State, not %s" % type(state).__name__)
        state.require_history()
        seat = max(state.current_player(), 0)
        moves = state.told(seat)
        board = state.board.setgrid()
        begin = "half %d%s seed %d" % (state.half, " players %d" % state.board.players if state.board.players > 2 else "", seed)
        if state._start is None:
            begin = "newgame " + begin
        elif "position" in self.features:
            begin = "position %s at %s" % (begin, as_seen(state._start, seat) if state.board.has_hidden else state._start)
        else:
            raise Unsupported("state: it begins at a position, and %s cannot be told one" % self.command[0])
        told = self._told
        self._told = None  # until all was taken
        if told is None or told[0] != board:
            self._send(board)
        if told is None or told[:2] != (board, begin) or told[2] != moves[:len(told[2])]:
            told = (board, begin, [])
            self._send(begin)
        new = moves[len(told[2]):]
        for first in range(0, len(new), 500):  # a line has at most 64 KiB
            self._send("play " + " ".join(new[first:first + 500]))
        self._told = (board, begin, moves)

    def _go(self, state: State, limit: Limit, seed: int, root_moves: Optional[Sequence[int]]) -> Tuple[List[str], List[Info]]:
        instance("state", state, State, "a State")
        words = instance("limit", limit, Limit, "a Limit").words()
        seed = whole("seed", seed, 0, _NUMBER_MAX)
        if root_moves is not None:
            root_moves = [whole("root_moves[%d]" % index, move, 0, state.board.actions - 1) for index, move in enumerate(listed("root_moves", root_moves))]
            if not root_moves:
                raise InvalidInput("root_moves: there are none")
        if self._searching:  # the last time it has not answered in time
            self._send("stop")
            for _ in self._answers("bestmove", self.timeout, self._asked):
                pass
            self._searching = False
        self._tell(state, seed)
        self._asked += 1
        words = ["go", "id", str(self._asked)] + words
        if root_moves is not None:
            words += ["searchmoves"] + [state.action_to_string(move) for move in root_moves]
        self._send(" ".join(words))
        self._searching = True
        seconds = None if limit.time is None or self.timeout is None else limit.time + self.timeout
        report: List[Info] = []
        try:
            for answer in self._answers("bestmove", seconds, self._asked):
                if not answer:
                    report = []
                elif answer[:1] == ["info"]:
                    info = _info(state, answer[1:])
                    rank = info.get("multipv", 1)
                    if "string" not in info:
                        report = [] if rank == 1 else report
                        report.append(info)
        except EngineError as error:
            self._searching = isinstance(error, EngineTimeoutError)
            raise
        self._searching = False
        return answer, report

    def play(self, state: State, limit: Limit = Limit(), *, seed: int = 1, root_moves: Optional[Sequence[int]] = None) -> PlayResult:
        """The action that it plays in a state. `root_moves`: among these actions. `seed`: of its random choices in this
        half. Where something is hidden, the engine gets only what the seat to move may see. EngineError: the engine
        answers with an error or an illegal move, or not in time."""
        self._set_multipv(1)
        answer, report = self._go(state, limit, seed, root_moves)
        info = report[0] if report else {}
        if answer[1:2] == ["none"]:
            return PlayResult(None, None, info)
        move = self._read_move(state, " ".join(answer[1:2]))
        ponder = None
        if answer[2:3] == ["ponder"] and len(answer) > 3:
            try:
                after = state.child(move)
                ponder = after.string_to_action(answer[3])
            except TrianceyError:
                pass
        return PlayResult(move, ponder, info)

    def _read_move(self, state: State, text: str) -> int:
        try:
            move = state.string_to_action(text)
            state.child(move)
            return move
        except TrianceyError as error:
            raise EngineError("%s played %r: %s" % (self.command[0], text, error)) from None

    def _set_multipv(self, lines: int) -> None:
        if self._multipv == lines or (self._multipv is None and lines == 1):
            return
        if "multipv" not in self.features:
            raise EngineError("multipv: %s shows one line only" % self.command[0])
        self.configure({"MultiPV": lines})
        self._multipv = lines

    @overload
    def analyse(self, state: State, limit: Limit = ..., *, multipv: None = ..., seed: int = ..., root_moves: Optional[Sequence[int]] = ...) -> Info: ...

    @overload
    def analyse(self, state: State, limit: Limit = ..., *, multipv: int, seed: int = ..., root_moves: Optional[Sequence[int]] = ...) -> List[Info]: ...

    def analyse(self, state: State, limit: Limit = Limit(), *, multipv: Optional[int] = None, seed: int = 1,
                root_moves: Optional[Sequence[int]] = None) -> Any:
        """Its last report about a state, a dictionary; with `multipv` a list of so many, the best first.

        depth, multipv, nodes, nps, hashfull: numbers; time: seconds; margin: what the seat to move may expect; bound:
        "exact", "lower" or "upper" if it is proved; pv: actions; visits: how often a tree search has tried the first of them. What it did
        not say is missing.
        """
        self._set_multipv(whole("multipv", 1 if multipv is None else multipv, 1, 1000))
        _, report = self._go(state, limit, seed, root_moves)
        if multipv is not None:
            return report
        return report[0] if report else {}

    def quit(self) -> None:
        """Ends it, and waits until it has ended."""
        try:
            self._send("quit")
        except EngineError:
            pass
        self.close()

    def close(self) -> None:
        """Closes its input, and kills it if it has not ended after a second."""
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.close()
        except OSError:
            pass
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: Any) -> None:
        self.quit()


def _option(words: List[str]) -> Option:
    """option name NAME type TYPE [default V] [min N] [max N] [var V]..."""
    found: Dict[str, List[str]] = {}
    name = ""
    for word in words:
        if word in ("name", "type", "default", "min", "max", "var") and (word not in found or found[word]):
            name = word
            found.setdefault(name, [])
        elif name:
            found[name].append(word)

    def text(key: str) -> Optional[str]:
        return " ".join(found[key]) if key in found else None

    def number(key: str) -> Optional[int]:
        try:
            return int(found[key][0])
        except (KeyError, IndexError, ValueError):
            return None

    default = text("default")
    return Option(text("name") or "", text("type") or "", "" if default == "<empty>" else default, number("min"), number("max"),
                  found.get("var", []))


def _info(state: State, words: List[str]) -> Info:
    """info [depth N] [multipv K] [margin N [bound B]] [nodes N] [nps N] [time MS] [hashfull N] [visits N] [pv MOVE...] [string TEXT]"""
    info: Info = {}
    at = 0
    while at < len(words):
        word, at = words[at], at + 1
        if word == "string":
            info["string"] = " ".join(words[at:])
            break
        if word == "pv":
            line, position = [], state.clone()
            while at < len(words):
                try:
                    action = position.string_to_action(words[at])
                    position.apply_action(action)
                except TrianceyError:
                    break
                line.append(action)
                at += 1
            info["pv"] = line
        elif word == "bound" and at < len(words):
            info["bound"], at = words[at], at + 1
        elif word in ("depth", "multipv", "margin", "nodes", "nps", "time", "hashfull", "visits") and at < len(words):
            try:
                info[word] = int(words[at]) / 1000 if word == "time" else int(words[at])
            except ValueError:
                pass
            at += 1
    return info
