package single

import (
	"maps"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/lightweight"
)

func TestAnnealers_Conform(t *testing.T) {
	for i, name := range slices.Sorted(maps.Keys(annealers)) {
		m := annealers[name]
		for j, pn := range slices.Sorted(maps.Keys(trial.Zoo())) {
			if (i+j)%2 != 0 || testing.Short() && (i+j)%4 != 0 { // each method on half of them, each of them under half of the methods
				continue
			}
			t.Run(name+"/"+pn, func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, trial.Zoo()[pn], conformance.Budget(4000), conformance.Refuses(
					anneal.Anneal{Sweeps: -1}, anneal.Anneal{Neighbourhood: "x"}, lightweight.LightWeight{Moves: -1}, lightweight.LightWeight{Alpha: 1.5}, descent.Climb{Rule: "x"}))
			})
		}
	}
}

// The test's own problems keep the contract too.
func TestZoo_Conforms(t *testing.T) {
	for name, p := range trial.Zoo() {
		t.Run(name, func(t *testing.T) { conformance.Problem(t, p) })
	}
	conformance.Problem(t, trial.Matrix{Circle: trial.NewCircle(15)})
	if errs := conformance.CheckProblem(trial.Liar{Assigning: trial.NewQAP(9, 1)}); errs == nil {
		t.Error("the liar is not found out")
	}
}
