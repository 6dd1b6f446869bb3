package cooperate

import (
	"testing"

	"github.com/multiwalk/multiwalk/conformance"
)

func TestMethods_Conform(t *testing.T) {
	for name, m := range methods() {
		t.Run(name, func(t *testing.T) {
			conformance.Method(t, m, ring{30}, conformance.Budget(8000), conformance.Refuses(Exchange{Method: m, Every: -1}, Independent{}, Portfolio{}))
		})
	}
}
