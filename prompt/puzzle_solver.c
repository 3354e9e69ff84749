/* puzzle_solver.c - lets our engine solve puzzles. The engine runs as a process, with the command
 * `puzzle --json`. Its answers are searched for the names of members: each line is an object with
 * no other object in it, so that no parser is needed. */
#include "config.h"

#include "prompt/puzzle_solver.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/wait.h"
#include "games/trioker_shape.h"
#include "half/engine_spec.h"
#include "prompt/puzzle_game.h"
#include "referee/engines/builtin.h"
#include "referee/engines/process.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WAIT_MS = 100, GRACE_MS = 2000 };

/* ---- the engine as a process ----------------------------------------------------------------- */

/* Reads everything that the engine writes. False: *stop was set, or reading failed. */
static bool read_all(struct process *process, const atomic_int *stop, struct text *text) {
    char bytes[4096];
    for (;;) {
        struct pollfd polled[2] = {{.fd = process->out, .events = POLLIN},
                                   {.fd = process->log, .events = POLLIN}};
        wait_poll(polled, 2, clock_us() + WAIT_MS * 1000, NULL);
        if (atomic_load(stop))
            return false;
        if (polled[1].revents)
            process_read_log(process);
        ssize_t length = read(process->out, bytes, sizeof bytes);
        if (length == 0)
            return true;
        if (length > 0) {
            text_add_bytes(text, bytes, (size_t)length);
            needed_text(text);
        } else if (errno != EAGAIN && errno != EINTR)
            return false;
    }
}

/* Runs the engine with these words after `puzzle --json`, and reads its answer. */
static bool ask_engine(const char *const *words, const atomic_int *stop, struct text *text,
                       struct error *error) {
    static const struct resources unbounded;
    char path[4096];
    const char *argv[12] = {path, "puzzle", "--json"};
    struct process process;
    struct process_failure failure;
    builtin_engine(path, sizeof path);
    for (int i = 0; words[i]; i++)
        argv[3 + i] = words[i];
    if (!process_start(&process, (char *const *)(uintptr_t)argv, NULL, &unbounded, &failure)) {
        process_failure_text(&failure, path, NULL, error->text, sizeof error->text);
        return false;
    }
    bool done = read_all(&process, stop, text);
    if (done && !process_await_end(&process) && text->length == 0)
        done = false;
    if (!done)
        process_end_text(&process, _("it was stopped"), error->text, sizeof error->text);
    process_stop(&process, GRACE_MS, stop);
    return done;
}

/* ---- the engine's answers -------------------------------------------------------------------- */

/* Where the value of a key begins in a line; NULL: the line does not have it. */
static const char *find_value(const char *line, const char *key) {
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *end = line + strcspn(line, "\n"), *found = strstr(line, quoted);
    return found && found < end ? found + strlen(quoted) : NULL;
}

static int64_t find_number(const char *line, const char *key) {
    const char *value = find_value(line, key);
    return value ? strtoll(value, NULL, 10) : 0;
}

static void find_text(const char *line, const char *key, char *text, size_t size) {
    const char *value = find_value(line, key);
    snprintf(text, size, "%.*s", value ? (int)strcspn(value + 1, "\"") : 0, value ? value + 1 : "");
}

static const char *next_line(const char *line) {
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

bool puzzle_solve_rest(const struct puzzle_game *puzzle, int limit, const atomic_int *stop,
                       struct puzzle_solutions *solutions, struct error *error) {
    struct text pieces = {0}, laid = {0}, answer = {0};
    char most[16];
    *solutions = (struct puzzle_solutions){.count = 0};
    snprintf(most, sizeof most, "%d", limit);
    puzzle_game_add_pieces(puzzle, &pieces);
    puzzle_game_add_laid(puzzle, &laid);
    const char *some = laid.length > 0 ? "--laid" : NULL;
    const char *const words[] = {
        puzzle->name,         "--all", "--limit",          most, "--pieces",
        needed_text(&pieces), some,    needed_text(&laid), NULL};
    bool done = ask_engine(words, stop, &answer, error);
    for (const char *line = text_get(&answer); done && *line; line = next_line(line)) {
        const char *solution = find_value(line, "solution");
        if (solution) {
            text_addf(&solutions->all, "%.*s\n", (int)strcspn(solution + 1, "\""), solution + 1);
            solutions->count++;
        } else {
            const char *complete = find_value(line, "complete");
            solutions->complete = complete && *complete == 't';
        }
    }
    needed_text(&solutions->all);
    if (!done)
        text_free(&solutions->all);
    text_free(&pieces);
    text_free(&laid);
    text_free(&answer);
    return done;
}

bool puzzle_line_has(const char *line, const char *piece) {
    size_t length = strlen(piece);
    for (const char *end = line + strcspn(line, "\n"); line < end; line++) {
        size_t word = strcspn(line, " \n");
        if (word == length && memcmp(line, piece, length) == 0)
            return true;
        line += word;
    }
    return false;
}

bool puzzle_ask_odds(const char *shape, int drawn, const atomic_int *stop, int64_t *good,
                     int64_t *all, struct error *error) {
    struct text answer = {0};
    char number[16];
    snprintf(number, sizeof number, "%d", drawn);
    const char *const words[] = {shape, "--odds", number, NULL};
    bool done = ask_engine(words, stop, &answer, error);
    *good = find_number(text_get(&answer), "good");
    *all = find_number(text_get(&answer), "all");
    text_free(&answer);
    return done;
}

bool puzzle_list(const atomic_int *stop,
                 void (*found)(void *context, const struct puzzle_entry *entry), void *context,
                 struct error *error) {
    static const char *const words[] = {"--list", NULL};
    struct text answer = {0};
    char **names = needed(trioker_shape_names());
    bool some = names[0];
    if (!some)
        error_set_kind(error, ERROR_MISSING, "%s",
                       _("no puzzles found; set TRIANCEY_DATADIR to their folder"));
    free(names);
    bool done = some && ask_engine(words, stop, &answer, error);
    for (const char *line = text_get(&answer); done && *line; line = next_line(line)) {
        struct puzzle_entry entry = {.cells = (int)find_number(line, "cells"),
                                     .pieces = (int)find_number(line, "pieces"),
                                     .free_tips = (int)find_number(line, "free_tips"),
                                     .solutions = find_number(line, "solutions"),
                                     .nodes = find_number(line, "nodes")};
        const char *joker = find_value(line, "joker");
        entry.joker = joker && *joker == 't';
        find_text(line, "name", entry.name, sizeof entry.name);
        find_text(line, "title", entry.title, sizeof entry.title);
        found(context, &entry);
    }
    text_free(&answer);
    return done;
}
