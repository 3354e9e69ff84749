/* tables_hidden.c - tables of a club: a seat learns nothing about hidden hands, neither from what
 * it sees nor from the moves that are refused.
 */
#include "config.h"

#include "base/error.h"
#include "base/random.h"
#include "record/query.h"
#include "tests/lib/tables_club.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <string.h>

/* All legal moves of the reader's, each between blanks. */
static void list_legal(const struct table_view *view, struct text *legal) {
    char first[GAME_MOVE_TEXT], move[GAME_MOVE_TEXT];
    pick(view, 0, first);
    text_addf(legal, " %s ", first);
    for (uint32_t i = 1; strcmp(pick(view, i, move), first) != 0; i++)
        text_addf(legal, "%s ", move);
}

/* Adds all that a seat's view says, and how the club refuses each move (every piece on every cell)
 * that is not legal. */
static void tell_all(struct club *club, const struct table_person *who, const char *table,
                     const struct text *legal, struct text *all) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT], word[GAME_MOVE_TEXT + 2];
    table_read(club, who, table, noon(), &view, &error);
    const int plies = view.plies;
    text_addf(all, "%s|%d %d %d %d|%d %d|", text_get(&view.moves), view.half, view.turn, plies,
              view.steps, view.can_draw, view.draw_offered);
    for (int cell = 1; cell <= 72; cell += enough(24, 3))
        for (int piece = 0; piece < 64; piece++) {
            snprintf(move, sizeof move, "%d:%d%d%d", cell, piece / 16, piece / 4 % 4, piece % 4);
            snprintf(word, sizeof word, " %s ", move);
            if (strstr(text_get(legal), word))
                continue;
            enum club_answer answer =
                table_move(club, who, table, 1, plies, move, noon(), &view, &error);
            text_addf(all, "|%s %d %s", move, answer, error.text);
        }
    table_view_free(&view);
}

/* Whether two deals are of one piece, which may be written turned. */
static bool is_same_piece(const char *a, const char *b) {
    int count[128] = {0};
    for (; *a && *b; a++, b++) {
        count[*a & 127]++;
        count[*b & 127]--;
    }
    for (int i = 0; i < 128; i++)
        if (count[i])
            return false;
    return true;
}

static bool set_deal(struct club *club, const char *table, int number, const char *piece) {
    struct error error;
    club_forget(club);
    return query_write(club->record,
                       "UPDATE club_table_step SET move = ?3 WHERE number = ?2 AND tab ="
                       " (SELECT id FROM club_table WHERE name = ?1)",
                       VALUES(value_text(table), value_int(number), value_text(piece)), &error);
}

/* Deals another piece to the second seat in place of one that the first seat has not seen, so that
 * everything seen and played stays the same. False: nothing fits. */
static bool deal_anew(struct club *club, const char *table, const char *told) {
    struct table_view view = {0};
    struct error error;
    bool found = false;
    for (int number = 4; number < 24 && !found; number++) {
        struct query query;
        char old[GAME_MOVE_TEXT] = "", piece[GAME_MOVE_TEXT];
        query_open(&query, club->record,
                   "SELECT move FROM club_table_step JOIN club_table ON id = tab WHERE name = ?"
                   " AND number = ?",
                   VALUES(value_text(table), value_int(number)));
        if (query_step(&query))
            query_copy(&query, 0, old, sizeof old);
        query_close(&query, &error);
        for (int i = 0; strncmp(old, "deal:", 5) == 0 && i < 64 && !found; i++) {
            snprintf(piece, sizeof piece, "deal:%d%d%d", i / 16, i / 4 % 4, i % 4);
            set_deal(club, table, number, piece);
            found = !is_same_piece(old, piece) &&
                    table_read(club, &is_anna, table, noon(), &view, &error) == CLUB_DONE &&
                    view.turn == 0 && strcmp(text_get(&view.moves), told) == 0;
        }
        if (!found && *old)
            set_deal(club, table, number, old);
    }
    table_view_free(&view);
    return found;
}

/* Plays a game again with other hidden hands: what the first seat was told is equal, so all that it
 * sees and is answered must be equal. False: no other hands were found. */
static bool compare_hands(struct club *club, uint64_t seed) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    struct random random;
    struct text one = {0}, other = {0}, legal = {0};
    char move[GAME_MOVE_TEXT], table[SECRET_SIZE], told[4096];
    random_seed(&random, seed);
    const struct table_offer offer = {
        .game = "trioker-rapid", .grid = "", .keys = "deals 1", .days = 2};
    meet(club, offer, noon(), &view);
    memcpy(table, view.table, sizeof table);
    for (int i = 0; view.state == TABLE_OPEN && (i < 6 || view.turn != 0) && i < 40; i++) {
        const struct table_person *who = view.turn == 0 ? &is_anna : &is_bert;
        table_read(club, who, table, noon(), &view, &error);
        pick(&view, (uint32_t)random_next(&random), move);
        table_move(club, who, table, 1, view.plies, move, noon(), &view, &error);
    }
    table_read(club, &is_anna, table, noon(), &view, &error);
    snprintf(told, sizeof told, "%s", text_get(&view.moves));
    bool fits = view.state == TABLE_OPEN && view.turn == 0;
    if (fits) {
        list_legal(&view, &legal);
        tell_all(club, &is_anna, table, &legal, &one);
        fits = deal_anew(club, table, told);
    }
    if (fits) {
        tell_all(club, &is_anna, table, &legal, &other);
        is_string(text_get(&other), text_get(&one), "a seat is not told what is hidden");
    }
    table_resign(club, &is_anna, table, 1, noon(), &view, &error);
    table_view_free(&view);
    text_free(&one);
    text_free(&other);
    text_free(&legal);
    return fits;
}

static void test_hidden(struct club *club) {
    int compared = 0, wanted = enough(2, 5);
    for (uint64_t seed = 1; seed <= 30 && compared < wanted; seed++)
        compared += compare_hands(club, seed);
    is_int(compared, wanted, "hands were compared");
}

int main(void) {
    struct club club;
    tables_club_begin(&club);
    test_hidden(&club);
    club_close(&club);
    tables_club_end();
    return done();
}
