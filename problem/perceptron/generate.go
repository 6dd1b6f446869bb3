package perceptron

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Prefix begins the name of a planted instance: perceptron:101x117 has 101 rows and 117 columns, perceptron:101x117:7 is another
// one by the seed 7; 1 if none is given.
const Prefix = "perceptron:"

// stream is the random numbers that instances are drawn from: those of a walk that no run has, which would begin at the solution.
const stream = math.MaxInt32

// Draw plants an instance as Pointcheval does: random signs, and a random solution; rows that have a negative product with
// it are multiplied by -1. It refuses m and n outside [1, MaxLength].
func Draw(m, n int, seed uint64) (*Instance, error) {
	if min(m, n) < 1 || max(m, n) > MaxLength {
		return nil, fmt.Errorf("multiwalk: %d rows of %d signs cannot be drawn; there may be 1 to %d of each", m, n, MaxLength)
	}
	p := blank(fmt.Sprintf("%s%dx%d", Prefix, m, n), m, n)
	p.planted = true
	if seed != 1 {
		p.name += ":" + strconv.FormatUint(seed, 10)
	}
	r, x, row := multiwalk.NewRand(seed, stream), make([]int32, n), make([]int32, n)
	p.Space().Random(r, x)
	for i := range m {
		p.Space().Random(r, row)
		level := 0
		for j, sign := range row {
			level += int(1 ^ sign ^ x[j])
		}
		against := int32(0)
		if 2*level < n {
			level, against = n-level, 1
		}
		for j, sign := range row {
			if sign != against {
				p.set(i, j)
			}
		}
		p.target[level]++
	}
	return p.With(KnudsenMeier)
}

// Named makes the planted instance that a text names; file is the text's name for messages.
func Named(text, file string) (*Instance, error) {
	sizes, seed, err := bounded.Drawn(strings.TrimPrefix(text, Prefix), "number of rows", "number of columns")
	if err != nil || len(sizes) < 2 {
		return nil, fmt.Errorf("multiwalk: %s: give two numbers from 1 to %d with an x between, rows and columns, and a seed if you like, such as %s101x117:7", file,
			MaxLength, Prefix)
	}
	return Draw(sizes[0], sizes[1], seed)
}
