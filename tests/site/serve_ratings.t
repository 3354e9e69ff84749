#!/usr/bin/env python3
"""Ratings of a site: people play rated tables, the job fits them, and lists, pages of players, tables and the operator's
commands have them; also after the server was killed in between."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402
from serve import Player, Site  # noqa: E402
from tgi import done, ok, until  # noqa: E402

site = Site(program=clock.CLUB, limits=True)
names = ("Anna", "Bert", "Carl", "Dora")
people = {name: Player(site, name) for name in names}
robot = Player(site, "Robbie", **{"class": "engine"})


def sit(one, other, game="selacata", **more):
    """A rated table of two, who come from addresses of their own."""
    status, _, answer = one.ask("POST", "api/tables", dict({"game": game, "opponent": "link", "clock_ms": 600000, "rated": True}, **more))
    ok(status == 201 and answer["table"]["rated"], "%s opens a rated table" % one.name, status, answer)
    table = answer["table"]
    status, _, answer = other.ask("POST", "api/tables/%s/join" % table["table"], {"secret": table["invite"].split("/")[-1]})
    return status, answer, table["table"]


def play(winner, loser, **more):
    status, answer, table = sit(winner, loser, **more)
    ok(status == 200, "%s joins" % loser.name, answer)
    for half in range(1, answer["halves"] + 1):
        status, answer = loser.post("api/tables/%s/resign" % table, {"half": half})
    ok(status == 200 and answer["state"] == "over", "and loses", answer)


def get(where):
    status, _, answer = site.ask("GET", where)
    return status, answer


def ratings(where="api/ratings/selacata"):
    return get(where)[1]["rows"]


def fitted(is_done):
    """Looks again each second of the site until it is so."""
    def look():
        clock.advance(1.5)
        return is_done()
    return until(look)


ok(get("api/ratings") == (200, {"games": []}), "no game is rated yet", get("api/ratings"))
ok(get("api/ratings/selacata")[1] == {"game": "selacata", "scale": "margin", "class": "human", "rows": [], "total": 0}, "and nobody",
   get("api/ratings/selacata"))
ok(get("api/ratings/tritt")[1]["scale"] == "elo" and get("api/ratings/chess")[0] == 404 and get("api/ratings/trioker-puzzle")[0] == 404 and
   get("api/ratings/selacata?class=robot")[0] == 400, "what there is not")
status, answer, _ = sit(people["Anna"], robot)
ok(status == 403 and "class" in answer["error"], "an engine may not join people", status, answer)

for winner, loser in (("Anna", "Bert"), ("Bert", "Carl"), ("Anna", "Carl"), ("Anna", "Dora")):
    play(people[winner], people[loser])
ok(fitted(lambda: len(ratings()) == 3), "three are listed: Dora has met Anna only", ratings())
rows = ratings()
ok([row["name"] for row in sorted(rows, key=lambda row: -row["rating"])] == ["Anna", "Bert", "Carl"], "as they have won", rows)
ok(all(row["provisional"] and row["rank"] is None and row["opponents"] in (2, 3) for row in rows), "all of them provisional", rows)
ok(get("api/ratings")[1]["games"] == [{"game": "selacata", "encounters": 4, "players": 3}], "one game", get("api/ratings"))
player = get("api/players/%d" % people["Anna"].id)[1]
(mine,) = player["ratings"]
ok(mine["game"] == "selacata" and mine["encounters"] == 3 and len(mine["course"]) == 1 and
   abs(mine["course"][0]["rating"] - mine["rating"]) < 1e-9, "her page has the rating and its course", mine)
ok(sorted((rival["name"], rival["won"], rival["lost"]) for rival in mine["rivals"]) == [("Bert", 1, 0), ("Carl", 1, 0), ("Dora", 1, 0)],
   "and her rivals", mine["rivals"])
(hers,) = get("api/players/%d" % people["Dora"].id)[1]["ratings"]
ok(hers["rating"] is None and hers["rivals"][0]["lost"] == 1, "Dora has no rating yet, but a rival", hers)
status, answer, _ = sit(people["Anna"], people["Dora"])
seats = {seat["name"]: seat for seat in answer["seats"]}
ok(abs(seats["Anna"]["rating"] - mine["rating"]) < 1e-9 and seats["Anna"]["provisional"] and "rating" not in seats["Dora"], "a table shows it beside the name", seats)

# What was played counts, even if the server is killed before the fit.
play(people["Dora"], people["Carl"])
site.kill()
site.start()
for one in people.values():
    one.link.close()
    one.link = site.connect()
ok(fitted(lambda: len(ratings()) == 4), "fitted after a new start", ratings())


def operate(*words):
    return subprocess.run([clock.CLUB, "site", *words, "--data", site.data], capture_output=True, text=True, check=False)


ok(operate("ban", "Bert", "a second account").returncode == 0 and len(ratings()) == 3, "a ban is seen at once", ratings())
ok(fitted(lambda: get("api/players/%d" % people["Anna"].id)[1]["ratings"][0]["encounters"] == 2), "and what was played with him does not count",
   get("api/players/%d" % people["Anna"].id)[1]["ratings"])
export = people["Anna"].ask("GET", "api/account/export")[2]
ok(len(export["encounters"]) == 3 and export["ratings"][0]["game"] == "selacata" and isinstance(export["ratings"][0]["rating"], (int, float)),
   "an export has all of it", export["encounters"], export["ratings"])
ok(site.end() == (0, []), "the end")
done()
