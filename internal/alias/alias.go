// Package alias names types as their users do.
package alias

import (
	"reflect"
	"strings"
)

// Name is how a program names a type: what a package below single declares, single has by an alias.
func Name(t reflect.Type) string {
	if strings.Contains(t.PkgPath(), "/single/") {
		return "single." + t.Name()
	}
	return t.String()
}
