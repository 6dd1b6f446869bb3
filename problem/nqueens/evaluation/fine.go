package evaluation

import "github.com/multiwalk/multiwalk/kernel/lane"

// Fine2 is Algorithm 9 of the paper, its section 2.6: a thread a pair, which finds its pair by going through the columns.
// O(N) a thread. Where the grid has fewer threads than there are pairs, a thread takes several.
func Fine2(t lane.Thread, c Candidate, x []int32, conflicts []int64) {
	x = x[c.From : c.From+c.N]
	pairs, stride := pairsOf(c.N), gridThreads(t)
	for k := gridThread(t); k < pairs; k += stride {
		left, round := k, int64(c.N-1)
		for i := int32(0); i < c.N-1; i++ {
			if left < round {
				j := int32(left) + 1 + i
				if attacks(x[j]-x[i], j-i) {
					lane.AtomicAdd(t, &conflicts[c.At], 1)
				}
				break
			}
			left -= round
			round--
		}
	}
}

// gridThread is the thread's number in the launch, which 32 bits do not hold.
func gridThread(t lane.Thread) int64 {
	return int64(t.BlockID())*int64(t.BlockDim()) + int64(t.ThreadID())
}

// gridThreads is the number of threads of the launch.
func gridThreads(t lane.Thread) int64 { return int64(t.GridDim()) * int64(t.BlockDim()) }
