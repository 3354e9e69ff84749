/* tables_move.c - see tables.h: moves, draws, resignations. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "club/store/table_play.h"
#include "club/store/table_wish.h"
#include "club/store/tables.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* The position as the seat of a request knows it, for as long as one is looked at. */
static struct table_position *replay(struct club *club, const struct table_wish *wish, int half,
                                     int plies, struct error *error) {
    struct table_position *position = calloc(1, sizeof *position);
    if (!position)
        return error_null_memory(error);
    if (table_replay(club, &wish->table, half, plies, wish->seat, position, error))
        return position;
    table_position_free(position);
    free(position);
    return NULL;
}

static void drop(struct table_position *position) {
    if (position)
        table_position_free(position);
    free(position);
}

/* The text of the move that was played after this many moves of a half, if there is one. */
static bool find_next(struct club *club, const struct table_wish *wish, char *text,
                      struct error *error) {
    struct table_position *then = replay(club, wish, wish->half, wish->before + 1, error);
    if (!then)
        return false;
    snprintf(text, GAME_MOVE_TEXT, "%s",
             then->half.plies == wish->before + 1 ? then->half.written : "");
    drop(then);
    return true;
}

/* Sent again, or too late: whether it is the move that was played there, by the same person. */
static enum club_answer answer_again(struct club *club, const struct table_wish *wish,
                                     struct error *error) {
    char text[GAME_MOVE_TEXT];
    struct error why;
    uint32_t mine, played;
    if (!find_next(club, wish, text, error))
        return CLUB_FAILED;
    struct table_position *before = replay(club, wish, wish->half, wish->before, error);
    if (!before)
        return CLUB_FAILED;
    bool same = *text && before->half.plies == wish->before &&
                half_turn(&before->half) == wish->seat &&
                table_judge(before, wish->move, &mine, &why) == CLUB_DONE &&
                half_read_move(&before->half, text, &played, &why) && mine == played;
    drop(before);
    return same ? CLUB_DONE
                : club_refuse(CLUB_CONFLICT, error,
                              _("another move was played there, or the half is over"));
}

/* Whether the request is for the half that is open; CLUB_DONE also if it is for an earlier one. */
static enum club_answer check_half(const struct table_wish *wish, struct error *error) {
    const struct table_row *table = &wish->table;
    if (wish->seat == GAME_PUBLIC)
        return club_refuse(CLUB_FORBIDDEN, error, _("you have no seat at this table"));
    if (table->state == TABLE_WAITING)
        return club_refuse(CLUB_CONFLICT, error, _("a seat is free: the game has not begun"));
    if (wish->half < 1 || wish->half > table->half || wish->before < 0)
        return club_refuse(CLUB_CONFLICT, error, _("half %d has not begun"), wish->half);
    return CLUB_DONE;
}

static bool is_open(const struct table_wish *wish) {
    return wish->table.state == TABLE_OPEN && wish->half == wish->table.half;
}

static enum club_answer play_at(struct club *club, struct table_wish *wish,
                                struct table_position *position, struct error *error) {
    struct table_row *table = &wish->table;
    uint32_t move;
    if (wish->before < position->half.plies)
        return answer_again(club, wish, error);
    if (wish->before > position->half.plies)
        return club_refuse(CLUB_CONFLICT, error, _("move %d of this half has not been played yet"),
                           wish->before);
    if (table->turn != wish->seat)
        return club_refuse(CLUB_CONFLICT, error, _("it is not your turn"));
    enum club_answer answer = table_judge(position, wish->move, &move, error);
    if (answer != CLUB_DONE)
        return answer;
    int64_t took = wish->now > table->since ? wish->now - table->since : 0;
    return table_play(club, table, position, move, took * 1000, wish->now, error) ? CLUB_DONE
                                                                                  : CLUB_FAILED;
}

static enum club_answer play(struct club *club, struct table_wish *wish, struct error *error) {
    enum club_answer answer = check_half(wish, error);
    if (answer != CLUB_DONE)
        return answer;
    if (!is_open(wish))
        return answer_again(club, wish, error);
    struct table_position *position = replay(club, wish, wish->half, INT_MAX, error);
    if (!position)
        return CLUB_FAILED;
    answer = play_at(club, wish, position, error);
    drop(position);
    return answer;
}

static enum club_answer move_there(struct club *club, struct table_wish *wish,
                                   struct error *error) {
    enum club_answer answer = table_wish_find(club, wish, error);
    if (answer == CLUB_DONE)
        answer = table_check_person(wish->who, error);
    return answer == CLUB_DONE ? play(club, wish, error) : answer;
}

enum club_answer table_move(struct club *club, const struct table_person *who, const char *name,
                            int half, int before, const char *move, int64_t now,
                            struct table_view *view, struct error *error) {
    struct table_wish wish = {.who = who,
                              .name = name,
                              .half = half,
                              .before = before,
                              .move = move,
                              .now = now,
                              .view = view};
    return table_wish_run(club, &wish, move_there, error);
}

/* ---- draws ----------------------------------------------------------------------------------- */

/* Writes the game's own word for it as the move of the request. */
static enum club_answer find_word(struct club *club, const struct table_wish *wish, char *text,
                                  struct error *error) {
    struct error why;
    struct table_position *position = replay(club, wish, wish->half, wish->before, error);
    if (!position)
        return CLUB_FAILED;
    const struct game_board *board = position->half.board;
    const struct game_state *known = table_known(position);
    bool knows = position->half.plies == wish->before &&
                 board->game->turn(board, known) == wish->seat &&
                 !board->game->refuse(board, known, GAME_DRAW, &why);
    uint32_t move = wish->agree ? GAME_DRAW : GAME_PASS;
    if (knows && !board->game->refuse(board, known, move, &why))
        board->game->format(board, &position->half.state, move, wish->seat, text);
    else
        knows = false;
    drop(position);
    return knows ? CLUB_DONE : club_refuse(CLUB_CONFLICT, error, _("no draw can be agreed on now"));
}

static enum club_answer draw_there(struct club *club, struct table_wish *wish,
                                   struct error *error) {
    char text[GAME_MOVE_TEXT] = "";
    enum club_answer answer = table_wish_find(club, wish, error);
    if (answer == CLUB_DONE)
        answer = table_check_person(wish->who, error);
    if (answer == CLUB_DONE)
        answer = check_half(wish, error);
    if (answer == CLUB_DONE)
        answer = find_word(club, wish, text, error);
    wish->move = text;
    if (answer == CLUB_DONE)
        answer = play(club, wish, error);
    wish->move = NULL;
    return answer;
}

enum club_answer table_draw(struct club *club, const struct table_person *who, const char *name,
                            int half, int before, bool agree, int64_t now, struct table_view *view,
                            struct error *error) {
    struct table_wish wish = {.who = who,
                              .name = name,
                              .half = half,
                              .before = before,
                              .agree = agree,
                              .now = now,
                              .view = view};
    return table_wish_run(club, &wish, draw_there, error);
}

/* ---- giving up ------------------------------------------------------------------------------- */

static enum club_answer resign_there(struct club *club, struct table_wish *wish,
                                     struct error *error) {
    enum club_answer answer = table_wish_find(club, wish, error);
    if (answer == CLUB_DONE)
        answer = check_half(wish, error);
    if (answer != CLUB_DONE || !is_open(wish))
        return answer; /* that half is over */
    return table_forfeit(club, &wish->table, wish->seat, VERDICT_RESIGNED, "", wish->now, error)
               ? CLUB_DONE
               : CLUB_FAILED;
}

enum club_answer table_resign(struct club *club, const struct table_person *who, const char *name,
                              int half, int64_t now, struct table_view *view, struct error *error) {
    struct table_wish wish = {.who = who, .name = name, .half = half, .now = now, .view = view};
    return table_wish_run(club, &wish, resign_there, error);
}
