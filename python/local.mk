## python/ - the Python module triancey over libtriancey, and examples. `pip install .` makes a wheel of it.
trianceypydir = $(pythondir)/triancey
dist_trianceypy_DATA = \
	python/triancey/__init__.py \
	python/triancey/_arrays.py \
	python/triancey/_bridge.py \
	python/triancey/_library.py \
	python/triancey/batch.py \
	python/triancey/board.py \
	python/triancey/engine.py \
	python/triancey/environments.py \
	python/triancey/evaluation.py \
	python/triancey/players.py \
	python/triancey/py.typed \
	python/triancey/records.py \
	python/triancey/serving.py
examplesdir = $(docdir)/examples
dist_examples_DATA = \
	library/README.md \
	python/examples/az.py \
	python/examples/one_ply.py \
	python/examples/random_agent.py \
	python/examples/uct.py
EXTRA_DIST += pyproject.toml python/make_wheel.py
