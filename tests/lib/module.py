"""What the tests of the Python module share: where it is, numpy, and what they expect to be refused."""
import os
import subprocess
import sys

from tgi import BUILD, SOURCE, ok

PYTHON = os.path.abspath(os.path.join(SOURCE, "python"))
LIBRARY = os.path.abspath(os.path.join(BUILD, "library", ".libs", "libtriancey.so.1"))
os.environ["TRIANCEY_LIBRARY"] = LIBRARY
os.environ["TRIANCEY_REFEREE"] = os.path.abspath(os.path.join(BUILD, "triancey-referee"))
os.environ["PYTHONPATH"] = PYTHON
sys.path.insert(0, PYTHON)


def skip(why):
    print("1..0 # SKIP " + why)
    raise SystemExit(0)


def need(numpy=False):
    """Skips the test where the module cannot be used. `numpy`: goes on in a Python that has it, for tests are run without
    the folders of packages."""
    if not os.path.exists(LIBRARY):
        skip("libtriancey is not built")
    with open(LIBRARY, "rb") as file:
        if b"__asan_init" in file.read():
            skip("Python cannot load a sanitized library")
    if not numpy:
        return
    try:
        import numpy as found  # noqa: F401
        return
    except ImportError:
        pass
    for python in (sys.executable, "/usr/bin/python3"):
        if "TRIANCEY_NUMPY" not in os.environ and os.path.exists(python) and not subprocess.run(
                [python, "-c", "import numpy"], stderr=subprocess.DEVNULL).returncode:
            os.environ["TRIANCEY_NUMPY"] = python
            sys.stdout.flush()
            os.execv(python, [python, *sys.argv])
    skip("there is no numpy: install python3-numpy")


def refused(function, kind, words, name):
    """Whether a call raises an error of this kind, whose text names what is wrong."""
    try:
        function()
        return ok(False, name, "nothing was refused")
    except Exception as error:
        return ok(type(error) is kind and words in str(error), name, type(error), error)
