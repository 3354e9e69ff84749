#!/usr/bin/env python3
"""page/transport_http.js in a real browser, from a page that `gui` serves: lines arrive once and in order, and the end
of an engine or of the server is reported."""
import base64
import hashlib
import os
import re
import signal
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import modules  # noqa: E402
from browser import Browser  # noqa: E402
from gui import Gui  # noqa: E402
from referee import fake, path  # noqa: E402
from tgi import ENGINE, Engine, done, ok  # noqa: E402

modules.skip_without()
with open(modules.build("transport_http")[len("file://"):], encoding="utf-8") as file:
    script = re.search(r"<script>(.*)</script>", file.read(), re.S)[1]
digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
with open(path("modules.html"), "w", encoding="utf-8") as file:
    file.write("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src"
               " 'none'; script-src 'sha256-%s'; connect-src 'self'; img-src data:\">\n<meta charset=\"utf-8\"><title>m</title>"
               "<link rel=\"icon\" href=\"data:,\"></head><body><script>%s</script></body></html>" % (digest, script))

gui = Gui("--engine", "builtin:reference", "--engine", "cmd=" + fake("exit-go"), "name=fragile", "--page", path("modules.html"),
          "--log", path("log"), page=False)
browser = Browser()
browser.open(gui.address)
ok(browser.run("return m.transport_http.is_served()"), "the page knows that it is served")
engines = browser.run("return m.transport_http.list_engines()")
ok([engine["name"] for engine in engines] == ["reference", "fragile"], "the engines", engines)

OPEN = """
    const engine = m.transport_http.open_remote(arguments[0]);
    engine.heard = [];
    engine.onLine((line) => engine.heard.push(line));
    engine.onDeath((why) => { engine.why = why; engine.deaths = (engine.deaths ?? 0) + 1; });
    window.engines = [...window.engines ?? [], engine];
    return window.engines.length - 1;"""


class Remote:
    def __init__(self, number):
        self.number = browser.run(OPEN, number)

    def send(self, *lines):
        browser.run("for (const line of arguments[1]) window.engines[arguments[0]].send(line)", self.number, lines)

    def heard(self, count):
        browser.wait("return window.engines[arguments[0]].heard.length >= arguments[1]", self.number, count)
        return browser.run("return window.engines[arguments[0]].heard", self.number)

    def why(self):
        browser.wait("return window.engines[arguments[0]].why", self.number)
        return browser.run("const e = window.engines[arguments[0]]; return [e.why, e.deaths]", self.number)


DIALOGUE = ["setgrid crepe selacata", "newgame half 1 seed 3"]
for turn in range(40):
    DIALOGUE += ["legal", "go nodes 50", "state", "board"]
DIALOGUE.append("isready")
native = Engine(ENGINE, "--player", "reference")
native.send(*DIALOGUE)
wanted = native.until("readyok")
native.close()
remote = Remote(0)
remote.send(*DIALOGUE)
heard = remote.heard(len(wanted))
ok(heard == wanted, "hundreds of lines are sent at once, heard once, in order", len(heard), len(wanted))
second = Remote(0)
second.send("isready")
ok(second.heard(1) == ["readyok"], "two engines at the same time")

fragile = Remote(1)
fragile.send("setgrid inline selacata torus-3x2 cells 12 sides 1,5,7 0,2,6 3,1,9 2,4,8 5,3,11 4,0,10 7,11,1 6,8,0 9,7,3 8,10,2 "
             "11,9,5 10,6,4", "newgame half 1", "isready", "go id 1", "go id 2")
why, deaths = fragile.why()
ok("exited with status" in why and deaths == 1, "an engine that ends is told once", why, deaths)
nobody = Remote(7)
ok(nobody.why() == ["there is no such engine", 1], "an engine that is not there", nobody.why())
third = Remote(0)
third.send("isready\nsetoption name LogFile value x")
ok(third.why() == ["this cannot be said to an engine", 1], "nor is more said than a command", third.why())
browser.run("window.engines[arguments[0]].close()", second.number)
ok(browser.run("return window.engines[arguments[0]].why ?? null", second.number) is None, "after close() nothing is heard")
said = [line for line in browser.complaints() if "404" not in line]
ok(not said, "nothing else in the console", *said)
remote.send("isready")
ok(remote.heard(len(wanted) + 1)[-1] == "readyok", "the first goes on")
status, left = gui.end(signal.SIGTERM)
ok((status, left) == (0, []) and remote.why() == ["the program was ended", 1], "the end of the program is reported", remote.why())
with open(path("log")) as log:
    text = log.read()
ok(len(re.findall(r"^\S+ 1 reference > ", text, re.M)) >= len(DIALOGUE) and text.count(" 2 reference - closed") == 1,
   "the log has every line, and the engine that was closed")
browser.close()
done()
