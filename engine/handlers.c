/* handlers.c - what the engine does for each command of the protocol: handle_FUNCTION, by the list
 * in protocol/commands.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "config.h"
#include "engine/bench/bench.h"
#include "engine/describe.h"
#include "engine/engine.h"
#include "engine/player/table.h"
#include "engine/triancey/reference.h"
#include "engine/triancey/spelled.h"
#include "grids/grid.h"
#include "protocol/line.h"

/* ---- who are you ----------------------------------------------------------------------------- */

static void introduce(struct engine *engine) {
    engine_print(engine, "id name %s %s, reference computer %d", PACKAGE_NAME, PACKAGE_VERSION,
                 REFERENCE_VERSION);
    engine_print(engine, "id author the triancey developers");
    engine_print(engine, "protocol %d", PROTOCOL_VERSION);
    engine_print(engine,
                 "feature setgrid undo position score legal show eval perft bench help "
                 "grids board state preview searchmoves infinite ponder solve%s",
                 engine->settings.player->immediate ? "" : " multipv"); /* it reports no lines */
    for (int i = 0; games[i]; i++)
        engine_print(engine, "game %s %s", games[i]->name, games[i]->title);
    options_print(engine);
}

static enum protocol_code handle_tgi(struct engine *engine) {
    introduce(engine);
    engine_print(engine, engine->message.id == TGI_UCI ? "uciok" : "tgiok");
    return PROTOCOL_OK;
}

static enum protocol_code handle_isready(struct engine *engine) {
    engine_print(engine, "readyok");
    return PROTOCOL_OK;
}

static enum protocol_code handle_setoption(struct engine *engine) {
    return option_set(engine, engine->message.value[SETOPTION_NAME].text,
                      engine->message.value[SETOPTION_VALUE].text);
}

static enum protocol_code handle_help(struct engine *engine) {
    const char *wanted = engine->message.value[0].text;
    int shown = 0;
    for (int id = 0; id < TGI_ANSWERS; id++) {
        const struct protocol_command *command = &protocol_commands[id];
        size_t length = wanted ? strlen(wanted) : 0;
        if (wanted && (strncmp(command->name, wanted, length) != 0 ||
                       (command->name[length] && command->name[length] != ' ')))
            continue;
        engine_print(engine, "info string %s%s%s: %s", command->name, *command->synopsis ? " " : "",
                     command->synopsis, command->about);
        shown++;
        for (int i = 0; wanted && i < PROTOCOL_FIELDS_MAX && command->field[i].about; i++)
            if (command->field[i].keyword)
                engine_print(engine, "info string   %s: %s", command->field[i].keyword,
                             command->field[i].about);
    }
    if (!shown)
        return protocol_fail(&engine->error, PROTOCOL_RANGE, "there is no command '%.60s'", wanted);
    return PROTOCOL_OK;
}

static enum protocol_code handle_quit(struct engine *engine) {
    engine->quit = true;
    return PROTOCOL_OK;
}

/* ---- boards ---------------------------------------------------------------------------------- */

/* Takes the board over if the player plays there. */
static enum protocol_code handle_setgrid(struct engine *engine) {
    const struct game *usual = engine->board ? engine->board->game : game_find(GAME_DEFAULT);
    struct grid *grid;
    struct game_board *board;
    enum protocol_code code =
        spelled_board(engine->parser, &engine->message, usual, &grid, &board, &engine->error);
    if (code != PROTOCOL_OK)
        return code;
    if (engine_check_player(engine, engine->settings.player, board) != PROTOCOL_OK) {
        game_board_free(board);
        grid_free(grid);
        return engine->error.code;
    }
    engine_set_board(engine, grid, board);
    engine->asked = true;
    return PROTOCOL_OK;
}

/* ---- the half -------------------------------------------------------------------------------- */

/* Makes the table before the clock runs; if memory is short, `go` says so. */
static void make_table(struct engine *engine) {
    if (!engine->settings.player->immediate && engine_table(engine))
        table_touch(engine->table);
}

static enum protocol_code handle_newgame(struct engine *engine) {
    enum protocol_code code = engine_begin(engine);
    if (code == PROTOCOL_OK && engine->table)
        option_set(engine, "ClearHash", NULL);
    make_table(engine);
    return code;
}

static enum protocol_code handle_position(struct engine *engine) {
    make_table(engine);
    return engine_begin(engine);
}

static enum protocol_code handle_stop(struct engine *engine) {
    engine_stop(engine);
    return PROTOCOL_OK;
}

/* ---- questions ------------------------------------------------------------------------------- */

static enum protocol_code handle_score(struct engine *engine) {
    const struct game_board *board = engine->board;
    struct game_score score;
    char points[GAME_PLAYERS_MAX * 32] = "";
    board->game->score(board, &engine->half.state, &score);
    for (int seat = 0; seat < board->players; seat++)
        snprintf(points + strlen(points), sizeof points - strlen(points), " p%d %d", seat + 1,
                 score.points[seat]);
    engine_print(engine, "score%s margin %d half %d total %lld over %s", points, score.margin[0],
                 engine->half.number, engine->half.carry[0] + score.margin[0],
                 score.over ? score.over : "no");
    return PROTOCOL_OK;
}

/* Prints moves on as many lines as it takes: the protocol bounds their length. */
static void print_moves(struct engine *engine, const uint32_t *moves, int count, char *text) {
    const struct game *game = engine->board->game;
    const char *last = text + LINE_BYTES_MAX - strlen("legal more") - GAME_MOVE_TEXT;
    int i = 0;
    do {
        char *end = text;
        *end = '\0';
        for (; i < count && end <= last; i++) {
            *end++ = ' ';
            game->format(engine->board, &engine->half.state, moves[i], GAME_EVERYBODY, end);
            end += strlen(end);
        }
        engine_print(engine, "legal%s%s", text, i < count ? " more" : "");
    } while (i < count);
}

static enum protocol_code handle_legal(struct engine *engine) {
    const struct game_board *board = engine->board;
    size_t size = ((size_t)board->moves_max + 1) * sizeof(uint32_t) + LINE_BYTES_MAX;
    uint32_t *moves = malloc(size);
    if (!moves)
        return protocol_fail(&engine->error, PROTOCOL_MEMORY, "no memory for the moves");
    int count = board->game->moves(board, &engine->half.state, moves);
    print_moves(engine, moves, count, (char *)(moves + board->moves_max));
    free(moves);
    return PROTOCOL_OK;
}

static void say_line(void *context, const char *line) {
    engine_print(context, "%s", line);
}

/* The answer after a description: what fails is memory. */
static enum protocol_code check_described(struct engine *engine, bool whole) {
    return whole ? PROTOCOL_OK
                 : protocol_fail(&engine->error, PROTOCOL_MEMORY, "no memory for the answer");
}

static enum protocol_code handle_grids(struct engine *engine) {
    struct describer describer = {say_line, engine};
    return check_described(engine, describe_grids(&describer));
}

static enum protocol_code handle_board(struct engine *engine) {
    struct describer describer = {say_line, engine};
    return check_described(engine, describe_board(&describer, engine->board));
}

static enum protocol_code handle_state(struct engine *engine) {
    struct describer describer = {say_line, engine};
    const struct half *half = &engine->half;
    const struct described_half now = {half->number, half->carry, &half->start, half->moves,
                                       half->count};
    return check_described(engine, describe_state(&describer, engine->board, &now));
}

static enum protocol_code handle_preview(struct engine *engine) {
    struct describer describer = {say_line, engine};
    const char *text = engine->message.value[0].text;
    struct error why;
    uint32_t move;
    if (spelled_move(engine->board, &engine->half.state, text, &move, &why) == PROTOCOL_OK)
        return check_described(engine,
                               describe_move(&describer, engine->board, &engine->half.state, move));
    engine_print(engine, "preview %.60s legal no why %s", text, why.text);
    return PROTOCOL_OK;
}

static enum protocol_code handle_show(struct engine *engine) {
    char text[GAME_SHOW_SIZE], *rest = text;
    engine->board->game->show(engine->board, &engine->half.state, text);
    for (char *line = strtok_r(rest, "\n", &rest); line; line = strtok_r(rest, "\n", &rest))
        engine_print(engine, "info string %s", line);
    return PROTOCOL_OK;
}

static void handlers_say(void *context, const char *line) {
    engine_print(context, "info string %s", line);
}

static enum protocol_code handle_eval(struct engine *engine) {
    const struct game_board *board = engine->board;
    const struct player *player = engine_player(engine);
    if (!player->explain)
        return protocol_fail(&engine->error, PROTOCOL_UNSUPPORTED, "the player '%s' has no opinion",
                             player->name);
    uint32_t *moves = malloc(sizeof *moves * (size_t)(board->moves_max + 1));
    if (!moves)
        return protocol_fail(&engine->error, PROTOCOL_MEMORY, "no memory for the moves");
    int count = board->game->moves(board, &engine->half.state, moves);
    struct task task = {.board = board,
                        .state = &engine->half.state,
                        .allowed = moves,
                        .allowed_count = count,
                        .say = handlers_say,
                        .context = engine};
    if (count > 0)
        player->explain(&task);
    free(moves);
    if (count == 0)
        return protocol_fail(&engine->error, PROTOCOL_STATE, "the half is over");
    return PROTOCOL_OK;
}

static void print_share(void *context, uint32_t move, uint64_t count) {
    struct engine *engine = context;
    char text[GAME_MOVE_TEXT];
    engine->board->game->format(engine->board, &engine->half.state, move, GAME_EVERYBODY, text);
    engine_print(engine, "info split %s count %llu", text, (unsigned long long)count);
}

static enum protocol_code handle_perft(struct engine *engine) {
    int depth = (int)engine->message.value[PERFT_DEPTH].number[0];
    bool split = engine->message.value[PERFT_SPLIT].given;
    uint64_t count =
        game_perft(engine->board, &engine->half.state, depth, split ? print_share : NULL, engine);
    engine_print(engine, "perft %d %llu", depth, (unsigned long long)count);
    return PROTOCOL_OK;
}

/* The first one is what `bench` alone means. */
static const struct {
    const char *name;
    enum protocol_code (*run)(struct bench *bench, const struct protocol_value *names);
    bool takes_words;
} benches[] = {
    {"search", bench_search, false},    {"playouts", bench_playouts, false},
    {"puzzle", bench_puzzle, true},     {"solve", bench_solve, true},
    {"strength", bench_strength, true},
};

enum { BENCHES = sizeof benches / sizeof *benches };

static enum protocol_code run_bench(struct bench *bench, const struct protocol_value *names) {
    if (names->count == 0)
        return benches[0].run(bench, names);
    for (int i = 0; i < BENCHES; i++) {
        if (strcmp(benches[i].name, names->text) != 0)
            continue;
        if (names->count == 1 || benches[i].takes_words)
            return benches[i].run(bench, names);
        return protocol_fail(bench->error, PROTOCOL_SYNTAX, "bench %s takes no words",
                             benches[i].name);
    }
    return protocol_fail(bench->error, PROTOCOL_RANGE, "there is no bench '%.60s'; usage: bench %s",
                         names->text, protocol_commands[TGI_BENCH].synopsis);
}

static enum protocol_code handle_bench(struct engine *engine) {
    const struct settings *settings = &engine->settings;
    struct bench bench = {.board = engine->board,
                          .roster = engine->roster,
                          .parser = engine->parser,
                          .kernel = settings->kernel,
                          .threads = (int)settings->threads,
                          .hash = settings->hash,
                          .table = engine_table(engine),
                          .say = handlers_say,
                          .context = engine,
                          .error = &engine->error};
    return run_bench(&bench, &engine->message.value[0]);
}

/* ---- dispatch -------------------------------------------------------------------------------- */

enum when { ALWAYS, IDLE, ON_BOARD }; /* see protocol/commands.h */

static const struct handler {
    enum protocol_code (*handle)(struct engine *engine);
    enum when when;
} handlers[TGI_ANSWERS] = {
#define COMMAND(id, function, when, ...) [TGI_##id] = {handle_##function, when},
#define ANSWER(id, ...)
#include "protocol/commands.h"
};

/* Whether there is a board. The default one does not count for a player that cannot play on it. */
static enum protocol_code ask_for_board(struct engine *engine) {
    if (!engine->board)
        return protocol_fail(&engine->error, PROTOCOL_STATE,
                             "no board has been set; send setgrid first");
    if (!engine_player(engine))
        return protocol_fail(&engine->error, PROTOCOL_STATE,
                             "no board has been set that the player '%s' plays; send setgrid first",
                             engine->settings.player->name);
    engine->asked = true;
    return PROTOCOL_OK;
}

static enum protocol_code handle(struct engine *engine) {
    const struct handler *handler = &handlers[engine->message.id];
    if (atomic_load(&engine->searching) && handler->when != ALWAYS)
        return protocol_fail(&engine->error, PROTOCOL_BUSY, "a search is running; send stop first");
    if (handler->when != ALWAYS)
        engine_join(engine);
    if (handler->when == ON_BOARD && ask_for_board(engine) != PROTOCOL_OK)
        return engine->error.code;
    return handler->handle(engine);
}

void engine_error(struct engine *engine, const char *command) {
    char first[160], text[3 * sizeof engine->error.text]; /* a word may have been cut anywhere */
    text_clean(first, sizeof first, command);
    text_clean(text, sizeof text, engine->error.text);
    engine_print(engine, "error %s %s: %s", protocol_code_name(engine->error.code), first, text);
}

bool engine_line(struct engine *engine, char *line) {
    char first[40];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(line + strspn(line, " \t"), " \t"),
             line + strspn(line, " \t"));
    engine->error.code = PROTOCOL_OK;
    if (!text_is_utf8(line)) {
        protocol_fail(&engine->error, PROTOCOL_SYNTAX, "a line is not UTF-8; it is ignored");
        engine_error(engine, "?");
        return false;
    }
    if (protocol_parse(engine->parser, PROTOCOL_TO_ENGINE, line, &engine->message,
                       &engine->error) == PROTOCOL_OK &&
        engine->message.command) /* else it is an empty line */
        handle(engine);
    if (engine->error.code != PROTOCOL_OK)
        engine_error(engine, first);
    return engine->error.code == PROTOCOL_OK;
}
