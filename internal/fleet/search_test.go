package fleet_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/walk"
)

// started is a machine's walk that has as many searches as its number says, and does not start from a number on.
type started struct {
	script
	from   int
	closed *[]int
	id     int
}

var errStart = errors.New("does not start")

func (s *started) Start(id int, kernels []*gpu.Kernel) error {
	if s.id = id; id >= s.from || len(kernels) != 1 {
		return errStart
	}
	s.Enter(&s.Memory, id+1)
	return s.Made()
}

func (s *started) Close() error {
	*s.closed = append(*s.closed, s.id)
	return s.script.Close()
}

// A fleet counts the searches of the walks that started, and closes one that does not.
func TestFleet_CountsSearchesAndClosesWhatDoesNotStart(t *testing.T) {
	var closed []int
	f := &fleet.Fleet{Plan: walk.Plan{Device: device.Emulator()}, N: 1, Names: fleet.Always("Rest"),
		Module: kernel.Module{Name: "rest", Entries: map[string]kernel.Entry{"Rest": {Symbol: "Rest", Func: func(lane.Thread) {}}}},
		New:    func() fleet.Machine { return &started{from: 3, closed: &closed} }}
	var walks []fleet.Machine
	for id := range 3 {
		w := must.Have(f.NewWalk(id))(t)
		walks = append(walks, w.(fleet.Machine))
	}
	if w, err := f.NewWalk(3); w != nil || !errors.Is(err, errStart) || !slices.Equal(closed, []int{3}) {
		t.Errorf("walk %v, error %v, closed %v; want none, %v, [3]", w, err, closed, errStart)
	}
	if f.Walks() != 1+2+3 {
		t.Errorf("%d searches, want 6", f.Walks())
	}
	for _, w := range walks {
		must.Do(t, w.Close())
	}
}
