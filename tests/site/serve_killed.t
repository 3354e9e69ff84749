#!/usr/bin/env python3
"""The site is killed (SIGKILL) in the middle of its work, and started again, time after time: what was answered holds.

    serve_killed.t [TIMES]

People play as fast as they can. Whenever the site is back, each of them compares the state of the game with the last
answer: every move of it is there, and besides at most the one that was under way. At the end the file is read:
no game and no half is there twice, and the rules of `verify` hold for all that was played. 5 times by default; with a
number of TIMES, the site must also be back within a second, or as much later as the machine is slower."""
import http.client
import os
import random
import sqlite3
import string
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import SANITIZED, run  # noqa: E402
from serve import Player, Rules, Site  # noqa: E402
from tgi import done, ok, slowness, until  # noqa: E402

TIMES = int(sys.argv[1]) if len(sys.argv) > 1 else 5
STRICT = len(sys.argv) > 1 and not SANITIZED
PEOPLE = 8
BOARDS = 7
chance = random.Random(1)
site = Site()
ok(site.port > 0, "the site serves", site.address, site.said())
gone = threading.Event()  # it is being killed: whoever notices waits
names = ("Person %s%s%s" % (a, b, c) for a in string.ascii_lowercase for b in string.ascii_lowercase
         for c in string.ascii_lowercase)
naming = threading.Lock()
BROKEN = (OSError, http.client.HTTPException, ValueError)


class Person:
    """Somebody who plays all boards of the week, then comes again by another name."""

    def __init__(self):
        self.rules, self.player, self.trouble, self.moves = Rules(), None, [], 0
        self.everybody = []  # the keys and names that were answered

    def enter(self):
        """A new account; not there until it is answered."""
        with naming:
            name = next(names)
        player = Player(site, name)
        if player.status != 201:
            self.trouble.append("sign-up: %s %s" % (player.status, player.answer))
            return
        self.player, self.board, self.game, self.flight = player, 1, None, None
        self.everybody.append((player.key, name))

    def next(self):
        """What the player asks for next: the path, the body, and the move in it."""
        if not self.game:
            return "api/tables", {"board": self.board}, None
        where = "api/tables/%s/" % self.game["table"]
        if self.game["state"] == "open":
            move = self.rules.legal(self.game)[-1]
            return where + "moves", {"half": self.game["half"], "before": len(self.game["moves"]), "move": move}, move
        return where + "half", {"half": self.game["half"] + 1}, None

    def step(self):
        if not self.player:
            self.enter()
            return
        where, body, move = self.next()
        self.flight = move
        status, answer = self.player.post(where, body)
        if status not in (200, 201):
            self.trouble.append("%s %s: %s %s" % (where, body, status, answer))
            return
        self.flight = None
        self.moves += move is not None
        self.take(answer if "state" in answer else answer["table"])

    def take(self, game):
        self.game = game
        if game["state"] == "over":
            self.game, self.board = None, self.board + 1
        if self.board > BOARDS:
            self.player = None

    def play(self):
        while not gone.is_set():
            try:
                self.step()
            except BROKEN:
                return

    def compare(self):
        """After a restart: how things stand, against what was answered."""
        if self.player:
            self.player.close()
            self.player.link = site.connect()
        if not self.player or not self.game:
            return
        status, _, now = self.player.ask("GET", "api/tables/%s" % self.game["table"])
        known = self.game["moves"]
        if status != 200:
            self.trouble.append("the game is gone: %s %s" % (status, now))
        elif now["half"] == self.game["half"] and now["state"] == self.game["state"]:
            more = now["moves"][len(known):]
            if now["moves"][:len(known)] != known or (more and more[0] != self.flight):
                self.trouble.append("answered %s, %s under way, now %s" % (known, self.flight, now["moves"]))
        elif self.game["state"] == "open":
            self.compare_record(known)
        elif now["state"] != "open" or now["half"] != self.game["half"] + 1:  # its next half has begun
            self.trouble.append("was %s, is %s" % (self.game, now))
        if status == 200:
            self.take(now)

    def compare_record(self, known):
        """The move that was under way has ended the half."""
        with sqlite3.connect("file:%s?mode=ro" % site.club, uri=True) as club:
            rows = club.execute("SELECT moves FROM half JOIN club_game ON record = half.game JOIN club_table ON club_table.id = tab WHERE name = ? AND number = ?",
                                (self.game["table"], self.game["half"])).fetchall()
        if len(rows) != 1 or rows[0][0].split()[:len(known) + 1] != known + [self.flight]:
            self.trouble.append("answered %s, %s under way, in the record %s" % (known, self.flight, rows))


def played():
    """How many moves were answered."""
    return sum(person.moves for person in people)


people = [Person() for _ in range(PEOPLE)]
for person in people:
    person.enter()
slowest = 0.0
for number in range(TIMES):
    gone.clear()
    threads = [threading.Thread(target=person.play) for person in people]
    for thread in threads:
        thread.start()
    wanted = played() + chance.randint(11, 60)
    until(lambda: played() >= wanted)
    site.process.kill()
    gone.set()
    for thread in threads:
        thread.join()
    site.kill()
    begun = time.monotonic()
    site.start()
    ok(site.port > 0 and site.status("GET", "api/site") == 200, "back after kill %d" % (number + 1), site.said())
    took = time.monotonic() - begun
    slowest = max(slowest, took if took < 1 else took / slowness())
    for person in people:
        person.compare()
moves = played()
trouble = [one for person in people for one in person.trouble]
ok(not trouble, "all that was answered is there: %d moves" % moves, *trouble[:20])
ok(moves > 10 * TIMES, "and much was answered", moves)
accounts = [(key, name, site.ask("GET", "api/account", None, key)) for person in people for key, name in person.everybody]
ok(all(status == 200 and answer["account"]["name"] == name for _, name, (status, _, answer) in accounts),
   "every account that was answered is there: %d" % len(accounts))
print("# back in %.2f s at the longest" % slowest)
ok(slowest < 1 or not STRICT, "back within a second", slowest)
site.end()
with sqlite3.connect(site.club) as club:
    ok(club.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "the file is sound")
    twice = club.execute("SELECT account, week, board FROM club_game GROUP BY 1, 2, 3 HAVING COUNT(*) > 1").fetchall()
    ok(not twice, "no game is there twice", twice)
    twice = club.execute("SELECT record FROM club_game WHERE record IS NOT NULL GROUP BY 1 HAVING COUNT(*) > 1").fetchall()
    ok(not twice, "nor in the record", twice)
    holes = club.execute("SELECT tab FROM club_table_step GROUP BY 1 HAVING COUNT(*) <> MAX(number) OR MIN(number) <> 1").fetchall()
    ok(not holes, "no half has a hole", holes)
    halves = club.execute("SELECT COUNT(*) FROM half").fetchone()[0]
    ok(halves > 0 or moves < 100, "%d halves are in the record" % halves)
status, output = run("verify", site.club)
ok(status == 0, "verify finds nothing wrong", output)
done()
