#!/usr/bin/env python3
"""The Debian packages of `make deb`: lintian reports no error and no warning, and on a fresh Debian 12 they are
installed, do what README.md and debian/tests promise, and are gone after that. It is for `make nightly`, and needs root.

The fresh system is made once from Debian's registry (mmdebstrap), and kept as nightly/debian.tar."""
import atexit
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import BUILD, SOURCE, done, ok  # noqa: E402

ROOT_TAR = os.path.join(BUILD, "nightly", "debian.tar")
# What apt and dpkg write themselves, whatever they install.
LEFT = re.compile(r"^\./(var/(cache|log|lib/(apt|dpkg|systemd|ucf|python|xml-core|sgml-base))|tmp|etc/(ld\.so\.cache|ssl|\.pwd\.lock|mailcap)"
                  r"|usr/share/mime|usr/share/icons/hicolor/icon-theme\.cache|proc|dev|run|home)")
INSIDE = """mount -t proc proc proc && mount --rbind /dev dev && cp /etc/resolv.conf etc/ && exec chroot . sh -c "$1" """


def inside(root, script):
    """Runs a script in the fresh system."""
    return subprocess.run(["unshare", "--mount", "--pid", "--fork", "sh", "-c", INSIDE, "-", script], cwd=root, text=True, stdin=subprocess.DEVNULL,
                          env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"},
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def fresh(packages):
    """The folder of a fresh system with the packages in /debs."""
    if not os.path.exists(ROOT_TAR):
        os.makedirs(os.path.dirname(ROOT_TAR), exist_ok=True)
        subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", "bookworm", ROOT_TAR + ".part.tar"], check=True)
        os.replace(ROOT_TAR + ".part.tar", ROOT_TAR)
    root = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    subprocess.run(["tar", "-xf", ROOT_TAR, "-C", root], check=True)
    os.mkdir(os.path.join(root, "debs"))
    for package in packages:
        shutil.copy(package, os.path.join(root, "debs"))
    shutil.copytree(os.path.join(SOURCE, "debian", "tests"), os.path.join(root, "debs", "tests"))
    return root


def files(root):
    """All files of the system, but those that apt, dpkg and Python write themselves."""
    said = subprocess.run(["find", ".", "-xdev", "!", "-type", "d"], cwd=root, stdout=subprocess.PIPE, check=True, text=True).stdout
    return {name for name in said.splitlines() if not LEFT.match(name) and not name.startswith("./debs/") and not name.endswith(".pyc")}


def readme_commands():
    """The three commands of README.md that need nothing but the packages, as a person would give them."""
    return """set -e; cd /root; export XDG_STATE_HOME=/root
        printf 'quit\\n' | triancey-referee play --grid bonjour --vs builtin:search
        printf 'quit\\n' | triancey-referee puzzle duck
        triancey-referee match --engine builtin:search --engine builtin:reference --each nodes=200 --grid crepe --rounds 1 --record match.db --quiet
        triancey-referee replay match.db 1 && triancey-referee verify match.db && rm match.db"""


def main():
    packages = glob.glob(os.path.join(BUILD, "deb", "*.deb"))
    if os.geteuid() or not packages or not shutil.which("lintian") or not shutil.which("mmdebstrap"):
        print("1..0 # SKIP it needs root, lintian, mmdebstrap, and what make deb makes")
        return
    said = subprocess.run(["lintian", "--allow-root", "--fail-on", "error,warning", "--tag-display-limit", "0", *glob.glob(os.path.join(BUILD, "deb", "*.changes"))],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    ok(said.returncode == 0, "lintian finds no error and gives no warning", *said.stdout.splitlines()[:40])
    root = fresh([name for name in packages if "-dbgsym" not in name])
    updated = inside(root, "apt-get -q update")
    ok(updated.returncode == 0, "the fresh system reaches its registry", updated.stdout[-2000:])
    before = files(root)
    installed = inside(root, "cd /debs && apt-get -q -y install --no-install-recommends ./*.deb curl gcc libc6-dev pkgconf python3-numpy")
    ok(installed.returncode == 0, "apt installs all packages together", installed.stdout[-3000:])
    readme = inside(root, readme_commands())
    ok(readme.returncode == 0, "commands of README.md work", readme.stdout[-3000:])
    for name in ("commands", "library", "module"):
        tried = inside(root, "/debs/tests/" + name)
        ok(tried.returncode == 0, "debian/tests/%s" % name, tried.stdout[-3000:])
    units = inside(root, "ls /lib/systemd/system/triancey.service /lib/systemd/system/triancey.socket && ! ls /etc/systemd/system/*/triancey.* 2>/dev/null")
    ok(units.returncode == 0, "the units are there, and not enabled", units.stdout)
    again = inside(root, "cd /debs && apt-get -q -y reinstall ./*.deb")
    ok(again.returncode == 0, "they are installed again over themselves", again.stdout[-2000:])
    removed = inside(root, "apt-get -q -y purge '?name(triancey)' curl gcc libc6-dev pkgconf python3-numpy && apt-get -q -y --purge autoremove")
    ok(removed.returncode == 0, "they are removed", removed.stdout[-2000:])
    after = files(root)
    ok(after == before, "and nothing is left of them", sorted(after - before)[:20], sorted(before - after)[:20])
    done()


main()
