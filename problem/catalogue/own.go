package catalogue

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
)

// ownFormat has no files of its own: documents say which solutions there are, and a program what they cost.
var ownFormat = problem.Format{
	Name:  "own",
	Title: "a problem of your own, whose costs a program tells, in any language",
	Files: `a model such as {"own": {"permutation": 12}}, with --cost-command "python3 cost.py"`,
	Read: func(_ []byte, file string) (multiwalk.Problem, error) {
		return nil, fmt.Errorf(`multiwalk: %s: found no document, expected one such as {"own": {"permutation": 12}}`, file)
	},
}
