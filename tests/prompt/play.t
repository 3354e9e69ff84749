#!/usr/bin/env python3
"""The prompt: whole games against rules that are written once more, wrong lines, games left and resumed."""
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import pseudo  # noqa: E402
from prompt import (ENVIRONMENT, FOLDER, REFEREE, Half, Talk, Terminal, begin, forget, kept, neighbours_of,  # noqa: E402
                    play, random_half, two)
from tgi import PATIENCE, SOURCE, done, enough, ok, until  # noqa: E402

# ---- the rules once more ------------------------------------------------------------------------

ancey = neighbours_of("ancey")
chance = random.Random(5)
said = re.compile(r"^(?:yellow|red) \(player \d\): (\d+)(?:, and the reaction takes \d+ more:([ \d]*))?$", re.M)
same = scores = 0
GAMES = enough(3, 8)
for _ in range(GAMES):
    first, second = random_half(ancey, chance), random_half(ancey, chance)
    out, status = two(map(str, first[0] + second[0]))
    told = [(int(move), {int(c) for c in cells.split()}) for move, cells in said.findall(out)]
    same += told == list(zip(first[0] + second[0], first[1] + second[1]))
    total = first[2] - second[2]  # the second half is begun by the second player
    scores += status == 0 and "Final score: player 1 %+d, player 2 %+d." % (total, -total) in out
ok(same == GAMES, "every reaction takes what the rules say", "%d of %d games" % (same, GAMES))
ok(scores == GAMES, "and both halves give the final score", "%d of %d games" % (scores, GAMES))
ok(kept() == [], "a game that is over is not kept")

moves, reactions, _ = random_half(ancey, random.Random(6))
long = max(range(len(moves)), key=lambda i: len(reactions[i]))
out, _ = two([str(m) for m in moves[:long]] + ["why %d" % moves[long], "score"])
steps = {int(c) for c in re.findall(r"step \d+: cell (\d+) is taken", out)}
ok(len(steps) > 2 and steps == reactions[long], "why names what a move would take", out[-800:])
half = Half(ancey)
for move in moves[:long]:
    half.play(move)
ok(all(re.search(r"%s \(player \d\) +%d +margin" % (colour, half.owner.count(i)), out)
       for i, colour in enumerate(("yellow", "red"))), "and leaves the board as it is", out[-800:])
forget()

# ---- what can be typed --------------------------------------------------------------------------

out, status = two(["13", "45", "30", "12", "13", "48", "foo", "1 2", "show 1", "why", "neighbours 99",
                   "neighbours 0", "neighbours 21", "help", "help why", "help what", "animate", ""])
for words, name in (
        ("30 is not possible: in the archipelago no reaction may start: cell 22 would have two yellow "
         "neighbours, 30 and cell 13.", "a forbidden reaction is named"),
        ("cell 12 is beside cell 13, which is yellow.", "so is a neighbour that forbids a cell"),
        ("13 is not possible: cell 13 is not empty, it is yellow.", "and who has a cell"),
        ("numbered from 0 to 47.", "and which cells there are"),
        ("'foo' is neither a move nor a command.", "what is no move is said"),
        ("Possible moves: 0 1 2 4 5", "and what is possible"),
        ("'1' is not a command, and a move is one word", "two words are too many"),
        ("show takes no argument, not '1'.", "so is a word behind a command without"),
        ("why needs MOVE.", "what is missing is said"),
        ("from 0 to 47, not '99'", "bounds are said"),
        ("  32 (empty), across a glued edge\n  1 (empty)\n  8 (empty), across a glued edge\n",
         "the published neighbours of cell 0"),
        ("  16 (empty)\n  28 (empty)\n  26 (empty), across a glued edge\n", "and those of cell 21"),
        ("resign [yes]", "help lists the commands"),
        ("There is no command 'what'", "but not what is none")):
    ok(words in out, name, out[-3000:])
ok(status == 0 and len(kept()) == 1, "the end of the input keeps the game")
forget()
out, status = two(["13", "9" * 100000, "4\0005", "45"])
ok(status == 0 and "of more than 65536 bytes was ignored.\nA line with a NUL byte was ignored.\nred (player 2): 45" in out,
   "lines that nobody types are told and left out", out[-300:])
forget()
ENDLESS = enough(200, 400)
endless = subprocess.Popen(["head", "-c", "%dM" % ENDLESS, "/dev/zero"], stdout=subprocess.PIPE)
player = subprocess.Popen([REFEREE, "play", "--vs", "human"], stdin=endless.stdout, stdout=subprocess.DEVNULL,
                          env=ENVIRONMENT, cwd=FOLDER)
endless.stdout.close()
memory = os.wait4(player.pid, 0)[2].ru_maxrss // 1024
endless.wait()
ok(memory < ENDLESS // 2, "a line of %d megabytes costs no memory" % ENDLESS, memory)
forget()
for game, move, opponent in (("tritt", "a4-a6", "blue"), ("triangulation", "C7f-D6f", "green")):
    out, _ = play([move], "--game", game)
    ok(re.search(r"^%s \(greedy\): \S+$" % opponent, out, re.M), "without --vs the yardstick of %s answers" % game, out)
    forget()
    out, status = play([], "--game", game, "--vs", "builtin:reference")
    ok(status == 1 and "the player 'reference' does not play " + game in out and kept() == [],
       "who does not play %s is refused before the game" % game, out)
for game, sentence in (("selacata", "FEWEST cells win"), ("tritt", "three of yours in a row win"),
                       ("triangulation", "checkmated a general, you must take it")):
    before, _ = play([], "--game", game)
    after, _ = play(["help rules"], "--game", game)
    ok(before.count(sentence) == 1 and after.count(sentence) == 2, "help rules of " + game, after)
forget()

out, _ = two(["legal", "13", "45", "undo", "undo", "undo", "legal"])
legal = re.findall(r"^\d+ possible: .*$", out, re.M)
ok(len(legal) == 2 and legal[0] == legal[1] and out.count("Taken back:") == 2, "undo goes back to the start")
ok("nothing to take back" in out, "and no further")
out, _ = play(["13", "undo", "legal"], "--seed", "1")
ok(re.findall(r"(\d+) possible", out) == ["48"], "against an engine its answer goes back, too")
forget()
out, _ = two(["resign", "resign yes", "quit"])
ok("with a margin of -48;" in out and "yellow (player 1) has resigned." in out and "margin -48" in out and "Half 2 begins." in out,
   "a half that is resigned costs the most, and the next one begins", out)
forget()
talk = Talk("--seed", "1")
talk.ask("13", r"^\S+ \(reference\): ")
talk.ask("hint", "^Try ")
out = talk.end()
hint = re.search(r"^Try (\d+)\.$", out, re.M)
ok(hint is not None, "a hint names a move", out)
forget()

drawing, script = (os.path.join(SOURCE, "referee", "board." + end) for end in ("svg", "txt"))
with open(drawing) as file, open(script) as moves:
    out, _ = two(moves.read().split() + ["svg board.svg", "svg board.svg"], "--grid", "crepe")
    ok(pseudo.english(open(os.path.join(FOLDER, "board.svg")).read()) == file.read(), "svg draws the picture of README.md", out)
    ok("already exists" in out, "and writes over nothing")
forget()

# ---- games left and resumed ---------------------------------------------------------------------

whole, _ = two([str(m) for m in first[0] + second[0]])
script = [str(m) for m in first[0] + second[0]]
out = ""
for start in range(0, len(script), 17):
    options = ["--resume"] if start else ["--vs", "human"]
    out, status = play(script[start:start + 17], *options)
ok(status == 0 and out.splitlines()[-2:] == whole.splitlines()[-2:],
   "a game that is left again and again ends as if it had not been", out[-300:])

copy = os.path.join(FOLDER, "copy.ini")
two(["13", "45", "save " + copy, "31", "quit"])
forget()
out, _ = play(["score", "save copy.ini"], "--resume", copy)
ok("yellow (player 1)" in out and "   1   margin" in out and os.path.exists(copy),
   "a saved game is resumed from its file, which stays")
ok("already exists" in out, "and is not written over")
forget()
out, status = play(["quit"])
ok(status == 0 and "is kept;" not in out and kept() == [], "a game without a move is not kept, nor said to be", out[-200:])
out, status = play(["1", "quit"], "--resume", copy)
ok("is kept;" in out and len(kept()) == 1, "one that is resumed is, after its first move", out[-200:])
forget()
with open(copy) as file, open(os.path.join(FOLDER, "wrong.ini"), "w") as wrong:
    wrong.write(file.read().replace("2 = 45", "2 = 13"))
out, status = play([], "--resume", "wrong.ini")
ok(status == 1 and "wrong.ini: move 2 of half 1 is not possible" in out, "a move that is not possible is named", out)
with open(os.path.join(FOLDER, "wrong.ini"), "w") as wrong:
    wrong.write(open(copy).read() + "end = stalemate\n")
out, status = play([], "--resume", "wrong.ini")
ok(status == 1 and "wrong.ini: [half 1] has an end, but 'finished' is missing" in out,
   "so is an end without its time, with which the game could not be kept", out)
for line in ("end =;stalemate", "2 =;x 7"):
    with open(os.path.join(FOLDER, "wrong.ini"), "w") as wrong:
        wrong.write(open(copy).read().replace("2 = 45", "3 = 45").split("3 = ")[0] + line + "\n")
    out, status = play([], "--resume", "wrong.ini")
    ok(status == 1 and "control characters and ';' cannot be kept" in out, "and a value that is a comment once it is kept", out)
saved = open(copy).read()
ENDED = "end = stalemate\nfinished = 2026-01-01T00:00:00Z\n"
for section, line, wanted in (
        ("game", "id = x", "[game] id: digits and hyphens, not 'x'"), ("game", "id =", "digits and hyphens"), ("game", "id = " + "1" * 90, "digits and hyphens"),
        ("game", "version = 2", "[game] version: '2' is not possible"), ("game", "seat = 0", "seat: '0' is not possible"), ("game", "seat = 5", "'5' is not possible"),
        ("game", "movetime = 0", "movetime: '0'"), ("game", "seed = -1", "seed: '-1'"), ("game", "colour = red", "[game] colour: no such key"),
        ("game", "seat = 4", "--as: selacata has only 2 seats"), ("game", "game = nothing", "no game 'nothing'"), ("game", "grid = nothing!", "nothing!"),
        ("game", "game = trioker-puzzle", "trioker-puzzle is for one player: triancey-referee puzzle plays it"), ("game", "grid = crepe, eau", "one board, not several"),
        ("game", "name = " + "x" * 300, "wrong.ini:"), ("game", "versus = builtin:nobody", "nobody"),
        ("half 1", "end =", "[half 1] end: '' is not possible"), ("half 1", "end = " + "x" * 60, "is not possible"), ("half 1", "fault = 5", "fault: '5'"),
        ("half 1", "fault = x", "fault: 'x'"), ("half 1", "finished = soon", "finished: 'soon'"), ("half 1", "finished = 2026-01-01", "finished: "),
        ("half 1", "seat 0 = 1 1", "[half 1] seat 0: '1 1'"), ("half 1", "seat 5 = 1 1", "seat 5: "), ("half 1", "seat x = 1 1", "seat x: "),
        ("half 1", "seat 1 = 1", "seat 1: '1'"), ("half 1", "seat 1 = x 1", "'x 1'"), ("half 1", "seat 1 = 1 x", "'1 x'"), ("half 1", "seat 1 = 1", "'1'"),
        ("half 1", "seat 1 = %s 1" % ("1" * 60), "is not possible"), ("half 1", "4 = 2 7", "4: '2 7'"), ("half 1", "x = 2 7", "x: '2 7'"),
        ("half 1", "3 = 2", "3: '2'"), ("half 1", "3 = 2 x", "3: '2 x'"), ("half 1", "3 = 2 -1", "3: '2 -1'"), ("half 1", "3 = 2 ", "3: '2'"),
        ("half 1", "nonsense", "neither a [section], nor `key = value`"), ("half 0", "1 = 13 7", "[half 0] 1: no such section"), ("half", "1 = 13 7", "no such section"),
        ("half x", "1 = 13 7", "no such section"), ("half 99", "1 = 13 7", "no such section"), ("other", "a = b", "[other] a: no such section"),
        ("half 2", "1 = 13 7", "wrong.ini: [half 2] has begun, but [half 1] has no end"), ("half 2", ENDED, "[half 2] has begun, but [half 1] has no end"),
        ("half 1", ENDED + "seat 1 = 1 1\nseat 2 = -1 2\nfault = 0\ntext = \n[half 2]\n1 = 99 7", "move 1 of half 2 is not possible")):
    with open(os.path.join(FOLDER, "wrong.ini"), "w") as wrong:
        wrong.write(saved + "[%s]\n%s\n" % (section, line))
    out, status = play([], "--resume", "wrong.ini")
    ok(status in (1, 2) and "triancey-referee play: " in out and wanted in out and kept() == [], "a saved game is refused: [%s] %s" % (section, line[:20]), out)
for key in "game", "id", "versus":
    with open(os.path.join(FOLDER, "wrong.ini"), "w") as wrong:
        wrong.write(re.sub("(?m)^%s *=.*\n" % key, "", saved))
    out, status = play([], "--resume", "wrong.ini")
    ok(status == 1 and "wrong.ini is not a saved game: game, id or versus is missing" in out, "one without its " + key, out)
with open(os.path.join(FOLDER, "mine.new"), "w") as file:
    file.write("mine\n")
two(["13", "save mine"])
with open(os.path.join(FOLDER, "mine.new")) as file:
    ok(file.read() == "mine\n" and os.path.exists(os.path.join(FOLDER, "mine")), "nor is any other file")
forget()
two(["13", "quit"])
os.mkfifo(kept()[0] + ".new")
out, status = play(["45", "quit"], "--resume")
ok(status == 0 and "45" in open(kept()[0]).read(), "a pipe beside a saved game is not written to", out[-300:])
forget()
text = open(copy).read()
crashed = silent = 0
for i in range(enough(30, 120)):
    at = chance.randrange(len(text))
    broken = text[:at] + chance.choice(["", "x", "\n", "[", "9999999999999999999", "=", "\0"]) + text[at + i % 3:]
    with open(os.path.join(FOLDER, "broken.ini"), "w") as file:
        file.write(broken if i % 4 else text[:at])
    out, status = play([], "--resume", "broken.ini")
    crashed += status not in (0, 1, 2)
    silent += status != 0 and "triancey-referee play: " not in out
    forget()
ok(crashed == 0, "no broken file ends the program otherwise than with a message", crashed)
ok(silent == 0, "and the message is there", silent)

environment = {name: value for name, value in ENVIRONMENT.items() if name not in ("HOME", "XDG_STATE_HOME")}
out = pseudo.run([REFEREE, "play", "--vs", "human"], input="13\nquit\n", stdout=subprocess.PIPE,
                 env=environment, timeout=PATIENCE).stdout
ok("Warning: the game cannot be kept: neither" in out and "is kept" not in out,
   "where there is no place for it, it is not said that the game is kept", out)

for words, message in (
        (["--as", "fifth"], "--as needs first or second"), (["--time", "0"], "--time: '0' is not a number of seconds"),
        (["--seed", "x"], "--seed needs a whole number"), (["--game", "go"], "no game 'go'"),
        (["--league", "x.db"], "--league needs your --name"), (["--resume", "x", "--as", "first"], "only --ascii"),
        (["--vs", "/no/engine"], "cannot run /no/engine"), (["--grid", "hexagon 3"], "has a border"),
        (["what"], "cannot read what"), (["what", "--as", "first"], "only --ascii"), (["--grid", "crepe,loire"], "one board"),
        (["--resume", "/no/file"], "cannot read /no/file"), (["--resume", "."], "it is a folder"),
        (["--resume", "/dev/null"], "it is not a regular file"), (["--resume", "1-2"], "cannot read 1-2"), (["--resume", "1" * 200], "cannot read"),
        (["--game", "trioker-puzzle"], "triancey-referee puzzle plays it"), (["--as", "fourth"], "--as"), (["--vs", "x;y"], "';' cannot be kept"),
        (["--name", " me "], "no blank at its beginning or end"), (["--name", "x" * 300], "1 to 63 bytes"),
        (["--vs", " x"], "no blanks at its beginning or end"), (["--vs", "x" * 300], "so that the game can be kept"),
        (["--vs", "human", "--league", "x.db", "--name", "me"], "played against an engine"),
        (["--league", "x.db", "--name", "me", "--seed", "4"], "a tournament game draws its own seed")):
    out, status = play([], *words)
    ok(status in (1, 2) and message in out and kept() == [], "play %s is refused" % " ".join(words), out)

# ---- tournament games ---------------------------------------------------------------------------

def referee(*words):
    answer = pseudo.run([REFEREE, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=ENVIRONMENT, timeout=PATIENCE, cwd=FOLDER)
    return answer.stdout, answer.returncode


ANNA = ["--league", "week.db", "--name", "Anna"]
out, status = play(["hint", "undo", "13", "resign yes", "quit"], *ANNA)
ok(out.count("This is a tournament game") == 3 and "Try" not in out, "a tournament game has no hints", out)
ok(status == 0 and "Anna" not in referee("rank", "week.db")[0], "half a game does not count")
out, status = play(["resign yes"], "--resume")
ok(status == 0 and "It counts in " in out and kept() == [], "its rest does, when it is resumed", out)
out, _ = referee("rank", "week.db")
ok(re.search(r"Anna +1 +1 +-96", out) is not None, "and the week has its score", out)
ok("Ordered by the number of games counted, then by the average.\nWhen the week is over, the best 5 games of each player count.\n" in out,
   "with what it orders by, and what counts in the end", out)
out, status = referee("verify", "week.db")
ok(status == 0 and "1 game, 2 halves" in out, "the record is in order", out)
with sqlite3.connect(os.path.join(FOLDER, "week.db")) as week:
    ids = week.execute("SELECT id_name FROM engine WHERE kind = 'engine'").fetchall()
ok(len(ids) == 1 and ids[0][0].endswith(", reference computer 1"), "and says which reference computer it was", ids)
for name in ("reference", "Anna"):
    out, status = play([], "--league", "week.db", "--name", name, *(["--vs", "builtin:random"] if name == "Anna" else []))
    ok((status != 0) == (name == "reference"), "%s may%s play" % (name, " not" * (name == "reference")), out)
    forget()
out, status = play([], "--league", "week.db", "--name", "random", "--vs", "builtin:reference", "--game", "triancey")
ok(status == 1 and "is for selacata, not for triancey" in out, "another game is refused", out)
out, status = play(["resign yes"], "--league", "three.db", "--name", "Anna", "--game", "triangulation",
                   "--vs", "builtin:random")
ok(status == 0 and "Anna -2, random +2, random-2 +2" in out, "an engine at two seats has two names", out)
out, status = referee("verify", "three.db")
ok(status == 0, "and the record is in order", out)
with open(os.path.join(FOLDER, "text.db"), "w") as file:
    file.write("no record\n" * 100)
out, status = play(["13"], "--league", "text.db", "--name", "Anna")
ok(status == 1 and "text.db" in out and kept() == [], "a file that is no record is refused before the game", out)

# A line cannot be tried twice: not by save, by a copy of the file, or by two at once.
DORA = ["--league", "once.db", "--name", "Dora"]


def moves_of(file):
    with open(file) as text:
        return re.findall(r"^\d+ = (\d+) ", text.read(), re.M)


out, status = play(["save twice.ini", "13"], *DORA)
ok("This is a tournament game" in out and not os.path.exists(os.path.join(FOLDER, "twice.ini")), "save makes no second copy", out)
ok("is kept" in out and len(kept()) == 1, "the game is kept by itself", out)
copy = os.path.join(FOLDER, "old.ini")
shutil.copy(kept()[0], copy)
out, status = play(["save"], "--resume")
ok(len(kept()) == 1, "as it is", out)
free = [str(cell) for cell in range(48)]
out, status = play(free[:10], "--resume")  # never enough to end the half
ok(len(moves_of(kept()[0])) >= 4, "it goes on from its own file", out, kept() and moves_of(kept()[0]))
later = os.path.join(FOLDER, "later.ini")
shutil.copy(kept()[0], later)
out, status = play(free, "--resume", "old.ini")
ok(status == 1 and "old.ini: no file is opened because a game from elsewhere names it" in out and "once.db: add --league FILE" in out,
   "a copy from elsewhere opens no record that it names", out)
out, status = play(free, "--resume", "old.ini", "--league", "once.db")
ok(status == 1 and "old copy" in out, "a copy from before is refused", out)
shutil.copy(later, kept()[0] if kept() else later)

# Two resume the game at the same place; the first to end it counts.
# A game that is open is locked; whoever takes its file elsewhere, where no lock can be seen, is no better off.
elsewhere = {"XDG_STATE_HOME": os.path.join(FOLDER, "elsewhere")}
first, second = (Talk("--resume", "later.ini", "--league", "once.db", program=REFEREE, **where) for where in ({}, elsewhere))
for one in (first, second):
    one.ask("show", r"\bmove \d+, half 1")
out, status = play(free, "later.ini", "--league", "once.db")
ok(status == 1 and "is open elsewhere" in out, "a game that is open cannot be resumed once more", out)
out, _ = play([], "--list")
ok("(open elsewhere)" in out, "and the list of games says so", out)
for _ in range(2):
    first.ask("resign yes", "resigned")
out = first.end()
ok(first.process.returncode == 0 and "It counts in" in out, "one of them ends it", out)
second.ask("\n".join([*free, "resign yes", "resign yes"]), "does not count")
out = second.end()
ok(second.process.returncode == 1 and "It counts" not in out and "does not count" in out, "for the other it does not count, which is reported", out)
forget()
out, status = play(["resign yes", "resign yes"], "--resume", "later.ini", "--league", "once.db")
ok(status == 1 and "old copy" in out and "It counts" not in out, "nor does a copy of what is over", out)
out, status = referee("rank", "once.db")
ok(re.search(r"Dora +1 +1 +-96", out) is not None and referee("verify", "once.db")[1] == 0, "one game is in the record", out)
forget()
out, status = play([], *DORA, "--seed", "7")
ok(status == 2 and "--seed" in out and kept() == [], "nobody chooses the chance of the computer", out)
with sqlite3.connect(os.path.join(FOLDER, "club.db")) as club, sqlite3.connect(os.path.join(FOLDER, "once.db")) as once:
    once.backup(club)
    club.execute("CREATE TABLE club_account (id INTEGER)")
out, status = play([], "--league", "club.db", "--name", "Dora")
ok(status == 1 and "on its site" in out and kept() == [], "games of a club are played on its site", out)

# ---- positions of records -----------------------------------------------------------------------

out, status = referee("replay", "week.db", "1000000001.1", "--svg", "-", "--theme", "light")
ok(status == 0 and out.count('class="line yellow') == 2 and "Anna 1" in out and "reference 1" in out,
   "replay draws the last position of a half", out[:300])
out, status = referee("replay", "week.db", "1000000001.1", "--svg", "-", "--move", "1")
ok(out.count('class="line red') == 1 and out.count("ring-yellow\"") == 1, "or that after a move", out[:300])
out, status = referee("replay", "week.db", "1000000001.1", "--svg", "-", "--move", "99")
ok(status == 1 and "half 1 has no move 99" in out, "which must be there", out)
subprocess.run([REFEREE, "play", "--league", "names.db", "--name", "J"], env=ENVIRONMENT,
               input=b"resign yes\nresign yes\n", stdout=subprocess.DEVNULL, timeout=PATIENCE, cwd=FOLDER)
with sqlite3.connect(os.path.join(FOLDER, "names.db")) as record:
    record.execute("UPDATE engine SET name = CAST(? AS TEXT) WHERE name = 'J'", (b"J\xff\xfe<&\xc3\xa9",))
out, status = referee("replay", "names.db", "1000000001", "--svg", "-")
try:
    texts = [text.text for text in xml.etree.ElementTree.fromstring(out).iter() if text.text]
except xml.etree.ElementTree.ParseError as error:
    texts = [str(error)]
ok("J\ufffd\ufffd<&\u00e9 0, reference 1" in texts, "names that are no UTF-8 or no XML are drawn all the same", texts[-3:])
stepping = subprocess.Popen([REFEREE, "replay", "week.db", "1000000001", "--step"], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, text=True, env=ENVIRONMENT, cwd=FOLDER)
shown = ""
for line in stepping.stdout:
    shown += pseudo.english(line)
    if pseudo.english(line).startswith("move 1: "):
        break
stepping.send_signal(signal.SIGINT)
try:
    shown += stepping.communicate(timeout=PATIENCE)[0]
except subprocess.TimeoutExpired:
    stepping.kill()
ok(stepping.returncode == 130 and "move 2" not in shown, "Ctrl-C ends replay --step, and shows no more", shown)
with open(os.path.join(FOLDER, "own.ini"), "w") as file:
    file.write(subprocess.run([REFEREE, "grid", "make", "bonjour"], capture_output=True, text=True).stdout)
play(["resign yes", "resign yes"], "--league", "own.db", "--name", "Anna", "--grid", "own.ini")
out, status = referee("replay", "own.db", "1000000001", "--svg", "-")
ok(status == 1 and "cannot be drawn: no file is opened because a record names it" in out, "the board of a file is not drawn again", out[:300])

# ---- a terminal ---------------------------------------------------------------------------------

# ---- boards of a game's own ------------------------------------------------------------------------

# The panel of Trioker has 73 cells and 21 sides on its rim; all others are between two cells.
text, _ = two(["neighbours %d" % cell for cell in range(74)], "--game", "trioker-duel")
beside = {int(cell): re.findall(r"^  (\d+) ", near, re.M)
          for cell, near in re.findall(r"Cell (\d+) \([^)]*\) has these neighbours:\n((?:  .*\n){3})", text)}
ok(len(beside) == 73 and sum(map(len, beside.values())) == 3 * 73 - 21 and text.count("none: the border") == 21
   and all(str(cell) in beside[int(near)] for cell in beside for near in beside[cell]), "neighbours on the panel of Trioker", text)
ok("from 0 to 72, not '73'" in text, "which has no more cells", text[-300:])
forget()
text, _ = two(["33:002", "34:010", "neighbours 33"], "--game", "trioker-duel")
ok(re.search(r"Cell 33 \(002\) has these neighbours:\n(  \d+ \(empty\)\n)*  34 \(010\)\n", text), "and what lies there", text[-600:])
forget()
text, _ = two(["neighbours 22", "neighbours 18"], "--game", "trioker-rapid", "--seed", "3")
ok("Cell 22 (empty, +2) has" in text and "Cell 18 (empty, ->) has" in text, "an empty cell says what it costs or brings", text)
forget()

# ---- hidden hands ---------------------------------------------------------------------------------

RAPID = ("--game", "trioker-rapid players 3", "--seed", "3")


def hands(text):
    """The pieces that are shown as somebody's hand: a seat and its pieces, in order."""
    plain = re.sub(r"\033\[[\d;]*[mKJH]", "", text)
    return re.findall(r"(seat \d): ((?:[0-3*]{3} ?)+)", plain)


for seats in 2, 4:
    text, _ = play(["show"], "--game", "trioker-rapid players %d" % seats, "--seed", "3")
    line = re.sub(r"\033\[[\d;]*[mKJH]", "", re.findall(r".*deal 1 of 3.*", text)[-1])
    # What is said last goes where words are long.
    ok(len(line) <= 80 and re.search(r"bank 200, stock %d(, move \d+)%s$" % (25 - (20 if seats == 2 else 24), "?" if pseudo.SPOKEN else ""), line),
       "deal, bank and stock of %d seats in one line" % seats, line)
    forget()
talk = Talk("--vs", "human", *RAPID)
for turn in range(13):
    talk.ask("show", "deal 1 of 3")
    if turn == 1:
        talk.ask("hint", "^Try ")
    elif turn > 1:
        talk.ask("score", "margin")
    move = talk.ask("legal", r"possible: (\S+).*\n").group(1)
    if turn < 12:
        talk.ask(move, r"^seat \d \(player \d\): %s(?!\S)" % re.escape(move))
text = talk.end()
saved = open(kept()[0]).read()
ok(len(hands(text)) == 13 and len(set(seat for seat, _ in hands(text))) == 3, "each sees one hand, his own", text)
dealt = re.findall(r"deal:([0-3*]{3})", saved)
ok(len(dealt) == 21 and not re.search(r"(deal|draw):[0-3*]", text), "what chance gives to one is told to none but him", text)
ok(all(len(set(pieces.split()) & set(dealt[i] for i in range(21) if "seat %d" % (i // 7 + 1) != seat)) == 0
       for seat, pieces in hands(text)[:3]), "no hand has a piece of another one", text)
forget()
text, _ = play(["show", "legal"], *RAPID)
ok(len(hands(text)) == 1 and hands(text)[0][0] == "seat 1", "who plays against engines sees his own hand alone", text)
forget()

terminal = Terminal("--vs", "human", *RAPID)
terminal.wait("Press Enter to begin")
terminal.type("\n")
screen = terminal.wait("seat 2 (player 2) has the keyboard") or "seat 1: 000"
ok(not hands(screen), "at one keyboard no hand is shown before it was passed", screen)
terminal.type("\n")
screen = terminal.wait("seat 2 (player 2)> ") or ""
ok([seat for seat, _ in hands(screen)] == ["seat 2"], "then that of who is to move is", screen)
terminal.type("33:333\n")
screen = terminal.wait("seat 3 (player 3) has the keyboard") or "seat 1: 000"
ok("\033[H" in screen and not hands(screen.split("33:333\r\n", 1)[-1]), "and cleared away behind his move", screen)
terminal.type("\x04")
terminal.end()
ok(not hands(terminal.text[-200:]) and len(kept()) == 1, "who leaves there sees no hand", terminal.text)
forget()

terminal, screen = begin()
ok("\033[" in screen and "48;5;" in screen, "a terminal of 256 colours gets them")
ok(all(re.search(r"(?<!\d)%d(?!\d)" % n, re.sub(r"\033\[[\d;]*m", "", screen)) for n in range(48)),
   "the board of 48 cells has its numbers on 80 x 24")
terminal.type("1\n")
ok(terminal.wait("red (player 2)> ") is not None, "moves are typed")
terminal.type("neigh\t21\n")
ok(terminal.wait("Cell 21 (empty) has these neighbours") is not None, "Tab completes commands")
terminal.resize(120, 40)


def width():
    """How wide a board is shown."""
    terminal.type("show\n")
    screen = terminal.wait("move 2") or ""
    return max(len(re.sub(r"\033\[[?\d;]*[a-zA-Z]", "", line)) for line in screen.split("\n"))


ok(until(lambda: 75 < width() <= 120), "a board fits the window as it is now")  # what is found first may have been said before
terminal.type("\x03")
ok(terminal.end() == 130 and "--resume" in terminal.text, "Ctrl-C leaves", terminal.text)
ok(len(kept()) == 1, "and keeps the game")
with open(copy) as file, open(os.path.join(FOLDER, "stranger.ini"), "w") as stranger:
    stranger.write(re.sub("(?m)^(versus|league) *=.*", lambda got: got[1] + " = " + (got[1] == "versus") * ("touch %s" % os.path.join(FOLDER, "was-run")), file.read()))
out, status = play(["1", "quit"], "--resume", "stranger.ini")
ok(status == 1 and "it runs the program 'touch " in out, "a game from elsewhere that names a program is refused", out)
for value, wanted in ("x\u009b2Kgood", "control characters"), ("x\u202edoog", "runs the program 'x...doog'"):
    with open(copy) as file, open(os.path.join(FOLDER, "spoken.ini"), "w", encoding="utf-8") as stranger:
        stranger.write(re.sub("(?m)^(versus|league) *=.*", lambda got: got[1] + " = " + (got[1] == "versus") * value, file.read()))
    terminal = Terminal("--resume", "spoken.ini")
    said = terminal.wait(wanted) or ""
    terminal.type("n\n")
    terminal.end()
    said += terminal.text
    ok(wanted in said and "\u009b" not in said and "\u202e" not in said, "what it is called does not speak to the terminal: " + ascii(value), ascii(said))
for answer, ran in (("n\n", False), ("\n", False), ("\x04", False), ("y\n", True)):
    terminal = Terminal("--resume", "stranger.ini")
    terminal.wait("Allow that? (y/n) ")
    terminal.type(answer)
    terminal.end()
    ok(os.path.exists(os.path.join(FOLDER, "was-run")) == ran, "at a terminal the answer %r is obeyed" % answer, terminal.text)
with open(copy) as file:
    text = re.sub("(?m)^(grid|league|versus) *=.*", lambda got: got[1] + " = " + {"grid": "%s", "versus": "human"}.get(got[1], ""), file.read())
for board in ("own.ini", "./own.ini", os.path.join(FOLDER, "own.ini"), "crepe,own.ini", "own.ini,crepe"):
    with open(os.path.join(FOLDER, "opened.ini"), "w") as file:
        file.write(text % board)
    out, status = play(["quit"], "--resume", "opened.ini")
    ok(status == 1 and "no file is opened because" in out and "it names %s: add --grid FILE" % board in out, "no board is opened: " + board, out)
shutil.copy(os.path.join(SOURCE, "grids", "ancey.ini"), os.path.join(FOLDER, "own.ini"))  # the moves were made on it
out, status = play(["quit"], "--resume", "opened.ini", "--grid", "own.ini")
ok(status == 0 and "Resuming the game" in out, "but one that a person names", out)
with open(os.path.join(FOLDER, "opened.ini"), "w") as file:
    file.write(text % "crepe")
for words in (["--grid", "own.ini"], ["--league", "once.db"]):
    out, status = play(["quit"], "--resume", "opened.ini", *words)
    ok(status == 1 and "it names no file that %s could replace" % words[0] in out, "which replaces one, and adds none: " + words[0], out)
terminal = Terminal("--resume")
terminal.wait("red (player 2)> ")
terminal.type("\x04")
ok(terminal.end() == 0 and len(kept()) == 1, "so does Ctrl-D")
terminal = Terminal("--resume")
terminal.wait("red (player 2)> ")
os.kill(terminal.pid, signal.SIGHUP)
ok(terminal.end() == 129 and len(kept()) == 1, "and a terminal that hangs up")
terminal = Terminal("--resume")
ok(terminal.wait("red (player 2)> ") is not None, "and the game goes on")
terminal.type("quit\n")
terminal.end()
forget()

for environment, absent, name in (
        ({"NO_COLOR": "1"}, "\033[4", "NO_COLOR is obeyed"), ({"TERM": "dumb"}, "\033", "so is TERM=dumb"),
        ({"LC_ALL": "C"}, "\u2800", "a locale without UTF-8 gets ASCII")):
    terminal, screen = begin(**environment)
    plain = all(ord(c) < 128 for c in screen)
    ok(absent not in screen and (plain or "LC_ALL" not in environment) and "47" in screen, name)
    terminal.type("\x04")
    terminal.end()
    forget()
terminal, screen = begin(COLORTERM="truecolor")
ok("48;2;" in screen, "COLORTERM=truecolor gives all colours")
terminal.type("\x04")
terminal.end()

done()
