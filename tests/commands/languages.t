#!/usr/bin/env python3
"""A new language is a catalogue: one that is made up here, with three plurals and long words, is spoken by the programs as it is;
its commands are understood; the page counts by the same rule as gettext."""
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
said = pseudo.compile_to(text, os.path.join(place, "triancey.mo"))
ok(os.path.exists(os.path.join(place, "triancey.mo")), "every message can be translated so", said)
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
for count, form in ((1, 0), (2, 1), (5, 2)):
    translation = gettext.GNUTranslations(open(os.path.join(place, "triancey.mo"), "rb"))
    said = translation.ngettext("at least %d engines are needed, but there is %d", "at least %d engines are needed, but there are %d", count)
    ok(pseudo.FORMS[form] in said, "the catalogue has a form for %d" % count, said)
done()
