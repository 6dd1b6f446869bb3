package counting

import "testing"

// Numbers of tasks are all tasks once, and the tasks of a plan are the same ones on every machine.
func TestPlan_NumbersEveryTask(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 8, 13, 16} {
		p := newPlan(n)
		seen := map[prefix]bool{}
		for i := range p.tasks {
			seen[p.task(i)] = true
		}
		if len(seen) != len(p.tasks) {
			t.Errorf("n=%d: %d of %d tasks have a number", n, len(seen), len(p.tasks))
		}
	}
	p := newPlan(16)
	if len(p.tasks) != 19840 || p.depth != 4 || p.task(1) != (prefix{18528, 3090, 135936, 23}) {
		t.Errorf("a state file means other tasks: %d of %d rows, number 1 is %+v; change stateFormat", len(p.tasks), p.depth, p.task(1))
	}
}

// The share of the tasks done tells the share of the work.
func TestPlan_ShareOfTasksIsShareOfWork(t *testing.T) {
	p := newPlan(13)
	count := ways(p)["sweep"]
	tenths := [10]uint64{}
	for i := range p.tasks {
		tenths[i*10/len(p.tasks)] += count(p.task(i)) * p.classes[p.task(i).Class].weight
	}
	for i, sum := range tenths {
		if share := float64(sum) / float64(published[13].all); share < 0.07 || share > 0.13 {
			t.Errorf("tenth %d of the tasks has %.1f %% of the solutions", i+1, 100*share)
		}
	}
}
