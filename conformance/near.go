package conformance

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/nearest"
	"github.com/multiwalk/multiwalk/successor"
)

// What methods ask a problem, its states, its own moves and its heuristic for. They find it by the names and the types of Go methods, so
// one that is nearly right is not found, and nothing says so.
var (
	ofProblems = []reflect.Type{
		reflect.TypeFor[multiwalk.Problem](), reflect.TypeFor[multiwalk.SwapEvaluator](), reflect.TypeFor[multiwalk.InsertEvaluator](),
		reflect.TypeFor[multiwalk.InsertionsEvaluator](),
		reflect.TypeFor[multiwalk.TwoOptEvaluator](), reflect.TypeFor[multiwalk.OrOptEvaluator](), reflect.TypeFor[multiwalk.FlipEvaluator](),
		reflect.TypeFor[multiwalk.Flip2Evaluator](), reflect.TypeFor[multiwalk.Flip3Evaluator](), reflect.TypeFor[multiwalk.JointSwapEvaluator](),
		reflect.TypeFor[multiwalk.ChangeEvaluator](), reflect.TypeFor[multiwalk.Stater](), reflect.TypeFor[multiwalk.SwapStater](),
		reflect.TypeFor[multiwalk.ConflictStater](), reflect.TypeFor[multiwalk.ConflictConstructor](),
		reflect.TypeFor[multiwalk.Constructor](), reflect.TypeFor[multiwalk.AnytimeConstructor](), reflect.TypeFor[multiwalk.EdgeCoster](),
		reflect.TypeFor[multiwalk.EdgeMatrixer](), reflect.TypeFor[multiwalk.NeighbourLister](), reflect.TypeFor[multiwalk.StoppableLister](),
		reflect.TypeFor[multiwalk.FixedEdger](), reflect.TypeFor[multiwalk.Bounder](), reflect.TypeFor[multiwalk.Namer](),
		reflect.TypeFor[multiwalk.Checker](), reflect.TypeFor[multiwalk.Mover](), reflect.TypeFor[multiwalk.Constrained](),
		reflect.TypeFor[multiwalk.Violator](), reflect.TypeFor[multiwalk.Feasibler](), reflect.TypeFor[multiwalk.Fixer](),
	}
	ofStates = []reflect.Type{
		reflect.TypeFor[multiwalk.State](), reflect.TypeFor[multiwalk.SwapFollower](), reflect.TypeFor[multiwalk.InsertFollower](),
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
	n := near{v: reflect.TypeOf(v), asked: asked}
	for _, iface := range asked {
		for i := range iface.NumMethod() {
			n.method(iface.Method(i))
		}
	}
	return append(n.found, n.misspelt()...)
}

// near looks at the methods of one type.
type near struct {
	v     reflect.Type
	asked []reflect.Type
	seen  []string
	found []error
}

// method looks at the one that v has under the name of a method that is asked for.
func (n *near) method(want reflect.Method) {
	if slices.Contains(n.seen, want.Name) {
		return
	}
	n.seen = append(n.seen, want.Name)
	have, ok := n.v.MethodByName(want.Name)
	switch {
	case ok && without(have.Type) != want.Type:
		n.add("%v has %s, which no method finds; write %s (%v)", n.v, signature(want.Name, without(have.Type)),
			signature(want.Name, want.Type), n.ability(want.Name))
	case ok && compound(want.Name) && !slices.ContainsFunc(n.asked, func(i reflect.Type) bool { return has(i, want.Name) && n.v.Implements(i) }):
		n.add("%v has %s without %s, which methods ask for too (%v)", n.v, want.Name, n.missing(n.ability(want.Name)),
			n.ability(want.Name))
	case !ok && n.v.Kind() != reflect.Pointer && n.v.Kind() != reflect.Interface && has(reflect.PointerTo(n.v), want.Name):
		n.add("%s has a pointer receiver, and a %v is given, so no method finds it; give a pointer to it, or write func (p %s) %s",
			want.Name, n.v, n.v.Name(), signature(want.Name, want.Type))
	}
}

// compound says whether a name is of several words, such as EdgeCost. One word, such as Symmetric, may be of another meaning.
func compound(name string) bool { return strings.ToLower(name[1:]) != name[1:] }

func (n *near) add(format string, args ...any) {
	n.found = append(n.found, fmt.Errorf(format, args...))
}

// ability is the first interface with a method of that name.
func (n *near) ability(method string) reflect.Type {
	return n.asked[slices.IndexFunc(n.asked, func(i reflect.Type) bool { return has(i, method) })]
}

// missing names the methods of an interface that v lacks. If it lacks none, one of them has another type, and is told of.
func (n *near) missing(iface reflect.Type) string {
	var names []string
	for i := range iface.NumMethod() {
		if m := iface.Method(i); !has(n.v, m.Name) {
			names = append(names, signature(m.Name, m.Type))
		}
	}
	if len(names) == 0 {
		return "another of the right type"
	}
	return strings.Join(names, " and ")
}

// shortest is the length from which a name counts as misspelt. Shorter ones are words of anybody's own.
const shortest = 8

// misspelt returns the methods whose name is off by two letters at most, by case, in the American spelling, or by the order of its words.
func (n *near) misspelt() []error {
	var errs []error
	for i := range n.v.NumMethod() {
		m := n.v.Method(i)
		if slices.Contains(n.seen, m.Name) {
			continue
		}
		for _, name := range n.seen {
			if len(name) < shortest || has(n.v, name) || !alike(name, m.Name) {
				continue
			}
			want, _ := n.ability(name).MethodByName(name)
			if without(m.Type).NumIn() == want.Type.NumIn() {
				errs = append(errs, fmt.Errorf("%v has a method %s; if that is to be %s (%v), no method finds it by this name",
					n.v, m.Name, signature(name, want.Type), n.ability(name)))
			}
		}
	}
	return errs
}

// alike says whether one name may be meant by the other, as SwapDelta by Swapdelta or by DeltaSwap.
func alike(name, other string) bool {
	return nearest.Distance(strings.ToLower(name), strings.ToLower(other)) <= 2 || slices.Equal(words(name), words(other))
}

// words returns those of a name, such as Delta and Swap, in the order of the alphabet.
func words(name string) (list []string) {
	for _, r := range name {
		if unicode.IsUpper(r) || len(list) == 0 {
			list = append(list, "")
		}
		list[len(list)-1] += string(r)
	}
	slices.Sort(list)
	return list
}

func has(t reflect.Type, method string) bool {
	_, ok := t.MethodByName(method)
	return ok
}

// without is the type of a method without its receiver.
func without(f reflect.Type) reflect.Type {
	var in, out []reflect.Type
	for i := 1; i < f.NumIn(); i++ {
		in = append(in, f.In(i))
	}
	for i := range f.NumOut() {
		out = append(out, f.Out(i))
	}
	return reflect.FuncOf(in, out, f.IsVariadic())
}

// signature writes a method as source has it, without the names of what it takes.
func signature(name string, f reflect.Type) string {
	return name + strings.TrimPrefix(f.String(), "func")
}

// signatures looks for near misses in the problem, and in what it makes for a walk. What panics here is told of elsewhere.
func (k *problemKit) signatures() (errs []error) {
	errs = append(nearMisses(k.p, ofProblems), k.inVain()...)
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
	n := near{v: reflect.TypeOf(state), asked: ofProblems}
	for i := range n.v.NumMethod() {
		name := n.v.Method(i).Name
		of := func(i reflect.Type) bool { return has(i, name) }
		if compound(name) && !has(reflect.TypeOf(k.p), name) && slices.ContainsFunc(ofProblems, of) && !slices.ContainsFunc(ofStates, of) {
			errs = append(errs, fmt.Errorf("%v has %s, which no method asks of a state; give it to the problem (%v)", n.v, name, n.ability(name)))
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
