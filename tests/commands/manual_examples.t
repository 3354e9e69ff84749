#!/usr/bin/env python3
"""The examples of the manual, and those of README.md that need nothing but the programs: each runs as it is written, one after the other in a folder for each page, and leaves the
files that it names. Except in `make nightly`, engines search 2 nodes instead of what an example says and have a small table, boards have fewer cells,
and only some checks of `certify` are made. The folder has engines called mine, theirs, new and old, the sample league file,
results to import, and a league."""
import os
import re
import shutil
import signal
import stat
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from gui import PAGE  # noqa: E402
from referee import CLUB, LINUX, REFEREE, SANITIZED, run as referee, path  # noqa: E402
from tgi import BUILD, NIGHTLY, SOURCE, done, ok  # noqa: E402

if not LINUX:
    print("1..0 # SKIP only Linux keeps the limits of memory and processes that examples set")
    sys.exit(0)

MANUALS = [os.path.join(SOURCE, part, "manual") for part in ("referee", "club")]
PATIENCE = 600  # seconds: with sanitizers matches take their time
ENGINE = os.path.abspath(os.path.join(BUILD, "triancey-engine"))
WRITTEN = re.compile(r"(?:--(?:into|output|svg|html)|>|site backup) (\S+)")


def script(name, text):
    with open(name, "w") as file:
        file.write("#!/bin/sh\n" + text)
    os.chmod(name, os.stat(name).st_mode | stat.S_IXUSR)


def shorten(text):
    """Changes a command or a league file so that less is played."""
    if NIGHTLY:
        return text
    text = re.sub(r"((?:--each |^)(?:movetime|nodes)(?: = |=))\d+\b", lambda match: match[1].replace("movetime", "nodes") + "2", text, flags=re.M)
    text = text.replace("tc=10+0.1 ", "nodes=2 ")
    text = re.sub(r"^option\.Hash = \d+\n", "", text, flags=re.M)
    text = re.sub(r"^cmd = builtin:\w+$", r"\g<0>\noption.Hash = 1", text, flags=re.M)
    text = re.sub(r"--engine (builtin:(?!random)\w+|cmd=\./theirs)", r"\g<0> option.Hash=1", text)
    text = re.sub(r"^triancey-referee league --grid \S+$", r"\g<0> --nodes 2", text, flags=re.M)
    text = re.sub(r"^(triancey-referee measure(?!.*--boards))", r"\1 --boards 2", re.sub(r"--boards \d+", "--boards 2", text), flags=re.M)
    text = re.sub(r"^triancey-referee analyse(?=.* league\.db)", r"\g<0> --nodes 2", text, flags=re.M)
    text = re.sub(r"^(triancey-referee solve word \w+ cells) \d+", r"\1 14", text, flags=re.M)
    return re.sub(r"^triancey-referee certify", r"\g<0> --only handshake,go-id,score,quit --games 1", text)


def copy_sample(name):
    """The sample league; engines with sanitizers take more memory than any limit."""
    with open(os.path.join(SOURCE, "referee", "sample-league.ini"), encoding="utf-8") as file:
        sample = file.read()
    with open(name, "w", encoding="utf-8") as file:
        file.write(shorten(re.sub(r"(?m)^memory = .*\n", "", sample) if SANITIZED else sample))


def examples(name):
    """The commands of a page, one block each."""
    with open(pages[name], encoding="utf-8") as file:
        text = file.read()
    if name == "README.md":
        text = text[text.index("\n## In a browser\n"):text.index("\n## Documents\n")].replace("./triancey-", "triancey-").replace("\\\n", "")
        return [line.strip() for line in re.findall(r"^ {4}(.+)$", text, re.M)]
    text = text[text.index("\n.SH EXAMPLES\n"):text.index("\n.SH SEE ALSO\n")]
    return [part.strip("\n").replace("\\-", "-").replace("\\e", "\\").replace("\\&", "")
            for part in re.findall(r"^\.nf$(.*?)^\.fi$", text, re.M | re.S)]


def serve(command, where):
    """Runs a server until it has printed its address, then interrupts it."""
    command = command.replace("triancey-club", "exec triancey-club")
    if not os.path.exists(os.path.join(BUILD, "page", "triancey.html")):
        command += " --page '%s'" % path("page.html")
    process = subprocess.Popen(["sh", "-ec", command], cwd=where, env=environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    address = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    said = address + process.communicate(timeout=PATIENCE)[0]
    return (process.returncode if re.match(r"http://127\.0\.0\.1:\d+/", address) else "no address"), said


def play(command, where):
    """Plays at the prompt and leaves at the first question."""
    made = subprocess.run(["sh", "-ec", command], cwd=where, env=environment, input="quit\n", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=PATIENCE)
    return made.returncode, made.stdout


os.mkdir(path("bin"))
os.mkdir(path("leagues"))
for program in (REFEREE, CLUB, ENGINE):
    os.symlink(program, os.path.join(path("bin"), os.path.basename(program)))
with open(path("page.html"), "w") as file:
    file.write(PAGE)
script(os.path.join(path("bin"), "xdg-open"), "exit 0\n")
environment = dict(os.environ, PATH=path("bin") + ":" + os.environ["PATH"], XDG_STATE_HOME=path("state"), LC_ALL="C.UTF-8")

status, said = referee("league", "--grid", "crepe", "--nodes", "2", "--record", path("league.db"), "--quiet")
ok(status == 0, "a league to look at is played", said)
status, said = referee("match", "--name", "mine", "--engine", "builtin:mcts", "--engine", "builtin:random", "--each", "nodes=2",
                       "--grid", "crepe", "--record", path("mine.db"), "--quiet")
ok(status == 0, "and a match", said)

pages = {name: os.path.join(manual, name) for manual in MANUALS for name in os.listdir(manual)
         if name not in ("triancey-league.5", "triancey-defaults.5")}  # which have files, not commands
pages["README.md"] = os.path.join(SOURCE, "README.md")
for name in sorted(pages):
    where = path(name)
    os.makedirs(os.path.join(where, "referee"))
    copy_sample(os.path.join(where, "referee", "sample-league.ini"))
    for engine in ("mine", "new"):
        script(os.path.join(where, engine), "exec '%s' -o Hash=1\n" % ENGINE)  # a larger table takes time to clear
    shutil.copy(ENGINE, os.path.join(where, "theirs"))  # in a sandbox it finds nothing elsewhere
    script(os.path.join(where, "old"), "exec '%s'\n" % os.path.abspath(os.path.join(BUILD, "tests", "protocol", "minimal_engine")))
    os.mkdir(os.path.join(where, "leagues"))
    copy_sample(os.path.join(where, "sample.ini"))
    shutil.copy(os.path.join(SOURCE, "tests", "pairing", "published-games.csv"), os.path.join(where, "results.csv"))
    for record in ("league.db", "mine.db"):
        if "--record " + record not in "\n".join(examples(name)) and name != "triancey-referee.6":
            shutil.copy(path(record), where)
    commands = examples(name)
    ok(commands, "%s has examples" % name)
    for number, command in enumerate(commands):
        if command.startswith("["):  # a file that the next command names: of a run as short as can be
            short = re.sub(r"^(steps|nodes) = \d+$", r"\1 = 2", command, flags=re.M)
            with open(os.path.join(where, re.search(r"\S+\.ini", commands[number + 1])[0]), "w") as file:
                file.write(short + "\n")
            continue
        title = " ".join(command.replace("\\\n", " ").split())
        if command.startswith("sqlite3") and not shutil.which("sqlite3"):
            ok(True, "%s: %s # SKIP no sqlite3" % (name, title))
            continue
        if SANITIZED:
            command = re.sub(r" memory=\d+", "", command).replace(" margin=1000", " margin=20000")
            command = re.sub(r"^triancey-referee certify", r"\g<0> --lasting 20", command)
        command = shorten(command)
        status, said = (serve if re.search(r"triancey-club (gui|serve) ", command) else play)(command, where)
        missing = [file for file in WRITTEN.findall(command) if not os.path.getsize(os.path.join(where, file))] if status == 0 else []
        ok(status == 0 and not missing, "%s: %s" % (name, title), "exit status %s" % status, missing, said[-1500:])

# ---- the sample, whole -----------------------------------------------------------------------------

where = path("sample")
os.mkdir(where)
copy_sample(os.path.join(where, "my-league.ini"))
status, said = play("triancey-referee league my-league.ini --quiet && triancey-referee verify sample.db", where)
ok(status == 0, "the sample league is played and is sound", said)
status, again = play("triancey-referee standings sample.db --json", where)
ok(status == 0 and '"games":9' in again.replace(" ", ""), "three engines have met on three boards", again)
done()
