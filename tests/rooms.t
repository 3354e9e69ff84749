#!/usr/bin/env python3
"""The direction of includes: each room sees only the rooms that the map in HACKING.md gives it, and
there is no cycle between rooms or modules but those that HACKING.md names.

    rooms.t [--seen]

A module is a header and the source of the same name. Includes alone would hide a cycle behind a header that declares what
several sources define, so the modules whose functions a source names count, too. With --seen it also prints how many sources above
the engine see each header, directly or not.
"""
import functools
import os
import re
import statistics
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import SOURCE, done, ok  # noqa: E402

ABOVE = ("half", "pairing", "record", "analysis", "draw", "results", "referee", "prompt", "club")  # the engine
DEFINED = re.compile(r"^(?!static|typedef)[a-z][^;{}=#]*?\b(\w+)\([^;{}]*\) \{$", re.M)
NOT_CODE = re.compile(r'/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.S)
LONELY_MAX = 18  # headers that at most one file includes besides their own source
MEDIAN_MAX = 9  # headers of theirs that half of their sources see at most
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


@functools.lru_cache(None)
def read(name):
    with open(os.path.join(SOURCE, name), encoding="utf-8") as file:
        return file.read()


def sources():
    """Every source and header outside of tests/, with what it includes; config.h belongs to no room."""
    found = {}
    for room, _ in rooms():
        for name in sorted(os.listdir(os.path.join(SOURCE, room))):
            if name.endswith((".c", ".h")):
                path = room + "/" + name
                found[path] = [name for name in INCLUDE.findall(read(path)) if name != "config.h"]
    return found


def rooms():
    """The rows of the map: a room and those that it may include."""
    rows = re.findall(r"^\| `([a-z/]+)/` \|[^|]*\|([^|]*)\|$", read("HACKING.md"), re.M)
    return [(room, set(re.findall(r"`([a-z/]+)/`", below))) for room, below in rows]


def allowed_cycles():
    """The modules whose parts may include each other, each line a list."""
    text = read("HACKING.md").split("<!-- cycles -->")[1].split("<!-- -->")[0]
    return [sorted(re.findall(r"`([a-z_/]+)`", line)) for line in text.splitlines() if line.startswith("- ")]


def cycles(graph):
    """Groups of nodes that reach each other (Tarjan's algorithm)."""
    index, low, stack, groups = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for below in sorted(graph.get(node, ())):
            if below not in index:
                visit(below)
            if below in stack:
                low[node] = min(low[node], low[below])
        if low[node] == index[node]:
            group = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(group) > 1:
                groups.append(sorted(group))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return groups


def edges(includes, part):
    graph = {}
    for path, names in includes.items():
        below = {part(name) for name in names} - {part(path)}
        graph.setdefault(part(path), set()).update(below)
    return graph


def seen(includes, path):
    """All headers that a file sees, directly or not."""
    found, left = set(), [path]
    while left:
        for name in includes[left.pop()]:
            if name not in found:
                found.add(name)
                left.append(name)
    return found


includes = sources()
for path, names in includes.items():
    for name in names:
        if name not in includes:
            ok(False, "%s includes %s, which is in no room of the map" % (path, name))
            done()

places = {os.path.dirname(os.path.join(folder, "x"))[len(SOURCE) + 1:]
          for top in ("base", "grids", "games", "protocol", "engine", "library", "page") + ABOVE
          for folder, _, names in os.walk(os.path.join(SOURCE, top)) if any(n.endswith(".c") for n in names)}
ok(places == {room for room, _ in rooms()}, "the map has every room that holds sources", places)

between = edges(includes, os.path.dirname)
for room, below in rooms():
    ok(between.get(room, set()) <= below, "%s/ includes only rooms below it" % room,
       *sorted("%s includes %s" % (path, name) for path, names in includes.items() for name in names
               if os.path.dirname(path) == room and os.path.dirname(name) not in below | {room}))
    ok(below <= between.get(room, set()), "%s/ includes every room that the map gives it" % room,
       *sorted(below - between.get(room, set())))
ok(not cycles(between), "no cycle between rooms", *cycles(between))

code = {path: NOT_CODE.sub("", read(path)) for path in includes}
called = {path: set(re.findall(r"\w+(?=\()", text)) for path, text in code.items()}
homes = {}  # the sources that define a function
for path in includes:
    for function in DEFINED.findall(code[path]) if path.endswith(".c") else ():
        homes.setdefault(function, set()).add(path)


def used(path):
    """The modules whose functions a source names, if a header that it sees declares them."""
    declared = set().union(*(called[name] for name in seen(includes, path)))
    names = set(re.findall(r"\w+", code[path])) & declared & homes.keys()
    return {home[:-2] for name in names for home in homes[name] if path not in homes[name]}


found = cycles(edges(includes, lambda name: name[:-2]))
hidden = cycles({path[:-2]: used(path) for path in includes if path.endswith(".c")})
found = sorted(found + [group for group in hidden if group not in found])
ok(found == sorted(allowed_cycles()) and len(found) <= 4, "no cycle between modules but those named", *found)

visits = dict.fromkeys(includes, 0)
tests = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(SOURCE, "tests")) for name in names]
for path in [*includes, *(os.path.relpath(name, SOURCE) for name in tests if name.endswith((".c", ".h")))]:
    for name in set(INCLUDE.findall(read(path))) & includes.keys():
        visits[name] += name[:-2] != path[:-2]
lonely = [path for path, count in visits.items() if path.endswith(".h") and count < 2]
ok(len(lonely) <= LONELY_MAX, "at most %d headers have fewer than two visitors" % LONELY_MAX, len(lonely), *lonely)

views = {path: seen(includes, path) for path in includes if path.split("/")[0] in ABOVE and path.endswith(".c")}
median = statistics.median(sum(name.split("/")[0] in ABOVE for name in view) for view in views.values())
ok(median <= MEDIAN_MAX, "half of the sources above the engine see at most %d of their headers" % MEDIAN_MAX, median)
runners = sorted(path for path, view in views.items() if "referee/engines/process.h" in view)
ok(20 * len(runners) <= len(views), "at most one of these sources in twenty sees how engines run as processes", len(views), *runners)

patient = sorted(path for path in tests if path.count("/tools/") + path.count("/nightly") == 0 and path.endswith((".c", ".t")) and
                 re.search("(?i)waits for real time|in real time", read(os.path.relpath(path, SOURCE))[:1500]))
sleeps = re.compile(r"\btime\.sleep\(|\bu?sleep\(|nanosleep\(|poll\(NULL, 0,|setTimeout\(\(?\w*\)? *=?>? *\w+(?:\(\w*\))?, *(?:[1-9]|args)")
asleep = sorted(path for path in tests if path.endswith((".c", ".t")) and "/lib/" not in path and "/tools/" not in path and
                sleeps.search(read(os.path.relpath(path, SOURCE))))
ok(len(patient) <= 5 and set(asleep) <= set(patient), "at most five tests wait for real time, and say why", patient, asleep)
if sys.argv[1:] == ["--seen"]:
    for name in sorted(includes, key=lambda name: -sum(name in view for view in views.values())):
        print("# %3d %s" % (sum(name in view for view in views.values()), name))
done()
