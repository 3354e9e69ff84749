#!/usr/bin/env python3
"""The engine as a peer: limits, stop, end of input, bad lines, and that errors change nothing."""
import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import ENGINE, NIGHTLY, PATIENCE, SOURCE, Engine, done, enough, ok  # noqa: E402

LOOSE = 2.0  # seconds of the processor: far above the 10 ms that are promised, far below a search that goes on


def memory():
    """What this machine has, in MiB: more than it can spare."""
    with open("/proc/meminfo") as file:
        return int(file.readline().split()[1]) // 1024


MEMORY = memory()


def refused(engine, line, code, *contains):
    """Checks that a line is answered by one error of this code, and changes nothing."""
    before = state(engine)
    answer = engine.ask(line)
    good = answer is not None and answer.startswith("error %s " % code)
    good = good and all(text in answer for text in contains)
    ok(good and state(engine) == before, "%s: %s" % (code, line[:60].replace("\r", "\\r")), answer)


def state(engine):
    engine.send("show", "score", "legal", "isready")
    return engine.until("readyok")


# ---- what is refused -------------------------------------------------------------------------
engine = Engine()
engine.send("setgrid torus 6x4 selacata", "newgame half 2 carry 3 -3 seed 1", "play 0 40")
for line, code, *contains in [
    ("hello", "unknown", "hello"), ("Play 3", "unknown", "Play"), ("play", "syntax", "moves"),
    ("play x", "syntax", "'x'"), ("play 1", "illegal", "touched"), ("play 48", "illegal", "47"),
    ("play 5 5", "illegal", "5: "), ("play 5 32 x", "syntax", "'x'"), ("play 00", "syntax"),
    ("play 99999999999999999999", "syntax"), ("undo 3", "state", "2"), ("undo 0", "range"),
    ("undo -1", "range"), ("undo one", "syntax"), ("undo 1 1", "syntax"),
    ("newgame half 3", "range", "halves"), ("newgame half", "syntax"), ("newgame carry 1", "syntax"),
    ("newgame carry 1 2 3", "syntax"), ("newgame carry 1 2 3 4 5", "syntax"),
    ("newgame players 3", "range"), ("newgame seed -1", "range"), ("newgame 7", "syntax"),
    ("newgame seed 99999999999999999999", "range"), ("newgame half 1 half 2", "syntax", "twice"),
    # Positions that no half can reach: a cell of both colours, one that is not there, one that a
    # reaction has taken, islands that touch, that react, or a half that goes on after its end.
    ("position moves 7 7", "illegal", "not empty"), ("position moves 0 48", "illegal", "47"),
    ("position moves 0 -1", "syntax", "'-1'"), ("position moves 4 0.5", "syntax", "'0.5'"),
    ("position moves 0 pass", "syntax", "'pass'"), ("position moves 99999", "syntax"),
    ("position moves 0 1", "illegal", "touched"), ("position moves 3 30 5", "illegal", "reaction"),
    ("position moves " + " ".join(map(str, range(48))), "illegal", "1: "),
    ("position half 2 carry 3 -3 seed 1 moves 0 40 40", "illegal", "40: "),
    ("position half 0 moves 0", "range"), ("position seed -1 moves 0", "range"),
    ("position moves 0 moves 40", "syntax", "twice"),
    ("position moves 0 0", "illegal"), ("position half 9 moves 1", "range"),
    ("position moves zero", "syntax"), ("go movetime", "syntax"), ("go movetime -1", "range"),
    ("go movetime 1000000000000000000", "range"), ("go movetime 1e3", "syntax"),
    ("go movetime 99999999999999999999", "range"), ("go movetime 5 movetime 6", "syntax", "twice"),
    ("go depth -1", "range"), ("go nodes -1", "range"), ("go nodes 99999999999999999999", "range"),
    ("go p1time -1 p2time 5", "range"), ("go p1time 5 p1inc -5", "range"), ("go id -1", "range"),
    ("go p2time 1000000000000000000", "range"), ("go id x", "syntax"),
    ("go searchmoves 5 5 48", "illegal", "48"), ("go searchmoves 5 0", "illegal", "not empty"),
    ("go searchmoves -1", "syntax"), ("go nodes 5 searchmoves 5 1", "illegal", "touched"),
    ("go depth 0", "range"), ("go depth 99999999999", "range"), ("go nodes 0", "range"),
    ("go fast", "syntax", "fast"), ("go searchmoves", "syntax"), ("go searchmoves 1", "illegal"),
    ("go searchmoves q", "syntax"), ("go p5time 3", "syntax"),
    ("setgrid", "syntax"), ("setgrid inline", "syntax"), ("setgrid triangle 8", "range", "border"),
    ("setgrid torus 1x1", "range"), ("setgrid torus 99x99", "range"), ("setgrid ../nothing.ini", "range"),
    ("setgrid no-such-board!", "range"), ("setgrid /", "range"), ("setgrid /dev/null", "range"),
    ("setgrid selacata size 5", "range", "'size'", "players"),
    ("setgrid selacata players", "range", "whole number"), ("setgrid selacata players x", "range", "'x'"),
    ("setgrid selacata players 3", "range", "must be 2"),
    ("setgrid selacata players 2 players 2", "range", "twice"),
    ("setgrid triangulation players 4", "range", "2 to 3"), ("setgrid crepe triangulation", "range", "of its own"),
    ("setoption name Opponents value all", "range", "together or each"),
    ("setgrid inline chess b cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4,2", "range", "chess"),
    ("setgrid inline triancey b cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4,9", "range", "7"),
    ("setgrid inline triancey b cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4", "syntax", "7"),
    ("setgrid inline triancey b cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4,1", "range"),
    ("setgrid inline triancey b cells 8 sides 1,1,5 0,0,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4,2", "range"),
    ("setgrid inline triancey b cells 8 sides 0,3,5 1,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4,2", "range"),
    ("setgrid inline selacata b cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4,p1", "range"),
    ("setgrid inline triancey b cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4,-1", "syntax"),
    ("setgrid inline triancey b cells 257 sides 1,2,3", "range"),
    ("setgrid inline triancey b sides 1,2,3", "syntax"),
    ("setgrid inline triancey b cells 4 sides 1,2,3 0,2,3 0,1,3 0,1,2", "range"),
    ("setoption", "syntax"), ("setoption name", "syntax"), ("setoption name Elo value 3", "unsupported"),
    ("setoption name Hash", "syntax"), ("setoption name Hash value abc", "syntax", "abc"),
    ("setoption name Hash value 0", "range"), ("setoption name Hash value 1000000", "memory"),
    ("setoption name Hash value 99999999999999999999", "range"),
    ("setoption name Hash value -1", "range"), ("setoption name Hash value 16 MiB", "syntax"),
    ("setoption name Hash value 1048577", "range"), ("setoption name Hash value 0x10", "syntax"),
    ("setoption name Hash value %d" % MEMORY, "memory", str(MEMORY)),
    ("setoption name Threads value 0", "range"), ("setoption name Threads value -2", "range"),
    ("setoption name Threads value 1000000", "range"), ("setoption name Threads value two", "syntax"),
    ("setoption name Threads value 99999999999999999999", "range"), ("setoption name Threads", "syntax"),
    ("setoption name MoveOverhead value -1", "range"), ("setoption name Seed value -1", "range"),
    ("setoption name Kernel value sse", "range"), ("setoption name Model value search", "range"), ("setoption name Style value wild", "range"),
    ("setoption name Player value stockfish", "range", "reference"),
    ("setoption name ClearHash value 1", "syntax"), ("perft", "syntax"), ("perft x", "syntax"),
    ("perft -1", "range"), ("bench all", "range"), ("help nothing", "range"),
    ("quit now", "syntax"), ("tgi please", "syntax"), ("\x01\x02", "unknown"),
    ("play " + "5" * 60000, "syntax"), ("x" * 65000, "unknown"),
]:
    refused(engine, line, code, *contains)
ok(engine.ask("score") == "score p1 1 p2 1 margin 0 half 2 total 3 over no", "the score is as it was")
engine.send("setoption name Player value random")
refused(engine, "eval", "unsupported", "random")
refused(engine, "go solve", "unsupported", "random")
engine.send("setoption name Player value search")
ok(engine.ask("go nodes 100", answer="bestmove") is not None, "the engine plays on")

# ---- after the end of a half, and limits at their edge -----------------------------------------
over = Engine()
over.send("setgrid torus 2x2 selacata", "position moves 0 7")
ok(over.ask("score").endswith("over stalemate"), "a half that is over")
for line in ("go", "go id 4 movetime 5", "go solve", "go searchmoves 3"):
    ended = state(over)
    answer = over.ask(line)
    ok(answer == "bestmove none" + (" id 4" if "id" in line else "") and state(over) == ended,
       "%s: no move to make" % line, answer)
for line, code in (("play 3", "state"), ("position moves 0 7 3", "state"), ("eval", "state"),
                   ("go depth 0", "range"), ("undo 3", "state")):
    refused(over, line, code)
over.send("undo 2")
for line in ("go movetime 0", "go p1time 0 p2time 0", "go movetime 1000000000 nodes 1",
             "go nodes 9223372036854775807\nstop", "go movetime 1000000000\nstop",
             "go p1time 1000000000 p2time 1000000000 p1inc 1000000000\nstop"):
    ok(over.ask(line, answer="bestmove").split()[1].isdigit(),
       line.replace("\n", ", "))
over.send("setoption name Threads value 256")
ok(over.ask("go solve", answer="bestmove").split()[1].isdigit(), "as many threads as there may be")
over.close()

# ---- a half that begins at a position ----------------------------------------------------------
spelled = Engine()
spelled.send("setgrid torus 2x2 triancey", "play 0 3", "position half 1 at turn=1 cells=1..2....  moves 5", "undo")
ok(spelled.ask("score").startswith("score p1 1 p2 1 "), "moves are taken back to the position")
refused(spelled, "undo", "state", "only 0 moves")
refused(spelled, "position at turn=1 cells=1..3....", "illegal", "cell 3")
refused(spelled, "position at moves 0", "syntax")
refused(spelled, "position at turn=1 cells=1..2.... moves 0", "illegal", "cell 0 is not empty")
spelled.send("newgame")
ok(spelled.ask("score").startswith("score p1 0 p2 0 "), "newgame begins at the start")
answer = spelled.ask("newgame half 2 carry 3 -3", "newgame", "state", answer="state position")
ok(answer.startswith("state position half 1 at "), "and carries nothing", answer)
spelled.close()

named = Engine()
named.send("setgrid  triancey\tplayers  2")
ok("triancey on classic" in named.ask("show"), "a game alone, with what it leaves open")
named.send("setgrid torus 6x4 \t selacata")
ok("torus-6x4" in named.ask("show", answer="info string selacata"), "a shape and a game, with blanks between them")
named.close()

armies = Engine()
armies.send("setgrid triangulation")
best = armies.ask("go nodes 300", answer="bestmove").split()[1]
ok(best in armies.ask("legal", answer="legal").split(), "search plays a game of three", best)
answer = armies.ask("go searchmoves draw", answer="error")
ok("not searched" in answer, "an offer of a draw is no move to search", answer)
answer = armies.ask("go solve", answer="error")
ok("'search' does not solve triangulation" in answer, "what search does not solve", answer)
best = armies.ask("setoption name Opponents value each", "play draw", "go searchmoves pass", answer="bestmove")
ok(best == "bestmove pass", "an answer to it is", best)
best = armies.ask("play draw draw", "go", answer="bestmove")
ok(best == "bestmove none", "after a draw there is nothing to choose", best)
armies.close()

# ---- little memory -----------------------------------------------------------------------------
poor = Engine("sh", "-c", 'ulimit -v 60000 && exec "$0"', ENGINE)
try:
    lives = poor.ask("isready") == "readyok"
except BrokenPipeError:
    lives = False
if lives:  # sanitizers need more from the start
    refused(poor, "go nodes 10", "memory", "64 MiB")
    refused(poor, "setoption name Hash value 512", "memory", "512 MiB")
    ok(poor.ask("setoption name Player value reference\ngo", answer="bestmove") is not None,
       "a player that needs no memory plays on")
    poor.close()
else:
    poor.process.wait(PATIENCE)

# ---- broken lines ----------------------------------------------------------------------------
before = state(engine)
engine.process.stdin.write(b"x" * 65537 + b"\n")
engine.send("isready")
ok(engine.line().startswith("error toolong ?:") and engine.line() == "readyok", "a line too long")
engine.process.stdin.write(b"y" * 3000000 + b"\n")
engine.send("isready")
ok(engine.line().startswith("error toolong ?:") and engine.line() == "readyok", "a line of three megabytes")
engine.process.stdin.write(b"isready" + b" " * (65536 - 7) + b"\r\n")
engine.process.stdin.flush()
ok(engine.line() == "readyok", "the longest line that is allowed")
engine.process.stdin.write(b"play\x005\n\n  \t \r\n")
engine.send("isready")
ok(engine.line().startswith("error syntax ?:") and engine.line() == "readyok", "a NUL byte; empty lines")
for byte in b"isready\r\n":
    engine.process.stdin.write(bytes([byte]))
    engine.process.stdin.flush()
ok(engine.line() == "readyok", "byte by byte, with CR LF")
ok(state(engine) == before, "all that changed nothing")

# ---- searching -------------------------------------------------------------------------------
engine.send("go infinite id 5", "isready")
ok(engine.until("readyok")[-1] == "readyok", "isready is answered during a search")
refused_while = [engine.ask(line, answer="error") for line in ("play 5", "newgame", "go", "score")]
ok(all(a.startswith("error busy ") for a in refused_while), "busy during a search", refused_while)
start = engine.seconds()
best = engine.ask("stop", answer="bestmove")
ok(best and best.endswith(" id 5") and engine.seconds() - start < LOOSE, "stop ends it", best)
legal = engine.ask("legal").split()[1:]
ok(best.split()[1] in legal, "with a legal move")
long = Engine()
long.send("setgrid tritt size 7", "position moves h2-h4 h6-j6 f3-f5/i6-g6 a4-a6/f4-f3 f8-h8/g6-k6 "
          "c1-e1/g8-l8 i4-i6/d1-b1", "legal", "isready")
lines = long.until("readyok")[:-1]
moves = " ".join(line.removeprefix("legal ").removesuffix(" more") for line in lines).split()
ok(len(moves) == len(set(moves)) == 6396, "more moves than a line has room for", len(moves))
ok([line.endswith(" more") for line in lines] == [True, False], "all lines but the last say so")
ok(all(line.startswith("legal ") and len(line) <= 65536 for line in lines) and len(lines[0]) > 65000,
   "and no line is too long", [len(line) for line in lines])
ok(long.ask("perft 1") == "perft 1 6396", "they are all moves")
ok(long.close() == 0, "and that is all")
ok(engine.ask("go infinite id 6\nstop", answer="bestmove").endswith("id 6"), "stop at once after go")
ok(engine.ask("stop\nisready") == "readyok", "stop without a search does nothing")
for limit in ("depth 2", "nodes 2000", "movetime 30", "movetime 0", "p1time 100 p2time 100",
              "p1time 0 p2time 0", "p1time 1000 p2time 1000 p1inc 10 p2inc 10", "nodes 1", "depth 1"):
    best = engine.ask("go id 7 " + limit, answer="bestmove")
    ok(best and best.split()[1] in legal and best.endswith(" id 7"), "go " + limit, best)
start = engine.seconds()
engine.ask("go movetime 30", answer="bestmove")
ok(engine.seconds() - start < LOOSE, "movetime is kept, at least loosely")
start = engine.seconds()
engine.ask("go p1time 300 p2time 300", answer="bestmove")
ok(engine.seconds() - start < LOOSE, "and so is a clock")
best = engine.ask("go depth 3 searchmoves %s %s" % (legal[3], legal[7]), answer="bestmove")
ok(best.split()[1] in (legal[3], legal[7]), "searchmoves is obeyed", best)
# Two rings of cells: one is full and of one colour but for two cells. In the other ring a move
# opposite to these two cells fills the board; any other move fills all but the cells opposite to them.
rings = ("36 0 40 4 44 8 48 12 52 16 38 41 42 45 46 49 50 53 54 55 56 57 58 59 60 61 62 63 64 "
         "65 66 69 71 68 70 20 67")
peer = Engine()
peer.send("setgrid torus 18x2 selacata", "position moves " + rings)
for move in ("1", "18", "22", "24"):
    peer.send("go solve searchmoves " + move)
    lines = peer.until("bestmove " + move)
    ok(" margin 64 bound exact " in lines[-2], "a board that one move fills: " + move, lines)
peer.send("quit")
engine.send("setoption name Player value random")
seen = {engine.ask("newgame half 2 seed %d\nplay 0 40\ngo searchmoves %s %s" % (seed, legal[3], legal[7]),
                   answer="bestmove").split()[1] for seed in range(40)}
ok(seen == {legal[3], legal[7]}, "by chance too, both of them", seen)
chosen = [engine.ask(line + "\ngo", answer="bestmove") for line in (
    "newgame seed 7", "setoption name Seed value 5", "position seed 7", "setoption name Seed value 6",
    "newgame", "setoption name Seed value 5", "newgame seed 5")]
ok(len(set(chosen[:4])) == 1 and chosen[5] == chosen[6] and len({chosen[i] for i in (0, 4, 5)}) == 3,
   "newgame has the last word on the seed, also after the option Seed", chosen)
engine.send("go infinite id 8", "isready")
ok(engine.line() == "readyok", "a player that answers at once waits for stop when asked to")
ok(engine.ask("stop").endswith("id 8"), "and gets it")
ok(engine.close() == 0, "end of input: exit status 0")


def ends(lines, name):
    engine = Engine()
    engine.send(*lines)
    engine.ask("isready", answer="readyok")  # the search has begun
    status = engine.close()
    ok(status == 0, name, status)


ends(["go infinite"], "end of input ends a search")
ends(["setoption name Player value reference", "go infinite"], "and a wait for stop")
engine = Engine()
engine.send("go infinite", "quit")
ok(engine.process.wait(PATIENCE) == 0, "quit ends a search")


# ---- the same seed, the same output ----------------------------------------------------------
def transcript():
    engine = Engine()
    engine.send("setgrid crepe selacata", "newgame seed 12")
    lines = []
    for _ in range(12):
        answers = engine.ask("go nodes %d" % enough(500, 3000), answer="bestmove")
        lines.append(answers)
        engine.send("play " + answers.split()[1])
    engine.send("go nodes %d" % enough(5000, 20000))
    for line in engine.until("bestmove"):
        words = line.split()
        for name in ("nps", "time"):
            if name in words:
                words[words.index(name) + 1] = "-"
        lines.append(" ".join(words))
    engine.close()
    return lines


def nodes_of(engine, *lines):
    engine.send(*lines)
    words = engine.until("bestmove")[-2].split()
    return int(words[words.index("nodes") + 1])


engine = Engine()
opening = "play 24 5 1 9 32 19 26 34 11 40 10 39 35 38 42 6 41 23 30 13"
engine.send("setgrid crepe selacata", "newgame seed 3", opening)
legal_now = engine.ask("legal").split()
ok(len(legal_now) > 15, "a position with %d cells to choose among" % (len(legal_now) - 1), legal_now)
empty_table = nodes_of(engine, "go solve")
remembered = nodes_of(engine, "go solve")
ok(remembered < empty_table, "the table remembers the last search")
for value in ("0", "-1", "garbage", "1048577", str(MEMORY)):
    engine.ask("setoption name Hash value " + value, answer="error")
    ok(nodes_of(engine, "go solve") == remembered, "also after Hash was refused: " + value)
ok(nodes_of(engine, "setoption name ClearHash", "go solve") == empty_table, "until it is cleared")
ok(nodes_of(engine, "newgame seed 3", opening, "go solve") == empty_table, "or a new game begins")
engine.send("go solve")
ok("bound exact" in engine.until("bestmove")[-2], "a solution is exact")
engine.close()

first = transcript()
ok(first == transcript() and len(first) > 14, "the same seed and nodes give the same output", first)

# ---- what the evaluation says ----------------------------------------------------------------
def terms_of(engine, *lines):
    """Each term's number and cells, and the sum that is printed."""
    engine.send(*lines, "eval", "isready")
    answer = engine.until("readyok")[:-1]
    head = next(i for i, line in enumerate(answer) if line.startswith("info string term "))
    rows = [line[59:].split() for line in answer[head + 1:]]
    return [[float(word) for word in row] for row in rows[:-1]], float(rows[-1][0])


engine = Engine()
for game, count in (("selacata", 5), ("triancey", 4)):
    terms, total = terms_of(engine, "setgrid crepe " + game, "newgame seed 3", opening)
    ok(len(terms) == count and abs(sum(row[1] for row in terms) - total) < 0.01 * len(terms),
       "eval of %s: the terms come to their sum" % game, (terms, total))
    ok(sum(row[0] for row in terms[:3]) == 48 and all(row[1] for row in terms), "and each cell counts once", terms)
engine.close()

# ---- the command line ------------------------------------------------------------------------


def run(*arguments, **others):
    return subprocess.run([ENGINE, *arguments], capture_output=True, text=True, timeout=PATIENCE,
                          stdin=subprocess.DEVNULL, **others)


ok(re.match(r"triancey-engine [0-9.]+\nLicence GPL-3.0-or-later: https://", run("--version").stdout), "--version")
help_text = run("--help").stdout
ok(all(word in help_text for word in ("reference", "random", "search", "Hash", "--option")), "--help")
ok(run("--player", "nobody").returncode == 2 and "nobody" in run("--player", "nobody").stderr, "a player that is not there")
ok(run("--option", "Hash=x").returncode == 2, "a wrong option")
for words, wanted in (("--nonsense", "unknown option --nonsense; triancey-engine --help"), ("-x", "unknown option -x;"), ("-o", "--option needs NAME=VALUE"),
                      ("--player", "--player needs NAME"), ("--tuning=yes", "--tuning takes no value")):
    answer = run(words)
    ok(answer.returncode == 2 and wanted in answer.stderr and not answer.stdout, "refused: " + wanted, answer.stderr)
for command in ("bench", "setgrid", "perft", "puzzle", "evaluate", "analyse"):
    answer = run(command, "--help")
    ok(answer.returncode == 0 and answer.stdout.startswith("Usage: triancey-engine %s " % command), "what %s does" % command, answer.stdout)
ok(run("nonsense", "--help").stdout.startswith("error unknown nonsense"), "of no command")
ok(run("perft", "2").stdout == "perft 2 2112\n", "a command on the command line")
ok(run("nonsense").returncode == 1, "a wrong command")
ok(run("show", " " * 65531).returncode == 0, "the longest command on the command line")
for words, wanted in ((("show", " " * 65532), "toolong"), (("play", *["0"] * 40000), "toolong"),
                      (("show\nquit",), "syntax")):
    answer = run(*words)
    ok(answer.returncode == 1 and answer.stdout.startswith("error %s ?: " % wanted) and
       answer.stdout.count("\n") == 1, "a command that is no line: " + wanted, answer.stdout[:200])
same = {run("-o", "Seed=5", "-p", "random", "go").stdout for _ in range(3)}
ok(len(same) == 1, "a seed on the command line holds", same)
fresh = {run("-p", "random", "go").stdout for _ in range(6)}
ok(len(fresh) > 1, "without one each run has its own", fresh)
with open("/dev/full", "w") as full:
    status = subprocess.run([ENGINE, "perft", "2"], stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE)
ok(status.returncode == 1 and b"output" in status.stderr, "a full disk is reported", status)
reader, writer = os.pipe()
os.close(reader)
status = subprocess.run([ENGINE, "perft", "2"], stdout=writer, stderr=subprocess.PIPE, timeout=PATIENCE)
os.close(writer)
ok(status.returncode == -signal.SIGPIPE and not status.stderr, "a reader that has left is not", status)
status = subprocess.run([ENGINE], input="go infinite\n", capture_output=True, text=True, timeout=PATIENCE)
ok("info string the input has ended, and the search with it" in status.stdout and status.stdout.count("\nbestmove ") == 1,
   "a search that the end of the input cuts short says so", status)
status = subprocess.run([ENGINE], input="go infinite\nstop\n", capture_output=True, text=True, timeout=PATIENCE)
ok("info string the input" not in status.stdout and "bestmove" in status.stdout, "and no other", status)
for arguments, lines in ((["go", "infinite"], []), ([], ["go infinite", "isready"])):
    peer = Engine(ENGINE, *arguments)
    peer.send(*lines[:1])
    heard = peer.line()
    peer.process.stdout.close()
    try:
        peer.send(*lines[1:])
        status = peer.process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        peer.process.kill()
        status = "did not end"
    ok(heard and status == (-signal.SIGPIPE if arguments else 1), "nobody hears %s any more" % " ".join(arguments or lines), status)
if NIGHTLY:  # seconds; `make check` tries most of it below, without boards
    signatures = {line for _ in range(2) for line in run("bench").stdout.splitlines() if "signature" in line}
    ok(len(signatures) == 1, "bench has a signature that repeats", signatures)


# ---- the benchmarks --------------------------------------------------------------------------
with open(os.path.join(SOURCE, "tests", "engine", "positions.txt")) as file:
    known = [line for line in file if "; empty 12;" in line][:enough(21, 1000)]
ok(len(known) > 20, "positions with their margins: %d" % len(known))
folder = tempfile.TemporaryDirectory()


def written(name, *lines):
    path = os.path.join(folder.name, name)
    with open(path, "w") as file:
        file.writelines(lines)
    return path


def changed(line):
    """A position whose margin and values are 2 more than the truth."""
    head, margin, best, values = re.match("(.*; margin )(.*)(; best .*; values )(.*)", line).groups()
    more = re.sub(":(.*)", lambda m: ":%+d" % (int(m[1]) + 2), "\n".join(values.split()))
    return "%s%+d%s%s\n" % (head, int(margin) + 2, best, more.replace("\n", " "))


true = written("true", "# a comment\n\n", *known)
false = written("false", known[0], changed(known[1]), known[2])
broken = written("broken", known[0], known[1].replace("; empty 12;", "; empty 13;"))
solved = run("bench", "solve", true)
ok(solved.returncode == 0 and "DIFFERS" not in solved.stdout and "error" not in solved.stdout and
   solved.stdout.count("12 empty: margin") == len(known), "bench solve FILE", solved.stdout)
ok(all("%s " % line.split(";")[0] in solved.stdout for line in known), "each by its name")
solved = run("-o", "Kernel=plain", "-o", "Threads=2", "bench", "solve", "10", false, true)
ok(solved.returncode == 1 and solved.stdout.count("DIFFERS") == 1 and
   "%s " % known[1].split(";")[0] in re.findall(".*DIFFERS.*", solved.stdout)[0] and
   "error range bench: 1 of %d positions" % (len(known) + 3) in solved.stdout,
   "numbers and files together; what differs is reported", solved.stdout)
alone, shared = (re.findall(r"margin ([+-]\d+)", run("-o", "Threads=%d" % threads, "bench", "solve", enough("16", "26")).stdout)
                 for threads in (1, 3))
ok(len(alone) == 12 and shared == alone, "threads that share moves find the same margins", alone, shared)
piped = subprocess.run([ENGINE, "bench", "solve", "2", "/dev/stdin"], input="".join(known[:3]),
                       capture_output=True, text=True, timeout=PATIENCE)
ok(piped.returncode == 0 and "median" in piped.stdout and
   "3 positions of /dev/stdin" in piped.stdout, "a file that can be read but once, and least empty cells",
   piped.stdout)
for words, *wanted in [
    ((broken,), "error range bench: ", "line 2", "12 cells"), ((true, broken), "line 2"),
    ((true, "39"), "range", "2 to 38"), (("1",), "range", "2 to 38"), ((true, "nothing"), "range", "nothing"), (("0",), "range"),
    (("-3",), "range"), (("99999999999999999999",), "range"), ((folder.name,), "range"),
]:
    solved = run("bench", "solve", *words)
    ok(solved.returncode == 1 and solved.stdout.startswith("error ") and
       solved.stdout.count("\n") == 1 and all(text in solved.stdout for text in wanted),
       "bench solve refuses %s" % " ".join(map(os.path.basename, words)), solved.stdout)
peer = Engine()
right = 0
for line in known[:20]:
    name, board, position, empty, margin, best, values = map(str.strip, line.split(";"))
    peer.send(board, position, "go solve")
    answers = peer.until("bestmove")
    right += (" %s bound exact" % margin.replace("+", "") in answers[-2] and
              answers[-1].split()[1] in best.split())
ok(right == 20, "the fields of a position can be pasted into the engine", right)
peer.close()

strength = run("bench", "strength", "random", "games", "14")
lines = strength.stdout.splitlines()
ok(strength.returncode == 0 and len(lines) == 15 and "random v reference" in lines[0] and
   "cestlavie" in lines[1] and lines[13].split()[2] == "all" and " won 0, drawn 0, lost 14" in lines[14],
   "bench strength", strength.stdout)
words = lines[13].replace(" to ", " ").split()
ok(words[3] == "14" and -96 <= float(words[6]) < float(words[4]) < float(words[7]) < 0 and
   float(words[5]) > 0, "the random player loses to the reference", lines[13])
same = {run("bench", "strength", "search", "mcts", "nodes", str(enough(3, 20)), "games", "2").stdout.split("\n", 1)[1]
        for _ in range(2)}
ok(len(same) == 1 and " 2 " in same.pop(), "with fixed nodes it repeats")
for words, *wanted in [
    (("searcher",), "range", "searcher"), (("search", "mcts", "random"), "syntax"),
    (("nodes",), "syntax"), (("nodes", "0"), "range"), (("nodes", "x"), "syntax", "'x'"),
    (("nodes", "5", "movetime", "5"), "syntax"), (("movetime", "-1"), "range"),
    (("movetime", "1000000000000000000"), "range"), (("games", "0"), "range"),
    (("games", "1", "games", "2"), "syntax", "twice"), (("games", "99999999999999999999"), "range"),
]:
    strength = run("bench", "strength", *words)
    ok(strength.returncode == 1 and strength.stdout.startswith("error %s bench: " % wanted[0]) and
       all(text in strength.stdout for text in wanted), "bench strength refuses " + " ".join(words),
       strength.stdout)
own = Engine()
own.send("setgrid tritt size 4", "bench strength greedy random games 9")
ok("greedy v random" in own.line() and own.line().split()[2:4] == ["all", "9"] and
   sum(map(int, re.findall("[0-9]+", own.line()))) == 9, "on a board of its own, game by game")
for words in ("search reference", "reference", "reference greedy"):
    ok(own.ask("bench strength " + words).startswith("error unsupported bench: the player 'reference'"),
       "who does not play there: " + words)
own.close()
everybody = run("bench", "strength", "nodes", "1", "games", "1").stdout
ok(re.findall(r"info string (\S+) v reference, nodes 1:", everybody) == ["search", "mcts", "response", "random"] and
   everybody.count(" all ") == 4, "without a name, all players but the opponent", everybody)
duel = Engine()
duel.send("setgrid trioker-duel", "bench strength greedy random nodes 5 games 2")
ok("greedy v random, nodes 5" in duel.line() and duel.line().split()[2:4] == ["all", "2"], "what is drawn at random is drawn")
duel.close()
ok(run("bench", "playouts", "3").returncode == 1, "words for a benchmark that takes none")
if NIGHTLY:  # seconds, for each kernel and game
    playouts = run("bench", "playouts").stdout
    ok(len(re.findall("info string kernel .* million random halves a second", playouts)) >= 2 and
       set(re.findall("info string (.*): .* million random moves a second", playouts)) ==
       {"Tritt", "Triangulation", "Trioker duel", "Trioker rapid"}, "bench playouts: kernels, and the games without", playouts)
puzzles = [run("bench", "puzzle", "hexagon", "duck").stdout for _ in range(2)]
ok(all(re.search("info string hexagon: 0 solutions, .*\ninfo string duck: 40 solutions", text) and "MiB at most" in text for text in puzzles) and
   len({re.findall("signature .*", text)[0] for text in puzzles}) == 1, "bench puzzle: its solutions, and a signature that repeats", puzzles)
for words, wanted in ((("nosuch",), "nosuch"), (("duck", "nosuch"), "nosuch")):
    puzzles = run("bench", "puzzle", *words)
    ok(puzzles.returncode == 1 and re.search("^error range bench: .*" + wanted, puzzles.stdout, re.M), "no puzzle", puzzles.stdout)
bare = run("bench", env={**os.environ, "TRIANCEY_DATADIR": folder.name})
ok(bare.returncode == 1 and re.search("^error state bench: .*archipel", bare.stdout, re.M), "bench needs its boards", bare.stdout)

done()
