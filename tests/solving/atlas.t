#!/usr/bin/env python3
"""The atlas of solved boards (referee/solving/atlas.csv): its commands give its margins, and the manual page says how many there
are. `make nightly` runs all commands, `make check` a few of the short ones."""
import collections
import csv
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import path, run  # noqa: E402
from tgi import NIGHTLY, SOURCE, done, ok  # noqa: E402

with open(os.path.join(SOURCE, "referee", "solving", "atlas.csv"), newline="", encoding="utf-8") as file:
    rows = list(csv.DictReader(file))
short = [row for row in rows if NIGHTLY or int(row["milliseconds"]) < 100]
for row in short if NIGHTLY else short[::max(1, len(short) // 5)]:
    program, *words = row["command"].split()
    ok(program == "triancey-referee" and words[:1] == ["solve"], "a command: " + row["command"])
    status, said = run(*words, "--json", "--quiet")
    os.unlink(path("board.db"))
    answer = json.loads(said)
    ok(status == 0 and answer["low"] == answer["high"] == int(row["margin"]) and answer["game"] == row["game"] and
       answer["cells"] == int(row["cells"]), "%s on %s, %s cells: %s" % (row["game"], row["word"], row["cells"], row["margin"]), said)

with open(os.path.join(SOURCE, "referee", "manual", "triancey-solve.6"), encoding="utf-8") as file:
    page = file.read()
told = {(game.lower(), cells): int(boards) for game, cells, boards in re.findall(r"^(\w+)\t(\d+)\t(\d+)\t", page, re.M)}
have = collections.Counter((row["game"], row["cells"]) for row in rows)
ok(told == dict(have), "the manual page counts the rows of the atlas", told, dict(have))
done()
