package single

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// lookSearch is tabu search by flips of bits, one, two or three at once, whose neighbourhoods a machine explores: each iteration
// launches kernel Look, in which a thread prices a move, and reads what each block of threads found. All else is done here by the walk
// that cores have, so a search makes the same moves on every device.
type lookSearch struct {
	*tabuMoves
	module  kernel.Module
	table   neighbourhood.Table
	started atomic.Int64
}

// placeLook reports why kernel Look cannot explore a neighbourhood of p on d.
func placeLook(method string, p multiwalk.Problem, d multiwalk.Device, name string) error {
	if err := noConstraints(method, p, d); err != nil {
		return err
	}
	nb, err := neighbourhood.ByName(p, byElement(p, name))
	if err != nil {
		return err
	}
	module, err := fleet.ModuleOf(p, "Look")
	if err != nil {
		return multiwalk.NoKernel(method, d, err.Error())
	}
	if _, ok := module.Problem.(kernel.Looker); !ok {
		return multiwalk.NoKernel(method, d, fmt.Sprintf("the problem of its kernels, a %T, is no kernel.Looker", module.Problem))
	}
	members := neighbourhood.Kinds(nb)
	for _, b := range members {
		if b.Op != neighbourhood.OpFlip && b.Op != neighbourhood.OpFlip2 && b.Op != neighbourhood.OpFlip3 {
			members = nil
			break
		}
		if kernel.Copied(module.Problem, b.Op, false) {
			return multiwalk.NoKernel(method, d, fmt.Sprintf("its kernels have no delta for %v: their problem, a %T, has no table for it",
				b.Op, module.Problem))
		}
	}
	switch n := p.Space().Len(); {
	case members == nil:
		return multiwalk.NoKernel(method, d, fmt.Sprintf("its kernel flips one, two or three bits, and the neighbourhood is %q; "+
			"run it on CPU cores", nb.Name()))
	case 2*n > mostPlaces:
		return multiwalk.NoKernel(method, d, fmt.Sprintf("%d bits are too many; it takes up to %d", n, mostPlaces/2))
	}
	return nil
}

// prepareLook prepares for bits on the accelerator of the plan; bursts are those of prepareMoves.
func (m Tabu) prepareLook(method string, p multiwalk.Problem, plan multiwalk.Plan, bursts *IteratedTabu) (multiwalk.Search, error) {
	prepared, err := m.prepareMoves(method, p, plan, bursts)
	if err != nil {
		return nil, err
	}
	s := prepared.(*tabuMoves)
	if m.Candidates > 0 && int64(m.Candidates) < s.size {
		return nil, fmt.Errorf("multiwalk: tabu's candidates %d are fewer than the %d moves, and a machine looks at all; leave them out",
			m.Candidates, s.size)
	}
	s.candidates = s.size
	nb, err := neighbourhood.ByName(p, s.name)
	if err != nil {
		return nil, err
	}
	module, err := fleet.ModuleOf(p, "Look")
	return &lookSearch{tabuMoves: s, module: module, table: neighbourhood.TableOf(p, nb, nil)}, err
}

// Load implements multiwalk.Loader.
func (s *lookSearch) Load(tell func(msg string)) error {
	return gpu.Preload(s.plan.Device, s.module, tell, func(*gpu.Machine) []string { return []string{"Look"} })
}

// farLook is the machine's part of a walk. It keeps nothing from one iteration to the next.
type farLook struct {
	fleet.Memory
	s              *lookSearch
	kernel         *gpu.Kernel
	shape          gpu.Shape
	most           int // blocks that the machine holds at once
	problem        *gpu.Value
	members        *gpu.Array[neighbourhood.Member]
	free, bits     *gpu.Array[int32]
	found          *gpu.Array[kernel.Looked]
	own            []int32         // what bits gets
	looked, blocks []kernel.Looked // of a launch, and of all that explore a neighbourhood
	from           []int64         // of each of blocks its first move, and at the end their number
}

// lookThreads is how many threads a block has, lookSlice how many moves a launch looks at, some milliseconds at most.
const (
	lookThreads = 256
	lookSlice   = 1 << 24
)

func (s *lookSearch) open(id int) (*farLook, error) {
	machine, err := gpu.Of(s.plan.Device, id%s.plan.Device.Workers())
	if err != nil {
		return nil, err
	}
	f := &farLook{Memory: fleet.Memory{Machine: machine}, s: s}
	list, err := fleet.Kernels(machine, s.module, "Look")
	if err != nil {
		return nil, err
	}
	n := s.p.Space().Len()
	f.kernel = list[0]
	f.shape = gpu.Shape{Threads: lookThreads, Shared: kernel.LookRoom(n, int(s.module.Problem.(kernel.Tabler).TableSize()))}
	if machine.Emulated() {
		f.shape.Threads = 32
	}
	resident := 0
	if f.shape.Shared <= machine.SharedPerBlock() {
		if resident, err = f.kernel.Resident(f.shape.Threads, f.shape.Shared); err != nil {
			return nil, err
		}
	}
	if resident == 0 {
		return nil, multiwalk.NoKernel(s.method, s.plan.Device, fmt.Sprintf("a solution and its table take %d bytes, and a block has %d; "+
			"run it on CPU cores", f.shape.Shared, machine.SharedPerBlock()))
	}
	f.most = resident * machine.Multiprocessors()
	f.problem, f.bits = f.Value(s.module.Problem), fleet.Array[int32](&f.Memory, n)
	f.members, f.free = fleet.ArrayOf(&f.Memory, s.table.Members), fleet.ArrayOf(&f.Memory, s.table.Free)
	f.found = fleet.Array[kernel.Looked](&f.Memory, f.most)
	f.own, f.looked = make([]int32, n), make([]kernel.Looked, f.most)
	if err := f.Made(); err != nil {
		return nil, errors.Join(err, f.Memory.Close())
	}
	return f, nil
}

// explore has the machine look at all moves. moves with a delta below aspired are admissible whatever is tabu. It returns false if the
// run is aborted.
func (f *farLook) explore(s *multiwalk.Slice, aspired int64) (ok bool, err error) {
	f.blocks, f.from = f.blocks[:0], f.from[:0]
	if err := f.bits.Write(f.own, 0); err != nil {
		return false, err
	}
	size := f.s.size
	for from := int64(0); from < size; from += lookSlice {
		if s.Aborted() {
			return false, nil
		}
		until := min(size, from+lookSlice)
		each := int64(f.shape.Threads)
		count := min(int64(f.most), (until-from+each-1)/each)
		share := (until - from + count - 1) / count
		f.shape.Blocks = int(count)
		a := kernel.Looking{N: int32(len(f.own)), From: from, Until: until, Share: share, Aspired: aspired}
		if err := f.kernel.Launch(f.shape, f.problem, a, f.members, f.free, f.bits, f.found); err != nil {
			return false, err
		}
		if err := f.Machine.Wait(s.Aborted, nil); err != nil {
			return false, err
		}
		if err := f.found.Read(f.looked[:count], 0); err != nil {
			return false, err
		}
		for k, b := range f.looked[:count] {
			f.blocks, f.from = append(f.blocks, b), append(f.from, min(until, from+int64(k)*share))
		}
	}
	f.from = append(f.from, size)
	return !s.Aborted(), nil
}

// least returns the least delta of the admissible moves, and how many have it.
func (f *farLook) least() (delta, ties int64) {
	delta = math.MaxInt64
	for _, b := range f.blocks {
		if b.Count > 0 && b.Delta < delta {
			delta, ties = b.Delta, 0
		}
		if b.Delta == delta {
			ties += b.Count
		}
	}
	return delta, ties
}

// blockOf returns the moves among which number k of those with a delta is, and its number there.
func (f *farLook) blockOf(delta, k int64) (from, until, within int64) {
	for i, b := range f.blocks {
		if b.Delta != delta {
			continue
		}
		if k < b.Count {
			return f.from[i], f.from[i+1], k
		}
		k -= b.Count
	}
	return 0, 0, 0
}

// chooseFar is choose by a machine: it finds the block of threads that has the move, whose moves are priced here again to
// find it. They do not count twice.
func (w *tabuMovesWalk) chooseFar(s *multiwalk.Slice) (m neighbourhood.Move, d int64, ok bool) {
	f, t := w.far, w.memory
	for i, v := range w.x {
		if f.own[i] = v; t.until[t.place(int32(i), 1-v)] > t.now {
			f.own[i] += kernel.Tabu
		}
	}
	ok, err := f.explore(s, w.least-w.cost)
	if err != nil {
		s.Fail(err)
		return m, 0, false
	}
	if !ok {
		return m, 0, false
	}
	w.look.priced += w.s.size
	delta, ties := f.least()
	if ties == 0 {
		m = w.nb.Random(w.random)
		return m, w.nb.Delta(w.x, m), true
	}
	k := int64(0)
	if ties > 1 {
		k = int64(w.random.IntN(int(ties)))
	}
	from, until, k := f.blockOf(delta, k)
	for at := from; at < until; at++ {
		which, m := neighbourhood.At(f.s.table.Members, at)
		m = f.s.table.Members[which].Placed(f.s.table.Free, m)
		w.look.priced--
		if w.nb.Delta(w.x, m) != delta || delta >= w.least-w.cost && t.forbids(w.x, w.cost+delta, m) {
			continue
		}
		if k == 0 {
			return m, delta, true
		}
		k--
	}
	s.Fail(fmt.Errorf("%s: moves %d to %d have no more of the delta %d, which the kernel found: %w", w.s.method, from, until-1, delta,
		multiwalk.ErrDeltaMismatch))
	return m, 0, false
}
