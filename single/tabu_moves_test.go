package single

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/single/tabu"
	"github.com/multiwalk/multiwalk/single/tempering"
	"github.com/multiwalk/multiwalk/walk"
)

// everySpace are settings of the searches that walk in any neighbourhood, which bring all they do about within some thousand
// moves.
var everySpace = []walk.Method{tabu.Tabu{}, tabu.Tabu{Tenure: 3, Candidates: 5}, tabu.IteratedTabu{Length: 7},
	tabu.IteratedTabu{Length: 30, Weakest: 2, Strongest: 4}, ils.ILS{}, ils.ILS{Strength: 2},
	tempering.ParallelTempering{}, tempering.ParallelTempering{Replicas: 3, Sweep: 1, Coldest: 0.5, Hottest: 40}}

func TestEverySpace_Conforms(t *testing.T) {
	for i, p := range sample.Problems() {
		for j, m := range everySpace {
			if testing.Short() && (i+j)%3 != 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%v/%T", m.Name(), p.Space(), p), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, p, conformance.Budget(4000), conformance.Refuses(tabu.Tabu{Tenure: -1}, tabu.Tabu{Candidates: -1},
					tabu.Tabu{Neighbourhood: "x"}, tabu.IteratedTabu{Length: -1}, tabu.IteratedTabu{Tabu: tabu.Tabu{Neighbourhood: "x"}}, ils.ILS{Strength: -1},
					ils.ILS{Neighbourhood: "x"}, tempering.ParallelTempering{Neighbourhood: "x"}))
			})
		}
	}
}

// Every kind of move, by name, on the spaces that it fits.
func TestEverySpace_EveryMove(t *testing.T) {
	for name, p := range map[string]multiwalk.Problem{"insert": sample.NewOrder(9, 1), "2opt": sample.NewRoad(12, true, 1),
		"oropt": sample.NewRoad(12, false, 1), "insert+swap": sample.NewOrder(8, 2), "change": sample.NewBits(12, 1),
		"blockswap": sample.NewOrder(9, 3), "blockswap+2opt": sample.NewRoad(11, false, 3), "3opt": sample.NewRoad(9, true, 4),
		"oropt+2opt": sample.NewRoad(11, true, 2), "flip": sample.NewBits(11, 1), "swap+change": sample.NewMixed(5, 1)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conformance.Method(t, tabu.Tabu{Neighbourhood: name}, p, conformance.Budget(3000))
			conformance.Method(t, ils.ILS{Neighbourhood: name}, p, conformance.Budget(3000))
			conformance.Method(t, tempering.ParallelTempering{Neighbourhood: name, Replicas: 4}, p, conformance.Budget(3000))
		})
	}
}
