/* site_clock.c - when the machine's clock jumps ahead, as after a dead battery, all clocks of
 * tables and weeks would run out. So the site goes on from the time when the club was last open,
 * `behind` by the jump, until the operator confirms the clock or it is right again. */
#include "config.h"

#include "club/site/frame/site_clock.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/language.h"
#include "club/site/frame/site_state.h"
#include "club/store/club.h"
#include "club/store/tables/tables.h"

#include <stdio.h>

/* A club at home, which nobody else reaches, believes the clock. */
static bool is_watched(const struct site *site) {
    return site->options->public || site->options->origin;
}

static void say_behind(const struct site *site) {
    char machine[CALENDAR_TIME_SIZE], club[CALENDAR_TIME_SIZE];
    fprintf(stderr, "%s: ", "serve");
    fprintf(stderr,
            _("the clock of this machine shows %s, but the club was last open at %s. It goes on "
              "from there until `site clock` says that the clock is right"),
            club_time(site_now(site) + site->behind, machine), club_time(site_now(site), club));
    fputc('\n', stderr);
}

bool site_clock_begin(struct site *site, struct error *error) {
    int64_t seen, now = site_now(site);
    bool confirmed;
    if (!is_watched(site))
        return true;
    if (!club_clock_seen(&site->club, &seen, error) ||
        !club_clock_is_confirmed(&site->club, now, &confirmed, error))
        return false;
    if (seen == 0 || confirmed || now - seen <= CLUB_CLOCK_JUMP_MS)
        return true;
    site->behind = now - seen;
    say_behind(site);
    return true;
}

int64_t site_clock_moved(struct site *site, int64_t ms) {
    bool held = site->behind != 0;
    if (!held && (!is_watched(site) || ms <= CLUB_CLOCK_JUMP_MS))
        return ms;
    site->behind += ms;
    if (site->behind > CLUB_CLOCK_JUMP_MS) {
        say_behind(site);
        return 0;
    }
    ms = site->behind; /* it is about right again */
    site->behind = 0;
    return ms;
}

bool site_clock_look(struct site *site, int64_t now) {
    struct error error;
    bool confirmed = false;
    int64_t behind = site->behind;
    if (behind == 0)
        return false;
    if (club_clock_is_confirmed(&site->club, now + behind, &confirmed, &error) && confirmed &&
        tables_give_back(&site->club, behind, &error)) {
        site->behind = 0;
        fprintf(stderr, "%s: %s\n", "serve", _("the operator says that the clock is right"));
    } else if (confirmed) {
        fprintf(stderr, "%s: %s\n", "serve", error.text);
    }
    return false;
}
