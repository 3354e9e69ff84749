/* trioker_duel.c - the duel of Trioker, two champions with open hands (RULES.md). */
#include "base/error.h"
#include "games/trioker.h"

#include "base/language.h"
#include "games/picture.h"
#include "games/position.h"

#include <stdio.h>
#include <string.h>

/* Which pieces the two begin with (our decision; all examples of the sheet agree). */
static const char camps[2][TRIOKER_CAMP][TRIOKER_PIECE_TEXT] = {
    {"000", "222", "002", "110", "112", "220", "330", "332", "023", "032", "123", "132"},
    {"111", "333", "001", "003", "113", "221", "223", "331", "012", "021", "031", "301"}};

static const char *const camp_names[2] = {N_("Pair"), N_("Impair")};

static const trioker_set triples = 1 << 0 | 1 << 13 | 1 << 20 | 1 << 23;

static const struct game_parameter parameters[] = {{"hatched", 0, 1, 1}, {NULL, 0, 0, 0}};

/* ---- the board ------------------------------------------------------------------------------- */

static trioker_set read_camp(const char pieces[TRIOKER_CAMP][TRIOKER_PIECE_TEXT]) {
    trioker_set camp = 0;
    for (int i = 0, piece, rotation; i < TRIOKER_CAMP; i++)
        if (trioker_piece_read(trioker_joker_usual(), pieces[i], &piece, &rotation))
            camp |= UINT32_C(1) << piece;
    return camp;
}

static struct game_board *trioker_duel_prepare(const struct game *game, const struct grid *grid,
                                               int players, const int *parameter,
                                               struct error *error) {
    enum { ON_A_CELL = 4 }; /* two corners of an open cell have values */
    struct trioker_board *board = trioker_board_new(grid, parameter[0], error);
    (void)game, (void)players;
    if (!board)
        return NULL;
    for (int seat = 0; seat < 2; seat++)
        board->pieces[seat] = read_camp(camps[seat]);
    board->base = (struct game_board){.state_size = sizeof(struct trioker_duel_state),
                                      .moves_max = board->panel.cells * ON_A_CELL,
                                      .worst = TRIOKER_CAMP};
    return &board->base;
}

/* ---- playing --------------------------------------------------------------------------------- */

static void trioker_duel_start(const struct game_board *base, struct game_state *state, int half) {
    const struct trioker_board *board = trioker_board(base);
    struct trioker_duel_state *s = trioker_duel_changeable(state);
    (void)half;
    memset(s, 0, sizeof *s);
    trioker_laid_start(&s->laid);
    memcpy(s->hand, board->pieces, sizeof s->hand);
    s->plays = 1;
}

static int trioker_duel_turn(const struct game_board *base, const struct game_state *state) {
    const struct trioker_duel_state *s = trioker_duel_state(state);
    (void)base;
    return s->over ? GAME_OVER : s->mover;
}

static int trioker_duel_moves(const struct game_board *base, const struct game_state *state,
                              uint32_t *out) {
    const struct trioker_board *board = trioker_board(base);
    const struct trioker_duel_state *s = trioker_duel_state(state);
    struct trioker_cells first = {{0, 0}};
    if (s->over)
        return 0;
    trioker_add(&first, board->start);
    int count =
        s->laid.count
            ? trioker_moves(&board->panel, &s->laid, s->laid.open, s->hand[s->mover], out)
            : trioker_moves(&board->panel, &s->laid, first, s->hand[s->mover] & ~triples, out);
    if (count == 0)
        out[count++] = GAME_PASS;
    return count;
}

static void next_player(struct trioker_duel_state *s) {
    s->mover = !s->mover;
    s->plays = 1;
}

static void trioker_duel_find_end(const struct trioker_board *board, struct trioker_duel_state *s) {
    if (!s->hand[0] || !s->hand[1])
        s->over = TRIOKER_DUEL_LAID;
    else if (!(trioker_playable(&board->panel, &s->laid, s->laid.open) & (s->hand[0] | s->hand[1])))
        s->over = TRIOKER_DUEL_BLOCKED;
}

static void trioker_duel_play(const struct game_board *base, struct game_state *state,
                              uint32_t move) {
    const struct trioker_board *board = trioker_board(base);
    struct trioker_duel_state *s = trioker_duel_changeable(state);
    if (move == GAME_PASS) { /* all replays are lost */
        next_player(s);
        return;
    }
    s->plays = (uint8_t)(s->plays - 1 + trioker_lay(&board->panel, &s->laid, move));
    s->hand[s->mover] &= ~(UINT32_C(1) << trioker_move_piece(move));
    trioker_duel_find_end(board, s);
    if (!s->over && s->plays == 0)
        next_player(s);
}

static const struct game_end ends[] = {
    [TRIOKER_DUEL_LAID - 1] = {N_("laid"), N_("a player has placed their last piece"), false},
    [TRIOKER_DUEL_BLOCKED - 1] = {N_("blocked"), N_("nobody can place a piece"), false},
    {NULL, NULL, false},
};

static void trioker_duel_score(const struct game_board *base, const struct game_state *state,
                               struct game_score *out) {
    const struct trioker_duel_state *s = trioker_duel_state(state);
    memset(out, 0, sizeof *out);
    for (int seat = 0; seat < 2; seat++) {
        out->points[seat] = trioker_count(s->hand[seat]);
        out->margin[seat] = trioker_count(s->hand[!seat]) - trioker_count(s->hand[seat]);
    }
    out->over = game_end_name(base->game, s->over);
}

/* `plays`: pieces that the mover lays before the other one moves. */
static void situate(const struct game_board *base, const struct game_state *state,
                    struct game_situation *situation) {
    const struct trioker_duel_state *s = trioker_duel_state(state);
    (void)base;
    if (s->laid.count == 0)
        situation->phase = "first";
    game_count(situation, "plays", s->plays);
}

/* The pieces on the board determine the hands, and these determine how it ended. */
static uint64_t trioker_duel_hash(const struct game_board *base, const struct game_state *state) {
    const struct trioker_duel_state *s = trioker_duel_state(state);
    (void)base;
    return s->laid.key + (2u * s->plays + s->mover) * UINT64_C(0xd6e8feb86659fd93);
}

/* ---- text ------------------------------------------------------------------------------------ */

static const char *refuse_pass(const struct trioker_board *board,
                               const struct trioker_duel_state *s, struct error *why) {
    uint32_t some[TRIOKER_CELLS_MAX * 4];
    char text[GAME_MOVE_TEXT];
    struct game_state state;
    memcpy(state.bytes, s, sizeof *s);
    trioker_duel_moves(&board->base, &state, some);
    if (some[0] == GAME_PASS)
        return NULL;
    trioker_move_write(trioker_joker_usual(), some[0], text);
    return error_text(why, _("a player who can place a piece may not pass; %s is possible"), text);
}

static const char *refuse_hand(const struct trioker_board *board,
                               const struct trioker_duel_state *s, int piece, struct error *why) {
    char text[TRIOKER_PIECE_TEXT];
    trioker_piece_write(trioker_joker_usual(), piece, 0, text);
    if (s->hand[s->mover] >> piece & 1)
        return NULL;
    if (board->pieces[s->mover] >> piece & 1)
        return error_text(why, _("%s has already been placed"), text);
    return error_text(why, _("%s is not among the pieces of %s"), text, _(camp_names[s->mover]));
}

static const char *refuse_first(const struct trioker_board *board, uint32_t move,
                                struct error *why) {
    if (trioker_move_cell(move) != board->start)
        return error_text(why, _("the first piece is placed on the start cell, %d"), board->start);
    if (triples >> trioker_move_piece(move) & 1)
        return error_text(why, _("the first piece may not be a triple"));
    return NULL;
}

static const char *trioker_duel_refuse(const struct game_board *base,
                                       const struct game_state *state, uint32_t move,
                                       struct error *why) {
    const struct trioker_board *board = trioker_board(base);
    const struct trioker_duel_state *s = trioker_duel_state(state);
    const char *reason;
    if (s->over)
        return error_text(why, _("the game is over"));
    if (move == GAME_PASS)
        return refuse_pass(board, s, why);
    if (!trioker_is_move(&board->panel, move))
        return error_text(why, _("that is not a move"));
    if ((reason = refuse_hand(board, s, trioker_move_piece(move), why)))
        return reason;
    return s->laid.count == 0 ? refuse_first(board, move, why)
                              : trioker_refuse_beside(&board->panel, &s->laid, move, why);
}

/* The pieces on the board tell the hands. */
static void trioker_duel_write_position(const struct game_board *base,
                                        const struct game_state *state, struct text *text) {
    const struct trioker_duel_state *s = trioker_duel_state(state);
    (void)base;
    text_addf(text, "turn=%d plays=%d", s->mover + 1, s->plays);
    trioker_spell_laid(trioker_joker_usual(), &s->laid, text);
}

static bool trioker_duel_read_position(const struct game_board *base, struct game_state *state,
                                       struct position_words *words, struct error *error) {
    const struct trioker_board *board = trioker_board(base);
    struct trioker_duel_state *s = trioker_duel_changeable(state);
    int seat, plays, begun;
    if (!position_turn(words, base, &seat, error) ||
        !trioker_read_laid(&board->panel, words, board->start, board->pieces[0] | board->pieces[1],
                           &s->laid, error))
        return false;
    trioker_set laid = trioker_laid_pieces(&s->laid);
    begun = s->laid.count > 0;
    if (begun &&
        !((board->pieces[0] & ~triples) >> trioker_lying_piece(&s->laid, board->start) & 1))
        return error_set(error,
                         _("laid: on the start cell, %d, lies a piece of Pair that is not a "
                           "triple"),
                         board->start);
    for (int camp = 0; camp < 2; camp++)
        s->hand[camp] = board->pieces[camp] & ~laid;
    if (begun)
        trioker_duel_find_end(board, s);
    if (!position_number(words, "plays", !s->over, begun ? TRIOKER_CAMP : 1, 1, &plays, error))
        return false;
    if (!begun && seat != 0)
        return error_set(error, _("Pair, seat 1, begins"));
    s->mover = (uint8_t)seat;
    s->plays = (uint8_t)plays;
    return true;
}

/* Tells that the same player goes on, if they do. */
static void tell(const struct game_board *base, const struct game_state *state, uint32_t move,
                 char *text) {
    const struct trioker_duel_state *s = trioker_duel_state(state);
    struct game_state next;
    *text = '\0';
    game_copy(base, &next, state);
    trioker_duel_play(base, &next, move);
    int left = trioker_duel_state(&next)->plays;
    if (trioker_duel_turn(base, &next) == s->mover && left >= s->plays)
        sprintf(text,
                ngettext("That completes a hexagon: %s places %d more piece.\n",
                         "That completes a hexagon: %s places %d more pieces.\n",
                         (unsigned long)left),
                _(camp_names[s->mover]), left);
}

static void trioker_duel_show(const struct game_board *base, const struct game_state *state,
                              char *text) {
    const struct trioker_board *board = trioker_board(base);
    const struct trioker_duel_state *s = trioker_duel_state(state);
    text += sprintf(text, _("duel on %d cells, %d placed, "),
                    __builtin_popcountll(board->panel.use.word[0]) +
                        __builtin_popcountll(board->panel.use.word[1]),
                    s->laid.count);
    if (s->over)
        text += sprintf(text, _("over: %s\n"), _(game_end_name(base->game, s->over)));
    else
        text += sprintf(text, _("%s (seat %d) to move, pieces to place in a row: %d\n"),
                        _(camp_names[s->mover]), s->mover + 1, s->plays);
    text = trioker_write_laid(trioker_joker_usual(), &s->laid, text);
    for (int seat = 0; seat < 2; seat++) {
        text += sprintf(text, "%s %d:", _(camp_names[seat]), trioker_count(s->hand[seat]));
        text = trioker_write_pieces(trioker_joker_usual(), s->hand[seat], 0, text);
        text += sprintf(text, "\n");
    }
}

static bool trioker_duel_draw(const struct game_board *base, const struct game_state *state,
                              const struct picture_before *before, struct picture *picture) {
    static const enum picture_colour roles[2] = {PICTURE_BLUE, PICTURE_RED};
    const struct trioker_board *board = trioker_board(base);
    const struct trioker_duel_state *s = trioker_duel_state(state);
    if (!trioker_draw_panel(&board->panel, &s->laid, board->start, before, picture))
        return false;
    struct trioker_cells left = s->laid.filled, hatched;
    trioker_hatched(board->panel.grid, &hatched);
    for (int cell; trioker_take(&hatched, &cell);)
        picture->cell[cell].colour = PICTURE_DARK;
    for (int cell; trioker_take(&left, &cell);) {
        bool pair = board->pieces[0] >> trioker_lying_piece(&s->laid, cell) & 1;
        picture->cell[cell].colour = roles[!pair];
    }
    for (int seat = 0; seat < 2; seat++) {
        picture->side[seat] =
            (struct picture_side){.name = camp_names[seat], .colour = roles[seat], .seat = seat};
        trioker_draw_hand(trioker_joker_usual(), &picture->hand[seat], s->hand[seat], 0);
    }
    picture->sides = 2;
    return true;
}

/* ---- the table ------------------------------------------------------------------------------- */

const struct game trioker_duel = {
    .name = "trioker-duel",
    .title = N_("Trioker duel"),
    .about =
        N_("place pieces so that corners that meet have the same value; the first to run out wins"),
    .rules =
        {N_("Place one of your twelve pieces beside those on the board: 34:012 puts 0, 1 and 2\n"
            "on the corners of cell 34, clockwise from the tip if it points up, from the left\n"
            "corner if it points down. Corners that meet must have the same value. Pair begins\n"
            "on the start cell, 33, and not with a triple such as 222."),
         N_("A player who places the sixth piece around a point places another one at once. A\n"
            "player who can place none passes. The first to run out of pieces wins; if nobody\n"
            "can go on, the player with fewer pieces left wins.")},
    .players_min = 2,
    .players_max = 2,
    .halves = 1,
    .parameters = parameters,
    .ends = ends,
    .prepare = trioker_duel_prepare,
    .start = trioker_duel_start,
    .turn = trioker_duel_turn,
    .moves = trioker_duel_moves,
    .refuse = trioker_duel_refuse,
    .play = trioker_duel_play,
    .score = trioker_duel_score,
    .parse = trioker_parse,
    .misread = trioker_misread,
    .format = trioker_format,
    .show = trioker_duel_show,
    .hash = trioker_duel_hash,
    .write_position = trioker_duel_write_position,
    .read_position = trioker_duel_read_position,
    .situate = situate,
    .draw = trioker_duel_draw,
    .tell = tell,
};
