#!/usr/bin/env python3
"""Leagues in a folder, as the site shows them: what counts as one, how each stands, its games, a league that is
followed while it is played; records from strangers, many records, many games."""
import fcntl
import json
import os
import shutil
import signal
import sqlite3
import struct
import sys
import threading

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402
import contract  # noqa: E402
from prepared import run_prepared  # noqa: E402
from referee import LINUX, PATIENCE, REFEREE, SANITIZED, Run, ask as sql, path, run  # noqa: E402
from serve import Events, Site  # noqa: E402
from tgi import done, enough, ok, until  # noqa: E402

FOLDER = "leagues"
MANY = 100 if SANITIZED else enough(40, 1000)  # records
PAGES = 10000 if SANITIZED else enough(4000, 100000)  # games of one
GIVEN = {clock.VARIABLE: os.environ.pop(clock.VARIABLE)}  # the site's, and that of the leagues it follows
os.mkdir(path(FOLDER))


def inside(name):
    return os.path.join(FOLDER, name)


def play(name, *words):
    """A league of random players, played to its end."""
    return run("match", "--engine", "builtin:random", "--engine", "builtin:reference", "--record", name, "--quiet",
               *(words or ("--grid", "crepe", "--rounds", "2")))[0]


def get(where):
    status, _, answer = site.ask("GET", "api/leagues" + where)
    return answer if status == 200 else status


def listed():
    """All leagues, by the names of their files."""
    found, start = {}, 0
    while start is not None:
        answer = get("?from=%d&count=%d" % (start, enough(30, 200)))
        for league in answer["leagues"]:
            found[league["file"]] = league
        start = answer.get("next")
    return found


def soon(condition, patience=PATIENCE):
    """The first true value; the last one if none comes. Time passes for the site when it has nothing to do."""
    def come():
        value = condition()
        if not value and clock.at_rest(site.process.pid):
            clock.advance(0.05)
        return value
    return until(come, patience)


def hear(events, wanted):
    """An event of a stream; None: it does not come."""
    soon(lambda: events.wait(wanted, 0) or events.ended)
    return events.wait(wanted, 0)


# ---- what counts as a league ---------------------------------------------------------------------

play("first.db")
shutil.copy(path("first.db"), path(inside("first.db")))
ODD = "Zo\u00eb \"x\" <b>&'; DROP TABLE half; --.record"
shutil.copy(path("first.db"), path(inside(ODD)))
shutil.copy(path("first.db"), os.path.join(path(FOLDER).encode(), b"bytes \xff\xfe.db"))
shutil.copy(path("first.db"), path(inside("escape\x1b[2Jsequence.db")))
shutil.copy(path("first.db"), path(inside(".hidden.db")))
os.symlink(path("first.db"), path(inside("link.db")))
os.symlink("/etc/passwd", path(inside("passwd.db")))
os.mkfifo(path(inside("pipe.db")))
os.mkdir(path(inside("folder.db")))
with open(path(inside("notes.txt")), "w") as file:
    file.write("no record\n" * 100)
with open(path(inside("short.db")), "w") as file:
    file.write("SQLite format 3")
sqlite3.connect(path(inside("other.db"))).execute("CREATE TABLE recipe (id)")
with open(path(inside("torn.db")), "wb") as file, open(path("first.db"), "rb") as whole:
    file.write(whole.read()[:5000])
shutil.copy(path("first.db"), path(inside("view.db")))
strange = sqlite3.connect(path(inside("view.db")))
strange.execute("ALTER TABLE half RENAME TO other")
strange.execute("CREATE VIEW half AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id,"
                " 1 AS game, i AS number, 0 AS margin1, 0 AS margin2 FROM n")
strange.commit()
strange.close()
shutil.copy(path("first.db"), path(inside("beside.db")))
os.mkfifo(path(inside("beside.db-wal")))
shutil.copy(path("first.db"), path(inside("journal.db")))
os.mkfifo(path(inside("journal.db-journal")))
shutil.copy(path("first.db"), path(inside("names.db")))
shutil.copy(path("first.db"), path(inside("moves.db")))
for name, statement in (("names.db", "engine SET name = name || hex(zeroblob(3000000))"), ("moves.db", "half SET moves = replace(hex(zeroblob(300000)), '00', '12 3')"
                                                                                          " WHERE game = 1")):
    link = sqlite3.connect(path(inside(name)))
    link.execute("UPDATE " + statement)
    link.commit()
    link.close()

site = Site("--leagues", path(FOLDER), program=clock.CLUB, environment=GIVEN)
READABLE = {"first.db", ODD, "bytes \ufffd\ufffd.db", "escape.[2Jsequence.db", "moves.db"}
BROKEN = {"torn.db", "view.db", "beside.db", "journal.db", "names.db"}
soon(lambda: set(listed()) == READABLE | BROKEN)
found = listed()
ok(set(found) == READABLE | BROKEN, "records are leagues, whatever their names; nothing else is", sorted(found))
ok(all((found[name]["error"] is None) == (name in READABLE) for name in found), "those that cannot be read say why",
   *["%s: %s" % (name, one["error"]) for name, one in found.items()])
ok(path("") not in json.dumps(found), "and tell no paths", *[str(one["error"]) for one in found.values()])
ok(all(set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-~") >= set(one["id"])
       for one in found.values()) and len({one["id"] for one in found.values()}) == len(found),
   "ids need no escapes and differ", *[one["id"] for one in found.values()])
same = [get("/" + found[name]["id"]) for name in READABLE - {"moves.db"}]
ok(all(one["standings"] == same[0]["standings"] for one in same), "all are reached by their ids")
for name in ("..%2Ffirst.db", "%2e%2e", "passwd.db", "link.db", ".hidden.db", "other.db", "", "x" * 2000, "%00"):
    ok(get("/" + name + "/games") in (400, 404, 414, 431), "there is no league %.30s" % name, get("/" + name + "/games"))
ok(get("/journal.db/games") == 503 and get("/journal.db/games/1") == 503, "nobody waits for a pipe that has the name of a journal")
ok(len(json.dumps(found["names.db"])) < 2000 and get("/names.db/games") == 503, "names of megabytes are not kept", str(found["names.db"])[:300])
ok(get("/moves.db/games/1") == 503 and get("/moves.db/games/2")["over"], "nor are moves of a megabyte shown")
answers = []
threads = [threading.Thread(target=lambda: answers.append(get("/first.db/games"))) for _ in range(80)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
good = [answer for answer in answers if answer != 503]
ok(len(answers) == 80 and len(good) >= 64 and all(answer == good[0] for answer in good), "80 people ask at once: each has an answer", len(good))
ok(get("/view.db")["standings"] is None and get("/view.db/games") == 503, "a record with a view has no games")

# ---- standings and games -------------------------------------------------------------------------

answer = get("/first.db")
pages = [site.ask("GET", "league/" + where, None)[::2] for where in ("first.db", "first.db/1", "nosuch.db")]
ok([status for status, _ in pages] == [200, 200, 404] and all('og:title" content="%s"' % answer["league"]["name"] in str(text) for _, text in pages[:2]), "the head of its address has its name", pages[0])
said = json.loads(run_prepared(REFEREE, ["standings", "--json", path("first.db")]).out)
ok(answer["standings"] == said, "standings are those of the command", answer["standings"], said)
about = answer["league"]
ok((about["game"], about["format"], about["players"], about["games"], about["scheduled"], about["live"]) ==
   ("selacata", "roundrobin", 2, 2, 2, False), "and the league is what it is", about)
games = get("/first.db/games")
ok(games["total"] == 2 and [one["id"] for one in games["games"]] == [1, 2] and "next" not in games, "its games", games)
ok(get("/first.db/games?from=1&count=1")["games"] == games["games"][1:], "a page of them")
ok(get("/first.db/games?from=2")["games"] == [], "a page behind the last")
game = get("/first.db/games/2")
rows = sql("first.db", "SELECT moves, clocks, margin1, margin2, termination FROM half WHERE game = 2 ORDER BY number")
ok([(" ".join(half["moves"]), half["margins"], half["termination"]) for half in game["halves"]] ==
   [(row[0], [row[2], row[3]], row[4]) for row in rows], "a game has the moves of the record", game)
ok([half["clocks_us"] for half in game["halves"]] == [[int(clock) for clock in row[1].split()] for row in rows],
   "and their times")
ok(game["line"].startswith("setgrid ") and game["game"] == "selacata" and game["over"] and not game["live"] and
   game["seats"] == games["games"][1]["seats"], "and its board", game["line"])
for number in ("3", "0", "-1", "x", "99999999999999999999", "2%20"):
    ok(get("/first.db/games/" + number) in (400, 404), "there is no game " + number)

# ---- they come and go ----------------------------------------------------------------------------

shutil.copy(path("first.db"), path(inside("second.db")))
ok(soon(lambda: "second.db" in listed()), "a record that comes is seen")
events = Events(site, "api/leagues/second.db/events")
os.rename(path(inside("second.db")), path(inside("third.db")))
ok(soon(lambda: "third.db" in listed() and "second.db" not in listed()), "one that is renamed has its new name alone")
ok(hear(events, lambda event: json.loads(event[2])["kind"] == "gone"), "who follows it is told that it has gone",
   events.events)
soon(lambda: events.ended)
ok(events.ended and get("/second.db") == 404, "and that is the end of it")
os.unlink(path(inside("third.db")))
ok(soon(lambda: "third.db" not in listed()), "one that is removed is gone")
play("longer.db", "--grid", "crepe", "--rounds", "3")
os.replace(path("longer.db"), path(inside("first.db")))
ok(soon(lambda: get("/first.db")["league"]["games"] == 3), "one that is replaced is read again")

# ---- a league that is followed -------------------------------------------------------------------

if not LINUX:  # nothing tells that a file has changed: the folder is looked at now and then, and these leagues are over by then
    site.end()
    done()
    sys.exit(0)

TWO = ("--engine", "builtin:search", "option.Hash=1", "movetime=25", "--engine", "builtin:random", "movetime=25", "--margin", "600000", "--start", "600000",
       "--wait", "600000", "--grid", "torus 4x4")
HERE = {"program": clock.REFEREE, "environment": GIVEN}  # by the clock of the site, which sees all that is played


class Follower:
    """What a follower knows of the halves that are played, from the league's page and its later events."""

    def __init__(self, where):
        self.moves, self.wrong, self.over, self.ended = {}, [], [], False
        page = get(where)
        for half in page["playing"]:
            self.moves[half["game"], half["half"]] = list(half["moves"])
        self.where, self.last = where, page["event"]

    def follow(self, wanted):
        """Takes in events until one is there for which that holds; false: it does not come."""
        events = Events(site, "api/leagues" + self.where + "/events?after=%d" % self.last)
        came = hear(events, lambda event: wanted(json.loads(event[2])))
        for number, kind, text in list(events.events):
            self.take(number, kind, json.loads(text))
            if came and number == came[0]:
                break
        events.close()
        return came is not None

    def read(self, game):
        """A game; None while the referee holds the record, to close it."""
        answer = get(self.where + "/games/%d" % game)
        return answer if answer != 503 else None

    def take(self, number, kind, event):
        if kind != "message" or number != self.last + 1:
            self.wrong.append((self.last, number, kind))
        self.last = number
        half = event.get("game"), event.get("half")
        self.ended |= event.get("live") is False
        if event["kind"] == "begin":
            self.moves[half] = list(event["moves"])
        elif event["kind"] == "move":
            known = self.moves.get(half, [])
            if event["ply"] != len(known) + 1:
                self.wrong.append(event)
            known.append(event["move"])
            self.moves[half] = known
        elif event["kind"] == "over":
            self.over.append(half)
            game = soon(lambda: self.read(half[0]))
            if not any(one["half"] == half[1] and one["margins"] is not None for one in game["halves"]):
                self.wrong.append(("not in the record", half))


def end(text):
    """The last line of a file of running games."""
    digest = 0xcbf29ce484222325
    for byte in text.encode():
        digest = (digest ^ byte) * 0x100000001b3 % (1 << 64)
    return '{"end":"%016x"}\n' % digest


def published(name):
    """The lines of such a file; none while it is half written."""
    with open(path(inside(name)), encoding="utf-8") as file:
        *lines, last = file.read().splitlines(True) or [""]
    return [*lines, last] if last == end("".join(lines)) else []


league = Run("match", *TWO, "--rounds", "3", "--concurrency", "2", "--record", inside("live.db"), "--quiet", **HERE)
ok(soon(lambda: "live.db" in listed() and listed()["live.db"]["live"]), "a league is live while it is played")
soon(lambda: get("/live.db")["playing"])
contract.described("files", "RECORD.live", soon(lambda: published("live.db.live")))
follower = Follower("/live.db")
ok(follower.moves, "its page has what is being played")
number = next(iter(follower.moves))
shown = get("/live.db/games/%d" % number[0])
ok(shown["live"] and not shown["over"] and shown["halves"][-1]["margins"] is None and shown["line"].startswith("setgrid"),
   "a game that is played can be stepped through as far as it is", shown)
ok(any(one["live"] for one in get("/live.db/games")["games"]) or number[1] == 1, "and is marked among the games")
plies = len(follower.moves[number])
ok(follower.follow(lambda event: event["kind"] == "move"), "moves come as they are made")
soon(lambda: get("/live.db")["event"] > follower.last + 5)  # away for a while
ok(follower.follow(lambda event: event["kind"] == "over"), "who comes back goes on where he was")
ok(follower.follow(lambda event: event["kind"] == "standings"), "he is told of new standings")
ok(follower.ended or follower.follow(lambda event: event["kind"] == "live" and not event["live"]), "and of the end")
soon(league.look)
ok(league.finish() == 0, "the league is played", league.said())
recorded = {(game, half): moves.split() for game, half, moves in
            sql(inside("live.db"), "SELECT game, number, moves FROM half")}
ok(not follower.wrong, "no event was missing, none came twice, each half was recorded when it was over", *follower.wrong)
ok(follower.moves and all(moves == recorded[half][:len(moves)] for half, moves in follower.moves.items()),
   "the moves were those that were played")
ok(set(follower.over) == set(follower.moves) and len(follower.over) >= 4, "every half came to its end", follower.over)
ok(sum(map(len, follower.moves.values())) > len(follower.moves), "and moves were seen before it")
ok(soon(lambda: get("/live.db")["league"]["games"] == 3 and not get("/live.db")["league"]["live"]),
   "at the end all games are there and nobody plays")
late = Events(site, "api/leagues/live.db/events", Last_Event_ID="1000000")
ok(hear(late, lambda event: event[1] == "lost"), "who had events of another run is told that they are lost", late.events)
late.close()

league = Run("match", *TWO, "--rounds", "50", "--record", inside("shot.db"), "--quiet", **HERE)
ok(soon(lambda: "shot.db" in listed() and get("/shot.db")["playing"]), "another one is played")
league.process.send_signal(signal.SIGKILL)
league.finish()
ok(soon(lambda: not get("/shot.db")["league"]["live"] and not get("/shot.db")["playing"]),
   "its referee is killed: nobody plays any more")

# ---- what a stranger may publish -----------------------------------------------------------------


def forge(name, text, locked=True):
    """A file of running games with this text; it is locked as long as the file is open."""
    file = open(path(inside(name)), "w+")
    if locked:
        fcntl.fcntl(file, 37, struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0))  # F_OFD_SETLK
    file.write(text + end(text))
    file.flush()
    return file


HEAD = '{"live":2,"league":"L","schedule":"s","halves":%d}\n'
HALF = ('{"game":%s,"half":1,"round":1,"board":1,"board_name":%s,"seats":["<script>alert(1)</script>","b"],'
        '"carry":[0,0],"begun":"2026-11-22T16:46:40.000Z","moved":"9999-12-31T23:59:59.999Z","moves":["12","7"],"clocks_us":[5,6]}\n')
lie = forge("first.db.live", HEAD % 1 + HALF % (777, '"</script>"'))
ok(soon(lambda: get("/first.db")["playing"]), "what a stranger publishes is shown as what it is", get("/first.db"))
shown = get("/first.db/games/777")
ok(shown["live"] and shown["halves"][0]["moves"] == ["12", "7"], "a game that the record has not got", shown)
lie.close()
ok(soon(lambda: not get("/first.db")["league"]["live"]), "until he lets it go")
for text in ("", "[]\n", HEAD % 5, HEAD % 1 + "x" * 100000 + "\n", HEAD % 1 + HALF % (0, '"b"'), HEAD % 1 + "[" * 9999 + "\n"):
    lie = forge("first.db.live", text)
    clock.advance(0.2)
    ok(get("") and get("/first.db")["playing"] == [] and not get("/first.db")["league"]["live"], "what he cannot mean is nothing")
    lie.close()
os.unlink(path(inside("first.db.live")))

# ---- many games, many records --------------------------------------------------------------------

shutil.copy(path(inside("first.db")), path("many.db"))
link = sqlite3.connect(path("many.db"))
for table, columns in (("half", 16), ("game", 1)):
    names = [row[1] for row in link.execute("PRAGMA table_info(%s)" % table)]
    shifted = {"half": {"id": "id + 16 * n", "game": "game + n"}, "game": {"id": "id + n", "pair": "pair + n"}}[table]
    link.execute("WITH RECURSIVE count(n) AS (SELECT 3 UNION ALL SELECT n + 3 FROM count WHERE n + 3 < ?)"
                 " INSERT INTO %s SELECT %s FROM %s, count" % (table, ", ".join(shifted.get(name, name) for name in names),
                                                               table), (PAGES - 3 + PAGES % 3,))
link.commit()
total = link.execute("SELECT COUNT(*) FROM game").fetchone()[0]
link.close()
os.rename(path("many.db"), path(inside("many.db")))
ok(soon(lambda: "many.db" in listed() and listed()["many.db"]["games"] == total, 4 * PATIENCE),
   "a league of %d games" % total)
last = get("/many.db/games?from=%d&count=200" % (total - 2))
ok(last["total"] == total and [one["id"] for one in last["games"]] == [total - 1, total] and "next" not in last,
   "has a last page", last)
ok(get("/many.db/games/%d" % total)["id"] == total, "and a last game")
ok(len(get("/many.db/games?count=1000000")["games"]) == 200, "no page has more than 200")

for i in range(MANY):
    os.link(path("first.db"), path(inside("copy %04d.db" % i)))
ok(soon(lambda: sum(name.startswith("copy") and one["error"] is None for name, one in listed().items()) == MANY,
        4 * PATIENCE), "%d records are all listed and read" % MANY, get("")["total"])

# ---- the end -------------------------------------------------------------------------------------

busy = sqlite3.connect(path(inside("first.db")), isolation_level=None)
busy.execute("BEGIN EXCLUSIVE")
answers = []
thread = threading.Thread(target=lambda: answers.append(get("/first.db/games")))
thread.start()
soon(lambda: not thread.is_alive())
ok(answers == [503] and get("/live.db/games")["total"] == 3, "nobody waits for a record that is locked")
busy.close()
ok(get("/first.db/games")["total"] == 3, "it is there again once it is not")
shutil.rmtree(path(FOLDER))
ok(soon(lambda: get("")["total"] == 0), "a folder that vanishes has no leagues")
ok(site.end() == (0, []) and "anitizer" not in site.said(), "the site ends, and nothing is left", site.said())
status, said = run("serve", "--data", site.data, "--port", "0", "--page", path("page.html"), "--leagues", path("none"))
ok(status == 1 and "none" in said, "a folder that is not there is an error", said)
done()
