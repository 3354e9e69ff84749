"""A real browser for tests: Chromium, spoken to by its DevTools protocol over a WebSocket.

All tests share one Chromium where TRIANCEY_BROWSER has the address that launch() gave; without it, a test starts its
own. A Browser is a window with a profile of its own in it: nothing is shared with other tests but processor time."""
import atexit
import base64
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

import pseudo
from tgi import BUILD, PATIENCE, SOURCE, processor_seconds

# The first has no windows of its own, whose buttons are pages, too, and take as much of the processor as the page that is tried.
PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")
SWITCHES = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--mute-audio",
            "--no-first-run", "--no-pings", "--disable-extensions", "--disable-sync", "--disable-breakpad",
            "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
            # Windows of other tests lie above, as it were; all are in use.
            "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
            "--disable-backgrounding-occluded-windows", "--disable-ipc-flooding-protection", "--disable-hang-monitor",
            "--disable-popup-blocking", "--disable-features=Translate,BackForwardCache,MediaRouter,OptimizationHints",
            "--log-level=3", "--remote-debugging-port=0",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")  # nothing beyond this machine can be reached
# Names of keys, as the tests have them: what the page calls it, its code, its number, what it types.
KEYS = {"Left": ("ArrowLeft", 37), "Up": ("ArrowUp", 38), "Right": ("ArrowRight", 39), "Down": ("ArrowDown", 40),
        "Enter": ("Enter", 13, "\r"), "Escape": ("Escape", 27), "Tab": ("Tab", 9), "Home": ("Home", 36), "End": ("End", 35),
        "Space": (" ", 32, " "), "Shift": ("Shift", 16)}


class Failure(Exception):
    """The browser refused a command."""


def page():
    """The address of the page that was built, None if there is none."""
    for folder in (os.path.join(BUILD, pseudo.CODE),) if pseudo.SPOKEN else (BUILD, SOURCE):
        path = os.path.abspath(os.path.join(folder, "page", "triancey.html"))
        if os.path.exists(path):
            return "file://" + path
    return None


def program():
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def is_current():
    """Whether no source is newer than the page; make knows, and tests/run has asked it."""
    if os.environ.get("TRIANCEY_PAGE"):
        return os.environ["TRIANCEY_PAGE"] == "current"
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    return subprocess.run(["make", "-q", "page/triancey.html"], cwd=BUILD, env=environment, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0


def missing():
    """Why the page cannot be tried here; None if it can."""
    if not page() or not is_current():
        return "the page is not built, or older than its sources: make page"
    return None if program() else "no chromium"


def skip_without():
    """Ends the test as skipped where the page cannot be tried."""
    why = missing()
    if why:
        print("1..0 # SKIP " + why)
        raise SystemExit(0)


class Chromium:
    """The program, which is ended by close(). `address`: where it is spoken to."""

    def __init__(self, *words):
        self.folder = tempfile.mkdtemp(prefix="chromium-")
        self.process = subprocess.Popen([program(), *SWITCHES, *words, "--user-data-dir=" + self.folder, "about:blank"],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = []
        for line in self.process.stderr:
            said.append(line.decode(errors="replace"))
            if "listening on ws://" in said[-1]:
                break
        else:
            raise Failure("Chromium does not start: " + "".join(said[-5:]))
        self.address = said[-1].split(" on ")[1].strip()
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def processor(self):
        """The seconds of processor that all its processes have used, where that can be known: it does not wait for most of them."""
        try:
            return processor_seconds(self.process.pid, family=True)
        except OSError:
            return 0

    def close(self):
        try:
            Link(self.address).call("Browser.close")
        except (OSError, Failure):
            self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def launch(*words):
    """Starts a Chromium to be shared; tests find it by its `.address` in TRIANCEY_BROWSER. `.close()` ends it."""
    return Chromium(*words)


own = None  # the Chromium of this test alone


def address():
    """Where the browser is, which is started if nobody has."""
    global own
    if os.environ.get("TRIANCEY_BROWSER"):
        return os.environ["TRIANCEY_BROWSER"]
    if not own:
        own = launch()
        atexit.register(own.close)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # which would end the test, and leave the browser
    return own.address


class Link:
    """A WebSocket (RFC 6455) with the DevTools protocol on it: commands, their answers, and events in between."""

    def __init__(self, address):
        host, _, path = address[len("ws://"):].partition("/")
        name, _, port = host.partition(":")
        self.socket = socket.create_connection((name, int(port)), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(PATIENCE + 60)  # a script that waits ends by itself before
        self.socket.sendall(("GET /%s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n" %
                             (path, host, base64.b64encode(os.urandom(16)).decode())).encode())
        self.input = self.socket.makefile("rb", 1 << 16)
        if b" 101 " not in self.input.readline():
            raise Failure("no WebSocket at " + address)
        while self.input.readline().strip():
            pass
        self.number, self.answers, self.heard = 0, {}, lambda event: None

    def write(self, text):
        data, mask = text.encode(), b"\0\0\0\0"  # a mask of zeros changes nothing, and is one
        size = len(data)
        length = bytes([128 | size]) if size < 126 else struct.pack(">BH", 254, size) if size < 65536 else struct.pack(">BQ", 255, size)
        self.socket.sendall(b"\x81" + length + mask + data)

    def read(self):
        """One message; control frames are answered or passed over."""
        whole = b""
        while True:
            head = self.input.read(2)
            if len(head) < 2:
                raise Failure("the browser is gone")
            size = head[1] & 127
            if size > 125:
                size = int.from_bytes(self.input.read(2 if size == 126 else 8), "big")
            data = self.input.read(size)
            if head[0] & 15 < 8:
                whole += data
                if head[0] & 128:
                    return json.loads(whole)
            elif head[0] & 15 == 9:
                self.socket.sendall(b"\x8a" + bytes([128 | size]) + b"\0\0\0\0" + data)

    def send(self, name, session=None, **parameters):
        """Sends a command; returns its number."""
        self.number += 1
        message = {"id": self.number, "method": name, "params": parameters}
        if session:
            message["sessionId"] = session
        self.write(json.dumps(message))
        return self.number

    def listen(self):
        """Takes one message."""
        message = self.read()
        if "id" in message:
            self.answers[message["id"]] = message
        else:
            self.heard(message)

    def answer(self, number):
        while number not in self.answers:
            self.listen()
        message = self.answers.pop(number)
        if "error" in message:
            raise Failure(message["error"]["message"])
        return message["result"]

    def call(self, name, session=None, **parameters):
        return self.answer(self.send(name, session, **parameters))


# What a script returns, as JSON; undefined is null, and nodes, which are no JSON, are true.
JSON = "JSON.stringify(value, (_, one) => one === undefined ? null : one instanceof Node ? one.nodeName : one)"
RUN = "(async () => { const value = await (async function (...args) {%s\n}).apply(null, %s); return " + JSON + "; })()"
# Once more until it is true, or patience is over.
WAIT = """(async () => { const end = performance.now() + %d, ask = async function (...args) {%s
    }; for (let pause = 1; ; pause = Math.min(2 * pause, 40)) {
        const value = await ask.apply(null, %s);
        if (value || performance.now() > end) return """ + JSON + """;
        await new Promise((next) => setTimeout(next, pause));
    } })()"""
# The page gives up a request to its server after 15 seconds (site_client.js), which a busy machine may need.
PATIENT = """{ const timer = window.setTimeout;
    window.setTimeout = (run, ms, ...more) => timer(run, ms === 15000 ? %d : ms, ...more); }""" % (1000 * PATIENCE)
GONE = ("navigat", "context was destroyed", "Cannot find context", "collected")  # a page that goes takes its scripts with it


class Browser:
    """A window of a browser with an empty profile. Everything in it may take PATIENCE seconds.

    `scale`: the page has its size, but is drawn smaller than that: nobody looks, and most of a browser's time goes
    into pixels. Places are always those of the page."""

    def __init__(self, width=1000, height=900, beside=None, scale=0.1):
        """`beside`: a Browser whose profile is shared, as by a second window."""
        self.scale = scale
        self.link = beside.link if beside else Link(address())
        self.context = beside.context if beside else self.link.call("Target.createBrowserContext", disposeOnDetach=True)["browserContextId"]
        self.windows = beside.windows if beside else {}
        self.target = self.link.call("Target.createTarget", url="about:blank", browserContextId=self.context, newWindow=True,
                                     width=width, height=height)["targetId"]
        self.session = self.link.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        self.windows[self.session] = self
        self.link.heard = self.hear
        self.said, self.asked, self.traces, self.loaded, self.awaited = [], None, [], set(), None
        self.commands(("Page.enable", {}), ("Page.setLifecycleEventsEnabled", {"enabled": True}), ("Runtime.enable", {}), ("Log.enable", {}),
                      ("Page.addScriptToEvaluateOnNewDocument", {"source": PATIENT}),
                      ("Emulation.setFocusEmulationEnabled", {"enabled": True}))
        if pseudo.SPOKEN:
            self.commands(("Emulation.setUserAgentOverride", {"userAgent": "Chrome", "acceptLanguage": pseudo.CODE}),
                          ("Page.addScriptToEvaluateOnNewDocument", {"source": pseudo.READERS}))
        self.size(width, height)

    def hear(self, event):
        """An event of any window of the link."""
        window = self.windows.get(event.get("sessionId"))
        if window:
            window.note(event["method"], event["params"])

    def note(self, name, what):
        if name == self.awaited:
            self.awaited = None
        if name == "Page.lifecycleEvent" and what["name"] == "load":
            self.loaded.add(what["loaderId"])
        elif name == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
            self.said.append("%s %s" % (what["entry"].get("url", ""), what["entry"]["text"]))
        elif name == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
            self.said.append(" ".join(str(one.get("value", one.get("description"))) for one in what["args"]))
        elif name == "Runtime.exceptionThrown":
            details = what["exceptionDetails"]
            self.said.append("%s %s" % (details["text"], details.get("exception", {}).get("description", "")))
        elif name == "Network.requestWillBeSent":
            self.asked.append(what["request"]["url"])
        elif name == "Tracing.dataCollected":
            self.traces += what["value"]
        elif name == "Page.javascriptDialogOpening":
            self.link.send("Page.handleJavaScriptDialog", self.session, accept=True)

    # ---- pages ------------------------------------------------------------------------------------

    def open(self, address):
        """Goes to an address and waits until it is loaded."""
        if pseudo.SPOKEN:
            address = address.replace("?lang=en", "?lang=" + pseudo.CODE)
        answer = self.command("Page.navigate", url=address)
        if "errorText" in answer:
            raise Failure("%s: %s" % (address[:200], answer["errorText"]))
        if "loaderId" in answer:  # none within a page
            while answer["loaderId"] not in self.loaded:
                self.link.listen()
            self.loaded.clear()

    def evaluate(self, expression):
        answer = self.command("Runtime.evaluate", expression=pseudo.spoken(expression), awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            exception = details.get("exception", {})
            raise Failure(str(exception.get("description", exception.get("value", details["text"]))))
        value = answer["result"].get("value")
        return None if value is None else json.loads(pseudo.english(value))

    def run(self, script, *arguments):
        """The value that the body of a function returns; promises are waited for."""
        return self.evaluate(RUN % (script, json.dumps(arguments)))

    def wait(self, script, *arguments):
        """Runs a script again and again until it returns something true."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.evaluate(WAIT % (1000 * PATIENCE, script, json.dumps(arguments)))
            except Failure as failure:
                if not any(word in str(failure) for word in GONE) or time.monotonic() > deadline:
                    raise

    def size(self, width, height):
        """Sets the size of what the page sees."""
        self.extent = width, height
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False, scale=self.scale)

    def command(self, name, **parameters):
        """A command of the DevTools protocol."""
        return self.link.call(name, self.session, **parameters)

    def command_until(self, event, name, **parameters):
        """A command, and waiting for an event that it causes."""
        self.awaited = event
        self.command(name, **parameters)
        while self.awaited:
            self.link.listen()

    def commands(self, *all):
        """Some commands at once: their names and parameters."""
        for number in [self.link.send(name, self.session, **parameters) for name, parameters in all]:
            self.link.answer(number)

    # ---- people -----------------------------------------------------------------------------------

    def click(self, selector):
        """A click in the middle of an element, which must be there and not be covered. What is drawn meanwhile may move it: a click
        that has missed it is made again."""
        for _ in range(3):
            self.click_at(*self.run("""const element = document.querySelector(args[0]);
                if (!element) throw new Error(`there is no ${args[0]}`);
                element.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
                const box = element.getClientRects()[0];
                if (!box) throw new Error(`${args[0]} is not shown`);
                const x = box.left + box.width / 2, y = box.top + box.height / 2, hit = document.elementFromPoint(x, y);
                if (!element.contains(hit) && !hit?.closest("label")?.contains(element)) throw new Error(`${args[0]} is covered by ${hit?.outerHTML.slice(0, 200)}`);
                window.pointed_at = false;
                for (const target of [element, hit.closest("label")])
                    target?.addEventListener("pointerdown", () => (window.pointed_at = true), { capture: true, once: true });
                return [x, y];""", selector))
            try:
                if self.run("return window.pointed_at !== false"):
                    return
            except Failure:  # the click has led elsewhere
                return

    def press(self, *keys):
        """Presses keys one after the other: names of KEYS, or what they type; "Shift+Tab" is two at a time."""
        events, held = [], 0
        for key in keys:
            names = key.split("+") if len(key) > 1 else [key]
            for one in names:
                held |= 8 if one == "Shift" else 0
                events.append(("Input.dispatchKeyEvent", dict(type="keyDown", modifiers=held, **key_of(one))))
            for one in reversed(names):
                held &= ~8 if one == "Shift" else ~0
                events.append(("Input.dispatchKeyEvent", dict(key_of(one), type="keyUp", modifiers=held, text="")))
        for name, parameters in events:  # each waits for the one before: the page may move the focus
            self.command(name, **parameters)

    def mouse(self, kind, x, y, **more):
        """One event of the mouse, from the system's side: "Moved", "Pressed" or "Released"."""
        self.mice((kind, x, y, more))

    def mice(self, *events):
        """Some events of the mouse, one after the other: kind, place and button of each."""
        self.commands(*(("Input.dispatchMouseEvent", {"type": "mouse" + kind, "x": x * self.scale, "y": y * self.scale, **more})
                        for kind, x, y, more in events))

    def click_at(self, x, y):
        """A click where something is seen, whatever lies there."""
        self.mice(("Moved", x, y, {}), ("Pressed", x, y, {"button": "left", "buttons": 1, "clickCount": 1}),
                  ("Released", x, y, {"button": "left", "clickCount": 1}))

    def drag(self, x, y, to_x, to_y, steps=6):
        way = [(x + (to_x - x) * i / steps, y + (to_y - y) * i / steps) for i in range(1, steps + 1)]
        self.mice(("Moved", x, y, {}), ("Pressed", x, y, {"button": "left", "buttons": 1, "clickCount": 1}),
                  *(("Moved", *at, {"button": "left", "buttons": 1}) for at in way),
                  ("Released", to_x, to_y, {"button": "left", "clickCount": 1}))

    # ---- what can be seen -------------------------------------------------------------------------

    def picture(self, path):
        scale, self.scale = self.scale, 1
        self.size(*self.extent)
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.command("Page.captureScreenshot")["data"]))
        self.scale = scale
        self.size(*self.extent)

    def pass_time(self, milliseconds):
        """Lets this much time go by for the page's timers, at once; then they stand still, so that this comes last."""
        self.command_until("Emulation.virtualTimeBudgetExpired", "Emulation.setVirtualTimePolicy", policy="advance", budget=milliseconds)

    def trace(self, categories):
        """Begins to trace what the browser does."""
        self.command("Tracing.start", traceConfig={"includedCategories": categories})

    def traced(self):
        """Ends that; its events."""
        self.command_until("Tracing.tracingComplete", "Tracing.end")
        traced, self.traces = self.traces, []
        return traced

    def settle(self):
        """What the page said before this has come when it is answered; a page that reloads itself may not answer."""
        while True:
            try:
                return self.run("")
            except Failure as failure:
                if "navigated" not in str(failure):
                    raise

    def complaints(self):
        """Errors and warnings of the console since the last call."""
        self.settle()
        said, self.said = self.said, []
        return said

    def watch_requests(self):
        """From now on, requests() lists what the page asks for."""
        self.asked = []
        self.command("Network.enable")

    def requests(self):
        """The addresses that were asked for since the last call, or since watch_requests()."""
        self.settle()
        asked, self.asked = self.asked, []
        return asked

    def close(self):
        """Closes the window; with the last one of a profile the profile goes."""
        if self.windows.pop(self.session, None):
            self.link.call("Target.closeTarget", targetId=self.target)
            if not self.windows:
                self.link.call("Target.disposeBrowserContext", browserContextId=self.context)
                self.link.socket.close()


def key_of(name):
    """A key in the words of the protocol."""
    if name in KEYS:
        key, number, *text = KEYS[name]
        return dict({"key": key, "code": name if key == " " else key, "windowsVirtualKeyCode": number}, **({"text": text[0]} if text else {}))
    number = ord(name.upper()) if name.isascii() and name.isalnum() else 0
    return {"key": name, "code": ("Digit" if name.isdigit() else "Key") + name.upper() if number else "", "windowsVirtualKeyCode": number, "text": name}


class PageEngine:
    """An engine in a worker of the open page, from what the page holds; tests speak to it as to tgi.Engine."""

    START = """
        const text = (name) => document.getElementById("embedded-" + name)?.textContent;
        const unpacked = (name) => {
            const packed = Uint8Array.from(atob(text(name)), (letter) => letter.charCodeAt(0));
            return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
        };
        window.triancey_module ??= await WebAssembly.compile(await unpacked("engine"));
        const worker = new Worker(URL.createObjectURL(new Blob([text("worker")], {type: "text/javascript"})));
        const engine = {worker, lines: [], end: null};
        worker.onmessage = ({data}) => {
            typeof data === "string" ? engine.lines.push(data) : engine.end = data.end;
            engine.look?.();
        };
        worker.postMessage({module: window.triancey_module, texts: text("texts-" + args[0]) && JSON.parse(new TextDecoder().decode(await unpacked("texts-" + args[0])))});
        window.triancey_engines = [...window.triancey_engines ?? [], engine];
        return window.triancey_engines.length - 1;"""

    def __init__(self, browser, language="en"):
        self.browser = browser
        self.number = browser.run(self.START.replace("args[0]", "arguments[0]"), language)

    def send(self, *lines):
        self.browser.run("for (const line of arguments[1]) window.triancey_engines[arguments[0]].worker.postMessage(line);",
                         self.number, lines)

    def lines(self, last):
        """All lines up to the first that begins with `last`; None if the engine ended before."""
        return self.browser.run("""
            const engine = window.triancey_engines[arguments[0]];
            return new Promise((resolve) => {
                engine.look = () => {
                    const at = engine.lines.findIndex((line) => line.startsWith(arguments[1]));
                    if (at < 0 && !engine.end)
                        return;
                    engine.look = null;
                    resolve(at < 0 ? [null] : engine.lines.splice(0, at + 1));
                };
                engine.look();
            });""", self.number, last)

    def ask(self, *lines):
        """What is answered to some lines."""
        self.send(*lines, "isready")
        return self.lines("readyok")[:-1]

    def end(self):
        """Why it ended, None if it has not."""
        return self.browser.run("return window.triancey_engines[arguments[0]].end", self.number)

    def close(self):
        self.browser.run("window.triancey_engines[arguments[0]].worker.terminate()", self.number)
