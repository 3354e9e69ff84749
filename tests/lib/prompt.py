"""The prompt for tests: games from a pipe, a terminal of its own to type on, and the rules of Selacata
written once more."""
import atexit
import codecs
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time

import pseudo
from prepared import run_prepared
from tgi import BUILD, PATIENCE, until

REFEREE = os.path.abspath(os.path.join(BUILD, "triancey-referee"))
CLOCKED = os.path.abspath(os.path.join(BUILD, "tests", "clocked", "triancey-referee"))
FOLDER = tempfile.mkdtemp(prefix="triancey-play-")
STATE = os.path.join(FOLDER, "state")
ENVIRONMENT = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLORTERM", "COLUMNS", "LINES")}
ENVIRONMENT.update(XDG_STATE_HOME=STATE, TERM="xterm-256color", LC_ALL="C.UTF-8")


def play(lines, *options, **environment):
    """Plays from a pipe. Returns what was printed, errors too, and the exit status."""
    answer = run_prepared(REFEREE, ["play", *options], "".join(line + "\n" for line in lines).encode(),
                          FOLDER, {**ENVIRONMENT, **environment}, together=True)
    return answer.out.decode(errors="replace"), answer.status


def two(lines, *options):
    return play(lines, "--vs", "human", *options)


def kept():
    """The games that wait to be resumed."""
    folder = os.path.join(STATE, "triancey")
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return [os.path.join(folder, name) for name in names if name.endswith(".ini")]


def forget():
    for path in kept():
        os.remove(path)


class Talk:
    """A game from a pipe that stays open, so that a line may depend on what was answered to those before it. Its clock is given
    (clock.py), and runs fast while something is waited for: what thinks for a second does so in hardly any time. With
    program=REFEREE it is the system's, for games whose dates matter to others."""

    def __init__(self, *options, program=CLOCKED, **environment):
        import clock  # gives one to whatever this script starts from now on
        self.clock, self.text = clock, ""
        self.process = subprocess.Popen([program, "play", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, cwd=FOLDER,
                                        env={**ENVIRONMENT, "TRIANCEY_CLOCK": clock.name, **environment})
        os.set_blocking(self.process.stdout.fileno(), False)

    def look(self, pattern, begin):
        self.clock.advance(0.1)
        try:
            self.text += pseudo.english(os.read(self.process.stdout.fileno(), 65536).decode(errors="replace"))
        except BlockingIOError:
            pass
        return re.compile(pattern, re.M).search(self.text, begin)

    def ask(self, line, pattern):
        """Types a line; what it was answered that fits the pattern, or None."""
        begin = len(self.text)
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return until(lambda: self.look(pattern, begin))

    def end(self):
        """All that it said from the beginning to the end of its input."""
        self.process.stdin.close()
        until(lambda: self.look("(?!)", 0) or self.process.poll() is not None)
        self.look("", 0)
        self.process.stdout.close()
        return self.text


atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)


def neighbours_of(board):
    text = subprocess.run([REFEREE, "grid", "show", board], capture_output=True, text=True).stdout
    rows = re.findall(r"^ *(\d+) +(\d+) +(\d+) +(\d+)$", text, re.M)
    return [[int(n) for n in row[1:]] for row in rows]


class Half:
    """Selacata as its rules are stated, on lists."""

    def __init__(self, near):
        self.near, self.owner = near, [None] * len(near)
        self.placed = self.mover = 0

    def touched(self, cell, colour):
        return sum(self.owner[n] == colour for n in self.near[cell])

    def legal(self):
        empty = [c for c, owner in enumerate(self.owner) if owner is None]
        if self.placed >= 10:
            return empty
        return [c for c in empty if all(self.owner[n] is None for n in self.near[c])
                and all(self.touched(n, self.mover) == 0 for n in self.near[c])]

    def play(self, cell):
        """Returns the cells that the reaction takes."""
        self.owner[cell], taken = self.mover, set()
        while True:
            more = {c for c, owner in enumerate(self.owner)
                    if owner != self.mover and self.touched(c, self.mover) >= 2}
            if not more:
                break
            for c in more:
                self.owner[c] = self.mover
            taken |= more
        self.placed, self.mover = self.placed + 1, 1 - self.mover
        return taken

    def margin(self):
        """Of who began: fewest cells win."""
        if self.legal() == [] and None in self.owner:
            return 0
        return self.owner.count(1) - self.owner.count(0)


def best_margin(near, moves, mover):
    """What the mover can make sure of, by trying everything: fewest cells win."""
    half = Half(near)
    for move in moves:
        half.play(move)
    if not half.legal():
        return half.margin() * (1 if mover == 0 else -1)
    values = [best_margin(near, moves + [move], mover) for move in half.legal()]
    return max(values) if half.mover == mover else min(values)


def random_half(near, chance):
    half, moves, taken = Half(near), [], []
    while half.legal():
        moves.append(chance.choice(half.legal()))
        taken.append(half.play(moves[-1]))
    return moves, taken, half.margin()


class Terminal:
    """The prompt on a terminal of its own, or another command of the referee; or a shell with that command."""

    def __init__(self, *options, columns=80, rows=24, command="play", shell=False, program=REFEREE, **environment):
        self.text = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a character may come in two parts
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.chdir(FOLDER)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            line = [program, command, *options]
            if shell:
                line = ["/bin/sh", "-c", 'set -m; "$@"; echo "<stopped>"; read word; fg >/dev/null', "sh", *line]
            os.execve(line[0], line, {**ENVIRONMENT, **environment})

    def resize(self, columns, rows):
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def wait(self, words):
        """Reads until these words were printed; returns all since the last time, or None."""
        deadline = time.monotonic() + PATIENCE
        while words not in self.text:
            if not select.select([self.descriptor], [], [], deadline - time.monotonic())[0]:
                return None
            try:
                data = os.read(self.descriptor, 65536)
            except OSError:
                return None
            self.text += pseudo.english(self.decoder.decode(data)).replace("\r\n", "\n")
        seen, self.text = self.text.split(words, 1)
        return seen + words

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def settle(self):
        """Waits until it has read all that was typed, which has shown on the screen at least in part, and has waited in vain
        for more three times: as long as it takes an Escape for the beginning of something, it waits once."""
        def unread():
            return struct.unpack("i", fcntl.ioctl(own, termios.FIONREAD, b"\0" * 4))[0]

        def waits():
            with open("/proc/%d/status" % self.pid) as status:
                return int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)$", status.read(), re.M).group(1))

        own = os.open("/proc/%d/fd/0" % self.pid, os.O_RDONLY | os.O_NOCTTY)
        until(lambda: not unread())
        before = waits()
        until(lambda: waits() >= before + 3)
        os.close(own)

    def end(self):
        """The exit status, or minus the signal."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            while select.select([self.descriptor], [], [], 0 if pid else 0.05)[0]:
                try:
                    self.text += pseudo.english(self.decoder.decode(os.read(self.descriptor, 65536)))
                except OSError:
                    break
            if pid:
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, signal.SIGKILL)
        return "did not end"


def begin(*options, **more):
    terminal = Terminal("--vs", "human", *options, **more)
    terminal.wait("Press Enter")
    terminal.type("\n")
    return terminal, terminal.wait("yellow (player 1)> ") or ""
