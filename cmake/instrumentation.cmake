# Sanitizers and coverage, for everything that is built in this tree.

if(BAGHCHAL_SANITIZERS)
    set(sanitizer_flags -fsanitize=${BAGHCHAL_SANITIZERS} -fno-omit-frame-pointer -g)
    if(BAGHCHAL_SANITIZERS MATCHES "undefined")
        list(APPEND sanitizer_flags -fno-sanitize-recover=all)
    endif()
    add_compile_options(${sanitizer_flags})
    add_link_options(-fsanitize=${BAGHCHAL_SANITIZERS})
endif()

if(BAGHCHAL_LIBFUZZER)
    # Coverage feedback in the library itself; only the fuzz targets link the fuzzer's main.
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

if(BAGHCHAL_COVERAGE)
    add_compile_options(--coverage -fprofile-abs-path)
    add_link_options(--coverage)
endif()
