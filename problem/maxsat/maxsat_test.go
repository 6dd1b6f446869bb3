package maxsat

import (
	"math"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/single"
)

// small is a weighted, partial instance of 1 to 10 variables with all that may be odd about clauses.
func small(t testing.TB, seed uint64) (n int, list []Clause, p *Instance) {
	t.Helper()
	r := multiwalk.NewRand(seed, 0)
	n = 1 + r.IntN(10)
	for range r.IntN(5 * n) {
		c := Clause{Weight: int64(r.IntN(9)), Hard: r.IntN(4) == 0}
		for range r.IntN(4) {
			v := 1 + r.IntN(n)
			if r.IntN(2) == 0 {
				v = -v
			}
			c.Literals = append(c.Literals, v)
		}
		list = append(list, c)
	}
	p = must.Have(New("small", n, list))(t)
	return n, list, p
}

// count is the definition.
func count(list []Clause, x []int32) (hard, soft int64) {
	for _, c := range list {
		ok := false
		for _, v := range c.Literals {
			ok = ok || v > 0 && x[v-1] == 1 || v < 0 && x[-v-1] == 0
		}
		switch {
		case ok:
		case c.Hard:
			hard++
		default:
			soft += c.Weight
		}
	}
	return hard, soft
}

// Every assignment costs what the definition says, and the bound is right.
func TestCost_IsTheDefinition(t *testing.T) {
	for seed := range uint64(60) {
		_, list, p := small(t, seed)
		for x := range runtest.Solutions(p.Space()) {
			hard, soft := count(list, x)
			want := soft
			if len(p.rules.List()) > 0 {
				want = p.rules.Pack(soft, hard)
			} else if hard > 0 {
				t.Fatal("hard clauses without a constraint")
			}
			if got := p.Cost(x); got != want || got < p.LowerBound() {
				t.Fatalf("seed %d, %v: cost %d, want %d; bound %d", seed, x, got, want, p.LowerBound())
			}
		}
	}
}

func TestInstance_Conforms(t *testing.T) {
	for seed := range uint64(12) {
		_, _, p := small(t, seed)
		conformance.Problem(t, p, conformance.Moves(40))
	}
	for _, name := range []string{"sat:n60-r4.2", "sat:n20-r9-k5", "xorsat:n12"} {
		p := must.Have(Named(name))(t)
		conformance.Problem(t, p, conformance.Moves(60))
	}
}

// Searches by flips come to the optimum, on cores by states and on devices by tables.
func TestAnneal_FindsTheOptimum(t *testing.T) {
	for seed := range uint64(12) {
		_, _, p := small(t, seed)
		want := runtest.Least(p)
		for _, d := range []multiwalk.Device{device.CPU(1), device.Emulator()} {
			r, err := multiwalk.Minimize(t.Context(), p, single.Anneal{}, multiwalk.Settings{Seed: 1, Walks: 2, Device: d,
				Stop: []multiwalk.Stop{multiwalk.Evaluations(20_000), multiwalk.Target(want)}})
			if err != nil || r.Cost != want {
				t.Errorf("seed %d on %v: %v, want %d: %v", seed, d, r, want, err)
			}
		}
	}
}

func TestNew_Refuses(t *testing.T) {
	for _, c := range []struct {
		n    int
		list []Clause
		says string
	}{
		{0, nil, "binary has length 0"},
		{2, []Clause{{}, {Literals: []int{1, -3}}}, "clause 1 has literal -3; those of 2 variables are 1 to 2, and -1 to -2"},
		{2, []Clause{{Literals: []int{0}}}, "clause 0 has literal 0"},
		{2, []Clause{{Literals: []int{1}, Weight: -5}}, "clause 0 weighs -5; a weight is 0 or more"},
		{2, []Clause{{Literals: []int{1}, Weight: math.MaxInt64}, {Literals: []int{1}, Weight: math.MaxInt64}}, "does not fit a cost: divide"},
		{2, []Clause{{Literals: []int{1}, Hard: true}, {Literals: []int{1}, Weight: 1 << 59}}, "together with 1 hard clauses does not fit a cost"},
	} {
		p, err := New("p", c.n, c.list)
		if p != nil || err == nil || !strings.HasPrefix(err.Error(), "multiwalk: ") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v, want %q", c.list, err, c.says)
		}
	}
}

// A planted instance has a solution, and is what its name says: every variable in three equations of four clauses.
func TestXor_IsSatisfiable(t *testing.T) {
	for n := 4; n <= 12; n++ {
		for seed := range uint64(5) {
			p := must.Have(Xor("x", n, seed))(t)
			if got := runtest.Least(p); got != 0 || p.clauses.Len() != 4*n || len(p.clauses.Literals) != 12*n {
				t.Errorf("n = %d: least cost %d, %d clauses of %d literals", n, got, p.clauses.Len(), len(p.clauses.Literals))
			}
			for i := range int32(n) {
				if a, b := len(p.clauses.With(2*i)), len(p.clauses.With(2*i+1)); a+b != 12 {
					t.Errorf("variable %d is in %d clauses, want 12", i, a+b)
				}
			}
		}
	}
}

func TestNamed(t *testing.T) {
	p, err := Named("sat:n100-r4.2-k5-s3")
	if err != nil || p.clauses.N != 100 || p.clauses.Len() != 420 || len(p.clauses.Of(7)) != 5 || p.Name() != "sat:n100-r4.2-k5-s3" {
		t.Fatalf("%+v, %v", p, err)
	}
	same, _ := Named("sat:k5-n100-s3-r4.2")
	other, _ := Named("sat:n100-r4.2-k5")
	x := make([]int32, 100)
	if p.Cost(x) != same.Cost(x) || p.Cost(x) == other.Cost(x) {
		t.Errorf("costs %d, %d and, by another seed, %d", p.Cost(x), same.Cost(x), other.Cost(x))
	}
	for name, says := range map[string]string{
		"sat:": `"" in the name`, "sat:n5": "", "sat:n0-r1": "cannot be drawn", "sat:n10-rx": `"rx" in the name`, "sat:n10-q4": `"q4"`,
		"sat:n1.5-r4": `"n1.5"`, "sat:n2-r4": "cannot be drawn", "sat:n9-r-4": `"r"`, "sat:n9-rNaN": `"rNaN"`, "sat:n9e99-r4": `"n9e99"`,
		"sat:n1e9-r4.2": "cannot be drawn", "xorsat:n3": "3 equations cannot be drawn", "xorsat:n30": "", "sat:n9-r1e9": `"r1e9"`,
	} {
		if _, err := Named(name); (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", name, err, says)
		}
	}
}
