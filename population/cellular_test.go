package population

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/sample"
)

// cellulars are settings with all operators.
var cellulars = []Cellular{{Width: 5, Height: 4}, {Width: 3, Height: 7, Neighbourhood: "c9", Selection: "best", Replacement: "no-worse", Move: "insertion"},
	{Width: 6, Height: 5, Neighbourhood: "c13", Selection: "roulette", Both: true, Replacement: "always", Move: "inversion", Cuts: 6},
	{Width: 4, Height: 4, Selection: "random", Mating: 0.5, Mutation: 0.3}}

func TestCellular_Conforms(t *testing.T) {
	for i, p := range append(sample.Problems(), paint{9, 4}) {
		for j, m := range cellulars {
			if testing.Short() && (i+j)%3 != 0 {
				continue
			}
			t.Run(fmt.Sprintf("%v/%T/%d", p.Space(), p, j), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, p, conformance.Budget(3000), conformance.Refuses(Cellular{Crossover: "x"}, Cellular{Width: -1},
					Cellular{Mutation: 2}, Cellular{Selection: "x"}, Cellular{Neighbourhood: "l6"}, Cellular{Cuts: -1}, Cellular{Rivals: 99}))
			})
		}
	}
}

// history is what a run found, without its times.
func history(t *testing.T, p multiwalk.Problem, m multiwalk.Method, d multiwalk.Device, evaluations int64) *multiwalk.Result {
	t.Helper()
	r, err := multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 7, Device: d, Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Equal seeds give equal populations on any number of cores, and on the emulator or, where there is one, a GPU, whatever the operators.
func TestCellular_IsWhereverItIsMade(t *testing.T) {
	elsewhere := []multiwalk.Device{device.CPU(3), device.Emulator()}
	if gpu := device.GPU(0); gpu.(multiwalk.Accelerator).Ready() == nil {
		elsewhere[1] = gpu
	}
	for _, p := range []multiwalk.Problem{sample.NewOrder(9, 1), sample.NewBits(33, 1), sample.NewLabels(9, 1), sample.NewMixed(7, 1),
		sample.NewRoad(40, true, 1)} {
		for i, m := range cellulars {
			for _, crossover := range slices.Concat([]string{""}, demeOrders, demeValues) {
				m.Crossover = crossover
				if _, err := m.evolution(p.Space()); err != nil || crossover != "" && testing.Short() && i > 0 {
					continue // does not fit the space
				}
				size := int64(m.Width * m.Height)
				whole := size * (1 + 2*(demeWork/size)) // the first generation, and two units of a core
				one := history(t, p, m, device.CPU(1), whole)
				for _, d := range elsewhere {
					o := history(t, p, m, d, whole)
					o.Counters.Units = one.Counters.Units
					if !slices.Equal(one.Best, o.Best) || one.Cost != o.Cost || one.Counters != o.Counters {
						t.Errorf("%v, settings %d, crossover %q: %v and %+v by one worker, else %v and %+v", p.Space(), i, crossover, one, one.Counters, o,
							o.Counters)
					}
				}
			}
		}
	}
}

// A cost that panics in any worker is the run's error, with its place.
func TestCellular_CostPanics(t *testing.T) {
	p := &panicking{Bits: sample.NewBits(20, 1), after: 500}
	_, err := multiwalk.Minimize(t.Context(), p, Cellular{}, multiwalk.Settings{Device: device.CPU(4), Stop: []multiwalk.Stop{multiwalk.Evaluations(5000)}})
	if err == nil || !strings.Contains(err.Error(), "too good") || !strings.Contains(err.Error(), "panicking") {
		t.Fatalf("%v", err)
	}
}

// panicking panics in every evaluation of some solutions.
type panicking struct {
	*sample.Bits
	after int
}

func (p *panicking) Cost(x []int32) int64 {
	if c := p.Bits.Cost(x); c > -int64(p.after) {
		return c
	}
	panic("the cost is too good")
}
