## protocol/ - TGI: the specification, and the code that serves both sides.
noinst_LIBRARIES += protocol/libprotocol.a
protocol_libprotocol_a_SOURCES = \
	protocol/commands.h \
	protocol/line.c protocol/line.h \
	protocol/protocol.c protocol/protocol.h
EXTRA_DIST += protocol/minimal_engine.py
dist_doc_DATA += protocol/PROTOCOL.md
