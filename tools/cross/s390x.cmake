# IBM Z: 64 bits, the highest byte first. Debian: gcc-s390x-linux-gnu, libc6-dev-s390x-cross.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-s390x-static)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # the emulator then needs no libraries of that machine
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
