/* certify.c - runs the checks of an engine, one after the other. The handshake comes first, outside
 * of them: it says which games the engine plays, and for each the boards are made on which it is
 * tried. */
#include "config.h"

#include "referee/certify/certify.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "referee/certify/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The lists of checks, in the order in which an author meets them. */
static const struct check *const lists[] = {checks_of_start, checks_of_lines,  checks_of_errors,
                                            checks_of_games, checks_of_search, checks_of_end};
enum { LISTS = sizeof lists / sizeof *lists };

/* Boards on which games with boards of cells are tried. */
static const char boards[] = "crepe, torus 3x2, torus 4x3, triangle 4, triancey, torus 16x8";

static const struct check *check_at(int number) {
    for (int i = 0; i < LISTS; i++)
        for (const struct check *check = lists[i]; check->name; check++)
            if (number-- == 0)
                return check;
    return NULL;
}

const char *certify_name(int number, const char **about) {
    const struct check *check = check_at(number);
    *about = check ? check->about : NULL;
    return check ? check->name : NULL;
}

/* ---- games and boards ------------------------------------------------------------------------ */

/* Adds the boards that suit a game. */
static bool add_boards(struct setup *arena, struct error *error) {
    struct text list = {0};
    char names[sizeof boards];
    memcpy(names, boards, sizeof boards);
    for (char *name = strtok(names, ","); name; name = strtok(NULL, ",")) {
        struct setup trial;
        struct error ignored;
        setup_init(&trial);
        name += strspn(name, " ");
        if (setup_set(&trial, "game", arena->game->name, true, &ignored) &&
            setup_set(&trial, "grids", name, true, &ignored) &&
            setup_finish_boards(&trial, &ignored))
            text_addf(&list, "%s%s", list.length ? ", " : "", name);
        setup_free(&trial);
    }
    bool set = !arena->game->default_grid || !list.length ||
               setup_set(arena, "grids", text_get(&list), true, error);
    text_free(&list);
    return set;
}

static bool add_arenas(struct check_run *run, struct certify_result *result, struct error *error) {
    for (int i = 0; games[i] && run->arenas < ARENA_GAMES_MAX; i++) {
        if (!check_names(&run->announced.games, games[i]->name) || games[i]->players_max == 1)
            continue;
        struct setup *arena = &run->arena[run->arenas++];
        setup_init(arena);
        if (!setup_set(arena, "game", games[i]->name, true, error) || !add_boards(arena, error) ||
            !setup_finish_boards(arena, error))
            return false;
        text_append(result->games, sizeof result->games, " ", games[i]->name);
    }
    return run->arenas > 0 ||
           error_set(error, _("the engine plays no game that is known here; it says:%s"),
                     text_get(&run->announced.games));
}

static void certify_make_room(struct check_run *run) {
    size_t most = 1;
    for (int i = 0; i < run->arenas; i++)
        for (int j = 0; j < run->arena[i].boards; j++) {
            size_t moves = (size_t)run->arena[i].board[j].board->moves_max;
            most = moves > most ? moves : most;
        }
    run->moves = needed(malloc(most * sizeof *run->moves));
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* The last lines of a dialogue. */
static const char *last_lines(struct text *said) {
    const char *at = text_get(said) + said->length;
    for (int lines = 0; at > text_get(said); at--)
        if (at[-1] == '\n' && lines++ == LINES_SHOWN)
            break;
    return at;
}

/* Calls the function of a check for each board of each game, with one process of the engine. */
static bool for_each_board(struct check_run *run, const struct check *check) {
    int times = check->times ? check->times : run->options->games;
    for (int i = 0; i < run->arenas; i++) {
        const struct setup *arena = &run->arena[i];
        for (int j = 0; j < arena->boards && !(check->open && arena->game->guess); j++)
            for (int k = 0; k < times; k++)
                if (!check->each(run, &arena->board[j], k))
                    return false;
    }
    return true;
}

static bool perform(struct check_run *run, const struct check *check) {
    if (check->feature && !check_has(run, check->feature))
        return check_skip(run, _("the feature '%s' is not announced"), check->feature);
    if (!check_open(run))
        return false;
    if (check->half) {
        practice_begin(run, check_board(run), 1, 0, 1);
        practice_advance(run, check->moves);
        if (!check_ready(run))
            return false;
    }
    return check->each  ? for_each_board(run, check)
           : check->run ? check->run(run)
                        : check_dialogue(run, check->dialogue);
}

/* Runs a check and reports what was found. */
static void run_check(struct check_run *run, const struct check *check,
                      struct certify_result *result) {
    int64_t begun = clock_us();
    run->why[0] = '\0';
    run->skipped = false;
    text_clear(&run->said);
    random_seed(&run->random, random_mix(run->options->seed, text_hash(check->name)));
    bool passed = perform(run, check);
    check_close(run);
    const struct finding finding = {.name = check->name,
                                    .about = _(check->about),
                                    .section = check->section,
                                    .advice = _(check->advice),
                                    .outcome = run->skipped ? OUTCOME_SKIPPED
                                               : passed     ? OUTCOME_PASSED
                                                            : OUTCOME_FAILED,
                                    .why = run->why,
                                    .dialogue = passed ? "" : last_lines(&run->said),
                                    .seconds = (double)(clock_us() - begun) / 1e6};
    result->passed += finding.outcome == OUTCOME_PASSED;
    result->failed += finding.outcome == OUTCOME_FAILED;
    result->skipped += finding.outcome == OUTCOME_SKIPPED;
    run->options->tell(run->options->context, &finding);
}

static bool is_wanted(const struct certify_options *options, const char *name) {
    for (int i = 0; options->only && options->only[i]; i++)
        if (strcmp(options->only[i], name) == 0)
            return true;
    return !options->only;
}

/* Does the handshake, without which nothing can be checked, and makes the boards. */
static bool meet(struct check_run *run, struct certify_result *result, struct error *error) {
    bool known = announced_read(run, result->id, sizeof result->id);
    check_close(run);
    if (!known)
        error_set(error, _("the engine does not say who it is: %s"), run->why);
    if (!known || !add_arenas(run, result, error))
        return false;
    certify_make_room(run);
    return true;
}

static void free_run(struct check_run *run) {
    check_finish(run);
    announced_free(&run->announced);
    for (int i = 0; i < run->arenas; i++)
        setup_free(&run->arena[i]);
    protocol_parser_free(run->parser);
    text_free(&run->said);
    text_free(&run->practice.moves);
    free(run->moves);
    free(run);
}

bool certify(const struct certify_options *options, struct certify_result *result,
             struct error *error) {
    struct check_run *run = needed(calloc(1, sizeof *run));
    *result = (struct certify_result){0};
    run->options = options;
    run->spec = options->spec;
    run->parser = needed(protocol_parser_new());
    check_prepare(run, options->stop);
    bool done = meet(run, result, error);
    const struct check *check;
    for (int i = 0; done && (check = check_at(i)); i++) {
        if (atomic_load(options->stop))
            done = error_set(error, _("interrupted"));
        else if (is_wanted(options, check->name))
            run_check(run, check, result);
    }
    free_run(run);
    return done;
}
