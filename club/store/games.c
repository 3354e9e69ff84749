/* games.c - see games.h. */
#include "config.h"

#include "club/store/games.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "club/store/accounts.h"
#include "club/store/games_play.h"
#include "club/store/weeks.h"
#include "record/query.h"
#include "record/record_rows.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* What somebody asks for. */
struct request {
    const struct account *account;
    int64_t game, now;
    int board, half, before;
    const char *move;
    struct game_view *view;
    struct played *played;
};

void game_view_free(struct game_view *view) {
    moves_free(&view->moves);
    for (int i = 0; i < CLUB_HALVES; i++)
        half_result_free(&view->past[i]);
    *view = (struct game_view){.game = 0};
}

/* ---- views ----------------------------------------------------------------------------------- */

/* Says how the game stands. */
static bool games_show(struct club *club, struct request *request, struct error *error) {
    struct game_view *view = request->view;
    struct played *played = request->played;
    int64_t took = request->now > played->since ? request->now - played->since : 0;
    game_view_free(view);
    view->game = played->id;
    memcpy(view->week, played->week, sizeof view->week);
    memcpy(view->word, played->word, sizeof view->word);
    view->board = played->board;
    view->half = played->half;
    view->open = played->open;
    view->left = played->open ? played->left - took : CLUB_CLOCK_MS;
    view->moves.count = played->moves.count;
    text_add(&view->moves.words, text_get(&played->moves.words));
    text_add(&view->moves.clocks, text_get(&played->moves.clocks));
    if (view->moves.words.failed || view->moves.clocks.failed)
        return error_memory(error);
    int over = played->record ? record_keep_halves(club->record, played->record, CLUB_SEATS,
                                                   view->past, CLUB_HALVES, error)
                              : 0;
    view->over = over > 0 ? over : 0;
    return over >= 0;
}

/* The game of a request as it stands now. The games of others do not exist for the caller. */
static enum club_answer games_find(struct club *club, struct request *request,
                                   struct error *error) {
    enum club_answer answer = played_read(club, request->game, &request->played, error);
    if (answer == CLUB_DONE && request->played->account != request->account->id)
        return club_refuse(CLUB_UNKNOWN, error, _("there is no such game"));
    if (answer == CLUB_DONE && !played_settle(club, request->played, request->now, error))
        return CLUB_FAILED;
    return answer;
}

static enum club_answer games_run(struct club *club, struct request *request,
                                  enum club_answer (*change)(struct club *club, void *context,
                                                             struct error *error),
                                  struct error *error) {
    game_view_free(request->view);
    return club_change(club, change, request, error);
}

/* ---- beginning ------------------------------------------------------------------------------- */

/* The number of the player's game on the board of this week; if its first half is to begin, a
 * missing game is added. 0: there is none. */
static bool have_game(struct club *club, struct request *request, const char *week,
                      struct error *error) {
    const struct query_value values[] = {
        value_int(request->account->id), value_text(week), value_int(request->board), {0}};
    return (request->half > 1 ||
            query_write(club->record,
                        "INSERT OR IGNORE INTO club_game (account, week, board, player, half, open,"
                        " since, left) VALUES (?1, ?2, ?3, ?1, 1, 0, 0, 0)",
                        values, error)) &&
           query_ask(club->record,
                     "SELECT id FROM club_game WHERE account = ? AND week = ? AND board = ?",
                     values, &request->game, error);
}

static enum club_answer games_begin(struct club *club, void *context, struct error *error) {
    struct request *request = context;
    struct club_week week;
    if (!weeks_draw(club, request->now, error) ||
        !weeks_read_current(club, request->now, &week, error))
        return CLUB_FAILED;
    if (week.closed)
        return club_refuse(CLUB_CONFLICT, error, _("week %s is over"), week.name);
    if (!have_game(club, request, week.name, error))
        return CLUB_FAILED;
    if (request->game == 0)
        return club_refuse(CLUB_CONFLICT, error, _("half %d of this game comes next"), 1);
    enum club_answer answer = games_find(club, request, error);
    if (answer != CLUB_DONE)
        return answer;
    struct played *played = request->played;
    bool next = (!request->half || request->half == played->half) && played->half <= CLUB_HALVES;
    if (next && !played->open && !played_begin(club, played, request->now, error))
        return CLUB_FAILED;
    if (next)
        return games_show(club, request, error) ? CLUB_DONE : CLUB_FAILED;
    if (played->half <= CLUB_HALVES)
        club_refuse(CLUB_CONFLICT, error, _("half %d of this game comes next"), played->half);
    else
        club_refuse(CLUB_CONFLICT, error,
                    _("you have played this board: each board may be played once a week"));
    return games_show(club, request, error) ? CLUB_CONFLICT : CLUB_FAILED;
}

static enum club_answer check_player(const struct account *account, struct error *error) {
    return account->banned ? club_refuse(CLUB_FORBIDDEN, error, _("%s may not play: %s"),
                                         account->name, account->reason)
                           : CLUB_DONE;
}

enum club_answer game_begin(struct club *club, const struct account *account, int board, int half,
                            int64_t now, struct game_view *view, struct error *error) {
    struct request request = {
        .account = account, .board = board, .half = half, .now = now, .view = view};
    if (board < 1 || board > WEEK_BOARDS)
        return club_refuse(CLUB_INVALID, error, _("the boards of a week are numbered 1 to %d"),
                           WEEK_BOARDS);
    if (half < 0 || half > CLUB_HALVES)
        return club_refuse(CLUB_INVALID, error, _("the halves of a game are numbered 1 and 2"));
    enum club_answer answer = check_player(account, error);
    return answer == CLUB_DONE ? games_run(club, &request, games_begin, error) : answer;
}

/* ---- moving ---------------------------------------------------------------------------------- */

/* A move that was played before: whether it was this one, and the person's. Text moves are cell
 * numbers, so that equal moves are equal texts. */
static bool is_same(const char *moves, const struct request *request, int starter) {
    struct moves_reader reader = moves_read(moves, NULL);
    for (int i = 0; moves_next(&reader); i++)
        if (i == request->before)
            return strcmp(reader.text, request->move) == 0 &&
                   (i + starter) % CLUB_SEATS == SEAT_PERSON;
    return false;
}

/* Sent again, or too late: a move of a half that is over. */
static enum club_answer answer_again(struct club *club, struct request *request,
                                     struct error *error) {
    const struct played *played = request->played;
    bool same = false;
    int starter = (request->half - 1) % CLUB_SEATS;
    if (request->half == played->half && played->open) {
        same = is_same(text_get(&played->moves.words), request, starter);
    } else {
        struct query query;
        query_open(&query, club->record, "SELECT moves FROM half WHERE game = ? AND number = ?");
        query_bind_int(&query, 1, played->record);
        query_bind_int(&query, 2, request->half);
        same = query_step(&query) && is_same(query_string(&query, 0), request, starter);
        if (!query_close(&query, error))
            return CLUB_FAILED;
    }
    return same ? CLUB_DONE
                : club_refuse(CLUB_CONFLICT, error,
                              _("another move was played there, or the half is over"));
}

static enum club_answer games_play_move(struct club *club, struct request *request,
                                        struct error *error) {
    struct played *played = request->played;
    const struct game_board *board = played->made->board;
    struct error why;
    char printable[GAME_MOVE_TEXT];
    uint32_t move;
    if (request->half < 1 || request->half > played->half || request->before < 0)
        return club_refuse(CLUB_CONFLICT, error, _("half %d has not begun"), request->half);
    if (request->half < played->half || !played->open || request->before < played->moves.count)
        return answer_again(club, request, error);
    if (request->before > played->moves.count)
        return club_refuse(CLUB_CONFLICT, error, _("move %d of this half has not been played yet"),
                           request->before);
    text_printable(printable, sizeof printable, request->move);
    if (strlen(request->move) >= GAME_MOVE_TEXT ||
        !board->game->parse(board, &played->now.state, request->move, &move))
        return club_refuse(CLUB_INVALID, error, _("'%s' is not a move"), printable);
    if (board->game->refuse(board, &played->now.state, move, &why))
        return club_refuse(CLUB_INVALID, error, "%s: %s", printable,
                           board->game->refuse(board, &played->now.state, move, &why));
    return played_move(club, played, move, request->now, error) ? CLUB_DONE : CLUB_FAILED;
}

static enum club_answer move_and_show(struct club *club, void *context, struct error *error) {
    struct request *request = context;
    enum club_answer answer = games_find(club, request, error);
    if (answer != CLUB_DONE)
        return answer;
    answer = games_play_move(club, request, error);
    return answer != CLUB_FAILED && !games_show(club, request, error) ? CLUB_FAILED : answer;
}

enum club_answer game_move(struct club *club, const struct account *account, int64_t game, int half,
                           int before, const char *move, int64_t now, struct game_view *view,
                           struct error *error) {
    struct request request = {.account = account,
                              .game = game,
                              .half = half,
                              .before = before,
                              .move = move,
                              .now = now,
                              .view = view};
    enum club_answer answer = check_player(account, error);
    return answer == CLUB_DONE ? games_run(club, &request, move_and_show, error) : answer;
}

/* ---- resigning, looking ---------------------------------------------------------------------- */

static enum club_answer resign(struct club *club, void *context, struct error *error) {
    struct request *request = context;
    enum club_answer answer = games_find(club, request, error);
    if (answer != CLUB_DONE)
        return answer;
    struct played *played = request->played;
    if (request->half == played->half && played->open &&
        !played_forfeit(club, played, VERDICT_RESIGNED, request->now, error))
        return CLUB_FAILED;
    if (!games_show(club, request, error))
        return CLUB_FAILED;
    return request->half >= 1 && request->half < played->half
               ? CLUB_DONE
               : club_refuse(CLUB_CONFLICT, error, _("half %d has not begun"), request->half);
}

enum club_answer game_resign(struct club *club, const struct account *account, int64_t game,
                             int half, int64_t now, struct game_view *view, struct error *error) {
    struct request request = {
        .account = account, .game = game, .half = half, .now = now, .view = view};
    return games_run(club, &request, resign, error);
}

static enum club_answer games_look(struct club *club, void *context, struct error *error) {
    struct request *request = context;
    enum club_answer answer = games_find(club, request, error);
    return answer == CLUB_DONE && !games_show(club, request, error) ? CLUB_FAILED : answer;
}

enum club_answer game_read(struct club *club, const struct account *account, int64_t game,
                           int64_t now, struct game_view *view, struct error *error) {
    struct request request = {.account = account, .game = game, .now = now, .view = view};
    return games_run(club, &request, games_look, error);
}

bool games_of_week(struct club *club, const struct account *account, int64_t now,
                   int64_t game[WEEK_BOARDS], struct error *error) {
    char utc[CALENDAR_TIME_SIZE], name[WEEK_NAME_SIZE];
    struct calendar_week week;
    struct query query;
    calendar_week_of(club_time(now, utc), &week);
    week_name(&week, name);
    memset(game, 0, WEEK_BOARDS * sizeof *game);
    query_keep(&query, club->record,
               "SELECT board, id FROM club_game WHERE account = ? AND week = ? AND board BETWEEN 1"
               " AND ?");
    query_bind_int(&query, 1, account->id);
    query_bind_text(&query, 2, name);
    query_bind_int(&query, 3, WEEK_BOARDS);
    while (query_step(&query))
        game[query_int(&query, 0) - 1] = query_int64(&query, 1);
    return query_close(&query, error);
}

/* ---- time ------------------------------------------------------------------------------------ */

/* One game whose time is over, or 0. */
static bool find_overdue(struct club *club, int64_t now, int64_t *game, struct error *error) {
    char utc[CALENDAR_TIME_SIZE], name[WEEK_NAME_SIZE];
    struct calendar_week week;
    calendar_week_of(club_time(now, utc), &week);
    week_name(&week, name);
    const struct query_value clock[] = {value_int(now), {0}};
    const struct query_value weeks[] = {value_text(name), {0}};
    return query_ask(club->record,
                     "SELECT id FROM club_game WHERE open AND since + left <= ? LIMIT 1", clock,
                     game, error) &&
           (*game != 0 || query_ask(club->record,
                                    "SELECT club_game.id FROM club_week JOIN club_game"
                                    " ON club_game.week = club_week.week WHERE NOT closed AND"
                                    " club_week.week < ? AND half <= 2 LIMIT 1",
                                    weeks, game, error));
}

static bool settle_game(struct club *club, int64_t game, int64_t now, struct error *error) {
    struct played *played;
    return played_read(club, game, &played, error) == CLUB_DONE &&
           played_settle(club, played, now, error);
}

struct settlement {
    int64_t now;
    int most;
    bool all;
};

static enum club_answer games_settle_one(struct club *club, void *context, struct error *error) {
    struct settlement *settlement = context;
    int64_t now = settlement->now, game;
    if (!weeks_draw(club, now, error))
        return CLUB_FAILED;
    for (int i = 0;; i++) {
        if (!find_overdue(club, now, &game, error))
            return CLUB_FAILED;
        settlement->all = game == 0;
        if (game == 0 || i == settlement->most)
            break;
        if (!settle_game(club, game, now, error))
            return CLUB_FAILED;
    }
    return !settlement->all || weeks_close(club, now, error) ? CLUB_DONE : CLUB_FAILED;
}

bool games_settle_some(struct club *club, int64_t now, int most, bool *all, struct error *error) {
    struct settlement settlement = {.now = now, .most = most};
    bool done = club_change(club, games_settle_one, &settlement, error) == CLUB_DONE;
    *all = settlement.all;
    return done;
}

bool games_settle(struct club *club, int64_t now, struct error *error) {
    bool all;
    return games_settle_some(club, now, INT_MAX, &all, error);
}

bool games_give_back(struct club *club, int64_t lost, struct error *error) {
    const struct query_value values[] = {value_int(lost), {0}};
    club_forget(club);
    return query_write(club->record, "UPDATE club_game SET since = since + ? WHERE open", values,
                       error);
}

bool games_resume(struct club *club, int64_t now, struct error *error) {
    const struct query_value values[] = {value_int(now), {0}};
    club_forget(club);
    return query_write(club->record, "UPDATE club_game SET since = ?1 WHERE open AND since < ?1",
                       values, error);
}
