package main

import (
	"bufio"
	"fmt"
	"math"
	"os"

	"github.com/multiwalk/multiwalk"
)

// most is the largest n: its two matrices take 200 MB.
const most = 5000

// largest is what an entry may be, so that a difference of two differences fits 32 bits.
const largest = 1 << 28

// Read reads a matrix of LOLIB: n, then n rows.
func Read(name string) (*Ordering, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("ordering: %w", err)
	}
	defer file.Close()
	words, n := bufio.NewReader(file), 0
	if _, err := fmt.Fscan(words, &n); err != nil || n < 1 || n > most {
		return nil, fmt.Errorf("ordering: %s begins with %d (%v), not with a size from 1 to %d", name, n, err, most)
	}
	w := make([]int32, n*n)
	for k := range w {
		if _, err := fmt.Fscan(words, &w[k]); err != nil || w[k] < -largest || w[k] > largest {
			return nil, fmt.Errorf("ordering: %s: entry %d in row %d is %d, not a number from -%d to %[5]d (%[6]v)", name, k%n+1, k/n+1, w[k], largest, err)
		}
	}
	return New(n, w), nil
}

// Generate draws a matrix like an input-output table: half of the entries are 0, a few are large; and the first rows of an
// unknown order supply more than they take.
func Generate(n int, seed uint64) *Ordering {
	r := multiwalk.NewRand(seed, 0)
	order := make([]int32, n)
	multiwalk.Permutation(n).Random(r, order)
	w := make([]int32, n*n)
	for a := range n {
		for b := range n {
			size := math.Pow(r.Float64(), 4) * 1000
			if order[a] > order[b] {
				size /= 3
			}
			if r.IntN(2) == 0 {
				w[a*n+b] = int32(size)
			}
		}
	}
	return New(n, w)
}
