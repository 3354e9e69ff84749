/* fuzz_engine.c - the engine's protocol under libFuzzer: any bytes as lines, an engine that must
 * live.
 *
 * Searches are left running until something ends them, the last one at the end of the input. Only
 * what would take long by design is left out: perft, bench, and large tables.
 */
#include "config.h" /* for strcasestr() */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static struct engine engine;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    bool made = freopen("/dev/null", "w", stdout) && engine_init(&engine);
    return made && option_set(&engine, "Hash", "1") == PROTOCOL_OK ? 0 : 1;
}

static bool takes_long(const char *line) {
    line += strspn(line, " \t");
    return strncmp(line, "perft", 5) == 0 || strncmp(line, "bench", 5) == 0 ||
           strcasestr(line, "hash") || strcasestr(line, "threads");
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char *text = malloc(size + 1);
    char setup[] = "setgrid inline selacata tiny cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 "
                   "7,5,3 6,4,2";
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    engine_line(&engine, setup);
    for (char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = '\0';
        if (!takes_long(line))
            engine_line(&engine, line);
    }
    engine_stop(&engine);
    engine_join(&engine);
    free(text);
    return 0;
}
