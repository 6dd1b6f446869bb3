package continuous_test

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/continuous"
)

func TestStaged_Conforms(t *testing.T) {
	mixed := function(5, sphere)
	mixed.Whole = []bool{true, false, true, false, false}
	for name, p := range map[string]continuous.Problem{"rastrigin": function(3, rastrigin), "rosenbrock": function(4, rosenbrock), "mixed": mixed} {
		t.Run(name, func(t *testing.T) {
			conformance.Method(t, continuous.Staged{}, packed(t, p), conformance.Budget(6000),
				conformance.Refuses(continuous.Staged{CMAES: continuous.CMAES{Sigma: 2}}, continuous.Staged{LineSearch: continuous.LineSearch{XTol: -1}}))
		})
	}
}
