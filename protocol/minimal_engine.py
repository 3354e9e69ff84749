#!/usr/bin/env python3
"""A complete engine for the Triancey family in a page: it needs nothing but PROTOCOL.md.

It answers tgi, isready and go, obeys setgrid inline, newgame, play and quit, and plays the
legal move after which it has the best margin.
"""
import random
import sys


class Half:
    def __init__(self, game, sides):
        self.fewest = game == "selacata"
        self.islands = 0 if game == "triancey" else 10
        self.cells = range(len(sides))
        # Two more cells, the pawns on the border, never change: p1 is white, p2 red.
        pawns = {"p1": len(sides), "p2": len(sides) + 1}
        self.near = [[pawns[s] if s in pawns else int(s) for s in cell] for cell in sides]
        self.colour = [None] * len(sides) + [0, 1]
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
        self.colour = self.paint(self.colour, cell, self.mover)
        self.placed += 1
        self.mover = 1 - self.mover

    def best(self):
        def worth(cell):
            after = self.paint(self.colour, cell, self.mover)
            margin = after.count(self.mover) - after.count(1 - self.mover)
            return (-margin if self.fewest else margin, random.random())
        return max(self.legal(), key=worth, default="none")


def main():
    game = sides = half = None
    for line in sys.stdin:
        word = line.split() or [""]
        if word[0] == "tgi":
            print("id name minimal\nid author an example\nprotocol 1")
            print("game triancey\ngame selacata\ngame archipel\ntgiok")
        elif word[0] == "isready":
            print("readyok")
        elif word[:2] == ["setgrid", "inline"]:
            game = word[2]
            sides = [group.split(",") for group in word[word.index("sides") + 1:]]
            half = Half(game, sides)
        elif word[0] == "newgame" and half:
            half = Half(game, sides)
            if "seed" in word:
                random.seed(int(word[word.index("seed") + 1]))
        elif word[0] == "play" and half:
            for move in word[1:]:
                half.play(int(move))
        elif word[0] == "go" and half:
            tag = " id " + word[word.index("id") + 1] if "id" in word else ""
            print("bestmove %s%s" % (half.best(), tag))
        elif word[0] == "quit":
            return
        elif word[0]:
            print("error unsupported %s: this engine does only what it must" % word[0])
        sys.stdout.flush()


main()
