package multiwalk_test

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

func TestConstraints_PackUnpack(t *testing.T) {
	c := must.Have(multiwalk.NewConstraints(1000, multiwalk.Constraint{Name: "a", Most: 1}, multiwalk.Constraint{Name: "b", Most: 77}))(t)
	v := make([]int64, 2)
	for a := int64(-1); a <= 1; a++ {
		for b := int64(-77); b <= 77; b += 7 {
			for _, o := range []int64{-2000, -1999, -1, 0, 3, 2000} {
				packed := c.Pack(o, a, b)
				if got := c.Unpack(packed, v); got != o || v[0] != a || v[1] != b {
					t.Fatalf("%d %d %d come back as %d %d", o, a, b, got, v)
				}
				if other := c.Pack(5, 1, 2); packed+other != c.Pack(o+5, a+1, b+2) {
					t.Fatal("not linear")
				}
			}
		}
	}
	// Lexicographic: first a, then b, then the objective.
	costs := []int64{c.Pack(-1000, 0, 0), c.Pack(1000, 0, 0), c.Pack(-1000, 0, 1), c.Pack(1000, 0, 77), c.Pack(-1000, 1, 0)}
	if !slices.IsSorted(costs) {
		t.Error(costs)
	}
	if got := multiwalk.Blame(c.Violations(c.Pack(3, 1, 2))); got != "constraints violated by 3 in all: a 1, b 2" {
		t.Error(got)
	}
}

func TestConstraints_Refuses(t *testing.T) {
	type list = []multiwalk.Constraint
	for says, c := range map[string]struct {
		most int64
		list list
	}{
		"need 66: 32 for an objective up to 1000000000, 34 for capacity up to 5000000000": {1e9, list{{"capacity", 5e9}}},
		"outside [0":       {-1, nil},
		"outside [0, 1":    {math.MaxInt64, nil},
		"two constraints":  {1, list{{"a", 1}, {"a", 2}}},
		"is named \"\"":    {1, list{{"", 1}}},
		"is named \"a,b\"": {1, list{{"a,b", 1}}},
		"bound of 1":       {1, list{{"a", 0}}},
	} {
		must.Fail(t, says)(multiwalk.NewConstraints(c.most, c.list...))
	}
	if c, err := multiwalk.NewConstraints(1<<60, nil...); err == nil || c != nil {
		t.Errorf("60 bits and two more fit %v", err)
	}
	must.Have(multiwalk.NewConstraints(1<<28, multiwalk.Constraint{Name: "a", Most: 1<<29 - 1}))(t)
}
