package walk

import (
	"reflect"
	"sync"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/ability"
	"github.com/multiwalk/multiwalk/state"
)

func init() {
	ability.OfProblems = []reflect.Type{
		reflect.TypeFor[multiwalk.Problem](), reflect.TypeFor[multiwalk.SwapEvaluator](), reflect.TypeFor[multiwalk.InsertEvaluator](),
		reflect.TypeFor[multiwalk.InsertionsEvaluator](), reflect.TypeFor[multiwalk.PartialOrderer](), reflect.TypeFor[multiwalk.Brancher](),
		reflect.TypeFor[multiwalk.BatchEvaluator](),
		reflect.TypeFor[multiwalk.TwoOptEvaluator](), reflect.TypeFor[multiwalk.OrOptEvaluator](), reflect.TypeFor[multiwalk.FlipEvaluator](),
		reflect.TypeFor[multiwalk.Flip2Evaluator](), reflect.TypeFor[multiwalk.Flip3Evaluator](), reflect.TypeFor[multiwalk.JointSwapEvaluator](),
		reflect.TypeFor[multiwalk.SwapPairEvaluator](),
		reflect.TypeFor[multiwalk.ChangeEvaluator](), reflect.TypeFor[multiwalk.Stater](), reflect.TypeFor[state.ConflictConstructor](),
		reflect.TypeFor[multiwalk.Constructor](), reflect.TypeFor[multiwalk.AnytimeConstructor](), reflect.TypeFor[multiwalk.EdgeCoster](),
		reflect.TypeFor[multiwalk.EdgeMatrixer](), reflect.TypeFor[multiwalk.NeighbourLister](), reflect.TypeFor[multiwalk.StoppableLister](),
		reflect.TypeFor[multiwalk.FixedEdger](), reflect.TypeFor[multiwalk.Bounder](), reflect.TypeFor[multiwalk.Namer](),
		reflect.TypeFor[multiwalk.Checker](), reflect.TypeFor[multiwalk.Mover](), reflect.TypeFor[multiwalk.Constrained](),
		reflect.TypeFor[multiwalk.Violator](), reflect.TypeFor[multiwalk.Feasibler](), reflect.TypeFor[multiwalk.Fixer](),
		reflect.TypeFor[multiwalk.Relinker](),
		reflect.TypeFor[multiwalk.Marker](),
	}
	ability.Renamed = map[string]string{"NewSwapState": "NewState", "NewConflictState": "NewState"}
}

// missed has what noteMisses found, by type: a type is looked at once.
var missed sync.Map

// noteMisses notes which methods of the problem have the name of an ability, but are not found by it because of their type. The
// problem is then searched without that ability.
func (r *run) noteMisses() {
	t := reflect.TypeOf(r.p)
	list, ok := missed.Load(t)
	if !ok {
		list, _ = missed.LoadOrStore(t, ability.Misses(r.p, ability.OfProblems))
	}
	for _, miss := range list.([]error) {
		r.note(miss.Error())
	}
}
