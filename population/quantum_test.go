package population

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/problem/knapsack"
	"github.com/multiwalk/multiwalk/walk"
)

func TestQuantum_Conforms(t *testing.T) {
	drawn := must.Have(knapsack.Draw(30, 3, 1))(t)
	for _, p := range []multiwalk.Problem{sample.NewBits(14, 1), sample.NewBits(1, 1), drawn, knapsack.Sack{Instance: drawn}} {
		for _, m := range []Quantum{{Population: 8}, {Population: 1, Steps: 2, Margin: -1, Migration: 1, Patience: 20}} {
			t.Run(fmt.Sprintf("%T/%v/%+v", p, p.Space(), m), func(t *testing.T) {
				conformance.Method(t, m, p, conformance.Budget(4000), conformance.Refuses(Quantum{Population: -1}, Quantum{Steps: 1},
					Quantum{Margin: 25}, Quantum{Margin: -2}, Quantum{Migration: -1}, Quantum{Patience: -2}))
			})
		}
	}
}

// byPaper is the algorithm as Han and Kim tell it, with angles of real numbers: the individuals' draws are ours.
func byPaper(p multiwalk.Problem, m Quantum, seed uint64, generations int) (costs []int64) {
	n, turn := p.Space().Len(), math.Pi/2/float64(m.Steps)
	least, most := float64(m.Margin)*turn, math.Pi/2-float64(m.Margin)*turn
	angles, follow := make([][]float64, m.Population), make([][]int32, m.Population)
	best := make([]int64, m.Population)
	for i := range angles {
		angles[i] = slices.Repeat([]float64{float64(m.Steps/2) * turn}, n)
	}
	for g := range generations {
		for i, q := range angles {
			x := make([]int32, n)
			for k := range x {
				word := rng.At(seed, 0, uint64(g)<<16|uint64(k/4), uint32(i))[k%4]
				if math.Pow(math.Sin(q[k]), 2)*(1<<32) > float64(word) {
					x[k] = 1
				}
			}
			cost := p.Cost(x)
			if g == 0 || cost < best[i] {
				follow[i], best[i] = x, cost
				continue
			}
			for k := range x {
				switch {
				case x[k] == 0 && follow[i][k] == 1:
					q[k] = min(most, q[k]+turn)
				case x[k] == 1 && follow[i][k] == 0:
					q[k] = max(least, q[k]-turn)
				}
			}
		}
		costs = append(costs, slices.Min(best))
		if (g+1)%m.Migration == 0 {
			at := slices.Index(best, slices.Min(best))
			for i := range follow {
				follow[i], best[i] = slices.Clone(follow[at]), best[at]
			}
		}
	}
	return costs
}

// The walk goes step by step as the plain algorithm does. Its start is of no matter: it costs more than what is observed.
func TestQuantum_IsThePapers(t *testing.T) {
	p := costly{sample.NewBits(20, 1)}
	m := must.Have(Quantum{Population: 6, Steps: 20, Migration: 7}.withDefaults())(t)
	const generations = 200
	want := byPaper(p, m, 5, generations)
	search := must.Have(m.Prepare(p, walk.Plan{Seed: 5, Walks: 1, Start: make([]int32, 20)}))(t)
	w := must.Have(search.NewWalk(0))(t)
	for g := range generations {
		w.Step(walk.NewSlice(1))
		if _, cost := w.Best(); cost != want[g] {
			t.Fatalf("generation %d: best %d, the paper's %d", g, cost, want[g])
		}
	}
}

// costly is bits of which none at all cost most.
type costly struct{ *sample.Bits }

func (p costly) Cost(x []int32) int64 {
	if !slices.Contains(x, 1) {
		return 1 << 40
	}
	return p.Bits.Cost(x)
}

// On the emulator or, where there is one, a GPU population i is that of walk i on cores.
func TestQuantum_DeviceIsWhereCoresAre(t *testing.T) {
	var elsewhere multiwalk.Device = device.Emulator()
	if gpu := device.GPU(0); gpu.Ready() == nil {
		elsewhere = gpu
	}
	drawn := must.Have(knapsack.Draw(30, 3, 1))(t)
	for _, p := range []multiwalk.Problem{sample.NewBits(14, 1), knapsack.Flips{Instance: drawn}} {
		for _, m := range []Quantum{{Population: 8, Patience: 9}, {Population: 40, Steps: 4, Margin: -1, Migration: 3, Patience: 5}} {
			const generations, walks = 25, 3
			stop := []multiwalk.Stop{multiwalk.Evaluations(int64(walks * (1 + generations*m.Population)))}
			on := must.Have(multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 7, Walks: walks, Device: elsewhere, Stop: stop}))(t)
			search := must.Have(m.Prepare(p, walk.Plan{Seed: 7, Walks: walks}))(t)
			var work multiwalk.Counters
			least, best := int64(math.MaxInt64), []int32(nil)
			for id := range walks {
				w := must.Have(search.NewWalk(id))(t)
				w.Step(walk.NewSlice(generations))
				work.Add(w.Counters())
				if x, cost := w.Best(); cost < least {
					least, best = cost, x
				}
			}
			work.Units = on.Counters.Units
			if on.Cost != least || !slices.Equal(on.Best, best) || on.Counters != work {
				t.Errorf("%T, %+v: on cores %d %v %+v, on %v %d %v %+v", p, m, least, best, work, elsewhere, on.Cost, on.Best, on.Counters)
			}
		}
	}
}

func TestQuantum_ConformsOnTheEmulator(t *testing.T) {
	conformance.Method(t, Quantum{Population: 5}, sample.NewBits(12, 1), conformance.Budget(300), conformance.On(device.Emulator()))
}

func TestQuantum_Refuses(t *testing.T) {
	for want, p := range map[string]multiwalk.Problem{
		"quantum takes bits, and the problem's space is": sample.NewLabels(5, 1),
		"individuals of": anything{space: multiwalk.Binary(70_000)},
	} {
		must.Fail(t, want)((Quantum{Population: mostQuantum}).Prepare(p, walk.Plan{}))
	}
	drawn, err := knapsack.Draw(5, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	_, err = multiwalk.Minimize(context.Background(), knapsack.Sack{Instance: drawn}, Quantum{}, multiwalk.Settings{Device: device.Emulator(),
		Stop: []multiwalk.Stop{multiwalk.Work(1)}})
	must.Fail(t, multiwalk.ErrNoKernel)(err)
}
