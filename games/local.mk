## games/ - the rules of each game behind one interface; knows grids/ and nothing else.
noinst_LIBRARIES += games/libgames.a
games_libgames_a_SOURCES = \
	games/game.h \
	games/games.c \
	games/picture.c games/picture.h \
	games/points.h \
	games/reaction.h \
	games/triancey.c games/triancey.h games/triancey_picture.c \
	games/triangulation.c games/triangulation.h \
	games/triangulation_board.c games/triangulation_moves.c games/triangulation_picture.c games/triangulation_text.c \
	games/trioker.h games/trioker_duel.c \
	games/trioker_panel.c games/trioker_panel.h games/trioker_picture.c \
	games/trioker_pieces.c games/trioker_pieces.h games/trioker_text.c games/trioker_text.h \
	games/tritt.c games/tritt.h games/tritt_picture.c games/tritt_text.c
dist_doc_DATA += games/GAMES.md games/RULES.md games/RULES.fr.md
