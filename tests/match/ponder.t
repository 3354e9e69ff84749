#!/usr/bin/env python3
"""Thinking on the opponent's time: what the referee sends, whose clock runs, and engines that do it badly or not at
all. The clock is given (given_clock.h): only engines let time pass. Our own engine waits for real time: it must have some to ponder."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402, F401 (gives the clock)
from referee import REFEREE, ask, fake, numbers, path, run, value  # noqa: E402
from tgi import BUILD, done, enough, ok  # noqa: E402

CLOCKED = os.path.abspath(os.path.join(BUILD, "tests", "clocked", "triancey-referee"))
SLOW_MS = 400  # what the fake engine in mode slow takes for a move, the first aside


def engine(name, mode, *keys):
    return ["--engine", "cmd=" + fake(mode, path(name)), "name=" + name, *keys]


def match(record, *words, grid="torus 4x4", program=CLOCKED):
    status, said = run("match", *words, "--grid", grid, "--record", record + ".db", "--log", record + ".log", "--quiet",
                       program=program)
    try:
        with open(path(record + ".log")) as file:
            lines = [line.rstrip("\n").split(" ", 4) for line in file if line[0] != "#"]
    except OSError:
        lines = []
    return status, said, lines


def said_to(lines, name):
    """What was said to an engine in its games, in order."""
    return [line[4] for line in lines if line[1] != "0" and line[2] == name and line[3] == ">"]


def faults(record):
    return ask(record + ".db", "SELECT DISTINCT kind FROM fault ORDER BY kind")


# ---- one that does it well: every reply is foreseen, or hardly any ---------------------------
for mode in ("ponder", "ponder-no-undo"):
    status, said, lines = match("hits-" + mode, *engine("thinker", mode, "ponder=yes"), *engine("other", "good"))
    spoken = said_to(lines, "thinker")
    hits = numbers("thinker")
    os.remove(path("thinker"))
    ok(status == 0 and faults("hits-" + mode) == [], mode + ": foreseen replies", said)
    ok(len(hits) > 3 and set(hits) == {1} and spoken.count("ponderhit") == len(hits), "ponderhit, and never stop", hits)
    after = [spoken[i - 1:i + 1] for i, line in enumerate(spoken) if line.endswith(" ponder")]
    ok(all(line[0].startswith("play ") and len(line[0].split()) >= 3 and line[1].startswith("go id ") for line in after),
       "the moves, the reply among them, come before go ponder", after)
    status, said, lines = match("misses-" + mode, *engine("thinker", mode, "ponder=yes"), "--engine", "builtin:random",
                                "--rounds", enough(4, 6))
    spoken, hits = said_to(lines, "thinker"), numbers("thinker")
    os.remove(path("thinker"))
    ok(status == 0 and faults("misses-" + mode) == [], mode + ": replies that were not foreseen", said)
    ok(hits.count(0) > 20 and spoken.count("stop") == hits.count(0), "stop for each of them", hits)
    stops = [i for i, line in enumerate(spoken[:-2]) if line == "stop"]
    if mode == "ponder":
        ok(all(spoken[i + 1] == "undo" and spoken[i + 2].startswith("play ") for i in stops), "then undo, and what was played")
    else:
        ok(all(spoken[i + 1].startswith("newgame half ") and spoken[i + 2].startswith("play ") for i in stops),
           "then the half from its start, for an engine that cannot undo")

# ---- whose time it is ------------------------------------------------------------------------
status, said, lines = match("clocks", *engine("thinker", "ponder", "ponder=yes"), *engine("slow", "slow"),
                            "--tc", "600+1")
ok(status == 0 and faults("clocks") == [], "a match with clocks", said)
own, other = [], []
for number, clocks in ask("clocks.db", "SELECT number, clocks FROM half"):
    times = [int(word) / 1000 for word in clocks.split()]
    own += times[number - 1::2]
    other += times[2 - number::2]
ok(min(other[1:]) >= SLOW_MS - 1 and min(own) < SLOW_MS / 2, "a reply that was foreseen costs no time", own, other)
limits = [line for line in said_to(lines, "thinker") if line.startswith("go id ") and line.endswith(" ponder")]
ok(len(limits) > 0 and all(word in line for line in limits for word in (" p1time ", " p2time ", " p1inc 1000", " p2inc 1000")),
   "go ponder has the clocks", limits)

# ---- those that do it badly ------------------------------------------------------------------
# Slow by real time: one of its moves has to come after an answer that is on its way.
status, said, lines = match("early", *engine("early", "ponder-early"), "--engine", "cmd=env -u TRIANCEY_CLOCK " + fake("slow"),
                            "name=slow", "--ponder", "yes")
ok(status == 0 and faults("early") == [("warning",)] and value("early.db", "SELECT COUNT(*) FROM half WHERE at_fault > 0") == 0,
   "an answer before ponderhit is taken, with a warning", said)
status, said, lines = match("early-miss", *engine("early", "ponder-early"), "--engine", "builtin:random", "--ponder", "yes")
ok(status == 0 and value("early-miss.db", "SELECT COUNT(*) FROM half WHERE at_fault > 0") == 0,
   "or thrown away where another reply comes", said)
status, said, lines = match("deaf", *engine("deaf", "ponder-deaf"), *engine("other", "good"), "--ponder", "yes", "--cap", "500")
ok(status == 0 and {text for (text,) in ask("deaf.db", "SELECT text FROM half")} == {"no move within the cap of 0.500 seconds"},
   "no answer to ponderhit", said)
status, said, lines = match("deaf-miss", *engine("deaf", "ponder-deaf"), "--engine", "builtin:random", "--ponder", "yes",
                            "--wait", "500", "--cap", "500", "--rounds", "4")
texts = {text for (text,) in ask("deaf-miss.db", "SELECT text FROM half WHERE at_fault > 0")}
ok(status == 0 and "no bestmove within 0.500 seconds after stop" in texts, "no answer to stop", said, texts)
status, said, lines = match("wild", *engine("wild", "ponder-wild"), *engine("other", "good"), "--ponder", "yes")
ok(status == 0 and faults("wild") == [("warning",)] and not [line for line in said_to(lines, "wild") if line.endswith(" ponder")],
   "an impossible reply is not thought about", said)
ok("it expects an impossible reply: 9999" in value("wild.db", "SELECT text FROM fault"), "and is a warning")

# ---- those that do not do it -----------------------------------------------------------------
status, said, lines = match("plain", *engine("plain", "good"), *engine("other", "good"), "--ponder", "yes")
ok(status == 0 and faults("plain") == [], "what a league asks for is no order", said)
status, said, lines = match("must", *engine("plain", "good", "ponder=yes"), *engine("other", "good"))
ok(status == 1 and "engine plain: the engine cannot ponder" in said, "an engine's own key is", said)
status, said, lines = match("off", *engine("idle", "ponder", "ponder=no"), *engine("other", "good"), "--ponder", "yes")
ok(status == 0 and numbers("idle") == [], "nor is it for one that shall not", said)
status, said, lines = match("both", *engine("thinker", "ponder"), *engine("other", "good"), "--ponder", "yes", "--affinity", "yes")
ok(status == 2 and "engine thinker: ponder and affinity are mutually exclusive" in said, "not on the opponent's processor", said)

# ---- our own engine --------------------------------------------------------------------------
for limit in enough(("nodes=200", "tc=0.2+0.002"), ("nodes=500", "movetime=20", "tc=1+0.02")):
    status, said, lines = match("own-" + limit, "--engine", "builtin:search", "name=one", "--engine", "builtin:mcts", "name=two",
                                "--each", limit, "margin=5000", "--ponder", "yes", grid="crepe",
                                program=REFEREE)
    ok(status == 0 and faults("own-" + limit) == [], "search and mcts with " + limit, said, faults("own-" + limit))
    spoken = said_to(lines, "one") + said_to(lines, "two")  # by time it is chance who foresees what
    ok(spoken.count("ponderhit") > 0 and "stop" in spoken and "undo" in spoken, "hit and miss", len(spoken))
done()
