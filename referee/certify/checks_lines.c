/* checks_lines.c - lines as they may come: in pieces, long, with bytes that belong nowhere. */
#include "config.h"

#include "referee/certify/check.h"

#include "base/clock.h"
#include "base/language.h"
#include "base/needed.h"
#include "protocol/line.h"

#include <stdlib.h>
#include <string.h>

static bool check_blanks(struct check_run *run) {
    static const char *const lines[] = {"isready\r\n",  "  isready\n", "\tisready\t\n",
                                        "isready   \n", "\nisready\n", "   \n\t\n\r\nisready\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        check_send(run, lines[i], strlen(lines[i]), lines[i]);
        if (!check_expect(run, "readyok", PATIENCE_MS))
            return false;
    }
    return check_ready(run);
}

static bool check_pieces(struct check_run *run) {
    static const char line[] = "isready\n";
    for (size_t i = 0; line[i]; i++) {
        check_send(run, &line[i], 1, (char[]){line[i] == '\n' ? '.' : line[i], '\0'});
        clock_sleep_us(5000);
    }
    return check_expect(run, "readyok", PATIENCE_MS) != NULL;
}

/* Sends `isready` and blanks: a line of this many bytes. */
static void send_long(struct check_run *run, size_t length) {
    char shown[64];
    char *line = needed(malloc(length + 1));
    memset(line, ' ', length);
    memcpy(line, "isready", 7); /* no string. NOLINT(bugprone-not-null-terminated-result) */
    snprintf(shown, sizeof shown, "isready and blanks: %zu bytes", length);
    line[length] = '\n';
    check_send(run, line, length + 1, shown);
    free(line);
}

static bool check_longest(struct check_run *run) {
    send_long(run, LINE_BYTES_MAX);
    return check_expect(run, "readyok", PATIENCE_MS) && check_ready(run);
}

static bool check_too_long(struct check_run *run) {
    send_long(run, LINE_BYTES_MAX + 1);
    if (!check_refused(run, "toolong"))
        return false;
    send_long(run, 8 * LINE_BYTES_MAX);
    return check_refused(run, "toolong");
}

static bool check_nul(struct check_run *run) {
    static const char line[] = "isready\0 isready\n";
    check_send(run, line, sizeof line - 1, "isready, a NUL byte, isready");
    return check_refused(run, "syntax");
}

static bool check_not_utf8(struct check_run *run) {
    static const char line[] = "isready \xff\xc3\x28\n";
    check_send(run, line, sizeof line - 1, "isready, and bytes that are no UTF-8");
    return check_refused(run, "syntax");
}

/* Sends a board whose name, which is for people, has letters of other scripts. */
static bool check_utf8(struct check_run *run) {
    const struct setup_board *at = check_board(run);
    const char *game = at->board_line + strlen("setgrid inline ");
    if (strncmp(at->board_line, "setgrid inline ", 15) != 0)
        return check_skip(run, _("no game on boards of cells is announced"));
    const char *name = strchr(game, ' ') + 1, *rest = strchr(name, ' ');
    check_say(run, "setgrid inline %.*s Zo\xc3\xab-\xe4\xb8\x89\xe8\xa7\x92%s",
              (int)(name - 1 - game), game, rest);
    return check_ready(run);
}

const struct check checks_of_lines[] = {
    {"blanks", "1", N_("blanks, tabs, empty lines and a CR at the end"),
     N_("Split words at blanks and tabs, drop a CR before LF, and ignore empty lines."),
     .run = check_blanks},
    {"pieces", "1", N_("a line that arrives byte by byte"),
     N_("Collect bytes until the LF arrives; one read is not one line."), .run = check_pieces},
    {"longest-line", "1", N_("a line of 65,536 bytes"),
     N_("Have room for 65,536 bytes and the LF: boards and long games need them."),
     .run = check_longest},
    {"too-long", "1", N_("longer lines are refused once and skipped"),
     N_("Answer error toolong ?: ... once, and skip everything up to the LF."),
     .run = check_too_long},
    {"nul-byte", "1", N_("a line with a NUL byte is refused"),
     N_("Use the number of bytes read, not the length of a C string."), .run = check_nul},
    {"not-utf8", "1", N_("a line that is not UTF-8 is refused"),
     N_("Check that a line is UTF-8 before anything else: error syntax ?: ..."),
     .run = check_not_utf8},
    {"utf8-name", "1", N_("a board whose name has letters of other scripts"),
     N_("Names of boards are words of up to 63 bytes of UTF-8, for people only."),
     .run = check_utf8},
    {0}};
