/* sprt.h - a sequential test: is the mean margin per encounter `margin0` or `margin1`?
 *
 * Wald's sequential probability ratio test (Annals of Mathematical Statistics 16, 1945) in its
 * generalised form for a mean whose variance is not known: both hypotheses take the variance that
 * suits them best, and the ratio of their likelihoods, were the margins normal, is
 *
 *     LLR = n/2 ln ((s2 + (mean - margin0)^2) / (s2 + (mean - margin1)^2)),
 *
 * s2 being the mean squared distance from the mean. Fishtest knows it as LLR_alt, from M. Van den
 * Bergh's notes. Margins need not be normal: the test looks at sums of many of them.
 *
 * At the start s2 is hardly known: sixteen equal margins promise nothing about the seventeenth. So
 * two made-up encounters take part in s2 (not in the mean), one with the greatest margin that a
 * game can have, one with the least. They weigh less and less; that they suffice is shown by
 * simulation in tests/pairing/sprt.c.
 */
#ifndef TRIANCEY_PAIRING_SPRT_H
#define TRIANCEY_PAIRING_SPRT_H

#include "base/text.h"
#include "pairing/statistics.h"

#include <stdbool.h>

struct error;

struct sprt {
    double margin0, margin1; /* margin0 < margin1 */
    double alpha, beta;      /* chance of deciding for margin1 in error, and for margin0 */
    double worst;            /* above 0: no game has a greater margin; not part of the text */
};

enum sprt_verdict { SPRT_OPEN, SPRT_MARGIN0, SPRT_MARGIN1 };

/* Reads `margin0=0 margin1=2 alpha=0.05 beta=0.05`, each at most once and in any order; alpha and
 * beta are 0.05 if not given; `worst` stays as it is. False and a message. */
bool sprt_read(struct sprt *sprt, const char *text, struct error *error);

/* The keys that sprt_read() knows, NULL at the end. */
extern const char *const sprt_keys[];

/* Adds the test as text, as sprt_read() reads it. */
void sprt_write(const struct sprt *sprt, struct text *text);

/* The logarithm of the likelihood ratio; 0 for an empty sample. */
double sprt_ratio(const struct sprt *sprt, const struct sample *margins);

/* Below sprt_lower() the test accepts margin0, above sprt_upper() margin1. */
double sprt_lower(const struct sprt *sprt);
double sprt_upper(const struct sprt *sprt);

/* To be called after each encounter; the first verdict that is not SPRT_OPEN counts. */
enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct sample *margins);

#endif
