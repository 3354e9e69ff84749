#!/usr/bin/env python3
"""The rankings of the site: what is public while a week runs and once it is over, in JSON, CSV and Atom."""
import csv
import html
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from prepared import run_prepared  # noqa: E402
from referee import REFEREE  # noqa: E402
from serve import Player, Rules, Site, play_half  # noqa: E402
from tgi import NIGHTLY, PATIENCE, done, ok, until  # noqa: E402

ATOM = "{http://www.w3.org/2005/Atom}"
OLD = "2026-10"  # a week that is over: Monday is March 2nd

site, rules = Site(), Rules()


def get(where, player=None):
    status, _, answer = player.ask("GET", where) if player else site.ask("GET", where)
    return status, answer


def rank(*words):
    """The rows that `rank` prints while the site runs: name, games, counted, total."""
    said = subprocess.run([REFEREE, "rank", site.club, *words], capture_output=True, text=True, check=False).stdout
    return [[row[1]] + [int(number) for number in row[2:5]] for row in map(str.split, said.splitlines())
            if row and row[0].isdigit()]


def table(answer):
    """The rows of an answer, as rank() has them."""
    return [[row["name"], row["games"], row["counted"], row["total"]] for row in answer["rows"]]


def preview(game):
    """What the page of a game tells those who send its link."""
    status, _, page = site.ask("GET", "record/%d" % game, Accept="text/html")
    return status, {name: html.unescape(value) for name, value in re.findall(r'<meta (?:name|property)="([^"]*)" content="([^"]*)"', page.decode())}


def picture(game):
    status, _, png = site.ask("GET", "picture/record/%d.png" % game)
    return status, png


def once_analysed(ask, is_done):
    """What is answered once enough was analysed: the analyst has the least priority, so it may take long, and if it fails, the site
    starts the next one a minute later."""
    def analysed():
        answer = ask()
        return is_done(answer) and answer
    return until(analysed, 4 * PATIENCE) or ask()


# Nobody has played.
status, answer = get("api/weeks/current/ranking")
ok(status == 200 and answer["rows"] == [] and answer["total"] == 0 and answer["provisional"], "an empty ranking", answer)
week = answer["week"]
ok(get("api/ranking")[1]["rows"] == [] and get("api/players/1")[0] == 404, "and nobody of all times")

# Anna plays two boards, Bert one and half of another, a robot one.
anna, bert = Player(site, "Anna"), Player(site, "Bert")
robot = Player(site, "Robot", **{"class": "engine"})
records = {}
for player, boards, choose in ((anna, (1, 2), min), (bert, (1,), max), (robot, (1,), max)):
    for board in boards:
        game = player.begin(board)
        game = play_half(player, game, rules, choose)
        ok(game and game["state"] == "between", "%s plays half of board %d" % (player.name, board))
        game = play_half(player, player.half(game)[1], rules, choose)
        ok(game and game["state"] == "over", "and the other")
        records[player.name, board] = [half["margins"][0] for half in game["done"]]
half = play_half(bert, bert.begin(3), rules)

status, answer = get("api/weeks/%s/ranking" % week)
ok(status == 200 and table(answer) == [row for row in rank() if row[0] != "Robot"], "people, as rank has them",
   table(answer), rank())
ok([row["rank"] for row in answer["rows"]] == [1, 2] and answer["rows"][0]["name"] == "Anna", "more games come first")
margins = answer["rows"][0]["boards"]
ok([entry and entry["margin"] for entry in margins] == [sum(records["Anna", 1]), sum(records["Anna", 2])] + [None] * 5,
   "her boards", margins)
ok(table(get("api/weeks/%s/ranking?class=engine" % week)[1]) == [row for row in rank() if row[0] == "Robot"],
   "the engine has a ranking of its own")
ok(get("api/weeks/%s/ranking?class=robot" % week)[0] == 400 and get("api/weeks/2026-99/ranking")[0] == 400 and
   get("api/weeks/2099-01/ranking")[0] == 404 and get("api/weeks/x/ranking")[0] == 400, "what is not there is refused")
status, answer = get("api/weeks/current/boards/1")
ok(status == 200 and sorted((row["name"], row["halves"]) for row in answer["rows"]) ==
   sorted((name, records[name, board]) for name, board in records if board == 1), "a board has all classes", answer)
ok(get("api/weeks/current/boards/8")[0] == 404 and get("api/weeks/current/boards/x")[0] == 404, "seven boards")

# What is public of games while the week runs.
record = margins[0]["record"]
status, answer = get("api/records/%d" % record, anna)
ok(status == 200 and [entry["margins"][0] for entry in answer["halves"]] == records["Anna", 1] and
   all(entry["seed"] is None and len(entry["moves"]) == len(entry["clocks_us"]) > 10 for entry in answer["halves"]),
   "she sees her game, without seeds", answer)
ok(get("api/records/%d" % record)[0] == 403 and get("api/records/%d" % record, bert)[0] == 403, "nobody else does")
ok(get("api/records/999")[0] == 404 and get("api/records/x")[0] == 404, "no such game")
status, page = preview(record)
hidden = picture(record)
ok(status == 200 and "Anna" not in page["og:title"] + page.get("og:description", "") and page["robots"] == "noindex" and hidden[0] == 200,
   "nor does a preview of it tell anything", page)
with sqlite3.connect(site.club) as club:
    open_game = club.execute("SELECT record FROM club_game WHERE board = 3").fetchone()[0]
ok(get("api/records/%d" % open_game, bert)[0] == 403, "nor does he see a game of which a half is left")

# A player, by number and by name.
status, answer = get("api/players/%d" % anna.id)
ok(status == 200 and answer["name"] == "Anna" and answer["all_time"]["games"] == 2 and answer["all_time"]["rank"] is None and
   answer["all_time"]["mean"] == (sum(records["Anna", 1]) + sum(records["Anna", 2])) / 2, "her page", answer)
ok([entry["halves"] for entry in answer["games"]] == [records["Anna", 1], records["Anna", 2]] and
   [(entry["week"], entry["rank"]) for entry in answer["weeks"]] == [(week, 1)], "with games and weeks", answer)
ok(get("api/players?name=anna")[1] == answer, "is found by name, too")
ok(get("api/players")[0] == 400 and get("api/players?name=Zoe")[0] == 404, "or not")
for name in ("%41nna", "A%6ena", "A%6Ena", "%41%4E%4e%41"):
    ok(get("api/players?name=" + name)[1] == answer, "by name, as '%s'" % name)
ok(get("api/players?name=Anna+Bell")[0] == 404, "a blank may be a plus")
for name in ("", "%", "Anna%", "Anna%4", "%4gnna", "%G1nna", "Anna%0a", "Anna%7f", "Anna%00", "Anna%ff", "x" * 1000):
    ok(get("api/players?name=" + name)[0] == 400, "'%.20s' is no name" % name)
for where in ("api/ranking", "api/ranking.csv", "api/weeks/current/ranking.csv"):
    ok(get(where + "?class=")[0] == 200 and get(where + "?class=robot")[0] == 400 and get(where + "?class=%")[0] == 400,
       "%s knows three classes" % where)
ok(get("api/weeks/2099-01/ranking.csv")[0] == 404 and get("api/weeks/x/ranking.csv")[0] == 400, "CSV of weeks that are there")

# The week becomes one that is over.
site.end()
with sqlite3.connect(site.club) as club:
    club.execute("INSERT INTO club_week SELECT ?, secret, digest, 1 FROM club_week WHERE week = ?", (OLD, week))
    club.execute("UPDATE club_game SET week = ?", (OLD,))
    club.execute("UPDATE game SET foreign_id = replace(foreign_id, ?, ?)", (week, OLD))
    club.execute("UPDATE half SET finished = '2026-03-04T12:00:00Z'")
    if not NIGHTLY:  # one half is enough to be analysed by the site
        club.execute("INSERT INTO club_analysis SELECT game, number, 1, 2, '1', '1 5 2 1 20 1' FROM half WHERE game <> ? OR number = 2", (record,))
site.start()
status, answer = get("api/weeks")
ok(status == 200 and [(entry["week"], entry["closed"]) for entry in answer["weeks"]] == [(week, False), (OLD, True)],
   "two weeks", answer)
ok([entry["name"] for entry in answer["weeks"][1]["champions"]] == ["Anna"] and answer["weeks"][0]["champions"] == [],
   "a champion", answer)
status, answer = get("api/weeks/%s/ranking" % OLD)
ok(status == 200 and not answer["provisional"] and table(answer) == [row for row in rank("--week", OLD) if row[0] != "Robot"],
   "the final ranking is that of rank", answer)
status, answer = get("api/records/%d" % record)
ok(status == 200 and all(str(entry["seed"]).isdigit() for entry in answer["halves"]) and answer["seats"][0] == "Anna",
   "everybody sees the game, with its seeds", answer)
status, page = preview(record)
shown = picture(record)
ok(status == 200 and page["og:title"] == "Anna against the reference computer" and
   all(part in page["og:description"] for part in ("Board 1: ", "%+d : %+d" % (sum(records["Anna", 1]), -sum(records["Anna", 1])))) and
   shown[0] == 200 and shown[1] != hidden[1], "and its preview names the player, the board and the margins, and shows its end", page)
ok(get("api/players/%d" % anna.id)[1]["all_time"]["championships"] == 1, "a championship")

# The site has its games analysed by itself.
answer = once_analysed(lambda: get("api/records/%d" % record)[1], lambda answer: all(half["losses"] is not None for half in answer["halves"]))
half = answer["halves"][0]
ok(half["losses"] and all(half["losses"]) and [entry["move"] for entry in half["losses"]] == list(range(0, len(half["moves"]), 2))
   and all(entry["loss"] >= 0 for entry in half["losses"]) and half["losses"][-1]["exact"], "what her moves have lost", half)
losses = [entry["loss"] for half in answer["halves"] for entry in half["losses"]]
status, answer = get("api/players/%d" % anna.id)
ok(abs(answer["games"][0]["loss"] - sum(losses) / len(losses)) < 1e-6 and answer["weeks"][0]["loss"] is not None,
   "and the mean on her page", answer)
answer = once_analysed(lambda: site.ask("GET", "api/account/export", key=anna.key)[2], lambda answer: len(answer["analysis"]) == 4)
ok(len(answer["analysis"]) == 4 and len(answer["halves"]) == 4, "what is kept of it is hers to export", answer)

status, headers, text = site.ask("GET", "api/weeks/%s/ranking.csv" % OLD)
rows = list(csv.DictReader(io.StringIO(text.decode())))
ok(status == 200 and headers["Content-Type"].startswith("text/csv") and
   [(row["rank"], row["name"], int(row["board1"])) for row in rows] ==
   [("1", "Anna", sum(records["Anna", 1])), ("2", "Bert", sum(records["Bert", 1]))], "CSV", text)
rows = list(csv.DictReader(io.StringIO(site.ask("GET", "api/ranking.csv")[2].decode())))
ok(sorted(row["name"] for row in rows) == ["Anna", "Bert"] and all(row["rank"] == "" for row in rows),
   "all times as CSV: few games have no place", rows)
status, headers, text = site.ask("GET", "feed.atom")
feed = xml.etree.ElementTree.fromstring(text)
entries = feed.findall(ATOM + "entry")
ok(status == 200 and headers["Content-Type"] == "application/atom+xml" and feed.tag == ATOM + "feed" and
   [entry.find(ATOM + "title").text for entry in entries] ==
   ["The boards of week %s are out" % week, "Champion of week %s: Anna" % OLD], "a feed", text)
ok(all(element.find(ATOM + tag) is not None for element in [feed] + entries for tag in ("id", "title", "updated")) and
   len({entry.find(ATOM + "id").text for entry in entries}) == 2 and
   entries[1].find(ATOM + "link").get("href") == site.origin + "/week/" + OLD.replace("-", "-W") and
   entries[1].find(ATOM + "content").text.startswith("1. Anna "), "with all that a feed needs", text)
ok(all(site.status("POST", where, {}) == 405 for where in ("api/weeks", "api/ranking", "feed.atom")), "to be read only")

# What is the operator's.
site.end()
with sqlite3.connect(site.club) as club:
    club.execute("DELETE FROM club_account WHERE name = 'Bert'")
    club.execute("INSERT INTO club_week SELECT '2026-11', secret, digest, 1 FROM club_week WHERE week = ?", (OLD,))
    club.execute("UPDATE club_career SET games = 12, error = 1.5, sure = mean - 1.5 WHERE player = (SELECT id FROM engine WHERE name = 'Anna')")
site.start()
rows = list(csv.DictReader(io.StringIO(site.ask("GET", "api/ranking.csv")[2].decode())))
ok([row["error"] for row in rows if row["rank"] == "1" and row["name"] == "Anna"] == ["1.500"], "many games have a place", rows)
feed = xml.etree.ElementTree.fromstring(site.ask("GET", "feed.atom")[2])
ok("Week 2026-11 is over: nobody has played" in [entry.find(ATOM + "title").text for entry in feed.findall(ATOM + "entry")],
   "a week without games")
row = get("api/weeks/%s/ranking" % OLD)[1]["rows"][1]
ok(row["account"] is None and row["name"] == "Bert" and "deleted" not in row, "a player without an account is named as in the record", row)
ok(site.ask("POST", "api/account/delete", {"name": "Anna"}, anna.key)[0] == 204, "the champion deletes her account")
row = get("api/weeks/%s/ranking" % OLD)[1]["rows"][0]
ok(row["account"] is None and row["name"].startswith("deleted_%d_" % anna.id) and row["deleted"], "her games stay, those of a deleted account", row)
status, answer = get("api/records/%d" % record)
ok(status == 200 and answer["deleted"] and answer["account"] is None, "and are shown as such", answer)
feed = xml.etree.ElementTree.fromstring(site.ask("GET", "feed.atom")[2])
ok("Champion of week %s: a deleted account" % OLD in [entry.find(ATOM + "title").text for entry in feed.findall(ATOM + "entry")],
   "in the feed, too")
rows = list(csv.DictReader(io.StringIO(site.ask("GET", "api/weeks/%s/ranking.csv" % OLD)[2].decode())))
ok([(row["account"], row["name"]) for row in rows if row["rank"] == "1"] == [("", "a deleted account")], "and in the CSV", rows)
for command, *words in (["rank", "--week", OLD], ["rank", "--week", OLD, "--csv"], ["rank", "--week", OLD, "--html", "/dev/stdout"], ["standings"], ["ratings"], ["ratings", "--csv"],
                        ["replay", str(record)], ["ratings", "--html", "/dev/stdout"], ["report", "--html", "/dev/stdout"], ["report", "--svg", "/dev/stdout"]):
    said = subprocess.run([REFEREE, command, site.club, *words], capture_output=True, text=True, check=False).stdout
    ok("a deleted account" in said and "deleted_" not in said, "%s %s says so" % (command, " ".join(words)), said)
said = json.loads(run_prepared(REFEREE, ["rank", site.club, "--week", OLD, "--json"]).out)
ok(said["players"][0]["name"].startswith("deleted_%d_" % anna.id), "and has the name of the record for programs", said["players"])
site.end()
rules.close()
done()
