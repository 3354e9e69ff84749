#!/usr/bin/env python3
"""A disk that is full under the site: what cannot be kept is refused (503) and changes nothing, what only reads goes on,
and once there is room again the same request is taken. Two ways to be full: a limit on the size of files (EFBIG), and a
file system without room (ENOSPC), which needs leave to mount one."""
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402: it stands still, so that no job makes room meanwhile
from referee import folder, run  # noqa: E402
from serve import Player, Rules, Site  # noqa: E402
from tgi import done, ok  # noqa: E402

rules = Rules()


def play_until_full(site, player, game):
    """Plays until a move is refused; the game as it was answered last, the move, its answer."""
    while True:
        if game["state"] == "open":
            move = rules.legal(game)[0]
            status, answer = player.move(game, move)
        else:
            move = None
            status, answer = player.half(game)
        if status not in (200, 201):
            return game, move, status, answer
        game = answer
        if game["state"] == "over":
            status, answer = player.post("api/tables", {"board": 1 + (int(game["board"]) % 7)})
            if status != 201:
                return game, None, status, answer
            game = answer["table"]


def attempt(name, site, fill, free):
    """The whole story on a site."""
    player = Player(site, "Ann")
    game = player.begin(1)
    ok(game, "%s: a game begins" % name, site.said())
    fill()
    game, move, status, answer = play_until_full(site, player, game)
    ok(status == 503 and answer.get("error"), "%s: refused with 503 and a sentence" % name, status, answer)
    ok("/" not in str(answer.get("error")), "%s: which tells no path" % name, answer)
    where = "api/tables/%s" % game["table"]
    status, _, now = player.ask("GET", where)
    ok(status == 200 and now["moves"] == game["moves"] and now["half"] == game["half"], "%s: and nothing has changed" % name, status, now, game)
    ok(site.status("GET", "api/weeks/current") == 200, "%s: what only reads is answered" % name)
    again = player.move(game, move)[0] if move else 503
    ok(again == 503, "%s: the same again is refused again" % name, again)
    refused = site.ask("POST", "api/accounts", {"name": "Bob"})
    ok(refused[0] == 503, "%s: as is a sign-up" % name, refused[0], refused[2])
    free()
    if move:
        status, answer = player.move(game, move)
        ok(status == 200 and answer["moves"][len(game["moves"]):len(game["moves"]) + 1] in ([move], []),
           "%s: with room it is taken" % name, status, answer)
    bob = Player(site, "Bob")
    ok(bob.status == 201, "%s: as is the sign-up, by the same name" % name, bob.answer)
    return player


# ---- files that may not grow ---------------------------------------------------------------------


def small_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


site = Site(limit=small_files, program=clock.CLUB)
hard = resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE)[1]


def size():
    return max(os.path.getsize(site.club + end) for end in ("", "-wal") if os.path.exists(site.club + end))


player = attempt("files that may not grow", site,
                 lambda: resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (size() + 8192, hard)),
                 lambda: resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (hard, hard)))
site.end()
ok(sqlite3.connect(site.club).execute("PRAGMA integrity_check").fetchall() == [("ok",)], "the file is sound")
ok(run("verify", site.club)[0] == 0, "verify finds nothing wrong")

# ---- a file system without room ------------------------------------------------------------------

mount = tempfile.mkdtemp(prefix="full-", dir=folder)
PREFIX = ["unshare"] + ([] if os.geteuid() == 0 else ["-Ur"]) + ["-m", "sh", "-c",
          "mount -t tmpfs -o size=8m,mode=0777 none '%s' && exec \"$0\" \"$@\"" % mount]
try:
    can = subprocess.run(PREFIX + ["true"], stderr=subprocess.DEVNULL).returncode == 0
except OSError:
    can = False
if can:
    site = Site(data=mount, prefix=PREFIX, program=clock.CLUB)
    inside = "/proc/%d/root%s" % (site.process.pid, mount)
    site.club = inside + "/club.db"

    def fill():
        """All but some pages."""
        with open(inside + "/filler", "wb", 0) as filler:
            try:
                while True:
                    filler.write(b"x" * 4096)
            except OSError:
                pass
            filler.truncate(max(0, filler.tell() - 4 * 4096))

    attempt("a file system without room", site, fill, lambda: os.unlink(inside + "/filler"))
    shutil.copy(inside + "/club.db", os.path.join(folder, "copy.db"))
    if os.path.exists(inside + "/club.db-wal"):
        shutil.copy(inside + "/club.db-wal", os.path.join(folder, "copy.db-wal"))
    site.end()
    ok(sqlite3.connect(os.path.join(folder, "copy.db")).execute("PRAGMA integrity_check").fetchall() == [("ok",)], "the file is sound")
else:
    ok(True, "a file system without room # SKIP nothing may be mounted here")
rules.close()
done()
