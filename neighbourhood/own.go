package neighbourhood

import (
	"errors"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// own is the moves that a problem brings (multiwalk.Mover). Its object follows the walk's solution.
type own struct {
	operation
	moves   multiwalk.Moves
	eval    multiwalk.MoveEvaluator  // nil: full evaluation
	all     multiwalk.MoveEnumerator // nil: a scan goes through a sample
	lists   multiwalk.MoveLister     // nil: every move is worth a look
	goes    multiwalk.MoveFollower   // nil: it is told of others' moves by Reset
	kinds   *ownKinds                // nil: they are of one kind
	sample  int64                    // how many moves that has
	follows bool                     // moves have been told of the solution
}

// A sample has sampled moves for each element, and leastSample at least.
const (
	sampled     = 16
	leastSample = 256
)

// errNoMoves is for a problem whose NewMoves returns nil.
var errNoMoves = errors.New("multiwalk: the problem's NewMoves returns nil; return its moves, or leave the method out")

func newOwn(e *pricer, p multiwalk.Mover, n int) (*own, error) {
	o := &own{operation: operation{e, Member{Op: OpOwn, N: int32(n)}}, moves: p.NewMoves(), sample: max(leastSample, sampled*int64(n))}
	if o.moves == nil {
		return nil, errNoMoves
	}
	o.eval, _ = o.moves.(multiwalk.MoveEvaluator)
	o.all, _ = o.moves.(multiwalk.MoveEnumerator)
	o.lists, _ = o.moves.(multiwalk.MoveLister)
	o.goes, _ = o.moves.(multiwalk.MoveFollower)
	var err error
	o.kinds, err = kindsOf(o.moves)
	return o, err
}

// numberedMoves tells whether a problem brings moves of its own that can be numbered.
func numberedMoves(p multiwalk.Problem) bool {
	m, ok := p.(multiwalk.Mover)
	if ok {
		_, ok = m.NewMoves().(multiwalk.MoveEnumerator)
	}
	return ok
}

// Evaluates says whether at least one kind of move is priced by full evaluations. Its opposite is not Incremental, because own
// moves may have a delta that takes long.
func Evaluates(nb Neighbourhood) bool {
	switch n := nb.(type) {
	case *Weighed:
		return Evaluates(n.Neighbourhood)
	case *own:
		return n.eval == nil
	case *union:
		return slices.ContainsFunc(n.members, func(o operator) bool { return Evaluates(o) })
	}
	return !nb.Incremental()
}

// Lister returns what lists the moves that are worth a look from x, which the neighbourhood follows, or nil if nothing does. These are all
// its moves.
func Lister(nb Neighbourhood) multiwalk.MoveLister {
	if o, ok := nb.(*own); ok && o.lists != nil {
		return o.lists
	}
	return nil
}

// Own is a move of a problem's own as one of the neighbourhood, and Theirs the other way round.
func Own(m multiwalk.Move) Move { return Move{Op: OpOwn, I: m.I, J: m.J, K: m.K} }

// Theirs is a move as that of a problem's own.
func Theirs(m Move) multiwalk.Move { return multiwalk.Move{I: m.I, J: m.J, K: m.K} }

// Incremental is false for moves that cannot be numbered: they are big, and may take as long as an evaluation.
func (o *own) Incremental() bool { return o.eval != nil && o.all != nil }

func (o *own) Size() int64 {
	if o.all != nil {
		return o.all.Size()
	}
	return o.sample
}

// Move returns move k. If moves cannot be numbered, it is the move that random stream k draws. The streams change when a move
// is made, so that a walk which looks for a local optimum does not see the same few moves all the time.
func (o *own) Move(k int64) Move {
	if o.all != nil {
		return Own(o.all.Move(k))
	}
	return Own(o.moves.Random(multiwalk.NewRand(o.made, int(k))))
}

// Index looks through the moves: the problem need not tell how it numbers them.
func (o *own) Index(m Move) int64 {
	for k := range o.Size() {
		if o.Move(k) == m {
			return k
		}
	}
	return -1
}

func (o *own) Random(r *multiwalk.Rand) Move {
	if o.kinds != nil {
		return Own(o.kinds.random(r))
	}
	return Own(o.moves.Random(r))
}

func (o *own) Reset(x []int32) {
	o.state.step++
	o.moves.Reset(x)
	o.follows = true
}

// tell says that another kind's move was made, or taken back, which led to x.
func (o *own) tell(by *Member, x []int32, m Move) {
	if !o.follows || o.goes == nil || by.Values == 0 || ofGroups(m.Op) {
		o.Reset(x)
		return
	}
	if m.Op != OpSwap {
		o.goes.Change(m.I, x[m.I])
	} else if x[m.I] != x[m.J] {
		o.goes.Change(m.I, x[m.I])
		o.goes.Change(m.J, x[m.J])
	}
}

func (o *own) Apply(x []int32, m Move) {
	if o.kinds != nil {
		o.kinds.made(Theirs(m))
	}
	known := o.eval == nil && m == o.last && slices.Equal(o.scratch, x)
	o.Do(x, m)
	o.state.step++
	o.made++
	if o.current = false; known {
		o.know(x, o.lastCost)
	}
}

// Do makes the move on x, which holds the solution that the problem's object follows.
func (o *own) Do(x []int32, m Move) { o.moves.Apply(x, Theirs(m)) }

func (o *own) Undo(x []int32, m Move) {
	o.current = false
	o.state.step++
	o.moves.Undo(x, Theirs(m))
}

func (o *own) Delta(x []int32, m Move) int64 {
	if !o.follows {
		o.Reset(x)
	}
	var d int64
	if o.eval == nil {
		d = o.fullDelta(o, x, m)
	} else {
		o.delta++
		d = o.eval.Delta(x, Theirs(m))
	}
	if o.kinds != nil {
		o.kinds.price(Theirs(m), d)
	}
	return d
}

func (o *own) Save(a *checkpoint.Archive) {
	o.pricer.Save(a)
	o.saveKinds(a)
}

func (o *own) saveKinds(a *checkpoint.Archive) {
	if o.kinds != nil {
		o.kinds.save(a)
	}
}
