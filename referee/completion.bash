# completion.bash - bash completion for triancey-referee and triancey-engine.

_triancey_boards() {
    "${COMP_WORDS[0]}" grid list 2>/dev/null | cut -d ' ' -f 1
}

_triancey_referee() {
    local word=$1 before=$2
    local keys='--name --game --grid --grids --rounds --seed --concurrency --affinity --record
        --reference --movetime --tc --nodes --depth --margin --cap --wait --quiet --help'
    local limits='movetime= tc= nodes= depth= margin= cap= wait='
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W 'match league standings grid help --help --version' -- "$word"))
        return
    fi
    case $before in
    --game) COMPREPLY=($(compgen -W 'selacata triancey archipel' -- "$word")); return ;;
    --grid | --grids) COMPREPLY=($(compgen -W "$(_triancey_boards)" -- "$word")); return ;;
    --affinity) COMPREPLY=($(compgen -W 'yes no' -- "$word")); return ;;
    --record) COMPREPLY=($(compgen -f -- "$word")); return ;;
    --each) COMPREPLY=($(compgen -W "$limits" -- "$word")); compopt -o nospace; return ;;
    --engine)
        COMPREPLY=($(compgen -W 'cmd= name= builtin:reference builtin:random builtin:search' -- "$word"))
        compopt -o nospace
        return ;;
    esac
    case ${COMP_WORDS[1]} in
    match)
        if [[ $word == -* ]]; then
            COMPREPLY=($(compgen -W "--engine --each $keys" -- "$word"))
        else
            COMPREPLY=($(compgen -W "name= dir= option. $limits" -- "$word"))
            compopt -o nospace
        fi ;;
    league)
        if [[ $word == -* ]]; then
            COMPREPLY=($(compgen -W "$keys" -- "$word"))
        else
            COMPREPLY=($(compgen -f -X '!*.ini' -- "$word") $(compgen -d -- "$word"))
        fi ;;
    standings) COMPREPLY=($(compgen -f -X '!*.db' -- "$word") $(compgen -d -- "$word")) ;;
    help) COMPREPLY=($(compgen -W 'match league standings grid' -- "$word")) ;;
    grid)
        if ((COMP_CWORD == 2)); then
            COMPREPLY=($(compgen -W 'list show check make' -- "$word"))
        elif [[ ${COMP_WORDS[2]} == show ]]; then
            COMPREPLY=($(compgen -W "$(_triancey_boards)" -- "$word"))
        elif [[ ${COMP_WORDS[2]} == make ]]; then
            COMPREPLY=($(compgen -W '--cells --surface' -- "$word"))
        else
            COMPREPLY=($(compgen -f -- "$word"))
        fi ;;
    esac
}

_triancey_engine() {
    local word=$1 before=$2
    case $before in
    --player) COMPREPLY=($(compgen -W 'search reference random' -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" --help 2>/dev/null |
        grep -o -e '--[a-z]*' | sort -u)" -- "$word")) ;;
    esac
}

_triancey() {
    COMPREPLY=()
    case ${1##*/} in
    triancey-referee) _triancey_referee "$2" "$3" ;;
    triancey-engine) _triancey_engine "$2" "$3" ;;
    esac
}

complete -F _triancey triancey-referee triancey-engine
