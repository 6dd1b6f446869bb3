package conformance

import (
	"errors"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
)

// late has a state that counts ones, and whose deltas are wrong after 40 moves, also after Reset.
type late struct{}

func (late) Space() multiwalk.Space { return multiwalk.Binary(30) }

func (late) Cost(x []int32) (sum int64) {
	for _, v := range x {
		sum += int64(v)
	}
	return sum
}

func (late) NewState(x []int32) multiwalk.State { s := new(lateState); s.Reset(x); return s }

type lateState struct {
	x     []int32
	moves int
}

func (s *lateState) Reset(x []int32) { s.x = append(s.x[:0], x...) }
func (s *lateState) Flip(i int32)    { s.x[i] = 1 - s.x[i]; s.moves++ }
func (s *lateState) FlipDelta(i int32) int64 {
	if s.moves > 40 {
		return 1
	}
	return int64(1 - 2*s.x[i])
}

// first refuses what nearly each swap makes.
type first struct{}

func (first) Space() multiwalk.Space { return multiwalk.Permutation(9) }
func (first) Cost(x []int32) int64   { return int64(x[8]) }
func (first) Check(x []int32) error {
	if x[0] > 6 {
		return errors.New("the first must be below 7")
	}
	return nil
}

func TestProblem_FindsWhatManyMovesShow(t *testing.T) {
	for _, c := range []struct {
		p    multiwalk.Problem
		want string
	}{
		{late{}, "State.FlipDelta: after 48 moves: FlipDelta("},
		{first{}, "says: the first must be below 7; no search asks it about a move, so count in Cost what moves may break"},
	} {
		errs := CheckProblem(c.p)
		if len(errs) == 0 || !strings.Contains(errs[0].Error(), c.want) {
			t.Errorf("%T: %v", c.p, errs)
		}
	}
}
