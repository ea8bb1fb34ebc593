# make run    build what is missing, start the product, print a link that signs you in
# make test   everything: formats, lints, unit, integration, browser
# make fuzz   the API against its OpenAPI document: EXAMPLES=200 SEED=7
# make fuzz-tools  every tool against its component over random inputs: COUNT=20000 SEED=7
# make fuzz-parsers  the package parsers, MINUTES=60 each
# make eval   every tool over realistic inputs, as a report; fails if a tool became worse: ACCEPT=1 TOOL=email
# make api    the OpenAPI document at web-shell/sdk/openapi.json, and the types of the front end from it
# make bench  benchmarks, as a table and in target/bench.json
# make bench-crawl  an audit beside other crawlers; PAGES=1000000: an audit of so many pages, in MINUTES at most
# make build  the whole server in one file: target/release/sitewright
#
# Every step writes a stamp to target/.stamps and depends on its sources, so a second call runs only the steps whose
# sources have changed.

# Plain output, for logs.
export NO_COLOR ?= 1
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

STAMPS := target/.stamps
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)
# Installs Debian packages. Images that delete archives after each dpkg call break an installation that takes several calls:
# `-f` completes it, and the second attempt installs what is left.
# One at a time: the steps run side by side.
apt_install = flock $(STAMPS) bash -c "$(SUDO) apt-get update -qq; $(SUDO) env RUNLEVEL=1 apt-get install -y -qq --no-install-recommends $(1) || { $(SUDO) apt-get install -y -qq -f && $(SUDO) env RUNLEVEL=1 apt-get install -y -qq --no-install-recommends $(1); }"
say = @printf '\n\033[1m%s\033[0m\n' '$(1)'

# The sources of each part, without generated and downloaded files.
sources = $(shell find $(1) \( -name node_modules -o -name dist -o -name target -o -name api.d.ts \) -prune -o -type f -print 2>/dev/null)
# The files that `plugin new` writes for rules in Rust and in TypeScript.
NEW_RULES := host/src/cli/plugin/new/rules-code
SCRIPT_SOURCES := $(call sources,plugins/scripts plugins/sdk-typescript host/engine/tests/scripts $(NEW_RULES))
GUEST_SOURCES := $(filter-out $(SCRIPT_SOURCES),$(call sources,plugins wit)) Cargo.toml
HOST_CRATES := billing catalogue contract crawler engine market messages operations package people platform renderer sites work workspace
HOST_SOURCES := $(call sources,host/src $(HOST_CRATES:%=host/%/src) host/locales wit migrations plugins/sdk plugins/sdk-typescript) $(HOST_CRATES:%=host/%/Cargo.toml) host/Cargo.toml host/build.rs host/platform/build.rs Cargo.toml Cargo.lock
WEB_SOURCES := $(call sources,web-shell web-plugins plugins/product-description/texts host/locales docs host/src/cli/plugin/new host/engine/tests/guests/examples) package.json package-lock.json

.PHONY: api help run product build ready test test-beside test-rust test-fuzz test-clients test-web test-browser fuzz fuzz-tools fuzz-parsers eval formats lint fmt bench bench-crawl guests web clean
help:
	@sed -n '1,10s/^# //p' Makefile

# The steps run side by side: the server is compiled on one core for its last two minutes.
run:
	@$(MAKE) --no-print-directory -j3 product
	@exec target/debug/sitewright serve --login-link

product: $(STAMPS)/plugins $(STAMPS)/web target/debug/sitewright
	@:

# The tests use the same build. It reads the plugins and the front end from target/bundle.
target/debug/sitewright: $(HOST_SOURCES) | $(STAMPS)/plugin-build
	$(call say,The server - about 7 minutes on two cores the first time with the plugins beside it)
	cargo build --locked -p sitewright
	@touch $@

build: target/release/sitewright

target/release/sitewright: $(HOST_SOURCES) $(STAMPS)/plugins $(STAMPS)/web | $(STAMPS)/rust
	$(call say,The optimised server - about 10 minutes on two cores the first time)
	cargo build --release --locked -p sitewright
	@touch $@

# ---- required tools ---------------------------------------------------------------------------

$(STAMPS):
	@mkdir -p $@

$(STAMPS)/rust: | $(STAMPS)
	@command -v cargo >/dev/null || { echo "Rust is missing: install it from https://rustup.rs"; exit 1; }
	@touch $@

# Plugins are WebAssembly, with the standard library built from source: rustup's, or Debian's compiler and source.
# rustup's prebuilt target also works, but the components are larger.
$(STAMPS)/guest-toolchain: | $(STAMPS)/rust
	$(call say,A compiler for WebAssembly)
	@if [ -f "$$(rustc --print sysroot)/lib/rustlib/src/rust/library/Cargo.toml" ]; then echo "present"; \
	elif command -v rustup >/dev/null && timeout 300 rustup component add rust-src; then :; \
	elif dpkg -s rustc-web rust-web-src >/dev/null 2>&1; then echo "present (rustc-web)"; \
	elif command -v apt-get >/dev/null && $(call apt_install,rustc-web rust-web-src); then :; \
	elif [ -d "$$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib" ]; then echo "present (plugins are larger)"; \
	elif command -v rustup >/dev/null && timeout 300 rustup target add wasm32-unknown-unknown; then :; \
	else echo "Install one manually: 'rustup component add rust-src', or on Debian and Ubuntu 'apt-get install rustc-web rust-web-src'."; exit 1; fi
	@touch $@

$(STAMPS)/npm: package.json package-lock.json $(wildcard plugins/scripts/*/package.json plugins/sdk-typescript/package.json web-shell/*/package.json web-plugins/*/package.json) | $(STAMPS)
	$(call say,JavaScript packages - about half a minute)
	@command -v npm >/dev/null || { echo "Node.js is missing: install version 20 or newer from https://nodejs.org"; exit 1; }
	npm ci --no-audit --no-fund
	@touch $@

# The font has the metrics of Arial: search results are drawn with it where Arial is missing.
$(STAMPS)/chromium: | $(STAMPS)
	$(call say,A browser for the tests)
	@if { command -v chromium-headless-shell || command -v chromium || command -v google-chrome; } >/dev/null && fc-list 2>/dev/null | grep -q "Liberation Sans"; then echo "present"; \
	elif command -v apt-get >/dev/null && $(call apt_install,chromium-headless-shell fonts-liberation fontconfig); then :; \
	else echo "Install Chromium manually: 'apt-get install chromium-headless-shell fonts-liberation'."; exit 1; fi
	@touch $@

$(STAMPS)/postgres: | $(STAMPS)
	$(call say,A PostgreSQL for the tests)
	@if ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null; then echo "present"; \
	elif command -v apt-get >/dev/null && $(call apt_install,postgresql); then :; \
	else echo "Install PostgreSQL manually: 'apt-get install postgresql'."; exit 1; fi
	@touch $@

$(STAMPS)/fuzz: host/tests/fuzz/requirements.txt | $(STAMPS)
	$(call say,A fuzzer for the API and a client in Python)
	@python3 -m venv --clear target/fuzz >/dev/null 2>&1 || \
	{ command -v apt-get >/dev/null && $(call apt_install,python3-venv) && python3 -m venv --clear target/fuzz; } || \
	{ echo "Install Python 3 with its venv manually: 'apt-get install python3-venv'."; exit 1; }
	target/fuzz/bin/pip install -q --disable-pip-version-check -r $<
	@touch $@

# Only the tests use the server, and they start their own: RUNLEVEL keeps the package from starting a service.
$(STAMPS)/redis: | $(STAMPS)
	$(call say,Redis for the tests)
	@if command -v redis-server >/dev/null; then echo "present"; \
	elif command -v apt-get >/dev/null && $(call apt_install,redis-server); then :; \
	else echo "Install Redis manually: 'apt-get install redis-server'."; exit 1; fi
	@touch $@

# ---- plugins and front end ---------------------------------------------------------------------

# Cargo builds one thing at a time in a folder, and plugins are compiled in another one: this program runs without cargo.
PLUGIN_BUILD := target/debug/sitewright-plugin-build
$(STAMPS)/plugin-build: $(call sources,plugins/build) Cargo.lock | $(STAMPS)/rust
	$(call say,The compiler of plugins - about half a minute)
	cargo build --locked -p sitewright-plugin-build
	@touch $@

$(STAMPS)/plugins: $(GUEST_SOURCES) $(STAMPS)/npm $(STAMPS)/plugin-build | $(STAMPS)/guest-toolchain
	$(call say,Plugins - about 2 minutes on two cores the first time)
	nice -n 19 $(PLUGIN_BUILD)
	@touch $@

$(STAMPS)/web: $(WEB_SOURCES) $(STAMPS)/npm
	$(call say,The web application - about 10 seconds)
	npm run build
	@touch $@

web: $(STAMPS)/web

# ---- tests ----------------------------------------------------------------------------------

GUEST_CRATES := host/engine/tests/guests host/bench/guests
# The files that `plugin new --kind rust` writes.
NEW_RUST_TOOL := host/src/cli/plugin/new/rust
$(STAMPS)/guests: $(call sources,$(GUEST_CRATES) $(NEW_RUST_TOOL)) $(STAMPS)/plugins
	$(call say,Guests of the tests and the benchmark)
	for crate in $(GUEST_CRATES); do $(PLUGIN_BUILD) --examples $$crate; done
	$(PLUGIN_BUILD) $(NEW_RUST_TOOL) --out target/guests/new
	@touch $@

# Guests in TypeScript: a tool of the product, a hostile one, and what `plugin new --kind rules-typescript` writes.
$(STAMPS)/scripts: $(SCRIPT_SOURCES) $(call sources,wit) $(STAMPS)/npm
	$(call say,Guests in TypeScript)
	npm run -s componentize -- plugins/scripts/faq-schema --out target/guests/faq-schema.wasm
	npm run -s componentize -- host/engine/tests/scripts --out target/guests/hostile-script.wasm
	npm run -s componentize -- $(NEW_RULES) --out target/guests/new-rules-script.wasm
	@touch $@

guests: $(STAMPS)/guests $(STAMPS)/scripts

# First everything is built, as far as possible side by side; then the tests of the host have the machine to themselves;
# the last parts mostly wait for a browser, a database or a server, so two of them run at a time.
test:
	@$(MAKE) --no-print-directory -j3 ready
	@$(MAKE) --no-print-directory formats $(STAMPS)/tested-rust
	@$(MAKE) --no-print-directory -j2 -Oline test-browser test-beside
	$(call say,All tests passed)

ready: $(STAMPS)/tests $(STAMPS)/plugins $(STAMPS)/web $(STAMPS)/guests $(STAMPS)/scripts $(STAMPS)/postgres $(STAMPS)/redis $(STAMPS)/chromium $(STAMPS)/fuzz
	@:

test-beside:
	@$(MAKE) --no-print-directory -j1 test-rust test-fuzz test-clients test-web

# A part that has passed runs again if a source has changed since, or with AGAIN=1.
ALL_SOURCES := $(call sources,host plugins wit migrations docs web-shell web-plugins) Cargo.toml Cargo.lock package.json package-lock.json vitest.config.ts README.md CONTRIBUTING.md Makefile
PARTS := rust postgres fuzz clients web browser
ifdef AGAIN
.PHONY: $(PARTS:%=$(STAMPS)/tested-%)
endif
test-rust: $(STAMPS)/tested-rust $(STAMPS)/tested-postgres
test-fuzz: $(STAMPS)/tested-fuzz
test-clients: $(STAMPS)/tested-clients
test-web: $(STAMPS)/tested-web
test-browser: $(STAMPS)/tested-browser

formats: $(STAMPS)/npm $(STAMPS)/typecheck
	$(call say,Formats)
	cargo fmt --all --check
	npm run lint

lint: formats
	$(call say,Lints)
	cargo clippy --locked --workspace --all-targets -- -D warnings

# Takes half a minute, so it runs only if one of these sources has changed.
$(STAMPS)/typecheck: $(WEB_SOURCES) $(SCRIPT_SOURCES) $(STAMPS)/npm
	$(call say,Types)
	npm run typecheck
	@touch $@

# The modules that run again on PostgreSQL, because they depend on its locks, claims of rows, several processes, counts
# of months, full-text search or its separate migrations. `rights::` sends every request of the API, and so runs the SQL of
# every slice.
ON_POSTGRES := audits:: rights:: jobs:: runs:: bulk:: crash:: processes:: meters:: charges:: dashboard:: keys:: revenue:: documents:: mail:: \
	notifications:: accounts::personal:: accounts::sessions:: admin::audit:: admin::people:: admin::sorting:: brand::examples:: brand::kit:: matrix::ceilings:: models:: \
	outside::store:: plans::months:: posts::schedule:: projects::deleting:: publishers::members:: registry::catalogue:: registry::elsewhere:: \
	registry::faults:: registry::releases:: shops:: tasks:: trials::apart:: webhooks::

# The lints run while the tests are compiled: a separate check (`make lint`) compiles every dependency again, which
# takes ten minutes on two cores.
CLIPPY := RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__
CARGO_TEST := $(CLIPPY) cargo test --locked --workspace
# No doc comment contains an example, and collecting them from thirty crates takes as long as the unit tests.
TESTS := $(CARGO_TEST) --lib --bins --tests
# The browser tests start the shop that these tests contain, by a name without a hash.
LINK_TESTS = ln -sf "$$($(CARGO_TEST) --test it --no-run -q --message-format json | sed -n 's|.*/host/tests/it/main.rs".*"executable":"[^"]*/\(deps/it-[^"]*\)".*|\1|p')" target/debug/sitewright-tests

$(STAMPS)/tests: $(ALL_SOURCES) | $(STAMPS)/plugin-build
	$(call say,The server and its tests - about 9 minutes on two cores the first time with the plugins beside it)
	$(TESTS) --no-run -q
	@$(LINK_TESTS)
	@touch $@

# Many of these tests wait for a clock or for a database rather than compute.
$(STAMPS)/tested-rust $(STAMPS)/tested-postgres: export RUST_TEST_THREADS ?= 6
# Pages are rendered by a real browser.
$(STAMPS)/tested-rust: $(STAMPS)/tests $(STAMPS)/plugins $(STAMPS)/guests $(STAMPS)/scripts $(STAMPS)/web $(STAMPS)/postgres $(STAMPS)/redis $(STAMPS)/chromium
	$(call say,Rust: units - the engine against hostile components - the service over HTTP)
	$(TESTS) --no-fail-fast
	@touch $@

$(STAMPS)/tested-postgres: $(STAMPS)/tested-rust
	$(call say,Rust: the service over HTTP again on PostgreSQL)
	SITEWRIGHT_TEST_DATABASE=postgres $(CARGO_TEST) --test it -- $(ON_POSTGRES)
	@touch $@

# Both start their own server. The short pass uses the same cases each time, so it fails only if the API does.
FUZZ := host/tests/fuzz
SHORT := 5
EXAMPLES ?= 200
SEED ?= 1
fuzz_with = target/fuzz/bin/python $(FUZZ)/fuzz.py --server target/debug/sitewright --bundle target/bundle --compiled target/tmp/compiled-plugins
$(STAMPS)/tested-fuzz: $(STAMPS)/tests $(STAMPS)/plugins $(STAMPS)/fuzz
	$(call say,The API against its OpenAPI document)
	$(fuzz_with) --examples $(SHORT)
	@touch $@

# Third-party clients: pusher-js, pusher, pysher (which is in the fuzzer's environment) and the SDK of MCP.
$(STAMPS)/tested-clients: $(STAMPS)/tests $(STAMPS)/plugins $(STAMPS)/npm $(STAMPS)/fuzz
	$(call say,Third-party clients)
	npm run test:clients
	@touch $@

fuzz: $(STAMPS)/tests $(STAMPS)/plugins $(STAMPS)/fuzz
	$(fuzz_with) --examples $(EXAMPLES) --seed $(SEED) --stateful

# `make test` runs some hundred of these inputs.
COUNT ?= 20000
fuzz-tools: $(STAMPS)/plugins
	$(call say,Every tool against its component - $(COUNT) inputs)
	COUNT=$(COUNT) SEED=$(SEED) $(CARGO_TEST) --test tools -- --include-ignored q0_ v3_

# Without SITEWRIGHT_EVAL_MODEL_URL the drafts are evaluated, which takes seconds and gives the same result each time.
eval: | $(STAMPS)/rust
	$(call say,Every tool over realistic inputs)
	$(CARGO_TEST) --test tools -- --include-ignored --nocapture e0_

# libFuzzer, two parsers at a time: it needs a C++ compiler, but not nightly Rust. Inputs that crash a parser, or
# make it exceed a second or a gibibyte, are written to target/fuzz-parsers/found; add them to the seeds, which the tests run.
PARSERS := host/package/fuzz
PARSER_HOST = $(shell rustc -vV 2>/dev/null | sed -n 's/host: //p')
PARSER_FLAGS := --cfg fuzzing -Cpasses=sancov-module $(addprefix -Cllvm-args=-sanitizer-coverage-,level=4 inline-8bit-counters pc-table trace-compares) -Ccodegen-units=1
MINUTES ?= 60
fuzz-parsers: | $(STAMPS)/rust
	$(call say,The package parsers - $(MINUTES) minutes each)
	@command -v c++ >/dev/null || { echo "Install a C++ compiler manually: 'apt-get install g++'."; exit 1; }
	RUSTFLAGS="$(PARSER_FLAGS)" cargo build --release --locked --manifest-path $(PARSERS)/Cargo.toml --target-dir target/fuzz-parsers --target $(PARSER_HOST)
	printf '%s\n' package schema template manifest | xargs -P 2 -I @ $(PARSERS)/run.sh target/fuzz-parsers/$(PARSER_HOST)/release @ $$(($(MINUTES) * 60))

$(STAMPS)/tested-web: $(WEB_SOURCES) $(SCRIPT_SOURCES) vitest.config.ts $(STAMPS)/npm
	$(call say,Web: units)
	npm test
	@touch $@

# THOROUGH=1: every story in both languages, and axe on every screen in each width and scheme; takes twice as long.
THOROUGH ?=
$(STAMPS)/tested-browser: $(STAMPS)/tests $(STAMPS)/web $(STAMPS)/plugins $(STAMPS)/chromium
	$(call say,The product in a browser)
	THOROUGH=$(THOROUGH) npm run test:browser
	@touch $@

fmt: $(STAMPS)/npm
	cargo fmt --all
	npm run format

# Writes the OpenAPI document of the server; a test compares it.
api: $(STAMPS)/tests $(STAMPS)/plugins $(STAMPS)/npm
	target/debug/sitewright openapi > web-shell/sdk/openapi.json
	npm run -s api

# ---- benchmarks -----------------------------------------------------------------------------

# extism's wasmtime needs Rust 1.96: the default compiler, or Debian's.
EXTISM := host/bench/extism
# Evaluated in the recipe, since the package that it may install changes the result.
FIND_RUSTC := for rustc in rustc /usr/bin/rustc; do \
	[ "$$($$rustc --version 2>/dev/null | cut -d. -f2)" -ge 96 ] 2>/dev/null && { echo $$rustc; break; }; done; true
$(STAMPS)/extism: $(call sources,$(EXTISM)) $(STAMPS)/guest-toolchain
	$(call say,The extism benchmark)
	@[ -n "$$($(FIND_RUSTC))" ] || $(call apt_install,rustc-web rust-web-src) || \
	{ echo "extism needs Rust 1.96 or newer: 'rustup update', or on Debian 'apt-get install rustc-web'."; exit 1; }
	RUSTC=$$($(FIND_RUSTC)) cargo build --release --locked --manifest-path $(EXTISM)/Cargo.toml --target-dir target/bench-extism
	$(PLUGIN_BUILD) --module $(EXTISM)/guest --out target/bench-extism
	@touch $@

bench: build $(STAMPS)/guests $(STAMPS)/extism
	cargo run --release --locked -p sitewright-bench

# The other crawlers are outside of the product: the crate has a lock of its own, and the Python package an environment.
SPIDER := host/bench/spider
$(STAMPS)/spider: $(call sources,$(SPIDER)) | $(STAMPS)/rust
	$(call say,The crate spider - about 5 minutes on two cores)
	@{ command -v pkg-config >/dev/null && pkg-config --exists openssl; } || $(call apt_install,pkg-config libssl-dev) || \
	{ echo "Install the headers of OpenSSL manually: 'apt-get install pkg-config libssl-dev'."; exit 1; }
	cargo build --release --locked --manifest-path $(SPIDER)/Cargo.toml --target-dir target/bench-spider
	@touch $@

ADVERTOOLS := host/bench/advertools
$(STAMPS)/advertools: $(ADVERTOOLS)/requirements.txt | $(STAMPS)
	$(call say,advertools)
	@python3 -m venv --clear target/bench-advertools >/dev/null 2>&1 || \
	{ command -v apt-get >/dev/null && $(call apt_install,python3-venv) && python3 -m venv --clear target/bench-advertools; } || \
	{ echo "Install Python 3 with its venv manually: 'apt-get install python3-venv'."; exit 1; }
	target/bench-advertools/bin/pip install -q --disable-pip-version-check -r $<
	@touch $@

# Only the benchmark uses it, with settings of its own: RUNLEVEL keeps the package from starting a service.
$(STAMPS)/nginx: | $(STAMPS)
	$(call say,nginx for the benchmark)
	@if PATH=$$PATH:/usr/sbin command -v nginx >/dev/null; then echo "present"; \
	elif command -v apt-get >/dev/null && $(call apt_install,nginx-light); then :; \
	else echo "Install nginx manually: 'apt-get install nginx-light'."; exit 1; fi
	@touch $@

PAGES ?=
MINUTES_OF_CRAWL = $(if $(filter command line environment,$(origin MINUTES)),--minutes $(MINUTES))
bench-crawl: build $(if $(PAGES),,$(STAMPS)/spider $(STAMPS)/advertools $(STAMPS)/nginx)
	PATH=$$PATH:/usr/sbin cargo run --release --locked -p sitewright-bench -- $(if $(PAGES),crawl-large --pages $(PAGES) $(MINUTES_OF_CRAWL),crawl)

clean:
	rm -rf target node_modules web-shell/*/node_modules web-plugins/*/node_modules
