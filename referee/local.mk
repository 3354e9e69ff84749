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
	referee/dialogue.c referee/dialogue.h \
	referee/discipline.c referee/discipline.h \
	referee/draw_svg.c referee/draw_svg.h \
	referee/draw_terminal.c referee/draw_terminal.h \
	referee/engine_client.c referee/engine_client_lines.c referee/engine_client.h \
	referee/engine_client_parts.h \
	referee/engine_seat.c referee/engine_seat.h \
	referee/keeper.c referee/keeper.h \
	referee/league.c referee/league.h \
	referee/limits.c referee/limits.h \
	referee/matching.c referee/matching.h \
	referee/match.c referee/match.h \
	referee/process.c referee/process.h \
	referee/progress.c referee/progress.h \
	referee/raster.c referee/raster.h \
	referee/record.c referee/record_league.c referee/record.h referee/record_parts.h \
	referee/resources.c referee/resources.h \
	referee/rounds.c referee/rounds.h \
	referee/schedule.c referee/schedule.h \
	referee/seat.c referee/seat.h \
	referee/setup.c referee/setup_boards.c referee/setup_file.c referee/setup_finish.c \
	referee/setup_format.c referee/setup.h referee/setup_parts.h \
	referee/shelf.c referee/shelf.h \
	referee/slurm.c referee/slurm.h \
	referee/standings.c referee/standings.h \
	referee/terminal.c referee/terminal.h \
	referee/text.c referee/text.h \
	referee/tournament.c referee/tournament.h \
	referee/verdict.c referee/verdict.h
REFEREE_LIBS = referee/libreferee.a games/libgames.a protocol/libprotocol.a grids/libgrids.a \
	$(PCRE2_LIBS) $(INIH_LIBS) $(SQLITE_LIBS) $(READLINE_LIBS) $(TINFO_LIBS)
triancey_referee_SOURCES = referee/main.c
triancey_referee_LDADD = $(REFEREE_LIBS)

nobase_dist_pkgdata_DATA += referee/league.ini
nobase_dist_pkgdata_SCRIPTS = referee/cluster/parallel.sh referee/cluster/slurm-array.sh \
	referee/cluster/slurm-srun.sh
dist_man_MANS += referee/triancey-referee.6

## One completion script serves both programs, under the name of each.
EXTRA_DIST += referee/completion.bash
install-data-local:
	$(MKDIR_P) '$(DESTDIR)$(bashcompdir)'
	$(INSTALL_DATA) '$(srcdir)/referee/completion.bash' '$(DESTDIR)$(bashcompdir)/triancey-referee'
	$(INSTALL_DATA) '$(srcdir)/referee/completion.bash' '$(DESTDIR)$(bashcompdir)/triancey-engine'
uninstall-local:
	rm -f '$(DESTDIR)$(bashcompdir)/triancey-referee' '$(DESTDIR)$(bashcompdir)/triancey-engine'
