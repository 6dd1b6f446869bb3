package maxsat

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
)

// The prefixes of instances that their name makes: sat:n10000-r4.2, and xorsat:n30. Each may end with -s2, a seed.
const (
	PrefixRandom = "sat:"
	PrefixXor    = "xorsat:"
)

// mostDrawn bounds the clauses that a generator draws.
const mostDrawn = 1 << 26

// Random returns a uniform random instance: each clause has k different variables of n, and each of its literals is negative with
// probability 1/2. Where k = 3 and n is great, nearly all instances are satisfiable with fewer than 4.267*n clauses, and nearly
// none with more. It refuses k outside [1, 32] or above n, and more than 2^26 clauses.
func Random(name string, n, clauses, k int, seed uint64) (*Instance, error) {
	if k < 1 || k > 32 || k > n || n > mostVariables || clauses < 0 || clauses > mostDrawn {
		return nil, fmt.Errorf("multiwalk: %d clauses of %d among %d variables cannot be drawn; clauses have 1 to 32 different "+
			"variables, and there are up to %d clauses", clauses, k, n, mostDrawn)
	}
	r, d := multiwalk.NewRand(seed, 0), draft{start: []int32{0}}
	for range clauses {
		from := len(d.literals)
		for len(d.literals) < from+k {
			l := int32(r.IntN(2 * n))
			if !has(d.literals[from:], l>>1) {
				d.literals = append(d.literals, l)
			}
		}
		d.end(1, false)
	}
	return d.instance(name, n)
}

// has tells whether a clause has a variable.
func has(literals []int32, v int32) bool {
	for _, l := range literals {
		if l>>1 == v {
			return true
		}
	}
	return false
}

// Xor returns n equations over n variables: the exclusive or of three variables is a bit, and each variable is in three equations.
// A hidden solution satisfies them all. An equation is four clauses. Gaussian elimination solves it at once; for local search it
// is among the hardest (Hen, "Equation planting: a tool for benchmarking Ising machines", 2019). It refuses n below 4.
func Xor(name string, n int, seed uint64) (*Instance, error) {
	if n < 4 || n > mostDrawn/4 {
		return nil, fmt.Errorf("multiwalk: %d equations cannot be drawn; there may be 4 to %d", n, mostDrawn/4)
	}
	r, d := multiwalk.NewRand(seed, 0), draft{start: []int32{0}}
	ends, x := make([]int32, 3*n), make([]int32, n)
	for i := range ends {
		ends[i] = int32(i / 3)
	}
	for ok := false; !ok; ok = separated(r, ends) {
		r.Shuffle(ends)
	}
	multiwalk.Binary(n).Random(r, x)
	for v := range slices.Chunk(ends, 3) {
		parity := x[v[0]] ^ x[v[1]] ^ x[v[2]]
		for signs := range int32(8) { // a clause forbids the values at which its literals are all false: those with the other parity
			if a, b, c := signs&1, signs>>1&1, signs>>2; a^b^c != parity {
				d.literals = append(d.literals, 2*v[0]+a, 2*v[1]+b, 2*v[2]+c)
				d.end(1, false)
			}
		}
	}
	return d.instance(name, n)
}

// separated exchanges places of equations that have a variable twice with random ones, until none has. It returns false if that
// takes too long, as it may with few equations.
func separated(r *multiwalk.Rand, ends []int32) bool {
	for at := range ends {
		for tries := 0; twice(ends, at); tries++ {
			if tries > len(ends)+100 {
				return false
			}
			j := r.IntN(len(ends))
			ends[at], ends[j] = ends[j], ends[at]
			if j < at && twice(ends, j) {
				ends[at], ends[j] = ends[j], ends[at]
			}
		}
	}
	return true
}

// twice tells whether the variable at a place is in the same equation again.
func twice(ends []int32, at int) bool {
	v, k := ends[at/3*3:][:3], at%3
	return v[k] == v[(k+1)%3] || v[k] == v[(k+2)%3]
}

// Named returns the instance that a name makes: sat:nN-rR, with R clauses for each of N variables, -kK for clauses of K instead of
// 3 variables, or xorsat:nN; and -sS for a seed other than 1.
func Named(name string) (*Instance, error) {
	prefix, rest, _ := strings.Cut(name, ":")
	values := map[byte]float64{'k': 3, 's': 1, 'n': 0, 'r': 0}
	for part := range strings.SplitSeq(rest, "-") {
		if part == "" || !strings.Contains("nrks", part[:1]) {
			return nil, misnamed(name, part)
		}
		v, err := strconv.ParseFloat(part[1:], 64)
		whole := v == math.Trunc(v) && v < 1<<53
		if err != nil || !(v >= 0) || part[0] != 'r' && !whole || part[0] == 'r' && v > mostDrawn {
			return nil, misnamed(name, part)
		}
		values[part[0]] = v
	}
	n := int(min(values['n'], mostVariables+1))
	if prefix+":" == PrefixXor {
		return Xor(name, n, uint64(values['s']))
	}
	clauses := math.Round(values['r'] * float64(n))
	return Random(name, n, int(min(clauses, mostDrawn+1)), int(min(values['k'], 64)), uint64(values['s']))
}

func misnamed(name, part string) error {
	if len(part) > bounded.Longest {
		part = part[:bounded.Longest] + "..."
	}
	return fmt.Errorf("multiwalk: %q in the name of the instance says nothing; names are such as %sn10000-r4.2-k3-s1 and %sn30-s1",
		part, PrefixRandom, PrefixXor)
}
