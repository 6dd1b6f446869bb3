package conformance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

func TestProblem_SoundOnes(t *testing.T) {
	for _, n := range []int{4, 7, 40} {
		Problem(t, newTourer(n, ""), Moves(100))
		Problem(t, newChooser(n, ""), Seed(9))
	}
	Problem(t, qap{newMatrix(8, 1), newMatrix(8, 2)})
	for n := 1; n <= 3; n++ {
		Problem(t, qap{newMatrix(n, 1), newMatrix(n, 2)})
	}
	Problem(t, oneMax(11))
	Problem(t, oneMax(1))
	Problem(t, switches{9, false})
}

// Each flaw is found, by the check that it belongs to, in a small problem and in one of which only a sample is checked.
func TestProblem_FindsEachFlaw(t *testing.T) {
	unraced.Test(t)
	flaws := map[string]string{
		"no space": "Space: multiwalk: the zero Space", "permutation": "EdgeCost: the space is permutation",
		"one way": "EdgeCost: Symmetric() is true, but from 1 to 3 costs 99", "positions matter": "rotation: the tour",
		"counts calls": "at the first call and", "changes x": "Cost: Cost changed its x from", "panics": "it panicked: cost broke", "overflows": "their difference is not below 2^63",
		"keeps x": "at the first call and", "swap": "SwapDelta(x, ", "swap writes": "SwapDelta: SwapDelta(x, ", "insert": "InsertDelta(x, ",
		"2opt": "TwoOptDelta(x, ", "oropt": "OrOptDelta(x, ", "oropt forward": ", true) = ", "state keeps x": "State.Row: ",
		"state forgets reset": "State.Row: after Reset", "state drifts": "State.Row: after ", "state rows are long": "wide deltas, want",
		"matrix": "EdgeMatrix: element (1, 2)", "short matrix": "want 8*8", "own neighbour": "Neighbours(", "neighbours unsorted": "not cheapest first",
		"all neighbours": "Neighbours(1) has 56 elements, want 8 cities * 1", "construct reads x": "Construct: equal random numbers",
		"constructs no tour": "Construct: from the random numbers of walk 0: multiwalk: solution has", "fixed edge": "Construct: from the random numbers of walk 0: a constraint of the problem is not kept: the edge between",
		"fixed edges": "city 0 has more than two fixed edges", "bound": "LowerBound: it is ", "name": "Name: it is empty",
	}
	for flaw, want := range flaws {
		found(t, flaw, want, CheckProblem(newTourer(8, flaw)))
		if testing.Short() || flaw == "bound" {
			continue
		}
		if len(CheckProblem(newTourer(30, flaw))) == 0 {
			t.Errorf("%s: not found at n=30", flaw)
		}
	}
	for flaw, want := range map[string]string{"change": "ChangeDelta(x, ", "change of bits": ", 1) = ", "flip": "FlipDelta(x, 1) = 0, but the cost goes from"} {
		found(t, flaw, want, CheckProblem(newChooser(4, flaw)))
		if len(CheckProblem(newChooser(30, flaw))) == 0 {
			t.Errorf("%s: not found at n=30", flaw)
		}
	}
	for _, n := range []int{4, 60} {
		found(t, "changes of bits alone", ", 1) = 0, but the cost goes from", CheckProblem(switches{n, true}))
	}
}

// found wants one error with the text and the seed, and no more errors than a flaw may cause.
func found(t *testing.T, flaw, want string, errs []error) {
	t.Helper()
	for _, err := range errs {
		if strings.Contains(err.Error(), want) && strings.Contains(err.Error(), "conformance.Seed(1) repeats it") {
			return
		}
	}
	t.Errorf("%s: %v; want an error with %q", flaw, errs, want)
}

// The message has all that a user needs.
func TestProblem_Message(t *testing.T) {
	errs := CheckProblem(newChooser(2, "flip"), Seed(3))
	want := "conformance: FlipDelta: FlipDelta(x, 1) = 0, but the cost goes from 38 to 44, by 6, at x = [0 0 -2 -2]; " +
		"conformance.Seed(3) repeats it"
	if len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), "conformance: FlipDelta: FlipDelta(x, 1) = 0, but the cost goes from ") ||
		!strings.HasSuffix(errs[0].Error(), "; conformance.Seed(3) repeats it") {
		t.Errorf("%q, want one like %q", errs, want)
	}
}

// teller is a TB that remembers.
type teller struct{ told []string }

func (*teller) Helper()                     {}
func (r *teller) Errorf(f string, a ...any) { r.told = append(r.told, fmt.Sprintf(f, a...)) }

func TestProblem_TellsTheTest(t *testing.T) {
	r := new(teller)
	Problem(r, newTourer(6, "insert"))
	Method(r, searcher{flaw: "silent"}, oneMax(20))
	if len(r.told) < 2 || !strings.Contains(r.told[0], "InsertDelta") || !strings.Contains(strings.Join(r.told, "|"), "Improved") {
		t.Errorf("told %q", r.told)
	}
}

// oneMax wants ones.
type oneMax int

func (n oneMax) Space() multiwalk.Space { return multiwalk.Binary(int(n)) }
func (oneMax) Cost(x []int32) int64 {
	zeros := int64(len(x))
	for _, v := range x {
		zeros -= int64(v)
	}
	return zeros
}
func (oneMax) FlipDelta(x []int32, i int32) int64 { return int64(2*x[i] - 1) }
func (oneMax) LowerBound() int64                  { return 0 }

// qap is a quadratic assignment without a delta.
type qap struct{ flow, dist [][]int64 }

func newMatrix(n, seed int) [][]int64 {
	r, m := multiwalk.NewRand(uint64(seed), 0), make([][]int64, n)
	for i := range m {
		for range n {
			m[i] = append(m[i], int64(r.IntN(9)))
		}
	}
	return m
}

func (q qap) Space() multiwalk.Space { return multiwalk.Permutation(len(q.flow)) }
func (q qap) Cost(x []int32) int64 {
	sum := int64(0)
	for i := range x {
		for j := range x {
			sum += q.flow[i][j] * q.dist[x[i]][x[j]]
		}
	}
	return sum
}

// batches prices many solutions at once, with the flaw of that name.
type batches struct {
	*sample.Order
	flaw string
}

func (p batches) CostBatch(xs [][]int32, costs []int64) {
	for i, x := range xs {
		switch {
		case p.flaw == "leaves out the last" && i == len(xs)-1:
			continue
		case p.flaw == "writes":
			x[0], x[1] = x[1], x[0]
		}
		costs[i] = p.Cost(x)
	}
}

func TestProblem_ChecksBatches(t *testing.T) {
	Problem(t, batches{sample.NewOrder(9, 1), ""})
	for flaw, want := range map[string]string{"leaves out the last": "in a batch, and Cost says", "writes": "CostBatch: CostBatch"} {
		found(t, flaw, want, CheckProblem(batches{sample.NewOrder(9, 1), flaw}))
	}
}

// insertions prices the insertions of an element together, with the flaw of that name.
type insertions struct {
	*sample.Order
	flaw string
}

func (p insertions) InsertDeltas(x []int32, i, first int32, deltas []int64) {
	for k := range deltas {
		if j := first + int32(k); j != i {
			deltas[k] = p.InsertDelta(x, i, j)
		} else if p.flaw != "keeps its place" {
			deltas[k] = 0
		}
	}
	switch {
	case p.flaw == "begins at 0" && first > 0:
		clear(deltas)
	case p.flaw == "writes" && len(x) > 1:
		x[0], x[1] = x[1], x[0]
	}
}

func TestProblem_ChecksInsertionsTogether(t *testing.T) {
	Problem(t, insertions{sample.NewOrder(9, 1), ""})
	Problem(t, insertions{sample.NewOrder(1, 1), ""})
	for flaw, want := range map[string]string{
		"keeps its place": "InsertDeltas: InsertDeltas(x, ", "begins at 0": "but InsertDelta(x, ", "writes": "InsertDeltas: InsertDeltas(x, ",
	} {
		found(t, flaw, want, CheckProblem(insertions{sample.NewOrder(9, 1), flaw}))
	}
}
