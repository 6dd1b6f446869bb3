package problem

import (
	"fmt"
	"strings"
)

// Place says which clause one is.
type Place struct {
	Clause int32 `json:"clause"` // its number among all, from 1
	Line   int32 `json:"line"`   // where it begins in the file; 0 if it is of none
}

// String is such as "clause 2 (line 5)".
func (p Place) String() string {
	if p.Line == 0 {
		return fmt.Sprintf("clause %d", p.Clause)
	}
	return fmt.Sprintf("clause %d (line %d)", p.Clause, p.Line)
}

// mostListed is how many clauses Listed names.
const mostListed = 10

// Listed names the first few of some clauses.
func Listed(list []Place) string {
	var words []string
	for _, p := range list[:min(len(list), mostListed)] {
		words = append(words, p.String())
	}
	text := strings.Join(words, ", ")
	if more := len(list) - mostListed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
