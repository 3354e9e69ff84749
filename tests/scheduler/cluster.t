#!/bin/bash
# cluster.t - a league dealt out by the job scripts of referee/cluster, under GNU parallel and under
# Slurm on one machine, has the games of the whole one. Run by `make check-cluster`.

top=$(cd "${top_builddir:-.}" && pwd) source=$(cd "${srcdir:-.}" && pwd)
export TRIANCEY_REFEREE=$top/triancey-referee
number=0 shards=3

ok() { # STATUS NAME
    number=$((number + 1))
    [ "$1" -eq 0 ] || printf 'not '
    echo "ok $number - $2"
}

skip() { # COUNT REASON
    for ((i = 0; i < $1; i++)); do
        number=$((number + 1))
        echo "ok $number # SKIP $2"
    done
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
cat >parts.ini <<END
[league]
grids = torus 4x4, torus 6x4, crepe
rounds = 2
[engine reference]
cmd = builtin:reference
[engine random]
cmd = builtin:random
[engine search]
cmd = builtin:search
nodes = 50
END

# All but the times.
results() {
    sqlite3 "$1" 'SELECT half.id, round, pair, leg, board.name, spelled, seed, seat1, seat2, margin1, margin2,
        points1, points2, termination, plies, moves
        FROM half JOIN game ON game.id = half.game JOIN board ON board.id = board ORDER BY half.id;
        SELECT name, players, halves, rounds, seed, schedule, reference, config, scheduled, shard, shards FROM league'
}

# The league in the folder is the whole one.
check() { # NAME
    diff <(results ../whole.db) <(results parts.db) >difference
    ok $? "$1: merged, it has the games of the whole league"
    [ -s difference ] && head -n 4 difference | sed 's/^/# /'
    for ((k = 1; k <= shards; k++)); do
        [ "$(sqlite3 "parts.$k-of-$shards.db" 'SELECT COUNT(*) FROM half')" = 12 ] || break
    done
    ok $((k <= shards)) "$1: each shard has played its part"
}

"$TRIANCEY_REFEREE" league parts.ini --record whole.db --quiet >out 2>&1
ok $? 'a league in one piece'

mkdir parallel && cd parallel || exit 1
if command -v parallel >/dev/null; then
    "$source/referee/cluster/parallel.sh" ../parts.ini $shards >out 2>&1
    ok $? 'parallel.sh'
    check 'parallel.sh'
else
    skip 3 'there is no GNU parallel'
fi
cd .. || exit 1

# Runs in the cluster: a job of tasks, and an array with its merge.
jobs() {
    mkdir ../array
    sbatch --wait --ntasks=$shards --output=out "$source/referee/cluster/slurm-srun.sh" ../parts.ini || return 1
    cd ../array || return 1
    read -r _ merge < <("$source/referee/cluster/slurm-array.sh" ../parts.ini $shards)
    [ -n "$merge" ] || return 1
    for ((i = 0; i < 3000; i++)); do # ten minutes, as everywhere
        squeue --noheader --jobs="$merge" 2>/dev/null | grep -q . || return 0
        sleep 0.2
    done
    return 1
}
export -f jobs
export shards source

mkdir srun && cd srun || exit 1
"$source/tests/lib/slurm_cluster.sh" bash -c jobs >log 2>&1
status=$?
if [ $status -eq 77 ]; then
    skip 5 "$(sed -n 's/^slurm_cluster.sh: //p' log | head -n 1)"
else
    ok $status 'jobs of Slurm'
    [ $status -eq 0 ] || sed 's/^/# /' log
    check 'slurm-srun.sh'
    cd ../array && check 'slurm-array.sh'
fi
echo "1..$number"
