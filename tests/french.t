#!/usr/bin/env python3
"""The French catalogue is whole, the prompt speaks it, and nothing that programs read depends on it."""
import os
import re
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests"))
from tgi import BUILD, ENGINE, PATIENCE, SOURCE, done, ok  # noqa: E402
from messages import unmarked  # noqa: E402
from referee import REFEREE, fake, path  # noqa: E402

CATALOGUE = os.path.abspath(os.path.join(SOURCE, "po", "fr.po"))
PLAIN = {k: v for k, v in os.environ.items()
         if not k.startswith("LC_") and k not in ("LANG", "LANGUAGE", "LOCPATH")}
ENGLISH = dict(PLAIN, LC_ALL="C.UTF-8")
FRENCH = dict(PLAIN, LANG="fr_FR.UTF-8")


def skip(name, why):
    ok(True, "%s # SKIP %s" % (name, why))


def run(words, environment, text="", where=None):
    answer = subprocess.run(words, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            encoding="utf-8", env=environment, timeout=PATIENCE, cwd=where)
    return answer.stdout, answer.returncode


# ---- the catalogue ------------------------------------------------------------------------------

if shutil.which("msgfmt"):
    out, status = run(["msgfmt", "-c", "--statistics", "-o", "/dev/null", CATALOGUE], ENGLISH)
    ok(status == 0 and re.fullmatch(r"\d+ translated messages\.\n", out), "the catalogue is sound", out)
else:
    skip("the catalogue is sound", "no msgfmt")
if shutil.which("xgettext") and shutil.which("msgcmp"):
    messages = os.path.join("po", "triancey.pot")
    out, status = run(["make", "-s", messages], ENGLISH, where=BUILD)
    ok(status == 0 and os.path.exists(os.path.join(BUILD, messages)), "the messages are found", out)
    out, status = run(["msgcmp", CATALOGUE, os.path.join(BUILD, messages)], ENGLISH)
    ok(status == 0, "each of them is translated", out)
    out, _ = run(["msgmerge", "-q", CATALOGUE, os.path.join(BUILD, messages)], ENGLISH)
    ok("#~" not in out and "msgid" in out, "and nothing that nobody says", re.findall("#~ msgid.*", out))
else:
    skip("each message is translated", "no xgettext")

found, calls = unmarked(SOURCE)
ok(calls > 600 and not found, "every message is marked", calls, *found)

out, _ = run([REFEREE, "play", "--help"], FRENCH)
if "Usage :" not in out:
    skip("French is spoken", "built without catalogues, or the system has no C.UTF-8")
    done()

# ---- the prompt ---------------------------------------------------------------------------------

LINES = ["13", "45", "30", "12", "99", "x", "1 2", "why 7", "why", "show 1", "legal", "score", "rules", "help",
         "help what", "neighbours 0", "neighbours 99", "animate", "animate off", "animate 7", "undo", "undo", "undo",
         "save game.ini", "save game.ini", "svg board.svg", "svg board.svg", "resign", "resign yes", "9", "resign yes"]


def play(environment, folder, lines, *options):
    os.makedirs(path(folder), exist_ok=True)
    environment = dict(environment, XDG_STATE_HOME=path(folder))
    return run([REFEREE, "play", *options], environment, "".join(line + "\n" for line in lines), path(folder))[0]


for game in ("selacata", "archipel", "tritt", "triangulation"):
    options = ("--vs", "human", "--game", game)
    english, french = (play(e, game + e.get("LANG", ""), LINES, *options) for e in (ENGLISH, FRENCH))
    same = [line for line in set(english.split("\n")) & set(french.split("\n")) if re.search("[a-z]{3}", line)
            and line not in ("Tritt.", "Triangulation.")]
    ok(len(english.split("\n")) > 30 and not same, "no line of %s is the same in French" % game, same)
# Engines that break down or the rules in the first half, and what the game that is kept says of it.
for mode, wanted, kept in (
        ("illegal", "coup 4 : 9999 : cette case n'existe pas", "move 4: 9999: there is no such cell"),
        ("exit-go", "a fini avec le code ", "exited with status "),
        ("killed-go", "a été tué par le signal 9 ", "was killed by signal 9 "),
        ("empty", "réponse mal formée : bestmove", "malformed answer: bestmove"),
        ("none", "coup 4 : « none » n'est pas un coup", "move 4: 'none' is no move"),
        ("no-id", "l'id de go manque : bestmove ", "the id of go is missing: bestmove "),
        ("nul-byte", "une ligne avec un octet nul", "a line with a NUL byte"),
        ("refuse", "a répondu : error ", "answered: error ")):
    place = path("faults of " + mode)
    out = play(FRENCH, place, ["13", "45", "quit"], "--vs", fake(mode))
    ok("rouge (fake_engine) perd la mi-temps : " + wanted in out, "%s is told in French" % mode, out)
    games = [os.path.join(where, name) for where, _, names in os.walk(place) for name in names]
    text = open(games[0], encoding="utf-8").read() if len(games) == 1 else str(games)
    ok("\ntext = " + kept in text, "and kept in English", text)
out = play(FRENCH, "nobody", [], "--vs", "./not-there")
ok("moteur not-there : impossible de lancer ./not-there : " in out, "so is what cannot be started", out)
out = play(FRENCH, "resigned", ["13", "resign yes", "quit"], "--vs", "human")
place = path("resigned")
games = [os.path.join(where, name) for where, _, names in os.walk(place) for name in names]
ok("perd la mi-temps : abandon de joueur" in out and len(games) == 1
   and "\ntext = seat 2 resigned\n" in open(games[0], encoding="utf-8").read(),
   "who resigns is kept without the words of a language", out, games)

for game in ("triancey", "selacata", "archipel", "tritt", "triangulation"):
    wide = [line for line in play(FRENCH, "wide", ["help"], "--vs", "human", "--game", game).split("\n")
            if len(line) > 80]
    ok(not wide, "rules and help of %s fit a window of 80 columns" % game, *wide)
out = play(FRENCH, "accents", ["score"], "--vs", "human", "--name", "Élodie-à-côté")
columns = {line.index("écart") for line in out.split("\n") if "écart" in line}
ok(len(columns) == 1, "columns stand below each other", out)
out = play(FRENCH, "computer", ["hint", "13"], "--seed", "1")
ok("Essayez " in out and "jaune (vous)" in out and "rouge (l'ordinateur)" in out,
   "the opponent is called the computer", out)
out = play(dict(ENGLISH, LANGUAGE="fr"), "language", ["score"], "--vs", "human")
ok("écart" in out, "LANGUAGE chooses the language, too")
out = play(dict(PLAIN, LANG="C", LANGUAGE="fr"), "plain", ["score"], "--vs", "human")
ok("margin" in out and "écart" not in out, "but not in the C locale")
out, _ = run([REFEREE, "play", "--as", "x"], FRENCH)
ok("demande" in out, "a wrong command line is answered in French", out)
out, _ = run([ENGINE, "--help"], FRENCH)
ok("usage :" in out.lower(), "so is --help of the engine", out)
pair = [run([REFEREE, *words, "--help"], e)[0] for words in ([], ["match"], ["grid"], ["rank"], ["replay"])
        for e in (ENGLISH, FRENCH)]
ok(all("sage :" in french and "sage :" not in english for english, french in zip(pair[::2], pair[1::2])),
   "and that of the referee", pair)

# ---- what programs read -------------------------------------------------------------------------

DIALOGUE = "tgi\nhelp\nsetgrid ancey selacata\nplay 13 45\nplay 13\nplay 30\nplay 99\nplay pass\nshow\n" \
           "score\neval\nsetgrid nothing-like-this here\nsetgrid hexagon 2\nsetoption name Hash value x\nx\nquit\n"
said = [run([ENGINE], e, DIALOGUE)[0] for e in (ENGLISH, FRENCH)]
ok(said[0] == said[1] and said[0].count("error illegal") == 3, "the engine's dialogue stays English", said[1])


def record(environment, opponent, name):
    """What the record of a match says, but for times, and its standings."""
    run([REFEREE, "match", "--engine", "builtin:reference", "name=a", "--engine", opponent, "name=b",
         "--each", "nodes=100", "--grid", "ancey", "--record", path(name)], environment)
    with sqlite3.connect(path(name)) as db:
        rows = db.execute("SELECT moves, margin1, termination, text FROM half ORDER BY id").fetchall()
    return rows, run([REFEREE, "standings", path(name), "--json"], environment)[0]


for opponent, name in (("builtin:random", "records"), ("cmd=" + fake("illegal"), "records of illegal moves")):
    english, french = record(ENGLISH, opponent, "english.db"), record(FRENCH, opponent, "french.db")
    ok(english[0] == french[0] and len(english[0]) == 2, "%s stay English" % name, english[0], french[0])
    ok(english[1].replace("english", "french") == french[1], "so does their JSON", french[1])
    os.remove(path("english.db"))
    if "illegal" not in name:
        os.remove(path("french.db"))

pages = [path("%s.html" % e.get("LANG", "en")) for e in (ENGLISH, FRENCH)]
for page, environment in zip(pages, (ENGLISH, FRENCH)):
    run([REFEREE, "report", path("french.db"), "--html", page], environment)
pages = [open(page, encoding="utf-8").read() for page in pages]
data = [re.search("<script id=data.*?</script>", page, re.S).group(0) for page in pages]
ok("<html lang=en>" in pages[0] and "<html lang=fr>" in pages[1] and "Mi-temps</h2>" in pages[1],
   "a report speaks French")
ok(data[0].replace("yellow", "jaune").replace('"red"', '"rouge"') == data[1], "of the same games")

locales, made = path("locales"), False
if shutil.which("localedef"):
    os.makedirs(locales)
    made = run(["localedef", "-i", "fr_FR", "-f", "UTF-8", os.path.join(locales, "fr_FR.UTF-8")], ENGLISH)[1] == 0
if made:
    comma = dict(FRENCH, LOCPATH=locales)
    number = run(["awk", 'BEGIN { printf "%.1f", 0.5 }'], comma)[0]
    for words in (["grid", "draw", "crepe", "--svg", "-"], ["standings", path("french.db"), "--json"]):
        pair = [run([REFEREE, *words], e)[0] for e in (FRENCH, comma)]
        ok(pair[0] == pair[1], "no decimal comma in %s" % words[0], number)
    out = play(comma, "comma", ["13", "quit"], "--vs", "human", "--time", "0.5")
    ok("coup" in out.lower() and "jaune" in out, "a system with the locale speaks French by itself", out)
else:
    skip("no decimal comma", "localedef cannot make fr_FR.UTF-8")
done()
