#!/usr/bin/env python3
"""Tables of the site over HTTP: two people by a link, guests with a key, what others see, draws, following live even
across a restart of the server, engines of the operator that answer, fail, wait and are killed, and results."""
import http.client
import json
import os
import random
import re
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import urllib.request

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402
from referee import CLUB, FAKE, REFEREE, left_by, marked, path  # noqa: E402
from serve import Events, Player, Rules, Site  # noqa: E402
from tgi import PATIENCE, done, enough, ok, until  # noqa: E402

FAST = {"clock_ms": 600000}
GIVEN = {clock.VARIABLE: os.environ.pop(clock.VARIABLE)}  # for sites whose engines take their time


def commands(mark):
    """The names of the programs that bear a mark."""
    for pid in marked(mark):
        try:
            with open("/proc/%d/cmdline" % pid) as file:
                yield os.path.basename(file.read().split("\0")[0])
        except OSError:
            pass


def closes(site):
    """Whether it accepts no connection any more."""
    try:
        site.connect().connect()
    except OSError:
        return True
    return False


class Guest:
    """Somebody without an account: they draw a key for each table themselves."""

    def __init__(self, site):
        self.site, self.key = site, secrets.token_hex(32)

    def post(self, where, body):
        status, _, answer = self.site.ask("POST", where, body, self.key)
        return status, answer

    def get(self, where):
        status, _, answer = self.site.ask("GET", where, None, self.key)
        return status, answer


def get(player, where):
    status, _, answer = player.ask("GET", where)
    return status, answer


def turn_of(rules, table):
    return rules.legal({"line": table["line"], "half": table["half"], "moves": table["moves"]})


def move(who, table, choice, **other):
    body = dict({"half": table["half"], "before": len(table["moves"]), "move": choice}, **other)
    return who.post("api/tables/%s/moves" % table["table"], body)


def play(rules, table, people, moves=10000, choose=min):
    """Seats in order play on; the last answer."""
    while table["state"] == "open" and moves > 0:
        who = people[table["turn"] - 1]
        # what the seat sees may differ from what the other one saw
        _, table = (get(who, "api/tables/" + table["table"]) if isinstance(who, Player)
                    else who.get("api/tables/" + table["table"]))
        status, table = move(who, table, choose(turn_of(rules, table)))
        moves -= 1
        if status != 200:
            return None
    return table


def follow(site, table, key=None, after=None):
    headers = {"Authorization": "Bearer " + key} if key else {}
    if after is not None:
        headers["Last_Event_ID"] = str(after)
    return Events(site, "api/tables/%s/events" % table, **headers)


def lasting(event):
    """An event without how the table stood when it was sent, which only the last one says."""
    number, kind, text = event
    return number, kind, {name: value for name, value in json.loads(text).items() if name != "now"}


def numbers(events):
    return [number for number, kind, _ in events.events if kind == "message"]


site = Site("--engine", "cmd=builtin:search", "option.Hash=1", "nodes=50", "--engine", "name=fool",
            "cmd=builtin:random", "nodes=1", "--processes", 2)
rules = Rules()
anna, bert = Player(site, "Anna"), Player(site, "Bert")

# Opening and joining.
status, answer = anna.post("api/tables", dict(FAST, game="selacata", grid="torus 3x4", seat=1, opponent="link"))
table = answer.get("table", {}) if status == 201 else {}
name = table.get("table", "")
secret = (table.get("invite") or "").split("/")[-1]
ok(status == 201 and table["state"] == "waiting" and table["seat"] == 1 and len(name) == 32 and len(secret) == 32
   and table["invite"] == "/table/%s#invite/%s" % (name, secret), "Anna opens a table")
ok(table["seats"] == [{"kind": "person", "name": "Anna", "account": anna.id},
                      {"kind": "open", "name": None, "account": None}], "and one seat is open")
status, seen = get(bert, "api/tables/" + name)
ok(status == 200 and seen["invite"] is None and seen["seat"] is None, "who watches has no invitation")
ok(site.status("GET", "api/tables/" + "0" * 32) == 404, "a guessed name is none")
ok(move(anna, table, "0")[0] == 409, "nobody moves before it begins")
ok(bert.post("api/tables/%s/join" % name, {"secret": "0" * 32})[0] == 403, "a guessed invitation is none")
stream = follow(site, name)
ok(stream.wait(lambda event: '"join"' in event[2]), "a spectator follows")
status, table = bert.post("api/tables/%s/join" % name, {"secret": secret})
ok(status == 200 and table["state"] == "open" and table["seat"] == 2 and table["turn"] == 1
   and table["left_ms"] == [600000, 600000] and 29000 < table["waits_ms"] <= 30000, "Bert joins, and it begins")
ok(bert.post("api/tables/%s/join" % name, {"secret": secret})[1]["step"] == table["step"], "joining twice is once")
ok(stream.wait(lambda event: '"begin"' in event[2]), "the spectator sees it begin")

# Moves.
legal = turn_of(rules, table)
ok(move(bert, table, legal[0])[0] == 409, "it is not Bert's turn")
ok(Guest(site).post("api/tables/%s/moves" % name, {"half": 1, "before": 0, "move": legal[0]})[0] == 403,
   "nor that of somebody with a key of his own")
status, answer = move(anna, table, "none")
ok(status == 400 and answer["code"] == "invalid" and answer["table"]["moves"] == [], "what is no move is refused: "
   + answer["error"])
status, first = move(anna, table, legal[0])
ok(status == 200 and first["moves"] == legal[:1] and first["turn"] == 2, "Anna moves")
status, again = move(anna, table, legal[0])
ok(status == 200 and again["step"] == first["step"], "the same once more changes nothing")
status, answer = move(anna, table, legal[1])
ok(status == 409 and answer["table"]["moves"] == legal[:1], "another of a second window is refused, with the table")
for body in ({"half": 1, "before": 1}, {"half": 1, "before": -1, "move": "1"}, {"half": "1", "before": 1, "move": "1"},
             {"half": 1, "before": 1, "move": 1}, {"half": 1, "before": 1, "move": "1", "seat": 2}):
    ok(bert.post("api/tables/%s/moves" % name, body)[0] == 400, "a body that does not fit: %s" % json.dumps(body))
last = play(rules, first, [anna, bert])
ok(last and last["state"] == "over" and len(last["done"]) == 2 and last["secret"], "two halves are played to the end")
_, seen = get(anna, "api/tables/" + name)
news = [json.loads(text) for _, kind, text in stream.events if kind == "message"]
one = [event for event in news if event["step"] == first["step"]][0]
ok(one["move"] == legal[0] and one["now"]["turn"] == 2 and one["now"]["left_ms"][0] == first["left_ms"][0] and one["now"]["state"] == "open", "an event says how the table stands after it", one)
ok(stream.wait(lambda event: event[0] == seen["step"]) and numbers(stream) == list(range(1, seen["step"] + 1)),
   "the spectator has had every step, numbered without a gap")
news = [json.loads(text) for _, kind, text in stream.events if kind == "message"]
ok([{name: event[name] for name in half} for event, half in zip([event for event in news if event["kind"] == "over"], seen["done"])] == seen["done"],
   "with all of a half when it is over")
ok({name: seen[name] for name in news[-1]["now"]} == news[-1]["now"], "and the secret at the end", news[-1])
stream.thread.join(PATIENCE)
ok(stream.ended, "and the stream ends with the game")
told = [json.loads(text) for text in stream.texts()]
ok([step["move"] for step in told if step["kind"] == "move" and step["half"] == 2] == seen["done"][1]["moves"],
   "the moves are those of the table")
ok([step["margins"] for step in told if step["kind"] == "over"] == [half["margins"] for half in seen["done"]],
   "so are the margins")
ok(follow(site, name, after=seen["step"]).answer.status == 204, "who has all is told not to come back")

# A result is a record.
status, _, result = site.ask("GET", "api/tables/%s/result" % name)
with open(path("result.json"), "w") as file:
    json.dump(result, file)
for words in (["import", path("result.json"), "--into", path("result.db")], ["verify", path("result.db")]):
    run = subprocess.run([REFEREE, *words], capture_output=True, text=True, check=False)
    ok(run.returncode == 0, "%s takes the result: %s" % (words[0], run.stderr))

# Guests, and hidden hands; the server is killed and restarted while they are followed.
gus, hal = Guest(site), Guest(site)
body = dict(FAST, game="trioker-rapid", parameters={"deals": 1}, seat=1, opponent="link")
ok(site.status("POST", "api/tables", body) == 400, "a guest needs a key")
status, headers, answer = site.ask("POST", "api/tables", dict(body, key=gus.key))
table = answer["table"]
cookie = headers.get("Set-Cookie", "")
ok(status == 201 and gus.key in cookie and "HttpOnly" in cookie and "SameSite=Strict" in cookie
   and "Path=/api/tables/%s;" % table["table"] in cookie, "his browser keeps the key, for this table alone")
ok(site.ask("POST", "api/tables", dict(body, key=gus.key))[2]["table"]["table"] == table["table"],
   "asked again he gets the same table")
name, secret = table["table"], table["invite"].split("/")[-1]
status, table = hal.post("api/tables/%s/join" % name, {"secret": secret, "key": hal.key})
ok(status == 200 and table["state"] == "open" and table["seat"] == 2, "another guest joins")
plain = site.ask("GET", "api/tables/" + name, Cookie="triancey-seat=" + hal.key)[2]
ok(plain["seat"] == 2, "the cookie is his seat")
streams = [follow(site, name), follow(site, name, gus.key), follow(site, name, hal.key)]
table = play(rules, table, [gus, hal], 4)
views = [site.ask("GET", "api/tables/" + name)[2], gus.get("api/tables/" + name)[1], hal.get("api/tables/" + name)[1]]
deals = [[word for word in view["moves"] if word.startswith("deal:")] for view in views]
ok(deals[0] == ["deal:?"] * len(deals[0]), "the public sees no piece dealt")
ok(all((one == "deal:?") != (other == "deal:?") for one, other in zip(deals[1], deals[2])),
   "each piece dealt is seen by one of the two")
ok(all(stream.wait(lambda event: event[0] == table["step"]) for stream in streams), "all are told of each step")
for stream, view in zip(streams, views):
    words = [json.loads(text)["move"] for text in stream.texts() if '"move"' in text and '"ply"' in text]
    ok(words == view["moves"], "as they may read it")
before = [stream.events[:] for stream in streams]
site.kill()
site.start()
back = [follow(site, name, key, after=5) for key in (None, gus.key, hal.key)]
ok(all(stream.wait(lambda event: event[0] == table["step"]) for stream in back), "after a kill streams go on")
for stream, had in zip(back, before):
    ok([lasting(event) for event in stream.events] == [lasting(event) for event in had[5:]], "behind the step that they had, with the same words")
    stands = [json.loads(event[2]).get("now") for event in stream.events]
    ok(not any(stands[:-1]) and (stands[-1]["state"], stands[-1]["turn"], stands[-1]["half"]) == ("open", table["turn"], 1), "and the last says how the table stands")
    ok(sorted(stands[-1]) == sorted(("state", "turn", "half", "left_ms", "waits_ms", "deadline", "can_draw", "draw_offered", "secret")) and
       stands[-1]["secret"] is None and not re.search("deal:[0-9]", json.dumps(stands[-1])), "and nothing that is hidden")
anna.link, bert.link = site.connect(), site.connect()
status, answer = gus.post("api/tables/%s/resign" % name, {"half": 1})
ok(status == 200 and answer["state"] == "over" and answer["done"][0]["at_fault"] == 1
   and answer["done"][0]["termination"] == "resigned", "Gus resigns")
ok("deal:?" not in answer["done"][0]["moves"], "when it is over, all is shown")
ok(back[0].wait(lambda event: '"over"' in event[2]), "those who follow hear of it")

# Draws.
status, answer = anna.post("api/tables", {"game": "triangulation", "players": 2, "days": 3, "seat": 1,
                                          "opponent": "link"})
table = answer["table"]
name = table["table"]
bert.post("api/tables/%s/join" % name, {"secret": table["invite"].split("/")[-1]})
_, table = get(anna, "api/tables/" + name)
ok(table["parameters"] == {"players": 2}, "what the game leaves open is shown")
ok(table["can_draw"] and not table["draw_offered"] and table["days"] == 3 and table["clock_ms"] is None
   and table["left_ms"] == [None, None] and table["deadline"], "by correspondence there is no clock")
ok(anna.post("api/tables/%s/draw" % name, {"half": 1, "before": 0, "offer": True})[0] == 200, "Anna offers a draw")
_, table = get(bert, "api/tables/" + name)
ok(table["draw_offered"], "Bert is asked")
status, table = bert.post("api/tables/%s/draw" % name, {"half": 1, "before": 1, "offer": True})
ok(status == 200 and table["state"] == "over" and table["done"][0]["margins"] == [0, 0], "and agrees")
_, answer = get(anna, "api/tables")
ok(answer["total"] == 2 and answer["tables"][0]["against"] == "Bert"
   and not answer["tables"][0]["your_turn"], "Anna's tables are listed")
ok(site.status("GET", "api/tables") == 401, "those of a guest are not")



def answered(who, table, seat):
    """The table as it is, once it is this seat's turn or all is over."""
    now = get(who, "api/tables/" + table["table"])[1]
    return now if now["state"] != "open" or now["turn"] == seat else None


# Engines of the operator.
_, _, engines = site.ask("GET", "api/engines")
ok([engine["engine"] for engine in engines["engines"]] == ["reference", "search", "fool"]
   and "trioker-rapid" in engines["engines"][1]["games"] and "tritt" not in engines["engines"][0]["games"],
   "engines are listed with their games")
ok(re.match(r"search \(triancey [0-9.]+\)$", engines["engines"][1]["name"]), "a player of ours by its own name", engines)
ok(site.ask("GET", "api/site")[2]["engines"] == engines["engines"], "the site says the same of itself")
for game, seat, engine in (("selacata", 1, "search"), ("trioker-rapid", 2, "fool"), ("tritt", 2, "search"),
                           ("triancey", 2, "reference"), ("triangulation", 1, "fool")):
    body = dict(FAST, game=game, seat=seat, opponent={"engine": engine})
    if game in ("selacata", "triancey"):
        body["grid"] = "torus 3x4"
    if game == "trioker-rapid":
        body["parameters"] = {"deals": 1}
    if game == "triangulation":
        body["players"] = 2
    status, answer = anna.post("api/tables", body)
    table = answer.get("table")
    for _ in range(enough(12, 30) if game == "triangulation" else 300):
        table = until(lambda: answered(anna, table, seat)) or table
        if table["state"] != "open" or table["turn"] != seat:
            break
        status, table = move(anna, table, turn_of(rules, table)[0])
    ok(status == 200 and (table["state"] == "over" and all(half["at_fault"] is None for half in table["done"])
                          or game == "triangulation" and len(table["moves"]) > enough(20, 50) and not table["done"]),
       "%s against %s" % (game, engine))
for body, status in ((dict(FAST, game="tritt", opponent={"engine": "reference"}), 400),
                     (dict(FAST, game="tritt", opponent={"engine": "deep"}), 400),
                     (dict(FAST, game="tritt", opponent={"engine": 1}), 400),
                     (dict(FAST, game="tritt", opponent={}), 400), (dict(FAST, game="tritt", opponent="me"), 400),
                     (dict(FAST, game="tritt", opponent="link", parameters={"side": 3}), 400),
                     (dict(FAST, game="tritt", opponent="link", parameters={"size": "x"}), 400),
                     (dict(FAST, game="selacata", opponent="link", grid="../../etc/passwd"), 400)):
    ok(anna.post("api/tables", body)[0] == status, "refused: %s" % json.dumps(body))
ok(site.ask("POST", "api/tables", dict(FAST, game="tritt", opponent={"engine": "search"}, key=secrets.token_hex(32)))[0]
   == 403, "a guest does not use the operator's engines")
ends = [site.end()]

# Engines of the operator run in a sandbox where there is one, unless the operator says otherwise.
source, secret, curious = os.path.abspath(os.environ.get("srcdir", ".")), path("secret"), path("curious")
os.mkdir(curious)
with open(secret, "w") as file:
    file.write("of the club\n")
with open(os.path.join(curious, "engine"), "w") as file:
    file.write("#!/bin/sh\n( : < '%s' ) 2>/dev/null && : > '%s'\n"
               "exec '%s' -I -S '%s/protocol/minimal_engine.py'\n"
               % (secret, os.path.join(curious, "seen"), os.path.realpath(sys.executable), source))
os.chmod(os.path.join(curious, "engine"), 0o755)
CURIOUS = ["--engine", "name=curious", "cmd=%s/engine" % curious, "folders=%s/protocol:%s" % (source, os.path.realpath(sys.base_prefix)), "nodes=1", "start=600000"]
can = subprocess.run([REFEREE, "match"] + CURIOUS + ["sandbox=yes", "--engine", "builtin:random", "--grid", "torus 3x2", "--quiet"],
                     cwd=path(""), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
ok(can.returncode == 0 or b"sandbox" in can.stdout, "an engine in Python plays in a sandbox, or there is none", can.stdout)
for words, reads in (([], can.returncode != 0), (["sandbox=no"], True)):
    site = Site(*CURIOUS, *words)
    dora = Player(site, "Dora")
    _, answer = dora.post("api/tables", dict(FAST, game="selacata", grid="torus 3x4", seat=2, opponent={"engine": "curious"}))
    table = until(lambda: answered(dora, answer["table"], 2)) or answer["table"]
    ok(table["turn"] == 2 and not table["done"] and os.path.exists(os.path.join(curious, "seen")) == reads,
       "the operator's engine answers, and %s the club's files" % ("reaches" if reads else "does not reach"), table)
    ends.append(site.end())

# Engines that fail: in the person's favour, with the reason, and the next game is well.
FAILURES = (("exit-go", "crash"), ("hang-go", "time"), ("illegal", "illegal"), ("malformed", "illegal"))
site = Site(*(word for mode, _ in FAILURES for word in ("--engine", "name=" + mode, "cmd=%s %s" % (FAKE, mode), "movetime=50", "margin=200",
                                                        "sandbox=no")),  # which would keep them from the clock
            program=clock.CLUB, environment=GIVEN)
clara = Player(site, "Clara")
for mode, reason in FAILURES:
    for attempt in (1, 2):
        _, answer = clara.post("api/tables", dict(FAST, game="selacata", grid="torus 3x4", seat=2,
                                                  opponent={"engine": mode}))
        table = answer["table"]
        while table["state"] == "open":
            table = until(lambda: answered(clara, table, 2))
            if not table or table["turn"] != 2:
                break
            _, table = move(clara, table, turn_of(rules, table)[0])
        half = table["done"][0] if table["done"] else {}
        ok(half.get("at_fault") == 1 and half["termination"] == reason and half["margins"][1] > 0
           and len(half["moves"]) >= 2, "%s: %s, %s" % (mode, half.get("termination"), half.get("text")))
    ok("serve: %s: %s" % (mode, reason) in site.said(), "the operator can read it")
ends.append(site.end())

# Many searches, few processes: nobody has two at once, and the loop answers meanwhile.
SLOW = ["--engine", "name=slow", "cmd=builtin:mcts", "option.Hash=1", "movetime=200", "margin=600000", "start=600000", "wait=600000"]
site = Site(*SLOW, "--processes", 2, program=clock.CLUB, environment=GIVEN)
people = [Player(site, name) for name in ("Doris", "Emil", "Frida")]
tables = []
for who in people:
    for _ in range(2):
        _, answer = who.post("api/tables", dict(FAST, game="triancey", grid="torus 4x4", seat=2,
                                                opponent={"engine": "slow"}))
        tables.append((who, answer["table"]["table"]))
most, begun = 0, clock.now()


def moves_made():
    """At each table; time passes for the engines when nobody has anything to do."""
    global most
    most = max(most, sum("triancey-engine" in words for words in commands(site.mark)))
    clock.advance(0.05)
    return [len(get(who, "api/tables/" + name)[1]["moves"]) for who, name in tables]


ok(until(lambda: min(moves_made()) >= 1), "all six tables have an answer")
ok(clock.now() - begun > 6 * 0.2 / 2 - 0.2 and 1 <= most <= 2, "by two at a time", clock.now() - begun, most)
# Killed while engines think: they think again.
for who, name in tables:
    _, table = get(who, "api/tables/" + name)
    move(who, table, turn_of(rules, table)[0])
mark = site.mark
site.kill()
ok(not left_by(mark), "no engine outlives a server that is killed")
site.start()
for who, name in tables:
    who.link = site.connect()
until(lambda: min(moves_made()) >= 3)
ok(min(moves_made()) == 3, "after a kill engines take up what they had to do")
with sqlite3.connect("file:%s?mode=ro" % site.club, uri=True) as club:
    doubled = club.execute("SELECT COUNT(*) FROM (SELECT 1 FROM club_table_step WHERE kind = 3"
                           " GROUP BY tab, half HAVING COUNT(*) > 3)").fetchone()[0]
ok(doubled == 0, "and nothing twice")
# An engine that is not offered any more.
move(people[0], get(people[0], "api/tables/" + tables[0][1])[1],
     turn_of(rules, get(people[0], "api/tables/" + tables[0][1])[1])[0])
site.kill()
site.words = [word for word in site.words if word not in SLOW]
site.start()
people[0].link = site.connect()
table = until(lambda: clock.advance(0.1) or answered(people[0], {"table": tables[0][1]}, 2))
ok(table["done"] and table["done"][0]["termination"] == "withdrawn" and table["done"][0]["at_fault"] == 1,
   "an engine that the operator has taken away loses")
ends.append(site.end())

# What an engine lacks may be what others have that wait: they are ended first. Here it is its program, which comes back with the last of them.
keeper, gone, away, kept = path("keeper"), path("gone"), path("away"), path("kept")
for name, script in ((gone, "exec '%s' good" % FAKE), (keeper, "mkdir -p '%s'; : >'%s'/$$; '%s' -o Hash=1 -o Player=mcts; rm '%s'/$$; rmdir '%s' 2>/dev/null && mv '%s' '%s'" %
                                                      (kept, kept, clock.ENGINE, kept, kept, away, gone))):
    with open(name, "w") as file:
        file.write("#!/bin/sh\n%s\n" % script)
    os.chmod(name, 0o755)
PATIENT = ["sandbox=no", "margin=600000", "start=600000", "wait=600000", "quit=600000", "movetime=200"]
site = Site("--engine", "name=keeper", "cmd=" + keeper, *PATIENT, "--engine", "name=gone", "cmd=" + gone, *PATIENT, "--processes", 3,
            program=clock.REFEREE, environment=GIVEN)
people = [Player(site, name) for name in ("Gerd", "Hanna", "Ilse")]
tables = [(who, who.post("api/tables", dict(FAST, game="triancey", grid="torus 4x4", seat=2, opponent={"engine": "keeper"}))[1]["table"]["table"])
          for who in people[:2]]
until(lambda: min(moves_made()) >= 1)
ok(len(os.listdir(kept)) == 2, "two engines wait", os.listdir(kept))
os.rename(gone, away)
_, answer = people[2].post("api/tables", dict(FAST, game="selacata", grid="torus 3x4", seat=2, opponent={"engine": "gone"}))
table = until(lambda: answered(people[2], answer["table"], 2) or "cannot run" in site.said()) or {}
ok(table and table is not True and table["turn"] == 2 and not table["done"], "another is started when they have ended", site.said())
ends.append(site.end())

# A request that comes while the site closes, which here waits for an engine that does not end, finds no part any more.
site = Site("--engine", "name=stubborn", "cmd=%s stubborn" % FAKE, "movetime=50", "sandbox=no", "margin=600000", "start=600000", "wait=600000",
            "quit=10000", program=clock.CLUB, environment=GIVEN)
late = Player(site, "Late")
_, answer = late.post("api/tables", dict(FAST, game="selacata", grid="torus 3x4", seat=2, opponent={"engine": "stubborn"}))
until(lambda: answered(late, answer["table"], 2))
site.process.send_signal(signal.SIGINT)
until(lambda: closes(site))
late.link.request("GET", "/api/lobby")
clock.advance(11)
ok(late.link.getresponse().status == 503, "a request that comes while the site closes")
ends.append(site.end(0)) # a second signal would kill it

# Killed at any moment while two play and one follows: what was answered is there, and nothing twice.
site = Site("--processes", 0)
guests = [Guest(site), Guest(site)]
chance = random.Random(18)


def begin():
    _, _, answer = site.ask("POST", "api/tables", dict(FAST, game="trioker-rapid", parameters={"deals": 1}, seat=1,
                                                       opponent="link", key=guests[0].key))
    return guests[1].post("api/tables/%s/join" % answer["table"]["table"],
                          {"secret": answer["table"]["invite"].split("/")[-1], "key": guests[1].key})[1]


table, taken, wrong, kills = begin(), 0, [], 0
for kills in range(enough(6, 25)):
    killer, wanted = threading.Timer(chance.uniform(0, 0.02), site.process.kill), taken + chance.randrange(6)
    try:
        while table["state"] == "open":
            if taken == wanted:
                killer.start()
            _, table = guests[table["turn"] - 1].get("api/tables/" + table["table"])
            status, now = move(guests[table["turn"] - 1], table, turn_of(rules, table)[0])
            if status != 200:
                wrong.append(now)
            table, taken = now, taken + 1
    except (OSError, http.client.HTTPException, ValueError):
        pass
    if killer.ident:
        killer.join()
    site.process.kill()
    site.process.wait()
    site.process.stdout.close()
    site.start()
    _, now = guests[table["seat"] - 1].get("api/tables/" + table["table"])
    if now["step"] < table["step"] or now["moves"][:len(table["moves"])] != table["moves"] and now["state"] == "open":
        wrong.append((table, now))
    public = follow(site, table["table"])
    public.wait(lambda event: event[0] == now["step"])
    if numbers(public) != list(range(1, now["step"] + 1)):
        wrong.append(numbers(public))
    table = now
    if table["state"] == "over":
        guests = [Guest(site), Guest(site)]
        table = begin()
ok(not wrong and taken > enough(5, 30), "%d moves that servers answered before they were killed are there: %s"
   % (taken, wrong[:1]))
ends.append(site.end())
ok(all(status == 0 and left == [] for status, left in ends), "sites end well and leave nothing: %s" % ends)

# Engines that cannot be started: those that were asked for are reported, the default one is not.
for words, said in ((["cmd=/nonexistent"], "engine nonexistent"), (["builtin:search", "tc=5"], "tc is not allowed"),
                    ([], "--engine needs")):
    run = subprocess.run([CLUB, "serve", "--data", site.data, "--port", "0", "--page", path("page.html"), "--engine"]
                         + words, capture_output=True, text=True, check=False)
    ok(run.returncode != 0 and said in run.stderr, "%s: %s" % (words, run.stderr.strip()))
alone = path("alone")
shutil.copy(CLUB, alone)
with subprocess.Popen([alone, "serve", "--data", site.data, "--port", "0", "--page", path("page.html")],
                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                      env=dict(os.environ, PATH="/nonexistent")) as lonely:
    address = lonely.stdout.readline().strip()
    with urllib.request.urlopen(address + "api/engines") as answer:
        left = [engine["engine"] for engine in json.load(answer)["engines"]]
    lonely.terminate()
    ok(left == ["reference"] and "search" in lonely.communicate()[1], "without its engine the site does without")
rules.close()
done()
