## tests/corpora/ - what fuzzers have kept: each input is tried by `make check`, with any compiler. NAME.test is
## tests/tools/fuzz_NAME.c with another main().
CORPORA = \
	tests/corpora/arguments.test \
	tests/corpora/engine.test \
	tests/corpora/grid.test \
	tests/corpora/import.test \
	tests/corpora/layout.test \
	tests/corpora/league.test \
	tests/corpora/lines.test \
	tests/corpora/moves.test \
	tests/corpora/positions.test \
	tests/corpora/record.test \
	tests/corpora/saved.test \
	tests/corpora/shape.test \
	tests/corpora/site.test \
	tests/corpora/spelling.test \
	tests/corpora/words.test
EXTRA_DIST += tests/corpora/corpus.py $(CORPORA:.test=.txt)
if REFEREE
if LINUX
UNIT_TESTS += $(CORPORA)
LDFLAGS_OF_REPLAYED = $(AM_LDFLAGS) -Wl,--wrap=grid_find
tests_corpora_arguments_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_arguments.c $(FUZZ_HELP) tests/tools/fuzz_process.c tests/tools/fuzz_process.h
tests_corpora_arguments_test_LDFLAGS = $(LDFLAGS_OF_REPLAYED)
tests_corpora_engine_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_engine.c $(FUZZ_HELP)
tests_corpora_engine_test_LDFLAGS = $(LDFLAGS_OF_REPLAYED)
tests_corpora_grid_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_grid.c
tests_corpora_import_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_import.c $(FUZZ_HELP)
tests_corpora_import_test_LDFLAGS = $(LDFLAGS_OF_REPLAYED)
tests_corpora_layout_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_layout.c $(FUZZ_HELP)
tests_corpora_layout_test_LDFLAGS = $(LDFLAGS_OF_REPLAYED)
tests_corpora_league_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_league.c $(FUZZ_HELP)
tests_corpora_league_test_LDFLAGS = $(LDFLAGS_OF_REPLAYED)
tests_corpora_lines_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_lines.c $(FUZZ_HELP) tests/tools/fuzz_process.c tests/tools/fuzz_process.h
tests_corpora_lines_test_LDFLAGS = $(LDFLAGS_OF_REPLAYED)
tests_corpora_moves_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_moves.c $(FUZZ_HELP)
tests_corpora_moves_test_LDFLAGS = $(LDFLAGS_OF_REPLAYED)
tests_corpora_positions_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_positions.c $(FUZZ_HELP)
tests_corpora_positions_test_LDFLAGS = $(LDFLAGS_OF_REPLAYED)
tests_corpora_record_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_record.c $(FUZZ_HELP)
tests_corpora_record_test_LDFLAGS = $(LDFLAGS_OF_REPLAYED)
tests_corpora_saved_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_saved.c $(FUZZ_HELP)
tests_corpora_saved_test_LDFLAGS = $(LDFLAGS_OF_REPLAYED)
tests_corpora_shape_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_shape.c $(FUZZ_HELP)
tests_corpora_shape_test_LDFLAGS = $(LDFLAGS_OF_REPLAYED)
tests_corpora_site_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_site.c $(FUZZ_PATH)
tests_corpora_site_test_CFLAGS = $(AM_CFLAGS) $(JSON_C_CFLAGS) $(SODIUM_CFLAGS)
tests_corpora_spelling_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_spelling.c $(FUZZ_HELP)
tests_corpora_spelling_test_LDFLAGS = $(LDFLAGS_OF_REPLAYED)
tests_corpora_words_test_SOURCES = tests/corpora/replay.c tests/tools/fuzz_words.c
endif
endif
