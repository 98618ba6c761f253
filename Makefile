VENV ?= .venv
PORT ?= 8000
export VENV PORT

RUN := $(VENV)/bin/python
INSTALLED := $(VENV)/.requirements
INSTALLED_DEV := $(VENV)/.requirements-dev

.PHONY: help serve test fast lint clean

help: ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 16

serve: $(INSTALLED) ## install, load the demo corpus, serve on http://127.0.0.1:8000 (PORT=…)
	@$(RUN) manage.py prepare
	@exec $(RUN) -m config.serving

test: $(INSTALLED_DEV) ## run all tests, on SQLite, on PostgreSQL and in Chromium (REQUIRE_ALL=1)
	@[ -n "$(FAST)" ] || scripts/debian-packages chromium-headless-shell postgresql nodejs gcc gdal-bin
	@scripts/run-tests $(if $(FAST),fast)

fast: $(INSTALLED_DEV) ## run the quick tests, on SQLite without the browser; as make test FAST=1
	@scripts/run-tests fast

lint: $(INSTALLED_DEV) ## check style, types, imports and migrations
	@scripts/lint

clean: ## delete the virtual environment and caches; var/ with the database stays
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(RUN):
	@scripts/make-venv

$(INSTALLED): requirements.txt | $(RUN)
	@echo "Installing what the site needs …"
	@$(RUN) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(INSTALLED_DEV): requirements-dev.txt requirements.txt | $(RUN)
	@echo "Installing what the tests need …"
	@$(RUN) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $(INSTALLED) $@
