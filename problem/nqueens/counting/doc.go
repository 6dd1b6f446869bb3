// Package counting counts all solutions of N queens, and those that remain when reflections and rotations of one are
// the same, by backtracking over rows with a word of bits for columns and one for each direction of diagonals (Richards,
// "Backtracking algorithms in MCPL using bit patterns and recursion", 1997).
//
// Of the eight images of a solution about one is visited: see classesOf. The rest is cut into thousands of tasks, by
// their first rows, which cores or a GPU work off in any order; the count does not depend on which.
package counting
