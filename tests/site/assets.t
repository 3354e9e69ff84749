#!/usr/bin/env python3
"""The files of a site's page: the form in which a browser gets each, what it may keep, and what it is not sent
again. The page may also be one file."""
import gzip
import os
import re
import struct
import sys
import zlib

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from gui import PAGE  # noqa: E402
from referee import path  # noqa: E402
from serve import Site  # noqa: E402
from tgi import done, ok  # noqa: E402

MARKER = b"<!-- head -->"
INDEX = PAGE.replace("</head>", '<meta name="triancey-server" content="site 1">' + MARKER.decode() + "</head>").encode()
FILES = {"index.html": INDEX, "sw.js": b"the worker", "manifest.webmanifest": b"{ }", "assets/main-ABC.js": b"script " * 100,
         "assets/engine-1.wasm": b"\0asm", "assets/icon-1.png": b"\x89PNG", "assets/texts-1.json": b"{}", "assets/notes.txt": b"no"}


def marked(content):
    """Content compressed as page/site_folder.py does it: the marker stands in a block of its own, stored as it is."""
    before, after = content.split(MARKER)
    first, second = (zlib.compressobj(9, zlib.DEFLATED, -15) for _ in range(2))
    return (b"\x1f\x8b\x08\0\0\0\0\0\2\xff" + first.compress(before) + first.flush(zlib.Z_FULL_FLUSH)
            + struct.pack("<BHH", 0, len(MARKER), len(MARKER) ^ 0xffff) + MARKER + second.compress(after) + second.flush()
            + struct.pack("<II", zlib.crc32(content), len(content)))


def write(folder):
    os.makedirs(os.path.join(folder, "assets"))
    for name, content in FILES.items():
        forms = {"": content, ".gz": marked(content) if MARKER in content else gzip.compress(content), ".br": b"brotli of " + content}
        for end, form in forms.items():
            if not (end and name.endswith(".png")):
                with open(os.path.join(folder, name + end), "wb") as file:
                    file.write(form)


write(path("page-of-site"))
site = Site("--page", path("page-of-site"), page=False)


def get(where, accept=None, **headers):
    if accept is not None:
        headers["Accept-Encoding"] = accept
    return site.ask("GET", where, **headers)


# ---- forms ------------------------------------------------------------------------------------------

JS = "assets/main-ABC.js"
for accept, form in ((None, None), ("", None), ("identity", None), ("gzip", "gzip"), ("br", "br"), ("gzip, br", "br"), ("gzip, deflate, br, zstd", "br"),
                     ("GZIP", "gzip"), ("br;q=0.2, gzip;q=0.8", "gzip"), ("br;q=0, gzip", "gzip"), ("br;q=0", None), ("*", "br"),
                     ("*;q=0, gzip", "gzip"), ("identity;q=1, gzip;q=0.5", None), ("br ; q=1.000,gzip;q=0.999", "br"), ("gzip;q=1.5", "gzip"),
                     ("gzip;q=x", None), ("gzip;quality=1", None), ("gzip;q=", None), (",,gzip,", "gzip"), ("x-gzip", None), ("gzipped", None),
                     ("identity;q=0", None)):
    status, headers, body = get(JS, accept)
    wanted = FILES[JS] if not form else b"brotli of " + FILES[JS] if form == "br" else gzip.compress(FILES[JS])
    ok(status == 200 and headers["Content-Encoding"] == form and (body[9:] == wanted[9:] if form == "gzip" else body == wanted),
       "Accept-Encoding: %s gets %s" % (accept, form or "the plain form"), status, headers["Content-Encoding"], body[:20])
    if accept in (None, "br"):
        ok(headers["Vary"] == "Accept-Encoding", "a cache is told on what that depends", headers["Vary"])

# ---- what is kept -----------------------------------------------------------------------------------

tags = {}
for where, kind, stays in (("", "text/html; charset=utf-8", False), ("sw.js", "text/javascript; charset=utf-8", False),
                           ("manifest.webmanifest", "application/manifest+json", False), (JS, "text/javascript; charset=utf-8", True),
                           ("assets/engine-1.wasm", "application/wasm", True), ("assets/texts-1.json", "application/json", True),
                           ("assets/icon-1.png", "image/png", True)):
    status, headers, _ = get(where)
    tags[where] = headers["ETag"]
    ok(status == 200 and headers["Content-Type"] == kind and headers["X-Content-Type-Options"] == "nosniff",
       "/%s is %s" % (where, kind), status, headers["Content-Type"])
    ok(headers["Cache-Control"] == ("public, max-age=31536000, immutable" if stays else "no-cache"),
       "it %s" % ("may be kept for good" if stays else "is asked for again"), headers["Cache-Control"])
    status, headers, body = get(where, If_None_Match=tags[where])
    ok(status == 304 and body == b"" and headers["ETag"] == tags[where] and not headers["Content-Encoding"], "it is not sent twice", status)
ok(len(set(tags.values())) == len(tags), "each has a version of its own", *tags.values())
status, headers, _ = get(JS, "br", If_None_Match=tags[JS])
ok(status == 200 and headers["ETag"] != tags[JS], "another form is another version", status, headers["ETag"])
ok(get(JS, "br", If_None_Match="W/%s, \"x\"" % headers["ETag"])[0] == 304, "which is known by a weak tag in a list, too")
status, headers, body = site.ask("HEAD", JS, Accept_Encoding="gzip")
ok(status == 200 and body == b"" and headers["Content-Encoding"] == "gzip", "HEAD says the same", status)

# ---- what may run, and what is not there ------------------------------------------------------------

ok("frame-ancestors 'none'" in get("")[1]["Content-Security-Policy"], "the page has its policy in a header")
policy = get("sw.js")[1]["Content-Security-Policy"]
ok("default-src 'none'" in policy and "connect-src 'self'" in policy and "unsafe-inline" not in policy, "workers have one of their own", policy)
for where in ("assets/", "assets/none.js", "assets/notes.txt", "assets/..%2findex.html", "assets/../index.html", "assets/main-ABC.js.gz",
              "assets/%2e%2e/sw.js", "index.html", "assets", "assets/a/b"):
    ok(site.status("GET", where) == 404, "there is no /%s" % where)
ok(site.status("POST", JS, b"x") == 405, "nobody writes a file")
ok(site.status("GET", JS, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors") == 403, "pages of other sites get none")
status, headers, body = get("", "gzip")
plain = get("")[2]
ok(gzip.decompress(body) == plain and MARKER not in plain and b"<title>" in plain
   and plain.startswith(INDEX.split(MARKER)[0]) and plain.endswith(INDEX.split(MARKER)[1]),
   "the compressed page is the page, with lines for its head", plain)
site.end()

# ---- one file ---------------------------------------------------------------------------------------

site = Site()
status, headers, body = get("", "gzip, br")
ok(status == 200 and not headers["Content-Encoding"] and b"triancey-server" in body, "a single file is sent as it is", status)
ok(site.status("GET", JS) == 404 and b"unregister" in get("sw.js")[2], "and has no files beside it, but sends home a worker that had")
site.end()
done()
