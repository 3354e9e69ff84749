/* combinations.c - see combinations.h. */
#include "config.h"

#include "referee/pairing/combinations.h"

int64_t combinations_count(int64_t from, int count) {
    int64_t number = 1;
    for (int i = 0; i < count; i++)
        number = number * (from - i) / (i + 1);
    return number;
}

void combinations_get(int64_t number, int count, int *member) {
    for (; count > 0; count--) {
        int highest = count - 1;
        while (combinations_count(highest + 1, count) <= number)
            highest++;
        number -= combinations_count(highest, count);
        member[count - 1] = highest;
    }
}
