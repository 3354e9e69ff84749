/* calendar.c - dates, times and weeks. Days are counted from 1970-01-01; the two conversions are
 * those of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013). */
#include "config.h"

#include "base/calendar.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { YEAR_MIN = 1, YEAR_MAX = 9999, DAY_SECONDS = 86400 };

struct date {
    int year, month, day;
};

static int64_t days_of(struct date date) {
    int64_t year = date.year - (date.month <= 2);
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t of_era = year - era * 400;
    int64_t of_year = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static struct date date_of(int64_t days) {
    days += 719468;
    int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    int64_t day = days - era * 146097;
    int64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    day -= 365 * year + year / 4 - year / 100;
    int64_t month = (5 * day + 2) / 153;
    struct date date = {.day = (int)(day - (153 * month + 2) / 5 + 1),
                        .month = (int)(month < 10 ? month + 3 : month - 9)};
    date.year = (int)(year + era * 400 + (date.month <= 2));
    return date;
}

/* The day of the week; Monday is 0. */
static int weekday_of(int64_t days) {
    int day = (int)((days + 3) % 7);
    return day < 0 ? day + 7 : day;
}

/* The Monday of a year's first week, which is the week of the 4th of January. */
static int64_t first_monday(int year) {
    int64_t days = days_of((struct date){year, 1, 4});
    return days - weekday_of(days);
}

static void write_digits(char *to, int count, int number) {
    while (count-- > 0) {
        to[count] = (char)('0' + number % 10);
        number /= 10;
    }
}

bool calendar_write(int64_t seconds, char *utc) {
    int64_t days = seconds / DAY_SECONDS, rest = seconds % DAY_SECONDS;
    if (rest < 0) {
        rest += DAY_SECONDS;
        days--;
    }
    struct date date = date_of(days);
    if (date.year < YEAR_MIN || date.year > YEAR_MAX)
        return false;
    memcpy(utc, "0000-00-00T00:00:00Z", CALENDAR_TIME_SIZE);
    write_digits(utc, 4, date.year);
    write_digits(utc + 5, 2, date.month);
    write_digits(utc + 8, 2, date.day);
    write_digits(utc + 11, 2, (int)(rest / 3600));
    write_digits(utc + 14, 2, (int)(rest / 60 % 60));
    write_digits(utc + 17, 2, (int)(rest % 60));
    return true;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Reads exactly `count` digits, a number in the given range, and moves past them. */
static bool read_digits(const char **text, int count, int min, int max, int *number) {
    *number = 0;
    for (int i = 0; i < count; i++, *text += 1) {
        if (**text < '0' || **text > '9')
            return false;
        *number = *number * 10 + (**text - '0');
    }
    return *number >= min && *number <= max;
}

static bool skip(const char **text, char c) {
    bool there = **text == c;
    *text += there;
    return there;
}

static bool read_date(const char **text, struct date *date) {
    return read_digits(text, 4, YEAR_MIN, YEAR_MAX, &date->year) && skip(text, '-') &&
           read_digits(text, 2, 1, 12, &date->month) && skip(text, '-') &&
           read_digits(text, 2, 1, 31, &date->day) &&
           /* the 30th of February is the 2nd of March */
           date_of(days_of(*date)).month == date->month;
}

/* Reads hours and minutes, as seconds. */
static bool read_clock(const char **text, int *seconds) {
    int hours, minutes;
    bool good = read_digits(text, 2, 0, 23, &hours) && skip(text, ':') &&
                read_digits(text, 2, 0, 59, &minutes);
    *seconds = good ? hours * 3600 + minutes * 60 : 0;
    return good;
}

/* Reads a time of day and its offset, as seconds of UTC; these may be below 0 or beyond the day. */
static bool read_time(const char **text, int *seconds) {
    int rest = 0, offset;
    if (!read_clock(text, seconds) || (skip(text, ':') && !read_digits(text, 2, 0, 59, &rest)))
        return false;
    *seconds += rest;
    if (skip(text, 'Z') || !**text)
        return true;
    int sign = **text == '+' ? 1 : **text == '-' ? -1 : 0;
    *text += 1;
    if (!sign || !read_clock(text, &offset))
        return false;
    *seconds -= sign * offset;
    return true;
}

bool calendar_read(const char *text, char *utc, struct error *error) {
    struct date date;
    int seconds = 0;
    const char *rest = text;
    bool good = read_date(&rest, &date);
    if (good && (*rest == 'T' || *rest == ' ')) {
        rest++;
        good = read_time(&rest, &seconds);
    }
    char printable[40];
    text_printable(printable, sizeof printable, text);
    return (good && !*rest && calendar_write(days_of(date) * DAY_SECONDS + seconds, utc)) ||
           error_set(error,
                     _("'%s' is neither a date such as 2010-11-07 nor a time such as "
                       "2010-11-07T20:15:30Z"),
                     printable);
}

const char *calendar_now(char *utc) {
    calendar_write(clock_wall_us() / 1000000, utc);
    return utc;
}

int64_t calendar_seconds(const char *utc) {
    struct date date;
    int seconds = 0;
    const char *rest = utc;
    if (!read_date(&rest, &date) || !skip(&rest, 'T') || !read_time(&rest, &seconds))
        return 0;
    return days_of(date) * DAY_SECONDS + seconds;
}

bool calendar_is_time(const char *text) {
    struct error ignored;
    char utc[CALENDAR_TIME_SIZE];
    return calendar_read(text, utc, &ignored) && strcmp(text, utc) == 0;
}

const char *calendar_write_moment(int64_t ms, char *utc) {
    if (ms < 0 || !calendar_write(ms / 1000, utc))
        calendar_write(ms = 0, utc);
    memcpy(utc + CALENDAR_TIME_SIZE - 2, ".000Z", sizeof ".000Z");
    write_digits(utc + CALENDAR_TIME_SIZE - 1, 3, (int)(ms % 1000));
    return utc;
}

bool calendar_is_moment(const char *text) {
    char time[CALENDAR_TIME_SIZE];
    snprintf(time, sizeof time, "%.19sZ", text);
    return strlen(text) == CALENDAR_MOMENT_SIZE - 1 && calendar_is_time(time) && text[19] == '.' &&
           strspn(text + 20, "0123456789") == 3 && text[23] == 'Z';
}

/* ---- weeks ----------------------------------------------------------------------------------- */

static void fill_week(struct calendar_week *week, int64_t monday) {
    char sunday[CALENDAR_TIME_SIZE];
    calendar_write(monday * DAY_SECONDS, week->begin);
    /* The week in which the calendar ends has no Sunday and no next one. */
    if (!calendar_write((monday + 6) * DAY_SECONDS, sunday))
        strcpy(sunday, "9999-12-31T00:00:00Z");
    snprintf(week->last_day, sizeof week->last_day, "%.10s", sunday);
    if (!calendar_write((monday + 7) * DAY_SECONDS, week->end))
        strcpy(week->end, "9999-12-31T23:59:59Z");
}

bool calendar_read_week(const char *text, struct calendar_week *week, struct error *error) {
    const char *rest = text;
    char printable[40];
    text_printable(printable, sizeof printable, text);
    int year, number;
    bool good = read_digits(&rest, 4, YEAR_MIN + 1, YEAR_MAX - 1, &year) && skip(&rest, '-');
    skip(&rest, 'W');
    if (!good || !read_digits(&rest, 2, 1, 53, &number) || *rest)
        return error_set(error, _("'%s' is not a week such as 2010-44"), printable);
    int64_t monday = first_monday(year) + 7 * (number - 1);
    if (monday >= first_monday(year + 1))
        return error_set(error, _("the year %d has only 52 weeks"), year);
    week->year = year;
    week->week = number;
    fill_week(week, monday);
    return true;
}

void calendar_week_of(const char *utc, struct calendar_week *week) {
    struct date date;
    const char *rest = utc;
    read_date(&rest, &date);
    int64_t monday = days_of(date);
    monday -= weekday_of(monday);
    /* The year of a week is that of its Thursday. */
    week->year = date_of(monday + 3).year;
    week->week = (int)((monday - first_monday(week->year)) / 7) + 1;
    fill_week(week, monday);
}
