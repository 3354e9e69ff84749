/* half_result.c - a half that is over keeps its own texts when it is asked to. */
#include "config.h"

#include "half/half_result.h"
#include "tests/lib/tap.h"

#include <string.h>

int main(void) {
    char moves[] = "12 7", finished[] = "2026-11-26T10:00:00Z";
    struct half_result half = {
        .termination = "full", .text = "", .moves = moves, .finished = finished};
    half_result_keep(&half);
    memset(moves, 'x', strlen(moves));
    memset(finished, 'x', strlen(finished));
    is_string(half.moves, "12 7", "moves that were somebody else's");
    is_string(half.finished, "2026-11-26T10:00:00Z", "the time");
    ok(strcmp(half.termination, "full") == 0 && !*half.text, "words, and what is empty");
    ok(!half.clocks, "what is not known stays so");
    half_result_free(&half);
    half_result_free(&half);
    ok(!half.kept, "it is freed once");
    return done();
}
