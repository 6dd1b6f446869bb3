package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

// Of a model all is told, and a target taken, in the units of its document, whatever whole numbers the search has for them.
func TestModel_UnitsOfTheDocument(t *testing.T) {
	b := newBench(t)
	write(t, "qubo.json", quboModel)
	write(t, "line.json", `{"tour": {"matrix": [[0, 0.25, 1.5], [0.25, 0, 1.25], [1.5, 1.25, 0]]}}`)
	write(t, "sack.json", `{"knapsack": {"items": [{"name": "cup", "profit": 2.5, "weights": [1]}, {"name": "jug", "profit": 4, "weights": [3]}], "capacities": [3]}}`)
	for _, c := range []struct{ file, target, beyond, says, missed string }{
		{"qubo.json", "-0.5", "-1", "objective -0.5", "target -1 missed by 0.5"},
		{"line.json", "3", "2.5", "objective 3", "target 2.5 missed by 0.5"},
		{"sack.json", "4", "4.5", "objective 4", "target 4.5 missed by 0.5"},
	} {
		b.want(0, "solve", c.file, "--target="+c.target, "--evaluations=2000")
		if got := b.out.String(); !strings.Contains(got, c.says) {
			t.Errorf("%s: it says %s", c.file, got)
		}
		b.want(1, "solve", c.file, "--target="+c.beyond, "--evaluations=2000", "--quiet", "--json")
		if got := b.err.String(); !strings.Contains(got, c.missed) {
			t.Errorf("%s: it says %s", c.file, got)
		}
		var r report
		var answer struct{ Objective float64 }
		err := json.Unmarshal(b.out.Bytes(), &r)
		if err == nil {
			err = json.Unmarshal(r.Answer, &answer)
		}
		if err != nil || *r.Offset+float64(r.Cost)/(*r.Units) != answer.Objective {
			t.Errorf("%s: %s is not its cost: %v", c.file, b.out.String(), err)
		}
		b.want(2, "solve", c.file, "--target=NaN", "--evaluations=2000")
	}
}
