## protocol/ - TGI: the specification, and the code that serves both sides.
noinst_LIBRARIES += protocol/libprotocol.a
protocol_libprotocol_a_SOURCES = \
	protocol/commands.h \
	protocol/line.c protocol/line.h \
	protocol/protocol.c protocol/protocol.h
dist_doc_DATA += protocol/PROTOCOL.md \
	protocol/minimal_engine.c protocol/minimal_engine.js protocol/minimal_engine.py
dist_man_MANS += protocol/tgi.7
