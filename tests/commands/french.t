#!/usr/bin/env python3
"""The French catalogue is whole, the prompt speaks it, and nothing that programs read depends on it."""
import errno
import functools
import os
import re
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import BUILD, ENGINE, NIGHTLY, PATIENCE, SOURCE, done, enough, ok  # noqa: E402
from prepared import run_prepared  # noqa: E402
from messages import unmarked, unmarked_in_scripts  # noqa: E402
from referee import REFEREE, fake, path  # noqa: E402

CATALOGUE = os.path.abspath(os.path.join(SOURCE, "po", "fr.po"))
PLAIN = {k: v for k, v in os.environ.items()
         if not k.startswith("LC_") and k not in ("LANG", "LANGUAGE", "LOCPATH")}
ENGLISH = dict(PLAIN, LC_ALL="C.UTF-8")
FRENCH = dict(PLAIN, LANG="fr_FR.UTF-8")


def skip(name, why):
    ok(True, "%s # SKIP %s" % (name, why))


def run(words, environment, text="", where=None):
    if words[0] in (REFEREE, ENGINE) and "LOCPATH" not in environment:  # a locale that counts at the start
        answer = run_prepared(os.path.abspath(words[0]), words[1:], text.encode(), where, environment, together=True)
        return answer.out.decode(), answer.status
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

found, strings = unmarked_in_scripts(SOURCE)
ok(strings > 1500 and not found, "so is every text of the page", strings, *found)
os.mkdir(path("page"))
with open(path("page/sample.js"), "w", encoding="utf-8") as file:
    file.write("""import { h } from "./dom.js"; // "A comment"
const fine = [_("Marked"), fill(_("Marked %s"), "b"), "h-class", /"Pattern of/, `width: ${1}px`];
h("p", "Not marked"); h("p", `Gaps ${fine} here`); throw new Lost('not marked either'); put(a, "Word");
""")
found, _strings = unmarked_in_scripts(path(""))
ok([text.split(": ", 1)[1] for text in found] == ['"Not marked"', "`Gaps ${fine} here`", "'not marked either'", '"Word"'],
   "and the search for them finds what it should", *found)

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


# ---- help, which no screen cuts ---------------------------------------------------------------------

for language, environment in ("English", ENGLISH), ("French", FRENCH):
    commands = re.findall(r"^  (\w+) ", run([REFEREE], environment)[0], re.M)
    texts = [run([REFEREE, name, "--help"], environment)[0] for name in commands]
    wide = [line for text in [run([REFEREE], environment)[0], *texts] for line in text.split("\n") if len(line) > 79]
    ok(len(commands) > 15 and not wide, "%s help has no line of more than 79 columns" % language, len(commands), *wide)


for game in ("selacata", "archipel", "tritt", "triangulation")[::enough(3, 1)]:
    options = ("--vs", "human", "--game", game)
    english, french = (play(e, game + e.get("LANG", ""), LINES, *options) for e in (ENGLISH, FRENCH))
    same = [line for line in set(english.split("\n")) & set(french.split("\n")) if re.search("[a-z]{3}", line)
            and line not in ("Tritt.", "Triangulation.")]
    ok(len(english.split("\n")) > 30 and not same, "no line of %s is the same in French" % game, same)
# Engines that break down or the rules in the first half, and what the game that is kept says of it.
for mode, wanted, kept in (
        ("illegal", "coup 4 : 9999 : cette case n'existe pas", "move 4: 9999: there is no such cell"),
        ("exit-go", "s'est terminé avec le code ", "exited with status "),
        ("killed-go", "a été tué par le signal 9 ", "was killed by signal 9 "),
        ("empty", "réponse mal formée : bestmove", "malformed answer: bestmove"),
        ("none", "coup 4 : « none » n'est pas un coup", "move 4: 'none' is not a move"),
        ("no-id", "l'id de go manque : bestmove ", "the id of go is missing: bestmove "),
        ("nul-byte", "une ligne avec un octet nul", "a line with a NUL byte"),
        ("refuse", "a répondu : error ", "answered: error "))[::enough(3, 1)]:
    place = path("faults of " + mode)
    out = play(FRENCH, place, ["13", "45", "quit"], "--vs", fake(mode))
    ok("rouge (fake_engine) perd la manche : " + wanted in out, "%s is told in French" % mode, out)
    games = [os.path.join(where, name) for where, _, names in os.walk(place) for name in names]
    text = open(games[0], encoding="utf-8").read() if len(games) == 1 else str(games)
    ok("\ntext = " + kept in text, "and kept in English", text)
out = play(FRENCH, "nobody", [], "--vs", "./not-there")
ok("moteur not-there : impossible de lancer ./not-there : " in out, "so is what cannot be started", out)
out = play(FRENCH, "resigned", ["13", "resign yes", "quit"], "--vs", "human")
place = path("resigned")
games = [os.path.join(where, name) for where, _, names in os.walk(place) for name in names]
ok("rouge (joueur 2) abandonne." in out and len(games) == 1
   and "\ntext = seat 2 resigned\n" in open(games[0], encoding="utf-8").read(),
   "who resigns is kept without the words of a language", out, games)
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
out = play(FRENCH, "hands", ["show"], "--vs", "human", "--game", "trioker-rapid")
ok(re.search(r"place 1 : 0 +\S+ place 2 : 0 ", out) and re.search(r"place \d : 10 cachées\n", out), "numbers stand apart from those of seats", out)
pawns = [re.findall(r"^ +[A-Z](?: +[A-Z])+$", play(e, "pawns", ["show"], "--vs", "human", "--game", "archipel", "--ascii"), re.M)
         for e in (ENGLISH, FRENCH)]
ok([row.split()[0] for rows in pawns for row in rows] == list("RWRB"), "pawns have the letters of their colours", pawns)
out, _ = run([REFEREE, "play", "--as", "x"], FRENCH)
ok("attend first" in out, "a wrong command line is answered in French", out)
for value in ("ce plateau n'existe pas", "mémoire insuffisante", os.strerror(errno.ENOENT)):  # what is wrong is its place
    out, status = run([REFEREE, "match", "--engine", "builtin:random", "--engine", "builtin:reference", "--rounds", value], FRENCH)
    ok(status == 2 and value in out, "the words of an error do not decide its status", status, out)
out, status = run([REFEREE, "grid", "show", "no+where"], FRENCH)
ok(status == 1 and "ce plateau n'existe pas" in out, "but its kind", status, out)
out, _ = run([ENGINE, "--help"], FRENCH)
ok("usage :" in out.lower(), "so is --help of the engine", out)
out = "".join(run([REFEREE, "match", "--engine", "builtin:random", key + "=x"], FRENCH)[0]
              for key in ("movetime", "nodes", "depth", "memory", "cpu_time", "files"))
units = re.findall("nombre entier de ([\\w-]+), de ", out)
ok(units == ["millisecondes", "positions", "demi-coups", "Mio", "secondes", "fichiers"], "units are French, too", units)
pair = [run([REFEREE, *words, "--help"], e)[0] for words in ([], ["match"], ["grid"], ["rank"], ["replay"])
        for e in (ENGLISH, FRENCH)]
ok(all("sage :" in french and "sage :" not in english for english, french in zip(pair[::2], pair[1::2])),
   "and that of the referee", pair)

# ---- whatever is said, and all that may be wrong --------------------------------------------------

def write(name, text):
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)


def change(source, name, *statements):
    shutil.copy(path(source), path(name))
    with sqlite3.connect(path(name)) as db:
        for statement in statements:
            db.execute(statement)
    db.close()


def play_match(name, *more, grid=("--grid", "ancey")):
    run([REFEREE, "match", "--engine", "builtin:random", "name=a", "--engine", "builtin:random", "name=b",
         "--each", "nodes=1", *grid, "--quiet", "--record", name, *more], ENGLISH, where=path(""))


CSV = "id,time,player,opponent,margin1,margin2\n"
LEAGUE = "[league]\nname = X\ngrids = ancey\n"
ENGINES = "[engine a]\ncmd = builtin:random\n[engine b]\ncmd = builtin:random\n"
for name, text in (
        ("cells.ini", "[grid]\nname = cells\ncells = 3\n[cells]\n0 = 1 2 9\n1 = 0 x\n7 = 0 1 2\n"),
        ("key.ini", "[grid]\nnam = key\ncells = 4000\n[what]\na = b\n"),
        ("lines.ini", "grid\n[grid\n= 3\n"),
        ("league.ini", LEAGUE + "rounds = many\ncolour = red\nformat = pyramid\nrecover = maybe\n[engine a]\n"
                                "cmd = builtin:random\nnodes = -1\n[engine b]\ntc = fast\nmemory = 0\n[judge]\n"),
        ("alone.ini", LEAGUE + "[engine a]\ncmd = builtin:random\n"),
        ("nobody.ini", LEAGUE + "reference = zoe\n" + ENGINES),
        ("nowhere.ini", "[league]\ngrids = not-there.ini\n" + ENGINES),
        ("words.ini", LEAGUE + "boards = words:x\nword_cells = 7\n" + ENGINES),
        ("knockout.ini", LEAGUE + "format = knockout\nrounds = 9\nsprt = margin0=0 margin1=5\n" + ENGINES),
        ("good.csv", CSV + "1,2010-11-02T20:00Z,anne,bot,4,6\n"),
        ("column.csv", "id,time,player,colour\n"), ("none.csv", CSV), ("empty.csv", ""),
        ("time.csv", CSV + "1,yesterday,anne,bot,4,6\n"), ("margin.csv", CSV + "1,2010-11-02,anne,bot,much,6\n"),
        ("same.csv", CSV + "1,2010-11-02,anne,anne,4,6\n"), ("quote.csv", CSV + '1,"2010\n'),
        ("broken.json", "{,"), ("other.json", "[]"), ("seats.json", '{"league":{"game":"tritt"},"boards":[],"games":[{"halves":[1]}]}'),
        ("puzzle.csv", "id,time,player,margin1,game\n1,2010-11-02,anne,0,trioker-puzzle\n"),
        ("short.csv", CSV + "1,2010-11-02\n"), ("text.db", "this is no record, whatever its name may be\n" * 99),
        ("game.ini", "[game]\nversion = 99\n"), ("game2.ini", "[game]\nversion = 1\nid = 1\ngame = chess\n")):
    write(name, text)
play_match("one.db", "--rounds", "2")
play_match("two.db", "--rounds", "2", "--seed", "2")
play_match("part.db", "--rounds", "4", "--shard", "1/2")
change("one.db", "margin.db", "UPDATE half SET margin1 = margin1 + 2 WHERE id = (SELECT MIN(id) FROM half)")
change("one.db", "moves.db", "UPDATE half SET moves = '0 0 ' || moves",
       "UPDATE half SET termination = 'crash', at_fault = 1")
change("one.db", "lost.db", "DELETE FROM half WHERE id = (SELECT MAX(id) FROM half)", "DELETE FROM board")
change("one.db", "table.db", "DROP TABLE half")
play_match("swiss.db", "--format", "swiss", "--rounds", "1")
play_match("knockout.db", "--format", "knockout")
play_match("faults.db", "--engine", "cmd=" + fake("illegal"), "name=c")
for game in ("tritt", "triangulation"):
    play_match(game + ".db", "--game", game + (" players 2" if game == "triangulation" else ""), grid=())
run([REFEREE, "import", "good.csv", "--reference", "bot"], ENGLISH, where=path(""))
SAID = [(REFEREE, words, 0) for words in """
certify --list
    help
    match --help
    measure --help
    league --help
    standings --help
    rank --help
    report --help
    ratings --help
    tune --help
    import --help
    export --help
    merge --help
    analyse --help
    replay --help
    verify --help
    play --help
    grid --help
    gui --help
    serve --help
    bot --help
    site --help
    site stats --help
    site ban --help
    site class --help
    site merge --help
    site analyse --help
    site marks --help
    site check --help
    site clock --help
    site beacon --help
    grid show crepe
    standings one.db
    standings one.db --all
    standings good.db --all
    standings swiss.db
    standings knockout.db
    rank good.db
    export one.db
    export good.db
    export faults.db
    analyse one.db 1 --nodes 20
    replay one.db 1
    replay good.db 1000000001
    replay faults.db 1
    replay tritt.db 1
    replay triangulation.db 1
    verify one.db""".split("\n") if words.strip()]
SAID += [(REFEREE, words, 1) for words in """
    what
    match
    match --engine
    match --engine builtin:random
    match --engine builtin:random --engine builtin:random
    match --engine builtin:random name=a --engine builtin: name=b
    match --engine builtin:random name=a --engine name=b
    match --engine builtin:random name=a --engine ./nope name=b --each nodes=1
    match --engine builtin:random name=a option.Nope=1 --engine builtin:random name=b --each nodes=1
    match --engine builtin:random name=a tc=1+ --engine builtin:random name=b
    match --engine builtin:random name=a dir=nope --engine builtin:random name=b --each nodes=1
    match --engine builtin:random name=a ponder=must --engine builtin:random name=b
    match --what 3
    tune nowhere.ini
    gui --engine builtin:random tc=1+1
    gui --page nowhere.html
    serve --page nowhere.html
    serve --port x
    site stats --data nowhere
    site backup
    site show Nobody --data .
    serve --data nowhere --page league.ini
    gui --page league.ini
    gui --idle 0
    gui what
    league cells.ini
    league league.ini
    league alone.ini
    league nobody.ini
    league nowhere.ini
    league words.ini
    league knockout.ini
    league .
    standings
    standings nope.db
    standings .
    standings text.db
    standings one.db --what
    standings table.db
    rank one.db
    rank one.db --week 44
    rank one.db --week 2010-53
    rank one.db --best 0
    rank one.db --at yesterday
    rank one.db two.db
    report one.db
    report one.db --html nowhere/page.html
    report one.db --html page.html --games x
    import nope.csv
    import good.csv --game chess
    import good.csv --reference a;b
    import good.csv --into one.db --reference zoe
    import good.csv --into text.db
    import good.csv --into nowhere/new.db
    import column.csv
    import none.csv
    import empty.csv
    import time.csv
    import margin.csv
    import same.csv
    import quote.csv
    import short.csv
    import broken.json
    import other.json
    import seats.json
    import puzzle.csv
    export one.db --format pgn
    export one.db --output nowhere/out
    export text.db
    merge one.db
    merge one.db two.db --into both.db
    merge part.1-of-2.db --into whole.db
    merge part.1-of-2.db nope.db --into whole.db
    merge one.db two.db --into one.db
    merge one.db good.csv --into x.db
    analyse one.db 99
    analyse one.db --time 0
    replay one.db
    replay one.db x
    replay one.db 99
    replay one.db 1.7
    replay one.db 1 --theme red
    replay one.db 1 --svg - --move 999
    replay one.db 1 --svg - --step
    replay moves.db 1
    verify one.db two.db
    verify margin.db
    verify moves.db
    verify lost.db
    verify table.db
    verify text.db
    play --vs ./nope
    play --vs
    play --as third
    play --time x
    play --game chess
    play --grid not-there.ini
    play --seed x
    play --name a;b
    play game.ini
    play --resume game.ini
    play --resume game2.ini
    play --resume nope.ini
    play --what
    play --league text.db --name anne
    play --league week.db
    play --league week.db --name Anna --seed 7
    grid
    grid what
    grid show
    grid show cells.ini
    grid check cells.ini key.ini lines.ini nope.ini
    grid draw crepe --theme red
    grid draw crepe --theme dark
    grid draw crepe --ascii --svg x.svg
    grid draw crepe --svg nowhere/x.svg
    grid make
    grid make a --cells 7
    grid make a --surface sphere
    grid show torus 1x1
    help what""".split("\n") if words.strip()]
SAID += [(ENGINE, words, 1) for words in """
    --player nobody
    --kernel nope
    --option Hash=x
    --option Hash=99999999
    --option Nope=1
    --option Ponder=maybe
    --option ClearHash=1
    --option Opponents=what
    --option Seed""".split("\n") if words.strip()]
BREAKDOWNS = ("exit-start", "exit-tgi", "exit-play", "exit-go", "killed-go", "hang-isready", "illegal", "empty", "none",
              "no-id", "refuse", "refuse-grid", "long-line", "nul-byte", "close-out", "flood")
SAID += [(REFEREE, "match --engine builtin:random name=a --engine %s name=b --each nodes=1 --grid ancey --recover no "
                   "--wait 500" % mode, 1) for mode in BREAKDOWNS]
ENGLISH_WORDS = re.compile(r"\b(the|and|is|are|of|not|with|has|must|there|which|from|at|by|for|to|wants|needs)\b")
QUOTED = re.compile(r"\b(bestmove |error |assertion |move \d+: ).*")  # what engines and records say
REASONS = re.compile("|".join(re.escape(os.strerror(code)) for code in errno.errorcode))


def plain(line, words):
    """A line without what belongs to no language: names, numbers, and what the system says."""
    line = re.sub(r"'[^']*'|« [^»]*»|\[[^\]]*\]|\S*[0-9./_=\\-]\S*", "", REASONS.sub("", QUOTED.sub("", line)))
    return known_words(words).sub("", line)


@functools.lru_cache
def known_words(words):
    """The words of a command, and others of no language."""
    known = words.split() + ["triancey", "referee", "engine", "anne", "bot", "list", "analyse", "marks", "check", "slurm|parallel"]
    return re.compile(r"(?<!\w)(?:%s)(?!\w)" % "|".join(re.escape(word) for word in sorted(known, key=len, reverse=True)))


for program, words, status in SAID[::enough(9, 1)]:
    command = [os.path.abspath(program)]
    command += ["cmd=" + fake(word) if word in BREAKDOWNS else word for word in words.split()]
    (english, first), (french, second) = (run(command, e, where=path("")) for e in (ENGLISH, FRENCH))
    same = [line for line in set(english.split("\n")) & set(french.split("\n"))
            if re.search("[A-Za-z]{3}", plain(line, words))]
    same += [line for line in french.split("\n") if ENGLISH_WORDS.search(plain(line, words))]
    # A character outside of the locale is two dots.
    lost = re.findall(r".*(?<![./])\.\.(?!\.).*", french)
    ok(english and french and not same and not lost and (first != 0, second != 0) == (status, status),
       words.strip(), *same, *lost, first, second, french[:300])

# ---- what programs read -------------------------------------------------------------------------

DIALOGUE = "tgi\nhelp\nsetgrid ancey selacata\nplay 13 45\nplay 13\nplay 30\nplay 99\nplay pass\nshow\n" \
           "score\neval\nsetgrid nothing-like-this here\nsetgrid hexagon 2\nsetoption name Hash value x\nx\nquit\n"
said = [run([ENGINE], e, DIALOGUE)[0] for e in (ENGLISH, FRENCH)]
ok(said[0] == said[1] and said[0].count("error illegal") == 3, "the engine's dialogue stays English", said[1])


def record(environment, opponent, name):
    """What the record of a match says, but for times, and its standings."""
    run([REFEREE, "match", "--engine", "builtin:reference", "name=a", "--engine", opponent, "name=b",
         "--each", "nodes=100", "--grid", "ancey", "--record", path(name), "--log", path(name + ".log")], environment)
    with sqlite3.connect(path(name)) as db:
        rows = db.execute("SELECT moves, margin1, termination, text FROM half ORDER BY id").fetchall()
    return rows, run([REFEREE, "standings", path(name), "--json"], environment)[0]


for opponent, name in (("builtin:random", "records"), ("cmd=" + fake("illegal"), "records of illegal moves")):
    english, french = record(ENGLISH, opponent, "english.db"), record(FRENCH, opponent, "french.db")
    ok(english[0] == french[0] and len(english[0]) == 2, "%s stay English" % name, english[0], french[0])
    ok(english[1].replace("english", "french") == french[1], "so does their JSON", french[1])
    log = open(path("french.db.log"), encoding="utf-8").read()
    ok("illegal" not in name or "illegal: move 3: 9999: there is no such cell" in log, "and what is logged", log[-300:])
    os.remove(path("english.db"))
    if "illegal" not in name:
        os.remove(path("french.db"))

for words in (["match", "--json", "--engine", "builtin:random", "--engine", "cmd=./not-there"],
              ["match", "--json", "--engine", "builtin:random", "--engine", "cmd=" + fake("exit-go"), "--each",
               "nodes=1", "--recover", "no"],
              ["league", "--json", path("league.ini")], ["match", "--json", "--rounds", "x"]):
    pair = [[line for line in run([REFEREE, *words], e)[0].split("\n") if '"type":"error"' in line]
            for e in (ENGLISH, FRENCH)]
    ok(pair[0] == pair[1] and len(pair[0]) == 1, "JSON tells errors in English", pair)

pages = [path("%s.html" % e.get("LANG", "en")) for e in (ENGLISH, FRENCH)]
for page, environment in zip(pages, (ENGLISH, FRENCH)):
    run([REFEREE, "report", path("french.db"), "--html", page], environment)
pages = [open(page, encoding="utf-8").read() for page in pages]
data = [re.search("<script id=data.*?</script>", page, re.S).group(0) for page in pages]
ok("<html lang=en>" in pages[0] and "<html lang=fr>" in pages[1] and "Manches</h2>" in pages[1],
   "a report speaks French")
ok(data[0].replace("yellow", "jaune").replace('"red"', '"rouge"')
   .replace('"illegal (', '"coup interdit (') == data[1] != data[0], "of the same games")

locales, made = path("locales"), False
PLAIN_LOCALE, OWN = "/usr/lib/locale/C.utf8", os.path.join(locales, "fr_FR.UTF-8")
if NIGHTLY and shutil.which("localedef"):  # takes seconds
    os.makedirs(locales)
    made = run(["localedef", "-i", "fr_FR", "-f", "UTF-8", OWN], ENGLISH)[1] == 0
elif os.path.exists(PLAIN_LOCALE):  # one of this name with a comma, and otherwise like all
    shutil.copytree(PLAIN_LOCALE, OWN)
    with open(os.path.join(OWN, "LC_NUMERIC"), "r+b") as file:
        bytes_of_it = file.read()
        file.seek(0)
        file.write(bytes_of_it.replace(b".\0", b",\0"))
    made = True
if made:
    # A library below libmicrohttpd asks for a locale at start, and glibc then loses a copy of LOCPATH.
    comma = dict(FRENCH, LOCPATH=locales, LSAN_OPTIONS="detect_leaks=0")
    number = run(["awk", 'BEGIN { printf "%.1f", 0.5 }'], comma)[0]
    for words in (["grid", "draw", "crepe", "--svg", "-"], ["standings", path("french.db"), "--json"]):
        pair = [run([REFEREE, *words], e)[0] for e in (FRENCH, comma)]
        ok(pair[0] == pair[1] and number == "0,5", "no decimal comma in %s" % words[0], number)
    out = play(comma, "comma", ["13", "quit"], "--vs", "human", "--time", "0.5")
    ok("coup" in out.lower() and "jaune" in out, "a system with the locale speaks French by itself", out)
else:
    skip("no decimal comma", "no locale can be made")
done()
