## club/ - triancey-club: the site, and the page with one's own engines; over HTTP.
bin_PROGRAMS += triancey-club
noinst_LIBRARIES += club/libclub.a
club_libclub_a_CFLAGS = $(AM_CFLAGS) $(CURL_CFLAGS) $(JSON_C_CFLAGS) $(MICROHTTPD_CFLAGS) $(ICU_CFLAGS) $(QRENCODE_CFLAGS)
club_libclub_a_SOURCES = \
	club/bot/bot.c club/bot/bot.h \
	club/bot/bot_http.c club/bot/bot_http.h \
	club/bot/bot_json.c club/bot/bot_json.h \
	club/bot/bot_key.c club/bot/bot_key.h \
	club/commands/command_bot.c \
	club/commands/command_gui.c \
	club/commands/command_serve.c \
	club/commands/command_site.c \
	club/commands/commands.c club/commands/commands.h \
	club/gui/engine_session.c \
	club/gui/gui.c club/gui/gui.h \
	club/http/address.c club/http/address.h \
	club/http/browser.c club/http/browser.h \
	club/http/event_log.c club/http/event_log.h \
	club/http/http_call.c \
	club/http/http_peer.h \
	club/http/http_request.c club/http/http_request.h \
	club/http/http_server.c club/http/http_server.h \
	club/http/limits.c club/http/limits.h \
	club/http/page_file.c club/http/page_file.h \
	club/http/systemd.c \
	club/site/address_card.c club/site/address_card.h \
	club/site/analysis_job.c \
	club/site/contest_json.c club/site/contest_json.h \
	club/site/engine_pool.c \
	club/site/hash_queue.c club/site/hash_queue.h \
	club/site/hasher.c club/site/hasher.h \
	club/site/league_folder.c club/site/league_folder.h \
	club/site/league_reader.c club/site/league_reader.h \
	club/site/lobby.c club/site/lobby.h \
	club/site/rating_json.c club/site/rating_json.h \
	club/site/qr_path.c club/site/qr_path.h \
	club/site/routes_accounts.c \
	club/site/routes_addresses.c \
	club/site/routes_contests.c \
	club/site/routes_exercises.c \
	club/site/routes_feed.c \
	club/site/routes_leagues.c \
	club/site/routes_lobby.c \
	club/site/routes_metrics.c \
	club/site/routes_pages.c \
	club/site/routes_ranking.c \
	club/site/routes_ratings.c \
	club/site/routes_records.c \
	club/site/routes_tables.c \
	club/site/routes_turns.c \
	club/site/routes_weeks.c \
	club/site/site.c club/site/site.h \
	club/site/site_body.c club/site/site_body.h \
	club/site/site_call.c club/site/site_call.h \
	club/site/site_charge.c club/site/site_charge.h \
	club/site/site_clock.c club/site/site_clock.h \
	club/site/site_entry.c club/site/site_entry.h \
	club/site/site_log.c club/site/site_log.h \
	club/site/site_options.h \
	club/site/site_part.h \
	club/site/site_parts.c club/site/site_parts.h \
	club/site/site_state.h \
	club/site/site_turn.c club/site/site_turn.h \
	club/site/table_engines.c club/site/table_engines.h \
	club/site/table_feed.c club/site/table_feed.h \
	club/site/table_json.c club/site/table_json.h \
	club/site/turn_feed.c club/site/turn_feed.h \
	club/store/accounts.c club/store/accounts.h \
	club/store/accounts_change.c \
	club/store/analysis.c club/store/analysis.h \
	club/store/analyst.c club/store/analyst.h \
	club/store/club.c club/store/club.h \
	club/store/club_clock.c club/store/club_clock.h \
	club/store/club_stats.c club/store/club_stats.h \
	club/store/computer.c club/store/computer.h \
	club/store/contest.c club/store/contest.h \
	club/store/contest_advance.c club/store/contest_advance.h \
	club/store/contest_file.c club/store/contest_file.h \
	club/store/contest_play.c \
	club/store/contest_request.c club/store/contest_request.h \
	club/store/contest_rounds.c club/store/contest_rounds.h \
	club/store/contest_schema.c club/store/contest_schema.h \
	club/store/contest_table.c club/store/contest_table.h \
	club/store/encounters.c club/store/encounters.h \
	club/store/exercises.c club/store/exercises.h \
	club/store/game_record.c club/store/game_record.h \
	club/store/kept.c club/store/kept.h \
	club/store/marks.c club/store/marks.h \
	club/store/person_name.c club/store/person_name.h \
	club/store/person_ratings.c club/store/person_ratings.h \
	club/store/player_page.c club/store/player_page.h \
	club/store/ranked.c club/store/ranked.h \
	club/store/ranking.c club/store/ranking.h \
	club/store/rating_fit.c \
	club/store/rating_schema.c club/store/rating_schema.h \
	club/store/recovery.c club/store/recovery.h \
	club/store/scores.c club/store/scores.h \
	club/store/seeks.c club/store/seeks.h \
	club/store/table_boards.c club/store/table_boards.h \
	club/store/table_file.c club/store/table_file.h \
	club/store/table_offer.h \
	club/store/table_play.c club/store/table_play.h \
	club/store/table_position.c club/store/table_position.h \
	club/store/table_result.c club/store/table_result.h \
	club/store/table_schema.c club/store/table_schema.h \
	club/store/table_search.c club/store/table_search.h \
	club/store/table_steps.c club/store/table_steps.h \
	club/store/table_terms.h \
	club/store/table_view.c club/store/table_view.h \
	club/store/table_request.c club/store/table_request.h \
	club/store/tables.c club/store/tables.h \
	club/store/tables_move.c \
	club/store/tables_time.c \
	club/store/tables_week.c \
	club/store/tournament.c club/store/tournament.h \
	club/store/turns.c club/store/turns.h \
	club/store/week.c club/store/week.h \
	club/store/week_check.c club/store/week_check.h \
	club/store/weeks.c club/store/weeks.h
CLUB_LIBS = club/libclub.a $(LEAGUE_LIBS) $(CURL_LIBS) $(MICROHTTPD_LIBS) $(ICU_LIBS) $(CAIRO_LIBS) $(QRENCODE_LIBS)
triancey_club_SOURCES = club/main.c
triancey_club_LDADD = $(CLUB_LIBS) -lm
dist_man_MANS += club/manual/triancey-club.6

## What an operator puts into place: units of systemd, samples for proxies and fail2ban (SITE.md).
nobase_dist_pkgdata_DATA += club/service/Caddyfile club/service/fail2ban-filter.conf \
	club/service/fail2ban-jail.conf club/service/nginx.conf club/service/triancey.socket
nobase_nodist_pkgdata_DATA = club/service/triancey.service
EXTRA_DIST += club/service/triancey.service.in
CLEANFILES += club/service/triancey.service
club/service/triancey.service: club/service/triancey.service.in Makefile
	$(AM_V_GEN)$(MKDIR_P) club/service && sed -e 's,@bindir[@],$(bindir),g' -e 's,@docdir[@],$(docdir),g' \
		'$(srcdir)/club/service/triancey.service.in' >$@.tmp && mv -f $@.tmp $@
