package clauses

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// Chance is in which proportion a bit is chosen whose flip breaks so many clauses.
func Chance(c *neighbourhood.Clauses, breaks int) uint32 {
	s, err := Focused{}.focus(c)
	if err != nil {
		panic(err)
	}
	return s.chances[min(breaks, len(s.chances)-1)]
}

// FlipFocused is the solution of walk 0 after so many flips.
func FlipFocused(t *testing.T, p neighbourhood.Clausal, seed uint64, flips int) []int32 {
	t.Helper()
	s := must.Have(Focused{}.Prepare(p, walk.Plan{Seed: seed}))(t)
	walk := must.Have(s.NewWalk(0))(t)
	w := walk.(*focusedWalk)
	for w.flips < uint64(flips) && len(w.violated.list) > 0 {
		w.turn()
	}
	if w.cost != p.Cost(w.x) || w.cost < w.least || w.least > math.MaxInt64/2 {
		t.Fatalf("by its flips %d, the least %d, by full evaluation %d", w.cost, w.least, p.Cost(w.x))
	}
	return w.x
}

// CompareFocused makes some launches on each machine, and then the same flips on cores. kernel is the one on the emulator.
func CompareFocused(t *testing.T, p neighbourhood.Clausal, walks int, kernel string) {
	t.Helper()
	for _, d := range machines() {
		compareFocusedOn(t, d, p, walks, kernel)
	}
}

func compareFocusedOn(t *testing.T, d multiwalk.Accelerator, p neighbourhood.Clausal, walks int, kernel string) {
	t.Helper()
	plan := walk.Plan{Seed: 9, Walks: walks, Device: d}
	s := must.Have(Focused{}.Prepare(p, plan))(t)
	made := must.Have(s.NewWalk(0))(t)
	w := made.(*machineFocused)
	defer w.Close()
	for range 2 {
		must.Have(w.Unit(walk.NewSlice(1)))(t)
	}
	if w.Machine.Emulated() && w.name != kernel {
		t.Fatalf("kernel %s, want %s", w.name, kernel)
	}
	plan.Device = nil
	cores := must.Have(Focused{}.Prepare(p, plan))(t)
	x, best := make([]int32, p.Space().Len()), make([]int32, p.Space().Len())
	for i := range w.States {
		walk := must.Have(cores.NewWalk(i))(t)
		c, d := walk.(*focusedWalk), &w.States[i]
		for c.flips < uint64(d.Flip) && len(c.violated.list) > 0 {
			c.turn()
		}
		must.Do(t, errors.Join(w.solution(w.state, w.words(), w.counts(), i, x), w.Incumbent(i, best)))
		want, least := c.Best()
		if !slices.Equal(x, c.x) || !slices.Equal(best, want) || d.Cost != c.cost || d.Least != least || d.Delta != c.work.DeltaEvaluations {
			t.Fatalf("search %d after %d flips: cost %d, least %d, %d evaluations; on cores %d, %d, %d", i, d.Flip, d.Cost, d.Least, d.Delta,
				c.cost, least, c.work.DeltaEvaluations)
		}
	}
}

// CrowdFocused has many searches take the place of a few on each machine, and resumes that before and after.
func CrowdFocused(t *testing.T, p neighbourhood.Clausal) {
	t.Helper()
	for _, d := range machines() {
		few, units := crowded(t, d, p), 4
		defer few.Close()
		before := len(few.States)
		whole := crowded(t, d, p) // a unit ahead, and never interrupted
		defer whole.Close()
		unit(t, whole)
		for k := range units {
			unit(t, few)
			if now := few.name; (now == "FocusThree") != (few.At >= few.f.few) || k == units-1 && (few.gone == 0 || len(few.States) == before) {
				t.Fatalf("after %d flips kernel %s and %d searches, %d gone", few.At, now, len(few.States), few.gone)
			}
			again, out := crowded(t, d, p), checkpoint.Writer(0)
			few.Save(out)
			in := checkpoint.Reader(out.Bytes())
			again.Save(in)
			must.Do(t, errors.Join(out.Err(), in.Err()))
			unit(t, again)
			unit(t, whole)
			if again.Done != whole.Done || again.At != whole.At || !slices.Equal(again.States, whole.States) || !slices.Equal(again.X, whole.X) {
				t.Fatalf("resumed after %d units: %+v at %d, else %+v at %d", k+1, again.Done, again.At, whole.Done, whole.At)
			}
			must.Do(t, errors.Join(again.Check(), again.Close()))
		}
	}
}

// crowded is a machine whose few searches make 1000 flips.
func crowded(t *testing.T, d multiwalk.Accelerator, p neighbourhood.Clausal) *machineFocused {
	t.Helper()
	s := must.Have(Focused{}.Prepare(p, walk.Plan{Seed: 5, Device: d}))(t)
	s.(*focusedFleet).few = 1000
	walk := must.Have(s.NewWalk(0))(t)
	return walk.(*machineFocused)
}

func unit(t *testing.T, w *machineFocused) {
	t.Helper()
	must.Have(w.Unit(walk.NewSlice(1)))(t)
}
