#!/usr/bin/env python3
"""What the referee prints for programs and people: JSON lines, standings against the numbers of the record, the verdict
of a sequential test, the line on a terminal."""
import fcntl
import functools
import json
import math
import os
import pty
import shutil
import signal
import sqlite3
import statistics
import struct
import subprocess
import sys
import tempfile
import termios

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from prepared import run_prepared  # noqa: E402
from tgi import BUILD, PATIENCE, done, enough, ok  # noqa: E402

REFEREE = os.path.abspath(os.path.join(BUILD, "triancey-referee"))
FOLDER = tempfile.mkdtemp()
TWO = ["--engine", "cmd=builtin:reference", "name=one", "--engine", "cmd=builtin:reference", "name=two"]
BOARDS = ["--grid", "torus 6x4,torus 4x4"]


def path(name):
    return os.path.join(FOLDER, name)


def run(*words):
    answer = run_prepared(REFEREE, words, where=FOLDER)
    return subprocess.CompletedProcess(words, answer.status, answer.out, answer.err)


def objects(output):
    """Every line must be one JSON object in UTF-8."""
    return [json.loads(line) for line in output.decode("utf-8").splitlines()]


def of_type(lines, kind):
    return [line for line in lines if line["type"] == kind]


def near(a, b, error=1e-6):
    if a is None or b is None:
        return a is b
    return abs(a - b) <= error * max(1, abs(b))


# ---- the same numbers, computed another way ---------------------------------------------------
@functools.lru_cache
def student_bound(freedom):
    """The two-sided 5 % bound: the density summed by Simpson's rule, the bound by halving."""
    front = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)

    def inside(t, steps=400):
        total = 0
        for i in range(steps + 1):
            weight = 1 if i in (0, steps) else 4 if i % 2 else 2
            total += weight * (1 + (t * i / steps) ** 2 / freedom) ** (-(freedom + 1) / 2)
        return 2 * front * total * t / steps / 3
    low, high = 1.9, 13
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if inside(middle) < 0.95 else (low, middle)
    return low


def games_of(record):
    """(pair, {engine: margin}) for each whole game."""
    with sqlite3.connect(record) as db:
        halves = db.execute("SELECT halves FROM league").fetchone()[0]
        names = dict(db.execute("SELECT id, name FROM engine"))
        rows = db.execute("SELECT pair, seat1, seat2, SUM(margin1), SUM(margin2), COUNT(*) FROM game JOIN half"
                          " ON half.game = game.id GROUP BY game.id").fetchall()
    return [(row[0], {names[row[1]]: row[3], names[row[2]]: row[4]}) for row in rows if row[5] == halves]


def tally(games, player, other, size):
    """The margins and the scores of whole encounters."""
    encounters = {}
    for pair, margins in games:
        if player in margins and (other is None or other in margins):
            encounters.setdefault(pair, []).append(margins[player])
    whole = [margins for margins in encounters.values() if len(margins) == size]
    margins = [sum(encounter) / size for encounter in whole]
    scores = [sum((margin > 0) + (margin == 0) / 2 for margin in encounter) / size for encounter in whole]
    return margins, scores


def elo(score):
    return -400 * math.log10(1 / score - 1) if 0 < score < 1 else None


def check_tally(name, shown, games, player, other, size):
    margins, scores = tally(games, player, other, size)
    count = len(margins)
    bound = student_bound(count - 1)
    error = bound * statistics.stdev(margins) / math.sqrt(count)
    spread = bound * statistics.stdev(scores) / math.sqrt(count)
    mean = statistics.fmean(scores)
    ends = elo(mean - spread), elo(mean + spread)
    elo_error = None if None in ends else (ends[1] - ends[0]) / 2
    good = shown["encounters"] == count and near(shown["mean"], statistics.fmean(margins))
    ok(good and near(shown["error"], error), "%s: %d encounters, mean and error" % (name, count),
       shown, statistics.fmean(margins), error)
    ok(near(shown["score"], mean) and near(shown["elo"], elo(mean)) and near(shown["elo_error"], elo_error),
       "%s: score and Elo" % name, shown, mean, elo(mean), elo_error)


# ---- a league, as JSON ------------------------------------------------------------------------
def check_league(game, size):
    record = path(game + ".db")
    words = ["match", "--engine", "cmd=builtin:reference", "name=reference", "--engine", "builtin:random",
             "--engine", "cmd=builtin:search", "name=search", "nodes=30", *BOARDS, "--game", game, "--rounds", str(enough(2, 4)),
             "--concurrency", "2", "--record", record, "--json"]
    result = run(*words)
    lines = objects(result.stdout)
    ok(result.returncode == 0 and result.stderr == b"", game + ": played, and nothing on standard error",
       result.stderr)
    start, end = lines[0], lines[-1]
    ok(start["type"] == "start" and (start["game"], start["done"]) == (game, 0), "it begins with what is played")
    ok([engine["name"] for engine in start["engines"]] == ["reference", "random", "search"] and
       start["reference"] == "reference" and start["record"] == record, "by whom, and where it is recorded", start)
    ok(end == {"type": "end", "reason": "played", "status": 0}, "and ends with why it ends", end)
    played, halves = of_type(lines, "game"), of_type(lines, "half")
    ok(len(played) == start["games"] and len(halves) == start["games"] * start["halves"], "all games, all halves")
    sums = {}
    for half in halves:
        sums.setdefault(half["game"], []).append(half["margins"])
    ok(all([sum(seat) for seat in zip(*sums[line["game"]])] == line["margins"] for line in played),
       "a game is the sum of its halves")
    ok([line["done"] for line in played] == list(range(1, len(played) + 1)) and
       all(line["rate"] > 0 and line["left"] >= 0 for line in played), "counted, with rate and time left")
    with sqlite3.connect(record) as db:
        moves = dict(((row[0], row[1]), row[2]) for row in db.execute("SELECT game, number, moves FROM half"))
    ok(all(moves[half["game"], half["half"]] == " ".join(half["moves"]) for half in halves), "the moves are those of the record")
    table = of_type(lines, "standings")[0]
    ok(objects(run("standings", record, "--json").stdout) == [table], "`standings --json` shows the same")
    games = games_of(record)
    for row in table["players"]:
        own = [margins[row["name"]] for _, margins in games if row["name"] in margins]
        ok((row["games"], row["total"], row["won"]) == (len(own), sum(own), sum(margin > 0 for margin in own)),
           "%s: games, total, won" % row["name"], row)
        check_tally(row["name"] + ", all", row["all"], games, row["name"], None, size)
        if row["name"] != "reference":
            check_tally(row["name"] + " v reference", row["reference"], games, row["name"], "reference", size)
    totals = {row["name"]: row["reference"]["total"] if row["reference"] else 0 for row in table["players"]}
    ok(sorted(totals.values(), reverse=True) == list(totals.values()), "in order of the total against the reference")
    again = objects(run(*words).stdout)
    ok([line["type"] for line in again] == ["start", "standings", "end"] and again[0]["done"] == len(played),
       "once more: nothing is left to play")


check_league("selacata", 1)
check_league("triancey", 2)

# ---- names that need care ---------------------------------------------------------------------
ODD = b'a"b\\c\xc3\xa9'
result = subprocess.run([REFEREE.encode(), b"match", b"--engine", b"cmd=builtin:random", b"name=" + ODD,
                         b"--engine", b"builtin:random", b"--grid", b"torus 4x4", b"--json"],
                        capture_output=True, timeout=PATIENCE)
lines = objects(result.stdout)
ok(lines[0]["engines"][0]["name"] == 'a"b\\cé', "quotes, backslashes, accents", lines[0])

# ---- nobody reads ------------------------------------------------------------------------------
run("match", *TWO, "--grid", "torus 2x2", "--record", "read.db", "--quiet")
for words in (["standings", "read.db"], ["standings", "read.db", "--json"], ["export", "read.db", "--format", "json"], ["help"]):
    reader, writer = os.pipe()
    os.close(reader)
    result = subprocess.run([REFEREE, *words], cwd=FOLDER, stdout=writer, stderr=subprocess.PIPE, timeout=PATIENCE)
    os.close(writer)
    ok(result.returncode == -signal.SIGPIPE and not result.stderr, "%s into a pipe that was closed ends by SIGPIPE" % words[0], result)

# ---- what goes wrong --------------------------------------------------------------------------
for words, status, text in [
    (["match", "--json", "--rounds", "x"], 2, "rounds must be a whole number"),
    (["league", "--rounds", "x", "--json"], 2, "rounds must be a whole number"),
    (["match", "--engine", "builtin:random", "--engine", "cmd=./nothing", "--json"], 1, "cannot run ./nothing"),
    (["match", *TWO, "--engine", "builtin:random", "--json", "--sprt", "margin0=0", "margin1=2"], 2,
     "a sequential test is for two engines, not 3"),
]:
    result = run(*words)
    lines = objects(result.stdout)
    ok(result.returncode == status and [line["type"] for line in lines] == ["error"] and text in lines[0]["text"]
       and text in result.stderr.decode(), "error: " + text, result)
for words, text in [
    (["--sprt"], "--sprt: it needs margin0=M and margin1=M"), (["--sprt", "elo0=0"], "not 'elo0=0'"),
    (["--sprt=margin0=3", "--rounds", "2"], "it needs margin0=M and margin1=M"),
    (["--sprt", "margin0=0", "margin1=2", "stray"], "unexpected 'stray'"),
    (["--sprt", "margin0=0", "margin1=2", "--format", "knockout"], "sprt: a sequential test is not for format"),
    (["--sprt", "margin0=0", "margin1=2", "--shard", "1/2"], "sprt: a sequential test is for a whole match"),
]:
    result = run("match", *TWO, *words)
    ok(result.returncode == 2 and text in result.stderr.decode(), " ".join(words) + ": " + text, result.stderr)
with open(path("test.ini"), "w") as file:
    file.write("[league]\nsprt = margin0=2 margin1=1\n[engine a]\ncmd = builtin:random\n[engine b]\ncmd = builtin:random\n")
ok("sprt: margin0 must be less than margin1" in run("league", path("test.ini")).stderr.decode(), "in a file, too")

# ---- a sequential test ------------------------------------------------------------------------
TEST = ["--sprt", "margin0=-15", "margin1=15", "alpha=0.1", "beta=0.1"]


def sprt(name, *words):
    """A match with a test: its last state, the number of games, and all lines."""
    lines = objects(run("match", *TWO, *BOARDS, "--record", path(name), "--json", *TEST, *words).stdout)
    table = of_type(lines, "standings")[0]
    return table["match"]["sprt"], table["games"], lines


alone, played_alone, lines = sprt("alone.db")
together, played_together, _ = sprt("together.db", "--concurrency", "3")
ok(alone["verdict"] in ("margin0", "margin1") and alone["encounters"] == played_alone,
   "%s after %d encounters" % (alone["verdict"], alone["encounters"]))
ok(lines[0]["games"] == 1000000, "of a million games at most, if nobody says how many rounds")
ok(alone == together, "the same verdict after the same encounters, three games at a time", alone, together)
ok(played_together >= played_alone, "games that had begun are played to their end")
states = [line["match"]["sprt"] for line in of_type(lines, "game")]
ok(all(state["verdict"] is None for state in states[:-1]) and states[-1] == alone, "decided by the last game")
values = tally(games_of(path("alone.db")), "one", "two", 1)[0]
mean = statistics.fmean(values)
squares = (sum((value - mean) ** 2 for value in values) + 2 * 96 ** 2) / len(values)
llr = len(values) / 2 * math.log((squares + (mean + 15) ** 2) / (squares + (mean - 15) ** 2))
ok(near(alone["llr"], llr) and abs(llr) >= math.log(9), "the ratio by its formula", alone, llr)
again, played_again, lines = sprt("alone.db")
ok(again == alone and played_again == played_alone and not of_type(lines, "game"), "a run more plays nothing")
shown = run("standings", path("alone.db")).stdout.decode()
ok("%s accepted after %d encounters" % (alone["verdict"], alone["encounters"]) in shown, "and so do the standings", shown)
wider = run("match", *TWO, *BOARDS, "--record", path("alone.db"), "--quiet", "--sprt", "none", "--rounds",
            str(played_alone // 2 + 5))
ok("SPRT" not in wider.stdout.decode() and len(games_of(path("alone.db"))) == 2 * (played_alone // 2 + 5),
   "without the test the match goes on", wider)
ok(wider.stderr == b"", "--quiet is quiet")
cut = run("match", *TWO, *BOARDS, *TEST, "--rounds", "3", "--quiet").stdout.decode()
ok("not decided after 6 encounters" in cut, "too few rounds leave it open", cut)

# ---- rounds that depend on results ------------------------------------------------------------
THREE = [*TWO, "--engine", "builtin:random"]
for form, rounds in [("swiss", 2), ("knockout", 2)]:
    words = ["match", *THREE, *BOARDS, "--format", form, "--record", path(form + ".db")]
    lines = objects(run(*words, "--json").stdout)
    meetings = of_type(lines, "standings")[0]["meetings"]
    sums = {}
    for line in of_type(lines, "game"):
        for engine, margin in zip(line["seats"], line["margins"]):
            sums.setdefault((line["round"], engine), []).append(margin)
    good = True
    for meeting in meetings:
        first, second = meeting["engines"]
        good &= (meeting["winner"] == first and meeting["margins"] == [0, 0] if second is None else
                 meeting["margins"] == [sum(sums[meeting["round"], engine]) for engine in (first, second)])
    ok(good and len(meetings) == (4 if form == "swiss" else 3) and meetings[-1]["round"] == rounds,
       "%s: the meetings are sums of their games" % form, meetings, sums)
    shown = run("standings", path(form + ".db")).stdout.decode()
    ok("points" in shown if form == "swiss" else "goes on" in shown, "and `standings` has their table", shown)

# ---- interrupted ------------------------------------------------------------------------------
process = subprocess.Popen([REFEREE, "match", *TWO, "--rounds", "1000000", "--json"], stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL)
first = [process.stdout.readline() for _ in range(20)]
process.send_signal(signal.SIGINT)
lines = objects(b"".join(first) + process.communicate(timeout=PATIENCE)[0])
ok(process.returncode == 130 and lines[-1] == {"type": "end", "reason": "interrupted", "status": 130} and
   len(of_type(lines, "standings")) == 1, "interrupted: standings, and an end that says so", lines[-1])

# ---- a terminal -------------------------------------------------------------------------------
COLUMNS = 64


def live(*words, columns=COLUMNS, **environment):
    """What a terminal of this many columns is sent."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([REFEREE, "match", *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=slave, env=dict(os.environ, TERM="xterm", **environment))
    os.close(slave)
    seen = b""
    while True:
        try:
            block = os.read(master, 4096)
        except OSError:
            block = b""
        if not block:
            break
        seen += block
    os.close(master)
    process.wait(timeout=PATIENCE)
    return [line.replace("\x1b[K", "").rstrip("\n") for line in seen.decode(errors="replace").split("\r")
            if line.strip()]


shown = live(*TWO, *BOARDS, "--rounds", "20")
ok(shown and all(" of 40 games, " in line and " left, one " in line for line in shown), "a match: " + shown[-1], shown)
ok(" +- " in shown[-1] and shown[-1].startswith("40 of 40 games"), "with mean and error", shown[-1])
shown = live(*TWO, *BOARDS, *TEST)
ok(shown and all(len(line) < COLUMNS for line in shown), "a long line is cut to the terminal: " + shown[-1], shown)
ok(" of at most 1000000 games, " in shown[-1] and "LLR" in shown[-1], "with the state of the test", shown[-1])
shown = live(*TWO, "--engine", "builtin:random", *BOARDS, "--rounds", str(enough(3, 10)), "--reference", "two")
ok(shown and " leads with " in shown[-1], "a league: " + shown[-1], shown)
shown = []
for columns in 4 * list(range(39, 45)):  # games a second, which come before, have more or fewer digits
    shown.append(live(*TWO, "--engine", "builtin:random", "--grid", "torus 2x4", columns=columns, LC_ALL="fr_FR.UTF-8", LANGUAGE="fr")[-1])
    if shown[-1].endswith(" m") and " parties " in shown[-1]:
        break
ok(shown[-1].endswith(" m") and not any("\ufffd" in line for line in shown), "a line is cut between characters: " + shown[0], shown)

# ---- descriptors that are closed ----------------------------------------------------------------

for closed, status, wanted in ((1,), 1, ("", "cannot write the output")), ((0, 1), 1, ("", "cannot write the output")), ((0,), 0, ("triancey-referee ", "")), ((2,), 0, ("triancey-referee ", "")):
    answer = subprocess.run([REFEREE, "--version"], capture_output=True, text=True, close_fds=False, timeout=PATIENCE,
                            preexec_fn=lambda: [os.close(descriptor) for descriptor in closed])
    ok(answer.returncode == status and wanted[0] in answer.stdout and wanted[1] in answer.stderr, "without descriptor %s" % str(closed), answer)

shutil.rmtree(FOLDER)
done()
