/* position.c - words of positions. They are gathered as pairs of a key and a value, and each is
 * marked when a game takes it, so that a game reads those that it knows in any order, and what
 * nobody took is refused by its name. */
#include "games/position.h"

#include "base/error.h"
#include "base/language.h"
#include "base/values.h"

#include <string.h>

void position_write(const struct game_board *board, const struct game_state *state,
                    struct text *text) {
    board->game->write_position(board, state, text);
}

/* Cuts a text into its words. */
static bool position_cut(struct position_words *words, const char *text, struct error *error) {
    char *rest = words->text;
    words->count = 0;
    if (strlen(text) >= sizeof words->text)
        return error_set(error, _("a position has at most %d bytes"), POSITION_SIZE - 1);
    strcpy(words->text, text);
    for (char *key; (key = strtok_r(rest, " \t", &rest)); words->count++) {
        char *value = strchr(key, '=');
        if (!value || value == key || !value[1])
            return error_set(error, _("a position consists of words KEY=VALUE, not '%.40s'"), key);
        *value++ = '\0';
        for (int i = 0; i < words->count; i++)
            if (strcmp(words->word[i].key, key) == 0)
                return error_set(error, _("%.40s is given twice"), key);
        if (words->count == POSITION_WORDS)
            return error_set(error, _("a position has at most %d words"), POSITION_WORDS);
        words->word[words->count] = (struct position_word){key, value, false};
    }
    return true;
}

bool position_read(const struct game_board *board, int half, const char *text,
                   struct game_state *state, struct error *error) {
    struct position_words words;
    board->game->start(board, state, half);
    if (!position_cut(&words, text, error) ||
        !board->game->read_position(board, state, &words, error))
        return false;
    for (int i = 0; i < words.count; i++)
        if (!words.word[i].asked)
            return error_set(error, _("positions of %s have no %.40s"), board->game->name,
                             words.word[i].key);
    return true;
}

void position_exchange(const struct game_board *board, const char *words, int places,
                       struct text *text) {
    for (const char *word = words + strspn(words, " "); *word; word += strspn(word, " ")) {
        bool seats = strncmp(word, "turn=", 5) == 0 || strncmp(word, "cells=", 6) == 0;
        text_add(text, word == words ? "" : " ");
        for (; *word && *word != ' '; word++) {
            int seat = *word - '1';
            bool moves = seats && seat >= 0 && seat < board->players;
            char to = moves ? (char)('1' + (seat + places) % board->players) : *word;
            text_add_bytes(text, &to, 1);
        }
    }
}

char *position_find(struct position_words *words, const char *key) {
    for (int i = 0; i < words->count; i++)
        if (strcmp(words->word[i].key, key) == 0) {
            words->word[i].asked = true;
            return words->word[i].value;
        }
    return NULL;
}

char *position_need(struct position_words *words, const char *key, struct error *error) {
    char *value = position_find(words, key);
    if (!value)
        error_set(error, _("%s is missing"), key);
    return value;
}

bool position_number(struct position_words *words, const char *key, int min, int max, int usual,
                     int *number, struct error *error) {
    int64_t value = usual;
    const char *text = position_find(words, key);
    if (!text && (usual < min || usual > max))
        return error_set(error, _("%s is missing"), key);
    if (text && !value_number(text, min, max, &value))
        return error_set(error, _("%s must be a number from %d to %d, not '%.40s'"), key, min, max,
                         text);
    *number = (int)value;
    return true;
}

bool position_turn(struct position_words *words, const struct game_board *board, int *seat,
                   struct error *error) {
    bool good = position_number(words, "turn", 1, board->players, 0, seat, error);
    *seat -= 1;
    return good;
}

bool position_item(const char **list, char item[POSITION_ITEM]) {
    if (!*list)
        return false;
    size_t length = strcspn(*list, ",");
    size_t kept = length < POSITION_ITEM ? length : POSITION_ITEM - 1;
    memcpy(item, *list, kept);
    item[kept] = '\0';
    *list = (*list)[length] ? *list + length + 1 : NULL;
    return true;
}

void position_add(struct text *text, const char *key, int *count, const char *item) {
    text_add(text, *count ? "," : " ");
    if (!(*count)++) {
        text_add(text, key);
        text_add(text, "=");
    }
    text_add(text, item);
}
