#!/usr/bin/env python3
"""`serve` as a program: what it makes and prints, cookies, the page that is not sent twice, figures for the operator, what
is written down, streams of news, hashes that keep nobody waiting, and an end that loses nothing."""
import contextlib
import json
import os
import re
import select
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402
from referee import CLUB, PATIENCE, path, run  # noqa: E402
from serve import FULL, Events, Player, Rules, Site, play_half  # noqa: E402
from tgi import done, enough, ok, until  # noqa: E402

JSON = {"Content_Type": "application/json"}

# ---- what it makes ---------------------------------------------------------------------------------

site = Site("--log", "all", "--name", "the <b>club</b>", program=clock.CLUB, environment={FULL: "1"})
ok(site.port > 0, "it prints its address", site.address, site.said())
for name in ("club.db", "operator.key"):
    mode = stat.S_IMODE(os.stat(os.path.join(site.data, name)).st_mode)
    ok(mode == 0o600, "%s is its owner's alone" % name, oct(mode))
status, headers, page = site.ask("GET", "/")
ok(status == 200 and b'<meta name="triancey-server" content="site 1">' in page, "the page is told who serves it", page[:200])
tag = headers["ETag"]
ok(re.match(r'"[0-9a-f]{32}-identity"$', tag or "") and headers["Cache-Control"] == "no-cache", "a page that may be kept", headers)
status, headers, page = site.ask("GET", "/", If_None_Match=tag)
ok(status == 304 and page == b"" and headers["ETag"] == tag, "and is not sent twice", status, page[:80])
for known, wanted in (('"other"', 200), ("W/" + tag, 304), ('"other", W/"a,b" ,%s' % tag, 304), ("*", 304), (tag[:-1], 200), (tag[1:], 200),
                      ('"other", "another"', 200), ('x"' + tag, 200)):
    ok(site.status("GET", "/", If_None_Match=known) == wanted, "%d to one who has %s" % (wanted, known))
about = site.ask("GET", "api/site")[2]
ok(about["name"] == "the <b>club</b>" and about["account"] is None and about["public"] is False, "what it says about itself", about)
os.makedirs(path("second"), exist_ok=True)
for command in (["serve", "--data", path("second")], ["gui"]):
    with open("/dev/full", "w") as full:
        told = subprocess.run([CLUB, *command, "--port", "0", "--page", path("page.html")], stdout=full, stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, timeout=PATIENCE, text=True)
    ok(told.returncode == 1 and "No space left" in told.stderr, "%s ends if it cannot print its address" % command[0], told)
status, said = run("serve", "--data", site.data, "--port", "0", "--page", path("page.html"))
ok(status == 1 and "another" in said, "a second server of the same club is refused", said)
status, said = run("serve", "--data", path("second"), "--port", str(site.port), "--page", path("page.html"))
ok(status == 1 and str(site.port) in said, "so is a port that is taken", said)
status, said = run("serve", "--data", path("nowhere/below"), "--port", "0", "--page", path("page.html"))
ok(status == 1 and "nowhere" in said, "and a folder in one that is not there", said)
made = Site(data=path("made"))
ok(made.port > 0 and stat.S_IMODE(os.stat(path("made")).st_mode) == 0o700, "a folder that is not there is made, for its owner alone", made.said())
made.end()
status, said = run("serve", "--public", "--page", path("page.html"))
missing = [word for word in ("--origin", "--proxy", "--data") if word + " is missing" not in said]
ok(status == 1 and not missing, "--public names all that is missing", missing, said)
status, said = run("serve", "--public", "--data", path("second"), "--origin", "http://club.example", "--proxy", "127.0.0.1",
                   "--limits", "none", "--page", path("page.html"))
os.chmod(path("second"), 0o755)
ok(status == 1 and "https://" in said and "--limits none" in said, "and all that is wrong", said)
key = os.path.join(path("second"), "operator.key")
for content in ("", "a" * 31, "a" * 32 + "b", "a" * 32 + "\r\n", "g" * 32 + "\n", "A" * 32 + "\n"):
    with open(key, "w") as file:
        file.write(content)
    status, said = run("serve", "--data", path("second"), "--port", "0", "--page", path("page.html"))
    ok(status == 1 and "operator.key is not a key" in said, "%r is no key of an operator" % content, said)
    ok(open(key, newline="").read() == content, "and is left as it is")
os.remove(key)
os.symlink("operator.key", key)
status, said = run("serve", "--data", path("second"), "--port", "0", "--page", path("page.html"))
ok(status == 1 and "operator.key: " in said, "nor is a link to itself", said)
os.remove(key)
with open(key, "w") as file:
    file.write("0123456789abcdef" * 2)
with open(path("page.html")) as file, open(path("other.html"), "w") as changed:
    changed.write(file.read().replace("'none'; ", "'none';\n "))
other = Site("--page", path("other.html"), data=path("second"), page=False)
ok(other.status("GET", "metrics", key="0123456789abcdef" * 2) == 200, "a key without an end of line is one", other.said())
ok("default-src 'none';  connect-src 'self'; frame-ancestors 'none'" in other.ask("GET", "")[1]["Content-Security-Policy"],
   "the policy of a page is one line, even if it has two there", other.said())
other.end()
POLICY = '<meta http-equiv="Content-Security-Policy" content="'
for what, content in (("without a policy", "<head></head>"), ("with half of one", "<head>" + POLICY), ("with an empty one", "<head>" + POLICY + '">'),
                      ("without a head", POLICY + "default-src 'none'\">"), ("that is empty", "")):
    with open(path("odd.html"), "w") as file:
        file.write(content)
    status, said = run("serve", "--data", path("second"), "--port", "0", "--page", path("odd.html"))
    ok(status == 1 and "odd.html is not the page that the build makes" in said, "a page " + what, said)
with open(path("odd.html"), "w") as file:
    file.truncate((16 << 20) + 1)
for page in ("odd.html", "page.html/x", "second"):
    status, said = run("serve", "--data", path("second"), "--port", "0", "--page", path(page))
    ok(status == 1 and page in said, "a page that is none: " + page, said)
for origin in ("club.example", "https://", "https://club.example/", "https://club.example/x", "https://a b", "ftp://club.example",
               "https://user@club.example", "https://CLUB.example", "https://:8443", "https://.club.example", "https://" + "x" * 200):
    status, said = run("serve", "--data", path("second"), "--port", "0", "--origin", origin, "--page", path("page.html"))
    ok(status == 1 and "--origin" in said, "'%s' is no origin" % origin, said)
status, said = run("serve", "--public", "--open", "--data", path("nowhere"), "--origin", "https://club.example", "--proxy", "unix", "--page", path("page.html"))
ok(status == 1 and "--open is for a site at home" in said and "other users" not in said, "a public site opens no browser, and no folder that is not there", said)
other = Site("--open", data=path("second"), environment={"PATH": path("nowhere")})
ok(other.status("GET", "") == 200 and "xdg-open is not installed" in other.said(), "without a program that opens browsers it serves, and says so",
   other.said())
other.end()
other = Site(data=path("second"), page=False, program=CLUB, environment={clock.VARIABLE: None})
ok(other.port > 0 or "the page is missing" in other.said(), "without --page it has the page that was built", other.said())
if other.port:
    other.end()
for proxy in ("proxy", "127.0.0.1,", "127.0.0.1,x", "300.1.1.1", "127.0.0.1/8"):
    status, said = run("serve", "--data", path("second"), "--proxy", proxy, "--port", "0", "--origin", "x", "--page", path("page.html"))
    ok(status != 0 and ("--proxy" in said) == (proxy != "127.0.0.1,"), "'%s' as a proxy" % proxy, said)

# ---- accounts --------------------------------------------------------------------------------------

status, headers, answer = site.ask("POST", "api/accounts", {"name": "Ann"})
cookie = headers["Set-Cookie"]
ok(status == 201 and "key" not in answer and re.match(
    r"triancey-\w+=[0-9a-f]{64}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Strict$", cookie), "a browser gets a cookie", cookie, answer)
mine = cookie.split(";")[0]
status, headers, answer = site.ask("GET", "api/site", Cookie=mine)
ok(answer["account"]["name"] == "Ann" and headers["Set-Cookie"].startswith(mine + ";"), "by which it is known, and which lasts", answer)
status, headers, answer = site.ask("GET", "api/site", Cookie="triancey=" + mine.split("=")[1])
ok(answer["account"]["name"] == "Ann" and headers["Set-Cookie"].startswith(mine + ";"), "by its earlier name, too", answer)
other = Site()
ok(other.ask("POST", "api/accounts", {"name": "Ben"})[1]["Set-Cookie"].split("=")[0] != mine.split("=")[0],
   "another club on this host has another cookie")
other.end()
for bad in (mine[:-1], mine + "0", mine[:-1] + ("0" if mine[-1] != "0" else "1"), "triancey=", mine + "; " + mine.split("=")[0] + "=" + "0" * 64,
            "__Host-" + mine):
    ok(site.status("GET", "api/account", Cookie=bad) == 401, "a cookie that is not hers: %s" % bad.replace(mine, "HERS")[:40])
status, headers, _ = site.ask("POST", "api/session/close", Cookie=mine)
ok(status == 204 and "Max-Age=0" in headers["Set-Cookie"], "signing out takes it away", headers)
ok(site.status("GET", "api/account", Cookie=mine) == 401, "on the server, too")
bert = Player(site, "Bert")
ok(bert.status == 201 and re.match(r"[0-9a-f]{64}$", bert.key), "a program gets a key")
again = site.ask("POST", "api/session", {"name": "bert", "recovery": bert.recovery.replace("-", " ").upper(), "key": True})
ok(again[0] == 200 and again[2]["key"] != bert.key, "another device a key of its own, however the code is spelled", again)
ok(site.status("POST", "api/session", {"name": "Bert", "recovery": "x" * 5000}) == 403, "a long code is none")
for body in (b"", b"{", b"[]", b'"name"', b'{"name":"X"} {}', b'{"name":"X","name":"Y"}', b'{"name":"a\\u0000b"}', b'{"name":"\xff"}',
             b'{"name":7}', b'{"name":"X","key":1}', b'{"name":"X","class":"robot"}', b'{"name":"a\nb"}', b'{"name":"X"}\0', b'{"name":"X"} x',
             b'{"name":"X","more":1}', b'{"name":null}', b"{}", b'{"name":{"name":"X"}}', b"[" * 9000):
    status, _, answer = site.ask("POST", "api/accounts", body, **JSON)
    ok(status == 400 and answer["code"] == "invalid", "no body: %s" % body[:40], status, answer)
for body, wanted in (({"parameters": "players 2"}, "an object"), ({"opponent": 1}, "a string or an object"), ({"seat": "1"}, "a whole number"),
                     ({"seat": -1}, "a whole number"), ({"days": 2 ** 40}, "a whole number"), ({"game": {}}, "a string")):
    status, _, answer = site.ask("POST", "api/tables", dict({"game": "selacata", "opponent": "link", "clock_ms": 60000}, **body))
    ok(status == 400 and wanted in answer["error"], "%s: the answer says what it should be" % body, answer)
for body, twice in (b'{"name":"X","name":"Y"}', "name"), (b'{"a":{"b":1,"b":2}}', "b"), (b'{"n\\u0061me":"X","name":"Y"}', "name"):
    status, _, said = site.ask("POST", "api/accounts", body, **JSON)
    ok(status == 400 and said["error"] == 'the body has "%s" twice' % twice, "what a body has twice is named: " + twice, said)
for address, wanted in (("weeks/current/ranking?count=x", "?count= needs one whole number"), ("weeks/current/ranking?count=-1", "?count="), ("ranking?from=", "?from="),
                        ("ranking?from=1&from=2", "?from="), ("ratings/selacata?count=1e3", "?count="), ("contests?from=%31x", "?from="), ("players?name=Bert&count=9999999999999999999", "?count="),
                        ("contests/7?round=x", "?round="), ("lobby/events?after=x", "?after="), ("ranking?class=robot", "the class is"),
                        ("ranking?class=human&class=engine", "the class is"), ("players?name=a&name=b", "?name= needs")):
    status, _, said = site.ask("GET", "api/" + address)
    ok(status == 400 and wanted in said["error"] and said["code"] == "invalid", "refused with what was wrong: " + address, status, said)
ok(site.ask("GET", "api/ranking?from=0&count=1&more=x")[0] == 200 and site.ask("GET", "?from=a-friend")[0] == 200, "but not what has no meaning here")
ok(site.ask("POST", "api/accounts", b'{"name":"X1"}', Content_Type="text/plain")[0] == 415, "what a form can send is refused")

# ---- hashes ----------------------------------------------------------------------------------------

asked = [threading.Thread(target=site.ask, args=("POST", "api/session", {"name": "Bert", "recovery": "0" * 20}))
         for _ in range(enough(3, 12))]
for thread in asked:
    thread.start()
many = 0
while any(thread.is_alive() for thread in asked):
    ok(site.status("GET", "api/site") == 200, "others are answered meanwhile") if many == 0 else site.status("GET", "api/site")
    many += 1
ok(many > len(asked), "more often than there are hashes", many)

# ---- figures, lines --------------------------------------------------------------------------------

with open(os.path.join(site.data, "operator.key")) as file:
    operator = file.read().strip()
for key in (None, bert.key, operator[:-1], operator + "0", "0" * 32):
    ok(site.status("GET", "metrics", key=key) == 404, "no figures for others")
status, headers, figures = site.ask("GET", "metrics", key=operator)
figures = figures.decode()
ok(status == 200 and headers["Content-Type"].startswith("text/plain; version=0.0.4"), "figures", headers)
wrong = [line for line in figures.split("\n") if line and not re.match(
    r"# (TYPE [a-z_]+ (counter|gauge|histogram)|HELP .*)$|[a-z_]+(\{[a-z]+=\"[^\"]*\"(,[a-z]+=\"[^\"]*\")*\})? [-+0-9.e]+$", line)]
ok(not wrong, "in the format of Prometheus", wrong[:3])
ok("\ntriancey_accounts 2\n" in figures and '\ntriancey_answers_total{status="201"} 2\n' in figures, "which are true", figures)
for path, method, language, wanted, said in (
        ("/mistyped", "GET", "fr-FR,fr;q=0.9,en;q=0.8", 404, '<html lang="fr">'), ("/mistyped", "GET", "en-US,en;q=0.5", 404, "<h1>There is no page"),
        ("/mistyped", "GET", "xx", 404, "<h1>There is no page"), ("/metrics", "GET", "en", 403, "<h1>The server does not accept"),
        ("/week", "POST", "en", 405, "<h1>The server does not accept"), ("/picture/week/x/y/z.png", "GET", "en", 404, "<h1>There is no page")):
    status, headers, answer = site.ask(method, path, Accept="text/html,*/*;q=0.8", Accept_Language=language, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")
    ok(status == wanted and headers["Content-Type"].startswith("text/html") and said in str(answer) and 'href="/"' in str(answer)
       and "default-src 'none'" in headers["Content-Security-Policy"] and "script" not in headers["Content-Security-Policy"],
       "%s %s for people in %s: a page, with a way home" % (method, path, language), status, answer)
status, headers, _ = site.ask("GET", "/api/mistyped", Accept="text/html")
ok(status == 404 and headers["Content-Type"] == "application/json", "what is for programs stays JSON", status, headers)
site.ask("GET", '/api/nothing"x?secret=7', X_Forwarded_For="192.0.2.7")
site.ask("GET", "/api/site")
lines = site.said().split("\n")
refused = [line for line in lines if "nothing" in line]
ok(len(refused) == 1 and re.match(
    r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ 127\.0\.0\.1 "GET /api/nothing.x" 404 \d+$', refused[0]),
   "a refusal is written down, not by whose word, and without the question", refused)
ok(any('"GET /api/site" 200' in line for line in lines), "and with --log all everything else")
ok(bert.key not in site.said() and bert.recovery not in site.said(), "but no key and no code")

# ---- what changes while a hash is computed ----------------------------------------------------------


def overtaken(where, body, key, change):
    """The status of a request that waits for its hash behind others, while `change` is made to the file."""
    def send(path, what):
        link = socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE)
        text = json.dumps(what)
        link.sendall(("POST /api/%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAuthorization: Bearer %s\r\n"
                      "Content-Length: %d\r\n\r\n%s" % (path, site.host, key, len(text), text)).encode())
        return link
    before = [send("session", {"name": "Bert", "recovery": "0" * 20}) for _ in range(2)]
    link = send(where, body)
    site.ask("GET", "api/site")  # so all were read
    with contextlib.closing(sqlite3.connect(site.club, timeout=20)) as base, base:
        base.execute(*change)
    early = select.select([link], [], [], 0)[0]
    answer = link.recv(4096)
    for one in [link] + before:
        one.close()
    return None if early else int(answer.split()[1])


late = Player(site, "Tardy")
status = until(lambda: overtaken("session", {"name": "Tardy", "recovery": late.recovery}, late.key,
                                 ("UPDATE club_account SET recovery = recovery || ' ' WHERE id = ?", (late.id,))))
ok(status == 403, "a code that is replaced while its hash is compared is worth nothing", status)
with contextlib.closing(sqlite3.connect(site.club, timeout=20)) as base, base:
    base.execute("UPDATE club_account SET recovery = rtrim(recovery) WHERE id = ?", (late.id,))
status = until(lambda: overtaken("account/recovery", {}, late.key, ("DELETE FROM club_device WHERE account = ?", (late.id,))))
ok(status == 403, "so is a device that is signed out meanwhile", status)
status, _, answer = site.ask("POST", "api/session", {"name": "Tardy", "recovery": late.recovery, "key": True})
ok(status == 200, "and the code was not replaced", status, answer)
late.key = answer["key"]
clock.advance(16 * 60)
status, answer = late.post("api/account/recovery", {})
ok(status == 403 and "old one" in answer["error"], "a device that was found gives no new code", status, answer)
status, answer = late.post("api/account/recovery", {"recovery": "0" * 20})
ok(status == 403, "nor does a wrong one", status, answer)
status, answer = late.post("api/account/recovery", {"recovery": late.recovery})
ok(status == 200 and site.status("POST", "api/session", {"name": "Tardy", "recovery": answer["recovery"]}) == 200, "the old one does", answer)

# ---- the end ---------------------------------------------------------------------------------------

rules = Rules()
game = bert.begin()
ok(game and game["state"] == "open", "a game is begun", game)
status, game = bert.move(game, rules.legal(game)[0])


def left_ms():
    return site.ask("GET", "api/tables/%s" % game["table"], key=bert.key)[2]["left_ms"][0]


before = left_ms()
clock.advance(20)
ok(left_ms() == before - 20000, "its clock runs", before, left_ms())
clock.lose(300)
ok(left_ms() == before - 20000, "but not while the program is stopped", before, left_ms())
clock.set_wall(clock.wall() + 300)
ok(left_ms() == before - 20000, "nor while the machine sleeps", before, left_ms())
news = Events(site, "api/events")
busy = threading.Event()


def hurry():
    """Keeps the server busy: it always has something to do."""
    try:
        with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as link:
            request = ("GET /api/site HTTP/1.1\r\nHost: %s\r\n\r\n" % site.host).encode() * 20
            while link.recv(1) is not None if link.send(request) == 0 else link.recv(65536):
                busy.set()
    except OSError:
        pass


crowd = [threading.Thread(target=hurry, daemon=True) for _ in range(enough(1, 4))]
for thread in crowd:
    thread.start()
busy.wait(PATIENCE)
waiting, link = {}, site.connect()
link.request("POST", "/api/accounts", '{"name":"Late"}', {"Content-Type": "application/json"})  # under way when the end comes
status, left = site.end(signal.SIGTERM)
try:
    waiting["answer"] = (link.getresponse().status,)
except OSError as error:
    waiting["error"] = error
link.close()
ok(status == 0 and left == [], "it ends although it is busy, and leaves nothing", status, left)
ok("answer" in waiting and waiting["answer"][0] in (201, 503) or "error" in waiting, "who waited has an answer, or never came in", waiting)
news.wait(lambda event: False)
ok(news.ended, "streams end")
ok(not os.path.exists(site.club + "-wal"), "the club is one file")
out = sqlite3.connect(site.club).execute("SELECT COUNT(*) FROM club_account WHERE name = 'Late'").fetchone()[0]
ok(out == (1 if waiting.get("answer", (0,))[0] == 201 else 0), "and what was answered is there", out, waiting)

clock.advance(7)
site.start()
bert.link = site.connect()
status, _, back = bert.ask("GET", "api/tables/%s" % game["table"])
ok(status == 200 and back["moves"] == game["moves"] and back["state"] == "open", "games go on where they were", back)
ok(back["left_ms"] == game["left_ms"], "and take no time while nobody can move", game["left_ms"], back["left_ms"])
with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as link:
    link.sendall(("GET /api/events HTTP/1.1\r\nHost: %s\r\n\r\n" % site.host).encode())
    got, life = link.recv(65536), b"3\r\n:\n\n\r\n"
    while got.count(life) < 3:
        clock.advance(1)
        got += link.recv(65536) if select.select([link], [], [], 0.05)[0] else b""
    ok(got.partition(b"\r\n\r\n")[2].replace(life, b"") == b"", "a stream that has nothing to say shows that it lives, in whole chunks", got)
    site.process.send_signal(signal.SIGTERM)
    while True:
        more = link.recv(65536)
        if not more:
            break
        got += more
ok(b"text/event-stream" in got and b"retry: 1000\n" in got, "a stream ends with the advice to come back in a second", got[-200:])
site.process.wait(PATIENCE)
site.start()
bert.link = site.connect()
end = play_half(bert, back, rules)
ok(end and end["state"] == "between" and end["done"][0]["moves"], "the half is played to its end", end)
status, end = bert.half(game)
news = Events(site, "api/events")
end = play_half(bert, end, rules)
ok(end and end["state"] == "over", "and so is the game", end)
event = until(lambda: clock.advance(1) or news.wait(lambda event: event[1] == "ranking", 0))
ok(event and event[2] == about["week"], "the news say that the ranking has changed", news.events)
rows = site.ask("GET", "api/weeks/current/ranking")[2]["rows"]
ok(len(rows) == 1 and rows[0]["total"] == sum(half["margins"][0] for half in end["done"]), "it has the game", rows)
news.close()
rules.close()
site.end()
done()
