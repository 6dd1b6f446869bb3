package clauses

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/kernels/passing"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// MessagePassing is inference and no local search. It is given rows of signs, and the products that a solution must have with them, in any
// order, as in a permuted perceptron. From these it infers the bits of the solution. Approximate message passing (Donoho, Maleki and
// Montanari, "Message-passing algorithms for compressed sensing", 2009) estimates how likely each sign is. It uses how many rows have each
// product, and which products a row can have modulo 4. That is not enough to know the signs. So the method guesses the least certain signs,
// each both ways, in trees of guesses that differ in their order. A branch ends when it has used up its share of luck. Then the likeliest
// signs are compared with the products, and so are variants in which some of the least certain signs are flipped. It needs a
// neighbourhood.Signed of up to 192 columns, and ends when it has a solution. Until then its incumbent is no better than a good guess, so
// the method is for instances that have a solution.
type MessagePassing struct {
	// Flips is the most sets of flips that are tried at the end of a branch; 0 means 16384.
	Flips int
}

func (MessagePassing) Name() string { return "message-passing" }

// The most and the default of the sets of flips.
const (
	mostSets    = 1 << 20
	defaultSets = 1 << 14
)

// Prepare implements walk.Method. It refuses Flips out of range, and a problem without signs, with more than message passing takes,
// or with fixed elements.
func (m MessagePassing) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if m.Flips < 0 || m.Flips > mostSets {
		return nil, fmt.Errorf("multiwalk: message-passing flips %d are outside [1, %d]; use 0 for the default, %d", m.Flips, mostSets, defaultSets)
	}
	form, err := m.form(p)
	if err != nil {
		return nil, err
	}
	if m.Flips == 0 {
		m.Flips = defaultSets
	}
	if _, ok := plan.Device.(multiwalk.Accelerator); ok {
		return m.onDevice(p, plan, form), nil
	}
	return &passingSearch{m, p, plan, form}, nil
}

// Takes reports why the method cannot take a problem, on any device.
func (m MessagePassing) Takes(p multiwalk.Problem) error {
	_, err := m.form(p)
	return err
}

// form is the signs of a problem.
func (m MessagePassing) form(p multiwalk.Problem) (*passing.Form, error) {
	s, ok := p.(neighbourhood.Signed)
	if !ok || p.Space().Kind() != multiwalk.KindBinary {
		return nil, walk.NoDelta(m.Name(), "bits and rows of signs (neighbourhood.Signed)")
	}
	if err := walk.NoFixed(m.Name(), p); err != nil {
		return nil, err
	}
	f, err := passing.NewForm(s.Signs())
	if err != nil {
		return nil, fmt.Errorf("multiwalk: message-passing: %w", err)
	}
	return f, nil
}

// passingSearch is message passing on cores.
type passingSearch struct {
	m    MessagePassing // with its default filled in
	p    multiwalk.Problem
	plan walk.Plan
	form *passing.Form
}

// Slice implements walk.Search: some 10 ms.
func (s *passingSearch) Slice() int { return 64 }

func (s *passingSearch) Resolved(walk.Walk) walk.Method { return s.m }

func (s *passingSearch) NewWalk(id int) (walk.Walk, error) {
	w := &passingWalk{s: s, tree: passing.NewTree(s.form, s.plan.Seed, uint32(id), int32(max(1, s.plan.Walks)), int32(s.m.Flips)), best: make([]int32, s.form.N)}
	s.plan.Begin(s.p, multiwalk.NewRand(s.plan.Seed, id), w.best)
	w.least, w.work.FullEvaluations = s.p.Cost(w.best), 1
	return w, nil
}

// passingWalk is a tree of guesses after the other.
type passingWalk struct {
	s     *passingSearch
	tree  *passing.Tree
	work  multiwalk.Counters
	best  []int32
	least int64
}

// Step implements walk.Walk. A unit is a node, which counts as an evaluation.
func (w *passingWalk) Step(s *walk.Slice) bool {
	for !w.tree.Solved && s.Next(w.work.Evaluations()) {
		w.work.Units++
		w.work.FullEvaluations++
		if !w.tree.Next() {
			continue
		}
		x := w.tree.Solution()
		c := w.s.p.Cost(x)
		if c < w.least {
			w.least = c
			copy(w.best, x)
			s.Improved(c, w.work)
		}
		if w.tree.Solved && c != 0 {
			s.Fail(notSolved(c))
		}
	}
	return !w.tree.Solved
}

// notSolved is the error for a solution that has all the products that the problem asks for, but costs more than 0.
func notSolved(cost int64) error {
	return fmt.Errorf("multiwalk: message-passing found a solution whose products are those of Signs, but it costs %d; "+
		"let Signs say what Cost measures, or use another method", cost)
}

func (w *passingWalk) Best() ([]int32, int64)       { return w.best, w.least }
func (w *passingWalk) Counters() multiwalk.Counters { return w.work }

func (w *passingWalk) Save(a *checkpoint.Archive) {
	a.Fields("message passing", &w.work, &w.best, &w.least, w.tree)
}

func (m MessagePassing) String() string { return m.Name() }
