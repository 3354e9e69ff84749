#!/usr/bin/env bash
# completion.t - what bash is offered after the beginning of a command line. The cursor is at its end.

top=${top_builddir:-.}
script=${srcdir:-.}/referee/completion.bash
number=0

# Readline's own breaks. What is offered replaces the text after the last break.
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
. "$script"

offers() { # LINE WANTED...: all of these, perhaps more
    local line=$1 word missing=
    shift
    COMP_LINE=$line COMP_POINT=${#line}
    _triancey "${line%% *}" 2>/dev/null
    for word; do
        [[ " ${COMPREPLY[*]} " == *" $word "* ]] || missing+=" $word"
    done
    number=$((number + 1))
    [[ $missing ]] && printf 'not '
    echo "ok $number - $line"
    [[ $missing ]] && echo "# not offered:$missing; but: ${COMPREPLY[*]}"
}

offers_only() { # LINE WANTED...
    offers "$@"
    shift
    number=$((number + 1))
    [[ "${COMPREPLY[*]}" == "$*" ]] || printf 'not '
    echo "ok $number - and nothing else"
}

referee=$top/triancey-referee engine=$top/triancey-engine
offers "$referee " match league play standings grid help
offers_only "$referee match --max" --max-faults
offers_only "$referee match --opening_order=d" draw
offers "$referee match --" --engine --each --grid --seed --movetime --quiet --json --sprt
offers_only "$referee match --gam" --game
offers_only "$referee match --game a" archipel
offers_only "$referee match --game=a" archipel
offers_only "$referee match --grid crepe,ea" crepe,eau
offers_only "$referee match --grid=crepe,ea" crepe,eau
offers_only "$referee match --engine builtin:ref" reference
offers_only "$referee match --engine cmd=builtin:ref" reference
offers_only "$referee match --engine buil" builtin:
offers "$referee match --engine builtin:" random reference search
offers "$referee match --engine builtin:random " name= dir= option. nodes=
offers_only "$referee match --engine builtin:random option.Se" option.Seed=
offers "$referee match --each " movetime= tc=
offers_only "$referee league --affinity y" yes
offers_only "$referee league --format s" swiss
offers_only "$referee match --boards=dr" draw:
offers_only "$referee match --seeding o" order
offers "$referee match --sprt " margin0= margin1= alpha= beta=
offers_only "$referee match --sprt margin0=0 al" alpha=
offers "$referee standings --" --all --json --help
offers_only "$referee help ma" match
offers_only "$referee exp" export
offers "$referee rank --" --week --best --at --json --csv --html --help
offers_only "$referee export league.db --fo" --format
offers_only "$referee export league.db --format j" json
offers_only "$referee export league.db --format=c" csv
offers_only "$referee import --game a" archipel
offers "$referee import ${srcdir:-.}/tests/pairing/pub" "${srcdir:-.}/tests/pairing/published-games.csv"
games=$(mktemp -d)
touch "$games/a.csv" "$games/b.json" "$games/c.txt"
offers_only "$referee import $games/" "$games/a.csv" "$games/b.json"
rm -r "$games"
offers_only "$referee merge one.db --pa" --partial
offers_only "$referee replay one.db 1 --theme d" dark
offers "$referee play --" --grid --vs --as --league --resume
offers_only "$referee play --as s" second
offers_only "$referee play --vs hu" human
offers_only "$referee play --vs builtin:ref" reference
offers_only "$referee play --grid anc" ancey
offers "$top/triancey-club serve --" --data --port
offers "$referee bot --" --site --engine --key --tables
offers_only "$referee bot --game tri" triancey triangulation trioker-duel trioker-rapid tritt
offers "$referee gui --" --engine --port --open --page --log --idle
offers_only "$referee gui --engine builtin:ref" reference
offers_only "$referee grid draw anc" ancey
offers_only "$referee grid draw ancey --theme d" dark
offers_only "$referee grid s" show
offers_only "$referee grid show anc" ancey
offers_only "$referee grid make bonjour --sur" --surface
offers "$referee grid check $top/tri" "$referee"
offers_only "$referee grid make bonjour --surface=c" cylinder
offers_only "$referee grid draw ancey --a" --ascii
offers_only "$referee rep" replay report
offers "$referee report league.db --" --html --games --svg --help
offers "$referee help --words ma" match
offers_only "$referee play --seed 1 --as f" first fourth
offers_only "$referee league --recover=n" no
offers_only "$referee match --engine restart=y" yes
offers_only "$engine -p ref" reference
offers "$engine --player=r" random reference
offers_only "$engine -o Se" Seed=
offers_only "$engine ben" bench
echo "1..$number"
