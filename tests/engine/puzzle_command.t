#!/usr/bin/env python3
"""`triancey-engine puzzle` at the command line."""
import json
import os
import pty
import re
import resource
import select
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402
from prepared import run_prepared  # noqa: E402
from tgi import ENGINE, PATIENCE, done, ok, until  # noqa: E402


def run(*words):
    answer = run_prepared(ENGINE, ["puzzle", *words])
    return answer.out.decode(), answer.err.decode(), answer.status


def solutions(out):
    return [line for line in out.split("\n") if line[:1].isdigit()]


LINE = re.compile(r"0:[0-3*]{3}( \d+:[0-3*]{3})*")

out, err, status = run("hexagon")
ok(status == 0 and "none: no solution exists\n" in out and "free tips 0" in out, "the hexagon has none", out + err)
out, err, status = run("hexagon", "--joker", "23", "--count")
ok(status == 0 and "solutions 1680, up to rotation (6) 280\n" in out, "with the Joker it has", out + err)
out, err, status = run("hexagon-joker")
found = solutions(out)
ok(status == 0 and len(found) == 1 and LINE.fullmatch(found[0]), "one solution is a line", out + err)
ok(found[0].count("*") == 1, "the Joker's wild corner is in it", out)
out, err, status = run("parallelogram", "2x6", "--count", "--threads", "2")
ok(status == 0 and "solutions 240, up to rotation (2) 120\n" in out, "words of a shape may stand apart", out + err)
for shape in "parallelogram-2x6", "parallelogram 2x6":
    out, err, status = run(shape, "--all")
    ok(len(set(solutions(out))) == 240 and all(map(LINE.fullmatch, solutions(out))), "%s: all are listed" % shape, err)
listed = solutions(out)
out, err, status = run("parallelogram 2x6", "--all", "--unique", "--threads", "4")
ok(len(solutions(out)) == 120 and set(solutions(out)) <= set(listed), "or half of them, up to rotation", err)
out, err, status = run("super-triangle", "--unique")
ok("solutions 36, up to rotation (3) 12\n" in out and not solutions(out), "the super triangle: 12 for a given tip", out)
out, err, status = run("triangle 5", "--joker", "23", "--tip", "--count")
ok("solutions 36, up to rotation (3) 12\n" in out, "the same, said on the command line", out)
out, err, status = run("hexagon6", "--odds", "10")
ok(status == 0 and "688778 of 1961256 sets can fill it (35.1192 %)" in out, "the patience", out + err)

# ---- for programs -------------------------------------------------------------------------------

out, err, status = run("star", "--all", "--json")
lines = [json.loads(line) for line in out.splitlines()]
ok(len(lines) == 7 and all(LINE.fullmatch(line["solution"]) for line in lines[:-1]), "JSON: a line for each solution", out)
last = {key: value for key, value in lines[-1].items() if key != "seconds"}
ok(last == {"shape": "star", "cells": 12, "pieces": 12, "free_tips": 6, "rotations": 6, "solutions": 6,
            "up_to_rotation": 1, "with_joker": 0, "complete": True, "nodes": 81}, "JSON: the result", out)
out, err, status = run("hexagon6", "--odds", "10", "--json")
ok(json.loads(out)["good"] == 688778 and json.loads(out)["all"] == 1961256, "JSON: the odds", out)
out, err, status = run("--list", "--json")
names = [json.loads(line)["name"] for line in out.splitlines()]
ok({"duck", "hexagon6", "super-triangle"} <= set(names) and names == sorted(names), "JSON: the included puzzles", out)
out, err, status = run("--list")
ok(len(out.splitlines()) == len(names) and re.search(r"^duck +18 cells, 18 pieces,", out, re.M), "and for people", out)

# ---- what is refused ----------------------------------------------------------------------------

for words, code, said in [
        ((), 2, "a shape, or --list, is missing"), (("nosuch",), 1, "nosuch: neither a known shape"), (("triangle 6",), 1, "more cells than the 24"),
        (("triangle 6", "--joker", "23"), 1, "at most 25 cells"), (("triangle 1",), 1, "a puzzle has at least two cells"),
        (("duck", "--joker", "24"), 2, "24: a Joker has two values"), (("duck", "--odds", "0"), 2, "0: from 1 to 25"),
        (("duck", "--odds", "19"), 1, "from 1 to 18 pieces"), (("duck", "--threads", "x"), 2, "x: there can be"),
        (("duck", "--limit", "0"), 2, "0: must be a whole number of at least 1"),
        (("duck", "--laid", "3:004"), 2, "pieces are written like 012"), (("duck", "--pieces", ""), 2, "--pieces is empty"), (("duck", "--pieces", " "), 2, "pieces are"),
        (("duck", "--laid", "20:000"), 1, "a piece lies on a cell that the shape does not have"),
        (("duck", "--laid", "2:000 2:001"), 2, "pieces are written"), (("duck", "--laid", "2:000 x:001"), 2, "pieces are written"),
        (("duck", "--laid", "25:000"), 2, "pieces are written"), (("duck", "--pieces", "3:012"), 2, "pieces are written"),
        (("duck", "--laid", "012"), 2, "pieces are written"), (("duck", "--threads", "65"), 2, "there can be 1 to 64"),
        (("duck" * 15,), 1, "neither a known shape"), (("x" * 5000,), 2, "there is no such shape"), (("duck", "--limit", "x"), 2, "at least 1"),
        (("duck", "--what"), 2, "puzzle: unknown option --what; puzzle --help"), (("--count",), 2, "is missing"), (("no/such.ini",), 1, "No such file")]:
    out, err, status = run(*words)
    ok(status == code and said in err and not solutions(out), "refused: " + " ".join(words), "%d %s%s" % (status, out, err))
every = solutions(run("hexagon-joker", "--all")[0])
for given in every[0], " ".join(every[5].split()[4:19]), every[9].split()[3]:
    out, err, status = run("hexagon-joker", "--all", "--laid", given)
    ok(sorted(solutions(out)) == sorted(s for s in every if set(given.split()) <= set(s.split())),
       "the solutions with %d pieces that are laid" % len(given.split()), out + err)
ok(len(solutions(run("hexagon-joker", "--all", "--limit", "7")[0])) == 7, "no more than a limit")
out, err, status = run("hexagon6", "--all", "--pieces", "000 001 002 003 011 012 013 021 022")
ok(0 < len(solutions(out)) and not re.search("[0-9]*:.*(222|333|233)", out.split("nodes")[0].split("\n", 1)[1]),
   "other pieces than the shape's own", out + err)
out, err, status = run("star", "--joker", "23", "--count")
joker, every = int(re.search("^joker in (\\d+) of them$", out, re.M)[1]), int(re.search("solutions (\\d+)", out)[1])
ok(status == 0 and 0 < joker < every, "how many solutions use a Joker that they need not use", out + err)
alone = run("star", "--joker", "23", "--count", "--json")[0]
ok(json.loads(alone)["with_joker"] == joker and json.loads(alone)["solutions"] == every, "the same for programs", alone)
out, err, status = run("--help")
ok(status == 0 and out.startswith("Usage: triancey-engine puzzle [SHAPE]"), "the help", out)

# ---- stopping -----------------------------------------------------------------------------------


def catches_interrupts(process):
    with open("/proc/%d/status" % process.pid) as file:
        return int(re.search("SigCgt:\\s*(\\w+)", file.read())[1], 16) >> (signal.SIGINT - 1) & 1


process = subprocess.Popen([ENGINE, "puzzle", "parallelogram 2x6", "--joker", "01", "--count"], encoding="utf-8",
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
until(lambda: catches_interrupts(process))
process.send_signal(signal.SIGINT)
began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
out, err = process.communicate(timeout=PATIENCE)
took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began
ok(process.returncode == 1 and "solutions at least" in out and "stopped" in err, "an interrupt stops it, with what it has", out + err)
ok(took < 2, "and soon", took)
process = subprocess.Popen([ENGINE, "puzzle", "parallelogram 2x6", "--joker", "01", "--odds", "24"], encoding="utf-8",
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
until(lambda: catches_interrupts(process))
process.send_signal(signal.SIGINT)
out, err = process.communicate(timeout=PATIENCE)
ok(process.returncode == 1 and err == "triancey-engine puzzle: stopped\n" and not out, "no odds are printed if it is stopped", out + err)

# ---- on a terminal -----------------------------------------------------------------------------

# Progress is one line, which is replaced each second and gone at the end.
master, slave = pty.openpty()
process = subprocess.Popen([clock.ENGINE, "puzzle", "parallelogram 2x6", "--joker", "01", "--count"], stdout=subprocess.PIPE, stderr=slave)
os.close(slave)
shown = b""


def has_shown(word):
    """Whether it has shown this; each look is half a second later for it."""
    global shown
    clock.advance(0.5)
    if select.select([master], [], [], 0)[0]:
        shown += os.read(master, 4096)
    return word in shown


until(lambda: has_shown(b" s") or process.poll() is not None)
process.send_signal(signal.SIGINT)
out = process.communicate(timeout=PATIENCE)[0].decode()
until(lambda: has_shown(b"stopped"), 10)
ok(re.match(rb"(parts \d+ of \d+, solutions \d+, \d+ s\r\x1b\[K)+", shown) and b"stopped" in shown,
   "progress on a terminal", shown, out)
os.close(master)

done()
