package gputest

import (
	"cmp"
	"errors"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
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

func (Climber) Name() string { return "climber" }

// Place refuses all problems but Guess.
func (c Climber) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if _, ok := p.(Guess); !ok {
		return walk.NoKernel(c.Name(), d, "the problem is no Guess")
	}
	return nil
}

// Prepare refuses to run on cores.
func (c Climber) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
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

func (l lone) NewWalk(id int) (walk.Walk, error) { return l.s.NewWalk(id) }
func (l lone) Slice() int                        { return l.s.Slice() }
func (l lone) Walks() int                        { return l.s.Walks() }

type climbers struct {
	Climber
	guess Guess
	plan  walk.Plan
}

func (s *climbers) Slice() int { return 1 }

// kernel is the name of the one that is launched.
func (s *climbers) kernel() string { return cmp.Or(s.Kernel, "Climb") }

// Load loads the kernels before the run's clock starts.
func (s *climbers) Load(tell func(msg string)) error {
	name := s.kernel()
	module := kernel.Module{Name: "gputest", PTX: PTX, Entries: map[string]kernel.Entry{name: {Symbol: name, Func: Kernels[name]}}}
	return gpu.Preload(s.plan.Device, module, tell, func(*gpu.Machine) []string { return []string{name} }, nil)
}

// Walks is the walks of all machines.
func (s *climbers) Walks() int { return s.Climber.Walks * s.plan.Device.Workers() }

// Meets is after each round.
func (s *climbers) Meets(int64, []walk.Message) bool { return true }

// Exchange has every machine go on from the best solution.
func (s *climbers) Exchange(said []walk.Message) []walk.Message {
	best := slices.MinFunc(said, func(a, b walk.Message) int { return int(a.Cost - b.Cost) })
	heard := make([]walk.Message, len(said))
	for i, m := range said {
		if m.Cost > best.Cost {
			heard[i] = walk.Message{Best: slices.Clone(best.Best), Cost: best.Cost}
		}
	}
	return heard
}

// climb is the walks of one machine.
type climb struct {
	fleet.Walk
	s        *climbers
	kernel   *gpu.Kernel
	guess    *gpu.Value
	at       *gpu.Array[int32]
	paid     *gpu.Array[int64]
	done     *gpu.Array[int64]
	first    uint32
	launches int64
	costs    []int64 // of each walk, as the last launch left them
}

// NewWalk opens machine number id.
func (s *climbers) NewWalk(id int) (walk.Walk, error) {
	w := &climb{s: s, first: uint32(id * s.Climber.Walks)}
	if err := w.Open(s.plan, id, len(s.guess.Hidden), w); err != nil {
		return nil, err
	}
	copy(w.X, s.plan.Start)
	w.Least = s.guess.Cost(w.X)
	w.Done.FullEvaluations = 1
	name := s.kernel()
	program, err := w.Machine.Load("gputest", PTX)
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
func (w *climb) allocate() error {
	walks, on := w.s.Climber.Walks, &w.Memory
	w.costs = slices.Repeat([]int64{w.Least}, walks)
	w.guess, w.at = on.Value(w.s.guess), fleet.ArrayOf(on, slices.Repeat(w.X, walks))
	w.paid, w.done, w.Stop = fleet.ArrayOf(on, w.costs), fleet.Array[int64](on, walks), on.Flag()
	return w.Made()
}

func (w *climb) Until(from, evaluations int64) int64 {
	return from + min((evaluations-1)/int64(w.s.Climber.Walks)+1, w.s.Iterations)
}

func (w *climb) Launch(from, until, _ int64) error {
	if w.launches++; w.launches == 3 && w.s.Fails != nil {
		return w.s.Fails
	}
	walks := w.s.Climber.Walks
	c := Climbing{Seed: w.Run.Seed, First: w.first, Walks: int32(walks), From: from, Until: until}
	return w.kernel.Launch(gpu.Shape{Blocks: (walks + 31) / 32, Threads: 32}, w.guess, c, w.at, w.paid, w.done, w.Stop)
}

func (w *climb) Read() error { return w.paid.Read(w.costs, 0) }

func (w *climb) Work(_, _ int64, _ int) (c multiwalk.Counters, err error) {
	done := make([]int64, w.done.Len())
	err = w.done.Read(done, 0)
	for _, n := range done {
		c.DeltaEvaluations += n
	}
	if slices.Min(w.costs) < w.Least {
		c.Moves = 1
	}
	return c, err
}

func (w *climb) Leader(int) (walk int, cost int64) {
	walk = fleet.Leader(len(w.costs), func(i int) int64 { return w.costs[i] })
	return walk, w.costs[walk]
}

func (w *climb) Incumbent(walk int, x []int32) error { return w.at.Read(x, walk*len(x)) }

// Adopt gives the solution to the first walk.
func (w *climb) Adopt(x []int32, cost int64) {
	w.Adopted(errors.Join(w.at.Write(x, 0), w.paid.Write([]int64{cost}, 0)), x, cost)
}
