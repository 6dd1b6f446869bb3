package single

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/sample"
)

// explorers are the methods of the engine, with settings that bring all they do about within some thousand proposals.
var explorers = []multiwalk.Method{LateAcceptance{Length: 40}, ThresholdAccepting{Alpha: 0.7}, ThresholdAccepting{Alpha: 0.3, Once: true},
	RecordToRecord{}, RecordToRecord{Deviation: 30}, GreatDeluge{Steps: 20},
	VariableNeighbourhood{K: 3, Strength: 1}, VariableNeighbourhood{Rule: BestImprovement}}

// refusedOfExplorers are settings that the engine's methods refuse for any problem.
func refusedOfExplorers() conformance.Option {
	return conformance.Refuses(LateAcceptance{Length: -1}, LateAcceptance{Neighbourhood: "x"}, ThresholdAccepting{Alpha: 2},
		ThresholdAccepting{End: -1}, RecordToRecord{Deviation: -1}, RecordToRecord{Neighbourhood: "x"}, GreatDeluge{Steps: -1},
		VariableNeighbourhood{K: -1}, VariableNeighbourhood{Rule: "x"})
}

func TestExplorers_Conform(t *testing.T) {
	for i, p := range sample.Problems() {
		for j, m := range explorers {
			if testing.Short() && (i+j)%4 != 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%v/%T", m.Name(), p.Space(), p), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, p, conformance.Budget(4000), refusedOfExplorers())
			})
		}
	}
}

// On the emulator, for every space. A launch there is short beside the budget.
func TestExplorers_ConformOnMachines(t *testing.T) {
	methods := append([]multiwalk.Method{Anneal{Alpha: 0.7}, Climb{}, Climb{Restarts: -1}}, explorers...)
	for i, p := range []multiwalk.Problem{sample.NewBits(9, 1), sample.NewLabels(6, 1), sample.NewMixed(4, 1), sample.NewOrder(7, 1),
		sample.NewRoad(8, true, 1)} {
		for j, m := range methods {
			if (i+j)%3 != 0 || testing.Short() && (i+j)%6 != 0 { // each method on two spaces at least, each space under three
				continue
			}
			t.Run(m.Name()+"/"+p.Space().String(), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, p, conformance.Budget(8_000), conformance.On(device.Emulator()), refusedOfExplorers())
			})
		}
	}
}
