#!/usr/bin/env python3
"""Compares the engine of the page in Chromium with the native one with the portable kernel: `bench playouts` and
`bench`, in turns, the best of some rounds; and how long the page takes to start.

    bench_page.py [ROUNDS]

With 0 rounds it takes a few seconds, and shows only that it works.
Playouts in the page are to reach a quarter of the native speed."""
import os
import re
import sys
import time

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import Browser, PageEngine, missing, page  # noqa: E402
from tgi import ENGINE, Engine  # noqa: E402

BOARD = "setgrid crepe"
RATE = re.compile(r"info string (?:kernel )?(\w[\w, ]*): ([0-9.]+) million random (halves|moves)")
SEARCH = re.compile(r"info string time .* s, ([0-9]+) nodes a second")

rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
BENCHES = ("bench playouts", "bench") if rounds else ("bench playouts",)
if missing():
    sys.exit("bench_page: " + missing())


def rates(ask):
    """What the benchmarks say, in millions a second."""
    found = {}
    for line in sum((ask(BOARD, bench) for bench in BENCHES), []):
        match = RATE.match(line)
        if match:
            found["%s, random %s" % (match[1], match[3])] = float(match[2])
        match = SEARCH.match(line)
        if match:
            found["search, nodes"] = float(match[1]) / 1e6
    return found


def ask_native(*lines):
    native.send(*lines, "isready")
    return native.until("readyok")


def start_page():
    """Milliseconds from opening the page to the first answer of the engine: the page's own clock."""
    browser.open("about:blank")
    browser.open(page())
    return browser.run("""
        const text = (name) => document.getElementById("embedded-" + name).textContent;
        const begin = performance.now();
        const packed = Uint8Array.from(atob(text("engine")), (letter) => letter.charCodeAt(0));
        const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
        const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
        const compiled = performance.now();
        async function answer() {
            const begin = performance.now();
            const worker = new Worker(URL.createObjectURL(new Blob([text("worker")])));
            await new Promise((resolve) => {
                worker.onmessage = resolve;
                worker.postMessage({module});
                for (const line of ["setgrid crepe", "position moves 1 2 3", "isready"])
                    worker.postMessage(line);
            });
            worker.terminate();
            return performance.now() - begin;
        }
        const loaded = performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd;
        return [loaded, compiled - begin, await answer(), await answer()];""")


native = Engine(ENGINE, "-k", "plain")
browser = Browser()
starts = [start_page() for _ in range(max(rounds, 3) if rounds else 1)]
module = PageEngine(browser)
best = {}
for _ in range(max(rounds, 1)):
    for place, ask in enumerate((ask_native, module.ask)):
        for name, rate in rates(ask).items():
            best.setdefault(name, [0, 0])
            best[name][place] = max(best[name][place], rate)
print("%-44s %8s %8s %6s" % ("millions a second", "native", "page", "ratio"))
for name, (here, there) in best.items():
    if here and there:  # the page has no kernel for AVX-512
        print("%-44s %8.3f %8.3f %6.2f" % (name, here, there, there / here))
for name, times in zip(("the page is loaded", "module unpacked and compiled", "first worker answers", "next worker answers"),
                       zip(*starts)):
    print("%-44s %5.0f ms" % (name, sorted(times)[len(times) // 2]))
print("%-44s %5d KB" % ("size of the file", os.path.getsize(page()[len("file://"):]) // 1000))
browser.close()
native.close()
