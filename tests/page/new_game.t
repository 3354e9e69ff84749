#!/usr/bin/env python3
"""The dialog of a new game offers what the engine plays, no more and no less: games, boards, numbers with
their bounds, seats and players; each game begins from it, and is named and ended in the engine's words."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import Browser, page, skip_without  # noqa: E402
from tgi import NIGHTLY, Engine, done, enough, ok  # noqa: E402

skip_without()
engine = Engine()


def said(command, end):
    engine.send(command)
    return engine.until(end)[:-1]


titles = dict(re.fullmatch(r"game (\S+) (.+)", line).groups() for line in said("tgi", "tgiok") if line.startswith("game "))
lines = said("grids", "gridsok")
games = {match.group(1): match for match in (re.fullmatch(
    r"game (\S+) seats (\d) halves (\d)(?: grid (\S+))? players (.+?) about (.+)", line) for line in lines) if match}
boards = [re.match(r"grid (\S+) cells \d+ surface \S+ games ([a-z -]+?)(?: title |$)", line).groups() for line in lines if line.startswith("grid ")]
keys = {}
for game, key, least, greatest, usual in re.findall(r"^key (\S+) (\S+) min (\d+) max (\d+) usual (\d+)$", "\n".join(lines), re.M):
    keys.setdefault(game, {})[key] = (int(least), int(greatest), usual)

window = Browser(1000, 900)
window.open(page())
ok(window.wait("return document.getElementById('page').page?.engine_name"), "the page is there")


def offered(game):
    """The lists of the dialog for a game: the texts of each and the values. `make nightly` opens the dialog anew."""
    window.run("""if (args[0]) document.querySelectorAll("dialog[open]").forEach((d) => d.close());
        if (!document.querySelector("dialog[open]")) document.querySelector("[data-command=new]").click()""", NIGHTLY)
    window.wait("return !!document.querySelector('dialog[open]')")
    return window.run("""const dialog = document.querySelector("dialog[open]"); dialog.querySelector(`input[value=${args[0]}]`).click();
        return [...dialog.querySelectorAll("select")].map((s) => ({ value: s.value, values: [...s.options].map((o) => o.value) }))""", game)


cards = window.run("""document.querySelector("[data-command=new]").click();
    return [...document.querySelectorAll("dialog[open] .game-card")].map((c) => [c.querySelector("input").value, c.querySelector("b").textContent, c.querySelector("span").textContent])""")
ok([card[:2] for card in cards] == [list(pair) for pair in titles.items()], "all games are offered, by their titles", cards)
ok(all(card[2].rstrip(".").lower() == games[card[0]].group(6).lower() for card in cards), "each with the engine's line about it", cards)

ok(window.run("return document.activeElement.value") == "triancey" and window.wait("return document.querySelectorAll('dialog[open] .game-card .board-svg').length === args[0]", len(titles)),
   "with a picture; the one that was played last has the focus")
window.run("document.querySelector('dialog[open] input[value=tritt]').click(); document.querySelector('dialog[open] input[value=triancey]').click()")
ok(window.run("return document.querySelector('dialog[open] select').value") == "torus 6x4", "the gentle board is still there after a look at another game")
heights = set()
for number, game in enumerate(titles):
    lists = offered(game)
    heights.add(window.run("return document.querySelector('dialog[open]').offsetHeight"))
    seats, grid, computers = int(games[game].group(2)), games[game].group(4), games[game].group(5).split()
    of_seats = [one for one in lists if "person" in one["values"]]
    ok(len(of_seats) == (seats if seats > 1 else 0), "%s: a list for each of %d seats" % (game, seats), lists)
    wrong = [one for one in of_seats for player in ("reference", "greedy", "random")
             if ("level:" + player in one["values"]) != (player in computers)]
    ok(not wrong, "of the computers that play it", wrong[:1])
    rest = [one for one in lists if "person" not in one["values"]]
    if grid:
        wanted = [name for name, takers in boards if game in takers.split()]
        ok(len(rest) == 1 and rest[0]["values"][:len(wanted)] == wanted and rest[0]["value"] in rest[0]["values"], "the boards that it takes", rest)
        ok(("word" in rest[0]["values"]) == (game != "trioker-puzzle"), "words where they make boards")
        shapes = [value for value in rest[0]["values"] if " " in value]
        refused = [shape for shape in shapes if engine.ask("setgrid %s %s\nboard" % (shape, game), answer=("board ", "error ")).startswith("error")]
        engine.send("isready")
        engine.until("readyok")
        ok(shapes and not refused, "shapes that it takes", refused)
    else:
        numbers = [[str(n) for n in range(least, greatest + 1)] for least, greatest, _usual in keys.get(game, {}).values()]
        ok([one["values"] for one in rest] == numbers and [one["value"] for one in rest] == [key[2] for key in keys.get(game, {}).values()],
           "its numbers with their bounds", rest)
    if number % enough(3, 1):
        continue
    window.run("document.querySelector('dialog[open] [type=submit]').click()")
    ok(window.wait("const game = document.getElementById('page').page.game; return game.setup.game === args[0] && game.state && !document.querySelector('dialog[open]')",
                   game), "it begins")
    ok(titles[game] in window.run("return document.title"), "under its title")

ok(len(heights) == 1, "the dialog is as high for each game", heights)
offered("triancey")
window.run("""const dialog = document.querySelector("dialog[open]"), list = dialog.querySelector("select");
    list.value = "shape"; list.dispatchEvent(new Event("change"));
    [...dialog.querySelectorAll("input[type=text]")].find((i) => !i.hidden && !i.placeholder).value = "triangle 4";
    dialog.querySelector("[type=submit]").click()""")
refused = window.wait("return document.querySelector('dialog[open] .refused').textContent")
ok("Triancey cannot be played on \u201ctriangle 4\u201d" in refused and "torus 6" in refused, "a shape with open sides is refused in words for people", refused)
window.run("const list = document.querySelector('dialog[open] select'); list.value = 'torus 4x4'; list.dispatchEvent(new Event('change')); document.querySelector('dialog[open] [type=submit]').click()")
window.wait("return !document.querySelector('dialog[open]')")
offered("tritt")
offered("triancey")
ok(window.run("return document.querySelector('dialog[open] select').value") == "torus 4x4", "what a game was played on is offered again")

# Engines of the page get memory as they need it, before anything else: the engine's own 64 MiB would make them slow to start.
ok(window.run("""const page = document.getElementById('page').page; await page.analyst.hint(page.game, page.game.node, 0, { lines: 1, milliseconds: 1, onlines() {} });
    return [page.game.table, page.analyst.client].map((client) => [...client.options][0])""") == [["Hash", "1"], ["Hash", "16"]], "the tables of searches are small")

# A word makes a board as large as the usual one, of the same surface.
for game, name in (("archipel", "zo\u00e92-60-cylinder"), ("selacata", "zo\u00e92"))[:enough(1, 2)]:
    offered(game)
    window.run("""const dialog = document.querySelector("dialog[open]"), list = [...dialog.querySelectorAll("select")].find((s) => [...s.options].some((o) => o.value === "word"));
        list.value = "word"; list.dispatchEvent(new Event("change"));
        const text = [...dialog.querySelectorAll("input[type=text]")].find((i) => !i.hidden && !i.placeholder); text.value = "Zoé 2";
        dialog.querySelector("[type=submit]").click()""")
    ok(window.wait("const g = document.getElementById('page').page.game; return g.board?.name === args[1] && g.setup.game === args[0] && g.state && !document.querySelector('dialog[open]')", game, name), "%s on a word" % game)

# Boards by the names that people give them, in their language; a shape is typed as it is shown, or as the protocol has it.
for language, torus in (("fr", "tore"), ("en", "torus"))[:enough(1, 2)]:
    window.run("await document.getElementById('page').page.speak(args[0])", language)
    offered("triancey")
    ok(window.run("""return [...document.querySelectorAll("dialog[open] option")].find((o) => o.value === "torus 6x4").textContent""") == torus + " 6 \u00d7 4",
       "a torus in " + language)
    offered("trioker-puzzle")
    shown = dict(window.run("""return [...document.querySelectorAll("dialog[open] option")].map((o) => [o.value, o.textContent.split(" \u00b7 ")[0]])"""))
    of_files = {line.split()[1]: line.split(" title ")[1] for line in lines if line.startswith("grid ") and " title " in line}
    same = [name for name, title in of_files.items() if shown[name] == title]
    ok(len(of_files) > 30 and (len(same) == len(of_files) if language == "en" else set(same) <= {"boomerang", "super-triangle"}),
       "the titles of puzzles in " + language, same)
    for typed, wanted in ((torus + " 8 \u00d7 3", "torus-8x3"), ("TORUS 4X4", "torus-4x4")):
        offered("triancey")
        window.run("""const dialog = document.querySelector("dialog[open]"), list = [...dialog.querySelectorAll("select")].find((s) => [...s.options].some((o) => o.value === "shape"));
            list.value = "shape"; list.dispatchEvent(new Event("change"));
            [...dialog.querySelectorAll("input[type=text]")].find((i) => !i.hidden && !i.placeholder).value = args[0];
            dialog.querySelector("[type=submit]").click()""", typed)
        ok(window.wait("const g = document.getElementById('page').page.game; return g.board?.name === args[0] && g.state && !document.querySelector('dialog[open]')", wanted), "'%s' is a board" % typed)
    window.run("document.getElementById('page').page.show_tab('play')")
    shown = window.wait("return document.querySelector('.play .soft')?.textContent.includes(args[0]) && document.querySelector('.play .soft').textContent", torus + " 4 \u00d7 4")
    ok(shown, "which is called so beside the game", shown)
    window.run("document.getElementById('page').page.show_tab('about')")
    ok(window.wait("return document.querySelector('#panel-about .soft')?.textContent.endsWith(args[0])", "reference computer 1" if language == "en" else "ordinateur de référence 1"),
       "so is the engine")

ok(not window.complaints(), "no error in the console", window.complaints())
window.close()
engine.close()
done()
