"""What the tests of `gui` share: the program with a page, and clients over bare sockets and http.client."""
import atexit
import http.client
import json
import os
import re
import socket
import subprocess
import threading
import time

import contract
from asker import Asker
from referee import CLUB, PATIENCE, path, surroundings

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src 'self'">
</head>
<body>a page</body>
</html>
"""


class Gui(Asker):
    """A `gui` that runs with these words. Waits until it has printed its address."""

    def __init__(self, *words, page=True, environment=None, program=CLUB):
        self.mark = "gui-%d-%d" % (os.getpid(), time.monotonic_ns())
        if page:
            with open(path("page.html"), "w") as file:
                file.write(PAGE)
            words += ("--page", path("page.html"))
        self.errors = open(path("errors-" + self.mark), "a+")
        self.process = subprocess.Popen([program, "gui"] + [str(word) for word in words], cwd=path(""),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors,
                                        env=surroundings(self.mark, environment or {}))
        atexit.register(self.process.kill)  # of a test that fails midway nothing goes on
        self.address = self.process.stdout.readline().decode().strip()
        found = re.match(r"http://127\.0\.0\.1:(\d+)(/([0-9a-f]{32})/)$", self.address)
        self.port, self.base, self.secret = (int(found[1]), found[2], found[3]) if found else (0, "", "")

    def ask(self, method, where, body=None, connection=None, **headers):
        """Sends a request; returns status, headers and body. The path is below the secret, unless it begins with a slash."""
        return self.exchange(method, where if where.startswith("/") else self.base + where, body, headers, connection)

    def open(self, engine=0):
        status, _, body = self.ask("POST", "engines/%d" % engine)
        return Session(self, json.loads(body)["session"]) if status == 201 else None


class Events:
    """A stream of events, read by a thread: (number, type, text)."""

    def __init__(self, gui, where, **headers):
        self.events, self.ended, self.where = [], False, gui.base + where
        self.changed = threading.Condition()
        self.link = gui.connect()
        self.link.request("GET", gui.base + where, headers={n.replace("_", "-"): v for n, v in headers.items()})
        self.answer = self.link.getresponse()
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        number, kind, data = None, "message", []
        try:
            for line in iter(self.answer.readline, b""):
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "data" or line == b"data:\n":
                    data.append(value)
                elif field == "id":
                    number = int(value)
                elif field == "event":
                    kind = value
                elif line == b"\n" and data:
                    with self.changed:
                        self.events.append((number, kind, "\n".join(data)))
                        self.changed.notify_all()
                    contract.event(self.where, kind, "\n".join(data))
                    kind, data = "message", []
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def wait(self, wanted, patience=PATIENCE):
        """The first event for which `wanted` holds; None: none came in time."""
        deadline, seen = time.monotonic() + patience, 0
        with self.changed:
            while True:
                for event in self.events[seen:]:
                    if wanted(event):
                        return event
                seen = len(self.events)
                left = deadline - time.monotonic()
                if self.ended or left <= 0:
                    return None
                self.changed.wait(left)

    def texts(self):
        with self.changed:
            return [text for _, kind, text in self.events if kind == "message"]

    def close(self):
        try:
            self.answer.fp.raw._sock.shutdown(socket.SHUT_RDWR)
        except (OSError, AttributeError):
            pass
        self.link.close()


class Session:
    """An engine of the program, spoken to as a page does."""

    def __init__(self, gui, name):
        self.gui, self.name, self.sent, self.read = gui, name, 0, 0
        self.link = gui.connect()
        self.stream = Events(gui, "sessions/%s/events" % name)

    def send(self, *lines):
        body = "".join(line + "\n" for line in lines)
        status = self.gui.ask("POST", "sessions/%s/lines?at=%d" % (self.name, self.sent), body, self.link)[0]
        self.sent += len(lines) if status == 200 else 0
        return status

    def answer(self, start, patience=PATIENCE):
        """The next unread line that begins with `start`; None: none came in time."""
        event = self.stream.wait(lambda e: e[1] == "message" and e[0] > self.read and e[2].startswith(start), patience)
        self.read = event[0] if event else self.read
        return event and event[2]

    def ask(self, *lines, answer):
        return self.send(*lines) == 200 and self.answer(answer)

    def end(self, patience=PATIENCE):
        """Why it ended, as an object; None: it has not."""
        event = self.stream.wait(lambda e: e[1] == "end", patience)
        return event and json.loads(event[2])

    def close(self):
        status = self.gui.ask("POST", "sessions/%s/close" % self.name)[0]
        self.link.close()
        return status
