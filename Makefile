# Everything that a clone needs; `make help` lists it. Every target first sees to the tools and dependencies.
SHELL := /bin/sh
.DEFAULT_GOAL := help
# The pinned tools come before the system's.
export PATH := $(CURDIR)/.tools/node_modules/.bin:$(CURDIR)/node_modules/.bin:$(PATH)
# What `make bench` runs: all of test/bench, or some: make bench ONLY="chunker extraction"
ONLY ?=

.PHONY: help setup start demo listen test check bench format

help: ## lists the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

setup: ## installs the pinned tools and the dependencies, when they are not there
	@scripts/setup

start: setup ## runs all services in one process, data in ./data (PORT, DATA_DIR and more: README.md)
	@exec node packages/cli/src/main.ts start

demo: setup ## loads a small sample knowledge base into a running Frontdesk (BASE_URL, FRONTDESK_API_KEY)
	@exec node packages/cli/src/main.ts demo

listen: setup ## shows a tenant's events and forwards them to a program of yours (FORWARD_TO, BASE_URL, FRONTDESK_API_KEY)
	@exec node packages/cli/src/main.ts listen $(if $(FORWARD_TO),--forward-to $(FORWARD_TO))

test: setup ## every check and every test
	@exec node scripts/run-tests.ts

check: setup ## lint, import rule, types, dead code, catalogue, tidiness
	@exec node scripts/check.ts

bench: setup ## side-by-side benchmarks; some of them: make bench ONLY="name name"
	@exec node scripts/bench.ts $(ONLY)

format: setup ## formats and fixes what the linter can fix
	@exec biome check --write .
