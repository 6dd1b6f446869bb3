package neighbourhood

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/must"
)

// steps are moves of two kinds, of which only the numbers matter.
type steps struct{ multiwalk.Moves }

func (steps) Kinds() []float64 { return []float64{1, 3} }
func (steps) RandomOf(kind int, r *multiwalk.Rand) multiwalk.Move {
	return multiwalk.Move{I: int32(r.IntN(100)), K: int32(kind)}
}

// Who resumes between the price of a move and the move learns from it what it would have learnt.
func TestOwnKinds_AreSaved(t *testing.T) {
	for seed := range uint64(8) {
		var pair [2]*ownKinds
		for i := range pair {
			k := must.Have(kindsOf(steps{}))(t)
			pair[i] = k
		}
		k, again := pair[0], pair[1]
		m := k.random(multiwalk.NewRand(seed, 0))
		k.price(m, -7)
		a := checkpoint.Writer(0)
		k.save(a)
		b := checkpoint.Reader(a.Bytes())
		if again.save(b); b.Err() != nil {
			t.Fatal(b.Err())
		}
		k.made(m)
		again.made(m)
		if k.learner.gain[m.K] != 7 || !slices.Equal(k.learner.gain, again.learner.gain) || k.learner.gains != again.learner.gains {
			t.Errorf("kind %d gained %v, resumed %v", m.K, k.learner.gain, again.learner.gain)
		}
	}
}
