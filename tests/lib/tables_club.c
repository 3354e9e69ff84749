/* tables_club.c - makes a club with two members, for tests of tables. */
#include "config.h"

#include "tests/lib/tables_club.h"

#include "base/calendar.h"
#include "base/error.h"
#include "club/store/accounts.h"
#include "club/store/tables/seeks.h"
#include "club/store/weeks.h"
#include "half/boards.h"
#include "half/moves.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOVES_MAX = 4096 };

static char folder[] = "/tmp/tables.XXXXXX", path[64];
struct account anna, bert;
const struct table_person is_anna = {.account = &anna}, is_bert = {.account = &bert};
const struct table_person nobody = {.key = NULL};

void tables_club_begin(struct club *club) {
    struct error error = {.text = ""};
    char device[DIGEST_SIZE];
    if (path[0])
        unlink(path);
    else if (!mkdtemp(folder))
        skip_all("no temporary folder");
    snprintf(path, sizeof path, "%s/club.db", folder);
    if (!ok(club_open(club, path, &error), "a club: %s", error.text))
        exit(done());
    is_int(account_create(club, "Anna", false, "no hash", noon(), &anna, device, &error), CLUB_DONE,
           "Anna");
    is_int(account_create(club, "Bert", false, "no hash", noon(), &bert, device, &error), CLUB_DONE,
           "Bert");
}

const char *tables_club_folder(void) {
    return folder;
}

const char *tables_club_path(void) {
    return path;
}

void tables_club_end(void) {
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    ok(system(command) == 0, "cleaned");
}

int64_t noon(void) {
    return calendar_seconds("2026-11-04T12:00:00Z") * 1000;
}

bool settle_all(struct club *club, int64_t now, struct error *error) {
    bool more = true;
    while (more)
        if (!tables_settle(club, now, &more, NULL, NULL, error))
            return false;
    return weeks_settle(club, now, error);
}

const char *pick(const struct table_view *view, uint32_t number, char text[GAME_MOVE_TEXT]) {
    static uint32_t moves[MOVES_MAX];
    struct boards boards = {.count = 0};
    struct game_state state;
    struct error error;
    uint32_t move;
    text[0] = '\0';
    const struct made_board *made = boards_by_line(&boards, view->line, view->players, &error);
    if (!made)
        return text;
    const struct game *rules = made->board->game;
    rules->start(made->board, &state, view->half);
    struct moves_reader reader = moves_read(text_get(&view->moves), NULL);
    while (moves_next(&reader) && rules->parse(made->board, &state, reader.text, &move))
        rules->play(made->board, &state, move);
    int count = rules->turn(made->board, &state) == view->turn
                    ? rules->moves(made->board, &state, moves)
                    : 0;
    if (count > 0)
        rules->format(made->board, &state, moves[number % (uint32_t)count], view->reader, text);
    boards_free(&boards);
    return text;
}

void meet(struct club *club, struct table_offer offer, int64_t now, struct table_view *view) {
    struct error error = {.text = ""};
    char table[SECRET_SIZE], invite[SECRET_SIZE];
    is_int(table_open(club, &is_anna, &offer, now, view, &error), CLUB_DONE, "%s is opened: %s",
           offer.game, error.text);
    memcpy(table, view->table, sizeof table);
    memcpy(invite, view->invite, sizeof invite);
    is_int(table_join(club, &is_bert, table, invite, now, view, &error), CLUB_DONE,
           "Bert joins: %s", error.text);
    is_int(table_read(club, &is_anna, table, now, view, &error), CLUB_DONE, "Anna sees it");
}

/* ---- requests -------------------------------------------------------------------------------- */

enum club_answer table_open(struct club *club, const struct table_person *who,
                            const struct table_offer *offer, int64_t now, struct table_view *view,
                            struct error *error) {
    return tables_open(
        club, &(struct table_request){.who = who, .offer = offer, .now = now, .view = view}, error);
}

enum club_answer table_open_board(struct club *club, const struct account *account, int board,
                                  int64_t now, struct table_view *view, struct error *error) {
    const struct table_person who = {.account = account};
    return tables_open_board(
        club, &(struct table_request){.who = &who, .board = board, .now = now, .view = view},
        error);
}

enum club_answer table_join(struct club *club, const struct table_person *who, const char *name,
                            const char *invite, int64_t now, struct table_view *view,
                            struct error *error) {
    struct table_request request = {
        .who = who, .name = name, .invite = invite, .now = now, .view = view};
    return tables_join(club, &request, error);
}

enum club_answer table_move(struct club *club, const struct table_person *who, const char *name,
                            int half, int before, const char *move, int64_t now,
                            struct table_view *view, struct error *error) {
    struct table_request request = {.who = who,
                                    .name = name,
                                    .half = half,
                                    .before = before,
                                    .move = move,
                                    .now = now,
                                    .view = view};
    return tables_move(club, &request, error);
}

enum club_answer table_draw(struct club *club, const struct table_person *who, const char *name,
                            int half, int before, bool agree, int64_t now, struct table_view *view,
                            struct error *error) {
    struct table_request request = {.who = who,
                                    .name = name,
                                    .half = half,
                                    .before = before,
                                    .agree = agree,
                                    .now = now,
                                    .view = view};
    return tables_draw(club, &request, error);
}

enum club_answer table_half(struct club *club, const struct table_person *who, const char *name,
                            int half, int64_t now, struct table_view *view, struct error *error) {
    struct table_request request = {
        .who = who, .name = name, .half = half, .now = now, .view = view};
    return tables_half(club, &request, error);
}

enum club_answer table_resign(struct club *club, const struct table_person *who, const char *name,
                              int half, int64_t now, struct table_view *view, struct error *error) {
    struct table_request request = {
        .who = who, .name = name, .half = half, .now = now, .view = view};
    return tables_resign(club, &request, error);
}

enum club_answer table_read(struct club *club, const struct table_person *who, const char *name,
                            int64_t now, struct table_view *view, struct error *error) {
    return tables_read(
        club, &(struct table_request){.who = who, .name = name, .now = now, .view = view}, error);
}

enum club_answer table_close(struct club *club, const struct table_person *who, const char *name,
                             int64_t now, int64_t *kept_for, struct table_view *view,
                             struct error *error) {
    struct table_request request = {.who = who, .name = name, .now = now, .view = view};
    enum club_answer answer = tables_close(club, &request, error);
    *kept_for = request.table.kept_for;
    return answer;
}

enum club_answer table_search_play(struct club *club, const struct table_search *search,
                                   const char *move, int64_t took, int64_t now, bool *lost,
                                   struct error *error) {
    struct table_reply reply = {.move = move, .took = took, .now = now};
    enum club_answer answer = table_search_answer(club, search, &reply, error);
    *lost = reply.lost;
    return answer;
}

enum club_answer table_search_fail(struct club *club, const struct table_search *search,
                                   enum verdict verdict, const char *text, int64_t now,
                                   struct error *error) {
    struct table_reply reply = {.verdict = verdict, .text = text, .now = now};
    return table_search_answer(club, search, &reply, error);
}
