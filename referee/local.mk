## referee/ - triancey-referee: engines as processes, matches, leagues, records, standings.
bin_PROGRAMS += triancey-referee
noinst_LIBRARIES += referee/libreferee.a
referee_libreferee_a_CFLAGS = $(AM_CFLAGS) $(JSON_C_CFLAGS) $(MICROHTTPD_CFLAGS) $(ICU_CFLAGS) $(READLINE_CFLAGS) $(TINFO_CFLAGS)
referee_libreferee_a_SOURCES = \
	referee/engines/builtin.c referee/engines/builtin.h \
	referee/engines/engine_client.c referee/engines/engine_client.h \
	referee/engines/engine_lines.c referee/engines/engine_lines.h \
	referee/engines/engine_spec.h \
	referee/engines/control_group.c referee/engines/control_group.h \
	referee/engines/filter.c referee/engines/filter.h \
	referee/engines/kin.c referee/engines/kin.h \
	referee/engines/landlock.c referee/engines/landlock.h \
	referee/engines/launch.c referee/engines/launch.h \
	referee/engines/offturn.c referee/engines/offturn.h \
	referee/engines/orphans.c referee/engines/orphans.h \
	referee/engines/process.c referee/engines/process.h \
	referee/engines/said.c referee/engines/said.h \
	referee/engines/sandbox.c referee/engines/sandbox.h \
	referee/engines/scan.c referee/engines/scan.h \
	referee/engines/scratch.c referee/engines/scratch.h \
	referee/engines/options.c referee/engines/options.h \
	referee/engines/program.c referee/engines/program.h \
	referee/engines/supervisor.c referee/engines/supervisor.h \
	referee/engines/terms.c referee/engines/terms.h \
	referee/engines/transcript.c referee/engines/transcript.h \
	referee/engines/verdict.c referee/engines/verdict.h \
	referee/match/engine_seat.c referee/match/engine_seat.h \
	referee/match/half_result.c referee/match/half_result.h \
	referee/match/match.c referee/match/match.h \
	referee/match/moves.c referee/match/moves.h \
	referee/match/seat.h \
	referee/pairing/fit.c referee/pairing/fit.h \
	referee/pairing/format.c referee/pairing/format.h \
	referee/pairing/format_gauntlet.c \
	referee/pairing/format_knockout.c \
	referee/pairing/format_roundrobin.c \
	referee/pairing/format_swiss.c \
	referee/pairing/game_id.c referee/pairing/game_id.h \
	referee/pairing/laplacian.c referee/pairing/laplacian.h \
	referee/pairing/matching.c referee/pairing/matching.h \
	referee/pairing/pair_table.c referee/pairing/pair_table.h \
	referee/pairing/repeats.c referee/pairing/repeats.h \
	referee/pairing/schedule.c referee/pairing/schedule.h \
	referee/pairing/sprt.c referee/pairing/sprt.h \
	referee/pairing/statistics.c referee/pairing/statistics.h \
	referee/pairing/tournament.c referee/pairing/tournament.h \
	referee/pairing/trial.c referee/pairing/trial.h \
	referee/setup/setup.c referee/setup/setup.h \
	referee/setup/setup_board.c \
	referee/setup/setup_engine.c \
	referee/setup/setup_file.c \
	referee/setup/setup_openings.c referee/setup/openings.h \
	referee/setup/game_list.h \
	referee/setup/setup_keys.c referee/setup/setup_keys.h \
	referee/setup/slurm.c referee/setup/slurm.h \
	referee/record/backup.c referee/record/backup.h \
	referee/record/follow.c referee/record/follow.h referee/record/export.c referee/record/export.h referee/record/export_parts.h \
	referee/record/export_text.c \
	referee/record/import.c referee/record/import.h \
	referee/record/import_cells.c referee/record/import_cells.h \
	referee/record/import_csv.c referee/record/import_json.c \
	referee/record/import_half.c referee/record/import_half.h \
	referee/record/import_row.c referee/record/import_row.h \
	referee/record/import_table.c referee/record/import_table.h \
	referee/record/live.h referee/record/live_read.c referee/record/live_write.c \
	referee/record/merge.c referee/record/merge.h \
	referee/record/query.c referee/record/query.h \
	referee/record/record.c referee/record/record.h \
	referee/record/record_bounds.h referee/record/record_checkpoint.c referee/record/record_checkpoint.h \
	referee/record/record_extra.c referee/record/record_extra.h \
	referee/record/record_league.c referee/record/record_league.h \
	referee/record/record_parts.h \
	referee/record/record_rows.c referee/record/record_rows.h \
	referee/record/record_said.c referee/record/record_said.h \
	referee/record/record_sign.c referee/record/record_sign.h \
	referee/record/said_json.c referee/record/said_json.h \
	referee/record/record_schema.c referee/record/record_schema.h \
	referee/record/replay.c referee/record/replay.h \
	referee/record/verify.c referee/record/verify.h \
	referee/record/verify_parts.h referee/record/verify_schedule.c \
	referee/results/league_json.c referee/results/league_json.h \
	referee/results/rank.c referee/results/rank.h referee/results/rank_show.c \
	referee/results/rank_page.c referee/results/rank_page.h \
	referee/results/ratings.c referee/results/ratings.h \
	referee/results/ratings_page.c \
	referee/results/ratings_show.c \
	referee/results/report.c referee/results/report.h \
	referee/results/report_charts.c referee/results/report_charts.h \
	referee/results/report_data.c referee/results/report_data.h \
	referee/results/report_board.c referee/results/report_board.h \
	referee/results/report_games.c referee/results/report_games.h \
	referee/results/report_page.c referee/results/report_page.h \
	referee/results/report_scale.c referee/results/report_scale.h \
	referee/results/report_rounds.c referee/results/report_rounds.h \
	referee/results/report_now.c referee/results/report_now.h \
	referee/results/report_table.c \
	referee/results/deals.c referee/results/deals.h \
	referee/results/rounds.c referee/results/rounds.h \
	referee/results/standings.c referee/results/standings.h \
	referee/results/standings_show.c \
	referee/league/board_cache.c referee/league/board_cache.h \
	referee/league/fault_policy.c referee/league/fault_policy.h \
	referee/league/game_queue.c referee/league/game_queue.h \
	referee/league/join.c referee/league/join.h \
	referee/league/league.c referee/league/league.h referee/league/league_open.c \
	referee/league/opening.c referee/league/opening.h \
	referee/league/progress.c referee/league/progress.h \
	referee/tuning/spsa.c referee/tuning/spsa.h \
	referee/tuning/tuning.c referee/tuning/tuning.h \
	referee/tuning/tuning_deal.c referee/tuning/tuning_deal.h \
	referee/tuning/tuning_file.c \
	referee/tuning/tuning_page.c referee/tuning/tuning_page.h \
	referee/tuning/tuning_play.c referee/tuning/tuning_play.h \
	referee/tuning/tuning_show.c referee/tuning/tuning_show.h \
	referee/scheduler/collect.c referee/scheduler/collect.h \
	referee/scheduler/course.c referee/scheduler/course.h \
	referee/scheduler/scheduler.c referee/scheduler/scheduler.h \
	referee/scheduler/scheduler_work.c \
	referee/scheduler/submit.c referee/scheduler/submit.h \
	referee/scheduler/submit_parallel.c referee/scheduler/submit_slurm.c \
	referee/scheduler/tasks.c referee/scheduler/tasks.h \
	referee/scheduler/tool.c referee/scheduler/tool.h \
	referee/scheduler/waves.c referee/scheduler/waves.h \
	referee/draw/draw_svg.c referee/draw/draw_svg.h \
	referee/draw/draw_terminal.c referee/draw/draw_terminal.h \
	referee/draw/raster.c referee/draw/raster.h \
	referee/draw/replay_draw.c referee/draw/replay_draw.h \
	referee/draw/terminal.c referee/draw/terminal.h \
	referee/positions/positions_export.c referee/positions/positions_export.h \
	referee/positions/unique.c referee/positions/unique.h \
	referee/prompt/adviser.c referee/prompt/adviser.h \
	referee/prompt/after_game.c referee/prompt/after_game.h \
	referee/prompt/choices.c referee/prompt/choices.h \
	referee/prompt/chance_words.c referee/prompt/chance_words.h \
	referee/prompt/chooser.c referee/prompt/chooser.h \
	referee/prompt/chooser_state.h \
	referee/prompt/chooser_words.c referee/prompt/chooser_words.h \
	referee/prompt/console.c referee/prompt/console.h \
	referee/prompt/game_analysis.c referee/prompt/game_analysis.h \
	referee/prompt/kept_games.c referee/prompt/kept_games.h \
	referee/prompt/keys.c referee/prompt/keys.h \
	referee/prompt/look_back.c referee/prompt/look_back.h \
	referee/prompt/neighbours.c referee/prompt/neighbours.h \
	referee/prompt/play_record.c referee/prompt/play_record.h \
	referee/prompt/prompt.c referee/prompt/prompt.h \
	referee/prompt/prompt_ask.c referee/prompt/prompt_ask.h \
	referee/prompt/prompt_commands.c referee/prompt/prompt_commands.h \
	referee/prompt/prompt_moves.c referee/prompt/prompt_moves.h \
	referee/prompt/prompt_rules.c referee/prompt/prompt_rules.h \
	referee/prompt/prompt_setup.h referee/prompt/prompt_state.h \
	referee/prompt/prompt_view.c referee/prompt/prompt_view.h \
	referee/prompt/prompt_words.c referee/prompt/prompt_words.h \
	referee/prompt/puzzle_game.c referee/prompt/puzzle_game.h \
	referee/prompt/puzzle_prompt.c referee/prompt/puzzle_prompt.h \
	referee/prompt/puzzle_solver.c referee/prompt/puzzle_solver.h \
	referee/prompt/rules_pictures.c referee/prompt/rules_pictures.h \
	referee/prompt/saved.c referee/prompt/saved.h \
	referee/prompt/say.c referee/prompt/say.h \
	referee/prompt/stepping.c referee/prompt/stepping.h \
	referee/prompt/taken_back.c referee/prompt/taken_back.h \
	referee/site/address.c referee/site/address.h \
	referee/site/analysis_job.c \
	referee/site/browser.c referee/site/browser.h \
	referee/site/engine_session.c referee/site/engine_session.h \
	referee/site/engine_pool.c referee/site/engine_pool.h \
	referee/site/event_log.c referee/site/event_log.h \
	referee/site/gui.c referee/site/gui.h \
	referee/site/hash_queue.c referee/site/hash_queue.h \
	referee/site/hasher.c referee/site/hasher.h \
	referee/site/http_call.c referee/site/http_call.h \
	referee/site/http_guard.c referee/site/http_guard.h \
	referee/site/http_head.c referee/site/http_head.h \
	referee/site/http_peer.h \
	referee/site/http_request.c referee/site/http_request.h \
	referee/site/http_server.c referee/site/http_server.h \
	referee/site/limits.c referee/site/limits.h \
	referee/site/league_events.c referee/site/league_events.h \
	referee/site/league_folder.c referee/site/league_folder.h \
	referee/site/league_reader.c referee/site/league_reader.h \
	referee/site/routes_leagues.c \
	referee/site/operator_key.c referee/site/operator_key.h \
	referee/site/page_file.c referee/site/page_file.h \
	referee/site/routes_accounts.c \
	referee/site/routes_feed.c \
	referee/site/routes_games.c \
	referee/site/routes_metrics.c \
	referee/site/routes_pages.c \
	referee/site/routes_ranking.c \
	referee/site/routes_records.c \
	referee/site/routes_weeks.c \
	referee/site/site.c referee/site/site.h \
	referee/site/site_body.c referee/site/site_body.h \
	referee/site/site_call.c referee/site/site_call.h \
	referee/site/site_charge.c referee/site/site_charge.h \
	referee/site/site_clock.c referee/site/site_clock.h \
	referee/site/site_entry.c referee/site/site_entry.h \
	referee/site/site_loop.c referee/site/site_loop.h \
	referee/site/site_log.c referee/site/site_log.h \
	referee/site/site_options.h referee/site/site_part.h referee/site/site_parts.c \
	referee/site/site_public.c referee/site/site_public.h \
	referee/site/site_state.h \
	referee/site/site_turn.c referee/site/site_turn.h \
	referee/site/routes_tables.c \
	referee/site/table_engines.c referee/site/table_engines.h \
	referee/site/table_feed.c referee/site/table_feed.h \
	referee/site/table_json.c referee/site/table_json.h \
	referee/site/systemd.c referee/site/systemd.h \
	referee/club/accounts.c referee/club/accounts.h \
	referee/club/accounts_change.c \
	referee/club/analysis.c referee/club/analysis.h \
	referee/club/analyst.c referee/club/analyst.h \
	referee/club/boards.c referee/club/boards.h \
	referee/club/club.c referee/club/club.h \
	referee/club/club_clock.c referee/club/club_clock.h \
	referee/club/club_stats.c referee/club/club_stats.h \
	referee/club/game_record.c referee/club/game_record.h \
	referee/club/computer.c referee/club/computer.h \
	referee/club/games.c referee/club/games.h \
	referee/club/games_play.c referee/club/games_play.h \
	referee/club/marks.c referee/club/marks.h \
	referee/club/person_name.c referee/club/person_name.h \
	referee/club/recovery.c referee/club/recovery.h \
	referee/club/player_page.c referee/club/player_page.h \
	referee/club/ranked.c referee/club/ranked.h \
	referee/club/ranking.c referee/club/ranking.h \
	referee/club/scores.c referee/club/scores.h \
	referee/club/table_boards.c referee/club/table_boards.h \
	referee/club/table_file.c referee/club/table_file.h \
	referee/club/table_offer.h \
	referee/club/table_play.c referee/club/table_play.h \
	referee/club/table_result.c referee/club/table_result.h \
	referee/club/table_schema.c referee/club/table_schema.h \
	referee/club/table_search.c referee/club/table_search.h \
	referee/club/table_steps.c referee/club/table_steps.h \
	referee/club/table_terms.h \
	referee/club/table_view.c referee/club/table_view.h \
	referee/club/table_wish.c referee/club/table_wish.h \
	referee/club/tables.c referee/club/tables.h \
	referee/club/tables_move.c \
	referee/club/tables_time.c \
	referee/club/week.c referee/club/week.h \
	referee/club/week_check.c referee/club/week_check.h \
	referee/club/weeks.c referee/club/weeks.h \
	referee/commands/command.c referee/commands/command.h \
	referee/commands/command_export.c \
	referee/commands/command_grid.c \
	referee/certify/announced.c referee/certify/announced.h \
	referee/certify/bout.c \
	referee/certify/certify.c referee/certify/certify.h \
	referee/certify/check.c referee/certify/check.h \
	referee/certify/checks_end.c \
	referee/certify/checks_errors.c \
	referee/certify/checks_games.c \
	referee/certify/checks_lines.c \
	referee/certify/checks_search.c \
	referee/certify/checks_start.c \
	referee/commands/command_certify.c \
	referee/commands/command_gui.c \
	referee/commands/command_help.c \
	referee/commands/command_import.c \
	referee/commands/command_match.c \
	referee/commands/command_merge.c \
	referee/commands/command_play.c \
	referee/commands/command_puzzle.c \
	referee/commands/command_rank.c referee/commands/command_ratings.c \
	referee/commands/command_replay.c \
	referee/commands/command_report.c \
	referee/commands/command_serve.c \
	referee/commands/command_site.c \
	referee/commands/command_standings.c \
	referee/commands/command_tune.c \
	referee/commands/command_verify.c \
	referee/commands/commands.c \
	referee/commands/deal_options.c referee/commands/deal_options.h \
	referee/commands/engine_arguments.c referee/commands/engine_arguments.h \
	referee/commands/engine_list.c referee/commands/engine_list.h \
	referee/commands/play_options.c referee/commands/play_options.h
## Of the engine the reference computer, and what solves positions.
REFEREE_LIBS = referee/libreferee.a $(ENGINE_LIBS) games/libgames.a protocol/libprotocol.a grids/libgrids.a base/libbase.a \
	$(PCRE2_LIBS) $(INIH_LIBS) $(SQLITE_LIBS) $(JSON_C_LIBS) $(MICROHTTPD_LIBS) $(SODIUM_LIBS) $(SECCOMP_LIBS) $(ICU_LIBS) $(READLINE_LIBS) $(TINFO_LIBS)
triancey_referee_SOURCES = referee/main.c
triancey_referee_LDADD = $(REFEREE_LIBS) -lm

nobase_dist_pkgdata_DATA += referee/league.ini referee/sample-league.ini

## The script and the style sheets of reports. No bundler need be there to build them.
SCRIPTS_OF_REPORT = page/dom.js page/icons.js page/steps.js page/board_geometry.js page/board_paths.js \
	page/board_pieces.js page/board_waves.js page/board_svg.js page/board_torus.js \
	page/report_games.js page/report_board.js page/report_curve.js page/report_live.js page/report.js
STYLES_OF_REPORT = page/board.css page/steps.css referee/results/report.css
nobase_pkgdata_DATA = $(STYLES_OF_REPORT) referee/results/report.js
EXTRA_DIST += page/join.awk $(SCRIPTS_OF_REPORT) $(STYLES_OF_REPORT)
CLEANFILES += referee/results/report.js
referee/results/report.js: page/join.awk $(SCRIPTS_OF_REPORT)
	$(AM_V_GEN)$(MKDIR_P) referee/results && build=`pwd` && cd '$(srcdir)' && \
		$(AWK) -f page/join.awk $(SCRIPTS_OF_REPORT) >"$$build/$@.tmp" && mv -f "$$build/$@.tmp" "$$build/$@"

## What an operator puts into place: units of systemd, samples for proxies and fail2ban (SITE.md).
nobase_dist_pkgdata_DATA += referee/service/Caddyfile referee/service/fail2ban-filter.conf \
	referee/service/fail2ban-jail.conf referee/service/nginx.conf referee/service/triancey.socket
nobase_nodist_pkgdata_DATA = referee/service/triancey.service
EXTRA_DIST += referee/service/triancey.service.in
CLEANFILES += referee/service/triancey.service
referee/service/triancey.service: referee/service/triancey.service.in Makefile
	$(AM_V_GEN)$(MKDIR_P) referee/service && sed -e 's,@bindir[@],$(bindir),g' -e 's,@docdir[@],$(docdir),g' \
		'$(srcdir)/referee/service/triancey.service.in' >$@.tmp && mv -f $@.tmp $@

nobase_dist_pkgdata_SCRIPTS = referee/cluster/parallel.sh referee/cluster/slurm-array.sh \
	referee/cluster/slurm-srun.sh

## The manual of the referee: a page with the commands, and pages by subject.
dist_man_MANS += referee/manual/triancey-engines.6 referee/manual/triancey-league.6 \
	referee/manual/triancey-match.6 referee/manual/triancey-play.6 \
	referee/manual/triancey-record.6 referee/manual/triancey-referee.6 \
	referee/manual/triancey-site.6 referee/manual/triancey-standings.6 \
	referee/manual/triancey-tune.6

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

## One completion script serves both programs, under the name of each.
EXTRA_DIST += referee/completion.bash
install-data-local:
	$(MKDIR_P) '$(DESTDIR)$(bashcompdir)'
	$(INSTALL_DATA) '$(srcdir)/referee/completion.bash' '$(DESTDIR)$(bashcompdir)/triancey-referee'
	$(INSTALL_DATA) '$(srcdir)/referee/completion.bash' '$(DESTDIR)$(bashcompdir)/triancey-engine'
uninstall-local:
	rm -f '$(DESTDIR)$(bashcompdir)/triancey-referee' '$(DESTDIR)$(bashcompdir)/triancey-engine'
