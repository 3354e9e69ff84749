#!/usr/bin/env python3
"""bench_openings.py - what random openings are worth as evidence: the same with and without them, side by side.

    bench_openings.py [leagues N] [tests N] [boards N] [strong N] [weak N] [threads N]

1. Leagues of two engines that are equally strong, each of which always plays alike in the same position: the
   reference computer, with a seed of its own instead of the referee's. There are three boards, so that without openings
   games repeat. With openings the interval of 95 % must hold 0 in 90 to 99 of 100 leagues.
2. Sequential tests (margin0 = 0, margin1 = 5) between `search` with `strong` nodes a move and with `weak`, on a fresh
   board for each encounter, so that games do not repeat without openings, either. How strong the one is beside the other
   is measured first, on `boards` boards. With openings they must not take longer, by more than 2 standard errors.

The exit status is 1 if one of these is not so. Only the number of threads depends on the machine.
"""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time

BUILD = os.environ.get("top_builddir", ".")
REFEREE, ENGINE = (os.path.abspath(os.path.join(BUILD, name)) for name in ("triancey-referee", "triancey-engine"))
NUMBERS = {"leagues": 100, "tests": 60, "boards": 600, "strong": 2000, "weak": 1250, "threads": os.cpu_count()}
BOARDS, ROUNDS = "cestlavie,foiegras,crepe", 40
OPENINGS = ("none", "random:4")
folder = tempfile.mkdtemp(prefix="triancey-openings-")


def play(*words):
    """The line about the match of two engines: encounters, their mean, the half width of its interval."""
    command = [REFEREE, "match", "--json", "--concurrency", str(NUMBERS["threads"]), *(str(word) for word in words)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode:
        sys.exit("%s: %s" % (" ".join(command), done.stdout[-300:] + done.stderr))
    return next(line["match"] for line in reversed(lines) if line["type"] == "standings")


def seeded(name, seed):
    """The reference computer with a seed of its own, whatever the referee says."""
    return ("--engine", "name=" + name, "cmd=sh '%s' %d '%s'" % (os.path.join(folder, "seeded.sh"), seed, ENGINE))


def mean(values):
    """The mean and its standard error."""
    middle = sum(values) / len(values)
    return middle, math.sqrt(sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1) / len(values))


def equal_engines(openings):
    """In how many leagues the interval holds 0; encounters that are distinct."""
    held, distinct = 0, []
    for league in range(NUMBERS["leagues"]):
        match = play(*seeded("one", 2 * league + 1), *seeded("two", 2 * league + 2), "--grid", BOARDS, "--rounds", ROUNDS,
                     "--openings", openings, "--seed", league + 1)
        held += abs(match["mean"]) <= match["error"]
        distinct.append(match["encounters"])
    return held, mean(distinct)[0]


def pair(openings, seed):
    return ("--engine", "builtin:search", "name=strong", "nodes=%d" % NUMBERS["strong"], "--engine", "builtin:search",
            "name=weak", "nodes=%d" % NUMBERS["weak"], "--openings", openings, "--seed", seed)


def sequential(openings):
    """Encounters of each test, and in how many of them the stronger one was found."""
    lengths, found = [], 0
    for number in range(NUMBERS["tests"]):
        match = play(*pair(openings, 1000 + number), "--boards", "words:12", "--sprt", "margin0=0", "margin1=5")
        lengths.append(match["sprt"]["encounters"])
        found += match["sprt"]["verdict"] == "margin1"
    return lengths, found


def first_part():
    leagues = NUMBERS["leagues"]
    print("Two equal engines that always play alike, %d leagues of %d encounters on 3 boards:" % (leagues, 3 * ROUNDS))
    for openings in OPENINGS:
        held, distinct = equal_engines(openings)
        print("  openings = %-9s the 95 %% interval holds 0 in %d of %d; %.1f encounters are distinct"
              % (openings, held, leagues, distinct), flush=True)
    return 0.90 * leagues <= held <= 0.99 * leagues


def second_part():
    print("search, %d nodes against %d:" % (NUMBERS["strong"], NUMBERS["weak"]))
    found = {}
    for openings in OPENINGS:
        gain = play(*pair(openings, 1), "--boards", "words:%d" % NUMBERS["boards"])
        lengths, right = sequential(openings)
        found[openings] = mean(lengths)
        print("  openings = %-9s gain %+.2f +- %.2f; margin1 = 5 is accepted in %d of %d tests; they take %.1f +- %.1f encounters"
              % (openings, gain["mean"], gain["error"], right, len(lengths), found[openings][0], 2 * found[openings][1]),
              flush=True)
    (plain, error), (opened, other) = (found[openings] for openings in OPENINGS)
    return opened - plain <= 2 * math.hypot(error, other)


def main():
    words = sys.argv[1:]
    for name, value in zip(words[::2], words[1::2]):
        if name not in NUMBERS or not value.isdigit() or int(value) == 0:
            sys.exit(__doc__)
        NUMBERS[name] = int(value)
    if len(words) % 2:
        sys.exit(__doc__)
    with open(os.path.join(folder, "seeded.sh"), "w") as script:
        script.write('sed -u "s/seed [0-9]*/seed $1/" | "$2" --player reference\n')
    begun = time.monotonic()
    good = [part() for part in (first_part, second_part)]
    print("%.0f s on %d threads" % (time.monotonic() - begun, NUMBERS["threads"]))
    return 0 if all(good) else 1


try:
    sys.exit(main())
finally:
    shutil.rmtree(folder, ignore_errors=True)
