package auto_test

import (
	"testing"

	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/qubo"
)

// On a device tabu search goes over all bits after a flip, which pays where a flip concerns many.
func TestOn_BitsOfFewPairsAnneal(t *testing.T) {
	for _, v := range []struct {
		every int32 // bits i and i+every have a weight, and all between
		half  int   // how many have one with the next, too
		want  string
	}{{2, 0, "anneal"}, {7, 0, "anneal"}, {7, 50, "anneal"}, {8, 0, "iterated-tabu"}, {9, 0, "iterated-tabu"}, {30, 0, "iterated-tabu"}} {
		const n = 100
		var terms []qubo.Term
		for i := range int32(n) {
			last := v.every
			if int(i) < v.half {
				last++
			}
			for k := int32(1); k <= last; k++ {
				terms = append(terms, qubo.Term{I: i, J: (i + k) % n, Weight: int64(k%3) + 1})
			}
		}
		p := must.Have(qubo.New(n, nil, terms))(t)
		degree := float64(2*v.every) + float64(2*v.half)/n
		if d := p.Degree(); d != degree {
			t.Errorf("degree %v, want %v", d, degree)
		}
		if m := auto.On(p, device.Emulator()).Name(); m != v.want {
			t.Errorf("%v pairs a bit: %s, want %s", degree, m, v.want)
		}
	}
}
