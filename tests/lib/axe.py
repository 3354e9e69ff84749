"""axe-core, the accessibility checker: a dependency of one test, fetched from npm once and kept in the
user's cache."""
import base64
import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
import urllib.request

import pseudo

VERSION = "4.14.1"
ADDRESS = "https://registry.npmjs.org/axe-core/-/axe-core-%s.tgz" % VERSION
SHA512 = "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "triancey",
                     "axe-core-%s.tgz" % VERSION)
PATIENCE = 30  # seconds for the network


def download():
    """The package, by npm, which knows proxies and mirrors; without npm, from npm's registry."""
    if not shutil.which("npm"):
        with urllib.request.urlopen(ADDRESS, timeout=PATIENCE) as answer:
            return answer.read()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", "axe-core@" + VERSION], cwd=folder, check=True, timeout=PATIENCE,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(os.path.join(folder, "axe-core-%s.tgz" % VERSION), "rb") as file:
            return file.read()


def keep(package):
    """Puts the package into the cache, whole or not at all."""
    os.makedirs(os.path.dirname(CACHE), exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=os.path.dirname(CACHE), delete=False) as file:
        file.write(package)
    os.replace(file.name, CACHE)


def script():
    """The text of the checker; OSError if it is not available, or is not the expected one."""
    if os.path.exists(CACHE):
        with open(CACHE, "rb") as file:
            package = file.read()
    else:
        try:
            package = download()
        except (subprocess.SubprocessError, OSError) as error:
            raise OSError("axe-core cannot be fetched: %s" % error) from None
    if base64.b64encode(hashlib.sha512(package).digest()).decode() != SHA512:
        raise OSError("axe-core is not the package that it should be")
    if not os.path.exists(CACHE):
        keep(package)
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        return archive.extractfile("package/axe.min.js").read().decode()


# A star on a piece is heard as a word; the checker then thinks that the label has other words.
HEARD = """(one) => one.id !== "label-content-name-mismatch" ||
    !one.nodes.every((node) => document.querySelector(node.target[0]).querySelector(".v-joker"))"""


COLOURS = ["color-contrast", "link-in-text-block"]  # the rules that look at colours


def broken(browser, checker, part=None, colours=False):
    """The rules that the page breaks as it is shown now, after motions have ended; `checker` is the text of the checker.
    `part`: checks only what is inside of that selector; `colours`: checks only rules about colours."""
    if not browser.run("""await Promise.allSettled(document.getAnimations().filter((one) =>
            one.effect.getComputedTiming().endTime !== Infinity).map((one) => one.finished)); return !!window.axe"""):
        browser.command("Runtime.evaluate", expression=checker + "; window.axe = axe; 0")  # as it is: it reads the page, not the test
    return browser.run("""const rules = args[1] ? {runOnly: {type: "rule", values: args[1]}} : {rules: args[2]};
        const { violations } = await axe.run(args[0] ?? document, {resultTypes: ["violations"], preload: false, ...rules});
        return violations.filter(""" + HEARD + """).map((one) => [one.id, one.help, one.nodes.length, ...one.nodes.slice(0, 3).map((node) =>
            `${node.html.slice(0, 160)} ${node.any.concat(node.all).map((why) => why.message).join(" ").slice(0, 200)}`)]);""",
                       part, COLOURS if colours else None, {"html-lang-valid": {"enabled": not pseudo.SPOKEN}})
