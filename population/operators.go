package population

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

// The words of the settings, in the order of package deme's numbers.
var (
	demeShapes   = []string{"l5", "c9", "c13"}
	demeSelects  = []string{"tournament", "best", "random", "roulette"}
	demeOrders   = []string{"pmx", "ox", "cx", "position", "edges"}
	demeValues   = []string{"two-point", "one-point", "uniform"}
	demeMoves    = []string{"swap", "insertion", "inversion"}
	demeReplaces = []string{"better", "no-worse", "always", "worst", "crowding"}
	demeRoutes   = []string{"ring", "torus", "complete", "random"}
	demeStarts   = []string{"random", "construct"}
)

// operators are those settings of a method over a deme that say who mates and what becomes of it. rule fills in what is 0 or "".
type operators struct {
	selection, move  *string
	rivals, length   *int
	crossover        string
	mating, mutation float64 // they have their defaults, as replacement has
	replacement      string
	asynchronous     bool
	improve          walk.Method
	refine           *int
	start            *string
}

// rule fills in the defaults for a space, and returns the operators as data.
func (o operators) rule(w *words, p multiwalk.Problem) deme.Rule {
	s := p.Space()
	r, move := deme.Rule{Cuts: 1}, demeMoves[0]
	if s.Kind() == multiwalk.KindTour {
		r.Orders, move = deme.Ordered, demeMoves[2]
	}
	*o.selection, *o.rivals, *o.move = cmp.Or(*o.selection, demeSelects[0]), cmp.Or(*o.rivals, 2), cmp.Or(*o.move, move)
	if o.improve != nil {
		*o.length = cmp.Or(*o.length, 10*s.Len())
	}
	r.Select, r.Rivals = deme.Selection(w.number("selection", *o.selection, demeSelects)), int32(*o.rivals)
	r.Move, r.Replace = deme.Move(w.number("move", *o.move, demeMoves)), deme.Replace(w.number("replacement", o.replacement, demeReplaces))
	r.Mates, r.Mutates = w.rate("mating", o.mating), w.rate("mutation", o.mutation)
	r.Steps = w.steps(p, o.refine)
	*o.start = cmp.Or(*o.start, demeStarts[0])
	w.number("start", *o.start, demeStarts)
	if r.Replace == deme.Worst && !o.asynchronous {
		w.refuse("replaces the worst only where children take their places one after the other; set Asynchronous")
	}
	w.within("rivals", *o.rivals, 1, 64)
	w.within("length", *o.length, 0, 1<<30)
	w.crossovers(s, o.crossover, &r)
	return r
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

// rate is a probability as a rule has it, of 2^32; -1 means 0.
func (w *words) rate(what string, p float64) uint64 {
	if !(p == -1 || p >= 0 && p <= 1) {
		w.refuse("%s %v is no probability up to 1; use -1 for none", what, p)
		return 0
	}
	return uint64(max(0, p)*(1<<32) + 0.5)
}

// refineSteps is how many steps of refinement a child has by default.
const refineSteps = 30

// steps are those of the refinement of a child, whose default it fills in.
func (w *words) steps(p multiwalk.Problem, refine *int) int32 {
	r, refines := p.(kernel.Refiner)
	switch {
	case refines:
		*refine = cmp.Or(*refine, refineSteps)
		w.within("refine", *refine, -1, deme.MostTurns/int(r.Turns()))
	case *refine > 0:
		w.refuse("cannot refine children of %T, which has no way to (kernel.Refiner); leave it out", p)
	default:
		w.within("refine", *refine, -1, 0)
	}
	return int32(max(0, *refine))
}

// mutation is the default rate: children that are refined are not disturbed before.
func mutation(p multiwalk.Problem, refine int, other float64) float64 {
	if _, refines := p.(kernel.Refiner); refines && refine >= 0 {
		return -1
	}
	return other
}

func (w *words) within(what string, v, least, most int) {
	if v < least || v > most {
		w.refuse("%s %d is outside [%d, %d]; use 0 for the default", what, v, least, most)
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
