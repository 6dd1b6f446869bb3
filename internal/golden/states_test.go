package golden

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/population"
)

// counted is a problem that counts who prices its moves. The cost is a sum over neighbours in the solution.
type counted struct {
	space  multiwalk.Space
	state  func(*countedState) multiwalk.State // which abilities the states have
	called int                                 // Cost
	asked  int                                 // deltas of states
	told   int                                 // Conflicts of states
}

func (p *counted) Space() multiwalk.Space { return p.space }

func (p *counted) Cost(x []int32) int64 {
	p.called++
	return p.value(x)
}

func (p *counted) value(x []int32) (sum int64) {
	n := int64(len(x))
	for i, v := range x {
		sum += (int64(v)*int64(x[(i+1)%len(x)])*7 + int64(v)*int64(i)*3) % (4*n + 1)
	}
	return sum
}

func (p *counted) NewState(x []int32) multiwalk.State {
	return p.state(&countedState{p, slices.Clone(x)})
}

type countedState struct {
	p *counted
	x []int32
}

func (s *countedState) Reset(x []int32) { copy(s.x, x) }

// delta prices what do changes and undo takes back.
func (s *countedState) delta(do, undo func()) int64 {
	s.p.asked++
	before := s.p.value(s.x)
	do()
	after := s.p.value(s.x)
	undo()
	return after - before
}

// The abilities, each by itself.
type (
	swapping  struct{ *countedState }
	inserting struct{ swapping }
	flipping  struct{ *countedState }
	changing  struct{ *countedState }
	rowed     struct{ *countedState }

	clashingOrder  struct{ swapping }
	clashingValues struct{ changing }
)

func (s swapping) Swap(i, j int32) { s.x[i], s.x[j] = s.x[j], s.x[i] }
func (s swapping) SwapDelta(i, j int32) int64 {
	return s.delta(func() { s.Swap(i, j) }, func() { s.Swap(i, j) })
}

func (s inserting) Insert(i, j int32) {
	v := s.x[i]
	s.x = slices.Insert(slices.Delete(s.x, int(i), int(i)+1), int(j), v)
}
func (s inserting) InsertDelta(i, j int32) int64 {
	return s.delta(func() { s.Insert(i, j) }, func() { s.Insert(j, i) })
}

func (s flipping) Flip(i int32) { s.x[i] = 1 - s.x[i] }
func (s flipping) FlipDelta(i int32) int64 {
	return s.delta(func() { s.Flip(i) }, func() { s.Flip(i) })
}

func (s changing) Change(i, v int32) { s.x[i] = v }
func (s changing) ChangeDelta(i, v int32) int64 {
	was := s.x[i]
	return s.delta(func() { s.x[i] = v }, func() { s.x[i] = was })
}

// Row prices the swaps of one position.
func (s rowed) Row(i int32) (narrow []int32, wide []int64) {
	for j := i + 1; int(j) < len(s.x); j++ {
		wide = append(wide, swapping(s).SwapDelta(i, j))
	}
	return nil, wide
}
func (s rowed) Swap(i, j int32) { s.x[i], s.x[j] = s.x[j], s.x[i] }

// conflicts takes each term of the cost for a constraint.
func (s *countedState) conflicts(i int32) int64 {
	s.p.told++
	return min(1, s.p.value(s.x))
}

func (s clashingOrder) Conflicts(i int32) int64  { return s.conflicts(i) }
func (s clashingValues) Conflicts(i int32) int64 { return s.conflicts(i) }

// conflictsAsked are the methods that look at what is in conflict, by case.
var conflictsAsked = map[string][]string{
	"conflicts of orders": {"minconflict"},
	"conflicts of values": {"tabu", "iterated-tabu", "memetic"},
}

// What a state prices is priced by it, whatever the method: Cost is called for solutions as a whole alone. Genetic algorithms know
// nothing else of a child.
func TestStates_ArePricedBy(t *testing.T) {
	for name, p := range map[string]counted{
		"swaps":   {space: multiwalk.Permutation(40), state: func(s *countedState) multiwalk.State { return swapping{s} }},
		"inserts": {space: multiwalk.Permutation(40), state: func(s *countedState) multiwalk.State { return inserting{swapping{s}} }},
		"flips":   {space: multiwalk.Binary(60), state: func(s *countedState) multiwalk.State { return flipping{s} }},
		"changes": {space: multiwalk.Integers(40, 0, 4), state: func(s *countedState) multiwalk.State { return changing{s} }},
		"rows":    {space: multiwalk.Permutation(40), state: func(s *countedState) multiwalk.State { return rowed{s} }},
		"conflicts of orders": {space: multiwalk.Permutation(40),
			state: func(s *countedState) multiwalk.State { return clashingOrder{swapping{s}} }},
		"conflicts of values": {space: multiwalk.Integers(40, 0, 4),
			state: func(s *countedState) multiwalk.State { return clashingValues{changing{s}} }},
	} {
		for _, m := range defaults {
			switch m.(type) {
			case population.Genetic, population.Cellular, population.Generational, population.Quantum, cooperate.Islands:
				continue
			}
			t.Run(name+"/"+m.Name(), func(t *testing.T) {
				p := p
				res, err := multiwalk.Minimize(context.Background(), &p, m, multiwalk.Settings{Seed: 1, Walks: 1, Workers: 1, Stop: budget(5_000)})
				if errors.Is(err, multiwalk.ErrNoDelta) || errors.Is(err, multiwalk.ErrNoKernel) {
					if slices.Contains(conflictsAsked[name], m.Name()) {
						t.Error(err)
					}
					return // the method is for other problems
				}
				if err != nil {
					t.Fatal(err)
				}
				if int64(p.called)*4 > res.Evaluations() || p.asked == 0 {
					t.Errorf("%d calls of Cost and %d deltas of states for %d evaluations: %q", p.called, p.asked, res.Evaluations(), res.Notes)
				}
				if slices.Contains(conflictsAsked[name], m.Name()) && p.told == 0 {
					t.Error("it does not ask what is in conflict")
				}
			})
		}
	}
}
