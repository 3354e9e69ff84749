#!/usr/bin/env python3
"""Pondering: no answer before ponderhit or stop, and then one within the limits; by every player."""
import os
import sys
import time

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import Engine, PATIENCE, done, enough, ok, until  # noqa: E402

LOOSE = 2.0  # seconds of the processor: far above what is promised, far below a search that goes on
PLAYERS = ("search", "mcts", "response", "reference", "random")
LATE = "play 24 5 1 9 32 19 26 34 11 40 10 39 35 38 42 6 41 23 30 13"  # on crepe; 28 cells are empty
LATE += enough(" 2 46 15 3", "")  # or fewer
NOT_PONDERING = "error state ponderhit: no search is pondering"


def start(*lines):
    engine = Engine()
    engine.send("setoption name Hash value 4", "setgrid crepe selacata", "newgame seed 1", *lines)  # quick to clear
    return engine


def said(engine):
    """What comes before the answer to isready."""
    engine.send("isready")
    return engine.until("readyok")


def ponders(engine, seconds):
    """Waits until the engine has the last command, and has worked for so long or has nothing left to do."""
    lines = said(engine)
    begin = engine.seconds()
    until(lambda: engine.seconds() - begin >= seconds or engine.is_idle())
    return lines


def is_silent(engine, seconds):
    """Whether no bestmove comes while it works for so long, nor before an isready that follows it."""
    lines = ponders(engine, seconds) + said(engine)
    return not [line for line in lines if line is None or line.startswith("bestmove")]


def answer_to(engine, line):
    """The bestmove that follows the line, and how many seconds of the processor it took."""
    begin = engine.seconds()
    best = engine.ask(line, answer="bestmove")
    return best, engine.seconds() - begin


engine = start()
engine.send("tgi")
lines = engine.until("tgiok")
ok(any(line.startswith("feature ") and " ponder" in line for line in lines), "the feature is announced")
ok("option name Ponder type check default false" in lines, "and so is the option")
engine.close()

# ---- each player -----------------------------------------------------------------------------
for player in PLAYERS:
    engine = start("setoption name Player value " + player)
    legal = engine.ask("legal").split()[1:]
    engine.send("go ponder movetime 60 id 1")
    silent = is_silent(engine, 0.1)
    begin = time.monotonic()
    best, seconds = answer_to(engine, "ponderhit")
    passed = time.monotonic() - begin
    ok(silent, player + ": no answer while it ponders")
    ok(best.split()[1] in legal and best.endswith(" id 1"), "a legal move after ponderhit", best)
    thinks = player in ("search", "mcts", "response")
    ok((0.04 if thinks else 0) < passed and seconds < LOOSE, "in the time that the go said, from then on", passed, seconds)
    engine.send("go ponder id 2")
    silent = is_silent(engine, 0.05)
    best, seconds = answer_to(engine, "stop")
    ok(silent and best.split()[1] in legal and best.endswith(" id 2") and seconds < LOOSE,
       "stop ends it with a legal move", best, seconds)
    best, seconds = answer_to(engine, "go ponder movetime 100000\nstop")
    ok(best.split()[1] in legal and seconds < LOOSE, "also at once after go", best)
    best, seconds = answer_to(engine, "go ponder movetime 20\nponderhit")
    ok(best.split()[1] in legal and seconds < LOOSE, "as does ponderhit", best)
    engine.send("go ponder movetime 20 searchmoves %s %s" % (legal[3], legal[7]), "ponderhit")
    ok(engine.until("bestmove")[-1].split()[1] in (legal[3], legal[7]), "searchmoves is obeyed")
    engine.send("go ponder infinite id 3", "ponderhit")
    silent = is_silent(engine, 0.1)
    best, seconds = answer_to(engine, "stop")
    ok(silent and best.endswith(" id 3") and seconds < LOOSE, "infinite: stop alone ends it", best)
    ok(engine.ask("ponderhit") == NOT_PONDERING, "a ponderhit too late")
    ok(engine.close() == 0, "it ends as it should")

# ---- limits ----------------------------------------------------------------------------------
engine = start()
for limits in ("nodes 2000", "depth 2", "p1time 300 p2time 300", "p1time 0 p2time 0", "movetime 0"):
    engine.send("go ponder " + limits)
    silent = is_silent(engine, 0.1)
    best, seconds = answer_to(engine, "ponderhit")
    ok(silent and seconds < LOOSE, "go ponder " + limits, best, seconds)
engine.send("newgame seed 4")
plain = engine.ask("go nodes 3000", answer="bestmove")
engine.send("newgame seed 4", "go ponder nodes 3000", "ponderhit")
ok(engine.until("bestmove")[-1] == plain, "with nodes alone the answer is that of a plain go", plain)
for threads in (1, 2):
    engine.send("setoption name Threads value %d" % threads, "newgame seed 1", "go ponder solve movetime 60")
    silent = is_silent(engine, 0.1)
    best, seconds = answer_to(engine, "ponderhit")
    ok(silent and seconds < LOOSE, "a solution without end, %d threads: the time ends it" % threads, seconds)
    engine.send("newgame seed 1", LATE, "go ponder solve movetime 100000")
    line = engine.line()
    while line and "bound exact" not in line:
        line = engine.line()
    ok(line is not None, "a position solved while pondering")
    silent = is_silent(engine, 0.05)
    best, seconds = answer_to(engine, "ponderhit")
    ok(silent and seconds < LOOSE, "is answered at once after ponderhit", seconds)

# ---- what is refused -------------------------------------------------------------------------
ok(engine.ask("ponderhit") == NOT_PONDERING, "ponderhit without a search")
engine.send("go infinite")
ok(engine.ask("ponderhit", answer="error") == NOT_PONDERING, "or with one that does not ponder")
engine.ask("stop", answer="bestmove")
engine.send("go ponder movetime 100000")
busy = [engine.ask(line, answer="error") for line in ("play 5", "newgame", "go", "go ponder", "setoption name Hash value 8")]
ok(all(line.startswith("error busy ") for line in busy), "busy while it ponders", busy)
ok(engine.ask("ponderhit\nponderhit", answer="error") == NOT_PONDERING, "the second ponderhit of a search")
ok(engine.ask("ponderhit now", answer="error").startswith("error syntax ponderhit:"), "a word too much")
engine.close()
engine = start("go ponder", "stop", "ponderhit", "isready")
lines = engine.until("readyok")
ok(NOT_PONDERING in lines, "a ponderhit after stop", lines)
engine.close()
engine = start()
for value in ("yes", "1", "True", ""):
    line = engine.ask("setoption name Ponder value " + value)
    ok(line.startswith("error syntax setoption"), "Ponder %r" % value, line)
engine.close()

# ---- a half that is over ---------------------------------------------------------------------
engine = Engine()
engine.send("setgrid inline selacata tiny cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4,2",
            "play 0 7", "go ponder id 4")
silent = is_silent(engine, 0.05)
ok(silent and engine.ask("ponderhit") == "bestmove none id 4", "no move to make: none, when asked for")
engine.close()

# ---- the reply that is expected --------------------------------------------------------------
engine = start("setoption name Ponder value true")
for opening, limits in (("", "nodes 5000"), (LATE, "solve")):
    engine.send("newgame seed 2", *filter(None, [opening]))
    words = engine.ask("go %s id 9" % limits, answer="bestmove").split()
    ok(words[2:3] == ["ponder"] and words[4:] == ["id", "9"], "go %s names the reply" % limits, words)
    ok(engine.ask("play %s %s\nisready" % (words[1], words[3])) == "readyok", "which is legal", words)
engine.send("setoption name Ponder value false", "newgame seed 2")
ok(" ponder " not in engine.ask("go nodes 5000", answer="bestmove"), "unless it is off")
engine.send("setoption name Ponder value true", "setoption name Player value reference")
ok(" ponder " not in engine.ask("go", answer="bestmove"), "or the player has no idea")
engine.close()

# ---- the end ---------------------------------------------------------------------------------
for player in PLAYERS:
    for hit in ((), ("ponderhit",)):
        engine = start("setoption name Player value " + player, "go ponder infinite", *hit)
        ponders(engine, 0.02)
        status = engine.close()
        ok(status == 0, "end of input %s %s" % (player, hit), status)
        engine = start("setoption name Player value " + player, "go ponder infinite", *hit, "quit")
        ok(engine.process.wait(PATIENCE) == 0, "quit")
done()
