#!/usr/bin/env python3
"""Moves chosen on the board: by arrow keys and clicks, with a preview; and the terminal that is left as it was."""
import codecs
import os
import re
import select
import signal
import sys
import termios

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import pseudo  # noqa: E402
from prompt import FOLDER, Half, Terminal, forget, neighbours_of, play  # noqa: E402
from screen import Screen  # noqa: E402
from tgi import PATIENCE, done, ok  # noqa: E402

LEFT, RIGHT, UP, DOWN, ENTER, ESCAPE, ERASE, TAB, BACK_TAB = "\033[D", "\033[C", "\033[A", "\033[B", "\r", "\033", "\177", "\t", "\033[Z"
MOUSE = {1000, 1006}
WIDTH = 120 if pseudo.SPOKEN else 80  # of a terminal in which a sentence is a line


class Player:
    """Someone at a terminal, who sees its screen."""

    def __init__(self, *options, columns=WIDTH, rows=24, begun="> *", enter="Press Enter|Entr\u00e9e pour", shell=False, **environment):
        environment = {"NO_COLOR": "1", **environment}
        self.terminal = Terminal(*options, columns=columns, rows=rows, shell=shell, **environment)
        self.screen = Screen(columns, rows)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        if enter:
            self.see(enter)
            self.type(ENTER)
        self.see(begun + "$")

    def read(self, seconds):
        """Reads what there is; answers where the cursor is. False: nothing came, or nothing more will."""
        if not select.select([self.terminal.descriptor], [], [], max(seconds, 0))[0]:
            return False
        try:
            data = os.read(self.terminal.descriptor, 65536)
        except OSError:
            return False
        text = self.decoder.decode(data)  # a character may come in two parts
        self.terminal.text += pseudo.english(text)
        self.screen.write(text)
        for _ in range(self.screen.asked):
            self.type("\033[%d;%dR" % (self.screen.row + 1, self.screen.column + 1))
        self.screen.asked = 0
        return True

    def wait(self, condition):
        """Reads until the condition is met. False: it never is."""
        while not condition():
            if not self.read(PATIENCE):
                return False
        return True

    def see(self, words):
        """Waits until these words are on the screen, at its end if they end in $; returns it, or None."""
        pattern = re.compile(words, 0 if words.endswith("$") else re.M)
        return self.screen.text().rstrip("\n") if self.wait(lambda: pattern.search(self.screen.text().rstrip("\n"))) else None

    def type(self, text):
        os.write(self.terminal.descriptor, text.encode())

    def press(self, *keys):
        """Presses keys while a move is chosen, or the one that begins it; returns the screen after the last."""
        for key in keys:
            drawn = self.screen.cleared
            self.type(key)
            if not self.wait(lambda: self.screen.cleared > drawn):
                return None
        return self.screen.text()

    def tell(self, line, words):
        """Types a line, and waits for words that answer it and for the next question; returns the screen, or None."""
        seen = len(self.terminal.text)
        self.type(line + ENTER)
        return self.see("> *$") if self.wait(lambda: re.search(words, self.terminal.text[seen:])) else None

    def click(self, column, row, old=False):
        """Presses and releases the button while a move is chosen, or to begin it."""
        if not old:
            return self.press("\033[<0;%d;%dM\033[<0;%d;%dm" % (column, row, column, row))
        drawn = self.screen.cleared
        os.write(self.terminal.descriptor, b"\033[M " + bytes([column + 32, row + 32]) + b"\033[M#" + bytes([column + 32, row + 32]))
        return self.screen.text() if self.wait(lambda: self.screen.cleared > drawn) else None

    def places(self, cell):
        """Where the number of a cell stands: numbers of cells across glued edges stand outside of the board, too."""
        rows = self.screen.text().split("\n")[:-3]
        return [(found.start() + 1 + (cell > 9), row + 1) for row, line in enumerate(rows)
                for found in re.finditer(r"(?<!\d)%d(?!\d)" % cell, line)]

    def leave(self):
        self.type("\x04")
        return self.end()

    def end(self):
        seen = len(self.terminal.text)
        status = self.terminal.end()
        self.screen.write(self.terminal.text[seen:])
        forget()
        return status


def chosen(shown):
    """The cell that is in brackets."""
    found = re.findall(r"\[ ?(\w+)\]", shown or "")
    return found[0] if len(found) == 1 else None


BOARD = "crepe"
near = neighbours_of(BOARD)

# ---- arrow keys -----------------------------------------------------------------------------------

with open(os.path.join(FOLDER, "quick"), "w") as file:
    file.write("set keyseq-timeout 10\n")  # milliseconds to wait for what may follow an Escape, instead of 500
player = Player("--vs", "human", "--grid", BOARD, INPUTRC=os.path.join(FOLDER, "quick"))
ok(MOUSE <= player.screen.modes, "clicks are reported while a move is asked for", player.screen.modes)
shown = player.press(LEFT)
first = chosen(shown)
ok(first and "%s. Then yellow 1, red 0; margin -1." % first in shown, "an arrow in the empty line begins, on a cell", shown)
seen, moved = {first}, True
for key in (RIGHT, DOWN, LEFT, UP) * 2:
    before = chosen(shown)
    shown = player.press(key)
    seen.add(chosen(shown))
    moved = moved and before and chosen(shown) != before and "\n%s. Then" % chosen(shown) in shown
ok(moved and len(seen) > 3, "arrows go from cell to cell", seen)
cell = chosen(shown)
player.type(ENTER)
shown = player.see(r"move 2, half 1[\s\S]*\nred \(player 2\)> *$")
ok(shown and chosen(shown) == cell and "yellow (player 1): %s" % cell in player.terminal.text, "Enter plays the cell", player.screen.text())
shown = player.press(LEFT)
half = Half(near)
half.play(int(cell))
ok(chosen(shown) and int(chosen(shown)) in half.legal(), "the next move begins at one that is possible", shown)
neighbour = next(n for n in near[int(cell)] if len(player.places(n)) == 1)
shown = player.click(*player.places(neighbour)[0])
ok(shown and "%d is not possible: " % neighbour in shown and "beside cell %s" % cell in " ".join(shown.split()),
   "a cell that is forbidden says why", player.screen.text())
ok(shown and "plays it" not in shown, "and no key is offered to play it")
player.press(ENTER)
player.type(ESCAPE)
shown = player.see(r"half 1 of 2\s+(Type[^\n]*\s+)?red \(player 2\)> *$")
ok(shown and "not possible" not in shown, "it cannot be played, and Escape leaves", player.screen.text())
player.press(LEFT)
player.type("w")
player.see(r"red \(player 2\)> w$")
shown = player.tell("hy %d" % neighbour, "Possible moves")
ok(shown and "%d is not possible" % neighbour in shown, "a letter goes back to the line, and is its first one", player.screen.text())
player.press(LEFT)
player.type("\u00e9\u00e8")
ok(player.see(r"> \u00e9\u00e8$"), "so does one of several bytes", player.screen.text())
player.type(ERASE * 2)
player.see(r"> *$")
player.press(LEFT)
player.type("\033[200~score 1\033[201~")
ok(player.see(r"> score 1$"), "and what is pasted", player.screen.text())
player.type(ERASE * 7)
player.see(r"> *$")
player.type("score" + LEFT * 5 + "\x0b")
ok(player.tell("score", r"margin [+-]\d+"), "in a line with something in it, arrows move the cursor", player.screen.text())
player.type(UP)
ok(player.see(r"> score$"), "and Up shows what was typed before", player.screen.text())
player.type("\x15" + ESCAPE)
player.see("> *$")
player.terminal.settle()
ok(player.tell("undone", "'undone' is neither a move"), "Escape alone takes no letter of what follows", player.screen.text())
ok(player.leave() == 0 and not player.screen.modes & MOUSE, "no more clicks are reported at the end", player.screen.modes)

# ---- clicks and the reaction ----------------------------------------------------------------------

half = Half(near)
played = []
for move in range(len(near)):
    if len(played) < 10 and move in half.legal():
        played.append(move)
        half.play(move)
for old in False, True:
    player = Player("--vs", "human", "--grid", BOARD)
    for move in played:
        player.type("%d\r" % move)
        player.see(r"move %d, half 1[\s\S]*> *$" % (played.index(move) + 2))
    right = 0
    for cell in [n for n in half.legal() if len(player.places(n)) == 1][:6]:
        trial = Half(near)
        for move in played:
            trial.play(move)
        taken = trial.play(cell)
        shown = player.click(*player.places(cell)[0], old=old) or ""
        words = "%d takes %d more. Then" % (cell, len(taken)) if taken else "%d. Then" % cell
        score = "yellow %d, red %d;" % (trial.owner.count(0), trial.owner.count(1))
        marked = {int(n) for n in re.findall(r"\((\d+)\)", shown)}
        right += "\n%s %s" % (words, score) in shown and chosen(shown) == str(cell) and marked <= taken
    ok(right == 6, "a click chooses the cell where it is, and shows what it would take%s" % (", in old reports, too" if old else ""),
       right, player.screen.text())
    if not old:
        column, row = player.screen.find(r"\[ ?%d\]" % cell)
        player.type("\033[<0;%d;%dM\033[<0;%d;%dm" % (column + 1, row, column + 1, row))
        ok(player.see(r"move 12, half 1[^\n]*\n[^\n]*> *$") and "%d" % cell in player.terminal.text, "another click plays it",
           player.screen.text())
    else:
        player.type(ESCAPE)
        player.see(r"half 1 of 2\n[^\n]*> *$")
    player.type("\033[<0;1;%dM" % player.screen.rows + "\033" + "\033[<64;5;5M")
    ok(player.tell("score", r"margin [+-]\d+"), "a click outside of the board changes nothing, nor does the wheel after Escape",
       player.screen.text())
    ok("Esc leaves" in (player.click(5, 5) or ""), "and one after other words shows the board again", player.screen.text())
    player.type(ESCAPE)
    player.see(r"half 1 of 2\n[^\n]*> *$")
    ok(player.leave() == 0 and not player.screen.modes & MOUSE, "the mouse is the terminal's again")

# ---- games of several words -----------------------------------------------------------------------

for game, parts in (("triangulation", r"\w+[-=]\w+"), ("tritt", r"\w+-\w+"), ("trioker-duel", r"\d+:\d+")):
    player = Player("--vs", "human", "--game", game)
    shown = player.press(RIGHT) or ""
    if game == "triangulation":
        begun = re.search(r"^(\w+) begins", shown, re.M).group(1)
        legal = re.search(r"possible: (.*)", play(["legal " + begun], "--game", game, "--vs", "human")[0]).group(1).split()
        forget()
        ok("go on in %d way" % len(legal) in shown and shown.count("(+)") + shown.count("[") >= 2,
           "a piece shows how many ways it has, and where", shown, legal)
    if "Enter goes on" in shown:
        shown = player.press(ENTER) or ""
    whole = re.search(r"^(%s)\. Then" % parts, shown, re.M)
    ok(whole, "%s: the parts are chosen one after the other" % game, shown)
    shown = player.press(ERASE) or ""
    ok("begins a move" in shown and "Enter goes on" in shown, "Backspace goes back", shown)
    shown = player.press(ENTER) or ""
    ok("\n%s. Then" % whole.group(1) in shown, "and Enter goes on again", shown)
    player.type(ENTER)
    ok(player.see(r"move 2[\s\S]*> *$") and whole.group(1) in player.terminal.text, "and then plays the move", player.screen.text())
    player.leave()

player = Player("--as", "second", "--game", "trioker-rapid", "--seed", "3")
shown = player.press(RIGHT) or ""
ok("\n33 can only go on as 33:333.\n" in shown and "Enter goes on" in shown, "what has one way only names it", shown)
player.type(ESCAPE)
player.see("> *$")
player.leave()

# ---- moves of points and of pieces, by clicks -----------------------------------------------------


def point(player, name):
    """Where a point of Tritt is on the screen: those of a row are six columns apart."""
    row = player.screen.find(r"^ +f .* f *$")[1]
    return origin[0] + 6 * (int(name[1:]) - 6), row


def about(shown):
    """What is said of the choice."""
    return (shown or "").rstrip("\n").split("\n")[-2]


player = Player("--vs", "human", "--game", "tritt")
shown = player.press(RIGHT)
origin = (player.screen.find(r"\[\+\]")[0] + 1, player.screen.find(r"\[\+\]")[1])
names = [about(shown).split(" ")[0]]
for key in TAB, TAB, BACK_TAB, BACK_TAB, BACK_TAB, TAB:
    names.append(about(player.press(key)).split(" ")[0])
ok(names[0] == names[4] == names[6] == "f6" and names[1] == names[3] and len(set(names)) == 4, "Tab goes through the choices, and back with Shift", names)
shown = player.click(*point(player, "f8"))
ok(re.match(r"f8-\w+\. Then red 1, blue 0;", about(shown)), "a click on a point begins a move there", shown)
shown = player.click(*point(player, "f7"))
ok(re.match(r"f7-\w+\. Then", about(shown)), "one on another point, where it cannot end, begins there instead", shown)
shown = player.click(*point(player, "f9"))
ok(about(shown) == "f7-f9. Then red 1, blue 0; margin +0.", "one where it can end chooses that", shown)
shown = player.click(5, 3)
ok(about(shown) == "f7-f9. Then red 1, blue 0; margin +0.", "one beside the board changes nothing", shown)
shown = player.press("\033[15~" + LEFT)
ok(re.match(r"f7-\w+\. Then", about(shown)) and "f7-f9" not in shown, "nor does a key without a meaning", shown)
player.click(*point(player, "f9"))
player.type("\033[<0;%d;%dM" % point(player, "f9"))
ok(player.see(r"move 2\n[^\n]*\n?[^\n]*> *$") and "red (player 1): f7-f9" in player.terminal.text, "and a second one plays it", player.screen.text())
shown = player.click(*point(player, "f4"))
ok(shown and re.match(r"f4-\w+\. Then", about(shown)), "a click also begins to choose", player.screen.text())
shown = player.press(ERASE)
ok(about(shown).startswith("f4 begins a move"), "Backspace gives the point back", shown)
player.type(ERASE)
ok(player.see(r"move 2\n[^\n]*\n?[^\n]*> *$"), "and then leaves", player.screen.text())
ok(player.tell("mouse off", "left to the terminal") and "Enter goes on; arrows and Tab choose; Backspace goes back; Esc leaves." in (player.press(LEFT) or ""),
   "without the mouse, clicks are not spoken of", player.screen.text())
player.type(ESCAPE)
player.see("> *$")
player.leave()

player = Player("--vs", "human", "--game", "triangulation")
column, row = player.screen.find("rI +rI . rI")
shown = player.click(column, row)
column, row = player.screen.find(r"\[rI\]")
ok(re.match(r"C6o-\w+\. Then", about(shown)), "a click on a piece shows where it may go", shown)
player.press(ERASE)
marks = [(mark.start() + 2, number + 1) for number, line in enumerate(player.screen.text().split("\n")) for mark in re.finditer(r"\(\+\)", line)]
player.press(ENTER)
there = player.screen.find(r"\[rI\]")[0] + 1
shown = player.click(*next(mark for mark in marks if mark[0] != there))
whole = re.match(r"(\w+)-(\w+)\. Then", about(shown or ""))
ok(len(marks) > 1 and whole, "and one there shows the move", marks, player.screen.text())
shown = player.click(*player.screen.find(r"rG"))
ok("B8o=B7o. Then red 9, green 9, blue 9; margin +0. The general and the rukh change places." in " ".join((shown or "").split()),
   "what else a move does is said", shown)
shown = player.click(*player.screen.find(r"rI[^rI]*s *$"))
ok(re.match(r"C8s-\w+\. Then", about(shown)), "one on another piece turns to that", shown)
player.type(ESCAPE)
player.see("> *$")
player.leave()

player = Player("--vs", "human", "--game", "trioker-duel")
player.press(RIGHT)
pieces = [about(player.press(key)).split(".")[0] for key in (ENTER, RIGHT, DOWN, LEFT, UP)]
ok(len(set(pieces)) == 3 and pieces[0] == pieces[4] and pieces[1] == pieces[3] and all(piece.startswith("33:") for piece in pieces),
   "what has no place on the board is gone through by arrows", pieces)
player.type(ESCAPE)
player.see("> *$")
player.leave()

player = Player("--vs", "human", "--grid", BOARD, columns=39)
player.type(RIGHT + "\033[<0;9;9M" + "13" + ENTER)
ok(player.see(r"red \(player 2\)> *$") and "Esc leaves" not in player.terminal.text, "in a narrow window nothing is chosen", player.screen.text())
player.leave()

# ---- a terminal that does not say where the cursor is -----------------------------------------------

terminal = Terminal("--vs", "human", "--grid", BOARD)
terminal.wait("Press Enter")
terminal.type(ENTER)
terminal.wait("yellow (player 1)> ")
terminal.type("\033[<0;20;8M")
terminal.wait("\033[6n")
terminal.type("13" + ENTER)
ok(terminal.wait("yellow (player 1): 13\n") and terminal.wait("red (player 2)> "), "a click there is nothing, and what is typed meanwhile is not lost", terminal.text)
terminal.type("\x04")
ok(terminal.end() == 0, "and the end")
forget()

# ---- where nothing is chosen --------------------------------------------------------------------------

terminal = Terminal("--vs", "human", "--grid", BOARD)
terminal.wait("Press Enter")
terminal.type(LEFT + RIGHT + "\033[<0;20;8M\033[<0;20;8m" + "\033[M !!" + ENTER)
shown = terminal.wait("yellow (player 1)> ")
ok(shown and "\033[6n" not in shown and "Esc leaves" not in shown, "before the game, keys and clicks choose nothing", shown)
terminal.type("\x04")
ok(terminal.end() == 0, "and the end")
forget()
player = Player("--vs", "human", "--grid", BOARD)
player.type("\033[<2;20;8M" + "\033[M\"!!" + "113" + LEFT * 3 + RIGHT + ERASE + ENTER)
ok(player.see(r"move 2[\s\S]*> *$") and "yellow (player 1): 13" in player.terminal.text and "Esc leaves" not in player.terminal.text,
   "nor do another button, and arrows in what is typed", player.screen.text())
player.type("x" * (WIDTH + 10))
player.see(r"x{60}\nx+$")
shown = player.click(9, 5) or ""
ok("Esc leaves" in shown and "x" * 60 in shown, "below a line that is longer than the window, the board is shown once more", player.screen.text())
player.type(ESCAPE)
ok(player.see(r"x{60}\nx+$"), "and the line again", player.screen.text())
player.type("\x15")
player.see("> *$")
player.leave()

# ---- the keys of vi ---------------------------------------------------------------------------------

with open(os.path.join(FOLDER, "keys"), "w") as file:
    file.write("set editing-mode vi\nset keyseq-timeout 10\n")
player = Player("--vs", "human", "--grid", BOARD, INPUTRC=os.path.join(FOLDER, "keys"))
ok(chosen(player.press(RIGHT)), "arrows choose where keys are those of vi, too", player.screen.text())
player.type(ESCAPE)
player.see("> *$")
player.type("1x3" + ESCAPE)
player.see("> *1x3$")
player.terminal.settle()
player.type("hx" + ENTER)
ok(player.see(r"move 2[\s\S]*> *$") and "yellow (player 1): 13" in player.terminal.text, "and Escape begins a command", player.screen.text())
player.leave()

# ---- a board that is larger than the window ---------------------------------------------------------

player = Player("--vs", "human", "--grid", "torus 8x6", columns=44, rows=16)
left_out = re.search(r"too small for the numbers? of (\d+)", " ".join(player.screen.text().split()))
shown = player.press(RIGHT) or ""
seen = set()
for key in RIGHT, DOWN, LEFT, UP, LEFT, UP:
    for _ in range(9):
        board = (player.press(key) or "").split("\n")[:-3]
        seen |= {int(n) for n in re.findall(r"\d+", "\n".join(board))}
ok(left_out and "a part of the board" in " ".join(shown.split()) and max(seen) < 96,
   "too large a board is shown in part, with numbers that do not touch", shown)
ok(seen >= set(range(96)), "and arrows lead to all of it", sorted(set(range(96)) - seen))
player.type(ESCAPE)
player.see("> *$")
player.leave()

# ---- another window while a move is chosen ------------------------------------------------------------

player = Player("--vs", "human", "--grid", BOARD)
player.press(RIGHT)
narrow = max(len(line) for line in player.see(r"Esc leaves\.$").split("\n")[:-3])
player.screen = Screen(100, 40)
player.terminal.resize(100, 40)
shown = player.see(r"Esc leaves\.$") or ""
ok(max(len(line) for line in shown.split("\n")) > narrow, "a larger window shows a larger board", player.screen.text())
cell = chosen(shown)
shown = player.press(LEFT)
ok(chosen(shown) and chosen(shown) != cell and shown.count(". Then") == 1, "on which arrows go on", player.screen.text())
player.see(r"Esc leaves\.$")
player.screen = Screen(100, 9)
player.terminal.resize(100, 9)
ok(player.see("> *$") and "Esc leaves" not in player.screen.text(), "and in one that is too small, moves are typed", player.screen.text())
shown = player.tell("mouse", "of at least 40 by 12")
ok(shown, "which the prompt says", player.screen.text())
player.leave()

signal.signal(signal.SIGWINCH, signal.SIG_IGN)  # as a program is started by some that ignore it themselves
player = Player("--vs", "human", "--grid", BOARD)
signal.signal(signal.SIGWINCH, signal.SIG_DFL)
player.press(RIGHT)
player.see(r"Esc leaves\.$")
player.screen = Screen(100, 40)
player.terminal.resize(100, 40)
shown = player.see(r"Esc leaves\.$") or ""
ok(max(len(line) for line in shown.split("\n")) > narrow, "a window whose signal never comes is seen, too", player.screen.text())
player.type(ESCAPE)
player.see("> *$")
player.leave()

# ---- on and off -----------------------------------------------------------------------------------

player = Player("--vs", "human")
ok(player.tell("mouse off", "left to the terminal") and not player.screen.modes & MOUSE, "mouse off leaves clicks to the terminal",
   player.screen.modes)
ok(player.tell("souris oui", "Clicks choose") and MOUSE <= player.screen.modes, "mouse on takes them again", player.screen.modes)
ok(player.tell("mouse perhaps", "needs on or off, not 'perhaps'"), "nothing else is a choice", player.screen.text())
player.leave()
player = Player("--vs", "human", TERM="vt220")
ok(not player.screen.modes & MOUSE and "arrow keys." in player.screen.text(), "a terminal that has no mouse is not asked for one")
ok("Enter plays it; arrows" in (player.press(RIGHT) or ""), "but arrows choose there", player.screen.text())
player.type(ESCAPE)
player.see("> *$")
player.leave()
player = Player("--vs", "human", TERM="dumb")
player.type(RIGHT + "13" + ENTER)
ok(player.see(r"move 2[\s\S]*> *$") and "Enter plays" not in player.terminal.text and "\033[?1000" not in player.terminal.text,
   "one that cannot go back is typed on", player.terminal.text)
player.leave()

# ---- a terminal that is left clean ------------------------------------------------------------------

for name, number in (("TERM", signal.SIGTERM), ("INT", signal.SIGINT), ("HUP", signal.SIGHUP)):
    for inside in False, True:
        player = Player("--vs", "human")
        if inside:
            player.press(RIGHT)
        os.kill(player.terminal.pid, number)
        status = player.end()
        left = termios.tcgetattr(player.terminal.descriptor) if number != signal.SIGHUP else None
        where = "while choosing" if inside else "in the line"
        ok(not player.screen.modes & MOUSE and status == 128 + number, "%s %s: no clicks are reported any more" % (name, where),
           status, player.screen.modes)
        ok(left is None or (left[3] & termios.ECHO and left[3] & termios.ICANON), "and what is typed is echoed")
for inside in False, True:
    player = Player("--vs", "human", shell=True)
    if inside:
        player.press(RIGHT)
    seen = len(player.terminal.text)
    player.type("\x1a")
    player.wait(lambda: "<stopped>" in player.terminal.text[seen:])
    where = ", while a move is chosen" if inside else ""
    ok(not player.screen.modes & MOUSE, "no clicks are reported while it is stopped" + where)
    player.type(ENTER)
    shown = player.see(r"<stopped>[\s\S]*(Esc leaves\.|> *)$") or ""
    ok(MOUSE <= player.screen.modes and ("Esc leaves" in shown) == inside, "and they are when it goes on, where it was" + where,
       player.screen.text())
    shown = player.press(LEFT) or ""
    ok(shown.count("Esc leaves") == 1 + inside * shown.split("<stopped>")[0].count("Esc leaves") and chosen(shown.split("<stopped>")[-1]),
       "then a move can be chosen" + where, player.screen.text())
    player.type(ESCAPE)
    player.see("> *$")
    ok(player.leave() == 0 and not player.screen.modes & MOUSE, "the end is clean" + where)

done()
