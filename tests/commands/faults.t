#!/usr/bin/env python3
"""Calls that fail inside of the programs: each allocation, write, file opened, process and thread begun, each call of SQLite.
Whatever fails, there is a message and exit status 1, nothing that was acknowledged is lost, nothing is left running, and
a record is valid and can be continued. A read or write that is cut short or interrupted changes nothing.

    faults.t [--places | --full | --every] [--part K/N] [--wide] [--leaks] [--only WORD] [--kind KIND,...] [--call N] [--trace]

Each place that calls come from is tried once with --places, with its first, its last and a call between with --full, with each
call with --every. Without these some of the places are tried, by a fixed stride, and but for `make nightly` only in some of the runs. --part tries part K of N of the calls. With
--leaks a program that ends, whatever failed, has also freed all that nothing refers to any longer: gcc's leak sanitizer looks on.
"""
import argparse
import concurrent.futures
import contextlib
import hashlib
import itertools
import multiprocessing
import os
import re
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
if "TMPDIR" not in os.environ and os.access("/dev/shm", os.W_OK):
    os.environ["TMPDIR"] = "/dev/shm"  # each run has a copy of many files, which need not come to a disk
import faults  # noqa: E402
from faults import KINDS, Run  # noqa: E402
from gui import PAGE  # noqa: E402
from referee import CLUB, path, program_of  # noqa: E402
from tgi import BUILD, PATIENCE, done, enough, ok  # noqa: E402
from visits import OLD_WEEK, ClubVisit, LeavingVisit, LongPageVisit, LookVisit, MemberVisit, PageVisit, RareVisit, TableVisit  # noqa: E402

ENGINE = os.path.abspath(os.path.join(BUILD, "triancey-engine"))

if faults.SANITIZED or not os.path.exists(faults.LIBRARY):
    print("1..0 # SKIP the library that makes calls fail does not go with sanitizers, or could not be built")
    sys.exit(0)
parser = argparse.ArgumentParser()
parser.add_argument("--full", action="store_true")
parser.add_argument("--places", action="store_true")
parser.add_argument("--every", action="store_true")
parser.add_argument("--part", default="1/1")
parser.add_argument("--wide", action="store_true")
parser.add_argument("--leaks", action="store_true")
parser.add_argument("--only", default="")
parser.add_argument("--kind", default="")
parser.add_argument("--call", type=int)
parser.add_argument("--trace", action="store_true")
options = parser.parse_args()
part = re.fullmatch(r"([1-9]\d*)/([1-9]\d*)", options.part)
if not part or int(part[1]) > int(part[2]):
    parser.error("--part: %s is not K/N, with K from 1 to N" % options.part)
options.part = int(part[1]), int(part[2])
if options.leaks and not os.path.isfile(faults.LEAKS):
    sys.exit("faults.t: gcc's leak sanitizer is missing (liblsan0)")
faults.look_for_leaks = options.leaks
# Which of the places, and of the runs, the short form tries.
SAMPLE, SAMPLE_FIRST = enough(120, 16), 3
RUNS_SAMPLE = 1 if options.places or options.full or options.every or options.only else enough(15, 1)

# Where a line to an engine is lost, the wait for its answer must not take long.
SOON = ["--each", "wait=2000", "start=5000"]
TWO = [*SOON, "--engine", "builtin:random", "--engine", "builtin:reference", "--seed", "7", "--grid", "torus 2x2,torus 3x2"]
ROWS = ("SELECT game, number, margin1, margin2, points1, points2, termination, text, at_fault, plies, moves FROM half"
        " ORDER BY game, number")
AT_FAULT = 8  # among them
MATCH = ["match", *TWO, "--record", "new.db"]
MEASURE = ["measure", "--engine", "builtin:random", "--boards", "1", "--secret", "a-long-word", "--record", "measured.db", "--quiet", "--svg", "card.svg"]
SOLVE = ["solve", "word", "crepe", "cells", "14", "--game", "triancey", "--into", "solved.db", "--hash", "1", "--jobs", "1", "--quiet"]
TEST = ["match", *TWO, "--sprt", "margin0=0", "margin1=1", "--rounds", "2", "--record", "new.db"]
PROCESS = ["match", "--engine", "cmd=" + ENGINE, "--engine", "builtin:random", "--seed", "7",
           "--grid", "torus 2x2", *SOON, "nodes=50", "--record", "new.db", "--log", "said.log"]
SANDBOX = [*PROCESS[:-4], "sandbox=landlock", *PROCESS[-4:]]
LEAGUE = """[league]
name = small
grids = torus 2x2
rounds = 1
seed = 7
record = new.db
wait = 2000
start = 5000
[engine a]
cmd = builtin:random
[engine b]
cmd = builtin:reference
[engine c]
cmd = builtin:response
"""
# Rounds that follow from results, random openings, and a table of many columns.
SWISS = """[league]
name = swiss
format = swiss
boards = words:1
rounds = 2
openings = random
seed = 7
record = swiss.db
wait = 2000
start = 5000
""" + "".join("[engine %s]\ncmd = builtin:random\n" % name for name in "abcd")
TUNING = """[league]
grids = torus 2x2
seed = 5
wait = 2000
start = 5000
[engine e]
cmd = builtin:search
nodes = 20
[tune]
steps = 2
[option Hash]
start = 8
min = 1
max = 64
C_end = 4
R_end = 0.06
"""
# Programs in the place of schedulers, which fail or do nothing.
os.mkdir(path("bin"))
for tool, deed in (("parallel", "true"), ("scontrol", "true"), ("squeue", "true"), ("scancel", "true"), ("sbatch", "false")):
    with open(path("bin/" + tool), "w") as file:
        file.write("#!%s\n" % shutil.which(deed))
    os.chmod(path("bin/" + tool), 0o755)
os.environ["PATH"] = path("bin") + ":" + os.environ["PATH"]
SITE = ["--port", "0", "--limits", "none", "--page", "page.html"]


def rows(record):
    """The halves of a record, None if there is no record yet."""
    if not os.path.exists(record):
        return None
    connection = sqlite3.connect(record, timeout=20)
    try:
        return connection.execute(ROWS).fetchall()
    except sqlite3.OperationalError as reason:
        if "no such table" in str(reason):
            return None
        raise
    finally:
        connection.close()


def run_plainly(where, words, text=""):
    return subprocess.run([program_of(words), *words], cwd=where, input=text, capture_output=True, text=True, timeout=PATIENCE,
                          env=dict(os.environ, XDG_STATE_HOME=where + "/state", HOME=where))


def solves_on(outcome):
    """Whatever has failed, the same command comes to a value that can be proved again."""
    again = run_plainly(outcome.where, SOLVE)
    proof = run_plainly(outcome.where, ["solve", "--verify", os.path.join(outcome.where, "solved.db"), "--hash", "1"])
    return again.stdout if again.returncode else proof.stdout if proof.returncode else None


def plays_on(words, record="new.db", wanted=None):
    """Of a run that plays into a record: what it acknowledged is there, the record is good, and once more it comes to the
    same end as without a fault."""
    def check(outcome):
        there, file = rows(os.path.join(outcome.where, record)), os.path.join(outcome.where, record)
        if there is None:
            return "it says that all is well, without a record" if outcome.status == 0 else None
        shown = (outcome.out + outcome.said).count("game ")
        if there and len(there) < shown:
            return "games that were shown are not there"
        if outcome.kind == "memory" and any(row[AT_FAULT] is not None for row in there):
            return "an engine is blamed although the referee is out of memory"
        if there and run_plainly(outcome.where, ["verify", file]).returncode != 0:
            return "verify: " + run_plainly(outcome.where, ["verify", file]).stdout
        again = run_plainly(outcome.where, words)
        now = rows(file)
        if again.returncode != 0:
            return "it cannot be gone on with: " + again.stderr
        if not set(there) <= set(now) or (wanted and len(now) != len(wanted())):
            return "what was there is lost"
        return None
    return check


def makes(name, look):
    """Checks of a run that makes a file that the file is whole, or is as it was before the run."""
    def check(outcome):
        file = os.path.join(outcome.where, name)
        if outcome.status == 0 and not os.path.exists(file):
            return "it says that all is well, without a file"
        rest = [other for other in os.listdir(outcome.where) if other.startswith(name + ".") and not other.endswith("-journal")]
        if rest:
            return "files are left: " + " ".join(rest)
        return None if not os.path.exists(file) else look(file)
    return check


def is_record(file):
    answer = run_plainly(os.path.dirname(file), ["verify", file])
    return None if answer.returncode == 0 or rows(file) in (None, []) else "verify: " + answer.stdout + answer.stderr


def ends_with(end):
    def look(file):
        with open(file, encoding="utf-8") as text:
            return None if text.read().rstrip().endswith(end) else "%s is not whole" % file
    return look


def keeps_game(outcome):
    """The prompt says where it keeps a game; that is to be read again."""
    state = os.path.join(outcome.where, "state", "triancey")
    for name in os.listdir(state) if os.path.isdir(state) else []:
        if name.endswith(".ini"):
            answer = run_plainly(outcome.where, ["play", "--resume", os.path.join(state, name)], "quit\n")
            if answer.returncode != 0:
                return "a game that is kept cannot be read: " + answer.stderr
    return None


def keeps_club(outcome):
    """Accounts and moves that a site has acknowledged are in its club, which is a good record."""
    club, visit = os.path.join(outcome.where, "club.db"), outcome.told
    if not visit or not visit.accounts or visit.wrong:
        return visit and visit.wrong
    connection = sqlite3.connect(club, timeout=20)
    try:
        names = [name for (name,) in connection.execute("SELECT name FROM club_account")]
        moves = connection.execute("SELECT COUNT(*) FROM club_table_step WHERE kind = 3").fetchone()[0]
        sound = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()
    if "Ann" not in names or moves < visit.moves or not sound:
        return "what was acknowledged is not there: %s, %d of %d moves, %s" % (names, moves, visit.moves, sound)
    answer = run_plainly(outcome.where, ["verify", club])
    return None if answer.returncode == 0 else "verify: " + answer.stdout + answer.stderr


def keeps_tables(outcome):
    """Like keeps_club(), and the tables that a site has acknowledged are there, too."""
    wrong = keeps_club(outcome)
    if wrong or not outcome.told or not outcome.told.accounts:
        return wrong
    with contextlib.closing(sqlite3.connect(os.path.join(outcome.where, "club.db"), timeout=20)) as club:
        count = club.execute("SELECT COUNT(*) FROM club_table").fetchone()[0]
    return "tables that were acknowledged are not there" if count < len(outcome.told.tables) else None


def was_well(outcome):
    return outcome.told and outcome.told.wrong


def is_club(folder):
    """Of what an operator does: the club is a good record after that."""
    def check(outcome):
        run_plainly(outcome.where, ["site", "stats", "--data", folder])  # finishes what was broken off, which needs to write
        answer = run_plainly(outcome.where, ["verify", folder + "/club.db"])
        return None if answer.returncode == 0 else "verify: " + answer.stdout + answer.stderr
    return check


def prepare():
    """The folder that each run finds."""
    where = path("template")
    os.mkdir(where)
    for words in (["match", *TWO, "--record", "whole.db"], ["match", *TWO, "--shard", "1/2", "--record", "part.db"],
                  ["match", *TWO, "--shard", "2/2", "--record", "part.db"], ["match", *TWO, "--rounds", "2", "--record", "half.db", "--quiet"],
                  ["export", "whole.db", "--format", "json", "--output", "games.json"],
                  ["export", "whole.db", "--format", "csv", "--output", "games.csv"],
                  ["match", *TWO[:-2], "--grid", "crepe", "--format", "swiss", "--openings", "random", "--log", "x.log", "--record",
                   "swiss-played.db", "--quiet"]):
        answer = run_plainly(where, words)
        assert answer.returncode == 0, answer
    for name, text in (("small.ini", LEAGUE), ("page.html", PAGE), ("swiss.ini", SWISS), ("tuning.ini", TUNING)):
        with open(os.path.join(where, name), "w") as file:
            file.write(text)
    with open(os.path.join(where, "openings.txt"), "w") as file:
        file.write("".join("moves %s\n" % moves for moves in ("0 5", "7")))
    with open(os.path.join(where, "games.csv")) as good, open(os.path.join(where, "wrong.csv"), "w") as wrong:
        wrong.write(good.read().replace("stalemate", "stale,mate", 1))
    with open(os.path.join(where, "mine.ini"), "w") as file:
        file.write(run_plainly(where, ["grid", "make", "paris"]).stdout)
    for folder in ("leagues", "club", "past"):
        os.mkdir(os.path.join(where, folder))
    shutil.copy(os.path.join(where, "whole.db"), os.path.join(where, "leagues"))
    make_club(where)
    if options.wide:
        make_tasks(where, "league", "small.ini", "dealt")
        for _ in range(2):  # steps
            make_tasks(where, "tune", "tuning.ini", "tuned")
    return where


def make_tasks(where, command, file, name):
    """Tasks that are not played: NAME-open.tasks; that are: NAME.tasks; their record is NAME.db. GNU parallel does nothing here."""
    words = [command, file, "--record", name + ".db", "--quiet"]
    answer = run_plainly(where, [*words, "--scheduler", "parallel"])
    assert answer.returncode == 1 and "has failed" in answer.stderr, answer
    tasks = os.path.join(where, name + ".tasks")
    shutil.copytree(tasks, os.path.join(where, name + "-open.tasks"), ignore=shutil.ignore_patterns("*.db"), dirs_exist_ok=True)
    for task in sorted(os.listdir(tasks)):
        if task.startswith("task-") and "." not in task:
            answer = run_plainly(where, [*words, "--task", os.path.join(name + ".tasks", task)])
            assert answer.returncode == 0, answer


def make_club(where):
    """A club in which a game is over, and the same once its week is over."""
    process = subprocess.Popen([CLUB, "serve", *SITE, "--data", "club"], cwd=where, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    visit = MemberVisit(process)
    assert process.wait(faults.PATIENCE) == 0 and visit.accounts == 1 and not visit.wrong, visit.wrong
    process.stdout.close()
    club, past = (os.path.join(where, folder, "club.db") for folder in ("club", "past"))
    shutil.copy(club, past)
    with sqlite3.connect(past) as base:
        week, = base.execute("SELECT MAX(week) FROM club_week WHERE week IN (SELECT week FROM club_game)").fetchone()
        secret, = base.execute("SELECT secret FROM club_week WHERE week = ?", (week,)).fetchone()
        digest = hashlib.sha256(("triancey week %s %s" % (OLD_WEEK, secret)).encode()).hexdigest()
        base.execute("INSERT INTO club_week VALUES (?, ?, ?, 1)", (OLD_WEEK, secret, digest))
        base.execute("UPDATE club_game SET week = ?", (OLD_WEEK,))
        base.execute("UPDATE game SET foreign_id = replace(foreign_id, ?, ?)", (week, OLD_WEEK))
        base.execute("UPDATE half SET finished = '2026-03-04T12:00:00Z'")
    base.close()


DIALOGUE = "tgi\nisready\nsetgrid crepe\nnewgame\nplay 0\nlegal\nscore\nshow\ngo nodes 200\nisready\nundo 1\n" + \
    "setoption name Hash value 2\nsetoption name Threads value 2\ngo nodes 2000\nquit\n"
BOARDS = "".join("setgrid %s\nlegal\nscore\nshow\ndescribe\ngo nodes 50\nstop\n" % board for board in
                 ("tritt", "triangulation", "trioker-duel", "archipel", "torus 4x4", "word paris")) + "quit\n"
# One that leaks, so that it is known that leaks are seen.
LEAKING = Run("a program that leaks", ["-c", "import ctypes; [ctypes.CDLL(None).malloc(77777) for i in range(9)]"], program=sys.executable)
THOUGHTS = "".join("setgrid %s\neval\nboard\nstate\npreview %s\nperft 1 split\n" % pair for pair in
                   (("crepe", "0"), ("tritt", "x"), ("triangulation", "x"), ("trioker-duel", "x"))) + "help\ngrids\nquit\n"
RUNS = [
    Run("match", MATCH, check=plays_on(MATCH), same=False),
    Run("match, a process", PROCESS, check=plays_on(PROCESS), same=False),
    Run("match, in a sandbox", SANDBOX, check=plays_on(SANDBOX), same=False),
    Run("match, two at a time", MATCH + ["--concurrency", "2", "--json"], check=plays_on(MATCH), same=False),
    Run("match, gone on with", ["match", *TWO, "--rounds", "3", "--record", "half.db", "--quiet"],
        check=plays_on(["match", *TWO, "--rounds", "3", "--record", "half.db", "--quiet"], "half.db"), same=False),
    Run("league", ["league", "small.ini"], check=plays_on(["league", "small.ini"]), same=False),
    Run("league, Swiss", ["league", "swiss.ini"], check=plays_on(["league", "swiss.ini"], "swiss.db"), same=False),
    Run("match, a test", TEST, check=plays_on(TEST), same=False),
    # With 2, the engine is said to be wrong: it did not hear what was lost.
    Run("tune", ["tune", "tuning.ini"], check=plays_on(["tune", "tuning.ini"], "tuning.db"), same=False, statuses=(0, 2)),
    Run("export", ["export", "whole.db"]),
    Run("export, positions", ["export", "whole.db", "--positions", "json", "--exact", "4", "--unique"]),
    Run("export, a file", ["export", "whole.db", "--format", "json", "--output", "there.json"], check=makes("there.json", ends_with("}"))),
    Run("import, CSV", ["import", "games.csv", "--into", "taken.db"], check=makes("taken.db", is_record)),
    Run("import, JSON", ["import", "games.json", "--into", "taken.db"], check=makes("taken.db", is_record)),
    Run("merge", ["merge", "part.1-of-2.db", "part.2-of-2.db", "--into", "merged.db"], check=makes("merged.db", is_record)),
    Run("verify", ["verify", "whole.db"]),
    Run("standings", ["standings", "whole.db"]),
    Run("standings, JSON", ["standings", "whole.db", "--json"]),
    Run("report", ["report", "whole.db", "--html", "page.html", "--svg", "table.svg"], check=makes("page.html", ends_with("</html>"))),
    Run("standings of parts", ["standings", "part.1-of-2.db", "part.2-of-2.db", "--all"]),
    Run("report, all of it", ["report", "swiss-played.db", "--html", "page.html"], check=makes("page.html", ends_with("</html>"))),
    Run("rank", ["rank", "whole.db"], statuses=(0, 1)),
    Run("ratings", ["ratings", "whole.db", "half.db", "--pairs"]),
    Run("ratings, a page", ["ratings", "whole.db", "--html", "page.html"], check=makes("page.html", ends_with("</html>"))),
    Run("rank of a club", ["rank", "past/club.db", "--week", OLD_WEEK, "--html", "page.html"], check=makes("page.html", ends_with("</html>"))),
    Run("replay", ["replay", "whole.db", "1"]),
    Run("replay, a picture", ["replay", "whole.db", "1.1", "--svg", "there.svg"], check=makes("there.svg", ends_with("</svg>"))),
    Run("grid draw", ["grid", "draw", "crepe"]),
    Run("grid make", ["grid", "make", "paris"]),
    Run("play", ["play", "--vs", "human", "--grid", "torus 2x2", "--seed", "1"], "1\nhint\nundo\n2\nsave mine.ini\nquit\n",
        check=keeps_game, same=False),
    Run("play, an engine", ["play", "--vs", ENGINE, "--grid", "torus 2x2", "--time", "0.01"], "1\nquit\n",
        check=keeps_game, same=False),
    Run("serve", ["serve", *SITE, "--processes", "1"], talk=ClubVisit, check=keeps_club, same=False),
    Run("serve, an account", ["serve", *SITE, "--processes", "0"], talk=MemberVisit, check=keeps_club, same=False),
    Run("serve, tables", ["serve", *SITE, "--processes", "1", "--engine", "cmd=builtin:search", "nodes=20"], talk=TableVisit, check=keeps_tables,
        same=False),
    Run("serve, what was", ["serve", *SITE, "--processes", "0", "--data", "past", "--leagues", "leagues"], talk=LookVisit,
        check=was_well, same=False),
    Run("gui", ["gui", "--port", "0", "--page", "page.html", "--engine", "cmd=builtin:random"], talk=PageVisit, check=was_well, same=False),
    *(Run("site " + words[0], ["site", *words, "--data", folder], check=is_club(folder), same=words[0] not in ("recover", "stats"),
          statuses=(1,) if words[0] == "check" else (0,))  # its games are of another week
      for folder, words in (("club", ["stats"]), ("club", ["show", "Ann"]), ("club", ["ban", "Ann", "a reason"]), ("club", ["unban", "Ann"]),
                            ("club", ["rename", "Ann", "Anna"]), ("club", ["class", "Ann", "helped"]), ("club", ["recover", "Ann"]),
                            ("club", ["backup", "copy.db"]), ("past", ["check", OLD_WEEK]), ("past", ["marks", "--json"]),
                            ("past", ["analyse"]))),
    Run("certify", ["certify", "--engine", "cmd=" + ENGINE, "--only", "handshake,go-id,quit", "--games", "1"], same=False),
    Run("measure", MEASURE, check=plays_on(MEASURE, "measured.db"), same=False),
    Run("solve", SOLVE, check=solves_on, same=False),
    Run("puzzle", ["puzzle", "star"], "hint\nsolve\nundo\nquit\n", check=keeps_game, same=False),
    Run("engine, a dialogue", [], DIALOGUE, program=ENGINE, same=False),
    Run("engine, boards", [], BOARDS, program=ENGINE, same=False),
    Run("engine, bench solve", ["bench", "solve", "12"], program=ENGINE, same=False),
    Run("engine, bench strength", ["bench", "strength", "search", "mcts", "nodes", "20", "games", "1"], program=ENGINE, same=False),
    Run("engine, bench puzzle", ["bench", "puzzle", "duck"], program=ENGINE, same=False),
    Run("engine, puzzle", ["puzzle", "star"], program=ENGINE),
    Run("engine, what it thinks", [], THOUGHTS, program=ENGINE, same=False),
]
GUI = ["gui", "--port", "0", "--page", "page.html", "--engine", "cmd=builtin:random"]
RARE_MATCH = ["match", *SOON, "--engine", "builtin:random", "--engine", "cmd=builtin:search", "nodes=5", "--seed", "3", "--record", "new.db"]
# At the prompt: words that most games have, then moves.
ASKED = "rules\nhelp\nwhy\nlegal\nneighbours\nshow\n"


def at_prompt(name, game, *moves):
    return Run("play, " + name, ["play", "--vs", "builtin:random", "--game", game, "--seed", "2", "--ascii"],
               ASKED + "".join(move + "\n" for move in moves) + "hint\nundo\nredo\nresign\nyes\nlook\nquit\n", check=keeps_game, same=False)




def dealt(name, command, file, record, scheduler, statuses=(0,)):
    """A league or tuning that a scheduler plays; it is gone on with by this machine alone."""
    words = [command, file, "--record", record, "--quiet"]
    return Run(name, [*words, "--scheduler", scheduler], check=plays_on(words, record), same=False, statuses=statuses)


WIDE = [
    dealt("league, tasks that were played", "league", "small.ini", "dealt.db", "slurm"),
    dealt("league, tasks that nobody plays", "league", "small.ini", "new.db", "parallel", (1,)),
    dealt("league, tasks that Slurm refuses", "league", "small.ini", "new.db", "slurm", (1,)),
    dealt("tune, tasks that were played", "tune", "tuning.ini", "tuned.db", "slurm"),
    Run("league, a task", ["league", "small.ini", "--task", "dealt-open.tasks/task-000001"], check=makes("dealt-open.tasks/task-000001.db", is_record)),
    Run("tune, a task", ["tune", "tuning.ini", "--task", "tuned-open.tasks/task-000001"], check=makes("tuned-open.tasks/task-000001.db", is_record),
        statuses=(0, 2)),
    Run("match, three players", [*RARE_MATCH, "--engine", "builtin:random", "name=third", "--game", "triangulation", "--each", "nodes=5",
                                 "--openings", "random:90"], same=False),
    Run("match, hidden hands", [*RARE_MATCH, "--game", "trioker-rapid deals 1", "--json", "--reveal"], same=False),
    Run("match, openings of a file", [*RARE_MATCH, "--openings", "openings.txt", "--opening-order", "draw", "--rounds", "2", "--json", "--moves", "yes"],
        same=False),
    Run("match, a clock and pondering", ["match", "--engine", "cmd=" + ENGINE, "tc=5+0.1", "ponder=yes", "--engine", "cmd=" + ENGINE, "name=other",
                                         "nodes=20", "restart=yes", "--grid", "torus 2x2", "--record", "new.db"], same=False, statuses=(0, 1)),
    Run("match, words", [*RARE_MATCH, "--boards", "words:2", "--word-cells", "20", "--format", "gauntlet", "--gauntlet", "search"], same=False),
    Run("match, a knockout", [*RARE_MATCH, "--grid", "torus 2x2", "--format", "knockout", "--seeding", "draw", "--affinity", "yes"], same=False),
    Run("tune, what it found", ["tune", "tuning.ini", "--show", "--json"], statuses=(0, 1), same=False),
    Run("tune, a page", ["tune", "tuning.ini", "--html", "page.html"], same=False, statuses=(0, 2)),
    Run("export, CSV", ["export", "whole.db", "--format", "csv"]),
    Run("export, text", ["export", "swiss-played.db", "--format", "text"]),
    # A board that has a name may be spelled out.
    Run("export, a file of positions", ["export", "swiss-played.db", "--positions", "file"], same=False),
    Run("standings, with all that is known", ["standings", "swiss-played.db", "--about", "--json"]),
    Run("report, a table", ["report", "swiss-played.db", "--svg", "-"]),
    Run("rank, CSV", ["rank", "past/club.db", "--week", OLD_WEEK, "--csv", "--best", "2"]),
    Run("rank, JSON", ["rank", "past/club.db", "--week", OLD_WEEK, "--json"]),
    Run("ratings, CSV", ["ratings", "whole.db", "swiss-played.db", "--csv", "--anchor", "random"]),
    Run("ratings, JSON", ["ratings", "whole.db", "--json", "--pairs", "--exclude", "resp*"], statuses=(0, 1)),
    Run("replay, step by step", ["replay", "swiss-played.db", "1", "--step"], "\nnext\nback\nlast\n3\nfirst\nhelp\nquit\n", same=False),
    Run("replay, a picture of a move", ["replay", "swiss-played.db", "1.1", "--svg", "-", "--move", "2", "--theme", "dark"]),
    Run("verify, a club", ["verify", "past/club.db"]),
    Run("merge, what is missing", ["merge", "part.1-of-2.db", "--into", "merged.db", "--partial"], check=makes("merged.db", is_record)),
    Run("import, what is wrong", ["import", "wrong.csv", "--into", "taken.db"], statuses=(1,)),
    Run("import, into a record", ["import", "games.csv", "--into", "half.db"], statuses=(0, 1), same=False),
    Run("grid list", ["grid", "list"]),
    Run("grid show", ["grid", "show", "crepe"]),
    Run("grid check", ["grid", "check", "mine.ini", "small.ini"], statuses=(1,)),
    Run("grid draw, SVG", ["grid", "draw", "torus 4x4", "--svg", "-"]),
    Run("grid make, a surface", ["grid", "make", "lyon", "--cells", "40", "--surface", "plane"], statuses=(0, 1, 2)),
    Run("help", ["help", "match"], same="words"),  # its lines may not be wrapped
    Run("help, words", ["help", "--words", "match"], same="words"),
    at_prompt("selacata", "selacata", "12", "40"),
    at_prompt("tritt", "tritt size 4", "a1-a3"),
    at_prompt("triangulation", "triangulation players 2", "C6o-D5o"),
    at_prompt("trioker-duel", "trioker-duel"),
    at_prompt("trioker-rapid", "trioker-rapid deals 1", "pass"),
    at_prompt("archipel", "archipel", "20"),
    Run("play, what is kept", ["play", "--list"]),
    Run("play, that counts", ["play", "--vs", "builtin:random", "--grid", "torus 2x2", "--league", "half.db", "--name", "Ann"],
        "".join("%d\n" % (move % 8) for move in range(40)) + "quit\n", check=keeps_game, same=False, statuses=(0, 1)),
    Run("puzzle, the list", ["puzzle", "--list"]),
    Run("puzzle, of a day", ["puzzle", "--day", "2026-01-02"], "check\nquit\n", same=False),
    Run("puzzle, patience", ["puzzle", "--patience", "--seed", "1"], "rules\nshow\nmoves\nhint\ncheck\nback\nsave there.ini\nsvg there.svg\nquit\n",
        check=keeps_game, same=False),
    Run("puzzle, drawn", ["puzzle", "duck", "--svg", "there.svg"], check=makes("there.svg", ends_with("</svg>")), same=False),
    Run("serve, what is rare", ["serve", *SITE, "--processes", "0", "--log", "all", "--name", "Club"], talk=RareVisit, check=keeps_club, same=False),
    Run("serve, an account deleted", ["serve", *SITE, "--processes", "0"], talk=LeavingVisit, check=was_well, same=False),
    Run("gui, three engines", [*GUI, "--engine", "cmd=" + ENGINE, "name=two", "--engine", "cmd=/nowhere", "name=three", "--log", "said.log"],
        talk=LongPageVisit, check=was_well, same=False),
    Run("site merge", ["site", "merge", "Ann", "Ben", "--data", "past"], check=is_club("past"), same=False, statuses=(0, 1)),
    Run("site stats, JSON", ["site", "stats", "--json", "--data", "past"], check=is_club("past")),
    Run("certify, games", ["certify", "--engine", "cmd=" + ENGINE, "--only", "play,score,legal,undo,position,errors-change-nothing", "--games", "1", "--format", "json"],
        same=False),
    Run("certify, times", ["certify", "--engine", "cmd=" + ENGINE, "--only", "movetime,stop,ponder,multipv,searchmoves,info,pieces,not-utf8,end-thinking",
                           "--games", "1"], same=False),
]
template = None


def begin(where):
    global template
    template = where
    faults.adopt()


def named(name):
    return next(run for run in [LEAKING, *RUNS, *WIDE] if run.name == name)


def count_calls(name):
    """A run in which nothing fails: what is wrong with it, and what came of it."""
    run = named(name)
    outcome = faults.perform(run, template, marks=True)
    wrong = faults.judge(run, outcome, "none")
    shutil.rmtree(os.path.dirname(outcome.where))
    return wrong, outcome


def try_one(name, kind, number, on, expected):
    run = named(name)
    run.expected = expected
    return faults.attempt(run, template, kind, number, on)


seen = set()
turns = itertools.count()


def choose(run, kind, marks):
    """The numbers of the calls that are to fail, of the part that is asked for."""
    part, parts = options.part
    return [number for number in choose_all(run, kind, marks) if next(turns) % parts == part - 1]


def choose_all(run, kind, marks):
    """Of each place in the program that no earlier run has tried."""
    if options.call:
        return [options.call]
    if options.every:
        return sorted(number for number, _ in marks)
    places = {}
    for number, place in marks:
        if (run.program, kind, place) not in seen:
            places.setdefault(place, []).append(number)
    seen.update((run.program, kind, place) for place in places)
    if options.full:
        return sorted({number for calls in places.values() for number in (calls[0], calls[len(calls) // 2], calls[-1])})
    numbers = sorted(calls[0] for calls in places.values())
    return numbers if options.places else numbers[SAMPLE_FIRST::SAMPLE]


def main():
    where = prepare()
    # One more than processors, since some wait for a server.
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count() + 1, multiprocessing.get_context("fork"), begin, (where,)) as pool:
        if options.leaks:
            wrong = pool.submit(count_calls, LEAKING.name).result()[0]
            ok(wrong and "it leaks" in wrong, "%s is found out" % LEAKING.name, wrong)
        for run in (RUNS + (WIDE if options.wide else []))[::RUNS_SAMPLE]:
            if options.only in run.name:
                try_run(pool, run)


def try_run(pool, run):
    """Fails the calls of each kind: each alone, and then, as on a full disk, with all that follow."""
    wrong, plain = pool.submit(count_calls, run.name).result()
    ok(not wrong and plain.status in run.statuses, "%s: all is well without a fault" % run.name, wrong, plain.status,
       plain.out[-500:], plain.said[-500:])
    expected = faults.without_numbers(plain.out)
    tried = []
    for kind in KINDS:
        if not options.kind or kind in options.kind.split(","):
            numbers = choose(run, kind, plain.marks.get(kind, []))
            modes = (False, True) if kind == "write" or (options.full and kind in ("memory", "open")) else (False,)
            tried.append((kind, [(number, on, pool.submit(try_one, run.name, kind, number, on, expected))
                                 for number in numbers for on in modes]))
    for kind, attempts in tried:
        if attempts:
            tell(run, kind, plain.count[kind], attempts)


def tell(run, kind, count, attempts):
    """The outcome of the attempts; the same fault at the same place is reported once."""
    found, struck = {}, 0
    for number, on, future in attempts:
        wrong, outcome = future.result()
        struck += outcome.struck > 0
        if wrong:
            places = faults.located(outcome.trace)
            found.setdefault((wrong[:60], tuple(places[:3])), []).append((number, on, wrong, places, outcome))
    details = []
    for cases in found.values():
        number, on, wrong, places, outcome = cases[0]
        if options.trace:
            details += [outcome.out[-3000:], outcome.trace]
        details.append("%s: %d times, as of call %d%s: status %s\n  %s\n  %s" %
                       (wrong, len(cases), number, " and on" if on else "", outcome.status, outcome.said.strip()[-300:],
                        " < ".join(places[:12])))
    ok(not found, "%s, %s: %d of %d calls fail" % (run.name, kind, struck, count), *details)


main()
done()
