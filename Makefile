# A thin wrapper around CMake: the everyday calls, in one word each.
#
#   make            build the libraries and build/pith
#   make demo       install what is missing, build, show the text of an example page
#   make test       install what is missing, build, run all tests
#   make asan       the same tests under AddressSanitizer and UBSan
#   make bench      the speed table
#   make bench-trees  trees trained on L3S-GN1 beside Boilerpipe's paper
#   make bench-reliability  how far the confidence of pages can be trusted, some five minutes
#   make bench-perplexity  the method perplexity by model, limit and combination
#   make bench-sentences   the splitter into sentences on text with known boundaries
#   make bench-boost  our boosted trees beside LightGBM's, which it gets from the Python registry
#   make bench-ngram  the method ngram beside NCleaner's Tables 3 and 4
#   make bench-peers  the same against other programs, which it gets from the Python registry
#   make results    measure all methods on the labelled sets: results.csv and the README's table
#   make fuzz       every fuzz target for FUZZ_SECONDS
#   make format     clang-format over the sources; make format-check only looks
#   make generate   write the generated tables and docs/pith.3 again
#   make install    with PREFIX (default /usr/local) and DESTDIR
#   make deps       install everything that any of these needs (Debian)
#   make clean      remove what was built

BUILD        ?= build
PREFIX       ?= /usr/local
WERROR       ?= OFF
FUZZ_SECONDS ?= 60
# Labelled pages for the tests and benchmarks that can use them.
export PITH_SHARED ?= $(if $(wildcard ../shared/data),$(abspath ../shared))

# A folder keeps the compiler and the generator that it was first configured with.
ifneq ($(origin CC),default)
export CC
endif
generator = $(if $(wildcard $(1)/CMakeCache.txt),,$(if $(shell command -v ninja),-G Ninja))
configure = cmake -S . -B $(1) $(generator) -DPITH_WERROR=$(WERROR) \
	-DCMAKE_INSTALL_PREFIX=$(PREFIX) $(2) >/dev/null || \
	{ echo "Something is missing; on Debian 'make deps' installs it" >&2; exit 1; }
build     = cmake --build $(1) --parallel $(shell nproc) $(2)
run_tests = ctest --test-dir $(1) --output-on-failure --no-tests=error

sources = $(wildcard include/*.h cli/*.[ch] io/*.[ch] eval/*.[ch] train/*.[ch] analyze/*.[ch] src/*.[ch] src/*/*.[ch] tests/*/*.[ch] \
	examples/*.c bench/*.[ch] fuzz/*.[ch])

.PHONY: all demo test asan bench bench-boost bench-ngram bench-peers bench-perplexity bench-quality bench-reliability bench-sentences bench-trees \
	results fuzz format format-check generate install \
	deps clean

all:
	@$(call configure,$(BUILD))
	@$(call build,$(BUILD))

demo:
	@tools/install-deps.sh build
	@$(MAKE) --no-print-directory all
	@echo
	@echo "examples/page.html is a newspaper's page, with menus, scripts and tables. This is its text:"
	@echo
	@echo "\$$ $(BUILD)/pith examples/page.html"
	@$(BUILD)/pith examples/page.html
	@echo
	@echo "Try it on a page of yours: $(BUILD)/pith FILE. More: $(BUILD)/pith --help"

test:
	@tools/install-deps.sh build test
	@$(call configure,$(BUILD),-DPITH_TESTS=ON)
	@$(call build,$(BUILD))
	@$(call run_tests,$(BUILD))

asan:
	@tools/install-deps.sh build test
	@$(call configure,build-asan,-DPITH_TESTS=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo \
		-DPITH_SANITIZE=address$(comma)undefined)
	@$(call build,build-asan)
	@$(call run_tests,build-asan)

bench:
	@tools/install-deps.sh build test
	@$(call configure,$(BUILD),-DPITH_BENCH=ON)
	@$(call build,$(BUILD),--target run-bench)

bench-peers:
	@tools/install-deps.sh build test
	@$(call configure,$(BUILD),-DPITH_BENCH=ON)
	@$(call build,$(BUILD),--target run-bench-peers)

bench-perplexity: all
	@python3 bench/perplexity.py $(BUILD)/pith $(BUILD)/perplexity

bench-sentences:
	@$(call configure,$(BUILD),-DPITH_BENCH=ON)
	@$(call build,$(BUILD),--target bench_sentences)
	@python3 bench/sentences.py $(BUILD)/bench/bench_sentences

bench-boost:
	@tools/install-deps.sh build test
	@$(call configure,$(BUILD),-DPITH_BENCH=ON)
	@$(call build,$(BUILD),--target run-bench-boost)

bench-quality: all
	@tools/install-deps.sh build test
	@python3 bench/quality.py $(BUILD)/pith
	@python3 bench/quality_metadata.py $(BUILD)/pith
	@python3 bench/eval_speed.py $(BUILD)/pith

bench-reliability: all
	@python3 bench/reliability.py $(BUILD) $(BUILD)/pith

results: all
	@python3 tools/results.py $(BUILD)/pith
bench-ngram: all
	@python3 bench/ncleaner.py $(BUILD)/pith
bench-trees: all
	@python3 bench/table2.py $(BUILD)/pith

fuzz:
	@tools/install-deps.sh build dev
	@CC=clang $(call configure,build-fuzz,-DPITH_FUZZ=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo \
		-DPITH_SANITIZE=address$(comma)undefined)
	@$(call build,build-fuzz)
	@for target in build-fuzz/fuzz/fuzz_*; do \
		name=$${target##*/fuzz_}; \
		mkdir -p build-fuzz/corpus/$$name; \
		echo "$$name: $(FUZZ_SECONDS) seconds"; \
		$$target -max_total_time=$(FUZZ_SECONDS) -timeout=10 -print_final_stats=1 -dict=fuzz/html.dict \
			-artifact_prefix=build-fuzz/ build-fuzz/corpus/$$name $$(ls -d fuzz/corpus/$$name 2>/dev/null) \
			tests/golden || exit 1; \
	done

format:
	@clang-format -i $(sources)

format-check:
	@clang-format --dry-run --Werror $(sources)

generate:
	@for tool in tools/gen_*.py; do echo $$tool; python3 $$tool || exit 1; done

install: all
	@cmake --install $(BUILD)

deps:
	@tools/install-deps.sh build test dev

clean:
	@rm -rf build build-*

comma := ,
