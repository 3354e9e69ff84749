#!/usr/bin/env python3
"""UTF-8 everywhere: names of boards, engines and authors come out of the record and of JSON as they went in; bytes that
are no UTF-8 are refused by the engine, and kept by the referee as U+FFFD."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import referee  # noqa: E402
from tgi import Engine, done, ok  # noqa: E402

SIDES = "cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4,2"
os.environ["LC_ALL"] = "C"  # nothing below depends on the locale

# ---- the engine --------------------------------------------------------------------------------
engine = Engine()
for name in ("crème", "Straße-7", "Сад", "三角", "Ελλάς", "a" * 61 + "é"):
    engine.send("setgrid inline triancey %s %s" % (name, SIDES), "show", "isready")
    lines = engine.until("readyok")
    ok(lines[0].startswith("info string triancey on %s, half 1" % name), "a board can be called " + name, lines[0])
for name in ("a\u00a0b", "a\u2028b", "\u202eabc", "a\u0085b", "\ufeffabc", "a×b", "a" * 62 + "é"):
    answer = engine.ask("setgrid inline triancey %s %s" % (name, SIDES))
    ok(answer.startswith("error range setgrid: "), "but not " + ascii(name), answer)
for word in ("Zoé", "Šárka", "数学"):
    engine.send("setgrid %s selacata" % word, "show", "score")
    ok(engine.line().startswith("info string selacata on %s, half 1" % word), "a word is in any script: " + word)
    engine.until("score")
spelled = set()
for word in ("Zoe", "Zo\u00e9", "Zoe\u0301"):
    engine.send("setgrid %s selacata" % word, "board")
    spelled.add("".join(line for line in engine.until("boardok") if line.startswith("board cell")))
ok(len(spelled) == 3, "each with a board of its own, a letter and its parts, too")
for line in (b"setgrid inline triancey cr\xe8me " + SIDES.encode(), b"\xff", b"play \xc3", b"go \xed\xa0\x80", b"\xc0\xaf"):
    engine.process.stdin.write(line + b"\n")
    engine.process.stdin.flush()
    answer = engine.line()
    ok(answer == "error syntax ?: a line is not UTF-8; it is ignored", "refused: " + ascii(line[:30]), answer)
answer = engine.ask("setgrid " + "é" * 100 + " chess nothing")
ok(answer.startswith("error "), "an answer that repeats a part of a word is UTF-8, too", answer)
ok(engine.ask("isready") == "readyok" and engine.close() == 0, "and the engine goes on")

# ---- the referee -------------------------------------------------------------------------------
PEER = """#!/usr/bin/env python3
import sys
for line in sys.stdin.buffer:
    word = line.split()
    if word[0] == b"tgi":
        sys.stdout.buffer.write("id name Größe 3\\nid author ".encode() + AUTHOR + b"\\nprotocol 1\\ngame triancey\\ntgiok\\n")
    elif word[0] == b"isready":
        sys.stdout.buffer.write(b"readyok\\n")
    elif word[0] == b"go":
        sys.stdout.buffer.write("bestmove né\\x1b[2J\\x9b id ".encode() + word[2] + b"\\n")
    elif word[0] == b"quit":
        break
    sys.stdout.buffer.flush()
"""
for name, author, kept in (("utf8", '"Jérôme 数".encode()', "Jérôme 数"), ("latin", 'b"J\\xe9r\\xf4me"', "J\ufffdr\ufffdme")):
    with open(referee.path(name + ".py"), "w") as file:
        file.write(PEER.replace("AUTHOR", author))
    record = name + ".db"
    status, said = referee.run("match", "--game", "triancey", "--grid", "Zoé", "--record", record, "--json",
                               "--engine", "name=Jérôme", "cmd=%s %s.py" % (sys.executable, name), "--engine", "builtin:random")
    lines = [json.loads(line) for line in said.splitlines()]
    ok(status == 0 and lines, name + ": a match", said[:300])
    ok(referee.ask(record, "SELECT name, id_name, id_author FROM engine")[0] == ("Jérôme", "Größe 3", kept),
       "names in the record", referee.ask(record, "SELECT name, id_name, id_author FROM engine"))
    ok(referee.value(record, "SELECT name FROM board") == "Zoé", "the board's, too")
    text = referee.value(record, "SELECT text FROM fault")
    ok("né" in text and "\x1b" not in text and "\x9b" not in text, "what was wrong is told in its own characters", ascii(text))
    ok(any(engine.get("id_author") == kept for line in lines for engine in line.get("engines", [])), "and in JSON", said[:400])
done()
