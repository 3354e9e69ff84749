## club/ - triancey-club: the site, and the page with one's own engines; over HTTP.
bin_PROGRAMS += triancey-club
noinst_LIBRARIES += club/libclub.a
club_libclub_a_CFLAGS = $(AM_CFLAGS) $(CURL_CFLAGS) $(JSON_C_CFLAGS) $(MICROHTTPD_CFLAGS) $(ICU_CFLAGS) $(CAIRO_CFLAGS) $(QRENCODE_CFLAGS)
club_libclub_a_SOURCES = \
	club/bot/bot.c club/bot/bot.h \
	club/bot/bot_http.c club/bot/bot_http.h \
	club/commands/command_bot.c \
	club/commands/command_gui.c \
	club/commands/command_serve.c \
	club/commands/command_site.c \
	club/commands/commands.c club/commands/commands.h \
	club/gui/gui.c club/gui/gui.h \
	club/http/address.c club/http/address.h \
	club/http/browser.c club/http/browser.h \
	club/http/error_page.c \
	club/http/event_log.c club/http/event_log.h \
	club/http/http_call.c \
	club/http/http_peer.h \
	club/http/http_request.c club/http/http_request.h \
	club/http/http_server.c club/http/http_server.h \
	club/http/limits.c club/http/limits.h \
	club/http/object.c club/http/object.h \
	club/http/page_file.c club/http/page_file.h \
	club/http/systemd.c \
	club/site/address_card.c club/site/address_card.h \
	club/site/analysis_job.c \
	club/site/hasher.c club/site/hasher.h \
	club/site/routes_accounts.c \
	club/site/routes_addresses.c \
	club/site/routes_feed.c \
	club/site/routes_metrics.c \
	club/site/routes_pages.c \
	club/site/routes_ranking.c \
	club/site/routes_ratings.c \
	club/site/routes_records.c \
	club/site/routes_weeks.c \
	club/site/site.c club/site/site.h \
	club/site/site_parts.c \
	club/site/contests/qr_path.c club/site/contests/qr_path.h \
	club/site/contests/routes_contests.c \
	club/site/frame/site_body.c \
	club/site/frame/site_call.c club/site/frame/site_call.h \
	club/site/frame/site_charge.c club/site/frame/site_charge.h \
	club/site/frame/site_entry.c club/site/frame/site_entry.h \
	club/site/frame/site_options.h \
	club/site/frame/site_part.h \
	club/site/frame/site_state.h \
	club/site/frame/site_turn.c club/site/frame/site_turn.h \
	club/site/leagues/league_folder.c club/site/leagues/league_folder.h \
	club/site/leagues/league_reader.c \
	club/site/leagues/routes_leagues.c \
	club/site/tables/engine_pool.c \
	club/site/tables/lobby.c \
	club/site/tables/routes_tables.c \
	club/site/tables/table_engines.c club/site/tables/table_engines.h \
	club/site/tables/table_feed.c club/site/tables/table_feed.h \
	club/site/tables/table_json.c club/site/tables/table_json.h \
	club/site/tables/turn_feed.c

## The titles of lessons stand in the page's modules alone.
MODULES_OF_LESSONS = page/lessons_archipel.js page/lessons_tritt.js page/lessons_triangulation.js page/lessons_trioker.js page/lessons.js
nodist_club_libclub_a_SOURCES = club/site/lesson_heads.c
EXTRA_DIST += page/lesson_heads.awk
CLEANFILES += club/site/lesson_heads.c
club/site/lesson_heads.c: page/lesson_heads.awk $(MODULES_OF_LESSONS)
	$(AM_V_GEN)$(MKDIR_P) club/site && build=`pwd` && cd '$(srcdir)' && \
		$(AWK) -f page/lesson_heads.awk $(MODULES_OF_LESSONS) >"$$build/$@.tmp" && mv -f "$$build/$@.tmp" "$$build/$@"

## What a site keeps, a library for each room: a test of one links none above it.
noinst_LIBRARIES += club/store/libstore.a
club_store_libstore_a_CFLAGS = $(AM_CFLAGS) $(JSON_C_CFLAGS) $(ICU_CFLAGS)
club_store_libstore_a_SOURCES = \
	club/store/accounts.c club/store/accounts.h \
	club/store/accounts_change.c \
	club/store/cache.c club/store/cache.h \
	club/store/club.c club/store/club.h \
	club/store/person_name.c club/store/person_name.h \
	club/store/recovery.c club/store/recovery.h \
	club/store/schema.c club/store/schema.h \
	club/store/scores.c club/store/scores.h \
	club/store/table_terms.h \
	club/store/week.c club/store/week.h \
	club/store/weeks.c club/store/weeks.h
EXTRA_DIST += club/store/club_tables.sql
CLEANFILES += club/store/club_tables.c
nodist_club_store_libstore_a_SOURCES = club/store/club_tables.c
club/store/club_tables.c: base/sql.awk
noinst_LIBRARIES += club/store/libtables.a
club_store_libtables_a_CFLAGS = $(AM_CFLAGS) $(JSON_C_CFLAGS)
club_store_libtables_a_SOURCES = \
	club/store/tables/encounters.c club/store/tables/encounters.h \
	club/store/tables/seeks.c club/store/tables/seeks.h \
	club/store/tables/table_boards.c \
	club/store/tables/table_file.c club/store/tables/table_file.h \
	club/store/tables/table_play.c club/store/tables/table_play.h \
	club/store/tables/table_position.c \
	club/store/tables/table_request.c club/store/tables/table_request.h \
	club/store/tables/table_search.c club/store/tables/table_search.h \
	club/store/tables/table_steps.c \
	club/store/tables/table_view.c club/store/tables/table_view.h \
	club/store/tables/tables.c club/store/tables/tables.h \
	club/store/tables/tables_move.c \
	club/store/tables/tables_time.c \
	club/store/tables/tables_week.c \
	club/store/tables/turns.c club/store/tables/turns.h
noinst_LIBRARIES += club/store/libratings.a
club_store_libratings_a_CFLAGS = $(AM_CFLAGS) $(JSON_C_CFLAGS)
club_store_libratings_a_SOURCES = \
	club/store/ratings/analysis.c club/store/ratings/analysis.h \
	club/store/ratings/analyst.c \
	club/store/ratings/exercises.c \
	club/store/ratings/game_record.c club/store/ratings/game_record.h \
	club/store/ratings/marks.c club/store/ratings/marks.h \
	club/store/ratings/person_ratings.c club/store/ratings/person_ratings.h \
	club/store/ratings/ranking.c club/store/ratings/ranking.h \
	club/store/ratings/rating_fit.c
noinst_LIBRARIES += club/store/libcontests.a
club_store_libcontests_a_CFLAGS = $(AM_CFLAGS) $(JSON_C_CFLAGS)
club_store_libcontests_a_SOURCES = \
	club/store/contests/contest.c club/store/contests/contest.h \
	club/store/contests/contest_advance.c \
	club/store/contests/contest_file.c club/store/contests/contest_file.h \
	club/store/contests/contest_play.c \
	club/store/contests/contest_request.c club/store/contests/contest_request.h \
	club/store/contests/contest_rounds.c \
	club/store/contests/contest_table.c
STORE_LIBS = club/store/libcontests.a club/store/libratings.a club/store/libtables.a club/store/libstore.a
CLUB_LIBS = club/libclub.a $(STORE_LIBS) $(LEAGUE_LIBS) $(CURL_LIBS) $(MICROHTTPD_LIBS) $(ICU_LIBS) $(CAIRO_LIBS) $(QRENCODE_LIBS)
triancey_club_SOURCES = club/main.c
triancey_club_LDADD = $(CLUB_LIBS) -lm
dist_man_MANS += club/manual/triancey-club.8

## What an operator puts into place: units of systemd, samples for proxies and fail2ban (SITE.md).
nobase_dist_pkgdata_DATA += club/service/Caddyfile club/service/fail2ban-filter.conf \
	club/service/fail2ban-jail.conf club/service/nginx.conf club/service/triancey.socket
nobase_nodist_pkgdata_DATA = club/service/triancey.service
EXTRA_DIST += club/service/triancey.service.in
CLEANFILES += club/service/triancey.service
club/service/triancey.service: club/service/triancey.service.in Makefile
	$(AM_V_GEN)$(MKDIR_P) club/service && sed -e 's,@bindir[@],$(bindir),g' -e 's,@docdir[@],$(docdir),g' \
		'$(srcdir)/club/service/triancey.service.in' >$@.tmp && mv -f $@.tmp $@

## The club in the menu of a desktop, and for files that the page has saved; its icons are made with the page.
applicationsdir = $(datadir)/applications
nodist_applications_DATA = club/desktop/$(APPLICATION_ID).desktop
metainfodir = $(datadir)/metainfo
nodist_metainfo_DATA = club/desktop/$(APPLICATION_ID).metainfo.xml
EXTRA_DIST += $(DESKTOP_TEXTS)
CLEANFILES += club/desktop/$(APPLICATION_ID).* club/desktop/triancey.xml
DESKTOP_TEXTS = club/desktop/triancey.desktop club/desktop/triancey.metainfo.xml.in club/desktop/triancey.xml.in
BESIDE_IN_DESKTOP = po/beside.awk $(LANGUAGES) Makefile
club/desktop/$(APPLICATION_ID).desktop: club/desktop/triancey.desktop $(BESIDE_IN_DESKTOP)
	$(AM_V_GEN)$(MKDIR_P) club/desktop && $(BESIDE) '$(srcdir)/club/desktop/triancey.desktop' >$@.tmp && mv -f $@.tmp $@
## The releases are the headings of NEWS.
club/desktop/$(APPLICATION_ID).metainfo.xml: club/desktop/triancey.metainfo.xml.in NEWS $(BESIDE_IN_DESKTOP)
	$(AM_V_GEN)$(MKDIR_P) club/desktop && \
		sed -n 's|^\([0-9.]*\) (\([0-9-]*\))$$|    <release version="\1" date="\2"/>|p' '$(srcdir)/NEWS' >$@.releases && \
		$(BESIDE) '$(srcdir)/club/desktop/triancey.metainfo.xml.in' | sed -e 's|@APPLICATION_ID[@]|$(APPLICATION_ID)|' \
			-e '/@HOMEPAGE[@]/{' -e 's|.*|$(PACKAGE_URL:%=  <url type="homepage">%</url>)|' -e '/./!d' -e '}' \
			-e '/@RELEASES[@]/{' -e 'r $@.releases' -e 'd' -e '}' \
			>$@.tmp && rm -f $@.releases && mv -f $@.tmp $@
mimedir = $(datadir)/mime/packages
nodist_mime_DATA = club/desktop/triancey.xml
club/desktop/triancey.xml: club/desktop/triancey.xml.in $(BESIDE_IN_DESKTOP)
	$(AM_V_GEN)$(MKDIR_P) club/desktop && $(BESIDE) '$(srcdir)/club/desktop/triancey.xml.in' >$@.tmp && mv -f $@.tmp $@
