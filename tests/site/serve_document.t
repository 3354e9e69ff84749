#!/usr/bin/env python3
"""SITE.md is true: it has every route of the server and no other, answers have the members that it says, its examples
run, its player plays a whole week from the document alone, and its table of limits is that of the server."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import path, run  # noqa: E402
from serve import Site  # noqa: E402
from tgi import BUILD, done, ok  # noqa: E402

SOURCE = os.environ.get("srcdir", ".")
with open(os.path.join(SOURCE, "SITE.md")) as file:
    DOCUMENT = file.read()

# ---- every route -----------------------------------------------------------------------------------

served = set()
for name in glob.glob(os.path.join(SOURCE, "club/site/**/routes_*.c"), recursive=True):
    with open(name) as file:
        served |= {(method, "/" + where) for method, where in re.findall(r'\{"(GET|POST)", "([^"]*)"', file.read())}
served.add(("GET", "/"))  # with all other addresses of the page, which address_card.c lists
rows = {}  # what is said of each route, in the last column of its row
for line in DOCUMENT.split("\n"):
    columns = [column.strip() for column in re.split(r"(?<!\\)\|", line)[1:-1]]
    for method, where in re.findall(r"`(?:(GET|POST) )?(/[^` ?]*)(?:\?[^`]*)?`", columns[0] if columns else ""):
        rows[method or "GET", re.sub(r"/[A-Z]+(?=[/.]|$)", "/?", where)] = columns[-1]
ok(len(served) > 30, "the sources have routes", len(served))
for route in sorted(served):
    ok(route in rows, "SITE.md has %s %s" % route)
ok(set(rows) <= served, "and no other", set(rows) - served)

# ---- what is answered ------------------------------------------------------------------------------


def members(text):
    """The names of the outermost object in a text such as {"a", "b"?, "c":[{"d"}], ...}: those that must be there, those
    that may, and whether there may be others."""
    depth, must, may, more = 0, set(), set(), False
    for token in re.finditer(r'"(\w+)"(\??)|[\[\]{}]|\.\.\.', text):
        if token[0] in "[{":
            depth += 1
        elif token[0] in "]}":
            depth -= 1
            if depth == 0:
                break
        elif depth == 1 and token[0] == "...":
            more = True
        elif depth == 1 and not text[:token.start()].rstrip().endswith(":"):
            (may if token[2] else must).add(token[1])
    return must, may, more


table = DOCUMENT[DOCUMENT.index("\n**TABLE**"):]
ONE_TABLE = {name for line in table[:table.index("\nA move names")].split("\n") if line.startswith("| `")
             for name in re.findall(r"`(\w+)`", line.split("|")[1])}
half = DOCUMENT[DOCUMENT.index("A HALF is\n"):]
HALF = {name for line in half[:half.index("\nWhat is not")].split("\n") if line.startswith("| `")
        for name in re.findall(r"`(\w+)`", line.split("|")[1])}
ACCOUNT = members(re.search(r"ACCOUNT is `(\{.*?\})`", DOCUMENT)[1])


def fits(answer, shape):
    must, may, more = shape
    return isinstance(answer, dict) and must <= set(answer) and (more or set(answer) <= must | may)


def check(row, answer, status, wanted=200):
    said = rows[tuple(re.sub(r"/[A-Z]+(?=/|$)", "/?", row).split(" "))]
    text = said.split("->")[-1]
    found = re.search(r"-> (\d\d\d)\b", said)
    wanted = int(found[1]) if found else wanted
    shape = (ONE_TABLE, set(), False) if "TABLE" in text and '{"table' not in text else members(text)
    ok(status == wanted and (status == 204 or fits(answer, shape)), "%s answers as it is written" % row, status, answer, shape)


site = Site()
ask = site.ask
for row in ("GET /api/site", "GET /api/weeks", "GET /api/ranking", "GET /api/weeks/WEEK", "GET /api/weeks/WEEK/ranking",
            "GET /api/weeks/WEEK/boards/N"):
    status, _, answer = ask("GET", row[4:].replace("WEEK", "current").replace("/N", "/1"))
    check(row, answer, status)
status, _, answer = ask("POST", "/api/accounts", {"name": "Ann", "key": True})
check("POST /api/accounts", answer, status)
ok(fits(answer["account"], ACCOUNT), "an ACCOUNT", answer["account"], ACCOUNT)
key, code, number = answer["key"], answer["recovery"], answer["account"]["id"]
status, _, answer = ask("POST", "/api/session", {"name": "Ann", "recovery": code, "key": True})
check("POST /api/session", answer, status)
other = answer["key"]
status, _, answer = ask("GET", "/api/account", key=key)
check("GET /api/account", answer, status)
ok(answer["devices"] == 2, "two devices", answer)
status, _, answer = ask("GET", "/api/account/exercises", key=key)
check("GET /api/account/exercises", answer, status)
ok(ask("GET", "/api/account/exercises")[0] == 401, "nobody else's")
status, _, answer = ask("GET", "/api/players/%d" % number)
check("GET /api/players/ID", answer, status)
ok(answer["ratings"] == [], "nothing was rated", answer)
for row in ("GET /api/ratings", "GET /api/ratings/GAME"):
    status, _, answer = ask("GET", row[4:].replace("GAME", "selacata"))
    check(row, answer, status)
status, _, answer = ask("POST", "/api/session/close", key=other)
check("POST /api/session/close", answer, status)
ok(ask("GET", "/api/account", key=other)[0] == 401, "that device is signed out")
status, _, answer = ask("POST", "/api/account/recovery", key=key)
check("POST /api/account/recovery", answer, status)
ok(ask("POST", "/api/session", {"name": "Ann", "recovery": code})[0] == 403, "the code before is worth nothing")
code = answer["recovery"]
status, _, answer = ask("POST", "/api/tables", {"board": 2}, key)
ok(status == 201 and set(answer) == {"table"} and set(answer["table"]) == ONE_TABLE, "a tournament game is a TABLE", status, answer, ONE_TABLE)
ID = answer["table"]["table"]
status, _, answer = ask("GET", "/api/weeks/current/tables", key=key)
check("GET /api/weeks/WEEK/tables", answer, status)
status, _, answer = ask("GET", "/api/tables/" + ID, key=key)
check("GET /api/tables/ID", answer, status)
status, _, answer = ask("POST", "/api/tables/%s/moves" % ID, {"half": 1, "before": 0, "move": "0"}, key)
check("POST /api/tables/ID/moves", answer, status)
ok(answer["moves"][0] == "0" and len(answer["moves"]) == 2, "the move and its reply", answer["moves"])
status, _, refused = ask("POST", "/api/tables/%s/moves" % ID, {"half": 1, "before": 2, "move": "0"}, key)
ok(status == 400 and set(refused) == {"error", "code", "table"} and refused["table"]["moves"] == answer["moves"],
   "a move that the rules refuse is answered with the table", status, refused)
status, _, answer = ask("POST", "/api/tables/%s/resign" % ID, {"half": 1}, key)
check("POST /api/tables/ID/resign", answer, status)
ok(answer["state"] == "between" and answer["done"][0]["termination"] == "resigned", "the half is lost", answer)
ok(set(answer["done"][0]) == HALF and len(HALF) == 10, "and is a HALF", answer["done"][0], HALF)
ok(ask("POST", "/api/tables", {"board": 2}, key)[0] == 409, "the first half cannot begin again")
status, _, answer = ask("POST", "/api/tables/%s/half" % ID, {"half": 2}, key)
check("POST /api/tables/ID/half", answer, status)
ok(answer["state"] == "open" and len(answer["moves"]) == 1, "the computer starts the second", answer)
ask("POST", "/api/tables/%s/resign" % ID, {"half": 2}, key)
ok(ask("GET", "/api/tables/%s/result" % ID, key=key)[0] == 404, "it is no file of its own")
for body in ({"board": 3, "game": "tritt"}, {"opponent": "link"}, {"game": "tritt"}):
    ok(ask("POST", "/api/tables", body, key)[0] == 400, "neither a tournament game nor another", body)
ok(ask("POST", "/api/tables", {"board": 3})[0] == 401, "guests play none")
ok(ask("POST", "/api/games", {"board": 3}, key)[0] == 410 and ask("GET", "/api/games", key=key)[0] == 410, "the addresses of earlier versions say where it is")
text = DOCUMENT[DOCUMENT.index("| CONTEST |"):]
CONTEST = {name: line for line in text[:text.index("\nA SLIP")].split("\n") if line.startswith("| `")
           for name in re.findall(r"`(\w+)`", line.split("|")[1])}
status, _, contest = ask("POST", "/api/contests", {"title": "Cup", "format": "swiss", "rounds": 3}, key)
ok(status == 201 and set(contest) <= set(CONTEST) and set(CONTEST) - set(contest) == {"ends", "mine"}, "a CONTEST", status, contest)
for name in ("Paul", "Rosa"):
    ask("POST", "/api/contests/%s/players" % contest["contest"], {"name": name}, key)
status, _, answer = ask("POST", "/api/contests/%s/pair" % contest["contest"], {"round": 1}, key)
ok(status == 200 and all(fits(answer[name][0], members(CONTEST[name].split("|")[2])) for name in ("players", "pairings", "standings")),
   "with the members that are written", status, answer)
status, _, answer = ask("GET", "/api/contests/%s/slips?base=http://hall/" % contest["contest"], key=key)
text = DOCUMENT[DOCUMENT.index("\nA SLIP"):]
wanted = set(re.findall(r"`(\w+)`", text[:text.index("\n\n")])) | members(CONTEST["pairings"].split("|")[2])[0]
ok(status == 200 and set(answer["slips"][0]) == wanted, "a SLIP", answer["slips"][0], wanted)
status, _, answer = ask("GET", "/api/contests/%s/log" % contest["contest"])
check("GET /api/contests/ID/log", answer, status)
ok(fits(answer["log"][0], members(rows["GET", "/api/contests/?/log"].split("[")[1])), "an entry of the log", answer)
status, _, answer = ask("GET", "/api/contests", key=key)
check("GET /api/contests", answer, status)
places = ask("GET", "/api/weeks/current/ranking")[2]["rows"]
wanted = members(re.search(r'"rows":\[(\{.*?"lost"\})', rows["GET", "/api/weeks/?/ranking"])[1])
ok(len(places) == 1 and fits(places[0], wanted), "a row of the ranking", places, wanted)
record = [entry for entry in places[0]["boards"] if entry][0]["record"]
status, _, answer = ask("GET", "/api/records/%d" % record, key=key)
check("GET /api/records/ID", answer, status)
ok(all(set(one) == HALF | {"seed", "losses"} for one in answer["halves"]), "its halves are HALVES", answer)
ok(ask("GET", "/api/records/%d" % record)[0] == 403, "and for nobody else while the week runs")
status, _, answer = ask("POST", "/api/account/delete", {"name": "Ann"}, key)
check("POST /api/account/delete", answer, status)
ok(ask("POST", "/api/session", {"name": "Ann", "recovery": code})[0] == 403, "it is gone")

for wanted, code, request in (
        (400, "invalid", ("POST", "/api/accounts", {"nome": "Ann"})), (401, "sign-in", ("GET", "/api/account")),
        (403, "forbidden", ("POST", "/api/session", {"name": "Ann", "recovery": "x"})),
        (404, "unknown", ("GET", "/api/nothing")), (405, "method", ("POST", "/api/site")),
        (413, "size", ("POST", "/api/accounts", b"x" * 16385)), (415, "type", ("POST", "/api/accounts", b"name=Ann"))):
    status, headers, answer = ask(*request)
    ok(status == wanted and answer["code"] == code and answer["error"] and set(answer) == {"error", "code"},
       "%d is `%s`" % (wanted, code), status, answer)
    ok(re.search(r"\| [\d, ]*%d[\d, ]* \| [^|]*`%s`" % (wanted, code), DOCUMENT), "as the document says")
ok(ask("GET", "/api/site", Host="evil.example")[2]["code"] == "host", "421 is `host`")

# ---- the examples ----------------------------------------------------------------------------------

environment = dict(os.environ, SITE=site.origin, no_proxy="*")
head = DOCUMENT[:DOCUMENT.index("\n## The ranking") + 1]
rest = DOCUMENT[len(head):]
examples = re.findall(r"^    (curl -s (?:[^\n]*\\\n)*[^\n]*)$", head, re.M) + re.findall(r'^    (curl -s "\$SITE.*)$', rest, re.M)
ok(len(examples) >= 9, "there are examples with curl", len(examples))
for example in examples if shutil.which("curl") else ():
    got = subprocess.run(example, shell=True, capture_output=True, text=True, env=environment, check=False)
    answer = json.loads(got.stdout) if got.stdout.startswith("{") else {}
    ok(answer and "error" not in answer, "example: " + " ".join(example.split())[:70], got.stdout, got.stderr)
    if "key" in answer:
        environment["KEY"] = answer["key"]
    if "table" in answer:
        environment["ID"] = answer["table"]["table"] if isinstance(answer["table"], dict) else answer["table"]

# ---- a player from the document alone --------------------------------------------------------------

program = re.search(r"```python\n(.*?)```", DOCUMENT, re.S)[1]
with open(path("robbie.py"), "w") as file:
    file.write(program)
with open(path("engine"), "w") as file:  # without a large table, which is cleared for each move
    file.write("#!/bin/sh\nexec '%s' -o Hash=1\n" % os.path.abspath(os.path.join(BUILD, "triancey-engine")))
os.chmod(path("engine"), 0o755)
got = subprocess.run([sys.executable, "-S", path("robbie.py"), site.origin, "Robbie", path("engine")],
                     capture_output=True, text=True, check=False, timeout=600, env=environment)
boards = {entry["word"] for entry in ask("GET", "/api/weeks/current")[2]["boards"]}
lines = got.stdout.split("\n")[:-1]
ok(got.returncode == 0 and {line.split()[0] for line in lines} == boards, "the player plays all boards", got.stdout, got.stderr)
places = ask("GET", "/api/weeks/current/ranking?class=engine")[2]["rows"]
mine = [row for row in places if row["name"] == "Robbie"]
margins = [sum(json.loads(line.split(maxsplit=1)[1])) for line in lines]
ok(mine and mine[0]["games"] == 7 and mine[0]["total"] == sum(margins)
   and [entry["margin"] for entry in mine[0]["boards"]] == margins, "and is ranked by what it was told", mine, margins)
status, left = site.end()
ok(status in (0, 130) and left == [], "the site ends", status, left)
status, out = run("verify", site.club)
ok(status == 0, "its file is a record that can be verified", out)
status, out = run("rank", site.club)
ok(status == 0 and "Robbie" in out, "and ranked", out)

# ---- names that the page reads -----------------------------------------------------------------------

# A member that the page reads is one of its own, or the document names it.
SCRIPTS = {name: open(os.path.join(SOURCE, "page", name)).read() for name in os.listdir(os.path.join(SOURCE, "page")) if name.endswith(".js")}
OWN = r"\bthis\.(\w+) (?:\?\?)?=[^=]", r"(?m)^  (?:async |get |static )?(\w+)\(", r"[{,(]\s*(\w+):", r"(?m)^\s+(\w+):", r"\.(\w+) = "
own = {name for text in SCRIPTS.values() for pattern in OWN for name in re.findall(pattern, text)}
ANSWERS = (r"(?<!/)\b(?:about|account|answer|board|entry|game|half|league|now|one|player|ranking|record|results|row|said|seat|stands|table|week|who)"
           r"\??\.(\w+)\b(?!\()")
read = {name for file, text in SCRIPTS.items() if file.startswith("site_")
        for name in re.findall(ANSWERS, re.sub(r"/\*(?s:.*?)\*/|//.*", "", text))}
unknown = read - own - set(re.findall(r"\w+", DOCUMENT))
ok(len(read) > 80 and not unknown, "each member of an answer that the page reads is in the document", sorted(unknown))

# ---- limits ----------------------------------------------------------------------------------------

with open(os.path.join(SOURCE, "club/http/limits.c")) as file:
    rules = re.findall(r'\{"[\w-]+", (\d+), (\d+), (\d+), (\d+)\}', file.read())
section = DOCUMENT[DOCUMENT.index("\n## Limits\n"):]
table = re.findall(r"^\| [^|`]+ \| (\d+) \| (\d+) \| (\d+|-) \| (\d+|-) \|$", section, re.M)
ok(table == [tuple("-" if n == "0" else n for n in rule) for rule in rules] and len(table) == 6, "the table of limits", table, rules)
done()
