package neighbourhood

import (
	"math"
	"strings"
	"testing"
)

// The least number of 64 bits has no opposite, and is not taken for a small one.
func TestMatrices_GreatNumbers(t *testing.T) {
	great, one := [][]int64{{math.MinInt64, 0, 0, math.MinInt64}}, [][]int64{{1, 1, 1, 1}}
	for _, m := range []*Matrices{{n: 2, flows: great, dists: one}, {n: 2, flows: one, dists: great}} {
		if m.deltasFit() {
			t.Errorf("deltas of %v fit 32 bits", m)
		}
		if among, _ := m.Corrections(); among != nil {
			t.Errorf("corrections of %v", m)
		}
	}
	if factorsOf[int64](&Matrices{n: 2, flows: [][]int64{{math.MaxInt64, math.MinInt64, 0, 0}}, dists: one}).small {
		t.Error("factors that do not fit 32 bits are taken for small")
	}
}

// Deltas fit 32 bits as long as four times what a position may pay does.
func TestMatrices_DeltasFitUpToAQuarter(t *testing.T) {
	for _, c := range []struct {
		pays int64
		fit  bool
	}{{1<<29 - 1, true}, {1 << 29, false}, {1<<29 + 1<<28, false}} {
		m := &Matrices{n: 2, flows: [][]int64{{0, c.pays, 0, 0}}, dists: [][]int64{{0, 1, 1, 0}}}
		if m.deltasFit() != c.fit {
			t.Errorf("a position that pays %d: fit %v, want %v", c.pays, !c.fit, c.fit)
		}
	}
}

// What a swap is taken to cost, as measured: a sixteenth of a nanosecond an entry of 32 bits, four of them for 64 bits, and two
// nanoseconds where factors are beyond 32 bits. The length of rounds follows from it, and so is part of every timed run's record.
func TestFactors_TimeOfASwap(t *testing.T) {
	m := &Matrices{n: 4, flows: [][]int64{make([]int64, 16), make([]int64, 16)}, dists: [][]int64{make([]int64, 16), make([]int64, 16)}}
	great := &Matrices{n: 4, flows: [][]int64{append(make([]int64, 15), math.MaxInt64)}, dists: m.dists[:1]}
	if a, b, c := factorsOf[int32](m).swapNanoseconds(), factorsOf[int64](m).swapNanoseconds(), factorsOf[int64](great).swapNanoseconds(); a != 2 || b != 8 || c != 32 {
		t.Errorf("%d, %d and %d ns for 2*16 entries of 32 and of 64 bits, and 16 of great ones", a, b, c)
	}
}

func TestPairs_Validate(t *testing.T) {
	good := func() *Pairs {
		return &Pairs{[]int64{1, 2, 3}, []int32{0, 1, 3, 4}, []int32{1, 0, 2, 1}, []int64{5, 5, -7, -7}}
	}
	for name, c := range map[string]struct {
		spoil func(q *Pairs)
		want  string
	}{
		"good":      {func(*Pairs) {}, ""},
		"linear":    {func(q *Pairs) { q.Linear = q.Linear[1:] }, "2 linear weights"},
		"weights":   {func(q *Pairs) { q.Weights = q.Weights[1:] }, "3 weights"},
		"backwards": {func(q *Pairs) { q.Start[1], q.Start[2] = 3, 1 }, "begin at 3 and end at 1"},
		"range":     {func(q *Pairs) { q.Others[0] = 3 }, "with bit 3"},
		"itself":    {func(q *Pairs) { q.Others[0] = 0 }, "bit 0 has a pair with bit 0"},
		"one side":  {func(q *Pairs) { q.Weights[0] = 6 }, "at both of its bits"},
	} {
		q := good()
		c.spoil(q)
		if err := q.Validate(3); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
