## prompt/ - people at a terminal.
noinst_LIBRARIES += prompt/libprompt.a
prompt_libprompt_a_CFLAGS = $(AM_CFLAGS) $(READLINE_CFLAGS)
prompt_libprompt_a_SOURCES = \
	prompt/adviser.c prompt/adviser.h \
	prompt/after_game.c \
	prompt/choices.c \
	prompt/chooser.c prompt/chooser.h \
	prompt/console.c prompt/console.h \
	prompt/kept_games.c \
	prompt/keys.c \
	prompt/play_record.c prompt/play_record.h \
	prompt/prompt.c prompt/prompt.h \
	prompt/prompt_ask.c \
	prompt/prompt_commands.c prompt/prompt_commands.h \
	prompt/prompt_moves.c \
	prompt/prompt_rules.c \
	prompt/prompt_setup.h \
	prompt/prompt_state.h \
	prompt/prompt_view.c prompt/prompt_view.h \
	prompt/prompt_words.c prompt/prompt_words.h \
	prompt/puzzle_game.c prompt/puzzle_game.h \
	prompt/puzzle_prompt.c \
	prompt/puzzle_solver.c prompt/puzzle_solver.h \
	prompt/saved.c prompt/saved.h \
	prompt/stepping.c prompt/stepping.h
