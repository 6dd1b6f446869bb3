package solutions

import (
	"errors"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

// buffer is the memory of one launch after another on a machine, on a stream of its own: its kernel runs while another
// buffer's solutions are copied and checked.
type buffer struct {
	plan
	n            int
	seed         uint64
	round, every uint64 // number of the next round, and the step to the one after
	memory       fleet.Memory
	kernel       *gpu.Kernel
	stream       *gpu.Stream
	stop         *gpu.Flag
	halted       *gpu.Array[uint32]
	counters     *gpu.Array[uint32] // of large boards
	narrow       rows[uint16]       // either of these
	wide         rows[int32]
	ready        chan *round
	done         chan struct{}
}

// rows is solutions on the device and where they are copied to.
type rows[R row] struct {
	device *gpu.Array[R]
	host   *gpu.Pinned[R]
}

func (r *rows[R]) allocate(on *fleet.Memory, n int) {
	r.device = fleet.Array[R](on, n)
	host, err := gpu.NewPinned[R](on.Machine, n)
	r.host = fleet.Keep(on, host, err)
}

// fetch copies the solutions once they are made, if this is where they are.
func (r *rows[R]) fetch(s *gpu.Stream) error {
	if r.host == nil {
		return nil
	}
	return r.device.ReadLater(s, r.host, 0, 0, r.device.Len())
}

// solutions returns what was fetched; nil if that is elsewhere.
func (r *rows[R]) solutions() []R {
	if r.host == nil {
		return nil
	}
	return r.host.Slice()
}

func newBuffer(m *gpu.Machine, n int, o *Options, first, every uint64) (*buffer, error) {
	b := &buffer{n: n, seed: o.Seed, round: first, every: every, memory: fleet.Memory{Machine: m}, ready: make(chan *round, 1), done: make(chan struct{}, 1)}
	program, err := m.Load(gpu.NameOf("queens/solutions", ptx), ptx)
	if err != nil {
		return nil, err
	}
	if b.plan, err = planFor(m, program, n, o); err != nil {
		return nil, err
	}
	if b.large {
		b.kernel, err = program.Kernel("FindLargeSolutions", FindLargeSolutions)
	} else {
		b.kernel, err = program.Kernel("FindSolutions", FindSolutions)
	}
	if err == nil {
		err = b.allocate()
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

func (b *buffer) allocate() error {
	on, size := &b.memory, b.walks*b.each*b.n
	stream, err := gpu.NewStream(on.Machine)
	b.stream, b.stop, b.halted = fleet.Keep(on, stream, err), on.Flag(), fleet.Array[uint32](on, 1)
	if b.large {
		b.counters = fleet.Array[uint32](on, Counters(b.n)*b.walks)
		b.wide.allocate(on, size)
	} else {
		b.narrow.allocate(on, size)
	}
	return on.Made()
}

// run makes rounds until it is told to quit: the next one when the last has been checked.
func (b *buffer) run(quit <-chan struct{}) {
	for {
		r := &round{size: b.walks * b.each, done: b.done}
		if r.err = b.launch(); r.err == nil {
			r.narrow, r.wide = b.narrow.solutions(), b.wide.solutions()
		}
		select {
		case <-quit:
			return
		case b.ready <- r:
		}
		if r.err != nil {
			return
		}
		select {
		case <-quit:
			return
		case <-b.done:
		}
	}
}

// launch makes a round and waits for it.
func (b *buffer) launch() error {
	a := Finding{N: int32(b.n), Walks: int32(b.walks), Each: int32(b.each), First: b.round * uint64(b.each), Seed: b.seed}
	b.round += b.every
	shape := gpu.Shape{Blocks: (b.walks + b.warps - 1) / b.warps, Threads: 32 * b.warps, Shared: b.shared, Stream: b.stream}
	var err error
	if b.large {
		err = b.kernel.Launch(shape, a, b.wide.device, b.counters, b.halted, b.stop)
	} else {
		err = b.kernel.Launch(shape, a, b.narrow.device, b.halted, b.stop)
	}
	if err == nil {
		err = errors.Join(b.wide.fetch(b.stream), b.narrow.fetch(b.stream))
	}
	return errors.Join(err, b.stream.Wait())
}

// close gives the memory back, after the last launch.
func (b *buffer) close() error { return b.memory.Close() }
