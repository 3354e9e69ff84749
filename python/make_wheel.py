"""Makes the wheel of the module for `pip install .` (PEP 517), without a network, a compiler or setuptools.

The wheel has the module, and the library with its boards if there is one: built in this tree, or named in
TRIANCEY_LIBRARY. Without it the wheel is for any machine, and the module looks for an installed library.
"""
import base64
import glob
import hashlib
import os
import re
import sysconfig
import zipfile

PYTHON = os.path.dirname(os.path.abspath(__file__))
TREE = os.path.dirname(PYTHON)
SONAME = "libtriancey.so.1"
DATA = ("grids/*.ini", "games/*.ini", "games/puzzles/*.ini")
METADATA = """Metadata-Version: 2.1
Name: triancey
Version: %s
Summary: Boards, rules, players and the exact solver of the games on triangles
License: GPL-3.0-or-later
Requires-Python: >=3.8
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
"""


def version():
    with open(os.path.join(TREE, "configure.ac"), encoding="utf-8") as file:
        return re.search(r"^AC_INIT\(\[triancey\], \[([^]]*)\]", file.read(), re.M)[1]


def contents():
    """What the wheel has: names in it, and files."""
    found = {"triancey/" + os.path.basename(path): path
             for path in glob.glob(os.path.join(PYTHON, "triancey", "*.py")) + [os.path.join(PYTHON, "triancey", "py.typed")]}
    library = os.environ.get("TRIANCEY_LIBRARY") or os.path.join(TREE, "library", ".libs", SONAME)
    if os.path.exists(library):
        found["triancey/" + SONAME] = os.path.realpath(library)
        for pattern in DATA:
            found.update({"triancey/" + os.path.relpath(path, TREE): path for path in glob.glob(os.path.join(TREE, pattern))})
    return found


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = contents()
    system = re.sub(r"[-.]", "_", sysconfig.get_platform()) if "triancey/" + SONAME in files else "any"
    tag, home = "py3-none-" + system, "triancey-%s.dist-info" % version()
    name = "triancey-%s-%s.whl" % (version(), tag)
    texts = {home + "/METADATA": METADATA % version(),
             home + "/WHEEL": "Wheel-Version: 1.0\nGenerator: triancey\nRoot-Is-Purelib: %s\nTag: %s\n" % (str(system == "any").lower(), tag)}
    rows = []
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:

        def write(path, data):
            entry = zipfile.ZipInfo(path)  # of a fixed date: two builds are the same
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)

        def add(path, data):
            write(path, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append("%s,sha256=%s,%d\n" % (path, digest, len(data)))

        for path, source in sorted(files.items()):
            with open(source, "rb") as file:
                add(path, file.read())
        for path, text in texts.items():
            add(path, text.encode())
        write(home + "/RECORD", "".join(rows) + home + "/RECORD,,\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("make dist packs the sources")
