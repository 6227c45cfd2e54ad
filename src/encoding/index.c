/*
 * index.c - the indexes as one object, for the decoders of several encodings share some.
 */
#include "encoding/index.h"

#include "encoding/index_table.inc"
