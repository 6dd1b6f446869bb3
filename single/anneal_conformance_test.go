package single

import (
	"maps"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
)

func TestAnnealers_Conform(t *testing.T) {
	for i, name := range slices.Sorted(maps.Keys(annealers)) {
		m := annealers[name]
		for j, pn := range []string{"qap", "circle", "plain", "product", "circle1", "qap2"} {
			if testing.Short() && (i+j)%3 != 0 {
				continue
			}
			t.Run(name+"/"+pn, func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, zoo()[pn], conformance.Budget(4000), conformance.Refuses(
					Anneal{Sweeps: -1}, Anneal{Neighbourhood: "x"}, LightWeight{Moves: -1}, LightWeight{Alpha: 1.5}, Climb{Rule: "x"}))
			})
		}
	}
}

// The test's own problems keep the contract too.
func TestZoo_Conforms(t *testing.T) {
	for name, p := range zoo() {
		t.Run(name, func(t *testing.T) { conformance.Problem(t, p) })
	}
	conformance.Problem(t, matrix{newCircle(15)})
	if errs := conformance.CheckProblem(liar{newQAP(9, 1)}); errs == nil {
		t.Error("the liar is not found out")
	}
}
