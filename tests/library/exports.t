#!/usr/bin/env python3
"""The names that libtriancey shows are those of triancey.h, of its manual page and of exports.txt, in the static library too, and it
needs no more than it should. A change of exports.txt is one of the interface: see library/README.md."""
import os
import re
import subprocess
import sys

BUILD = os.environ.get("top_builddir", ".")
sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import SOURCE, done, ok  # noqa: E402

SHARED = os.path.join(BUILD, "library", ".libs", "libtriancey.so")


def said(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


with open(os.path.join(SOURCE, "library", "triancey.h"), encoding="utf-8") as file:
    header = file.read()
with open(os.path.join(SOURCE, "tests", "library", "exports.txt"), encoding="utf-8") as file:
    wanted = [line.strip() for line in file if line[0] != "#"]
ok(wanted == sorted(set(re.findall(r"^TRI_API [^;]*?\b(tri_\w+)\(", header, re.M))), "the header declares exports.txt", wanted)
with open(os.path.join(SOURCE, "library", "libtriancey.3"), encoding="utf-8") as file:
    told = re.findall(r"^\.Fn (tri_\w+)", file.read().split(".Sh FUNCTIONS")[1].split(".Sh ")[0], re.M)
ok(sorted(told) == wanted, "and the manual page lists it", sorted(set(told) ^ set(wanted)))
if not os.path.exists(SHARED) or not any(os.access(os.path.join(path, "nm"), os.X_OK) for path in os.environ["PATH"].split(":")):
    print("ok 3 # SKIP built with --disable-shared, or there is no nm\n1..3")
    sys.exit(0)
shown = [line.split()[-1] for line in said("nm", "-D", "--defined-only", SHARED).splitlines()]
with open(os.path.join(BUILD, "Makefile"), encoding="utf-8") as file:
    sanitized = re.search(r"^(SANITIZERS|COVERAGE|CFLAGS) = .*(-fsanitize|--coverage)", file.read(), re.M)
names = sorted(name.split("@")[0] for name in shown if "@@" in name)
ok(names == wanted and all(name.endswith("@@TRIANCEY_1") for name in shown if "@@" in name), "the shared library shows these, with a version",
   sorted(set(names) ^ set(wanted)))
static = [line.split() for line in said("nm", "-g", "--defined-only", os.path.join(BUILD, "library", "libtriancey.a")).splitlines()]
others = sorted(words[2] for words in static if len(words) == 3 and words[2] not in wanted)
ok(sanitized or not others, "the static library shows no other name", others)
missing = sorted(set(wanted) - {words[2] for words in static if len(words) == 3})
ok(not missing, "and all of these", missing)
needed = re.findall(r"Shared library: \[(\w+)", said("readelf", "-d", SHARED))
ok(sanitized or set(needed) <= {"libpcre2", "libinih", "libm", "libc", "ld", "libdl", "libpthread"}, "it needs few other libraries", needed)
soname = re.findall(r"soname: \[(.*)\]", said("readelf", "-d", SHARED))
ok(soname == ["libtriancey.so." + re.search(r"#define TRI_ABI (\d+)", header)[1]], "its number is that of the header", soname)
imports = said("nm", "-D", "--undefined-only", SHARED)
called = sorted(set(re.findall(r" U (exit|_exit|abort|setlocale|bindtextdomain|signal|sigaction|fork|printf|puts|putchar)@", imports)))
ok(sanitized or not called, "it calls nothing that ends or speaks for the program", called)
done()
