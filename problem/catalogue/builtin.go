package catalogue

import (
	"maps"
	"slices"

	"github.com/multiwalk/multiwalk/problem/catalogue/demo"
)

// builtin holds the instances that need no file, by name.
var builtin = map[string][]byte{demo.Name: demo.Text}

// Builtin returns the names of the instances that need no file, in order.
func Builtin() []string { return slices.Sorted(maps.Keys(builtin)) }

// IsBuiltin says whether content is that of an instance that needs no file.
func IsBuiltin(content []byte) bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(builtin)),
		func(text []byte) bool { return string(text) == string(content) })
}
