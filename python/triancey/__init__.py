"""triancey: boards, rules, players and the exact solver of the games on triangles, for programs that try ideas.

    Board, State     the rules, in OpenSpiel's words
    Batch            many halves at once, in numpy arrays
    Player, oracle, playouts, tree_search    opponents and truth without a process
    aec_env, parallel_env, GymEnv            environments in the shape of PettingZoo and Gymnasium
    Engine, Limit    any engine of the protocol, in python-chess's shape
    serve, evaluate, measure    an agent as an engine of the protocol, how good it is, and its number by the standard
    read_record      the file of a league as arrays

library/README.md shows how they are used.
"""
from ._library import (
    BudgetExceeded, IllegalAction, InvalidInput, LibraryError, NoTurn, OutOfMemory, OutOfRange, ResetNeeded, Stopped, SystemRefused,
    TrianceyError, Unsupported, library_version)
from .batch import Batch, Views
from .board import CHANCE, TERMINAL, Board, State
from .engine import Engine, EngineError, EngineTerminatedError, EngineTimeoutError, Limit, Option, PlayResult
from .environments import AECEnv, GymEnv, ParallelEnv, aec_env, parallel_env
from .evaluation import Measurement, RefereeError, Verdict, evaluate, measure
from .players import Exact, Player, oracle, playouts, tree_search
from .records import Record, read_record
from .serving import serve

__all__ = [
    "AECEnv", "Batch", "Board", "BudgetExceeded", "CHANCE", "Engine", "EngineError", "EngineTerminatedError", "EngineTimeoutError",
    "Exact", "GymEnv", "IllegalAction", "InvalidInput", "LibraryError", "Limit", "Measurement", "NoTurn", "Option", "OutOfMemory",
    "OutOfRange", "ParallelEnv", "PlayResult", "Player", "Record", "RefereeError", "ResetNeeded", "State", "Stopped", "SystemRefused",
    "TERMINAL", "TrianceyError", "Unsupported", "Verdict", "Views", "aec_env", "evaluate", "library_version", "measure", "oracle", "parallel_env",
    "playouts", "read_record", "serve", "tree_search",
]
