#!/usr/bin/env python3
"""What Lighthouse says of a site's first page at the size of a phone: scores for performance (with its parts), accessibility,
best practices and search. Each score must be at least 95.

Lighthouse and what it needs are fetched from npm once and kept in the user's cache. Lighthouse computes what a slow network and
a slow processor would cost from what it measures here, so a busy machine makes its tasks longer: run it alone. `PAGE=FILE` is
another page."""
import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import program  # noqa: E402
from serve import Site  # noqa: E402
from tgi import BUILD  # noqa: E402

VERSION = "12.8.2"
SHA512 = "+5SKYzVaTFj22MgoYDPNrP9tlD2/Ay7j3SxPSFD9FpPyVxGr4UtOQGKyrdZ7wCmcnBaFk0mCkPfARU3CsE0nvA=="
CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "triancey", "lighthouse-" + VERSION)
LEAST = 95
MEASURES = ("first-contentful-paint", "largest-contentful-paint", "speed-index", "total-blocking-time", "cumulative-layout-shift", "total-byte-weight")


def fetch():
    """Installs Lighthouse into the cache, whole or not at all."""
    if os.path.exists(CACHE):
        return
    os.makedirs(os.path.dirname(CACHE), exist_ok=True)
    with tempfile.TemporaryDirectory(dir=os.path.dirname(CACHE)) as folder:
        subprocess.run(["npm", "pack", "--silent", "lighthouse@" + VERSION], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        package = os.path.join(folder, "lighthouse-%s.tgz" % VERSION)
        with open(package, "rb") as file:
            if base64.b64encode(hashlib.sha512(file.read()).digest()).decode() != SHA512:
                sys.exit("lighthouse is not the package that it should be")
        subprocess.run(["npm", "install", "--silent", "--no-fund", "--no-audit", "--ignore-scripts", "--prefix", folder, package], check=True,
                       stdout=subprocess.DEVNULL)
        os.remove(package)
        shutil.copytree(folder, CACHE + ".tmp", symlinks=True, dirs_exist_ok=True)
    os.replace(CACHE + ".tmp", CACHE)


def measure(address):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        subprocess.run(["node", os.path.join(CACHE, "node_modules", "lighthouse", "cli", "index.js"), address, "--quiet", "--output=json",
                        "--output-path=" + report, "--chrome-flags=--headless=new --no-sandbox --disable-gpu --user-data-dir=" + folder],
                       check=True, env=dict(os.environ, CHROME_PATH=program()), stderr=subprocess.DEVNULL)
        with open(report, encoding="utf-8") as file:
            return json.load(file)


fetch()
site = Site("--page", os.path.abspath(os.environ.get("PAGE") or os.path.join(BUILD, "page", "site")), page=False)
said = measure(site.address)
site.end()
scores = {name: round(100 * (one["score"] or 0)) for name, one in said["categories"].items()}
for name, score in scores.items():
    print("%-16s %3d" % (name, score))
for name in MEASURES:
    print("  %-26s %s" % (name, said["audits"][name].get("displayValue")))
print("  load %.1f, index of the processor %d" % (os.getloadavg()[0], said["environment"]["benchmarkIndex"]))
sys.exit(any(score < LEAST for score in scores.values()))
