package successor

import (
	"errors"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/construct"
)

// ward is a population on a machine: the states are the source of its buffers, their successors the target.
type ward struct {
	*onDevice[int32]
	size     int // of a state
	accepted *gpu.Array[int32]
	costs    *gpu.Array[int64]
	assign   []construct.Assigning
	release  []construct.Releasing
	begin    []*gpu.Kernel // Release of each type
	price    *gpu.Kernel   // of the first type
}

// newWard makes the memory of walk number id on its machine.
func newWard(s *greedySearch, id int, seed uint64) (*ward, error) {
	d, err := newDevice(Settings{Size: s.c.Size, States: s.m.Population, Device: s.accelerator, Scheme: OnePass}, id%s.accelerator.Workers(), s.c.Kinds)
	if err != nil {
		return nil, err
	}
	w, on, states := &ward{onDevice: d, size: s.c.Size}, &d.Memory, s.m.Population
	w.assign, w.release = s.c.plans(states, seed)
	w.accepted, w.costs = fleet.Array[int32](on, states), fleet.Array[int64](on, states)
	if err := errors.Join(on.Made(), w.load(s.c.Kinds)); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// load loads the kernels that a generator lacks.
func (w *ward) load(kinds []Kind[int32]) error {
	sums := [construct.Sums]int64{construct.FirstFault: construct.NoFault}
	if err := w.sums.Write(sums[:], 0); err != nil {
		return err
	}
	for i := range kinds {
		_, list, err := kinds[i].load(w.Machine, "Release")
		if err != nil {
			return err
		}
		w.begin = append(w.begin, list[0])
	}
	_, list, err := kinds[0].load(w.Machine, "Price")
	if err == nil {
		w.price = list[0]
	}
	return err
}

func (w *ward) generation(round uint32, most int, accepted []int32, costs []int64, aborted func() bool) error {
	if err := w.accepted.Write(accepted, 0); err != nil {
		return err
	}
	if err := w.submit(round, most, len(costs)); err != nil {
		return err
	}
	if err := w.Machine.Wait(aborted, nil); err != nil {
		return err
	}
	var sums [construct.Sums]int64
	if err := w.sums.Read(sums[:], 0); err != nil {
		return err
	}
	if first := sums[construct.FirstFault]; first != construct.NoFault {
		return w.fault(first)
	}
	return w.costs.Read(costs, 0)
}

// submit launches all kernels of a generation.
func (w *ward) submit(round uint32, most, states int) error {
	for i, k := range w.begin {
		r, l := w.release[i], &w.kinds[i]
		r.Round, r.Most = round, int32(most)
		shape := gpu.Shape{Blocks: (states + blockWarps - 1) / blockWarps, Threads: blockThreads}
		if err := k.Launch(shape, l.problem, r, w.source, w.target, w.accepted, l.sets, w.faults, w.sums); err != nil {
			return err
		}
	}
	for i := range w.kinds {
		w.assign[i].Round = round
		if err := w.start(&w.kinds[i], w.assign[i], states, nil); err != nil {
			return err
		}
	}
	shape := gpu.Shape{Blocks: (states + blockThreads - 1) / blockThreads, Threads: blockThreads}
	return w.price.Launch(shape, w.kinds[0].problem, w.release[0], w.target, w.faults, w.costs)
}

// blockWarps is the states of a block of Release.
const blockWarps = blockThreads / 32

func (w *ward) successor(i int, x []int32) error { return w.target.Read(x, i*w.size) }

func (w *ward) both(states, successors []int32) error {
	return errors.Join(w.source.Read(states, 0), w.target.Read(successors, 0))
}
