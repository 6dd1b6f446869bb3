package single_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single/anneal"
)

// jobs is a schedule of jobs on identical machines: x[j] is the machine of job j. The cost is the sum of the squares of the
// machines' loads, which is least where all loads are alike.
type jobs struct {
	times    []int64
	machines int32
}

func (p jobs) Space() multiwalk.Space { return multiwalk.Integers(len(p.times), 0, p.machines-1) }

func (p jobs) Cost(x []int32) (sum int64) {
	for _, load := range p.loads(x) {
		sum += load * load
	}
	return sum
}

func (p jobs) loads(x []int32) []int64 {
	loads := make([]int64, p.machines)
	for j, m := range x {
		loads[m] += p.times[j]
	}
	return loads
}

// NewMoves makes the moves of one walk.
func (p jobs) NewMoves() multiwalk.Moves { return &ruin{p: p} }

// ruin is ruin-and-recreate (Schrimpf, Schneider, Stamm-Wilbrandt and Dueck, 2000): take some jobs out, and put each back,
// the longest first, where the load is least. A move is a seed: who prices it draws the jobs from its random numbers.
type ruin struct {
	p     jobs
	loads []int64 // of the machines, at the walk's solution

	// Scratch: what the move priced last would make of the solution.
	move   multiwalk.Move
	worked bool
	out    []int32 // the jobs taken out, and where each goes
	to     []int32
	from   []int32 // where each was, for Undo
	trial  []int64
}

func (r *ruin) Reset(x []int32) { r.loads, r.worked = r.p.loads(x), false }

func (r *ruin) Random(rand *multiwalk.Rand) multiwalk.Move { return multiwalk.SeedMove(rand) }

// Delta works the move out on a copy of the loads, and keeps the outcome for Apply.
func (r *ruin) Delta(x []int32, m multiwalk.Move) int64 {
	r.move, r.worked = m, true
	r.trial, r.out, r.to = append(r.trial[:0], r.loads...), r.out[:0], r.to[:0]
	rand := m.Rand()
	for range 5 {
		if j := int32(rand.IntN(len(x))); !slices.Contains(r.out, j) {
			r.out = append(r.out, j)
			r.trial[x[j]] -= r.p.times[j]
		}
	}
	slices.SortFunc(r.out, func(a, b int32) int { return int(r.p.times[b] - r.p.times[a]) })
	for _, j := range r.out {
		least := 0
		for i, load := range r.trial {
			if load < r.trial[least] {
				least = i
			}
		}
		r.to = append(r.to, int32(least))
		r.trial[least] += r.p.times[j]
	}
	var d int64
	for i, load := range r.trial {
		d += load*load - r.loads[i]*r.loads[i]
	}
	return d
}

func (r *ruin) Apply(x []int32, m multiwalk.Move) {
	if !r.worked || m != r.move { // other moves were priced since, or none
		r.Delta(x, m)
	}
	r.from = r.from[:0]
	for k, j := range r.out {
		r.from = append(r.from, x[j])
		r.put(x, j, r.to[k])
	}
	r.worked = false
}

// Undo finds what Apply has left: no move is priced between the two.
func (r *ruin) Undo(x []int32, _ multiwalk.Move) {
	for k, j := range r.out {
		r.put(x, j, r.from[k])
	}
	r.worked = false
}

func (r *ruin) put(x []int32, job, machine int32) {
	r.loads[x[job]] -= r.p.times[job]
	r.loads[machine] += r.p.times[job]
	x[job] = machine
}

var (
	_ multiwalk.Mover         = jobs{}
	_ multiwalk.MoveEvaluator = &ruin{}
)

// Ruin-and-recreate as a problem's own moves: every method by neighbourhoods makes them.
func Example_ruinAndRecreate() {
	p := jobs{machines: 4}
	for j := range int64(30) {
		p.times = append(p.times, 10+j*j%37)
	}
	r, err := multiwalk.Minimize(context.Background(), p, anneal.Anneal{}, multiwalk.Settings{
		Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(20_000)}})
	if err != nil {
		fmt.Println(err)
		return
	}
	loads := p.loads(r.Best)
	slices.Sort(loads)
	fmt.Println("loads", loads)
	// Output: loads [215 216 216 216]
}
