/* import_json.c - the table of import_table.h from JSON: one object as export.h writes it, of which
 * only the members that the table has are read. RFC 8259 is read by json-c. The values of a row
 * become cells in one text, `cells`, each with a zero byte at its end; `start` has for each place
 * where its cell begins, plus 1, and 0 if there is none. */
#include "config.h"

#include "record/import/import_table.h"

#include "base/error.h"
#include "base/json_twice.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "games/game.h"
#include "half/said.h"
#include "record/json_read.h"
#include "record/record_extra.h"

#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 30 /* bytes: what the parser takes */ };

/* ---- values as cells ------------------------------------------------------------------------- */

/* The file that is read: `own` of its import_table. */
struct json_table {
    struct json_object *root, *league, *engines, *boards, *games;
    struct text file, cells; /* cells: the values of the row, each ended by a zero */
    size_t game, board;      /* of the row, from 0 */
    size_t engine;           /* the one that was found last */
    size_t start[COLUMNS][GAME_HALVES_MAX]
                [GAME_PLAYERS_MAX]; /* in cells, from 1; 0: there is none */
};

/* The name of each column's member; of COLUMN_PLAYER to COLUMN_PLAYER4 it is a list. */
static const char *const members[COLUMNS] = {
    [COLUMN_ID] = "id",
    [COLUMN_TIME] = "halves",
    [COLUMN_SOURCE] = "source",
    [COLUMN_TOURNAMENT] = "tournament",
    [COLUMN_SEED] = "seed",
    [COLUMN_OPENING] = "opening",
    [COLUMN_BOARD] = "name",
    [COLUMN_SPELLED] = "spelled",
    [COLUMN_MARGIN] = "margins",
    [COLUMN_POINTS] = "points",
    [COLUMN_TERMINATION] = "termination",
    [COLUMN_TEXT] = "text",
    [COLUMN_AT_FAULT] = "at_fault",
    [COLUMN_PLIES] = "plies",
    [COLUMN_MOVES] = "moves",
    [COLUMN_CLOCKS] = "clocks_us",
    [COLUMN_FINISHED] = "finished",
    [COLUMN_KINDS] = "seats",
    [COLUMN_FAULTS] = "faults",
    [COLUMN_SAID] = "said",
    [COLUMN_ANALYSIS] = "analysis",
};

/* Between these two calls, text is added to the cell of a place. */
static void cell_begin(struct json_table *own, struct place place) {
    own->start[place.column][place.half][place.seat] = own->cells.length + 1;
}

static void cell_end(struct json_table *own) {
    text_add_bytes(&own->cells, "", 1);
}

/* Puts a value into its cell; NULL leaves it empty. */
static bool cell_put(struct import_table *table, struct place place, struct json_object *value,
                     enum json_type type, struct error *error) {
    struct json_table *own = table->own;
    const char *wrong = value ? json_read_misfit(value, type) : NULL;
    if (wrong)
        return import_table_fail(table, place, wrong, error);
    cell_begin(own, place);
    if (value)
        json_read_text(&own->cells, value);
    cell_end(own);
    return true;
}

static bool cell_put_member(struct import_table *table, struct place place,
                            const struct json_object *object, enum json_type type,
                            struct error *error) {
    return cell_put(table, place, json_read_member(object, members[place.column]), type, error);
}

/* Finds the list for a cell. Files of earlier versions call `clocks_us` just `clocks`; there, too,
 * the unit is a microsecond. */
static struct json_object *list_of(struct place place, const struct json_object *object) {
    struct json_object *list = json_read_member(object, members[place.column]);
    return list || place.column != COLUMN_CLOCKS ? list : json_read_member(object, "clocks");
}

/* Puts an array, as words separated by blanks. */
static bool cell_put_words(struct import_table *table, struct place place,
                           const struct json_object *object, enum json_type type,
                           struct error *error) {
    struct json_table *own = table->own;
    const struct json_object *list = list_of(place, object);
    cell_begin(own, place);
    const char *wrong = list ? json_read_words(&own->cells, list, type) : NULL;
    cell_end(own);
    return !wrong || import_table_fail(table, place, wrong, error);
}

/* Puts an array that has a number for each seat. */
static bool cell_put_seats(struct import_table *table, struct place place,
                           const struct json_object *half, int seats, struct error *error) {
    const struct json_object *list = json_read_member(half, members[place.column]);
    const char *wrong = list ? json_read_misfit(list, json_type_array) : NULL;
    if (list && !wrong && json_object_array_length(list) != (size_t)seats)
        wrong = _("it must have one number for each seat");
    if (wrong)
        return import_table_fail(table, place, wrong, error);
    for (; list && place.seat < seats; place.seat++)
        if (!cell_put(table, place, json_object_array_get_idx(list, (size_t)place.seat),
                      json_type_int, error))
            return false;
    return true;
}

/* Puts a list of a half. `add` makes a line of each object in it, and returns what is wrong with
 * the object, or NULL. */
static bool cell_put_lines(struct import_table *table, struct place place,
                           const struct json_object *half,
                           const char *(*add)(struct text *lines, const struct json_object *item),
                           struct error *error) {
    struct json_table *own = table->own;
    const struct json_object *list = json_read_member(half, members[place.column]);
    const char *wrong = list ? json_read_misfit(list, json_type_array) : NULL;
    cell_begin(own, place);
    for (size_t i = 0; list && !wrong && i < json_object_array_length(list); i++) {
        const struct json_object *item = json_object_array_get_idx(list, i);
        wrong = json_read_misfit(item, json_type_object);
        if (!wrong)
            wrong = add(&own->cells, item);
        text_add(&own->cells, "\n");
    }
    cell_end(own);
    return !wrong || import_table_fail(table, place, wrong, error);
}

/* A fault: its player, its kind, and a text, in which the ends of lines become blanks. */
static const char *add_fault(struct text *line, const struct json_object *fault) {
    static const char *const words[] = {"engine", "kind"};
    struct json_object *text = json_read_member(fault, "text");
    const char *wrong = text ? json_read_misfit(text, json_type_string) : NULL;
    for (int i = 0; i < 2 && !wrong; i++) {
        struct json_object *value = json_read_member(fault, words[i]);
        if ((wrong = json_read_misfit(value, json_type_string)))
            return wrong;
        const char *word = json_object_get_string(value);
        if (!*word || strpbrk(word, " \t\r\n"))
            return _("the player and the kind of a fault must be one word");
        text_addf(line, "%s ", word);
    }
    for (const char *byte = text && !wrong ? json_object_get_string(text) : ""; *byte; byte++)
        text_add_bytes(line, *byte == '\n' ? " " : byte, 1);
    return wrong;
}

/* A member of what was said as a field: a number, or words. */
static const char *add_said_field(struct text *line, const struct json_object *said,
                                  const char *name, enum json_type type) {
    struct json_object *value = json_read_member(said, name);
    const char *wrong = value ? json_read_misfit(value, type) : NULL;
    if (!value || wrong)
        return wrong;
    text_add_word(line, name);
    text_add(line, " ");
    if (type == json_type_array)
        return json_read_words(line, value, json_type_string);
    json_read_text(line, value);
    return NULL;
}

/* How often moves were tried, an object. */
static const char *add_visits(struct text *line, struct json_object *visits) {
    const char *wrong = visits ? json_read_misfit(visits, json_type_object) : NULL,
               *before = "tried ";
    if (!visits || wrong)
        return wrong;
    json_object_object_foreach(visits, move, number) {
        if ((wrong = json_read_misfit(number, json_type_int)))
            return wrong;
        text_addf(line, " %s%s:%lld", before, move, (long long)json_object_get_int64(number));
        before = "";
    }
    return NULL;
}

/* What was said of one move; a text that has more must be one word. */
static const char *add_said(struct text *line, const struct json_object *said) {
    static const char *const numbers[] = {"depth", "margin", "nodes", "time"};
    struct json_object *ply = json_read_member(said, "ply"),
                       *bound = json_read_member(said, "bound");
    const char *wrong = json_read_misfit(ply, json_type_int);
    if (!wrong)
        text_add(line, json_object_get_string(ply));
    for (size_t i = 0; !wrong && i < sizeof numbers / sizeof *numbers; i++)
        wrong = add_said_field(line, said, numbers[i], json_type_int);
    enum said_bound known;
    if (!wrong && bound)
        wrong = json_read_misfit(bound, json_type_string);
    if (!wrong && bound && !said_bound_find(json_object_get_string(bound), &known))
        wrong = _("a bound is exact, lower or upper");
    if (!wrong)
        wrong = add_said_field(line, said, "bound", json_type_string);
    if (!wrong)
        wrong = add_said_field(line, said, "pv", json_type_array);
    return wrong ? wrong : add_visits(line, json_read_member(said, "visits"));
}

/* A member of the analysis of a move as a word; `otherwise` stands for one that is missing, NULL:
 * none may be. */
static const char *add_judged_word(struct text *line, const struct json_object *move,
                                   const char *name, enum json_type type, const char *otherwise) {
    struct json_object *value = json_read_member(move, name);
    const char *wrong = value || !otherwise ? json_read_misfit(value, type) : NULL;
    if (!value && !wrong)
        text_add(line, otherwise);
    if (!value || wrong)
        return wrong;
    if (type == json_type_string && strpbrk(json_object_get_string(value), " \t\r\n"))
        return _("it must be one word");
    json_read_text(line, value);
    return NULL;
}

/* What a move was worth as a line; what follows from the rest is not read. */
static const char *add_judged(struct text *line, const struct json_object *move) {
    static const struct {
        const char *name, *otherwise;
        enum json_type type;
    } fields[] = {
        {"ply", NULL, json_type_int},        {"seat", NULL, json_type_int},
        {"empty", "-1", json_type_int},      {"legal", NULL, json_type_int},
        {"margin", NULL, json_type_int},     {"bound", "estimate", json_type_string},
        {"moved", NULL, json_type_int},      {"moved_bound", "estimate", json_type_string},
        {"best_count", NULL, json_type_int}, {"ties", "0", json_type_int},
        {"ties_sum", "0", json_type_int},    {"ties_margin", "0", json_type_int}};
    const char *wrong = json_read_misfit(move, json_type_object);
    for (size_t i = 0; !wrong && i < sizeof fields / sizeof *fields; i++) {
        text_add(line, i ? " " : "\n");
        wrong = add_judged_word(line, move, fields[i].name, fields[i].type, fields[i].otherwise);
    }
    if (wrong)
        return wrong;
    text_add(line, " ");
    struct json_object *best = json_read_member(move, "best");
    return best ? json_read_words(line, best, json_type_string) : NULL;
}

static bool cell_put_analysis(struct import_table *table, struct place place,
                              const struct json_object *half, struct error *error) {
    static const char *const words[] = {"finished", "referee", "effort"};
    struct json_table *own = table->own;
    const struct json_object *analysis = json_read_member(half, members[COLUMN_ANALYSIS]);
    const char *wrong = analysis ? json_read_misfit(analysis, json_type_object) : NULL;
    struct json_object *list = analysis && !wrong ? json_read_member(analysis, "moves") : NULL;
    cell_begin(own, place);
    for (int i = 0; analysis && !wrong && i < 3; i++) {
        struct json_object *word = json_read_member(analysis, words[i]);
        wrong = json_read_misfit(word, json_type_string);
        if (!wrong && strpbrk(json_object_get_string(word), "\r\n"))
            wrong = _("it must be one line");
        text_add(&own->cells, i ? " " : "");
        if (!wrong)
            json_read_text(&own->cells, word);
    }
    wrong = analysis && !wrong ? json_read_misfit(list, json_type_array) : wrong;
    for (size_t i = 0; list && !wrong && i < json_object_array_length(list); i++)
        wrong = add_judged(&own->cells, json_object_array_get_idx(list, i));
    cell_end(own);
    return !wrong || import_table_fail(table, place, wrong, error);
}

/* ---- where a value stands -------------------------------------------------------------------- */

static void where(const struct import_table *table, struct place place, char *text, size_t size) {
    const struct json_table *own = table->own;
    const char *member = members[place.column];
    if (place.column == COLUMN_GAME)
        snprintf(text, size, ": league.game");
    else if (place.column == COLUMN_BOARD || place.column == COLUMN_SPELLED)
        snprintf(text, size, ": boards[%zu].%s", own->board, member);
    else if (place.column >= COLUMN_PLAYER && place.column <= COLUMN_PLAYER4)
        snprintf(text, size, ": games[%zu].seats[%d]", own->game,
                 (int)(place.column - COLUMN_PLAYER));
    else if (import_columns[place.column].of_seats)
        snprintf(text, size, ": games[%zu].halves[%d].%s[%d]", own->game, place.half, member,
                 place.seat);
    else if (place.column >= COLUMN_MARGIN)
        snprintf(text, size, ": games[%zu].halves[%d].%s", own->game, place.half, member);
    else
        snprintf(text, size, ": games[%zu].%s", own->game, member);
}

/* A message about a member that is in no column; returns false. */
static bool fail_game(const struct import_table *table, const char *member, const char *why,
                      struct error *error) {
    const struct json_table *own = table->own;
    char name[50];
    snprintf(name, sizeof name, "games[%zu]%s", own->game, member);
    return error_set(error, "%s: %s: %s", table->path, name, why);
}

static const char *get(const struct import_table *table, struct place place) {
    const struct json_table *own = table->own;
    size_t start = own->start[place.column][place.half][place.seat];
    return start ? text_get(&own->cells) + start - 1 : NULL;
}

static struct place at_game(enum column column) {
    return (struct place){column, 0, 0};
}

static struct place at_half(int half, enum column column) {
    return (struct place){column, half, 0};
}

/* ---- one game -------------------------------------------------------------------------------- */

/* Whether the number of moves is known: 0 without moves means that it is not. */
static bool is_counted(const struct json_object *half) {
    const struct json_object *plies = json_read_member(half, "plies");
    return json_read_member(half, "moves") || !plies ||
           !json_object_is_type(plies, json_type_int) || json_object_get_int64(plies) != 0;
}

static bool put_half(struct import_table *table, int number, struct json_object *half, int seats,
                     struct error *error) {
    if (!json_object_is_type(half, json_type_object))
        return import_table_fail(table, at_half(number, COLUMN_MARGIN),
                                 json_read_misfit(half, json_type_object), error);
    return cell_put_seats(table, at_half(number, COLUMN_MARGIN), half, seats, error) &&
           cell_put_seats(table, at_half(number, COLUMN_POINTS), half, seats, error) &&
           cell_put_member(table, at_half(number, COLUMN_TERMINATION), half, json_type_string,
                           error) &&
           cell_put_member(table, at_half(number, COLUMN_TEXT), half, json_type_string, error) &&
           cell_put_member(table, at_half(number, COLUMN_AT_FAULT), half, json_type_int, error) &&
           (!is_counted(half) ||
            cell_put_member(table, at_half(number, COLUMN_PLIES), half, json_type_int, error)) &&
           cell_put_words(table, at_half(number, COLUMN_MOVES), half, json_type_string, error) &&
           cell_put_words(table, at_half(number, COLUMN_CLOCKS), half, json_type_int, error) &&
           cell_put_member(table, at_half(number, COLUMN_FINISHED), half, json_type_string,
                           error) &&
           cell_put_lines(table, at_half(number, COLUMN_SAID), half, add_said, error) &&
           cell_put_analysis(table, at_half(number, COLUMN_ANALYSIS), half, error) &&
           cell_put_lines(table, at_half(number, COLUMN_FAULTS), half, add_fault, error);
}

/* Puts the halves, and the time of the game: when the last half ended. */
static bool put_halves(struct import_table *table, const struct json_object *halves, int seats,
                       struct error *error) {
    struct json_table *own = table->own;
    struct place time = at_game(COLUMN_TIME);
    struct json_object *last = NULL;
    size_t count = json_object_array_length(halves);
    if (count > GAME_HALVES_MAX)
        return import_table_fail(table, time, _("there are too many"), error);
    for (size_t i = 0; i < count; i++) {
        struct json_object *half = json_object_array_get_idx(halves, i);
        if (!put_half(table, (int)i, half, seats, error))
            return false;
        struct json_object *finished = json_read_member(half, "finished");
        if (finished &&
            (!last || strcmp(json_object_get_string(finished), json_object_get_string(last)) > 0))
            last = finished;
    }
    cell_begin(own, time);
    if (last)
        json_read_text(&own->cells, last);
    cell_end(own);
    return true;
}

static bool put_players(struct import_table *table, const struct json_object *seats,
                        struct error *error) {
    for (size_t i = 0; i < json_object_array_length(seats); i++) {
        struct place place = at_game((enum column)(COLUMN_PLAYER + i));
        if (i >= GAME_PLAYERS_MAX)
            return import_table_fail(table, at_game(COLUMN_PLAYER4), _("there are too many seats"),
                                     error);
        struct json_object *name = json_object_array_get_idx(seats, i);
        if (!name)
            return import_table_fail(table, place, json_read_misfit(name, json_type_string), error);
        if (!cell_put(table, place, name, json_type_string, error))
            return false;
    }
    return true;
}

/* The engine of that name; NULL: the file lists none. The search begins at the last one found,
 * since the same engine often comes again. */
static const struct json_object *find_engine(struct json_table *own, const char *name) {
    size_t count = own->engines ? json_object_array_length(own->engines) : 0;
    for (size_t i = 0; i < count; i++) {
        size_t place = (own->engine + i) % count;
        const struct json_object *engine = json_object_array_get_idx(own->engines, place);
        struct json_object *said = engine && json_object_is_type(engine, json_type_object)
                                       ? json_read_member(engine, "name")
                                       : NULL;
        if (said && json_object_is_type(said, json_type_string) &&
            strcmp(json_object_get_string(said), name) == 0) {
            own->engine = place;
            return engine;
        }
    }
    return NULL;
}

/* Puts what the players are, as the list of engines says. */
static bool put_kinds(struct import_table *table, const struct json_object *seats,
                      struct error *error) {
    static const char *const kinds[] = {PLAYER_ENGINE, PLAYER_HUMAN, PLAYER_HELPED,
                                        PLAYER_IMPORTED};
    struct json_table *own = table->own;
    for (size_t i = 0; i < json_object_array_length(seats); i++) {
        struct json_object *name = json_object_array_get_idx(seats, i);
        const struct json_object *engine = find_engine(own, json_object_get_string(name));
        struct json_object *kind = engine ? json_read_member(engine, "kind") : NULL;
        const char *said = kind ? json_object_get_string(kind) : PLAYER_IMPORTED;
        size_t k = 0;
        while (k < sizeof kinds / sizeof *kinds && strcmp(said, kinds[k]) != 0)
            k++;
        if (k == sizeof kinds / sizeof *kinds)
            return error_set(error, _("%s: engines[%zu].kind: it is none of %s, %s, %s, %s"),
                             table->path, own->engine, kinds[0], kinds[1], kinds[2], kinds[3]);
        cell_begin(own, (struct place){COLUMN_KINDS, 0, (int)i});
        text_add(&own->cells, kinds[k]);
        cell_end(own);
    }
    return true;
}

/* Whether the board of this place in the file has the number. */
static bool is_board(const struct json_table *own, size_t place, int64_t number) {
    const struct json_object *board = json_object_array_get_idx(own->boards, place);
    struct json_object *id = board && json_object_is_type(board, json_type_object)
                                 ? json_read_member(board, "id")
                                 : NULL;
    return id && json_object_is_type(id, json_type_int) && json_object_get_int64(id) == number;
}

/* Puts the board that the game names by its number. The last one found is tried first, since the
 * same board often comes again. */
static bool put_board(struct import_table *table, const struct json_object *game,
                      struct error *error) {
    struct json_table *own = table->own;
    struct json_object *number = json_read_member(game, "board");
    size_t count = own->boards ? json_object_array_length(own->boards) : 0;
    if (!number)
        return true;
    if (json_object_is_type(number, json_type_int)) {
        int64_t wanted = json_object_get_int64(number);
        for (size_t i = 0; i < count && !is_board(own, own->board, wanted); i++)
            own->board = i;
        if (count > 0 && is_board(own, own->board, wanted)) {
            const struct json_object *board = json_object_array_get_idx(own->boards, own->board);
            return cell_put_member(table, at_game(COLUMN_BOARD), board, json_type_string, error) &&
                   cell_put_member(table, at_game(COLUMN_SPELLED), board, json_type_string, error);
        }
    }
    return fail_game(table, ".board", _("no board has this id"), error);
}

/* Puts the opening: a list of moves, or one text in files of earlier versions. */
static bool put_opening(struct import_table *table, const struct json_object *game,
                        struct error *error) {
    struct place place = at_game(COLUMN_OPENING);
    return json_object_is_type(json_read_member(game, "opening"), json_type_string)
               ? cell_put_member(table, place, game, json_type_string, error)
               : cell_put_words(table, place, game, json_type_string, error);
}

/* A seed is a number, or a text of digits where numbers would be rounded. */
static enum json_type type_of_seed(const struct json_object *game) {
    struct json_object *seed = json_read_member(game, "seed");
    return json_object_is_type(seed, json_type_string) ? json_type_string : json_type_int;
}

static bool put_game(struct import_table *table, const struct json_object *game,
                     const struct json_object *halves, struct error *error) {
    struct json_table *own = table->own;
    const struct json_object *seats = json_read_member(game, "seats");
    if (!seats || !json_object_is_type(seats, json_type_array))
        return fail_game(table, ".seats", json_read_misfit(seats, json_type_array), error);
    return cell_put(table, at_game(COLUMN_GAME), json_read_member(own->league, "game"),
                    json_type_string, error) &&
           cell_put_member(table, at_game(COLUMN_ID), game, json_type_string, error) &&
           cell_put_member(table, at_game(COLUMN_SOURCE), game, json_type_string, error) &&
           cell_put_member(table, at_game(COLUMN_TOURNAMENT), game, json_type_boolean, error) &&
           cell_put_member(table, at_game(COLUMN_SEED), game, type_of_seed(game), error) &&
           put_opening(table, game, error) && put_players(table, seats, error) &&
           put_kinds(table, seats, error) && put_board(table, game, error) &&
           put_halves(table, halves, (int)json_object_array_length(seats), error);
}

/* The next game of which a half was finished. */
static bool next(struct import_table *table, struct error *error) {
    struct json_table *own = table->own;
    for (own->game++; own->game < json_object_array_length(own->games); own->game++) {
        const struct json_object *game = json_object_array_get_idx(own->games, own->game);
        if (!game || !json_object_is_type(game, json_type_object))
            return fail_game(table, "", json_read_misfit(game, json_type_object), error);
        const struct json_object *halves = json_read_member(game, "halves");
        if (!halves || !json_object_is_type(halves, json_type_array))
            return fail_game(table, ".halves", json_read_misfit(halves, json_type_array), error);
        if (json_object_array_length(halves) == 0)
            continue;
        memset(own->start, 0, sizeof own->start);
        text_clear(&own->cells);
        return put_game(table, game, halves, error) && (!own->cells.failed || error_memory(error));
    }
    return false;
}

/* ---- the file -------------------------------------------------------------------------------- */

static bool read_bytes(const struct import_table *table, FILE *file, struct error *error) {
    struct json_table *own = table->own;
    static const char mark[] = "\xef\xbb\xbf";
    char bytes[1 << 14];
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, file)) > 0;) {
        text_add_bytes(&own->file, bytes, count);
        if (own->file.length > FILE_MAX)
            return error_set(error, _("%s: it is larger than %d MiB; CSV may be larger"),
                             table->path, FILE_MAX >> 20);
    }
    if (ferror(file))
        return error_set_kind(error, error_kind_of(errno), "%s: %s", table->path, strerror(errno));
    if (own->file.length >= 3 && memcmp(own->file.bytes, mark, 3) == 0)
        memset(own->file.bytes, ' ', 3);
    return !own->file.failed || error_memory(error);
}

/* A message about a byte, as line and column. */
static bool fail_at(const struct import_table *table, size_t place, const char *format,
                    const char *why, struct error *error) {
    const struct json_table *own = table->own;
    int line = 1, column = 1;
    for (size_t i = 0; i < place && i < own->file.length; i++, column++)
        if (own->file.bytes[i] == '\n') {
            line++;
            column = 0;
        }
    return error_set(error, format, table->path, line, column, why);
}

static bool parse(const struct import_table *table, struct error *error) {
    struct json_table *own = table->own;
    struct json_tokener *tokener = needed(json_tokener_new());
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    own->root = json_tokener_parse_ex(tokener, text_get(&own->file), (int)own->file.length);
    enum json_tokener_error got = json_tokener_get_error(tokener);
    size_t place = json_tokener_get_parse_end(tokener);
    json_tokener_free(tokener);
    char name[64];
    const char *again = got == json_tokener_success
                            ? json_twice(text_get(&own->file), place, name, sizeof name)
                            : NULL;
    if (again)
        return fail_at(table, (size_t)(again - text_get(&own->file)),
                       _("%s:%d:%d: the object has \"%s\" twice"), name, error);
    if (got == json_tokener_success)
        return true;
    return fail_at(table, place, _("%s:%d:%d: it is not JSON: %s"),
                   got == json_tokener_continue ? _("it ends too early")
                                                : json_tokener_error_desc(got),
                   error);
}

static bool need_member(const struct import_table *table, const char *name, enum json_type type,
                        struct json_object **value, struct error *error) {
    struct json_table *own = table->own;
    if (json_object_is_type(own->root, json_type_object))
        *value = json_read_member(own->root, name);
    if (!*value)
        return error_set(error,
                         _("%s: it must be an object with league, boards and games, as "
                           "export --format json writes it"),
                         table->path);
    return json_object_is_type(*value, type) ||
           error_set(error, "%s: %s: %s", table->path, name, json_read_misfit(*value, type));
}

/* The list of engines, which need not be there. */
static bool find_engines(const struct import_table *table, struct error *error) {
    struct json_table *own = table->own;
    own->engines = json_read_member(own->root, "engines");
    const char *wrong = own->engines ? json_read_misfit(own->engines, json_type_array) : NULL;
    return !wrong || error_set(error, "%s: %s: %s", table->path, "engines", wrong);
}

static bool import_json_begin(struct import_table *table, FILE *file, struct error *error) {
    struct json_table *own = needed(calloc(1, sizeof *own));
    table->own = own;
    own->game = (size_t)-1; /* the one before the first */
    bool done = read_bytes(table, file, error) && parse(table, error) &&
                need_member(table, "league", json_type_object, &own->league, error) &&
                find_engines(table, error) &&
                need_member(table, "boards", json_type_array, &own->boards, error) &&
                need_member(table, "games", json_type_array, &own->games, error);
    text_free(&own->file);
    return done;
}

static void json_end(struct import_table *table) {
    struct json_table *own = table->own;
    json_object_put(own->root);
    text_free(&own->file);
    text_free(&own->cells);
    free(own);
}

const struct import_form import_json = {import_json_begin, next, get, where, json_end};
