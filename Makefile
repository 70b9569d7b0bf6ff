# Everything runs in .venv, which these targets make themselves: Python 3.11 or newer, make and a network are enough.
PYTHON ?= python3
VENV := .venv
PORT ?= 8000
BIN := $(VENV)/bin
RUN := $(VENV)/.run-ready
DEV := $(VENV)/.dev-ready
PAGES := src/legation/server/web/static/index.html
# The tests start hundreds of processes: without kept bytecode each would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE
SOURCES := $(shell find web/src web/public -type f 2>/dev/null) src/legation/render/picture/looks.json $(wildcard web/*.json web/*.ts web/*.js web/index.html)

.PHONY: help play watch web test check check-code check-pages check-new-pages chromium machine-code format clauses browser soak bench abuse screenshots clean

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)

$(RUN): $(VENV)/bin/python requirements.txt pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

# Compiling each module when it is first imported takes less time than compiling all of them now.
$(DEV): $(VENV)/bin/python requirements.txt requirements-dev.txt pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $(RUN) $@

$(PAGES): scripts/web.py $(SOURCES) | $(RUN)
	$(BIN)/python scripts/web.py
	@touch $@

web: $(RUN)  ## build the server's pages, the API's types, and the package's fonts and coastlines
	$(BIN)/python scripts/web.py types
	@$(MAKE) --no-print-directory $(PAGES)

play: $(RUN) $(PAGES)  ## start the server with a game of Colonia VII; open the address that it prints (PORT=8000)
	$(BIN)/legation serve --demo --data .play --port $(PORT)

watch: $(RUN)  ## watch bots play a short regular game in the terminal, with boards and reasons
	$(BIN)/legation watch standard --years 3

test: $(DEV)  ## run all checks, then all tests except the long ones
	@$(MAKE) --no-print-directory -j4 machine-code check-code check-new-pages chromium
	$(BIN)/python -m pytest -q -n 3 --dist worksteal -rR -m "not soak and not alone"
	$(BIN)/python -m pytest -q -rR -m alone tests/board tests/browser

browser: $(DEV) $(PAGES) chromium  ## run the browser tests on all pages, light and dark; no test gets a second try
	$(BIN)/python -m pytest -q -n 2 -p no:rerunfailures tests/browser

check: $(DEV)  ## check format, lint, types, import order and docs, and the pages' types and unit tests
	@$(MAKE) --no-print-directory -j2 check-code check-pages

check-code: $(DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check-pages: $(DEV)
	$(BIN)/python scripts/web.py check
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# Making the pages installs what their checks need.
check-new-pages: $(PAGES)
	@$(MAKE) --no-print-directory check-pages

chromium: $(RUN)
	$(BIN)/python scripts/browser.py

machine-code: $(DEV)
	$(BIN)/python scripts/machine_code.py

format: $(DEV)  ## format the code, and fix what the linter can fix
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clauses: $(DEV)  ## list the tests of each clause of the rule sheets, and check that removing the rule makes one fail
	$(BIN)/python scripts/clauses.py

soak: $(DEV)  ## run the long tests; LEGATION_SOAK_PHASES sets how many phases are compared with the peer
	$(BIN)/python -m pytest -q -m soak

bench: $(DEV)  ## run the benchmarks and write docs/reference/benchmarks.md
	$(BIN)/python -m benchmarks

abuse: $(DEV)  ## let 20 hostile addresses attack a server with 200 people, and write docs/reference/server-load.md
	$(BIN)/python -m benchmarks.abuse --write

screenshots: $(DEV) $(PAGES) chromium  ## take the screenshots for README and guides
	$(BIN)/python -m scripts.screenshots

clean:  ## remove everything that the targets made
	rm -rf $(VENV) site web/node_modules src/legation/server/web/static src/legation/render/files/typefaces src/legation/forge/world_atlas .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
