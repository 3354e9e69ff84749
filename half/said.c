/* said.c - see said.h. Engines that search say much, so that lines are read by the
 * protocol's table, but without its patterns; tests/half/said.c compares the two. */
#include "config.h"

#include "half/said.h"

#include "base/text.h"
#include "games/game.h"
#include "protocol/protocol.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ----------------------------------------------------------------------------------- */

enum { FIELDS = INFO_STRING + 1 };

static const struct protocol_field *field_of(int number) {
    return &protocol_commands[TGI_INFO].field[number];
}

struct word {
    const char *at;
    size_t length; /* 0: the line has ended */
};

/* Words are short: loops find their ends sooner than strspn() and strcspn(). */
static struct word word_at(const char *text) {
    while (*text == ' ' || *text == '\t')
        text++;
    const char *end = text;
    while (*end != '\0' && *end != ' ' && *end != '\t')
        end++;
    return (struct word){text, (size_t)(end - text)};
}

static struct word word_after(struct word word) {
    return word_at(word.at + word.length);
}

static int find_keyword(struct word word) {
    if (*word.at < 'a') /* most moves: keywords are lower-case letters */
        return -1;
    for (int i = 0; i < FIELDS; i++) {
        const char *name = field_of(i)->keyword;
        if (*word.at == *name && strncmp(word.at, name, word.length) == 0 && !name[word.length])
            return i;
    }
    return -1;
}

static bool read_number(struct word word, const struct protocol_field *field, int64_t *number) {
    char digits[32];
    size_t sign = word.length > 0 && (*word.at == '-' || *word.at == '+');
    if (word.length == sign || word.length >= sizeof digits ||
        strspn(word.at + sign, "0123456789") < word.length - sign)
        return false;
    memcpy(digits, word.at, word.length);
    digits[word.length] = '\0';
    errno = 0;
    *number = strtoll(digits, NULL, 10);
    return errno == 0 && *number >= field->min && *number <= field->max;
}

/* ---- one line -------------------------------------------------------------------------------- */

/* The fields of a line as they are. */
struct line {
    unsigned given; /* by keyword, as bits */
    int64_t number[FIELDS];
    struct word bound, pv; /* pv: the first of its words */
};

static bool has(const struct line *line, int keyword) {
    return line->given >> keyword & 1;
}

/* Reads the value of a keyword, and moves *word past it. */
static bool read_field(struct line *line, int keyword, struct word *word) {
    *word = word_after(*word);
    if (keyword == INFO_PV) {
        line->pv = *word;
        while (word->length > 0 && find_keyword(*word) < 0)
            *word = word_after(*word);
        return true;
    }
    if (word->length == 0 || (find_keyword(*word) >= 0 && keyword != INFO_STRING))
        return false;
    if (keyword == INFO_STRING) {
        *word = (struct word){"", 0};
        return true;
    }
    if (keyword == INFO_BOUND)
        line->bound = *word;
    else if (keyword != INFO_SPLIT &&
             !read_number(*word, field_of(keyword), &line->number[keyword]))
        return false;
    *word = word_after(*word);
    return true;
}

static bool read_line(struct line *line, const char *fields) {
    *line = (struct line){0};
    for (struct word word = word_at(fields); word.length > 0;) {
        int keyword = find_keyword(word);
        if (keyword < 0) {
            word = word_after(word); /* unknown fields are skipped */
            continue;
        }
        if (line->given >> keyword & 1 || !read_field(line, keyword, &word))
            return false;
        line->given |= 1u << keyword;
    }
    return true;
}

static void take_number(const struct line *line, int keyword, int64_t *number) {
    if (has(line, keyword) && line->number[keyword] >= 0)
        *number = line->number[keyword];
}

static void take_margin(struct said *said, const struct line *line) {
    char word[8] = "";
    said->valued = has(line, INFO_MARGIN) && line->number[INFO_MARGIN] >= -SAID_MARGIN_MAX &&
                   line->number[INFO_MARGIN] <= SAID_MARGIN_MAX;
    said->margin = said->valued ? (int)line->number[INFO_MARGIN] : 0;
    said->bound = SAID_ESTIMATE;
    if (said->valued && line->bound.length > 0 && line->bound.length < sizeof word) {
        memcpy(word, line->bound.at, line->bound.length);
        said_bound_find(word, &said->bound);
    }
}

/* Whether a word may be a move. */
static bool is_move(struct word word) {
    for (size_t i = 0; i < word.length; i++)
        if (word.at[i] <= ' ' || word.at[i] > '~')
            return false;
    return word.length > 0 && word.length < GAME_MOVE_TEXT;
}

/* As far as there are moves: the first word that is not a move and all after it are cut off. */
static void take_pv(struct said *said, struct word word, bool to_keyword) {
    size_t length = 0;
    for (; is_move(word) && !(to_keyword && find_keyword(word) >= 0); word = word_after(word)) {
        size_t from = length > 0 ? length + 1 : 0;
        if (from + word.length >= SAID_PV_SIZE)
            break;
        if (from > 0)
            said->pv[length] = ' ';
        memcpy(said->pv + from, word.at, word.length);
        length = from + word.length;
    }
    said->pv[length] = '\0';
}

void said_set_pv(struct said *said, const char *words) {
    take_pv(said, word_at(words), false);
}

bool said_read(struct said *said, const char *fields) {
    struct line line;
    if (!read_line(&line, fields))
        return false;
    if (has(&line, INFO_MULTIPV) && line.number[INFO_MULTIPV] != 1)
        return true;
    if (has(&line, INFO_MARGIN) || has(&line, INFO_PV)) {
        take_margin(said, &line);
        take_pv(said, line.pv.at ? line.pv : (struct word){"", 0}, true);
    }
    take_number(&line, INFO_DEPTH, &said->depth);
    take_number(&line, INFO_NODES, &said->nodes);
    take_number(&line, INFO_TIME, &said->time);
    return true;
}

bool said_hear(struct said *said, const char *line) {
    return strncmp(line, "info", 4) == 0 && strchr(" \t", line[4]) && said_read(said, line + 4);
}

/* ---- values ---------------------------------------------------------------------------------- */

static const char *const bounds[] = {
    [SAID_EXACT] = "exact", [SAID_LOWER] = "lower", [SAID_UPPER] = "upper"};

const char *said_bound_name(enum said_bound bound) {
    return bounds[bound];
}

bool said_bound_find(const char *name, enum said_bound *bound) {
    for (int i = SAID_EXACT; i <= SAID_UPPER; i++)
        if (strcmp(bounds[i], name) == 0) {
            *bound = (enum said_bound)i;
            return true;
        }
    return false;
}

void said_forget(struct said *said) {
    said->ply = said->margin = 0;
    said->valued = false;
    said->bound = SAID_ESTIMATE;
    said->depth = said->nodes = said->time = -1;
    said->pv[0] = '\0';
}

bool said_is_nothing(const struct said *said) {
    return !said->valued && said->depth < 0 && said->nodes < 0 && said->time < 0 && !said->pv[0];
}

static void write_number(struct text *text, const char *keyword, bool known, int64_t number) {
    if (!known)
        return;
    text_add_word(text, keyword);
    text_add(text, " ");
    text_add_number(text, number);
}

void said_write(const struct said *said, struct text *text) {
    struct text fields = {0};
    write_number(&fields, field_of(INFO_DEPTH)->keyword, said->depth >= 0, said->depth);
    write_number(&fields, field_of(INFO_MARGIN)->keyword, said->valued, said->margin);
    if (said->valued && said->bound != SAID_ESTIMATE)
        text_addf(&fields, " bound %s", bounds[said->bound]);
    write_number(&fields, field_of(INFO_NODES)->keyword, said->nodes >= 0, said->nodes);
    write_number(&fields, field_of(INFO_TIME)->keyword, said->time >= 0, said->time);
    if (said->pv[0]) {
        text_add_word(&fields, field_of(INFO_PV)->keyword);
        text_add_word(&fields, said->pv);
    }
    text_add(text, text_get(&fields));
    text->failed |= fields.failed;
    text_free(&fields);
}

/* ---- lists ----------------------------------------------------------------------------------- */

void said_list_add(struct said_list *list, const struct said *said, int ply) {
    enum { FIRST_ROOM = 32 };
    if (list->count == list->room) {
        int room = list->room ? 2 * list->room : FIRST_ROOM;
        struct said *item = realloc(list->item, sizeof *item * (size_t)room);
        if (!item) {
            list->failed = true;
            return;
        }
        list->item = item;
        list->room = room;
    }
    list->item[list->count] = *said;
    list->item[list->count++].ply = ply;
}

void said_list_free(struct said_list *list) {
    free(list->item);
    *list = (struct said_list){0};
}

const struct said *said_list_find(const struct said_list *list, int ply) {
    int low = 0, high = list->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (list->item[middle].ply < ply)
            low = middle + 1;
        else
            high = middle;
    }
    return low < list->count && list->item[low].ply == ply ? &list->item[low] : NULL;
}
