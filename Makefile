# What one needs here is Python 3.11 or newer, make and a package index; everything else is fetched or built, and only
# when it is stale. Nothing asks a question.
#
#   make play    the game in the browser                   make bench   the benchmarks
#   make site    the page that needs no server, dist/site
#   make test    everything CI runs                        make docs    writes the generated documents again
#   make rules   the tests of the rules alone: no Node, no browser
#   make soak    the tests of the server, the command line, the browser and the tools, or those that ARGS name, TIMES
#                times (10) beside BUSY processes (2) that only compute; lists what failed how often
#   make check   format, lint, types; the rules compiled by mypyc, playing the same games as the plain ones;
#                the rules under every supported Python that is installed; every test in every way: languages, themes,
#                sizes and hands, the server's on PostgreSQL, Firefox
#
# Also: make api (pages of every module, in build/api), make format (rewrites), make lint, make types, make wheel,
# make lock, make clean.

SHELL := /bin/sh
.DEFAULT_GOAL := test
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

VENV    := .venv
PY      := $(VENV)/bin/python
PIP     := $(PY) -m pip --disable-pip-version-check --no-input
# Most of what is installed is imported now and then at most: what is, is compiled then, and kept compiled. Where
# Python is told to keep nothing, each of the tests' many processes would compile all it imports again.
unexport PYTHONDONTWRITEBYTECODE
INSTALL := install --quiet --no-compile
STATIC  := src/esquive/server/static
ENGINE  := src/esquive/site/engine
ARGS    ?=
# Processes that share the tests: some of them wait for servers and browsers.
JOBS    ?= 3

# A machine without a home directory, or with one that cannot be written to, gets one in build/.
ifneq ($(shell test -n "$$HOME" && test -w "$$HOME" && echo yes),yes)
export HOME := $(shell mkdir -p build/home && cd build/home && pwd)
endif

WEB_SOURCES := $(shell find web \( -name node_modules -o -name .svelte-check \) -prune -o -type f -print)
PACKAGE     := $(shell find src/esquive \( -name __pycache__ -o -path $(STATIC) -o -path $(ENGINE) -o -name '*.mo' \
                -o -name coverage.json -o -name tables.json \) -prune -o -type f -print)

.PHONY: play site test rules soak check bench docs api format lint types web-types web-tests services tests every-way compiled pythons wheel lock clean

play: $(VENV)/stamp-run build/stamp-catalogues $(STATIC)/index.html
	$(VENV)/bin/esquive play $(ARGS)

# The page that needs no server, in dist/site.
site: $(VENV)/stamp-run $(STATIC)/index.html $(ENGINE)/engine.json
	$(VENV)/bin/esquive site --out dist/site $(ARGS)

# What fetches and what computes goes side by side, and before what takes minutes.
SIDE_BY_SIDE := $(MAKE) --no-print-directory -j3

test:
	@+$(SIDE_BY_SIDE) lint web-types web-tests types services $(STATIC)/index.html $(ENGINE)/engine.json build/stamp-collected
	@+$(MAKE) --no-print-directory tests

check: lint types api compiled pythons every-way

bench: $(VENV)/stamp-dev
	$(VENV)/bin/esquive bench $(ARGS)

docs: $(VENV)/stamp-dev
	$(PY) -m esquive.cli.main docs pages contents

# Pages of every module from its docstrings; a warning is an error.
API := esquive '!esquive.server' '!esquive.cli'

api: $(VENV)/stamp-dev
	$(PY) -W error -m pdoc --output-directory build/api $(API)

# --- the parts of test and check ---

format: $(VENV)/stamp-dev
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

lint: $(VENV)/stamp-dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: $(VENV)/stamp-dev
	$(PY) -m mypy

web-types: build/stamp-web-types

build/stamp-web-types: web/node_modules/stamp-install $(WEB_SOURCES)
	$(PY) tools/web.py check
	@mkdir -p build && touch $@

# What the client decides by itself: which way the board lies, what a click means, what is shown, keys.
web-tests: build/stamp-web-tests

build/stamp-web-tests: web/node_modules/stamp-install $(WEB_SOURCES)
	$(PY) tools/web.py test
	@mkdir -p build && touch $@

# The browser and the databases that the tests start; installed where the machine has none.
services: $(VENV)/stamp-venv
	@$(PY) tools/chromium.py >/dev/null && $(PY) tools/services.py >/dev/null

# Collected once by one process, so that those who share the tests find them compiled; what is wrong they tell.
build/stamp-collected: $(VENV)/stamp-dev $(shell find tests -name '*.py') | build/stamp-catalogues
	@$(PY) -m pytest -qq --collect-only >/dev/null || true
	@mkdir -p build && touch $@

# What the tests of the server and of the browser are told.
WITH_SERVICES = chromium="$$($(PY) tools/chromium.py)" && services="$$($(PY) tools/services.py)" && \
	TEST_CHROMIUM="$$chromium" TEST_POSTGRESQL="$${services% *}" TEST_REDIS="$${services\#* }"

tests: build/stamp-collected $(STATIC)/index.html $(ENGINE)/engine.json
	$(WITH_SERVICES) $(PY) -m pytest -n $(JOBS) --dist worksteal $(ARGS)

TIMES ?= 10
BUSY  ?= 2

soak: build/stamp-collected $(STATIC)/index.html $(ENGINE)/engine.json
	$(WITH_SERVICES) $(PY) tools/soak.py --times $(TIMES) --busy $(BUSY) --jobs $(JOBS) $(ARGS)

# What `make test` shows in one way, in all of them: see tests/ways.py.
every-way:
	$(MAKE) --no-print-directory tests ARGS="--every-way $(ARGS)"

# The tests that need nothing but the rules. What is drawn at length (tests/properties) is left to `make test` and to the
# compiled rules.
RULES_TESTS    := $(addprefix tests/,core krosmaster kaos lab test_scenarios.py records counts)
COMPILED_TESTS := $(addprefix tests/,core krosmaster kaos lab test_scenarios.py properties records counts)

rules: $(VENV)/stamp-dev
	$(PY) -m pytest -q -n $(JOBS) --dist worksteal $(RULES_TESTS) $(ARGS)

# Each Python has an environment of its own in build/.
PYTHONS := 3.11 3.12 3.13 3.14

pythons:
	@for version in $(PYTHONS); do \
	    if "python$$version" -c '' >/dev/null 2>&1; then \
	        echo "the rules under Python $$version"; \
	        $(MAKE) --no-print-directory rules VENV=build/python$$version PYTHON=python$$version || exit 1; \
	    else \
	        echo "Python $$version is not installed: not tried"; \
	    fi; \
	done

compiled: build/compiled/stamp
	PYTHONPATH=build/compiled $(PY) -m pytest -n $(JOBS) --dist worksteal $(COMPILED_TESTS)
	$(PY) tools/same_records.py

build/compiled/stamp: $(VENV)/stamp-dev tools/compile.py $(PACKAGE)
	$(PY) tools/compile.py
	@touch $@

# --- what everything stands on ---

$(VENV)/stamp-venv:
	@for python in $(PYTHON) python3 python python3.14 python3.13 python3.12 python3.11; do \
	    if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	        echo "creating $(VENV) with $$("$$python" --version)"; \
	        "$$python" -m venv $(VENV) || { \
	            echo "this Python cannot make environments: on Debian, install python3-venv" >&2; exit 1; }; \
	        touch $@; exit 0; \
	    fi; \
	done; \
	echo "Python 3.11 or newer is needed and none was found: install it, or name it: make PYTHON=/path/to/python3" >&2; exit 1

$(VENV)/stamp-run: $(VENV)/stamp-venv requirements/run.txt requirements/build.txt pyproject.toml src/esquive/__init__.py
	$(PIP) $(INSTALL) --require-hashes -r requirements/run.txt -r requirements/build.txt
	$(PIP) $(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# What is said, in the form that is read: installing compiles it, this whatever is changed afterwards.
CATALOGUES := $(wildcard src/esquive/locale/*/LC_MESSAGES/*.po)

build/stamp-catalogues: $(VENV)/stamp-run hatch_build.py $(CATALOGUES)
	$(PY) hatch_build.py
	@mkdir -p build && touch $@

$(VENV)/stamp-dev: $(VENV)/stamp-run requirements/dev.txt
	$(PIP) $(INSTALL) --require-hashes -r requirements/dev.txt
	@touch $@

# Node comes with the machine, or else into the environment, beside what is being installed there.
web/node_modules/stamp-install: $(VENV)/stamp-venv web/package.json web/package-lock.json
	$(PY) tools/web.py install
	@touch $@

$(STATIC)/index.html: web/node_modules/stamp-install tools/web.py $(WEB_SOURCES)
	$(PY) tools/web.py build
	@touch $@

# The engine of a page: it takes half a minute, and is made anew when anything of ours has changed.
$(ENGINE)/engine.json: $(VENV)/stamp-run build/stamp-catalogues web/node_modules/stamp-install tools/engine.py \
        requirements/page.txt $(wildcard web/engine/*) $(PACKAGE)
	$(PY) tools/engine.py

# --- now and then ---

wheel: $(VENV)/stamp-run $(STATIC)/index.html $(ENGINE)/engine.json
	$(PY) -m esquive.cli.main docs indexes
	$(PY) -m hatchling build -t wheel

COMPILE := build/lock/bin/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras \
           --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options $(LOCK_ARGS)

# An extra that names another extra is this package to pip-compile, in this folder, and its conditions are lost.
UNNAMED := sed -i -e '/^\# WARNING: pip install/,/esquive (pyproject.toml)$$/d' \
           -e 's/^\(    \# *via\|    \#  \) esquive$$/\1 esquive (pyproject.toml)/' \
           -e 's/^\(\(uvloop\|open-spiel\)==[^ ]*\) \\$$/\1 ; sys_platform != "win32" \\/'

lock: $(VENV)/stamp-venv
	test -x build/lock/bin/pip-compile || { $(PY) -m venv build/lock && \
	    build/lock/bin/python -m pip --disable-pip-version-check install --quiet pip-tools; }
	export CUSTOM_COMPILE_COMMAND="make lock"; \
	$(COMPILE) --extra cluster --extra completion -o requirements/run.txt pyproject.toml && \
	$(COMPILE) -c requirements/run.txt -o requirements/bare.txt pyproject.toml && \
	$(COMPILE) --extra cluster --extra completion --extra dev -c requirements/run.txt -o requirements/dev.txt pyproject.toml && \
	$(UNNAMED) requirements/run.txt requirements/bare.txt requirements/dev.txt && \
	$(COMPILE) -c requirements/dev.txt -o requirements/build.txt requirements/build.in && \
	$(COMPILE) -o requirements/node.txt requirements/node.in

clean:
	rm -rf build dist $(STATIC) $(ENGINE) web/node_modules $(VENV)
