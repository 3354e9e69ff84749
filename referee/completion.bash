# completion.bash - bash completion for triancey-referee and triancey-engine. The programs know the
# words themselves: `triancey-referee help --words CONTEXT`, `triancey-engine tgi`.

# Sets cur, prev, words and cword; ':' and '=' are parts of words, though not to readline.
_triancey_look() {
    if declare -F _get_comp_words_by_ref >/dev/null; then
        _get_comp_words_by_ref -n := cur prev words cword
    else
        local line=${COMP_LINE:0:COMP_POINT}
        read -ra words <<<"$line"
        [[ $line == *[[:space:]] ]] && words+=('')
        cword=$((${#words[@]} - 1))
        cur=${words[cword]} prev=${words[cword - 1]}
    fi
}

# Offers what may follow the first part of the word, HEAD: one of WORDS, or what compgen gives for
# the further arguments (-f: files). Readline wants only what follows the last ':' or '=' that parts
# words.
_triancey_offer() {
    local head=$1 list=$2 breaks=${COMP_WORDBREAKS//[^:=]/} known= word
    local rest=${cur#"$head"}
    shift 2
    [[ $breaks && $cur == *[$breaks]* ]] && known=${cur%"${cur##*[$breaks]}"}
    while read -r word; do
        [[ "$*" == *-[fd]* && -d $word ]] && word+=/
        word=$head$word
        COMPREPLY+=("${word#"$known"}")
    done < <(compgen "$@" -W "$list" -- "$rest" | sort -u)
    [[ ${COMPREPLY[*]} == *[=.:/] ]] && compopt -o nospace 2>/dev/null
    return 0
}

_triancey_words() {
    "${words[0]}" help --words "$1" 2>/dev/null
}

# What the engine says of itself: the one beside the referee, if that was called by a path.
_triancey_engine_says() {
    local engine=${words[0]}
    [[ $engine == *referee ]] && engine=${engine%referee}engine
    "$engine" tgi 2>/dev/null
}

_triancey_players() {
    _triancey_engine_says | sed -n 's/^option name Player .* default [^ ]* //p' | sed 's/var //g'
}

_triancey_options() {
    _triancey_engine_says | sed -n 's/^option name \([^ ]*\) type button.*/\1/p; t
        s/^option name \([^ ]*\) .*/\1=/p'
}

# The value of a key or an option; HEAD is what stands before it in the same word.
_triancey_value() {
    local key=$1 head=$2 list
    case $key in
    game) _triancey_offer "$head" "$(_triancey_words games)" ;;
    grid | grids)
        list=${cur#"$head"}
        [[ $list == *,* ]] && head+=${list%,*},
        _triancey_offer "$head" "$(_triancey_words boards)" -f ;;
    affinity | ponder | recover | restart) _triancey_offer "$head" 'yes no' ;;
    format) _triancey_offer "$head" "$(_triancey_words formats)" ;;
    boards) _triancey_offer "$head" 'all draw: words:' ;;
    seeding) _triancey_offer "$head" 'order draw' ;;
    shard) _triancey_offer "$head" 'slurm' ;;
    record | log | dir | resume) _triancey_offer "$head" '' -f ;;
    league)
        _triancey_offer "$head" '' -f -X '!*.db'
        _triancey_offer "$head" '' -d ;;
    as) _triancey_offer "$head" 'first second third fourth' ;;
    vs)
        _triancey_value cmd "$head"
        [[ $cur == *builtin:* ]] || _triancey_offer "$head" human ;;
    cmd)
        if [[ $cur == *builtin:* ]]; then
            _triancey_offer "${head}builtin:" "$(_triancey_players)"
        else
            _triancey_offer "$head" 'builtin:' -f
        fi ;;
    esac
}

# The last option before the cursor: what the words after it belong to.
_triancey_section() {
    local i
    for ((i = cword - 1; i > 1; i--)); do
        [[ ${words[i]} == --* ]] && break
    done
    echo "${words[i]}"
}

_triancey_play() {
    local command=$1 section
    section=$(_triancey_section)
    if [[ $cur == --*=* ]]; then
        local key=${cur%%=*}
        _triancey_value "${key#--}" "$key="
    elif [[ $cur == -* ]]; then
        _triancey_offer '' "$(_triancey_words "$command")"
    elif [[ $section == --engine && $cur == builtin:* ]]; then
        _triancey_value cmd ''
    elif [[ $section == --engine && $cur == option.* ]]; then
        _triancey_offer option. "$(_triancey_options)"
    elif [[ $section == --engine && $cur == *=* ]]; then
        _triancey_value "${cur%%=*}" "${cur%%=*}="
    elif [[ $section == --engine ]]; then
        _triancey_offer '' "builtin: $(_triancey_words engine)"
    elif [[ $section == --each ]]; then
        _triancey_offer '' "$(_triancey_words limits)"
    elif [[ $section == --sprt ]]; then
        _triancey_offer '' "$(_triancey_words sprt)"
    elif [[ $command == play && $cur == builtin:* ]]; then
        _triancey_value vs ''
    elif [[ $prev == --* && $prev != --@(quiet|json|ascii) ]]; then
        _triancey_value "${prev#--}" ''
    elif [[ $command == league ]]; then
        _triancey_offer '' '' -f -X '!*.ini'
        _triancey_offer '' '' -d
    fi
}

_triancey_grid() {
    case ${words[2]} in
    show) _triancey_offer '' "$(_triancey_words boards)" -f ;;
    draw)
        case $prev in
        --svg) _triancey_offer '' '' -f ;;
        --theme) _triancey_offer '' 'auto light dark' ;;
        *)
            if [[ $cur == -* ]]; then
                _triancey_offer '' '--svg --theme --ascii'
            else
                _triancey_offer '' "$(_triancey_words boards)" -f
            fi ;;
        esac ;;
    check) _triancey_offer '' '' -f ;;
    make)
        if [[ $prev == --surface ]]; then
            _triancey_offer '' 'torus cylinder'
        elif [[ $cur == -* ]]; then
            _triancey_offer '' "$(_triancey_words grid)"
        fi ;;
    esac
}

# A command that reads records, or a file to import.
_triancey_records() {
    local command=$1 type=db
    [[ $command == import ]] && type=csv
    if [[ $cur == --*=* ]]; then
        local key=${cur%%=*}
        _triancey_record_value "${key#--}" "$key="
    elif [[ $cur == -* ]]; then
        _triancey_offer '' "$(_triancey_words "$command")"
    elif [[ $prev == --@(format|into|output|game|svg|theme) ]]; then
        _triancey_record_value "${prev#--}" ''
    elif [[ $prev != --@(week|best|at|reference|move) ]]; then
        _triancey_offer '' '' -f -X "!*.$type"
        _triancey_offer '' '' -d
    fi
}

_triancey_record_value() {
    case $1 in
    format) _triancey_offer "$2" 'json csv text' ;;
    into | output | svg) _triancey_offer "$2" '' -f ;;
    theme) _triancey_offer "$2" 'auto light dark' ;;
    game) _triancey_offer "$2" "$(_triancey_words games)" ;;
    esac
}

_triancey_referee() {
    if ((cword == 1)); then
        _triancey_offer '' "$(_triancey_words commands) --help --version"
        return
    fi
    case ${words[1]} in
    match | league | play) _triancey_play "${words[1]}" ;;
    standings | rank | import | export | merge | replay | verify)
        _triancey_records "${words[1]}" ;;
    help) _triancey_offer '' "$(_triancey_words commands)" ;;
    grid)
        if ((cword == 2)) && [[ $cur != -* ]]; then
            _triancey_offer '' "$(_triancey_words grid | grep -v '^-')"
        else
            _triancey_grid
        fi ;;
    esac
}

_triancey_engine() {
    case $prev in
    -p | --player) _triancey_offer '' "$(_triancey_players)" ;;
    -o | --option) _triancey_offer '' "$(_triancey_options)" ;;
    *)
        if [[ $cur == --player=* ]]; then
            _triancey_offer --player= "$(_triancey_players)"
        elif [[ $cur == -* ]]; then
            _triancey_offer '' "$("${words[0]}" --help 2>/dev/null | grep -o -e '--[a-z]*')"
        else
            _triancey_offer '' "$("${words[0]}" help 2>/dev/null |
                sed -n 's/^info string \([a-z]*\).*/\1/p')"
        fi ;;
    esac
}

_triancey() {
    local cur prev words cword
    COMPREPLY=()
    _triancey_look
    case ${1##*/} in
    triancey-referee) _triancey_referee ;;
    triancey-engine) _triancey_engine ;;
    esac
}

complete -F _triancey triancey-referee triancey-engine
