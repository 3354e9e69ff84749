"""GNU parallel and Slurm as far as the referee calls them, on this machine: what a program named NAME does is
the Python in the variable DEED_NAME, which may use the names below. All that was asked is in the file named ASKED.

    fake_scheduler.py NAME WORD...
"""
import fcntl
import os
import signal
import sys
import time  # for deeds

name, words = sys.argv[1], sys.argv[2:]


def listed(file):
    with open(file) as lines:
        return lines.read().split()


def play(task):
    """As a machine would."""
    if name == "parallel":
        return os.spawnvp(os.P_WAIT, "sh", ["sh", "-c", words[-1].replace("{}", task)])
    return os.spawnvpe(os.P_WAIT, "sh", ["sh", words[-1]], dict(os.environ, SLURM_ARRAY_TASK_ID=str(tasks.index(task) + 1)))


def change(task, *statements):
    """Alters the record that it has left."""
    import sqlite3  # which few need, and takes long to load
    base = sqlite3.connect(os.path.join(folder, task + ".db"))
    for statement in statements:
        base.execute(statement)
    base.commit()
    base.close()


def unseen(deed):
    """Does it while the coordinator is stopped: it sees all of it at once."""
    os.kill(os.getppid(), signal.SIGSTOP)
    try:
        deed()
    finally:
        os.kill(os.getppid(), signal.SIGCONT)


def play_and_change(*statements):
    """All tasks; the record of the first is altered before it is seen."""
    def deed():
        for task in tasks:
            play(task)
        change(tasks[0], *statements)
    unseen(deed)


def wait(name, text):
    """Until the file in the folder of tasks has this text."""
    sys.path.insert(0, os.path.dirname(__file__))
    from tgi import until
    until(lambda: os.path.exists(os.path.join(folder, name)) and "".join(listed(os.path.join(folder, name))) == text)


def jobs():
    """The names of all that came to sbatch."""
    with open(os.environ["ASKED"]) as asked:
        return [word.split("=")[1] for word in asked.read().split() if word.startswith("--job-name=")]


tasks, folder = [], None
if name == "parallel":
    batch = words[words.index("--arg-file") + 1]
elif name == "sbatch":
    batch = words[-1].replace(".sh", "")
if name in ("parallel", "sbatch"):
    folder, tasks = os.path.dirname(batch), listed(batch)
with open(os.environ["ASKED"], "a") as asked:
    fcntl.flock(asked, fcntl.LOCK_EX)
    asked.write("\t".join([name, *words]) + "\n")
usual = {"parallel": "for task in tasks: play(task)", "sbatch": "for task in tasks: play(task)", "squeue": "", "scancel": "",
         "scontrol": ""}
exec(os.environ.get("DEED_" + name, usual[name]))
