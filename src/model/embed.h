/*
 * embed.h - embeds files in the library with the assembler's .incbin, which copies twelve megabytes
 * at once. A compiler takes seconds for the same bytes as C source.
 *
 *     PITH__EMBED(unsigned char, pith__thing, "thing.bin");
 *
 * outside of functions defines two arrays: pith__thing begins at the first byte of
 * models/thing.bin, pith__thing_end behind the last one. The first is aligned to 64 bytes. gcc and
 * clang support .incbin for every object format; only the directives around it differ.
 * CMakeLists.txt lists the file as a dependency, so that a change embeds it again.
 *
 * PITH_BUILTIN_MODELS of CMake chooses the models: those that are left out are 0 here.
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

/* The build defines where the models are. Otherwise the compiler runs in the project's root. */
#ifndef PITH_MODELS
#define PITH_MODELS "models/"
#endif

#if defined(__APPLE__) /* Mach-O */
#define PITH__EMBED_SECTION       ".const_data\n"
#define PITH__EMBED_NAME(name)    "_" #name
#define PITH__EMBED_PRIVATE(name) ".private_extern _" #name "\n"
#define PITH__EMBED_SIZE(name)    ""
#elif defined(_WIN32) /* PE/COFF, where nothing is visible unless exported */
#if defined(__i386__)
#define PITH__EMBED_NAME(name) "_" #name
#else
#define PITH__EMBED_NAME(name) #name
#endif
#define PITH__EMBED_SECTION       ".section .rdata,\"dr\"\n"
#define PITH__EMBED_PRIVATE(name) ""
#define PITH__EMBED_SIZE(name)    ""
#elif defined(__wasm__) /* a WebAssembly linker needs the type and size of data */
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

/* A zero byte after the file keeps the end of one from being the beginning of the next. */
#define PITH__EMBED(type, name, file)                                                              \
    extern const type name[], name##_end[];                                                        \
    __asm__(PITH__EMBED_SECTION ".p2align 6\n" PITH__EMBED_LABEL(                                  \
        name) ".incbin \"" PITH_MODELS file "\"\n" PITH__EMBED_SIZE(name)                          \
                PITH__EMBED_LABEL(name##_end) ".byte 0\n" PITH__EMBED_SIZE(name##_end) ".text\n")

#endif
