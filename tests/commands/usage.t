#!/usr/bin/env python3
"""Wrong use that a person meets at the command line: each is refused with the reason, and makes no file."""
import os
import resource
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from prepared import run_prepared  # noqa: E402
from referee import REFEREE, path  # noqa: E402
from tgi import done, ok  # noqa: E402


def refer(*words, limit=None, **more):
    """Exit status, standard output, standard error; the environment has `more`."""
    if not limit:
        answer = run_prepared(REFEREE, words, where=path(""), environment=dict(os.environ, **more))
        return answer.status, answer.out.decode(), answer.err.decode()
    got = subprocess.run([REFEREE, *map(str, words)], cwd=path(""), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                         check=False, preexec_fn=limit)
    return got.returncode, got.stdout, got.stderr


def refuses(status, text, *words, **more):
    before = sorted(os.listdir(path("")))
    got, _, said = refer(*words, **more)
    ok(got == status and text in said and said.count("\n") < 4, "refused: " + " ".join(words), got, said)
    ok(sorted(os.listdir(path(""))) == before, "and makes no file", sorted(os.listdir(path(""))))


def write(name, text):
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)
    return name


TWO = ["--engine", "builtin:random", "--engine", "builtin:reference", "--grid", "torus 2x2"]
MATCH = ["match", *TWO, "--record", "new.db"]
ENGINES = "[engine a]\ncmd = builtin:random\n[engine b]\ncmd = builtin:reference\n"
os.mkdir(path("nothing"))
ok(refer("match", *TWO, "--record", "whole.db", "--quiet")[0] == 0, "a record")

# ---- boards and puzzles ----------------------------------------------------------------------------

refuses(2, "--cells needs an even number from 8 to 256, not 7", "grid", "make", "paris", "--cells", "7")
refuses(2, "--surface needs torus or cylinder, not sphere", "grid", "make", "paris", "--surface", "sphere")
refuses(2, "with --resume, only --ascii, --svg and --shape may be given", "puzzle", "--resume", "--joker")
refuses(2, "'2010-13-01' is neither a date", "puzzle", "--day", "2010-13-01")
refuses(2, "--day has a SHAPE of its own", "puzzle", "duck", "--day", "2010-11-07")
refuses(2, "--seed: 'x' is not a whole number", "puzzle", "--patience", "--seed", "x")
refuses(1, "match: grids: ./no.ini: No such file", "match", *TWO[:-2], "--grid", "./no.ini")
for words, text in ((["--grid", "hexagon", "2"], "unexpected '2'; a value of several words needs quotes: --grid \"hexagon 2\""),
                    (["--game", "trioker-rapid", "players", "4", "--seed", "1"], "needs quotes: --game \"trioker-rapid players 4\""),
                    (["--seed", "1", "a", "b"], "unexpected 'b'; play --help"), (["tritt", "--seed", "1"], "tritt is a game, not a file"),
                    (["--grid", "tritt"], "--grid: tritt is a game, not a board; --game tritt plays it"),
                    (["--game", "trioker-rapid", "--as", "third"], "has only 2 seats; --game \"trioker-rapid players 3\" has more"),
                    (["--game", "trioker-duel", "--as", "third"], "has only 2 seats\n"),
                    (["--seed", "1", "a"], "with FILE, a game to resume, only --ascii, and --grid and --league for its files, may be given")):
    refuses(2, text, "play", *words)
refuses(1, "cannot run greedy: No such file or directory; if greedy is a player of triancey-engine, write --vs builtin:greedy", "play", "--vs", "greedy")
told = refer("play", "--help")[1]
ok(all(game in told for game in refer("help", "--words", "@games")[1].split()), "help of play lists all games", told)
refuses(1, "no boards found", "grid", "list", TRIANCEY_DATADIR=path("nothing"))

for words in ("standings", ""), ("play", ""), ("merge", "whole.db", "", "--into", "new.db"), ("league", ""), ("grid", "show", ""), ("puzzle", ""), ("replay", "whole.db", ""):
    refuses(2, "an argument is empty; %s --help says more" % " ".join(words[:2] if words[0] == "grid" else words[:1]), *words)
for words in ("rank whole.db --json --csv", "rank whole.db --csv --html new.html", "ratings whole.db --pairs --json", "ratings whole.db --json --csv"):
    refuses(2, "%s and %s are mutually exclusive" % tuple(word for word in words.split() if word.startswith("--")), *words.split())

for words in ("report whole.db --html same --svg ./same", "measure --engine builtin:random --svg same --html nothing/../same", "solve torus-3x2 --into same --book same"):
    refuses(2, "%s and %s name the same file" % tuple(word for word in words.split() if word in ("--html", "--svg", "--into", "--book")), *words.split())
refuses(1, "none/a: No such file", "report", "whole.db", "--html", "none/a", "--svg", "none/b")
whole = open(path("whole.db"), "rb").read()
refuses(1, "whole.db is a record: choose another name", "match", *TWO, "--record", "whole.db", "--log", "whole.db")
ok(open(path("whole.db"), "rb").read() == whole, "no log is added to a record")
ok(not os.path.exists(path("same")) and refer("report", "whole.db", "--html", "/dev/null", "--svg", "/dev/null")[0] == 0, "what is no file may be written twice")

# A file that cannot be read is no wrong command line, whatever the reason.
write("folder.ini", "[league]\nopenings = nothing\n" + ENGINES)
for name, text in ("nothing", "it is a folder"), ("whole.db/x", "Not a directory"):
    for words in ("league FILE", "tune FILE", "play FILE", "play --grid ./FILE", "replay whole.db 1 --grid ./FILE", "report whole.db --html new.html --grid ./FILE", "puzzle ./FILE", "import FILE", "analyse FILE", "standings FILE",
                  "merge FILE --into new.db", "verify FILE", "verify whole.db --key FILE", "verify whole.db --sign FILE", "solve --verify FILE", "solve crepe --book FILE --into new.board",
                  "solve crepe --task FILE", "grid draw ./FILE", "league folder.ini --openings FILE"):
        refuses(1, text, *words.replace("FILE", name).split())
refuses(1, "folder.ini: [league] openings: cannot read nothing: it is a folder", "league", "folder.ini")
os.makedirs(path("config/triancey/defaults.ini"))
refuses(1, "defaults.ini: it is a folder", "standings", "whole.db", XDG_CONFIG_HOME=path("config"))

# Neither memory nor a file is missing: a value only has such words in it, in the reader's language.
for value in ("no such board", "out of memory", "No such file or directory", "Cannot allocate memory"):
    refuses(2, "not '%s'" % value, *MATCH, "--rounds", value)
refuses(1, "no such board", "grid", "show", "no+where")
refuses(1, "no such board", *MATCH[:5], "--grid", "no+where", "--record", "new.db")

# ---- engines and their terms -------------------------------------------------------------------------

for each, text in (("sandbox=perhaps", "sandbox must be yes, no, auto, landlock or bwrap, not 'perhaps'"),
                   ("environment=A=1", "environment must be names of variables, separated by commas, not 'A=1'"),
                   ("folders=/usr:data", "folders must be absolute paths, separated by colons, not '/usr:data'")):
    refuses(2, text, *MATCH, "--each", each)
refuses(2, "two engines have the name x", *MATCH[:1], "--record", "new.db", "--grid", "torus 2x2", "--engine", "builtin:random", "name=x", "--engine", "builtin:reference", "name=x")


def few_descriptors():
    resource.setrlimit(resource.RLIMIT_NOFILE, (60, 60))


status, _, said = refer(*MATCH, "--rounds", "100", "--concurrency", "64", limit=few_descriptors)
ok(status == 1 and "60 descriptors may be open, " in said and "lower the concurrency" in said, "too few descriptors", status, said)

for words, text in ((["--record="], "record must be the path of a file"), (["--each", "depth"], "'depth' is not KEY=VALUE with a key of a league"),
                    (["--each"], "--each needs KEY=VALUE, such as movetime=100"), (["--record"], "--record needs a value; if it begins with --"),
                    (["--format", "gauntlet", "--gauntlet", "random,reference"], "0 engines are left to meet the others, but a game needs 1")):
    refuses(2, text, "match", *TWO, *words)

RANDOM = ["match", "--grid", "torus 2x2", "--record", "new.db", "--engine", "builtin:random", "--engine"]
for words, text in ((["nodes=5"], "an engine has neither name nor cmd"), (["cmd='./x  y'"], "engine './x  y' needs a name: 'x  y' is not a name"),
                    (["builtin:search", "name=a/b"], "'a/b' is not a name"), (["builtin:search", "option.X=a\nb"], "an option is written option.NAME=VALUE"),
                    (["builtin:search", "=x"], "'=x' is neither KEY=VALUE nor builtin:PLAYER"), (["builtin:search", "k" * 99 + "=x"], "no key 'kkk"),
                    (["builtin:search", "--movetime"], "--movetime needs a value; if it begins with --"),
                    (["builtin:search", "--nothing"], "no key 'nothing'"),
                    (["builtin:search", "--sprt", "margin0=0", "margin1=2", "alpha=0.6"], "alpha"), (["builtin:search", "--sprt", "margin0=0", "margin1=2", "alpha=0"], "alpha"),
                    (["builtin:search", "--sprt", "margin0=0", "margin1=2", "beta=0.5"], "beta"), (["builtin:search", "--sprt", "margin0=0", "margin1=2", "beta=-1"], "beta")):
    refuses(2, text, *RANDOM, *words)
write("alias.ini", "[league]\ngrids = torus 2x2\nmax_faults = 3\n" + ENGINES)
for sign in "-_":
    ok(refer("league", "alias.ini", *("--max%sfaults 4 --cpu%stime=50 --record %s.db --quiet" % (sign, sign, sign)).split())[0] == 0, "options are written with " + sign)
    refuses(2, "--task%ssize: '0' is not" % sign, "league", "alias.ini", "--scheduler", "parallel", "--task%ssize" % sign, "0")
refuses(2, "unknown option --no_such-option; standings --help", "standings", "whole.db", "--no_such-option=3")
write("a  b.ini", "[league]\ngrids = torus 2x2\n" + ENGINES)
refuses(2, "a  b.ini: [league] name: 'a  b' is not a name", "league", "a  b.ini")
ok(refer("league", "a  b.ini", "--name", "given", "--quiet")[0] == 0 and os.path.exists(path("given.db")), "a name that is given replaces that of the file, for the record, too")
write("n" * 64 + ".ini", "[league]\ngrids = torus 2x2\n" + ENGINES)
refuses(2, "name: a name must have 1 to 63 bytes", "league", "n" * 64 + ".ini")
write("ab.ini", "[league]\ngrids = torus 2x2\nrecord = ab\nrounds = 2\n" + ENGINES)
ok(refer("league", "ab.ini", "--shard", "2/2", "--quiet")[0] == 0 and os.path.exists(path("ab.2-of-2.db")), "a shard of a record without an ending")


def soft_limit():
    resource.setrlimit(resource.RLIMIT_NOFILE, (60, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


status, _, said = refer("match", *TWO, "--rounds", "20", "--concurrency", "9", "--record", "soft.db", "--quiet", limit=soft_limit)
ok(status == 0, "a limit that may be raised is raised", status, said)
status, _, said = refer("match", *TWO, "--record", "dumb.db", TERM="dumb")
ok(status == 0 and "game 1 of 1: " in said and "\r" not in said, "a line a game where the terminal can do no more", status, said)
for each, text in (("tc=20 movetime=90000", "tc=20"), ("tc=20 movetime=900", "movetime=900")):
    ok(refer("match", *TWO, "--each", *each.split(), "--record", text + ".db", "--quiet")[0] == 0, "the stricter of two limits: " + text)

# ---- shards and schedulers ------------------------------------------------------------------

write("small.ini", "[league]\ngrids = torus 2x2\nrecord = small.db\n" + ENGINES)
refuses(1, "it deals out the whole league, not a shard of it", "league", "small.ini", "--scheduler", "parallel", "--shard", "1/2")
for scheduler, program in (("slurm", "sbatch"), ("parallel", "parallel")):
    refuses(1, "the program %s is missing" % program, "league", "small.ini", "--scheduler", scheduler, PATH=path("nothing"))

# ---- tunings --------------------------------------------------------------------------------------------

TUNE = "[engine a]\ncmd = builtin:search\n[option Hash]\nstart = 8\nC_end = 2\nR_end = 0.1\n"
write("measure.ini", "[league]\ngrids = torus 2x2\n[tune]\nsteps = 2\nmeasure = money\n" + TUNE)
refuses(2, "measure must be margin or score, not 'money'", "tune", "measure.ini")

# ---- sites ------------------------------------------------------------------------------------------------

NOTHING = ["serve", "--page", "nothing.html"]  # it would be the last thing to be wrong
for words, text in ((["--proxy", "10.0.0.1,here"], "--proxy: here is not an address"), (["--proxy", "1" * 64], "is not an address"),
                    (["--proxy", ",".join("10.0.0.%d" % i for i in range(17))], "--proxy has more than 16 addresses"),
                    (["--log", "some"], "--log must be refused or all"), (["--limits", "few"], "--limits must be usual or none"),
                    (["--processes", "0", "--engine", "builtin:random"], "--engine has no effect with --processes 0"),
                    (["--processes", "65"], "'65' is not a whole number from 0 to 64"), (["--port", "65536"], "'65536' is not a whole number"),
                    (["--engine", "builtin:search", "tc=10"], "tc is not allowed here: it is asked for one move at a time"),
                    (["--engine", "builtin:search", "movetime=x"], "movetime must be"), (["--engine", "cmd='./x  y'"], "needs a name"),
                    (["--engine", "nodes=5"], "an engine has neither name nor cmd")):
    refuses(2, text, *NOTHING, *words)
for words in (["--proxy", "unix,10.0.0.1,::1", "--log", "refused", "--limits", "usual"], ["--engine", "builtin:search", "depth=2", "sandbox=no", "margin=9"],
              ["--engine", "builtin:search", "nodes=9", "--engine", "builtin:random", "movetime=9"], ["--processes", "0"]):
    refuses(1, "nothing.html", *NOTHING, *words)

# ---- records ----------------------------------------------------------------------------------------------

refuses(2, "--about needs --json", "standings", "whole.db", "--about")
for words, text in ((["--move", "3"], "--move needs --svg"), (["--theme", "dark"], "--theme needs --svg"), (["--theme", "dim"], "not 'dim'"),
                    (["--svg", "x.svg", "--step"], "there is nothing to --step through"), (["--svg", "x.svg", "--move", "x"], "--move: 'x'")):
    refuses(2, text, "replay", "whole.db", "1", *words)
for game in ("0", "1.0", "1.2x", "1.", "x", "-1", "99999999999999999999", "1.99"):
    refuses(2, "is neither a game such as 17 nor a half such as 17.2", "replay", "whole.db", game)
refuses(2, "--json takes no value", "standings", "whole.db", "--json=5")
refuses(2, "--html is empty", "report", "whole.db", "--html=")
for time in ("x", "1x", "0.00001", "90000", "nan", "-1"):
    refuses(2, "is not a number of seconds from 0.001 to 86400", "play", "--time", time)
for seed in ("x", "-1", "99999999999999999999"):
    refuses(2, "--seed needs a whole number of at least 0", "play", "--seed", seed)
for option in ("--game", "--grid", "--vs", "--league", "--name"):
    refuses(2, option[2:] if option != "--name" else "name", "play", option, "x" * 5000)
for words, wanted in (("", None), ("@nothing", None), ("nobody", None), ("site", "marks"), ("site nobody", ""), ("site ban", "--data"), ("match =", "--each"),
                      ("match --engine a b", "builtin:"), ("match --rounds", "--help"), ("match --seeding", "draw"), ("match seeding=", "draw"), ("play x", "--vs"),
                      ("play --grid", "crepe"), ("replay whole.db --svg", "*"), ("match --option.X", "--help"), ("standings --json", "--help"),
                      ("rank --week=", None), ("rank --nothing=", "")):
    status, out, said = refer("help", "--words", *words.split())
    if wanted is None and not words.startswith("rank"):
        ok(status == 2 and "--words needs one of: @commands @sprt" in said, "no words: " + words, status, said)
    else:
        ok(status == 0 and (wanted in out.split() if wanted else out == ""), "words after: " + words, status, out)
for words, text in ((["site", "ban"], "site ban NAME REASON"), (["match", "--help"], "Usage: triancey-referee match"), (["help"], "Usage: triancey-referee"),
                    (["--help"], "Usage: triancey-referee"), (["play", "--grid"], "Usage: triancey-referee play")):
    status, out, _ = refer("help", *words)
    ok(status == 0 and text in out, "help " + " ".join(words), out)
refuses(2, "triancey-club site: there is no command 'nobody'", "help", "site", "nobody")
for shard in (1, 2):
    ok(refer("match", *TWO, "--rounds", "4", "--shard", "%d/2" % shard, "--record", "part.db", "--quiet")[0] == 0, "shard %d" % shard)
PARTS = ["part.1-of-2.db", "part.2-of-2.db"]
refuses(1, "whole.db already exists: choose another name, or move it away", "merge", *PARTS, "--into", "whole.db")
refuses(1, "cannot make the folder /nowhere/", "standings", *PARTS, "--all", TMPDIR="/nowhere")
ok(refer("match", *TWO, "--shard", "3/40", "--rounds", "40", "--record", "many.db", "--quiet")[0] == 0, "one shard of 40")
refuses(1, "1/40, 2/40, 4/40, 5/40, 6/40, 7/40, 8/40, 9/40, 10/40, 11/40 and 29 more", "merge", "many.3-of-40.db", "--into", "all.db")

for column, value, text in (("halves", 3, "has 2 halves, not 3"), ("started", "noon", "it began at 'noon', which is not a time")):
    shutil.copy(path("whole.db"), path("wrong.db"))
    with sqlite3.connect(path("wrong.db")) as base:
        base.execute("UPDATE league SET %s = ?" % column, (value,))
    base.close()
    status, out, said = refer("verify", "wrong.db")
    ok(status == 1 and text in out + said, "verify: %s = %s" % (column, value), status, out, said)

done()
