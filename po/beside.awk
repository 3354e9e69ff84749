# beside.awk - writes a file again with translations beside its texts: a line for each language that has one.
#
#     awk -f beside.awk LANGUAGE.po... FILE
#
# These lines of the FILE have a text:
#
#     Comment=...                    in the entry of a menu, also GenericName= and Keywords=
#     <p>...</p>                     in XML, also <summary>, <li> and <comment>
#         {"en", N_("...")},         in C

# The text between the first and the last quote of a line.
function quoted(line) {
    sub(/^[^"]*"/, "", line)
    sub(/"[^"]*$/, "", line)
    return line
}

function keep() {
    if (part == "msgstr" && said != "" && !fuzzy)
        translation[code, text] = said
    part = ""
}

# What a line has between two strings.
function between(line, before, after) {
    return substr(line, length(before) + 1, length(line) - length(before) - length(after))
}

# The translation of a text, as the file writes it.
function translated(language, text) {
    text = translation[language, text]
    if (!in_c)
        gsub(/\\"/, "\"", text)
    if (after != "" && !in_c) {
        gsub(/&/, "\\&amp;", text)
        gsub(/</, "\\&lt;", text)
    }
    return text
}

FNR == 1 {
    keep()
    in_file = FILENAME == ARGV[ARGC - 1]
    in_c = FILENAME ~ /\.c\.in$/
    code = FILENAME
    sub(/.*\//, "", code)
    sub(/\.po$/, "", code)
    if (!in_file)
        codes[++count] = code
}

# ---- catalogues ----------------------------------------------------------------------------------

!in_file && /^#, .*fuzzy/ { next_is_fuzzy = 1 }
!in_file && /^msgid / { keep(); fuzzy = next_is_fuzzy; next_is_fuzzy = 0; part = $1; text = "" }
!in_file && /^msg(str|id_plural)/ { part = $1; said = "" }
!in_file && /^(msgid |msgstr |")/ && part == "msgid" { text = text quoted($0) }
!in_file && /^(msgid |msgstr |")/ && part == "msgstr" { said = said quoted($0) }
!in_file { next }

# ---- the file ------------------------------------------------------------------------------------

{ print; before = after = "" }
match($0, /^(GenericName|Comment|Keywords)=/) { before = substr($0, 1, RLENGTH) }
match($0, /^ *<(summary|p|li|comment)>/) { before = substr($0, 1, RLENGTH); after = substr($0, index($0, "</")) }
in_c && /^ *\{"en", N_\(".*"\)\},$/ { before = substr($0, 1, index($0, "N_(") + 3); after = "\")}," }
before != "" {
    text = between($0, before, after)
    if (!in_c)
        gsub(/"/, "\\\"", text)
    for (i = 1; i <= count; i++) {
        if (!((codes[i], text) in translation))
            continue
        locale = html = codes[i]
        sub(/_/, "-", html)
        if (in_c)
            print "    {\"" html "\", \"" translated(codes[i], text) "\"},"
        else if (after != "")
            print substr(before, 1, length(before) - 1) " xml:lang=\"" html "\">" translated(codes[i], text) after
        else
            print substr(before, 1, length(before) - 1) "[" locale "]=" translated(codes[i], text)
    }
}
