#!/usr/bin/env python3
"""Files from elsewhere in which one value is wrong: games as JSON and as CSV, saved games, positions, records. Each value
is replaced by each wrong value of a list. Either a message refuses the file, names it and the place, and nothing changes;
or the file is taken, and the result is good."""
import concurrent.futures
import copy
import csv
import io
import json
import os
import re
import shutil
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from prepared import run_prepared  # noqa: E402
from referee import REFEREE, SANITIZED, folder, path  # noqa: E402
from tgi import done, enough, ok  # noqa: E402

SWISS = """[league]
name = swiss
format = swiss
boards = words:1
word_cells = 12
rounds = 2
openings = random:1
seed = 7
record = swiss.db
""" + "".join("[engine %s]\ncmd = builtin:random\n" % name for name in "abcd")
STRIDE = 11  # with no divisor in common with the numbers of values and of attempts at a place, so that all values come up
MARKS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]")
ENVIRONMENT = dict(os.environ, LC_ALL="C.UTF-8", XDG_STATE_HOME=path("state"), HOME=folder)


def run(*words):
    """Exit status, output, messages. None: it hung."""
    got = run_prepared(REFEREE, words, where=folder, environment=ENVIRONMENT)
    return got.status, got.out.decode(errors="replace"), got.err.decode(errors="replace")


def works(*words):
    status, out, said = run(*words)
    assert status == 0, (words, status, said)
    return out


def is_bad(status, said, *named):
    """What is wrong with a refusal, by the program's status and message; None: nothing."""
    if status not in (1, 2):
        return "exit status %s: %s" % (status, said[-300:])
    if MARKS.search(said) or "Sanitizer" in said:
        return "it is no line of text: %r" % said
    missing = [name for name in named if name not in said]
    return missing and "it does not name %s: %s" % (missing, said[-300:])


def write(name, text):
    with open(path(name), "w", encoding="utf-8", newline="") as file:
        file.write(text)
    return name


def try_all(what, cases, attempt):
    """Tries the alterations of one kind of file: all of them in `make nightly`, else some; with
    sanitizers, where programs start slowly, every tenth.
    `attempt(number, *case)` tells whether the case was taken, and what is wrong."""
    cases = cases[::10 if SANITIZED else enough(STRIDE, 1)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda item: attempt(item[0], *item[1]), enumerate(cases)))
    wrong = ["%s: %s" % (case[:2], flaw) for case, (_, flaw) in zip(cases, results) if flaw]
    refused = sum(not taken for taken, _ in results)
    ok(not wrong, "%s: %d are refused, %d taken" % (what, refused, len(cases) - refused), *wrong[:40])
    ok(refused * 2 > len(cases), "%s: most are wrong" % what)


def some(values, place, count=2):
    """Some of the values. Neighbouring places get different ones."""
    return [values[(place * count + i) % len(values)] for i in range(count)]


# ---- games ------------------------------------------------------------------------------------

for name, words in {"two.db": ("--grid", "torus 3x2,torus 3x3", "--openings", "random:2"),
                    "deals.db": ("--game", "trioker-rapid deals 1")}.items():
    works("match", "--engine", "builtin:random", "--engine", "builtin:search", "nodes=20", *words, "--seed", "3", "--record", name, "--quiet")
WRONG = (None, "", 2 ** 31, True, [], "a\x1b[2Jb", -1, {}, "x", 0, 2 ** 63, ["x"], "9" * 400, 1.5, "-0")
CELLS = ("", "-1", "a\x1b[2Jb", "x", "2147483648", "1 2 3", "0", "9223372036854775808", "1.5", "9" * 400)


def paths(value, before=()):
    """The paths of all values of a document; of long lists, only of the first and the last."""
    yield before
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    last = len(value) - 1 if isinstance(value, list) else None
    for key, item in items:
        if last is None or key in (0, last):
            yield from paths(item, before + (key,))


def altered(document, where, value, remove=False):
    """A copy of a document with this value at a path, or without the member."""
    document = copy.deepcopy(document)
    parent = document
    for key in where[:-1]:
        parent = parent[key]
    if remove:
        del parent[where[-1]]
    else:
        parent[where[-1]] = value
    return document


def as_csv(rows):
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


def try_import(number, where, value, name, spell, *change):
    name, taken = "%d-%s" % (number, name), "%d.db" % number
    status, _, said = run("import", write(name, spell(altered(*change))), "--into", taken)
    if status != 0:
        return False, is_bad(status, said, name) or (os.path.exists(path(taken)) and "a record is left")
    status, out, said = run("verify", taken)
    os.unlink(path(taken))
    return True, status != 0 and "verify: " + out[-300:] + said


def is_read(where):
    """Whether import reads the value at a path."""
    return len(where) == 1 or where[0] in ("boards", "games") or where[-1] in ("game", "kind", "name")


for record in ("two", "deals"):
    document = json.loads(works("export", record + ".db", "--format", "json"))
    cases = []
    for place, where in enumerate(where for where in paths(document) if where and is_read(where)):
        cases += [(where, value, record + ".json", json.dumps, document, where, value) for value in some(WRONG, place)]
        cases.append((where, "nothing", record + ".json", json.dumps, document, where, None, True))
    try_all("JSON, %s" % record, cases, try_import)
    rows = list(csv.reader(io.StringIO(works("export", record + ".db", "--format", "csv"))))
    cases = []
    for row in (0, len(rows) - 1):
        for column in range(len(rows[row])):
            for value in some(CELLS, column):
                cases.append(((row, rows[0][column]), value, record + ".csv", as_csv, rows, (row, column), value))
    try_all("CSV, %s" % record, cases, try_import)

# ---- records ----------------------------------------------------------------------------------
# Whatever a reader of the record refuses, `verify` finds, too.

VALUES = (None, -1, "", 2 ** 31, "x", 0, 2 ** 63 - 1, "a\x1b[2Jb", 7, b"\x00\xff", -2 ** 63, 3.5)
READERS = (["standings", "R"], ["replay", "R", "1"], ["export", "R"], ["export", "R", "--format", "json"], ["report", "R", "--html", "R.html"],
           ["ratings", "R", "--pairs"], ["merge", "R", "--into", "R.merged"])
POSITIONS = ["export", "R", "--positions", "json"]
works("league", write("swiss.ini", SWISS), "--quiet")


def columns(record):
    link = sqlite3.connect(path(record))
    tables = [name for name, in link.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    found = [(table, row[1]) for table in tables for row in link.execute("PRAGMA table_info(%s)" % table)
             if link.execute("SELECT COUNT(*) FROM " + table).fetchone()[0]]
    link.close()
    return found


def change(record, statement, *values):
    """Changes a record by SQL. False: SQLite refuses the change."""
    link = sqlite3.connect(path(record))
    try:
        link.execute("PRAGMA ignore_check_constraints = ON")
        link.execute(statement, values)
        link.commit()
        return True
    except (sqlite3.IntegrityError, sqlite3.OperationalError):
        return False
    finally:
        link.close()


def try_record(number, place, value, source):
    table, column = place
    name, key = "%d-%s" % (number, source), "number" if table == "meeting" else "half" if table == "said" else "rowid"
    shutil.copy(path(source), path(name))
    if not change(name, "UPDATE %s SET %s = ? WHERE %s = (SELECT MIN(%s) FROM %s)" % (table, column, key, key, table), value):
        return False, None
    verified, found, said = run("verify", name)
    if verified not in (0, 1):
        return False, "verify: exit status %s: %s" % (verified, said[-300:])
    for words in (*READERS, *([POSITIONS] if source == "two.db" else [])):  # of the Triancey family alone
        status, out, said = run(*[word.replace("R", name) for word in words])
        if status not in (0, 1):
            return False, "%s: exit status %s: %s" % (words, status, said[-300:])
        if status and not said.strip():
            return False, "%s: no message" % words
        if status and not verified and "merge" not in words:
            return False, "%s refuses what verify takes: %s" % (words[0], said[-300:])
        if MARKS.search(out.replace("\r\n", "\n") + said):
            return False, "%s speaks to the terminal" % words[0]
    return verified == 0, None


for record, tables in {"two.db": None, "swiss.db": ("league", "meeting"), "deals.db": ("game", "half")}.items():
    places = [place for place in columns(record) if not tables or place[0] in tables]
    cases = [(place, value, record) for i, place in enumerate(places) for value in some(VALUES, i)]
    try_all("a record, %s" % record, cases, try_record)
done()
