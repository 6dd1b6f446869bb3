package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// bound is tours over a matrix of edge costs, of which some must be in every tour. It constructs none.
type bound struct {
	n         int
	symmetric bool
	fixed     [][2]int32
}

func (b bound) Space() multiwalk.Space { return multiwalk.Tour(b.n) }
func (b bound) FixedEdges() [][2]int32 { return b.fixed }
func (b bound) Symmetric() bool        { return b.symmetric }
func (b bound) EdgeCost(i, j int32) int64 {
	if b.symmetric {
		i, j = min(i, j), max(i, j)
	}
	return int64(multiwalk.NewRand(uint64(i), int(j)).Uint32N(1000))
}
func (b bound) Cost(x []int32) (sum int64) {
	for i, c := range x {
		sum += b.EdgeCost(c, x[(i+1)%len(x)])
	}
	return sum
}

// edgeless is bound without edge costs.
type edgeless struct{ b bound }

func (e edgeless) Space() multiwalk.Space { return e.b.Space() }
func (e edgeless) FixedEdges() [][2]int32 { return e.b.FixedEdges() }
func (e edgeless) Cost(x []int32) int64   { return e.b.Cost(x) }

// boundProblems are tours with fixed edges: a file's, with all abilities and kernels, and plainer ones.
func boundProblems(t *testing.T) map[string]multiwalk.Problem {
	var text strings.Builder
	fmt.Fprintf(&text, "NAME: bound\nTYPE: TSP\nDIMENSION: 24\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n")
	for i := range 24 {
		fmt.Fprintf(&text, "%d %d %d\n", i+1, i*37%100, i*61%100)
	}
	text.WriteString("FIXED_EDGES_SECTION\n1 20\n20 7\n3 4\n-1\nEOF\n")
	read := must.Have(tsp.Read(strings.NewReader(text.String()), "bound.tsp"))(t)
	fixed := [][2]int32{{0, 9}, {9, 4}, {2, 3}, {11, 10}}
	return map[string]multiwalk.Problem{
		"a file": read, "a matrix": bound{20, true, fixed}, "an asymmetric one": bound{20, false, fixed},
		"few cities": bound{5, true, fixed[2:3]}, "few of an asymmetric one": bound{5, false, fixed[2:3]},
		"a whole tour":  bound{8, true, [][2]int32{{0, 2}, {2, 4}, {4, 6}, {6, 1}, {1, 3}, {3, 5}, {5, 7}, {7, 0}}},
		"no edge costs": edgeless{bound{20, true, fixed}},
	}
}

// Every method keeps fixed edges or refuses them before it begins, and then names a way out.
func TestMethods_KeepFixedEdgesOrRefuse(t *testing.T) {
	unraced.Test(t)
	all := append(methods(), cooperate.Portfolio{Methods: []walk.Method{single.ILS{}, single.IteratedTabu{}}},
		cooperate.Independent{Method: single.Tabu{}}, cooperate.Independent{Method: single.ILS{}}, cooperate.PSPM{Every: -1},
		cooperate.Exchange{Method: single.Tabu{}}, cooperate.Exchange{Method: single.IteratedTabu{}}, cooperate.Restart{Method: single.ILS{}},
		single.Climb{Neighbourhood: "insert", Restarts: -1}, single.ILS{LocalSearch: "oropt"}, single.ILS{Depth: 5})
	kept := map[string]bool{}
	for name, p := range boundProblems(t) {
		for _, d := range []multiwalk.Device{nil, device.Emulator()} {
			for _, m := range all {
				r, err := multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 7, Device: d, Walks: 3,
					Stop: []multiwalk.Stop{multiwalk.Evaluations(3000), multiwalk.Work(20)}})
				at := fmt.Sprintf("%s, %s on %v", name, m.Name(), d)
				switch {
				case err == nil:
					kept[name] = true
					if err := walk.Feasible(p, r.Best); err != nil {
						t.Errorf("%s: %v", at, err)
					}
				case r != nil && r.Best != nil || strings.Contains(err.Error(), "made no solution"):
					t.Errorf("%s began before it refused: %v", at, err)
				case d == nil && errors.Is(err, multiwalk.ErrConstraint) && !strings.Contains(err.Error(), "use ils"):
					t.Errorf("%s names no way out: %v", at, err)
				}
			}
		}
		if want := name != "no edge costs"; kept[name] != want {
			t.Errorf("%s: some method runs: %v, want %v", name, kept[name], want)
		}
	}
}

// The choice of package auto keeps fixed edges, on cores and where no kernels do.
func TestAuto_KeepsFixedEdges(t *testing.T) {
	unraced.Test(t)
	for name, p := range boundProblems(t) {
		if name == "no edge costs" {
			continue
		}
		for _, m := range []walk.Method{auto.For(p), auto.On(p, device.Emulator())} {
			r, err := multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 3, Stop: []multiwalk.Stop{multiwalk.Work(2)}})
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if err := walk.Feasible(p, r.Best); err != nil {
				t.Errorf("%s, %s: %v", name, m.Name(), err)
			}
		}
	}
}
