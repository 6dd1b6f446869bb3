package main

import (
	"errors"
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
)

func Example() {
	main()
	// Output:
	// cost 8136 after 87599 moves, 587522 full and 0 delta evaluations
	// cost 8136 after 87599 moves, 1 full and 587520 delta evaluations
}

func TestRow(t *testing.T) {
	conformance.Problem(t, Cube(3)) // 8 machines: every swap, at some solutions
	conformance.Problem(t, Cube(7)) // 128 machines: random swaps
}

// hasty is Row with a mistake that is easy to make.
type hasty struct{ Row }

func (h hasty) SwapDelta(x []int32, i, j int32) int64 {
	var d int64
	for _, o := range h.Wired[i] {
		d += distance(x[j], x[o]) - distance(x[i], x[o])
	}
	for _, o := range h.Wired[j] {
		d += distance(x[i], x[o]) - distance(x[j], x[o])
	}
	return d
}

func Example_hasty() {
	for _, defect := range conformance.CheckProblem(hasty{Cube(3)}) {
		fmt.Println(defect)
	}
	_, err := anneal(hasty{Cube(3)})
	fmt.Println("found in the run as well:", errors.Is(err, multiwalk.ErrDeltaMismatch))
	// Output:
	// conformance: SwapDelta: SwapDelta(x, 0, 1) = -2, but the cost goes from 28 to 28, by 0, at x = [0 1 2 3 4 5 6 7]; conformance.Seed(1) repeats it
	// found in the run as well: true
}

func TestCube_NaturalOrder(t *testing.T) {
	for d, want := range map[int]int64{3: 28, 5: 496, 7: 8128, 8: 32640} {
		row := Cube(d)
		x := make([]int32, len(row.Wired))
		for i := range x {
			x[i] = int32(i)
		}
		if c := row.Cost(x); c != want {
			t.Errorf("the natural order of a cube in %d dimensions costs %d, want %d", d, c, want)
		}
	}
}

func BenchmarkAnneal(b *testing.B) {
	row := Cube(7)
	for name, p := range map[string]multiwalk.Problem{"full": struct{ multiwalk.Problem }{row}, "delta": row} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := anneal(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
