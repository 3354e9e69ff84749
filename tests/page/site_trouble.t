#!/usr/bin/env python3
"""Trouble between the page and its site is explained in a sentence, in the reader's language, and a move that may have
been lost is sent again unchanged."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import skip_without  # noqa: E402
from site_stub import Stub  # noqa: E402
from tgi import done, ok  # noqa: E402
from visitor import Visitor  # noqa: E402

skip_without()
ME = {"id": 3, "name": "Rosa", "class": "human", "banned": False}
SITE = {"name": "a club", "version": "1", "public": False, "time": "2026-11-22T12:00:00.000Z", "week": "2026-47", "game": "selacata",
        "clock_ms": 600000, "increment_ms": 5000, "boards": 7, "account": ME, "features": ["tournament"]}
WEEK = {"week": "2026-47", "begin": "2026-11-16T00:00:00.000Z", "end": "2026-11-23T00:00:00.000Z", "closed": False, "digest": "0" * 64,
        "secret": None, "drawn": None, "round": 34189012, "randomness": None, "game": "selacata", "clock_ms": 600000, "increment_ms": 5000, "halves": 2,
        "boards": [{"board": 1, "word": "crepe", "cells": 48, "line": ""}]}
GAME = {"table": "g7", "week": "2026-47", "board": 1, "game": "selacata", "grid": "crepe", "line": "", "players": 2, "halves": 2, "half": 1,
        "state": "open", "seat": 1, "turn": 1, "left_ms": [600000, None], "waits_ms": 0, "clock_ms": 600000, "increment_ms": 5000,
        "seats": [{"kind": "person", "name": "Rosa", "account": 3}, {"kind": "engine", "name": "reference", "account": None}],
        "parameters": {}, "position": None, "secret": None, "rated": False, "shown": False, "lot": False, "challenged": None, "digest": None, "invite": None,
        "created": "2026-11-22T12:00:00.000Z", "days": None, "deadline": None, "moves": [], "done": [], "can_draw": False, "draw_offered": False, "step": 2}
HTML = {"Content-Type": "text/html"}


def answers(**more):
    """A site that works, except for the given faults."""
    fine = {"GET site": SITE, "GET weeks/current": WEEK, "GET weeks/2026-47": WEEK, "GET weeks/current/tables": {"tables": []}, "GET weeks/2026-47/tables": {"tables": []}, "GET tables/g7": GAME,
            "GET weeks/2026-47/ranking": {"week": "2026-47", "provisional": True, "class": "human", "rows": [], "total": 0}}
    return {**{name: [(200, {}, value)] for name, value in fine.items()}, "GET tables/g7/events": [(200, {}, None)], **more}


def trouble(language, *told, path="weeks/current"):
    """What the week says when it gets these answers."""
    stub.answers = answers(**{"GET " + path: list(told)})
    if language == visitor.language:  # to another view and back is enough
        visitor.follow("#nothing")
        visitor.browser.wait("return !document.querySelector('main.site :is(.site-trouble, .site-board)')")
        visitor.browser.run("location.hash = '#week'")
    else:
        visitor.language = language
        visitor.visit("#week")
    visitor.browser.wait("return !!document.querySelector('main.site .site-trouble') || document.querySelectorAll('main.site .site-board').length > 0")
    return visitor.text("main.site .site-trouble p")


stub = Stub(answers())
visitor = Visitor(stub)
ok("Rosa" in visitor.text(".site-account"), "the page takes the stub for a site")
ok(trouble("en", (429, {"Retry-After": "7"}, {"error": "too many requests", "code": "limit"})) == "Too many requests at once. Try again in 7 seconds.",
   "too many requests: when to try again is said")
ok(trouble("en", (502, HTML, b"<h1>Bad Gateway</h1>")) == "The server is not available just now.", "a proxy's own page is not shown")
ok(trouble("en", (200, {}, b"{")) == "The server\u2019s answer cannot be read.", "half an answer")
ok(trouble("en", (409, {}, {"error": "half 2 of this game comes next", "code": "conflict"})) == "Half 2 of this game comes next.", "what the server says is shown as a sentence")
ok(trouble("fr", (429, {"Retry-After": "7"}, {"error": "too many requests", "code": "limit"})) == "Trop de demandes à la fois. Réessayez dans 7 secondes.",
   "in French, too")
ok(trouble("fr", (409, {}, {"error": "half 2 of this game comes next", "code": "conflict"})) not in ("", "Half 2 of this game comes next."),
   "and translated with its values", visitor.text("main.site .site-trouble p"))
ok("2" in visitor.text("main.site .site-trouble p"), "which are still there")
ok(trouble("fr", (409, {}, {"error": "what nobody has ever said <b>", "code": "conflict"})) == "What nobody has ever said <b>.", "what no catalogue has stays, and is no HTML")
trouble("en", (503, {}, {"error": "later", "code": "failed"}))
stub.answers = answers()
visitor.press("Try again")
ok(visitor.browser.wait("return document.querySelectorAll('main.site .site-board').length === 1"), "trying again is offered, and helps")
stub.answers = answers(**{"GET site": [(500, HTML, b"broken")]})
visitor.visit("#week")
ok("does not answer" in visitor.text("main.site h1"), "a site that is away is said to be")

# ---- who has left ------------------------------------------------------------------------------------

GONE = {"rank": 1, "account": None, "name": "deleted_9_0123abcd", "deleted": True, "games": 1, "counted": 1, "total": 3, "average": 3,
        "boards": [None] * 7, "lost": 0}
stub.answers = answers(**{"GET weeks/current/ranking": [(200, {}, {"week": "2026-47", "provisional": True, "class": "human", "rows": [GONE], "total": 1})]})
visitor.language = "en"
visitor.visit("#ranking")
ok(visitor.browser.wait("return document.querySelector('main.site .site-name')?.textContent") == "a deleted account" and "deleted_" not in visitor.text(),
   "who has deleted the account has no name", visitor.text())

# ---- what a week follows from ----------------------------------------------------------------------

LATE = dict(WEEK, drawn="2026-11-18T12:00:00Z", round=34261212, randomness="ab" * 32)
stub.answers = answers(**{"GET weeks/current": [(200, {}, LATE)]})
visitor.visit("#week")
proof = visitor.browser.wait("return document.querySelector('.site-proof')?.textContent")
ok("had begun" in proof and "triancey beacon 2026-47 34261212 %s SECRET" % ("ab" * 32) in proof, "a week says when it was drawn, and what is mixed in", proof)

# ---- a new recovery code ---------------------------------------------------------------------------

OLD = {"error": "a new recovery code needs the old one, unless you have just signed in", "code": "forbidden"}
stub.answers = answers(**{"GET account": [(200, {}, {"account": ME, "created": "2026-11-22T12:00:00.000Z", "devices": 1})],
                          "POST account/recovery": [(403, {}, OLD), (200, {}, {"recovery": "bbbbb-bbbbb-bbbbb-bbbbb"})]})
visitor.visit("#account")
visitor.press("New recovery code")
visitor.press("New recovery code", "dialog[open]")
ok(visitor.browser.wait("return !!document.querySelector('dialog[open] input[name=code]')"), "a device that signed in a while ago is asked for the old code")
visitor.write("dialog[open] input[name=code]", "aaaaa-aaaaa-aaaaa-aaaaa")
visitor.press("New recovery code", "dialog[open]")
ok(visitor.browser.wait("return document.querySelector('dialog[open]')?.textContent.includes('bbbbb-bbbbb-bbbbb-bbbbb')"), "and shows the new one")
sent = [json.loads(body or "{}") for name, body in stub.asked if name == "POST account/recovery"]
ok(sent == [{}, {"recovery": "aaaaa-aaaaa-aaaaa-aaaaa"}], "which came for it", sent)
visitor.browser.run("document.querySelectorAll('dialog[open]').forEach((one) => one.close())")

# ---- a move -------------------------------------------------------------------------------------------

AFTER = dict(GAME, moves=["0", "20"], left_ms=[590000, None], step=4)
stub.answers = answers(**{"POST tables/g7/moves": [(503, {}, {"error": "later", "code": "failed"}), (429, {"Retry-After": "1"}, {"error": "too many", "code": "limit"}), (200, {}, AFTER)]})
visitor.language = "en"
visitor.visit("#game/g7")
cells = {cell["place"]: cell["at"] for cell in visitor.cells()}
stub.asked.clear()
visitor.browser.click_at(*cells["0"])
ok(visitor.browser.wait("return document.querySelectorAll('main.site .moves .ply:not(.start)').length === 2"), "a move that was refused for the moment arrives at last")
sent = [json.loads(body) for name, body in stub.asked if name == "POST tables/g7/moves"]
ok(sent == [{"half": 1, "before": 0, "move": "0"}] * 3, "each time the same was sent", sent)
ok(not visitor.see()["note"], "and nothing is left to say", visitor.see())
OTHER = dict(GAME, moves=["0", "20", "5", "40"], left_ms=[580000, None], step=6)
stub.answers = answers(**{"POST tables/g7/moves": [(409, {}, {"error": "another one", "code": "conflict", "table": OTHER})]})
cells = {cell["place"]: cell["at"] for cell in visitor.cells()}
place = next(place for place in cells if place != "5")
visitor.browser.click_at(*cells[place])
ok(visitor.browser.wait("return document.querySelector('main.site .page-note:not([hidden])')?.textContent.includes('another window')"), "a game that went on elsewhere is said to")
shown = visitor.browser.wait("""const shown = [...document.querySelectorAll("main.site .moves .ply:not(.start)")].map((ply) => ply.textContent.replace(/^\\d+\\./, "").trim());
    return shown.length === 4 && shown""")
ok(shown == OTHER["moves"], "and shown as it stands there", shown)
stub.answers = answers(**{"POST tables/g7/moves": [(401, {}, {"error": "sign in first", "code": "sign-in"})]})
visitor.browser.click_at(*visitor.cells()[0]["at"])
ok(visitor.browser.wait("return document.querySelector('.site-account').textContent === 'Sign in'"), "who was signed out sees it")
visitor.close()
stub.close()
done()
