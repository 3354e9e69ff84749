#!/usr/bin/env python3
"""A half as JSON: in the same words and units wherever it is written, and the same when a file is imported and exported
again: in all games, with openings, hidden hands, forfeits and what engines said."""
import json
import os
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import fake, path, run  # noqa: E402
from tgi import done, ok  # noqa: E402

TALKER = ["--engine", "cmd=builtin:search", "name=talker", "nodes=20"]
RANDOM, OTHER, THIRD = (["--engine", "cmd=builtin:random", "name=" + name] for name in ("random", "other", "third"))
MEMBERS = ["half", "margins", "points", "termination", "text", "at_fault", "plies", "moves", "clocks_us", "finished"]
LEAGUES = {
    "selacata": [*TALKER, *RANDOM, "--grid", "torus 4x4,crepe", "--openings", "random:3"],
    "triancey": [*TALKER, *RANDOM, "--grid", "torus 4x4"],
    "archipel": [*TALKER, *RANDOM, "--grid", "archipel"],
    "tritt": [*TALKER, *RANDOM, "--openings", "random:2"],
    "triangulation": [*RANDOM, *OTHER, *THIRD],
    "trioker-duel": [*TALKER, *RANDOM, "--openings", "random:2"],
    "trioker-rapid": [*TALKER, *RANDOM, *OTHER],
}
LOST = {"crash": "exit-go", "illegal": "illegal"}


def works(*words):
    status, said = run(*words)
    ok(status == 0, " ".join(words[:4]), said)
    return said


def exported(record):
    return json.loads(works("export", record, "--format", "json"))


def same_again(name, whole, form):
    """What a record says of its games when they were imported into another."""
    works("export", name + ".db", "--format", form, "--output", "%s.%s" % (name, form))
    works("import", "%s.%s" % (name, form), "--into", "%s-%s.db" % (name, form))
    verified = works("verify", "%s-%s.db" % (name, form))
    ok("nothing is wrong" in verified, "%s from %s: verified" % (name, form), verified)
    again = exported("%s-%s.db" % (name, form))
    boards = [{board["id"]: (board["name"], board["spelled"]) for board in one["boards"]} for one in (whole, again)]
    games = [[{**game, "board": boards[i][game["board"]], "game": 0, "round": 0, "pair": 0, "leg": 0,
               "halves": [{key: value for key, value in half.items() if form == "json" or key != "faults"}
                          for half in game["halves"]]} for game in one["games"]] for i, one in enumerate((whole, again))]
    ok(len(games[0]) > 0 and games[0] == games[1], "%s: import(export) in %s" % (name, form),
       *[pair for pair in zip(*games) if pair[0] != pair[1]][:1])


def check(name, words):
    """Plays a league, and compares what was said of its halves with what other commands say."""
    told = [json.loads(line) for line in works("match", *words, "--record", name + ".db", "--json", "--reveal").splitlines()]
    whole = exported(name + ".db")
    halves = {(one["game"], half["half"]): (one, half) for one in whole["games"] for half in one["halves"]}
    ok(halves and all(list(half)[:len(MEMBERS)] == MEMBERS for _, half in halves.values()), name + ": the members of a half")
    wrong = [line for line in told if line["type"] == "half" and any(
        line[member] != halves[line["game"], line["half"]][1][member] for member in [*MEMBERS, "faults"])]
    wrong += [line for line in told if line["type"] == "half" and line["seats"] != halves[line["game"], line["half"]][0]["seats"]]
    ok(len([line for line in told if line["type"] == "half"]) == len(halves) and not wrong, name + ": --json says the same", *wrong[:1])
    shown = json.loads(works("standings", name + ".db", "--json", "--game", "1"))
    ok(shown["halves"] == [{member: half[member] for member in MEMBERS} for half in whole["games"][0]["halves"]],
       name + ": so does what a site asks for", shown["halves"], whole["games"][0]["halves"])
    same_again(name, whole, "json")
    same_again(name, whole, "csv")
    return whole


for game, words in LEAGUES.items():
    whole = check(game, ["--game", game, *words])
    ok(all(bool(one["opening"]) == ("--openings" in words) for one in whole["games"]), game + ": openings")
    ok(any("said" in half for one in whole["games"] for half in one["halves"]) == ("talker" in str(words)), game + ": what was said")
for reason, mode in LOST.items():
    whole = check(reason, ["--engine", "cmd=" + fake(mode), "name=bad", *RANDOM, "--grid", "torus 4x4"])
    lost = [(one["seats"][half["at_fault"] - 1], half["faults"][0]["engine"], bool(half["text"])) for one in whole["games"]
            for half in one["halves"] if half["termination"] == reason]
    ok(lost and set(lost) == {("bad", "bad", True)}, reason + ": who is at fault is a seat", lost)

# ---- files of earlier versions -----------------------------------------------------------------------
whole = exported("selacata.db")
for game in whole["games"]:
    game["opening"] = " ".join(game["opening"])
    for half in game["halves"]:
        half["clocks"] = half.pop("clocks_us")
with open(path("old.json"), "w") as file:
    json.dump(whole, file)
works("import", "old.json", "--into", "old.db")
ok(exported("old.db")["games"] == exported("selacata-json.db")["games"], "they are read as the same games")

# ---- clocks as nobody writes them ----------------------------------------------------------------------
for clocks, wanted in (("0 12 999999999999999999", [0, 12, 999999999999999999]), ("007 5", [7, 5]), ("5 x 7", [5, None, None]),
                       ("1  2", [1, 2, None]), ("3 -4", [3, None]), ("99999999999999999999 1", [None, None]), ("8 ", [8]), ("", [])):
    with sqlite3.connect(path("old.db")) as record:
        record.execute("UPDATE half SET clocks = ?", (clocks,))
    record.close()
    ok(exported("old.db")["games"][0]["halves"][0]["clocks_us"] == wanted, "clocks: '%s'" % clocks)

# ---- what is refused -----------------------------------------------------------------------------------


def refused(what, change, wanted):
    whole = exported("selacata.db")
    change(whole["games"][0])
    with open(path("bad.json"), "w") as file:
        json.dump(whole, file)
    status, said = run("import", "bad.json", "--into", "bad.db")
    ok(status == 1 and wanted in said, what, said)


refused("another opening", lambda game: game["opening"].reverse(), "games[0].halves[0].moves: it does not begin with the opening")
refused("an opening that controls a terminal", lambda game: game.update(opening=["\x1b[2J"]), "games[0].opening: control characters")
refused("one that is only no opening", lambda game: game.update(opening=["\u00e9"]), "games[0].halves[0].moves: it does not begin with the opening")
refused("a clock that is none", lambda game: game["halves"][1]["clocks_us"].__setitem__(0, None), "games[0].halves[1].clocks_us: it must be a whole")
done()
