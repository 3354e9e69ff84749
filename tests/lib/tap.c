/* tap.c - prints the results of tests as TAP. */
#include "tests/lib/tap.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int count, failed;

static bool report(bool passed, const char *file, int line, const char *name, va_list arguments) {
    count++;
    failed += !passed;
    printf("%sok %d - ", passed ? "" : "not ", count);
    vprintf(name, arguments);
    putchar('\n');
    if (!passed)
        printf("# failed at %s:%d\n", file, line);
    fflush(stdout);
    return passed;
}

bool tap_ok(bool condition, const char *file, int line, const char *name, ...) {
    va_list arguments;
    va_start(arguments, name);
    report(condition, file, line, name, arguments);
    va_end(arguments);
    return condition;
}

bool tap_is_int(long long got, long long wanted, const char *file, int line, const char *name,
                ...) {
    va_list arguments;
    va_start(arguments, name);
    bool passed = report(got == wanted, file, line, name, arguments);
    va_end(arguments);
    if (!passed)
        printf("#    got: %lld\n# wanted: %lld\n", got, wanted);
    return passed;
}

bool tap_is_string(const char *got, const char *wanted, const char *file, int line,
                   const char *name, ...) {
    bool same = got && wanted ? strcmp(got, wanted) == 0 : got == wanted;
    va_list arguments;
    va_start(arguments, name);
    report(same, file, line, name, arguments);
    va_end(arguments);
    if (!same)
        printf("#    got: %s\n# wanted: %s\n", got ? got : "(none)", wanted ? wanted : "(none)");
    return same;
}

void diag(const char *text, ...) {
    va_list arguments;
    va_start(arguments, text);
    printf("# ");
    vprintf(text, arguments);
    putchar('\n');
    va_end(arguments);
}

int enough(int check, int nightly) {
    const char *size = getenv("TRIANCEY_TESTS");
    return size && strcmp(size, "nightly") == 0 ? nightly : check;
}

bool until(bool (*condition)(void *), void *context) {
    for (int ms = 0, pause = 1; ms < 600 * 1000;
         ms += pause, pause = pause < 8 ? 2 * pause : pause) {
        if (condition(context))
            return true;
        nanosleep(&(struct timespec){.tv_nsec = pause * 1000000L}, NULL);
    }
    return false;
}

const char *shell(const char *command) {
    static char text[1 << 16];
    FILE *pipe = popen(command, "r");
    size_t length = pipe ? fread(text, 1, sizeof text - 1, pipe) : 0;
    if (pipe)
        pclose(pipe);
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' '))
        length--;
    text[length] = '\0';
    return text;
}

void skip_all(const char *why) {
    printf("1..0 # SKIP %s\n", why);
    exit(0);
}

int done(void) {
    printf("1..%d\n", count);
    return failed > 0;
}

const char *test_data(const char *name) {
    static char path[4096];
    const char *source = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/%s", source ? source : ".", name);
    return path;
}
