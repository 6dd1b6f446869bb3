// Package q3ap makes the case study of the chapter on metaheuristics on GPUs (Melab and others, in "Designing scientific applications
// on GPUs", 2013) again: the quadratic three-dimensional assignment problem by iterated tabu search, on a core and on
// a GPU, with the chapter's figures beside ours.
//
// A Lab runs trials and keeps what came out of each (Run). Experiments are values (Experiments): each says which trials it
// needs and makes its tables from those there are, so one that was interrupted still shows what it has.
package q3ap
