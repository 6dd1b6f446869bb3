package catalogue

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
)

// An instance whose least cost is evident begins with it; another has no first solution.
func TestParse_EvidentInstancesConstructTheirOptimum(t *testing.T) {
	for text, evident := range map[string]bool{"4 4\n1 2 1\n2 3 1\n3 4 1\n4 1 5\n": true, "3 3\n1 2 1\n2 3 1\n3 1 5\n": false} {
		in := must.Have(all.Parse([]byte(text), "cycle.mc", ""))(t)
		c, ok := in.Problem.(multiwalk.Constructor)
		if ok != evident {
			t.Fatalf("%q: constructs: %v", text, ok)
		}
		conformance.Problem(t, in.Problem)
		if x := make([]int32, 4); ok {
			if c.Construct(multiwalk.NewRand(1, 0), x); in.Problem.Cost(x) != -8 {
				t.Errorf("%v costs %d", x, in.Problem.Cost(x))
			}
		}
	}
}
