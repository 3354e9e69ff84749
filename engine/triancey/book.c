/* book.c - solved boards. A board's line is read when the board is first asked about: the two
 * strategies are walked from the empty board, breadth first, in the order in which they were
 * written, and each letter is the move of the next position. A letter too few or too many, or a
 * move that is not legal, means that the line is of another board, and nothing is known then. */
#include "engine/triancey/book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/data.h"
#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/list.h"
#include "base/text.h"
#include "grids/grid.h"

enum { FILE_MOST = 1 << 24, WORDS = 9 };

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* The words of a board's line. */
struct book_row {
    const char *game, *name, *moves[2];
    int cells, value, stones;
    uint64_t board;
};

/* What is known of a key. */
struct book_place {
    struct canon_key key;
    int8_t low, high;
    uint8_t move;   /* a cell, NO_MOVE: none is known */
    uint8_t walked; /* by the strategies: a bit each */
};

enum { NO_MOVE = 255 };

/* A board with all its places. */
struct book_board {
    struct canon *canon;
    struct book_place *place;
    int places, room;
    int *index; /* of places by key, open addressing; 0: free, else number and one */
    int index_room;
};

struct book {
    struct text text; /* of the file, cut into words */
    struct book_row *row;
    int rows, room;
    uint64_t ready; /* the current board, as a number; 0: none */
    bool known;     /* there is a row for it */
    struct book_board at;
    struct triancey_board board; /* a copy of it */
};

/* ---- boards as numbers ----------------------------------------------------------------------- */

static uint64_t mix_text(uint64_t number, const char *text) {
    for (; *text; text++)
        number = random_mix(number, (unsigned char)*text);
    return number;
}

static uint64_t board_number(const struct game_board *board) {
    const struct surface *surface = &triancey_board(board)->surface;
    uint64_t number = mix_text(BOOK_VERSION, board->game->name);
    for (int cell = 0; cell < surface->cells; cell++)
        for (int side = 0; side < 3; side++)
            number = random_mix(number, surface->side[cell][side]);
    return number;
}

static uint64_t row_check(const struct book_row *row) {
    uint64_t number = mix_text(mix_text(row->board, row->game), row->name);
    number = random_mix(random_mix(number, (uint64_t)row->cells), (uint64_t)row->value);
    number = random_mix(number, (uint64_t)row->stones);
    return mix_text(mix_text(number, row->moves[0]), row->moves[1]);
}

/* ---- strategies ------------------------------------------------------------------------------ */

static void book_board_end(struct book_board *at) {
    canon_free(at->canon);
    free(at->place);
    free(at->index);
    *at = (struct book_board){.canon = NULL};
}

static int *find_slot(const struct book_board *at, const struct canon_key *key) {
    int slot = (int)(canon_hash(key) & (uint64_t)(at->index_room - 1));
    while (at->index[slot] && !canon_is_same(&at->place[at->index[slot] - 1].key, key))
        slot = (slot + 1) & (at->index_room - 1);
    return &at->index[slot];
}

/* The place of a key, made if need be. -1: out of memory. */
static int take_place(struct book_board *at, const struct canon_key *key) {
    if (2 * (at->places + 1) > at->index_room) {
        int room = at->index_room ? 2 * at->index_room : 256;
        int *index = calloc((size_t)room, sizeof *index);
        if (!index)
            return -1;
        free(at->index);
        at->index = index;
        at->index_room = room;
        for (int i = 0; i < at->places; i++)
            *find_slot(at, &at->place[i].key) = i + 1;
    }
    int *slot = find_slot(at, key);
    if (*slot)
        return *slot - 1;
    struct book_place *place = list_grow(at->place, at->places, &at->room, sizeof *place);
    if (!place)
        return -1;
    int cells = at->canon->board->surface.cells;
    at->place = place;
    at->place[at->places] = (struct book_place){*key, (int8_t)-cells, (int8_t)cells, NO_MOVE, 0};
    *slot = ++at->places;
    return *slot - 1;
}

/* A strategy on the way: the places that it has come to, and from how many it has gone on. */
struct walk {
    struct book_board *at;
    int side, margin; /* that it holds for this side */
    int stones;       /* where it ends */
    book_choose *choose;
    void *context;
    int *queue, count, room;
};

/* False: out of memory. */
static bool walk_to(struct walk *walk, const struct canon_key *key) {
    struct book_board *at = walk->at;
    int taken = take_place(at, key), *queue = NULL;
    if (taken >= 0)
        queue = list_grow(walk->queue, walk->count, &walk->room, sizeof *queue);
    if (!queue)
        return false;
    walk->queue = queue;
    if (!(at->place[taken].walked >> walk->side & 1))
        queue[walk->count++] = taken;
    at->place[taken].walked |= (uint8_t)(1 << walk->side);
    return true;
}

/* Notes what a place is worth and goes on from it: by one move of the side, by all of the other. */
static bool walk_from(struct walk *walk, int number) {
    struct book_place *place = &walk->at->place[number];
    const struct canon *canon = walk->at->canon;
    const struct canon_key key = place->key;
    uint64_t cells = canon_legal(canon, &key);
    bool own = key.side == walk->side, goes_on = cells && canon_stones(canon, &key) < walk->stones;
    if (own)
        place->low = (int8_t)walk->margin;
    else
        place->high = (int8_t)-walk->margin;
    if (own && goes_on) {
        int move = walk->choose(walk->context, &key, walk->margin);
        if (move < 0 || move > 63 || !(cells >> move & 1))
            return false;
        place->move = (uint8_t)move;
        cells = UINT64_C(1) << move;
    }
    for (; goes_on && cells; cells &= cells - 1) {
        struct canon_key next = canon_play(canon, &key, __builtin_ctzll(cells));
        if (!walk_to(walk, &next))
            return false;
    }
    return true;
}

/* Adds the places of a strategy, in one order. False: a move was wrong or not found, or memory is
 * short. */
static bool walk_all(struct book_board *at, int side, int value, int stones, book_choose *choose,
                     void *context) {
    struct walk walk = {.at = at,
                        .side = side,
                        .margin = side == 0 ? value : -value,
                        .stones = stones,
                        .choose = choose,
                        .context = context};
    struct game_state state;
    uint16_t cell[SURFACE_CELLS_MAX];
    const struct triancey_board *board = at->canon->board;
    board->variant->game.start(&board->base, &state, 1);
    struct canon_key root = canon_of(at->canon, triancey_state(&state), cell);
    bool good = walk_to(&walk, &root);
    for (int i = 0; good && i < walk.count; i++)
        good = walk_from(&walk, walk.queue[i]);
    free(walk.queue);
    return good;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool read_number(const char *word, int base, uint64_t most, uint64_t *number) {
    char *end;
    *number = strtoull(word, &end, base);
    return *word != '-' && *word != ' ' && end != word && !*end && *number <= most;
}

/* A line of a board, in place. False: it is none. */
static bool read_row(char *line, struct book_row *row) {
    char *word[WORDS + 1];
    uint64_t cells, value, stones, check;
    int count = 0;
    for (char *next = line; next && count <= WORDS;)
        word[count++] = strsep(&next, " ");
    if (count != WORDS)
        return false;
    bool minus = *word[3] == '-';
    *row = (struct book_row){.game = word[0], .name = word[1], .moves = {word[7], word[8]}};
    if (!read_number(word[2], 10, 64, &cells) || !read_number(word[3] + minus, 10, cells, &value) ||
        !read_number(word[4], 10, cells, &stones) ||
        !read_number(word[5], 16, UINT64_MAX, &row->board) ||
        !read_number(word[6], 16, UINT64_MAX, &check))
        return false;
    row->cells = (int)cells;
    row->value = minus ? -(int)value : (int)value;
    row->stones = (int)stones;
    return row_check(row) == check;
}

static bool read_head(const char *line, struct error *error) {
    int version, end = 0;
    if (sscanf(line, "triancey-book %d%n", &version, &end) != 1 || line[end])
        return error_set(error, _("it is not a book"));
    return version == BOOK_VERSION ||
           error_set(error, _("it is a book of version %d, not %d"), version, BOOK_VERSION);
}

static bool read_rows(struct book *book, struct error *error) {
    char *next = book->text.failed ? NULL : (char *)(uintptr_t)text_get(&book->text);
    int number = 1;
    char *line = strsep(&next, "\n");
    if (!line)
        return error_memory(error);
    if (!read_head(line, error))
        return false;
    while ((line = strsep(&next, "\n"))) {
        number++;
        if (!*line)
            continue;
        struct book_row *row = list_grow(book->row, book->rows, &book->room, sizeof *row);
        if (!row)
            return error_memory(error);
        book->row = row;
        if (!read_row(line, &book->row[book->rows++]))
            return error_set(error, _("line %d is damaged"), number);
    }
    return true;
}

struct book *book_read(const char *path, struct error *error) {
    struct book *book = calloc(1, sizeof *book);
    if (!book)
        return error_null_memory(error);
    if (input_read(path, FILE_MOST, &book->text, error) && read_rows(book, error))
        return book;
    book_free(book);
    return error_null(error, "%s: %.400s", path, error->text);
}

void book_free(struct book *book) {
    if (!book)
        return;
    book_board_end(&book->at);
    text_free(&book->text);
    free(book->row);
    free(book);
}

char *book_usual(void) {
    return data_path("engine/solved.book");
}

bool book_fits(const struct book *book, const struct game_board *board, struct error *error) {
    for (int i = 0; triancey_is(board) && i < book->rows; i++) {
        const struct book_row *row = &book->row[i];
        if (strcmp(row->game, board->game->name) == 0 &&
            strcmp(row->name, board->grid->name) == 0 && row->cells == board->grid->cells &&
            row->board != board_number(board))
            return error_set(error, _("its board %s has other neighbours than that of %s"),
                             row->name, row->game);
    }
    return true;
}

/* ---- looking up ------------------------------------------------------------------------------ */

static int next_letter(void *context, const struct canon_key *key, int margin) {
    const char **at = context, *found = **at ? strchr(letters, **at) : NULL;
    (void)key;
    (void)margin;
    *at += found != NULL;
    return found ? (int)(found - letters) : -1;
}

/* Makes the places of a board; those of a row that does not fit are left out. */
static bool take_board(struct book *book, const struct game_board *board) {
    const struct triancey_board *inside = triancey_board(board);
    uint64_t number = board_number(board);
    const struct book_row *row = NULL;
    if (book->ready == number)
        return book->known;
    for (int i = 0; !row && i < book->rows; i++)
        row = book->row[i].board == number ? &book->row[i] : NULL;
    book_board_end(&book->at);
    book->ready = number;
    book->known = false;
    book->board = *inside;
    if (!row || inside->surface.words > 1 || !(book->at.canon = canon_new(&book->board)))
        return false;
    book->known = true;
    for (int side = 0; side < 2; side++) {
        const char *at = row->moves[side];
        book->known = book->known &&
                      walk_all(&book->at, side, row->value, row->stones, next_letter, &at) && !*at;
    }
    return book->known;
}

bool book_look(struct book *book, const struct game_board *board, const struct game_state *state,
               struct book_entry *entry) {
    uint16_t cell[SURFACE_CELLS_MAX];
    if (!triancey_is(board) || !take_board(book, board))
        return false;
    const struct triancey_state *inside = triancey_state(state);
    struct canon_key key = canon_of(book->at.canon, inside, cell);
    int number = *find_slot(&book->at, &key);
    /* A position that was set up may have more or fewer stones than moves. */
    if (!number || (triancey_islands(triancey_board(board), inside) &&
                    inside->placed != canon_stones(book->at.canon, &key)))
        return false;
    const struct book_place *place = &book->at.place[number - 1];
    *entry = (struct book_entry){place->low, place->high,
                                 place->move == NO_MOVE ? -1 : cell[place->move]};
    return true;
}

int book_line(struct book *book, const struct game_board *board, const struct game_state *state,
              uint32_t *pv, int room) {
    struct game_state next;
    struct book_entry entry;
    int count = 1;
    game_copy(board, &next, state);
    board->game->play(board, &next, pv[0]);
    while (count < room && !triancey_state(&next)->over && book_look(book, board, &next, &entry) &&
           entry.low == entry.high && entry.move >= 0) {
        pv[count] = (uint32_t)entry.move;
        board->game->play(board, &next, pv[count++]);
    }
    return count;
}

/* ---- writing --------------------------------------------------------------------------------- */

struct writer {
    book_choose *choose;
    void *context;
    struct text moves;
};

static int write_letter(void *context, const struct canon_key *key, int margin) {
    struct writer *writer = context;
    int move = writer->choose(writer->context, key, margin);
    if (move >= 0)
        text_addf(&writer->moves, "%c", letters[move & 63]);
    return move;
}

void book_write_head(struct text *text) {
    text_addf(text, "triancey-book %d\n", BOOK_VERSION);
}

bool book_write_board(const struct game_board *board, int value, int stones, book_choose *choose,
                      void *context, struct text *text) {
    struct book_board at = {.canon = canon_new(triancey_board(board))};
    struct writer writer[2] = {{choose, context, {0}}, {choose, context, {0}}};
    bool good = at.canon != NULL;
    for (int side = 0; side < 2; side++)
        good = good && walk_all(&at, side, value, stones, write_letter, &writer[side]) &&
               !writer[side].moves.failed;
    if (good) {
        struct book_row row = {.game = board->game->name,
                               .name = board->grid->name,
                               .moves = {text_get(&writer[0].moves), text_get(&writer[1].moves)},
                               .cells = board->grid->cells,
                               .value = value,
                               .stones = stones,
                               .board = board_number(board)};
        text_addf(text, "%s %s %d %d %d %016llx %016llx %s %s\n", row.game, row.name, row.cells,
                  value, stones, (unsigned long long)row.board, (unsigned long long)row_check(&row),
                  row.moves[0], row.moves[1]);
    }
    text_free(&writer[0].moves);
    text_free(&writer[1].moves);
    book_board_end(&at);
    return good && !text->failed;
}
