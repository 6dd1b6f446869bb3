package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/single"
)

// cover wants few ones. Zeros side by side are gaps, which its cost takes too lightly: the best by cost has some, and a run also
// finds solutions without. With none of them allowed and no ones either, nothing is feasible.
type cover struct{ barred bool }

func (cover) Space() multiwalk.Space { return multiwalk.Binary(12) }

func (c cover) Cost(x []int32) (cost int64) {
	for _, v := range x {
		cost += 10 * int64(v)
	}
	for _, v := range c.Violations(x) {
		cost += 4 * v.Amount
	}
	return cost
}

func (c cover) Violations(x []int32) (list []multiwalk.Violation) {
	gaps, ones := int64(0), int64(0)
	for i, v := range x {
		if ones += int64(v); i > 0 && v+x[i-1] == 0 {
			gaps++
		}
	}
	if gaps > 0 {
		list = append(list, multiwalk.Violation{Name: "gaps", Amount: gaps})
	}
	if ones > 0 && c.barred {
		list = append(list, multiwalk.Violation{Name: "ones", Amount: ones})
	}
	return list
}

func (cover) WriteSolution(io.Writer, []int32) error              { return nil }
func (cover) ReadSolution(_ io.Reader, _ string) ([]int32, error) { return nil, nil }

// No format of the command has such penalties, so the job is made here. What it says of them must be what the run found.
func TestSolve_SaysWhatKeepsASolutionFromBeingFeasible(t *testing.T) {
	for barred, says := range map[bool]string{
		false: "n=12: cost %d of the best feasible solution; the best of all costs 44, constraints violated by 11 in all: gaps 11\n",
		true:  "n=12: no feasible solution found, constraints violated by 11 in all: gaps 11\n",
	} {
		p := cover{barred}
		res := must.Have(multiwalk.Minimize(context.Background(), p, single.Anneal{}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Evaluations(20_000)}}))(t)
		if !barred {
			says = fmt.Sprintf(says, res.Feasible.Cost)
		}
		var out bytes.Buffer
		j := &job{cmd: &solveCmd{}, console: &console.Console{Out: &out, Err: &out, Width: func() int { return 0 }},
			in: &problem.Instance{Format: problem.Format{Name: "cover"}, Problem: p, Name: "c"}, settings: multiwalk.Settings{Device: device.CPU(1)}}
		must.Do(t, j.summarise(res, nil, nil))
		if !strings.HasPrefix(out.String(), "cover c, "+says) {
			t.Errorf("the summary says %s, want %s", out.String(), says)
		}
		out.Reset()
		j.cmd.JSON = true
		must.Do(t, j.summarise(res, nil, nil))
		var got report
		must.Do(t, json.Unmarshal(out.Bytes(), &got))
		if !strings.Contains(says, got.Outcome) || *got.Feasible || !slices.Equal(got.Violations, []multiwalk.Violation{{Name: "gaps", Amount: 11}}) {
			t.Errorf("--json has %+v", got)
		}
		if (got.FeasibleCost == nil) != barred || !barred && (*got.FeasibleCost != res.Feasible.Cost || p.Cost(got.FeasibleSolution) != res.Feasible.Cost) {
			t.Errorf("--json has %v, %v", got.FeasibleCost, got.FeasibleSolution)
		}
		if !barred && len(p.Violations(answer(res))) > 0 {
			t.Error("what is written is not feasible, though the run found such a solution")
		}
		run := record.New(record.Header{N: 12}, res)
		v := judge(run, problem.Format{}, nil)
		if !strings.Contains(says, v.Outcome) {
			t.Errorf("verify says %s", v.Outcome)
		}
		out.Reset()
		j.cmd.JSON = false
		watched := newProgress(j)
		for _, at := range []time.Duration{0, 2 * time.Second} {
			watched.observe(multiwalk.Event{Kind: multiwalk.EventIncumbent, Elapsed: at, Cost: res.Cost - int64(at), Best: slices.Clone(res.Best)})
		}
		if !strings.Contains(out.String(), "cost 44, constraints violated by 11 in all: gaps 11") {
			t.Errorf("progress says %s", out.String())
		}
	}
}
