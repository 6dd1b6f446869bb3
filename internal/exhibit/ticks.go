package exhibit

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// ticker places the marks of an axis and labels as many as have room.
type ticker struct {
	axis   Axis
	length vg.Length              // of the axis, about
	size   func(string) vg.Length // of a label along the axis
}

// Ticks implements plot.Ticker. On a logarithmic axis the ends and the marks' places are powers of 10.
func (t ticker) Ticks(low, top float64) []plot.Tick {
	var ticks []plot.Tick
	switch {
	case len(t.axis.Ticks) > 0:
		for _, v := range slices.Sorted(slices.Values(t.axis.Ticks)) {
			if t.axis.holds(v) {
				label := tickText(v)
				if t.axis.Words != nil {
					label = t.axis.Words[v]
				}
				ticks = append(ticks, plot.Tick{Value: t.axis.place(v), Label: label})
			}
		}
	case t.axis.Log:
		ticks = logTicks(low, top)
	default:
		ticks = linearTicks(low, top)
	}
	t.thin(ticks, low, top)
	return ticks
}

// thin takes the label from a mark that has no room beside the one before. Labelled marks ascend.
func (t ticker) thin(ticks []plot.Tick, low, top float64) {
	end := vg.Length(math.Inf(-1)) // of the label before
	for i := range ticks {
		if ticks[i].IsMinor() {
			continue
		}
		at := t.length * vg.Length((ticks[i].Value-low)/(top-low))
		half := t.size(ticks[i].Label) / 2
		if at-half < end+4 {
			ticks[i].Label = ""
			continue
		}
		end = at + half
	}
}

// linearTicks are the library's with labels of our own, because it writes 250 as 250.00 beside 500.00.
func linearTicks(low, top float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, top)
	for i, t := range ticks {
		if t.IsMinor() {
			continue
		}
		if math.Abs(t.Value) < 1e-9*(top-low) {
			t.Value = 0 // and not what rounding left of it
		}
		ticks[i].Label = tickText(t.Value)
	}
	return ticks
}

// logTicks stand at 1 to 9 times the powers of 10 between two powers. There are labels at 1, 2 and 5 times each power up
// to three decades, at the powers up to eight decades, and beyond that at every few powers. The library labels each power and
// nothing else, which may be none or too many.
func logTicks(low, top float64) []plot.Tick {
	const slack = 1e-9
	var ticks []plot.Tick
	decades := top - low
	every := int(max(1, math.Ceil(decades/8)))
	for power := int(math.Floor(low)); power <= int(math.Ceil(top)); power++ {
		for digit := 1; digit <= 9; digit++ {
			t := plot.Tick{Value: math.Log10(float64(digit)) + float64(power)}
			switch {
			case t.Value < low-slack || t.Value > top+slack:
				continue
			case digit == 1 && power%every == 0, decades <= 3 && (digit == 1 || digit == 2 || digit == 5):
				t.Label = tickText(decimal(digit, power))
			case decades > 8:
				continue
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// exponent returns the power of 10 of the first digit of a number above 0.
func exponent(v float64) int {
	text := strconv.FormatFloat(v, 'e', -1, 64)
	e, _ := strconv.Atoi(text[strings.IndexByte(text, 'e')+1:])
	return e
}

// decimal returns the number nearest to digit * 10^power, as products of powers are not.
func decimal(digit, power int) float64 {
	v, _ := strconv.ParseFloat(strconv.Itoa(digit)+"e"+strconv.Itoa(power), 64)
	return v
}

// roundDown returns the largest of 1, 2 and 5 times a power of 10 that is not above a number above 0.
func roundDown(v float64) float64 {
	for _, digit := range []int{5, 2} {
		if d := decimal(digit, exponent(v)); d <= v {
			return d
		}
	}
	return decimal(1, exponent(v))
}

// roundUp returns the smallest of 1, 2 and 5 times a power of 10 that is not below a number above 0.
func roundUp(v float64) float64 {
	for _, digit := range []int{1, 2, 5} {
		if d := decimal(digit, exponent(v)); d >= v {
			return d
		}
	}
	return decimal(1, exponent(v)+1)
}

// tickText writes a value plainly from 1e-4 to 1e6, and like 1e6 beyond.
func tickText(v float64) string {
	return strings.NewReplacer("e+0", "e", "e+", "e", "e-0", "e-").Replace(strconv.FormatFloat(v, 'g', 6, 64))
}
