package stat

import "math"

// root returns where an increasing function of a number above 0 is 0. The library has no such search. It works on ln x:
// doubles outwards from a start, then takes false positions, and halves the value at an end that stays (the Illinois
// rule), which ends in some ten evaluations.
func root(start float64, f func(float64) float64) float64 {
	at := func(u float64) float64 { return f(math.Exp(u)) }
	low := math.Log(start)
	high := low
	fl := at(low)
	fh := fl
	for step := 0.5; fl > 0 && low > -600; step *= 2 {
		high, fh = low, fl
		low -= step
		fl = at(low)
	}
	for step := 0.5; fh < 0 && high < 600; step *= 2 {
		low, fl = high, fh
		high += step
		fh = at(high)
	}
	for range 100 {
		if fl == 0 || high-low < 1e-13 {
			break
		}
		middle := high - fh*(high-low)/(fh-fl)
		if !(middle > low && middle < high) {
			middle = (low + high) / 2
		}
		switch fm := at(middle); {
		case fm == 0:
			return math.Exp(middle)
		case fm < 0:
			low, fl, fh = middle, fm, fh/2
		default:
			high, fh, fl = middle, fm, fl/2
		}
	}
	return math.Exp(low + (high-low)/2)
}
