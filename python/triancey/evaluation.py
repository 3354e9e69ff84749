"""How good an agent is, in the words of the referee: the agent plays against an opponent, and triancey-referee judges."""
from __future__ import annotations

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from typing import Any, BinaryIO, Callable, Dict, List, NamedTuple, Optional, Sequence, Union, cast

from ._library import InvalidInput, TrianceyError, whole
from .board import listed
from .serving import GAMES, serve

Agent = Union[str, Sequence[str], Callable[..., int]]
_ADDRESS = "TRIANCEY_AGENT"  # where _bridge.py finds its socket


class RefereeError(TrianceyError, RuntimeError):
    """triancey-referee is not found, or refuses; the text is its own."""


class Verdict(NamedTuple):
    """What the referee says about an agent. An encounter is all that two engines play on a board in a round: a game of
    Selacata, which has two halves, or a game in each seat."""

    margin: Optional[float]  # of the agent, the mean of a game; None: no encounter is complete
    error: Optional[float]  # half the width of its 95 % interval; None: too few encounters
    encounters: int
    won: int  # games
    drawn: int
    lost: int
    faults: int  # of the agent
    json: Dict[str, Any]  # the referee's line `standings`, triancey-match(6)


class Measurement(NamedTuple):
    """The number of an agent by the standard, triancey-measure(6)."""

    standard: str  # its name and version, such as selacata-1
    is_standard: bool  # False: games were left out, or the agent has limits of its own
    games: int
    margin: Optional[float]  # the mean of a game against the reference computer, in cells
    error: Optional[float]  # half the width of its 95 % interval; None: too few games
    won: int
    drawn: int
    lost: int
    regret: List[Dict[str, Any]]  # for each phase: empty_max, empty_min, moves, mean (cells a move), error, best
    faults: int
    json: Dict[str, Any]  # the referee's line `measurement`


def _text(name: str, value: Any) -> str:
    """What can be a word of a command line."""
    if not isinstance(value, str):
        raise TypeError("%s: needs a text, not %s" % (name, type(value).__name__))
    if "\0" in value:
        raise InvalidInput("%s: it has a NUL character" % name)
    return value


def _path(name: str, value: Any) -> Optional[str]:
    return None if value is None else _text(name, os.fspath(value) if isinstance(value, os.PathLike) else value)


def referee_program() -> str:
    """triancey-referee: named in TRIANCEY_REFEREE, in the tree that this module is in, or on the path."""
    tree = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    for path in (os.environ.get("TRIANCEY_REFEREE"), os.path.join(tree, "triancey-referee"), shutil.which("triancey-referee")):
        if path and os.access(path, os.X_OK):
            return path
    raise RefereeError("triancey-referee is not found; install it, or name it in TRIANCEY_REFEREE")


def _command(agent: List[str], opponent: str, game: str, boards: Sequence[str], rounds: int, movetime: int, seed: int,
             record: Optional[str]) -> List[str]:
    """The command that judges. Another way to judge changes this and _verdict(), and nothing else."""
    words = ["match", "--json", "--game", game, "--rounds", str(rounds), "--seed", str(seed), "--movetime", str(movetime),
             "--margin", "1000", "--reference", "opponent"]
    words += ["--grids", ", ".join(boards)] if boards else []
    words += ["--record", record] if record is not None else []
    return [referee_program(), *words, "--engine", "name=agent", *agent, "--engine", "name=opponent", "cmd=" + opponent]


def _line(lines: List[Dict[str, Any]], wanted: str) -> Dict[str, Any]:
    for line in reversed(lines):
        if line.get("type") == wanted:
            return line
    raise RefereeError(next((line["text"] for line in lines if line.get("type") == "error"), "the referee said nothing"))


def _verdict(lines: List[Dict[str, Any]]) -> Verdict:
    table = _line(lines, "standings")
    agent = next(row for row in table["players"] if row["name"] == "agent")
    result = agent["all"]
    return Verdict(result["mean"], result["error"], result["encounters"], agent["won"], agent["drawn"], agent["lost"], agent["faults"], table)


def evaluate(agent: Agent, opponent: str = "builtin:reference", *, game: str = "selacata", boards: Sequence[str] = (), rounds: int = 10,
             movetime: int = 1000, seed: int = 1, record: Union[None, str, "os.PathLike[str]"] = None,
             progress: Optional[Callable[[int, int], None]] = None) -> Verdict:
    """Plays a match and returns the verdict.

    agent     a function as serve() takes it, which plays in this process; or the command of an engine
    opponent  the command of an engine, or builtin:PLAYER: builtin:reference, builtin:search, builtin:random ...
    boards    names, shapes, words or files as the referee takes them; none: the usual one
    rounds    how often they meet on each board, once in each seat
    movetime  milliseconds for a move, for both
    record    the file to keep the match in, for read_record(); a record that is there is continued
    progress  is called after each game with the games played and all games

    RefereeError: the referee refuses, and says why. What the agent raises is raised here.
    """
    rounds, movetime = whole("rounds", rounds, 1, 1000000), whole("movetime", movetime, 1, 10**9)
    seed = whole("seed", seed, 0, 2**63 - 1)
    if isinstance(boards, str):
        raise TypeError("boards: needs a list of names, not one text")
    boards = [_text("boards[%d]" % index, board) for index, board in enumerate(listed("boards", () if boards is None else boards))]
    opponent, game, path = _text("opponent", opponent), _text("game", game), _path("record", record)
    return _verdict(_judge(agent, lambda command: _command(command, opponent, game, boards, rounds, movetime, seed, path), "standings", progress))


def measure(agent: Agent, *, record: Union[None, str, "os.PathLike[str]"] = None, secret: Optional[str] = None, boards: Optional[int] = None, concurrency: int = 0,
            progress: Optional[Callable[[int, int], None]] = None) -> Measurement:
    """Measures an agent by the standard: its margin in a game against the reference computer, and how far its moves are
    from perfect. With the standard's 100 ms a move this takes half an hour and more.

    agent        as for evaluate(); a function is measured with the time that it takes here
    record       the file to keep the games in; one that is there is continued. None: nothing is kept
    secret       a word from which the boards follow, instead of the published ones
    boards       fewer games than the standard has, for a first look
    concurrency  games at the same time, in each of which a function is called by a thread of its own; 0: one for a function, and for
                 a command as many as there are processors

    RefereeError: the referee refuses, and says why. What the agent raises is raised here.
    """
    concurrency, path = whole("concurrency", concurrency, 0, 1024), _path("record", record)
    with tempfile.TemporaryDirectory(prefix="triancey-") as folder:
        words = ["measure", "--json", "--record", os.path.join(folder, "measured.db") if path is None else path]
        words += ["--secret", _text("secret", secret)] if secret is not None else []
        words += ["--boards", str(whole("boards", boards, 1, 10**6))] if boards is not None else []
        words += ["--concurrency", str(concurrency or 1)] if concurrency or callable(agent) else []
        lines = _judge(agent, lambda command: [referee_program(), *words, "--engine", "name=agent", *command], "measurement", progress)
    found = _line(lines, "measurement")
    return Measurement(**{name: found[name] for name in Measurement._fields if name != "json"}, json=found)


def _judge(agent: Agent, words_of: Callable[[List[str]], List[str]], wanted: str,
           progress: Optional[Callable[[int, int], None]]) -> List[Dict[str, Any]]:
    """The lines of the referee, of which one is wanted. `words_of` makes its command of the keys of the agent as an engine."""
    if progress is not None and not callable(progress):
        raise TypeError("progress: needs a function, not %s" % type(progress).__name__)
    if callable(agent):
        with _Bridge(agent) as bridge:
            return _run(words_of(bridge.engine), wanted, progress, bridge)
    if not isinstance(agent, (str, list, tuple)):
        raise TypeError("agent: needs a function or a command, not %s" % type(agent).__name__)
    command = _text("agent", agent) if isinstance(agent, str) else shlex.join(_text("agent", word) for word in agent)
    if not command:
        raise InvalidInput("agent: the command is empty")
    return _run(words_of(["cmd=" + command]), wanted, progress, None)


def _run(words: List[str], wanted: str, progress: Optional[Callable[[int, int], None]],
         bridge: "Optional[_Bridge]") -> List[Dict[str, Any]]:
    lines: List[Dict[str, Any]] = []
    with tempfile.TemporaryFile() as said:
        referee = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said,
                                   env={**os.environ, _ADDRESS: bridge.path} if bridge else None)
        try:
            assert referee.stdout
            for text in referee.stdout:
                line = json.loads(text)
                lines.append(line)
                if bridge and bridge.raised:
                    raise bridge.raised[0]
                if progress and line.get("type") == "game":
                    progress(line["done"], line["games"])
            if bridge and bridge.raised:
                raise bridge.raised[0]
            if referee.wait() and not any(line.get("type") == wanted for line in lines):
                said.seek(0)
                why = said.read().decode("utf-8", "replace").strip()
                raise RefereeError(why or "the referee ended with status %d" % referee.returncode)
        finally:
            if referee.poll() is None:
                referee.terminate()
                referee.wait()
            assert referee.stdout
            referee.stdout.close()
    return lines


class _Bridge:
    """Lets a function of this process be an engine: the referee starts a program that connects to a socket here, and hands
    lines on. So an agent may be a closure, or hold a network in memory."""

    def __init__(self, agent: Callable[..., int]) -> None:
        self.agent = agent
        self.raised: List[BaseException] = []
        self._folder = tempfile.TemporaryDirectory(prefix="triancey-")
        self.path = os.path.join(self._folder.name, "agent")
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(self.path)
        self._socket.listen()
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_bridge.py")
        # The same words each time: a record is continued by the same engines.
        self.engine = ["cmd=" + shlex.join([sys.executable, "-I", "-S", program]), "environment=" + _ADDRESS]

    def __enter__(self) -> "_Bridge":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection, connection.makefile("rwb") as stream:
                both = cast(BinaryIO, stream)
                serve(self.agent, name=getattr(self.agent, "__name__", "agent"), games=GAMES, input=both, output=both)
        except ConnectionError:
            pass  # the referee has ended it
        except BaseException as error:
            self.raised.append(error)

    def __exit__(self, *_: Any) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._folder.cleanup()
