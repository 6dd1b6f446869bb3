package multiwalk_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
)

func TestConstraints_PackUnpack(t *testing.T) {
	c, err := multiwalk.NewConstraints(1000, multiwalk.Constraint{Name: "a", Most: 1}, multiwalk.Constraint{Name: "b", Most: 77})
	if err != nil {
		t.Fatal(err)
	}
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

// load is an integer whose objective is that, times 1 or -1.
type load struct {
	rules *multiwalk.Constraints
	sign  int64
}

func (load) Space() multiwalk.Space                { return multiwalk.Integers(1, 0, 9999) }
func (l load) Constraints() *multiwalk.Constraints { return l.rules }
func (l load) Cost(x []int32) int64                { return l.rules.Pack(l.sign*int64(x[0]), 0) }

// An objective beyond its bound is an error that names the bound, whether it would change the violations or not. The script begins at
// 1000.
func TestConstraints_TellOfAnObjectiveBeyondItsBound(t *testing.T) {
	for _, c := range []struct {
		most, sign int64
		says       string
	}{{1000, 1, ""}, {999, 1, "has an objective of 1000, which is outside [-999, 999]; give NewConstraints a greater bound"},
		{200, 1, "or a delta of it, of 1000, which is outside [-200, 200]; give NewConstraints a greater bound"},
		{200, -1, "or a delta of it, of -1000, which is outside"}} {
		rules, err := multiwalk.NewConstraints(c.most, multiwalk.Constraint{Name: "room", Most: 5})
		if err != nil {
			t.Fatal(err)
		}
		m := script{slice: 5, find: func(int, int64) int32 { return 900 }}
		_, err = multiwalk.Minimize(t.Context(), load{rules, c.sign}, m, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%d: %v, want %q", c.most, err, c.says)
		}
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
		if _, err := multiwalk.NewConstraints(c.most, c.list...); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
	if c, err := multiwalk.NewConstraints(1<<60, nil...); err == nil || c != nil {
		t.Errorf("60 bits and two more fit %v", err)
	}
	if _, err := multiwalk.NewConstraints(1<<28, multiwalk.Constraint{Name: "a", Most: 1<<29 - 1}); err != nil {
		t.Error(err)
	}
}

// A city with two fixed edges has no third one, whichever cities they lead to: city 0 is one as any other.
func TestFixedEdges_AtMostTwoOfACity(t *testing.T) {
	for _, edges := range [][][2]int32{{{1, 2}, {1, 0}, {1, 3}}, {{1, 0}, {1, 2}, {1, 3}}, {{0, 1}, {2, 0}, {3, 0}}} {
		_, err := multiwalk.Minimize(t.Context(), edged{edges}, script{slice: 5, find: noise}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		if !errors.Is(err, multiwalk.ErrConstraint) || !strings.Contains(err.Error(), "more than two fixed edges") {
			t.Errorf("%v: %v", edges, err)
		}
	}
}

// edged is a tour of four cities with fixed edges.
type edged struct{ edges [][2]int32 }

func (edged) Space() multiwalk.Space   { return multiwalk.Tour(4) }
func (edged) Cost(x []int32) int64     { return int64(x[1]) }
func (p edged) FixedEdges() [][2]int32 { return p.edges }
