## tests/ - TAP tests, in a folder for each room that they test. tests/lib/ has what they share, tests/tools/
## benchmarks, fuzzers and generators. A program NAME.test is built from NAME.c; NAME.t is a script.
UNIT_TESTS =
ALL_TESTS = $(UNIT_TESTS) $(dist_check_SCRIPTS)
check_PROGRAMS += $(UNIT_TESTS)
EXTRA_DIST += tests/run tests/nightly

## `make check TESTS="..."`, ROOM=engine, SHARD=1/4, JOBS=1, RUNNER=qemu-...: make hands them on by the environment.
TEST_ENVIRONMENT = LANGUAGE=en srcdir='$(srcdir)' top_builddir='$(abs_top_builddir)'
check-local:
	@$(TEST_ENVIRONMENT) '$(srcdir)/tests/run' $${JOBS:+--jobs $$JOBS} $${SHARD:+--shard $$SHARD} $${ROOM:+--room $$ROOM} \
		$${AGAIN:+--again} $${RUNNER:+--with "$$RUNNER"} \
		-- $${TESTS-$(ALL_TESTS)}

## What tests/run keeps: the scripts, compiled, and what each test said; what packages are made in.
clean-local:
	rm -rf tests/compiled deb npm static qps
	find tests -name '*.log' -exec rm -f {} +

## What takes longer: PART=failures,fuzz for some of it, SHARD=1/4 for one machine of four.
.PHONY: nightly
nightly: all
	$(MAKE) $(AM_MAKEFLAGS) check TESTS=
	-$(MAKE) $(AM_MAKEFLAGS) page
	'$(srcdir)/tests/nightly' '$(srcdir)' "$${SHARD:-1/1}" `echo "$$PART" | tr , ' '`

## What tests share: TAP, naive rules to compare with, a game as small as can be.
check_LIBRARIES += tests/lib/libtest.a
tests_lib_libtest_a_SOURCES = \
	tests/lib/arena.c tests/lib/arena.h \
	tests/lib/described.c tests/lib/described.h \
	tests/lib/given_clock.c tests/lib/given_clock.h \
	tests/lib/naive.c tests/lib/naive.h \
	tests/lib/naive_perft.h tests/lib/naive_perft_triancey.c tests/lib/naive_perft_triangulation.c \
	tests/lib/naive_perft_trioker.c tests/lib/naive_perft_tritt.c \
	tests/lib/naive_solver.c tests/lib/naive_solver.h \
	tests/lib/naive_triangulation.c tests/lib/naive_triangulation.h \
	tests/lib/naive_triangulation_ways.c \
	tests/lib/naive_trioker.c tests/lib/naive_trioker.h \
	tests/lib/naive_trioker_rapid.c \
	tests/lib/naive_tritt.c tests/lib/naive_tritt.h \
	tests/lib/nullgame.c tests/lib/nullgame.h \
	tests/lib/puzzle_section.c tests/lib/puzzle_section.h \
	tests/lib/solve_move.c tests/lib/solve_move.h \
	tests/lib/tap.c tests/lib/tap.h \
	tests/lib/triangulation_position.c tests/lib/triangulation_position.h
if REFEREE
tests_lib_libtest_a_SOURCES += \
	tests/lib/published.c tests/lib/published.h \
	tests/lib/referee_run.c tests/lib/referee_run.h \
	tests/lib/sprt_runs.c tests/lib/sprt_runs.h \
	tests/lib/tables_club.c tests/lib/tables_club.h
endif
EXTRA_DIST += \
	tests/lib/asker.py \
	tests/lib/axe.py \
	tests/lib/browser.py \
	tests/lib/clock.py \
	tests/lib/contract.py \
	tests/lib/daily.py \
	tests/lib/fake_scheduler.sh \
	tests/lib/gui.py \
	tests/lib/hostile.py \
	tests/lib/messages.py \
	tests/lib/modules.py \
	tests/lib/node.js \
	tests/lib/node.py \
	tests/lib/null_engine.py \
	tests/lib/person.py \
	tests/lib/prompt.py \
	tests/lib/proxied.py \
	tests/lib/pseudo.py \
	tests/lib/referee.py \
	tests/lib/screen.py \
	tests/lib/serve.py \
	tests/lib/site_stub.py \
	tests/lib/talking_engine.py \
	tests/lib/tgi.py \
	tests/lib/visitor.py

## A test links the rooms that its own room may include. The programs of tests/tools/ link what they need of everything.
ALL_LIBS = $(ENGINE_LIBS) $(CLUB_LIBS) $(REFEREE_LIBS) -lm
LDADD = tests/lib/libtest.a $(ALL_LIBS)
TESTS_OF_BASE = tests/lib/libtest.a base/libbase.a $(PCRE2_LIBS) $(INIH_LIBS) $(SODIUM_LIBS) -lm
TESTS_OF_GRIDS = tests/lib/libtest.a grids/libgrids.a base/libbase.a $(PCRE2_LIBS) $(INIH_LIBS) -lm
TESTS_OF_GAMES = tests/lib/libtest.a games/libgames.a $(TESTS_OF_GRIDS)
TESTS_OF_PROTOCOL = tests/lib/libtest.a games/libgames.a protocol/libprotocol.a $(TESTS_OF_GRIDS)
TESTS_OF_ENGINE = tests/lib/libtest.a $(ENGINE_LIBS) $(TESTS_OF_PROTOCOL)

## An engine that misbehaves as told; no test itself, but built with them.
check_PROGRAMS += tests/lib/fake_engine
tests_lib_fake_engine_SOURCES = tests/lib/fake_acts.c tests/lib/fake_acts.h tests/lib/fake_engine.c tests/lib/fake_behaviour.c tests/lib/fake_behaviour.h
tests_lib_fake_engine_LDFLAGS = -Wl,-S # each league reads it whole, for its digest
tests_lib_fake_engine_LDADD = tests/lib/libtest.a games/libgames.a protocol/libprotocol.a grids/libgrids.a base/libbase.a \
	$(PCRE2_LIBS) $(INIH_LIBS)

## The programs with a clock that tests set (tests/lib/given_clock.h): linked, not compiled once more.
check_PROGRAMS += tests/clocked/triancey-engine
tests_clocked_triancey_engine_SOURCES = $(triancey_engine_SOURCES) tests/lib/given_clock.c
tests_clocked_triancey_engine_LDFLAGS = $(AM_LDFLAGS) -Wl,-S # each league reads it whole, for its digest
tests_clocked_triancey_engine_LDADD = $(triancey_engine_LDADD)

if REFEREE
## Our engine with a flaw.
check_PROGRAMS += tests/lib/flawed_engine
tests_lib_flawed_engine_SOURCES = tests/lib/flawed_engine.c
tests_lib_flawed_engine_LDADD = base/libbase.a $(PCRE2_LIBS)

## One whose strength is a known function of its options.
check_PROGRAMS += tests/lib/tuned_engine
tests_lib_tuned_engine_SOURCES = tests/lib/tuned_engine.c
tests_lib_tuned_engine_LDADD = base/libbase.a -lm

## Whom a league would pair.
check_PROGRAMS += tests/lib/pair_rounds
tests_lib_pair_rounds_SOURCES = tests/lib/pair_rounds.c
tests_lib_pair_rounds_LDADD = pairing/libpairing.a games/libgames.a grids/libgrids.a base/libbase.a $(PCRE2_LIBS) $(INIH_LIBS) -lm

check_PROGRAMS += tests/clocked/triancey-referee
tests_clocked_triancey_referee_SOURCES = $(triancey_referee_SOURCES) tests/lib/given_clock.c
tests_clocked_triancey_referee_LDADD = $(triancey_referee_LDADD)
check_PROGRAMS += tests/clocked/triancey-club
tests_clocked_triancey_club_SOURCES = $(triancey_club_SOURCES) tests/lib/given_clock.c tests/lib/quick_hash.c
tests_clocked_triancey_club_LDADD = $(triancey_club_LDADD)

## A library to be preloaded that makes one call fail; never sanitized, for it comes before all others.
EXTRA_DIST += tests/lib/fail_call.c tests/lib/fail_place.c tests/lib/fail_place.h tests/lib/faults.py tests/lib/visits.py
CLEANFILES += tests/lib/fail_call.so
check_DATA = tests/lib/load_once.so
if FAIL_CALLS
check_DATA += tests/lib/fail_call.so
endif
tests/lib/fail_call.so: tests/lib/fail_call.c tests/lib/fail_place.c tests/lib/fail_place.h
	$(AM_V_GEN)$(MKDIR_P) tests/lib && $(CC) $(WARNINGS) $(CPPFLAGS) -g -O1 -fPIC -shared -o $@ '$(srcdir)/tests/lib/fail_call.c' '$(srcdir)/tests/lib/fail_place.c'
dist_check_SCRIPTS += tests/commands/faults.t

## One with which a program is loaded once and runs many times.
EXTRA_DIST += tests/lib/load_once.c tests/lib/prepared.py
CLEANFILES += tests/lib/load_once.so
tests/lib/load_once.so: tests/lib/load_once.c
	$(AM_V_GEN)$(MKDIR_P) tests/lib && $(CC) $(WARNINGS) $(CPPFLAGS) -g -O1 -fPIC -shared -o $@ '$(srcdir)/tests/lib/load_once.c'

## What others carry: menus and lists of files; the packages themselves in `make nightly PART=packages`.
dist_check_SCRIPTS += tests/packages/desktop.t
EXTRA_DIST += tests/packages/deb.t tests/packages/npm.t tests/packages/static.t

## The direction of includes, and the map of HACKING.md.
dist_check_SCRIPTS += tests/rooms.t

## How the programs are built.
dist_check_SCRIPTS += tests/hardening.t
endif

## base/
UNIT_TESTS += \
	tests/base/affinity.test \
	tests/base/calendar.test \
	tests/base/csv.test \
	tests/base/ini.test \
	tests/base/json.test \
	tests/base/text.test
tests_base_affinity_test_SOURCES = tests/base/affinity.c
tests_base_affinity_test_LDADD = $(TESTS_OF_BASE)
tests_base_calendar_test_SOURCES = tests/base/calendar.c
tests_base_calendar_test_LDADD = $(TESTS_OF_BASE)
tests_base_csv_test_SOURCES = tests/base/csv.c
tests_base_csv_test_LDADD = $(TESTS_OF_BASE)
tests_base_ini_test_SOURCES = tests/base/ini.c
tests_base_ini_test_LDADD = $(TESTS_OF_BASE)
tests_base_json_test_SOURCES = tests/base/json.c
tests_base_json_test_LDADD = $(TESTS_OF_BASE)
tests_base_text_test_SOURCES = tests/base/text.c
tests_base_text_test_LDADD = $(TESTS_OF_BASE)
dist_check_SCRIPTS += tests/base/language.t

## grids/
UNIT_TESTS += \
	tests/grids/grid.test tests/grids/grid_ini.test tests/grids/grid_word.test
tests_grids_grid_test_SOURCES = tests/grids/grid.c
tests_grids_grid_test_LDADD = $(TESTS_OF_GRIDS)
tests_grids_grid_ini_test_SOURCES = tests/grids/grid_ini.c
tests_grids_grid_ini_test_LDADD = $(TESTS_OF_GRIDS)
tests_grids_grid_word_test_SOURCES = tests/grids/grid_word.c
tests_grids_grid_word_test_LDADD = $(TESTS_OF_GRIDS)
EXTRA_DIST += tests/grids/boards.txt

## games/
UNIT_TESTS += \
	tests/games/game_contract.test tests/games/picture.test tests/games/playthroughs.test tests/games/position.test \
	tests/games/triancey.test tests/games/triancey_vectors.test tests/games/triangulation.test \
	tests/games/triangulation_text.test \
	tests/games/trioker.test tests/games/trioker_layout.test tests/games/trioker_naive.test tests/games/trioker_text.test tests/games/tritt.test
tests_games_game_contract_test_SOURCES = tests/games/game_contract.c
tests_games_game_contract_test_LDADD = $(TESTS_OF_GAMES)
tests_games_picture_test_SOURCES = tests/games/picture.c
tests_games_picture_test_LDADD = $(TESTS_OF_GAMES)
tests_games_position_test_SOURCES = tests/games/position.c
tests_games_position_test_LDADD = $(TESTS_OF_GAMES)
tests_games_playthroughs_test_SOURCES = tests/games/playthroughs.c
tests_games_playthroughs_test_LDADD = $(TESTS_OF_GAMES)
tests_games_triancey_test_SOURCES = tests/games/triancey.c
tests_games_triancey_test_LDADD = $(TESTS_OF_GAMES)
tests_games_triancey_vectors_test_SOURCES = tests/games/triancey_vectors.c
tests_games_triancey_vectors_test_LDADD = $(TESTS_OF_ENGINE)
tests_games_triangulation_test_SOURCES = tests/games/triangulation.c
tests_games_triangulation_test_LDADD = $(TESTS_OF_GAMES)
tests_games_triangulation_text_test_SOURCES = tests/games/triangulation_text.c
tests_games_triangulation_text_test_LDADD = $(TESTS_OF_GAMES)
tests_games_trioker_test_SOURCES = tests/games/trioker.c
tests_games_trioker_test_LDADD = $(TESTS_OF_GAMES)
tests_games_trioker_layout_test_SOURCES = tests/games/trioker_layout.c
tests_games_trioker_layout_test_LDADD = $(TESTS_OF_GAMES)
tests_games_trioker_naive_test_SOURCES = tests/games/trioker_naive.c
tests_games_trioker_naive_test_LDADD = $(TESTS_OF_GAMES)
tests_games_trioker_text_test_SOURCES = tests/games/trioker_text.c
tests_games_trioker_text_test_LDADD = $(TESTS_OF_GAMES)
tests_games_tritt_test_SOURCES = tests/games/tritt.c
tests_games_tritt_test_LDADD = $(TESTS_OF_GAMES)
EXTRA_DIST += tests/games/playthroughs.txt tests/games/triancey-vectors.txt

## protocol/
UNIT_TESTS += \
	tests/protocol/perft.test tests/protocol/protocol.test
tests_protocol_perft_test_SOURCES = tests/protocol/perft.c
tests_protocol_perft_test_LDADD = $(TESTS_OF_PROTOCOL)
tests_protocol_protocol_test_SOURCES = tests/protocol/protocol.c
tests_protocol_protocol_test_LDADD = $(TESTS_OF_PROTOCOL)
dist_check_SCRIPTS += tests/protocol/document.t
if REFEREE
UNIT_TESTS += tests/protocol/words.test
tests_protocol_words_test_SOURCES = tests/protocol/words.c
dist_check_SCRIPTS += tests/protocol/minimal.t
endif
## The engine of the document, compiled as its reader would do it: without our headers and libraries.
check_PROGRAMS += tests/protocol/minimal_engine
tests_protocol_minimal_engine_SOURCES = protocol/minimal_engine.c
tests_protocol_minimal_engine_LDADD =

## python/, over the library that was built.
EXTRA_DIST += tests/lib/module.py
dist_check_SCRIPTS += \
	tests/python/batch.t \
	tests/python/environments.t \
	tests/python/examples.t \
	tests/python/refusals.t \
	tests/python/rules.t
if REFEREE
dist_check_SCRIPTS += tests/python/readme.t tests/python/serve.t tests/python/wheel.t
endif

## engine/
UNIT_TESTS += \
	tests/engine/alphabeta.test tests/engine/graph.test tests/engine/kernel.test tests/engine/patterns.test \
	tests/engine/limits.test tests/engine/mcts.test tests/engine/players.test \
	tests/engine/positions.test tests/engine/product.test tests/engine/symmetry.test \
	tests/engine/triangulation_players.test tests/engine/trioker_players.test \
	tests/engine/tritt_players.test \
	tests/engine/tritt_tactics.test
tests_engine_limits_test_SOURCES = tests/engine/limits.c
tests_engine_limits_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_alphabeta_test_SOURCES = tests/engine/alphabeta.c
tests_engine_alphabeta_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_patterns_test_SOURCES = tests/engine/patterns.c
tests_engine_patterns_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_graph_test_SOURCES = tests/engine/graph.c
tests_engine_graph_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_kernel_test_SOURCES = tests/engine/kernel.c
tests_engine_kernel_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_mcts_test_SOURCES = tests/engine/mcts.c
tests_engine_mcts_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_players_test_SOURCES = tests/engine/players.c
tests_engine_players_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_positions_test_SOURCES = tests/engine/positions.c
tests_engine_positions_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_product_test_SOURCES = tests/engine/product.c
tests_engine_product_test_LDADD = $(TESTS_OF_ENGINE)
if REFEREE
UNIT_TESTS += tests/engine/published.test
tests_engine_published_test_SOURCES = tests/engine/published.c
endif
tests_engine_symmetry_test_SOURCES = tests/engine/symmetry.c
tests_engine_symmetry_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_triangulation_players_test_SOURCES = tests/engine/triangulation_players.c
tests_engine_triangulation_players_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_trioker_players_test_SOURCES = tests/engine/trioker_players.c
tests_engine_trioker_players_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_tritt_players_test_SOURCES = tests/engine/tritt_players.c
tests_engine_tritt_players_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_tritt_tactics_test_SOURCES = tests/engine/tritt_tactics.c
tests_engine_tritt_tactics_test_LDADD = $(TESTS_OF_ENGINE)
dist_check_SCRIPTS += \
	tests/engine/analyse.t tests/engine/bench.t tests/engine/data.t tests/engine/describe.t tests/engine/dialogue.t tests/engine/eval.t tests/engine/evaluate.t tests/engine/manual_examples.t tests/engine/multipv.t tests/engine/player_choice.t tests/engine/ponder.t tests/engine/scarce.t \
	tests/engine/trioker_dialogue.t
EXTRA_DIST += tests/engine/positions.txt
UNIT_TESTS += tests/engine/describe_board.test tests/engine/describe_triancey.test
tests_engine_describe_board_test_SOURCES = tests/engine/describe_board.c
tests_engine_describe_board_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_describe_triancey_test_SOURCES = tests/engine/describe_triancey.c
tests_engine_describe_triancey_test_LDADD = $(TESTS_OF_ENGINE)
UNIT_TESTS += tests/engine/describe_triangulation.test tests/engine/describe_trioker.test \
	tests/engine/describe_tritt.test
tests_engine_describe_triangulation_test_SOURCES = tests/engine/describe_triangulation.c
tests_engine_describe_triangulation_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_describe_trioker_test_SOURCES = tests/engine/describe_trioker.c
tests_engine_describe_trioker_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_describe_tritt_test_SOURCES = tests/engine/describe_tritt.c
tests_engine_describe_tritt_test_LDADD = $(TESTS_OF_ENGINE)
UNIT_TESTS += tests/engine/puzzle.test tests/engine/puzzle_shapes.test
tests_engine_puzzle_test_SOURCES = tests/engine/puzzle.c
tests_engine_puzzle_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_puzzle_shapes_test_SOURCES = tests/engine/puzzle_shapes.c
tests_engine_puzzle_shapes_test_LDADD = $(TESTS_OF_ENGINE)
dist_check_SCRIPTS += tests/engine/puzzle_command.t

## library/
TESTS_OF_LIBRARY = tests/lib/libtest.a library/liblibrary.a $(TESTS_OF_ENGINE)
UNIT_TESTS += tests/library/library.test tests/library/judges.test tests/library/refusals.test
tests_library_library_test_SOURCES = tests/library/library.c
tests_library_library_test_LDADD = $(TESTS_OF_LIBRARY)
tests_library_judges_test_SOURCES = tests/library/judges.c
tests_library_judges_test_LDADD = $(TESTS_OF_LIBRARY)
tests_library_refusals_test_SOURCES = tests/library/refusals.c
tests_library_refusals_test_LDADD = $(TESTS_OF_LIBRARY)
dist_check_SCRIPTS += tests/library/exports.t
EXTRA_DIST += tests/library/exports.txt

if REFEREE
## page/: what needs no DOM is asked of its scripts and its engine in node, the rest in a real browser; skipped without
## them, or without the page. TRIANCEY_PAGE_GAMES=N plays more.
dist_check_SCRIPTS += \
	tests/page/access.t tests/page/board.t tests/page/bundle.t tests/page/choose.t tests/page/editor.t tests/page/engine.t tests/page/game.t tests/page/geometry.t \
	tests/page/daily.t tests/page/exercises.t \
	tests/page/app.t \
	tests/page/join.t tests/page/keeping.t tests/page/language.t tests/page/learn.t tests/page/new_game.t tests/page/play.t tests/page/remote.t \
	tests/page/site.t tests/page/site_access.t tests/page/site_live.t tests/page/site_lobby.t tests/page/site_trouble.t tests/page/touch.t \
	tests/page/site_ratings.t \
	tests/page/site_contests.t \
	tests/page/site_addresses.t \
	tests/page/site_position.t \
	tests/page/transport_http.t tests/page/trouble.t tests/page/ways.t tests/page/widths.t

## The rooms of the referee.
UNIT_TESTS += \
	tests/store/accounts.test tests/ratings/club_analysis.test tests/ratings/club_analyst.test tests/store/club_damaged.test \
	tests/tables/club_games.test tests/store/club_migrate.test tests/ratings/club_ranking.test tests/store/club_refused.test tests/tables/tables.test \
	tests/tables/move_cost.test tests/tables/seeks.test tests/tables/tables_hidden.test tests/tables/tables_kept.test tests/tables/tables_requests.test tests/store/week.test \
	tests/ratings/person_ratings.test \
	tests/contests/contests.test \
	tests/draw/draw_png.test \
	tests/draw/draw_terminal.test \
	tests/engines/options.test tests/engines/program.test tests/half/half_result.test tests/half/said.test \
	tests/games/rules_pictures.test tests/games/rules_pictures_armies.test \
	tests/league/formats.test tests/league/league.test tests/league/opening.test tests/league/seats.test \
	tests/match/hidden.test tests/match/match.test tests/half/boards.test tests/half/half.test tests/half/moves.test \
	tests/pairing/fit.test tests/pairing/sprt.test tests/pairing/standard.test tests/pairing/statistics.test tests/pairing/tournament.test \
	tests/pairing/trial.test \
	tests/prompt/choices.test tests/prompt/keys.test \
	tests/record/live.test tests/record/record_checkpoint.test \
	tests/results/listing.test tests/results/standings.test \
	tests/scheduler/tasks.test \
	tests/setup/setup.test \
	tests/solving/solve.test \
	tests/site/event_log.test tests/site/limits.test tests/site/qr_path.test \
	tests/tuning/spsa.test
TESTS_OF_STORE = tests/lib/libtest.a club/store/libstore.a $(LEAGUE_LIBS) $(ICU_LIBS) -lm
TESTS_OF_TABLES = tests/lib/libtest.a club/store/libtables.a $(TESTS_OF_STORE)
TESTS_OF_RATINGS = tests/lib/libtest.a club/store/libratings.a $(TESTS_OF_TABLES)
TESTS_OF_CONTESTS = tests/lib/libtest.a club/store/libcontests.a $(TESTS_OF_TABLES)
QUICK_HASH = tests/lib/quick_hash.c tests/lib/quick_hash.h
tests_store_accounts_test_SOURCES = tests/store/accounts.c $(QUICK_HASH)
tests_store_accounts_test_LDADD = $(TESTS_OF_STORE)
tests_ratings_club_analysis_test_SOURCES = tests/ratings/club_analysis.c
tests_ratings_club_analysis_test_LDADD = $(TESTS_OF_RATINGS)
tests_ratings_club_analyst_test_SOURCES = tests/ratings/club_analyst.c
tests_ratings_club_analyst_test_LDADD = $(TESTS_OF_RATINGS)
tests_store_club_damaged_test_SOURCES = tests/store/club_damaged.c $(QUICK_HASH)
tests_tables_club_games_test_SOURCES = tests/tables/club_games.c $(QUICK_HASH)
tests_tables_club_games_test_LDADD = $(TESTS_OF_TABLES)
tests_store_club_migrate_test_SOURCES = tests/store/club_migrate.c $(QUICK_HASH)
tests_ratings_club_ranking_test_SOURCES = tests/ratings/club_ranking.c
tests_ratings_club_ranking_test_LDADD = $(TESTS_OF_RATINGS)
tests_store_club_refused_test_SOURCES = tests/store/club_refused.c $(QUICK_HASH)
tests_tables_move_cost_test_SOURCES = tests/tables/move_cost.c $(QUICK_HASH)
tests_tables_move_cost_test_LDADD = $(TESTS_OF_TABLES)
tests_tables_seeks_test_SOURCES = tests/tables/seeks.c $(QUICK_HASH)
tests_tables_seeks_test_LDADD = $(TESTS_OF_TABLES)
tests_ratings_person_ratings_test_SOURCES = tests/ratings/person_ratings.c $(QUICK_HASH)
tests_ratings_person_ratings_test_LDADD = $(TESTS_OF_RATINGS)
tests_tables_tables_hidden_test_SOURCES = tests/tables/tables_hidden.c $(QUICK_HASH)
tests_tables_tables_hidden_test_LDADD = $(TESTS_OF_TABLES)
tests_contests_contests_test_SOURCES = tests/contests/contests.c $(QUICK_HASH)
tests_contests_contests_test_LDADD = $(TESTS_OF_CONTESTS)
tests_tables_tables_kept_test_SOURCES = tests/tables/tables_kept.c $(QUICK_HASH)
tests_tables_tables_kept_test_LDADD = $(TESTS_OF_TABLES)
tests_tables_tables_test_SOURCES = tests/tables/tables.c $(QUICK_HASH)
tests_tables_tables_test_LDADD = $(TESTS_OF_TABLES)
tests_tables_tables_requests_test_SOURCES = tests/tables/tables_requests.c $(QUICK_HASH)
tests_tables_tables_requests_test_LDADD = $(TESTS_OF_TABLES)
tests_store_week_test_SOURCES = tests/store/week.c
tests_store_week_test_LDADD = $(TESTS_OF_STORE)
tests_draw_draw_png_test_SOURCES = tests/draw/draw_png.c
tests_draw_draw_png_test_CFLAGS = $(AM_CFLAGS) $(CAIRO_CFLAGS)
tests_draw_draw_png_test_LDADD = $(LDADD) $(CAIRO_LIBS)
tests_draw_draw_terminal_test_SOURCES = tests/draw/draw_terminal.c
tests_engines_options_test_SOURCES = tests/engines/options.c
tests_engines_program_test_SOURCES = tests/engines/program.c
tests_half_half_result_test_SOURCES = tests/half/half_result.c
tests_half_said_test_SOURCES = tests/half/said.c
tests_league_formats_test_SOURCES = tests/league/formats.c
tests_league_league_test_SOURCES = tests/league/league.c
tests_league_opening_test_SOURCES = tests/league/opening.c
tests_league_seats_test_SOURCES = tests/league/seats.c
tests_match_hidden_test_SOURCES = tests/match/hidden.c
tests_match_match_test_SOURCES = tests/match/match.c
tests_half_boards_test_SOURCES = tests/half/boards.c
tests_half_half_test_SOURCES = tests/half/half.c
tests_half_moves_test_SOURCES = tests/half/moves.c
tests_pairing_fit_test_SOURCES = tests/pairing/fit.c
tests_pairing_sprt_test_SOURCES = tests/pairing/sprt.c
tests_pairing_standard_test_SOURCES = tests/pairing/standard.c
tests_pairing_statistics_test_SOURCES = tests/pairing/statistics.c
tests_pairing_tournament_test_SOURCES = tests/pairing/tournament.c
tests_pairing_trial_test_SOURCES = tests/pairing/trial.c
tests_prompt_choices_test_SOURCES = tests/prompt/choices.c
tests_prompt_keys_test_SOURCES = tests/prompt/keys.c
tests_games_rules_pictures_armies_test_SOURCES = tests/games/rules_pictures_armies.c
tests_games_rules_pictures_test_SOURCES = tests/games/rules_pictures.c
tests_record_live_test_SOURCES = tests/record/live.c
tests_record_record_checkpoint_test_SOURCES = tests/record/record_checkpoint.c
tests_results_listing_test_SOURCES = tests/results/listing.c
tests_results_standings_test_SOURCES = tests/results/standings.c
tests_scheduler_tasks_test_SOURCES = tests/scheduler/tasks.c
tests_setup_setup_test_SOURCES = tests/setup/setup.c
tests_solving_solve_test_SOURCES = tests/solving/solve.c
tests_site_event_log_test_SOURCES = tests/site/event_log.c
tests_site_limits_test_SOURCES = tests/site/limits.c
tests_site_qr_path_test_SOURCES = tests/site/qr_path.c
tests_tuning_spsa_test_SOURCES = tests/tuning/spsa.c
dist_check_SCRIPTS += \
	tests/certify/certify.t \
	tests/commands/completion.t tests/commands/completion_shells.t tests/commands/contracts.t tests/commands/documents.t tests/commands/french.t tests/commands/grid_command.t tests/commands/languages.t \
	tests/commands/defaults.t tests/commands/manual_examples.t tests/commands/output.t tests/commands/scarce.t tests/commands/usage.t tests/commands/utf8.t \
	tests/draw/draw_svg.t \
	tests/engines/log.t tests/engines/terms.t \
	tests/league/join.t tests/league/openings.t tests/league/rounds.t \
	tests/match/hostile.t tests/match/ponder.t tests/match/hidden_hands.t \
	tests/analysis/analyse.t \
	tests/positions/positions.t \
	tests/prompt/after_game.t tests/prompt/play.t tests/prompt/prompt.t tests/prompt/prompt_choose.t tests/prompt/prompt_typed.t \
	tests/prompt/puzzle.t tests/prompt/telling.t \
	tests/record/wrong_values.t tests/record/forged.t tests/record/half_json.t tests/record/killed.t tests/record/moves_json.t tests/record/rare_records.t tests/record/records.t \
	tests/record/repeats.t tests/record/said_record.t tests/record/foreign_records.t \
	tests/results/measure.t tests/results/rank_page.t tests/results/ratings.t tests/results/replay_steps.t tests/results/report.t \
	tests/results/report_follow.t tests/results/report_steps.t \
	tests/scheduler/dealt.t \
	tests/site/attacks.t tests/site/gui.t tests/site/judged_alike.t tests/site/proxied.t tests/site/public.t tests/site/serve.t tests/site/serve_document.t \
	tests/site/serve_full.t tests/site/serve_handed.t tests/site/serve_killed.t tests/site/serve_leagues.t tests/site/serve_lobby.t tests/site/serve_ranking.t \
	tests/site/bot.t \
	tests/site/serve_ratings.t \
	tests/site/serve_contests.t \
	tests/site/assets.t \
	tests/site/serve_addresses.t \
	tests/site/serve_tables.t tests/site/service.t tests/site/site_operator.t tests/site/table_position.t \
	tests/solving/atlas.t tests/solving/book.t tests/solving/solve_command.t tests/solving/solve_dealt.t \
	tests/tuning/tune.t
EXTRA_DIST += tests/pairing/published-games.csv

## What only Linux has, and tests that need it.
if LINUX
UNIT_TESTS += tests/engines/offturn.test tests/engines/process.test tests/engines/sandbox.test tests/engines/scratch.test
tests_engines_offturn_test_SOURCES = tests/engines/offturn.c
tests_engines_process_test_SOURCES = tests/engines/process.c
tests_engines_sandbox_test_SOURCES = tests/engines/sandbox.c
tests_engines_scratch_test_SOURCES = tests/engines/scratch.c
## One that tries the ways out of a sandbox.
check_PROGRAMS += tests/lib/escape/escape
tests_lib_escape_escape_SOURCES = tests/lib/escape/escape.c
tests_lib_escape_escape_LDADD = referee/libreferee.a
else
dist_check_SCRIPTS += tests/engines/portable.t
endif

## The schedulers, under GNU parallel and Slurm, which it starts.
EXTRA_DIST += tests/scheduler/schedulers.t tests/lib/slurm_cluster.sh
check-cluster: triancey-referee$(EXEEXT) triancey-engine$(EXEEXT)
	$(MAKE) check TESTS=tests/scheduler/schedulers.t

endif

## All positions with up to 30 empty cells and all their moves, by every kernel: half a minute.
.PHONY: check-positions
check-positions: tests/engine/positions.test$(EXEEXT)
	srcdir='$(srcdir)' tests/engine/positions.test$(EXEEXT) 30 24

## Games that were played once, to be replayed; written by the program that checks them.
.PHONY: playthroughs
playthroughs: tests/games/playthroughs.test$(EXEEXT)
	tests/games/playthroughs.test$(EXEEXT) write >$(srcdir)/tests/games/playthroughs.tmp
	mv $(srcdir)/tests/games/playthroughs.tmp $(srcdir)/tests/games/playthroughs.txt
