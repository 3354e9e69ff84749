#!/usr/bin/env python3
"""What a line through `gui` costs compared with a pipe, and what a session takes (`make bench-gui`).

    bench_gui.py [LINES]

`isready` there and `readyok` back, LINES times (5,000): through a pipe to the engine, and by a POST and a stream
of events, in turns, on the same machine. Then the memory of the program for one session more, and with 50
streams of one session; the engines are processes of their own and are not counted.
"""
import os
import socket
import sys
import time

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from gui import Events, Gui  # noqa: E402
from tgi import Engine  # noqa: E402

LINES = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
TURNS = 10


class Line:
    """One connection for lines, one for events, both bare sockets: as little of the client as can be."""

    def __init__(self, gui, session):
        self.sent = 0
        self.post = socket.create_connection(("127.0.0.1", gui.port))
        self.post.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.stream = socket.create_connection(("127.0.0.1", gui.port))
        where = "%ssessions/%s/" % (gui.base, session.name)
        head = " HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n" % gui.port
        self.request = "POST " + where + "lines?at=%d" + head + "Content-Length: 8\r\n\r\nisready\n"
        self.stream.sendall(("GET " + where + "events" + head + "\r\n").encode())
        self.rest = b""
        while b":\n\n" not in self.rest:
            self.rest += self.stream.recv(65536)
        self.rest = b""

    def ask(self):
        self.post.sendall((self.request % self.sent).encode())
        self.sent += 1
        while b"data: readyok\n\n" not in self.rest:
            self.rest += self.stream.recv(65536)
        self.rest = b""

    def take_answer(self):
        """Reads the answer to the POST, which a page does not wait for."""
        got = b""
        while not got.endswith(b"}"):
            got += self.post.recv(65536)


def timed(count, ask, after=None):
    took = []
    for _ in range(count):
        begun = time.perf_counter()
        ask()
        took.append(time.perf_counter() - begun)
        if after:
            after()
    return took


def tell(name, took):
    took.sort()
    print("%-28s p50 %6.0f us   p99 %6.0f us" % (name, took[len(took) // 2] * 1e6, took[len(took) * 99 // 100] * 1e6))


gui, pipe = Gui("--engine", "builtin:random"), Engine()
session = gui.open()
line = Line(gui, session)
session.stream.close()
direct, through = [], []
for _ in range(TURNS):
    direct += timed(LINES // TURNS, lambda: pipe.ask("isready", answer="readyok"))
    through += timed(LINES // TURNS, line.ask, line.take_answer)
print("a line there and one back, %d times:" % len(direct))
tell("through a pipe", direct)
tell("by POST and event", through)

before, sessions = gui.kibibytes(), [gui.open() for _ in range(30)]
for one in sessions:
    one.ask("isready", answer="readyok")
print("memory of the program: %d KiB; each session with its stream: %.0f KiB more"
      % (before, (gui.kibibytes() - before) / len(sessions)))
before, crowd = gui.kibibytes(), [Events(gui, "sessions/%s/events" % sessions[0].name) for _ in range(50)]
sessions[0].ask("isready", answer="readyok")
print("each spectator more of one session: %.0f KiB" % ((gui.kibibytes() - before) / len(crowd)))
pipe.close()
gui.end()
