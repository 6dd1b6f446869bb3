// Package nqueens is the problem of N queens on a board of N columns and N rows: none may attack another.
//
// A candidate gives the row of the queen in each column, from 0, and costs as many pairs as attack each other: the sum of
// g(i, j) in formulas (1) and (2) of Cao, Chen, Wang and Guo, "Parallel implementations of candidate solution evaluation
// algorithm for N-queens problem" (Complexity, 2021). As a problem to search its space is the permutations; the
// evaluation schemes (see Scheme) take any rows.
//
// Hoffman constructs a solution for each size that has one, always the same. The instance's Construct places queens at
// random with few collisions, which a search then repairs, another solution for each seed.
package nqueens
