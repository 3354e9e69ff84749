/* club_analyst.c - what the analyst of a club makes of an engine's answers, also of those that an
 * engine should not give: each is the script of an engine beside a copy of this program.
 */
#include "config.h"

#include "base/error.h"
#include "club/store/analysis.h"
#include "club/store/analyst.h"
#include "tests/lib/tap.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/analyst.XXXXXX";

#define HELLO                                                                                      \
    "echo id name script; echo id author us; echo protocol 1;"                                     \
    " echo feature setgrid legal searchmoves solve multipv; echo game selacata Selacata;"          \
    " for name in Hash Threads MultiPV; do"                                                        \
    " echo option name $name type spin default 1 min 1 max 1024; done; echo tgiok"
#define LEGAL "echo legal 5 6 7"
#define LINE(rank, margin, bound, move)                                                            \
    "echo info depth 1 multipv " #rank " margin " #margin " bound " #bound " pv " #move ";"
#define BEST " echo bestmove 6"

/* What the engine does when it is asked to say who it is, for the legal moves, for the best, and
 * for the margin of one alone; what comes of it: the number of moves that were looked at, and of
 * the first its loss, whether that is exact, and among how many moves how many were best. */
static const struct script {
    const char *name, *tgi, *legal, *go, *only, *wanted;
} scripts[] = {
    {"two moves", HELLO, LEGAL, LINE(1, 4, exact, 6) LINE(2, 2, exact, 5) BEST, "exit 1",
     "1 of 1: 2 1 2 1"},
    {"two as good", HELLO, LEGAL,
     LINE(1, 4, exact, 6) LINE(2, 4, exact, 5) LINE(3, 0, exact, 7) BEST, "exit 1",
     "1 of 1: 0 1 3 2"},
    {"more than one report", HELLO, LEGAL,
     LINE(1, 9, exact, 5) LINE(2, 1, exact, 6) LINE(1, 4, exact, 6) LINE(2, 3, exact, 5) BEST,
     "exit 1", "1 of 1: 1 1 2 1"},
    {"lines that say nothing", HELLO, "echo; echo '  '; echo nonsense; echo info depth 3; " LEGAL,
     LINE(1, 4, exact, 6) "echo info multipv 2 margin 9 bound exact; echo info multipv 2 pv 5;"
                          " echo info margin;" LINE(3, 9, exact, 7) LINE(2, 2, exact, 5) BEST,
     "exit 1", "1 of 1: 2 1 2 1"},
    {"bounds", HELLO, LEGAL, LINE(1, 4, lower, 6) LINE(2, 2, exact, 5) BEST, "exit 1",
     "1 of 1: 2 0 2 1"},
    {"a bound of the move", HELLO, LEGAL, LINE(1, 4, exact, 6) LINE(2, 2, upper, 5) BEST, "exit 1",
     "1 of 1: 2 0 2 1"},
    {"a margin alone", HELLO, LEGAL, LINE(1, 4, exact, 6) "echo info margin 2 pv 5;" BEST, "exit 1",
     "1 of 1: 0 0 1 1"},
    {"a move that is asked for alone", HELLO, LEGAL, "echo info margin 4 bound exact pv 6;" BEST,
     LINE(1, 1, exact, 5) "echo bestmove 5", "1 of 1: 3 1 1 1"},
    {"a move that it does not know", HELLO, LEGAL, LINE(1, 4, exact, 6) BEST, "echo bestmove 6",
     "0 of 1"},
    {"no margins", HELLO, LEGAL, BEST, "exit 1", "0 of 1"},
    {"more moves than there may be", HELLO, LEGAL,
     "i=1; while [ $i -le 300 ]; do echo info multipv $i margin $((300 - i)) bound exact pv $i;"
     " i=$((i + 1)); done;" BEST,
     "exit 1", "1 of 1: 4 1 256 1"},
    {"an error", HELLO, "echo error busy legal: not now", BEST, "exit 1", "failed: busy"},
    {"an end before the moves", HELLO, "exit 1", BEST, "exit 1", "failed: "},
    {"an end before the best", HELLO, LEGAL, "exit 1", "exit 1", "failed: "},
    {"an end before a move alone", HELLO, LEGAL, LINE(1, 4, exact, 6) BEST, "exit 1", "failed: "},
    {"an end at once", "exit 1", LEGAL, BEST, "exit 1", "does not start: "},
    {"no MultiPV", "echo id name script; echo protocol 1; echo tgiok", LEGAL, BEST, "exit 1",
     "does not start: "},
};

/* In the copy: what the engine beside it finds of a half of one move of seat 1. */
static int look(void) {
    static struct analysis analysis;
    struct error error = {.text = ""};
    atomic_int stop = 0;
    signal(SIGPIPE, SIG_IGN); /* as the program does */
    struct analyst *analyst = analyst_start(&stop, &error);
    if (!analyst) {
        printf("does not start: %s", error.text);
        return 0;
    }
    if (!analyst_look(analyst, "setgrid inline board", 1, "5 6", &analysis, &error))
        printf("failed: %s", error.text);
    else
        printf("%d of 1", analysis.count);
    for (int i = 0; !error.text[0] && i < analysis.count; i++) {
        const struct analysed_move *move = &analysis.move[i];
        printf(": %d %d %d %d", move->loss, move->exact, move->moves, move->best_moves);
    }
    analyst_end(analyst);
    return 0;
}

/* What a shell prints. */
static const char *shell(const char *command) {
    static char text[4096];
    FILE *pipe = popen(command, "r");
    size_t length = pipe ? fread(text, 1, sizeof text - 1, pipe) : 0;
    if (pipe)
        pclose(pipe);
    text[length] = '\0';
    return text;
}

static void test_script(const struct script *script) {
    char path[64], command[100];
    snprintf(path, sizeof path, "%s/triancey-engine", folder);
    FILE *file = fopen(path, "w");
    fprintf(file,
            "#!/bin/sh\nwhile read -r line; do case \"$line\" in\ntgi) %s;;\nlegal) %s;;\n"
            "*searchmoves*) %s;;\ngo*) %s;;\nisready) echo readyok;;\nquit) exit;;\nesac; done\n",
            script->tgi, script->legal, script->only, script->go);
    fclose(file);
    chmod(path, 0755);
    snprintf(command, sizeof command, "%s/look look 2>&1", folder);
    const char *found = shell(command);
    const char *colon = strchr(script->wanted, ':');
    bool is_message = colon && !strchr("0123456789", script->wanted[0]);
    if (is_message)
        ok(strncmp(found, script->wanted, (size_t)(colon - script->wanted)) == 0 &&
               strstr(found, colon + 2) && strlen(found) > (size_t)(colon - script->wanted) + 2,
           "%s: %s", script->name, found);
    else
        is_string(found, script->wanted, "%s", script->name);
}

int main(int argc, char **argv) {
    char command[300];
    if (argc == 2 && strcmp(argv[1], "look") == 0)
        return look();
    if (!mkdtemp(folder))
        return 1;
    snprintf(command, sizeof command, "cp '%.200s' %s/look", argv[0], folder);
    if (!ok(system(command) == 0, "a copy of this program"))
        return done();
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        test_script(&scripts[i]);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? done() : 1;
}
