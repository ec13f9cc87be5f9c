# `make run` starts the app and `make test` runs every check; both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
ROOT := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
APT := $(ROOT) apt-get install -y -qq --no-install-recommends

.PHONY: run test lint types unit chromium format bench strength load calibration clean

run: $(VENV)/.run
	$(BIN)/scorekeeper

test: lint types unit

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/mypy

unit: $(VENV)/.test chromium
	$(BIN)/pytest

format: $(VENV)/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Figures, not checks: the time of a tap, then the engine against its peers in an environment of
# their own.
bench: $(VENV)/.test
	$(BIN)/python -m tests.benchmarks.tap
	$(BIN)/python tests/benchmarks/run.py

strength: $(VENV)/.test
	$(BIN)/python tests/benchmarks/strength.py

# Two thousand phones watch ten games while ten scorers write.
load: $(VENV)/.test
	$(BIN)/python -m tests.benchmarks.load

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
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
