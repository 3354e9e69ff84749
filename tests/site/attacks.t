#!/usr/bin/env python3
"""Attacks on the site, each refused as it should be. The attacker knows the addresses and the rules as well as we do,
has an account, and may send any bytes. After each group, the server must still serve others."""
import datetime
import hashlib
import json
import os
import re
import select
import socket
import sqlite3
import subprocess
import sys
import threading

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402
from proxied import free_port  # noqa: E402
from referee import LINUX, path  # noqa: E402
from serve import Player, Rules, Site, play_half  # noqa: E402
from tgi import PATIENCE, done, ok, until  # noqa: E402

site = Site(program=clock.CLUB)
rules = Rules()
ok(site.port > 0, "the site serves", site.address, site.said())
HOST = "Host: %s\r\n" % site.host
attacks = 0


def attack(name, refused, *details):
    """Counts an attack, and whether it was refused."""
    global attacks
    attacks += 1
    ok(refused, "attack %d refused: %s" % (attacks, name), *details)


def lives(what):
    status, _, answer = site.ask("GET", "api/site")
    ok(status == 200 and answer["week"], "the site lives on after " + what, status, site.said()[-500:])


def statuses(data, patience=PATIENCE, site=site):
    """The status of each answer to these bytes, and all that came."""
    got = site.raw(data if isinstance(data, bytes) else data.encode(), patience)
    return [int(number) for number in re.findall(rb"HTTP/1\.1 (\d{3})", got)], got


def get(target, headers="", version="HTTP/1.1"):
    return statuses("GET %s %s\r\n%s%sConnection: close\r\n\r\n" % (target, version, HOST, headers))


def post(target, body, headers="", host=HOST):
    """A POST as somebody writes it who needs no browser."""
    body = body if isinstance(body, bytes) else body.encode()
    head = "POST %s HTTP/1.1\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n%s\r\n"
    return statuses((head % (target, host, len(body), headers)).encode() + body)


ann, bob = Player(site, "Ann"), Player(site, "Bob")
ok(ann.status == 201 and bob.status == 201, "two people sign up", ann.answer, bob.answer)
BEARER = "Authorization: Bearer %s\r\n" % ann.key
game = ann.begin(1)
ok(game and game["state"] == "open", "and one begins a game", game)


def sql(question, *values):
    with sqlite3.connect("file:%s?mode=ro" % site.club, uri=True) as club:
        return club.execute(question, values).fetchall()


# ---- paths and methods ---------------------------------------------------------------------------

TRICKS = ("/../etc/passwd", "/api/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/api/..\\..\\x",
          "//api/site", "/api//site", "/api/site/", "/%61pi/site", "/api/site%00", "/api/site%00.html", "/API/site",
          "/api/site;x=1", "/./api/site", "/api/./site", "/club.db", "/api/club.db", "/.git/config", "/api/site%0d%0aX:1",
          "/api/" + "x" * 5000, "/api/tables/1/../1", "/\xc3\xa9", "/api/weeks/../site", "/operator.key")
got = {trick: get(trick)[0] for trick in TRICKS}
attack("other spellings of paths, and files beside the club", all(found in ([404], [400], [414], [401]) for found in got.values()), got)
found, text = get("http://evil.example/api/site")
attack("a whole address with another host in place of the path", found and found[0] >= 400, text[:200])
found, text = statuses("GET /api/site\r\n\r\n")
attack("a request of HTTP/0.9", 200 not in found and b"week" not in text, text[:200])
found, text = statuses("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
attack("the preface of HTTP/2", 200 not in found, text[:200])
got = {method: site.status(method, "api/tables/%s/moves" % game["table"]) for method in
       ("GET", "HEAD", "PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "post", "PROPFIND")}
attack("a change by another method, above all by GET", all(status in (405, 400) for status in got.values()), got)
status, _, _ = site.ask("GET", "api/tables", None, None, None, X_HTTP_Method_Override="POST")
attack("a method in a header", status in (401, 405), status)
status, headers, text = site.ask("TRACE", "api/site", None, ann.key)
attack("TRACE, which would show the key", status == 405 and ann.key not in str(text), status, text)
before = sql("SELECT COUNT(*) FROM club_game")
for where in ("api/tables?board=2", "api/accounts?name=Mallory", "api/session?name=Ann&recovery=x", "api/tables/1/resign?half=1"):
    site.ask("GET", where, None, ann.key)
attack("something that begins by a link: nothing does", sql("SELECT COUNT(*) FROM club_game") == before
       and sql("SELECT COUNT(*) FROM club_account") == [(2,)])
lives("tricks with paths")

# ---- where a request ends ------------------------------------------------------------------------

SECOND = "GET /api/site HTTP/1.1\r\n%sConnection: close\r\n\r\n" % HOST
HEAD = "POST /api/tables HTTP/1.1\r\n%sContent-Type: application/json\r\n" % HOST
for name, rest in (
        ("chunks", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        ("chunks and a length", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        ("chunks in large letters and a length", "Content-Length: 5\r\nTRANSFER-ENCODING: Chunked\r\n\r\n0\r\n\r\n"),
        ("an unknown encoding and a length", "Content-Length: 5\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
        ("two lengths", "Content-Length: 0\r\nContent-Length: %d\r\n\r\n" % len(SECOND)),
        ("the same length twice", "Content-Length: 0\r\nContent-Length: 0\r\n\r\n"),
        ("two lengths in one", "Content-Length: 0, 5\r\n\r\n"),
        ("a length with a sign", "Content-Length: +0\r\n\r\n"),
        ("a negative length", "Content-Length: -1\r\n\r\n"),
        ("a hexadecimal length", "Content-Length: 0x0\r\n\r\n"),
        ("a length beyond 64 bits", "Content-Length: 18446744073709551616\r\n\r\n")):
    found, text = statuses(HEAD + rest + SECOND)
    # libmicrohttpd writes the head of its own refusals twice; what counts is that it is not a second request.
    attack("smuggling by %s: an error, then the connection is closed" % name,
           found and set(found) <= {400, 413, 501} and b"week" not in text and b"Connection: close" in text, found, text[:300])
for name, head in (("a blank before the colon", "Transfer-Encoding : chunked\r\n"),
                   ("a folded line", "X: y\r\n Transfer-Encoding: chunked\r\n")):
    found, text = statuses(HEAD + head + "Content-Length: 0\r\n\r\n" + SECOND)
    attack("smuggling by %s" % name, found[:1] != [200] and found.count(200) <= 1, found, text[:300])
found, text = statuses("GET /api/site HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n%s" % (HOST, len(SECOND), SECOND))
attack("a request in the body of a GET", found in ([413], [400]), found)
long = "GET /api/account HTTP/1.1\r\n%sX-Long: %s" % (HOST, "y" * 1980)
found, text = statuses(long + "Authorization: Bearer %s\r\nConnection: close\r\n\r\n" % ann.key)
attack("a header in the tail of a long line", found == [401], found)
found, text = get("/api/account", "X: y\nAuthorization: Bearer %s\r\n" % ann.key)
attack("a header behind a bare line feed is nobody's secret door", b"Ann" not in text or found == [200], found)
for name, line, headers in (
        ("a blank before a colon", b"GET /api/site HTTP/1.1", b"X-Foo : bar"), ("a tab there", b"GET /api/site HTTP/1.1", b"X-Foo\t: bar"),
        ("a lone CR in a value", b"GET /api/site HTTP/1.1", b"X-Foo: a\rContent-Length: 5"), ("a lone CR at its end", b"GET /api/site HTTP/1.1", b"X-Foo: a\r"),
        ("a lone LF", b"GET /api/site HTTP/1.1", b"X-Foo: a\nX-Bar: b"), ("a NUL in the path", b"GET /api/site\0/x HTTP/1.1", b"X: y"),
        ("a NUL in an argument", b"GET /api/players?name=\0Ann HTTP/1.1", b"X: y"), ("a NUL in a value", b"GET /api/site HTTP/1.1", b"X: a\0b"),
        ("a NUL in a name", b"GET /api/site HTTP/1.1", b"X\0Y: b"), ("a header without a name", b"GET /api/site HTTP/1.1", b": b"),
        ("a folded line", b"GET /api/site HTTP/1.1", b"X: a\r\n b"), ("a line without a colon", b"GET /api/site HTTP/1.1", b"xyz")):
    found, text = statuses(line + b"\r\n" + HOST.encode() + headers + b"\r\nConnection: close\r\n\r\n")
    attack("a head with %s" % name, set(found) == {400}, found, text[:200])
for name, headers in (("blanks around values", b"X:   a b  \r\nY:\t b\t\r\nZ:\r\n"), ("a value beyond ASCII", b"X: \xc3\xa9\r\n"),
                      ("a long value", b"X: " + b"y" * 9000 + b"\r\nY: z\r\n")):
    for query in (b"", b"?", b"?a", b"?a=&b=1&&c"):
        found, text = statuses(b"GET /api/site" + query + b" HTTP/1.1\r\n" + HOST.encode() + headers + b"Connection: close\r\n\r\n")
        ok(found == [200], "%s, %s: no attack" % (name, query.decode() or "no query"), found, text[:200])
lives("smuggling")

# ---- size and time -------------------------------------------------------------------------------

found, text = get("/api/site", "X: %s\r\n" % ("y" * 40000))
attack("a header of 40 KB", 200 not in found, found)
for size, wanted in ((11500, [200]), (12300, [431])):
    found, text = get("/api/site", "X: %s\r\n" % ("y" * size))
    ok(found == wanted, "a header of %d bytes, by the room for a head" % size, found, text[:100])
found, text = get("/api/site", "X: y\r\n" * 4000)
attack("4,000 headers", 200 not in found, found)
found, text = get("/api/site?" + "a=b&" * 10000)
attack("10,000 arguments", 200 not in found, found)
found, text = get("/api/site", "Cookie: %s\r\n" % "; ".join("c%d=d" % i for i in range(4000)))
attack("4,000 cookies", 200 not in found, found)
found, text = post("/api/tables", '{"board":1,"x":"%s"}' % ("y" * 16384), BEARER)
attack("a body beyond 16 KiB", found == [413], found)
found, text = statuses(HEAD + BEARER + "Content-Length: 99999999999\r\n\r\n")
attack("a body of 100 GB, announced", found == [413], found)
found, text = post("/api/tables", "[" * 16000, BEARER)
attack("16,000 brackets", found == [400], found)
found, text = post("/api/tables", '{"board":' * 1700, BEARER)
attack("1,700 objects in each other", found == [400], found)
found, text = post("/api/tables", '{"board":%s}' % ("9" * 10000), BEARER)
attack("a number of 10,000 digits", found == [400], found)


def rests(one):
    """How often a server had to wait for something."""
    with open("/proc/%d/status" % one.process.pid) as status:
        return int(re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", status.read())[1])


real, many = Site(environment={clock.VARIABLE: None}), 600
before = rests(real)
found, text = statuses(("GET /api/site HTTP/1.1\r\nHost: %s\r\n\r\n" % real.host) * (many - 1) + SECOND.replace(site.host, real.host), site=real)
ok(found == [200] * many and (rests(real) - before < many / 2 or not LINUX), "%d requests at once on one connection are all answered, and none waits" % many,
   len(found), rests(real) - before)
real.end()


class Slow:
    """A connection over which a byte is sent now and then, as long as the server tolerates it."""

    def __init__(self, data):
        self.data, self.link, self.begun, self.took = data, socket.create_connection(("127.0.0.1", site.port)), clock.now(), None

    def step(self):
        try:
            if select.select([self.link], [], [], 0)[0] and not self.link.recv(4096):
                raise EOFError
            self.link.sendall(self.data[:1])
        except (OSError, EOFError):
            self.link.close()
            self.took = clock.now() - self.begun
        self.data = self.data[1:]


slow = {name: Slow(data) for name, data in (
    ("a head", b"GET /api/site HTTP/1.1\r\nX: " + b"y" * 2000),
    ("a body", (HEAD + BEARER + "Content-Length: 2000\r\n\r\n").encode() + b" " * 2000),
    ("nothing", b""))}
lives("giants")
served = set()
while any(one.took is None for one in slow.values()) and clock.now() - slow["nothing"].begun < 200:
    for one in slow.values():
        if one.took is None:
            one.step()
    clock.advance(.3)
    served.add(site.status("GET", "api/site"))
took = {name: one.took or 999 for name, one in slow.items()}
ok(served == {200}, "while senders are slow others are served", served)
attack("a head that never ends is cut off within a minute", took["a head"] < 45, took)
attack("a body that never ends is cut off within a minute", took["a body"] < 45, took)
attack("a connection that says nothing is closed", took["nothing"] < 150, took)

# ---- other people's pages ------------------------------------------------------------------------

MOVES = "api/tables/%s/moves" % game["table"]
BODY = {"half": 1, "before": len(game["moves"]), "move": rules.legal(game)[0]}
for name, headers in (
        ("a page of another site", {"Sec_Fetch_Site": "cross-site"}),
        ("a page of another host of the same owner", {"Sec_Fetch_Site": "same-site"}),
        ("another site, as navigation", {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}),
        ("another origin", {"Origin": "http://evil.example"}),
        ("no origin that can be told", {"Origin": "null"}),
        ("another port of this machine", {"Origin": "http://127.0.0.1:1"}),
        ("an origin that begins like ours", {"Origin": site.origin + ".evil.example"}),
        ("an origin that ends like ours", {"Origin": "http://evil@" + site.host}),
        ("our origin, but another site", {"Origin": site.origin, "Sec_Fetch_Site": "cross-site"})):
    status, headers, answer = site.ask("POST", MOVES, BODY, ann.key, None, **headers)
    attack("a move by " + name, status == 403 and "Access-Control-Allow-Origin" not in headers, status, answer)
for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp", "", "text/json"):
    status, _, answer = site.ask("POST", MOVES, json.dumps(BODY), ann.key, None, Content_Type=kind)
    attack("a move as a form may send it, %s" % (kind or "of no type"), status == 415, status, answer)
status, headers, _ = site.ask("OPTIONS", MOVES, None, None, None, Origin="http://evil.example",
                              Access_Control_Request_Method="POST", Access_Control_Request_Headers="authorization")
attack("leave asked for another origin", status in (403, 405) and not [h for h in headers if h.lower().startswith("access-control")], status, headers.items())
status, _, _ = site.ask("GET", "api/account", None, ann.key, None, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors")
attack("an account read as an image of another page", status == 403, status)
for host in ("evil.example", "127.0.0.1.evil.example:%d" % site.port, "127.0.0.1:%d.evil.example" % site.port, "127.0.0.2:%d" % site.port, ""):
    found, text = post("/" + MOVES, json.dumps(BODY), BEARER, "Host: %s\r\n" % host)
    attack("a foreign name that points here, '%s'" % host, found in ([421], [400]), found)
found, text = post("/" + MOVES, json.dumps(BODY), BEARER, HOST + "Host: evil.example\r\n")
attack("two names", found in ([421], [400]), found)
found, text = post("/" + MOVES, json.dumps(BODY), BEARER, "X-Forwarded-Host: %s\r\nHost: evil.example\r\n" % site.host)
attack("a name that a proxy would have said", found in ([421], [400]), found)
status, headers, _ = site.ask("GET", "")
attack("the page in a frame", "frame-ancestors 'none'" in headers["Content-Security-Policy"] and headers["X-Frame-Options"] == "DENY", headers)
attack("a script in the page that is not ours", "unsafe-inline" not in headers["Content-Security-Policy"]
       and "'unsafe-eval'" not in headers["Content-Security-Policy"] and "http" not in headers["Content-Security-Policy"], headers)
ok(ann.ask("GET", "api/tables/%s" % game["table"])[2]["moves"] == game["moves"], "no move was played by all this")

# ---- accounts ------------------------------------------------------------------------------------

status, headers, _ = site.ask("POST", "api/accounts", {"name": "Carol"})
cookie = headers.get("Set-Cookie", "")
attack("a script that reads the cookie, another site that sends it", "HttpOnly" in cookie and "SameSite=Strict" in cookie
       and "Path=/" in cookie and "Domain" not in cookie, cookie)
carol = re.match(r"([^=]+)=([0-9a-f]{64})", cookie)
ok(carol and site.ask("GET", "api/account", None, None, None, Cookie=carol[0])[0] == 200, "the cookie is the key", cookie)
NAME = carol[1]
for name, header in (
        ("one digit changed", {"Cookie": "%s=%s" % (NAME, carol[2][:-1] + ("0" if carol[2][-1] != "0" else "1"))}),
        ("one digit short", {"Cookie": "%s=%s" % (NAME, carol[2][:-1])}),
        ("in large letters", {"Cookie": "%s=%s" % (NAME, carol[2].upper())}),
        ("its hash, as the file has it", {"Cookie": "%s=%s" % (NAME, hashlib.sha256(carol[2].encode()).hexdigest())}),
        ("SQL", {"Cookie": "%s=' OR ''='" % NAME}),
        ("another name", {"Cookie": "x%s=%s" % (NAME, carol[2])}),
        ("a name that begins so", {"Cookie": "%sx=%s" % (NAME, carol[2])}),
        ("in quotes behind another", {"Cookie": 'a="; %s=%s"' % (NAME.upper(), carol[2])}),
        ("as a password", {"Authorization": "Basic %s" % carol[2]}),
        ("a bearer with more behind", {"Authorization": "Bearer %s x" % carol[2]})):
    status, _, answer = site.ask("GET", "api/account", None, None, None, **header)
    attack("a key that is none: " + name, status == 401, status, answer)
status, _, _ = site.ask("GET", "api/account?%s=%s&key=%s" % (NAME, carol[2], carol[2]))
attack("a key in an address", status == 401, status)
fixed = "a" * 64
status, headers, _ = site.ask("POST", "api/accounts", {"name": "Dave"}, None, None, Cookie="%s=%s" % (NAME, fixed))
attack("a key that was there before its owner", status == 201 and fixed not in headers["Set-Cookie"]
       and site.ask("GET", "api/account", None, fixed)[0] == 401, headers)
for code in ("", "x", ann.recovery[:-1] + ("0" if ann.recovery[-1] != "0" else "1"), bob.recovery, "' OR 1=1 --", "0" * 10000):
    status, _, answer = site.ask("POST", "api/session", {"name": "Ann", "recovery": code})
    attack("another's account by the code '%s'" % code[:24].replace(ann.recovery[:-1], "nearly"), status in (400, 403), status, answer)
one, two = (site.ask("POST", "api/session", {"name": name, "recovery": "aaaaa-aaaaa-aaaaa-aaaaa"}) for name in ("Ann", "Nobody here"))
attack("names learnt from how a sign-in is refused", (one[0], one[2]) == (two[0], two[2]), one[2], two[2])
everything = b"".join(open(site.club + end, "rb").read() for end in ("", "-wal") if os.path.exists(site.club + end))
attack("keys and codes read from the file", not [secret for secret in (ann.key, ann.recovery, ann.recovery.replace("-", ""), carol[2])
                                                  if secret.encode() in everything])
erin = Player(site, "Erin")
erin.post("api/session/close", {})
attack("a key that was signed out", erin.ask("GET", "api/account")[0] == 401)
status, _, answer = site.ask("POST", "api/session", {"name": "Erin", "recovery": erin.recovery, "key": True})
ok(status == 200, "the recovery code brings her back", status, answer)
erin.key, old = answer["key"], erin.recovery
erin.recovery = erin.post("api/account/recovery", {})[1]["recovery"]
attack("a recovery code that was replaced", site.status("POST", "api/session", {"name": "Erin", "recovery": old}) == 403)
ok(bob.post("api/account/delete", {"name": "Ann"})[0] != 204, "the name must fit to delete")
attack("another's account deleted by its name", site.ask("GET", "api/account", None, ann.key)[0] == 200
       and site.ask("GET", "api/account", None, bob.key)[0] == 200)
status, _, answer = bob.ask("GET", "api/account/export")
attack("another's data in my export", status == 200 and "Ann" not in json.dumps(answer) and ann.key not in json.dumps(answer), answer)
status, _, answer = site.ask("GET", "metrics")
attack("the operator's figures", status == 404, status)
status, _, answer = site.ask("GET", "metrics", None, ann.key)
attack("the operator's figures by the key of a player", status == 404, status)
lives("burglars")

# ---- names ---------------------------------------------------------------------------------------

NAMES = (("a script", "<script>alert(1)</script>"), ("a tag", "<b>Zoe"), ("an entity", "&lt;Zoe"), ("SQL", "Zoe'; DROP TABLE club_account; --"),
         ("a quote", 'Zoe"'), ("a line break and a header", "Zoe\r\nSet-Cookie: x=y"), ("a zero byte", "Zoe\0"), ("an escape sequence", "Zoe\x1b[2J"),
         ("text that turns round", "Zoe\u202eeoZ"), ("a letter without width", "Zo\u200be"), ("a thousand letters", "Z" * 1000),
         ("fifty marks on a letter", "Zo" + "\u0301" * 50), ("nothing", ""), ("a blank", " "), ("a path", "../../etc/passwd"),
         ("a formula", "=1+1"), ("a comma", "Zoe,1"), ("a format", "%s%n%x"), ("two scripts", "Z\u043ee"),
         ("the computer", "reference"), ("somebody who is there", "Ann"), ("in other letters", "ANN"), ("that looks so", "\u0410nn"),
         ("a private letter", "Zoe\ue000"), ("an emoji", "Zoe\U0001f600"), ("the computer and a variation selector", "reference\ufe00"),
         ("a filler in it", "Zo\u115fe"), ("nothing but fillers", "\u3164\u3164"))
for what, name in NAMES:
    status, _, answer = site.ask("POST", "api/accounts", {"name": name})
    attack("a name with or like %s" % what, status in (400, 409), status, answer)
for what, body in (("half a character", b'{"name":"Zo\xc3"}'), ("a lone surrogate", b'{"name":"Zo\\ud800"}'), ("too long a character", b'{"name":"Zo\xc0\xaf"}'),
                   ("a number", b'{"name":1}'), ("a list", b'{"name":["Zoe"]}'), ("null", b'{"name":null}'), ("no name", b"{}"),
                   ("two names", b'{"name":"Zoe","name":"Ann"}'), ("two names, one in disguise", b'{"n\\u0061me":"Zoe","name":"Yan"}'), ("more than is asked for", b'{"name":"Zoe","operator":true}'),
                   ("an id", b'{"name":"Zoe","id":1}'), ("something behind it", b'{"name":"Zoe"}{}'), ("a comment", b'{"name":"Zoe"/**/}'),
                   ("single quotes", b"{'name':'Zoe'}"), ("a comma too many", b'{"name":"Zoe",}'), ("a byte order mark", b'\xef\xbb\xbf{"name":"Zoe"}'),
                   ("a zero byte", b'{"name":"Zoe"}\0'), ("no object", b'["name","Zoe"]'), ("nothing", b""), ("NaN", b'{"name":NaN}')):
    found, text = post("/api/accounts", body)
    attack("a body with %s" % what, found == [400], found, text[-200:])
found, text = post("/api/accounts", b'\x1f\x8b\x08\x00' + b"\0" * 20, "Content-Encoding: gzip\r\n")
attack("a compressed body", found in ([400], [415]), found)
found, text = post("/api/session", b' {"name" : "Ann",\r\n\t"recovery":":\\":"} \r\n', "")
ok(found == [403], "blanks and line breaks around a body are no attack", found, text[-200:])
ok([row[0] for row in sql("SELECT name FROM club_account ORDER BY id")] == ["Ann", "Bob", "Carol", "Dave", "Erin"], "nobody came in by that",
   sql("SELECT name FROM club_account"))
lives("names")

# ---- moves ---------------------------------------------------------------------------------------


def now(player=ann):
    return player.ask("GET", "api/tables/%s" % game["table"])[2]


legal, taken = rules.legal(game), None
for what, move in (("a cell that is not there", "9999"), ("a negative cell", "-1"), ("half a cell", "1.5"), ("no move", ""), ("a word", "win"), ("`pass`", "pass"),
                   ("`none`", "none"), ("two moves", "%s %s" % tuple(legal[:2])), ("a sign", "+" + legal[0]), ("a blank", legal[0] + " "),
                   ("a nought before it", "0" + legal[0]), ("a line break", legal[0] + "\nresign"), ("SQL", "1'--"), ("64 bits", "18446744073709551617"),
                   ("10,000 digits", "1" * 10000), ("32 bits and one", str(2 ** 32 + int(legal[0])))):
    status, answer = ann.move(game, move)
    attack("a forged move: %s" % what, status in (400, 409) and now()["moves"] == game["moves"], status, answer)
for what, other in (("as a number", {"move": 1}), ("of half 0", {"half": 0}), ("of half 2", {"half": 2}), ("of half 3", {"half": 3}),
                    ("before its time", {"before": len(game["moves"]) + 2}), ("one move early", {"before": len(game["moves"]) + 1}),
                    ("behind -1 moves", {"before": -1}), ("behind half a move", {"before": .5}), ("behind a text", {"before": "0"}),
                    ("with a result", {"margin": 36}), ("with a seat", {"seat": 2}), ("with a time", {"took_ms": 0}), ("with a winner", {"winner": "Ann"})):
    status, answer = ann.post(MOVES, dict(BODY, **other))
    attack("a move %s" % what, status in (400, 409) and now()["moves"] == game["moves"], status, answer)
status, first = ann.move(game, legal[0])
ok(status == 200 and first["moves"][len(game["moves"])] == legal[0], "a move that is allowed", first)
status, again = ann.move(game, legal[0])
attack("a move sent again is played once", status == 200 and again["moves"] == first["moves"] == now()["moves"], status, again)
status, answer = ann.move(game, legal[1])
attack("a move taken back by another in its place", status == 409 and now()["moves"] == first["moves"], status, answer)
status, answer = ann.move(first, legal[0])
attack("a cell that is taken", status in (400, 409) and now()["moves"] == first["moves"], status, answer)
status, answer = ann.post("api/tables/%s/moves" % game["table"], {"half": 1, "before": len(game["moves"]) + 1, "move": first["moves"][len(game["moves"]) + 1]})
attack("a move for the computer", status in (400, 409) and now()["moves"] == first["moves"], status, answer)
for what, where, body in (("read", "", None), ("played on", "/moves", {"half": 1, "before": len(first["moves"]), "move": rules.legal(first)[0]}),
                          ("given away", "/resign", {"half": 1}), ("gone on with", "/half", {"half": 2}), ("followed", "/events", None)):
    status, _, answer = bob.ask("POST" if body else "GET", "api/tables/%s%s" % (game["table"], where), body)
    attack("another's game %s" % what, status == 404, status, answer)
    status, _, answer = site.ask("POST" if body else "GET", "api/tables/%s%s" % (game["table"], where), body)
    attack("a game %s by nobody" % what, status == 404, status, answer)
got = {number: bob.ask("GET", "api/tables/%s" % number)[0] for number in list(range(-2, 40)) + ["0x1", "1.0", "1e0", "%31", "1%00", "9" * 30, "all", "*", "1,2", "1 OR 1"[:1] + "%20OR%201"]}
attack("ids that were guessed", set(got.values()) <= {404, 400}, got)
ok(now()["moves"] == first["moves"], "her game is as it was")


def race(tries):
    """Does all of these at the same moment; what came of each."""
    barrier, came = threading.Barrier(len(tries)), [None] * len(tries)

    def run(place, one):
        link = site.connect()
        link.connect()
        barrier.wait()
        came[place] = site.ask("POST", one[0], one[1], ann.key, link)
        link.close()
    threads = [threading.Thread(target=run, args=args) for args in enumerate(tries)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came


view = now()
options = rules.legal(view)[:8]
came = race([(MOVES, {"half": 1, "before": len(view["moves"]), "move": move}) for move in options])
after = now()
attack("eight windows that play at once: one move counts", sorted(one[0] for one in came) == [200] + [409] * (len(options) - 1)
       and len(after["moves"]) > len(view["moves"]) and rules.legal(after) != [], [one[0] for one in came], after["moves"])
came = race([("api/tables", {"board": 2})] * 8)
attack("eight windows that begin a board at once: one game", len({one[2]["table"]["table"] for one in came if one[0] == 201}) == 1
       and sql("SELECT COUNT(*) FROM club_game WHERE board = 2") == [(1,)], [one[0] for one in came])
second = ann.begin(2)
came = race([("api/tables/%s/resign" % second["table"], {"half": 1})] * 8)
attack("a half given away eight times costs one half", sql("SELECT COUNT(*) FROM half") == [(1,)], sql("SELECT COUNT(*) FROM half"), [one[0] for one in came])
status, answer = ann.half(second, 1)
attack("a half that is over, once more", status == 409, status, answer)
status, answer = ann.half(second, 2)
ok(status in (200, 201) and answer["half"] == 2, "the second half begins", status, answer)
ann.post("api/tables/%s/resign" % second["table"], {"half": 2})
status, answer = ann.post("api/tables", {"board": 2})
attack("a board once more, for a better result", status in (403, 409) and sql("SELECT COUNT(*) FROM club_game WHERE board = 2") == [(1,)], status, answer)
status, answer = ann.move(dict(second, half=2, moves=[]), "1")
attack("a move in a game that is over", status == 409, status, answer)
for board in (0, 8, -1, 1.5, "1", None, [1], 2 ** 40, True):
    status, answer = bob.post("api/tables", {"board": board})
    attack("a board that is not there, %r" % (board,), status in (400, 404), status, answer)
for what, more in (("of another week", {"week": "2031-01"}), ("with a seed", {"seed": 1}), ("for another", {"account": ann.id}), ("without a clock", {"clock_ms": 10 ** 9})):
    status, answer = bob.post("api/tables", dict({"board": 1}, **more))
    attack("a game %s" % what, status == 400, status, answer)
lives("forgers")

# ---- secrets of the week -------------------------------------------------------------------------

week = site.ask("GET", "api/weeks/current")[2]
secrets = dict(sql("SELECT week, secret FROM club_week"))
today = datetime.datetime.now(datetime.timezone.utc)
coming = "%d-%02d" % (today + datetime.timedelta(7)).isocalendar()[:2]
later = "%d-%02d" % (today + datetime.timedelta(70)).isocalendar()[:2]
attack("the secret of the week that runs", week["secret"] is None and secrets[week["week"]] not in json.dumps(week))
ok(hashlib.sha256(("triancey week %s %s" % (week["week"], secrets[week["week"]])).encode()).hexdigest() == week["digest"], "its digest is public, and is that of the secret", week)
status, _, answer = site.ask("GET", "api/weeks/" + coming)
attack("next week's boards before Monday", status == 404 or not [b for b in answer.get("boards", []) if b.get("word") or b.get("line") or b.get("cells")], answer)
attack("next week's secret", secrets.get(coming, "none") not in json.dumps(answer), answer)
status, _, answer = site.ask("GET", "api/weeks/" + later)
attack("boards of a week that is far away", status == 404, status, answer)
for name in ("2026-99", "current'", "..", "9999999999-01", "2026-47%00", "2026_47", "%s" % ("2" * 150)):
    status, _, answer = site.ask("GET", "api/weeks/" + name)
    attack("a week called '%s'" % name[:20], status in (400, 404), status, answer)
dump = json.dumps([site.ask("GET", where)[2] if not isinstance(site.ask("GET", where)[2], bytes) else "" for where in
                   ("api/site", "api/weeks", "api/weeks/current", "api/weeks/current/ranking", "api/weeks/current/boards/1",
                    "api/weeks/current/boards/2", "api/ranking", "api/players/%d" % ann.id, "api/records/1")])
attack("seeds and secrets in what everybody may read", "\"seed\": 1" not in dump and not re.search(r'"seed": [0-9]', dump)
       and not [secret for secret in secrets.values() if secret in dump], dump[:500])
attack("moves of a game of this week, for the next who plays its board", '"moves": ["' not in dump, dump[:1000])
replies = set()
for number in range(24):
    one = Player(site, "Twin%s" % "abcdefghijklmnopqrstuvwxyz"[number])
    view = one.begin(1)
    status, view = one.move(view, rules.legal(view)[0])
    replies.add(tuple(view["moves"]))
    one.close()
    if len(replies) > 1:
        break
attack("the computer's choice learnt from another account's game", len(replies) > 1, replies)
lives("spies")

# ---- what comes back in a header -----------------------------------------------------------------

status, opened = ann.post("api/tables", {"game": "selacata", "seat": 1, "clock_ms": 600000, "opponent": "link"})
table = opened["table"]
for what, key in (("a cookie's attribute", "x; Domain=example.org"), ("a line break", "x\r\nX-Evil: 1"), ("another cookie", "a=b, c=d"), ("nothing", "")):
    status, headers, answer = ann.ask("POST", "api/tables/%s/join" % table["table"], {"secret": table["invite"].split("/")[-1], "key": key})
    attack("%s as the key of a seat, sent back as a cookie" % what, "Set-Cookie" not in headers and "X-Evil" not in headers, status, headers, answer)

# ---- what answers reveal -------------------------------------------------------------------------

leaks, versions = [], []
for method, where, body in (("GET", "nothing", None), ("POST", "api/tables", {"board": "x"}), ("POST", MOVES, {"move": "x"}), ("GET", "api/weeks/x", None),
                            ("POST", "api/accounts", "{"), ("GET", "api/players/x", None), ("GET", "api/leagues/../x", None), ("GET", "api/leagues/..%2fx", None)):
    status, headers, answer = site.ask(method, where, body, ann.key)
    said = json.dumps(answer) if not isinstance(answer, bytes) else answer.decode()
    if re.search(r"/tmp|/home|/usr|\.c\b|sqlite|SELECT|club\.db|%s" % re.escape(path("")), said):
        leaks.append(said)
    versions += [value for name, value in headers.items() if name.lower() in ("server", "x-powered-by")]
attack("paths and statements in errors", not leaks, leaks)
attack("versions in headers", not versions, versions)
status, headers, answer = site.ask("GET", "api/site", None, None, None, Range="bytes=0-1,1-2,2-3,3-4")
attack("a thousand ranges", status == 200 and "Content-Range" not in headers, status)
MARKER = "203.0.113.9"
get("/%0d%0a%1b[31m" + MARKER, "User-Agent: x\x1b]0;y\x07\r\n")
statuses(b"POST /api/session HTTP/1.1\r\n" + HOST.encode() + b"X-Forwarded-For: " + MARKER.encode() + b"\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
log = site.said()
attack("lines and colours in the log", "\x1b" not in log and "\x07" not in log and not [line for line in log.split("\n") if line.startswith(MARKER)], log[-500:])

ann.close(), bob.close(), erin.close()
status, left = site.end()
ok(status in (0, 130) and not left, "it ends, and leaves nothing", status, left, site.said()[-1000:])

# ---- the clock -----------------------------------------------------------------------------------

FOUNDED = clock.wall()
held = Site("--origin", "https://club.example", data=site.data, port=free_port(), program=clock.CLUB)


def week_of(one):
    answer = one.ask("GET", "api/weeks/%s" % WEEK)[2]
    return answer["closed"], one.ask("GET", "api/site")[2]["week"]


WEEK = held.ask("GET", "api/site")[2]["week"]
held.end()
clock.set_wall(FOUNDED + 8 * 86400)
held.start()
attack("a start with the clock a week ahead, which would tell the secret", week_of(held) == (False, WEEK), week_of(held))
ok("site clock" in held.said(), "the log says how it may go on", held.said())
clock.set_wall(FOUNDED)
ok(until(lambda: week_of(held) == (False, WEEK)), "a clock that is right again is believed")
clock.set_wall(FOUNDED + 8 * 86400)
until(lambda: held.said().count("site clock") == 2 or held.ask("GET", "api/site") is None)
attack("a clock that jumps while the site is served", week_of(held) == (False, WEEK), week_of(held), held.said())
got = subprocess.run([clock.CLUB, "site", "clock", "--data", held.data], capture_output=True, text=True, check=False)
ok(got.returncode == 0, "the operator says that it is right", got.stderr)
ok(until(lambda: clock.advance(11) or week_of(held)[1] != WEEK), "the next week is there", held.said())
ok(until(lambda: clock.advance(61) or week_of(held)[0]), "and the other one is closed")
# ---- the operator --------------------------------------------------------------------------------


def operate(*words):
    got = subprocess.run([clock.CLUB, "site", *words, "--data", held.data], capture_output=True, text=True, check=False)
    return got.returncode, got.stdout, got.stderr


now = datetime.datetime.fromtimestamp(clock.wall(), datetime.timezone.utc)
sunday = (now - datetime.timedelta(days=now.weekday())).replace(hour=18, minute=5, second=0) + datetime.timedelta(days=6)
held.end()
clock.set_wall(sunday.timestamp())
operate("clock")
held.start()
status, said, error = operate("beacon")
number = int(re.search(r"/public/(\d+)$", said.strip())[1])
ok(number == (int(sunday.timestamp()) - 300 - 1692803367) // 3 + 1, "the round of drand that the next week takes", said, error)
X, Y = "ab" * 32, "cd" * 32
for what, word in (("an earlier round", "%d:%s" % (number - 1, X)), ("a later one", "%d:%s" % (number + 1, X)), ("half of one", "%d:%s" % (number, X[:32])),
                   ("something else", "lucky"), ("nothing", "")):
    status, said, error = operate("beacon", word)
    attack("a week whose operator would like %s" % what, status == (1 if word else 2) and error, status, said, error)
with open(path("round.json"), "w") as file:
    json.dump({"round": number, "randomness": X, "signature": "00"}, file)
status, said, error = operate("beacon", path("round.json"))
ok(status == 0 and str(number) in said, "drand's answer is taken", said, error)
attack("another randomness of that round", operate("beacon", "%d:%s" % (number, Y))[0] == 1)
clock.advance(7 * 3600)
week = held.ask("GET", "api/weeks/current")[2]
secret, = sqlite3.connect(held.club).execute("SELECT secret FROM club_week WHERE week = ?", (week["week"],)).fetchone()
mixed = hashlib.sha256(("triancey beacon %s %d %s %s" % (week["week"], number, X, secret)).encode()).hexdigest()
digits = hashlib.sha256(("triancey board %s 1 %s" % (week["week"], mixed)).encode()).hexdigest()
word = "".join(("bdfghjklmnprstvz" if i % 2 == 0 else "aeiouaeiouaeioua")[int(digits[i], 16)] for i in range(8))
ok((week["randomness"], week["round"], week["boards"][0]["word"]) == (X, number, word), "the boards follow from both, as anybody can check", week)
player = Player(held, "Zoe")
game = player.begin(1)
game = play_half(player, game, rules)
ok(game, "somebody plays there")
player.close()
clock.advance(7 * 86400)
until(lambda: clock.advance(61) or held.ask("GET", "api/weeks/" + week["week"])[2]["closed"])
status, said, error = operate("check", week["week"])
ok(status == 0 and str(number) in said and X in said, "so does the check of a week", said, error)
status, left = held.end()
ok(status in (0, 130) and not left, "it ends", status, left, held.said()[-1000:])

ok(attacks >= 40, "%d attacks" % attacks)
done()
