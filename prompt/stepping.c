/* stepping.c - commands for stepping through a game that is over. */
#include "config.h"

#include "prompt/stepping.h"

#include "base/language.h"
#include "base/values.h"
#include "prompt/prompt_words.h"

#include <stdint.h>

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

enum stepping stepping_obey(char *line, int moves, int *place) {
    const char *word = value_trim(line);
    enum step step = *word ? stepping_find(word) : NEXT;
    if (step == QUIT)
        return STEPPING_LEAVE;
    if (step == STEPS)
        return go_to(word, moves, place);
    if (step == HELP) {
        stepping_say_help();
        return STEPPING_STAY;
    }
    *place = step == NEXT ? *place + 1 : step == BACK ? *place - 1 : step == FIRST ? 0 : moves;
    return STEPPING_GO;
}

void stepping_complete(void *context, const char *before, struct text *words) {
    (void)context;
    for (int step = 0; !*before && step < STEPS; step++)
        prompt_add_names(steps[step].names, "", words);
}
