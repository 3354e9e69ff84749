## grids/ - boards as data and as code; knows base/ and nothing else.
noinst_LIBRARIES += grids/libgrids.a
grids_libgrids_a_SOURCES = \
	grids/grid.h \
	grids/build.c grids/build.h grids/check.c \
	grids/ini.c grids/lattice.c grids/library.c \
	grids/shapes.c \
	grids/word.c
nobase_dist_pkgdata_DATA += \
	grids/ancey.ini grids/archipel.ini grids/classic.ini \
	grids/calais.ini grids/cancan.ini grids/cestlavie.ini grids/creme.ini \
	grids/crepe.ini grids/degaulle.ini grids/eau.ini grids/foiegras.ini \
	grids/gerard.ini grids/loire.ini grids/notredame.ini grids/porte.ini
dist_doc_DATA += grids/GRIDS.md
