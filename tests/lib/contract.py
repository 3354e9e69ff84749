"""Answers, events and printed JSON as schemas/ describe them. The helpers that ask a site or run a program pass on what came;
what is not as described is a test that fails. Scripts run without packages, so this reads the words of JSON Schema (2020-12) that
the descriptions use, and refuses to know others."""
import functools
import json
import os
import re

from tgi import SOURCE, ok

FOLDER = os.path.abspath(os.path.join(SOURCE, "schemas"))
SITE, GUI, PROGRAMS = "site.openapi.json", "gui.openapi.json", "programs.schema.json"
PARTS = "x-outputs", "x-inputs", "x-files"
NOTES = {"$schema", "title", "description", "examples", *PARTS, "$defs"}
TYPES = {"string": str, "boolean": bool, "object": dict, "array": list, "null": type(None)}
GUI_PATH = re.compile(r"/[0-9a-f]{32}(?=/)")  # behind it is what gui.openapi.json describes
told = set()


@functools.lru_cache(None)
def read(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return json.load(file)


def find(reference, home):
    """What a reference within a file leads to, and the file where that is."""
    name, _, path = reference.partition("#/")
    found = read(name or home)
    for word in path.split("/"):
        found = found[word]
    return found, name or home


# ---- a value ----------------------------------------------------------------------------------------

@functools.lru_cache(None)
def named(reference, home):
    return checker(*find(reference, home))


def is_kind(value, kind):
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[kind])


def parts(schema, home):
    """The schema and all that it refers to or is made of, whose members are known to unevaluatedProperties."""
    yield schema, home
    for part in schema.get("allOf", []) + [{key: schema[key] for key in ("$ref",) if key in schema}]:
        if "$ref" in part:
            yield from parts(*find(part["$ref"], home))


def object_checker(schema, home):
    of = {name: checker(part, home) for name, part in schema.get("properties", {}).items()}
    required = schema.get("required", [])
    rest = schema.get("additionalProperties", True)
    others = checker(rest, home) if isinstance(rest, dict) else None
    known = None
    if rest is False:
        known = set(of)
    elif schema.get("unevaluatedProperties") is False:
        known = {name for part, _ in parts(schema, home) for name in part.get("properties", {})}

    def check(value):
        if not isinstance(value, dict):
            return ""
        for name in required:
            if name not in value:
                return ": '%s' is missing" % name
        for name, member in value.items():
            if known is not None and name not in known:
                return ": '%s' is not described" % name
            one = of.get(name) or others
            wrong = one and one(member)
            if wrong:
                return "." + name + wrong
        return ""
    return check


def list_checker(items, home):
    one = checker(items, home)

    def check(value):
        if isinstance(value, list):
            for i, item in enumerate(value):
                wrong = one(item)
                if wrong:
                    return "[%d]%s" % (i, wrong)
        return ""
    return check


def choice_checker(choices, home):
    kinds = [checker(choice, home) for choice in choices]

    def check(value):
        wrong = [one(value) for one in kinds]
        if "" not in wrong:
            return max(wrong, key=lambda text: ("is not among" not in text, text.count("."), len(text)))  # not of another kind
        return "" if wrong.count("") == 1 else ": more than one description fits"
    return check


def plain_checker(word, wanted):
    if word in ("const", "enum"):
        values = wanted if word == "enum" else [wanted]
        return lambda value: "" if value in values else ": %r is not among %r" % (value, values)
    if word == "pattern":
        return lambda value, match=re.compile(wanted).search: "" if not isinstance(value, str) or match(value) else ": %r" % value
    kinds = wanted if isinstance(wanted, list) else [wanted]
    return lambda value: "" if any(is_kind(value, kind) for kind in kinds) else ": %.60r is no %s" % (value, " or ".join(kinds))


def checker(schema, home):
    """A function that says what is wrong with a value, and where; "" if nothing is."""
    checks, words = [], set(schema) - NOTES
    for word in ("type", "const", "enum", "pattern"):
        if word in words:
            checks.append(plain_checker(word, schema[word]))
    if "$ref" in words:
        checks.append(lambda value: named(schema["$ref"], home)(value))
    if words & {"properties", "required", "additionalProperties", "unevaluatedProperties"}:
        checks.append(object_checker(schema, home))
    if "items" in words:
        checks.append(list_checker(schema["items"], home))
    if "oneOf" in words:
        checks.append(choice_checker(schema["oneOf"], home))
    checks += [checker(part, home) for part in schema.get("allOf", [])]
    unknown = words - {"type", "const", "enum", "pattern", "$ref", "properties", "required", "additionalProperties",
                       "unevaluatedProperties", "items", "oneOf", "allOf"}
    if unknown:
        raise ValueError("%s: nobody checks %s" % (home, ", ".join(sorted(unknown))))
    if len(checks) == 1:
        return checks[0]

    def check(value):
        for one in checks:
            wrong = one(value)
            if wrong:
                return wrong
        return ""
    return check


# ---- requests ---------------------------------------------------------------------------------------

@functools.lru_cache(None)
def routes(home):
    """(pattern of the path, the path, what is done there), those with fewer parameters first."""
    paths = sorted(read(home)["paths"].items(), key=lambda item: item[0].count("{"))
    return [(re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), path, item) for path, item in paths]


@functools.lru_cache(1000)
def operation(home, method, path):
    """What is described for a request: the path with its parameters, and the operation; None: nothing is."""
    for pattern, name, item in routes(home):
        if pattern.fullmatch(path):
            return name, item.get(method.lower())
    return path, None


@functools.lru_cache(None)
def content(home, method, name, status):
    """What the answer to a request may be, by type."""
    all_of = read(home)["paths"][name][method.lower()]["responses"]
    said = all_of.get(str(status)) or all_of.get("default", {}) if status >= 400 else all_of.get(str(status))
    if said and "$ref" in said:
        said = find(said["$ref"], home)[0]
    return said and {kind: (checker(what["schema"], home), {name: checker(data, home) for name, data in what.get("x-events", {}).items()})
                     for kind, what in said.get("content", {}).items()}


def complain(what, wrong):
    if (what, wrong) not in told:
        told.add((what, wrong))
        ok(False, "%s is as described in schemas/" % what, what + wrong)


def place(where):
    """The description to which an address belongs, and the path there."""
    path = where.split("?")[0]
    secret = GUI_PATH.match(path)
    return (GUI, path[secret.end():]) if secret else (SITE, path)


def answer(method, where, status, headers, body):
    """An answer to a request of a site or of `gui`: what is JSON is as described, and what was granted is described."""
    home, path = place(where)
    name, there = operation(home, method, path)
    kind = headers.get("Content-Type", "").split(";")[0]
    if not body or status == 304 or kind != "application/json" and (status >= 300 or not there):
        return
    if there:
        said = content(home, method, name, status) or {}
    elif status >= 400:
        said = {kind: (checker({"$ref": "#/components/schemas/error"}, SITE), {})}
    else:
        said = {}
    if kind in said and not headers.get("Content-Encoding"):
        wrong = kind == "application/json" and said[kind][0](json.loads(body))
    else:
        wrong = not {kind, "*/*"} & set(said) and ": %s is not described" % kind
    if wrong:
        complain("the answer %d to %s %s" % (status, method, name), wrong)


def event(where, kind, data):
    """An event of a stream: its data is JSON, or a text."""
    home, path = place(where)
    name, there = operation(home, "GET", path)
    check = there and content(home, "GET", name, 200)["text/event-stream"][1].get(kind)
    wrong = check(json.loads(data) if re.match(r"\{|\d+$", data) else data) if check else ": it is not described"
    if wrong and check(data):
        complain("the event %s of %s" % (kind, name), wrong)


# ---- programs ---------------------------------------------------------------------------------------

@functools.lru_cache(None)
def outputs():
    """(program, its words, what its objects are), those with the most words first."""
    rows = [(*words.split(" ", 1), checker(what, PROGRAMS)) for words, what in read(PROGRAMS)["x-outputs"].items()]
    return sorted(((name, words.split(), check) for name, words, check in rows), key=lambda row: -len(row[1]))


def described(part, name, lines):
    """Lines of a file, or those that a command has understood."""
    check = checker(read(PROGRAMS)["x-" + part][name], PROGRAMS)
    for line in lines:
        wrong = check(json.loads(line))
        if wrong:
            complain("%s, a line of" % name, wrong)


def output(program, words, text):
    """What a program has printed: each object that begins a line. What is cut off is for the test to find."""
    program, given = os.path.basename(str(program)), " ".join(map(str, words)).replace("=", " ").split()
    for name, wanted, check in outputs():
        if name == program and given[:1] == wanted[:1] and set(wanted) <= set(given):
            break
    else:
        return
    text, end = text.decode("utf-8", "replace") if isinstance(text, bytes) else text, 0
    for begin in re.finditer(r"^\{", text, re.M):
        if begin.start() < end:
            continue
        try:
            value, end = json.JSONDecoder().raw_decode(text, begin.start())
        except ValueError:
            return
        wrong = check(value)
        if wrong:
            complain("what %s prints" % " ".join([name, *wanted]), wrong)
