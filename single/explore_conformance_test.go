package single

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/single/threshold"
	"github.com/multiwalk/multiwalk/walk"
)

// explorers are the methods of the engine, with settings that bring all they do about within some thousand proposals.
var explorers = []walk.Method{threshold.LateAcceptance{Length: 40}, threshold.ThresholdAccepting{Alpha: 0.7}, threshold.ThresholdAccepting{Alpha: 0.3, Once: true},
	threshold.RecordToRecord{}, threshold.RecordToRecord{Deviation: 30}, threshold.GreatDeluge{Steps: 20},
	descent.VariableNeighbourhood{K: 3, Strength: 1}, descent.VariableNeighbourhood{Rule: descent.BestImprovement},
	ils.ILS{LocalSearch: descent.FirstImprovement}, ils.ILS{LocalSearch: descent.BestImprovement, Deviation: 20}}

// refusedOfExplorers are settings that the engine's methods refuse for any problem.
func refusedOfExplorers() conformance.Option {
	return conformance.Refuses(threshold.LateAcceptance{Length: -1}, threshold.LateAcceptance{Neighbourhood: "x"}, threshold.ThresholdAccepting{Alpha: 2},
		threshold.ThresholdAccepting{End: -1}, threshold.RecordToRecord{Deviation: -1}, threshold.RecordToRecord{Neighbourhood: "x"}, threshold.GreatDeluge{Steps: -1},
		descent.VariableNeighbourhood{K: -1}, descent.VariableNeighbourhood{Rule: "x"}, ils.ILS{LocalSearch: "x"}, ils.ILS{Deviation: -1})
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
	budget := int64(8_000)
	if testing.Short() {
		budget = 2_000
	}
	methods := append([]walk.Method{anneal.Anneal{Alpha: 0.7}, descent.Climb{}, descent.Climb{Restarts: -1}}, explorers...)
	for i, p := range []multiwalk.Problem{sample.NewBits(9, 1), sample.NewLabels(6, 1), sample.NewMixed(4, 1), sample.NewOrder(7, 1),
		sample.NewRoad(8, true, 1)} {
		for j, m := range methods {
			if (i+j)%3 != 0 || testing.Short() && (i+j)%6 != 0 { // each method on two spaces at least, each space under three
				continue
			}
			t.Run(m.Name()+"/"+p.Space().String(), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, p, conformance.Budget(budget), conformance.On(device.Emulator()), refusedOfExplorers())
			})
		}
	}
}
