/* protocol.c - the table of commands, and parsing a line by it. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "protocol/protocol.h"

#include <errno.h>
#include <pcre2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the table ------------------------------------------------------------------------------- */

#define MILLISECONDS 0, 1000000000
#define NO_LIMITS    0, 0
#define ANY_NUMBER   -1000000000000000, 1000000000000000

#define NEWGAME_FIELDS                                                                             \
    {"half", FIELD_NUMBER, false, 1, 16, "which half begins"},                                     \
        {"carry", FIELD_NUMBERS, false, ANY_NUMBER, "what each seat brings from earlier halves"},  \
        {"players", FIELD_NUMBER, false, 2, 4, "how many players"}, {                              \
        "seed", FIELD_NUMBER, false, 0, INT64_MAX, "what random choices depend on"                 \
    }

#define COMMAND(id, function, when, ...) [TGI_##id] = {__VA_ARGS__},
#define ANSWER(id, ...)                  [TGI_##id] = {__VA_ARGS__},

const struct protocol_command protocol_commands[TGI_COUNT] = {
#include "protocol/commands.h"
};

/* ---- errors ---------------------------------------------------------------------------------- */

static const char *const code_names[] = {
    [PROTOCOL_OK] = "ok",
    [PROTOCOL_UNKNOWN] = "unknown",
    [PROTOCOL_SYNTAX] = "syntax",
    [PROTOCOL_ILLEGAL] = "illegal",
    [PROTOCOL_STATE] = "state",
    [PROTOCOL_RANGE] = "range",
    [PROTOCOL_UNSUPPORTED] = "unsupported",
    [PROTOCOL_TOOLONG] = "toolong",
    [PROTOCOL_BUSY] = "busy",
    [PROTOCOL_MEMORY] = "memory",
};

const char *protocol_code_name(enum protocol_code code) {
    return code_names[code];
}

enum protocol_code protocol_code_find(const char *name) {
    for (int code = PROTOCOL_UNKNOWN; code <= PROTOCOL_MEMORY; code++)
        if (strcmp(code_names[code], name) == 0)
            return (enum protocol_code)code;
    return PROTOCOL_OK;
}

enum protocol_code protocol_fail(struct protocol_error *error, enum protocol_code code,
                                 const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error->code = code;
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return code;
}

/* ---- patterns -------------------------------------------------------------------------------- */

enum { PATTERN_WORD, PATTERN_NUMBER, PATTERN_SIDES, PATTERN_COUNT };

static const char *const patterns[PATTERN_COUNT] = {
    [PATTERN_WORD] = "[^ \t]+",
    [PATTERN_NUMBER] = "^[-+]?[0-9]+$",
    [PATTERN_SIDES] = "^([0-9]{1,3}|p[12]),([0-9]{1,3}|p[12]),([0-9]{1,3}|p[12])$",
};

struct protocol_parser {
    pcre2_code *code[PATTERN_COUNT];
    pcre2_match_data *match;
};

struct protocol_parser *protocol_parser_new(void) {
    struct protocol_parser *parser = calloc(1, sizeof *parser);
    if (!parser)
        return NULL;
    bool made = true;
    for (int i = 0; i < PATTERN_COUNT; i++) {
        int number;
        PCRE2_SIZE where;
        parser->code[i] =
            pcre2_compile((PCRE2_SPTR)patterns[i], PCRE2_ZERO_TERMINATED, 0, &number, &where, NULL);
        made = made && parser->code[i];
        if (parser->code[i])
            pcre2_jit_compile(parser->code[i], PCRE2_JIT_COMPLETE); /* works without, too */
    }
    parser->match = pcre2_match_data_create(4, NULL);
    if (made && parser->match)
        return parser;
    protocol_parser_free(parser);
    return NULL;
}

void protocol_parser_free(struct protocol_parser *parser) {
    if (!parser)
        return;
    for (int i = 0; i < PATTERN_COUNT; i++)
        pcre2_code_free(parser->code[i]);
    pcre2_match_data_free(parser->match);
    free(parser);
}

static bool matches(struct protocol_parser *parser, int pattern, const char *text, size_t length,
                    size_t from) {
    return pcre2_match(parser->code[pattern], (PCRE2_SPTR)text, length, from, PCRE2_NO_UTF_CHECK,
                       parser->match, NULL) > 0;
}

/* ---- the words of a line --------------------------------------------------------------------- */

struct scanner {
    struct protocol_parser *parser;
    char *line;
    size_t length, next; /* where the next word is looked for */
    char *word;          /* the current word, NULL after the last */
    size_t word_length;
};

static void advance(struct scanner *scanner) {
    scanner->word = NULL;
    if (!matches(scanner->parser, PATTERN_WORD, scanner->line, scanner->length, scanner->next))
        return;
    const PCRE2_SIZE *bounds = pcre2_get_ovector_pointer(scanner->parser->match);
    scanner->word = scanner->line + bounds[0];
    scanner->word_length = bounds[1] - bounds[0];
    scanner->next = bounds[1];
}

/* Ends the current word with a zero byte (it overwrites a blank or the end) and takes it. */
static char *take(struct scanner *scanner) {
    char *word = scanner->word;
    word[scanner->word_length] = '\0';
    if (scanner->next < scanner->length)
        scanner->next++;
    advance(scanner);
    return word;
}

static bool is_word(const struct scanner *scanner, const char *name) {
    return scanner->word && strlen(name) == scanner->word_length &&
           memcmp(scanner->word, name, scanner->word_length) == 0;
}

/* How much of a wrong word is shown, and the word. */
#define SHOWN(scanner)                                                                             \
    (int)((scanner)->word_length < 60 ? (scanner)->word_length : 60), (scanner)->word

/* ---- commands and fields --------------------------------------------------------------------- */

static const struct protocol_command *find_command(struct scanner *scanner,
                                                   enum protocol_side side) {
    int first = side == PROTOCOL_TO_ENGINE ? 0 : TGI_ANSWERS;
    int last = side == PROTOCOL_TO_ENGINE ? TGI_ANSWERS : TGI_COUNT;
    for (int id = first; id < last; id++) {
        const struct protocol_command *command = &protocol_commands[id];
        const char *blank = strchr(command->name, ' ');
        if (!blank) {
            if (is_word(scanner, command->name)) {
                take(scanner);
                return command;
            }
            continue;
        }
        /* Two words: the second one is looked at without taking the first. */
        struct scanner ahead = *scanner;
        size_t first_length = (size_t)(blank - command->name);
        if (ahead.word_length != first_length ||
            memcmp(ahead.word, command->name, first_length) != 0)
            continue;
        advance(&ahead);
        if (is_word(&ahead, blank + 1)) {
            *scanner = ahead;
            take(scanner);
            return command;
        }
    }
    return NULL;
}

static int keyword(const struct protocol_command *command, const struct scanner *scanner) {
    for (int i = 0; i < PROTOCOL_FIELDS_MAX && command->field[i].about; i++)
        if (command->field[i].keyword && is_word(scanner, command->field[i].keyword))
            return i;
    return -1;
}

static int next_positional(const struct protocol_command *command,
                           const struct protocol_message *message) {
    for (int i = 0; i < PROTOCOL_FIELDS_MAX && command->field[i].about; i++)
        if (!command->field[i].keyword && !message->value[i].given)
            return i;
    return -1;
}

/* The required field that precedes all keywords and has not come yet, -1: none. It takes the next
 * word, whatever that is: a board may have the name of a keyword. */
static int next_required(const struct protocol_command *command,
                         const struct protocol_message *message) {
    int i = next_positional(command, message);
    return i >= 0 && command->field[i].required && command->field[i].type != FIELD_WORDS ? i : -1;
}

/* What a field is called in messages. */
static const char *label(const struct protocol_field *field) {
    return field->keyword ? field->keyword : field->about;
}

static enum protocol_code read_number(struct scanner *scanner, const struct protocol_field *field,
                                      long long *number, struct protocol_error *error) {
    if (!matches(scanner->parser, PATTERN_NUMBER, scanner->word, scanner->word_length, 0))
        return protocol_fail(error, PROTOCOL_SYNTAX, "%s needs a whole number, not '%.*s'",
                             label(field), SHOWN(scanner));
    errno = 0;
    char *word = take(scanner);
    *number = strtoll(word, NULL, 10);
    if (errno || *number < field->min || *number > field->max)
        return protocol_fail(error, PROTOCOL_RANGE, "%s must be from %lld to %lld, not %.40s",
                             label(field), field->min, field->max, word);
    return PROTOCOL_OK;
}

static enum protocol_code read_numbers(struct scanner *scanner,
                                       const struct protocol_command *command,
                                       const struct protocol_field *field,
                                       struct protocol_value *value, struct protocol_error *error) {
    while (scanner->word && keyword(command, scanner) < 0) {
        if (value->count == PROTOCOL_NUMBERS_MAX)
            return protocol_fail(error, PROTOCOL_SYNTAX, "%s takes at most %d numbers",
                                 label(field), PROTOCOL_NUMBERS_MAX);
        enum protocol_code code = read_number(scanner, field, &value->number[value->count], error);
        if (code != PROTOCOL_OK)
            return code;
        value->count++;
    }
    return PROTOCOL_OK;
}

static void read_words(struct scanner *scanner, const struct protocol_command *command,
                       struct protocol_value *value) {
    while (scanner->word && keyword(command, scanner) < 0) {
        value->end = scanner->word + scanner->word_length;
        char *word = take(scanner);
        if (value->count++ == 0)
            value->text = word;
    }
}

static void read_rest(struct scanner *scanner, struct protocol_value *value) {
    size_t end = scanner->length;
    while (strchr(" \t", scanner->line[end - 1]))
        end--;
    scanner->line[end] = '\0';
    value->text = scanner->word;
    value->end = scanner->line + end;
    value->count = 1;
    scanner->word = NULL;
}

static enum protocol_code read_field(struct scanner *scanner,
                                     const struct protocol_command *command,
                                     const struct protocol_field *field,
                                     struct protocol_value *value, struct protocol_error *error) {
    value->given = true;
    bool any = field->type == FIELD_REST || (!field->keyword && field->required);
    bool empty = !scanner->word || (!any && keyword(command, scanner) >= 0);
    if (field->type == FIELD_FLAG || (field->type == FIELD_LIST && empty))
        return PROTOCOL_OK;
    if (empty)
        return protocol_fail(error, PROTOCOL_SYNTAX, "nothing follows '%s' (%s)", label(field),
                             field->about);
    switch (field->type) {
    case FIELD_NUMBER:
        value->count = 1;
        return read_number(scanner, field, &value->number[0], error);
    case FIELD_NUMBERS:
        return read_numbers(scanner, command, field, value, error);
    case FIELD_WORD:
        value->count = 1;
        value->text = take(scanner);
        return PROTOCOL_OK;
    case FIELD_REST:
        read_rest(scanner, value);
        return PROTOCOL_OK;
    default:
        read_words(scanner, command, value);
        return PROTOCOL_OK;
    }
}

static enum protocol_code read_fields(struct scanner *scanner,
                                      const struct protocol_command *command,
                                      struct protocol_message *message,
                                      struct protocol_error *error) {
    while (scanner->word) {
        int i = next_required(command, message);
        bool fixed = i >= 0;
        if (!fixed)
            i = keyword(command, scanner);
        if (i >= 0 && message->value[i].given)
            return protocol_fail(error, PROTOCOL_SYNTAX, "'%s' is given twice",
                                 command->field[i].keyword);
        if (i < 0)
            i = next_positional(command, message);
        else if (!fixed)
            take(scanner);
        if (i < 0 && command->open) {
            take(scanner);
            continue;
        }
        if (i < 0)
            return protocol_fail(error, PROTOCOL_SYNTAX,
                                 "'%.*s' is not understood here; usage: %s %s", SHOWN(scanner),
                                 command->name, command->synopsis);
        enum protocol_code code =
            read_field(scanner, command, &command->field[i], &message->value[i], error);
        if (code != PROTOCOL_OK)
            return code;
    }
    for (int i = 0; i < PROTOCOL_FIELDS_MAX && command->field[i].about; i++)
        if (command->field[i].required && !message->value[i].given)
            return protocol_fail(error, PROTOCOL_SYNTAX, "missing: %s; usage: %s%s%s",
                                 label(&command->field[i]), command->name,
                                 *command->synopsis ? " " : "", command->synopsis);
    return PROTOCOL_OK;
}

enum protocol_code protocol_parse(struct protocol_parser *parser, enum protocol_side side,
                                  char *line, struct protocol_message *message,
                                  struct protocol_error *error) {
    struct scanner scanner = {.parser = parser, .line = line, .length = strlen(line)};
    memset(message, 0, sizeof *message);
    advance(&scanner);
    if (!scanner.word)
        return PROTOCOL_OK;
    const struct protocol_command *command = find_command(&scanner, side);
    if (!command)
        return protocol_fail(error, PROTOCOL_UNKNOWN, "no such command: '%.*s'", SHOWN(&scanner));
    message->command = command;
    message->id = (enum protocol_id)(command - protocol_commands);
    return read_fields(&scanner, command, message, error);
}

char *protocol_next_word(const struct protocol_value *value, const char *word) {
    char *next = value->text + (word - value->text) + strlen(word) + 1;
    while (next < value->end && (*next == ' ' || *next == '\t'))
        next++;
    return next < value->end ? next : NULL;
}

/* ---- boards spelled out ---------------------------------------------------------------------- */

char *protocol_write_grid(const char *game, const char *name, int cells, const int16_t (*side)[3]) {
    size_t size = strlen(game) + strlen(name) + 64 + (size_t)cells * 3 * 8;
    char *text = malloc(size);
    if (!text)
        return NULL;
    char *end = text + sprintf(text, "setgrid inline %s %s cells %d sides", game, name, cells);
    for (int cell = 0; cell < cells; cell++)
        for (int k = 0; k < 3; k++) {
            int next = side[cell][k];
            *end++ = k == 0 ? ' ' : ',';
            end += next >= 0 ? sprintf(end, "%d", next) : sprintf(end, "p%d", -1 - next);
        }
    return text;
}

enum protocol_code protocol_read_sides(struct protocol_parser *parser,
                                       const struct protocol_message *message, int16_t (*side)[3],
                                       struct protocol_error *error) {
    const struct protocol_value *sides = &message->value[SETGRID_SIDES];
    int cells = (int)message->value[SETGRID_CELLS].number[0], cell = 0;
    if (sides->count != cells)
        return protocol_fail(error, PROTOCOL_SYNTAX, "%d cells need %d groups of sides, not %d",
                             cells, cells, sides->count);
    for (char *word = sides->text; word; word = protocol_next_word(sides, word), cell++) {
        if (!matches(parser, PATTERN_SIDES, word, strlen(word), 0))
            return protocol_fail(
                error, PROTOCOL_SYNTAX,
                "cell %d: three neighbours like 1,8,32 or p1 are wanted, not '%.60s'", cell, word);
        const PCRE2_SIZE *bounds = pcre2_get_ovector_pointer(parser->match);
        for (int k = 0; k < 3; k++) {
            const char *text = word + bounds[2 * k + 2];
            bool border = *text == 'p';
            long number = strtol(text + border, NULL, 10);
            side[cell][k] = (int16_t)(border ? PROTOCOL_BORDER(number) : number);
        }
    }
    return PROTOCOL_OK;
}
