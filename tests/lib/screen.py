"""A terminal's screen for tests: what a program has written, where it stands, and whether it asks something."""
import re
import unicodedata

import pseudo

SEQUENCE = re.compile(r"\033\[([?<>]?)([\d;]*)([@-~])|\033[=>()][0B]?|\033.")


class Screen:
    """Follows what is written: lines, returns, backspaces, the cursor, and what clears or scrolls.

    `cleared` counts how often all below the cursor was cleared, `asked` how often the place of the cursor was asked.
    """

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.lines = [[" "] * columns for _ in range(rows)]
        self.row = self.column = self.asked = self.cleared = 0
        self.modes = set()
        self.rest = ""

    def new_line(self):
        self.row += 1
        if self.row == self.rows:
            self.row -= 1
            self.lines = self.lines[1:] + [[" "] * self.columns]

    def clear(self, row, column):
        self.lines[row][column:] = [" "] * (self.columns - column)

    def put(self, character):
        if unicodedata.combining(character):
            return
        if self.column == self.columns:
            self.column = 0
            self.new_line()
        self.lines[self.row][self.column] = character
        self.column += 1

    def control(self, private, numbers, final):
        number = [int(n or 0) for n in numbers.split(";")]
        first = max(number[0], 1)
        if private == "?" and final in "hl":
            (self.modes.update if final == "h" else self.modes.difference_update)(number)
        elif final == "A":
            self.row = max(self.row - first, 0)
        elif final == "C":
            self.column = min(self.column + first, self.columns - 1)
        elif final == "D":
            self.column = max(self.column - first, 0)
        elif final == "G":
            self.column = first - 1
        elif final == "H":
            self.row, self.column = first - 1, max(number[-1], 1) - 1 if len(number) > 1 else 0
        elif final == "K":
            self.clear(self.row, self.column)
        elif final == "J":
            if number[0] >= 2:
                self.lines = [[" "] * self.columns for _ in range(self.rows)]
                return
            self.cleared += 1
            self.clear(self.row, self.column)
            for row in range(self.row + 1, self.rows):
                self.clear(row, 0)
        elif final == "P":
            line = self.lines[self.row]
            self.lines[self.row] = line[:self.column] + line[self.column + first:] + [" "] * first
        elif final == "n" and number[0] == 6:
            self.asked += 1

    def write(self, text):
        text, self.rest = self.rest + text, ""
        at = 0
        while at < len(text):
            character = text[at]
            if character == "\033":
                found = SEQUENCE.match(text, at)
                if not found or (found.group(3) is None and text[at + 1] == "["):
                    self.rest = text[at:]
                    return
                if found.group(3):
                    self.control(*found.groups())
                at = found.end()
                continue
            if character == "\n":
                self.new_line()
            elif character == "\r":
                self.column = 0
            elif character == "\b":
                self.column = max(self.column - 1, 0)
            elif character >= " ":
                self.put(character)
            at += 1

    def text(self):
        return pseudo.english("\n".join("".join(line).rstrip() for line in self.lines))

    def find(self, words):
        """The column and the row of the first character, from 1; None if it is not there."""
        for row, line in enumerate(self.lines):
            at = re.search(words, "".join(line))
            if at:
                return at.start() + 1, row + 1
        return None
