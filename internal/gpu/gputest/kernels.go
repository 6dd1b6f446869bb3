// Package gputest is what tests of GPU halves need: kernels of a few lines, a problem and a method that run on any
// accelerator, and computers with GPUs of the fake driver, on which the kernels run as Go.
package gputest

import (
	_ "embed"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

//go:generate go run ./gen

// PTX is this package's kernels, compiled.
//
//go:embed zkernels.ptx
var PTX []byte

// Kernels are the same kernels in Go, by their symbols.
var Kernels = map[string]any{"Scale": Scale, "Spin": Spin, "Break": Break, "Climb": Climb}

// Table is a struct with a slice, as problems are.
type Table struct {
	Values []int32
	Shift  int64
}

// Scale writes factor*values[i]+shift to out[i], a thread an element.
func Scale(t lane.Thread, p Table, factor int32, out []int64) {
	for i := t.GridThreadID(); i < int32(len(out)); i += t.GridThreads() {
		out[i] = int64(p.Values[i])*int64(factor) + p.Shift
	}
}

// Spin goes round until it is told to stop, at most for the given number of turns, and counts them.
func Spin(t lane.Thread, turns []int64, most int64, stop []uint32) {
	n := int64(0)
	for n < most && lane.AtomicLoad(t, &stop[0]) == 0 {
		n++
	}
	turns[t.GridThreadID()] = n
}

// Break writes out of its memory.
func Break(t lane.Thread, out []int32, at int32) { out[at] = t.ThreadID() }

// Guess is the problem of Climb: to find hidden numbers from 0 to Most; a solution costs the sum of the distances to
// them.
type Guess struct {
	Hidden []int32
	Most   int32
}

// Climbing says what a launch of Climb does.
type Climbing struct {
	Seed  uint64
	First uint32 // number of the first walk among all of the run
	Walks int32  // of the launch
	From  int64  // number of the first iteration
	Until int64  // one past the last
}

// Climb is a descent a thread: an iteration changes a number by chance, and keeps what costs no more. The walk's
// numbers are at[walk*n:], their cost costs[walk], and done[walk] becomes how many iterations of the launch it did.
func Climb(t lane.Thread, g Guess, c Climbing, at []int32, costs, done []int64, stop []uint32) {
	walk := t.GridThreadID()
	if walk >= c.Walks {
		return
	}
	n := int32(len(g.Hidden))
	x, cost := at[walk*n:walk*n+n], costs[walk]
	i := c.From
	for ; i < c.Until; i++ {
		if i%16 == 0 && lane.AtomicLoad(t, &stop[0]) != 0 {
			break
		}
		r := lane.Random(c.Seed, c.First+uint32(walk), uint64(i), 0)
		k := int32(uint64(r[0]) * uint64(n) >> 32)
		v := int32(uint64(r[1]) * uint64(g.Most+1) >> 32)
		if delta := distance(v, g.Hidden[k]) - distance(x[k], g.Hidden[k]); delta <= 0 {
			x[k] = v
			cost += int64(delta)
		}
	}
	costs[walk], done[walk] = cost, i-c.From
}

func distance(a, b int32) int32 {
	if a < b {
		return b - a
	}
	return a - b
}
