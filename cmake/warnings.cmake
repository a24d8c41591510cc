# The warnings that every file of the project is compiled with, for gcc and clang.
#
# baghchal_warnings(TARGET) applies them. BAGHCHAL_WARNINGS_AS_ERRORS makes each of them fatal.

set(baghchal_warning_flags
    -Wall
    -Wextra
    -Wpedantic
    -Wcast-align
    -Wcast-qual
    -Wconversion
    -Wdouble-promotion
    -Wformat=2
    -Wimplicit-fallthrough
    -Wmissing-declarations
    -Wmissing-prototypes
    -Wnull-dereference
    -Wold-style-definition
    -Wpointer-arith
    -Wshadow
    -Wsign-conversion
    -Wstrict-prototypes
    -Wswitch-enum
    -Wundef
    -Wvla
    -Wwrite-strings)

if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    list(APPEND baghchal_warning_flags -Wduplicated-branches -Wduplicated-cond -Wlogical-op -Wjump-misses-init)
elseif(CMAKE_C_COMPILER_ID MATCHES "Clang")
    list(APPEND baghchal_warning_flags -Wcomma -Wunreachable-code -Wassign-enum)
endif()

if(BAGHCHAL_WARNINGS_AS_ERRORS)
    list(APPEND baghchal_warning_flags -Werror)
endif()

function(baghchal_warnings target)
    target_compile_options(${target} PRIVATE ${baghchal_warning_flags})
endfunction()
