/* load_club.c - makes a club with many people without a server, for load generators. */
#include "config.h"

#include "tests/tools/load_club.h"

#include "base/digest.h"
#include "base/error.h"
#include "club/store/accounts.h"
#include "club/store/club.h"
#include "club/store/person_name.h"
#include "club/store/recovery.h"
#include "record/query.h"

#include <stdio.h>
#include <string.h>

void load_club_key(int person, char key[LOAD_KEY_SIZE]) {
    char text[32];
    snprintf(text, sizeof text, "person %d", person);
    digest_text(text, key);
}

static bool add_person(struct club *club, int number, const char *recovery, struct error *error) {
    static const char created[] = "2026-01-01T00:00:00Z";
    char text[32], key[LOAD_KEY_SIZE], hash[DIGEST_SIZE];
    struct person_name name;
    snprintf(text, sizeof text, "Person %d", number);
    if (!person_name_read(text, &name, error))
        return false;
    load_club_key(number, key);
    digest_text(key, hash);
    const struct query_value account[] = {value_int(number + 1),
                                          value_text(name.text),
                                          value_text(name.look),
                                          value_text(name.folded),
                                          value_text(recovery),
                                          value_text(created),
                                          {0}};
    return query_write(club->record,
                       "INSERT INTO club_account (id, name, look, folded, kind, recovery,"
                       " created) VALUES (?, ?, ?, ?, 'human', ?, ?)",
                       account, error) &&
           query_write(club->record,
                       "INSERT INTO club_device (hash, account, created) VALUES (?, ?, ?)",
                       VALUES(value_text(hash), value_int(number + 1), value_text(created)), error);
}

static bool add_people(struct club *club, int people, struct error *error) {
    char code[RECOVERY_CODE_SIZE], hash[RECOVERY_HASH_SIZE];
    if (!recovery_draw(code, hash))
        return error_set(error, "out of memory");
    for (int i = 0; i < people; i++)
        if (!add_person(club, i, hash, error))
            return false;
    return true;
}

bool load_club_make(const char *path, int people, struct error *error) {
    struct club club;
    if (!club_open(&club, path, error))
        return false;
    bool done = query_begin_writing(club.record, error) &&
                query_end_writing(club.record, add_people(&club, people, error), error);
    club_close(&club);
    return done;
}
