## draw/ - pictures on a terminal and as SVG.
noinst_LIBRARIES += draw/libdraw.a
draw_libdraw_a_SOURCES = \
	draw/draw_svg.c draw/draw_svg.h \
	draw/draw_terminal.c draw/draw_terminal.h \
	draw/raster.c draw/raster.h \
	draw/replay_draw.c draw/replay_draw.h \
	draw/terminal.c draw/terminal.h
