#!/usr/bin/env python3
"""Engines on systems other than Linux (configure --disable-linux): what is not there is refused, or told; an engine ends with the
processes of its group."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import path, run  # noqa: E402
from tgi import ENGINE, done, ok  # noqa: E402

OTHER = ["--engine", "builtin:random", "name=other", "--grid", "torus 2x2", "--quiet"]
OURS = "'%s' --player random" % os.path.abspath(ENGINE)
NONE = "this system has no sandbox for engines; Linux has two, Landlock and bwrap"


def play(*terms, command=OURS):
    return run("match", "--engine", "cmd=" + command, "name=ours", *terms, *OTHER, "--record", path("".join(terms) + ".db"))


for word in ("yes", "landlock", "bwrap"):
    status, said = play("sandbox=" + word)
    ok(status != 0 and NONE in said, "sandbox=%s is refused" % word, status, said)
    ok(not os.path.exists(path("sandbox=%s.db" % word)), "and nothing is played", said)
for term in ("memory=100", "processes=4"):
    status, said = play(term)
    ok(status != 0 and "the limit %s cannot be kept on this system" % term.split("=")[0] in said, "%s is refused" % term, status, said)
status, said = play("sandbox=auto")
ok(status == 0 and "ours runs without a sandbox: " + NONE in said, "sandbox=auto says what is missing", status, said)
status, said = play("cpu_time=5", "files=20", "disk=10")
ok(status == 0, "limits of one process are kept", status, said)
done()
