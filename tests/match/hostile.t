#!/usr/bin/env python3
"""Engines that misbehave: each has its verdict in the record, the league goes on to its end, the referee
stays small, and no process is left.

    hostile.t [--strict]

In every row an engine plays two halves against a good one: all in some leagues whose clock moves when nobody
has anything to do, or, where a limit of the machine is the point, in real time. With --strict each row is a match in real time, which has
to end within the deadlines of its halves and two seconds for each. One that is late beside others is played again, alone, and may be
as much later as the machine is slower.
"""
import itertools
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402
from hostile import FALSE_STARTS, ROWS  # noqa: E402
from referee import LINUX, REFEREE, SANITIZED, Run, alive, ask, fake, numbers, path, run  # noqa: E402
from tgi import NIGHTLY, done, enough, ok, slowness, until  # noqa: E402

if not LINUX:
    print("1..0 # SKIP what finds and holds all processes of an engine is Linux's")
    sys.exit()
STRICT = "--strict" in sys.argv
del os.environ[clock.VARIABLE]  # each match has its own clock, or none
GRACE = 2.0  # seconds beyond the deadline of a half
MEMORY = 64 * 1024  # KiB
WORST = 32  # on torus 4x4
AT_ONCE = 6
TRIES_ALONE, AGAIN = 4, itertools.count(1000)  # matches until one is in time; the numbers of those after the first
TRIES, CALM, CALM_TRIES = enough(5, 20), 60, 5  # matches; per cent of a processor
TOGETHER = 40  # rows in a league
ROOT = os.getuid() == 0
RESTLESS = ("log-endless",)  # always has something to do
LIMITS = ("memory=", "processes=", "files=", "disk=", "cpu_time=")  # of the machine


def bad(number, name, mode, keys):
    return ["--engine", "cmd=" + fake("'%s'" % mode, path("pids%d" % number)), "name=" + name, *keys.split()]


def begin(record, *engines, given=None, limit=None):
    """A match, by a clock or in real time."""
    program = Run("match", *engines, "--grid", "torus 4x4", "--quiet", "--record", record, limit=limit,
                  program=clock.REFEREE if given else REFEREE, environment=given.environment if given else {})
    program.given, program.record = given, record
    return program


def match(number, mode, keys, given=None):
    return begin("row%d.db" % number, *bad(number, "bad", mode, keys), "--engine", "cmd=" + fake("good"), "name=good", given=given)


def league(number, rows, given):
    """Begins a league in which the bad engines of `rows`, pairs (number, row), meet the good one in turn."""
    engines = [word for row_number, row in rows for word in bad(row_number, "bad%d" % row_number, row[0], row[1])]
    return begin("league%d.db" % number, "--engine", "cmd=" + fake("good"), "name=good", *engines, "--format", "gauntlet",
                 "--gauntlet", "good", given=given)


def beyond(program, deadline, halves):
    """The seconds that a match has taken beyond what its halves may."""
    return program.elapsed - halves * deadline


def check_end(program, name, deadline, halves):
    left = program.left() if program.gone is None else program.gone
    ok(not left, name + ": no process is left", left)
    ok(program.peak < MEMORY or SANITIZED, name + ": the referee stays small", program.peak)
    print("# %s: %.2f s beyond the deadlines, %d KiB" % (name, beyond(program, deadline, halves), program.peak))


def check_time(program, mode, keys, deadline, halves):
    """A match that was late beside others is played again, alone: the machine may have been busy."""
    late = [beyond(program, deadline, halves)]
    while late[-1] > halves * GRACE and len(late) < TRIES_ALONE:
        program = match(next(AGAIN), mode, keys)
        program.finish()
        late.append(beyond(program, deadline, halves) / slowness())
    ok(late[-1] <= halves * GRACE, ("%s %s" % (mode, keys)).strip() + ": in time", late)


def check_prompt(program, name):
    if STRICT:
        ok(program.elapsed <= GRACE or program.elapsed / slowness() <= GRACE, name + ": in time", program.elapsed)


def check_row(number, program, row, bad="bad"):
    mode, keys, termination, kind, deadline = row[:5]
    words = row[5] if len(row) > 5 else ""
    name = ("%s %s" % (mode, keys)).strip()
    ok(program.process.returncode == 0, name + ": the league comes to its end", program.said())
    halves = ask(program.record, "SELECT number, termination, iif(one.name = ?1, at_fault, 3 - at_fault), iif(one.name = ?1, margin1, margin2),"
                                 " iif(one.name = ?1, margin2, margin1), text FROM half, game, engine AS one, engine AS two"
                                 " ON game.id = half.game AND one.id = seat1 AND two.id = seat2 WHERE ?1 IN (one.name, two.name) ORDER BY number", bad)
    ok(len(halves) == 2, name + ": two halves are recorded", halves)
    for half in halves:
        ending = termination[half[0] - 1] if isinstance(termination, tuple) else termination
        if ending:
            ok(half[1:5] == (ending, 1, -WORST, WORST) and half[5], name + ": is forfeited: " + half[5], half)
        else:
            ok(half[1] in ("full", "stalemate") and half[2] is None and half[3] == -half[4], name + ": ends by the rules", half)
    kinds = kind if isinstance(kind, tuple) else (kind,) if kind else ()
    faults = ask(program.record, "SELECT DISTINCT engine.name, fault.kind, fault.text FROM fault, engine"
                                 " ON engine.id = fault.engine WHERE engine.name IN (?, 'good') ORDER BY fault.kind", bad)
    ok({fault[:2] for fault in faults} == {(bad, wanted) for wanted in kinds}, name + ": the faults", faults)
    ok(all(words in text and text.isprintable() for _, _, text in faults), name + ": are told in plain words " + words, faults)
    noted = numbers("pids%d" % number)
    ok(not [pid for pid in noted if alive(pid)], name + ": nor a child or a daemon of it", noted)
    check_end(program, name, deadline, 2)


def check_false_start(program, row):
    mode, keys, wanted, deadline = row
    said = program.said()
    ok(program.process.returncode == 1 and "engine bad: " in said and wanted in said, mode + ": no league begins", said)
    check_end(program, mode, deadline, 1)


def has_ended(program):
    """Whether it has; time passes for it when nobody has anything to do."""
    if program.look():
        return True
    if program.given:
        program.given.pass_at_rest(program.process.pid)
    return False


def in_parallel(rows, start, check):
    """Some at a time: most of them wait. Those that came to their end."""
    waiting, running, ended = list(enumerate(rows)), [], []

    def one_ends():
        while waiting and len(running) < AT_ONCE:
            number, row = waiting.pop(0)
            running.append((number, start(number, row), row))
        return next((entry for entry in running if has_ended(entry[1])), None)

    while waiting or running:
        entry = until(one_ends)
        if not entry:  # it hangs
            entry = running[0]
            entry[1].process.kill()
            entry[1].finish()
        running.remove(entry)
        entry[1].gone = entry[1].left()
        check(*entry)
        ended.append(entry)
    return ended


def check_league(number, program, rows):
    for row_number, row in rows:
        check_row(row_number, program, row, "bad%d" % row_number)


def in_leagues(rows):
    """Plays all rows in leagues: those that need real time together in the first one, the others by a given clock."""
    rows = list(enumerate(rows))
    real = [one for one in rows if one[1][0] in RESTLESS or any(limit in one[1][1] for limit in LIMITS)]
    given = [one for one in rows if one not in real]
    leagues = [real] + [given[i:i + TOGETHER] for i in range(0, len(given), TOGETHER)]
    in_parallel(leagues, lambda number, rows: league(number, rows, clock.Clock() if number else None), check_league)


def check_words(mode):
    """The reason of a forfeit is in the line of the game and in the report, not only in the record."""
    status, said = run("match", "--engine", "cmd=" + fake(mode), "name=bad", "--engine", "cmd=" + fake("good"),
                       "name=good", "--grid", "torus 4x4", "--record", mode + ".db")
    halves = ask(mode + ".db", "SELECT number, termination, text FROM half ORDER BY number")
    ok(status == 0 and all("; half %d: %s by bad: %s" % half in said for half in halves), mode + ": said in full", said, halves)
    run("report", mode + ".db", "--html", mode + ".html")
    with open(path(mode + ".html"), encoding="utf-8") as page:
        text = page.read()
    ok(all(json.dumps("%s (bad: %s)" % half[1:])[1:-1] in text for half in halves), mode + ": and in the report", halves)


def skip(name, why):
    ok(True, "%s # SKIP %s" % (name, why))


def another_user():
    """The number of a user that has no processes, for root."""
    os.chmod(path(""), 0o777)
    return 60000 + os.getpid() % 5000


def check_crowd():
    """An engine that uses up the processes of its user, so that its opponent cannot start: the half is played again with new engines;
    if that does not help, the league stops with the reason, and goes on later."""
    def become_user():
        resource.setrlimit(resource.RLIMIT_NPROC, (60, 60))
        os.setgid(user)
        os.setuid(user)

    # Others count their processes in a name space of users, since there may be any number outside.
    prefix, limit = ([], become_user) if ROOT else (["-U", "prlimit", "--nproc=60:60"], dict)
    if not ROOT and subprocess.run(["unshare", *prefix, "true"], stderr=subprocess.DEVNULL).returncode:
        skip("engines that use up processes", "there are no name spaces of users")
        return
    user = another_user() if ROOT else os.getuid()
    for calls, halves in ((2, 2), (-2, 0), (0, 2)):
        words = ["start:crowd:%d:%s" % (calls, path("crowd%d" % abs(calls)))] if calls else ["good"]
        record = "crowd%d.db" % abs(calls)
        if calls < 0:
            os.remove(path(record))
            os.remove(path("crowd2"))
        words = ["match", "--engine", "cmd=" + fake(*words), "name=bad", "--engine", "cmd=" + fake("good"), "name=good", "--grid", "torus 4x4", "--quiet",
                 "--record", record]
        status, said = run(*words, limit=limit) if ROOT else run(*prefix, REFEREE, *words, program="unshare", limit=limit)
        ok(status == (0 if halves else 1) and ("cannot start a process for" in said) == (not halves), "crowd %d: status" % calls, status, said)
        ok(ask(record, "SELECT COUNT(*), COUNT(at_fault) FROM half") == [(halves, 0)], "crowd %d: nobody is at fault" % calls)


def begin_elsewhere(number, mode, keys, hidden=False):
    """A match by an ordinary user, who has a folder for temporary files; where /proc hides what its reader may not read."""
    os.makedirs(path("temporary"), exist_ok=True)
    words = ["match", *bad(number, "bad", mode, keys), "--engine", "cmd=" + fake("good"), "name=good", "--grid", "torus 4x4", "--quiet", "--record",
             "row%d.db" % number]
    if not ROOT:
        program = Run(*words, environment={"TMPDIR": path("temporary")})
        program.given, program.record = None, words[-1]
        return program
    script = '%s exec setpriv --reuid %d --regid %d --clear-groups "$@"' % (
        "mount -t proc -o hidepid=2 proc /proc &&" if hidden else "", another_user(), another_user())
    os.chmod(path("temporary"), 0o777)
    program = Run("-m", "sh", "-c", script, "sh", REFEREE, *words, program="unshare", environment={"TMPDIR": path("temporary")})
    program.given, program.record = None, words[-1]
    return program


def playable(rows):
    """The rows whose engine can start: with the address sanitizer none can below a limit of memory."""
    return [row for row in rows if not (SANITIZED and "memory=" in row[1])]


def check_hidden():
    """Children that cannot be seen in /proc are ended, too, and cannot get around a limit."""
    if not ROOT or subprocess.run(["unshare", "-m", "mount", "-t", "proc", "-o", "hidepid=2", "proc", "/proc"], stderr=subprocess.DEVNULL).returncode:
        skip("what hides in /proc", "only root can have a /proc that hides processes of this name space")
        return
    hides = "hides what it uses, so that its limits cannot be checked"
    rows = (("go:hidden-child:1", "", None, None, 0), ("go:hidden-stay:100", "memory=40", "limit", "limit", 0, hides),
            ("go:hidden-stay:1", "processes=5", "limit", "limit", 0, hides), ("go:hidden-orphan:1", "", "crash", "crash", 0))
    for number, row in enumerate(playable(rows), 950):
        program = begin_elsewhere(number, *row[:2], hidden=True)
        program.finish()
        check_row(number, program, row)
    program = begin_elsewhere(960, "go:hidden-stay:1", "cap=100000", hidden=True)
    noted = until(lambda: numbers("pids960") or program.look() and [0])
    program.process.kill()
    program.finish()
    ok(not program.left() and not alive(noted[0]), "the referee is killed: nor is a hidden process left", noted)


def check_scratch():
    """What an engine does to its scratch folder and in it is counted, and the folder is removed."""
    disk = "exceeded its disk limit: "
    for number, row in enumerate((("go:nameless:500000", "disk=1 sandbox=landlock", "limit", "limit", 0, disk),
                                  ("go:empty-files", "disk=1 sandbox=landlock", "limit", "limit", 0, disk),
                                  ("go:behind-closed:500000", "disk=1 sandbox=landlock", "limit", "limit", 0, disk),
                                  ("go:empty-files", "disk=1 sandbox=yes", "limit", "limit", 0, disk),
                                  ("go:close-scratch", "sandbox=landlock", None, None, 0)), 980):
        program = begin_elsewhere(number, *row[:2])
        if program.finish() and "this kernel has no Landlock" in program.said():
            skip("scratch folders", "there is no Landlock")
            return
        check_row(number, program, row)
        ok(not os.listdir(path("temporary")), row[0] + ": its folder is removed", os.listdir(path("temporary")))


def check_bwrap():
    """What bwrap's own processes stand between: how the engine ended, that it was stopped, and what it keeps in the memory of its sandbox."""
    if not shutil.which("bwrap") or subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true"], stderr=subprocess.DEVNULL,
                                                   check=False).returncode:
        skip("what happens within bwrap", "it is missing, or does not work here")
        return
    rows = (("go:signal:6", "", "crash", "crash", 0, "killed by signal 6"), ("spin-quietly", "cpu_time=1", "limit", "limit", 1.0, "used up its cpu_time: 1 s"),
            ("go:signal-group:19", "", None, "warning", 0, "somebody stopped it by a signal"), ("go:signal-parent:9", "", None, None, 0),
            ("go:behind-closed:500000", "memory=40", "limit", "limit", 1.0, "exceeded its memory"))
    for number, row in enumerate(playable(rows), 1940):
        program = begin("row%d.db" % number, "--engine", "cmd=" + fake("'%s'" % row[0]), "name=bad", "sandbox=bwrap", *row[1].split(),
                        "--engine", "cmd=" + fake("good"), "name=good")
        program.finish()
        check_row(number, program, row)


def check_unseen():
    """Memory that can be seen nowhere counts as too much."""
    rows = (("go:unseen-memfd", "memory=40", "limit", "limit", 0, "hides what it uses"),
            ("go:in-flight", "memory=40", "limit", "limit", 0, "hides what it uses"), ("go:hide", "", None, None, 0))
    for number, row in enumerate(playable(rows), 990):
        program = begin_elsewhere(number, *row[:2])
        program.finish()
        check_row(number, program, row)


def check_unkillable():
    """A process that has become another user's cannot be killed, which is told, after half a minute."""
    if not ROOT:
        skip("what cannot be killed", "only root can make a program that becomes root")
        return
    become = path("become")
    shutil.copy(shutil.which("setpriv"), become)
    os.chmod(become, 0o4755)
    child = "sh -c '%s --reuid 0 --regid 0 --clear-groups sleep 1000 >/dev/null 2>&1 & echo $! >>%s; exec %s good'" % (
        become, path("pids970"), fake("good").split("'")[1])
    user, given = another_user(), clock.Clock()
    os.chmod(given.environment[clock.VARIABLE], 0o666)

    def become_user():
        os.setgid(user)
        os.setuid(user)

    program = begin("row970.db", "--engine", 'cmd=' + child.replace("'", '"'), "name=bad", "--engine", "cmd=" + fake("good"), "name=good",
                    given=given, limit=become_user)
    until(lambda: has_ended(program))
    status, said = program.finish(), program.said()
    left = [pid for pid in numbers("pids970") if alive(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    ok(left and status == 1 and "processes of an engine could not be killed, and still run" in said, "what cannot be killed is told", status, said)


def spinning(number, mode):
    """A match whose engine spins; the processes of the match are there."""
    program = match(number, mode, "cap=100000")
    until(lambda: numbers("pids%d" % number) or program.look())
    return program, numbers("pids%d" % number)


def check_killed():
    for number, mode in ((900, "spin"), (901, "daemon-spin"), (902, "child")):
        program, noted = spinning(number, mode)
        program.process.kill()
        program.finish()
        left = program.left()
        ok(noted and not left and not alive(noted[0]), "the referee is killed, %s: no process is left" % mode, left)


def check_interrupted():
    for number, mode in ((910, "spin"), (911, "daemon-spin")):
        program, noted = spinning(number, mode)
        program.begun = time.monotonic()
        program.process.send_signal(signal.SIGINT)
        status = program.finish()
        ok(noted and status == 128 + signal.SIGINT, "SIGINT, %s: it ends as it should" % mode, status)
        check_end(program, "SIGINT, " + mode, 0, 1)
        check_prompt(program, "SIGINT, " + mode)
        ok(not alive(noted[0]), "nor the one that spun")


def check_impatient():
    """The time that an engine has to end is cut short, also if it runs already."""
    program = match(920, "stubborn", "quit=1000000 --log log")
    until(lambda: os.path.exists(path("log")) and "> quit" in open(path("log")).read() or program.look())
    program.process.send_signal(signal.SIGINT)
    status = program.finish()
    ok(status == 128 + signal.SIGINT, "SIGINT while an engine is to end: it ends as it should", status)
    check_end(program, "SIGINT, stubborn", 0, 1)
    check_prompt(program, "SIGINT, stubborn")


def played_beside(number, keys, mode="spin-always"):
    """A match of an engine with a thread that never rests and one that sleeps on its turns: whether that is noted, and the part of
    a processor, in per cent, that it could have for it."""
    program = Run("match", "--engine", "cmd=" + fake(mode, path("spun%d" % number)), "name=bad", *keys.split(),
                  "--engine", "cmd=" + fake("slow"), "name=good", "--grid", "torus 4x4", "--quiet", "--record", "row%d.db" % number)
    program.finish()
    left = program.left()
    ok(program.process.returncode == 0 and not left, "%s %s: it ends, and no process is left" % (mode, keys), program.said(), left)
    texts = ask("row%d.db" % number, "SELECT text FROM fault")
    return any("thinks while others are to move" in text for (text,) in texts), (numbers("spun%d" % number) or [0])[-1]


def check_offturn():
    """An engine that thinks while others are to move is found out, or prevented from it. On a busy machine it can hardly think either: what
    counts is a match in which it had most of a processor."""
    for mode, number in ("spin-always", 930), ("go:spin-child", 1930):
        seen = []
        while len(seen) < TRIES and not any(noted for noted, _ in seen) and sum(part >= CALM for _, part in seen) < CALM_TRIES:
            seen.append(played_beside(number + len(seen), "", mode))
        found = any(noted for noted, _ in seen)
        busy = not found and sum(part >= CALM for _, part in seen) < CALM_TRIES
        ok(busy or found, mode + ": what it does on the other's time is noted" +
           (" # SKIP the machine is too busy" if busy else ""), seen)
    ok(not played_beside(930 + TRIES, "hold=yes")[0], "spin-always hold=yes: it can do nothing then")
    part = played_beside(931 + TRIES, "hold=yes", "go:spin-child")[1]
    ok(part < CALM, "nor can a child, even if another one would continue it", part)


def check_refused(number, program, row):
    check_false_start(program, row)


def once(rows):
    """Of rows that differ only in the words that the engine says, the first; at night all. Rows about the limits of time, memory
    and processes wait for the night, too: terms.t and process.c try these limits."""
    if STRICT or NIGHTLY:
        return rows
    kinds = {}
    for row in rows:
        words = row[0].split(":")
        if words[:2][-1] in ("disk", "memfd", "open-many", "dead-children") or not any(limit in row[1] for limit in LIMITS):
            kinds.setdefault((*words[:2], row[2:-1] if len(row) < 5 else row[2:4]), row)
    return list(kinds.values())


rows = playable(once(ROWS))
if not STRICT:
    in_leagues(rows)
    in_parallel(once(FALSE_STARTS), lambda number, row: match(number, row[0], row[1], clock.Clock()), check_refused)
else:
    played = in_parallel(rows, lambda number, row: match(number, row[0], row[1]), check_row)
    refused = in_parallel(FALSE_STARTS, lambda number, row: match(number, row[0], row[1]), check_refused)
    for _, program, row in played:
        check_time(program, row[0], row[1], row[4], 2)
    for _, program, row in refused:
        check_time(program, row[0], row[1], row[3], 1)
check_killed()
check_interrupted()
check_impatient()
check_offturn()
check_crowd()
check_hidden()
check_scratch()
check_bwrap()
check_unseen()
check_unkillable()
for mode in ("illegal", "no-id", "exit-go"):
    check_words(mode)
done()
