/*
 * embed.h - files that become a part of the library, byte by byte, without a detour through text:
 * the assembler copies twelve megabytes in no time, for which a compiler takes seconds.
 *
 *     PITH__EMBED(unsigned char, pith__thing, "thing.bin");
 *
 * outside of functions makes two arrays: pith__thing, which begins with the first byte of
 * models/thing.bin, and pith__thing_end, which begins behind the last. The first is at a multiple
 * of 64. gcc and clang know the directive .incbin for every kind of object file; only the words
 * around it differ. The file is named in CMakeLists.txt, so that it is embedded again when it
 * changes.
 *
 * PITH_BUILTIN_MODELS of CMake chooses the models: those that are left out have a 0 here.
 */
#ifndef PITH_EMBED_H
#define PITH_EMBED_H

#ifndef PITH_BUILTIN_AUTO
#define PITH_BUILTIN_AUTO 1
#endif
#ifndef PITH_BUILTIN_KIND
#define PITH_BUILTIN_KIND 1
#endif
#ifndef PITH_BUILTIN_EN
#define PITH_BUILTIN_EN 1
#endif
#ifndef PITH_BUILTIN_ANY
#define PITH_BUILTIN_ANY 1
#endif
#ifndef PITH_BUILTIN_EN_WORDS
#define PITH_BUILTIN_EN_WORDS 1
#endif

/* The build says where the models are; else the compiler runs in the root of the project. */
#ifndef PITH_MODELS
#define PITH_MODELS "models/"
#endif

#if defined(__APPLE__) /* Mach-O */
#define PITH__EMBED_SECTION       ".const_data\n"
#define PITH__EMBED_NAME(name)    "_" #name
#define PITH__EMBED_PRIVATE(name) ".private_extern _" #name "\n"
#define PITH__EMBED_SIZE(name)    ""
#elif defined(_WIN32) /* PE/COFF, where nothing is visible outside unless it is exported */
#if defined(__i386__)
#define PITH__EMBED_NAME(name) "_" #name
#else
#define PITH__EMBED_NAME(name) #name
#endif
#define PITH__EMBED_SECTION       ".section .rdata,\"dr\"\n"
#define PITH__EMBED_PRIVATE(name) ""
#define PITH__EMBED_SIZE(name)    ""
#elif defined(__wasm__) /* a linker of WebAssembly needs to know what is data, and how much */
#define PITH__EMBED_SECTION       ".section .rodata.pith_models,\"\",@\n"
#define PITH__EMBED_NAME(name)    #name
#define PITH__EMBED_PRIVATE(name) ".hidden " #name "\n.type " #name ",@object\n"
#define PITH__EMBED_SIZE(name)    ".size " #name ", . - " #name "\n"
#else /* ELF */
#define PITH__EMBED_SECTION       ".section .rodata\n"
#define PITH__EMBED_NAME(name)    #name
#define PITH__EMBED_PRIVATE(name) ".hidden " #name "\n"
#define PITH__EMBED_SIZE(name)    ""
#endif

#define PITH__EMBED_LABEL(name)                                                                    \
    ".globl " PITH__EMBED_NAME(name) "\n" PITH__EMBED_PRIVATE(name) PITH__EMBED_NAME(name) ":\n"

/* A byte 0 behind the file keeps the end of one from being the beginning of the next. */
#define PITH__EMBED(type, name, file)                                                              \
    extern const type name[], name##_end[];                                                        \
    __asm__(PITH__EMBED_SECTION ".p2align 6\n" PITH__EMBED_LABEL(                                  \
        name) ".incbin \"" PITH_MODELS file "\"\n" PITH__EMBED_SIZE(name)                          \
                PITH__EMBED_LABEL(name##_end) ".byte 0\n" PITH__EMBED_SIZE(name##_end) ".text\n")

#endif
