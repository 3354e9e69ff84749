/* after_game.c - see after_game.h. */
#include "config.h"

#include "prompt/after_game.h"

#include "base/language.h"
#include "prompt/console.h"
#include "prompt/game_analysis.h"
#include "prompt/look_back.h"
#include "prompt/prompt_state.h"
#include "prompt/prompt_words.h"
#include "prompt/say.h"

#include <stdio.h>
#include <string.h>

enum after_choice { AGAIN, OTHER, ANALYSE, LOOK, QUIT, CHOICES };

/* Their words and letters in English and in French; each letter belongs to only one choice. */
static const char *const names[CHOICES] = {
    [AGAIN] = "again a encore rejouer r",     [OTHER] = "other o changer c",
    [ANALYSE] = "analyse analyze n analyser", [LOOK] = "look l revoir v",
    [QUIT] = "quit q exit quitter",
};

/* Against an engine there is another side to take. */
static bool has_other_side(const struct prompt *prompt) {
    int people = 0;
    for (int i = 0; i < prompt->setup.board->players; i++)
        people += prompt->setup.person[i];
    return people == 1;
}

static enum after_choice find(const struct prompt *prompt, const char *word) {
    enum after_choice choice = AGAIN;
    while (choice < CHOICES && !prompt_is_among(names[choice], word))
        choice++;
    return choice == OTHER && !has_other_side(prompt) ? CHOICES : choice;
}

static const char *question(const struct prompt *prompt) {
    return has_other_side(prompt)
               ? _("again (a), other side (o), analyse (n), look (l), quit (q)> ")
               : _("again (a), analyse (n), look (l), quit (q)> ");
}

/* The first word of a line: `other side` is two. */
static void read_word(const char *line, char *word, size_t size) {
    line += strspn(line, " \t");
    snprintf(word, size, "%.*s", (int)strcspn(line, " \t"), line);
}

enum after_game after_game_ask(struct prompt *prompt) {
    char word[80], *line;
    bool terminal = console_is_terminal(prompt->console);
    if (terminal)
        putchar('\n');
    while (console_read(prompt->console, question(prompt), &line) == CONSOLE_LINE) {
        read_word(line, word, sizeof word);
        enum after_choice choice = *word ? find(prompt, word) : CHOICES;
        if (choice == QUIT)
            return AFTER_LEAVE;
        if (choice == AGAIN)
            return AFTER_AGAIN;
        if (choice == OTHER)
            return AFTER_OTHER_SIDE;
        if (choice == ANALYSE)
            game_analysis_say(prompt);
        else if (choice == LOOK)
            look_back(prompt);
        else if (*word)
            say(_("'%s' is not one of these; the game is over.\n"), word);
    }
    if (terminal)
        putchar('\n');
    return AFTER_LEAVE;
}
