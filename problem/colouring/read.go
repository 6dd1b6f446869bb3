package colouring

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Limits of what is read and drawn.
const (
	mostVertices = 20_000
	mostColours  = 1000
	mostBytes    = 1 << 28
)

// Graph is vertices from 0 to N-1, and edges between different ones, each listed once.
type Graph struct {
	N     int
	Edges [][2]int32
	Note  string // what is odd about the file that it was read from, or ""
}

// Colouring is the problem of colouring the graph with a number of colours.
func (g *Graph) Colouring(colours int) (*Instance, error) {
	if colours < 1 || colours > mostColours {
		return nil, fmt.Errorf("colouring: %d colours; there may be 1 to %d", colours, mostColours)
	}
	if g.N < 1 || g.N > mostVertices {
		return nil, fmt.Errorf("colouring: %d vertices; there may be 1 to %d", g.N, mostVertices)
	}
	return New(g.N, colours, g.Edges), nil
}

// Sniff tells from the beginning of a text whether it is a graph in the DIMACS format: p edge, or p col.
func Sniff(text []byte) bool {
	for line := range bytes.Lines(bounded.Unmark(text[:min(len(text), 1<<16)])) {
		if words := strings.Fields(string(line)); len(words) > 1 && words[0] == "p" {
			return isGraph(words[1])
		}
	}
	return false
}

// isGraph says whether a word behind p is that of a graph.
func isGraph(word string) bool { return word == "edge" || word == "edges" || word == "col" }

// Read reads a graph in the DIMACS format: "p edge N M", then a line "e A B" for each edge, with vertices from 1 on. An edge that
// is listed twice counts once. An error names the file, the line, and what is wrong there.
func Read(r io.Reader, file string) (*Graph, error) {
	lines := bufio.NewScanner(bounded.Limit{Most: mostBytes, Remedy: "check that this is a graph"}.Reader(r))
	lines.Buffer(nil, 1<<20)
	g, promised, listed, number, seen := &Graph{}, 0, 0, 0, map[[2]int32]bool{}
	fail := func(format string, args ...any) (*Graph, error) {
		return nil, fmt.Errorf("%s:%d: %w", file, max(1, number), fmt.Errorf(format, args...))
	}
	for lines.Scan() {
		number++
		words := strings.Fields(lines.Text())
		switch {
		case len(words) == 0:
		case words[0] == "p" && g.N > 0:
			return fail("%q is a second line that begins with p; a graph has one", lines.Text())
		case words[0] == "p":
			sizes, ok := numbers(words[1:], 3)
			if g.N, promised = sizes[0], sizes[1]; !ok || !isGraph(words[1]) || g.N < 1 || g.N > mostVertices {
				return fail("%q does not say that there are 1 to %d vertices, as p edge N M does", lines.Text(), mostVertices)
			}
		case words[0] == "e":
			ends, ok := numbers(words, 3)
			a, b := min(ends[0], ends[1]), max(ends[0], ends[1])
			if !ok || a < 1 || b > g.N || a == b {
				return fail("%q is no edge between two of %d vertices", lines.Text(), g.N)
			}
			listed++
			if e := [2]int32{int32(a - 1), int32(b - 1)}; !seen[e] {
				seen[e], g.Edges = true, append(g.Edges, e)
			}
		}
	}
	switch err := lines.Err(); {
	case err != nil:
		number++
		return fail("%w", err)
	case g.N == 0:
		return fail("no line begins with p: it is no graph in the DIMACS format")
	case len(g.Edges) == 0 && promised > 0:
		return fail("the file has none of the %d edges that it says it has: a packed file (.b) must be unpacked first", promised)
	case promised != listed && promised != len(g.Edges) && promised != 2*len(g.Edges): // some count an edge twice
		g.Note = fmt.Sprintf("the file says that it has %d edges, and has %d: it may be cut short", promised, len(g.Edges))
	}
	return g, nil
}

// numbers reads the last two of count words.
func numbers(words []string, count int) (list [2]int, ok bool) {
	if len(words) != count {
		return list, false
	}
	for k, word := range words[count-2:] {
		n, err := strconv.Atoi(word)
		if err != nil {
			return list, false
		}
		list[k] = n
	}
	return list, true
}

// Draw draws a graph of n vertices, in which each pair is joined with probability 1/2.
func Draw(n int, seed uint64) (*Graph, error) {
	if n < 1 || n > mostVertices/4 {
		return nil, fmt.Errorf("colouring: a graph of %d vertices is not drawn; there may be 1 to %d", n, mostVertices/4)
	}
	r, g := multiwalk.NewRand(seed, 0), &Graph{N: n}
	for v := range int32(n) {
		for w := range v {
			if r.IntN(2) == 0 {
				g.Edges = append(g.Edges, [2]int32{w, v})
			}
		}
	}
	return g, nil
}
