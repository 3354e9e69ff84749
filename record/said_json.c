/* said_json.c - see said_json.h. */
#include "config.h"

#include "record/said_json.h"

#include "base/json.h"
#include "base/text.h"
#include "half/moves.h"
#include "half/said.h"

#include <stdlib.h>

void said_json_words(struct json *json, const char *key, const char *words, bool numbers) {
    if (!words) {
        json_string(json, key, NULL);
        return;
    }
    struct moves_reader reader = moves_read(words, NULL);
    struct text word = {0};
    json_open(json, key, '[');
    while (moves_next(&reader)) {
        text_clear(&word);
        text_add_bytes(&word, reader.word, reader.length);
        if (numbers)
            json_integer(json, NULL, strtoll(text_get(&word), NULL, 10));
        else
            json_string(json, NULL, text_get(&word));
    }
    json_close(json, ']');
    json->text.failed |= word.failed;
    text_free(&word);
}

void said_json_add(const struct said *said, struct json *json) {
    if (said->valued)
        json_integer(json, "margin", said->margin);
    if (said->valued && said->bound != SAID_ESTIMATE)
        json_string(json, "bound", said_bound_name(said->bound));
    if (said->depth >= 0)
        json_integer(json, "depth", said->depth);
    if (said->nodes >= 0)
        json_integer(json, "nodes", said->nodes);
    if (said->time >= 0)
        json_integer(json, "time", said->time);
    if (said->pv[0])
        said_json_words(json, "pv", said->pv, false);
}
