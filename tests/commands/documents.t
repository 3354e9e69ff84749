#!/usr/bin/env python3
"""The manual pages and PROTOCOL.md against the programs: they name everything that the programs have, and nothing else.
The programs' side comes from `help --words`, usage, the handshake, and `help`."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import BUILD, ENGINE, SOURCE, Engine, done, ok  # noqa: E402

REFEREE, CLUB = (os.path.join(BUILD, name) for name in ("triancey-referee", "triancey-club"))
FOREIGN = {"--array", "--cpus-per-task", "--joblog", "--ntasks", "--partition", "--sshloginfile"}  # of sbatch and parallel


def read(*path):
    with open(os.path.join(SOURCE, *path), encoding="utf-8") as file:
        return file.read()


def run(*command, text=None):
    return subprocess.run(command, capture_output=True, text=True, input=text)


def words(*context):
    return run(REFEREE, "help", "--words", *context).stdout.split("\n")[:-1]


def same(named, known, name):
    """Both directions: what is known is named, and nothing else is."""
    named, known = set(named), set(known)
    ok(known and named == known, name, "not named: %s" % sorted(known - named),
       "named, but not known: %s" % sorted(named - known))


def holds(text, wanted, name):
    missing = [word for word in wanted if not re.search(r"(?<![\w-])%s(?!\w)" % re.escape(word), text)]
    ok(wanted and not missing, name, "not named: %s" % missing)


# ---- man(7), as far as the manual of the referee uses it ------------------------------------------

PAGE = r"(?:lib)?triancey(?:-[a-z]+)?\([1-9]\)|tgi\([1-9]\)"
FONTS = {"B": "B", "I": "I", "BR": "BR", "RB": "RB", "BI": "BI", "IB": "IB", "RI": "RI", "IR": "IR"}


def unescape(text):
    return re.sub(r"\\f.", "", text).replace("\\&", "").replace("\\-", "-").replace("\\(en", "-").replace("\\\\", "\\")


def spans(line):
    """The parts of a line of the source, each with its font, and what joins them."""
    macro = re.match(r"\.(\w+) (.*)", line)
    if macro and macro.group(1) in FONTS:
        parts = [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', macro.group(2))]
        fonts = FONTS[macro.group(1)]
        found = [(fonts[i % len(fonts)], part) for i, part in enumerate(parts)]
        return found, " " if len(fonts) == 1 else ""
    return [("R", line)] if not line.startswith(".") else [], ""


def bold_of(line):
    found = []
    for font, part in spans(line)[0]:
        for piece in re.findall(r"\\f(.)|((?:[^\\]|\\[^f])+)", part):
            font = piece[0] or font
            if piece[1] and font == "B":
                found.append(unescape(piece[1]))
    return found


class Text:
    """Some lines of a page: as plain text, and what is bold in it."""

    def __init__(self, lines=()):
        self.lines = list(lines)

    def plain(self):
        made = []
        for line in self.lines:
            parts, between = spans(line)
            made.append(between.join(unescape(part) for _, part in parts))
        return " ".join(" ".join(made).split())

    def bold(self):
        return [word for line in self.lines for word in " ".join(bold_of(line)).replace(",", " ").split()]


def sections(text):
    """The sections of a page by name, a subsection as "SECTION/NAME": its text, and its entries as pairs of tag and text."""
    found, name, above = {}, "", ""
    waiting, depth = False, 0
    for line in text.split("\n"):
        head = re.match(r"\.(SH|SS) (.*)", line)
        if head:
            above = head.group(2) if head.group(1) == "SH" else above
            name = above if head.group(1) == "SH" else above + "/" + head.group(2)
            found[name] = (Text(), [])
        elif line == ".TP":
            waiting = depth == 0  # entries within an entry are part of its text
        elif line in (".RS", ".RE"):
            depth += 1 if line == ".RS" else -1
        elif name and line:
            whole, entries = found[name]
            whole.lines.append(line)
            if waiting:
                entries.append((Text(), Text()))
                entries[-1][0].lines.append(line)
            elif entries:
                entries[-1][1].lines.append(line)
            waiting = False
    return found


def tags(entries):
    return [word for tag, _ in entries for word in tag.bold()]


class Manual:
    """All pages of referee and club by name and section of the manual, such as "triancey-play(6)", each with its parts."""

    def __init__(self, *folders):
        self.pages = {"%s(%s)" % tuple(name.rsplit(".", 1)): sections(read(folder, name)) for folder in folders
                      for name in sorted(os.listdir(os.path.join(SOURCE, folder)))}

    def synopsis(self, name):
        if "SYNOPSIS" not in self.pages[name]:
            return []  # the page of a file
        lines = "\n".join(self.pages[name]["SYNOPSIS"][0].lines).split("\n.br\n")
        return [Text(line.split("\n")).plain() for line in lines]

    def entries(self, name, section):
        return self.pages[name][section][1]

    def text(self):
        return " ".join(text.plain() for page in self.pages.values() for name, (text, _) in page.items() if name != "SYNOPSIS")


# ---- what the referee knows -----------------------------------------------------------------------

def usage(*command):
    """The synopsis as help prints it, in one line."""
    said = run(REFEREE, "help", *command).stdout
    if command == ("help",):  # whose help is the list of all commands
        return " ".join(("triancey-referee help" + re.search(r"^  help(.*\n(?:        \[.*\n)*)", said, re.M).group(1)).split())
    return " ".join(re.match(r"Usage: (.*\n(?:        .*\n)*)", said).group(1).split())


commands = words("@commands")
parted = ("grid", "site")
leaves = [(command,) for command in commands if command not in parted] + [(name, part) for name in parted for part in words(name)]
shared = [word[:-1] for word in words("@limits")]
of_engine = [word.rstrip("=.") for word in words("@engine") if word[:-1] not in shared]
in_synopsis = {leaf: set(re.findall(r"--[a-z]+(?:-[a-z]+)*", usage(*leaf))) for leaf in leaves}
options = {leaf: {word for word in words(*leaf) if word.startswith("--")} for leaf in leaves}
keys = {word[2:].replace("-", "_") for word in options[("league",)] - in_synopsis[("league",)]} - {"help"} | {"sprt"}

manual = Manual("referee/manual", "club/manual")
overview = manual.pages["triancey-referee(6)"]
ELSEWHERE = {"triancey-engine(6)", "libtriancey(3)", "tgi(7)"}  # pages of other folders

named = [line for name in manual.pages for line in manual.synopsis(name)]
wanted = [usage(*leaf) for leaf in leaves] + ["triancey-referee --help | --version", "triancey-referee COMMAND [ARGUMENT...]", "triancey-club --help | --version"]
ok(len(leaves) > 12, "the referee lists its commands", leaves)
for line in wanted:
    ok(named.count(line) == 1, "one synopsis has: " + line, *named)
same(named, wanted, "and no other line")
for leaf in leaves:
    ok(in_synopsis[leaf] <= options[leaf], "completion knows the options of " + " ".join(leaf),
       in_synopsis[leaf] - options[leaf])

# ---- the version --------------------------------------------------------------------------------

said = {program: run(program, "--version").stdout.split("\n") for program in (REFEREE, ENGINE, CLUB)}
version = said[REFEREE][0].split()[1]
for program in said:
    ok(run(program, "-V").stdout.split("\n") == said[program] and run(program, "-h").stdout == run(program, "--help").stdout, "short options of " + program)
with open(os.path.join(BUILD, "config.h"), encoding="utf-8") as file:
    address = re.findall(r'^#define PACKAGE_URL "(.+)"$', file.read(), re.M)  # none while configure.ac has none
for program, lines in said.items():
    ok(lines[0] == "%s %s" % (os.path.basename(program), version) and lines[1:] == said[REFEREE][1:] and "GPL-3.0-or-later" in lines[1] and
       lines[3:-1] == address, "version, licence and address of " + os.path.basename(program), *lines)
ok("\nversion: %s\n" % version in read("CITATION.cff"), "CITATION.cff names this version")
ok(re.search(r"^(.*) \(\d{4}-\d\d-\d\d\)\n=+$", read("NEWS"), re.M)[1] == version, "so does NEWS, first, with its day")

# ---- the manual of the referee --------------------------------------------------------------------

rows = [line.split("\t") for line in overview["COMMANDS"][0].lines if line.count("\t") == 2]
page_of = {unescape(row[0]): unescape(row[2]) for row in rows if row[0].startswith("\\fB")}
same(page_of, commands, "the table of commands has all of them")
for leaf in leaves:
    ok(usage(*leaf) in manual.synopsis(page_of[leaf[0]]), "it names the page of " + " ".join(leaf), page_of)
same(set(re.findall(PAGE, overview["SEE ALSO"][0].plain())) - ELSEWHERE, set(manual.pages) - {"triancey-referee(6)"}, "the first page names all others")
for name, page in manual.pages.items():
    referred = set(re.findall(PAGE, " ".join(text.plain() for text, _ in page.values())))
    ok(referred <= set(manual.pages) | ELSEWHERE, "%s names no page that is not there" % name, referred)
    ok(all(part in page for part in ["NAME", "DESCRIPTION", "SEE ALSO"] + ["SYNOPSIS", "EXAMPLES"] * (not name.endswith("(5)"))), "%s has the usual sections" % name, *page)
entry = {tag.plain(): text for name, page in manual.pages.items() for tag, text in page["DESCRIPTION"][1]}
ok(set(entry) <= set(commands), "the entries of descriptions are commands", set(entry) - set(commands))
for command in entry:
    known = set().union(*(options[leaf] for leaf in leaves if leaf[0] == command))
    more = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", entry[command].plain())) - known
    ok(not more, "the entry of %s names no other options" % command, more)
for leaf in leaves:
    there = " ".join(text.plain() for part, (text, _) in manual.pages[page_of[leaf[0]]].items() if part != "SYNOPSIS")
    holds(there, sorted(in_synopsis[leaf]) or ["triancey-referee"], "its page explains what %s can be given" % " ".join(leaf))
everything = set().union(*options.values()) | {"--help", "--version"}
foreign = set(re.findall(r"(?<![\w-])--[a-z][a-z_-]*", manual.text())) - everything - FOREIGN
ok(not foreign, "no option is named that no program has", foreign)

for command in ("match", "league"):
    named = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", " ".join(tag.plain() for tag, _ in manual.entries("triancey-%s(6)" % command, "OPTIONS"))))
    same(named | {"--grid"}, in_synopsis[(command,)] | {"--grid"}, "the options of %s are all there, and they alone" % command)
same([tag.plain().split()[0] for tag, _ in manual.entries("triancey-play(6)", "PLAY/Options")], in_synopsis[("play",)], "those of play")
keys_of_league = manual.entries("triancey-league(5)", "KEYS OF A LEAGUE")
same(tags(keys_of_league), keys - set(shared), "keys of a league")
same(tags(manual.entries("triancey-engines(6)", "LIMITS AND MORE")), shared, "keys of both")
same([word.rstrip(".") for word in tags(manual.entries("triancey-engines(6)", "KEYS OF AN ENGINE"))], of_engine, "keys of an engine")
same(tags(manual.entries("triancey-league(5)", "FORMATS")), words("@formats"), "formats")
verdicts = re.findall(r'\[VERDICT_\w+\] = N?_?\(?"(\w+)"', read("half", "verdict.c"))
same(tags(manual.entries("triancey-engines(6)", "FAULTS")), set(verdicts) - {"ok", "stopped", "resigned"}, "faults")

of_league = {tag.plain(): text for tag, text in keys_of_league}
same([word for word in of_league["format"].bold() if word.islower()], words("@formats"), "the key format has them")
games = words("@games")
same([word for word in of_league["game"].bold() if re.fullmatch("[a-z-]+", word) and word != "players"], games, "the key game has games")
lists = run(REFEREE, "help", "--words").stderr.split("one of:")[1].split()
same(overview["COMMANDS/help"][0].bold(), set(lists) - set(commands) | {"--words"}, "the entry of help has what --words knows")
for name in sorted(set(lists) - set(parted) - {"help", "@named"}):  # nothing is named here
    ok(words(name), "--words %s prints something" % name)

with tempfile.TemporaryDirectory() as folder:
    os.environ["XDG_STATE_HOME"] = folder
    said = run(REFEREE, "play", "--vs", "human", text="help\n").stdout.split("  MOVE ")[1]
prompt = re.findall(r"^  ([a-z]+)", said, re.M)
same([re.match(r"\w+", word).group() for tag, _ in manual.entries("triancey-play(6)", "PLAY/Commands")
      for word in re.split(", ", re.sub(r" \([^)]*\)", "", tag.plain()))], prompt, "commands of the prompt")

# ---- the glossary: in the rules, which the page shows, and in the manual ----------------------------


def table_below(document, heading):
    """The rows of the table below a heading, without its head."""
    rows = [line for line in document[document.index("\n## %s\n" % heading):].split("\n") if line.startswith("|")]
    return [[column.strip() for column in row.strip("|").split("|")] for row in rows[2:]]


glossary = table_below(read("games", "RULES.md"), "Glossary")
french = table_below(read("games", "RULES.fr.md"), "Lexique")
terms = [row[0] for row in glossary]
ok(len(terms) > 20 and terms == sorted(terms) and len(set(terms)) == len(terms), "the glossary has terms, in order", *terms)
ok(sorted(row[2] for row in french) == terms, "the French one has the same", set(terms) ^ {row[2] for row in french})
ok(len({row[0] for row in french}) == len(french), "and a word of its own for each", *(row[0] for row in french))
ok([[tag.plain(), text.plain()] for tag, text in overview["GLOSSARY"][1]] == glossary, "the manual has the same one")

# ---- the sample of a league file --------------------------------------------------------------------

lines = "\n".join(manual.pages["triancey-league(5)"]["DESCRIPTION"][0].lines)
shown = [unescape(part.strip("\n")) for part in re.findall(r"^\.nf$(.*?)^\.fi$", lines, re.M | re.S)]
sample = read("referee", "sample-league.ini").strip("\n")
ok([re.sub(r"\n+", "\n", part) for part in shown] == [re.sub(r"\n+", "\n", sample)], "the manual shows the sample league file as it is", *shown)
set_there = set(re.findall(r"^([a-z_]+) = ", sample.split("[engine")[0], re.M))
ok(len(set_there) > 10 and set_there <= keys, "its keys are keys of a league", set_there - keys)

# ---- the engine -----------------------------------------------------------------------------------

engine = Engine()
engine.send("tgi")
handshake = engine.until("tgiok")[:-1]
engine.send("help", "isready")
protocol = {re.match(r"info string ([a-z]+)", line).group(1) for line in engine.until("readyok")[:-1]}
engine.send("help go", "isready")
go_fields = [re.match(r"info string   (\w+)", line).group(1) for line in engine.until("readyok")[1:-1]]
engine.send("setoption name MultiPV value 2", "setgrid crepe selacata", "newgame seed 1", "play 24 5 1 9 32 19 26 34 11 40",
            "go nodes 2000")
info = {word for line in engine.until("bestmove")[:-1] for word in re.findall(r" ([a-z]+)", line)}
engine.close()
engine_options = {line.split()[2]: line for line in handshake if line.startswith("option")}
players = re.search(r" var (.*)", engine_options["Player"]).group(1).split()
features = [word for line in handshake if line.startswith("feature") for word in line.split()[1:]]
same([line.split()[1] for line in handshake if line.startswith("game")], games + ["trioker-puzzle"],
     "engine and referee know the same games, but for the puzzle, in which nobody meets")

page = read("engine", "triancey-engine.6")


def items(section, mark, of=page):
    """The entries of the list in a section: what stands on its line, and the text up to the next."""
    part = re.search(r"^\.Sh %s\n(.*?)(?=^\.Sh )" % section, of, re.M | re.S)[1]
    found = re.split(r"^\.It (?:Xo\n\.)?%s " % mark, part, flags=re.M)[1:]
    return [(item.split("\n", 1)[0], item) for item in found]


def mdoc(text):
    """Without the macros."""
    return " ".join(re.sub(r"(?<![\w-])\.?(?:Cm|Ar|Op|Ql|Pq|Ns|Fl|It|Xo|Xc|Nm|Li)(?= )", "", text).split())


same([head.split()[0] for head, _ in items("PLAYERS", "Cm")], players, "the engine's players")
same([head.split()[0] for head, _ in items("OPTIONS OF THE PROTOCOL", "Cm")], engine_options, "its options")
for head, text in items("OPTIONS OF THE PROTOCOL", "Cm"):
    values = re.search(r" var (.*)", engine_options.get(head.split()[0], ""))
    if values and head.split()[0] != "Player":
        known = set(values.group(1).split())
        holds(text, sorted(known), "the values of " + head.split()[0])
flags = {(a, b) for a, b in re.findall(r"^  -(\w), --(\w+)", run(ENGINE, "--help").stdout, re.M)}
same(re.findall(r"^\.It Fl (\w) , Fl Fl (\w+)", page, re.M), flags, "the options of its command line")
short = read("protocol", "tgi.7")
holds(mdoc(page + short), games, "its manual names the games")


def first_words(section):
    """The commands or answers that the entries of a section of tgi(7) are about."""
    return [name for head, _ in items(section, "Cm", short) for name in re.findall(r"(?:^|, )([a-z]+)", head)]


same(first_words("COMMANDS"), protocol, "tgi(7) has the commands of the protocol")
answers = set(re.findall(r'^ANSWER\(\w+, "([a-z]+)', read("protocol", "commands.h"), re.M))
ok(set(first_words("ANSWERS")) <= answers, "and some of its answers", set(first_words("ANSWERS")) - answers)
for name in ("engine/triancey-engine.6", "protocol/tgi.7", "library/libtriancey.3"):
    pages = {"%s(%s)" % pair for pair in re.findall(r"Xr (\S+) (\d)", read(*name.split("/"))) if "triancey" in pair[0] or pair[0] == "tgi"}
    ok(pages <= set(manual.pages) | ELSEWHERE, "%s names no page that is not there" % name, pages)

# ---- PROTOCOL.md ----------------------------------------------------------------------------------

text = read("protocol", "PROTOCOL.md")
prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
same(re.findall(r"\*\*`([a-z]+)", prose), protocol, "PROTOCOL.md has a paragraph for each command")


def column(head):
    """The first column of the table with this head."""
    table = prose[prose.index(head):].split("\n\n")[0]
    return re.findall(r"`([a-z]\w*)[^`]*`", "\n".join(row.split("|")[1] for row in table.split("\n")[2:]))


named = column("| field | meaning |")
same(set(named) | {"p%d%s" % (seat, kind) for seat in (2, 3) for kind in ("time", "inc")}, go_fields, "fields of go")
same(column("| feature | what works |"), features, "features")
line = re.search(r"^    (info .*)", prose, re.M).group(1)
known = set(re.findall(r"[\[ ]([a-z]+) ", line)) - {"bound"}
ok({"depth", "multipv", "nodes", "pv"} <= info <= known | {"info", "bound", "exact", "lower", "upper"},
   "fields of info", info, known)
holds(text, ["game " + name for name in games], "games")
named = set(re.findall(r"\boption `(\w+)`", prose)) | set(re.findall(r"`(MultiPV|Ponder)`", prose))
ok(named and named <= set(engine_options), "no option is named that the engine has not", named)

# ---- SECURITY.md ----------------------------------------------------------------------------------

tests = set(re.findall(r"`(tests/[^`]*)`", read("SECURITY.md")))
ok(len(tests) > 20 and all(os.path.exists(os.path.join(SOURCE, name)) for name in tests), "the tests that SECURITY.md names are there",
   *(name for name in tests if not os.path.exists(os.path.join(SOURCE, name))))
held = re.search(r"^\| promise .*?\n\n", read("HACKING.md"), re.M | re.S)[0]
there = {name for _, _, names in os.walk(os.path.join(SOURCE, "tests")) for name in names}
unknown = {name for name in re.findall(r"`(\w+\.(?:t|c|py))`", held) if name not in there}
nightly = [word for row in held.strip().splitlines() for word in re.findall(r"`([a-z]+)`", row.split("|")[4])]
unknown |= set(nightly) - set(re.findall(r"^part_(\w+)\(\)", read("tests/nightly"), re.M))
ok(not unknown, "HACKING.md says of tests and parts of the night that there are which promises they hold", *unknown)
unheld = [name for name in tests if "/tools/" not in name and "`" + os.path.basename(name) not in held]
ok(not unheld, "and of each test that SECURITY.md names in which size it runs", *unheld)
done()
