/* calendar.h - dates, times and ISO weeks as records have them: text in UTC.
 *
 * Pure functions of the proleptic Gregorian calendar, for the years 1 to 9999. A week begins on
 * Monday, and the first week of a year has its first Thursday (ISO 8601).
 */
#ifndef TRIANCEY_BASE_CALENDAR_H
#define TRIANCEY_BASE_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

struct error;

/* "2010-11-07T23:59:59Z" and its final zero: such texts sort by time. */
enum { CALENDAR_TIME_SIZE = 21 };

/* Reads 2010-11-07, 2010-11-07T20:15 or 2010-11-07T20:15:30. A blank may stand instead of T; Z or
 * an offset such as +01:00 may follow a time. A date alone means midnight, and no offset means UTC.
 * `utc` gets CALENDAR_TIME_SIZE bytes. False and a message: what is wrong with the text. */
bool calendar_read(const char *text, char *utc, struct error *error);

/* Whether a text is exactly what calendar_read() writes. */
bool calendar_is_time(const char *text);

/* Writes a time given in seconds since 1970-01-01T00:00:00Z (false: the year is out of range), and
 * reads a text that calendar_is_time() accepts as such seconds. */
bool calendar_write(int64_t seconds, char *utc);
int64_t calendar_seconds(const char *utc);

/* A moment is a time with milliseconds, "2010-11-07T23:59:59.250Z". Writes one from milliseconds
 * since 1970, or the beginning of 1970 if the year is out of range, and returns `utc`, which has
 * CALENDAR_MOMENT_SIZE bytes. calendar_is_moment() says whether a text is one. */
enum { CALENDAR_MOMENT_SIZE = CALENDAR_TIME_SIZE + 4 };
const char *calendar_write_moment(int64_t ms, char *utc);
bool calendar_is_moment(const char *text);

/* What time it is; returns `utc`. */
const char *calendar_now(char *utc);

struct calendar_week {
    int year, week;                 /* 2010, 44 */
    char begin[CALENDAR_TIME_SIZE]; /* its Monday at midnight */
    char end[CALENDAR_TIME_SIZE];   /* the next Monday at midnight */
    char last_day[11];              /* its Sunday, "2010-11-07" */
};

/* Reads 2010-44 or 2010-W44. False and a message. */
bool calendar_read_week(const char *text, struct calendar_week *week, struct error *error);

/* The week of a time that calendar_is_time() accepts. */
void calendar_week_of(const char *utc, struct calendar_week *week);

#endif
