#!/usr/bin/env python3
"""The examples of the engine's manual page and of tgi(7) work: its command lines, its dialogue, and each line of the protocol that it
quotes. The one count among them is that of PROTOCOL.md."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import ENGINE, SOURCE, Engine, done, ok  # noqa: E402

PATIENCE = 300  # seconds: with sanitizers a benchmark takes its time
PAGE = ""
for name in ("engine/triancey-engine.6", "protocol/tgi.7"):
    with open(os.path.join(SOURCE, name), encoding="utf-8") as file:
        PAGE += file.read()
with open(os.path.join(SOURCE, "protocol", "PROTOCOL.md"), encoding="utf-8") as file:
    PROTOCOL = file.read()


def run(words):
    answer = subprocess.run([ENGINE] + words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
    return answer.returncode, answer.stdout + answer.stderr


commands = re.findall(r"^\.Dl (?:\$ )?triancey-engine (.*)$", PAGE, re.M)
ok(len(commands) >= 2, "the page has command lines", commands)
for command in commands:
    # As written, but for a measurement, which takes a minute: its words are tried with smaller numbers.
    words = re.sub(r"movetime \d+ games \d+", "movetime 1 games 2", command).split()
    status, said = run(words)
    ok(status == 0 and not re.search("^error", said, re.M), "triancey-engine " + command, said)
    if command.startswith("perft "):
        depth = int(command.split()[1])
        row = re.search(r"^\| `ancey selacata` \|(.*)\|$", PROTOCOL, re.M).group(1)
        ok(said.split() == ["perft", str(depth), row.split("|")[depth - 1].strip()], "with the count of PROTOCOL.md", said, row)

for block in re.findall(r"^\.Bd -literal.*\n\$ triancey-engine\n((?:.*\n)*?)\.Ed$", PAGE, re.M):
    engine = Engine()
    engine.send(*block.splitlines())
    said = []
    while not said or said[-1] and not said[-1].startswith(("bestmove", "error")):
        said.append(engine.line())
    engine.send("quit")
    ok(said[-1] and said[-1].startswith("bestmove ") and engine.process.wait(PATIENCE) == 0, "the dialogue ends with a move", said)

quoted = re.findall(r"^\.Ql (setgrid .*?)(?: ,| \.)?$", PAGE, re.M)
quoted = [line for line in quoted if line != "setgrid"]
ok(len(quoted) >= 5, "the page quotes lines of the protocol", quoted)
for line in quoted:
    status, said = run(line.split())
    ok(status == 0 and not said, line, said)

shapes = re.findall(r"^\.Ql ((?:triangle|hexagon|parallelogram) [\dx]+)(?: ,)?$", PAGE, re.M)
ok(len(shapes) >= 3, "and shapes of puzzles", shapes)
for shape in shapes:
    status, said = run(["puzzle", shape, "--limit", "1"])
    ok(status == 0, "puzzle '%s'" % shape, said)
odds = re.search(r"^\.Ql (\w+ --odds \d+) \.$", PAGE, re.M).group(1)
status, said = run(["puzzle"] + odds.split())
ok(status == 0 and re.search(r"\(\d+\.\d+ %\)", said), "puzzle " + odds, said)
done()
