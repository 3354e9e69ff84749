/* console.c - lines from the user, by GNU Readline or from a pipe.
 *
 * Readline waits in rl_read_key() and calls look_around() some ten times a second, so that a signal
 * can end the wait and a sequence of bytes that stops in the middle can be given up: look_around()
 * then stuffs KEYS_SILENCE as if it had been typed. While the caller chooses something, it reads
 * keys itself and owns the screen; Readline draws its line again afterwards.
 */
#include "config.h"

#include "prompt/console.h"

#include "base/language.h"
#include "base/needed.h"
#include "protocol/line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

enum { HISTORY_LINES = 500 };

/* The value of rl_editing_mode for the keys of Emacs. */
enum { EMACS_MODE = 1 };

/* How long to wait for the rest of a sequence, or for an answer of the terminal, in tenths of a
 * second. */
enum { SEQUENCE_TENTHS = 3, ANSWER_TENTHS = 20 };

struct console {
    const atomic_int *stop;
    char *history; /* NULL: not kept */
    console_complete *complete;
    void *context;
    bool terminal;
    char *line;                 /* the last one of readline */
    struct line_reader *reader; /* without a terminal; else NULL */
    struct line_reader *own;    /* the reader, if we have to free it; else NULL */
    struct text words;          /* that may be typed next, one a line */
    const char *next;           /* the next of them to be offered */
    console_choose *choose;     /* NULL: nothing can be chosen */
    bool mouse;                 /* clicks choose, too */
    int begun;                  /* how often the terminal was prepared for this line */
    bool disturbed;             /* what stands above it may have moved */
    bool resumed;               /* the terminal was taken again: the line is not on it */
    bool choosing;              /* now: the screen is the caller's */
    struct winsize window;      /* as it was last seen */
    int patience;               /* tenths of a second to wait for a byte; 0: for ever */
    bool silent;                /* no byte has come in that time */
};

/* The console that readline's hooks serve. */
static struct console *speaker;

/* ---- hooks of readline ----------------------------------------------------------------------- */

/* Shows the line again after another program has used the terminal; a choice draws its own. */
static void show_again(void) {
    speaker->resumed = false;
    if (speaker->choosing)
        return;
    rl_on_new_line();
    rl_redisplay();
}

/* Looks at the window itself: its signal may be ignored, or have come while nobody could draw. */
static void look_at_window(void) {
    struct winsize window;
    if (ioctl(STDIN_FILENO, TIOCGWINSZ, &window) != 0 ||
        (window.ws_row == speaker->window.ws_row && window.ws_col == speaker->window.ws_col))
        return;
    speaker->window = window;
    speaker->disturbed = true;
    rl_resize_terminal();
}

/* Called some ten times a second: lets a signal end the wait. */
static int look_around(void) {
    look_at_window();
    if (atomic_load(speaker->stop))
        rl_done = 1;
    else if (speaker->resumed)
        show_again();
    else if (speaker->patience > 0 && --speaker->patience == 0) {
        speaker->silent = true;
        rl_stuff_char(KEYS_SILENCE);
    } else if (speaker->choosing && speaker->disturbed && speaker->patience == 0)
        rl_stuff_char(KEYS_SILENCE);
    return 0;
}

/* The next word that begins with what is typed; NULL: no more. */
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
    speaker->disturbed = true;        /* a list of them may follow */
    text_clear(&speaker->words);
    if (before)
        speaker->complete(speaker->context, before, &speaker->words);
    free(before);
    return rl_completion_matches(typed, next_word);
}

/* ---- keys and clicks ------------------------------------------------------------------------- */

/* Readline calls these two whenever it takes the terminal and gives it back, also around signals
 * that stop or end the program. */
static void take_terminal(int meta) {
    rl_prep_terminal(meta);
    speaker->resumed = speaker->begun++ > 0;
    speaker->disturbed |= speaker->resumed;
    if (speaker->choose && speaker->mouse)
        fputs(KEYS_MOUSE_ON, stdout);
    fflush(stdout);
}

static void give_terminal(void) {
    if (speaker->choose && speaker->mouse)
        fputs(KEYS_MOUSE_OFF, stdout);
    if (speaker->choosing)
        putchar('\n'); /* what comes now stands below the words about the choice */
    fflush(stdout);
    rl_deprep_terminal();
}

static int next_byte(void *context, bool within) {
    struct console *console = context;
    console->patience = within ? SEQUENCE_TENTHS : console->patience;
    int byte = rl_read_key();
    console->patience = 0;
    return rl_done || atomic_load(console->stop) ? KEYS_OVER : byte;
}

struct key console_key(struct console *console) {
    struct key key = keys_read(next_byte, console);
    if (key.kind != KEY_UNKNOWN || !console->disturbed)
        return key;
    console->disturbed = false;
    return (struct key){.kind = KEY_REDRAW};
}

/* Characters that are typed before the answer comes are put back; other keys are dropped: they are
 * mostly releases of a button. */
int console_cursor_row(struct console *console) {
    struct text typed = {0};
    struct key key;
    console->silent = false;
    fputs(KEYS_ASK_CURSOR, stdout);
    fflush(stdout);
    do {
        console->patience = ANSWER_TENTHS;
        key = keys_read(next_byte, console);
        char byte = key.kind == KEY_ENTER ? '\r' : key.character;
        if (key.kind == KEY_CHARACTER || key.kind == KEY_ENTER)
            text_add_bytes(&typed, &byte, 1);
    } while (key.kind != KEY_CURSOR && key.kind != KEY_END && !console->silent);
    for (size_t i = 0; i < typed.length; i++)
        rl_stuff_char((unsigned char)typed.bytes[i]);
    text_free(&typed);
    return key.kind == KEY_CURSOR ? key.row : 0;
}

void console_give_back(struct console *console, const struct key *key) {
    (void)console;
    char *paste = key->kind == KEY_PASTE ? strdup(KEYS_PASTE) : NULL;
    if (key->kind == KEY_CHARACTER)
        rl_execute_next((unsigned char)key->character);
    else if (paste)
        rl_push_macro_input(paste); /* which frees it */
}

/* Stands in for Readline's redisplay, which would write its line when the size of the window has
 * changed. */
static void note_redisplay(void) {
    speaker->disturbed = true;
}

/* Lets the caller choose, with the screen for itself. */
static enum console_choice call_choose(struct key first, bool disturbed,
                                       char text[CONSOLE_CHOICE]) {
    rl_voidfunc_t *redisplay = rl_redisplay_function;
    speaker->disturbed = false;
    speaker->choosing = true;
    rl_redisplay_function = note_redisplay;
    enum console_choice choice = speaker->choose(speaker->context, first, disturbed, text);
    rl_redisplay_function = redisplay;
    speaker->choosing = false;
    return choice;
}

/* Lets the caller choose, and shows the line that results. */
static int let_choose(struct key first) {
    char text[CONSOLE_CHOICE] = "";
    int rows, columns;
    rl_get_screen_size(&rows, &columns);
    bool disturbed = speaker->disturbed || text_columns(rl_display_prompt) + rl_end >= columns;
    enum console_choice choice = call_choose(first, disturbed, text);
    speaker->disturbed |= disturbed && choice == CONSOLE_IGNORED;
    if (choice == CONSOLE_IGNORED)
        return 0;
    speaker->disturbed = false;
    if (choice == CONSOLE_CHOSEN) {
        rl_replace_line(text, 1);
        rl_point = rl_end;
    }
    rl_on_new_line();
    rl_redisplay();
    if (choice == CONSOLE_CHOSEN)
        rl_newline(1, '\n');
    return 0;
}

static int key_left(int count, int key) {
    if (speaker->choose && rl_end == 0)
        return let_choose((struct key){.kind = KEY_LEFT});
    return rl_backward_char(count, key);
}

static int key_right(int count, int key) {
    if (speaker->choose && rl_end == 0)
        return let_choose((struct key){.kind = KEY_RIGHT});
    return rl_forward_char(count, key);
}

static int key_click(int count, int key) {
    struct key first = keys_read_click(next_byte, speaker);
    (void)count;
    (void)key;
    return speaker->choose && first.kind == KEY_CLICK ? let_choose(first) : 0;
}

static int key_old_click(int count, int key) {
    struct key first = keys_read_old_click(next_byte, speaker);
    (void)count;
    (void)key;
    return speaker->choose && first.kind == KEY_CLICK ? let_choose(first) : 0;
}

/* Esc alone does nothing: people who have left a choice by it may press it once more. */
static int key_escape(int count, int key) {
    (void)count;
    (void)key;
    return 0;
}

static void bind_keys(void) {
    static const struct {
        const char *keys;
        rl_command_func_t *function;
    } bindings[] = {{"\033[D", key_left},    {"\033OD", key_left},
                    {"\033[C", key_right},   {"\033OC", key_right},
                    {KEYS_CLICK, key_click}, {KEYS_CLICK_OLD, key_old_click}};
    rl_initialize(); /* else the user's own bindings would come later */
    for (size_t i = 0; i < sizeof bindings / sizeof *bindings; i++) {
        char after_escape[16]; /* for Esc pressed just before the key */
        snprintf(after_escape, sizeof after_escape, "\033%s", bindings[i].keys);
        rl_bind_keyseq(bindings[i].keys, bindings[i].function);
        rl_bind_keyseq(after_escape, bindings[i].function);
    }
    if (rl_editing_mode == EMACS_MODE)      /* in that of vi, it is a command */
        rl_bind_keyseq("\033", key_escape); /* if nothing follows it soon */
}

void console_set_choose(struct console *console, console_choose *choose, bool mouse) {
    console->choose = console->terminal ? choose : NULL;
    console->mouse = mouse;
}

static void set_up_readline(struct console *console) {
    speaker = console;
    rl_readline_name = "triancey";
    rl_attempted_completion_function = complete;
    rl_event_hook = look_around;
    rl_prep_term_function = take_terminal;
    rl_deprep_term_function = give_terminal;
    rl_catch_signals = 1;
    rl_catch_sigwinch = 1;
    rl_change_environment = 0; /* else COLUMNS would outlive a change of the window */
    using_history();
    if (console->history)
        read_history(console->history);
    bind_keys();
}

/* ---- lines ----------------------------------------------------------------------------------- */

struct line_reader *console_lines(void) {
    struct line_reader *lines = needed(malloc(sizeof *lines));
    line_open(lines, STDIN_FILENO);
    return lines;
}

struct console *console_open(const atomic_int *stop, const char *history, struct line_reader *lines,
                             console_complete *words, void *context) {
    struct console *console = needed(calloc(1, sizeof *console));
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
    return console;
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

static char *console_read_line(struct console *console, const char *prompt) {
    if (!console->terminal)
        return read_plain(console);
    free(console->line);
    console->begun = 0;
    console->disturbed = console->resumed = false;
    ioctl(STDIN_FILENO, TIOCGWINSZ, &console->window); /* if it fails, nothing has a size */
    console->line = readline(prompt);
    return console->line;
}

/* Keeps a line, unless it is empty or the same as the one before. */
static void remember(const char *line) {
    const HIST_ENTRY *last =
        history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
    if (line[strspn(line, " \t")] && !(last && strcmp(last->line, line) == 0))
        add_history(line);
}

enum console_answer console_read(struct console *console, const char *prompt, char **line) {
    if (atomic_load(console->stop))
        return CONSOLE_STOPPED;
    *line = console_read_line(console, prompt);
    if (atomic_load(console->stop))
        return CONSOLE_STOPPED;
    if (!*line)
        return CONSOLE_END;
    if (console->terminal)
        remember(*line);
    return CONSOLE_LINE;
}
