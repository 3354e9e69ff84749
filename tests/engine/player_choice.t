#!/usr/bin/env python3
"""A player that does not play the current game is refused by `setoption` or `setgrid`, whichever comes second, and
changes nothing; `go` never finds one. The default player plays everything."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import ENGINE, Engine, done, ok  # noqa: E402

TINY = "setgrid inline triancey tiny cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4,2"
BOARDS = {  # each game on the smallest and the largest boards that it has
    "triancey": [TINY, "setgrid torus 16x8 triancey"],
    "selacata": ["setgrid crepe selacata", "setgrid torus 16x8 selacata"],
    "archipel": ["setgrid archipel", "setgrid cylinder 16x8 archipel"],
    "tritt": ["setgrid tritt size %d" % size for size in range(4, 8)],
    "triangulation": ["setgrid triangulation players 2", "setgrid triangulation players 3"],
    "trioker-duel": ["setgrid trioker-duel", "setgrid trioker-duel hatched 0"],
    "trioker-rapid": ["setgrid trioker-rapid players %d" % players for players in (2, 3, 4)],
    "trioker-puzzle": ["setgrid triangle 1 trioker-puzzle", "setgrid triangle 5 trioker-puzzle joker 1"],
}
CHANCE = ["deal:012 deal:123 deal:001 deal:002 deal:011 deal:022 deal:111 deal:112 deal:122 deal:222 "
          "deal:333 deal:000 deal:003 deal:013 deal:021 deal:023 deal:031 deal:032 deal:033 deal:113 first:2:333",
          "deal:012 deal:123 deal:001 deal:002 deal:011 deal:022 deal:111 deal:112 deal:122 deal:222 deal:333 deal:000 "
          "deal:003 deal:013 deal:021 deal:023 deal:031 deal:032 deal:033 deal:113 deal:132 first:2:333",
          "deal:012 deal:123 deal:001 deal:002 deal:011 deal:022 deal:111 deal:112 deal:122 deal:222 deal:333 deal:000 "
          "deal:003 deal:013 deal:021 deal:023 deal:031 deal:032 deal:033 deal:113 deal:132 deal:133 deal:223 deal:233 first:2:333"]


def errors(engine, *lines):
    """What is said to be wrong with these lines."""
    engine.send(*lines, "isready")
    return [line for line in engine.until("readyok")[:-1] if line is None or line.startswith("error")]


def state(engine):
    engine.send("show", "score", "legal", "isready")
    return engine.until("readyok")


handshake = Engine()
handshake.send("tgi")
lines = handshake.until("tgiok")
handshake.close()
players = next(line for line in lines if line.startswith("option name Player ")).split(" var ")[1].split()
games = [line.split()[1] for line in lines if line.startswith("game ")]
default = next(line for line in lines if line.startswith("option name Player ")).split(" default ")[1].split()[0]
ok(sorted(games) == sorted(BOARDS), "boards of all games", games)

# ---- every player and every game, in either order ----------------------------------------------
for game in games:
    known = set()
    for player in players:
        first, second = Engine(ENGINE, "-o", "Hash=1"), Engine(ENGINE, "-o", "Hash=1")
        set_player = "setoption name Player value " + player
        for number, board in enumerate(BOARDS[game]):
            # The player is changed on the board...
            was = errors(first, "setoption name Player value " + default, board)
            ok(was == [], "%s plays after: %s" % (default, board), was)
            before = state(first)
            late = errors(first, set_player)
            # ... or has been there since before any board.
            early = errors(second, set_player, board)
            plays = late == []
            known |= {player} if plays else set()
            wanted = "unsupported %%s: the player '%s' does not play %s; " % (player, game)
            ok(plays == (early == []) and (plays or (late[0].startswith("error " + wanted % "setoption") and
                                                     early[0].startswith("error " + wanted % "setgrid"))),
               "%s: %s %s" % (board, player, "is taken" if plays else "is refused"), late, early)
            ok(state(first) == before, "and the position is what it was")
            for engine in (first, second) if plays else (first,):
                if game == "trioker-rapid":
                    engine.send("play " + CHANCE[number])
                answer = engine.ask("go nodes 20 id %d" % number, answer="bestmove")
                ok(answer and answer.endswith(" id %d" % number) and " none " not in answer,
                   "%s: go is answered" % board, answer)
        first.close()
        second.close()
    ok(default in known and len(known) > 1, "who plays %s: %s" % (game, " ".join(sorted(known))))
    if known != set(players):
        engine = Engine()
        other = next(player for player in players if player not in known)
        text = errors(engine, BOARDS[game][0], "setoption name Player value " + other)[0]
        ok(text.endswith("; these do: " + ", ".join(player for player in players if player in known)),
           "the refusal names them", text)
        engine.close()

# ---- the board before any question -------------------------------------------------------------
engine = Engine()
ok(errors(engine, "setoption name Player value greedy") == [], "before any board every player is taken")
ok(errors(engine, "go", "legal", "newgame") == ["error state %s: no board has been set that the player 'greedy' plays; "
                                                "send setgrid first" % name for name in ("go", "legal", "newgame")],
   "and then there is no board")
ok(errors(engine, "setoption name Player value reference", "legal") == [], "until one comes that plays on the usual one")
ok(errors(engine, "setoption name Player value greedy")[0].startswith("error unsupported setoption: the player 'greedy'"),
   "which is in use now")
ok(engine.ask("go id 3", answer="bestmove").endswith(" id 3"), "the reference goes on")
engine.close()
engine = Engine(ENGINE, "--player", "greedy")
ok(errors(engine, "setgrid crepe")[0].startswith("error unsupported setgrid: the player 'greedy' does not play selacata"),
   "a board without a game is one of the game at hand")
ok(errors(engine, "setgrid tritt size 4") == [] and engine.ask("go", answer="bestmove") != "bestmove none",
   "a player of the command line waits for its board")
ok(errors(engine, TINY)[0].startswith(
   "error unsupported setgrid: "), "a board that is spelled out is refused likewise")
ok(engine.ask("score").startswith("score p1 0 p2 0 "), "and Tritt goes on")
engine.close()
done()
