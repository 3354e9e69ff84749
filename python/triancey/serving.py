"""An agent as an engine of the protocol (PROTOCOL.md), so that referees, leagues and GUIs play with it."""
from __future__ import annotations

import inspect
import random
import re
import sys
from typing import Any, BinaryIO, Callable, Dict, List, Optional, Sequence, Tuple

from ._library import IllegalAction, InvalidInput, NoTurn, OutOfMemory, TrianceyError, Unsupported, library, one_of, whole
from .board import FAMILY, Board, State, listed
from .engine import Limit

LINE_MAX = 65536
GAMES = (*FAMILY, "tritt", "triangulation", "trioker-duel", "trioker-rapid", "trioker-puzzle")
_SEATS = range(1, 5)
_TIME, _NUMBER = (0, 10**9), (1, 2**63 - 1)
# Keywords with the bounds of their numbers, and how many there may be.
_GO = {"id": (0, 2**63 - 1, 1), "movetime": (*_TIME, 1), "depth": (1, 10000, 1), "nodes": (*_NUMBER, 1),
       **{"p%d%s" % (seat, what): (*_TIME, 1) for seat in _SEATS for what in ("time", "inc")}}
_NEWGAME = {"half": (1, 8, 1), "carry": (-10**9, 10**9, 4), "players": (1, 4, 1), "seed": (0, 2**63 - 1, 1)}
_CODES = ((IllegalAction, "illegal"), (NoTurn, "state"), (Unsupported, "unsupported"), (OutOfMemory, "memory"))


class _Refused(Exception):
    """A line that cannot be obeyed: the code of the error, and why."""


class _AgentFailed(Exception):
    """What the agent has raised, which is no answer to a line."""


def serve(agent: Callable[..., int], name: str = "agent", author: str = "unknown", games: Sequence[str] = GAMES, *,
          input: Optional[BinaryIO] = None, output: Optional[BinaryIO] = None) -> None:
    """Speaks the protocol on standard input and output until `quit` or the end of the input.

    agent(state) returns an action that is legal in the state, which in trioker-rapid knows what the agent's seat knows, and no more:
    state.viewer. An agent with a second parameter also gets a Limit. If it has a method new_half(state, seed), that is
    called when a half begins; in trioker-rapid, its seat is not known then. `random` and numpy's global generator are seeded
    for each half. What the agent prints goes to standard error. What it raises ends the engine.
    """
    if not callable(agent):
        raise TypeError("agent: needs a function of a state, not %s" % type(agent).__name__)
    for word, text in (("name", name), ("author", author)):
        if not isinstance(text, str) or not text.strip() or any(ord(letter) < 32 for letter in text):
            raise InvalidInput("%s: needs a line of text, not %.80r" % (word, text))
    games = [one_of("games", game, GAMES) for game in ([games] if isinstance(games, str) else listed("games", games))]
    library()  # without it nothing works, and a referee would wait
    source, sink = input or sys.stdin.buffer, output or sys.stdout.buffer
    server = _Server(agent, name, author, games, sink)
    before = sys.stdout
    if output is None:
        sys.stdout = sys.stderr
    try:
        for line in _lines(source):
            if not server.obey_line(line):
                return
    except _AgentFailed as failed:
        raise failed.args[0] from None
    finally:
        sys.stdout = before


def _lines(source: BinaryIO) -> Any:
    """Lines without their ends; of one that is too long, the beginning."""
    while True:
        line = source.readline(LINE_MAX + 3)
        if not line:
            return
        rest = line
        while len(rest) > LINE_MAX + 2 and not rest.endswith(b"\n"):
            rest = source.readline(LINE_MAX + 3)
        line = line[:-1] if line.endswith(b"\n") else line
        yield line[:-1] if line.endswith(b"\r") else line


def _takes_limit(agent: Callable[..., int]) -> bool:
    try:
        kinds = [one.kind for one in inspect.signature(agent).parameters.values()
                 if one.default is one.empty]
    except (TypeError, ValueError):
        return False
    return sum(kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD) for kind in kinds) > 1


def _fields(words: Sequence[str], bounds: Dict[str, Tuple[int, int, int]]) -> Dict[str, List[int]]:
    """The numbers after keywords, each of which may be given once."""
    found: Dict[str, List[int]] = {}
    name = ""
    for word in words:
        if word in bounds:
            if word in found:
                raise _Refused("syntax", "%s is given twice" % word)
            name = word
            found[name] = []
        elif name and re.fullmatch(r"[+-]?[0-9]{1,19}", word):
            found[name].append(int(word))
        else:
            raise _Refused("syntax", "'%s' is not expected" % word[:60])
    for name, numbers in found.items():
        low, high, most = bounds[name]
        if not 1 <= len(numbers) <= most:
            raise _Refused("syntax", "%s needs %s" % (name, "a whole number" if most == 1 else "1 to %d whole numbers" % most))
        for number in numbers:
            if not low <= number <= high:
                raise _Refused("range", "%s must be from %d to %d, not %d" % (name, low, high, number))
    return found


class _Server:
    def __init__(self, agent: Callable[..., int], name: str, author: str, games: Sequence[str], sink: BinaryIO) -> None:
        self.agent, self.sink, self.takes_limit = agent, sink, _takes_limit(agent)
        self.games = list(games)
        self.hello = ["id name " + name, "id author " + author, "protocol 1", "feature setgrid undo position score legal"]
        self.hello += ["game " + game for game in games]
        self.board: Optional[Board] = None
        self.half, self.carry, self.seed = 1, [0] * 4, 1
        self.state: Optional[State] = None

    def say(self, *lines: str) -> None:
        self.sink.write("".join(line + "\n" for line in lines).encode())

    def obey_line(self, line: bytes) -> bool:
        """False: the engine ends."""
        command = "?"
        try:
            if len(line) > LINE_MAX:
                raise _Refused("toolong", "the line has more than %d bytes" % LINE_MAX)
            if b"\0" in line:
                raise _Refused("syntax", "the line has a NUL byte")
            try:
                words = [word for word in re.split("[ \t]+", line.decode()) if word]
            except UnicodeDecodeError:
                raise _Refused("syntax", "the line is not UTF-8") from None
            if words == ["quit"]:
                return False
            if words:
                command = words[0][:60]
                self.obey(words)
        except _Refused as why:
            self.say("error %s %s: %s" % (why.args[0], command, why.args[1]))
        except TrianceyError as error:
            code = next((word for kind, word in _CODES if isinstance(error, kind)), "range")
            self.say("error %s %s: %s" % (code, command, str(error).replace("\n", " ")))
        self.sink.flush()
        return True

    def obey(self, words: List[str]) -> None:
        command, rest = words[0], words[1:]
        handler = getattr(self, "on_" + command, None) if command.isidentifier() else None
        if handler is None:
            raise _Refused("unknown", "no such command: '%s'" % command[:60])
        if command in ("tgi", "uci", "isready", "legal", "score", "stop", "ponderhit", "quit") and rest:
            raise _Refused("syntax", "'%s' is not expected" % rest[0][:60])
        if command in ("newgame", "play", "undo", "position", "go", "score", "legal") and self.state is None:
            raise _Refused("state", "no board is set")
        handler(rest)

    # ---- commands without a board

    def on_tgi(self, rest: List[str]) -> None:
        self.say(*self.hello, "tgiok")

    def on_uci(self, rest: List[str]) -> None:
        self.say(*self.hello, "uciok")

    def on_isready(self, rest: List[str]) -> None:
        self.say("readyok")

    def on_stop(self, rest: List[str]) -> None:
        """An agent answers before the next line is read, so there is nothing to stop."""

    def on_ponderhit(self, rest: List[str]) -> None:
        raise _Refused("state", "no search is pondering")

    def on_setoption(self, rest: List[str]) -> None:
        if rest[:1] != ["name"] or len(rest) < 2 or rest[1] == "value":
            raise _Refused("syntax", "the name of an option is missing")
        raise _Refused("range", "there is no option '%s'" % rest[1][:60])

    def on_setgrid(self, rest: List[str]) -> None:
        if not rest:
            raise _Refused("syntax", "a board or a game is missing")
        line = " ".join(rest)
        board = Board(line)
        if self.board and board.game == "selacata" != self.board.game and "selacata" not in rest:
            board = Board(line + " " + self.board.game)  # a name without a game keeps the game
        self._set_board(board)

    def _set_board(self, board: Board) -> None:
        if board.game not in self.games:
            raise _Refused("range", "this engine does not play %s" % board.game)
        self.board = board
        self._begin(board, {}, [])

    # ---- the half

    def _begin(self, board: Board, fields: Dict[str, List[int]], moves: Sequence[str], start: Optional[str] = None) -> None:
        half = whole("half", fields.get("half", [1])[0], 1, board.halves)
        carry = fields.get("carry", [])
        if len(carry) > board.players:
            raise _Refused("syntax", "carry has more numbers than there are players")
        viewer = 0 if board.has_hidden else None  # whose turn it is at `go` tells which one
        state = State(board, half, viewer) if start is None else State.from_position(board, start, half, viewer)
        state = self._played(state, moves)
        self.board, self.state, self.half = board, state, half
        self.carry = carry + [0] * (board.players - len(carry))
        self.seed = fields.get("seed", [1])[0]
        random.seed(self.seed)
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed(self.seed % 2**32)
        if hasattr(self.agent, "new_half"):
            self.agent.new_half(state.clone(), self.seed)

    def on_newgame(self, rest: List[str], moves: Sequence[str] = (), start: Optional[str] = None) -> None:
        assert self.board
        fields = _fields(rest, _NEWGAME)
        board = self.board
        players = fields.get("players", [board.players])[0]
        if players != board.players:
            board = Board(re.sub(r"\s+players\s+\d+", "", board.line) + " players %d" % players)
        self._begin(board, fields, moves, start)

    def on_position(self, rest: List[str]) -> None:
        end = rest.index("moves") if "moves" in rest else len(rest)
        at = rest.index("at") if "at" in rest[:end] else end
        self.on_newgame(rest[:at], rest[end + 1:], " ".join(rest[at + 1:end]) if at < end else None)

    def _played(self, state: State, moves: Sequence[str]) -> State:
        after = state.clone()
        for move in moves:
            try:
                if after.is_terminal():
                    raise _Refused("state", "%s: the half is over" % move[:60])
                after.apply_text(move)
            except TrianceyError as error:
                raise _Refused("illegal", "%s: %s" % (move[:60], error)) from None
        return after

    def on_play(self, rest: List[str]) -> None:
        assert self.state
        if not rest:
            raise _Refused("syntax", "a move is missing")
        self.state = self._played(self.state, rest)

    def on_undo(self, rest: List[str]) -> None:
        assert self.state and self.board
        if len(rest) > 1 or (rest and not re.fullmatch(r"\+?[0-9]{1,6}", rest[0])):
            raise _Refused("syntax", "undo needs a whole number")
        count = int(rest[0]) if rest else 1
        if not 1 <= count <= 100000:
            raise _Refused("range", "the number of moves must be from 1 to 100000, not %d" % count)
        history = self.state.history()
        if count > len(history):
            raise _Refused("state", "only %d moves have been played" % len(history))
        self.state = self._played(self.state.beginning(), self.state.told(0)[:-count])

    def on_score(self, rest: List[str]) -> None:
        assert self.state
        points, margins, over = self.state._score()
        seats = " ".join("p%d %d" % (seat + 1, one) for seat, one in enumerate(points))
        self.say("score %s margin %d half %d total %d over %s" % (seats, margins[0], self.half, margins[0] + self.carry[0], over or "no"))

    def on_legal(self, rest: List[str]) -> None:
        assert self.state
        line = "legal"
        for action in self.state._legal():
            text = self.state.action_to_string(action)
            if len(line) + len(text) + 6 > LINE_MAX:
                self.say(line + " more")
                line = "legal"
            line += " " + text
        self.say(line)

    def _shown(self) -> State:
        """A copy for the agent that has the turn."""
        assert self.state
        shown = self.state.clone()
        if shown.viewer is not None:
            recalled, shown.viewer = shown._recalled[shown.viewer], self.state.current_player()
            shown._recalled[shown.viewer] = recalled
        return shown

    def on_go(self, rest: List[str]) -> None:
        assert self.state
        for word in ("infinite", "ponder", "solve", "searchmoves"):
            if word in rest:
                raise _Refused("unsupported", "this engine does not know '%s'" % word)
        fields = {name: numbers[0] for name, numbers in _fields(rest, _GO).items()}
        number = fields.get("id")
        tail = "" if number is None else " id %d" % number
        if not self.state.is_player_node():
            self.say("bestmove none" + tail)
            return
        shown = self._shown()
        try:
            action = self.agent(shown, self._limit(fields)) if self.takes_limit else self.agent(shown)
            self.state.child(action)
        except Exception as error:
            raise _AgentFailed(error)
        self.say("bestmove %s%s" % (self.state.action_to_string(action), tail))

    def _limit(self, fields: Dict[str, int]) -> Limit:
        assert self.board

        def seconds(name: str) -> Optional[float]:
            return fields[name] / 1000 if name in fields else None

        def by_seat(what: str) -> Optional[List[float]]:
            names = ["p%d%s" % (seat, what) for seat in _SEATS[:self.board.players]]  # type: ignore[union-attr]
            return [fields.get(name, 0) / 1000 for name in names] if any(name in fields for name in names) else None

        return Limit(time=seconds("movetime"), depth=fields.get("depth"), nodes=fields.get("nodes"), clocks=by_seat("time"),
                     increments=by_seat("inc"), id=fields.get("id"))
