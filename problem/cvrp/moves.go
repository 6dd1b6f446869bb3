package cvrp

import "github.com/multiwalk/multiwalk"

// The kinds of move. A move's K is its kind and, in the bits above, how it is made. I and J of a ruin are its seed, of all others
// two customers near each other.
const (
	ofRuin = iota
	ofRelocate
	ofExchange
	ofTwoOpt
	ofSwapStar
	kinds

	kindBits = 3
	hows     = 8 // ways to make a move
)

// mix is how often each kind is drawn, in proportion.
type mix [kinds]uint32

// usual is the best of the mixes that were measured. On X-n200-k36 annealing with ruins and SWAP* in equal parts ended 0.14 % above the best
// known after 7 to 12 s of one core (mean of seeds 1 to 4), with all five kinds in equal parts 0.31 % (seeds 1 and 2). The other kinds serve
// local search.
var usual = mix{ofRuin: 1, ofSwapStar: 1}

// operator is a kind of move of two customers. A move that is impossible has a price of 0, and changes nothing.
type operator interface {
	// price returns by how much the routes get longer, and by how much more they exceed the capacity.
	price(m *moves, u, v, how int32) (length, excess int64)
	// make makes the move on trial.
	make(m *moves, u, v, how int32)
}

var operators = [kinds]operator{ofRelocate: relocate{}, ofExchange: exchange{}, ofTwoOpt: twoOpt{}, ofSwapStar: swapStar{}}

// granular is how many customers near it a customer is tried with (Toth and Vigo, "The granular tabu search and its application
// to the vehicle-routing problem", 2003).
const granular = 20

// moves is the moves of one walk. A ruin is priced by making it on trial, and stays there for Apply; what is priced next takes it
// back.
type moves struct {
	f *Fleet
	plan
	absent []int32 // customers that are in no route
	keys   []int64
	seen   int32 // places until the next that is not seen
	spots  []spots

	ruined  multiwalk.Move // on trial
	tried   bool           // there is one
	ordered bool           // the solution's dividers are in order
	was     []int32
}

// mostSpots bounds how many entries are kept; it is a power of two.
const mostSpots = 1 << 16

func newMoves(f *Fleet) *moves {
	size := 1
	for size < mostSpots && size < int(f.p.N)*int(f.p.Vehicles) {
		size *= 2
	}
	return &moves{f: f, plan: newPlan(f.p), spots: make([]spots, size)}
}

// Reset takes the routes of a solution over.
func (m *moves) Reset(x []int32) { m.tried, m.ordered = false, m.read(x) }

// Random draws a move.
func (m *moves) Random(r *multiwalk.Rand) multiwalk.Move {
	kind, sum := ofRuin, uint32(0)
	for _, w := range m.f.mix {
		sum += w
	}
	for w := r.Uint32N(sum); w >= m.f.mix[kind]; kind++ {
		w -= m.f.mix[kind]
	}
	if kind == ofRuin || m.f.nearby < 2 {
		return multiwalk.Move{I: int32(r.Uint32()), J: int32(r.Uint32()), K: ofRuin}
	}
	u := r.IntN(int(m.depot))
	near := m.f.near[u*m.f.nearby+1 : u*m.f.nearby+min(1+granular, m.f.nearby)]
	word := r.Uint32N(uint32(len(near)) * hows)
	return multiwalk.Move{I: int32(u), J: near[word/hows], K: int32(kind) | int32(word%hows)<<kindBits}
}

// Delta prices a move.
func (m *moves) Delta(_ []int32, move multiwalk.Move) int64 {
	m.rollback()
	m.tried = false
	kind := move.K & (1<<kindBits - 1)
	if kind == ofRuin {
		m.ruin(move)
		return m.length + m.f.unit*m.excess
	}
	length, excess := operators[kind].price(m, move.I, move.J, move.K>>kindBits)
	return length + m.f.unit*excess
}

// ruin makes a ruin on trial.
func (m *moves) ruin(move multiwalk.Move) {
	m.ruined, m.tried = move, true
	r := move.Rand()
	m.tear(r)
	m.recreate(r)
	m.judge()
}

// Apply makes a move for good.
func (m *moves) Apply(x []int32, move multiwalk.Move) {
	m.was = append(m.was[:0], x...)
	if !m.tried || move != m.ruined {
		m.rollback()
		if kind := move.K & (1<<kindBits - 1); kind == ofRuin {
			m.ruin(move)
		} else {
			operators[kind].make(m, move.I, move.J, move.K>>kindBits)
		}
	}
	m.tried = false
	first := m.commit()
	if !m.ordered {
		first, m.ordered = 0, true
	}
	m.write(x, first)
}

// Undo takes the move back that was made last.
func (m *moves) Undo(x []int32, _ multiwalk.Move) {
	copy(x, m.was)
	m.Reset(x)
}
