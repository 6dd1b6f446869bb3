package conformance

import (
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// kept is a product whose states price moves of every part, with the flaw of that name.
type kept struct{ flaw string }

var keptParts = []multiwalk.Space{multiwalk.Permutation(5), multiwalk.Binary(6), multiwalk.Integers(4, -1, 3)}

func (kept) Space() multiwalk.Space { return multiwalk.Product(keptParts...) }
func (kept) Cost(x []int32) (sum int64) {
	for i, v := range x {
		sum += int64(v+2) * int64((i*i*7+i*3)%101) * int64(x[(i+1)%len(x)]+3)
	}
	return sum
}

func (p kept) NewState(x []int32) multiwalk.State {
	s := &keptState{p, slices.Clone(x)}
	switch p.flaw {
	case "keeps x":
		s.x = x
	case "panics":
		panic("no state")
	case "prices nothing":
		return nameless{s}
	}
	return s
}

type nameless struct{ s *keptState }

func (s nameless) Reset(x []int32) { s.s.Reset(x) }

type keptState struct {
	p kept
	x []int32
}

func (s *keptState) Reset(x []int32) {
	if s.p.flaw != "forgets reset" {
		copy(s.x, x)
	}
}

func (s *keptState) by(name string, f func(x []int32)) int64 {
	y := slices.Clone(s.x)
	f(y)
	d := s.p.Cost(y) - s.p.Cost(s.x)
	if s.p.flaw == name {
		d++
	}
	return d
}

func (s *keptState) make(name string, f func(x []int32)) {
	if s.p.flaw != name {
		f(s.x)
	}
}

func swapped(i, j int32) func(x []int32) { return func(x []int32) { x[i], x[j] = x[j], x[i] } }
func valued(i, v int32) func(x []int32)  { return func(x []int32) { x[i] = v } }
func inserted(i, j int32) func(x []int32) {
	return func(x []int32) {
		for ; i < j; i++ {
			x[i], x[i+1] = x[i+1], x[i]
		}
		for ; i > j; i-- {
			x[i], x[i-1] = x[i-1], x[i]
		}
	}
}

func (s *keptState) Swap(i, j int32)              { s.make("no swap", swapped(i, j)) }
func (s *keptState) Insert(i, j int32)            { s.make("no insert", inserted(i, j)) }
func (s *keptState) Flip(i int32)                 { s.make("no flip", valued(i, 1-s.x[i])) }
func (s *keptState) Change(i, v int32)            { s.make("no change", valued(i, v)) }
func (s *keptState) SwapDelta(i, j int32) int64   { return s.by("swap", swapped(i, j)) }
func (s *keptState) InsertDelta(i, j int32) int64 { return s.by("insert", inserted(i, j)) }
func (s *keptState) FlipDelta(i int32) int64      { return s.by("flip", valued(i, 1-s.x[i])) }
func (s *keptState) ChangeDelta(i, v int32) int64 { return s.by("change", valued(i, v)) }

// ChangeRow has numbers above a base that is no delta. The flaw is that this base is not that of the present value.
func (s *keptState) ChangeRow(i int32) []int32 {
	row := make([]int32, 2)
	lo := int32(0) // of bits
	if i >= 5+6 {
		lo, row = -1, make([]int32, 5)
	}
	for up := range row {
		row[up] = 1000
		if v := lo + int32(up); v != s.x[i] {
			row[up] += int32(s.ChangeDelta(i, v))
		} else if s.p.flaw == "changes" {
			row[up]++
		}
	}
	return row
}

func TestProblem_SoundStates(t *testing.T) { Problem(t, kept{}) }

func TestProblem_FindsFlawsOfStates(t *testing.T) {
	unraced.Test(t)
	for flaw, want := range map[string]string{
		"swap": "State.SwapDelta: after 0 moves: SwapDelta(", "insert": "State.InsertDelta: after 0 moves: InsertDelta(",
		"flip": "State.FlipDelta: after 0 moves: FlipDelta(", "change": "State.ChangeDelta: after 0 moves: ChangeDelta(",
		"no swap": "State.SwapDelta: after ", "no insert": "Delta, and what Insert(", "no flip": "does, the last move", "no change": "State.",
		"changes": "ChangeRow(", "keeps x": "; check SwapDelta, and that NewState copies x", "forgets reset": "after Reset: ", "panics": "State: it panicked: no state",
		"prices nothing": "State: it prices no move: give it Swap and SwapDelta",
	} {
		found(t, flaw, want, CheckProblem(kept{flaw}))
	}
	for _, err := range CheckProblem(kept{"flip"}) {
		if strings.Contains(err.Error(), "SwapDelta") {
			t.Errorf("a flaw of flips is told of swaps: %v", err)
		}
	}
}
