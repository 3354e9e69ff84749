#!/usr/bin/env python3
"""The referee where memory is scarce (ulimit -v): what it cannot do it says, and nothing is lost."""
import os
import resource
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import PATIENCE, REFEREE, SANITIZED, folder, path, run  # noqa: E402
from tgi import done, enough, ok  # noqa: E402

if SANITIZED:
    print("1..0 # SKIP sanitizers need memory without bounds")
    sys.exit(0)

GAME = ["match", "--engine", "builtin:random", "--engine", "builtin:reference", "--grid", "crepe", "--rounds", "4", "--quiet"]


def scarce(kibibytes, *words):
    """The status and what was said, with this much memory."""
    def bound():
        resource.setrlimit(resource.RLIMIT_AS, (kibibytes << 10, kibibytes << 10))
    got = subprocess.run([REFEREE, *words], cwd=folder, capture_output=True, timeout=PATIENCE, preexec_fn=bound)
    return got.returncode, got.stdout.decode(), got.stderr.decode()


too_little, least = 4 << 10, 1 << 20
while least - too_little > 1 << 10:
    middle = (too_little + least) // 2 >> 10 << 10
    if scarce(middle, "--version")[0] == 0:
        least = middle
    else:
        too_little = middle
ok(least < 1 << 20, "with little memory it can at least say what it is", least)

PLAYERS = enough(10000, 30000)
# Players enough for all that is kept by player or pair to be large.
status, said = run(*GAME, "--record", "many.db")
ok(status == 0, "a record", said)
link = sqlite3.connect(path("many.db"))
link.execute("WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO engine"
             " (id, name, command, options, limits) SELECT i, 'player' || i, '', '', '' FROM n", [PLAYERS])
link.commit()
link.close()
with open(path("many.db"), "rb") as file:
    before = file.read()
short = 0
for words in (["standings", "many.db"], ["standings", "--json", "many.db"], ["rank", "many.db"], ["ratings", "many.db"],
              ["report", "many.db", "--html", "r.html", "--svg", "r.svg"], ["verify", "many.db"], ["replay", "many.db", "1"],
              ["export", "many.db", "--format", "json"], ["merge", "many.db", "--into", "other.db"]):
    wrong = []
    for more in (0, 1, 2, 4, 7, 12, 20, 40, 80)[::enough(3, 1)]:
        status, said, error = scarce(least + (more << 10), *words)
        short += "out of memory" in error
        error = error.removeprefix("Error in GnuTLS initialization: ASN1 parser: Generic parsing error.\n")  # which is linked
        if status not in (0, 1) or (status == 1 and not error.startswith("triancey-referee") and words[0] != "verify"):
            wrong.append("%d MiB more: %s %s" % (more, status, error[-200:]))
        if os.path.exists(path("other.db")):
            os.unlink(path("other.db"))
    ok(not wrong, "it ends well or with a message: " + " ".join(words), *wrong)
ok(short > 0, "of which some say that memory ran out", short)
with open(path("many.db"), "rb") as file:
    ok(file.read() == before, "and the record is as it was")

# So many players are no reason to take more than they need.
for words in (["standings", "many.db"], ["export", "many.db", "--format", "json"], ["verify", "many.db"]):
    status, said, error = scarce(least + (100 << 10), *words)
    added = words[0] == "verify" and "its configuration should have" in said + error  # to the record, by this test
    ok(status == added and "out of memory" not in error, "100 MiB are enough for %d players: %s" % (PLAYERS, words[0]), error)

# A league that runs out of memory goes on where it was.
for more in (0, 2, 5, 10, 20)[::enough(2, 1)]:
    status, said, error = scarce(least + (more << 10), *GAME, "--record", "half.db")
    ok(status == 0 or (status in (1, 2) and "triancey-referee" in error), "a league, %d MiB more" % more, status, error[-300:])
status, said = run(*GAME, "--record", "half.db")
ok(status == 0, "the same command ends it once there is memory", said)
status, said = run("verify", "half.db")
ok(status == 0 and "nothing is wrong" in said, "and nothing is wrong with it", said)
done()
