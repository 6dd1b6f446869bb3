package nqueens

import (
	"context"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk/problem/nqueens/evaluation"
	"github.com/multiwalk/multiwalk/repro"
)

// gpuPrefix begins the IDs of systems for a GPU.
const gpuPrefix = "gpu-"

// gpuPaper are the schemes for a GPU that the paper has, by their names there.
var gpuPaper = []string{"fine-1", "fine-2", "coarse", "dynamic"}

// gpuDivides are those whose Options.Threshold has a meaning.
var gpuDivides = []string{"queue", "dynamic"}

// gpuOrders are the exponents of N in the work of schemes that are not quadratic: the loop of fine-2 is another N.
var gpuOrders = map[string]int{"fine-2": 3, "linear": 1}

// gpuSystems returns the schemes for a GPU.
func gpuSystems() []System {
	var list []System
	for _, name := range evaluation.Names() {
		s := System{ID: gpuPrefix + name, Title: name, Where: repro.GPU, Order: 2, Paper: slices.Contains(gpuPaper, name),
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
