package evaluation

import "github.com/multiwalk/multiwalk/kernel/lane"

// Coarse is Algorithm 10 of the paper, its section 2.7: a thread a queen, which compares it with all queens behind it and
// adds each conflict to the counter in global memory.
func Coarse(t lane.Thread, c Candidate, x []int32, conflicts []int64) {
	i := t.GridThreadID()
	if i >= c.N {
		return
	}
	x = x[c.From : c.From+c.N]
	row, j := x[i], i+1
	for ; j <= c.N-unrolled; j += unrolled {
		for u := range int32(unrolled) {
			if attacks(x[j+u]-row, j+u-i) {
				lane.AtomicAdd(t, &conflicts[c.At], 1)
			}
		}
	}
	for ; j < c.N; j++ {
		if attacks(x[j]-row, j-i) {
			lane.AtomicAdd(t, &conflicts[c.At], 1)
		}
	}
}

// unrolled is how many pairs a thread has in hand at a time: loops are not unrolled by themselves, and a pair for itself
// would spend most of its time on the loop and on waiting for its queen.
const unrolled = 4

// attacks is g(i, j) of formula (2): whether queens attack each other that are rows rows and columns columns apart.
func attacks(rows, columns int32) bool { return rows == 0 || rows == columns || rows == -columns }
