#!/usr/bin/env python3
"""schemas/ against the sources: every route of a site and of `gui` is described with its body, every command that prints JSON is,
and each description refuses an answer in which any one member has another name. What answers look like is compared wherever tests
see one (lib/contract.py)."""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import contract  # noqa: E402
from contract import GUI, PROGRAMS, SITE  # noqa: E402
from prepared import run_prepared  # noqa: E402
from referee import CLUB, REFEREE  # noqa: E402
from tgi import ENGINE, SOURCE, done, ok  # noqa: E402

BODIES = {"s": "string", "i": "integer", "b": "boolean"}


def same(described, known, name):
    ok(known and described == known, name, "not described: %s" % sorted(known - described), "described, but not there: %s" % sorted(described - known))


# ---- routes -----------------------------------------------------------------------------------------

def rows(text):
    """(method, path with ? for each parameter, the rest of the row) of each route in a source."""
    for table in re.findall(r"_route routes\[\] = \{(.*?)\n\};", text, re.S):
        for method, path, rest in re.findall(r'\{"(GET|POST)", "([^"]*)",(.*?)(?=\n    \{"(?:GET|POST)"|\n    \{0\})', table, re.S):
            yield method, "/" + path, rest


def described(home):
    return {(method.upper(), re.sub(r"\{\w+\}", "?", path)): operation for path, item in contract.read(home)["paths"].items()
            for method, operation in item.items() if method != "parameters"}


def resolved(schema, home):
    while "$ref" in schema:
        schema, home = contract.find(schema["$ref"], home)
    return schema


def body_of(operation):
    """The members of the body that is described: (name, type, whether it may be left out)."""
    schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    of = {name: resolved(part, SITE) for name, part in schema.get("properties", {}).items()}
    kinds = {name: "a" if "oneOf" in part else part.get("type") or "string" for name, part in of.items()}
    return {(name, "o" if kind == "object" else kind, name not in schema.get("required", [])) for name, kind in kinds.items()}


for home, folder in ((SITE, "site"), (GUI, "gui")):
    there = {}
    for source in glob.glob(os.path.join(SOURCE, "club", "**", "*.c"), recursive=True):
        with open(source, encoding="utf-8") as file:
            text = file.read()
        if ("struct site_route routes[]" if home == SITE else "struct http_route routes[]") in text:
            there.update({(method, path): rest for method, path, rest in rows(text)})
    known = described(home)
    if home == GUI:
        there = {key: rest for key, rest in there.items() if key[1] != "/*"}
    same(set(known), set(there), "every route of %s is described" % folder)
    for key in sorted(set(known) & set(there)) if home == SITE else ():
        members = {(name, BODIES.get(kind, kind), optional == "true")
                   for name, kind, optional in re.findall(r'\{"(\w+)", \'(\w)\', (true|false)\}', there[key])}
        needed = [name for need in known[key].get("security", []) for name in need]
        wanted = ["cookie", "key"] if "SITE_ACCOUNT" in there[key] else ["operator"] if "SITE_OPERATOR" in there[key] else []
        if body_of(known[key]) != members or needed != wanted:
            ok(False, "%s %s takes what is described" % key, body_of(known[key]) ^ members, needed, wanted)


# ---- commands ---------------------------------------------------------------------------------------

def words(program, *context):
    return run_prepared(program, ["help", "--words", *context]).out.decode().split()


printed = [line.split(" ", 1) for line in contract.read(PROGRAMS)["x-outputs"]]
of_club = words(CLUB, "@commands")
for program in (REFEREE, CLUB):
    known = set()
    for command in of_club if program == CLUB else set(words(REFEREE, "@commands")) - set(of_club):
        for leaf in [(command, part) for part in words(program, command)] if command == "site" else [(command,)]:
            offered = words(program, *leaf)
            if "--json" in offered or any("json" in words(program, *leaf, option) for option in ("--format", "--positions") if option in offered):
                known.add(" ".join(leaf))
    name = os.path.basename(program)
    same({re.sub(" --.*", "", line) for program, line in printed if program == name} - {"site show"}, known, "every command of %s that prints JSON is described" % name)
said = run_prepared(ENGINE, ["puzzle", "--help"]).out.decode()
ok("--json" in said and {"puzzle --json", "puzzle --list --json", "analyse"} == {line for program, line in printed if program == "triancey-engine"},
   "so are those of the engine", said)

# Each member is explained by a manual page of its program or by a description of its own.
MANUALS = {"triancey-referee": glob.glob(os.path.join(SOURCE, "referee", "manual", "*.[56]")) + [os.path.join(SOURCE, "SITE.md")],
           "triancey-engine": [os.path.join(SOURCE, "engine", "triancey-engine.6")],
           "triancey-club": [os.path.join(SOURCE, "club", "manual", "triancey-club.8"), os.path.join(SOURCE, "SITE.md")]}


def unexplained(schema, explained, seen):
    """The members of what a schema of PROGRAMS describes, deep down, that nothing explains."""
    if isinstance(schema, list):
        return {name for part in schema for name in unexplained(part, explained, seen)}
    if not isinstance(schema, dict) or id(schema) in seen:
        return set()
    seen.add(id(schema))
    found = {name for name, member in schema.get("properties", {}).items() if "description" not in member and name not in explained}
    for key, part in schema.items():
        found |= unexplained(contract.find(part, PROGRAMS)[0] if key == "$ref" else part, explained, seen)
    return found


for program, pages in MANUALS.items():
    explained = set()
    for name in pages:
        with open(name, encoding="utf-8") as file:
            explained.update(re.findall(r"\w+", re.sub(r"\\f[BIRP]|\\", "", file.read())))
    for line, schema in contract.read(PROGRAMS)["x-outputs"].items():
        left = unexplained(schema, explained, set()) if line.startswith(program + " ") else ()
        ok(not left, "each member of %s is explained" % line, *left)


# ---- members ----------------------------------------------------------------------------------------

def samples(schema, home, deep=0):
    """Values as a description allows them: the first has all members, each other one takes another choice somewhere."""
    if "$ref" in schema and set(schema) & {"properties", "allOf"} == set():
        yield from samples(*contract.find(schema["$ref"], home), deep)
    elif "oneOf" in schema:
        for choice in schema["oneOf"]:
            yield from samples(choice, home, deep)
    elif "const" in schema or "enum" in schema:
        yield schema["const"] if "const" in schema else schema["enum"][0]
    elif "examples" in schema:
        yield schema["examples"][0]
    else:
        kind = schema["type"] if isinstance(schema["type"], str) else schema["type"][0]
        if kind == "array":
            for item in samples(schema["items"], home, deep + 1):
                yield [item]
        elif kind == "object":
            of = {}
            for part, there in contract.parts(schema, home):
                of.update({name: list(samples(member, there, deep + 1)) for name, member in part.get("properties", {}).items()})
            whole = {name: choices[0] for name, choices in of.items()}
            if isinstance(schema.get("additionalProperties"), dict):
                whole["any"] = next(samples(schema["additionalProperties"], home, deep + 1))
            yield whole
            for name, choices in of.items():
                for choice in choices[1:]:
                    yield {**whole, name: choice}
        else:
            yield {"string": "word", "integer": 1, "number": 1.5, "boolean": True, "null": None}[kind]


def renamed(value):
    """(the path of a member, the value in which it has another name) for each member at any depth."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name != "any":
                yield name, {**{other: one for other, one in value.items() if other != name}, name + "_": member}
            for path, inner in renamed(member):
                yield name + "." + path, {**value, name: inner}
    elif isinstance(value, list):
        for i, item in enumerate(value):
            for path, inner in renamed(item):
                yield "[]." + path, value[:i] + [inner] + value[i + 1:]


def answers(home):
    """(what it is, its description) of everything that a file describes to be sent or printed."""
    if home == PROGRAMS:
        for part in contract.PARTS:
            yield from contract.read(home)[part].items()
        return
    for path, item in contract.read(home)["paths"].items():
        for method in sorted(set(item) & {"get", "post"}):
            body = item[method].get("requestBody", {}).get("content", {}).get("application/json")
            if body:
                yield "the body of %s %s" % (method, path), body["schema"]
            for status, said in item[method]["responses"].items():
                for kind, what in resolved(said, home).get("content", {}).items():
                    if kind == "application/json":
                        yield "%s %s %s" % (method, path, status), what["schema"]
                    for name, data in what.get("x-events", {}).items():
                        yield "%s %s, event %s" % (method, path, name), data


members, wrong, seen = set(), [], set()
for home in (SITE, GUI, PROGRAMS):
    for what, schema in answers(home):
        if str(schema) in seen:
            continue
        seen.add(str(schema))
        check = contract.checker(schema, home)
        for value in samples(schema, home):
            if check(value):
                wrong.append("%s refuses %s%s" % (what, value, check(value)))
            for path, other in renamed(value):
                members.add((what, path))
                if not check(other):
                    wrong.append("%s takes %s under another name" % (what, path))
ok(len(members) > 1000 and not wrong, "each of %d members is refused under another name" % len(members), *sorted(set(wrong))[:20])


# ---- the files themselves ---------------------------------------------------------------------------

def references(value, home):
    if isinstance(value, dict):
        for name, member in value.items():
            if name == "$ref":
                file, _, path = member.partition("#/")
                yield file or home, path
            else:
                yield from references(member, home)
    elif isinstance(value, list):
        for item in value:
            yield from references(item, home)


used = {one for home in (SITE, GUI, PROGRAMS) for one in references(contract.read(home), home)}
there = {(PROGRAMS, "$defs/" + name) for name in contract.read(PROGRAMS)["$defs"]}
there |= {(home, "components/%s/%s" % (kind, name)) for home in (SITE, GUI) for kind in ("schemas", "responses", "parameters")
          for name in contract.read(home)["components"].get(kind, {})}
same(used, there, "all that is described is used")
done()
