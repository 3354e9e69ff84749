#!/usr/bin/env python3
"""A report that follows its league: rewritten whole, at most once a second, until nobody plays; what goes wrong with
the record is said; and in a browser the page reloads itself and keeps its place."""
import fcntl
import itertools
import os
import re
import shutil
import signal
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import browser  # noqa: E402
import clock  # noqa: E402
from referee import Run, ask, path, run  # noqa: E402
from tgi import done, ok, until  # noqa: E402

SLOW = ["--engine", "cmd=builtin:search", "name=anna", "option.Hash=1", "nodes=100", "--engine", "cmd=builtin:random", "name=bob",
        "--engine", "cmd=builtin:random", "name=carl", "--grid", "crepe,torus 6x4"]
LONG = [*SLOW, "--rounds", "1000"]
LIVE = "id=live "
standing = []  # the league that stands still, and its record


def league(record, *words):
    """A league that has begun, and stands still: it would keep a processor busy."""
    program = Run("match", *words, "--record", record, "--quiet")
    standing.clear()
    wait(lambda: os.path.exists(path(record)) and halves(record) > 1, "%s is played" % record)
    program.process.send_signal(signal.SIGSTOP)
    standing.extend((program, record))
    return program


def halves(record):
    try:
        return ask(record, "SELECT COUNT(*) FROM half")[0][0]
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):  # it is made just now
            raise
        return 0


def play_on(program, record, more=1):
    """Lets a league that stands still play on until more halves are over."""
    wanted = halves(record) + more
    program.process.send_signal(signal.SIGCONT)
    until(lambda: halves(record) >= wanted or program.look())
    program.process.send_signal(signal.SIGSTOP)
    return True


def follow(record, *words):
    """By a clock that stands still."""
    return Run("report", record, *words, "--follow", program=clock.REFEREE)


def wait(question, title):
    """Time passes for those who follow until the answer is yes. The league that stands still plays another half now and then, as a league
    would, so that a version that was missed is followed by another."""
    looks_made = itertools.count(1)

    def answer():
        if standing and next(looks_made) % 200 == 0:
            play_on(*standing)
        return question() or clock.advance(0.5)

    answered = until(answer)
    ok(answered, title)
    return answered


def page(name="page.html"):
    with open(path(name), encoding="utf-8") as file:
        return file.read()


def now(text):
    """The games that are being played, as a page lists them: players, board, half, number of moves, the last one."""
    rows = re.findall(r"<tr><th scope=row>(\w+) v (\w+)</th><td>\d+</td><td>\d+</td><td>([^<]*)</td><td>(\d)</td><td>(\d+)</td><td>([^<]*)</td></tr>",
                      text.partition("<h2 id=now>")[2])
    return [(*row[:3], int(row[3]), int(row[4]), row[5]) for row in rows]


def looks(program):
    """How often it has waited, so that it has looked at the record in between."""
    with open("/proc/%d/status" % program.process.pid) as status:
        return int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status.read(), re.M).group(1))


def versions(follower, played, record):
    """The versions of a page, while a league is played a little after each of them; whether one came before a second was over. That is
    unknown of the version after one for which the clock was put on, since it may have been written just before."""
    found, early, put_on, looks_made = [], False, False, itertools.count(1)

    def is_new():
        nonlocal put_on
        if next(looks_made) % 200 == 0:  # a league that was stopped while it wrote is read after it has gone on
            play_on(played, record)
            clock.advance(1.1)
            put_on = True
        return follower.look() or (os.path.exists(path("page.html")) and page() not in found[-1:])

    while until(is_new):
        ended = follower.look()
        found += [page()] if page() not in found[-1:] else []
        if ended:
            break
        play_on(played, record, 8)
        if not put_on:
            before = looks(follower)
            until(lambda: played.look() or follower.look() or looks(follower) > before + 3)
            early |= not played.look() and page() != found[-1]
        put_on = False
        clock.advance(1.1)
    return found, early


def followed(record):
    """Somebody who follows it, and has written a page."""
    if os.path.exists(path("page.html")):
        os.remove(path("page.html"))
    follower = follow(record, "--html", "page.html")
    wait(lambda: os.path.exists(path("page.html")) and LIVE in page(), "%s is followed" % record)
    return follower


def stop(program):
    program.process.send_signal(signal.SIGCONT)
    program.process.send_signal(signal.SIGINT)
    return program.finish()


def ended(follower):
    """Its exit status, after as much time as it takes."""
    until(lambda: follower.look() or clock.advance(0.5))
    return follower.finish()


# ---- a league to its end ---------------------------------------------------------------------
played = league("whole.db", *SLOW, "--rounds", "3")
follower = follow("whole.db", "--html", "page.html", "--svg", "table.svg")
seen, early = versions(follower, played, "whole.db")
ok(follower.finish() == 0 and follower.said() == "", "it ends when the league has ended, and says nothing", follower.said())
played.finish()
ok(len(seen) >= 3, "the page was rewritten", len(seen))
live = [row for text in seen for row in now(text)]
ok(all({one, two} < {"anna", "bob", "carl"} and board in ("crepe", "torus 6x4") and half in (1, 2) and bool(plies) == bool(last)
                for one, two, board, half, plies, last in live), "with the games that are being played", live)
ok("<h2 id=now>" not in page() and "#now" not in page(), "in the end there is none")
ok(all(text.startswith("<!DOCTYPE html>") and text.rstrip().endswith("</html>") for text in seen), "each version is whole")
ok(not early, "at most once a second")
ok(all(LIVE in text for text in seen[:-1]) and LIVE not in page() and "noscript" not in page(), "only the last one is the last")
games = [int(re.search(r"(\d+) games? of 3 players", text).group(1)) for text in seen]
ok(games == sorted(games) and games[0] < games[-1] == 18, "games come to it, and in the end all are there", games)
status, said = run("report", "whole.db", "--html", "plain.html")
ok(status == 0 and page("plain.html") == page(), "the last one is the report of the league")
status, said = run("report", "whole.db", "--svg", "plain.svg")
ok(status == 0 and page("plain.svg") == page("table.svg"), "and the picture is its picture")
ok(not [name for name in os.listdir(os.path.dirname(path("x"))) if re.match(r"(page|table)\.\w+\.\w+$", name)], "nothing is left beside it")
ok(not os.path.exists(path("whole.db-wal")), "the record is one file, as without anybody who follows")

# ---- signals, and a referee that ends before its league --------------------------------------
played = league("long.db", *LONG)
follower = followed("long.db")
ok(stop(follower) == 128 + signal.SIGINT and LIVE not in page() and follower.said() == "", "a signal ends it, and the page is the last", follower.said())
follower = followed("long.db")
moves, texts = set(), set()


def seen_so_far():
    text = page()
    moves.update(row[4] for row in now(text))
    if text not in texts:
        texts.add(text)
        play_on(played, "long.db")
    return len(moves) > 2


wait(seen_so_far, "it shows the game that is being played, as far as it has come")
ok(stop(played) == 128 + signal.SIGINT, "the league is interrupted")
ok(ended(follower) == 0 and LIVE not in page(), "and nobody is followed any more", follower.said())

# ---- a referee that is stopped while it writes ------------------------------------------------
def reads(program):
    """Whether it has the record open: the kernel lists its lock."""
    with open("/proc/locks") as locks:
        return any(line.split()[4] == str(program.process.pid) and line.split()[-1] == "1073742335" for line in locks)


played = league("held.db", *LONG)
follower = followed("held.db")
with open(path("held.db-shm"), "r+b") as shared:  # half way: its two headers differ, and the locks to mend them are held
    fcntl.lockf(shared, fcntl.LOCK_EX, 3, 120)
    header = os.pread(shared.fileno(), 96, 0)
    os.pwrite(shared.fileno(), bytes(8), 56)
    os.utime(path("held.db"))
    until(lambda: reads(follower) or clock.advance(0.5))
    until(lambda: not reads(follower))
    ok(not follower.look(), "a version that cannot be read for now does not end it", follower.said())
    os.pwrite(shared.fileno(), header, 0)
before = page()
play_on(played, "held.db")
wait(lambda: page() != before, "and another takes its place")
ok(stop(follower) == 128 + signal.SIGINT and follower.said() == "", "nothing is said of it", follower.said())
stop(played)

# ---- what goes wrong -------------------------------------------------------------------------
for fate, wanted in ((lambda name: os.remove(path(name)), "it was removed while it was being followed"),
                     (lambda name: shutil.copy(path("whole.db"), path("other.db")) and os.rename(path("other.db"), path(name)),
                      "another file has taken its place while it was being followed")):
    played = league("hurt.db", *LONG)
    follower = followed("hurt.db")
    fate("hurt.db")
    ok(ended(follower) == 1 and "hurt.db: " + wanted in follower.said(), wanted, follower.said())
    stop(played)
    for name in os.listdir(os.path.dirname(path("x"))):
        if name.startswith("hurt.db"):
            os.remove(path(name))
played = league("torn.db", *LONG)
follower = followed("torn.db")
for name in ("torn.db", "torn.db-wal"):
    with open(path(name), "r+b") as file:
        file.write(b"no database any more" * (os.stat(path(name)).st_size // 20))
ok(ended(follower) == 1 and "record torn.db: " in follower.said() and
   ("not a database" in follower.said() or "malformed" in follower.said()), "it cannot be read any more", follower.said())
played.process.kill()
played.finish()
begun, follower = clock.now(), follow("whole.db", "--html", "page.html")
ok(ended(follower) == 0 and page("plain.html") == page() and clock.now() - begun > 9, "nobody begins to play: after ten seconds that is all",
   follower.said())
status, said = run("report", "nothing.db", "--html", "page.html", "--follow")
ok(status == 1 and "nothing.db" in said and "No such file" in said, "it is not there", said)
for words in (["--html", "/dev/stdout"], ["--html", "page.html", "--svg", "/dev/null"]):
    status, said = run("report", "whole.db", *words, "--follow")
    ok(status == 2 and "%s is not a file that can be replaced" % words[-1] in said, "%s cannot be followed to" % words[-1], said)
status, said = run("report", "whole.db", "--follow")
ok(status == 2 and "--html" in said, "nor can nothing", said)

# ---- in a browser ----------------------------------------------------------------------------
if not browser.program():
    ok(True, "a browser # SKIP no chromium")
    done()


def look(script):
    """The value of a script that waits for nothing, as the page may reload itself at any time."""
    def answer():
        try:
            return [window.run(script)]
        except browser.Failure:
            return None

    return until(answer)[0]


PLACE = """const viewer = document.getElementById('viewer').viewer, find = (id) => document.getElementById(id);
    const text = (id) => find(id).selectedOptions[0].textContent;
    return {place: viewer.place(), player: text("player"), where: text("where"), scroll: Math.round(scrollY), focus: document.activeElement.id,
        what: find("what").textContent};"""
VERSION = "return document.getElementById('live')?.dataset.version ?? null"
COUNT = "return document.getElementById('viewer').viewer.list.length"
played = league("seen.db", *LONG)
ok(play_on(played, "seen.db", 12), "some games are there")
follower = follow("seen.db", "--html", "seen.html")
wait(lambda: os.path.exists(path("seen.html")), "a page is there")
window = browser.Browser(900, 500)
# Time passes more quickly, but the page stays for longer than it takes to load, so that it can be asked.
window.command("Page.addScriptToEvaluateOnNewDocument", source="const real = window.setTimeout; window.setTimeout = (run, ms, ...more) => real(run, ms / 4, ...more)")
window.open("file://" + path("seen.html"))
first = look(VERSION)
look("""const viewer = document.getElementById('viewer').viewer, find = (id) => document.getElementById(id);
    const choose = (id, text) => {
        find(id).value = [...find(id).options].find((one) => one.textContent === text).value;
        find(id).onchange();
    };
    choose("player", "carl");
    choose("where", "torus 6x4");
    viewer.open_game(viewer.list.length - 1);
    viewer.open_half(1, 5);
    viewer.board.torus.put({x: 12, y: 5});
    find("ply").focus({preventScroll: true});
    window.scrollTo(0, find("stage").getBoundingClientRect().top + scrollY - 40);""")
before, games = look(PLACE), look(COUNT)
ok(before["player"] == "carl" and before["where"] == "torus 6x4" and before["place"]["ply"] == 5 and before["scroll"] > 500, "a place in a game", before)
play_on(played, "seen.db", 25)  # a whole round
wait(lambda: look("const live = document.getElementById('live'); return live && live.dataset.version !== %r && "
                  "document.getElementById('viewer').viewer.list.length > %d" % (first, games)), "the page reloads itself, with new games")
after = look(PLACE)
ok(after == before, "and keeps its place", before, after)
ok(window.complaints() == [], "without errors in the console, or anything that its policy forbids", window.complaints())
again = look(VERSION)
play_on(played, "seen.db")
wait(lambda: look("const live = document.getElementById('live'); return live && live.dataset.version !== %r" % again), "and once more")
ok(look(PLACE) == before, "again and again")
stop(played)
ended(follower)
wait(lambda: look("return document.readyState === 'complete' && !document.getElementById('live')"), "the last version comes, too")
ok(look(PLACE) == before and look("return history.state") is None, "at the same place", look(PLACE))
look("window.stays = true")
window.pass_time(2500)
ok(look("return window.stays === true"), "and stays")
done()
