/* stepping.c - commands for stepping through a game that is over. */
#include "config.h"

#include "prompt/stepping.h"

#include "base/language.h"
#include "base/values.h"
#include "prompt/prompt_words.h"

#include <stdint.h>

enum step { NEXT, BACK, FIRST, LAST, QUIT, HELP, STEPS };

/* Their words and letters (prompt_words.h). */
static const struct prompt_word steps[STEPS] = {
    [NEXT] = {.names = N_("next n"), .also = "suivant s"},
    [BACK] = {.names = N_("back b"), .also = "pr\u00e9c\u00e9dent precedent p"},
    [FIRST] = {.names = N_("first f"), .also = "premier"},
    [LAST] = {.names = N_("last l"), .also = "dernier d"},
    [QUIT] = {.names = N_("quit q exit"), .also = "quitter"},
    [HELP] = {.names = N_("help h ?"), .also = "aide"},
};
static const struct prompt_words words_of_steps = {steps, sizeof *steps, STEPS};

void stepping_say_help(void) {
    say(_("Enter or next: the next move; also back, first, last, the number of a move, quit.\n"));
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
    int step = *word ? prompt_find(&words_of_steps, word) : NEXT;
    if (step == QUIT)
        return STEPPING_LEAVE;
    if (step < 0)
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
    if (!*before)
        prompt_add_names(&words_of_steps, words);
}
