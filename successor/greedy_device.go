package successor

import (
	"errors"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

// ward is a population on a machine: the states are the source of its buffers, their successors the target.
type ward struct {
	*onDevice[int32]
	size     int // of a state
	accepted *gpu.Array[int32]
	costs    *gpu.Array[int64]
	assign   []kernel.Assigning
	release  []kernel.Releasing
	begin    []*gpu.Kernel // Release of each type
	price    *gpu.Kernel   // of the first type
}

// newWard makes the memory of walk number id on its machine.
func newWard(s *greedySearch, id int, seed uint64) (*ward, error) {
	d, err := newDevice(Settings{Size: s.c.Size, States: s.m.Population, Device: s.accelerator, Scheme: OnePass}, id%s.accelerator.Workers(), s.c.Kinds)
	if err != nil {
		return nil, err
	}
	w := &ward{onDevice: d, size: s.c.Size}
	w.assign, w.release = s.c.plans(s.m.Population, seed)
	if err := w.load(s.c.Kinds, s.m.Population); err != nil {
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

// load makes what a generator lacks.
func (w *ward) load(kinds []Kind[int32], states int) (err error) {
	if w.accepted, err = keep[int32, int32](w.onDevice, states); err != nil {
		return err
	}
	if w.costs, err = keep[int32, int64](w.onDevice, states); err != nil {
		return err
	}
	sums := [kernel.Sums]int64{kernel.FirstFault: kernel.NoFault}
	if err := w.sums.Write(sums[:], 0); err != nil {
		return err
	}
	for i := range kinds {
		k, err := w.kernel(kinds[i], "Release")
		if err != nil {
			return err
		}
		w.begin = append(w.begin, k)
	}
	w.price, err = w.kernel(kinds[0], "Price")
	return err
}

func (w *ward) kernel(k Kind[int32], name string) (*gpu.Kernel, error) {
	module, entry, err := k.entry(name, w.m)
	if err != nil {
		return nil, err
	}
	program, err := w.m.Load(module.Name, module.PTX)
	if err != nil {
		return nil, err
	}
	return program.Kernel(entry.Symbol, entry.Func)
}

func (w *ward) generation(round uint32, most int, accepted []int32, costs []int64, aborted func() bool) error {
	if err := w.accepted.Write(accepted, 0); err != nil {
		return err
	}
	if err := w.submit(round, most, len(costs)); err != nil {
		return err
	}
	if err := w.m.Wait(aborted, nil); err != nil {
		return err
	}
	var sums [kernel.Sums]int64
	if err := w.sums.Read(sums[:], 0); err != nil {
		return err
	}
	if first := sums[kernel.FirstFault]; first != kernel.NoFault {
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
