"""The page as a folder for a site: index.html, and beside it what is fetched once and kept, each file with its digest in
its name; a service worker, a manifest and icons. Beside each file that gains by it stands what is sent of it, compressed
(.gz, .br).

The marker <!-- head --> in index.html is stored uncompressed in index.html.gz, on its own, so that the server can put
other lines there without a compressor (club/http/page_file.c).
"""
import gzip
import hashlib
import html
import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
import zlib

from first_board import first_board
from icons import png

POLICY = ("default-src 'none'; script-src 'self' '{script}' 'wasm-unsafe-eval'; style-src '{style}'; "
          "img-src 'self' data: blob:; worker-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'")
MARKER = b"<!-- head -->"
GROUND = "#f7f3ea"
ICONS = (("icon-192.png", 192, None, 1), ("icon-512.png", 512, None, 1), ("icon-maskable.png", 512, GROUND, 0.62),
         ("icon-apple.png", 180, GROUND, 0.75))


# What panel_play.js says first to those who have not been here.
WELCOME = re.compile(r'put\(this\.welcome, h\("p", _\("([^"]+)"\)')


def welcome(source, texts):
    """It in each language; first.js leaves the reader's."""
    with open(os.path.join(source, "page/panel_play.js"), encoding="utf-8") as file:
        said = WELCOME.search(file.read())
    return in_languages(said[1], {code: {said[1]: said[1], **catalogue} for code, catalogue in texts.items()}) if said else ""


def in_languages(text, texts):
    """It in English and in each language that has it."""
    known = {"en": {text: text}, **{code: catalogue for code, catalogue in sorted(texts.items()) if text in catalogue}}
    return "".join('<p lang="%s">%s</p>' % (code, html.escape(catalogue[text])) for code, catalogue in known.items())


def with_plain_text(page, texts):
    """A page with what it says without scripts in all languages: nothing there can choose one."""
    return re.sub("<noscript>(.+)</noscript>", lambda match: "<noscript>%s</noscript>" % in_languages(match[1], texts), page)


class Folder:
    """The files of a site; `assets` has the address of each, by what it is."""

    def __init__(self):
        self.files, self.assets = {}, {}

    def add(self, name, content):
        """A file with its digest in its name."""
        stem, end = name.rsplit(".", 1)
        named = "assets/%s-%s.%s" % (stem, hashlib.sha256(content).hexdigest()[:10], end)
        self.files[named] = content
        self.assets[name] = "/" + named

    def write(self, path):
        """Replaces the folder, compressed forms included."""
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(os.path.join(path, "assets"))
        for name, content in sorted(self.files.items()):
            forms = {"": content}
            if MARKER in content:
                forms[".gz"] = marked_gzip(content)
            elif not name.endswith(".png"):
                forms[".gz"] = gzip.compress(content, 9, mtime=0)
                forms[".br"] = subprocess.run(["brotli", "-q", "11", "-c", "-"], input=content, stdout=subprocess.PIPE, check=True).stdout
            for end, form in forms.items():
                with open(os.path.join(path, name + end), "wb") as file:
                    file.write(form)


def marked_gzip(content):
    """What gzip makes of a content, with the marker in a block of its own that is stored as it is."""
    before, after = content.split(MARKER)
    first, second = (zlib.compressobj(9, zlib.DEFLATED, -15) for _ in range(2))
    blocks = first.compress(before) + first.flush(zlib.Z_FULL_FLUSH)
    blocks += struct.pack("<BHH", 0, len(MARKER), len(MARKER) ^ 0xffff) + MARKER
    blocks += second.compress(after) + second.flush()
    return b"\x1f\x8b\x08\0\0\0\0\0\2\xff" + blocks + struct.pack("<II", zlib.crc32(content), len(content))


def add_scripts(folder, esbuild, source):
    """The page's scripts in parts, of which the first is what every visit needs; returns its address, those of the parts
    that it needs at once, and the style."""
    with tempfile.TemporaryDirectory() as out:
        meta = os.path.join(out, "meta.json")
        subprocess.run([esbuild, "page/main.js", "--bundle", "--minify", "--splitting", "--format=esm", "--target=es2021",
                        "--charset=utf8", "--log-level=warning", "--entry-names=[name]-[hash]", "--chunk-names=part-[hash]",
                        "--outdir=" + out, "--metafile=" + meta], cwd=os.path.abspath(source), check=True)
        with open(meta, encoding="utf-8") as file:
            outputs = {os.path.basename(path): what for path, what in json.load(file)["outputs"].items()}
        style = ""
        for name in sorted(outputs):
            with open(os.path.join(out, name), "rb") as file:
                content = file.read()
            if name.endswith(".css"):
                style += content.decode()
            else:
                folder.files["assets/" + name] = content
    main = next(name for name, what in outputs.items() if what.get("entryPoint") == "page/main.js" and name.endswith(".js"))
    needed = ["/assets/" + os.path.basename(one["path"]) for one in outputs[main]["imports"] if one["kind"] == "import-statement"]
    return "/assets/" + main, needed, style


def manifest(assets):
    icons = [{"src": assets[name], "sizes": "%dx%d" % (size, size), "type": "image/png", "purpose": "maskable" if ground else "any"}
             for name, size, ground, _ in ICONS if name != "icon-apple.png"]
    return {"id": "/", "name": "triancey", "short_name": "triancey", "description": "Games on triangles", "start_url": "/", "scope": "/",
            "display": "standalone", "background_color": GROUND, "theme_color": GROUND, "categories": ["games"],
            "icons": icons + [{"src": assets["icon.svg"], "sizes": "any", "type": "image/svg+xml"}]}


def make_site(parts, build):
    """Makes the folder `parts.site` of what the single file is made of, too: `parts` are the arguments of the build;
    `build` has its texts, rules, pictures, module, worker and functions."""
    folder, source = Folder(), parts.source
    with open(os.path.join(source, "page/icon.svg"), encoding="utf-8") as file:
        icon = file.read()
    folder.add("icon.svg", icon.encode())
    for name, size, ground, scale in ICONS:
        folder.add(name, png(icon, size, ground, scale))
    main, needed, style = add_scripts(folder, parts.esbuild, source)
    folder.add("engine.wasm", build["module"])
    folder.add("worker.js", build["worker"].encode())
    for kind in ("texts", "rules"):
        for language, said in build[kind].items():
            folder.add("%s-%s.json" % (kind, language), build["json"](said))
    folder.add("pictures.json", build["json"](build["pictures"]))
    folder.files["manifest.webmanifest"] = build["json"](manifest(folder.assets))
    files = {name.rsplit(".", 1)[0]: address for name, address in folder.assets.items() if not name.startswith("icon")}
    first = build["bundle"](parts.esbuild, source, "page/first.js")[0]
    with open(os.path.join(source, "page/site.html"), encoding="utf-8") as file:
        text = file.read()
    text = with_plain_text(re.sub(r"\{(icon[\w.-]+)\}", lambda match: folder.assets[match[1]], text), build["texts"])
    text = text.replace("{board}", first_board()).replace("{welcome}", welcome(source, build["texts"]))
    policy = POLICY.format(script=build["digest"](first), style=build["digest"](style))
    text = text.replace("<head>\n", '<head>\n<meta http-equiv="Content-Security-Policy" content="%s">\n' % policy, 1)
    links = "".join('<link rel="modulepreload" href="%s">\n' % name for name in needed)
    text = text.replace("</head>", "<style>%s</style>\n%s</head>" % (style, links), 1)
    scripts = '%s<script>%s</script>\n<script type="module" src="%s"></script>\n' % (
        build["block"]("files", "application/json", build["json"](files).decode()), first, main)
    folder.files["index.html"] = text.replace("</main>\n", "</main>\n" + scripts, 1).encode()
    kept = ["/"] + sorted("/" + name for name in folder.files if name.startswith("assets/"))
    version = hashlib.sha256(b"".join(name.encode() + folder.files[name] for name in sorted(folder.files))).hexdigest()[:16]
    worker = build["bundle"](parts.esbuild, source, "page/sw.js")[0]
    folder.files["sw.js"] = b"globalThis.build=%s;%s" % (build["json"]({"version": version, "files": kept}), worker.encode())
    folder.write(parts.site)
