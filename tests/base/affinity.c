/* affinity.c - sets of processors as people write them, and those that a thread may run on. */
#include "config.h"

#include "base/affinity.h"
#include "base/error.h"
#include "tests/lib/tap.h"

#include <string.h>
#include <unistd.h>

static void test_sets(void) {
    static const struct {
        const char *text;
        uint64_t first, second; /* words of the set; both 0: refused */
    } rows[] = {
        {"0", 1, 0},
        {"0-3,6", 0x4f, 0},
        {"6,0-3", 0x4f, 0},
        {"5-5", 0x20, 0},
        {"63-64", 1ULL << 63, 1},
        {"3,3", 8, 0},
        {"", 0, 0},
        {",", 0, 0},
        {"1,", 0, 0},
        {"1,,2", 0, 0},
        {"-1", 0, 0},
        {"1-", 0, 0},
        {"3-1", 0, 0},
        {"1-2-3", 0, 0},
        {"1 2", 0, 0},
        {"x", 0, 0},
        {"1x", 0, 0},
        {"99999999", 0, 0},
        {"0-99999999", 0, 0},
        {"1-x", 0, 0},
        {"999999999999999999999999", 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct processor_set set;
        struct error error = {.text = ""};
        bool wanted = rows[i].first || rows[i].second;
        bool read = affinity_read(&set, rows[i].text, &error);
        ok(read == wanted && (read ? set.word[0] == rows[i].first && set.word[1] == rows[i].second
                                   : strstr(error.text, "processors are numbers below") != NULL),
           "'%s': %s", rows[i].text, read ? "a set" : error.text);
    }
}

static void test_processors(void) {
    int count = affinity_processors(), first = affinity_nth(0);
    if (first < 0) {
        ok(count > 0, "%d processors, to which this system cannot bind", count);
        return;
    }
    struct processor_set none = {{0}}, one = {{0}};
    ok(first >= 0 && affinity_nth(count) == first, "%d processors, then the first again", count);
    bool rising = true;
    for (int i = 1; i < count; i++)
        rising = rising && affinity_nth(i) > affinity_nth(i - 1);
    ok(rising, "in their order");
    if (first >= PROCESSORS_MAX)
        return;
    one.word[first / 64] |= UINT64_C(1) << (first % 64);
    is_int(affinity_count(&one), 1, "one of them");
    is_int(affinity_count(&none), 0, "none of them");
    affinity_restrict(&none);
    is_int(affinity_processors(), count, "a thread is not kept from all of them");
    affinity_restrict(&one);
    is_int(affinity_processors(), 1, "but to one of them");
    is_int(affinity_nth(0), first, "the one that was said");
    is_int(affinity_nth(7), first, "however often one is asked for");
    affinity_bind(first);
    is_int(affinity_processors(), 1, "bound to it");
    int lock = -1, other = -1;
    int claimed = affinity_claim(&lock);
    ok(claimed == first || claimed == -1, "it is claimed, or another process has it");
    if (lock >= 0) {
        ok(affinity_claim(&other) == -1 && other == -1, "and then nobody else can");
        close(lock);
    }
}

int main(void) {
    test_sets();
    test_processors();
    return done();
}
