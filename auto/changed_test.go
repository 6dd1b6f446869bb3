package auto_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// writing is an order of 12 whose Cost writes into x from some call on.
type writing struct {
	from  int64
	calls *atomic.Int64
}

func (writing) Space() multiwalk.Space { return multiwalk.Permutation(12) }

func (w writing) Cost(x []int32) int64 {
	w.write(x)
	return sumOf(x)
}

func (w writing) write(x []int32) {
	if w.calls.Add(1) >= w.from {
		x[3] = x[4]
	}
}

// sumOf is least for the descending order.
func sumOf(x []int32) (sum int64) {
	for i, v := range x {
		sum += int64(i) * int64(v)
	}
	return sum
}

// naming and saying are like it, but write when they are asked what is violated.
type (
	naming struct{ writing }
	saying struct{ writing }
)

func (naming) Cost(x []int32) int64 { return sumOf(x) }
func (n naming) Violations(x []int32) []multiwalk.Violation {
	n.write(x)
	return nil
}
func (saying) Cost(x []int32) int64 { return sumOf(x) }
func (s saying) Feasible(x []int32) bool {
	s.write(x)
	return true
}

// bitwise stays in its space when it writes.
type bitwise struct{ writing }

func (bitwise) Space() multiwalk.Space { return multiwalk.Binary(12) }

// A solution that the problem wrote into is no result without an error, and the best solution costs what the result says.
func TestMinimize_AProblemThatWritesIntoX(t *testing.T) {
	told := 0
	for _, from := range []int64{1, 2, 20, 101, 300, 1000} {
		for _, make := range []func(w writing) multiwalk.Problem{
			func(w writing) multiwalk.Problem { return w }, func(w writing) multiwalk.Problem { return naming{w} },
			func(w writing) multiwalk.Problem { return saying{w} }, func(w writing) multiwalk.Problem { return bitwise{w} },
		} {
			for _, m := range []walk.Method{nil, single.Climb{Restarts: -1}, single.Anneal{}, single.Tabu{}, single.ILS{}, single.LateAcceptance{}} {
				p := make(writing{from, new(atomic.Int64)})
				if m == nil {
					m = auto.For(p)
				}
				res, err := multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 1, Workers: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(3000)}})
				switch {
				case err != nil && strings.Contains(err.Error(), "changed a solution"):
					told++
				case err != nil:
				case p.Space().Check(res.Best) != nil || sumOf(res.Best) != res.Cost:
					t.Errorf("%T from call %d by %s: %v, which costs %d, is the best at %d", p, from, m.Name(), res.Best, sumOf(res.Best), res.Cost)
				}
				if res != nil && res.Best != nil && p.Space().Check(res.Best) != nil {
					t.Errorf("%T from call %d by %s: %v, beside the error %v", p, from, m.Name(), res.Best, err)
				}
			}
		}
	}
	if told == 0 {
		t.Error("no error names the cause")
	}
}
