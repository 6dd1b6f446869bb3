package conformance

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
)

// summary says what was checked, and which deltas that methods would use the problem does not offer.
func (k *problemKit) summary() string {
	var done, lacking []string
	for _, name := range k.done {
		if moves := k.moved[name]; moves > 0 {
			name = fmt.Sprintf("%s (%d moves)", name, moves)
		}
		done = append(done, name)
	}
	for _, a := range deltas {
		fits := slices.ContainsFunc(k.p.Space().Parts(), func(s multiwalk.Space) bool { return slices.Contains(a.kinds[:a.first], s.Kind()) })
		if fits && !reflect.TypeOf(k.p).Implements(a.iface) {
			lacking = append(lacking, a.method)
		}
	}
	text := fmt.Sprintf("conformance: %T, %v: checked %s", k.p, k.p.Space(), strings.Join(done, ", "))
	if len(lacking) > 0 {
		text += "; it does not offer " + strings.Join(lacking, ", ")
	}
	return text
}
