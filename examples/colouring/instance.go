package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/multiwalk/multiwalk"
)

// most is the largest number of vertices.
const most = 20_000

// Read reads a graph in the DIMACS format: "p edge N M", then a line "e A B" for each edge, with vertices from 1 on. An edge that
// is listed twice counts once.
func Read(name string, colours int) (*Colouring, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("colouring: %w", err)
	}
	defer file.Close()
	n, promised, edges, seen := 0, 0, [][2]int32(nil), map[[2]int32]bool{}
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		var a, b int32
		switch line := lines.Text(); {
		case strings.HasPrefix(line, "p "):
			var kind string
			if _, err := fmt.Sscan(line[2:], &kind, &n, &promised); err != nil || n < 1 || n > most {
				return nil, fmt.Errorf("colouring: %s:%d: %q does not say that there are 1 to %d vertices", name, number, line, most)
			}
		case strings.HasPrefix(line, "e "):
			if _, err := fmt.Sscan(line[2:], &a, &b); err != nil || a < 1 || b < 1 || int(max(a, b)) > n || a == b {
				return nil, fmt.Errorf("colouring: %s:%d: %q is no edge between two of %d vertices", name, number, line, n)
			}
			e := [2]int32{min(a, b) - 1, max(a, b) - 1}
			if !seen[e] {
				seen[e], edges = true, append(edges, e)
			}
		}
	}
	if err := lines.Err(); err != nil || n == 0 {
		return nil, fmt.Errorf("colouring: %s has no line that begins with p (%v): it is no graph in the DIMACS format", name, err)
	}
	if len(edges) == 0 && promised > 0 {
		return nil, fmt.Errorf("colouring: %s has none of the %d edges that it says it has: a packed file (.b) must be unpacked first", name, promised)
	}
	return New(n, colours, edges), nil
}

// Generate draws a graph in which each pair of vertices is joined with probability 1/2.
func Generate(n, colours int, seed uint64) *Colouring {
	r, edges := multiwalk.NewRand(seed, 0), [][2]int32(nil)
	for v := range int32(n) {
		for w := range v {
			if r.IntN(2) == 0 {
				edges = append(edges, [2]int32{w, v})
			}
		}
	}
	return New(n, colours, edges)
}
