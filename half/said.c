/* said.c - what engines say about their moves: taken from `info` lines, checked word by word, and
 * written as fields again. */
#include "config.h"

#include "half/said.h"

#include "base/list.h"
#include "base/needed.h"
#include "base/text.h"
#include "games/game.h"
#include "protocol/protocol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* After the fields of `info`, before the visits. */
static const char visits_word[] = " tried ";

static const int64_t visits_end = INT64_C(1000000000000000000); /* 18 digits */

/* ---- one line -------------------------------------------------------------------------------- */

static void take_number(const struct protocol_value *value, int64_t *number) {
    if (value->given && value->number[0] >= 0)
        *number = value->number[0];
}

static void take_margin(struct said *said, const struct protocol_value *info) {
    const struct protocol_value *margin = &info[INFO_MARGIN];
    said->valued = margin->given && margin->number[0] >= -SAID_MARGIN_MAX &&
                   margin->number[0] <= SAID_MARGIN_MAX;
    said->margin = said->valued ? (int)margin->number[0] : 0;
    said->bound = SAID_ESTIMATE;
    if (said->valued && info[INFO_BOUND].given)
        said_bound_find(info[INFO_BOUND].text, &said->bound);
}

/* Words end with a blank, or with a zero where the parser has cut them. */
static bool is_gap(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\0';
}

/* Sets the line of play; the first word that is not a move, and all after it, are cut off. */
static void set_pv(struct said *said, const char *at, const char *end) {
    size_t length = 0;
    for (;;) {
        while (at < end && is_gap(*at))
            at++;
        const char *move = at;
        while (at != end && *at > ' ' && *at <= '~')
            at++;
        size_t size = (size_t)(at - move), from = length > 0 ? length + 1 : 0;
        if (size == 0 || size >= GAME_MOVE_TEXT || from + size >= SAID_PV_SIZE ||
            (at < end && !is_gap(*at)))
            break;
        if (from > 0)
            said->pv[length] = ' ';
        memcpy(said->pv + from, move, size);
        length = from + size;
    }
    said->pv[length] = '\0';
}

void said_set_pv(struct said *said, const char *words) {
    set_pv(said, words, words + strlen(words));
}

bool said_move(const struct said *said, char *move) {
    snprintf(move, GAME_MOVE_TEXT, "%.*s", (int)strcspn(said->pv, " "), said->pv);
    return *move;
}

/* ---- visits ---------------------------------------------------------------------------------- */

bool said_next_visits(const char **at, char *move, int64_t *visits) {
    const char *word = *at + strspn(*at, " ");
    size_t length = strcspn(word, " "), digits = 0;
    while (digits < length && word[length - digits - 1] >= '0' && word[length - digits - 1] <= '9')
        digits++;
    if (digits == 0 || digits > 18 || length < digits + 2 || word[length - digits - 1] != ':' ||
        length - digits > GAME_MOVE_TEXT)
        return false;
    snprintf(move, GAME_MOVE_TEXT, "%.*s", (int)(length - digits - 1), word);
    *visits = strtoll(word + length - digits, NULL, 10);
    *at = word + length;
    return true;
}

static void put_visits(struct said *said, const char *move, int64_t visits) {
    const char *at = said->visits;
    char other[GAME_MOVE_TEXT];
    int64_t before;
    while (said_next_visits(&at, other, &before))
        if (strcmp(other, move) == 0)
            return;
    char word[GAME_MOVE_TEXT + 24];
    snprintf(word, sizeof word, "%s%s:%lld", said->visits[0] ? " " : "", move, (long long)visits);
    if (strlen(said->visits) + strlen(word) < SAID_VISITS_SIZE)
        strcat(said->visits, word);
}

void said_set_visits(struct said *said, const char *words) {
    char move[GAME_MOVE_TEXT];
    int64_t visits;
    said->visits[0] = '\0';
    while (said_next_visits(&words, move, &visits))
        put_visits(said, move, visits);
}

/* Adds the visits of the first move of a line. */
static void add_visits(struct said *said, const struct protocol_value *info) {
    struct said line = {.pv = ""};
    char move[GAME_MOVE_TEXT];
    if (!info[INFO_VISITS].given || !info[INFO_PV].given ||
        info[INFO_VISITS].number[0] >= visits_end)
        return;
    set_pv(&line, info[INFO_PV].text, info[INFO_PV].end);
    if (said_move(&line, move))
        put_visits(said, move, info[INFO_VISITS].number[0]);
}

int said_hear(struct said *said, int room, int count, const struct protocol_value *info) {
    int64_t rank = info[INFO_MULTIPV].given ? info[INFO_MULTIPV].number[0] : 1;
    bool report = info[INFO_MARGIN].given || info[INFO_PV].given;
    if (rank == 1 && report)
        said->visits[0] = '\0';
    add_visits(said, info);
    if (rank > room || rank > count + 1 || (rank > 1 && !report))
        return count;
    said += rank - 1;
    if (rank > 1)
        said_forget(said);
    if (report) {
        take_margin(said, info);
        set_pv(said, info[INFO_PV].text, info[INFO_PV].end);
    }
    take_number(&info[INFO_DEPTH], &said->depth);
    take_number(&info[INFO_NODES], &said->nodes);
    take_number(&info[INFO_TIME], &said->time);
    return report ? (int)rank : count;
}

bool said_read(struct said *said, char *fields) {
    struct protocol_message message;
    struct protocol_error ignored;
    char *visits = strstr(fields, visits_word);
    if (visits)
        *visits = '\0';
    if (protocol_parse_fields(TGI_INFO, fields, &message, &ignored) != PROTOCOL_OK)
        return false;
    said_hear(said, 1, 0, message.value);
    if (visits)
        said_set_visits(said, visits + strlen(visits_word));
    return true;
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
    said->pv[0] = said->visits[0] = '\0';
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
    write_number(&fields, "depth", said->depth >= 0, said->depth);
    write_number(&fields, "margin", said->valued, said->margin);
    if (said->valued && said->bound != SAID_ESTIMATE)
        text_addf(&fields, " bound %s", bounds[said->bound]);
    write_number(&fields, "nodes", said->nodes >= 0, said->nodes);
    write_number(&fields, "time", said->time >= 0, said->time);
    if (said->pv[0]) {
        text_add_word(&fields, "pv");
        text_add_word(&fields, said->pv);
    }
    if (said->visits[0])
        text_addf(&fields, "%s%s", visits_word, said->visits);
    text_add(text, text_get(&fields));
    text->failed |= fields.failed;
    text_free(&fields);
}

/* ---- lists ----------------------------------------------------------------------------------- */

void said_list_add(struct said_list *list, const struct said *said, int ply) {
    list->item = needed(list_grow(list->item, list->count, &list->room, sizeof *list->item));
    list->item[list->count] = *said;
    list->item[list->count++].ply = ply;
}

void said_list_free(struct said_list *list) {
    free(list->item);
    *list = (struct said_list){0};
}

static int said_by_ply(const void *ply, const void *item) {
    int theirs = ((const struct said *)item)->ply;
    return (*(const int *)ply > theirs) - (*(const int *)ply < theirs);
}

const struct said *said_list_find(const struct said_list *list, int ply) {
    return list->count
               ? bsearch(&ply, list->item, (size_t)list->count, sizeof *list->item, said_by_ply)
               : NULL;
}
