#!/usr/bin/env python3
"""`certify`: our engine passes, each of many flaws is found by its check, and findings are printed as text, TAP and
JSON. Waits for real time: engines that are late are so by the clock that `certify` measures other people's engines with."""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402
from prepared import run_prepared  # noqa: E402
from referee import LINUX, REFEREE, SANITIZED, Run  # noqa: E402
from tgi import BUILD, ENGINE, NIGHTLY, SOURCE, done, enough, ok, until  # noqa: E402

del os.environ[clock.VARIABLE]  # engines that search are measured by the machine's

FLAWED = os.path.abspath(os.path.join(BUILD, "tests", "lib", "flawed_engine"))
ENVIRONMENT = {**os.environ, "LC_ALL": "C"}


def certify(*words):
    answer = run_prepared(REFEREE, ["certify", *words], environment=ENVIRONMENT)
    return answer.status, answer.out.decode(), answer.err.decode()


SMALL = os.path.abspath(ENGINE) + " -o Hash=1"  # whose memory is soon cleared
SEARCHING = ("info", "short-clock", "searchmoves", "multipv", "seed")
# Flaws that are silence: the clock moves when nobody has anything to do.
SILENT = ("busy", "illegal-moves", "isready", "option-bounds", "option-names", "tgi-again", "unknown-command")


def flawed(flaw, check=None):
    """One with a flaw; where a search is not needed it moves at random."""
    return ["--engine", "cmd=%s %s %s%s" % (FLAWED, flaw, SMALL, "" if check in SEARCHING else " -o Player=random"), "environment=TRIANCEY_*"]


def certify_silent(*words):
    """By a clock of its own."""
    given = clock.Clock()
    program = Run("certify", *words, program=clock.REFEREE, environment={**ENVIRONMENT, **given.environment})
    until(lambda: program.look() or given.pass_at_rest(program.process.pid))
    return program.finish(), program.said(), ""


def find(flaw, check):
    """Whether the check fails on the flawed engine: the handshake is met before all others."""
    lasting = 200 if SANITIZED else 40  # a leak shows beside the memory of sanitizers, too
    ask = certify_silent if check in SILENT else certify
    return flaw, check, *ask(*flawed(flaw, check), "--only", check, "--games", "1", "--lasting", str(lasting))


status, out, said = certify("--engine", "cmd=" + SMALL, "margin=20000", "--games", "1", "--lasting", str(enough(20, 40)), "--format", "json")
findings = [json.loads(line) for line in out.splitlines()]
ok(status == 0 and findings[-1]["failed"] == 0 and findings[-1]["skipped"] == 0, "our engine passes",
   [finding for finding in findings if finding.get("outcome") != "passed"])
names = [finding["check"] for finding in findings[:-1]]
ok(len(names) == len(set(names)) and len(names) > 40, "more than 40 checks", len(names))
flaws = [line.split() for line in subprocess.run([FLAWED], capture_output=True, text=True, check=True).stdout.splitlines()]
ok({check for _, check in flaws} | {"pieces", "clock"} == set(names), "each check has a flaw that it is to find",
   set(names) ^ {check for _, check in flaws})
first = dict(reversed([(check, flaw) for flaw, check in flaws]))  # of each check
flaws = [(flaw, check) for flaw, check in flaws if (NIGHTLY or first[check] == flaw) and (LINUX or flaw != "leak")]  # only Linux tells what an engine uses
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for flaw, check, status, out, said in pool.map(lambda row: find(*row), flaws):
        seen = "does not say who it is" in said if check == "handshake" else "FAILED   %s " % check in out
        ok(status == 1 and seen, "%s: %s finds it" % (flaw, check), (status, out[-600:], said))

# ---- engines that end ------------------------------------------------------------------------------

FOLDER = tempfile.TemporaryDirectory()
ENDS = os.path.join(FOLDER.name, "ends")
with open(ENDS, "w", encoding="utf-8") as file:
    file.write("""# ends WORD N MARK ENGINE...: the engine; all but the first of its processes end at the N-th line that begins with WORD
word=$1 number=$2 mark=$3
shift 3
if mkdir "$mark" 2>/dev/null; then exec "$@"; fi
n=0
while IFS= read -r line; do
    case $line in "$word"*) n=$((n + 1)); [ $n = "$number" ] && exit;; esac
    printf '%s\\n' "$line"
done | "$@"
""")
TIMED = "go-id,one-answer,info,movetime,clock,short-clock,stop,busy,ponder,searchmoves,multipv"
LINES = "longest-line,too-long,nul-byte,not-utf8,unknown-command"
TOLD = "play,score,legal,perft,undo,position,over"
LATER = [name for name in names if name != "handshake"]
# The checks that an engine does not pass if it ends at the N-th line that begins with a word.
ENDING = [
    ("tgi", 1, ",".join(LATER)), ("isready", 1, ",".join(LATER)), ("tgi", 2, "tgi-again"),
    ("isready", 2, "tgi-again,silence,isready,option-defaults,option-bounds,option-names,blanks,pieces,%s,utf8-name,wrong-lines,"
     "errors-change-nothing,illegal-moves,bad-boards,play,undo,position,over,games-in-a-row,%s" % (LINES, TIMED)),
    ("isready", 3, "isready,option-defaults,option-bounds,option-names,blanks,%s,wrong-lines,illegal-moves,bad-boards,play,undo,position,over,"
     "go-id,one-answer,info,games-in-a-row,searchmoves,multipv" % LINES),
    ("isready", 4, "isready,option-defaults,option-bounds,option-names,too-long,wrong-lines,illegal-moves,bad-boards,undo,position"),
    ("isready", 6, "option-bounds"), ("isready", 7, "option-bounds"), ("isready", 8, "option-bounds"),
    ("setgrid", 1, "silence,utf8-name,wrong-lines,errors-change-nothing,illegal-moves,bad-boards,seed,games-in-a-row,%s,%s" % (TOLD, TIMED)),
    ("setgrid", 2, TOLD + ",games-in-a-row"), ("newgame", 2, TOLD + ",games-in-a-row"), ("newgame", 1, TOLD + ",seed"),
    ("play", 1, TOLD + ",go-id,one-answer,info,movetime,clock,ponder,searchmoves,multipv,seed"), ("play", 2, TOLD + ",seed"),
    ("go", 1, "play,over,seed," + TIMED), ("go", 2, "play,over,seed,go-id,movetime,clock,short-clock,stop,ponder,searchmoves"),
    ("go", 3, "play,go-id,movetime,seed,searchmoves"), ("stop", 1, "stop,busy,ponder"), ("stop", 2, "stop"),
    ("ponderhit", 1, "ponder"), ("ponderhit", 2, "ponder"),
    ("setoption", 1, "option-defaults,option-bounds,option-names,ponder,multipv,seed"),
    ("setoption", 2, "option-defaults,option-bounds,option-names"), ("setoption", 5, "option-bounds"),
    ("setoption", 20, "option-bounds"), ("setoption", 30, "option-bounds"),
    ("score", 1, "score,undo,position"), ("score", 2, "score,undo,position"), ("legal", 1, "legal"), ("perft", 1, "perft"), ("perft", 2, "perft"),
    ("undo", 1, "undo"), ("position", 1, "position"),
]
ENDING = ENDING[::3 if SANITIZED else enough(9, 1)]  # each takes many processes


def end_at(row):
    word, number, checks = row
    mark = os.path.join(FOLDER.name, "%s-%d" % (word, number))
    return row, certify("--engine", "cmd=sh %s %s %d %s %s" % (ENDS, word, number, mark, SMALL), "margin=20000", "--only", checks, "--games", "1", "--lasting", "8", "--format", "json")


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for (word, number, checks), (status, out, said) in pool.map(end_at, ENDING):
        findings = [json.loads(line) for line in out.splitlines()][:-1]
        passed = [finding["check"] for finding in findings if finding["outcome"] != "failed"]
        silent = [finding for finding in findings if not re.search("exited|ended|missing|not answered", finding.get("why", ""))]
        ok(status == 1 and len(findings) == checks.count(",") + 1 and not passed and not silent and not said,
           "an engine that ends at %s %d" % (word, number), (status, passed, silent, said))

# ---- engines that cannot do all -------------------------------------------------------------------

for flaw, checks, skipped in (("no-cells", "silence,utf8-name,bad-boards", ["utf8-name", "bad-boards"]),
                              ("no-options", "option-defaults,option-bounds,seed", ["option-defaults", "option-bounds"]),
                              ("many-options", "isready", []), ("other-kinds", "option-defaults,option-bounds", [])):
    status, out, said = certify(*flawed(flaw), "--only", checks, "--format", "json")
    findings = [json.loads(line) for line in out.splitlines()][:-1]
    ok(status == 0 and findings and [finding["check"] for finding in findings if finding["outcome"] == "skipped"] == skipped,
       "%s: what cannot be checked is skipped" % flaw, status, out, said)
status, out, said = certify(*flawed("other-games"))
ok(status == 1 and "the engine plays no game that is known here; it says: chess" in said, "an engine of other games", status, said)
minimal = {"py": sys.executable + " -I -S " + os.path.join(SOURCE, "protocol", "minimal_engine.py"),
           "js": shutil.which("node") and "node " + os.path.join(SOURCE, "protocol", "minimal_engine.js"),
           "c": os.path.join(BUILD, "tests", "protocol", "minimal_engine")}
for name, command in minimal.items():
    if command:  # the interpreters of the others start slowly
        some = ["--only", ",".join(names[::enough(1 if name == "c" else 10, 1)])]
        status, out, said = certify("--engine", "cmd=" + command, "margin=20000", "--games", str(enough(1, 2)), "--lasting", str(enough(10, 40)), *some)
        ok(status == 0 and " 0 failed" in out, "the minimal engine passes: " + name, out + said)

status, out, said = certify("--engine", "builtin:random", "--only", "go-id,quit", "--format", "tap")
ok(status == 0 and out.splitlines() == ["ok 1 - go-id: bestmove repeats the id of its go, or has none if go had none",
                                        "ok 2 - quit: quit ends it with status 0", "1..2"], "as TAP", out)
status, out, said = certify(*flawed("no-id"), "--only", "go-id", "--format", "tap")
ok(status == 1 and out.startswith("not ok 1 - go-id") and "# | < bestmove" in out, "with the dialogue of what failed", out)
status, out, said = certify("--list")
ok(status == 0 and [line.split()[0] for line in out.splitlines()] == names, "--list shows them")
for words, wanted in ((["--only", "go-id,none"], "no check 'none'"), ([], "one --engine is needed"), (["--format", "xml"], "text, tap or json"),
                      (["--games", "0"], "--games"), (["--seed", "x"], "--seed must be a whole number, not 'x'"), (["--lasting", "0"], "--lasting")):
    status, out, said = certify(*words, *(["--engine", "builtin:random"] if words else []))
    ok(status == 2 and wanted in said, "refused: " + " ".join(words), (status, said))
with subprocess.Popen([REFEREE, "certify", "--engine", "builtin:random"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:
    program.stdout.readline()
    program.terminate()
    program.stdout.read()
ok(program.returncode == 143, "a signal ends it with its own status", program.returncode)
status, out, said = certify("--engine", "cmd=/no/such/engine")
ok(status == 1 and "cannot run /no/such/engine" in said, "an engine that is not there", said)
done()
