/* accept.c - lists with weights (RFC 9110, section 12.4.2): "gzip;q=0.8, br". */
#include "config.h"

#include "club/http/accept.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

/* The weight of a member of a list, in thousandths. What is malformed has none. */
static int weight_of(const char *member, size_t length) {
    const char *q = memchr(member, ';', length), *end = member + length;
    if (!q)
        return 1000;
    q += 1 + strspn(q + 1, " \t");
    if (end - q < 3 || (*q != 'q' && *q != 'Q') || q[1] != '=' || (q[2] != '0' && q[2] != '1'))
        return 0;
    int weight = q[2] == '1' ? 1000 : 0, place = 100;
    if (q + 3 < end && q[3] == '.')
        for (q += 4; q < end && *q >= '0' && *q <= '9'; q++, place /= 10)
            weight += (*q - '0') * place;
    return weight > 1000 ? 1000 : weight;
}

int accept_weight(const char *accept, const char *word, int otherwise) {
    const size_t wanted = strlen(word);
    size_t length;
    for (; accept && *accept; accept += length + (accept[length] == ',')) {
        accept += strspn(accept, " \t");
        length = strcspn(accept, ",");
        size_t said = strcspn(accept, ";, \t");
        if (said >= wanted && strncasecmp(accept, word, wanted) == 0 &&
            (said == wanted || accept[wanted] == '-'))
            return weight_of(accept, length);
        if (said == 1 && *accept == '*')
            otherwise = weight_of(accept, length);
    }
    return otherwise;
}
