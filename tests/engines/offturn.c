/* offturn.c - what an engine uses while others are to move (referee/engines/offturn.h): itself, and
 * what it has started. This program is in the place of its supervisor. */
#include "config.h"

#include "referee/engines/descendants.h"
#include "referee/engines/offturn.h"
#include "tests/lib/given_clock.h"
#include "tests/lib/tap.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { USED_MS = 40, SLOW_US = 50000, QUICK_US = 1000 };

/* An engine, and the process that keeps a processor busy on request: the engine itself, or one of
 * its descendants. */
struct engine {
    pid_t pid;
    int tell, hear; /* ends of pipes */
};

static _Noreturn void spin(int told, int say) {
    char byte;
    while (read(told, &byte, 1) == 1) {
        for (clock_t from = clock(); clock() - from < USED_MS * CLOCKS_PER_SEC / 1000;)
            continue;
        if (write(say, &byte, 1) != 1)
            break;
    }
    _exit(0);
}

/* Starts an engine whose busy process is so many generations below it; 0: the engine itself. With
 * `orphaned`, the parent of the busy process has ended. */
static struct engine start(int generations, bool orphaned) {
    int there[2], back[2];
    char byte = 'x';
    pid_t supervisor = getpid();
    if (pipe(there) != 0 || pipe(back) != 0)
        skip_all("there are no pipes");
    pid_t pid = fork();
    for (int i = 0; pid == 0 && i < generations; i++) {
        bool last = i == generations - 1;
        if (fork() == 0) {
            setsid();
            continue;
        }
        if (i > 0 && last && orphaned)
            _exit(0);
        for (;;)
            pause();
    }
    if (pid == 0) {
        while (orphaned && getppid() != supervisor)
            sched_yield();
        if (write(back[1], &byte, 1) != 1)
            _exit(1);
        spin(there[0], back[1]);
    }
    if (read(back[0], &byte, 1) != 1)
        diag("it has not started");
    return (struct engine){pid, there[1], back[0]};
}

static void use_processor(const struct engine *engine) {
    char byte = 'x';
    if (write(engine->tell, &byte, 1) != 1 || read(engine->hear, &byte, 1) != 1)
        diag("it does not answer");
}

/* The percentage that is noted for an engine that uses a processor while others are to move, in
 * turns of `turn_us`. It rests in the first turn that is measured, which shows how long others
 * take. */
static int noted(const struct engine *engine, int64_t turn_us) {
    struct offturn offturn = {.quick = false};
    for (int measured = 0; measured < 3;) {
        offturn_begin(&offturn, engine->pid, getpid());
        if (offturn.open && measured > 0)
            use_processor(engine);
        clock_advance_us(turn_us);
        measured += offturn_end(&offturn, engine->pid, getpid());
    }
    int percent = offturn_percent(&offturn);
    offturn_forget(&offturn);
    ok(offturn_percent(&offturn) == 0 && offturn.quick == (turn_us == QUICK_US),
       "another half begins with nothing but how long others took");
    return percent;
}

static void end(const struct engine *engine) {
    close(engine->tell);
    close(engine->hear);
    do
        descendants_signal(SIGKILL, NULL, NULL, true);
    while (waitpid(-1, NULL, 0) > 0);
}

int main(void) {
    static const char *const who[] = {"the engine itself", "its child", "its child's child"};
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    clock_give();
    for (int generations = 0; generations <= 2; generations++) {
        struct engine engine = start(generations, false);
        ok(noted(&engine, SLOW_US) > 0, "%s is noticed", who[generations]);
        ok((noted(&engine, QUICK_US) > 0) == (generations == 0),
           "where others move at once, %s is %slooked for", who[generations],
           generations ? "not " : "");
        end(&engine);
    }
    struct engine engine = start(2, true);
    ok(noted(&engine, SLOW_US) > 0, "so is one whose parent has ended");
    end(&engine);
    clock_take();
    return done();
}
