package explorer

import (
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// TabuMoving says what a launch of TabuMoves does.
type TabuMoving struct {
	N        int32             // length of a solution
	Team     int32             // blocks of a search
	Searches int32             // of the launch
	Tour     int32             `launch:"settled"` // 1: a solution is one tour
	Places   int32             // of what is tabu
	Poll     int32             // iterations between two looks at stop
	Pairs    int32             `launch:"settled"` // 1: pairs are priced by the table of a SwapPairTabler
	Ops      neighbourhood.Ops // of members
	Where    neighbourhood.Places
	Length   int64 // of a burst, in iterations; 0: a burst ends Patience iterations after its best solution
	Patience int64
	Target   int64
	Seed     uint64 // of the random words
}

// MovesTenure is what tenures of a kind of move are drawn from: Spread numbers from Least on, none above Most.
type MovesTenure struct{ Least, Spread, Most int64 }

// TabuMover is a search of TabuMoves between two launches, beside its solutions and what is tabu.
type TabuMover struct {
	Walk          uint32 // number of its stream of random words
	Now           int32  // iteration of its memory
	Latest        int32  // all that is tabu is free from there on
	End           int32  // why it stopped: MovesEnded and so on
	Drawn         uint64 // random words
	Until, Count  int64  // iterations that the launch is to make, and that it has made
	Cost, Least   int64  // of the present solution, and of the incumbent
	Top           int64  // of the best of the burst
	Made, TopMade int64  // iterations of the burst, and how many found Top
}

// Why a search of TabuMoves stopped.
const (
	MovesEnded   = iota // it has made its iterations, is at the target, or the burst is over
	MovesBarred         // no move is admissible
	MovesStopped        // it was told to
)

// tabuMover is a search in progress. All its threads have the same numbers.
type tabuMover[P kernel.Coster] struct {
	w       explorer[P]
	a       TabuMoving
	block   int32 // of the team
	tenures []MovesTenure
	until   []int32 // what is tabu: up to which iteration the attribute at a place may not come back
	top     []int32 // the best solution of the burst
	board   []int64 // of the team: see tell
	said    []int64 // in shared memory
	stop    []uint32
	TabuMover
}

// TabuMoves is tabu search by the moves of any neighbourhood, which a team of blocks explores: a thread prices a move. Iterations go on
// without the host, until each search has made its number of them, has come to the target, or cannot go on. It makes the moves
// of package single's tabu search for the same seed, one by one: random words are those of its stream, and of equally good moves the
// same one is taken. So results do not depend on the shape of the launch.
//
// Each block has all of a search's state: the solution and the problem's tables, if it has some, lie in shared memory,
// which must have MovesRoom bytes; what is tabu, the incumbent and the best of the burst in copies, MovesCopy numbers a block. Each makes
// every move and draws every random word, so the blocks of a team tell each other nothing but what they found: see tell. If several
// blocks are a team, all blocks of the launch must be on the machine at once. members are the moves, fewer than 2^48, whose prices the
// problem must have at once (not Copied); free lists what may change where elements are fixed.
//
// Between launches memory has three solutions of N numbers for each search, its present one, the incumbent and the best of its burst, and bans
// what is tabu, Places numbers. board has MovesBoard numbers, 0 before each launch.
//
//lane:registers 128
//lane:rolled
func TabuMoves[P kernel.Coster](t lane.Thread, p P, a TabuMoving, members []neighbourhood.Member, tenures []MovesTenure, free []int32,
	memory, bans, copies []int32, searches []TabuMover, board []int64, stop []uint32) {
	search, size := t.BlockID()/a.Team, 2*a.N+a.Places
	s := tabuMover[P]{a: a, block: t.BlockID() % a.Team, tenures: tenures, board: board[2*slotSize*(a.Team+1)*search:], stop: stop}
	s.w = explorer[P]{t: t, p: p, members: members, free: free, id: t.ThreadID(), team: t.BlockDim()}
	s.said = lane.Shared[int64](t, saidWords)
	s.w.a.N, s.w.a.Tour, s.w.a.Ops = a.N, a.Tour, a.Ops
	s.w.Course.Shakes = 1 // an exchange of equal values costs nothing
	at := 4 * a.N
	s.w.x = lane.SharedAt[int32](t, 0, a.N)
	if b, ok := any(p).(kernel.Tabler); ok {
		s.w.table = lane.SharedAt[int32](t, at, b.TableSize())
		at += 4 * b.TableSize()
	}
	if b, ok := any(p).(kernel.SwapPairTabler); ok && a.Pairs != 0 {
		s.w.pairs = lane.SharedAt[int32](t, at, b.SwapPairTableSize())
	}
	from, banned := memory[search*3*a.N:][:3*a.N], bans[int64(search)*int64(a.Places):][:a.Places]
	own := copies[int64(t.BlockID())*int64(size):][:size]
	for k := s.w.id; k < 2*a.N; k += s.w.team {
		own[k] = from[a.N+k]
	}
	for k := s.w.id; k < a.Places; k += s.w.team {
		own[2*a.N+k] = banned[k]
	}
	s.w.best, s.top, s.until = own[:a.N], own[a.N:2*a.N], own[2*a.N:]
	s.TabuMover = searches[search]
	s.w.Cost, s.w.Least = s.Cost, s.Least
	s.w.take(from[:a.N])
	s.search()
	s.w.keep()
	if s.block > 0 {
		return
	}
	t.Sync()
	s.Cost, s.Least = s.w.Cost, s.w.Least
	for k := s.w.id; k < 2*a.N; k += s.w.team {
		from[a.N+k] = own[k]
	}
	for k := s.w.id; k < a.Places; k += s.w.team {
		banned[k] = s.until[k]
	}
	for i := s.w.id; i < a.N; i += s.w.team {
		from[i] = s.w.x[i]
	}
	if s.w.id == 0 {
		searches[search] = s.TabuMover
	}
}

// MovesCopy is how many numbers the incumbent of a search, the best of its burst and what is tabu are.
func MovesCopy(n, places int) int { return 2*n + places }

// MovesRoom returns the bytes of shared memory of a block of TabuMoves, for solutions of n elements and their tables.
func MovesRoom(n, table int) int { return 4 * (n + table) }

// MovesBoard is how many numbers the board of TabuMoves has.
func MovesBoard(blocks, searches int) int { return 2 * slotSize * (blocks + searches) }

// search makes the iterations of a launch.
func (s *tabuMover[P]) search() {
	for s.End = MovesEnded; s.Count < s.Until && min(s.w.Cost, s.w.Least) > s.a.Target && !s.over(); {
		which, m, delta := s.choose()
		if s.End != MovesEnded {
			return
		}
		b := s.w.member(which)
		s.make(&b, m, delta, &s.tenures[which])
	}
}

// over tells whether the burst has ended.
func (s *tabuMover[P]) over() bool {
	if s.a.Length > 0 {
		return s.Made >= s.a.Length
	}
	return s.Made-s.TopMade >= s.a.Patience
}

// make makes a move, and forbids that what it takes comes back for a tenure.
func (s *tabuMover[P]) make(b *neighbourhood.Member, m neighbourhood.Move, delta int64, tenure *MovesTenure) {
	w := &s.w
	until := s.forbidUntil(tenure)
	if w.id < neighbourhood.MostAttributes {
		if i, v, ok := b.Takes(w.x, m, w.id); ok {
			s.until[s.a.Where.Of(i, v)] = until
		}
	}
	w.move(b, m, delta)
	if s.made() {
		for i := w.id; i < s.a.N; i += w.team {
			s.top[i] = w.x[i]
		}
	}
}

// forbidUntil goes on to the next iteration, and draws up to which one what its move takes may not come back.
func (s *tabuMover[P]) forbidUntil(tenure *MovesTenure) int32 {
	s.Now++
	until := s.Now + int32(min(tenure.Least+int64(s.below(uint32(tenure.Spread))), tenure.Most))
	s.Latest = max(s.Latest, until)
	return until
}

// made counts a move, and tells whether it led to the best of the burst.
func (s *tabuMover[P]) made() bool {
	s.Made++
	s.Count++
	if s.w.Cost >= s.Top {
		return false
	}
	s.Top, s.TopMade = s.w.Cost, s.Made
	return true
}

// below draws a number below n, as rng.Stream does.
func (s *tabuMover[P]) below(n uint32) uint32 {
	product := uint64(s.draw()) * uint64(n)
	if uint32(product) < n {
		for floor := -n % n; uint32(product) < floor; {
			product = uint64(s.draw()) * uint64(n)
		}
	}
	return uint32(product >> 32)
}

// draw is the next random word.
func (s *tabuMover[P]) draw() uint32 {
	words := lane.Random(s.a.Seed, s.Walk, s.Drawn/4, 0)
	s.Drawn++
	return words[(s.Drawn-1)%4]
}

// Limits of TabuMoves.
const (
	MostMoves = tags    // iterations of a search in a launch, each with a tag of its own
	MostTeam  = 1 << 10 // blocks of a search
	MostSize  = 1 << 48 // moves of a neighbourhood
)
