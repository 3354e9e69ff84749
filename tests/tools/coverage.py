#!/usr/bin/env python3
"""How much of each room the tests have run, from the counts that they left: lines and branches, and the files with most to do.

    coverage.py SOURCES [LEAST]

It fails if less than LEAST % of all lines were run.
"""
import collections
import json
import os
import re
import subprocess
import sys


def rooms(sources):
    """The folders of HACKING.md's map; what is compiled for the page alone cannot be counted."""
    with open(sources + "/HACKING.md", encoding="utf-8") as file:
        listed = re.search(r"(?ms)^## The map$(.*?)^## ", file.read()).group(1)
    return sorted(set(re.findall(r"(?m)^\| `([a-z]+)/", listed)) - {"page"})


def counted(sources):
    """By file, how often its lines and branches were run: {name: ({line: runs}, {(line, number): runs})}. A header is compiled
    into several programs, and what any of them has run counts."""
    found, listed = {}, rooms(sources)
    counts = sorted(os.path.join(folder, name) for folder, _, names in os.walk(".") for name in names if name.endswith(".gcda"))
    for first in range(0, len(counts), 100):
        said = subprocess.run(["gcov", "--branch-probabilities", "--json-format", "--stdout", *counts[first:first + 100]],
                              stdout=subprocess.PIPE, check=True).stdout
        for report in map(json.loads, said.splitlines()):
            for file in report["files"]:
                name = os.path.relpath(os.path.join(report["current_working_directory"], file["file"]), os.path.realpath(sources))
                if name.split("/")[0] not in listed:
                    continue
                lines, branches = found.setdefault(name, (collections.Counter(), collections.Counter()))
                for line in file["lines"]:
                    at = line["line_number"]
                    lines[at] += line["count"]
                    for i, branch in enumerate(line["branches"]):
                        if not branch["throw"]:
                            branches[at, i] += branch["count"]
    return found


def percent(covered, total):
    return "%6.1f %%" % (100 * covered / total) if total else "     - "


def main():
    sources, least = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 0
    sums = collections.defaultdict(lambda: [0, 0, 0, 0])
    files = []
    for name, (lines, branches) in counted(sources).items():
        files.append((sum(not runs for runs in lines.values()), len(lines), name))
        parts, counts = name.split("/"), [sum(map(bool, lines.values())), len(lines), sum(map(bool, branches.values())), len(branches)]
        for room in {parts[0], "/".join(parts[:-1]), "all"}:
            sums[room] = [a + b for a, b in zip(sums[room], counts)]
    print("%-24s %8s %9s %10s %9s" % ("", "lines", "covered", "branches", "covered"))
    for name in sorted(sums, key=lambda name: (name == "all", name)):
        covered, lines, taken, branches = sums[name]
        print("%-24s %8d %s %10d %s" % (name if "/" not in name else "  " + name, lines, percent(covered, lines), branches, percent(taken, branches)))
    print("\nwhere most lines were never run")
    for file in sorted(files, reverse=True)[:20]:
        print("%6d of %5d  %s" % file)
    covered, lines = sums["all"][:2]
    if covered * 100 < lines * least:
        sys.exit("coverage.py: less than %g %% of all lines were run" % least)


main()
