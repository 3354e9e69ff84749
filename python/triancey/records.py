"""The file of a league as arrays."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Tuple

from ._arrays import numpy
from ._library import InvalidInput, TrianceyError, whole
from .board import Board, State

if TYPE_CHECKING:
    import sqlite3  # engines start sooner without it


class Record:
    """Halves in the order in which their games were scheduled, and their moves one after the other.

    game      the name of the game
    engines   names; seats are numbers in this list
    boards    the names of the boards, and `lines` how they are spelled; board_of() makes one
    skipped   how many halves could not be read: their board is not spelled out, or a move is not legal

    By half, h of them:
    games, halves     int32 (h,)            the number of the game, and of the half in it, from 1
    board             int32 (h,)            in `boards`
    seats             int32 (h, players)    who played, in `engines`
    margins, points   int32 (h, players)    a forfeit has the margins that it costs
    terminations      list of h words       how they ended: a word of PROTOCOL.md, section 11, or of a fault, section 9
    offsets           int64 (h + 1,)        the moves of half i are offsets[i] to offsets[i + 1] - 1

    By move, m of them; those of chance have the mover -1:
    actions           int32 (m,)
    movers            int8 (m,)             the seat
    clocks_us         int64 (m,)            microseconds; -1: not known
    said_margin       float32 (m,)          what the engine said about it; NaN: nothing
    said_depth, said_nodes   int64 (m,)     -1: nothing
    visit_offsets            int64 (m + 1,) the visits at move i are visit_offsets[i] to visit_offsets[i + 1] - 1

    By action that a tree search tried, if the engine reported it, v of them:
    visit_actions    int32 (v,)
    visit_counts     int64 (v,)             how often
    """

    game: str
    players: int
    engines: List[str]
    boards: List[str]
    lines: List[Optional[str]]
    skipped: int

    def __init__(self) -> None:
        self._boards: Dict[int, Board] = {}

    def __len__(self) -> int:
        return len(self.terminations)

    def board_of(self, index: int) -> Board:
        """The board of half number `index`, from 0."""
        number = int(self.board[whole("index", index, 0, len(self) - 1)])
        return self._make(number)

    def _make(self, number: int) -> Board:
        if number not in self._boards:
            self._boards[number] = Board(self.lines[number] or "")
        return self._boards[number]

    def positions(self, index: int) -> Iterator[Tuple[State, int]]:
        """Each position of a half with the action that was played. The state changes from step to step: clone() it to
        keep it."""
        state = State(self.board_of(index), int(self.halves[index]))
        for action in self.actions[self.offsets[index]:self.offsets[index + 1]]:
            yield state, int(action)
            state.apply_action(int(action))

    terminations: List[str]
    games: Any
    halves: Any
    board: Any
    seats: Any
    margins: Any
    points: Any
    offsets: Any
    actions: Any
    movers: Any
    clocks_us: Any
    said_margin: Any
    said_depth: Any
    said_nodes: Any
    visit_offsets: Any
    visit_actions: Any
    visit_counts: Any


def read_record(path: str) -> Record:
    """Reads all halves of the file of a league, which may be growing. InvalidInput: it is not a record."""
    import sqlite3
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError("path: needs the name of a file, not %s" % type(path).__name__)
    path = os.fspath(path)
    if not os.path.exists(path):
        raise FileNotFoundError("path: there is no file %r" % path)
    try:
        database = sqlite3.connect("file:%s?mode=ro" % path.replace("%", "%25").replace("?", "%3f").replace("#", "%23"), uri=True)
    except sqlite3.Error as error:
        raise InvalidInput("path: %s: %s" % (path, error)) from None
    try:
        return _read(database)
    except (sqlite3.Error, ValueError, TypeError, OverflowError) as error:
        if isinstance(error, TrianceyError):
            raise
        raise InvalidInput("path: %s is not a record of a league: %s" % (path, error)) from None
    finally:
        database.close()


def _read(database: "sqlite3.Connection") -> Record:
    np = numpy()
    record = Record()
    with database:
        database.execute("BEGIN")  # what is written meanwhile is not seen
        row = database.execute("SELECT game, players FROM league").fetchone()
        if row is None:
            raise ValueError("it has no league")
        record.game, record.players = str(row[0]), whole("players", row[1], 1, 4)
        engines = dict(database.execute("SELECT id, name FROM engine ORDER BY id"))
        boards = database.execute("SELECT id, name, spelled FROM board ORDER BY id").fetchall()
        tables = {name for name, in database.execute("SELECT name FROM sqlite_schema")}
        seats, margins, points = (", ".join("%s%d" % (name, seat + 1) for seat in range(record.players))
                                  for name in ("game.seat", "half.margin", "half.points"))
        rows = database.execute(
            "SELECT half.id, game.id, half.number, game.board, termination, moves, clocks, %s, %s, %s FROM half JOIN game"
            " ON game.id = half.game ORDER BY half.id" % (seats, margins, points))
        said: Dict[Tuple[int, int], Tuple[Any, Any, Any]] = {}
        if "said" in tables:
            for half, ply, margin, depth, nodes in database.execute("SELECT half, ply, margin, depth, nodes FROM said"):
                said[half, ply] = margin, depth, nodes
        visits: Dict[int, Dict[int, str]] = {}
        if "visits" in tables:
            for half, ply, words in database.execute("SELECT half, ply, moves FROM visits"):
                visits.setdefault(half, {})[ply] = str(words)
        record.engines, record.boards = list(engines.values()), [str(name) for _, name, _ in boards]
        record.lines = [line for _, _, line in boards]
        engine_index = {number: index for index, number in enumerate(engines)}
        board_index = {number: index for index, (number, _, _) in enumerate(boards)}
        columns: Dict[str, List[Any]] = {name: [] for name in (
            "games", "halves", "board", "seats", "margins", "points", "actions", "movers", "clocks_us", "said_margin", "said_depth",
            "said_nodes", "visit_actions", "visit_counts")}
        record.terminations, offsets, visit_offsets, record.skipped = [], [0], [0], 0
        for identity, game, half, board, termination, moves, clocks, *rest in rows:
            players = record.players
            played = _replay(record, board_index[board], half, (moves or "").split(), visits.get(identity, {}))
            if played is None:
                record.skipped += 1
                continue
            actions, movers, tried = played
            times = [int(word) for word in (clocks or "").split()]
            times = times if len(times) == len(actions) else [-1] * len(actions)
            columns["games"].append(game)
            columns["halves"].append(half)
            columns["board"].append(board_index[board])
            columns["seats"].append([engine_index.get(number, -1) for number in rest[:players]])
            columns["margins"].append(rest[players:2 * players])
            columns["points"].append([0 if one is None else one for one in rest[2 * players:]])
            columns["actions"] += actions
            columns["movers"] += movers
            columns["clocks_us"] += times
            for ply in range(len(actions)):
                margin, depth, nodes = said.get((identity, ply + 1), (None, None, None))
                columns["said_margin"].append(float("nan") if margin is None else margin)
                columns["said_depth"].append(-1 if depth is None else depth)
                columns["said_nodes"].append(-1 if nodes is None else nodes)
                columns["visit_actions"] += tried[ply]
                columns["visit_counts"] += tried[ply].values()
                visit_offsets.append(len(columns["visit_actions"]))
            record.terminations.append(str(termination))
            offsets.append(len(columns["actions"]))
    kinds = {"movers": np.int8, "clocks_us": np.int64, "said_margin": np.float32, "said_depth": np.int64, "said_nodes": np.int64,
             "visit_counts": np.int64}
    for name, values in columns.items():
        array = np.array(values, kinds.get(name, np.int32))
        if name in ("seats", "margins", "points"):
            array = array.reshape(len(record.terminations), record.players)
        setattr(record, name, array)
    record.offsets, record.visit_offsets = np.array(offsets, np.int64), np.array(visit_offsets, np.int64)
    return record


def _replay(record: Record, board: int, half: int, moves: List[str],
            visits: Dict[int, str]) -> Optional[Tuple[List[int], List[int], List[Dict[int, int]]]]:
    """The actions of a half, who made them, and how often a tree search had tried which; None: it cannot be replayed."""
    if record.lines[board] is None:
        return None
    try:
        state = State(record._make(board), half)
        movers, tried = [], []
        for ply, text in enumerate(moves, 1):
            movers.append(max(state.current_player(), -1))
            tried.append(_tried(state, visits[ply]) if ply in visits else {})
            state.apply_action(state.string_to_action(text))
    except TrianceyError:
        return None
    return state.history(), movers, tried


def _tried(state: State, text: str) -> Dict[int, int]:
    """Visits by action of words MOVE:NUMBER. The referee keeps what engines say unchecked: moves that are not legal are left out."""
    found, legal = {}, set(state.legal_actions())
    for word in text.split():
        move, _, count = word.rpartition(":")
        try:
            action = state.string_to_action(move)
        except TrianceyError:
            continue
        if action in legal:
            found[action] = int(count)
    return found
