#!/usr/bin/env python3
"""An agent as an engine: it passes certify, plays leagues of every game, and is judged; engines as processes of Python; the record
of a league as arrays."""
import gzip
import json
import os
import random
import re
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from module import PYTHON, need, refused  # noqa: E402
from tgi import ENGINE, done, ok  # noqa: E402

need(numpy=True)
import numpy as np  # noqa: E402

import referee  # noqa: E402
import triancey  # noqa: E402

AGENT = "%s %s/examples/random_agent.py" % (sys.executable, PYTHON)


def certify(agent, *options):
    status, said = referee.run("certify", "--engine", "cmd=" + agent, "start=60000", "environment=PYTHONPATH,TRIANCEY_LIBRARY", "--format", "json",
                               *options)
    return status, said


def check_certify():
    status, said = certify(AGENT, "--games", 1, "--lasting", 20)
    failed = [line for line in said.splitlines() if '"failed"' in line or "FAILED" in line]
    ok(status == 0, "an agent of ten lines passes certify", *(failed or [said[-2000:]]))


def check_leagues():
    for game, grid in (("selacata", "torus 4x2"), ("tritt size 4", None), ("triangulation players 3", None), ("trioker-duel", None), ("trioker-rapid", None)):
        record = referee.path("%s.db" % game.split()[0])
        engines = [word for number in range(3) for word in ("--engine", "cmd=" + AGENT, "name=a%d" % number)][:9 if "3" in game else 6]
        status, said = referee.run("match", "--game", game, *(["--grid", grid] if grid else []), *engines, "--each", "movetime=60000",
                                   "start=60000", "environment=PYTHONPATH,TRIANCEY_LIBRARY", "--record", record, "--quiet")
        read = triancey.read_record(record)
        _, exported = referee.run("export", record, "--format", "json")
        halves = [half for game in json.loads(exported)["games"] for half in game["halves"]]
        wrong = [index for index, half in enumerate(halves)
                 if [text for text in half["moves"]] != texts(read, index) or half["margins"] != read.margins[index].tolist()
                 or half["termination"] != read.terminations[index] or half["clocks_us"] != read.clocks_us[read.offsets[index]:read.offsets[index + 1]].tolist()]
        ok(status == 0 and len(read) == len(halves) > 0 and not read.skipped and not wrong and referee.value(record, "SELECT COUNT(*) FROM fault") == 0,
           "a league of %s, read as arrays" % game, said[-500:], len(read), wrong)
        moves = read.movers[read.offsets[0]:read.offsets[1]]
        moves = moves[moves >= 0]  # chance's are -1
        ok(read.actions.dtype == np.int32 and len(set(moves)) == read.players and read.seats.max() < len(read.engines),
           "who made the moves", moves[:10])
        check_arrays(game, record, read)


NUMBERS = {"tritt": [], "triangulation": [], "trioker": [2, 3, 4]}  # planes of numbers, of one number, and left out
PIECES = {"tritt": [3], "triangulation": [], "trioker": [6]}
REST = {"tritt": [2], "triangulation": [], "trioker": []}


def check_arrays(game, record, read):
    """Exported positions are what states show, and so are their legal moves."""
    if game == "selacata":
        return
    referee.run("export", record, "--positions", "npy", "--output", record + ".arrays")

    def load(name):
        with gzip.open("%s.arrays/001-%s.npy.gz" % (record, name)) as file:
            return np.load(file)

    rows, kind = load("rows"), re.split("[ -]", game)[0]
    lines = np.load(record + ".arrays/001-lines.npy") if kind == "tritt" else None
    legal = [] if kind == "tritt" else np.split(load("legal"), np.cumsum(rows["legal"])[:-1])
    wrong, at = 0, 0
    for index in range(len(read)):
        for state, action in read.positions(index):
            if not state.is_player_node():
                continue
            seen, row = state.observe(), rows[at]
            bits = np.unpackbits(row["planes"], axis=1, bitorder="little")
            wrong += not (bits[:, :seen.shape[1]] == np.delete(seen, NUMBERS[kind] + PIECES[kind] + REST[kind], 0)).all() or bits[:, seen.shape[1]:].any()
            wrong += bool(NUMBERS[kind]) and not (row["numbers"] == seen[NUMBERS[kind]]).all()
            wrong += bool(PIECES[kind]) and row["pieces"] != seen[PIECES[kind][0]][0]
            wrong += row["played"] != action
            if kind == "tritt":
                barred = np.unpackbits(row["barred"], axis=1, bitorder="little")
                fits = seen[2][lines[:, 1:]].all(1) & (barred[0][lines[:, 1]] == 0) & (barred[1][lines[:, 2:]] == 0).all(1)
                wrong += lines[fits, 0].tolist() != [one for one in sorted(state.legal_actions()) if "/" not in state.action_to_string(one)]
            else:
                wrong += sorted(legal[at].tolist()) != state.legal_actions()
            at += 1
    ok(len(rows) == at > 5 and not wrong, "exported positions of " + game, len(rows), at, wrong)


def texts(read, index):
    return [state.action_to_string(action) for state, action in read.positions(index)]


def check_records():
    record = referee.path("said.db")
    referee.run("match", "--grid", "torus 4x2", "--engine", "builtin:search", "nodes=200", "--engine", "builtin:random", "--record", record, "--quiet")
    read = triancey.read_record(record)
    searched = read.seats[0, read.movers[read.offsets[0]:read.offsets[1]]] == read.engines.index("search")
    said = read.said_nodes[read.offsets[0]:read.offsets[1]]
    ok((said[searched] >= 0).all() and (said[~searched] == -1).all() and np.isnan(read.said_margin[read.said_nodes == -1]).all(), "what engines said", said)
    check_visits()
    refused(lambda: triancey.read_record(referee.path("nothing.db")), FileNotFoundError, "nothing.db", "no such record")
    with open(referee.path("noise.db"), "wb") as file:
        file.write(b"this is no record" * 100)
    refused(lambda: triancey.read_record(referee.path("noise.db")), triancey.InvalidInput, "not a record", "a file that is no record")


def check_visits():
    record = referee.path("tried.db")
    referee.run("match", "--game", "tritt size 4", "--engine", "builtin:mcts", "nodes=60", "option.MultiPV=256", "--engine", "builtin:random",
                "--record", record, "--quiet")
    _, exported = referee.run("export", record, "--format", "json")
    said = [(half, one) for half, played in enumerate([half for game in json.loads(exported)["games"] for half in game["halves"]])
            for one in played["said"] if "visits" in one]
    with sqlite3.connect(record) as base:  # an engine may say anything
        base.execute("UPDATE visits SET moves = 'nonsense:9 ' || moves || ' 1:5'")
    base.close()
    read = triancey.read_record(record)
    found = {}
    for half in range(len(read)):
        for ply, (state, _) in enumerate(read.positions(half), 1):
            at = slice(*read.visit_offsets[read.offsets[half] + ply - 1:][:2])
            found[half, ply] = dict(zip(map(state.action_to_string, read.visit_actions[at]), read.visit_counts[at]))
    wrong = [(half, one["ply"]) for half, one in said if found.pop((half, one["ply"])) != one["visits"]]
    ok(len(said) > 5 and not wrong and not any(found.values()) and len(read.visit_offsets) == len(read.actions) + 1, "how often a tree search tried moves",
       len(said), wrong[:3], found)


def check_engine():
    source = random.Random(1)
    for line in ("torus 4x2 selacata", "tritt size 4", "trioker-duel", "trioker-rapid", "triangulation"):
        board = triancey.Board(line)
        state = board.new_initial_state()
        with triancey.Engine.popen([ENGINE]) as engine:
            wrong = 0
            for _ in range(30):
                if state.is_terminal():
                    break
                if state.is_player_node() and source.random() < 0.5:
                    result = engine.play(state, triancey.Limit(nodes=50))
                    wrong += result.move not in state.legal_actions() or result.info.get("pv", [result.move])[0] != result.move
                    state.apply_action(result.move)
                else:
                    state.apply_action(source.choice(state.legal_actions()))
            ok(not wrong and engine.id["name"].startswith("triancey"), "an engine plays %s" % line, wrong)
        if line != "triangulation":
            continue
        at = triancey.State.from_position(board, state.position(), state.half)
        with triancey.Engine.popen([ENGINE]) as engine:
            for _ in range(4):
                at.apply_action(engine.play(at, triancey.Limit(nodes=50)).move)
            ok(at.move_number() == 4, "an engine goes on from a position")
        with triancey.Engine.popen(AGENT) as engine:
            ok(engine.play(at, triancey.Limit(nodes=50)).move in at.legal_actions(), "and so does an agent")
    board = triancey.Board("trioker-rapid")
    state, code = board.new_initial_state(), (
        "import sys\n"
        "for line in sys.stdin:\n"
        "    print(line, file=sys.stderr, end='', flush=True)\n"
        "    print({'tgi\\n': 'feature position\\ntgiok'}.get(line, 'bestmove none' if line[:2] == 'go' else ''), flush=True)\n")
    while state.move_number() < 60 or not state.is_player_node():
        state.apply_action(source.choice(state.legal_actions()))
    with open(referee.path("heard"), "w+b") as heard:
        with triancey.Engine.popen([sys.executable, "-c", code], stderr=heard) as engine:
            engine.play(state)
            engine.play(triancey.State.from_position(board, state.position()))
        heard.seek(0)
        text = heard.read().decode()
        seat = state.current_player()
        own, other = (re.search("hand%d=(.*?) " % (number + 1), state.position())[1] for number in (seat, 1 - seat))
        ok("=%s " % own in text and other not in text and re.search("^position .* hand%d=[?,]+ .*view=1$" % (2 - seat), text, re.M),
           "nor does a position show it more", text)
        heard.seek(0)
        words = [line[5:-1] for line in heard.read().decode().splitlines(True) if line[:5] == "play "]
        ok(words == [" ".join(state.told(state.current_player()))] and "?" in words[0], "an engine is told what its seat may see", *words)
    board = triancey.Board("crepe selacata")
    state = board.new_initial_state()
    state.apply_actions([24, 5, 1, 9, 32, 19, 26, 34, 11, 40, 10, 39, 35, 38, 42, 6, 41, 23, 30, 13, 2, 46, 15, 3])
    with triancey.Engine.popen(ENGINE, timeout=600) as engine:
        lines = engine.analyse(state, triancey.Limit(solve=True), multipv=3)
        exact = triancey.oracle(state, values=True)
        ok([one["multipv"] for one in lines] == [1, 2, 3] and lines[0]["margin"] == exact.margin == -10 and lines[0]["bound"] == "exact"
           and exact.values[lines[0]["pv"][0]] == -10, "analyse() with several lines", lines)
        one = engine.analyse(state, triancey.Limit(nodes=100))
        ok(isinstance(one, dict) and one["nodes"] > 0 and one["time"] >= 0, "and with one", one)
        chosen = engine.play(state, triancey.Limit(nodes=10), root_moves=[state.legal_actions()[-1]])
        ok(chosen.move == state.legal_actions()[-1], "among these moves")
        engine.configure({"Player": "random", "hash": 1})
        ok(engine.options["Hash"].type == "spin" and engine.options["Player"].default == "search", "options")
        refused(lambda: engine.configure({"Nothing": 1}), triancey.EngineError, "Nothing", "no such option")
        refused(lambda: engine.configure({"Hash": 0}), triancey.EngineError, "Hash must be", "a value that it refuses")
        refused(lambda: engine.configure({"Hash": None}), triancey.EngineError, "Hash needs", "another one")
        engine.ping()
        refused(lambda: engine.play(state, triancey.Limit(nodes=9), root_moves=[24]), triancey.EngineError, "24 is not empty", "a move that is illegal")
        engine.configure({"Player": "search"})
        engine.timeout = -0.8  # before it must have answered
        refused(lambda: engine.play(board.new_initial_state(), triancey.Limit(time=1)), triancey.EngineTimeoutError, "in time", "no answer in time")
        engine.timeout = 600
        one = engine.analyse(state, triancey.Limit(nodes=100))
        ok(one["pv"][0] in state.legal_actions() and one["nodes"] < 1000, "all of which a later answer is not taken for", one)
        refused(lambda: engine.play(state, triancey.Limit(nodes=0)), triancey.OutOfRange, "nodes: 0", "no nodes")
        refused(lambda: engine.play(state, triancey.Limit(time=-1)), triancey.OutOfRange, "time: -1", "a time below 0")
        refused(lambda: engine.play("crepe"), TypeError, "state: ", "no state")
        refused(lambda: engine.play(triancey.Batch(board, 1).save(0)), triancey.Unsupported, "not known", "a state without its moves")
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        ok(engine.play(state).move is None, "nothing is played when the half is over")
    refused(lambda: triancey.Engine.popen("/nowhere/engine"), triancey.EngineError, "/nowhere/engine", "no such program")
    refused(lambda: triancey.Engine.popen(["true"]), triancey.EngineTerminatedError, "has ended", "a program that ends")
    refused(lambda: triancey.Engine.popen([sys.executable, "-c", "print('error unknown tgi: no')"]), triancey.EngineError, "no", "one that refuses")


def check_evaluate():
    played = []
    verdict = triancey.evaluate(lambda state: random.choice(state.legal_actions()), "builtin:random", boards=["torus 4x2"], rounds=2, movetime=60000,
                                progress=lambda done, games: played.append((done, games)))
    ok(verdict.won + verdict.drawn + verdict.lost == 2 == len(played) and verdict.faults == 0 and verdict.json["type"] == "standings", "a verdict", verdict)
    verdict = triancey.evaluate("builtin:reference", "builtin:random", boards=["crepe"], rounds=2)
    ok(verdict.margin > 20 and verdict.won == 2, "on an engine", verdict)
    number = triancey.measure(lambda state: random.choice(state.legal_actions()), boards=2)
    ok(number.standard == "selacata-1" and not number.is_standard and number.games == 2 == number.won + number.drawn + number.lost and
       len(number.regret) == 3, "an agent is measured by the standard", number)
    record, asked = referee.path("continued é.db"), []
    for rounds in (2, 2):
        triancey.evaluate(lambda state: asked.append(state) or state.legal_actions()[0], "builtin:random", boards=["torus 2x2"], rounds=rounds, record=record)
        asked.append(len(asked))
    ok(len(triancey.read_record(record)) == 4 and asked[-1] == asked[-2] + 1, "a record of an agent is continued: nothing is left to play", asked[-2:])
    refused(lambda: triancey.measure("builtin:random", secret="short"), triancey.RefereeError, "secret", "a secret that is too short")
    refused(lambda: triancey.evaluate(lambda state: 10**6, "builtin:random", rounds=1), triancey.OutOfRange, "action", "an agent that plays no action")
    refused(lambda: triancey.evaluate(lambda state: {}[1], "builtin:random", rounds=1), KeyError, "1", "an agent that fails")
    refused(lambda: triancey.evaluate("builtin:nobody", rounds=1), triancey.RefereeError, "nobody", "an engine that there is not")
    refused(lambda: triancey.evaluate("builtin:random", boards="crepe"), TypeError, "boards", "boards in one text")
    refused(lambda: triancey.evaluate("builtin:random", rounds=0), triancey.OutOfRange, "rounds", "no rounds")


def check_server():
    """What the agent prints and what it is given."""
    code = ("import random, triancey\n"
            "class Agent:\n"
            "    def new_half(self, state, seed): print('half', state.half, seed)\n"
            "    def __call__(self, state, limit): print(limit); return state.legal_actions()[-1]\n"
            "triancey.serve(Agent(), name='talker', games=['selacata'])\n")
    talk = "tgi\nsetgrid torus 3x2\nnewgame half 2 carry 3 -3 seed 9\ngo id 4 p1time 500 p2time 700 p2inc 10\nplay 0\nscore\nsetgrid tritt\nquit\n"
    answer = subprocess.run([sys.executable, "-c", code], input=talk, capture_output=True, text=True)
    said = answer.stdout.splitlines()
    ok(answer.returncode == 0 and said[0] == "id name talker" and "game selacata" in said and said[-3:-1] == [
        "bestmove 11 id 4", "score p1 0 p2 1 margin 1 half 2 total 4 over no"] and said[-1].startswith("error range setgrid:"), "a dialogue", *said, answer.stderr)
    ok("half 2 9" in answer.stderr and "clocks=[0.5, 0.7]" in answer.stderr and "increments=[0.0, 0.01]" in answer.stderr, "what the agent is told", answer.stderr)


for check in (check_certify, check_leagues, check_records, check_engine, check_evaluate, check_server):
    check()
done()
