#!/usr/bin/env python3
"""Our engine with one flaw: all lines pass through here, and some are not what they should be.

    flawed_engine.py FLAW

FLAWS has them, with the check of `certify` that is to find each."""
import os
import re
import subprocess
import sys
import threading
import time

ENGINE = os.path.join(os.environ.get("top_builddir", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")), "triancey-engine")


def keep(line):
    return [line]


def drop(pattern):
    return lambda line: [] if re.match(pattern, line) else [line]


def change(pattern, text):
    return lambda line: [re.sub(pattern, text, line)]


def add(pattern, *lines):
    return lambda line: [line, *lines] if re.match(pattern, line) else [line]


def before(pattern, *lines):
    return lambda line: [*lines, line] if re.match(pattern, line) else [line]


def slow(pattern, seconds):
    def wait(line):
        if re.match(pattern, line):
            time.sleep(seconds)
        return [line]
    return wait


def once(pattern, change_it):
    """Only the first time."""
    seen = []

    def first(line):
        if re.match(pattern, line) and not seen:
            seen.append(line)
            return change_it(line)
        return [line]
    return first


def dies(pattern, status=3):
    def die(line):
        if re.match(pattern, line):
            os._exit(status)
        return [line]
    return die


def last_report(line, kept=[]):
    """The last report begins with a move other than the one that is played."""
    if line.startswith("info ") and " pv " in line:
        kept[:] = [line]
    if line.startswith("bestmove ") and kept:
        other = re.sub(r" pv (\S+)", lambda match: " pv %d" % (0 if match[1] != "0" else 1), kept[0])
        return [other, line]
    return [line]


def leak(line, kept=[]):
    if line.startswith("newgame"):
        kept.append(bytearray(os.urandom(1 << 16)) * 8)
    return [line]


def same_lines(line, kept=[""]):
    """The second line of a report begins with the move of the first."""
    if " multipv 1 " in line:
        kept[0] = line.split(" pv ")[1]
    return [re.sub(" pv .*", " pv " + kept[0], line)] if " multipv 2 " in line else [line]


def own_seed(line):
    """Moves depend on the process, not on the seed alone."""
    return [re.sub(r"seed \d+", "seed %d" % (os.getpid() + time.time_ns()), line)]


# Name: the check that finds it, what becomes of lines to the engine, and of lines from it.
FLAWS = {
    "no-name": ("handshake", keep, drop("id name")),
    "no-author": ("handshake", keep, drop("id author")),
    "no-protocol": ("handshake", keep, drop("protocol")),
    "no-game": ("handshake", keep, drop("game ")),
    "protocol-2": ("handshake", keep, change("^protocol 1", "protocol 2")),
    "bad-option": ("handshake", keep, change("^(option name Hash type spin).*", r"\1 default")),
    "option-of-nothing": ("handshake", keep, change("^option name Hash .*", "option name Hash type spin default 64 min 1")),
    "option-upside-down": ("handshake", keep, change("^option name Hash .*", "option name Hash type spin default 64 min 9 max 8")),
    "option-perhaps": ("handshake", keep, change("^(option name Ponder type check default).*", r"\1 perhaps")),
    "option-no-choice": ("handshake", keep, change("^(option name Player .*?) var .*", r"\1")),
    "option-type": ("handshake", keep, change("^(option name Hash type) spin", r"\1 number")),
    "option-no-default": ("handshake", keep, change("^(option name Hash type spin) default 64", r"\1")),
    "two-names": ("handshake", keep, add("id name", "id name again")),
    "two-authors": ("handshake", keep, add("id author", "id author again")),
    "two-protocols": ("handshake", keep, add("protocol", "protocol 1")),
    "early-ready": ("handshake", keep, before("tgiok", "readyok")),
    "no-tgiok": ("handshake", keep, drop("tgiok")),
    "chatter": ("handshake", keep, before("tgiok", "hello there")),
    "tgi-once": ("tgi-again", lambda line, seen=[]: seen.append(1) or ([line] if len(seen) == 1 else []) if line == "tgi" else [line], keep),
    "talks": ("silence", add("setgrid", "perft 1"), keep),
    "ready-merged": ("isready", keep, lambda line, seen=[]: (seen.append(1) or ([line] if len(seen) % 50 else [])) if line == "readyok" else [line]),
    "option-refused": ("option-defaults", change("^setoption name Hash value 64", "setoption name Hash value x"), keep),
    "option-unbounded": ("option-bounds", drop("setoption name Hash value (0|1048577|some)$"), keep),
    "option-any": ("option-names", drop("setoption name NoSuchOption"), keep),
    "option-case": ("option-names", change("^setoption name hash", "setoption name hashsize"), keep),
    "blank-lines": ("blanks", lambda line: [line] if line.strip() else ["paly"], keep),
    "too-short-lines": ("longest-line", lambda line: [line] if len(line) < 60000 else ["x" * 70000], keep),
    "too-long-passes": ("too-long", lambda line: [line if len(line) < 65537 else "isready"], keep),
    "nul-passes": ("nul-byte", change("\0.*", ""), keep),
    "any-bytes": ("not-utf8", change(" .*[\udc80-\udcff].*", ""), keep),
    "ascii-names": ("utf8-name", change("[^\x00-\x7f]+", " "), keep),
    "unknown-ignored": ("unknown-command", drop("paly|bestmove"), keep),
    "error-word": ("unknown-command", keep, change("^error unknown", "error what")),
    "go-any-fields": ("wrong-lines", change("^go movetime soon", "go movetime 1"), keep),
    "errors-twice": ("wrong-lines", keep, lambda line: [line, line] if line.startswith("error") else [line]),
    "other-error": ("too-long", keep, change("^error toolong", "error syntax")),
    "error-in-a-word": ("unknown-command", keep, change("^(error unknown) .*", r"\1")),
    "error-forgets": ("errors-change-nothing", add("paly", "newgame"), keep),
    "illegal-passes": ("illegal-moves", keep, drop("error illegal")),
    "any-board": ("bad-boards", change("^setgrid inline (\\S+) bad .*", "isready"), keep),
    "illegal": ("play", keep, change(r"^bestmove \d+", "bestmove 0")),
    "no-move": ("play", keep, change(r"^bestmove [^n]\S*", "bestmove x9y")),
    "bare-move": ("play", keep, change("^bestmove .*", "bestmove")),
    "no-id-in-play": ("play", keep, change(r" id \d+$", "")),
    "no-points": ("score", keep, change(r"^score p1 (\d+)", r"score p7 \1")),
    "no-total": ("score", keep, change(r" total -?\d+", "")),
    "no-half": ("score", keep, change(r" half \d+", " half 9")),
    "no-over": ("score", keep, change(r" over .*", "")),
    "over-and-more": ("score", keep, change(" over no$", " over north")),
    "wrong-points": ("score", keep, change(r"^score p1 (\d+)", lambda match: "score p1 %d" % (int(match[1]) + 1))),
    "wrong-margin": ("score", keep, change(r"margin (-?\d+)", lambda match: "margin %d" % -(int(match[1]) + 1))),
    "wrong-end": ("score", keep, change(r"over (stalemate|full)", "over done")),
    "legal-short": ("legal", keep, change(r"^legal (.*) \S+$", r"legal \1")),
    "legal-more": ("legal", keep, change(r"^(legal .*) (\S+)(?<!more)$", r"\1 \2 \2")),
    "perft-many": ("perft", keep, change("^perft 1 .*", "perft 1 many")),
    "wrong-perft": ("perft", keep, change(r"^perft 2 (\d+)", r"perft 2 1\1")),
    "undo-one": ("undo", change(r"^undo \d+", "undo"), keep),
    "position-plays-on": ("position", change(r"^position (half \d+ )?.*moves", "play"), keep),
    "no-none": ("over", keep, change("^bestmove none", "bestmove 0")),
    "no-id": ("go-id", keep, change(r" id \d+$", "")),
    "always-id": ("go-id", keep, lambda line: [line if not line.startswith("bestmove") or " id " in line else line + " id 0"]),
    "twice": ("one-answer", keep, lambda line: [line, line] if line.startswith("bestmove") else [line]),
    "other-report": ("info", keep, last_report),
    "wrong-report": ("info", keep, before("bestmove", "info depth deep")),
    "late": ("movetime", keep, slow("bestmove", 0.25)),
    "forever": ("movetime", change("movetime \\d+", "infinite"), keep),
    "no-clock": ("short-clock", change("p1time.*", "movetime 400"), keep),
    "early-stop": ("stop", change("^go infinite", "go movetime 1"), keep),
    "late-stop": ("stop", slow("stop", 0.3), keep),
    "not-busy": ("busy", keep, drop("error busy")),
    "early-ponder": ("ponder", change("go ponder", "go"), keep),
    "no-option-ponder": ("ponder", keep, drop("option name Ponder")),
    "ponderhit-any": ("ponder", keep, change("^error state ponderhit", "error busy ponderhit")),
    "no-searchmoves": ("searchmoves", change(" searchmoves .*", ""), keep),
    "one-line": ("multipv", keep, drop("info .*multipv [23]")),
    "no-option-multipv": ("multipv", change("^setoption name MultiPV", "setoption name MultiPW"), keep),
    "same-lines": ("multipv", keep, same_lines),
    "other-seed": ("seed", own_seed, keep),
    "leak": ("games-in-a-row", leak, keep),
    "stays": ("quit", drop("quit"), keep),
    "bad-status": ("quit", dies("quit"), keep),
    "quit-waits": ("quit-thinking", lambda line, state={}: state.update(go=state.get("go") or line.startswith("go infinite")) or
                   ([] if line == "quit" and state["go"] else [line]), keep),
}
# Without a flaw, but other than usual.
OTHERS = {
    "no-cells": (keep, drop("game (triancey|selacata|archipel)")),
    "no-options": (drop("setoption"), drop("option")),
    "many-options": (keep, add("option name Hash", *("option name Extra%d type string default none" % i for i in range(300)))),
    "other-kinds": (drop(r"setoption name Deep value -?\d"),
                    before("tgiok", "option name Deep type spin default -9223372036854775808 min -9223372036854775808 max 9223372036854775807")),
    "other-games": (keep, change("^game .*", "game chess Chess")),
}
# What the end of the input does.
ENDLESS = {"deaf-end": "end-of-input", "deaf-end-thinking": "end-thinking"}


def main(flaw):
    to_engine, from_engine = FLAWS[flaw][1:] if flaw in FLAWS else OTHERS.get(flaw, (keep, keep))
    engine = subprocess.Popen([ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    thinks = []

    def pass_back():
        for line in engine.stdout:
            for one in from_engine(line.decode("utf-8", "surrogateescape").rstrip("\n")):
                sys.stdout.buffer.write(one.encode("utf-8", "surrogateescape") + b"\n")
            sys.stdout.buffer.flush()
        os._exit(engine.wait())

    threading.Thread(target=pass_back, daemon=True).start()
    for line in iter(sys.stdin.buffer.readline, b""):
        text = line.decode("utf-8", "surrogateescape").rstrip("\n")
        thinks[:] = [text] if text.startswith("go") else []
        for one in to_engine(text):
            engine.stdin.write(one.encode("utf-8", "surrogateescape") + b"\n")
            engine.stdin.flush()
    if flaw == "deaf-end" or flaw == "stays" or (flaw == "deaf-end-thinking" and thinks):
        time.sleep(600)
    engine.stdin.close()
    time.sleep(600)


if __name__ == "__main__":
    main(sys.argv[1])
