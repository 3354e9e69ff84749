-- tables.sql - the tables of a record. Whether a file has them is found out by their texts, so that a change of a
-- word makes records of earlier versions unreadable.
--
-- declared in: record/record_schema.h

-- The index half_margins is enough for the standings and the ranking, without the long rows of half;
-- half_finished finds the newest half. moves_hash is half_moves_hash(), NULL for 0. Numbers of games outside
-- the schedule and of their players are in record_extra.h.
-- name: record_schema
CREATE TABLE league (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL, game TEXT NOT NULL,
    players INTEGER NOT NULL, halves INTEGER NOT NULL, rounds INTEGER NOT NULL, seed INTEGER NOT NULL,
    schedule TEXT NOT NULL, reference INTEGER REFERENCES engine, referee TEXT NOT NULL, started TEXT NOT NULL,
    config TEXT NOT NULL, format TEXT NOT NULL, scheduled INTEGER NOT NULL, shard INTEGER NOT NULL,
    shards INTEGER NOT NULL, sprt TEXT, worst INTEGER, boards INTEGER NOT NULL DEFAULT 0);
CREATE TABLE engine (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, command TEXT NOT NULL, dir TEXT,
    options TEXT NOT NULL, limits TEXT NOT NULL, id_name TEXT, id_author TEXT,
    kind TEXT NOT NULL DEFAULT 'engine');
CREATE TABLE board (id INTEGER PRIMARY KEY, name TEXT NOT NULL, spelled TEXT);
CREATE TABLE game (id INTEGER PRIMARY KEY, round INTEGER NOT NULL, pair INTEGER NOT NULL, leg INTEGER NOT NULL,
    board INTEGER NOT NULL REFERENCES board, seed INTEGER, seat1 INTEGER NOT NULL REFERENCES engine,
    seat2 INTEGER REFERENCES engine, seat3 INTEGER REFERENCES engine, seat4 INTEGER REFERENCES engine,
    tournament INTEGER NOT NULL DEFAULT 1, source TEXT, foreign_id TEXT, opening TEXT);
CREATE UNIQUE INDEX game_foreign ON game (source, foreign_id) WHERE foreign_id IS NOT NULL;
CREATE TABLE half (id INTEGER PRIMARY KEY CHECK (id = game * 16 + number),
    game INTEGER NOT NULL REFERENCES game, number INTEGER NOT NULL, margin1 INTEGER NOT NULL, margin2 INTEGER,
    margin3 INTEGER, margin4 INTEGER, points1 INTEGER, points2 INTEGER, points3 INTEGER, points4 INTEGER,
    termination TEXT NOT NULL, text TEXT NOT NULL, at_fault INTEGER, plies INTEGER NOT NULL, moves TEXT,
    clocks TEXT, finished TEXT NOT NULL, moves_hash INTEGER);
CREATE INDEX half_margins ON half (game, number, margin1, margin2, margin3, margin4, finished, moves_hash);
CREATE INDEX half_finished ON half (finished);
CREATE TABLE fault (id INTEGER PRIMARY KEY, half INTEGER NOT NULL REFERENCES half,
    engine INTEGER NOT NULL REFERENCES engine, kind TEXT NOT NULL, text TEXT NOT NULL);
CREATE TABLE meeting (round INTEGER NOT NULL, number INTEGER NOT NULL,
    engine1 INTEGER NOT NULL REFERENCES engine, engine2 INTEGER REFERENCES engine, margin1 INTEGER NOT NULL,
    margin2 INTEGER NOT NULL, winner INTEGER REFERENCES engine, PRIMARY KEY (round, number)) WITHOUT ROWID;
CREATE TABLE run (id TEXT PRIMARY KEY, started TEXT NOT NULL, referee TEXT NOT NULL, host TEXT NOT NULL,
    processor TEXT NOT NULL, kernel TEXT NOT NULL);
CREATE TABLE program (run TEXT NOT NULL REFERENCES run, engine INTEGER NOT NULL REFERENCES engine,
    digest TEXT NOT NULL, id_name TEXT, PRIMARY KEY (run, engine));

-- name: record_schema_said
CREATE TABLE said (half INTEGER NOT NULL REFERENCES half, ply INTEGER NOT NULL, margin INTEGER, bound TEXT,
    depth INTEGER, nodes INTEGER, time INTEGER, pv TEXT, PRIMARY KEY (half, ply)) WITHOUT ROWID;

-- How often tree searches have tried moves, as struct said has it.
-- name: record_schema_visits
CREATE TABLE visits (half INTEGER NOT NULL REFERENCES half, ply INTEGER NOT NULL, moves TEXT NOT NULL,
    PRIMARY KEY (half, ply)) WITHOUT ROWID;

-- Signatures of the record's digest (record_sign.c).
-- name: record_schema_signature
CREATE TABLE signature (key TEXT PRIMARY KEY, signed TEXT NOT NULL, halves INTEGER NOT NULL,
    digest TEXT NOT NULL, signature TEXT NOT NULL) WITHOUT ROWID;

-- The secret that the boards of a measurement are made from, once it may be known. Its digest is in the
-- configuration from the beginning.
-- name: record_schema_secret
CREATE TABLE secret (id INTEGER PRIMARY KEY CHECK (id = 1), word TEXT NOT NULL);

-- What the moves of a half were worth (record_analysis.h): which halves were analysed, and how. A bound that
-- is NULL is an estimate.
-- name: record_schema_analysed
CREATE TABLE analysed (half INTEGER PRIMARY KEY REFERENCES half, effort TEXT NOT NULL, referee TEXT NOT NULL,
    finished TEXT NOT NULL);

-- name: record_schema_analysis
CREATE TABLE analysis (half INTEGER NOT NULL REFERENCES analysed, ply INTEGER NOT NULL, seat INTEGER NOT NULL,
    empty INTEGER, legal INTEGER NOT NULL, margin INTEGER NOT NULL, bound TEXT, moved INTEGER NOT NULL,
    moved_bound TEXT, best_count INTEGER NOT NULL, best TEXT NOT NULL, ties INTEGER, ties_sum INTEGER,
    ties_margin INTEGER, PRIMARY KEY (half, ply)) WITHOUT ROWID;

-- ---- what records of strangers are checked for ---------------------------------------------------------------

-- The numbers that readers count by. Rounds, shards and games have the bounds of a league's setup.
-- name: record_schema_bad_leagues
SELECT COUNT(*) FROM league WHERE NOT (typeof(players) = 'integer' AND players BETWEEN 1 AND 4
    AND typeof(halves) = 'integer' AND halves BETWEEN 1 AND 8
    AND typeof(rounds) = 'integer' AND rounds BETWEEN 0 AND 1000000
    AND typeof(shards) = 'integer' AND shards BETWEEN 1 AND 100000
    AND typeof(shard) = 'integer' AND shard BETWEEN 1 AND shards
    AND typeof(scheduled) = 'integer' AND scheduled BETWEEN 0 AND 100000000);

-- Texts that are shown often. Names of boards are checked with their games.
-- name: record_schema_long_texts
SELECT (SELECT COUNT(*) FROM league
        WHERE LENGTH(CAST(name || game || schedule || referee || started || format AS BLOB)) > 6 * 255
        OR LENGTH(CAST(name AS BLOB)) > 255 OR LENGTH(CAST(sprt AS BLOB)) > 255)
    + (SELECT COUNT(*) FROM engine WHERE LENGTH(CAST(name AS BLOB)) > 255
        OR LENGTH(CAST(kind || IFNULL(id_name, '') || IFNULL(id_author, '') AS BLOB)) > 3 * 255
        OR LENGTH(CAST(command || IFNULL(dir, '') || options || limits AS BLOB)) > 65536);
