package qap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/population"
)

const (
	// singleSeeds lie so far from the seeds of all other trials that no run of many blocks has a subpopulation of theirs:
	// what is predicted and what is measured must not be the same run.
	singleSeeds = 1 << 40
	// firstLook and lookShare say when a batch is looked at: every so many generations, then after a share of those so far.
	firstLook, lookShare = 10, 50
	// longestLook keeps an interrupt waiting for some 50 ms at most.
	longestLook = 1000
	// For each run there are shortRuns more that have a shortShare of its time. They are numbered from shortNumbers on.
	shortRuns, shortShare = 5, 20
	shortNumbers          = 1 << 24
)

// colonies is a walk of many subpopulations, as population.Genetic makes on a GPU.
type colonies interface {
	multiwalk.Walk
	Incumbents() (x []int32, costs []int64, err error)
}

// pacer is a search whose launches can be told where to end; see cooperate.Pacer.
type pacer interface {
	Pace(generations int) (units int)
}

// singles runs single blocks on the GPU (section IV-B), each from its beginning until it is at the target. A batch of them
// lies side by side, one on each multiprocessor, where none has to share anything with another: as if it were alone. They
// do not know of each other: what one finds stops none. After some generations all are looked at, and those at the target
// have got there half-way from the look before. So a time is known to 1 %, or to 5 generations.
//
// What many blocks take is decided by the fastest of single runs, so there are many runs and not long ones: a batch ends
// when all have the target, and else after its share of twice the budget. There are as many again, five times, that end
// after a twentieth of that: what a thousand blocks take is known from them. Those that did not get there count as what
// they are, runs that take longer.
func (l *Lab) singles(ctx context.Context, in Instance) error {
	s, ok := l.system(gaGPU)
	if !ok || l.oneGPU == nil {
		return nil
	}
	m, err := gpu.Of(l.oneGPU, 0)
	if err != nil {
		return err
	}
	side := max(1, min(l.Singles, m.Multiprocessors()))
	batches := (l.Singles + side - 1) / side
	limit := 2 * l.Budget / time.Duration(batches)
	if err := l.series(ctx, in, s, 0, batches, side, limit); err != nil {
		return err
	}
	return l.series(ctx, in, s, shortNumbers, shortRuns*batches, side, limit/shortShare)
}

// series runs those of some batches that are missing, and numbers their runs.
func (l *Lab) series(ctx context.Context, in Instance, s System, from, batches, side int, limit time.Duration) error {
	began, all := time.Now(), Runs{}
	for batch := range batches {
		at := from + batch*side
		if l.done(in, at, side) {
			continue
		}
		if ready, err := l.prepare(ctx, in, s); err != nil || !ready {
			return err
		}
		list, err := l.batch(ctx, in, at, side, limit)
		if err != nil {
			return fmt.Errorf("%s, single blocks: %w", in.Name, err)
		}
		for _, r := range list {
			if err := l.keep(r); err != nil {
				return err
			}
		}
		all = append(all, list...)
	}
	if len(all) > 0 {
		l.Log(fmt.Sprintf("%-8s %-8s %-26s %3d of %3d runs at the target, up to %d generations, %.3g s in all", in.Name, l.title(OneGPU), "single blocks",
			all.Hits(), len(all), furthest(all), time.Since(began).Seconds()))
	}
	return ctx.Err()
}

// lone names the runs of single blocks.
func lone(in Instance, number int) Trial {
	return Trial{Kind: SingleBlock, Instance: in.Name, System: gaGPU, Blocks: 1, Number: number}
}

// done says whether a batch has been run.
func (l *Lab) done(in Instance, from, side int) bool {
	for number := from; number < from+side; number++ {
		if _, ok := l.runs[lone(in, number)]; !ok {
			return false
		}
	}
	return true
}

// furthest is how many generations the longest run had.
func furthest(list Runs) int64 {
	most := int64(0)
	for _, r := range list {
		most = max(most, r.Generations)
	}
	return most
}

// batch runs side single blocks, numbered from a number on, at most for a time.
func (l *Lab) batch(ctx context.Context, in Instance, from, side int, limit time.Duration) (list Runs, err error) {
	search, err := population.Genetic{}.Prepare(in.Problem, multiwalk.Plan{Seed: l.Seed + singleSeeds + uint64(from), Walks: side, Device: l.oneGPU,
		Warn: func(string) {}})
	if err != nil {
		return nil, err
	}
	walk, err := search.NewWalk(0)
	if err != nil {
		return nil, err
	}
	if c, ok := walk.(io.Closer); ok {
		defer func() { err = errors.Join(err, c.Close()) }()
	}
	w, ok := walk.(colonies)
	pace, paced := search.(pacer)
	if !ok || !paced {
		return nil, fmt.Errorf("%T does not tell of its subpopulations", walk)
	}
	list = make(Runs, side)
	began, last := time.Now(), int64(0)
	for left := side; left > 0 && (last == 0 || time.Since(began) < limit); {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		units := pace.Pace(int(min(longestLook, max(firstLook, last/lookShare))))
		if !w.Step(multiwalk.NewSlice(units)) {
			return nil, errors.New("the GPU fails; see what it says of another run")
		}
		now := w.Counters().FullEvaluations / int64(side*paperSize)
		_, costs, err := w.Incumbents()
		if err != nil {
			return nil, err
		}
		for i, cost := range costs {
			if r := &list[i]; !r.Reached && cost <= in.Target {
				*r = Run{Reached: true, Generations: max(1, (last+now)/2), Elapsed: time.Since(began)}
				left--
			}
		}
		last = now
	}
	return list, l.finish(in, w, from, list, last, time.Since(began))
}

// finish fills in what the runs of a batch have in common, and evaluates their answers anew.
func (l *Lab) finish(in Instance, w colonies, from int, list Runs, generations int64, elapsed time.Duration) error {
	x, costs, err := w.Incumbents()
	if err != nil {
		return err
	}
	n := in.Problem.N
	for i := range list {
		r := &list[i]
		if err := check(in, x[i*n:(i+1)*n], costs[i]); err != nil {
			return fmt.Errorf("block %d: %w", i, err)
		}
		r.Trial, r.Walks, r.Cost = lone(in, from+i), 1, costs[i]
		if !r.Reached {
			r.Generations, r.Elapsed = generations, elapsed
		}
	}
	return nil
}
