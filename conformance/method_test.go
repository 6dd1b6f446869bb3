package conformance

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// searcher is a method that makes random moves as long as they do not make things worse, with the flaw of that name.
type searcher struct {
	flaw string
	bad  bool // a setting
}

func (m searcher) Name() string {
	if m.flaw == "name" {
		return "My Search"
	}
	return "searcher"
}

var shared atomic.Int64 // of the flaw "global"

func (m searcher) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if m.bad && m.flaw == "panics at settings" {
		panic("bad")
	}
	if m.bad && m.flaw != "accepts all" {
		return nil, errors.New("multiwalk: searcher cannot be bad; use false")
	}
	if m.flaw == "writes start" && plan.Start != nil {
		plan.Start[0]++
	}
	return &searching{m, p, plan}, nil
}

type searching struct {
	m    searcher
	p    multiwalk.Problem
	plan walk.Plan
}

func (s *searching) Slice() int {
	if s.m.flaw == "slice" {
		return 0
	}
	return 100
}

func (s *searching) NewWalk(id int) (walk.Walk, error) {
	nb, err := neighbourhood.For(s.p)
	if err != nil {
		return nil, err
	}
	w := &searchWalk{m: s.m, nb: nb, r: multiwalk.NewRand(s.plan.Seed, id), x: make([]int32, s.p.Space().Len())}
	if s.m.flaw == "seedless" {
		w.r = multiwalk.NewRand(uint64(time.Now().UnixNano()), id)
	}
	s.p.Space().Random(w.r, w.x)
	if s.plan.Start != nil && s.m.flaw != "ignores start" {
		copy(w.x, s.plan.Start)
	}
	w.cost = s.p.Cost(w.x)
	w.work.FullEvaluations = 1
	w.keep()
	return w, nil
}

type searchWalk struct {
	m     searcher
	nb    neighbourhood.Neighbourhood
	r     *multiwalk.Rand
	x     []int32
	cost  int64
	best  []int32
	least int64
	work  multiwalk.Counters
	rests int
}

func (w *searchWalk) keep() { w.best, w.least = slices.Clone(w.x), w.cost }

func (w *searchWalk) Step(s *walk.Slice) bool {
	if w.rests++; w.m.flaw == "steps matter" && w.rests%2 == 0 {
		w.r.Uint32()
	}
	for {
		evaluations := w.Counters().Evaluations()
		if w.m.flaw == "miscounts" {
			evaluations /= 2
		}
		if !s.Next(evaluations) {
			return true
		}
		if w.m.flaw == "sleeps" {
			time.Sleep(20 * time.Millisecond)
		}
		if w.m.flaw == "global" && shared.Add(1)%3 == 0 {
			w.r.Uint32()
		}
		w.work.Units++
		w.unit(s)
		if w.m.flaw == "lazy" {
			return true
		}
	}
}

func (w *searchWalk) unit(s *walk.Slice) {
	for range 10 {
		m := w.nb.Random(w.r)
		d := w.nb.Delta(w.x, m)
		if d > 0 && w.m.flaw != "forgets" {
			continue
		}
		w.nb.Apply(w.x, m)
		w.cost += d
		w.work.Moves++
		if w.cost < w.least || w.m.flaw == "forgets" {
			better := w.cost < w.least
			w.keep()
			if better && w.m.flaw != "silent" {
				s.Improved(w.least, w.Counters())
			}
		}
		if w.m.flaw == "lies" && w.cost == w.least {
			w.least--
		}
	}
	if w.m.flaw == "boasts" {
		s.Improved(w.least-1000, w.Counters())
	}
}

func (w *searchWalk) Best() ([]int32, int64) {
	if w.m.flaw == "no solution" {
		return append(slices.Clone(w.best), 0), w.least
	}
	return w.best, w.least
}

func (w *searchWalk) Counters() multiwalk.Counters {
	c := w.work
	full, delta := w.nb.Evaluations()
	c.FullEvaluations += full
	c.DeltaEvaluations += delta
	if w.m.flaw == "counts down" {
		c.Moves = -c.Moves
	}
	if w.m.flaw == "counts restarts" {
		c.Restarts = 1 << 40
	}
	return c
}

func (w *searchWalk) Adopt(x []int32, cost int64) {
	switch w.m.flaw {
	case "adopts nothing":
		return
	case "keeps adopted":
		w.x, w.cost, w.best, w.least = x, cost, x, cost
		return
	case "adopts half":
		w.cost, w.least = cost, cost
		return
	}
	copy(w.x, x)
	w.cost = cost
	if cost < w.least {
		w.keep()
	}
}

func TestMethod_SoundOne(t *testing.T) {
	for _, p := range []multiwalk.Problem{newTourer(12, ""), oneMax(50), qap{newMatrix(9, 1), newMatrix(9, 2)}, newChooser(6, "")} {
		Method(t, searcher{}, p, Refuses(searcher{bad: true}))
	}
}

func TestMethod_FindsEachFlaw(t *testing.T) {
	unraced.Test(t)
	for flaw, want := range map[string]string{
		"name": `Name: "My Search" is no word`, "accepts all": "ran, to cost", "panics at settings": "broke instead", "writes start": "start solution: ",
		"slice": "a slice has 0 units", "seedless": "any number of workers: ", "ignores start": "start solution: it costs",
		"steps matter": "one by one and at a stretch differ", "miscounts": "evaluation budget: a walk with",
		"global": "conformance: ", "lazy": "of its slice undone", "forgets": "but its best costs", "silent": "not reported by Improved",
		"lies": "by full evaluation", "boasts": "reported an incumbent of cost", "no solution": "one walk: ", "counts down": "a counter went back",
		"counts restarts": "more restarts than units, moves and evaluations",
		"adopts nothing":  "Adopt: after a solution of cost", "keeps adopted": "Adopt: the walk keeps the slice", "adopts half": "Adopt: after a solution of cost",
	} {
		found(t, flaw, want, CheckMethod(searcher{flaw: flaw}, oneMax(200), Budget(4000), Refuses(searcher{flaw: flaw, bad: true})))
	}
}

// A unit of 20 ms that does not poll is late when the limits are tight: the machine's are generous, so the kit's are set.
func TestMethod_FindsSlowUnits(t *testing.T) {
	found(t, "sleeps", "poll Slice.Aborted", CheckMethod(searcher{flaw: "sleeps"}, oneMax(200), Budget(60), Prompt(time.Millisecond)))
}
