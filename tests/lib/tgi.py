"""What the tests in Python share: TAP, and a dialogue with an engine under deadlines."""
import os
import select
import signal
import subprocess
import time

BUILD = os.environ.get("top_builddir", ".")
SOURCE = os.environ.get("srcdir", ".")
ENGINE = os.path.join(BUILD, "triancey-engine")
os.environ["LANGUAGE"] = os.environ.get("TRIANCEY_LANGUAGE", "en")  # what the programs say is compared
# Ignored when the tests run in the background of a plain shell, and programs keep to that.
signal.signal(signal.SIGINT, signal.default_int_handler)
PATIENCE = 600  # seconds of real time, on any machine: ends a test of a program that hangs, and says where
NIGHTLY = os.environ.get("TRIANCEY_TESTS") == "nightly"

count = 0
failed = 0


def ok(passed, name, *details):
    global count, failed
    count += 1
    failed += not passed
    print("%sok %d - %s" % ("" if passed else "not ", count, name))
    if not passed:
        for detail in details:
            print("# " + str(detail).replace("\n", "\n# "))
    return passed


def done():
    print("1..%d" % count)
    raise SystemExit(failed > 0)


def enough(check, nightly):
    """How many random cases to try: as many as `make check` can afford, or all that `make nightly` tries."""
    return nightly if NIGHTLY else check


def until(condition, patience=PATIENCE):
    """The first true value of condition(), or the last false one when patience is over. Every test that waits for an event
    of another process, without a descriptor that would tell, waits here."""
    deadline, pause = time.monotonic() + patience, 0.001
    while True:
        value = condition()
        if value or time.monotonic() > deadline:
            return value
        time.sleep(pause)
        pause = min(2 * pause, 0.02)


def processor_seconds(pid, family=False):
    """The processor time of a process so far, or of it and all that descend from it. A bound on it holds on a busy machine, too."""
    with open("/proc/%d/stat" % pid) as file:
        fields = file.read().rsplit(")", 1)[1].split()
    used = sum(map(int, fields[11:15 if family else 13])) / os.sysconf("SC_CLK_TCK")
    for task in os.listdir("/proc/%d/task" % pid) if family else ():
        with open("/proc/%d/task/%s/children" % (pid, task)) as file:
            used += sum(processor_seconds(int(child), True) for child in file.read().split())
    return used


def slowness():
    """How many seconds a second of processor time takes at present: 1 on a quiet machine. A bound of real time is as many times longer."""
    begun, used = time.monotonic(), time.process_time()
    while time.process_time() - used < 0.1:
        pass
    return max(1.0, (time.monotonic() - begun) / (time.process_time() - used))


class Engine:
    """An engine as a child process; lines are read with a deadline, never waited for endlessly. Ours has a small table unless the
    command is given: the system takes 10 ms to provide 64 MiB."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command or (ENGINE, "-o", "Hash=1"), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.rest = b""

    def send(self, *lines):
        data = "".join(line + "\n" for line in lines)
        self.process.stdin.write(data.encode())
        self.process.stdin.flush()

    def line(self, patience=PATIENCE):
        """The next line, or None at the end of the output or when patience is over."""
        deadline = time.monotonic() + patience
        while b"\n" not in self.rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return None
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                return None
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode()

    def until(self, start):
        """Lines up to and including the first that begins this way; the last is None if none came."""
        lines = []
        while True:
            lines.append(self.line())
            if lines[-1] is None or lines[-1].startswith(start):
                return lines

    def ask(self, *lines, answer=""):
        """Sends lines and returns the first line that begins with `answer`."""
        self.send(*lines)
        return self.until(answer)[-1]

    def seconds(self):
        """Its processor time so far."""
        return processor_seconds(self.process.pid)

    def is_idle(self):
        """Whether all its threads wait for something."""
        folder = "/proc/%d/task" % self.process.pid
        for thread in os.listdir(folder):
            try:
                with open("%s/%s/stat" % (folder, thread)) as file:
                    if file.read().rsplit(")", 1)[1].split()[0] != "S":
                        return False
            except OSError:  # it has just ended
                continue
        return True

    def close(self):
        """Ends the input; returns the exit status."""
        self.process.stdin.close()
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "did not end"
