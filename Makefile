# Everything from a bare machine with Python 3.11 or newer: `make demo`, `make test`.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test whole mutants check format bench soak box-soak match race videos rounds pictures wheel clean

demo: .venv/installed
	$(BIN)/companion demo

# What a person waits for: at most five minutes on two free cores.
test: .venv/installed
	$(BIN)/python -m pytest -n 2 --dist loadgroup -q -m "not whole"

# Whole games, films and golden playthroughs: some minutes more.
whole: .venv/installed
	$(BIN)/python -m pytest -n 2 --dist loadgroup -q -m whole

# 300 small changes of the product, one at a time, against the tests that reach them: about an hour of one core;
# goes on where it was broken off.
mutants: .venv/installed
	$(BIN)/python -m tests.mutation

check: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict companion/core companion/games firmware_bridge
	$(BIN)/mypy companion calibration deckmaking
	$(BIN)/lint-imports
	$(BIN)/python -m tests.house.sizes
	$(BIN)/python -m tests.house.words
	$(BIN)/python -m tests.house.docstrings
	$(BIN)/python -m tests.house.links
	$(BIN)/python -m tests.house.figures --check

format: .venv/installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/installed
	$(BIN)/companion bench

# A thousand whole games of each game (300 of KARO) under the conformance kit, and a hundred kills of a running game: an
# hour and more of one core.
soak: .venv/installed
	$(BIN)/python -m tests.soak

# Millions of broken lines against both ends of the table box's line, and a bad line for hours of its time: minutes.
# COMPANION_MICROPYTHON names MicroPython's unix port; .ci/micropython FOLDER brings it.
box-soak: .venv/installed
	$(BIN)/python -m tests.box_soak

# A hundred games of KARO's partner against a player that looks two turns ahead: a quarter of an hour of one core.
match: .venv/installed
	$(BIN)/python -m tests.games.karo.partner_match --first 5000

# Forty games of Movers & Hoppers, the partner's "strong" against a plain player that looks three turns ahead: minutes.
race: .venv/installed
	$(BIN)/python -m tests.games.karo.race_match --first 7000 --games 40

# Fifty whole games of KARO on film, followed to the end: a quarter of an hour.
videos: .venv/installed
	$(BIN)/python -m tests.games.karo.videos --first 0 --games 50

# Rounds of slaps under the simulated camera, compared with what the hands did: an hour of one core.
rounds: .venv/installed
	$(BIN)/python -m tests.games.leprechauns.rounds --first 5000 --rounds 200

# The README's pictures, taken of a running demo.
pictures: .venv/installed
	$(BIN)/python -m tests.pictures

wheel: .venv/installed
	$(BIN)/python -m build --wheel

.venv/installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.11") if sys.version_info < (3, 11) else 0'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	@# -qq: what setuptools warns its users of is not for who plays.
	$(BIN)/python -m pip install -qq --editable '.[dev,box]'
	touch .venv/installed

clean:
	rm -rf .venv build dist *.egg-info
