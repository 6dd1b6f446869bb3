package qubo

import (
	"fmt"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Random draws an instance as Beasley did for OR-Library's bqp files, with our own random numbers: a tenth of the entries of a
// symmetric matrix is not 0, uniform in [-100, 100].
func Random(n int, seed uint64) (*Instance, error) {
	r, linear, pairs := multiwalk.NewRand(seed, 0), make([]int64, max(0, n)), []Term(nil)
	for i := range n {
		for j := range i + 1 {
			if r.IntN(10) != 0 {
				continue
			}
			if w := int64(r.IntN(201) - 100); i == j {
				linear[i] = w
			} else {
				pairs = append(pairs, Term{int32(j), int32(i), 2 * w})
			}
		}
	}
	return New(n, linear, pairs)
}

// degree is that of a vertex of a random graph, on average: that of Gset's G22 to G31.
const degree = 20

// RandomCut draws a graph of n vertices and 10 n different edges of weight 1, fewer where there are not as many.
func RandomCut(n int, seed uint64) (*Instance, error) {
	r, all := multiwalk.NewRand(seed, 0), n*(n-1)/2
	taken, edges := map[[2]int32]bool{}, []Term(nil)
	for want := min(degree/2*n, all); len(edges) < want; {
		e := [2]int32{int32(r.IntN(n)), int32(r.IntN(n))}
		if e[0] < e[1] && !taken[e] {
			taken[e] = true
			edges = append(edges, Term{e[0], e[1], 1})
		}
	}
	return MaxCut(n, edges)
}

// The names of random instances begin so: qubo:1000 is of 1000 bits, qubo:1000:7 another one by the seed 7; 1 if none is given.
const (
	PrefixRandom = "qubo:"
	PrefixCut    = "maxcut:"
)

// mostRandom bounds the size of an instance that its name alone tells.
const mostRandom = 10_000

// Named makes the random instance that a text names; file is the text's name for messages.
func Named(text, file string) (*Instance, error) {
	text = strings.TrimSpace(text)
	prefix, draw := PrefixRandom, Random
	if strings.HasPrefix(text, PrefixCut) {
		prefix, draw = PrefixCut, RandomCut
	}
	sizes, seed, err := bounded.Drawn(strings.TrimPrefix(text, prefix), "size")
	if err != nil || sizes[0] < 1 || sizes[0] > mostRandom {
		return nil, fmt.Errorf("multiwalk: %s: give a number from 1 to %d, and a seed if you like, such as %s1000:7", file, mostRandom, prefix)
	}
	p, err := draw(sizes[0], seed)
	if err == nil {
		p.name = text
	}
	return p, err
}
