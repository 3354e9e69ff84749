"""Finds messages for people in the sources that are not marked for translation."""
import os
import re

# Functions that take a message are all that are declared with a format, except those that write for programs or records alone,
# and the functions of this list. The number is that of the argument. Errors in options of the engine are shown on the command
# line, too.
FOR_PROGRAMS = {"text_addf", "needed_string", "value_write", "check_say", "check_note"}
OTHERS = {"command_complain": 1, "fail": 1, "fail_here": 1, "fail_at": 2, "fail_game": 2, "gone": 1, "import_table_fail": 2, "printf": 0, "puts": 0, "perror": 0}
OF_OPTIONS = {"protocol_fail": 2}
FOR_RECORDS = {"VERDICT_SCORE", "VERDICT_WARNING"}  # the texts of these faults are for records alone
MARKS = {"_", "N_", "ngettext"}
CALL = re.compile(r"(\w+)\s*\(\s*")
TOKEN = re.compile(r'(?:\s+|/\*.*?\*/|//[^\n]*)*("(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\]|\\.)+\'|\w+|\S)', re.S)


def read(source):
    """The sources that speak to people, by name. Of the engine those of its command line."""
    texts = {}
    for folder in ("base", "grids", "games", "referee", "engine"):
        for path, _, names in sorted(os.walk(os.path.join(source, folder))):
            for name in sorted(names):
                name = os.path.relpath(os.path.join(path, name), source)
                if name.endswith((".c", ".h")) and (folder != "engine" or name in ("engine/main.c", "engine/options.c")):
                    with open(os.path.join(source, name), encoding="utf-8") as file:
                        texts[name] = file.read()
    return texts


def functions(texts):
    """The functions that take a message, each with the number of that argument."""
    found = dict(OTHERS)
    for text in (text for text in texts.values() if "..." in text):
        for name, place in re.findall(r"(\w+)\([^(){};]*\.\.\.\)\s*"
                                      r"(?:__attribute__\(\(format\(printf,|GRID_PRINTF\()\s*(\d+)", text):
            found[name] = int(place) - 1
        for place, name in re.findall(r"__attribute__\(\(format\(printf, (\d+), \d+\)\)\)\s+[\w\s*]*?(\w+)\(", text):
            found[name] = int(place) - 1
    return {name: place for name, place in found.items() if name not in FOR_PROGRAMS}


def tokens_of_call(text, start):
    """The words, each with its place, from after a parenthesis to the one that closes it; comments are left out."""
    words, depth = [], 1
    for match in TOKEN.finditer(text, start):
        depth += (match[1] == "(") - (match[1] == ")")
        if depth == 0:
            break
        words.append((match[1], match.start(1)))
    return words


def end_of_call(words, start):
    """The place after the parenthesis that closes the one at `start`."""
    depth = 0
    for i in range(start, len(words)):
        depth += (words[i][0] == "(") - (words[i][0] == ")")
        if depth == 0:
            return i + 1
    return len(words)


def arguments(words):
    """The unmarked strings in the arguments of a call, each with the number of its argument."""
    number, depth, i = 0, 0, 0
    while i < len(words):
        word, place = words[i]
        if word in MARKS and i + 1 < len(words) and words[i + 1][0] == "(":
            i = end_of_call(words, i + 1)
            continue
        depth += (word in "([{") - (word in ")]}")
        number += word == "," and depth == 0
        if word[0] == '"':
            yield number, word[1:-1], place
        i += 1


def is_message(text, whole):
    """Whether a string is a message: names of programs, keys, and comments of a file are none."""
    text = re.sub(r"%[-+.0-9*]*(?:hh|h|ll|l|z)?[a-zA-Z]|\\.|triancey-\w+", "", text)
    if text.startswith(";"):
        return False
    return re.search("[A-Za-z]{3}" if whole else r"(?=.* ).*[a-z]{2,}", text) is not None


def unmarked(source):
    """"FILE:LINE: MESSAGE" for each unmarked message, and how many calls were looked at."""
    texts = read(source)
    everywhere, found, calls = functions(texts), [], 0
    for name, text in texts.items():
        known = dict(everywhere, **OF_OPTIONS if name == "engine/options.c" else {})
        for match in CALL.finditer(text):
            first = 1 if match[1] == "fprintf" and text.startswith("stderr", match.end()) else known.get(match[1])
            if first is None:
                continue
            call = tokens_of_call(text, match.end())
            calls += 1
            if not FOR_RECORDS & {word for word, _ in call}:
                found += ["%s:%d: %s" % (name, 1 + text.count("\n", 0, place), said) for number, said, place in arguments(call)
                          if number >= first and is_message(said, number == first)]
    return found, calls


# ---- scripts of the page -----------------------------------------------------------------------------

SCRIPT_TOKEN = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[\w$]+|\s+|.", re.S)
PATTERN = re.compile(r"/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
SAYS = {"Lost", "say", "refuse", "mourn", "die", "announce"}  # people read whatever these functions get

# Words with a capital that are no texts for people: keys of a keyboard, names in the protocol, in the document and in the
# browser, and names of languages, which are in those languages.
NO_TEXT = set("""ArrowLeft ArrowRight Arrow ArrowUp ArrowDown Home End Enter Escape Backspace Tab Spacebar Hash MultiPV Player Ponder Opponents
    WebAssembly Worker DecompressionStream English Fran\\u00e7ais""".split())


def script_tokens(text):
    """Words of a script with their lines; patterns count as one word. Text in `...` is cut at its gaps."""
    line, found, i = 1, [], 0
    while i < len(text):
        before = found[-1][0] if found else "("
        match = text[i] == "/" and text[i + 1] not in "/*" and (before[-1] in "(,=:[!&|?{};" or before == "return") and PATTERN.match(text, i)
        token = (match or SCRIPT_TOKEN.match(text, i)).group()
        if not token.isspace() and not token.startswith(("/*", "//")):
            found.append((token, line))
        line += token.count("\n")
        i += len(token)
    return found


def is_script_text(text, said):
    """Whether a string of a script is for people: a sentence or a word that begins with a capital, or more than one word
    where a text is `said`."""
    text = re.sub(r"\$\{[^}]*\}", " % ", text)
    if text in NO_TEXT or "<" in text:
        return False
    return re.match(r"[A-Z][a-z]+(?:[ ,.:;!?\\]|$)", text) is not None or said and re.search(r"[a-z]{2,} [a-z]", text) is not None


def unmarked_in_scripts(source):
    """The unmarked messages of the page's modules; those of the worker are left out, because it speaks to the page alone."""
    found, strings = [], 0
    for name in sorted(os.listdir(os.path.join(source, "page"))):
        if not name.endswith(".js"):
            continue
        with open(os.path.join(source, "page", name), encoding="utf-8") as file:
            words = script_tokens(file.read())
        i = 0
        while i < len(words):
            word, line = words[i]
            if word in MARKS and i + 1 < len(words) and words[i + 1][0] == "(":
                i = end_of_call(words, i + 1)
                continue
            if word[0] in "\"'`":
                strings += 1
                said = i > 1 and words[i - 1][0] == "(" and words[i - 2][0] in SAYS
                if is_script_text(word[1:-1], said):
                    found.append("page/%s:%d: %s" % (name, line, word))
            i += 1
    return found, strings
