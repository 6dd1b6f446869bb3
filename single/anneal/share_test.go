package anneal

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/walk"
)

// budgeted is a walk of annealing in a run with a budget.
func budgeted(t *testing.T, p multiwalk.Problem) *annealWalk {
	t.Helper()
	s := must.Have(Anneal{}.Prepare(p, walk.Plan{Seed: 1, Walks: 1, Budget: walk.Budget{Rounds: 1}}))(t)
	walk := must.Have(s.NewWalk(0))(t)
	return walk.(*annealWalk)
}

// A walk whose progress begins anew finds its first temperature anew.
func TestSharing_BeginsAnew(t *testing.T) {
	w := budgeted(t, trial.NewQAP(20, 4))
	at := func(part float64, units int) {
		w.Step(walk.NewSlice(units).Sub(units, math.MaxInt64, multiwalk.Counters{}, math.MaxInt64).Course(part))
	}
	for k := range 100 {
		at(float64(k)/100, 3)
	}
	cold := w.sharing.Level
	if at(0, 1); w.sharing.Level < cold+2 || w.sharing.First != w.sharing.Level || w.sharing.At != 0 {
		t.Errorf("from level %v to %+v", cold, w.sharing)
	}
}

// A walk cools as suits what it searches.
func TestSharing_KnowsItsCourse(t *testing.T) {
	for _, c := range []struct {
		p    multiwalk.Problem
		want int32
	}{{trial.NewQAP(20, 4), cooling.OfOrder}, {sample.NewBits(20, 4), cooling.OfBits}, {sample.NewMixed(6, 1), cooling.Common}, {sample.NewLabels(20, 4), cooling.OfIntegers}} {
		w := budgeted(t, c.p)
		if w.sharing.Begin(0, []int64{1}); w.sharing.Course != c.want {
			t.Errorf("%v has course %v, want %v", c.p.Space(), w.sharing.Course, c.want)
		}
	}
}
