#!/bin/bash
# slurm-array.sh - a league as a job array of Slurm: each task plays a shard, and a job that depends
# on them merges all.
#
#     slurm-array.sh LEAGUE.ini N [--KEY VALUE]...
#
# It submits itself with sbatch, whose own options may come from the environment (SBATCH_PARTITION
# and so on), and prints the numbers of the two jobs. The records, LEAGUE.K-of-N.db and in the end
# LEAGUE.db, are made in the current folder. Tasks that were stopped go on when it is run again.
# TRIANCEY_REFEREE is the program if it is not in PATH.
set -eu
usage="usage: slurm-array.sh LEAGUE.ini N [--KEY VALUE]..."
league=${1:?"$usage"} count=${2:?"$usage"}
shift 2
name=$(basename "$league" .ini)
referee=${TRIANCEY_REFEREE:-triancey-referee}

if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
    exec "$referee" league "$league" --record "$name.db" --shard slurm --quiet "$@"
fi

# merge would refuse it, but only after all is played
if [ -e "$name.db" ]; then
    echo "${0##*/}: $name.db is there already: move it away" >&2
    exit 1
fi

shards=()
for ((k = 1; k <= count; k++)); do
    shards+=("$name.$k-of-$count.db")
done
play=$(sbatch --parsable --job-name=triancey --array="1-$count" "$0" "$league" "$count" "$@")
merge=$(sbatch --parsable --job-name=triancey-merge --dependency="afterok:${play%%;*}" \
    --kill-on-invalid-dep=yes \
    --wrap "$(printf '%q ' exec "$referee" merge "${shards[@]}" --into "$name.db")")
echo "${play%%;*} ${merge%%;*}"
