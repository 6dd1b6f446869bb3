package anneal

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/tools/own"
	"github.com/multiwalk/multiwalk/walk"
)

func bathOf(t *testing.T, p multiwalk.Problem, budget walk.Budget) bath {
	t.Helper()
	nb := must.Have(neighbourhood.ByName(p, ""))(t)
	return newBath(p, nb, budget)
}

// Orders that are priced by pairs have rows; those whose steps depend on what stands elsewhere, and other spaces, have none.
func TestBath_IsForOrdersByPairs(t *testing.T) {
	unraced.Test(t)
	for name, c := range map[string]struct {
		p    multiwalk.Problem
		want bool
	}{
		"linear ordering": {own.NewOrdering(20, 1), true},
		"routing":         {own.All("")[0].Problem, false},
		"flow shop":       {own.NewFlowShop(20, 5, 1), false},
		"bits":            {own.NewQuadratic(20, 1), false},
		"too short":       {own.NewOrdering(3, 1), false},
		"sample":          {sample.NewOrder(12, 1), true},
	} {
		if b := bathOf(t, c.p, walk.Budget{}); b.n > 0 != c.want {
			t.Errorf("%s: a bath is there: %v, want %v", name, b.n > 0, c.want)
		}
	}
}

// At a steady temperature the solutions of a small instance are seen as often as they weigh, whatever the width of the window.
func TestBath_IsInEquilibrium(t *testing.T) {
	p := own.NewOrdering(4, 3)
	const level = 6.5
	weigh := func(x []int32) float64 { return math.Exp(-float64(p.Cost(x)) / math.Exp2(level)) }
	index := func(x []int32) int32 { return x[0]*64 + x[1]*16 + x[2]*4 + x[3] }
	want, all := map[int32]float64{}, 0.0
	r, x := multiwalk.NewRand(1, 0), []int32{0, 1, 2, 3}
	for range 1000 {
		p.Space().Random(r, x)
		if k := index(x); want[k] == 0 {
			want[k] = weigh(x)
			all += want[k]
		}
	}
	b := bathOf(t, p, walk.Budget{})
	const moves = 300_000
	seen := map[int32]float64{}
	cost := p.Cost(x)
	for k := range moves {
		i, from, to := b.window(r)
		if k%2 == 0 { // a window of three places
			from = int32(r.IntN(2))
			i, to = from+int32(r.IntN(3)), from+3
		}
		j, d, _, _ := b.draw(x, i, from, to, tempering.Heat(level), r)
		v, rest := x[i], slices.Delete(slices.Clone(x), int(i), int(i)+1)
		copy(x, slices.Insert(rest, int(j), v))
		if cost += d; cost != p.Cost(x) {
			t.Fatalf("the cost is %d, by deltas %d", p.Cost(x), cost)
		}
		seen[index(x)]++
	}
	for k, w := range want {
		if got := seen[k] / moves; math.Abs(got-w/all) > 0.006 {
			t.Errorf("solution %d is seen with a share of %.4f, want %.4f", k, got, w/all)
		}
	}
}

// A weight is 2 to the x to within 4e-6 of it, and as exact near whole numbers as between them.
func TestWeigh_IsThePower(t *testing.T) {
	worst := 0.0
	for x := weightless + 0.25; x <= heaviest; x += 0.0137 {
		worst = max(worst, math.Abs(weigh(x)/math.Exp2(x)-1))
	}
	if worst > 4e-6 {
		t.Errorf("weights are off by up to %v of themselves", worst)
	}
}
