#!/usr/bin/env python3
"""Positions of recorded games: as an independent reading of the same record has them, with rules of its own; exact
margins beside an exhaustive search in Python and beside the engine; positions that symmetries make equal, written once."""
import ast
import functools
import gzip
import json
import math
import os
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import REFEREE, ask, folder, path, run  # noqa: E402
from tgi import BUILD, PATIENCE, done, enough, ok, processor_seconds, until  # noqa: E402

ENGINE = os.path.abspath(os.path.join(BUILD, "triancey-engine"))
sys.setrecursionlimit(10000)
EMPTY = -1


class Board:
    """The rules once more, from the line that spells a board out."""

    def __init__(self, spelled):
        words = spelled.split()
        self.game, self.cells = words[2], int(words[5])
        self.near = [[int(side) for side in word.split(",")] for word in words[7:]]
        self.islands, self.fewest = (10, True) if self.game == "selacata" else (0, False)
        self.start = ((EMPTY,) * self.cells, 0, 0)
        self.value = functools.lru_cache(None)(self.value)

    def count(self, colours, cell, colour):
        return sum(colours[near] == colour for near in self.near[cell])

    def play(self, state, cell):
        colours, placed, mover = list(state[0]), state[1], state[2]
        colours[cell] = mover
        while True:
            taken = [i for i in range(self.cells) if colours[i] != mover and self.count(colours, i, mover) >= 2]
            if not taken:
                return tuple(colours), placed + 1, 1 - mover
            for i in taken:
                colours[i] = mover

    def legal(self, state):
        colours, placed, mover = state
        free = [cell for cell in range(self.cells) if colours[cell] == EMPTY]
        if placed >= self.islands:
            return free
        alone = [cell for cell in free if all(colours[near] == EMPTY for near in self.near[cell])]
        return [cell for cell in alone if sum(c == mover for c in self.play(state, cell)[0]) ==
                sum(c == mover for c in colours) + 1]

    def value(self, state):
        """The margin of the mover, by trying everything."""
        colours, _, mover = state
        if EMPTY not in colours:
            margin = sum(c == mover for c in colours) - sum(c == 1 - mover for c in colours)
            return -margin if self.fewest else margin
        return max((-self.value(self.play(state, cell)) for cell in self.legal(state)), default=0)

    def symmetries(self):
        found = []

        def extend(image):
            if len(image) == self.cells:
                found.append(dict(image))
                return
            cell = next(c for c in order if c not in image)
            beside = next((n for n in self.near[cell] if n in image), None)
            for to in self.near[image[beside]] if beside is not None else range(self.cells):
                if to in image.values():
                    continue
                image[cell] = to
                if all((image[n] in self.near[to]) for n in self.near[cell] if n in image):
                    extend(image)
                del image[cell]
        order = [0]
        for cell in order:
            order += [n for n in self.near[cell] if n not in order]
        extend({})
        return found


def works(*words):
    status, said = run(*words)
    ok(status == 0, " ".join(words), said[-300:])
    return said


def lines(record, *words):
    works("export", record, "--positions", "json", *words, "--output", "positions.jsonl")
    with open(path("positions.jsonl")) as file:
        return [json.loads(line) for line in file]


def play(record, game, grids, rounds, *engines):
    status, said = run("match", "--engine", "cmd=builtin:random", "name=a", "--engine", *(engines or ("cmd=builtin:random", "name=b")),
                       "--game", game, "--grid", grids, "--rounds", str(rounds), "--record", record, "--quiet")
    ok(status == 0, "played " + record, said)


def rows(record):
    """Every position of the record before each move."""
    for game, half, moves, margin1, margin2, spelled, end in ask(
            record, "SELECT game.id, number, moves, margin1, margin2, spelled, termination FROM half JOIN game ON game.id ="
            " half.game JOIN board ON board.id = game.board ORDER BY half.id"):
        board = boards.setdefault(spelled, Board(spelled))
        state = board.start
        for ply, move in enumerate(moves.split(), 1):
            seat = (half - 1 + state[2]) % 2
            yield board, state, (game, half, ply), moves.split()[:ply - 1], move, seat, (margin1, margin2)[seat], end
            state = board.play(state, int(move))


boards = {}

# ---- the contents ----------------------------------------------------------------------------
for name, game, grids, exact in (("small.db", "triancey", "torus 2x2,torus 3x2", enough(7, 8)), ("duel.db", "selacata", "crepe,torus 3x3", enough(6, 7))):
    play(name, game, grids, enough(6, 12))
    wrong, solved = [], 0
    got = lines(name, "--exact", str(exact))
    wanted = list(rows(name))
    ok(len(got) == len(wanted) > 100, "%s: all positions are there" % name, len(got), len(wanted))
    for one, (board, state, place, moves, move, seat, result, end) in zip(got, wanted):
        half = place[1]
        owner = [0 if colour == EMPTY else (half - 1 + colour) % 2 + 1 for colour in state[0]]
        plain = (place, [str(m) for m in moves], owner, seat + 1, [str(m) for m in board.legal(state)], move, result, end)
        said = ((one["game"], one["half"], one["ply"]), one["moves"], one["cells"], one["mover"], one["legal"], one["played"],
                one["result"], one["termination"])
        values = None
        if state[0].count(EMPTY) <= exact:
            values = {str(m): -board.value(board.play(state, m)) for m in board.legal(state)}
            solved += 1
        found = one.get("exact")
        if said != plain or (values is None) != (found is None) or (values and (
                found["values"] != values or found["margin"] != max(values.values()) or
                sorted(found["best"]) != sorted(m for m in values if values[m] == max(values.values())))):
            wrong.append((one, plain, values))
    ok(not wrong, "%s: cells, mover, legal moves, result, as other rules have them" % name, *wrong[:2])
    ok(solved > 20, "%s: and %d exact values, as a search of everything has them" % (name, solved))

# ---- against the engine ----------------------------------------------------------------------
play("league.db", "selacata", "crepe,eau", 2, "cmd=builtin:mcts", "name=b", "option.Hash=1", "nodes=50")
works("export", "league.db", "--positions", "file", "--exact", "16", "--output", "league.txt")
with open(path("league.txt")) as file:
    league = file.read().splitlines()
known = [line for line in league if "; margin " in line]
with open(path("bare.txt"), "w") as file:
    file.write("".join(line.split("; margin")[0].rsplit("; empty", 1)[0] + "\n" for line in known))
for threads in ("1", "3"):
    got = subprocess.run([ENGINE, "evaluate", "--values", "--threads", threads, path("bare.txt")], capture_output=True, text=True)
    ok(got.returncode == 0 and got.stdout.splitlines() == known and len(known) > 50,
       "the engine finds the same for %d positions on %s threads" % (len(known), threads), got.stderr, got.stdout[:200])
got = subprocess.run([ENGINE, "evaluate", "-"], input=open(path("bare.txt")).read(), capture_output=True, text=True)
margins = [line.split("; margin ")[1].split(";")[0] for line in known]
ok([line.split("; margin ")[1].split(";")[0] for line in got.stdout.splitlines()] == margins, "also by their margins alone")
best = [line.split("; best ")[1].split(";")[0] for line in got.stdout.splitlines()]
ok(all(one in line.split("; best ")[1].split(";")[0].split() for one, line in zip(best, known)), "with one of the best moves")
for name, count in (("league.txt", 0), ("bare.txt", 0)):
    few = name + ".few"
    with open(path(name)) as source, open(path(few), "w") as file:
        file.writelines([line for line in source if name == "bare.txt" or "; margin" in line][:40])
    got = subprocess.run([ENGINE, "bench", "solve", few], capture_output=True, text=True, cwd=folder)
    ok(got.returncode == 0 and "DIFFERS" not in got.stdout and "40 positions" in got.stdout, "bench solve takes " + name, got.stdout[-300:])
wrong = open(path("bare.txt")).read().splitlines()[:2] + [known[0].replace("; margin", "; margin +")]
with open(path("wrong.txt"), "w") as file:
    file.write("\n".join(wrong) + "\n")
got = subprocess.run([ENGINE, "evaluate", path("wrong.txt")], capture_output=True, text=True)
ok(got.returncode == 1 and "line 3" in got.stderr, "what is wrong in a file is reported", got.stderr)
for words in (["evaluate"], ["evaluate", "--threads", "0", "x"], ["evaluate", "a", "b"], ["evaluate", "--colour", "x"]):
    got = subprocess.run([ENGINE] + words, capture_output=True, text=True)
    ok(got.returncode == 2 and got.stderr, "refused: " + " ".join(words), got.stderr)

# ---- what engines said -----------------------------------------------------------------------
said = {(half // 16, half % 16, ply): (margin, depth, pv) for half, ply, margin, depth, pv in
        ask("league.db", "SELECT half, ply, margin, depth, pv FROM said")}
got = lines("league.db")
ok(said == {(one["game"], one["half"], one["ply"]): (one["said"].get("margin"), one["said"].get("depth"),
            " ".join(one["said"]["pv"]) if "pv" in one["said"] else None) for one in got if "said" in one} and len(said) > 20,
   "what engines said of the move that they played")
ok(not any("exact" in one for one in got), "exact margins only if they are asked for")

# ---- symmetries ------------------------------------------------------------------------------
for name in ("small.db", "duel.db"):
    kinds, order = set(), []
    for board, state, place, *_ in rows(name):
        if not hasattr(board, "all"):
            board.all = board.symmetries()
        colours, placed, mover = state
        turned = min(tuple(colours[image[cell]] if colours[image[cell]] == EMPTY else colours[image[cell]] ^ mover
                           for cell in range(board.cells)) for image in board.all)
        kind = (board.cells, min(placed, board.islands), turned)
        if kind not in kinds:
            order.append(place)
        kinds.add(kind)
    got = [(one["game"], one["half"], one["ply"]) for one in lines(name, "--unique")]
    ok(got == order, "%s: the first of each kind, of %d" % (name, len(kinds)), len(got), len(order))
ok(any(len(board.all) > 8 for board in boards.values() if hasattr(board, "all")), "on boards that have symmetries")

WORDS = enough(8, 20)  # a round
# ---- many boards, boards with the names of others, games without moves -------------------------
status, said = run("match", "--engine", "builtin:random", "name=a", "--engine", "builtin:random", "name=b", "--boards", "words:%d" % WORDS,
                   "--word-cells", "8", "--rounds", "2", "--record", "words.db", "--quiet")
ok(status == 0, "played on %d boards" % (2 * WORDS), said)
for words in ([], ["--exact", "6", "--unique"]):
    got = lines("words.db", *words)
    places, found = [place for _, _, place, *_ in rows("words.db")], [(one["game"], one["half"], one["ply"]) for one in got]
    ok(len({one["setgrid"] for one in got}) == 2 * WORDS and found == [place for place in places if not words or place in found],
       "all of their positions, " + " ".join(words), len(found), len(places))
for board, named in ((2, "crepe"), (1, "torus 2x2"), (1, "no such board")):
    shutil.copy(path("duel.db"), path("named.db"))
    with sqlite3.connect(path("named.db")) as base:
        spelled, = base.execute("SELECT spelled FROM board WHERE id = ?", (board,)).fetchone()
        base.execute("UPDATE board SET name = ? WHERE id = ?", (named, board))
        wanted = {number for number, in base.execute("SELECT id FROM game WHERE board = ?", (board,))}
        base.execute("UPDATE half SET moves = NULL, clocks = NULL WHERE game = ?", (min(wanted),))
    base.close()
    got = lines("named.db")
    ok({one["setgrid"] for one in got if one["game"] in wanted} == {spelled}, "a board that is not the one of its name is written out: " + named)
    ok({one["game"] for one in got} & wanted == wanted - {min(wanted)}, "and of a game without moves there are none")

# ---- arrays ----------------------------------------------------------------------------------


def array(name):
    """The rows of a file of NumPy: structured ones as dictionaries, without NumPy."""
    with (gzip.open if name.endswith(".gz") else open)(path(name), "rb") as file:
        data = file.read()
    ok(data[:8] == b"\x93NUMPY\x01\x00" and len(data) > 1024, "%s is an array" % name, data[:20])
    size = 10 + struct.unpack("<H", data[8:10])[0]
    head = ast.literal_eval(data[10:size].decode())
    codes = {"|u1": "B", "<u2": "H", "<i2": "h", "<u4": "I"}
    columns = head["descr"] if isinstance(head["descr"], list) else [("value", head["descr"], head["shape"][1:])]
    form = struct.Struct("<" + "".join("%d%s" % (math.prod(column[2]) if column[2:] else 1, codes[column[1]]) for column in columns))
    rows = []
    for values in form.iter_unpack(data[size:]):
        rows.append({})
        for column in columns:
            count = math.prod(column[2]) if column[2:] else 1
            rows[-1][column[0]] = values[:count] if column[2:] else values[0]
            values = values[count:]
    ok(len(rows) == head["shape"][0] and size % 64 == 0, "%s: as many rows as it says" % name, len(rows), head["shape"])
    return rows, form.size


for name in ("small.db", "duel.db"):
    works("export", name, "--positions", "npy", "--exact", "6", "--output", "arrays-" + name)
    found = {}
    for file in sorted(os.listdir(path("arrays-" + name))):
        if file.endswith("-rows.npy.gz"):
            for row in array(os.path.join("arrays-" + name, file))[0]:
                found[row["game"], row["half"], row["ply"]] = row
    wrong, wanted = [], lines(name, "--exact", "6")
    for one in wanted:
        row, cells, mover = found.pop((one["game"], one["half"], one["ply"])), one["cells"], one["mover"]
        own, other, legal = ([cell for cell in range(len(cells)) if row[plane][cell // 8] >> cell % 8 & 1] for plane in ("own", "other", "legal"))
        values = {str(cell): value for cell, value in enumerate(row["values"]) if value != -32768}
        wrong += (own != [cell for cell, seat in enumerate(cells) if seat == mover] or other != [cell for cell, seat in enumerate(cells) if seat == 3 - mover] or
                  legal != [int(move) for move in one["legal"]] or (row["mover"], row["played"], row["result"]) != (mover, int(one["played"]), one["result"]) or
                  values != one.get("exact", {"values": {}})["values"] or row["exact"] != one.get("exact", {"margin": -32768})["margin"]) and [one] or []
    ok(not wrong and not found and len(wanted) > 100, "%s: the rows of arrays are the positions" % name, wrong[:1], list(found)[:1])
works("export", "duel.db", "--positions", "npy", "--output", "plain")
sides = array("plain/001-sides.npy")[0]
ok(array("plain/001-rows.npy.gz")[1] == 39 and len(sides) == 48 and all(cell in sides[side]["value"] for cell in range(48) for side in sides[cell]["value"]),
   "39 bytes a position on 48 cells, and neighbours are mutual", sides[:2])
got = run("export", "duel.db", "--positions", "npy", "--output", "plain")
ok(got[0] == 1 and "plain cannot be made" in got[1], "a folder that is there is not touched", got)
for game in ("tritt", "trioker-rapid", "trioker-duel", "triangulation"):
    run("match", "--engine", "builtin:random", "--engine", "builtin:mcts", "name=b", "nodes=30", "option.MultiPV=256",
        *["--engine", "builtin:random", "name=c"] * (game == "triangulation"), "--game", game, "--record", game + ".db", "--quiet")
    status, said = run("export", game + ".db", "--positions", "npy", "--exact", "3", "--output", game)
    ok(status == 0 and said == "--exact adds nothing: no exact margins are known in %s, only in Selacata, Triancey and Archipel\n" % game, game + ": one line says that nothing is exact", said)
    rows_of_game, size = array(game + "/001-rows.npy.gz")
    place = [(row["game"], row["half"], row["ply"]) for row in rows_of_game]
    wanted = [(number // 16, number % 16, ply) for number, moves in ask(game + ".db", "SELECT id, moves FROM half ORDER BY id")
              for ply, move in enumerate(moves.split(), 1) if not move.startswith(("deal", "draw", "first", "show"))]
    ok(place == wanted and all(any(row["planes"]) for row in rows_of_game if row["ply"] > 40), game + ": a row for each move of a seat", size, len(place), len(wanted))
    packed = sum(os.path.getsize(path(game + "/" + name)) for name in os.listdir(path(game)) if name.endswith(".gz") and "visits" not in name)
    ok(packed / len(place) <= 60, game + ": few bytes a position, even where there are few positions", packed / len(place))
    if game != "tritt":
        listed, at = [row["value"][0] for row in array(game + "/001-legal.npy.gz")[0]], 0
        for row in rows_of_game:
            row["actions"] = listed[at:at + row["legal"]]
            at += row["legal"]
        ok(at == len(listed) and all(row["played"] in row["actions"] for row in rows_of_game), game + ": the move that was played is among the legal ones")

# ---- visits ----------------------------------------------------------------------------------
    tried = {}
    for one in array(game + "/001-visits.npy.gz")[0]:
        tried.setdefault(one["row"], {})[one["move"]] = one["visits"]
    kept = [(half // 16, half % 16, ply, moves) for half, ply, moves in ask(game + ".db", "SELECT half, ply, moves FROM visits ORDER BY half, ply")]
    ok(len(tried) == len(kept) > 3 and all(list(tried[place.index((game_, half, ply))].values()) == [int(word.rsplit(":", 1)[1]) for word in moves.split()]
                                           for game_, half, ply, moves in kept), game + ": visits of all moves that a search has shown", len(tried), kept[:1])
    ok(all(set(moves) <= set(rows_of_game[row].get("actions", moves)) for row, moves in tried.items()), game + ": legal moves")
run("match", "--engine", "builtin:random", "name=a", "--engine", "builtin:mcts", "name=b", "nodes=300", "option.MultiPV=256", "--grid", "torus 4x4",
    "--record", "tried.db", "--quiet")
works("export", "tried.db", "--positions", "npy", "--output", "tried")
tried, of_tried = array("tried/001-visits.npy.gz")[0], array("tried/001-rows.npy.gz")[0]
best = {}
for one in tried:
    best.setdefault(one["row"], []).append((one["visits"], one["move"]))
ok(len(best) > 5 and all(row in best and max(best[row])[0] == dict(map(reversed, best[row]))[of_tried[row]["played"]] and
                         250 <= sum(visits for visits, _ in best[row]) <= 350 for row in best), "a search plays what it has tried most", list(best.items())[:1])
got = [one["said"]["visits"] for one in lines("tried.db") if "said" in one]
ok(len(got) == len(best) and sum(map(len, got)) == len(tried), "as JSON", got[:1])
status, out = run("verify", "tried.db")
ok(status == 0, "verified", out)
status, out = run("merge", "tried.db", "--into", "merged.db")
ok(status == 0 and ask("merged.db", "SELECT * FROM visits") == ask("tried.db", "SELECT * FROM visits") != [], "merged", out)
with sqlite3.connect(path("tried.db")) as base:
    base.execute("UPDATE visits SET moves = 'x' || char(7) WHERE ply = (SELECT MIN(ply) FROM visits)")
base.close()
status, out = run("verify", "tried.db")
ok(status == 1 and "no engine can have said" in out and len(lines("tried.db")) == len(of_tried), "and damaged", out)
with sqlite3.connect(path("tried.db")) as base:
    base.execute("DROP TABLE visits")
base.close()
works("export", "tried.db", "--positions", "npy", "--output", "untried")
ok(not os.path.exists(path("untried/001-visits.npy.gz")) and len(array("untried/001-rows.npy.gz")[0]) == len(of_tried), "older records have none")

# ---- what is no word -------------------------------------------------------------------------
for words, status, wanted in ((["--positions", "xml"], 2, "must be json, file or npy"), (["--positions", "npy"], 2, "needs --output"), (["--exact", "5"], 2, "need --positions"),
                              (["--unique"], 2, "need --positions"), (["--positions", "json", "--format", "csv"], 2, "exclusive"),
                              (["--positions", "json", "--exact", "40"], 2, "exact")):
    got = run("export", "small.db", *words)
    ok(got[0] == status and wanted in got[1], "refused: " + " ".join(words), got)
status, out = run("match", "--engine", "builtin:random", "--engine", "builtin:greedy", "--game", "tritt", "--record", "tritt.db", "--quiet")
status, out = run("export", "tritt.db", "--positions", "json")
ok(status == 1 and "not for tritt" in out, "other games have no such positions", out)

# ---- folders of exports that do not come to their end ---------------------------------------------
os.mkdir(path("killed.partial"))
for name in ("README", "001-rows.npy", "0123-rows.npy"):
    with open(path("killed.partial/" + name), "w") as file:
        file.write("x")
status, out = run("export", "small.db", "--positions", "npy", "--output", "killed/")
ok(status == 0 and "small" not in out and sorted(os.listdir(path("killed")))[-1] == "README" and not os.path.exists(path("killed.partial")),
   "what a killed export has left makes place", status, out)
os.mkdir(path("mine.partial"))
with open(path("mine.partial/notes"), "w") as file:
    file.write("x")
status, out = run("export", "small.db", "--positions", "npy", "--output", "mine")
ok(status == 1 and "mine cannot be made" in out and os.listdir(path("mine.partial")) == ["notes"] and not os.path.exists(path("mine")),
   "but not files with other names", status, out)
shutil.copy(path("small.db"), path("broken.db"))
with sqlite3.connect(path("broken.db")) as base:
    base.execute("UPDATE half SET moves = '0 0' WHERE id = (SELECT MAX(id) FROM half)")
base.close()
status, out = run("export", "broken.db", "--positions", "npy", "--output", "broken")
ok(status == 1 and not [name for name in os.listdir(folder) if name.startswith("broken") and name != "broken.db"], "an export that fails leaves no folder", out)

# ---- the end while a position is solved, which may take hours -----------------------------------
status, out = run("match", "--engine", "builtin:random", "--engine", "builtin:reference", "--grid", "crepe", "--seed", "1", "--record", "slow.db", "--quiet")
process = subprocess.Popen([REFEREE, "export", "slow.db", "--positions", "json", "--exact", "32", "--output", "slow.jsonl"], cwd=folder,
                           stderr=subprocess.PIPE)


until(lambda: process.poll() is not None or processor_seconds(process.pid) > 0.1)
running = process.poll() is None
process.send_signal(signal.SIGINT)
said = process.communicate(timeout=PATIENCE)[1]
ok(running and process.returncode == 128 + signal.SIGINT and b"interrupted" in said and not [name for name in os.listdir(folder) if name.startswith("slow.jsonl")],
   "interrupted while it solves, it ends and leaves no file", running, process.returncode, said)
done()
