package costas

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/single"
)

func TestInstance_Conforms(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8, 13} {
		conformance.Problem(t, must.Have(New(n))(t))
	}
}

// isCostas compares the vectors between all pairs of dots.
func isCostas(x []int32) bool {
	type vector struct{ columns, rows int32 }
	seen := map[vector]bool{}
	for i := range x {
		for k := i + 1; k < len(x); k++ {
			v := vector{int32(k - i), x[k] - x[i]}
			if seen[v] {
				return false
			}
			seen[v] = true
		}
	}
	return true
}

// The permutations that cost nothing are the Costas arrays, as many as are known of each order.
func TestCost_CountsArrays(t *testing.T) {
	for n, known := range []int{1: 1, 2: 2, 3: 4, 4: 12, 5: 40, 6: 116, 7: 200, 8: 444} {
		if n == 0 {
			continue
		}
		p, count := must.Have(New(n))(t), 0
		for x := range runtest.Solutions(p.Space()) {
			free := p.Cost(x) == 0
			if free != isCostas(x) {
				t.Errorf("%v costs %d", x, p.Cost(x))
			}
			if free {
				count++
			}
		}
		if count != known {
			t.Errorf("%d arrays of order %d, not %d", count, n, known)
		}
	}
}

// Welch's construction: powers of a primitive root.
func TestCost_OfWelch(t *testing.T) {
	p, x, v := must.Have(New(100))(t), make([]int32, 100), int32(1)
	for i := range x {
		x[i], v = v-1, v*2%101
	}
	if c := p.Cost(x); c != 0 || !isCostas(x) {
		t.Error(c)
	}
	x[3], x[50] = x[50], x[3]
	if p.Cost(x) == 0 {
		t.Error("a swap costs nothing")
	}
}

func TestTabu_Finds(t *testing.T) {
	p := must.Have(New(11))(t)
	r := must.Have(multiwalk.Minimize(t.Context(), p, single.IteratedTabu{}, multiwalk.Settings{Seed: 1,
		Stop: []multiwalk.Stop{multiwalk.Target(0), multiwalk.Evaluations(20_000_000)}}))(t)
	if r.Cost != 0 || !isCostas(r.Best) {
		t.Error(r.Cost, r.Best)
	}
}

func TestNamed(t *testing.T) {
	if p, err := Named([]byte(" costas:18\n"), "f"); err != nil || p.Name() != "costas:18" || !Sniff([]byte("costas:18")) {
		t.Error(p, err)
	}
	for _, name := range []string{"costas:", "costas:x", "costas:0", "costas:1025"} {
		if p, err := Named([]byte(name), "f"); err == nil {
			t.Errorf("%s is %v", name, p)
		}
	}
	for n, want := range map[int]bool{31: true, 32: false, 33: false, 35: true, 36: true, 48: false} {
		if _, _, ok := must.Have(New(n))(t).BestKnown(); ok != want {
			t.Errorf("order %d: %v", n, ok)
		}
	}
}
