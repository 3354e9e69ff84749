## results/ - standings, ratings, rankings, reports.
noinst_LIBRARIES += results/libresults.a
results_libresults_a_CFLAGS = $(AM_CFLAGS) $(JSON_C_CFLAGS)
results_libresults_a_SOURCES = \
	results/league_json.c results/league_json.h \
	results/listing.c results/listing.h \
	results/measurement.c results/measurement.h \
	results/rank.c results/rank.h \
	results/rank_show.c \
	results/ratings.c results/ratings.h \
	results/ratings_show.c \
	results/report.c results/report.h \
	results/report_board.c \
	results/report_charts.c results/report_charts.h \
	results/report_data.c results/report_data.h \
	results/report_games.c results/report_games.h \
	results/report_rounds.c results/report_rounds.h \
	results/report_table.c \
	results/rounds.c results/rounds.h \
	results/skill.c results/skill.h \
	results/skill_show.c \
	results/standings.c results/standings.h \
	results/standings_show.c

## The script and the style sheets of reports. No bundler need be there to build them.
SCRIPTS_OF_REPORT = page/dom.js page/icons.js page/steps.js page/board_geometry.js page/board_paths.js \
	page/board_pieces.js page/board_waves.js page/board_svg.js page/board_torus.js \
	page/report_games.js page/report_board.js page/report_curve.js page/report_live.js page/report.js
STYLES_OF_REPORT = page/board.css page/steps.css results/report.css
nobase_pkgdata_DATA = $(STYLES_OF_REPORT) results/report.js
EXTRA_DIST += page/join.awk $(SCRIPTS_OF_REPORT) $(STYLES_OF_REPORT)
CLEANFILES += results/report.js
results/report.js: page/join.awk $(SCRIPTS_OF_REPORT)
	$(AM_V_GEN)$(MKDIR_P) results && build=`pwd` && cd '$(srcdir)' && \
		$(AWK) -f page/join.awk $(SCRIPTS_OF_REPORT) >"$$build/$@.tmp" && mv -f "$$build/$@.tmp" "$$build/$@"
