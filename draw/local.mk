## draw/ - pictures on a terminal, as SVG and as PNG.
noinst_LIBRARIES += draw/libdraw.a
draw_libdraw_a_CFLAGS = $(AM_CFLAGS) $(CAIRO_CFLAGS)
draw_libdraw_a_SOURCES = \
	draw/draw_png.c draw/draw_png.h \
	draw/draw_svg.c draw/draw_svg.h \
	draw/draw_terminal.c draw/draw_terminal.h \
	draw/drawing.c draw/drawing.h \
	draw/raster.c \
	draw/replay_draw.c draw/replay_draw.h \
	draw/terminal.c draw/terminal.h
