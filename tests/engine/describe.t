#!/usr/bin/env python3
"""The dialogue of a GUI: `preview` of any word agrees with `play`, boards have the names that `grids` lists, and these
commands are obeyed at the right times."""
import glob
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import NIGHTLY, SOURCE, Engine, done, enough, ok  # noqa: E402

engine = Engine()
chance = random.Random(22)


def ask(command, end):
    engine.send(command)
    lines = engine.until(end)
    return lines if lines[-1] else []


def answer(command):
    """The lines that come before the engine is ready again."""
    engine.send(command, "isready")
    return engine.until("readyok")[:-1]


def legal():
    return answer("legal")[0].split()[1:]


# ---- preview and play say the same ----------------------------------------------------------------

def reason(word):
    """Why `play` refuses a word, without the words before the reason; None: it was played, and is taken back."""
    lines = answer("play " + word)
    if not lines:
        engine.send("undo")
        return None
    text = re.fullmatch(r"error (\w+) play: (.*)", lines[0])
    return re.sub("^" + re.escape(word) + ": ", "", text.group(2))


def disagreements(words):
    wrong, refused = [], set()
    for word in words:
        said = answer("preview " + word)
        played = reason(word)
        yes = re.fullmatch(r"preview (\S+) legal yes .*", said[0]) if len(said) == 1 else None
        no = re.fullmatch(r"preview (\S+) legal no why (.*)", said[0]) if len(said) == 1 else None
        if (played is None) != bool(yes) or (played is not None and (not no or no.group(2) != played)):
            wrong.append((word, said, played))
        if played is not None:
            refused.add(re.sub(r"\d+", "N", played))
    return wrong, refused


def words_of(game):
    """Words that may be moves of a game, most of them illegal."""
    digits = "0123*"
    if game in ("triancey", "selacata", "archipel"):
        return [str(cell) for cell in range(62)]
    if game == "tritt":
        def point():
            return chance.choice("abcdefg") + str(chance.randint(1, 7))
        return ["%s-%s" % (point(), point()) for _ in range(40)] + [
            "%s/%s-%s" % (move.split("/")[0], point(), point()) for move in chance.sample(legal(), 20)]
    if game == "triangulation":
        cells = [line.split()[4] for line in ask("board", "boardok") if line.startswith("board cell")]
        return ["%s%s%s" % (chance.choice(cells), chance.choice("---="), chance.choice(cells)) for _ in range(60)]
    return ["%d:%s" % (chance.randrange(75), "".join(chance.choice(digits) for _ in range(3))) for _ in range(60)]


ODD = ["pass", "draw", "none", "-1", "x", "12345678901234567890", "why", "0:000", "legal", "01"]
SETUPS = [("archipel", "archipel"), ("triancey", "torus 4x3 triancey"), ("selacata", "crepe selacata"),
          ("tritt", "tritt size 4"), ("triangulation", "triangulation"), ("trioker-duel", "trioker-duel"),
          ("trioker-rapid", "trioker-rapid deals 1"), ("trioker-puzzle", "hexagon 2 trioker-puzzle")]
for game, setup in SETUPS:
    wrong, reasons, positions = [], set(), 0
    for _ in range(enough(1, 3)):
        engine.send("setgrid " + setup)
        for ply in range(60):
            moves = legal()
            if ply % 12 == 0 or not moves:
                bad, met = disagreements(words_of(game) + ODD) if moves else disagreements(ODD)
                wrong += bad
                reasons |= met
                positions += 1
            if not moves:
                break
            engine.send("play " + chance.choice(moves))
    ok(not wrong, "%s: preview and play agree on every word in %d positions" % (game, positions), wrong[:3])
    ok(len(reasons) >= 4, "%s: with %d reasons" % (game, len(reasons)), reasons)

engine.send("setgrid torus 4x3 triancey")
long = answer("preview " + "9" * 60000)
ok(len(long) == 1 and long[0].startswith("preview 999") and len(long[0]) < 300, "a long word is cut", long[0][:80])
ok(answer("preview")[0].startswith("error syntax preview: missing"), "preview needs a move")

# ---- phases and counts are those of the table -------------------------------------------------------

document = open(os.path.join(SOURCE, "protocol", "PROTOCOL.md"), encoding="utf-8").read()
table = {}
for row in document[document.index("| game | phases | counts |"):].split("\n\n")[0].split("\n")[2:]:
    _, titles, phases, counts, _ = row.split("|")
    for title in titles.strip().split(", "):
        named = re.findall(r"`(\w+)`", re.sub(r" *:[^;]*", "", counts))
        table[title.lower().replace(" ", "-")] = (set(re.findall(r"`(\w+)`", phases)) | {"ended"}, set(named))


def met(setup, games):
    """Plays games at random, with offers of a draw where they are allowed, and returns their phases and counts."""
    phases, counts = set(), set()
    for _ in range(games):
        engine.send("setgrid " + setup)
        for _ in range(2000):
            state = ask("state", "stateok")
            phase, draw = re.search(r" phase (\w+) .* draw (\w+)(?: checkers [\d ]+)?$", state[0]).groups()
            phases.add(phase)
            counts |= {line.split()[2] for line in state if line.startswith("state count ")}
            if phase == "ended":
                break
            engine.send("play " + ("draw" if draw == "yes" and chance.random() < 0.05 else chance.choice(legal())))
    return phases, counts


for game, setup in SETUPS:
    phases, counts = met(setup.replace("deals 1", "deals 4"), enough(3, 5))
    ok((phases, counts) == table.get(game), "%s: the phases and counts are those of the document" % game,
       (phases, counts), table.get(game))

# ---- what is sent as one seat sees it --------------------------------------------------------------

engine.send("setgrid trioker-rapid players 3")
engine.send("play " + " ".join("deal:" + piece for piece in "000 001 002 003 011 012 013".split()))
engine.send("play " + " ".join(["deal:?"] * 14))
state = ask("state", "stateok")
known = [line for line in state if line.startswith("state hand")]
ok(known == ["state hand 1 hidden 0 pieces 000 001 002 003 011 012 013", "state hand 2 hidden 7", "state hand 3 hidden 7"],
   "a seat's engine shows its own hand, and how many the others have", known)
history = [line for line in state if line.startswith("state history")]
ok(len(history) == 1 and history[0].count("deal:?") == 14, "and the moves as it was sent them", history)
ok("turn chance phase opening" in state[0], "chance comes next", state[0])

# ---- boards by name ---------------------------------------------------------------------------------

said = ask("grids", "gridsok")[:-1]
listed = [re.fullmatch(r"grid (\S+) cells (\d+) surface (plane|cylinder|torus) games ([a-z -]+?)(?: title .+)?", line)
          for line in said if line.startswith("grid ")]
ok(all(listed), "every line of grids has its fields")
games = {match.group(1): match for match in (re.fullmatch(
    r"game (\S+) seats (\d) halves (\d)(?: grid (\S+))? players ([a-z ]+?) about (.+)", line) for line in said if line.startswith("game ")) if match}
named_games = [line.split()[1] for line in ask("tgi", "tgiok") if line.startswith("game ")]
ok(list(games) == named_games and len(games) == 8, "and one line for each game", list(games))
player_values = re.findall(r"var (\S+)", [line for line in ask("tgi", "tgiok") if line.startswith("option name Player ")][0])
wrong = []
for game, match in games.items():
    answer("setoption name Player value search")
    answer("setgrid %s%s" % (match.group(4) + " " if match.group(4) else "", game))
    head = ask("board", "boardok")[0]
    if " seats %s halves %s " % match.group(2, 3) not in head or " game %s " % game not in head:
        wrong.append((game, head))
    for player in player_values:
        refused = [line for line in answer("setoption name Player value " + player) if line.startswith("error ")]
        if bool(refused) != (player not in match.group(5).split()):
            wrong.append((game, player, refused))
answer("setoption name Player value search")
ok(not wrong, "each has its seats, halves and grid, and only the players that are named play it", wrong[:5])
files = {os.path.basename(path)[:-4] for path in glob.glob(os.path.join(SOURCE, "grids", "*.ini"))}
puzzles = {os.path.basename(path)[:-4] for path in glob.glob(os.path.join(SOURCE, "games", "puzzles", "*.ini"))}
named = [line.group(1) for line in listed]
ok(set(named) == files | puzzles and len(named) == len(set(named)), "grids lists the boards and puzzles that ship, each once",
   set(named) ^ (files | puzzles))
wrong = []
for line in listed:
    name, cells, surface, takers = line.group(1), line.group(2), line.group(3), line.group(4).split()
    for game in ("triancey", "selacata", "archipel", "trioker-puzzle"):
        refused = answer("setgrid %s %s" % (name, game))
        first = ask("board", "boardok")[0] if not refused else ""
        wanted = "board game %s cells %s points 0 surface %s" % (game, cells, surface)
        if (game in takers) != first.startswith(wanted) and not (name in puzzles and game != "trioker-puzzle"):
            wrong.append((name, game, takers, refused, first))
ok(not wrong, "each can be set for its games and for no other", wrong[:3])

with open(os.path.join(SOURCE, "protocol", "PROTOCOL.md"), encoding="utf-8") as file:
    document = file.read()
ends = [re.fullmatch(r"end (\S+) (\S+) about (.+)", line) for line in said if line.startswith("end ")]
ok(all(ends) and {line.group(1) for line in ends} == set(games), "every game has its ends")
ok(all("`%s`" % line.group(2) in document for line in ends), "each is a word of the document")

keys = [re.fullmatch(r"key (\S+) (\S+) min (\d+) max (\d+) usual (\d+)", line) for line in said if not line.startswith(("grid ", "game ", "end "))]
ok(all(keys) and len(keys) >= 7, "what games leave open", said[-12:])
for game, key, *bounds in [line.groups() for line in keys]:
    least, greatest, usual = map(int, bounds)
    tried = range(least - 2, greatest + 3) if NIGHTLY else sorted({*range(least - 2, least + 1), usual, *range(greatest, greatest + 3)})
    refused = [n for n in tried if greatest - least < 100
               and "must be" in "".join(answer("setgrid %s %s %d" % (game, key, n)))]
    ok(greatest - least >= 100 or refused == [least - 2, least - 1, greatest + 1, greatest + 2],
       "%s: %s from %d to %d" % (game, key, least, greatest), refused)
    answer("setgrid " + game)
    first = ask("board", "boardok")[0]
    ok(re.search(r" keys .*\b%s %d\b" % (key, usual), first), "%s: %s is %d unless said" % (game, key, usual), first)

# ---- when --------------------------------------------------------------------------------------------

engine.send("setoption name Player value search", "setgrid crepe selacata", "go id 1 infinite")
for command in ("board", "state", "preview 3", "grids"):
    said = engine.ask(command, answer="error")
    ok(said == "error busy %s: a search is running; send stop first" % command.split()[0], command + " waits for a search", said)
engine.ask("stop", answer="bestmove")
ok(ask("state", "stateok")[-1:] == ["stateok"], "and is answered after it")
ok(answer("board now")[0].startswith("error syntax board"), "board takes nothing")
ok(engine.close() == 0, "the engine ends")
done()
