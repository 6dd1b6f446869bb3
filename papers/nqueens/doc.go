// Package nqueens makes the experiments of Cao, Chen, Wang and Guo, "Parallel implementations of candidate solution
// evaluation algorithm for N-queens problem" (Complexity, 2021) again: Figures 1 to 7 and Tables 1, 3 and 4, with what the
// paper prints beside ours.
//
// A Lab times cases: one system (an evaluation scheme, or annealing with it) at one size. Cases that are compared are
// timed in turns, so that a busy machine slows all of them alike. Experiments are values (Experiments): each says which
// cases it needs and makes its tables and charts from those there are, so one that was interrupted still shows what it
// has, and what two figures share is timed once.
package nqueens
