package walk_test

import (
	"math"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// value is the problem whose one element is its cost.
type value struct{ hi int32 }

func (v value) Space() multiwalk.Space { return multiwalk.Integers(1, 0, v.hi) }
func (value) Cost(x []int32) int64     { return int64(x[0]) }

// script is a method whose walks do as told: in unit u, from 1, walk w makes evaluations(w, u) evaluations, one if nil,
// and finds a solution of cost find(w, u). A walk ends after ends units, 0 means never.
type script struct {
	slice       int
	find        func(walk int, unit int64) int32
	evaluations func(walk int, unit int64) int64
	ends        int64
	lie         int64                                                  // is added to the costs that walks claim
	unit        func(s *walk.Slice)                                    // is called in each unit, if not nil
	look        func(walk int, evaluations int64, s *walk.Slice) int32 // finds in place of find, if not nil
	prepare     func(plan walk.Plan) error                             // is called in Prepare, if not nil
	every       int64                                                  // rounds between two exchanges; 0: one
	exchange    func(said []walk.Message) []walk.Message
}

func (script) Name() string { return "script" }
func (m script) Ends() bool { return m.ends > 0 }

func (m script) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if m.prepare != nil {
		if err := m.prepare(plan); err != nil {
			return nil, err
		}
	}
	first := int32(1000)
	if plan.Start != nil {
		first = plan.Start[0]
	}
	return scripted{m, first}, nil
}

type scripted struct {
	m     script
	first int32
}

func (s scripted) Slice() int { return max(1, s.m.slice) }

func (s scripted) NewWalk(id int) (walk.Walk, error) {
	return &scriptedWalk{m: s.m, id: id, best: []int32{s.first}, counters: multiwalk.Counters{FullEvaluations: 1}}, nil
}

func (s scripted) Meets(round int64, _ []walk.Message) bool {
	return s.m.exchange != nil && round%max(1, s.m.every) == 0
}

func (s scripted) Exchange(said []walk.Message) []walk.Message { return s.m.exchange(said) }

type scriptedWalk struct {
	m        script
	id       int
	best     []int32
	counters multiwalk.Counters
	running  atomic.Bool // a walk's methods are called by one goroutine at a time
}

func (w *scriptedWalk) Step(s *walk.Slice) bool {
	if w.running.Swap(true) {
		panic("two goroutines step one walk")
	}
	defer w.running.Store(false)
	for s.Next(w.counters.Evaluations()) {
		if w.m.unit != nil {
			w.m.unit(s)
		}
		found := int32(math.MaxInt32)
		if w.m.look != nil {
			found = w.m.look(w.id, w.counters.Evaluations(), s)
		}
		w.counters.Units++
		if w.m.evaluations != nil {
			w.counters.DeltaEvaluations += w.m.evaluations(w.id, w.counters.Units)
		} else {
			w.counters.DeltaEvaluations++
		}
		if w.m.find != nil {
			found = w.m.find(w.id, w.counters.Units)
		}
		if found < w.best[0] {
			w.best[0] = found
			s.Improved(int64(found)+w.m.lie, w.counters)
		}
		if w.m.ends > 0 && w.counters.Units >= w.m.ends {
			return false
		}
	}
	return true
}

func (w *scriptedWalk) Best() ([]int32, int64) {
	lie := w.m.lie
	if w.counters.Units == 0 {
		lie = 0
	}
	return w.best, int64(w.best[0]) + lie
}

func (w *scriptedWalk) Counters() multiwalk.Counters { return w.counters }
func (w *scriptedWalk) Adopt(x []int32, _ int64)     { copy(w.best, x) }

// noise is a find that descends irregularly, differently for each walk.
func noise(walk int, unit int64) int32 {
	r := multiwalk.NewRand(uint64(unit), walk)
	return int32(max(0, 1000-unit+int64(r.Uint32N(30))))
}

// byDevice is one method on cores and another on machines, as cooperate.ByDevice is, which the engine is tested without.
type byDevice struct{ cores, machines walk.Method }

func (byDevice) Name() string { return "by-device" }

func (m byDevice) Ends() bool { return m.cores.(walk.Ender).Ends() && m.machines.(walk.Ender).Ends() }

func (m byDevice) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return m.machines.(walk.Placer).Place(p, d)
}

func (m byDevice) On(d multiwalk.Device) walk.Method {
	if _, ok := d.(multiwalk.Accelerator); ok {
		return m.machines
	}
	return m.cores
}

func (m byDevice) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	return m.On(plan.Device).Prepare(p, plan)
}
