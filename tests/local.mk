## tests/ - TAP tests (run by `make check`, or one by one with prove), fuzzers, benchmarks.
TEST_LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
TEST_EXTENSIONS = .t
T_LOG_DRIVER = $(TEST_LOG_DRIVER)
AM_TESTS_ENVIRONMENT = LANGUAGE=en; export LANGUAGE; srcdir='$(srcdir)'; export srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir;

check_LIBRARIES += tests/libtap.a
tests_libtap_a_SOURCES = tests/tap.c tests/tap.h

TESTS = $(check_PROGRAMS) $(dist_check_SCRIPTS)

## Boards (grids/).
check_PROGRAMS += tests/grid.t tests/grid_ini.t tests/grid_word.t
tests_grid_t_SOURCES = tests/grid.c
tests_grid_t_LDADD = tests/libtap.a grids/libgrids.a $(INIH_LIBS)
tests_grid_ini_t_SOURCES = tests/grid_ini.c
tests_grid_ini_t_LDADD = tests/libtap.a grids/libgrids.a $(INIH_LIBS)
tests_grid_word_t_SOURCES = tests/grid_word.c
tests_grid_word_t_LDADD = tests/libtap.a grids/libgrids.a $(INIH_LIBS)
EXTRA_DIST += tests/boards.txt
EXTRA_PROGRAMS += tests/fuzz_grid
tests_fuzz_grid_SOURCES = tests/fuzz_grid.c
tests_fuzz_grid_LDADD = grids/libgrids.a $(INIH_LIBS)
tests_fuzz_grid_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
if FUZZERS
noinst_PROGRAMS += tests/fuzz_grid
endif

## Rules (games/).
GAME_LIBS = games/libgames.a grids/libgrids.a $(INIH_LIBS)
check_PROGRAMS += tests/triancey.t tests/triancey_vectors.t tests/game_contract.t
tests_triancey_t_SOURCES = tests/triancey.c tests/naive.c tests/naive.h
tests_triancey_t_LDADD = tests/libtap.a $(GAME_LIBS)
tests_triancey_vectors_t_SOURCES = tests/triancey_vectors.c
tests_triancey_vectors_t_LDADD = tests/libtap.a $(ENGINE_LIBS) $(GAME_LIBS)
tests_game_contract_t_SOURCES = tests/game_contract.c tests/nullgame.c tests/nullgame.h
tests_game_contract_t_LDADD = tests/libtap.a $(GAME_LIBS)
EXTRA_DIST += tests/triancey-vectors.txt
check_PROGRAMS += tests/tritt.t
tests_tritt_t_SOURCES = tests/tritt.c tests/naive_tritt.c tests/naive_tritt.h
tests_tritt_t_LDADD = tests/libtap.a $(GAME_LIBS)
## Games that were played once, to be replayed; written by the program that checks them.
check_PROGRAMS += tests/playthroughs.t
tests_playthroughs_t_SOURCES = tests/playthroughs.c
tests_playthroughs_t_LDADD = tests/libtap.a $(GAME_LIBS)
EXTRA_DIST += tests/playthroughs.txt
.PHONY: playthroughs
playthroughs: tests/playthroughs.t$(EXEEXT)
	tests/playthroughs.t$(EXEEXT) write >$(srcdir)/tests/playthroughs.tmp
	mv $(srcdir)/tests/playthroughs.tmp $(srcdir)/tests/playthroughs.txt
check_PROGRAMS += tests/triangulation.t
tests_triangulation_t_SOURCES = tests/triangulation.c tests/naive_triangulation.c \
	tests/naive_triangulation.h tests/naive_triangulation_ways.c \
	tests/triangulation_position.c tests/triangulation_position.h
tests_triangulation_t_LDADD = tests/libtap.a $(GAME_LIBS)

## Protocol and engine.
dist_check_SCRIPTS += tests/protocol_document.t tests/engine_dialogue.t \
	tests/engine_multipv.t tests/engine_ponder.t
EXTRA_DIST += tests/tgi.py tests/minimal_engine.py
check_PROGRAMS += tests/mcts.t
tests_mcts_t_SOURCES = tests/mcts.c tests/nullgame.c tests/nullgame.h
tests_mcts_t_LDADD = tests/libtap.a $(ENGINE_LIBS) $(GAME_LIBS)

## What the reference computer shows, beside the published figures.
STATISTICS = tests/statistics.c tests/statistics.h
check_PROGRAMS += tests/statistics_sample.t
tests_statistics_sample_t_SOURCES = tests/statistics_sample.c $(STATISTICS)
tests_statistics_sample_t_LDADD = tests/libtap.a $(ENGINE_LIBS) $(GAME_LIBS) -lm
EXTRA_PROGRAMS += tests/bench_statistics
tests_bench_statistics_SOURCES = tests/bench_statistics.c $(STATISTICS)
tests_bench_statistics_LDADD = $(ENGINE_LIBS) $(GAME_LIBS) -lm
CLEANFILES += tests/bench_statistics
bench-statistics: tests/bench_statistics
	tests/bench_statistics
.PHONY: bench-statistics

## Games of Triangulation between the engine's players: tests/bench_triangulation says how.
EXTRA_PROGRAMS += tests/bench_triangulation
tests_bench_triangulation_SOURCES = tests/bench_triangulation.c
tests_bench_triangulation_LDADD = $(ENGINE_LIBS) $(GAME_LIBS) -lm
CLEANFILES += tests/bench_triangulation$(EXEEXT)
bench-triangulation: tests/bench_triangulation$(EXEEXT)
	tests/bench_triangulation search greedy greedy games 300
	tests/bench_triangulation search mcts mcts
	tests/bench_triangulation search each each
	tests/bench_triangulation each search search
.PHONY: bench-triangulation

## The tool that finds weights and parameters (engine/README.md).
EXTRA_PROGRAMS += tests/tune
tests_tune_SOURCES = tests/tune.c tests/tune.h tests/tune_evaluation.c tests/tune_order.c \
	tests/tune_search.c tests/tune_tritt.c
tests_tune_LDADD = $(ENGINE_LIBS) $(GAME_LIBS) -lm
CLEANFILES += tests/tune$(EXEEXT)
tune: tests/tune$(EXEEXT)
.PHONY: tune

## Referee.
check_PROGRAMS += tests/referee_setup.t tests/referee_league.t tests/referee_match.t \
	tests/referee_process.t tests/referee_program.t
REFEREE_RUN = tests/referee_run.c tests/referee_run.h
tests_referee_setup_t_SOURCES = tests/referee_setup.c
tests_referee_setup_t_LDADD = tests/libtap.a $(REFEREE_LIBS)
tests_referee_league_t_SOURCES = tests/referee_league.c $(REFEREE_RUN)
tests_referee_league_t_LDADD = tests/libtap.a $(REFEREE_LIBS)
tests_referee_match_t_SOURCES = tests/referee_match.c $(REFEREE_RUN)
tests_referee_process_t_SOURCES = tests/referee_process.c $(REFEREE_RUN)
tests_referee_process_t_LDADD = tests/libtap.a $(REFEREE_LIBS)
tests_referee_program_t_SOURCES = tests/referee_program.c $(REFEREE_RUN)
tests_referee_program_t_LDADD = tests/libtap.a $(REFEREE_LIBS)
tests_referee_match_t_LDADD = tests/libtap.a $(REFEREE_LIBS)
check_PROGRAMS += tests/referee_tournament.t
tests_referee_tournament_t_SOURCES = tests/referee_tournament.c
tests_referee_tournament_t_LDADD = tests/libtap.a $(REFEREE_LIBS)
check_PROGRAMS += tests/referee_formats.t
tests_referee_formats_t_SOURCES = tests/referee_formats.c $(REFEREE_RUN)
tests_referee_formats_t_LDADD = tests/libtap.a $(REFEREE_LIBS)
check_PROGRAMS += tests/referee_seats.t
tests_referee_seats_t_SOURCES = tests/referee_seats.c tests/nullgame.c tests/nullgame.h $(REFEREE_RUN)
tests_referee_seats_t_LDADD = tests/libtap.a $(REFEREE_LIBS)
EXTRA_DIST += tests/null_engine.py
check_PROGRAMS += tests/calendar.t
tests_calendar_t_SOURCES = tests/calendar.c
tests_calendar_t_LDADD = tests/libtap.a $(REFEREE_LIBS)
dist_check_SCRIPTS += tests/report.t tests/completion.t tests/referee_output.t tests/referee_records.t
dist_check_SCRIPTS += tests/referee_hostile.t tests/referee_killed.t \
	tests/referee_log.t tests/referee_ponder.t tests/referee_terms.t
EXTRA_DIST += tests/messages.py tests/referee.py
EXTRA_DIST += tests/published-games.csv
## The job scripts, under GNU parallel and Slurm, which it starts: half a minute.
EXTRA_DIST += tests/cluster.t tests/slurm_cluster.sh
.PHONY: check-cluster
check-cluster: triancey-referee$(EXEEXT) triancey-engine$(EXEEXT)
	$(MAKE) check TESTS=tests/cluster.t
## An engine that misbehaves as told; no test itself, but built with them.
EXTRA_PROGRAMS += tests/fake_engine tests/bench_referee
tests_fake_engine_SOURCES = tests/fake_engine.c tests/fake_deeds.c tests/fake_deeds.h
tests_fake_engine_LDADD = protocol/libprotocol.a games/libgames.a grids/libgrids.a \
	$(PCRE2_LIBS) $(INIH_LIBS)
tests_referee_match_t_DEPENDENCIES = tests/libtap.a tests/fake_engine$(EXEEXT) \
	referee/libreferee.a games/libgames.a protocol/libprotocol.a grids/libgrids.a
tests_referee_program_t_DEPENDENCIES = $(tests_referee_match_t_DEPENDENCIES)
tests_bench_referee_SOURCES = tests/bench_referee.c
tests_bench_referee_LDADD = $(REFEREE_LIBS)
CLEANFILES += tests/fake_engine$(EXEEXT) tests/bench_referee$(EXEEXT)
.PHONY: bench-referee
bench-referee: tests/bench_referee$(EXEEXT) tests/fake_engine$(EXEEXT) triancey-engine$(EXEEXT)
	tests/bench_referee$(EXEEXT)

## Statistics; the errors of sequential tests are found by simulation.
SPRT_RUNS = tests/sprt_runs.c tests/sprt_runs.h
check_PROGRAMS += tests/referee_statistics.t tests/sprt.t
tests_referee_statistics_t_SOURCES = tests/referee_statistics.c
tests_referee_statistics_t_LDADD = tests/libtap.a $(REFEREE_LIBS)
tests_sprt_t_SOURCES = tests/sprt.c $(SPRT_RUNS)
tests_sprt_t_LDADD = tests/libtap.a $(REFEREE_LIBS)
check_PROGRAMS += tests/trial.t tests/standings.t
tests_trial_t_SOURCES = tests/trial.c
tests_trial_t_LDADD = tests/libtap.a $(REFEREE_LIBS)
tests_standings_t_SOURCES = tests/standings.c tests/nullgame.c tests/nullgame.h
tests_standings_t_LDADD = tests/libtap.a $(REFEREE_LIBS)
EXTRA_PROGRAMS += tests/bench_sprt
tests_bench_sprt_SOURCES = tests/bench_sprt.c $(SPRT_RUNS)
tests_bench_sprt_LDADD = $(REFEREE_LIBS)
CLEANFILES += tests/bench_sprt$(EXEEXT)
.PHONY: bench-sprt
bench-sprt: tests/bench_sprt$(EXEEXT)
	tests/bench_sprt$(EXEEXT)

## A large record, for what must be quick on one.
EXTRA_PROGRAMS += tests/make_record
tests_make_record_SOURCES = tests/make_record.c
tests_make_record_LDADD = $(REFEREE_LIBS)
CLEANFILES += tests/make_record$(EXEEXT)
EXTRA_DIST += tests/bench_records.py
.PHONY: bench-records
bench-records: tests/make_record$(EXEEXT) triancey-referee$(EXEEXT)
	top_builddir=. $(srcdir)/tests/bench_records.py $(HALVES)

## Whether the referee stays as small as it is in a run of 10,000 games.
EXTRA_DIST += tests/bench_flat.py
.PHONY: bench-flat
bench-flat: triancey-referee$(EXEEXT) tests/fake_engine$(EXEEXT)
	top_builddir=. srcdir='$(srcdir)' $(srcdir)/tests/bench_flat.py

## Whether the search keeps its time and its memory; HALVES=N for another number than 2,000.
EXTRA_DIST += tests/bench_forfeits.py
.PHONY: bench-forfeits
bench-forfeits: triancey-referee$(EXEEXT) triancey-engine$(EXEEXT)
	top_builddir=. $(srcdir)/tests/bench_forfeits.py $(HALVES)

check_PROGRAMS += tests/protocol.t
tests_protocol_t_SOURCES = tests/protocol.c
tests_protocol_t_LDADD = tests/libtap.a protocol/libprotocol.a $(PCRE2_LIBS)
EXTRA_PROGRAMS += tests/fuzz_engine
tests_fuzz_engine_SOURCES = tests/fuzz_engine.c
tests_fuzz_engine_LDADD = $(ENGINE_LIBS) games/libgames.a protocol/libprotocol.a \
	grids/libgrids.a $(PCRE2_LIBS) $(INIH_LIBS)
tests_fuzz_engine_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
EXTRA_PROGRAMS += tests/fuzz_positions
tests_fuzz_positions_SOURCES = tests/fuzz_positions.c
tests_fuzz_positions_LDADD = $(tests_fuzz_engine_LDADD)
tests_fuzz_positions_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
EXTRA_PROGRAMS += tests/fuzz_import
tests_fuzz_import_SOURCES = tests/fuzz_import.c
tests_fuzz_import_LDADD = $(REFEREE_LIBS)
tests_fuzz_import_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
if FUZZERS
noinst_PROGRAMS += tests/fuzz_engine tests/fuzz_import tests/fuzz_positions
endif

check_PROGRAMS += tests/kernel.t
tests_kernel_t_SOURCES = tests/kernel.c tests/arena.c tests/arena.h tests/naive.c tests/naive.h
tests_kernel_t_LDADD = tests/libtap.a $(ENGINE_LIBS) $(GAME_LIBS)
check_PROGRAMS += tests/symmetry.t
tests_symmetry_t_SOURCES = tests/symmetry.c
tests_symmetry_t_LDADD = tests/libtap.a $(ENGINE_LIBS) $(GAME_LIBS) protocol/libprotocol.a $(PCRE2_LIBS)

check_PROGRAMS += tests/evaluation.t
tests_evaluation_t_SOURCES = tests/evaluation.c tests/arena.c tests/arena.h tests/naive.c \
	tests/naive.h
tests_evaluation_t_LDADD = tests/libtap.a $(ENGINE_LIBS) $(GAME_LIBS) -lm
check_PROGRAMS += tests/clock.t
tests_clock_t_SOURCES = tests/clock.c
tests_clock_t_LDADD = tests/libtap.a $(ENGINE_LIBS) $(GAME_LIBS) protocol/libprotocol.a $(PCRE2_LIBS)
check_PROGRAMS += tests/graph.t
tests_graph_t_SOURCES = tests/graph.c
tests_graph_t_LDADD = tests/libtap.a $(ENGINE_LIBS) $(GAME_LIBS)

check_PROGRAMS += tests/tritt_players.t tests/tritt_tactics.t
tests_tritt_players_t_SOURCES = tests/tritt_players.c tests/naive_tritt.c tests/naive_tritt.h
tests_tritt_players_t_LDADD = tests/libtap.a $(ENGINE_LIBS) $(GAME_LIBS)
tests_tritt_tactics_t_SOURCES = tests/tritt_tactics.c
tests_tritt_tactics_t_LDADD = tests/libtap.a $(ENGINE_LIBS) $(GAME_LIBS)
check_PROGRAMS += tests/armies.t
tests_armies_t_SOURCES = tests/armies.c tests/triangulation_position.c \
	tests/triangulation_position.h
tests_armies_t_LDADD = tests/libtap.a $(ENGINE_LIBS) $(GAME_LIBS)
check_PROGRAMS += tests/players.t
tests_players_t_SOURCES = tests/players.c
tests_players_t_LDADD = tests/libtap.a $(ENGINE_LIBS) $(GAME_LIBS)

## Positions with their exact margins: written by one program, checked by another.
EXTRA_PROGRAMS += tests/make_positions
tests_make_positions_SOURCES = tests/make_positions.c
tests_make_positions_LDADD = $(ENGINE_LIBS) $(GAME_LIBS) protocol/libprotocol.a $(PCRE2_LIBS)
CLEANFILES += tests/make_positions$(EXEEXT)
EXTRA_DIST += tests/positions.txt
.PHONY: positions
positions: tests/make_positions$(EXEEXT)
	tests/make_positions$(EXEEXT) >$(srcdir)/tests/positions.tmp
	mv $(srcdir)/tests/positions.tmp $(srcdir)/tests/positions.txt
check_PROGRAMS += tests/positions.t
tests_positions_t_SOURCES = tests/positions.c tests/naive.c tests/naive.h \
	tests/naive_solver.c tests/naive_solver.h
tests_positions_t_LDADD = tests/libtap.a $(ENGINE_LIBS) $(GAME_LIBS) protocol/libprotocol.a \
	$(PCRE2_LIBS)
## All with up to 30 empty cells and all their moves, by every kernel: half a minute.
.PHONY: check-positions
check-positions: tests/positions.t$(EXEEXT)
	srcdir='$(srcdir)' tests/positions.t$(EXEEXT) 30 24

## Pictures and the prompt.
check_PROGRAMS += tests/picture.t tests/draw_terminal.t
tests_picture_t_SOURCES = tests/picture.c tests/naive.c tests/naive.h
tests_picture_t_LDADD = tests/libtap.a $(GAME_LIBS)
tests_draw_terminal_t_SOURCES = tests/draw_terminal.c
tests_draw_terminal_t_LDADD = tests/libtap.a $(REFEREE_LIBS)
dist_check_SCRIPTS += tests/draw_svg.t tests/french.t tests/play.t
