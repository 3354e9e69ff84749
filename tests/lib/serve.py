"""What the tests of `serve` share: the site in a folder of its own, people who sign up, and clients over bare sockets
and http.client. A `Site` has what a `Gui` has (gui.py), so that `Events` follow it, too."""
import atexit
import os
import re
import subprocess
import tempfile
import time

from asker import Asker, has_hung_up
from gui import PAGE, Events
from referee import folder, path, surroundings
from tgi import BUILD, ENGINE, Engine

__all__ = ["FULL", "Events", "Player", "Rules", "Site", "play_half"]

CLOCKED = os.path.abspath(os.path.join(BUILD, "tests", "clocked", "triancey-club"))
CLOCK, FULL = "TRIANCEY_CLOCK", "TRIANCEY_FULL_HASH"


class Site(Asker):
    """`serve` with these words. Its club is in `data`, a new folder unless one is named. It has the machine's clock unless
    `program` is that with a given one; recovery codes cost it little (lib/quick_hash.c), unless the environment has FULL."""

    base = "/"

    def __init__(self, *words, data=None, limits=False, page=True, environment=None, limit=None, port=0, prefix=(),
                 program=None, keep=()):
        self.data = data or tempfile.mkdtemp(prefix="site-", dir=folder)
        self.club = os.path.join(self.data, "club.db")
        if page and not os.path.exists(path("page.html")):
            with open(path("page.html"), "w") as file:
                file.write(PAGE)
        self.words = (["serve", "--data", self.data, "--port", str(port)] + ([] if limits else ["--limits", "none"])
                      + (["--page", path("page.html")] if page else []) + [str(word) for word in words])
        self.environment = dict({} if program else {CLOCK: None}, **environment or {})
        self.limit, self.prefix, self.keep = limit, list(prefix) + [program or CLOCKED], keep
        self.start()

    def start(self):
        """Also once more, after it has ended or was killed: the same words, the same folder."""
        self.mark = "site-%d-%d" % (os.getpid(), time.monotonic_ns())
        self.errors = open(path("errors-" + self.mark), "a+")
        begun = time.monotonic()
        self.process = subprocess.Popen(self.prefix + self.words, cwd=path(""), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=self.errors, preexec_fn=self.limit, pass_fds=self.keep,
                                        env=surroundings(self.mark, self.environment))
        atexit.register(self.process.kill)  # of a test that fails midway nothing goes on
        self.address = self.process.stdout.readline().decode().strip()
        self.started = time.monotonic() - begun  # seconds until it could be reached: for benchmarks
        found = re.match(r"http://127\.0\.0\.1:(\d+)/$", self.address)
        if self.address.startswith("https://"):  # a public site says how others reach it
            self.port = int(self.words[self.words.index("--port") + 1])
        else:
            self.port = int(found[1]) if found else 0
        self.host = "127.0.0.1:%d" % self.port
        self.origin = "http://" + self.host

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Player:
    """Somebody with an account, over one connection that is kept."""

    def __init__(self, site, name, **more):
        self.site, self.name, self.link = site, name, site.connect()
        self.status, _, answer = site.ask("POST", "api/accounts", dict({"name": name, "key": True}, **more))
        self.answer = answer
        self.key = answer.get("key") if isinstance(answer, dict) else None
        self.recovery = answer.get("recovery") if isinstance(answer, dict) else None
        self.id = answer["account"]["id"] if self.key else 0

    def ask(self, method, where, body=None, **headers):
        if self.link.sock and has_hung_up(self.link.sock):  # the server closes connections that are silent for long
            self.link.close()
        return self.site.ask(method, where, body, self.key, self.link, **headers)

    def post(self, where, body):
        """Status and the answer."""
        status, _, answer = self.ask("POST", where, body)
        return status, answer

    def begin(self, board=1):
        """The game on a board of the week, begun."""
        status, answer = self.post("api/tables", {"board": board})
        return answer["table"] if status == 201 else None

    def half(self, game, half=None):
        """Begins the next half, or this one; status and the answer."""
        return self.post("api/tables/%s/half" % game["table"], {"half": half or game["half"] + 1})

    def move(self, game, move, **other):
        """Plays a move; members of the body may be replaced."""
        body = dict({"half": game["half"], "before": len(game["moves"]), "move": str(move)}, **other)
        return self.post("api/tables/%s/moves" % game["table"], body)

    def close(self):
        self.link.close()


class Rules:
    """What may be played in a game of the site, asked of the engine, which is no part of the server."""

    def __init__(self):
        self.engine, self.line = Engine(ENGINE, "-o", "Hash=1"), None

    def legal(self, game):
        """The legal moves of the half that is open, and whose turn it is by the number of moves."""
        lines = ([game["line"]] if game["line"] != self.line else []) + ["newgame half %d" % game["half"]]
        self.line = game["line"]
        if game["moves"]:
            lines.append("play " + " ".join(game["moves"]))
        answer = self.engine.ask(*lines, "legal", answer="legal")
        return answer.split()[1:]

    def close(self):
        self.engine.close()


def play_half(player, game, rules, choose=min):
    """Plays the half that is open to its end; the answer to the last move."""
    half = game["half"]
    while game["state"] == "open" and game["half"] == half:
        status, game = player.move(game, choose(rules.legal(game)))
        if status != 200:
            return None
    return game
