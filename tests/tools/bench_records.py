#!/usr/bin/env python3
"""How long it takes to read large records: `make bench-records`, or bench_records.py [HALVES].

Each command runs three times on a record that tests/tools/make_record writes; the quickest counts, as wall-clock time and
as processor time."""
import ast
import gzip
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(os.environ.get("top_builddir", "."))
HALVES = sys.argv[1] if len(sys.argv) > 1 else "1000000"
COMMANDS = [["standings"], ["standings", "--all"], ["standings", "--json"], ["rank"], ["ratings"]]
HEAD = 1024  # bytes before the rows of an array: ten of a fixed form, then a dictionary in Python's syntax
LEAGUES = [("8", "selacata"), ("2", "selacata"), ("8", "triancey"), ("60", "selacata"), ("200", "selacata")]


def run(*command):
    """Seconds by the clock, and of the processor."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    took, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


with tempfile.TemporaryDirectory() as folder:
    for number, (engines, game) in enumerate(LEAGUES):
        record = os.path.join(folder, "%d.db" % number)
        made, _ = run(os.path.join(BUILD, "tests/tools/make_record"), record, HALVES, engines, game)
        print("%s halves of %s, %s engines: %.0f MiB, written in %.1f s" %
              (HALVES, game, engines, os.path.getsize(record) / 2**20, made), flush=True)
        for command, *options in COMMANDS:
            best = min(run(os.path.join(BUILD, "triancey-referee"), command, record, *options) for _ in range(3))
            print("  %-18s %.2f s, %.2f s of processor time" % (" ".join([command, *options]), *best), flush=True)
        if number == 0:
            arrays = os.path.join(folder, "arrays")
            took, processor = run(os.path.join(BUILD, "triancey-referee"), "export", record, "--positions", "npy", "--output", arrays)
            with gzip.open(os.path.join(arrays, "001-rows.npy.gz")) as file:
                rows = ast.literal_eval(file.read(HEAD)[10:].decode())["shape"][0]
            print("  export --positions npy: %.0f positions a second, %.0f a second of processor time" % (rows / took, rows / processor), flush=True)
            shutil.rmtree(arrays)
        os.remove(record)
