# lesson_heads.awk - what the site says in the heads of lessons' addresses, as a source in C: titles
# stand in the page's modules alone.
#
#     awk -f lesson_heads.awk lessons_GAME.js... lessons.js
#
# The modules keep to these forms, each on one line: a lesson, which its course names further down,
#
#     const NAME = {
#       name: "...", title: N_("..."), about: N_("..."),
#
# a course, and the list of all courses in lessons.js, which has courses or the names of such.
#
#     export const NAME = { title: N_("..."), games: ["...", ...], lessons: [NAME, ...] };
#     export const courses = [

function fail(why) {
    print FILENAME ":" FNR ": " why > "/dev/stderr"
    failed = 1
    exit 1
}

# The text in quotes after a word.
function text_after(line, word) {
    if (!sub(".*[{ ]" word ": [^\"]*\"", "", line) || !sub(/".*/, "", line))
        fail("lesson_heads.awk finds no " word)
    return line
}

# The rows of a course.
function rows_of(line,    names, count, i, rows) {
    names = line
    sub(/.* lessons: \[/, "", names)
    sub(/\].*/, "", names)
    count = split(names, name, /, */)
    for (i = 1; i <= count; i++) {
        if (!(name[i] in lesson))
            fail("lesson_heads.awk does not know the lesson " name[i])
        rows = rows "    {\"" text_after(line, "title") "\", \"" text_after(line, "games") "\", " lesson[name[i]] "},\n"
    }
    return rows
}

BEGIN {
    print "/* Made by page/lesson_heads.awk. */"
    print "#include \"config.h\"\n\n#include \"club/site/address_card.h\"\n"
    print "const struct lesson_head lesson_heads[] = {"
}

FNR == 1 { split("", lesson) }
/^const [a-z_]+ = \{$/ { of = $2 }
/^  name: / { lesson[of] = "\"" text_after($0, "title") "\", \"" text_after($0, "about") "\"" }
/^export const .* lessons: \[/ { course[$3] = rows_of($0) }
/^export const courses = \[/ { listed = 1; next }
listed && / lessons: \[/ { printf "%s", rows_of($0); next }
listed && /^\]/ { listed = 0 }
listed {
    count = split($0, name, /[ ,]+/)
    for (i = 1; i <= count; i++)
        if (name[i] != "") {
            if (!(name[i] in course))
                fail("lesson_heads.awk does not know the course " name[i])
            printf "%s", course[name[i]]
        }
}

END {
    if (failed)
        exit 1
    print "    {0},\n};"
}
