#!/usr/bin/env python3
"""The lobby of a site over HTTP: seeks that come and go, taken by one of many, lost when their owner leaves by a given clock;
playing anybody; challenges; what waits for an account, live, by a feed and in a calendar, under a secret address."""
import json
import os
import re
import secrets
import subprocess
import sys
import threading
import xml.etree.ElementTree as Tree

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402
from referee import CLUB  # noqa: E402
from serve import Events, Player, Site  # noqa: E402
from tgi import done, ok, until  # noqa: E402

GAME = {"game": "selacata", "clock_ms": 300000, "increment_ms": 5000}
ATOM = "{http://www.w3.org/2005/Atom}"
site = Site("--engine", "builtin:random", environment=clock.given.environment)
anna, bert, carl = (Player(site, name) for name in ("Anna", "Bert", "Carl"))


def turn_round():
    """Lets the server do what is due: the clock goes on a little, which ends its wait, and its jobs have run when it answers the
    second request."""
    clock.advance(0.05)
    for _ in range(2):
        site.ask("GET", "api/engines")


def let_pass(seconds):
    """Time in which the server is awake."""
    for _ in range(seconds):
        clock.advance(1)
        turn_round()


def lobby():
    turn_round()
    return site.ask("GET", "api/lobby")[2]["seeks"]


def offer(who, **terms):
    status, answer = who.post("api/tables", dict(GAME, **dict({"opponent": "anybody"}, **terms)))
    return answer["table"] if status == 201 else (status, answer)


def follow(where, who=None):
    return Events(site, where, **({"Authorization": "Bearer " + who.key} if who else {}))


def turns(who):
    return who.ask("GET", "api/turns")[2]["turns"]


# ---- seeks ---------------------------------------------------------------------------------------------

seen = follow("api/lobby/events")
table = offer(anna, rated=True)
name = table["table"]
turn_round()
event = seen.wait(lambda event: name in event[2])
ok(event and json.loads(event[2])["kind"] == "seek", "a seek is told", event)
row = lobby()[0]
ok({"kind": "seek", **row} == json.loads(event[2]), "as the list has it", row)
ok((row["name"], row["account"], row["rated"], row["clock_ms"], row["increment_ms"], row["days"], row["free"], row["seat"])
   == ("Anna", anna.id, True, 300000, 5000, None, 1, None), "with what is to be played", row)
ok(table["shown"] and table["challenged"] is None, "the table says that it is shown")
guest = secrets.token_hex(32)
status, _, answer = site.ask("POST", "api/tables/%s/join" % name, {"key": guest})
ok(status == 403 and "rated" in answer["error"], "no guest takes a rated one", answer)
ok(carl.post("api/tables/%s/close" % name, {})[0] == 403, "nobody else withdraws it")

# All at once: one has it.
answers, people = [], [Player(site, "Crowd %d" % number) for number in range(8)]
threads = [threading.Thread(target=lambda one=one: answers.append((one, *one.post("api/tables/%s/join" % name, {})))) for one in people]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
ok(sorted(status for _, status, _ in answers) == [200] + [409] * 7, "of eight who take it at once one gets the seat", [one[1] for one in answers])
ok(all(answer["error"] == "no seat is free" and answer["table"]["state"] == "open" and answer["table"]["seat"] is None
       for _, status, answer in answers if status == 409), "the others are told")
turn_round()
ok(seen.wait(lambda event: '"gone"' in event[2] and name in event[2]) and lobby() == [], "it is gone from the lobby")
winner = next(who for who, status, _ in answers if status == 200)
ok(sorted(seat["name"] for seat in winner.ask("GET", "api/tables/" + name)[2]["seats"]) == sorted(["Anna", winner.name]), "both sit there")
status, answer = winner.post("api/tables/%s/close" % name, {})
ok(status == 409 and answer["error"] == "the game has begun", "what has begun is not withdrawn", answer)

# The owner stays, and leaves.
quick, slow = offer(anna), offer(anna, clock_ms=0, increment_ms=0, days=3)
stream = follow("api/tables/%s/events" % quick["table"], anna)
watcher = follow("api/tables/%s/events" % quick["table"], carl)
ok(stream.wait(lambda event: '"join"' in event[2]), "the owner follows the table")
let_pass(30)
ok(len(lobby()) == 2, "so it waits")
stream.close()
site.ask("GET", "api/engines")
let_pass(7)
ok(len(lobby()) == 2, "somebody who reloads the page loses nothing")
let_pass(8)
ok([row["table"] for row in lobby()] == [slow["table"]], "the seek of somebody who has gone is gone, though others watch; by correspondence it waits")
ok(site.status("GET", "api/tables/" + quick["table"]) == 404, "and so is the table")
watcher.close()
quick, stream = offer(anna), follow("api/turns/events", anna)
ok(stream.wait(lambda event: quick["table"] in json.loads(event[2])["waits"]), "her turns say where she waits")
let_pass(20)
ok(len(lobby()) == 2, "the owner of a seek is there while she follows her turns")
stream.close()
clock.advance(3600)
ok(len(lobby()) == 2, "a server that was asleep blames nobody")
seen.close()
site.end()
site.start()
for one in (anna, bert, carl):
    one.link = site.connect()
ok({row["table"] for row in lobby()} == {quick["table"], slow["table"]}, "a server that was started again blames nobody")
let_pass(12)
ok([row["table"] for row in lobby()] == [slow["table"]], "who does not come back is gone")
ok(anna.post("api/tables/%s/close" % slow["table"], {})[0] == 204 and lobby() == [], "withdrawn")
ok(anna.post("api/tables/%s/close" % slow["table"], {})[0] == 404, "a table that was withdrawn cannot be withdrawn again")
offer(bert, clock_ms=0, increment_ms=0, days=2)
ok(len(lobby()) == 1, "Bert waits")
ban = [CLUB, "site", "ban", "Bert", "cheats", "--data", site.data]
ok(subprocess.run(ban, capture_output=True, check=False).returncode == 0, "he is banned")
let_pass(3)
ok(lobby() == [], "nobody meets him")
status, answer = anna.post("api/tables", dict(GAME, opponent={"person": "Bert"}))
ok(status == 409 and answer["error"] == "Bert may not play at present", "nor challenges him", answer)
subprocess.run([CLUB, "site", "unban", "Bert", "--data", site.data], capture_output=True, check=False)

# ---- anybody -------------------------------------------------------------------------------------------

SET_UP = {"grid": "torus 4x4", "position": "turn=1 cells=1.....2..............1.....2...."}
status, answer = carl.post("api/tables", dict(GAME, opponent="anybody", rated=True, **SET_UP))
ok(status == 400 and answer["error"] == "a game from a position is not rated", "what somebody has set up is not rated", answer)
set_up = offer(carl, **SET_UP)["table"]
ok([(row["table"], row["from_position"]) for row in lobby()] == [(set_up, True)], "the lobby says that it begins at a position")
status, answer = anna.post("api/lobby", {})
ok(carl.post("api/tables/%s/close" % set_up, {})[0] == 204, "somebody who plays anybody does not get it")
made = answer["table"]
ok(status == 201 and made["state"] == "waiting" and made["shown"] and (made["clock_ms"], made["increment_ms"]) == (300000, 5000), "nobody waits: a seek is made")
ok(len(lobby()) == 1, "which others see")
ok(anna.post("api/lobby", {})[0] == 201, "nobody plays against themselves")
ok(len(lobby()) == 2, "but waits twice")
for terms, what in (({"game": "tritt"}, "another game"), ({"game": "selacata", "grid": "crepe"}, "another board"), ({"clock_ms": 60000}, "another clock"),
                    ({"days": 3}, "days"), ({"rated": True}, "a rated one")):
    status, answer = bert.post("api/lobby", terms)
    ok(status == 201 and bert.post("api/tables/%s/close" % answer["table"]["table"], {})[0] == 204, "%s does not fit" % what, answer)
lobby()
status, answer = bert.post("api/lobby", {"game": "selacata", "grid": "ancey", "clock_ms": 300000, "increment_ms": 5000, "rated": False})
ok(status == 200 and answer["table"]["table"] == made["table"] and answer["table"]["state"] == "open", "the one that has waited longest is taken", answer)
status, _, answer = site.ask("POST", "api/lobby", {"key": secrets.token_hex(32)})
ok(status == 200 and answer["table"]["state"] == "open" and lobby() == [], "a guest takes the other")
for terms, status in (({"game": "chess"}, 400), ({"grid": "/etc/passwd"}, 400), ({"clock_ms": 1}, 400), ({"game": "selacata", "parameters": {"x": 1}}, 400), ({"game": "trioker-duel", "parameters": {"hatched": True}}, 400),
                      ({"game": "trioker-duel", "parameters": {"hatched": "1"}}, 400), ({"other": 1}, 400)):
    answered, answer = bert.post("api/lobby", terms)
    ok(answered == status and answer["error"], "%s: %s" % (terms, answer.get("error")))
status, _, answer = site.ask("POST", "api/lobby", {})
ok(status == 400 and answer["error"], "somebody without account and key: %s" % answer.get("error"))
status, answer = anna.post("api/tables", dict({key: GAME[key] for key in GAME if key[-3:] != "_ms"}, opponent="link"))
ok(status == 400 and answer["error"] == "a table needs a clock, or days for each move", "no clock", answer)
for one in ("Anna", "Nobody there", "\x01", ""):
    status, answer = anna.post("api/tables", dict(GAME, opponent={"person": one}))
    ok(status in (400, 404) and answer["error"], "a challenge to %r: %s" % (one, answer.get("error")))

# ---- turns ---------------------------------------------------------------------------------------------

told = follow("api/turns/events", carl)
ok(told.wait(lambda event: event[2] == '{"turns":[],"waits":[]}'), "nothing waits for Carl")
status, answer = bert.post("api/tables", {"game": "selacata", "days": 3, "seat": 2, "opponent": {"person": "carl"}})
challenge = answer["table"]
ok(status == 201 and challenge["challenged"] == "Carl" and challenge["invite"] is None, "Bert challenges him", answer)
turn_round()
event = told.wait(lambda event: challenge["table"] in event[2])
turn = turns(carl)[0]
ok(event and json.loads(event[2]) == {"turns": [turn], "waits": []} and (turn["kind"], turn["against"], turn["days"], turn["game"]) == ("challenge", "Bert", 3, "selacata"),
   "he is told at once", event)
ok(lobby() == [] and anna.post("api/tables/%s/join" % challenge["table"], {})[0] == 403, "nobody else can take it")
status, table = carl.post("api/tables/%s/join" % challenge["table"], {})
ok(status == 200 and table["state"] == "open" and table["seat"] == 1, "he accepts")
turn_round()
turn = turns(carl)[0]
ok(told.wait(lambda event: '"turn"' in event[2]) and turn["kind"] == "turn" and turn["deadline"] == table["deadline"], "and it is his turn", turn)
ok(all(turn["kind"] != "turn" or turn["table"] != challenge["table"] for turn in turns(bert)), "not Bert's")
ok(site.status("GET", "api/turns") == 401, "for accounts only")
status, answer = bert.post("api/tables", dict(GAME, opponent={"person": "Carl"}))
turn_round()
ok(carl.post("api/tables/%s/close" % answer["table"]["table"], {})[0] == 204, "another one is declined")
turn_round()
ok(until(lambda: len(json.loads(told.texts()[-1])["turns"]) == 1), "and waits no longer")

# ---- feeds ---------------------------------------------------------------------------------------------

ok(carl.ask("GET", "api/account/feed")[2] == {"created": None}, "there is no address yet")
status, addresses = carl.post("api/account/feed", {})
atom, calendar = (addresses[name].replace(site.origin + "/", "") for name in ("atom", "calendar"))
ok(status == 201 and re.fullmatch(r"feeds/[0-9a-f]{32}/turns\.atom", atom), "one is made", addresses)


def read(where):
    status, headers, body = site.exchange("GET", "/" + where, None, {})
    return status, headers, body.decode() if isinstance(body, bytes) else body


status, headers, text = read(atom)
entries = Tree.fromstring(text).findall(ATOM + "entry")
titles = [entry.find(ATOM + "title").text for entry in entries]
ok(status == 200 and titles == ["Your turn against Bert: Selacata (ancey)"], "the feed says it", text)
ok(entries[0].find(ATOM + "link").get("href").endswith("#table/" + table["table"]), "and where")
status, headers, text = read(calendar)
lines = text.split("\r\n")
when = re.sub(r"[-:]|\.\d+", "", table["deadline"])
ok(status == 200 and lines[0] == "BEGIN:VCALENDAR" and lines[-2] == "END:VCALENDAR" and "DTSTART:" + when in lines
   and max(map(len, lines)) <= 75, "the calendar has the end of the move", text)
carl.post("api/tables/%s/resign" % table["table"], {"half": 0})
status, table = carl.ask("GET", "api/tables/" + table["table"])[::2]
while table["state"] == "open":
    who = carl if table["turn"] == table["seat"] else bert
    who.post("api/tables/%s/resign" % table["table"], {"half": table["half"]})
    table = carl.ask("GET", "api/tables/" + table["table"])[2]
text = read(atom)[2]
ok("Bert by " in text or "A draw against Bert" in text, "and then the result", text)
first = atom
atom = carl.post("api/account/feed", {})[1]["atom"].replace(site.origin + "/", "")
ok(read(first)[0] == 404 and read(atom)[0] == 200, "a new address makes the old one useless")
ok(first.split("/")[1] not in site.said(), "no secret is in the log", site.said())
ok(carl.post("api/account/feed/end", {})[0] == 204 and read(atom)[0] == 404, "or there is none")
exported = carl.ask("GET", "api/account/export")[2]
ok(exported["feeds"] == [] and "challenges" in exported, "what is kept about him is in his data", sorted(exported))
status, left = site.end()
ok(status == 0 and not left, "the site ends well")
done()
