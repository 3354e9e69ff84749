/* table_play.c - the referee of tables. Whatever begins, moves or forfeits ends with table_go_on(),
 * which plays all that needs nobody (chance, the reference computer, ends of halves) and writes
 * the table when somebody has to think. Each draw and each seed is a digest of the table's secret
 * and of its place, so that anybody can check it when the table is over. */
#include "config.h"

#include "club/store/tables/table_play.h"

#include "base/error.h"
#include "base/language.h"
#include "base/random.h"
#include "base/text.h"
#include "club/store/accounts.h"
#include "club/store/scores.h"
#include "club/store/table_terms.h"
#include "club/store/tables/encounters.h"
#include "club/store/week.h"
#include "club/store/weeks.h"
#include "engine/triancey/reference.h"
#include "record/query.h"
#include "record/record_extra.h"
#include "record/record_rows.h"

#include <inttypes.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- positions ------------------------------------------------------------------------------- */

static const struct game_board *table_board(struct club *club, const struct table_row *table,
                                            struct error *error) {
    const struct made_board *made =
        boards_by_line(&club->boards, table->line, table->players, error);
    return made ? made->board : NULL;
}

/* Plays the moves of the open half as the file has them. */
static bool table_replay_steps(struct club *club, const struct table_row *table,
                               struct table_position *position, struct error *error) {
    struct query query;
    bool good = true;
    query_keep(&query, club->record,
               "SELECT move, took FROM club_table_step WHERE tab = ? AND half = ? AND kind = ?"
               " ORDER BY number",
               VALUES(value_int(table->id), value_int(table->half), value_int(STEP_MOVE)));
    while (good && query_step(&query))
        good = table_position_play_text(position, query_string(&query, 0), query_int64(&query, 1));
    return query_close(&query, error) && (good || table_is_damaged(table, error));
}

static struct table_position *table_make_position(struct club *club, const struct table_row *table,
                                                  const struct game_board *board,
                                                  struct error *error) {
    struct table_position *position = table_position_new(board, table->half, table->opening);
    if (position ? table_replay_steps(club, table, position, error)
                 : table_is_damaged(table, error))
        return position;
    table_position_free(position);
    return NULL;
}

/* The position is made anew if its board was dropped and made again: it points to the old one. */
struct table_position *table_now(struct club *club, const struct table_row *table, int reader,
                                 struct error *error) {
    struct table_kept *kept = table_keep(club, table);
    const struct game_board *board = table_board(club, table, error);
    if (kept->position &&
        (kept->position->half.board != board || kept->position->half.number != table->half)) {
        table_position_free(kept->position);
        kept->position = NULL;
    }
    if (!kept->position && board)
        kept->position = table_make_position(club, table, board, error);
    if (kept->position && !table_position_read(kept->position, reader)) {
        table_is_damaged(table, error);
        table_position_free(kept->position);
        kept->position = NULL;
    }
    return kept->position;
}

/* The moves of a half as text, whether it is over or not, until something is played. NULL and a
 * message. */
static const char *table_half_moves(struct club *club, const struct table_row *table, int half,
                                    struct error *error) {
    int over;
    if (table->state == TABLE_OPEN && half == table->half) {
        const struct table_position *now = table_now(club, table, GAME_PUBLIC, error);
        return now ? text_get(&now->moves.words) : NULL;
    }
    const struct half_result *done = table_halves(club, table, &over, error);
    for (int i = 0; i < over; i++)
        if (done[i].number == half && done[i].moves)
            return done[i].moves;
    if (done)
        table_is_damaged(table, error);
    return NULL;
}

static bool table_play_words(struct table_position *position, const char *words, int plies) {
    struct moves_reader reader = moves_read(words, NULL);
    while (position->half.plies < plies && moves_next(&reader))
        if (!table_position_play_text(position, reader.text, 0))
            return false;
    return true;
}

struct table_position *table_replay(struct club *club, const struct table_row *table, int half,
                                    int plies, int reader, struct error *error) {
    const char *words = table_half_moves(club, table, half, error);
    const struct game_board *board = words ? table_board(club, table, error) : NULL;
    if (!board)
        return NULL;
    struct table_position *position = table_position_new(board, half, table->opening);
    if (position && table_position_read(position, reader) &&
        table_play_words(position, words, plies))
        return position;
    table_is_damaged(table, error);
    table_position_free(position);
    return NULL;
}

bool table_find_move(struct club *club, const struct table_row *table, int half, int before,
                     char text[GAME_MOVE_TEXT], struct error *error) {
    const char *words = table_half_moves(club, table, half, error);
    struct moves_reader reader = moves_read(words, NULL);
    text[0] = '\0';
    while (words && !*text && moves_next(&reader))
        if (reader.ply > before)
            memcpy(text, reader.text, GAME_MOVE_TEXT);
    return words != NULL;
}

enum club_answer table_judge(const struct table_position *position, int seat, const char *text,
                             uint32_t *move, struct error *error) {
    const struct game_board *board = position->half.board;
    const struct game_state *known = table_known(position, seat);
    char printable[GAME_MOVE_TEXT];
    struct error why;
    text_printable(printable, sizeof printable, text);
    if (strlen(text) >= GAME_MOVE_TEXT || !board->game->parse(board, known, text, move))
        return club_refuse(CLUB_INVALID, error, _("'%s' is not a move"), printable);
    const char *reason = board->game->refuse(board, known, *move, &why);
    if (reason)
        return club_refuse(CLUB_INVALID, error, "%s: %s", printable, reason);
    /* A masked move shows others what they may see of a move; nobody can play it. */
    if (board->game->refuse(board, &position->half.state, *move, &why))
        return club_refuse(CLUB_INVALID, error, _("'%s' is not a move"), printable);
    return CLUB_DONE;
}

/* ---- chance, and programs -------------------------------------------------------------------- */

/* A number that follows from the secret and from where it is needed, and from nothing else. */
static uint64_t table_number(const struct table_row *table, const char *what, int half, int place) {
    char digest[DIGEST_SIZE];
    digest_line(digest, "triancey %s %s %d %d %s", what, table->name, half, place, table->secret);
    digest[16] = '\0';
    uint64_t number = strtoull(digest, NULL, 16);
    sodium_memzero(digest, sizeof digest);
    return number;
}

uint64_t table_seed(const struct table_row *table, int half, int seat) {
    return table_number(table, "seed", half, seat) >> 1;
}

int table_lot(const struct table_row *table) {
    struct random random;
    random_seed(&random, table_number(table, "seat", 0, 0));
    return (int)random_below(&random, (uint32_t)table->players);
}

/* Each draw has a seed of its own, so that none reveals the next. */
static uint32_t table_draw_chance(const struct table_row *table, struct half *half) {
    random_seed(&half->chance, table_number(table, "chance", table->half, half->plies));
    uint32_t move = half_draw_chance(half);
    sodium_memzero(&half->chance, sizeof half->chance);
    return move;
}

/* ---- tournament games ------------------------------------------------------------------------ */

/* The seed of the computer in the half that is open, which follows from the secret of the week. */
static bool tournament_seed(struct club *club, const struct table_row *table, uint64_t *seed,
                            struct error *error) {
    struct table_kept *kept = table_keep(club, table);
    char secret[DIGEST_SIZE];
    if (kept->seeded != table->half) {
        if (!weeks_secret(club, table->week, secret, error))
            return false;
        kept->seed = week_seed(table->week, secret, table->board, table->half, table->number);
        kept->seeded = table->half;
        sodium_memzero(secret, sizeof secret);
    }
    *seed = kept->seed;
    return true;
}

/* The player is as the account has them. A ban holds for games that end later, too. */
static bool tournament_have_record(struct club *club, struct table_row *table,
                                   struct error *error) {
    char id[64], version[64], name[NAME_BYTES_MAX + 1];
    const int64_t person = table->seat[SEAT_PERSON].account;
    struct account account;
    if (table->record)
        return true;
    snprintf(id, sizeof id, "%s/%d/%" PRId64, table->week, table->board, table->number);
    snprintf(version, sizeof version, "triancey-engine %s reference %d", PACKAGE_VERSION,
             REFERENCE_VERSION);
    if (account_read(club, person, &account, error) != CLUB_DONE ||
        !account_have_player(club, person, name, error))
        return false;
    struct game_row row = {.board_name = table->grid,
                           .board_line = table->line,
                           .tournament = !account.banned,
                           .source = club->source,
                           .foreign_id = id,
                           .seats = CLUB_SEATS,
                           .player = {name, CLUB_REFERENCE},
                           .kind = {account_class_name(account.class), PLAYER_ENGINE},
                           .id_name = {NULL, version}};
    char reference[NAME_BYTES_MAX + 1];
    if (!record_add_extra(club->record, &row, error) ||
        !record_get_reference(club->record, reference, error) ||
        !(*reference || record_set_reference(club->record, CLUB_REFERENCE, error)))
        return false;
    table->record = row.id;
    return query_write(club->record, "UPDATE club_game SET record = ? WHERE tab = ?",
                       VALUES(value_int(row.id), value_int(table->id)), error);
}

/* Adds a half that is over to the record, and the game if it is the first. What follows for the
 * rankings is done, too. */
static bool tournament_add_half(struct club *club, struct table_row *table,
                                struct half_result *half, struct error *error) {
    half->pointed = half->at_fault == MATCH_NOBODY; /* rows of a week have no points of a forfeit */
    table_forget_halves(club, table);
    return tournament_have_record(club, table, error) &&
           record_add_half_row(club->record, table->record, table->players, half, error) &&
           scores_refresh(club->record, club->source, error);
}

/* ---- moves and ends -------------------------------------------------------------------------- */

static bool table_add_move(struct club *club, struct table_row *table,
                           struct table_position *position, int seat, uint32_t move, int64_t took,
                           struct error *error) {
    bool timed = seat >= 0 && table->clock && table->seat[seat].sitter == SITTER_PERSON;
    if (!table_position_play(position, move, took))
        return table_is_damaged(table, error);
    const struct table_step_row step = {.kind = STEP_MOVE,
                                        .seat = seat,
                                        .move = position->half.written,
                                        .took = took,
                                        .left = timed ? table->seat[seat].left : -1};
    return table_add_step(club, table, &step, error);
}

static bool table_begin_half(struct club *club, struct table_row *table, int64_t now,
                             struct error *error) {
    table->half++;
    table->state = TABLE_OPEN;
    for (int i = 0; i < table->players; i++) {
        if (table->half == 1 && table->seat[i].left == table->clock)
            continue; /* as it was added */
        table->seat[i].left = table->clock;
        if (table->clock && !table_write_left(club, table, i, error))
            return false;
    }
    table->since = now + (table->clock && !table->board ? TABLE_PAUSE_MS : 0);
    const struct table_step_row step = {
        .kind = STEP_BEGIN, .seat = (table->half - 1) % table->players, .left = -1};
    return table_add_step(club, table, &step, error);
}

/* A half is over, and the next begins unless it was the last or somebody has to say so. Its moves
 * become texts of the row. */
static bool table_end_half(struct club *club, struct table_row *table,
                           struct table_position *position, int64_t now, struct error *error) {
    char finished[CALENDAR_TIME_SIZE];
    struct half_result half;
    half_result(&position->half, &half);
    half.finished = club_time(now, finished);
    const struct table_step_row step = {.kind = STEP_OVER, .seat = half.at_fault, .left = -1};
    if (!(table->board ? tournament_add_half(club, table, &half, error)
                       : table_add_half(club, table, &half, error)) ||
        !table_add_step(club, table, &step, error))
        return false;
    table->turn = TABLE_NOBODY;
    if (table->half == table->halves) {
        table->state = TABLE_OVER;
        table->deadline = now + TABLE_KEPT_MS;
        return !table->rated || encounters_note(club, table, now, error);
    }
    if (table->board) {
        table->state = TABLE_BETWEEN;
        table->deadline = table->ends;
        return true;
    }
    return (table_position_restart(position, table->half + 1) || table_is_damaged(table, error)) &&
           table_begin_half(club, table, now, error);
}

bool table_is_idle(struct club *club, const struct table_row *table, bool *idle,
                   struct error *error) {
    enum { STEPS_OF_YOUNG = 64 }; /* chance and the computer move, too */
    int64_t there = 0;
    bool asked =
        !table->guest || table->steps > STEPS_OF_YOUNG ||
        query_ask(club->record,
                  "SELECT 2 > COUNT(*) FROM club_table_step JOIN club_table_seat"
                  " USING (tab, seat) WHERE tab = ?1 AND kind = ?2 AND sitter = ?3",
                  VALUES(value_int(table->id), value_int(STEP_MOVE), value_int(SITTER_PERSON)),
                  &there, error);
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
    if (table->deadline > table->ends)
        table->deadline = table->ends;
    bool idle;
    if (!table_is_idle(club, table, &idle, error))
        return false;
    if (idle && table->deadline > table->created + TABLE_GUEST_MS)
        table->deadline = table->created + TABLE_GUEST_MS;
    return table_write(club, table, error);
}

static bool find_seed(struct club *club, const struct table_row *table, int seat, uint64_t *seed,
                      struct error *error) {
    if (table->board)
        return tournament_seed(club, table, seed, error);
    *seed = table_seed(table, table->half, seat);
    return true;
}

/* Goes on until a person or an engine has to think. */
static bool table_go_on(struct club *club, struct table_row *table, struct table_position *position,
                        int64_t now, struct error *error) {
    while (table->state == TABLE_OPEN) {
        int turn = half_turn(&position->half);
        uint64_t seed;
        bool done;
        if (turn == GAME_OVER) {
            done = table_end_half(club, table, position, now, error);
        } else if (turn == GAME_CHANCE) {
            done = table_add_move(club, table, position, turn,
                                  table_draw_chance(table, &position->half), 0, error);
        } else if (table->seat[turn].sitter == SITTER_REFERENCE) {
            done = find_seed(club, table, turn, &seed, error) &&
                   table_add_move(club, table, position, turn,
                                  computer_choose(&position->half, seed), 0, error);
        } else {
            return give_turn(club, table, turn, error);
        }
        if (!done)
            return false;
    }
    return table_write(club, table, error);
}

bool table_begin(struct club *club, struct table_row *table, int64_t now, struct error *error) {
    uint64_t seed;
    table->invite[0] = '\0';
    if (!table_begin_half(club, table, now, error) ||
        (table->board && !tournament_seed(club, table, &seed, error)))
        return false;
    struct table_position *position = table_now(club, table, GAME_PUBLIC, error);
    return position && table_go_on(club, table, position, now, error);
}

bool table_play(struct club *club, struct table_row *table, struct table_position *position,
                uint32_t move, int64_t took, int64_t now, struct error *error) {
    struct table_seat *seat = &table->seat[table->turn];
    int turn = table->turn;
    if (table->clock && seat->sitter == SITTER_PERSON)
        seat->left += table->increment - took / 1000;
    table->since = now;
    return table_add_move(club, table, position, turn, move, took, error) &&
           table_go_on(club, table, position, now, error);
}

bool table_forfeit(struct club *club, struct table_row *table, int loser, enum verdict verdict,
                   const char *text, int64_t now, struct error *error) {
    struct table_position *position = table_now(club, table, GAME_PUBLIC, error);
    if (!position)
        return false;
    half_forfeit(&position->half, loser, verdict, text);
    return table_go_on(club, table, position, now, error);
}

bool table_withdraw(struct club *club, struct table_row *table, struct error *error) {
    const int64_t last = table->ends - 1000; /* records have seconds */
    while (table->state != TABLE_OVER)
        if ((table->state == TABLE_BETWEEN && !table_begin_half(club, table, last, error)) ||
            !table_forfeit(club, table, SEAT_PERSON, VERDICT_WITHDRAWN, "", last, error))
            return false;
    return true;
}
