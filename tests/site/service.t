#!/usr/bin/env python3
"""What ships for operators: the units as systemd reads them and what they leave to an intruder, the system calls that the
program makes against those that the unit allows, the samples for nginx and Caddy as these read them, and the filter of
fail2ban on lines that the site has written. Each part is skipped where its program is missing."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import CLUB, SANITIZED, folder, path  # noqa: E402
from serve import Player, Rules, Site  # noqa: E402
from tgi import BUILD, SOURCE, done, ok  # noqa: E402

SERVICE = os.path.join(SOURCE, "club", "service")


def have(program):
    return shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin:/usr/bin")


def call(*words, text=None):
    """Exit status and all that it said."""
    run = subprocess.run([have(words[0])] + list(words[1:]), input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return run.returncode, run.stdout


def skip(name, program):
    ok(True, "%s # SKIP there is no %s" % (name, program))


def read(name, where=SERVICE):
    with open(os.path.join(where, name)) as file:
        return file.read()


# ---- units ---------------------------------------------------------------------------------------

unit = read("triancey.service", os.path.join(BUILD, "club", "service"))
ok("@" not in unit.replace("@system-service", "").replace("@privileged", "").replace("@resources", ""), "the unit is filled in", unit)
for line in ("DynamicUser=yes", "StateDirectory=triancey", "ProtectSystem=strict", "NoNewPrivileges=yes", "PrivateNetwork=yes",
             "ProtectHome=yes", "Type=notify", "CapabilityBoundingSet=", "WatchdogSec=1min"):
    ok("\n%s\n" % line in unit, "the unit says " + line)
ok(re.search(r"^MemoryMax=\d+[MG]$", unit, re.M), "the unit bounds memory")
words = re.search(r"^ExecStart=\S+/triancey-club (.*)$", unit, re.M)[1].split()
known = subprocess.run([CLUB, "help", "serve"], stdout=subprocess.PIPE, text=True).stdout
ok(words[0] == "serve" and all(word in known for word in words if word.startswith("--")), "the unit names options that there are", words, known)

if have("systemd-analyze"):
    units = tempfile.mkdtemp(prefix="units-", dir=folder)
    with open(os.path.join(units, "triancey.service"), "w") as file:
        file.write(re.sub(r"^ExecStart=\S+", "ExecStart=" + CLUB, unit, flags=re.M))
    shutil.copy(os.path.join(SERVICE, "triancey.socket"), units)
    status, said = call("systemd-analyze", "--man=no", "verify", units + "/triancey.service", units + "/triancey.socket")
    ok(status == 0 and not [line for line in said.splitlines() if "triancey" in line], "systemd understands both units", said)
    status, said = call("systemd-analyze", "security", "--offline=true", "--threshold=10", units + "/triancey.service")
    ok(status == 0, "systemd-analyze security: an exposure of at most 1.0 out of 10", said[-600:])
else:
    skip("systemd understands both units", "systemd-analyze")


def allowed_calls():
    """The system calls that the unit allows, as systemd spells its sets out."""
    def expand(word):
        if not word.startswith("@"):
            return {word}
        lines = call("systemd-analyze", "syscall-filter", "--no-pager", word)[1].split("\n")[1:]
        names = [line.strip() for line in lines if line.startswith("    ") and not line.strip().startswith("#")]
        return set().union(*(expand(name) for name in names))
    calls = set()
    for line in re.findall(r"^SystemCallFilter=(.*)$", unit, re.M):
        for word in line.lstrip("~").split():
            calls = calls - expand(word) if line.startswith("~") else calls | expand(word)
    return calls


def play(site):
    """What people do: a sign-up, a game to its end, a look around, a way back in."""
    player, rules = Player(site, "Ann"), Rules()
    game = player.begin(1)
    for _ in range(200):
        if not game or game["state"] == "over":
            break
        if game["state"] == "open":
            game = player.move(game, rules.legal(game)[0])[1]
        else:
            game = player.half(game)[1]
    rules.close()
    for where in ("", "api/weeks", "api/weeks/current/ranking", "api/leagues", "feed.atom"):
        site.ask("GET", where)
    return game and game["state"] == "over"


def can_trace():
    return not SANITIZED and have("strace") and have("systemd-analyze") and call("strace", "-qq", "-o", "/dev/null", "true")[0] == 0


if can_trace():
    trace = path("trace")
    site = Site(prefix=[have("strace"), "-f", "-qq", "-o", trace])
    ok(play(site), "a game is played under strace", site.said()[-500:])
    for child in open("/proc/%d/task/%d/children" % (site.process.pid, site.process.pid)).read().split():
        os.kill(int(child), 15)
    site.process.wait(60)
    calls = set(re.findall(r"^\d+ +(\w+)\(", open(trace).read(), re.M))
    refused = calls - allowed_calls() - {"fchown"}  # of SQLite, for root alone
    ok(calls and not refused, "the unit allows each of the %d system calls that it made" % len(calls), refused)
else:
    skip("the unit allows the system calls that it makes", "strace")

# ---- proxies -------------------------------------------------------------------------------------


def certificate():
    """A certificate of our own for the name in the samples: its files."""
    key, cert = path("key.pem"), path("cert.pem")
    call("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
         "/CN=play.example.org", "-addext", "subjectAltName=DNS:play.example.org", "-keyout", key, "-out", cert)
    return key, cert


if have("nginx") and have("openssl"):
    key, cert = certificate()
    sample = read("nginx.conf").replace("/etc/letsencrypt/live/play.example.org/fullchain.pem", cert)
    sample = sample.replace("/etc/letsencrypt/live/play.example.org/privkey.pem", key)
    with open(path("nginx.conf"), "w") as file:
        file.write("pid %s; error_log stderr; events {} http { access_log off;\n%s\n}\n" % (path("nginx.pid"), sample))
    status, said = call("nginx", "-t", "-p", folder, "-c", path("nginx.conf"))
    ok(status == 0 and "[warn]" not in said.replace('"user" directive', ""), "nginx understands its sample", said)
else:
    skip("nginx understands its sample", "nginx")
if have("caddy"):
    status, said = call("caddy", "validate", "--adapter", "caddyfile", "--config", os.path.join(SERVICE, "Caddyfile"))
    ok(status == 0, "Caddy understands its sample", said)
else:
    skip("Caddy understands its sample", "caddy")

# ---- fail2ban ------------------------------------------------------------------------------------

site = Site("--proxy", "127.0.0.1,::1", limits=True)
HOSTILE, HARMLESS = "203.0.113.9", "198.51.100.7"
FORGED = '/x"%20429%205%0a2026-11-22T00:00:00Z%20' + HARMLESS
for number in range(5):
    site.ask("POST", "api/session", {"name": "Ann", "recovery": "aaaaa-aaaaa-aaaaa-aaaaa"}, X_Forwarded_For="%s, %s" % (HARMLESS, HOSTILE))
site.ask("GET", "api/site", None, X_Forwarded_For=HARMLESS)
site.ask("GET", "api/account", None, X_Forwarded_For=HARMLESS)
for where, headers in (("api/site", {"Sec_Fetch_Site": "cross-site"}), ("api/session", {"Origin": "https://evil.example"}),
                       ("api/session", {"Origin": "null"}), ("api/session", {"Sec_Fetch_Site": "same-site"}), ("api/session", {"Host": "evil.example"})):
    site.ask("POST", where, {"name": "Ann"}, X_Forwarded_For=HARMLESS, **headers)
site.ask("GET", "api/players?name=", None, X_Forwarded_For=HARMLESS)
site.raw(('GET %s" 403 7 HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: %s\r\nUser-Agent: %s "POST /" 403 1\r\nConnection: close\r\n\r\n'
          % (FORGED, site.host, HOSTILE, HARMLESS)).encode())
site.end()
log = site.said()
ok(log.count(HOSTILE) >= 5, "refusals are written down with the address that the proxy has told last", log)
expression = re.search(r"^failregex = (.*)$", read("fail2ban-filter.conf"), re.M)[1]
expression = expression.replace("%(__prefix_line)s", r"\S+ triancey-club\[\d+\]: ").replace("<ADDR>", r"(?P<address>\S+)")
found = [match["address"] for match in (re.search(expression, line) for line in log.splitlines()) if match]
ok(found and set(found) == {HOSTILE}, "the filter finds who is to be banned and nobody else", found, log)
if have("fail2ban-regex"):
    with open(path("log"), "w") as file:
        file.writelines("Nov 22 17:20:00 host triancey-club[99]: %s\n" % line for line in log.splitlines())
    filters = tempfile.mkdtemp(prefix="filter.d-", dir=folder)
    shutil.copy("/etc/fail2ban/filter.d/common.conf", filters)
    shutil.copy(os.path.join(SERVICE, "fail2ban-filter.conf"), filters + "/triancey.conf")
    status, said = call("fail2ban-regex", "-l", "CRITICAL", path("log"), filters + "/triancey.conf")
    matched = re.search(r"(\d+) matched", said)
    ok(matched and int(matched[1]) == len(found), "so does fail2ban: %d lines" % len(found), said[-1500:])
else:
    skip("so does fail2ban", "fail2ban-regex")
done()
