/* stepping.c - commands for stepping through a game that is over. */
#include "config.h"

#include "prompt/stepping.h"

#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "prompt/prompt_words.h"

#include <stdint.h>
#include <string.h>

enum step { NEXT, BACK, FIRST, LAST, QUIT, HELP, STEPS };

/* Their words and letters (prompt_words.h). */
static const struct {
    const char *names, *also;
} steps[STEPS] = {
    [NEXT] = {N_("next n"), "suivant s"},
    [BACK] = {N_("back b"), "pr\u00e9c\u00e9dent precedent p"},
    [FIRST] = {N_("first f"), "premier"},
    [LAST] = {N_("last l"), "dernier d"},
    [QUIT] = {N_("quit q exit"), "quitter"},
    [HELP] = {N_("help h ?"), "aide"},
};

void stepping_say_help(void) {
    say(_("Enter or next: the next move; also back, first, last, the number of a move, quit.\n"));
}

static enum step stepping_find(const char *word) {
    enum step step = NEXT;
    while (step < STEPS && !prompt_is_called(steps[step].names, steps[step].also, word))
        step++;
    return step;
}

static enum stepping go_to(const char *word, int moves, int *place) {
    int64_t number;
    if (value_number(word, 0, moves, &number)) {
        *place = (int)number;
        return STEPPING_GO;
    }
    if (value_number(word, INT64_MIN, INT64_MAX, &number))
        say(_("There is no move %s: moves are numbered from 1 to %d, and 0 is the beginning.\n"),
            word, moves);
    else
        say(_("There is no command '%.40s' here.\n"), word);
    stepping_say_help();
    return STEPPING_STAY;
}

enum stepping stepping_obey(const char *line, int moves, int *place) {
    struct text word = {0};
    enum stepping answer = STEPPING_GO;
    size_t length;
    line += strspn(line, " \t");
    for (length = strlen(line); length > 0 && strchr(" \t", line[length - 1]);)
        length--;
    text_add_bytes(&word, line, length);
    enum step step = length ? stepping_find(text_get(&word)) : NEXT;
    if (step == QUIT)
        answer = STEPPING_LEAVE;
    else if (step == STEPS)
        answer = go_to(text_get(&word), moves, place);
    else if (step == HELP) {
        stepping_say_help();
        answer = STEPPING_STAY;
    } else
        *place = step == NEXT ? *place + 1 : step == BACK ? *place - 1 : step == FIRST ? 0 : moves;
    text_free(&word);
    return answer;
}

void stepping_complete(void *context, const char *before, struct text *words) {
    (void)context;
    for (int step = 0; !*before && step < STEPS; step++)
        prompt_add_names(steps[step].names, "", words);
}
