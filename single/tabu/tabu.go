package tabu

import (
	"cmp"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// Tabu is robust tabu search (Taillard, "Robust taboo search for the quadratic assignment problem", Parallel Computing
// 17, 1991) over the swaps of a permutation or a tour.
//
// In each iteration it makes the best admissible swap, be it good or bad. A swap is tabu if both its values would come back to positions
// that they left less than a tenure ago. Two aspirations override that. A swap to a new incumbent is always allowed. A swap is forced if it
// brings a value to a position where the value has not been for very long. Of equally good swaps it takes the first in the order of
// positions, counted from a random position. On instances with many ties (grid distances) that searches better than always taking the first
// of all.
//
// States with rows of swaps (state.SwapsFollower) are searched fastest, then those with SwapDelta, then a problem with SwapDelta; else
// each swap is evaluated in full. On a GPU it depends on the problem's kernels. With a kernel.TabuSwapper a search is a warp or, for a
// longer permutation, a block of them, and makes the same moves as on a core. With a kernel.Clasher, as graph colouring has, thousands of
// searches run over integers, and of a job shop (neighbourhood.Shopper), by the moves of a core until the first perturbation. Any other problem with kernels is searched in any neighbourhood whose moves have deltas, and a search takes
// enough blocks for one thread per move: see explorer.TabuMoves. These searches make the moves of a core too, except on swaps of a
// permutation: there they take a random one of equally good swaps, and force none.
type Tabu struct {
	// Tenure is the mean number of iterations for which a value may not come back. Each tenure is drawn anew, from 0.9 to 1.1 times the
	// mean. The mean is below n; 0 means n, as in Taillard's article. For flips and changes 0 means n/100+1 to n/100+10; for changes of
	// values whose conflicts are counted, 0 means 0.6 times the conflicts, plus 0 to 9.
	Tenure int
	// Aspiration is a number of iterations. If a value has not been at a position for that long, a swap that brings it there is forced. 0
	// means 5*n*n, as in Taillard's later program (his first had 2*n*n); -1 means never, as always in other neighbourhoods than swaps. It
	// is below 2^29.
	Aspiration int
	// Neighbourhood is the moves' name as neighbourhood.ByName knows it. "" means swaps of a permutation or a tour, unless a
	// permutation has deltas of insertions alone; else the space's default.
	Neighbourhood string
	// Memory is what is tabu: "attributes", the default, are what a move took away, and "solutions" are those that the search has been at.
	// A solution stays tabu for Tenure iterations; 0 means until its place in the memory is needed, after about 100,000. Any
	// solution not yet visited is allowed, so this suits spaces so small that the search sees most of them. It works on cores, in any neighbourhood.
	Memory string
	// Candidates is how many random moves an iteration looks at in a neighbourhood other than swaps, if there are more. 0
	// means 65,536, and 1024 where each is evaluated in full; on a GPU it means all, and no fewer can be asked for.
	Candidates int
	// Mapping says, if given, how a machine searches in any neighbourhood, by the moves of a core: "neighbour" has a thread price a neighbour of one
	// search or of several, and iterations go on without the host; "iteration" is the same for one iteration, and the searches are the host's;
	// in "search" a thread makes a search, of moves that have deltas without a table.
	Mapping string
}

// maxAspiration keeps iterations in 32 bits.
const maxAspiration = epoch / 4

// maxTabu is the greatest n: a memory then takes 3 GiB.
const maxTabu = 1 << 14

func (Tabu) Name() string { return "tabu" }

// Prepare implements walk.Method. It refuses spaces without swaps, settings out of range, and a problem with fixed
// edges.
func (m Tabu) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	return m.prepareIn(m.Name(), p, plan, nil)
}

// preparer prepares tabu search by some moves; bursts is nil for a search that is not iterated.
type preparer func(method string, p multiwalk.Problem, plan walk.Plan, bursts *IteratedTabu) (walk.Search, error)

// prepareIn is the preparer that finds which moves and which kernel they are.
func (m Tabu) prepareIn(method string, p multiwalk.Problem, plan walk.Plan, bursts *IteratedTabu) (walk.Search, error) {
	if err := walking.CheckCount(method, "candidates", m.Candidates, walking.MostCount, "65536, or 1024 in full"); err != nil {
		return nil, err
	}
	if err := m.checkMemory(method, plan.Device); err != nil {
		return nil, err
	}
	prepare := preparer(m.prepareMoves)
	if _, onDevice := plan.Device.(multiwalk.Accelerator); onDevice {
		switch c, err := m.place(method, p, plan.Device); {
		case err != nil:
			return nil, err
		case c == crowdOfFlips:
			return bursts.prepareFlips(p, plan)
		case c == crowdOfJointSwaps:
			return bursts.prepareJoint(p, plan)
		case c == crowdOfClashes:
			prepare = m.prepareClash
		case c == crowdOfShops:
			prepare = m.prepareShop
		case c == crowdOfSwaps:
			return m.prepareSwaps(method, p, plan, bursts)
		default:
			prepare = m.prepareTeam
		}
	} else if m.Mapping != "" {
		m.Neighbourhood = teamMoves(p, m.Neighbourhood)
		prepare = m.prepareMoves
	} else if m.remembersSwaps(p) {
		return m.prepareSwaps(method, p, plan, bursts)
	}
	if bursts == nil {
		return prepare(method, p, plan, nil)
	}
	complete, err := bursts.ofMoves(p.Space())
	if err != nil {
		return nil, err
	}
	return prepare(method, p, plan, &complete)
}

// prepareSwaps is the preparer for swaps, on cores or on machines.
func (m Tabu) prepareSwaps(method string, p multiwalk.Problem, plan walk.Plan, bursts *IteratedTabu) (walk.Search, error) {
	n := p.Space().Len()
	if bursts != nil && m.Tenure == 0 && n > 1 {
		m.Tenure = max(1, 3*n/10)
	}
	search, err := m.prepare(method, p, plan)
	if err != nil {
		return nil, err
	}
	if bursts != nil {
		complete, err := bursts.complete(n)
		if err != nil {
			return nil, err
		}
		search.bursts = &complete
	}
	if _, onDevice := plan.Device.(multiwalk.Accelerator); onDevice {
		return asSearch(prepareFleet(method, search, search.bursts))
	}
	return search, nil
}

func (m Tabu) prepare(method string, p multiwalk.Problem, plan walk.Plan) (*tabuSearch, error) {
	swaps, err := walking.SwapsOf(method, p, walking.SwapOrder)
	if err != nil {
		return nil, err
	}
	n := p.Space().Len()
	if err := m.validate(n); err != nil {
		return nil, err
	}
	walking.WarnSlowSwaps(method, swaps, plan)
	return &tabuSearch{method: method, p: p, plan: plan, swaps: swaps, rule: m.rule(n), ran: m.resolved(n)}, nil
}

// checkMemory refuses an unknown mapping or memory, and a memory that a device has not.
func (m Tabu) checkMemory(method string, d multiwalk.Device) error {
	if err := walking.CheckMapping(method, m.Mapping, walking.MappingNeighbour, walking.MappingIteration, walking.MappingSearch); err != nil {
		return err
	}
	switch _, onDevice := d.(multiwalk.Accelerator); {
	case m.Memory == "" || m.Memory == memoryAttributes:
		return nil
	case m.Memory != memorySolutions:
		return fmt.Errorf("multiwalk: %s's memory %q is neither %q nor %q", method, m.Memory, memoryAttributes, memorySolutions)
	case onDevice:
		return walk.NoKernel(method, d, fmt.Sprintf("its memory of %s is for CPU cores; use %s", memorySolutions, memoryAttributes))
	}
	return nil
}

// remembersSwaps says whether the search keeps, for each position and value, how long the value may not come back.
func (m Tabu) remembersSwaps(p multiwalk.Problem) bool {
	return m.Memory != memorySolutions && walking.BySwaps(p, m.Neighbourhood)
}

func (m Tabu) validate(n int) error {
	if n > maxTabu {
		return fmt.Errorf("multiwalk: method tabu remembers n*n numbers, and n=%d is above %d; use anneal", n, maxTabu)
	}
	if m.Tenure < 0 {
		return fmt.Errorf("multiwalk: tabu tenure %d is negative; use 0 for the default (0.9n..1.1n)", m.Tenure)
	}
	if m.Tenure > 0 && m.Tenure >= n {
		return fmt.Errorf("multiwalk: tabu tenure %d is not below n=%d; use 0 for the default (0.9n..1.1n)", m.Tenure, n)
	}
	if m.Aspiration < -1 || m.Aspiration > maxAspiration {
		return fmt.Errorf("multiwalk: tabu aspiration %d is outside [-1, %d]; use 0 for the default (5*n*n), -1 for never",
			m.Aspiration, maxAspiration)
	}
	return nil
}

// tabuRule is the settings with their defaults filled in.
type tabuRule struct {
	shortest, longest int32 // tenures
	aspiration        int32 // 0 is never
}

func (m Tabu) rule(n int) tabuRule {
	mean := m.Tenure
	if mean == 0 {
		mean = n
	}
	shortest, spread := around(mean)
	r := tabuRule{shortest: int32(shortest), longest: int32(shortest + spread - 1)}
	switch {
	case m.Aspiration > 0:
		r.aspiration = int32(m.Aspiration)
	case m.Aspiration == 0:
		r.aspiration = int32(min(5*n*n, maxAspiration))
	}
	return r
}

// around is the tenures of a mean, from 0.9 to 1.1 of it: spread numbers from shortest on.
func around[N int | int64](mean N) (shortest, spread N) {
	shortest = max(1, mean*9/10)
	return shortest, max(1, (mean*11+9)/10) - shortest + 1
}

// tenure draws how long a value may not come back.
func (r tabuRule) tenure(random *multiwalk.Rand) int32 {
	return r.shortest + int32(random.Uint32N(uint32(r.longest-r.shortest+1)))
}

// tabuSearch is tabu search over swaps.
type tabuSearch struct {
	method string
	p      multiwalk.Problem
	plan   walk.Plan
	swaps  *neighbourhood.Swaps
	rule   tabuRule
	ran    Tabu          // with its defaults filled in
	bursts *IteratedTabu // the same; nil: it is not iterated
}

func (s *tabuSearch) Slice() int {
	return walking.SliceOf(walking.ScanNanoseconds(s.swaps, s.p.Space().Len()))
}

// WalkBytes implements walk.WalkSizer: a walk's memory of swaps and, where there are states, its deltas.
func (s *tabuSearch) WalkBytes() int64 {
	n := int64(s.p.Space().Len())
	return 12 * n * n
}

func (s *tabuSearch) NewWalk(id int) (walk.Walk, error) {
	r := multiwalk.NewRand(s.plan.Seed, id)
	x := make([]int32, s.p.Space().Len())
	s.plan.Begin(s.p, r, x)
	return newTabuWalk(walking.NewSwapWalk(s.method, s.p, s.swaps, x, r), s.rule, s.bursts), nil
}

func (s *tabuSearch) Resolved(walk.Walk) walk.Method {
	if s.bursts == nil {
		return s.ran
	}
	m := *s.bursts
	m.Tabu = s.ran
	return m
}

// drawing is the settings of a search that draws its tenures from spread numbers from shortest on, and knows no aspiration by age.
func (m Tabu) drawing(shortest, spread int) Tabu {
	m.Tenure, m.Aspiration = cmp.Or(m.Tenure, shortest+(spread-1)/2), -1
	return m
}

// resolved fills in the defaults for n elements.
func (m Tabu) resolved(n int) Tabu {
	m.Tenure = cmp.Or(m.Tenure, n)
	if r := m.rule(n); r.aspiration > 0 {
		m.Aspiration = int(r.aspiration)
	}
	return m
}

func (m Tabu) String() string { return m.Name() }
