/* load_person.c - a person who plays games on a site, for load generators. */
#include "config.h"

#include "tests/tools/load_person.h"

#include "base/clock.h"
#include "base/error.h"
#include "club/store/club.h"
#include "club/store/week.h"
#include "games/game.h"

#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 1024 };

static void note(struct load_person *person, int64_t *count, const char *what, const char *body) {
    struct load_count *all = person->count;
    if (all->wrong + all->refused == 0)
        snprintf(all->first, sizeof all->first, "%s: %.300s", what, body);
    ++*count;
}

static int64_t member(struct json_object *object, const char *name) {
    struct json_object *value;
    return json_object_object_get_ex(object, name, &value) ? json_object_get_int64(value) : -1;
}

static const char *string(struct json_object *object, const char *name) {
    struct json_object *value;
    return json_object_object_get_ex(object, name, &value) ? json_object_get_string(value) : "";
}

static const struct game_board *board_of(struct load_person *person, struct json_object *view) {
    struct error error;
    const struct made_board *board =
        boards_by_line(person->count->boards, string(view, "line"), 2, &error);
    return board ? board->board : NULL;
}

/* Plays the moves that are new; the first of them must be the person's own. */
static bool follow(struct load_person *person, const struct game_board *board,
                   struct json_object *moves) {
    size_t count = json_object_array_length(moves);
    if (count < (size_t)person->moves + (*person->said != '\0'))
        return false;
    for (size_t i = (size_t)person->moves; i < count; i++) {
        const char *text = json_object_get_string(json_object_array_get_idx(moves, i));
        struct error why;
        uint32_t move;
        if (i == (size_t)person->moves && *person->said && strcmp(text, person->said) != 0)
            return false;
        if (!board->game->parse(board, person->state, text, &move) ||
            board->game->refuse(board, person->state, move, &why))
            return false;
        board->game->play(board, person->state, move);
    }
    person->moves = (int)count;
    return true;
}

/* How the game stands now, in the words of the server. The next half of a tournament game begins
 * when the person asks for it, and a table that was opened is a member of the answer. */
static bool take_view(struct load_person *person, struct json_object *view) {
    struct json_object *moves, *opened;
    const bool tables = person->count->tables;
    if (!*person->game && json_object_object_get_ex(view, "table", &opened))
        view = opened;
    const char *state = string(view, "state"), *game = string(view, "table");
    const struct game_board *board = person->made = board_of(person, view);
    bool open = strcmp(state, "open") == 0;
    int half = (int)member(view, "half");
    if (!board || (*person->game && strcmp(game, person->game) != 0) ||
        !json_object_object_get_ex(view, "moves", &moves) ||
        !json_object_is_type(moves, json_type_array))
        return false;
    snprintf(person->game, sizeof person->game, "%s", game);
    bool other = half != person->half || !person->open;
    if (person->open && (!open || other))
        person->count->halves++;
    if (open && other) {
        if (*person->said && !tables)
            return false;
        person->count->moves += *person->said != '\0';
        *person->said = '\0';
        board->game->start(board, person->state, half);
        person->moves = 0;
    }
    person->open = open;
    person->half = half;
    if (open && (!follow(person, board, moves) || board->game->turn(board, person->state) != 0))
        return false;
    person->count->moves += *person->said != '\0';
    if (strcmp(state, "over") == 0) {
        person->count->games++;
        person->game[0] = '\0';
        person->played += !tables;
    }
    return true;
}

static void take(struct load_link *link, int status, const char *body, size_t length) {
    struct load_person *person = link->owner;
    struct load_count *count = person->count;
    (void)length;
    count->answered++;
    if (count->took_count < count->took_max)
        count->took[count->took_count++] = clock_us() - link->asked;
    if (status != 200 && status != 201) {
        char what[32];
        snprintf(what, sizeof what, "status %d", status);
        note(person, &count->refused, what, body);
    } else {
        struct json_object *view = json_tokener_parse(body);
        if (!take_view(person, view))
            note(person, &count->wrong, "does not fit", body);
        json_object_put(view);
    }
    *person->said = '\0';
}

bool load_person_begin(struct load_person *person, int number, struct load_net *net,
                       struct load_count *count) {
    *person = (struct load_person){.count = count, .first = number % WEEK_BOARDS};
    person->link = (struct load_link){.net = net, .fd = -1, .owner = person, .answered = take};
    person->state = malloc(sizeof *person->state);
    random_seed(&person->random, (uint64_t)number);
    load_club_key(number, person->key);
    return person->state != NULL;
}

void load_person_end(struct load_person *person) {
    load_link_close(&person->link);
    free(person->state);
}

/* A legal move, at random, as the body of a request. */
static void write_move(struct load_person *person, char *body, size_t size) {
    const struct game_board *board = person->made;
    uint32_t moves[MOVES_MAX];
    int count = board->game->moves(board, person->state, moves);
    uint32_t move = moves[random_below(&person->random, (uint32_t)count)];
    board->game->format(board, person->state, move, GAME_EVERYBODY, person->said);
    snprintf(body, size, "{\"half\":%d,\"before\":%d,\"move\":\"%s\"}", person->half, person->moves,
             person->said);
}

void load_person_ask(struct load_person *person) {
    const bool tables = person->count->tables;
    char path[80] = "/api/tables", body[160];
    if (person->link.waits || person->played >= WEEK_BOARDS)
        return;
    if (person->open) {
        snprintf(path, sizeof path, "/api/tables/%s/moves", person->game);
        write_move(person, body, sizeof body);
    } else if (*person->game) {
        snprintf(path, sizeof path, "/api/tables/%s/half", person->game);
        snprintf(body, sizeof body, "{\"half\":%d}", person->half + 1);
    } else if (tables) {
        snprintf(body, sizeof body,
                 "{\"game\":\"%s\",\"seat\":1,\"clock_ms\":600000,"
                 "\"opponent\":{\"engine\":\"reference\"}}",
                 CLUB_GAME);
    } else {
        snprintf(body, sizeof body, "{\"board\":%d}",
                 (person->first + person->played) % WEEK_BOARDS + 1);
    }
    person->count->asked++;
    if (!load_link_ask(&person->link, "POST", path, person->key, body)) {
        note(person, &person->count->refused, "no connection", "");
        *person->said = '\0';
    }
}
