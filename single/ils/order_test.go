package ils

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/rows"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/tools/own"
	"github.com/multiwalk/multiwalk/walk"
)

// inRows prices the insertions of an element together, and is no order by pairs: what stands first costs twice.
type inRows struct{ *own.Ordering }

func (p inRows) Cost(x []int32) int64 { return p.Ordering.Cost(x) + 50*int64(x[0]) }

func (p inRows) InsertDelta(x []int32, i, j int32) int64 { return trial.InsertedFully(p, x, i, j) }
func (p inRows) SwapDelta(x []int32, i, j int32) int64   { return trial.SwappedFully(p, x, i, j) }

func (p inRows) InsertDeltas(x []int32, i, first int32, deltas []int64) {
	for k := range deltas {
		if deltas[k] = 0; first+int32(k) != i {
			deltas[k] = p.InsertDelta(x, i, first+int32(k))
		}
	}
}

// pinned is an ordering with a fixed element.
type pinned struct{ *own.Ordering }

func (pinned) Fixed() []multiwalk.Fixed { return []multiwalk.Fixed{{Position: 2, Value: 1}} }

// Orders are searched so where insertions are priced together, and the settings leave it open.
func TestILS_OrdersWhatIsPricedTogether(t *testing.T) {
	p := own.NewOrdering(12, 1)
	for _, c := range []struct {
		name string
		m    ILS
		p    multiwalk.Problem
		want bool
	}{
		{"pairs", ILS{}, p, true},
		{"rows", ILS{}, inRows{p}, true},
		{"too short", ILS{}, own.NewOrdering(rows.LeastPairs-1, 1), false},
		{"strength", ILS{Strength: 3}, p, false},
		{"neighbourhood", ILS{Neighbourhood: "insert"}, p, false},
		{"fixed", ILS{}, pinned{p}, false},
		{"neither", ILS{}, own.NewFlowShop(8, 3, 1), false},
	} {
		s, err := c.m.Prepare(c.p, walk.Plan{Walks: 1, Warn: func(string) {}})
		if err != nil {
			t.Fatal(c.name, err)
		}
		if _, is := s.(*ilsOrder); is != c.want || c.m.Orders(c.p) != c.want {
			t.Errorf("%s: %T, Orders says %v", c.name, s, c.m.Orders(c.p))
		}
	}
}

// heavy is an order with numbers whose sums go beyond an int32.
func heavy(n int, seed uint64) *own.Ordering {
	p, r := own.NewOrdering(n, seed), multiwalk.NewRand(seed, 0)
	for k := range p.W {
		p.W[k] = int32(r.IntN(1 << 30))
	}
	return p
}

// Sums that go beyond an int32 are not added up by vectors of these.
func TestPairTable_IsNarrow(t *testing.T) {
	for _, c := range []struct {
		p    *own.Ordering
		want bool
	}{{own.NewOrdering(12, 4), true}, {heavy(12, 4), false}} {
		w := ilsOrderOf(t, c.p)
		if w.row.Pairs.Over == nil || w.row.Pairs.Narrow != c.want {
			t.Errorf("a table: %v, narrow: %v, want %v", w.row.Pairs.Over != nil, w.row.Pairs.Narrow, c.want)
		}
	}
}

// Costs are those of the solutions, and runs are repeated and resumed, by a table, by a heavy one, by one that is wrong, and without one;
// with and without a budget.
func TestILS_OrderConforms(t *testing.T) {
	for i, p := range []multiwalk.Problem{own.NewOrdering(15, 1), heavy(12, 4), trial.Nearly{Ordering: own.NewOrdering(10, 2)}, inRows{own.NewOrdering(9, 3)}} {
		stops := []multiwalk.Stop{multiwalk.Evaluations(60_000), multiwalk.Work(2)}
		if testing.Short() && i > 1 {
			stops = stops[:1] // millions of looks, without a table
		}
		for _, stop := range stops {
			s := multiwalk.Settings{Seed: 1, Walks: 2, Stop: []multiwalk.Stop{stop}}
			one, err := multiwalk.Minimize(t.Context(), p, ILS{}, s)
			if err != nil || one.Cost != p.Cost(one.Best) {
				t.Fatal(one, err)
			}
			s.Workers = 2
			two, err := multiwalk.Minimize(t.Context(), p, ILS{}, s)
			if err != nil || two.Counters != one.Counters || !slices.Equal(two.Best, one.Best) {
				t.Errorf("%v, %v, then %v", err, one, two)
			}
			must.Do(t, conformance.CheckResume(ILS{}, p, s))
		}
	}
}

// The table of a problem gives a best place, as a look at all of them does.
func TestPairTable_Best(t *testing.T) {
	p := own.NewTrade(30, 1)
	nb := must.Have(neighbourhood.ByName(p, "insert"))(t)
	row := rows.RowOf(p, nb)
	table := row.Tabulate(p)
	r, x := multiwalk.NewRand(4, 0), make([]int32, 30)
	for range 100 {
		p.Space().Random(r, x)
		i := int32(r.IntN(30))
		j, d := table.Best(x, i, make([]int32, 30))
		deltas := row.Insertions(x, i, 0, 30)
		if d != slices.Min(deltas) || deltas[j] != d {
			t.Fatalf("element at %d: place %d, %d, of %v", i, j, d, deltas)
		}
	}
}

// ilsOrderOf is the first walk on an order.
func ilsOrderOf(t *testing.T, p multiwalk.Problem) *ilsOrderWalk {
	t.Helper()
	s := must.Have(ILS{}.Prepare(p, walk.Plan{Walks: 1, Seed: 1}))(t)
	w := must.Have(s.NewWalk(0))(t)
	return w.(*ilsOrderWalk)
}

// A place that the table is wrong about is priced by the problem, and the table is dropped.
func TestILS_OrderDropsAWrongTable(t *testing.T) {
	p := own.NewOrdering(10, 2)
	w := ilsOrderOf(t, p)
	w.row.Pairs.Over = slices.Clone(w.row.Pairs.Over)
	for k := range w.row.Pairs.Over {
		w.row.Pairs.Over[k] = -1000 - int32(k)
	}
	for w.row.Pairs.Over != nil {
		if !w.descend(0) && w.row.Pairs.Over != nil {
			t.Fatal("no place is better, by a table of gains")
		}
	}
	if w.Cost != p.Cost(w.X) || !w.untabled {
		t.Errorf("cost %d, of the solution %d", w.Cost, p.Cost(w.X))
	}
	if w.s.row.Pairs.Over == nil {
		t.Error("the table of the other walks is gone")
	}
}
