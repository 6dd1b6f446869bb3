package successor

import (
	"fmt"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/construct"
	"github.com/multiwalk/multiwalk/kernel"
)

// Weigher is a heuristic that weighs each possibility by itself.
type Weigher[E any] = kernel.Weigher[E]

// Rater is a heuristic that rates each possibility, and weighs it once all are rated.
type Rater[E, R, A any] = kernel.Rater[E, R, A]

// Kind is the variables of one type: a heuristic, the number of variables, and the most possibilities that one may
// have.
type Kind[E any] struct {
	heuristic       any
	variables, most int
	worker          func() heuristic[E] // for a core
	kernels         map[Scheme]string
	rebuild         string // the kernel of a search
	aggregator      int    // bytes; 0: there is none
	apart           bool
	dear            float64
	storage         func(on *fleet.Memory, n int) any // device memory for ratings
}

// heuristic is a heuristic as a core uses it. It is not for several goroutines.
type heuristic[E any] interface {
	Possibilities(x []E, variable int32) int32
	Assign(x []E, variable, possibility int32)
	CouldNotAssign(x []E, variable int32)
	// begin prepares for the weights of a variable's n possibilities.
	begin(x []E, variable, n int32)
	// weigh fills weights with those of successive possibilities.
	weigh(first int32, weights []int64)
	diagnose(n int32) construct.Fault
	// check panics with a *lie if calls for many of the n possibilities give others than calls for one.
	check(n, step int32)
}

// Weighed is variables whose heuristic is a Weigher. No variable may have more than most possibilities.
func Weighed[H Weigher[E], E any](h H, variables, most int) Kind[E] {
	batch, _ := any(h).(WeightsBatcher[E])
	return Kind[E]{heuristic: h, variables: variables, most: most,
		worker:  func() heuristic[E] { return &weigher[E]{Weigher: h, batch: batch} },
		kernels: map[Scheme]string{OnePass: "AssignWeighed", Stored: "AssignWeighedStored"},
		rebuild: "RebuildWeighed",
		storage: newStorage[int64],
	}
}

// Rated is variables whose heuristic is a Rater.
func Rated[H Rater[E, R, A], E, R, A any](h H, variables, most int) Kind[E] {
	var agg A
	return Kind[E]{heuristic: h, variables: variables, most: most,
		worker:     func() heuristic[E] { return newRater(h, most) },
		kernels:    map[Scheme]string{OnePass: "Assign", Stored: "AssignStored"},
		rebuild:    "Rebuild",
		aggregator: int(unsafe.Sizeof(agg)),
		storage:    newStorage[R],
	}
}

// Apart declares that no variable of the type is rated by what the others of the type become, and that to assign one
// changes nothing that another one changes. So a device assigns all variables of a state at once, in no order.
func (k Kind[E]) Apart() Kind[E] {
	k.apart = true
	return k
}

// Dear says how many times as long a rating takes as a light one, of some ten additions. Where ratings are aggregated a device may then
// rather store them than rate twice.
func (k Kind[E]) Dear(times float64) Kind[E] {
	k.dear = times
	return k
}

func newStorage[R any](on *fleet.Memory, n int) any { return fleet.Array[R](on, n) }

// load loads kernels of the type's heuristic.
func (k *Kind[E]) load(m *gpu.Machine, names ...string) (problem any, list []*gpu.Kernel, err error) {
	carrier, ok := k.heuristic.(kernel.Carrier)
	if !ok {
		return nil, nil, fmt.Errorf("multiwalk: %T has no kernels for %v; generate them with multiwalk kernel gen, or use device cpu",
			k.heuristic, m)
	}
	module, err := carrier.Kernels()
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		if _, ok := module.Entries[name]; !ok {
			return nil, nil, fmt.Errorf("multiwalk: the kernels of %T lack %s; generate them anew with multiwalk kernel gen", k.heuristic, name)
		}
	}
	list, err = fleet.Kernels(m, module, nil, names...)
	return module.Problem, list, err
}
