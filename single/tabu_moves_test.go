package single

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/sample"
)

// everySpace are settings of the searches that walk in any neighbourhood, which bring all they do about within some thousand
// moves.
var everySpace = []multiwalk.Method{Tabu{}, Tabu{Tenure: 3, Candidates: 5}, IteratedTabu{Length: 7},
	IteratedTabu{Length: 30, Weakest: 2, Strongest: 4}, ILS{}, ILS{Strength: 2},
	ParallelTempering{}, ParallelTempering{Replicas: 3, Sweep: 1, Coldest: 0.5, Hottest: 40}}

func TestEverySpace_Conforms(t *testing.T) {
	for i, p := range sample.Problems() {
		for j, m := range everySpace {
			if testing.Short() && (i+j)%3 != 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%v/%T", m.Name(), p.Space(), p), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, p, conformance.Budget(4000), conformance.Refuses(Tabu{Tenure: -1}, Tabu{Candidates: -1},
					Tabu{Neighbourhood: "x"}, IteratedTabu{Length: -1}, IteratedTabu{Tabu: Tabu{Neighbourhood: "x"}}, ILS{Strength: -1},
					ILS{Neighbourhood: "x"}, ParallelTempering{Neighbourhood: "x"}))
			})
		}
	}
}

// Every kind of move, by name, on the spaces that it fits.
func TestEverySpace_EveryMove(t *testing.T) {
	for name, p := range map[string]multiwalk.Problem{"insert": sample.NewOrder(9, 1), "2opt": sample.NewRoad(12, true, 1),
		"oropt": sample.NewRoad(12, false, 1), "insert+swap": sample.NewOrder(8, 2), "change": sample.NewBits(12, 1),
		"blockswap": sample.NewOrder(9, 3), "blockswap+2opt": sample.NewRoad(11, false, 3),
		"oropt+2opt": sample.NewRoad(11, true, 2), "flip": sample.NewBits(11, 1), "swap+change": sample.NewMixed(5, 1)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conformance.Method(t, Tabu{Neighbourhood: name}, p, conformance.Budget(3000))
			conformance.Method(t, ILS{Neighbourhood: name}, p, conformance.Budget(3000))
			conformance.Method(t, ParallelTempering{Neighbourhood: name, Replicas: 4}, p, conformance.Budget(3000))
		})
	}
}
