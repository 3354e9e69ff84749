/* table_play.c - see table_play.h. */
#include "config.h"

#include "club/store/table_play.h"

#include "base/error.h"
#include "base/language.h"
#include "base/random.h"
#include "base/text.h"
#include "club/store/computer.h"
#include "club/store/table_terms.h"
#include "record/query.h"

#include <inttypes.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- positions ------------------------------------------------------------------------------- */

void table_position_free(struct table_position *position) {
    moves_free(&position->moves);
    text_free(&position->read);
}

static bool hides(const struct table_position *position) {
    return position->half.board->game->guess != NULL;
}

const struct game_state *table_known(const struct table_position *position) {
    return hides(position) ? &position->told : &position->half.state;
}

static void table_play_start(struct table_position *position, const struct game_board *board,
                             int half) {
    half_begin(&position->half, board, half, &position->moves);
    text_clear(&position->read);
    game_copy(board, &position->told, &position->half.state);
}

bool table_begin_position(struct club *club, const struct table_row *table, int half, int reader,
                          struct table_position *position, struct error *error) {
    position->reader = reader;
    const struct made_board *made =
        boards_by_line(&club->boards, table->line, table->players, error);
    if (made)
        table_play_start(position, made->board, half);
    return made != NULL;
}

/* Plays a legal move, also in the reader's position. */
static bool advance(struct table_position *position, uint32_t move, int64_t took) {
    const struct game_board *board = position->half.board;
    const struct game_state *state = &position->half.state;
    char text[GAME_MOVE_TEXT];
    board->game->format(board, state, move, position->reader, text);
    text_add_word(&position->read, text);
    if (hides(position) && !game_tell(board, state, move, position->reader, &position->told))
        return false;
    half_play_move(&position->half, move, took);
    return true;
}

bool table_play_text(struct table_position *position, const char *text, int64_t took) {
    struct error why;
    uint32_t move;
    return half_read_move(&position->half, text, &move, &why) && advance(position, move, took);
}

bool table_replay(struct club *club, const struct table_row *table, int half, int plies, int reader,
                  struct table_position *position, struct error *error) {
    struct query query;
    bool good = true;
    if (!table_begin_position(club, table, half, reader, position, error))
        return false;
    query_keep(&query, club->record,
               "SELECT move, took FROM club_table_step WHERE tab = ? AND half = ? AND kind = ?"
               " ORDER BY number");
    query_bind_int(&query, 1, table->id);
    query_bind_int(&query, 2, half);
    query_bind_int(&query, 3, STEP_MOVE);
    while (good && position->half.plies < plies && query_step(&query))
        good = table_play_text(position, query_string(&query, 0), query_int64(&query, 1));
    if (!query_close(&query, error))
        return false;
    if (good && (position->moves.words.failed || position->read.failed))
        return error_memory(error);
    return good || error_set(error, _("table %" PRId64 " is damaged"), table->id);
}

enum club_answer table_judge(const struct table_position *position, const char *text,
                             uint32_t *move, struct error *error) {
    const struct game_board *board = position->half.board;
    const struct game_state *known = table_known(position);
    char printable[GAME_MOVE_TEXT];
    struct error why;
    text_printable(printable, sizeof printable, text);
    if (strlen(text) >= GAME_MOVE_TEXT || !board->game->parse(board, known, text, move))
        return club_refuse(CLUB_INVALID, error, _("'%s' is not a move"), printable);
    const char *reason = board->game->refuse(board, known, *move, &why);
    if (reason)
        return club_refuse(CLUB_INVALID, error, "%s: %s", printable, reason);
    /* A masked move, which only those may read who do not make it. */
    if (board->game->refuse(board, &position->half.state, *move, &why))
        return club_refuse(CLUB_INVALID, error, _("'%s' is not a move"), printable);
    return CLUB_DONE;
}

/* ---- chance, and programs -------------------------------------------------------------------- */

/* A number that follows from the secret and from where it is needed, and from nothing else. */
static uint64_t number_of(const struct table_row *table, const char *what, int half, int place) {
    char line[200], digest[DIGEST_SIZE];
    snprintf(line, sizeof line, "triancey %s %s %d %d %s", what, table->name, half, place,
             table->secret);
    digest_text(line, digest);
    digest[16] = '\0';
    uint64_t number = strtoull(digest, NULL, 16);
    sodium_memzero(line, sizeof line);
    sodium_memzero(digest, sizeof digest);
    return number;
}

uint64_t table_seed(const struct table_row *table, int half, int seat) {
    return number_of(table, "seed", half, seat) >> 1;
}

int table_lot(const struct table_row *table) {
    struct random random;
    random_seed(&random, number_of(table, "seat", 0, 0));
    return (int)random_below(&random, (uint32_t)table->players);
}

/* False: out of memory. Each draw has a seed of its own, so that none reveals the next. */
static bool table_play_draw(const struct table_row *table, struct half *half, uint32_t *move) {
    random_seed(&half->chance, number_of(table, "chance", table->half, half->plies));
    bool drawn = half_draw_chance(half, move);
    sodium_memzero(&half->chance, sizeof half->chance);
    return drawn;
}

/* ---- moves and ends -------------------------------------------------------------------------- */

static bool add_move(struct club *club, struct table_row *table, struct table_position *position,
                     int seat, uint32_t move, int64_t took, struct error *error) {
    bool timed = seat >= 0 && table->clock && table->seat[seat].sitter == SITTER_PERSON;
    if (!advance(position, move, took))
        return error_set(error, _("table %" PRId64 " is damaged"), table->id);
    const struct table_step_row step = {.kind = STEP_MOVE,
                                        .seat = seat,
                                        .move = position->half.written,
                                        .took = took,
                                        .left = timed ? table->seat[seat].left : -1};
    return table_add_step(club, table, &step, error);
}

static bool begin_half(struct club *club, struct table_row *table, int64_t now,
                       struct error *error) {
    table->state = TABLE_OPEN;
    for (int i = 0; i < table->players; i++) {
        table->seat[i].left = table->clock;
        if (table->clock && !table_write_seat(club, table, i, error))
            return false;
    }
    table->since = now + (table->clock ? TABLE_PAUSE_MS : 0);
    const struct table_step_row step = {
        .kind = STEP_BEGIN, .seat = (table->half - 1) % table->players, .left = -1};
    return table_add_step(club, table, &step, error);
}

/* A half is over, and the next begins unless it was the last. Its moves become texts of the row. */
static bool end_half(struct club *club, struct table_row *table, struct table_position *position,
                     int64_t now, struct error *error) {
    char finished[CALENDAR_TIME_SIZE];
    struct half_result half;
    if (!half_result(&position->half, &half))
        return error_memory(error);
    half.finished = club_time(now, finished);
    const struct table_step_row step = {.kind = STEP_OVER, .seat = half.at_fault, .left = -1};
    if (!table_add_half(club, table, &half, error) || !table_add_step(club, table, &step, error))
        return false;
    table->turn = TABLE_NOBODY;
    if (table->half == table->halves) {
        table->state = TABLE_OVER;
        table->deadline = now + TABLE_KEPT_MS;
        return true;
    }
    table->half++;
    table_play_start(position, position->half.board, table->half);
    return begin_half(club, table, now, error);
}

bool table_is_idle(struct club *club, const struct table_row *table, bool *idle,
                   struct error *error) {
    enum { STEPS_OF_YOUNG = 64 }; /* chance and the computer move, too */
    int64_t there = 0;
    const struct query_value values[] = {
        value_int(table->id), value_int(STEP_MOVE), value_int(SITTER_PERSON), {0}};
    bool asked = table->steps > STEPS_OF_YOUNG ||
                 query_ask(club->record,
                           "SELECT 1 FROM club_table_guest WHERE tab = ?1 AND 2 >"
                           " (SELECT COUNT(*) FROM club_table_step JOIN club_table_seat"
                           "  USING (tab, seat) WHERE tab = ?1 AND kind = ?2 AND sitter = ?3)",
                           values, &there, error);
    *idle = there != 0;
    return asked;
}

/* Whose turn it is now, and until when. */
static bool give_turn(struct club *club, struct table_row *table, int turn, struct error *error) {
    const struct table_seat *seat = &table->seat[turn];
    table->turn = turn;
    table->deadline = seat->sitter == SITTER_ENGINE ? TABLE_NEVER
                      : table->clock                ? table->since + seat->left
                                                    : table->since + table->days * TABLE_DAY_MS;
    bool idle;
    if (!table_is_idle(club, table, &idle, error))
        return false;
    if (idle && table->deadline > table->created + TABLE_GUEST_MS)
        table->deadline = table->created + TABLE_GUEST_MS;
    return table_write(club, table, error);
}

/* All that happens before a person or an engine has to think. */
static bool go_on(struct club *club, struct table_row *table, struct table_position *position,
                  int64_t now, struct error *error) {
    while (table->state == TABLE_OPEN) {
        int turn = half_turn(&position->half);
        uint32_t move;
        bool done;
        if (turn == GAME_OVER) {
            done = end_half(club, table, position, now, error);
        } else if (turn == GAME_CHANCE) {
            done = table_play_draw(table, &position->half, &move)
                       ? add_move(club, table, position, turn, move, 0, error)
                       : error_memory(error);
        } else if (table->seat[turn].sitter == SITTER_REFERENCE) {
            move = computer_choose(&position->half, table_seed(table, table->half, turn));
            done = add_move(club, table, position, turn, move, 0, error);
        } else {
            return give_turn(club, table, turn, error);
        }
        if (!done)
            return false;
    }
    return table_write(club, table, error);
}

bool table_begin(struct club *club, struct table_row *table, int64_t now, struct error *error) {
    struct table_position *position = calloc(1, sizeof *position);
    if (!position)
        return error_memory(error);
    table->half = 1;
    table->invite[0] = '\0';
    bool done = table_begin_position(club, table, table->half, GAME_PUBLIC, position, error) &&
                begin_half(club, table, now, error) && go_on(club, table, position, now, error);
    table_position_free(position);
    free(position);
    return done;
}

bool table_play(struct club *club, struct table_row *table, struct table_position *position,
                uint32_t move, int64_t took, int64_t now, struct error *error) {
    struct table_seat *seat = &table->seat[table->turn];
    int turn = table->turn;
    if (table->clock && seat->sitter == SITTER_PERSON) {
        seat->left += table->increment - took / 1000;
        if (!table_write_seat(club, table, turn, error))
            return false;
    }
    table->since = now;
    return add_move(club, table, position, turn, move, took, error) &&
           go_on(club, table, position, now, error);
}

bool table_forfeit(struct club *club, struct table_row *table, int loser, enum verdict verdict,
                   const char *text, int64_t now, struct error *error) {
    struct table_position *position = calloc(1, sizeof *position);
    if (!position)
        return error_memory(error);
    bool done = table_replay(club, table, table->half, INT_MAX, GAME_PUBLIC, position, error);
    if (done) {
        half_forfeit(&position->half, loser, verdict, text);
        done = go_on(club, table, position, now, error);
    }
    table_position_free(position);
    free(position);
    return done;
}
