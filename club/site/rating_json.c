/* rating_json.c - ratings as JSON. Those that rest on too few opponents are null, not left out,
 * so that a reader sees how far they have come. */
#include "config.h"

#include "club/site/rating_json.h"

#include "base/json.h"
#include "club/store/ratings/person_ratings.h"

#include <math.h>

/* A rating that rests on one opponent only is not shown. */
void rating_json_add(struct json *json, const struct rating *rating) {
    bool listed = rating->standing != RATING_UNLISTED;
    json_integer_if(json, "rank", rating->place != 0, rating->place);
    json_real(json, "rating", listed ? rating->rating : (double)NAN);
    json_real(json, "error", listed ? rating->error : (double)NAN);
    json_integer(json, "encounters", rating->encounters);
    json_integer(json, "opponents", rating->opponents);
    json_bool(json, "provisional", rating->standing != RATING_PROVEN);
}

static void rating_json_add_course(struct json *json, const struct rating_person *person) {
    json_open(json, "course", '[');
    for (int i = 0; i < person->days; i++) {
        json_open(json, NULL, '{');
        json_string(json, "day", person->day[i].day);
        json_real(json, "rating", person->day[i].rating);
        json_real(json, "error", person->day[i].error);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void rating_json_add_rivals(struct json *json, const struct rating_person *person) {
    json_open(json, "rivals", '[');
    for (int i = 0; i < person->rivals; i++) {
        const struct rating_rival *rival = &person->rival[i];
        json_open(json, NULL, '{');
        json_integer_if(json, "account", rival->account != 0, rival->account);
        json_string(json, "name", rival->name);
        if (!rival->account)
            json_bool(json, "deleted", true);
        json_integer(json, "encounters", rival->encounters);
        json_integer(json, "counted", rival->counted);
        json_integer(json, "won", rival->won);
        json_integer(json, "drawn", rival->drawn);
        json_integer(json, "lost", rival->lost);
        json_real(json, "margin", rival->margin);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void rating_json_add_game(void *context, const struct rating_person *person) {
    struct json *json = context;
    json_open(json, NULL, '{');
    json_string(json, "game", person->now.game);
    json_string(json, "scale", person->now.margins ? "margin" : "elo");
    rating_json_add(json, &person->now);
    rating_json_add_course(json, person);
    rating_json_add_rivals(json, person);
    json_close(json, '}');
}

bool rating_json_add_person(struct club *club, int64_t account, struct json *json,
                            struct error *error) {
    json_open(json, "ratings", '[');
    bool done = rating_person_read(club, account, rating_json_add_game, json, error);
    json_close(json, ']');
    return done;
}
