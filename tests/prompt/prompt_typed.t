#!/usr/bin/env python3
"""The prompt where something is unusual: arguments, places for files, terminals, windows, keys, opponents that fail."""
import os
import pty
import random
import re
import select
import shutil
import signal
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import pseudo  # noqa: E402
from prompt import ENVIRONMENT, FOLDER, REFEREE, Talk, Terminal, begin, forget, kept, neighbours_of, play, random_half, two  # noqa: E402
from tgi import BUILD, ENGINE, PATIENCE, done, ok  # noqa: E402

ESCAPES = re.compile(r"\033\[[?\d;]*[a-zA-Z]")


def plain(text):
    return ESCAPES.sub("", text or "").replace("\r", "")


# ---- arguments ----------------------------------------------------------------------------------

out, _ = two(["animate non", "animer oui", "animate off", "animate on", "animate", "animate 99", "animate 13", "13", "animate"])
forget()
ok(out.count("Reactions are shown at once.\n") == 2 and out.count("Reactions are shown step by step.\n") == 2, "on and off, yes and no turn reactions on and off", out)
ok("No move has been played yet; animate MOVE shows" in out and "99 is not possible" in out and "13 takes no other cell." in out
   and out.count("yellow (player 1): 13\n") == 2, "without a terminal a reaction is described, that of a move or of the last one", out)
out, _ = two(["mouse", "mouse off", "souris non", "mouse oui", "mouse maybe"])
ok(out.count("Choosing needs a terminal of at least 40 by 12 characters") == 4 and "needs on or off, not 'maybe'" in out, "nor is there a mouse", out)
out, _ = two(["score  \t", "  score", "legal 13 ", "legal x", "\t", "hint 3", "rules x", "neighbours \t"])
ok(out.count("yellow (player 1)    ") == 2 and "1 possible: 13\n" in out and "0 possible: \n" in out and "hint takes no argument, not '3'." in out
   and "rules takes no argument, not 'x'." in out and "neighbours needs CELL." in out, "blanks around words do not matter", out)
out, _ = two(["e6-g6", "e7-g7", "legal", "legal h4-h6", "h4-h6/x"], "--game", "tritt")
forget()
count, listed = re.search(r"^(\d+) possible: (.*)$", out, re.M).groups()
ok(int(count) > 256 and len(listed.split()) == 256 and "These are the first 256 of them.\n" in out, "of very many moves the first are listed", out[-600:])
count, listed = re.findall(r"^(\d+) possible: (.*)$", out, re.M)[1]
ok(int(count) == len(listed.split()) < 256 and all(move.startswith("h4-h6") for move in listed.split()), "of those that begin so, all", out[-600:])
found = re.search(r"Possible moves that begin with h4-h6/: (.*) and (\d+) others? \(legal h4-h6/ lists more\)\.", out)
ok(found and len(found.group(1).split()) + int(found.group(2)) == int(count) - 1, "a refusal names some of them, and counts the others", out[-600:])

# ---- what moves do ------------------------------------------------------------------------------

out, _ = two(["why B8o=B7o", "B8o=B7o"], "--game", "triangulation players 2")
ok("After B8o=B7o:\n  The general and the rukh change places.\nThen the score would be:\n" in out
   and "red (player 1): B8o=B7o\n  The general and the rukh change places.\n" in out, "what a move does is said before and after it", out)
forget()
CYLINDER = ("--game", "archipel", "--grid", "cylinder 6x4")
opening = "3 13 10 27 19 34 37 43 16 40".split()
out, _ = two(["neighbours 0", "neighbours 47", *opening, "legal"], *CYLINDER)
forget()
ok("Cell 0 (empty) has these neighbours:\n  1 (empty)\n  11 (empty), across a glued edge\n  a red pawn\n" in out and out.count("  a white pawn\n") == 1,
   "pawns are neighbours", out)
cells = re.findall(r"^\d+ possible: (.*)$", out, re.M)[-1].split()
out, _ = two([*opening, *("why " + cell for cell in cells)], *CYLINDER)
forget()
causes = re.findall(r"cell (\d+) is taken, because (\d+) and a pawn are beside it", out)
shown = subprocess.run([REFEREE, "grid", "show", "cylinder 6x4"], capture_output=True, text=True).stdout
near = {cell: beside.split() for cell, beside in re.findall(r"^ *(\d+)((?: +(?:\d+|b[12])){3})$", shown, re.M)}
ok(causes and all(cause in near[cell] and ("b1" in near[cell] or "b2" in near[cell]) for cell, cause in causes), "and take part in reactions", causes)
talk = Talk("--game", "trioker-rapid", "--seed", "5")
for _turn in range(40):
    move = talk.ask("legal", r"^\d+ possible: (\S+).*\n").group(1)
    talk.ask(move, r"^seat \d \(you\): %s(?!\S)" % re.escape(move))
    if "\nDrawn: " in talk.text:
        break
out = talk.end()
forget()
ok(re.search(r"^seat \d \(you\): pass\n(.*\n)*Drawn: [0-3*]{3}\.$", out, re.M), "who draws a piece sees which", out[-600:])

# ---- files --------------------------------------------------------------------------------------

out, _ = two(["13", "svg /no/such/board.svg", "save /no/such/game.ini", "score"])
ok("It is not drawn: /no/such/board.svg: No such file or directory.\n" in out
   and "It is not saved: cannot write /no/such/game.ini: No such file or directory.\n" in out and "   1   margin -1" in out,
   "a file for which there is no place is reported, and the game goes on", out)
forget()
NOWHERE = {"XDG_STATE_HOME": "", "HOME": ""}
out, status = play(["13", "save", "save here.ini", "45"], "--vs", "human", **NOWHERE)
ok(status == 0 and "save needs the name of a file.\n" in out and "Saved; triancey-referee play --resume here.ini continues it.\n" in out,
   "without a place for games, save needs a name", out)
os.remove(os.path.join(FOLDER, "here.ini"))
out, status = play([], "--list", **NOWHERE)
ok(status == 0 and "No game is kept." in out, "and none are found", out)
out, status = play([], "--resume", **NOWHERE)
ok(status == 1 and "triancey-referee play: " in out, "nor resumed", out)
for state in "", "relative":
    out, status = play(["13"], "--vs", "human", XDG_STATE_HOME=state, HOME=FOLDER)
    place = os.path.join(FOLDER, ".local", "state", "triancey")
    names = [name for name in os.listdir(place) if name.endswith(".ini")]
    ok(status == 0 and len(names) == 1 and "The game is kept" in out, "without XDG_STATE_HOME, games are kept below HOME", out)
    shutil.rmtree(os.path.join(FOLDER, ".local"))
with open(os.path.join(FOLDER, "blocked"), "w") as file:
    file.write("no folder\n")
out, status = play(["13"], "--vs", "human", XDG_STATE_HOME=os.path.join(FOLDER, "blocked"))
ok(status == 0 and "Warning: the game cannot be kept: " in out and "The game is kept" not in out, "where a file is in the way, the game is played, but not kept", out)

# ---- the list of games --------------------------------------------------------------------------

two(["13", "quit"])
first = kept()[0]
two(["13", "45", "quit"])
second = [path for path in kept() if path != first][0]
folder = os.path.dirname(first)
with open(os.path.join(folder, "play-9.ini"), "w") as file:
    file.write("[game]\nnonsense\n")
os.utime(os.path.join(folder, "play-9.ini"), (1000000, 1000000))
os.symlink("nowhere", os.path.join(folder, "play-8.ini"))
for name in "play-7.txt", "other.ini", "play-.in":
    with open(os.path.join(folder, name), "w") as file:
        file.write("nothing\n")
for newer, older in ((first, second), (second, first)):
    os.utime(newer, (2000000000, 2000000000))
    os.utime(older, (1000000000, 1000000000))
    out, status = play([], "--list")
    names = re.findall(r"^(\d+-\d+-\d+)  \d{4}", out, re.M)
    ok(status == 0 and ["play-%s.ini" % name for name in names] == [os.path.basename(newer), os.path.basename(older)],
       "the game that was played last is the first of the list", out)
    ok("play-9.ini:2: neither a [section], nor `key = value`, nor a comment\n" in out and "play-8.ini" not in out and "play-7.txt" not in out and "other.ini" not in out,
       "a file that is no game is named, and what is no file is not", out)
    out, _ = play(["score"], "--resume")
    ok("Resuming the game of %s." % os.path.basename(newer)[5:-4] in out, "and --resume takes that", out)
os.remove(os.path.join(folder, "play-8.ini"))
os.remove(os.path.join(folder, "play-9.ini"))
for path in first, second:
    os.utime(path, (1000000000, 1000000000))
out, status = play([], "--list")
ok(len(re.findall(r"^\d+-\d+-\d+  2001-09-", out, re.M)) == 2, "two of the same second are listed both", out)
os.utime(first, ns=(10 ** 18, 10 ** 18))
os.utime(second, ns=(10 ** 18, 10 ** 18 + 5))
out, status = play(["score"], "--resume")
ok(re.search(r"red \(player 2\) +1 ", out), "and --resume takes the one that was written last", out)
os.mkdir(first + ".lock")
out, status = play([], "--resume", first)
ok(status == 1 and "cannot lock " + first + ".lock: " in out, "what cannot be locked is not resumed", out)
os.rmdir(first + ".lock")
with open(first) as file:
    text = file.read()
with open(first, "w") as file:
    file.write(re.sub("(?m)^versus *=.*", "versus = my-engine --strong", text).replace("game = selacata", "game = go"))
out, status = play([], "--list")
ok(status == 0 and "  go on its usual board, against my-engine --strong; half 1, move 2\n" in out, "a program and a game that are not known are named as they are", out)
with open(first, "w") as file:
    file.write(re.sub("(?m)^versus *=.*", "versus = builtin:random", text))
out, status = play([], "--list")
ok("against random; half 1, move 2\n" in out, "a player of ours by its own name", out)
forget()
for name in os.listdir(folder):
    os.remove(os.path.join(folder, name))

# A board in a file and a league are found again from another folder.
with open(os.path.join(FOLDER, "own.ini"), "w") as file:
    file.write(subprocess.run([REFEREE, "grid", "make", "bonjour"], capture_output=True, text=True).stdout)
os.mkdir(os.path.join(FOLDER, "else"))
for board in "own.ini", "./own.ini", os.path.join(FOLDER, "own.ini"):
    play(["13", "quit"], "--grid", board, "--league", "own.db", "--name", "Anna")
    elsewhere = pseudo.run([REFEREE, "play", "--resume"], input="resign yes\nresign yes\n", cwd=os.path.join(FOLDER, "else"), env=ENVIRONMENT,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
    ok(elsewhere.returncode == 0 and "It counts in %s/own.db.\n" % os.path.realpath(FOLDER) in elsewhere.stdout, "a game on %s goes on in another folder" % board, elsewhere.stdout)
forget()

# What a record has noted of a game that goes on, it must have; other notes are those of another game.
play(["13", "quit"], "--league", "copy.db", "--name", "Dora")
noted = " ".join(re.findall(r"^\d+ = (\S+) ", open(kept()[0]).read(), re.M))
for half, moves, good in (9, noted, False), (0, noted, False), (2, noted, False), (1, noted[:-1], False), (1, noted + " 1", False), (1, "", True), (1, noted.split()[0], True), (1, noted, True):
    with sqlite3.connect(os.path.join(FOLDER, "copy.db")) as record:
        record.execute("UPDATE prompt_game SET half = ?, moves = ?", (half, moves))
    record.close()
    out, status = play(["quit"], "--resume")
    ok(("Resuming the game of" in out and status == 0) if good else ("this is an old copy of the game" in out and status == 1),
       "a game of which %r was noted in half %d is%s continued" % (moves, half, "" if good else " not"), out)
forget()
out, status = play([], "--league", "names.db", "--name", "random", "--vs", "builtin:random")
ok(status == 1 and "random is also the name of the engine" in out and kept() == [], "nobody has the name of the opponent", out)
with open(os.path.join(FOLDER, "names.csv"), "w") as file:
    file.write("id,time,player,margin1\n1,2020-01-01T00:00:00Z,Emil,3\n")
subprocess.run([REFEREE, "import", "names.csv", "--into", "names2.db"], cwd=FOLDER, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)
out, status = play(["resign yes", "resign yes"], "--league", "names2.db", "--name", "Emil")
ok(status == 0 and "It counts in" in out, "who was imported goes on under the same name", out)
forget()

# ---- opponents that fail ------------------------------------------------------------------------

# Short commands: --vs keeps no long one, and the folders of a build may have long names.
os.symlink(os.path.abspath(os.path.join(BUILD, "tests", "lib", "fake_engine")), os.path.join(FOLDER, "fake_engine"))
with open(os.path.join(FOLDER, "flawed"), "w") as file:
    file.write("#!/bin/sh\nexec '%s' no-move '%s'\n" % (os.path.abspath(os.path.join(BUILD, "tests", "lib", "flawed_engine")), os.path.abspath(ENGINE)))
os.chmod(os.path.join(FOLDER, "flawed"), 0o755)
out, status = play(["13", "31", "2"], "--vs", "./fake_engine exit-go", "--seed", "1")
ok(status == 0 and out.count(" (fake_engine) has lost the half: exited with status 7; ") == 2 and out.endswith(
   "Final score: you +96, fake_engine -96.\nYou have won by 96. Well played!\n"), "who ends has lost the half, and who is left has won by its margin", out[-600:])
out, status = play(["e6-g6"], "--vs", "./flawed", "--game", "tritt", "--seed", "1")
ok(status == 0 and re.search(r"^blue \(.*\) has lost the game: .*x9y", out, re.M) and out.endswith("You have won. Well played!\n"),
   "in a game of one half it has lost the game", out[-600:])
forget()

# ---- completion ---------------------------------------------------------------------------------

terminal, _ = begin()
terminal.type("help re\t\t")
shown = plain(terminal.wait("resign"))
ok("redo" in shown and "refaire" in shown and "rules" not in shown, "after help, names of commands are completed", shown)
terminal.type("do\n")
ok(terminal.wait("play again what undo took back last"), "and understood")
terminal.type("animate of\t\n")
ok(terminal.wait("Reactions are shown at once."), "after animate, off")
terminal.type("mouse of\t\n")
ok(terminal.wait("Clicks are left to the terminal"), "after mouse, too")
terminal.type("why 4\t\t")
shown = plain(terminal.wait("47"))
ok("42" in shown and "off" not in shown and "32" not in shown, "after why, moves", shown)
terminal.type("7\nscore 4\t\t\n")
ok(terminal.wait("47 takes no other cell.") and terminal.wait("score takes no argument, not '4'."), "and after score, nothing", terminal.text)
terminal.type("resign yes\n\nresign yes\n")
terminal.wait("Final score")
terminal.settle()
terminal.type("\t\t")
shown = plain(terminal.wait("revoir"))
ok("encore" in shown and "changer" not in shown and "voisins" not in shown, "after a game, what is asked then", shown)
terminal.type("look\n")
terminal.wait("half 1, move 0 of 0> ")
terminal.type("la\t\n")
ok(terminal.wait("move 0 of 0> "), "where a game is looked at, its commands", terminal.text)
terminal.type("first l\t\n")
shown = plain(terminal.wait("move 0 of 0> "))
ok("There is no command 'first l' here." in shown, "each of which is one word", shown)
terminal.type("q\nq\n")
ok(terminal.end() == 0, "and the end", terminal.text)
forget()

# ---- reactions on a terminal --------------------------------------------------------------------

terminal = Terminal("--vs", "human", "--grid", "torus 4x4", rows=60)
terminal.type("\n3\n")
terminal.wait("(player 1): 3")
shown = terminal.wait("(player 2)> ")
drawn = [sum("▄" * 10 in line for line in part.splitlines()) for part in re.split(r"(?:\033\[A)+", shown)]
ok(len(drawn) > 1 and set(drawn) == {1}, "two who share a terminal see a move once", (drawn, shown))
terminal.type("quit\n")
terminal.end()
forget()
moves, reactions, _ = random_half(neighbours_of("ancey"), random.Random(6))
long = max(range(len(moves)), key=lambda i: len(reactions[i]))
two([*map(str, moves[:long]), "quit"], "--grid", "ancey")
terminal = Terminal("--resume")
terminal.wait("(player %d)> " % (long % 2 + 1))
terminal.type("animate %d\n" % moves[long])
shown = terminal.wait("the board is as it was.")
ok("That is what %d would do;" % moves[long] in " ".join(plain(shown).split()) and shown.count("\033[A") > 20, "what a move would do is shown step by step", shown)
terminal.wait("(player %d)> " % (long % 2 + 1))
terminal.type("animate\n")
ok("would do" not in plain(terminal.wait("(player %d)> " % (long % 2 + 1))), "so is what the last one has done")
terminal.type("animate %d\n" % moves[long])
terminal.wait("\033[A")
os.kill(terminal.pid, signal.SIGINT)
ok(terminal.end() == 130 and len(kept()) == 1, "Ctrl-C ends it at once", terminal.text[-300:])
forget()

# A half whose last move is not shown step by step is shown when it is over.
two([*map(str, moves[:-1]), "quit"], "--grid", "ancey")
terminal = Terminal("--resume")
terminal.wait("(player %d)> " % ((len(moves) - 1) % 2 + 1))
terminal.type("animate off\n")
terminal.wait("Reactions are shown at once.")
terminal.type("%d\n" % moves[-1])
shown = plain(terminal.wait("Half 1 is over"))
ok("[%d]" % moves[-1] in shown and shown.count("half 1 of 2") == 1, "the last position of a half is shown once", shown)
terminal.wait("Press Enter for half 2. ")
terminal.type("\x04")
ok(terminal.end() == 0, "and the end")
forget()

# ---- kinds of terminals -------------------------------------------------------------------------

TRUE, OF_256, OF_16, OF_8, MONO = r";48;2;\d", r";48;5;\d", r"\[0(;1)?;10[0-7][;m]", r"\[0(;1)?;4[0-7][;m]", "mono"


def colours(shown):
    """The kinds of colours that are used."""
    return [kind for kind in (TRUE, OF_256, OF_16, OF_8) if re.search(kind, shown)] or [MONO]


for environment, wanted in (
        ({"TERM": "xterm"}, [OF_8]), ({"TERM": "xterm", "COLORTERM": "truecolor"}, [TRUE]), ({"TERM": "xterm", "COLORTERM": "24bit"}, [TRUE]),
        ({"TERM": "xterm", "COLORTERM": "yes"}, [OF_8]), ({"COLORTERM": "", "NO_COLOR": ""}, [OF_256]), ({"TERM": "vt100"}, [MONO]),
        ({"TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"}, [MONO]), ({"TERM": ""}, [MONO]), ({"TERM": "dumb"}, [MONO]),
        ({"TERM": "no-such-terminal"}, [OF_8]), ({"TERM": "xterm-16color"}, [OF_16, OF_8]), ({"TERM": "xterm-direct"}, [TRUE])):
    terminal, shown = begin(**environment)
    terminal.type("13\n")
    shown = terminal.wait("red (player 2)> ") or ""
    ok(colours(shown) == wanted and "13" in shown, "colours of %s" % environment, colours(shown), repr(shown[-300:]))
    terminal.type("\x04")
    ok(terminal.end() == 0, "and the end")
    forget()
terminal, shown = begin(TERM="dumb")
terminal.type("mouse\n")
shown += terminal.wait("(player 1)> ") or "\033"
terminal.type("animate 13\n")
shown += terminal.wait("(player 1)> ") or "\033"
ok("Choosing needs" in shown and "13 takes no other cell." in shown and "\033" not in shown, "a dumb terminal is typed on, and sent no controls", shown)
terminal.type("\x04")
ok(terminal.end() == 0, "and the end")
forget()

# ---- the size of the window ---------------------------------------------------------------------


def width(columns=0, rows=0, **environment):
    """The widest line of the board in a window whose size the terminal does not know."""
    terminal, shown = begin(columns=columns, rows=rows, NO_COLOR="1", LC_ALL="C", **environment)
    terminal.type("\x04")
    ok(terminal.end() == 0, "the game ends in a window of unknown size")
    forget()
    return max(len(line) for line in plain(shown).split("\n") if "Ctrl-D" not in line and not re.search("[a-z]{4}", line))


usual = width()
for columns in "", "x", "0", "-5", "100x", "99999999", "99999999999999999999":
    ok(width(COLUMNS=columns, LINES="40") == width(COLUMNS="80", LINES="40"), "COLUMNS=%s is 80 columns" % columns)
ok(width(COLUMNS="80", LINES="24") == usual and width(COLUMNS="120", LINES="y") == usual, "a window of unknown size has 80 by 24")
ok(width(rows=0, columns=100, COLUMNS="50", LINES="40") < 50, "even if it knows one of both")
ok(width(COLUMNS="120", LINES="40") > usual + 10 and width(COLUMNS="50", LINES="40") < 50, "unless COLUMNS and LINES say more")

# ---- a terminal for one of input and output -------------------------------------------------------


def half_terminal(lines, **streams):
    """Plays with a terminal as `stdin` or `stdout` only; returns what was printed, and the status."""
    master, slave = pty.openpty()
    given = {name: slave for name in ("stdin", "stdout") if name not in streams}
    player = subprocess.Popen([REFEREE, "play", "--vs", "human"], env=ENVIRONMENT, cwd=FOLDER, stderr=subprocess.STDOUT, **given, **streams)
    os.close(slave)
    if "stdin" in given:
        os.write(master, lines.encode())
        out = player.stdout.read().decode()
    else:
        player.stdin.write(lines.encode())
        player.stdin.close()
        out = ""
        while select.select([master], [], [], PATIENCE)[0]:
            try:
                out += os.read(master, 65536).decode(errors="replace")
            except OSError:
                break
    os.close(master)
    return pseudo.english(out), player.wait(PATIENCE)


out, status = half_terminal("13\nquit\n", stdout=subprocess.PIPE)
ok(status == 0 and "yellow (player 1): 13\n" in out and "\033" not in out and "Press Enter" not in out, "what goes into a file has no colours", out)
forget()
out, status = half_terminal("13\nshow\nanimate 45\nmouse\nquit\n", stdin=subprocess.PIPE)
ok(status == 0 and "yellow (player 1): 13" in out and "48;5;" in out and "Press Enter" not in out and "Choosing needs" in out
   and "45 takes no other cell." in plain(out), "what comes from a file is not typed", out)
forget()

done()
