package evaluation

import (
	"errors"
	"fmt"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Fine1 is Algorithm 8 of the paper, its section 2.5: a thread a pair, which reads its columns from a list that the host
// has made. Columns of 16 bits, as in the paper, serve boards up to 65,536.
func Fine1(t lane.Thread, c Candidate, x []int32, pairs [][2]uint16, conflicts []int64) {
	x = x[c.From : c.From+c.N]
	n, stride := int64(len(pairs)), gridThreads(t)
	for k := gridThread(t); k < n; k += stride {
		i, j := int32(pairs[k][0]), int32(pairs[k][1])
		if attacks(x[j]-x[i], j-i) {
			lane.AtomicAdd(t, &conflicts[c.At], 1)
		}
	}
}

// Fine1Long is Fine1 with columns of 32 bits.
func Fine1Long(t lane.Thread, c Candidate, x []int32, pairs [][2]int32, conflicts []int64) {
	x = x[c.From : c.From+c.N]
	n, stride := int64(len(pairs)), gridThreads(t)
	for k := gridThread(t); k < n; k += stride {
		i, j := pairs[k][0], pairs[k][1]
		if attacks(x[j]-x[i], j-i) {
			lane.AtomicAdd(t, &conflicts[c.At], 1)
		}
	}
}

// shortColumns is the greatest board whose columns 16 bits hold.
const shortColumns = 1 << 16

// listed launches either. As in the paper, the pairs are listed and copied for each candidate anew.
type listed struct {
	s       *Scheme
	threads int
	short   *list[uint16]
	long    *list[int32]
}

func newListed(s *Scheme) (algorithm, error) {
	a := &listed{s: s, threads: s.threads(paperThreads)}
	short, err := s.kernel("Fine1", Fine1)
	if err != nil {
		return a, err
	}
	long, err := s.kernel("Fine1Long", Fine1Long)
	a.short, a.long = &list[uint16]{kernel: short}, &list[int32]{kernel: long}
	return a, err
}

// emulatedMemory is the bytes of pairs that the emulator takes.
const emulatedMemory = 1 << 30

func (a *listed) prepare(n, _ int) error {
	if err := a.free(); err != nil {
		return err
	}
	size := uint64(4)
	if n > shortColumns {
		size = 8
	}
	room := uint64(emulatedMemory)
	if !a.s.m.Emulated() {
		free, _, err := a.s.m.Memory()
		if err != nil {
			return err
		}
		room = free
	}
	if bytes := uint64(pairsOf(int32(n))) * size; bytes > room {
		return fmt.Errorf("multiwalk: scheme %s: the pairs of %d queens take %d bytes, and %v has room for %d; "+
			"use at most %d queens, or another scheme",
			a.s.name, n, bytes, a.s.m, room, mostListed(room))
	}
	if n <= shortColumns {
		return a.short.allocate(a.s.m, n)
	}
	return a.long.allocate(a.s.m, n)
}

// mostListed is the greatest board whose pairs fit in room bytes.
func mostListed(room uint64) int64 {
	n := triangularRoot(int64(room/4)) + 1 // n(n-1)/2 pairs
	if n <= shortColumns {
		return n
	}
	return max(shortColumns, triangularRoot(int64(room/8))+1)
}

func (a *listed) bring(c chunk) error {
	if c.n <= shortColumns {
		return a.short.fill(c)
	}
	return a.long.fill(c)
}

func (a *listed) launch(c chunk) error {
	shape := gpu.Shape{Blocks: blocksFor(pairsOf(int32(c.n)), a.threads), Threads: a.threads, Stream: c.stream}
	return c.each(func(of Candidate) error {
		if c.n <= shortColumns {
			return a.short.kernel.Launch(shape, of, c.x, a.short.pairs, c.counts)
		}
		return a.long.kernel.Launch(shape, of, c.x, a.long.pairs, c.counts)
	})
}

func (a *listed) free() error {
	if a.long == nil {
		return nil
	}
	return errors.Join(a.short.free(), a.long.free())
}

// list is the pairs on the device, and the memory that takes them there piece by piece.
type list[T uint16 | int32] struct {
	kernel *gpu.Kernel
	pairs  *gpu.Array[[2]T]
	piece  *gpu.Pinned[[2]T]
}

// pieceOfPairs is how many pairs are copied at a time.
const pieceOfPairs = 1 << 20

func (l *list[T]) allocate(m *gpu.Machine, n int) (err error) {
	pairs := int(pairsOf(int32(n)))
	if l.pairs, err = gpu.NewArray[[2]T](m, pairs); err == nil {
		l.piece, err = gpu.NewPinned[[2]T](m, min(pairs, pieceOfPairs))
	}
	return err
}

// fill is Algorithm 7: it lists the pairs and takes them to the device.
func (l *list[T]) fill(c chunk) error {
	at, to := 0, 0
	piece := l.piece.Slice()
	send := func() error {
		err := l.pairs.WriteLater(c.stream, at, l.piece, 0, to)
		at, to = at+to, 0
		return errors.Join(err, c.stream.Wait(), c.ctx.Err())
	}
	for i := range c.n - 1 {
		for j := i + 1; j < c.n; j++ {
			piece[to] = [2]T{T(i), T(j)}
			if to++; to == len(piece) {
				if err := send(); err != nil {
					return err
				}
			}
		}
	}
	return send()
}

func (l *list[T]) free() error {
	err := errors.Join(l.pairs.Free(), l.piece.Free())
	l.pairs, l.piece = nil, nil
	return err
}
