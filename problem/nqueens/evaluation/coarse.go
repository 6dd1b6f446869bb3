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

// CoarseRegister is Coarse with the conflicts of a thread counted in a register, and one addition to the counter a block.
func CoarseRegister(t lane.Thread, c Candidate, x []int32, conflicts []int64) {
	count := int32(0)
	if i := t.GridThreadID(); i < c.N {
		count = between(x[c.From:c.From+c.N], i, i+1, c.N, 1)
	}
	addUp(t, int64(count), &conflicts[c.At])
}

// unrolled is how many pairs a thread has in hand at a time: loops are not unrolled by themselves, and a pair for itself
// would spend most of its time on the loop and on waiting for its queen.
const unrolled = 4

// between returns how many of the queens in columns from, from+step and so on, up to to, attack the one in column i.
func between(x []int32, i, from, to, step int32) (count int32) {
	row, j := x[i], from
	for ; j < to-(unrolled-1)*step; j += unrolled * step {
		for u := range int32(unrolled) {
			if attacks(x[j+u*step]-row, j+u*step-i) {
				count++
			}
		}
	}
	for ; j < to; j += step {
		if attacks(x[j]-row, j-i) {
			count++
		}
	}
	return count
}

// attacks is g(i, j) of formula (2): whether queens attack each other that are rows rows and columns columns apart.
func attacks(rows, columns int32) bool { return rows == 0 || rows == columns || rows == -columns }

// addUp adds the counts of a block's threads to a counter.
func addUp(t lane.Thread, count int64, counter *int64) {
	if count = lane.BlockAdd(t, count); t.ThreadID() == 0 && count != 0 {
		lane.AtomicAdd(t, counter, count)
	}
}
