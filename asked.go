package multiwalk

import (
	"reflect"
	"sync"

	"github.com/multiwalk/multiwalk/internal/ability"
)

func init() {
	ability.OfProblems = []reflect.Type{
		reflect.TypeFor[Problem](), reflect.TypeFor[SwapEvaluator](), reflect.TypeFor[InsertEvaluator](),
		reflect.TypeFor[InsertionsEvaluator](),
		reflect.TypeFor[TwoOptEvaluator](), reflect.TypeFor[OrOptEvaluator](), reflect.TypeFor[FlipEvaluator](),
		reflect.TypeFor[Flip2Evaluator](), reflect.TypeFor[Flip3Evaluator](), reflect.TypeFor[JointSwapEvaluator](),
		reflect.TypeFor[ChangeEvaluator](), reflect.TypeFor[Stater](), reflect.TypeFor[ConflictConstructor](),
		reflect.TypeFor[Constructor](), reflect.TypeFor[AnytimeConstructor](), reflect.TypeFor[EdgeCoster](),
		reflect.TypeFor[EdgeMatrixer](), reflect.TypeFor[NeighbourLister](), reflect.TypeFor[StoppableLister](),
		reflect.TypeFor[FixedEdger](), reflect.TypeFor[Bounder](), reflect.TypeFor[Namer](),
		reflect.TypeFor[Checker](), reflect.TypeFor[Mover](), reflect.TypeFor[Constrained](),
		reflect.TypeFor[Violator](), reflect.TypeFor[Feasibler](), reflect.TypeFor[Fixer](),
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
