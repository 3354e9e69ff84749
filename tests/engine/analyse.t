#!/usr/bin/env python3
"""`triancey-engine analyse`: positions in, one a line, JSON out; several at once, by priority, and cancelled."""
import json
import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import contract  # noqa: E402
from prepared import run_prepared  # noqa: E402
from tgi import ENGINE, PATIENCE, done, ok  # noqa: E402


def run(lines, *words):
    """The answers by id, in their order, and the exit status."""
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    answer = run_prepared(ENGINE, ["analyse", *words], text.encode())
    answers = [json.loads(line) for line in answer.out.splitlines()]
    refused = {one["line"] for one in answers if "error" in one}
    contract.described("inputs", "triancey-engine analyse",
                       [line for number, line in enumerate(text.split("\n"), 1) if line.startswith("{") and number not in refused])
    return answers, answer.status, answer.err.decode()


def query(name, setgrid, position, **more):
    return {"id": name, "setgrid": "setgrid " + setgrid, "position": "position" + position, **more}


# ---- the truth ------------------------------------------------------------------------------------

ROWS = ["one; setgrid torus 3x2 triancey; position moves 0 3", "two; setgrid torus 4x2 selacata; position moves 1",
        "three; setgrid torus 3x3 triancey; position moves 0 3 5 7; empty 12"]
solved = subprocess.run([ENGINE, "evaluate", "--values", "-"], input="\n".join(row.split("; empty")[0] for row in ROWS), stdout=subprocess.PIPE,
                        encoding="utf-8").stdout.splitlines()
answers, status, _ = run(["# a comment", "", *ROWS])
found = {answer["id"]: answer for answer in answers}
ok(status == 0 and set(found) == {"one", "two", "three"}, "lines of a file of positions are answered", answers)
for line in solved:
    name, _, _, _, margin, best, values = (field.strip() for field in line.split(";"))
    answer = found.get(name, {})
    moves = {row["move"]: row["margin"] for row in answer["moves"]}
    ok(answer["margin"] == int(margin.split()[1]) and answer["bound"] == "exact" and set(moves) == set(best.split()[1:])
       and answer["best_count"] == len(moves) and answer["legal"] == len(values.split()) - 1, "%s: margin and best moves" % name, line, answer)
    asked = query(name, line.split(";")[1].strip()[8:], line.split(";")[2].strip()[8:], exact=20, lines=256)
    all_moves = {row["move"]: (row["margin"], row["bound"]) for row in run([asked])[0][0]["moves"]}
    wanted = {word.split(":")[0]: (int(word.split(":")[1]), "exact") for word in values.split()[1:]}
    ok(len(all_moves) > len(moves) - 1 and all(wanted[move] == worth for move, worth in all_moves.items())
       and {worth for worth, _ in all_moves.values()} == {worth for worth, _ in wanted.values()}, "%s: further moves" % name, all_moves, wanted)

# ---- halves: what a move lost is the value of its position, less that of the move -----------------

PLAYED = "0 3 5 7 1 2 9 11 4 6".split()
legal = []
for move in PLAYED:  # what may be played of these
    answers, status, _ = run([query("x", "torus 4x2 triancey", " moves " + " ".join(legal + [move]), half=True)])
    legal += [move] if status == 0 else []
answers, status, _ = run([query("half", "torus 4x2 triancey", " moves " + " ".join(legal), half=True, exact=30)])
*moves, last = answers
ok(status == 0 and last == {"id": "half", "game": "triancey", "judged": len(legal)} and len(legal) > 4
   and [row["ply"] for row in moves] == list(range(len(legal), 0, -1)), "each move is judged, the last one first", answers)
text = "".join("%d; setgrid torus 4x2 triancey; position moves %s\n" % (i, " ".join(legal[:i])) for i in range(1, len(legal)))
solved = subprocess.run([ENGINE, "evaluate", "--values", "-"], input=text, stdout=subprocess.PIPE, encoding="utf-8").stdout.splitlines()
truth = {}
for line in solved:
    name, _, _, _, margin, best, values = (field.strip() for field in line.split(";"))
    worth = dict(word.split(":") for word in values.split()[1:])
    truth[int(name) + 1] = (int(margin.split()[1]) - int(worth[legal[int(name)]]), set(best.split()[1:]))
ok({row["ply"]: (row["loss"], set(row["best"])) for row in moves if row["ply"] > 1} == truth and
   any(loss for loss, _ in truth.values()) and all(row["bound"] == row["moved_bound"] == "exact" for row in moves), "losses and best moves", moves, truth)
asked = query("half", "degaulle selacata", " moves 0 20 40", half=True, nodes=300)
with_others = run([asked, query("b", "tritt size 4", "", nodes=50)], "--jobs", "2")[0]
ok(run([asked], "--jobs", "1")[0] == [row for row in with_others if row["id"] == "half"] and len(with_others) == 5, "a half is judged alike whatever else is asked", with_others)

# ---- other games, and efforts ---------------------------------------------------------------------

asked = [query("big", "degaulle selacata", "", nodes=200, lines=3), query("tritt", "tritt size 4", "", nodes=50),
         query("duel", "trioker-duel", "", nodes=20), query("chess", "triangulation players 2", "", nodes=20)]
answers, status, _ = run(asked)
ok(status == 0 and len(answers) == 4 and all(answer["moves"] and answer["legal"] > 1 for answer in answers), "every game is searched", answers)
big = next(answer for answer in answers if answer["id"] == "big")
ok(big["bound"] == "estimate" and len(big["moves"]) == 3 and big["seat"] == 1, "so many moves as are asked for", big)
again, _, _ = run(asked, "--jobs", "1")
ok([row["id"] for row in again] == ["big", "tritt", "duel", "chess"] and sorted(map(str, again)) == sorted(map(str, answers)),
   "the same whatever else is asked, in order on one thread", again)

# ---- what is wrong --------------------------------------------------------------------------------

WELL = json.dumps(query("a", "torus 3x2 triancey", ""))
for line, wanted in (("{x", "not JSON"), (WELL[:-1], "not JSON"), (WELL + WELL, "not JSON: byte %d: " % (len(WELL) + 1)), (WELL + " x", "not JSON"), (WELL[:-1] + ', "id": "b"}', "it has the member 'id' twice"),
                     (WELL.replace('"', "'"), "not JSON"), (WELL[:-1] + ",}", "not JSON"), ("nothing", "neither a JSON object nor"), ({"id": 3}, "id: it must be a string"), ({"id": "a"}, "setgrid: it must be"),
                     (query("a", "torus 3x2 triancey", " moves 0 0"), "move 2: "), (query("a", "torus 3x2 triancey", " half 7 at x=1"), "position: "),
                     (query("a", "torus 1x1 triancey", ""), "setgrid: "), (query("a", "torus 3x2 triancey", "", nodes=0), "nodes: it must be"),
                     (query("a", "torus 3x2 triancey", "", nodes=5, exact=5), "three different things"),
                     (query("a", "torus 3x2 triancey", "", half=1), "half: it must be"), (query("a", "torus 3x2 triancey", "", half=True, lines=2), "lines: it cannot be given with half"),
                     (query("a", "torus 3x2 triancey", "", time="1"), "time: it must be seconds"), (query("a", "torus 3x2 triancey", "", tiem=1), "no member 'tiem'"),
                     (query("a", "torus 3x2 triancey", "", **{"exact nodes": 5}), "no member 'exact nodes'"), (query("a\0b", "torus 3x2 triancey", ""), "id: it has a NUL byte"),
                     ({"cancel": "a", "prioritty": 5}, "no member 'prioritty'; the members are cancel"), ({"cancel": "a\0b"}, "cancel: it has a NUL byte"),
                     (query("a", "triangulation", ""), "only for two"), ({"cancel": 7}, "cancel: it must be"), ("a; go; position", "setgrid"),
                     ("x" * 70000, "too long")):
    answers, status, _ = run([line, ROWS[0]])
    wrong = [answer for answer in answers if "error" in answer]
    ok(status == 1 and len(wrong) == 1 and wrong[0]["line"] == 1 and wanted in wrong[0]["error"] and {"one"} == {a["id"] for a in answers if "margin" in a},
       "refused, and the next is answered: %.60s" % line, answers)
for words, wanted in ((["--nodes", "0"], "--nodes: '0' is not"), (["--time", "x"], "--time: 'x' is not"), (["--time", "nan"], "--time: 'nan' is not"), (["--jobs"], "--jobs needs N"), (["--exact", "3", "--nodes", "3"], "three different"),
                      (["file"], "unexpected 'file'; analyse --help"), (["--jobs", "0"], "--jobs: '0' is not"), (["--jobs", "2", "--jobs", "2"], "given twice")):
    answers, status, said = run([], *words)
    ok(status == 2 and not answers and wanted in said, "refused: %s" % " ".join(words), said)

# ---- priorities, cancelling -----------------------------------------------------------------------

long = {"nodes": 1000000000}
answers, status, _ = run([query("long", "degaulle selacata", "", **long), query("low", "torus 3x2 triancey", "", priority=-1),
                          query("high", "torus 3x2 triancey", "", priority=5), {"cancel": "long"}], "--jobs", "1")
names = [answer.get("id") for answer in answers if "margin" in answer]
ok(status == 0 and names == ["high", "low"], "a higher priority goes first", answers)
ranks = [i * 7919 % 10 for i in range(200)]
several, status, _ = run([query("long", "degaulle selacata", "", priority=100, **long)] + [query(str(i), "torus 3x2 triancey", "", priority=rank) for i, rank in enumerate(ranks)]
                         + [{"cancel": str(i)} for i in range(0, 200, 3)] + [{"cancel": "long"}], "--jobs", "1")
ok(status == 0 and [a["id"] for a in several if "margin" in a] == [str(i) for i in sorted(range(200), key=lambda i: -ranks[i]) if i % 3],
   "many wait in the order of priorities, then of lines, also once others are cancelled", several[-3:])
ok({"id": "long", "cancelled": True} in answers and {"action": "cancel", "cancel": "long", "cancelled": 1} in answers, "what is cancelled says so", answers)
answers, status, _ = run([query("half", "degaulle selacata", " moves 0 20", half=True, **long), {"cancel": "half"}])
ok(status == 0 and {"id": "half", "cancelled": True} in answers and not any("judged" in answer for answer in answers), "a half, too", answers)
answers, status, _ = run([query(name, "degaulle selacata", "", **long) for name in "abc"] + [{"cancel": None}], "--jobs", "2")
ok(status == 0 and sorted(a["id"] for a in answers if "id" in a) == ["a", "b", "c"] and all(a.get("cancelled") for a in answers), "all are cancelled", answers)
going = subprocess.Popen([ENGINE, "analyse"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
going.stdin.write(ROWS[0] + "\n" + json.dumps(query("long", "degaulle selacata", "", **long)) + "\n")
going.stdin.flush()
first = json.loads(going.stdout.readline())
going.send_signal(signal.SIGTERM)
rest, _ = going.communicate(timeout=PATIENCE)
ok(first["id"] == "one" and rest == "" and going.returncode == 1, "a signal ends it", first, rest, going.returncode)
for name, closed in (("nobody reads", True), ("a full disk", False)):  # the input stays open
    with open("/dev/full", "w") as full:
        going = subprocess.Popen([ENGINE, "analyse"], stdin=subprocess.PIPE, stdout=subprocess.PIPE if closed else full, stderr=subprocess.PIPE, encoding="utf-8")
    if closed:
        going.stdout.close()
    going.stdin.write(ROWS[0] + "\n")
    going.stdin.flush()
    ok(going.wait(PATIENCE) == (-signal.SIGPIPE if closed else 1), "%s: it ends" % name, going.returncode)
    going.stdin.close()
done()
