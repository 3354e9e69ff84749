"""Finds messages for people in the sources that are not marked for translation."""
import os
import re

# What takes a message: every function that is declared with a format, but for those that write for
# programs or records alone; and these. The number is that of the argument. What is wrong with an
# option of the engine is told on the command line, too.
FOR_PROGRAMS = {"text_addf", "value_write"}
OTHERS = {"command_complain": 1, "fail": 1, "fail_here": 1, "gone": 1, "printf": 0, "puts": 0, "perror": 0}
OF_OPTIONS = {"protocol_fail": 2}
FOR_RECORDS = {"VERDICT_SCORE", "VERDICT_WARNING"}  # what these faults say
MARKS = {"_", "N_", "ngettext"}
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\]|\\.)+\'|\w+|\s+|.', re.S)


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
    """Each with the number of its argument that is the message."""
    found = dict(OTHERS)
    for text in texts.values():
        for name, place in re.findall(r"(\w+)\([^(){};]*\.\.\.\)\s*"
                                      r"(?:__attribute__\(\(format\(printf,|GRID_PRINTF\()\s*(\d+)", text):
            found[name] = int(place) - 1
        for place, name in re.findall(r"__attribute__\(\(format\(printf, (\d+), \d+\)\)\)\s+[\w\s*]*?(\w+)\(", text):
            found[name] = int(place) - 1
    return {name: place for name, place in found.items() if name not in FOR_PROGRAMS}


def tokens(text):
    line, found = 1, []
    for token in TOKEN.findall(text):
        if not token.isspace() and not token.startswith(("/*", "//")):
            found.append((token, line))
        line += token.count("\n")
    return found


def end_of_call(words, start):
    """Behind the parenthesis that closes the one at `start`."""
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
        word, line = words[i]
        if word in MARKS and i + 1 < len(words) and words[i + 1][0] == "(":
            i = end_of_call(words, i + 1)
            continue
        depth += (word in "([{") - (word in ")]}")
        number += word == "," and depth == 0
        if word[0] == '"':
            yield number, word[1:-1], line
        i += 1


def is_message(text, whole):
    """Whether a string says something: names of programs, keys and comments in a file do not."""
    text = re.sub(r"%[-+.0-9*]*(?:hh|h|ll|l|z)?[a-zA-Z]|\\.|triancey-\w+", "", text)
    if text.startswith(";"):
        return False
    return re.search("[A-Za-z]{3}" if whole else r"(?=.* ).*[a-z]{2,}", text) is not None


def unmarked(source):
    """"FILE:LINE: MESSAGE" for each of them, and how many calls were looked at."""
    texts = read(source)
    everywhere, found, calls = functions(texts), [], 0
    for name, text in texts.items():
        known, words = dict(everywhere, **OF_OPTIONS if name == "engine/options.c" else {}), tokens(text)
        for i in range(len(words) - 1):
            first = 1 if words[i][0] == "fprintf" and words[i + 2:i + 3] and words[i + 2][0] == "stderr" \
                else known.get(words[i][0])
            if first is None or words[i + 1][0] != "(":
                continue
            call = words[i + 2:end_of_call(words, i + 1) - 1]
            calls += 1
            if not FOR_RECORDS & {word for word, _ in call}:
                found += ["%s:%d: %s" % (name, line, said) for number, said, line in arguments(call)
                          if number >= first and is_message(said, number == first)]
    return found, calls
