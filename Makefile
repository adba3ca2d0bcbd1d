# make run    everything on this machine, at http://localhost:8000 (PORT and PRESSMARK_DATA_DIR are honoured)
# make test   the whole test suite (PYTEST_ARGS="tests/text -q" for a part of it)
# make lint   format, lint, types, import floors, templates, migrations
# make clean  removes the virtual environment and caches, never the data in var/

VENV ?= .venv
PYTEST_ARGS ?= -n 2
# The first Python of 3.11 or newer; choose another with make PYTHON=python3.13 run
PYTHON ?= $(shell for name in python3 python3.11 python3.12 python3.13 python3.14 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)

BIN := $(VENV)/bin
PROJECT := pyproject.toml constraints.txt
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt

.PHONY: run test lint clean
.DEFAULT_GOAL := run

run: $(VENV)/.run
	@exec $(BIN)/python manage.py up

test: $(VENV)/.test
	@exec $(BIN)/python -m pytest $(PYTEST_ARGS)

lint: $(VENV)/.lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	git ls-files '*.html' | xargs $(BIN)/djade --target-version 5.2 --check
	$(BIN)/python manage.py makemigrations --check --dry-run

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache *.egg-info

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Pressmark needs Python 3.11 or newer: make PYTHON=/path/to/python3 run"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { echo "$(PYTHON) cannot create virtual environments: install its venv package (Debian: python3-venv)"; exit 1; }
	@echo "Creating $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(PROJECT) | $(BIN)/python
	@echo "Installing Pressmark (once; this downloads about 300 MB)"
	@$(PIP) --editable .
	@touch $@

$(VENV)/.test: $(PROJECT) | $(BIN)/python
	@echo "Installing Pressmark and its test tools (once)"
	@$(PIP) --editable '.[test]'
	@touch $@ $(VENV)/.run

$(VENV)/.lint: $(PROJECT) | $(BIN)/python
	@echo "Installing Pressmark and its lint tools (once)"
	@$(PIP) --editable '.[test,lint]'
	@touch $@ $(VENV)/.test $(VENV)/.run
