## tests/tools/ - benchmarks, fuzzers, generators, and the tuner: built when they are asked for.
EXTRA_PROGRAMS += $(TOOLS) $(FUZZERS_ALL)
TOOLS = tests/tools/bench_club tests/tools/bench_library tests/tools/bench_referee tests/tools/bench_site tests/tools/bench_sprt tests/tools/bench_statistics \
	tests/tools/bench_triangulation tests/tools/make_positions tests/tools/make_puzzles tests/tools/make_record \
	tests/tools/tune
CLEANFILES += $(TOOLS)
tests_tools_bench_club_SOURCES = tests/tools/bench_club.c
tests_tools_bench_library_SOURCES = tests/tools/bench_library.c
tests_tools_bench_library_LDADD = $(LIBRARY_LIBS)
tests_tools_bench_referee_SOURCES = tests/tools/bench_referee.c
tests_tools_bench_site_SOURCES = tests/tools/bench_site.c tests/tools/load_club.c tests/tools/load_club.h \
	tests/tools/load_link.c tests/tools/load_link.h tests/tools/load_lobby.c tests/tools/load_lobby.h tests/tools/load_person.c tests/tools/load_person.h \
	tests/tools/load_server.c tests/tools/load_server.h
tests_tools_bench_site_CFLAGS = $(AM_CFLAGS) $(JSON_C_CFLAGS)
tests_tools_bench_sprt_SOURCES = tests/tools/bench_sprt.c
tests_tools_bench_statistics_SOURCES = tests/tools/bench_statistics.c
tests_tools_bench_triangulation_SOURCES = tests/tools/bench_triangulation.c
tests_tools_make_positions_SOURCES = tests/tools/make_positions.c
tests_tools_make_puzzles_SOURCES = tests/tools/make_puzzles.c
tests_tools_make_record_SOURCES = tests/tools/make_record.c
tests_tools_tune_SOURCES = tests/tools/tune.c tests/tools/tune.h tests/tools/tune_evaluation.c \
	tests/tools/tune_order.c tests/tools/tune_search.c tests/tools/tune_triangulation.c tests/tools/tune_trioker.c tests/tools/tune_tritt.c
EXTRA_DIST += tests/tools/make_dataset tests/tools/make_daily.py tests/tools/atlas.py tests/tools/regret.py tests/tools/soak.py tests/tools/bench_flat.py tests/tools/bench_python.py tests/tools/bench_gui.py tests/tools/bench_forfeits.py tests/tools/bench_levels.py tests/tools/bench_lighthouse.py tests/tools/bench_openings.py tests/tools/bench_page.py tests/tools/bench_page_play.py tests/tools/bench_pages.py tests/tools/bench_pipe.py tests/tools/bench_records.py

## Fuzzers: built by --enable-fuzzers. Each is a file of its name, and what it shares with others: fuzz_help.c,
## with boards that are read once (--wrap); fuzz_process.c, where no process is to be started.
FUZZ_PATH = tests/tools/fuzz_path.c tests/tools/fuzz_path.h
FUZZ_HELP = tests/tools/fuzz_help.c tests/tools/fuzz_help.h $(FUZZ_PATH)
LDFLAGS_OF_FUZZERS = $(AM_LDFLAGS) -fsanitize=fuzzer
LDFLAGS_OF_HELPED = $(LDFLAGS_OF_FUZZERS) -Wl,--wrap=grid_find
FUZZERS_ALL = \
	tests/tools/fuzz_arguments \
	tests/tools/fuzz_engine \
	tests/tools/fuzz_grid \
	tests/tools/fuzz_import \
	tests/tools/fuzz_layout \
	tests/tools/fuzz_league \
	tests/tools/fuzz_lines \
	tests/tools/fuzz_moves \
	tests/tools/fuzz_positions \
	tests/tools/fuzz_record \
	tests/tools/fuzz_saved \
	tests/tools/fuzz_shape \
	tests/tools/fuzz_site \
	tests/tools/fuzz_spelling \
	tests/tools/fuzz_words
tests_tools_fuzz_arguments_SOURCES = tests/tools/fuzz_arguments.c $(FUZZ_HELP) tests/tools/fuzz_process.c tests/tools/fuzz_process.h
tests_tools_fuzz_arguments_LDFLAGS = $(LDFLAGS_OF_HELPED)
tests_tools_fuzz_arguments_LDADD = $(ALL_LIBS)
tests_tools_fuzz_engine_SOURCES = tests/tools/fuzz_engine.c $(FUZZ_HELP)
tests_tools_fuzz_engine_LDFLAGS = $(LDFLAGS_OF_HELPED)
tests_tools_fuzz_engine_LDADD = $(ALL_LIBS)
tests_tools_fuzz_grid_SOURCES = tests/tools/fuzz_grid.c
tests_tools_fuzz_grid_LDFLAGS = $(LDFLAGS_OF_FUZZERS)
tests_tools_fuzz_grid_LDADD = $(ALL_LIBS)
tests_tools_fuzz_import_SOURCES = tests/tools/fuzz_import.c $(FUZZ_HELP)
tests_tools_fuzz_import_LDFLAGS = $(LDFLAGS_OF_HELPED)
tests_tools_fuzz_import_LDADD = $(ALL_LIBS)
tests_tools_fuzz_layout_SOURCES = tests/tools/fuzz_layout.c $(FUZZ_HELP)
tests_tools_fuzz_layout_LDFLAGS = $(LDFLAGS_OF_HELPED)
tests_tools_fuzz_layout_LDADD = $(ALL_LIBS)
tests_tools_fuzz_league_SOURCES = tests/tools/fuzz_league.c $(FUZZ_HELP)
tests_tools_fuzz_league_LDFLAGS = $(LDFLAGS_OF_HELPED)
tests_tools_fuzz_league_LDADD = $(ALL_LIBS)
tests_tools_fuzz_lines_SOURCES = tests/tools/fuzz_lines.c $(FUZZ_HELP) tests/tools/fuzz_process.c tests/tools/fuzz_process.h
tests_tools_fuzz_lines_LDFLAGS = $(LDFLAGS_OF_HELPED)
tests_tools_fuzz_lines_LDADD = $(ALL_LIBS)
tests_tools_fuzz_moves_SOURCES = tests/tools/fuzz_moves.c $(FUZZ_HELP)
tests_tools_fuzz_moves_LDFLAGS = $(LDFLAGS_OF_HELPED)
tests_tools_fuzz_moves_LDADD = $(ALL_LIBS)
tests_tools_fuzz_positions_SOURCES = tests/tools/fuzz_positions.c $(FUZZ_HELP)
tests_tools_fuzz_positions_LDFLAGS = $(LDFLAGS_OF_HELPED)
tests_tools_fuzz_positions_LDADD = $(ALL_LIBS)
tests_tools_fuzz_record_SOURCES = tests/tools/fuzz_record.c $(FUZZ_HELP)
tests_tools_fuzz_record_LDFLAGS = $(LDFLAGS_OF_HELPED)
tests_tools_fuzz_record_LDADD = $(ALL_LIBS)
tests_tools_fuzz_saved_SOURCES = tests/tools/fuzz_saved.c $(FUZZ_HELP)
tests_tools_fuzz_saved_LDFLAGS = $(LDFLAGS_OF_HELPED)
tests_tools_fuzz_saved_LDADD = $(ALL_LIBS)
tests_tools_fuzz_shape_SOURCES = tests/tools/fuzz_shape.c $(FUZZ_HELP)
tests_tools_fuzz_shape_LDFLAGS = $(LDFLAGS_OF_HELPED)
tests_tools_fuzz_shape_LDADD = $(LDADD)
tests_tools_fuzz_site_SOURCES = tests/tools/fuzz_site.c $(FUZZ_PATH)
tests_tools_fuzz_site_CFLAGS = $(AM_CFLAGS) $(JSON_C_CFLAGS) $(SODIUM_CFLAGS)
tests_tools_fuzz_site_LDFLAGS = $(LDFLAGS_OF_FUZZERS)
tests_tools_fuzz_site_LDADD = $(ALL_LIBS)
tests_tools_fuzz_spelling_SOURCES = tests/tools/fuzz_spelling.c $(FUZZ_HELP)
tests_tools_fuzz_spelling_LDFLAGS = $(LDFLAGS_OF_HELPED)
tests_tools_fuzz_spelling_LDADD = $(ALL_LIBS)
tests_tools_fuzz_words_SOURCES = tests/tools/fuzz_words.c
tests_tools_fuzz_words_LDFLAGS = $(LDFLAGS_OF_FUZZERS)
tests_tools_fuzz_words_LDADD = $(ALL_LIBS)
EXTRA_DIST += tests/tools/run_fuzzers tests/tools/fuzz_arguments.dict tests/tools/fuzz_import.dict \
	tests/tools/fuzz_ini.dict tests/tools/fuzz_protocol.dict tests/tools/fuzz_arguments_seeds \
	tests/tools/fuzz_import_seeds tests/tools/fuzz_league_seeds tests/tools/fuzz_lines_seeds \
	tests/tools/fuzz_moves_seeds tests/tools/fuzz_record_seeds tests/tools/fuzz_saved_seeds \
	tests/tools/fuzz_site_seeds
if FUZZERS
noinst_PROGRAMS += $(FUZZERS_ALL)
endif

.PHONY: bench-library bench-statistics bench-triangulation bench-referee bench-sprt bench-records bench-club bench-flat bench-python bench-gui \
	bench-forfeits \
	bench-forfeits bench-levels bench-lighthouse bench-openings bench-page bench-pipe bench-site fuzz tune positions

## Steps a second of libtriancey; BOARD='tritt size 5' for another board.
bench-library: tests/tools/bench_library$(EXEEXT)
	tests/tools/bench_library$(EXEEXT) $${BOARD:+"$$BOARD"}

## The results of the reference computer, compared with the published figures; HALVES=N for another number.
bench-statistics: tests/tools/bench_statistics$(EXEEXT)
	tests/tools/bench_statistics$(EXEEXT) $(HALVES)

## Games of Triangulation between the engine's players: tests/tools/bench_triangulation says how.
bench-triangulation: tests/tools/bench_triangulation$(EXEEXT)
	tests/tools/bench_triangulation search greedy greedy games 300
	tests/tools/bench_triangulation search mcts mcts
	tests/tools/bench_triangulation search each each
	tests/tools/bench_triangulation each search search

## What a move costs through the referee; ROUNDS=N for another number than 200.
bench-referee: tests/tools/bench_referee$(EXEEXT) tests/lib/fake_engine$(EXEEXT) triancey-engine$(EXEEXT)
	tests/tools/bench_referee$(EXEEXT) $(ROUNDS)

## The errors of sequential tests, found by simulation; RUNS=N for another number than 4,000.
bench-sprt: tests/tools/bench_sprt$(EXEEXT)
	tests/tools/bench_sprt$(EXEEXT) $(RUNS)

## What openings are worth as evidence; OPENINGS="leagues 10 tests 5" for other numbers.
bench-openings: triancey-referee$(EXEEXT) triancey-engine$(EXEEXT)
	top_builddir=. $(srcdir)/tests/tools/bench_openings.py $(OPENINGS)

## Exact margins to learn from, in the new folder DATASET; ROUNDS=N for another number than 10.
DATASET = dataset
.PHONY: dataset
dataset: triancey-referee$(EXEEXT) triancey-engine$(EXEEXT)
	top_builddir=. $(srcdir)/tests/tools/make_dataset '$(DATASET)' $(ROUNDS)

## A large record, for what must be quick on one.
bench-records: tests/tools/make_record$(EXEEXT) triancey-referee$(EXEEXT)
	top_builddir=. $(srcdir)/tests/tools/bench_records.py $(HALVES)

## How long the rankings of a club of 1,000,000 games take to read, by function and over HTTP; then the same with all of them in one week.
bench-club: tests/tools/bench_club$(EXEEXT) triancey-club$(EXEEXT)
	folder=`mktemp -d` && trap 'rm -r "$$folder"' EXIT && \
		tests/tools/bench_club$(EXEEXT) "$$folder/club.db" $${GAMES:-1000000} && \
		top_builddir=. srcdir='$(srcdir)' $(srcdir)/tests/tools/bench_pages.py "$$folder" && \
		tests/tools/bench_club$(EXEEXT) "$$folder/week.db" $${GAMES:-1000000} 1 $${GAMES:-1000000}

## Whether the referee stays as small as it is in a run of 10,000 games; GAMES=N for another number.
bench-python: library/libtriancey.la triancey-engine$(EXEEXT)
	top_builddir=. srcdir='$(srcdir)' $(srcdir)/tests/tools/bench_python.py $(SECONDS)

bench-flat: triancey-referee$(EXEEXT) tests/lib/fake_engine$(EXEEXT)
	top_builddir=. srcdir='$(srcdir)' $(srcdir)/tests/tools/bench_flat.py $(GAMES)

## Good and hostile engines in leagues that are killed, for a long time; MINUTES=N for another than 30.
.PHONY: soak
soak: triancey-referee$(EXEEXT) triancey-engine$(EXEEXT) tests/lib/fake_engine$(EXEEXT)
	top_builddir=. srcdir='$(srcdir)' $(srcdir)/tests/tools/soak.py $(MINUTES)

## Analyzers, valgrind and the thread sanitizer: WHAT="tidy gcc" for some of them.
EXTRA_DIST += tests/tools/analyze
.PHONY: analyze
analyze: triancey-referee$(EXEEXT) triancey-engine$(EXEEXT)
	'$(abs_top_srcdir)/tests/tools/analyze' '$(abs_top_srcdir)' $(WHAT)

## How many moves a second a client in Python steps through, by a pipe; HALVES=N for another number than 2,000.
bench-pipe: triancey-engine$(EXEEXT)
	top_builddir=. srcdir='$(srcdir)' $(srcdir)/tests/tools/bench_pipe.py ./triancey-engine$(EXEEXT) $(HALVES)

## What a line through `gui` costs, and a session of it.
bench-gui: triancey-club$(EXEEXT) triancey-engine$(EXEEXT)
	top_builddir=. srcdir='$(srcdir)' $(srcdir)/tests/tools/bench_gui.py

## Whether the search keeps its time and its memory; HALVES=N for another number than 2,000.
bench-forfeits: triancey-referee$(EXEEXT) triancey-engine$(EXEEXT)
	top_builddir=. $(srcdir)/tests/tools/bench_forfeits.py $(HALVES)

## How often each level of the page beats the one below.
bench-levels: triancey-engine$(EXEEXT)
	top_builddir=. srcdir='$(srcdir)' $(srcdir)/tests/tools/bench_levels.py $(LEVELS)

## The engine of the page in Chromium, compared with the native one; then what a person at the page waits for.
bench-page: triancey-engine$(EXEEXT) page/triancey.html
	top_builddir=. srcdir='$(srcdir)' $(srcdir)/tests/tools/bench_page.py $(ROUNDS)
	top_builddir=. srcdir='$(srcdir)' $(srcdir)/tests/tools/bench_page_play.py $(ROUNDS)

## What Lighthouse, which is fetched from npm, says of the first page of a site; PAGE=FILE for another page.
bench-lighthouse: tests/clocked/triancey-club$(EXEEXT) page/triancey.html
	top_builddir=. srcdir='$(srcdir)' $(srcdir)/tests/tools/bench_lighthouse.py

## The site under load: people who play, and streams; LOAD="2000 60 10000" for other numbers, with "tables" at the end for games at tables; LOAD="lobby 500 60 50" for the lobby.
bench-site: tests/tools/bench_site$(EXEEXT) triancey-club$(EXEEXT)
	tests/tools/bench_site$(EXEEXT) $(LOAD)

## All fuzzers, FUZZ_SECONDS each (600); FUZZERS="lines record" for some of them. It needs --enable-fuzzers.
fuzz: $(noinst_PROGRAMS) triancey-referee$(EXEEXT) triancey-engine$(EXEEXT)
	@test -x tests/tools/fuzz_grid$(EXEEXT) || { echo 'configure with CC=clang --enable-fuzzers --enable-sanitizers' >&2; exit 1; }
	$(srcdir)/tests/tools/run_fuzzers $(FUZZERS)

## What tests run, of a tree that was configured with --enable-coverage: `make check` alone, which must run 95 % of all lines, and
## then clusters and every place that can fail, too.
EXTRA_DIST += tests/tools/coverage.py
.PHONY: coverage coverage-check
coverage-check: all
	@test -n '$(COVERAGE)' || { echo 'make coverage needs ./configure --enable-coverage' >&2; exit 1; }
	find . -name '*.gcda' -exec rm -f {} +
	-$(MAKE) $(AM_MAKEFLAGS) check
	$(srcdir)/tests/tools/coverage.py '$(abs_top_srcdir)' 95
coverage: coverage-check
	-$(MAKE) $(AM_MAKEFLAGS) check-cluster
	-top_builddir='$(abs_top_builddir)' srcdir='$(srcdir)' $(srcdir)/tests/commands/faults.t --places --wide
	$(srcdir)/tests/tools/coverage.py '$(abs_top_srcdir)'

## The tool that finds weights and parameters (HACKING.md).
tune: tests/tools/tune$(EXEEXT)

## The puzzles that ship: shapes, pieces, and how many solutions there are.
.PHONY: puzzles
puzzles: tests/tools/make_puzzles$(EXEEXT)
	tests/tools/make_puzzles$(EXEEXT) $(srcdir)/games/puzzles

## The puzzles of the day: written by one program, proved again by tests/page/daily.t.
.PHONY: daily
daily: triancey-engine$(EXEEXT)
	$(TEST_ENVIRONMENT) '$(srcdir)/tests/tools/make_daily.py' >$(srcdir)/page/daily_table.tmp
	mv $(srcdir)/page/daily_table.tmp $(srcdir)/page/daily_table.js

## Positions with their exact margins: written by one program, checked by another.
positions: tests/tools/make_positions$(EXEEXT)
	tests/tools/make_positions$(EXEEXT) >$(srcdir)/tests/engine/positions.tmp
	mv $(srcdir)/tests/engine/positions.tmp $(srcdir)/tests/engine/positions.txt
