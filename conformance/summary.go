package conformance

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
)

// summary says what was checked, and which deltas that methods would use the problem does not offer. Searches make moves of the
// problem's own in place of all others, so that these need no delta.
func (k *problemKit) summary() string {
	var done, lacking []string
	for _, name := range k.done {
		moves := k.moved[name]
		switch {
		case moves == 0:
		case name == movesCheck:
			name += ", whose Delta was compared with Cost"
			fallthrough
		default:
			name = fmt.Sprintf("%s (%d moves)", name, moves)
		}
		done = append(done, name)
	}
	text := fmt.Sprintf("conformance: %T, %v: checked %s", k.p, k.p.Space(), strings.Join(done, ", "))
	if slices.Contains(k.done, movesCheck) {
		if k.moved[movesCheck] == 0 {
			text += "; its own moves have no Delta (multiwalk.MoveEvaluator), so that a search evaluates each in full"
		}
		return text
	}
	for _, a := range deltas {
		fits := slices.ContainsFunc(k.p.Space().Parts(), func(s multiwalk.Space) bool { return slices.Contains(a.kinds[:a.first], s.Kind()) })
		if fits && !reflect.TypeOf(k.p).Implements(a.iface) {
			lacking = append(lacking, a.method)
		}
	}
	if len(lacking) > 0 {
		text += "; searches would be faster with " + strings.Join(lacking, ", ")
	}
	return text
}
