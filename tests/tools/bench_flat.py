#!/usr/bin/env python3
"""Whether the referee stays as it is in a long run (`make bench-flat`): 10,000 games between engines that
answer at once, with a record and without. Memory and descriptors at the end are compared with those after 1,000 games:
the test fails if the memory grew by more than a tenth, or more than one descriptor more is open. It sleeps between two looks, since the
referee plays in real time.

    bench_flat.py [GAMES]
"""
import json
import os
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import REFEREE, Run, fake, path  # noqa: E402

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
EARLY = GAMES // 10
SPILLED = 1  # descriptor: SQLite's file for a record in memory that has outgrown its cache, after some 300 games


def games_played():
    try:
        connection = sqlite3.connect(path("flat.db"), timeout=20)
        try:
            return connection.execute("SELECT COUNT(*) FROM game").fetchone()[0]
        finally:
            connection.close()
    except sqlite3.OperationalError:
        return 0  # not there yet


def measure(pid):
    """Resident KiB and open descriptors; None: it has ended."""
    try:
        with open("/proc/%d/status" % pid) as status:
            sizes = [int(line.split()[1]) for line in status if line.startswith("VmRSS:")]
        return (sizes[0], len(os.listdir("/proc/%d/fd" % pid))) if sizes else None
    except OSError:
        return None


ENGINES = ("--engine", "cmd=" + fake("good"), "name=one", "--engine", "cmd=" + fake("good"), "name=two",
           "--grid", "torus 4x4", "--rounds", str(GAMES), "--concurrency", "2")


def judge(seen, late):
    for tenth, (kib, descriptors) in sorted(seen.items()):
        print("after %d games: %d KiB resident, %d descriptors" % (tenth * EARLY, kib, descriptors))
    early = seen[min(seen)]
    print("at the end: %d KiB resident, %d descriptors" % late)
    if late[0] > 1.1 * early[0] or late[1] > early[1] + SPILLED:
        sys.exit("it grows")


program = Run("match", *ENGINES, "--record", "flat.db", "--quiet")
seen = {}  # what was measured after each tenth of the games
while not program.look():
    now, played = measure(program.process.pid), games_played()
    if now and EARLY <= played < GAMES:
        seen[played // EARLY] = seen.get(played // EARLY) or now
        late = now
    time.sleep(0.02)
if program.process.returncode != 0 or games_played() != GAMES or not seen:
    sys.exit("the match failed: " + program.said())
print("%d games in %.1f s: %d games a second" % (GAMES, program.elapsed, GAMES / program.elapsed))
judge(seen, late)

print("without a record:")
seen, played = {}, 0
with subprocess.Popen([REFEREE, "match", *ENGINES, "--json"], stdout=subprocess.PIPE, text=True) as process:
    for line in process.stdout:
        played += json.loads(line)["type"] == "game"
        if EARLY <= played < GAMES and played // EARLY not in seen or played == GAMES - EARLY // 10:
            late = measure(process.pid)
            seen.setdefault(played // EARLY, late)
if process.returncode != 0 or played != GAMES:
    sys.exit("the match failed")
judge(seen, late)
