package population

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// beginner is a tabu search of package single on a core: a walk that can begin anew elsewhere.
type beginner interface {
	walk.Walk
	Begin(x []int32, r *multiwalk.Rand)
	// Idle is how many iterations it has made since its best solution.
	Idle() int64
}

// longestIdle is how many times as long as its patience a search may be that finds better solutions again and again.
const longestIdle = 6

// crew is tabu searches on cores, of one solution each: all are improved side by side, where all cores share them, else one after the
// other by one search. A unit is an iteration of each that is not over. What becomes of a solution follows from its own stream, so any number
// of cores finds the same; they take searches in turn, and meet after many units.
type crew struct {
	search walk.Search
	cores  int
	n      int
	tabu   []beginner
	draws  []*multiwalk.Rand // of all solutions
	at     int               // the solution of the first search
	x      []int32           // the solutions where the searches begin, one after the other
	fresh  []bool            // which are to begin there
	may    []int64           // how many iterations each may still make
	left   int64             // iterations of each until the next beginning, at most
	idle   int64             // a search is over after as many without a better solution
	every  int64             // iterations after which searches that are over begin elsewhere; 0: once all are over
	begun  int64             // searches that have begun, each with a full evaluation
	units  int64
	best   []int32
	least  int64
}

// crewOf makes so many searches, which begin at the first of some solutions, and the solutions: each is drawn from a stream of its own,
// numbered from first on.
func crewOf(improve walk.Search, p multiwalk.Problem, plan walk.Plan, first, solutions, searches int) (*crew, []int32, error) {
	n := p.Space().Len()
	c := &crew{search: improve, cores: plan.Cores(), n: n, x: make([]int32, searches*n), at: -searches, best: make([]int32, n),
		least: math.MaxInt64, idle: math.MaxInt64}
	x := make([]int32, solutions*n)
	for i := range solutions {
		if i < searches {
			if i > 0 && plan.Aborted() {
				return nil, nil, walk.ErrAborted
			}
			w, err := improve.NewWalk(first + i)
			if err != nil {
				return nil, nil, err
			}
			c.tabu = append(c.tabu, w.(beginner))
		}
		c.draws = append(c.draws, multiwalk.NewRand(plan.Seed, first+i))
		walk.Plan{}.Begin(p, c.draws[i], x[i*n:(i+1)*n])
	}
	c.fresh, c.may = make([]bool, searches), make([]int64, searches)
	c.note()
	return c, x, nil
}

// span is how many units of so many searches take some 20 ms of a core.
func span(improve walk.Search, searches int) int { return max(1, 2*improve.Slice()/searches) }

// crewBytes is what so many searches take.
func crewBytes(improve walk.Search, searches int) int64 {
	if z, ok := walk.As[walk.WalkSizer](improve); ok {
		return int64(searches) * z.WalkBytes()
	}
	return 0
}

func (c *crew) Step(s *walk.Slice) bool {
	if len(c.tabu) == 1 {
		return c.alone(s)
	}
	for goesOn := true; goesOn && c.left > 0; {
		done, units := c.Counters().Evaluations(), int64(0)
		for most := c.stretch(done, s); units < most && s.Next(done); units++ {
		}
		if units == 0 {
			break
		}
		goesOn = c.stretched(units, s)
		if c.note() {
			s.Improved(c.least, c.Counters())
		}
	}
	return true
}

// alone has the only search tell the run itself what it finds.
func (c *crew) alone(s *walk.Slice) bool {
	if c.note() { // the solution, before it is improved
		s.Improved(c.least, c.Counters())
	}
	before := c.tabu[0].Counters().Units
	goesOn := c.tabu[0].Step(s)
	made := c.tabu[0].Counters().Units - before
	c.left -= made
	c.units += made
	c.note()
	return goesOn
}

// begin has a search begin at its solution.
func (c *crew) begin(i int) { c.tabu[i].Begin(c.x[i*c.n:(i+1)*c.n], c.draws[c.at+i]) }

// stretch is how many units are made without a meeting: so few that they use half of the evaluations left, if a unit takes as many as
// those before. So the last units before a limit are single ones, and the limit is kept to a unit. In none of them all searches are over.
func (c *crew) stretch(done int64, s *walk.Slice) int64 {
	if c.units == 0 {
		return 1 // which shows what one takes
	}
	each := (done-c.begun)/c.units + 1
	return max(1, min(c.left, c.surely(), s.EvaluationsLeft(done)/each/2))
}

// surely is how many iterations some search makes before it is over.
func (c *crew) surely() (most int64) {
	for i := range c.tabu {
		left := min(c.may[i], c.idle)
		if !c.fresh[i] {
			left = min(left, c.idle-c.tabu[i].Idle())
		}
		most = max(most, left)
	}
	return most
}

// stretched makes some units: so many iterations of each search that does not wait. It returns false if the run was aborted meanwhile.
func (c *crew) stretched(iterations int64, s *walk.Slice) bool {
	cores, made := min(c.cores, len(c.tabu)), make([]int64, len(c.tabu))
	if !walk.BesideEach(cores, len(c.tabu), s.Aborted, func(_, i int) { made[i] = c.improve(i, iterations, s) }) {
		return false
	}
	most := slices.Max(made)
	c.left -= most
	c.units += most
	if len(c.over()) == len(c.tabu) {
		c.left = 0
	}
	return true
}

// over are the searches that are.
func (c *crew) over() (list []int) {
	for i, w := range c.tabu {
		if !c.fresh[i] && (c.may[i] == 0 || w.Idle() >= c.idle) {
			list = append(list, i)
		}
	}
	return list
}

// improve has a search make iterations, until it or the run is over, and returns how many.
func (c *crew) improve(i int, iterations int64, s *walk.Slice) (made int64) {
	if c.fresh[i] {
		c.begin(i)
		c.fresh[i] = false
	}
	poll := int64(max(1, c.search.Slice()/8))
	for made < iterations && !s.Aborted() {
		units := min(poll, iterations-made, c.may[i], c.idle-c.tabu[i].Idle())
		if units == 0 {
			break
		}
		c.tabu[i].Step(walk.NewSlice(int(units)))
		made += units
		c.may[i] -= units
	}
	return made
}

// note takes up the best of what the searches have found, of several the first. It returns whether that is a new incumbent.
func (c *crew) note() (better bool) {
	for _, w := range c.tabu {
		if x, cost := w.Best(); cost < c.least {
			c.least, better = cost, true
			copy(c.best, x)
		}
	}
	return better
}

func (c *crew) Searches() int { return len(c.tabu) }

func (c *crew) BeginEach(x []int32, iterations int64) error {
	c.at = (c.at + len(c.tabu)) % len(c.draws)
	for i := range c.tabu {
		c.beginOne(i, x[i*c.n:][:c.n], iterations)
	}
	if c.left = c.may[0]; len(c.tabu) == 1 {
		c.begin(0)
		c.fresh[0] = false
	}
	return nil
}

// beginOne makes a search begin anew, as BeginEach does.
func (c *crew) beginOne(i int, x []int32, iterations int64) {
	if c.idle < math.MaxInt64 {
		iterations *= longestIdle
	}
	copy(c.x[i*c.n:], x)
	c.fresh[i], c.may[i] = true, iterations
	c.begun++
}

func (c *crew) Left() int64 {
	if len(c.tabu) == 1 {
		return min(c.left, c.idle-c.tabu[0].Idle())
	}
	return c.left
}

func (c *crew) Incumbents() (x []int32, costs []int64, err error) {
	for _, w := range c.tabu {
		best, cost := w.Best()
		x, costs = append(x, best...), append(costs, cost)
	}
	return x, costs, nil
}

func (c *crew) Best() ([]int32, int64) { return c.best, c.least }

func (c *crew) Counters() (all multiwalk.Counters) {
	for _, w := range c.tabu {
		all.Add(w.Counters())
	}
	all.Units = c.units
	return all
}

func (c *crew) Close() error { return nil }

func (c *crew) Save(a *checkpoint.Archive) {
	a.Fields("crew", &c.at, &c.x, &c.fresh, &c.may, &c.left, &c.begun, &c.units, &c.best, &c.least)
	for i, w := range c.tabu {
		if a.Reading() && a.Err() == nil {
			c.begin(i)
		}
		walk.SaveWalk(a, w)
	}
	for _, r := range c.draws {
		a.Fields("draws", r)
	}
}
