#!/usr/bin/env python3
"""`certify`: our engine passes, each of many flaws is found by its check, and findings are printed as text, TAP and
JSON."""
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from flawed_engine import ENDLESS, FLAWS  # noqa: E402
from tgi import BUILD, SOURCE, done, ok  # noqa: E402

REFEREE = os.path.join(BUILD, "triancey-referee")
FLAWED = os.path.abspath(os.path.join(SOURCE, "tests", "lib", "flawed_engine.py"))
ENVIRONMENT = {**os.environ, "LC_ALL": "C", "top_builddir": os.path.abspath(BUILD)}


def certify(*words):
    run = subprocess.run([REFEREE, "certify", *words], capture_output=True, text=True, env=ENVIRONMENT, timeout=600)
    return run.returncode, run.stdout, run.stderr


def flawed(flaw):
    return ["--engine", "cmd=%s %s %s" % (sys.executable, FLAWED, flaw), "environment=top_builddir,TRIANCEY_*", "start=5000"]


def find(flaw, check):
    """Whether the check fails on the flawed engine: the handshake is met before all others."""
    lasting = "200" if flaw == "leak" else "60"  # it shows beside the memory of sanitizers, too
    status, out, said = certify(*flawed(flaw), "--only", check, "--games", "1", "--lasting", lasting)
    return flaw, check, status, out, said


status, out, said = certify("--engine", "cmd=builtin:search", "margin=20000", "--games", "1", "--lasting", "40", "--format", "json")
findings = [json.loads(line) for line in out.splitlines()]
ok(status == 0 and findings[-1]["failed"] == 0 and findings[-1]["skipped"] == 0, "our engine passes",
   [finding for finding in findings if finding.get("outcome") != "passed"])
names = [finding["check"] for finding in findings[:-1]]
ok(len(names) == len(set(names)) and len(names) > 40, "more than 40 checks", len(names))
flaws = [(flaw, row[0]) for flaw, row in FLAWS.items()] + list(ENDLESS.items())
ok({check for _, check in flaws} | {"pieces", "clock"} == set(names), "each check has a flaw that it is to find",
   set(names) ^ {check for _, check in flaws})
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for flaw, check, status, out, said in pool.map(lambda row: find(*row), flaws):
        seen = "does not say who it is" in said if check == "handshake" else "FAILED   %s " % check in out
        ok(status == 1 and seen, "%s: %s finds it" % (flaw, check), (status, out[-600:], said))

minimal = {"py": sys.executable + " " + os.path.join(SOURCE, "protocol", "minimal_engine.py"),
           "js": shutil.which("node") and "node " + os.path.join(SOURCE, "protocol", "minimal_engine.js"),
           "c": os.path.join(BUILD, "tests", "protocol", "minimal_engine")}
for name, command in minimal.items():
    if command:
        status, out, said = certify("--engine", "cmd=" + command, "margin=20000", "--games", "2", "--lasting", "40")
        ok(status == 0 and " 0 failed" in out, "the minimal engine passes: " + name, out + said)

status, out, said = certify("--engine", "builtin:random", "--only", "go-id,quit", "--format", "tap")
ok(status == 0 and out.splitlines() == ["ok 1 - go-id: bestmove repeats the id of its go, or has none if go had none",
                                        "ok 2 - quit: quit ends it with status 0", "1..2"], "as TAP", out)
status, out, said = certify(*flawed("no-id"), "--only", "go-id", "--format", "tap")
ok(status == 1 and out.startswith("not ok 1 - go-id") and "# | < bestmove" in out, "with the dialogue of what failed", out)
status, out, said = certify("--list")
ok(status == 0 and [line.split()[0] for line in out.splitlines()] == names, "--list shows them")
for words, wanted in ((["--only", "go-id,none"], "no check 'none'"), ([], "one --engine is needed"), (["--format", "xml"], "text, tap or json"),
                      (["--games", "0"], "--games")):
    status, out, said = certify(*words, *(["--engine", "builtin:random"] if words else []))
    ok(status == 2 and wanted in said, "refused: " + " ".join(words), (status, said))
status, out, said = certify("--engine", "cmd=/no/such/engine")
ok(status == 1 and "cannot run /no/such/engine" in said, "an engine that is not there", said)
done()
