#!/usr/bin/env python3
"""Solves whole boards and adds their values to a CSV file: a row for each board, with the command that solved it.

    atlas.py FILE.csv GAME CELLS WORD...

A word N-M stands for the words wN to wM. Boards that the file has are passed over, so that this program can be stopped and called again.
TIME=SECONDS limits each board (300); what is not solved by then is not added. Columns: the starter's margin, the moves of the
best line, tasks and nodes, the processor time of the whole command in milliseconds, the command.
"""
import csv
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

REFEREE = os.environ.get("TRIANCEY_REFEREE", "./triancey-referee")
COLUMNS = ["game", "word", "cells", "margin", "moves", "tasks", "nodes", "milliseconds", "command"]


def words(given):
    for word in given:
        both = re.fullmatch(r"(\d+)-(\d+)", word)
        yield from ("w%d" % number for number in range(int(both[1]), int(both[2]) + 1)) if both else [word]


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


name, game, cells, *given = sys.argv[1:]
there = set()
if os.path.exists(name):
    with open(name, newline="", encoding="utf-8") as file:
        there = {(row["game"], row["word"], row["cells"]) for row in csv.DictReader(file)}
else:
    with open(name, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerow(COLUMNS)
for word in words(given):
    if (game, word, cells) in there:
        continue
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        board = ["word", word, "cells", cells] + (["surface", "cylinder"] if game == "archipel" else [])
        command = ["solve", *board, "--game", game, "--jobs", "1", "--into", "board.db"]
        before = spent()
        answer = subprocess.run([os.path.abspath(REFEREE), *command, "--time", os.environ.get("TIME", "300"), "--json", "--quiet"],
                                stdout=subprocess.PIPE, check=True, cwd=folder)
    found = json.loads(answer.stdout)
    if found["low"] < found["high"]:
        print("%s %s %s: not solved" % (game, word, cells), file=sys.stderr)
        continue
    row = [game, word, cells, found["low"], len(found["line"].split()), found["tasks"], found["nodes"],
           round(1000 * (spent() - before)), "triancey-referee " + " ".join(command)]
    with open(name, "a", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerow(row)
