package stat

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Distribution is a distribution of times T to a target. Its functions take times of at least 0. If T may be below 0,
// as with Normal, they describe max(T, 0).
type Distribution interface {
	// CDF is the probability that a run has reached the target by a time. It is exact to all digits near 0.
	CDF(t float64) float64
	// LogSurvival is the logarithm of 1 - CDF. It is exact to all digits near 0 and at great times.
	LogSurvival(t float64) float64
	// HazardTime is the time at which -LogSurvival reaches h, which is above 0.
	HazardTime(h float64) float64
	// Mean is E[T], which is M(1).
	Mean() float64
	// Limited is E[min(T, t)]: the mean length of a run that is given up at t.
	Limited(t float64) float64
	// Infimum is the greatest time before which no run can reach the target.
	Infimum() float64
}

// Parametric is a distribution of one of the families.
type Parametric interface {
	Distribution
	Family() Family
	// Parameters returns the parameters in the family's order.
	Parameters() []Parameter
	// LogProb is the logarithm of the density.
	LogProb(t float64) float64
	// Rand draws a time. It may be below 0.
	Rand(r *rand.Rand) float64

	// vary moves the parameters in coordinates that have no bounds and no unit: all 0 is the distribution itself.
	vary(by []float64) Parametric
}

// Parameter is a parameter of a distribution.
type Parameter struct {
	Name  string  `json:"name"`  // of the parameter
	Value float64 `json:"value"` // as it was fitted
	Unit  bool    `json:"-"`     // it is a time, and not a bare number
}

// Family names a family of distributions.
type Family string

// The families.
const (
	ExponentialFamily Family = "exponential"
	ShiftedFamily     Family = "shifted"
	GammaFamily       Family = "gamma"
	NormalFamily      Family = "normal"
	LogNormalFamily   Family = "lognormal"
	WeibullFamily     Family = "weibull"
)

// Families returns all families.
func Families() []Family {
	return []Family{ExponentialFamily, ShiftedFamily, GammaFamily, NormalFamily, LogNormalFamily, WeibullFamily}
}

// FamilyNamed returns a family by its name.
func FamilyNamed(name string) (Family, error) {
	if f := Family(name); slices.Contains(Families(), f) {
		return f, nil
	}
	var all []string
	for _, f := range Families() {
		all = append(all, string(f))
	}
	return "", fmt.Errorf("multiwalk: no distribution %q; there are %s", name, strings.Join(all, ", "))
}
