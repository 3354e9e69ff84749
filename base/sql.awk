# sql.awk - statements of SQL as a source in C, a constant text for each name.
#
#     awk -f sql.awk FILE.sql
#
#     -- declared in: HEADER     the header that declares the texts
#     -- name: NAME              what follows, up to the next name, is the text of that name
#
# SQLite keeps the text that made a table, and records are checked by it, so a text depends on the words
# alone: lines become one, set apart by single blanks, statements by ";". Other comments are left out.

function finish() {
    if (name != "")
        print "    \"\";\n"
}

/^-- declared in: / { print "/* Made by base/sql.awk. */\n#include \"config.h\"\n\n#include \"" $4 "\"\n"; next }
/^-- name: / { finish(); name = $3; between = ""; print "const char " name "[] ="; next }
/^ *(--.*)?$/ { next }
{
    gsub(/^ +| +$/, "")
    statement = sub(/;$/, "")
    gsub(/["\\]/, "\\\\&")
    print "    \"" between $0 "\""
    between = statement ? ";" : " "
}

END { finish() }
