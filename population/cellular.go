package population

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/internal/mating"
)

// Cellular is the synchronous cellular genetic algorithm, as PUGACE (Soca, Blengio, Pedemonte and Ezzatti, "PUGACE, a cellular
// evolutionary algorithm framework on GPUs", 2010) and GraphCell (Pinel, Dorronsoro and Bouvry, "Solving very large instances of the
// scheduling of independent tasks problem on the GPU", 2013) have it on GPUs: individuals live on a torus, and mate with their neighbours
// alone, so that good genes spread slowly and the population stays diverse. In a generation each individual has a child, which mostly
// takes its place if it is better; all children are made before any takes its place.
//
// The run has one population, which all cores or a whole GPU divide. What becomes of an individual follows from the seed, from its
// generation and its neighbourhood, so equal seeds give equal populations on any number of cores and on a GPU. Settings.Walks does not
// matter. Every child counts as a full evaluation.
type Cellular struct {
	// Width and Height are those of the torus; 0 means 32. GraphCell's are 32 to 512.
	Width, Height int
	// Neighbourhood is "l5", the four individuals beside and the individual itself; "c9", also those at the corners; or "c13", also those
	// at a distance of two. "" means l5.
	Neighbourhood string
	// Selection of the second parent from the neighbourhood is "tournament" (of Rivals; two of them are linear ranking), "best", "random" or
	// "roulette"; "" means tournament. The first parent is the individual itself; with Both it is selected in the same way.
	Selection string
	Both      bool
	// Rivals is how many individuals a tournament has; 0 means 2.
	Rivals int
	// Crossover of permutations and tours is "pmx" (partially mapped), "ox" (order), "cx" (cycle), "position" (position-based) or "edges"
	// (edge recombination), by default ox for tours and pmx else; of bits and integers it is "two-point", the default, "one-point" or
	// "uniform". Several are joined by +. In a product each part has the one that fits.
	Crossover string
	// Mating is the probability that two parents are crossed, up to 1; 0 means 1, and -1 means never: the child is the first parent's.
	Mating float64
	// Move is the mutation of permutations and tours: "swap", "insertion" or "inversion"; "" means inversion for tours and swap else. Bits
	// and integers get another value.
	Move string
	// Mutation is the probability that a child mutates, up to 1; 0 means 0.9, and -1 means never.
	Mutation float64
	// Replacement is "better", a child takes the individual's place if it costs less; "no-worse", also if it costs as much; or "always",
	// unless the individual is the best of its neighbourhood. "" means better.
	Replacement string
	// Cuts is how many individuals, those with successive numbers, are cut at the same points in a generation, as those of a block are in
	// PUGACE, whose threads so go the same ways; 0 means 1, each at its own.
	Cuts int
}

const (
	cellularSide     = 32
	cellularMutation = 0.9
	// mostSide bounds a torus.
	mostSide = 1 << 12
)

// The words of the settings, in the order of package deme's numbers.
var (
	demeShapes   = []string{"l5", "c9", "c13"}
	demeSelects  = []string{"tournament", "best", "random", "roulette"}
	demeOrders   = []string{"pmx", "ox", "cx", "position", "edges"}
	demeValues   = []string{"two-point", "one-point", "uniform"}
	demeMoves    = []string{"swap", "insertion", "inversion"}
	demeReplaces = []string{"better", "no-worse", "always"}
)

// Name returns "cellular".
func (Cellular) Name() string { return "cellular" }

// String implements fmt.Stringer.
func (m Cellular) String() string { return m.Name() }

// withDefaults fills in the defaults for a space.
func (m Cellular) withDefaults(s multiwalk.Space) Cellular {
	tour := s.Kind() == multiwalk.KindTour
	m.Width, m.Height = cmp.Or(m.Width, cellularSide), cmp.Or(m.Height, cellularSide)
	m.Neighbourhood, m.Selection = cmp.Or(m.Neighbourhood, demeShapes[0]), cmp.Or(m.Selection, demeSelects[0])
	m.Rivals, m.Cuts, m.Replacement = cmp.Or(m.Rivals, 2), cmp.Or(m.Cuts, 1), cmp.Or(m.Replacement, demeReplaces[0])
	m.Mating, m.Mutation = cmp.Or(m.Mating, 1), cmp.Or(m.Mutation, cellularMutation)
	if m.Move == "" {
		if m.Move = demeMoves[0]; tour {
			m.Move = demeMoves[2]
		}
	}
	return m
}

// Prepare implements multiwalk.Method. It refuses fixed edges, settings out of range, and what Place refuses.
func (m Cellular) Prepare(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	e, err := m.evolution(p.Space())
	if err != nil {
		return nil, err
	}
	return evolve(p, plan, e)
}

// evolution is the method as data.
func (m Cellular) evolution(s multiwalk.Space) (e evolution, err error) {
	m = m.withDefaults(s)
	w := words{method: m.Name()}
	r := deme.Rule{
		Topology: deme.Topology{Shape: deme.Shape(w.number("neighbourhood", m.Neighbourhood, demeShapes)), Width: int32(m.Width),
			Count: int32(m.Width * m.Height)},
		Select: deme.Selection(w.number("selection", m.Selection, demeSelects)), Rivals: int32(m.Rivals), Cuts: int32(m.Cuts),
		Move: deme.Move(w.number("move", m.Move, demeMoves)), Replace: deme.Replace(w.number("replacement", m.Replacement, demeReplaces)),
		Mates: w.rate("mating", m.Mating), Mutates: w.rate("mutation", m.Mutation),
	}
	if !m.Both {
		r.Own = 1
	}
	if s.Kind() == multiwalk.KindTour {
		r.Orders = deme.Ordered
	}
	w.within("width", m.Width, 1, mostSide)
	w.within("height", m.Height, 1, mostSide)
	w.within("rivals", m.Rivals, 1, 64)
	w.within("cuts", m.Cuts, 1, m.Width*m.Height)
	if m.Width*m.Height < 2 {
		w.within("width", m.Width, 2, mostSide)
	}
	w.crossovers(s, m.Crossover, &r)
	return evolution{method: m, rule: r}, w.err
}

// words reads the settings of a method. err is the first thing that is wrong.
type words struct {
	method string
	err    error
}

func (w *words) refuse(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf("multiwalk: "+w.method+" "+format, args...)
	}
}

// number is that of a word in a list.
func (w *words) number(what, word string, list []string) int {
	i := slices.Index(list, word)
	if i < 0 {
		w.refuse("has no %s %q; use %s", what, word, strings.Join(list, ", "))
	}
	return max(0, i)
}

// rate is a probability as package mating has it; -1 means 0.
func (w *words) rate(what string, p float64) uint64 {
	if !(p == -1 || p >= 0 && p <= 1) {
		w.refuse("%s %v is no probability up to 1; use -1 for none", what, p)
		return 0
	}
	return mating.Rate(max(0, p))
}

func (w *words) within(what string, v, least, most int) {
	if v < least || v > most {
		w.refuse("%s %d is outside [%d, %d]", what, v, least, most)
	}
}

// crossovers reads a list of crossovers, joined by +.
func (w *words) crossovers(s multiwalk.Space, list string, r *deme.Rule) {
	if list == "" {
		return
	}
	for _, word := range strings.Split(list, "+") {
		order, value := slices.Index(demeOrders, word), slices.Index(demeValues, word)
		if order < 0 && value < 0 {
			w.refuse("has no crossover %q; use %s for permutations and tours, %s for values", word, strings.Join(demeOrders, ", "),
				strings.Join(demeValues, ", "))
		} else if !slices.ContainsFunc(s.Parts(), func(part multiwalk.Space) bool { return ordered(part.Kind()) == (order >= 0) }) {
			w.refuse("crossover %s fits no part of %v; leave it out for the default", word, s)
		} else if order >= 0 {
			r.Orders = deme.Orders(order)
		} else {
			r.Values = deme.Values(value)
		}
	}
}
