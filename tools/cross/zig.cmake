# Any target of zig cc, a clang with the headers and libraries of many systems:
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=tools/cross/zig.cmake -DPITH_ZIG=/where/it/is/zig -DPITH_ZIG_TARGET=x86_64-windows-gnu
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PITH_ZIG PITH_ZIG_TARGET)
string(REGEX MATCH "^([^-]+)-([^-]+)" _ "${PITH_ZIG_TARGET}")
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_MATCH_1})
if(CMAKE_MATCH_2 STREQUAL windows)
  set(CMAKE_SYSTEM_NAME Windows)
elseif(CMAKE_MATCH_2 STREQUAL macos)
  set(CMAKE_SYSTEM_NAME Darwin)
elseif(CMAKE_MATCH_2 STREQUAL wasi)
  set(CMAKE_SYSTEM_NAME Generic) # a system without shared libraries
else()
  set(CMAKE_SYSTEM_NAME Linux)
  set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
endif()

# CMake wants each tool as one word. Here it is a script of several.
set(scripts ${CMAKE_BINARY_DIR}/zig-tools)
foreach(tool "cc -target ${PITH_ZIG_TARGET}" ar ranlib)
  string(REGEX MATCH "^[a-z]+" name "${tool}")
  if(NOT EXISTS ${scripts}/${name})
    file(WRITE ${scripts}/new/${name} "#!/bin/sh\nexec '${PITH_ZIG}' ${tool} \"$@\"\n")
    file(COPY ${scripts}/new/${name} DESTINATION ${scripts}
      FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  endif()
endforeach()
set(CMAKE_C_COMPILER ${scripts}/cc)
set(CMAKE_AR ${scripts}/ar)
set(CMAKE_RANLIB ${scripts}/ranlib)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # zig makes a libc for each program's target first
# Its runtime library does not have what __builtin_cpu_supports() asks: no AVX2, the same results.
set(CMAKE_C_FLAGS_INIT -DPITH_NO_CPU_MODEL)
