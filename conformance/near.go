package conformance

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/ability"
	"github.com/multiwalk/multiwalk/successor"
)

// What methods ask the states of a problem, its own moves and its heuristic for, beside what they ask the problem for (ability.OfProblems).
var (
	ofStates = []reflect.Type{
		reflect.TypeFor[multiwalk.State](), reflect.TypeFor[multiwalk.SwapFollower](), reflect.TypeFor[multiwalk.SwapsFollower](),
		reflect.TypeFor[multiwalk.InsertFollower](),
		reflect.TypeFor[multiwalk.FlipFollower](), reflect.TypeFor[multiwalk.FlipsFollower](), reflect.TypeFor[multiwalk.FieldsFollower](),
		reflect.TypeFor[multiwalk.Flip2Follower](), reflect.TypeFor[multiwalk.Flip3Follower](), reflect.TypeFor[multiwalk.ChangeFollower](),
		reflect.TypeFor[multiwalk.ChangesFollower](),
		reflect.TypeFor[multiwalk.ConflictFollower](), reflect.TypeFor[multiwalk.ConflictLister](),
		reflect.TypeFor[multiwalk.JointSwapFollower](),
	}
	ofMoves = []reflect.Type{
		reflect.TypeFor[multiwalk.Moves](), reflect.TypeFor[multiwalk.MoveEvaluator](), reflect.TypeFor[multiwalk.MoveEnumerator](),
		reflect.TypeFor[multiwalk.MoveFollower](), reflect.TypeFor[multiwalk.MoveKinds](),
	}
	weigher    = reflect.TypeFor[successor.Weigher[int32]]()
	ofWeighers = []reflect.Type{reflect.TypeFor[successor.WeightsBatcher[int32]]()}
)

// nearMisses returns what is wrong with the methods of v that have, nearly, the name and the type of one that is asked for.
func nearMisses(v any, asked []reflect.Type) []error {
	return append(ability.Misses(v, asked), ability.Misspelt(v, asked)...)
}

// signatures looks for near misses in the problem, and in what it makes for a walk. What panics here is told of elsewhere.
func (k *problemKit) signatures() (errs []error) {
	errs = append(nearMisses(k.p, ability.OfProblems), k.inVain()...)
	if p, ok := k.p.(successor.Problem); ok && reflect.TypeOf(p).Implements(weigher) {
		errs = append(errs, nearMisses(p, ofWeighers)...)
	}
	if s, ok := k.p.(multiwalk.Stater); ok {
		_ = guarded(func() error {
			state := s.NewState(k.x[0])
			errs = append(append(errs, nearMisses(state, ofStates)...), k.misplaced(state)...)
			return nil
		})
	}
	if m, ok := k.p.(multiwalk.Mover); ok {
		_ = guarded(func() error {
			errs = append(errs, nearMisses(m.NewMoves(), ofMoves)...)
			return nil
		})
	}
	for i, err := range errs {
		errs[i] = fmt.Errorf("conformance: %w", err)
	}
	return errs
}

// misplaced returns the methods of a state that searches ask for, but only of problems, where the problem has none of that name. A state
// that embeds the problem has all that this has.
func (k *problemKit) misplaced(state any) (errs []error) {
	v := reflect.TypeOf(state)
	for i := range v.NumMethod() {
		name := v.Method(i).Name
		of := func(i reflect.Type) bool { return ability.Has(i, name) }
		if ability.Compound(name) && !ability.Has(reflect.TypeOf(k.p), name) && slices.ContainsFunc(ability.OfProblems, of) && !slices.ContainsFunc(ofStates, of) {
			errs = append(errs, fmt.Errorf("%v has %s, which no method asks of a state; give it to the problem (%v)", v, name,
				ability.Of(name, ability.OfProblems)))
		}
	}
	return errs
}

// inVain returns the deltas of moves that no part of the space has.
func (k *problemKit) inVain() (errs []error) {
	parts := k.p.Space().Parts()
	for _, a := range deltas {
		if _, ok := reflect.TypeOf(k.p).MethodByName(a.method); !ok || !reflect.TypeOf(k.p).Implements(a.iface) {
			continue
		}
		joint := a.method == "JointSwapDelta" && k.p.Space().JointLength() == 0
		if joint || !slices.ContainsFunc(parts, func(s multiwalk.Space) bool { return slices.Contains(a.kinds, s.Kind()) }) {
			errs = append(errs, fmt.Errorf("%s prices moves that %v does not have, so no method asks for it", a.method, k.p.Space()))
		}
	}
	return errs
}

// deltas are the methods that price a move, with the kinds of space that can use it, those that expect it first.
var deltas = []struct {
	method string
	iface  reflect.Type
	kinds  []multiwalk.Kind
	first  int // how many of the kinds expect it; the others can use it
}{
	{"SwapDelta", reflect.TypeFor[multiwalk.SwapEvaluator](),
		[]multiwalk.Kind{multiwalk.KindPermutation, multiwalk.KindTour, multiwalk.KindBinary, multiwalk.KindIntegers}, 2},
	{"InsertDelta", reflect.TypeFor[multiwalk.InsertEvaluator](), []multiwalk.Kind{multiwalk.KindPermutation, multiwalk.KindTour}, 1},
	{"TwoOptDelta", reflect.TypeFor[multiwalk.TwoOptEvaluator](), []multiwalk.Kind{multiwalk.KindTour, multiwalk.KindPermutation}, 1},
	{"OrOptDelta", reflect.TypeFor[multiwalk.OrOptEvaluator](), []multiwalk.Kind{multiwalk.KindTour}, 1},
	{"FlipDelta", reflect.TypeFor[multiwalk.FlipEvaluator](), []multiwalk.Kind{multiwalk.KindBinary}, 1},
	{"Flip2Delta", reflect.TypeFor[multiwalk.Flip2Evaluator](), []multiwalk.Kind{multiwalk.KindBinary}, 0},
	{"Flip3Delta", reflect.TypeFor[multiwalk.Flip3Evaluator](), []multiwalk.Kind{multiwalk.KindBinary}, 0},
	{"JointSwapDelta", reflect.TypeFor[multiwalk.JointSwapEvaluator](), []multiwalk.Kind{multiwalk.KindPermutation}, 0},
	{"ChangeDelta", reflect.TypeFor[multiwalk.ChangeEvaluator](), []multiwalk.Kind{multiwalk.KindIntegers, multiwalk.KindBinary}, 1},
}
