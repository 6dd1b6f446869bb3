// Package fang makes the experiments of Köster, Groß and Krüger, "FANG: Fast and Efficient Successor-State Generation
// for Heuristic Optimization on GPUs" again: Tables 1 and 2, the times of one generation of successors by the numbers
// of states, variables and possibilities, and by the load of a rating, beside what the paper prints.
//
// A Lab times cases: one system at one size. The trials of all systems at a size are timed in turns, so that a busy
// machine slows all alike. All systems must make the same successors; a table whose systems differ says so.
package fang
