package counting

import (
	"context"
	_ "embed"
	"errors"
	"time"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

//go:embed zkernel.ptx
var ptx []byte

// tuning is what changes the speed of a device and no count.
type tuning struct {
	most  int           // prefixes of a batch; 2^21 are 32 MB
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
	prefixes                 *gpu.Array[prefix]
	walkers                  *gpu.Array[walker]
	words                    *gpu.Array[uint64]

	carry uint64 // of the parts of a task that are done
}

// newMachine prepares a machine. What it returns with an error is to be freed too.
func newMachine(m *gpu.Machine, p *plan, t tuning) (*machine, error) {
	s := &machine{m: m, memory: fleet.Memory{Machine: m}, n: int32(p.n), tuning: t, steps: t.steps, most: t.most}
	if p.deep == p.depth { // a prefix is a task
		s.most = min(t.most, len(p.tasks))
	}
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
	s.words, s.prefixes = fleet.Array[uint64](on, words), fleet.Array[prefix](on, s.most)
	return on.Made()
}

// run does batches until there are no more, or the context ends.
func (s *machine) run(ctx context.Context, batches <-chan batch, l *ledger) error {
	for b := range batches {
		err := errors.Join(s.prefixes.Write(b.prefixes, 0), s.words.Write(make([]uint64, words), 0))
		var c [words]uint64
		for err == nil && c[doneWord] < uint64(len(b.prefixes)) && ctx.Err() == nil {
			if err = s.launch(len(b.prefixes)); err == nil {
				err = s.words.Read(c[:], 0)
			}
		}
		if err != nil || ctx.Err() != nil {
			return err
		}
		if s.carry += c[sumWord]; len(b.tasks) > 0 {
			l.add(s.carry, b.tasks...)
			s.carry = 0
		}
	}
	return nil
}

// launch has all walkers make some steps.
func (s *machine) launch(prefixes int) error {
	began := time.Now()
	err := s.kernel.Launch(s.shape, s.n, s.steps, int32(prefixes), s.room, s.blocked, s.weights, s.prefixes, s.walkers,
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
