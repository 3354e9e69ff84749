#!/usr/bin/env python3
"""The written dialogue: complete, in order, a line of the log for each line of the dialogue, whatever happens to the
referee or to the disk."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import Run, fake, numbers, path, run, value  # noqa: E402
from tgi import done, ok, until  # noqa: E402

HEAD = re.compile(r"# triancey-referee \S+ \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
LINE = re.compile(r"(\d+\.\d{6}) (\d+) (\S+) ([<>!-]) ([ -~]*)")


def match(*words):
    return run("match", *words, "--grid", "torus 4x4", "--quiet")


def engine(name, mode):
    return ["--engine", "cmd=" + fake(mode, path(name)), "name=" + name]


def read(name):
    """The lines of a log in parts, its heads left out; None in place of one that is malformed."""
    with open(path(name)) as file:
        lines = [line.rstrip("\n") for line in file if not HEAD.fullmatch(line.rstrip("\n"))]
    found = [LINE.fullmatch(line) for line in lines]
    return [part and part.groups() for part in found]


def said(lines, name, direction, start, worker=None):
    return [line for line in lines if line[2] == name and line[3] == direction and line[4].startswith(start)
            and worker in (None, line[1])]


# ---- its contents ----------------------------------------------------------------------------
status, output = match(*engine("a", "good"), *engine("b", "log-flood"), "--rounds", "4", "--concurrency", "2",
                       "--log", "good.log", "--record", "good.db")
lines = read("good.log")
ok(status == 0 and None not in lines, "every line has its form", output)
plies = value("good.db", "SELECT SUM(plies) FROM half")
for direction, start in ((">", "go id "), ("<", "bestmove ")):
    count = len(said(lines, "a", direction, start) + said(lines, "b", direction, start))
    ok(count == plies, "a line for each " + start, count, plies)
ok(len(said(lines, "b", "!", "xxx")) > 0, "what comes on standard error")
ok(len(said(lines, "a", "-", "started as process ")) == 3 and len(said(lines, "a", "-", "ended")) == 3,
   "an engine starts for its trial and for two workers, and ends", said(lines, "a", "-", ""))
ok({line[1] for line in lines} == {"0", "1", "2"}, "the trial and the workers have their numbers")
for worker in "12":
    times = [float(line[0]) for line in lines if line[1] == worker]
    ok(times == sorted(times), "time goes on, worker " + worker)
    words = [line[4].split() for line in lines if line[1] == worker and line[2] == "a" and "id" in line[4]]
    turns = [(word[0], word[word.index("id") + 1]) for word in words if word[0] in ("go", "bestmove")]
    ok(turns[::2] == [("go", turn[1]) for turn in turns[1::2]] and all(turn[0] == "bestmove" for turn in turns[1::2]),
       "each answer follows its question, worker " + worker)
ok(all(len(line[4]) < 1100 for line in lines), "lines are bounded")
before = os.path.getsize(path("good.log"))
match(*engine("a", "good"), *engine("b", "good"), "--log", "good.log")
with open(path("good.log")) as file:
    ok(sum(line[0] == "#" for line in file) == 2 and os.path.getsize(path("good.log")) > before, "a log is added to")

# ---- lines that are no lines -----------------------------------------------------------------
match(*engine("a", "chatter"), *engine("b", "good"), "--log", "odd.log")
ok("info string .." in [line[4] for line in read("odd.log")], "what is not printable is a dot")
match(*engine("a", "killed-go"), *engine("b", "good"), "--log", "odd.log")
ok(said(read("odd.log"), "a", "-", "crash: was killed by signal 9"), "the end of an engine")
match(*engine("a", "exit-go"), *engine("b", "good"), "--log", "words.log")
ok(said(read("words.log"), "a", "!", "first line"), "all its last words")
match(*engine("a", "endless-line"), *engine("b", "good"), "--log", "odd.log")
ok(said(read("odd.log"), "a", "-", "protocol: a line of more than 65536 bytes"), "a fault")

# ---- when the referee or the disk fails ------------------------------------------------------
program = Run("match", *engine("spinner", "spin"), *engine("b", "good"), "--grid", "torus 4x4", "--log", "killed.log")
until(lambda: numbers("spinner") or program.look())
program.process.kill()
program.finish()
lines = read("killed.log")
ok(None not in lines and lines[-1][2:4] == ("spinner", ">") and lines[-1][4].startswith("go id "),
   "nothing is lost when the referee is killed", lines[-1])
status, output = match(*engine("a", "good"), *engine("b", "good"), "--log", "/dev/full", "--record", "full.db")
ok(status == 1 and value("full.db", "SELECT COUNT(*) FROM half") == 2, "a full disk stops no game, but is an error", output)
ok(output.count("log /dev/full: No space left on device; ") == 1, "but is told, once", output)
status, output = match(*engine("a", "good"), *engine("b", "good"), "--log", "no/such/folder.log")
ok(status == 1 and "log no/such/folder.log: No such file or directory" in output, "a log that cannot be made", output)
done()
