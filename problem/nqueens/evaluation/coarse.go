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
	row := x[i]
	for j := i + 1; j < c.N; j++ {
		if attacks(x[j]-row, j-i) {
			lane.AtomicAdd(t, &conflicts[c.At], 1)
		}
	}
}

// CoarseRegister is Coarse with the conflicts of a thread counted in a register, and one addition to the counter a block.
func CoarseRegister(t lane.Thread, c Candidate, x []int32, conflicts []int64) {
	count := int32(0)
	if i := t.GridThreadID(); i < c.N {
		x = x[c.From : c.From+c.N]
		row := x[i]
		for j := i + 1; j < c.N; j++ {
			if attacks(x[j]-row, j-i) {
				count++
			}
		}
	}
	addUp(t, int64(count), &conflicts[c.At])
}

// attacks is g(i, j) of formula (2): whether queens so many rows and columns apart attack each other.
func attacks(rows, columns int32) bool { return rows == 0 || rows == columns || rows == -columns }

// addUp adds the counts of a block's threads to a counter.
func addUp(t lane.Thread, count int64, counter *int64) {
	if count = lane.BlockAdd(t, count); t.ThreadID() == 0 && count != 0 {
		lane.AtomicAdd(t, counter, count)
	}
}
