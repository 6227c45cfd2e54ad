# Which models become a part of the library. Sets
#
#   PITH_MODEL_FILES        all models that come with Pith, which are installed
#   PITH_MODEL_DEFINITIONS  what src/model/built_in.c and forest_full.c are compiled with
#   PITH_MODEL_DEPENDS      files that built_in.c embeds
#   PITH_MODEL_SOURCES      tables that are made of forests

set(PITH_BUILTIN_MODELS auto,kind,en,any,en-words CACHE STRING
  "Models inside the library, by the names that 'pith models' lists, with commas; empty: none")

# Name and file. The names are those of the table in src/model/built_in.c.
set(models auto=auto.forest kind=kind.forest en=en.chargram any=any.chargram en-words=en.wordgram)

string(REPLACE "," ";" chosen "${PITH_BUILTIN_MODELS}")
include(TestBigEndian)
test_big_endian(PITH_BIG_ENDIAN)
set(PITH_MODEL_FILES)
set(PITH_MODEL_DEFINITIONS "PITH_MODELS=\"${CMAKE_CURRENT_LIST_DIR}/\"")
set(PITH_MODEL_DEPENDS)
set(PITH_MODEL_SOURCES)

# Adds a table that a script of tools/ makes of a forest.
function(pith_forest_table forest script output)
  set(script ${PROJECT_SOURCE_DIR}/tools/${script})
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${forest} -DOUTPUT=${output} -P ${script}
    DEPENDS ${forest} ${script} VERBATIM)
  set(PITH_MODEL_SOURCES ${PITH_MODEL_SOURCES} ${CMAKE_CURRENT_BINARY_DIR}/${output} PARENT_SCOPE)
endfunction()

foreach(model IN LISTS models)
  string(REGEX MATCH "(.*)=(.*)" _ ${model})
  set(name ${CMAKE_MATCH_1})
  set(file ${CMAKE_CURRENT_LIST_DIR}/${CMAKE_MATCH_2})
  list(APPEND PITH_MODEL_FILES ${file})
  if(NOT name IN_LIST chosen)
    string(TOUPPER ${name} switch)
    string(REPLACE "-" "_" switch ${switch})
    list(APPEND PITH_MODEL_DEFINITIONS PITH_BUILTIN_${switch}=0)
    continue()
  endif()
  list(REMOVE_ITEM chosen ${name})
  list(APPEND PITH_MODEL_DEPENDS ${file})
  if(PITH_BIG_ENDIAN AND file MATCHES "forest$")
    pith_forest_table(${file} embed_words.cmake ${name}_forest.inc)
  endif()
  if(name STREQUAL auto)
    pith_forest_table(${file} expand_forest.cmake auto_full.inc)
  endif()
endforeach()
if(chosen)
  string(REPLACE "=" ";" known "${models}")
  list(FILTER known EXCLUDE REGEX "\\.")
  string(REPLACE ";" ", " known "${known}")
  string(REPLACE ";" ", " chosen "${chosen}")
  message(FATAL_ERROR "PITH_BUILTIN_MODELS: no model has the name: ${chosen}. There are: ${known}")
endif()
