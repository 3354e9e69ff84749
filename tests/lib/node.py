"""Scripts of page/ in node, with the engine of the page: for tests of what needs no browser."""
import json
import os
import shutil

import browser
import modules
from tgi import SOURCE, Engine, done, ok


def missing(*programs):
    """Why there is no node, no page to take the engine from, or none of further programs; None: all are there."""
    why = next(("no " + name for name in ("node",) + programs if not shutil.which(name)), None)
    if not why and not (browser.page() and browser.is_current()):
        why = "the page is not built, or older than its sources: make page"
    return why


def skip_without(*programs):
    """Ends the test as skipped where something is missing()."""
    why = missing(*programs)
    if why:
        print("1..0 # SKIP " + why)
        raise SystemExit(0)


def need_node(what):
    """Ends the test here where something is missing(): `what` is skipped."""
    why = missing()
    if why:
        ok(True, "%s # SKIP %s" % (what, why))
        done()


def need_browser(what):
    """Ends the test here where there is no browser: `what` is skipped."""
    if browser.missing():
        ok(True, "%s # SKIP %s" % (what, browser.missing()))
        done()


class Node:
    """A process where `m.NAME` is the module page/NAME.js, spoken to as a Browser; a PageEngine runs in it, too."""

    def __init__(self, *names):
        self.process = Engine("node", os.path.join(SOURCE, "tests", "lib", "node.js"), browser.page()[len("file://"):])
        if names:
            self.run(modules.bundle(*names))

    def run(self, script, *arguments):
        """The value that the body of a function returns; promises are waited for."""
        line = self.process.ask(json.dumps([script, arguments]))
        if line is None:
            raise browser.Failure("node has ended, or does not answer")
        value, *error = json.loads(line)
        if error:
            raise browser.Failure(error[0])
        return value

    def close(self):
        self.process.close()
