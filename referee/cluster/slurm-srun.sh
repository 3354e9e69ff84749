#!/bin/bash
#SBATCH --job-name=triancey
# slurm-srun.sh - a league as one job of Slurm: each task plays a shard, then all are merged.
#
#     sbatch --ntasks=8 slurm-srun.sh LEAGUE.ini [--KEY VALUE]...
#
# The records, LEAGUE.K-of-N.db and in the end LEAGUE.db, are made in the folder in which it is
# submitted. A job that was stopped goes on when it is submitted again with as many tasks.
# TRIANCEY_REFEREE is the program if it is not in PATH.
set -eu
league=${1:?"usage: sbatch --ntasks=N slurm-srun.sh LEAGUE.ini [--KEY VALUE]..."}
shift
name=$(basename "$league" .ini)
referee=${TRIANCEY_REFEREE:-triancey-referee}

# merge would refuse it, but only after all is played
if [ -e "$name.db" ]; then
    echo "${0##*/}: $name.db is there already: move it away" >&2
    exit 1
fi

srun "$referee" league "$league" --record "$name.db" --shard slurm --quiet "$@"
shards=()
for ((k = 1; k <= SLURM_NTASKS; k++)); do
    shards+=("$name.$k-of-$SLURM_NTASKS.db")
done
"$referee" merge "${shards[@]}" --into "$name.db"
