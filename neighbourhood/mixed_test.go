package neighbourhood

import (
	"fmt"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// mixed is a problem with a state and with moves of its own beside others.
type mixed struct {
	followed
	goes bool // the moves are a MoveFollower
	told *int // how often the moves were reset
}

func (p mixed) NewMoves() multiwalk.Moves {
	s := &shaker{p: p}
	if p.goes {
		return goingShaker{s}
	}
	return s
}

// shaker changes a few elements. It checks that it was told of all that others did.
type shaker struct {
	p      mixed
	x, was []int32
}

func (s *shaker) Reset(x []int32) {
	s.x = append(s.x[:0], x...)
	*s.p.told++
}

func (s *shaker) Random(r *multiwalk.Rand) multiwalk.Move { return multiwalk.SeedMove(r) }

func (s *shaker) Apply(x []int32, m multiwalk.Move) {
	if s.x != nil && !slices.Equal(s.x, x) { // nil: on a copy, to price it
		s.p.t.Errorf("the moves are at %v, the walk at %v", s.x, x)
	}
	s.was = append(s.was[:0], x...)
	at, r := 0, m.Rand()
	for _, part := range s.p.space.Parts() {
		lo, hi := part.Bounds()
		for range 1 + r.IntN(2) {
			i, j := at+r.IntN(part.Len()), at+r.IntN(part.Len())
			if k := part.Kind(); k == multiwalk.KindPermutation || k == multiwalk.KindTour {
				x[i], x[j] = x[j], x[i]
			} else {
				x[i] = lo + int32(r.IntN(int(hi-lo)+1))
			}
		}
		at += part.Len()
	}
	copy(s.x, x)
}

func (s *shaker) Undo(x []int32, _ multiwalk.Move) {
	copy(x, s.was)
	copy(s.x, x)
}

// Delta prices by a copy.
func (s *shaker) Delta(x []int32, m multiwalk.Move) int64 {
	y := slices.Clone(x)
	scratch := &shaker{p: s.p}
	scratch.Apply(y, m)
	return s.p.Cost(y) - s.p.Cost(x)
}

type goingShaker struct{ *shaker }

func (s goingShaker) Change(i, v int32) {
	if s.x[i] == v {
		s.p.t.Errorf("told to change %d at %d to itself", v, i)
	}
	s.x[i] = v
}

// State and own moves follow what the other makes, through moves and undone moves.
func TestMixed_FollowsAllMoves(t *testing.T) {
	for _, space := range spaces {
		for abilities, wrap := range withAbilities {
			for _, goes := range []bool{false, true} {
				for _, name := range []string{"own+swap", "own+change", "own+flip", "own+change+swap", "own+flip+swap", "own+insert"} {
					p := mixed{followed{&weighted{space: space}, t, wrap}, goes, new(int)}
					nb, err := ByName(p, name)
					if err != nil {
						continue
					}
					t.Run(fmt.Sprintf("%v/%s/%s/%v", space, nb.Name(), abilities, goes), func(t *testing.T) {
						p.t = t
						follows(t, p.followed, nb)
					})
				}
			}
		}
	}
}

// Where there are values alone, nobody is reset after the beginning.
func TestMixed_WithoutResets(t *testing.T) {
	p := mixed{followed{&weighted{space: multiwalk.Integers(9, 0, 5)}, t, withAbilities["change"]}, true, new(int)}
	nb := must.Have(ByName(p, "own+change+swap"))(t)
	x, r := make([]int32, 9), multiwalk.NewRand(1, 0)
	nb.Reset(x)
	state := nb.(*union).state.state.(changeState)
	begun, told := state.resets, *p.told
	for range 500 {
		nb.Apply(x, nb.Random(r))
	}
	if state.resets != begun || *p.told != told {
		t.Errorf("%d resets of the state and %d of the moves", state.resets-begun, *p.told-told)
	}
}
