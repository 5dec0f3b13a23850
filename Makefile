# Everything that a clone needs; `make help` lists it. Every target first sees to the tools and dependencies.
SHELL := /bin/sh
.DEFAULT_GOAL := help
# The pinned tools come before the system's.
export PATH := $(CURDIR)/.tools/node_modules/.bin:$(CURDIR)/node_modules/.bin:$(PATH)
# What `make bench` runs: all of test/bench, or some: make bench ONLY="policies extract-pdf"
ONLY ?=

.PHONY: help setup start console demo listen test check campaign campaigns bench packages format

setup: ## installs the pinned tools and the dependencies, when they are not there
	@scripts/setup

# `make campaign bench packages`: the words after it are names of campaigns, not targets.
ifeq (campaign,$(firstword $(MAKECMDGOALS)))
NAMES := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
.PHONY: $(NAMES)
$(NAMES):
	@:
campaign: setup
	@$(if $(NAMES),exec node scripts/campaign.ts $(NAMES),echo 'Which? make campaign NAME…; make campaigns lists them' >&2; exit 2)
else

help: ## lists the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

start: setup ## runs all services in one process, data in ./data (PORT, DATA_DIR and more: README.md)
	@exec deploy/run start

console: setup ## serves the web console on port 5173 while its sources change, beside a running Frontdesk (BASE_URL)
	@exec apps/console/node_modules/.bin/vite apps/console

demo: setup ## starts a Frontdesk with sample knowledge and a site with the chat widget; with FRONTDESK_API_KEY, loads the knowledge into a running one (BASE_URL)
	@exec node $(if $(FRONTDESK_API_KEY),apps/frontdesk/src/main.ts demo,scripts/demo.ts)

listen: setup ## shows a tenant's events and forwards them to a program of yours (FORWARD_TO, BASE_URL, FRONTDESK_API_KEY)
	@exec node apps/frontdesk/src/main.ts listen $(if $(FORWARD_TO),--forward-to $(FORWARD_TO))

test: setup ## the gate: every check, and the tests that decide whether a change is right
	@exec node scripts/run-tests.ts

campaign: ## long proofs by name: make campaign faults helm

campaigns: setup ## lists the campaigns, with the age of their last result
	@exec node scripts/campaign.ts

check: setup ## lint, import rule, types, dead code, catalogue, tidiness
	@exec node scripts/check.ts

bench: setup ## side-by-side benchmarks and a table of all figures; some: ONLY="name name"; only whether they run: QUICK=1
	@exec node scripts/bench.ts $(if $(QUICK),--quick) $(ONLY)

packages: setup ## writes the tarballs of the packages that others install into dist/packages
	@exec node scripts/packages.ts

format: setup ## formats and fixes what the linter can fix
	@exec biome check --write .
endif
