package neighbourhood

import (
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Clausal is a problem over bits whose cost is the weight of the clauses that are violated. Searches that look at violated
// clauses alone take it as it is: they keep their own numbers from its clauses, on every device.
type Clausal interface {
	multiwalk.Problem
	// Clauses is read-only, and does not change.
	Clauses() *Clauses
}

// Clauses is clauses over bits. A literal of bit i is 2*i, which is true where the bit is 1, or 2*i+1, which is true where it is
// 0. A clause is violated where none of its literals is true, and then it costs its weight.
type Clauses struct {
	N        int32
	Start    []int32 // clause c has the literals Literals[Start[c]:Start[c+1]]
	Literals []int32
	Weights  []int64 // of each clause, above 0
	Hard     int64   // a clause of this weight or more is a constraint of the problem; math.MaxInt64 where there is none
	At       []int32 // literal l is in the clauses In[At[l]:At[l+1]], in order
	In       []int32
}

// NewClauses lays out clauses over n bits: clause c has the literals literals[start[c]:start[c+1]] and the weight weights[c]. It
// leaves out what changes no cost: a literal that is in a clause twice, a clause with both literals of a bit, and one without
// weight. Time and memory are linear.
func NewClauses(n int, start, literals []int32, weights []int64) (*Clauses, error) {
	if err := multiwalk.Binary(n).Validate(); err != nil {
		return nil, err
	}
	if n > math.MaxInt32/2 {
		return nil, fmt.Errorf("multiwalk: %d bits are too many for clauses; there may be up to %d", n, math.MaxInt32/2)
	}
	if len(start) != len(weights)+1 {
		return nil, fmt.Errorf("multiwalk: %d clauses have %d weights; give one for each", len(start)-1, len(weights))
	}
	c := &Clauses{N: int32(n), Start: make([]int32, 1, len(start)), Literals: make([]int32, 0, len(literals)), Hard: math.MaxInt64,
		Weights: make([]int64, 0, len(weights)), At: make([]int32, 2*n+1)}
	sum, last := int64(0), make([]int32, 2*n) // the clause that a literal was in last, from 1
	for k, w := range weights {
		if w < 0 || w > math.MaxInt64-sum {
			return nil, fmt.Errorf("multiwalk: clause %d weighs %d; weights are not negative, and their sum fits 64 bits: divide them "+
				"by a common number", k, w)
		}
		sum += w
		own := literals[start[k]:start[k+1]]
		for _, l := range own {
			if l < 0 || int(l) >= 2*n {
				return nil, fmt.Errorf("multiwalk: clause %d has literal %d; those of %d bits are 0 to %d", k, l, n, 2*n-1)
			}
		}
		if w > 0 {
			c.add(own, w, int32(k+1), last)
		}
	}
	c.occur()
	return c, nil
}

// add appends a clause unless it is always satisfied. id is its number among all that were given.
func (c *Clauses) add(own []int32, w int64, id int32, last []int32) {
	from := len(c.Literals)
	for _, l := range own {
		switch {
		case last[l^1] == id:
			c.Literals = c.Literals[:from]
			return
		case last[l] != id:
			last[l] = id
			c.Literals = append(c.Literals, l)
		}
	}
	c.Start, c.Weights = append(c.Start, int32(len(c.Literals))), append(c.Weights, w)
}

// occur lists the clauses of each literal.
func (c *Clauses) occur() {
	c.In = make([]int32, len(c.Literals))
	for _, l := range c.Literals {
		c.At[l+1]++
	}
	for l := range 2 * c.N {
		c.At[l+1] += c.At[l]
	}
	next := slices.Clone(c.At)
	for k := range c.Weights {
		for _, l := range c.Of(int32(k)) {
			c.In[next[l]] = int32(k)
			next[l]++
		}
	}
}

// Len is how many clauses there are.
func (c *Clauses) Len() int { return len(c.Weights) }

// Of returns the literals of a clause, and With the clauses of a literal. Both are read-only.
func (c *Clauses) Of(k int32) []int32   { return c.Literals[c.Start[k]:c.Start[k+1]] }
func (c *Clauses) With(l int32) []int32 { return c.In[c.At[l]:c.At[l+1]] }

// Cost adds up the weights of the clauses that x violates, in time linear in all of them.
func (c *Clauses) Cost(x []int32) (sum int64) {
	for k, w := range c.Weights {
		if !satisfied(c.Of(int32(k)), x) {
			sum += w
		}
	}
	return sum
}

// satisfied tells whether one of the literals is true.
func satisfied(literals, x []int32) bool {
	for _, l := range literals {
		if x[l>>1] != l&1 {
			return true
		}
	}
	return false
}
