#!/usr/bin/env python3
"""`serve` as a manager of services starts it: sockets that are handed over, words for the manager and its watchdog. And a
site that trusts its proxy without being public: its origin, the addresses of visitors, and what is too much of each."""
import fcntl
import http.client
import os
import resource
import socket
import stat
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402: it stands still, so that a watchdog is not fed more often than somebody reads
from referee import PATIENCE, fake, path  # noqa: E402
from serve import Events, Player, Site  # noqa: E402
from tgi import done, ok, until  # noqa: E402

HERE = ["sh", "-c", 'LISTEN_PID=$$ WATCHDOG_PID=$$ exec "$0" "$@"']  # for this process, as the manager says it
NAME = "play.example.org"


class Handed(Site):
    """A site to which these sockets are handed over, as descriptors 3, 4, ..."""

    def __init__(self, sockets, *words, environment=None, prefix=HERE, **more):
        copies = [fcntl.fcntl(one.fileno(), fcntl.F_DUPFD, 50) for one in sockets]

        def hand_over():
            for number, copy in enumerate(copies):
                os.dup2(copy, 3 + number)
        super().__init__(*words, environment=dict({"LISTEN_FDS": str(len(sockets))}, **(environment or {})), prefix=prefix,
                         limit=hand_over, keep=range(3, 3 + len(sockets)), program=clock.CLUB, **more)
        for copy in copies:
            os.close(copy)


def listener(family=socket.AF_INET, address=("127.0.0.1", 0)):
    made = socket.socket(family)
    made.bind(address)
    made.listen(100)
    return made


def ask_unix(text):
    """The answer to a request through the socket that is a file."""
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(PATIENCE)
        link.connect(path("site.sock"))
        link.sendall(text.replace("\n", "\r\n").encode())
        got = b""
        while True:
            more = link.recv(65536)
            if not more:
                return got.decode()
            got += more


def hear(notes, wanted):
    """What the site reports, up to this line."""
    said = []
    try:
        while wanted not in said:
            said += notes.recv(4096).decode().split("\n")
    except socket.timeout:
        pass
    return said


def manager(address):
    """A socket that hears what services tell."""
    notes = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    notes.bind(address)
    notes.settimeout(PATIENCE)
    return notes


# ---- sockets -------------------------------------------------------------------------------------

notes = manager(path("notify"))
file, inet = listener(socket.AF_UNIX, path("site.sock")), listener()
port = inet.getsockname()[1]
site = Handed([file, inet], "--origin", "https://" + NAME, "--proxy", "unix,127.0.0.1", "--log", "all", limits=True,
              environment={"NOTIFY_SOCKET": path("notify"), "WATCHDOG_USEC": "400000"})
site.port, site.host = port, "127.0.0.1:%d" % port
ok(site.address == "https://%s/" % NAME, "its address is that of its origin", site.address, site.said())
ok("READY=1" in hear(notes, "READY=1"), "the manager hears that it is ready")
fed = "WATCHDOG=1" in hear(notes, "WATCHDOG=1")
clock.advance(.2)
ok(fed and "WATCHDOG=1" in hear(notes, "WATCHDOG=1"), "and its watchdog again and again that it lives")
ok(site.status("GET", "api/site") == 200, "it answers at the port that was handed over")
REQUEST = "GET /api/site HTTP/1.1\nHost: %s\nConnection: close\nX-Forwarded-For: %s\n\n"
got = ask_unix(REQUEST % (NAME, "203.0.113.5"))
ok(got.startswith("HTTP/1.1 200") and "\r\nStrict-Transport-Security: max-age=" in got, "and at the file, with the advice to come by TLS alone", got)
ok(ask_unix(REQUEST % ("other.example", "203.0.113.5")).startswith("HTTP/1.1 421"), "but by no other name")
sent = ask_unix(REQUEST % (NAME, ""))
ok(sent.startswith("HTTP/1.1 200"), "the proxy's own requests are answered, too", sent)
until(lambda: ' unix "' in site.said())
ok(' 203.0.113.5 "GET /api/site" 200' in site.said() and ' unix "GET /api/site" 200' in site.said(), "its log has the addresses of visitors",
   site.said()[-500:])
feed = site.ask("GET", "feed.atom")[2].decode()
ok("https://%s/" % NAME in feed and "127.0.0.1" not in feed, "the feed has the address of the origin", feed[:400])

# ---- origins -------------------------------------------------------------------------------------


def come(address, method, where, body=None, key=None, **headers):
    return site.ask(method, where, body, key, None, **dict({"Host": NAME, "X_Forwarded_For": address}, **headers))


for origin, wanted in (("https://" + NAME, 400), ("HTTPS://PLAY.example.org", 400), ("http://" + NAME, 403), ("https://x." + NAME, 403),
                       ("null", 403), ("", 403)):
    status = come("203.0.113.6", "POST", "api/accounts", {"name": "<>"}, Origin=origin)[0]
    ok(status == wanted, "a sign-up from a page of '%s'" % origin, status)
for origin, wanted in (("http://127.0.0.1:%d" % port, 400), ("http://127.0.0.1", 403), ("https://" + NAME, 403)):
    status = site.status("POST", "api/accounts", {"name": "<>"}, Origin=origin)
    ok(status == wanted, "one by the address of this machine from '%s'" % origin, status)

# ---- limits --------------------------------------------------------------------------------------


def flood(count, *request, key=None, address="203.0.113.7"):
    """How many of these are taken until one is refused; that answer."""
    link = site.connect()
    for number in range(count):
        answer = site.ask(*request, key=key, connection=link, Host=NAME, X_Forwarded_For=address % number if "%" in address else address)
        if answer[0] == 429:
            break
    link.close()
    return number, answer


ann = come("203.0.113.8", "POST", "api/accounts", {"name": "Ann", "key": True})[2]["key"]
taken, (status, headers, answer) = flood(40, "POST", "api/accounts", {"name": "<>"})
ok(status == 429 and taken == 20 and int(headers["Retry-After"]) > 0 and answer["code"] == "limit", "sign-ups of an address", taken, answer)
ok(come("203.0.113.9", "POST", "api/accounts", {"name": "<>"})[0] == 400, "not those of another one")
taken, (status, _, _) = flood(40, "POST", "api/accounts", {"name": "<>"}, address="2001:db8:1:1::%x")
ok(status == 429 and taken == 20, "a network of IPv6 counts as one", taken)
ok(flood(40, "POST", "api/accounts", {"name": "<>"}, address="127.0.0.1")[1][0] == 400, "this machine is not limited")
taken, (status, headers, answer) = flood(1000, "GET", "picture/card/bonjour.png", address="203.0.113.11")
ok(status == 429 and 240 <= taken < 400 and int(headers["Retry-After"]) > 0 and answer["code"] == "limit", "a picture that is asked for a thousand times", taken, answer)
status, headers, answer = come("203.0.113.11", "GET", "picture/card/bonjour.png", Accept="text/html", Accept_Language="en")
ok(status == 429 and int(headers["Retry-After"]) > 0 and "<h1>Too many requests" in str(answer), "which is a page for a person", status, answer)
ok(come("203.0.113.11", "GET", "api/site")[0] == 200, "but not all else")
taken, (status, _, answer) = flood(60, "POST", "api/tables", {"board": 99}, key=ann, address="198.51.100.%d")
ok(status == 429 and 30 <= taken < 40 and answer["code"] == "limit", "games of an account, wherever it is", taken, answer)
taken, (status, _, answer) = flood(700, "GET", "api/account", key=ann, address="198.51.100.9")
ok(status == 429 and 200 < taken < 400, "requests of an account", taken, answer)
bert = come("203.0.113.8", "POST", "api/accounts", {"name": "Bert", "key": True})[2]["key"]
streams = [Events(site, "api/events", Host=NAME, X_Forwarded_For="198.51.100.10", Authorization="Bearer " + bert) for _ in range(12)]
ok(all(one.answer.status == 200 for one in streams), "twelve streams of an account")
status, headers, answer = come("198.51.100.11", "GET", "api/events", key=bert)
ok(status == 429 and headers["Retry-After"], "are all that it may have", status, answer)
ok(flood(3, "GET", "api/weeks/current", key=bert)[1][0] == 200, "while other requests are answered")
streams.pop().close()


def figures():
    with open(os.path.join(site.data, "operator.key")) as key:
        return site.ask("GET", "metrics", None, key.read().strip())[2].decode()


clock.advance(1.1)
until(lambda: "\ntriancey_streams 11\n" in figures())
streams.append(Events(site, "api/events", Host=NAME, X_Forwarded_For="198.51.100.11", Authorization="Bearer " + bert))
ok(streams[-1].answer.status == 200, "until one of them ends", streams[-1].answer.status)
for stream in streams:
    stream.close()
limited = dict(line.rsplit(" ", 1) for line in figures().split("\n") if line.startswith("triancey_limited_total"))
ok(limited['triancey_limited_total{limit="sign-ups"}'] == "2" and all(
    int(limited['triancey_limited_total{limit="%s"}' % name]) >= 1 for name in ("requests", "games", "streams")),
   "all that was refused is counted", limited)
status, left = site.end()
ok(status == 0 and "STOPPING=1" in hear(notes, "STOPPING=1"), "at the end the manager hears of it", status)
ok(stat.S_ISSOCK(os.stat(path("site.sock")).st_mode), "the sockets stay: they are the manager's")

# ---- what the manager says is not always right ---------------------------------------------------

notes.close()
plain = socket.socket(socket.AF_INET)
HERS = ["sh", "-c", 'LISTEN_PID=$$ exec "$0" "$@"']
ABSTRACT = "triancey-test-%d" % os.getpid()
notes = manager("\0" + ABSTRACT)
site = Handed([inet, plain], prefix=HERS, environment={"NOTIFY_SOCKET": "@" + ABSTRACT, "WATCHDOG_USEC": "400000"})
ok(site.address == "http://127.0.0.1:%d/" % port and site.status("GET", "api/site") == 200, "a socket that does not listen is left alone", site.address,
   site.said())
ok("READY=1" in hear(notes, "READY=1"), "a manager whose address is in no folder")
ok("WATCHDOG=1" in hear(notes, "WATCHDOG=1"), "and a watchdog that names no process")
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as flood:
    flood.setblocking(False)
    try:
        while True:
            flood.sendto(b"x", "\0" + ABSTRACT)
    except BlockingIOError:
        pass
clock.advance(.3)
ok(site.status("GET", "api/site") == site.status("GET", "api/site") == 200, "a manager that does not listen holds nobody up")
site.end()
many = [listener() for _ in range(6)]
try:
    many[0] = listener(socket.AF_INET6, ("::1", 0))
except OSError:
    pass  # without IPv6
site = Handed(many, environment={"WATCHDOG_USEC": "0"})
highest = max(one.getsockname()[1] for one in many[:4])
ok(site.address == "http://127.0.0.1:%d/" % highest, "of more sockets than it takes the first ones are taken", site.address)
for one in many[:4]:
    link = http.client.HTTPConnection(*one.getsockname()[:2], timeout=PATIENCE)
    link.request("GET", "/api/site")
    ok(link.getresponse().status == 200, "and each of them is answered at")
    link.close()
site.end()
for what, environment, prefix in (
        ("sockets for another process", {"LISTEN_PID": "1"}, []), ("a number of sockets that is none", {"LISTEN_FDS": "2x"}, HERE),
        ("no number at all", {"LISTEN_FDS": "-1", "WATCHDOG_USEC": "x", "NOTIFY_SOCKET": "notify"}, HERE),
        ("a watchdog for another process", {"WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1", "NOTIFY_SOCKET": "/" + "x" * 200}, [])):
    site = Handed([inet], environment=environment, prefix=prefix)
    ok(0 < site.port != port and site.status("GET", "api/site") == 200, what + ": it listens as if nobody had said so", site.address, site.said())
    status, left = site.end()
    ok(status == 0 and not left, "and ends", status, left, site.said())

# ---- files, engines ------------------------------------------------------------------------------

for limit, wanted in ((64, None), (256, 256)):
    site = Site(limit=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, wanted or resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    soft, hard = resource.prlimit(site.process.pid, resource.RLIMIT_NOFILE)
    ok(site.status("GET", "api/site") == 200 and (soft == wanted if wanted else soft > limit or hard == limit),
       "it takes as many files as it may have, %s" % (wanted or "more than are usual"), soft, hard)
    site.end()
site = Site("--engine", "name=strange", "cmd=" + fake("good"), "--engine", "name=reference", "cmd=builtin:random")
engines = {one["engine"]: one["name"] for one in site.ask("GET", "api/engines")[2]["engines"]}
ok(list(engines) == ["reference", "strange"] and engines["reference"] == "the reference computer" and engines["strange"] == "fake",
   "a program is called what it calls itself; the reference computer is ours", engines)
site.end()
done()
