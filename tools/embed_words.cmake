# Writes a file as the numbers of a C array of 32-bit words, little-endian: part of the build for
# machines with the highest byte first, which src/model/built_in.c explains.
#
#   cmake -DINPUT=FILE -DOUTPUT=FILE.inc -P embed_words.cmake
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1,\n" words "${bytes}")
file(WRITE ${OUTPUT} "${words}")
