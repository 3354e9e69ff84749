#!/usr/bin/env python3
"""`tune`: it finds the best options of an engine whose strength is known, goes on after a kill as if there
had been none, and says what is wrong with a file."""
import json
import math
import os
import re
import signal
import sqlite3
import sys
from html.parser import HTMLParser

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from prepared import run_prepared  # noqa: E402
from referee import REFEREE, Run, ask, folder, path, run  # noqa: E402
from tgi import BUILD, ENGINE, SOURCE, done, enough, ok, until  # noqa: E402

STEPS, BOARDS = enough(20, 30), enough(5, 8)
ENGINE_LINE = "cmd = '%s' '%s'" % (os.path.abspath(os.path.join(BUILD, "tests/lib/tuned_engine")), os.path.abspath(ENGINE))
LEAGUE = "[league]\nboards = words:%d\nseed = 5\n" % BOARDS
SMALL = LEAGUE + "word_cells = 40\n"
ENGINE_SECTION = "[engine tuned]\n%s\n" % ENGINE_LINE
OPTIONS = "[option X]\nstart = 20\nC_end = 12\nR_end = 0.06\n[option y]\nstart = 80\nC_end = 12\nR_end = 0.06\n".replace("y]", "Y]")


def write(name, text):
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)
    return name


def tuned(name, *words):
    status, said = run("tune", name, "--json", *words)
    try:
        return status, [json.loads(line) for line in said.splitlines()]
    except ValueError:
        return status, said


def halves(record):
    """How many there are, 0 if it cannot be read yet."""
    try:
        return ask(record, "SELECT COUNT(*) FROM half")[0][0]
    except sqlite3.Error:
        return 0


def distance(x, y):
    return math.hypot(x - 70, y - 30)


# ---- it finds the maximum -------------------------------------------------------------------------

write("find.ini", SMALL + "concurrency = 2\n" + ENGINE_SECTION + "[tune]\nsteps = %d\n" % STEPS + OPTIONS)
status, lines = tuned("find.ini", "--html", "find.html")
ok(status == 0 and isinstance(lines, list), "a tuning is played", status, lines)
whole = lines[-1]
last = [option["value"] for option in whole["options"]]
ok(whole["type"] == "tuning" and [line["step"] for line in lines[:-1]] == list(range(1, STEPS + 1)), "a line for each step")
ok(distance(20, 80) > 70 and distance(*last) < 20, "the values come near to the best", last)
late = [step["values"] for step in whole["course"][-10:]]
ok(all(distance(*values) < 30 for values in late), "and stay there", late)
ok(whole["faults"] == 0 and whole["games"] == STEPS * BOARDS, "without faults", whole["games"], whole["faults"])
ok(all(step["won"] + step["drawn"] + step["lost"] == BOARDS for step in whole["course"]), "each step has its games")


class Look(HTMLParser):
    """Counts elements, and reads the points of a chart's line."""
    def __init__(self, text):
        super().__init__()
        self.charts = self.points = 0
        self.outside = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.charts += tag == "svg"
        if attributes.get("class") == "line l0":
            self.points += attributes["d"].count("L")
        self.outside += [value for name, value in attributes.items() if name in ("src", "href")]


with open(path("find.html"), encoding="utf-8") as file:
    page = Look(file.read())
ok(page.charts == 2 and page.points == 2 * STEPS and not page.outside, "the page has the course of each option, and needs no file",
   page.charts, page.points, page.outside)
ok("refresh" not in open(path("find.html")).read(), "what is finished is not read again")

# ---- the formulas, written once more ---------------------------------------------------------------

status, said = run("verify", "find.db")
ok(status == 0, "its record is one of a league", said)
rows = ask("find.db", "SELECT round, margin1, margin2, one.name FROM game JOIN half ON half.game = game.id"
           " JOIN engine AS one ON one.id = seat1")
margins = {}
for number, margin, other, name in rows:
    margins.setdefault(number, []).append(margin if name == "tuned+" else other)
games = {number: sum(values) / BOARDS for number, values in margins.items()}
ok(all(abs(games[step["step"]] - step["margin"]) < 1e-9 for step in whole["course"]), "margins are those of the games")

squares = encounters = 0
place = [20.0, 80.0]
good = True
for step in whole["course"]:
    k = step["step"]
    of_games = [sum(r[1] if r[3] == "tuned+" else r[2] for r in pair) for pair in zip(*[iter(
        [row for row in rows if row[0] == k])] * 2)]
    squares += sum(margin ** 2 for margin in of_games)
    encounters += len(of_games)
    result = sum(of_games) / math.sqrt(squares / encounters) if squares else 0
    A, alpha, gamma, C_end, R_end = STEPS / 10, 0.602, 0.101, 12, 0.06
    a = R_end * C_end ** 2 * (A + STEPS) ** alpha
    c = C_end * STEPS ** gamma
    move = a / (A + k) ** alpha / (c / k ** gamma) * result
    for i in range(2):
        ends = [min(100, max(0, place[i] + sign * move)) for sign in (1, -1)]
        good = good and min(abs(end - step["values"][i]) for end in ends) < 1e-6
        place[i] = step["values"][i]
ok(good, "each step moves each value by a_k / c_k * result, in one direction or the other")

# ---- interrupted -----------------------------------------------------------------------------------

SHORT = enough(9, 12)
short = "[tune]\nsteps = %d\n" % SHORT + OPTIONS
FEW = SMALL.replace("words:%d" % BOARDS, "words:3")
write("whole.ini", FEW + ENGINE_SECTION + short)
write("cut.ini", FEW + "concurrency = 3\n" + ENGINE_SECTION + short)
_, lines = tuned("whole.ini")
wanted = lines[-1]["course"]
for number in (signal.SIGKILL, signal.SIGTERM):
    program = Run("tune", "cut.ini", "--quiet")
    count = len(ask("cut.db", "SELECT id FROM game")) if os.path.exists(path("cut.db")) else 0
    until(lambda: halves("cut.db") > 2 * count + 14)
    program.process.send_signal(number)
    status = program.finish()
    ok(status == (-9 if number == signal.SIGKILL else 143), "ended by signal %d" % number, status, program.said())
    ok(not program.left(), "and no engine is left")
status, lines = tuned("cut.ini", "--show")
ok(status == 0 and 0 < len(lines[0]["course"]) < SHORT, "--show says how far it is", status, lines)
status, lines = tuned("cut.ini")
ok(status == 0 and lines[-1]["course"] == wanted, "the same command goes on, and comes to the same values", status)
ok(len(ask("cut.db", "SELECT id FROM game")) == SHORT * 3, "no game was played twice")
status, said = run("tune", "cut.ini", "--show")
ok(status == 0 and "option.X=%d option.Y=%d" % tuple(math.floor(value + 0.5) for value in wanted[-1]["values"]) in said,
   "it ends with the keys of an engine", said)

# ---- steps ahead of results --------------------------------------------------------------------------


def tried(log):
    """What the copies were given, by step and option, and which of these were given twice as one is plus, one minus."""
    copies = {}
    for copy, option, value in re.findall(r"(tuned[+-]) > setoption name ([XY]) value (\d+)", log):
        copies.setdefault((copy, option), []).append(int(value))
    # The first is from the check that the engine starts, with those of the first step.
    return [{option: [copies["tuned" + sign, option][step] for sign in "+-"] for option in "XY"} for step in range(1, 9)]


def is_around(steps, course, ahead):
    """Whether each is tried around the values after the step before, or this many steps earlier."""
    centers = [[50, 50]] + [step["values"] for step in course]
    return all(abs(sum(step[option]) - 2 * centers[max(0, k - ahead)][i]) <= 2
               for k, step in enumerate(steps) for i, option in enumerate("XY"))


for ahead in (0, 3)[enough(1, 0):]:
    write("ahead.ini", SMALL.replace("words:%d" % BOARDS, "words:2") + "concurrency = 1\nlog = ahead%d.log\nrecord = ahead%d.db\n" % (ahead, ahead) + ENGINE_SECTION
          + "[tune]\nsteps = 8\nahead = %d\n[option X]\nC_end = 6\nR_end = 0.3\n[option Y]\nC_end = 6\nR_end = 0.3\n" % ahead)
    status, lines = tuned("ahead.ini")
    ok(status == 0, "a tuning with ahead = %d" % ahead, lines)
    with open(path("ahead%d.log" % ahead), encoding="utf-8") as file:
        steps = tried(file.read())
    around = [other for other in range(5) if is_around(steps, lines[-1]["course"], other)]
    ok(around == [ahead], "its steps are tried around the values of so many steps before", around, steps, lines[-1]["course"])

# ---- other measures and constants ---------------------------------------------------------------

write("score.ini", FEW + "concurrency = 1\nopenings = random\n" + ENGINE_SECTION + "dir = .\noption.Word = hello\n"
      + "[tune]\nsteps = 5\nmeasure = score\nA = 2\nalpha = 0.5\ngamma = 0.2\n" + OPTIONS)
status, lines = tuned("score.ini")
ok(status == 0, "a tuning by score", lines)
place, good = [20.0, 80.0], True
for step in lines[-1]["course"]:
    k = step["step"]
    a, c = 0.06 * 12 ** 2 * (2 + 5) ** 0.5, 12 * 5 ** 0.2
    move = abs(a / (2 + k) ** 0.5 / (c / k ** 0.2) * (step["won"] - step["lost"]))
    for i in range(2):
        ends = [min(100, max(0, place[i] + sign * move)) for sign in (1, -1)]
        good = good and min(abs(end - step["values"][i]) for end in ends) < 1e-6
        place[i] = step["values"][i]
ok(good and any(step["won"] != step["lost"] for step in lines[-1]["course"]), "moves values by won less lost, with its own constants", lines[-1]["course"])
write("faulty.ini", (FEW + ENGINE_SECTION).rstrip("\n") + " --dies\n[tune]\nsteps = 2\n" + OPTIONS)
status, said = run("tune", "faulty.ini")
faults = ask("faulty.db", "SELECT count(*) FROM fault")[0][0]
ok(faults > 0 and re.search(r", %d faults?\b" % faults, said), "games that an engine lost by a fault are counted", status, faults, said)

# ---- what is wrong ---------------------------------------------------------------------------------


def refused(text, wanted, name, expected=2, words=()):
    write("bad.ini", text)
    got = run_prepared(REFEREE, ["tune", "bad.ini", "--quiet", *words], where=folder)
    ok(got.status == expected and wanted in got.err.decode(), name, got.status, got.err)


BASE = LEAGUE + ENGINE_SECTION
refused(BASE + OPTIONS, "[tune] needs steps = N", "no steps")
refused(BASE + "[tune]\nsteps = 4\n", "no section [option NAME]", "no option")
refused(BASE + "[tune]\nsteps = none\n" + OPTIONS, "bad.ini:7: [tune] steps: it must be a whole number", "no number")
refused(BASE + "[tune]\nsteps = 4\nahead = -1\n" + OPTIONS, "ahead: it must be a whole number from 0", "ahead of nothing")
refused(BASE + "[tune]\nspeed = 4\n", "no key 'speed'; the keys are: steps ahead measure A alpha gamma", "a key that is not known")
refused(BASE + "[tunes]\n", "the sections are: [league] [engine NAME] [tune] [option NAME]", "a section that is not known")
refused(BASE + "[tune]\nsteps = 4\nsteps = 5\n" + OPTIONS, "it is given twice", "a key that is given twice")
refused(BASE + "[tune]\nsteps = 4\n[option Z]\n", "engine tuned+ has no option Z that is a spin", "an option that the engine has not")
refused(BASE + "[tune]\nsteps = 4\n[option Word]\n", "has no option Word that is a spin", "an option that is no number")
refused(BASE + "[tune]\nsteps = 4\n[option X]\nmax = 101\n", "the engine takes 0 to 100, not 0 to 101", "a range beyond the engine's")
refused(BASE + "[tune]\nsteps = 4\n[option X]\nmin = 60\n", "start must be from 60 to 100, not 50", "a start out of the range")
refused(BASE + "[tune]\nsteps = 4\n[option X]\nC_end = 0.4\n", "it must be a number from 0.5", "both would have the same value")
refused(BASE + "option.X = 4\n[tune]\nsteps = 4\n[option X]\n", "the engine also has option.X", "tuned and set")
refused(BASE + ENGINE_SECTION.replace("tuned]", "other]") + "[tune]\nsteps = 4\n[option X]\n", "one section [engine NAME]", "two engines")
refused(BASE.replace("seed", "sprt = margin0=0 margin1=2\nseed") + "[tune]\nsteps = 4\n[option X]\n", "not allowed in a tuning", "a key of other leagues")
for key in ("shard = 1/2", "reference = tuned", "gauntlet = tuned", "format = swiss"):
    refused(BASE.replace("seed", key + "\nseed") + "[tune]\nsteps = 4\n[option X]\n", "it is not allowed in a tuning run", key)
for keys, wanted in (("measure = luck", "measure must be margin or score, not 'luck'"), ("A = many", "it must be a number from 0 to 100000"),
                     ("A = -1", "a number from 0"), ("alpha = 2.5", "a number from 0 to 2"), ("gamma = nan", "a number from 0 to 1"), ("gamma =", "a number"),
                     ("steps = 100001", "a whole number from 1 to 100000")):
    refused(BASE + "[tune]\n" + keys + "\n", wanted, keys)
for keys, wanted in (("start = x", "a whole number"), ("min = 1.5", "a whole number"), ("max = ", "a whole number"), ("R_end = 1001", "a number from 0 to 1000"),
                     ("start = 1\nstart = 1", "it is given twice"), ("speed = 1", "no key 'speed'"), ("min = 8\nmax = 8", "8 to 8"), ("min = -1", "-1 to 100"),
                     ("start = 30\nmax = 20", "start must be from 0 to 20, not 30")):
    refused(BASE + "[tune]\nsteps = 4\n[option X]\n" + keys + "\n", wanted, "[option X] " + keys)
for name in ("", "of two", "x" * 1000):
    refused(BASE + "[tune]\nsteps = 4\n[option %s]\nstart = 1\n" % name, "the name of a", "no name of an option: " + name[:10])
refused(BASE + "[tune]\nsteps = 4\n" + "".join("[option X%d]\nstart = 1\n" % i for i in range(65)), "more than 64 options", "too many options")
refused(BASE.replace("boards = words:%d" % BOARDS, "game = trioker-rapid players 3") + "[tune]\nsteps = 4\n[option X]\n", "a tuning run is for games of two players, not of 3", "three players")
refused(BASE.replace("seed", "rounds = 1000000\nseed") + "[tune]\nsteps = 100000\n[option X]\n", "too many games", "too many games")
refused(BASE.replace("\n[tune]", "'\n[tune]").rstrip("\n") + " --flaw\n[tune]\nsteps = 4\n[option X]\n", "not this one",
        "an engine that refuses its option", 1)
refused(FEW + ENGINE_SECTION + short.replace("start = 20", "start = 21"), "belongs to another tuning run", "a record of another tuning", 1,
        ("--show", "--record", "cut.db"))
refused(FEW + ENGINE_SECTION + short.replace("start = 20", "start = 21"), "cut.db", "which is not played on", 1, ("--record", "cut.db"))
refused(BASE + "[tune]\nsteps = 4\n[option X]\n", "none.db", "nothing to show", 1, ("--show", "--record", "none.db"))

# A task of another machine says what it is played with.
SCHEDULE = ask("cut.db", "SELECT schedule FROM league")[0][0]
for words, wanted in (("", "not a step of a tuning"), ("with step 1 plus 20 60\n", "not a step of a tuning"),
                      ("with step 1 plus 20 60 minus 20\n", "no value for the option Y"),
                      ("with step 1 plus 20 60 minus 20 160\n", "no value for the option Y"),
                      ("with step 1 plus 20 60 minus 20 60 4\n", "not a step of a tuning")):
    write("task-000001", "triancey task 1 of %s\n%s1 1 2\n" % (SCHEDULE, words))
    status, said = run("tune", "cut.ini", "--task", path("task-000001"))
    ok(status == 1 and "task-000001: it " in said and wanted in said and not os.path.exists(path("task-000001.db")),
       "a task is refused", status, said)

# ---- a log -------------------------------------------------------------------------------------------

write("logged.ini", "[league]\ngrids = torus 2x2\nlog = %s\n[engine a]\ncmd = builtin:search\nnodes = 5\n[tune]\nsteps = 1\n"
      "[option Hash]\nstart = 8\nC_end = 2\nR_end = 0.1\n" % path("tune.log"))
status, said = run("tune", "logged.ini", "--concurrency", "2", "--quiet")
with open(path("tune.log")) as log:
    ok(status == 0 and " > setoption name Hash value " in log.read(), "what engines were sent is logged", status, said)
status, said = run("tune", "logged.ini", "--record", "")
ok(status == 2 and "--record is empty" in said, "a record needs a name", status, said)
refused(FEW + "log = %s\n" % path("no/tune.log") + ENGINE_SECTION + short, "no/tune.log", "a log that cannot be written", 1, ("--record", "new.db"))

# ---- the manual ------------------------------------------------------------------------------------

with open(os.path.join(SOURCE, "referee", "manual", "triancey-tune.6"), encoding="utf-8") as file:
    manual = file.read()
for section, text in (("[tune]", "[tune]\nnone = 1\n"), ("[option NAME]", "[option X]\nnone = 1\n")):
    write("bad.ini", BASE + text)
    known = run("tune", "bad.ini")[1].split("the keys are: ")[1].split()
    part = manual.split(".SS " + section)[1].split("\n.S")[0].split("\n.PP")[0]
    named = [word for entry in part.split("\n.TP\n")[1:]
             for word in re.findall(r"[A-Za-z_]+", re.sub(r"^\.\w+|=.*", "", entry.split("\n")[0]))]
    ok(named == known, "the manual has the keys of " + section, named, known)
done()
