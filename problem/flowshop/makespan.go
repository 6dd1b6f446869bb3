package flowshop

import "github.com/multiwalk/multiwalk"

// Makespan is the flow shop whose cost is when the last job is done on the last machine.
type Makespan struct{ *Instance }

// What the problem offers, checked by the compiler.
var (
	_ multiwalk.InsertionsEvaluator = Makespan{}
	_ multiwalk.PartialOrderer      = Makespan{}
	_ multiwalk.AnytimeConstructor  = Makespan{}
	_ multiwalk.Bounder             = Makespan{}
	_ multiwalk.Brancher            = Makespan{}
)

// Makespan is the problem whose cost is when the last job is done.
func (p *Instance) Makespan() Makespan { return Makespan{p} }

// Cost is O(n*m).
func (p Makespan) Cost(x []int32) int64 {
	var room [MostMachines]int32
	done, last := room[:p.Machines], int32(0)
	for _, job := range x {
		last = follow(done, p.times(job))
	}
	return int64(last)
}

// Verify evaluates an order by other means than Cost.
func (p Makespan) Verify(x []int32) (int64, error) { return p.ends(x)[len(x)-1], nil }

// InsertDelta is O(n*m), and less if the same job was priced at another place just before.
func (p Makespan) InsertDelta(x []int32, i, j int32) int64 {
	f := p.pool.Get().(*fronts)
	defer p.pool.Put(f)
	f.without(x, i)
	f.behind()
	return int64(f.length(x[i], j) - f.length(x[i], i))
}

// InsertDeltas prices all places of a job in O(n*m), by Taillard's acceleration (see fronts).
func (p Makespan) InsertDeltas(x []int32, i, first int32, deltas []int64) {
	f := p.pool.Get().(*fronts)
	defer p.pool.Put(f)
	f.without(x, i)
	lengths := f.price(x[i])
	for k := range deltas {
		deltas[k] = int64(lengths[int(first)+k] - lengths[i])
	}
}

// NewPlaces returns what finds the best place of a job among others, in O(n*m).
func (p Makespan) NewPlaces() multiwalk.Places { return spans{newFronts(p.Instance)} }

// spans is the places of jobs for their makespan.
type spans struct{ f *fronts }

// Best returns the place of x[i] with the least makespan of the jobs in x; of several that with the least idle time (see fronts.idle).
func (s spans) Best(x []int32, i int32) (j int32, delta int64) {
	f, job := s.f, x[i]
	f.without(x, i)
	lengths := f.price(job)
	least, ties := lengths[0], 1
	for k, length := range lengths[1:] {
		switch {
		case length < least:
			least, j, ties = length, int32(k)+1, 1
		case length == least:
			ties++
		}
	}
	if ties > 1 {
		j = f.mostBusy(lengths, job, j)
	}
	return j, int64(least - lengths[i])
}

// Nanoseconds implements multiwalk.PlacesTimer.
func (s spans) Nanoseconds() int { return int(s.f.p.Jobs) * (8 + int(s.f.p.Machines)/2) }
