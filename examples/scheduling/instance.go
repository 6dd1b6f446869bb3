package main

import (
	"bufio"
	"fmt"
	"math"
	"os"

	"github.com/multiwalk/multiwalk"
)

const (
	mostTasks = 4096
	// room is what all tasks may take together, each on its slowest machine, so that costs fit 64 bits.
	room = 1 << 25
)

// Instance is the times as they were read, and the problem in whole units of 1/Scale.
type Instance struct {
	*Scheduling
	Exact []float64
	Scale float64
}

// Read reads an instance in the form of Braun et al.: tasks, machines, then the times of each task.
func Read(name string) (*Instance, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("scheduling: %w", err)
	}
	defer file.Close()
	words, tasks, machines := bufio.NewReader(file), 0, 0
	if _, err := fmt.Fscan(words, &tasks, &machines); err != nil || tasks < 1 || tasks > mostTasks || machines < 1 || machines > mostMachines {
		return nil, fmt.Errorf("scheduling: %s begins with %d tasks and %d machines (%v), not with 1 to %d and 1 to %d", name, tasks, machines,
			err, mostTasks, mostMachines)
	}
	times := make([]float64, tasks*machines)
	for k := range times {
		if _, err := fmt.Fscan(words, &times[k]); err != nil || !(times[k] >= 0 && times[k] < room) {
			return nil, fmt.Errorf("scheduling: %s: time %d of task %d is %v, not a number from 0 to %d (%v)", name, k%machines+1, k/machines+1,
				times[k], room, err)
		}
	}
	return Scaled(tasks, machines, times)
}

// Scaled makes whole numbers of times: in units so small that all loads just fit.
func Scaled(tasks, machines int, times []float64) (*Instance, error) {
	total := 0.0
	for t := range tasks {
		slowest := 0.0
		for _, time := range times[t*machines : (t+1)*machines] {
			slowest = max(slowest, time)
		}
		total += slowest
	}
	scale := room / max(total, 1)
	whole := make([]int32, len(times))
	for k, time := range times {
		whole[k] = int32(math.Round(time * scale))
	}
	return &Instance{New(tasks, machines, whole), times, scale}, nil
}

// Generate draws an inconsistent instance: the time of a task, times a factor of its own on each machine.
func Generate(tasks, machines int, seed uint64) *Instance {
	r := multiwalk.NewRand(seed, 0)
	times := make([]float64, tasks*machines)
	for t := range tasks {
		size := 1 + 100*r.Float64()
		for m := range machines {
			times[t*machines+m] = size * (1 + 9*r.Float64())
		}
	}
	p, err := Scaled(tasks, machines, times)
	if err != nil {
		panic(err) // at most 1010 a task
	}
	return p
}

// Verify finds by the exact times when each machine finishes, and uses nothing of what the search uses.
func (p *Instance) Verify(x []int32) (last float64) {
	for m := range p.Machines {
		load := 0.0
		for t, at := range x {
			if at == m {
				load += p.Exact[int32(t)*p.Machines+m]
			}
		}
		last = max(last, load)
	}
	return last
}
