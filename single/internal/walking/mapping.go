package walking

import (
	"fmt"
	"slices"
	"strings"
)

// The mappings of searches to a machine, as the chapter on metaheuristics of "Designing scientific applications on GPUs" has them.
const (
	MappingNeighbour = "neighbour" // a thread prices a neighbour
	MappingSearch    = "search"    // a thread makes a search
	MappingIteration = "iteration" // a thread prices a neighbour, and the searches are the host's
)

// CheckMapping refuses a mapping that a method has not.
func CheckMapping(method, mapping string, known ...string) error {
	if mapping == "" || slices.Contains(known, mapping) {
		return nil
	}
	return fmt.Errorf("multiwalk: %s has no mapping %q; use %s", method, mapping, strings.Join(known, ", "))
}
