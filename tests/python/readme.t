#!/usr/bin/env python3
"""The programs of library/README.md work as they are printed there."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from module import need  # noqa: E402
from tgi import SOURCE, done, ok  # noqa: E402

need(numpy=True)
import referee  # noqa: E402

with open(os.path.join(SOURCE, "library", "README.md"), encoding="utf-8") as file:
    blocks = re.findall(r"^```python\n(.*?)^```$", file.read(), re.M | re.S)
with open(referee.path("mine.py"), "w", encoding="utf-8") as file:
    file.write(blocks[0])
EXPECTED = (r"(?s)builtin:random [0-9.]+ \+- .*builtin:reference -?[0-9.]+", r"selacata-1 -?[0-9.]+ \[\(26, ",
            r"mean regret: [0-9.]+ cells a move", r"\[ *-?\d", r"^-?[0-9.]+$")
ok(len(blocks) == len(EXPECTED) + 1, "as many programs as are expected", len(blocks))
for number, (block, expected) in enumerate(zip(blocks[1:], EXPECTED), 2):
    answer = subprocess.run([sys.executable, "-c", block], cwd=referee.folder, capture_output=True, text=True)
    ok(answer.returncode == 0 and re.search(expected, answer.stdout), "program %d" % number, answer.stdout, answer.stderr)
done()
