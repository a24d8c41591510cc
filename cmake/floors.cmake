# The floors of the library. Each src/ folder of the library is one floor, compiled on its own and put into libbaghchal.

# baghchal_floor(NAME SOURCE... [FREESTANDING])
#
# Compiles the sources as the floor NAME (target baghchal_NAME). A FREESTANDING floor sees no POSIX declarations: it
# uses only the headers that C promises without a library.
function(baghchal_floor name)
    cmake_parse_arguments(PARSE_ARGV 1 floor "FREESTANDING" "" "")
    if(NOT floor_UNPARSED_ARGUMENTS)
        return()
    endif()
    add_library(baghchal_${name} OBJECT ${floor_UNPARSED_ARGUMENTS})
    baghchal_target(baghchal_${name})
    if(floor_FREESTANDING)
        target_compile_definitions(baghchal_${name} PRIVATE BC_FREESTANDING=1)
    else()
        target_compile_definitions(baghchal_${name} PRIVATE _GNU_SOURCE)
        target_link_libraries(baghchal_${name} PRIVATE Threads::Threads PkgConfig::zstd PkgConfig::xxhash)
    endif()
    set_property(GLOBAL APPEND PROPERTY baghchal_floors baghchal_${name})
endfunction()

# baghchal_target(TARGET): what every target of the project has: warnings, the public headers, and private headers by
# their path below src/ ("solution/block.h").
function(baghchal_target target)
    baghchal_warnings(${target})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
endfunction()

# baghchal_instruction_set(avx2|avx512 SOURCE...)
#
# Compiles these files of the current folder for an instruction set beyond the portable one. Their functions may be
# called only after the processor was asked at run time; elsewhere than on x86-64 the files get no flags and must
# compile to nothing.
function(baghchal_instruction_set level)
    set(flags_avx2 -mavx2 -mbmi -mbmi2 -mpopcnt -mlzcnt)
    set(flags_avx512 ${flags_avx2} -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512vbmi -mgfni)
    if(NOT DEFINED flags_${level})
        message(FATAL_ERROR "baghchal_instruction_set: no such instruction set: ${level}")
    endif()
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS ${flags_${level}})
    endif()
endfunction()
