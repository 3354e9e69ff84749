#!/usr/bin/env python3
"""The minimal engines, written from PROTOCOL.md alone: each plays whole matches against the reference through the
referee without a fault, knows the rules as ours does, takes the best margin, and survives what it does not understand."""
import glob
import os
import random
import shutil
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import referee  # noqa: E402
from tgi import BUILD, ENGINE, NIGHTLY, SOURCE, Engine, done, enough, ok  # noqa: E402

FOLDER = os.path.abspath(os.path.join(SOURCE, "protocol"))
ENGINES = {
    "minimal_engine.py": [sys.executable, "-I", "-S", os.path.join(FOLDER, "minimal_engine.py")],
    "minimal_engine.c": [os.path.abspath(os.path.join(BUILD, "tests", "protocol", "minimal_engine"))],
    "minimal_engine.js": shutil.which("node") and ["node", os.path.join(FOLDER, "minimal_engine.js")],
}
TWELVE = "cells 12 sides 1,5,7 0,2,6 3,1,9 2,4,8 5,3,11 4,0,10 7,11,1 6,8,0 9,7,3 8,10,2 11,9,5 10,6,4"
PAWNS = ("cells 12 sides p2,11,1 p2,0,2 1,3,p1 p2,2,4 3,5,p1 p2,4,6 5,7,p1 p2,6,8 7,9,p1 p2,8,10 9,11,p1 10,0,p1")
GARBAGE = [
    "", "   ", "\t", "?", "hello", "TGI", "setgrid", "setgrid inline", "setgrid inline triancey", "setgrid crepe selacata",
    "setgrid inline chess a " + TWELVE, "setgrid inline triancey a cells 0 sides", "setgrid inline triancey a cells 257 sides 1,2,3",
    "setgrid inline triancey a cells 12 sides 1,2,3", "setgrid inline triancey a cells x sides 1,2,3",
    "setgrid inline triancey a cells 1 sides 1,2", "setgrid inline triancey a cells 1 sides 1,2,3,4",
    "setgrid inline triancey a " + TWELVE.replace("10,6,4", "10,6,14"), "setgrid inline triancey a " + TWELVE.replace("10,6,4", "10,6,-1"),
    "setgrid inline triancey a " + TWELVE.replace("10,6,4", "10,6,constructor"), "setgrid inline triancey a " + TWELVE + " 1,2,3",
    "play x", "play -1", "play 12", "play 99999999999999999999", "play 0.5", "play 5 5", "play 3 0", "play pass", "setoption name x value y",
    "position moves 1", "undo", "score", "go\0", "\xff\xfe", "play \xe9", "\x1b[2J", "a" * 65536, "b" * 65537, "play " + "7 " * 40000,
    "%s%n%d", "legal", "go movetime", "go movetime x", "go movetime -", "go movetime -x", "go movetime -5", "go movetime 5x",
    "go movetime 5 6", "go movetime 5 movetime 5", "go 5", "newgame seed", "setgrid inline triancey a cells",
    "setgrid inline triancey a cell 12", "setgrid inline triancey a cells 12", "setgrid inline triancey a cells 12 side 1,5,7",
    "setgrid inline triancey a " + TWELVE.replace("0,2,6", "0,2,1"), "setgrid inline triancey a " + TWELVE.replace("0,2,6", "0,2,2"),
    "setgrid inline triancey a cells 4 sides 1,2,2 0,3,3 0,0,3 1,1,2", "setgrid inline triancey a cells 1 sides 0,0,0",
    "setgrid inline triancey a cells 8 sides 1,2,3 0,2,3 0,1,3 0,1,2 5,6,7 4,6,7 4,5,7 4,5,6",
    "setgrid inline archipel a cells 2 sides 1,p1,p1 0,p3,p2",
]
ROUNDS, HALVES = enough(1, 2), enough(3, 6)
NOISE = random.Random(1).randbytes(200000)


def is_best(ours, game, ply, move):
    """Whether no other move leads to a better margin for the mover, by what our engine counts on the board."""
    sign = (1 if ply % 2 == 0 else -1) * (-1 if game == "selacata" else 1)
    margins = {}
    for other in ours.ask("legal", answer="legal").split()[1:]:
        words = ours.ask("play " + other, "score", "undo", answer="score").split()
        margins[other] = sign * (int(words[2]) - int(words[4]))
    return margins[move] == max(margins.values())




def script(name, command):
    """A script that becomes the command: a league reads the program of each engine whole, for its digest, and node's has 99 MB."""
    with open(referee.path(name), "w") as file:
        file.write("#!/bin/sh\nexec %s\n" % " ".join("'%s'" % word for word in command))
    os.chmod(referee.path(name), 0o755)
    return [os.path.abspath(referee.path(name))]


for name, command in ENGINES.items():
    if not command:
        ok(True, "%s # SKIP there is no node to run it" % name)
        continue
    # ---- through the referee --------------------------------------------------------------------
    played = script("node", command) if name.endswith(".js") else command
    for game, boards in (("selacata", enough("ancey", "crepe,ancey")), ("triancey", enough("ancey", "crepe")), ("archipel", "archipel")):
        if name.endswith(".js") and game != "selacata" and not NIGHTLY:
            continue  # it starts slowly
        record = "%s-%s.db" % (name, game)
        status, said = referee.run("match", "--game", game, "--grid", boards, "--rounds", ROUNDS, "--record", record, "--quiet",
                             "--engine", "name=minimal", "cmd=" + " ".join("'%s'" % word for word in played),
                             "--engine", "builtin:reference", "--each", "movetime=2000", "margin=8000")
        halves = referee.value(record, "SELECT COUNT(*) FROM half")
        ok(status == 0 and halves == 2 * ROUNDS * len(boards.split(",")),
           "%s: a match of %s" % (name, game), halves, said)
        ok(referee.value(record, "SELECT COUNT(*) FROM fault") == 0, "without a fault", referee.ask(record, "SELECT * FROM fault"))

    engine, ours = Engine(*command), Engine(ENGINE, "--player", "random")
    engine.send("go", "play 1", "newgame", "isready")
    answers = engine.until("readyok")
    ok(len(answers) == 4 and all(line.startswith("error state ") for line in answers[:3]), name + ": nothing works without a board", answers)

    # ---- the rules, and the best of its moves ------------------------------------------------------
    for game, text in (("triancey", TWELVE), ("selacata", TWELVE), ("archipel", PAWNS)):
        wrong = 0
        for seed in range(HALVES):
            for one in (engine, ours):
                one.send("setgrid inline %s small %s" % (game, text), "newgame seed %d" % seed)
            for ply in range(200):
                mover = (ours, engine)[(ply + seed) % 2]
                move = mover.ask("go id %d" % ply, answer="bestmove").split()[1]
                if move == "none":
                    wrong += ours.ask("score", answer="score").endswith("over no")
                    break
                wrong += mover is engine and not is_best(ours, game, ply, move)
                for one in (engine, ours):
                    one.send("play " + move)
                    wrong += one.ask("isready") != "readyok"
        ok(wrong == 0, "%s: %d halves of %s" % (name, HALVES, game), wrong)
    ours.close()

    # ---- what it does not understand ---------------------------------------------------------------
    engine.send("setgrid inline selacata small " + TWELVE, "newgame seed 1", "play 3")
    engine.send("play 3", "play 2", "play 6 4", "play 8", "isready")
    answers = engine.until("readyok")
    ok(len(answers) == 5 and all(line.startswith("error illegal play") for line in answers[:4]),
       name + ": what the archipelago forbids is refused", answers)
    for line in GARBAGE:
        engine.process.stdin.write(line.encode("latin-1") + b"\n")
        engine.process.stdin.flush()
        engine.send("isready")
        answers = engine.until("readyok")
        ok(answers[-1] is not None and len(answers) <= 2 and all(a.startswith("error ") for a in answers[:-1]) and
           (len(answers) == 2) == bool(line.strip()), "%s: %s" % (name, ascii(line[:50])), [str(a)[:100] for a in answers])
    engine.process.stdin.write(NOISE + b"\n")
    engine.send("isready")
    ok(engine.until("readyok")[-1] == "readyok", name + ": noise")
    ok(engine.ask("go id 5", answer="bestmove").split()[1] not in ("none", "2", "3", "4", "8"), name + ": and it plays on")
    engine.send("quit")
    ok(engine.close() == 0, name + ": and ends when it is told to")
    engine = Engine(*command)
    ok(engine.ask("tgi", answer="tgiok") == "tgiok" and engine.close() == 0, name + ": and at the end of its input")

# ---- in each kind of sandbox: also our engine with threads, a shell with pipes and processes of its own, and a Java machine ----------------------
SMALL = ENGINES["minimal_engine.c"][0]
PIPED, WRAPPED = os.path.abspath(referee.path("piped")), os.path.abspath(referee.path("Wrapped.java"))
with open(PIPED, "w") as file:
    file.write("#!/bin/sh\ncat | '%s' | while read -r line; do\necho \"$line\"\ndone\n" % SMALL)
os.chmod(PIPED, 0o755)
with open(WRAPPED, "w") as file:
    file.write("class Wrapped { public static void main(String[] none) throws Exception {\n"
               "new ProcessBuilder(\"%s\").inheritIO().start().waitFor(); } }\n" % SMALL)
SANDBOXED = [[os.path.abspath(ENGINE), "--player", "search", "--option", "Threads=4"], [SMALL], [PIPED],
             [os.path.realpath(sys.executable), *ENGINES["minimal_engine.py"][1:]]]
if shutil.which("node"):
    SANDBOXED.append(script("node", [os.path.realpath(shutil.which("node")), *ENGINES["minimal_engine.js"][1:]]))
if NIGHTLY and shutil.which("javac"):
    SANDBOXED.append(["java", WRAPPED])
FOLDERS = ":".join([os.path.dirname(SMALL), FOLDER, os.path.realpath(sys.base_prefix), *glob.glob("/etc/java-*")])
for kind in ("landlock", "bwrap"):
    words = [word for number, command in enumerate(SANDBOXED)
             for word in ("--engine", "cmd=" + " ".join("'%s'" % word for word in command), "name=e%d" % number, "folders=" + FOLDERS, "sandbox=" + kind, "nodes=200")]
    record = kind + ".db"
    status, said = referee.run("match", "--game", "triancey", "--grid", "torus 3x2", "--format", "gauntlet", "--gauntlet", "e0", "--record", record,
                               "--quiet", *words, "--each", "movetime=2000", "margin=8000", "start=60000")
    if status and ("no Landlock" in said or "this system has no sandbox" in said or "needs the program" in said):
        ok(True, "%s: games # SKIP there is none" % kind)
        continue
    ok(status == 0 and referee.value(record, "SELECT COUNT(*) FROM half") == 2 * (len(SANDBOXED) - 1), kind + ": all play", said)
    ok(referee.value(record, "SELECT COUNT(*) FROM fault") == 0, kind + ": without a fault", referee.ask(record, "SELECT * FROM fault"))
done()
