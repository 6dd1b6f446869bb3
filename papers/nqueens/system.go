package nqueens

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/multiwalk/multiwalk/papers"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/nqueens/evaluation"
)

// System is an evaluation scheme, of the paper or of ours.
type System struct {
	papers.Base
	Paper bool // the paper has it
	Order int  // the exponent of N in its work
	// Divides says that it has a threshold above which a task is divided.
	Divides bool
	// open prepares the scheme; parameter is its number of threads or its threshold, 0 for its own.
	open func(l *Lab, parameter int) (evaluator, error)
}

// name is the system's in one line.
func (s System) name() string { return s.Title + " (" + s.Where.String() + ")" }

// only returns those of the systems here that have one of the IDs.
func (l *Lab) only(ids ...string) []System {
	return slices.DeleteFunc(l.Here(), func(s System) bool { return !slices.Contains(ids, s.ID) })
}

// evaluator evaluates candidates. It is for one goroutine.
type evaluator struct {
	scheme   queens.Scheme // what evaluates on cores; nil on a GPU
	evaluate func(x []int32) (conflicts int64, err error)
	batch    func(conflicts []int64, x []int32, n int) error // of candidates of n queens, one after the other
	kernels  func(x []int32) (time.Duration, error)          // how long the kernels alone take; nil on cores
	stop     func()                                          // breaks off what it is at, after which it is of no use; nil if it cannot
	close    func()
}

// Systems returns all systems: on one core, on all cores, on a GPU, those of the paper first.
func Systems() []System {
	paper := func(id, title string, where papers.Where, s queens.Scheme) System {
		return System{Base: papers.At(id, title, where), Paper: true, Order: 2, open: onCores(where, s)}
	}
	list := []System{
		paper("serial", "serial", papers.OneCore, queens.Serial{}),
		{Base: papers.At("linear", "linear", papers.OneCore), Order: 1, open: onCores(papers.OneCore, queens.Linear{})},
		paper(adaptiveID, "adaptive", papers.AllCores, queens.Adaptive{}),
		paper("parallel-reduce", "reduce", papers.AllCores, queens.Reduce{}),
		paper("fork-join", "fork-join", papers.AllCores, queens.ForkJoin{}),
		{Base: papers.At("linear-parallel", "linear", papers.AllCores), Order: 1, open: onCores(papers.AllCores, queens.LinearParallel{})},
	}
	return append(list, gpuSystems()...)
}

// onCores opens a scheme for processor cores. The adaptive one takes a number of threads, and has its map
// without one.
func onCores(where papers.Where, s queens.Scheme) func(*Lab, int) (evaluator, error) {
	return func(l *Lab, parameter int) (evaluator, error) {
		s := s
		if _, ok := s.(queens.Adaptive); ok {
			s = l.adaptive(parameter)
		}
		stop := new(atomic.Bool)
		conflicts := s.Conflicts
		if s, ok := s.(queens.Stopper); ok {
			conflicts = func(x []int32) int64 { return s.ConflictsUntil(stop, x) }
		}
		return evaluator{
			scheme:   s,
			evaluate: func(x []int32) (int64, error) { return conflicts(x), nil },
			batch: func(counts []int64, x []int32, n int) error {
				spread(where, stop, conflicts, counts, x, n)
				return nil
			},
			stop:  func() { stop.Store(true) },
			close: func() {},
		}, nil
	}
}

// SystemsNamed returns systems by their IDs, in the order of Systems; none stand for all. The serial one is always
// among them, as all others are compared with it.
func SystemsNamed(ids []string) ([]System, error) {
	all := Systems()
	if len(ids) == 0 {
		return all, nil
	}
	if _, err := papers.Pick("scheme", all, ids); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(s System) bool { return s.ID != "serial" && !slices.Contains(ids, s.ID) }), nil
}

// gpuPrefix begins the IDs of systems for a GPU.
const gpuPrefix = "gpu-"

// gpuPaper are the schemes for a GPU that the paper has, by their names there.
var gpuPaper = []string{"fine-1", "fine-2", "coarse", "dynamic"}

// gpuDivides are those whose Options.Threshold has a meaning.
var gpuDivides = []string{"dynamic"}

// gpuOrders are the exponents of N in the work of schemes that are not quadratic: the loop of fine-2 is another N.
var gpuOrders = map[string]int{"fine-2": 3, "linear": 1}

// gpuSystems returns the schemes for a GPU.
func gpuSystems() []System {
	var list []System
	for _, name := range evaluation.Names() {
		s := System{Base: papers.At(gpuPrefix+name, name, papers.GPU), Order: 2, Paper: slices.Contains(gpuPaper, name),
			Divides: slices.Contains(gpuDivides, name), open: onGPU(name)}
		if order, ok := gpuOrders[name]; ok {
			s.Order = order
		}
		list = append(list, s)
	}
	return list
}

// onGPU opens a scheme on the Lab's accelerator; parameter is its threshold.
func onGPU(name string) func(*Lab, int) (evaluator, error) {
	return func(l *Lab, parameter int) (evaluator, error) {
		o := evaluation.Options{Threshold: parameter}
		s, err := evaluation.New(l.Accelerator, name, o)
		if err != nil {
			return evaluator{}, err
		}
		ctx, stop := context.WithCancel(context.Background())
		batch := func(conflicts []int64, x []int32, n int) error { return s.EvaluateContext(ctx, conflicts, x, n) }
		return evaluator{
			evaluate: func(x []int32) (int64, error) {
				var conflicts [1]int64
				err := batch(conflicts[:], x, len(x))
				return conflicts[0], err
			},
			batch: batch,
			kernels: func(x []int32) (time.Duration, error) {
				o.Timed = true
				timed, err := evaluation.New(l.Accelerator, name, o)
				if err != nil {
					return 0, err
				}
				defer timed.Close()
				for range 2 { // the first call makes buffers
					if _, err := timed.Evaluate(x); err != nil {
						return 0, err
					}
				}
				return timed.Timing().Kernel, nil
			},
			stop: stop,
			close: func() {
				stop()
				s.Close()
			},
		}, nil
	}
}
