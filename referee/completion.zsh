#compdef triancey-referee triancey-club triancey-engine
# completion.zsh - zsh completion for triancey-referee, triancey-club and triancey-engine, from the words that the programs know
# (completion.bash says where they come from).

# What the engine beside the program says of itself.
_triancey_engine_says() {
    "${program%triancey-*}triancey-engine" tgi 2>/dev/null
}

_triancey_players() {
    _triancey_engine_says | sed -n 's/^option name Player .* default [^ ]* //p' | sed 's/var //g'
}

_triancey_options() {
    _triancey_engine_says | sed -n 's/^option name \([^ ]*\) type button.*/\1/p; t
        s/^option name \([^ ]*\) .*/\1=/p'
}

_triancey_commands() {
    local line ending
    local -a list files before
    if ((CURRENT == 2)); then
        compadd -- ${(f)"$("$program" help --words @commands 2>/dev/null)"} --help --version
        return
    fi
    before=("${(@Q)words[2,CURRENT-1]}")
    local current=$PREFIX
    if [[ $current == *=* ]]; then
        before+=("${current%%=*}=")
        compset -P 1 '*='
    fi
    for line in ${(f)"$("$program" help --words "${before[@]}" 2>/dev/null)"}; do
        case $line in
        '*'*) files+=("$line") ;;
        ,) compset -P '*,' ;;
        --*) [[ $current == -* ]] && list+=("$line") ;;
        builtin:) list+=(builtin:${^=$(_triancey_players)}) ;;
        option.) list+=(option.${^=$(_triancey_options)}) ;;
        *) list+=("$line") ;;
        esac
    done
    compadd -- ${list:#*[=.]}
    compadd -S '' -- ${(M)list:#*[=.]}
    for ending in "${files[@]}"; do
        _files -g "$ending"
    done
}

_triancey_engine() {
    case ${words[CURRENT-1]} in
    -p | --player) compadd -- ${=$(_triancey_players)} ;;
    -o | --option) compadd -S '' -- ${=$(_triancey_options)} ;;
    *)
        if [[ $PREFIX == --player=* ]]; then
            compset -P 1 '*='
            compadd -- ${=$(_triancey_players)}
        elif [[ $PREFIX == -* ]]; then
            compadd -- ${(f)"$("$program" --help 2>/dev/null | grep -o -e '--[a-z]*')"}
        else
            compadd -- ${(f)"$("$program" help 2>/dev/null | sed -n 's/^info string \([a-z]*\).*/\1/p')"}
        fi ;;
    esac
}

_triancey() {
    local program=${(Q)words[1]}
    case ${program:t} in
    triancey-referee | triancey-club) _triancey_commands ;;
    triancey-engine) _triancey_engine ;;
    esac
}

_triancey "$@"
