# completion.fish - fish completion for triancey-referee, triancey-club and triancey-engine, from the words that the programs know
# (completion.bash says where they come from). The words that are printed begin as the word at the cursor does.

# Files that match a pattern, and folders, after HEAD.
function __triancey_files --argument-names head rest pattern
    for file in (complete -C "'' $rest" | string replace -r '\t.*' '')
        if string match -q -- '*/' $file; or string match -q -- $pattern $file
            echo -- $head$file
        end
    end
end

# What the engine beside the program says of itself.
function __triancey_engine_says
    set -l engine (string replace -r 'triancey-[a-z]*$' triancey-engine -- (commandline -opc)[1])
    $engine tgi 2>/dev/null
end

function __triancey_players
    __triancey_engine_says | string replace -rf '^option name Player .* default \S+ (.*)' '$1' | string replace -a 'var ' '' | string split ' '
end

function __triancey_options
    __triancey_engine_says | string replace -rf '^option name (\S+) type (\S+).*' '$1=$2' | string replace '=button' '' | string replace -r '=.+' '='
end

function __triancey_commands
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l asked
    set -l list
    if test (count $words) -eq 1
        $words[1] help --words @commands 2>/dev/null
        printf '%s\n' --help --version
        return
    end
    set -l head ''
    if string match -q -- '*=*' $current
        set head (string replace -r '=.*' '=' -- $current)
        set asked $head
    end
    set list ($words[1] help --words $words[2..-1] $asked 2>/dev/null)
    if contains -- , $list; and string match -q -- '*,*' $current
        set head (string replace -r '[^,]*$' '' -- $current)
    end
    set -l rest (string sub -s (math (string length -- $head) + 1) -- $current)
    for line in $list
        switch $line
            case '\**'
                string match -q 'builtin:*' -- $rest; or __triancey_files $head $rest $line
            case ,
            case '--*'
                string match -q -- '-*' $current; and echo -- $line
            case 'builtin:'
                printf '%s\n' $head$line(__triancey_players)
            case 'option.'
                string match -q 'option.*' -- $current; and printf '%s\n' option.(__triancey_options); or echo -- $line
            case '*'
                echo -- $head$line
        end
    end
end

function __triancey_engine
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    switch $words[-1]
        case -p --player
            __triancey_players
        case -o --option
            __triancey_options
        case '*'
            if string match -q -- '--player=*' $current
                printf '%s\n' --player=(__triancey_players)
            else if string match -q -- '-*' $current
                $words[1] --help 2>/dev/null | string match -ra -- '--[a-z]+'
            else
                $words[1] help 2>/dev/null | string replace -rf '^info string ([a-z]+).*' '$1'
            end
    end
end

complete -c triancey-referee -f -a '(__triancey_commands)'
complete -c triancey-club -f -a '(__triancey_commands)'
complete -c triancey-engine -f -a '(__triancey_engine)'
