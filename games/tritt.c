/* tritt.c - Tritt by Nestor Romeral Andres (2009): pieces of three points in a line, in both
 * colours (RULES.md). The board is sets of points; see tritt.h. */
#include "games/tritt.h"

#include "base/error.h"
#include "base/language.h"
#include "games/position.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE_USUAL = 6 };

static const struct game_parameter parameters[] = {
    {"size", TRITT_SIZE_MIN, TRITT_SIZE_MAX, SIZE_USUAL},
    {NULL, 0, 0, 0},
};

/* ---- the board ------------------------------------------------------------------------------- */

/* The points of each piece whose three points lie on the board; returns how many there are. */
static int list_pieces(struct tritt_board *board) {
    int count = 0;
    for (int d = 0; d < POINTS_DIRECTIONS; d++)
        for (int bit = 0; bit < POINTS_BITS; bit++) {
            int step = board->step[d], piece = tritt_piece(d, bit);
            if (!points_has(&board->all, bit) || !points_has(&board->all, bit - step) ||
                !points_has(&board->all, bit + step))
                continue;
            points_add(&board->ends[piece], bit - step);
            points_add(&board->ends[piece], bit + step);
            board->three[piece] = board->ends[piece];
            points_add(&board->three[piece], bit);
            count++;
        }
    return count;
}

static struct game_board *tritt_prepare(const struct game *game, const struct grid *grid,
                                        int players, const int *parameter, struct error *error) {
    struct tritt_board *board = calloc(1, sizeof *board);
    (void)game, (void)grid, (void)players;
    if (!board)
        return error_null_memory(error);
    int size = parameter[0], stride = 2 * size - 1;
    board->size = size;
    board->stride = stride;
    board->step[0] = 1;
    board->step[1] = stride;
    board->step[2] = stride + 1;
    for (int row = 0; row < stride; row++)
        for (int column = 0; column < stride; column++)
            if (abs(row - column) < size)
                points_add(&board->all, row * stride + column);
    int slides = 2 * size - 4; /* a line of 2 * size - 1 points holds a piece in one place more */
    board->base = (struct game_board){.state_size = sizeof(struct tritt_state),
                                      .moves_max = list_pieces(board) * (1 + TRITT_PIECES * slides),
                                      .worst = 1};
    return &board->base;
}

/* ---- playing --------------------------------------------------------------------------------- */

static void tritt_put(const struct tritt_board *board, struct tritt_state *state, int owner,
                      int piece) {
    int i = state->count[owner]++;
    for (; i > 0 && state->piece[owner][i - 1] > piece; i--)
        state->piece[owner][i] = state->piece[owner][i - 1];
    state->piece[owner][i] = (uint16_t)piece;
    points_add(&state->colour[owner], tritt_centre(piece));
    state->colour[!owner] = points_or(state->colour[!owner], board->ends[piece]);
}

static void tritt_take(const struct tritt_board *board, struct tritt_state *state, int owner,
                       int piece) {
    int i = 0, last = --state->count[owner];
    while (i < last && state->piece[owner][i] != piece)
        i++;
    for (; i < last; i++)
        state->piece[owner][i] = state->piece[owner][i + 1];
    state->piece[owner][last] = 0; /* equal positions are equal bytes */
    for (int colour = 0; colour < 2; colour++)
        state->colour[colour] = points_without(state->colour[colour], board->three[piece]);
}

static void tritt_start(const struct game_board *base, struct game_state *state, int half) {
    struct tritt_state *s = tritt_changeable(state);
    (void)base;
    (void)half;
    memset(s, 0, sizeof *s);
    s->winner = -1;
}

static int tritt_turn(const struct game_board *base, const struct game_state *state) {
    const struct tritt_state *s = tritt_state(state);
    (void)base;
    return s->over ? GAME_OVER : s->mover;
}

static bool is_blocked(const struct tritt_board *board, const struct tritt_state *state,
                       int player) {
    struct tritt_places places;
    tritt_find_places(board, state, player, &places);
    return !tritt_has_place(&places);
}

/* Ends the game after the mover's turn, for the first reason that holds. */
static void tritt_find_end(const struct tritt_board *board, struct tritt_state *state, bool slid) {
    int mover = state->mover;
    state->over = TRITT_GOING;
    if (slid && tritt_has_line(board, state->colour[!mover])) {
        state->over = TRITT_WRONG_LINE;
        state->winner = (int8_t)!mover;
    } else if (slid && tritt_has_line(board, state->colour[mover])) {
        state->over = TRITT_LINE;
        state->winner = (int8_t)mover;
    } else if (state->count[0] + state->count[1] == 2 * TRITT_PIECES) {
        state->over = TRITT_PLACED;
    } else if (is_blocked(board, state, !mover)) {
        state->over = TRITT_BLOCKED;
        state->winner = (int8_t)mover;
    }
}

static void tritt_play(const struct game_board *base, struct game_state *state, uint32_t move) {
    const struct tritt_board *board = tritt_board(base);
    struct tritt_state *s = tritt_changeable(state);
    bool slides = tritt_slides(move);
    tritt_put(board, s, s->mover, tritt_placed(move));
    if (slides) {
        tritt_take(board, s, !s->mover, tritt_from(move));
        tritt_put(board, s, !s->mover, tritt_to(move));
    }
    tritt_find_end(board, s, slides);
    s->mover = !s->mover;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Where an enemy piece may go before anything was placed. */
struct sliding {
    int piece;
    struct points path; /* the empty points that it may come to */
    int forwards, backwards;
};

static int list_sliding(const struct tritt_board *board, const struct tritt_state *state,
                        const struct points *empty, struct sliding *sliding) {
    int enemy = !state->mover;
    for (int i = 0; i < state->count[enemy]; i++) {
        struct sliding *s = &sliding[i];
        int piece = state->piece[enemy][i], centre = tritt_centre(piece),
            step = board->step[tritt_direction(piece)];
        *s = (struct sliding){.piece = piece,
                              .forwards = tritt_reach(board, empty, piece, 1),
                              .backwards = tritt_reach(board, empty, piece, -1)};
        for (int k = -s->backwards; k <= s->forwards; k++)
            if (k != 0)
                points_add(&s->path, centre + (k > 0 ? k + 1 : k - 1) * step);
    }
    return state->count[enemy];
}

/* Appends the slides of one piece, the shortest first, forwards before backwards. */
static int append_slides(const struct tritt_board *board, int piece, int forwards, int backwards,
                         uint32_t placed, uint32_t *out) {
    int step = board->step[tritt_direction(piece)], count = 0;
    for (int k = 1; k <= forwards; k++)
        out[count++] = placed | tritt_slide(piece, piece + k * step);
    for (int k = 1; k <= backwards; k++)
        out[count++] = placed | tritt_slide(piece, piece - k * step);
    return count;
}

/* The slides when a piece that was placed blocks some of them. */
static int append_hindered(const struct tritt_board *board, const struct points *empty,
                           const struct sliding *sliding, int pieces, int placed, uint32_t *out) {
    struct points left = points_without(*empty, board->three[placed]);
    int count = 0;
    for (int i = 0; i < pieces; i++) {
        const struct sliding *s = &sliding[i];
        bool hindered = points_meet(s->path, board->three[placed]);
        int forwards = hindered ? tritt_reach(board, &left, s->piece, 1) : s->forwards;
        int backwards = hindered ? tritt_reach(board, &left, s->piece, -1) : s->backwards;
        count += append_slides(board, s->piece, forwards, backwards, (uint32_t)placed, out + count);
    }
    return count;
}

static int tritt_moves(const struct game_board *base, const struct game_state *state,
                       uint32_t *out) {
    const struct tritt_board *board = tritt_board(base);
    const struct tritt_state *s = tritt_state(state);
    struct sliding sliding[TRITT_PIECES];
    struct tritt_places places;
    struct points empty = tritt_empty(board, s), paths = {{0}};
    uint32_t slide[TRITT_PIECES * 2 * TRITT_SIZE_MAX];
    int count = 0, slides = 0, pieces = 0;
    if (s->over)
        return 0;
    tritt_find_places(board, s, s->mover, &places);
    if (s->count[s->mover] > 0)
        pieces = list_sliding(board, s, &empty, sliding);
    for (int i = 0; i < pieces; i++) {
        paths = points_or(paths, sliding[i].path);
        slides += append_slides(board, sliding[i].piece, sliding[i].forwards, sliding[i].backwards,
                                0, slide + slides);
    }
    for (int d = 0; d < POINTS_DIRECTIONS; d++)
        for (int centre; points_take(&places.centre[d], &centre);) {
            int placed = tritt_piece(d, centre);
            out[count++] = (uint32_t)placed | TRITT_NO_SLIDE;
            if (points_meet(paths, board->three[placed])) {
                count += append_hindered(board, &empty, sliding, pieces, placed, out + count);
                continue;
            }
            for (int i = 0; i < slides; i++)
                out[count + i] = (uint32_t)placed | slide[i];
            count += slides;
        }
    return count;
}

/* ---- scores and keys ------------------------------------------------------------------------- */

static void tritt_score(const struct game_board *base, const struct game_state *state,
                        struct game_score *out) {
    const struct tritt_state *s = tritt_state(state);
    memset(out, 0, sizeof *out);
    for (int player = 0; player < 2; player++) {
        out->points[player] = s->count[player];
        out->margin[player] = s->winner < 0 ? 0 : s->winner == player ? 1 : -1;
    }
    out->over = game_end_name(base->game, s->over);
}

/* In the first turn a player only places. `left`: pieces until the game is drawn. */
static void situate(const struct game_board *base, const struct game_state *state,
                    struct game_situation *situation) {
    const struct tritt_state *s = tritt_state(state);
    (void)base;
    if (s->count[s->mover] == 0)
        situation->phase = "first";
    game_count(situation, "left", 2 * TRITT_PIECES - s->count[0] - s->count[1]);
}

/* A sum over the pieces; their number determines who is to move, and how it ended. */
static uint64_t tritt_hash(const struct game_board *base, const struct game_state *state) {
    const struct tritt_state *s = tritt_state(state);
    uint64_t key = 0;
    (void)base;
    for (int owner = 0; owner < 2; owner++)
        for (int i = 0; i < s->count[owner]; i++)
            key += tritt_key(owner, s->piece[owner][i]);
    return key;
}

/* ---- positions ------------------------------------------------------------------------------- */

static const char *const piece_keys[] = {"pieces1", "pieces2"};

static void tritt_write_position(const struct game_board *base, const struct game_state *state,
                                 struct text *text) {
    const struct tritt_state *s = tritt_state(state);
    char piece[GAME_MOVE_TEXT];
    text_addf(text, "turn=%d", s->mover + 1);
    for (int owner = 0; owner < 2; owner++)
        for (int i = 0, count = 0; i < s->count[owner]; i++) {
            tritt_format(base, state, s->piece[owner][i] | TRITT_NO_SLIDE, GAME_EVERYBODY, piece);
            position_add(text, piece_keys[owner], &count, piece);
        }
}

static bool read_pieces(const struct game_board *base, struct game_state *state, int owner,
                        const char *list, struct error *error) {
    const struct tritt_board *board = tritt_board(base);
    struct tritt_state *s = tritt_changeable(state);
    char item[POSITION_ITEM], point[8];
    uint32_t move;
    while (position_item(&list, item)) {
        if (!tritt_parse(base, state, item, &move) || tritt_slides(move) ||
            !tritt_on_board(board, tritt_placed(move)))
            return error_set(error, _("%s: '%s' is not a piece, such as a1-a3"), piece_keys[owner],
                             item);
        struct points met =
            points_and(points_or(s->colour[0], s->colour[1]), board->three[tritt_placed(move)]);
        if (points_any(met)) {
            tritt_write_point(board, points_first(met), point);
            return error_set(error, _("%s: %s lies on %s, where another piece is"),
                             piece_keys[owner], item, point);
        }
        if (s->count[owner] == TRITT_PIECES)
            return error_set(error, _("%s: %s would be the ninth piece of eight"),
                             piece_keys[owner], item);
        tritt_put(board, s, owner, tritt_placed(move));
    }
    return true;
}

/* The pieces say whose turn it is. A line ends the game, and only a slide makes one. */
static bool tritt_read_position(const struct game_board *base, struct game_state *state,
                                struct position_words *words, struct error *error) {
    const struct tritt_board *board = tritt_board(base);
    struct tritt_state *s = tritt_changeable(state);
    int seat, line[3];
    char point[8];
    if (!position_turn(words, base, &seat, error))
        return false;
    for (int owner = 0; owner < 2; owner++)
        if (!read_pieces(base, state, owner, position_find(words, piece_keys[owner]), error))
            return false;
    if (s->count[0] - s->count[1] != seat)
        return error_set(error,
                         _("with %d pieces of seat 1 and %d of seat 2 it cannot be the turn of "
                           "seat %d"),
                         s->count[0], s->count[1], seat + 1);
    bool slid = tritt_has_line(board, s->colour[0]) || tritt_has_line(board, s->colour[1]);
    if (slid && s->count[0] + s->count[1] < 3 &&
        (tritt_find_line(board, s->colour[0], line) ||
         tritt_find_line(board, s->colour[1], line))) {
        tritt_write_point(board, line[0], point);
        return error_set(error,
                         _("three points of one colour lie in a row from %s on, but nobody "
                           "has slid a piece yet"),
                         point);
    }
    s->mover = (uint8_t)!seat;
    if (s->count[0] > 0)
        tritt_find_end(board, s, slid);
    s->mover = (uint8_t)seat;
    return true;
}

/* ---- the table ------------------------------------------------------------------------------- */

/* As enum tritt_over has them. */
static const struct game_end ends[] = {
    {N_("wrong-line"), N_("a line of the opponent is completed"), false},
    {N_("line"), N_("a line is completed"), false},
    {N_("placed"), N_("all pieces are placed"), false},
    {N_("blocked"), N_("no piece can be placed"), false},
    {NULL, NULL, false},
};

const struct game tritt = {
    .name = "tritt",
    .title = "Tritt",
    .about =
        N_("place a piece, then slide one of the opponent's: three of your colour in a row win"),
    .rules = {N_(
        "A point is named by its row, a letter, and its column, a number: a1 is at the "
        "lower\nleft. Rows are level, columns lean to the left as they rise.\nPlace a piece on "
        "three free points in a row, its centre in your colour: a1-a3.\nThen, except on your first "
        "turn, you may slide a piece of your opponent along its\nline: a1-a3/c4-c6 moves its "
        "centre from c4 to c6. No piece may be placed so that\nthree points of one colour lie in a "
        "row. After a slide, three of yours in a row win,\nand three of your opponent's lose.")},
    .players_min = 2,
    .players_max = 2,
    .halves = 1,
    .parameters = parameters,
    .ends = ends,
    .prepare = tritt_prepare,
    .start = tritt_start,
    .turn = tritt_turn,
    .moves = tritt_moves,
    .refuse = tritt_refuse,
    .play = tritt_play,
    .score = tritt_score,
    .parse = tritt_parse,
    .format = tritt_format,
    .show = tritt_show,
    .hash = tritt_hash,
    .write_position = tritt_write_position,
    .read_position = tritt_read_position,
    .situate = situate,
    .draw = tritt_draw,
    .tell = tritt_tell,
};

bool tritt_is(const struct game_board *board) {
    return board->game == &tritt;
}
