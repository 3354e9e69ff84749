"""The board that a visitor sees first, as a picture in the page: the torus of the first game (FIRST in page.js) as
board_svg.js draws it, from before the engine is there to draw it. Numbers come later: they take most of the time.

`tests/page/app.t` compares it with what the page draws."""
import math

COLUMNS, ROWS = 6, 4
SIDE, HEIGHT = 100, 50 * math.sqrt(3)
PERIODS = (COLUMNS * SIDE, 0), (ROWS * SIDE / 2, ROWS * HEIGHT)
# Of board_svg.js: how far a tile is inside of its cell, its rounding, the room around the board.
INSET, ROUND, ROOM, NEAR = 2.6, 8, 0.08 * SIDE, 0.45 * SIDE
RADIUS = HEIGHT / 3


def corners_of(cell):
    """Two cells to a column, the first with its tip down."""
    row, column = divmod(cell // 2, COLUMNS)
    x, y = column * SIDE + row * SIDE / 2, row * HEIGHT
    return [(x + SIDE, y), (x + 1.5 * SIDE, y + HEIGHT), (x + SIDE / 2, y + HEIGHT)] if cell % 2 else \
        [(x, y), (x + SIDE, y), (x + SIDE / 2, y + HEIGHT)]


def middle_of(points):
    return tuple(sum(point[i] for point in points) / len(points) for i in (0, 1))


def moved(point, by):
    return tuple(point[i] + by[0] * PERIODS[0][i] + by[1] * PERIODS[1][i] for i in (0, 1))


def short(*numbers):
    return " ".join(("%.1f" % number).replace(".0", "") for number in numbers)


def shape(points):
    """A triangle moved inwards, its corners rounded off."""
    centre = middle_of(points)
    inner = [tuple(c + (p - c) * (1 - INSET / RADIUS) for c, p in zip(centre, point)) for point in points]

    def towards(a, b):
        return tuple(p + (q - p) * ROUND / math.dist(a, b) for p, q in zip(a, b))
    parts = [short(*towards(a, inner[k - 1])) + "Q" + short(*a, *towards(a, inner[(k + 1) % 3])) for k, a in enumerate(inner)]
    return "M%sZ" % "L".join(parts)


def tile(cell, by):
    points = [moved(point, by) for point in corners_of(cell)]
    return '<path class="face" d="%s"/>' % shape(points)


def wrapped():
    """Where each cell is drawn, in a window around the middle of all, and the ghosts of their neighbours with the sides
    at which they are glued."""
    cells = range(2 * COLUMNS * ROWS)
    middle = middle_of([middle_of(corners_of(cell)) for cell in cells])

    def home(point):
        # A cell that could be on either side stays where it is; the first period is level.
        b = -round((point[1] - middle[1]) / PERIODS[1][1])
        return -round(round((point[0] - middle[0] + b * PERIODS[1][0]) / PERIODS[0][0], 6)), b
    at = {cell: home(middle_of(corners_of(cell))) for cell in cells}
    ghosts, seams = {}, []
    for cell in cells:
        row, column = divmod(cell // 2, COLUMNS)
        beside = ((row, column), (row, column + 1), (row + 1, column)) if cell % 2 else ((row, column), (row, column - 1), (row - 1, column))
        for their_row, their_column in beside:
            other = 2 * (their_row % ROWS * COLUMNS + their_column % COLUMNS) + (1 - cell % 2)
            there = at[cell][0] + their_column // COLUMNS, at[cell][1] + their_row // ROWS
            if there == at[other]:
                continue
            ghosts[other, there] = True
            ours = [moved(point, at[cell]) for point in corners_of(cell)]
            theirs = [moved(point, there) for point in corners_of(other)]
            seams.append([p for p in ours if any(math.dist(p, q) < 1 for q in theirs)])
    return at, list(ghosts), seams


def box(tiles, room):
    points = [moved(point, by) for cell, by in tiles for point in corners_of(cell)]
    return [f(p[i] for p in points) + sign * room for f, sign in ((min, -1), (max, 1)) for i in (0, 1)]


def view(left, top, right, bottom):
    return "%.1f %.1f %.1f %.1f" % (left, top, right - left, bottom - top)


def first_board():
    """The picture; its viewBox is that of narrow windows, `data-wide` has the other."""
    at, ghosts, seams = wrapped()
    full, near = box(list(at.items()) + ghosts, ROOM), box(at.items(), NEAR)
    tight = [max(full[0], near[0]), max(full[1], near[1]), min(full[2], near[2]), min(full[3], near[3])]
    seam = "".join("M%.1f %.1fL%.1f %.1f" % (*a, *b) for a, b in seams)
    return ('<svg class="board-svg wraps-2 cropped" viewBox="%s" data-wide="%s" aria-hidden="true">'
            '<g class="tile ghost c-empty may">%s</g><g class="tile c-empty may">%s</g><g class="seams"><path class="seam" d="%s"/></g></svg>') % (
        view(*tight), view(*full), "".join(tile(*ghost) for ghost in ghosts),
        "".join(tile(cell, by) for cell, by in at.items()), seam)
