package counting

import (
	"context"
	_ "embed"
	"errors"
	"math/bits"
	"time"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

//go:embed zkernel.ptx
var ptx []byte

// tuning is what changes the speed of a device and no count.
type tuning struct {
	most  int           // prefixes of a batch, a power of two; 2^21 are 32 MB
	steps int32         // of the first launch
	time  time.Duration // of a launch, to which steps are adapted
}

var usual = tuning{most: 1 << 21, steps: 1 << 10, time: 10 * time.Millisecond}

// blockThreads is the threads of a block, which share a table of blocked cells.
const blockThreads = 256

// Bounds of steps, whatever a launch seems to take.
const (
	leastSteps = 1 << 4
	mostSteps  = 1 << 17
)

// machine is a GPU, or the emulator in its place, on which walkers search.
type machine struct {
	m      *gpu.Machine
	kernel *gpu.Kernel
	n      int32
	room   room
	shape  gpu.Shape
	tuning tuning
	steps  int32 // of the next launch
	most   int   // prefixes of a batch

	memory                   fleet.Memory
	blocked, weights, stacks *gpu.Array[uint32]
	prefixes                 *gpu.Array[prefix] // a ring of two batches
	walkers                  *gpu.Array[walker]
	words                    *gpu.Array[uint64]

	source source
	next   uint64  // prefixes taken
	loaded uint64  // batches so far
	live   []batch // under way, the last of those loaded
	carry  uint64  // of the parts of a task that are done
}

// newMachine prepares a machine. What it returns with an error is to be freed too.
func newMachine(m *gpu.Machine, p *plan, t tuning) (*machine, error) {
	s := &machine{m: m, memory: fleet.Memory{Machine: m}, n: int32(p.n), tuning: t, steps: t.steps, most: t.most}
	if p.deep == p.depth { // a prefix is a task
		s.most = min(t.most, 1<<bits.Len(uint(len(p.tasks))))
	}
	s.source = source{Ring: uint32(2 * s.most), Shift: uint32(bits.TrailingZeros(uint(s.most)))}
	program, err := m.Load(gpu.NameOf("queens/counting", ptx), ptx)
	if err != nil {
		return s, err
	}
	if s.kernel, err = program.Kernel("Search", Search); err != nil {
		return s, err
	}
	// A stack has an entry a row at most, and none for the last.
	s.room = room{Table: int32(classStride * len(p.classes)), Depth: int32(max(1, p.n-p.deep-1))}
	return s, errors.Join(s.fit(), s.allocate(p))
}

// fit takes as many blocks as the machine holds at once.
func (s *machine) fit() error {
	s.shape = gpu.Shape{Threads: blockThreads, Shared: s.room.bytes(blockThreads)}
	if s.m.Emulated() {
		s.shape.Threads, s.shape.Shared = 2*lane.WarpSize, s.room.bytes(2*lane.WarpSize)
	}
	blocks, err := s.kernel.Resident(s.shape.Threads, s.shape.Shared)
	s.shape.Blocks = max(1, blocks) * s.m.Multiprocessors()
	return err
}

func (s *machine) allocate(p *plan) error {
	blocked, weights := make([]uint32, 0, s.room.Table), make([]uint32, 0, len(p.classes))
	for _, k := range p.classes {
		blocked = append(blocked, k.blocked[:classStride]...)
		weights = append(weights, uint32(k.weight))
	}
	on, walkers := &s.memory, s.shape.Blocks*s.shape.Threads
	s.blocked, s.weights = fleet.ArrayOf(on, blocked), fleet.ArrayOf(on, weights)
	s.stacks, s.walkers = fleet.Array[uint32](on, walkers*int(s.room.Depth)*entryWords), fleet.Array[walker](on, walkers)
	s.words, s.prefixes = fleet.Array[uint64](on, words), fleet.Array[prefix](on, 2*s.most)
	return on.Made()
}

// run launches until all batches are done or the context ends.
func (s *machine) run(ctx context.Context, batches <-chan batch, l *ledger) error {
	for {
		if err := s.load(batches); err != nil {
			return err
		}
		if len(s.live) == 0 || ctx.Err() != nil {
			return nil
		}
		if err := s.launch(); err != nil {
			return err
		}
		if err := s.settle(l); err != nil {
			return err
		}
	}
}

// load takes batches while there is room for one. It waits for one if there is nothing else to do.
func (s *machine) load(batches <-chan batch) error {
	for len(s.live) < slots && s.next+uint64(s.most) >= s.loaded*uint64(s.most) {
		var b batch
		ok := false
		if len(s.live) == 0 {
			b, ok = <-batches
		} else {
			select {
			case b, ok = <-batches:
			default:
			}
		}
		if !ok {
			return nil
		}
		if err := s.upload(b); err != nil {
			return err
		}
	}
	return nil
}

// padding is no prefix to the kernel: its row, 31, is blocked whole.
var padding = prefix{Columns: ^uint32(0)}

// upload puts a batch into the half of the ring whose prefixes are all taken, and pads the one before up to where it
// begins.
func (s *machine) upload(b batch) error {
	begin := s.loaded * uint64(s.most)
	place := func(i uint64) int { return int(i % uint64(s.source.Ring)) }
	if gap := int(begin - s.source.End); gap > 0 {
		pads := make([]prefix, gap)
		for i := range pads {
			pads[i] = padding
		}
		if err := s.prefixes.Write(pads, place(s.source.End)); err != nil {
			return err
		}
	}
	s.source.End = begin + uint64(len(b.prefixes))
	s.loaded++
	s.live = append(s.live, b)
	return s.prefixes.Write(b.prefixes, place(begin))
}

// launch has all walkers make some steps.
func (s *machine) launch() error {
	began := time.Now()
	err := s.kernel.Launch(s.shape, s.n, s.steps, s.room, s.source, s.blocked, s.weights, s.prefixes, s.walkers,
		s.stacks, s.words)
	if err == nil {
		err = s.m.Wait(nil, nil)
	}
	if took := time.Since(began); took > 0 {
		wanted := float64(s.steps) * float64(s.tuning.time) / float64(took)
		s.steps = int32(max(leastSteps, min(wanted, 4*float64(s.steps), mostSteps)))
	}
	return err
}

// settle takes up what the launch has done.
func (s *machine) settle(l *ledger) error {
	var c [words]uint64
	if err := s.words.Read(c[:], 0); err != nil {
		return err
	}
	s.next = min(c[nextWord], s.source.End)
	if c[nextWord] > s.next { // walkers asked for more than there is
		if err := s.words.Write([]uint64{s.next}, nextWord); err != nil {
			return err
		}
	}
	for len(s.live) > 0 {
		b, slot := s.live[0], (s.loaded-uint64(len(s.live)))%slots
		if c[doneWord+2*slot] < uint64(len(b.prefixes)) {
			break
		}
		if err := s.words.Write([]uint64{0, 0}, int(sumWord+2*slot)); err != nil {
			return err
		}
		s.live = s.live[1:]
		if s.carry += c[sumWord+2*slot]; len(b.tasks) > 0 {
			l.add(s.carry, b.tasks...)
			s.carry = 0
		}
	}
	return nil
}
