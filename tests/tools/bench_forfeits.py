#!/usr/bin/env python3
"""Whether `search` keeps its time and its memory (`make bench-forfeits`).

    bench_forfeits.py [HALVES [MOVETIME]]

Plays HALVES halves of Selacata (2000) through the referee, search against itself with MOVETIME
milliseconds a move (10), in equal parts on boards of 8, 48, 100 and 256 cells, and counts time
forfeits; and shorter matches with other sizes of Hash, boards and Threads. For each it prints the
greatest memory that an engine had resident, beside Hash + 64 MiB. Exit status 1 if there was a
forfeit or an engine was larger. The margin of a move is 100 ms, or as much longer as the machine is
slower; where somebody was late on a busy machine, the match is played again with twice the margin.
"""
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import slowness  # noqa: E402

BUILD = os.environ.get("top_builddir", ".")
REFEREE = os.path.join(BUILD, "triancey-referee")
ENGINE = os.path.abspath(os.path.join(BUILD, "triancey-engine"))
SPARE = 64  # MiB beside the table: the program, its tree, its threads' stacks
MARGIN = 100  # ms
BUSY, SLOWEST = 1.2, 100  # how slow a busy machine is, and one that measures nothing
BOARDS = {8: "torus 2x2", 48: "torus 6x4", 100: "classic", 256: "torus 16x8"}


def run_engine(report):
    """The engine in a process of our own; appends its peak of resident memory in KiB to a file."""
    status = subprocess.call([ENGINE])
    with open(report, "a") as file:
        file.write("%d\n" % resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    return status


def play(folder, boards, halves, movetime, margin, **options):
    """Plays a match and returns (halves, forfeits, other faults, slowest move in ms, peak MiB)."""
    record = os.path.join(folder, "%d.db" % len(os.listdir(folder)))
    report = record + ".memory"
    command = "cmd='%s' '%s' --engine '%s'" % (sys.executable, os.path.abspath(__file__), report)
    words = ["option.%s=%d" % pair for pair in options.items()]
    subprocess.run([REFEREE, "match", "--engine", command, "name=one", *words,
                    "--engine", command, "name=two", *words, "--each", "movetime=%d" % movetime, "margin=%d" % margin,
                    "--grid", ",".join(boards), "--rounds", str(max(1, halves // 2 // len(boards))),
                    "--record", record, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    with sqlite3.connect(record) as league:
        rows = league.execute("SELECT clocks FROM half").fetchall()
        faults = [kind for (kind,) in league.execute("SELECT kind FROM fault WHERE kind <> 'warning'")]
    slowest = max(int(clock) for (clocks,) in rows for clock in clocks.split()) / 1000
    late = faults.count("time")
    with open(report) as file:
        peak = max(int(line) for line in file) / 1024
    return len(rows), late, len(faults) - late, slowest, peak


def measure(folder, what, boards, halves, movetime, hash_size, threads):
    """Plays, prints a line, and returns whether all was as it should be."""
    slow = slowness()
    while True:
        played, late, others, slowest, peak = play(folder, boards, halves, movetime, MARGIN * slow,
                                                   Hash=hash_size, Threads=threads)
        if not late or slow > SLOWEST or slowness() < BUSY:
            break
        slow *= 2
    small = peak <= hash_size + SPARE
    print("%-24s Hash %3d Threads %d: %4d halves, %d time forfeits, %d other faults, slowest move "
          "%.1f ms, peak %.0f MiB of %d%s" %
          (what, hash_size, threads, played, late, others, slowest, peak, hash_size + SPARE,
           "" if small else " - TOO LARGE"), flush=True)
    return late == 0 and others == 0 and small


def main():
    halves = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    movetime = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    with tempfile.TemporaryDirectory() as folder:
        good = [measure(folder, "%d cells" % cells, [grid], halves // len(BOARDS), movetime, 64, 1)
                for cells, grid in BOARDS.items()]
        for hash_size, threads in ((16, 1), (256, 1), (16, 2), (64, 2), (256, 2)):
            good.append(measure(folder, "256 cells", [BOARDS[256]], 4, movetime, hash_size, threads))
        # With a second a move the tree and the table fill.
        good.append(measure(folder, "48 cells, a second", [BOARDS[48]], 2, 1000, 64, 2))
    return 0 if all(good) else 1


if sys.argv[1:2] == ["--engine"]:
    sys.exit(run_engine(sys.argv[2]))
sys.exit(main())
