#!/usr/bin/env python3
"""The wheel: it has the module, the library and the boards, and works where nothing else of the tree is."""
import os
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from module import LIBRARY, PYTHON, need  # noqa: E402
from tgi import SOURCE, done, ok  # noqa: E402

need(numpy=True)
sys.path.insert(0, PYTHON)
import make_wheel  # noqa: E402

CODE = """
import triancey
state = triancey.Board("crepe selacata").new_initial_state()
state.apply_action(3)
triancey.Board("duck trioker-puzzle")
print(triancey.__file__, triancey.library_version(), triancey.Player(state.board, "random").choose(state) >= 0)
"""


def check_wheel():
    with tempfile.TemporaryDirectory() as folder:
        name, again = make_wheel.build_wheel(folder), os.path.join(folder, "again")
        os.mkdir(again)
        with open(os.path.join(folder, name), "rb") as one, open(os.path.join(again, make_wheel.build_wheel(again)), "rb") as two:
            ok(one.read() == two.read() and name.startswith("triancey-%s-py3-none-linux_" % make_wheel.version()), "two builds of a wheel are the same", name)
        home = os.path.join(folder, "home")
        with zipfile.ZipFile(os.path.join(folder, name)) as wheel:
            names = wheel.namelist()
            wheel.extractall(home)
        sources = {"triancey/" + one for one in os.listdir(os.path.join(PYTHON, "triancey")) if one.endswith((".py", "py.typed"))}
        ok(sources < set(names) and "triancey/grids/crepe.ini" in names and "triancey/libtriancey.so.1" in names, "it has all files", sorted(sources - set(names)))
        alone = {"PATH": "/nowhere", "PYTHONPATH": home}
        answer = subprocess.run([sys.executable, "-c", CODE], cwd="/", env=alone, capture_output=True, text=True)
        ok(answer.stdout.split() == [os.path.join(home, "triancey", "__init__.py"), make_wheel.version(), "True"], "and works alone",
           answer.stdout, answer.stderr)
        target = os.path.join(folder, "target")
        if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode:
            ok(True, "pip install # SKIP there is no pip")
            return
        answer = subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-index", "--target", target, os.path.abspath(SOURCE)], text=True,
                                cwd=folder, env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}, capture_output=True)
        ok(answer.returncode == 0 and os.path.exists(os.path.join(target, "triancey", "libtriancey.so.1")), "pip install", answer.stdout, answer.stderr)


def check_missing():
    broken = {**os.environ, "TRIANCEY_LIBRARY": "/nowhere/libtriancey.so.1"}
    code = "import triancey\ntry:\n    triancey.Board('crepe')\nexcept triancey.LibraryError as error: print(error)"
    answer = subprocess.run([sys.executable, "-c", code], env=broken, capture_output=True, text=True)
    ok("make install" in answer.stdout and "/nowhere" in answer.stdout, "a library that is missing is named", answer.stdout, answer.stderr)
    broken["TRIANCEY_LIBRARY"] = next(path for path in ("/lib/x86_64-linux-gnu/libm.so.6", "/lib64/libm.so.6", sys.executable) if os.path.exists(path))
    answer = subprocess.run([sys.executable, "-c", code], env=broken, capture_output=True, text=True)
    ok("another library" in answer.stdout or "cannot be loaded" in answer.stdout, "another one is refused", answer.stdout, answer.stderr)


for check in (check_wheel, check_missing):
    check()
done()
