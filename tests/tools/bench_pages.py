#!/usr/bin/env python3
"""How long a site with many games takes for a page, as a browser asks it (part of `make bench-club`).

    bench_pages.py FOLDER [TIMES]

FOLDER holds the club.db of tests/tools/bench_club. `serve` is started there, and each page is asked for over one
connection, TIMES times (300), for weeks, players and boards drawn by lot.
"""
import http.client
import json
import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from serve import Site  # noqa: E402

TIMES = int(sys.argv[2]) if len(sys.argv) > 2 else 300
dice = random.Random(1)
site = Site(data=sys.argv[1])
link = http.client.HTTPConnection(site.host)


def ask(where):
    link.request("GET", "/api/" + where)
    answer = link.getresponse()
    text = answer.read()
    if answer.status != 200:
        site.end()
        sys.exit("bench_pages: %s: %d %s" % (where, answer.status, text.decode()))
    return text


weeks = [week["week"] for week in json.loads(ask("weeks?count=100"))["weeks"]]
people = json.loads(ask("ranking"))["total"]
running = json.loads(ask("site"))["week"]
pages = [("ranking of the running week", lambda: "weeks/%s/ranking" % running),
         ("ranking of a week", lambda: "weeks/%s/ranking" % dice.choice(weeks)),
         ("weeks and champions", lambda: "weeks"),
         ("a board", lambda: "weeks/%s/boards/%d" % (dice.choice(weeks), dice.randint(1, 7))),
         ("all times", lambda: "ranking"),
         ("a player", lambda: "players/%d" % dice.randint(1, people))]
print("%d weeks, %d players; the server was ready after %.2f s" % (len(weeks), people, site.started))
print("%-32s %9s %9s %9s %9s" % ("milliseconds to answer", "median", "99 %", "longest", "bytes"))
for name, where in pages:
    took, size = [], 0
    for _ in range(TIMES):
        begun = time.perf_counter()
        size = max(size, len(ask(where())))
        took.append((time.perf_counter() - begun) * 1000)
    took.sort()
    print("%-32s %9.2f %9.2f %9.2f %9d" % (name, took[len(took) // 2], took[len(took) * 99 // 100], took[-1], size))
site.end()
