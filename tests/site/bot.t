#!/usr/bin/env python3
"""`bot`: an engine signs in at a site over loopback, opens tables and plays a scripted person there, also when the server is
killed and started again in between, and in its next run; one that crashes; and what a bot cannot use: no site, another
server, an unknown or an open key, a certificate that nobody has signed."""
import http.server
import os
import re
import ssl
import stat
import subprocess
import sys
import threading

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402
from referee import left_by, path, status_of, surroundings  # noqa: E402
from serve import Player, Rules, Site  # noqa: E402
from tgi import BUILD, done, ok, until  # noqa: E402

FAKE = os.path.abspath(os.path.join(BUILD, "tests", "lib", "fake_engine"))
LINK = re.compile(r"table (\S+) waits for somebody: \S*[#/]table/\S+?/(\S+)$", re.M)


class Bot:
    """The program while it runs; `said` is what it has written so far."""

    count = 0

    def __init__(self, *words, site=None, key="bot.key", engine=("cmd=builtin:random",)):
        Bot.count += 1
        self.mark = "bot-%d-%d" % (os.getpid(), Bot.count)
        self.file = path("said-" + self.mark)
        self.errors = open(self.file, "a")
        self.process = subprocess.Popen(
            [clock.CLUB, "bot", "--site", site or SITE.origin, "--key", path(key), "--engine", *engine, *map(str, words)],
            cwd=path(""), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.errors, env=surroundings(self.mark, {}))

    @property
    def said(self):
        with open(self.file) as file:
            return file.read()

    def says(self, text, count=1):
        return until(lambda: self.said.count(text) >= count or self.process.poll() is not None) and self.said.count(text) >= count

    def table(self, number=0):
        """The ID and the invitation of a table that it has opened."""
        until(lambda: len(LINK.findall(self.said)) > number or self.process.poll() is not None)
        found = LINK.findall(self.said)
        return found[number] if len(found) > number else (None, None)

    def end(self, number=None):
        if number:
            self.process.send_signal(number)
        status = status_of(self.process)
        self.errors.close()
        return status, left_by(self.mark)


SITE = Site(program=clock.CLUB)
rules = Rules()
anna = Player(SITE, "Anna")


def sit(table):
    status, answer = anna.post("api/tables/%s/join" % table[0], {"secret": table[1]})
    ok(status == 200, "Anna sits down", status, answer)
    return answer


def play(game, moves=10**6, choose=min):
    """Plays for her until it is over, or so many moves; the table then. The bot's moves are waited for."""
    while game["state"] == "open" and moves > 0:
        if game["turn"] != game["seat"]:
            def moved(game=game):
                clock.advance(0.2)
                now = anna.ask("GET", "api/tables/" + game["table"])[2]
                return now if now["step"] > game["step"] else None
            game = until(moved)
            continue
        status, game = anna.move(game, choose(rules.legal(game)))
        ok(status == 200, "a move", game) if status != 200 else None
        moves -= 1
    return game


# ---- a whole game -----------------------------------------------------------------------------------

bot = Bot("--name", "Robbie", "--game", "triancey", "--grid", "crepe", "--clock", "600+5")
table = bot.table()
ok(table[0], "the bot signs up and opens a table", bot.said)
ok("signed in at %s as Robbie" % SITE.origin in bot.said, "and says so", bot.said)
file = path("bot.key")
ok(stat.S_IMODE(os.stat(file).st_mode) == 0o600, "the key is for its owner alone")
with open(file) as text:
    lines = dict(line.rstrip().split(" ", 1) for line in text)
ok(set(lines) == {"site", "name", "key", "recovery"} and lines["site"] == SITE.origin, "with what is needed if it is lost", sorted(lines))
account = SITE.ask("GET", "api/account", key=lines["key"])[2]["account"]
ok(account["class"] == "engine", "it is an engine", account)
game = play(sit(table))
ok(game["state"] == "over" and all(half["at_fault"] is None for half in game["done"]), "a game to its end", game)
ok(bot.says("against Anna") and bot.says("table %s is over" % table[0]), "it says against whom, and when it is over", bot.said)
following = bot.table(1)
ok(following[0] not in (None, table[0]), "then it opens the next", bot.said)

# ---- breaks -----------------------------------------------------------------------------------------

game = play(sit(following), 1)
SITE.port, port = 0, SITE.port
SITE.kill()
SITE.words[SITE.words.index("--port") + 1] = str(port)


def noticed():
    clock.advance(1)
    return "trying again" in bot.said


ok(until(noticed), "the server is killed, and the bot tries again", bot.said)
SITE.start()
ok(SITE.port == port, "started again at the same address")
anna.link.close()
anna.link = SITE.connect()


def back():
    clock.advance(1)
    return "is there again" in bot.said


ok(until(back), "it finds the server again", bot.said)
game = play(anna.ask("GET", "api/tables/" + following[0])[2], 1)
ok(game["state"] == "open" or game["state"] == "over", "and plays on", game)
status, left = bot.end(2)
ok(status == 0 and left == [], "a signal ends it, with its engine", status, left, bot.said)
bot = Bot("--games", 1)
ok(bot.says("goes on with"), "the next run goes on with the game", bot.said)
game = play(anna.ask("GET", "api/tables/" + following[0])[2])
ok(game["state"] == "over" and all(half["at_fault"] is None for half in game["done"]), "to its end", game)
status, left = bot.end()
ok(status == 0 and left == [], "after so many games it ends", status, left, bot.said)

# ---- challenges, and slow games -----------------------------------------------------------------------

berta = Player(SITE, "Berta")


def challenge(player, **time):
    status, answer = player.post("api/tables", dict({"game": "triancey", "grid": "loire", "opponent": {"person": "Robbie"}, "seat": 1}, **time))
    ok(status == 201, "a challenge", status, answer)
    return answer["table"]["table"]


def state(table):
    clock.advance(0.1)  # changes are gathered before they are told
    return anna.ask("GET", "api/tables/" + table)[2].get("state")


bot = Bot("--accept", "Zoe,Anna", "--games", 1)
waiting = bot.table()
CLOCK = {"clock_ms": 60000, "increment_ms": 1000}
ok(until(lambda table=challenge(berta, **CLOCK): state(table) is None), "one whom it does not accept is declined", bot.said)
ok(until(lambda table=challenge(anna, days=2): state(table) is None), "and days, where its own tables have a clock", bot.said)
ok(bot.said.count("declines a challenge of") == 2 and state(waiting[0]) == "waiting", "it says so, and waits on", bot.said)
taken = challenge(anna, **CLOCK)
ok(until(lambda: state(taken) == "open") and state(waiting[0]) is None, "it accepts a challenge instead of its table", bot.said)
game = play(anna.ask("GET", "api/tables/" + taken)[2], 2)
ok(len(game["moves"]) + 20 * len(game["done"]) >= 2, "and plays it", game)
for half in (1, 2):
    anna.post("api/tables/%s/resign" % taken, {"half": half})
ok(bot.end() == (0, []) and "against Anna" in bot.said, "to its end", bot.said)
bot = Bot("--days", 3, "--games", 1)
own = bot.table()
ok(anna.ask("GET", "api/tables/" + own[0])[2]["days"] == 3, "tables by correspondence", bot.said)
taken = challenge(berta, days=2)
ok(until(lambda: state(taken) == "open"), "challenges of anybody, by correspondence", bot.said)
ok(berta.post("api/tables/%s/moves" % taken, {"half": 1, "before": 0, "move": "5"})[0] == 200, "a move")
ok(until(lambda: len(anna.ask("GET", "api/tables/" + taken)[2]["moves"]) == 2), "is answered", bot.said)
for half in (1, 2):
    berta.post("api/tables/%s/resign" % taken, {"half": half})
ok(bot.end() == (0, []), "to its end, too", bot.said)

# ---- two at a time, and one that fails ----------------------------------------------------------------

bot = Bot("--tables", 2, "--clock", "60+1")
first, second = bot.table(0), bot.table(1)
ok(first[0] and second[0] and first != second, "two tables at the same time", bot.said)
games = [play(sit(one), 1) for one in (first, second)]
ok(all(one["clock_ms"] == 60000 and one["moves"] for one in games), "both are played", games)
ok(bot.end(15) == (0, []), "SIGTERM ends both", bot.said)
for one in (first, second):
    game = anna.ask("GET", "api/tables/" + one[0])[2]
    for half in range(game["half"], game["halves"] + 1):
        anna.post("api/tables/%s/resign" % one[0], {"half": half})

bot = Bot("--games", 3, engine=("cmd=%s exit-go" % FAKE,), key="crash.key")
status, left = bot.end()
ok(status == 1 and "--name" in bot.said, "without a key it needs a name", status, bot.said)
bot = Bot("--name", "Crusher", "--games", 9, engine=("cmd=%s exit-go" % FAKE,), key="crash.key")
for number in range(3):
    table = bot.table(number)
    if table[0]:
        game = play(sit(table), 2)  # at the second move that it is asked for

        def lost(game=game):
            clock.advance(0.2)
            return anna.ask("GET", "api/tables/" + game["table"])[2]["done"]
        half = until(lost)[0]
        ok(half["termination"] == "resigned" and half["at_fault"] == 3 - game["seat"], "an engine that crashes loses the half", half)
        for half in (1, 2):
            anna.post("api/tables/%s/resign" % table[0], {"half": half})
status, left = bot.end()
ok(status == 1 and left == [] and "at 3 tables in a row" in bot.said, "after the third time the bot gives up", status, left, bot.said)

# ---- what it cannot use -------------------------------------------------------------------------------


def refused(name, said, *words, status=1, **more):
    one = Bot(*words, **more)
    got, left = one.end()
    ok(got == status and re.search(said, one.said) and left == [], name, got, one.said, left)


refused("a name that is taken", "not free", "--name", "Anna", key="taken.key")
ok(not os.path.exists(path("taken.key")), "leaves no key behind")
os.chmod(file, 0o644)
refused("a key that others can read", "chmod 600")
os.chmod(file, 0o600)
with open(path("bad.key"), "w") as text:
    text.write("site %s\nkey %s\n" % (SITE.origin, "0" * 64))
os.chmod(path("bad.key"), 0o600)
refused("a key that nobody knows", "does not know the key", key="bad.key")
with open(path("empty.key"), "w"):
    os.chmod(path("empty.key"), 0o600)
refused("a file without a key", "has no key", key="empty.key")
refused("the key of another site", "has the key of", site="http://localhost:%d" % SITE.port)
refused("a host that does not exist", "cannot reach", site="https://no.such.host.invalid")
refused("an address that is none", "must be an address", site="play.example.org", status=2)
refused("a key over http to elsewhere", "without https", site="http://play.example.org", status=2)
refused("a host that only begins like this machine", "without https", site="http://localhost.example.org", status=2)
refused("a game that is none", "no game", "--game", "chess", status=2)
refused("a clock that is none", "--clock must be", "--clock", "ten", status=2)
refused("a clock and days", "cannot be used together", "--clock", "60+1", "--days", 2, status=2)
refused("too many days", "from 1 to 30", "--days", 31, status=2)
refused("two engines", "given twice", engine=("cmd=builtin:random", "--engine", "cmd=builtin:first"), status=2)
refused("a clock of the engine's own", "tc is not allowed", engine=("cmd=builtin:random", "tc=10"), status=2)
refused("an engine that does not start", "no/such/engine", engine=("cmd=no/such/engine",))


class Other(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = b"<html>Welcome</html>" if self.path != "/plain/api/site" else b'{"name":"x"}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_words):
        pass


other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other)
threading.Thread(target=other.serve_forever, daemon=True).start()
address = "127.0.0.1:%d" % other.server_address[1]
refused("a server of something else", "is not a site of a club", site="http://" + address)
refused("JSON of something else", "is not a site of a club", site="http://%s/plain" % address)
refused("https where there is none", "cannot reach", site="https://" + address)
try:
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", path("tls.key"), "-out", path("tls.pem"),
                    "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
except OSError:
    print("# no openssl: certificates are not tried")
else:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path("tls.pem"), path("tls.key"))
    secure = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other)
    secure.socket = context.wrap_socket(secure.socket, server_side=True)
    threading.Thread(target=secure.serve_forever, daemon=True).start()
    address = "https://127.0.0.1:%d" % secure.server_address[1]
    refused("a certificate that nobody has signed", "cannot reach.*certificate", site=address)
    refused("trusted, it is still not a site", "is not a site of a club", "--authority", path("tls.pem"), site=address)
    secure.shutdown()
other.shutdown()
rules.close()
ok(SITE.end() == (0, []), "the end")
done()
