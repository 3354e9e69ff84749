#!/usr/bin/env python3
"""`triancey-engine evaluate` at the command line; tests/positions/positions.t checks the margins that it prints."""
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import ENGINE, PATIENCE, done, ok, processor_seconds, until  # noqa: E402


def run(text, *words, **others):
    answer = subprocess.run([ENGINE, "evaluate", *words], input=text, stdout=others.get("stdout", subprocess.PIPE),
                            stderr=subprocess.PIPE, encoding="utf-8", timeout=PATIENCE)
    return answer.stdout, answer.stderr, answer.returncode


TINY = "tiny; setgrid torus 2x2 triancey; position moves 0 3"
SPELLED = ("spelled; setgrid inline triancey t cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4,2; "
           "position moves 0 3")
LAST = "last; setgrid torus 2x2 selacata; position moves"
OTHER = "other; setgrid torus 4x2 triancey; position moves 0 3 5"
HARD = "hard; setgrid torus 16x8 triancey; position moves 0"

out, err, status = run("", "--help")
ok(status == 0 and out.startswith("Usage: triancey-engine evaluate"), "the help", out)
out, err, status = run("", "-")
ok((status, out, err) == (0, "", ""), "nothing to do", err)
out, err, status = run("# a comment\n%s\n%s\n%s\n%s\n" % (TINY, OTHER, SPELLED, LAST), "--values", "-")
lines = out.splitlines()
ok(status == 0 and [line.split(";")[0] for line in lines] == ["tiny", "other", "spelled", "last"],
   "several boards, in the order of the file", out + err)
ok(lines[0].split(";")[2:] == lines[2].split(";")[2:] and "; values " in lines[0], "a board that is spelled out has the same values", out)
alone, err, status = run("%s\n%s\n%s\n" % (LAST, TINY, OTHER), "--threads", "1", "--values", "-")
ok(sorted(alone.splitlines()) == sorted([lines[0], lines[1], lines[3]]), "and so have they in another order", alone)
for line in lines:
    margin = int(re.search("; margin ([-+]\\d+)", line)[1])
    values = dict(pair.split(":") for pair in line.split("; values ")[1].split())
    best = re.search("; best ([ \\d]+);", line)[1].split()
    ok(max(map(int, values.values())) == margin and best == [cell for cell in values if int(values[cell]) == margin],
       "%s: the margin is the best value" % line.split(";")[0], line)
out, err, status = run(out, "-")
ok(status == 0 and [line.split("; best")[0] for line in out.splitlines()] == [line.split("; best")[0] for line in lines], "what it prints it reads", err)

pair, err, status = run("a; setgrid torus 2x2 triancey; position moves 0 3\nb; setgrid torus 2x2 triancey; position at turn=1 cells=1..2....\n"
                        "c; setgrid torus 2x2 triancey; position half 1 at turn=2 cells=1....... moves 3\n", "--values", "-")
ok(len({line.split("; empty ")[1] for line in pair.splitlines()}) == 1 and pair.count("; position half 1 at turn=1 placed=2 cells=1..2....; empty 6;") == 1,
   "positions that are spelled out have the values of those that are played", pair + err)

# ---- what cannot be done -----------------------------------------------------------------------

pipe = os.path.join(tempfile.mkdtemp(), "pipe")
os.mkfifo(pipe)
for text, words, code, said in (
        ("", [pipe], 1, "pipe cannot be read: it is not a regular file"), ("", ["no/such/file"], 1, "no/such/file cannot be read"), ("", ["/"], 1, "cannot be read"),
        (TINY + "\nhello\n", ["-"], 1, "-, line 2: the field 'setgrid'"), ("", ["--threads", "x", "-"], 2, "--threads: 'x' is not a whole number from 1"),
        ("", ["-x"], 2, "unknown option -x; evaluate --help")):
    out, err, status = run(text, *words)
    ok(status == code and said in err and not out, "refused: " + said, "%d %s%s" % (status, out, err))
shutil.rmtree(os.path.dirname(pipe))
out, err, status = run(TINY + "\n", "/dev/stdin")
ok(status == 0 and out.startswith("tiny"), "a pipe that is meant is read", err)
with open("/dev/full", "w") as full:
    out, err, status = run(TINY + "\n", "-", stdout=full)
ok(status == 1 and "the output could not be written" in err, "a full disk is reported", err)

# ---- stopping ----------------------------------------------------------------------------------

for words, number in (([], signal.SIGINT), (["--values"], signal.SIGTERM)):
    process = subprocess.Popen([ENGINE, "evaluate", "--threads", "2", *words, "-"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    process.stdin.write((TINY + "\n") * 512)
    process.stdin.flush()
    first = process.stdout.readline()  # 512 positions are solved and printed together
    process.stdin.write((HARD + "\n") * 40)
    process.stdin.close()
    process.stdin = None
    began = processor_seconds(process.pid)
    until(lambda: processor_seconds(process.pid) - began > 0.05)  # it solves the hard ones
    process.send_signal(number)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out, err = process.stdout.read(), process.stderr.read()
    process.wait(PATIENCE)
    ok(process.returncode == 1 and "stopped" in err and (first + out).count("tiny; ") == 512 and "hard; " not in out,
       "signal %d stops it, after what it has printed" % number, err, out[-300:])
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - ended
    ok(took < 20, "without the rest", took)
done()
