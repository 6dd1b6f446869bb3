package fleet

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

// Group is the searches of one machine as data. P is the plan of a launch, S what a launch leaves of each search. The kernel takes the
// problem, if its module has one, the plan, the arrays, and the race. Each launch ends after Lasts iterations, at a multiple of Period, at
// End, or where the evaluations are spent. A method sets the fields down to Keeps. If it has more to say, its walk embeds the group and
// overrides methods of Searches. single/tabu/joint_device_walk.go has no more to say.
type Group[P, S any] struct {
	Walk
	Plan P // of the next launch. The group sets fields by the names of heading

	// The layout: how many searches there are, by default as many as the machine holds, a warp each; or by LayOut, if it is there.
	Room   func(warps int) int // bytes of shared memory of a block of warps
	Bytes  int                 // of the machine's memory, a search
	Most   int                 // searches
	LayOut func() (shape gpu.Shape, searches int, err error)
	Side   int // searches of a contestant; 0: 1

	// The memory. Arrays makes it, with what States are to be at first, and returns the kernel's arrays in their order.
	Arrays func() []any
	Alone  bool                              // of the race the kernel takes Stop alone
	Behind []any                             // arguments of the kernel behind the race
	Opens  func() error                      // launches what makes the first solutions; nil: Arrays has made them
	Costs  func(s *S) (current, least int64) // of a search

	// A launch.
	Each   int64              // evaluations of an iteration of a search, at most
	Lasts  func() int64       // iterations, at most
	Period func() int64       // iterations; nil or 0: there is none
	End    int64              // the iteration; 0: there is none
	Covers bool               // the last launch spends all evaluations that are left, or more; else at most these, or an iteration
	Fits   func(plan P) error // refuses a launch that the arrays are too short for: see gpu.Fits; nil: it is not asked

	// The solutions.
	Present Solutions             // current ones; nil: they are not checked
	Found   Solutions             // incumbents
	Takes   func(x []int32) error // writes one that all searches are to go on from
	Aims    *gpu.Array[int32]     // has one for each search to go on from; nil: see Takes

	Keeps []any // see Searches.Kept

	Kernel        *gpu.Kernel   // of the launches
	Others        []*gpu.Kernel // which Fleet.Names names before it
	Problem       *gpu.Value    // nil where the module has none
	Shape         gpu.Shape
	Size          int  // searches
	States        []S  // as the last launch left them
	Adopting      bool // a solution is to be taken up: a checkpoint has this, or the plan's Adopt
	read          func() error
	costs         func(search int) (current, least int64)
	head          heading
	front, arrays []any
}

// heading is what a group sets of a plan. A plan without a field by such a name and type does without.
type heading struct {
	Walks               *int32  // searches of the launch
	First               *uint32 // number of the first
	Seed                *uint64 // of their random numbers
	From, Until, Target *int64  // first iteration, one past the last, and the cost where a search stops
	Adopt               *int32  // 1: all take up a solution; 2: all begin anew, each at its own
	Start               *int64  // what that solution costs
}

// find finds the fields of the plan that p points to. For those that it has not there are others, which nobody reads.
func (h *heading) find(p any) {
	plan, own := reflect.ValueOf(p).Elem(), reflect.ValueOf(h).Elem()
	for i := range own.NumField() {
		at := own.Field(i)
		if f := plan.FieldByName(own.Type().Field(i).Name); f.IsValid() && reflect.PointerTo(f.Type()) == at.Type() {
			at.Set(f.Addr())
		} else {
			at.Set(reflect.New(at.Type().Elem()))
		}
	}
}

func (c *Group[P, S]) Start(_ int, kernels []*gpu.Kernel) error {
	if last := len(kernels) - 1; last >= 0 { // else LayOut says why
		c.Kernel, c.Others = kernels[last], kernels[:last]
	}
	c.Side = max(1, c.Side)
	c.head.find(&c.Plan)
	return c.begin()
}

// Anew gives up all searches and makes others in their place. What was found stays.
func (c *Group[P, S]) Anew() error {
	before, err := c.s.Searches(), c.Memory.Close()
	c.Memory = Memory{Machine: c.Machine}
	if err = errors.Join(err, c.begin()); err == nil {
		c.fleet.many.Add(int64(c.s.Searches() - before))
	}
	return err
}

// begin makes the searches and evaluates their first solutions, each in full. The best of these is the incumbent.
func (c *Group[P, S]) begin() error {
	if err := c.layOut(); err != nil {
		return err
	}
	if err := c.allocate(); err != nil {
		return err
	}
	if c.Opens != nil {
		if err := c.Opens(); err != nil {
			return err
		}
	}
	if err := c.Machine.Wait(nil, nil); err != nil {
		return err
	}
	c.Done.FullEvaluations += int64(c.Size)
	if err := c.s.Read(); err != nil {
		return err
	}
	_, err := c.improve(nil, -1)
	return err
}

// layOut finds the number of searches, by default those that the machine holds at once, and the launch.
func (c *Group[P, S]) layOut() (err error) {
	*c.head.First, *c.head.Seed = c.Base, c.Run.Seed
	lay := c.LayOut
	if lay == nil {
		lay = func() (gpu.Shape, int, error) { return c.Warps(c.Kernel, c.Room, c.Bytes, c.Most) }
	}
	if c.Shape, c.Size, err = lay(); err == nil && c.Size == 0 {
		err = fmt.Errorf("multiwalk: %v has no room for a search of %s; use the CPU", c.Machine, c.fleet.Ran.Name())
	}
	*c.head.Walks = int32(c.Size)
	return err
}

// allocate makes the memory of the searches, and that of their race.
func (c *Group[P, S]) allocate() error {
	contestants := (c.Size + c.Side - 1) / c.Side
	c.States, c.front = make([]S, contestants*c.Side), nil
	if p := c.fleet.Module.Problem; p != nil {
		c.Problem = c.Value(p)
		c.front = []any{c.Problem}
	}
	c.arrays = c.Arrays()
	c.Enter(&c.Memory, contestants)
	return c.Made()
}

// Track makes the array of the states.
func (c *Group[P, S]) Track() *gpu.Array[S] {
	a := ArrayOf(&c.Memory, c.States)
	c.Watch(func() error { return a.Read(c.States, 0) }, func(search int) (int64, int64) { return c.Costs(&c.States[search]) })
	return a
}

// Watch is Track for searches whose costs are not in such an array: read reads what a launch has left of them, and costs tells what.
func (c *Group[P, S]) Watch(read func() error, costs func(search int) (current, least int64)) {
	c.read, c.costs = read, costs
}

// First launches searches so that they only begin.
func (c *Group[P, S]) First() error { return c.s.Launch(-1, 0, math.MinInt64) }

// BeginAt writes the solution that a search begins with into x: that of the same walk on cores.
func (c *Group[P, S]) BeginAt(search int, x []int32) {
	c.Run.Begin(c.fleet.Problem, multiwalk.NewRand(c.Run.Seed, int(c.Base)+search), x)
}

// Solutions returns the solutions that the searches begin with, one after the other.
func (c *Group[P, S]) Solutions() []int32 {
	n := len(c.X)
	x := make([]int32, c.Size*n)
	Each(c.Size, func(i int) { c.BeginAt(i, x[i*n:(i+1)*n]) })
	return x
}

func (c *Group[P, S]) Searches() int { return c.Size }

// Paced is how many iterations a launch has that is to take some 10 ms, if each takes these nanoseconds; in the emulator as many as are
// given for it, and one at least.
func (c *Group[P, S]) Paced(nanoseconds float64, emulated int64) int64 {
	if c.Machine.Emulated() {
		return max(1, emulated)
	}
	return max(1, int64(10e6/nanoseconds))
}

func (c *Group[P, S]) Until(from, evaluations int64) int64 {
	each := c.Each * int64(c.Size)
	count := within
	if c.Covers {
		count = Covering
	}
	most := count(evaluations, each, c.Lasts())
	if c.Period != nil {
		if p := c.Period(); p > 0 {
			most = min(most, p-from%p)
		}
	}
	if c.End > from {
		most = min(most, c.End-from)
	}
	return from + most
}

// within returns how many iterations of a launch the evaluations left are for, where an iteration has each evaluations:
// at most most, and one at least.
func within(evaluations, each, most int64) int64 {
	if each == 0 || evaluations/each >= most {
		return most
	}
	return max(1, evaluations/each)
}

// Covering returns how many iterations use up the evaluations left: within, rounded up. The last iteration may pass them.
func Covering(evaluations, each, most int64) int64 {
	return within(evaluations+min(math.MaxInt64-evaluations, each-1), each, most)
}

func (c *Group[P, S]) Launch(from, until, target int64) error {
	*c.head.From, *c.head.Until, *c.head.Target = from, until, target
	if c.Adopting {
		*c.head.Adopt = max(1, *c.head.Adopt)
	}
	if c.Fits != nil {
		if err := c.Fits(c.Plan); err != nil {
			return err
		}
	}
	race := []any{c.Hits, c.Goal, c.Stop}
	if c.Alone {
		race = race[2:]
	}
	err := c.Kernel.Launch(c.Shape, slices.Concat(c.front, []any{c.Plan}, c.arrays, race, c.Behind)...)
	*c.head.Adopt, c.Adopting = 0, false
	return err
}

// Work implements Searches: a move an iteration, which takes Each evaluations.
func (c *Group[P, S]) Work(from, to int64, _ int) (multiwalk.Counters, error) {
	made := (to - from) * int64(c.Size)
	return multiwalk.Counters{DeltaEvaluations: made * c.Each, Moves: made}, nil
}

// Sum adds up a number of each state.
func (c *Group[P, S]) Sum(of func(s *S) int64) (sum int64) {
	for i := range c.States {
		sum += of(&c.States[i])
	}
	return sum
}

// Current returns what all current solutions cost.
func (c *Group[P, S]) Current() []int64 {
	costs := make([]int64, c.Size)
	for i := range costs {
		costs[i], _ = c.costs(i)
	}
	return costs
}

func (c *Group[P, S]) Incumbent(search int, x []int32) error { return c.Found.Read(search, x) }
func (c *Group[P, S]) Read() error                           { return c.read() }

func (c *Group[P, S]) Leader(contestant int) (int, int64) {
	from, n := 0, c.Size
	if contestant >= 0 {
		from = contestant * c.Side
		n = min(n-from, c.Side)
	}
	least := func(i int) int64 {
		_, least := c.costs(from + i)
		return least
	}
	lead := Leader(n, least)
	return from + lead, least(lead)
}

// Check implements Searches: it evaluates all current solutions and incumbents in full, and panics where deltas do not add up.
func (c *Group[P, S]) Check() error {
	if c.Present == nil {
		return nil
	}
	x, best := make([]int32, len(c.X)), make([]int32, len(c.X))
	for i := range c.Size {
		if err := errors.Join(c.Present.Read(i, x), c.Found.Read(i, best)); err != nil {
			return err
		}
		cost, least := c.costs(i)
		if now, then := c.fleet.Problem.Cost(x), c.fleet.Problem.Cost(best); now != cost || then != least {
			panic(fmt.Errorf("%s: by its deltas search %d costs %d and its incumbent %d, by full evaluation %d and %d: %w", c.fleet.Ran.Name(), i,
				cost, least, now, then, multiwalk.ErrDeltaMismatch))
		}
	}
	return nil
}

func (c *Group[P, S]) Kept() []any { return c.Keeps }
