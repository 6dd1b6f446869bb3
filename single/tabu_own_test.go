package single

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/single/tabu"
	"github.com/multiwalk/multiwalk/single/tempering"
	"github.com/multiwalk/multiwalk/walk"
)

// rotated is an order whose own moves rotate three elements; numbered says whether they can be numbered.
type rotated struct {
	*sample.Order
	numbered bool
}

func (p rotated) NewMoves() multiwalk.Moves {
	if p.numbered {
		return numberedTurns{turns(p.N)}
	}
	return turns(p.N)
}

type turns int32

func (turns) Reset([]int32) {}
func (n turns) Random(r *multiwalk.Rand) multiwalk.Move {
	i, j, k := r.IntN(int(n)), r.IntN(int(n)-1), r.IntN(int(n)-2)
	if j >= i {
		j++
	}
	if k >= min(i, j) {
		k++
	}
	if k >= max(i, j) {
		k++
	}
	return multiwalk.Move{I: int32(i), J: int32(j), K: int32(k)}
}
func (turns) Apply(x []int32, m multiwalk.Move) { x[m.I], x[m.J], x[m.K] = x[m.J], x[m.K], x[m.I] }
func (turns) Undo(x []int32, m multiwalk.Move)  { x[m.J], x[m.K], x[m.I] = x[m.I], x[m.J], x[m.K] }

type numberedTurns struct{ turns }

func (t numberedTurns) Size() int64 { return int64(t.turns) - 2 }
func (t numberedTurns) Move(k int64) multiwalk.Move {
	return multiwalk.Move{I: int32(k), J: int32(k) + 1, K: int32(k) + 2}
}

// The searches of every space also make moves of a problem's own, and mix them with others.
func TestEverySpace_OwnMoves(t *testing.T) {
	for _, numbered := range []bool{false, true} {
		p := rotated{sample.NewOrder(8, 1), numbered}
		for _, m := range []walk.Method{tabu.Tabu{}, tabu.Tabu{Neighbourhood: "own+swap"}, tabu.IteratedTabu{Length: 9}, ils.ILS{}, ils.ILS{Neighbourhood: "own+insert"},
			tempering.ParallelTempering{Replicas: 3}} {
			t.Run(fmt.Sprintf("%+v %v", m, numbered), func(t *testing.T) {
				t.Parallel()
				conformance.Method(t, m, p, conformance.Budget(3000))
			})
		}
	}
}
