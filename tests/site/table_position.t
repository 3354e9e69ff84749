#!/usr/bin/env python3
"""Tables that begin at a position: each half does, with the seats exchanged, for people, the reference computer and an
engine; it is shown, outlives the server, and the result is a record that can be verified. Bad ones are refused by name."""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import REFEREE, path  # noqa: E402
from serve import Player, Site  # noqa: E402
from tgi import ENGINE, Engine, done, ok  # noqa: E402

TERMS = {"clock_ms": 600000}
site = Site("--engine", "cmd=builtin:search", "option.Hash=1", "nodes=50")
anna, bert = Player(site, "Anna"), Player(site, "Bert")
engine = Engine(ENGINE, "-o", "Hash=1")


def exchanged(words):
    """A position with the seats exchanged, as a second half begins."""
    return re.sub(r"\b(?:turn|cells)=\S+", lambda word: word[0].translate(str.maketrans("12", "21")), words)


def legal(table):
    """What may be played, asked of an engine that is given the same position."""
    words = table["position"] if table["half"] == 1 else exchanged(table["position"])
    moves = " moves " + " ".join(table["moves"]) if table["moves"] else ""
    return engine.ask(table["line"], "position half %d at %s%s" % (table["half"], words, moves), "legal", answer="legal").split()[1:]


def opened(**offer):
    """A table that two people have, or one against an engine."""
    status, answer = anna.post("api/tables", {**TERMS, "seat": 1, "opponent": "link", **offer})
    if status != 201:
        return status, answer
    table = answer["table"]
    if table["state"] == "waiting":
        return bert.post("api/tables/%s/join" % table["table"], {"secret": table["invite"].split("/")[-1]})
    return status, table


def play(table, moves=1000):
    """Goes on with it; how it then stands, None if a move was refused."""
    while table and table["state"] == "open" and moves:
        moves -= 1
        turn = table["turn"]
        who = anna if turn == 1 else bert
        _, _, table = who.ask("GET", "api/tables/" + table["table"])
        if table["turn"] != turn or table["seats"][turn - 1]["kind"] != "person":
            continue  # the engine has it, or has just moved
        status, table = who.post("api/tables/%s/moves" % table["table"], {"half": table["half"], "before": len(table["moves"]), "move": min(legal(table))})
        if status != 200:
            return None
    return table


# ---- people ---------------------------------------------------------------------------------------------

FIRST = "turn=1 cells=1.....2..............1.....2...."
status, table = opened(game="selacata", grid="torus 4x4", position=FIRST)
ok(status == 200 and table["position"] == FIRST and table["turn"] == 1 and table["moves"] == [], "a table begins at a position", table)
half = play(table, 5)
site.kill()
site.start()
anna.link, bert.link = site.connect(), site.connect()
_, _, again = anna.ask("GET", "api/tables/" + table["table"])
ok(half and again["moves"] == half["moves"] and again["position"] == FIRST, "a restart loses nothing of it", again)
over = play(again)
ok(over and over["state"] == "over" and len(over["done"]) == 2, "both halves are played from it, the second with the seats exchanged", over)
_, _, result = site.ask("GET", "api/tables/%s/result" % table["table"])
with open(path("result.json"), "w") as file:
    json.dump(result, file)
for words in (["import", path("result.json"), "--into", path("result.db")], ["verify", path("result.db")]):
    run = subprocess.run([REFEREE, *words], capture_output=True, text=True, check=False)
    ok(run.returncode == 0, "%s takes the result: %s" % (words[0], run.stderr))
ok(" ".join(result["games"][0]["opening"]) == "at " + FIRST, "the result has it as its opening")
status, table = opened(game="tritt", parameters={"size": 4}, position="turn=2 pieces1=b1-b3")
ok(status == 200 and table["turn"] == 2, "seat 2 may be the first to move", table)
ok(play(table) is not None, "and it is played to its end")

# ---- engines --------------------------------------------------------------------------------------------

for name, offer in (("reference", {"game": "triancey", "grid": "torus 4x4", "position": "turn=1 cells=1.....2..............1.....2...."}),
                    ("search", {"game": "tritt", "parameters": {"size": 4}, "position": "turn=2 pieces1=b1-b3"})):
    status, table = opened(opponent={"engine": name}, **offer)
    ok(status == 201, "%s plays from a position" % name, table)
    over = play(table, 50000)
    ok(over and over["state"] == "over" and over["done"][0]["termination"] in ("full", "line", "wrong-line", "blocked"), "%s plays it to its end by the rules" % name, over)

# ---- what is refused ------------------------------------------------------------------------------------

for offer, words in (({"game": "selacata", "grid": "torus 4x4", "position": "turn=1 cells=12" + "." * 30}, "cells 0 and 1"),
                     ({"game": "tritt", "position": "turn=1 pieces1=b1-b3 pieces2=b2-d2"}, "b2"),
                     ({"game": "tritt", "position": "turn=1 moves b1-b3"}, "KEY=VALUE"), ({"game": "tritt", "position": "turn=1\nquit"}, "KEY=VALUE"),
                     ({"game": "tritt", "position": "x"}, "KEY=VALUE"), ({"game": "tritt", "position": "turn=1 size=5"}, "size"),
                     ({"game": "trioker-rapid", "position": "phase=play turn=1"}, "hidden"),
                     ({"game": "triangulation", "parameters": {}, "players": 2, "position": "turn=1 red=GB8o green=GH1o blue=GH8b commanders=1,2,0"}, "over")):
    status, answer = opened(**offer)
    ok(status == 400 and words in answer["error"], "refused: %s" % answer.get("error"), status)
engine.close()
site.end()
done()
