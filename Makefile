# Everything a developer runs. Each target sets up what it needs; `make setup` may be run any time.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help setup run test lint types bench soak fuzz mutants fonts clean

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

setup: .venv/.ready  ## make .venv with the pinned packages and the domino-table command

.venv/.ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

run: setup  ## a virtual table with four simulated players at http://127.0.0.1:8000
	$(BIN)/domino-table run

test: setup lint types  ## lint, types and all tests
	$(BIN)/python -m pytest -q -n 2 --dist loadfile

lint: setup  ## ruff and the walls between the parts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/lint-imports

types: setup typings/.ready  ## mypy --strict on the PC's side, pyright with the ESP32 stubs on the firmware
	$(BIN)/mypy
	$(BIN)/pyright

typings/.ready: constraints.txt .venv/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --target typings -c constraints.txt micropython-esp32-stubs
	@touch $@

fonts: setup  ## draw the display's fonts again (needs DejaVu)
	$(BIN)/python firmware/fonts/make_fonts.py

bench: setup  ## the figures the project is held to, as a table and as JSON
	$(BIN)/python -m bench

soak: setup  ## long runs, resumable: 60 matches with faults, perft, naive judge, 200,000 rounds, properties, mutants (hours)
	$(BIN)/python -m tests.soak

fuzz: setup  ## random faults and hands over sensing alone, 600 cases (five minutes); prints what repeats a failing one
	$(BIN)/python -m tests.virtual.faults.fuzz

mutants: setup  ## how many faults put into scoring, fish and layouts the tests notice (an hour; bar: 80 %)
	$(BIN)/python -m tests.mutants

clean:  ## remove what the targets made
	rm -rf .venv typings build dist out .mypy_cache .ruff_cache .pytest_cache
