package gputest

import (
	"errors"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

// Space is numbers from 0 to Most.
func (g Guess) Space() multiwalk.Space { return multiwalk.Integers(len(g.Hidden), 0, g.Most) }

// Cost is the sum of the distances.
func (g Guess) Cost(x []int32) (sum int64) {
	for i, v := range x {
		sum += int64(distance(v, g.Hidden[i]))
	}
	return sum
}

// NewGuess is a problem of n numbers.
func NewGuess(n int) Guess {
	g := Guess{Hidden: make([]int32, n), Most: 1000}
	g.Space().Random(multiwalk.NewRand(5, 0), g.Hidden)
	return g
}

// Climber is a method with a GPU half and nothing else: descents of kernel Climb, which adopt the best of all machines
// after each round.
type Climber struct {
	Iterations int64  // a launch; 0: 64
	Walks      int    // a machine, where the run leaves it to the method; 0: 40
	Alone      bool   // machines tell each other nothing
	Fails      error  // what every walk's device fails with in its third launch
	Kernel     string // launched in place of Climb, with its parameters
}

// Name returns "climber".
func (Climber) Name() string { return "climber" }

// Place refuses all problems but Guess.
func (c Climber) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if _, ok := p.(Guess); !ok {
		return multiwalk.NoKernel(c.Name(), d, "the problem is no Guess")
	}
	return nil
}

// Prepare refuses to run on cores.
func (c Climber) Prepare(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	if plan.Device == nil {
		return nil, errors.New("multiwalk: method climber runs on accelerators alone")
	}
	s := &climbers{Climber: c, guess: p.(Guess), plan: plan}
	if s.Iterations == 0 {
		s.Iterations = 64
	}
	if s.Climber.Walks == 0 {
		s.Climber.Walks = 40
	}
	if plan.Walks > 0 {
		s.Climber.Walks = (plan.Walks + plan.Device.Workers() - 1) / plan.Device.Workers()
	}
	if c.Alone {
		return lone{s}, nil
	}
	return s, nil
}

// lone hides Exchange.
type lone struct{ s *climbers }

func (l lone) NewWalk(id int) (multiwalk.Walk, error) { return l.s.NewWalk(id) }
func (l lone) Slice() int                             { return l.s.Slice() }
func (l lone) Walks() int                             { return l.s.Walks() }

type climbers struct {
	Climber
	guess Guess
	plan  multiwalk.Plan
}

func (s *climbers) Slice() int { return 1 }

// Load loads the kernels before the run's clock starts.
func (s *climbers) Load(tell func(msg string)) error {
	return gpu.LoadAll(s.plan.Device, kernel.Module{Name: "gputest", PTX: PTX}, tell)
}

// Walks is the walks of all machines.
func (s *climbers) Walks() int { return s.Climber.Walks * s.plan.Device.Workers() }

// Exchange has every machine go on from the best solution.
func (s *climbers) Exchange(_ int64, walks []multiwalk.Walk) bool {
	best := slices.MinFunc(walks, func(a, b multiwalk.Walk) int { return int(a.(*climb).cost - b.(*climb).cost) }).(*climb)
	changed := false
	for _, w := range walks {
		if w.(*climb).cost > best.cost {
			w.(multiwalk.Adopter).Adopt(best.x, best.cost)
			changed = true
		}
	}
	return changed
}

// climb is the walks of one machine.
type climb struct {
	s        *climbers
	m        *gpu.Machine
	kernel   *gpu.Kernel
	guess    *gpu.Value
	at       *gpu.Array[int32]
	costs    *gpu.Array[int64]
	done     *gpu.Array[int64]
	stop     *gpu.Flag
	first    uint32
	launches int64
	x        []int32
	cost     int64
	counters multiwalk.Counters
}

// NewWalk opens machine number id.
func (s *climbers) NewWalk(id int) (multiwalk.Walk, error) {
	m, err := gpu.Of(s.plan.Device, id)
	if err != nil {
		return nil, err
	}
	n := len(s.guess.Hidden)
	w := &climb{s: s, m: m, first: uint32(id * s.Climber.Walks), x: make([]int32, n)}
	copy(w.x, s.plan.Start)
	w.cost = s.guess.Cost(w.x)
	w.counters.FullEvaluations = 1
	name := "Climb"
	if s.Kernel != "" {
		name = s.Kernel
	}
	program, err := m.Load("gputest", PTX)
	if err == nil {
		w.kernel, err = program.Kernel(name, Kernels[name])
	}
	if err == nil {
		err = w.allocate()
	}
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// allocate gives all walks the same beginning.
func (w *climb) allocate() (err error) {
	walks := w.s.Climber.Walks
	keep := func(e error) {
		if err == nil {
			err = e
		}
	}
	var e error
	w.guess, e = gpu.ValueOf(w.m, w.s.guess)
	keep(e)
	w.at, e = gpu.ArrayOf(w.m, slices.Repeat(w.x, walks))
	keep(e)
	w.costs, e = gpu.ArrayOf(w.m, slices.Repeat([]int64{w.cost}, walks))
	keep(e)
	w.done, e = gpu.NewArray[int64](w.m, walks)
	keep(e)
	w.stop, e = gpu.NewFlag(w.m)
	keep(e)
	return err
}

// Step launches once a unit.
func (w *climb) Step(s *multiwalk.Slice) bool {
	for s.Next(w.counters.Evaluations()) {
		if err := w.launch(s); err != nil {
			s.Fail(err)
			return false
		}
	}
	return true
}

func (w *climb) launch(s *multiwalk.Slice) error {
	walks := w.s.Climber.Walks
	from := w.launches * w.s.Iterations
	w.launches++
	if w.launches == 3 && w.s.Fails != nil {
		return w.s.Fails
	}
	each := (s.EvaluationsLeft(w.counters.Evaluations())-1)/int64(walks) + 1
	c := Climbing{Seed: w.s.plan.Seed, First: w.first, Walks: int32(walks), From: from, Until: from + min(each, w.s.Iterations)}
	shape := gpu.Shape{Blocks: (walks + 31) / 32, Threads: 32}
	if err := w.kernel.Launch(shape, w.guess, c, w.at, w.costs, w.done, w.stop); err != nil {
		return err
	}
	if err := w.m.Wait(s.Aborted, w.stop); err != nil {
		return err
	}
	return w.take(s)
}

// take takes up what a launch found.
func (w *climb) take(s *multiwalk.Slice) error {
	costs, done := make([]int64, w.costs.Len()), make([]int64, w.costs.Len())
	if err := errors.Join(w.costs.Read(costs, 0), w.done.Read(done, 0)); err != nil {
		return err
	}
	for _, n := range done {
		w.counters.DeltaEvaluations += n
	}
	w.counters.Units++
	best := slices.Index(costs, slices.Min(costs))
	if costs[best] >= w.cost {
		return nil
	}
	if err := w.at.Read(w.x, best*len(w.x)); err != nil {
		return err
	}
	w.cost = costs[best]
	w.counters.Moves++
	s.Improved(w.cost, w.counters)
	return nil
}

// Adopt gives the solution to the first walk.
func (w *climb) Adopt(x []int32, cost int64) {
	if w.at.Write(x, 0) == nil && w.costs.Write([]int64{cost}, 0) == nil && cost < w.cost {
		copy(w.x, x)
		w.cost = cost
	}
}

func (w *climb) Best() ([]int32, int64)       { return w.x, w.cost }
func (w *climb) Counters() multiwalk.Counters { return w.counters }

// Close frees all memory.
func (w *climb) Close() error {
	return errors.Join(w.guess.Free(), w.at.Free(), w.costs.Free(), w.done.Free(), w.stop.Free())
}
