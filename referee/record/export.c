/* export.c - see export.h. */
#include "config.h"

#include "referee/record/export.h"

#include "base/language.h"

#include "base/text.h"
#include "referee/record/query.h"
#include "referee/record/record_league.h"
#include "referee/record/record_rows.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

const struct export_format export_formats[] = {
    {"json", export_json}, {"csv", export_csv}, {"text", export_text}, {NULL, NULL}};

const struct export_format *export_find(const char *name) {
    for (const struct export_format *format = export_formats; format->name; format++)
        if (strcmp(format->name, name) == 0)
            return format;
    return NULL;
}

bool export_taken(FILE *file, char *error) {
    return !ferror(file) || error_set(error, _("cannot write: %s"), strerror(errno));
}

bool export_write(struct record *record, const struct export_format *format, FILE *file,
                  char *error) {
    bool done = query_begin_reading(record, error) &&
                query_end_reading(record, format->write(record, file, error));
    if (done)
        fflush(file);
    return done && export_taken(file, error);
}

const char *export_source(const struct league_row *league, const struct game_row *game,
                          char *source) {
    if (game->foreign_id)
        return game->source ? game->source : "";
    snprintf(source, EXPORT_SOURCE_SIZE, "%s:%s", league->name, league->schedule);
    return source;
}

const char *export_id(const struct game_row *game, char *id) {
    if (game->foreign_id)
        return game->foreign_id;
    snprintf(id, 24, "%" PRId64, game->id);
    return id;
}
