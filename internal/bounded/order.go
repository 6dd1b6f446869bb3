package bounded

import (
	"bufio"
	"fmt"
	"io"
	"slices"
)

// WriteOrder writes a permutation, from 1 on, 20 elements a line.
func WriteOrder(w io.Writer, x []int32) error {
	b := bufio.NewWriter(w)
	for k, v := range x {
		separator := " "
		if k%20 == 19 || k == len(x)-1 {
			separator = "\n"
		}
		fmt.Fprintf(b, "%d%s", v+1, separator)
	}
	return b.Flush()
}

// ReadOrder reads a permutation of n elements, from 1 or from 0 on; kind is what the text should be.
func ReadOrder(r io.Reader, file, kind string, n int) ([]int32, error) {
	words := NewWords(r, file, kind, Solution(n))
	x, err := words.Permutation(n)
	if err != nil {
		return nil, err
	}
	if slices.Contains(x, int32(n)) { // they are from 1 on
		for k := range x {
			x[k]--
		}
	}
	return x, words.End("the order")
}
