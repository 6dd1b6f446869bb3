package single

import (
	"cmp"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// What the searches answer as multiwalk.Resolver: their settings with the defaults that this run had. What is not there stays
// as it was given, such as the cooling constant of an annealing that cools over the budget of the run.

// namedMoves names the moves that a setting stands for.
func namedMoves(p multiwalk.Problem, name string) string { return namedByForm(p, nil, name) }

// namedByForm is namedMoves for a method whose moves are those of the problem's form in kernels.
func namedByForm(p multiwalk.Problem, form any, name string) string {
	if nb, err := neighbourhood.ByForm(p, form, name); err == nil {
		return nb.Name()
	}
	return name
}

// Resolved implements multiwalk.Resolver. Automatic temperatures are those of the walk that found the result.
func (s *annealSearch) Resolved(w multiwalk.Walk) multiwalk.Method {
	m := s.m
	m.Neighbourhood = namedMoves(s.p, m.Neighbourhood)
	if !s.budgeted {
		m.Alpha = s.schedule.alpha
		if m.Proposals == 0 {
			m.Sweeps = cmp.Or(m.Sweeps, 10)
		}
	}
	walk, ok := w.(*annealWalk)
	if !ok {
		return m
	}
	d := walk.descent // a copy: asking for a temperature must not change the walk's
	switch {
	case !s.budgeted && walk.ready:
		m.Start, m.End = walk.start, walk.end
	case s.budgeted && d.free():
		if c := &walk.sharing; c.begun && c.level < c.first {
			m.Start, m.End = metropolis.Exp2(c.first), metropolis.Exp2(c.level)
		}
	case s.budgeted && (d.given() || d.known):
		m.Start, m.End = d.temperature(0), d.temperature(1)
	}
	return m
}

// Resolved implements multiwalk.Resolver.
func (s *lightSearch) Resolved(multiwalk.Walk) multiwalk.Method {
	m := s.m
	m.Start, m.End, m.Alpha, m.Sweeps = s.schedule.start, s.schedule.end, s.schedule.alpha, cmp.Or(m.Sweeps, 10)
	if s.edges == nil {
		m.Neighbourhood = namedMoves(s.p, m.Neighbourhood)
	}
	return m
}

// Resolved implements multiwalk.Resolver.
func (s *climbSearch) Resolved(multiwalk.Walk) multiwalk.Method {
	m := s.m
	m.Rule, m.Neighbourhood = cmp.Or(m.Rule, FirstImprovement), namedMoves(s.p, m.Neighbourhood)
	return m
}

// Resolved implements multiwalk.Resolver.
func (s *exploreSearch) Resolved(multiwalk.Walk) multiwalk.Method { return s.e.ran }

// Resolved implements multiwalk.Resolver. The temperatures of a machine's annealing are those of all its searches.
func (f *exploreFleet) Resolved(multiwalk.Walk) multiwalk.Method {
	name := namedByForm(f.Problem, formOf(f.Problem), f.e.neighbourhood)
	switch m := f.e.ran.(type) {
	case Anneal:
		if m.Neighbourhood = name; f.e.cools != nil {
			m.Start, m.End = f.e.cools(0), f.e.cools(1)
		} else if levels := f.e.levels; len(levels) > 0 {
			m.Start, m.End = levels[0], levels[len(levels)-1]
		}
		return m
	case Climb:
		m.Rule, m.Neighbourhood = cmp.Or(m.Rule, FirstImprovement), name
		return m
	}
	return f.e.ran
}

// Resolved implements multiwalk.Resolver. The tenure is the mean of what the walk draws; where it goes by the kind of move, or by
// the conflicts, it stays 0.
func (s *tabuMoves) Resolved(w multiwalk.Walk) multiwalk.Method {
	m := s.m
	m.Neighbourhood, m.Candidates, m.Aspiration = namedMoves(s.p, s.name), int(s.candidates), -1
	if walk, ok := multiwalk.As[interface{ mean() int }](w); ok {
		m.Tenure = cmp.Or(m.Tenure, walk.mean())
	}
	if s.method == m.Name() {
		return m
	}
	bursts := s.bursts
	bursts.Tabu = m
	return bursts
}

// Resolved implements multiwalk.Resolver.
func (s *ilsMoves) Resolved(multiwalk.Walk) multiwalk.Method {
	m := ILS{Strength: s.weakest}
	m.Neighbourhood = namedMoves(s.p, s.name)
	return m
}

// Resolved implements multiwalk.Resolver.
func (s *tabuSearch) Resolved(multiwalk.Walk) multiwalk.Method {
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

// Resolved implements multiwalk.Resolver.
func (s *conflictSearch) Resolved(multiwalk.Walk) multiwalk.Method { return s.m }

// Resolved implements multiwalk.Resolver.
func (s *temperingSearch) Resolved(multiwalk.Walk) multiwalk.Method { return s.m }

// Resolved implements multiwalk.Resolver. What is for permutations alone stays as it is.
func (s *tourSearch) Resolved(multiwalk.Walk) multiwalk.Method {
	m := s.m
	m.LocalSearch, m.Neighbours = cmp.Or(m.LocalSearch, "kopt"), m.neighbours(s.asymmetric)
	return m
}

// Resolved implements multiwalk.Resolver.
func (s *ilsSwapSearch) Resolved(multiwalk.Walk) multiwalk.Method { return ILS{Strength: s.weakest} }
