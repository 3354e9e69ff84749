# GNU parallel and Slurm as far as the referee calls them, on this machine. A program reads this file with its name in `name`. It does
# the commands in the variable ACT_NAME, which may use what is below. All that was asked is in the file named ASKED.
asked=$name
batch= tasks= folder= last=
for word in "$@"; do
    asked="$asked	$word"
    [ "$name$last" = parallel--arg-file ] && batch=$word
    last=$word
done
printf '%s\n' "$asked" >>"$ASKED"
[ "$name" = sbatch ] && batch=${last%.sh}

if [ "$batch" ]; then
    folder=${batch%/*}
    while read -r task; do tasks="$tasks $task"; done <"$batch"
fi
set -- $tasks
first=${1-}

# As a machine would.
play() {
    if [ "$name" = parallel ]; then
        sh -c "${last%%\{\}*}$1${last#*\{\}}"
        return
    fi
    number=0
    for task in $tasks; do
        number=$((number + 1))
        [ "$task" = "$1" ] && SLURM_ARRAY_TASK_ID=$number sh "$last"
    done
}

play_all() {
    for task in $tasks; do play "$task"; done
}

# All tasks; the record of the first is altered before the coordinator sees it: it is stopped meanwhile.
play_and_change() {
    kill -STOP $PPID
    play_all
    "$PYTHON" -S -E -c 'import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
base.executescript(sys.argv[2])
base.commit()' "$folder/$first.db" "$1"
    kill -CONT $PPID
}

# Until the lines of the file in the folder of tasks come to this text.
wait_for() {
    until [ "$(tr -d '\n' <"$folder/$1")" = "$2" ]; do sleep 0.01; done 2>/dev/null
}

# The names of all that came to sbatch.
jobs_so_far() {
    sed -n 's/.*	--job-name=\([^	]*\).*/\1/p' "$ASKED"
}

case $name in
parallel | sbatch) usual=play_all ;;
*) usual=: ;;
esac
eval "act=\${ACT_$name-$usual}"
eval "$act"
