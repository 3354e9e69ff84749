/* fake_engine.c - an engine for tests of the referee: plays the first legal move, and misbehaves as
 * told.
 *
 *     fake_engine [MODE [FILE]]
 *
 * A mode is one of `mode_names`, or a behaviour at a moment (fake_acts.h). A mode about a move
 * begins at the second `go` of the process, so that the first answer is good. `inform` plays at
 * random and reports on each move.
 */
#include "config.h"

#include "base/error.h"
#include "base/random.h"
#include "games/game.h"
#include "grids/grid.h"
#include "protocol/line.h"
#include "protocol/protocol.h"
#include "tests/lib/fake_acts.h"
#include "tests/lib/fake_behaviour.h"
#include "tests/lib/given_clock.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum mode {
    GOOD,
    EXIT_START,
    EXIT_TGI,
    EXIT_PLAY,
    EXIT_GO,
    EXIT_NEWGAME,
    KILLED_GO,
    HANG_TGI,
    HANG_ISREADY,
    HANG_GO,
    HANG_SCORE,
    EXIT_SCORE,
    ILLEGAL,
    MALFORMED,
    EMPTY,
    NONE,
    TWICE,
    NO_ID,
    STALE_ID,
    WRONG_ID,
    FLOOD,
    ENDLESS_LINE,
    LONG_LINE,
    NUL_BYTE,
    CLOSE_OUT,
    CLOSE_IN,
    STUBBORN,
    CHILD,
    WRONG_SCORE,
    NO_SCORE,
    BYTES,
    REFUSE,
    LOG_FLOOD,
    CHATTER,
    SLOW,
    REFUSE_GRID,
    LEAVE_GROUP,
    SPIN,
    CARRY,
    MEET,
    ONE_PROCESSOR,
    TRICKLE,
    LOG_ENDLESS,
    NO_NEWLINE,
    CLOSE_BOTH,
    EXIT_CHILD,
    DAEMON,
    FILL_MEMORY,
    FORK,
    REGISTER,
    SLOW_QUIT,
    SPIN_QUIETLY,
    DAEMON_SPIN,
    HANG_NEWGAME,
    WHERE,
    STOP_SUPERVISOR,
    PONDER,
    PONDER_NO_UNDO,
    PONDER_EARLY,
    PONDER_DEAF,
    PONDER_WILD,
    PROTOCOL_2,
    NO_PROTOCOL,
    OTHER_GAME,
    NO_GAME,
    STOP_SELF,
    SPIN_ALWAYS,
    INFORM,
    STOPPED,
    MODES
};

static const char *const mode_names[MODES] = {
    "good",          "exit-start",     "exit-tgi",     "exit-play",
    "exit-go",       "exit-newgame",   "killed-go",    "hang-tgi",
    "hang-isready",  "hang-go",        "hang-score",   "exit-score",
    "illegal",       "malformed",      "empty",        "none",
    "twice",         "no-id",          "stale-id",     "wrong-id",
    "flood",         "endless-line",   "long-line",    "nul-byte",
    "close-out",     "close-in",       "stubborn",     "child",
    "wrong-score",   "no-score",       "bytes",        "refuse",
    "log-flood",     "chatter",        "slow",         "refuse-grid",
    "leave-group",   "spin",           "carry",        "meet",
    "one-processor", "trickle",        "log-endless",  "no-newline",
    "close-both",    "exit-child",     "daemon",       "fill-memory",
    "fork",          "register",       "slow-quit",    "spin-quietly",
    "daemon-spin",   "hang-newgame",   "where",        "stop-supervisor",
    "ponder",        "ponder-no-undo", "ponder-early", "ponder-deaf",
    "ponder-wild",   "protocol-2",     "no-protocol",  "other-game",
    "no-game",       "stop-self",      "spin-always",  "inform",
    "stopped",
};

enum { SLOW_MS = 400, TURN = 2 };

struct engine {
    enum mode mode;
    struct act act;
    char last[GAME_MOVE_TEXT]; /* the last move that was played */
    const char *file;
    struct protocol_parser *parser;
    struct grid *grid;
    struct game_board *board;
    struct game_state state, before; /* `before` the last move */
    char waiting[200];               /* the answer of a search that ponders; "": there is none */
    int half_number, turns, newgames;
    long long carry, last_margin; /* of seat 1 */
    uint32_t *moves;
    struct random random; /* chooses moves */
    char out[4096];
};

/* Sends one line, in the way of the mode. */
static void say(const struct engine *engine, const char *line) {
    char text[512];
    char *end = stpcpy(stpcpy(text, line), engine->mode == BYTES ? "\r\n" : "\n");
    size_t length = (size_t)(end - text), step = engine->mode == BYTES ? 1 : length;
    for (size_t i = 0; i < length; i += step)
        behave_write(text + i, step);
}

/* ---- commands -------------------------------------------------------------------------------- */

static bool ponders(const struct engine *engine) {
    return engine->mode >= PONDER && engine->mode <= PONDER_WILD;
}

static bool acts(const struct engine *engine, enum moment moment) {
    const struct act_words words = {.last = engine->last, .file = engine->file};
    return act_at(&engine->act, moment, &words);
}

static void on_tgi(struct engine *engine) {
    if (acts(engine, AT_TGI))
        return;
    if (engine->mode == EXIT_TGI)
        _exit(4);
    if (engine->mode == REGISTER)
        behave_note(engine->file, (int)getpid());
    if (engine->mode == HANG_TGI)
        behave_hang();
    say(engine, "id name fake");
    say(engine, "id author nobody");
    if (engine->mode != NO_PROTOCOL)
        say(engine, engine->mode == PROTOCOL_2 ? "protocol 2" : "protocol 1");
    if (engine->mode != NO_SCORE)
        say(engine, "feature score");
    if (ponders(engine)) {
        say(engine, engine->mode == PONDER_NO_UNDO ? "feature ponder" : "feature ponder undo");
        say(engine, "option name Ponder type check default false");
    }
    if (engine->mode != NO_GAME)
        say(engine, engine->mode == OTHER_GAME ? "game tritt Tritt" : "game selacata");
    say(engine, "option name Style type string default plain");
    say(engine, "tgiok");
}

static void on_grid(struct engine *engine, const struct protocol_message *message) {
    int16_t side[PROTOCOL_CELLS_MAX][3];
    struct protocol_error fault;
    struct error error;
    if (acts(engine, AT_GRID))
        return;
    if (engine->mode == REFUSE_GRID) {
        say(engine, "error range setgrid: not on this board");
        return;
    }
    game_board_free(engine->board);
    grid_free(engine->grid);
    free(engine->moves);
    if (protocol_read_sides(engine->parser, message, side, &fault) != PROTOCOL_OK)
        _exit(9);
    const struct game *game = game_find(message->value[SETGRID_GAME].text);
    int cells = (int)message->value[SETGRID_CELLS].number[0];
    engine->grid = grid_from_sides(message->value[SETGRID_NAME].text, cells,
                                   (const int16_t(*)[3])side, &error);
    engine->board = engine->grid && game ? game_prepare(game, engine->grid, 2, &error) : NULL;
    if (!engine->board)
        _exit(9);
    engine->moves = malloc(sizeof(uint32_t) * (size_t)engine->board->moves_max);
}

static void on_newgame(struct engine *engine, const struct protocol_message *message) {
    if (engine->mode == EXIT_NEWGAME && engine->newgames++ > 0)
        _exit(5);
    if (engine->mode == HANG_NEWGAME)
        behave_hang();
    const struct protocol_value *half = &message->value[NEWGAME_HALF];
    const struct protocol_value *carry = &message->value[NEWGAME_CARRY];
    engine->half_number = half->given ? (int)half->number[0] : 1;
    engine->carry = carry->given ? carry->number[0] : 0;
    if (acts(engine, AT_NEWGAME) || (engine->half_number == 2 && acts(engine, AT_HALF2)))
        return;
    if (carry->given && carry->number[1] != -carry->number[0])
        _exit(10);
    if (engine->mode == CARRY && engine->half_number > 1 && engine->carry != engine->last_margin)
        _exit(11);
    engine->board->game->start(engine->board, &engine->state, engine->half_number);
}

static void on_play(struct engine *engine, char *words) {
    if (engine->mode == EXIT_PLAY)
        _exit(6);
    if (acts(engine, AT_PLAY))
        return;
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        uint32_t move;
        game_copy(engine->board, &engine->before, &engine->state);
        snprintf(engine->last, sizeof engine->last, "%s", word);
        if (!engine->board->game->parse(engine->board, &engine->state, word, &move))
            _exit(9);
        engine->board->game->play(engine->board, &engine->state, move);
    }
}

static void on_score(struct engine *engine) {
    struct game_score score;
    char line[200];
    if (engine->mode == HANG_SCORE)
        behave_hang();
    if (engine->mode == EXIT_SCORE)
        _exit(8);
    engine->board->game->score(engine->board, &engine->state, &score);
    engine->last_margin = score.margin[0];
    snprintf(line, sizeof line, "score p1 %d p2 %d margin %d half %d total %lld over %s",
             score.points[0], score.points[1], score.margin[0] + 2 * (engine->mode == WRONG_SCORE),
             engine->half_number, engine->carry + score.margin[0], score.over ? score.over : "no");
    if (act_at(&engine->act, AT_SCORE,
               &(struct act_words){.score = line + 6, .file = engine->file}))
        return;
    say(engine, line);
}

/* Answers a line that is wrong in the way of the mode; false: the mode knows no such line. */
static bool answer_wrongly(struct engine *engine, const char *move, long long id) {
    char line[200];
    switch (engine->mode) {
    case ILLEGAL:
        snprintf(line, sizeof line, "bestmove 9999 id %lld", id);
        break;
    case MALFORMED:
        snprintf(line, sizeof line, "bestmove x%s id %lld", move, id);
        break;
    case EMPTY:
        snprintf(line, sizeof line, "bestmove");
        break;
    case NONE:
        snprintf(line, sizeof line, "bestmove none id %lld", id);
        break;
    case TWICE:
        snprintf(line, sizeof line, "bestmove %s id %lld\nbestmove %s id %lld", move, id, move, id);
        break;
    case NO_ID:
        snprintf(line, sizeof line, "bestmove %s", move);
        break;
    case STALE_ID:
        snprintf(line, sizeof line, "bestmove 0 id %lld\nbestmove %s id %lld", id - 1, move, id);
        break;
    case WRONG_ID:
        snprintf(line, sizeof line, "bestmove %s id %lld", move, id + 1000);
        break;
    case REFUSE:
        snprintf(line, sizeof line, "error busy go: not now");
        break;
    default:
        return false;
    }
    say(engine, line);
    return true;
}

/* Floods or breaks the pipes, and does not return where that cannot be followed by anything; false:
 * the mode does no such thing. */
static bool break_pipes(struct engine *engine, const char *move, long long id) {
    char line[200];
    snprintf(line, sizeof line, "bestmove %s id %lld", move, id);
    switch (engine->mode) {
    case FLOOD:
        behave_flood(STDOUT_FILENO, "info string going round in circles\n");
    case ENDLESS_LINE:
        behave_flood(STDOUT_FILENO, "info string without end ");
    case TRICKLE:
        behave_trickle("info string still thinking\n");
    case LOG_ENDLESS:
        behave_flood(STDERR_FILENO, "much ado\n");
    case NO_NEWLINE:
        behave_write(line, strlen(line));
        _exit(0);
    case CLOSE_BOTH:
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        behave_hang();
    case EXIT_CHILD:
        behave_child(engine->file);
        _exit(15);
    case NUL_BYTE:
        behave_write(line, strlen(line) + 1);
        behave_write("junk\n", 5);
        return true;
    case CLOSE_OUT:
        close(STDOUT_FILENO);
        behave_hang();
    case CLOSE_IN:
        close(STDIN_FILENO);
        say(engine, line);
        behave_wait_read();
        behave_hang();
    default:
        return false;
    }
}

/* What the mode does before a good answer, if it comes to that. */
static void delay(struct engine *engine) {
    switch (engine->mode) {
    case EXIT_GO:
        fprintf(stderr, "first line\nassertion failed: all is lost\n");
        _exit(7);
    case KILLED_GO:
        kill(getpid(), SIGKILL);
        break;
    case HANG_GO:
        behave_hang();
    case STOP_SELF:
        kill(getpid(), SIGSTOP);
        break;
    case SPIN_ALWAYS:
        behave_spin_beside();
        break;
    case LONG_LINE:
        memset(engine->out, 'x', sizeof engine->out);
        for (int i = 0; i < 20; i++)
            behave_write(engine->out, sizeof engine->out);
        behave_write("\n", 1);
        break;
    case LOG_FLOOD:
        behave_log_much();
        break;
    case CHATTER:
        say(engine, "Hello, I am thinking\ninfo depth 3 and so on\n\ninfo string \xff\xfe");
        break;
    case SPIN:
    case DAEMON_SPIN:
        behave_note(engine->file, (int)getpid());
        behave_spin();
    case STOP_SUPERVISOR:
        kill(getppid(), SIGSTOP);
        behave_spin();
    case LEAVE_GROUP:
    case SPIN_QUIETLY:
        behave_spin();
    case MEET:
        if (engine->turns == TURN)
            behave_meet(engine->file);
        break;
    case ONE_PROCESSOR:
        if (behave_processors() != 1)
            _exit(13);
        break;
    case WHERE:
        behave_note(engine->file, behave_processor());
        break;
    case SLOW:
        behave_sleep_ms(SLOW_MS);
        break;
    case STOPPED:
        clock_lose_us(SLOW_MS * INT64_C(1000));
        break;
    case FILL_MEMORY:
        behave_fill_memory();
    case FORK:
        behave_fork();
    default:
        break;
    }
}

/* What the mode does instead of, or before, a good answer; false: the answer is given. */
static bool misbehave(struct engine *engine, const char *move, long long id) {
    if (answer_wrongly(engine, move, id) || break_pipes(engine, move, id))
        return false;
    delay(engine);
    return true;
}

/* The first legal move, or one at random if it informs; false: there is none. */
static bool find_move(struct engine *engine, const struct game_state *state, uint32_t *move,
                      char text[GAME_MOVE_TEXT]) {
    const struct game *game = engine->board->game;
    if (game->turn(engine->board, state) == GAME_OVER)
        return false;
    int count = game->moves(engine->board, state, engine->moves);
    *move =
        engine->moves[engine->mode == INFORM ? random_below(&engine->random, (uint32_t)count) : 0];
    game->format(engine->board, state, *move, GAME_EVERYBODY, text);
    return true;
}

/* Writes the reply that the engine expects: the move that it would play itself, or nonsense. */
static void write_expected(struct engine *engine, uint32_t move, char *field, size_t size) {
    struct game_state then;
    char reply[GAME_MOVE_TEXT];
    game_copy(engine->board, &then, &engine->state);
    engine->board->game->play(engine->board, &then, move);
    if (engine->mode == PONDER_WILD)
        snprintf(field, size, " ponder 9999");
    else if (find_move(engine, &then, &move, reply))
        snprintf(field, size, " ponder %s", reply);
}

/* Sends a report that has everything that records keep. */
static void inform(const struct engine *engine, const char *move) {
    char line[500];
    snprintf(line, sizeof line,
             "info depth 12 margin -4 bound lower nodes 123456 time 7 pv %s %s %s %s %s %s", move,
             move, move, move, move, move);
    say(engine, line);
}

static void on_go(struct engine *engine, const char *fields) {
    char text[GAME_MOVE_TEXT] = "none", expected[GAME_MOVE_TEXT + 10] = "", line[200];
    const char *id_text = strstr(fields, "id ");
    long long number = id_text ? strtoll(id_text + 3, NULL, 10) : 0;
    uint32_t move;
    bool any = find_move(engine, &engine->state, &move, text);
    const struct act_words words = {
        .move = text, .last = engine->last, .id = number, .file = engine->file};
    if (engine->turns + 1 >= TURN && act_at(&engine->act, AT_GO, &words)) {
        engine->turns++;
        return;
    }
    if (++engine->turns >= TURN && !misbehave(engine, text, number))
        return;
    if (engine->mode == INFORM)
        inform(engine, text);
    if (any && ponders(engine))
        write_expected(engine, move, expected, sizeof expected);
    snprintf(line, sizeof line, "bestmove %s%s id %lld", text, expected, number);
    if (strstr(fields, " ponder") && engine->mode != PONDER_EARLY)
        strcpy(engine->waiting, line);
    else
        say(engine, line);
}

/* Obeys a line that the referee may say while the engine ponders. Any other line is the referee's
 * fault and ends the engine. */
static void obey_pondering(struct engine *engine, const char *line) {
    bool hit = strcmp(line, "ponderhit") == 0;
    if (strcmp(line, "quit") == 0)
        _exit(0);
    if (!hit && strcmp(line, "stop") != 0)
        _exit(20);
    if (engine->mode == PONDER_DEAF)
        behave_hang();
    behave_note(engine->file, hit);
    say(engine, engine->waiting);
    engine->waiting[0] = '\0';
}

static void on_undo(struct engine *engine) {
    if (!ponders(engine) || engine->mode == PONDER_NO_UNDO)
        _exit(21);
    game_copy(engine->board, &engine->state, &engine->before);
}

/* Ends. A mode that ends slowly notes when it is done. */
static _Noreturn void on_quit(const struct engine *engine) {
    if (engine->mode == SLOW_QUIT) {
        behave_sleep_ms(SLOW_MS);
        behave_note(engine->file, (int)getpid());
    }
    if (engine->mode == SPIN_ALWAYS)
        behave_note(engine->file, behave_spun());
    _exit(0);
}

static void obey(struct engine *engine, char *line) {
    struct protocol_message message;
    struct protocol_error error;
    if (engine->waiting[0])
        obey_pondering(engine, line);
    else if (strcmp(line, "undo") == 0)
        on_undo(engine);
    else if (strncmp(line, "play ", 5) == 0)
        on_play(engine, line + 5);
    else if (strncmp(line, "go ", 3) == 0)
        on_go(engine, line + 2);
    else if (strcmp(line, "score") == 0)
        on_score(engine);
    else if (strcmp(line, "tgi") == 0)
        on_tgi(engine);
    else if (strcmp(line, "isready") == 0 && engine->mode == HANG_ISREADY && engine->board)
        behave_hang();
    else if (strcmp(line, "isready") == 0 && engine->half_number && acts(engine, AT_READY))
        return;
    else if (strncmp(line, "setoption ", 10) == 0 && acts(engine, AT_OPTION))
        return;
    else if (strcmp(line, "quit") == 0 && acts(engine, AT_QUIT))
        return;
    else if (strcmp(line, "isready") == 0)
        say(engine, "readyok");
    else if (strcmp(line, "quit") == 0 && engine->mode != STUBBORN)
        on_quit(engine);
    else if (protocol_parse(engine->parser, PROTOCOL_TO_ENGINE, line, &message, &error) !=
                 PROTOCOL_OK ||
             !message.command)
        return;
    else if (message.id == TGI_SETGRID_INLINE)
        on_grid(engine, &message);
    else if (message.id == TGI_NEWGAME)
        on_newgame(engine, &message);
}

int main(int argc, char **argv) {
    static struct engine engine;
    static struct line_reader reader;
    for (int i = 0; argc > 1 && i < MODES; i++)
        if (strcmp(argv[1], mode_names[i]) == 0)
            engine.mode = (enum mode)i;
    engine.file = argc > 2 ? argv[2] : NULL;
    act_read(&engine.act, argc > 1 ? argv[1] : "");
    engine.parser = protocol_parser_new();
    random_seed(&engine.random, 1);
    if (engine.mode == EXIT_START)
        return 3;
    if (engine.mode == STUBBORN)
        signal(SIGTERM, SIG_IGN);
    if (engine.mode == LEAVE_GROUP)
        setpgid(0, getpgid(getppid()));
    if (engine.mode == CHILD)
        behave_child(engine.file);
    if (engine.mode == DAEMON || engine.mode == DAEMON_SPIN)
        behave_daemon(engine.file);
    acts(&engine, AT_START);
    line_open(&reader, STDIN_FILENO);
    for (;;) {
        char *line;
        switch (line_next(&reader, &line)) {
        case LINE_READY:
            obey(&engine, line);
            break;
        case LINE_NONE:
            line_fill(&reader);
            break;
        case LINE_END:
            if (engine.mode == STUBBORN)
                behave_hang();
            return 0;
        default:
            break;
        }
    }
}
