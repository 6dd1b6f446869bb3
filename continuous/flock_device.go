package continuous

import (
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/flock"
	"github.com/multiwalk/multiwalk/internal/reals"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/walk"
)

// flocked is a walk on a core that a machine goes on with: it draws the populations.
type flocked interface {
	begin(*walk.Slice) bool
	// flock returns the walk, a population that has been drawn, and what particles are and do there, if they are particles.
	flock() (w *swarming, own, place, pace *vectors)
}

func (w *swarmWalk) flock() (*swarming, *vectors, *vectors, *vectors) {
	return &w.swarming, &w.own, &w.now, &w.pace
}

func (w *diffWalk) flock() (*swarming, *vectors, *vectors, *vectors) {
	return &w.swarming, &w.now, &vectors{}, &vectors{}
}

func (m Swarm) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	_, err := flockModule(m.Name(), p, d)
	return err
}

func (m Differential) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if m.adapts() || m.Strategy == "" {
		return walk.NoKernel(m.Name(), d, fmt.Sprintf("strategies %s and %s, which learn, run on CPU cores; use %s or %s", strategyJSO,
			strategyLShade, strategyRand, strategyBest))
	}
	_, err := flockModule(m.Name(), p, d)
	return err
}

// mostOnDevice is the greatest dimension of a population on a device: a few rivals must fit the shared memory of a block.
const mostOnDevice = 3000

// flockModule returns a problem's kernels, or says why there are none.
func flockModule(method string, p multiwalk.Problem, d multiwalk.Accelerator) (m kernel.Module, err error) {
	g, err := groundOf(method, p, walk.Plan{})
	if err != nil {
		return m, walk.NoKernel(method, d, err.Error())
	}
	switch m, err = fleet.ModuleOf(g.of, "Flock"); {
	case err != nil:
	case g.integral != nil:
		err = errors.New("whole numbers among the elements are for CPU cores")
	case g.N() > mostOnDevice:
		err = fmt.Errorf("a vector of %d elements is too long; up to %d fit, or run it on CPU cores", g.N(), mostOnDevice)
	}
	if err != nil {
		return m, walk.NoKernel(method, d, err.Error())
	}
	return m, nil
}

// onto prepares a method for the cores, by its search there, or for the accelerator of the plan.
func (g *ground) onto(cores walk.Search, m interface {
	walk.Method
	walk.Placer
}, r flock.Rule, offChip bool, host func(id int) flocked) (walk.Search, error) {
	d, ok := g.plan.Device.(multiwalk.Accelerator)
	if !ok {
		return cores, nil
	}
	if err := m.Place(g.Packed, d); err != nil {
		return nil, err
	}
	module, err := flockModule(m.Name(), g.Packed, d)
	f := &flockFleet{g: g, rule: r, chip: 1, host: host}
	if offChip {
		f.chip = 0
	}
	f.Fleet = fleet.Fleet{Plan: g.plan, Problem: g.Packed, N: g.space.Len(), Module: module, Ran: m, Names: fleet.Always("Flock"),
		New: func() fleet.Machine { return f.machine() }, Settled: flock.Flying{Rule: r, Chip: f.chip}}
	return f, err
}

// flockFleet is a population on each machine of an accelerator.
type flockFleet struct {
	fleet.Fleet
	g    *ground
	rule flock.Rule
	chip int32 // 1: particles are kept on the chip, where they fit
	host func(id int) flocked
}

// flockMachine is the population of a machine, one after another.
type flockMachine struct {
	fleet.Group[flock.Flying, flock.Flown]
	f       *flockFleet
	host    flocked
	size    int
	refused int64 // costs that are counted

	usual, offChip *gpu.Kernel // the latter is loaded when it is needed

	places, best, costs *gpu.Array[float64]
	sides               *gpu.Array[int32]
	heard               *gpu.Array[uint64]
	state               *gpu.Array[flock.Flown]
}

func (f *flockFleet) machine() *flockMachine {
	w := &flockMachine{f: f}
	w.Plan = flock.Flying{Rule: f.rule, Poll: 64}
	w.LayOut, w.Arrays = w.layOut, w.arrays
	w.Costs = func(s *flock.Flown) (int64, int64) { return s.Least, s.Least }
	w.Lasts = w.lasts
	w.Found = fleet.Packed(w.incumbent)
	return w
}

func (w *flockMachine) Start(id int, kernels []*gpu.Kernel) error {
	w.usual, w.host = kernels[0], w.f.host(id)
	err := w.Group.Start(id, kernels)
	w.Done.FullEvaluations = w.walk().work.FullEvaluations
	return err
}

// walk is the host's.
func (w *flockMachine) walk() *swarming {
	s, _, _, _ := w.host.flock()
	return s
}

// layOut draws a population, and divides it among as many blocks as the machine has multiprocessors.
func (w *flockMachine) layOut() (shape gpu.Shape, searches int, err error) {
	s := w.walk()
	s.generation = w.At + s.work.Restarts
	w.host.begin(nil)
	_, own, _, _ := w.host.flock()
	w.size = len(own.f)
	blocks := w.Machine.Multiprocessors()
	if w.Machine.Emulated() {
		blocks = 2
	}
	each := (w.size + blocks - 1) / blocks
	if w.Plan.Groups = 1; each <= flock.MostThreads/lane.WarpSize { // as many as a block has warps
		w.Plan.Groups = lane.WarpSize / flock.Lanes
	}
	chip, teams := w.divide(each)
	if w.Kernel = w.usual; chip != w.f.chip {
		if w.Kernel, err = w.offChipKernel(); err != nil {
			return shape, 0, err
		}
	}
	w.Plan.Chip, w.Plan.Size, w.Plan.Each, w.Plan.Begun = chip, int32(w.size), int32(each), 1+s.work.Restarts
	shape = gpu.Shape{Blocks: (w.size + each - 1) / each, Threads: w.lanes() * teams, Shared: w.room(chip, each, teams), Together: true}
	resident, err := w.Kernel.Resident(shape.Threads, shape.Shared)
	if err == nil && resident == 0 {
		err = fmt.Errorf("multiwalk: %v cannot hold a block of %d threads with %d bytes of shared memory", w.Machine, shape.Threads, shape.Shared)
	}
	return shape, 1, err
}

// offChipKernel is the kernel for what the chip does not hold.
func (w *flockMachine) offChipKernel() (*gpu.Kernel, error) {
	if w.offChip == nil {
		list, err := fleet.Kernels(w.Machine, w.f.Module, flock.Flying{Rule: w.f.rule}, "Flock")
		if err != nil {
			return nil, err
		}
		w.offChip = list[0]
	}
	return w.offChip, nil
}

// lanes is how many a team has.
func (w *flockMachine) lanes() int { return flock.Lanes * int(w.Plan.Groups) }

// leastThreads is how many a block must have for its particles to be on the chip: fewer would leave it idle.
const leastThreads = 256

// divide returns whether the particles of a block lie in shared memory, and how many teams make them.
func (w *flockMachine) divide(each int) (chip int32, teams int) {
	most := w.Machine.SharedPerBlock() - 8<<10 // the kernel has some of its own
	warp := lane.WarpSize / w.lanes()
	rounds := (each*w.lanes() + flock.MostThreads - 1) / flock.MostThreads // a team has as many vectors as another, or one less
	all := ((each+rounds-1)/rounds + warp - 1) / warp * warp
	for chip = w.f.chip; chip >= 0; chip-- {
		for teams = all; teams > 0 && w.room(chip, each, teams) > most; teams -= warp {
		}
		if teams >= min(all, leastThreads/w.lanes()) {
			break
		}
	}
	return max(chip, 0), max(warp, teams)
}

// room is the bytes of shared memory of a block.
func (w *flockMachine) room(chip int32, each, teams int) int {
	n := w.f.g.N()
	vectors := 2 * each * int(chip)
	if !w.f.rule.Kind.Swarm() {
		vectors = teams
	}
	return int(flock.RoomOffset(int32(n), int32(teams))) + 8*n*vectors
}

// lasts is how many generations a launch has: some 10 ms of them, by what an H200 takes for Rastrigin's function.
func (w *flockMachine) lasts() int64 {
	element, meeting := 8.0, 14_000.0 // nanoseconds
	if w.Plan.Chip != 0 {
		element = 2.5
	}
	if w.Plan.Groups > 1 {
		meeting = 7_000
	}
	return w.Paced(meeting+element*float64(int(w.Plan.Each)*w.f.g.N()), max(1, 64/int64(w.size)))
}

// arrays makes the memory.
func (w *flockMachine) arrays() []any {
	on, g, size, n := &w.Memory, w.f.g, w.size, w.f.g.N()
	s, own, place, pace := w.host.flock()
	both, costs := make([]float64, 2*size*n), make([]float64, 2*size)
	for k, x := range own.x {
		copy(both[2*k*n:], x)
	}
	now := int(w.At & 1)
	copy(costs[now*size:], own.f)
	tally := flock.TallyOf(own.f)
	w.States[0] = flock.Flown{Least: tally.Least, Who: tally.Who, At: w.At, Links: s.generation, Moves: w.Done.Moves, Refused: w.refused}
	w.places, w.costs, w.sides = fleet.ArrayOf(on, both), fleet.ArrayOf(on, costs), fleet.Array[int32](on, 2*size)
	w.best = fleet.ArrayOf(on, own.x[tally.Who])
	w.heard = fleet.ArrayOf(on, w.hear(own.f))
	head := []any{fleet.ArrayOf(on, g.lower), fleet.ArrayOf(on, g.upper), fleet.ArrayOf(on, normals()), w.vectors(place), w.vectors(pace),
		w.places, w.best, w.costs, w.sides, w.heard, fleet.Array[flock.Tally](on, 2*w.Shape.Blocks)}
	w.state = w.Track()
	return append(head, w.state, fleet.Array[int32](on, 1))
}

// vectors makes an array of a population, or of no use where there is none.
func (w *flockMachine) vectors(v *vectors) *gpu.Array[float64] {
	if len(v.memory) == 0 {
		return fleet.Array[float64](&w.Memory, 1)
	}
	return fleet.ArrayOf(&w.Memory, v.memory)
}

// hear is what particles are told at the present point of time, and nothing for those to come.
func (w *flockMachine) hear(costs []float64) []uint64 {
	if !w.f.rule.Kind.Swarm() || w.f.rule.Topology != flock.Random {
		return []uint64{flock.Nobody}
	}
	all := slices.Repeat([]uint64{flock.Nobody}, 6*w.size)
	at := (int(w.At%3)*2 + int(w.States[0].Fresh)) * w.size
	m := w.f.g.mover(w.walk().id, &w.f.rule)
	m.Hear(w.States[0].Links, costs, all[at:at+w.size])
	return all
}

// incumbent reads the best vector.
func (w *flockMachine) incumbent(_ int, x []int32) error {
	v := make([]float64, w.f.g.N())
	err := w.best.Read(v, 0)
	reals.Pack(v, x)
	return err
}

func (w *flockMachine) Until(from, evaluations int64) int64 {
	return from + fleet.Covering(evaluations, int64(w.size), w.lasts())
}

// Work implements fleet.Searches. A population that is over ends a launch early.
func (w *flockMachine) Work(from, _ int64, _ int) (multiwalk.Counters, error) {
	s := &w.States[0]
	w.f.g.Packed.refused.Add(s.Refused - w.refused)
	w.refused = s.Refused
	return multiwalk.Counters{FullEvaluations: (s.At - from) * int64(w.size), Moves: s.Moves - w.Done.Moves}, nil
}

// Proceed implements fleet.Searches: where a population is over, another one is drawn.
func (w *flockMachine) Proceed() (ended bool, err error) {
	w.At = w.States[0].At
	if w.States[0].Ended == 0 {
		return false, nil
	}
	s := w.walk()
	s.work.Restarts++
	w.Done.Restarts++
	before, x, least := s.work.FullEvaluations, slices.Clone(w.X), w.Least
	err = w.Anew()
	w.Done.FullEvaluations += s.work.FullEvaluations - before - 1 // which Anew has counted
	copy(w.X, x)                                                  // what it found is told after the next launch
	w.Least = least
	return false, err
}

// Adopt implements walk.Adopter: x takes the place of the worst vector, if it is better.
func (w *flockMachine) Adopt(x []int32, cost int64) {
	now, size, n := int(w.At&1), w.size, w.f.g.N()
	costs, side := make([]float64, size), make([]int32, 1)
	err := w.costs.Read(costs, now*size)
	k := worst(costs)
	if err == nil && Value(cost) < costs[k] {
		costs[k] = Value(cost)
		err = errors.Join(w.sides.Read(side, now*size+k), w.places.Write(Unpack(x), (2*k+int(side[0]))*n), w.costs.Write(costs, now*size))
		s := &w.States[0]
		if t := flock.TallyOf(costs); int(t.Who) == k {
			s.Least, s.Who = t.Least, t.Who
			err = errors.Join(err, w.best.Write(Unpack(x), 0))
		}
		err = errors.Join(err, w.state.Write(w.States[:1], 0), w.heard.Write(w.hear(costs), 0))
	}
	w.Adopted(err, x, cost)
}

// Check implements fleet.Searches: it evaluates all vectors in full.
func (w *flockMachine) Check() error {
	n, size, now := w.f.g.N(), w.size, int(w.States[0].At&1)
	x, costs, sides := make([]float64, w.places.Len()), make([]float64, size), make([]int32, size)
	if err := errors.Join(w.places.Read(x, 0), w.costs.Read(costs, now*size), w.sides.Read(sides, now*size)); err != nil {
		return err
	}
	for k, f := range costs {
		at := (2*k + int(sides[k])) * n
		if full := w.f.g.of.Cost(x[at : at+n]); reals.Cost(full) != reals.Cost(f) {
			panic(fmt.Errorf("%s: vector %d costs %v, by full evaluation %v: %w", w.f.Ran.Name(), k, f, full, multiwalk.ErrDeltaMismatch))
		}
	}
	return nil
}

// Save implements checkpoint.Saver. How large the memory is follows from the number of restarts.
func (w *flockMachine) Save(a *checkpoint.Archive) {
	s := w.walk()
	a.Fields("flock", &s.work.Restarts, &w.refused)
	if a.Reading() && s.work.Restarts > 0 {
		a.Fail(w.Anew())
	}
	w.Group.Save(a)
}
