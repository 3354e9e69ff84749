#!/usr/bin/env python3
"""A public site: what it refuses to start without, how it identifies senders, and floods. Attacks, each refused
as it should be, as in attacks.t; here the server is behind a proxy, which is this test."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from proxied import PREFIX, UNSEEN, free_port, have, own, program  # noqa: E402
from serve import Site  # noqa: E402
from tgi import done, ok  # noqa: E402

attacks = 0


def attack(name, refused, *details):
    """Counts an attack, and whether it was refused."""
    global attacks
    attacks += 1
    ok(refused, "attack %d refused: %s" % (attacks, name), *details)


# The site runs as on the internet: behind a proxy on this machine, which says where requests come from.
if PREFIX and not have(PREFIX[0]):
    print("1..0 # SKIP root cannot become somebody else without " + PREFIX[0])
    raise SystemExit(0)
AS = {"limits": True, "prefix": PREFIX, "program": program(), "environment": UNSEEN}
flooded = Site("--public", "--origin", "https://play.example.org", "--proxy", "127.0.0.1,::1", data=own("public", 0o700), port=free_port(), **AS)
ok(flooded.port > 0, "a public site serves", flooded.said())


def ok_named(name, passed, *details):
    """ok(), with its arguments in the order of attack()."""
    ok(passed, name, *details)


def come(address, method, where, body=None, **headers):
    """A request from an address, over a connection of the proxy."""
    return flooded.ask(method, where, body, None, None, Host="play.example.org", X_Forwarded_For=address, **headers)


def flood(count, address, *request):
    """Sends a request again and again until it is refused; returns the refusal."""
    link = flooded.connect()
    for number in range(count):
        status, answered, answer = flooded.ask(*request, connection=link, Host="play.example.org",
                                               X_Forwarded_For=address % number if "%" in address else address)
        if status == 429:
            return answered, answer
    return None, status


def is_flooded(address, **headers):
    """Whether an address is refused its tries. Time gives it one back now and then, an address of its own would have many."""
    return any(come(address, *TRY, **headers)[0] == 429 for _ in range(3))


SIGN_UP, TRY = ("POST", "api/accounts", {"name": "reference"}), ("POST", "api/session", {"name": "Ann", "recovery": "aaaaa-aaaaa-aaaaa-aaaaa"})
for what, count, request in (("sign-ups", 200, SIGN_UP), ("tries of a recovery code", 200, TRY), ("requests", 20000, ("GET", "api/site"))):
    headers, answer = flood(count, "203.0.113.9", *request)
    attack("a flood of %s" % what, headers and int(headers["Retry-After"]) > 0 and answer["code"] and answer["error"], answer)
ok(come("203.0.113.10", *SIGN_UP)[0] == 400, "others are not refused for it")
for what, header in (("one that the client has put before the real one", "198.51.100.%d, 203.0.113.9"), ("that of the proxy", "127.0.0.1, 203.0.113.9"),
                     ("before that of the proxy", "203.0.113.9, 127.0.0.1"), ("between blanks", " 198.51.100.1 ,  203.0.113.9 "), ("with a port", "203.0.113.9:%d")):
    header = header % 7 if "%" in header else header
    attack("another address that is only claimed: %s" % what, is_flooded(header), header)
for name in ("X-Real-IP", "Forwarded", "True-Client-IP", "CF-Connecting-IP"):
    attack("another address that is only claimed: %s" % name, is_flooded("203.0.113.9", **{name.replace("-", "_"): "198.51.100.9"}))
LINES = "".join("X-Forwarded-For: %s\r\n" % address for address in ("198.51.100.23", "203.0.113.9"))
body = json.dumps(TRY[2])
got = flooded.raw(("POST /api/session HTTP/1.1\r\nHost: play.example.org\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n"
                   "Connection: close\r\n\r\n%s" % (LINES, len(body), body)).encode())
attack("another address in a header of its own, before that of the proxy", b" 429 " in got[:20] or b" 400 " in got[:20], got[:200])
headers, answer = flood(400, "2001:db8:0:1::%x", *TRY)
attack("a flood from one network of IPv6, each time from another address", headers, answer)
ok(come("2001:db8:0:2::1", *TRY)[0] == 403, "the next network is not refused for it")
status, headers, answer = come("203.0.113.77", "POST", "api/accounts", {"name": "Frank"})
attack("a cookie that goes over a line without TLS, or comes from another host of the same domain",
       status == 201 and headers["Set-Cookie"].startswith("__Host-") and "; Secure" in headers["Set-Cookie"] and "Domain" not in headers["Set-Cookie"],
       status, headers, answer)
for origin, good in (("https://play.example.org", 1), ("http://play.example.org", 0), ("https://play.example.org:8443", 0), ("https://example.org", 0)):
    status = come("203.0.113.78", *SIGN_UP, Origin=origin)[0]
    (ok_named if good else attack)("a sign-up by a page of %s" % origin, status == (400 if good else 403), status)
for host in ("evil.example", "play.example.org.evil.example", "example.org", "play.example.org:81", "www.play.example.org"):
    status = flooded.ask("GET", "api/site", None, None, None, Host=host, X_Forwarded_For="203.0.113.79")[0]
    attack("a public site called " + host, status == 421, status)
flooded.end()
SECURE = {"--public": "", "--origin": "https://play.example.org", "--proxy": "127.0.0.1"}


def refuse(name, options, **how):
    """A public site that is half secured must not begin, and must say why."""
    words = [word for pair in options.items() for word in pair if word]
    site = Site(*words, **dict(AS, **dict({"data": own("half%d" % attacks, 0o700)}, **how)))
    attack("a public site half secured: " + name, site.port == 0 and site.process.wait(60) != 0 and site.said().strip(), site.said())
    if site.port:
        site.end()


refuse("no origin", {"--public": ""})
for origin in ("http://play.example.org", "https://play.example.org/x", "*", "play.example.org", "https://", "https://u@play.example.org"):
    refuse("the origin " + origin, dict(SECURE, **{"--origin": origin}))
refuse("no proxy", {name: value for name, value in SECURE.items() if name != "--proxy"})
refuse("no limits", dict(SECURE, **{"--limits": "none"}))
refuse("a folder that others may read", SECURE, data=own("open"))
if PREFIX:
    refuse("as root", SECURE, prefix=())
done()
