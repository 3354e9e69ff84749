# completion.bash - bash completion for triancey-referee, triancey-club and triancey-engine. The programs know the
# words themselves: `triancey-referee help --words WORD...` says what may follow these,
# `triancey-engine tgi` and `help` what the engine has.

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
# the further arguments (-f: files). Readline needs only what follows the last ':' or '=' that separates
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

# What the engine says of itself: the one beside the program, if that was called by a path.
_triancey_engine_says() {
    local engine=${words[0]}
    engine=${engine%triancey-*}triancey-engine
    "$engine" tgi 2>/dev/null
}

_triancey_players() {
    _triancey_engine_says | sed -n 's/^option name Player .* default [^ ]* //p' | sed 's/var //g'
}

_triancey_options() {
    _triancey_engine_says | sed -n 's/^option name \([^ ]*\) type button.*/\1/p; t
        s/^option name \([^ ]*\) .*/\1=/p'
}

# What may follow the words before the cursor, and KEY= if the word at the cursor begins so. Of the
# lines that are asked for, *.END means files with that ending, * any file, a comma several.
_triancey_commands() {
    local head= list= files=() line ending
    if ((cword == 1)); then
        _triancey_offer '' "$("${words[0]}" help --words @commands 2>/dev/null) --help --version"
        return
    fi
    [[ $cur == *=* ]] && head=${cur%%=*}=
    while read -r line; do
        case $line in
        \* | \*.*) files+=("$line") ;;
        ,) [[ $cur == *,* ]] && head=${cur%,*}, ;;
        --*) [[ $cur == -* ]] && list+=$line$'\n' ;;
        *) list+=$line$'\n' ;;
        esac
    done < <("${words[0]}" help --words "${words[@]:1:cword-1}" $head 2>/dev/null)
    if [[ ${cur#"$head"} == builtin:* && $list == *builtin:* ]]; then
        _triancey_offer "${head}builtin:" "$(_triancey_players)"
    elif [[ $cur == option.* && $list == *option.* ]]; then
        _triancey_offer option. "$(_triancey_options)"
    else
        _triancey_offer "$head" "$list"
        for ending in "${files[@]}"; do
            _triancey_offer "$head" '' -f -X "!$ending"
        done
        [[ "${files[*]}" == *.* ]] && _triancey_offer "$head" '' -d
    fi
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
    triancey-referee | triancey-club) _triancey_commands ;;
    triancey-engine) _triancey_engine ;;
    esac
}

complete -F _triancey triancey-referee triancey-club triancey-engine
