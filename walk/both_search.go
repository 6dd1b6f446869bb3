package walk

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/checkpoint"
)

// bothSearch is the searches of a run on a Both: one on its cores, one on its machines.
type bothSearch struct {
	of    [2]Search
	cores int // walks of the first
	full  [2]int
	met   [2]bool // walks of that search meet at the present barrier
}

// join begins with the given number of walks on cores. If one of the two cooperates, what it returns is a Cooperator.
func (s *bothSearch) join(walks int) Search {
	s.cores, s.full = walks, [2]int{s.of[cores].Slice(), s.of[machines].Slice()}
	for _, o := range s.of {
		if _, ok := o.(Cooperator); ok {
			return cooperatingBoth{s}
		}
	}
	return s
}

// NewWalk starts walks of the cores' search first. Each search numbers its own from 0 on.
func (s *bothSearch) NewWalk(id int) (Walk, error) {
	if id < s.cores {
		return s.of[cores].NewWalk(id)
	}
	return s.of[machines].NewWalk(id - s.cores)
}

// Slice returns the units of a round on the cores. On the machines a round may have another number of units: see portion.
func (s *bothSearch) Slice() int { return s.of[cores].Slice() }

// portion returns what a walk of a side does in a round. The balance gives the round a number of steps, and each step a number
// of units. If the side's search asks for fewer units than at first, because a period ends, the walk does no more than these.
func (s *bothSearch) portion(side, units, steps int) portion {
	full := max(1, s.of[side].Slice())
	p := portion{units: math.MaxInt, step: min(full, units), full: full, planned: min(units*steps, mostUnits)}
	if steps == 1 {
		p.units = units
	}
	if full < s.full[side] {
		p.units = min(p.units, full)
	}
	return p
}

// Walks is how many searches there are, also on a machine.
func (s *bothSearch) Walks(machines int) int {
	if c, ok := As[WalkCounter](s.of[1]); ok {
		machines = c.Walks()
	}
	return s.cores + machines
}

// WalkBytes is what a walk on a core takes.
func (s *bothSearch) WalkBytes() int64 {
	if z, ok := As[WalkSizer](s.of[cores]); ok {
		return z.WalkBytes()
	}
	return 0
}

// Load loads what either must.
func (s *bothSearch) Load(tell func(msg string)) error {
	for _, o := range s.of {
		if l, ok := As[Loader](o); ok {
			if err := l.Load(tell); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *bothSearch) Close() error { return Close(s.of[:]...) }

// Save saves what either keeps between rounds.
func (s *bothSearch) Save(a *checkpoint.Archive) {
	for _, o := range s.of {
		SaveSearch(a, o)
	}
}

// cooperatingBoth lets the walks of a side exchange what they would without the other. If a walk is told to go on from a
// solution, and the other side has a better one, the walk goes on from the better one.
type cooperatingBoth struct{ *bothSearch }

// split returns the messages of each side.
func (s *bothSearch) split(said []Message) [2][]Message {
	return [2][]Message{said[:s.cores], said[s.cores:]}
}

// Meets asks both sides, each about its own walks.
func (s cooperatingBoth) Meets(round int64, said []Message) bool {
	for i, own := range s.split(said) {
		c, ok := s.of[i].(Cooperator)
		s.met[i] = ok && c.Meets(round, own)
	}
	return s.met[cores] || s.met[machines]
}

// Exchange asks the sides that meet.
func (s cooperatingBoth) Exchange(said []Message) []Message {
	heard := make([]Message, len(said))
	parts, answers := s.split(said), s.split(heard)
	for i, own := range parts {
		if !s.met[i] {
			continue
		}
		copy(answers[i], s.of[i].(Cooperator).Exchange(own))
		other := bestOf(parts[1-i])
		for k, m := range answers[i] {
			if m.Best != nil && other.Best != nil && other.Cost < m.Cost {
				answers[i][k].Best, answers[i][k].Cost = other.Best, other.Cost
			}
		}
	}
	return heard
}

// bestOf returns the message with the best solution. It copies the solution, so the copy stays as it is while its walk hears of
// another one.
func bestOf(said []Message) (best Message) {
	for _, m := range said {
		if m.Best != nil && (best.Best == nil || m.Cost < best.Cost) {
			best = m
		}
	}
	best.Best = slices.Clone(best.Best)
	return best
}
