## engine/ - triancey-engine: the protocol loop and the players.
bin_PROGRAMS += triancey-engine
noinst_LIBRARIES += engine/libengine.a engine/libavx2.a engine/libavx512.a
engine_libengine_a_SOURCES = \
	engine/asked.c engine/asked.h \
	engine/describe.c engine/describe.h \
	engine/engine.c engine/engine.h \
	engine/half.c \
	engine/handlers.c \
	engine/limits.c \
	engine/options.c \
	engine/players.c engine/players.h \
	engine/think.c \
	engine/judge/judge.c engine/judge/judge.h \
	engine/player/option.h \
	engine/player/player.c engine/player/player.h \
	engine/player/player_mcts.c \
	engine/player/player_random.c \
	engine/player/product.h \
	engine/player/roster.c engine/player/roster.h \
	engine/player/stopwatch.c engine/player/stopwatch.h \
	engine/player/table.c engine/player/table.h \
	engine/player/tree.c engine/player/tree.h \
	engine/kernel/vector.h \
	engine/kernel/kernel.c engine/kernel/kernel.h \
	engine/kernel/kernel_plain1.c \
	engine/kernel/kernel_plain2.c \
	engine/kernel/kernel_plain5.c \
	engine/kernel/kernel_sets.h \
	engine/kernel/kernel_template.h \
	engine/kernel/pattern_weights.c \
	engine/kernel/patterns.c engine/kernel/patterns.h \
	engine/kernel/symmetry.c engine/kernel/symmetry.h \
	engine/solver/busy.c engine/solver/busy.h \
	engine/solver/solver.c engine/solver/solver.h \
	engine/solver/solver_plain1.c \
	engine/solver/solver_plain2.c \
	engine/solver/solver_plain5.c \
	engine/solver/solver_template.h \
	engine/solver/solving.h \
	engine/triancey/alphabeta.c engine/triancey/alphabeta.h \
	engine/triancey/book.c engine/triancey/book.h \
	engine/triancey/canon.c engine/triancey/canon.h \
	engine/triancey/exact.c engine/triancey/exact.h \
	engine/triancey/graph.c engine/triancey/graph.h \
	engine/triancey/player_reference.c \
	engine/triancey/player_response.c \
	engine/triancey/positions.c engine/triancey/positions.h \
	engine/triancey/reference.h \
	engine/triancey/search.c engine/triancey/search.h \
	engine/triancey/spelled.c engine/triancey/spelled.h \
	engine/tritt/tritt_greedy.c \
	engine/tritt/tritt_look.c engine/tritt/tritt_look.h \
	engine/tritt/tritt_search.c \
	engine/triangulation/triangulation_evaluation.c engine/triangulation/triangulation_evaluation.h \
	engine/triangulation/triangulation_greedy.c \
	engine/triangulation/triangulation_search.c \
	engine/triangulation/triangulation_squares.c \
	engine/trioker/odds.c engine/trioker/odds.h \
	engine/trioker/puzzle.c engine/trioker/puzzle.h \
	engine/trioker/trioker_greedy.c \
	engine/trioker/trioker_look.c engine/trioker/trioker_look.h \
	engine/trioker/trioker_puzzler.c \
	engine/trioker/trioker_search.c \
	engine/bench/bench.c engine/bench/bench.h \
	engine/bench/bench_puzzle.c \
	engine/bench/bench_solve.c \
	engine/bench/bench_strength.c
engine_libavx512_a_SOURCES = engine/kernel/kernel_avx512.c engine/solver/solver_avx512.c
engine_libavx512_a_CFLAGS = $(AM_CFLAGS) $(AVX512_CFLAGS)
engine_libavx2_a_SOURCES = engine/kernel/kernel_avx2_1.c engine/kernel/kernel_avx2_2.c \
	engine/kernel/kernel_avx2_5.c \
	engine/solver/solver_avx2_1.c engine/solver/solver_avx2_2.c engine/solver/solver_avx2_5.c
engine_libavx2_a_CFLAGS = $(AM_CFLAGS) $(AVX2_CFLAGS)
## They need each other.
ENGINE_LIBS = engine/libengine.a engine/libavx2.a engine/libavx512.a engine/libengine.a
triancey_engine_SOURCES = engine/main.c engine/commands.h engine/analyse_command.c \
	engine/analyse_query.c engine/analyse_query.h engine/evaluate_command.c \
	engine/puzzle_command.c
triancey_engine_CFLAGS = $(AM_CFLAGS) $(JSON_C_CFLAGS)
triancey_engine_LDADD = $(ENGINE_LIBS) games/libgames.a protocol/libprotocol.a \
	grids/libgrids.a base/libbase.a $(PCRE2_LIBS) $(INIH_LIBS) $(JSON_C_LIBS)
dist_man_MANS += engine/triancey-engine.6
## The engine's book, and how it is made: by the commands of the atlas, for the words of the library with up to 32 cells.
nobase_dist_pkgdata_DATA += engine/solved.book
.PHONY: book
book: triancey-referee$(EXEEXT)
	@sed -n '2,$${s/.*,triancey-referee //;/ word w[0-9]/d;/ cells 36/!p}' '$(srcdir)/referee/solving/atlas.csv' | while read -r words; do \
		./triancey-referee $$words --book '$(srcdir)/engine/solved.book' --quiet && rm -f board.db || exit 1; done
