/* table_view.c - see table_view.h. */
#include "config.h"

#include "club/store/table_view.h"

#include "base/error.h"
#include "base/language.h"
#include "club/store/table_play.h"
#include "record/query.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void table_view_free(struct table_view *view) {
    free(view->line);
    text_free(&view->moves);
    for (int i = 0; i < view->over; i++)
        half_result_free(&view->done[i]);
    memset(view, 0, sizeof *view);
}

static bool read_name(struct club *club, int64_t account, char name[PERSON_NAME_SIZE],
                      struct error *error) {
    struct query query;
    query_keep(&query, club->record, "SELECT name FROM club_account WHERE id = ?");
    query_bind_int(&query, 1, account);
    if (query_step(&query))
        query_copy(&query, 0, name, PERSON_NAME_SIZE);
    return query_close(&query, error);
}

static bool show_seats(struct club *club, const struct table_row *table, int64_t now,
                       struct table_view *view, struct error *error) {
    for (int i = 0; i < table->players; i++) {
        const struct table_seat *seat = &table->seat[i];
        struct table_view_seat *shown = &view->seat[i];
        bool timed = table->clock && seat->sitter == SITTER_PERSON && table->state == TABLE_OPEN;
        int64_t took = table->turn == i && now > table->since ? now - table->since : 0;
        shown->sitter = seat->sitter;
        shown->account = seat->account;
        shown->left = timed ? seat->left - took : -1;
        if (timed && shown->left < 0)
            shown->left = 0;
        text_clean(shown->name, sizeof shown->name, seat->engine);
        if (seat->account && !read_name(club, seat->account, shown->name, error))
            return false;
    }
    return true;
}

/* Whether the seat to move is asked to agree to a draw: then the word is among its moves. */
static bool is_asked(const struct game_board *board, const struct game_state *known) {
    uint32_t *moves = malloc(sizeof *moves * (size_t)board->moves_max);
    bool asked = false;
    int count = moves ? board->game->moves(board, known, moves) : 0;
    for (int i = 0; i < count; i++)
        asked |= moves[i] == GAME_DRAW;
    free(moves);
    return asked;
}

static bool show_half(struct club *club, const struct table_row *table, struct table_view *view,
                      struct table_position *position, struct error *error) {
    struct error why;
    if (!table_replay(club, table, table->half, INT_MAX, view->reader, position, error))
        return false;
    const struct game_board *board = position->half.board;
    const struct game_state *known = table_known(position);
    view->plies = position->half.plies;
    view->moves = position->read;
    position->read = (struct text){.bytes = NULL};
    view->can_draw =
        table->turn == view->reader && !board->game->refuse(board, known, GAME_DRAW, &why);
    view->draw_offered = view->can_draw && is_asked(board, known);
    return true;
}

static bool show_moves(struct club *club, const struct table_row *table, struct table_view *view,
                       struct error *error) {
    struct table_position *position = calloc(1, sizeof *position);
    if (!position)
        return error_memory(error);
    bool done = show_half(club, table, view, position, error);
    table_position_free(position);
    free(position);
    return done;
}

bool table_view_fill(struct club *club, const struct table_row *table, int reader, int64_t now,
                     struct table_view *view, struct error *error) {
    table_view_free(view);
    memcpy(view->table, table->name, sizeof view->table);
    memcpy(view->game, table->game, sizeof view->game);
    memcpy(view->grid, table->grid, sizeof view->grid);
    view->line = strdup(table->line);
    view->players = table->players;
    view->halves = table->halves;
    view->clock = table->clock;
    view->increment = table->increment;
    view->days = table->days;
    view->state = table->state;
    view->reader = reader;
    view->turn = table->turn;
    view->half = table->half;
    view->waits = table->state == TABLE_OPEN && table->since > now ? table->since - now : 0;
    view->steps = table->steps;
    view->created = table->created;
    view->deadline = table->deadline;
    digest_text(table->secret, view->digest);
    if (table->state == TABLE_OVER)
        memcpy(view->secret, table->secret, sizeof view->secret);
    if (reader != GAME_PUBLIC)
        memcpy(view->invite, table->invite, sizeof view->invite);
    if (!view->line)
        return error_memory(error);
    int over = table_read_halves(club, table, view->done, error);
    view->over = over > 0 ? over : 0;
    return over >= 0 && show_seats(club, table, now, view, error) &&
           (table->state != TABLE_OPEN || show_moves(club, table, view, error));
}
