package explore

import (
	"errors"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/explorer"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// exploreFleet is a method of the engine on the machines of an accelerator. Kernel Explore serves all rules, neighbourhoods and
// spaces.
type exploreFleet struct {
	fleet.Fleet
	e       Exploring
	table   neighbourhood.Table
	launch  explorer.Exploring // what all launches have in common
	copies  bool               // some moves are priced on copies: most of them in full
	entries int                // of a search's table (kernel.Tabler), and of the places of its cities
}

// PlaceExplore reports why a method of the engine cannot run for p on d.
func PlaceExplore(method string, p multiwalk.Problem, d multiwalk.Device, name string) error {
	if err := walk.NoFixedEdges(method, p); err != nil {
		return err
	}
	nb, err := neighbourhood.ByForm(p, FormOf(p), name)
	if err != nil {
		return err
	}
	if neighbourhood.Kinds(nb) == nil {
		return walk.NoKernel(method, d, "own moves, and pairs where elements are fixed, are made on CPU cores; name others, "+
			"such as neighbourhood swap, or run it there")
	}
	if _, err := exploreModule(p); err != nil {
		return walk.NoKernel(method, d, err.Error())
	}
	if nb.Size() == 0 {
		return walk.NoKernel(method, d, fmt.Sprintf("a %v has no moves by %s; run it on CPU cores", p.Space(), nb.Name()))
	}
	if n := p.Space().Len(); n > math.MaxInt32/rule.Lanes {
		return walk.NoKernel(method, d, fmt.Sprintf("%d elements are too many; it takes up to %d", n, math.MaxInt32/rule.Lanes))
	}
	return nil
}

// PlaceAlone is placeExplore for a thread a walk.
func PlaceAlone(method string, p multiwalk.Problem, d multiwalk.Device, name string) error {
	if err := PlaceExplore(method, p, d, name); err != nil {
		return err
	}
	if p.Space().Kind() != multiwalk.KindTour {
		return walk.NoKernel(method, d, fmt.Sprintf("a thread makes a walk on a tour alone, and this is a %v; use mapping %q", p.Space(),
			"neighbour"))
	}
	if m, err := fleet.ModuleOf(p, "ExploreAlone"); err != nil {
		return walk.NoKernel(method, d, err.Error())
	} else if _, ok := m.Problem.(kernel.Edged); !ok {
		return walk.NoKernel(method, d, fmt.Sprintf("the problem of its kernels, a %T, is no kernel.Edged", m.Problem))
	}
	return nil
}

// exploreModule returns the kernels of a problem, among them Explore. The error says what is missing.
func exploreModule(p multiwalk.Problem) (kernel.Module, error) {
	m, err := fleet.ModuleOf(p)
	if err == nil && m.Entries["Explore"].Func == nil {
		err = errors.New("its module lacks Explore, as one made by an earlier version does; run multiwalk kernel gen again")
	}
	return m, err
}

// ExploreOn prepares for the accelerator of the plan.
func ExploreOn(p multiwalk.Problem, plan walk.Plan, e Exploring) (walk.Search, error) {
	place := PlaceExplore
	if e.Alone {
		place = PlaceAlone
	}
	if err := place(e.Method, p, plan.Device, e.Neighbourhood); err != nil {
		return nil, err
	}
	module, err := exploreModule(p)
	if err != nil {
		return nil, err
	}
	nb, err := neighbourhood.ByForm(p, FormOf(p), e.Neighbourhood)
	if err != nil {
		return nil, err
	}
	if err := e.list(p, plan, nb); err != nil {
		return nil, err
	}
	f := &exploreFleet{e: e, table: e.tableOf(p, nb)}
	f.Fleet = fleet.Fleet{Plan: plan, Problem: p, N: p.Space().Len(), Module: module, Ran: e.Ran, Names: fleet.Always(f.kernel()),
		New: func() fleet.Machine { return f.machine() }}
	if e.Cools != nil { // a launch has one level, which the walk writes before it
		f.e.Levels, f.e.Rule.PerStep = []float64{e.Cools(0)}, math.MaxInt64
	}
	f.e.Rule.Steps = int32(len(f.e.Levels))
	f.launch = explorer.Exploring{N: int32(f.N), Ops: neighbourhood.OpsOf(f.table.Members)}
	if p.Space().Kind() == multiwalk.KindTour {
		f.launch.Tour = 1
	}
	full := false
	for k := range f.table.Members {
		b := &f.table.Members[k]
		f.copies = f.copies || b.Size() > 0 && explorer.Copied(module.Problem, b, f.launch.Tour != 0)
		full = full || b.Size() > 0 && !explorer.Priced(module.Problem, b, f.launch.Tour != 0)
	}
	if b, ok := module.Problem.(kernel.Tabler); ok {
		f.entries = int(b.TableSize())
	}
	if e.lists != nil {
		f.launch.Listed = 1
		f.entries += f.N
	}
	f.e.Rule.Warps = f.warps()
	f.launch.Rule = f.e.Rule
	if f.copies {
		f.launch.Copies = 1
	}
	f.Settled = f.launch
	if full && plan.Warn != nil {
		plan.Warn(fmt.Sprintf("method %s evaluates in full: each move is made, priced by Cost and taken back, as the kernels of the problem have no delta for every move of %s",
			e.Method, nb.Name()))
	}
	return f, nil
}

// warps is how many warps a search has. Annealing is cold for most of its time, where of 32 proposals often none is taken, and
// its few searches leave room for more: two warps consider 1.7 times the proposals of one in a second on an H200, at 528
// searches, and found better solutions on six of seven problems of package own. Four warps found no better ones than two. Where
// moves are priced on copies, those of both must find room in shared memory: the number must not depend on the GPU, since what a search finds
// does, so the room is that of the smallest one, 163 KB.
func (f *exploreFleet) warps() int32 {
	two := rule.Rule{Warps: 2}
	if f.shares() && explorer.ExploreRoom(f.N+f.entries+f.copiesRoom(two), 1) <= 163<<10 {
		return 2
	}
	return f.e.Rule.Warps
}

// nanoseconds estimates how long an iteration takes, from the number of searches and the length of a solution alone: a delta is
// taken to cost O(n), but O(1) on a tour, and a full evaluation O(n) to O(n*n).
func (w *MachineExplore) nanoseconds() int64 {
	f, m := w.f, w.Machine
	n, each := float64(f.N), m.Tuned("explore.iteration", f.N)
	switch {
	case f.copies:
		each += m.Tuned("explore.full", f.N) * n * min(n, 256)
	case f.launch.Tour == 0 && f.entries == 0:
		each += m.Tuned("explore.delta", f.N) * n
	}
	switch {
	case f.e.Alone: // proposals one after the other
		each *= 32
	case m.Emulated():
	case f.copies || f.entries > 0 || f.launch.Tour != 0: // these wait for memory, so with few searches beside it each is faster
		each *= max(1.0/4, min(1, float64(w.Plan.Walks)/float64(64*m.Multiprocessors())))
	default: // a delta takes many dependent instructions: as long for one search as for many
		each *= 4
	}
	return max(1, int64(each))
}

// copiesRoom is how many numbers the lanes' copies of a search take by a rule.
func (f *exploreFleet) copiesRoom(r rule.Rule) int {
	if !f.copies {
		return 0
	}
	return int(r.Team()) * explorer.CopyRoom(f.N)
}

// room is how many numbers a search has in shared memory, if there is room for all.
func (f *exploreFleet) room() int { return f.N + f.entries + f.copiesRoom(f.e.Rule) }

// kernel is the name of the kernel that makes the walks.
func (f *exploreFleet) kernel() string {
	if f.e.Alone {
		return "ExploreAlone"
	}
	return "Explore"
}
