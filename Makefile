# `make run` starts the app and `make test` runs every check; both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LIGHTHOUSE := .lighthouse
AUDIT := .audit
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
ROOT := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
APT := $(ROOT) apt-get install -y -qq --no-install-recommends

.PHONY: run demo test lint types unit chromium format bench large lighthouse strength load walk kills slow week fuzz audit calibration messages screenshots clean

run: $(VENV)/.run
	$(BIN)/scorekeeper

demo: $(VENV)/.run
	$(PIP) -e '.[fast]'
	$(BIN)/scorekeeper demo

test: lint types unit

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/mypy

unit: $(VENV)/.test chromium
	$(BIN)/pytest --numprocesses auto --dist worksteal

format: $(VENV)/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Gathers the words of the pages into the files of the languages, and tells what is to be translated.
messages: $(VENV)/.test
	$(BIN)/python -m tests.messages

# The pictures of the README.
screenshots: $(VENV)/.test chromium
	$(BIN)/python -m tests.screenshots

# Figures, not checks: the time of a tap, of a first load on a slow phone, then the engine against
# its peers in an environment of their own.
bench: $(VENV)/.test chromium
	$(BIN)/python -m tests.benchmarks.tap
	$(BIN)/python -m tests.benchmarks.phone
	$(BIN)/python -m tests.benchmarks.sheet
	$(BIN)/python tests/benchmarks/run.py

# How a file of 10,000 games compares with one of ten.
large: $(VENV)/.test
	$(BIN)/python -m tests.benchmarks.large

# Lighthouse itself comes from npm, into a folder that git does not see.
lighthouse: $(VENV)/.test chromium
	@command -v npm >/dev/null || (echo "Lighthouse needs node and npm" >&2; exit 1)
	npm install --silent --no-audit --no-fund --prefix $(LIGHTHOUSE) lighthouse
	CHROME_PATH=$$(command -v chromium) $(BIN)/python -m tests.benchmarks.lighthouse $(LIGHTHOUSE)

strength: $(VENV)/.test
	$(BIN)/python tests/benchmarks/strength.py

# Two thousand phones watch ten games while ten scorers write.
load: $(VENV)/.test
	$(BIN)/python -m tests.benchmarks.load

# Every route by every method as nobody, a watcher, a scorer of another table and a scorer.
walk: $(VENV)/.test
	$(BIN)/python -m tests.web.every_door

# A score keeper that is killed 500 times while phones write to it.
kills: $(VENV)/.test
	$(BIN)/python -m tests.benchmarks.kills

# How long a tap takes while a thousand clients dawdle.
slow: $(VENV)/.test
	$(BIN)/python -m tests.benchmarks.slow

# The memory of the server over a week of evenings, played at high speed.
week: $(VENV)/.test
	$(BIN)/python -m tests.benchmarks.week

# A hundred thousand requests of all kinds, none of which may end in a server error.
fuzz: $(VENV)/.test
	$(BIN)/python -m tests.fuzz

# What is installed at run time, with licences; and what is known against it, where that can be asked.
audit: $(VENV)/.test
	test -x $(AUDIT)/bin/pip-audit || ($(PYTHON) -m venv $(AUDIT) && $(AUDIT)/bin/pip install -q pip-audit) || true
	$(BIN)/python -m tests.audit $(AUDIT)/bin/pip-audit

# How far the chances can be believed.
calibration: $(VENV)/.test
	$(BIN)/scorekeeper calibration
	$(BIN)/scorekeeper calibration --rules wikipedia
	$(BIN)/scorekeeper calibration --players sampling,sensible,sensible,sensible --games 50
	$(BIN)/scorekeeper calibration --players random,sensible,sensible,sensible
	$(BIN)/scorekeeper calibration --game bid-whist --games 300

$(VENV)/bin/python:
	$(PYTHON) -c "import ensurepip" || ($(ROOT) apt-get update -qq && $(APT) python3-venv)
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml $(VENV)/bin/python
	$(PIP) -e .
	touch $@

$(VENV)/.test: pyproject.toml $(VENV)/bin/python
	$(PIP) -e '.[test]'
	touch $@ $(VENV)/.run

# Debian's Chromium: the browser tests fail without it, they are never skipped.
chromium:
	@command -v chromium >/dev/null || ($(ROOT) apt-get update -qq && $(APT) chromium fonts-noto-core)

clean:
	rm -rf $(VENV) $(LIGHTHOUSE) $(AUDIT) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
