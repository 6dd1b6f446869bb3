// Package ability finds the methods of a type that are nearly what searches ask for. They find what they ask for by the names and the types of
// Go methods, so one that is nearly right is not found, and nothing says so.
package ability

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/multiwalk/multiwalk/internal/nearest"
)

// OfProblems are the interfaces of what methods ask a problem for. Package walk sets them.
var OfProblems []reflect.Type

// Renamed are methods that earlier versions asked for, each with the one that they ask for now. Package walk sets them too.
var Renamed map[string]string

// Misses returns what is wrong with the methods of v that have the name of one that is asked for: another type, a pointer receiver
// where v is no pointer, or no company of the others that are asked for together with it.
func Misses(v any, asked []reflect.Type) []error { return look(v, asked).found }

// Misspelt returns the methods of v that have, nearly, the name of one that is asked for.
func Misspelt(v any, asked []reflect.Type) []error { return look(v, asked).misspelt() }

func look(v any, asked []reflect.Type) *near {
	n := &near{v: reflect.TypeOf(v), asked: asked}
	for _, iface := range asked {
		for i := range iface.NumMethod() {
			n.method(iface.Method(i))
		}
	}
	for old, name := range Renamed {
		if Has(n.v, old) && !Has(n.v, name) {
			n.add("%v has %s, which no method finds any more; name it %s", n.v, old, name)
		}
	}
	return n
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
	case ok && Compound(want.Name) && !slices.ContainsFunc(n.asked, func(i reflect.Type) bool { return Has(i, want.Name) && n.v.Implements(i) }):
		n.add("%v has %s without %s, which methods ask for too (%v)", n.v, want.Name, n.missing(n.ability(want.Name)),
			n.ability(want.Name))
	case !ok && n.v.Kind() != reflect.Pointer && n.v.Kind() != reflect.Interface && Has(reflect.PointerTo(n.v), want.Name):
		n.add("%s has a pointer receiver, and a %v is given, so no method finds it; give a pointer to it, or write func (p %s) %s",
			want.Name, n.v, n.v.Name(), signature(want.Name, want.Type))
	}
}

// Compound says whether a name is of several words, such as EdgeCost. One word, such as Symmetric, may be of another meaning.
func Compound(name string) bool { return strings.ToLower(name[1:]) != name[1:] }

func (n *near) add(format string, args ...any) {
	n.found = append(n.found, fmt.Errorf(format, args...))
}

func (n *near) ability(method string) reflect.Type { return Of(method, n.asked) }

// Of is the first interface with a method of that name, which there must be.
func Of(method string, asked []reflect.Type) reflect.Type {
	return asked[slices.IndexFunc(asked, func(i reflect.Type) bool { return Has(i, method) })]
}

// missing names the methods of an interface that v lacks. If it lacks none, one of them has another type, and is told of.
func (n *near) missing(iface reflect.Type) string {
	var names []string
	for i := range iface.NumMethod() {
		if m := iface.Method(i); !Has(n.v, m.Name) {
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
			if len(name) < shortest || Has(n.v, name) || !alike(name, m.Name) {
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

// Has says whether a type has a method of that name.
func Has(t reflect.Type, method string) bool {
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
