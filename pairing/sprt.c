/* sprt.c - the sequential test, whose formula and source are in sprt.h. The test stops when the
 * ratio has left the interval between Wald's two bounds, sprt_lower() and sprt_upper(). */
#include "config.h"

#include "pairing/sprt.h"

#include "base/error.h"
#include "base/language.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS = 4 };
const char *const sprt_keys[KEYS + 1] = {"margin0", "margin1", "alpha", "beta", NULL};

static double *value_of(struct sprt *sprt, int key) {
    double *const values[KEYS] = {&sprt->margin0, &sprt->margin1, &sprt->alpha, &sprt->beta};
    return values[key];
}

/* Reads one KEY=NUMBER of `length` bytes; marks the key in `given`. */
static bool read_word(struct sprt *sprt, const char *word, int length, unsigned *given,
                      struct error *error) {
    for (int i = 0; i < KEYS; i++) {
        size_t name = strlen(sprt_keys[i]);
        if (strncmp(word, sprt_keys[i], name) != 0 || word[name] != '=')
            continue;
        char *end;
        double value = strtod(word + name + 1, &end);
        if (end != word + length || end == word + name + 1 || !isfinite(value))
            return error_set(error, _("%s must be a number, not '%.*s'"), sprt_keys[i], length,
                             word);
        if (*given >> i & 1)
            return error_set(error, _("%s is given twice"), sprt_keys[i]);
        *given |= 1u << i;
        *value_of(sprt, i) = value;
        return true;
    }
    return error_set(error, _("write margin0=M margin1=M [alpha=A] [beta=B], not '%.*s'"), length,
                     word);
}

bool sprt_read(struct sprt *sprt, const char *text, struct error *error) {
    struct sprt read = {.alpha = 0.05, .beta = 0.05, .worst = sprt->worst};
    unsigned given = 0;
    for (const char *word = text + strspn(text, " \t"); *word;) {
        size_t length = strcspn(word, " \t");
        if (!read_word(&read, word, (int)length, &given, error))
            return false;
        word += length;
        word += strspn(word, " \t");
    }
    if ((given & 3) != 3)
        return error_set(error, _("it needs margin0=M and margin1=M, the two mean margins between "
                                  "which it decides"));
    if (!(read.margin0 < read.margin1))
        return error_set(error, _("margin0 must be less than margin1, not %g and %g"), read.margin0,
                         read.margin1);
    if (!(read.alpha > 0 && read.alpha < 0.5 && read.beta > 0 && read.beta < 0.5))
        return error_set(error, _("alpha and beta must be above 0 and below 0.5, not %g and %g"),
                         read.alpha, read.beta);
    *sprt = read;
    return true;
}

void sprt_write(const struct sprt *sprt, struct text *text) {
    struct sprt copy = *sprt;
    for (int i = 0; i < KEYS; i++)
        text_addf(text, "%s%s=%.15g", i ? " " : "", sprt_keys[i], *value_of(&copy, i));
}

double sprt_ratio(const struct sprt *sprt, const struct sample *margins) {
    if (margins->count == 0)
        return 0;
    double variance = (margins->squares + 2 * sprt->worst * sprt->worst) / (double)margins->count;
    double from0 = margins->mean - sprt->margin0, from1 = margins->mean - sprt->margin1;
    return (double)margins->count / 2 *
           log((variance + from0 * from0) / (variance + from1 * from1));
}

double sprt_lower(const struct sprt *sprt) {
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper(const struct sprt *sprt) {
    return log((1 - sprt->beta) / sprt->alpha);
}

enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct sample *margins) {
    double ratio = sprt_ratio(sprt, margins);
    if (ratio <= sprt_lower(sprt))
        return SPRT_MARGIN0;
    return ratio >= sprt_upper(sprt) ? SPRT_MARGIN1 : SPRT_OPEN;
}
