# How tests, fuzz targets and benchmarks are made. Each is one executable.

# baghchal_test(NAME SOURCE... [LABELS label...] [TIMEOUT seconds])
#
# A cmocka program from these sources, run by ctest under NAME. It finds the reference data in BC_REFERENCE_DIR and the
# built program in BC_PROGRAM. Labels that mean something:
#   optimised   too slow without the optimiser: made everywhere, run only in release builds without sanitizers
#   heavy       minutes or more: run only by ./check --heavy
#   threads     uses threads: run under the thread sanitizer too
function(baghchal_test name)
    cmake_parse_arguments(PARSE_ARGV 1 test "" "TIMEOUT" "LABELS")
    if(NOT test_TIMEOUT)
        set(test_TIMEOUT 300)
    endif()
    add_executable(test_${name} ${test_UNPARSED_ARGUMENTS})
    baghchal_target(test_${name})
    target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_compile_definitions(
        test_${name} PRIVATE _GNU_SOURCE BC_REFERENCE_DIR="${PROJECT_SOURCE_DIR}/tests/reference"
                             BC_PROGRAM="$<TARGET_FILE:baghchal_program>")
    target_link_libraries(test_${name} PRIVATE baghchal_core PkgConfig::cmocka Threads::Threads)
    add_dependencies(test_${name} baghchal_program)
    if("optimised" IN_LIST test_LABELS AND (BAGHCHAL_SANITIZERS OR BAGHCHAL_COVERAGE OR CMAKE_BUILD_TYPE STREQUAL "Debug"))
        return()
    endif()
    add_test(NAME ${name} COMMAND test_${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${test_TIMEOUT} LABELS "${test_LABELS}")
endfunction()

# baghchal_fuzz(NAME SOURCE...)
#
# A fuzz target: sources that define LLVMFuzzerTestOneInput, with their corpus in fuzz/corpus/NAME/. In the fuzz
# preset it is a libFuzzer program, build/fuzz/fuzz/fuzz_NAME; in every other it is a program that feeds the files and
# folders it is given to the target once. Either way ctest runs the corpus as fuzz_NAME.
function(baghchal_fuzz name)
    set(corpus ${PROJECT_SOURCE_DIR}/fuzz/corpus/${name})
    add_executable(fuzz_${name} ${ARGN})
    baghchal_target(fuzz_${name})
    target_compile_definitions(fuzz_${name} PRIVATE _GNU_SOURCE)
    target_link_libraries(fuzz_${name} PRIVATE baghchal_core Threads::Threads)
    if(BAGHCHAL_LIBFUZZER)
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
        add_test(NAME fuzz_${name} COMMAND fuzz_${name} -runs=0 ${corpus})
    else()
        target_sources(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/fuzz/replay_corpus.c)
        add_test(NAME fuzz_${name} COMMAND fuzz_${name} ${corpus})
    endif()
    set_tests_properties(fuzz_${name} PROPERTIES TIMEOUT 300 LABELS fuzz)
    set_property(GLOBAL APPEND PROPERTY baghchal_fuzz_targets ${name})
endfunction()

# baghchal_bench(NAME SOURCE...): a benchmark, build/<preset>/bench/bench_NAME, started by hand.
function(baghchal_bench name)
    add_executable(bench_${name} ${ARGN})
    baghchal_target(bench_${name})
    target_compile_definitions(bench_${name} PRIVATE _GNU_SOURCE)
    target_link_libraries(bench_${name} PRIVATE baghchal_core Threads::Threads)
endfunction()
