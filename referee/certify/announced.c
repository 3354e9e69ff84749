/* announced.c - what an engine announces between tgi and tgiok. The parser of the protocol judges
 * each line, but does not look into options: these are taken apart here. */
#include "config.h"

#include "referee/certify/check.h"

#include "base/language.h"
#include "half/engine_spec.h"
#include "protocol/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which of the lines have come that must come once, or at least once (`game`). */
struct seen {
    bool name, author, protocol, game;
};

void announced_free(struct announced *announced) {
    text_free(&announced->features);
    text_free(&announced->games);
    announced->options = 0;
}

/* Reads the word that follows `key`. False: `key` is not in the line. */
static bool word_after(const char *line, const char *key, char *word, size_t size) {
    char wanted[24];
    snprintf(wanted, sizeof wanted, " %s ", key);
    const char *at = strstr(line, wanted);
    if (!at)
        return false;
    at += strlen(wanted);
    snprintf(word, size, "%.*s", (int)strcspn(at, " "), at);
    return true;
}

static bool number_after(const char *line, const char *key, int64_t *number) {
    char word[32], *end;
    if (!word_after(line, key, word, sizeof word))
        return false;
    *number = strtoll(word, &end, 10);
    return *word && !*end;
}

/* Reads a line `option name NAME type TYPE ...`. False, and the check has failed: it is wrong. */
static bool read_option(struct check_run *run, const char *line) {
    struct option option = {0};
    const char *var = strstr(line, " var ");
    bool good = word_after(line, "name", option.name, sizeof option.name) &&
                word_after(line, "type", option.type, sizeof option.type);
    bool button = strcmp(option.type, "button") == 0;
    good = good && (button || word_after(line, "default", option.standard, sizeof option.standard));
    if (var)
        snprintf(option.var, sizeof option.var, "%s", var + 5);
    if (strcmp(option.type, "spin") == 0)
        good = good && number_after(line, "min", &option.min) &&
               number_after(line, "max", &option.max) && option.min <= option.max;
    else if (strcmp(option.type, "combo") == 0)
        good = good && var;
    else if (strcmp(option.type, "check") == 0)
        good =
            good && (strcmp(option.standard, "true") == 0 || strcmp(option.standard, "false") == 0);
    else
        good = good && (button || strcmp(option.type, "string") == 0);
    if (!good)
        return check_fail(run, _("an option is malformed: %.200s"), line);
    if (run->announced.options < OPTIONS_MAX)
        run->announced.option[run->announced.options++] = option;
    return true;
}

static bool once(struct check_run *run, bool *seen, const char *what) {
    if (*seen)
        return check_fail(run, _("'%s' is given twice"), what);
    return *seen = true;
}

/* Reads a line of the answer to tgi. False, and the check has failed: the line is wrong. */
static bool announced_read_line(struct check_run *run, char *line, struct seen *seen, char *id,
                                size_t size) {
    struct announced *announced = &run->announced;
    char copy[LINE_BYTES_MAX + 1];
    struct protocol_message message;
    struct protocol_error error;
    snprintf(copy, sizeof copy, "%s", line);
    if (protocol_parse(run->parser, PROTOCOL_FROM_ENGINE, copy, &message, &error) != PROTOCOL_OK)
        return check_fail(run, _("the line '%.200s' is malformed: %.200s"), line, error.text);
    if (strncmp(line, "id name ", 8) == 0) {
        snprintf(id, size, "%s", line + 8);
        return once(run, &seen->name, "id name");
    }
    if (strncmp(line, "id author ", 10) == 0)
        return once(run, &seen->author, "id author");
    if (strncmp(line, "protocol ", 9) == 0)
        return once(run, &seen->protocol, "protocol") &&
               (strcmp(line + 9, "1") == 0 ||
                check_fail(run, _("it speaks version %.40s of the protocol, not 1"), line + 9));
    if (strncmp(line, "feature ", 8) == 0) {
        text_addf(&announced->features, " %s ", line + 8);
    } else if (strncmp(line, "game ", 5) == 0) {
        text_addf(&announced->games, " %.*s ", (int)strcspn(line + 5, " "), line + 5);
        seen->game = true;
    } else if (strncmp(line, "option ", 7) == 0) {
        return read_option(run, line);
    } else {
        return check_fail(run, _("'%.200s' is not allowed between tgi and tgiok"), line);
    }
    return true;
}

bool announced_read(struct check_run *run, char *id, size_t size) {
    struct seen seen = {0};
    bool ended = false;
    char *line;
    announced_free(&run->announced);
    if (!check_start(run))
        return false;
    check_say(run, "tgi");
    while ((line = check_line(run, (int)(run->spec->limits.start / 1000), &ended))) {
        if (strcmp(line, "tgiok") == 0)
            break;
        if (!announced_read_line(run, line, &seen, id, size))
            return false;
    }
    if (!line)
        return check_fail(run, ended ? _("it ended before tgiok") : _("tgiok is missing"));
    static const char *const wanted[] = {"id name", "id author", "protocol 1", "game"};
    const bool came[] = {seen.name, seen.author, seen.protocol, seen.game};
    for (size_t k = 0; k < sizeof came / sizeof *came; k++)
        if (!came[k])
            return check_fail(run, _("'%s' is missing before tgiok"), wanted[k]);
    return true;
}
