package conformance

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// loads puts parcels into two vans; either may be too full. Its moves are its own, and numbered, and one parcel stays where it is.
// It has one flaw, or none.
type loads struct {
	n     int
	flaw  string
	rules *multiwalk.Constraints
	calls *atomic.Int64
}

func newLoads(n int, flaw string) loads {
	most := map[string]int64{"most": int64(n)/2 - 1}[flaw]
	if most == 0 {
		most = int64(n)
	}
	objective := int64(3 * n)
	if flaw == "objective" {
		objective = 3
	}
	rules, err := multiwalk.NewConstraints(objective, multiwalk.Constraint{Name: "room", Most: most}, multiwalk.Constraint{Name: "pairs", Most: int64(n)})
	if err != nil {
		panic(err)
	}
	return loads{n, flaw, rules, new(atomic.Int64)}
}

func (p loads) Space() multiwalk.Space { return multiwalk.Binary(p.n) }

// counts are the parcels beyond half in a van, the pairs of neighbours in van 1, and the objective.
func (p loads) counts(x []int32) (room, pairs, fare int64) {
	for i, v := range x {
		room += int64(v)
		fare += int64(v) * int64(i%4)
		if i > 0 && v+x[i-1] == 2 {
			pairs++
		}
	}
	return max(0, room-int64(p.n)/2), pairs, fare
}

func (p loads) Cost(x []int32) int64 {
	room, pairs, fare := p.counts(x)
	if p.flaw == "negative" && room == 0 {
		room = -1
	}
	return p.rules.Pack(fare, room, pairs)
}

func (p loads) Constraints() *multiwalk.Constraints {
	switch {
	case p.flaw == "nil":
		return nil
	case p.flaw == "other constraints" && p.calls.Add(1) > 1:
		c, _ := multiwalk.NewConstraints(9, multiwalk.Constraint{Name: "room", Most: 9})
		return c
	}
	return p.rules
}

func (p loads) Violations(x []int32) []multiwalk.Violation {
	room, pairs, _ := p.counts(x)
	switch p.flaw {
	case "counts":
		room++
	case "no name":
		return []multiwalk.Violation{{Name: "room", Amount: room}, {Amount: pairs}}
	case "twice":
		return []multiwalk.Violation{{Name: "pairs", Amount: room}, {Name: "pairs", Amount: pairs}}
	case "minus":
		return []multiwalk.Violation{{Name: "pairs", Amount: -1}}
	case "changes x":
		x[0] = 1 - x[0]
	case "counts calls":
		room += p.calls.Add(1)
	}
	return []multiwalk.Violation{{Name: "room", Amount: room}, {Name: "pairs", Amount: pairs}}
}

func (p loads) Feasible(x []int32) bool {
	room, pairs, _ := p.counts(x)
	switch p.flaw {
	case "feasible":
		return room == 0
	case "feasible calls":
		return p.calls.Add(1)%2 == 0
	}
	return room+pairs == 0
}

func (p loads) Fixed() []multiwalk.Fixed {
	switch p.flaw {
	case "fixed twice":
		return []multiwalk.Fixed{{Position: 1, Value: 1}, {Position: 1}}
	case "fixed outside":
		return []multiwalk.Fixed{{Position: int32(p.n)}}
	case "fixed value":
		return []multiwalk.Fixed{{Position: 1, Value: 2}}
	case "fixed changes":
		return []multiwalk.Fixed{{Position: int32(p.calls.Add(1)) % 2}}
	}
	return []multiwalk.Fixed{{Position: 2, Value: 1}}
}

// NewMoves are the flips of two neighbours or of one element, but for the fixed one.
func (p loads) NewMoves() multiwalk.Moves { return &twins{p: p} }

type twins struct{ p loads }

func (t *twins) Reset([]int32) {}

// list numbers the moves: from I on, K elements.
func (t *twins) Size() int64 { return int64(2*t.p.n - 1) }

func (t *twins) Move(k int64) multiwalk.Move {
	switch {
	case t.p.flaw == "numbered twice" && k == 3:
		k = 1
	case t.p.flaw == "number left out" && k >= int64(t.p.n):
		return multiwalk.Move{I: int32(k) - int32(t.p.n), K: 0} // nothing
	case k >= int64(t.p.n):
		return multiwalk.Move{I: int32(k) - int32(t.p.n), K: 2}
	}
	return multiwalk.Move{I: int32(k), K: 1}
}

func (t *twins) Random(r *multiwalk.Rand) multiwalk.Move {
	k := int64(r.IntN(2*t.p.n - 1))
	if k >= int64(t.p.n) {
		return multiwalk.Move{I: int32(k) - int32(t.p.n), K: 2}
	}
	return multiwalk.Move{I: int32(k), K: 1}
}

func (t *twins) Apply(x []int32, m multiwalk.Move) {
	for i := m.I; i < m.I+m.K; i++ {
		if i != 2 || t.p.flaw == "move of fixed" {
			x[i] = 1 - x[i]
		}
	}
}

func (t *twins) Undo(x []int32, m multiwalk.Move) {
	if t.Apply(x, m); t.p.flaw == "undo" && m.K == 2 {
		x[m.I] = 1 - x[m.I]
	}
}

func (t *twins) Delta(x []int32, m multiwalk.Move) int64 {
	y := append([]int32(nil), x...)
	t.Apply(y, m)
	d := t.p.Cost(y) - t.p.Cost(x)
	if t.p.flaw == "delta" && m.K == 2 {
		d += 1 << 20
	}
	return d
}

func TestProblem_FindsFlawsOfConstraintsFixedElementsAndMoves(t *testing.T) {
	unraced.Test(t)
	for _, n := range []int{6, 40} {
		Problem(t, newLoads(n, ""))
	}
	flaws := map[string]string{
		"most":              "Constraints: at x = ",
		"objective":         "which is outside [-3, 3]; give NewConstraints a greater bound",
		"negative":          "violates constraint room by -1, which is outside",
		"nil":               "Constraints: it is nil; return what NewConstraints made",
		"other constraints": "it must not change",
		"counts":            "packs the violations ",
		"no name":           "of a violation without a name",
		"twice":             "it counts pairs twice",
		"minus":             "an amount is never negative",
		"changes x":         "Violations: Violations changed its x from",
		"counts calls":      "Violations: of ",
		"feasible":          "and Feasible says ",
		"feasible calls":    "Feasible: of ",
		"fixed twice":       "Fixed: multiwalk: position 1 is fixed twice",
		"fixed outside":     "is fixed, which is outside",
		"fixed value":       "Fixed: multiwalk: position 1 is fixed at 2, outside [0, 1]",
		"fixed changes":     "at the second; it must not change",
		"numbered twice":    "NewMoves: moves 1 and 3 are both {I:1 J:0 K:1}; number each move once",
		"number left out":   "moves that are numbered does; number all of them",
		"move of fixed":     "NewMoves: after ",
		"undo":              "NewMoves: after ",
		"delta":             "but Apply takes the cost from",
	}
	for flaw, want := range flaws {
		found(t, flaw, want, CheckProblem(newLoads(8, flaw)))
		if errs := CheckProblem(newLoads(24, flaw)); len(errs) == 0 {
			t.Errorf("%s: not found at n=24", flaw)
		}
	}
}

// What a Constructor builds is given the fixed values before it counts, as walks do.
type built struct{ loads }

func (p built) Construct(_ *multiwalk.Rand, x []int32) { clear(x) }
func (p built) LowerBound() int64                      { return 2 } // no solution without the fixed element costs less

func TestProblem_StartsHaveTheFixedElements(t *testing.T) {
	var l logged
	Problem(&l, built{newLoads(6, "")})
	if l.failed != "" {
		t.Error(l.failed)
	}
	for _, name := range []string{"Fixed", "Constraints", "Violations", "Feasible", "NewMoves", "Construct", "LowerBound"} {
		if !strings.Contains(l.said, name) {
			t.Errorf("says %s, without %s", l.said, name)
		}
	}
}

type (
	wrongFixed struct{ ordered }
	wrongRules struct{ ordered }
	wrongCount struct{ ordered }
	wrongWord  struct{ ordered }
	misspelt   struct{ ordered }
)

func (wrongFixed) Fixed() map[int32]int32                    { return nil }
func (wrongRules) Constraints() multiwalk.Constraints        { return multiwalk.Constraints{} }
func (wrongCount) Violations(x []int32) int64                { return 0 }
func (wrongWord) Feasible(x []int32) error                   { return nil }
func (misspelt) Constraint() *multiwalk.Constraints          { return nil }
func (misspelt) Violation(x []int32) []multiwalk.Violation   { return nil }
func (misspelt) ConstructSolution(r *multiwalk.Rand) []int32 { return nil }

func TestProblem_FindsNearMissesOfConstraints(t *testing.T) {
	for _, c := range []struct {
		p     multiwalk.Problem
		wants []string
	}{
		{wrongFixed{}, []string{"has Fixed() map[int32]int32, which no method finds; write Fixed() []multiwalk.Fixed (multiwalk.Fixer)"}},
		{wrongRules{}, []string{"write Constraints() *multiwalk.Constraints (multiwalk.Constrained)"}},
		{wrongCount{}, []string{"write Violations([]int32) []multiwalk.Violation (multiwalk.Violator)"}},
		{wrongWord{}, []string{"write Feasible([]int32) bool (multiwalk.Feasibler)"}},
		{misspelt{}, []string{"a method Constraint; if that is to be Constraints()", "a method Violation; if that is to be Violations("}},
	} {
		errs := fmt.Sprint(CheckProblem(c.p))
		for _, want := range c.wants {
			if !strings.Contains(errs, want) {
				t.Errorf("%T: found %v, want %s", c.p, errs, want)
			}
		}
	}
}
