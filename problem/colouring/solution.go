package colouring

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// WriteSolution writes a colouring in the DIMACS format: the number of colours that it has, then vertex and colour in a line each, both from
// 1 on.
func (p *Instance) WriteSolution(w io.Writer, x []int32) error {
	used := map[int32]bool{}
	for _, colour := range x {
		used[colour] = true
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "s col %d\n", len(used))
	for v, colour := range x {
		fmt.Fprintf(b, "l %d %d\n", v+1, colour+1)
	}
	return b.Flush()
}

// ReadSolution reads a colouring in the DIMACS format, or as a plain list of colours from 1 on.
func (p *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	lines := bufio.NewScanner(bounded.Limit{Most: bounded.Solution(int(p.N)), Remedy: "check that this is a solution"}.Reader(r))
	lines.Buffer(nil, int(bounded.Solution(int(p.N))))
	x, next, number := make([]int32, p.N), 0, 0
	fail := func(format string, args ...any) ([]int32, error) {
		return nil, fmt.Errorf("%s:%d: %w", file, max(1, number), fmt.Errorf(format, args...))
	}
	for lines.Scan() {
		number++
		words := strings.Fields(lines.Text())
		if len(words) == 0 || words[0] == "c" || words[0] == "s" {
			continue
		}
		if words[0] == "l" {
			at, ok := numbers(words, 3)
			if !ok || at[0] < 1 || at[0] > int(p.N) {
				return fail("%q is no vertex from 1 to %d and its colour", lines.Text(), p.N)
			}
			if next, words = at[0]-1, words[2:]; x[next] > 0 {
				return fail("vertex %d has a colour already", at[0])
			}
		}
		for _, word := range words {
			colour, err := strconv.Atoi(word)
			if err != nil || colour < 1 || colour > int(p.Colours) {
				return fail("found %q, expected a colour from 1 to %d; --problem colouring:K has K colours", word, p.Colours)
			}
			if next >= len(x) {
				return fail("there are more colours than the %d vertices", p.N)
			}
			x[next] = int32(colour)
			next++
		}
	}
	if err := lines.Err(); err != nil {
		number++
		return fail("%w", err)
	}
	for v := range x {
		if x[v]--; x[v] < 0 {
			return fail("vertex %d has no colour", v+1)
		}
	}
	return x, nil
}
