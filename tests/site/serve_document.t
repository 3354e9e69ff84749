#!/usr/bin/env python3
"""SITE.md is true: it has every route of the server and no other, answers have the members that it says, its examples
run, its player plays a whole week from the document alone, and its table of limits is that of the server."""
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import contract  # noqa: E402
from referee import path, run  # noqa: E402
from serve import Site  # noqa: E402
from tgi import BUILD, done, ok  # noqa: E402

SOURCE = os.environ.get("srcdir", ".")
with open(os.path.join(SOURCE, "SITE.md")) as file:
    DOCUMENT = file.read()

# ---- every route -----------------------------------------------------------------------------------

served = {(method.upper(), re.sub(r"\{\w+\}", "?", where)): operation for where, item in contract.read(contract.SITE)["paths"].items()
          for method, operation in item.items() if method != "parameters"}  # as in the sources (tests/commands/contracts.t)
rows = {}  # what is said of each route, in the last column of each of its rows
for line in DOCUMENT.split("\n"):
    columns = [column.strip() for column in re.split(r"(?<!\\)\|", line)[1:-1]]
    for method, where in re.findall(r"`(?:(GET|POST) )?(/[^` ?]*)(?:\?[^`]*)?`", columns[0] if columns else ""):
        rows.setdefault((method or "GET", re.sub(r"/[A-Z]+(?=[/.]|$)", "/?", where)), []).append(columns[-1])
ok(rows.pop(("GET", "/"), None), "SITE.md has the page, with all other addresses that address_card.c lists")
for route in sorted(served):
    ok(route in rows, "SITE.md has %s %s" % route)
ok(set(rows) <= set(served), "and no other", set(rows) - set(served))

# ---- members ---------------------------------------------------------------------------------------

NAMED = {"TABLE": "table", "HALF": "half", "ACCOUNT": "account", "ENTRY": "table_entry", "SEEK": "seek", "CONTEST": "contest", "SLIP": "slip",
         "SUMMARY": "league_summary", "GAME": "league_game", "PLAYING": "playing_members", "TURN": "turn"}
SAID_ONCE = {"deleted"}  # of players, wherever they stand


def read_object(tokens):
    """What a text such as {"a", "b"?, "c":[{"d"}, ...], "e":TABLE, ...} says of an object, behind its brace: {name: (whether it may be
    missing, its value)}, and whether there may be others. A value is an object, a word of NAMED, or None."""
    members, more = {}, False
    while tokens:
        token = tokens.pop(0)
        if token == "}":
            break
        more = more or token == "..."
        if token.startswith('"'):
            value = None
            if tokens[0] == ":":
                tokens.pop(0)
                value = read_value(tokens)
            members[token.strip('"?')] = token.endswith("?"), value
    return members, more


def read_value(tokens):
    """Up to the comma or the bracket behind it; of a list its first value."""
    value = None
    while tokens and tokens[0] not in (",", "}", "]"):
        token = tokens.pop(0)
        if token == "{":
            value = read_object(tokens)
        elif token == "[":
            value = read_value(tokens)
            while tokens.pop(0) != "]":
                pass
        elif token in NAMED:
            value = token
    return value


def read_shape(text):
    """The first object or word of NAMED in a text; None: it has none."""
    tokens = re.findall(r'"[^"]*"\??|\.\.\.|[\[\]{},:]|\w+', text)
    while tokens:
        token = tokens.pop(0)
        if token == "{":
            return read_object(tokens)
        if token in NAMED:
            return token
    return None


def known(schema, home):
    """The members of a description, also of the items of a list: {name: (whether it may be missing, its description, where that is)}."""
    found = {}
    for part, there in contract.parts(schema, home):
        for one in [item for item in (part.get("items"), *part.get("oneOf", [])) if item]:
            found.update(known(one, there))
        found.update({name: (name not in part.get("required", []), member, there) for name, member in part.get("properties", {}).items()})
    return found


def named(word):
    for home, names in ((contract.SITE, contract.read(contract.SITE)["components"]["schemas"]), (contract.PROGRAMS, contract.read(contract.PROGRAMS)["$defs"])):
        if NAMED[word] in names:
            return known(names[NAMED[word]], home)


def differs(said, members):
    """What a text says otherwise than a description: a list."""
    if said is None:
        return []
    if isinstance(said, str):
        return sorted(set(named(said)) - set(members))
    there, more = said
    wrong = ["%s is not described" % name for name in set(there) - set(members)]
    wrong += ["%s is not said" % name for name in set(members) - set(there) - SAID_ONCE if not more]
    for name in set(there) & set(members):
        optional, value = there[name]
        if optional != members[name][0]:
            wrong.append("whether %s may be missing" % name)
        wrong += ["%s: %s" % (name, one) for one in differs(value, known(*members[name][1:]))]
    return wrong


def schema_of(what):
    return what.get("content", {}).get("application/json", {}).get("schema")


for (method, where), operation in sorted(served.items()):
    good, said = next(iter(operation["responses"].items()))
    said = contract.find(said["$ref"], contract.SITE)[0] if "$ref" in said else said
    body, answer, texts = schema_of(operation.get("requestBody", {})), schema_of(said), rows.get((method, where), [])
    for text in texts if answer and int(good) < 300 else ():
        shape = read_shape(text.split("->")[-1])
        ok(not differs(shape, known(answer, contract.SITE)), "the answer to %s %s is as it is written" % (method, where), differs(shape, known(answer, contract.SITE)))
    if body and texts and int(good) < 300:
        shapes = [read_object(re.findall(r'"[^"]*"\??|[{},:]', text)[1:])[0] for text in texts]
        ok({name for shape in shapes for name in shape} == set(known(body, contract.SITE)), "%s %s takes what is written" % (method, where), shapes)
        if len(texts) == 1:
            ok({name for name in shapes[0] if not shapes[0][name][0]} == set(body.get("required", [])), "and needs it")

for word, end in (("TABLE", "\nA move names"), ("HALF", "\nWhat is not"), ("CONTEST", "\n**A room"), ("SUMMARY", "\n`standings`")):
    text = DOCUMENT[re.search(r"\n\*\*%s\*\*|A %s is\n|\| %s \|" % (word, word, word), DOCUMENT).start():]
    listed = {name: line for line in text[:text.index(end)].split("\n") if line.startswith("| `") for name in re.findall(r"`(\w+)`", line.split("|")[1])}
    members = named(word)
    ok(set(listed) == set(members), "a %s has the members that are written" % word, set(listed) ^ set(members))
    for name, line in listed.items() if set(listed) == set(members) else ():
        shape = read_shape(re.split(r"(?<!\\)\|", line)[2]) if "{" in line else None
        ok(not differs(shape, known(*members[name][1:])), "%s of a %s" % (name, word), differs(shape, known(*members[name][1:])))
for text, members in (("A SEEK has ", named("SEEK")), ("An ENTRY of a list has ", named("ENTRY")), ("A GAME has ", named("GAME")), ("PLAYING is ", named("PLAYING")),
                      ("A TURN has ", named("TURN"))):
    said = DOCUMENT[DOCUMENT.index(text):]
    ok(set(re.findall(r"`(\w+)`", re.sub(r"\([^()]*\)", "", re.split(r"\.\s|, each a HALF", said)[0]))) == set(members), text + "what is written", set(members))

# ---- acts ------------------------------------------------------------------------------------------

site = Site()
ask = site.ask
for row in ("GET /api/site", "GET /api/weeks", "GET /api/ranking", "GET /api/weeks/WEEK", "GET /api/weeks/WEEK/ranking",
            "GET /api/weeks/WEEK/boards/N"):
    status, _, answer = ask("GET", row[4:].replace("WEEK", "current").replace("/N", "/1"))
    ok(status == 200, row, status)
status, _, answer = ask("POST", "/api/accounts", {"name": "Ann", "key": True})
ok(status == 201, "POST /api/accounts", status)
key, code, number = answer["key"], answer["recovery"], answer["account"]["id"]
status, _, answer = ask("POST", "/api/session", {"name": "Ann", "recovery": code, "key": True})
ok(status == 200, "POST /api/session", status)
other = answer["key"]
status, _, answer = ask("GET", "/api/account", key=key)
ok(status == 200, "GET /api/account", status)
ok(answer["devices"] == 2, "two devices", answer)
status, _, answer = ask("GET", "/api/account/exercises", key=key)
ok(status == 200, "GET /api/account/exercises", status)
ok(ask("GET", "/api/account/exercises")[0] == 401, "nobody else's")
status, _, answer = ask("GET", "/api/players/%d" % number)
ok(status == 200, "GET /api/players/ID", status)
ok(answer["ratings"] == [], "nothing was rated", answer)
for row in ("GET /api/ratings", "GET /api/ratings/GAME"):
    status, _, answer = ask("GET", row[4:].replace("GAME", "selacata"))
    ok(status == 200, row, status)
status, _, answer = ask("POST", "/api/session/close", key=other)
ok(status == 204, "POST /api/session/close", status)
ok(ask("GET", "/api/account", key=other)[0] == 401, "that device is signed out")
status, _, answer = ask("POST", "/api/account/recovery", key=key)
ok(status == 200, "POST /api/account/recovery", status)
ok(ask("POST", "/api/session", {"name": "Ann", "recovery": code})[0] == 403, "the code before is worth nothing")
code = answer["recovery"]
status, _, answer = ask("POST", "/api/tables", {"board": 2}, key)
ok(status == 201, "a tournament game is a TABLE", status, answer)
ID = answer["table"]["table"]
status, _, answer = ask("GET", "/api/weeks/current/tables", key=key)
ok(status == 200, "GET /api/weeks/WEEK/tables", status)
status, _, answer = ask("GET", "/api/tables/" + ID, key=key)
ok(status == 200, "GET /api/tables/ID", status)
status, _, answer = ask("POST", "/api/tables/%s/moves" % ID, {"half": 1, "before": 0, "move": "0"}, key)
ok(status == 200, "POST /api/tables/ID/moves", status)
ok(answer["moves"][0] == "0" and len(answer["moves"]) == 2, "the move and its reply", answer["moves"])
status, _, refused = ask("POST", "/api/tables/%s/moves" % ID, {"half": 1, "before": 2, "move": "0"}, key)
ok(status == 400 and set(refused) == {"error", "code", "table"} and refused["table"]["moves"] == answer["moves"],
   "a move that the rules refuse is answered with the table", status, refused)
status, _, answer = ask("POST", "/api/tables/%s/resign" % ID, {"half": 1}, key)
ok(status == 200, "POST /api/tables/ID/resign", status)
ok(answer["state"] == "between" and answer["done"][0]["termination"] == "resigned", "the half is lost", answer)
ok(ask("POST", "/api/tables", {"board": 2}, key)[0] == 409, "the first half cannot begin again")
status, _, answer = ask("POST", "/api/tables/%s/half" % ID, {"half": 2}, key)
ok(status == 200, "POST /api/tables/ID/half", status)
ok(answer["state"] == "open" and len(answer["moves"]) == 1, "the computer starts the second", answer)
ask("POST", "/api/tables/%s/resign" % ID, {"half": 2}, key)
ok(ask("GET", "/api/tables/%s/result" % ID, key=key)[0] == 404, "it is no file of its own")
for body in ({"board": 3, "game": "tritt"}, {"opponent": "link"}, {"game": "tritt"}):
    ok(ask("POST", "/api/tables", body, key)[0] == 400, "neither a tournament game nor another", body)
ok(ask("POST", "/api/tables", {"board": 3})[0] == 401, "guests play none")
ok(ask("POST", "/api/games", {"board": 3}, key)[0] == 410 and ask("GET", "/api/games", key=key)[0] == 410, "the addresses of earlier versions say where it is")
status, _, contest = ask("POST", "/api/contests", {"title": "Cup", "format": "swiss", "rounds": 3}, key)
ok(status == 201, "a CONTEST", status, contest)
for name in ("Paul", "Rosa"):
    ask("POST", "/api/contests/%s/players" % contest["contest"], {"name": name}, key)
status, _, answer = ask("POST", "/api/contests/%s/pair" % contest["contest"], {"round": 1}, key)
ok(status == 200, "its first round", status, answer)
status, _, answer = ask("GET", "/api/contests/%s/slips?base=http://hall/" % contest["contest"], key=key)
ok(status == 200 and len(answer["slips"]) == 2, "slips", answer)
status, _, answer = ask("GET", "/api/contests/%s/log" % contest["contest"])
ok(status == 200, "GET /api/contests/ID/log", status)
ok(len(answer["log"]) > 0, "with entries", answer)
status, _, answer = ask("GET", "/api/contests", key=key)
ok(status == 200, "GET /api/contests", status)
places = ask("GET", "/api/weeks/current/ranking")[2]["rows"]
ok(len(places) == 1, "a row of the ranking", places)
record = [entry for entry in places[0]["boards"] if entry][0]["record"]
status, _, answer = ask("GET", "/api/records/%d" % record, key=key)
ok(status == 200, "GET /api/records/ID", status)
ok(ask("GET", "/api/records/%d" % record)[0] == 403, "and for nobody else while the week runs")
status, _, answer = ask("POST", "/api/account/delete", {"name": "Ann"}, key)
ok(status == 204, "POST /api/account/delete", status)
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

# ---- limits ----------------------------------------------------------------------------------------

with open(os.path.join(SOURCE, "club/http/limits.c")) as file:
    rules = re.findall(r'\{"[\w-]+", (\d+), (\d+), (\d+), (\d+)\}', file.read())
section = DOCUMENT[DOCUMENT.index("\n## Limits\n"):]
table = re.findall(r"^\| [^|`]+ \| (\d+) \| (\d+) \| (\d+|-) \| (\d+|-) \|$", section, re.M)
ok(table == [tuple("-" if n == "0" else n for n in rule) for rule in rules] and len(table) == 6, "the table of limits", table, rules)
done()
