-- club_tables.sql - all tables of the club in its file, because they refer to each other and grow together. Opening a
-- club makes those that its file does not have, so a new table needs no version; a new column needs its ALTER TABLE
-- in schema.c. Triggers do what must hold whatever program writes the file, such as an operator's sqlite3.
--
-- declared in: club/store/schema.h

-- An account's `player` is its player in the record. `club_barred` has digests of names.
-- name: schema_club
CREATE TABLE IF NOT EXISTS club (id INTEGER PRIMARY KEY CHECK (id = 1), source TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS club_week (week TEXT PRIMARY KEY, secret TEXT NOT NULL, digest TEXT NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS club_account (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
    player INTEGER UNIQUE REFERENCES engine, look TEXT NOT NULL UNIQUE, folded TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL, recovery TEXT NOT NULL, created TEXT NOT NULL, banned TEXT);
CREATE TABLE IF NOT EXISTS club_week_drawn (week TEXT PRIMARY KEY, drawn TEXT, randomness TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS club_barred (look TEXT PRIMARY KEY, folded TEXT NOT NULL UNIQUE) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS club_clock (id INTEGER PRIMARY KEY CHECK (id = 1), confirmed INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS club_device (hash TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES club_account,
    created TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS club_device_account ON club_device (account);
CREATE TABLE IF NOT EXISTS club_analysis (game INTEGER NOT NULL REFERENCES game, half INTEGER NOT NULL,
    moves INTEGER NOT NULL, loss INTEGER NOT NULL, engine TEXT NOT NULL, detail TEXT NOT NULL,
    PRIMARY KEY (game, half)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS club_analysed (week TEXT PRIMARY KEY) WITHOUT ROWID;

-- A tournament game is a row of `club_game`, whose `player` is the number that its seeds are made from; it
-- stays when accounts are joined. Its table goes some time after it is over, and then `tab` is null. A table:
-- `since` is when the clock of the turn begins to run, `deadline` when something happens by itself, `ends`
-- when the week of a tournament game does. A step is what has happened; what the rows say of an open half may
-- be older than its last step (table_file.c). Halves that are over have their moves once more, as a record has
-- them, which has those of tournament games itself. `club_table_guest` has digests of the addresses of guests
-- who opened tables. `club_table_opening` has the positions of tables that do not begin at the start.
-- `club_table_alive` is when the club was last known to be open.
-- name: schema_tables
CREATE TABLE IF NOT EXISTS club_table (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL, grid TEXT NOT NULL, line TEXT NOT NULL, players INTEGER NOT NULL,
    halves INTEGER NOT NULL, clock INTEGER NOT NULL, increment INTEGER NOT NULL, days INTEGER NOT NULL,
    secret TEXT NOT NULL, invite TEXT NOT NULL, state INTEGER NOT NULL, half INTEGER NOT NULL,
    turn INTEGER NOT NULL, since INTEGER NOT NULL, deadline INTEGER NOT NULL, created INTEGER NOT NULL,
    steps INTEGER NOT NULL, ends INTEGER, rated INTEGER NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS club_table_deadline ON club_table (deadline);
CREATE INDEX IF NOT EXISTS club_table_open ON club_table (state) WHERE state < 2;
CREATE TABLE IF NOT EXISTS club_table_seat (tab INTEGER NOT NULL REFERENCES club_table, seat INTEGER NOT NULL,
    sitter INTEGER NOT NULL, account INTEGER, hash TEXT UNIQUE, engine TEXT NOT NULL, left INTEGER NOT NULL,
    PRIMARY KEY (tab, seat)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS club_table_seat_account ON club_table_seat (account) WHERE account IS NOT NULL;
CREATE TABLE IF NOT EXISTS club_table_step (tab INTEGER NOT NULL REFERENCES club_table, number INTEGER NOT NULL,
    kind INTEGER NOT NULL, half INTEGER NOT NULL, seat INTEGER NOT NULL, move TEXT, took INTEGER NOT NULL,
    left INTEGER, PRIMARY KEY (tab, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS club_table_half (tab INTEGER NOT NULL REFERENCES club_table, number INTEGER NOT NULL,
    margin1 INTEGER NOT NULL, margin2 INTEGER, margin3 INTEGER, margin4 INTEGER, points1 INTEGER,
    points2 INTEGER, points3 INTEGER, points4 INTEGER, termination TEXT NOT NULL, text TEXT NOT NULL,
    at_fault INTEGER, plies INTEGER NOT NULL, moves TEXT NOT NULL, clocks TEXT NOT NULL, finished TEXT NOT NULL,
    PRIMARY KEY (tab, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS club_table_guest (tab INTEGER PRIMARY KEY REFERENCES club_table,
    address TEXT NOT NULL, network TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS club_table_guest_address ON club_table_guest (address);
CREATE INDEX IF NOT EXISTS club_table_guest_network ON club_table_guest (network);
CREATE TABLE IF NOT EXISTS club_game (id INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL REFERENCES club_account, week TEXT NOT NULL REFERENCES club_week,
    board INTEGER NOT NULL, player INTEGER NOT NULL, record INTEGER REFERENCES game,
    tab INTEGER UNIQUE REFERENCES club_table, UNIQUE (account, week, board));
CREATE TRIGGER IF NOT EXISTS club_table_gone BEFORE DELETE ON club_table BEGIN
    DELETE FROM club_table_step WHERE tab = OLD.id;
    DELETE FROM club_table_half WHERE tab = OLD.id;
    DELETE FROM club_table_seat WHERE tab = OLD.id;
    DELETE FROM club_table_guest WHERE tab = OLD.id;
    UPDATE club_game SET tab = NULL WHERE tab = OLD.id;
END;
CREATE TABLE IF NOT EXISTS club_table_opening (tab INTEGER PRIMARY KEY REFERENCES club_table,
    opening TEXT NOT NULL);
CREATE TRIGGER IF NOT EXISTS club_table_opening_gone BEFORE DELETE ON club_table BEGIN
    DELETE FROM club_table_opening WHERE tab = OLD.id;
END;
CREATE TABLE IF NOT EXISTS club_table_alive (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL);

-- Tables that wait and are not secret (seeks.h). `account`: for whom the seat is kept, null: anybody.
-- `club_challenge` has the challenges of the last day, so that those that were declined are counted, too;
-- `club_feed` the digests of secret addresses (turns.h).
CREATE TABLE IF NOT EXISTS club_seek (tab INTEGER PRIMARY KEY REFERENCES club_table, account INTEGER,
    lot INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS club_seek_account ON club_seek (account) WHERE account IS NOT NULL;
CREATE TABLE IF NOT EXISTS club_challenge (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL,
    account INTEGER NOT NULL, at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS club_challenge_owner ON club_challenge (owner, account);
CREATE INDEX IF NOT EXISTS club_challenge_at ON club_challenge (at);
CREATE TRIGGER IF NOT EXISTS club_seek_gone BEFORE DELETE ON club_table BEGIN
    DELETE FROM club_seek WHERE tab = OLD.id;
END;
CREATE TABLE IF NOT EXISTS club_feed (account INTEGER PRIMARY KEY REFERENCES club_account,
    hash TEXT NOT NULL UNIQUE, created TEXT NOT NULL);

-- `owner` NULL: the operator. A player whose account is deleted keeps only the number: `name` is "", `look`
-- and `folded` are made of the number. `tab` is the name of a table.
CREATE TABLE IF NOT EXISTS club_contest (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
    owner INTEGER, title TEXT NOT NULL, format INTEGER NOT NULL, class INTEGER NOT NULL,
    public INTEGER NOT NULL, by_hand INTEGER NOT NULL, held INTEGER NOT NULL, rounds INTEGER NOT NULL,
    minutes INTEGER NOT NULL, game TEXT NOT NULL, grid TEXT NOT NULL, clock INTEGER NOT NULL,
    increment INTEGER NOT NULL, secret TEXT NOT NULL, code TEXT NOT NULL UNIQUE, state INTEGER NOT NULL,
    round INTEGER NOT NULL, places INTEGER NOT NULL, created INTEGER NOT NULL, begun INTEGER NOT NULL,
    changed INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS club_contest_owner ON club_contest (owner);
CREATE TABLE IF NOT EXISTS club_contest_player (id INTEGER PRIMARY KEY AUTOINCREMENT,
    contest INTEGER NOT NULL REFERENCES club_contest, account INTEGER, name TEXT NOT NULL, look TEXT NOT NULL,
    folded TEXT NOT NULL, team TEXT NOT NULL, hash TEXT UNIQUE, presence INTEGER NOT NULL,
    seen INTEGER NOT NULL, UNIQUE (contest, look), UNIQUE (contest, folded), UNIQUE (contest, account));
CREATE INDEX IF NOT EXISTS club_contest_player_account ON club_contest_player
    (account) WHERE account IS NOT NULL;
CREATE TABLE IF NOT EXISTS club_contest_pairing (id INTEGER PRIMARY KEY AUTOINCREMENT,
    contest INTEGER NOT NULL REFERENCES club_contest, round INTEGER NOT NULL, board INTEGER NOT NULL,
    player1 INTEGER NOT NULL, player2 INTEGER, state INTEGER NOT NULL, said11 INTEGER, said12 INTEGER,
    said21 INTEGER, said22 INTEGER, score1 INTEGER NOT NULL, score2 INTEGER NOT NULL, winner INTEGER,
    tab TEXT NOT NULL, deciders INTEGER NOT NULL DEFAULT 0, UNIQUE (contest, round, board));
CREATE INDEX IF NOT EXISTS club_contest_pairing_tab ON club_contest_pairing (tab) WHERE tab <> '' AND state = 0;
CREATE TABLE IF NOT EXISTS club_contest_log (contest INTEGER NOT NULL REFERENCES club_contest,
    number INTEGER NOT NULL, at INTEGER NOT NULL, by TEXT NOT NULL, what TEXT NOT NULL, who INTEGER NOT NULL,
    before TEXT NOT NULL, after TEXT NOT NULL, round INTEGER NOT NULL, board INTEGER NOT NULL,
    PRIMARY KEY (contest, number)) WITHOUT ROWID;

-- An encounter has the margin and the score (0 to 1) of `first`, the lower number; `began` is 1 if that one
-- began, 0 if the other did, -1 if both. `club_rated` is what must be known of accounts even when they are
-- gone. A game needs another fit while `version` is not `done`.
-- name: schema_ratings
CREATE TABLE IF NOT EXISTS club_encounter (id INTEGER PRIMARY KEY, game TEXT NOT NULL, first INTEGER NOT NULL,
    second INTEGER NOT NULL, began INTEGER NOT NULL, tables INTEGER NOT NULL, margin REAL NOT NULL,
    score REAL NOT NULL, week TEXT NOT NULL, finished INTEGER NOT NULL, reason INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS club_encounter_pair ON club_encounter (game, first, second);
CREATE INDEX IF NOT EXISTS club_encounter_first ON club_encounter (first);
CREATE INDEX IF NOT EXISTS club_encounter_second ON club_encounter (second);
CREATE TABLE IF NOT EXISTS club_rated (account INTEGER PRIMARY KEY, kind TEXT NOT NULL,
    banned INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS club_rated_seat (tab INTEGER NOT NULL, account INTEGER NOT NULL,
    address TEXT NOT NULL, PRIMARY KEY (tab, account)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS club_rated_game (game TEXT PRIMARY KEY, version INTEGER NOT NULL,
    done INTEGER NOT NULL, fitted INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS club_rating (game TEXT NOT NULL, account INTEGER NOT NULL, kind TEXT NOT NULL,
    rating REAL NOT NULL, error REAL, sure REAL NOT NULL, encounters INTEGER NOT NULL,
    opponents INTEGER NOT NULL, standing INTEGER NOT NULL, version INTEGER NOT NULL,
    PRIMARY KEY (game, account)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS club_rating_order ON club_rating (game, kind, standing DESC, sure DESC);
CREATE INDEX IF NOT EXISTS club_rating_account ON club_rating (account);
CREATE TABLE IF NOT EXISTS club_rating_day (game TEXT NOT NULL, account INTEGER NOT NULL, day TEXT NOT NULL,
    rating REAL NOT NULL, error REAL, encounters INTEGER NOT NULL,
    PRIMARY KEY (game, account, day)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS club_rating_day_account ON club_rating_day (account);
CREATE TRIGGER IF NOT EXISTS club_rated_changed AFTER UPDATE OF kind, banned ON club_account
    WHEN OLD.kind <> NEW.kind OR (OLD.banned IS NULL) <> (NEW.banned IS NULL) BEGIN
    UPDATE club_rated SET kind = NEW.kind, banned = NEW.banned IS NOT NULL WHERE account = NEW.id;
    UPDATE club_rated_game SET version = version + 1 WHERE game IN
        (SELECT game FROM club_encounter WHERE first = NEW.id OR second = NEW.id);
END;
CREATE TRIGGER IF NOT EXISTS club_rated_deleted AFTER DELETE ON club_account BEGIN
    DELETE FROM club_rating WHERE account = OLD.id;
    DELETE FROM club_rating_day WHERE account = OLD.id;
END;
CREATE TRIGGER IF NOT EXISTS club_rated_gone AFTER DELETE ON club_table BEGIN
    DELETE FROM club_rated_seat WHERE tab = OLD.id;
END;

-- `class` is one of accounts.h; boards that are not the club's own have none.
-- name: schema_scores
CREATE TABLE club_stale (game INTEGER PRIMARY KEY);
CREATE TABLE club_result (player INTEGER NOT NULL, week TEXT NOT NULL, game INTEGER NOT NULL, board INTEGER,
    margin INTEGER NOT NULL, lost INTEGER NOT NULL, PRIMARY KEY (player, week, game)) WITHOUT ROWID;
CREATE INDEX club_result_game ON club_result (game);
CREATE INDEX club_result_board ON club_result (week, board, margin DESC) WHERE board IS NOT NULL;
CREATE TABLE club_score (week TEXT NOT NULL, player INTEGER NOT NULL, class INTEGER NOT NULL,
    games INTEGER NOT NULL, total INTEGER NOT NULL, counted INTEGER NOT NULL, best INTEGER NOT NULL,
    lost INTEGER NOT NULL, place INTEGER, PRIMARY KEY (player, week)) WITHOUT ROWID;
CREATE INDEX club_score_running ON club_score (week, class, games DESC, total DESC);
CREATE INDEX club_score_final ON club_score (week, class, counted DESC, best DESC);
CREATE INDEX club_score_champion ON club_score (player, class) WHERE place = 1;
CREATE TABLE club_week_score (week TEXT PRIMARY KEY, games INTEGER NOT NULL, players INTEGER NOT NULL,
    placed INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX club_week_unplaced ON club_week_score (week) WHERE NOT placed;
CREATE TABLE club_career (player INTEGER PRIMARY KEY, class INTEGER NOT NULL, games INTEGER NOT NULL,
    total INTEGER NOT NULL, squares INTEGER NOT NULL, mean REAL, error REAL, sure REAL);
CREATE INDEX club_career_order ON club_career (class, sure DESC, games DESC);
CREATE TRIGGER club_half_added AFTER INSERT ON half BEGIN
    INSERT OR IGNORE INTO club_stale VALUES (NEW.game);
END;
CREATE TRIGGER club_half_changed AFTER UPDATE ON half BEGIN
    INSERT OR IGNORE INTO club_stale VALUES (NEW.game);
END;
CREATE TRIGGER club_half_removed AFTER DELETE ON half BEGIN
    INSERT OR IGNORE INTO club_stale VALUES (OLD.game);
END;
CREATE TRIGGER club_game_changed AFTER UPDATE OF seat1, seat2, seat3, seat4, tournament ON game BEGIN
    INSERT OR IGNORE INTO club_stale VALUES (NEW.id);
END;
CREATE TRIGGER club_reference_changed AFTER UPDATE OF reference ON league
    WHEN OLD.reference IS NOT NEW.reference BEGIN
    INSERT OR IGNORE INTO club_stale SELECT id FROM game;
END;
CREATE TRIGGER club_kind_changed AFTER UPDATE OF kind ON engine BEGIN
    INSERT OR IGNORE INTO club_stale SELECT game FROM club_result WHERE player = NEW.id;
END;
INSERT INTO club_stale SELECT id FROM game;

-- ---- files of earlier versions ---------------------------------------------------------------------------------

-- For files in which `player` is a name: whoever has played is seat 1 of the games. SQLite changes the
-- references to a table that is renamed, and keeps those to a table that is dropped.
-- name: schema_number_players
CREATE TABLE club_account_new (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
    player INTEGER UNIQUE REFERENCES engine, look TEXT NOT NULL UNIQUE, folded TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL, recovery TEXT NOT NULL, created TEXT NOT NULL, banned TEXT);
INSERT INTO club_account_new SELECT id, name,
    (SELECT seat1 FROM club_game JOIN game ON game.id = record WHERE account = old.id LIMIT 1), look, folded, kind, recovery, created, banned
    FROM club_account AS old;
DELETE FROM sqlite_sequence WHERE name = 'club_account_new';
INSERT INTO sqlite_sequence SELECT 'club_account_new', seq FROM sqlite_sequence WHERE name = 'club_account';
DROP TABLE club_account;
ALTER TABLE club_account_new RENAME TO club_account;

-- For files in which the row of a game has its clock and its `half`, the one that is open or comes next,
-- `club_move` has the moves of that half, and `club_game_board` has the board.
-- name: schema_set_aside
ALTER TABLE club_game RENAME TO club_game_old;
ALTER TABLE club_move RENAME TO club_move_old;
ALTER TABLE club_game_old ADD COLUMN name TEXT;
UPDATE club_game_old SET name = lower(hex(randomblob(16)))
    WHERE week IN (SELECT week FROM club_week WHERE NOT closed);
CREATE TABLE club_game_board (week TEXT NOT NULL, board INTEGER NOT NULL, word TEXT NOT NULL,
    line TEXT NOT NULL, ends INTEGER NOT NULL);

-- 'selacata' is CLUB_GAME.
-- name: schema_games_to_tables
INSERT INTO club_table (name, game, grid, line, players, halves, clock, increment, days, secret, invite, state,
    half, turn, since, deadline, created, steps, ends) SELECT name, 'selacata', word, line, ?1, ?2, ?3, ?4, 0,
    '', '', CASE WHEN open THEN 1 WHEN half > ?2 THEN 2 ELSE 3 END, half - 1 + open, open - 1, since,
    CASE WHEN open THEN MIN(since + left, ends) WHEN half > ?2 THEN ends + ?5 ELSE ends END, since, 0, ends
    FROM club_game_old JOIN club_game_board USING (week, board) WHERE name IS NOT NULL;

-- Steps as table_file.h has them; both seats move in turn.
-- name: schema_steps_and_seats
INSERT INTO club_game SELECT id, account, week, board, player, record,
    (SELECT id FROM club_table WHERE club_table.name = old.name) FROM club_game_old AS old;
INSERT INTO club_table_seat SELECT tab, 0, 1, account, NULL, '', left FROM club_game
    JOIN club_game_old USING (id, account) WHERE tab IS NOT NULL;
INSERT INTO club_table_seat SELECT tab, 1, 3, NULL, NULL, 'reference', 0 FROM club_game WHERE tab IS NOT NULL;
INSERT INTO club_table_step
    SELECT tab, ROW_NUMBER() OVER (PARTITION BY tab ORDER BY step.half, ply, kind), kind, step.half, seat, move,
        took, NULL FROM club_game JOIN (
    SELECT id, 0 AS half, 0 AS ply, 1 AS kind, 0 AS seat, NULL AS move, 0 AS took FROM club_game_old
    UNION ALL SELECT club_game.id, number, 0, 2, number - 1, NULL, 0 FROM club_game
        JOIN half ON half.game = record
    UNION ALL SELECT club_game.id, number, played.key + 1, 3, (number - 1 + played.key) % 2, played.value,
        clock.value FROM club_game JOIN half ON half.game = record
        JOIN json_each('["' || replace(moves, ' ', '","') || '"]') AS played
        JOIN json_each('[' || replace(clocks, ' ', ',') || ']') AS clock ON clock.key = played.key
        WHERE moves <> ''
    UNION ALL SELECT club_game.id, number, plies + 1, 4, IFNULL(at_fault, 0) - 1, NULL, 0 FROM club_game
        JOIN half ON half.game = record
    UNION ALL SELECT id, half, 0, 2, half - 1, NULL, 0 FROM club_game_old WHERE open
    UNION ALL SELECT game, half, ply, 3, (half + ply) % 2, move, took FROM club_move_old
        JOIN club_game_old ON club_game_old.id = game
    ) AS step USING (id) WHERE tab IS NOT NULL;
UPDATE club_table SET steps = (SELECT COUNT(*) FROM club_table_step WHERE tab = id) WHERE ends IS NOT NULL;
DROP TABLE club_move_old;
DROP TABLE club_game_old;
DROP TABLE club_game_board;
