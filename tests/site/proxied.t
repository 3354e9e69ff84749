#!/usr/bin/env python3
"""The site as visitors see it: started as its unit starts it, as an unprivileged user with a passed socket, behind
nginx with TLS and HTTP/2, and behind Caddy, each with the installed sample. Skipped where these are missing."""
import os
import re
import select
import socket
import subprocess
import sys
import threading

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import proxied  # noqa: E402
from proxied import NAME, NOBODY, ORIGIN, ROOT, Service, have  # noqa: E402
from serve import Player, Rules, play_half  # noqa: E402
from tgi import PATIENCE, done, ok, until  # noqa: E402

missing = [program for program in ("nginx", "curl", "openssl", "setpriv") if not have(program)]
if missing:
    print("1..0 # SKIP there is no " + ", ".join(missing))
    raise SystemExit(0)
key, cert = proxied.certificate()
service = Service()
ok(service.process.poll() is None, "the service tells systemd that it is ready", service.said())
if service.process.poll() is not None:
    done()
users = service.users()
ok(not ROOT or (set(users["Uid:"]) == {str(NOBODY)} and int(users["CapEff:"][0], 16) == 0 and int(users["CapBnd:"][0], 16) == 0),
   "it runs without rights", users)
site = proxied.nginx(service, key, cert)
rules = Rules()


def run(words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout


class Stream:
    """A stream of events through the proxy by HTTP/2: its lines."""

    def __init__(self, proxy, where, player=None):
        words = ["-N", "--http2", "--compressed"] + (["-H", "Authorization: Bearer " + player.key] if player else [])
        self.process = subprocess.Popen(proxy.curl(*words, where=where), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.lines, self.thread = [], threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line.decode().rstrip("\n"))

    def wait(self, wanted):
        """Whether a line that was sent and holds this comes, without a buffer that has to fill: signs of life (one in 10 s) do not help it."""
        before = self.lines.count(":")
        until(lambda: [line for line in list(self.lines) if wanted in line] or self.lines.count(":") > before + 2)
        return bool([line for line in list(self.lines) if wanted in line])

    def close(self):
        self.process.kill()
        self.process.wait()


def try_stream(proxy, name):
    """A game between two by a link: what one plays the other sees at once."""
    ann, bob = Player(proxy, "Ann " + name), Player(proxy, "Bob " + name)
    status, answer = ann.post("api/tables", {"game": "selacata", "grid": "crepe", "seat": 1, "opponent": "link", "clock_ms": 600000,
                                             "increment_ms": 0})
    if not ok(status == 201, "%s: a table for two" % name, status, answer):
        return
    table = answer["table"]
    where = "api/tables/%s" % table["table"]
    status, joined = bob.post(where + "/join", {"secret": table["invite"].rsplit("/", 1)[1]})
    ok(status == 200, "%s: the other sits down" % name, status, joined)
    stream = Stream(proxy, "/" + where + "/events", bob)
    ok(stream.wait("id:"), "%s: a stream of events begins" % name, stream.lines, proxy.said())
    view = ann.ask("GET", where)[2]
    move = rules.legal(dict(view, line=view["line"]))[0]
    status, moved = ann.post(where + "/moves", {"half": 1, "before": 0, "move": move})
    ok(status == 200 and stream.wait('"move":"%s"' % move), "%s: a move comes through at once, unbuffered" % name, status, moved, stream.lines)
    stream.close()


# ---- nginx ---------------------------------------------------------------------------------------

head = run(site.curl("--http2", "-I", where="/")).decode()
ok(head.startswith("HTTP/2 200"), "nginx: the page by HTTP/2 over TLS", head, site.said())
for wanted in ("strict-transport-security: max-age", "content-security-policy: default-src 'none'", "x-content-type-options: nosniff"):
    ok(wanted in head.lower(), "nginx: with the header " + wanted.split(":")[0], head)
ok("gzip" in run(site.curl("-H", "Accept-Encoding: gzip", "-o", "/dev/null", "-D", "-", where="/api/weeks/current")).decode().lower(),
   "nginx: answers are compressed")
moved = run([have("curl"), "-sS", "-I", "-H", "Host: " + NAME, "http://127.0.0.1:%d/x" % site.plain]).decode()
ok(" 301" in moved.split("\n")[0] and "location: %s/x" % ORIGIN in moved.lower().replace("\r", ""), "nginx: without TLS one is sent to the other port", moved)
cookie = run(site.curl("-D", "-", "-H", "Origin: " + ORIGIN, "-H", "Content-Type: application/json", "-d", '{"name":"Carol"}', where="/api/accounts")).decode()
ok(re.search(r"set-cookie: __Host-triancey-[0-9a-f]{16}=[0-9a-f]{64};.*Secure", cookie, re.I), "nginx: a sign-up, with a cookie for TLS alone", cookie)
status = site.ask("POST", "api/accounts", {"name": "Eve"}, None, None, Origin="https://evil.example")[0]
ok(status == 403, "nginx: not from another origin", status)
player = Player(site, "Dora")
ok(player.status == 201, "nginx: a program signs up", player.answer)
game = player.begin(1)
game = game and play_half(player, game, rules)
ok(game and game["state"] == "between" and game["half"] == 1, "nginx: a half of a tournament game to its end", game)
status, game = player.half(game)
number = game.get("table")

# A restart in the middle: the socket stays, so visitors just wait.
waited = []
before = player.ask("GET", "api/tables/%s" % number)[2]
ended = service.end()
late = threading.Thread(target=lambda: waited.append(site.ask("GET", "api/site")[0]))
late.start()
select.select([service.listener], [], [], PATIENCE)  # it waits to be let in
ok(ended == 0 and "STOPPING=1" in service.told("STOPPING=1"), "the service ends when it is told to", ended, service.said()[-500:])
ok(service.start() != "", "and begins again", service.said()[-500:])
late.join(PATIENCE)
ok(waited == [200], "who came meanwhile was answered", waited)
after = player.ask("GET", "api/tables/%s" % number)[2]
ok(after["moves"] == before["moves"] and after["state"] == before["state"], "the game goes on where it was", before, after)
game = play_half(player, after, rules)
ok(game and game["state"] == "over", "nginx: and is played to its end", game)
ranking = site.ask("GET", "api/weeks/current/ranking")[2]
ok("Dora" in str(ranking), "nginx: the result is in the ranking", ranking)
try_stream(site, "nginx")
FORGED = "198.51.100.99"


def sign_in(proxy, name, **headers):
    """Somebody is refused, which is written down."""
    before = len(service.said())
    proxy.ask("POST", "api/session", {"name": name, "recovery": "aaaaa-aaaaa-aaaaa-aaaaa"}, X_Forwarded_For=FORGED, **headers)
    until(lambda: "POST /api/session" in service.said()[before:])


sign_in(site, "Dora", Forwarded="for=" + FORGED)
ok(FORGED not in service.said() and "127.0.0.1" in service.said(), "nginx: an address that the client says of himself does not count", service.said()[-500:])
ok(site.ask("GET", "metrics")[0] == 404, "nginx: no figures for the world")
with open(os.path.join(service.state, "operator.key")) as file:
    operator = file.read().strip()
figures = run([have("curl"), "-sS", "--unix-socket", service.socket, "-H", "Authorization: Bearer " + operator, "http://%s/metrics" % NAME]).decode()
ok(re.search(r"^# TYPE \w+ (counter|gauge)$", figures, re.M) and operator, "figures for the operator by the socket, as SITE.md says", figures[:300])
ok(site.ask("POST", "api/accounts", "x" * 20000, Content_Type="application/json")[0] == 413, "nginx: a large body stops there")
player.close()
site.end()

# ---- Caddy ---------------------------------------------------------------------------------------

if have("caddy"):
    site = proxied.caddy(service, key, cert)
    head = run(site.curl("--http2", "-I", where="/")).decode()
    ok(head.startswith("HTTP/2 200") and "strict-transport-security" in head.lower(), "Caddy: the page by HTTP/2 over TLS", head, site.said())
    player = Player(site, "Fay")
    game = player.begin(2)
    ok(game and play_half(player, game, rules), "Caddy: half a tournament game", game)
    try_stream(site, "Caddy")
    sign_in(site, "Fay")
    ok(FORGED not in service.said(), "Caddy: an address that the client says of himself does not count", service.said()[-500:])
    ok(site.ask("GET", "metrics")[0] == 404, "Caddy: no figures for the world")
    player.close()
    site.end()
else:
    ok(True, "Caddy # SKIP it is not there")
rules.close()
service.listener.close()
ok(service.end() == 0, "the end", service.said()[-500:])
done()
