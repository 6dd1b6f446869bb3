package qap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// batchSeeds lies so far from the seeds of all other trials that no two have a subpopulation in common: what is
	// predicted and what is measured must not be the same run.
	batchSeeds = 1 << 40
	// firstLook and lookShare say when a batch is looked at: at first after a number of generations, then after a share of those so
	// far.
	firstLook, lookShare = 10, 50
	// longestLook is how long an interrupt waits at most, as far as the look before tells.
	longestLook = 50 * time.Millisecond
	// For each run there are shortRuns more that have a shortShare of its time. They are numbered from shortNumbers on.
	shortRuns, shortShare = 5, 20
	shortNumbers          = 1 << 24
)

// colonies is a walk of many subpopulations, as population.Genetic makes on a GPU.
type colonies interface {
	walk.Walk
	Incumbents() (x []int32, costs []int64, err error)
}

// pacer is a search whose launches can be told where to end; see cooperate.Pacer.
type pacer interface {
	Pace(generations int) (units int)
}

// singles runs single blocks on the GPU (section IV-B), each from its beginning until it is at the target. Many lie
// side by side, as many as the method takes by itself. They do not know of each other: what one finds stops none. So that
// it does not matter how they share the GPU, they are counted in generations, and the pace of a block that is alone tells
// the time (see paces). After some generations all are looked at, and those at the target have got there half-way from the
// look before, which is right to 1 %, or to 5 generations.
//
// What many blocks take is decided by the fastest of single runs, so there are many runs and not long ones: a batch
// ends when all have the target, and else after its share of twice the budget. There are as many again, five times,
// that end after a twentieth of that: what a thousand blocks take is known from them. Those that did not get there
// count as what they are, runs that take longer.
func (l *Lab) singles(ctx context.Context, in Instance) error {
	if !l.Has(gaGPU) {
		return nil
	}
	side, err := l.room(in)
	if err != nil {
		return fmt.Errorf("%s, single blocks: %w", in.Name, err)
	}
	side = min(side, l.Singles)
	batches := (l.Singles + side - 1) / side
	limit := 2 * l.Budget / time.Duration(batches)
	if err := l.series(ctx, in, lone(in, 0), batches, side, limit); err != nil {
		return err
	}
	return l.series(ctx, in, lone(in, shortNumbers), shortRuns*batches, side, limit/shortShare)
}

// races runs races of a number of blocks, until the first of each is at the target. As many lie side by side as
// the method takes blocks by itself, counted in generations as single blocks are: that gives many more of them in the same
// time than one after the other, if not by the clock.
func (l *Lab) races(ctx context.Context, in Instance, blocks int) error {
	if !l.Has(gaGPU) {
		return nil
	}
	room, err := l.room(in)
	if err != nil {
		return fmt.Errorf("%s, races: %w", in.Name, err)
	}
	side := min(l.Races, room/blocks)
	if side < 2 {
		return ctx.Err() // then one after the other is as good
	}
	batches := (l.Races + side - 1) / side
	return l.series(ctx, in, race(in, blocks), batches, side, l.Budget/time.Duration(batches))
}

// race names races of a number of blocks.
func race(in Instance, blocks int) Trial {
	return Trial{Kind: Race, Instance: in.Name, System: gaGPU, Size: blocks}
}

// series runs batches of side trials each, numbered from that of t on, but for those that there are.
func (l *Lab) series(ctx context.Context, in Instance, t Trial, batches, side int, limit time.Duration) error {
	s, _ := l.System(gaGPU)
	began, all := time.Now(), Runs{}
	for batch := range batches {
		next := t
		if next.Number += batch * side; l.done(next, side) {
			continue
		}
		if ready, err := l.Ready(ctx, in, s, t); err != nil || !ready {
			return err
		}
		list, err := l.batch(ctx, in, next, side, limit)
		if err != nil {
			return fmt.Errorf("%s, %d blocks side by side: %w", in.Name, side*t.Size, err)
		}
		for _, r := range list {
			if err := l.Keep(r); err != nil {
				return err
			}
		}
		all = append(all, list...)
	}
	if len(all) > 0 {
		l.Log(fmt.Sprintf("%-8s %-8s %-26s %3d of %3d runs at the target, up to %d generations, %.3g s in all", in.Name, l.Title(papers.OneGPU),
			fmt.Sprintf("%s, side by side", plural(t.Size, "block")), len(all.Reached()), len(all), furthest(all), time.Since(began).Seconds()))
	}
	return ctx.Err()
}

// plural is a number of things.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// lone names the runs of single blocks.
func lone(in Instance, number int) Trial {
	return Trial{Kind: SingleBlock, Instance: in.Name, System: gaGPU, Size: 1, Number: number}
}

// done says whether a batch of trials from t on has been run.
func (l *Lab) done(t Trial, side int) bool {
	for range side {
		if _, ok := l.Result(t); !ok {
			return false
		}
		t.Number++
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

// colony is subpopulations on the GPU, that many side by side.
type colony struct {
	colonies
	pacer
	side int
}

// Close frees what they have on the GPU.
func (c colony) Close() error {
	if c, ok := c.colonies.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// open makes subpopulations; side is how many, 0 for what the method takes by itself.
func (l *Lab) open(in Instance, seed uint64, side int) (c colony, err error) {
	plan := walk.Plan{Seed: seed, Walks: side, Device: l.Device(papers.OneGPU), Warn: func(string) {}}
	search, err := population.Genetic{Mutation: l.Mutation}.Prepare(in.Problem, plan)
	if err != nil {
		return c, err
	}
	made, err := search.NewWalk(0)
	if err != nil {
		return c, err
	}
	count, counts := search.(walk.WalkCounter)
	w, tells := made.(colonies)
	p, paced := search.(pacer)
	if !counts || !tells || !paced {
		return c, fmt.Errorf("%T does not tell of its subpopulations", made)
	}
	return colony{w, p, count.Walks()}, nil
}

// room is how many blocks the method takes by itself.
func (l *Lab) room(in Instance) (int, error) {
	s, _ := l.System(gaGPU)
	if reason := walk.Place(in.Problem, l.method(s, in, l.Device(papers.OneGPU)), l.Device(papers.OneGPU)); reason != nil {
		return 1, nil // prepare says why there is none
	}
	c, err := l.open(in, l.Seed, 0)
	if err != nil {
		return 0, err
	}
	return c.side, c.Close()
}

// batch runs side trials like t, which number from it on, at most for a time. Those of Blocks subpopulations have
// consecutive ones.
func (l *Lab) batch(ctx context.Context, in Instance, t Trial, side int, limit time.Duration) (list Runs, err error) {
	w, err := l.open(in, l.seed(t), side*t.Size)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	list = make(Runs, side)
	began, last, most := time.Now(), int64(0), int64(math.MaxInt32)
	for left := side; left > 0 && (last == 0 || time.Since(began) < limit); {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		look := time.Now()
		units := w.Pace(int(min(most, max(firstLook, last/lookShare))))
		if !w.Step(walk.NewSlice(units)) {
			return nil, errors.New("the GPU fails; see what it says of another run")
		}
		now := w.Counters().FullEvaluations / int64(side*t.Size*paperSize)
		_, costs, err := w.Incumbents()
		if err != nil {
			return nil, err
		}
		for i, cost := range costs {
			if r := &list[i/t.Size]; !r.Reached && cost <= in.Target {
				*r = Run{Reached: true, Generations: max(1, (last+now)/2), Elapsed: time.Since(began)}
				left--
			}
		}
		most = max(firstLook, int64(float64(now-last)*longestLook.Seconds()/time.Since(look).Seconds()))
		last = now
	}
	return list, finish(in, w, t, list, last, time.Since(began))
}

// seed is that of a batch from trial t on: batches of another kind or of other numbers have others, and so have the
// runs by themselves, which begin from below.
func (l *Lab) seed(t Trial) uint64 {
	return l.Seed + batchSeeds*uint64(t.Size) + uint64(t.Number)
}

// finish fills in what the runs of a batch have in common, and evaluates the answers of all subpopulations anew.
func finish(in Instance, w colonies, t Trial, list Runs, generations int64, elapsed time.Duration) error {
	x, costs, err := w.Incumbents()
	if err != nil {
		return err
	}
	n := in.Problem.N
	for i := range list {
		r := &list[i]
		r.Trial, r.Walks, r.Cost = t, t.Size, math.MaxInt64
		r.Number += i
		for b := i * t.Size; b < (i+1)*t.Size; b++ {
			if err := papers.Check(in.Problem, x[b*n:(b+1)*n], costs[b]); err != nil {
				return fmt.Errorf("block %d: %w", b, err)
			}
			r.Cost = min(r.Cost, costs[b])
		}
		if !r.Reached {
			r.Generations, r.Elapsed = generations, elapsed
		}
	}
	return nil
}
