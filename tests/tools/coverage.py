#!/usr/bin/env python3
"""How much of each room the tests have run, from the counts that they left: lines and branches, and the files with most to do.

    coverage.py SOURCES [FILES]

FILES is how many of these are listed (20).
"""
import collections
import json
import subprocess
import sys

ROOMS = ("base", "grids", "games", "protocol", "engine", "referee")


def percent(covered, total):
    return "%6.1f %%" % (100 * covered / total) if total else "     - "


def main():
    sources, listed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
    command = ["gcovr", "-r", sources, "--object-directory", ".", "--exclude-unreachable-branches", "--exclude-throw-branches",
               "--json-summary", "-o", "-"] + [word for room in ROOMS for word in ("--filter", sources + "/" + room + "/")]
    files = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["files"]
    sums = collections.defaultdict(lambda: [0, 0, 0, 0])
    for file in files:
        parts = file["filename"].split("/")
        counts = [file["line_covered"], file["line_total"], file["branch_covered"], file["branch_total"]]
        for name in {parts[0], "/".join(parts[:-1]), "all"}:
            sums[name] = [a + b for a, b in zip(sums[name], counts)]
    print("%-24s %8s %9s %10s %9s" % ("", "lines", "covered", "branches", "covered"))
    for name in sorted(sums, key=lambda name: (name == "all", name)):
        covered, lines, taken, branches = sums[name]
        print("%-24s %8d %s %10d %s" % (name if "/" not in name else "  " + name, lines, percent(covered, lines), branches, percent(taken, branches)))
    print("\nwhere most lines were never run")
    for file in sorted(files, key=lambda file: file["line_covered"] - file["line_total"])[:listed]:
        print("%6d of %5d  %s" % (file["line_total"] - file["line_covered"], file["line_total"], file["filename"]))


main()
