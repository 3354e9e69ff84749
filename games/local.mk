## games/ - the rules of each game behind one interface; includes base/ and grids/.
noinst_LIBRARIES += games/libgames.a
games_libgames_a_SOURCES = \
	games/game.h \
	games/actions.c games/actions.h \
	games/games.c \
	games/picture.c games/picture.h \
	games/planes.c games/planes.h \
	games/position.c games/position.h \
	games/reaction.h \
	games/rules_pictures.c games/rules_pictures.h \
	games/triancey.c games/triancey.h games/triancey_picture.c \
	games/triangulation.c games/triangulation.h \
	games/triangulation_board.c games/triangulation_moves.c games/triangulation_picture.c games/triangulation_text.c \
	games/trioker.h games/trioker_board.c games/trioker_duel.c \
	games/trioker_panel.c games/trioker_panel.h games/trioker_picture.c \
	games/trioker_hidden.c games/trioker_layout.c \
	games/trioker_pieces.c games/trioker_pieces.h games/trioker_puzzle.c \
	games/trioker_rapid.c games/trioker_rapid_text.c games/trioker_text.c \
	games/trioker_shape.c games/trioker_shape.h \
	games/tritt.c games/tritt.h games/tritt_picture.c games/tritt_text.c
## The rules for people, in English and as they are translated: RULES.LANGUAGE.md.
RULES_OF_PAGE = games/RULES.md games/RULES.fr.md
dist_doc_DATA += games/GAMES.md $(RULES_OF_PAGE)
nobase_dist_pkgdata_DATA += games/rapid.ini
## Shapes of puzzles; `make puzzles` writes them.
nobase_dist_pkgdata_DATA += \
	games/puzzles/arrow.ini games/puzzles/bar.ini games/puzzles/bird.ini games/puzzles/boat.ini \
	games/puzzles/boomerang.ini games/puzzles/bridge.ini games/puzzles/butterfly.ini games/puzzles/cat.ini \
	games/puzzles/crown.ini games/puzzles/cup.ini games/puzzles/diamond.ini games/puzzles/duck.ini \
	games/puzzles/fir.ini games/puzzles/fish.ini games/puzzles/gem.ini games/puzzles/heart.ini \
	games/puzzles/hexagon-joker.ini games/puzzles/hexagon.ini games/puzzles/hexagon6.ini \
	games/puzzles/horseshoe.ini games/puzzles/hourglass.ini games/puzzles/house.ini games/puzzles/key.ini \
	games/puzzles/letter-t.ini games/puzzles/mountain.ini games/puzzles/mushroom.ini \
	games/puzzles/pyramid.ini games/puzzles/rocket.ini games/puzzles/snake.ini games/puzzles/star.ini \
	games/puzzles/steps.ini games/puzzles/super-triangle.ini games/puzzles/tower.ini \
	games/puzzles/trapezoid.ini games/puzzles/tree.ini games/puzzles/whale.ini games/puzzles/windmill.ini \
	games/puzzles/wreath.ini
