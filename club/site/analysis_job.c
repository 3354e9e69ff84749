/* analysis_job.c - analyses the games of weeks that are over: `triancey-club site analyse` runs in
 * a process of its own with the lowest priority, started when there is something to do. It works on
 * the club's file while the server runs (club_join()), so that nothing waits for it, and ends with
 * the server. */
#include "config.h"

#include "base/error.h"
#include "base/leave.h"
#include "base/system.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "record/query.h"
#include "referee/engines/orphans.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_MS = 60 * 1000 };

/* Becomes the analyst: runs this program again. Its output is not needed, but its errors are. */
static _Noreturn void become_analyst(const struct site *site, pid_t parent) {
    const char *data = site->options->data ? site->options->data : ".";
    char *words[] = {"triancey-club", "site", "analyse", "--data", (char *)(uintptr_t)data, NULL};
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    if (!system_follow(parent, SIGTERM) || !freopen("/dev/null", "r", stdin) ||
        !freopen("/dev/null", "w", stdout))
        leave(EXIT_FAILURE);
    system_run_again(words);
    leave(EXIT_FAILURE);
}

/* Whether a week that is over has not been analysed. */
static bool analysis_is_due(struct site *site) {
    struct error error;
    int64_t found = 0;
    return query_ask(site->club.record,
                     "SELECT 1 FROM club_week WHERE closed AND week NOT IN"
                     " (SELECT week FROM club_analysed)",
                     NULL, &found, &error) &&
           found != 0;
}

static pid_t fork_analyst(void *context) {
    pid_t parent = getpid(), child = fork();
    if (child == 0)
        become_analyst(context, parent);
    return child;
}

static void analyst_forget(struct site *site) {
    orphans_forget(site->analyst);
    site->analyst = 0;
}

static bool analysis_job_look(struct site *site, int64_t now, struct error *error) {
    (void)now, (void)error;
    if (site->analyst > 0 && waitpid(site->analyst, NULL, WNOHANG) == 0)
        return true;
    if (site->analyst > 0)
        analyst_forget(site);
    if (analysis_is_due(site))
        site->analyst = orphans_fork(fork_analyst, site);
    return true;
}

static void analysis_job_end(struct site *site) {
    if (site->analyst <= 0)
        return;
    kill(site->analyst, SIGTERM);
    while (waitpid(site->analyst, NULL, 0) < 0 && errno == EINTR)
        continue;
    analyst_forget(site);
}

const struct site_part site_part_analysis = {.jobs = {{"analysis", LOOK_MS, analysis_job_look}},
                                             .close = analysis_job_end};
