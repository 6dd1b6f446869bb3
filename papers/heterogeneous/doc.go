// Package heterogeneous makes the chapter's account of one GPU beside several cores again (Melab and others, in "Designing scientific
// applications on GPUs", 2013): the GPU evaluates the neighbourhoods of several searches at a time, and a heuristic decides how many further
// searches the remaining cores run. Beside it stand the other ways to use the same machine with the same tabu search: a core, all cores, the
// GPU by neighbourhoods or by whole searches, and both by whole searches.
package heterogeneous
