package model

import (
	"fmt"
	"math"
)

// mostUnits is what fractions are multiplied by, at most, unless the document asks for more.
const mostUnits = 1e6

// unitsOf says how many units, of which costs are whole numbers of, make a unit of the document: what it asks for, or the least power of ten
// up to a million that makes its numbers whole. A number then is most at most, without its sign.
func unitsOf(at string, asked, most float64, lists ...Row) (units float64, notes []string, err error) {
	greatest := 0.0
	for _, list := range lists {
		for _, v := range list {
			if a := math.Abs(v); a > greatest { // which a null is not
				greatest = a
			}
		}
	}
	units = asked
	switch {
	case asked < 0 || asked > 1e12:
		return 0, nil, wrong(at+"/scale", "found %v, expected a number above 0 and up to 10^12", asked)
	case asked == 0:
		for units = 1; units < mostUnits && greatest*units*10 <= most && !whole(units, lists); {
			units *= 10
		}
	}
	if greatest*units > most {
		return 0, nil, wrong(at, "found %v, which with a scale of %v is beyond %v; give numbers in a greater unit, or a smaller scale", greatest, units, most)
	}
	if !whole(units, lists) {
		notes = append(notes, fmt.Sprintf("numbers are multiplied by %v and rounded; scale asks for another factor", units))
	}
	return units, notes, nil
}

// whole says whether all numbers are whole in units, but for the noise of binary fractions.
func whole(units float64, lists []Row) bool {
	for _, list := range lists {
		for _, v := range list {
			if w := v * units; math.Abs(w-math.Round(w)) > 1e-9*max(1, math.Abs(w)) {
				return false
			}
		}
	}
	return true
}

// in are numbers in units.
func in[T int32 | int64](list Row, units float64) []T {
	all := make([]T, len(list))
	for i, v := range list {
		all[i] = T(math.Round(v * units))
	}
	return all
}
