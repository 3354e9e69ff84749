/* tuned_engine.c - an engine whose strength is a known function of its options: before each of its
 * moves it becomes the reference computer with the probability
 *
 *     exp(-((X - 70)^2 + (Y - 30)^2) / 3200)
 *
 * and moves at random otherwise, so X = 70, Y = 30 is best. It passes the protocol on to the engine
 * of the project:
 *
 *     tuned_engine ENGINE [--flaw | --dies]
 *
 * --flaw makes it refuse its options, --dies end now and then.
 */
#include "config.h"

#include "base/random.h"
#include "base/text.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_SIZE = 1 << 17, OPTIONS = 2 };

static const char *const names[OPTIONS] = {"X", "Y"};
static const double best[OPTIONS] = {70, 30};
static long value[OPTIONS] = {50, 50};
static FILE *to, *from; /* the engine that plays */
static char line[LINE_SIZE];

static bool begins(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

static void start_engine(const char *path) {
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0)
        exit(1);
    pid_t child = fork();
    if (child < 0)
        exit(1);
    if (child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        for (int i = 0; i < 2; i++) {
            close(in[i]);
            close(out[i]);
        }
        /* These two players need no table, whose memory would be cleared at each change. */
        execl(path, path, "--player", "random", (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to = fdopen(in[1], "w");
    from = fdopen(out[0], "r");
}

static void tell(const char *text) {
    fprintf(to, "%s\n", text);
    fflush(to);
}

/* Passes on what the engine says, up to a line that begins so; but its options. */
static void answer(const char *last) {
    static char said[LINE_SIZE];
    while (fgets(said, sizeof said, from)) {
        if (!begins(said, "option "))
            fputs(said, stdout);
        if (begins(said, last))
            break;
    }
    fflush(stdout);
}

static void announce(void) {
    for (int i = 0; i < OPTIONS; i++)
        printf("option name %s type spin default 50 min 0 max 100\n", names[i]);
    printf("option name Word type string default none\n");
    tell("tgi");
    answer("tgiok");
}

/* Whether the line sets an option of ours. */
static bool set_option(bool refuse) {
    char name[16];
    long number;
    if (begins(line, "setoption name Word "))
        return true;
    if (sscanf(line, "setoption name %15s value %ld", name, &number) != 2)
        return false;
    for (int i = 0; i < OPTIONS; i++)
        if (strcmp(name, names[i]) == 0) {
            value[i] = number;
            if (refuse) {
                printf("error range setoption: not this one\n");
                fflush(stdout);
            }
            return true;
        }
    return false;
}

/* A number from 0 up to 1. */
static double chance(struct random *random) {
    return (double)random_below(random, 1u << 30) / (1u << 30);
}

static void go(struct random *random, bool dies) {
    double distance = 0;
    if (dies && chance(random) < 0.01)
        exit(1);
    for (int i = 0; i < OPTIONS; i++)
        distance += ((double)value[i] - best[i]) * ((double)value[i] - best[i]);
    fprintf(to, "setoption name Player value %s\n",
            chance(random) < exp(-distance / 3200) ? "reference" : "random");
    tell(line);
    answer("bestmove");
}

/* A game is the same whenever it is played with these values. */
static void seed(struct random *random) {
    random_seed(random, random_mix(text_hash(line), (uint64_t)(value[0] * 101 + value[1])));
}

int main(int argc, char **argv) {
    bool flaw = argc > 2 && strcmp(argv[2], "--flaw") == 0;
    bool dies = argc > 2 && strcmp(argv[2], "--dies") == 0;
    struct random random;
    random_seed(&random, 0);
    if (argc < 2)
        return 2;
    start_engine(argv[1]);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, "tgi") == 0) {
            announce();
        } else if (begins(line, "go")) {
            go(&random, dies);
        } else if (!set_option(flaw)) {
            if (begins(line, "newgame") || begins(line, "position"))
                seed(&random);
            tell(line);
            if (begins(line, "isready"))
                answer("readyok");
            else if (begins(line, "score"))
                answer("score");
            else if (begins(line, "quit"))
                break;
        }
    }
    return 0;
}
