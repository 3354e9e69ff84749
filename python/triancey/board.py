"""Boards and states: the rules of the eight games, in the words of OpenSpiel."""
from __future__ import annotations

import ctypes
import hashlib
import random
import re
import weakref
from collections import Counter
from ctypes import byref, c_char_p, c_double, c_int, c_int16, c_int32, c_uint8, c_uint32, c_uint64, c_void_p
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from ._library import (
    INT_MAX, PLAYERS_MAX, POSITION_SIZE, TEXT_SIZE, TURN_CHANCE, TURN_OVER, Facts, InvalidInput, Memory, NoTurn, OutOfRange, TrianceyError,
    Unsupported, check, error_address, library, real, whole)

# What current_player() answers when no seat is to move: OpenSpiel's numbers.
CHANCE = -1
TERMINAL = -4

FAMILY = ("triancey", "selacata", "archipel")
_BORDERS = {-1: "-", -2: "p1", -3: "p2"}


class Board:
    """The board of a line, as `setgrid` of the protocol takes it: "crepe selacata", "torus 6x4 triancey", "tritt
    size 5", "inline selacata ...". A line that names no game is for selacata. A board never changes, and any number
    of threads may use it.

    InvalidInput: the text is that of the protocol's error.
    """

    line: str
    game: str
    players: int  # seats, numbered from 0
    halves: int  # of a game
    cells: int  # of the grid; points on Tritt's board
    corners_count: int  # 0: the board has no coordinates
    actions: int  # an action is a number from 0 to actions - 1, the same in every position
    legal_max: int  # no position has more legal actions
    planes: int  # of an observation,
    places: int  # each with as many bytes
    state_bytes: int
    worst: int  # the margin that a forfeited half costs; no margin is greater
    symmetries: int  # at least 1: the identity
    has_chance: bool
    has_hidden: bool

    def __init__(self, line: str) -> None:
        if not isinstance(line, str):
            raise TypeError("line: needs a text such as 'crepe selacata', not %s" % type(line).__name__)
        if "\0" in line:
            raise InvalidInput("line: it has a NUL character")
        self._library = library()
        handle = c_void_p()
        check(self._library.tri_board_new(line.encode("utf-8", "surrogateescape"), byref(handle), error_address()))
        self._handle: int = handle.value or 0
        weakref.finalize(self, self._library.tri_board_free, self._handle)
        facts = Facts()
        check(self._library.tri_board_facts(self._handle, byref(facts), error_address()))
        self.line = line
        self.game = facts.game.decode()
        self.players, self.halves, self.cells, self.corners_count = facts.players, facts.halves, facts.cells, facts.corners
        self.actions, self.legal_max = facts.actions, facts.legal_max
        self.planes, self.places, self.state_bytes = facts.planes, facts.places, facts.state_bytes
        self.worst, self.symmetries = facts.worst, facts.symmetries
        self.has_chance, self.has_hidden = bool(facts.has_chance), bool(facts.has_hidden)

    def __repr__(self) -> str:
        return "Board(%r)" % self.line

    def __reduce__(self) -> Tuple[Any, ...]:
        return Board, (self.line,)

    # ---- OpenSpiel's words for a game

    def num_players(self) -> int:
        return self.players

    def num_distinct_actions(self) -> int:
        return self.actions

    def max_chance_outcomes(self) -> int:
        return self.legal_max if self.has_chance else 0

    def min_utility(self) -> float:
        return float(-self.worst)

    def max_utility(self) -> float:
        return float(self.worst)

    def utility_sum(self) -> Optional[float]:
        """0 where two play; None where it is not known."""
        return 0.0 if self.players == 2 else None

    def observation_tensor_shape(self) -> List[int]:
        return [self.planes, self.places]

    information_state_tensor_shape = observation_tensor_shape

    def new_initial_state(self, half: int = 1) -> "State":
        """The start of a half, from 1 to `halves`. Seat (half - 1) % players begins."""
        return State(self, half)

    # ---- the surface

    def neighbours(self) -> List[Tuple[int, int, int]]:
        """The three neighbours of each cell: cells, or -1 for a border, -2 and -3 for those of seats 0 and 1.
        Unsupported: tritt, triangulation."""
        return _triples(self._library.tri_neighbours, self, c_int16)

    def corners(self) -> List[Tuple[int, int, int]]:
        """The three corners of each cell, from 0 to corners_count - 1, clockwise; side k is between corners k and
        (k + 1) % 3. Unsupported: the board has none."""
        return _triples(self._library.tri_corners, self, c_int16)

    def coordinates(self) -> List[List[Tuple[float, float]]]:
        """Where the corners of each cell are drawn, three pairs x, y; y goes downwards, and the unit is half a side
        wide and a triangle high. Unsupported: the board has no coordinates."""
        room = (c_double * (6 * self.cells))()
        check(self._library.tri_coordinates(self._handle, room, error_address()))
        return [[(room[6 * cell + 2 * k], room[6 * cell + 2 * k + 1]) for k in range(3)] for cell in range(self.cells)]

    def symmetry(self, number: int) -> List[int]:
        """For each action its image under a symmetry, from 0 (the identity) to symmetries - 1. If moves are replaced
        by their images, all values stay."""
        room = (c_int32 * self.actions)()
        number = whole("number", number, 0, self.symmetries - 1)
        check(self._library.tri_symmetry(self._handle, number, room, error_address()))
        return list(room)

    def action_move(self, action: int) -> int:
        """The move of an action as the game's 32-bit word."""
        word = c_uint32()
        action = whole("action", action, 0, self.actions - 1)
        check(self._library.tri_action_move(self._handle, action, byref(word), error_address()))
        return word.value

    def setgrid(self, name: str = "board") -> str:
        """The line that gives this board to any engine: in the Triancey family it spells out the board."""
        if not isinstance(name, str):
            raise TypeError("name: needs a word, not %s" % type(name).__name__)
        if name.split() != [name] or "\0" in name:
            raise InvalidInput("name: needs one word, not %.80r" % name)
        if self.game not in FAMILY:
            return self.line if self.line.split()[:1] == ["setgrid"] else "setgrid " + self.line
        sides = " ".join(",".join(_BORDERS.get(side, str(side)) for side in cell) for cell in self.neighbours())
        return "setgrid inline %s %s cells %d sides %s" % (self.game, name, self.cells, sides)


def _triples(function: Any, board: Board, kind: Any) -> List[Tuple[int, int, int]]:
    room = (kind * (3 * max(board.cells, 1)))()
    check(function(board._handle, room, error_address()))
    return [(room[3 * cell], room[3 * cell + 1], room[3 * cell + 2]) for cell in range(board.cells)]


class State:
    """One position of a half, in OpenSpiel's words. Copies are cheap: clone() copies `board.state_bytes` bytes and the
    list of actions.

    Where players hide something, a state that was begun by new_initial_state() knows everything, and keeps beside it
    what each seat knows. State(board, half, viewer) knows only what the seat `viewer` may see, and learns moves by
    apply_text(). serve() gives such states. resample_from_infostate() makes full states of them.
    """

    __slots__ = ("board", "half", "viewer", "_library", "_board", "_memory", "_history", "_views", "_recalled",
                 "_complete", "_start", "_texts")

    def __init__(self, board: Board, half: int = 1, viewer: Optional[int] = None) -> None:
        if not isinstance(board, Board):
            raise TypeError("board: needs a Board, not %s" % type(board).__name__)
        self.board = board
        self.half = whole("half", half, 1, board.halves)
        self.viewer = None if viewer is None else whole("viewer", viewer, 0, board.players - 1)
        self._library, self._board = board._library, board._handle
        self._memory = Memory(board.state_bytes)
        check(self._library.tri_start(self._board, self.half, self._memory.address, error_address()))
        self._history: List[int] = []
        self._complete = True  # whether the history begins with the half, or with:
        self._start: Optional[str] = None  # the position that it was made of
        self._views: Optional[List[Optional[Memory]]] = None
        self._texts: List[str] = []  # the moves as the viewer was told them
        self._recalled: List[bytes] = [b""] * board.players if board.has_hidden else []
        if board.has_hidden and viewer is None:
            self._views = []
            for _ in range(board.players):
                view = Memory(board.state_bytes)
                view.copy_from(self._memory.address)
                self._views.append(view)

    @classmethod
    def from_position(cls, board: Board, text: str, half: int = 1, viewer: Optional[int] = None) -> "State":
        """The position that words KEY=VALUE of section 6 of the protocol spell, such as those of position(), as a seat knows it if
        there is a viewer; its history begins there. InvalidInput: the text names the word and the cell, the point or the piece that is wrong."""
        state = cls(board, half, viewer)
        if not isinstance(text, str):
            raise TypeError("text: needs a position such as 'turn=1 cells=...', not %s" % type(text).__name__)
        if "\0" in text:
            raise InvalidInput("text: it has a NUL character")
        check(state._library.tri_position_read(state._board, state.half, text.encode("utf-8", "surrogateescape"), state._memory.address,
                                               error_address()))
        state._start = state.position()
        if state._views is not None:
            state._views = [None] * board.players
        return state

    def position(self) -> str:
        """The position in words of section 6 of the protocol. They do not tell which positions have come up before (which counts in
        triangulation), nor what seats recall."""
        room = ctypes.create_string_buffer(POSITION_SIZE)
        check(self._library.tri_position_text(self._board, self._memory.address, room, error_address()))
        return room.value.decode()

    def get_game(self) -> Board:
        return self.board

    # ---- whose turn

    def current_player(self) -> int:
        """The seat to move, CHANCE or TERMINAL."""
        turn: int = self._library.tri_turn(self._board, self._memory.address)
        return turn if turn >= 0 else TERMINAL if turn == TURN_OVER else CHANCE

    def is_terminal(self) -> bool:
        return bool(self._library.tri_turn(self._board, self._memory.address) == TURN_OVER)

    def is_chance_node(self) -> bool:
        return bool(self._library.tri_turn(self._board, self._memory.address) == TURN_CHANCE)

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def is_simultaneous_node(self) -> bool:
        return False

    def num_players(self) -> int:
        return self.board.players

    def num_distinct_actions(self) -> int:
        return self.board.actions

    # ---- actions

    def _legal(self) -> List[int]:
        room = (c_int32 * self.board.legal_max)()
        count = self._library.tri_legal(self._board, self._memory.address, room, error_address())
        return room[:count]

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        """The legal actions in ascending order; none for a seat that is not to move. Where chance has the turn, its
        outcomes."""
        if player is not None and self._anybody(player) != self.current_player():
            return []
        return sorted(set(self._legal())) if self.is_chance_node() else sorted(self._legal())

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        """1 for each legal action, 0 for the others; `board.actions` numbers."""
        mask = [0] * self.board.actions
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """What chance may do, each with its probability. NoTurn: chance does not have the turn."""
        if not self.is_chance_node():
            raise NoTurn("chance_outcomes: chance does not have the turn")
        listed = self._legal()
        return [(action, count / len(listed)) for action, count in sorted(Counter(listed).items())]

    def apply_action(self, action: int) -> None:
        """Plays an action, of a seat or of chance. IllegalAction: the text names the rule. After an error nothing has
        changed."""
        action = whole("action", action, 0, self.board.actions - 1)
        told = self.action_to_string(action) if self.viewer is not None else ""
        if self._views is not None:
            self._tell(action)
        check(self._library.tri_play(self._board, self._memory.address, action, error_address()))
        self._note(action, told)

    def apply_text(self, text: str) -> None:
        """Plays a move as the protocol writes it. If the state has a viewer, something may be hidden in it: "draw:?". InvalidInput:
        it is no move of the game. IllegalAction: the text names the rule."""
        if self.viewer is None:
            self.apply_action(self.string_to_action(text))
            return
        action = c_int32()
        check(self._library.tri_play_text(self._board, self._memory.address, _move_bytes(text), byref(action), error_address()))
        self._note(action.value, text)

    def _note(self, action: int, told: str) -> None:
        """Writes down what was played."""
        self._history.append(action)
        if self.viewer is not None:
            self._texts.append(told)
            if self._recalled:
                seat = self.viewer
                self._recalled[seat] = _digest(self._recalled[seat], self._memory)

    def _tell(self, action: int) -> None:
        assert self._views is not None
        for seat, view in enumerate(self._views):
            if view is not None:
                check(self._library.tri_tell(self._board, self._memory.address, action, seat, view.address, error_address()))
                self._recalled[seat] = _digest(self._recalled[seat], view)

    def told(self, player: int) -> List[str]:
        """The moves of history() as the protocol sends them to a seat, with `?` for what is hidden from it. Unsupported: the state has
        another viewer."""
        seat = self._seat(player)
        if self.viewer is not None:
            if seat != self.viewer and self.board.has_hidden:
                raise Unsupported("player: this state does not know what seat %d was told" % seat)
            return list(self._texts)
        if self.board.game in FAMILY:
            self.require_history()
            return [str(action) for action in self._history]
        room, texts, state = ctypes.create_string_buffer(TEXT_SIZE), [], self.beginning()
        for action in self._history:
            check(self._library.tri_action_shown(self._board, state._memory.address, action, seat, room, error_address()))
            texts.append(room.value.decode())
            check(self._library.tri_play(self._board, state._memory.address, action, error_address()))
        return texts

    def apply_actions(self, actions: Iterable[int]) -> None:
        """Plays several actions, one after the other: all, or none if one is refused."""
        after = self.clone()
        for index, action in enumerate(listed("actions", actions)):
            try:
                after.apply_action(action)
            except (TrianceyError, TypeError) as error:
                raise type(error)(str(error).replace("action:", "actions[%d]:" % index, 1)) from None
        self._become(after)

    def _become(self, other: "State") -> None:
        for name in ("_memory", "_history", "_views", "_recalled", "_texts"):
            setattr(self, name, getattr(other, name))

    def child(self, action: int) -> "State":
        """The state after an action; this one does not change."""
        after = self.clone()
        after.apply_action(action)
        return after

    def undo_action(self, player: int, action: int) -> None:
        """Takes back the last action, by playing the others again."""
        self._anybody(player)
        action = whole("action", action, -1, self.board.actions - 1)
        if not self._history or self._history[-1] != action:
            raise InvalidInput("action: %r is not the last action" % action)
        before = self.beginning()
        for at, earlier in enumerate(self._history[:-1]):
            if self.viewer is None:
                before.apply_action(earlier)
            else:
                before.apply_text(self._texts[at])
        self._become(before)

    def history(self) -> List[int]:
        """All actions of the half, those of chance too; of a state that comes from a position or a batch, those since then. -1:
        hidden from the viewer."""
        return list(self._history)

    def beginning(self) -> "State":
        """Where history() begins: the start of the half, or the position that the state was made of. Unsupported: the moves since then
        are not known."""
        self.require_history()
        if self.viewer is None and -1 in self._history:
            raise Unsupported("state: it was resampled, and some moves that led to it are hidden")
        if self._start is None:
            return State(self.board, self.half, self.viewer)
        return State.from_position(self.board, self._start, self.half, self.viewer)

    def require_history(self) -> None:
        """Unsupported: the state comes from a batch, which does not keep the moves that led to it."""
        if not self._complete:
            raise Unsupported("state: it comes from a batch, and the moves that led to it are not known; "
                              "State.from_position(board, state.position(), half) begins there")

    def move_number(self) -> int:
        return len(self._history)

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """An action as the protocol writes it: action_to_string(action), or (player, action) as in OpenSpiel."""
        room = ctypes.create_string_buffer(TEXT_SIZE)
        if action is not None:
            self._anybody(player)
        action = whole("action", player if action is None else action, 0, self.board.actions - 1)
        check(self._library.tri_action_text(self._board, self._memory.address, action, room, error_address()))
        return room.value.decode()

    def string_to_action(self, text: str) -> int:
        """The action of such a text, which need not be legal here. InvalidInput: it is no move of the game."""
        action = c_int32()
        check(self._library.tri_action_read(self._board, self._memory.address, _move_bytes(text), byref(action), error_address()))
        return action.value

    # ---- results

    def _score(self) -> Tuple[List[int], List[int], Optional[str]]:
        points, margin, over = (c_int * PLAYERS_MAX)(), (c_int * PLAYERS_MAX)(), c_char_p()
        check(self._library.tri_score(self._board, self._memory.address, points, margin, byref(over), error_address()))
        word = over.value.decode() if over.value is not None else None
        return points[:self.board.players], margin[:self.board.players], word

    def points(self) -> List[int]:
        """Points by seat, such as cells, as if the half ended now."""
        return self._score()[0]

    def margins(self) -> List[int]:
        """Margins by seat as if the half ended now; more is always better for its seat."""
        return self._score()[1]

    def over(self) -> Optional[str]:
        """How the half has ended, a word of the protocol's section 11; None while it goes on."""
        return self._score()[2]

    def returns(self) -> List[float]:
        """The margins of a half that is over, by seat; zeros while it goes on."""
        _, margin, over = self._score()
        return [float(one) if over else 0.0 for one in margin]

    rewards = returns

    def player_return(self, player: int) -> float:
        return self.returns()[self._seat(player)]

    player_reward = player_return

    def key(self) -> int:
        """Equal positions have equal keys, 64 bits; others nearly always have different ones."""
        key = c_uint64()
        check(self._library.tri_key(self._board, self._memory.address, byref(key), error_address()))
        return key.value

    # ---- what a seat knows

    def _seat(self, player: int) -> int:
        return whole("player", player, 0, self.board.players - 1)

    def _anybody(self, player: int) -> int:
        """A seat, or what current_player() answers when none is to move."""
        return whole("player", player, TERMINAL, self.board.players - 1)

    def observe(self, player: Optional[int] = None, out: Any = None) -> Any:
        """What a seat sees (by default the one to move) as a numpy array of uint8, (planes, places), its own things
        first; written into `out` if that is given. libtriancey(3) lists the planes of each game."""
        from ._arrays import into, numpy
        seat = self.current_player() if player is None else player
        if player is None and seat < 0:
            raise NoTurn("player: no seat has the turn, so name one")
        shape = (self.board.planes, self.board.places)
        array = numpy().zeros(shape, "uint8") if out is None else out
        address = into("out", array, shape, ("uint8",))
        check(self._library.tri_observe(self._board, self._memory.address, self._seat(seat), address, error_address()))
        return array

    def observation_tensor(self, player: Optional[int] = None) -> List[int]:
        """The numbers of observe() as a flat list; numpy is not needed."""
        seat = self._seat(max(self.current_player(), 0) if player is None else player)
        room = (c_uint8 * (self.board.planes * self.board.places))()
        check(self._library.tri_observe(self._board, self._memory.address, seat, room, error_address()))
        return list(room)

    def information_state_tensor(self, player: Optional[int] = None) -> List[int]:
        """The planes of observation_tensor(), which do not recall how the position came about; information_state_string() does."""
        return self.observation_tensor(player)

    def information_state_string(self, player: Optional[int] = None) -> str:
        """A text that is the same in two states if and only if the seat cannot tell them apart, whatever it recalls."""
        seat = self._seat(max(self.current_player(), 0) if player is None else player)
        self.require_history()
        if not self.board.has_hidden:
            start = "" if self._start is None else "%s: " % self._start
            return "half %d: %s%s" % (self.half, start, " ".join(map(str, self._history)))
        if self._start is not None or (seat != self.viewer if self._views is None else self._views[seat] is None):
            raise Unsupported("player: a state that was resampled or is seen by another seat, or was made of a position, does not know "
                              "what seat %d knows" % seat)
        return "half %d, seat %d, %d moves: %s" % (self.half, seat, len(self._history), self._recalled[seat].hex())

    def observation_string(self, player: Optional[int] = None) -> str:
        return "%s: %s" % (self.over() or "turn %d" % self.current_player(), bytes(self.observation_tensor(player)).hex())

    def resample_from_infostate(self, player: int, sampler: Union[None, int, Callable[[], float], random.Random] = None) -> "State":
        """A full state, drawn at random among those that agree with what the seat knows. `sampler` is a seed, a
        random.Random, a Generator of numpy, or a function that returns numbers from 0 to 1. Where nothing is hidden, a clone."""
        seat = self._seat(player)
        if not self.board.has_hidden:
            return self.clone()
        known = self._memory if self.viewer is not None else self._views[seat] if self._views is not None else None
        if known is None or self.viewer not in (None, seat):
            raise Unsupported("player: this state does not know what seat %d knows" % seat)
        source: Any = random if sampler is None else sampler
        draw = getattr(source, "random", source)
        seed = int(real("sampler", draw(), 0, 1) * 2**53) if callable(draw) else whole("sampler", draw, 0, 2**64 - 1)
        full = self.clone()
        check(self._library.tri_guess(self._board, known.address, seed, full._memory.address, error_address()))
        views: List[Optional[Memory]] = [None] * self.board.players
        views[seat] = Memory(self.board.state_bytes)
        views[seat].copy_from(known.address)  # type: ignore[union-attr]
        full.viewer, full._views, full._texts = None, views, []
        full._recalled = list(self._recalled) or [b""] * self.board.players
        return full

    def _fair(self, seat: int) -> Memory:
        """The state as its seat knows it, for a player that must not see more; where nothing is kept of that, what the position shows."""
        if self._views is None or seat < 0:
            return self._memory
        return self._views[seat] or State.from_position(self.board, as_seen(self.position(), seat), self.half, seat)._memory

    # ---- copies

    def clone(self) -> "State":
        copy = object.__new__(State)
        copy.board, copy.half, copy.viewer = self.board, self.half, self.viewer
        copy._library, copy._board = self._library, self._board
        copy._memory = Memory(self.board.state_bytes)
        copy._memory.copy_from(self._memory.address)
        copy._history = self._history[:]
        copy._recalled = self._recalled[:]
        copy._complete, copy._start, copy._texts = self._complete, self._start, self._texts[:]
        copy._views = None
        if self._views is not None:
            copy._views = []
            for view in self._views:
                new = None
                if view is not None:
                    new = Memory(self.board.state_bytes)
                    new.copy_from(view.address)
                copy._views.append(new)
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: Dict[int, Any]) -> "State":
        return self.clone()

    def __reduce__(self) -> Tuple[Any, ...]:
        views = [view and view.bytes() for view in self._views] if self._views is not None else None
        return _unpickled, (self.board, self.half, self.viewer, self._memory.bytes(), self._history, views, self._recalled, self._complete,
                            self._start, self._texts)

    def __repr__(self) -> str:
        return "State(%r, half=%d, history=%r)" % (self.board, self.half, self._history)

    def __str__(self) -> str:
        _, margins, over = self._score()
        turn = self.current_player()
        who = over or ("chance to draw" if turn == CHANCE else "seat %d to move" % turn)
        return "%s, half %d, %d moves, %s, margins %s" % (
            self.board.line, self.half, len(self._history), who, " ".join("%+d" % margin for margin in margins))


def as_seen(position: str, seat: int) -> str:
    """A position in words without what a seat does not see: the hands of others, but for the piece that begins."""
    if " view=1" in position:
        return position
    first = re.search(r" first=(\S+)", position)

    def hand(found: "re.Match[str]") -> str:
        pieces = found[2].split(",")
        shown = pieces if int(found[1]) == seat + 1 else ["?" if first is None or piece != first[1] else piece for piece in pieces]
        return " hand%s=%s" % (found[1], ",".join(shown))
    return re.sub(r" hand(\d)=(\S+)", hand, position) + " view=1"


def _move_bytes(text: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError("text: needs a move such as '12', not %s" % type(text).__name__)
    if "\0" in text:
        raise InvalidInput("text: it has a NUL character")
    return text.encode("utf-8", "surrogateescape")


def _digest(recalled: bytes, view: Memory) -> bytes:
    """What a seat recalls after a move, if it recalled that before."""
    return hashlib.blake2b(recalled + view.bytes(), digest_size=16).digest()


def _unpickled(board: Board, half: int, viewer: Optional[int], memory: bytes, history: List[int], views: Optional[List[Optional[bytes]]],
               recalled: List[bytes], complete: bool, start: Optional[str], texts: List[str]) -> State:
    state = State(board, half, viewer)
    state._memory = _restored(memory)
    state._history, state._recalled, state._complete, state._start = history, recalled, complete, start
    state._texts = texts
    state._views = [view and _restored(view) for view in views] if views is not None else None  # type: ignore[misc]
    return state


def _restored(content: bytes) -> Memory:
    memory = Memory(len(content))
    ctypes.memmove(memory.address, content, len(content))
    return memory


def same_board(name: str, state: State, board: Board) -> None:
    """Refuses a state of another board."""
    if not isinstance(state, State):
        raise TypeError("%s: needs a State, not %s" % (name, type(state).__name__))
    if state.board is not board and state.board.line != board.line:
        raise InvalidInput("%s: it is of another board, %r" % (name, state.board.line))


def listed(name: str, values: Any) -> List[Any]:
    """What is a list, or can be one."""
    try:
        return list(values)
    except TypeError:
        raise TypeError("%s: needs a list, not %s" % (name, type(values).__name__)) from None


def collected(states: Sequence[State]) -> Tuple[Board, Memory]:
    """States of one board that follow each other in memory, as the library takes them."""
    states = listed("states", states)
    if not states:
        raise OutOfRange("states: there are none")
    if not isinstance(states[0], State):
        raise TypeError("states[0]: needs a State, not %s" % type(states[0]).__name__)
    board = states[0].board
    memory = Memory(board.state_bytes, whole("states", len(states), 1, INT_MAX))
    for index, state in enumerate(states):
        same_board("states[%d]" % index, state, board)
        memory.copy_from(state._memory.address, index)
    return board, memory
