/* replay.c - the inputs that a fuzzer has kept, each given to it once more, with any compiler.
 *
 * Linked with tests/tools/fuzz_NAME.c in place of libFuzzer, as tests/corpora/NAME.test. The inputs
 * are the lines of NAME.txt, which corpus.py writes. What the fuzzer states must hold for all of
 * them. If it does not, the fuzzer aborts, and the end of the output says which line that was.
 */
#include "config.h"

#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/lib/tap.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { INPUTS_MAX = 5000, SECONDS = 120, SAID_SIZE = 128 };

struct input {
    unsigned char *bytes; /* no more than there are: a sanitizer sees what is read after them */
    size_t size;
};

static struct input input[INPUTS_MAX];
static int inputs;
static char said[SAID_SIZE]; /* about the input that is tried */
static int output;           /* fuzzers use the first three for something else */

static void say(void) {
    if (write(output, said, strlen(said)) < 0)
        _exit(2);
}

static void say_and_end(int number) {
    say();
    signal(number, SIG_DFL);
    raise(number);
}

/* Decodes a line in place: `\n`, `\\` and `\xNN` stand for a byte. Returns how many there are. */
static size_t decode(char *text) {
    char *to = text;
    for (const char *from = text; *from && *from != '\n';) {
        unsigned byte = (unsigned char)*from++;
        if (byte == '\\') {
            byte = (unsigned char)*from++;
            if (byte == 'x' && sscanf(from, "%2x", &byte) == 1)
                from += 2;
            else if (byte == 'n')
                byte = '\n';
        }
        *to++ = (char)byte;
    }
    return (size_t)(to - text);
}

static void read_inputs(const char *name) {
    char path[SAID_SIZE], *text = NULL;
    size_t room = 0;
    snprintf(path, sizeof path, "corpora/%.40s.txt", name);
    FILE *file = fopen(test_data(path), "r");
    while (file && inputs < INPUTS_MAX && getline(&text, &room, file) > 0) {
        struct input *next = &input[inputs++];
        next->size = decode(text);
        next->bytes = malloc(next->size);
        if (next->size > 0 && !next->bytes)
            exit(1);
        memcpy(next->bytes, text, next->size);
    }
    free(text);
    if (file)
        fclose(file);
}

int main(int argc, char **argv) {
    char program[1024], *name = program;
    snprintf(program, sizeof program, "%s", argv[0]);
    name = basename(program);
    name[strcspn(name, ".")] = '\0';
    read_inputs(name);
    output = dup(STDOUT_FILENO);
    if (output < 0 || (LLVMFuzzerInitialize && LLVMFuzzerInitialize(&argc, &argv) != 0))
        return 1;
    signal(SIGABRT, say_and_end);
    signal(SIGALRM, say_and_end);
    for (int i = 0; i < inputs; i++) {
        snprintf(said, sizeof said, "# it was line %d of %.40s.txt\n", i + 1, name);
        alarm(SECONDS);
        if (LLVMFuzzerTestOneInput(input[i].bytes, input[i].size) != 0)
            abort();
        free(input[i].bytes);
    }
    alarm(0);
    snprintf(said, sizeof said, "%sok 1 - %d inputs for %.40s\n1..1\n", inputs > 0 ? "" : "not ",
             inputs, name);
    say();
    return inputs == 0;
}
