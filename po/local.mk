## po/ - what the programs say to people in other languages: a catalogue NAME.po for each,
## in one list, from which the page takes them, too. `make
## update-po` brings them up to the sources; tests/commands/french.t says what is missing in fr.po.
LANGUAGES = po/fr.po
## A file with its texts in all languages.
BESIDE = $(AWK) -f '$(srcdir)/po/beside.awk' $(LANGUAGES:%='$(srcdir)/%')
EXTRA_DIST += po/beside.awk
EXTRA_DIST += $(LANGUAGES)
CLEANFILES += po/triancey.pot po/qps.po po/titles.c po/compiled po/*/LC_MESSAGES/triancey.mo

## The names of the languages, in a shell.
NAMES_OF_LANGUAGES = `for file in $(LANGUAGES); do basename "$$file" .po; done`
.PHONY: install-catalogues uninstall-catalogues
if CATALOGUES
noinst_DATA = po/compiled
po/compiled: po/local.mk $(LANGUAGES)
	$(AM_V_GEN)for name in $(NAMES_OF_LANGUAGES); do \
		$(MKDIR_P) "po/$$name/LC_MESSAGES" && \
		$(MSGFMT) -c -o "po/$$name/LC_MESSAGES/triancey.mo" "$(srcdir)/po/$$name.po" || exit 1; \
	done && echo $(LANGUAGES) >$@
install-catalogues: po/compiled
	@for name in $(NAMES_OF_LANGUAGES); do \
		$(MKDIR_P) "$(DESTDIR)$(localedir)/$$name/LC_MESSAGES" && \
		$(INSTALL_DATA) "po/$$name/LC_MESSAGES/triancey.mo" "$(DESTDIR)$(localedir)/$$name/LC_MESSAGES" || exit 1; \
	done
uninstall-catalogues:
	@for name in $(NAMES_OF_LANGUAGES); do \
		rm -f "$(DESTDIR)$(localedir)/$$name/LC_MESSAGES/triancey.mo"; \
	done
else
install-catalogues uninstall-catalogues:
endif

## All messages, from all sources. xgettext is wanted by those who write messages only.
MESSAGE_FILES = $(base_libbase_a_SOURCES) $(grids_libgrids_a_SOURCES) $(games_libgames_a_SOURCES) \
	$(engine_libengine_a_SOURCES) $(triancey_engine_SOURCES) \
	$(half_libhalf_a_SOURCES) $(pairing_libpairing_a_SOURCES) $(record_librecord_a_SOURCES) $(draw_libdraw_a_SOURCES) \
	$(results_libresults_a_SOURCES) $(referee_libreferee_a_SOURCES) $(prompt_libprompt_a_SOURCES) $(referee_libcommands_a_SOURCES) \
	$(club_libclub_a_SOURCES) $(club_store_libstore_a_SOURCES) $(club_store_libtables_a_SOURCES) $(club_store_libratings_a_SOURCES) \
	$(club_store_libcontests_a_SOURCES) $(SCRIPTS_OF_PAGE) $(ENGINES_ON_LINUX) referee/engines/posix.c base/spoken.c.in
## Boards and puzzles have titles in their files, desktops and the page without scripts texts of their own.
po/triancey.pot: $(MESSAGE_FILES) $(nobase_dist_pkgdata_DATA) $(DESKTOP_TEXTS) page/index.html
	$(AM_V_GEN)$(MKDIR_P) po && build=`pwd` && cd '$(srcdir)' && \
		sed -n -e 's/^title = \(.*\)/N_("\1")/p' -e '/^GenericName=\|^Comment=\|^Keywords=/s/[^=]*=\(.*\)/N_("\1")/p' \
			-e 's,^ *<\(summary\|p\|li\|comment\|noscript\)>\(.*\)</.*,N_("\2"),p' $(nobase_dist_pkgdata_DATA) $(DESKTOP_TEXTS) page/index.html >"$$build/po/titles.c" && \
		xgettext --from-code=UTF-8 --add-comments=TRANSLATORS: --keyword=_ --keyword=N_ \
			--package-name=$(PACKAGE) --sort-by-file --no-location --no-wrap -o "$$build/$@" $(MESSAGE_FILES) "$$build/po/titles.c"

## A made-up language (tests/lib/pseudo.py), with the data and the page of programs that speak it.
po/qps.po: po/triancey.pot tests/lib/pseudo.py
	$(AM_V_GEN)python3 '$(srcdir)/tests/lib/pseudo.py' po/triancey.pot >$@.tmp && mv $@.tmp $@
qps/page/triancey.html: po/qps.po page/triancey.html
	@rm -rf qps && $(MKDIR_P) qps/po/qps/LC_MESSAGES qps/page
	$(AM_V_GEN)for folder in club engine games grids referee; do ln -s '$(abs_srcdir)'/$$folder qps || exit 1; done && \
		ln -s '$(abs_builddir)/po/fr' qps/po && $(MSGFMT) --check-format -o qps/po/qps/LC_MESSAGES/triancey.mo po/qps.po && \
		$(BUNDLE) -o $@ --site qps/page/site --po $(LANGUAGES) '$(abs_builddir)/po/qps.po'

.PHONY: update-po
update-po: po/triancey.pot
	for name in $(NAMES_OF_LANGUAGES); do \
		msgmerge -q --no-wrap --no-fuzzy-matching --update --backup=off \
			'$(srcdir)'/po/$$name.po po/triancey.pot || exit 1; \
	done
