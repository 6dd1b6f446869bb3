// Package counting counts all solutions of N queens, and those that remain when reflections and rotations of one are
// taken for the same.
//
// The search is backtracking over rows with a word of bits for the columns taken and one for each direction of diagonals
// (Richards, "Backtracking algorithms in MCPL using bit patterns and recursion", 1997), in three respects another one:
//
//   - Of the eight images of a solution one is visited, or little more: see classesOf.
//   - On cores, blocks of partial solutions go from row to row together, by vectors, and nothing goes back: see sweep.
//   - On a GPU each thread is a search with a stack in shared memory, and all lanes of a warp place a queen in each step:
//     see Search.
//
// The first rows cut a count into thousands of tasks. They can be done in any order and anywhere, the count does not
// depend on it, and a state file says which are done.
package counting
