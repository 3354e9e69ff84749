#!/usr/bin/env python3
"""A new language is a catalogue: one that is made up here, with three plurals and long words, is spoken by the programs as it is;
its commands are understood; the page counts by the same rule as gettext. So is one that has been begun."""
import gettext
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import pseudo  # noqa: E402
from prompt import FOLDER, play  # noqa: E402
from tgi import BUILD, SOURCE, done, enough, ok  # noqa: E402

# ---- plurals on the page ------------------------------------------------------------------------

RULES = ["0", "n != 1", "n > 1", pseudo.PLURAL, "(n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2)",
         "n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3", "(n==1) ? 0 : !(n%10) ? 1 : n*2-n/2>30 ? 3 : 2",
         "(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)"]
NUMBERS = [*range(enough(250, 3000)), 1000, 1001, 1002, 2011, 1000001]
if shutil.which("node"):
    shutil.copy(os.path.join(SOURCE, "page", "plural.js"), os.path.join(FOLDER, "plural.mjs"))
    script = ("import { plural_rule } from %s; const [rules, numbers] = JSON.parse(process.argv[1]);"
              "console.log(JSON.stringify(rules.map((rule) => numbers.map(plural_rule(rule)))));" % json.dumps(os.path.join(FOLDER, "plural.mjs")))
    said = subprocess.run(["node", "--input-type=module", "-e", script, json.dumps([RULES, NUMBERS])], stdout=subprocess.PIPE, check=True).stdout
    for rule, forms in zip(RULES, json.loads(said)):
        count = gettext.c2py(rule)
        ok(forms == [count(n) for n in NUMBERS], "the page counts as gettext: " + rule)
else:
    ok(True, "the page counts as gettext # SKIP no node")

# ---- the rules ----------------------------------------------------------------------------------

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(SOURCE, "page"))
from rules_text import read_rules  # noqa: E402
made = read_rules("## Ein Spiel\n<!-- games: tritt -->\n\n*Ein* Zug *(unsere Wahl)*.\n")[0]["html"]
ok(made == '<h3>Ein Spiel</h3><p><em>Ein</em> Zug <em class="ours">(unsere Wahl)</em>.</p>', "decisions are marked in any language", made)

# ---- the programs -------------------------------------------------------------------------------

if not shutil.which("xgettext") or not shutil.which("msgfmt"):
    ok(True, "a made-up language # SKIP no gettext")
    done()
subprocess.run(["make", "-s", "po/triancey.pot"], cwd=BUILD, check=True)
with open(os.path.join(BUILD, "po", "triancey.pot"), encoding="utf-8") as file:
    text = pseudo.catalogue(file.read())
place = os.path.join(FOLDER, "data", "po", pseudo.CODE, "LC_MESSAGES")
os.makedirs(place)
for name in ("games", "grids"):
    os.symlink(os.path.abspath(os.path.join(SOURCE, name)), os.path.join(FOLDER, "data", name))
with open(os.path.join(FOLDER, "qps.po"), "w", encoding="utf-8") as file:
    file.write(text)
said = pseudo.compile_to(text, os.path.join(place, "triancey.mo"))
ok(os.path.exists(os.path.join(place, "triancey.mo")), "every message can be translated so", said)
for name, count in (("base/spoken.c.in", 9), ("club/desktop/triancey.desktop", 3), ("club/desktop/triancey.metainfo.xml.in", 5), ("club/desktop/triancey.xml.in", 2)):
    with open(os.path.join(SOURCE, name), encoding="utf-8") as file:
        lines = file.read().splitlines()
    made = subprocess.run(["awk", "-f", os.path.join(SOURCE, "po", "beside.awk"), os.path.join(FOLDER, "qps.po"), os.path.join(SOURCE, name)], stdout=subprocess.PIPE,
                          encoding="utf-8", check=True).stdout.splitlines()
    added = [(i, line) for i, line in enumerate(made) if pseudo.CODE in line]
    text = re.compile(r'[=>"]([^=>"]{4,})(?:$|</|"\)?\})')
    ok([line for line in made if pseudo.CODE not in line] == lines and len(added) == count
       and all(text.search(made[i - 1])[1] == text.search(line)[1].translate(pseudo.BACK) for i, line in added), "%s has it beside each text" % name, *made)
SPOKEN = {"TRIANCEY_DATADIR": os.path.join(FOLDER, "data"), "LC_ALL": "qps.UTF-8", "LANGUAGE": ""}

out, status = play(["help"], "--grid", "crepe", "--vs", "human", **SPOKEN)
if pseudo.translate("the board") not in out:
    ok("the board" in out, "a made-up language # SKIP built without catalogues, or the system has no C.UTF-8", out)
    done()
ok(status == 0 and "Commands are" not in out, "the prompt speaks it", status, out)
names = re.findall(r"^  (\S+)", out, re.M)[1:]
ok(len(names) == 16 and not {"help", "rules", "legal"} & set(names), "help shows its commands", names)
out, status = play(["help " + name for name in names] + names[:6] + [names[-1]], "--grid", "crepe", "--vs", "human", **SPOKEN)
ok(status == 0 and pseudo.translate("There is no command '%s'. The commands are:\\n").split("'")[0] not in out and
   pseudo.translate("is not a command") not in out, "all of them are understood", status, out)
out, status = play([("help " + name).upper() for name in names] + [name.upper() for name in names[:6]] + [names[-1].upper()], "--grid", "crepe", "--vs", "human", **SPOKEN)
ok(status == 0 and pseudo.translate("There is no command '%s'. The commands are:\\n").split("'")[0] not in out and
   pseudo.translate("is not a command") not in out, "in capitals, too", status, out)
out, status = play(["13", "help", "why 7", "undo", "quitter"], "--grid", "crepe", "--vs", "human", **SPOKEN)
ok(status == 0 and pseudo.translate("is not a command") not in out, "and English and French, too", status, out)
out, status = play(["help", "back", "check", names[-1]], "--game", "trioker-puzzle", "--grid", "duck", **SPOKEN)
ok("Traceback" not in out and "%" not in out, "a puzzle speaks it", status, out)
# One that has been begun has a head and a message.
place_of_new = os.path.join(FOLDER, "data", "po", "pt_BR", "LC_MESSAGES")
os.makedirs(place_of_new)
said = pseudo.compile_to('msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: pt_BR\\n"\n\nmsgid "the board"\nmsgstr "o tabuleiro"\n',
                         os.path.join(place_of_new, "triancey.mo"))
os.makedirs(os.path.join(FOLDER, "config", "triancey"))
for code, known in ("pt_BR", True), ("pt-BR", True), ("pt_BR.UTF-8", True), ("qps", True), ("pt", False), ("pt_PT", False), ("q", False):
    with open(os.path.join(FOLDER, "config", "triancey", "defaults.ini"), "w", encoding="utf-8") as file:
        file.write("[defaults]\nlanguage = %s\n" % code)
    out, status = play(["help show"], "--grid", "crepe", "--vs", "human", **{**SPOKEN, "LC_ALL": "", "LANG": "C.UTF-8", "XDG_CONFIG_HOME": os.path.join(FOLDER, "config")})
    ok((status == 0 and ("o tabuleiro" if "pt" in code else pseudo.translate("the board")) in out) if known else
       (status == 2 and "there are no messages in the language '%s'" % code in out), "%s in the defaults is %s" % (code, "spoken" if known else "refused"), out)
for count, form in ((1, 0), (2, 1), (5, 2)):
    translation = gettext.GNUTranslations(open(os.path.join(place, "triancey.mo"), "rb"))
    said = translation.ngettext("at least %d engines are needed, but there is %d", "at least %d engines are needed, but there are %d", count)
    ok(pseudo.FORMS[form] in said, "the catalogue has a form for %d" % count, said)
done()
