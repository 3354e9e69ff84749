/* tables_move.c - moves, draws and resignations at tables. A request names the half and how many
 * moves it has: one that comes again, or late, is compared with the move that was played there,
 * and is answered as if it were new if both are the same. A refusal depends only on what the seat
 * may know. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "club/store/tables/table_play.h"
#include "club/store/tables/table_request.h"
#include "club/store/tables/tables.h"

/* Sent again, or too late: whether it is the move that was played there, by the same person. */
static enum club_answer answer_again(struct club *club, struct table_request *request,
                                     struct error *error) {
    char text[GAME_MOVE_TEXT];
    struct error why;
    uint32_t mine, played;
    if (!table_find_move(club, &request->table, request->half, request->before, text, error))
        return CLUB_FAILED;
    struct table_position *before =
        table_replay(club, &request->table, request->half, request->before, request->seat, error);
    if (!before)
        return CLUB_FAILED;
    bool same = *text && before->half.plies == request->before &&
                half_turn(&before->half) == request->seat &&
                table_judge(before, request->seat, request->move, &mine, &why) == CLUB_DONE &&
                half_read_move(&before->half, text, &played, &why) && mine == played;
    table_position_free(before);
    return same ? CLUB_DONE
                : club_refuse(CLUB_CONFLICT, error,
                              _("another move was played there, or the half is over"));
}

/* Whether the request is for the half that is open; CLUB_DONE also if it is for an earlier one. */
static enum club_answer check_half(struct club *club, struct table_request *request,
                                   struct error *error) {
    const struct table_row *table = &request->table;
    (void)club;
    if (request->seat == GAME_PUBLIC)
        return club_refuse(CLUB_FORBIDDEN, error, _("you have no seat at this table"));
    if (table->state == TABLE_WAITING)
        return club_refuse(CLUB_CONFLICT, error, _("a seat is free: the game has not begun"));
    if (request->half < 1 || request->half > table->half || request->before < 0)
        return club_refuse(CLUB_CONFLICT, error, _("half %d has not begun"), request->half);
    return CLUB_DONE;
}

static bool is_open(const struct table_request *request) {
    return request->table.state == TABLE_OPEN && request->half == request->table.half;
}

static enum club_answer play_at(struct club *club, struct table_request *request,
                                struct table_position *position, struct error *error) {
    struct table_row *table = &request->table;
    uint32_t move;
    if (request->before < position->half.plies)
        return answer_again(club, request, error);
    if (request->before > position->half.plies)
        return club_refuse(CLUB_CONFLICT, error, _("move %d of this half has not been played yet"),
                           request->before);
    if (table->turn != request->seat)
        return club_refuse(CLUB_CONFLICT, error, _("it is not your turn"));
    enum club_answer answer = table_judge(position, table->turn, request->move, &move, error);
    if (answer != CLUB_DONE)
        return answer;
    int64_t took = request->now > table->since ? request->now - table->since : 0;
    return club_done(table_play(club, table, position, move, took * 1000, request->now, error));
}

static enum club_answer tables_move_play(struct club *club, struct table_request *request,
                                         struct error *error) {
    if (!is_open(request))
        return answer_again(club, request, error);
    struct table_position *position = table_now(club, &request->table, request->seat, error);
    return position ? play_at(club, request, position, error) : CLUB_FAILED;
}

TABLE_ACT(tables_move, table_request_find, table_check_ban, check_half, tables_move_play)

/* ---- draws ----------------------------------------------------------------------------------- */

/* Plays the game's own word for it. */
static enum club_answer play_word(struct club *club, struct table_request *request,
                                  struct error *error) {
    char text[GAME_MOVE_TEXT];
    struct error why;
    struct table_position *position =
        table_replay(club, &request->table, request->half, request->before, request->seat, error);
    if (!position)
        return CLUB_FAILED;
    const struct game_board *board = position->half.board;
    const struct game_state *known = table_known(position, request->seat);
    bool knows = position->half.plies == request->before &&
                 board->game->turn(board, known) == request->seat &&
                 !board->game->refuse(board, known, GAME_DRAW, &why);
    uint32_t move = request->agree ? GAME_DRAW : GAME_PASS;
    if (knows && !board->game->refuse(board, known, move, &why))
        board->game->format(board, &position->half.state, move, request->seat, text);
    else
        knows = false;
    table_position_free(position);
    if (!knows)
        return club_refuse(CLUB_CONFLICT, error, _("no draw can be agreed on now"));
    request->move = text;
    enum club_answer answer = tables_move_play(club, request, error);
    request->move = NULL;
    return answer;
}

TABLE_ACT(tables_draw, table_request_find, table_check_ban, check_half, play_word)

/* ---- giving up ------------------------------------------------------------------------------- */

static enum club_answer resign_there(struct club *club, struct table_request *request,
                                     struct error *error) {
    return club_done(!is_open(request) || /* that half is over */
                     table_forfeit(club, &request->table, request->seat, VERDICT_RESIGNED, "",
                                   request->now, error));
}

TABLE_ACT(tables_resign, table_request_find, check_half, resign_there)

/* ---- the next half --------------------------------------------------------------------------- */

static enum club_answer half_there(struct club *club, struct table_request *request,
                                   struct error *error) {
    struct table_row *table = &request->table;
    if (request->seat == GAME_PUBLIC)
        return club_refuse(CLUB_FORBIDDEN, error, _("you have no seat at this table"));
    if (table->state == TABLE_OVER)
        return club_refuse(CLUB_CONFLICT, error, _("this game is over"));
    int next = table->half + (table->state != TABLE_OPEN);
    if (request->half && request->half != next)
        return club_refuse(CLUB_CONFLICT, error, _("half %d of this game comes next"), next);
    return club_done(table->state != TABLE_BETWEEN ||
                     table_begin(club, table, request->now, error));
}

TABLE_ACT(tables_half, table_request_find, table_check_ban, half_there)
