#!/usr/bin/env python3
"""Where memory is scarce the engine plays a legal move or says what is missing; it is never ended by a signal."""
import os
import resource
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import ENGINE, done, ok  # noqa: E402

if os.path.exists("config.h") and "sanitize=address" in open("config.status").read():
    print("1..0 # SKIP the address sanitizer reserves more memory than there is")
    sys.exit(0)

BOARDS = (("crepe selacata", "search"), ("crepe selacata", "mcts"), ("tritt", "search"), ("triangulation", "search"),
          ("trioker-duel", "search"), ("archipel", "search"))
for board, player in BOARDS:
    answered = 0
    for mebibytes in range(8, 320, 24):
        def bound():
            resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        text = "setoption name Player value %s\nsetgrid %s\ngo movetime 20\nquit\n" % (player, board)
        run = subprocess.run([ENGINE], input=text, capture_output=True, text=True, preexec_fn=bound)
        moves = [line for line in run.stdout.splitlines() if line.startswith("bestmove ")]
        answered += bool(moves)
        ok(run.returncode >= 0 and (moves or "error" in run.stdout or run.stderr),
           "%s, %s, %d MiB: a move or a message" % (board, player, mebibytes), (run.returncode, run.stdout[-300:], run.stderr[-300:]))
    ok(answered > 0, "%s, %s: with more memory it answers" % (board, player))
done()
