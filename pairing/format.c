/* format.c - the list of formats, and what several of them compute: rounds by the method of the
 * circle, and the sets of a number of seats, counted one after the other (the combinatorial
 * number system), so that a game's number alone says who plays. */
#include "config.h"

#include "pairing/format.h"

#include "base/language.h"

#include <string.h>

extern const struct format format_roundrobin, format_gauntlet, format_swiss, format_knockout;

const struct format *const formats[] = {
    &format_roundrobin, &format_gauntlet, &format_swiss, &format_knockout, NULL,
};

const struct format *format_find(const char *name) {
    for (int i = 0; formats[i]; i++)
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    return NULL;
}

void format_add_names(unsigned keys, struct text *text) {
    const char *last = NULL;
    int count = 0;
    for (int i = 0; formats[i]; i++) {
        if ((formats[i]->keys & keys) != keys)
            continue;
        if (last)
            text_addf(text, "%s%s", count++ ? ", " : "", last);
        last = formats[i]->name;
    }
    /* TRANSLATORS: before the last of several names. */
    text_addf(text, "%s%s", count ? _(" or ") : "", last ? last : "");
}

int format_halvings(int engines) {
    int halvings = 1;
    while (1 << halvings < engines)
        halvings++;
    return halvings;
}

void format_circle(int places, int round, int board, int member[2]) {
    int circle = places - 1, one = (round + board) % circle,
        other = board ? (round - board + circle) % circle : circle;
    bool exchange = board ? board % 2 == 0 : round % 2 != 0;
    member[exchange] = one;
    member[!exchange] = other;
}

int64_t format_sets(int64_t from, int count) {
    int64_t number = 1;
    for (int i = 0; i < count; i++)
        number = number * (from - i) / (i + 1);
    return number;
}

void format_set(int64_t number, int count, int *member) {
    for (; count > 0; count--) {
        int highest = count - 1;
        while (format_sets(highest + 1, count) <= number)
            highest++;
        number -= format_sets(highest, count);
        member[count - 1] = highest;
    }
}
