# Impact: `make run` starts it, `make test` proves it. Needs python3 (3.11 or newer), pip, git and make.

.DEFAULT_GOAL := help
.PHONY: help run test check bench dice lock messages coverage lint system fixture kills

PY := .venv/bin/python
MANAGE := $(PY) manage.py
TEMPLATES = $(shell find templates sheets -name '*.html')
STATIC_PARTS = $(shell find static sheets/static 2>/dev/null)
# The checks say the same whatever the shell that starts them had set.
CLEAN := env -u DATABASE_URL -u LIVE -u SECRET_KEY -u DEBUG -u ALLOWED_HOSTS -u CSRF_TRUSTED_ORIGINS -u PUBLIC_URL -u EMAIL_URL -u EMAIL_FROM -u HTTPS \
	-u MEDIA_ROOT -u STATIC_MANIFEST -u TIME_ZONE -u DJANGO_SETTINGS_MODULE -u PYTEST_ADDOPTS
PYTEST := $(PY) -m pytest -q -n 2
# Nothing in these asks the database, so once is enough.
WITHOUT_DATABASE := tests/rules tests/deploy tests/test_vendor.py
COMPILE := .venv/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--no-header --no-emit-index-url

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' Makefile

run: .venv/app.stamp staticfiles/collected.stamp ## serve on this machine; LAN=1 for phones at the table, PORT=8000
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) load_demo
	@exec $(PY) deploy/serve.py

test: lint system ## everything: linters, types, all tests on SQLite and on PostgreSQL, real browser included
	$(CLEAN) sh tests/again.sh $(PYTEST)
	$(CLEAN) $(PY) tests/with_pg.py sh tests/again.sh $(PYTEST) $(WITHOUT_DATABASE:%=--ignore=%)

check: lint ## the fast part: linters, types, rules, services on SQLite
	$(CLEAN) $(PYTEST) tests/rules tests/sheets/services

lint: .venv/dev.stamp
	.venv/bin/ruff format --check --quiet .
	.venv/bin/ruff check --quiet .
	.venv/bin/djade --check --target-version 5.2 $(TEMPLATES)
	$(CLEAN) .venv/bin/mypy --no-error-summary
	.venv/bin/lint-imports --no-logo
	$(CLEAN) $(MANAGE) makemigrations --check --dry-run --verbosity 1

bench: .venv/dev.stamp ## times, printed and not judged
	$(CLEAN) $(PY) -m tests.bench

dice: .venv/dev.stamp ## ten million throws against the expected distribution
	$(PY) -m tests.rules.dice_fit 10000000

fixture: .venv/dev.stamp ## keep a played table as this release writes it; once a release, as its last step
	$(CLEAN) $(PY) -m tests.fixtures.make

kills: .venv/dev.stamp ## a hundred kills -9 and twenty restarts of the database, on SQLite and on PostgreSQL
	$(CLEAN) KILLS=100 RESTARTS=20 $(PYTEST) -n 0 -s tests/keeping/test_kills.py tests/keeping/test_restarts.py
	$(CLEAN) KILLS=100 RESTARTS=20 $(PY) tests/with_pg.py $(PYTEST) -n 0 -s tests/keeping/test_kills.py tests/keeping/test_restarts.py

coverage: .venv/dev.stamp ## which lines and branches the tests of rules and sheets reach
	$(CLEAN) .venv/bin/coverage run -m pytest -q tests/rules tests/sheets
	.venv/bin/coverage report

lock: .venv/dev.stamp ## pin again what requirements/*.in ask for
	$(COMPILE) --upgrade requirements/app.in --output-file requirements/app.txt
	$(COMPILE) --upgrade requirements/dev.in --output-file requirements/dev.txt

# No English catalogue: Django shows the English msgids themselves for every English variant, and never
# falls back to French there; tests/sheets/test_catalogues.py holds it. What Django says to people in the
# vous form, locale/fr/django_in_tu.po says again. The date of a run is no news and is left out.
FRENCH := locale/fr/LC_MESSAGES/django.po
# Without settings, so that messages can be gathered while the code does not start.
MESSAGES := $(CLEAN) $(PY) -m django
messages: .venv/dev.stamp system ## gather and compile the translations
	$(MESSAGES) makemessages --locale fr --add-location file --no-obsolete \
		--ignore .venv --ignore staticfiles --ignore tests
	msgcat --use-first $(FRENCH) locale/fr/django_in_tu.po | sed '/^"POT-Creation-Date:/d' >$(FRENCH).new
	mv $(FRENCH).new $(FRENCH)
	$(MESSAGES) compilemessages --locale fr --ignore .venv

system: ## what the tests need besides Python: browser, font, gettext
	@sh deploy/install_system.sh

.venv/app.stamp: requirements/app.txt deploy/install.sh
	@sh deploy/install.sh requirements/app.txt && touch $@

.venv/dev.stamp: requirements/dev.txt deploy/install.sh
	@sh deploy/install.sh requirements/dev.txt && touch $@

# A folder's own date tells of files taken away, so folders are among the parts.
staticfiles/collected.stamp: .venv/app.stamp $(STATIC_PARTS)
	@$(MANAGE) collectstatic --noinput --verbosity 0 && touch $@
