// Package solutions makes many different solutions of N queens, as a stream: each proven, none twice, to a function or
// to a file.
//
//	stats, err := solutions.Find(ctx, 1000, solutions.Options{Count: 1_000_000, Out: f, Format: solutions.Binary})
//
// A solution is a random start with few collisions, about half a dozen queens at any N, and a repair of these by
// exchanges of rows, each priced in O(1) by counters of the diagonals. A start draws from all that is random about it
// afresh, so two solutions have no more in common than two random permutations, one row on average. On cores one search
// after the other works on a board of its own (search.go); on a GPU each warp does (kernel.go). What a device makes is
// checked on the cores beside it all the same: at N = 1000 that takes a tenth of what making a solution there takes.
//
// Memory is 11 to 21 bytes for each solution handed out, whatever N, see set.go, besides what is under way.
package solutions
