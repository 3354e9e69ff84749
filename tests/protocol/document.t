#!/usr/bin/env python3
"""The examples of PROTOCOL.md, each against a fresh engine. What it names: tests/commands/documents.t."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import Engine, SOURCE, done, ok  # noqa: E402

text = open(os.path.join(SOURCE, "protocol", "PROTOCOL.md")).read()
blocks = re.findall(r"^```tgi\n(.*?)^```", text, re.M | re.S)
ok(len(blocks) >= 6, "the document has examples", len(blocks))


def matches(wanted, line):
    parts = [re.escape(part) for part in wanted.split("...")]
    return line is not None and re.fullmatch(".*".join(parts), line) is not None


def run(block):
    """The first thing that goes another way than written, or None."""
    engine = Engine()
    skipping = False
    for step in block.splitlines():
        if step.startswith("> "):
            engine.send(step[2:])
        elif step == "...":
            skipping = True
        else:
            line = engine.line()
            while skipping and line is not None and not matches(step[2:], line):
                line = engine.line()
            skipping = False
            if not matches(step[2:], line):
                return "wanted: %s\n   got: %s" % (step[2:], line)
    if "> quit" not in block.splitlines():
        engine.send("isready")
        line = engine.line()
        if line != "readyok":
            return "after the last line came: %s" % line
    status = engine.close()
    return None if status == 0 else "exit status %s" % status


for number, block in enumerate(blocks, 1):
    wrong = run(block)
    ok(wrong is None, "example %d: %s" % (number, block.splitlines()[0]), wrong)
done()
