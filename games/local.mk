## games/ - the rules of each game behind one interface; knows grids/ and nothing else.
noinst_LIBRARIES += games/libgames.a
games_libgames_a_SOURCES = \
	games/game.h \
	games/games.c \
	games/picture.c games/picture.h \
	games/points.h \
	games/reaction.h \
	games/trioker_pieces.c games/trioker_pieces.h \
	games/triancey.c games/triancey.h games/triancey_picture.c \
	games/triangulation.c games/triangulation.h \
	games/triangulation_board.c games/triangulation_moves.c games/triangulation_picture.c games/triangulation_text.c \
	games/tritt.c games/tritt.h games/tritt_picture.c games/tritt_text.c
dist_doc_DATA += games/GAMES.md games/RULES.md games/RULES.fr.md
