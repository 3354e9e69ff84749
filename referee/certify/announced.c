/* announced.c - what an engine announces between tgi and tgiok. The parser of the protocol judges
 * each line; whether an option is complete for its type is looked at here. */
#include "config.h"

#include "referee/certify/check.h"

#include "base/language.h"
#include "half/engine_spec.h"
#include "protocol/line.h"

#include <stdio.h>
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

/* Keeps an option. False, and the check has failed: it is not as its type demands. */
static bool take_option(struct check_run *run, const char *line,
                        const struct protocol_value *value) {
    const struct protocol_value *min = &value[OPTION_MIN], *max = &value[OPTION_MAX];
    const char *type = value[OPTION_TYPE].text, *standard = value[OPTION_DEFAULT].text;
    bool button = strcmp(type, "button") == 0, good = button || value[OPTION_DEFAULT].given;
    if (strcmp(type, "spin") == 0)
        good = good && min->given && max->given && min->number[0] <= max->number[0];
    else if (strcmp(type, "combo") == 0)
        good = good && value[OPTION_VAR].given;
    else if (strcmp(type, "check") == 0)
        good = good && (strcmp(standard, "true") == 0 || strcmp(standard, "false") == 0);
    else
        good = good && (button || strcmp(type, "string") == 0);
    if (!good)
        return check_fail(run, _("an option is malformed: %.200s"), line);
    if (run->announced.options == OPTIONS_MAX)
        return true;
    struct option *option = &run->announced.option[run->announced.options++];
    *option = (struct option){.min = min->number[0], .max = max->number[0]};
    snprintf(option->name, sizeof option->name, "%s", value[OPTION_NAME].text);
    snprintf(option->type, sizeof option->type, "%s", type);
    if (value[OPTION_DEFAULT].given)
        snprintf(option->standard, sizeof option->standard, "%s", standard);
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
        return take_option(run, line, message.value);
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
