#!/usr/bin/env python3
"""page/join.awk, which makes the script of reports: what it cannot join it refuses, and what it joins
has names of its own in each module and says what the modules say."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import SOURCE, done, ok  # noqa: E402

JOIN = os.path.abspath(os.path.join(SOURCE, "page", "join.awk"))
AWKS = [words for words in (["mawk"], ["gawk"], ["busybox", "awk"], ["original-awk"], ["awk"]) if shutil.which(words[0])]
folder = tempfile.TemporaryDirectory()


def join(awk, **modules):
    for name, text in modules.items():
        with open(os.path.join(folder.name, name + ".js"), "w") as file:
            file.write(text)
    return subprocess.run(awk + ["-f", JOIN] + [name + ".js" for name in modules], cwd=folder.name, capture_output=True, text=True)


ONE = """// one.js - // a comment
/**
 * @param {number} x */
export function double(x) {
  return put(x); // put() is another one elsewhere
}
const put = (x) => 2 * x;
export const name = "//one", other = 1;
export class Box { /* empty */ }
  /** @type {number} */ (Box);
export async function wait() {}
"""
TWO = """import { double as twice, name } from "./one.js";
/* a comment
   of two lines */ const put = "/* no comment";
globalThis.found = [twice(4), name, put, `http://x`];
"""
for awk in AWKS:
    made = join(awk, one=ONE, two=TWO)
    ok(made.returncode == 0 and not made.stderr, "%s: modules are joined" % " ".join(awk), made.stderr)
    ok("return {double, name, Box, wait};" in made.stdout and "const { double: twice, name } = module_one;" in made.stdout and
       not re.search("a comment|@type|^ ", made.stdout, re.M), "%s: what is exported and imported, without comments" % " ".join(awk), made.stdout)
    if shutil.which("node"):
        ran = subprocess.run(["node", "-e", made.stdout + "; console.log(JSON.stringify(found))"], capture_output=True, text=True)
        ok(ran.stdout == '[8,"//one","/* no comment","http://x"]\n', "%s: they do what they did" % " ".join(awk), ran.stdout, ran.stderr)
    for text, why in [('import x from "./one.js";', "import"), ('import "./one.css";', "import"), ('import * as x from "./one.js";', "import"),
                      ('import {\n  double } from "./one.js";', "import"), ("export default 1;", "export"), ("export { x };", "export"),
                      ("export let x = 1;", "export"), ('import { x } from "./three.js";', "./three.js must stand before")]:
        made = join(awk, one=ONE, two="// two\n" + text + "\n")
        ok(made.returncode == 1 and made.stderr.startswith("two.js:2: ") and why in made.stderr and made.stderr.count("\n") == 1,
           "%s: refused: %s" % (" ".join(awk), text.split("\n")[0]), made.returncode, made.stderr)
done()
