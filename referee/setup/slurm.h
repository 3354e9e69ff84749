/* slurm.h - which part of a job this process is, by what Slurm says in the environment. */
#ifndef TRIANCEY_REFEREE_SETUP_SLURM_H
#define TRIANCEY_REFEREE_SETUP_SLURM_H

#include <stdbool.h>

struct error;

/* In a job array (sbatch --array) the place of the task in it (SLURM_ARRAY_TASK_ID, _MIN, _MAX,
 * _STEP, _COUNT); else the number of the process among those that srun has started (SLURM_PROCID,
 * SLURM_NTASKS). The shard counts from 0. False and a message. */
bool slurm_shard(int *shard, int *shards, struct error *error);

#endif
