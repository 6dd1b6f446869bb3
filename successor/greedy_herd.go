package successor

import (
	"errors"
	"math"
	"math/bits"
	"slices"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/construct"
)

// herd is a colony on a machine, whose launches make many generations.
type herd struct {
	fleet.Memory
	fleet.Race
	k                            *gpu.Kernel
	shape                        gpu.Shape
	plan                         construct.Rebuilding
	problem                      *gpu.Value
	source, target, scratch, top *gpu.Array[int32]
	from                         *gpu.Array[int32]
	walks                        *gpu.Array[construct.Rebuilt]
	sets                         *gpu.Array[uint64]
	faults                       *gpu.Array[construct.Fault]
	sums                         *gpu.Array[int64]
	size, leader                 int
	now                          []int64
	each                         []construct.Rebuilt
	same                         []int32 // 0, 1, 2, ...
	mixed                        bool    // from is not these
}

// newHerd makes the memory of walk number id on its machine.
func newHerd(s *greedySearch, id int, seed uint64) (*herd, error) {
	m, err := gpu.Of(s.accelerator, id%s.accelerator.Workers())
	if err != nil {
		return nil, err
	}
	h := &herd{Memory: fleet.Memory{Machine: m}, size: s.c.Size}
	if err := errors.Join(h.open(s, seed), h.Made()); err != nil {
		return nil, errors.Join(err, h.Close())
	}
	return h, nil
}

func (h *herd) open(s *greedySearch, seed uint64) error {
	kind, n := &s.c.Kinds[0], s.m.Population
	problem, list, err := kind.load(h.Machine, kind.rebuild)
	if err != nil {
		return err
	}
	h.k = list[0]
	assign, release := s.c.plans(n, seed)
	h.plan.Assign, h.plan.Release = assign[0], release[0]
	h.plan.Temperature = s.m.Temperature
	h.plan.Release.Most = int32(min(s.m.Release, math.MaxInt32))
	h.plan.Assign.Team, h.plan.Assign.Stride = 32, construct.Stride(int32(kind.most), 1)
	if err := h.lay(kind, n); err != nil {
		return err
	}
	h.problem = h.Value(problem)
	h.source, h.target, h.top = fleet.Array[int32](&h.Memory, n*h.size), fleet.Array[int32](&h.Memory, n*h.size), fleet.Array[int32](&h.Memory, n*h.size)
	room, sets := 1, 1
	if h.plan.Copy == 0 {
		room, sets = n*h.size, n*words(kind.variables)
	}
	h.scratch, h.sets = fleet.Array[int32](&h.Memory, room), fleet.Array[uint64](&h.Memory, sets)
	h.now, h.each, h.same = make([]int64, n), make([]construct.Rebuilt, n), make([]int32, n)
	for i := range h.same {
		h.same[i] = int32(i)
	}
	h.from, h.walks = fleet.ArrayOf(&h.Memory, h.same), fleet.Array[construct.Rebuilt](&h.Memory, n)
	h.faults = fleet.Array[construct.Fault](&h.Memory, n)
	h.sums = fleet.ArrayOf(&h.Memory, []int64{0, 0, construct.NoFault})
	h.Enter(&h.Memory, n)
	return nil
}

// lay lays the states out: in shared memory where a multiprocessor then holds enough of them.
func (h *herd) lay(k *Kind[int32], states int) error {
	warps := max(1, int(h.Machine.Tuned("greedy.warps", h.size)))
	if states < warps*h.Machine.Multiprocessors() {
		warps = 1 // few states are spread over all multiprocessors
	}
	one := (4*h.size + 7) / 8 * 8
	room := 2*one + 8*words(k.variables)
	h.plan.Rooms = int32((k.aggregator*32*warps + 7) / 8 * 8)
	h.shape = gpu.Shape{Blocks: (states + warps - 1) / warps, Threads: 32 * warps, Shared: int(h.plan.Rooms)}
	if whole := h.shape.Shared + room*warps; whole <= h.Machine.SharedPerBlock() {
		blocks, err := h.k.Resident(h.shape.Threads, whole)
		if err != nil {
			return err
		}
		if blocks*warps >= int(h.Machine.Tuned("greedy.resident", h.size)) {
			h.plan.Copy, h.shape.Shared = int32(one), whole
		}
	}
	return nil
}

func (h *herd) breed(from, until uint32, _ int, target, least int64, aborted func() bool) (b brood, err error) {
	a := h.plan
	a.From, a.Until, a.Target, a.Least = from, until, target, least
	if err := h.k.Launch(h.shape, h.problem, a, h.source, h.target, h.scratch, h.top, h.from, h.walks, h.sets, h.faults, h.sums, h.Hits, h.Goal,
		h.Stop); err != nil {
		return b, err
	}
	if err := h.Machine.Wait(aborted, h.Stop); err != nil {
		return b, err
	}
	h.source, h.target = h.target, h.source
	if h.mixed {
		if err := h.from.Write(h.same, 0); err != nil {
			return b, err
		}
		h.mixed = false
	}
	if err := h.walks.Read(h.each, 0); err != nil {
		return b, err
	}
	for i := range h.each {
		h.now[i] = h.each[i].Cost
	}
	if h.Stop.Get() != 0 {
		h.Stop.Set(0)
		return b, h.Goal.Write([]int64{math.MaxInt64}, 0)
	}
	return h.take(from, until, least)
}

// take counts what a launch made: up to the first generation in which a state came to the target. Others may have gone further.
func (h *herd) take(from, until uint32, least int64) (b brood, err error) {
	_, hit, err := fleet.Winner(h.Hits, h.Goal)
	if err != nil {
		return b, err
	}
	if hit != math.MaxInt64 {
		until = uint32(hit) + 1
	}
	var sums [construct.Sums]int64
	if err := h.sums.Read(sums[:], 0); err != nil {
		return b, err
	}
	if first := sums[construct.FirstFault]; first != construct.NoFault && from+uint32(first>>32) < until {
		return b, h.fault(int(first & (1<<32 - 1)))
	}
	b.generations, b.least = until-from, least
	for i := range h.each {
		w := &h.each[i]
		b.moves += int64(bits.OnesCount64(w.Moved << (64 - b.generations)))
		if w.When < until && w.Least < least && (w.Least < b.least || w.Least == b.least && w.When < h.each[h.leader].When) {
			b.least, h.leader = w.Least, i
		}
	}
	return b, nil
}

// fault is that of a state's heuristic.
func (h *herd) fault(state int) error {
	var one [1]construct.Fault
	if err := h.faults.Read(one[:], state); err != nil {
		return err
	}
	f := fault{Fault: one[0], state: state}
	return f.err(int(h.plan.Assign.Most))
}

func (h *herd) best(x []int32) error { return h.top.Read(x, h.leader*h.size) }
func (h *herd) costs() []int64       { return h.now }

// choose is done by the next launch.
func (h *herd) choose(from []int32) error {
	before := slices.Clone(h.each)
	for i, j := range from {
		h.each[i] = before[j]
		h.now[i] = before[j].Cost
	}
	h.mixed = true
	return errors.Join(h.walks.Write(h.each, 0), h.from.Write(from, 0))
}

func (h *herd) states() ([]int32, error) {
	x, from := make([]int32, h.source.Len()), slices.Clone(h.same)
	if err := errors.Join(h.source.Read(x, 0), h.from.Read(from, 0)); err != nil || !h.mixed {
		return x, err
	}
	chosen := make([]int32, 0, len(x))
	for _, j := range from {
		chosen = append(chosen, x[int(j)*h.size:(int(j)+1)*h.size]...)
	}
	return chosen, nil
}

func (h *herd) put(x []int32, costs []int64) error {
	copy(h.now, costs)
	for i, cost := range costs {
		h.each[i] = construct.Rebuilt{Cost: cost}
	}
	h.mixed = false
	return errors.Join(h.source.Write(x, 0), h.walks.Write(h.each, 0), h.from.Write(h.same, 0))
}
