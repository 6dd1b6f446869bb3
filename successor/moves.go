package successor

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
)

// Moves returns moves that release up to a number of variables of each type, and assign them anew by the heuristics: what the
// NewMoves of a multiwalk.Mover may return. Then every S-metaheuristic has FANG for its neighbourhood, by itself or mixed with built-in
// moves ("own+change"). A move is a seed, so it is the same each time.
func Moves(p Problem, release int) (multiwalk.Moves, error) {
	c, err := construction(p)
	if err != nil {
		return nil, err
	}
	if release < 1 || release > mostVariables {
		return nil, fmt.Errorf("multiwalk: moves that release up to %d variables; use 1 to %d", release, mostVariables)
	}
	m := &moves{builder: newBuilder(&c, 1, 0), n: p.Space().Len()}
	for i := range m.release {
		m.release[i].Most = int32(release)
	}
	for _, x := range []*[]int32{&m.now, &m.next, &m.before} {
		*x = make([]int32, c.Size)
	}
	return m, nil
}

// moves follows the solution of a walk.
type moves struct {
	*builder
	n                 int            // elements of a solution
	now, next, before []int32        // states: the walk's, what the move "of" makes of it, and that before the last move
	cost, after, was  int64          // of these
	of                multiwalk.Move // whose outcome next is
	known             bool           // next is up to date
}

func (m *moves) Reset(x []int32) {
	m.c.state(m.now, x)
	m.cost, m.known = m.price(m.now), false
}

func (m *moves) Random(r *multiwalk.Rand) multiwalk.Move { return multiwalk.SeedMove(r) }

// Delta works the move out, in as long as it takes to rate what is released.
func (m *moves) Delta(_ []int32, move multiwalk.Move) int64 {
	m.work(move)
	return m.after - m.cost
}

func (m *moves) work(move multiwalk.Move) {
	if m.known && m.of == move {
		return
	}
	copy(m.next, m.now)
	seed := uint64(uint32(move.I)) | uint64(uint32(move.J))<<32
	for i := range m.assign {
		m.assign[i].Seed, m.release[i].Seed = seed, seed
	}
	if err := m.rebuild(m.next, move.K); err != nil {
		panic(err)
	}
	m.after, m.of, m.known = m.price(m.next), move, true
}

func (m *moves) Apply(x []int32, move multiwalk.Move) {
	m.work(move)
	m.before, m.now, m.next = m.now, m.next, m.before
	m.was, m.cost, m.known = m.cost, m.after, false
	copy(x, m.now[:m.n])
}

func (m *moves) Undo(x []int32, _ multiwalk.Move) {
	m.before, m.now = m.now, m.before
	m.cost, m.known = m.was, false
	copy(x, m.now[:m.n])
}
