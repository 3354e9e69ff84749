/* console.c - see console.h. */
#include "config.h"

#include "referee/prompt/console.h"

#include "base/language.h"
#include "protocol/line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

enum { HISTORY_LINES = 500 };

struct console {
    const atomic_int *stop;
    char *history; /* NULL: not kept */
    console_complete *complete;
    void *context;
    bool terminal;
    char *line;                 /* the last one of readline */
    struct line_reader *reader; /* of all others; NULL: of readline */
    struct line_reader *own;    /* the same, if nobody else has it */
    struct text words;          /* possible where something is being typed */
    const char *next;           /* of them */
};

/* Who readline's hooks speak to. */
static struct console *speaker;

/* ---- hooks of readline ----------------------------------------------------------------------- */

/* Called some ten times a second: lets a signal end the wait. */
static int look_for_stop(void) {
    if (atomic_load(speaker->stop))
        rl_done = 1;
    return 0;
}

/* One more of the words that begin as what is typed. */
static char *next_word(const char *typed, int state) {
    if (state == 0)
        speaker->next = text_get(&speaker->words);
    while (*speaker->next) {
        const char *word = speaker->next;
        size_t length = strcspn(word, "\n");
        speaker->next = word + length + (word[length] != '\0');
        if (length >= strlen(typed) && strncmp(word, typed, strlen(typed)) == 0)
            return strndup(word, length);
    }
    return NULL;
}

static char **complete(const char *typed, int start, int end) {
    (void)end;
    char *before = strndup(rl_line_buffer, (size_t)start);
    rl_attempted_completion_over = 1; /* no names of files instead */
    text_clear(&speaker->words);
    if (before)
        speaker->complete(speaker->context, before, &speaker->words);
    free(before);
    return rl_completion_matches(typed, next_word);
}

static void set_up_readline(struct console *console) {
    speaker = console;
    rl_readline_name = "triancey";
    rl_attempted_completion_function = complete;
    rl_event_hook = look_for_stop;
    rl_catch_signals = 1;
    rl_catch_sigwinch = 1;
    rl_change_environment = 0; /* else COLUMNS would outlive a change of the window */
    using_history();
    if (console->history)
        read_history(console->history);
}

/* ---- lines ----------------------------------------------------------------------------------- */

struct line_reader *console_lines(void) {
    struct line_reader *lines = malloc(sizeof *lines);
    if (lines)
        line_open(lines, STDIN_FILENO);
    return lines;
}

struct console *console_open(const atomic_int *stop, const char *history, struct line_reader *lines,
                             console_complete *words, void *context) {
    struct console *console = calloc(1, sizeof *console);
    if (!console)
        return NULL;
    console->stop = stop;
    console->complete = words;
    console->context = context;
    console->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    console->history = history ? strdup(history) : NULL;
    if (console->terminal) {
        set_up_readline(console);
        return console;
    }
    console->own = lines ? NULL : console_lines();
    console->reader = lines ? lines : console->own;
    if (console->reader)
        return console;
    console_close(console);
    return NULL;
}

void console_close(struct console *console) {
    if (console->terminal && console->history) {
        stifle_history(HISTORY_LINES);
        write_history(console->history); /* may fail: nothing important is lost */
    }
    if (console->terminal) {
        clear_history();
        speaker = NULL;
    }
    text_free(&console->words);
    free(console->history);
    free(console->line);
    free(console->own);
    free(console);
}

bool console_is_terminal(const struct console *console) {
    return console->terminal;
}

/* The next line of a pipe or file; anything that cannot be a line is ignored with a message. NULL:
 * no more. */
static char *read_plain(struct console *console) {
    char *line;
    for (;;) {
        fflush(stdout);
        switch (line_next(console->reader, &line)) {
        case LINE_READY:
            return line;
        case LINE_TOO_LONG:
            printf(_("A line of more than %d bytes was ignored.\n"), LINE_BYTES_MAX);
            break;
        case LINE_NUL:
            printf(_("A line with a NUL byte was ignored.\n"));
            break;
        case LINE_END:
            return NULL;
        case LINE_NONE:
            if (line_fill(console->reader) < 0 && errno != EINTR)
                return NULL;
        }
        if (atomic_load(console->stop))
            return NULL;
    }
}

static char *read_line(struct console *console, const char *prompt) {
    if (!console->terminal)
        return read_plain(console);
    free(console->line);
    console->line = readline(prompt);
    return console->line;
}

/* Lines that are not empty, and not once more the same. */
static void remember(const char *line) {
    const HIST_ENTRY *last =
        history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
    if (line[strspn(line, " \t")] && !(last && strcmp(last->line, line) == 0))
        add_history(line);
}

enum console_answer console_read(struct console *console, const char *prompt, char **line) {
    if (atomic_load(console->stop))
        return CONSOLE_STOPPED;
    *line = read_line(console, prompt);
    if (atomic_load(console->stop))
        return CONSOLE_STOPPED;
    if (!*line)
        return CONSOLE_END;
    if (console->terminal)
        remember(*line);
    return CONSOLE_LINE;
}
