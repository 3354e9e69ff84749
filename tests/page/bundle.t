#!/usr/bin/env python3
"""The page is one file that asks for nothing else, runs what the build put into it and nothing more, and is
the same whenever it is built."""
import ast
import base64
import glob
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import pseudo  # noqa: E402
from browser import page  # noqa: E402
from tgi import BUILD, NIGHTLY, SOURCE, done, ok  # noqa: E402

BYTES_MAX = 1100 * 1000

if not page():
    print("1..0 # SKIP the page is not built: make page")
    raise SystemExit(0)
with open(page()[len("file://"):], encoding="utf-8") as file:
    html = file.read()


def digest(text):
    return "'sha256-%s'" % base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def blocks(tag, text):
    """The attributes and the content of each element of a kind."""
    return re.findall(r"<%s([^>]*)>(.*?)</%s>" % (tag, tag), text, re.S)


ok(len(html.encode()) <= BYTES_MAX or pseudo.SPOKEN, "the page has at most %d bytes" % BYTES_MAX, len(html.encode()))

# ---- what may run -----------------------------------------------------------------------------------

policy = re.search(r'<head>\n<meta http-equiv="Content-Security-Policy" content="([^"]*)">', html)
rules = dict(rule.split(" ", 1) for rule in policy[1].split("; ")) if policy else {}
ok(rules.get("default-src") == "'none'" and "unsafe-inline" not in policy[1] and "'unsafe-eval'" not in policy[1]
   and "*" not in policy[1] and "http" not in policy[1], "the policy forbids what it does not name", policy and policy[1])
scripts = [content for attributes, content in blocks("script", html) if "type=" not in attributes]
styles = [content for _, content in blocks("style", html)]
ok(len(scripts) == 1 and digest(scripts[0]) in rules["script-src"].split(), "it knows the script by its hash", len(scripts))
ok(len(styles) == 1 and digest(styles[0]) == rules["style-src"], "and the style", len(styles))
markup = re.sub(r"<(script|style)([^>]*)>.*?</\1>", r"<\1\2>", html, flags=re.S)
ok(not re.search(r"<[^>]*\s(style|on\w+)=", markup), "no element has a style or a script of its own")
links = re.findall(r"""\b(?:src|href|action|data)=["']?([^"'\s>]+)""", markup)
ok(all(link.startswith("data:") for link in links), "nothing is fetched from elsewhere", *links)
ok("@import" not in styles[0] and not re.search(r"url\((?!['\"]?(data:|#))", styles[0]), "nor by the style")

# ---- what it holds ----------------------------------------------------------------------------------

held = {re.search(r'id="embedded-([\w-]+)"', attributes)[1]: content
        for attributes, content in blocks("script", html) if "embedded-" in attributes}
module = gzip.decompress(base64.b64decode(held["engine"]))
ok(module.startswith(b"\0asm\1\0\0\0"), "the engine is WebAssembly")
names = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(SOURCE, "grids")) for name in names
         if name.endswith(".ini")]
texts = [open(name, encoding="utf-8").read() for name in names]
ok(len(texts) > 10 and all(json.dumps(text, ensure_ascii=False).encode() in module for text in texts), "with its boards")
french = json.loads(gzip.decompress(base64.b64decode(held["texts-fr"])))
ok(french.get("there is no such cell") == "cette case n'existe pas", "the page knows what the engine says in French")
ok(not any("--resume" in text for text in french), "but not what other programs say")
MARKED = re.compile(r'\b(?:_|N_|ngettext)\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)')
said = set()
for name in (*glob.glob(os.path.join(SOURCE, "club", "**", "*.c"), recursive=True), *glob.glob(os.path.join(SOURCE, "record", "*.c")),
             os.path.join(SOURCE, "referee", "engines", "process.c")):
    with open(name, encoding="utf-8") as file:
        source = re.sub(r'"\s*PRI([diu])64(\s*")?', lambda match: "ll" + match[1] + ("" if match[2] else '"'), file.read().replace("\\\n", ""))
        said.update(ast.literal_eval("(%s)" % text) for text in MARKED.findall(source))
missing = sorted(said - set(french))
ok(len(said) > 600 and not missing, "it knows whatever a site and `gui` say", len(said), *missing)


def plain_texts(page):
    """What a page says without scripts, by language, but for the made-up one."""
    found = re.findall('<p lang="([^"]+)">([^<]+)</p>', re.search("<noscript>(.+)</noscript>", page)[1])
    return {language: text for language, text in found if language != pseudo.CODE}


plain = plain_texts(html)
ok(plain == {"en": plain["en"], **({"fr": french[plain["en"]]} if plain["en"] in french else {})}, "without scripts it says so in all languages", plain)

# ---- the folder for sites -----------------------------------------------------------------------------

SITE = os.path.join(os.path.dirname(page()[len("file://"):]), "site")
files = {}
for folder, _, names in os.walk(SITE):
    for name in names:
        with open(os.path.join(folder, name), "rb") as file:
            files[os.path.relpath(os.path.join(folder, name), SITE)] = file.read()
html = files["index.html"].decode()
ok(plain_texts(html) == plain, "a site says the same without scripts", plain_texts(html))
policy = re.search(r'<head>\n<meta http-equiv="Content-Security-Policy" content="([^"]*)">', html)
rules = dict(rule.split(" ", 1) for rule in policy[1].split("; ")) if policy else {}
inline = [content for attributes, content in blocks("script", html) if not attributes]
ok(rules.get("default-src") == "'none'" and "unsafe-inline" not in policy[1] and "'unsafe-eval'" not in policy[1] and "*" not in policy[1] and "http" not in policy[1],
   "the policy of a site forbids what it does not name", policy and policy[1])
ok(len(inline) == 1 and rules["script-src"].split() == ["'self'", digest(inline[0]), "'wasm-unsafe-eval'"]
   and rules["style-src"] == digest(blocks("style", html)[0][1]), "scripts are files of the site, or known by a hash, and so is the style", rules)
markup = re.sub(r"<(script|style)([^>]*)>.*?</\1>", r"<\1\2>", html, flags=re.S)
links = re.findall(r"""\b(?:src|href|action|data)=["']?([^"'\s>]+)""", markup) + json.loads(re.search(r'"files":(\[.*?\])', files["sw.js"].decode())[1])
ok(not re.search(r"<[^>]*\s(style|on\w+)=", markup) and all(link[1:] in files or link == "/" for link in links), "all that it names is there", *links)
packed = [name for name in files if name.endswith(".gz")]
ok(len(packed) > 10 and all(gzip.decompress(files[name]) == files[name[:-3]] for name in packed), "what is compressed is what it was")
ok(all(len(files[name + end]) < len(files[name]) for name in files if name.endswith((".js", ".wasm", ".json")) for end in (".gz", ".br")),
   "each script and the engine are there compressed, and smaller")

# ---- always the same --------------------------------------------------------------------------------

wasm = os.path.abspath(os.path.join(BUILD, "page", "engine", "triancey.wasm"))
needed = [name for name in ("brotli", "esbuild", "xgettext", "msgmerge", "msgfmt") if not shutil.which(name)]
if needed or not os.path.exists(wasm):
    ok(True, "the same input makes the same bytes # SKIP %s" % (needed or "no module is built"))
else:
    made = []
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            path, site = os.path.join(folder, "page.html"), os.path.join(folder, "site")
            subprocess.run([os.path.join(SOURCE, "page", "bundle"), "--source", SOURCE, "-o", path, *(("--site", site) if NIGHTLY else ()), wasm, "--data",
                            "grids/ancey.ini", "--po", "po/fr.po", "--messages", "page/texts.js", "games/triancey.c"],
                           check=True, stdout=subprocess.DEVNULL)
            made.append(b"")
            for name in sorted(glob.glob(os.path.join(folder, "**"), recursive=True)):
                if os.path.isfile(name):
                    with open(name, "rb") as file:
                        made[-1] += os.path.relpath(name, folder).encode() + file.read()
    ok(len(made[0]) > 100000 and made[0] == made[1], "the same input makes the same bytes")
done()
