"""Environments in the shape of PettingZoo and Gymnasium. Neither is needed: where they are installed, their own base
classes and spaces are used, so that their checkers and wrappers accept these environments.

An observation is {"observation": uint8 (planes, places), "action_mask": int8 (actions,)}; rewards are margins, given
when a half ends. Chance is drawn by the environment, from the seed of reset().
"""
from __future__ import annotations

import random
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, TypeVar, Union

from ._arrays import numpy
from ._library import InvalidInput, NoTurn, ResetNeeded, TrianceyError, instance, one_of, whole
from .board import TERMINAL, Board, State
from .players import Player

try:
    from gymnasium import Env as _Env, spaces as _spaces
except ImportError:
    _Env, _spaces = object, None
try:
    from pettingzoo import AECEnv as _AECEnv, ParallelEnv as _ParallelEnv
except ImportError:
    _AECEnv = _ParallelEnv = object

Agent = Callable[[State], int]
Made = TypeVar("Made")
SEED_MAX = 2**64 - 1


# ---- spaces, where Gymnasium is not installed ---------------------------------------------------


class _Discrete:
    def __init__(self, n: int) -> None:
        self.n, self.shape, self.dtype = n, (), numpy().dtype("int64")
        self._random = random.Random()

    def seed(self, seed: Optional[int] = None) -> None:
        self._random.seed(seed)

    def sample(self, mask: Any = None) -> int:
        choice: List[int] = list(range(self.n)) if mask is None else [int(one) for one in numpy().flatnonzero(mask)]
        return self._random.choice(choice) if choice else 0

    def contains(self, x: Any) -> bool:
        return isinstance(x, (int, numpy().integer)) and 0 <= int(x) < self.n

    __contains__ = contains


class _Box:
    def __init__(self, low: int, high: int, shape: Sequence[int], dtype: Any) -> None:
        self.low, self.high, self.shape, self.dtype = low, high, tuple(shape), numpy().dtype(dtype)
        self._random = numpy().random.default_rng()

    def seed(self, seed: Optional[int] = None) -> None:
        self._random = numpy().random.default_rng(seed)

    def sample(self) -> Any:
        return self._random.integers(self.low, self.high + 1, self.shape).astype(self.dtype)

    def contains(self, x: Any) -> bool:
        return bool(isinstance(x, numpy().ndarray) and x.dtype == self.dtype and x.shape == self.shape
                    and (x >= self.low).all() and (x <= self.high).all())

    __contains__ = contains


class _Dict:
    def __init__(self, spaces: Dict[str, Any]) -> None:
        self.spaces = spaces

    def __getitem__(self, name: str) -> Any:
        return self.spaces[name]

    def seed(self, seed: Optional[int] = None) -> None:
        for space in self.spaces.values():
            space.seed(seed)

    def sample(self) -> Dict[str, Any]:
        return {name: space.sample() for name, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(space.contains(x[name]) for name, space in self.spaces.items())

    __contains__ = contains


def _discrete(n: int) -> Any:
    return _spaces.Discrete(n) if _spaces else _Discrete(n)


def _box(high: int, shape: Sequence[int], dtype: Any) -> Any:
    return _spaces.Box(0, high, tuple(shape), dtype) if _spaces else _Box(0, high, shape, dtype)


def _dict(spaces: Dict[str, Any]) -> Any:
    return _spaces.Dict(spaces) if _spaces else _Dict(spaces)


def _as_board(board: Union[Board, str]) -> Board:
    if isinstance(board, Board):
        return board
    if not isinstance(board, str):
        raise TypeError("board: needs a Board or its line, not %s" % type(board).__name__)
    return _renamed("board", "line", Board, board)


def _renamed(name: str, inner: str, make: Callable[..., Made], *arguments: Any) -> Made:
    """What is made of arguments; an error has the name of the argument here."""
    try:
        return make(*arguments)
    except TrianceyError as error:
        raise type(error)(str(error).replace(inner + ":", name + ":", 1)) from None


def _observation(state: State, seat: int) -> Dict[str, Any]:
    np = numpy()
    mask = np.zeros(state.board.actions, np.int8)
    mask[state.legal_actions(seat)] = 1
    return {"observation": state.observe(seat), "action_mask": mask}


def _draw_chance(state: State, source: random.Random) -> None:
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes())
        state.apply_action(source.choices(actions, weights)[0])


def _half(options: Optional[Dict[str, Any]], board: Board) -> Optional[int]:
    """The half that the options of a reset() name, if they do."""
    half = instance("options", {} if options is None else options, dict, "a dictionary").get("half")
    return half if half is None else whole("half", half, 1, board.halves)


def _number(action: Any) -> int:
    """The action of a space's sample, such as a numpy integer."""
    if action is None:
        raise TypeError("action: needs a whole number, not None")
    single = hasattr(action, "item") and getattr(action, "size", 0) == 1
    return whole("action", action.item() if single else action, -2**31, 2**31 - 1)


def _need_reset(env: Any, method: str) -> None:
    if "_state" not in vars(env):
        raise ResetNeeded("%s: reset() needs to be called first" % method)


# ---- PettingZoo: agents take turns --------------------------------------------------------------


class AECEnv(_AECEnv):  # type: ignore[misc]
    """One half of a game in the shape of PettingZoo's AECEnv. Agents are "seat_0", "seat_1" ... `half` is the half to
    play, from 1. An illegal action raises IllegalAction and changes nothing."""

    metadata: Dict[str, Any] = {"name": "triancey_v0", "render_modes": ["ansi"], "is_parallelizable": True}

    def __init__(self, board: Union[Board, str], half: int = 1, render_mode: Optional[str] = None) -> None:
        super().__init__()
        one_of("render_mode", render_mode, (None, "ansi"))
        self.board = _as_board(board)
        self.half = whole("half", half, 1, self.board.halves)
        self.render_mode = render_mode
        self.possible_agents: List[str] = ["seat_%d" % seat for seat in range(self.board.players)]
        self.agents: List[str] = []
        one = {"observation": _box(255, self.board.observation_tensor_shape(), "uint8"), "action_mask": _box(1, (self.board.actions,), "int8")}
        self.observation_spaces = {agent: _dict(one) for agent in self.possible_agents}
        self.action_spaces = {agent: _discrete(self.board.actions) for agent in self.possible_agents}
        self._chance = random.Random()

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> "AECEnv":
        return self

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins the half again. `options` may have "half"."""
        half = _half(options, self.board)
        if seed is not None:
            self._chance.seed(whole("seed", seed, 0, SEED_MAX))
        self._state = State(self.board, half or self.half)
        _draw_chance(self._state, self._chance)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(self._state.current_player(), 0)]
        self._dead: List[str] = []

    def __getattr__(self, name: str) -> Any:
        """What reset() makes is not there yet, nor is anything that nobody makes."""
        early = name in ("agent_selection", "rewards", "terminations", "truncations", "infos")
        raise AttributeError("%s: reset() needs to be called first" % name if early else "there is no attribute '%s'" % name)

    def observe(self, agent: str) -> Dict[str, Any]:
        _need_reset(self, "observe")
        return _observation(self._state, self.possible_agents.index(one_of("agent", agent, self.possible_agents)))

    def state(self) -> Any:
        """What the seat to move sees."""
        _need_reset(self, "state")
        return self._state.observe(max(self._state.current_player(), 0))

    def last(self, observe: bool = True) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        _need_reset(self, "last")
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        _need_reset(self, "agent_iter")
        return self._agents_in_turn(max_iter)

    def _agents_in_turn(self, max_iter: int) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action: Any) -> None:
        _need_reset(self, "step")
        if not self.agents:
            raise NoTurn("step: the half is over; call reset()")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(action)
            return
        self._state.apply_action(_number(action))
        _draw_chance(self._state, self._chance)
        self._cumulative_rewards[agent] = 0.0
        turn = self._state.current_player()
        if self._state.is_terminal():
            for seat, margin in enumerate(self._state.returns()):
                self.rewards[self.possible_agents[seat]] = margin
                self._cumulative_rewards[self.possible_agents[seat]] += margin
            self.terminations = {one: True for one in self.agents}
            self.infos = {one: {"over": self._state.over()} for one in self.agents}
            turn = (self.possible_agents.index(agent) + 1) % self.board.players
        self.agent_selection = self.possible_agents[turn]

    def _leave(self, action: Any) -> None:
        """PettingZoo's way to end: each agent takes a last step, None, and is gone."""
        if action is not None:
            raise InvalidInput("action: the half is over, and only None is taken now")
        agent = self.agent_selection
        self.agents.remove(agent)
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del table[agent]  # type: ignore[attr-defined]
        if self.agents:
            self.agent_selection = self.agents[0]
        self.rewards = {one: 0.0 for one in self.agents}

    def render(self) -> Optional[str]:
        _need_reset(self, "render")
        return str(self._state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def __str__(self) -> str:
        return str(self.metadata["name"])


def aec_env(board: Union[Board, str], half: int = 1, render_mode: Optional[str] = None) -> AECEnv:
    """One half of a game, whose agents take turns."""
    return AECEnv(board, half, render_mode)


# ---- PettingZoo: all agents at once -------------------------------------------------------------


class ParallelEnv(_ParallelEnv):  # type: ignore[misc]
    """The half of an AECEnv in the shape of PettingZoo's ParallelEnv. In each step all agents give an action, and the one
    that has the turn is obeyed: the masks of the others are zero, and what they give is not looked at."""

    metadata = AECEnv.metadata

    def __init__(self, board: Union[Board, str], half: int = 1, render_mode: Optional[str] = None) -> None:
        super().__init__()
        self._turns = AECEnv(board, half, render_mode)
        self.board, self.render_mode = self._turns.board, render_mode
        self.possible_agents = self._turns.possible_agents
        self.agents: List[str] = []
        self.observation_spaces, self.action_spaces = self._turns.observation_spaces, self._turns.action_spaces

    num_agents, max_num_agents = AECEnv.num_agents, AECEnv.max_num_agents
    observation_space, action_space = AECEnv.observation_space, AECEnv.action_space

    @property
    def unwrapped(self) -> "ParallelEnv":
        return self

    def _observations(self) -> Dict[str, Any]:
        return {agent: self._turns.observe(agent) for agent in self.possible_agents}

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        self._turns.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Dict[str, Any]) -> Tuple[Dict[str, Any], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Any]]:
        _need_reset(self._turns, "step")
        if not self.agents:
            return {}, {}, {}, {}, {}
        mover = self._turns.agent_selection
        if mover not in instance("actions", actions, dict, "a dictionary of actions by agent"):
            raise InvalidInput("actions: %s has the turn, and its action is missing" % mover)
        self._turns.step(actions[mover])
        answer = (self._observations(), dict(self._turns.rewards), dict(self._turns.terminations), dict(self._turns.truncations),
                  dict(self._turns.infos))
        if self._turns._state.is_terminal():
            self.agents = []
        return answer

    def state(self) -> Any:
        return self._turns.state()

    def render(self) -> Optional[str]:
        return self._turns.render()

    def close(self) -> None:
        pass


def parallel_env(board: Union[Board, str], half: int = 1, render_mode: Optional[str] = None) -> ParallelEnv:
    """One half of a game, all of whose agents give an action in each step."""
    return ParallelEnv(board, half, render_mode)


# ---- Gymnasium: one agent against an opponent ---------------------------------------------------


class GymEnv(_Env):  # type: ignore[misc]
    """One agent against an opponent, in the shape of a Gymnasium environment. An episode is a half.

    observation  uint8 (planes, places), what the agent sees; info["action_mask"] is int8 (actions,)
    reward       the margin of the agent when the half is over, else 0
    opponent     the name of a player, a Player, or a function of a state that returns an action; the seed of reset() is that of a named
                 one, too
    seat         the agent's seat; None: seats change from episode to episode, and so do halves, so that each begins
    nodes, milliseconds   what an opponent of that name may use for a move
    illegal      "raise": IllegalAction, and nothing changes; "forfeit": the half is lost by board.worst, as in a league
    """

    metadata: Dict[str, Any] = {"render_modes": ["ansi"]}
    _state: State

    def __init__(self, board: Union[Board, str], opponent: Union[str, Player, Agent] = "reference", seat: Optional[int] = None,
                 nodes: int = 0, milliseconds: int = 0, illegal: str = "raise", render_mode: Optional[str] = None) -> None:
        self.board = _as_board(board)
        one_of("illegal", illegal, ("raise", "forfeit"))
        one_of("render_mode", render_mode, (None, "ansi"))
        if seat is not None:
            whole("seat", seat, 0, self.board.players - 1)
        if isinstance(opponent, str):
            self._player = _renamed("opponent", "name", Player, self.board, opponent)
            self.opponent: Agent = lambda state: self._player.choose(state, nodes, milliseconds)
        elif callable(opponent):
            self.opponent = opponent
        else:
            raise TypeError("opponent: needs a name, a Player or a function, not %s" % type(opponent).__name__)
        self.illegal, self.render_mode, self._wanted = illegal, render_mode, seat
        self.observation_space = _box(255, self.board.observation_tensor_shape(), "uint8")
        self.action_space = _discrete(self.board.actions)
        self._chance = random.Random()
        self._named = opponent if isinstance(opponent, str) else None
        self._episodes = 0
        self._over = True

    def _info(self) -> Dict[str, Any]:
        info = {"action_mask": _observation(self._state, self.seat)["action_mask"], "seat": self.seat, "half": self._state.half}
        if self._state.is_terminal():
            info["over"] = self._state.over()
        return info

    def _let_others_move(self, state: State) -> None:
        """Up to the agent's turn; the state is not of the environment yet, for the opponent may fail."""
        while True:
            _draw_chance(state, self._chance)
            turn = state.current_player()
            if turn < 0 or turn == self.seat:
                self._state, self._over = state, turn == TERMINAL
                return
            state.apply_action(self.opponent(state.clone()))

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        """Begins a half, and lets the opponent move if it begins. `options` may have "half"."""
        seed, half = seed if seed is None else whole("seed", seed, 0, SEED_MAX), _half(options, self.board)
        if _Env is not object:
            super().reset(seed=seed)
        if seed is not None:
            self._chance.seed(seed)
            self._episodes = 0
            if self._named is not None:
                self._player = Player(self.board, self._named, seed)
        self.seat = self._episodes % self.board.players if self._wanted is None else self._wanted
        self._over = True
        state = State(self.board, half or 1 + self._episodes // self.board.players % self.board.halves)
        self._episodes += 1
        self._let_others_move(state)
        return self._state.observe(self.seat), self._info()

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        _need_reset(self, "step")
        number = _number(action)
        if self._over:
            raise NoTurn("action: none is possible, for the half is over; call reset()")
        state = self._state.clone()
        try:
            state.apply_action(number)
        except TrianceyError as error:
            if self.illegal == "raise":
                raise
            self._over = True
            return self._state.observe(self.seat), float(-self.board.worst), True, False, {**self._info(), "illegal": str(error)}
        self._let_others_move(state)
        reward = self._state.returns()[self.seat]
        return self._state.observe(self.seat), reward, self._over, False, self._info()

    def render(self) -> Optional[str]:
        _need_reset(self, "render")
        return str(self._state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass
