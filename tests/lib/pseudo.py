"""A language that nobody speaks, made from the messages of the programs: three plurals, long words, letters that are not in ASCII.
What the programs do with it they do with any language."""
import re
import subprocess

CODE = "qps"
PLURAL = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=3; plural=%s;\\n"\n\n' % PLURAL
KEPT = re.compile(r"%%|%(?:\d+\$)?[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j|t)?[a-zA-Z]|\\.|<[^>]*>")  # in texts as files have them
LETTERS = str.maketrans("aeiouyAEIOUYcn", "\u00e1\u00e9\u00ed\u00f3\u00fa\u00fd\u00c1\u00c9\u00cd\u00d3\u00da\u00dd\u00e7\u00f1")


def word(text):
    """Half as long again."""
    text = text.translate(LETTERS)
    return text + text[-1:] * (len(text) // 2)


def translate(text):
    """A text as a .po file has it. What is filled in, and ends of lines, stay."""
    if text == "en":
        return CODE
    kept = KEPT.findall(text)
    parts = [re.sub(r"[A-Za-z]{3,}", lambda match: word(match[0]), part) for part in KEPT.split(text)]
    return "".join(part + (kept[i] if i < len(kept) else "") for i, part in enumerate(parts))


def catalogue(pot):
    """The catalogue as text, for the messages of a .pot that was written with --no-wrap."""
    found = [HEAD]
    for block in pot.split("\n\n")[1:]:
        texts = dict(re.findall(r'^(msgid(?:_plural)?) ((?:".*"\n?)+)', block, re.M))
        if "msgid" not in texts:
            continue
        one, many = ("".join(re.findall(r'"(.*)"', texts.get(key, ""))) for key in ("msgid", "msgid_plural"))
        flags = "".join(line + "\n" for line in block.splitlines() if line.startswith("#,"))
        entry = flags + 'msgid "%s"\n' % one
        if many:
            entry += 'msgid_plural "%s"\n' % many + "".join('msgstr[%d] "%s"\n' % (i, translate(many if i else one).replace(" ", " %d:" % i, 1)) for i in range(3))
        else:
            entry += 'msgstr "%s"\n' % translate(one)
        found.append(entry + "\n")
    return "".join(found)


def compile_to(text, path):
    """What msgfmt complains of."""
    return subprocess.run(["msgfmt", "-c", "-o", path, "-"], input=text.encode(), stderr=subprocess.PIPE, check=False).stderr.decode()
