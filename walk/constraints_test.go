package walk_test

import (
	"errors"
	"github.com/multiwalk/multiwalk"
	"strings"
	"testing"
)

// load is an integer whose objective is that, times 1 or -1.
type load struct {
	rules *multiwalk.Constraints
	sign  int64
}

func (load) Space() multiwalk.Space { return multiwalk.Integers(1, 0, 9999) }

func (l load) Constraints() *multiwalk.Constraints { return l.rules }

func (l load) Cost(x []int32) int64 { return l.rules.Pack(l.sign*int64(x[0]), 0) }

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

func (edged) Space() multiwalk.Space { return multiwalk.Tour(4) }

func (edged) Cost(x []int32) int64 { return int64(x[1]) }

func (p edged) FixedEdges() [][2]int32 { return p.edges }
