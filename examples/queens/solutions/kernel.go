package solutions

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

//go:generate go tool gen -out zsolutions.ptx

// Finding says what a launch of FindSolutions does.
type Finding struct {
	N     int32
	Walks int32  // of the launch
	Each  int32  // solutions that a walk makes
	First uint64 // number of a walk's first solution among all that it makes in the run
	Seed  uint64
}

const (
	// drawsPerSolution is how many draws a solution may take before it meets those of the next one, 2^20: some
	// thousands of starts.
	drawsPerSolution = 20
	// patientSteps is how many steps in a row may place no queen, before those left are placed where they are attacked.
	// Of 2, 4 and 8, all take about as many instructions.
	patientSteps = 4
)

// FindSolutions makes solutions of N queens. A warp is a walk: it begins with rows in random order, places 32 queens at
// a time where nothing attacks them, and repairs what is left by exchanges of rows; it prices 128 of them at a time.
// Its board lies in shared memory, SharedRoom bytes a warp. At N = 1000 that is 12,000 bytes for two warps, and a solution
// takes about 115 steps of 165 instructions, 20 looks for an exchange of 490, and 3,000 to look for attacked queens.
//
// Solution k of walk w is N rows of out, from (k*Walks + w)*N on, so that the order does not depend on Each. stop[0] is
// the host's, and halted[0] becomes 1 when it is not 0; then solutions are left unfinished. What is found depends on
// Finding alone, if the host lets it end.
func FindSolutions(t lane.Thread, a Finding, out []uint16, halted, stop []uint32) {
	walk := t.GridWarpID()
	if walk >= a.Walks {
		return
	}
	e := ear{walk: walk, halted: halted, stop: stop}
	words, at := counterWords(a.N), t.WarpID()*sharedRoom(a.N)
	b := board[uint16]{n: a.N,
		x:           lane.SharedAt[uint16](t, at, a.N),
		sums:        lane.SharedAt[uint32](t, at+4*words, words),
		differences: lane.SharedAt[uint32](t, at+8*words, words)}
	for k := range a.Each {
		if !find(t, a, &b, k, &e) {
			return
		}
		to := out[(int(k)*int(a.Walks)+int(walk))*int(a.N):]
		for i := t.LaneID(); i < a.N; i += lane.WarpSize {
			to[i] = b.x[i]
		}
		t.SyncWarp()
	}
}

// FindLargeSolutions is FindSolutions for boards that do not fit shared memory: a walk's lies in out, and in its
// Counters(N) words of counters.
func FindLargeSolutions(t lane.Thread, a Finding, out []int32, counters, halted, stop []uint32) {
	walk := t.GridWarpID()
	if walk >= a.Walks {
		return
	}
	e := ear{walk: walk, halted: halted, stop: stop}
	words := int(counterWords(a.N))
	own := counters[2*words*int(walk):]
	for k := range a.Each {
		at := (int(k)*int(a.Walks) + int(walk)) * int(a.N)
		b := board[int32]{n: a.N, x: out[at : at+int(a.N)], sums: own[:words], differences: own[words : 2*words]}
		if !find(t, a, &b, k, &e) {
			return
		}
	}
}

// counterWords is the words for the counters of one kind of diagonal, four to a word: twice as many bytes as queens.
// Two bytes a queen is also what the rows of a board in shared memory take.
func counterWords(n int32) int32 { return (2*n + 3) / 4 }

// sharedRoom is the bytes of shared memory that a board takes.
func sharedRoom(n int32) int32 { return 12 * counterWords(n) }

// SharedRoom is the bytes of shared memory that a block of walks needs.
func SharedRoom(n, walks int) int { return int(sharedRoom(int32(n))) * walks }

// Counters is the words of memory that a walk of FindLargeSolutions needs.
func Counters(n int) int { return 2 * int(counterWords(int32(n))) }

// find makes solution k of the launch, by as many starts as it takes. It reports false if it was told to stop.
func find[R row](t lane.Thread, a Finding, b *board[R], k int32, e *ear) bool {
	d := draws{seed: a.Seed, walk: uint32(e.walk), step: (a.First + uint64(k)) << drawsPerSolution}
	for {
		b.clear(t)
		if !b.place(t, &d, e) {
			return false
		}
		if b.repair(t, &d) {
			return true
		}
	}
}

// draws is the random numbers of a solution.
type draws struct {
	seed uint64
	walk uint32
	step uint64
}

// next returns four words of a lane's own.
func (d *draws) next(lanes uint32) [4]uint32 {
	w := lane.Random(d.seed, d.walk, d.step, lanes)
	d.step++
	return w
}

// few returns the rows in random order where there is a lane for each, and so all orders alike: each lane's row is the
// rank of its random word.
func (d *draws) few(t lane.Thread, n int32) (row int32) {
	word := d.next(uint32(t.LaneID()))[0]
	for k := range n {
		if other := lane.Shuffle(t, word, k); other < word || other == word && k < t.LaneID() {
			row++
		}
	}
	return row
}

// order is more rows than that in random order, as a function of the place, so that it takes no memory and lanes
// compute their own: multiplications by odd numbers, additions and shifts, by random keys. Each of these permutes the
// numbers below a power of two. A number that is no row leads on to the next; fewer than half are none.
type order struct {
	n, mask, shift uint32
	by, plus       [4]uint32
}

func (d *draws) order(n int32) order {
	u, v := d.next(0), d.next(0)
	width := uint32(bits.Len32(uint32(n - 1)))
	return order{n: uint32(n), mask: 1<<width - 1, shift: (width + 1) / 2,
		by: [4]uint32{u[0] | 1, u[1] | 1, u[2] | 1, u[3] | 1}, plus: v}
}

// at returns the row at place k.
func (o *order) at(k int32) int32 {
	for v := uint32(k); ; {
		for r := range o.by {
			v = (v*o.by[r] + o.plus[r]) & o.mask
			v ^= v >> o.shift
		}
		if v < o.n {
			return int32(v)
		}
	}
}
