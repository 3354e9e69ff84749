## half/ - what a half of a game is, whoever plays it: its limits, moves, verdict and result.
noinst_LIBRARIES += half/libhalf.a
half_libhalf_a_SOURCES = \
	half/boards.c half/boards.h \
	half/engine_spec.h \
	half/half.c half/half.h \
	half/half_result.c half/half_result.h \
	half/moves.c half/moves.h \
	half/said.c half/said.h \
	half/terms.c half/terms.h \
	half/verdict.c half/verdict.h
