"""The puzzles of the day as page/daily_table.js spells them, and their proofs by the native engine."""
import re
import subprocess

import pseudo
from tgi import ENGINE

BOARDS = ("torus 4x4", "torus 5x4", "torus 6x4", "crepe", "porte", "loire", "cancan", "eau")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def pack_cells(cells):
    """Three cells a letter; the last letter may stand for fewer."""
    values = [".12".index(cell) for cell in cells] + [0, 0]
    return "".join(LETTERS[values[i] + 3 * values[i + 1] + 9 * values[i + 2]] for i in range(0, len(cells), 3))


def unpack_cells(text, count):
    values = [LETTERS.index(letter) // unit % 3 for letter in text for unit in (1, 3, 9)]
    return "".join(".12"[value] for value in values[:count])


def pack_laid(laid):
    return "".join(DIGITS[cell] + laid[cell] for cell in sorted(laid))


def unpack_laid(text):
    return {DIGITS.index(text[i]): text[i + 1:i + 4] for i in range(0, len(text), 4)}


def prove_ending(table, board, cells):
    """Proves the two best moves of an ending: {move, best, second}; None if there are not two."""
    table.send("setgrid %s selacata" % board, "setoption name Player value search", "setoption name MultiPV value 2",
               "position half 1 at turn=1 cells=" + cells, "go solve")
    found = {}
    while True:
        line = table.line()
        if line.startswith("bestmove"):
            break
        told = re.search(r" multipv (\d) margin (-?\d+) bound exact .* pv (\S+)", line)
        if told:
            found[told[1]] = (told[3], int(told[2]))
    if len(found) < 2:
        return None
    return {"move": found["1"][0], "best": found["1"][1], "second": found["2"][1]}


def prove_shape(shape, laid):
    """Counts the solutions of a shape in which these pieces are laid."""
    answer = pseudo.run([ENGINE, "puzzle", shape, "--count", "--laid", " ".join("%d:%s" % one for one in sorted(laid.items()))],
                        stdout=subprocess.PIPE, check=True).stdout
    return int(re.search(r"^solutions (\d+)", answer, re.M)[1])
