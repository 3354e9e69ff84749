/* pcre2.c - stands in for PCRE2 in a browser: the patterns of the protocol are handed to
 * regcomp(), their names and marks are found by counting groups. */
#include <pcre2.h>
#include <regex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A name with a mark becomes a group, which takes part in the match if the mark is passed. */
enum { GROUPS_MAX = 4, MARKS_MAX = 64 };

#define MARK "(*MARK:"

struct pcre2_code {
    regex_t regex;
    int marks;               /* whose groups follow the first one */
    char mark[MARKS_MAX][2]; /* of one byte each */
};

struct pcre2_match_data {
    PCRE2_SIZE bounds[2 * GROUPS_MAX];
    const char *mark;
};

pcre2_code *pcre2_compile(PCRE2_SPTR pattern, PCRE2_SIZE length, uint32_t options, int *error,
                          PCRE2_SIZE *where, void *context) {
    (void)length;
    (void)options;
    (void)context;
    *where = 0;
    pcre2_code *code = calloc(1, sizeof *code);
    char *text = strdup((const char *)pattern), *end = text, *name = text;
    for (const char *at = text; code && text && (*end = *at); at++, end++)
        if (strncmp(at, MARK, strlen(MARK)) == 0 && code->marks < MARKS_MAX) {
            at += strlen(MARK);
            code->mark[code->marks++][0] = *at++;
            memmove(name + 1, name, (size_t)(end++ - name));
            *name = '(';
            *end = ')';
        } else if (*at == '(' || *at == '|') {
            name = end + 1;
        }
    bool good = code && text && (*error = regcomp(&code->regex, text, REG_EXTENDED)) == 0;
    free(text);
    if (good)
        return code;
    free(code);
    return NULL;
}

int pcre2_jit_compile(pcre2_code *code, uint32_t options) {
    (void)code;
    (void)options;
    return -1;
}

void pcre2_code_free(pcre2_code *code) {
    if (code)
        regfree(&code->regex);
    free(code);
}

pcre2_match_data *pcre2_match_data_create(uint32_t groups, void *context) {
    (void)context;
    return groups <= GROUPS_MAX ? calloc(1, sizeof(pcre2_match_data)) : NULL;
}

void pcre2_match_data_free(pcre2_match_data *data) {
    free(data);
}

static int match(const pcre2_code *code, const char *text, PCRE2_SIZE from,
                 pcre2_match_data *data) {
    regmatch_t found[GROUPS_MAX + MARKS_MAX];
    if (regexec(&code->regex, text + from, (size_t)(GROUPS_MAX + code->marks), found,
                from ? REG_NOTBOL : 0) != 0)
        return -1;
    for (int i = 0; i < GROUPS_MAX; i++) {
        data->bounds[2 * i] = from + (PCRE2_SIZE)found[i].rm_so;
        data->bounds[2 * i + 1] = from + (PCRE2_SIZE)found[i].rm_eo;
    }
    data->mark = NULL;
    for (int i = 0; i < code->marks; i++)
        if (found[2 + i].rm_so >= 0)
            data->mark = code->mark[i];
    return 1;
}

int pcre2_match(const pcre2_code *code, PCRE2_SPTR subject, PCRE2_SIZE length, PCRE2_SIZE from,
                uint32_t options, pcre2_match_data *data, void *context) {
    (void)options;
    (void)context;
    const char *text = (const char *)subject;
    if (text[length] == '\0')
        return match(code, text, from, data);
    char *copy = strndup(text, length);
    int found = copy ? match(code, copy, from, data) : -1;
    free(copy);
    return found;
}

PCRE2_SIZE *pcre2_get_ovector_pointer(pcre2_match_data *data) {
    return data->bounds;
}

PCRE2_SPTR pcre2_get_mark(pcre2_match_data *data) {
    return (PCRE2_SPTR)data->mark;
}
