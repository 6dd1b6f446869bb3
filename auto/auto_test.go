package auto_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/jobshop"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/scheduling"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/tools/own"
	"github.com/multiwalk/multiwalk/walk"
)

// anything is a problem that offers nothing but its cost: how many elements differ from a pattern.
type anything struct{ space multiwalk.Space }

func (a anything) Space() multiwalk.Space { return a.space }
func (a anything) Cost(x []int32) (c int64) {
	lo, hi := a.space.Bounds()
	for i, v := range x {
		if v != lo+int32(i)%(hi-lo+1) {
			c++
		}
	}
	return c
}

func TestFor_SolvesEverySpaceFromOne(t *testing.T) {
	problems := map[string]multiwalk.Problem{}
	for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 9, 20} {
		problems[fmt.Sprintf("tour%d", n)] = tsp.Random(n, 1)
		problems[fmt.Sprintf("assignment%d", n)] = qap.Uniform(n, 1)
		if q, err := nqueens.New(n); err == nil {
			problems[q.Name()] = q
		}
		problems[fmt.Sprintf("permutation%d", n)] = anything{multiwalk.Permutation(n)}
		problems[fmt.Sprintf("plain tour%d", n)] = anything{multiwalk.Tour(n)}
		problems[fmt.Sprintf("binary%d", n)] = anything{multiwalk.Binary(n)}
		problems[fmt.Sprintf("integers%d", n)] = anything{multiwalk.Integers(n, -2, 3)}
		problems[fmt.Sprintf("product%d", n)] = anything{multiwalk.Product(multiwalk.Permutation(n), multiwalk.Integers(n, 0, 2))}
	}
	for name, p := range problems {
		t.Run(name, func(t *testing.T) {
			m := auto.For(p)
			res, err := multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 1, Walks: 2,
				Stop: []multiwalk.Stop{multiwalk.Evaluations(20000), multiwalk.Work(50)}})
			if err != nil {
				t.Fatalf("%s: %v", m.Name(), err)
			}
			if err := p.Space().Check(res.Best); err != nil || p.Cost(res.Best) != res.Cost {
				t.Fatalf("%s: %v, %v", m.Name(), res, err)
			}
		})
	}
}

// With a budget, the easy pattern of every plain space must be found.
func TestFor_FindsPatterns(t *testing.T) {
	for _, space := range []multiwalk.Space{multiwalk.Binary(40), multiwalk.Integers(30, 1, 4)} {
		p := anything{space}
		res, err := multiwalk.Minimize(context.Background(), p, auto.For(p), multiwalk.Settings{Seed: 1,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(300000), multiwalk.Target(0)}})
		if err != nil || res.Cost != 0 {
			t.Errorf("%v: %v, %v", space, res, err)
		}
	}
}

// On a GPU tours are crossed, assignments searched by memetic or tabu search, and other permutations with kernels annealed;
// what has no kernels gets what it gets on cores.
func TestOn(t *testing.T) {
	d := device.Emulator()
	tours := tsp.Random(20, 1)
	if m := auto.On(tours, d); m != (population.EAX{}) {
		t.Errorf("tours: %T", m)
	}
	for _, c := range []struct {
		p    multiwalk.Problem
		want walk.Method
	}{
		{qap.Uniform(10, 1), population.Memetic{}}, {qap.Uniform(100, 1), population.Memetic{}}, {qap.Structured(70, 1), population.Memetic{}},
		{qap.Structured(25, 1), single.IteratedTabu{Length: 50, Tabu: single.Tabu{Tenure: 24}}}, {annealed{qap.Uniform(10, 1)}, cooperate.PSPM{}},
		{scheduling.Generate(60, 4, 1).Makespan(), population.Cellular{Start: "construct"}},
	} {
		if m := auto.On(c.p, d); m != c.want {
			t.Errorf("%T of %d: %+v, want %+v", c.p, c.p.Space().Len(), m, c.want)
		}
	}
	for _, c := range own.All("") { // its permutations have other deltas than that of a swap, or none
		want := walk.Method(single.Anneal{})
		if _, clashes := c.Problem.(kernel.Clasher); clashes {
			want = population.Memetic{}
		}
		if m := auto.On(c.Problem, d); m != want {
			t.Errorf("%s: %T", c.Name, m)
		}
	}
	bare := anything{multiwalk.Permutation(5)}
	if m := auto.On(bare, d); m.Name() != auto.For(bare).Name() {
		t.Errorf("a bare permutation: %T", m)
	}
	if q, err := nqueens.New(20); err != nil || auto.On(q, d).Name() != "minconflict" {
		t.Errorf("queens: %T, %v", auto.On(q, d), err)
	}
	if m := auto.On(tours, nil); m.Name() != "ils" {
		t.Errorf("on cores: %T", m)
	}
}

// A GPU is used unasked for assignments that take longer than opening its driver does, and for job shops of the size that was measured.
func TestOn_Gains(t *testing.T) {
	d := device.Emulator()
	shop := func(jobs, machines int) multiwalk.Problem { return must.Have(jobshop.Draw(jobs, machines, 1))(t) }
	for _, c := range []struct {
		p    multiwalk.Problem
		want bool
	}{{qap.Uniform(39, 1), false}, {qap.Uniform(40, 1), true}, {qap.Structured(39, 1), false}, {qap.Structured(50, 1), true},
		{shop(10, 10), false}, {shop(30, 20), true}, {shop(100, 20), false}} {
		if got := auto.On(c.p, d).(walk.Gainer).Gains(c.p, d); got != c.want {
			t.Errorf("%T of %d: %v", c.p, c.p.Space().Len(), got)
		}
	}
}

// annealed is an instance with the kernels of annealing alone.
type annealed struct{ *qap.Instance }

func (p annealed) Kernels() (kernel.Module, error) {
	m, err := p.Instance.Kernels()
	delete(m.Entries, "StartTabu")
	return m, err
}

// A method that cannot have as many searches on a device says so, and does not fall over what it has not made yet.
func TestOn_TooManyWalks(t *testing.T) {
	d := device.Emulator()
	for _, c := range []struct {
		p multiwalk.Problem
		m walk.Method
	}{
		{qap.Uniform(9, 1), cooperate.PSPM{}}, {qap.Uniform(9, 1), single.Tabu{}}, {qap.Uniform(9, 1), population.Genetic{}},
		{tsp.Random(9, 1), cooperate.PSPM{}},
	} {
		_, err := multiwalk.Minimize(t.Context(), c.p, c.m, multiwalk.Settings{Device: d, Walks: 1 << 30, Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		if err == nil || !strings.Contains(err.Error(), "are too many for one GPU; use up to") {
			t.Errorf("%s of %T: %v", c.m.Name(), c.p, err)
		}
	}
}

// Nothing, a nil of some type and a problem that panics get a method, and Minimize tells what is wrong.
func TestFor_ProblemsThatCannotBe(t *testing.T) {
	stop := multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(1)}}
	for want, p := range map[string]multiwalk.Problem{"no problem given": nil, "the problem is a nil *tsp.Instance": (*tsp.Instance)(nil),
		"it broke": breaks{}} {
		for _, d := range []multiwalk.Device{nil, device.CPU(1), device.Emulator()} {
			for _, m := range []walk.Method{auto.For(p), auto.On(p, d)} {
				must.Fail(t, want)(multiwalk.Minimize(context.Background(), p, m, stop))
			}
		}
	}
}

type breaks struct{}

func (breaks) Space() multiwalk.Space { panic("it broke") }
func (breaks) Cost([]int32) int64     { return 0 }
