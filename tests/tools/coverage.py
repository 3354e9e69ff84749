#!/usr/bin/env python3
"""How much of each room the tests have run, from the counts that they left: lines and branches, and the files with most to do.

    coverage.py SOURCES [LEAST]

It fails if less than LEAST % of all lines were run.
"""
import collections
import json
import re
import subprocess
import sys


def rooms(sources):
    """The folders of HACKING.md's map; what is compiled for the page alone cannot be counted."""
    with open(sources + "/HACKING.md", encoding="utf-8") as file:
        listed = re.search(r"(?ms)^## The map$(.*?)^## ", file.read()).group(1)
    return sorted(set(re.findall(r"(?m)^\| `([a-z]+)/", listed)) - {"page"})


def percent(covered, total):
    return "%6.1f %%" % (100 * covered / total) if total else "     - "


def main():
    sources, least = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 0
    command = ["gcovr", "-r", sources, "--object-directory", ".", "--exclude-unreachable-branches", "--exclude-throw-branches",
               "--json-summary", "-o", "-"] + [word for room in rooms(sources) for word in ("--filter", sources + "/" + room + "/")]
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
    for file in sorted(files, key=lambda file: file["line_covered"] - file["line_total"])[:20]:
        print("%6d of %5d  %s" % (file["line_total"] - file["line_covered"], file["line_total"], file["filename"]))
    covered, lines = sums["all"][:2]
    if covered * 100 < lines * least:
        sys.exit("coverage.py: less than %g %% of all lines were run" % least)


main()
