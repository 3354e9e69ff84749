#!/usr/bin/env python3
"""The page of a week's ranking, and of past champions: the published results of 2010."""
import html.parser
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import BUILD, PATIENCE, done, ok  # noqa: E402

REFEREE = os.path.abspath(os.path.join(BUILD, "triancey-referee"))
PUBLISHED = os.path.abspath(os.path.join(os.environ.get("srcdir", "."), "tests", "pairing", "published-games.csv"))
FOLDER = tempfile.TemporaryDirectory(prefix="triancey-rank-page-")


def run(*words):
    answer = subprocess.run([REFEREE, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=FOLDER.name,
                            env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}, timeout=PATIENCE)
    return answer.stdout, answer.returncode


def page_text():
    with open(os.path.join(FOLDER.name, "page.html")) as file:
        return file.read()


class Tables(html.parser.HTMLParser):
    """The cells of all tables, row by row, and the text outside of them."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.text, self.inside = [], "", False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self.inside = True

    def handle_endtag(self, tag):
        self.inside = self.inside and tag not in ("td", "th")

    def handle_data(self, data):
        if self.inside:
            self.tables[-1][-1][-1] += data
        else:
            self.text += data


out, status = run("import", PUBLISHED, "--into", "week.db", "--reference", "computer")
ok(status == 0, "the published games are read", out)

# From the published table: the best five games of each player.
WEEK_44 = [("jlancey", 249, 49.8), ("joyeux", 212, 42.4), ("prof", 204, 40.8), ("simplet", 198, 39.6), ("blancheneige", 74, 14.8)]
out, status = run("rank", "week.db", "--week", "2010-44", "--html", "page.html")
page = Tables(page_text())
rows = [(row[1], int(row[4]), float(row[5])) for row in page.tables[0][1:]]
ok(status == 0 and rows[:5] == WEEK_44, "the week has its published totals and averages", rows)
ok("best 5 games of each player counted" in page.text and "Ordered by the number of games counted" in page.text, "and the rule is beside it", page.text)
ok([row[:2] + row[3:5] for row in page.tables[1][1:]] == [["2010-44", "jlancey", "+249", "+49.80"]], "jlancey is its champion", page.tables[1])
ok("<script" not in page_text() and re.search(r"Content-Security-Policy\" content=\"default-src 'none'", page_text()), "the page runs nothing")

out, status = run("rank", "week.db", "--week", "2010-45", "--at", "2010-11-10T20:00Z", "--html", "page.html")
page = Tables(page_text())
ok(status == 0 and "When the week is over, the best 5 games" in page.text, "a week that runs has the rule to come", page.text)
ok([row[:2] for row in page.tables[1][1:]] == [["2010-44", "jlancey"]], "and no champion; the one before has", page.tables)
out, status = run("rank", "week.db", "--html", "page.html")
page = Tables(page_text())
ok([row[0] for row in page.tables[1][1:]] == ["2010-45", "2010-44"], "champions are listed from the newest week back", page.tables)
for week in "2010-45", "2010-44":
    table, _ = run("rank", "week.db", "--week", week)
    champion = re.search(r"^champions? of the week: (.*)$", table, re.M).group(1)
    ok([row[1] for row in page.tables[1][1:] if row[0] == week] == [champion], "the champion of %s is that of its own table" % week)

with open(os.path.join(FOLDER.name, "odd.csv"), "w") as file:
    file.write("id,time,player,opponent,margin1,margin2,tournament\n" + "".join(
        "%d,%s,%s,computer,6,8,yes\n" % (number, time, "a<b>&") for number, time in ((1, "2010-12-31"), (2, "2011-01-02"), (3, "2011-01-03"), (4, "2012-01-01"))))
out, status = run("import", "odd.csv", "--into", "odd.db", "--reference", "computer")
ok(status == 0, "odd dates and names are read", out)
if status == 0:
    out, status = run("rank", "odd.db", "--html", "page.html")
    page = Tables(page_text())
    ok(status == 0 and [row[:2] for row in page.tables[1][1:]] == [["2011-52", "a<b>&"], ["2011-01", "a<b>&"], ["2010-52", "a<b>&"]],
       "weeks around a new year are those of ISO 8601, and names are text", page.tables)
out, status = run("rank", "week.db", "--html", "no/such/folder/page.html")
ok(status == 1 and "no/such/folder" in out, "a file that cannot be written is named", out)

done()
