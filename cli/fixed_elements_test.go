package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// pinned is elements that must not change, to be embedded beside a problem with all its abilities and kernels.
type pinned []multiwalk.Fixed

func (p pinned) Fixed() []multiwalk.Fixed { return p }

type (
	pinnedQAP struct {
		*qap.Instance
		pinned
	}
	pinnedQueens struct {
		*nqueens.Instance
		pinned
	}
	pinnedBits struct {
		*sample.Bits
		pinned
	}
	pinnedLabels struct {
		*sample.Labels
		pinned
	}
	pinnedMixed struct {
		*sample.Mixed
		pinned
	}
	pinnedOrder struct {
		*sample.Order
		pinned
	}
)

func pinnedProblems(t *testing.T) map[string]multiwalk.Problem {
	queens := must.Have(nqueens.New(16))(t)
	return map[string]multiwalk.Problem{
		"assignment": pinnedQAP{qap.Uniform(12, 1), pinned{{Position: 2, Value: 11}, {Position: 7, Value: 0}}},
		"queens":     pinnedQueens{queens, pinned{{Position: 0, Value: 3}, {Position: 9, Value: 15}}},
		"bits":       pinnedBits{sample.NewBits(20, 1), pinned{{Position: 0, Value: 1}, {Position: 11}, {Position: 12, Value: 1}}},
		"labels":     pinnedLabels{sample.NewLabels(12, 1), pinned{{Position: 3, Value: 2}, {Position: 11, Value: 0}}},
		"product":    pinnedMixed{sample.NewMixed(8, 1), pinned{{Position: 0, Value: 7}, {Position: 5, Value: 2}, {Position: 9, Value: 1}, {Position: 16, Value: 4}}},
		"order":      pinnedOrder{sample.NewOrder(12, 1), pinned{{Position: 11, Value: 4}, {Position: 5, Value: 0}}},
	}
}

// onEveryDevice are the methods that keep fixed elements with kernels too, and the remedy that the others name.
var onEveryDevice = []string{"anneal", "climb", "threshold", "late-acceptance", "record-to-record", "great-deluge", "vns"}

// Every method, on every space and on cores and kernels, ends with the fixed elements as they are, or refuses before it begins.
// Then it names a way out, and that is one.
func TestMethods_KeepFixedElementsOrRefuse(t *testing.T) {
	unraced.Test(t)
	all := append(methods(), cooperate.Portfolio{Methods: []walk.Method{single.ILS{}, single.IteratedTabu{}}},
		cooperate.Independent{Method: single.Tabu{}}, cooperate.PSPM{Every: -1}, cooperate.Exchange{Method: single.Tabu{}},
		cooperate.Restart{Method: single.ILS{}}, cooperate.Islands{Method: population.Genetic{Population: 16}},
		population.Genetic{Population: 16, Crossover: "ox"}, population.Genetic{Population: 16, Crossover: "uniform"},
		population.Memetic{Population: 3, Length: 40, Patience: 1}, single.Climb{Neighbourhood: "insert", Restarts: -1},
		single.Climb{Rule: single.BestImprovement, Restarts: -1}, single.Tabu{Neighbourhood: "insert"})
	for name, p := range pinnedProblems(t) {
		for _, d := range []multiwalk.Device{nil, device.Emulator()} {
			var kept []string
			for _, m := range all {
				r, err := multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 7, Device: d, Walks: 3,
					Stop: []multiwalk.Stop{multiwalk.Evaluations(3000), multiwalk.Work(20)}})
				at := fmt.Sprintf("%s, %s on %v", name, m.Name(), d)
				switch {
				case err == nil:
					kept = append(kept, m.Name())
					if err := walk.Feasible(p, r.Best); err != nil {
						t.Errorf("%s: %v", at, err)
					}
				case r != nil && r.Best != nil || strings.Contains(err.Error(), "made no solution"):
					t.Errorf("%s began before it refused: %v", at, err)
				case errors.Is(err, multiwalk.ErrConstraint) && d == nil:
					t.Errorf("%s refuses fixed elements: %v", at, err)
				case errors.Is(err, multiwalk.ErrConstraint) && !strings.Contains(err.Error(), "use "+strings.Join(onEveryDevice[:2], ", ")):
					t.Errorf("%s names no way out: %v", at, err)
				}
			}
			for _, m := range onEveryDevice {
				if d != nil && !slices.Contains(kept, m) && walk.Place(p, single.Anneal{}, d) == nil {
					t.Errorf("%s, %s does not run on %v, though errors advise it", name, m, d)
				}
			}
			if d == nil && len(kept) < 15 {
				t.Errorf("%s: only %s run on cores", name, strings.Join(kept, ", "))
			}
		}
	}
}

// The choice of package auto keeps them, on cores and where there are kernels.
func TestAuto_KeepsFixedElements(t *testing.T) {
	unraced.Test(t)
	for name, p := range pinnedProblems(t) {
		for _, m := range []walk.Method{auto.For(p), auto.On(p, device.Emulator())} {
			r, err := multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 3, Stop: []multiwalk.Stop{multiwalk.Work(2)}})
			if err != nil {
				t.Errorf("%s, %s: %v", name, m.Name(), err)
			} else if err := walk.Feasible(p, r.Best); err != nil {
				t.Errorf("%s, %s: %v", name, m.Name(), err)
			}
		}
		m := auto.On(p, device.Emulator())
		if err := walk.Place(p, m, device.Emulator()); err != nil && walk.Place(p, single.Anneal{}, device.Emulator()) == nil {
			t.Errorf("%s: auto chooses %s for a device on which it cannot run: %v", name, m.Name(), err)
		}
	}
}

// Searches that keep elements still find the best of what is left.
func TestMethods_FindTheBestWithFixedElements(t *testing.T) {
	unraced.Test(t)
	for name, p := range pinnedProblems(t) {
		least := int64(1 << 62)
		for _, m := range []walk.Method{single.VariableNeighbourhood{}, single.Anneal{}, single.ILS{}} {
			r := must.Have(multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 2, Stop: []multiwalk.Stop{multiwalk.Evaluations(60_000)}}))(t)
			least = min(least, r.Cost)
		}
		list := []walk.Method{single.IteratedTabu{}, population.Memetic{}}
		if name != "product" { // whose short parts a lone tabu search does not master without fixed elements either
			list = append(list, single.Tabu{})
		}
		if name == "queens" {
			list = append(list, single.MinConflict{})
		}
		for _, m := range list {
			r, err := multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 2, Stop: []multiwalk.Stop{multiwalk.Target(least), multiwalk.Evaluations(200_000)}})
			if err != nil || r.Cost > least {
				t.Errorf("%s: %s ends at %v, %v, and others at %d", name, m.Name(), r, err, least)
			}
		}
	}
}
