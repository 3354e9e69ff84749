/* table_json.c - a table as its reader may see it: struct table_view has been masked by the club,
 * so nothing is hidden here. table_json_stand() is the part that changes with each move; events
 * have it, too, so that a follower needs no other request. */
#include "config.h"

#include "club/site/tables/table_json.h"

#include "base/json.h"
#include "club/site/frame/site_call.h"
#include "club/store/tables/seeks.h"
#include "club/store/tables/tables.h"
#include "record/half_json.h"

#include <stdio.h>
#include <string.h>

/* Adds the parameters of `setgrid GAME KEY VALUE...`. A board that is spelled out has none, and its
 * long line is not searched. */
static void add_parameters(struct json *json, const char *line) {
    static const char spelled[] = "setgrid inline ";
    char key[40];
    int value, length;
    json_open(json, "parameters", '{');
    if (strncmp(line, spelled, sizeof spelled - 1) != 0 &&
        sscanf(line, "setgrid %39s%n", key, &length) == 1)
        for (line += length; sscanf(line, " %39s %d%n", key, &value, &length) == 2; line += length)
            json_integer(json, key, value);
    json_close(json, '}');
}

static const char *const sitters[] = {[SITTER_NOBODY] = "open",
                                      [SITTER_PERSON] = "person",
                                      [SITTER_REFERENCE] = "engine",
                                      [SITTER_ENGINE] = "engine"};

static void add_seats(struct json *json, const struct table_view *view) {
    json_open(json, "seats", '[');
    for (int i = 0; i < view->players; i++) {
        const struct table_view_seat *seat = &view->seat[i];
        json_open(json, NULL, '{');
        json_string(json, "kind", sitters[seat->sitter]);
        json_string(json, "name", *seat->name ? seat->name : NULL);
        json_integer_if(json, "account", seat->account != 0, seat->account);
        if (seat->rated) {
            json_real(json, "rating", seat->rating);
            json_bool(json, "provisional", seat->provisional);
        }
        json_close(json, '}');
    }
    json_close(json, ']');
}

void table_json_stand(struct json *json, const struct table_view *view, bool asked) {
    json_string(json, "state", table_state_name[view->state]);
    json_integer_if(json, "turn", view->turn != TABLE_NOBODY, view->turn + 1);
    json_integer(json, "half", view->half);
    json_open(json, "left_ms", '[');
    for (int i = 0; i < view->players; i++)
        json_integer_if(json, NULL, view->seat[i].left >= 0, view->seat[i].left);
    json_close(json, ']');
    json_integer(json, "waits_ms", view->waits);
    /* Until when the turn lasts, by correspondence; of a table that waits or is over, until it
     * goes. */
    club_add_time(json, "deadline", view->deadline);
    json_bool(json, "can_draw", asked && view->can_draw);
    json_bool(json, "draw_offered", asked && view->draw_offered);
    json_string(json, "secret", *view->secret ? view->secret : NULL);
}

void table_json_add(struct json *json, const struct table_view *view) {
    bool sits = view->reader < view->players;
    json_string(json, "table", view->table);
    json_string(json, "week", view->board ? view->week : NULL);
    json_integer_if(json, "board", view->board != 0, view->board);
    json_string(json, "game", view->game);
    json_string(json, "grid", *view->grid ? view->grid : NULL);
    json_string(json, "line", view->line);
    json_integer(json, "players", view->players);
    add_parameters(json, view->line);
    json_string(json, "position", view->opening ? view->opening + strlen("at ") : NULL);
    json_integer(json, "halves", view->halves);
    json_integer_if(json, "seat", sits, view->reader + 1);
    table_json_stand(json, view, view->turn == view->reader);
    json_words(json, "moves", text_get(&view->moves));
    add_seats(json, view);
    json_integer_if(json, "clock_ms", !view->days, view->clock);
    json_integer_if(json, "increment_ms", !view->days, view->increment);
    json_integer_if(json, "days", view->days != 0, view->days);
    json_bool(json, "rated", view->rated);
    json_bool(json, "shown", view->shown);
    json_bool(json, "lot", view->lot);
    json_string(json, "challenged", *view->kept_name ? view->kept_name : NULL);
    json_open(json, "done", '[');
    for (int i = 0; i < view->over; i++) {
        json_open(json, NULL, '{');
        half_json_add(&view->done[i], view->players, json);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_integer(json, "step", view->steps);
    json_string(json, "digest", *view->digest ? view->digest : NULL);
    char link[2 * SECRET_SIZE + 20];
    if (*view->invite)
        snprintf(link, sizeof link, "/table/%s#invite/%s", view->table, view->invite);
    json_string(json, "invite", *view->invite ? link : NULL);
    club_add_time(json, "created", view->created);
}

void table_json_seek(struct json *json, const struct seek *seek) {
    json_string(json, "table", seek->table);
    json_string(json, "game", seek->game);
    json_string(json, "grid", *seek->grid ? seek->grid : NULL);
    add_parameters(json, seek->line);
    json_integer(json, "players", seek->players);
    json_integer(json, "free", seek->free);
    json_integer_if(json, "seat", !seek->lot && seek->players == 2, 2 - seek->seat);
    json_integer_if(json, "clock_ms", !seek->days, seek->clock);
    json_integer_if(json, "increment_ms", !seek->days, seek->increment);
    json_integer_if(json, "days", seek->days != 0, seek->days);
    json_bool(json, "rated", seek->rated);
    json_bool(json, "from_position", seek->from_position);
    json_string(json, "name", *seek->name ? seek->name : NULL);
    json_integer_if(json, "account", seek->account != 0, seek->account);
    club_add_time(json, "created", seek->created);
}
