package conformance

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/ability"
	"github.com/multiwalk/multiwalk/state"
	"github.com/multiwalk/multiwalk/successor"
)

// What methods ask the states of a problem, its own moves and its heuristic for, beside what they ask the problem for (ability.OfProblems).
var (
	ofStates = []reflect.Type{
		reflect.TypeFor[multiwalk.State](), reflect.TypeFor[state.SwapFollower](), reflect.TypeFor[state.SwapsFollower](),
		reflect.TypeFor[state.InsertFollower](),
		reflect.TypeFor[state.FlipFollower](), reflect.TypeFor[state.FlipsFollower](), reflect.TypeFor[state.FieldsFollower](),
		reflect.TypeFor[state.Flip2Follower](), reflect.TypeFor[state.Flip3Follower](), reflect.TypeFor[state.ChangeFollower](),
		reflect.TypeFor[state.ChangesFollower](),
		reflect.TypeFor[state.ConflictFollower](), reflect.TypeFor[state.ConflictLister](),
		reflect.TypeFor[state.JointSwapFollower](), reflect.TypeFor[state.SwapPairsFollower](),
	}
	ofMoves = []reflect.Type{
		reflect.TypeFor[multiwalk.Moves](), reflect.TypeFor[multiwalk.MoveEvaluator](), reflect.TypeFor[multiwalk.MoveEnumerator](),
		reflect.TypeFor[multiwalk.MoveLister](), reflect.TypeFor[multiwalk.MoveFollower](), reflect.TypeFor[multiwalk.MoveKinds](),
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
	for _, m := range k.kinds() {
		joint := m.name == "JointSwap" && k.p.Space().JointLength() == 0
		alone := m.name == "SwapPair" && len(k.p.Space().Parts()) < 2
		if m.problem(k.p) != nil && (joint || alone || !k.has(m.parts)) {
			errs = append(errs, fmt.Errorf("%sDelta prices moves that %v does not have, so no method asks for it", m.name, k.p.Space()))
		}
	}
	return errs
}

// has tells whether a part of the space is of one of some kinds.
func (k *problemKit) has(kinds []multiwalk.Kind) bool {
	return slices.ContainsFunc(k.p.Space().Parts(), func(s multiwalk.Space) bool { return slices.Contains(kinds, s.Kind()) })
}
