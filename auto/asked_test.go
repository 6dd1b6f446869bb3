package auto_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/maxsat"
	"github.com/multiwalk/multiwalk/problem/perceptron"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

type (
	stateless struct{ bitwise } // with methods that are nearly abilities
	pointed   struct{ bitwise }
	older     struct{ bitwise }
)

func (stateless) Cost(x []int32) int64             { return int64(x[0]) }
func (stateless) NewState() multiwalk.State        { return nil }
func (stateless) FlipDelta(x []int32, i int) int64 { return 0 }
func (pointed) Cost(x []int32) int64               { return int64(x[0]) }
func (*pointed) FlipDelta([]int32, int32) int64    { return 0 }
func (older) Cost(x []int32) int64                 { return int64(x[0]) }
func (older) NewSwapState([]int32) multiwalk.State { return nil }

// An ability that no method finds because of its type is noted, once a run, with what to write.
func TestMinimize_NotesAbilitiesOfAnotherType(t *testing.T) {
	for _, c := range []struct {
		p    multiwalk.Problem
		want []string
	}{
		{stateless{}, []string{"NewState([]int32) multiwalk.State (multiwalk.Stater)", "FlipDelta([]int32, int32) int64 (multiwalk.FlipEvaluator)"}},
		{pointed{}, []string{"give a pointer to it"}},
		{older{}, []string{"has NewSwapState, which no method finds any more; name it NewState"}},
		{anything{multiwalk.Permutation(5)}, nil},
	} {
		for range 2 {
			res := must.Have(multiwalk.Minimize(t.Context(), c.p, single.LateAcceptance{}, multiwalk.Settings{Walks: 2, Stop: []multiwalk.Stop{multiwalk.Work(3)}}))(t)
			for _, want := range c.want {
				if !slices.ContainsFunc(res.Notes, func(n string) bool { return strings.Contains(n, want) }) {
					t.Errorf("%T: %q, want %q", c.p, res.Notes, want)
				}
			}
			if slices.ContainsFunc(res.Notes, func(n string) bool { return strings.Contains(n, "no method finds") }) != (c.want != nil) {
				t.Errorf("%T: notes %q", c.p, res.Notes)
			}
		}
	}
}

// On a device clauses of one weight are searched by flips in violated ones, and those of uneven weight by weighting.
func TestOn_ClausesOnADevice(t *testing.T) {
	uneven := must.Have(maxsat.New("uneven", 3, []maxsat.Clause{{Hard: true, Literals: []int{1, 2}}, {Weight: 2, Literals: []int{-1, 3}},
		{Weight: 7, Literals: []int{-2, -3}}}))(t)
	for _, c := range []struct {
		p    *maxsat.Instance
		want walk.Method
	}{{must.Have(maxsat.Named("sat:n100-r4"))(t), single.Focused{}}, {uneven, single.Weighting{}}} {
		if m := auto.On(c.p, device.Emulator()); m != c.want {
			t.Errorf("%s: auto picks %s", c.p.Name(), m.Name())
		}
	}
}

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

// Permuted perceptrons are searched as was measured, and small ones are solved with no more said, on cores and by kernels.
func TestFor_Perceptron(t *testing.T) {
	p := must.Have(perceptron.Draw(15, 19, 1))(t)
	large := must.Have(perceptron.Draw(151, 167, 1))(t)
	if m, l := auto.For(p).Name(), auto.For(large).Name(); m != "message-passing" || l != "tabu" {
		t.Errorf("on cores %s, and %s for a large one", m, l)
	}
	if m := auto.On(p, device.Emulator()).Name(); m != "message-passing" {
		t.Errorf("on a device %s", m)
	}
	if m, ok := auto.On(large, device.Emulator()).(single.Anneal); !ok || m.Start != 40 || m.End != 15 {
		t.Errorf("a large one on a device: %+v", m)
	}
	for _, d := range []multiwalk.Device{device.CPU(1), device.Emulator()} {
		r, err := multiwalk.Minimize(t.Context(), p, auto.On(p, d), multiwalk.Settings{Seed: 1, Walks: 4, Device: d,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(3_000)}})
		if err != nil || r.Cost != 0 || p.Cost(r.Best) != 0 {
			t.Errorf("on %v: %v, %v", d, r, err)
		}
	}
}
