/* load_lobby.c - loads a lobby and times how soon seeks are seen. An account has one seek at most,
 * so the account in an event says which seek it is. */
#include "config.h"

#include "tests/tools/load_lobby.h"

#include "base/clock.h"
#include "club/store/club.h"
#include "tests/tools/load_club.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND INT64_C(1000000)
#define STAYS  (SECOND / 2)

enum { NAME = 33, LINE = 1024 };

/* Somebody who only watches; `line` has as much of an event's line as has come. */
struct onlooker {
    struct crowd *crowd;
    struct load_link link;
    char line[LINE];
    size_t length;
    bool begun;
};

enum seeker_state { SEEKER_IDLE, SEEKER_ASKS, SEEKER_WAITS, SEEKER_LEAVES };

struct seeker {
    struct crowd *crowd;
    int number;
    enum seeker_state state;
    struct load_link link, other; /* its own; that of whoever takes the seat */
    int64_t asked, came;
    bool takes;
    char table[NAME];
};

struct crowd {
    struct load_lobby *lobby;
    struct onlooker *onlooker;
    struct seeker *seeker;
    int people, seekers;
};

/* ---- looking on ------------------------------------------------------------------------------ */

static void take_line(struct onlooker *onlooker) {
    const struct crowd *crowd = onlooker->crowd;
    struct load_lobby *lobby = crowd->lobby;
    const char *account = strstr(onlooker->line, "\"account\":");
    if (!strstr(onlooker->line, "\"kind\":\"seek\"") || !account)
        return;
    int number = atoi(account + strlen("\"account\":")) - 1;
    if (number < 0 || number >= crowd->seekers || !crowd->seeker[number].asked)
        return;
    int64_t slot = (clock_us() - crowd->seeker[number].asked) / LOBBY_SLOT_US;
    lobby->slot[slot < LOBBY_SLOTS ? slot : LOBBY_SLOTS - 1]++;
    lobby->seen++;
}

static void take_piece(struct load_link *link, int status, const char *body, size_t length) {
    struct onlooker *onlooker = link->owner;
    if (status == 0)
        return;
    onlooker->crowd->lobby->looking += !onlooker->begun;
    onlooker->begun = true;
    for (size_t i = 0; i < length; i++) {
        if (body[i] != '\n' && onlooker->length < LINE - 1) {
            onlooker->line[onlooker->length++] = body[i];
            continue;
        }
        onlooker->line[onlooker->length] = '\0';
        onlooker->length = 0;
        take_line(onlooker);
    }
}

/* ---- coming and going ------------------------------------------------------------------------ */

static void note(struct seeker *seeker, int status, const char *body) {
    struct load_lobby *lobby = seeker->crowd->lobby;
    if (lobby->refused++ == 0)
        snprintf(lobby->first, sizeof lobby->first, "%d: %.300s", status, body);
}

static void take_answer(struct load_link *link, int status, const char *body, size_t length) {
    static const char begin[] = "{\"table\":{\"table\":\"";
    struct seeker *seeker = link->owner;
    struct load_lobby *lobby = seeker->crowd->lobby;
    (void)length;
    const bool asked = seeker->state == SEEKER_ASKS;
    seeker->state = asked && status == 201 ? SEEKER_WAITS : SEEKER_IDLE;
    if (status < 200 || status > 204) {
        note(seeker, status, body);
    } else if (asked) {
        seeker->came = clock_us();
        snprintf(seeker->table, sizeof seeker->table, "%.32s", body + sizeof begin - 1);
        lobby->seeks++;
    } else {
        *(seeker->takes ? &lobby->taken : &lobby->withdrawn) += 1;
        seeker->takes = !seeker->takes;
    }
}

static void seek_somebody(struct seeker *seeker) {
    char key[LOAD_KEY_SIZE];
    load_club_key(seeker->number, key);
    seeker->state = SEEKER_ASKS;
    seeker->asked = clock_us();
    if (!load_link_ask(&seeker->link, "POST", "/api/tables", key,
                       "{\"game\":\"" CLUB_GAME "\",\"clock_ms\":300000,\"increment_ms\":5000,"
                       "\"opponent\":\"anybody\"}"))
        note(seeker, 0, "no connection");
}

/* Has somebody else take the seat, or withdraws the seek. */
static void leave(struct seeker *seeker) {
    char key[LOAD_KEY_SIZE], path[80];
    const int other = seeker->crowd->seekers + seeker->number;
    load_club_key(seeker->takes ? other : seeker->number, key);
    snprintf(path, sizeof path, "/api/tables/%s/%s", seeker->table,
             seeker->takes ? "join" : "close");
    seeker->state = SEEKER_LEAVES;
    if (!load_link_ask(seeker->takes ? &seeker->other : &seeker->link, "POST", path, key, "{}"))
        note(seeker, 0, "no connection");
}

/* The next seeker who is idle, from `last` on. */
static struct seeker *find_idle(struct crowd *crowd, int *last) {
    for (int i = 0; i < crowd->seekers; i++) {
        *last = (*last + 1) % crowd->seekers;
        if (crowd->seeker[*last].state == SEEKER_IDLE)
            return &crowd->seeker[*last];
    }
    return NULL;
}

static void come_and_go(struct crowd *crowd, struct load_net *net, int rate, int64_t seconds) {
    int64_t begun = clock_us(), made = 0;
    int last = 0;
    for (int64_t now; (now = clock_us()) < begun + seconds * SECOND;) {
        for (int i = 0; i < crowd->seekers; i++)
            if (crowd->seeker[i].state == SEEKER_WAITS && now > crowd->seeker[i].came + STAYS)
                leave(&crowd->seeker[i]);
        struct seeker *next = NULL;
        if (now >= begun + made * SECOND / rate && (next = find_idle(crowd, &last)) != NULL)
            seek_somebody(next);
        made += next != NULL;
        int64_t wait = begun + made * SECOND / rate - clock_us();
        load_net_turn(net, next ? 0 : wait < 2000 ? wait : 2000);
    }
    for (int64_t end = clock_us() + SECOND; clock_us() < end;)
        load_net_turn(net, 10000);
}

bool load_lobby_run(struct load_lobby *lobby, struct load_net *net, int people, int rate,
                    int64_t seconds) {
    struct crowd crowd = {.lobby = lobby, .people = people, .seekers = people / 2};
    crowd.onlooker = calloc((size_t)people, sizeof *crowd.onlooker);
    crowd.seeker = calloc((size_t)people, sizeof *crowd.seeker);
    if (!crowd.onlooker || !crowd.seeker)
        return false;
    for (int i = 0; i < people; i++) {
        struct onlooker *onlooker = &crowd.onlooker[i];
        char key[LOAD_KEY_SIZE];
        load_club_key(i, key);
        *onlooker = (struct onlooker){.crowd = &crowd};
        onlooker->link =
            (struct load_link){.net = net, .fd = -1, .owner = onlooker, .answered = take_piece};
        load_link_ask(&onlooker->link, "GET", "/api/lobby/events", key, NULL);
        load_net_turn(net, 0);
    }
    for (int64_t end = clock_us() + 10 * SECOND; lobby->looking < people && clock_us() < end;)
        load_net_turn(net, 10000);
    for (int i = 0; i < crowd.seekers; i++) {
        struct seeker *seeker = &crowd.seeker[i];
        *seeker = (struct seeker){.crowd = &crowd, .number = i, .takes = i % 2 == 0};
        seeker->link = seeker->other =
            (struct load_link){.net = net, .fd = -1, .owner = seeker, .answered = take_answer};
    }
    come_and_go(&crowd, net, rate, seconds);
    for (int i = 0; i < people; i++)
        load_link_close(&crowd.onlooker[i].link);
    for (int i = 0; i < crowd.seekers; i++) {
        load_link_close(&crowd.seeker[i].link);
        load_link_close(&crowd.seeker[i].other);
    }
    free(crowd.onlooker);
    free(crowd.seeker);
    return true;
}
