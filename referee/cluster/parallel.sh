#!/bin/bash
# parallel.sh - a league by GNU parallel: N shards, as many at the same time as there are
# processors, then all are merged.
#
#     parallel.sh LEAGUE.ini N [--KEY VALUE]...
#
# Options of parallel come from its variable PARALLEL: PARALLEL='-j 4' for four at the same time,
# PARALLEL='--sshloginfile hosts --workdir .' for several machines that share this folder. The
# records, LEAGUE.K-of-N.db and in the end LEAGUE.db, are made in the current folder. What was
# stopped goes on when it is run again. TRIANCEY_REFEREE is the program if it is not in PATH.
set -eu
usage="usage: parallel.sh LEAGUE.ini N [--KEY VALUE]..."
league=${1:?"$usage"} count=${2:?"$usage"}
shift 2
name=$(basename "$league" .ini)
referee=${TRIANCEY_REFEREE:-triancey-referee}

# merge would refuse it, but only after all is played
if [ -e "$name.db" ]; then
    echo "${0##*/}: $name.db is there already: move it away" >&2
    exit 1
fi

seq "$count" | parallel --quote --halt soon,fail=1 \
    "$referee" league "$league" --record "$name.db" --shard "{}/$count" --quiet "$@"
shards=()
for ((k = 1; k <= count; k++)); do
    shards+=("$name.$k-of-$count.db")
done
"$referee" merge "${shards[@]}" --into "$name.db"
