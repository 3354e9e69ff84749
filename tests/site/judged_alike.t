#!/usr/bin/env python3
"""A recorded half loses as much by each move, whoever judges it: `triancey-referee analyse`, `triancey-engine analyse`, a site, the prompt,
and the page."""
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from node import Node, need_node  # noqa: E402
from prompt import neighbours_of, random_half, two  # noqa: E402
from referee import PATIENCE, ask, path, run  # noqa: E402
from serve import CLOCK, CLOCKED, Player, Site  # noqa: E402
from tgi import ENGINE, done, ok  # noqa: E402

# On more cells than are solved, so that early moves are judged by a search.
BOARD, OLD = "torus 6x3", "2026-10"

# ---- the record: a game of a club, given away, and then played on another board --------------------

site = Site()
anna = Player(site, "Anna")
game = anna.begin()
for half in (1, 2):
    anna.half(game, half)
    anna.post("api/tables/%s/resign" % game["table"], {"half": half})
site.end()
chance = random.Random(5)
near = neighbours_of(BOARD)
halves = [moves for moves, *_ in (random_half(near, chance) for _ in range(200)) if len(moves) > 14][:2]
line = "setgrid inline selacata %s cells %d sides %s" % (BOARD.replace(" ", "-"), len(near), " ".join(",".join(map(str, sides)) for sides in near))
with sqlite3.connect(site.club) as club:
    week = club.execute("SELECT week FROM club_game").fetchone()[0]
    club.execute("UPDATE board SET spelled = ? WHERE id = (SELECT board FROM game)", (line,))
    for number, moves in enumerate(halves, 1):
        club.execute("UPDATE half SET moves = ?, clocks = NULL, plies = ?, termination = 'full' WHERE number = ?", (" ".join(map(str, moves)), len(moves), number))
    club.execute("INSERT INTO club_week SELECT ?, secret, digest, 1 FROM club_week WHERE week = ?", (OLD, week))
    club.execute("UPDATE club_game SET week = ?", (OLD,))
    club.execute("UPDATE game SET foreign_id = replace(foreign_id, ?, ?)", (week, OLD))

# ---- the commands ---------------------------------------------------------------------------------

shutil.copy(site.club, path("copy.db"))
status, said = run("analyse", path("copy.db"), "--quiet")
ok(status == 0, "the record is analysed", said)
# By half and ply: what the move lost, whether that is exact, the margin of the position, and one of its best moves.
truth = {(half & 15, ply): (margin - moved, bound == moved_bound == "exact", margin, best.split()[0]) for half, ply, margin, bound, moved, moved_bound, best in
         ask(path("copy.db"), "SELECT half, ply, margin, bound, moved, moved_bound, best FROM analysis ORDER BY half, ply")}
ok(len(truth) == sum(map(len, halves)) and any(loss for loss, *_ in truth.values()) and len({exact for _, exact, *_ in truth.values()}) == 2,
   "all moves: some lose, some are not solved", truth)
queries = "".join(json.dumps({"id": str(half), "setgrid": line, "position": "position half %d moves %s" % (half, " ".join(map(str, moves))), "half": True}) + "\n"
                  for half, moves in enumerate(halves, 1))
answers = [json.loads(row) for row in subprocess.run([ENGINE, "analyse"], input=queries, stdout=subprocess.PIPE, encoding="utf-8").stdout.splitlines()]
found = {(int(row["id"]), row["ply"]): (row["loss"], row["bound"] == row["moved_bound"] == "exact", row["margin"], row["best"][0]) for row in answers if "ply" in row}
ok(found == truth, "the engine's command judges alike", [(key, truth[key], found.get(key)) for key in truth if truth[key] != found.get(key)][:3])

# ---- the site -------------------------------------------------------------------------------------

status = subprocess.run([CLOCKED, "site", "analyse", "--data", site.data], stdout=subprocess.DEVNULL, env={name: value for name, value in os.environ.items() if name != CLOCK}).returncode
with sqlite3.connect(site.club) as club:
    details = dict(club.execute("SELECT half, detail FROM club_analysis"))
found = {(half, int(ply) + 1): (int(loss), exact == "1", best) for half, detail in details.items()
         for ply, best, loss, exact, _, _ in (move.split() for move in detail.split(";"))}
wanted = {(half, ply): (loss, exact, best) for (half, ply), (loss, exact, _, best) in truth.items() if ply % 2 == (1 if half == 1 else 0)}
ok(status == 0 and found == wanted, "so does a site, of the person's moves", status, sorted(set(found.items()) ^ set(wanted.items()))[:4])

# ---- the prompt -----------------------------------------------------------------------------------

out, status = two([str(move) for half in halves for move in half] + ["analyse"], "--grid", BOARD)
costly = {(int(half), int(ply)): (int(cost), int(margin), best) for half, ply, cost, best, margin in
          re.findall(r"^  half (\d), move (\d+) \(player \d\): \d+ cost (\d+); (\d+) was expected to bring ([+-]\d+)\.$", out, re.M)}
worst = sorted((at for at in truth if truth[at][0]), key=lambda at: (-truth[at][0], at))[:5]
ok(status == 0 and costly == {at: (truth[at][0], truth[at][2], truth[at][3]) for at in worst}, "so does the prompt", costly, [(at, truth[at]) for at in worst], out[-400:])

# ---- the page -------------------------------------------------------------------------------------

need_node("so does the page")
node = Node("analysis", "transport_worker", "tree")
found = {}
for half, moves in enumerate(halves, 1):
    rows = node.run("""
        const [grid, half, moves] = args, root = m.tree.from_list(moves), tip = m.tree.tip_of(root);
        const game = { halves: [{ root }], players: 2, hidden: false, setup: { game: "selacata", grid },
                       position_line: (node) => `position half ${half} moves ${m.tree.path_to(node).map((n) => n.move).join(" ")}` };
        let all = 0;
        const analyst = new m.analysis.Analyst(m.transport_worker.open_worker);
        const whole = await analyst.analyse(game, tip, 0, { effort: m.analysis.efforts[1], onprogress: (done, of) => (all = of - done) });
        analyst.end();
        return whole && all === 0 && m.tree.path_to(tip).map((n) => [n.loss.margin, n.loss.exact, n.parent.value.margin, n.loss.best]);""",
                    BOARD, half, [str(move) for move in moves])
    found.update({(half, ply): tuple(row) for ply, row in enumerate(rows or [], 1)})
ok(found == truth, "so does the page", [(key, truth[key], found.get(key)) for key in truth if truth[key] != found.get(key)][:3])
done()
