/* command_play.c - `play`: people at the prompt, against each other or against an engine. */
#include "config.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/values.h"
#include "games/game.h"
#include "grids/grid.h"
#include "prompt/console.h"
#include "prompt/play_record.h"
#include "prompt/prompt.h"
#include "prompt/prompt_words.h"
#include "prompt/saved.h"
#include "referee/arguments/defaults.h"
#include "referee/commands/commands.h"
#include "referee/engines/builtin.h"
#include "referee/match/engine_seat.h"
#include "referee/match/match.h"
#include "referee/match/seat.h"
#include "referee/setup/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "triancey-referee play"

/* Nobody should win because the machine was busy for a moment. */
#define MARGIN_MS "5000"

enum { MOVETIME_S = 1 };

struct play {
    struct setup setup; /* its game, its board, and the engine at each seat that has one */
    struct saved_game saved;
    struct prompt *prompt;
    struct seat *seat[GAME_PLAYERS_MAX];
    struct play_record_table table; /* who sits there */
    char id_name[ENGINE_ID_SIZE];   /* what the engine calls itself */
    bool resumed, ascii;
    bool once_more;            /* the people have just played a game with the same options */
    enum after_game after;     /* what the people want when the game is over */
    char *source;              /* the file of a game that is resumed; NULL: it is a new one */
    const char *grid, *league; /* as the command line names them; NULL: it does not */
    int lock;                  /* of the game's file; -1: none */
    bool unsaved;              /* people were told that the game cannot be kept */
    bool unnoted;              /* people were told that its moves cannot be noted in the record */
    int plies_before;          /* plies of the half that begins which were shown before */
    struct taken_back taken_back;
    struct saved_half *half;
    struct line_reader *lines; /* of standard input, for this game and those after it */
    const atomic_int *stop;
};

/* ---- options --------------------------------------------------------------------------------- */

/* The options, in the order of the row. A resumed game knows those before PLAY_RESUME. */
enum {
    PLAY_GAME,
    PLAY_GRID,
    PLAY_VERSUS,
    PLAY_SEAT,
    PLAY_TIME,
    PLAY_SEED,
    PLAY_NAME,
    PLAY_LEAGUE,
    PLAY_RESUME,
    PLAY_LIST,
    PLAY_ASCII
};

/* A game uses a seed for each seat in each half: the next one begins beyond them. */
enum { SEED_STEP = 64 };

static bool read_seat(const char *text, int *seat, struct error *error) {
    static const char *const names[GAME_PLAYERS_MAX] = {"first", "second", "third", "fourth"};
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        if (strcmp(text, names[i]) == 0) {
            *seat = i;
            return true;
        }
    return error_set(error, _("--as needs first or second (third, fourth), not '%s'"), text);
}

static bool read_seed(const char *text, uint64_t *seed, struct error *error) {
    int64_t number = -1;
    bool good = value_number(text, 0, INT64_MAX, &number);
    *seed = (uint64_t)number;
    return good || error_set(error, _("--seed needs a whole number of at least 0, not '%s'"), text);
}

/* The name of a game may be a board, too, as it is a word. */
static bool read_grid(const char *text, struct saved_game *saved, struct error *error) {
    if (game_find(text) && access(text, F_OK) != 0 && !grid_is_in_library(text))
        return error_set(error, _("--grid: %s is a game, not a board; --game %s plays it"), text,
                         text);
    return saved_set(saved->grid, "--grid", text, error);
}

/* Reads the options that are given. */
static bool play_read_options(const struct arguments *arguments, struct saved_game *saved,
                              struct error *error) {
    const char *const *value = arguments->value;
    double seconds;
    if (!arguments_seconds(arguments, PLAY_TIME, MOVETIME_S, &seconds, error))
        return false;
    saved->movetime = (int64_t)(seconds * 1000 + 0.5);
    return (!value[PLAY_GAME] || saved_set(saved->game, "--game", value[PLAY_GAME], error)) &&
           (!value[PLAY_GRID] || read_grid(value[PLAY_GRID], saved, error)) &&
           (!value[PLAY_VERSUS] || saved_set(saved->versus, "--vs", value[PLAY_VERSUS], error)) &&
           (!value[PLAY_SEAT] || read_seat(value[PLAY_SEAT], &saved->seat, error)) &&
           (!value[PLAY_SEED] || read_seed(value[PLAY_SEED], &saved->seed, error)) &&
           (!value[PLAY_NAME] || (name_check(value[PLAY_NAME], error) &&
                                  saved_set(saved->name, "--name", value[PLAY_NAME], error))) &&
           (!value[PLAY_LEAGUE] || saved_set(saved->league, "--league", value[PLAY_LEAGUE], error));
}

/* Whether any option describes a new game, beside those that may also name the files of an old
 * one. */
static bool play_says_more(const char *const *value) {
    for (int i = 0; i < PLAY_RESUME; i++)
        if (value[i] && i != PLAY_GRID && i != PLAY_LEAGUE)
            return true;
    return false;
}

/* A seed below 2^63: a different one each time, unlike in a league. */
static uint64_t play_some_seed(void) {
    return ((uint64_t)clock_wall_us() ^ (uint64_t)getpid() << 40) & (UINT64_MAX >> 1);
}

/* The seed of the next game. In a tournament it is drawn at random. */
static uint64_t play_next_seed(const struct saved_game *saved) {
    return saved->league[0] ? play_some_seed() : (saved->seed + SEED_STEP) & (UINT64_MAX >> 1);
}

/* Whether a word that should be a file names a game or a board, which people write who have not
 * read the usage. The message then says so. */
static bool play_is_misplaced(const char *path, struct error *error) {
    if (access(path, F_OK) == 0)
        return false;
    if (game_find(path))
        error_set(error, _("%s is a game, not a file; --game %s plays it"), path, path);
    else if (grid_is_in_library(path))
        error_set(error, _("%s is a board, not a file; --grid %s plays on it"), path, path);
    else
        return false;
    return true;
}

/* ---- the command line ------------------------------------------------------------------------ */

/* Refuses options for a game that is resumed, because it knows its own. The word may also not be
 * the name of a game's file. */
static bool refuse_more(const struct arguments *arguments, struct error *error) {
    if (arguments->value[PLAY_RESUME])
        return error_set(error, _("with --resume, only --ascii, and --grid and --league for the "
                                  "files of the game, may be given"));
    if (arguments->torn)
        return arguments_unexpected(arguments, arguments->word[0], error);
    return !play_is_misplaced(arguments->word[0], error) &&
           error_set(error, _("with FILE, a game to resume, only --ascii, and --grid and --league "
                              "for its files, may be given"));
}

static bool play_read_arguments(const struct arguments *arguments, struct play *play,
                                struct error *error) {
    struct saved_game *saved = &play->saved;
    *saved = (struct saved_game){.seed = play_some_seed()};
    strcpy(saved->game, GAME_DEFAULT);
    play->resumed = arguments->value[PLAY_RESUME] || arguments->words > 0;
    play->ascii = defaults_ascii(arguments->value[PLAY_ASCII]);
    if (!play_read_options(arguments, saved, error))
        return false;
    play->grid = arguments->value[PLAY_GRID];
    play->league = arguments->value[PLAY_LEAGUE];
    if (play->resumed)
        return !(play_says_more(arguments->value) || arguments->torn) ||
               refuse_more(arguments, error);
    if (saved->league[0] && arguments->value[PLAY_SEED])
        return error_set(error, _("--seed: a tournament game draws its own seed"));
    return !saved->league[0] || saved->name[0] ||
           error_set(error, _("--league needs your --name, too"));
}

/* ---- the table ------------------------------------------------------------------------------- */

static bool refuse_seat(const struct saved_game *saved, const struct setup *setup,
                        struct error *error) {
    const struct game *game = setup->game;
    return saved->seat < game->players_max
               ? error_set(error,
                           _("--as: %s has only %d seats; --game \"%s players %d\" has more"),
                           game->name, setup->seats, game->name, saved->seat + 1)
               : error_set(error, _("--as: %s has only %d seats"), game->name, setup->seats);
}

static bool set_board(struct play *play, struct error *error) {
    struct setup *setup = &play->setup;
    const struct game *game = game_find(play->saved.game);
    if (game && game->players_max == 1)
        return error_set(error, _("%s is for one player: triancey-referee puzzle plays it"),
                         game->name);
    if (!saved_find_files(&play->saved, error) ||
        !setup_set(setup, "game", play->saved.game, true, error) ||
        (play->saved.grid[0] && !setup_set(setup, "grids", play->saved.grid, true, error)) ||
        !setup_finish_boards(setup, error))
        return false;
    if (!play->saved.versus[0])
        strcpy(play->saved.versus, setup->game->default_grid ? BUILTIN_REFERENCE : BUILTIN_GREEDY);
    if (setup->boards > 1)
        return error_set(error, _("--grid: one board, not several"));
    if (play->saved.seat >= setup->seats)
        return refuse_seat(&play->saved, setup, error);
    return true;
}

/* Who sits where, and what they are called. */
static bool name_seats(struct play *play, struct error *error) {
    static const char *const players[GAME_PLAYERS_MAX] = {N_("player 1"), N_("player 2"),
                                                          N_("player 3"), N_("player 4")};
    const struct setup *setup = &play->setup;
    struct play_record_table *table = &play->table;
    bool all = strcmp(play->saved.versus, "human") == 0;
    *table = (struct play_record_table){.game = setup->game,
                                        .board_name = setup->board[0].name,
                                        .board_line = setup->board[0].board_line,
                                        .id_name = play->id_name,
                                        .seats = setup->seats};
    for (int i = 0; i < setup->seats; i++) {
        table->person[i] = all || i == play->saved.seat;
        if (table->person[i] && i == play->saved.seat && play->saved.name[0])
            table->name[i] = play->saved.name;
        else if (table->person[i])
            table->name[i] = all ? _(players[i]) : _("you");
    }
    return !(all && play->saved.league[0]) ||
           error_set(error, _("a tournament game is played against an engine"));
}

static bool add_engines(struct play *play, struct error *error) {
    char ms[24];
    snprintf(ms, sizeof ms, "%lld", (long long)play->saved.movetime);
    for (int i = 0; i < play->setup.seats; i++) {
        struct setup_engine *engine = setup_add_engine(&play->setup, NULL, error);
        if (!engine)
            return false;
        if (play->table.person[i])
            continue;
        const struct engine_spec *usual = defaults_engine(play->saved.versus);
        if (!(usual ? setup_take_engine(engine, usual, error)
                    : setup_set_engine(engine, "cmd", play->saved.versus, error)) ||
            !setup_set_engine(engine, "movetime", ms, error) ||
            !setup_set_engine(engine, "margin", MARGIN_MS, error) ||
            !setup_finish_engine(&play->setup, engine, error) ||
            !setup_tell_apart(&play->setup, engine, error))
            return false;
        play->table.name[i] = engine->spec.name;
    }
    return true;
}

/* What the prompt calls a player; records keep to the name. */
static const char *shown_name(const struct play *play, int seat) {
    if (play->table.person[seat])
        return play->table.name[seat];
    if (strcmp(play->saved.versus, BUILTIN_REFERENCE) == 0)
        return _("reference");
    return strcmp(play->saved.versus, BUILTIN_GREEDY) == 0 ? _("greedy") : play->table.name[seat];
}

static void open_prompt(struct play *play) {
    struct prompt_setup setup = {.board = play->setup.board[0].board,
                                 .tournament = play->saved.league[0] != '\0',
                                 .ascii = play->ascii,
                                 .saved = &play->saved,
                                 .taken_back = &play->taken_back,
                                 .plies_before = &play->plies_before,
                                 .lines = play->lines,
                                 .stop = play->stop};
    for (int i = 0; i < play->setup.seats; i++) {
        setup.name[i] = shown_name(play, i);
        setup.person[i] = play->table.person[i];
    }
    play->prompt = prompt_open(&setup);
}

/* ---- playing --------------------------------------------------------------------------------- */

/* Writes the game to its file. Warns once, and not again before it has worked. */
static void play_keep(struct play *play) {
    struct error error;
    if (play->saved.path && saved_write(&play->saved, play->saved.path, &error)) {
        play->unsaved = false;
        return;
    }
    if (play->saved.path && !play->unsaved)
        say(_("Warning: the game cannot be kept: %s.\n"), error.text);
    play->unsaved = true;
}

/* Notes how far a tournament game is. Gives up after the first failure, with a warning. */
static void play_note(struct play *play) {
    struct error error;
    if (!play->saved.league[0] || play->unnoted)
        return;
    play->unnoted =
        !play_record_note(&play->saved, (int)(play->half - play->saved.half) + 1, &error);
    if (play->unnoted)
        say(_("Warning: the result is not in %s yet: %s.\n"), play->saved.league, error.text);
}

static void moved(void *context, const struct match_move *move) {
    struct play *play = context;
    moves_add(&play->half->moves, move->text, move->took);
    taken_back_forget(&play->taken_back);
    play_keep(play);
    play_note(play);
}

/* Takes moves back, or puts them back, if that is why the half has stopped. */
static bool go_along(struct play *play) {
    enum prompt_request request = prompt_request(play->prompt);
    if (request == PROMPT_BACK)
        taken_back_take(&play->taken_back, &play->half->moves, prompt_plies_kept(play->prompt));
    else if (request == PROMPT_FORWARD)
        taken_back_put(&play->taken_back, &play->half->moves);
    else
        return false;
    play_keep(play);
    return true;
}

/* Plays a half, or what is left of it. */
static enum match_end play_half(struct play *play, int number, struct match_result *result) {
    struct match_half match = {.board = play->setup.board[0].board,
                               .board_line = play->setup.board[0].board_line,
                               .half = number,
                               .chance_seed = play->saved.seed + (uint64_t)number,
                               .moved = moved,
                               .context = play};
    play->half = &play->saved.half[number - 1];
    for (int i = 0; i < play->setup.seats; i++) {
        match.seat[i] = play->seat[i];
        match.seat_seed[i] =
            (play->saved.seed + (uint64_t)(number * GAME_PLAYERS_MAX + i)) & (UINT64_MAX >> 1);
        for (int h = 0; h < number - 1; h++)
            match.carry[i] += play->saved.half[h].result.margin[i];
    }
    for (;;) {
        play->plies_before = play->half->moves.count;
        match.played = &play->half->moves;
        enum match_end end = match_play(&match, result);
        if (end != MATCH_STOPPED || atomic_load(play->stop) || !go_along(play))
            return end;
    }
}

/* Enters the finished halves of a tournament game into its record, or says why it cannot. */
static enum play_record enter(const struct play *play) {
    struct error error;
    const char *league = play->saved.league;
    if (!league[0])
        return PLAY_RECORD_COUNTS;
    enum play_record entered = play_record_add(&play->saved, &play->table, &error);
    if (entered == PLAY_RECORD_FAILED)
        say(_("Warning: the result is not in %s yet: %s.\n"), league, error.text);
    else if (entered == PLAY_RECORD_OTHER)
        say(_("It does not count in %s: %s.\n"), league, error.text);
    return entered;
}

/* Plays the halves that are not over, as far as they can be finished. */
static enum match_end play_rest(struct play *play, struct match_result *result) {
    for (int number = 1; number <= play->setup.game->halves; number++) {
        struct saved_half *half = &play->saved.half[number - 1];
        if (half->over)
            continue;
        enum match_end end = play_half(play, number, result);
        if (end != MATCH_FINISHED)
            return end;
        saved_end_half(half, &result->half);
        play_keep(play);
        prompt_end_half(play->prompt, result);
        enter(play); /* what cannot be entered now is tried again at the end */
        taken_back_forget(&play->taken_back);
        if (number < play->setup.game->halves && !prompt_between(play->prompt, number + 1))
            return MATCH_STOPPED;
    }
    return MATCH_FINISHED;
}

/* Whether the game waits in its file: one that was left before its first move does not. */
static bool is_kept(const struct play *play) {
    return play->saved.path && !play->unsaved && access(play->saved.path, F_OK) == 0;
}

/* Leaves a game that is not over: says why and how to come back. Returns the exit status. */
static int leave(const struct play *play, enum match_end end, const struct match_result *result,
                 struct error *error) {
    int number = atomic_load(play->stop);
    if (end == MATCH_MACHINE)
        error_set(error, "%s", result->shown);
    else if (end == MATCH_BAD_HISTORY)
        error_set(error, _("%.300s: move %d of half %d is not possible on its board"),
                  play->source ? play->source : "-", result->moves.count + 1,
                  (int)(play->half - play->saved.half) + 1);
    if (end != MATCH_STOPPED)
        return EXIT_FAILED;
    if (is_kept(play))
        say(_("The game is kept; %s --resume continues it.\n"), PROGRAM);
    return number ? EXIT_SIGNAL + number : EXIT_FINE;
}

/* Greets the people. False: nobody wants to begin. */
static bool welcome(struct play *play) {
    if (play->once_more)
        return prompt_between(play->prompt, 1);
    if (play->resumed)
        say(_("Resuming the game of %s.\n"), play->saved.id);
    else
        prompt_welcome(play->prompt);
    return true;
}

static int play_all(struct play *play, struct error *error) {
    struct match_result result = {0};
    bool ready = welcome(play);
    enum match_end end = ready ? play_rest(play, &result) : MATCH_STOPPED;
    int status = end == MATCH_FINISHED ? EXIT_FINE : leave(play, end, &result, error);
    match_result_free(&result);
    if (end != MATCH_FINISHED)
        return status;
    int total[GAME_PLAYERS_MAX] = {0};
    for (int h = 0; h < play->setup.game->halves; h++)
        for (int i = 0; i < play->setup.seats; i++)
            total[i] += play->saved.half[h].result.margin[i];
    prompt_end_game(play->prompt, total);
    enum play_record entered = enter(play);
    error->text[0] = '\0'; /* the failure was reported */
    if (entered == PLAY_RECORD_FAILED) {
        if (is_kept(play))
            say(_("The game is kept; %s --resume tries again.\n"), PROGRAM);
        return EXIT_FAILED;
    }
    if (entered == PLAY_RECORD_COUNTS && play->saved.league[0])
        say(_("It counts in %s.\n"), play->saved.league);
    if (play->saved.path)
        unlink(play->saved.path);
    if (entered == PLAY_RECORD_COUNTS)
        play->after = after_game_ask(play->prompt);
    if (atomic_load(play->stop))
        return EXIT_SIGNAL + atomic_load(play->stop);
    return entered == PLAY_RECORD_COUNTS ? EXIT_FINE : EXIT_FAILED;
}

/* ---- the beginning --------------------------------------------------------------------------- */

static bool resume(struct play *play, const char *path, struct error *error) {
    if (path && play_is_misplaced(path, error))
        return false;
    play->source = path ? kept_find(path) : kept_newest();
    if (!play->source)
        return error_set(error, _("no game is kept"));
    return saved_read(&play->saved, play->source, error);
}

/* Finds the file of the game and locks it. Also mentions other unfinished games, so that they are
 * not forgotten. False: the game is open elsewhere. */
static bool play_place(struct play *play, struct error *error_of_game) {
    struct error error;
    char *newest = play->resumed ? NULL : kept_newest();
    if (newest)
        say(_("(A game that is not over is kept: --resume continues it, --list lists all.)\n"));
    free(newest);
    if (saved_place(&play->saved, &error)) {
        play->lock = kept_lock(&play->saved, error_of_game);
        return play->lock >= 0;
    }
    say(_("Warning: the game cannot be kept: %s.\n"), error.text);
    play->unsaved = true;
    return true;
}

/* Tries the engines, so that one that cannot play is known before the game begins. */
static bool try_engines(struct play *play, struct error *error) {
    char id_author[ENGINE_ID_SIZE];
    const char *versus = play->saved.versus;
    int seat = 0;
    while (seat < play->setup.seats && play->table.person[seat])
        seat++;
    if (seat == play->setup.seats ||
        engine_seat_try(&play->setup.engine[seat].spec, play->stop, NULL, play->setup.game->name,
                        play->setup.board[0].board_line, NULL, play->id_name, id_author, error))
        return true;
    bool bare = strcspn(versus, "/: \t") == strlen(versus);
    return bare && error->kind == ERROR_MISSING &&
           error_reword(error,
                        _("%.300s; if %.60s is a player of triancey-engine, write --vs "
                          "builtin:%.60s"),
                        error->text, versus, versus);
}

static int play_game(struct play *play, struct error *error) {
    if (!try_engines(play, error) ||
        (play->saved.league[0] && !play_record_prepare(&play->saved, &play->table, error)))
        return EXIT_FAILED;
    if (!play_place(play, error))
        return EXIT_FAILED;
    open_prompt(play);
    for (int i = 0; i < play->setup.seats; i++)
        play->seat[i] = play->table.person[i]
                            ? prompt_seat_new(play->prompt, play->table.name[i])
                            : engine_seat_new(&play->setup.engine[i].spec, play->stop, NULL, 0);
    int status = play_all(play, error);
    for (int i = 0; i < play->setup.seats; i++)
        play->seat[i]->kind->free(play->seat[i]);
    prompt_close(play->prompt);
    kept_unlock(&play->saved, play->lock);
    return status;
}

/* Prepares the table for a new game after this one, with another seed. */
static void clear_for_more(struct play *play) {
    struct play next = {.lock = -1,
                        .stop = play->stop,
                        .ascii = play->ascii,
                        .once_more = true,
                        .lines = play->lines};
    int side = play->after == AFTER_OTHER_SIDE ? 1 : 0;
    next.after = play->after;
    saved_begin_again(&next.saved, &play->saved, play_next_seed(&play->saved));
    next.saved.seat = (play->saved.seat + side) % (play->setup.seats ? play->setup.seats : 1);
    free(play->source);
    taken_back_free(&play->taken_back);
    saved_free(&play->saved);
    setup_free(&play->setup);
    *play = next;
}

static int run_game(struct play *play, const char *path, struct error *error) {
    setup_init(&play->setup);
    play->after = AFTER_LEAVE;
    if (play->resumed &&
        !(resume(play, path, error) && kept_may_run(&play->saved, play->source, error) &&
          kept_name_files(&play->saved, play->source, play->grid, play->league, error)))
        return EXIT_FAILED;
    if (set_board(play, error) && name_seats(play, error) && add_engines(play, error))
        return play_game(play, error);
    return play->once_more ? EXIT_FAILED : EXIT_USAGE;
}

static int play_run(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    struct play play = {.lock = -1, .stop = stop};
    const char *path = arguments->words ? arguments->word[0] : NULL;
    int status;
    if (!play_read_arguments(arguments, &play, error))
        return EXIT_USAGE;
    if (arguments->value[PLAY_LIST]) {
        kept_list();
        return EXIT_FINE;
    }
    play.lines = console_lines();
    do {
        status = run_game(&play, path, error);
        clear_for_more(&play);
    } while (play.after != AFTER_LEAVE);
    saved_free(&play.saved);
    free(play.lines);
    return status;
}

const struct command command_play = {
    .name = "play",
    .summary = N_("play against an engine, or against a person at the same keyboard"),
    .words = {N_("[FILE]"), "*", 0, 1},
    .about = N_("Plays a game at the prompt; type help there. FILE is a game to resume: its file, "
                "or\nits name as --list shows it."),
    .option =
        {
            [PLAY_GAME] = {"game", N_("GAME"),
                           .about = N_("selacata (the default), archipel, triancey, tritt,\n"
                                       "                         triangulation, trioker-duel, "
                                       "trioker-rapid; with the\n                         number "
                                       "of players as in \"trioker-rapid players 4\""),
                           .values = "@games"},
            [PLAY_GRID] = {"grid", N_("BOARD"),
                           .about =
                               N_("the game's usual one if not given; a name, shape, word, file"),
                           .values = "@boards *"},
            [PLAY_VERSUS] =
                {"vs", N_("OPPONENT"),
                 .about =
                     N_("builtin:reference (the default; builtin:greedy for games with a\n         "
                        "                board of their own), builtin:PLAYER, the command\n        "
                        "                 of an engine, or human: two people"),
                 .values = "human builtin: @named *"},
            [PLAY_SEAT] = {"as", N_("SEAT"),
                           .about = N_("first (the default) or second, third, fourth"),
                           .values = "first second third fourth"},
            [PLAY_TIME] = {"time", N_("SECONDS"),
                           .about = N_("how long the engine may think for a move (1)")},
            [PLAY_SEED] = {"seed", N_("N"),
                           .about = N_("the engine's seed; a new one each time if not given")},
            [PLAY_NAME] = {"name", N_("WHO"), .about = N_("your name")},
            [PLAY_LEAGUE] = {"league", N_("FILE.db"),
                             .about =
                                 N_("a tournament game: no hints, nothing taken back; its result\n"
                                    "                         goes into this record under --name"),
                             .values = "*.db"},
            [PLAY_RESUME] = {"resume", .about = N_("resume the game that was played last")},
            [PLAY_LIST] = {"list", .about = N_("list the games that are kept, and exit")},
            [PLAY_ASCII] = {"ascii", .about = N_("draw the board in ASCII")},
        },
    .run = play_run,
};
