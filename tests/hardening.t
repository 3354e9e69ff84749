#!/usr/bin/env python3
"""The programs and the library have the guards that configure promises: position independent, all relocations read only, no executable
stack, guards of the stack and of memory functions."""
import os
import subprocess
import sys

BUILD = os.environ.get("top_builddir", ".")
sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import done, ok  # noqa: E402

with open(os.path.join(BUILD, "Makefile")) as file:
    flags = "".join(line for line in file if line.startswith("HARDENING"))
if "relro" not in flags or not any(os.access(os.path.join(path, "readelf"), os.X_OK) for path in os.environ["PATH"].split(":")):
    print("1..0 # SKIP built without hardening, or there is no readelf")
    sys.exit(0)


def readelf(option, program):
    return subprocess.run(["readelf", "-W", option, os.path.join(BUILD, program)], capture_output=True, text=True).stdout


for program in ("triancey-engine", "triancey-referee", "triancey-club", "triancey-sandbox", "library/.libs/libtriancey.so"):
    if program.endswith(("sandbox", ".so")) and not os.path.exists(os.path.join(BUILD, program)):
        continue  # --disable-linux, --disable-shared
    header, segments = readelf("-h", program), readelf("-l", program)
    dynamic, symbols = readelf("-d", program), readelf("--dyn-syms", program)
    ok("DYN (" in header, program + ": position independent")
    ok("GNU_RELRO" in segments and "BIND_NOW" in dynamic, program + ": relocations are read only once it runs")
    ok([line.split()[6] for line in segments.splitlines() if "GNU_STACK" in line] == ["RW"], program + ": no executable stack")
    ok("__stack_chk_fail" in symbols, program + ": the stack is guarded")
    # The sandbox calls no function that has a guarded version.
    ok("_FORTIFY_SOURCE" not in flags or "_chk@" in symbols or program == "triancey-sandbox", program + ": memory functions are guarded")
    ok("TEXTREL" not in dynamic and "RPATH" not in dynamic and "RUNPATH" not in dynamic, program + ": nothing else to write or to load")
needed = [line.split("[")[1].rstrip("]") for line in readelf("-d", "triancey-referee").splitlines() if "(NEEDED)" in line]
others = [name for name in needed if not name.startswith(("libc.", "libm.", "libasan.", "libubsan.", "ld-"))]
ok(0 < len(others) <= 7, "the referee needs few libraries", *others)
done()
