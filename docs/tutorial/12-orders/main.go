package main

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
)

// Jobs are done one after the other on a machine.
type Jobs struct{ Hours, Due, Weight []int64 }

// Space is the orders of the jobs.
func (p Jobs) Space() multiwalk.Space { return multiwalk.Permutation(len(p.Hours)) }

// Cost is the weighted tardiness: what it costs that jobs are done late.
func (p Jobs) Cost(order []int32) int64 {
	var now, cost int64
	for _, job := range order {
		now += p.Hours[job]
		cost += p.late(job, now)
	}
	return cost
}

// late is what a job costs that is done at a time.
func (p Jobs) late(job int32, done int64) int64 { return p.Weight[job] * max(0, done-p.Due[job]) }

// InsertDelta is what it costs more if the job at i is taken out and put back at j. Those that it passes are done sooner or later by its
// hours.
func (p Jobs) InsertDelta(order []int32, i, j int32) int64 {
	var now int64
	for _, job := range order[:min(i, j)] {
		now += p.Hours[job]
	}
	moved, hours, delta := order[i], p.Hours[order[i]], int64(0)
	if j < i {
		delta = p.late(moved, now+hours)
		for _, job := range order[j:i] {
			now += p.Hours[job]
			delta += p.late(job, now+hours) - p.late(job, now)
		}
		return delta - p.late(moved, now+hours)
	}
	now += hours
	delta = -p.late(moved, now)
	for _, job := range order[i+1 : j+1] {
		now += p.Hours[job]
		delta += p.late(job, now-hours) - p.late(job, now)
	}
	return delta + p.late(moved, now)
}

// Together prices all places of a job in the time of the farthest one.
type Together struct{ Jobs }

// InsertDeltas writes what it costs to put the job at i to the places from first on.
func (p Together) InsertDeltas(order []int32, i, first int32, deltas []int64) {
	var start int64
	for _, job := range order[:i] {
		start += p.Hours[job]
	}
	moved, hours := order[i], p.Hours[order[i]]
	here := p.late(moved, start+hours)
	deltas[i-first] = 0
	passed, now := int64(0), start+hours // what those that it has passed cost more
	for k := i + 1; k < first+int32(len(deltas)); k++ {
		now += p.Hours[order[k]]
		passed += p.late(order[k], now-hours) - p.late(order[k], now)
		deltas[k-first] = passed + p.late(moved, now) - here
	}
	passed, now = 0, start
	for k := i - 1; k >= first; k-- {
		passed += p.late(order[k], now+hours) - p.late(order[k], now)
		now -= p.Hours[order[k]]
		deltas[k-first] = passed + p.late(moved, now+hours) - here
	}
}

// drawn draws n jobs. Most of them cannot be done in time.
func drawn(n int) Jobs {
	r, p := multiwalk.NewRand(1, 0), Jobs{}
	for range n {
		p.Hours = append(p.Hours, int64(1+r.IntN(100)))
		p.Due = append(p.Due, int64(r.IntN(30*n)))
		p.Weight = append(p.Weight, int64(1+r.IntN(10)))
	}
	return p
}

func main() {
	jobs := drawn(60)
	for _, p := range []multiwalk.Problem{jobs, Together{jobs}} {
		res, err := auto.Minimize(context.Background(), p, multiwalk.Settings{
			Seed: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(1_000_000)},
		})
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %d\n", res.Method, res.Cost)
	}
}
