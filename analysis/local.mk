## analysis/ - what the moves of recorded halves were worth.
noinst_LIBRARIES += analysis/libanalysis.a
analysis_libanalysis_a_SOURCES = \
	analysis/half_steps.c analysis/half_steps.h \
	analysis/judged_halves.c analysis/judged_halves.h
