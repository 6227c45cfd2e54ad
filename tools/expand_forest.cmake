# Writes the trees of a forest as full binary trees, the form in which src/model/forest_full.c asks
# them: part of the build, so that no context has to make them. docs/reference/model-format.md has the layout
# of INPUT.
#
#   cmake -DINPUT=FILE.forest -DOUTPUT=FILE.inc -P expand_forest.cmake
#
# What the words of a node mean is left to the C compiler, by the macros NODE(link, limit) and
# LEAF(link, value). This way the build needs no compiler for its own machine, nor an interpreter.
cmake_minimum_required(VERSION 3.18)

set(head 24)      # words before the numbers of the features
set(low_depth 4)  # LOW_DEPTH of forest_full.c
set(most_depth 8) # its LOW_DEPTH + HIGH_DEPTH

file(READ ${INPUT} bytes HEX)

# Sets OUT to COUNT words of the file, from word AT on, as a list of numbers.
function(words_at at count out)
  math(EXPR from "8 * (${at})")
  math(EXPR chars "8 * (${count})")
  string(SUBSTRING "${bytes}" ${from} ${chars} part)
  string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1;" part "${part}")
  string(REGEX REPLACE ";$" "" part "${part}")
  set(${out} "${part}" PARENT_SCOPE)
endfunction()

words_at(8 1 used_count)
words_at(9 1 tree_count)
math(EXPR tree_count "${tree_count}")
math(EXPR trees_at "${head} + ${used_count}")
math(EXPR nodes_at "${trees_at} + ${tree_count}")
words_at(${trees_at} ${tree_count} trees)
set(depth ${low_depth})
foreach(tree IN LISTS trees)
  math(EXPR of_tree "${tree} >> 16")
  if(of_tree GREATER depth)
    set(depth ${of_tree})
  endif()
endforeach()
if(depth GREATER most_depth)
  message(FATAL_ERROR "${INPUT}: a built-in forest has trees of at most ${most_depth} comparisons")
endif()
math(EXPR high_depth "${depth} - ${low_depth}")
math(EXPR high_size "1 << ${high_depth}")
math(EXPR high_last "2 * ${high_size} - 1")
math(EXPR low_size "1 << ${low_depth}")
math(EXPR low_last "2 * ${low_size} - 1")

# The numbers of the children of node I of a full tree.
math(EXPR most "1 << ${most_depth}")
foreach(i RANGE 1 ${most})
  math(EXPR left_${i} "2 * ${i}")
  math(EXPR right_${i} "2 * ${i} + 1")
endforeach()

# Adds the nodes from number 1 to before SIZE of a full tree to OUT, made of NODES. from_1 is the
# number of the root's node there; from_2 to before from_(2 SIZE) become those of all children. A leaf
# that is not deep enough is its own child.
macro(fill_nodes size out)
  string(APPEND ${out} "NODE(0, 0),")
  set(i 1)
  while(i LESS ${size})
    list(GET nodes ${from_${i}} node)
    string(APPEND ${out} "NODE(${node}),")
    string(SUBSTRING ${node} 2 3 left) # bits 20 to 31 of the link
    if(left STREQUAL "000")
      set(from_${left_${i}} ${from_${i}})
      set(from_${right_${i}} ${from_${i}})
    else()
      math(EXPR from_${left_${i}} "${from_${i}} + 0x${left}")
      math(EXPR from_${right_${i}} "${from_${i}} + 0x${left} + 1")
    endif()
    math(EXPR i "${i} + 1")
  endwhile()
endmacro()

set(root 0)
foreach(tree IN LISTS trees)
  math(EXPR count "${tree} & 0xFFFF")
  words_at("${nodes_at} + 2 * ${root}" "2 * ${count}" nodes)
  string(REGEX REPLACE "([^;]+);([^;]+)" "\\1,\\2" nodes "${nodes}")
  set(from_1 0)
  set(tree_high) # appending costs a copy, so short texts first
  set(tree_low)
  set(tree_ends)
  fill_nodes(${high_size} tree_high)
  set(low_roots)
  foreach(i RANGE ${high_size} ${high_last})
    list(APPEND low_roots ${from_${i}})
  endforeach()
  foreach(from_1 IN LISTS low_roots)
    string(APPEND tree_low "{{")
    fill_nodes(${low_size} tree_low)
    string(APPEND tree_low "},{")
    foreach(i RANGE ${low_size} ${low_last})
      list(GET nodes ${from_${i}} node)
      string(APPEND tree_low "LEAF(${node}),")
      string(APPEND tree_ends "${from_${i}},")
    endforeach()
    string(APPEND tree_low "}},\n")
    string(APPEND tree_ends "\n")
  endforeach()
  string(APPEND high "${tree_high}\n")
  string(APPEND low "${tree_low}")
  string(APPEND ends "${tree_ends}")
  string(APPEND roots "${root},\n")
  math(EXPR root "${root} + ${count}")
endforeach()

file(WRITE ${OUTPUT}
  "enum { BUILT_IN_DEPTH = ${high_depth}, BUILT_IN_TREES = ${tree_count} };\n"
  "static const struct pith__full_node built_in_high[] = {\n${high}};\n"
  "static const struct pith__low_tree built_in_low[] = {\n${low}};\n"
  "static const int16_t built_in_ends[] = {\n${ends}};\n"
  "static const uint32_t built_in_roots[] = {\n${roots}};\n")
