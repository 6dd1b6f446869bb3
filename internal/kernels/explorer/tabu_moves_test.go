package explorer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// seats is a problem of swaps whose costs are so few that many moves cost the same: a pair pays if it is further apart than it likes.
type seats struct {
	n     int32
	likes []int32
}

func newSeats(n int32) *seats {
	r, s := rand.New(rand.NewPCG(3, 4)), &seats{n, make([]int32, n*n)}
	for k := range s.likes {
		s.likes[k] = r.Int32N(n)
	}
	return s
}

func (s *seats) Cost(x []int32) (sum int64) {
	for i := range s.n {
		for j := range i {
			if i-j > s.likes[x[i]*s.n+x[j]] {
				sum++
			}
		}
	}
	return sum
}

func (s *seats) SwapDelta(x []int32, i, j int32) int64 {
	y := slices.Clone(x)
	y[i], y[j] = y[j], y[i]
	return s.Cost(y) - s.Cost(x)
}

// movesOf runs TabuMoves with two searches, and returns what they are afterwards.
func movesOf(t *testing.T, p *seats, team int32, e lane.Emulator) ([]int32, []TabuMover) {
	t.Helper()
	const searches = 2
	n := p.n
	members := []neighbourhood.Member{{Op: neighbourhood.OpSwap, N: n, End: neighbourhood.PairCount(n)}}
	a := TabuMoving{N: n, Team: team, Places: n * n, Poll: 4, Ops: neighbourhood.OpsOf(members), Where: neighbourhood.Places{Stride: uint64(n)}, Patience: 20, Target: math.MinInt64, Seed: 7}
	tenures := []MovesTenure{{Least: 5, Spread: 4, Most: 7}}
	size := 3 * n
	memory, bans, movers := make([]int32, searches*size), make([]int32, searches*a.Places), make([]TabuMover, searches)
	for k := range movers {
		x := start(n, k)
		for set := range int32(3) { // present, best and best of the burst
			copy(memory[int32(k)*size+set*n:], x)
		}
		c := p.Cost(x)
		movers[k] = TabuMover{Walk: uint32(k), Now: 1, Latest: 1, Until: 24, Cost: c, Least: c, Top: c}
	}
	e.Blocks, e.Shared = searches*team, int32(MovesRoom(int(n), 0))
	e.Workers = int(e.Blocks)
	copies := make([]int32, int(e.Blocks)*MovesCopy(int(n), int(a.Places)))
	board, stop := make([]int64, MovesBoard(int(e.Blocks), searches)), make([]uint32, 1)
	must.Do(t, e.Run(func(t lane.Thread) {
		TabuMoves(t, p, a, members, tenures, nil, memory, bans, copies, movers, board, stop)
	}))
	return memory, movers
}

// However many blocks and threads a search has, it makes the same moves, in order and in no order.
func TestTabuMoves_ShapesAgree(t *testing.T) {
	p := newSeats(12)
	memory, movers := movesOf(t, p, 1, lane.Emulator{Threads: 32})
	for k, m := range movers {
		if x := memory[k*len(memory)/len(movers):][:p.n]; m.Count < 20 || p.Cost(x) != m.Cost || m.Least >= p.Cost(start(p.n, k)) {
			t.Errorf("search %d: %+v, and its solution costs %d", k, m, p.Cost(x))
		}
	}
	for most, e := range map[int32]lane.Emulator{36: {Threads: 32, Seed: 5}, 3: {Threads: 64}, 2: {Threads: 96, Free: true}, 5: {Threads: 32, Free: true}} {
		for _, team := range []int32{1, most} {
			t.Run(fmt.Sprintf("%d blocks of %d, free %v", team, e.Threads, e.Free), func(t *testing.T) {
				again, there := movesOf(t, p, team, e)
				if !slices.Equal(again, memory) || !slices.Equal(there, movers) {
					t.Errorf("%+v, and %+v with a block of 32", there, movers)
				}
			})
		}
	}
}

// start is the solution that search k of movesOf begins with.
func start(n int32, k int) []int32 {
	x := make([]int32, n)
	for i := range x {
		x[i] = (int32(i)*5 + int32(k)) % n
	}
	return x
}
