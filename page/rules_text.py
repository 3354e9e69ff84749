"""The rules of the games (games/RULES.md and its translations) as HTML for the page.

read_rules(TEXT) -> [{"games": [...], "level": 2 or 3, "html": "..."}], a chunk for each heading.

It reads the Markdown of these documents and no more: headings, paragraphs, tables, numbered lists, **bold**,
*emphasis*, *(ours)* for what this project has decided, `code`, links. Comments in them say what the page makes of them:
    <!-- games: NAME... -->      below a heading: the games to which it belongs
    <!-- picture: NAME -->       a picture of games/rules_pictures.c
    <!-- notation -->            from here to the next heading: the notation of moves, shown when it is unfolded
    <!-- programs -->...<!-- /programs -->    what is typed or read at a prompt: left out on the page
Blocks that are indented are pictures for terminals, and left out.
"""
import html
import re


def inline(text):
    """A line of prose."""
    parts = re.split(r"(`[^`]+`)", text)
    return "".join("<code>%s</code>" % html.escape(part[1:-1]) if part.startswith("`") else emphasis(html.escape(part, False))
                   for part in parts)


def emphasis(text):
    text = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
    return re.sub(r"\*([^*]+)\*", emphasised, text)


def emphasised(match):
    """Marks our own decisions, apart from the published rules: they are what is in parentheses."""
    return ('<em class="ours">%s</em>' if match[1].startswith("(") else "<em>%s</em>") % match[1]


def row_cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def table(lines):
    head, rows = row_cells(lines[0]), [row_cells(line) for line in lines[2:]]
    kept = [i for i, title in enumerate(head) if title or i == 0]

    def cells(tag, row, first=""):
        return "".join("<%s%s>%s</%s>" % (tag, first if i == 0 else "", inline(row[i]), tag) for i in kept)
    body = "".join("<tr>%s</tr>" % cells("td", row) for row in rows)
    titles = "".join('<th scope="col">%s</th>' % inline(head[i]) if head[i] else "<td></td>" for i in kept)
    return '<div class="rules-table" tabindex="0"><table><thead><tr>%s</tr></thead><tbody>%s</tbody></table></div>' % (titles, body)


def items(lines):
    """A numbered list; an item goes on in lines that are indented."""
    found = []
    for line in lines:
        match = re.match(r"\d+\. (.*)", line)
        if match:
            found.append(match[1])
        else:
            found[-1] += " " + line.strip()
    return "<ol>%s</ol>" % "".join("<li>%s</li>" % inline(item) for item in found)


def block(lines):
    if lines[0].startswith("|"):
        return table(lines)
    if re.match(r"\d+\. ", lines[0]):
        return items(lines)
    if lines[0].startswith("    "):
        return ""
    picture = re.fullmatch(r"<!-- picture: ([\w-]+) -->", lines[0])
    if picture:
        return '<figure data-picture="%s"></figure>' % picture[1]
    return "<p>%s</p>" % inline(" ".join(line.strip() for line in lines))


def blocks(text):
    return [part.split("\n") for part in re.split(r"\n\s*\n", text.strip("\n")) if part.strip()]


def body(text):
    """The text below a heading as HTML."""
    said, mark, notation = text.partition("<!-- notation -->\n")
    out = "".join(block(lines) for lines in blocks(said))
    if not mark:
        return out
    notation = re.sub(r"^\*\*(.+?)\.?\*\*(?: (\*\([^)]+\)\*)\.?)?\s*", "", notation.strip("\n"))
    title = re.search(r"\*\*(.+?)\.?\*\*(?: (\*\([^)]+\)\*))?", text.partition(mark)[2])
    return out + '<details class="notation"><summary>%s</summary>%s</details>' % (
        inline(" ".join(part for part in title.groups() if part)), "".join(block(lines) for lines in blocks(notation)))


def read_rules(text):
    text = re.sub(r"[ \t]*<!-- programs -->.*?<!-- /programs -->", "", text, flags=re.S)
    chunks = []
    for level, title, below in re.findall(r"^(##|###) ([^\n]+)\n(.*?)(?=^###? |\Z)", text, flags=re.M | re.S):
        games = re.match(r"<!-- games: ([\w -]+?) -->\n", below)
        if not games:
            raise ValueError("the heading '%s' does not say to which games it belongs" % title)
        tag = "h%d" % (len(level) + 1)
        chunks.append({"games": games[1].split(),
                       "html": "<%s>%s</%s>%s" % (tag, inline(title), tag, body(below[games.end():]))})
    return chunks
