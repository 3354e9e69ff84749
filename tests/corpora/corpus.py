#!/usr/bin/env python3
"""The inputs that a fuzzer has kept, as a file of text with one of them in each line: NAME.txt beside this script.

    corpus.py unpack FILE FOLDER     makes a file of each line, as libFuzzer reads them
    corpus.py pack FOLDER FILE       makes the lines, shortest first
    corpus.py choose PROGRAM FOLDER  takes inputs from FOLDER into the program's NAME.txt, as few as reach all that they reach

Printable ASCII stands for itself; a backslash before `n`, `x` and two digits, or a backslash stands for the end of a line,
a byte, itself. The inputs are found by `make fuzz`.
"""
import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

ESCAPE = {ord("\n"): "\\n", ord("\\"): "\\\\"}
SOURCE = re.compile(rb"\\(?:x([0-9a-f]{2})|(.))")


def line_of(data):
    return "".join(ESCAPE.get(byte) or (chr(byte) if 32 <= byte < 127 else "\\x%02x" % byte) for byte in data)


def data_of(line):
    return SOURCE.sub(lambda found: bytes([int(found[1], 16)]) if found[1] else {b"n": b"\n"}.get(found[2], found[2]), line)


def unpack(file, folder):
    with open(file, "rb") as lines:
        for line in lines:
            data = data_of(line.rstrip(b"\n"))
            with open(os.path.join(folder, hashlib.sha1(data).hexdigest()), "wb") as one:
                one.write(data)


def pack(folder, file):
    inputs = set()
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as one:
            inputs.add(one.read())
    with open(file, "w", encoding="ascii") as lines:
        lines.write("".join(line_of(data) + "\n" for data in sorted(inputs, key=lambda data: (len(data), data))))


def choose(program, folder):
    """The inputs that reach new edges, whatever their counts; libFuzzer tries the short ones first."""
    file = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.path.basename(program)[len("fuzz_"):] + ".txt")
    with tempfile.TemporaryDirectory() as known, tempfile.TemporaryDirectory() as chosen:
        if os.path.exists(file):
            unpack(file, known)
        for name in os.listdir(folder):
            with contextlib.suppress(FileNotFoundError):  # a fuzzer that runs replaces what it keeps
                shutil.copy(os.path.join(folder, name), known)
        subprocess.run([os.path.abspath(program), "-merge=1", "-use_counters=0", "-detect_leaks=0", chosen, known], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        pack(chosen, file)


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("unpack", "pack", "choose"):
        sys.exit(__doc__)
    {"unpack": unpack, "pack": pack, "choose": choose}[sys.argv[1]](*sys.argv[2:])
