## engine/ - triancey-engine: the protocol loop and the players.
bin_PROGRAMS += triancey-engine
noinst_LIBRARIES += engine/libengine.a
engine_libengine_a_SOURCES = \
	engine/bench.c \
	engine/clock.c \
	engine/engine.c engine/engine.h \
	engine/half.c \
	engine/handlers.c \
	engine/options.c \
	engine/player.h engine/players.c \
	engine/player_random.c \
	engine/player_reference.c engine/reference.h \
	engine/search.c \
	engine/table.c engine/table.h \
	engine/think.c
triancey_engine_SOURCES = engine/main.c
triancey_engine_LDADD = engine/libengine.a games/libgames.a protocol/libprotocol.a \
	grids/libgrids.a $(PCRE2_LIBS) $(INIH_LIBS)
EXTRA_DIST += engine/README.md
dist_man_MANS += engine/triancey-engine.6
