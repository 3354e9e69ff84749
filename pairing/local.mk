## pairing/ - who meets whom, and what results mean.
noinst_LIBRARIES += pairing/libpairing.a
pairing_libpairing_a_SOURCES = \
	pairing/fit.c pairing/fit.h \
	pairing/format.c pairing/format.h \
	pairing/format_gauntlet.c \
	pairing/format_knockout.c \
	pairing/format_roundrobin.c \
	pairing/format_swiss.c \
	pairing/game_id.c pairing/game_id.h \
	pairing/matching.c pairing/matching.h \
	pairing/opening_draw.c pairing/opening_draw.h \
	pairing/repeats.c pairing/repeats.h \
	pairing/schedule.c pairing/schedule.h \
	pairing/sprt.c pairing/sprt.h \
	pairing/standard.c pairing/standard.h \
	pairing/statistics.c pairing/statistics.h \
	pairing/tournament.c pairing/tournament.h \
	pairing/trial.c pairing/trial.h
