#!/usr/bin/env python3
"""Tournaments of people over HTTP: 64 people play six Swiss rounds with slips on their tables while the server is killed
twice; each result that was confirmed is there, and the pairs are those of the referee for the same results. Then what is
refused, a class that enters by a code, the codes on slips, the events for a screen on the wall, and CSV."""
import http.client
import os
import random
import re
import subprocess
import sys
import threading

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import path  # noqa: E402
from serve import Events, Player, Site  # noqa: E402
from tgi import BUILD, done, ok, until  # noqa: E402

PEOPLE, ROUNDS, PHONES = 64, 6, 8
BROKEN = (OSError, http.client.HTTPException, ValueError)
chance = random.Random(7)
site = Site(page=True)
ok(site.port > 0, "the site serves", site.said())
anna = Player(site, "Anna")
confirmed, killed, killing = {}, [], threading.Lock()


def letters(number):
    return "%c%c" % (97 + number // 26, 97 + number % 26)


def organise(where, **body):
    """A request of Anna's, asked again while the server is away."""
    while True:
        try:
            anna.link.close()
            return anna.post("api/contests/" + where if where else "api/contests", body)
        except BROKEN:
            until(lambda: site.process.poll() is None)


def people_pairs(contest, number):
    """The pairs of a round by the players' places in the list."""
    place = {one["player"]: i for i, one in enumerate(contest["players"])}
    return [(one["round"], *(place.get(player, -1) for player in one["players"])) for one in contest["pairings"]
            if one["round"] == number]


# ---- 64 people, six rounds, two kills --------------------------------------------------------------

status, contest = organise("", title="Autumn cup", format="swiss", rounds=ROUNDS)
ok(status == 201 and contest["state"] == "entry" and contest["organiser"], "a tournament is opened", contest)
name = contest["contest"]
for i in range(PEOPLE):
    status, contest = organise(name + "/players", name="Player " + letters(i))
    if status != 200:
        ok(False, "player %d" % i, contest)
ok(len(contest["players"]) == PEOPLE, "64 people are entered")
status, contest = organise(name + "/pair", round=1)
ok(status == 200 and contest["round"] == 1 and len(contest["pairings"]) == 32, "the first round is paired", contest)


class Phone:
    """Sends the results of some slips one by one; a request without an answer is sent again."""

    def __init__(self, work):
        self.work, self.link, self.trouble = work, site.connect(), []
        self.thread = threading.Thread(target=self.say_all)
        self.thread.start()

    def say_all(self):
        for slip, score in self.work:
            while True:
                try:
                    status, _, answer = site.ask("POST", "api/contests/%s/slips/%s" % (name, slip),
                                                 {"score1": score[0], "score2": score[1]}, None, self.link)
                    break
                except BROKEN:
                    self.link.close()
                    with killing:
                        self.link = site.connect()
            if status != 200:
                self.trouble.append((status, answer))
            elif answer["state"] == "agreed":
                confirmed[answer["pairing"]] = answer["score"]
        self.link.close()


trouble = []
for number in range(1, ROUNDS + 1):
    status, _, answer = anna.ask("GET", "api/contests/%s/slips?base=http://hall.local:8080/" % name)
    slips = answer["slips"]
    score = {one["pairing"]: [chance.randrange(30), chance.randrange(30)] for one in slips}
    work = [(re.search(r"#slip/\w+/(\w+)$", one["link"])[1], score[one["pairing"]]) for one in slips]
    chance.shuffle(work)
    before = len(confirmed)
    phones = [Phone(work[i::PHONES]) for i in range(PHONES)]
    if number in (2, 5):  # in the middle of a round
        until(lambda: len(confirmed) > before + 5)
        with killing:
            site.kill()
            killed.append(len(confirmed))
            site.start()
            ok(site.port > 0, "the server is killed after %d results, and is back" % killed[-1], site.said())
    for phone in phones:
        phone.thread.join()
        trouble += phone.trouble
    anna.link.close()
    anna.link = site.connect()
ok(not trouble, "each result was taken", *trouble[:5])
_, _, contest = anna.ask("GET", "api/contests/%s?round=0" % name)
kept = {one["pairing"]: one["score"] for one in contest["pairings"]}
ok(len(killed) == 2 and len(confirmed) == PEOPLE // 2 * ROUNDS and kept == confirmed,
   "each of the %d results that were confirmed is there" % len(confirmed), len(kept))
ok(contest["state"] == "over", "and after six rounds it is over", contest["state"])
results = "".join("%d %d %d %d\n" % (number, *pair, one["score"][0] - one["score"][1])
                  for one in contest["pairings"] for number, *pair in [(one["round"], *(
                      [player["player"] for player in contest["players"]].index(who) for who in one["players"]))])
league = subprocess.run([os.path.join(BUILD, "tests/lib/pair_rounds"), "swiss", str(PEOPLE), str(ROUNDS)], input=results,
                        capture_output=True, text=True).stdout
ours = [pair for number in range(1, ROUNDS + 1) for pair in people_pairs(contest, number)]
ok(league.split("\n")[:-1] == ["%d %d %d" % pair for pair in ours], "the pairs are those of the referee", league[:300])
first = contest["standings"][0]
ok(first["place"] == 1 and first["points"] >= 5 and len(contest["standings"]) == PEOPLE, "somebody has won", first)
status, told, text = anna.ask("GET", "api/contests/%s/standings.csv" % name)
lines = text.decode().split("\r\n")
ok(status == 200 and len(lines) == PEOPLE + 2 and lines[1].startswith("1,Player "), "standings as CSV", lines[:2])
status, told, text = anna.ask("GET", "api/contests/%s/results.csv" % name)
ok(len(text.decode().split("\r\n")) == PEOPLE // 2 * ROUNDS + 2, "results as CSV")

# ---- what is refused -------------------------------------------------------------------------------

status, answer = organise("", title="", format="swiss")
ok(status == 400 and "title" in answer["error"], "no title", answer)
status, answer = organise("", title="x", format="chess")
ok(status == 400 and "swiss" in answer["error"], "no such format", answer)
status, answer = organise("", title="x", format="arena")
ok(status == 400 and "minutes" in answer["error"], "an arena without minutes", answer)
status, _, answer = site.ask("POST", "api/contests", {"title": "x", "format": "swiss"})
ok(status == 401, "nobody without account organises", answer)
status, contest = organise("", title="Small cup", format="swiss", rounds=2, public=True)
small = contest["contest"]
for who in ("Paul", "Rosa", "Otto"):
    organise(small + "/players", name=who)
status, answer = organise(small + "/players", name="P\u0430ul")
ok(status == 400 and "scripts" in answer["error"], "a name that imitates another by other letters", answer)
status, answer = organise(small + "/players", name="PAUL")
ok(status == 409 and "Paul" in answer["error"], "one that looks like another", answer)
status, _, answer = site.ask("POST", "api/contests/%s/pair" % small, {"round": 1})
ok(status == 403, "a stranger pairs nothing", answer)
stream = Events(site, "api/contests/%s/events" % small)
organise(small + "/pair", round=1)
ok(stream.wait(lambda event: event[1] == "message"), "the wall hears that something has changed")
_, _, answer = anna.ask("GET", "api/contests/%s/slips?base=http://hall/" % small)
links = [re.search(r"/(\w+)$", one["link"])[1] for one in answer["slips"]]
one = answer["slips"][0]
ok(one["size"] >= 21 and re.fullmatch(r"(M\d+ \d+h\d+v1h-\d+z)+", one["path"]), "each slip has a code", one["path"][:60])
status, _, answer = site.ask("GET", "api/contests/%s/slips?base=javascript:x" % small, None, anna.key)
ok(status == 400, "which leads to no other address", answer)
status, _, answer = site.ask("GET", "api/contests/%s/slips?base=http://hall/" % small)
ok(status == 403, "slips are for the organiser", answer)
status, _, answer = site.ask("POST", "api/contests/%s/slips/%s" % (small, links[0]), {"score1": 5, "score2": -1})
ok(status == 400, "no score", answer)
for where, score in ((links[0], (7, 3)), (links[1], (3, 7))):
    status, _, answer = site.ask("POST", "api/contests/%s/slips/%s" % (small, where), {"score1": score[0], "score2": score[1]})
ok(status == 200 and answer["state"] == "differs" and answer["said"] == [[7, 3], [3, 7]], "results that differ", answer)
pairing = answer["pairing"]
status, _, answer = site.ask("POST", "api/contests/%s/slips/%s" % (name, links[0]), {"score1": 7, "score2": 3})
ok(status == 404 and "slip" in answer["error"], "a slip of another tournament", answer)
status, contest = organise("%s/pairings/%d/decide" % (small, pairing), score1=7, score2=3)
ok(status == 200 and contest["round"] == 2, "the organiser decides, and the next round is paired", contest)
status, _, answer = site.ask("POST", "api/contests/%s/slips/%s" % (small, links[0]), {"score1": 7, "score2": 3})
ok(status == 200, "the same result, sent again", answer)
status, _, answer = site.ask("POST", "api/contests/%s/slips/%s" % (small, links[0]), {"score1": 8, "score2": 3})
ok(status == 409 and "round 2" in answer["error"], "another one for a round that is over", answer)
status, answer = organise(small + "/undo", round=1)
ok(status == 409, "only the last round is taken back", answer)
stale = re.search(r"/(\w+)$", anna.ask("GET", "api/contests/%s/slips?base=http://hall/" % small)[2]["slips"][0]["link"])[1]
status, contest = organise(small + "/undo", round=2)
ok(status == 200 and contest["round"] == 1 and contest["held"], "which waits then", contest)
status, _, answer = site.ask("POST", "api/contests/%s/slips/%s" % (small, stale), {"score1": 1, "score2": 0})
ok(status == 404 and "slip" in answer["error"], "a slip of the round that was taken back", answer)
status, _, answer = site.ask("GET", "api/contests/%s/log" % small)
ok([entry["what"] for entry in answer["log"]] == ["pair", "differ", "decide", "undo"], "the log has all of it", answer)
bert = Player(site, "Bert")
status, answer = bert.post("api/contests/%s/enter" % small, {})
ok(status == 200 and answer["me"], "an account enters a public one, late", answer)
status, answer = bert.post("api/contests/%s/players/%d" % (small, answer["me"]), {"presence": "absent"})
ok(status == 200, "and may say that it is absent", answer)
status, _, answer = bert.ask("GET", "api/contests")
ok([one["title"] for one in answer["contests"]] == ["Small cup"] and answer["contests"][0]["plays"], "it is in Bert's list", answer)
status, answer = organise(small + "/delete", title="Cup")
ok(status == 400, "to delete it, its title is needed", answer)
status, answer = organise(small + "/delete", title="Small cup")
ok(status == 204, "then it goes", answer)
stream.close()

# ---- a class ---------------------------------------------------------------------------------------

status, contest = organise("", title="6B", format="roundrobin", **{"class": True})
code, where = contest["code"], "api/contests/" + contest["contest"]
keys = ["%064x" % (1000 + i) for i in range(4)]
for key, who in zip(keys, ("Mia", "Tom", "Lea", "Ben")):
    status, told, answer = site.ask("POST", "api/contests/enter", {"code": code.lower(), "name": who, "key": key, "team": "6B"})
ok(status == 200 and answer["me"] and "code" not in answer, "children enter by the code, without accounts", answer)
cookie = told["Set-Cookie"]
ok("HttpOnly" in cookie and "Max-Age" not in cookie and "Path=/" + where in cookie, "the browser forgets it when it is closed", cookie)
status, _, answer = site.ask("GET", where)
ok(status == 404, "others do not see the class", answer)
status, _, answer = site.ask("POST", "api/contests/enter", {"code": "AAAA-AAAA", "name": "Eve", "key": "%064x" % 1})
ok(status == 404, "no other code opens it", answer)
status, _, answer = site.ask("GET", where, None, None, None, Cookie=cookie.split(";")[0])
ok(status == 200 and answer["me"], "by the cookie", answer)
_, contest = organise(where[len("api/contests/"):] + "/pair", round=1)
ok(all("seen" in one for one in contest["players"]), "the teacher sees who is there", contest["players"])
status, _, answer = site.ask("GET", where, None, keys[0])
status, _, answer = site.ask("POST", "%s/pairings/%d" % (where, answer["mine"]["pairing"]), {"score1": 4, "score2": 2}, keys[0])
ok(status == 200 and answer["mine"]["state"] == "said", "a child says the score", answer)
other = next(one["pairing"] for one in answer["pairings"] if one["pairing"] != answer["mine"]["pairing"])
status, _, answer = site.ask("POST", "%s/pairings/%d" % (where, other), {"score1": 4, "score2": 2}, keys[0])
ok(status == 403 and all(one["state"] == "open" for one in site.ask("GET", where, None, keys[0])[2]["pairings"] if one["pairing"] == other), "but not at another board", answer)
status, _, csv = site.ask("GET", where + "/standings.csv", None, anna.key)
ok(status == 200 and b"Mia" in csv, "the teacher keeps a list")
status, answer = organise(where[len("api/contests/"):] + "/delete", title="6B")
ok(status == 204 and site.status("GET", where, None, anna.key) == 404, "and deletes the class")

# ---- on the site -----------------------------------------------------------------------------------

status, contest = organise("", title="Evening", format="roundrobin", game="tritt", clock_ms=300000, increment_ms=5000, public=True)
where = "api/contests/" + contest["contest"]
for i, who in enumerate(("Paul", "Otto")):
    status, _, answer = site.ask("POST", where + "/enter", {"code": contest["code"], "name": who, "key": "%064x" % (2000 + i)})
    ok(status == 200, "%s enters" % who, answer)
status, answer = organise(where[len("api/contests/"):] + "/pair", round=1)
ok(status == 200 and answer["pairings"][0]["table"], "a table is opened for the pair", answer)
for i in range(2):
    _, _, answer = site.ask("GET", where, None, "%064x" % (2000 + i))
    table, key = answer["mine"]["table"], answer["mine"]["key"]
    status, told, answer = site.ask("POST", "api/tables/%s/join" % table, {"secret": "-", "key": key})
    ok(status == 200 and answer["seat"] in (1, 2) and answer["state"] == "open" and "Set-Cookie" in told, "a guest takes the seat", answer)
status, _, answer = site.ask("POST", "api/tables/%s/resign" % table, {"half": 1}, key)
ok(status == 200, "and plays there", answer)

site.end()
for word in (b"Mia", b"Tom"):
    found = [one for one in os.listdir(site.data) if word in open(os.path.join(site.data, one), "rb").read()]
    ok(not found, "%s is nowhere in the club's folder" % word.decode(), found)
done()
