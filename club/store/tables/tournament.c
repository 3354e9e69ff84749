/* tournament.c - see tournament.h. */
#include "config.h"

#include "club/store/tables/tournament.h"

#include "base/error.h"
#include "club/store/accounts.h"
#include "club/store/computer.h"
#include "club/store/scores.h"
#include "club/store/tables/table_file.h"
#include "club/store/weeks.h"
#include "engine/triancey/reference.h"
#include "record/query.h"
#include "record/record_extra.h"
#include "record/record_rows.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>

bool tournament_seed(struct club *club, const struct table_row *table, uint64_t *seed,
                     struct error *error) {
    struct table_kept *kept = table_keep(club, table);
    char secret[DIGEST_SIZE];
    if (!kept)
        return error_memory(error);
    if (kept->seeded != table->half) {
        if (!weeks_secret(club, table->week, secret, error))
            return false;
        kept->seed = week_seed(table->week, secret, table->board, table->half, table->number);
        kept->seeded = table->half;
        sodium_memzero(secret, sizeof secret);
    }
    *seed = kept->seed;
    return true;
}

/* The player as the account has them. A ban holds for games that end later, too. */
static bool read_player(struct club *club, int64_t id, char name[NAME_BYTES_MAX + 1],
                        struct account *account, struct error *error) {
    return account_read(club, id, account, error) == CLUB_DONE &&
           account_have_player(club, id, name, error);
}

static bool have_record(struct club *club, struct table_row *table, struct error *error) {
    char id[64], version[64], name[NAME_BYTES_MAX + 1];
    struct account account;
    if (table->record)
        return true;
    snprintf(id, sizeof id, "%s/%d/%" PRId64, table->week, table->board, table->number);
    snprintf(version, sizeof version, "triancey-engine %s reference %d", PACKAGE_VERSION,
             REFERENCE_VERSION);
    if (!read_player(club, table->seat[SEAT_PERSON].account, name, &account, error))
        return false;
    struct game_row row = {.board_name = table->grid,
                           .board_line = table->line,
                           .tournament = !account.banned,
                           .source = club->source,
                           .foreign_id = id,
                           .seats = CLUB_SEATS,
                           .player = {name, CLUB_REFERENCE},
                           .kind = {account_class_name(account.class), PLAYER_ENGINE},
                           .id_name = {NULL, version}};
    char reference[NAME_BYTES_MAX + 1];
    if (!record_add_extra(club->record, &row, error) ||
        !record_get_reference(club->record, reference, error) ||
        !(*reference || record_set_reference(club->record, CLUB_REFERENCE, error)))
        return false;
    table->record = row.id;
    const struct query_value values[] = {value_int(row.id), value_int(table->id), {0}};
    return query_write(club->record, "UPDATE club_game SET record = ? WHERE tab = ?", values,
                       error);
}

bool tournament_add_half(struct club *club, struct table_row *table, struct half_result *half,
                         struct error *error) {
    half->pointed = half->at_fault == MATCH_NOBODY; /* rows of a week have no points of a forfeit */
    table_forget_halves(club, table);
    return have_record(club, table, error) &&
           record_add_half_row(club->record, table->record, table->players, half, error) &&
           scores_refresh(club->record, club->source, error);
}
