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
		$${RUNNER:+--with "$$RUNNER"} \
		-- $${TESTS-$(ALL_TESTS)}

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
	tests/lib/fake_scheduler.py \
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
	tests/lib/referee.py \
	tests/lib/screen.py \
	tests/lib/serve.py \
	tests/lib/site_stub.py \
	tests/lib/talking_engine.py \
	tests/lib/tgi.py \
	tests/lib/visitor.py

## A test links the rooms that its own room may include. The programs of tests/tools/ link what they need of everything.
ALL_LIBS = $(ENGINE_LIBS) $(REFEREE_LIBS) -lm
LDADD = tests/lib/libtest.a $(ALL_LIBS)
TESTS_OF_BASE = tests/lib/libtest.a base/libbase.a $(PCRE2_LIBS) $(INIH_LIBS) $(SODIUM_LIBS) -lm
TESTS_OF_GRIDS = tests/lib/libtest.a grids/libgrids.a base/libbase.a $(PCRE2_LIBS) $(INIH_LIBS) -lm
TESTS_OF_GAMES = tests/lib/libtest.a games/libgames.a $(TESTS_OF_GRIDS)
TESTS_OF_PROTOCOL = tests/lib/libtest.a games/libgames.a protocol/libprotocol.a $(TESTS_OF_GRIDS)
TESTS_OF_ENGINE = tests/lib/libtest.a $(ENGINE_LIBS) $(TESTS_OF_PROTOCOL)

## An engine that misbehaves as told; no test itself, but built with them.
check_PROGRAMS += tests/lib/fake_engine
tests_lib_fake_engine_SOURCES = tests/lib/fake_acts.c tests/lib/fake_acts.h tests/lib/fake_engine.c tests/lib/fake_deeds.c tests/lib/fake_deeds.h
tests_lib_fake_engine_LDADD = tests/lib/libtest.a games/libgames.a protocol/libprotocol.a grids/libgrids.a base/libbase.a \
	$(PCRE2_LIBS) $(INIH_LIBS)

## The programs with a clock that tests set (tests/lib/given_clock.h): linked, not compiled once more.
check_PROGRAMS += tests/clocked/triancey-engine
tests_clocked_triancey_engine_SOURCES = $(triancey_engine_SOURCES) tests/lib/given_clock.c
tests_clocked_triancey_engine_LDADD = $(triancey_engine_LDADD)
## Our engine with a flaw.
check_PROGRAMS += tests/lib/flawed_engine
tests_lib_flawed_engine_SOURCES = tests/lib/flawed_engine.c
tests_lib_flawed_engine_LDADD = base/libbase.a $(PCRE2_LIBS)

## One whose strength is a known function of its options.
check_PROGRAMS += tests/lib/tuned_engine
tests_lib_tuned_engine_SOURCES = tests/lib/tuned_engine.c
tests_lib_tuned_engine_LDADD = base/libbase.a -lm

if REFEREE
check_PROGRAMS += tests/clocked/triancey-referee
tests_clocked_triancey_referee_SOURCES = $(triancey_referee_SOURCES) tests/lib/given_clock.c
tests_clocked_triancey_referee_LDADD = $(triancey_referee_LDADD)

## One that tries the ways out of a sandbox.
check_PROGRAMS += tests/lib/escape/escape
tests_lib_escape_escape_SOURCES = tests/lib/escape/escape.c

## A library to be preloaded that makes one call fail; never sanitized, for it comes before all others.
EXTRA_DIST += tests/lib/fail_call.c tests/lib/fail_place.c tests/lib/fail_place.h tests/lib/faults.py tests/lib/visits.py
CLEANFILES += tests/lib/fail_call.so
check_DATA = tests/lib/load_once.so
if FAIL_CALLS
check_DATA += tests/lib/fail_call.so
endif
tests/lib/fail_call.so: tests/lib/fail_call.c tests/lib/fail_place.c tests/lib/fail_place.h
	$(AM_V_GEN)$(MKDIR_P) tests/lib && $(CC) $(WARNINGS) $(CPPFLAGS) -g -O1 -fPIC -shared -o $@ '$(srcdir)/tests/lib/fail_call.c' '$(srcdir)/tests/lib/fail_place.c'
dist_check_SCRIPTS += tests/referee/faults.t

## One with which a program is loaded once and runs many times.
EXTRA_DIST += tests/lib/load_once.c tests/lib/prepared.py
CLEANFILES += tests/lib/load_once.so
tests/lib/load_once.so: tests/lib/load_once.c
	$(AM_V_GEN)$(MKDIR_P) tests/lib && $(CC) $(WARNINGS) $(CPPFLAGS) -g -O1 -fPIC -shared -o $@ '$(srcdir)/tests/lib/load_once.c'

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
	tests/base/text.test
tests_base_affinity_test_SOURCES = tests/base/affinity.c
tests_base_affinity_test_LDADD = $(TESTS_OF_BASE)
tests_base_calendar_test_SOURCES = tests/base/calendar.c
tests_base_calendar_test_LDADD = $(TESTS_OF_BASE)
tests_base_csv_test_SOURCES = tests/base/csv.c
tests_base_csv_test_LDADD = $(TESTS_OF_BASE)
tests_base_ini_test_SOURCES = tests/base/ini.c
tests_base_ini_test_LDADD = $(TESTS_OF_BASE)
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
	tests/games/game_contract.test tests/games/picture.test tests/games/playthroughs.test \
	tests/games/triancey.test tests/games/triancey_vectors.test tests/games/triangulation.test \
	tests/games/triangulation_text.test \
	tests/games/trioker.test tests/games/trioker_layout.test tests/games/trioker_naive.test tests/games/trioker_text.test tests/games/tritt.test
tests_games_game_contract_test_SOURCES = tests/games/game_contract.c
tests_games_game_contract_test_LDADD = $(TESTS_OF_GAMES)
tests_games_picture_test_SOURCES = tests/games/picture.c
tests_games_picture_test_LDADD = $(TESTS_OF_GAMES)
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

## engine/
UNIT_TESTS += \
	tests/engine/evaluation.test tests/engine/graph.test tests/engine/kernel.test \
	tests/engine/limits.test tests/engine/mcts.test tests/engine/players.test \
	tests/engine/positions.test tests/engine/product.test tests/engine/symmetry.test \
	tests/engine/triangulation_players.test tests/engine/trioker_players.test \
	tests/engine/tritt_players.test \
	tests/engine/tritt_tactics.test
tests_engine_limits_test_SOURCES = tests/engine/limits.c
tests_engine_limits_test_LDADD = $(TESTS_OF_ENGINE)
tests_engine_evaluation_test_SOURCES = tests/engine/evaluation.c
tests_engine_evaluation_test_LDADD = $(TESTS_OF_ENGINE)
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
	tests/engine/bench.t tests/engine/data.t tests/engine/describe.t tests/engine/dialogue.t tests/engine/eval.t tests/engine/evaluate.t tests/engine/manual_examples.t tests/engine/multipv.t tests/engine/player_choice.t tests/engine/ponder.t tests/engine/scarce.t \
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

if REFEREE
## page/: what needs no DOM is asked of its scripts and its engine in node, the rest in a real browser; skipped without
## them, or without the page. TRIANCEY_PAGE_GAMES=N plays more.
dist_check_SCRIPTS += \
	tests/page/bundle.t tests/page/engine.t tests/page/join.t

## referee/
UNIT_TESTS += \
	tests/referee/accounts.test \
	tests/referee/choices.test \
	tests/referee/club_analysis.test \
	tests/referee/club_analyst.test \
	tests/referee/club_damaged.test \
	tests/referee/club_games.test \
	tests/referee/club_ranking.test \
	tests/referee/club_refused.test \
	tests/referee/draw_terminal.test \
	tests/referee/event_log.test \
	tests/referee/formats.test \
	tests/referee/hidden.test \
	tests/referee/keys.test \
	tests/referee/league.test \
	tests/referee/live.test \
	tests/referee/limits.test \
	tests/referee/match.test \
	tests/referee/moves.test \
	tests/referee/opening.test \
	tests/referee/options.test \
	tests/referee/process.test \
	tests/referee/program.test \
	tests/referee/record_checkpoint.test \
	tests/referee/rules_pictures.test \
	tests/referee/rules_pictures_armies.test \
	tests/referee/said.test \
	tests/referee/sandbox.test \
	tests/referee/scratch.test \
	tests/referee/seats.test \
	tests/referee/setup.test \
	tests/referee/sprt.test \
	tests/referee/spsa.test \
	tests/referee/standings.test \
	tests/referee/fit.test tests/referee/statistics.test \
	tests/referee/tables.test \
	tests/referee/tables_hidden.test \
	tests/referee/tables_kept.test \
	tests/referee/tables_wishes.test \
	tests/referee/tournament.test \
	tests/referee/tasks.test \
	tests/referee/trial.test \
	tests/referee/week.test
tests_referee_accounts_test_SOURCES = tests/referee/accounts.c
tests_referee_choices_test_SOURCES = tests/referee/choices.c
tests_referee_keys_test_SOURCES = tests/referee/keys.c
tests_referee_club_analysis_test_SOURCES = tests/referee/club_analysis.c
tests_referee_club_analyst_test_SOURCES = tests/referee/club_analyst.c
tests_referee_club_damaged_test_SOURCES = tests/referee/club_damaged.c
tests_referee_club_games_test_SOURCES = tests/referee/club_games.c
tests_referee_club_ranking_test_SOURCES = tests/referee/club_ranking.c
tests_referee_club_refused_test_SOURCES = tests/referee/club_refused.c
tests_referee_tables_test_SOURCES = tests/referee/tables.c
tests_referee_tables_hidden_test_SOURCES = tests/referee/tables_hidden.c
tests_referee_tables_kept_test_SOURCES = tests/referee/tables_kept.c
tests_referee_tables_wishes_test_SOURCES = tests/referee/tables_wishes.c
tests_referee_draw_terminal_test_SOURCES = tests/referee/draw_terminal.c
tests_referee_event_log_test_SOURCES = tests/referee/event_log.c
tests_referee_formats_test_SOURCES = tests/referee/formats.c
tests_referee_hidden_test_SOURCES = tests/referee/hidden.c
tests_referee_league_test_SOURCES = tests/referee/league.c
tests_referee_live_test_SOURCES = tests/referee/live.c
tests_referee_limits_test_SOURCES = tests/referee/limits.c
tests_referee_match_test_SOURCES = tests/referee/match.c
tests_referee_moves_test_SOURCES = tests/referee/moves.c
tests_referee_opening_test_SOURCES = tests/referee/opening.c
tests_referee_options_test_SOURCES = tests/referee/options.c
tests_referee_rules_pictures_test_SOURCES = tests/referee/rules_pictures.c
tests_referee_rules_pictures_armies_test_SOURCES = tests/referee/rules_pictures_armies.c
tests_referee_said_test_SOURCES = tests/referee/said.c
tests_referee_process_test_SOURCES = tests/referee/process.c
tests_referee_sandbox_test_SOURCES = tests/referee/sandbox.c
tests_referee_scratch_test_SOURCES = tests/referee/scratch.c
tests_referee_program_test_SOURCES = tests/referee/program.c
tests_referee_record_checkpoint_test_SOURCES = tests/referee/record_checkpoint.c
tests_referee_seats_test_SOURCES = tests/referee/seats.c
tests_referee_setup_test_SOURCES = tests/referee/setup.c
tests_referee_sprt_test_SOURCES = tests/referee/sprt.c
tests_referee_spsa_test_SOURCES = tests/referee/spsa.c
tests_referee_standings_test_SOURCES = tests/referee/standings.c
tests_referee_fit_test_SOURCES = tests/referee/fit.c
tests_referee_statistics_test_SOURCES = tests/referee/statistics.c
tests_referee_tournament_test_SOURCES = tests/referee/tournament.c
tests_referee_tasks_test_SOURCES = tests/referee/tasks.c
tests_referee_trial_test_SOURCES = tests/referee/trial.c
tests_referee_week_test_SOURCES = tests/referee/week.c
dist_check_SCRIPTS += \
	tests/referee/altered.t tests/referee/certify.t tests/referee/completion.t tests/referee/dealt.t tests/referee/documents.t tests/referee/draw_svg.t \
	tests/referee/french.t tests/referee/grid_command.t tests/referee/gui.t \
	tests/referee/hostile.t tests/referee/join.t tests/referee/killed.t tests/referee/moves_json.t tests/referee/log.t tests/referee/manual_examples.t tests/referee/openings.t tests/referee/output.t \
	tests/referee/play.t tests/referee/ponder.t tests/referee/prompt.t tests/referee/prompt_choose.t tests/referee/prompt_typed.t tests/referee/puzzle.t tests/referee/rank_page.t tests/referee/rare_records.t tests/referee/ratings.t tests/referee/records.t tests/referee/repeats.t tests/referee/replay_steps.t tests/referee/report.t tests/referee/report_follow.t tests/referee/report_steps.t \
	tests/referee/after_game.t tests/referee/attacks.t tests/referee/proxied.t tests/referee/public.t tests/referee/serve_full.t tests/referee/serve_handed.t tests/referee/serve_killed.t tests/referee/service.t \
	tests/referee/rounds.t \
	tests/referee/serve.t tests/referee/serve_document.t \
	tests/referee/serve_leagues.t \
	tests/referee/serve_ranking.t tests/referee/serve_tables.t \
	tests/referee/positions.t tests/referee/said_record.t \
	tests/referee/scarce.t tests/referee/strange.t \
	tests/referee/site_operator.t \
	tests/referee/telling.t tests/referee/terms.t tests/referee/told.t tests/referee/tune.t tests/referee/usage.t tests/referee/utf8.t
EXTRA_DIST += tests/referee/published-games.csv

dist_check_SCRIPTS += tests/page/access.t tests/page/board.t tests/page/game.t tests/page/geometry.t tests/page/keeping.t tests/page/learn.t \
	tests/page/new_game.t tests/page/play.t tests/page/remote.t tests/page/site.t tests/page/site_access.t tests/page/site_live.t tests/page/site_trouble.t tests/page/touch.t tests/page/transport_http.t tests/page/trouble.t \
	tests/page/ways.t tests/page/widths.t

## The job scripts and schedulers, under GNU parallel and Slurm, which it starts: four minutes.
EXTRA_DIST += tests/referee/cluster.t tests/referee/schedulers.t tests/lib/slurm_cluster.sh
check-cluster: triancey-referee$(EXEEXT) triancey-engine$(EXEEXT)
	$(MAKE) check TESTS='tests/referee/cluster.t tests/referee/schedulers.t'

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
