"""A language that nobody speaks, made from the messages of the programs: three plurals, long words, letters that are not in ASCII.
What the programs do with it they do with any language. What it says can be read as English again, so that tests compare what they
always do: TRIANCEY_LANGUAGE=qps make check ROOM=page.

    pseudo.py POT >qps.po       its catalogue, for the messages of a .pot that was written with --no-wrap"""
import functools
import json
import os
import re
import subprocess
import sys

CODE = "qps"
PLURAL = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: qps\\n"\n"Plural-Forms: nplurals=3; plural=%s;\\n"\n\n' % PLURAL
KEPT = re.compile(r"%%|%(?:\d+\$)?[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j|t)?[a-zA-Z]|\\.|<[^>]*>|--\w[\w-]*")  # in texts as files have them
PLAIN, STRANGE, LONG, FORMS = "aeiouyAEIOUYcnCN", "\u0101\u0113\u012b\u014d\u016b\u0233\u0100\u0112\u012a\u014c\u016a\u0232\u0107\u0144\u0106\u0143", "\u00f8", "\u2080\u2081\u2082"
LETTERS = str.maketrans(PLAIN, STRANGE)
BACK = str.maketrans(STRANGE, PLAIN, LONG + FORMS)
SPOKEN = os.environ.get("TRIANCEY_LANGUAGE") == CODE  # by all that tests run


def word(text):
    """Half as long again."""
    return text.translate(LETTERS) + LONG * (len(text) // 2)


def translate(text, form=None):
    """A text as a .po file has it, or one of its forms. What is filled in, and ends of lines, stay."""
    kept = KEPT.findall(text)
    parts = [re.sub("[A-Za-z\u00c0-\u00ff]{3,}", lambda match: word(match[0]), part) for part in KEPT.split(text)]
    text = "".join(part + (kept[i] if i < len(kept) else "") for i, part in enumerate(parts))
    return text if form is None else text.replace(" ", FORMS[form] + " ", 1)


def english(said):
    """What was said in it, in English."""
    return said.translate(BACK) if SPOKEN else said


def read(output):
    """What a program has written, as bytes, in English."""
    return output.decode(errors="surrogateescape").translate(BACK).encode(errors="surrogateescape") if SPOKEN else output


def messages(pot):
    """(comments and flags, the text, that of many or "") of each message."""
    for block in pot.split("\n\n")[1:]:
        texts = dict(re.findall(r'^(msgid(?:_plural)?) ((?:".*"\n?)+)', block, re.M))
        if "msgid" in texts:
            one, many = ("".join(re.findall(r'"(.*)"', texts.get(key, ""))) for key in ("msgid", "msgid_plural"))
            yield "".join(line + "\n" for line in block.splitlines() if line.startswith("#,")), one, many


def catalogue(pot):
    """The catalogue as text."""
    found = HEAD
    for flags, one, many in messages(pot):
        found += flags + 'msgid "%s"\n' % one
        if many:
            found += 'msgid_plural "%s"\n' % many + "".join('msgstr[%d] "%s"\n' % (i, translate(many if i else one, i)) for i in range(3)) + "\n"
        else:
            found += 'msgstr "%s"\n\n' % translate(one)
    return found


def texts_of_page(pot):
    """The catalogue as the page has it (page/bundle)."""
    found = {"": PLURAL}
    for _, one, many in messages(pot):
        one, many = (json.loads('"%s"' % text) for text in (one, many))
        found[one] = [translate(many if i else one, i) for i in range(3)] if many else translate(one)
        if many:
            found.setdefault(many, translate(many, 2))
    return found


def run(words, **more):
    """subprocess.run() of a program that says what is compared."""
    answer = subprocess.run(words, text=True, **more)
    answer.stdout, answer.stderr = (said and english(said) for said in (answer.stdout, answer.stderr))
    return answer


@functools.lru_cache(None)
def phrases():
    """Each text with what it becomes, as scripts quote them."""
    with open(os.path.join(os.environ.get("top_builddir", "."), "po", "triancey.pot"), encoding="utf-8") as file:
        texts = texts_of_page(file.read())
    return {text: said for text, said in texts.items() if isinstance(said, str)}


def said_for(text):
    """What the page says for a text, which may have something filled in."""
    known = phrases().get(text)
    for one in sorted((one for one in phrases() if one.count("%s") == 1), key=len, reverse=True) if not known else ():
        filled = re.fullmatch(re.escape(one).replace("%s", "(.+)"), text, re.S)
        if filled:
            return phrases()[one].replace("%s", filled[1])
    return known or text


def spoken(script):
    """A script of a test: what it reads of a page is English, and elements are found by the texts that they have."""
    if not SPOKEN:
        return script
    script = re.sub(r"\.(textContent|innerText|getAttribute)\b(?!\s*=[^=])", r".english_\1", script)
    return re.sub(r"""(\[(?:aria-label|title|placeholder)=\\*["'])([^"'\\]*)""", lambda match: match[1] + said_for(match[2]), script)


# What such a script calls, in every document.
READERS = """{ const letters = %s, back = (text) => text?.replace(/./gs, (letter) => letters[letter] ?? letter);
    for (const [on, name] of [[Node.prototype, "textContent"], [HTMLElement.prototype, "innerText"]])
        Object.defineProperty(on, "english_" + name, { get() { return back(this[name]); } });
    Element.prototype.english_getAttribute = function (name) { return back(this.getAttribute(name)); }; }""" % json.dumps(
    {**dict(zip(STRANGE, PLAIN)), **dict.fromkeys(LONG + FORMS, "")})


def compile_to(text, path):
    """What msgfmt complains of."""
    return subprocess.run(["msgfmt", "-c", "-o", path, "-"], input=text.encode(), stderr=subprocess.PIPE, check=False).stderr.decode()


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.write(catalogue(file.read()))
