package successor_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gridpath"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/successor"
)

// batched is table with all weights in one call. bend changes those of possibilities from first on.
type batched struct {
	*table
	bend func(variable, first int32, weights []int64)
}

func (h batched) Weights(x []int32, v, first int32, weights []int64) {
	for i := range weights {
		weights[i] = h.Weigh(x, v, first+int32(i))
	}
	if h.bend != nil {
		h.bend(v, first, weights)
	}
}

// batchedRows is rows with all that may be done in one call. What is not nil changes what a call gives.
type batchedRows struct {
	rows
	ratings, mapped func(x []int64)
	added           func(a int64) int64
}

func (h batchedRows) Ratings(x []int32, v, first int32, ratings []int64) {
	for i := range ratings {
		ratings[i] = h.Rate(x, v, first+int32(i))
	}
	if h.ratings != nil {
		h.ratings(ratings)
	}
}

func (h batchedRows) AddAll(a int64, ratings []int64) int64 {
	for _, r := range ratings {
		a = h.Add(a, r)
	}
	if h.added != nil {
		a = h.added(a)
	}
	return a
}

func (h batchedRows) MapAll(ratings []int64, a int64, weights []int64) {
	for i, r := range ratings {
		weights[i] = h.Map(r, a)
	}
	if h.mapped != nil {
		h.mapped(weights)
	}
}

// oneByOne and oneByOneRated are heuristics without their calls for many.
type oneByOne[E any] struct{ successor.Weigher[E] }

type oneByOneRated[E, R, A any] struct{ successor.Rater[E, R, A] }

// drawn makes two generations of successors on a core.
func drawn[E any](t *testing.T, states []E, size int, kind successor.Kind[E]) []E {
	t.Helper()
	g := open(t, successor.Settings{Size: size, States: 4 * len(states) / size, Seed: 3, Device: device.CPU(1)}, states, kind)
	for range 2 {
		g.ActivateAll()
		must.Have(g.Generate(2))(t)
	}
	return get(t, g, size)
}

// Calls for many draw what calls for one draw, wherever a core divides possibilities.
func TestBatches_DrawTheSame(t *testing.T) {
	for _, side := range []int{3, 5, 17, 45, 47, 71} { // 2024 possibilities, 2208, 5040
		for _, load := range []int{1, 3} {
			const points = 6
			grid, most := gridpath.New(points, side, load, 90, 5), side*side-1
			gains, ranks := &gridpath.Gains{Grid: grid}, &gridpath.Ranks{Grid: grid}
			x := grid.Points(8)
			if got, want := drawn(t, x, points, successor.Weighed(gains, points, most)),
				drawn(t, x, points, successor.Weighed(oneByOne[gridpath.Point]{gains}, points, most)); !slices.Equal(got, want) {
				t.Errorf("side %d, load %d: by weights in one call %v, one by one %v", side, load, got, want)
			}
			if got, want := drawn(t, x, points, successor.Rated(ranks, points, most)),
				drawn(t, x, points, successor.Rated(oneByOneRated[gridpath.Point, int32, gridpath.Range]{ranks}, points, most)); !slices.Equal(got, want) {
				t.Errorf("side %d, load %d: by ratings in one call %v, one by one %v", side, load, got, want)
			}
		}
	}
}

// The benchmark's heuristics keep the promise.
func TestBatches_GridpathChecks(t *testing.T) {
	for _, side := range []int{3, 35, 47} {
		grid := gridpath.New(2, side, 2, 50, 3)
		for _, kind := range []successor.Kind[gridpath.Point]{successor.Weighed(&gridpath.Gains{Grid: grid}, 2, side*side-1),
			successor.Rated(&gridpath.Ranks{Grid: grid}, 2, side*side-1)} {
			must.Do(t, kind.Check([]gridpath.Point{grid.At(5, -9, 0), grid.At(0, 1<<31-3, 1)}))
		}
	}
}

// What a call for many gives otherwise is told with the type, the variable and the possibility: by Check, under -tags invariants, and
// wherever no possibility comes of it.
func TestBatches_Lies(t *testing.T) {
	h := &table{weights: slices.Repeat([]int64{5, 6}, 1200)}
	up := func(at int, to int64) func(x []int64) {
		return func(x []int64) {
			if len(x) > at {
				x[at] = to
			}
		}
	}
	bend := func(possibility int32, to int64) func(v, first int32, weights []int64) {
		return func(v, first int32, weights []int64) {
			if i := possibility - first; v == 1 && i >= 0 && int(i) < len(weights) {
				weights[i] = to
			}
		}
	}
	for _, c := range []struct {
		kind  successor.Kind[int32]
		want  string
		fatal bool
	}{
		{successor.Weighed(batched{h, bend(7, 8)}, 3, 2400), "variable 1 of type 0: successor_test.batched: Weights gives 8 for possibility 7, and Weigh gives 6", false},
		{successor.Weighed(batched{h, bend(2200, 8)}, 3, 2400), "Weights gives 8 for possibility 2200, and Weigh gives 5", false},
		{successor.Weighed(batched{h, bend(2200, -8)}, 3, 2400), "variable 1 of type 0: successor_test.batched: Weights gives -8 for possibility 2200", true},
		{successor.Weighed(batched{h, bend(3, math.MaxInt64)}, 3, 2400), "Weights gives 9223372036854775807 for possibility 3, and Weigh gives 6", true},
		{successor.Weighed(batched{h, func(v, first int32, weights []int64) { // so the drawn value is in none of the 256 that are weighed again
			if v == 1 && len(weights) == 2048 {
				weights[3] = 1 << 50
			}
		}}, 3, 2400), "Weights gives 1125899906842624 for possibility 3, and Weigh gives 6", true},
		{successor.Rated(batchedRows{rows: rows{h}, ratings: up(0, 7)}, 3, 2400), "batchedRows: Ratings gives 7 for possibility 0, and Rate gives 5", false},
		{successor.Rated(batchedRows{rows: rows{h}, added: func(a int64) int64 { return a - 1 }}, 3, 2400),
			"batchedRows: AddAll makes 4 of the ratings of possibilities 0 to ", false},
		{successor.Rated(batchedRows{rows: rows{h}, added: func(a int64) int64 { return 6 }}, 3, 2400),
			"batchedRows: AddAll makes 6 of the ratings of possibilities 0 to ", true},
		{successor.Rated(batchedRows{rows: rows{h}, mapped: up(0, -1)}, 3, 2400), "batchedRows: MapAll gives -1 for possibility 0, and Map gives 0", true},
	} {
		checked := c.kind.Check([]int32{0, 0, 0})
		g := open(t, successor.Settings{Size: 3, States: 2, Seed: 1, Device: device.CPU(2)}, make([]int32, 6), c.kind)
		g.ActivateAll()
		_, drew := g.Generate(1)
		for _, err := range []error{checked, drew} {
			if err == drew && !c.fatal && !invariants.Enabled {
				continue
			}
			if h := (*successor.HeuristicError)(nil); !errors.As(err, &h) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		}
	}
}

// A sum that does not fit is the same error in calls for many.
func TestBatches_Overflow(t *testing.T) {
	h := &table{weights: slices.Repeat([]int64{1}, 3000)}
	h.weights[40], h.weights[2900] = math.MaxInt64-2950, 100
	for _, kind := range []successor.Kind[int32]{weighed(h, 1), successor.Weighed(batched{h, nil}, 1, 3000)} {
		g := open(t, successor.Settings{Size: 1, States: 1, Seed: 1}, []int32{0}, kind)
		g.ActivateAll()
		must.Fail(t, "the weights up to possibility 2900, which has 100, sum up to more")(g.Generate(1))
	}
}

// An aggregator sees all ratings, however many.
func TestRated_ManyPossibilities(t *testing.T) {
	h, less := &table{}, &table{}
	for i := range 4200 {
		h.weights = append(h.weights, int64(1000+i*i%97))
	}
	h.weights[5] = 7
	for _, w := range h.weights {
		less.weights = append(less.weights, w-7)
	}
	x := make([]int32, 20)
	if got, want := drawn(t, x, 5, successor.Rated(rows{h}, 5, 4200)), drawn(t, x, 5, weighed(less, 5)); !slices.Equal(got, want) {
		t.Errorf("by ratings %v, by their weights %v", got, want)
	}
}

// forgetful adds ratings to no aggregator but its own.
type forgetful struct{ rows }

func (h forgetful) AddAll(_ int64, ratings []int64) int64 { return slices.Min(ratings) }

// Check also finds counts that lie, a panic, and what is wrong with calls from the middle on.
func TestCheck_Refuses(t *testing.T) {
	h := &table{weights: make([]int64, 9)}
	panics := &table{weights: h.weights, count: func([]int32, int32) int32 { panic("here") }}
	negative := &table{weights: h.weights, count: func([]int32, int32) int32 { return -1 }}
	middle := batched{h, func(_, first int32, weights []int64) { weights[0] += int64(first) }}
	for want, kind := range map[string]successor.Kind[int32]{
		"variable 0 of type 0: Possibilities returned 9":                         successor.Weighed(h, 1, 8),
		"variable 0 of type 0: Possibilities returned -1":                        weighed(negative, 1),
		"the heuristic panicked: here":                                           weighed(panics, 1),
		"Weights gives 1 for possibility 1":                                      successor.Weighed(middle, 1, 9),
		"AddAll makes 6 of the ratings of possibilities 1 to 1, and Add makes 5": successor.Rated(forgetful{rows{&table{weights: []int64{5, 6}}}}, 1, 2),
	} {
		must.Fail(t, want)(kind.Check([]int32{0}))
	}
	must.Do(t, weighed(h, 1).Check([]int32{0}))
}

// loose is batched with variables that may be released. A solution costs the sum of its elements.
type loose struct{ batched }

func (loose) Pick(x []int32, random uint64) int32 { return 0 }
func (loose) Release(x []int32, v int32)          { x[v] = -9 }
func (loose) Price(x []int32) (sum int64) {
	for _, v := range x {
		sum += int64(v)
	}
	return sum
}

// A construction is checked at variables that are released, of all types.
func TestConstruction_Check(t *testing.T) {
	h := &table{weights: slices.Repeat([]int64{1}, 9), weigh: func(x []int32, v, p int32) int64 {
		if x[v] != -9 {
			panic("not released")
		}
		return 1
	}}
	lies := batched{h, func(v, _ int32, weights []int64) { weights[0] += int64(v) }}
	for want, second := range map[string]successor.Kind[int32]{
		"<nil>": successor.Weighed(loose{batched{h, nil}}, 3, 9),
		"multiwalk: variable 1 of type 1: successor_test.loose: Weights gives 2 for possibility 0, and Weigh gives 1; make them the same":   successor.Weighed(loose{lies}, 3, 9),
		"multiwalk: *successor_test.table, the heuristic of type 1 of variables, is no successor.Releaser; give it Pick, Release and Price": weighed(h, 3),
	} {
		c := successor.Construction{Kinds: []successor.Kind[int32]{successor.Weighed(loose{batched{h, nil}}, 3, 9), second}}
		if got := fmt.Sprint(c.Check([]int32{1, 2, 3}, 6)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		must.Fail(t, "by Price of successor_test.loose a solution costs 6, and by Cost 7")(c.Check([]int32{1, 2, 3}, 7))
	}
}
