#!/usr/bin/env python3
"""The rules through Python: the counts of PROTOCOL.md, random halves of each game move by move as the engine plays them, what
seats know, and what is refused. None of it needs numpy."""
import concurrent.futures
import copy
import os
import pickle
import random
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from module import need, refused  # noqa: E402
from tgi import SOURCE, Engine, done, enough, ok  # noqa: E402

need()
import triancey  # noqa: E402
from triancey.board import as_seen  # noqa: E402

LINES = ("crepe triancey", "crepe selacata", "archipel", "torus 3x2 selacata", "tritt size 4", "triangulation", "triangulation players 2",
         "trioker-duel", "trioker-rapid", "trioker-rapid players 3", "hexagon 1 trioker-puzzle", "duck trioker-puzzle")
LEAVES = enough(3000, 10**7)  # perft goes as deep as this


def perft(state, depth):
    moves = state._legal()
    return len(moves) if depth == 1 else sum(perft(state.child(move), depth - 1) for move in moves)


def check_perft():
    with open(os.path.join(SOURCE, "protocol", "PROTOCOL.md"), encoding="utf-8") as file:
        text = file.read().split("## 13.")[1]
    dealt = re.search(r"^    play (deal.*)$", text, re.M)[1].split()
    rows, wrong = 0, []
    for line, rest, counts in re.findall(r"^\| `([^`]+)`( dealt)? \|([ 0-9|]+)$", text, re.M):
        if line == "setgrid":
            continue
        counts = counts.replace(" ", "").split("|")
        state = triancey.Board(line).new_initial_state()
        for move in dealt if rest else ():
            state.apply_action(state.string_to_action(move))
        for depth, count in enumerate([int(one) for one in counts if one], 1):
            if depth > 1 and count > LEAVES:
                break
            rows += 1
            found = perft(state, depth)
            wrong += [(line, depth, found, count)] * (found != count)
    ok(rows > 35 and not wrong, "perft of every game", rows, *wrong)


def halves_of(line):
    """What of random halves of a board is not what the engine says, move by move, and how many moves there were."""
    source, board, engine, wrong, plies = random.Random(line), triancey.Board(line), Engine(), [], 0
    for number in range(enough(4, 10000)):
        half = 1 + number % board.halves
        state = board.new_initial_state(half)
        players = " players %d" % board.players if board.players > 2 else ""
        engine.send("setgrid " + line, "newgame half %d%s" % (half, players))
        expected = []
        while True:
            points, margins, over = state.points(), state.margins(), state.over()
            expected.append(("legal " + " ".join(state.action_to_string(one) for one in state._legal())).strip())
            expected.append("score %s margin %d half %d total %d over %s" % (
                " ".join("p%d %d" % (seat + 1, one) for seat, one in enumerate(points)), margins[0], half, margins[0], over or "no"))
            engine.send("legal", "score")
            if state.is_terminal():
                break
            action = source.choice(state.legal_actions())
            engine.send("play " + state.action_to_string(action))
            state.apply_action(action)
        plies += state.move_number()
        engine.send("isready")
        said = " ".join(engine.until("readyok")[:-1]).replace(" more legal", "")
        wrong += [(number, said[:500])] * (said != " ".join(expected))
        wrong += [(number, "returns")] * (state.returns() != [float(one) for one in margins])
    engine.close()
    return wrong, plies


def check_halves():
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for line, (wrong, plies) in zip(LINES, pool.map(halves_of, LINES)):
            ok(not wrong and plies > 5, "random halves of %s are the engine's" % line, *wrong[:2])


def check_words():
    board = triancey.Board("setgrid crepe selacata")
    state = board.new_initial_state()
    ok((board.num_players(), board.num_distinct_actions(), board.max_utility(), board.utility_sum(), board.observation_tensor_shape())
       == (2, 48, 48.0, 0.0, [4, 48]), "a board in OpenSpiel's words")
    ok(state.current_player() == 0 and state.legal_actions(1) == [] and sum(state.legal_actions_mask()) == 48 and not state.is_chance_node(),
       "a state in OpenSpiel's words")
    after = state.child(24)
    ok(state.history() == [] and after.history() == [24] and after.action_to_string(0, 5) == "5" and after.string_to_action("5") == 5,
       "child() leaves the state as it is")
    copies = [after.clone(), copy.copy(after), copy.deepcopy(after), pickle.loads(pickle.dumps(after))]
    ok(all(one.key() == after.key() and one.history() == [24] for one in copies), "copies, and one that was pickled")
    for one in copies:
        one.apply_action(one.legal_actions()[0])
    ok(after.move_number() == 1, "which share nothing")
    after.undo_action(0, 24)
    ok(after.key() == state.key(), "undo_action()")
    refused(lambda: after.apply_actions([24, 24]), triancey.IllegalAction, "cell 24 is not empty", "apply_actions() plays all")
    ok(after.history() == [], "or none")
    ok(sum(board.neighbours(), ()).count(0) == 3 and len(board.coordinates()) == 48 and board.symmetry(0) == list(range(48)),
       "neighbours, coordinates, symmetries")
    spelled = triancey.Board(board.setgrid())
    ok(spelled.neighbours() == board.neighbours() and triancey.Board(triancey.Board("tritt size 5").setgrid()).cells == 61,
       "a board that is spelled out is the same")


def check_symmetries():
    board = triancey.Board("torus 3x2 selacata")
    state, wrong = board.new_initial_state(), 0
    for action in (0, 3):
        state.apply_action(action)
    values = triancey.oracle(state, values=True).values
    for number in range(board.symmetries):
        image = board.symmetry(number)
        mirrored = board.new_initial_state()
        mirrored.apply_actions([image[0], image[3]])
        wrong += triancey.oracle(mirrored, values=True).values != {image[action]: value for action, value in values.items()}
    ok(board.symmetries > 1 and not wrong, "symmetries map the value of every move", board.symmetries, wrong)


def check_hidden():
    board, source = triancey.Board("trioker-rapid players 3"), random.Random(2)
    state = board.new_initial_state()
    outcomes = state.chance_outcomes()
    ok(state.is_chance_node() and state.current_player() == triancey.CHANCE and abs(sum(odds for _, odds in outcomes) - 1) < 1e-9,
       "chance draws first")
    while state.move_number() < 50 or not state.is_player_node():
        state.apply_action(source.choice(state.legal_actions()))
    seat = state.current_player()
    guesses = [state.resample_from_infostate(seat, number) for number in range(20)]
    ok(all(guess.information_state_string(seat) == state.information_state_string(seat) and guess.history() == state.history()
           and guess.observation_tensor(seat) == state.observation_tensor(seat)
           and guess.legal_actions() == state.legal_actions() for guess in guesses), "guesses agree with what the seat knows")
    other = (seat + 1) % 3
    ok(len({tuple(guess.observation_tensor(other)) for guess in guesses}) > 1, "and differ in what it does not know")
    ok(state.resample_from_infostate(seat, 7).key() == state.resample_from_infostate(seat, 7).key(), "by their seed")
    spelled = triancey.State.from_position(board, state.position())
    ok(all(spelled._fair(number).bytes() != spelled._memory.bytes() and triancey.State.from_position(
        board, as_seen(state.position(), number), 1, number).observation_tensor(number) == state.observation_tensor(number) for number in range(3)),
       "and of a position, players see what their seat sees")
    refused(lambda: guesses[0].information_state_string(other), triancey.Unsupported, "seat %d" % other, "a guess tells nothing of others")
    action = source.choice(guesses[0].legal_actions())
    guesses[0].apply_action(action)
    ok(guesses[0].move_number() == state.move_number() + 1, "a guess can be played on")


def check_positions():
    source = random.Random(3)
    for line in LINES:
        board, wrong, tried = triancey.Board(line), [], 0
        while tried < 8:
            half = source.randint(1, board.halves)
            state = board.new_initial_state(half)
            while not state.is_terminal():
                if source.random() < 0.2:
                    again = triancey.State.from_position(board, state.position(), half)
                    tried += 1
                    wrong += [state.position()] * ((again.position(), again._legal(), again.margins(), again.current_player()) != (
                        state.position(), state._legal(), state.margins(), state.current_player()) or again.history() != [])
                state.apply_action(source.choice(state.legal_actions()))
        ok(not wrong, "positions of %s are spelled and read" % line, tried, *wrong[:2])
    board = triancey.Board("crepe selacata")
    state = board.new_initial_state()
    state.apply_actions([24, 5, 1])
    again = triancey.State.from_position(board, state.position())
    again.apply_actions(again.legal_actions()[:1])
    ok(pickle.loads(pickle.dumps(again)).information_state_string() == again.information_state_string() != "", "one that was pickled")
    again.undo_action(1, again.history()[-1])
    ok(again.position() == state.position() and again.beginning().key() == state.key(), "undo_action() goes back to the position")
    refused(lambda: again.undo_action(1, 1), triancey.InvalidInput, "not the last", "and no further")
    refused(lambda: triancey.State.from_position(board, "turn=1 cells=12" + 46 * "."), triancey.InvalidInput, "text: in the archipelago", "a wrong position")
    refused(lambda: triancey.State.from_position(board, "turn=1\0"), triancey.InvalidInput, "NUL", "with a NUL character")
    refused(lambda: triancey.State.from_position(board, 5), TypeError, "text: ", "that is no text")
    refused(lambda: triancey.State.from_position(board, state.position(), 3), triancey.OutOfRange, "half: 3", "in no half")
    refused(lambda: triancey.State.from_position(board, state.position(), 1, 2), triancey.OutOfRange, "viewer: 2", "of no seat")


def check_viewers():
    board, source = triancey.Board("trioker-rapid"), random.Random(4)
    state, views, wrong, hidden = board.new_initial_state(), [triancey.State(board, 1, seat) for seat in range(2)], [], 0
    while not state.is_terminal() and state.move_number() < enough(150, 10**6):
        seat = state.current_player()
        if seat >= 0:
            view = views[seat]
            wrong += [seat] * (view.information_state_string(seat) != state.information_state_string(seat) or view._legal() != state._legal()
                               or view.told(seat) != state.told(seat) or view.resample_from_infostate(seat, 1).current_player() != seat)
        state.apply_action(source.choice(state.legal_actions()))
        for seat, view in enumerate(views):
            view.apply_text(state.told(seat)[-1])
        hidden += views[0].history()[-1] == -1
    ok(hidden > 10 and not wrong, "a seat knows by the moves that it is sent what it knows in the full state", hidden, wrong[:3])
    view = views[0]
    before, last = view.told(0), view.history()[-1]
    view.undo_action(0, last)
    ok(view.told(0) == before[:-1], "which can be taken back")
    refused(lambda: view.told(1), triancey.Unsupported, "seat 1", "it does not know what another was told")
    refused(lambda: view.information_state_string(1), triancey.Unsupported, "seat 1", "nor what that one knows")
    refused(lambda: view.resample_from_infostate(0, 1).told(0), triancey.Unsupported, "hidden", "a guess has no moves that are hidden")
    refused(lambda: view.apply_text("deal:?"), triancey.IllegalAction, "text: deal:?: ", "a move that cannot be")
    refused(lambda: view.apply_text("x"), triancey.InvalidInput, "'x' is not a move", "a word that is none")
    refused(lambda: view.apply_text(5), TypeError, "text: ", "a number in place of a text")


def check_refused():
    board = triancey.Board("crepe selacata")
    state = board.new_initial_state()
    refused(lambda: triancey.Board("nowhere-at-all.ini"), triancey.InvalidInput, "line: ", "no such board")
    refused(lambda: triancey.Board("tritt size 99"), triancey.InvalidInput, "size", "a parameter out of its bounds")
    refused(lambda: triancey.Board(5), TypeError, "line: ", "a board that is no text")
    refused(lambda: triancey.Board("crepe\0"), triancey.InvalidInput, "NUL", "a NUL character")
    refused(lambda: triancey.Board("crepe\ntriancey"), triancey.InvalidInput, "line: ", "two lines")
    refused(lambda: triancey.State("crepe"), TypeError, "board: ", "a state of no board")
    refused(lambda: board.new_initial_state(3), triancey.OutOfRange, "half: 3 is not from 1 to 2", "no such half")
    for action in (-1, 48, 2**31, 2**64 + 3, -2**70):
        refused(lambda: state.apply_action(action), triancey.OutOfRange, "action: %d" % action, "action %d" % action)
    refused(lambda: state.apply_action("5"), TypeError, "action: ", "an action that is a text")
    refused(lambda: state.apply_action(1.5), TypeError, "action: ", "an action that is no whole number")
    state.apply_action(0)
    refused(lambda: state.apply_action(0), triancey.IllegalAction, "cell 0 is not empty", "an illegal action names the rule")
    ok(state.history() == [0], "after all of this the state is what it was")
    refused(lambda: state.string_to_action("C6o"), triancey.InvalidInput, "C6o", "a move of another game")
    refused(lambda: state.player_return(2), triancey.OutOfRange, "player: 2", "no such seat")
    refused(state.chance_outcomes, triancey.NoTurn, "chance", "chance has nothing to draw")
    refused(triancey.Board("tritt").neighbours, triancey.Unsupported, "", "points have no neighbours")
    refused(lambda: board.symmetry(99), triancey.OutOfRange, "number: 99", "no such symmetry")
    refused(lambda: triancey.Player(board, "nobody"), triancey.InvalidInput, "nobody", "no such player")
    refused(lambda: triancey.Player(board, "greedy"), triancey.Unsupported, "selacata", "a player of other games")
    refused(lambda: triancey.Player(board, "random").choose(triancey.Board("ancey").new_initial_state()), triancey.InvalidInput, "another board",
            "a state of another board")
    refused(lambda: triancey.Player(board, "random", seed=-1), triancey.OutOfRange, "seed: -1", "a seed below 0")
    refused(lambda: triancey.playouts(state, 0), triancey.OutOfRange, "count: 0", "no playouts")
    refused(lambda: triancey.oracle([]), triancey.OutOfRange, "states", "nothing to solve")
    refused(lambda: triancey.oracle(triancey.Board("tritt").new_initial_state()), triancey.Unsupported, "tritt", "what cannot be solved")
    refused(lambda: triancey.oracle(state, milliseconds=1), triancey.BudgetExceeded, "", "a solver out of budget")
    refused(lambda: triancey.oracle([state, triancey.Board("ancey").new_initial_state()]), triancey.InvalidInput, "states[1]", "states of two boards")
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    refused(lambda: state.apply_action(0), triancey.NoTurn, "over", "a half that is over")
    refused(lambda: triancey.Player(board, "random").choose(state), triancey.NoTurn, "", "nothing to choose")


def check_oracle():
    wrong, tried = [], 0
    with open(os.path.join(SOURCE, "tests", "engine", "positions.txt"), encoding="utf-8") as file:
        for row in file:
            found = re.match(r".*; setgrid ([^;]+); position moves ([0-9 ]+); empty (\d+); margin ([+-]?\d+); best [0-9 ]+; values (.*)", row)
            if not found or int(found[3]) > enough(16, 24):
                continue
            state = triancey.Board(found[1]).new_initial_state()
            state.apply_actions(int(move) for move in found[2].split())
            exact = triancey.oracle(state, values=True)
            values = {int(cell): int(value) for cell, value in re.findall(r"(\d+):([+-]?\d+)", found[5])}
            tried += 1
            wrong += [(found[0], exact)] * (exact != (int(found[4]), values))
    ok(tried > 10 and not wrong, "the oracle knows the positions with exact values", tried, *wrong[:3])


for check in (check_perft, check_halves, check_words, check_symmetries, check_hidden, check_positions, check_viewers, check_refused, check_oracle):
    check()
done()
