/* naive_trioker_rapid.c - the rapid game of Trioker, written plainly. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/naive_trioker.h"

enum { BANK = -1 };

/* ---- the panel ------------------------------------------------------------------------------- */

bool naive_panel_read(struct naive_panel *panel, const char *path, int players) {
    char line[256], section[32] = "", word[16] = "", what[8], whom[8];
    int number, value, lines = 0;
    FILE *file = fopen(path, "r");
    memset(panel, 0, sizeof *panel);
    while (file && fgets(line, sizeof line, file)) {
        lines++;
        if (sscanf(line, "[%31[a-z]]", section) == 1)
            continue;
        if (sscanf(line, "start = %d", &value) == 1)
            panel->start = value;
        if (sscanf(line, "bank = %d", &value) == 1)
            panel->bank = value;
        if (sscanf(line, "winner = %d", &value) == 1)
            panel->winner = value;
        if (sscanf(line, "others = %d", &value) == 1)
            panel->others = value;
        if (sscanf(line, "players %d = %d", &number, &value) == 2 && number == players)
            *(strcmp(section, "hands") == 0 ? &panel->hand : &panel->money) = value;
        if (sscanf(line, "%d = %7s %7s %d", &number, what, whom, &value) == 4) {
            strcpy(panel->cell[number].what, what);
            strcpy(panel->cell[number].whom, whom);
            panel->cell[number].amount = value;
        } else if (sscanf(line, "%d = %15s", &number, word) == 2 && strcmp(word, "give") == 0) {
            strcpy(panel->cell[number].what, "give");
        }
    }
    if (file)
        fclose(file);
    return lines > 0;
}

/* ---- money ----------------------------------------------------------------------------------- */

static void pay(struct naive_trioker *game, int from, int to, int amount) {
    *(from == BANK ? &game->bank : &game->money[from]) -= amount;
    *(to == BANK ? &game->bank : &game->money[to]) += amount;
}

/* What the digits add up to; the Joker counts 5. */
static int piece_points(const char *piece) {
    if (strchr(piece, '*'))
        return 5;
    return piece[0] - '0' + piece[1] - '0' + piece[2] - '0';
}

static void pay_for_cell(struct naive_trioker *game, int cell) {
    bool pays = strcmp(game->panel.cell[cell].what, "pay") == 0;
    bool takes = strcmp(game->panel.cell[cell].what, "take") == 0;
    bool bank = strcmp(game->panel.cell[cell].whom, "bank") == 0;
    int amount = game->panel.cell[cell].amount;
    for (int other = BANK; other < game->players; other++) {
        if ((other == BANK) != bank || other == game->mover)
            continue;
        if (pays)
            pay(game, game->mover, other, amount);
        if (takes)
            pay(game, other, game->mover, amount);
    }
}

/* ---- deals ----------------------------------------------------------------------------------- */

static void start_deal(struct naive_trioker *game) {
    naive_trioker_panel(game); /* clears it, too */
    game->start = game->panel.start;
    naive_pieces_all(&game->stock, true);
    for (int seat = 0; seat < game->players; seat++)
        game->hand[seat].count = 0;
    game->phase = NAIVE_DEALING;
    game->mover = 0;
    game->passes = 0;
}

void naive_rapid_start(struct naive_trioker *game, const struct naive_panel *panel, int players,
                       int deals) {
    *game = (struct naive_trioker){
        .kind = NAIVE_RAPID, .players = players, .deals = deals, .panel = *panel};
    game->bank = panel->bank;
    for (int seat = 0; seat < players; seat++)
        game->money[seat] = panel->money;
    start_deal(game);
}

static void end_deal(struct naive_trioker *game, bool counts) {
    game->dealt += counts;
    if (game->dealt == game->deals)
        game->over = "deals";
    else if (game->bank <= 0)
        game->over = "ruined";
    else
        start_deal(game);
}

static void win_deal(struct naive_trioker *game) {
    game->won[game->mover]++;
    pay(game, BANK, game->mover, game->panel.winner);
    for (int seat = 0; seat < game->players; seat++)
        if (seat != game->mover)
            pay(game, seat, BANK, game->panel.others);
    game->phase = NAIVE_SHOWING;
}

/* ---- what may be done ------------------------------------------------------------------------ */

/* The seat whose piece is shown next; -1: no pieces are left. */
static int shown_seat(const struct naive_trioker *game) {
    for (int seat = 0; seat < game->players; seat++)
        if (game->hand[seat].count > 0)
            return seat;
    return -1;
}

/* Pieces are shown in the order in which all of them are listed. */
static void list_shown(const struct naive_trioker *game, struct naive_words *words) {
    int seat = shown_seat(game);
    struct naive_pieces all;
    naive_pieces_all(&all, true);
    for (int i = 0; i < all.count; i++)
        for (int j = 0; j < game->hand[seat].count && words->count == 0; j++)
            if (strcmp(game->hand[seat].piece[j], all.piece[i]) == 0)
                naive_words_add(words, "show:%d:%s", seat + 1, all.piece[i]);
}

int naive_rapid_turn(const struct naive_trioker *game) {
    switch (game->phase) {
    case NAIVE_OPENING:
    case NAIVE_PLAYING:
    case NAIVE_DRAWN:
    case NAIVE_GIVING:
        return game->mover;
    default:
        return NAIVE_CHANCE;
    }
}

/* The seat with 333 begins, the piece with most points; else the one with the best piece. */
static void list_first(const struct naive_trioker *game, struct naive_words *words) {
    int most = 0;
    for (int seat = 0; seat < game->players; seat++)
        for (int i = 0; i < game->hand[seat].count; i++)
            if (piece_points(game->hand[seat].piece[i]) > most)
                most = piece_points(game->hand[seat].piece[i]);
    for (int seat = 0; seat < game->players; seat++)
        for (int i = 0; i < game->hand[seat].count; i++)
            if (piece_points(game->hand[seat].piece[i]) == most)
                naive_words_add(words, "first:%d:%s", seat + 1, game->hand[seat].piece[i]);
}

static void list_gifts(const struct naive_trioker *game, struct naive_words *words) {
    const struct naive_pieces *hand = &game->hand[game->mover];
    for (int seat = 0; seat < game->players; seat++)
        for (int i = 0; i < hand->count && seat != game->mover; i++)
            naive_words_add(words, "give:%d:%s", seat + 1, hand->piece[i]);
}

void naive_rapid_moves(const struct naive_trioker *game, struct naive_words *words) {
    switch (game->phase) {
    case NAIVE_DEALING:
        for (int i = 0; i < game->stock.count; i++)
            naive_words_add(words, "deal:%s", game->stock.piece[i]);
        break;
    case NAIVE_BEGINNING:
        list_first(game, words);
        break;
    case NAIVE_OPENING:
        naive_list_turned(game, game->start, game->first, words);
        break;
    case NAIVE_PLAYING:
    case NAIVE_DRAWN:
        naive_list_lays(game, &game->hand[game->mover], words);
        if (words->count == 0)
            naive_words_add(words, "pass");
        break;
    case NAIVE_DRAWING:
        for (int i = 0; i < game->stock.count; i++)
            naive_words_add(words, "draw:%s", game->stock.piece[i]);
        break;
    case NAIVE_GIVING:
        list_gifts(game, words);
        break;
    case NAIVE_SHOWING:
        list_shown(game, words);
        break;
    }
}

/* ---- what becomes of it ---------------------------------------------------------------------- */

static void end_turn(struct naive_trioker *game) {
    if (game->hand[game->mover].count == 0) {
        win_deal(game);
        return;
    }
    game->mover = (game->mover + 1) % game->players;
    game->phase = NAIVE_PLAYING;
}

static void play_lay(struct naive_trioker *game, const char *word) {
    int cell = naive_lay(game, game->mover, word);
    game->passes = 0;
    pay_for_cell(game, cell);
    if (strcmp(game->panel.cell[cell].what, "give") == 0 && game->hand[game->mover].count > 0)
        game->phase = NAIVE_GIVING;
    else
        end_turn(game);
}

/* "Who cannot play draws one piece from the stock, plays it if it fits or passes; no stock: passes.
 * If nobody can play: the deal is void." */
static void play_pass(struct naive_trioker *game) {
    if (game->phase == NAIVE_PLAYING && game->stock.count > 0) {
        game->phase = NAIVE_DRAWING;
        return;
    }
    game->passes++;
    if (game->passes >= game->players && game->stock.count == 0)
        end_deal(game, false);
    else
        end_turn(game);
}

static void take_from_stock(struct naive_trioker *game, const char *piece) {
    naive_pieces_remove(&game->stock, piece);
    naive_pieces_add(&game->hand[game->mover], piece);
    if (game->phase == NAIVE_DRAWING) {
        game->phase = NAIVE_DRAWN;
        return;
    }
    if (game->hand[game->mover].count == game->panel.hand)
        game->mover++;
    if (game->mover == game->players)
        game->phase = NAIVE_BEGINNING;
}

void naive_rapid_play(struct naive_trioker *game, const char *word) {
    const char *piece = strrchr(word, ':') ? strrchr(word, ':') + 1 : "";
    int seat = strchr(word, ':') ? atoi(strchr(word, ':') + 1) - 1 : 0;
    if (strcmp(word, "pass") == 0) {
        play_pass(game);
    } else if (strncmp(word, "deal:", 5) == 0 || strncmp(word, "draw:", 5) == 0) {
        take_from_stock(game, piece);
    } else if (strncmp(word, "first:", 6) == 0) {
        game->mover = seat;
        strcpy(game->first, piece);
        game->phase = NAIVE_OPENING;
    } else if (strncmp(word, "give:", 5) == 0) {
        naive_pieces_remove(&game->hand[game->mover], piece);
        naive_pieces_add(&game->hand[seat], piece);
        end_turn(game);
    } else if (strncmp(word, "show:", 5) == 0) {
        pay(game, seat, BANK, piece_points(piece));
        naive_pieces_remove(&game->hand[seat], piece);
        if (shown_seat(game) < 0)
            end_deal(game, true);
    } else {
        play_lay(game, word);
    }
}

/* Only the seat that is dealt a piece or draws it sees it; a gift is seen by two. */
void naive_rapid_mask(const struct naive_trioker *game, const char *word, int reader, char *text) {
    bool stock = strncmp(word, "deal:", 5) == 0 || strncmp(word, "draw:", 5) == 0;
    bool gift = strncmp(word, "give:", 5) == 0;
    bool sees = reader == NAIVE_EVERYBODY || reader == game->mover;
    snprintf(text, NAIVE_TEXT, "%s", word);
    if (gift && atoi(word + 5) - 1 == reader)
        sees = true;
    if ((stock || gift) && !sees)
        strcpy(strrchr(text, ':') + 1, "?");
}
