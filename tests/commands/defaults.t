#!/usr/bin/env python3
"""What a person has set in defaults.ini: engines by name, the language, the look of boards; and what is wrong in it."""
import os
import re
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from referee import CLUB, REFEREE, path, run  # noqa: E402
from tgi import BUILD, PATIENCE, SOURCE, done, ok  # noqa: E402

FILE = os.path.join(path("config"), "triancey", "defaults.ini")
ENGINE = os.path.abspath(os.path.join(BUILD, "triancey-engine"))
os.makedirs(os.path.dirname(FILE))
os.environ.update(XDG_CONFIG_HOME=path("config"), XDG_STATE_HOME=path("state"), LANG="C.UTF-8")
for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
    os.environ.pop(name, None)


def write(text, file=FILE):
    with open(file, "w", encoding="utf-8") as out:
        out.write(text)


def say(*words, text="", program=REFEREE, **changes):
    """What a command says to a person who types this text; a variable that is None is taken away."""
    wanted = {name: value for name, value in {**os.environ, **changes}.items() if value is not None}
    made = subprocess.run([program, *words], input=text, capture_output=True, encoding="utf-8", env=wanted, timeout=PATIENCE)
    return made.returncode, made.stdout + made.stderr


def engines(record):
    """All that a record says of each engine."""
    link = sqlite3.connect(path(record))
    link.row_factory = sqlite3.Row
    found = {row["name"]: " ".join(str(value) for value in row) for row in link.execute("SELECT * FROM engine")}
    link.close()
    return found


# ---- engines -------------------------------------------------------------------------------------

write("""[engine weak]
cmd = '%s' --player random
option.Hash = 3
movetime = 70
wait = 9000

[engine own name]
cmd = builtin:reference
""" % ENGINE)
status, said = run("match", "--engine", "weak", "--engine", "own name", "--engine", "weak", "name=other", "option.Hash=2", "nodes=5", "--grid", "crepe",
                   "--record", path("a.db"), "--quiet")
ok(status == 0 and all(re.search(r"^ *\d+ +%s " % name, said, re.M) for name in ("weak", "own name", "other")), "engines are found by their names", said)
found = engines("a.db")
ok(all(part in found["weak"] for part in ("--player random", "Hash=3", "movetime=70", "wait=9000")),
   "with all their keys", found)
ok(all(part in found["other"] for part in ("Hash=2", "nodes=5", "wait=9000")) and "movetime" not in found["other"],
   "of which the command line replaces some", found)
status, said = run("match", "--each", "nodes=7", "--engine", "weak", "--engine", "own name", "--grid", "crepe", "--record", path("b.db"), "--quiet")
found = engines("b.db")["weak"]
ok(status == 0 and "nodes=7" in found and "movetime" not in found and "wait=9000" in found, "so does --each", said, found)
status, said = say("play", "--grid", "crepe", "--vs", "own name", "--seed", "1", text="1\nquit\n")
ok(status == 0 and "(own name): " in said, "the prompt finds one", said)
status, said = say("play", "--grid", "crepe", "--vs", "weak", "--seed", "1", text="1\nquit\n")
status, again = say("play", "--resume", text="20\n30\n40\n46\nquit\n")
ok(status == 0 and "(weak): " in said and "(weak): " in again, "and finds it again in a game that is resumed", said, again)
status, said = say("certify", "--engine", "weak", "--only", "handshake")
ok(status == 0 and "handshake" in said, "certify takes one", said)
status, said = say("help", "--words", "match", "--engine")
ok(status == 0 and {"weak", "own name", "builtin:", "cmd="} <= set(said.split("\n")), "completion offers them", said)
for words, wanted in ((["nobody"], "'nobody' is neither"), (["weak", "own name"], "'own name' is neither"), (["weak", "cmd=a", "cmd=b"], "given twice"),
                      (["cmd=builtin:random", "weak", "option.Hash=x\ny"], "option.NAME=VALUE")):
    status, said = say("match", "--engine", *words, "--engine", "builtin:random")
    ok(status == 2 and wanted in said, "refused: " + wanted, said)
status, said = say("gui", "--engine", "nobody", program=CLUB)
ok(status == 2 and "'nobody' is neither" in said, "the club reads names, too", said)

# ---- the language, the look ----------------------------------------------------------------------

FRENCH = "Usage : triancey-referee"
if "Usage : " in say("help", LANG="fr_FR.UTF-8")[1]:
    write("[defaults]\nlanguage = fr\n")
    for changes, french in (({}, True), ({"LANG": None}, True), ({"LANG": "C"}, True), ({"LANG": "fr_FR.UTF-8"}, True), ({"LC_ALL": "C.UTF-8"}, False),
                            ({"LANGUAGE": "en"}, False), ({"XDG_CONFIG_HOME": None, "HOME": path("home")}, False)):
        status, said = say("help", **changes)
        ok(status == 0 and (FRENCH in said) == french, "the language with %s" % changes, said[:200])
    write("[defaults]\nlanguage = en\n")
    ok(FRENCH not in say("help", LANG="fr_FR.UTF-8")[1], "English for people whose locale is French")
else:
    ok(True, "the language # SKIP built without other languages")
write("[defaults]\nascii = yes\ntheme = dark\n")
ascii_, said = say("grid", "draw", "crepe"), say("play", "--grid", "crepe", "--vs", "human", text="quit\n")[1]
ok(ascii_[0] == 0 and ascii_[1].isascii() and said.isascii(), "boards in ASCII", ascii_[1], said)
dark = say("grid", "draw", "crepe", "--svg", "-")[1]
ok(dark == say("grid", "draw", "crepe", "--svg", "-", "--theme", "dark", XDG_CONFIG_HOME=None, HOME="/")[1] != say("grid", "draw", "crepe", "--svg", "-", "--theme", "light")[1],
   "pictures in the theme, unless the command line has another")
os.remove(FILE)
ok(not say("grid", "draw", "crepe")[1].isascii(), "without a file, nothing is set")
os.makedirs(os.path.join(path("home"), ".config", "triancey"))
write("[defaults]\nascii = yes\n", os.path.join(path("home"), ".config", "triancey", "defaults.ini"))
for changes, plain in (({"XDG_CONFIG_HOME": None}, True), ({"XDG_CONFIG_HOME": ""}, True), ({"XDG_CONFIG_HOME": "relative"}, True), ({}, False)):
    ok(say("grid", "draw", "crepe", HOME=path("home"), **changes)[1].isascii() == plain, "below the home folder with %s" % changes)

# ---- what is wrong -------------------------------------------------------------------------------

for text, line, wanted in (("[defaults]\nascii = maybe\n", 2, "yes or no"), ("[defaults]\n\ntheme = pink\n", 3, "auto, light or dark, not 'pink'"),
                           ("[defaults]\nlanguage = tlh\n", 2, "no messages in the language 'tlh'"), ("[defaults]\nlanguage = \n", 2, "no messages in the language ''"),
                           ("[defaults]\ncolour = red\n", 2, "no key 'colour'; the keys are: language ascii theme"),
                           ("[defaults]\ntheme = dark\nascii = no\ntheme = light\n", 4, "theme: it is given twice"),
                           ("[league]\n", 1, "the sections are: [defaults] [engine NAME]"), ("ascii = yes\n", 1, "it is before the first [section]"),
                           ("[engine a]\ncmd = x\nhash = 5\n", 3, "no key 'hash'"), ("[engine a]\ncmd = x\ncmd = y\n", 3, "given twice"),
                           ("[engine a]\nmovetime = 0\n", 2, "movetime"), ("[engine a]\nname = b\n", 2, "the name of an engine is that of its section"),
                           ("[engine a/b]\ncmd = x\n", 1, "/"), ("[defaults]\nhello\n", 2, "neither a [section]"),
                           ("[engine a]\noption.Hash = 1\n", None, "engine a has no cmd"), ("[engine a]\ncmd = 'x\n", None, "engine a: cmd:")):
    write(text)
    for program, words in ((REFEREE, ["standings", "no.db"]), (CLUB, ["site", "stats"])):
        status, said = say(*words, program=program)
        where = FILE + (":%d: " % line if line else ": ")
        ok(status == 2 and said.startswith("%s: %s" % (os.path.basename(program), where)) and wanted in said and said.count("\n") == 1,
           "refused by %s: %s" % (os.path.basename(program), wanted), status, said)
for words in (["--version"], ["help"], ["match", "--help"], []):
    ok("defaults.ini" not in say(*words)[1], "not by %s" % words)
os.remove(FILE)
os.mkdir(FILE)
status, said = say("standings", "no.db")
ok(status == 1 and "cannot read " + FILE in said, "a folder in its place", said)

# ---- the manual ----------------------------------------------------------------------------------

with open(os.path.join(SOURCE, "referee", "manual", "triancey-defaults.5"), encoding="utf-8") as file:
    example = re.search(r"^\.nf\n(\[defaults\].*?)^\.fi", file.read(), re.M | re.S)[1].replace("\\-", "-")
os.rmdir(FILE)
write(example)
ok(say("help", "--words", "@named") == (0, "mine\nstrong\n"), "the example of the manual is right", example)
done()
