/* fuzz_engine.c - libFuzzer: whole dialogues with the engine, read as its program reads them.
 *
 * Whatever comes, the engine lives, and ends by `quit` alone. A command that fails prints one error
 * and changes nothing; one that does not prints none. What `play` has played `undo` takes back, and
 * played once more it leads to the same position. Each `go` has one `bestmove`, each `isready` its
 * answer. Searches are left running until something ends them, the last one at the end of the
 * input. Only what would take long by design is left out: perft, bench, large tables and threads;
 * `grids`, which reads all files that ship, is asked once, and `eval`, which plays a half out some
 * thousand times, only on boards of at most 64 cells, once in a dialogue whose length is a multiple
 * of 64 bytes.
 */
#include "config.h" /* for strcasestr() and fopencookie() */

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "engine/engine.h"
#include "engine/player/option.h"
#include "grids/grid.h"
#include "protocol/line.h"
#include "tests/tools/fuzz_help.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static struct engine engine;

/* ---- what it says ---------------------------------------------------------------------------- */

enum { HEARD = 9 }; /* of each line: enough bytes to recognize an answer */

static struct {
    atomic_int errors, moves, ready;
    char line[HEARD + 1];
    size_t length;
} heard;

static void hear_line(void) {
    heard.line[heard.length < HEARD ? heard.length : HEARD] = '\0';
    heard.errors += strncmp(heard.line, "error ", 6) == 0;
    heard.moves += strncmp(heard.line, "bestmove ", HEARD) == 0;
    heard.ready += strcmp(heard.line, "readyok") == 0;
    heard.length = 0;
}

static ssize_t hear(void *nothing, const char *bytes, size_t count) {
    (void)nothing;
    for (size_t i = 0; i < count; i++)
        if (bytes[i] == '\n')
            hear_line();
        else if (heard.length++ < HEARD)
            heard.line[heard.length - 1] = bytes[i];
    return (ssize_t)count;
}

/* ---- what must not change -------------------------------------------------------------------- */

/* The engine as it was before a command. Boards are compared by address: one that was set is
 * another, as the old one is freed only when the new one is there. */
struct before {
    struct settings settings;
    const struct grid *grid;
    const struct game_board *board;
    int number, count;
    long long carry[GAME_PLAYERS_MAX];
    uint64_t seed;
    bool seed_given, searching;
    uint32_t *moves;
    struct game_state state;
};

static void keep(struct before *before) {
    const struct half *half = &engine.half;
    before->settings = engine.settings;
    before->grid = engine.grid;
    before->board = engine.board;
    before->number = half->number;
    before->count = half->count;
    memcpy(before->carry, half->carry, sizeof before->carry);
    before->seed = half->seed;
    before->seed_given = half->seed_given;
    before->moves = realloc(before->moves, (size_t)(half->count + 1) * sizeof *before->moves);
    if (!before->moves)
        exit(1);
    if (half->count > 0)
        memcpy(before->moves, half->moves, (size_t)half->count * sizeof *before->moves);
    game_copy(engine.board, &before->state, &half->state);
}

static bool same_settings(const struct settings *one, const struct settings *other) {
    return one->player == other->player && one->hash == other->hash && one->seed == other->seed &&
           one->threads == other->threads && one->kernel == other->kernel &&
           one->overhead == other->overhead && one->lines == other->lines &&
           one->ponder == other->ponder;
}

static bool same_half(const struct before *before) {
    const struct half *half = &engine.half;
    return engine.board == before->board && engine.grid == before->grid &&
           half->number == before->number && half->count == before->count &&
           half->seed == before->seed && half->seed_given == before->seed_given &&
           memcmp(half->carry, before->carry, sizeof half->carry) == 0 &&
           (half->count == 0 ||
            memcmp(half->moves, before->moves, (size_t)half->count * sizeof *half->moves) == 0) &&
           memcmp(half->state.bytes, before->state.bytes, engine.board->state_size) == 0;
}

/* ---- a dialogue ------------------------------------------------------------------------------ */

static bool is_evaluation(const char *line) {
    return strncmp(line + strspn(line, " \t"), "eval", 4) == 0;
}

static bool takes_long(const char *line, bool evaluates) {
    line += strspn(line, " \t");
    bool large = engine.grid && engine.grid->cells > 64;
    return (is_evaluation(line) && (large || !evaluates)) || strncmp(line, "perft", 5) == 0 ||
           strncmp(line, "bench", 5) == 0 || strncmp(line, "grids", 5) == 0 ||
           strcasestr(line, "hash") || strcasestr(line, "threads");
}

/* Takes back what was just played, and plays it once more. */
static void check_undo(const struct before *before, const char *played) {
    static char again[LINE_BYTES_MAX + 1];
    struct game_state state;
    char undo[32];
    int count = engine.half.count;
    snprintf(undo, sizeof undo, "undo %d", count - before->count);
    strcpy(again, played);
    game_copy(engine.board, &state, &engine.half.state);
    if (!engine_line(&engine, undo) || !same_half(before))
        fuzz_fail("undo does not restore what was", played);
    if (!engine_line(&engine, again) || engine.half.count != count ||
        memcmp(state.bytes, engine.half.state.bytes, engine.board->state_size) != 0)
        fuzz_fail("the same moves lead elsewhere", played);
}

static int expected_moves;

static void say(char *line) {
    static char said[LINE_BYTES_MAX + 1];
    static struct before before;
    int errors = heard.errors, ready = heard.ready;
    strcpy(said, line);
    keep(&before);
    bool good = engine_line(&engine, line);
    const struct protocol_message *message = &engine.message;
    if (heard.errors - errors != !good)
        fuzz_fail("not one error for a command that fails, and none for others", said);
    if (!good && (!same_half(&before) || !same_settings(&before.settings, &engine.settings)))
        fuzz_fail("an error changes something", said);
    if (good && message->command && message->id == TGI_ISREADY && heard.ready == ready)
        fuzz_fail("no readyok", said);
    if (engine.quit != (good && message->command && message->id == TGI_QUIT))
        fuzz_fail("it ends without quit, or goes on behind it", said);
    expected_moves += good && message->command && message->id == TGI_GO;
    if (good && message->command && message->id == TGI_PLAY)
        check_undo(&before, said);
}

static void read_dialogue(const char *path, bool evaluates) {
    static struct line_reader reader;
    FILE *file = fopen(path, "re");
    char *line;
    if (!file)
        exit(1);
    line_open(&reader, fileno(file));
    for (enum line_status status;
         (status = line_next(&reader, &line)) != LINE_END && !engine.quit;) {
        if (status == LINE_NONE)
            line_fill(&reader);
        if (status == LINE_READY && !takes_long(line, evaluates)) {
            evaluates &= !is_evaluation(line);
            say(line);
        }
    }
    fclose(file);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    stdout = fopencookie(NULL, "w", (cookie_io_functions_t){.write = hear});
    bool made = stdout && engine_init(&engine);
    char grids[] = "grids";
    return made && option_set(&engine, "Hash", "1") == PROTOCOL_OK && engine_line(&engine, grids)
               ? 0
               : 1;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char setup[] = "setgrid inline selacata tiny cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 "
                   "7,5,3 6,4,2",
         ordinary[] = "setoption name Player value search";
    engine.quit = false;
    if (!engine_line(&engine, ordinary) || !engine_line(&engine, setup))
        abort();
    heard.moves = expected_moves = 0;
    read_dialogue(fuzz_file(0, data, size), size % 64 == 0);
    engine_stop(&engine);
    engine_join(&engine);
    if (heard.moves != expected_moves)
        fuzz_fail("not one bestmove for each go", "");
    return 0;
}
