# Everything that a clone needs; `make help` lists it. Every target first sees to the tools and dependencies.
SHELL := /bin/sh
.DEFAULT_GOAL := help
# The pinned tools come before the system's.
export PATH := $(CURDIR)/.tools/node_modules/.bin:$(CURDIR)/node_modules/.bin:$(PATH)
# What `make bench` runs: all of test/bench, or some: make bench ONLY="policies extract-pdf"
ONLY ?=

.PHONY: help setup start console demo listen test check bench packages format

help: ## lists the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

setup: ## installs the pinned tools and the dependencies, when they are not there
	@scripts/setup

start: setup ## runs all services in one process, data in ./data (PORT, DATA_DIR and more: README.md)
	@exec deploy/run start

console: setup ## serves the web console on port 5173 while its sources change, beside a running Frontdesk (BASE_URL)
	@exec apps/console/node_modules/.bin/vite apps/console

demo: setup ## starts a Frontdesk with sample knowledge and a site with the chat widget; with FRONTDESK_API_KEY, loads the knowledge into a running one (BASE_URL)
	@exec node $(if $(FRONTDESK_API_KEY),apps/frontdesk/src/main.ts demo,scripts/demo.ts)

listen: setup ## shows a tenant's events and forwards them to a program of yours (FORWARD_TO, BASE_URL, FRONTDESK_API_KEY)
	@exec node apps/frontdesk/src/main.ts listen $(if $(FORWARD_TO),--forward-to $(FORWARD_TO))

test: setup ## every check and every test
	@exec node scripts/run-tests.ts

check: setup ## lint, import rule, types, dead code, catalogue, tidiness
	@exec node scripts/check.ts

bench: setup ## side-by-side benchmarks and a table of all figures; some: ONLY="name name"; only whether they run, in 4 minutes: QUICK=1
	@exec node scripts/bench.ts $(if $(QUICK),--quick) $(ONLY)

packages: setup ## writes the tarballs of the packages that others install into dist/packages
	@exec node scripts/packages.ts

format: setup ## formats and fixes what the linter can fix
	@exec biome check --write .
