package multiwalk

import (
	"fmt"
	"strings"
)

// Checker is a problem whose solutions must meet constraints beyond its Space and its FixedEdges. Minimize passes each
// new incumbent to Check, and ends the run with an error when Check rejects one. A constraint that a solution may break
// at a price belongs into Cost.
type Checker interface {
	// Check returns nil if x is a solution, else an error that says why not. x lies in the space. Check must be safe
	// for concurrent use.
	Check(x []int32) error
}

// Fixer is a problem with elements that must not change: every solution holds the same values there. Searches by a
// neighbourhood make and look at only those moves that keep them, and populations cross and change the other elements. Kernels
// made for one method refuse the problem (see walk.NoFixed). Random and constructed solutions are given the values (walk.KeepFixed).
// Minimize checks the start solution and each incumbent.
//
// To fix elements of a problem that is there already, embed it:
//
//	type rest struct{ *qap.Instance }
//
//	func (rest) Fixed() []multiwalk.Fixed { return multiwalk.Hold(plan, 3, 4, 17) } // as they are in plan
//
// A tour has no fixed positions, as only the cyclic order counts there; it may have fixed edges (FixedEdger).
type Fixer interface {
	// Fixed returns what does not change, in any order. It must not change during a run.
	Fixed() []Fixed
}

// Fixed is a position and the value that every solution has there.
type Fixed struct{ Position, Value int32 }

// Hold returns these positions with the values that they have in x.
func Hold(x []int32, positions ...int32) []Fixed {
	list := make([]Fixed, len(positions))
	for i, at := range positions {
		list[i] = Fixed{at, x[at]}
	}
	return list
}

// Constrained is a problem whose solutions may break constraints, though they should not. Its Cost, its deltas and its
// states give packed costs (Constraints.Pack): what is violated counts first, in the order in which the constraints are
// named, and the objective decides only between solutions that violate the same. So a run's best solution is feasible as
// soon as one was found, and the cost of a feasible solution is its objective.
//
// Searches by a neighbourhood on cores do not walk by this order, because it would keep them away from infeasible solutions.
// They search for the least objective + sum of weight*violation. Each walk adapts its weights while it searches: a constraint
// that is violated grows dearer, one that is kept grows cheaper. Other searches walk by the packed cost.
type Constrained interface {
	// Constraints returns what NewConstraints made. It must not change.
	Constraints() *Constraints
}

// Violator is a problem whose Cost has penalties of the problem's own, and that can name what a solution violates. Its
// solution of least cost may break constraints, so a run reports the best feasible one beside it (Result.Feasible). A
// problem that can be Constrained is better off: there the search finds the weights.
type Violator interface {
	// Violations returns what x violates and by how much, nothing for a feasible solution. Searches by a neighbourhood call
	// it often: for each solution that would be their best feasible one. It must be safe for concurrent use.
	Violations(x []int32) []Violation
}

// Feasibler is a problem that can only tell whether a solution is feasible; for the rest it is like a Violator.
type Feasibler interface {
	// Feasible must be safe for concurrent use.
	Feasible(x []int32) bool
}

// Constraint names something that a solution may violate.
type Constraint struct {
	Name string
	// Most bounds the violation, which is never negative: no solution violates the constraint by more.
	Most int64
}

// Violation is by how much a solution violates a constraint.
type Violation struct {
	Name   string `json:"name"`   // of the constraint
	Amount int64  `json:"amount"` // by how much it is violated
}

// Blame writes violations for a message, such as "constraints violated by 5 in all: capacity 3, time window 2".
func Blame(violations []Violation) string {
	var sum int64
	parts := make([]string, len(violations))
	for i, v := range violations {
		sum += v.Amount
		parts[i] = fmt.Sprintf("%s %d", v.Name, v.Amount)
	}
	if len(parts) == 0 {
		return "its constraints are violated"
	}
	return fmt.Sprintf("constraints violated by %d in all: %s", sum, strings.Join(parts, ", "))
}
