/* table_schema.c - see table_schema.h. */
#include "config.h"

#include "club/store/table_schema.h"

#include "record/query.h"

/* A table: `since` is when the clock of the turn begins to run, `deadline` when something happens
 * by itself. A step is what has happened; halves that are over have their moves once more, as a
 * record has them. `club_table_guest` has digests of where the guests came from who opened tables.
 * `club_table_alive` is when the club was last known to be open. */
static const char schema[] =
    "CREATE TABLE IF NOT EXISTS club_table (id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, grid TEXT NOT NULL, line TEXT NOT NULL,"
    " players INTEGER NOT NULL, halves INTEGER NOT NULL, clock INTEGER NOT NULL,"
    " increment INTEGER NOT NULL, days INTEGER NOT NULL, secret TEXT NOT NULL,"
    " invite TEXT NOT NULL, state INTEGER NOT NULL, half INTEGER NOT NULL, turn INTEGER NOT NULL,"
    " since INTEGER NOT NULL, deadline INTEGER NOT NULL, created INTEGER NOT NULL,"
    " steps INTEGER NOT NULL);"
    "CREATE INDEX IF NOT EXISTS club_table_deadline ON club_table (deadline);"
    "CREATE INDEX IF NOT EXISTS club_table_open ON club_table (state) WHERE state < 2;"
    "CREATE TABLE IF NOT EXISTS club_table_seat (tab INTEGER NOT NULL REFERENCES club_table,"
    " seat INTEGER NOT NULL, sitter INTEGER NOT NULL, account INTEGER, hash TEXT UNIQUE,"
    " engine TEXT NOT NULL, left INTEGER NOT NULL, PRIMARY KEY (tab, seat)) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS club_table_seat_account ON club_table_seat (account)"
    " WHERE account IS NOT NULL;"
    "CREATE TABLE IF NOT EXISTS club_table_step (tab INTEGER NOT NULL REFERENCES club_table,"
    " number INTEGER NOT NULL, kind INTEGER NOT NULL, half INTEGER NOT NULL,"
    " seat INTEGER NOT NULL, move TEXT, took INTEGER NOT NULL, left INTEGER,"
    " PRIMARY KEY (tab, number)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS club_table_half (tab INTEGER NOT NULL REFERENCES club_table,"
    " number INTEGER NOT NULL, margin1 INTEGER NOT NULL, margin2 INTEGER, margin3 INTEGER,"
    " margin4 INTEGER, points1 INTEGER, points2 INTEGER, points3 INTEGER, points4 INTEGER,"
    " termination TEXT NOT NULL, text TEXT NOT NULL, at_fault INTEGER, plies INTEGER NOT NULL,"
    " moves TEXT NOT NULL, clocks TEXT NOT NULL, finished TEXT NOT NULL,"
    " PRIMARY KEY (tab, number)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS club_table_guest (tab INTEGER PRIMARY KEY REFERENCES club_table,"
    " address TEXT NOT NULL, network TEXT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS club_table_guest_address ON club_table_guest (address);"
    "CREATE INDEX IF NOT EXISTS club_table_guest_network ON club_table_guest (network);"
    "CREATE TABLE IF NOT EXISTS club_table_alive (id INTEGER PRIMARY KEY CHECK (id = 1),"
    " at INTEGER NOT NULL);";

bool table_schema_found(struct record *record, struct error *error) {
    return query_run(record, schema, error);
}
