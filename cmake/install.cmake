# What `cmake --install` puts into a prefix: the headers, the library and the program.

install(DIRECTORY include/baghchal DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS baghchal_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
