// Package fleet runs the searches of a method on the machines of an accelerator. A walk of Minimize drives one machine, or all of them where
// they divide one population (Convoy). Its unit is a launch; between two launches all searches stay in the machine's memory, and after each
// launch the walk takes up what they found. A method says by Searches what its searches are. Everything else is here, once.
package fleet

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/walk"
)

// First is how far apart the numbers of two machines' first searches lie: above any number of searches.
const First = 1 << 24

// Searches is what a method says of its searches on one machine. Logical time is what the method counts: iterations, sweeps,
// generations. Contestants are those that race to the target: searches, or groups of them.
type Searches interface {
	// Searches is how many there are: by default the contestants.
	Searches() int
	// Until returns where a launch ends that begins at a point of logical time and may spend these evaluations.
	Until(from, evaluations int64) int64
	// Launch submits a launch of all searches from one point to another. One that comes to the target stops there.
	Launch(from, until, target int64) error
	// Read reads what a launch has left of each search.
	Read() error
	// Work returns what the searches did from one point to another. winner is the contestant that came to the target at
	// the latter, or -1. The others of a race may have gone further or not as far, so only what all did for sure counts.
	Work(from, to int64, winner int) (multiwalk.Counters, error)
	// Leader returns the search with the least incumbent, of a contestant or, for -1, of all; and what that costs.
	Leader(contestant int) (search int, cost int64)
	// Incumbent reads a search's incumbent.
	Incumbent(search int, x []int32) error
	// Proceed is called after a launch that counts, and reports whether the walk has come to its own end.
	Proceed() (ended bool, err error)
	// Check compares all costs with full evaluation, under -tags invariants.
	Check() error
	// Kept lists what a checkpoint holds of the host's part beside the machine's memory and the walk, as pointers: what launches
	// change, and Read does not read. Walk's serves where there is none.
	Kept() []any
}

// Walk is the searches of one machine, all at the same point of logical time. It implements walk.Walk. A method's walk
// embeds it, by a Group as a rule. The first one of a Convoy leads the others: its point, incumbent and units are those of all.
type Walk struct {
	Memory
	Race
	Run   walk.Plan // with the seed of this walk
	Place int       // the machine's number on the device
	Base  uint32    // the number of the machine's first search
	At    int64     // the point of logical time
	Done  multiwalk.Counters
	X     []int32 // the incumbent
	Least int64
	s     Searches
	fleet *Fleet  // nil for a walk that none started
	led   []*Walk // of further machines, which launch with this one: see Convoy
}

// Race is how searches tell the host and each other of the target: the last arguments of a kernel. Hits and Goal are nil
// where searches do not race.
type Race struct {
	Hits, Goal *gpu.Array[int64]
	Stop       *gpu.Flag
}

// Open begins walk number id of a run over solutions of length n; s is the method's part. The machines have walks 0, 1, ... in
// turn: those with further numbers, which follow others on the same machine, have random numbers of their own by another seed.
func (w *Walk) Open(plan walk.Plan, id, n int, s Searches) error {
	machines := plan.Device.Workers()
	w.Run, w.Place, w.Base = plan, id%machines, uint32(id%machines)*First
	w.Run.Seed += uint64(id/machines) * 0x9e3779b97f4a7c15
	w.X, w.Least, w.s = make([]int32, n), math.MaxInt64, s
	m, err := gpu.Of(plan.Device, w.Place)
	w.Memory = Memory{Machine: m}
	return err
}

// Asked is how many of the plan's walks are searches of this machine, at least one; 0 where the plan leaves their number to
// the method.
func (w *Walk) Asked() int {
	if w.Run.Walks == 0 {
		return 0
	}
	machines := w.Run.Device.Workers()
	return max(1, (w.Run.Walks+machines-1-w.Place)/machines)
}

// Enter makes the memory of a race.
func (r *Race) Enter(on *Memory, contestants int) {
	none := slices.Repeat([]int64{math.MaxInt64}, contestants)
	r.Hits, r.Goal, r.Stop = ArrayOf(on, none), ArrayOf(on, none[:1]), on.Flag()
}

// Searches implements Searches: the contestants.
func (w *Walk) Searches() int { return w.Hits.Len() }

func (w *Walk) Self() *Walk { return w }

// Step implements walk.Walk. A unit is a launch.
func (w *Walk) Step(s *walk.Slice) bool {
	for s.Next(w.Done.Evaluations()) {
		ended, err := w.Unit(s)
		if err != nil {
			s.Fail(err)
		}
		if err != nil || ended {
			return false
		}
	}
	return true
}

// A Cooler is Searches whose temperatures fall over the budget of the run.
type Cooler interface {
	// Cool sets those of the next launch by the run's progress. It is not called in a run without a budget.
	Cool(part float64) error
}

// all is the walk and those that it leads.
func (w *Walk) all() []*Walk { return append([]*Walk{w}, w.led...) }

// Unit does a launch, on all machines side by side, and takes up what it found.
func (w *Walk) Unit(s *walk.Slice) (ended bool, err error) {
	if err := w.cool(s); err != nil {
		return false, err
	}
	until := w.until(s.EvaluationsLeft(w.Counters().Evaluations()))
	for _, m := range w.all() {
		err = errors.Join(err, m.s.Launch(m.At, until, s.Target()))
	}
	for _, m := range w.all() { // also where one could not launch: no other may be left at work
		err = errors.Join(err, m.await(s))
	}
	if err != nil {
		return false, err
	}
	if w.Stopped() {
		return false, w.salvage(s)
	}
	if err := w.count(s, until); err != nil {
		return false, err
	}
	for _, m := range w.all() {
		one, failed := m.s.Proceed()
		ended, err = ended || one, errors.Join(err, failed)
	}
	return ended, err
}

// cool tells searches that cool how far the run is.
func (w *Walk) cool(s *walk.Slice) (err error) {
	if _, cools := w.s.(Cooler); !cools {
		return nil
	}
	part, ok := s.Progress(w.Counters().Evaluations())
	if !ok {
		return nil
	}
	for _, m := range w.all() {
		err = errors.Join(err, m.s.(Cooler).Cool(part))
	}
	return err
}

// until is where the next launch ends: as soon as on any machine, which may spend its searches' part of these evaluations.
func (w *Walk) until(evaluations int64) int64 {
	if len(w.led) == 0 {
		return w.s.Until(w.At, evaluations)
	}
	searches, end := int64(0), int64(math.MaxInt64)
	for _, m := range w.all() {
		searches += int64(m.s.Searches())
	}
	for _, m := range w.all() {
		own := int64(m.s.Searches())
		end = min(end, m.s.Until(m.At, evaluations/searches*own+evaluations%searches*own/searches))
	}
	return end
}

// await waits for a launch and reads what it left.
func (w *Walk) await(s *walk.Slice) error {
	if err := w.Machine.Wait(s.Aborted, w.Stop); err != nil {
		return err
	}
	if err := w.s.Read(); err != nil {
		return err
	}
	if invariants.Enabled {
		return w.s.Check()
	}
	return nil
}

// Stopped reports whether the launch that is taken up was broken off, on any machine: its searches stopped somewhere.
func (w *Walk) Stopped() bool {
	return slices.ContainsFunc(w.all(), func(m *Walk) bool { return m.Stop.Get() != 0 })
}

// salvage takes up what the searches of a launch found that was broken off. Their work does not count.
func (w *Walk) salvage(s *walk.Slice) error {
	err := w.report(s, nil, -1)
	for _, m := range w.all() {
		if m.Stop.Set(0); m.Goal != nil {
			err = errors.Join(err, m.Goal.Write([]int64{math.MaxInt64}, 0))
		}
	}
	return err
}

// count counts the work of a launch, up to the target where a contestant came to it, and reports a new incumbent. Of contestants that came
// there at the same point, the one on the first of the machines counts.
func (w *Walk) count(s *walk.Slice, until int64) error {
	var on *Walk
	winner := -1
	for _, m := range w.all() {
		if m.Goal == nil {
			continue
		}
		first, hit, err := Winner(m.Hits, m.Goal)
		if err != nil {
			return err
		}
		if hit == math.MaxInt64 || on != nil && hit+1 >= until {
			continue
		}
		if first < 0 {
			return fmt.Errorf("multiwalk: %v: a search came to the target at %d, but none says so", m.Machine, hit)
		}
		on, winner, until = m, first, hit+1
	}
	for _, m := range w.all() {
		work, err := m.s.Work(m.At, until, winner)
		if err != nil {
			return err
		}
		m.Done.Add(work)
		m.At = until
	}
	w.Done.Units++
	return w.report(s, on, winner)
}

// report tells of a contestant's incumbent, or for -1 of the best of all machines, if it is the walk's.
func (w *Walk) report(s *walk.Slice, on *Walk, contestant int) error {
	better, err := w.improve(on, contestant)
	if better {
		s.Improved(w.Least, w.Counters())
	}
	return err
}

// improve takes up a contestant's incumbent on a machine, or for -1 the best of all machines, of several the first.
func (w *Walk) improve(on *Walk, contestant int) (better bool, err error) {
	for _, m := range w.all() {
		if contestant >= 0 && m != on {
			continue
		}
		search, cost := m.s.Leader(contestant)
		if cost >= w.Least {
			continue
		}
		w.Least, better = cost, true
		if err := m.s.Incumbent(search, w.X); err != nil {
			return true, err
		}
	}
	return better, nil
}

func (w *Walk) Best() ([]int32, int64) { return w.X, w.Least }

// Counters implements walk.Walk. A unit is a launch on all machines.
func (w *Walk) Counters() multiwalk.Counters {
	c := w.Done
	for _, m := range w.led {
		c.Add(m.Done)
	}
	return c
}

// Adopted makes a solution that the searches have taken up the incumbent, if it is better. A machine that could not take
// it is lost, and the next launch says so.
func (w *Walk) Adopted(taken error, x []int32, cost int64) {
	if taken == nil && cost < w.Least {
		w.Least = cost
		copy(w.X, x)
	}
}

// Proceed is that of searches that never end.
func (w *Walk) Proceed() (ended bool, err error) { return false, nil }

// Check is that of searches that keep no deltas.
func (w *Walk) Check() error { return nil }

// Kept is empty: all that these searches need to go on lies in the machine's memory.
func (w *Walk) Kept() []any { return nil }

func (w *Walk) Save(a *checkpoint.Archive) {
	a.Fields("machine", append(w.s.Kept(), &w.Memory, &w.At, &w.Done, &w.X, &w.Least)...)
	if a.Reading() && a.Err() == nil {
		a.Fail(w.s.Read())
	}
}
