/* prompt_rules.c - shows the rules of a game, and then its pictures one by one. */
#include "config.h"

#include "prompt/prompt_commands.h"

#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "draw/draw_terminal.h"
#include "games/rules_pictures.h"
#include "prompt/console.h"
#include "prompt/prompt_state.h"
#include "prompt/prompt_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lines around a picture: a blank one, its caption, the question; and how many lines a picture has
 * at most. */
enum { LINES_BESIDE = 4, PICTURE_ROWS = 24 };

void prompt_say_rules(const struct game *game) {
    if (!game->rules[0])
        say_paragraph(_(game->about));
    for (int i = 0; i < GAME_RULES_MAX && game->rules[i]; i++)
        say_paragraph(_(game->rules[i]));
}

static void show_picture(const struct prompt *prompt, const struct rules_picture *row,
                         struct picture *picture) {
    struct terminal terminal;
    struct text text = {0};
    view_look_at_terminal(&prompt->view, &terminal);
    int rows = terminal.rows - LINES_BESIDE;
    if (rules_picture_draw(row, picture))
        draw_terminal(picture, &terminal, rows < PICTURE_ROWS ? rows : PICTURE_ROWS, &text);
    fputs(text_get(&text), stdout);
    text_free(&text);
    say_paragraph(_(row->caption));
}

/* Asks whether to go on to the next picture, or after the last one to the board. False: the user
 * wants no more pictures, or has typed a line instead. */
static bool wait_for_next(struct prompt *prompt, int number, int count, char **typed) {
    char question[120], *line;
    if (!console_is_terminal(prompt->console))
        return true;
    if (number == 0)
        snprintf(question, sizeof question,
                 ngettext("Press Enter for a picture, or Ctrl-D for the board. ",
                          "Press Enter for %d pictures, or Ctrl-D for the board. ",
                          (unsigned long)count),
                 count);
    else if (number < count)
        snprintf(question, sizeof question,
                 _("Picture %d of %d. Press Enter for the next one, or Ctrl-D for the board. "),
                 number, count);
    else
        snprintf(question, sizeof question, _("Picture %d of %d. Press Enter for the board. "),
                 number, count);
    if (console_read(prompt->console, question, &line) != CONSOLE_LINE)
        putchar('\n');
    else if (line[strspn(line, " \t")])
        *typed = line;
    else
        return true;
    return false;
}

char *prompt_show_rules(struct prompt *prompt) {
    const struct game *game = prompt->setup.board->game;
    int number = 0, count = rules_pictures_count(game);
    char *typed = NULL;
    prompt_say_rules(game);
    if (count == 0)
        return NULL;
    struct picture *picture = needed(malloc(sizeof *picture));
    bool on = wait_for_next(prompt, 0, count, &typed);
    for (const struct rules_picture *row = rules_pictures; on && row->name; row++) {
        if (strcmp(row->game, game->name) != 0)
            continue;
        say_text("\n");
        show_picture(prompt, row, picture);
        on = wait_for_next(prompt, ++number, count, &typed);
    }
    if (console_is_terminal(prompt->console))
        view_show(&prompt->view);
    free(picture);
    return typed;
}
