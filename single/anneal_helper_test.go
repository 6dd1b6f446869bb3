package single

import (
	"context"
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
)

// circle is a tour of n cities on a circle: the optimum is to go round, and costs n times the shortest chord, to within
// the rounding. It brings EdgeCost and no delta.
type circle struct {
	n      int
	length []int64 // of a chord over so many places
}

func newCircle(n int) *circle {
	c := &circle{n: n, length: make([]int64, n)}
	for k := range n { // a chord's length is no matter, so long as it grows; a parabola needs no sine
		d := int64(min(k, n-k))
		c.length[k] = 1000*d - 1000*d*d/int64(2*n)
	}
	return c
}

func (c *circle) Space() multiwalk.Space { return multiwalk.Tour(c.n) }
func (c *circle) Symmetric() bool        { return true }
func (c *circle) EdgeCost(i, j int32) int64 {
	k := i - j
	if k < 0 {
		k = -k
	}
	return c.length[k]
}
func (c *circle) Cost(x []int32) int64 {
	sum := c.EdgeCost(x[len(x)-1], x[0])
	for i := 1; i < len(x); i++ {
		sum += c.EdgeCost(x[i-1], x[i])
	}
	return sum
}
func (c *circle) optimum() int64 {
	x := make([]int32, c.n)
	for i := range x {
		x[i] = int32(i)
	}
	return c.Cost(x)
}

// plain is a tour of which only the full cost is known.
type plain struct{ c *circle }

func (p plain) Space() multiwalk.Space { return p.c.Space() }
func (p plain) Cost(x []int32) int64   { return p.c.Cost(x) }

// qap is a small quadratic assignment with a swap delta, O(n).
type qap struct {
	n          int
	flow, dist []int64
}

func newQAP(n int, seed uint64) *qap {
	q, r := &qap{n, make([]int64, n*n), make([]int64, n*n)}, multiwalk.NewRand(seed, 0)
	for i := range n * n {
		q.flow[i], q.dist[i] = int64(r.Uint32N(10)), int64(r.Uint32N(10))
	}
	return q
}

func (q *qap) Space() multiwalk.Space { return multiwalk.Permutation(q.n) }
func (q *qap) Cost(x []int32) int64 {
	var sum int64
	for i := range x {
		for j := range x {
			sum += q.flow[i*q.n+j] * q.dist[int(x[i])*q.n+int(x[j])]
		}
	}
	return sum
}
func (q *qap) f(i, j int32) int64 { return q.flow[int(i)*q.n+int(j)] }
func (q *qap) d(i, j int32) int64 { return q.dist[int(i)*q.n+int(j)] }
func (q *qap) SwapDelta(x []int32, i, j int32) int64 {
	a, b := x[i], x[j]
	sum := (q.f(i, i)-q.f(j, j))*(q.d(b, b)-q.d(a, a)) + (q.f(i, j)-q.f(j, i))*(q.d(b, a)-q.d(a, b))
	for k := range int32(len(x)) {
		if c := x[k]; k != i && k != j {
			sum += (q.f(k, i)-q.f(k, j))*(q.d(c, b)-q.d(c, a)) + (q.f(i, k)-q.f(j, k))*(q.d(b, c)-q.d(a, c))
		}
	}
	return sum
}

// parts is a problem over any space without deltas: the elements want to be far from their neighbours.
type parts struct{ s multiwalk.Space }

func (p parts) Space() multiwalk.Space { return p.s }
func (p parts) Cost(x []int32) int64 {
	var sum int64
	for i, v := range x {
		d := int64(v) - int64(x[(i+1)%len(x)])*3
		sum += d * d % 17
	}
	return sum
}

// liar is a qap whose deltas are one too low now and then.
type liar struct{ *qap }

func (l liar) SwapDelta(x []int32, i, j int32) int64 {
	d := l.qap.SwapDelta(x, i, j)
	if x[i] > x[j] {
		d--
	}
	return d
}

// minimize runs a method and fails the test on an error.
func minimize(t testing.TB, p multiwalk.Problem, m multiwalk.Method, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	r, err := multiwalk.Minimize(context.Background(), p, m, s)
	if err != nil {
		t.Fatal(err)
	}
	if c := p.Cost(r.Best); c != r.Cost {
		t.Fatalf("the best costs %d, not %d", c, r.Cost)
	}
	return r
}

// history is the part of a result that a seed promises.
func history(r *multiwalk.Result) string {
	s := fmt.Sprint(r.Best, r.Cost, r.Counters, r.Rounds)
	for _, p := range r.History {
		p.Elapsed = 0
		s += fmt.Sprint(p)
	}
	return s
}

// zoo is a problem for each kind of space, small ones included.
func zoo() map[string]multiwalk.Problem {
	z := map[string]multiwalk.Problem{
		"qap": newQAP(9, 1), "circle": newCircle(12), "plain": plain{newCircle(9)}, "binary": parts{multiwalk.Binary(14)},
		"integers": parts{multiwalk.Integers(7, -3, 5)}, "constant": parts{multiwalk.Integers(4, 2, 2)},
		"product": parts{multiwalk.Product(multiwalk.Permutation(6), multiwalk.Binary(4), multiwalk.Integers(3, 0, 9))},
	}
	for n := 1; n <= 3; n++ {
		z[fmt.Sprintf("circle%d", n)], z[fmt.Sprintf("plain%d", n)], z[fmt.Sprintf("qap%d", n)] = newCircle(n), plain{newCircle(n)}, newQAP(n, 1)
	}
	return z
}
