package single

import "github.com/multiwalk/multiwalk"

// arranged is a method whose search a test lays out otherwise once it is prepared for a device.
type arranged[S multiwalk.Search] struct {
	multiwalk.Method
	arrange func(search S)
}

func (m arranged[S]) Prepare(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	search, err := m.Method.Prepare(p, plan)
	if s, ok := search.(S); ok && err == nil {
		m.arrange(s)
	}
	return search, err
}

func (m arranged[S]) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return multiwalk.Place(p, m.Method, d)
}

// tabuIn is tabu search whose searches have a shape, where that is one.
func tabuIn(s tabuShape, m multiwalk.Method) multiwalk.Method {
	return arranged[*tabuFleet]{m, func(f *tabuFleet) { f.fixed = s }}
}

// ladders is parallel tempering that prices swaps on a device in a given way, or defers some swaps, or makes launches
// of some sweeps; 0 leaves these.
func ladders(s temperShape, delay int, sweeps int64, m ParallelTempering) multiwalk.Method {
	return arranged[*temperFleet]{m, func(f *temperFleet) { f.first, f.defers, f.sweeps = s, delay, sweeps }}
}

// Delayed is parallel tempering that defers as many swaps as -tempering.delay says.
func Delayed(m ParallelTempering) multiwalk.Method { return ladders(0, *TemperDelay, 0, m) }
