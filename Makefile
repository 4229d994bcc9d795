# make demo   crawl a small made-up web, search it, and say how to go on
# make test   run the tests
# make test-browser  run those that need Chromium
# make lint   style, types, import directions
# make bench  speed and size
# make quality  how well roots and pages are found, against their floors; a part of bench that needs no quiet machine
# make docs   write the reference pages anew
# make pictures  take the pictures of the documentation anew; needs Chromium
# make clean  remove what the others made
#
# Each sets up a virtual environment first; the second time that takes no time.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# A program of Debian's that a target needs: installed where that is possible, else named.
need = command -v $(1) >/dev/null \
  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing $(2) …" \
       && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(2) >/dev/null; } \
  || echo "$(1) is not here; what needs it is left out. Install it with: apt-get install $(2)"

# The same for a file of a package.
need_file = test -e $(1) \
  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing $(2) …" \
       && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(2) >/dev/null; } \
  || echo "$(1) is not here; what needs it is left out. Install it with: apt-get install $(2)"

# Dictionaries between the languages of the cross-language measurements.
FREEDICT := $(addprefix dict-freedict-,tur-eng eng-tur deu-eng eng-deu spa-eng eng-spa deu-tur tur-deu spa-deu)

# The programs under test and under measure start many processes, which would compile the package each time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-browser lint bench quality docs pictures clean
.DELETE_ON_ERROR:

demo: $(READY)
	@$(BIN)/python -m mekik.cli.tour --data demo-data

test: $(READY)
	@$(call need,zsh,zsh)
	@$(call need,fish,fish)
	@$(call need_file,/usr/share/hunspell/en_US.dic,hunspell-en-us)
	@$(call need_file,/usr/share/hunspell/de_DE.dic,hunspell-de-de)
	@$(call need_file,/usr/share/hunspell/tr_TR.dic,hunspell-tr)
	@$(call need_file,/usr/share/dictd/freedict-eng-tur.index,$(FREEDICT))
	@$(call need_file,/usr/share/dictd/freedict-spa-deu.index,$(FREEDICT))
	$(BIN)/python -m pytest -q -n 3 --dist worksteal --ignore=tests/browser

test-browser: $(READY)
	@$(call need,chromium,chromium)
	$(BIN)/python -m pytest -q tests/browser

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	@PATH="$$PATH:/usr/sbin"; $(call need,nginx,nginx)
	@$(call need_file,/usr/share/dictd/freedict-eng-tur.index,$(FREEDICT))
	@$(call need_file,/usr/share/dictd/freedict-spa-deu.index,$(FREEDICT))
	$(BIN)/python bench/run.py

quality: $(READY)
	$(BIN)/python bench/run.py retrieval stemming --pages 2000

docs: $(READY)
	$(BIN)/python -m mekik.cli.docs

pictures: $(READY)
	@$(call need,chromium,chromium)
	$(BIN)/python docs/screenshots.py

# What is compiled on installation.
C_SOURCES := $(shell find src -name '*.[ch]')

$(READY): pyproject.toml constraints.txt hatch_build.py $(C_SOURCES)
	@command -v $(PYTHON) >/dev/null \
	  || { echo "There is no $(PYTHON). On Debian or Ubuntu: apt install python3 python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed. Name another one with: make PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -c 'import ensurepip' 2>/dev/null \
	  || { echo "Python cannot make virtual environments. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@test -x $(BIN)/python || { echo "Making a virtual environment in $(VENV) …"; $(PYTHON) -m venv $(VENV); }
	@echo "Installing Mekik and what it needs …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) demo-data bench/work build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src -name '_*.so' -delete
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
