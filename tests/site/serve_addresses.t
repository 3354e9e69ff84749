#!/usr/bin/env python3
"""What the server says of addresses: the head of each kind of page, pictures for previews, what machines look for; and that
nothing is said there of what is hidden."""
import json
import os
import re
import struct
import sys
import urllib.error
import urllib.request
import zlib
from html.parser import HTMLParser

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from serve import Site  # noqa: E402
from tgi import done, ok  # noqa: E402

site = Site("--name", 'Club <of> "Calais"', "--contact", "mailto:ops@club.example")


class Direct(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(Direct)


def get(path, **headers):
    try:
        answer = OPENER.open(urllib.request.Request(site.origin + path, headers={name.replace("_", "-"): value for name, value in headers.items()}))
    except urllib.error.HTTPError as error:
        answer = error
    return answer.status, answer.headers, answer.read()


class Head(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.title, self.in_title, self.meta, self.link = "", False, {}, {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.in_title = tag == "title"
        if tag == "meta":
            self.meta[found.get("name") or found.get("property")] = found.get("content")
        elif tag == "link":
            self.link[found.get("rel")] = found.get("href")

    def handle_endtag(self, _):
        self.in_title = False

    def handle_data(self, text):
        self.title += text if self.in_title else ""


def head(path):
    status, headers, body = get(path, Accept="text/html")
    return status, Head(body.decode()), headers


def pixels(png):
    """How wide and high a PNG is, and how often it has each colour."""
    chunks, at = {}, 8
    while at < len(png):
        size, = struct.unpack_from(">I", png, at)
        chunks.setdefault(png[at + 4:at + 8], png[at + 8:at + 8 + size])
        at += 12 + size
    width, height = struct.unpack_from(">II", chunks[b"IHDR"])
    rows, found = zlib.decompress(chunks[b"IDAT"]), {}
    palette = [chunks[b"PLTE"][i:i + 3].hex() for i in range(0, len(chunks[b"PLTE"]), 3)]
    for y in range(height):
        for value in rows[y * (width + 1) + 1:(y + 1) * (width + 1)]:
            found[palette[value]] = found.get(palette[value], 0) + 1
    return width, height, found


def post(path, body, key=None):
    headers = {"Content-Type": "application/json", **({"Authorization": "Bearer " + key} if key else {})}
    return json.load(urllib.request.urlopen(urllib.request.Request(site.origin + path, json.dumps(body).encode(), headers)))


# ---- heads -----------------------------------------------------------------------------------------

anna = post("/api/accounts", {"name": "Zoé d'Été", "key": True})
account, key = anna["account"]["id"], anna["key"]
week = json.loads(get("/api/site")[2])["week"].replace("-", "-W")
KINDS = ["/", "/week", "/week/" + week, "/weeks", "/board/%s/3" % week, "/ranking", "/ranking/all", "/ranking/" + week, "/player/Zo%C3%A9_d%27%C3%89t%C3%A9", "/tables", "/leagues", "/learn", "/learn/3",
         "/rules/tritt", "/rules/trioker-rapid", "/card", "/card/bonjour", "/lobby", "/ratings", "/ratings/tritt", "/contests", "/daily", "/exercises", "/learn/14"]
titles, pictures = {}, {}
for path in KINDS:
    status, page, headers = head(path)
    meta = page.meta
    ok(status == 200 and page.link["canonical"] == site.origin + path and meta["og:url"] == site.origin + path and meta["og:site_name"] == 'Club <of> "Calais"' and meta["og:title"] in page.title
       and 20 < len(meta["og:description"]) < 400 and meta["twitter:card"] == "summary_large_image" and page.link["alternate"] == "/feed.atom", "%s has a head" % path, status, page.title, meta, page.link)
    titles[meta["og:title"]] = path
    status, headers, png = get(meta["og:image"][len(site.origin):])
    width, height, found = pixels(png)
    ok(status == 200 and headers["Content-Type"] == "image/png" and (width, height) == (600, 315) == (int(meta["og:image:width"]), int(meta["og:image:height"])) and len(png) < 60000
       and found.get("22262e", 0) > 500, "and a picture, with its title", status, width, height, len(png))
    pictures[png] = path
ok(titles["Triancey and Selacata: Corridors"] == "/learn/3", "a lesson by its title", titles)
ok(len(titles) >= len(KINDS) - 1 and len(pictures) >= len(KINDS) - 1, "each its own", titles)
status, page, _ = head("/weeks/" + week.replace("W", ""))
ok(status == 200 and page.link["canonical"].endswith("/week/" + week), "the other way to write a week names the one that counts")
status, headers, _ = get("/player/%d" % account)
ok(status == 302 and headers["Location"] == "/player/Zo%C3%A9_d%27%C3%89t%C3%A9", "the number of an account leads to its name", status, headers["Location"])
status, page, _ = head("/player/zoe%CC%81-DETE%CC%81")
ok(status in (200, 404), "another way to write a name is no error", status)
for path in "/player/Nobody", "/player/99", "/board/%s/8" % week, "/week/1999-W01", "/rules/nothing", "/card/" + "x" * 40, "/record/99", "/learn/99":
    status, page, _ = head(path)
    ok(status == 404 and page.meta.get("robots") == "noindex" and "og:image" not in page.meta and page.title, "there is no %s, says a page" % path[:20], status)
status, headers, body = get("/nowhere", Accept="text/html")
ok(status == 404 and b"There is no page at this address" in body and get("/table/x/y")[0] == 404, "other addresses have none")
ok(get("/picture/nothing.png")[0] == get("/picture/week")[0] == get("/picture/week/1999-W01.png")[0] == 404, "nor a picture")

# ---- what comes from outside -------------------------------------------------------------------------

status, page, _ = head("/card/%22%3E%3Cscript%3E")
text = get("/table/%22%3E%3Cscript%3Ex")[2].decode()
ok(status == 404 and "><script>x" not in text, "an address is no HTML")
ok('Club &lt;of&gt; &quot;Calais&quot;' in text and 'Club <of>' not in text, "nor is the name of the club")

# ---- what is hidden ----------------------------------------------------------------------------------

RED_OR_YELLOW = "b8322c", "f5c842"
SEAT, OTHER = "a" * 64, "b" * 64
open_table = post("/api/tables", {"game": "selacata", "grid": "crepe", "seat": 1, "clock_ms": 600000, "opponent": {"engine": "reference"}}, key)["table"]
name = open_table["table"]
before = get("/picture/table/%s.png" % name)
post("/api/tables/%s/moves" % name, {"half": 1, "before": 0, "move": "17"}, key)
status, page, _ = head("/table/" + name)
after = get("/picture/table/%s.png" % name)
ok("Zo\u00e9 d'\u00c9t\u00e9" in page.meta["og:title"] and page.meta["robots"] == "noindex" and before[1]["ETag"] != after[1]["ETag"], "a table has its players, and the board at that moment", page.meta)
ok(any(pixels(after[2])[2].get(colour, 0) > 100 for colour in ("ffe48c", *RED_OR_YELLOW)), "with the move on it", sorted(pixels(after[2])[2].items(), key=lambda one: -one[1])[:8])
hidden = post("/api/tables", {"game": "trioker-rapid", "seat": 1, "clock_ms": 600000, "opponent": "link", "key": SEAT})["table"]
waiting = get("/table/" + hidden["table"])[2].decode()
word = hidden["invite"].split("/")[-1]
ok(word not in waiting and "a free seat" in waiting, "a table that waits says so, and not how to sit down")
post("/api/tables/%s/join" % hidden["table"], {"secret": word, "key": OTHER})
ok("5b6472" not in pixels(get("/picture/table/%s.png" % hidden["table"])[2])[2] or pixels(get("/picture/table/%s.png" % hidden["table"])[2])[2].get("e8b923", 0) > 5000,
   "where hands are hidden there is the sign in place of a board")
status, page, _ = head("/game/nosuch")
ok(status == 200 and page.meta["og:title"] == "Tournament game" and page.meta["robots"] == "noindex", "a tournament game has general words, whether there is one or not")

CUP = {"title": "Caf\u00e9 \"cup\"", "format": "swiss", "rounds": 2}
cups = [post("/api/contests", {**CUP, **more}, key)["contest"] for more in ({"public": True}, {}, {"class": True})]
for cup in cups:
    for who in "Ada", "Ben":
        post("/api/contests/%s/players" % cup, {"name": who}, key)
before = [get("/picture/contest/%s.png" % cup) for cup in cups]
ok(before[1][2] == before[2][2] != before[0][2], "the picture of a public tournament is its own")
pairing = post("/api/contests/%s/pair" % cups[0], {"round": 1}, key)["pairings"][0]
post("/api/contests/%s/pairings/%d/decide" % (cups[0], pairing["pairing"]), {"score1": 7, "score2": 3}, key)
for where in "", "/wall", "/print":
    seen = [head("/contest/" + cup + where)[1].meta for cup in cups]
    ok(seen[0]["og:title"] == CUP["title"] and re.fullmatch(r"Swiss, 2 players. The first: 1. (Ada|Ben) 1, 2. (Ada|Ben) 0", seen[0]["og:description"]) and seen[0]["robots"] == "noindex",
       "a public tournament has its name and who leads%s" % where, seen[0])
    ok(all(one["og:title"] == "Tournament" and "Ada" not in one["og:description"] for one in seen[1:]), "others, and classes, have general words", seen[1:])
ok(get("/picture/contest/%s.png" % cups[0])[2] != before[0][2] and get("/contest/nosuch")[0] == 200, "its picture follows; nobody learns which there are")

# ---- kept, and within limits ----------------------------------------------------------------------------

status, headers, png = get("/picture/card/bonjour.png")
again = get("/picture/card/bonjour.png", If_None_Match=headers["ETag"])
ok(again[0] == 304 and not again[2] and headers["Cache-Control"] == "public, max-age=300", "a picture is not sent twice", again[0], headers.items())
ok(get("/picture/card/bonjour.png")[2] == png, "and it is the same each time")
for i in range(140):  # more than are kept
    get("/picture/card/w%d.png" % i)
ok(get("/picture/card/bonjour.png")[2] == png, "also after many others")
status, headers, svg = get("/board-picture/bonjour.svg")
ok(status == 200 and headers["Content-Type"] == "image/svg+xml" and svg.count(b"<text class=\"on-empty\"") >= 48 and get("/board-picture/bonjour.png")[1]["Content-Type"] == "image/png", "a board alone is SVG, too")
ok(get("/board-picture/bonjour.gif")[0] == get("/board-picture/a.b.png")[0] == 404, "and nothing else")

# ---- what machines look for ------------------------------------------------------------------------------

ok(b"Disallow: /api/" in get("/robots.txt")[2] and ("Sitemap: %s/sitemap.xml" % site.origin).encode() in get("/robots.txt")[2], "robots.txt")
places = re.findall("<loc>([^<]*)</loc>", get("/sitemap.xml")[2].decode())
ok(len(places) > 20 and all(get(place[len(site.origin):])[0] == 200 for place in places), "sitemap.xml has addresses that there are", [place for place in places if get(place[len(site.origin):])[0] != 200])
status, headers, icon = get("/favicon.ico")
ok(status == 200 and icon[:4] == b"\0\0\1\0" and icon[22:26] == b"\x89PNG", "favicon.ico")
status, headers, text = get("/.well-known/security.txt")
ok(status == 200 and re.match(r"Contact: mailto:ops@club.example\nExpires: \d{4}-\d\d-\d\dT[\d:]{8}Z\n", text.decode()), "security.txt", text)
site.end()
site = Site()
ok(get("/.well-known/security.txt")[0] == 404, "is not there if nobody is to be told")
site.end()
done()
