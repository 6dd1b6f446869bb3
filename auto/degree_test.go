package auto_test

import (
	"testing"

	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/problem/qubo"
)

// On a device tabu search goes over all bits after a flip, which pays where a flip concerns many.
func TestOn_BitsOfFewPairsAnneal(t *testing.T) {
	for _, v := range []struct {
		every int32 // bits i and i+every have a weight, and all between
		want  string
	}{{2, "anneal"}, {7, "anneal"}, {9, "iterated-tabu"}, {30, "iterated-tabu"}} {
		const n = 100
		var terms []qubo.Term
		for i := range int32(n) {
			for k := int32(1); k <= v.every; k++ {
				terms = append(terms, qubo.Term{I: i, J: (i + k) % n, Weight: int64(k%3) + 1})
			}
		}
		p, err := qubo.New(n, nil, terms)
		if err != nil {
			t.Fatal(err)
		}
		if d := p.Degree(); d != float64(2*v.every) {
			t.Errorf("degree %v, want %d", d, 2*v.every)
		}
		if m := auto.On(p, device.Emulator()).Name(); m != v.want {
			t.Errorf("%d pairs a bit: %s, want %s", 2*v.every, m, v.want)
		}
	}
}
