#!/usr/bin/env python3
"""The language of messages on a system that has no locales but C.UTF-8, as small containers are."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from tgi import ENGINE, PATIENCE, done, ok  # noqa: E402

PLAIN = {k: v for k, v in os.environ.items() if not k.startswith("LC_") and k not in ("LANG", "LANGUAGE", "LOCPATH")}
folder = tempfile.TemporaryDirectory()  # where locales are looked for, in vain


def language(**variables):
    """The first word of the engine's usage."""
    answer = subprocess.run([ENGINE, "--help"], stdout=subprocess.PIPE, encoding="utf-8", timeout=PATIENCE,
                            env=dict(PLAIN, LOCPATH=folder.name, **variables))
    return "French" if answer.stdout.lower().startswith("usage :") else "English"


def has_locale(name):
    ask = "import locale; locale.setlocale(locale.LC_ALL, '%s')" % name
    return subprocess.run([sys.executable, "-c", ask], env=dict(PLAIN, LOCPATH=folder.name),
                          stderr=subprocess.DEVNULL, timeout=PATIENCE).returncode == 0


if has_locale("fr_FR.UTF-8") or not has_locale("C.UTF-8") or language(LC_ALL="C.UTF-8", LANGUAGE="fr") != "French":
    ok(True, "French is spoken # SKIP built without catalogues, or the system has other locales")
    done()
for wanted, variables in (
        ("French", {"LANG": "fr_FR.UTF-8"}), ("French", {"LANG": "fr_FR.utf8"}), ("French", {"LANG": "fr_CH.UTF-8"}),
        ("French", {"LC_MESSAGES": "fr_FR.UTF-8", "LANG": "en_GB.UTF-8"}), ("French", {"LC_ALL": "fr_FR.UTF-8", "LANG": "en_GB.UTF-8"}),
        ("French", {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_FR.UTF-8"}), ("French", {"LANG": "fr_FR.UTF-8", "LANGUAGE": ""}),
        ("French", {"LANG": "en_GB.UTF-8", "LANGUAGE": "fr"}), ("English", {"LANG": "fr_FR.UTF-8", "LANGUAGE": "en"}),
        ("English", {"LC_ALL": "en_GB.UTF-8", "LANG": "fr_FR.UTF-8"}), ("English", {"LANG": "fr_FR.ISO-8859-1"}),
        ("English", {"LANG": "fr_FR"}), ("English", {"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}), ("English", {"LANG": "C", "LANGUAGE": "fr"}),
        ("English", {"LC_CTYPE": "fr_FR.UTF-8"}), ("English", {})):
    got = language(**variables)
    ok(got == wanted, "%s: %s" % (" ".join("%s=%s" % pair for pair in variables.items()) or "nothing", wanted), got)
done()
