# A thin wrapper around CMake: the everyday calls, in one word each.
#
#   make            build the libraries and build/pith
#   make demo       install what is missing, build, show the text of an example page
#   make test       install what is missing, build, run the tests
#   make test-long  the long forms of some of them, which .ci/run runs, too
#   make asan       tests of the code under AddressSanitizer and UBSan, with CC=clang those of clang
#   make tsan       what uses threads under ThreadSanitizer
#   make coverage   what the tests run of the code, by folder, against the floors of tests/coverage.txt
#   make bare       the installed program in a root with nothing else, as root
#   make cross      the library on other machines (s390x, arm64), emulated, over the golden pages
#   make portable   the library for musl, Windows, macOS and WebAssembly, by zig cc; what can run here over the golden pages
#   make soak       SOAK_LINES mutated pages through pith batch: speed, memory, every answer in its place
#   make bench      the speed table
#   make bench-trees  trees trained on L3S-GN1 beside Boilerpipe's paper
#   make bench-reliability  how far the confidence of pages can be trusted, some five minutes
#   make bench-encodings   decoders of legacy encodings beside iconv
#   make bench-perplexity  the method perplexity by model, limit and combination
#   make bench-sentences   the splitter into sentences on text with known boundaries
#   make bench-boost  our boosted trees beside LightGBM's, which it gets from the Python registry
#   make bench-guess  how often the encoding of an undeclared page is guessed right, beside uchardet
#   make bench-ngram  the method ngram beside NCleaner's Tables 3 and 4
#   make bench-peers  the same against other programs, which it gets from the Python registry
#   make bench-peers-accuracy  accuracy of the same programs on labelled pages
#   make results    measure all methods on the labelled sets: tests/quality/results.csv and the table in docs
#   make fuzz       every fuzz target, or those of FUZZ_TARGETS, for FUZZ_SECONDS; FUZZ_SEED=N for the same again
#   make fuzz-merge adds what fuzzing found to the committed corpora, minimised
#   make format     clang-format over the sources; make format-check only looks
#   make tidy       clang-tidy over the sources, by the rules of .clang-tidy
#   make generate   write the generated tables, docs/man/pith.3 and the page of options again
#   make completions  write the completion scripts again, from the option tables
#   make install    with PREFIX (default /usr/local) and DESTDIR
#   make uninstall  remove what make install wrote, with the same DESTDIR
#   make release-check  is this commit a release? versions, changelog, manuals, tag
#   make dist       the source archive of a release, with its checksum: BUILD/dist
#   make deps       install everything that any of these needs (Debian)
#   make clean      remove what was built

BUILD        ?= build
PREFIX       ?= /usr/local
WERROR       ?= OFF
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?=
export FUZZ_SEED ?= 0
SOAK_LINES   ?= 1000000
CROSS        ?= s390x aarch64
PORTABLE     ?= x86_64-linux-musl aarch64-linux-musl x86_64-windows-gnu x86_64-macos aarch64-macos wasm32-wasi
# ON: a test that would be skipped fails.
REQUIRE      ?= OFF
# Labelled pages for the tests and benchmarks that can use them.
export PITH_SHARED ?= $(if $(wildcard ../shared/data),$(abspath ../shared))

# A folder keeps the compiler and the generator that it was first configured with.
ifneq ($(origin CC),default)
export CC
endif
generator = $(if $(wildcard $(1)/CMakeCache.txt),,$(if $(shell command -v ninja),-G Ninja))
configure = cmake -S . -B $(1) $(generator) -DPITH_WERROR=$(WERROR) -DPITH_REQUIRE=$(REQUIRE) \
	-DCMAKE_INSTALL_PREFIX=$(PREFIX) $(2) >/dev/null || \
	{ echo "Something is missing; on Debian 'make deps' installs it" >&2; exit 1; }
build     = cmake --build $(1) --parallel $(shell nproc) $(2)
run_tests = ctest --test-dir $(1) --parallel $(shell nproc) --output-on-failure --no-tests=error $(2)

sources = $(wildcard include/*.h cli/*.[ch] io/*.[ch] eval/*.[ch] train/*.[ch] analyze/*.[ch] src/*.[ch] src/*/*.[ch] tests/*/*.[ch] \
	examples/*.c bench/*.[ch] fuzz/*.[ch])

.PHONY: all demo test test-long asan tsan coverage bare cross portable soak bench bench-boost bench-encodings bench-guess bench-ngram bench-peers \
	bench-peers-accuracy \
	bench-perplexity bench-quality bench-reliability bench-sentences bench-trees \
	results fuzz fuzz-merge format format-check tidy generate completions install uninstall release-check dist \
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
	@$(call run_tests,$(BUILD),-LE '^long$$')

test-long:
	@tools/install-deps.sh build test
	@$(call configure,$(BUILD),-DPITH_TESTS=ON)
	@$(call build,$(BUILD))
	@$(call run_tests,$(BUILD),-L '^long$$')

# Under sanitizers: not what is about documents, and neither what starts a browser nor what would
# take many minutes to show what smaller tests show.
ASAN_TESTS = -LE 'docs|quality|eval|browser' -E '^(judge_sets|explain_browser)$$'
ASAN = build-asan$(if $(filter clang%,$(notdir $(CC))),-clang)

asan:
	@tools/install-deps.sh build test $(if $(filter clang%,$(notdir $(CC))),dev)
	@$(call configure,$(ASAN),-DPITH_TESTS=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo \
		-DPITH_SANITIZE=address$(comma)undefined)
	@$(call build,$(ASAN))
	@$(call run_tests,$(ASAN),$(ASAN_TESTS))

tsan:
	@tools/install-deps.sh build test
	@$(call configure,build-tsan,-DPITH_TESTS=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo -DPITH_SANITIZE=thread)
	@$(call build,build-tsan,--target pith test_hash test_threads wordgram_score)
	@TSAN_OPTIONS=halt_on_error=1 $(call run_tests,build-tsan,-L threads)

# What measures time or pages, and what builds against the installed library, would count nothing new.
coverage:
	@tools/install-deps.sh build test
	@CC=gcc $(call configure,build-coverage,-DPITH_TESTS=ON -DCMAKE_BUILD_TYPE=Debug \
		-DCMAKE_C_FLAGS="--coverage -Og")
	@$(call build,build-coverage)
	@find build-coverage -name '*.gcda' -delete
	@$(call run_tests,build-coverage,-L 'unit|cli|golden|fuzz|judge|lexbor' -LE long -E '^(same_bits|judge_sets|explain_browser|faults_.*)$$')
	@python3 tools/coverage.py build-coverage $(COVERAGE)

bare:
	@tools/install-deps.sh build test
	@$(call configure,$(BUILD),-DPITH_TESTS=ON)
	@$(call build,$(BUILD))
	@$(call run_tests,$(BUILD),-L bare --verbose)

soak: all
	@python3 tests/machines/soak.py $(BUILD)/pith --lines $(SOAK_LINES)

cross:
	@tools/install-deps.sh build test cross
	@$(call configure,$(BUILD),-DPITH_TESTS=ON)
	@$(call build,$(BUILD),--target render_page score_hash)
	@for machine in $(CROSS); do \
		env -u CC $(call configure,build-$$machine,-DPITH_COMMAND=OFF \
			-DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/tools/cross/$$machine.cmake) && \
		$(call build,build-$$machine,--target render_page score_hash) && \
		python3 tests/machines/cross.py $(BUILD)/tests/machines $$machine \
			build-$$machine/tests/machines qemu-$$machine-static || exit 1; \
	done

# zig keeps what it makes of a system's libraries in its cache.
portable:
	@tools/install-deps.sh build test cross
	@$(call configure,$(BUILD),-DPITH_TESTS=ON)
	@$(call build,$(BUILD),--target render_page score_hash)
	@mkdir -p build-portable
	@tools/cross/get-zig.sh build-portable
	@export ZIG_GLOBAL_CACHE_DIR=$(CURDIR)/build-portable/cache; \
	for target in $(PORTABLE); do \
		env -u CC $(call configure,build-portable/$$target,-DPITH_COMMAND=OFF -DPITH_WERROR=ON \
			-DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/tools/cross/zig.cmake \
			-DPITH_ZIG=$(CURDIR)/build-portable/zig -DPITH_ZIG_TARGET=$$target) && \
		$(call build,build-portable/$$target) || exit 1; \
		case $$target in \
		$$(uname -m)-linux-*) emulator= ;; \
		*-linux-*) emulator=qemu-$${target%%-*}-static ;; \
		wasm32-*) emulator="node --no-warnings tests/machines/wasi.mjs" ;; \
		*) echo "$$target: compiled and linked, cannot run here"; continue ;; \
		esac; \
		python3 tests/machines/cross.py $(BUILD)/tests/machines $$target \
			build-portable/$$target/tests/machines $$emulator || exit 1; \
	done

bench:
	@tools/install-deps.sh build test
	@$(call configure,$(BUILD),-DPITH_BENCH=ON)
	@$(call build,$(BUILD),--target run-bench)

bench-peers:
	@tools/install-deps.sh build test
	@$(call configure,$(BUILD),-DPITH_BENCH=ON)
	@$(call build,$(BUILD),--target run-bench-peers)

bench-peers-accuracy: all
	@python3 bench/peers_accuracy.py $(BUILD) $(BUILD)/pith

bench-perplexity: all
	@python3 bench/perplexity.py $(BUILD)/pith $(BUILD)/perplexity

bench-encodings:
	@$(call configure,$(BUILD),-DPITH_BENCH=ON)
	@$(call build,$(BUILD),--target bench_encoding)
	@python3 bench/decoders.py $(BUILD)/bench/bench_encoding

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

bench-guess:
	@$(call configure,$(BUILD),-DPITH_BENCH=ON)
	@$(call build,$(BUILD),--target bench_guess)
	@python3 bench/guess.py $(BUILD)/bench/bench_guess $(if $(DEBS),--debs $(DEBS))

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
	@python3 fuzz/run.py build-fuzz $(FUZZ_SECONDS) $(FUZZ_TARGETS)

fuzz-merge:
	@python3 fuzz/run.py build-fuzz --merge $(FUZZ_TARGETS)

format:
	@clang-format -i $(sources)

format-check:
	@clang-format --dry-run --Werror $(sources)

# .clang-tidy says which checks, and why. Not the file that is a table of numbers alone, which would take minutes.
tidy: all
	@run-clang-tidy -quiet -p $(BUILD) '^(?!.*/forest_full\.c)$(CURDIR)/(src|io|eval|train|analyze|cli)/.*\.c$$' >$(BUILD)/tidy.txt 2>&1 || \
		{ grep -A3 -E '(error|warning): ' $(BUILD)/tidy.txt; exit 1; }

generate: all
	@for tool in tools/gen_*.py; do echo $$tool; PITH=$(BUILD)/pith python3 $$tool || exit 1; done

# From the option tables of the command.
completions: all
	@python3 tools/gen_completions.py $(BUILD)/pith

install: all
	@cmake --install $(BUILD)

# What the last 'make install' from this folder wrote, by the list that CMake keeps.
uninstall:
	@cmake -DMANIFEST=$(BUILD)/install_manifest.txt -P tools/uninstall.cmake

# docs/manual/releasing.md tells when these two are used.
release-check: all
	@python3 tools/release_check.py --release $(BUILD)/pith $(BUILD)/pith.pc

dist: release-check
	@tools/dist.sh $(BUILD)/dist

deps:
	@tools/install-deps.sh build test dev cross

clean:
	@rm -rf build build-*

comma := ,
