/* calendar.c - dates and ISO weeks: against the C library's own calendar, and published facts. */
#include "config.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/text.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* strftime() knows weeks, too: %G-%V. Each day from 1901 to 2200, or one in so many. */
static void test_library(void) {
    int wrong = 0, days = 0;
    const time_t step = enough(5, 1) * (time_t)86400;
    for (time_t now = -(time_t)69 * 366 * 86400; now < (time_t)230 * 366 * 86400; now += step) {
        struct tm parts;
        struct error error;
        char day[32], wanted[32], got[64], utc[CALENDAR_TIME_SIZE];
        struct calendar_week week, again;
        gmtime_r(&now, &parts);
        strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%SZ", &parts);
        strftime(wanted, sizeof wanted, "%G-%V", &parts);
        calendar_week_of(day, &week);
        snprintf(got, sizeof got, "%04d-%02d", week.year, week.week);
        bool inside = strcmp(day, week.begin) >= 0 && strcmp(day, week.end) < 0;
        bool right = strcmp(got, wanted) == 0 && inside && calendar_read(day, utc, &error) &&
                     strcmp(day, utc) == 0 && calendar_seconds(day) == now &&
                     calendar_write(now, utc) && strcmp(day, utc) == 0 &&
                     calendar_read_week(got, &again, &error) &&
                     strcmp(again.begin, week.begin) == 0 && strcmp(again.end, week.end) == 0 &&
                     strcmp(again.last_day, week.last_day) == 0;
        if (!right && wrong++ == 0)
            diag("%s: %s, not %s", day, got, wanted);
        days++;
    }
    is_int(wrong, 0, "%d days as the C library has them", days);
}

/* The week of the published table: from Monday, 1 November to Sunday, 7 November 2010. */
static void test_published_week(void) {
    struct calendar_week week = {0};
    struct error error = {.text = ""};
    ok(calendar_read_week("2010-44", &week, &error), "a week %s", error.text);
    is_string(week.begin, "2010-11-01T00:00:00Z", "begins on Monday");
    is_string(week.last_day, "2010-11-07", "ends on Sunday");
    is_string(week.end, "2010-11-08T00:00:00Z", "before the next one");
    ok(calendar_read_week("2010-W44", &week, &error), "as ISO 8601 writes it");
}

static void test_times(void) {
    static const struct {
        const char *text, *utc; /* NULL: refused */
    } rows[] = {
        {"2010-11-07", "2010-11-07T00:00:00Z"},
        {"2010-11-07T20:15", "2010-11-07T20:15:00Z"},
        {"2010-11-07 20:15:30", "2010-11-07T20:15:30Z"},
        {"2010-11-07T20:15:30Z", "2010-11-07T20:15:30Z"},
        {"2010-11-08T00:30+01:00", "2010-11-07T23:30:00Z"},
        {"2010-12-31T23:30:00-01:30", "2011-01-01T01:00:00Z"},
        {"2012-02-29", "2012-02-29T00:00:00Z"},
        {"2000-02-29", "2000-02-29T00:00:00Z"},
        {"1900-02-29", NULL},
        {"2010-02-29", NULL},
        {"2010-04-31", NULL},
        {"2010-13-01", NULL},
        {"2010-00-01", NULL},
        {"2010-01-00", NULL},
        {"0000-01-01", NULL},
        {"0001-01-01T00:30+01:00", NULL},
        {"9999-12-31T23:30-01:00", NULL},
        {"2010-11-07T20:15:60", NULL},
        {"2010-11-07T20:15:3", NULL},
        {"2010-11-07T20-15", NULL},
        {"2010-11-07T20:15+01", NULL},
        {"2010-11-07T20:15+24:00", NULL},
        {"2010/11/07", NULL},
        {"2010-11/07", NULL},
        {"2010-11-07T24:00", NULL},
        {"2010-11-07T20:60", NULL},
        {"2010-11-07T20", NULL},
        {"2010-11-07T20:15:30x", NULL},
        {"2010-11-07T20:15*01:00", NULL},
        {"2010-11-07T20:15+1:00", NULL},
        {"2010-11-07x", NULL},
        {"7.11.2010", NULL},
        {"2010-1-7", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error error = {.text = ""};
        char utc[CALENDAR_TIME_SIZE] = "";
        bool good = calendar_read(rows[i].text, utc, &error);
        if (rows[i].utc)
            is_string(utc, rows[i].utc, "%s %s", rows[i].text, error.text);
        else
            ok(!good && strstr(error.text, "is neither a date"), "'%s' is refused", rows[i].text);
    }
    ok(calendar_is_time("2010-11-07T20:15:30Z") && !calendar_is_time("2010-11-07") &&
           !calendar_is_time("2010-11-07T20:15:30+00:00"),
       "records have one way to write a time");
    char moment[CALENDAR_MOMENT_SIZE];
    is_string(calendar_write_moment(INT64_C(1289160930007), moment), "2010-11-07T20:15:30.007Z",
              "milliseconds are shown");
    is_string(calendar_write_moment(INT64_MAX, moment), "1970-01-01T00:00:00.000Z",
              "unless there is no such year");
    ok(calendar_is_moment("2010-11-07T20:15:30.007Z") && !calendar_is_moment("2010-11-07T20:15Z") &&
           !calendar_is_moment("2010-13-07T20:15:30.007Z") &&
           !calendar_is_moment("2010-11-07T20:15:30.07+Z"),
       "a moment is recognised, and nothing else is");
}

static void test_weeks(void) {
    static const struct {
        const char *text, *wanted;
    } rows[] = {
        {"2010-53", "has only 52 weeks"},   {"2010-00", "not a week such as"},
        {"2010-54", "not a week such as"},  {"2010-4", "not a week such as"},
        {"2010-044", "not a week such as"}, {"44", "not a week such as"},
        {"2010/44", "not a week such as"},  {"2010-W", "not a week such as"},
    };
    struct calendar_week week;
    struct error error = {.text = ""};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ok(!calendar_read_week(rows[i].text, &week, &error) && strstr(error.text, rows[i].wanted),
           "%s: %s", rows[i].text, error.text);
    ok(calendar_read_week("2009-53", &week, &error), "2009 has 53 weeks");
    is_string(week.last_day, "2010-01-03", "of which the last ends in 2010");
    calendar_week_of("9999-12-31T12:00:00Z", &week);
    is_string(week.begin, "9999-12-27T00:00:00Z", "the last week of all");
    is_string(week.last_day, "9999-12-31", "has a last day");
}

/* Seconds outside the years 1 to 9999 have no text; a text that is no time has no seconds. */
static void test_bounds(void) {
    static const struct {
        int64_t seconds;
        const char *utc; /* NULL: none */
    } rows[] = {
        {INT64_C(-62135596800), "0001-01-01T00:00:00Z"},
        {INT64_C(-62135596801), NULL},
        {INT64_C(-62200000000), NULL},
        {INT64_C(-99999999999), NULL},
        {INT64_C(253402300799), "9999-12-31T23:59:59Z"},
        {INT64_C(253402300800), NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char utc[CALENDAR_TIME_SIZE] = "";
        bool good = calendar_write(rows[i].seconds, utc);
        ok(good == (rows[i].utc != NULL) && (!good || strcmp(utc, rows[i].utc) == 0),
           "%lld seconds: %s", (long long)rows[i].seconds, good ? utc : "none");
        ok(!good || calendar_seconds(utc) == rows[i].seconds, "and back");
    }
    static const char *const none[] = {"", "2010-11-07", "2010-11-07 20:15", "2010-11-07T2015",
                                       "2010-02-30T20:15"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        is_int(calendar_seconds(none[i]), 0, "'%s' is no time", none[i]);
}

int main(void) {
    test_library();
    test_published_week();
    test_times();
    test_weeks();
    test_bounds();
    return done();
}
