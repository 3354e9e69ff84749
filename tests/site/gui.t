#!/usr/bin/env python3
"""`gui`: what it serves and to whom, whole games by lines through HTTP against the same over a pipe, streams
that go on where they broke, engines that misbehave, and that nothing is left at the end."""
import http.client
import json
import os
import random
import re
import select
import signal
import socket
import stat
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402
from gui import Events, Gui  # noqa: E402
from referee import LEAVING, LINUX, SANITIZED, alive, fake, left_by, marked, numbers, path, run  # noqa: E402
from tgi import Engine, done, enough, ok, until  # noqa: E402

GIVEN = {clock.VARIABLE: os.environ.pop(clock.VARIABLE)}  # for some programs

# ---- access --------------------------------------------------------------------------------------

gui = Gui("--engine", "builtin:reference", "option.Hash=8", "--engine", "builtin:random", "name=dice", "nodes=100",
          "ponder=yes", "--engine", "builtin:random")
ok(gui.port > 0, "it prints an address with a secret of 128 bits", gui.address, gui.said())
status, headers, body = gui.ask("GET", "")
ok(status == 200 and b"a page" in body and b'<head><meta name="triancey-server" content="gui 1">' in body,
   "the page, which is told who serves it", status, body)
ok(headers["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
   "its policy is also a header, and forbids frames", headers)
WANTED = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
          "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
          "X-Frame-Options": "DENY"}
for where in ("", "engines", "nothing", "/"):
    _, headers, _ = gui.ask("GET", where)
    ok(all(headers[name] == value for name, value in WANTED.items()) and headers["Content-Security-Policy"],
       "security headers of '%s'" % where, headers)
status, headers, body = gui.ask("GET", "engines")
ok(json.loads(body) == {"engines": [
    {"engine": 0, "name": "reference", "go": "", "ponder": False},
    {"engine": 1, "name": "dice", "go": "nodes 100", "ponder": True},
    {"engine": 2, "name": "random", "go": "", "ponder": False}]}, "the list of engines", body)
ok(headers["Content-Type"] == "application/json", "is JSON", headers)
status, headers, body = gui.ask("HEAD", "")
ok(status == 200 and body == b"" and int(headers["Content-Length"]) > 100, "HEAD of the page", status, headers)

other = ("0" if gui.secret[0] != "0" else "1") + gui.secret[1:]
for where in ("/", "/engines", "/%s/" % other, "/%s/engines" % other, "/%s" % gui.secret, "/%s/" % gui.secret[:-1],
              "/%s0/" % gui.secret, "//%s/" % gui.secret, "/%s/../%s/" % (other, gui.secret), "/%s//" % gui.secret,
              gui.base + "../etc/passwd", gui.base + "%2e%2e/", gui.base + "engines/", gui.base + "engines%00",
              gui.base + "engines/0/", gui.base + "sessions//lines", gui.base + "x" * 5000):
    for method in ("GET", "POST"):
        ok(gui.status(method, where) == 404, "nothing at %s %s" % (method, where.replace(gui.secret, "SECRET")[:60]))
for method, where in (("GET", "engines/0"), ("PUT", "engines/0"), ("DELETE", ""), ("OPTIONS", "engines"), ("POST", ""),
                      ("TRACE", ""), ("HEAD", "sessions/%s/events" % other)):
    status, headers, _ = gui.ask(method, where)
    ok(status == 405 and headers["Allow"] and method not in headers["Allow"].split(", "), "%s %s is refused" % (method, where),
       status, headers)
for where in ("engines/3", "engines/-1", "engines/x", "engines/99999999999999999999", "engines/0x0"):
    ok(gui.status("POST", where) == 404, "no engine at " + where)
for where in ("lines", "close"):
    ok(gui.status("POST", "sessions/%s/%s" % (other, where)) == 404, "no session, no " + where)

for host, good in (("127.0.0.1:%d", 1), ("localhost:%d", 1), ("LocalHost:%d", 1), ("[::1]:%d", 1), ("evil.example:%d", 0),
                   ("127.0.0.1.evil.example:%d", 0), ("127.0.0.1", 1), ("localhost:9000", 1), ("[::1]:1", 1), ("", 0), ("localhost:%d.", 0),
                   ("localhost:%d@evil", 0), ("localhost:", 0), ("localhost.", 0), ("127.0.0.2:%d", 0)):
    host = host % gui.port if "%" in host else host
    ok(gui.status("GET", "engines", Host=host) == (200 if good else 421), "called '%s'" % host)
lines = "GET %sengines HTTP/1.1\r\n" % gui.base
for name, head in (("no host", ""), ("two hosts", "Host: 127.0.0.1:%d\r\nHost: evil\r\n" % gui.port)):
    got = gui.raw((lines + head + "Connection: close\r\n\r\n").encode())
    ok(got.startswith(b"HTTP/1.1 400 ") and got.count(b"HTTP/1.1") == 1, name + ": one 400", got[:80])
for target, wanted in (("http://localhost:9000%sengines", 200), ("HTTP://127.0.0.1:%d%%sengines" % gui.port, 200),
                       ("http://evil.example%sengines", 421), ("http://%sengines", 421), ("http://localhost@evil.example%sengines", 421),
                       ("http://" + "x" * 300 + "%sengines", 421), ("x%s engines", 400)):
    got = gui.raw(("GET %s HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n" % target % gui.base).encode())
    ok(got.startswith(b"HTTP/1.1 %d " % wanted), "a whole address: %d to %s" % (wanted, target[:40]), got[:80])

OWN = "http://127.0.0.1:%d" % gui.port
for method, where, headers, wanted in (
        ("POST", "engines/9", {"Sec_Fetch_Site": "same-origin", "Origin": OWN}, 404),
        ("POST", "engines/9", {"Sec_Fetch_Site": "none"}, 404),
        ("POST", "engines/9", {"Origin": OWN}, 404),
        ("POST", "engines/9", {"Sec_Fetch_Site": "cross-site"}, 403),
        ("POST", "engines/9", {"Sec_Fetch_Site": "same-site"}, 403),
        ("POST", "engines/9", {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}, 403),
        ("POST", "engines/9", {"Origin": "http://evil.example"}, 403),
        ("POST", "engines/9", {"Origin": "null"}, 403),
        ("POST", "engines/9", {"Origin": "http://127.0.0.1:1"}, 403),
        ("POST", "engines/9", {"Origin": "http://localhost:%d" % gui.port}, 403),
        ("POST", "engines/9", {"Sec_Fetch_Site": "same-origin", "Origin": "http://evil.example"}, 403),
        ("GET", "engines", {"Sec_Fetch_Site": "cross-site"}, 403),
        ("GET", "engines", {"Sec_Fetch_Site": "same-origin"}, 200),
        ("GET", "", {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}, 200),
        ("GET", "", {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"}, 403)):
    ok(gui.status(method, where, **headers) == wanted, "%s /%s from %s is %d" % (method, where, headers, wanted))

POST = "POST %sengines/9 HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n" % (gui.base, gui.port)
for name, rest, wanted in (
        ("chunks", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"501"),
        ("chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", b"501"),
        ("an encoding that nobody knows", "Transfer-Encoding: x\r\n\r\n", b"501"),
        ("two lengths", "Content-Length: 0\r\nContent-Length: 5\r\n\r\n", b"400"),
        ("a length below zero", "Content-Length: -1\r\n\r\n", b"400"),
        ("a length with a sign", "Content-Length: +1\r\n\r\nx", b"400"),
        ("no number as a length", "Content-Length: 1,1\r\n\r\nx", b"400"),
        ("a body where there is none", "Content-Length: 1\r\n\r\nx", b"413"),
        ("a body of petabytes", "Content-Length: 9999999999999999\r\n\r\nx", b"413")):
    got = gui.raw((POST + rest).encode())
    first = got.split(b" ")[1:2]
    ok(first == [wanted] and b"\r\nConnection: close\r\n" in got, "refused, and the connection closed: " + name, got[:200])
for name, headers, wanted in (("12 KB", "X: %s\r\n" % ("y" * 12000), (200,)), ("150 cookies of 40 bytes", "Cookie: %s\r\n" % ("; ".join(["c=" + "d" * 38] * 150)), (200,)),
                              *(("%d KB" % n, "X: %s\r\n" % ("y" * 1024 * n), (200, 431)) for n in range(15, 41, 5)),
                              *(("cookies of %d KB" % n, "Cookie: %s\r\n" % ("; ".join(["c=" + "d" * 38] * 25 * n)), (200, 431)) for n in range(5, 17, 2)),
                              *(("%d headers" % n, "X: y\r\n" * n, (200, 431)) for n in (*range(200, 600, 20), 1000, 4000))):
    got = gui.raw((lines + "Host: localhost\r\n" + headers + "Connection: close\r\n\r\n").encode())
    ok(got[9:12] in [b"%d" % number for number in wanted], "headers of %s: an answer" % name, got[:80])
for count in (*range(400, 560, 20), 1000, 8000):
    got = gui.raw(("GET %sengines?%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % (gui.base, "&".join(["a=b"] * count))).encode())
    ok(got[9:12] in (b"200", b"431", b"414") and got.count(b"HTTP/1.1 ") == 1, "%d arguments: an answer" % count, got[:80])
with socket.socket(socket.AF_INET6) as six:
    here = six.connect_ex(("::1", gui.port))
ok(here == 0 or not os.path.exists("/proc/net/if_inet6"), "it listens on ::1, too", here)
mine = [line.split() for name in ("tcp", "tcp6") for line in open("/proc/net/" + name) if line.split()[3] == "0A"]
bound = {row[1].split(":")[0] for row in mine if row[1].endswith(":%04X" % gui.port)}
ok(bound <= {"0100007F", "00000000000000000000000001000000"} and bound, "and nowhere else", bound)

# ---- lines there and back ------------------------------------------------------------------------


def half(ask, grid, seed):
    """One half, or the first moves of one, by an engine that plays both sides: its moves, and how it ends."""
    ask(["setgrid " + grid, "newgame half 1 seed %d" % seed], None)
    moves = []
    while True:
        score = ask(["score"], "score")
        if " over no" not in score or len(moves) == enough(30, 10000):
            return moves, score
        moves.append(ask(["go nodes 200"], "bestmove").split()[1])
        ask(["play " + moves[-1]], None)


for number, grid in ((0, "crepe selacata"), (0, "ancey triancey"), (0, "archipel archipel"), (1, "tritt"),
                     (1, "triangulation")):
    session, pipe = gui.open(number), Engine()
    pipe.ask("setoption name Player value " + ("reference" if number == 0 else "random"), "isready", answer="readyok")
    for seed in range(1, enough(1, 2) + 1):
        theirs = half(lambda lines, answer: session.ask(*lines, answer=answer) if answer else session.send(*lines), grid, seed)
        ours = half(lambda lines, answer: pipe.ask(*lines, answer=answer) if answer else pipe.send(*lines), grid, seed)
        ok(theirs == ours and len(ours[0]) > 5, "a half of %s is the same through HTTP and through a pipe" % grid, theirs, ours)
    pipe.close()
    ok(session.close() == 204 and session.end()["reason"] == "closed", "and the session ends")

session = gui.open()
long = "isready " + "x" * 60000
ok(session.ask(long, answer="error")[:5] == "error", "a line of 60,000 bytes arrives")
where = "sessions/%s/lines" % session.name
ok(gui.status("POST", where, "isready " + "x" * 65529) == 200 and gui.status("POST", where, "isready " + "x" * 65530) == 413,
   "65,537 bytes are taken, one more is not")
session.sent += 1
for line in (b"isready\0", b"isready\r", b"isready\t", b"isready \x1b[2J", b"isready \x7f", b"", b" isready", b"isreadyx", b"what", b"quit", b"uci",
             b"bench", b"help", b"setoption name LogFile value /tmp/x", b"setoption name Ponder", b"setoption name Hash value 1",
             b"setoption name Ponder value true name LogFile", b"setoption name Ponder value yes", b"setoption  name Ponder value true"):
    ok(gui.status("POST", where, b"isready\n" + line + b"\n") == 400, "no page may say %r, nor what comes with it" % line)
ok(session.send("setoption name Ponder value false", "setoption name MultiPV value 3") == 200, "but whether to ponder, and how many lines to tell")
ok(session.ask("isready", answer="readyok") == "readyok", "the engine goes on")
ok(gui.ask("POST", where + "?at=%d" % (session.sent + 1), "isready\n")[0] == 409, "lines that miss others are refused")
before = len(session.stream.texts())
again = gui.ask("POST", where + "?at=%d" % (session.sent - 1), "isready\nscore\n")
ok(json.loads(again[2]) == {"lines": session.sent + 1} and session.answer("score")
   and session.stream.texts()[before:] == ["score p1 0 p2 0 margin 0 half 1 total 0 over no"],
   "lines that come twice are said once", again, session.stream.texts()[before:])
session.sent += 1

# ---- streams -------------------------------------------------------------------------------------

session.ask("setgrid crepe", "legal", answer="legal")
session.ask("isready", answer="readyok")
events = list(session.stream.events)
ok([number for number, _, _ in events] == list(range(1, len(events) + 1)), "events are numbered by their position", events)
for last in (0, 1, len(events) - 1):
    for how in ({"Last_Event_ID": str(last)}, {}):
        stream = Events(gui, "sessions/%s/events%s" % (session.name, "" if how else "?after=%d" % last), **how)
        stream.wait(lambda e: e[0] == len(events))
        ok(stream.events == events[last:], "a stream goes on behind event %d (%s)" % (last, how or "after="))
        stream.close()
stream = Events(gui, "sessions/%s/events" % session.name, Last_Event_ID="999")
lost = stream.wait(lambda e: e[1] == "lost")
ok(lost and lost[2] == str(len(events) + 1), "an event that never was: `lost`, and the number of the next", stream.events)
stream.close()
ok(stream.answer.getheader("Content-Type") == "text/event-stream", "the type is that of an event stream")

crowd = [Events(gui, "sessions/%s/events" % session.name) for _ in range(70)]
first = session.ask("perft 1", answer="perft")
ok(all(stream.wait(lambda e: e[2] == first) for stream in crowd) and
   len({tuple(stream.events) for stream in crowd}) == 1, "70 spectators of one engine, more than one turn serves, see the same")
for stream in crowd:
    stream.close()

with socket.create_connection(("127.0.0.1", gui.port)) as slow:  # a reader that never reads
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.sendall(("GET %ssessions/%s/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % (gui.base, session.name, gui.port)).encode())
    idle = [socket.create_connection(("127.0.0.1", gui.port)) for _ in range(50)]
    for link in idle:
        link.sendall(b"GET / HT")
    for _ in range(enough(60, 200)):
        session.send("legal", "isready")
        session.answer("readyok")
    ok(len(session.stream.texts()) > enough(120, 400), "a reader who does not read and 50 half requests stop nobody")
    for link in idle:
        link.close()
texts = session.stream.texts()
ok(all(n == i + 1 for i, (n, _, _) in enumerate(session.stream.events)), "and nothing is lost to those who read")

many = [gui.open(2) for _ in range(31)]
ok(all(many), "32 engines run")
ok(gui.status("POST", "engines/2") == 503, "one more does not")
ok(many[5].close() == 204 and many[5].end()["reason"] == "closed", "when one is closed")
more = until(lambda: gui.open(2))
ok(more and more.ask("isready", answer="readyok"), "there is room for another")
ok(all(s.ask("isready", answer="readyok") for s in many[:5] + many[6:]), "all others answer")
process_count = len(marked(gui.mark))
status, left = gui.end()
ok((status, left) == (0, []), "Ctrl-C ends the program, 32 engines and what is around them", status, left, process_count)
ok(all(s.end()["reason"] == "stopped" for s in many[:5]), "and their pages hear of it")

# ---- engines that misbehave ----------------------------------------------------------------------

MODES = (("exit-start", "crash", "status 3"), ("exit-tgi", "crash", "status 4"), ("hang-tgi", "stall", "tgiok"),
         ("hang-isready", None, ""), ("exit-go", "crash", "status"), ("killed-go", "crash", "signal"),
         ("hang-go", None, ""), ("flood", "protocol", "bytes"), ("endless-line", "protocol", "65536"),
         ("long-line", "protocol", "65536"), ("nul-byte", "protocol", "NUL"), ("close-out", "crash", "output"),
         ("close-in", None, ""), ("stubborn", None, ""), ("child", None, ""), ("daemon", None, ""), ("bytes", None, ""),
         ("log-flood", None, ""), ("log-endless", None, ""), ("trickle", None, ""), ("close-both", "crash", ""),
         ("exit-child", "crash", "status"), ("stop-supervisor", None, ""), ("fill-memory", None if SANITIZED else "limit" if LINUX else "start", ""),
         ("fork", "limit" if LINUX else "start", "process"))
MODES = tuple(row for row in MODES if LINUX or row[0] != "daemon")  # elsewhere an engine is ended with its process group alone
words = ["--engine", "builtin:reference"]
for mode, _, _ in MODES:
    words += ["--engine", "cmd=" + fake(mode, path("children")), "name=" + mode, "quit=500"]
    words += ["start=500"] if mode == "hang-tgi" else []
    words += ["memory=200"] if mode == "fill-memory" and not SANITIZED else []
    words += ["processes=20"] if mode == "fork" else []
words += ["--engine", "cmd=/nowhere/at/all", "name=nowhere", "--engine", "builtin:random", "name=odd", "option.Nothing=1"]
calm = Gui(*words, "--log", path("gui.log"))
timeless = Gui(*words, program=clock.CLUB, environment=GIVEN)  # by a clock that stands still, any flood is too quick
TURN = ("setgrid inline selacata torus-3x2 cells 12 sides 1,5,7 0,2,6 3,1,9 2,4,8 5,3,11 4,0,10 7,11,1 6,8,0 9,7,3 8,10,2 "
        "11,9,5 10,6,4", "newgame half 1", "isready", "go id 1", "isready", "go id 2")
closed, goods = [], {gui: gui.open(0) for gui in (calm, timeless)}


def drain(session):
    """Reads all events of a session and ignores them; leaves a stream that has had the last one."""
    session.stream.close()
    with socket.create_connection(("127.0.0.1", session.gui.port)) as link:
        link.sendall(("GET %ssessions/%s/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n"
                      % (session.gui.base, session.name, session.gui.port)).encode())
        tail = got = link.recv(1 << 20)
        while got:
            got = link.recv(1 << 20)
            tail = (tail + got)[-2000:]
    last = int(re.findall(rb"id: (\d+)", tail)[-1])
    session.stream = Events(session.gui, "sessions/%s/events" % session.name, Last_Event_ID=str(last - 1))


for number, (mode, reason, text) in enumerate(MODES):
    gui = timeless if mode == "flood" else calm
    good, session = goods[gui], gui.open(number + 1)
    for line in TURN:
        session.send(line)
    if mode == "flood":
        drain(session)
    if reason:
        end = session.end()
        ok(end and end["reason"] == reason and text in end["text"], "%s: the page hears of it" % mode, end, session.stream.events[:9])
        ok(session.send("isready") == 410, "%s: and can say no more" % mode)
        ok(gui.status("GET", "sessions/%s/events" % session.name, Last_Event_ID=str(session.stream.events[-1][0])) == 204,
           "%s: a browser that comes back is told to stay away" % mode)
    else:
        ok(good.ask("isready", answer="readyok") and session.end(0) is None or mode == "close-in", "%s harms nobody" % mode, session.end(0))
    ok(good.ask("isready", answer="readyok") == "readyok", "%s: the others go on" % mode)
    closed.append(session.close())  # some would keep a processor busy
gui, good = calm, goods[calm]
for number, reason, text in ((len(MODES) + 1, "start", "No such file"), (len(MODES) + 2, "start", "no option 'Nothing'")):
    end = gui.open(number).end()
    ok(end and end["reason"] == reason and text in end["text"], "an engine that cannot start: " + text, end)
deaf = gui.open([mode for mode, _, _ in MODES].index("hang-go") + 1)
for line in TURN:
    deaf.send(line)
answers = {deaf.send("isready " + "x" * 60000) for _ in range(12)}
ok(answers == {200, 503}, "an engine that does not read takes so much and no more", answers)
ok(all(status in (204, 404) for status in closed) and deaf.close() == 204, "all are closed")
timeless.end()
ok(good.ask("isready", answer="readyok") == "readyok", "the good one is there to the end")


def children_left():
    return [pid for pid in numbers("children") if alive(pid)]


until(lambda: not children_left(), LEAVING)
children = children_left()
ok(not children, "nothing of them is left but the engines that run", children, marked(gui.mark))
victim = gui.open(0)
victim.ask("isready", answer="readyok")
with open(path("gui.log")) as log:
    pid = [int(n) for n in re.findall(r" reference - started as process (\d+)", log.read())][-1]
os.kill(pid, signal.SIGKILL)
end = victim.end()
ok(end and end["reason"] == "crash" and "signal 9" in end["text"], "an engine that is killed in the middle", end)
ok(good.ask("isready", answer="readyok") == "readyok", "leaves the other alone")
with open(path("gui.log")) as log:
    text = log.read()
ok("reference > isready" in text and "reference < readyok" in text and "crash: was killed by signal 9" in text,
   "the log has what was said, and what happened")
status, left = gui.end(signal.SIGTERM)
ok((status, left) == (0, []), "SIGTERM ends all that is left", status, left)

gui = Gui("--engine", "cmd=" + fake("stubborn"), "--engine", "cmd=" + fake("daemon", path("daemons")), "--idle", "1", program=clock.CLUB,
          environment=GIVEN)
idle, stubborn = gui.open(0), gui.open(1)
stubborn.send("isready")
stubborn.answer("readyok")
clock.advance(1.1)
ok(idle.end()["reason"] == "idle", "an engine to which nobody speaks is ended")
gui.process.kill()
gui.process.wait()
ok(not LINUX or not left_by(gui.mark) and not [pid for pid in numbers("daemons") if alive(pid)],
   "when the program is killed itself, its engines end with it", marked(gui.mark))
gui.process.stdout.close()

# ---- a game that the page is to open, and an end without a page -------------------------------------

with open(path("game.json"), "w") as file:
    file.write('{"v": 1}')
gui = Gui("--leave", "60", path("game.json"), program=clock.CLUB, environment=GIVEN)
ok(json.loads(gui.ask("GET", "engines")[2])["game"] is True and gui.ask("GET", "game")[2] == b'{"v": 1}', "the page gets the file that was given")
here = Events(gui, "here")
clock.advance(1000)
ok([gui.status("GET", "game") for _ in range(3)] == [200] * 3 and gui.process.poll() is None, "it stays as long as a page is open")
here.close()
until(lambda: clock.advance(61) or gui.process.poll() is not None)
ok(gui.process.wait() == 0 and not left_by(gui.mark), "and ends after the last one has gone")
gui.process.stdout.close()
gui = Gui("--leave", "60", program=clock.CLUB, environment=GIVEN)
ok(gui.status("GET", "game") == 404, "without a file there is no game")
clock.advance(61)
ok(gui.process.wait() == 0, "it ends where no page was ever opened")
gui.process.stdout.close()
status, said = run("gui", "--page", path("page.html"), path("no-such-game.json"))
ok(status == 1 and "no-such-game.json: " in said, "a file that cannot be read is named", status, said)

# ---- engines that say much, and readers that are slow ---------------------------------------------

with open(path("pour.py"), "w") as file:
    file.write("""import os, sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "tgi":
        print("id name pour\\nprotocol 1\\ngame selacata\\ntgiok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "perft":
        print(os.getpid(), file=open(sys.argv[1], "a"), flush=True)
        for i in range(int(words[1])):
            print("info string %d %s" % (i, "x" * 80))
    elif words[0] == "quit":
        break
    sys.stdout.flush()
""")
POURED = enough(10000, 20000)  # lines of 100 bytes: less than what is called a flood, more than is kept


def slow_reader(name):
    link = gui.connect()
    link.connect()
    link.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 17)
    link.request("GET", gui.base + "sessions/%s/events" % name)
    return link.getresponse()


def numbers_read(answer, until):
    """The numbers that were poured, as they come, the id of the last event, and whether some were said to be lost."""
    found, last, told = [], 0, False
    for line in iter(answer.readline, b""):
        if line.startswith(b"id: "):
            last = int(line[4:])
        told |= line == b"event: lost\n"
        if line.startswith(b"data: info string "):
            found.append(int(line.split()[3]))
            if found[-1] == until:
                break
    return found, last, told


# The clock stands still, so that a flood is noticed even on a busy machine, where it comes slowly.
gui = Gui("--engine", "cmd='%s' '%s' '%s'" % (sys.executable, path("pour.py"), path("pouring")), program=clock.CLUB, environment=GIVEN)
name = json.loads(gui.ask("POST", "engines/0")[2])["session"]
reader = slow_reader(name)
before = gui.kibibytes()
gui.ask("POST", "sessions/%s/lines" % name, "perft %d\n" % POURED)
pouring = until(lambda: numbers("pouring"))[0]
until(lambda: select.select([reader], [], [], 0)[0] and clock.at_rest(pouring) and clock.at_rest(gui.process.pid))
grown = gui.kibibytes() - before
ok(grown < 3000 or SANITIZED, "an engine waits for the one who reads: nothing heaps up", "%d KiB" % grown)
found, _, _ = numbers_read(reader, POURED - 1)
ok(found == list(range(POURED)), "who reads late reads all", len(found))
session = gui.open(0)
reader = slow_reader(session.name)
session.send("perft %d" % POURED, "isready")
ok(session.answer("readyok") and len(session.stream.texts()) == POURED + 1, "a slow spectator does not hold up a quick one",
   len(session.stream.texts()))
found, last, told = numbers_read(reader, POURED - 1)
ok(found[:100] == list(range(100)) and len(found) < POURED, "but misses lines himself", len(found))
back = Events(gui, "sessions/%s/events" % session.name, Last_Event_ID=str(last - 1))
ok(told or back.wait(lambda e: True)[1] == "lost", "which he is told, then or when he comes back", back.events[:2])
back.close()
session.send("perft 100000")
drain(session)
ok(session.end()["reason"] == "protocol" and session.stream.events[-1][0] < 100000, "a flood is ended", session.end())
status, left = gui.end()
ok((status, left) == (0, []), "nothing is left", status, left)

# ---- bytes at random -----------------------------------------------------------------------------

gui = Gui("--engine", "builtin:random", program=clock.CLUB, environment=GIVEN)
session = gui.open(0)
draw = random.Random(17)
PIECES = [b"GET ", b"POST ", b" HTTP/1.1\r\n", b" HTTP/1.0\r\n", b"\r\n", b"\r\n\r\n", b"\n", b"\r", b"\0", b": ", b"Host: ",
          b"127.0.0.1:%d" % gui.port, gui.base.encode(), b"engines", b"engines/0", b"sessions/", session.name.encode(),
          b"/lines", b"/events", b"/close?", b"?at=", b"&after=", b"%", b"%zz", b"Content-Length: ", b"5", b"-1",
          b"99999999999", b"Transfer-Encoding: chunked\r\n", b"0\r\n\r\n", b"Last-Event-ID: ", b"Connection: keep-alive\r\n",
          b"Expect: 100-continue\r\n", b"Cookie: a=b; c", b"Origin: null\r\n", b"\xff\xfe", b"A" * 3000, b"PRI * HTTP/2.0\r\n"]
VALID = ("GET %sengines HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % (gui.base, gui.port)).encode()
answered, TOGETHER = 0, 40


def ask_at_random(count):
    """How many of some requests at the same time are answered; the clock moves until the site has closed all of them."""
    links = [socket.create_connection(("127.0.0.1", gui.port)) for _ in range(count)]
    for i, link in enumerate(links):
        try:
            link.sendall(bytes(at_random(i)))
            link.shutdown(socket.SHUT_WR)
        except OSError:
            pass
    open_links, answers = set(links), set()

    def read():
        for link in select.select(list(open_links), [], [], 0)[0]:
            try:
                got = link.recv(65536)
            except OSError:
                got = b""
            if got.startswith(b"HTTP/1."):
                answers.add(link)
            if not got:
                open_links.remove(link)
        clock.advance(1.1)
        return not open_links
    until(read)
    for link in links:
        link.close()
    return len(answers)


def at_random(i):
    if i % 2:
        return b"".join(draw.choice(PIECES) for _ in range(draw.randrange(1, 14)))
    data = bytearray(VALID * draw.randrange(1, 3))
    for _ in range(draw.randrange(1, 6)):
        data[draw.randrange(len(data))] = draw.randrange(256)
    return data


for _ in range(enough(200, 4000) // TOGETHER):
    answered += ask_at_random(TOGETHER)
ok(answered > 20 and gui.process.poll() is None, "requests of random bytes: it answers some and stands", answered)
again = gui.open(0)
ok(again and again.ask("isready", answer="readyok") == "readyok" and "ERROR" not in gui.said(), "and serves as before", gui.said())
halves = []
for _ in range(300):  # more sessions than are allowed
    try:
        halves.append(socket.create_connection(("127.0.0.1", gui.port)))
        halves[-1].sendall(b"POST / HTTP/1.1\r\nHost")
        halves[-1].shutdown(socket.SHUT_WR)
    except OSError:
        pass


def served():
    clock.advance(1.1)
    try:
        return gui.status("GET", "engines")
    except (OSError, http.client.HTTPException):
        return 0


ok(until(served) == 200, "half requests whose senders have left make room for others")
for half_request in halves:
    half_request.close()
status, left = gui.end()
ok((status, left) == (0, []), "its end is clean", status, left, gui.said())

# ---- the command line ----------------------------------------------------------------------------

status, said = run("gui", "--page", path("nothing.html"))
ok(status == 1 and "the page is missing" in said and "./bootstrap page" in said, "a page that is missing: how to build it", said)
with open(path("other.html"), "w") as file:
    file.write("<html><head></head></html>")
status, said = run("gui", "--page", path("other.html"))
ok(status == 1 and "is not the page" in said, "another file is not served", said)
for words, wanted in ((["--engine", "builtin:random", "tc=1+1"], "tc is not allowed"), (["--port", "x"], "is not a whole number"),
                      (["--port", "70000"], "is not a whole number"), (["--idle", "0"], "is not a whole number"), (["what", "ever"], "unexpected 'ever'"),
                      (["--engine"], "--engine needs"), (["--engine", "name=x"], "has no cmd"), (["--nothing"], "unknown option --nothing")):
    status, said = run("gui", *words)
    ok(status == 2 and wanted in said, "gui %s: %s" % (" ".join(words), wanted), said)
with socket.socket() as taken:
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    port = taken.getsockname()[1]
    status, said = run("gui", "--page", path("page.html"), "--port", port)
ok(status == 1 and "cannot listen on port %d" % port in said, "a port that is taken", said)

os.makedirs(path("bin"))
with open(path("bin/xdg-open"), "w") as file:
    file.write("#!/bin/sh\ncp \"$1\" '%s'\nls -l \"$1\" >'%s'\n" % (path("opened"), path("rights")))
os.chmod(path("bin/xdg-open"), 0o755)
gui = Gui("--open", environment={"PATH": path("bin") + ":" + os.environ["PATH"], "XDG_RUNTIME_DIR": path("")})
until(lambda: os.path.exists(path("rights")) and os.path.getsize(path("rights")))
with open(path("opened")) as file:
    ok('url=%s"' % gui.address in file.read(), "--open has a browser led to the address")
with open(path("rights")) as file:
    ok(file.read().startswith("-rw------- "), "by a file that only its owner reads")
ok(json.loads(gui.ask("GET", "engines")[2])["engines"][0]["name"] == "search", "without --engine there is the search")
status, left = gui.end()
ok((status, left) == (0, []) and not [n for n in os.listdir(path("")) if n.startswith("triancey-") and n.endswith(".html")],
   "and which is gone at the end", status, left)
gui = Gui("--open", environment={"PATH": path("nowhere") + "::" + path("bin"), "XDG_RUNTIME_DIR": path("nowhere")})
ok(gui.status("GET", "") == 200 and "nowhere" in gui.said(), "without a folder for the address it says so, and serves", gui.said())
gui.end()
gui = Gui("--open", environment={"PATH": path("bin") + ":" + os.environ["PATH"], "XDG_RUNTIME_DIR": ""})
ok(gui.status("GET", "") == 200 and not gui.said(), "which is that of all programs if the user has none", gui.said())
gui.end()
gui = Gui("--open", environment={"PATH": ""})
ok(gui.status("GET", "") == 200 and "xdg-open is not installed" in gui.said(), "nothing is found along no path", gui.said())
gui.end()
gui = Gui("--open", environment={"PATH": path("nowhere")})
ok(gui.status("GET", "") == 200 and "xdg-open is not installed" in gui.said(), "without xdg-open it says so, and serves", gui.said())
gui.end()
done()
