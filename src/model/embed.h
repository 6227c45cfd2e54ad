/*
 * embed.h - files that become a part of the library, byte by byte, without a detour through text: a
 * compiler takes seconds for an array of a few megabytes and the assembler no time.
 *
 *     PITH__EMBED(pith__thing, "thing.bin");
 *
 * outside of functions makes two names: pith__thing, the first byte of models/thing.bin, and
 * pith__thing_end, the byte behind the last. The first is at a multiple of 64. The file's line in
 * CMakeLists.txt (OBJECT_DEPENDS) has the source compiled again when the file changes.
 */
#ifndef PITH_EMBED_H
#define PITH_EMBED_H

/* The build says where the models are; else the compiler runs in the root of the project. */
#ifndef PITH_MODELS
#define PITH_MODELS "models/"
#endif

#if defined(__APPLE__)
#define PITH__EMBED_BEGIN   ".const_data\n"
#define PITH__EMBED_END     ".text\n"
#define PITH__EMBED_LABEL   "_"
#define PITH__EMBED_HIDDEN  ".private_extern _"
#define PITH__EMBED_ALIGNED ".p2align 6\n"
#else
#define PITH__EMBED_BEGIN   ".pushsection .rodata\n"
#define PITH__EMBED_END     ".popsection\n"
#define PITH__EMBED_LABEL   ""
#define PITH__EMBED_HIDDEN  ".hidden "
#define PITH__EMBED_ALIGNED ".balign 64\n"
#endif

/* A byte 0 behind the file keeps the end of one from being the beginning of the next. */
#define PITH__EMBED(name, file)                                                                    \
    extern const unsigned char name[], name##_end[];                                               \
    __asm__(PITH__EMBED_BEGIN PITH__EMBED_ALIGNED                                                  \
            ".globl " PITH__EMBED_LABEL #name "\n" PITH__EMBED_HIDDEN #name                        \
            "\n" PITH__EMBED_LABEL #name ":\n"                                                     \
            ".incbin \"" PITH_MODELS file "\"\n"                                                   \
            ".globl " PITH__EMBED_LABEL #name "_end\n" PITH__EMBED_HIDDEN #name                    \
            "_end\n" PITH__EMBED_LABEL #name "_end:\n"                                             \
            ".byte 0\n" PITH__EMBED_END)

#endif
