/* naive_triangulation.c - the rules of Triangulation, written plainly. */
#include "tests/lib/naive_triangulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- generals and checks --------------------------------------------------------------------- */

static int general_of(const struct naive_army_game *game, int colour) {
    int i = 0;
    while (game->piece[i].kind != 'G' || game->piece[i].colour != colour)
        i++;
    return i;
}

/* Whether any piece that a seat commands could take what stands on a cell. */
static bool could_take(const struct naive_army_game *game, int seat, const int *place) {
    for (int i = 0; i < NAIVE_PIECES; i++) {
        struct naive_list list; /* too large to be cleared for each piece */
        list.count = 0;
        if (!game->piece[i].place[0] || naive_commander(game, i) != seat)
            continue;
        naive_piece_moves(game, &list, i);
        for (int m = 0; m < list.count; m++)
            if (naive_same(list.move[m].to, place))
                return true;
    }
    return false;
}

bool naive_checks(const struct naive_army_game *game, int enemy, int seat) {
    return enemy != seat && game->in[enemy] &&
           could_take(game, enemy, game->piece[general_of(game, seat)].place);
}

static bool in_check(const struct naive_army_game *game, int seat) {
    return naive_checks(game, 0, seat) || naive_checks(game, 1, seat) ||
           naive_checks(game, 2, seat);
}

/* ---- doing ----------------------------------------------------------------------------------- */

static void remove_piece(struct naive_army_game *game, int captor, int piece) {
    struct naive_piece *p = &game->piece[piece];
    memset(p->place, 0, sizeof p->place);
    p->holder = captor;
    if (p->kind != 'G')
        return;
    int owner = game->commander[p->colour];
    for (int colour = 0; colour < 3; colour++)
        if (game->commander[colour] == owner)
            game->commander[colour] = captor;
    if (owner < 0)
        return;
    game->in[owner] = false;
    for (int seat = 0; seat < 3; seat++)
        game->obliged[owner][seat] = game->obliged[seat][owner] = false;
    for (int i = 0; i < NAIVE_PIECES; i++)
        if (game->piece[i].holder == owner)
            game->piece[i].holder = -1;
}

static void place_piece(struct naive_army_game *game, int piece, const int *to) {
    memcpy(game->piece[piece].place, to, sizeof game->piece[piece].place);
    game->piece[piece].moved = true;
}

static void change(struct naive_army_game *game, const struct naive_move *move) {
    int from[3];
    memcpy(from, game->piece[move->piece].place, sizeof from);
    if (move->castle >= 0) {
        place_piece(game, move->castle, from);
        place_piece(game, move->piece, move->to);
        return;
    }
    int taken = naive_piece_on(game, move->to);
    if (taken >= 0)
        remove_piece(game, game->mover, taken);
    place_piece(game, move->piece, move->to);
    if (move->rescued < 0)
        return;
    bool infantry = game->piece[move->rescued].kind == 'I';
    place_piece(game, move->piece, move->home);
    place_piece(game, move->rescued, infantry ? move->rescued_home : move->to);
    game->piece[move->rescued].holder = -1;
}

/* Another position as the present one: no past. */
static void copy(struct naive_army_game *to, const struct naive_army_game *from) {
    *to = *from;
    to->past = NULL;
    to->past_count = 0;
}

static bool is_safe(const struct naive_army_game *game, const struct naive_move *move) {
    struct naive_army_game next;
    copy(&next, game);
    change(&next, move);
    return !in_check(&next, game->mover);
}

/* ---- rescues --------------------------------------------------------------------------------- */

/* The third row of an army. */
static void third_row(int colour, int number, int *place) {
    static const int row[5][3] = {{3, 6, 8}, {3, 7, 7}, {3, 8, 6}, {3, 7, 8}, {3, 8, 7}};
    const int origin[3] = {0, 0, 0};
    naive_shifted(origin, colour, row[number][0], row[number][1], row[number][2], place);
}

/* `next` is what the move alone leads to. */
static void add_homes(const struct naive_army_game *next, struct naive_list *list,
                      struct naive_move move) {
    int colour = next->piece[move.piece].colour, other = next->piece[move.rescued].colour;
    bool infantry = next->piece[move.rescued].kind == 'I';
    for (int i = 0; i < 5; i++) {
        third_row(colour, i, move.home);
        if (!naive_is_empty(next, move.home))
            continue;
        if (!infantry)
            list->move[list->count++] = move;
        for (int j = colour == other ? i + 1 : 0; infantry && j < 5; j++) {
            third_row(other, j, move.rescued_home);
            if (naive_is_empty(next, move.rescued_home))
                list->move[list->count++] = move;
        }
    }
}

/* What a move of infantry could bring back, once it is made: whose general it takes is out, with
 * the prisons, and whose colours it takes over are the mover's. */
static void add_rescues(const struct naive_army_game *game, struct naive_list *list,
                        struct naive_move move) {
    struct naive_army_game next;
    if (game->piece[move.piece].kind != 'I')
        return;
    copy(&next, game);
    change(&next, &move);
    for (int host = 0; host < 3; host++) {
        int corner[3] = {8, 8, 8};
        corner[host] = 1;
        if (host == game->mover || !next.in[host] || !naive_same(corner, move.to))
            continue;
        bool seen[3][128] = {{false}};
        for (int i = 0; i < NAIVE_PIECES; i++) {
            const struct naive_piece *p = &next.piece[i];
            if (p->holder != host || p->kind == 'G' || naive_commander(&next, i) != game->mover ||
                seen[p->colour][(int)p->kind])
                continue;
            seen[p->colour][(int)p->kind] = true; /* two of a kind are alike */
            move.rescued = i;
            add_homes(&next, list, move);
        }
    }
}

/* ---- legal moves ----------------------------------------------------------------------------- */

static void add_castlings(const struct naive_army_game *game, struct naive_list *list) {
    int general = general_of(game, game->mover);
    if (game->piece[general].moved || in_check(game, game->mover))
        return;
    for (int i = 0; i < NAIVE_PIECES; i++) {
        const struct naive_piece *p = &game->piece[i];
        if (p->kind != 'R' || p->colour != game->mover || p->moved || !p->place[0])
            continue;
        struct naive_move move = {.piece = general, .castle = i, .rescued = -1};
        memcpy(move.to, p->place, sizeof move.to);
        list->move[list->count++] = move;
    }
}

static void keep_safe(const struct naive_army_game *game, struct naive_list *list) {
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (is_safe(game, &list->move[i]))
            list->move[kept++] = list->move[i];
    list->count = kept;
}

static void keep_obliged(const struct naive_army_game *game, struct naive_list *list) {
    struct naive_list kept;
    kept.count = 0;
    for (int i = 0; i < list->count; i++)
        for (int seat = 0; seat < 3; seat++)
            if (game->obliged[seat][game->mover] && list->move[i].castle < 0 &&
                naive_same(list->move[i].to, game->piece[general_of(game, seat)].place))
                kept.move[kept.count++] = list->move[i];
    if (kept.count)
        *list = kept;
}

/* Whether the mover has a safe move; list: what is legal then, without a pass. */
static bool list_legal(const struct naive_army_game *game, struct naive_list *list) {
    struct naive_list all;
    all.count = 0;
    for (int i = 0; i < NAIVE_PIECES; i++) {
        int first = all.count;
        if (game->piece[i].place[0] && naive_commander(game, i) == game->mover)
            naive_piece_moves(game, &all, i);
        for (int m = first, last = all.count; m < last; m++)
            add_rescues(game, &all, all.move[m]);
    }
    *list = all;
    add_castlings(game, list);
    keep_safe(game, list);
    bool safe = list->count > 0;
    if (!safe)
        *list = all;
    keep_obliged(game, list);
    return safe;
}

/* ---- text ------------------------------------------------------------------------------------ */

static int write_place(const int *place, char *text) {
    return sprintf(text, "%c%d%c", "?ABCDEFGH"[place[0]], place[1], "?bgdtpsfo"[place[2]]);
}

static void write_move(const struct naive_army_game *game, const struct naive_move *move,
                       char *text) {
    text += write_place(game->piece[move->piece].place, text);
    *text++ = move->castle >= 0 ? '=' : '-';
    text += write_place(move->to, text);
    if (move->rescued < 0)
        return;
    const struct naive_piece *rescued = &game->piece[move->rescued];
    text += sprintf(text, "+%c%c@", "rgb"[rescued->colour], rescued -> kind);
    text += write_place(move->home, text);
    if (rescued->kind == 'I') {
        *text++ = '@';
        write_place(move->rescued_home, text);
    }
}

int naive_army_moves(const struct naive_army_game *game, char moves[][NAIVE_TEXT]) {
    struct naive_list list;
    if (game->over)
        return 0;
    list_legal(game, &list);
    for (int i = 0; i < list.count; i++)
        write_move(game, &list.move[i], moves[i]);
    if (list.count == 0)
        strcpy(moves[list.count++], "pass");
    return list.count;
}

/* All that repetition compares. Pieces of a kind are alike, so the cells are written in order. */
static char *write_position(const struct naive_army_game *game) {
    char text[1024], *end = text;
    for (int rank = 1; rank <= 8; rank++)
        for (int file = 1; file <= 8; file++)
            for (int column = 17 - rank - file; column <= 18 - rank - file; column++) {
                const int place[3] = {rank, file, column};
                int i = naive_is_cell(place) ? naive_piece_on(game, place) : -1;
                if (i < 0) {
                    *end++ = '.';
                    continue;
                }
                const struct naive_piece *p = &game->piece[i];
                bool may_castle = p->kind == 'R' && !p->moved && p->colour < game->players &&
                                  game->commander[p->colour] == p->colour &&
                                  !game->piece[general_of(game, p->colour)].moved;
                bool may_double = p->kind == 'I' && !p->moved;
                end +=
                    sprintf(end, "%c%d%s", p->kind, p->colour, may_castle || may_double ? "!" : "");
            }
    for (int holder = 0; holder < 3; holder++)
        for (const char *kind = "IRC"; *kind; kind++)
            for (int colour = 0; colour < 3; colour++) {
                int count = 0;
                for (int i = 0; i < NAIVE_PIECES; i++)
                    count += game->piece[i].holder == holder && game->piece[i].kind == *kind &&
                             game->piece[i].colour == colour;
                end += sprintf(end, "%d", count);
            }
    for (int a = 0; a < 3; a++) {
        end += sprintf(end, " %d", game->commander[a]);
        for (int b = 0; b < 3; b++)
            end += sprintf(end, "%d", game->obliged[a][b]);
    }
    sprintf(end, " %d", game->mover);
    return strdup(text);
}

/* ---- the game -------------------------------------------------------------------------------- */

static void set_up_army(struct naive_army_game *game, int colour) {
    static const int place[][3] = {{1, 8, 8}, {2, 8, 8}, {2, 7, 8}, {2, 8, 7}};
    bool inert = colour >= game->players;
    const int origin[3] = {0, 0, 0};
    for (int i = 0; i < 9; i++) {
        struct naive_piece *p = &game->piece[colour * 9 + i];
        *p = (struct naive_piece){
            .kind = (inert ? "GCRRIIIII" : "CGRRIIIII")[i], .colour = colour, .holder = -1};
        if (i < 4)
            naive_shifted(origin, colour, place[i][0], place[i][1], place[i][2], p->place);
        else
            third_row(colour, i - 4, p->place);
    }
    game->in[colour] = !inert;
    game->commander[colour] = inert ? -1 : colour;
}

static int remember(struct naive_army_game *game) {
    char *now = write_position(game);
    int times = 1;
    for (int i = 0; i < game->past_count; i++)
        times += strcmp(game->past[i], now) == 0;
    game->past = realloc(game->past, (size_t)(game->past_count + 1) * sizeof *game->past);
    game->past[game->past_count++] = now;
    return times;
}

void naive_army_start(struct naive_army_game *game, int players) {
    memset(game, 0, sizeof *game);
    game->players = players;
    for (int colour = 0; colour < 3; colour++)
        set_up_army(game, colour);
    remember(game);
}

void naive_army_free(struct naive_army_game *game) {
    for (int i = 0; i < game->past_count; i++)
        free(game->past[i]);
    free(game->past);
}

static bool only_generals(const struct naive_army_game *game) {
    for (int i = 0; i < NAIVE_PIECES; i++)
        if (game->piece[i].place[0] && game->piece[i].kind != 'G')
            return false;
    return true;
}

/* The next player begins the turn: mated, and by whom? */
static void begin_turn(struct naive_army_game *game) {
    struct naive_list list;
    for (int seat = 0; seat < 3; seat++)
        game->obliged[seat][game->mover] = false;
    do
        game->mover = (game->mover + 1) % 3;
    while (!game->in[game->mover]);
    if (!in_check(game, game->mover) || list_legal(game, &list))
        return;
    for (int seat = 0; seat < 3; seat++)
        game->obliged[game->mover][seat] = naive_checks(game, seat, game->mover);
}

static void find_end(struct naive_army_game *game) {
    int left = game->in[0] + game->in[1] + game->in[2];
    if (left == 1)
        game->over = "won";
    else if (only_generals(game))
        game->over = "generals";
    if (game->over)
        return;
    begin_turn(game);
    int times = remember(game);
    if (times >= 3)
        game->over = "repetition";
    else if (game->quiet >= 50 * left)
        game->over = "rounds";
}

static bool resets(const struct naive_army_game *game, const struct naive_move *move) {
    const struct naive_piece *p = &game->piece[move->piece];
    if (move->castle >= 0)
        return false;
    return naive_piece_on(game, move->to) >= 0 || move->rescued >= 0 ||
           (p->kind == 'I' && p->place[p->colour] != 8);
}

void naive_army_play(struct naive_army_game *game, const char *text) {
    struct naive_list list;
    char written[NAIVE_TEXT];
    list_legal(game, &list);
    game->quiet++;
    for (int i = 0; i < list.count; i++) {
        write_move(game, &list.move[i], written);
        if (strcmp(written, text) != 0)
            continue;
        if (resets(game, &list.move[i]))
            game->quiet = 0;
        change(game, &list.move[i]);
        break;
    }
    find_end(game);
}
