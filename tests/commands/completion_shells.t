#!/usr/bin/env bash
# completion_shells.t - fish and zsh offer what bash offers (completion.t): words that begin as the one at the cursor does.
# fish answers by itself; of zsh's completion system the three functions that our script calls are replaced, but
# for a last look at it all.

top=$(cd "${top_builddir:-.}" && pwd)
scripts=${srcdir:-.}/referee
referee=$top/triancey-referee engine=$top/triancey-engine
number=0
zsh_stand_in='
compadd() {
    while [[ $1 != -- ]]; do shift; done
    shift
    for word; do [[ $word == "$PREFIX"* ]] && print -r -- "$IPREFIX$word"; done
}
compset() { # -P [1] PATTERN: what stands before is passed over; with 1 as little as possible
    local rest=${PREFIX##${~@[-1]}}
    [[ $2 == 1 ]] && rest=${PREFIX#${~@[-1]}}
    IPREFIX+=${PREFIX%"$rest"} PREFIX=$rest
}
_files() { print -rl -- ${~:-"${(b)PREFIX}$2"}(N) }
words=(${(Q)${(z)2}}) IPREFIX=
[[ $2 == *" " ]] && words+=("")
CURRENT=$#words PREFIX=$words[CURRENT]
. "$1"'

offered_by() { # SHELL LINE
    case $1 in
    fish) fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$scripts/completion.fish" "$2" | cut -f 1 ;;
    zsh) zsh -f -c "$zsh_stand_in" zsh "$scripts/completion.zsh" "$2" ;;
    esac
}

# SHELL [and] LINE WANTED...: these, in any order; after `and` perhaps more.
offers() {
    local shell=$1 more= line said missing
    shift
    if [[ $1 == and ]]; then
        more=-13
        shift
    fi
    line=$1
    shift
    said=$(offered_by "$shell" "$line" 2>&1 | sed '/^$/d' | sort)
    missing=$(comm "${more:--3}" <(echo "$said") <(printf '%s\n' "$@" | sort))
    number=$((number + 1))
    [[ -z $missing ]] || printf 'not '
    echo "ok $number - $shell: ${line#"$top"/}"
    [[ -z $missing ]] || printf '# differs: %s\n# said: %s\n' "${missing//$'\n'/ }" "${said//$'\n'/ }"
}

for shell in fish zsh; do
    if ! command -v "$shell" >/dev/null; then
        number=$((number + 1))
        echo "ok $number - $shell # SKIP it is not installed"
        continue
    fi
    offers "$shell" and "$referee " match league play standings grid help --help --version
    offers "$shell" "$referee match --max" --max-faults
    offers "$shell" "$referee match --grid crepe,ea" crepe,eau
    offers "$shell" "$referee match --grid=crepe,ea" --grid=crepe,eau
    offers "$shell" "$referee match --engine cmd=builtin:ref" cmd=builtin:reference
    offers "$shell" "$referee match --engine builtin:random option.Se" option.Seed=
    offers "$shell" and "$referee match --each " movetime= tc=
    offers "$shell" "$referee export league.db --format=c" --format=csv
    offers "$shell" "$referee import ${srcdir:-.}/tests/pairing/pub" "${srcdir:-.}/tests/pairing/published-games.csv"
    offers "$shell" "$referee grid s" show
    offers "$shell" and "$top/triancey-club serve --" --data --port
    offers "$shell" "$engine -p ref" reference
    offers "$shell" and "$engine --player=r" --player=random --player=reference
    offers "$shell" "$engine -o Se" Seed=
    offers "$shell" "$engine ben" bench
done

# What zsh makes of a line when Tab is pressed at the end of its first part.
zsh_itself='
zmodload zsh/zpty
zpty z TERM=dumb zsh -f -i
zpty -w z "fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D; preexec() { print -r -- sa\"\"id: \$1 }"
zpty -w z "$2"$'"'\t'"'" --help"
zpty -r z said "*said: *--help*"
print -r -- ${(z)${${said##*said: }%%--help*}}'
if command -v zsh >/dev/null; then
    folder=$(mktemp -d)
    cp "$scripts/completion.zsh" "$folder/_triancey"
    for line in "$referee match --grid crepe,ea u" "$referee match --engine cmd=builtin:refe rence"; do
        said=$(zsh -f -c "$zsh_itself" zsh "$folder" "${line% *}")
        number=$((number + 1))
        [[ $said == "${line% *}${line##* }" ]] || printf 'not '
        echo "ok $number - zsh itself: ${line#"$top"/}"
        [[ $said == "${line% *}${line##* }" ]] || echo "# said: $said"
    done
    rm -r "$folder"
fi
echo "1..$number"
