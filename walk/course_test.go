package walk

import (
	"github.com/multiwalk/multiwalk"
	"math"
	"testing"
)

// A part that Until ends does no unit once the whole walk has come there, and goes on in the next round of it.
func TestSlice_Until(t *testing.T) {
	s := NewSlice(100)
	s.stretch = stretch{rounds: 10}
	part := s.Sub(100, math.MaxInt64, multiwalk.Counters{}, 0).Span(0, 0.05).Until(0.05)
	n := int64(0)
	for part.Next(0) {
		n++
	}
	if n < 50 || n > 52 || s.Left() != 100-int(n) {
		t.Errorf("%d units, and %d of the whole are left", n, s.Left())
	}
	if !s.Sub(100, math.MaxInt64, multiwalk.Counters{}, 0).Until(0.06).Next(0) || s.Sub(100, math.MaxInt64, multiwalk.Counters{}, 0).Until(0.05).Next(0) {
		t.Error("another part ends elsewhere than where it was told")
	}
	if free := NewSlice(5).Sub(5, math.MaxInt64, multiwalk.Counters{}, 0).Until(0.05); !free.Next(0) {
		t.Error("without a budget nothing comes to an end")
	}
}

func TestSlice_Course(t *testing.T) {
	part := NewSlice(10).Sub(10, math.MaxInt64, multiwalk.Counters{}, 0)
	if _, ok := part.Progress(0); ok {
		t.Error("a run without a budget has progress")
	}
	for given, want := range map[float64]float64{-1: 0, 0.25: 0.25, 7: 1} {
		if got, ok := part.Course(given).Progress(5); !ok || got != want {
			t.Errorf("%v: %v, %v", given, got, ok)
		}
	}
	if got, ok := part.Course(0.5).Sub(3, math.MaxInt64, multiwalk.Counters{}, 0).Progress(0); !ok || got != 0.5 {
		t.Errorf("a part of the part: %v, %v", got, ok)
	}
}

// A round that a walk has had enough of was not cut off, one that ended inside was.
func TestSlice_Rest(t *testing.T) {
	for _, rests := range []bool{false, true} {
		r := newRun(nil, nil, multiwalk.Settings{})
		r.ended, r.slices = make([]bool, 1), []Slice{*NewSlice(4)}
		if s := &r.slices[0]; rests {
			s.Sub(2, math.MaxInt64, multiwalk.Counters{}, 0).Rest()
		}
		if r.endedInside() == rests {
			t.Errorf("rests: %v, and cut off: %v", rests, r.endedInside())
		}
	}
}
