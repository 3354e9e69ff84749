#!/usr/bin/env python3
"""From the editor to a table: a position that was set up on the page of a site begins a game there, and its board shows it."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import skip_without  # noqa: E402
from tgi import done, ok  # noqa: E402
from visitor import Visitor, open_site  # noqa: E402

skip_without()
site = open_site()
anna = Visitor(site, view="#tables")
window = anna.browser
window.run("location.hash = '#play'")
PAGE = "const page = document.getElementById('page').page;"
EDITOR = "const { editor } = document.querySelector('.editor-dialog');"
WORDS = "turn=1 cells=1.....2..............1.....2...."


def edit(setup, words):
    window.wait(PAGE + "return !!page?.engine_name && page.game?.state && !!page.open_table")
    window.run(PAGE + "await page.begin({ setup: args[0], seats: [{ kind: 'person' }, { kind: 'computer', level: '1' }] }); page.open_dialog('edit')", setup)
    window.wait("return !!document.querySelector('.editor-dialog .editor-fields textarea')")
    window.run(EDITOR + """const text = document.querySelector(".editor-dialog textarea"); text.value = args[0]; text.dispatchEvent(new Event("change"));""", words)
    ok(window.wait(EDITOR + "return editor.position.text === args[0] && editor.said.textContent.startsWith('It can be played')", words), "%s: words are taken" % setup["game"])


edit({"game": "trioker-rapid", "keys": {"players": 2}}, "phase=play turn=1 money=35,35 won=0,0 laid=33:333 hand1=000,001,002 hand2=003,011,012")
ok(window.run(EDITOR + "return editor.ways[3].disabled"), "no table begins where hands are hidden")
window.run("document.querySelector('.editor-dialog').close()")
edit({"game": "selacata", "grid": "torus 4x4"}, WORDS)
window.run(EDITOR + "editor.ways[3].click()")
ok(window.wait("return document.getElementById('page').address() === '#tables' && document.querySelector('main.site')?.textContent.includes('from the position that you have set up')"), "a table is offered", anna.text())
anna.choose(("Your seat", "1"))
window.run("[...document.querySelectorAll('main.site button')].find((button) => button.textContent === 'Open the table').click()")
SHOWN = "document.querySelector('main.site')?.textContent"
ok(window.wait("return document.getElementById('page').address().startsWith('#table/') && %s.includes('from a position')" % SHOWN), "it is opened, and says where it begins", anna.text())
table = window.run("return document.getElementById('page').address().split('/')[1]")
_, _, answer = site.ask("GET", "api/tables/" + table)
ok(answer["position"] == WORDS and answer["grid"] == "torus 4x4", "the server has the position", answer)
LAID = "return [...document.querySelectorAll('main.site .board-svg .tile')].filter((tile) => /c-(yellow|red)/.test(tile.getAttribute('class') + tile.innerHTML)).length >= 4"
ok(window.wait(LAID), "its board shows what lies there")
window.run("location.hash = '#tables'")
ok(window.wait("return document.getElementById('page').address() === '#tables' && [...document.querySelectorAll('main.site label')].some((label) => label.textContent === 'Game')"), "the position is taken once", anna.text()[:200])
complaints = window.complaints()
ok(complaints == [], "no error in the console", *complaints)
anna.close() if hasattr(anna, "close") else window.close()
site.end()
done()
