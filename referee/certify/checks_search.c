/* checks_search.c - choosing a move: its form, its time, and what may come meanwhile. */
#include "config.h"

#include "referee/certify/check.h"

#include "base/clock.h"
#include "base/language.h"
#include "half/engine_spec.h"
#include "protocol/line.h"
#include "referee/certify/certify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the form of the answer ------------------------------------------------------------------ */

static bool check_id(struct check_run *run) {
    check_say(run, "go movetime 20");
    char *line = check_expect(run, "bestmove", PATIENCE_MS);
    if (line && strstr(line, " id "))
        return check_fail(run, _("go had no id, but bestmove has one: %.100s"), line);
    static const char *const ids[] = {"1", "9223372036854775807", "7"};
    for (size_t i = 0; line && i < sizeof ids / sizeof *ids; i++) {
        char wanted[40];
        check_say(run, "go id %s movetime 20", ids[i]);
        line = check_expect(run, "bestmove", PATIENCE_MS);
        snprintf(wanted, sizeof wanted, " id %s", ids[i]);
        if (line && !strstr(line, wanted))
            return check_fail(run, _("bestmove does not repeat the id of its go"));
    }
    return line && check_ready(run);
}

static bool check_once(struct check_run *run) {
    bool ended, good = practice_go(run, "movetime 20", PATIENCE_MS);
    char *line = good ? check_line(run, QUIET_MS, &ended) : NULL;
    if (line)
        return check_fail(run, _("unexpected '%.100s' after bestmove"), line);
    return good && check_ready(run);
}

/* All reports must parse, and the last must begin with the move that is played. */
static bool check_info(struct check_run *run) {
    char move[GAME_MOVE_TEXT] = "", copy[LINE_BYTES_MAX + 1];
    bool ended, reports = false;
    check_say(run, "go movetime 300");
    for (char *line;;) {
        if (!(line = check_any_line(run, PATIENCE_MS, &ended)))
            return check_fail(run, _("bestmove is missing"));
        struct protocol_message message;
        struct protocol_error error;
        const char *pv = strncmp(line, "info ", 5) == 0 ? strstr(line, " pv ") : NULL;
        const char *multipv = strstr(line, " multipv ");
        bool first = !multipv || atoi(multipv + 9) == 1;
        if (pv && first) {
            snprintf(move, sizeof move, "%.*s", (int)strcspn(pv + 4, " "), pv + 4);
            reports = true;
        }
        snprintf(copy, sizeof copy, "%s", line);
        if (protocol_parse(run->parser, PROTOCOL_FROM_ENGINE, copy, &message, &error) !=
            PROTOCOL_OK)
            return check_fail(run, _("the line is malformed: %.200s"), error.text);
        if (strncmp(line, "bestmove ", 9) == 0) {
            size_t length = strcspn(line + 9, " ");
            if (reports && (strlen(move) != length || strncmp(move, line + 9, length) != 0))
                return check_fail(run, _("it plays %.*s, but its last report begins with %s"),
                                  (int)length, line + 9, move);
            return check_ready(run);
        }
    }
}

/* How far a time may be exceeded: the margin among the engine's limits. */
static int margin_ms(const struct check_run *run) {
    return (int)(run->spec->limits.margin / 1000);
}

/* ---- time ------------------------------------------------------------------------------------ */

static bool in_time(struct check_run *run, const char *fields, int allowed) {
    int64_t begun = clock_us();
    if (!practice_go(run, fields, allowed + PATIENCE_MS))
        return false;
    double took = (double)(check_came(run) - begun) / 1000;
    return took <= allowed + margin_ms(run) ||
           check_fail(run, _("go %s took %.0f ms, but the limit is %d plus a margin of %d"), fields,
                      took, allowed, margin_ms(run));
}

static bool check_movetime(struct check_run *run) {
    static const int times[] = {0, 1, 5, 20, 100, 300};
    enum { TIMES = sizeof times / sizeof *times };
    bool good = true;
    for (int i = 0; good && i < 3 * TIMES && practice_turn(run) != GAME_OVER; i++) {
        char fields[32];
        snprintf(fields, sizeof fields, "movetime %d", times[i % TIMES]);
        good = in_time(run, fields, times[i % TIMES]);
        practice_advance(run, 1);
    }
    return good;
}

/* Plays a whole half on a clock. */
static bool check_clock(struct check_run *run) {
    double left = 2000;
    bool good = true;
    while (good && practice_turn(run) != GAME_OVER) {
        char fields[128];
        if (practice_turn(run) != 0) {
            practice_advance(run, 1);
            continue;
        }
        snprintf(fields, sizeof fields, "p1time %d p1inc 10 p2time 2000 p2inc 10", (int)left);
        int64_t begun = clock_us();
        good = in_time(run, fields, (int)left);
        left -= (double)(check_came(run) - begun) / 1000;
        left = (left > 0 ? left : 0) + 10;
    }
    return good;
}

static bool check_short_clock(struct check_run *run) {
    if (!in_time(run, "p1time 20 p1inc 0 p2time 20 p2inc 0", 20))
        return false;
    practice_advance(run, 1);
    return in_time(run, "p1time 0 p1inc 0 p2time 20 p2inc 0", 0);
}

/* ---- while it thinks ------------------------------------------------------------------------- */

static bool check_stop(struct check_run *run) {
    bool ended;
    for (int i = 0; i < 6; i++) {
        check_say(run, "go infinite");
        if (i < 4 && check_line(run, 20 * i, &ended))
            return check_fail(run, _("bestmove came before stop"));
        check_say(run, "stop");
        int64_t begun = clock_us();
        if (!check_expect(run, "bestmove", PATIENCE_MS))
            return false;
        double took = (double)(check_came(run) - begun) / 1000;
        if (took > margin_ms(run))
            return check_fail(run, _("bestmove came %.0f ms after stop, but the limit is %d"), took,
                              margin_ms(run));
    }
    check_say(run, "stop"); /* without a search it does nothing */
    return check_ready(run);
}

static bool set_ponder(struct check_run *run, const char *value) {
    for (int i = 0; i < run->announced.options; i++)
        if (strcmp(run->announced.option[i].name, "Ponder") == 0) {
            check_say(run, "setoption name Ponder value %s", value);
            return check_ready(run);
        }
    return check_fail(run, _("the feature 'ponder' needs an option Ponder"));
}

static bool check_ponder(struct check_run *run) {
    bool ended;
    if (!set_ponder(run, "true"))
        return false;
    check_say(run, "go ponder movetime 50");
    if (check_line(run, 200, &ended))
        return check_fail(run, _("bestmove came before ponderhit or stop"));
    return check_dialogue(run, "> ponderhit\n< bestmove\n"
                               "> ponderhit\n< error state\n"
                               "> go ponder movetime 5000\n> stop\n< bestmove\n"
                               "> isready\n< readyok");
}

/* ---- fields ---------------------------------------------------------------------------------- */

static bool check_searchmoves(struct check_run *run) {
    const struct practice *practice = &run->practice;
    bool good = true;
    for (int i = 0; good && i < 10; i++) {
        char word[GAME_MOVE_TEXT], wanted[GAME_MOVE_TEXT + 16];
        uint32_t move = practice_choose(run, &practice->state);
        if (move == GAME_NO_MOVE)
            break;
        practice->board->game->format(practice->board, &practice->state, move, GAME_EVERYBODY,
                                      word);
        check_say(run, "go movetime 30 searchmoves %s", word);
        char *line = check_expect(run, "bestmove", PATIENCE_MS);
        snprintf(wanted, sizeof wanted, "bestmove %s", word);
        good = line &&
               ((strncmp(line, wanted, strlen(wanted)) == 0 && strchr(" ", line[strlen(wanted)])) ||
                check_fail(run, _("searchmoves %s allows nothing else, but '%.100s' came"), word,
                           line));
        practice_play(run, move);
    }
    return good && check_dialogue(run, "> go movetime 30 searchmoves no-such-move\n< error");
}

/* Plays the beginning of a half with the given seeds, and adds its moves to `answers`. */
static bool play_seeded(struct check_run *run, struct text *answers) {
    if (!check_open(run))
        return false;
    for (int i = 0; i < run->announced.options; i++)
        if (strcmp(run->announced.option[i].name, "Threads") == 0)
            check_say(run, "setoption name Threads value 1");
    random_seed(&run->random, run->options->seed);
    practice_begin(run, check_board(run), 1, 0, 4711);
    bool good = true;
    for (int i = 0; good && i < 12 && practice_turn(run) != GAME_OVER; i++) {
        good = practice_go(run, "nodes 500", PATIENCE_MS);
        practice_advance(run, 1);
    }
    text_add(answers, text_get(&run->practice.moves));
    return good;
}

static bool check_seed(struct check_run *run) {
    struct text first = {0}, second = {0};
    bool good = play_seeded(run, &first) && play_seeded(run, &second);
    if (good && strcmp(text_get(&first), text_get(&second)) != 0)
        good = check_fail(run, _("the same seed gave different moves: %.200s, then %.200s"),
                          text_get(&first), text_get(&second));
    text_free(&first);
    text_free(&second);
    return good;
}

static bool check_multipv(struct check_run *run) {
    bool ended, seen[4] = {false};
    char moves[4][GAME_MOVE_TEXT] = {""};
    check_say(run, "setoption name MultiPV value 3");
    check_say(run, "go movetime 300");
    for (char *line;;) {
        if (!(line = check_any_line(run, PATIENCE_MS, &ended)))
            return check_fail(run, _("bestmove is missing"));
        const char *rank = strstr(line, " multipv "), *pv = strstr(line, " pv ");
        int number = rank ? atoi(rank + 9) : 0;
        if (strncmp(line, "error", 5) == 0)
            return check_fail(run, _("the feature 'multipv' needs an option MultiPV"));
        if (strncmp(line, "bestmove ", 9) == 0)
            break;
        if (number >= 1 && number <= 3 && pv) {
            seen[number] = true;
            snprintf(moves[number], GAME_MOVE_TEXT, "%.*s", (int)strcspn(pv + 4, " "), pv + 4);
        }
    }
    for (int i = 1; i <= 3; i++)
        if (!seen[i])
            return check_fail(run, _("MultiPV is 3, but no line %d came"), i);
    if (strcmp(moves[1], moves[2]) == 0 || strcmp(moves[1], moves[3]) == 0 ||
        strcmp(moves[2], moves[3]) == 0)
        return check_fail(run, _("two lines of a report begin with the same move"));
    return check_ready(run);
}

const struct check checks_of_search[] = {
    {"go-id", "7", N_("bestmove repeats the id of its go, or has none if go had none"),
     N_("Keep the id of go and write it at the end of bestmove."), .run = check_id, .half = true,
     .moves = 2},
    {"one-answer", "7", N_("each go gets exactly one bestmove"),
     N_("Nothing may follow bestmove until something is asked."), .run = check_once, .half = true,
     .moves = 2},
    {"info", "7", N_("reports can be read, and the last begins with the move played"),
     N_("Send a last info line with the pv of the move that is played."), .run = check_info,
     .half = true, .moves = 2},
    {"movetime", "7", N_("movetime is obeyed"),
     N_("Measure from reading go to writing bestmove, look at the clock often, and flush."),
     .run = check_movetime, .half = true},
    {"clock", "7", N_("a half on a clock is not lost on time"),
     N_("Divide what p1time shows by the number of moves that may be left."), .run = check_clock,
     .half = true},
    {"short-clock", "7", N_("a clock that shows nearly nothing"),
     N_("With almost no time left, answer with any legal move at once."), .run = check_short_clock,
     .half = true},
    {"stop", "7", N_("stop ends a search at once"),
     N_("Read input while thinking: in a thread, or by polling between nodes."),
     .feature = "infinite", .run = check_stop, .half = true},
    {"busy", "7", N_("other commands are refused while it thinks"),
     N_("Accept stop, ponderhit, isready, help and quit; refuse the rest with error busy."),
     .feature = "infinite", .half = true,
     .dialogue = "> go infinite\n> isready\n< readyok\n"
                 "> play 0\n< error busy\n> newgame\n< error busy\n"
                 "> go movetime 10\n< error busy\n> score\n< error busy\n"
                 "> stop\n< bestmove\n> isready\n< readyok"},
    {"ponder", "7", N_("ponder waits for ponderhit or stop"),
     N_("Hold bestmove back, whatever was found, until one of the two has come."),
     .feature = "ponder", .run = check_ponder, .half = true, .moves = 2},
    {"searchmoves", "7", N_("searchmoves limits the choice"),
     N_("Choose among the moves named, and refuse one that is not legal."),
     .feature = "searchmoves", .run = check_searchmoves, .half = true},
    {"multipv", "7", N_("MultiPV shows several moves"),
     N_("Send one info line for each of the best moves, multipv 1 first."), .feature = "multipv",
     .run = check_multipv, .half = true, .moves = 2},
    {"seed", "7", N_("the same seed and nodes give the same moves"),
     N_("Draw all random numbers from the seed of newgame, and count nodes, not time."),
     .run = check_seed},
    {0}};
