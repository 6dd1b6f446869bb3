package anneal

import (
	"cmp"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet/regional"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/regions"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

const (
	// emulatedIterations is regionIterations in the emulator.
	emulatedIterations = 4
	// fewPlaces and manyPlaces bound the cities of a region, which is as large as leaves regionsEach of them to a multiprocessor.
	fewPlaces, manyPlaces = 256, 512
	regionsEach           = 4
)

// regionWalk is a tour that a machine anneals. Logical time counts iterations of a region for each of its cities.
type regionWalk struct {
	regional.Walk
	f    *regionFleet
	plan regions.Annealing
}

func (w *regionWalk) Start(_ int, kernels []*gpu.Kernel) error {
	g, n := w.f.g, w.f.N
	x := make([]int32, n)
	for i := range x { // the graph has the numbers of the start
		x[i] = int32(i)
	}
	k, _ := g.Neighbours()
	places := cmp.Or(w.f.places, min(max(fewPlaces, n/(regionsEach*w.Machine.Multiprocessors())), manyPlaces)&^7)
	w.Begin(w.f.Problem, g, w.f.Module, g.Order(), x, places, kernels)
	w.plan = regions.Annealing{Regions: int32(w.Division.Regions()), Places: int32(places), Neighbours: int32(k), Seed: w.Run.Seed,
		Walk: w.Base, Temperature: float32(w.f.cools.Temperature(0))}
	return w.Made()
}

func (w *regionWalk) Cool(part float64) error {
	w.plan.Temperature = float32(w.f.cools.Temperature(part))
	return nil
}

// Temperature implements walk.Tempered.
func (w *regionWalk) Temperature() float64 { return float64(w.plan.Temperature) }

// each is how many moves all regions propose in an iteration for each city.
func (w *regionWalk) each() int64 { return 2 * lane.WarpSize * int64(w.f.N) }

func (w *regionWalk) Until(from, evaluations int64) int64 {
	most := int64(w.f.iterations)
	if w.Machine.Emulated() {
		most = emulatedIterations
	}
	return from + min(most, max(1, evaluations/w.each()))
}

func (w *regionWalk) Launch(from, until, _ int64) error {
	w.plan.Iterations, w.plan.Round = int32(until-from), w.Round()
	if err := w.Divide(); err != nil {
		return err
	}
	return w.Submit(gpu.Shape{Blocks: w.Division.Regions(), Threads: lane.WarpSize,
		Shared: regions.Room(int(w.plan.Places), int(w.plan.Neighbours), regional.PlaceBytes(w.f.Module))}, w.plan)
}

func (w *regionWalk) Work(from, to int64, _ int) (multiwalk.Counters, error) {
	return multiwalk.Counters{DeltaEvaluations: (to - from) * w.each(), Moves: w.Did[0]}, nil
}
