#!/usr/bin/env python3
"""The archive of `make static` in a system that has nothing but it: no library, no shell. It is for `make nightly`, and needs root."""
import atexit
import glob
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import BUILD, done, ok  # noqa: E402

INSIDE = 'mkdir -p proc && mount -t proc proc proc && exec chroot . "$@"'


def inside(root, *words, text="", **environment):
    return subprocess.run(["unshare", "--mount", "--pid", "--fork", "sh", "-c", INSIDE, "-", *words], cwd=root, input=text, text=True,
                          env={"PATH": os.environ["PATH"], **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def main():
    archives = glob.glob(os.path.join(BUILD, "triancey-*-linux-*.tar.xz"))
    if os.geteuid() or len(archives) != 1:
        print("1..0 # SKIP it needs root, and what make static makes")
        return
    root = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    subprocess.run(["tar", "-xf", archives[0], "-C", root], check=True)
    home, = os.listdir(root)
    os.mkdir(os.path.join(root, "tmp"))
    engine, referee = ("/%s/bin/triancey-%s" % (home, name) for name in ("engine", "referee"))
    for name in (engine, referee, "/%s/libexec/triancey/triancey-sandbox" % home):
        said = subprocess.run(["readelf", "-d", "-l", root + name], stdout=subprocess.PIPE, text=True, check=True).stdout
        ok("NEEDED" not in said and "INTERP" not in said and "GNU_RELRO" in said, name.split("/")[-1] + " needs no library")
    said = inside(root, engine, text="setgrid crepe selacata\ngo nodes 2000\nquit\n")
    ok("bestmove" in said.stdout and said.returncode == 0, "the engine finds its boards and thinks", said.stdout)
    said = inside(root, referee, "match", "--engine", "builtin:search", "--engine", "builtin:reference", "--each", "nodes=500",
                  "--grid", "crepe,loire", "--record", "/tmp/match.db", "--quiet")
    ok(said.returncode == 0, "the referee plays a match", said.stdout)
    said = inside(root, referee, "verify", "/tmp/match.db")
    ok(said.returncode == 0, "and verifies its record", said.stdout)
    said = inside(root, referee, "report", "/tmp/match.db", "--html", "/tmp/match.html")
    ok(said.returncode == 0 and os.path.getsize(os.path.join(root, "tmp", "match.html")) > 10000, "its report has all that it needs", said.stdout)
    said = inside(root, referee, "play", "--grid", "bonjour", "--vs", "builtin:search", text="quitter\n", LANG="fr_FR.UTF-8", XDG_STATE_HOME="/tmp")
    ok(said.returncode == 0 and "jou" in said.stdout, "it speaks French to those who ask for it", said.stdout)
    done()


main()
