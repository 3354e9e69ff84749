#!/bin/bash
# slurm_cluster.sh - starts Slurm as a cluster of one node on this machine's loopback, runs a command
# with it, and ends it again. No systemd, nothing outside of its own folder; root is needed, as
# Slurm's daemons do.
#
#     slurm_cluster.sh COMMAND [ARGUMENT]...
#
# The exit status is the command's; 77, with a reason, where it cannot be started.
set -u

cannot() {
    echo "slurm_cluster.sh: $*" >&2
    exit 77
}

[ $# -gt 0 ] || cannot "no command to run"
[ "$(id -u)" -eq 0 ] || cannot "Slurm's daemons need root"
for tool in munged mungekey slurmctld slurmd srun sbatch sinfo; do
    PATH=$PATH:/usr/sbin command -v "$tool" >/dev/null || cannot "there is no $tool: apt-get install slurm-wlm munge"
done
export PATH=$PATH:/usr/sbin

folder=$(mktemp -d /tmp/triancey-slurm-XXXXXX)
chmod 755 "$folder"
daemons=()
end() {
    trap - EXIT
    for ((i = ${#daemons[@]} - 1; i >= 0; i--)); do
        kill "${daemons[i]}" 2>/dev/null && wait "${daemons[i]}" 2>/dev/null
    done
    rm -rf "$folder"
}
trap 'status=$?; end; exit $status' EXIT
trap 'exit 1' INT TERM

# Ports without a listener.
read -r port1 port2 < <(python3 -c '
import socket
sockets = [socket.socket() for i in range(2)]
for s in sockets:
    s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))')

export SLURM_CONF=$folder/slurm.conf
mkdir "$folder/state" "$folder/spool"
cat >"$SLURM_CONF" <<END
ClusterName=triancey
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port1
SlurmdPort=$port2
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
MailProg=/bin/true
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES
END

mungekey --create --keyfile="$folder/munge.key"
munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
    --pid-file="$folder/munge.pid" --seed-file="$folder/munge.seed" --log-file="$folder/munge.log" \
    >"$folder/munged.out" 2>&1 &
daemons+=($!)
for ((i = 0; i < 100; i++)); do
    [ -S "$folder/munge.socket" ] && break
    sleep 0.1
done
slurmctld -D -i >"$folder/slurmctld.out" 2>&1 &
daemons+=($!)
slurmd -D >"$folder/slurmd.out" 2>&1 &
daemons+=($!)
for ((i = 0; i < 300; i++)); do
    [ "$(sinfo --noheader --format=%t 2>/dev/null)" = idle ] && break
    sleep 0.1
done
if [ "$(sinfo --noheader --format=%t 2>/dev/null)" != idle ]; then
    tail -n 5 "$folder"/*.log "$folder"/*.out >&2
    cannot "the node did not become idle"
fi

"$@"
