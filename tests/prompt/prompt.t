#!/usr/bin/env python3
"""What people read and type at the prompt: lines as wide as the window, pauses, hints, names of commands."""
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import clock  # noqa: E402
from prompt import (CLOCKED, ENVIRONMENT, FOLDER, REFEREE, Half, Talk, Terminal, begin, best_margin, forget, kept,  # noqa: E402
                    neighbours_of, play, random_half, two)
from tgi import NIGHTLY, PATIENCE, done, enough, ok  # noqa: E402

ESCAPES = re.compile(r"\033\[[?\d;]*[a-zA-Z]")


def plain(text):
    return ESCAPES.sub("", text or "").replace("\r", "")


# ---- the width of the window --------------------------------------------------------------------

FRENCH = {"LC_ALL": "fr_FR.UTF-8", "LANGUAGE": "fr"}
rules = {}
for columns in 40, 80, 120:
    for game in "selacata", "tritt", "triangulation":
        for language, enter, last in (({}, "Press Enter", "case."), (FRENCH, "Entr\u00e9e pour", "majuscules.")):
            if not NIGHTLY and (columns, game) not in ((40, "selacata"), (80, "tritt"), (120, "triangulation")):
                continue
            if (game, enter) not in rules:
                rules[game, enter] = play(["?"], "--game", game, **language)[0].split()
                forget()
            whole = rules[game, enter]
            terminal = Terminal("--game", game, columns=columns, **language)
            shown = plain(terminal.wait(enter))
            first = shown.split(enter)[0].split()
            terminal.type("\n")
            terminal.wait("> ")
            terminal.type("?\n")
            shown += plain(terminal.wait(last))
            terminal.wait("> ")
            terminal.type("\x04")
            ended = terminal.end()
            forget()
            widest = max(len(line) for line in shown.split("\n"))
            name = "%s, %s" % (game, "French" if language else "English")
            ok(ended == 0 and widest < columns and last in shown, "%s: words for %d columns are no wider" % (name, columns), widest)
            ok(len(first) > 50 and first == whole[:len(first)], "and no word or number is cut", shown)

for columns in 40, 60:
    terminal = Terminal("duck", command="puzzle", columns=columns)
    shown = plain(terminal.wait("puzzle> "))
    terminal.type("help\n")
    shown += plain(terminal.wait("the puzzle is") or terminal.text)
    terminal.type("\nhelp 7\nx y\nquit\n")
    ok(terminal.end() == 0, "the puzzle ends")
    shown += plain(terminal.text)
    words = [line for line in shown.split("\n") if "puzzle>" not in line]
    ok(max(len(line) for line in words) < columns, "words of a puzzle for %d columns are no wider" % columns,
       max(words, key=len))

terminal = Terminal("duck", command="puzzle")
terminal.wait("puzzle> ")
terminal.type("chec\t")
ok(terminal.wait("check "), "a tabulator completes a command")
terminal.type("\nretir\t\n17:00\t\t")
ok(terminal.wait("17:001 ") and terminal.wait("17:003"), "or shows the pieces that fit")
terminal.type("0 chec\t\t\b\b\b\b\b\n")
ok(terminal.wait("1 of 18 cells filled"), "a piece is on the board that is shown next")
terminal.wait("puzzle> ")
terminal.type("\x04")
ok(terminal.end() == 0, "the puzzle is left")

# ---- the rules in pictures ------------------------------------------------------------------------

NAMES = re.compile(r"\b(?:[A-H][1-8][bgdtpsfo]|[a-g][1-7])\b")
for game, count in ("tritt", 5), ("triangulation", 5):
    english, french = (play(["rules"], "--game", game, **language)[0] for language in ({}, FRENCH))
    forget()
    ok(len(NAMES.findall(english)) > 20 and sorted(NAMES.findall(english)) == sorted(NAMES.findall(french)),
       "%s: the rules name the same places in both languages" % game, NAMES.findall(english), NAMES.findall(french))
    for columns, rows in ((80, 24), (120, 40))[:enough(1, 2)]:
        terminal = Terminal("--game", game, columns=columns, rows=rows)
        terminal.wait("Press Enter to begin")
        terminal.type("\nrules\n")
        shown = plain(terminal.wait("Press Enter for %d pictures, or Ctrl-D for the board." % count))
        for i in range(1, count + 1):
            terminal.type("\n")
            page = plain(terminal.wait("Picture %d of %d. Press Enter for " % (i, count)))
            lines = page.split("\n")
            ok(len(lines) <= rows + 2 and max(map(len, lines)) < columns + 3, "%s, picture %d: it fits into %dx%d" % (game, i, columns, rows), page)
        terminal.type("\n")
        ok("move 1" in plain(terminal.wait("red (you)> ")), "then the board is shown again")
        terminal.type("rules\n")
        terminal.wait("or Ctrl-D for the board.")
        terminal.type("\n")
        terminal.wait("Picture 1 of")
        terminal.type("\x04")
        ok("move 1" in plain(terminal.wait("red (you)> ")), "Ctrl-D leaves the pictures, not the game")
        terminal.type("rules\n")
        terminal.wait("or Ctrl-D for the board.")
        terminal.type("\n")
        terminal.wait("Picture 1 of")
        terminal.type(" score\n")
        shown = plain(terminal.wait("red (you)> "))
        ok("move 1" in shown and re.search(r"^  red \(you\) +\d\b", shown, re.M) and "Picture 2" not in shown, "a command ends them, too, and is obeyed", shown)
        terminal.type("\x04")
        ok(terminal.end() == 0, "and then the game")
        forget()

# ---- boards larger than the window ----------------------------------------------------------------

for columns, rows, small in (44, 16, True), (60, 18, False), (220, 70, False):
    terminal = Terminal("--vs", "human", "--grid", "torus 8x6", columns=columns, rows=rows, COLUMNS="", NO_COLOR="1")
    terminal.wait("Press Enter")
    terminal.type("\n")
    shown = plain(terminal.wait("yellow (player 1)> ")).split("Half 1 begins.")[1]
    terminal.type("\x04")
    terminal.end()
    forget()
    board = re.split(r"The window is too small|yellow \(player", shown)[0]
    numbers = [int(number) for number in re.findall(r"\d+", board)]
    said = re.search(r"too small for the numbers? of (\d+) cell", " ".join(shown.split()))
    ok(numbers and max(numbers) < 96, "no two numbers touch in %d columns" % columns, numbers)
    ok(bool(said) == small, "and whether the window is too small is said", shown[-600:])
    ok(len(set(numbers)) >= 96 - int(said.group(1) if said else 0), "as many are left out as it says", len(set(numbers)), said)

# ---- chance and the first moves ----------------------------------------------------------------------

terminal = Terminal("--game", "trioker-rapid", "--seed", "5", columns=100, rows=40)
terminal.type("\n")
shown = plain(terminal.wait("seat 1 (you)> "))
ok("move 1\n" in shown and "choose by arrow keys" in shown, "what chance deals is no move, and how to move is said in the first one", shown)
terminal.type("33:333\n")
terminal.wait("seat 1 (you)> ")
terminal.type("undo\n")
ok(terminal.wait("Taken back: this is move 1 again."), "nor when moves are taken back")
terminal.wait("seat 1 (you)> ")
terminal.type("\x04")
terminal.end()
forget()

# ---- between two halves -------------------------------------------------------------------------

terminal = Terminal("--seed", "1")
terminal.wait("Press Enter to begin. ")
terminal.type("\n")
terminal.wait("yellow (you)> ")
terminal.type("resign yes\n")
shown = plain(terminal.wait("Press Enter for half 2. "))
ok("margin -48" in shown and "You are yellow; reference begins." in shown and "Half 2" not in shown.split("\n\n")[-1].split("Press")[0],
   "between halves stand the result and who has which colour", shown)
terminal.type("\n")
ok("Half 2 begins." in plain(terminal.wait("yellow (you)> ")), "and the second one begins when Enter is pressed")
terminal.type("\x04")
terminal.end()
forget()
terminal = Terminal("--seed", "1")
terminal.wait("Press Enter to begin. ")
terminal.type("\nresign yes\n")
terminal.wait("Press Enter for half 2. ")
terminal.type("\x04")
ok(terminal.end() == 0 and "is kept" in terminal.text and len(kept()) == 1, "who leaves there finds the game again", terminal.text)
out, _ = play(["legal"], "--resume")
ok("Half 2 begins." in out and "possible:" in out, "at the second half", out)
forget()
out, _ = two(["resign yes"])
ok("player 1 is yellow.\nplayer 2 is red and begins.\n" in out, "two at one keyboard are told, too", out)
forget()

# The clock of a move does not run while the keyboard is handed over.
terminal = Terminal("--vs", "human", "--game", "trioker-rapid players 3", "--seed", "3", program=CLOCKED,
                    TRIANCEY_CLOCK=clock.name)
terminal.wait("Press Enter to begin")
terminal.type("\n")
terminal.wait("seat 2 (player 2) has the keyboard")
clock.advance(100)
terminal.type("\n")
terminal.wait("seat 2 (player 2)> ")
clock.advance(20)
terminal.type("33:333\n")
terminal.wait("seat 3 (player 3) has the keyboard")
terminal.type("\x04")
terminal.end()
took = re.search(r"33:333 (\d+)$", open(kept()[0]).read(), re.M)
ok(took and int(took.group(1)) == 20 * 10**6, "a pause is no time of whoever comes next", took)
forget()

# ---- hints --------------------------------------------------------------------------------------

ancey = neighbours_of("ancey")


def near_the_end(moves):
    """A half up to where three to five cells are left."""
    half = Half(ancey)
    for i, move in enumerate(moves):
        if 3 <= half.owner.count(None) <= 5:
            return moves[:i]
        half.play(move)


for seed in 3, 4:
    moves = near_the_end(random_half(ancey, random.Random(seed))[0])
    talk = Talk("--vs", "human")
    for move in moves:
        talk.ask(str(move), r"\): %d\b" % move)
    talk.ask("hint", "^Try ")
    out = talk.end()
    forget()
    mover = len(moves) % 2
    told = [(int(move), int(margin)) for move, margin in re.findall(r"^  (\d+): margin ([+-]\d+), for sure$", out, re.M)]
    half = Half(ancey)
    for move in moves:
        half.play(move)
    truth = {move: best_margin(ancey, moves + [move], mover) for move in half.legal()}
    ok(len(told) == 3 and len(set(move for move, _ in told)) == 3 and all(truth[move] == margin for move, margin in told),
       "a hint gives three moves and what each brings", told, truth, out[-900:])
    ok(told and told[0][1] == max(truth.values()) and [m for _, m in told] == sorted((m for _, m in told), reverse=True),
       "the best first", told, truth)
for game in "tritt", "triangulation", "trioker-duel", "trioker-rapid players 3":
    talk = Talk("--game", game, "--seed", "2")
    talk.ask("legal", r"possible: .*$")
    talk.ask("hint", "^Try ")
    out = talk.end()
    legal = re.search(r"possible: (.*)", out).group(1).split()
    told = re.findall(r"^  (\S+): margin [+-]\d+(?:, for sure)?$", out, re.M)
    told += re.findall(r"^  (\S+): no better than that$", out, re.M) if game == "triangulation" else []
    ok(len(told) == 3 and (set(told) <= set(legal) or len(legal) == 256), "three in %s, too" % game, out[-900:])
    ok(re.search(r"^After %s(:\n  |, the score would be:$)" % re.escape(told[0]), out, re.M), "the score after the first of them is said to be that", out[-900:])
    forget()

# ---- back and forward ---------------------------------------------------------------------------

out, _ = two(["13", "45", "31", "legal", "undo", "undo", "undo", "redo", "redo", "redo", "legal", "redo", "quit"])
legal = re.findall(r"^\d+ possible: .*$", out, re.M)
ok(legal[0] == legal[1] and out.count("Taken back:") == 3 and out.count("Played again:") == 3 and "nothing to play again" in out,
   "redo puts back all that undo took back", out)
forget()
out, _ = two(["13", "45", "undo", "31", "redo", "legal"])
ok("nothing to play again" in out and "Played again" not in out, "but not once another move was made", out)
forget()
out, _ = play(["13", "score", "undo", "redo", "score"], "--seed", "1")
scores = re.findall(r"(yellow|red) \(\w+\) +(\d+) +margin", out)
ok(len(scores) == 4 and scores[:2] == scores[2:], "the answer of an engine comes back, too", out)
forget()
out, _ = play(["undo", "redo", "quit"], "--league", "redo.db", "--name", "Anna")
ok(out.count("This is a tournament game") == 3, "not in a tournament game", out)
forget()

# ---- names of commands --------------------------------------------------------------------------

ENGLISH = ("help rules show legal score why neighbours animate hint undo redo save svg resign quit").split()
FRENCH = ("aide r\u00e8gles plateau coups score pourquoi voisins animer indice annuler refaire enregistrer dessiner "
          "abandonner quitter").split()
english, _ = two(["help " + name for name in ENGLISH if name != "rules"])
for change, name in ((str, "French"), (str.upper, "French in capitals")):
    other, _ = two(["help " + change(word) for word in FRENCH if word != "r\u00e8gles"])
    ok(other == english and "There is no command" not in other, "names in %s are the same commands" % name, other)
other, _ = two(["HELP " + name.upper() for name in ENGLISH if name != "rules"])
ok(other == english, "names in capitals, too", other)
for word in "q", "Q", "exit", "QUIT", "quitter":
    out, status = two(["13", word, "45"])
    ok(status == 0 and "45" not in out.split("13", 1)[1] and len(kept()) == 1, "%s leaves" % word, out)
    forget()
for word in "h", "H", "?", "aide":
    out, _ = two([word])
    ok("why MOVE" in out, "%s helps" % word, out)
out, _ = two(["R\u00c8GLES", "regles"])
ok(out.count("FEWEST cells win") == 3, "rules with and without an accent", out)
forget()
out, _ = play(["A4-A6"], "--game", "tritt")
ok("(you): a4-a6" in out, "capitals do not matter in moves either", out)
forget()

for words in ("draw", "pass"), ("NULLE", "Passe"), ("nulle", "passer"):
    out, _ = two(words, "--game", "triangulation players 2")
    ok("A draw is offered." in out and "The draw is declined." in out, "%s and %s are moves" % words, out[-600:])
    forget()

# ---- refusals -----------------------------------------------------------------------------------

for game, words, beginning, moves in (("triangulation", "C6o", "C6o", "C6o-D5o C6o-D6o C6o-D6f"), ("triangulation", "c6O-E5o", "c6O-", "C6o-D5o C6o-D6o C6o-D6f"),
                                      ("trioker-duel", "33:119", "33:11", "33:110 33:112"), ("trioker-rapid", "33:1", "33", "33:333")):
    out, _ = play([words], "--game", game, "--seed", "3", "--vs", "human")
    ok("\nPossible moves that begin with %s: %s; legal lists all.\n" % (beginning, moves) in out, "moves that begin like %s are named" % words, out[-300:])
    forget()
out, _ = play(["a4-a7"], "--game", "tritt")
ok("\nPossible moves that begin with a4-a: a4-a6; legal lists all.\n" in out, "and be it one", out[-300:])
forget()
for game in "trioker-duel", "trioker-rapid":
    out, _ = play(["99:012", "33:119"], "--game", game)
    ok("99:012 is not possible: there is no cell 99: cells are numbered from 0 to 72.\n" in out
       and "33:119 is not possible: there is no piece 119: values are 0 to 3.\n" in out, "%s: what is no cell, and no piece" % game, out)
    forget()
for game, words in (("selacata", "99"), ("triangulation", "A1t-A1b"), ("tritt", "z1")):
    out, _ = play([words], "--game", game)
    line = re.search(r"Possible moves: (.*)", out).group(1)
    ok(len(line.split(" and ")[0].split()) <= 6, "a refusal in %s names few moves" % game, line)
    forget()

# ---- a game that is only won or lost --------------------------------------------------------------

out, _ = two(["undo", "a1-a3", "resign", "resign yes"], "--game", "tritt")
ok("There is nothing to take back.\n" in out, "no half is named in a game that has only one", out)
ok(re.search(r"^player 1 has won\.$", out, re.M) and "you lose the game;" in out and "margin" not in out
   and "Final score" not in out, "nobody wins Tritt by a number", out)
out, _ = play(["resign yes", "resign yes"])
ok(re.search(r"^reference has won by 96\.$", out, re.M) and "Final score: you -96, reference +96.\n" in out, "a game with margins tells them", out)
for game, about in ("selacata", "reference, the simple computer that all players"), ("tritt", "greedy, a simple computer that"):
    out, _ = play(["quit"], "--game", game)
    ok("You play against " + about in out, "%s: who the opponent is" % game, out)
out, _ = play(["quit"], "--game", "tritt", "--vs", "builtin:random")
ok("You play against" not in out, "another opponent was chosen by its name", out)

# ---- what chance does -----------------------------------------------------------------------------

out, _ = play(["quit"], "--game", "trioker-rapid", "--seed", "1")
dealt = re.search(r"^Dealt: ((?:[0-3*]{3} ?)+); the other hands are hidden\.$", out, re.M)
ok(dealt and len(dealt.group(1).split()) == 10 and re.search(r"^Seat [12] begins, with [0-3*]{3}\.$", out, re.M)
   and "deal:" not in out and "first:" not in out, "a hand is dealt in words", out)
lines, talk = [], Talk("--game", "trioker-rapid", "--seed", "3", "--vs", "human")
while len(lines) < 60 and not ("\nA piece is drawn.\n" in talk.text and "Left in the hand of seat" in talk.text):
    lines.append(talk.ask("legal", r"^\d+ possible: (\S+).*\n").group(1))
    talk.ask(lines[-1], r"^seat \d \(player \d\): %s(?!\S)" % re.escape(lines[-1]))
talk.ask("legal", r"^\d+ possible: .*\n")
out = talk.end()
forget()
lines.append("legal")
ok(re.search(r"seat 1: 0 +\S+ seat 2: 0 +deal 1 of 3", play(["show"], "--game", "trioker-rapid", "--vs", "human", COLUMNS="100")[0]), "points stand apart from the number of a seat")
forget()
ok("Left in the hand of seat" in out and "\nA piece is drawn.\n" in out and "draw:" not in out
   and "show:" not in out, "what is drawn and left, too", out[-2000:])
won = re.search(r"^  Seat (\d) wins deal 1: the bank pays it 10, .*\nLeft in the hand of seat (\d): (.*), (\d+) points?\.$", out, re.M)
ok(won and won.group(1) != won.group(2) and sum(int(digit) for digit in won.group(3) if digit in "0123") == int(won.group(4)),
   "and who wins a deal, and what that brings", out[-2000:])

out, _ = play([word for line in lines for word in (line, "show")], "--game", "trioker-rapid", "--seed", "3", "--vs", "human",
              LC_ALL="fr_FR.UTF-8", LANGUAGE="fr")
forget()
ok(re.search(r": 1 cachée$", out, re.M) and "1 cachées" not in out and "2 cachées" in out, "one hidden piece is singular in French", out[-2000:])

# ---- a game or a board in the place of a file -------------------------------------------------------

for word, wanted in ("tritt", "tritt is a game, not a file; --game tritt plays it"), ("crepe", "crepe is a board, not a file; --grid crepe plays on it"):
    out, status = play([], word)
    ok(status == 1 and wanted in out, "play %s" % word, out)
with open(os.path.join(FOLDER, "tritt"), "w", encoding="utf-8") as file:
    file.write("no game\n")
out, status = play([], "tritt")
ok(status == 1 and "not a file" not in out, "a file of that name is read", out)
os.remove(os.path.join(FOLDER, "tritt"))

# ---- kept games ---------------------------------------------------------------------------------

play(["33:333", "quit"], "--game", "trioker-rapid", "--seed", "5")
out, status = play([], "--list")
forget()
ok(status == 0 and "trioker-rapid, against greedy; move 3\n" in out, "moves of chance are not counted", out)
out, status = play([], "--list")
ok(status == 0 and "No game is kept." in out, "no game is kept", out)
two(["13", "45", "31", "quit"])
two(["resign yes", "13", "quit"], "--grid", "crepe")
out, status = play([], "--list")
names = re.findall(r"^(\d+-\d+-\d+)  \d{4}-\d\d-\d\d \d\d:\d\d$", out, re.M)
ok(status == 0 and len(names) == 2 and "selacata on crepe, against a person at the same keyboard; half 2, move 2\n" in out
   and "selacata on its usual board, against a person at the same keyboard; half 1, move 4\n" in out, "kept games are listed with their state", out)
two(["a1-a3", "quit"], "--game", "tritt")
two(["5", "quit"], "--game", "triancey", "--grid", "crepe")
play(["5", "quit"], "--grid", "ancey")
out, _ = play([], "--list")
ok("\n  tritt, against a person at the same keyboard; move 2\n" in out
   and "\n  triancey on crepe, against a person at the same keyboard; move 2\n" in out
   and "\n  selacata on ancey, against reference; half 1, move 3\n" in out and "builtin:" not in out,
   "halves are counted where there are two", out)
for name in set(re.findall(r"^(\d+-\d+-\d+)  ", out, re.M)) - set(names):
    play(["resign yes", "resign yes"], name)
for name in names:
    out, status = play(["score"], name)
    ok(status == 0 and "Resuming the game of %s." % name in out, "and each goes on by its name", out)
path = kept()[0]
out, status = play(["score"], path)
ok(status == 0 and "Resuming the game of" in out, "or by its file, without --resume", out)
left = [game for game in kept() if os.path.exists(game + ".lock")]
ok(not left, "no lock of them stays", left)
forget()

# ---- boards and files that are not there ----------------------------------------------------------

for words in (["play", "no-file.ini"], ["play", "--resume", "no-file.ini"], ["play", "--grid", "no-file.ini"],
              ["play", "--grid", "no_board!"], ["grid", "show", "no-file.ini"], ["grid", "show", "no_board!"],
              ["grid", "draw", "no_board!"], ["league", "no-file.ini"], ["standings", "no-file.db"], ["rank", "no-file.db"],
              ["match", "--engine", "builtin:random", "--engine", "builtin:random", "--grid", "no_board!"],
              ["replay", "no-file.db", "1"], ["verify", "no-file.db"], ["puzzle", "no-file.ini"]):
    answer = subprocess.run([REFEREE, *words], capture_output=True, text=True, env=ENVIRONMENT, cwd=FOLDER, timeout=PATIENCE)
    ok(answer.returncode == 1 and answer.stderr, "what is not there is status 1: %s" % " ".join(words), answer.returncode, answer.stderr)

out, _ = play([], "--grid", "crep")
ok("has no board crep: this one is made from the word.\nDid you mean crepe?" in out, "a near miss is asked about", out)
out, _ = play([], "--grid", "bonjour")
ok("has no board bonjour" in out and "Did you mean" not in out, "another word is not", out)
out, _ = play([], "--grid", "crepe")
ok("made from" not in out, "nor a board of the library", out)
for word in "bonjour", "triangle", "torus", "hexagon", "word":
    for options in ([], ["--cells", "36"], ["--surface", "cylinder"], ["--cells", "60", "--surface", "cylinder"])[::enough(3, 1)]:
        made = subprocess.run([REFEREE, "grid", "make", word, *options], capture_output=True, text=True).stdout
        name = re.search(r"^name = (.*)$", made, re.M).group(1)
        with open(os.path.join(FOLDER, name + ".ini"), "w") as file:
            file.write(made)
        by_file = neighbours_of(os.path.join(FOLDER, name + ".ini"))
        ok(len(by_file) >= 36 and neighbours_of(name) == by_file, "%s is found again by its name" % name)

done()
