-- merging.sql - copies a record, `part`, into another. Tables `engines`, `boards` and `matches` say which number of
-- the part has become which one here, `fresh` the halves that are new.
--
-- 16 is HALF_ID_ROOM, 1000 SCHEDULE_ENGINES_MAX, 1000000000 EXTRA_GAMES: numbers up to there are the schedule's.
--
-- declared in: record/record_parts.h

-- `their_game` is a game of the part as it would stand here.
-- name: merge_maps
CREATE TEMP TABLE IF NOT EXISTS engines (old INTEGER PRIMARY KEY, new INTEGER);
CREATE TEMP TABLE IF NOT EXISTS boards (old INTEGER PRIMARY KEY, new INTEGER);
CREATE TEMP TABLE IF NOT EXISTS matches (old INTEGER PRIMARY KEY, new INTEGER UNIQUE);
CREATE TEMP TABLE IF NOT EXISTS fresh (old INTEGER PRIMARY KEY, new INTEGER);
CREATE TEMP VIEW IF NOT EXISTS their_game AS SELECT matches.new AS id, their.round,
    CASE WHEN foreign_id IS NULL THEN pair ELSE matches.new END, leg,
    (SELECT new FROM boards WHERE old = their.board), seed,
    (SELECT new FROM engines WHERE old = seat1), (SELECT new FROM engines WHERE old = seat2),
    (SELECT new FROM engines WHERE old = seat3), (SELECT new FROM engines WHERE old = seat4),
    tournament, source, foreign_id, opening FROM part.game AS their JOIN matches ON old = their.id;

-- Engines of the schedule have the same numbers everywhere, other players are known by name.
-- name: merge_copy_players
DELETE FROM engines;
DELETE FROM boards;
DELETE FROM matches;
DELETE FROM fresh;
INSERT INTO engine SELECT * FROM part.engine WHERE name NOT IN (SELECT name FROM engine) AND id <= 1000;
CREATE TEMP TABLE guest AS SELECT * FROM part.engine WHERE name NOT IN (SELECT name FROM engine);
UPDATE guest SET id = rowid + (SELECT MAX(1000, IFNULL(MAX(id), 0)) FROM engine);
INSERT INTO engine SELECT * FROM guest;
DROP TABLE guest;
INSERT INTO engines SELECT their.id, engine.id FROM part.engine AS their
    JOIN engine ON engine.name = their.name;

-- Boards of the schedule keep their numbers; others are known by their names and sides.
-- name: merge_copy_boards
INSERT INTO board SELECT * FROM part.board WHERE id <= 1000000000 AND id NOT IN (SELECT id FROM board);
INSERT INTO boards SELECT id, id FROM part.board WHERE id <= 1000000000;
CREATE TEMP TABLE guest AS SELECT * FROM part.board AS their WHERE id > 1000000000
    AND NOT EXISTS (SELECT 1 FROM board WHERE board.id > 1000000000 AND board.name = their.name AND board.spelled IS their.spelled);
UPDATE guest SET id = rowid + (SELECT MAX(1000000000, IFNULL(MAX(id), 0)) FROM board);
INSERT INTO board SELECT * FROM guest;
DROP TABLE guest;
INSERT INTO boards SELECT their.id, board.id FROM part.board AS their JOIN board ON board.name = their.name
    AND board.spelled IS their.spelled WHERE their.id > 1000000000 AND board.id > 1000000000;

-- Games of the schedule keep their numbers, others are known by source and foreign_id.
-- name: merge_matches
INSERT INTO matches SELECT id, id FROM part.game WHERE foreign_id IS NULL;
INSERT INTO matches SELECT their.id, game.id FROM part.game AS their JOIN game ON game.source IS their.source
    AND game.foreign_id = their.foreign_id WHERE their.foreign_id IS NOT NULL;
INSERT INTO matches SELECT id, ROW_NUMBER() OVER (ORDER BY id) +
    (SELECT MAX(1000000000, IFNULL(MAX(id), 0)) FROM game) FROM part.game AS their WHERE id NOT IN (SELECT old FROM matches);

-- name: merge_clashing_board
SELECT board.id FROM board JOIN part.board AS their ON their.id = board.id WHERE board.id <= 1000000000
    AND (board.name, board.spelled) IS NOT (their.name, their.spelled) LIMIT 1;

-- How the rounds of a Swiss league or a knockout ended: these are not dealt out. And who played.
-- name: merge_copy_meetings
INSERT OR IGNORE INTO meeting SELECT * FROM part.meeting;
INSERT OR IGNORE INTO run SELECT * FROM part.run ORDER BY rowid;
INSERT OR IGNORE INTO program SELECT run, (SELECT new FROM engines WHERE old = engine), digest, id_name
    FROM part.program;

-- name: merge_clashing_game
SELECT id FROM (SELECT * FROM their_game WHERE id IN (SELECT id FROM game) EXCEPT SELECT id, round, pair, leg,
    board, seed, seat1, seat2, seat3, seat4, tournament, source, foreign_id, opening FROM game) LIMIT 1;

-- name: merge_copy_games
INSERT INTO game (id, round, pair, leg, board, seed, seat1, seat2, seat3, seat4, tournament, source, foreign_id,
    opening) SELECT * FROM their_game WHERE id NOT IN (SELECT id FROM game) ORDER BY id;

-- All but the times, and the text of a forfeit, which may name some.
-- name: merge_clashing_half
SELECT half.id FROM part.half AS their JOIN matches ON old = their.game
    JOIN half ON half.id = matches.new * 16 + their.number WHERE (half.margin1, half.margin2, half.margin3,
    half.margin4, half.points1, half.points2, half.points3, half.points4, half.termination, half.at_fault,
    half.plies, half.moves) IS NOT (their.margin1, their.margin2, their.margin3, their.margin4, their.points1,
    their.points2, their.points3, their.points4, their.termination, their.at_fault, their.plies, their.moves)
    LIMIT 1;

-- name: merge_copy_halves
INSERT INTO fresh SELECT their.id, matches.new * 16 + their.number FROM part.half AS their
    JOIN matches ON old = their.game WHERE matches.new * 16 + their.number NOT IN (SELECT id FROM half);
INSERT INTO half (id, game, number, margin1, margin2, margin3, margin4, points1, points2, points3, points4,
    termination, text, at_fault, plies, moves, clocks, finished, moves_hash) SELECT fresh.new, fresh.new / 16,
    number, margin1, margin2, margin3, margin4, points1, points2, points3, points4, termination, text, at_fault,
    plies, moves, clocks, finished, moves_hash FROM fresh JOIN part.half AS their ON their.id = fresh.old
    ORDER BY fresh.new;
INSERT INTO fault (half, engine, kind, text) SELECT fresh.new,
    (SELECT new FROM engines WHERE old = their.engine), kind, text FROM part.fault AS their
    JOIN fresh ON fresh.old = their.half ORDER BY their.id;

-- name: merge_copy_visits
INSERT INTO main.visits (half, ply, moves) SELECT fresh.new, ply, moves FROM part.visits
    JOIN fresh ON fresh.old = half;

-- name: merge_copy_said
INSERT INTO said (half, ply, margin, bound, depth, nodes, time, pv) SELECT fresh.new, ply, margin, bound, depth,
    nodes, time, pv FROM part.said JOIN fresh ON fresh.old = half;

-- What moves were worth, of halves of which that is not known yet.
-- name: merge_copy_analysis
CREATE TEMP TABLE news AS SELECT their.half AS old, matches.new * 16 + their.half % 16 AS new
    FROM part.analysed AS their JOIN matches ON matches.old = their.half / 16;
DELETE FROM news WHERE new IN (SELECT half FROM analysed);
INSERT INTO main.analysed SELECT new, effort, referee, finished FROM news
    JOIN part.analysed AS their ON their.half = old WHERE new IN (SELECT id FROM half);
INSERT INTO main.analysis SELECT new, ply, seat, empty, legal, margin, bound, moved, moved_bound, best_count,
    best, ties, ties_sum, ties_margin FROM news JOIN part.analysis AS their ON their.half = old
    WHERE new IN (SELECT id FROM half);
DROP TABLE news;

-- The parts' faults in the order of halves, as one referee would have written them.
-- name: merge_order_faults
CREATE TEMP TABLE sorted AS SELECT half, engine, kind, text FROM fault ORDER BY half, id;
DELETE FROM fault;
INSERT INTO fault (half, engine, kind, text) SELECT * FROM sorted;
DROP TABLE sorted;
