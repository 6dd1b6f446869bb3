package conformance

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/successor"
)

// tasks is scheduling whose heuristic may have a flaw.
type tasks struct {
	*sample.Tasks
	flaw string
}

func (p tasks) Construction() successor.Construction {
	c := p.Tasks.Construction()
	c.Kinds[0] = successor.Weighed(p, int(p.N), int(p.Machines))
	return c
}

func (p tasks) Weights(x []int32, task, first int32, weights []int64) {
	for i := range weights {
		weights[i] = p.Weigh(x, task, first+int32(i))
		if p.flaw == "weights" && task == 4 && first+int32(i) == 2 {
			weights[i]++
		}
	}
}

func (p tasks) Price(x []int32) int64 {
	if p.flaw == "price" && x[0] == x[1] {
		return 0
	}
	return p.Tasks.Price(x)
}

// shortTasks has a method that nothing would call.
type shortTasks struct{ *sample.Tasks }

func (p shortTasks) Weights(x []int32, task int32) []int64 { return nil }

func (p shortTasks) Construction() successor.Construction {
	c := p.Tasks.Construction()
	c.Kinds[0] = successor.Weighed(p, int(p.N), int(p.Machines))
	return c
}

func TestProblem_Construction(t *testing.T) {
	for _, n := range []int{9, 500} {
		Problem(t, tasks{sample.NewTasks(n, 4, 1), ""})
		Problem(t, sample.NewTasks(n, 4, 1))
	}
	p := sample.NewTasks(9, 4, 1)
	found(t, "weights", "Construction: at x = [0 0 0 0 0 0 0 0 0]: multiwalk: variable 4 of type 0: conformance.tasks: Weights gives ",
		CheckProblem(tasks{p, "weights"}))
	found(t, "price", "by Price of conformance.tasks a solution costs 0, and by Cost ", CheckProblem(tasks{p, "price"}))
	want := "conformance.shortTasks has Weights([]int32, int32) []int64, which no method finds; write Weights([]int32, int32, int32, []int64) " +
		"(successor.WeightsBatcher[int32])"
	if errs := CheckProblem(shortTasks{p}); len(errs) != 1 || !strings.Contains(errs[0].Error(), want) {
		t.Errorf("%v, want %s", errs, want)
	}
}
