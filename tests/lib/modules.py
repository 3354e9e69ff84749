"""Scripts of page/ in a browser by themselves, without the page: for tests of single modules."""
import atexit
import os
import shutil
import subprocess
import tempfile

import browser
from tgi import Engine, SOURCE

FRAME = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>modules</title>
<style>html,body{margin:0;height:100%%}#here{height:100%%}
%s</style><body><div id="here"></div><script>%s</script>"""


def skip_without():
    """Ends the test as skipped where there is no browser or no bundler."""
    if not shutil.which("esbuild"):
        print("1..0 # SKIP no esbuild")
        raise SystemExit(0)
    if not browser.program():
        print("1..0 # SKIP no chromium")
        raise SystemExit(0)


def bundle(*names):
    """A script that makes `m.NAME` of the modules page/NAME.js."""
    script = "".join("import * as %s from './page/%s.js';" % (name, name) for name in names)
    script += "globalThis.m = {%s};" % ", ".join(names)
    return subprocess.run(["esbuild", "--bundle", "--log-level=error"], input=script.encode(), cwd=SOURCE,
                          stdout=subprocess.PIPE, check=True).stdout.decode()


def build(*names, style=""):
    """The address of a page where `m.NAME` is the module page/NAME.js, and an element `here`."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = os.path.join(folder, "modules.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(FRAME % (style, bundle(*names).replace("</script", "<\\/script")))
    return "file://" + path


class Table(Engine):
    """An engine that is asked what a page asks."""

    def lines(self, command, last):
        self.send(command)
        return [line for line in self.until(last) if line is not None]

    def board(self, setup):
        self.send("setgrid " + setup)
        return self.lines("board", "boardok")

    def state(self):
        return self.lines("state", "stateok")

    def legal(self):
        """The lines of the answer."""
        lines = [self.ask("legal", answer="legal")]
        while lines[-1].endswith(" more"):
            lines.append(self.line())
        return lines

    def moves(self):
        return [word for line in self.legal() for word in line.split()[1:] if word != "more"]

    def preview(self, move):
        return self.ask("preview " + move, answer="preview")
