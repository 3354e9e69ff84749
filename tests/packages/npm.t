#!/usr/bin/env python3
"""The packages for other people's pages, as `npm pack` makes them (`make npm`), in pages that know nothing of ours; the engine in
node, too. It is for `make nightly`."""
import atexit
import functools
import glob
import http.server
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
import browser  # noqa: E402
from tgi import BUILD, done, ok  # noqa: E402

ENGINE = """<!DOCTYPE html>
<html lang="de">
<meta charset="utf-8">
<title>Mein Spiel</title>
<link rel="icon" href="data:,">
<script type="importmap">{"imports": {"triancey-engine": "./node_modules/triancey-engine/index.js"}}</script>
<script type="module">
import { Refused, parse_info, parse_state, start } from "triancey-engine";
const engine = start(), found = {infos: 0};
await engine.set_grid("crepe selacata");
found.legal = (await engine.legal()).length;
const { move } = await engine.search("nodes 2000", (line) => { if (parse_info(line).nodes) found.infos++; });
await engine.set_position(`position moves ${move}`);
const state = parse_state(await engine.ask("state"));
found.turn = state.turn;
found.moves = state.history.join() === move;
found.refused = await engine.set_grid("no-such-board").catch((error) => error instanceof Refused && error.message);
engine.end();
globalThis.found = found;
</script>
"""
BOARD = """<!DOCTYPE html>
<html lang="%s">
<meta charset="utf-8">
<title>A page of somebody else</title>
<link rel="icon" href="data:,">
<style>
  body { background: #fed; color: #300; font: 20px serif; }
  button { background: hotpink; border: 5px dotted; font-size: 40px; }
  svg, .stage, .tile, .choice { display: none; }
  triancey-board { height: 34rem; width: 40rem; }
</style>
<script type="module" src="node_modules/triancey-board/index.js"></script>
<h1>Games</h1>
<triancey-board game="%s" %s></triancey-board>
<button>Not yours</button>
<script>
  globalThis.heard = [];
  const board = document.querySelector("triancey-board");
  for (const name of ["ready", "move", "over", "error"])
    board.addEventListener(name, ({detail}) => heard.push([name, detail]));
</script>
"""
NODE = """
import { readFile } from "node:fs/promises";
import { start_engine } from "triancey-engine/direct";
const module = await WebAssembly.compile(await readFile("node_modules/triancey-engine/engine.wasm"));
const say = start_engine(module, { print: console.log, complain: console.warn });
say("setgrid crepe triancey");
say("go nodes 1000");
"""
USE = """
import { parse_state, start } from "triancey-engine";
const engine = start({ module: "x.wasm" });
export const turn: number | "chance" | null = parse_state(await engine.ask("state")).turn;
export const move: string = (await engine.search("nodes 10", (line: string) => line)).move;
document.querySelector<import("triancey-board").TrianceyBoard>("triancey-board")?.play(move);
"""
# What a person may click next: places, then whatever else there is of a move; once nobody thinks.
NEXT = """const root = document.querySelector("triancey-board").shadowRoot, made = heard.find(([name, what]) => name === "move" && what.seat === 1);
    if (made) return { made: made[1].move };
    if (heard.some(([name]) => name === "error")) return { trouble: heard };
    const able = (one) => one.getAttribute("aria-pressed") !== "true";
    const lit = [...root.querySelectorAll(".hand.turn .hand-tile:not(:disabled)")].filter(able);
    const places = [...root.querySelectorAll(".board [role=button][aria-disabled=false]")].filter(able);
    const words = [...root.querySelectorAll(".words button.primary")];
    const one = words[0] ?? (lit.length && !root.querySelector(".hand-tile.is-chosen") ? lit[0] : places[0]);
    if (!one || root.querySelector(".plate.thinking")) return null;
    const shape = one.querySelector(".hit, .lit"), box = one.getBoundingClientRect();
    if (!shape) return { at: [box.left + box.width / 2, box.top + box.height / 2] };
    const length = shape.getTotalLength(), points = [0, 1, 2].map((i) => shape.getPointAtLength(length * i / 3));
    const middle = new DOMPoint(points.reduce((sum, p) => sum + p.x / 3, 0), points.reduce((sum, p) => sum + p.y / 3, 0)).matrixTransform(shape.getScreenCTM());
    return { at: [middle.x, middle.y] };"""
SEATS = {"triangulation": "person random random", "trioker-puzzle": "person"}
GRIDS = {"triancey": "torus 6x4", "selacata": "crepe"}


def unpack(folder):
    """The packages where node and pages look for them; False if they were not made."""
    packages = glob.glob(os.path.join(BUILD, "npm", "*.tgz"))
    for package in packages:
        name = os.path.basename(package).rsplit("-", 1)[0]
        with tarfile.open(package) as archive:
            archive.extractall(folder)
        os.makedirs(os.path.join(folder, "node_modules"), exist_ok=True)
        os.rename(os.path.join(folder, "package"), os.path.join(folder, "node_modules", name))
        ok(os.path.getsize(package) < 500000, name + " has less than 500 KB", os.path.getsize(package))
    return len(packages) == 2


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return "http://127.0.0.1:%d/" % server.server_address[1]


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)
    return name


def try_engine(folder, site, window):
    window.open(site + write(folder, "engine.html", ENGINE))
    found = window.wait("return globalThis.found")
    ok(found["legal"] > 40 and found["infos"] > 0 and found["turn"] == 2 and found["moves"], "the engine plays in a foreign page", found)
    ok(found["refused"], "what it refuses has a reason", found)
    ok(window.run("return document.documentElement.lang") == "de" and not window.complaints(), "it leaves the page alone")
    said = subprocess.run(["node", write(folder, "think.mjs", NODE)], cwd=folder, capture_output=True, text=True)
    ok(said.stdout.splitlines()[-1:] and said.stdout.splitlines()[-1].startswith("bestmove "), "it thinks in node, too", said.stdout, said.stderr)
    if shutil.which("tsc"):
        checked = subprocess.run(["tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "node",
                                  write(folder, "use.ts", USE)], cwd=folder, capture_output=True, text=True)
        ok(checked.returncode == 0, "the types are those of its functions", checked.stdout)


def play(window):
    """Clicks until the person has made a move; what was heard of it."""
    for _ in range(12):
        step = window.wait(NEXT)
        if "at" not in step:
            return step
        window.click_at(*step["at"])
        window.run("return new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))")
    return {}


def try_board(folder, site, window):
    for game in ("triancey", "selacata", "archipel", "tritt", "triangulation", "trioker-duel", "trioker-rapid", "trioker-puzzle"):
        words = 'seats="%s"' % SEATS.get(game, "person random") + (' grid="%s"' % GRIDS[game] if game in GRIDS else "")
        window.open(site + write(folder, game + ".html", BOARD % ("en", game, words)))
        window.wait("return heard.length")
        step = play(window)
        made = window.run("return document.querySelector('triancey-board').moves")
        ok("made" in step and step["made"] in made, game + " is played by clicks in a foreign page", step, made, window.complaints())
        if os.environ.get("PICTURES"):
            window.picture(os.path.join(os.environ["PICTURES"], game + ".png"))
    window.open(site + write(folder, "drawn.html", BOARD % ("fr", "triancey", 'grid="torus 6x4" seats="person person" moves="0 21 42" inert')))
    window.wait("return heard.length")
    found = window.run("""const board = document.querySelector("triancey-board"), root = board.shadowRoot, style = getComputedStyle(document.querySelector("body > button"));
        const { moves } = board, told = root.querySelector(".told").textContent;
        await board.step(-1);
        return { moves, back: board.moves, told, svg: board.svg().startsWith("<svg"), lang: document.documentElement.lang, theirs: style.backgroundColor,
            shown: getComputedStyle(root.querySelector(".choice")).display };""")
    ok(len(found["moves"]) == 3 and found["back"] == found["moves"][:2] and found["svg"], "a game is drawn as far as it was played", found, window.run("return heard"))
    ok("trait" in found["told"] or "jouer" in found["told"] or "tour" in found["told"], "in the language of the page", found)
    ok(found["theirs"] == "rgb(255, 105, 180)" and found["shown"] == "flex" and found["lang"] == "fr", "neither style reaches the other", found)
    window.run("heard.length = 0; document.querySelector('triancey-board').setAttribute('seats', 'person ghost');")
    heard = window.wait("return heard.length && [heard, document.querySelector('triancey-board').shadowRoot.textContent]")
    ok(heard[0][0][0] == "error" and "ghost" in heard[1], "what is not possible is said", heard)


def main():
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if not browser.program() or not shutil.which("node") or not unpack(folder):
        print("1..0 # SKIP no chromium, no node, or make npm was not run")
        return
    site, window = serve(folder), browser.Browser(800, 900)
    try_engine(folder, site, window)
    try_board(folder, site, window)
    done()


main()
