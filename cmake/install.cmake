# What `cmake --install` puts into a prefix: headers, library, pkg-config file, CMake package, program, manual page and
# bash completion.

include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/baghchal)

install(DIRECTORY include/baghchal DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(
    TARGETS baghchal
    EXPORT baghchalTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT baghchalTargets NAMESPACE baghchal:: DESTINATION ${package_folder})

configure_package_config_file(cmake/baghchalConfig.cmake.in ${PROJECT_BINARY_DIR}/baghchalConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/baghchalConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/baghchalConfig.cmake ${PROJECT_BINARY_DIR}/baghchalConfigVersion.cmake
        DESTINATION ${package_folder})

# A static library leaves its own libraries to whoever links it; a shared one brings them along.
if(BUILD_SHARED_LIBS)
    set(pkgconfig_requires Requires.private)
    set(pkgconfig_own_libraries "")
else()
    set(pkgconfig_requires Requires)
    set(pkgconfig_own_libraries -pthread)
endif()
file(RELATIVE_PATH prefix_from_pkgconfig /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/baghchal.pc.in ${PROJECT_BINARY_DIR}/baghchal.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/baghchal.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(TARGETS baghchal_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES man/baghchal.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES completion/baghchal.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME baghchal)

# The page, where scripts/build-web has built it: `baghchal serve` looks for it there.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/web/ DESTINATION ${CMAKE_INSTALL_DATADIR}/baghchal/web OPTIONAL)
