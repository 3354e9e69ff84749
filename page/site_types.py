#!/usr/bin/env python3
"""Writes the types of what a site answers and takes, from schemas/, for the page's scripts: the namespace Api.

    site_types.py SCHEMAS >site_api.d.ts
"""
import json
import os
import re
import sys

SITE = "site.openapi.json"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


class Types:
    def __init__(self, folder):
        self.folder, self.files, self.done, self.lines = folder, {}, set(), []

    def find(self, reference, home):
        name, _, path = reference.partition("#/")
        name = name or home
        if name not in self.files:
            with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                self.files[name] = json.load(file)
        found = self.files[name]
        for word in path.split("/"):
            found = found[word]
        return found, name

    def named(self, reference, home):
        """The name of a type, which is written once."""
        name = "".join(word.capitalize() for word in reference.split("/")[-1].split("_"))
        if name not in self.done:
            self.done.add(name)
            self.lines.append("  type %s = %s;" % (name, self.type(*self.find(reference, home))))
        return name

    def type(self, schema, home):
        if "oneOf" in schema:
            return "(%s)" % " | ".join(self.type(part, home) for part in schema["oneOf"])
        if "const" in schema or "enum" in schema:
            return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
        bases = [self.type(part, home) for part in schema.get("allOf", [])]
        if "$ref" in schema:
            bases.append(self.named(schema["$ref"], home))
        kinds = schema.get("type", [])
        own = [self.one(kind, schema, home) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
        return " & ".join(bases + ([" | ".join(own)] if own else []))

    def one(self, kind, schema, home):
        if kind == "array":
            return "(%s)[]" % self.type(schema["items"], home)
        if kind == "object":
            rest = schema.get("additionalProperties")
            if isinstance(rest, dict):
                return "{[name: string]: %s}" % self.type(rest, home)
            required = schema.get("required", [])
            return "{%s}" % "; ".join("%s%s: %s" % (name, "" if name in required else "?", self.type(part, home))
                                      for name, part in schema.get("properties", {}).items())
        return PLAIN[kind]

    def response(self, said):
        """The type of an answer; null: it has none."""
        said = self.find(said["$ref"], SITE)[0] if "$ref" in said else said
        what = said.get("content", {}).get("application/json")
        return self.type(what["schema"], SITE) if what else "null"

    def stream(self, said):
        events = said.get("content", {}).get("text/event-stream", {}).get("x-events", {})
        return "{%s}" % "; ".join("%s?: (data: %s) => void" % (name, self.type(data, SITE)) for name, data in events.items())

    def chain(self, name, rows):
        """A type that has a row's for each path, those with the most words first."""
        self.lines.append("  type %s<P extends string> =" % name)
        for path, of in sorted(rows, key=lambda row: (-row[0].count("/"), row[0].count("{"))):
            path = re.sub(r"\{\w+\}", "${string}", path[len("/api/"):])
            self.lines.append("    P extends `%s` | `%s?${string}` ? %s :" % (path, path, of))
        self.lines.append("    never;")

    def write(self):
        self.find("#/paths", SITE)
        rows = {"get": [], "post": []}
        bodies, streams = [], []
        for path, item in self.files[SITE]["paths"].items():
            for method, operation in item.items() if path.startswith("/api/") else ():
                if method == "parameters":
                    continue
                good = next(iter(operation["responses"].values()))
                if "text/event-stream" in good.get("content", {}):
                    streams.append((path, self.stream(good)))
                    continue
                rows[method].append((path, self.response(good)))
                if method == "post":
                    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
                    bodies.append((path, self.type(body, SITE) if body else "{}"))
        self.chain("Got", rows["get"])
        self.chain("Posted", rows["post"])
        self.chain("Body", bodies)
        self.chain("Heard", streams)
        print("/** What site_types.py made of schemas/. */\ndeclare namespace Api {\n%s\n}" % "\n".join(self.lines))


Types(sys.argv[1]).write()
