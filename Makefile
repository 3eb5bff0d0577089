# Everything from a bare machine with Python 3.11 or newer: `make demo`, `make test`.
PYTHON ?= python3
BIN := .venv/bin

# An environment keeps the system's packages if it has them. A new one gets them where picamera2, the Pi's camera, is
# among them: it cannot be had from an index.
SYSTEM_PACKAGES = $(shell if [ -e .venv/pyvenv.cfg ]; \
	then grep -qix 'include-system-site-packages *= *true' .venv/pyvenv.cfg && echo --system-site-packages; \
	else $(PYTHON) -c 'import importlib.util as u, sys; sys.exit(u.find_spec("picamera2") is None)' 2>/dev/null \
		&& echo --system-site-packages; fi)
# What the system has built for numpy 1 cannot be loaded beside numpy 2.
SYSTEM_NUMPY = $(shell $(PYTHON) -c 'from importlib.metadata import version as v; v("numpy")[:2] == "1." and print("numpy<2")' 2>/dev/null)

# Modules are compiled once, not by each process anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test whole evening check format bench soak kills box-soak mutated match race videos rounds pictures screenshots crowd tables audit veil day-soak camera-faults mutants try-install arm64 wheel clean

demo: .venv/installed
	$(BIN)/companion demo

# What a person waits for: at most five minutes on two free cores.
test: .venv/installed
	$(BIN)/python -m pytest -n 2 --dist worksteal -q -m "not whole"

# Whole games, films, golden playthroughs, and pages in a browser: some minutes more.
whole: .venv/installed
	$(BIN)/python -m pytest -n 2 --dist worksteal -q --durations 40 -m "whole and not evening"

# Two whole evenings of five games by touch in a real browser, without a camera and on the simulated table, and a whole
# headless round of Kaplan: twenty minutes. COMPANION_EVENING_GAMES="karo kaplan" plays only these games.
evening: .venv/installed
	$(BIN)/python -m pytest -n 0 -q -m evening tests/web/test_whole_evening_browser.py tests/cli/test_demo.py

# 300 small changes of the product, one at a time, against the tests that reach them: about an hour of one core;
# goes on where it was broken off.
mutants: .venv/installed
	$(BIN)/python -m tests.mutation

check: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict companion/core companion/games firmware_bridge
	$(BIN)/mypy companion calibration deckmaking appliance
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

# A thousand kill -9 of real tables of all five games, played over HTTP: an hour of two free cores.
kills: .venv/installed
	$(BIN)/python -m tests.kills --kills 1000

# Two hundred seeded games with pictures: no page is told more than its viewer may know, in words or pixels: a quarter of
# an hour and more.
veil: .venv/installed
	$(BIN)/python -m tests.veil_soak

# Millions of broken lines against both ends of the table box's line, and a bad line for hours of its time: minutes.
# COMPANION_MICROPYTHON names MicroPython's unix port; .ci/micropython FOLDER brings it.
box-soak: .venv/installed
	$(BIN)/python -m tests.box_soak

# A whole day of a served table, in its own time: memory, open files, threads and the journal at its end; a quarter of an
# hour of one core.
day-soak: .venv/installed
	$(BIN)/python -m tests.day_soak

# Every fault of a camera, caused for real: noticed, in the right words, healed; and how often there is an alarm without a
# fault: an hour of one core.
camera-faults: .venv/installed
	$(BIN)/python -m tests.camera_faults

# Twelve thousand damaged picture files of 13 formats through `companion read`: a quarter of an hour of one core.
mutated: .venv/installed
	$(BIN)/python -m tests.mutated_pictures --files 12000

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

# The docs' pictures and the README's film, taken of running tables: a quarter of an hour.
pictures: .venv/installed
	$(BIN)/python -m tests.pictures

# Every page at 320, 390 and 1920 px, light and dark, into build/screenshots with contact sheets, and the chosen ones into
# docs: a quarter of an hour of one core.
screenshots: .venv/installed
	$(BIN)/python -m tests.screenshots --docs

# A hundred phones at a table and five hundred that come back, the server on one core and the phones on another: how long
# they wait, in minutes.
crowd: .venv/installed
	$(BIN)/python -m tests.web.crowd

# A hundred tables on one Mosquitto, and the café's page: how long from a change to the page that shows it; a minute.
tables: .venv/installed
	$(BIN)/python -m tests.club.hundred_tables

# What is installed against the known holes, where a vulnerability service can be reached, and our lower bounds.
audit: .venv/installed
	$(BIN)/python -m pip install -qq --editable '.[audit]'
	$(BIN)/python -m tests.house.audit

# Install, update, update in vain, remove, in bare roots of Debian: as root, with mmdebstrap and the package mirrors; a
# quarter of an hour each.
arm64: .venv/installed
	.ci/arm64 build/arm64 3.13
	.ci/arm64 build/arm64 3.11

try-install:
	python3 -m tests.appliance.in_root trixie
	python3 -m tests.appliance.in_root bookworm

wheel: .venv/installed
	$(BIN)/python -m build --wheel

.venv/installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.11") if sys.version_info < (3, 11) else 0'
	$(PYTHON) -m venv $(SYSTEM_PACKAGES) .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	@# -qq: what setuptools warns its users of is not for who plays.
	$(BIN)/python -m pip install -qq --editable '.[dev,box]' $(if $(SYSTEM_PACKAGES),$(SYSTEM_NUMPY:%='%'))
	touch .venv/installed

clean:
	rm -rf .venv build dist *.egg-info
