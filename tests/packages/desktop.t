#!/usr/bin/env python3
"""What a desktop and Debian are told of the programs: valid, and of things that are there."""
import glob
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import BUILD, SOURCE, done, ok  # noqa: E402

ENTRIES = glob.glob(os.path.join(BUILD, "club", "desktop", "*.*.*.desktop"))


def read(name):
    with open(os.path.join(SOURCE, name), encoding="utf-8") as file:
        return file.read()


def validates(name, *words):
    """A validator's opinion, where it is installed."""
    if not shutil.which(words[0]):
        return ok(True, "%s # SKIP no %s" % (name, words[0]))
    said = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return ok(said.returncode == 0, name, said.stdout)


ok(len(ENTRIES) == 1, "the build has made one entry of a menu", *ENTRIES)
name = os.path.basename(ENTRIES[0])[:-len(".desktop")]
metainfo = read(ENTRIES[0][:-len("desktop")] + "metainfo.xml")
validates("it is valid", "desktop-file-validate", ENTRIES[0])
validates("so is what software centres show", "appstreamcli", "validate", "--no-net", ENTRIES[0][:-len("desktop")] + "metainfo.xml")
ok("<id>%s</id>" % name in metainfo and "<launchable type=\"desktop-id\">%s.desktop</launchable>" % name in metainfo, "which leads to the entry", metainfo)
releases = re.findall('<release version="(.+)" date="(.+)"/>', metainfo)
ok(releases and releases == re.findall(r"^(\d.*) \((.+)\)\n=", read("NEWS"), re.M) and "@" not in metainfo, "and has the releases of NEWS", metainfo)

KINDS = os.path.join(BUILD, "club", "desktop", "triancey.xml")
types = set(re.findall(r'mime-type type="([^"]+)"', read(os.path.abspath(KINDS))))
ok(types == set(re.search("^MimeType=(.+);$", read("club/desktop/triancey.desktop"), re.M)[1].split(";")), "files that the page saves open in it", types)
folder = tempfile.mkdtemp()
os.mkdir(os.path.join(folder, "packages"))
shutil.copy(KINDS, os.path.join(folder, "packages"))
validates("their types are valid", "update-mime-database", folder)
shutil.rmtree(folder)

icons = next((path for path in (os.path.join(BUILD, "page", "icons"), os.path.join(SOURCE, "page", "icons")) if os.path.isdir(path)), None)
for size in (16, 24, 32, 48, 64, 128, 256, 512) if icons else ():
    with open(os.path.join(icons, "%d.png" % size), "rb") as file:
        head = file.read(24)
    ok(head.startswith(b"\x89PNG") and struct.unpack(">2I", head[16:]) == (size, size), "the icon of %d pixels" % size)

exports = [line for line in read("tests/library/exports.txt").splitlines() if not line.startswith("#")]
symbols = re.findall(r"^ (tri_\w+)@TRIANCEY_1 \d", read("debian/libtriancey1.symbols"), re.M)
ok(symbols == exports, "debian/libtriancey1.symbols has what the library exports", set(symbols) ^ set(exports))
packages = re.findall(r"^Package: (.+)$", read("debian/control"), re.M)
lists = [name[:-len(".install")] for name in os.listdir(os.path.join(SOURCE, "debian")) if name.endswith(".install")]
ok(sorted(packages) == sorted(lists), "each package has its list of files", packages, lists)
done()
