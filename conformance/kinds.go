package conformance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/state"
)

// moveKind is a kind of move, and what prices it and is told of it, if anything does.
type moveKind struct {
	name  string           // its price is called name + "Delta"
	parts []multiwalk.Kind // the kinds of space that have such moves, those first that expect to have them priced
	first int              // how many of parts expect that
	shape
	do func(x []int32, a args)

	problem pricer                               // by the problem; nil where it does not
	state   pricer                               // by a state of it
	told    func(s multiwalk.State) func(a args) // nil: a state is told of others instead
}

// pricer returns what prices moves of a kind by v, a problem or a state, or nil if v does not.
type pricer func(v any) func(x []int32, a args) int64

// by is the pricer of what is of type T.
func by[T any](price func(v T, x []int32, a args) int64) pricer {
	return func(v any) func(x []int32, a args) int64 {
		if v, ok := v.(T); ok {
			return func(x []int32, a args) int64 { return price(v, x, a) }
		}
		return nil
	}
}

// to tells a state that is of type T of moves.
func to[T any](tell func(s T, a args)) func(s multiwalk.State) func(a args) {
	return func(s multiwalk.State) func(a args) {
		if s, ok := s.(T); ok {
			return func(a args) { tell(s, a) }
		}
		return nil
	}
}

var (
	orders = []multiwalk.Kind{multiwalk.KindPermutation, multiwalk.KindTour}
	binary = []multiwalk.Kind{multiwalk.KindBinary}
)

// kinds is all kinds of move that are priced, by a problem or by its states.
func (k *problemKit) kinds() []moveKind {
	joint := k.p.Space().JointLength()
	return []moveKind{
		{"Swap", append(slices.Clone(orders), multiwalk.KindBinary, multiwalk.KindIntegers), 2, pairs(true), exchanged,
			by(func(p multiwalk.SwapEvaluator, x []int32, a args) int64 { return p.SwapDelta(x, a[0], a[1]) }),
			by(func(s state.SwapFollower, _ []int32, a args) int64 { return s.SwapDelta(a[0], a[1]) }),
			to(func(s interface{ Swap(i, j int32) }, a args) { s.Swap(a[0], a[1]) })},
		{"Insert", orders, 1, pairs(true), reinserted,
			by(func(p multiwalk.InsertEvaluator, x []int32, a args) int64 { return p.InsertDelta(x, a[0], a[1]) }),
			by(func(s state.InsertFollower, _ []int32, a args) int64 { return s.InsertDelta(a[0], a[1]) }),
			to(func(s state.InsertFollower, a args) { s.Insert(a[0], a[1]) })},
		{"TwoOpt", []multiwalk.Kind{multiwalk.KindTour, multiwalk.KindPermutation}, 1, pairs(false),
			func(x []int32, a args) { slices.Reverse(x[a[0] : a[1]+1]) },
			by(func(p multiwalk.TwoOptEvaluator, x []int32, a args) int64 { return p.TwoOptDelta(x, a[0], a[1]) }), nil, nil},
		{"OrOpt", []multiwalk.Kind{multiwalk.KindTour}, 1, segments(), relocated,
			by(func(p multiwalk.OrOptEvaluator, x []int32, a args) int64 {
				return p.OrOptDelta(x, a[0], a[1], a[2], a[3] == 1)
			}), nil, nil},
		{"Flip", binary, 1, subsets(1), flipped,
			by(func(p multiwalk.FlipEvaluator, x []int32, a args) int64 { return p.FlipDelta(x, a[0]) }),
			by(func(s state.FlipFollower, _ []int32, a args) int64 { return s.FlipDelta(a[0]) }),
			to(func(s state.FlipFollower, a args) { s.Flip(a[0]) })},
		{"Flip2", binary, 0, subsets(2), flipped,
			by(func(p multiwalk.Flip2Evaluator, x []int32, a args) int64 { return p.Flip2Delta(x, a[0], a[1]) }),
			by(func(s state.Flip2Follower, _ []int32, a args) int64 { return s.Flip2Delta(a[0], a[1]) }), nil},
		{"Flip3", binary, 0, subsets(3), flipped,
			by(func(p multiwalk.Flip3Evaluator, x []int32, a args) int64 { return p.Flip3Delta(x, a[0], a[1], a[2]) }),
			by(func(s state.Flip3Follower, _ []int32, a args) int64 { return s.Flip3Delta(a[0], a[1], a[2]) }), nil},
		{"JointSwap", orders[:1], 0, jointly(joint),
			func(x []int32, a args) {
				for part := range slices.Chunk(x, joint) {
					exchanged(part, a)
				}
			},
			by(func(p multiwalk.JointSwapEvaluator, x []int32, a args) int64 { return p.JointSwapDelta(x, a[0], a[1]) }),
			by(func(s state.JointSwapFollower, _ []int32, a args) int64 { return s.JointSwapDelta(a[0], a[1]) }),
			to(func(s state.JointSwapFollower, a args) { s.JointSwap(a[0], a[1]) })},
		{"SwapPair", orders[:1], 0, swapPairs(k.p.Space()),
			func(x []int32, a args) { exchanged(x, a[:2]); exchanged(x, a[2:]) },
			by(func(p multiwalk.SwapPairEvaluator, x []int32, a args) int64 {
				return p.SwapPairDelta(x, a[0], a[1], a[2], a[3])
			}),
			by(func(s state.SwapPairsFollower, _ []int32, a args) int64 {
				return s.SwapPairDelta(a[0], a[1], a[2], a[3])
			}), nil},
		{"Change", []multiwalk.Kind{multiwalk.KindIntegers, multiwalk.KindBinary}, 1, values(), func(x []int32, a args) { x[a[0]] = a[1] },
			by(func(p multiwalk.ChangeEvaluator, x []int32, a args) int64 { return p.ChangeDelta(x, a[0], a[1]) }),
			by(func(s state.ChangeFollower, _ []int32, a args) int64 { return s.ChangeDelta(a[0], a[1]) }),
			to(func(s state.ChangeFollower, a args) { s.Change(a[0], a[1]) })},
	}
}

func exchanged(x []int32, a args) { x[a[0]], x[a[1]] = x[a[1]], x[a[0]] }

func reinserted(x []int32, a args) {
	rest := slices.Delete(slices.Clone(x), int(a[0]), int(a[0])+1)
	copy(x, slices.Insert(rest, int(a[1]), x[a[0]]))
}

func relocated(x []int32, a args) {
	segment, behind := slices.Clone(x[a[0]:a[1]+1]), x[a[2]]
	if a[3] == 1 {
		slices.Reverse(segment)
	}
	rest := slices.Delete(slices.Clone(x), int(a[0]), int(a[1])+1)
	copy(x, slices.Insert(rest, slices.Index(rest, behind)+1, segment...))
}

func flipped(x []int32, a args) {
	for _, i := range a {
		x[i] = 1 - x[i]
	}
}

// after is the solution that a move leads to.
func (m *moveKind) after(x []int32, a args) []int32 {
	y := slices.Clone(x)
	m.do(y, a)
	return y
}

// call is how a move is written in a message: as arguments of what prices it, or is told of it.
func (m *moveKind) call(method string, a args) string {
	var list []string
	for _, v := range a {
		list = append(list, fmt.Sprint(v))
	}
	if m.name == "OrOpt" {
		list[3] = fmt.Sprint(a[3] == 1)
	}
	return fmt.Sprintf("%s%s)", method, strings.Join(list, ", "))
}

// random returns moves on x in random parts; a part without moves takes its turns all the same.
func (m *moveKind) random(k *problemKit, r *multiwalk.Rand, x []int32, count int) (moves []args) {
	for range count {
		at, part := k.anyPart(r)
		if !slices.Contains(m.parts, part.Kind()) {
			continue
		}
		if a := m.draw(r, x, part, at); a != nil {
			moves = append(moves, a)
		}
	}
	return moves
}
