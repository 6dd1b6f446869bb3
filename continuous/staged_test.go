package continuous_test

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/continuous"
)

func TestStaged_Conforms(t *testing.T) {
	for name, p := range functions(3, 4) {
		t.Run(name, func(t *testing.T) {
			conformance.Method(t, continuous.Staged{}, packed(t, p), conformance.Budget(6000),
				conformance.Refuses(continuous.Staged{CMAES: continuous.CMAES{Sigma: 2}}, continuous.Staged{LineSearch: continuous.LineSearch{XTol: -1}}))
		})
	}
}
