/* positions_export.c - exports the positions of recorded games. Positions are gathered, then solved
 * on all processors, then written. */
#include "config.h"

#include "referee/positions/positions_export.h"

#include "base/affinity.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/random.h"
#include "base/text.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/symmetry.h"
#include "engine/player/stopwatch.h"
#include "engine/triancey/exact.h"
#include "engine/triancey/positions.h"
#include "games/actions.h"
#include "games/game.h"
#include "games/planes.h"
#include "games/tritt.h"
#include "grids/grid.h"
#include "half/boards.h"
#include "half/half_result.h"
#include "half/moves.h"
#include "half/said.h"
#include "pairing/game_id.h"
#include "pairing/repeats.h"
#include "record/half_json.h"
#include "record/query.h"
#include "record/record_rows.h"
#include "record/record_said.h"
#include "record/replay.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* ---- positions that were seen before --------------------------------------------------------- */

/* Two positions of the Triancey family are the same if a symmetry of the board maps one to the
 * other. They are compared by 64-bit hashes: among a million positions, the chance of a collision
 * is below one in ten million. */

struct unique_board {
    uint64_t name;
    int archipelago, cells, words, count;
    uint16_t image[][SURFACE_CELLS_MAX];
};

/* `name` identifies the board. To be freed with free(). */
static struct unique_board *unique_board_new(const struct game_board *board, const char *name) {
    const struct triancey_board *inside = triancey_board(board);
    struct unique_board *unique =
        needed(calloc(1, sizeof *unique + SYMMETRIES_ALL * sizeof *unique->image));
    unique->name = text_hash(name);
    unique->archipelago = inside->variant->archipelago;
    unique->cells = inside->surface.cells;
    unique->words = inside->surface.words;
    unique->count = symmetries_find(&inside->surface, unique->image, SYMMETRIES_ALL);
    return unique;
}

/* The image of a set under a symmetry; the pawns, which come after the cells, stay. */
static uint64_t hash_image(const struct unique_board *unique, const uint16_t *image,
                           const uint64_t *set, uint64_t hash) {
    uint64_t to[SURFACE_WORDS] = {0};
    for (int cell = set_next(unique->words, set, 0); cell >= 0;
         cell = cell + 1 < 64 * unique->words ? set_next(unique->words, set, cell + 1) : -1)
        set_add(to, cell < unique->cells ? image[cell] : cell);
    for (int word = 0; word < unique->words; word++)
        hash = random_mix(hash, to[word]);
    return hash;
}

/* A number that a position shares with those that symmetries take it into; never 0. */
static uint64_t unique_number(const struct unique_board *unique, const struct game_state *state) {
    struct kernel_node node;
    uint64_t least = UINT64_MAX;
    kernel_node_from(triancey_state(state), &node);
    int placed = node.placed < unique->archipelago ? node.placed : unique->archipelago;
    for (int i = 0; i < unique->count; i++) {
        uint64_t hash = random_mix(unique->name, (uint64_t)placed);
        hash = hash_image(unique, unique->image[i], node.own, hash);
        hash = hash_image(unique, unique->image[i], node.other, hash);
        least = hash < least ? hash : least;
    }
    return least | 1;
}

/* ---- what is exported ------------------------------------------------------------------------ */

enum { PART = 1024 /* positions that are solved together */, BOARDS = 16 /* kept */, HASH = 64 };

_Static_assert(2 * BOARDS <= BOARDS_KEPT, "each of them, and the library's of its name");

/* A board, as long as positions on it are kept. */
struct kept_board {
    const struct made_board *made;
    char *setgrid; /* the shortest line that says it */
    struct unique_board *unique;
    struct arrays {
        FILE *rows, *legal; /* the second in Triangulation and Trioker */
        FILE *visits;       /* NULL: none yet */
        int number;         /* of the board */
        int64_t count, legal_count, visit_count;
    } arrays;
    struct actions actions;
    struct planes_shape shape; /* in games other than the Triancey family */
};

/* A position that is to be written: its line as far as it is known. */
struct kept_position {
    struct text text;
    struct json json;
    int exact;                /* its number among those to be solved; -1: it is not */
    struct kept_board *board; /* where it belongs, as a row */
    struct text visits;       /* of that row: pairs of an action and a number */
    struct text legal;        /* the legal actions */
};

struct exporter {
    struct record *record;
    const struct positions_request *request;
    FILE *file;
    struct error *error;
    bool failed;
    struct boards made;
    struct kept_board board[BOARDS], *now;
    int boards;
    const struct game_row *game;
    const struct half_result *half;
    struct said_list said;
    struct text moves; /* of the half, until now */
    struct repeats seen;
    struct kept_position position[PART];
    struct exact exact[PART];
    int positions, exacts;
    uint32_t *listed;                  /* moves, of a row */
    size_t listed_bytes, planes_bytes; /* room for the largest of all boards */
    FILE *about;                       /* the README of arrays */
    int shards;
    struct text work; /* the folder that is written, which is renamed when all is there */
    bool begun;       /* this folder was made */
    bool told;        /* that there are no exact margins */
    uint8_t *planes;
    struct stopwatch watch;
    struct exact_solver *solver;
};

static bool fail_writing(struct exporter *exporter) {
    int number = errno;
    exporter->failed = true;
    return error_set_kind(exporter->error, error_kind_of(number), _("cannot write: %s"),
                          strerror(number));
}

/* ---- arrays ---------------------------------------------------------------------------------- */

/* The head of a file of NumPy, version 1.0: this long whatever it says, so that the number of rows
 * can be put in at the end. */
enum { NPY_HEAD = 1024, NPY_MAGIC = 10, NOT_KNOWN = -32768 };

static bool write_head(FILE *file, const char *type, const char *shape) {
    char head[NPY_HEAD + 1];
    memset(head, ' ', sizeof head);
    memcpy(head, "\x93NUMPY\x01\x00", 8); /* NOLINT(bugprone-not-null-terminated-result) */
    head[8] = (char)((NPY_HEAD - NPY_MAGIC) & 0xff);
    head[9] = (char)((NPY_HEAD - NPY_MAGIC) >> 8);
    int length = snprintf(head + NPY_MAGIC, NPY_HEAD - NPY_MAGIC,
                          "{'descr': %s, 'fortran_order': False, 'shape': (%s), }", type, shape);
    head[NPY_MAGIC + length] = ' ';
    head[NPY_HEAD - 1] = '\n';
    return fwrite(head, 1, NPY_HEAD, file) == NPY_HEAD;
}

#define SAID_COLUMNS "('margin', '<i2'), ('bound', '|u1'), ('depth', '|u1'), ('nodes', '<u4')"

static bool write_count_head(FILE *file, const char *type, int64_t count) {
    char shape[32];
    snprintf(shape, sizeof shape, "%lld,", (long long)count);
    return fseek(file, 0, SEEK_SET) == 0 && write_head(file, type, shape);
}

/* The bytes of an action. */
static int action_bytes(const struct kept_board *kept) {
    return kept->actions.count < UINT16_MAX ? 2 : 4;
}

static int place_bytes(const struct kept_board *kept) {
    return (kept->shape.places + 7) / 8;
}

static bool write_visits_head(const struct kept_board *kept) {
    char type[100];
    snprintf(type, sizeof type, "[('row', '<u4'), ('move', '<u%d'), ('visits', '<u4')]",
             action_bytes(kept));
    return write_count_head(kept->arrays.visits, type, kept->arrays.visit_count);
}

static bool write_legal_head(const struct kept_board *kept) {
    return write_count_head(kept->arrays.legal, action_bytes(kept) == 2 ? "'<u2'" : "'<u4'",
                            kept->arrays.legal_count);
}

static uint32_t left_out(const struct planes_shape *shape) {
    return shape->numbers | shape->uniform | shape->rest;
}

static bool write_rows_head(const struct exporter *exporter, const struct kept_board *kept) {
    struct text type = {0};
    const struct game_board *board = kept->made->board;
    text_addf(&type,
              "[('game', '<u4'), ('half', '|u1'), ('ply', '<u2'), ('mover', '|u1'), "
              "('played', '<u%d'), ('result', '<i2'), " SAID_COLUMNS,
              action_bytes(kept));
    if (triancey_is(board)) {
        int cells = board->grid->cells, bytes = (cells + 7) / 8;
        text_addf(&type,
                  ", ('islands', '|u1'), ('own', '|u1', (%d,)), ('other', '|u1', (%d,)), "
                  "('legal', '|u1', (%d,))",
                  bytes, bytes, bytes);
        if (exporter->request->exact)
            text_addf(&type, ", ('exact', '<i2'), ('values', '<i2', (%d,))", cells);
    } else {
        const struct planes_shape *shape = &kept->shape;
        int numbers = __builtin_popcount(shape->numbers);
        text_addf(&type, ", ('planes', '|u1', (%d, %d))%s",
                  shape->planes - __builtin_popcount(left_out(shape)), place_bytes(kept),
                  shape->uniform ? ", ('pieces', '|u1')" : "");
        if (tritt_is(board))
            text_addf(&type, ", ('barred', '|u1', (2, %d))", place_bytes(kept));
        else
            text_add(&type, ", ('legal', '<u2')");
        if (numbers)
            text_addf(&type, ", ('numbers', '|u1', (%d, %d))", numbers, shape->places);
    }
    text_add(&type, "]");
    bool written = write_count_head(kept->arrays.rows, needed_text(&type), kept->arrays.count);
    text_free(&type);
    return written;
}

/* The heads of the files that are open, with the numbers of rows until now. */
static bool write_heads(const struct exporter *exporter, const struct kept_board *kept) {
    const struct arrays *arrays = &kept->arrays;
    return (!arrays->rows || write_rows_head(exporter, kept)) &&
           (!arrays->legal || write_legal_head(kept)) &&
           (!arrays->visits || write_visits_head(kept));
}

/* The path of a file of a board by its number, or of all (0). */
static void array_path(const struct exporter *exporter, int number, const char *name,
                       struct text *path) {
    text_add(path, text_get(&exporter->work));
    if (number)
        text_addf(path, "/%03d-%s", number, name);
    else
        text_addf(path, "/%s", name);
}

static FILE *open_array(struct exporter *exporter, int number, const char *name) {
    struct text path = {0};
    array_path(exporter, number, name, &path);
    FILE *file = fopen(needed_text(&path), "wb+x");
    if (!file)
        fail_writing(exporter);
    text_free(&path);
    return file;
}

/* Positions of a half differ little from each other, so that zlib makes a tenth of them or less. It
 * needs to know the head, which has the number of rows, before the rest. */
static bool copy_packed(FILE *from, const char *path) {
    enum { BLOCK = 1 << 16 };
    static const char how[] = "wbx5";
    char *block = needed(malloc(BLOCK));
    gzFile packed = gzopen(path, how);
    bool good = packed && fseek(from, 0, SEEK_SET) == 0;
    for (size_t got; good && (got = fread(block, 1, BLOCK, from)) > 0;)
        good = gzwrite(packed, block, (unsigned)got) == (int)got;
    good = good && !ferror(from);
    free(block);
    return packed && gzclose(packed) == Z_OK && good;
}

/* Closes an array whose head is written (NULL: there is none) and replaces it by NAME.gz. */
static bool pack_array(struct exporter *exporter, FILE *file, int number, const char *name) {
    struct text path = {0}, packed = {0};
    bool good = true;
    array_path(exporter, number, name, &path);
    array_path(exporter, number, name, &packed);
    text_add(&packed, ".gz");
    if (file && !exporter->failed)
        good = fflush(file) == 0 && copy_packed(file, needed_text(&packed)) &&
               unlink(needed_text(&path)) == 0;
    good = (!file || fclose(file) == 0) && good;
    text_free(&path);
    text_free(&packed);
    return good;
}

static void add_bytes(struct text *row, int64_t number, int bytes) {
    char byte[8];
    for (int i = 0; i < bytes; i++)
        byte[i] = (char)((uint64_t)number >> 8 * i & 0xff);
    text_add_bytes(row, byte, (size_t)bytes);
}

/* Writes and clears an array that has been gathered. */
static bool write_array(struct exporter *exporter, const char *name, const char *type, int rows,
                        int columns, struct text *gathered) {
    FILE *file = open_array(exporter, exporter->shards, name);
    char shape[32];
    snprintf(shape, sizeof shape, "%d, %d", rows, columns);
    bool written = file && write_head(file, type, shape) &&
                   fwrite(needed_text(gathered), 1, gathered->length, file) == gathered->length;
    text_free(gathered);
    return (file && fclose(file) == 0 && written) || (!exporter->failed && fail_writing(exporter));
}

static bool write_sides(struct exporter *exporter, const struct grid *grid) {
    struct text sides = {0};
    for (int i = 0; i < 3 * grid->cells; i++)
        add_bytes(&sides, grid->side[i / 3][i % 3], 2);
    return write_array(exporter, "sides.npy", "'<i2'", grid->cells, 3, &sides);
}

/* What a piece of Tritt would cover, for each action that is a placement alone. */
static bool write_lines(struct exporter *exporter, const struct kept_board *kept) {
    const struct tritt_board *board = tritt_board(kept->made->board);
    const struct planes_shape *shape = &kept->shape;
    struct text lines = {0};
    int count = 0;
    for (int action = 0; action < kept->actions.count; action++) {
        uint32_t move = kept->actions.move[action];
        if (tritt_slides(move))
            continue;
        count++;
        add_bytes(&lines, action, 4);
        add_bytes(&lines, planes_place(shape, tritt_centre(tritt_placed(move))), 4);
        for (int place = 0; place < shape->places; place++)
            if (points_has(&board->ends[tritt_placed(move)], shape->place[place]))
                add_bytes(&lines, place, 4);
    }
    return write_array(exporter, "lines.npy", "'<u4'", count, 4, &lines);
}

/* Room that boards share never becomes smaller: positions of a larger one may follow. */
static void *shared_room(void *room, size_t *bytes, size_t wanted) {
    if (wanted <= *bytes)
        return room;
    *bytes = wanted;
    return needed(realloc(room, wanted));
}

/* The files of a board, its positions still to come. */
static bool begin_arrays(struct exporter *exporter, struct kept_board *kept) {
    const struct game_board *board = kept->made->board;
    if (!actions_list(board, &kept->actions))
        needed(NULL);
    kept->arrays.number = ++exporter->shards;
    kept->arrays.rows = open_array(exporter, exporter->shards, "rows.npy");
    if (!triancey_is(board)) {
        planes_shape(board, &kept->shape);
        size_t bytes = (size_t)kept->shape.planes * (size_t)kept->shape.places;
        exporter->planes = shared_room(exporter->planes, &exporter->planes_bytes, bytes);
    }
    if (kept->arrays.rows && !triancey_is(board) && !tritt_is(board))
        kept->arrays.legal = open_array(exporter, exporter->shards, "legal.npy");
    if (exporter->failed || (board->grid && !write_sides(exporter, board->grid)) ||
        (tritt_is(board) && !write_lines(exporter, kept)))
        return false;
    fprintf(exporter->about, "%03d  %s\n", exporter->shards, kept->setgrid);
    return write_heads(exporter, kept) || fail_writing(exporter);
}

static bool end_arrays(struct exporter *exporter, struct kept_board *kept) {
    struct arrays *arrays = &kept->arrays;
    bool good = exporter->failed || write_heads(exporter, kept);
    good = pack_array(exporter, arrays->rows, arrays->number, "rows.npy") && good;
    good = pack_array(exporter, arrays->legal, arrays->number, "legal.npy") && good;
    good = pack_array(exporter, arrays->visits, arrays->number, "visits.npy") && good;
    *arrays = (struct arrays){.count = 0};
    return good || fail_writing(exporter);
}

/* A set of cells, cell c as bit c % 8 of byte c / 8. */
static void add_set(struct text *row, const struct surface *surface, const uint64_t *set) {
    for (int byte = 0; byte < (surface->cells + 7) / 8; byte++)
        add_bytes(row, (int64_t)((set[byte / 8] & surface->all[byte / 8]) >> byte % 8 * 8), 1);
}

static void add_said(struct text *row, const struct said *said) {
    static const int64_t most = UINT32_MAX;
    bool valued = said && said->valued && said->margin > NOT_KNOWN && said->margin < -NOT_KNOWN;
    add_bytes(row, valued ? said->margin : NOT_KNOWN, 2);
    add_bytes(row, valued ? 1 + (int)said->bound : 0, 1);
    add_bytes(row, !said || said->depth < 0 ? 0 : said->depth < 255 ? said->depth : 255, 1);
    add_bytes(row, !said || said->nodes < 0 ? 0 : said->nodes < most ? said->nodes : most, 4);
}

static void add_planes(struct exporter *exporter, const struct replay_move *move,
                       struct text *row) {
    const struct triancey_board *inside = triancey_board(move->board);
    const struct triancey_state *s = triancey_state(move->before);
    uint64_t legal[SURFACE_WORDS] = {0};
    int count = move->board->game->moves(move->board, move->before, exporter->listed);
    for (int i = 0; i < count; i++)
        set_add(legal, (int)exporter->listed[i]);
    int islands = inside->variant->archipelago - s->placed;
    add_bytes(row, islands > 0 ? islands : 0, 1);
    add_set(row, &inside->surface, s->set[s->mover]);
    add_set(row, &inside->surface, s->set[!s->mover]);
    add_set(row, &inside->surface, legal);
}

/* A set of places, place p as bit p % 8 of byte p / 8. */
static void add_plane(struct text *row, const uint8_t *plane, int places) {
    for (int first = 0; first < places; first += 64) {
        int count = places - first < 64 ? places - first : 64;
        uint64_t bits = 0;
        for (int i = 0; i < count; i++)
            bits |= (uint64_t)plane[first + i] << i;
        add_bytes(row, (int64_t)bits, (count + 7) / 8);
    }
}

/* The planes of 0 and 1, then one byte of those that have one number. */
static void add_observed(struct text *row, const struct planes_shape *shape,
                         const uint8_t *planes) {
    for (int n = 0; n < shape->planes; n++)
        if (!(left_out(shape) >> n & 1))
            add_plane(row, planes + n * shape->places, shape->places);
    for (int n = 0; n < shape->planes; n++)
        if (shape->uniform >> n & 1)
            add_bytes(row, planes[n * shape->places], 1);
}

/* The points of Tritt that the mover's colour may not have by a placement, and the other one. */
static void add_barred(struct text *row, const struct planes_shape *shape,
                       const struct game_board *board, const struct game_state *state) {
    const struct tritt_state *at = tritt_state(state);
    uint8_t plane[POINTS_BITS];
    for (int side = 0; side < 2; side++) {
        struct points barred =
            points_and(tritt_third(tritt_board(board), at->colour[side ? !at->mover : at->mover]),
                       tritt_empty(tritt_board(board), at));
        for (int i = 0; i < shape->places; i++)
            plane[i] = points_has(&barred, shape->place[i]);
        add_plane(row, plane, shape->places);
    }
}

static void add_position(struct exporter *exporter, const struct replay_move *move,
                         struct kept_position *position) {
    const struct game_board *board = move->board;
    const struct kept_board *kept = position->board;
    const struct planes_shape *shape = &kept->shape;
    struct text *row = &position->text;
    planes_write(board, shape, move->before, move->turn, exporter->planes);
    add_observed(row, shape, exporter->planes);
    if (tritt_is(board)) {
        add_barred(row, shape, board, move->before);
    } else {
        int count = board->game->moves(board, move->before, exporter->listed);
        add_bytes(row, count, 2);
        for (int i = 0; i < count; i++)
            add_bytes(&position->legal, actions_find(&kept->actions, exporter->listed[i]),
                      action_bytes(kept));
    }
    for (int n = 0; n < shape->planes; n++)
        if (shape->numbers >> n & 1)
            text_add_bytes(row, (const char *)exporter->planes + n * shape->places,
                           (size_t)shape->places);
}

/* How often moves were tried, if they are legal. */
static void add_visits(struct kept_position *position, const struct replay_move *move,
                       const struct said *said) {
    static const int64_t most = UINT32_MAX;
    const struct game_board *board = move->board;
    const char *at = said ? said->visits : "";
    char text[GAME_MOVE_TEXT];
    int64_t number;
    uint32_t tried;
    struct error why;
    while (said_next_visits(&at, text, &number)) {
        if (!board->game->parse(board, move->before, text, &tried) ||
            board->game->refuse(board, move->before, tried, &why))
            continue;
        int action = actions_find(&position->board->actions, tried);
        if (action < 0)
            continue;
        add_bytes(&position->visits, action, action_bytes(position->board));
        add_bytes(&position->visits, number < most ? number : most, 4);
    }
}

/* All of a row but the exact margins. */
static void begin_row(struct exporter *exporter, const struct replay_move *move,
                      struct kept_position *position) {
    const struct game_board *board = move->board;
    struct text *row = &position->text;
    position->board = exporter->now;
    add_bytes(row, exporter->game->id, 4);
    add_bytes(row, exporter->half->number, 1);
    add_bytes(row, move->ply, 2);
    add_bytes(row, move->turn + 1, 1);
    add_bytes(row, actions_find(&exporter->now->actions, move->move), action_bytes(exporter->now));
    add_bytes(row, exporter->half->margin[move->turn], 2);
    const struct said *said = said_list_find(&exporter->said, move->ply);
    add_said(row, said);
    add_visits(position, move, said);
    if (triancey_is(board))
        add_planes(exporter, move, row);
    else
        add_position(exporter, move, position);
    needed_text(row);
    needed_text(&position->legal);
    needed_text(&position->visits);
}

/* What tree searches have tried in the position of the newest row. */
static bool write_visits(struct exporter *exporter, struct kept_position *position) {
    struct arrays *arrays = &position->board->arrays;
    size_t bytes = (size_t)action_bytes(position->board) + 4;
    struct text entry = {0};
    if (!position->visits.length)
        return true;
    if (!arrays->visits) {
        arrays->visits = open_array(exporter, arrays->number, "visits.npy");
        if (!arrays->visits)
            return false;
        if (!write_visits_head(position->board))
            return fail_writing(exporter);
    }
    for (size_t at = 0; at < position->visits.length; at += bytes) {
        add_bytes(&entry, arrays->count, 4);
        text_add_bytes(&entry, position->visits.bytes + at, bytes);
        arrays->visit_count++;
    }
    bool written = fwrite(needed_text(&entry), 1, entry.length, arrays->visits) == entry.length;
    text_free(&entry);
    text_clear(&position->visits);
    return written || fail_writing(exporter);
}

static bool write_row(struct exporter *exporter, struct kept_position *position,
                      const struct exact *exact) {
    struct text *row = &position->text, *legal = &position->legal;
    struct arrays *arrays = &position->board->arrays;
    const struct game_board *board = position->board->made->board;
    int16_t value[SURFACE_CELLS_MAX];
    int cells = triancey_is(board) ? board->grid->cells : 0;
    for (int cell = 0; cell < cells; cell++)
        value[cell] = NOT_KNOWN;
    for (int i = 0; exact && i < exact->moves; i++)
        value[exact->move[i].cell] = exact->move[i].margin;
    if (cells && exporter->request->exact) {
        add_bytes(row, exact ? exact->margin : NOT_KNOWN, 2);
        for (int cell = 0; cell < cells; cell++)
            add_bytes(row, value[cell], 2);
    }
    bool written = fwrite(needed_text(row), 1, row->length, arrays->rows) == row->length;
    if (legal->length)
        written = fwrite(legal->bytes, 1, legal->length, arrays->legal) == legal->length && written;
    arrays->legal_count += (int64_t)legal->length / action_bytes(position->board);
    if (!write_visits(exporter, position))
        return false;
    arrays->count++;
    text_clear(row);
    text_clear(legal);
    return written || fail_writing(exporter);
}

static bool fail_folder(struct exporter *exporter) {
    int number = errno;
    exporter->failed = true;
    return error_set_kind(exporter->error, error_kind_of(number),
                          _("the folder %s cannot be made: %s"), exporter->request->folder,
                          strerror(number));
}

/* Removes what an export has written that did not come to its end, here or before it was killed:
 * files with our names alone. */
static void clear_folder(const char *folder) {
    DIR *listed = opendir(folder);
    for (struct dirent *entry; listed && (entry = readdir(listed));) {
        size_t digits = strspn(entry->d_name, "0123456789");
        if (strcmp(entry->d_name, "README") == 0 || (digits >= 3 && entry->d_name[digits] == '-'))
            unlinkat(dirfd(listed), entry->d_name, 0);
    }
    if (listed)
        closedir(listed);
    rmdir(folder);
}

/* The arrays are made beside their folder, FOLDER.partial, and take its name when all are there. */
static bool begin_folder(struct exporter *exporter) {
    struct stat there;
    const char *folder = exporter->request->folder;
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    text_add_bytes(&exporter->work, folder, length);
    text_add(&exporter->work, ".partial");
    needed_text(&exporter->work);
    if (lstat(folder, &there) == 0) {
        errno = EEXIST;
        return fail_folder(exporter);
    }
    clear_folder(exporter->work.bytes);
    if (mkdir(exporter->work.bytes, 0777) != 0)
        return fail_folder(exporter);
    exporter->begun = true;
    exporter->about = open_array(exporter, 0, "README");
    return exporter->about &&
           (fputs(positions_arrays_readme, exporter->about) >= 0 || fail_writing(exporter));
}

/* ---- boards ---------------------------------------------------------------------------------- */

static void drop_boards(struct exporter *exporter) {
    for (int i = 0; i < exporter->boards; i++) {
        end_arrays(exporter, &exporter->board[i]);
        free(exporter->board[i].setgrid);
        free(exporter->board[i].actions.move);
        free(exporter->board[i].unique);
        exporter->board[i] = (struct kept_board){0};
    }
    exporter->boards = 0;
}

/* Whether the library's board of this name is this one. */
static bool is_named(struct exporter *exporter, const struct game_board *board, const char *name) {
    const struct made_board *named =
        boards_of_library(&exporter->made, board->game, name, board->players);
    return named && named->grid->cells == board->grid->cells &&
           memcmp(named->grid->side, board->grid->side,
                  (size_t)board->grid->cells * sizeof board->grid->side[0]) == 0;
}

static bool name_board(struct exporter *exporter, struct kept_board *kept, const char *name) {
    struct text line = {0};
    const struct game_board *board = kept->made->board;
    if (name && is_named(exporter, board, name))
        text_addf(&line, "setgrid %s %s", name, board->game->name);
    else
        text_add(&line, kept->made->line);
    needed_text(&line);
    kept->setgrid = line.bytes;
    if (exporter->request->unique)
        kept->unique = unique_board_new(board, kept->made->line);
    if (exporter->request->form != POSITIONS_NPY)
        return true;
    exporter->listed = shared_room(exporter->listed, &exporter->listed_bytes,
                                   ((size_t)board->moves_max + 1) * sizeof *exporter->listed);
    return begin_arrays(exporter, kept);
}

static bool write_all(struct exporter *exporter);

/* Whether the request can be met on a board outside of the Triancey family, too; one that is met
 * but for the exact margins, which nothing there can find, is only told. */
static bool check_family(struct exporter *exporter, const struct game_board *board) {
    const struct positions_request *request = exporter->request;
    if (triancey_is(board))
        return true;
    if (request->form != POSITIONS_NPY)
        return error_set(
            exporter->error,
            _("positions can only be written for Selacata, Triancey and Archipel, not for %s"),
            board->game->name);
    if (request->unique)
        return error_set(exporter->error,
                         _("--unique is only for Selacata, Triancey and Archipel, not for %s"),
                         board->game->name);
    if (request->exact && !exporter->told)
        fprintf(stderr,
                _("--exact adds nothing: no exact margins are known in %s, only in "
                  "Selacata, Triancey and Archipel\n"),
                board->game->name);
    exporter->told = true;
    return true;
}

static bool take_board(struct exporter *exporter, const struct game_row *game) {
    for (int i = 0; i < exporter->boards; i++)
        if (strcmp(exporter->board[i].made->line, game->board_line) == 0) {
            exporter->now = &exporter->board[i];
            return true;
        }
    if (exporter->boards == BOARDS) {
        if (!write_all(exporter))
            return false;
        drop_boards(exporter);
        if (exporter->failed)
            return false;
    }
    const struct made_board *made =
        boards_by_line(&exporter->made, game->board_line, game->seats, exporter->error);
    if (!made)
        return false;
    exporter->now = &exporter->board[exporter->boards++];
    exporter->now->made = made;
    return check_family(exporter, made->board) &&
           name_board(exporter, exporter->now, game->board_name);
}

/* ---- one position ---------------------------------------------------------------------------- */

/* The seat that has each cell, 0: nobody. */
static void add_cells(struct json *json, const struct game_board *board,
                      const struct triancey_state *state) {
    json_open(json, "cells", '[');
    for (int cell = 0; cell < triancey_board(board)->surface.cells; cell++) {
        int owner = 0;
        for (int colour = 0; colour < 2; colour++)
            if (set_has(state->set[colour], cell))
                owner = triancey_seat(state, colour) + 1;
        json_integer(json, NULL, owner);
    }
    json_close(json, ']');
}

static void add_legal(struct json *json, const struct game_board *board,
                      const struct game_state *state) {
    uint32_t moves[SURFACE_CELLS_MAX];
    char text[GAME_MOVE_TEXT];
    int count = board->game->moves(board, state, moves);
    json_open(json, "legal", '[');
    for (int i = 0; i < count; i++) {
        board->game->format(board, state, moves[i], GAME_EVERYBODY, text);
        json_string(json, NULL, text);
    }
    json_close(json, ']');
}

/* Where the moves begin, if not at the start of the half. */
static void add_start(const struct exporter *exporter, const struct game_board *board,
                      struct json *json) {
    const char *opening = exporter->half->opening;
    struct text words = {0};
    if (!opening || !opening_is_spelled(opening))
        return;
    opening_position(board, exporter->half->number, opening, &words);
    json_string(json, "at", needed_text(&words));
    text_free(&words);
}

/* All but the exact margins. */
static void begin_object(struct exporter *exporter, const struct replay_move *move,
                         struct json *json) {
    const struct half_result *half = exporter->half;
    const struct said *said = said_list_find(&exporter->said, move->ply);
    json_open(json, NULL, '{');
    json_integer(json, "game", exporter->game->id);
    json_integer(json, "half", half->number);
    json_integer(json, "ply", move->ply);
    json_string(json, "setgrid", exporter->now->setgrid);
    add_start(exporter, move->board, json);
    json_words(json, "moves", text_get(&exporter->moves));
    add_cells(json, move->board, triancey_state(move->before));
    json_integer(json, "mover", move->turn + 1);
    json_string(json, "player", exporter->game->player[move->turn]);
    add_legal(json, move->board, move->before);
    json_string(json, "played", move->text);
    json_integer(json, "result", half->margin[move->turn]);
    json_string(json, "termination", half->termination);
    if (said) {
        json_open(json, "said", '{');
        half_json_said(said, json);
        json_close(json, '}');
    }
}

static void begin_line(struct exporter *exporter, const struct replay_move *move,
                       struct text *text) {
    const char *opening = exporter->half->opening;
    text_addf(text, "%lld.%d.%d; %s; position", (long long)exporter->game->id,
              exporter->half->number, move->ply, exporter->now->setgrid);
    if (opening && opening_is_spelled(opening)) {
        text_addf(text, " half %d at ", exporter->half->number);
        opening_position(move->board, exporter->half->number, opening, text);
    }
    text_addf(text, " moves%s%s; empty %d", exporter->moves.length ? " " : "",
              text_get(&exporter->moves), position_empty_cells(move->board, move->before));
}

static bool is_best(const struct exact *exact, int i) {
    return exact->move[i].margin == exact->margin;
}

static void end_object(const struct exact *exact, struct json *json) {
    char cell[8];
    if (exact) {
        json_open(json, "exact", '{');
        json_integer(json, "margin", exact->margin);
        json_open(json, "best", '[');
        for (int i = 0; i < exact->moves; i++)
            if (is_best(exact, i)) {
                snprintf(cell, sizeof cell, "%d", exact->move[i].cell);
                json_string(json, NULL, cell);
            }
        json_close(json, ']');
        json_open(json, "values", '{');
        for (int i = 0; i < exact->moves; i++) {
            snprintf(cell, sizeof cell, "%d", exact->move[i].cell);
            json_integer(json, cell, exact->move[i].margin);
        }
        json_close(json, '}');
        json_close(json, '}');
    }
    json_close(json, '}');
}

static void end_line(const struct exact *exact, struct text *text) {
    if (exact) {
        text_addf(text, "; margin %+d; best", exact->margin);
        for (int i = 0; i < exact->moves; i++)
            if (is_best(exact, i))
                text_addf(text, " %d", exact->move[i].cell);
        text_add(text, "; values");
        for (int i = 0; i < exact->moves; i++)
            text_addf(text, " %d:%+d", exact->move[i].cell, exact->move[i].margin);
    }
    text_add(text, "\n");
}

/* ---- what was gathered ----------------------------------------------------------------------- */

static bool solve(struct exporter *exporter) {
    int processors = affinity_processors();
    if (exporter->exacts == 0)
        return true;
    if (!exporter->solver)
        exporter->solver = exact_new(NULL, processors > 0 ? processors : 1, HASH, true,
                                     &exporter->watch, INT64_MAX);
    if (exporter->solver && exact_solve(exporter->solver, exporter->exact, exporter->exacts))
        return true;
    exporter->failed = true;
    return atomic_load(exporter->request->stop) ? error_set(exporter->error, _("interrupted"))
                                                : error_memory(exporter->error);
}

static bool write_position(struct exporter *exporter, struct kept_position *position) {
    const struct exact *exact = position->exact < 0 ? NULL : &exporter->exact[position->exact];
    if (exporter->request->form == POSITIONS_NPY)
        return write_row(exporter, position, exact);
    if (exporter->request->form == POSITIONS_JSON) {
        end_object(exact, &position->json);
        needed_text(&position->json.text);
        json_write(&position->json, exporter->file);
    } else {
        end_line(exact, &position->text);
        fputs(needed_text(&position->text), exporter->file);
        text_clear(&position->text);
    }
    return !ferror(exporter->file) || fail_writing(exporter);
}

/* Solves and writes all that is there. */
static bool write_all(struct exporter *exporter) {
    bool good = solve(exporter);
    for (int i = 0; good && i < exporter->positions; i++)
        good = write_position(exporter, &exporter->position[i]);
    exporter->positions = exporter->exacts = 0;
    return good;
}

/* ---- games ----------------------------------------------------------------------------------- */

static bool is_new(struct exporter *exporter, const struct game_state *state) {
    return !exporter->request->unique ||
           !repeats_seen(&exporter->seen, unique_number(exporter->now->unique, state));
}

static void positions_export_keep(struct exporter *exporter, const struct replay_move *move) {
    struct kept_position *position = &exporter->position[exporter->positions++];
    position->exact = -1;
    if (exporter->request->form == POSITIONS_NPY)
        begin_row(exporter, move, position);
    else if (exporter->request->form == POSITIONS_JSON)
        begin_object(exporter, move, &position->json);
    else
        begin_line(exporter, move, &position->text);
    if (!triancey_is(move->board) ||
        position_empty_cells(move->board, move->before) > exporter->request->exact)
        return;
    position->exact = exporter->exacts++;
    exporter->exact[position->exact].board = move->board;
    game_copy(move->board, &exporter->exact[position->exact].state, move->before);
}

/* The position before a move. */
static bool take_move(void *context, const struct replay_move *move) {
    struct exporter *exporter = context;
    if (move->turn >= 0 && is_new(exporter, move->before))
        positions_export_keep(exporter, move);
    text_add_word(&exporter->moves, move->text);
    needed_text(&exporter->moves);
    return exporter->positions < PART || write_all(exporter);
}

static bool take_half(void *context, const struct game_row *game, const struct half_result *half,
                      struct error *error) {
    struct exporter *exporter = context;
    struct game_state state;
    if (!game->board_line || !half->moves)
        return true;
    exporter->half = half;
    text_clear(&exporter->moves);
    if (!record_read_said(exporter->record, half_id(game->id, half->number), half->plies,
                          &exporter->said, error))
        return false;
    if (!replay_moves(exporter->now->made->board, half, &state, take_move, exporter, error))
        return replay_reword(error, game->id, half->number);
    return !exporter->failed;
}

static bool take_game(void *context, const struct game_row *game, struct error *error) {
    struct exporter *exporter = context;
    exporter->game = game;
    exporter->error = error;
    return !game->board_line || take_board(exporter, game);
}

static bool export_all(struct exporter *exporter, struct error *error) {
    const struct row_reader reader = {exporter, take_game, take_half, NULL};
    bool done =
        query_begin_reading(exporter->record, error) &&
        query_end_reading(exporter->record, record_read_games(exporter->record, &reader, error) &&
                                                write_all(exporter));
    drop_boards(exporter);
    return done && !exporter->failed && (!exporter->file || fflush(exporter->file) == 0);
}

bool positions_export(struct record *record, const struct positions_request *request, FILE *file,
                      struct error *error) {
    struct exporter *exporter = needed(calloc(1, sizeof *exporter));
    exporter->record = record;
    exporter->request = request;
    exporter->file = file;
    exporter->error = error;
    stopwatch_heed(&exporter->watch, exporter->request->stop);
    bool done =
        (request->form != POSITIONS_NPY || begin_folder(exporter)) && export_all(exporter, error);
    if (exporter->about && fclose(exporter->about) != 0 && done)
        done = fail_writing(exporter);
    if (exporter->begun && done && rename(text_get(&exporter->work), request->folder) != 0)
        done = fail_folder(exporter);
    if (exporter->begun && !done)
        clear_folder(text_get(&exporter->work));
    text_free(&exporter->work);
    free(exporter->planes);
    free(exporter->listed);
    boards_free(&exporter->made);
    exact_free(exporter->solver);
    for (int i = 0; i < PART; i++) {
        text_free(&exporter->position[i].text);
        text_free(&exporter->position[i].json.text);
        text_free(&exporter->position[i].visits);
        text_free(&exporter->position[i].legal);
    }
    said_list_free(&exporter->said);
    text_free(&exporter->moves);
    repeats_free(&exporter->seen);
    free(exporter);
    return done;
}
