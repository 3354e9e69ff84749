"""A real browser for tests: Chromium driven through chromedriver by the W3C WebDriver protocol."""
import atexit
import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from tgi import BUILD, PATIENCE, SOURCE

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # what the protocol calls an element's key
KEYS = {"Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015", "Enter": "\ue007",
        "Escape": "\ue00c", "Tab": "\ue004", "Home": "\ue011", "End": "\ue010", "Space": "\ue00d",
        "Shift": "\ue008"}


class Failure(Exception):
    """The browser refused a command."""


def page():
    """The address of the page that was built, None if there is none."""
    for folder in (BUILD, SOURCE):
        path = os.path.abspath(os.path.join(folder, "page", "triancey.html"))
        if os.path.exists(path):
            return "file://" + path
    return None


def program():
    return shutil.which("chromium") or shutil.which("google-chrome")


def is_current():
    """Whether no source is newer than the page; make knows."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    return subprocess.run(["make", "-q", "page/triancey.html"], cwd=BUILD, env=environment, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0


def missing():
    """Why the page cannot be tried here; None if it can."""
    if not page() or not is_current():
        return "the page is not built, or older than its sources: make page"
    if not shutil.which("chromedriver"):
        return "no chromedriver"
    return None if program() else "no chromium"


def skip_without():
    """Ends the test as skipped where the page cannot be tried."""
    why = missing()
    if why:
        print("1..0 # SKIP " + why)
        raise SystemExit(0)


class Browser:
    """A window of a browser with an empty profile. Everything in it may take PATIENCE seconds."""

    def __init__(self, width=1000, height=900, offline=True, **options):
        """`offline`: nothing beyond this machine can be reached. `options` go to goog:chromeOptions."""
        self.folder = tempfile.mkdtemp()
        atexit.register(self.close)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.driver = subprocess.Popen(["chromedriver", "--port=%d" % port], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.address = "http://127.0.0.1:%d/session" % port
        words = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                 "--user-data-dir=" + self.folder, "--window-size=%d,%d" % (width, height)]
        if offline:
            words += ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
        chrome = dict({"binary": program(), "args": words + options.pop("args", [])}, **options)
        wanted = {"goog:chromeOptions": chrome, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
                  "timeouts": {"script": PATIENCE * 1000}}
        self.wait_for_driver()
        self.address += "/" + self.post("", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def wait_for_driver(self):
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                urllib.request.urlopen(self.address.replace("/session", "/status"), timeout=PATIENCE).read()
                return
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def call(self, method, path, value=None):
        data = None if value is None else json.dumps(value).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            why = json.load(error)["value"]
            raise Failure("%s: %s" % (why["error"], why["message"])) from None

    def post(self, path, value):
        return self.call("POST", path, value)

    # ---- pages ------------------------------------------------------------------------------------

    def open(self, address):
        self.post("/url", {"url": address})

    def run(self, script, *arguments):
        """The value that the body of a function returns; promises are waited for."""
        script = ("const [end, ...args] = [arguments[arguments.length - 1], ...arguments];"
                  "(async function (...args) {%s}).apply(null, args.slice(0, -1)).then("
                  "(value) => end([value]), (error) => end([null, String(error)]));" % script)
        value, *error = self.post("/execute/async", {"script": script, "args": list(arguments)})
        if error:
            raise Failure(error[0])
        return value

    def wait(self, script, *arguments):
        """Runs a script again and again until it returns something true."""
        deadline = time.monotonic() + PATIENCE
        while True:
            value = self.run(script, *arguments)
            if value or time.monotonic() > deadline:
                return value
            time.sleep(0.02)

    def size(self, width, height):
        """Sets the size of what the page sees."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                     mobile=False)

    def command(self, name, **parameters):
        """A command of the DevTools protocol."""
        return self.post("/goog/cdp/execute", {"cmd": name, "params": parameters})

    # ---- people -----------------------------------------------------------------------------------

    def find(self, selector):
        return self.post("/element", {"using": "css selector", "value": selector})

    def click(self, selector):
        self.post("/element/%s/click" % self.find(selector)[ELEMENT], {})

    def press(self, *keys):
        """Presses keys one after the other: names of KEYS, or what they type; "Shift+Tab" is two at a time."""
        actions = []
        for key in keys:
            held = [KEYS.get(one, one) for one in key.split("+")] if len(key) > 1 else [key]
            actions += [{"type": "keyDown", "value": one} for one in held]
            actions += [{"type": "keyUp", "value": one} for one in reversed(held)]
        self.post("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def mouse(self, kind, x, y, **more):
        """One event of the mouse, from the system's side: "Moved", "Pressed" or "Released"."""
        self.command("Input.dispatchMouseEvent", type="mouse" + kind, x=x, y=y, **more)

    def click_at(self, x, y):
        """A click where something is seen, whatever lies there."""
        self.mouse("Moved", x, y)
        self.mouse("Pressed", x, y, button="left", buttons=1, clickCount=1)
        self.mouse("Released", x, y, button="left", clickCount=1)

    def drag(self, x, y, to_x, to_y, steps=6):
        self.mouse("Moved", x, y)
        self.mouse("Pressed", x, y, button="left", buttons=1, clickCount=1)
        for i in range(1, steps + 1):
            self.mouse("Moved", x + (to_x - x) * i / steps, y + (to_y - y) * i / steps, button="left", buttons=1)
        self.mouse("Released", to_x, to_y, button="left", clickCount=1)

    # ---- what can be seen -------------------------------------------------------------------------

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))

    def complaints(self):
        """Errors and warnings of the console since the last call."""
        return [entry["message"] for entry in self.post("/se/log", {"type": "browser"})
                if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self):
        """The addresses that were asked for since the last call."""
        found = []
        for entry in self.post("/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found

    def close(self):
        if self.driver:
            atexit.unregister(self.close)
            try:
                self.call("DELETE", "")
            except (OSError, Failure):
                pass
            self.driver.terminate()
            self.driver.wait(PATIENCE)
            self.driver = None
            shutil.rmtree(self.folder, ignore_errors=True)


class PageEngine:
    """An engine in a worker of the page at hand, from what the page holds; spoken to as by tgi.Engine."""

    START = """
        const text = (name) => document.getElementById("embedded-" + name).textContent;
        if (!window.triancey_module) {
            const packed = Uint8Array.from(atob(text("engine")), (letter) => letter.charCodeAt(0));
            const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
            window.triancey_module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
        }
        const worker = new Worker(URL.createObjectURL(new Blob([text("worker")], {type: "text/javascript"})));
        const engine = {worker, lines: [], end: null};
        worker.onmessage = ({data}) => {
            typeof data === "string" ? engine.lines.push(data) : engine.end = data.end;
            engine.look?.();
        };
        worker.postMessage({module: window.triancey_module, texts: JSON.parse(text("texts"))[args[0]]});
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
