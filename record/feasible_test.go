package record

import (
	"bytes"
	"context"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/single"
)

// cover wants as few ones as it can have, and penalises pairs of zeros side by side too little.
type cover struct{}

func (cover) Space() multiwalk.Space { return multiwalk.Binary(12) }

func (cover) gaps(x []int32) (gaps int64) {
	for i := 1; i < len(x); i++ {
		if x[i] == 0 && x[i-1] == 0 {
			gaps++
		}
	}
	return gaps
}

func (c cover) Cost(x []int32) (cost int64) {
	for _, v := range x {
		cost += 10 * int64(v)
	}
	return cost + 4*c.gaps(x)
}

func (c cover) Violations(x []int32) []multiwalk.Violation {
	return []multiwalk.Violation{{Name: "gaps", Amount: c.gaps(x)}}
}

func TestVerify_Feasible(t *testing.T) {
	res, err := multiwalk.Minimize(context.Background(), cover{}, single.Anneal{}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Evaluations(20_000)}})
	if err != nil || !res.Infeasible || res.Feasible == nil {
		t.Fatal(res, err)
	}
	header := Header{Program: "t", Problem: "cover", Instance: "cover", Hash: "h", N: 12, Stop: []multiwalk.Stop{multiwalk.Evaluations(20_000)},
		Method: Method{Name: "anneal"}}
	var text bytes.Buffer
	must.Do(t, Write(&text, New(header, res)))
	runs, err := Read(&text, "here")
	if err != nil || len(runs) != 1 {
		t.Fatal(runs, err)
	}
	must.Do(t, Verify(runs[0], cover{}, "h"))
	for says, change := range map[string]func(e *End){
		"infeasible is false by the record, and true": func(e *End) { e.Infeasible = false },
		"by the record the solution leaves":           func(e *End) { e.Violations = []multiwalk.Violation{{Name: "gaps", Amount: 1}} },
		"for the feasible solution, it costs":         func(e *End) { e.FeasibleCost++ },
		"the feasible solution is none":               func(e *End) { e.Feasible, e.FeasibleCost = e.Solution, e.Cost },
		"the feasible solution does not hold":         func(e *End) { e.Feasible = e.Feasible[1:] },
	} {
		run, end := runs[0], *runs[0].End
		run.End = &end
		if change(&end); true {
			must.Fail(t, says)(Verify(run, cover{}, "h"))
		}
	}
}
