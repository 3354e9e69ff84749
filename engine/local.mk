## engine/ - triancey-engine: the protocol loop and the players.
bin_PROGRAMS += triancey-engine
noinst_LIBRARIES += engine/libengine.a engine/libavx512.a
engine_libengine_a_SOURCES = \
	engine/armies.h engine/armies_each.c engine/armies_evaluation.c engine/armies_greedy.c \
	engine/armies_search.c engine/armies_search.h engine/armies_sides.c \
	engine/bench.c engine/bench.h \
	engine/bench_playouts.c engine/bench_solve.c engine/bench_strength.c \
	engine/clock.c engine/clock.h \
	engine/engine.c engine/engine.h \
	engine/evaluation.c engine/evaluation.h \
	engine/graph.c engine/graph.h \
	engine/half.c \
	engine/handlers.c \
	engine/kernel.c engine/kernel.h engine/kernel_template.h \
	engine/kernel_counts.h engine/kernel_eight.h engine/kernel_moves.h \
	engine/kernel_node.h engine/kernel_playouts.h engine/kernel_sets.h engine/kernel_solve.h \
	engine/kernel_plain1.c engine/kernel_plain2.c engine/kernel_plain5.c \
	engine/memory.c \
	engine/options.c \
	engine/player.h engine/players.c \
	engine/player_mcts.c \
	engine/player_random.c \
	engine/player_reference.c engine/reference.h \
	engine/player_response.c \
	engine/positions.c engine/positions.h \
	engine/search.c engine/search.h \
	engine/solver.c engine/solver.h \
	engine/symmetry.c engine/symmetry.h \
	engine/table.c engine/table.h \
	engine/think.c \
	engine/tree.c engine/tree.h \
	engine/tritt_evaluation.c engine/tritt_evaluation.h \
	engine/tritt_greedy.c \
	engine/tritt_look.c engine/tritt_look.h \
	engine/tritt_search.c \
	engine/tritt_tactics.c engine/tritt_tactics.h
engine_libavx512_a_SOURCES = engine/kernel_avx512.c
engine_libavx512_a_CFLAGS = $(AM_CFLAGS) $(AVX512_CFLAGS)
## The kernel and the rest need each other.
ENGINE_LIBS = engine/libengine.a engine/libavx512.a engine/libengine.a
triancey_engine_SOURCES = engine/main.c
triancey_engine_LDADD = $(ENGINE_LIBS) games/libgames.a protocol/libprotocol.a \
	grids/libgrids.a $(PCRE2_LIBS) $(INIH_LIBS)
EXTRA_DIST += engine/README.md
dist_man_MANS += engine/triancey-engine.6
