/* pcre2.h - a replacement for the header of PCRE2: its interface, as far as it is used here, over
 * the regular expressions of the C library (pcre2.c). Patterns must mean the same to both; marks
 * are of one byte and within the first group. */
#ifndef TRIANCEY_PAGE_PCRE2_H
#define TRIANCEY_PAGE_PCRE2_H

#include <stddef.h>
#include <stdint.h>

#define PCRE2_SIZE            size_t
#define PCRE2_SPTR            const unsigned char *
#define PCRE2_ZERO_TERMINATED (~(size_t)0)

enum { PCRE2_JIT_COMPLETE = 1, PCRE2_NO_UTF_CHECK = 2 };

typedef struct pcre2_code pcre2_code;
typedef struct pcre2_match_data pcre2_match_data;

pcre2_code *pcre2_compile(PCRE2_SPTR pattern, PCRE2_SIZE length, uint32_t options, int *error,
                          PCRE2_SIZE *where, void *context);
int pcre2_jit_compile(pcre2_code *code, uint32_t options);
void pcre2_code_free(pcre2_code *code);

/* Room for the bounds of that many groups. */
pcre2_match_data *pcre2_match_data_create(uint32_t groups, void *context);
void pcre2_match_data_free(pcre2_match_data *data);

/* Looks for the first match from an offset on. There must be a byte after the subject. Returns
 * more than 0 if there is one. */
int pcre2_match(const pcre2_code *code, PCRE2_SPTR subject, PCRE2_SIZE length, PCRE2_SIZE from,
                uint32_t options, pcre2_match_data *data, void *context);
#define pcre2_jit_match pcre2_match

/* Where the match and its groups begin and end. */
PCRE2_SIZE *pcre2_get_ovector_pointer(pcre2_match_data *data);

/* The mark that the match has passed last; NULL: none. */
PCRE2_SPTR pcre2_get_mark(pcre2_match_data *data);

#endif
