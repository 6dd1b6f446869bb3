package neighbourhood

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// ownKinds mixes the kinds of move that a problem brings (multiwalk.MoveKinds), as a union mixes its members.
type ownKinds struct {
	moves   multiwalk.MoveKinds
	learner *learner
	kind    int            // of the move that was drawn last
	drawn   multiwalk.Move // that move
	priced  bool           // it was
	change  int64          // its delta
}

// kindsOf returns nil for moves that are of one kind.
func kindsOf(moves multiwalk.Moves) (*ownKinds, error) {
	of, ok := moves.(multiwalk.MoveKinds)
	if !ok {
		return nil, nil
	}
	takes := of.Kinds()
	if len(takes) < 2 {
		return nil, nil
	}
	rates := make([]float64, len(takes))
	for k, t := range takes {
		if !(t > 0 && t <= math.MaxFloat32) || len(takes) > 1/(2*floor) {
			return nil, fmt.Errorf("multiwalk: the problem's moves have %d kinds, and number %d takes %v; give up to %d kinds, and how long a price "+
				"of each takes as a number above 0", len(takes), k, t, int(1/(2*floor)))
		}
		rates[k] = 1
	}
	return &ownKinds{moves: of, learner: newLearner(append([]float64(nil), takes...), rates, make([]float64, len(takes)))}, nil
}

func (k *ownKinds) random(r *multiwalk.Rand) multiwalk.Move {
	k.kind, k.priced = k.learner.draw(r), false
	k.drawn = k.moves.RandomOf(k.kind, r)
	return k.drawn
}

// price learns that a move was priced.
func (k *ownKinds) price(m multiwalk.Move, delta int64) {
	if m == k.drawn {
		k.learner.priced(k.kind, 1, delta)
		k.priced, k.change = true, delta
	}
}

// made learns that a move was made.
func (k *ownKinds) made(m multiwalk.Move) {
	if k.priced && m == k.drawn {
		k.learner.made(k.kind, k.change)
		k.priced = false
	}
}

func (k *ownKinds) save(a *checkpoint.Archive) {
	a.Fields("own kinds", &k.kind, &k.drawn, &k.priced, &k.change)
	k.learner.Save(a)
}
