/*
 * index.c - the indexes as one object file, because several decoders share some of them.
 */
#include "encoding/index.h"

#include "encoding/index_table.inc"
