package successor

import (
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/construct"
)

// onDevice is the buffers of a machine, and what it launches for each type.
type onDevice[E any] struct {
	fleet.Memory
	kinds          []launch
	source, target *gpu.Array[E]
	faults         *gpu.Array[construct.Fault]
	sums           *gpu.Array[int64]
	tally          *tally // of a generator
}

// launch is the kernel of a type.
type launch struct {
	k            *gpu.Kernel
	problem      *gpu.Value
	sets, active *gpu.Array[uint64]
	more         []any // arguments of the stored scheme
	threads      int   // of a block
	team, shared int
	segments     int
	stride       int32
	most         int
}

// newDevice allocates all memory and loads all kernels.
func newDevice[E any](s Settings, machine int, kinds []Kind[E]) (*onDevice[E], error) {
	m, err := gpu.Of(s.Device, machine)
	if err != nil {
		return nil, err
	}
	d := &onDevice[E]{Memory: fleet.Memory{Machine: m}}
	on := &d.Memory
	d.source, d.target = fleet.Array[E](on, s.States*s.Size), fleet.Array[E](on, s.States*s.Size)
	d.faults, d.sums = fleet.Array[construct.Fault](on, s.States), fleet.Array[int64](on, construct.Sums)
	err = on.Made()
	for i := 0; err == nil && i < len(kinds); i++ {
		err = d.load(s, &kinds[i])
	}
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// newGenerating is newDevice for a generator.
func newGenerating[E any](s Settings, kinds []Kind[E]) (*onDevice[E], error) {
	d, err := newDevice(s, 0, kinds)
	if err != nil {
		return nil, err
	}
	t, err := newTally(d.Machine)
	if d.tally = fleet.Keep(&d.Memory, t, err); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// load makes the launch of a type.
func (d *onDevice[E]) load(s Settings, k *Kind[E]) error {
	m, on := d.Machine, &d.Memory
	scheme, team := pricing{m.Tuned, m.Multiprocessors()}.choose(s, load{s.States, k.most, k.aggregator > 0, max(1, k.dear)})
	problem, list, err := k.load(m, k.kernels[scheme])
	if err != nil {
		return err
	}
	l := launch{k: list[0], most: k.most, problem: on.Value(problem)}
	l.sets, l.active = fleet.Array[uint64](on, s.States*words(k.variables)), fleet.Array[uint64](on, s.States*words(k.variables))
	l.shape(scheme, team, k.most, k.aggregator)
	if scheme != OnePass {
		if k.most > construct.MostStored {
			return fmt.Errorf("multiwalk: the stored scheme takes up to %d possibilities, and there may be %d; use successor.OnePass",
				construct.MostStored, k.most)
		}
		l.more = []any{k.storage(on, s.States*k.most), fleet.Array[int64](on, s.States*k.most)}
	}
	d.kinds = append(d.kinds, l)
	return on.Made()
}

// blockThreads is the threads of a block whose warps are a state each.
const blockThreads = 128

// shape lays out a launch of teams.
func (l *launch) shape(scheme Scheme, team, most, aggregator int) {
	l.team, l.threads, l.stride = team, team, construct.Stride(int32(most), int32(team/32))
	if team == 32 && scheme == OnePass {
		l.threads = blockThreads
	}
	l.shared = aggregator * l.threads
	if scheme == Stored {
		l.segments = (l.shared + 7) / 8 * 8
		l.shared = l.segments + construct.StoredSegments
	}
}

func (d *onDevice[E]) put(x []E) error { return d.source.Write(x, 0) }
func (d *onDevice[E]) get(x []E) error { return d.source.Read(x, 0) }
func (d *onDevice[E]) swap()           { d.source, d.target = d.target, d.source }

func (d *onDevice[E]) activate(kind int, sets []uint64) error {
	return d.kinds[kind].sets.Write(sets, 0)
}

func (d *onDevice[E]) generate(plans []construct.Assigning) (Outcome, error) {
	sums, err := d.launch(plans, true)
	if err != nil {
		return Outcome{}, err
	}
	if sums[construct.FirstFault] == construct.NoFault {
		return Outcome{sums[construct.SumAssigned], sums[construct.SumUnassigned]}, nil
	}
	failed := d.fault(sums[construct.FirstFault])
	if slices.ContainsFunc(plans, func(a construct.Assigning) bool { return a.Apart != construct.NotApart }) {
		// Of a state's variables that are assigned at once any may be the first to fail: in turn it is always the same.
		if sums, err = d.launch(plans, false); err != nil {
			return Outcome{}, err
		}
		if sums[construct.FirstFault] != construct.NoFault {
			failed = d.fault(sums[construct.FirstFault])
		}
	}
	return Outcome{}, failed
}

// mostApart is the greatest number of teams of a launch.
const mostApart = 1 << 30

// launch has all types assigned, those that are apart at once if it may be, and returns what the kernels counted.
func (d *onDevice[E]) launch(plans []construct.Assigning, atOnce bool) (sums [construct.Sums]int64, err error) {
	if err = d.tally.clear(d.sums); err != nil {
		return sums, err
	}
	for i, a := range plans {
		l, teams := &d.kinds[i], int(a.States)
		if a.Apart != construct.NotApart && atOnce && len(l.more) == 0 && teams*int(a.Variables) <= mostApart {
			if a.Clone != 0 { // each team has a variable, so states are copied by others before
				copies := a
				copies.Active, copies.Apart = construct.ActiveNone, construct.NotApart
				if err = d.start(l, copies, teams, d.tally.stream); err != nil {
					return sums, err
				}
			}
			a.Clone, a.Apart = 0, construct.ApartAtOnce
			teams *= int(a.Variables)
		}
		if err = d.start(l, a, teams, d.tally.stream); err != nil {
			return sums, err
		}
	}
	return d.tally.wait(d.sums)
}

// start launches a type's kernel with a number of teams, in the order of a stream if that is not nil.
func (d *onDevice[E]) start(l *launch, a construct.Assigning, teams int, order *gpu.Stream) error {
	a.Team, a.Segments, a.Stride = int32(l.team), int32(l.segments), l.stride
	side := l.threads / l.team
	shape := gpu.Shape{Blocks: (teams + side - 1) / side, Threads: l.threads, Shared: l.shared, Stream: order}
	return l.k.Launch(shape, append([]any{l.problem, a, d.source, d.target, l.sets, l.active, d.faults, d.sums}, l.more...)...)
}

// fault reads the fault that the kernels name, and forgets those of all states.
func (d *onDevice[E]) fault(first int64) error {
	f := fault{kind: int(first >> 32), state: int(first & (1<<32 - 1))}
	var one [1]construct.Fault
	if err := d.faults.Read(one[:], f.state); err != nil {
		return err
	}
	f.Fault = one[0]
	return errors.Join(f.err(d.kinds[f.kind].most), d.faults.Write(make([]construct.Fault, d.faults.Len()), 0))
}
