package tabu

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/explorer"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/state"
	"github.com/multiwalk/multiwalk/walk"
)

// teamSearch is tabu search by the moves of a neighbourhood on machines: kernel TabuMoves makes the iterations of a burst, and the walk
// that cores have does all else on the host. So a search makes the same moves on every device.
type teamSearch struct {
	fleet.Fleet
	*tabuMoves
	table     neighbourhood.Table
	pairTable int // how many numbers the problem's table of pairs has; 0: none is kept
}

// teamKernel is the kernel of the mapping.
func (m Tabu) teamKernel() string {
	if m.Mapping == walking.MappingSearch {
		return "TabuAlone"
	}
	return "TabuMoves"
}

// placeTeam reports why kernel TabuMoves or TabuAlone cannot search by a neighbourhood of p on d.
func (m Tabu) placeTeam(method string, p multiwalk.Problem, d multiwalk.Device) error {
	if err := walk.NoFixedEdges(method, p); err != nil {
		return err
	}
	if err := noConstraints(method, p, d); err != nil {
		return err
	}
	nb, err := neighbourhood.ByPosition(p, teamMoves(p, m.Neighbourhood))
	if err != nil {
		return err
	}
	module, err := fleet.ModuleOf(p, m.teamKernel())
	if err != nil {
		return walk.NoKernel(method, d, err.Error())
	}
	if _, tables := module.Problem.(kernel.Tabler); tables && m.Mapping == walking.MappingSearch {
		return walk.NoKernel(method, d, fmt.Sprintf("its moves are priced by a table, which a thread alone has not; use mapping %q", walking.MappingNeighbour))
	}
	members := neighbourhood.Kinds(nb)
	if members == nil {
		return walk.NoKernel(method, d, "own moves, and pairs where elements are fixed, are made on CPU cores; name others, such as "+
			"neighbourhood swap, or run it there")
	}
	tour := p.Space().Kind() == multiwalk.KindTour
	for k := range members {
		b := &members[k]
		if explorer.Copied(module.Problem, b, tour) {
			return walk.NoKernel(method, d, fmt.Sprintf("its kernels have no delta for %v: their problem, a %T, has none at once",
				b.Op, module.Problem))
		}
	}
	if nb.Size() == 0 {
		return walk.NoKernel(method, d, fmt.Sprintf("a %v has no moves by %s", p.Space(), nb.Name()))
	}
	if nb.Size() >= explorer.MostSize {
		return walk.NoKernel(method, d, fmt.Sprintf("%d moves are too many; it takes fewer than %d", nb.Size(), explorer.MostSize))
	}
	if tellsConflicts(p) {
		return walk.NoKernel(method, d, "its state tells which elements are in conflict, and a core looks at these alone; run it there")
	}
	return nil
}

// teamMoves is the neighbourhood that a name stands for: swaps where a core walks by these alone.
func teamMoves(p multiwalk.Problem, name string) string {
	if walking.BySwaps(p, name) {
		return neighbourhood.OpSwap.String()
	}
	return walking.ByElement(p, name)
}

// tellsConflicts tells whether the problem's state says which integers are in conflict.
func tellsConflicts(p multiwalk.Problem) bool {
	if p.Space().Kind() == multiwalk.KindBinary || p.Space().Kind() == multiwalk.KindPermutation {
		return false
	}
	_, ok := neighbourhood.SomeState(p).(state.ConflictFollower)
	return ok
}

// prepareTeam prepares for the accelerator of the plan, after placeTeam has found that it can; bursts are those of prepareMoves.
func (m Tabu) prepareTeam(method string, p multiwalk.Problem, plan walk.Plan, bursts *IteratedTabu) (walk.Search, error) {
	m.Neighbourhood = teamMoves(p, m.Neighbourhood)
	prepared, err := m.prepareMoves(method, p, plan, bursts)
	if err != nil {
		return nil, err
	}
	s := prepared.(*tabuMoves)
	if m.Candidates > 0 && int64(m.Candidates) < s.Size {
		return nil, fmt.Errorf("multiwalk: tabu's candidates %d are fewer than the %d moves, and a machine looks at all; leave them out",
			m.Candidates, s.Size)
	}
	s.candidates = s.Size
	nb, err := neighbourhood.ByPosition(p, s.Name)
	if err != nil {
		return nil, err
	}
	module, err := fleet.ModuleOf(p, m.teamKernel())
	if err != nil {
		return nil, err
	}
	team := &teamSearch{tabuMoves: s, table: neighbourhood.TableOf(p, nb, nil)}
	if m.Mapping != walking.MappingSearch {
		team.pairTable = team.pairTableOf(module.Problem)
	}
	team.Fleet = fleet.Fleet{Plan: plan, Problem: p, N: p.Space().Len(), Module: module, Names: fleet.Always(m.teamKernel()),
		Settled: team.settled(), New: func() fleet.Machine { return team.machine() }}
	return team, nil
}

func (s *teamSearch) NewWalk(id int) (walk.Walk, error) { return s.Fleet.NewWalk(id) }
func (s *teamSearch) Resolved(w walk.Walk) walk.Method  { return s.tabuMoves.Resolved(w) }

// settled is what all launches have in common.
func (s *teamSearch) settled() explorer.TabuMoving {
	a := explorer.TabuMoving{Ops: neighbourhood.OpsOf(s.table.Members)}
	if s.P.Space().Kind() == multiwalk.KindTour {
		a.Tour = 1
	}
	if s.pairTable > 0 {
		a.Pairs = 1
	}
	return a
}

// Slice implements walk.Search: a launch of some 10 ms.
func (s *teamSearch) Slice() int {
	searches := max(1, (s.Planned.Walks+s.Planned.Device.Workers()-1)/s.Planned.Device.Workers())
	return searches * min(explorer.MostMoves, walking.SliceOf(s.iteration(searches)))
}

// iteration estimates how long one takes that several searches make together, in nanoseconds: blocks that hear of each other, and some 50
// moves a nanosecond that are priced by a table, or 1000 terms of deltas of O(n).
func (s *teamSearch) iteration(searches int) int {
	each, begin := float64(s.Size)/50, 4_000.0
	_, tables := s.Module.Problem.(kernel.Tabler)
	switch tour := s.P.Space().Kind() == multiwalk.KindTour; {
	case !tables && !tour:
		each = float64(s.Size) * float64(s.P.Space().Len()) / 1000
	}
	switch s.m.Mapping {
	case walking.MappingSearch: // a thread waits for its own memory: thousands of them take as long as one
		return int(min(each*1000, 1e9))
	case walking.MappingIteration: // what the driver takes for a launch and for the copies
		begin = 60_000
	}
	return int(min(begin+each*float64(searches), 1e9))
}

// tableSize is how many numbers the problem's tables have.
func (s *teamSearch) tableSize() int {
	size := s.pairTable
	if t, ok := s.Module.Problem.(kernel.Tabler); ok {
		size += int(t.TableSize())
	}
	return size
}

// mostPairTable bounds the numbers of a table of pairs, so that a block of each GPU has room for it.
const mostPairTable = 20_000

// pairTableOf is the size of the table of pairs that a problem is to have.
func (s *teamSearch) pairTableOf(p any) int {
	t, ok := p.(kernel.SwapPairTabler)
	if !ok || !neighbourhood.OpsOf(s.table.Members).Has(neighbourhood.OpPair) || t.SwapPairTableSize() > mostPairTable {
		return 0
	}
	return int(t.SwapPairTableSize())
}
