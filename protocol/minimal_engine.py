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
        if not all(len(cell) == 3 and all(0 <= n < len(sides) + 2 for n in cell) for cell in self.near) or not self.is_surface():
            raise Refused("range")
        self.begin()

    def is_surface(self):
        """Whether neighbours are mutual and different, and all cells are connected."""
        near = [[n for n in cell if n in self.cells] for cell in self.near]
        reached, todo = {0}, [0]
        while todo:
            new = set(near[todo.pop()]) - reached
            reached |= new
            todo += new
        return len(reached) == len(near) and all(len(set(cell)) == len(cell) and c not in cell and all(c in near[n] for n in cell)
                                                 for c, cell in enumerate(near))

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


# Keywords with the bounds of their numbers, and how many there may be.
CLOCKS = {"p%d%s" % (seat, what): (0, 10 ** 9, 1) for seat in range(1, 5) for what in ("time", "inc")}
GO = {"id": (0, 2 ** 63 - 1, 1), "movetime": (0, 10 ** 9, 1), "depth": (1, 10 ** 4, 1), "nodes": (1, 2 ** 63 - 1, 1), **CLOCKS}
NEWGAME = {"half": (1, 2, 1), "carry": (-10 ** 9, 10 ** 9, 2), "players": (2, 2, 1), "seed": (0, 2 ** 63 - 1, 1)}


def fields(words, bounds):
    """The numbers after keywords, each of which may be given once."""
    found, name = {}, None
    for word in words:
        if word in bounds and word not in found:
            name = word
            found[name] = []
        else:
            found[name].append(int(word))
    for name, numbers in found.items():
        low, high, most = bounds[name]
        if not 1 <= len(numbers) <= most or not all(low <= n <= high for n in numbers):
            raise Refused("range")
    return found


class Engine:
    half = None

    def set_grid(self, word):
        sides = [group.split(",") for group in word[7:]]
        if word[2] not in GAMES or word[4] != "cells" or word[6] != "sides" or not 0 < len(sides) == int(word[5]) <= 256:
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
            seed = fields(word[1:], NEWGAME).get("seed", [1])
            self.half.begin()
            random.seed(seed[0])
        elif word[0] == "play":
            self.play_all(word[1:] or ["none"])
        else:
            number = fields(word[1:], GO).get("id")
            print("bestmove %s%s" % (self.half.best(), " id %d" % number[0] if number else ""))


def main():
    sys.stdout.reconfigure(encoding="utf-8")
    engine = Engine()
    for line in sys.stdin.buffer:
        line = line.rstrip(b"\n").removesuffix(b"\r")
        word = ["?"]
        try:
            if len(line) > LINE_MAX:
                raise Refused("toolong")
            text = line.decode()
            if "\0" in text:
                raise Refused("syntax")
            word = text.split()
            if word == ["quit"]:
                return
            if word:
                engine.obey(word)
        except Refused as why:
            print("error %s %s: this engine does only what it must" % (why, word[0][:60]))
        except (ValueError, KeyError, IndexError):
            print("error syntax %s: this is not understood" % word[0][:60])
        sys.stdout.flush()


main()
