# join.awk - joins modules of the page into one script, where no bundler need be installed: the
# reports of leagues are made of them, and building the programs must stay easy.
#
#     awk -f join.awk MODULE.js...
#
# Each module stands after those that it imports; the last one is what is run. A module becomes a
# function that returns what it exports, so names need not differ between modules. Comments and
# indentation are left out. The modules keep to these forms, each on one line:
#
#     import { a, b as c } from "./module.js";
#     export function|async function|class|const NAME ...

function fail(why) {
    print FILENAME ":" FNR ": " why > "/dev/stderr"
    failed = 1
    exit 1
}

# The variable of a module, by its path.
function module_of(path) {
    sub(/^.*\//, "", path)
    sub(/\.js$/, "", path)
    gsub(/[^A-Za-z0-9_]/, "_", path)
    return "module_" path
}

function end_module() {
    if (module != "")
        print "return {" exported "};\n})();"
}

# const { a, b: c } = module_x;
function import_line(line,    names, from) {
    if (line !~ /^import \{[^}]*\} from "\.\/[A-Za-z0-9_]+\.js";$/)
        fail("join.awk does not know this form of import: " line)
    names = from = line
    sub(/^import /, "", names)
    sub(/ from .*$/, "", names)
    gsub(/ as /, ": ", names)
    sub(/^.* from "/, "", from)
    sub(/";$/, "", from)
    if (!(module_of(from) in known))
        fail(from " must stand before what imports it")
    return "const " names " = " module_of(from) ";"
}

# The declaration without `export`; its name is kept.
function export_line(line,    name) {
    sub(/^export /, "", line)
    if (line !~ /^(async function|function|class|const) [A-Za-z_$]/)
        fail("join.awk does not know this form of export: " line)
    name = line
    sub(/^(async function|function|class|const) /, "", name)
    sub(/[^A-Za-z0-9_$].*$/, "", name)
    exported = exported (exported == "" ? "" : ", ") name
    return line
}

BEGIN { print "(function () {\n\"use strict\";" }

FNR == 1 {
    end_module()
    module = module_of(FILENAME)
    known[module] = 1
    exported = ""
    inside = 0
    print "const " module " = (() => {"
}

{
    line = $0
    if (inside) {
        if (!sub(/^.*\*\//, "", line))
            next
        inside = 0
    }
    gsub(/\/\*\*[^*]*\*\/ ?/, "", line)
    sub(/^[ \t]+/, "", line)
    if (line ~ /^\/\*/ && line !~ /\*\//) {
        inside = 1
        next
    }
    sub(/^\/\*.*\*\/[ \t]*/, "", line)
    if (line == "" || line ~ /^\/\//)
        next
    if (line ~ /^import[ {*"]/)
        line = import_line(line)
    else if (line ~ /^export[ {*]/)
        line = export_line(line)
    print line
}

END {
    if (failed)
        exit 1
    end_module()
    print "})();"
}
