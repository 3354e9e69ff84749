## record/ - the SQLite file of a league.
noinst_LIBRARIES += record/librecord.a
record_librecord_a_CFLAGS = $(AM_CFLAGS) $(JSON_C_CFLAGS)
record_librecord_a_SOURCES = \
	record/backup.c \
	record/export.c record/export.h \
	record/half_json.c record/half_json.h \
	record/import/import.c record/import/import.h \
	record/import/import_csv.c \
	record/import/import_json.c \
	record/import/import_table.c record/import/import_table.h \
	record/json_read.c record/json_read.h \
	record/live.h \
	record/live_read.c \
	record/live_write.c \
	record/merge.c record/merge.h \
	record/query.c record/query.h \
	record/record.c record/record.h \
	record/record_analysis.c record/record_analysis.h \
	record/record_checkpoint.c \
	record/record_extra.c record/record_extra.h \
	record/record_games.c record/record_games.h \
	record/record_league.c record/record_league.h \
	record/record_parts.h \
	record/record_rows.c record/record_rows.h \
	record/record_said.c record/record_said.h \
	record/record_schema.c record/record_schema.h \
	record/record_sign.c \
	record/replay.c record/replay.h \
	record/verify.c record/verify.h \
	record/verify_parts.h \
	record/verify_schedule.c
EXTRA_DIST += record/merging.sql record/tables.sql
CLEANFILES += record/merging.c record/tables.c
nodist_record_librecord_a_SOURCES = record/merging.c record/tables.c
record/merging.c record/tables.c: base/sql.awk
