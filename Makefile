# `make run` starts the app and `make test` runs every check; both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LIGHTHOUSE := .lighthouse
AUDIT := .audit
RELEASE := .release
SITE := .site
RELEASE_TOOLS := build==1.6.1 hatchling==1.33.0 shiv==1.0.8 cyclonedx-bom==7.5.0 uv
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
ROOT := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
BINDING := import gi; gi.require_version('WebKit2', '4.1')
APT := $(ROOT) apt-get install -y -qq --no-install-recommends

.PHONY: run demo test check lint types node chromium format bench large lighthouse strength ratings load reads walk kills slow week fuzz deep deep-browsers nightly audit attack image zipapp site site-figures release lock calibration messages screenshots webkit firefox silent-video clean

run: $(VENV)/.run
	$(BIN)/scorekeeper

demo: $(VENV)/.run
	$(BIN)/scorekeeper demo

WORKERS ?= $(shell $(PYTHON) -c "import os; print(os.cpu_count() or 1)")
PYTEST = $(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal
BROWSERS = tests/browser tests/other_browsers
# A test in a browser waits for much of its time: for a page to settle, or for another phone.
BROWSER_WORKERS ?= $(shell expr $(WORKERS) + 1)

# What needs a browser comes last, but for the attacks, which look at pages in Chromium. A test in a
# browser gets a second try, and is named as unsteady if it needs it.
test: lint types node chromium
	$(PYTEST) $(BROWSERS:%=--ignore=%)
	$(MAKE) webkit firefox
	$(PYTEST) --numprocesses $(BROWSER_WORKERS) --reruns 1 $(BROWSERS)

# What can go wrong without a page, without the slow tests: about a minute.
check: lint types
	$(PYTEST) -q -m 'not slow' tests/cards tests/rules tests/games tests/play tests/insight tests/ledger tests/exchange tests/exchange_tables tests/test_*.py

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/mypy

format: $(VENV)/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Gathers the words of the pages into the files of the languages, and tells what is to be translated.
messages: $(VENV)/.test
	$(BIN)/python -m tests.tools.messages

# The pictures of the README.
screenshots: $(VENV)/.test chromium
	$(BIN)/python -m tests.tools.screenshots

# The video that keeps a screen on where the browser cannot; needs ffmpeg.
silent-video: $(VENV)/.test
	$(BIN)/python -m tests.tools.silent_video

# Figures, not checks: the time of a tap, of a first load on a slow phone, then the engine against
# its peers in an environment of their own.
bench: $(VENV)/.test chromium
	$(BIN)/python -m tests.tools.benchmarks.tap
	$(BIN)/python -m tests.tools.benchmarks.tap_to_paint
	$(BIN)/python -m tests.tools.benchmarks.phone
	$(BIN)/python -m tests.tools.benchmarks.sheet
	$(BIN)/python -m tests.tools.benchmarks.batch
	$(BIN)/python tests/tools/benchmarks/run.py

# How a file of 10,000 games compares with one of ten.
large: $(VENV)/.test
	$(BIN)/python -m tests.tools.benchmarks.large

# Lighthouse itself comes from npm, into a folder that git does not see.
lighthouse: $(VENV)/.test chromium
	@command -v npm >/dev/null || (echo "Lighthouse needs node and npm" >&2; exit 1)
	npm install --silent --no-audit --no-fund --prefix $(LIGHTHOUSE) lighthouse
	CHROME_PATH=$$(command -v chromium) $(BIN)/python -m tests.tools.benchmarks.lighthouse $(LIGHTHOUSE)

strength: $(VENV)/.test
	$(BIN)/python tests/tools/benchmarks/strength.py

# Which order of the players recovers their strength best, over simulated seasons.
ratings: $(VENV)/.test
	$(BIN)/python -m tests.tools.benchmarks.ratings
	$(BIN)/python -m tests.tools.benchmarks.ratings --evenings 6
	$(BIN)/python -m tests.tools.benchmarks.ratings --weakest 0.9 --evenings 40

# Two thousand phones watch ten games while ten scorers write; then watchers who never pause.
load: $(VENV)/.test
	$(BIN)/python -m tests.tools.benchmarks.load
	$(MAKE) reads

# A scorer taps while eighty watchers ask for expensive pages without a pause.
reads: $(VENV)/.test
	$(BIN)/python -m tests.tools.benchmarks.reads
	$(BIN)/python -m tests.tools.benchmarks.reads --server gunicorn

# Every route by every method as nobody, a watcher, a scorer of another table and a scorer.
walk: $(VENV)/.test
	$(BIN)/python -m tests.web.every_door

# A score keeper that is killed 500 times while phones write to it; then damages of its file.
kills: $(VENV)/.test
	$(BIN)/python -m tests.tools.benchmarks.kills
	$(BIN)/python -m tests.tools.benchmarks.damage

# How long a tap takes while a thousand clients dawdle.
slow: $(VENV)/.test
	$(BIN)/python -m tests.tools.benchmarks.slow

# The memory of the server over a week of evenings, played at high speed.
week: $(VENV)/.test
	$(BIN)/python -m tests.tools.benchmarks.week

# A hundred thousand requests of all kinds, none of which may end in a server error.
fuzz: $(VENV)/.test
	$(BIN)/python -m tests.tools.fuzz

# Attacks from outside, by a program that shares no code with the score keeper.
attack: $(VENV)/.test
	$(BIN)/python -m tests.tools.attack

# The image: built from Debian's packages without a daemon, started, killed, stopped and upgraded.
image: $(VENV)/.test
	@command -v buildah >/dev/null && command -v mmdebstrap >/dev/null || \
		($(ROOT) apt-get update -qq && $(APT) buildah mmdebstrap)
	$(BIN)/pytest -q tests/tools/image.py

# What is installed at run time, with licences; and what is known against it, where that can be asked.
audit: $(VENV)/.test
	test -x $(AUDIT)/bin/pip-audit || ($(PYTHON) -m venv $(AUDIT) && $(AUDIT)/bin/pip install -q pip-audit) || true
	$(BIN)/python -m tests.tools.audit $(AUDIT)/bin/pip-audit

# Every test in its full form: every page in every language and look, more examples, more deals
# beside OpenSpiel and the judge. None gets a second try.
deep: $(VENV)/.test node chromium webkit firefox
	SCOREKEEPER_DEEP=1 $(PYTEST) -q --timeout 3600 $(BROWSERS:%=--ignore=%)
	$(MAKE) --jobs 2 deep-browsers attack
	$(MAKE) image

# The attacks wait for most of their time, as slow clients do.
deep-browsers: $(VENV)/.test node chromium webkit firefox
	SCOREKEEPER_DEEP=1 $(PYTEST) -q --timeout 3600 --numprocesses $(BROWSER_WORKERS) $(BROWSERS)

# All of that, and what takes longer: kills, fuzzing, a club's evening and a week of evenings.
nightly: deep
	$(MAKE) kills fuzz load slow week

# One file that runs with any Python 3.11 or newer.
zipapp: $(RELEASE)/.ready
	$(RELEASE)/bin/python -m tests.tools.release --zipapp

# Wheel, sources, the one file, the site, lock file and bill of materials, built twice and the same
# each time.
release: $(RELEASE)/.ready node
	$(RELEASE)/bin/python -m tests.tools.release

# The program as static files for one phone's browser, in dist/site.
site: $(VENV)/.run node
	$(BIN)/python -m tests.tools.site

# Figures, not checks: what the site weighs, and how long it takes to start and after a tap.
site-figures: $(VENV)/.test node chromium
	$(BIN)/python -m tests.tools.benchmarks.site

# The newest versions of what the one file brings along, with their hashes; the same ones for a
# machine that is always on, with gunicorn and what builds the package.
lock: $(RELEASE)/.ready
	$(RELEASE)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-annotate --no-header --upgrade -o docs/requirements.lock pyproject.toml
	echo hatchling | $(RELEASE)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-annotate --no-header --extra club -c docs/requirements.lock \
		-o docs/hosting.lock pyproject.toml -

# The site is built with the locked packages, so that these make no difference.
$(RELEASE)/.ready: Makefile docs/requirements.lock
	$(PYTHON) -m venv $(RELEASE)
	$(RELEASE)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r docs/requirements.lock
	$(RELEASE)/bin/python -m pip install --quiet --disable-pip-version-check $(RELEASE_TOOLS)
	touch $@

# How far the chances can be believed.
calibration: $(VENV)/.test
	$(BIN)/python -m tests.tools.benchmarks.calibration
	$(BIN)/python -m tests.tools.benchmarks.calibration --rules wikipedia
	$(BIN)/python -m tests.tools.benchmarks.calibration --players sampling,sensible,sensible,sensible --games 50
	$(BIN)/python -m tests.tools.benchmarks.calibration --players random,sensible,sensible,sensible
	$(BIN)/python -m tests.tools.benchmarks.calibration --game bid-whist
	for seats in 2 3 4 5 7; do $(BIN)/python -m tests.tools.benchmarks.calibration --game oh-hell --games 300 --seats $$seats; done
	for seats in 3 4 5 6; do $(BIN)/python -m tests.tools.benchmarks.calibration --game romanian-whist --games 300 --seats $$seats; done
	for seats in 3 4 5 6; do $(BIN)/python -m tests.tools.benchmarks.calibration --game hearts --games 300 --seats $$seats; done
	$(BIN)/python -m tests.tools.benchmarks.calibration --game spades --games 300 --seats 3
	for rules in pagat solo; do $(BIN)/python -m tests.tools.benchmarks.calibration --game spades --rules $$rules --games 300 --seats 4; done
	for rules in printed hooked; do for seats in 3 4 5 6; do \
		$(BIN)/python -m tests.tools.benchmarks.calibration --game wizard --rules $$rules --games 300 --seats $$seats; done; done
	for rules in jawaker pocket; do $(BIN)/python -m tests.tools.benchmarks.calibration --game estimation --rules $$rules --games 300; done

$(VENV)/bin/python:
	$(PYTHON) -c "import ensurepip" || ($(ROOT) apt-get update -qq && $(APT) python3-venv)
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml $(VENV)/bin/python
	$(PIP) -e .
	touch $@

$(VENV)/.test: pyproject.toml $(VENV)/bin/python
	$(PIP) -e '.[test]'
	touch $@ $(VENV)/.run

# Debian's Chromium: the browser tests fail without it, they are never skipped. Pages are measured in
# Noto Sans, about as wide as the fonts of phones. The headless shell saves time and can be done without.
chromium:
	@command -v chromium >/dev/null && fc-list "Noto Sans" family | grep -q . || \
		($(ROOT) apt-get update -qq && $(APT) chromium fonts-noto-core)
	@command -v chromium-headless-shell >/dev/null || ($(ROOT) timeout 60 apt-get update -qq && \
		$(APT) --no-remove chromium-headless-shell) || echo "The browser tests run in chromium, a little slower."

# Debian's WebKit, the engine of every iPhone, with a screen in memory; and its Firefox. The tests
# that need them fail without them, too.
webkit:
	@command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null && /usr/bin/python3 -c "$(BINDING)" || ($(ROOT) apt-get update -qq && $(APT) webkit2gtk-driver xvfb xauth gstreamer1.0-plugins-good python3-gi gir1.2-webkit2-4.1)

firefox:
	@command -v firefox-esr >/dev/null || ($(ROOT) apt-get update -qq && $(APT) firefox-esr)

# Python for the browser comes from npm, and node runs it to compile the program. Some packages of
# node have npm within, and are at odds with Debian's own.
node:
	@command -v node >/dev/null || ($(ROOT) apt-get update -qq && $(APT) nodejs)
	@command -v npm >/dev/null || ($(ROOT) apt-get update -qq && $(APT) npm)

clean:
	rm -rf $(VENV) $(LIGHTHOUSE) $(AUDIT) $(RELEASE) $(SITE) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
