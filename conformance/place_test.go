package conformance

import (
	"errors"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/walk"
)

// gpuMethod is a method with a GPU half, with the flaw of that name.
type gpuMethod struct {
	gputest.Climber
	flaw string
}

func (m gpuMethod) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	switch m.flaw {
	case "places all":
		return nil
	case "places none":
		return walk.NoKernel("climber", d, "never")
	}
	return m.Climber.Place(p, d)
}

func (m gpuMethod) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if m.flaw == "wants cores" {
		plan.Device = nil
	}
	s, err := m.Climber.Prepare(p, plan)
	return gpuSearch{s, m.flaw}, err
}

type gpuSearch struct {
	walk.Search
	flaw string
}

func (s gpuSearch) NewWalk(id int) (walk.Walk, error) {
	w, err := s.Search.NewWalk(id)
	return gpuWalk{w, s.flaw}, err
}

type gpuWalk struct {
	walk.Walk
	flaw string
}

func (w gpuWalk) Adopt(x []int32, cost int64) { w.Walk.(walk.Adopter).Adopt(x, cost) }

func (w gpuWalk) Best() ([]int32, int64) {
	x, c := w.Walk.Best()
	if w.flaw == "lies" {
		c--
	}
	return x, c
}

func (w gpuWalk) Close() error {
	err := walk.Close(w.Walk)
	if w.flaw == "does not close" {
		err = errors.New("still busy")
	}
	return err
}

func TestMethod_OnEmulator(t *testing.T) {
	unraced.Test(t)
	for i, n := range []int{1, 30} {
		for k, d := range []multiwalk.Device{device.Emulator(), device.Emulators(2)} {
			if testing.Short() && i != k {
				continue
			}
			Method(t, gputest.Climber{}, gputest.NewGuess(n), On(d))
			Method(t, gpuMethod{}, gputest.NewGuess(n), On(d), Budget(5000))
		}
	}
}

func TestMethod_FindsEachFlawOnEmulator(t *testing.T) {
	unraced.Test(t)
	for flaw, want := range map[string]string{
		"places all": "a problem without kernels is refused with <nil>", "places none": "Place: multiwalk: method climber cannot run on emulator",
		"wants cores": "runs on accelerators alone", "lies": "by full evaluation", "does not close": "still busy",
	} {
		found(t, flaw, want, CheckMethod(gpuMethod{flaw: flaw}, gputest.NewGuess(20), On(device.Emulator()), Budget(3000)))
	}
	found(t, "no GPU half", "cannot run on emulator", CheckMethod(searcher{}, oneMax(20), On(device.Emulator()), Budget(3000)))
}
