"""A clock that a script sets, for the programs in tests/clocked (see given_clock.h): importing this, before referee.py, gives
it to every program that the script starts. It stands still until it is moved."""
import atexit
import mmap
import os
import struct
import tempfile
import time

START = 3600 * 10**6  # microseconds

file, name = tempfile.mkstemp(prefix="triancey-clock-")
atexit.register(os.unlink, name)
os.truncate(file, 16)
memory = mmap.mmap(file, 16)
os.environ["TRIANCEY_CLOCK"] = name
lasting = {"now": START, "wall": time.time_ns() // 1000 - START}


def show():
    memory[8:16] = struct.pack("=q", lasting["wall"])
    memory[0:8] = struct.pack("=q", lasting["now"])


def now():
    """Seconds; what the programs move is seen, too."""
    return struct.unpack("=q", memory[0:8])[0] / 1e6


def wall():
    """Seconds since 1970."""
    return now() + struct.unpack("=q", memory[8:16])[0] / 1e6


def advance(seconds):
    """Moves it forward, and the calendar with it."""
    lasting["now"] = int(now() * 1e6) + int(seconds * 1e6)
    show()


def set_wall(seconds):
    """Sets the calendar alone: seconds since 1970."""
    lasting.update(now=int(now() * 1e6), wall=int((seconds - now()) * 1e6))
    show()


show()
