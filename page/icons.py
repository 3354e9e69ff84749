"""The icon of the page as PNG, from the triangles of icon.svg: paths of straight lines and nothing else.

    icons.py ICON.svg FOLDER SIZE...    makes FOLDER/SIZE.png of each size, in pixels
"""
import os
import re
import struct
import sys
import zlib

LINES = 4  # lines that are looked at in each row of pixels


def read_shapes(svg):
    """The polygons of a picture in a square of 64, with their colours."""
    shapes = []
    for way, colour in re.findall(r'<path d="([^"]+)" fill="#(\w{6})"/>', svg):
        points, x, y = [], 0.0, 0.0
        for letter, numbers in re.findall(r"([MLlz])([^MLlz]*)", way.replace("M", "M ").replace("l", "l ")):
            values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
            for i in range(0, len(values), 2):
                # What follows the first point of an M is an L.
                x, y = (x + values[i], y + values[i + 1]) if letter == "l" else (values[i], values[i + 1])
                points.append((x, y))
        shapes.append((points, tuple(int(colour[i:i + 2], 16) for i in (0, 2, 4))))
    return shapes


def spans(points, y):
    """Where a horizontal line is inside of a polygon."""
    cuts = sorted(a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])
                  for a, b in zip(points, points[1:] + points[:1]) if (a[1] <= y) != (b[1] <= y))
    return zip(cuts[::2], cuts[1::2])


def png(svg, size, ground=None, scale=1.0):
    """The picture with so many pixels a side, `scale` times its usual size around the middle; `ground`: the colour
    behind it, as "#rrggbb", which is transparent if there is none."""
    shapes = [([(size / 2 + (x - 32) * scale * size / 64, size / 2 + (y - 32) * scale * size / 64) for x, y in points], colour)
              for points, colour in read_shapes(svg)]
    paint = bytes(int(ground[i:i + 2], 16) for i in (1, 3, 5)) + b"\xff" if ground else bytes(4)
    rows = bytearray()
    for row in range(size):
        pixels = bytearray(paint * size)
        for points, colour in shapes:
            for column, part in covered(points, row, size).items():
                pixels[4 * column:4 * column + 4] = blend(pixels[4 * column:4 * column + 4], colour, min(1.0, part))
        rows += b"\0" + pixels
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", struct.pack(">2I5B", size, size, 8, 6, 0, 0, 0)), (b"IDAT", zlib.compress(bytes(rows), 9)),
                           (b"IEND", b"")))


def covered(points, row, size):
    """Which part of each pixel of a row is inside of a polygon."""
    cover = {}
    for line in range(LINES):
        for left, right in spans(points, row + (line + 0.5) / LINES):
            for column in range(max(0, int(left)), min(size, int(right) + 1)):
                cover[column] = cover.get(column, 0) + max(0.0, min(right, column + 1) - max(left, column)) / LINES
    return cover


def blend(below, colour, part):
    """A colour over a pixel of which it covers a part."""
    alpha = part + below[3] / 255 * (1 - part)
    if not alpha:
        return below
    return bytes(round((part * c + below[3] / 255 * (1 - part) * b) / alpha) for b, c in zip(below, colour)) + bytes([round(alpha * 255)])


def main(icon, folder, *sizes):
    with open(icon, encoding="utf-8") as file:
        svg = file.read()
    os.makedirs(folder, exist_ok=True)
    for size in sizes:
        with open(os.path.join(folder, size + ".png"), "wb") as file:
            file.write(png(svg, int(size)))


if __name__ == "__main__":
    main(*sys.argv[1:])
