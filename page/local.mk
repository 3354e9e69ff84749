## page/ - the page to play on: the engine as WebAssembly, and a page of scripts around it, in one
## file that needs nothing else. Made by `make page` where ./configure has found its tools.
SCRIPTS_OF_PAGE = \
	page/address.js \
	page/analysis.js \
	page/app.js \
	page/board.js \
	page/board_export.js \
	page/board_geometry.js \
	page/board_keys.js \
	page/board_marks.js \
	page/board_names.js \
	page/board_paths.js \
	page/board_pieces.js \
	page/board_svg.js \
	page/board_torus.js \
	page/board_waves.js \
	page/board_words.js \
	page/choice.js \
	page/client.js \
	page/commands.js \
	page/csv.js \
	page/curve.js \
	page/daily.js \
	page/daily_table.js \
	page/daily_view.js \
	page/dialog.js \
	page/dom.js \
	page/drag.js \
	page/editor.js \
	page/embedded.js \
	page/exercise_view.js \
	page/exercises.js \
	page/exercises_view.js \
	page/feel.js \
	page/files.js \
	page/first.js \
	page/game.js \
	page/games.js \
	page/icons.js \
	page/keep.js \
	page/learn.js \
	page/lessons.js \
	page/lessons_archipel.js \
	page/lessons_progress.js \
	page/lessons_session.js \
	page/lessons_tasks.js \
	page/lessons_triangulation.js \
	page/lessons_trioker.js \
	page/lessons_tritt.js \
	page/lessons_view.js \
	page/levels.js \
	page/link.js \
	page/main.js \
	page/move_list.js \
	page/names.js \
	page/page.js \
	page/panel_about.js \
	page/panel_analysis.js \
	page/panel_board.js \
	page/panel_choice.js \
	page/panel_editor.js \
	page/panel_games.js \
	page/panel_learn.js \
	page/panel_moves.js \
	page/panel_new.js \
	page/panel_play.js \
	page/panel_result.js \
	page/panel_seats.js \
	page/panel_settings.js \
	page/panel_share.js \
	page/plural.js \
	page/practice.js \
	page/rules_view.js \
	page/seat.js \
	page/shelf.js \
	page/site_account.js \
	page/site_boards.js \
	page/site_card.js \
	page/site_client.js \
	page/site_contest.js \
	page/site_contest_room.js \
	page/site_contests.js \
	page/site_curve.js \
	page/site_game.js \
	page/site_leagues.js \
	page/site_lobby.js \
	page/site_parts.js \
	page/site_player.js \
	page/site_ranking.js \
	page/site_ratings.js \
	page/site_record.js \
	page/site_routes.js \
	page/site_shell.js \
	page/site_stage.js \
	page/site_tables.js \
	page/site_tournament.js \
	page/site_turns.js \
	page/site_week.js \
	page/stage.js \
	page/steps.js \
	page/store.js \
	page/sw.js \
	page/tabs.js \
	page/texts.js \
	page/tgi.js \
	page/transport_http.js \
	page/transport_worker.js \
	page/tree.js \
	page/why.js \
	page/engine/engine.js \
	page/engine/wasi.js \
	page/engine/worker.js
FILES_OF_PAGE = $(SCRIPTS_OF_PAGE) page/board.css page/icon.svg page/index.html page/lessons.css \
	page/page.css page/practice.css page/rules.css page/site.css page/site.html page/site_contest.css page/site_lobby.css page/steps.css

## The engine's program in a browser, and headers of what its C library does not have.
FILES_OF_MODULE = \
	page/engine/catalogue.c \
	page/engine/ini.c \
	page/engine/pcre2.c \
	page/engine/system.c \
	page/engine/wasm_main.c \
	page/engine/include/config.h \
	page/engine/include/ini.h \
	page/engine/include/libintl.h \
	page/engine/include/pcre2.h \
	page/engine/include/pthread.h \
	page/engine/include/stdlib.h \
	page/engine/include/sys/mman.h \
	page/engine/include/sys/resource.h
## What it is made of; base/ without that for which system.c and catalogue.c stand in.
## The version is in configure.ac.
FILES_OF_ENGINE = configure.ac $(base_libbase_a_SOURCES) $(grids_libgrids_a_SOURCES) $(games_libgames_a_SOURCES) \
	protocol/commands.h protocol/line.h protocol/protocol.c protocol/protocol.h \
	$(engine_libengine_a_SOURCES) $(engine_libavx2_a_SOURCES) $(engine_libavx512_a_SOURCES)
NOT_IN_MODULE = base/affinity_*.c|base/arguments.c|base/digest.c|base/json_twice.c|base/language.c|base/machine.c|base/needed.c|base/output.c|base/secret.c|base/system_linux.c|base/system_posix.c|base/wait.c|games/rules_pictures.c
EXTRA_DIST += tsconfig.json page/browser.d.ts page/bundle page/first_board.py page/icons.py page/picture.png page/picture-analysis.png page/rules_text.py page/site_folder.py page/site_types.py $(FILES_OF_PAGE) $(FILES_OF_MODULE)

MODULE_MEMORY = 1073741824
MODULE_FLAGS = --target=wasm32-wasi -std=gnu11 -O2 $(WARNINGS) \
	-D_GNU_SOURCE -D_WASI_EMULATED_GETPID -DENABLE_NLS -DPKGDATADIR='""' -DMEMORY_MAX=$(MODULE_MEMORY) \
	-DPACKAGE_NAME='"$(PACKAGE_NAME)"' -DPACKAGE_VERSION='"$(PACKAGE_VERSION)"' \
	-Ipage/engine/include -I.
LINK_MODULE = $(WASM_CC) --target=wasm32-wasi -mexec-model=reactor -Wl,--stack-first -Wl,-z,stack-size=4194304 \
	-Wl,--max-memory=$(MODULE_MEMORY) -Wl,--strip-all
## All processors compile, and the objects, each in a folder like its source's, are not kept.
COMPILE_MODULE = objects=`pwd`/page/engine/objects && rm -rf "$$objects" && (cd '$(srcdir)' && sources=base/affinity_posix.c && \
	for file in $(FILES_OF_ENGINE) $(FILES_OF_MODULE); do \
		case $$file in $(NOT_IN_MODULE)) ;; *.c) sources="$$sources $$file" ;; esac; \
	done && for file in $$sources; do mkdir -p "$$objects/$${file%/*}" && echo $$file; done | \
		xargs -P `getconf _NPROCESSORS_ONLN` -I{} $(WASM_CC) $(MODULE_FLAGS) -c {} -o "$$objects/{}.o" && \
	for file in $$sources; do echo "$$objects/$$file.o"; done | xargs $(LINK_MODULE) -o "$$objects.wasm") && \
	rm -r "$$objects" && mv "$$objects.wasm" $@

page/engine/triancey.wasm: $(FILES_OF_ENGINE) $(FILES_OF_MODULE)
	$(AM_V_GEN)$(COMPILE_MODULE)

## It depends on no module, so that a release, which holds the page, needs no tools.
DATA_OF_ENGINE = $(nobase_dist_pkgdata_DATA)
EXTRA_DIST += page/triancey.html page/site
MAINTAINERCLEANFILES = page/triancey.html
CLEANFILES += page/engine/triancey.wasm page/site_api.d.ts

BUNDLE = '$(srcdir)/page/bundle' --source '$(srcdir)' --esbuild '$(ESBUILD)' \
	page/engine/triancey.wasm --data $(DATA_OF_ENGINE) --rules $(RULES_OF_PAGE) --pictures games/rules_pictures.c \
	--messages $(SCRIPTS_OF_PAGE) $(FILES_OF_ENGINE) $(SOURCES_OF_SITE)
## Those whose sentences a site says, or `gui`, in English; the page translates them.
SOURCES_OF_SITE = $(club_libclub_a_SOURCES) $(club_store_libstore_a_SOURCES) $(club_store_libtables_a_SOURCES) \
	$(club_store_libratings_a_SOURCES) $(club_store_libcontests_a_SOURCES) $(half_libhalf_a_SOURCES) $(record_librecord_a_SOURCES) \
	referee/engines/engine_lines.c referee/engines/process.c referee/engines/program.c referee/engines/sandbox.c
page/triancey.html: page/bundle page/first_board.py page/icons.py page/rules_text.py page/site_folder.py $(FILES_OF_PAGE) $(FILES_OF_ENGINE) $(FILES_OF_MODULE) $(DATA_OF_ENGINE) po/local.mk $(LANGUAGES) $(RULES_OF_PAGE)
	@if test -n '$(PAGE_MISSING)'; then \
		echo "page/triancey.html cannot be built, because $(PAGE_MISSING)" >&2; exit 1; \
	fi
	@$(MAKE) $(AM_MAKEFLAGS) page/engine/triancey.wasm
	$(AM_V_GEN)$(BUNDLE) -o $@ --site page/site --po $(LANGUAGES)

## The folder for sites comes with it.
page/site: page/triancey.html
	@:

## What a desktop shows of it (club/desktop).
iconsdir = $(datadir)/icons/hicolor
ICON_SIZES = 16 24 32 48 64 128 256 512
EXTRA_DIST += page/icons
page/icons: page/icon.svg page/icons.py
	$(AM_V_GEN)'$(PYTHON3)' '$(srcdir)/page/icons.py' '$(srcdir)/page/icon.svg' $@ $(ICON_SIZES) && touch $@

.PHONY: page types
page: page/triancey.html page/icons

## What comments of the scripts state, with the types of a site's answers, in the tree itself: needs tsc (node-typescript).
types: page/site_api.d.ts
	tsc -p '$(srcdir)'
page/site_api.d.ts: page/site_types.py $(dist_schemas_DATA)
	$(AM_V_GEN)python3 '$(srcdir)/page/site_types.py' '$(srcdir)/schemas' >$@.tmp && mv $@.tmp $@

## Packages for other people's pages, of the page's own modules: npm/NAME-VERSION.tgz.
NPM_FILES = page/npm/beside.js page/npm/board.css page/npm/board.js page/npm/engine.js \
	page/npm/triancey-board/README.md page/npm/triancey-board/package.json \
	page/npm/triancey-engine/README.md page/npm/triancey-engine/package.json
EXTRA_DIST += $(NPM_FILES)
NPM_BUNDLE = '$(ESBUILD)' --bundle --minify --format=esm --target=es2021 --charset=utf8 --log-level=warning --loader:.css=text
NPM_TYPES = tsc --allowJs --declaration --emitDeclarationOnly --target es2022 --module esnext --moduleResolution node '$(srcdir)/page/browser.d.ts' page/site_api.d.ts
.PHONY: npm
npm: page page/site_api.d.ts
	rm -rf npm && $(MKDIR_P) npm/triancey-engine npm/triancey-board
	for name in triancey-engine triancey-board; do \
		cp page/site/assets/engine-*.wasm npm/$$name/engine.wasm && cp page/site/assets/worker-*.js npm/$$name/worker.js && \
		cp '$(srcdir)/COPYING' "$(srcdir)/page/npm/$$name/README.md" npm/$$name && \
		sed -e 's/"version": "[^"]*"/"version": "$(PACKAGE_VERSION)"/' -e 's|^  "license"|$(PACKAGE_URL:%=  "homepage": "%",\n)&|' \
			"$(srcdir)/page/npm/$$name/package.json" >npm/$$name/package.json || exit 1; \
	done
	printf 'import { files } from "$(abs_srcdir)/page/embedded.js";\n' >npm/texts.js
	for file in page/site/assets/texts-*.json; do \
		name=`basename "$$file" | sed 's/-[^-]*$$//'` && cp "$$file" "npm/triancey-board/$$name.json" && \
		printf 'files["%s"] = new URL("%s.json", import.meta.url).href;\n' "$$name" "$$name" >>npm/texts.js || exit 1; \
	done
	$(NPM_BUNDLE) '$(srcdir)/page/npm/engine.js' --outfile=npm/triancey-engine/index.js
	$(NPM_BUNDLE) '$(srcdir)/page/engine/engine.js' --outfile=npm/triancey-engine/direct.js
	$(NPM_BUNDLE) --inject:npm/texts.js '$(srcdir)/page/npm/board.js' --outfile=npm/triancey-board/index.js
	$(NPM_TYPES) --outDir npm/triancey-engine/types '$(srcdir)/page/npm/engine.js' '$(srcdir)/page/engine/engine.js'
	$(NPM_TYPES) --outDir npm/types '$(srcdir)/page/npm/board.js' && mv npm/types/npm/board.d.ts npm/triancey-board/index.d.ts && rm -rf npm/types npm/texts.js
	cd npm && npm pack --silent ./triancey-engine ./triancey-board

## Nobody needs the page to install the rest.
.PHONY: install-page uninstall-page
install-data-hook: install-page install-catalogues
uninstall-hook: uninstall-page uninstall-catalogues
install-page:
	@page=page/triancey.html; test -f "$$page" || page='$(srcdir)/page/triancey.html'; \
	if test -f "$$page"; then \
		$(MKDIR_P) '$(DESTDIR)$(pkgdatadir)/page' && \
		$(INSTALL_DATA) "$$page" '$(DESTDIR)$(pkgdatadir)/page/triancey.html'; \
	fi
	@site=page/site; test -d "$$site" || site='$(srcdir)/page/site'; \
	if test -d "$$site"; then \
		rm -rf '$(DESTDIR)$(pkgdatadir)/page/site' && \
		$(MKDIR_P) '$(DESTDIR)$(pkgdatadir)/page/site/assets' && \
		$(INSTALL_DATA) "$$site"/*.* '$(DESTDIR)$(pkgdatadir)/page/site' && \
		$(INSTALL_DATA) "$$site"/assets/* '$(DESTDIR)$(pkgdatadir)/page/site/assets'; \
	fi
	@$(MKDIR_P) '$(DESTDIR)$(iconsdir)/scalable/apps' && \
	$(INSTALL_DATA) '$(srcdir)/page/icon.svg' '$(DESTDIR)$(iconsdir)/scalable/apps/triancey.svg'
	@icons=page/icons; test -d "$$icons" || icons='$(srcdir)/page/icons'; \
	for size in $(ICON_SIZES); do \
		if test -f "$$icons/$$size.png"; then \
			$(MKDIR_P) "$(DESTDIR)$(iconsdir)/$${size}x$$size/apps" && \
			$(INSTALL_DATA) "$$icons/$$size.png" "$(DESTDIR)$(iconsdir)/$${size}x$$size/apps/triancey.png" || exit 1; \
		fi; \
	done
uninstall-page:
	rm -f '$(DESTDIR)$(iconsdir)'/*/apps/triancey.svg '$(DESTDIR)$(iconsdir)'/*/apps/triancey.png
	rm -f '$(DESTDIR)$(pkgdatadir)/page/triancey.html'
	rm -rf '$(DESTDIR)$(pkgdatadir)/page/site'
