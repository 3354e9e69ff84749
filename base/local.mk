## base/ - what is independent of games: texts, files, dates, languages. Includes no other folder.
noinst_LIBRARIES += base/libbase.a
base_libbase_a_SOURCES = \
	base/affinity.c base/affinity.h \
	base/arguments.c base/arguments.h \
	base/calendar.c base/calendar.h \
	base/clock.c base/clock.h \
	base/csv.c base/csv.h \
	base/data.c base/data.h \
	base/error.c base/error.h \
	base/ini.c base/ini.h \
	base/input.c base/input.h \
	base/json.c base/json.h \
	base/json_twice.c base/json_twice.h \
	base/language.c base/language.h \
	base/leave.h \
	base/list.h \
	base/machine.c base/machine.h \
	base/memory.h \
	base/output.c base/output.h \
	base/random.c base/random.h \
	base/sample.c base/sample.h \
	base/sanitized.h \
	base/system.h \
	base/thread.h \
	base/text.c base/text.h \
	base/values.c base/values.h \
	base/wait.c base/wait.h
## What systems do differently.
if LINUX
base_libbase_a_SOURCES += base/affinity_linux.c base/system_linux.c
else
base_libbase_a_SOURCES += base/affinity_posix.c base/system_posix.c
endif
EXTRA_DIST += base/poisoned.h base/sql.awk
## SQL stands in files of its own.
SUFFIXES = .sql
.sql.c:
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(AWK) -f '$(srcdir)/base/sql.awk' $< >$@.tmp && mv -f $@.tmp $@
## What needs libraries that the engine does not use, and what no library may do.
if REFEREE
base_libbase_a_SOURCES += base/digest.c base/digest.h base/needed.c base/needed.h base/secret.c base/secret.h base/signing.c base/signing.h base/spoken.h
nodist_base_libbase_a_SOURCES = base/spoken.c
endif
EXTRA_DIST += base/spoken.c.in
CLEANFILES += base/spoken.c
base/spoken.c: base/spoken.c.in po/beside.awk po/local.mk $(LANGUAGES)
	$(AM_V_GEN)$(MKDIR_P) base && $(BESIDE) '$(srcdir)/base/spoken.c.in' >$@.tmp && mv -f $@.tmp $@
