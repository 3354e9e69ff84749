/* protocol.c - the table of commands, and parsing a line by it. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "protocol/protocol.h"

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

/* The first two find the command of a line, by the side it is sent to. */
enum { PATTERN_SIDES = PROTOCOL_FROM_ENGINE + 1, PATTERN_COUNT };

static const char sides_pattern[] = "^([0-9]{1,3}|p[12]),([0-9]{1,3}|p[12]),([0-9]{1,3}|p[12])$";

#define BLANKS     " \t"
#define FIRST_MARK '0' /* of a name in a pattern: its row is added to it */

enum { PATTERN_SIZE = 2048, GROUPS_MAX = 4 };

struct protocol_parser {
    pcre2_code *code[PATTERN_COUNT];
    bool jit[PATTERN_COUNT]; /* compiled to machine code, where that is allowed */
    pcre2_match_data *match;
};

/* The rows of the table that are looked up for a side. */
static int first_row(enum protocol_side side) {
    return side == PROTOCOL_TO_ENGINE ? 0 : TGI_ANSWERS;
}

static int last_row(enum protocol_side side) {
    return side == PROTOCOL_TO_ENGINE ? TGI_ANSWERS : TGI_COUNT;
}

/* Writes the pattern of all names of a side, in the order of the table: `board cell` is tried
 * before `board`. The mark of a name says which one was found. */
static void write_names(enum protocol_side side, char text[PATTERN_SIZE]) {
    char *end = text + sprintf(text, "^[" BLANKS "]*(");
    for (int row = first_row(side); row < last_row(side); row++) {
        const char *name = protocol_commands[row].name, *blank = strchr(name, ' ');
        end += sprintf(end, "%s%.*s", row > first_row(side) ? "|" : "",
                       blank ? (int)(blank - name) : (int)strlen(name), name);
        if (blank)
            end += sprintf(end, "[" BLANKS "]+%s", blank + 1);
        end += sprintf(end, "(*MARK:%c)", FIRST_MARK + row - first_row(side));
    }
    strcpy(end, ")([" BLANKS "]|$)");
}

struct protocol_parser *protocol_parser_new(void) {
    struct protocol_parser *parser = calloc(1, sizeof *parser);
    if (!parser)
        return NULL;
    bool made = true;
    for (int i = 0; i < PATTERN_COUNT; i++) {
        char names[PATTERN_SIZE];
        int number;
        PCRE2_SIZE where;
        if (i != PATTERN_SIDES)
            write_names((enum protocol_side)i, names);
        parser->code[i] = pcre2_compile((PCRE2_SPTR)(i == PATTERN_SIDES ? sides_pattern : names),
                                        PCRE2_ZERO_TERMINATED, 0, &number, &where, NULL);
        made = made && parser->code[i];
        parser->jit[i] =
            parser->code[i] && pcre2_jit_compile(parser->code[i], PCRE2_JIT_COMPLETE) == 0;
    }
    parser->match = pcre2_match_data_create(GROUPS_MAX, NULL);
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

/* Where the match and its groups begin and end; NULL: there is none. */
static const PCRE2_SIZE *protocol_find(struct protocol_parser *parser, int pattern,
                                       const char *text, size_t length) {
    PCRE2_SPTR bytes = (PCRE2_SPTR)text;
    const pcre2_code *code = parser->code[pattern];
    int found = parser->jit[pattern]
                    ? pcre2_jit_match(code, bytes, length, 0, 0, parser->match, NULL)
                    : pcre2_match(code, bytes, length, 0, 0, parser->match, NULL);
    return found > 0 ? pcre2_get_ovector_pointer(parser->match) : NULL;
}

/* ---- the words of a line --------------------------------------------------------------------- */

struct scanner {
    char *word;    /* the current one; NULL after the last */
    size_t length; /* of it */
};

/* Words are short: loops find their ends sooner than strspn() and strcspn(). */
static void advance(struct scanner *scanner, char *from) {
    while (*from == ' ' || *from == '\t')
        from++;
    char *end = from;
    while (*end != '\0' && *end != ' ' && *end != '\t')
        end++;
    scanner->word = end > from ? from : NULL;
    scanner->length = (size_t)(end - from);
}

/* Ends the current word with a zero byte (it overwrites a blank or the end) and takes it. */
static char *protocol_take(struct scanner *scanner) {
    char *word = scanner->word, *end = word + scanner->length;
    bool last = !*end;
    *end = '\0';
    advance(scanner, end + !last);
    return word;
}

/* How much of a wrong word is shown, and the word. */
#define SHOWN(scanner) (int)((scanner)->length < 60 ? (scanner)->length : 60), (scanner)->word

/* ---- fields ---------------------------------------------------------------------------------- */

/* Whether a word is this name. Both are short: strncmp() would take longer. */
static bool is_name(const struct scanner *scanner, const char *name) {
    size_t i = 0;
    while (i < scanner->length && name[i] == scanner->word[i])
        i++;
    return i == scanner->length && name[i] == '\0';
}

/* The field that the current word is the keyword of; -1: none. */
static int keyword(const struct protocol_command *command, const struct scanner *scanner) {
    if (*scanner->word < 'a') /* as most moves: keywords begin with a lower-case letter */
        return -1;
    for (int i = 0; command->field[i].about; i++)
        if (command->field[i].keyword && is_name(scanner, command->field[i].keyword))
            return i;
    return -1;
}

/* The next of the positional fields, which come first; -1: none. */
static int next_positional(const struct protocol_command *command,
                           const struct protocol_message *message) {
    int i = 0;
    while (command->field[i].about && !command->field[i].keyword && message->value[i].given)
        i++;
    return command->field[i].about && !command->field[i].keyword ? i : -1;
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

/* The number that a word is; false: it is none. *large: it is too large to be held. */
static bool is_number(const struct scanner *scanner, long long *number, bool *large) {
    const char *end = scanner->word + scanner->length, *digit = scanner->word;
    bool negative = *digit == '-';
    digit += negative || *digit == '+';
    if (digit == end)
        return false;
    *number = 0; /* below 0 as long as it grows: there is one number more */
    *large = false;
    for (; digit < end; digit++) {
        if (*digit < '0' || *digit > '9')
            return false;
        *large |= __builtin_mul_overflow(*number, 10, number) ||
                  __builtin_sub_overflow(*number, *digit - '0', number);
    }
    if (!negative)
        *large |= __builtin_sub_overflow(0, *number, number);
    return true;
}

static enum protocol_code protocol_read_number(struct scanner *scanner,
                                               const struct protocol_field *field,
                                               long long *number, struct protocol_error *error) {
    bool large;
    if (!is_number(scanner, number, &large))
        return protocol_fail(error, PROTOCOL_SYNTAX, "%s needs a whole number, not '%.*s'",
                             label(field), SHOWN(scanner));
    const char *word = protocol_take(scanner);
    if (large || *number < field->min || *number > field->max)
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
        enum protocol_code code =
            protocol_read_number(scanner, field, &value->number[value->count], error);
        if (code != PROTOCOL_OK)
            return code;
        value->count++;
    }
    return PROTOCOL_OK;
}

static void read_words(struct scanner *scanner, const struct protocol_command *command,
                       struct protocol_value *value) {
    while (scanner->word && keyword(command, scanner) < 0) {
        value->end = scanner->word + scanner->length;
        char *word = protocol_take(scanner);
        if (value->count++ == 0)
            value->text = word;
    }
}

static void read_rest(struct scanner *scanner, struct protocol_value *value) {
    char *end = scanner->word + strlen(scanner->word);
    while (strchr(BLANKS, end[-1]))
        end--;
    *end = '\0';
    value->text = scanner->word;
    value->end = end;
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
        return protocol_read_number(scanner, field, &value->number[0], error);
    case FIELD_NUMBERS:
        return read_numbers(scanner, command, field, value, error);
    case FIELD_WORD:
        value->count = 1;
        value->text = protocol_take(scanner);
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
            protocol_take(scanner);
        if (i < 0 && command->open) {
            protocol_take(scanner);
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
    for (int i = 0; command->field[i].about; i++)
        if (command->field[i].required && !message->value[i].given)
            return protocol_fail(error, PROTOCOL_SYNTAX, "missing: %s; usage: %s%s%s",
                                 label(&command->field[i]), command->name,
                                 *command->synopsis ? " " : "", command->synopsis);
    return PROTOCOL_OK;
}

/* Clears only what is always read: clearing all of it would take longer than reading a word. */
static void clear(struct protocol_value *value) {
    value->given = false;
    value->count = 0;
    value->number[0] = 0;
    value->text = value->end = NULL;
}

enum protocol_code protocol_parse_fields(enum protocol_id id, char *fields,
                                         struct protocol_message *message,
                                         struct protocol_error *error) {
    const struct protocol_command *command = &protocol_commands[id];
    struct scanner scanner;
    message->command = command;
    message->id = id;
    for (int i = 0; command->field[i].about; i++)
        clear(&message->value[i]);
    advance(&scanner, fields);
    return read_fields(&scanner, command, message, error);
}

enum protocol_code protocol_parse(struct protocol_parser *parser, enum protocol_side side,
                                  char *line, struct protocol_message *message,
                                  struct protocol_error *error) {
    struct scanner scanner;
    message->line = line;
    message->length = strlen(line);
    const PCRE2_SIZE *bounds = protocol_find(parser, (int)side, line, message->length);
    if (bounds) /* the first group is the name */
        return protocol_parse_fields(
            (enum protocol_id)(first_row(side) + *pcre2_get_mark(parser->match) - FIRST_MARK),
            line + bounds[3], message, error);
    message->command = NULL;
    advance(&scanner, line);
    if (!scanner.word)
        return PROTOCOL_OK;
    return protocol_fail(error, PROTOCOL_UNKNOWN, "no such command: '%.*s'", SHOWN(&scanner));
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
        const PCRE2_SIZE *bounds = protocol_find(parser, PATTERN_SIDES, word, strlen(word));
        if (!bounds)
            return protocol_fail(
                error, PROTOCOL_SYNTAX,
                "cell %d: three neighbours like 1,8,32 or p1 are wanted, not '%.60s'", cell, word);
        for (int k = 0; k < 3; k++) {
            const char *text = word + bounds[2 * k + 2];
            bool border = *text == 'p';
            long number = strtol(text + border, NULL, 10);
            side[cell][k] = (int16_t)(border ? PROTOCOL_BORDER(number) : number);
        }
    }
    return PROTOCOL_OK;
}
