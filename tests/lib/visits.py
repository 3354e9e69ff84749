"""What people do on a site, or with the page of `gui`, while it fails at some moment (faults.t). A visit counts what was
acknowledged, which must then be kept, and notes an answer that leaves something out."""
import http.client
import json
import os
import select
import signal

import contract
import faults
from tgi import until

# Headers that every answer must have.
GUARDS = ("X-Content-Type-Options", "X-Frame-Options", "Content-Security-Policy", "Cache-Control")
OLD_WEEK = "2026-10"  # one that is over


class Visit:
    """A program that prints an address, and somebody who goes there; `go_round()` is what they do."""

    def __init__(self, process):
        self.accounts = self.moves = 0
        self.wrong = None
        process.stdin.close()
        said = select.select([process.stdout], [], [], faults.PATIENCE)[0]
        address = process.stdout.readline().decode().strip() if said else ""
        if address.startswith("http://127.0.0.1:"):
            self.host, _, self.base = address[len("http://"):].partition("/")
            self.go_round()
        process.send_signal(signal.SIGINT)

    def ask(self, method, where, body=None, key=None):
        """Status and the answer, as JSON or text; 0 if there was none."""
        link = http.client.HTTPConnection(self.host, timeout=10)
        try:
            link.request(method, "/" + self.base + where, body if body is None or isinstance(body, str) else json.dumps(body),
                         {"Content-Type": "text/plain" if isinstance(body, str) else "application/json",
                          **({"Authorization": "Bearer " + key} if key else {})})
            answer = link.getresponse()
            missing = [name for name in GUARDS if not answer.headers.get(name)]
            if missing:
                self.wrong = "an answer without %s" % " and ".join(missing)
            if "event-stream" in answer.headers.get("Content-Type", ""):
                return answer.status, answer.readline()
            content = answer.read()
            contract.answer(method, "/" + self.base + where, answer.status, answer.headers, content)
            return answer.status, json.loads(content) if "json" in answer.headers.get("Content-Type", "") else content
        except (OSError, http.client.HTTPException, ValueError):
            return 0, None
        finally:
            link.close()

    def wants(self, answer, name):
        """A member of an answer, which must be there; True for one that is 0 or empty, so that only a missing one is false."""
        if not isinstance(answer, dict) or name not in answer:
            self.wrong = "an answer says that all is well, without '%s'" % name
            return None
        return answer[name] or True

    def go_round(self):
        raise NotImplementedError


class ClubVisit(Visit):
    """Signs up, plays, looks."""

    def sign_up(self, name):
        status, answer = self.ask("POST", "api/accounts", {"name": name, "key": True})
        self.accounts += status == 201
        return self.wants(answer, "key") if status == 201 else None

    def play(self, key, most):
        """Plays `most` moves of a tournament game."""
        status, answer = self.ask("POST", "api/tables", {"board": 1}, key)
        game = answer.get("table") if status == 201 else None
        good = game and self.wants(game, "moves")
        for move in range(40) if good else ():
            status, now = self.ask("POST", "api/tables/%s/moves" % game["table"],
                                   {"half": game["half"], "before": len(game["moves"]), "move": str(move)}, key)
            if status == 200:
                self.moves, game = self.moves + 1, now
            if self.moves == most or (status == 200 and not self.wants(now, "moves")):
                break
        return game if good else None

    def go_round(self):
        self.ask("GET", "")
        self.ask("GET", "api/weeks/current")
        key = self.sign_up("Ann")
        if key:
            self.play(key, 2)
            self.ask("GET", "api/weeks/current/ranking")
            self.ask("GET", "api/weeks/current/tables", None, key)


class MemberVisit(ClubVisit):
    """All that somebody with an account does: they sign out and in again, read what is kept of them, give up a game."""

    def go_round(self):
        status, answer = self.ask("POST", "api/accounts", {"name": "Ann", "key": True})
        if status != 201 or not self.wants(answer, "recovery"):
            return
        self.accounts, key, code = 1, answer["key"], answer["recovery"]
        game = self.play(key, 1)
        if game:
            self.ask("GET", "api/tables/%s" % game["table"], None, key)
            self.ask("POST", "api/tables/%s/resign" % game["table"], {"half": 1}, key)
            self.moves = 0  # the half is in the record now, or may be
            self.ask("POST", "api/tables/%s/half" % game["table"], {"half": 2}, key)
            self.ask("POST", "api/tables/%s/resign" % game["table"], {"half": 2}, key)
        for where in ("api/site", "api/account", "api/account/export", "api/weeks/current/boards/1", "api/players?name=Ann"):
            self.ask("GET", where, None, key)
        self.ask("POST", "api/session", {"name": "Ann", "recovery": code, "key": True})
        self.ask("POST", "api/account/recovery", {}, key)
        self.ask("POST", "api/session/close", {}, key)
        self.ask("POST", "api/session/close-all", {}, key)


class TableVisit(ClubVisit):
    """Somebody who plays at tables: with a guest by a link, by correspondence, and against an engine of the operator.
    `tables` has the names of those that were acknowledged."""

    def look(self, answer):
        """The table of an answer, which must be whole; None if there is none."""
        status, table = answer
        if status not in (200, 201):
            return None
        table = table.get("table", {}) if status == 201 and isinstance(table, dict) else table
        if not all(self.wants(table, name) for name in ("table", "state", "moves", "half", "done", "seats")):
            return None
        self.tables.add(table["table"])
        return table

    def sit(self, key, opponent="link", **more):
        return self.look(self.ask("POST", "api/tables", dict({"seat": 1, "opponent": opponent}, **more), key))

    def invite(self, key, **more):
        """A table at which a guest sits down, and the guest's key."""
        table = self.sit(key, **more)
        if table and not table.get("invite"):
            self.wrong = "a table without an invitation"
        if not table or self.wrong:
            return None, None
        guest = table["table"] * 2
        return self.look(self.ask("POST", "api/tables/%s/join" % table["table"], {
            "secret": table["invite"].split("/")[-1], "key": guest})), guest

    def move(self, table, key, choices):
        """The table after the first of these moves that is legal; as it was if none is, None if there is no answer."""
        for choice in choices:
            status, answer = self.ask("POST", "api/tables/%s/moves" % table["table"], {
                "half": table["half"], "before": len(table["moves"]), "move": str(choice)}, key)
            if status in (200, 0):
                after = self.look((status, answer))
                self.moves += after is not None
                return after
        return table

    def with_guest(self, key):
        table, guest = self.invite(key, game="selacata", grid="torus 3x2", clock_ms=600000)
        if not table:
            return
        where = "api/tables/%s" % table["table"]
        self.ask("GET", where + "/events")
        for who in (key, guest, key):
            table = table and self.move(table, who, range(8))
        self.ask("GET", where + "/events", None, guest)
        for half in (1, 2):
            self.look(self.ask("POST", where + "/resign", {"half": half}, guest))
        self.look(self.ask("GET", where, None, guest))
        status, result = self.ask("GET", where + "/result")
        if status == 200:
            self.wants(result, "games")

    def by_mail(self, key):
        table, guest = self.invite(key, game="triangulation", players=2, days=3)
        for before, who in enumerate((key, guest) if table else ()):
            self.look(self.ask("POST", "api/tables/%s/draw" % table["table"], {"half": 1, "before": before, "offer": True}, who))

    def with_hidden_pieces(self, key):
        table, guest = self.invite(key, game="trioker-rapid", parameters={"deals": 1}, clock_ms=600000)
        if table:
            self.ask("GET", "api/tables/%s/events" % table["table"], None, guest)

    def with_engine(self, key):
        self.ask("GET", "api/engines")
        table = self.sit(key, {"engine": "search"}, game="selacata", grid="torus 2x2", clock_ms=600000)
        table = table and self.move(table, key, range(4))

        def has_moved():
            nonlocal table
            table = table and (self.look(self.ask("GET", "api/tables/%s" % table["table"], None, key)) or table)
            return not table or len(table["moves"]) > 1 or table["done"]

        until(has_moved, 2)  # but it may be the engine that fails

    def go_round(self):
        self.tables = set()
        key = self.sign_up("Ann")
        if key:
            self.with_guest(key)
            self.by_mail(key)
            self.with_hidden_pieces(key)
            self.with_engine(key)
            self.ask("GET", "api/tables", None, key)
            self.ask("GET", "api/account/export", None, key)


class LookVisit(ClubVisit):
    """Somebody who reads what a club with a week that is over has, and the leagues beside it."""

    def go_round(self):
        week = "api/weeks/%s" % OLD_WEEK
        for where in ("api/weeks", week, week + "/ranking", week + "/ranking.csv", week + "/boards/1", "api/ranking",
                      "api/ranking.csv", "api/players/1", "api/players?name=Ann", "api/records/1", "api/events"):
            self.ask("GET", where)
        status, answer = self.ask("GET", "api/leagues")
        for league in answer["leagues"] if status == 200 and isinstance(self.wants(answer, "leagues"), list) else ():
            where = "api/leagues/%s" % league["id"]
            for more in ("", "/games", "/games/1", "/events"):
                self.ask("GET", where + more)


class PageVisit(Visit):
    """The page of `gui`, which speaks to an engine."""

    def go_round(self):
        self.ask("GET", "")
        self.ask("GET", "engines")
        status, answer = self.ask("POST", "engines/0")
        session = self.wants(answer, "session") if status == 201 else None
        if session:
            self.ask("POST", "sessions/%s/lines?at=0" % session, "tgi\nisready\n")
            self.ask("GET", "sessions/%s/events" % session)
            self.ask("POST", "sessions/%s/close" % session)


class RareVisit(ClubVisit):
    """What is rarely asked for: figures for the operator, the feed, wrong requests, an account that is deleted."""

    def __init__(self, process):
        self.folder = os.readlink("/proc/%d/cwd" % process.pid)
        super().__init__(process)

    def figures(self):
        try:
            with open(os.path.join(self.folder, "operator.key")) as file:
                operator = file.read().strip()
        except OSError:
            return
        self.ask("GET", "metrics", None, operator)
        self.ask("GET", "metrics", None, "x")

    def wrong_requests(self, key):
        for method, where, body in (("POST", "api/accounts", {"name": "Ann", "key": True}), ("POST", "api/accounts", {"name": "A/", "key": True}),
                                    ("POST", "api/accounts", {"nom": "Eve"}), ("POST", "api/accounts", "name=Eve"), ("GET", "api/games", None),
                                    ("POST", "api/session", {"name": "Ann", "recovery": "wrong", "key": True}), ("GET", "nowhere", None),
                                    ("POST", "api/tables", {"board": 99}), ("GET", "api/weeks/1999-01", None), ("GET", "api/players/77", None),
                                    ("GET", "api/players?name=Nobody", None), ("POST", "api/tables", {"game": "nothing", "opponent": "link"}),
                                    ("POST", "api/tables", {"game": "tritt", "opponent": {"engine": "nobody"}}), ("GET", "api/tables/x", None),
                                    ("PUT", "api/site", None), ("GET", "api/records/7", None), ("GET", "api/leagues/none", None)):
            self.ask(method, where, body, key)

    def go_round(self):
        self.ask("GET", "feed.atom")
        self.figures()
        key = self.sign_up("Ann")
        if not key:
            return
        self.wrong_requests(key)
        game = self.play(key, 1)
        if game:
            where = "api/tables/%s/moves" % game["table"]
            for half, before, move in ((1, 0, "0"), (9, 1, "0"), (1, len(game["moves"]), "nonsense")):
                self.ask("POST", where, {"half": half, "before": before, "move": move}, key)
        self.ask("POST", "api/account/delete", {"name": "Anna"}, key)
        self.ask("GET", "feed.atom")


class LeavingVisit(ClubVisit):
    """Somebody whose account is deleted, which ends their games. No account is counted, so faults.t asks for none to be kept."""

    def go_round(self):
        key = self.sign_up("Ann")
        if not key:
            return
        self.play(key, 1)
        self.ask("POST", "api/tables", {"game": "tritt", "seat": 1, "opponent": "link", "days": 1}, key)
        self.ask("POST", "api/account/delete", {"name": "Ann"}, key)
        self.ask("GET", "api/account", None, key)
        self.accounts = 0


class LongPageVisit(PageVisit):
    """The page of `gui` with two engines, to which lines are sent twice, one that does not start, and one that is not there."""

    def go_round(self):
        sessions = []
        for engine in (0, 1, 2, 9):
            status, answer = self.ask("POST", "engines/%d" % engine)
            if status == 201 and self.wants(answer, "session"):
                sessions.append(answer["session"])
        for session in sessions:
            self.ask("POST", "sessions/%s/lines?at=0" % session, "tgi\nisready\nsetgrid crepe\ngo nodes 50\n")
            self.ask("POST", "sessions/%s/lines?at=0" % session, "tgi\n")
            self.ask("GET", "sessions/%s/events" % session)
        self.ask("POST", "sessions/none/lines?at=0", "tgi\n")
        self.ask("GET", "nowhere")
        for session in sessions:
            self.ask("POST", "sessions/%s/close" % session)
