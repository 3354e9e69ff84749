## referee/ - triancey-referee: engines as processes, matches, leagues, schedulers, and its commands.
bin_PROGRAMS += triancey-referee
noinst_LIBRARIES += referee/libreferee.a
referee_libreferee_a_CFLAGS = $(AM_CFLAGS) $(JSON_C_CFLAGS)
referee_libreferee_a_CPPFLAGS = $(AM_CPPFLAGS) -DPKGLIBEXECDIR='"$(pkglibexecdir)"'
referee_libreferee_a_SOURCES = \
	referee/arguments/command.c referee/arguments/command.h \
	referee/arguments/command_help.c \
	referee/arguments/defaults.c referee/arguments/defaults.h \
	referee/arguments/engine_arguments.c referee/arguments/engine_arguments.h \
	referee/certify/announced.c \
	referee/certify/practice.c \
	referee/certify/certify.c referee/certify/certify.h \
	referee/certify/check.c referee/certify/check.h \
	referee/certify/checks_end.c \
	referee/certify/checks_errors.c \
	referee/certify/checks_games.c \
	referee/certify/checks_lines.c \
	referee/certify/checks_search.c \
	referee/certify/checks_start.c \
	referee/engines/builtin.c referee/engines/builtin.h \
	referee/engines/control_group.h \
	referee/engines/engine_client.c referee/engines/engine_client.h \
	referee/engines/engine_lines.c referee/engines/engine_lines.h \
	referee/engines/descendants.h \
	referee/engines/launch.c referee/engines/launch.h \
	referee/engines/offturn.c referee/engines/offturn.h \
	referee/engines/options.c referee/engines/options.h \
	referee/engines/environment.c \
	referee/engines/orphans.c referee/engines/orphans.h \
	referee/engines/process.c referee/engines/process.h \
	referee/engines/program.c referee/engines/program.h \
	referee/engines/sandbox.h \
	referee/engines/scan.h \
	referee/engines/scratch.h \
	referee/engines/supervisor.c referee/engines/supervisor.h \
	referee/engines/transcript.c referee/engines/transcript.h \
	referee/league/fault_policy.c \
	referee/league/game_queue.c referee/league/game_queue.h \
	referee/league/league.c referee/league/league.h \
	referee/league/league_open.c \
	referee/league/opening.c referee/league/opening.h \
	referee/league/progress.c referee/league/progress.h \
	referee/match/engine_seat.c referee/match/engine_seat.h \
	referee/match/match.c referee/match/match.h \
	referee/match/seat.h \
	referee/positions/measured.c \
	referee/positions/positions_export.c referee/positions/positions_export.h \
	referee/scheduler/scheduler.c referee/scheduler/scheduler.h \
	referee/scheduler/submit.c referee/scheduler/submit.h \
	referee/scheduler/submit_parallel.c \
	referee/scheduler/submit_slurm.c \
	referee/scheduler/tasks.c referee/scheduler/tasks.h \
	referee/scheduler/tool.c \
	referee/scheduler/batches.c referee/scheduler/batches.h \
	referee/solving/solve.c referee/solving/solve.h \
	referee/solving/solve_dispatch.c \
	referee/solving/solve_file.c referee/solving/solve_file.h \
	referee/solving/solve_verify.c \
	referee/solving/solving.c referee/solving/solving.h \
	referee/solving/upper.c referee/solving/upper.h \
	referee/setup/setup.c referee/setup/setup.h \
	referee/setup/setup_board.c \
	referee/setup/setup_engine.c \
	referee/setup/setup_file.c \
	referee/setup/setup_keys.c \
	referee/setup/setup_openings.c \
	referee/tuning/spsa.c referee/tuning/spsa.h \
	referee/tuning/tuning.c referee/tuning/tuning.h \
	referee/tuning/tuning_dispatch.c \
	referee/tuning/tuning_file.c \
	referee/tuning/tuning_play.c \
	referee/tuning/tuning_show.c
## The beginning of the README of exported arrays.
nodist_referee_libreferee_a_SOURCES = referee/positions/arrays_readme.c
EXTRA_DIST += referee/positions/arrays_readme.txt
CLEANFILES += referee/positions/arrays_readme.c
referee/positions/arrays_readme.c: referee/positions/arrays_readme.txt
	$(AM_V_GEN)$(MKDIR_P) referee/positions && { \
		echo '#include "referee/positions/positions_export.h"'; echo 'const char positions_arrays_readme[] ='; \
		sed -e 's/["\\]/\\&/g' -e 's/.*/    "&\\n"/' '$(srcdir)/referee/positions/arrays_readme.txt'; echo '    "";'; \
	} >$@.tmp && mv -f $@.tmp $@
## What systems do differently with engines.
ENGINES_ON_LINUX = \
	referee/engines/confine.c referee/engines/confine.h \
	referee/engines/control_group.c \
	referee/engines/descendants.c \
	referee/engines/filter.c referee/engines/filter.h \
	referee/engines/sandbox.c \
	referee/engines/scan.c \
	referee/engines/scratch.c
if LINUX
referee_libreferee_a_SOURCES += $(ENGINES_ON_LINUX)
nodist_referee_libreferee_a_SOURCES += referee/engines/calls.c
CLEANFILES += referee/engines/calls.c
## The machine's system calls by name, as its kernel's headers have them. Some of ARM's have names of their own.
referee/engines/calls.c: Makefile
	$(AM_V_GEN)$(MKDIR_P) referee/engines && { \
		echo '#include "referee/engines/filter.h"'; echo '#include <asm/unistd.h>'; echo 'const struct system_call system_calls[] = {'; \
		echo '#include <asm/unistd.h>' | $(CC) $(CPPFLAGS) $(CFLAGS) -E -dM -x c - | \
			sed -n 's/^#define \(__\(ARM_\)\{0,1\}NR_\([a-z_][a-z0-9_]*\)\) .*/    {"\3", \1},/p' | LC_ALL=C sort -u; \
		echo '};'; echo 'const size_t system_calls_count = sizeof system_calls / sizeof *system_calls;'; \
	} >$@.tmp && mv -f $@.tmp $@
else
referee_libreferee_a_SOURCES += referee/engines/posix.c
endif
## What a league is made of, each library above those that come after it. Of the engine the reference computer, and
## what solves positions.
LEAGUE_LIBS = referee/libreferee.a analysis/libanalysis.a results/libresults.a draw/libdraw.a record/librecord.a pairing/libpairing.a half/libhalf.a \
	$(ENGINE_LIBS) games/libgames.a protocol/libprotocol.a grids/libgrids.a base/libbase.a \
	$(PCRE2_LIBS) $(INIH_LIBS) $(SQLITE_LIBS) $(JSON_C_LIBS) $(SODIUM_LIBS) $(ZLIB_LIBS)
noinst_LIBRARIES += referee/libcommands.a
referee_libcommands_a_CFLAGS = $(AM_CFLAGS) $(JSON_C_CFLAGS)
referee_libcommands_a_SOURCES = \
	referee/commands/command_analyse.c \
	referee/commands/command_certify.c \
	referee/commands/command_export.c \
	referee/commands/command_grid.c \
	referee/commands/command_import.c \
	referee/commands/command_match.c \
	referee/commands/command_measure.c \
	referee/commands/command_merge.c \
	referee/commands/command_play.c \
	referee/commands/command_puzzle.c \
	referee/commands/command_rank.c \
	referee/commands/command_ratings.c \
	referee/commands/command_replay.c \
	referee/commands/command_report.c \
	referee/commands/command_solve.c \
	referee/commands/command_standings.c \
	referee/commands/command_tune.c \
	referee/commands/command_verify.c \
	referee/commands/commands.c referee/commands/commands.h \
	referee/commands/dispatch_options.c referee/commands/dispatch_options.h
REFEREE_LIBS = referee/libcommands.a prompt/libprompt.a $(LEAGUE_LIBS) $(READLINE_LIBS)
triancey_referee_SOURCES = referee/main.c
triancey_referee_LDADD = $(REFEREE_LIBS) -lm

## Runs within bwrap at each start of an engine: with nothing that takes time, or that a sandbox keeps from it.
if LINUX
pkglibexec_PROGRAMS += triancey-sandbox
endif
triancey_sandbox_SOURCES = referee/engines/sandbox_main.c referee/engines/confine.c
triancey_sandbox_LDADD =
triancey_sandbox_CFLAGS = $(WARNINGS) $(HARDENING) $(PREFIX_MAPS)
triancey_sandbox_LDFLAGS = $(HARDENING_LDFLAGS) $(COMPRESSED) $(PIE_LDFLAGS)

nobase_dist_pkgdata_DATA += referee/solving/atlas.csv referee/league.ini referee/sample-league.ini

## The manual of the referee: a page with the commands, and pages by subject.
dist_man_MANS += referee/manual/triancey-defaults.5 referee/manual/triancey-engines.6 referee/manual/triancey-league.5 referee/manual/triancey-league.6 \
	referee/manual/triancey-match.6 referee/manual/triancey-measure.6 \
	referee/manual/triancey-play.6 \
	referee/manual/triancey-record.5 referee/manual/triancey-record.6 referee/manual/triancey-referee.6 \
	referee/manual/triancey-solve.6 referee/manual/triancey-standings.6 referee/manual/triancey-tune.6

## The picture in README.md: a position after moves of the prompt.
EXTRA_DIST += referee/board.svg referee/board.txt
board-svg: triancey-referee$(EXEEXT)
	rm -f '$(srcdir)/referee/board.svg'
	(cat '$(srcdir)/referee/board.txt' && echo 'svg $(srcdir)/referee/board.svg') | \
		XDG_STATE_HOME=/dev/null ./triancey-referee play --grid crepe --vs human

## And the other one: the standings of a league with limits that make it the same everywhere.
EXTRA_DIST += referee/table.svg
table-svg: triancey-referee$(EXEEXT) triancey-engine$(EXEEXT)
	rm -f table.db
	./triancey-referee match --name league --engine builtin:response --engine builtin:search \
		--engine builtin:mcts --engine builtin:reference --engine builtin:random \
		--each nodes=500 --concurrency 2 --quiet --record table.db --grids \
		"cestlavie, foiegras, degaulle, crepe, cancan, gerard, calais, porte, loire, eau, creme, notredame"
	./triancey-referee report table.db --svg '$(srcdir)/referee/table.svg'
	rm -f table.db

## One completion script for each shell serves all programs; bash and fish look for it under the name of each.
EXTRA_DIST += referee/completion.bash referee/completion.fish referee/completion.zsh
fishcompdir = $(datadir)/fish/vendor_completions.d
zshcompdir = $(datadir)/zsh/site-functions
PROGRAMS_COMPLETED = triancey-referee triancey-club triancey-engine
install-data-local:
	$(MKDIR_P) '$(DESTDIR)$(bashcompdir)' '$(DESTDIR)$(fishcompdir)' '$(DESTDIR)$(zshcompdir)'
	for program in $(PROGRAMS_COMPLETED); do \
		$(INSTALL_DATA) '$(srcdir)/referee/completion.bash' "$(DESTDIR)$(bashcompdir)/$$program" && \
		$(INSTALL_DATA) '$(srcdir)/referee/completion.fish' "$(DESTDIR)$(fishcompdir)/$$program.fish" || exit 1; \
	done
	$(INSTALL_DATA) '$(srcdir)/referee/completion.zsh' '$(DESTDIR)$(zshcompdir)/_triancey'
uninstall-local:
	for program in $(PROGRAMS_COMPLETED); do \
		rm -f "$(DESTDIR)$(bashcompdir)/$$program" "$(DESTDIR)$(fishcompdir)/$$program.fish"; \
	done
	rm -f '$(DESTDIR)$(zshcompdir)/_triancey'
