#!/usr/bin/env python3
"""A complete engine for the Triancey family that needs nothing but PROTOCOL.md.

It answers tgi, isready and go, obeys setgrid inline, newgame, play and quit, and plays the
legal move after which it has the best margin.
"""
import copy
import random
import sys

GAMES = ("triancey", "selacata", "archipel")
LINE_MAX = 65536


class Refused(Exception):
    """A line that cannot be obeyed: the code of the error."""


class Half:
    def __init__(self, game, sides):
        self.fewest = game == "selacata"
        self.islands = 0 if game == "triancey" else 10
        self.cells = range(len(sides))
        # Two more cells, the pawns on the border, never change: p1 is white, p2 red.
        pawns = {"p1": len(sides), "p2": len(sides) + 1}
        self.near = [[pawns[s] if s in pawns else int(s) for s in cell] for cell in sides]
        if any(len(cell) != 3 or not all(0 <= n < len(sides) + 2 for n in cell) for cell in self.near):
            raise Refused("range")
        self.begin()

    def begin(self):
        self.colour = [None] * len(self.cells) + [0, 1]
        self.placed = self.mover = 0

    def paint(self, colours, cell, colour):
        """Colours a cell and lets the chain reaction run; returns the new colours."""
        colours, todo = list(colours), [cell]
        colours[cell] = colour
        while todo:
            for other in self.near[todo.pop()]:
                if other in self.cells and colours[other] != colour:
                    if sum(colours[n] == colour for n in self.near[other]) >= 2:
                        colours[other] = colour
                        todo.append(other)
        return colours

    def legal(self):
        empty = [c for c in self.cells if self.colour[c] is None]
        if self.placed >= self.islands:
            return empty
        after = {c: self.paint(self.colour, c, self.mover) for c in empty}
        count = sum(self.colour[c] == self.mover for c in self.cells)
        return [c for c in empty
                if all(n not in self.cells or self.colour[n] is None for n in self.near[c])
                and sum(after[c][d] == self.mover for d in self.cells) == count + 1]

    def play(self, cell):
        if cell not in self.legal():
            raise Refused("illegal")
        self.colour = self.paint(self.colour, cell, self.mover)
        self.placed += 1
        self.mover = 1 - self.mover

    def best(self):
        def worth(cell):
            after = self.paint(self.colour, cell, self.mover)
            margin = sum(after[c] == self.mover for c in self.cells) - sum(after[c] == 1 - self.mover for c in self.cells)
            return (-margin if self.fewest else margin, random.random())
        return max(self.legal(), key=worth, default="none")


class Engine:
    half = None

    def field(self, word, name):
        """The word after a keyword, None if there is none."""
        at = word.index(name) + 1 if name in word else len(word)
        return word[at] if at < len(word) else None

    def set_grid(self, word):
        sides = [group.split(",") for group in word[word.index("sides") + 1:]]
        if word[2] not in GAMES or not 0 < len(sides) == int(self.field(word, "cells")) <= 256:
            raise Refused("range")
        self.half = Half(word[2], sides)

    def play_all(self, moves):
        half = copy.copy(self.half)
        for move in moves:
            half.play(int(move))
        self.half = half

    def obey(self, word):
        if word[0] == "tgi":
            print("id name minimal\nid author an example\nprotocol 1")
            print("".join("game %s\n" % game for game in GAMES) + "tgiok")
        elif word[0] == "isready":
            print("readyok")
        elif word[:2] == ["setgrid", "inline"]:
            self.set_grid(word)
        elif word[0] not in ("newgame", "play", "go"):
            raise Refused("unsupported")
        elif not self.half:
            raise Refused("state")
        elif word[0] == "newgame":
            self.half.begin()
            random.seed(self.field(word, "seed") or "1")
        elif word[0] == "play":
            self.play_all(word[1:])
        else:
            number = self.field(word, "id")
            print("bestmove %s%s" % (self.half.best(), " id " + number if number else ""))


def main():
    sys.stdout.reconfigure(encoding="utf-8")
    engine = Engine()
    for line in sys.stdin.buffer:
        word = line[:LINE_MAX].decode("utf-8", "replace").split()
        if len(line) > LINE_MAX + 2:
            print("error toolong ?: a line has at most %d bytes" % LINE_MAX)
        elif word == ["quit"]:
            return
        elif word:
            try:
                engine.obey(word)
            except Refused as why:
                print("error %s %s: this engine does only what it must" % (why, word[0][:60]))
            except (ValueError, TypeError, IndexError):
                print("error syntax %s: this is not understood" % word[0][:60])
        sys.stdout.flush()


main()
