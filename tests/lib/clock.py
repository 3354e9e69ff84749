"""A clock that a script sets, for the programs in tests/clocked (see given_clock.h): importing this, before referee.py, gives
it to every program that the script starts. It stands still until it is moved. A `Clock` is one more, for the programs whose
environment has what its `environment` has."""
import atexit
import mmap
import os
import struct
import tempfile
import time

from tgi import BUILD

REFEREE, CLUB = (os.path.abspath(os.path.join(BUILD, "tests", "clocked", name)) for name in ("triancey-referee", "triancey-club"))
ENGINE = os.path.abspath(os.path.join(BUILD, "tests", "clocked", "triancey-engine"))
VARIABLE = "TRIANCEY_CLOCK"
START = 3600 * 10**6  # microseconds


class Clock:
    def __init__(self):
        file, name = tempfile.mkstemp(prefix="triancey-clock-")
        atexit.register(os.unlink, name)
        os.truncate(file, 24)  # struct given of given_clock.c
        self.memory = mmap.mmap(file, 24)
        os.close(file)
        self.environment = {VARIABLE: name}
        self.show(START, time.time_ns() // 1000 - START)

    def read(self):
        return struct.unpack("=qq", self.memory[0:16])

    def show(self, now, wall):
        self.memory[8:16] = struct.pack("=q", wall)
        self.memory[0:8] = struct.pack("=q", now)

    def now(self):
        """Seconds; what the programs move is seen, too."""
        return self.read()[0] / 1e6

    def wall(self):
        """Seconds since 1970."""
        return sum(self.read()) / 1e6

    def advance(self, seconds):
        """Moves it forward, and the calendar with it."""
        now, difference = self.read()
        self.show(now + int(seconds * 1e6), difference)

    def lose(self, seconds):
        """Moves the clock forward, and makes the program believe that it was stopped for so long."""
        lost, = struct.unpack("=q", self.memory[16:24])
        self.memory[16:24] = struct.pack("=q", lost + int(seconds * 1e6))
        self.advance(seconds)

    def pass_at_rest(self, pid):
        """Lets some time pass, less than any deadline in the tests, once nobody in this process and its descendants has anything to do."""
        if at_rest(pid):
            self.advance(0.35)

    def set_wall(self, seconds):
        """Sets the calendar alone: seconds since 1970."""
        now = self.read()[0]
        self.show(now, int(seconds * 1e6) - now)


given = Clock()
os.environ.update(given.environment)
name = given.environment[VARIABLE]
now, wall, advance, lose, set_wall = given.now, given.wall, given.advance, given.lose, given.set_wall


def content(path):
    """Of a small file of the kernel, at less cost than open() takes."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return os.read(descriptor, 1 << 16).decode()
    finally:
        os.close(descriptor)


def tasks(pid):
    """The state of each thread of a process and of those that descend from it."""
    try:
        for task in os.listdir("/proc/%d/task" % pid):
            where = "/proc/%d/task/%s/" % (pid, task)
            yield content(where + "stat").rsplit(")", 1)[1].split()[0]
            for child in content(where + "children").split():
                yield from tasks(int(child))
    except OSError:
        yield "R"  # something has just changed


def at_rest(pid):
    """Whether all these wait: for each other, which is soon over, or for a clock that stands still."""
    return all(state not in "RD" for _ in range(2) for state in tasks(pid))
