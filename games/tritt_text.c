/* tritt_text.c - Tritt for people: moves as text, why one is illegal, and the picture. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/tritt.h"

#include "base/error.h"
#include "base/language.h"

static const char *const colour_names[] = {N_("red"), N_("blue")};

/* ---- text ------------------------------------------------------------------------------------ */

/* Columns have one or two digits. */
static int write_number(int number, char *text) {
    int end = 0;
    if (number >= 10)
        text[end++] = '1';
    text[end++] = (char)('0' + number % 10);
    return end;
}

int tritt_write_point(const struct tritt_board *board, int bit, char *text) {
    *text = (char)('a' + bit / board->stride);
    int end = 1 + write_number(bit % board->stride + 1, text + 1);
    text[end] = '\0';
    return end;
}

/* Reads a point and moves past it; -1: there is none on the board. */
static int read_point(const struct tritt_board *board, const char **text) {
    const char *c = *text;
    if (*c < 'a' || *c >= 'a' + board->stride || c[1] < '1' || c[1] > '9')
        return -1;
    int row = *c - 'a', column = c[1] - '0', length = 2;
    if (c[2] >= '0' && c[2] <= '9') {
        column = column * 10 + (c[2] - '0');
        length++;
    }
    if (column > board->stride || abs(row - (column - 1)) >= board->size)
        return -1;
    *text += length;
    return row * board->stride + column - 1;
}

/* The direction of the line through two points and how many steps it is from the first to the
 * second one; -1: there is no such line. */
static int line_through(const struct tritt_board *board, int from, int to, int *steps) {
    int rows = to / board->stride - from / board->stride;
    int columns = to % board->stride - from % board->stride;
    *steps = rows ? rows : columns;
    if (*steps == 0)
        return -1;
    return rows == 0 ? 0 : columns == 0 ? 1 : rows == columns ? 2 : -1;
}

/* Two points with a hyphen between them. */
static bool read_pair(const struct tritt_board *board, const char **text, int *first, int *second) {
    *first = read_point(board, text);
    if (*first < 0 || *(*text)++ != '-')
        return false;
    *second = read_point(board, text);
    return *second >= 0;
}

bool tritt_parse(const struct game_board *base, const struct game_state *state, const char *text,
                 uint32_t *move) {
    const struct tritt_board *board = tritt_board(base);
    int first, second, steps;
    (void)state;
    if (!read_pair(board, &text, &first, &second))
        return false;
    int direction = line_through(board, first, second, &steps);
    if (direction < 0 || abs(steps) != 2)
        return false;
    *move = (uint32_t)tritt_piece(direction, (first + second) / 2) | TRITT_NO_SLIDE;
    if (!*text)
        return true;
    if (*text++ != '/' || !read_pair(board, &text, &first, &second) || *text)
        return false;
    direction = line_through(board, first, second, &steps);
    if (direction < 0)
        return false;
    int from = tritt_piece(direction, first), to = tritt_piece(direction, second);
    *move = (*move & TRITT_NO_PIECE) | tritt_slide(from, to);
    return tritt_on_board(board, from) && tritt_on_board(board, to);
}

/* The ends of a piece, the one nearer to a1 first. */
static int write_piece(const struct tritt_board *board, int piece, char *text) {
    int step = board->step[tritt_direction(piece)], centre = tritt_centre(piece);
    int end = tritt_write_point(board, centre - step, text);
    text[end++] = '-';
    return end + tritt_write_point(board, centre + step, text + end);
}

void tritt_format(const struct game_board *base, const struct game_state *state, uint32_t move,
                  int reader, char *text) {
    const struct tritt_board *board = tritt_board(base);
    (void)state;
    (void)reader;
    int end = write_piece(board, tritt_placed(move), text);
    if (!tritt_slides(move))
        return;
    text[end++] = '/';
    end += tritt_write_point(board, tritt_centre(tritt_from(move)), text + end);
    text[end++] = '-';
    tritt_write_point(board, tritt_centre(tritt_to(move)), text + end);
}

/* ---- why a move is illegal ------------------------------------------------------------------- */

enum { POINT_TEXT = 8 };

static const char *point(const struct tritt_board *board, int bit, char *text) {
    tritt_write_point(board, bit, text);
    return text;
}

/* At which of its points a piece placed would complete a line; NULL: at none. */
static const char *refuse_line(const struct tritt_board *board, const struct tritt_state *state,
                               int piece, struct error *why) {
    for (int i = -1; i <= 1; i++) {
        int bit = tritt_centre(piece) + i * board->step[tritt_direction(piece)];
        int colour = i == 0 ? state->mover : !state->mover;
        struct points third = tritt_third(board, state->colour[colour]);
        char text[POINT_TEXT];
        if (points_has(&third, bit))
            return error_text(why,
                              _("a piece may not make three in a row when it is placed: three %s "
                                "points would lie in a row at %s"),
                              _(colour_names[colour]), point(board, bit, text));
    }
    return NULL;
}

static const char *refuse_place(const struct tritt_board *board, const struct tritt_state *state,
                                int piece, struct error *why) {
    struct points taken = points_or(state->colour[0], state->colour[1]);
    struct points met = points_and(taken, board->three[piece]);
    char text[POINT_TEXT];
    if (!points_any(met))
        return refuse_line(board, state, piece, why);
    int bit = points_first(met);
    return error_text(why, _("a piece is placed on empty points, but %s is %s"),
                      point(board, bit, text),
                      _(colour_names[!points_has(&state->colour[0], bit)]));
}

/* The number and the owner of the piece with a centre; -1: there is none. */
static int piece_at(const struct tritt_state *state, int centre, int *owner) {
    for (*owner = 0; *owner < 2; ++*owner)
        for (int i = 0; i < state->count[*owner]; i++)
            if (tritt_centre(state->piece[*owner][i]) == centre)
                return state->piece[*owner][i];
    return -1;
}

/* What blocks a slide after the placement, as a bit; -1: nothing. */
static int obstacle(const struct tritt_board *board, const struct tritt_state *state, int placed,
                    int from, int to) {
    struct points empty = points_without(tritt_empty(board, state), board->three[placed]);
    int sign = to > from ? 1 : -1, step = sign * board->step[tritt_direction(from)];
    int steps = (to - from) / step, reach = tritt_reach(board, &empty, from, sign);
    return reach >= steps ? -1 : tritt_centre(from) + (reach + 2) * step;
}

static const char *refuse_slide(const struct tritt_board *board, const struct tritt_state *state,
                                uint32_t move, struct error *why) {
    int from = tritt_from(move), to = tritt_to(move), owner;
    int there = piece_at(state, tritt_centre(from), &owner);
    char text[POINT_TEXT], line[2 * POINT_TEXT];
    point(board, tritt_centre(from), text);
    if (state->count[state->mover] == 0)
        return error_text(why, _("no piece may be slid on a player's first turn"));
    if (there < 0)
        return error_text(why, _("no piece has its centre on %s"), text);
    if (owner == state->mover)
        return error_text(why, _("only the opponent's pieces may be slid, and the one on %s is %s"),
                          text, _(colour_names[owner]));
    if (there != from) {
        write_piece(board, there, line);
        return error_text(why, _("a piece slides along its own line, and the one on %s lies on %s"),
                          text, line);
    }
    int bit = obstacle(board, state, tritt_placed(move), from, to);
    return bit < 0 ? NULL
                   : error_text(why, _("a piece slides over empty points, and %s is in the way"),
                                point(board, bit, text));
}

/* Whether the bits are a move at all: a piece, and two places of a piece on one line. */
static bool is_move(const struct tritt_board *board, uint32_t move) {
    if (move >> 3 * TRITT_PIECE_BITS || !tritt_on_board(board, tritt_placed(move)))
        return false;
    if (!tritt_slides(move))
        return true;
    int from = tritt_from(move), to = tritt_to(move), steps;
    return tritt_on_board(board, from) && tritt_on_board(board, to) &&
           tritt_direction(from) == tritt_direction(to) &&
           line_through(board, tritt_centre(from), tritt_centre(to), &steps) ==
               tritt_direction(from);
}

const char *tritt_refuse(const struct game_board *base, const struct game_state *state,
                         uint32_t move, struct error *why) {
    const struct tritt_board *board = tritt_board(base);
    const struct tritt_state *s = tritt_state(state);
    const char *reason;
    if (s->over)
        return error_text(why, _("the game is over"));
    if (move == GAME_PASS)
        return error_text(why, _("passing is not allowed: a piece must be placed"));
    if (!is_move(board, move))
        return error_text(why, _("that is not a move"));
    if ((reason = refuse_place(board, s, tritt_placed(move), why)))
        return reason;
    return tritt_slides(move) ? refuse_slide(board, s, move, why) : NULL;
}

/* ---- what a move does ------------------------------------------------------------------------ */

static char *tell_line(const struct tritt_board *board, const struct tritt_state *after, bool wins,
                       char *end) {
    int line[3];
    char a[POINT_TEXT], b[POINT_TEXT], c[POINT_TEXT];
    if (!tritt_find_line(board, after->colour[after->winner], line))
        return end;
    return end + sprintf(end,
                         wins ? _("Three %s points lie in a row, %s %s %s: that wins.\n")
                              : _("Three %s points lie in a row, %s %s %s: that loses.\n"),
                         _(colour_names[after->winner]), point(board, line[0], a),
                         point(board, line[1], b), point(board, line[2], c));
}

void tritt_tell(const struct game_board *base, const struct game_state *state, uint32_t move,
                char *text) {
    const struct tritt_board *board = tritt_board(base);
    const struct tritt_state *before = tritt_state(state);
    struct game_state next;
    char from[POINT_TEXT], to[POINT_TEXT];
    game_copy(base, &next, state);
    base->game->play(base, &next, move);
    const struct tritt_state *after = tritt_state(&next);
    *text = '\0';
    if (tritt_slides(move))
        text += sprintf(text, _("A %s piece slides with its centre from %s to %s.\n"),
                        _(colour_names[!before->mover]),
                        point(board, tritt_centre(tritt_from(move)), from),
                        point(board, tritt_centre(tritt_to(move)), to));
    if (after->over == TRITT_WRONG_LINE || after->over == TRITT_LINE)
        tell_line(board, after, after->over == TRITT_LINE, text);
    else if (after->over == TRITT_PLACED)
        sprintf(text, "%s", _("All pieces are placed: that is a draw.\n"));
    else if (after->over == TRITT_BLOCKED)
        sprintf(text, _("No piece of %s can be placed now: that wins.\n"),
                _(colour_names[!before->mover]));
}

/* ---- the picture ----------------------------------------------------------------------------- */

/* A point takes two lines and four columns of text; rows lean to the right as they rise. */
enum { LINES = 4 * POINTS_SIZE_MAX, COLUMNS = 64 };

struct canvas {
    const struct tritt_board *board;
    char text[LINES][COLUMNS];
};

static char *tritt_text_place(struct canvas *canvas, int row, int column, int lines, int columns) {
    int size = canvas->board->size;
    int y = 2 * (2 * size - 2 - row) + lines,
        x = 2 * (size - 1) + 4 + 4 * column - 2 * row + columns;
    return &canvas->text[y][x];
}

/* The outline left and right between a row and the one above it, so that no line is empty. */
static void draw_outline(struct canvas *canvas, int row, int first, int last) {
    bool widens = row < canvas->board->size - 1;
    *tritt_text_place(canvas, row, first - 1, -1, widens ? -1 : 1) = widens ? '\\' : '/';
    *tritt_text_place(canvas, row, last + 1, -1, widens ? 1 : -1) = widens ? '/' : '\\';
}

/* The letters of rows stand left of them, the numbers of columns below them. */
static void draw_board(struct canvas *canvas) {
    int size = canvas->board->size, stride = canvas->board->stride;
    for (int row = -1; row < stride; row++) {
        int first = row < size ? 0 : row - size + 1;
        int last = row < size ? row + size - 1 : stride - 1;
        if (row < stride - 1)
            draw_outline(canvas, row, first, last);
        if (row < 0)
            continue;
        *tritt_text_place(canvas, row, first - 1, 0, 0) = (char)('a' + row);
        for (int column = first; column <= last; column++)
            *tritt_text_place(canvas, row, column, 0, 0) = '.';
    }
    for (int column = 0; column < stride; column++)
        write_number(column + 1,
                     tritt_text_place(canvas, column < size ? -1 : column - size, column, 0, 0));
}

static void draw_piece(struct canvas *canvas, int owner, int piece) {
    static const char letters[] = "RB";
    static const struct {
        int rows, columns; /* a step */
        int line, column;  /* from a point to the middle of that step, in text */
        char joint;
    } direction[POINTS_DIRECTIONS] = {{0, 1, 0, 2, '-'}, {1, 0, -1, -1, '\\'}, {1, 1, -1, 1, '/'}};
    int d = tritt_direction(piece), stride = canvas->board->stride;
    int row = tritt_centre(piece) / stride, column = tritt_centre(piece) % stride;
    for (int sign = -1; sign <= 1; sign++) {
        char *at = tritt_text_place(canvas, row + sign * direction[d].rows,
                                    column + sign * direction[d].columns, 0, 0);
        *at = letters[sign == 0 ? owner : !owner];
        if (sign != 0)
            *tritt_text_place(canvas, row, column, sign * direction[d].line,
                              sign * direction[d].column) = direction[d].joint;
    }
}

/* Appends the lines without the blanks at their ends. */
static char *write_canvas(const struct canvas *canvas, char *end) {
    for (int y = 0; y <= 2 * canvas->board->stride; y++) {
        int length = COLUMNS;
        while (length > 0 && canvas->text[y][length - 1] == ' ')
            length--;
        end += sprintf(end, "%.*s\n", length, canvas->text[y]);
    }
    return end;
}

static char *write_pieces(const struct tritt_board *board, const struct tritt_state *state,
                          int owner, char *end) {
    end += sprintf(end, _("%s %d:"), _(colour_names[owner]), state->count[owner]);
    for (int i = 0; i < state->count[owner]; i++) {
        *end++ = ' ';
        end += write_piece(board, state->piece[owner][i], end);
    }
    return end + sprintf(end, "\n");
}

void tritt_show(const struct game_board *base, const struct game_state *state, char *text) {
    const struct tritt_board *board = tritt_board(base);
    const struct tritt_state *s = tritt_state(state);
    struct canvas canvas = {.board = board};
    memset(canvas.text, ' ', sizeof canvas.text);
    text += sprintf(text, _("tritt size %d, %d placed, "), board->size, s->count[0] + s->count[1]);
    if (s->over)
        text += sprintf(text, _("over: %s, %s wins\n"), _(game_end_name(base->game, s->over)),
                        s->winner < 0 ? _("nobody") : _(colour_names[s->winner]));
    else
        text += sprintf(text, _("%s (seat %d) to move\n"), _(colour_names[s->mover]), s->mover + 1);
    draw_board(&canvas);
    for (int owner = 0; owner < 2; owner++)
        for (int i = 0; i < s->count[owner]; i++)
            draw_piece(&canvas, owner, s->piece[owner][i]);
    text = write_canvas(&canvas, text);
    for (int owner = 0; owner < 2; owner++)
        text = write_pieces(board, s, owner, text);
}

bool tritt_find_line(const struct tritt_board *board, struct points set, int line[3]) {
    for (int d = 0; d < POINTS_DIRECTIONS; d++)
        for (int bit = 0; bit < POINTS_BITS; bit++) {
            int piece = tritt_piece(d, bit);
            if (!points_any(board->three[piece]) ||
                points_any(points_without(board->three[piece], set)))
                continue;
            for (int i = 0; i < 3; i++)
                line[i] = bit + (i - 1) * board->step[d];
            return true;
        }
    return false;
}
