/* games_play.c - see games_play.h. */
#include "config.h"

#include "club/store/games_play.h"

#include "base/error.h"
#include "base/language.h"
#include "club/store/accounts.h"
#include "club/store/boards.h"
#include "club/store/computer.h"
#include "club/store/weeks.h"
#include "engine/triancey/reference.h"
#include "half/half_result.h"
#include "record/query.h"
#include "record/record_extra.h"
#include "record/record_rows.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

void played_free(struct played *played) {
    moves_free(&played->moves);
}

static const struct game *rules_of(const struct played *played) {
    return played->made->board->game;
}

/* ---- reading --------------------------------------------------------------------------------- */

static enum club_answer read_row(struct club *club, int64_t id, struct played *played,
                                 struct error *error) {
    struct query query;
    query_keep(&query, club->record,
               "SELECT account, week, board, player, record, half, open, since, left"
               " FROM club_game WHERE id = ?");
    query_bind_int(&query, 1, id);
    bool found = query_step(&query);
    if (found) {
        played->id = id;
        played->account = query_int64(&query, 0);
        query_copy(&query, 1, played->week, sizeof played->week);
        played->board = query_int(&query, 2);
        played->number = query_int64(&query, 3);
        played->record = query_int64(&query, 4);
        played->half = query_int(&query, 5);
        played->open = query_int(&query, 6) != 0;
        played->since = query_int64(&query, 7);
        played->left = query_int64(&query, 8);
    }
    if (!query_close(&query, error))
        return CLUB_FAILED;
    return found ? CLUB_DONE : club_refuse(CLUB_UNKNOWN, error, _("there is no such game"));
}

static bool read_week(struct club *club, struct played *played, struct error *error) {
    struct club_week week;
    if (!weeks_read(club, played->week, INT64_MAX, &week, error))
        return false;
    if (played->board < 1 || played->board > WEEK_BOARDS)
        return error_set(error, _("game %" PRId64 " is damaged"), played->id);
    played->week_end = week.end;
    played->closed = week.closed;
    memcpy(played->word, week.word[played->board - 1], sizeof played->word);
    played->made = boards_have(&club->boards, game_find(CLUB_GAME), played->word, error);
    return played->made != NULL;
}

/* False: the file has something that is not a move. */
static bool play_text(struct played *played, const char *text, int64_t took) {
    const struct game_board *board = played->made->board;
    struct error why;
    uint32_t move;
    if (!board->game->parse(board, &played->state, text, &move) ||
        board->game->refuse(board, &played->state, move, &why))
        return false;
    board->game->play(board, &played->state, move);
    moves_add(&played->moves, text, took);
    return true;
}

static bool read_moves(struct club *club, struct played *played, struct error *error) {
    struct query query;
    bool good = true;
    rules_of(played)->start(played->made->board, &played->state, played->half);
    query_keep(&query, club->record,
               "SELECT move, took FROM club_move WHERE game = ? ORDER BY ply");
    query_bind_int(&query, 1, played->id);
    while (good && query_step(&query))
        good = play_text(played, query_string(&query, 0), query_int64(&query, 1));
    return query_close(&query, error) &&
           (good || error_set(error, _("game %" PRId64 " is damaged"), played->id));
}

enum club_answer played_read(struct club *club, int64_t id, struct played *played,
                             struct error *error) {
    *played = (struct played){.id = 0};
    enum club_answer answer = read_row(club, id, played, error);
    if (answer != CLUB_DONE)
        return answer;
    return read_week(club, played, error) && (!played->open || read_moves(club, played, error))
               ? CLUB_DONE
               : CLUB_FAILED;
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool write_game(struct club *club, const struct played *played, struct error *error) {
    const struct query_value values[] = {value_int_if(played->record != 0, played->record),
                                         value_int(played->half),
                                         value_int(played->open),
                                         value_int(played->since),
                                         value_int(played->left),
                                         value_int(played->id),
                                         {0}};
    return query_write(club->record,
                       "UPDATE club_game SET record = ?, half = ?, open = ?, since = ?, left = ?"
                       " WHERE id = ?",
                       values, error);
}

static bool add_move(struct club *club, struct played *played, uint32_t move, int64_t took,
                     struct error *error) {
    const struct game_board *board = played->made->board;
    char text[GAME_MOVE_TEXT];
    board->game->format(board, &played->state, move, GAME_EVERYBODY, text);
    board->game->play(board, &played->state, move);
    moves_add(&played->moves, text, took);
    const struct query_value values[] = {value_int(played->id),
                                         value_int(played->moves.count),
                                         value_text(text),
                                         value_int(took),
                                         {0}};
    return query_write(club->record,
                       "INSERT INTO club_move (game, ply, move, took) VALUES (?, ?, ?, ?)", values,
                       error);
}

/* The player as the account has them. A ban holds for games that end later, too. */
static bool read_player(struct club *club, int64_t id, char name[NAME_BYTES_MAX + 1],
                        struct account *account, struct error *error) {
    return account_read(club, id, account, error) == CLUB_DONE &&
           account_have_player(club, id, name, error);
}

static bool have_record(struct club *club, struct played *played, struct error *error) {
    char id[64], version[64], name[NAME_BYTES_MAX + 1];
    struct account account;
    if (played->record)
        return true;
    snprintf(id, sizeof id, "%s/%d/%" PRId64, played->week, played->board, played->number);
    snprintf(version, sizeof version, "triancey-engine %s reference %d", PACKAGE_VERSION,
             REFERENCE_VERSION);
    if (!read_player(club, played->account, name, &account, error))
        return false;
    struct game_row row = {.board_name = played->word,
                           .board_line = played->made->line,
                           .tournament = !account.banned,
                           .source = club->source,
                           .foreign_id = id,
                           .seats = SEATS,
                           .player = {name, CLUB_REFERENCE},
                           .kind = {account_class_name(account.class), PLAYER_ENGINE},
                           .id_name = {NULL, version}};
    char reference[NAME_BYTES_MAX + 1];
    bool done = record_add_extra(club->record, &row, error) &&
                record_get_reference(club->record, reference, error) &&
                (*reference || record_set_reference(club->record, CLUB_REFERENCE, error));
    played->record = row.id;
    return done;
}

/* The half is over: it becomes a row of the record. */
static bool end_half(struct club *club, struct played *played, struct half_result *half,
                     int64_t when, struct error *error) {
    char finished[CALENDAR_TIME_SIZE];
    const struct query_value values[] = {value_int(played->id), {0}};
    half->number = played->half;
    half->plies = played->moves.count;
    half->moves = text_get(&played->moves.words);
    half->clocks = text_get(&played->moves.clocks);
    half->finished = club_time(when, finished);
    if (played->moves.words.failed || played->moves.clocks.failed)
        return error_memory(error);
    if (!have_record(club, played, error) ||
        !record_add_half_row(club->record, played->record, SEATS, half, error) ||
        !query_write(club->record, "DELETE FROM club_move WHERE game = ?", values, error))
        return false;
    moves_clear(&played->moves);
    played->half++;
    played->open = false;
    played->left = 0;
    return write_game(club, played, error);
}

static bool end_by_rules(struct club *club, struct played *played, int64_t now,
                         struct error *error) {
    struct game_score score;
    rules_of(played)->score(played->made->board, &played->state, &score);
    struct half_result half = {
        .pointed = true, .termination = score.over, .text = "", .at_fault = MATCH_NOBODY};
    memcpy(half.margin, score.margin, sizeof half.margin);
    memcpy(half.points, score.points, sizeof half.points);
    return end_half(club, played, &half, now, error);
}

bool played_forfeit(struct club *club, struct played *played, enum verdict verdict, int64_t when,
                    struct error *error) {
    struct half_result half = {
        .termination = verdict_name(verdict), .text = "", .at_fault = SEAT_PERSON};
    half.margin[SEAT_PERSON] = -played->made->board->worst;
    half.margin[SEAT_COMPUTER] = played->made->board->worst;
    return end_half(club, played, &half, when, error);
}

/* ---- playing --------------------------------------------------------------------------------- */

/* The computer moves as long as it is its turn; then the half is over or the person's clock runs.
 */
static bool reply(struct club *club, struct played *played, int64_t now, struct error *error) {
    char secret[DIGEST_SIZE];
    if (!weeks_secret(club, played->week, secret, error))
        return false;
    uint64_t seed = week_seed(played->week, secret, played->board, played->half, played->number);
    sodium_memzero(secret, sizeof secret);
    int turn;
    while ((turn = rules_of(played)->turn(played->made->board, &played->state)) == SEAT_COMPUTER)
        if (!add_move(club, played,
                      computer_choose(played->made->board, &played->state, played->half,
                                      played->moves.count, seed),
                      0, error))
            return false;
    if (turn == GAME_OVER)
        return end_by_rules(club, played, now, error);
    played->since = now;
    return write_game(club, played, error);
}

bool played_begin(struct club *club, struct played *played, int64_t now, struct error *error) {
    played->open = true;
    played->left = CLUB_CLOCK_MS;
    rules_of(played)->start(played->made->board, &played->state, played->half);
    return reply(club, played, now, error);
}

bool played_move(struct club *club, struct played *played, uint32_t move, int64_t now,
                 struct error *error) {
    int64_t took = now > played->since ? now - played->since : 0;
    played->left += CLUB_INCREMENT_MS - took;
    return add_move(club, played, move, took * 1000, error) && reply(club, played, now, error);
}

bool played_settle(struct club *club, struct played *played, int64_t now, struct error *error) {
    const int64_t last = played->week_end - 1000; /* records have seconds */
    int64_t deadline = played->since + played->left;
    if (played->open && deadline <= now && deadline < played->week_end &&
        !played_forfeit(club, played, VERDICT_TIME, deadline, error))
        return false;
    while ((now >= played->week_end || played->closed) && played->half <= CLUB_HALVES)
        if (!played_forfeit(club, played, VERDICT_WITHDRAWN, last, error))
            return false;
    return true;
}
