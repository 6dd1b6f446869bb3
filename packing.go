package multiwalk

import (
	"fmt"
	"math/bits"
	"strings"
)

// Constraints packs violations and the objective into one cost, the violations into its upper bits.
type Constraints struct {
	list      []Constraint
	most      int64 // of the objective
	objective uint  // bits
	widths    []uint
}

// packedBits is how many bits a packed cost may have. Sums of a cost and a delta then fit int64.
const packedBits = 62

// NewConstraints bounds the objective, which lies in [-most, most] for every solution, and each of the violations. It
// returns an error if they do not fit one cost together. Then a smaller bound may do, or a coarser unit.
func NewConstraints(most int64, list ...Constraint) (*Constraints, error) {
	if most < 0 || most > 1<<(packedBits-2) {
		return nil, fmt.Errorf("multiwalk: the objective's bound %d is outside [0, %d]", most, int64(1)<<(packedBits-2))
	}
	c := &Constraints{most: most, objective: uint(bits.Len64(uint64(most))) + 2} // a delta is up to twice the bound, and has a sign
	sum, parts := c.objective, []string{fmt.Sprintf("%d for an objective up to %d", c.objective, most)}
	for i, k := range list {
		switch {
		case k.Name == "" || k.Name != strings.TrimSpace(k.Name) || strings.ContainsAny(k.Name, ",\n"):
			return nil, fmt.Errorf("multiwalk: constraint %d is named %q; give it a name without commas", i, k.Name)
		case k.Most < 1:
			return nil, fmt.Errorf("multiwalk: constraint %s has a greatest violation of %d; give a bound of 1 or more", k.Name, k.Most)
		}
		for _, before := range c.list {
			if before.Name == k.Name {
				return nil, fmt.Errorf("multiwalk: two constraints are named %s; give each its own name", k.Name)
			}
		}
		width := uint(bits.Len64(uint64(k.Most))) + 1
		c.list, c.widths = append(c.list, k), append(c.widths, width)
		sum += width
		parts = append(parts, fmt.Sprintf("%d for %s up to %d", width, k.Name, k.Most))
	}
	if sum > packedBits {
		return nil, fmt.Errorf("multiwalk: a cost has %d bits, and the constraints need %d: %s; give smaller bounds, or count in "+
			"coarser units", packedBits, sum, strings.Join(parts, ", "))
	}
	return c, nil
}

// List returns the constraints, the most important first. It is read-only.
func (c *Constraints) List() []Constraint { return c.list }

// Pack returns the cost of that objective and these violations, one for each constraint, in order. It is linear: it makes
// a packed delta of deltas. It panics if the objective is so far beyond its bound that it would change the violations. The run then
// ends with an error that says so.
func (c *Constraints) Pack(objective int64, violations ...int64) int64 {
	if len(violations) != len(c.widths) {
		panic(fmt.Sprintf("multiwalk: %d violations of %d constraints; give one for each", len(violations), len(c.widths)))
	}
	if part, _ := low(objective, c.objective); part != objective {
		panic(fmt.Sprintf("multiwalk: a solution has an objective, or a delta of it, of %d, which is outside [%d, %d]; "+
			"give NewConstraints a greater bound", objective, -c.most, c.most))
	}
	var sum int64
	for i, v := range violations {
		sum = sum<<c.widths[i] + v
	}
	return sum<<c.objective + objective
}

// Unpack takes a cost or a delta apart: it writes the violations, one for each constraint, and returns the objective.
func (c *Constraints) Unpack(packed int64, violations []int64) (objective int64) {
	objective, packed = low(packed, c.objective)
	for i := len(c.widths) - 1; i > 0; i-- {
		violations[i], packed = low(packed, c.widths[i])
	}
	if len(c.widths) > 0 {
		violations[0] = packed
	}
	return objective
}

// low takes the lower bits, as a number with a sign, off a sum of them and of multiples of 1<<width.
func low(sum int64, width uint) (part, rest int64) {
	part = sum << (64 - width) >> (64 - width)
	return part, (sum - part) >> width
}

// Violations returns what a solution of that cost violates.
func (c *Constraints) Violations(cost int64) (list []Violation) {
	amounts := make([]int64, len(c.list))
	c.Unpack(cost, amounts)
	for i, v := range amounts {
		if v != 0 {
			list = append(list, Violation{c.list[i].Name, v})
		}
	}
	return list
}

// Check reports a cost that the bounds do not allow, of the objective or of a violation. Minimize checks each incumbent.
func (c *Constraints) Check(cost int64) error {
	amounts := make([]int64, len(c.list))
	objective := c.Unpack(cost, amounts)
	for i, v := range amounts {
		if k := c.list[i]; v < 0 || v > k.Most {
			return fmt.Errorf("multiwalk: a solution violates constraint %s by %d, which is outside [0, %d]; "+
				"correct its Most, or what the problem counts", k.Name, v, k.Most)
		}
	}
	if objective < -c.most || objective > c.most {
		return fmt.Errorf("multiwalk: a solution has an objective of %d, which is outside [%d, %d]; give NewConstraints a greater bound",
			objective, -c.most, c.most)
	}
	return nil
}
