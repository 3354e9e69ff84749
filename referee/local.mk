## referee/ - triancey-referee: engines as processes, matches, leagues, records, standings.
bin_PROGRAMS += triancey-referee
noinst_LIBRARIES += referee/libreferee.a
referee_libreferee_a_CFLAGS = $(AM_CFLAGS) $(READLINE_CFLAGS) $(TINFO_CFLAGS)
referee_libreferee_a_SOURCES = \
	referee/affinity.c referee/affinity.h \
	referee/agenda.c referee/agenda.h \
	referee/builtin.c referee/builtin.h \
	referee/clock.h \
	referee/command_grid.c referee/command_grid.h \
	referee/command_match.c referee/commands.h \
	referee/command_play.c \
	referee/console.c referee/console.h \
	referee/dialogue.c referee/dialogue.h \
	referee/discipline.c referee/discipline.h \
	referee/draw_svg.c referee/draw_svg.h \
	referee/draw_terminal.c referee/draw_terminal.h \
	referee/encounter.c referee/encounter.h \
	referee/engine_client.c referee/engine_client_lines.c referee/engine_client.h \
	referee/engine_client_parts.h \
	referee/engine_seat.c referee/engine_seat.h \
	referee/human_seat.c referee/human_seat.h \
	referee/keeper.c referee/keeper.h \
	referee/json.c referee/json.h \
	referee/league.c referee/league.h \
	referee/limits.c referee/limits.h \
	referee/matching.c referee/matching.h \
	referee/match.c referee/match.h \
	referee/play_record.c referee/play_record.h \
	referee/process.c referee/process.h \
	referee/progress.c referee/progress.h \
	referee/progress_json.c referee/progress_json.h \
	referee/prompt.c referee/prompt_commands.c referee/prompt_show.c referee/prompt.h \
	referee/prompt_parts.h \
	referee/raster.c referee/raster.h \
	referee/record.c referee/record_league.c referee/record.h referee/record_parts.h \
	referee/resources.c referee/resources.h \
	referee/rounds.c referee/rounds.h \
	referee/saved.c referee/saved.h \
	referee/schedule.c referee/schedule.h \
	referee/seat.c referee/seat.h \
	referee/setup.c referee/setup_boards.c referee/setup_file.c referee/setup_finish.c \
	referee/setup_format.c referee/setup.h referee/setup_parts.h \
	referee/shelf.c referee/shelf.h \
	referee/slurm.c referee/slurm.h \
	referee/sprt.c referee/sprt.h \
	referee/standings.c referee/standings_json.c referee/standings_print.c referee/standings.h \
	referee/statistics.c referee/statistics.h \
	referee/terminal.c referee/terminal.h \
	referee/text.c referee/text.h \
	referee/tournament.c referee/tournament.h \
	referee/trial.c referee/trial.h \
	referee/verdict.c referee/verdict.h
## What is done with records: rankings, import, export, replay, verify, merge.
referee_libreferee_a_SOURCES += \
	referee/arguments.c referee/arguments.h \
	referee/command_report.c \
	referee/report.c referee/report.h \
	referee/report_charts.c referee/report_charts.h \
	referee/report_data.c referee/report_data.h \
	referee/report_games.c referee/report_games.h \
	referee/report_table.c referee/report_table.h \
	referee/calendar.c referee/calendar.h \
	referee/command_standings.c \
	referee/command_export.c referee/command_import.c referee/command_merge.c \
	referee/command_rank.c referee/command_replay.c referee/command_verify.c \
	referee/csv.c referee/csv.h \
	referee/export.c referee/export_csv.c referee/export_json.c referee/export_text.c \
	referee/export.h \
	referee/import.c referee/import.h referee/import_table.c referee/import_table.h \
	referee/command_standings.c \
	referee/merge.c referee/merge.h \
	referee/output.c referee/output.h \
	referee/rank.c referee/rank.h \
	referee/record_extra.c referee/record_extra.h \
	referee/record_rows.c referee/record_rows.h \
	referee/replay.c referee/replay_draw.c referee/replay.h referee/replay_draw.h \
	referee/verify.c referee/verify.h
REFEREE_LIBS = referee/libreferee.a games/libgames.a protocol/libprotocol.a grids/libgrids.a \
	$(PCRE2_LIBS) $(INIH_LIBS) $(SQLITE_LIBS) $(READLINE_LIBS) $(TINFO_LIBS)
triancey_referee_SOURCES = referee/main.c
triancey_referee_LDADD = $(REFEREE_LIBS)

nobase_dist_pkgdata_DATA += referee/league.ini referee/report.css referee/report.js
nobase_dist_pkgdata_SCRIPTS = referee/cluster/parallel.sh referee/cluster/slurm-array.sh \
	referee/cluster/slurm-srun.sh
dist_man_MANS += referee/triancey-referee.6

## The picture in README.md: a position after moves of the prompt.
EXTRA_DIST += referee/board.svg referee/board.txt
.PHONY: board-svg
board-svg: triancey-referee$(EXEEXT)
	rm -f '$(srcdir)/referee/board.svg'
	(cat '$(srcdir)/referee/board.txt' && echo 'svg $(srcdir)/referee/board.svg') | \
		XDG_STATE_HOME=/dev/null ./triancey-referee play --grid crepe --vs human

## And the other one: the standings of a league with limits that make it the same everywhere.
EXTRA_DIST += referee/table.svg
.PHONY: table-svg
table-svg: triancey-referee$(EXEEXT) triancey-engine$(EXEEXT)
	rm -f table.db
	./triancey-referee match --name league --engine builtin:response --engine builtin:search \
		--engine builtin:mcts --engine builtin:reference --engine builtin:random \
		--each nodes=500 --concurrency 2 --quiet --record table.db --grids \
		"cestlavie, foiegras, degaulle, crepe, cancan, gerard, calais, porte, loire, eau, creme, notredame"
	./triancey-referee report table.db --svg '$(srcdir)/referee/table.svg'
	rm -f table.db

## One completion script serves both programs, under the name of each.
EXTRA_DIST += referee/completion.bash
install-data-local:
	$(MKDIR_P) '$(DESTDIR)$(bashcompdir)'
	$(INSTALL_DATA) '$(srcdir)/referee/completion.bash' '$(DESTDIR)$(bashcompdir)/triancey-referee'
	$(INSTALL_DATA) '$(srcdir)/referee/completion.bash' '$(DESTDIR)$(bashcompdir)/triancey-engine'
uninstall-local:
	rm -f '$(DESTDIR)$(bashcompdir)/triancey-referee' '$(DESTDIR)$(bashcompdir)/triancey-engine'
