package greedy_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/tardiness"
	"github.com/multiwalk/multiwalk/successor"
)

var all = flag.Bool("tardiness.all", false, "solve all instances of OR-Library, and say how long they take")

// instances reads a file of OR-Library, and what the best solutions known cost.
func instances(t *testing.T, jobs int) (list []*tardiness.Instance, optima []int64) {
	name := fmt.Sprintf("wt%d", jobs)
	text, err := os.ReadFile(benchdata.File(t, "wt", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	if list, err = tardiness.Read(bytes.NewReader(text), name); err != nil {
		t.Fatal(err)
	}
	index := must.Have(os.ReadFile(benchdata.File(t, "wt", name+".idx")))(t)
	for line := range strings.Lines(string(index)) {
		var at, cost int64
		must.Have(fmt.Sscan(line, &at, &name, &cost))(t)
		optima = append(optima, cost)
	}
	return list, optima
}

// inserting has nothing but InsertDelta.
type inserting struct{ p *tardiness.Instance }

func (q inserting) Space() multiwalk.Space                  { return q.p.Space() }
func (q inserting) Cost(x []int32) int64                    { return q.p.Cost(x) }
func (q inserting) InsertDelta(x []int32, i, j int32) int64 { return q.p.InsertDelta(x, i, j) }

// A problem with nothing but InsertDelta is searched, and one of eight of OR-Library's instances is solved to its optimum.
func TestOrder_Tardiness(t *testing.T) {
	for _, n := range []int{40, 50, 100} {
		list, optima := instances(t, n)
		if cost := solve(t, inserting{list[0]}, optima[0], 1_000_000); cost != optima[0] {
			t.Errorf("by InsertDelta the first of %d jobs costs %d, the optimum %d", n, cost, optima[0])
		}
		each, begin := 8, time.Now()
		if *all {
			each = 1
		}
		for k := 0; k < len(list); k += each {
			if cost := solve(t, list[k], optima[k], 200_000_000); cost != optima[k] {
				t.Errorf("instance %d of %d jobs costs %d, the optimum %d", k+1, n, cost, optima[k])
			}
		}
		t.Logf("%d jobs: all took %v", n, time.Since(begin))
	}
}

// solve is by iterated greedy with its defaults.
func solve(t *testing.T, p multiwalk.Problem, target, evaluations int64) int64 {
	res := must.Have(multiwalk.Minimize(t.Context(), p, successor.IteratedGreedy{}, multiwalk.Settings{Seed: 1, Walks: 1,
		Stop: []multiwalk.Stop{multiwalk.Target(target), multiwalk.Evaluations(evaluations)}}))(t)
	return res.Cost
}
