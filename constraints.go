package multiwalk

import (
	"fmt"
	"slices"
	"strings"
)

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

// Teller returns a function that tells, from a solution of the problem and its cost, whether the solution is feasible and what
// it violates. It returns nil if the problem cannot tell, because all its solutions are feasible.
func Teller(p Problem) func(x []int32, cost int64) (feasible bool, violations []Violation) {
	switch p := p.(type) {
	case Constrained:
		packing := p.Constraints()
		if packing == nil {
			return nil
		}
		return func(_ []int32, cost int64) (bool, []Violation) {
			v := packing.Violations(cost)
			return len(v) == 0, v
		}
	case Violator:
		return func(x []int32, _ int64) (bool, []Violation) {
			v := slices.DeleteFunc(p.Violations(x), func(v Violation) bool { return v.Amount == 0 })
			return len(v) == 0, v
		}
	case Feasibler:
		return func(x []int32, _ int64) (bool, []Violation) { return p.Feasible(x), nil }
	}
	return nil
}
